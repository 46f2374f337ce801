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
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt::Write as _;

use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::{bool, num, sample};
use serde_json::{Map, Value, json};

use crate::version::ProtocolVersion;

/// How deep the strategies nest values at most.
pub const MAX_DEPTH: usize = 100;

/// Strings that code tends to take for something else.
const STRINGS: [&str; 33] = [
    "",
    " ",
    "0",
    "3",
    "-0",
    "1E400",
    "null",
    "true",
    "false",
    "complete",
    "\"\"",
    "[]",
    "{}",
    "{\"result\":3}",
    "{\"type\":\"text\",\"text\":\"\"}",
    "[1,",
    "\0",
    "\u{1f}",
    "\n",
    "\u{7f}",
    "\u{85}",
    "\u{2028}",
    "\u{feff}",
    "\u{d7ff}",
    "\u{e000}",
    "\u{ffff}",
    "\u{1f600}",
    "\u{10ffff}",
    "\\ud83d",
    "\\",
    "\"",
    "e\u{301}",
    "</script>",
];

/// Numbers at the edges, as text: one that this build's serde_json cannot read is left out.
const NUMBERS: [&str; 28] = [
    "0",
    "1",
    "-1",
    "-0",
    "0.0",
    "-0.0",
    "0.1",
    "1.0",
    "1.5",
    "3.0000000000000004",
    "127",
    "255",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "-9007199254740993",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "123456789012345678901234567890",
    "1e16",
    "1e308",
    "5e-324",
    "2.2250738585072011e-308",
    "1E400",
];

/// Names of members that mean something somewhere in a result, or to `serde_json`, or in a JSON
/// pointer.
const NAMES: [&str; 20] = [
    "",
    "type",
    "text",
    "result",
    "content",
    "structuredContent",
    "isError",
    "resultType",
    "_meta",
    "tools",
    "outputSchema",
    "error",
    "a/b",
    "m~n",
    "~1",
    "0",
    "-",
    "\u{1f600}",
    "$serde_json::private::Number",
    "$serde_json::private::RawValue",
];

/// Names of members that no protocol version gives to a result, a block, a tool or a schema.
const UNKNOWN_NAMES: [&str; 12] = [
    "x",
    "",
    "result",
    "Content",
    "structured_content",
    "is_error",
    "x/y",
    "~0",
    "io.example/unit",
    "error",
    "$serde_json::private::Number",
    "$serde_json::private::RawValue",
];

/// Any JSON value: a root of each type, one in nine falsy, one in twenty nested up to
/// [`MAX_DEPTH`] levels, the others up to four.
pub fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        2 => falsy(),
        1 => boolean(),
        2 => number(),
        3 => string(),
    ];
    let tree = leaf.prop_recursive(4, 16, 4, |inner| {
        prop_oneof![
            vec_of(inner.clone(), 0..4).prop_map(Value::Array),
            object_of(inner),
        ]
    });
    prop_oneof![
        1 => falsy(),
        8 => tree,
        1 => object_of(sample::select(STRINGS.as_slice()).prop_map(Value::from)),
        1 => deep(),
    ]
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
        4 => sample::select(edges),
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
    vec_of(json(), 0..4).prop_map(Value::Array)
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
    sample::select(vec![
        Value::Null,
        json!(false),
        json!(0),
        json!(0.0),
        json!(-0.0),
        json!(""),
        json!([]),
        json!({}),
    ])
}

/// A text block; its text as in [`string`].
pub fn text_block() -> impl Strategy<Value = Value> {
    block_of(Just("text".into()), vec![member("text", 1.0, string())])
}

/// An image block.
pub fn image_block() -> impl Strategy<Value = Value> {
    block_of(Just("image".into()), media("image/png"))
}

/// An audio block.
pub fn audio_block() -> impl Strategy<Value = Value> {
    block_of(Just("audio".into()), media("audio/wav"))
}

/// A block that links to a resource.
pub fn resource_link_block() -> impl Strategy<Value = Value> {
    let members = vec![
        member("uri", 1.0, uri()),
        member("name", 1.0, string()),
        member("mimeType", 0.3, Just(json!("text/plain"))),
        member("size", 0.3, number()),
    ];
    block_of(Just("resource_link".into()), members)
}

