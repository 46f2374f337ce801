//! Objects whose members come and go.

use alloc::string::String;
use alloc::vec::Vec;

use proptest::bool;
use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value};

use super::json::{object_of, scalar};

/// Names that no protocol version gives to a member of a result, a block, a tool or a schema.
#[rustfmt::skip]
const UNKNOWN_NAMES: [&str; 12] = [
    "x", "", "result", "Content", "structured_content", "is_error", "x/y", "~0", "error",
    "io.example/unit", "$serde_json::private::Number", "$serde_json::private::RawValue",
];

/// A member's name and value, if it is there.
pub(super) type Member = BoxedStrategy<Option<(String, Value)>>;

pub(super) fn member(name: &'static str, value: impl Strategy<Value = Value> + 'static) -> Member {
    value.prop_map(|value| Some((name.into(), value))).boxed()
}

/// A member that is there with this probability. When a failure shrinks it goes before its value
/// gets smaller.
pub(super) fn optional(
    name: &'static str,
    presence: f64,
    value: impl Strategy<Value = Value> + 'static,
) -> Member {
    (bool::weighted(presence), value)
        .prop_map(|(present, value)| present.then(|| (name.into(), value)))
        .boxed()
}

/// An object with those of the members that are there, and at times one or two unknown ones, in any
/// order.
pub(super) fn object_with(members: Vec<Member>) -> BoxedStrategy<Value> {
    let name = select(UNKNOWN_NAMES.as_slice()).prop_map(String::from);
    let unknown = prop_oneof![
        3 => Just(Vec::new()),
        1 => vec_of((name, scalar()), 0..3),
    ];
    object_of_pairs(
        (unknown, members)
            .prop_map(|(unknown, members)| members.into_iter().flatten().chain(unknown).collect()),
    )
}

/// An object with those of the members that are there and no others, in any order.
pub(super) fn object_with_only(members: Vec<Member>) -> BoxedStrategy<Value> {
    object_of_pairs(members.prop_map(|members| members.into_iter().flatten().collect()))
}

fn object_of_pairs(
    members: impl Strategy<Value = Vec<(String, Value)>> + 'static,
) -> BoxedStrategy<Value> {
    members
        .prop_shuffle()
        .prop_map(|members| Value::Object(Map::from_iter(members)))
        .boxed()
}

pub(super) fn meta() -> Member {
    optional("_meta", 0.2, object_of(scalar()))
}

pub(super) fn annotations() -> Member {
    optional("annotations", 0.2, object_of(scalar()))
}
