//! codex: what its model gets of a tool's result. The structured value as JSON, unless it is null; else
//! the blocks in order, as items where one is an image, and as JSON where none is. A failure reads the
//! same, and is flagged.

use mcp_result::{ContentForm, Conversion, ConvertError, Output, ResultMode, convert_result};
use serde_json::Value;

/// What is sent to the model as the output of its function call, and whether the call succeeded.
#[derive(Debug, PartialEq)]
pub struct Payload {
    pub body: Body,
    pub success: bool,
}

#[derive(Debug, PartialEq)]
pub enum Body {
    Text(String),
    Items(Vec<Item>),
}

#[derive(Debug, PartialEq)]
pub enum Item {
    Text(String),
    Image { url: String, detail: Detail },
}

#[derive(Debug, PartialEq)]
pub enum Detail {
    Auto,
    Low,
    High,
    Original,
}

/// The payload of a tool's result, as the server sent it.
///
/// # Errors
///
/// The result is not final, or malformed.
pub fn payload(result: Value) -> Result<Payload, ConvertError> {
    let conversion = Conversion::from(ResultMode::NonNullStructured);
    let conversion = conversion.with_content(ContentForm::Blocks);
    let (converted, success) = match convert_result(result, conversion) {
        Err(ConvertError::Tool(error)) => {
            let converted = error.convert(conversion);
            (converted.map_err(ConvertError::Tool)?, false)
        }
        converted => (converted?, true),
    };
    let body = match converted.output {
        Output::Blocks(blocks) if blocks.iter().any(|block| image(block).is_some()) => {
            Body::Items(blocks.iter().map(item).collect())
        }
        output => Body::Text(output.into_value().to_string()),
    };
    Ok(Payload { body, success })
}

fn item(block: &Value) -> Item {
    let text = block["text"].as_str().filter(|_| block["type"] == "text");
    let text = || text.map_or_else(|| block.to_string(), str::to_owned);
    image(block).unwrap_or_else(|| Item::Text(text()))
}

fn image(block: &Value) -> Option<Item> {
    let data = block["data"]
        .as_str()
        .filter(|_| block["type"] == "image")?;
    let mime_type = match (&block["mimeType"], &block["mime_type"]) {
        (Value::String(name), Value::Null) | (Value::Null, Value::String(name)) => name,
        (Value::Null, Value::Null) => "application/octet-stream",
        _ => return None,
    };
    let url = match data.strip_prefix("data:") {
        Some(_) => data.to_owned(),
        None => format!("data:{mime_type};base64,{data}"),
    };
    let detail = match block["_meta"]["codex/imageDetail"].as_str() {
        Some("auto") => Detail::Auto,
        Some("low") => Detail::Low,
        Some("original") => Detail::Original,
        _ => Detail::High,
    };
    Some(Item::Image { url, detail })
}
