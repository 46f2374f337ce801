//! Schemas of tools.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use proptest::bool;
use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::json::{one, one_of};
use super::member::{Member, member, object_with, object_with_only, optional};

/// Where a reference may lead: to a definition, more often than not to one that is there.
const DEFINITIONS: [&str; 3] = ["#/$defs/A", "#/$defs/B~1b", "#/$defs/C"];

/// To a cycle, into an array, through an escape, to the whole, elsewhere.
const ELSEWHERE: [&str; 5] = [
    "#/$defs/D",
    "#/oneOf/0",
    "#/%24defs/A",
    "#",
    "https://example.com/a",
];

/// A schema without `"type": "object"` at its root, which in most cases accepts objects alone all the
/// same: a tagged enum of serde's (`oneOf`), `anyOf`, `allOf`, a list of types, `const`, `enum`, a
/// reference, and these inside each other. One of four accepts more, or cannot be told to accept less: by
/// a part of it, a reference to nowhere, a cycle, or an `$id`, which one of sixteen has.
pub fn untyped_object_schema() -> impl Strategy<Value = Value> {
    let definitions = ["A", "B/b", "C"].map(|name| optional(name, 0.9, parts()));
    let definitions = object_with_only(definitions.into()).prop_map(|mut definitions| {
        definitions["D"] = json!({"$ref": "#/$defs/D"});
        definitions
    });
    let root = vec![
        member("$defs", definitions),
        optional("$id", 0.06, one("https://example.com/")),
    ];
    (parts(), object_with(root)).prop_map(|(schema, root)| match (schema, root) {
        (Value::Object(mut schema), Value::Object(root)) => {
            if schema.get("type") == Some(&json!("object")) {
                schema = Map::from_iter([(String::from("anyOf"), json!([schema]))]);
            }
            schema.extend(root);
            Value::Object(schema)
        }
        (schema, _) => schema,
    })
}

/// Schemas inside each other, most of which accept objects alone.
fn parts() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        24 => one_of(json!([
            {"type": "object"}, {"type": "object", "required": ["a"]}, {"type": ["object"]},
            {"const": {}}, {"enum": [{}, {"a": 1}]}, {"type": ["object", "null"], "const": {"a": null}},
        ])),
        6 => reference(&DEFINITIONS),
        1 => reference(&ELSEWHERE),
        1 => one_of(json!([
            {}, {"properties": {"a": {}}}, {"type": ["object", "null"]}, {"type": "array"}, {"const": []},
            {"enum": [{}, null]}, {"not": {"type": "array"}},
        ])),
    ];
    let inside = leaf.clone().prop_recursive(3, 8, 3, |inner| {
        let list = |inner| vec_of(inner, 1..4).prop_map(Value::Array);
        let lists = |name| {
            vec![
                member(name, list(inner.clone())),
                optional("type", 0.2, one_of(json!([["object", "null"], ["object"]]))),
            ]
        };
        let any = prop_oneof![inner.clone(), one_of(json!([{}, true, {"type": "array"}]))];
        prop_oneof![
            object_with(lists("oneOf")),
            object_with(lists("anyOf")),
            object_with(vec![member("allOf", list(any.boxed()))]),
        ]
    });
    prop_oneof![1 => leaf, 3 => inside]
}

fn reference(to: &'static [&str]) -> impl Strategy<Value = Value> + use<> {
    let to = select(to).prop_map(Value::from);
    let types = one_of(json!([["object", "null"], ["array", "null"], "null"]));
    object_with_only(vec![member("$ref", to), optional("type", 0.1, types)])
}

/// A schema with `"type": "object"` at its root. Its `properties` may have booleans only where it says
/// so; with nulls, `properties` and `required` may be one.
pub(super) fn object_schema(has_booleans: bool, has_nulls: bool) -> BoxedStrategy<Value> {
    let property = move || {
        let object = one_of(json!([{}, {"type": "string"}, {"properties": {"a": true}}]));
        let boolean = one_of(json!([true, false]));
        prop_oneof![3 => object, u32::from(has_booleans) => boolean]
    };
    let properties: Vec<Member> = ["a", "b/~", "type"]
        .map(|name| optional(name, 0.4, property()))
        .into();
    let or_null = move |value: BoxedStrategy<Value>| {
        (value, bool::weighted(if has_nulls { 0.3 } else { 0.0 }))
            .prop_map(|(value, is_null)| if is_null { Value::Null } else { value })
    };
    object_with(vec![
        member("type", one("object")),
        optional("properties", 0.7, or_null(object_with_only(properties))),
        optional("required", 0.4, or_null(one_of(json!([["a"], []])).boxed())),
    ])
}
