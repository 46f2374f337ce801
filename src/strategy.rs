//! Strategies for property tests: JSON, content blocks, results, schemas and protocol versions.
//!
//! Every strategy is biased to the corners where implementations go wrong, and shrinks towards
//! less: a member that does not matter to a failure goes before a value gets smaller, so that a
//! property that fails for one member shrinks to a result with that member alone.
//!
//! Nothing that is generated is nested deeper than [`MAX_DEPTH`], so its text can be parsed.
//!
//! ```
//! use mcp_result::{Output, ResultMode, convert_result, strategy};
//! use proptest::prelude::*;
//!
//! proptest!(|(result in strategy::call_result())| {
//!     if let Ok(converted) = convert_result(result, ResultMode::Content) {
//!         prop_assert!(matches!(converted.output, Output::Blocks(_)));
//!     }
//! });
//! ```

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::{bool, num};
use serde_json::{Map, Value, json};

use self::spelling::spell;
pub use self::spelling::spelling;
use crate::version::ProtocolVersion;

mod spelling;

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

/// Names that no protocol version gives to a member of a result, a block, a tool or a schema.
#[rustfmt::skip]
const UNKNOWN_NAMES: [&str; 12] = [
    "x", "", "result", "Content", "structured_content", "is_error", "x/y", "~0", "error",
    "io.example/unit", "$serde_json::private::Number", "$serde_json::private::RawValue",
];

/// Any JSON value: a root of each type, one in four falsy, one in ten nested up to [`MAX_DEPTH`]
/// levels deep, the others up to four.
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

/// A string: half the time empty, text that looks like JSON, control characters, or characters
/// that need care in JSON (beside and beyond the surrogates); else up to eight of any characters.
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

/// A text block; its text is empty in one of three, else as in [`string`].
pub fn text_block() -> impl Strategy<Value = Value> {
    let text = prop_oneof![1 => one(""), 3 => string()];
    block_of(one("text"), vec![member("text", text)])
}

/// An image block.
pub fn image_block() -> impl Strategy<Value = Value> {
    block_of(one("image"), media("image/png"))
}

/// An audio block.
pub fn audio_block() -> impl Strategy<Value = Value> {
    block_of(one("audio"), media("audio/wav"))
}

/// A block that links to a resource.
pub fn resource_link_block() -> impl Strategy<Value = Value> {
    let members = vec![
        member("uri", uri()),
        member("name", string()),
        optional("mimeType", 0.3, one("text/plain")),
        optional("size", 0.3, number()),
    ];
    block_of(one("resource_link"), members)
}

/// A block that holds a resource. Half of them hold text, which is not the text of a text block.
pub fn embedded_resource_block() -> impl Strategy<Value = Value> {
    let body = prop_oneof![member("text", string()), member("blob", base64())];
    let resource = object_with(vec![member("uri", uri()), body.boxed()]);
    block_of(one("resource"), vec![member("resource", resource)])
}

/// A block whose `type` no protocol version knows: another spelling of `text`, the empty string, a
/// type of the future. Half of them have a `text` member all the same.
pub fn unknown_block() -> impl Strategy<Value = Value> {
    let types = one_of(json!([
        "video",
        "",
        "Text",
        "TEXT",
        "text ",
        "resourceLink"
    ]));
    block_of(types, vec![optional("text", 0.5, json())])
}

/// A content block of any type: text half of the time, else each other type as often. One in five
/// has annotations, one in five a `_meta`, one in five a member that no type has.
pub fn block() -> impl Strategy<Value = Value> {
    prop_oneof![
        5 => text_block(),
        1 => image_block(),
        1 => audio_block(),
        1 => resource_link_block(),
        1 => embedded_resource_block(),
        1 => unknown_block(),
    ]
    .boxed()
}

