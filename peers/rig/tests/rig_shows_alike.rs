//! What rig's model gets is the same from the original, and from the one on this crate: on the same
//! generated results, as rmcp reads them.

use std::cell::Cell;

use mcp_result::rules::mirrors;
use mcp_result::strategy;
use mcp_result_rig::tool_output;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rig_core::tool::{ToolExecutionError, ToolOutput};
use rig_rmcp::mcp_result_output;
use rig_rmcp::rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Value, json};

/// How many results have to be compared.
const CASES: u32 = 5_000;

#[test]
fn results_are_shown_as_rig_does_it() {
    let respelled = Cell::new(0);
    let mut runner = TestRunner::new(Config {
        cases: CASES,
        max_global_rejects: 20 * CASES,
        failure_persistence: None,
        ..Config::default()
    });
    let outcome = runner.run(&strategy::call_result(), |result| {
        let Ok(mut read) = serde_json::from_value::<CallToolResult>(result) else {
            return Err(TestCaseError::reject("rmcp does not read this"));
        };
        let ours = tool_output(serde_json::to_value(&read).unwrap());
        // The known difference: rig knows a mirror only by its spelling.
        respelled.set(respelled.get() + u32::from(respell_mirror(&mut read)));
        let theirs = mcp_result_output(&read).unwrap();
        let failed = read.is_error == Some(true);
        prop_assert_eq!(ours.is_err(), failed);
        prop_assert_eq!(shown(&ours), &theirs);
        Ok(())
    });
    outcome.unwrap_or_else(|error| panic!("{error}"));
    assert_ne!(respelled.get(), 0, "the known difference was never met");
    println!(
        "{CASES} results, {} of them with a mirror that rig does not know",
        respelled.get()
    );
}

/// Gives the first text that mirrors the structured value the spelling in which rig knows it; whether
/// it had another.
fn respell_mirror(result: &mut CallToolResult) -> bool {
    let Some(value) = &result.structured_content else {
        return false;
    };
    let texts = result.content.iter_mut().filter_map(|block| match block {
        ContentBlock::Text(text) => Some(&mut text.text),
        _ => None,
    });
    let mirror = texts.into_iter().find(|text| mirrors(text, value));
    mirror.is_some_and(|text| std::mem::replace(text, value.to_string()) != *text)
}

/// What the model gets: a failure has an output, too.
fn shown(output: &Result<ToolOutput, ToolExecutionError>) -> &ToolOutput {
    match output {
        Ok(output) => output,
        Err(error) => error.model_output(),
    }
}

/// What both show, as JSON.
fn both(result: &Value) -> (Value, Value) {
    let read: CallToolResult = serde_json::from_value(result.clone()).unwrap();
    let theirs = mcp_result_output(&read).unwrap();
    let ours = tool_output(result.clone());
    (
        serde_json::to_value(shown(&ours)).unwrap(),
        serde_json::to_value(theirs).unwrap(),
    )
}

fn json_block(value: &Value) -> Value {
    json!({"type": "json", "value": value})
}

#[test]
fn the_value_takes_the_place_of_its_mirror() {
    let value = json!({"b": 1, "a": [2]});
    let result = json!({
        "content": [{"type": "text", "text": "A:"}, {"type": "text", "text": value.to_string()}],
        "structuredContent": value,
    });
    let (ours, theirs) = both(&result);
    assert_eq!(ours[1], json_block(&value));
    assert_eq!(ours, theirs);
}

#[test]
fn a_value_without_a_mirror_comes_first() {
    let result =
        json!({"content": [{"type": "text", "text": "A."}], "structuredContent": {"a": 1}});
    let (ours, theirs) = both(&result);
    assert_eq!(ours[0], json_block(&json!({"a": 1})));
    assert_eq!(ours.as_array().unwrap().len(), 2);
    assert_eq!(ours, theirs);
}

#[test]
fn a_null_value_counts_as_absent() {
    let result = json!({"content": [{"type": "text", "text": "A."}], "structuredContent": null});
    let (ours, theirs) = both(&result);
    assert_eq!(ours, theirs);
}

#[test]
fn images_keep_their_place_among_the_texts() {
    let result = json!({"content": [
        {"type": "text", "text": "A cat:"},
        {"type": "image", "data": "AA==", "mimeType": "image/png"},
        {"type": "text", "text": "Another:"},
        {"type": "resource", "resource": {"uri": "file:///b", "mimeType": "image/png", "blob": "AA=="}},
        {"type": "image", "data": "AA==", "mimeType": "image/x-unknown"},
    ]});
    let (ours, theirs) = both(&result);
    let types: Vec<_> = ours
        .as_array()
        .unwrap()
        .iter()
        .map(|block| &block["type"])
        .collect();
    assert_eq!(types, ["text", "image", "text", "image", "json"]);
    assert_eq!(ours, theirs);
}

#[test]
fn a_failure_has_the_same_output_flagged() {
    for content in [json!([{"type": "text", "text": "no such city"}]), json!([])] {
        let result = json!({"content": content, "isError": true});
        assert!(tool_output(result.clone()).is_err());
        let (ours, theirs) = both(&result);
        assert_eq!(ours, theirs);
    }
}

/// The difference that is meant: rig gives the model the same value twice, as a value and as a text.
#[test]
fn rig_shows_a_value_twice_whose_mirror_is_spelled_otherwise() {
    let value = json!({"b": 1, "a": [2]});
    for text in [r#"{"b": 1, "a": [2]}"#, r#"{"a":[2],"b":1}"#] {
        let block = json!({"type": "text", "text": text});
        let result = json!({"content": [block], "structuredContent": value});
        let (ours, theirs) = both(&result);
        assert_eq!(theirs, json!([json_block(&value), block]));
        assert_eq!(ours, json!([json_block(&value)]));
    }
}

/// What does not get as far as rig: rmcp reads neither.
#[test]
fn what_rmcp_does_not_read_is_shown_or_refused() {
    let unknown = json!({"type": "x-chart", "points": [1, 2]});
    let result = json!({"content": [unknown]});
    assert!(serde_json::from_value::<CallToolResult>(result.clone()).is_err());
    let ours = serde_json::to_value(tool_output(result).unwrap()).unwrap();
    assert_eq!(ours, json!([json_block(&unknown)]));

    let unfinished = json!({"resultType": "input_required", "requestState": "a"});
    assert!(tool_output(unfinished).is_err());
}
