//! The results that are measured.

use mcp_result::{ResultKind, ResultMode};
use serde_json::{Value, json};

/// A result as JSON text.
pub struct Sample {
    pub name: &'static str,
    /// The nominal size.
    pub size: &'static str,
    pub json: String,
    pub mode: ResultMode,
    pub kind: ResultKind,
    /// Whether a legacy peer has to be sent another text.
    pub strips: bool,
}

pub const SIZES: [(&str, usize); 3] = [("1 KB", 1_000), ("100 KB", 100_000), ("10 MB", 10_000_000)];

/// Results of `tools/call` to convert; a legacy peer may be sent all of them.
pub fn to_convert() -> Vec<Sample> {
    let structured = sized("structured", structured, ResultMode::Structured);
    let text = sized("text", text, ResultMode::Text);
    let blocks = sized("many blocks", blocks, ResultMode::Text);
    structured.chain(text).chain(blocks).collect()
}

/// Results that have to be changed for a legacy peer, and a list of tools that has not.
pub fn to_strip() -> Vec<Sample> {
    let mirrored = sized("array, mirrored", mirrored, ResultMode::Structured);
    let unmirrored = sized("array, to write", unmirrored, ResultMode::Structured);
    let arrays = mirrored.chain(unmirrored).map(|sample| Sample {
        strips: true,
        ..sample
    });
    arrays
        .chain([
            list("tools, object schemas", "object", false),
            list("tools, array schemas", "array", true),
        ])
        .collect()
}

