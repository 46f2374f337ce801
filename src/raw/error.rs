//! Why JSON text was refused. Each case keeps the whole text.

use core::error::Error;
use core::fmt;

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::block::{block_text, text_of};
use super::find::find_output_of_failure;
use super::output::{Output, structured_text};
use super::value::raw_value;
use crate::conversion::Conversion;
use crate::fault::Fault;
use crate::json::Json;
use crate::peer::NotForLegacyPeer;
use crate::presence::Presence;
use crate::rules::failure::write_failure;
use crate::text::{Broken, Scanner};

/// A tool's error over JSON text.
pub type ToolError<'a> = crate::ToolError<Cow<'a, str>>;

/// A result over JSON text that is not final.
pub type Incomplete<'a> = crate::Incomplete<Cow<'a, str>>;

/// A malformed result over JSON text.
pub type Malformed<'a> = crate::Malformed<Cow<'a, str>>;

/// Why [`convert_result`](super::convert_result) gave no output. The cases are those of
/// [`ConvertError`](crate::ConvertError), and text that is not JSON.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum ConvertError<'a> {
    /// The text is not JSON.
    NotJson(NotJson<'a>),
    /// The tool itself reports an error: `isError` is `true`.
    Tool(ToolError<'a>),
    /// The result is not final: its `resultType` is a string other than `"complete"`.
    Incomplete(Incomplete<'a>),
    /// The result is not one that a `tools/call` request may have.
    Malformed(Malformed<'a>),
}

impl<'a> ConvertError<'a> {
    pub(super) fn new(fault: Fault, json: &'a str) -> Self {
        let result = Cow::Borrowed(json);
        match fault {
            Fault::Tool => Self::Tool(ToolError { result }),
            Fault::Incomplete(result_type) => Self::Incomplete(Incomplete {
                result_type,
                result,
            }),
            Fault::Malformed(mismatch) => Self::Malformed(Malformed { mismatch, result }),
        }
    }

    /// The whole text, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &str {
        match self {
            Self::NotJson(error) => error.result(),
            Self::Tool(error) => error.result(),
            Self::Incomplete(error) => error.result(),
            Self::Malformed(error) => error.result(),
        }
    }

    /// The same error with a copy of the text, so that it can leave the function that owns the text.
    ///
    /// ```
    /// use mcp_result::ResultMode;
    /// use mcp_result::raw::{ConvertError, convert_result};
    ///
    /// fn weather(response: String) -> Result<String, Box<dyn std::error::Error>> {
    ///     let output = convert_result(&response, ResultMode::Text).map_err(ConvertError::into_owned)?;
    ///     Ok(output.into_text().into_owned())
    /// }
    ///
    /// let error = weather(r#"{"resultType": "task"}"#.to_owned()).unwrap_err();
    /// assert_eq!(error.to_string(), r#"result is not final: its resultType is "task""#);
    /// ```
    #[must_use]
    pub fn into_owned(self) -> ConvertError<'static> {
        match self {
            Self::NotJson(error) => ConvertError::NotJson(error.into_owned()),
            Self::Tool(error) => ConvertError::Tool(error.into_owned()),
            Self::Incomplete(error) => ConvertError::Incomplete(error.into_owned()),
            Self::Malformed(error) => ConvertError::Malformed(error.into_owned()),
        }
    }
}

impl fmt::Display for ConvertError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(error) => error.fmt(f),
            Self::Tool(error) => error.fmt(f),
            Self::Incomplete(error) => error.fmt(f),
            Self::Malformed(error) => error.fmt(f),
        }
    }
}

impl Error for ConvertError<'_> {}

impl<'a> From<NotJson<'a>> for ConvertError<'a> {
    fn from(error: NotJson<'a>) -> Self {
        Self::NotJson(error)
    }
}

/// Text that is not JSON, or goes on behind it: where, and what is wrong there.
///
/// ```
/// use mcp_result::ResultMode;
/// use mcp_result::raw::convert_result;
///
/// let error = convert_result("{\"content\": []}\n]", ResultMode::Text).unwrap_err();
/// assert_eq!(error.to_string(), "not JSON: trailing characters at line 2 column 1");
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NotJson<'a> {
    json: Cow<'a, str>,
    line: usize,
    column: usize,
    message: String,
}

