//! Whether results keep to their tools' own schemas, decided by a validator.

use jsonschema::Draft;
use mcp_result::ResultKind;
use serde_json::Value;

use crate::input::Input;

/// Whether a client that compiles the output schemas of this list, or checks a call's value against the
/// only one, has reason to reject what it is sent. Clients read a schema as draft 2020-12 or as draft 7,
/// whatever its `$schema` says.
pub fn is_broken(input: &Input, list: &Value) -> bool {
    let tools = list["tools"].as_array().into_iter().flatten();
    tools
        .filter_map(|tool| tool.get("outputSchema"))
        .any(|schema| {
            let is_kept = |draft| is_kept(input, schema, draft);
            !is_kept(Draft::Draft202012) || !is_kept(Draft::Draft7)
        })
}

fn is_kept(input: &Input, schema: &Value, draft: Draft) -> bool {
    let mut schema = schema.clone();
    forget_dialect(&mut schema);
    let Ok(validator) = jsonschema::options().with_draft(draft).build(&schema) else {
        return false;
    };
    input.kind != ResultKind::ToolsCall
        || input.result["isError"] == true
        || value(input).is_some_and(|value| validator.is_valid(value))
}

/// Takes out every `$schema`, which the validator would go by, also in a part of the schema.
fn forget_dialect(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            members.retain(|name, value| name != "$schema" || !value.is_string());
            members.values_mut().for_each(forget_dialect);
        }
        Value::Array(elements) => elements.iter_mut().for_each(forget_dialect),
        _ => {}
    }
}

/// The value that the server wrote. Before 2026-07-28, `null` was none.
fn value(input: &Input) -> Option<&Value> {
    let value = input.result.get("structuredContent")?;
    (!input.from.is_legacy() || !value.is_null()).then_some(value)
}

#[cfg(test)]
mod tests {
    use mcp_result::ProtocolVersion;
    use serde_json::json;

    use super::*;

    #[test]
    fn a_tuple_is_broken_since_draft_7_does_not_know_it() {
        let dialect = "https://json-schema.org/draft/2020-12/schema";
        let tuple = json!({
            "$schema": dialect, "type": "array", "prefixItems": [{"type": "number"}], "items": false,
        });
        let list = |tuple| {
            let schema = json!({"$schema": dialect, "type": "object", "properties": {"a": tuple}});
            json!({"tools": [{"outputSchema": schema}]})
        };
        let input = Input {
            kind: ResultKind::ToolsCall,
            from: ProtocolVersion::V2025_11_25,
            result: json!({"structuredContent": {"a": [1]}}),
            tools: None,
            limit: None,
        };
        assert!(is_broken(&input, &list(tuple)));
        assert!(!is_broken(&input, &list(json!({"type": "array"}))));
    }
}
