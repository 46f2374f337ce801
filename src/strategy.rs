//! Strategies for property tests: JSON, content blocks, results, schemas and protocol versions.
//!
//! Every strategy is biased to the corners where implementations go wrong, and shrinks towards
//! less: a member that does not matter to a failure goes before a value gets smaller, so that a
//! property that fails for one member shrinks to a result with that member alone.
//!
//! Nothing that is generated is nested deeper than [`MAX_DEPTH`], so its text can be parsed; but what
//! [`too_deep`] generates.
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
use alloc::vec;

use proptest::bool;
use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use self::block::{blocks, empty_block, malformed_block};
use self::json::{array_of, one, one_of};
use self::member::{Member, annotations, member, meta, object_with, optional};
use self::spelling::spell;
use crate::version::ProtocolVersion;

pub use self::block::{
    audio_block, block, embedded_resource_block, image_block, resource_link_block, text_block,
    unknown_block,
};
pub use self::json::{
    MAX_DEPTH, array, boolean, falsy, json, null, number, object, string, too_deep,
};
pub use self::result::{field_result, valid_result};
pub use self::schema::untyped_object_schema;
pub use self::spelling::spelling;

mod block;
mod json;
mod member;
mod result;
mod schema;
mod spelling;

/// A `tools/call` result, valid but for odd annotations, which converts in every mode unless its `isError`
/// is `true` (one in seven). `structuredContent`, in two of three, is any value, often falsy, and in a third of these
/// mirrored by the first block, as its compact JSON or spelled otherwise. `content`, in five of six,
/// has up to four blocks, in one of seven with empty texts alone. `isError`, `resultType`, `_meta` and
/// unknown members come and go.
pub fn call_result() -> impl Strategy<Value = Value> {
    let is_error = optional("isError", 0.3, one_of(json!([false, true])));
    let content = prop_oneof![6 => blocks(block()), 1 => blocks(empty_block())];
    call_with(content, is_error, complete()).prop_map(of_call)
}

/// Gives a result `content` where the members that it has could be another request's result.
fn of_call(mut result: Value) -> Value {
    let bare = ["content", "_meta", "resultType"];
    if let Value::Object(members) = &mut result {
        let is_of_call = members.get("content").is_some_and(Value::is_array)
            || members.contains_key("structuredContent")
            || members.get("isError").is_some_and(Value::is_boolean)
            || members.keys().all(|name| bare.contains(&name.as_str()));
        if !is_of_call {
            members.insert("content".into(), json!([]));
        }
    }
    result
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

/// A valid `tools/list` result of up to three tools, most of which have an `outputSchema` as in
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

/// A protocol version: in two of five as in [`legacy_version`], else 2026-07-28, a date at an edge (the
/// day after, the end of a month, 29 February, the last of all), or any date from then on.
pub fn protocol_version() -> impl Strategy<Value = ProtocolVersion> {
    prop_oneof![
        2 => legacy_version(),
        1 => Just(ProtocolVersion::V2026_07_28),
        1 => dates(&["2026-07-29", "2026-08-31", "2028-02-29", "9999-12-31"]),
        1 => date(2026..=9999, |version| !version.is_legacy()),
    ]
}

/// A protocol version before 2026-07-28: half the time a published one, else a date at an edge (the day
/// before, the end of a month, 29 February, the first of all), or any date until then.
pub fn legacy_version() -> impl Strategy<Value = ProtocolVersion> {
    prop_oneof![
        3 => dates(&["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]),
        1 => dates(&["2026-07-27", "2026-06-30", "2024-02-29", "0000-01-01"]),
        2 => date(0..=2026, ProtocolVersion::is_legacy),
    ]
}

fn odd_content() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => blocks(prop_oneof![2 => block(), 1 => malformed_block()]),
        1 => falsy(),
        1 => json(),
    ]
}

#[rustfmt::skip]
fn odd_is_error() -> Member {
    let odd = json!([true, null, "true", "false", "", 0, 1, 1.0, [], [true], {}, false]);
    optional("isError", 0.9, one_of(odd))
}

#[rustfmt::skip]
fn odd_result_type() -> Member {
    let odd = json!([
        "input_required", "task", null, "complete", "Complete", "complete ", "", "error",
        true, 0, [], ["complete"], {},
    ]);
    optional("resultType", 0.9, one_of(odd))
}

fn complete() -> Member {
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
    is_error: Member,
    result_type: Member,
) -> impl Strategy<Value = Value> {
    let structured_content = prop_oneof![2 => falsy(), 2 => json(), 1 => object()];
    let members = vec![
        optional("content", 0.85, content),
        optional("structuredContent", 0.65, structured_content),
        is_error,
        result_type,
        meta(),
    ];
    mirrored(object_with(members), false).boxed()
}

/// Puts a block that mirrors `structuredContent` in the place of the first one, or at times of the last,
/// in four of ten of the results that have an array of blocks.
///
/// A mirror that does not matter to a failure goes when it shrinks: at once where it stands in the way
/// of other blocks, or at last where it is one of the blocks that matter, whose number stays.
fn mirrored(
    result: impl Strategy<Value = Value>,
    may_be_last: bool,
) -> impl Strategy<Value = Value> {
    let [at_once, at_last] = [bool::weighted(0.63), bool::weighted(0.63)];
    let choices = vec_of(any::<u8>(), 0..32);
    (at_once, result, at_last, choices).prop_map(move |(mirrored, mut result, still, choices)| {
        let mirror = match result.get("structuredContent") {
            Some(value) if mirrored && still => {
                json!({"type": "text", "text": spell(value, &choices)})
            }
            _ => return result,
        };
        if let Some(Value::Array(blocks)) = result.get_mut("content") {
            let is_last = may_be_last && choices.first().is_some_and(|choice| choice % 3 == 0);
            let place = if is_last {
                blocks.last_mut()
            } else {
                blocks.first_mut()
            };
            match place {
                Some(block) => *block = mirror,
                None => blocks.push(mirror),
            }
        }
        result
    })
}

fn list_with(
    tools: impl Strategy<Value = Value> + 'static,
    result_type: Member,
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
        annotations(),
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

/// Any date of the calendar that is one of these: of any year, or of the first or the last.
fn date(
    years: core::ops::RangeInclusive<u16>,
    is_one: fn(ProtocolVersion) -> bool,
) -> impl Strategy<Value = ProtocolVersion> {
    let ends = select(vec![*years.start(), *years.end()]);
    let year = prop_oneof![2 => years, 1 => ends];
    (year, 1..=12, 1..=31).prop_filter_map("no such date", move |(year, month, day)| {
        let date = format!("{year:04}-{month:02}-{day:02}");
        date.parse().ok().filter(|version| is_one(*version))
    })
}
