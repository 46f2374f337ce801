//! Generated results, the same ones every time.

use mcp_result::{ProtocolVersion, ResultKind, strategy};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};

use crate::input::{Input, KINDS, VERSIONS};

/// This many results of every kind and version: valid ones, ones as the field writes them, and of every
/// eight one of a call whose own tool the client knows.
pub fn results(count: usize) -> Vec<Input> {
    let mut runner = TestRunner::deterministic();
    let mut generate = |strategy: BoxedStrategy<Input>| {
        let tree = strategy.new_tree(&mut runner).expect("nothing is filtered");
        tree.current()
    };
    (0..count)
        .map(|index| {
            let from = VERSIONS[index % VERSIONS.len()];
            // Kinds come to every version, since 8 and 5 have no factor in common.
            generate(match index % 8 {
                7 => own_tool_call(from),
                kind => result(KINDS[kind], from),
            })
        })
        .collect()
}

fn result(kind: ResultKind, from: ProtocolVersion) -> BoxedStrategy<Input> {
    let result = prop_oneof![
        strategy::valid_result(kind, from),
        strategy::field_result(kind, from),
    ];
    result
        .prop_map(move |result| Input {
            kind,
            from,
            result,
            tools: None,
            limit: None,
        })
        .boxed()
}

/// A call of a tool with an output schema: most often with a value that the schema accepts.
fn own_tool_call(from: ProtocolVersion) -> BoxedStrategy<Input> {
    let schemas = if from.is_legacy() {
        object_schemas()
    } else {
        any_schemas()
    };
    let schemas = schemas.as_array().expect("a list").clone();
    let content = select(vec![
        Value::Null,
        json!([]),
        json!([{"type": "text", "text": "prose"}]),
        json!([{"type": "image", "data": "", "mimeType": "image/png"}]),
        json!("mirror"),
    ]);
    let is_error = select(vec![
        None,
        None,
        None,
        Some(json!(false)),
        Some(json!(null)),
        Some(json!(true)),
    ]);
    let value = (any::<Index>(), any::<Index>(), 0..20_u8);
    (select(schemas), value, content, is_error)
        .prop_map(move |(schema, (fits, breaks, chance), content, is_error)| {
            let pick = |name: &str, index: Index| {
                let values = schema[name].as_array().expect("a list");
                values[index.index(values.len())].clone()
            };
            let mut result = json!({});
            if chance > 0 {
                let value = if chance > 3 { pick("fits", fits) } else { pick("breaks", breaks) };
                result["structuredContent"] = value;
            }
            match content {
                Value::Null => {}
                Value::String(_) => {
                    let text = result["structuredContent"].to_string();
                    result["content"] = json!([{"type": "text", "text": text}]);
                }
                content => result["content"] = content,
            }
            if let Some(is_error) = is_error {
                result["isError"] = is_error;
            }
            let tool = json!({"name": "own", "inputSchema": {"type": "object"}, "outputSchema": schema["schema"]});
            let mut tools = json!({"tools": [tool]});
            if !from.is_legacy() {
                result["resultType"] = json!("complete");
                tools["resultType"] = json!("complete");
                tools["ttlMs"] = json!(0);
                tools["cacheScope"] = json!("private");
            }
            Input { kind: ResultKind::ToolsCall, from, result, tools: Some(tools), limit: None }
        })
        .boxed()
}

/// Schemas that every version since 2025-06-18 allows, values that they accept, and values that they do not.
fn object_schemas() -> Value {
    json!([
        {
            "schema": {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
            "fits": [{"a": 1}, {"a": 1, "b": []}],
            "breaks": [{}, {"a": "1"}, {"a": null}],
        },
        {
            "schema": {"type": "object", "properties": {"a": true, "b": false}, "additionalProperties": false},
            "fits": [{}, {"a": null}],
            "breaks": [{"b": 1}, {"c": 1}],
        },
        {
            "schema": {
                "type": "object",
                "properties": {"a": {"$ref": "#/$defs/A"}},
                "$defs": {"A": {"type": "array", "items": {"type": "number"}}},
            },
            "fits": [{}, {"a": []}, {"a": [1.5]}],
            "breaks": [{"a": {}}, {"a": ["1"]}],
        },
        {
            "schema": {"type": "object", "properties": null, "required": null, "additionalProperties": {"type": "string"}},
            "fits": [{}, {"a": ""}],
            "breaks": [{"a": 1}],
        },
    ])
}

/// And schemas that only 2026-07-28 allows.
fn any_schemas() -> Value {
    let mut schemas = object_schemas();
    let Value::Array(more) = json!([
        {
            "schema": {"type": "array", "items": {"type": "integer"}},
            "fits": [[], [1, 2]],
            "breaks": [{}, ["1"], null],
        },
        {"schema": {"type": "string"}, "fits": ["", "1"], "breaks": [1, {}]},
        {"schema": {"type": "boolean"}, "fits": [false, true], "breaks": [0]},
        {"schema": {"type": "null"}, "fits": [null], "breaks": [{}, 0]},
        {"schema": {"type": ["object", "null"], "required": ["a"]}, "fits": [null, {"a": 1}], "breaks": [{}, []]},
        {"schema": {}, "fits": [{}, [], null, 0], "breaks": [{}]},
        {
            "schema": {"properties": {"a": {"type": "integer"}}},
            "fits": [{}, {"a": 1}, [], 0],
            "breaks": [{"a": "1"}],
        },
        {
            "schema": {"oneOf": [
                {"type": "object", "properties": {"kind": {"const": "a"}}, "required": ["kind"]},
                {"type": "object", "properties": {"kind": {"const": "b"}, "n": true}, "required": ["kind", "n"]},
            ]},
            "fits": [{"kind": "a"}, {"kind": "b", "n": null}],
            "breaks": [{}, {"kind": "b"}, []],
        },
        {
            "schema": {"anyOf": [{"type": "object", "required": ["a"]}, {"type": "array"}]},
            "fits": [{"a": 0}, []],
            "breaks": [{}, 0],
        },
        {
            "schema": {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "required": ["a"]}}},
            "fits": [{"a": 0}],
            "breaks": [{}, []],
        },
        {
            "schema": {"allOf": [{"$ref": "#/$defs/A"}, {"required": ["a"]}], "$defs": {"A": {"type": "object"}}},
            "fits": [{"a": 0}],
            "breaks": [{}, []],
        },
    ]) else {
        unreachable!("a list")
    };
    schemas.as_array_mut().expect("a list").extend(more);
    schemas
}
