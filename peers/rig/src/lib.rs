//! rig: what its model gets of a tool's result. The structured value unless it is null, and every block
//! in order, without the one that says the value already. A failure has the same output.

use mcp_result::rules::mirrors;
use mcp_result::{ConvertError, Converted, Output, ResultMode, convert_result};
use rig_core::message::{ImageMediaType, MimeType, ToolResultContent};
use rig_core::tool::{ToolExecutionError, ToolOutput};
use serde_json::Value;

/// The output of a tool's result, as the server sent it.
///
/// # Errors
///
/// The tool's own error, which has its output; and a result that is not final, or malformed.
pub fn tool_output(result: Value) -> Result<ToolOutput, ToolExecutionError> {
    let (converted, failed) = match convert_result(result, ResultMode::Content) {
        Err(ConvertError::Tool(error)) => {
            let converted = error.convert(ResultMode::Content);
            (converted.map_err(ConvertError::Tool), true)
        }
        converted => (converted, false),
    };
    let Converted { output, mut rest } = converted.map_err(ToolExecutionError::from_error)?;
    let Output::Blocks(blocks) = output else {
        unreachable!("mode `Content` gives blocks")
    };
    let mut shown: Vec<_> = blocks.iter().map(content).collect();
    let value = rest.get_mut("structuredContent").map(Value::take);
    if let Some(value) = value.filter(|value| !value.is_null()) {
        let is_mirror = |block| text(block).is_some_and(|text| mirrors(text, &value));
        match blocks.iter().position(is_mirror) {
            Some(position) => shown[position] = ToolResultContent::json(value),
            None => shown.insert(0, ToolResultContent::json(value)),
        }
    }
    match (shown.is_empty(), failed) {
        (true, true) => Err(tool_error(ToolOutput::text(
            "the MCP tool reported an error",
        ))),
        (true, false) => Ok(ToolOutput::text("")),
        (false, true) => Err(tool_error(ToolOutput::content(shown)?)),
        (false, false) => ToolOutput::content(shown),
    }
}

fn tool_error(output: ToolOutput) -> ToolExecutionError {
    ToolExecutionError::other("the MCP tool reported an execution error").with_model_output(output)
}

/// A text as it is, an image in a format that rig knows as an image, any other block as its JSON.
fn content(block: &Value) -> ToolResultContent {
    if let Some(text) = text(block) {
        return ToolResultContent::text(text);
    }
    let (data, mime_type) = match block["type"].as_str() {
        Some("image") => (&block["data"], &block["mimeType"]),
        Some("resource") => (&block["resource"]["blob"], &block["resource"]["mimeType"]),
        _ => (&Value::Null, &Value::Null),
    };
    let media_type = mime_type.as_str().and_then(ImageMediaType::from_mime_type);
    match (data.as_str(), media_type) {
        (Some(data), Some(media_type)) => {
            ToolResultContent::image_base64(data, Some(media_type), None)
        }
        _ => ToolResultContent::json(block.clone()),
    }
}

/// The text of a text block.
fn text(block: &Value) -> Option<&str> {
    block["text"].as_str().filter(|_| block["type"] == "text")
}
