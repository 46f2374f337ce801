//! [`Output`]: what JSON text was converted to, as slices of it.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::value::RawValue;

use super::block::block_text;
use crate::json::Json;
use crate::rules::rendering::Described;
use crate::text::{Scanner, TextTokens, string};
use crate::token::write_compact;

/// The output of a conversion, as slices of the input. The variant says where it came from.
#[derive(Clone, Debug)]
pub enum Output<'a> {
    /// `structuredContent`, exactly as sent.
    Structured(&'a RawValue),
    /// The text of the only text block, borrowed where it has no escapes.
    Text(Cow<'a, str>),
    /// The texts of several text blocks, in order, empty ones included.
    Texts(Vec<Cow<'a, str>>),
    /// Blocks of `content`, exactly as sent: all of them, those for the model, or those that are no
    /// text. Possibly none.
    Blocks(Vec<&'a RawValue>),
}

/// As they are spelled.
impl PartialEq for Output<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Structured(a), Self::Structured(b)) => a.get() == b.get(),
            (Self::Text(a), Self::Text(b)) => a == b,
            (Self::Texts(a), Self::Texts(b)) => a == b,
            (Self::Blocks(a), Self::Blocks(b)) => {
                a.iter().map(|a| a.get()).eq(b.iter().map(|b| b.get()))
            }
            _ => false,
        }
    }
}

impl Eq for Output<'_> {}

impl<'a> Output<'a> {
    /// The output as one JSON text, for callers to whom it does not matter where it came from. What
    /// was sent keeps its bytes.
    ///
    /// ```
    /// use mcp_result::ResultMode;
    /// use mcp_result::raw::convert_result;
    ///
    /// let json = r#"{"content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b\n"}]}"#;
    /// assert_eq!(convert_result(json, ResultMode::Text)?.into_json(), r#"["a","b\n"]"#);
    /// # Ok::<(), mcp_result::raw::ConvertError>(())
    /// ```
    #[must_use]
    pub fn into_json(self) -> Cow<'a, str> {
        match self {
            Self::Structured(value) => Cow::Borrowed(value.get()),
            Self::Text(text) => Cow::Owned(string(&text)),
            Self::Texts(texts) => Cow::Owned(array(texts.iter().map(|text| string(text)))),
            Self::Blocks(blocks) => {
                Cow::Owned(array(blocks.into_iter().map(|block| block.get().into())))
            }
        }
    }

    /// The output as one text, for a model that reads only text, as
    /// [`Output::into_text`](crate::Output::into_text) gives it. A structured string with a lone
    /// surrogate, which is no Unicode text, is given as it is spelled.
    #[must_use]
    pub fn into_text(self) -> Cow<'a, str> {
        match self {
            Self::Structured(value) => structured_text(value),
            Self::Text(text) => text,
            Self::Texts(texts) => Cow::Owned(texts.join("\n")),
            Self::Blocks(blocks) => {
                let blocks: Vec<_> = blocks.into_iter().map(written_block).collect();
                Cow::Owned(blocks.join("\n"))
            }
        }
    }
}

fn array(elements: impl Iterator<Item = String>) -> String {
    let elements: Vec<_> = elements.collect();
    ["[", &elements.join(","), "]"].concat()
}

/// A structured value as one text.
pub(super) fn structured_text(value: &RawValue) -> Cow<'_, str> {
    value.get().as_text().unwrap_or_else(|| {
        let mut text = String::new();
        // Writing to a string never fails, and the value is JSON.
        let _ = write_compact(&mut text, TextTokens::new(value.get()), usize::MAX);
        Cow::Owned(text)
    })
}

fn written_block(block: &RawValue) -> Cow<'_, str> {
    if let Some(text) = block_text(block) {
        return text;
    }
    let members = Scanner::new(block.get()).pick(["type", "uri", "mimeType", "resource"]);
    let [block_type, uri, mime_type, resource] = members.unwrap_or_default();
    let resource = resource.into_option().map(Scanner::new);
    let of_resource = resource.and_then(|mut resource| resource.pick(["uri", "mimeType"]).ok());
    let [resource_uri, resource_mime_type] = of_resource.unwrap_or_default();
    let mut text = String::new();
    let about = [uri, resource_uri, mime_type, resource_mime_type];
    // Writing to a string never fails.
    let _ = Described { block_type, about }.write(&mut text);
    Cow::Owned(text)
}