/// A valid `tools/call` result, which converts in every mode unless its `isError` is `true` (one in
/// eight). `structuredContent`, in two of three, is any value, often falsy, and in a third of these
/// mirrored by the first block, as its compact JSON or spelled otherwise. `content`, in five of
/// six, has up to four blocks. `isError`, `resultType`, `_meta` and unknown members come and go.
pub fn call_result() -> impl Strategy<Value = Value> {
    let is_error = optional("isError", 0.3, one_of(json!([false, true])));
    call_with(blocks(block()), is_error, complete()).prop_map(|mut result| {
        // Unknown members alone could be another request's result.
        let bare = ["_meta", "resultType"];
        let known = ["content", "structuredContent", "isError"];
        if let Value::Object(members) = &mut result {
            if members.keys().any(|name| !bare.contains(&name.as_str()))
                && !known.iter().any(|name| members.contains_key(*name))
            {
                members.insert("content".into(), json!([]));
            }
        }
        result
    })
}

/// A near-miss of a `tools/call` result: most often a valid one with one thing wrong or odd (every
/// spelling of `isError` and `resultType`, a block or a `content` of a wrong shape), else with
/// several, the body of a task, or any JSON. Some are legal after all, as `"isError": null` is:
/// what each becomes is for the contract to say.
pub fn malformed_call_result() -> impl Strategy<Value = Value> {
    let no_error = || optional("isError", 0.3, one(false));
    prop_oneof![
        4 => call_with(odd_content(), no_error(), complete()),
        2 => call_with(blocks(block()), odd_is_error(), complete()),
        2 => call_with(blocks(block()), no_error(), odd_result_type()),
        2 => call_with(odd_content(), odd_is_error(), odd_result_type()),
        2 => other_body(),
        1 => json(),
    ]
    .boxed()
}

/// A valid `tools/list` result of up to three tools, half of which have an `outputSchema` as in
/// [`output_schema`]. `nextCursor`, cache hints, `resultType`, `_meta` and unknown members come and
/// go.
pub fn list_result() -> impl Strategy<Value = Value> {
    list_with(array_of(tool(output_schema())), complete())
}

/// A near-miss of a `tools/list` result: every spelling of `resultType`, tools that are not
/// objects, schemas of any JSON, `tools` that is no array, any JSON.
pub fn malformed_list_result() -> impl Strategy<Value = Value> {
    let odd_tool = prop_oneof![
        2 => tool(output_schema()),
        1 => tool(json()),
        1 => json(),
    ];
    let tools = prop_oneof![
        4 => array_of(odd_tool),
        1 => falsy(),
        1 => tool(output_schema()),
    ];
    prop_oneof![
        5 => list_with(tools, odd_result_type()),
        1 => other_body(),
        1 => json(),
    ]
    .boxed()
}

/// The schema of a tool's output. One in four has `"type": "object"` at its root, all that protocol
/// versions before 2026-07-28 allow; the others have each other root that newer versions allow
/// (another type, a list of types, `oneOf`, `anyOf`, `$ref`, no type, a boolean) or a near-miss
/// (`"Object"`, `null`).
pub fn output_schema() -> impl Strategy<Value = Value> {
    let object = object_with(vec![
        member("type", one("object")),
        optional("properties", 0.5, object()),
        optional("oneOf", 0.2, array()),
    ]);
    prop_oneof![
        1 => object,
        3 => other_schema(),
    ]
}

/// A protocol version: in two of five as in [`legacy_version`], else 2026-07-28, the day after, or
/// any date from then on.
pub fn protocol_version() -> impl Strategy<Value = ProtocolVersion> {
    prop_oneof![
        2 => legacy_version(),
        1 => Just(ProtocolVersion::V2026_07_28),
        1 => dates(&["2026-07-29", "2026-08-01", "2027-01-01", "9999-12-31"]),
        1 => date(2027..=9999),
    ]
}

