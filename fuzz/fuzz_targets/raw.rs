//! The functions over JSON text against those over a `Value`, and against serde_json's own scan.
#![no_main]

use std::borrow::Cow;

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use mcp_result::raw::{self, NotJson};
use mcp_result::{
    ConvertError, Output, Peer, Presence, ProtocolVersion, ResultKind, ResultMode, TextFallback,
    convert_result, strip_for_legacy_peer,
};
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    // As bytes half of the time: as a value, the spelling is lost.
    if seed % 2 == 0 {
        return fuzzer_mutate(data, size, max_size);
    }
    mcp_result_fuzz::mutate(data, size, max_size, seed)
});

const MODES: [ResultMode; 5] = [
    ResultMode::Text,
    ResultMode::Structured,
    ResultMode::NonNullStructured,
    ResultMode::Content,
    ResultMode::Model,
];
const KINDS: [ResultKind; 3] = [
    ResultKind::ToolsCall,
    ResultKind::ToolsList,
    ResultKind::Other,
];
const FALLBACKS: [TextFallback; 2] = [TextFallback::Lossless, TextFallback::WhenEmpty];

fuzz_target!(|text: &[u8]| {
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    check_scan(text);
    if mcp_result_fuzz::may_have_a_private_name(text.as_bytes()) {
        return;
    }
    let Ok(value) = serde_json::from_str::<Value>(text) else {
        return;
    };
    for mode in MODES {
        check_converted(text, &value, mode);
    }
    for kind in KINDS {
        for fallback in FALLBACKS {
            check_stripped(text, &value, kind, fallback);
        }
    }
});

/// What is not JSON is refused by both functions, as serde_json does; what is JSON is not.
fn check_scan(text: &str) {
    let expected = serde_json::from_str::<IgnoredAny>(text).err();
    let check = |found: Option<&NotJson>| match (&expected, found) {
        (None, None) => {}
        (Some(expected), Some(found)) => {
            assert_eq!(found.to_string(), format!("not JSON: {expected}"));
            assert_eq!(
                (found.line(), found.column()),
                (expected.line(), expected.column())
            );
        }
        _ => panic!("{found:?} instead of {expected:?}"),
    };
    for mode in MODES {
        match raw::convert_result(text, mode) {
            Err(raw::ConvertError::NotJson(error)) => check(Some(&error)),
            _ => check(None),
        }
    }
    for kind in KINDS {
        for version in [ProtocolVersion::V2025_11_25, ProtocolVersion::V2026_07_28] {
            match raw::strip_for_legacy_peer(text, kind, version) {
                Err(raw::StripError::NotJson(error)) => check(Some(&error)),
                Ok(stripped) if !version.is_legacy() => {
                    assert_eq!(stripped.json().as_ptr(), text.as_ptr());
                    check(None);
                }
                _ => check(None),
            }
        }
    }
}

fn parse(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn parse_presence(presence: Presence<&RawValue>) -> Presence<Value> {
    presence.map(|value| parse(value.get()))
}

fn is_part_of(part: &str, whole: &str) -> bool {
    let (part, whole) = (
        part.as_bytes().as_ptr_range(),
        whole.as_bytes().as_ptr_range(),
    );
    whole.start <= part.start && part.end <= whole.end
}

fn check_converted(text: &str, value: &Value, mode: ResultMode) {
    let expected = convert_result(value.clone(), mode);
    match (raw::convert_result(text, mode), expected) {
        (Ok(output), Ok(expected)) => {
            let output = match output {
                raw::Output::Structured(value) => {
                    assert!(is_part_of(value.get(), text));
                    Output::Structured(parse(value.get()))
                }
                raw::Output::Text(text) => Output::Text(text.into_owned()),
                raw::Output::Texts(texts) => {
                    Output::Texts(texts.into_iter().map(Cow::into_owned).collect())
                }
                raw::Output::Blocks(blocks) => {
                    assert!(blocks.iter().all(|block| is_part_of(block.get(), text)));
                    Output::Blocks(blocks.iter().map(|block| parse(block.get())).collect())
                }
            };
            assert_eq!(output, expected.output);
        }
        (Err(error), Err(expected)) => {
            // What a tool's error shows of the structured value has its own spelling here.
            if !matches!(expected, ConvertError::Tool(_)) {
                assert_eq!(error.to_string(), expected.to_string());
            }
            if let (raw::ConvertError::Tool(error), ConvertError::Tool(expected)) =
                (&error, &expected)
            {
                assert!(error.texts().eq(expected.texts()));
                let blocks = error.content().into_iter();
                assert!(
                    blocks
                        .map(|block| parse(block.get()))
                        .eq(expected.content().iter().cloned())
                );
                assert_eq!(
                    parse_presence(error.structured_content()),
                    expected.structured_content().map(Value::clone)
                );
            }
        }
        (output, expected) => panic!("{output:?} instead of {expected:?}"),
    }
}

fn check_stripped(text: &str, value: &Value, kind: ResultKind, fallback: TextFallback) {
    let peer = Peer::from(ProtocolVersion::V2025_11_25).with_text_fallback(fallback);
    let mut expected_sent = value.clone();
    let expected = strip_for_legacy_peer(&mut expected_sent, kind, peer);
    match (raw::strip_for_legacy_peer(text, kind, peer), expected) {
        (Ok(stripped), Ok(expected)) => {
            let mut sent = parse(stripped.json());
            if stripped.text_added() != expected.text_added() {
                // As decimals, numbers are equal or not where doubles are not or are.
                let first = value["content"][0]["text"].as_str().unwrap();
                assert!(first.contains(|char: char| char.is_ascii_digit()));
                return;
            }
            if stripped.text_added() {
                // The input's own bytes here, compact JSON there.
                let added = sent["content"][0]["text"].take();
                expected_sent["content"][0]["text"].take();
                let value = expected.structured_content();
                assert_eq!(Presence::Present(&parse(added.as_str().unwrap())), value);
            }
            assert_eq!(sent, expected_sent);
            assert_eq!(stripped.result_type(), expected.result_type());
            assert_eq!(
                parse_presence(stripped.structured_content()),
                expected.structured_content().map(Value::clone)
            );
            let schemas = stripped.output_schemas().iter();
            assert!(
                schemas
                    .map(|(tool, schema)| (*tool, parse(schema)))
                    .eq(expected.output_schemas().iter().cloned())
            );
            // Stripping again finds nothing.
            let again = raw::strip_for_legacy_peer(stripped.json(), kind, peer).unwrap();
            assert_eq!(again.json().as_ptr(), stripped.json().as_ptr());
        }
        (Err(raw::StripError::NotForLegacyPeer(error)), Err(expected)) => {
            assert_eq!(error, expected);
        }
        (stripped, expected) => panic!("{stripped:?} instead of {expected:?}"),
    }
}
