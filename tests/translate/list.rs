//! `tools/list`, to a legacy peer.

use mcp_result::ResultKind;
use serde_json::{Value, json};

use crate::check::*;

fn tools(schema: &Value) -> Value {
    json!({"tools": [{"name": "a", "outputSchema": schema, "title": "A"}]})
}

#[track_caller]
fn schema_stays(schema: &Value) {
    for peer in [V2025_06_18, V2025_11_25, version("2026-07-27")] {
        assert_eq!(
            translates(&tools(schema), ResultKind::ToolsList, peer, &tools(schema)),
            []
        );
    }
}

#[track_caller]
fn schema_gets_type(schema: &Value) {
    let mut expected = tools(schema);
    expected["tools"][0]["outputSchema"]["type"] = json!("object");
    let pointer = "/tools/0/outputSchema/type";
    let change = match schema.get("type") {
        Some(old) => replaced(pointer, old.clone()),
        None => added(pointer),
    };
    for peer in [V2025_06_18, V2025_11_25] {
        let changes = translates(&tools(schema), ResultKind::ToolsList, peer, &expected);
        assert_eq!(changes, std::slice::from_ref(&change));
    }
    assert!(provable::proves_object(schema));
}

#[track_caller]
fn schema_is_removed(schema: &Value) {
    let expected = json!({"tools": [{"name": "a", "title": "A"}]});
    for peer in LEGACY_VERSION {
        let changes = translates(&tools(schema), ResultKind::ToolsList, peer, &expected);
        assert_eq!(changes, [removed("/tools/0/outputSchema", schema.clone())]);
    }
    let modern = as_modern(&tools(schema), ResultKind::ToolsList);
    translates(&modern, ResultKind::ToolsList, V2026_07_28, &modern);
}

#[test]
fn below_2025_06_18_every_output_schema_goes() {
    for schema in [
        json!({"type": "object"}),
        json!({"anyOf": [{"type": "object"}]}),
        json!({}),
    ] {
        for peer in [V2024_11_05, V2025_03_26, version("2025-06-17")] {
            let expected = json!({"tools": [{"name": "a", "title": "A"}]});
            translates(&tools(&schema), ResultKind::ToolsList, peer, &expected);
        }
    }
}

#[test]
fn an_output_schema_of_type_object_stays() {
    schema_stays(&json!({"type": "object"}));
    schema_stays(&json!({"type": "object", "$ref": "#/x", "oneOf": [], "properties": {"a": {}}}));
}

#[test]
fn an_output_schema_that_may_accept_more_than_objects_goes() {
    for schema in [
        json!({}),
        json!(true),
        json!([{"type": "object"}]),
        json!("object"),
        json!({"properties": {"a": {}}, "required": ["a"]}),
        json!({"type": "array"}),
        json!({"type": "Object"}),
        json!({"type": ["object", "null"]}),
        json!({"type": []}),
        json!({"type": ["array"], "const": {}}),
        json!({"type": "array", "anyOf": [{"type": "object"}]}),
        json!({"type": null, "anyOf": [{"type": "object"}]}),
        json!({"type": {"object": "object"}, "const": {}}),
        json!({"const": []}),
        json!({"enum": []}),
        json!({"enum": [{}, []]}),
        json!({"enum": {"a": {}}}),
        json!({"anyOf": []}),
        json!({"anyOf": [{"type": "object"}, {}]}),
        json!({"anyOf": [{"type": "object"}, true]}),
        json!({"anyOf": {"type": "object"}}),
        json!({"oneOf": [{"type": "object"}, {"type": "null"}]}),
        json!({"allOf": []}),
        json!({"allOf": [{}, true, {"type": "array"}]}),
        json!({"not": {"type": "array"}}),
        json!({"if": {"type": "object"}, "then": {"type": "object"}}),
        json!({"$dynamicRef": "#/$defs/a", "$defs": {"a": {"type": "object"}}}),
    ] {
        schema_is_removed(&schema);
    }
}

#[test]
fn an_output_schema_that_accepts_only_objects_gets_a_type() {
    for schema in [
        json!({"type": ["object"]}),
        json!({"const": {}}),
        json!({"type": ["null", "object"], "const": {"a": 1}}),
        json!({"enum": [{}, {"a": 1}]}),
        json!({"enum": [null], "anyOf": [{"type": "object"}]}),
        json!({"oneOf": [
            {"type": "object", "properties": {"tag": {"const": "a"}}, "required": ["tag"]},
            {"type": "object", "properties": {"tag": {"const": "b"}}, "required": ["tag"]},
        ]}),
        json!({"anyOf": [{"type": ["object"]}, {"const": {}}]}),
        json!({"anyOf": [{}], "oneOf": [{"type": "object"}]}),
        json!({"anyOf": [{}], "oneOf": [{}], "allOf": [{}, {"type": "object"}, {}]}),
        json!({"allOf": [true, {"anyOf": [{"allOf": [{}, {"const": {}}]}]}]}),
        json!({"type": ["object", "array"], "oneOf": [{"type": "object"}]}),
        json!({"type": ["object", "object"], "enum": [{}]}),
    ] {
        schema_gets_type(&schema);
    }
}

