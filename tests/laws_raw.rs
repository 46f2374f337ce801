//! The laws of the functions over JSON text, one property each.

use std::borrow::Cow;
use std::collections::BTreeMap;

use mcp_result::strategy::{
    call_result, json, legacy_version, list_result, malformed_call_result, malformed_list_result,
    protocol_version, spelling,
};
use mcp_result::{
    ConvertError, Output, Peer, Presence, ResultKind, TextFallback, convert_result, raw,
    strip_for_legacy_peer,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::FileFailurePersistence;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

mod audience;
mod every;
#[path = "model/mirror.rs"]
mod mirror;

use self::audience::result_for_someone;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 1_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/proptest-regressions/laws_raw.txt"
        )))),
        ..ProptestConfig::default()
    }
}

/// JSON text of a result, well-formed or not, spelled in odd ways.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => call_result(),
        3 => malformed_call_result(),
        2 => result_for_someone(),
        1 => list_result(),
        1 => malformed_list_result(),
        1 => json(),
    ]
    .prop_flat_map(|value| (Just(value.clone()), spelling(value)))
    .prop_filter(
        "serde_json takes a private key for another value",
        |(value, text)| serde_json::from_str(text).is_ok_and(|parsed: Value| parsed == *value),
    )
    .prop_map(|(_, text)| text)
}

/// Text that is JSON but for one character, or JSON all the same.
fn nearly_json() -> impl Strategy<Value = String> {
    const CHARACTERS: [&str; 21] = [
        "", "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", "e", ".", "n", " ", "\u{b}",
        "\u{feff}", "\0", "\\u", "\\ud800", "\u{e9}",
    ];
    (
        text(),
        any::<Index>(),
        any::<bool>(),
        select(CHARACTERS.as_slice()),
    )
        .prop_map(|(text, index, replace, inserted)| {
            let mut characters: Vec<_> = text.chars().map(String::from).collect();
            let at = index.index(characters.len());
            characters.splice(at..at + usize::from(replace), [inserted.to_owned()]);
            characters.concat()
        })
}

fn peer(
    version: impl Strategy<Value = mcp_result::ProtocolVersion>,
) -> impl Strategy<Value = Peer> {
    let fallback = select(every::TEXT_FALLBACK.as_slice());
    (version, fallback, any::<bool>()).prop_map(|(version, fallback, tasks)| {
        let peer = Peer::from(version).with_text_fallback(fallback);
        if tasks { peer.with_tasks() } else { peer }
    })
}

fn conversion() -> impl Strategy<Value = mcp_result::Conversion> {
    select(every::conversion().collect::<Vec<_>>())
}

/// Whether a text is added, beside a first block, for a value that a text may mirror.
fn is_added(peer: Peer, first: Option<&Value>, mirrors: impl Fn(&str) -> bool) -> bool {
    match first {
        None => true,
        Some(_) if peer.text_fallback() == TextFallback::WhenEmpty => false,
        Some(first) => first["type"] != "text" || !first["text"].as_str().is_some_and(mirrors),
    }
}

