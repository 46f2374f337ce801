//! Names of choices, as a configuration has them: `Display`, `FromStr` and serde.

use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::str::FromStr;

use mcp_result::{ContentForm, ParseNameError, ProtocolVersion, ResultMode, TextFallback};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

mod every;

const MODE_NAMES: [&str; 5] = [
    "text",
    "structured",
    "non_null_structured",
    "content",
    "model",
];
const FORM_NAMES: [&str; 2] = ["text", "blocks"];
const FALLBACK_NAMES: [&str; 2] = ["lossless", "when_empty"];
const VERSION_NAMES: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// Each choice displays as its name, is parsed from it, and is the name to serde.
#[track_caller]
fn assert_named<T>(choices: &[T], names: &[&str])
where
    T: Copy + Debug + DeserializeOwned + Display + FromStr + PartialEq + Serialize,
    T::Err: Debug,
{
    assert_eq!(choices.len(), names.len());
    for (choice, name) in choices.iter().zip(names) {
        assert_eq!(choice.to_string(), *name);
        assert_eq!(name.parse::<T>().unwrap(), *choice);
        assert_eq!(serde_json::to_value(choice).unwrap(), json!(name));
        assert_eq!(
            serde_json::to_string(choice).unwrap(),
            format!("\"{name}\"")
        );
        // From text, from text that has to be unescaped, and from a value.
        let escaped = name.replace('t', "\\u0074");
        let (name, escaped) = (format!("\"{name}\""), format!("\"{escaped}\""));
        assert_eq!(serde_json::from_str::<T>(&name).unwrap(), *choice);
        assert_eq!(serde_json::from_str::<T>(&escaped).unwrap(), *choice);
        let value: Value = serde_json::from_str(&name).unwrap();
        assert_eq!(serde_json::from_value::<T>(value).unwrap(), *choice);
        let reader = name.as_bytes();
        assert_eq!(serde_json::from_slice::<T>(reader).unwrap(), *choice);
    }
}

#[test]
fn every_choice_has_a_name() {
    assert_named(&every::MODE, &MODE_NAMES);
    assert_named(&every::CONTENT_FORM, &FORM_NAMES);
    assert_named(&every::TEXT_FALLBACK, &FALLBACK_NAMES);
    assert_named(&every::LEGACY_VERSION, &VERSION_NAMES);
}

#[test]
fn width_alignment_and_precision_are_respected() {
    assert_eq!(format!("[{:7}]", ResultMode::Text), "[text   ]");
    assert_eq!(format!("[{:>7}]", ResultMode::Model), "[  model]");
    assert_eq!(format!("[{:*^8}]", ContentForm::Blocks), "[*blocks*]");
    assert_eq!(format!("[{:.4}]", TextFallback::WhenEmpty), "[when]");
    assert_eq!(format!("[{:2}]", TextFallback::Lossless), "[lossless]");
    let version = ProtocolVersion::V2025_11_25;
    assert_eq!(format!("[{version:12}]"), "[2025-11-25  ]");
    assert_eq!(format!("[{version:>12}]"), "[  2025-11-25]");
    assert_eq!(format!("[{version:-^14}]"), "[--2025-11-25--]");
    assert_eq!(format!("[{version:.4}]"), "[2025]");
    assert_eq!(format!("[{version:3}]"), "[2025-11-25]");
}

/// What is nearly a name: another case, white space, a hyphen, Rust's own spelling, nothing.
fn near_misses(name: &str) -> Vec<String> {
    vec![
        String::new(),
        name.to_uppercase(),
        format!(" {name}"),
        format!("{name} "),
        format!("{name}\0"),
        name[1..].to_owned(),
        format!("{name}s"),
    ]
}

#[track_caller]
fn assert_no_name<T>(text: &str, wording: &str)
where
    T: Debug + DeserializeOwned + FromStr<Err = ParseNameError>,
{
    let error = text.parse::<T>().unwrap_err();
    assert_eq!(error.to_string(), wording);
    let error = serde_json::from_value::<T>(json!(text)).unwrap_err();
    assert_eq!(error.to_string(), wording);
    let json = serde_json::to_string(text).unwrap();
    let error = serde_json::from_str::<T>(&json).unwrap_err();
    assert!(error.to_string().starts_with(wording), "{error}");
}

