//! [`Conversion`]: which part of a `tools/call` result the caller wants, and in which form.

use crate::name::names;

/// Which part of a `tools/call` result the caller wants.
///
/// As a name, in a configuration: `text`, `structured`, `non_null_structured`, `content`, `model`.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum ResultMode {
    /// The text of `content`, or its blocks where there is no text.
    #[default]
    Text,
    /// `structuredContent` exactly as sent when the member is present, `null` and every other
    /// falsy or empty value included; else the content, in the [`ContentForm`] of the conversion.
    Structured,
    /// As [`Structured`](Self::Structured), but `null` counts as absent: for servers that
    /// serialize "nothing" as `null`, which was never legal before 2026-07-28.
    NonNullStructured,
    /// Every block of `content`, in order and untouched.
    Content,
    /// What a model should be shown: every block of `content` that is meant for it, in order and
    /// untouched; where they hold nothing to read, `structuredContent`.
    Model,
}

names! { ResultMode, "a result mode",
    Text = "text",
    Structured = "structured",
    NonNullStructured = "non_null_structured",
    Content = "content",
    Model = "model"
}

/// What the two structured modes give when there is no structured value. The other modes have a form
/// of their own and ignore it.
///
/// As a name, in a configuration: `text`, `blocks`.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum ContentForm {
    /// What mode [`Text`](ResultMode::Text) gives.
    #[default]
    Text,
    /// What mode [`Content`](ResultMode::Content) gives: images keep their place among the texts.
    Blocks,
}

names! { ContentForm, "a content form", Text = "text", Blocks = "blocks" }

/// A [`ResultMode`] and options.
///
/// ```
/// use mcp_result::{ContentForm, Conversion, Output, ResultMode, convert_result};
/// use serde_json::json;
///
/// let conversion = Conversion::from(ResultMode::Structured).with_content(ContentForm::Blocks);
/// let result = json!({"content": [{"type": "text", "text": "no rows"}]});
/// let converted = convert_result(result, conversion)?;
/// assert_eq!(converted.output, Output::Blocks(vec![json!({"type": "text", "text": "no rows"})]));
/// # Ok::<(), mcp_result::ConvertError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Conversion {
    mode: ResultMode,
    content: ContentForm,
}

impl Conversion {
    /// Sets what a structured mode gives when there is no structured value.
    #[must_use]
    pub fn with_content(self, content: ContentForm) -> Self {
        Self { content, ..self }
    }

    /// The mode.
    #[must_use]
    pub fn mode(self) -> ResultMode {
        self.mode
    }

    /// What a structured mode gives when there is no structured value.
    #[must_use]
    pub fn content(self) -> ContentForm {
        self.content
    }
}

impl From<ResultMode> for Conversion {
    fn from(mode: ResultMode) -> Self {
        Self {
            mode,
            content: ContentForm::default(),
        }
    }
}
