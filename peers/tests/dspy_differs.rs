//! Each known difference between this crate and DSPy with the Python SDK in front of it, by name.

use std::sync::{LazyLock, Mutex};

use mcp_result::{ConvertError, Output, ResultMode, convert_result};
use mcp_result_peers::dspy::{Answer, Dspy, Outcome};
use serde_json::{Value, json};

static DSPY: LazyLock<Mutex<Dspy>> = LazyLock::new(|| Mutex::new(Dspy::start()));

/// What DSPy gives in mode `structured`; `None` where the SDK does not read the result.
fn theirs(result: &Value) -> Option<Outcome> {
    outcome(DSPY.lock().unwrap().convert(result, "structured"))
}

/// The same in a session of a protocol version.
fn theirs_in(result: &Value, version: &str) -> Option<Outcome> {
    let mut dspy = DSPY.lock().unwrap();
    outcome(dspy.convert_in_session(result, "structured", version))
}

fn outcome(answer: Answer) -> Option<Outcome> {
    match answer {
        Answer::Rejected(_) => None,
        Answer::Converted { outcome, .. } => Some(outcome),
    }
}

fn ours(result: Value) -> Result<Output, ConvertError> {
    Ok(convert_result(result, ResultMode::Structured)?.output)
}

#[test]
fn dspy_gives_an_empty_list_for_a_lone_empty_text() {
    let result = json!({"content": [{"type": "text", "text": ""}]});
    assert_eq!(theirs(&result), Some(Outcome::Output(json!([]))));
    assert_eq!(ours(result), Ok(Output::Text(String::new())));
}

#[test]
fn the_sdk_rejects_a_block_of_an_unknown_type() {
    let block = json!({"type": "video", "uri": "file:///a"});
    let result = json!({"content": [block]});
    assert_eq!(theirs(&result), None);
    assert_eq!(ours(result), Ok(Output::Blocks(vec![block])));
}

#[test]
fn the_sdk_rejects_an_unknown_block_beside_a_structured_value() {
    let result = json!({"content": [{"type": "video"}], "structuredContent": 3});
    assert_eq!(theirs(&result), None);
    assert_eq!(ours(result), Ok(Output::Structured(json!(3))));
}

#[test]
fn the_sdk_rejects_absent_and_null_content() {
    for result in [
        json!({"structuredContent": 3}),
        json!({"structuredContent": 3, "content": null}),
    ] {
        assert_eq!(theirs(&result), None);
        assert_eq!(ours(result), Ok(Output::Structured(json!(3))));
    }
}

#[test]
fn the_sdk_rejects_null_for_is_error_and_result_type() {
    for name in ["isError", "resultType"] {
        let result = json!({"content": [], name: null});
        assert_eq!(theirs(&result), None);
        assert_eq!(ours(result), Ok(Output::Blocks(Vec::new())));
    }
}

#[test]
fn the_sdk_rejects_an_error_with_malformed_content() {
    let result = json!({"content": [{"type": "text", "text": 5}], "isError": true});
    assert_eq!(theirs(&result), None);
    assert!(matches!(ours(result), Err(ConvertError::Tool(_))));
}

#[test]
fn the_sdk_coerces_is_error() {
    for (is_error, coerced) in [
        (json!("true"), true),
        (json!("yes"), true),
        (json!(1), true),
        (json!("false"), false),
        (json!(0), false),
    ] {
        let result = json!({"content": [], "isError": is_error});
        let failed = matches!(theirs(&result), Some(Outcome::ToolError(_)));
        assert_eq!(failed, coerced, "{result}");
        let malformed = |error: ConvertError| match error {
            ConvertError::Malformed(malformed) => malformed.pointer() == "/isError",
            _ => false,
        };
        assert!(ours(result).is_err_and(malformed));
    }
}

#[test]
fn the_sdk_takes_a_block_without_a_type_for_text() {
    let result = json!({"content": [{"text": "a"}]});
    assert_eq!(theirs(&result), Some(Outcome::Output(json!("a"))));
    assert!(matches!(ours(result), Err(ConvertError::Malformed(_))));
}

#[test]
fn the_sdk_drops_unknown_members_of_a_block() {
    let block = json!({"type": "image", "data": "AA==", "mimeType": "image/png", "alt": "a"});
    let result = json!({"content": [block]});
    let known = json!([{"type": "image", "data": "AA==", "mimeType": "image/png"}]);
    assert_eq!(theirs(&result), Some(Outcome::Output(known)));
    assert_eq!(ours(result), Ok(Output::Blocks(vec![block])));
}

#[test]
fn the_sdk_writes_an_integral_priority_as_a_float() {
    let block = json!({"type": "image", "data": "AA==", "mimeType": "image/png", "annotations": {"priority": 1}});
    let result = json!({"content": [block]});
    let Some(Outcome::Output(theirs)) = theirs(&result) else {
        panic!("DSPy converts this");
    };
    assert_eq!(theirs[0]["annotations"]["priority"], json!(1.0));
    assert_eq!(ours(result), Ok(Output::Blocks(vec![block])));
}

/// Also in a session in which the SDK's client knows the `resultType`.
#[test]
fn dspy_returns_the_content_of_an_incomplete_result_as_a_success() {
    let block = json!({"type": "text", "text": "a"});
    for result_type in ["input_required", "task", "a type of the future"] {
        let result = json!({"content": [block], "resultType": result_type});
        let success = Some(Outcome::Output(json!("a")));
        assert_eq!(theirs(&result), success);
        if result_type != "a type of the future" {
            assert_eq!(theirs_in(&result, "2026-07-28"), success);
        }
        assert!(matches!(ours(result), Err(ConvertError::Incomplete(_))));
    }
}

#[test]
fn an_incomplete_result_without_content_is_rejected_by_the_sdk() {
    let result = json!({"resultType": "input_required", "requestState": "a"});
    assert_eq!(theirs(&result), None);
    assert!(matches!(ours(result), Err(ConvertError::Incomplete(_))));
}

#[test]
fn the_client_of_the_sdk_takes_an_array_only_at_2026_07_28_with_a_result_type() {
    let without = json!({"content": [], "structuredContent": [1]});
    let with = json!({"content": [], "structuredContent": [1], "resultType": "complete"});
    for (result, version, is_taken) in [
        (&without, "2025-11-25", false),
        (&with, "2025-11-25", false),
        (&without, "2026-07-28", false),
        (&with, "2026-07-28", true),
    ] {
        let taken = is_taken.then(|| Outcome::Output(json!([1])));
        assert_eq!(theirs_in(result, version), taken, "{result} in {version}");
        assert_eq!(ours(result.clone()), Ok(Output::Structured(json!([1]))));
    }
}
