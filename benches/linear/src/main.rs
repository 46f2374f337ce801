//! Measures one call on a result of a given size: `linear <case> <size>`. callgrind counts what
//! happens within `measured`, and nothing of what builds the input.

use std::hint::black_box;
use std::mem::forget;

use mcp_result::{
    ProtocolVersion, ResultKind, ResultMode, convert_result, raw, strip_for_legacy_peer,
    translate_result,
};
use serde_json::{Map, Value, json};

const LEGACY: ProtocolVersion = ProtocolVersion::V2025_11_25;

fn main() {
    let arguments: Vec<_> = std::env::args().collect();
    let [_, case, size] = &arguments[..] else {
        return CASES.iter().for_each(|(name, _)| println!("{name}"));
    };
    let size = size.parse().expect("a size");
    let (_, build) = CASES.iter().find(|(name, _)| name == case).expect("a case");
    build(size).call();
}

/// A built input and what is done with it.
enum Call {
    Convert(Value, ResultMode),
    Strip(Value, ResultKind),
    Translate(Value, ResultKind, ProtocolVersion),
    Display(Value),
    OfPeer(String),
    ConvertText(String),
    StripText(String, ResultKind),
    TranslateText(String, ResultKind),
}

impl Call {
    fn call(self) {
        match self {
            Self::Convert(result, mode) => measured(|| convert_result(result, mode)),
            Self::Strip(mut result, kind) => {
                measured(|| strip_for_legacy_peer(&mut result, kind, LEGACY).expect("stripped"));
                forget(result);
            }
            Self::Translate(mut result, kind, to) => {
                measured(|| {
                    translate_result(&mut result, kind, ProtocolVersion::V2026_07_28, to)
                        .expect("translated")
                });
                forget(result);
            }
            Self::Display(result) => {
                let error = convert_result(result, ResultMode::Text).expect_err("an error");
                measured(|| error.to_string());
            }
            Self::OfPeer(version) => measured(|| ProtocolVersion::of_peer(Some(&version))),
            Self::ConvertText(json) => {
                measured(|| raw::convert_result(&json, ResultMode::Text).expect("converted"));
            }
            Self::StripText(json, kind) => {
                measured(|| raw::strip_for_legacy_peer(&json, kind, LEGACY).expect("stripped"));
            }
            Self::TranslateText(json, kind) => measured(|| {
                raw::translate_result(&json, kind, ProtocolVersion::V2026_07_28, LEGACY)
                    .expect("translated")
            }),
        }
    }
}

/// What is returned is not dropped, so that only the call counts.
#[inline(never)]
fn measured<T>(call: impl FnOnce() -> T) {
    forget(black_box(call()));
}