#[test]
fn what_is_no_name_is_told_with_the_names_that_there_are() {
    for name in MODE_NAMES {
        for text in near_misses(name) {
            let names = "text, structured, non_null_structured, content, model";
            assert_no_name::<ResultMode>(
                &text,
                &format!("expected a result mode ({names}), found {text:?}"),
            );
        }
    }
    for name in FORM_NAMES {
        for text in near_misses(name) {
            assert_no_name::<ContentForm>(
                &text,
                &format!("expected a content form (text, blocks), found {text:?}"),
            );
        }
    }
    for name in FALLBACK_NAMES {
        for text in near_misses(name) {
            assert_no_name::<TextFallback>(
                &text,
                &format!("expected a text fallback (lossless, when_empty), found {text:?}"),
            );
        }
    }
    for text in [
        "NonNullStructured",
        "non-null-structured",
        "nonNullStructured",
        "a\n\"b",
    ] {
        assert!(text.parse::<ResultMode>().is_err(), "{text:?}");
    }
}

#[test]
fn a_version_that_is_none_is_told_when_it_is_read_too() {
    for text in ["DRAFT-2026-v1", "", "2026-02-30"] {
        let error = serde_json::from_value::<ProtocolVersion>(json!(text)).unwrap_err();
        assert_eq!(
            error.to_string(),
            format!("invalid protocol version: expected a date as YYYY-MM-DD, found {text:?}"),
        );
    }
}

#[test]
fn only_a_string_is_read_as_a_name() {
    for value in [
        json!(null),
        json!(0),
        json!(true),
        json!(["text"]),
        json!({"text": null}),
    ] {
        assert!(serde_json::from_value::<ResultMode>(value.clone()).is_err());
        assert!(serde_json::from_value::<ContentForm>(value.clone()).is_err());
        assert!(serde_json::from_value::<TextFallback>(value.clone()).is_err());
        assert!(serde_json::from_value::<ProtocolVersion>(value).is_err());
    }
}

/// A user's own configuration.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Settings {
    #[serde(default)]
    mode: ResultMode,
    #[serde(default)]
    content: ContentForm,
    #[serde(default)]
    text_fallback: TextFallback,
    version: ProtocolVersion,
    per_tool: BTreeMap<String, ResultMode>,
}

#[test]
fn choices_stand_in_a_configuration() {
    let text = r#"{"mode":"model","content":"blocks","text_fallback":"when_empty","version":"2025-06-18","per_tool":{"a":"non_null_structured"}}"#;
    let settings = Settings {
        mode: ResultMode::Model,
        content: ContentForm::Blocks,
        text_fallback: TextFallback::WhenEmpty,
        version: ProtocolVersion::V2025_06_18,
        per_tool: BTreeMap::from([("a".to_owned(), ResultMode::NonNullStructured)]),
    };
    assert_eq!(serde_json::from_str::<Settings>(text).unwrap(), settings);
    assert_eq!(serde_json::to_string(&settings).unwrap(), text);

    let defaults: Settings =
        serde_json::from_value(json!({"version": "2026-07-28", "per_tool": {}})).unwrap();
    assert_eq!(defaults.mode, ResultMode::Text);
    assert_eq!(defaults.content, ContentForm::Text);
    assert_eq!(defaults.text_fallback, TextFallback::Lossless);
}

#[test]
fn an_error_of_a_name_can_be_boxed_and_compared() {
    let error: Box<dyn std::error::Error + Send + Sync> =
        "texts".parse::<ResultMode>().unwrap_err().into();
    assert!(error.to_string().ends_with(r#"found "texts""#));
    assert_eq!(
        "x".parse::<ResultMode>().unwrap_err(),
        "x".parse::<ResultMode>().unwrap_err()
    );
    assert_ne!(
        "x".parse::<ContentForm>().unwrap_err(),
        "x".parse::<TextFallback>().unwrap_err()
    );
}