/// A block that holds a resource. Half of them hold text, which is not the text of a text block.
pub fn embedded_resource_block() -> impl Strategy<Value = Value> {
    let body = |name, value: BoxedStrategy<Value>| {
        object_with(vec![member("uri", 1.0, uri()), member(name, 1.0, value)])
    };
    let resource = prop_oneof![
        body("text", string().boxed()),
        body("blob", base64().boxed()),
    ];
    block_of(
        Just("resource".into()),
        vec![member("resource", 1.0, resource)],
    )
}

/// A block whose `type` no protocol version knows: another spelling of `text`, the empty string, a
/// type of the future. Half of them have a `text` member all the same.
pub fn unknown_block() -> impl Strategy<Value = Value> {
    let types = json!(["video", "", "Text", "TEXT", "text ", "resourceLink"]);
    block_of(select_of(types), vec![member("text", 0.5, json())])
}

/// A content block of any type: text half of the time, else each other type as often. One in four
/// has annotations, one in four a `_meta`, one in four a member that no type has.
pub fn block() -> impl Strategy<Value = Value> {
    prop_oneof![
        5 => text_block(),
        1 => image_block(),
        1 => audio_block(),
        1 => resource_link_block(),
        1 => embedded_resource_block(),
        1 => unknown_block(),
    ]
}