#[test]
fn a_reference_to_an_objects_schema_gets_a_type() {
    let definitions = json!({
        "A": {"type": "object"},
        "B/~%": {"$ref": "#/$defs/A"},
        "": {"const": {}},
        "list": [{"type": "object"}],
    });
    for to in ["#/$defs/A", "#/$defs/B~1~0%", "#/$defs/", "#/$defs/list/0"] {
        let schema = json!({"$ref": to, "type": ["object", "null"], "$defs": definitions});
        if to.contains('%') || to.contains("list") {
            schema_is_removed(&schema);
        } else {
            schema_gets_type(&schema);
        }
    }
    let properties =
        json!({"properties": {"next": {"type": "object"}}, "$ref": "#/properties/next"});
    schema_gets_type(&properties);
}

#[test]
fn only_a_reference_counts_where_there_is_one() {
    let definitions = json!({"A": {"type": "array"}});
    for schema in [
        json!({"$ref": "#/$defs/A", "type": ["object"], "$defs": definitions}),
        json!({"$ref": "#/$defs/A", "const": {}, "$defs": definitions}),
        json!({"$ref": 3, "anyOf": [{"type": "object"}]}),
        json!({"anyOf": [{"$ref": "#/$defs/A", "type": "object"}], "$defs": definitions}),
    ] {
        schema_is_removed(&schema);
    }
}

#[test]
fn a_type_beside_a_reference_counts() {
    let definitions = json!({"A": {"type": "object"}});
    for schema_type in [json!("null"), json!([]), json!(["array", "null"]), json!(7)] {
        let schema = json!({"$ref": "#/$defs/A", "type": schema_type, "$defs": definitions});
        schema_is_removed(&json!({"anyOf": [schema], "$defs": definitions}));
        schema_is_removed(&schema);
    }
}

#[test]
fn a_reference_elsewhere_proves_nothing() {
    let definitions = json!({"A": {"type": "object"}, "true": true});
    for to in [
        "#",
        "",
        "#A",
        "#/",
        "#/$defs",
        "#/$defs/B",
        "#/$defs/true",
        "#/%24defs/A",
        "/$defs/A",
        "https://example.com/#/$defs/A",
        "#/$defs/A/",
        "#/type/0",
        "#/$defs/A/type",
    ] {
        schema_is_removed(&json!({"anyOf": [{"$ref": to}], "$defs": definitions}));
    }
}

#[test]
fn references_in_a_cycle_prove_nothing() {
    schema_is_removed(&json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/A"}}}));
    schema_is_removed(
        &json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}}),
    );
    schema_is_removed(&json!({
        "$ref": "#/$defs/A",
        "$defs": {"A": {"anyOf": [{"type": "object"}, {"$ref": "#/$defs/A"}]}},
    }));
    // A cycle beside a proof does no harm.
    schema_gets_type(&json!({
        "$ref": "#/$defs/A",
        "$defs": {"A": {"allOf": [{"$ref": "#/$defs/A"}, {"type": "object"}]}},
    }));
}

#[test]
fn an_id_anywhere_makes_every_reference_prove_nothing() {
    let definitions = json!({"A": {"type": "object"}});
    for schema in [
        json!({"$id": "https://example.com", "$ref": "#/$defs/A", "$defs": definitions}),
        json!({"$ref": "#/$defs/A", "$defs": definitions, "x": [[{"y": {"$id": null}}]]}),
    ] {
        schema_is_removed(&schema);
    }
    schema_gets_type(&json!({"$id": "https://example.com", "anyOf": [{"type": "object"}]}));
}

/// `inner` in this many schemas.
fn within(levels: usize, inner: Value) -> Value {
    (0..levels).fold(inner, |schema, level| match level % 3 {
        0 => json!({"anyOf": [schema]}),
        1 => json!({"oneOf": [schema]}),
        _ => json!({"allOf": [schema]}),
    })
}

#[test]
fn at_most_127_levels_are_looked_at() {
    schema_gets_type(&within(126, json!({"type": "object"})));
    schema_is_removed(&within(127, json!({"type": "object"})));

    let chain = |length: usize| {
        let link = |level: usize| {
            (
                format!("{level}"),
                json!({"$ref": format!("#/$defs/{}", level + 1)}),
            )
        };
        let mut definitions: serde_json::Map<_, _> = (1..length).map(link).collect();
        definitions.insert(length.to_string(), json!({"type": "object"}));
        json!({"$ref": "#/$defs/1", "$defs": definitions})
    };
    schema_gets_type(&chain(126));
    schema_is_removed(&chain(127));
    // What is too deep proves nothing; what is beside it may.
    let deep = within(130, json!({"type": "object"}));
    schema_gets_type(&json!({"allOf": [deep, {"type": "object"}]}));
}

