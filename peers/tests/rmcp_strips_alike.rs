//! Stripping agrees with rmcp, on what rmcp's types make of a result.

use std::cell::Cell;

use mcp_result::{NotForLegacyPeer, ProtocolVersion, ResultKind, strategy, strip_for_legacy_peer};
use mcp_result_peers::agreement::agree_on;
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
    let copies = Cell::new(0);
    let results = prop_oneof![
        strategy::call_result(),
        strategy::call_result().prop_map(mirrored),
        mirrored_number(),
    ];
    agree_on(&results, CALL_REGRESSIONS, |result| {
        let read = read(read_call_result(result), call_result_is_beyond_rmcp(result))?;
        let theirs = stripped(read.clone());
        let ours = strip(written(&read), ResultKind::ToolsCall).unwrap();
        if is_needless_copy(&written(&read), &ours, &theirs) {
            copies.set(copies.get() + 1);
            return Ok(());
        }
        agree(&ours, &theirs)
    });
    assert_ne!(copies.get(), 0, "the known difference was never met");
    println!("{} times rmcp copied a number that was there", copies.get());
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

/// Whether the outcomes differ in nothing but a copy that rmcp put before a block with the very
/// same text, which serde_json reads back as another value.
fn is_needless_copy(before: &Value, ours: &Value, theirs: &Value) -> bool {
    let (Some(value), Some(first)) = (before.get("structuredContent"), blocks(before).first())
    else {
        return false;
    };
    let text = value.to_string();
    let mut copied = ours.clone();
    if let Some(Value::Array(blocks)) = copied.get_mut("content") {
        blocks.insert(0, json!({"type": "text", "text": text}));
    }
    first["type"] == "text"
        && first["text"] == text
        && serde_json::from_str::<Value>(&text).is_ok_and(|read| read != *value)
        && copied == *theirs
}

/// The result with its structured content as the first block, in the same spelling.
fn mirrored(mut result: Value) -> Value {
    let text = match result.get("structuredContent") {
        Some(value) => value.to_string(),
        None => return result,
    };
    if let Some(Value::Array(blocks)) = result.get_mut("content") {
        blocks.insert(0, json!({"type": "text", "text": text}));
    }
    result
}

/// A number beside its own text.
fn mirrored_number() -> impl Strategy<Value = Value> {
    strategy::number()
        .prop_map(|number| mirrored(json!({"content": [], "structuredContent": number})))
}

fn blocks(result: &Value) -> &[Value] {
    result
        .get("content")
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}
