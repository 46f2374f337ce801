//! JSON values.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use proptest::collection::vec as vec_of;
use proptest::num;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

/// How deep the strategies nest values at most.
pub const MAX_DEPTH: usize = 100;

/// Strings that code tends to take for something else.
#[rustfmt::skip]
const STRINGS: [&str; 20] = [
    "", "0", "3", "-0", "1E400", "null", "true", "false", "complete", " ", "\"\"", "[]", "{}",
    "[1,", "{\"result\":3}", "{\"type\":\"text\",\"text\":\"\"}", "\\ud83d", "\\u0000", "</script>",
    "data:,",
];

/// Characters that need care: in JSON, in a terminal, beside and beyond the surrogates.
const CHARACTERS: &str = "a\0\u{1f}\n\"\\/\u{7f}\u{85}\u{301}\u{2028}\u{feff}\u{d7ff}\u{e000}\u{ffff}\u{1f600}\u{10ffff}";

/// Numbers at the edges, as text: one that this build's `serde_json` cannot read is left out.
#[rustfmt::skip]
const NUMBERS: [&str; 28] = [
    "0", "1", "-1", "-0", "0.0", "-0.0", "0.1", "1.0", "1.5", "127", "255", "1e16", "1e308",
    "5e-324", "2.2250738585072011e-308", "3.0000000000000004",
    "9007199254740991", "9007199254740992", "9007199254740993", "-9007199254740993",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "123456789012345678901234567890", "1E400",
];

/// Names that mean something somewhere in a result, in a JSON pointer, or to `serde_json`.
#[rustfmt::skip]
const NAMES: [&str; 20] = [
    "", "type", "text", "result", "content", "structuredContent", "isError", "resultType", "_meta",
    "tools", "outputSchema", "error", "a/b", "m~n", "~1", "0", "-", "\u{1f600}",
    "$serde_json::private::Number", "$serde_json::private::RawValue",
];

/// Any JSON value: a root of each type, falsy in one of four or more; one in fourteen nested up to
/// [`MAX_DEPTH`] levels deep, the others up to four.
pub fn json() -> impl Strategy<Value = Value> {
    let tree = scalar().prop_recursive(4, 16, 4, |inner| {
        prop_oneof![array_of(inner.clone()), object_of(inner)]
    });
    prop_oneof![
        2 => falsy(),
        3 => scalar(),
        8 => tree,
        1 => deep(),
    ]
    .boxed()
}

/// `null`, for symmetry with the other types.
pub fn null() -> impl Strategy<Value = Value> {
    Just(Value::Null)
}

/// `false` or `true`.
pub fn boolean() -> impl Strategy<Value = Value> {
    any::<bool>().prop_map(Value::Bool)
}

/// A number: half the time one at an edge (both zeros, the ends of `u64` and `i64`, 2^53 ± 1, the
/// largest and the smallest floats; beyond those under `arbitrary_precision`), else any integer or
/// any finite float.
pub fn number() -> impl Strategy<Value = Value> {
    let edges: Vec<Value> = NUMBERS
        .iter()
        .filter_map(|text| serde_json::from_str(text).ok())
        .collect();
    prop_oneof![
        4 => select(edges),
        1 => any::<i64>().prop_map(Value::from),
        1 => any::<u64>().prop_map(Value::from),
        2 => (num::f64::POSITIVE | num::f64::NEGATIVE | num::f64::NORMAL | num::f64::SUBNORMAL)
            .prop_map(Value::from),
    ]
}

/// A string: in one of nine empty, in four of nine text that looks like JSON or like an escape, else
/// up to seven characters, half of them ones that need care (control characters, quotes, beside and
/// beyond the surrogates).
pub fn string() -> impl Strategy<Value = Value> {
    text().prop_map(Value::String)
}

/// An array of up to three values, often empty.
pub fn array() -> impl Strategy<Value = Value> {
    array_of(json())
}

/// An object of up to three members, often empty. Half of the names are ones that mean something
/// elsewhere: in a result (`content`, `isError`), in a JSON pointer (`a/b`, `m~n`), or to
/// `serde_json` (`$serde_json::private::Number`).
pub fn object() -> impl Strategy<Value = Value> {
    object_of(json())
}

/// A value that some language takes for false or for nothing: `null`, `false`, each zero, and the
/// empty string, array and object. All equally often.
pub fn falsy() -> impl Strategy<Value = Value> {
    one_of(json!([null, false, 0, 0.0, -0.0, "", [], {}]))
}

pub(super) fn one(value: impl Into<Value>) -> impl Strategy<Value = Value> {
    Just(value.into())
}

pub(super) fn one_of(values: Value) -> impl Strategy<Value = Value> {
    match values {
        Value::Array(values) => select(values),
        value => select(vec![value]),
    }
}

fn text() -> impl Strategy<Value = String> {
    let character = prop_oneof![
        select(CHARACTERS.chars().collect::<Vec<_>>()),
        any::<char>(),
    ];
    prop_oneof![
        1 => Just(String::new()),
        4 => select(STRINGS.as_slice()).prop_map(String::from),
        4 => vec_of(character, 0..8).prop_map(String::from_iter),
    ]
    .boxed()
}

pub(super) fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        2 => falsy(),
        1 => boolean(),
        2 => number(),
        3 => string(),
    ]
    .boxed()
}

pub(super) fn array_of(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    vec_of(value, 0..4).prop_map(Value::Array)
}

pub(super) fn object_of(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let name = prop_oneof![select(NAMES.as_slice()).prop_map(String::from), text(),];
    vec_of((name, value), 0..4).prop_map(|members| Value::Object(Map::from_iter(members)))
}

/// A value that is nested deeper than `serde_json` reads and than is written for a legacy peer: a falsy
/// one under 128 to 160 arrays and objects.
pub fn too_deep() -> impl Strategy<Value = Value> {
    under(128..160)
}

/// A falsy value under many arrays and objects.
fn deep() -> impl Strategy<Value = Value> {
    under(0..MAX_DEPTH - 10)
}

fn under(levels: core::ops::Range<usize>) -> impl Strategy<Value = Value> {
    (falsy(), vec_of(any::<bool>(), levels)).prop_map(|(leaf, levels)| {
        levels.into_iter().fold(leaf, |value, in_array| {
            if in_array {
                json!([value])
            } else {
                json!({"x": value})
            }
        })
    })
}
