//! The specification's own examples, through both functions. `specification/README.md` says where
//! they come from.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use mcp_result::ResultMode::{Content, Model, NonNullStructured, Structured, Text};
use mcp_result::{
    ConvertError, Converted, NotForLegacyPeer, Output, ProtocolVersion, ResultKind, ResultMode,
    convert_result, strip_for_legacy_peer,
};
use serde_json::{Value, json};

mod every;

const EXAMPLES: [&str; 15] = [
    INVALID_TOOL_INPUT,
    ARRAY_STRUCTURED_CONTENT,
    STRUCTURED_CONTENT,
    UNSTRUCTURED_TEXT,
    CALL_TOOL_RESPONSE,
    INPUT_REQUIRED,
    INPUT_REQUIRED_STATE_ONLY,
    TOOLS_LIST,
    TOOLS_LIST_RESPONSE,
    TOOLS[0],
    TOOLS[1],
    TOOLS[2],
    TOOLS[3],
    TOOLS[4],
    TOOLS[5],
];

const INVALID_TOOL_INPUT: &str = "CallToolResult/invalid-tool-input-error.json";
const ARRAY_STRUCTURED_CONTENT: &str = "CallToolResult/result-with-array-structured-content.json";
const STRUCTURED_CONTENT: &str = "CallToolResult/result-with-structured-content.json";
const UNSTRUCTURED_TEXT: &str = "CallToolResult/result-with-unstructured-text.json";
const CALL_TOOL_RESPONSE: &str = "CallToolResultResponse/call-tool-result-response.json";
const INPUT_REQUIRED: &str = "InputRequiredResult/input-required-result-with-elicitation-and-sampling-and-request-state.json";
const INPUT_REQUIRED_STATE_ONLY: &str =
    "InputRequiredResult/input-required-result-with-request-state-only.json";
const TOOLS_LIST: &str = "ListToolsResult/tools-list-with-cursor-and-ttl.json";
const TOOLS_LIST_RESPONSE: &str = "ListToolsResultResponse/list-tools-result-response.json";
const TOOLS: [&str; 6] = [
    "Tool/tool-with-array-output-schema.json",
    "Tool/tool-with-composition-input-schema.json",
    "Tool/with-default-2020-12-input-schema.json",
    "Tool/with-explicit-draft-07-input-schema.json",
    "Tool/with-no-parameters.json",
    "Tool/with-output-schema-for-structured-content.json",
];

#[test]
fn every_example_is_used() {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder()).unwrap() {
        for file in fs::read_dir(entry.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let name = path.strip_prefix(folder()).unwrap();
            found.insert(name.to_str().unwrap().replace('\\', "/"));
        }
    }
    assert_eq!(found, EXAMPLES.map(str::to_owned).into());
}

#[test]
fn invalid_tool_input_is_the_tools_own_error() {
    let result = read(INVALID_TOOL_INPUT);
    let text = "Invalid departure date: must be in the future. Current date is 08/08/2025.";
    for mode in every::MODE {
        let error = convert_result(result.clone(), mode).unwrap_err();
        let ConvertError::Tool(error) = error else {
            panic!("expected the tool's own error, found {error:?}");
        };
        assert_eq!(error.texts().collect::<Vec<_>>(), [text]);
        assert_eq!(error.into_result(), result);
    }
    let sent = json!({"content": [{"type": "text", "text": text}], "isError": true});
    assert_sent(&result, ResultKind::ToolsCall, &sent);
}

#[test]
fn array_is_returned_and_sent_to_older_peers_as_text_before_the_prose() {
    let result = read(ARRAY_STRUCTURED_CONTENT);
    let prose = "Found 2 users: Alice (alice@example.com) and Bob (bob@example.com).";
    let block = json!({"type": "text", "text": prose});
    let users = json!([
        {"id": "1", "name": "Alice", "email": "alice@example.com"},
        {"id": "2", "name": "Bob", "email": "bob@example.com"},
    ]);
    assert_gives_value_or_text(&result, &users, prose);

    // The order of the members in the text depends on serde_json's `preserve_order`.
    let first = json!({"b": 0, "a": 0});
    let first = first.as_object().unwrap().keys().next();
    let text = if first.is_some_and(|name| name == "b") {
        r#"[{"id":"1","name":"Alice","email":"alice@example.com"},{"id":"2","name":"Bob","email":"bob@example.com"}]"#
    } else {
        r#"[{"email":"alice@example.com","id":"1","name":"Alice"},{"email":"bob@example.com","id":"2","name":"Bob"}]"#
    };
    let sent = json!({"content": [{"type": "text", "text": text}, block]});
    assert_sent(&result, ResultKind::ToolsCall, &sent);
}

#[test]
fn object_is_returned_and_sent_to_older_peers_as_it_is() {
    let result = read(STRUCTURED_CONTENT);
    let text = r#"{"temperature": 22.5, "conditions": "Partly cloudy", "humidity": 65}"#;
    let block = json!({"type": "text", "text": text});
    let weather = json!({"temperature": 22.5, "conditions": "Partly cloudy", "humidity": 65});
    assert_gives_value_or_text(&result, &weather, text);
    let sent = json!({"content": [block], "structuredContent": weather});
    assert_sent(&result, ResultKind::ToolsCall, &sent);
}

