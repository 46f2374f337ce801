//! [`strip_for_legacy_peer`]: what a peer on an older protocol version may be sent. The contract's
//! rows stand here in order.

use core::error::Error;
use core::fmt;

use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Map, Value, json};

use crate::compact::{is_compact_json, write_compact};
use crate::convert::text_of;
use crate::json::{Json, Kind, levels, take_member};
use crate::presence::Presence;
use crate::version::ProtocolVersion;

/// Which request a result answers. A result does not say so, and to guess it from its members
/// would corrupt look-alikes.
///
/// A `tasks/result` of protocol version 2025-11-25 carries the original request's result: pass
/// that request's kind.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum ResultKind {
    /// The result of `tools/list`.
    ToolsList,
    /// The result of `tools/call`.
    ToolsCall,
    /// The result of any other request.
    Other,
}

impl ResultKind {
    /// The kind of the result that a request with this method gets.
    ///
    /// ```
    /// # use mcp_result::ResultKind;
    /// assert_eq!(ResultKind::of_method("tools/list"), ResultKind::ToolsList);
    /// assert_eq!(ResultKind::of_method("tools/call"), ResultKind::ToolsCall);
    /// assert_eq!(ResultKind::of_method("prompts/list"), ResultKind::Other);
    /// ```
    #[must_use]
    pub fn of_method(method: &str) -> Self {
        match method {
            "tools/list" => Self::ToolsList,
            "tools/call" => Self::ToolsCall,
            _ => Self::Other,
        }
    }
}

/// The peer that a result is sent to: its protocol version, and options.
///
/// ```
/// use mcp_result::{Peer, ProtocolVersion, TextFallback};
///
/// let peer = Peer::from(ProtocolVersion::V2025_06_18).with_text_fallback(TextFallback::WhenEmpty);
/// assert_eq!(peer.version(), ProtocolVersion::V2025_06_18);
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Peer {
    version: ProtocolVersion,
    text_fallback: TextFallback,
}

impl Peer {
    /// Sets when structured content that had to be removed is added to `content` as text.
    #[must_use]
    pub fn with_text_fallback(self, text_fallback: TextFallback) -> Self {
        Self {
            text_fallback,
            ..self
        }
    }

    /// The protocol version that the peer negotiated.
    #[must_use]
    pub fn version(self) -> ProtocolVersion {
        self.version
    }

    /// When structured content that had to be removed is added to `content` as text.
    #[must_use]
    pub fn text_fallback(self) -> TextFallback {
        self.text_fallback
    }
}

impl From<ProtocolVersion> for Peer {
    fn from(version: ProtocolVersion) -> Self {
        Self {
            version,
            text_fallback: TextFallback::default(),
        }
    }
}

/// When structured content that had to be removed becomes the first block of `content`, as the
/// text of its compact JSON.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum TextFallback {
    /// Unless the first block is text that mirrors the value: is its compact JSON, or parses to an
    /// equal value. The value always arrives, as SEP-2106 asks. This is what rmcp 3.11 does.
    #[default]
    Lossless,
    /// Only when there are no blocks. A value beside prose or an image does not arrive.
    WhenEmpty,
}

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
}

/// Why a legacy peer cannot be sent a result.
///
/// Answer the request with a JSON-RPC error instead. rmcp uses an invalid request (-32600) for
/// `input_required`; a result that the server itself built wrong is an internal error (-32603).
///
/// ```
/// use mcp_result::{NotForLegacyPeer, ProtocolVersion, ResultKind, strip_for_legacy_peer};
/// use serde_json::json;
///
/// let mut result = json!({"resultType": "input_required", "requestState": "…"});
/// let error = strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, ProtocolVersion::V2025_11_25)
///     .unwrap_err();
/// assert_eq!(error, NotForLegacyPeer::ResultType("input_required".to_owned()));
/// assert_eq!(
///     error.to_string(),
///     r#"not for a legacy peer: expected resultType "complete", found "input_required""#,
/// );
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum NotForLegacyPeer {
    /// The `resultType` is `"input_required"` or `"task"`, which an old client reads as an empty
    /// success.
    ResultType(String),
    /// A structured value has to go, but `content` is no array that could hold it.
    Content,
    /// A structured value has to be written as text, but is nested deeper than 127 levels, which
    /// parsers refuse to read back.
    Depth,
}

impl fmt::Display for NotForLegacyPeer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not for a legacy peer: ")?;
        match self {
            Self::ResultType(found) => {
                write!(f, "expected resultType \"complete\", found {found:?}")
            }
            Self::Content => f.write_str(
                "expected an array at \"/content\" to hold the structuredContent as text, found something else",
            ),
            Self::Depth => write!(
                f,
                "expected at most {MAX_LEVELS} levels at \"/structuredContent\" to write it as text, found more"
            ),
        }
    }
}

impl Error for NotForLegacyPeer {}

/// How deep parsers that limit recursion read, serde_json's among them.
pub(crate) const MAX_LEVELS: usize = 127;

