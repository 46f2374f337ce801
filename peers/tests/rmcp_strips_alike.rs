//! Stripping agrees with rmcp, on what rmcp's types make of a result.

use std::cell::Cell;

use mcp_result::rules::mirrors;
use mcp_result::{NotForLegacyPeer, ProtocolVersion, ResultKind, strategy, strip_for_legacy_peer};
use mcp_result_peers::agreement::{agree_on, typed_call_result};
use mcp_result_peers::rmcp_types::{read_call_result, read_list_result, stripped, written};
use proptest::prelude::*;
use proptest::test_runner::{TestCaseError, TestCaseResult};
use rmcp::model::ServerResult;
use serde_json::{Value, json};

const CALL_REGRESSIONS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/proptest-regressions/rmcp_call.txt"
);
const LIST_REGRESSIONS: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/proptest-regressions/rmcp_list.txt"
);

#[test]
fn call_results_are_stripped_as_rmcp_does_it() {
    let (copied, lost) = (Cell::new(0), Cell::new(0));
    let results = prop_oneof![
        typed_call_result(),
        typed_call_result().prop_map(mirrored),
        mirrored_number(),
        zeros(),
    ];
    agree_on(&results, CALL_REGRESSIONS, |result| {
        let read = read(read_call_result(result), call_result_is_beyond_rmcp(result))?;
        let theirs = stripped(read.clone());
        let ours = strip(written(&read), ResultKind::ToolsCall).unwrap();
        match known_difference(&written(&read)) {
            Some((Known::NumberReadsBackOtherwise, text)) => {
                copied.set(copied.get() + 1);
                agree(&with_first_text(ours, &text), &theirs)
            }
            Some((Known::SignOfZero, text)) => {
                lost.set(lost.get() + 1);
                agree(&ours, &with_first_text(theirs, &text))
            }
            None => agree(&ours, &theirs),
        }
    });
    let (copied, lost) = (copied.get(), lost.get());
    assert!(copied > 0 && lost > 0, "a known difference was never met");
    println!(
        "{copied} times rmcp copied a value that was there, {lost} times it lost the sign of a zero"
    );
}

#[test]
fn list_results_are_stripped_as_rmcp_does_it() {
    agree_on(&strategy::list_result(), LIST_REGRESSIONS, |result| {
        let read = read(read_list_result(result), list_result_is_beyond_rmcp(result))?;
        let ours = strip(written(&read), ResultKind::ToolsList).unwrap();
        agree(&ours, &stripped(read))
    });
}

/// serde_json without `float_roundtrip` reads some numbers back as their neighbours, so rmcp does
/// not see that the text is the value.
#[test]
fn rmcp_copies_a_number_that_the_text_holds_already() {
    let value: Value = json!(4.008_702_235_291_419_3e-60);
    let text = value.to_string();
    assert_ne!(serde_json::from_str::<Value>(&text).unwrap(), value);
    let block = json!({"type": "text", "text": text});
    let result = json!({"content": [block], "structuredContent": value});

    let theirs = stripped(read_call_result(&result).unwrap());
    assert_eq!(theirs, json!({"content": [block, block]}));
    let ours = strip(result, ResultKind::ToolsCall).unwrap();
    assert_eq!(ours, json!({"content": [block]}));
}

/// `==` takes zeros of another sign for equal, so rmcp takes the text for the value.
#[test]
fn rmcp_loses_the_sign_of_a_zero() {
    for (value, text) in [
        (json!([-0.0]), "[0.0]"),
        (json!([0.0]), "[-0.0]"),
        (json!([0.0]), "[-0]"),
    ] {
        let block = json!({"type": "text", "text": text});
        let result = json!({"content": [block], "structuredContent": value});

        let theirs = stripped(read_call_result(&result).unwrap());
        assert_eq!(theirs, json!({"content": [block]}));
        let ours = strip(result, ResultKind::ToolsCall).unwrap();
        let first = json!({"type": "text", "text": value.to_string()});
        assert_eq!(ours["content"], json!([first, block]));
    }
}

