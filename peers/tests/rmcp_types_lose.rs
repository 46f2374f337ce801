//! What a `tools/call` result loses on its way through rmcp's types, which is why the embedding
//! example goes around them.

use rmcp::model::{CallToolResult, ServerResult};
use serde_json::{Value, json};

/// The result as an rmcp client hands it on.
fn through_rmcp(result: &Value) -> Value {
    let result: ServerResult = serde_json::from_value(result.clone()).unwrap();
    serde_json::to_value(result).unwrap()
}

#[test]
fn an_explicit_null_survives() {
    let result = json!({"content": [], "structuredContent": null});
    assert_eq!(through_rmcp(&result), result);
}

#[test]
fn unknown_members_are_dropped() {
    let result = json!({"content": [{"type": "text", "text": "a", "unit": "K"}], "took": 3});
    assert_eq!(
        through_rmcp(&result),
        json!({"content": [{"type": "text", "text": "a"}]})
    );
}

#[test]
fn absent_and_null_content_become_an_empty_array() {
    for result in [
        json!({"structuredContent": 3}),
        json!({"structuredContent": 3, "content": null}),
    ] {
        assert_eq!(
            through_rmcp(&result),
            json!({"structuredContent": 3, "content": []})
        );
    }
}

#[test]
fn a_null_is_error_is_dropped() {
    let result = json!({"content": [], "isError": null});
    assert_eq!(through_rmcp(&result), json!({"content": []}));
}

#[test]
fn a_member_of_another_result_takes_it_for_that_result() {
    let result = json!({"content": [{"type": "text", "text": "a"}], "tools": []});
    assert_eq!(through_rmcp(&result), json!({"tools": []}));
}

#[test]
fn a_block_of_an_unknown_type_is_no_call_result() {
    let result = json!({"content": [{"type": "video"}]});
    assert!(serde_json::from_value::<CallToolResult>(result.clone()).is_err());
    let read: ServerResult = serde_json::from_value(result.clone()).unwrap();
    assert!(matches!(read, ServerResult::CustomResult(_)));
    assert_eq!(through_rmcp(&result), result);
}
