//! A valid result shrinks to valid results: the members that it must have stay.

use mcp_result::strategy;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::Value;

/// Every value on the way from some generated ones to the smallest.
fn shrunk(strategy: &impl Strategy<Value = Value>) -> Vec<Value> {
    let mut runner = TestRunner::deterministic();
    let mut values = Vec::new();
    for _ in 0..50 {
        let mut tree = strategy.new_tree(&mut runner).unwrap();
        values.push(tree.current());
        while tree.simplify() {
            values.push(tree.current());
        }
    }
    values
}

#[test]
fn a_list_keeps_its_tools_and_a_tool_its_name() {
    for result in shrunk(&strategy::list_result()) {
        let tools = result["tools"].as_array();
        let tools = tools.unwrap_or_else(|| panic!("no tools in {result}"));
        for tool in tools {
            assert!(tool["name"].is_string(), "{tool}");
            assert!(tool["inputSchema"].is_object(), "{tool}");
        }
    }
}

#[test]
fn a_text_block_keeps_its_text() {
    for block in shrunk(&strategy::text_block()) {
        assert_eq!(block["type"], "text");
        assert!(block["text"].is_string(), "{block}");
    }
}

#[test]
fn an_embedded_resource_keeps_its_text_or_its_blob() {
    for block in shrunk(&strategy::embedded_resource_block()) {
        let resource = &block["resource"];
        assert!(resource["uri"].is_string(), "{block}");
        assert!(
            resource["text"].is_string() != resource["blob"].is_string(),
            "{block}"
        );
    }
}
