//! Whether results keep to their tools' own schemas, decided by a validator.

use mcp_result::ResultKind;
use serde_json::Value;

use crate::input::Input;

/// Whether a client that compiles the output schemas of this list, or checks a call's value against the
/// only one, has reason to reject what it is sent.
pub fn is_broken(input: &Input, list: &Value) -> bool {
    let tools = list["tools"].as_array().into_iter().flatten();
    tools
        .filter_map(|tool| tool.get("outputSchema"))
        .any(|schema| match jsonschema::validator_for(schema) {
            Err(_) => true,
            Ok(_) if input.kind != ResultKind::ToolsCall => false,
            Ok(_) if input.result["isError"] == true => false,
            Ok(validator) => !value(input).is_some_and(|value| validator.is_valid(value)),
        })
}

/// The value that the server wrote. Before 2026-07-28, `null` was none.
fn value(input: &Input) -> Option<&Value> {
    let value = input.result.get("structuredContent")?;
    (!input.from.is_legacy() || !value.is_null()).then_some(value)
}
