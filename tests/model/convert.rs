//! What a `tools/call` result converts to, step by step as in the table.

use mcp_result::rules::{Fault, Place, find_output};
use mcp_result::{
    ContentForm, Conversion, ConvertError, Converted, Output, ResultMode, convert_result,
};
use serde_json::Value;

#[derive(Debug, PartialEq)]
pub(crate) enum Outcome {
    Converted { output: Output, rest: Value },
    Failed(Failure),
}

#[derive(Debug, PartialEq)]
pub(crate) enum Failure {
    Tool,
    Incomplete(String),
    Malformed { pointer: String, found: String },
}

/// What the crate says, in the model's words.
pub(crate) fn actual(result: &Value, conversion: Conversion) -> Outcome {
    match convert_result(result.clone(), conversion) {
        Ok(Converted { output, rest }) => Outcome::Converted { output, rest },
        Err(ConvertError::Tool(_)) => Outcome::Failed(Failure::Tool),
        Err(ConvertError::Incomplete(error)) => {
            Outcome::Failed(Failure::Incomplete(error.result_type().into()))
        }
        Err(ConvertError::Malformed(error)) => Outcome::Failed(Failure::Malformed {
            pointer: error.pointer().into(),
            found: error.found().into(),
        }),
        Err(error) => panic!("an error the contract does not know: {error}"),
    }
}

/// What [`find_output`] points at, copied out of the result.
pub(crate) fn pointed_at(result: &Value, conversion: Conversion) -> Result<Output, Failure> {
    let block = |position: usize| result["content"][position].clone();
    let text = |position: usize| result["content"][position]["text"].as_str().unwrap().into();
    match find_output(result, conversion) {
        Ok(Place::Structured) => Ok(Output::Structured(result["structuredContent"].clone())),
        Ok(Place::Text(position)) => Ok(Output::Text(text(position))),
        Ok(Place::Texts(positions)) => Ok(Output::Texts(positions.into_iter().map(text).collect())),
        Ok(Place::Blocks(positions)) => {
            Ok(Output::Blocks(positions.into_iter().map(block).collect()))
        }
        Ok(Place::AllBlocks) => Ok(Output::Blocks(
            result["content"].as_array().cloned().unwrap_or_default(),
        )),
        Err(Fault::Tool) => Err(Failure::Tool),
        Err(Fault::Incomplete(result_type)) => Err(Failure::Incomplete(result_type)),
        Err(Fault::Malformed(mismatch)) => Err(Failure::Malformed {
            pointer: mismatch.pointer().into(),
            found: mismatch.found().into(),
        }),
        Err(fault) => panic!("a fault the contract does not know: {fault}"),
    }
}

/// What the table says.
pub(crate) fn expected(result: &Value, conversion: Conversion) -> Outcome {
    let mode = conversion.mode();
    // Step 1.
    if !result.is_object() {
        return malformed(result, "");
    }

    // Step 2.
    match result.get("isError") {
        Some(Value::Bool(true)) => return Outcome::Failed(Failure::Tool),
        None | Some(Value::Null | Value::Bool(false)) => {}
        Some(_) => return malformed(result, "/isError"),
    }

    // Step 3.
    match result.get("resultType") {
        None | Some(Value::Null) => {}
        Some(Value::String(name)) if name == "complete" => {}
        Some(Value::String(name)) => return Outcome::Failed(Failure::Incomplete(name.clone())),
        Some(_) => return malformed(result, "/resultType"),
    }

    // Step 4.
    if let Some(value) = result.get("structuredContent") {
        let wanted = match mode {
            ResultMode::Structured => true,
            ResultMode::NonNullStructured => *value != Value::Null,
            _ => false,
        };
        if wanted {
            return Outcome::Converted {
                output: Output::Structured(value.clone()),
                rest: without(result, "structuredContent"),
            };
        }
    }

    // Step 5.
    let blocks = match result.get("content") {
        Some(Value::Array(blocks)) => blocks.clone(),
        None | Some(Value::Null) => {
            let bare = ["content", "isError", "_meta", "resultType"];
            let has_only_bare_members = member_names(result).iter().all(|name| bare.contains(name));
            let has_call_member = result.get("structuredContent").is_some()
                || result.get("isError").is_some_and(Value::is_boolean);
            if !has_call_member && !has_only_bare_members {
                return malformed(result, "/content");
            }
            Vec::new()
        }
        Some(_) => return malformed(result, "/content"),
    };

    // Step 6.
    let is_structured_mode =
        mode == ResultMode::Structured || mode == ResultMode::NonNullStructured;
    if mode == ResultMode::Content
        || is_structured_mode && conversion.content() == ContentForm::Blocks
    {
        return taken(result, Output::Blocks(blocks), |_| true);
    }
    if mode == ResultMode::Model {
        let shown: Vec<Value> = blocks
            .iter()
            .filter(|block| is_for_model(block))
            .cloned()
            .collect();
        if !shown.iter().any(holds_something) {
            if let Some(value) = result
                .get("structuredContent")
                .filter(|value| !value.is_null())
            {
                return Outcome::Converted {
                    output: Output::Structured(value.clone()),
                    rest: without(result, "structuredContent"),
                };
            }
        }
        return taken(result, Output::Blocks(shown), is_for_model);
    }

    // Step 7.
    for (index, block) in blocks.iter().enumerate() {
        if !block.is_object() {
            return malformed(result, &format!("/content/{index}"));
        }
        if !block.get("type").is_some_and(Value::is_string) {
            return malformed(result, &format!("/content/{index}/type"));
        }
        if block["type"] == "text" && !block.get("text").is_some_and(Value::is_string) {
            return malformed(result, &format!("/content/{index}/text"));
        }
    }

    // Step 8.
    let is_text = |block: &Value| block["type"] == "text";
    let texts: Vec<String> = blocks
        .iter()
        .filter(|block| is_text(block))
        .map(|block| block["text"].as_str().unwrap().into())
        .collect();
    let others: Vec<Value> = blocks
        .iter()
        .filter(|block| !is_text(block))
        .cloned()
        .collect();
    match texts.len() {
        1 if !texts[0].is_empty() || others.is_empty() => {
            taken(result, Output::Text(texts[0].clone()), is_text)
        }
        0 | 1 => taken(result, Output::Blocks(others), |block| !is_text(block)),
        _ => taken(result, Output::Texts(texts), is_text),
    }
}