/// rmcp parses the text, and parsers stop at 128 levels.
#[test]
fn rmcp_copies_a_value_too_deep_to_be_read_that_the_text_holds_already() {
    for (levels, copies) in [(127, false), (128, true), (200, true)] {
        let value = (1..levels).fold(json!([]), |value, _| json!([value]));
        let block = json!({"type": "text", "text": value.to_string()});
        let result = json!({"content": [block], "structuredContent": value});

        let theirs = stripped(read_call_result(&result).unwrap());
        assert_eq!(theirs["content"] == json!([block, block]), copies);
        let ours = strip(result, ResultKind::ToolsCall).unwrap();
        assert_eq!(ours, json!({"content": [block]}));
    }
}

#[test]
fn rmcp_writes_a_text_too_deep_to_be_read() {
    let value = (0..200).fold(json!([]), |value, _| json!([value]));
    let result = json!({"content": [], "structuredContent": value});

    let theirs = stripped(read_call_result(&result).unwrap());
    let text = theirs["content"][0]["text"].as_str().unwrap();
    assert!(serde_json::from_str::<Value>(text).is_err());
    assert_eq!(
        strip(result, ResultKind::ToolsCall),
        Err(NotForLegacyPeer::Depth)
    );
}

/// An older peer that sends this request knows the result, and rmcp's own client reads it only with
/// its `resultType`.
#[test]
fn neither_touches_what_is_discovered() {
    let versions = json!([ProtocolVersion::V2026_07_28.to_string()]);
    let result = json!({
        "resultType": "complete",
        "supportedVersions": versions,
        "capabilities": {},
        "serverInfo": {"name": "a", "version": "1"},
        "ttlMs": 0,
        "cacheScope": "private",
    });
    let read: ServerResult = serde_json::from_value(result.clone()).unwrap();
    assert!(matches!(read, ServerResult::DiscoverResult(_)));

    let kind = ResultKind::of_method("server/discover");
    assert_eq!(strip(written(&read), kind).unwrap(), written(&read));
    assert_eq!(stripped(read.clone()), written(&read));
    assert_eq!(written(&read)["resultType"], "complete");
}

/// An older peer reads them as an empty success, so this crate refuses them. To rmcp they are no results
/// of `tools/call`; of the two, its server answers `input_required` with an error.
#[test]
fn rmcp_leaves_a_result_that_is_not_final_as_it_is() {
    for result_type in ["input_required", "task"] {
        let result = json!({"resultType": result_type, "requestState": "a"});
        assert!(read_call_result(&result).is_err());

        let read: ServerResult = serde_json::from_value(result.clone()).unwrap();
        assert_eq!(stripped(read)["resultType"], result_type);
        let refused = NotForLegacyPeer::ResultType(result_type.to_owned());
        assert_eq!(strip(result, ResultKind::ToolsCall), Err(refused));
    }
}

#[test]
fn rmcp_keeps_a_complete_result_type_of_a_kind_it_does_not_know() {
    let result = json!({"resultType": "complete", "taskId": "1"});
    let read: ServerResult = serde_json::from_value(result.clone()).unwrap();

    assert_eq!(stripped(read)["resultType"], "complete");
    let ours = strip(result, ResultKind::Other).unwrap();
    assert_eq!(ours, json!({"taskId": "1"}));
}

fn strip(mut result: Value, kind: ResultKind) -> Result<Value, NotForLegacyPeer> {
    strip_for_legacy_peer(&mut result, kind, ProtocolVersion::V2025_11_25)?;
    Ok(result)
}

