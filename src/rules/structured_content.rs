//! The rows of translation for `structuredContent`, in their order.

use alloc::string::String;
use serde_json::Value;

use super::mirror::mirrors;
use super::stripping::{FirstBlock, is_legacy_structured_kind, needs_text, written};
use crate::json::{Json, Kind};
use crate::peer::{NotForLegacyPeer, TextFallback};
use crate::token::ValueTokens;
use crate::version::ProtocolVersion;

/// What becomes of a `structuredContent` on the way to a peer.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum StructuredContent {
    /// It stays. Where `content` has no blocks its compact JSON becomes the first one, if it is at most
    /// 127 levels deep: clients that read only `content` would see an empty success.
    Stays,
    /// It has to be removed: it means nothing.
    Goes,
    /// It has to be removed, and written as text: see [`legacy_text`](super::legacy_text) and, for a
    /// failure, [`legacy_failure_text`].
    BecomesText,
}

/// What becomes of a `structuredContent`, from a result that is written in one version (2026-07-28, if
/// the result has a `resultType`) to a peer of another. Beside `isError: true` an object goes too:
/// TypeScript clients check it against the tool's schema, and then never show the error.
///
/// ```
/// use mcp_result::ProtocolVersion;
/// use mcp_result::rules::{StructuredContent, structured_content};
/// use serde_json::json;
///
/// let (old, modern) = (ProtocolVersion::V2025_11_25, ProtocolVersion::V2026_07_28);
/// let fate = |value, fails, from, to| structured_content(&value, fails, from, to);
/// assert_eq!(fate(json!([]), false, modern, old), StructuredContent::BecomesText);
/// assert_eq!(fate(json!({}), false, modern, old), StructuredContent::Stays);
/// assert_eq!(fate(json!({}), true, modern, old), StructuredContent::BecomesText);
/// assert_eq!(fate(json!(null), false, old, modern), StructuredContent::Goes);
/// ```
///
/// Source: `CallToolResult` of each version of the MCP specification, and SEP-2106.
#[must_use]
pub fn structured_content(
    value: &Value,
    is_error: bool,
    from: ProtocolVersion,
    to: ProtocolVersion,
) -> StructuredContent {
    structured_content_of(value.kind(), is_error, from, to)
}

pub(crate) fn structured_content_of(
    value: Kind,
    is_error: bool,
    from: ProtocolVersion,
    to: ProtocolVersion,
) -> StructuredContent {
    if value == Kind::Null && from.is_legacy() {
        StructuredContent::Goes
    } else if to < ProtocolVersion::V2025_06_18
        || to.is_legacy() && (is_error || !is_legacy_structured_kind(value))
    {
        StructuredContent::BecomesText
    } else {
        StructuredContent::Stays
    }
}

/// Beside `isError: true`: whether the value has to be written as text.
pub(crate) fn failure_needs_text<T>(
    first: FirstBlock<T>,
    last: FirstBlock<T>,
    fallback: TextFallback,
    mirrors: impl Fn(T) -> bool,
) -> bool {
    needs_text(first, fallback, &mirrors) && needs_text(last, fallback, &mirrors)
}

/// The text of the block that has to be put behind the others, if one has to, when structured content is
/// removed beside `isError: true`: the message comes first. It is the compact JSON of the value, unless
/// the first or the last block is text that [mirrors](mirrors()) it, or as
/// [`TextFallback::WhenEmpty`] says.
///
/// # Errors
///
/// [`NotForLegacyPeer::Depth`], where the value would have to be written and is nested deeper than 127
/// levels, which parsers refuse to read back.
///
/// ```
/// use mcp_result::TextFallback;
/// use mcp_result::rules::{FirstBlock, legacy_failure_text};
/// use serde_json::json;
///
/// let value = json!({"code": 7});
/// let message = FirstBlock::Text("no such city");
/// let text = legacy_failure_text(&value, message, message, TextFallback::Lossless)?;
/// assert_eq!(text.as_deref(), Some(r#"{"code":7}"#));
///
/// let mirrored = FirstBlock::Text(r#"{"code": 7}"#);
/// assert_eq!(legacy_failure_text(&value, message, mirrored, TextFallback::Lossless)?, None);
/// # Ok::<(), mcp_result::NotForLegacyPeer>(())
/// ```
pub fn legacy_failure_text(
    value: &Value,
    first: FirstBlock<&str>,
    last: FirstBlock<&str>,
    fallback: TextFallback,
) -> Result<Option<String>, NotForLegacyPeer> {
    if failure_needs_text(first, last, fallback, |text| mirrors(text, value)) {
        written(ValueTokens::new(value)).map(Some)
    } else {
        Ok(None)
    }
}