/// A protocol version before 2026-07-28: half the time a published one, else the last days before
/// that one, or any earlier date.
pub fn legacy_version() -> impl Strategy<Value = ProtocolVersion> {
    prop_oneof![
        3 => dates(&["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]),
        2 => dates(&["2026-07-27", "2026-06-30", "2025-12-31", "0001-01-01"]),
        1 => date(1..=2025),
    ]
}

type Member = (String, Value);

fn one(value: impl Into<Value>) -> impl Strategy<Value = Value> {
    Just(value.into())
}

fn one_of(values: Value) -> impl Strategy<Value = Value> {
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

fn scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        2 => falsy(),
        1 => boolean(),
        2 => number(),
        3 => string(),
    ]
    .boxed()
}

fn array_of(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    vec_of(value, 0..4).prop_map(Value::Array)
}

fn object_of(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let name = prop_oneof![select(NAMES.as_slice()).prop_map(String::from), text(),];
    vec_of((name, value), 0..4).prop_map(|members| Value::Object(Map::from_iter(members)))
}

/// A falsy value under many arrays and objects.
fn deep() -> impl Strategy<Value = Value> {
    (falsy(), vec_of(any::<bool>(), 0..MAX_DEPTH - 10)).prop_map(|(leaf, levels)| {
        levels.into_iter().fold(leaf, |value, in_array| {
            if in_array {
                json!([value])
            } else {
                json!({"x": value})
            }
        })
    })
}

fn member(
    name: &'static str,
    value: impl Strategy<Value = Value> + 'static,
) -> BoxedStrategy<Option<Member>> {
    value.prop_map(|value| Some((name.into(), value))).boxed()
}

/// A member that is there with this probability. When a failure shrinks it goes before its value
/// gets smaller.
fn optional(
    name: &'static str,
    presence: f64,
    value: impl Strategy<Value = Value> + 'static,
) -> BoxedStrategy<Option<Member>> {
    (bool::weighted(presence), value)
        .prop_map(|(present, value)| present.then(|| (name.into(), value)))
        .boxed()
}

/// An object with those of the members that are there, and at times one or two unknown ones, in any
/// order.
fn object_with(members: Vec<BoxedStrategy<Option<Member>>>) -> BoxedStrategy<Value> {
    let name = select(UNKNOWN_NAMES.as_slice()).prop_map(String::from);
    let unknown = prop_oneof![
        3 => Just(Vec::new()),
        1 => vec_of((name, scalar()), 0..3),
    ];
    (unknown, members)
        .prop_map(|(unknown, members)| {
            members
                .into_iter()
                .flatten()
                .chain(unknown)
                .collect::<Vec<_>>()
        })
        .prop_shuffle()
        .prop_map(|members| Value::Object(Map::from_iter(members)))
        .boxed()
}

fn meta() -> BoxedStrategy<Option<Member>> {
    optional("_meta", 0.2, object_of(scalar()))
}

fn block_of(
    name: impl Strategy<Value = Value> + 'static,
    mut members: Vec<BoxedStrategy<Option<Member>>>,
) -> impl Strategy<Value = Value> {
    members.extend([
        member("type", name),
        optional("annotations", 0.2, object_of(scalar())),
        meta(),
    ]);
    object_with(members)
}

fn media(mime_type: &'static str) -> Vec<BoxedStrategy<Option<Member>>> {
    vec![member("data", base64()), member("mimeType", one(mime_type))]
}

fn base64() -> impl Strategy<Value = Value> {
    select(["", "AA==", "iVBORw0KGgo="].as_slice()).prop_map(Value::from)
}

fn uri() -> impl Strategy<Value = Value> {
    select(["file:///a", "https://example.com/?q=%7B%7D"].as_slice()).prop_map(Value::from)
}

fn blocks(block: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    vec_of(block, 0..5).prop_map(Value::Array)
}

/// No block at all, or one without a usable `type` or `text`.
fn malformed_block() -> impl Strategy<Value = Value> {
    let mistyped = vec![
        optional("type", 0.7, scalar()),
        optional("text", 0.5, string()),
    ];
    let textless = vec![member("type", one("text")), optional("text", 0.7, json())];
    prop_oneof![json(), object_with(mistyped), object_with(textless)]
}

fn odd_content() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => blocks(prop_oneof![2 => block(), 1 => malformed_block()]),
        1 => falsy(),
        1 => json(),
    ]
}