/// A valid `tools/call` result, which converts in every mode unless its `isError` is `true` (one in
/// eight). `structuredContent`, in two of three, is any value, often falsy, and in a third of these
/// mirrored by the first block, as its compact JSON or spelled otherwise. `content`, in five of
/// six, has up to four blocks. `isError`, `resultType`, `_meta` and unknown members come and go.
pub fn call_result() -> impl Strategy<Value = Value> {
    call_with(
        member("content", 0.85, blocks(block())),
        member(
            "isError",
            0.3,
            sample::select(vec![json!(false), json!(true)]),
        ),
        member("resultType", 0.3, Just(json!("complete"))),
    )
    .prop_map(|mut result| {
        let settled = ["content", "structuredContent", "isError"]
            .iter()
            .any(|name| result.get(name).is_some());
        if let (false, Value::Object(members)) = (settled, &mut result) {
            if members
                .keys()
                .any(|name| name != "_meta" && name != "resultType")
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
    let content = || member("content", 0.85, blocks(block()));
    let odd_content = || {
        member(
            "content",
            0.85,
            prop_oneof![
                4 => blocks(prop_oneof![block(), malformed_block()]),
                1 => falsy(),
                1 => json(),
            ],
        )
    };
    let no_error = || member("isError", 0.3, Just(json!(false)));
    let complete = || member("resultType", 0.3, Just(json!("complete")));
    prop_oneof![
        4 => call_with(odd_content(), no_error(), complete()),
        2 => call_with(content(), odd_is_error(), complete()),
        2 => call_with(content(), no_error(), odd_result_type()),
        2 => call_with(odd_content(), odd_is_error(), odd_result_type()),
        2 => body(),
        1 => json(),
    ]
}

/// A valid `tools/list` result of up to three tools, half of which have an `outputSchema` as in
/// [`output_schema`]. `nextCursor`, cache hints, `resultType`, `_meta` and unknown members come and
/// go.
pub fn list_result() -> impl Strategy<Value = Value> {
    list_with(
        vec_of(tool(output_schema()), 0..4).prop_map(Value::Array),
        member("resultType", 0.3, Just(json!("complete"))),
    )
}

/// A near-miss of a `tools/list` result: every spelling of `resultType`, tools that are not
/// objects, schemas of any JSON, `tools` that is no array, any JSON.
pub fn malformed_list_result() -> impl Strategy<Value = Value> {
    let tools = || {
        prop_oneof![
            4 => vec_of(prop_oneof![3 => tool(prop_oneof![output_schema(), json()]), 1 => json()], 0..4)
                .prop_map(Value::Array),
            1 => falsy(),
            1 => tool(output_schema()),
        ]
    };
    prop_oneof![
        5 => list_with(tools(), odd_result_type()),
        1 => body(),
        1 => json(),
    ]
}

/// The schema of a tool's output. One in four has `"type": "object"` at its root, all that protocol
/// versions before 2026-07-28 allow; the others have each other root that newer versions allow
/// (another type, a list of types, `oneOf`, `anyOf`, `$ref`, no type, a boolean) or a near-miss
/// (`"Object"`, `null`).
pub fn output_schema() -> impl Strategy<Value = Value> {
    let roots = vec![
        json!({}),
        json!(true),
        json!(false),
        Value::Null,
        json!({"type": "array", "items": {"type": "object"}}),
        json!({"type": "string"}),
        json!({"type": "number"}),
        json!({"type": "integer"}),
        json!({"type": "boolean"}),
        json!({"type": "null"}),
        json!({"type": ["object", "null"]}),
        json!({"type": ["object"]}),
        json!({"oneOf": [{"type": "object"}, {"type": "null"}]}),
        json!({"anyOf": [{"type": "object"}, {"type": "array"}]}),
        json!({"$ref": "#/$defs/a", "$defs": {"a": {"type": "object"}}}),
        json!({"properties": {"type": {"type": "object"}}}),
        json!({"type": "Object"}),
        json!({"type": ""}),
        json!({"type": null}),
        json!("object"),
    ];
    prop_oneof![
        1 => object_with(vec![
            member("type", 1.0, Just(json!("object"))),
            member("properties", 0.5, object()),
            member("oneOf", 0.2, array()),
        ]),
        3 => sample::select(roots),
    ]
}

/// A protocol version: half the time a published one, else the day before 2026-07-28, the day after,
/// or any date.
pub fn protocol_version() -> impl Strategy<Value = ProtocolVersion> {
    prop_oneof![
        2 => legacy_version(),
        1 => Just(ProtocolVersion::V2026_07_28),
        1 => sample::select(vec!["2026-07-29", "2026-08-01", "2027-01-01", "9999-12-31"])
            .prop_map(|date| ProtocolVersion::of_peer(Some(date))),
        1 => date(2027..=9999),
    ]
}

/// A protocol version before 2026-07-28: half the time a published one, else the last days before
/// that one, or any earlier date.
pub fn legacy_version() -> impl Strategy<Value = ProtocolVersion> {
    prop_oneof![
        4 => sample::select(vec![
            ProtocolVersion::V2024_11_05,
            ProtocolVersion::V2025_03_26,
            ProtocolVersion::V2025_06_18,
            ProtocolVersion::V2025_11_25,
        ]),
        2 => sample::select(vec!["2026-07-27", "2026-06-30", "2025-12-31", "0001-01-01"])
            .prop_map(|date| ProtocolVersion::of_peer(Some(date))),
        1 => date(1..=2025),
    ]
}

/// A JSON text of the value: odd whitespace, escapes where none are needed, numbers spelled
/// otherwise, and members that come twice, of which the last one counts. It shrinks to the compact
/// JSON.
///
/// It parses to what the value's compact JSON parses to, which is the value but where `serde_json`
/// itself reads it otherwise: without `float_roundtrip` one float in eleven becomes its neighbour, and
/// with `arbitrary_precision` or `raw_value` an object is taken for something else, or refused, if its
/// first member is called `$serde_json::private::Number` or `$serde_json::private::RawValue`.
pub fn spelling(value: Value) -> impl Strategy<Value = String> {
    vec_of(any::<u8>(), 0..32).prop_map(move |choices| spell(&value, &choices))
}

type Member = (String, Value);

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        sample::select(STRINGS.as_slice()).prop_map(String::from),
        vec_of(any::<char>(), 0..8).prop_map(String::from_iter),
    ]
}

fn object_of(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let name = prop_oneof![
        sample::select(NAMES.as_slice()).prop_map(String::from),
        text(),
    ];
    vec_of((name, value), 0..4).prop_map(|members| Value::Object(Map::from_iter(members)))
}

/// A falsy value under many arrays and objects.
fn deep() -> impl Strategy<Value = Value> {
    (falsy(), vec_of(any::<bool>(), 0..MAX_DEPTH - 10)).prop_map(|(leaf, levels)| {
        levels.into_iter().fold(leaf, |value, is_object| {
            if is_object {
                json!({"x": value})
            } else {
                json!([value])
            }
        })
    })
}

/// A member that is there with this probability. It goes first when a failure shrinks.
fn member(
    name: &'static str,
    presence: f64,
    value: impl Strategy<Value = Value> + 'static,
) -> BoxedStrategy<Option<Member>> {
    (bool::weighted(presence), value)
        .prop_map(move |(present, value)| present.then(|| (name.into(), value)))
        .boxed()
}

/// An object with those of the members that are there, and at times one or two unknown ones, in any
/// order.
fn object_with(members: Vec<BoxedStrategy<Option<Member>>>) -> impl Strategy<Value = Value> {
    let unknown = (
        sample::select(UNKNOWN_NAMES.as_slice()).prop_map(String::from),
        json(),
    );
    let unknown = prop_oneof![
        3 => Just(Vec::new()),
        1 => vec_of(unknown, 0..3),
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
}

fn block_of(
    name: impl Strategy<Value = Value> + 'static,
    mut members: Vec<BoxedStrategy<Option<Member>>>,
) -> impl Strategy<Value = Value> {
    members.extend([
        member("type", 1.0, name),
        member("annotations", 0.25, object()),
        member("_meta", 0.25, object()),
    ]);
    object_with(members)
}

fn media(mime_type: &'static str) -> Vec<BoxedStrategy<Option<Member>>> {
    vec![
        member("data", 1.0, base64()),
        member("mimeType", 1.0, Just(mime_type.into())),
    ]
}

fn base64() -> impl Strategy<Value = Value> {
    sample::select(["", "AA==", "iVBORw0KGgo="].as_slice()).prop_map(Value::from)
}

fn uri() -> impl Strategy<Value = Value> {
    sample::select(["file:///a", "https://example.com/?q=%7B%7D"].as_slice()).prop_map(Value::from)
}

fn blocks(block: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    vec_of(block, 0..5).prop_map(Value::Array)
}

/// No block at all, or one without a usable `type` or `text`.
fn malformed_block() -> impl Strategy<Value = Value> {
    prop_oneof![
        json(),
        object_with(vec![member("text", 0.5, string())]),
        object_with(vec![
            member("type", 1.0, json()),
            member("text", 0.5, string())
        ]),
        object_with(vec![
            member("type", 1.0, Just("text".into())),
            member("text", 0.7, json())
        ]),
    ]
}

fn odd_is_error() -> BoxedStrategy<Option<Member>> {
    let odd = json!([
        true,
        null,
        "true",
        "false",
        "",
        0,
        1,
        1.0,
        [],
        [true],
        {},
        false
    ]);
    member("isError", 0.9, select_of(odd))
}

fn odd_result_type() -> BoxedStrategy<Option<Member>> {
    let odd = json!([
        "input_required",
        "task",
        null,
        "complete",
        "Complete",
        "complete ",
        "",
        "error",
        true,
        0,
        [],
        ["complete"],
        {},
    ]);
    member("resultType", 0.9, select_of(odd))
}

fn select_of(values: Value) -> impl Strategy<Value = Value> {
    let Value::Array(values) = values else {
        return sample::select(vec![values]);
    };
    sample::select(values)
}

/// What other requests are answered with, and what `tools/call` once was.
fn body() -> impl Strategy<Value = Value> {
    object_with(vec![
        member("task", 0.4, object()),
        member("toolResult", 0.4, json()),
        member(
            "resultType",
            0.3,
            sample::select(vec![json!("task"), json!("complete")]),
        ),
        member("content", 0.2, null()),
    ])
}

fn call_with(
    content: BoxedStrategy<Option<Member>>,
    is_error: BoxedStrategy<Option<Member>>,
    result_type: BoxedStrategy<Option<Member>>,
) -> impl Strategy<Value = Value> {
    let members = vec![
        content,
        member(
            "structuredContent",
            0.65,
            prop_oneof![falsy(), json(), object()],
        ),
        is_error,
        result_type,
        member("_meta", 0.2, object()),
    ];
    let mirror = (bool::weighted(0.3), vec_of(any::<u8>(), 0..32));
    (object_with(members), mirror).prop_map(|(mut result, (mirrored, choices))| {
        let text = match result.get("structuredContent") {
            Some(value) if mirrored => spell(value, &choices),
            _ => return result,
        };
        if let Some(Value::Array(blocks)) = result.get_mut("content") {
            blocks.insert(0, json!({"type": "text", "text": text}));
        }
        result
    })
}

fn list_with(
    tools: impl Strategy<Value = Value> + 'static,
    result_type: BoxedStrategy<Option<Member>>,
) -> impl Strategy<Value = Value> {
    object_with(vec![
        member("tools", 1.0, tools),
        result_type,
        member("nextCursor", 0.3, string()),
        member("ttlMs", 0.2, number()),
        member("cacheScope", 0.2, Just(json!("public"))),
        member("_meta", 0.2, object()),
    ])
}

fn tool(output_schema: impl Strategy<Value = Value> + 'static) -> impl Strategy<Value = Value> {
    object_with(vec![
        member("name", 1.0, string()),
        member("title", 0.3, string()),
        member("inputSchema", 1.0, Just(json!({"type": "object"}))),
        member("outputSchema", 0.6, output_schema),
        member("annotations", 0.2, object()),
    ])
}

fn date(years: core::ops::RangeInclusive<u16>) -> impl Strategy<Value = ProtocolVersion> {
    (years, 1..=12, 1..=28).prop_map(|(year, month, day)| {
        ProtocolVersion::of_peer(Some(&format!("{year:04}-{month:02}-{day:02}")))
    })
}

/// The value's text, spelled as the choices say, over and over; plain when there are none.
fn spell(value: &Value, choices: &[u8]) -> String {
    let mut choices = choices.iter().cycle();
    let mut speller = Speller {
        text: String::new(),
        choose: |of| choices.next().map_or(0, |&choice| usize::from(choice) % of),
    };
    speller.value(value);
    speller.text
}

struct Speller<F> {
    text: String,
    choose: F,
}

impl<F: FnMut(usize) -> usize> Speller<F> {
    fn value(&mut self, value: &Value) {
        self.space();
        match value {
            Value::Number(number) => self.number(&number.to_string()),
            Value::String(string) => self.string(string),
            Value::Array(elements) => self.list('[', elements, ']', Self::value),
            Value::Object(members) => self.list('{', members, '}', |speller, (name, value)| {
                // Twice, a member that serde_json gives a meaning of its own would be refused.
                if !name.starts_with('$') && (speller.choose)(6) == 1 {
                    let earlier = ["null", "{}", "\"\"", "[0]", "false"][(speller.choose)(5)];
                    speller.name(name);
                    speller.text += earlier;
                    speller.text.push(',');
                }
                speller.name(name);
                speller.value(value);
            }),
            _ => self.text += &value.to_string(),
        }
        self.space();
    }

    fn list<T>(
        &mut self,
        open: char,
        items: impl IntoIterator<Item = T>,
        close: char,
        mut item: impl FnMut(&mut Self, T),
    ) {
        self.text.push(open);
        for (index, each) in items.into_iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            item(self, each);
        }
        self.space();
        self.text.push(close);
    }

    fn name(&mut self, name: &str) {
        self.space();
        self.string(name);
        self.space();
        self.text.push(':');
    }

    fn space(&mut self) {
        self.text += ["", "", "", "", " ", "\t", "\n", "\r\n  "][(self.choose)(8)];
    }

    fn string(&mut self, string: &str) {
        self.text.push('"');
        for char in string.chars() {
            match ((self.choose)(4), char) {
                (0 | 1, ' '..) if char != '"' && char != '\\' => self.text.push(char),
                (2, '"' | '\\' | '/') => self.text.extend(['\\', char]),
                (2, '\n') => self.text += "\\n",
                (choice, _) => {
                    for unit in char.encode_utf16(&mut [0; 2]) {
                        // Writing to a string never fails.
                        let _ = match choice {
                            3 => write!(self.text, "\\u{unit:04X}"),
                            _ => write!(self.text, "\\u{unit:04x}"),
                        };
                    }
                }
            }
        }
        self.text.push('"');
    }

    /// Another spelling of the number, if `serde_json` reads the very same number from it.
    fn number(&mut self, plain: &str) {
        let other = match (self.choose)(8) {
            1 => format!("{plain}e0"),
            2 => format!("{plain}E+00"),
            3 => format!("{plain}0"),
            4 => plain.replace('e', "E"),
            5 => plain.replace("e+", "e"),
            6 => plain.replace('e', ".0E+0"),
            _ => plain.into(),
        };
        let read = |text| {
            serde_json::from_str(text)
                .map(|value: Value| value.to_string())
                .ok()
        };
        self.text += if read(&other) == read(plain) {
            &other
        } else {
            plain
        };
    }
}
