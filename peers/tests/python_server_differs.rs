//! Each known difference between what this crate and the server of the Python SDK send to a legacy peer.

use std::sync::{LazyLock, Mutex};

use mcp_result::{NotForLegacyPeer, ProtocolVersion, ResultKind, strip_for_legacy_peer};
use mcp_result_peers::python::Python;
use serde_json::{Value, json};

const LEGACY: ProtocolVersion = ProtocolVersion::V2025_11_25;

static SERVER: LazyLock<Mutex<Python>> =
    LazyLock::new(|| Mutex::new(Python::start::<&str>("src/serve.py", &[])));

/// What the SDK's server sends in a session of this version; `None` where the peer gets an internal error.
fn theirs(result: &Value, version: ProtocolVersion) -> Option<Value> {
    let request = json!([result, version.to_string()]);
    let mut answer = SERVER.lock().unwrap().ask(&request);
    answer.get_mut("sent").map(Value::take)
}

fn ours(mut result: Value, version: ProtocolVersion) -> Result<Value, NotForLegacyPeer> {
    strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, version)?;
    Ok(result)
}

#[test]
fn the_sdk_makes_a_success_of_a_result_that_is_not_final() {
    for result_type in ["input_required", "task"] {
        for content in [json!([]), json!([{"type": "text", "text": "a"}])] {
            let result = json!({"resultType": result_type, "content": content});
            assert_eq!(theirs(&result, LEGACY), Some(json!({"content": content})));
            let refused = NotForLegacyPeer::ResultType(result_type.to_owned());
            assert_eq!(ours(result, LEGACY), Err(refused));
        }
    }
}

#[test]
fn the_sdk_answers_an_internal_error_for_a_value_that_is_no_object() {
    let result = json!({"content": [], "structuredContent": [1]});
    assert_eq!(theirs(&result, LEGACY), None);
    let text = json!({"type": "text", "text": "[1]"});
    assert_eq!(ours(result, LEGACY), Ok(json!({"content": [text]})));
}

#[test]
fn the_sdk_drops_a_null_value_for_every_peer() {
    let modern = ProtocolVersion::V2026_07_28;
    let result = json!({"content": [], "structuredContent": null, "resultType": "complete"});
    let sent = json!({"content": [], "resultType": "complete"});
    assert_eq!(theirs(&result, modern), Some(sent));
    assert_eq!(ours(result.clone(), modern), Ok(result.clone()));

    assert_eq!(theirs(&result, LEGACY), Some(json!({"content": []})));
    let text = json!({"type": "text", "text": "null"});
    assert_eq!(ours(result, LEGACY), Ok(json!({"content": [text]})));
}
