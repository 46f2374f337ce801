//! The rows of stripping for a legacy peer, in their order.

use alloc::string::String;
use serde_json::{Map, Value};

use super::mirror::mirrors;
use crate::json::{Json, Kind};
use crate::peer::{NotForLegacyPeer, Peer, ResultKind, TextFallback};
use crate::presence::Presence;
use crate::token::{Tokens, ValueTokens, write_compact};

/// Whether results of this kind are sent to this peer as they are.
#[inline]
pub(crate) fn is_sent_as_it_is(kind: ResultKind, peer: Peer) -> bool {
    is_sent_to_all_as_it_is(kind, peer) || !peer.version().is_legacy()
}

/// Whether results of this kind are sent as they are, whatever the peer's version.
pub(crate) fn is_sent_to_all_as_it_is(kind: ResultKind, peer: Peer) -> bool {
    match kind {
        ResultKind::ModernOnly => true,
        ResultKind::Tasks => peer.has_tasks(),
        _ => false,
    }
}

/// What becomes of a `resultType`.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum ResultType {
    /// It stays.
    Stays,
    /// It has to be removed: an older peer takes its absence for `"complete"`.
    Goes,
}

/// What becomes of a result's `resultType`, if it has one, on the way to a peer.
///
/// For a legacy peer `"complete"` goes, `"input_required"` and `"task"` are an error, anything else
/// stays. Nothing goes from the results of methods that exist only since 2026-07-28
/// ([`ResultKind::ModernOnly`]); where the peer has negotiated the tasks extension
/// ([`Peer::with_tasks`]), nothing goes from those of `tasks/*`, and `"task"` stays everywhere.
///
/// A `resultType` that is no string stays; pass `None`.
///
/// # Errors
///
/// [`NotForLegacyPeer::ResultType`]: an older peer would read the result as an empty success.
///
/// ```
/// use mcp_result::rules::{self, ResultType};
/// use mcp_result::{NotForLegacyPeer, ProtocolVersion, ResultKind};
///
/// let peer = ProtocolVersion::V2025_11_25;
/// let fate = |result_type| rules::result_type(result_type, ResultKind::ToolsCall, peer);
/// assert_eq!(fate(Some("complete")), Ok(ResultType::Goes));
/// assert_eq!(fate(None), Ok(ResultType::Stays));
/// let refused = NotForLegacyPeer::ResultType("input_required".to_owned());
/// assert_eq!(fate(Some("input_required")), Err(refused));
///
/// let discover = rules::result_type(Some("complete"), ResultKind::ModernOnly, peer);
/// assert_eq!(discover, Ok(ResultType::Stays));
/// ```
///
/// Source: SEP-2322, and `strip_result_type_for_legacy_peer` of rmcp 3.11.0.
#[inline]
pub fn result_type(
    result_type: Option<&str>,
    kind: ResultKind,
    peer: impl Into<Peer>,
) -> Result<ResultType, NotForLegacyPeer> {
    let peer = peer.into();
    match result_type {
        _ if is_sent_as_it_is(kind, peer) => Ok(ResultType::Stays),
        Some("complete") => Ok(ResultType::Goes),
        Some("task") if peer.has_tasks() => Ok(ResultType::Stays),
        Some(refused @ ("input_required" | "task")) => {
            Err(NotForLegacyPeer::ResultType(refused.into()))
        }
        _ => Ok(ResultType::Stays),
    }
}

/// The row of `outputSchema`, for a schema that is an object with this root `type`.
pub(crate) fn is_object_type<J: Json + ?Sized>(root_type: Presence<&J>) -> bool {
    let root_type = root_type.into_option().and_then(J::as_text);
    root_type.is_some_and(|root_type| root_type == "object")
}

/// Whether a legacy peer takes a tool's `outputSchema`: only an object whose root `type` is the
/// string `"object"`.
///
/// ```
/// use mcp_result::rules::is_legacy_output_schema;
/// use serde_json::json;
///
/// assert!(is_legacy_output_schema(&json!({"type": "object", "properties": {}})));
/// assert!(!is_legacy_output_schema(&json!({"type": ["object", "null"]})));
/// assert!(!is_legacy_output_schema(&json!({"$ref": "#/$defs/A"})));
/// assert!(!is_legacy_output_schema(&json!(true)));
/// ```
///
/// Source: `Tool` of the MCP specification 2025-11-25, and `strip_non_object_output_for_legacy_peer`
/// of rmcp 3.11.0.
#[must_use]
pub fn is_legacy_output_schema(schema: &Value) -> bool {
    schema
        .as_object()
        .is_some_and(is_legacy_output_schema_object)
}

/// [`is_legacy_output_schema`] for a schema that is an object by its type.
///
/// ```
/// use mcp_result::rules::is_legacy_output_schema_object;
/// use serde_json::{Map, Value, json};
///
/// struct Tool { output_schema: Option<Map<String, Value>> }
///
/// let mut tool = Tool { output_schema: Some(Map::from_iter([("type".to_owned(), json!("array"))])) };
/// tool.output_schema.take_if(|schema| !is_legacy_output_schema_object(schema));
/// assert!(tool.output_schema.is_none());
/// ```
#[must_use]
pub fn is_legacy_output_schema_object(schema: &Map<String, Value>) -> bool {
    is_object_type(schema.get("type").into())
}