/// Strips a result (the value under `result` of a JSON-RPC response) of what a peer on an older
/// protocol version cannot take, in place, just before it is sent.
///
/// For a peer at 2026-07-28 or later nothing changes. For a legacy peer:
///
/// | what | rule |
/// |---|---|
/// | `resultType`, every kind of result | removed when it is `"complete"`; `"input_required"` and `"task"` are an error; any other value stays |
/// | `outputSchema` of each tool, `tools/list` | removed unless it is an object whose root `type` is the string `"object"` |
/// | `structuredContent`, `tools/call` | removed when present and no object, `null` included, also beside `isError` |
/// | the removed value | becomes the first block of `content` as text, as [`TextFallback`] says; an absent or `null` `content` has no blocks |
///
/// Everything else stays as it was: the order of members and tools, object schemas and object
/// values, unknown members, and whatever is malformed.
///
/// Writing and comparing the value does not recurse; reading a first block's text back as JSON
/// recurses at most 128 levels.
///
/// # Errors
///
/// [`NotForLegacyPeer`], and the result is untouched.
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
/// 3.11.0. Different on purpose: a text that is the value's own compact JSON mirrors it even where
/// serde_json reads it back as another number or not at all, where rmcp sends the value twice; and
/// the limit on depth.
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
    if !peer.version.is_legacy() {
        return Ok(stripped);
    }
    let complete = is_complete(members.get("resultType").into())?;
    match kind {
        ResultKind::ToolsList => stripped.output_schemas = strip_output_schemas(members),
        ResultKind::ToolsCall => strip_structured_content(members, peer, &mut stripped)?,
        ResultKind::Other => {}
    }
    if complete {
        take_member(members, "resultType");
        stripped.result_type = true;
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
            let schema = tool.get("outputSchema")?;
            let root_type = Presence::of_member(schema, "type");
            if is_object_schema(root_type) {
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
    let Some(value) = members.get("structuredContent") else {
        return Ok(());
    };
    if is_legacy_structured_content(value.kind()) {
        return Ok(());
    }
    let content = members.get("content");
    let first = content.and_then(|content| content.get(0));
    let mirrored = || {
        let text = first.and_then(|block| text_of(block).ok()?);
        text.and_then(Value::as_str)
            .is_some_and(|text| mirrors(text, value))
    };
    let content = content.map(Json::kind).into();
    if needs_text(content, first.is_some(), peer.text_fallback, mirrored)? {
        let mut text = String::new();
        if levels(value) > MAX_LEVELS || write_compact(&mut text, value).is_err() {
            return Err(NotForLegacyPeer::Depth);
        }
        let block = json!({"type": "text", "text": text});
        match members.get_mut("content") {
            Some(Value::Array(blocks)) => blocks.insert(0, block),
            _ => {
                members.insert("content".into(), Value::Array(alloc::vec![block]));
            }
        }
        stripped.text_added = true;
    }
    stripped.structured_content = take_member(members, "structuredContent").into();
    Ok(())
}

/// The row of `resultType`: whether it has to be removed.
pub(crate) fn is_complete<J: Json + ?Sized>(
    result_type: Presence<&J>,
) -> Result<bool, NotForLegacyPeer> {
    match result_type.into_option().and_then(J::as_text) {
        Some(text) if text == "complete" => Ok(true),
        Some(text) if text == "input_required" || text == "task" => {
            Err(NotForLegacyPeer::ResultType(text.into_owned()))
        }
        _ => Ok(false),
    }
}

/// The row of `outputSchema`: whether one with this root `type` stays.
pub(crate) fn is_object_schema<J: Json + ?Sized>(root_type: Presence<&J>) -> bool {
    let root_type = root_type.into_option().and_then(J::as_text);
    root_type.is_some_and(|root_type| root_type == "object")
}

/// The row of `structuredContent`: whether it stays.
pub(crate) fn is_legacy_structured_content(value: Kind) -> bool {
    value == Kind::Object
}

/// The row of the removed value: whether it has to be written as text.
pub(crate) fn needs_text(
    content: Presence<Kind>,
    has_blocks: bool,
    fallback: TextFallback,
    mirrored: impl FnOnce() -> bool,
) -> Result<bool, NotForLegacyPeer> {
    match content {
        Presence::Absent | Presence::Present(Kind::Null) => Ok(true),
        Presence::Present(Kind::Array) if !has_blocks => Ok(true),
        Presence::Present(Kind::Array) => Ok(match fallback {
            TextFallback::Lossless => !mirrored(),
            TextFallback::WhenEmpty => false,
        }),
        Presence::Present(_) => Err(NotForLegacyPeer::Content),
    }
}

/// Whether a text is the value's compact JSON, or parses to an equal value.
pub(crate) fn mirrors(text: &str, value: &Value) -> bool {
    is_compact_json(text, value)
        // What is nested deeper than parsers read equals nothing that they can read.
        || (levels(value) <= MAX_LEVELS
            && serde_json::from_str::<Value>(text).is_ok_and(|parsed| parsed == *value))
}