fn parse(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

/// Whether a private name of serde_json's may come first in an object once a member is removed;
/// serde_json then takes the object for something else.
fn may_lead_with_a_private_name(result: &Value) -> bool {
    let is_private = |object: &Value| {
        let mut names = object.as_object().into_iter().flat_map(Map::keys);
        names.any(|name| name.starts_with("$serde_json::private"))
    };
    let tools = result["tools"].as_array();
    is_private(result) || tools.is_some_and(|tools| tools.iter().any(is_private))
}

fn parse_presence(presence: Presence<&RawValue>) -> Presence<Value> {
    presence.map(|value| parse(value.get()))
}

fn parse_output(output: raw::Output) -> Output {
    match output {
        raw::Output::Structured(value) => Output::Structured(parse(value.get())),
        raw::Output::Text(text) => Output::Text(text.into_owned()),
        raw::Output::Texts(texts) => {
            Output::Texts(texts.into_iter().map(Cow::into_owned).collect())
        }
        raw::Output::Blocks(blocks) => {
            Output::Blocks(blocks.into_iter().map(|block| parse(block.get())).collect())
        }
    }
}

fn is_part_of(part: &str, whole: &str) -> bool {
    whole.as_bytes().as_ptr_range().contains(&part.as_ptr())
        && whole.as_bytes().as_ptr_range().end >= part.as_bytes().as_ptr_range().end
}

/// Whether the characters of `part` stand in `whole`, in order.
fn is_subsequence(part: &str, whole: &str) -> bool {
    let mut whole = whole.chars();
    part.chars()
        .all(|wanted| whole.any(|found| found == wanted))
}

/// The members of an object with their values' own bytes.
fn members(json: &str) -> Option<BTreeMap<String, String>> {
    let members: BTreeMap<String, Box<RawValue>> = serde_json::from_str(json).ok()?;
    Some(
        members
            .into_iter()
            .map(|(name, value)| (name, value.get().to_owned()))
            .collect(),
    )
}

/// The elements of an array with their own bytes.
fn elements(json: &str) -> Option<Vec<String>> {
    let elements: Vec<Box<RawValue>> = serde_json::from_str(json).ok()?;
    Some(
        elements
            .iter()
            .map(|value| value.get().to_owned())
            .collect(),
    )
}

#[track_caller]
fn assert_same_output(output: &raw::Output, expected: &Output) {
    assert_eq!(parse_output(output.clone()), *expected);
    assert_eq!(
        parse(&output.clone().into_json()),
        expected.clone().into_value()
    );
    let text = output.clone().into_text();
    match output {
        raw::Output::Structured(value) if !value.get().starts_with('"') => {
            assert_eq!(text, mirror::compact(value.get()));
        }
        _ => assert_eq!(text, expected.clone().into_text()),
    }
}

/// Where the error reads as the structured value, it has its tokens as they were sent.
#[track_caller]
fn assert_same_wording(error: &raw::ToolError, expected: &mcp_result::ToolError) {
    let (text, expected_text) = (error.to_string(), expected.to_string());
    let text = text.strip_prefix("tool call failed: ").unwrap_or(&text);
    match error.structured_content() {
        Presence::Present(value)
            if !value.get().starts_with('"') && text == mirror::compact(value.get()) =>
        {
            let expected_value = expected.structured_content().into_option().unwrap();
            assert_eq!(expected_text, format!("tool call failed: {expected_value}"));
        }
        _ => assert_eq!(error.to_string(), expected_text),
    }
}

#[track_caller]
fn assert_same_error(error: &raw::ConvertError, expected: &ConvertError) {
    match (error, expected) {
        (raw::ConvertError::Tool(error), ConvertError::Tool(expected)) => {
            assert_same_wording(error, expected);
        }
        _ => assert_eq!(error.to_string(), expected.to_string()),
    }
    match (error, expected) {
        (raw::ConvertError::Tool(error), ConvertError::Tool(expected)) => {
            assert!(error.texts().eq(expected.texts()));
            let content: Vec<_> = error
                .content()
                .iter()
                .map(|block| parse(block.get()))
                .collect();
            assert_eq!(content, expected.content());
            assert_eq!(
                parse_presence(error.structured_content()),
                expected.structured_content().map(Value::clone)
            );
            assert_eq!(
                parse_presence(error.meta()),
                expected.meta().map(Value::clone)
            );
            for conversion in every::conversion() {
                match (
                    error.convert(conversion),
                    expected.clone().convert(conversion),
                ) {
                    (Ok(output), Ok(expected)) => assert_same_output(&output, &expected.output),
                    (Err(given_back), Err(_)) => assert_eq!(given_back, error),
                    (output, expected) => panic!("{output:?} instead of {expected:?}"),
                }
            }
        }
        (raw::ConvertError::Incomplete(error), ConvertError::Incomplete(expected)) => {
            assert_eq!(error.result_type(), expected.result_type());
        }
        (raw::ConvertError::Malformed(error), ConvertError::Malformed(expected)) => {
            assert_eq!(error.pointer(), expected.pointer());
            assert_eq!(error.expected(), expected.expected());
            assert_eq!(error.found(), expected.found());
        }
        _ => panic!("{error:?} instead of {expected:?}"),
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn converting_text_agrees_with_converting_its_value(text in text()) {
        for conversion in every::conversion() {
            let expected = convert_result(parse(&text), conversion);
            match (raw::convert_result(&text, conversion), expected) {
                (Ok(output), Ok(expected)) => assert_same_output(&output, &expected.output),
                (Err(error), Err(expected)) => {
                    assert_same_error(&error, &expected);
                    prop_assert_eq!(error.result(), &text);
                    assert_same_error(&error.clone().into_owned(), &expected);
                    prop_assert_eq!(error.clone().into_owned(), error);
                }
                (output, expected) => prop_assert!(false, "{output:?} instead of {expected:?}"),
            }
        }
    }

    #[test]
    fn what_converting_returns_is_part_of_the_input(text in text(), conversion in conversion()) {
        match raw::convert_result(&text, conversion) {
            Ok(raw::Output::Structured(value)) => prop_assert!(is_part_of(value.get(), &text)),
            Ok(raw::Output::Blocks(blocks)) => {
                prop_assert!(blocks.iter().all(|block| is_part_of(block.get(), &text)));
            }
            Ok(raw::Output::Text(Cow::Borrowed(part))) => prop_assert!(is_part_of(part, &text)),
            _ => {}
        }
    }

    #[test]
    fn stripping_text_agrees_with_stripping_its_value(
        text in text(),
        kind in select(every::KIND.as_slice()),
        peer in peer(protocol_version()),
    ) {
        let mut value = parse(&text);
        if may_lead_with_a_private_name(&value) {
            return Ok(());
        }
        match (
            raw::strip_for_legacy_peer(&text, kind, peer),
            strip_for_legacy_peer(&mut value, kind, peer),
        ) {
            (Ok(stripped), Ok(expected)) => {
                let mut sent = parse(stripped.json());
                if let (Presence::Present(spelled), Presence::Present(removed)) =
                    (stripped.structured_content(), expected.structured_content())
                {
                    // Numbers are told apart as they are spelled here, as they were read there.
                    let before = parse(&text);
                    let first = before["content"].get(0);
                    let mirrors_text = |first: &str| mirror::mirrors_text(first, spelled.get());
                    let mirrors = |first: &str| mirror::mirrors(first, removed);
                    prop_assert_eq!(stripped.text_added(), is_added(peer, first, mirrors_text));
                    prop_assert_eq!(expected.text_added(), is_added(peer, first, mirrors));
                    if stripped.text_added() {
                        let block = sent["content"].as_array_mut().unwrap().remove(0);
                        let added = mirror::compact(spelled.get());
                        prop_assert_eq!(block, json!({"type": "text", "text": added}));
                    }
                    if expected.text_added() {
                        let block = value["content"].as_array_mut().unwrap().remove(0);
                        prop_assert_eq!(block, json!({"type": "text", "text": removed.to_string()}));
                    }
                } else {
                    prop_assert!(!stripped.text_added() && !expected.text_added());
                }
                prop_assert_eq!(sent, value);
                prop_assert_eq!(stripped.is_unchanged(), expected.is_unchanged());
                prop_assert_eq!(stripped.result_type(), expected.result_type());
                prop_assert_eq!(
                    parse_presence(stripped.structured_content()),
                    expected.structured_content().map(Value::clone)
                );
                let schemas = stripped.output_schemas().iter();
                let schemas: Vec<_> = schemas.map(|(tool, schema)| (*tool, parse(schema))).collect();
                prop_assert_eq!(schemas, expected.output_schemas());
            }
            (Err(raw::StripError::NotForLegacyPeer(error)), Err(expected)) => {
                prop_assert_eq!(error, expected);
            }
            (stripped, expected) => prop_assert!(false, "{stripped:?} instead of {expected:?}"),
        }
    }

    #[test]
    fn a_modern_peer_gets_the_same_bytes(
        text in text(),
        kind in select(every::KIND.as_slice()),
        peer in peer(select(["2026-07-28", "2026-07-29", "2027-01-01"].as_slice())
            .prop_map(|version| version.parse().unwrap())),
    ) {
        let stripped = raw::strip_for_legacy_peer(&text, kind, peer).unwrap();
        prop_assert_eq!(stripped.json().as_ptr(), text.as_ptr());
        prop_assert_eq!(stripped.into_json(), Cow::Borrowed(&text));
    }

    #[test]
    fn what_is_not_removed_keeps_its_bytes(
        text in text(),
        kind in select(every::KIND.as_slice()),
        peer in peer(legacy_version()),
    ) {
        let Ok(stripped) = raw::strip_for_legacy_peer(&text, kind, peer) else {
            return Ok(());
        };
        let sent = stripped.json();
        if !stripped.text_added() {
            prop_assert!(is_subsequence(sent, &text));
        }
        let (Some(before), Some(after)) = (members(&text), members(sent)) else {
            prop_assert_eq!(sent, &text);
            return Ok(());
        };
        for (name, value) in &after {
            match &**name {
                "content" if stripped.text_added() => {
                    let before = before.get(name).and_then(|content| elements(content));
                    let after = elements(value).unwrap();
                    prop_assert_eq!(before.unwrap_or_default(), &after[1..]);
                }
                "tools" if kind == ResultKind::ToolsList => {}
                _ => prop_assert_eq!(&before[name], value),
            }
        }
    }

    #[test]
    fn only_what_is_changed_is_copied(
        text in text(),
        kind in select(every::KIND.as_slice()),
        peer in peer(legacy_version()),
    ) {
        let Ok(stripped) = raw::strip_for_legacy_peer(&text, kind, peer) else {
            return Ok(());
        };
        let unchanged = !stripped.result_type()
            && stripped.structured_content().is_absent()
            && stripped.output_schemas().is_empty();
        prop_assert_eq!(unchanged, stripped.is_unchanged());
        prop_assert_eq!(unchanged, matches!(stripped.into_json(), Cow::Borrowed(_)));
    }

    #[test]
    fn what_serde_json_takes_for_json_is_json(
        text in prop_oneof![nearly_json(), text()],
        conversion in conversion(),
        kind in select(every::KIND.as_slice()),
        from in protocol_version(),
        peer in peer(protocol_version()),
    ) {
        let converted = raw::convert_result(&text, conversion);
        let stripped = raw::strip_for_legacy_peer(&text, kind, peer);
        let translated = raw::translate_result(&text, kind, from, peer);
        match serde_json::from_str::<IgnoredAny>(&text) {
            Ok(_) => {
                prop_assert!(!matches!(translated, Err(raw::TranslateError::NotJson(_))));
                prop_assert!(!matches!(converted, Err(raw::ConvertError::NotJson(_))));
                prop_assert!(!matches!(stripped, Err(raw::StripError::NotJson(_))));
            }
            Err(expected) => {
                let Err(raw::ConvertError::NotJson(error)) = converted else {
                    return Err(TestCaseError::fail("converted"));
                };
                prop_assert_eq!(error.to_string(), format!("not JSON: {expected}"));
                prop_assert_eq!((error.line(), error.column()), (expected.line(), expected.column()));
                prop_assert_eq!(error.result(), &text);
                let Err(raw::StripError::NotJson(other)) = stripped else {
                    return Err(TestCaseError::fail("stripped"));
                };
                prop_assert_eq!(&other, &error);
                prop_assert_eq!(translated, Err(raw::TranslateError::NotJson(error)));
            }
        }
    }
}