/// The row of `structuredContent`.
pub(crate) fn is_legacy_structured_kind(value: Kind) -> bool {
    value == Kind::Object
}

/// Whether a legacy peer takes a `structuredContent`: only an object, also beside `isError`.
///
/// ```
/// use mcp_result::rules::is_legacy_structured_content;
/// use serde_json::json;
///
/// assert!(is_legacy_structured_content(&json!({})));
/// assert!(!is_legacy_structured_content(&json!([])));
/// assert!(!is_legacy_structured_content(&json!(null)));
/// ```
///
/// Source: `CallToolResult` of the MCP specification 2025-11-25, and
/// `strip_non_object_output_for_legacy_peer` of rmcp 3.11.0.
#[must_use]
pub fn is_legacy_structured_content(value: &Value) -> bool {
    is_legacy_structured_kind(value.kind())
}

/// The first block of `content`, beside structured content that has to be removed.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum FirstBlock<T> {
    /// There are no blocks: `content` is empty, absent or `null`.
    None,
    /// A text block, with its text.
    Text(T),
    /// Any other block.
    Other,
}

impl<T> FirstBlock<T> {
    /// What the first block is, if there is one, and what text it has, if it is a text block.
    ///
    /// ```
    /// use mcp_result::rules::FirstBlock;
    ///
    /// enum Block { Text(String), Image(Vec<u8>) }
    ///
    /// let first_of = |content: &[Block]| {
    ///     FirstBlock::of(content.first(), |block| match block {
    ///         Block::Text(text) => Some(text.len()),
    ///         Block::Image(_) => None,
    ///     })
    /// };
    /// assert_eq!(first_of(&[]), FirstBlock::None);
    /// assert_eq!(first_of(&[Block::Text("Hi".to_owned())]), FirstBlock::Text(2));
    /// assert_eq!(first_of(&[Block::Image(vec![])]), FirstBlock::Other);
    /// ```
    pub fn of<B>(first: Option<B>, text: impl FnOnce(B) -> Option<T>) -> Self {
        first.map_or(Self::None, |block| {
            text(block).map_or(Self::Other, Self::Text)
        })
    }
}

/// The row of the removed value: whether it has to be written as text.
pub(crate) fn needs_text<T>(
    first: FirstBlock<T>,
    fallback: TextFallback,
    mirrors: impl FnOnce(T) -> bool,
) -> bool {
    match (first, fallback) {
        (FirstBlock::None, _) | (FirstBlock::Other, TextFallback::Lossless) => true,
        (_, TextFallback::WhenEmpty) => false,
        (FirstBlock::Text(text), TextFallback::Lossless) => !mirrors(text),
    }
}

/// Whether `content` can take the text; an absent one can.
pub(crate) fn can_take_text(content: Presence<Kind>) -> Result<(), NotForLegacyPeer> {
    match content {
        Presence::Absent | Presence::Present(Kind::Null | Kind::Array) => Ok(()),
        Presence::Present(_) => Err(NotForLegacyPeer::Content),
    }
}

/// How deep parsers that limit recursion read, serde_json's among them.
pub(crate) const MAX_LEVELS: usize = 127;

/// The text of a value that has to be written: its compact JSON.
pub(crate) fn written(value: impl Tokens) -> Result<String, NotForLegacyPeer> {
    let mut text = String::new();
    match write_compact(&mut text, value, MAX_LEVELS) {
        Ok(()) => Ok(text),
        Err(_) => Err(NotForLegacyPeer::Depth),
    }
}

/// The text of the block that has to be put before the others, if one has to, when structured content
/// is removed for a legacy peer: the compact JSON of the value, unless the first block is text that
/// [mirrors](mirrors) it, or as [`TextFallback::WhenEmpty`] says.
///
/// # Errors
///
/// [`NotForLegacyPeer::Depth`], where the value would have to be written and is nested deeper than
/// 127 levels, which parsers refuse to read back.
///
/// ```
/// use mcp_result::TextFallback;
/// use mcp_result::rules::{self, FirstBlock};
/// use serde_json::json;
///
/// let value = json!(["Alice", "Bob"]);
/// let mut content = vec!["Found 2 users."]; // text blocks, in a type of your own
/// let first = FirstBlock::of(content.first(), |text| Some(*text));
///
/// let text = rules::legacy_text(&value, first, TextFallback::Lossless)?;
/// assert_eq!(text.as_deref(), Some(r#"["Alice","Bob"]"#));
///
/// let mirrored = FirstBlock::Text(r#"["Alice", "Bob"]"#);
/// assert_eq!(rules::legacy_text(&value, mirrored, TextFallback::Lossless)?, None);
/// # Ok::<(), mcp_result::NotForLegacyPeer>(())
/// ```
///
/// Source: SEP-2106, and `strip_non_object_output_for_legacy_peer` of rmcp 3.11.0.
pub fn legacy_text(
    value: &Value,
    first: FirstBlock<&str>,
    fallback: TextFallback,
) -> Result<Option<String>, NotForLegacyPeer> {
    if needs_text(first, fallback, |text| mirrors(text, value)) {
        written(ValueTokens::new(value)).map(Some)
    } else {
        Ok(None)
    }
}
