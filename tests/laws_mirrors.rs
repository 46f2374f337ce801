//! The laws of what mirrors a value, over a `Value` and over JSON text.

use mcp_result::raw;
use mcp_result::rules::mirrors;
use mcp_result::strategy::{json, spelling};
use mcp_result::{ProtocolVersion, ResultKind, strip_for_legacy_peer};
use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{FileFailurePersistence, TestRunner};
use serde_json::{Value, json};

#[path = "model/mirror.rs"]
mod mirror;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 2_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/proptest-regressions/laws_mirrors.txt"
        )))),
        ..ProptestConfig::default()
    }
}

/// Numbers of which some are equal to others, but spelled otherwise, and some nearly.
#[rustfmt::skip]
const NUMBERS: [&str; 34] = [
    "0", "-0", "0.0", "-0.0", "0e5", "-0E-1", "1e-400", "-1e-400", "1", "1.0", "1e0", "10e-1", "1.5",
    "1.50", "15e-1", "100", "1E2", "1e+2", "100.0", "100.00000000000001", "0.1", "1e-1",
    "0.1000000000000000055", "18446744073709551616", "18446744073709551617",
    "18446744073709551616.0", "1.8446744073709551616e19", "39.430133835633676",
    "39.4301338356336760", "39.43013383563368", "1E400", "10e399", "1e16", "10000000000000000.0",
];
const STRINGS: [&str; 9] = [
    "",
    "a",
    "\\u0061",
    "b",
    "/",
    "\\/",
    "\\\"",
    "é \\\\",
    "\\u00e9 \\u005c",
];
const SPACES: [&str; 5] = ["", "", " ", "\n", "\t\r "];

/// JSON whose numbers and strings are as they are spelled.
#[derive(Clone, Debug)]
enum Spelled {
    Scalar(String),
    Array(Vec<Spelled>),
    Object(Vec<(String, Spelled)>),
}

fn quoted() -> impl Strategy<Value = String> {
    select(STRINGS.as_slice()).prop_map(|string| format!("\"{string}\""))
}

fn spelled() -> impl Strategy<Value = Spelled> {
    let scalar = prop_oneof![
        4 => select(NUMBERS.as_slice()).prop_map(String::from),
        2 => quoted(),
        1 => select(["null", "true", "false"].as_slice()).prop_map(String::from),
    ];
    let scalar = scalar.prop_map(Spelled::Scalar);
    scalar.prop_recursive(4, 12, 3, |inner| {
        prop_oneof![
            vec_of(inner.clone(), 0..4).prop_map(Spelled::Array),
            vec_of((quoted(), inner), 0..4).prop_map(Spelled::Object),
        ]
    })
}

/// One text of it, spelled as the choices say, over and over: white space, members in another order
/// and twice, and now and then another scalar.
fn text(spelled: &Spelled, choose: &mut impl FnMut(usize) -> usize) -> String {
    let inner = match spelled {
        Spelled::Scalar(scalar) => match (scalar.as_bytes()[0], choose(12)) {
            (b'"', 1) => format!("\"{}\"", STRINGS[choose(STRINGS.len())]),
            (b'-' | b'0'..=b'9', 1..=3) => NUMBERS[choose(NUMBERS.len())].into(),
            _ => scalar.clone(),
        },
        Spelled::Array(elements) => {
            let elements: Vec<_> = elements
                .iter()
                .map(|element| text(element, choose))
                .collect();
            format!("[{}{}]", SPACES[choose(5)], elements.join(","))
        }
        Spelled::Object(members) => {
            let mut texts = Vec::new();
            for (name, value) in members {
                if choose(10) == 1 {
                    texts.push(format!("{name}:null"));
                }
                texts.push(format!(
                    "{}{name}{}:{}",
                    SPACES[choose(5)],
                    SPACES[choose(5)],
                    text(value, choose)
                ));
            }
            // Of names that are the same, the order counts.
            let first = choose(texts.len() + 2);
            if first < texts.len() && choose(3) == 1 {
                texts.rotate_left(first);
            }
            format!("{{{}{}}}", texts.join(","), SPACES[choose(5)])
        }
    };
    format!("{}{inner}{}", SPACES[choose(5)], SPACES[choose(5)])
}

/// Two texts that are often, but not always, the same JSON.
fn two_texts() -> impl Strategy<Value = (String, String)> {
    let choices = || vec_of(any::<u8>(), 0..24);
    (spelled(), choices(), choices()).prop_map(|(spelled, one, other)| {
        [one, other]
            .map(|choices| {
                let mut choices = choices.iter().cycle();
                let mut choose = |of| choices.next().map_or(0, |&choice| usize::from(choice) % of);
                text(&spelled, &mut choose)
            })
            .into()
    })
}

