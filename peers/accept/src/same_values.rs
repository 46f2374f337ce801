//! What translation does to the schemas of a tool changes no verdict: a validator accepts the same values
//! before and after, as draft 7 and as draft 2020-12.

use jsonschema::{Draft, Validator};
use mcp_result::strategy::{field_result, json, object, untyped_object_schema};
use mcp_result::{ProtocolVersion, ResultKind, translate_result};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const VERSION: ProtocolVersion = ProtocolVersion::V2025_11_25;

/// The schema as it is sent, if it is.
fn sent(name: &str, schema: &Value) -> Option<Value> {
    let mut list = json!({"tools": [{"name": "a", "inputSchema": {"type": "object"}}]});
    list["tools"][0][name] = schema.clone();
    translate_result(&mut list, ResultKind::ToolsList, VERSION, VERSION).expect("a list is sent");
    list["tools"][0].get(name).cloned()
}

fn validator(schema: &Value, draft: Draft) -> Option<Validator> {
    jsonschema::options().with_draft(draft).build(schema).ok()
}

/// How often the schema was changed and compiled: by its place and its draft.
fn assert_same_verdicts(schema: &Value, values: &[Value]) -> usize {
    let mut compared = 0;
    for name in ["inputSchema", "outputSchema"] {
        let Some(sent) = sent(name, schema) else {
            continue;
        };
        for draft in [Draft::Draft7, Draft::Draft202012] {
            // What does not compile has no verdict. A `null` that goes makes a schema of what was none.
            let Some(before) = validator(schema, draft) else {
                continue;
            };
            let after = validator(&sent, draft).unwrap_or_else(|| panic!("{schema} became {sent}"));
            for value in values {
                let (before, after) = (before.is_valid(value), after.is_valid(value));
                assert_eq!(
                    before, after,
                    "{draft:?}: {value} under {schema} and {sent}"
                );
            }
            compared += usize::from(sent != *schema);
        }
    }
    compared
}

/// A value of each type, and objects that name the members which schemas here speak of.
fn typical_values() -> Vec<Value> {
    let mut values = vec![
        json!(null),
        json!(true),
        json!(0),
        json!("a"),
        json!([]),
        json!([{}]),
        json!({}),
        json!({"a": 1}),
        json!({"a": null}),
        json!({"a": "a"}),
        json!({"a": {"a": 1}}),
        json!({"type": "object"}),
        json!({"kind": "circle", "radius": 1}),
        json!({"kind": "square"}),
        json!({"b/~": []}),
    ];
    values.push(json!({"a": 1, "b/~": {}, "type": [], "properties": {}, "required": ["a"]}));
    values
}

fn config() -> ProptestConfig {
    ProptestConfig::with_cases(2_000)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_schema_that_gets_a_type_accepts_the_same_values(
        schema in untyped_object_schema(),
        any in json(),
        object in object(),
    ) {
        let mut values = typical_values();
        values.extend([any, object]);
        assert_same_verdicts(&schema, &values);
    }

    #[test]
    fn a_repaired_schema_accepts_the_same_values(
        list in field_result(ResultKind::ToolsList, VERSION),
        any in json(),
        object in object(),
    ) {
        let mut values = typical_values();
        values.extend([any, object]);
        for tool in list["tools"].as_array().into_iter().flatten() {
            for name in ["inputSchema", "outputSchema"] {
                assert_same_verdicts(&tool[name], &values);
            }
        }
    }
}

