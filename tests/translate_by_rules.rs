//! The public rules of translation are all that an SDK with types of its own needs: a translation that
//! asks them, and knows no row itself, meets every case.

use mcp_result::contract::{Answer, Crossing};
use mcp_result::rules::{
    FirstBlock, Holder, OutputSchema, RequiredMember, StructuredContent, block_as_text,
    block_type_since, boolean_schema, is_never_null, is_translated, legacy_failure_text,
    legacy_text, output_schema, required_member, required_members, structured_content,
    takes_block_type,
};
use mcp_result::{NotForLegacyPeer, Peer, ProtocolVersion, ResultKind, TextFallback, block_text};
use serde_json::{Map, Value, json};

mcp_result::translation_tests!(|suite| suite.check_values(|mut result, asked: &Crossing| {
    let answer = translate(&mut result, asked.to.kind(), asked.from, asked.to.peer());
    match answer {
        Ok(()) => Answer::Sent(result.to_string()),
        Err(_) => Answer::Refused(None),
    }
}));

fn translate(
    result: &mut Value,
    kind: ResultKind,
    from: ProtocolVersion,
    peer: Peer,
) -> Result<(), NotForLegacyPeer> {
    let Some(members) = result.as_object_mut() else {
        return Ok(());
    };
    let result_type = members.get("resultType").and_then(Value::as_str);
    if !is_translated(result_type, kind, peer)? {
        return Ok(());
    }
    let from = result_type.map_or(from, |_| from.max(ProtocolVersion::V2026_07_28));
    if kind == ResultKind::ToolsCall {
        // An SDK has another type for the body of a task.
        let body = ["content", "isError", "_meta", "resultType"];
        let is_output = members.contains_key("structuredContent")
            || members.get("isError").is_some_and(Value::is_boolean)
            || members
                .get("content")
                .is_some_and(|content| !content.is_null())
            || members.keys().all(|name| body.contains(&name.as_str()));
        if !is_output {
            return Ok(());
        }
    }
    let version = peer.version();
    for name in required_members(kind) {
        match required_member(name, members.get(*name).into(), version) {
            RequiredMember::Goes => members.retain(|member, _| member != name),
            RequiredMember::Becomes(value) => drop(members.insert((*name).into(), value)),
            _ => {}
        }
    }
    if kind == ResultKind::ToolsCall {
        translate_output(members, from, peer)?;
    }
    remove_nulls(members, Holder::of_result(kind));
    let list = match kind {
        ResultKind::ToolsList => "tools",
        ResultKind::ToolsCall => "content",
        ResultKind::PromptsList => "prompts",
        ResultKind::PromptsGet => "messages",
        ResultKind::ResourcesList => "resources",
        ResultKind::ResourceTemplatesList => "resourceTemplates",
        ResultKind::ResourcesRead => "contents",
        _ => return Ok(()),
    };
    for element in elements(members.get_mut(list)) {
        match kind {
            ResultKind::ToolsCall => translate_block(element, version),
            ResultKind::PromptsGet => {
                if let Some(block) = element.get_mut("content") {
                    translate_block(block, version);
                }
            }
            _ => {
                let Some(members) = element.as_object_mut() else {
                    continue;
                };
                remove_nulls(members, Holder::Defined);
                if kind == ResultKind::ToolsList {
                    translate_schemas(members, version);
                }
                if kind == ResultKind::PromptsList {
                    let arguments = elements(members.get_mut("arguments"));
                    let arguments = arguments.filter_map(Value::as_object_mut);
                    arguments.for_each(|argument| remove_nulls(argument, Holder::Defined));
                }
            }
        }
    }
    Ok(())
}

fn elements(list: Option<&mut Value>) -> impl Iterator<Item = &mut Value> {
    list.and_then(Value::as_array_mut).into_iter().flatten()
}

fn remove_nulls(members: &mut Map<String, Value>, holder: Holder) {
    members.retain(|name, value| !value.is_null() || !is_never_null(name, holder));
    if let (Holder::Defined, Some(Value::Object(annotations))) =
        (holder, members.get_mut("annotations"))
    {
        remove_nulls(annotations, Holder::Annotations);
    }
}

fn translate_schemas(tool: &mut Map<String, Value>, version: ProtocolVersion) {
    match tool
        .get("outputSchema")
        .map(|schema| output_schema(schema, version))
    {
        Some(OutputSchema::GetsType) => tool["outputSchema"]["type"] = json!("object"),
        Some(OutputSchema::Goes) => tool.retain(|name, _| name != "outputSchema"),
        _ => {}
    }
    for name in ["inputSchema", "outputSchema"] {
        let Some(Value::Object(schema)) = tool.get_mut(name).filter(|_| version.is_legacy()) else {
            continue;
        };
        remove_nulls(schema, Holder::Schema);
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            for property in properties.values_mut() {
                if let Some(accepts) = property.as_bool() {
                    *property = boolean_schema(accepts).into();
                }
            }
        }
    }
}

fn translate_block(block: &mut Value, version: ProtocolVersion) {
    let Some(members) = block.as_object_mut() else {
        return;
    };
    let Some(name) = members.get("type").and_then(Value::as_str) else {
        return;
    };
    let is_taken = takes_block_type(name, version);
    if block_type_since(name).is_some() {
        remove_nulls(members, Holder::Defined);
        if let Some(Value::Object(resource)) = members.get_mut("resource") {
            remove_nulls(resource, Holder::Defined);
        }
    }
    if let Some(text) = block_as_text(members).filter(|_| !is_taken) {
        *block = text;
    }
}

fn translate_output(
    members: &mut Map<String, Value>,
    from: ProtocolVersion,
    peer: Peer,
) -> Result<(), NotForLegacyPeer> {
    let is_error = members.get("isError") == Some(&json!(true));
    let value = members.get("structuredContent").cloned();
    let fate = value
        .as_ref()
        .map(|value| structured_content(value, is_error, from, peer.version()));
    if members.get("content").is_none_or(Value::is_null) {
        members.insert("content".into(), json!([]));
    }
    let blocks = members.get_mut("content").and_then(Value::as_array_mut);
    let add = |blocks: &mut Vec<Value>, text: Option<String>| {
        if let Some(text) = text {
            let index = if is_error { blocks.len() } else { 0 };
            blocks.insert(index, json!({"type": "text", "text": text}));
        }
    };
    match (fate, value) {
        (Some(StructuredContent::Stays), Some(value)) => {
            if let Some(blocks) = blocks.filter(|blocks| blocks.is_empty()) {
                // What cannot be written stays unwritten.
                let text = legacy_text(&value, FirstBlock::None, TextFallback::Lossless);
                add(blocks, text.unwrap_or_default());
            }
            return Ok(());
        }
        (Some(StructuredContent::BecomesText), Some(value)) => {
            let blocks = blocks.ok_or(NotForLegacyPeer::Content)?;
            let (first, last) = (outer(blocks.first()), outer(blocks.last()));
            let text = if is_error {
                legacy_failure_text(&value, first, last, peer.text_fallback())?
            } else {
                legacy_text(&value, first, peer.text_fallback())?
            };
            add(blocks, text);
        }
        _ => {}
    }
    members.retain(|name, _| name != "structuredContent");
    Ok(())
}

fn outer(block: Option<&Value>) -> FirstBlock<&str> {
    match block {
        None => FirstBlock::None,
        Some(block) if block["type"] == "text" => {
            block_text(block).map_or(FirstBlock::Other, FirstBlock::Text)
        }
        Some(_) => FirstBlock::Other,
    }
}