/// Whether a first block with this text is what a legacy peer gets of this value.
fn is_mirrored_over_text(text: &str, value: &str) -> bool {
    let text = Value::from(text);
    let json =
        format!(r#"{{"content":[{{"type":"text","text":{text}}}],"structuredContent":{value}}}"#);
    let peer = ProtocolVersion::V2025_11_25;
    let stripped = raw::strip_for_legacy_peer(&json, ResultKind::ToolsCall, peer).unwrap();
    assert!(stripped.structured_content().is_present());
    !stripped.text_added()
}

fn is_mirrored(text: &str, value: &Value) -> bool {
    let mut result =
        json!({"content": [{"type": "text", "text": text}], "structuredContent": value});
    let peer = ProtocolVersion::V2025_11_25;
    let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, peer).unwrap();
    assert!(stripped.structured_content().is_present());
    !stripped.text_added()
}

/// A text that is JSON but for one character, or JSON all the same.
fn nearly(text: String) -> impl Strategy<Value = String> {
    const CHARACTERS: [&str; 14] = [
        "", "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", "e", ".", " ",
    ];
    (
        any::<prop::sample::Index>(),
        any::<bool>(),
        select(CHARACTERS.as_slice()),
    )
        .prop_map(move |(index, replace, inserted)| {
            let mut characters: Vec<_> = text.chars().map(String::from).collect();
            let at = index.index(characters.len());
            characters.splice(at..at + usize::from(replace), [inserted.to_owned()]);
            characters.concat()
        })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn over_text_mirrors_agrees_with_the_trees((text, value) in two_texts()) {
        let value = format!("[{value}]");
        let expected = mirror::mirrors_text(&format!("[{text}]"), &value);
        prop_assert_eq!(is_mirrored_over_text(&format!("[{text}]"), &value), expected);
    }

    #[test]
    fn over_a_value_mirrors_agrees_with_the_trees((text, value) in two_texts()) {
        // Out of range without `arbitrary_precision`.
        let Ok(value) = serde_json::from_str::<Value>(&value) else { return Ok(()) };
        let expected = mirror::mirrors(&text, &value);
        prop_assert_eq!(mirrors(&text, &value), expected);
        if !value.is_object() {
            prop_assert_eq!(is_mirrored(&text, &value), expected);
        }
    }

    #[test]
    fn a_text_is_a_mirror_of_itself((text, _) in two_texts()) {
        let array = format!("[{text}]");
        prop_assert!(is_mirrored_over_text(&array, &array));
        prop_assert!(is_mirrored_over_text(&mirror::compact(&array), &array));
        if let Ok(value) = serde_json::from_str::<Value>(&text) {
            prop_assert!(mirrors(&text, &value));
        }
    }

    #[test]
    fn a_values_own_json_mirrors_it(value in json()) {
        prop_assert!(mirrors(&value.to_string(), &value));
        prop_assert!(mirrors(&serde_json::to_string_pretty(&value).unwrap(), &value));
    }

    #[test]
    fn whatever_reads_as_the_value_mirrors_it(
        (value, text) in json().prop_flat_map(|value| (Just(value.clone()), spelling(value))),
    ) {
        let is_mirrored = mirrors(&text, &value);
        // Zeros apart, which `==` does not tell.
        if let Ok(read) = serde_json::from_str::<Value>(&text) {
            let [read, value] = [&read, &value].map(Value::to_string);
            if read == value {
                prop_assert!(is_mirrored);
            }
        }
        prop_assert_eq!(is_mirrored, mirror::mirrors(&text, &value));
    }

    #[test]
    fn what_is_no_json_mirrors_nothing(
        (value, text) in two_texts().prop_flat_map(|(text, value)| (Just(value), nearly(text))),
    ) {
        let expected = mirror::mirrors_text(&format!("[{text}]"), &format!("[{value}]"));
        prop_assert_eq!(is_mirrored_over_text(&format!("[{text}]"), &format!("[{value}]")), expected);
        if let Ok(value) = serde_json::from_str::<Value>(&value) {
            prop_assert_eq!(mirrors(&text, &value), mirror::mirrors(&text, &value));
        }
    }
}

/// So that the laws above see both.
#[test]
fn two_texts_are_often_mirrors_and_often_not() {
    let mut runner = TestRunner::deterministic();
    let mut is_mirror = || {
        let (a, b) = two_texts().new_tree(&mut runner).unwrap().current();
        mirror::mirrors_text(&a, &b)
    };
    let mirrors = (0..2_000).filter(|_| is_mirror()).count();
    assert!((400..1_600).contains(&mirrors), "{mirrors}");
}
