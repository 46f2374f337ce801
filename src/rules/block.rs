//! The row of translation for content blocks: by its `type`, what becomes of one on the way to an older
//! peer.

use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Map, Value};

use super::stripping::MAX_LEVELS;
use crate::json::{Json, Kind, text_block};
use crate::token::{Part, Tokens, ValuePart, ValueTokens, are_within, write_compact};
use crate::version::ProtocolVersion;

/// The version that brought a type of content blocks; `None` for a type that no version has.
///
/// ```
/// use mcp_result::{ProtocolVersion, rules::block_type_since};
///
/// assert_eq!(block_type_since("audio"), Some(ProtocolVersion::V2025_03_26));
/// assert_eq!(block_type_since("x-chart"), None);
/// ```
///
/// Source: `ContentBlock`, once the `content` of `CallToolResult`, in each version of the MCP
/// specification.
#[must_use]
pub fn block_type_since(block_type: &str) -> Option<ProtocolVersion> {
    match block_type {
        "text" | "image" | "resource" => Some(ProtocolVersion::V2024_11_05),
        "audio" => Some(ProtocolVersion::V2025_03_26),
        "resource_link" => Some(ProtocolVersion::V2025_06_18),
        _ => None,
    }
}

/// Whether a peer of this version takes a block of this type. One at 2026-07-28 or later takes any; an
/// older one rejects the whole result for one block of a type that its version does not define, and
/// `text`, `image` and `resource` are known to all.
///
/// ```
/// use mcp_result::{ProtocolVersion, rules::takes_block_type};
///
/// assert!(takes_block_type("resource_link", ProtocolVersion::V2025_06_18));
/// assert!(!takes_block_type("resource_link", ProtocolVersion::V2025_03_26));
/// assert!(!takes_block_type("x-chart", ProtocolVersion::V2025_11_25));
/// assert!(takes_block_type("x-chart", ProtocolVersion::V2026_07_28));
/// ```
#[must_use]
pub fn takes_block_type(block_type: &str, version: ProtocolVersion) -> bool {
    match block_type_since(block_type) {
        _ if !version.is_legacy() => true,
        Some(ProtocolVersion::V2024_11_05) => true,
        since => since.is_some_and(|since| since <= version),
    }
}

/// The text block that takes the place of a block whose type the peer does not take
/// ([`takes_block_type`]). Its text is the block's compact JSON without a string `data`, which would be
/// base64, and without `annotations` and `_meta` that are objects: those the new block has as its own,
/// the annotations without members that are `null`. `None` for a block that is nested deeper than 127
/// levels; it stays.
///
/// ```
/// use mcp_result::rules::block_as_text;
/// use serde_json::{Value, json};
///
/// let audio = json!({"type": "audio", "data": "UklGRg==", "mimeType": "audio/wav", "_meta": {"id": 7}});
/// let block = block_as_text(audio.as_object().unwrap()).unwrap();
///
/// let text: Value = serde_json::from_str(block["text"].as_str().unwrap())?;
/// assert_eq!(text, json!({"type": "audio", "mimeType": "audio/wav"}));
/// assert_eq!(block["_meta"], json!({"id": 7}));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn block_as_text(block: &Map<String, Value>) -> Option<Value> {
    let (written, own): (Vec<_>, Vec<_>) = block
        .iter()
        .partition(|(name, value)| is_written(name, value.kind()));
    let members = written.into_iter();
    let mut new =
        text_block(written_block(members.map(|(name, value)| {
            (ValuePart::Name(name), ValueTokens::new(value))
        }))?);
    for (name, value) in own {
        if !are_within(ValueTokens::new(value), MAX_LEVELS - 1) {
            return None;
        }
        match value {
            Value::Object(members) if name == "annotations" => {
                let members = members.iter().filter(|(_, value)| !value.is_null());
                new[name] = members
                    .map(|(name, value)| (name.clone(), value.clone()))
                    .collect();
            }
            Value::Object(_) => new[name] = value.clone(),
            _ => {}
        }
    }
    Some(new)
}

/// Whether a member of a replaced block is in the text.
pub(crate) fn is_written(name: &str, value: Kind) -> bool {
    !matches!(
        (name, value),
        ("data", Kind::String) | ("annotations" | "_meta", Kind::Object)
    )
}

/// The compact JSON of an object of these members; `None` where it is nested deeper than 127 levels.
pub(crate) fn written_block<T: Tokens>(
    members: impl Iterator<Item = (T::Part, T)>,
) -> Option<String> {
    let mut text = String::new();
    for (name, value) in members {
        text.push(if text.is_empty() { '{' } else { ',' });
        name.write(&mut text).ok()?;
        text.push(':');
        write_compact(&mut text, value, MAX_LEVELS - 1).ok()?;
    }
    text.push('}');
    Some(text)
}
