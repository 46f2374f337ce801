//! What a legacy peer is sent, row by row as in the table.

use mcp_result::{NotForLegacyPeer, Peer, ResultKind, TextFallback};
use serde_json::{Value, json};

use super::mirror;

/// The result that a legacy peer is sent, or why there is none.
pub(crate) fn expected(
    result: &Value,
    kind: ResultKind,
    peer: Peer,
) -> Result<Value, NotForLegacyPeer> {
    if kind == ResultKind::ModernOnly || kind == ResultKind::Tasks && peer.has_tasks() {
        return Ok(result.clone());
    }
    let Value::Object(members) = result else {
        return Ok(result.clone());
    };
    let mut members = members.clone();

    if let Some(Value::String(name)) = members.get("resultType") {
        match name.as_str() {
            "complete" => members.retain(|name, _| name != "resultType"),
            "task" if peer.has_tasks() => {}
            "input_required" | "task" => return Err(NotForLegacyPeer::ResultType(name.clone())),
            _ => {}
        }
    }

    if let (ResultKind::ToolsList, Some(Value::Array(tools))) = (kind, members.get_mut("tools")) {
        for tool in tools.iter_mut().filter_map(Value::as_object_mut) {
            tool.retain(|name, schema| {
                name != "outputSchema"
                    || schema.is_object() && schema.get("type") == Some(&json!("object"))
            });
        }
    }

    let removed = members
        .get("structuredContent")
        .filter(|value| !value.is_object())
        .cloned();
    if let (ResultKind::ToolsCall, Some(value)) = (kind, removed) {
        members.retain(|name, _| name != "structuredContent");
        let mut blocks = match members.get("content") {
            None | Some(Value::Null) => vec![],
            Some(Value::Array(blocks)) => blocks.clone(),
            Some(_) => return Err(NotForLegacyPeer::Content),
        };
        let write = match peer.text_fallback() {
            TextFallback::WhenEmpty => blocks.is_empty(),
            _ => !blocks
                .first()
                .is_some_and(|block| mirror::is_said(block, &value)),
        };
        if write {
            if mirror::depth(&value) > 127 {
                return Err(NotForLegacyPeer::Depth);
            }
            blocks.insert(0, json!({"type": "text", "text": value.to_string()}));
            members.insert("content".into(), blocks.into());
        }
    }

    Ok(Value::Object(members))
}
