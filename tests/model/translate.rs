//! What a peer is sent, table by table, row by row.

use mcp_result::{NotForLegacyPeer, Peer, ProtocolVersion, ResultKind, TextFallback};
use serde_json::{Map, Value, json};

use super::mirror::{depth, is_said};
use super::provable::proves_object;

const NULLS: [&str; 13] = [
    "_meta",
    "annotations",
    "arguments",
    "description",
    "execution",
    "icons",
    "instructions",
    "isError",
    "mimeType",
    "nextCursor",
    "outputSchema",
    "size",
    "title",
];

const BLOCKS: [(&str, &str); 5] = [
    ("text", "0000-01-01"),
    ("image", "0000-01-01"),
    ("resource", "0000-01-01"),
    ("audio", "2025-03-26"),
    ("resource_link", "2025-06-18"),
];

/// The result that the peer is sent, or why there is none.
pub(crate) fn expected(
    result: &Value,
    kind: ResultKind,
    from: ProtocolVersion,
    peer: Peer,
) -> Result<Value, NotForLegacyPeer> {
    let version = peer.version();
    let mut sent = result.clone();
    let Value::Object(members) = &mut sent else {
        return Ok(sent);
    };

    // Untouched.
    if kind == ResultKind::ModernOnly || kind == ResultKind::Tasks && peer.has_tasks() {
        return Ok(sent);
    }
    let result_type = members.get("resultType").and_then(Value::as_str);
    let has_result_type = result_type.is_some();
    if let Some(other) = result_type.filter(|name| *name != "complete") {
        if !version.is_legacy() {
            return Ok(sent);
        }
        if other != "task" || !peer.has_tasks() {
            return Err(NotForLegacyPeer::ResultType(other.into()));
        }
    }
    if kind == ResultKind::ToolsCall && !is_tools_result(members) {
        return Ok(sent);
    }

    // Every kind.
    let is_nothing = |value: Option<&Value>| value.is_none_or(Value::is_null);
    let result_type = members.get("resultType");
    if !version.is_legacy() && is_nothing(result_type) {
        members.insert("resultType".into(), "complete".into());
    } else if version.is_legacy() && result_type.is_some_and(|it| it.is_null() || *it == "complete")
    {
        remove(members, "resultType");
    }
    let method = kind.method().unwrap_or_default();
    if method.ends_with("/list") || method == "resources/read" {
        for (name, default) in [("ttlMs", json!(0)), ("cacheScope", json!("private"))] {
            if version.is_legacy() {
                remove(members, name);
            } else if is_nothing(members.get(name)) {
                members.insert(name.into(), default);
            }
        }
    }
    match kind.method() {
        Some(_) => remove_nulls(members),
        None => members.retain(|name, value| name != "_meta" || !value.is_null()),
    }
    let list = match method {
        "tools/list" => "tools",
        "prompts/list" => "prompts",
        "resources/list" => "resources",
        "resources/templates/list" => "resourceTemplates",
        "resources/read" => "contents",
        _ => "",
    };
    for element in objects(members.get_mut(list)) {
        remove_nulls(element);
        if list == "prompts" {
            objects(element.get_mut("arguments")).for_each(remove_nulls);
        }
    }

    if version.is_legacy() && kind == ResultKind::ToolsList {
        objects(members.get_mut("tools")).for_each(|tool| translate_tool(tool, version));
    }
    if kind == ResultKind::ToolsCall {
        let from = if has_result_type {
            ProtocolVersion::V2026_07_28
        } else {
            from
        };
        translate_call(members, from, peer)?;
        for block in members
            .get_mut("content")
            .and_then(Value::as_array_mut)
            .into_iter()
            .flatten()
        {
            translate_block(block, version);
        }
    }
    if kind == ResultKind::PromptsGet {
        for message in objects(members.get_mut("messages")) {
            message
                .get_mut("content")
                .into_iter()
                .for_each(|block| translate_block(block, version));
        }
    }
    Ok(sent)
}

fn is_tools_result(members: &Map<String, Value>) -> bool {
    let known = ["content", "isError", "_meta", "resultType"];
    members
        .get("content")
        .is_some_and(|content| !content.is_null())
        || members.contains_key("structuredContent")
        || members.get("isError").is_some_and(Value::is_boolean)
        || members.keys().all(|name| known.contains(&name.as_str()))
}

fn remove(members: &mut Map<String, Value>, name: &str) {
    members.retain(|key, _| key != name);
}