/// What rmcp read; a result that it should have read is a failure.
fn read(
    read: Result<ServerResult, serde_json::Error>,
    beyond_rmcp: bool,
) -> Result<ServerResult, TestCaseError> {
    read.map_err(|error| {
        if beyond_rmcp {
            TestCaseError::reject("rmcp does not read this")
        } else {
            TestCaseError::fail(format!("rmcp does not read this: {error}"))
        }
    })
}

fn agree(ours: &Value, theirs: &Value) -> TestCaseResult {
    prop_assert!(ours == theirs, "mcp-result: {ours}\nrmcp: {theirs}");
    Ok(())
}

/// Whether rmcp does not read a result that is valid.
fn call_result_is_beyond_rmcp(result: &Value) -> bool {
    let types = ["text", "image", "audio", "resource", "resource_link"];
    let no_known_member = ["content", "structuredContent", "isError"]
        .iter()
        .all(|name| result.get(name).is_none());
    no_known_member
        || blocks(result).iter().any(|block| {
            !types.iter().any(|name| block["type"] == *name)
                || block.get("size").is_some_and(|size| !size.is_u64())
        })
}

/// Whether rmcp does not read a list that is valid.
fn list_result_is_beyond_rmcp(result: &Value) -> bool {
    if result.get("ttlMs").is_some_and(|ttl| !ttl.is_i64()) {
        return true;
    }
    let mut tools = result["tools"].as_array().into_iter().flatten();
    tools.any(|tool| {
        tool.get("outputSchema")
            .is_some_and(|schema| !schema.is_object())
    })
}

/// Where rmcp's answer to whether the first text is the value differs from this crate's on purpose.
enum Known {
    /// serde_json reads the value's own text as another value, so rmcp copies it.
    NumberReadsBackOtherwise,
    /// The text says a zero of another sign, so this crate writes the value.
    SignOfZero,
}

/// The known difference that applies, and the text that one of the two writes.
fn known_difference(result: &Value) -> Option<(Known, String)> {
    let value = result.get("structuredContent")?;
    let first = blocks(result).first()?;
    let first = first["text"].as_str().filter(|_| first["type"] == "text")?;
    if value.is_object() {
        return None;
    }
    let text = value.to_string();
    let read = |text: &str| serde_json::from_str::<Value>(text).ok();
    let is_read_as_it = |text| read(text).as_ref() == Some(value);
    match (mirrors(first, value), is_read_as_it(first)) {
        (true, false) if !is_read_as_it(&text) => Some((Known::NumberReadsBackOtherwise, text)),
        // Equal values that are not written alike are zeros.
        (false, true) if !is_written_as(read(first).as_ref()?, &text) => {
            Some((Known::SignOfZero, text))
        }
        _ => None,
    }
}

fn is_written_as(value: &Value, text: &str) -> bool {
    let written = value.to_string();
    written == text
}

fn with_first_text(mut result: Value, text: &str) -> Value {
    if let Some(Value::Array(blocks)) = result.get_mut("content") {
        blocks.insert(0, json!({"type": "text", "text": text}));
    }
    result
}

/// The result with its structured content as the first block, in the same spelling.
fn mirrored(result: Value) -> Value {
    match result.get("structuredContent") {
        Some(value) => with_first_text(result.clone(), &value.to_string()),
        None => result,
    }
}

/// A number beside its own text.
fn mirrored_number() -> impl Strategy<Value = Value> {
    strategy::number()
        .prop_map(|number| mirrored(json!({"content": [], "structuredContent": number})))
}

/// Zeros beside zeros of any sign.
fn zeros() -> impl Strategy<Value = Value> {
    let zero = || prop_oneof![Just("0.0"), Just("-0.0"), Just("0"), Just("-0")];
    (zero(), zero()).prop_map(|(text, value)| {
        let value: Value = serde_json::from_str(value).expect("a zero is JSON");
        let result = json!({"content": [], "structuredContent": [value]});
        with_first_text(result, &format!("[{text}]"))
    })
}

fn blocks(result: &Value) -> &[Value] {
    result
        .get("content")
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}