impl<'a> NotJson<'a> {
    pub(super) fn new(json: &'a str) -> Self {
        // The scanner and serde_json agree on what JSON is, so there is an error.
        let error = serde_json::from_str::<IgnoredAny>(json).err();
        Self {
            json: Cow::Borrowed(json),
            line: error.as_ref().map_or(0, serde_json::Error::line),
            column: error.as_ref().map_or(0, serde_json::Error::column),
            message: error.map_or_else(String::new, |error| error.to_string()),
        }
    }

    /// The line where `serde_json` found the error, starting at 1.
    #[must_use]
    pub fn line(&self) -> usize {
        self.line
    }

    /// The column where `serde_json` found the error, in bytes, starting at 1: mostly that of the
    /// first character that cannot be there; where the text ends too early, and for a control
    /// character in a string, that of the one before it, and 0 where that one ends a line.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// The whole text, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &str {
        &self.json
    }

    /// The same error with a copy of the text.
    #[must_use]
    pub fn into_owned(self) -> NotJson<'static> {
        NotJson {
            json: owned(self.json),
            line: self.line,
            column: self.column,
            message: self.message,
        }
    }
}

impl fmt::Display for NotJson<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not JSON: {}", self.message)
    }
}

impl Error for NotJson<'_> {}

fn owned(json: Cow<'_, str>) -> Cow<'static, str> {
    Cow::Owned(json.into_owned())
}

/// Over JSON text.
impl crate::ToolError<Cow<'_, str>> {
    /// The texts of the well-formed text blocks, in order. Malformed ones are passed over.
    ///
    /// ```
    /// use mcp_result::ResultMode;
    /// use mcp_result::raw::{ConvertError, convert_result};
    ///
    /// let json = r#"{"content": [{"type": "text", "text": "no such city"}], "isError": true}"#;
    /// let Err(ConvertError::Tool(error)) = convert_result(json, ResultMode::Text) else { panic!() };
    /// assert_eq!(error.to_string(), "tool call failed: no such city");
    /// assert!(error.texts().eq(["no such city"]));
    /// ```
    pub fn texts(&self) -> impl Iterator<Item = Cow<'_, str>> {
        self.content().into_iter().filter_map(text)
    }

    /// The blocks of `content`, exactly as sent; none when it is no array.
    #[must_use]
    pub fn content(&self) -> Vec<&RawValue> {
        let mut blocks = Vec::new();
        if let Presence::Present(content) = self.member("content") {
            // What is no array is broken as one, at its first byte.
            let _ = Scanner::new(content.get()).array(|scanner| {
                blocks.push(raw_value(scanner.value()?)?);
                Ok::<_, Broken>(())
            });
        }
        blocks
    }

    /// The result's `structuredContent`, exactly as sent.
    #[must_use]
    pub fn structured_content(&self) -> Presence<&RawValue> {
        self.member("structuredContent")
    }

    /// The result's `_meta`, exactly as sent.
    #[must_use]
    pub fn meta(&self) -> Presence<&RawValue> {
        self.member("_meta")
    }

    /// Converts the failed result as if it had not failed, as
    /// [`ToolError::convert`](crate::ToolError::convert) does over `Value`.
    ///
    /// ```
    /// use mcp_result::ResultMode;
    /// use mcp_result::raw::{ConvertError, convert_result};
    ///
    /// let json = r#"{"content": [{"type": "text", "text": "no such city"}], "isError": true}"#;
    /// let Err(ConvertError::Tool(error)) = convert_result(json, ResultMode::Model) else { panic!() };
    /// let shown = error.convert(ResultMode::Model).unwrap();
    /// assert_eq!(shown.into_text(), "no such city");
    /// ```
    ///
    /// # Errors
    ///
    /// The tool's error itself, where the result is malformed or not final.
    pub fn convert(&self, conversion: impl Into<Conversion>) -> Result<Output<'_>, &Self> {
        find_output_of_failure(&self.result, conversion.into()).map_err(|_| self)
    }

    /// The same error with a copy of the text.
    #[must_use]
    pub fn into_owned(self) -> ToolError<'static> {
        let result = owned(self.result);
        ToolError { result }
    }

    fn member(&self, name: &str) -> Presence<&RawValue> {
        let mut found = Presence::Absent;
        // The text was read before.
        let _ = Scanner::new(&self.result).object(|scanner, member| {
            let value = raw_value(scanner.value()?)?;
            if member.name == name {
                found = Presence::Present(value);
            }
            Ok::<_, Broken>(())
        });
        found
    }
}

