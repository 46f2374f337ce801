//! What a `tools/call` result converts to, step by step as in the table.

use mcp_result::{
    ContentForm, Conversion, ConvertError, Converted, Output, ResultMode, convert_result,
};
use serde_json::Value;

#[derive(Debug, PartialEq)]
pub(crate) enum Outcome {
    Converted { output: Output, rest: Value },
    Tool,
    Incomplete(String),
    Malformed { pointer: String, found: String },
}

/// What the crate says, in the model's words.
pub(crate) fn actual(result: &Value, conversion: Conversion) -> Outcome {
    match convert_result(result.clone(), conversion) {
        Ok(Converted { output, rest }) => Outcome::Converted { output, rest },
        Err(ConvertError::Tool(_)) => Outcome::Tool,
        Err(ConvertError::Incomplete(error)) => Outcome::Incomplete(error.result_type().into()),
        Err(ConvertError::Malformed(error)) => Outcome::Malformed {
            pointer: error.pointer().into(),
            found: error.found().into(),
        },
        Err(error) => panic!("an error the contract does not know: {error}"),
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
        Some(Value::Bool(true)) => return Outcome::Tool,
        None | Some(Value::Null | Value::Bool(false)) => {}
        Some(_) => return malformed(result, "/isError"),
    }

    // Step 3.
    match result.get("resultType") {
        None | Some(Value::Null) => {}
        Some(Value::String(name)) if name == "complete" => {}
        Some(Value::String(name)) => return Outcome::Incomplete(name.clone()),
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
            let is_call = result.get("structuredContent").is_some()
                || result.get("isError").is_some_and(Value::is_boolean);
            if !is_call && !has_only_bare_members {
                return malformed(result, "/content");
            }
            Vec::new()
        }
        Some(_) => return malformed(result, "/content"),
    };

    // Step 6.
    let form = match mode {
        ResultMode::Content => ContentForm::Blocks,
        ResultMode::Structured | ResultMode::NonNullStructured => conversion.content(),
        _ => ContentForm::Text,
    };
    if form == ContentForm::Blocks {
        return taken(result, Output::Blocks(blocks), |_| true);
    }
    if mode == ResultMode::Model {
        let shown: Vec<Value> = blocks.iter().filter(|b| is_for_model(b)).cloned().collect();
        return match result.get("structuredContent") {
            Some(value) if *value != Value::Null && !shown.iter().any(holds_something) => {
                Outcome::Converted {
                    output: Output::Structured(value.clone()),
                    rest: without(result, "structuredContent"),
                }
            }
            _ => taken(result, Output::Blocks(shown), is_for_model),
        };
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

pub(crate) fn is_for_model(block: &Value) -> bool {
    match block.pointer("/annotations/audience") {
        Some(Value::String(audience)) => audience == "assistant",
        Some(Value::Array(audience)) if !audience.is_empty() => {
            audience.contains(&Value::from("assistant"))
        }
        _ => true,
    }
}

pub(crate) fn holds_something(block: &Value) -> bool {
    let is_empty = |text: Option<&Value>| match text {
        Some(Value::String(text)) => text.is_empty(),
        _ => true,
    };
    match block.get("type") {
        Some(Value::String(name)) if name == "text" => !is_empty(block.get("text")),
        Some(Value::String(name)) if name == "resource" => {
            block.pointer("/resource/blob").is_some() || !is_empty(block.pointer("/resource/text"))
        }
        Some(Value::String(_)) => true,
        _ => false,
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
    Outcome::Malformed {
        pointer: pointer.into(),
        found: found.into(),
    }
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