fn objects(array: Option<&mut Value>) -> impl Iterator<Item = &mut Map<String, Value>> {
    let elements = array.and_then(Value::as_array_mut).into_iter().flatten();
    elements.filter_map(Value::as_object_mut)
}

fn remove_nulls(members: &mut Map<String, Value>) {
    members.retain(|name, value| !NULLS.contains(&name.as_str()) || !value.is_null());
    if let Some(Value::Object(annotations)) = members.get_mut("annotations") {
        annotations.retain(|_, value| !value.is_null());
    }
}

fn translate_tool(tool: &mut Map<String, Value>, version: ProtocolVersion) {
    if let Some(schema) = tool.get("outputSchema") {
        let is_provable = proves_object(schema);
        if version < ProtocolVersion::V2025_06_18
            || !schema.is_object()
            || schema.get("type") != Some(&json!("object")) && !is_provable
        {
            remove(tool, "outputSchema");
        } else {
            tool["outputSchema"]["type"] = "object".into();
        }
    }
    for name in ["inputSchema", "outputSchema"] {
        let Some(Value::Object(schema)) = tool.get_mut(name) else {
            continue;
        };
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            for property in properties.values_mut() {
                match property {
                    Value::Bool(true) => *property = json!({}),
                    Value::Bool(false) => *property = json!({"not": {}}),
                    _ => {}
                }
            }
        }
        schema.retain(|name, value| {
            !matches!(name.as_str(), "properties" | "required") || !value.is_null()
        });
    }
}

fn translate_call(
    members: &mut Map<String, Value>,
    from: ProtocolVersion,
    peer: Peer,
) -> Result<(), NotForLegacyPeer> {
    let version = peer.version();
    if members.get("content").is_none_or(Value::is_null) {
        members.insert("content".into(), json!([]));
    }
    let Some(value) = members.get("structuredContent").cloned() else {
        return Ok(());
    };
    let fails = members.get("isError") == Some(&json!(true));
    if value.is_null() && from.is_legacy() {
        remove(members, "structuredContent");
        return Ok(());
    }
    let goes = version.is_legacy()
        && (version < ProtocolVersion::V2025_06_18 || !value.is_object() || fails);
    let text = json!({"type": "text", "text": value.to_string()});
    let content = members.get_mut("content").and_then(Value::as_array_mut);
    if !goes {
        if let Some(blocks) = content.filter(|blocks| blocks.is_empty() && depth(&value) <= 127) {
            blocks.push(text);
        }
        return Ok(());
    }
    let blocks = content.ok_or(NotForLegacyPeer::Content)?;
    let is_mirrored = |block: Option<&Value>| block.is_some_and(|block| is_said(block, &value));
    let is_needed = match peer.text_fallback() {
        TextFallback::WhenEmpty => blocks.is_empty(),
        _ => !(is_mirrored(blocks.first()) || fails && is_mirrored(blocks.last())),
    };
    if is_needed {
        if depth(&value) > 127 {
            return Err(NotForLegacyPeer::Depth);
        }
        blocks.insert(if fails { blocks.len() } else { 0 }, text);
    }
    remove(members, "structuredContent");
    Ok(())
}

fn translate_block(block: &mut Value, version: ProtocolVersion) {
    let Some(Value::String(block_type)) = block.get("type") else {
        return;
    };
    let since = BLOCKS
        .iter()
        .find(|(name, _)| name == block_type)
        .map(|(_, since)| *since);
    if since.is_some() {
        let members = block.as_object_mut().unwrap();
        remove_nulls(members);
        if let Some(Value::Object(resource)) = members.get_mut("resource") {
            remove_nulls(resource);
        }
    }
    let is_defined = since.is_some_and(|since| version >= since.parse().unwrap());
    if !version.is_legacy() || is_defined || depth(block) > 127 {
        return;
    }
    let mut new = json!({"type": "text", "text": ""});
    let mut written = block.as_object().unwrap().clone();
    if written.get("data").is_some_and(Value::is_string) {
        remove(&mut written, "data");
    }
    for name in ["annotations", "_meta"] {
        if written.get(name).is_some_and(Value::is_object) {
            new[name] = written[name].clone();
            remove(&mut written, name);
        }
    }
    new["text"] = Value::Object(written).to_string().into();
    remove_nulls(new.as_object_mut().unwrap());
    *block = new;
}