type Case = (&'static str, fn(usize) -> Call);

/// What is said to be linear in the number of something.
const CASES: [Case; 49] = [
    ("convert-texts", |n| {
        text(content(n, |_| json!({"type": "text", "text": "a"})))
    }),
    ("convert-images", |n| {
        text(content(n, |_| json!({"type": "image"})))
    }),
    ("convert-mixed-blocks", |n| {
        text(content(
            n,
            |i| json!({"type": if i % 2 == 0 { "text" } else { "image" }, "text": "a"}),
        ))
    }),
    ("convert-mode-content", |n| {
        Call::Convert(
            content(n, |_| json!({"type": "image"})),
            ResultMode::Content,
        )
    }),
    ("convert-last-block-malformed", |n| {
        text(content(
            n,
            |i| json!({"type": if i + 1 == n { "text" } else { "image" }}),
        ))
    }),
    ("convert-text-block-members", |n| {
        text(json!({"content": [members(n, json!({"type": "text", "text": "a"}))]}))
    }),
    ("convert-structured-members", |n| {
        Call::Convert(
            members(n, json!({"structuredContent": []})),
            ResultMode::Structured,
        )
    }),
    ("convert-tool-error", |n| {
        text(members(n, json!({"isError": true})))
    }),
    ("display-tool-error", |n| {
        let mut result = content(n, |_| json!({"type": "text", "text": "a"}));
        result["isError"] = true.into();
        Call::Display(result)
    }),
    ("strip-tools-to-remove", |n| {
        tools(n, json!({"type": "array"}))
    }),
    ("strip-tools-to-keep", |n| {
        tools(n, json!({"type": "object"}))
    }),
    ("strip-tool-members", |n| {
        let tool = members(n, json!({"outputSchema": []}));
        Call::Strip(json!({"tools": [tool]}), ResultKind::ToolsList)
    }),
    ("strip-members", |n| {
        let result = json!({"resultType": "complete", "structuredContent": null});
        Call::Strip(members(n, result), ResultKind::ToolsCall)
    }),
    ("strip-blocks", |n| {
        let mut result = content(n, |_| json!({"type": "image"}));
        result["structuredContent"] = Value::Null;
        Call::Strip(result, ResultKind::ToolsCall)
    }),
    ("strip-value-to-write", |n| {
        value((0..n).map(|i| json!([i])).collect(), "prose")
    }),
    ("strip-value-mirrored", |n| {
        let array: Value = (0..n).map(|i| json!({"n": i, "a": null})).collect();
        let text = array.to_string();
        value(array, &text)
    }),
    ("strip-value-parsed", |n| {
        let array: Value = (0..n).map(|i| json!([i])).collect();
        let text = array.to_string().replace(',', ", ");
        value(array, &text)
    }),
    ("translate-tools-to-repair", |n| {
        let schema = json!({"type": "object", "properties": {"a": true, "b": {}}});
        list_of(n, json!({"name": "t", "inputSchema": schema}))
    }),
    ("translate-tools-to-type", |n| {
        let schema = json!({"$ref": "#/$defs/A", "$defs": {"A": {"oneOf": [{"type": "object"}]}}});
        list_of(n, json!({"name": "t", "outputSchema": schema}))
    }),
    ("translate-tools-without-changes", |n| {
        list_of(n, json!({"name": "t", "outputSchema": {"type": "object"}}))
    }),
    ("translate-blocks-without-changes", |n| {
        call(content(n, |_| json!({"type": "text", "text": "a"})))
    }),
    ("translate-blocks-with-nulls", |n| {
        call(content(
            n,
            |_| json!({"type": "text", "text": "a", "annotations": {"audience": null}, "_meta": null}),
        ))
    }),
    ("translate-blocks-to-replace", |n| {
        call(content(
            n,
            |i| json!({"type": "x-chart", "data": "AA==", "rows": [i], "_meta": {"a": i}}),
        ))
    }),
    ("translate-members", |n| {
        let result = json!({"resultType": "complete", "structuredContent": null, "_meta": null});
        call(members(n, result))
    }),
    ("translate-members-to-modern", |n| {
        let result = members(n, json!({"tools": [], "_meta": null}));
        Call::Translate(result, ResultKind::ToolsList, ProtocolVersion::V2026_07_28)
    }),
    ("translate-value-to-fill-content", |n| {
        let mut result = json!({"structuredContent": {"a": null}});
        result["structuredContent"]["a"] = (0..n).map(|i| json!([i])).collect();
        call(result)
    }),
    ("translate-null-annotations", |n| {
        let annotations = members(n, json!({}));
        list_of(1, json!({"name": "t", "annotations": annotations}))
    }),
    ("translate-properties", |n| {
        let properties: Map<_, _> = (0..n).map(|i| (format!("p{i}"), true.into())).collect();
        schema(json!({"type": "object", "properties": properties}))
    }),
    ("translate-schema-with-enum", |n| {
        let values: Vec<_> = (0..n).map(|_| json!({})).collect();
        schema(json!({"enum": values}))
    }),
    ("translate-schema-with-types", |n| {
        let types = vec![json!("object"); n];
        fan(n, json!({"type": types, "const": {}}), json!({}))
    }),
    ("translate-schema-of-references", |n| {
        definitions(n, |i| json!({"$ref": format!("#/$defs/{}", i + 1)}))
    }),
    ("translate-schema-in-a-cycle", |n| {
        definitions(n, |i| json!({"$ref": format!("#/$defs/{}", (i + 1) % n)}))
    }),
    ("translate-schema-that-fans-out", |n| {
        let to = |i| json!({"$ref": format!("#/$defs/{i}")});
        definitions(n, |i| json!({"allOf": [to(i + 1), to(i + 2), to(i / 2)]}))
    }),
    ("translate-schema-with-a-deep-reference", |n| {
        let deep = (0..n).fold(json!({"type": "object"}), |value, _| {
            Value::Object(Map::from_iter([("a".to_owned(), value)]))
        });
        let to = format!("#/deep{}", "/a".repeat(n));
        let Call::Translate(mut result, kind, to) = fan(n, json!({"$ref": to}), json!({})) else {
            unreachable!()
        };
        result["tools"][0]["outputSchema"]["deep"] = deep;
        Call::Translate(result, kind, to)
    }),
    ("translate-schema-that-is-deep", |n| {
        let deep = (0..n).fold(json!({"type": "object"}), |value, _| {
            Value::Object(Map::from_iter([(
                "anyOf".to_owned(),
                Value::Array(vec![value]),
            )]))
        });
        let mut result = json!({"tools": [{}]});
        result["tools"][0]["outputSchema"] = deep;
        Call::Translate(result, ResultKind::ToolsList, LEGACY)
    }),
    ("of-peer", |n| Call::OfPeer("2".repeat(n))),
    ("raw-convert-texts", |n| {
        let block = r#"{"type":"text","text":"a"}"#;
        Call::ConvertText(format!(r#"{{"content":{}}}"#, list(n, block)))
    }),
    ("raw-convert-depth", |n| {
        let (open, close) = ("[".repeat(n), "]".repeat(n));
        Call::ConvertText(format!(r#"{{"_meta":{open}{close}}}"#))
    }),
    ("raw-strip-tools-to-remove", |n| {
        let tool = r#"{"name":"t","outputSchema":{"type":"array"}}"#;
        let json = format!(r#"{{"tools":{}}}"#, list(n, tool));
        Call::StripText(json, ResultKind::ToolsList)
    }),
    ("raw-strip-duplicates", |n| {
        let duplicates = r#","structuredContent":0"#.repeat(n);
        let json = format!(r#"{{"content":[]{duplicates}}}"#);
        Call::StripText(json, ResultKind::ToolsCall)
    }),
    ("raw-strip-value-to-write", |n| {
        let json = format!(r#"{{"structuredContent":{}}}"#, list(n, "[0]"));
        Call::StripText(json, ResultKind::ToolsCall)
    }),
    ("raw-strip-value-mirrored", |n| {
        let array = list(n, "[0]");
        let text = Value::from(array.replace(',', ", "));
        let content = json!([{"type": "text", "text": text}]);
        let json = format!(r#"{{"structuredContent":{array},"content":{content}}}"#);
        Call::StripText(json, ResultKind::ToolsCall)
    }),
    ("raw-translate-tools-to-repair", |n| {
        let schema = r#"{"type":"object","properties":{"a":true,"b":{}},"required":null}"#;
        let tool = format!(r#"{{"title":null,"inputSchema":{schema},"outputSchema":{schema}}}"#);
        let json = format!(r#"{{"tools":{},"ttlMs":0}}"#, list(n, &tool));
        Call::TranslateText(json, ResultKind::ToolsList)
    }),
    ("raw-translate-tools-to-type", |n| {
        let tool = r#"{"outputSchema":{"anyOf":[{"type":"object"}]}}"#;
        let json = format!(r#"{{"tools":{}}}"#, list(n, tool));
        Call::TranslateText(json, ResultKind::ToolsList)
    }),
    ("raw-translate-blocks-to-replace", |n| {
        let block = r#"{"type":"x","a":[0],"data":"","_meta":{},"annotations":{"a":null}}"#;
        let json = format!(r#"{{"content":{}}}"#, list(n, block));
        Call::TranslateText(json, ResultKind::ToolsCall)
    }),
    ("raw-translate-blocks-without-changes", |n| {
        let json = format!(
            r#"{{"content":{}}}"#,
            list(n, r#"{"type":"text","text":"a"}"#)
        );
        Call::TranslateText(json, ResultKind::ToolsCall)
    }),
    ("raw-translate-duplicates", |n| {
        let duplicates = r#""annotations":{"a":null},"_meta":null,"type":"text","#.repeat(n);
        let json = format!(r#"{{"content":[{{{duplicates}"text":""}}]}}"#);
        Call::TranslateText(json, ResultKind::ToolsCall)
    }),
    ("raw-translate-properties", |n| {
        let properties: Vec<_> = (0..n).map(|i| format!(r#""p{i:07}":true"#)).collect();
        let schema = format!(r#"{{"properties":{{{}}}}}"#, properties.join(","));
        let json = format!(r#"{{"tools":[{{"inputSchema":{schema}}}]}}"#);
        Call::TranslateText(json, ResultKind::ToolsList)
    }),
    ("raw-translate-schema-that-is-deep", |n| {
        let (open, close) = (r#"{"anyOf":["#.repeat(n), "]}".repeat(n));
        let json = format!(r#"{{"tools":[{{"outputSchema":{open}{close}}}]}}"#);
        Call::TranslateText(json, ResultKind::ToolsList)
    }),
];

fn text(result: Value) -> Call {
    Call::Convert(result, ResultMode::Text)
}

fn content(n: usize, block: impl Fn(usize) -> Value) -> Value {
    let mut result = json!({"content": null});
    result["content"] = (0..n).map(block).collect();
    result
}

fn members(n: usize, value: Value) -> Value {
    // As long as `outputSchema`, so that every name is compared whole.
    let others = (0..n).map(|i| (format!("other{i:07}"), Value::Null));
    let mut members: Map<_, _> = others.collect();
    if let Value::Object(known) = value {
        members.extend(known);
    }
    Value::Object(members)
}

fn tools(n: usize, schema: Value) -> Call {
    let mut result = json!({"tools": null});
    let tools = (0..n).map(|_| json!({"name": "t", "outputSchema": schema}));
    result["tools"] = tools.collect();
    Call::Strip(result, ResultKind::ToolsList)
}

fn list(n: usize, element: &str) -> String {
    format!("[{}]", vec![element; n].join(","))
}

fn value(value: Value, text: &str) -> Call {
    let mut result = json!({"content": [{"type": "text", "text": text}]});
    result["structuredContent"] = value;
    Call::Strip(result, ResultKind::ToolsCall)
}

fn call(result: Value) -> Call {
    Call::Translate(result, ResultKind::ToolsCall, LEGACY)
}

fn list_of(n: usize, tool: Value) -> Call {
    let mut result = json!({"tools": null});
    result["tools"] = (0..n).map(|_| tool.clone()).collect();
    Call::Translate(result, ResultKind::ToolsList, LEGACY)
}

fn schema(schema: Value) -> Call {
    let mut result = json!({"tools": [{"name": "t"}]});
    result["tools"][0]["outputSchema"] = schema;
    Call::Translate(result, ResultKind::ToolsList, LEGACY)
}

/// A schema with these definitions, of which the first one is the root's.
fn definitions(n: usize, definition: impl Fn(usize) -> Value) -> Call {
    let definitions: Map<_, _> = (0..n).map(|i| (i.to_string(), definition(i))).collect();
    schema(json!({"$ref": "#/$defs/0", "$defs": definitions}))
}

/// A schema that refers to one definition as often as it can.
fn fan(n: usize, definition: Value, beside: Value) -> Call {
    let references = vec![json!({"$ref": "#/$defs/A"}); n];
    schema(json!({"allOf": [beside], "anyOf": references, "$defs": {"A": definition}}))
}