#[rustfmt::skip]
fn odd_is_error() -> BoxedStrategy<Option<Member>> {
    let odd = json!([true, null, "true", "false", "", 0, 1, 1.0, [], [true], {}, false]);
    optional("isError", 0.9, one_of(odd))
}

#[rustfmt::skip]
fn odd_result_type() -> BoxedStrategy<Option<Member>> {
    let odd = json!([
        "input_required", "task", null, "complete", "Complete", "complete ", "", "error",
        true, 0, [], ["complete"], {},
    ]);
    optional("resultType", 0.9, one_of(odd))
}

fn complete() -> BoxedStrategy<Option<Member>> {
    optional("resultType", 0.3, one("complete"))
}

/// What a task is answered with, and what `tools/call` itself once was.
fn other_body() -> impl Strategy<Value = Value> {
    object_with(vec![
        optional("task", 0.4, object()),
        optional("toolResult", 0.4, json()),
        optional("resultType", 0.3, one_of(json!(["task", "complete"]))),
        optional("content", 0.2, null()),
    ])
}

fn call_with(
    content: impl Strategy<Value = Value> + 'static,
    is_error: BoxedStrategy<Option<Member>>,
    result_type: BoxedStrategy<Option<Member>>,
) -> impl Strategy<Value = Value> {
    let structured_content = prop_oneof![2 => falsy(), 2 => json(), 1 => object()];
    let members = vec![
        optional("content", 0.85, content),
        optional("structuredContent", 0.65, structured_content),
        is_error,
        result_type,
        meta(),
    ];
    let mirror = (bool::weighted(0.3), vec_of(any::<u8>(), 0..32));
    (object_with(members), mirror)
        .prop_map(|(mut result, (mirrored, choices))| {
            let mirror = match result.get("structuredContent") {
                Some(value) if mirrored => json!({"type": "text", "text": spell(value, &choices)}),
                _ => return result,
            };
            if let Some(Value::Array(blocks)) = result.get_mut("content") {
                blocks.insert(0, mirror);
            }
            result
        })
        .boxed()
}

fn list_with(
    tools: impl Strategy<Value = Value> + 'static,
    result_type: BoxedStrategy<Option<Member>>,
) -> impl Strategy<Value = Value> {
    object_with(vec![
        member("tools", tools),
        optional("nextCursor", 0.3, string()),
        optional("ttlMs", 0.2, number()),
        optional("cacheScope", 0.2, one("public")),
        result_type,
        meta(),
    ])
}

fn tool(output_schema: impl Strategy<Value = Value> + 'static) -> impl Strategy<Value = Value> {
    object_with(vec![
        member("name", string()),
        optional("title", 0.3, string()),
        member("inputSchema", Just(json!({"type": "object"}))),
        optional("outputSchema", 0.6, output_schema),
        optional("annotations", 0.2, object_of(scalar())),
    ])
}

#[rustfmt::skip]
fn other_schema() -> impl Strategy<Value = Value> {
    one_of(json!([
        {}, true, false, null, "object",
        {"type": "array", "items": {"type": "object"}},
        {"type": "string"}, {"type": "number"}, {"type": "integer"}, {"type": "boolean"},
        {"type": "null"}, {"type": null}, {"type": ""}, {"type": "Object"},
        {"type": ["object"]}, {"type": ["object", "null"]},
        {"oneOf": [{"type": "object"}, {"type": "null"}]},
        {"anyOf": [{"type": "object"}, {"type": "array"}]},
        {"$ref": "#/$defs/a", "$defs": {"a": {"type": "object"}}},
        {"properties": {"type": {"type": "object"}}},
    ]))
}

fn dates(dates: &'static [&'static str]) -> impl Strategy<Value = ProtocolVersion> {
    select(dates).prop_map(|date| ProtocolVersion::of_peer(Some(date)))
}

fn date(years: core::ops::RangeInclusive<u16>) -> impl Strategy<Value = ProtocolVersion> {
    (years, 1..=12, 1..=28).prop_map(|(year, month, day)| {
        ProtocolVersion::of_peer(Some(&format!("{year:04}-{month:02}-{day:02}")))
    })
}
