//! rmcp's own stripping, behind its types.

use rmcp::model::{CallToolResult, ListToolsResult, ServerResult};
use serde_json::Value;

/// A `tools/call` result as rmcp reads it.
///
/// # Errors
///
/// When rmcp does not read it.
pub fn read_call_result(result: &Value) -> Result<ServerResult, serde_json::Error> {
    let result: CallToolResult = serde_json::from_value(result.clone())?;
    Ok(ServerResult::CallToolResult(result))
}

/// A `tools/list` result as rmcp reads it.
///
/// # Errors
///
/// When rmcp does not read it.
pub fn read_list_result(result: &Value) -> Result<ServerResult, serde_json::Error> {
    let result: ListToolsResult = serde_json::from_value(result.clone())?;
    Ok(ServerResult::ListToolsResult(result))
}

/// What rmcp writes.
///
/// # Panics
///
/// Never: rmcp's results are JSON.
#[must_use]
pub fn written(result: &ServerResult) -> Value {
    serde_json::to_value(result).expect("rmcp's results are JSON")
}

/// What rmcp sends to a legacy peer, as its server handler does.
#[must_use]
pub fn stripped(mut result: ServerResult) -> Value {
    result.strip_result_type_for_legacy_peer();
    result.strip_non_object_output_for_legacy_peer();
    written(&result)
}
