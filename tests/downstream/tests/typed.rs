//! The contract, pinned for an SDK whose types follow the schema, with one mode: what they cannot hold is not
//! asked, and the rest passes without a skip.

use mcp_result::contract::{self, Answer, Outcome, Recipient, Report, Suite};
use mcp_result::rules::{self, FirstBlock, ResultType};
use mcp_result::{
    ContentForm, Conversion, NotForLegacyPeer, Peer, Presence, ResultKind, ResultMode, TextFallback,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct CallToolResult {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<String>,
    content: Vec<Block>,
    #[serde(default, skip_serializing_if = "Presence::is_absent")]
    structured_content: Presence<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    is_error: Option<bool>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Map<String, Value>>,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
enum BlockType {
    Text,
    Image,
    Audio,
    ResourceLink,
    Resource,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Block {
    r#type: BlockType,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mime_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    icons: Option<Vec<Map<String, Value>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resource: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Map<String, Value>>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Map<String, Value>>,
}

impl Block {
    /// The text of a text block.
    fn text(&self) -> Option<&str> {
        self.text
            .as_deref()
            .filter(|_| self.r#type == BlockType::Text)
    }
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct ListToolsResult {
    #[serde(skip_serializing_if = "Option::is_none")]
    result_type: Option<String>,
    tools: Vec<Tool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_cursor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ttl_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cache_scope: Option<String>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Map<String, Value>>,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
struct Tool {
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    icons: Option<Vec<Map<String, Value>>>,
    input_schema: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output_schema: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    execution: Option<Map<String, Value>>,
    #[serde(rename = "_meta", skip_serializing_if = "Option::is_none")]
    meta: Option<Map<String, Value>>,
}

/// The result, if the type holds all of it, in its order where this build keeps one.
fn held<T: DeserializeOwned + Serialize>(result: &Value) -> Option<T> {
    let typed = T::deserialize(result).ok()?;
    let [back, sent] = [&json!(typed), result].map(Value::to_string);
    (back == sent).then_some(typed)
}

/// The SDK's only mode: the structured value, else the content.
fn output(result: CallToolResult) -> Answer {
    if result.is_error == Some(true) {
        let texts = result.content.iter().filter_map(Block::text);
        return Answer::Tool(Some(texts.map(str::to_owned).collect()));
    }
    if let Some(other) = result.result_type.filter(|it| it != "complete") {
        return Answer::Incomplete(Some(other));
    }
    if let Presence::Present(value) = result.structured_content {
        return Answer::Structured(value.to_string());
    }
    let is_text = |block: &Block| block.r#type == BlockType::Text;
    if result
        .content
        .iter()
        .any(|block| is_text(block) && block.text.is_none())
    {
        return Answer::Malformed(None);
    }
    let (texts, others): (Vec<_>, Vec<_>) = result.content.into_iter().partition(is_text);
    let mut texts: Vec<_> = texts
        .iter()
        .filter_map(Block::text)
        .map(str::to_owned)
        .collect();
    match texts.len() {
        1 if others.is_empty() || !texts[0].is_empty() => Answer::Text(texts.remove(0)),
        0 | 1 => Answer::Blocks(json!(others).to_string()),
        _ => Answer::Texts(texts),
    }
}

fn strip_call(
    mut result: CallToolResult,
    peer: Peer,
    fallback: TextFallback,
) -> Result<CallToolResult, NotForLegacyPeer> {
    let result_type = result.result_type.as_deref();
    if rules::result_type(result_type, ResultKind::ToolsCall, peer)? == ResultType::Goes {
        result.result_type = None;
    }
    let value = result.structured_content.as_ref().into_option();
    let Some(value) = value.filter(|value| !rules::is_legacy_structured_content(value)) else {
        return Ok(result);
    };
    if let Some(text) = rules::legacy_text(
        value,
        FirstBlock::of(result.content.first(), Block::text),
        fallback,
    )? {
        let block = json!({"type": "text", "text": text});
        let block = held(&block).expect("a text block is one");
        result.content.insert(0, block);
    }
    result.structured_content = Presence::Absent;
    Ok(result)
}

fn strip_list(
    mut result: ListToolsResult,
    peer: Peer,
) -> Result<ListToolsResult, NotForLegacyPeer> {
    let result_type = result.result_type.as_deref();
    if rules::result_type(result_type, ResultKind::ToolsList, peer)? == ResultType::Goes {
        result.result_type = None;
    }
    for tool in &mut result.tools {
        tool.output_schema = tool
            .output_schema
            .take()
            .filter(rules::is_legacy_output_schema_object);
    }
    Ok(result)
}

fn sent<T: DeserializeOwned + Serialize>(
    result: &Value,
    to: &Recipient,
    strip: impl FnOnce(T) -> Result<T, NotForLegacyPeer>,
) -> Answer {
    let Some(typed) = held(result) else {
        return Answer::NotHeld;
    };
    if !to.peer().version().is_legacy() {
        return Answer::Sent(json!(typed).to_string());
    }
    match strip(typed) {
        Ok(typed) => Answer::Sent(json!(typed).to_string()),
        Err(_) => Answer::Refused(None),
    }
}

fn check_conversion(suite: Suite<Conversion>) -> Report {
    let is_own = |asked: Conversion| {
        asked.mode() == ResultMode::Structured && asked.content() == ContentForm::Text
    };
    suite
        .retain(|case| is_own(case.question))
        .check_values(|result, _| held(&result).map_or(Answer::NotHeld, output))
}

fn check_stripping(suite: Suite<Recipient>) -> Report {
    suite.check_values(|result, to| match to.kind() {
        ResultKind::ToolsCall => {
            let strip = |typed| strip_call(typed, to.peer(), to.text_fallback);
            Outcome::from(sent(&result, to, strip))
        }
        ResultKind::ToolsList => sent(&result, to, |typed| strip_list(typed, to.peer())).into(),
        _ => Answer::NotHeld.into(),
    })
}

mcp_result::conversion_tests!(check_conversion);

mcp_result::stripping_tests!(check_stripping);

/// Most of what the schema allows is asked, so that the tests above say something.
#[test]
fn the_types_hold_what_the_schema_allows() {
    let [conversion, stripping] = [
        check_conversion(contract::conversion()),
        check_stripping(contract::stripping()),
    ];
    for report in [&conversion, &stripping] {
        report.assert();
    }
    let held = |report: &Report| report.asked - report.not_held - report.unread;
    assert!(held(&conversion) > 130, "{}", held(&conversion));
    assert!(held(&stripping) > 230, "{}", held(&stripping));
}