/// Results that are converted in other ways, or look otherwise; a legacy peer may be sent all of them.
pub fn to_convert_over_text() -> Vec<Sample> {
    let text = sized("text without escapes", plain_text, ResultMode::Text);
    let image = sized("image", image, ResultMode::Text);
    let blocks = sized("many blocks, all of them", blocks, ResultMode::Content);
    let model = sized(
        "many blocks, for the model",
        blocks_for_model,
        ResultMode::Model,
    );
    let fallback = sized("text, as structured", self::text, ResultMode::Structured);
    let results = text.chain(image).chain(blocks).chain(model).chain(fallback);
    let shapes: [(_, fn(usize) -> String); 6] = [
        ("indented", indented),
        ("numbers", |bytes| {
            structured_array(&repeat("-12.5e3", bytes))
        }),
        ("short strings", |bytes| {
            structured_array(&repeat(r#""abcde""#, bytes))
        }),
        ("not ASCII", |bytes| {
            structured_array(&repeat(r#""日本語のテキスト、です""#, bytes))
        }),
        ("deep arrays", |bytes| {
            structured_array(&nested("[", "]", bytes))
        }),
        ("deep objects", |bytes| {
            structured_array(&nested(r#"{"a":"#, "}", bytes))
        }),
    ];
    let shapes = shapes.into_iter();
    let shapes = shapes.flat_map(|(name, shape)| sized(name, shape, ResultMode::Structured));
    results.chain(shapes).collect()
}

/// Array outputs beside a first text, for a legacy peer, which mirrors them or nearly does.
pub fn to_strip_over_text() -> Vec<Sample> {
    let shapes: [(_, fn(usize) -> String); 5] = [
        ("mirrored with white space", |bytes| {
            beside(bytes, |rows| {
                let rows = serde_json::to_string(rows).unwrap();
                rows.replace("\":", "\": ").replace(",\"", ", \"")
            })
        }),
        ("mirrored with indentation", |bytes| {
            beside(bytes, |rows| serde_json::to_string_pretty(rows).unwrap())
        }),
        ("mirrored in another order", |bytes| {
            beside(bytes, |rows| {
                let rows = rows.as_array().unwrap().iter().map(in_another_order);
                format!("[{}]", rows.collect::<Vec<_>>().join(","))
            })
        }),
        ("mirrored with other escapes", |bytes| {
            beside(bytes, |rows| {
                rows.to_string().replace("\"user ", r#""\u0075ser "#)
            })
        }),
        ("beside another array", |bytes| {
            beside(bytes, |rows| rows.to_string().replacen("user", "guest", 1))
        }),
    ];
    let shapes = shapes.into_iter();
    let samples = shapes.flat_map(|(name, shape)| sized(name, shape, ResultMode::Structured));
    let samples = samples.map(|sample| Sample {
        strips: true,
        ..sample
    });
    samples.collect()
}

/// Results to translate to the same version, of which the first ones have nothing to change.
pub fn to_translate() -> Vec<Sample> {
    let size = "100 KB";
    let (call, list) = (
        |name, json| call(name, size, json, ResultMode::Content),
        |name, every| Sample {
            json: to_repair(500, every),
            ..list(name, "object", every > 0)
        },
    );
    vec![
        call("structured", structured(100_000)),
        call("text", text(100_000)),
        call("many blocks", blocks(100_000)),
        list("tools", 0),
        list("tools, one in ten to repair", 10),
        list("tools, all to repair", 1),
    ]
}

/// Tools, of which each so many-th has a member that is `null`, and a boolean schema of a property.
fn to_repair(count: usize, every: usize) -> String {
    let mut list: Value = serde_json::from_str(&tools(count, "object")).unwrap();
    let tools = list["tools"].as_array_mut().unwrap();
    for (_, tool) in (0..)
        .zip(tools)
        .filter(|(index, _)| every > 0 && index % every == 0)
    {
        tool["annotations"] = Value::Null;
        tool["inputSchema"]["properties"]["any"] = true.into();
    }
    list.to_string()
}

fn sized(
    name: &'static str,
    result: fn(usize) -> String,
    mode: ResultMode,
) -> impl Iterator<Item = Sample> {
    let sample = move |&(size, bytes)| call(name, size, result(bytes), mode);
    SIZES.iter().map(sample)
}

fn call(name: &'static str, size: &'static str, json: String, mode: ResultMode) -> Sample {
    Sample {
        name,
        size,
        json,
        mode,
        kind: ResultKind::ToolsCall,
        strips: false,
    }
}

fn list(name: &'static str, schema: &str, strips: bool) -> Sample {
    Sample {
        kind: ResultKind::ToolsList,
        strips,
        ..call(name, "500 tools", tools(500, schema), ResultMode::Content)
    }
}

// The order of members is that of most servers; a `Value` would sort them.

/// A structured value beside a short text.
pub fn structured(bytes: usize) -> String {
    let rows = rows(bytes.saturating_sub(90));
    let ok = text_block("ok");
    format!(r#"{{"content":[{ok}],"structuredContent":{{"rows":{rows}}},"isError":false}}"#)
}

/// One text block.
pub fn text(bytes: usize) -> String {
    let line = "10:42:07 INFO request \"GET /users\" took 12 ms\n";
    let block = text_block(&line.repeat(bytes / (line.len() + 3)));
    format!(r#"{{"content":[{block}]}}"#)
}

/// One image.
pub fn image(bytes: usize) -> String {
    let data = "iVBORw0KGgoAAAAN".repeat(bytes / 16);
    format!(r#"{{"content":[{{"type":"image","data":"{data}","mimeType":"image/png"}}]}}"#)
}

/// One text block without escapes.
fn plain_text(bytes: usize) -> String {
    let block = text_block(&"10:42:07 INFO request GET /users took 12 ms. ".repeat(bytes / 45));
    format!(r#"{{"content":[{block}]}}"#)
}

/// Blocks of which each second one is meant for the user.
fn blocks_for_model(bytes: usize) -> String {
    let block = |index| {
        let audience = ["assistant", "user"][index % 2];
        let text = format!("The text of block {index:6}.");
        let annotations = json!({"audience": [audience]});
        json!({"type": "text", "text": text, "annotations": annotations}).to_string()
    };
    let blocks: Vec<_> = (0..bytes / 95).map(block).collect();
    format!(r#"{{"content":[{}]}}"#, blocks.join(","))
}

/// A structured value with indentation.
fn indented(bytes: usize) -> String {
    let result: Value = serde_json::from_str(&structured(bytes * 2 / 5)).unwrap();
    serde_json::to_string_pretty(&result).unwrap()
}

fn structured_array(elements: &str) -> String {
    let ok = text_block("ok");
    format!(r#"{{"content":[{ok}],"structuredContent":{{"rows":[{elements}]}}}}"#)
}

/// An element, again and again.
fn repeat(element: &str, bytes: usize) -> String {
    vec![element; bytes / (element.len() + 1)].join(",")
}

/// Elements that are each nested forty levels deep, which the floor can read.
fn nested(open: &str, close: &str, bytes: usize) -> String {
    let element = format!("{}1{}", open.repeat(40), close.repeat(40));
    repeat(&element, bytes)
}

fn blocks(bytes: usize) -> String {
    let block = |index| text_block(&format!("The text of block {index:6}."));
    let blocks: Vec<_> = (0..bytes / 55).map(block).collect();
    format!(r#"{{"content":[{}]}}"#, blocks.join(","))
}

/// An array beside a text that is the same array.
fn mirrored(bytes: usize) -> String {
    let rows = rows(bytes * 9 / 20).to_string();
    let block = text_block(&rows);
    format!(r#"{{"content":[{block}],"structuredContent":{rows}}}"#)
}

/// An array beside a text that is made of it.
fn beside(bytes: usize, text: impl Fn(&Value) -> String) -> String {
    let rows = rows(bytes * 9 / 20);
    let block = text_block(&text(&rows));
    format!(r#"{{"content":[{block}],"structuredContent":{rows}}}"#)
}

/// An object's text with its last member first.
fn in_another_order(row: &Value) -> String {
    let members = row.as_object().unwrap().iter().rev();
    let members = members.map(|(name, value)| format!("\"{name}\":{value}"));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

/// An array beside prose.
fn unmirrored(bytes: usize) -> String {
    let rows = rows(bytes.saturating_sub(70));
    let block = text_block("Found users.");
    format!(r#"{{"content":[{block}],"structuredContent":{rows}}}"#)
}

fn text_block(text: &str) -> String {
    format!(r#"{{"type":"text","text":{}}}"#, Value::from(text))
}

fn rows(bytes: usize) -> Value {
    let mut rows = Vec::new();
    let mut len = 0;
    while len < bytes {
        let index = rows.len();
        let row = json!({
            "id": index,
            "name": format!("user {index}"),
            "score": f64::from(u32::try_from(index).unwrap()) * 0.37,
            "tags": ["a", "bb", "c \"q\""],
            "ok": index % 2 == 0,
            "note": null,
        });
        len += row.to_string().len() + 1;
        rows.push(row);
    }
    rows.into()
}

/// Tools whose output schemas have this root `type`.
fn tools(count: usize, schema: &str) -> String {
    let tool = |index| {
        let properties = json!({
            "id": {"type": "string", "description": "x".repeat(index % 40)},
            "n": {"type": "number"},
        });
        let output_schema = match schema {
            "object" => json!({"type": "object", "properties": properties}),
            _ => json!({"type": schema, "items": {"type": "object", "properties": properties}}),
        };
        json!({
            "name": format!("tool_{index}"),
            "description": "A tool that does something useful for somebody.",
            "inputSchema": {
                "type": "object",
                "properties": {
                    "a": {"type": "string"},
                    "b": {"type": "number", "description": "the number"},
                },
                "required": ["a"],
            },
            "outputSchema": output_schema,
        })
    };
    let tools: Value = (0..count).map(tool).collect();
    json!({"tools": tools}).to_string()
}