#[test]
fn text_without_structured_content_is_returned_in_the_structured_modes_too() {
    let text = "Current weather in New York:\nTemperature: 72°F\nConditions: Partly cloudy";
    let block = json!({"type": "text", "text": text});
    for result in [
        read(UNSTRUCTURED_TEXT),
        read(CALL_TOOL_RESPONSE)["result"].take(),
    ] {
        let rest = json!({"resultType": "complete", "content": [], "isError": false});
        let modes = [Text, Structured, NonNullStructured];
        assert_converts(&result, &modes, &Output::Text(text.to_owned()), &rest);
        let blocks = Output::Blocks(vec![block.clone()]);
        assert_converts(&result, &[Content, Model], &blocks, &rest);
        let sent = json!({"content": [block], "isError": false});
        assert_sent(&result, ResultKind::ToolsCall, &sent);
    }
}

#[test]
fn input_required_is_neither_a_success_nor_for_an_older_peer() {
    for example in [INPUT_REQUIRED, INPUT_REQUIRED_STATE_ONLY] {
        let result = read(example);
        for mode in every::MODE {
            let error = convert_result(result.clone(), mode).unwrap_err();
            let ConvertError::Incomplete(error) = error else {
                panic!("expected an incomplete result, found {error:?}");
            };
            assert_eq!(error.result_type(), "input_required");
            assert_eq!(error.into_result(), result);
        }
        for kind in every::stripped_kind() {
            for version in every::LEGACY_VERSION {
                let mut sent = result.clone();
                let error = strip_for_legacy_peer(&mut sent, kind, version).unwrap_err();
                let expected = NotForLegacyPeer::ResultType("input_required".to_owned());
                assert_eq!(error, expected);
                assert_eq!(sent, result);
            }
            assert_sent_to_modern(&result, kind);
        }
    }
}

#[test]
fn list_of_tools_keeps_cursor_and_cache_hints_for_older_peers() {
    for result in [read(TOOLS_LIST), read(TOOLS_LIST_RESPONSE)["result"].take()] {
        let mut sent = result.clone();
        sent.as_object_mut()
            .unwrap()
            .retain(|name, _| name != "resultType");
        let names: BTreeSet<_> = sent
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        assert_eq!(names, ["cacheScope", "nextCursor", "tools", "ttlMs"].into());
        assert_sent(&result, ResultKind::ToolsList, &sent);
        assert_no_tool_result(&result);
    }
}

#[test]
fn of_the_example_tools_one_loses_its_output_schema_for_older_peers() {
    let mut tools = TOOLS.map(read);
    let result = json!({"resultType": "complete", "tools": tools});
    let schema = tools[0].as_object_mut().unwrap().remove("outputSchema");
    assert_eq!(schema.unwrap()["type"], "array");
    assert_eq!(tools[5]["outputSchema"]["type"], "object");
    let sent = json!({"tools": tools});
    assert_sent(&result, ResultKind::ToolsList, &sent);
    assert_no_tool_result(&result);
}

fn folder() -> &'static Path {
    Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/specification/2026-07-28"
    ))
}

fn read(example: &str) -> Value {
    let text = fs::read_to_string(folder().join(example)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// A complete result with a value and one text gives the one or the other, and keeps the rest.
#[track_caller]
fn assert_gives_value_or_text(result: &Value, value: &Value, text: &str) {
    let block = json!({"type": "text", "text": text});
    let with_block = json!({"resultType": "complete", "content": [block]});
    let with_value = json!({"resultType": "complete", "content": [], "structuredContent": value});
    let structured = Output::Structured(value.clone());
    assert_converts(
        result,
        &[Structured, NonNullStructured],
        &structured,
        &with_block,
    );
    assert_converts(result, &[Text], &Output::Text(text.into()), &with_value);
    assert_converts(
        result,
        &[Content, Model],
        &Output::Blocks(vec![block]),
        &with_value,
    );
}

#[track_caller]
fn assert_converts(result: &Value, modes: &[ResultMode], output: &Output, rest: &Value) {
    for mode in modes {
        let converted = convert_result(result.clone(), *mode).unwrap();
        let expected = Converted {
            output: output.clone(),
            rest: rest.clone(),
        };
        assert_eq!(converted, expected, "in mode {mode:?}");
    }
}

#[track_caller]
fn assert_no_tool_result(result: &Value) {
    for mode in every::MODE {
        let error = convert_result(result.clone(), mode).unwrap_err();
        let ConvertError::Malformed(error) = error else {
            panic!("expected a malformed result, found {error:?}");
        };
        assert_eq!(error.pointer(), "/content");
        assert_eq!(error.into_result(), *result);
    }
}

/// Every legacy peer is sent this, and a 2026-07-28 peer the result as it is.
#[track_caller]
fn assert_sent(result: &Value, kind: ResultKind, expected: &Value) {
    for version in every::LEGACY_VERSION {
        let mut sent = result.clone();
        strip_for_legacy_peer(&mut sent, kind, version).unwrap();
        assert_eq!(sent, *expected, "to {version}");
    }
    assert_sent_to_modern(result, kind);
}

#[track_caller]
fn assert_sent_to_modern(result: &Value, kind: ResultKind) {
    let mut sent = result.clone();
    strip_for_legacy_peer(&mut sent, kind, ProtocolVersion::V2026_07_28).unwrap();
    assert_eq!(sent, *result);
}