#[test]
fn at_most_1000_schemas_and_elements_are_looked_at() {
    let fan = |schema: Value, count: usize| json!({"anyOf": vec![schema; count]});
    schema_gets_type(&fan(json!({"type": "object"}), 999));
    schema_is_removed(&fan(json!({"type": "object"}), 1_000));

    schema_gets_type(&json!({"enum": vec![json!({}); 999]}));
    schema_is_removed(&json!({"enum": vec![json!({}); 1_000]}));

    // Each of 3 costs 1 and 332 elements, and the root 1.
    let mut lists = json!({"anyOf": vec![json!({"enum": vec![json!({}); 332]}); 3]});
    schema_gets_type(&lists);
    lists["oneOf"] = json!([{"type": "object"}]);
    lists["anyOf"][2]["enum"]
        .as_array_mut()
        .unwrap()
        .push(json!({}));
    schema_is_removed(&lists);

    // As often as they are met.
    let definitions = json!({"A": {"enum": [{}, {}]}});
    let mut schema = fan(json!({"$ref": "#/$defs/A"}), 249);
    schema["$defs"] = definitions.clone();
    schema_gets_type(&schema);
    let mut schema = fan(json!({"$ref": "#/$defs/A"}), 250);
    schema["$defs"] = definitions;
    schema_is_removed(&schema);
}

#[test]
fn boolean_schemas_of_properties_become_objects() {
    let schema = json!({"type": "object", "properties": {"b": true, "a/~": false, "c": {"properties": {"d": true}}}});
    let repaired = json!({"type": "object", "properties": {"b": {}, "a/~": {"not": {}}, "c": {"properties": {"d": true}}}});
    for peer in [V2025_06_18, V2025_11_25] {
        let mut changes = translates(
            &json!({"tools": [{"inputSchema": schema, "outputSchema": schema}]}),
            ResultKind::ToolsList,
            peer,
            &json!({"tools": [{"inputSchema": repaired, "outputSchema": repaired}]}),
        );
        changes.sort_by(|a, b| a.pointer().cmp(b.pointer()));
        let at = "/tools/0/inputSchema/properties";
        assert_eq!(
            changes[..2],
            [
                replaced(&format!("{at}/a~1~0"), json!(false)),
                replaced(&format!("{at}/b"), json!(true)),
            ]
        );
        assert_eq!(changes.len(), 4);
    }
    for peer in [V2024_11_05, V2025_03_26] {
        translates(
            &json!({"tools": [{"inputSchema": schema, "outputSchema": schema}]}),
            ResultKind::ToolsList,
            peer,
            &json!({"tools": [{"inputSchema": repaired}]}),
        );
    }
    let modern = as_modern(
        &json!({"tools": [{"inputSchema": schema, "outputSchema": schema}]}),
        ResultKind::ToolsList,
    );
    translates(&modern, ResultKind::ToolsList, V2026_07_28, &modern);
}

#[test]
fn a_schema_that_gets_a_type_is_repaired_as_well() {
    let changes = translates(
        &tools(
            &json!({"anyOf": [{"type": "object"}], "properties": {"a": true}, "required": null}),
        ),
        ResultKind::ToolsList,
        V2025_11_25,
        &tools(&json!({"anyOf": [{"type": "object"}], "properties": {"a": {}}, "type": "object"})),
    );
    let at = "/tools/0/outputSchema";
    assert_eq!(
        changes,
        [
            added(&format!("{at}/type")),
            replaced(&format!("{at}/properties/a"), json!(true)),
            removed(&format!("{at}/required"), Value::Null),
        ]
    );
}

#[test]
fn an_output_schema_that_goes_is_handed_back_unrepaired() {
    schema_is_removed(&json!({"properties": {"a": true}, "required": null}));
    schema_is_removed(&json!({"type": ["object", "null"], "properties": null}));
}

#[test]
fn null_properties_and_required_go() {
    for name in ["properties", "required"] {
        let schema = json!({"title": null, "type": "object", name: null, "a": null});
        let expected = json!({"title": null, "type": "object", "a": null});
        let changes = translates(
            &json!({"tools": [{"inputSchema": schema, "outputSchema": schema}]}),
            ResultKind::ToolsList,
            V2025_11_25,
            &json!({"tools": [{"inputSchema": expected, "outputSchema": expected}]}),
        );
        let pointers =
            ["inputSchema", "outputSchema"].map(|schema| format!("/tools/0/{schema}/{name}"));
        assert_eq!(
            changes,
            pointers.map(|pointer| removed(&pointer, Value::Null))
        );
    }
}

#[test]
fn malformed_tools_stay() {
    for tools in [
        json!(null),
        json!({"outputSchema": true}),
        json!([null, 3, "outputSchema", ["outputSchema"]]),
        json!([{"inputSchema": true}, {"inputSchema": null}, {"inputSchema": {"properties": [true]}}]),
        json!([{"inputSchema": {"properties": {"a": null, "b": 3}, "required": 3}}]),
    ] {
        stays(&json!({"tools": tools}), ResultKind::ToolsList);
    }
}