/// "not for the model when its `annotations.audience` is a non-empty array without `"assistant"`, or a
/// string other than `"assistant"`"
pub(crate) fn is_for_model(block: &Value) -> bool {
    match block.pointer("/annotations/audience") {
        Some(Value::Array(audience)) => {
            audience.is_empty() || audience.contains(&"assistant".into())
        }
        Some(Value::String(audience)) => audience == "assistant",
        _ => true,
    }
}

/// "an object with a string `type`, and neither a text block, nor an embedded resource without a
/// `blob`, whose text is empty, absent or no string"
pub(crate) fn holds_something(block: &Value) -> bool {
    let is_empty = |text: &Value| text.as_str().unwrap_or_default().is_empty();
    let resource = block["resource"].as_object();
    match block["type"].as_str() {
        None => false,
        Some("text") => !is_empty(&block["text"]),
        Some("resource") if resource.is_some_and(|resource| resource.contains_key("blob")) => true,
        Some("resource") => !is_empty(&block["resource"]["text"]),
        Some(_) => true,
    }
}

/// The output, and the result without the blocks that went into it.
fn taken(result: &Value, output: Output, is_taken: impl Fn(&Value) -> bool) -> Outcome {
    let mut rest = result.clone();
    if let Some(Value::Array(blocks)) = rest.get_mut("content") {
        blocks.retain(|block| !is_taken(block));
    }
    Outcome::Converted { output, rest }
}

fn malformed(result: &Value, pointer: &str) -> Outcome {
    let found = match result.pointer(pointer) {
        None => "nothing",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "boolean",
        Some(Value::Number(_)) => "number",
        Some(Value::String(_)) => "string",
        Some(Value::Array(_)) => "array",
        Some(Value::Object(_)) => "object",
    };
    Outcome::Failed(Failure::Malformed {
        pointer: pointer.into(),
        found: found.into(),
    })
}

fn member_names(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

fn without(object: &Value, name: &str) -> Value {
    let members = object.as_object().unwrap().clone();
    Value::Object(members.into_iter().filter(|(key, _)| key != name).collect())
}

/// The output as one text, from the sentences about it.
pub(crate) fn text(output: &Output) -> String {
    match output {
        Output::Structured(Value::String(text)) | Output::Text(text) => text.clone(),
        Output::Structured(value) => value.to_string(),
        Output::Texts(texts) => texts.join("\n"),
        Output::Blocks(blocks) => blocks.iter().map(block_text).collect::<Vec<_>>().join("\n"),
    }
}

fn block_text(block: &Value) -> String {
    let Some(block_type) = block["type"].as_str() else {
        return "[block]".into();
    };
    let text = match block_type {
        "text" => block["text"].as_str(),
        "resource" => block["resource"]["text"].as_str(),
        _ => None,
    };
    if let Some(text) = text {
        return text.into();
    }
    let resource = &block["resource"];
    let about = [
        &block["uri"],
        &resource["uri"],
        &block["mimeType"],
        &resource["mimeType"],
    ];
    let mut about = about
        .into_iter()
        .filter_map(Value::as_str)
        .filter(|about| !about.is_empty());
    match about.next() {
        None => format!("[{block_type}]"),
        Some(uri) if uri.to_lowercase().starts_with("data:") => {
            format!("[{block_type}: {}]", uri.split(',').next().unwrap())
        }
        Some(about) => format!("[{block_type}: {about}]"),
    }
}