#[test]
fn schemas_that_look_provable_accept_the_same_values() {
    let object = || json!({"type": "object"});
    let chain: Map<String, Value> = (0..200)
        .map(|index| {
            (
                format!("{index}"),
                json!({"$ref": format!("#/$defs/{}", index + 1)}),
            )
        })
        .chain([("200".to_owned(), object())])
        .collect();
    let fan: Map<String, Value> = (0..12)
        .map(|index| {
            let next = json!({"$ref": format!("#/$defs/{}", index + 1)});
            (format!("{index}"), json!({"anyOf": [next, next]}))
        })
        .chain([("12".to_owned(), object())])
        .collect();
    let schemas = [
        json!({"type": ["object", "null"], "anyOf": [object()]}),
        json!({"type": ["object", "null"], "anyOf": [object(), {"type": "null"}]}),
        json!({"type": "null", "anyOf": [object()]}),
        json!({"type": [], "anyOf": [object()]}),
        json!({"type": ["object", "array"], "enum": [{}, {"a": 1}]}),
        json!({"type": ["object", "array"], "enum": [{}, []]}),
        json!({"type": ["null"], "const": {}}),
        json!({"anyOf": [], "oneOf": [object()]}),
        json!({"oneOf": [object(), object()]}),
        json!({"oneOf": [object(), true]}),
        json!({"anyOf": [object(), false]}),
        json!({"allOf": [true, object()]}),
        json!({"allOf": [{"anyOf": [object(), {}]}, {}]}),
        json!({"not": {"not": object()}}),
        json!({"if": {}, "then": object()}),
        json!({"properties": {"a": true, "b/~": false}}),
        json!({"required": ["a"]}),
        json!({"$ref": "#/$defs/A", "$defs": {"A": object()}}),
        json!({"$ref": "#/$defs/A", "type": ["array", "null"], "$defs": {"A": object()}}),
        json!({"$ref": "#/$defs/A", "anyOf": [object()], "$defs": {"A": {"type": "array"}}}),
        json!({"$ref": "#/$defs/A", "allOf": [object()], "$defs": {"A": {}}}),
        json!({"$ref": "#/$defs/A", "$defs": {"A": {"$id": "https://example.com/a", "type": "object"}}}),
        json!({
            "$ref": "#/$defs/A",
            "$defs": {"A": object(), "B": {"$id": "https://example.com/b", "$defs": {"A": {}}}},
        }),
        json!({
            "$id": "https://example.com/", "anyOf": [{"$ref": "#/$defs/A"}],
            "$defs": {"A": {"$id": "a", "$ref": "#/$defs/A", "$defs": {"A": {}}}},
        }),
        json!({"$ref": "#/$defs/%41", "$defs": {"%41": object(), "A": {}}}),
        json!({"$ref": "#/$defs/A%25", "$defs": {"A%25": object(), "A%": {}}}),
        json!({"$ref": "#/$defs/A~1b", "$defs": {"A/b": object(), "A~1b": {}}}),
        json!({"$ref": "#/$defs/A~01b", "$defs": {"A~1b": object(), "A/b": {}}}),
        json!({"$ref": "#/anyOf/0", "anyOf": [object()]}),
        json!({"$ref": "#a", "$defs": {"A": {"$anchor": "a", "type": "object"}}}),
        json!({"$dynamicRef": "#a", "$defs": {"A": {"$dynamicAnchor": "a", "type": "object"}}}),
        json!({"$ref": "#"}),
        json!({"anyOf": [{"$ref": "#"}, object()]}),
        json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}}),
        json!({"$ref": "#/properties/a", "properties": {"a": object()}}),
        json!({"$ref": "#/properties/a", "properties": {"a": true}}),
        json!({"$ref": "#/const", "const": {"type": "object"}}),
        json!({"$ref": "#/$defs/0", "$defs": chain}),
        json!({"$ref": "#/$defs/0", "$defs": fan}),
        json!({"type": "object", "properties": {"a": false, "b/~": true, "type": {}}}),
        json!({"type": "object", "properties": {"a": {"properties": {"a": false}}}}),
        json!({"type": "object", "properties": {"$ref": true, "type": false}}),
        json!({"type": "object", "$ref": "#/$defs/A", "properties": {"a": false}, "$defs": {"A": {}}}),
        json!({"type": "object", "$ref": "#/properties/a", "properties": {"a": true}}),
        json!({"type": "object", "$ref": "#/properties/a/not", "properties": {"a": false}}),
        json!({"type": "object", "allOf": [{"$ref": "#/properties/a"}], "properties": {"a": false}}),
        json!({"type": "object", "unevaluatedProperties": false, "properties": {"a": true}}),
        json!({"type": "object", "additionalProperties": false, "properties": {"a": true, "b/~": false}}),
    ];
    let values = typical_values();
    let compared: usize = schemas
        .iter()
        .map(|schema| assert_same_verdicts(schema, &values))
        .sum();
    assert!(compared > 40, "{compared} changed schemas that compile");
}
