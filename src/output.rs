//! [`Output`]: what a result was converted to; as plain JSON, and as one text.

use core::fmt::{self, Write};

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

use crate::find::block_text;
use crate::json::drop_flat;
use crate::presence::Presence;
use crate::rules::rendering::Described;
use crate::token::{ValueTokens, write_compact};

/// What a result was converted to, and what was left of it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Converted {
    /// What the caller asked for.
    pub output: Output,
    /// The result without what `output` took: `_meta`, the text beside a structured value, the
    /// images beside a text. Where `content` was an array it stays one, perhaps empty. A text block goes
    /// whole, with its annotations, where the output is its text.
    pub rest: Value,
}

impl Converted {
    /// The output as plain JSON; [`rest`](Self::rest) is dropped, without recursion.
    #[must_use]
    pub fn into_value(self) -> Value {
        drop_flat(self.rest);
        self.output.into_value()
    }
}

/// The output of a conversion. The variant says where the value came from, so that a structured
/// `"3"` and a text `"3"` differ.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Output {
    /// `structuredContent`, exactly as sent.
    Structured(Value),
    /// The text of the only text block.
    Text(String),
    /// The texts of several text blocks, in order, empty ones included.
    Texts(Vec<String>),
    /// Blocks of `content`, untouched: all of them, those for the model, or those that are no text.
    /// Possibly none.
    Blocks(Vec<Value>),
}

impl Output {
    /// The output as plain JSON, for callers to whom it does not matter where the value came from.
    ///
    /// ```
    /// use mcp_result::Output;
    /// use serde_json::json;
    ///
    /// assert_eq!(Output::Structured(json!(3)).into_value(), json!(3));
    /// assert_eq!(Output::Text("3".to_owned()).into_value(), json!("3"));
    /// ```
    #[must_use]
    pub fn into_value(self) -> Value {
        match self {
            Self::Structured(value) => value,
            Self::Text(text) => text.into(),
            Self::Texts(texts) => texts.into(),
            Self::Blocks(blocks) => blocks.into(),
        }
    }

    /// The output as one text, for a model that reads only text: the texts, or the blocks, joined by a
    /// line feed; a structured string as itself, any other structured value as its compact JSON.
    ///
    /// A block is its [`block_text`]. One that has none is named instead, and its `data` or `blob` is
    /// never shown: as `[type: about]`, where *about* is the URI or else the MIME type, of the block or
    /// else of its `resource` (a `data:` URI up to its comma); as `[type]` without either, and as
    /// `[block]` without a string `type`. It does not recurse.
    ///
    /// ```
    /// use mcp_result::Output;
    /// use serde_json::json;
    ///
    /// let blocks = Output::Blocks(vec![
    ///     json!({"type": "text", "text": "A cat:"}),
    ///     json!({"type": "image", "data": "AA==", "mimeType": "image/png"}),
    ///     json!({"type": "resource", "resource": {"uri": "file:///a.txt", "text": "Meow."}}),
    ///     json!({"type": "resource_link", "uri": "file:///b.bin", "name": "b"}),
    ///     json!({"type": "x-chart"}),
    /// ]);
    /// assert_eq!(
    ///     blocks.into_text(),
    ///     "A cat:\n[image: image/png]\nMeow.\n[resource_link: file:///b.bin]\n[x-chart]",
    /// );
    /// assert_eq!(Output::Structured(json!({"count": 0})).into_text(), r#"{"count":0}"#);
    /// ```
    #[must_use]
    pub fn into_text(self) -> String {
        match self {
            Self::Structured(Value::String(text)) | Self::Text(text) => text,
            Self::Texts(texts) => texts.join("\n"),
            Self::Structured(value) => {
                let text = structured_text(&value).into_owned();
                drop_flat(value);
                text
            }
            Self::Blocks(blocks) => {
                let mut text = String::new();
                for (index, block) in blocks.iter().enumerate() {
                    let separator = if index == 0 { "" } else { "\n" };
                    let _ = text
                        .write_str(separator)
                        .and_then(|()| write_block(&mut text, block));
                }
                drop_flat(blocks.into());
                text
            }
        }
    }
}

/// A structured value as one text.
pub(crate) fn structured_text(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        value => {
            let mut text = String::new();
            // Writing to a string never fails.
            let _ = write_compact(&mut text, ValueTokens::new(value), usize::MAX);
            Cow::Owned(text)
        }
    }
}

fn write_block(out: &mut impl Write, block: &Value) -> fmt::Result {
    if let Some(text) = block_text(block) {
        return out.write_str(text);
    }
    let resource = block.get("resource");
    let of_block = |name| block.get(name).into();
    let of_resource = |name| resource.and_then(|resource| resource.get(name)).into();
    Described {
        block_type: Presence::of_member(block, "type"),
        about: [
            of_block("uri"),
            of_resource("uri"),
            of_block("mimeType"),
            of_resource("mimeType"),
        ],
    }
    .write(out)
}
