//! [`strip_for_legacy_peer`]: what a peer on an older protocol version may be sent.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use serde_json::{Map, Value};

use crate::find::outer_block;
use crate::json::{Json, drop_flat, take_member, text_block};
use crate::peer::{NotForLegacyPeer, Peer, ResultKind};
use crate::presence::Presence;
use crate::rules::stripping::{
    ResultType, can_take_text, is_legacy_output_schema, is_legacy_structured_content,
    is_sent_as_it_is, legacy_text, result_type,
};

/// What [`strip_for_legacy_peer`] removed and added, so that nothing is lost and a server can log
/// it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Stripped {
    output_schemas: Vec<(usize, Value)>,
    structured_content: Presence<Value>,
    result_type: bool,
    text_added: bool,
}

impl Stripped {
    /// Each `outputSchema` that was removed, with its tool's index in `tools`.
    #[must_use]
    pub fn output_schemas(&self) -> &[(usize, Value)] {
        &self.output_schemas
    }

    /// Gives the removed output schemas away.
    #[must_use]
    pub fn into_output_schemas(self) -> Vec<(usize, Value)> {
        if let Presence::Present(value) = self.structured_content {
            drop_flat(value);
        }
        self.output_schemas
    }

    /// The `structuredContent` that was removed.
    #[must_use]
    pub fn structured_content(&self) -> Presence<&Value> {
        self.structured_content.as_ref()
    }

    /// Gives the removed `structuredContent` away.
    #[must_use]
    pub fn into_structured_content(self) -> Presence<Value> {
        for (_, schema) in self.output_schemas {
            drop_flat(schema);
        }
        self.structured_content
    }

    /// Whether `"resultType": "complete"` was removed.
    #[must_use]
    pub fn result_type(&self) -> bool {
        self.result_type
    }

    /// Whether a text block with the removed structured content was put before the others.
    #[must_use]
    pub fn text_added(&self) -> bool {
        self.text_added
    }

    /// Whether nothing was removed or added.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.output_schemas.is_empty()
            && self.structured_content.is_absent()
            && !self.result_type
            && !self.text_added
    }
}

/// Strips a result (the value under `result` of a JSON-RPC response) of what a peer on an older
/// protocol version cannot take, in place, just before it is sent.
///
/// For a peer at 2026-07-28 or later nothing changes, nor does a result of a method that exists only since
/// then ([`ResultKind::ModernOnly`]). For a legacy peer, which negotiated an older version:
///
/// | what | rule |
/// |---|---|
/// | `resultType`, every kind of result | removed when it is `"complete"`; `"input_required"` and `"task"` are an error; any other value stays. Where the peer has negotiated the tasks extension ([`Peer::with_tasks`]), `"task"` stays, and so does any in the results of `tasks/*` |
/// | `outputSchema` of each tool, `tools/list` | removed unless it is an object whose root `type` is the string `"object"` |
/// | `structuredContent`, `tools/call` | removed when present and no object, `null` included, also beside `isError` |
/// | the removed value | with [`TextFallback::Lossless`](crate::TextFallback::Lossless), the default, its compact JSON becomes the first block of `content` as text, unless the first block is text that [mirrors](crate::rules::mirrors) it; with [`TextFallback::WhenEmpty`](crate::TextFallback::WhenEmpty), only when there are no blocks. An absent or `null` `content` has no blocks |
///
/// Everything else stays as it was: the order of members and tools, object schemas and object
/// values, unknown members, and whatever is malformed. What is left is what rmcp sends; it is not always
/// valid for the peer: see [`translate_result`](crate::translate_result).
///
/// It does not recurse, however deep the result is.
///
/// # Errors
///
/// [`NotForLegacyPeer`], and the result is untouched: it is not final, or `content` cannot hold the removed
/// value, or that is nested deeper than 127 levels and would have to be written.
///
/// # Example
///
/// ```
/// use mcp_result::{Presence, ProtocolVersion, ResultKind, strip_for_legacy_peer};
/// use serde_json::json;
///
/// let mut result = json!({
///     "resultType": "complete",
///     "content": [{"type": "text", "text": "Found 2 users."}],
///     "structuredContent": ["Alice", "Bob"],
/// });
/// let stripped =
///     strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, ProtocolVersion::V2025_11_25)?;
///
/// assert_eq!(result, json!({
///     "content": [
///         {"type": "text", "text": r#"["Alice","Bob"]"#},
///         {"type": "text", "text": "Found 2 users."},
///     ],
/// }));
/// assert_eq!(stripped.structured_content(), Presence::Present(&json!(["Alice", "Bob"])));
/// # Ok::<(), mcp_result::NotForLegacyPeer>(())
/// ```
///
/// # Source
///
/// SEP-2106 (structured content and output schemas of any JSON type), SEP-2322 (`resultType`), and
/// `strip_result_type_for_legacy_peer` and `strip_non_object_output_for_legacy_peer` of rmcp
/// 3.11.0. Different on purpose: what [mirrors](crate::rules::mirrors) a value; the limit on depth; and
/// `resultType` goes from results that rmcp does not know, too.
pub fn strip_for_legacy_peer(
    result: &mut Value,
    kind: ResultKind,
    peer: impl Into<Peer>,
) -> Result<Stripped, NotForLegacyPeer> {
    let peer = peer.into();
    let mut stripped = Stripped::default();
    let Value::Object(members) = result else {
        return Ok(stripped);
    };
    if is_sent_as_it_is(kind, peer) {
        return Ok(stripped);
    }
    let found = members.get("resultType").and_then(Value::as_str);
    stripped.result_type = result_type(found, kind, peer)? == ResultType::Goes;
    match kind {
        ResultKind::ToolsList => stripped.output_schemas = strip_output_schemas(members),
        ResultKind::ToolsCall => strip_structured_content(members, peer, &mut stripped)?,
        _ => {}
    }
    if stripped.result_type {
        take_member(members, "resultType");
    }
    Ok(stripped)
}

fn strip_output_schemas(members: &mut Map<String, Value>) -> Vec<(usize, Value)> {
    let Some(Value::Array(tools)) = members.get_mut("tools") else {
        return Vec::new();
    };
    let tools = tools.iter_mut().enumerate();
    tools
        .filter_map(|(index, tool)| {
            let tool = tool.as_object_mut()?;
            if is_legacy_output_schema(tool.get("outputSchema")?) {
                return None;
            }
            Some((index, take_member(tool, "outputSchema")?))
        })
        .collect()
}

/// Changes nothing on an error.
fn strip_structured_content(
    members: &mut Map<String, Value>,
    peer: Peer,
    stripped: &mut Stripped,
) -> Result<(), NotForLegacyPeer> {
    let value = members.get("structuredContent");
    let Some(value) = value.filter(|value| !is_legacy_structured_content(value)) else {
        return Ok(());
    };
    let content = members.get("content");
    can_take_text(content.map(Json::kind).into())?;
    let first = outer_block(content.and_then(|content| content.get(0)));
    if let Some(text) = legacy_text(value, first, peer.text_fallback())? {
        let block = text_block(text);
        match members.get_mut("content") {
            Some(Value::Array(blocks)) => blocks.insert(0, block),
            _ => {
                members.insert("content".into(), Value::Array(vec![block]));
            }
        }
        stripped.text_added = true;
    }
    stripped.structured_content = take_member(members, "structuredContent").into();
    Ok(())
}