fn text(block: &RawValue) -> Option<Cow<'_, str>> {
    let text = text_of(&mut Scanner::new(block.get()), false).ok()?;
    text.ok()??.spelled.as_text()
}

impl fmt::Display for crate::ToolError<Cow<'_, str>> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blocks = self.content();
        let structured = self.structured_content().into_option();
        let structured = structured.filter(|value| value.get() != "null").into_iter();
        write_failure(
            f,
            [
                &mut blocks.iter().filter_map(|block| text(block)),
                &mut blocks.iter().filter_map(|block| block_text(block)),
                &mut structured.map(structured_text),
            ],
        )
    }
}

impl Error for crate::ToolError<Cow<'_, str>> {}

/// Over JSON text.
impl crate::Incomplete<Cow<'_, str>> {
    /// The same error with a copy of the text.
    #[must_use]
    pub fn into_owned(self) -> Incomplete<'static> {
        Incomplete {
            result_type: self.result_type,
            result: owned(self.result),
        }
    }
}

/// Over JSON text.
impl crate::Malformed<Cow<'_, str>> {
    /// The same error with a copy of the text.
    #[must_use]
    pub fn into_owned(self) -> Malformed<'static> {
        Malformed {
            mismatch: self.mismatch,
            result: owned(self.result),
        }
    }
}

/// Why [`strip_for_legacy_peer`](super::strip_for_legacy_peer) gave nothing to send.
///
/// ```
/// use mcp_result::raw::{StripError, strip_for_legacy_peer};
/// use mcp_result::{NotForLegacyPeer, ProtocolVersion, ResultKind};
///
/// let peer = ProtocolVersion::V2025_11_25;
/// let error = strip_for_legacy_peer(r#"{"resultType": "task"}"#, ResultKind::ToolsCall, peer);
/// let Err(StripError::NotForLegacyPeer(error)) = error else { panic!() };
/// assert_eq!(error, NotForLegacyPeer::ResultType("task".to_owned()));
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum StripError<'a> {
    /// The text is not JSON.
    NotJson(NotJson<'a>),
    /// The result cannot be sent to a legacy peer.
    NotForLegacyPeer(NotForLegacyPeer),
}

/// Why [`translate_result`](super::translate_result) gave nothing to send.
///
/// ```
/// use mcp_result::raw::{TranslateError, translate_result};
/// use mcp_result::{ProtocolVersion, ResultKind};
///
/// let (from, to) = (ProtocolVersion::V2026_07_28, ProtocolVersion::V2025_11_25);
/// let error = translate_result(r#"{"content": [}"#, ResultKind::ToolsCall, from, to).unwrap_err();
/// assert!(matches!(error, TranslateError::NotJson(_)));
/// assert_eq!(error.to_string(), "not JSON: expected value at line 1 column 14");
/// ```
pub type TranslateError<'a> = StripError<'a>;

impl StripError<'_> {
    /// The same error with a copy of the text.
    #[must_use]
    pub fn into_owned(self) -> StripError<'static> {
        match self {
            Self::NotJson(error) => StripError::NotJson(error.into_owned()),
            Self::NotForLegacyPeer(error) => StripError::NotForLegacyPeer(error),
        }
    }
}

impl fmt::Display for StripError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotJson(error) => error.fmt(f),
            Self::NotForLegacyPeer(error) => error.fmt(f),
        }
    }
}

impl Error for StripError<'_> {}

impl<'a> From<NotJson<'a>> for StripError<'a> {
    fn from(error: NotJson<'a>) -> Self {
        Self::NotJson(error)
    }
}

impl From<NotForLegacyPeer> for StripError<'_> {
    fn from(error: NotForLegacyPeer) -> Self {
        Self::NotForLegacyPeer(error)
    }
}
