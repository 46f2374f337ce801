//! Why JSON text was refused. Each case keeps the whole text.

use core::error::Error;
use core::fmt;

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use super::convert::{Root, text_of};
use super::scan::{Broken, Scanner, as_text};
use crate::error::{Fault, Mismatch, fmt_incomplete, fmt_tool_error};
use crate::legacy::NotForLegacyPeer;
use crate::presence::Presence;

/// Why [`convert_result`](super::convert_result) gave no output. The cases are those of
/// [`ConvertError`](crate::ConvertError), and text that is not JSON.
#[derive(Clone, Debug)]
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
    pub(super) fn new(fault: Fault, json: &'a str, root: &Root<'a>) -> Self {
        match fault {
            Fault::Tool => Self::Tool(ToolError {
                json,
                content: root.members.content,
                structured_content: root.structured_content,
                meta: root.meta,
            }),
            Fault::Incomplete => {
                let result_type = root.members.result_type.into_option().and_then(as_text);
                Self::Incomplete(Incomplete {
                    json,
                    result_type: result_type.unwrap_or_default(),
                })
            }
            Fault::Malformed(mismatch) => Self::Malformed(Malformed { json, mismatch }),
        }
    }

    /// The whole text, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &'a str {
        match self {
            Self::NotJson(error) => error.json,
            Self::Tool(error) => error.json,
            Self::Incomplete(error) => error.json,
            Self::Malformed(error) => error.json,
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
    json: &'a str,
    line: usize,
    column: usize,
    message: String,
}

impl<'a> NotJson<'a> {
    pub(super) fn new(json: &'a str) -> Self {
        // The scanner and serde_json agree on what JSON is, so there is an error.
        let error = serde_json::from_str::<IgnoredAny>(json).err();
        Self {
            json,
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
    pub fn result(&self) -> &'a str {
        self.json
    }
}

impl fmt::Display for NotJson<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not JSON: {}", self.message)
    }
}

impl Error for NotJson<'_> {}

/// The error that a tool itself reported, with `isError: true`.
///
/// It displays as [`ToolError`](crate::ToolError) does.
///
/// ```
/// use mcp_result::ResultMode;
/// use mcp_result::raw::{ConvertError, convert_result};
///
/// let json = r#"{"content": [{"type": "text", "text": "no such city"}], "isError": true}"#;
/// let Err(ConvertError::Tool(error)) = convert_result(json, ResultMode::Text) else { panic!() };
/// assert_eq!(error.to_string(), "tool call failed: no such city");
/// ```
#[derive(Clone, Debug)]
pub struct ToolError<'a> {
    json: &'a str,
    content: Presence<&'a str>,
    structured_content: Presence<&'a RawValue>,
    meta: Presence<&'a RawValue>,
}

impl<'a> ToolError<'a> {
    /// The texts of the well-formed text blocks, in order. Malformed ones are passed over.
    pub fn texts(&self) -> impl Iterator<Item = Cow<'a, str>> + use<'a> {
        let mut texts = Vec::new();
        self.for_each_block(|scanner| {
            if let Ok(Some(text)) = text_of(scanner)? {
                texts.extend(as_text(text));
            }
            Ok(())
        });
        texts.into_iter()
    }

    /// The blocks of `content`, exactly as sent; none when it is no array.
    #[must_use]
    pub fn content(&self) -> Vec<&'a RawValue> {
        let mut blocks = Vec::new();
        self.for_each_block(|scanner| {
            blocks.push(scanner.value()?);
            Ok(())
        });
        blocks
    }

    fn for_each_block(&self, read: impl FnMut(&mut Scanner<'a>) -> Result<(), Broken>) {
        if let Presence::Present(content) = self.content {
            // What is no array is broken as one, at its first byte.
            let _ = Scanner::new(content).array(read);
        }
    }

    /// The result's `structuredContent`, exactly as sent.
    #[must_use]
    pub fn structured_content(&self) -> Presence<&'a RawValue> {
        self.structured_content
    }

    /// The result's `_meta`, exactly as sent.
    #[must_use]
    pub fn meta(&self) -> Presence<&'a RawValue> {
        self.meta
    }

    /// The whole text, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &'a str {
        self.json
    }
}

impl fmt::Display for ToolError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_tool_error(self.texts(), f)
    }
}

impl Error for ToolError<'_> {}

/// A result that is not final: its `resultType` is a string other than `"complete"`.
///
/// ```
/// use mcp_result::ResultMode;
/// use mcp_result::raw::{ConvertError, convert_result};
///
/// let json = r#"{"resultType": "input_required"}"#;
/// let Err(ConvertError::Incomplete(error)) = convert_result(json, ResultMode::Text) else { panic!() };
/// assert_eq!(error.result_type(), "input_required");
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Incomplete<'a> {
    json: &'a str,
    result_type: Cow<'a, str>,
}

impl<'a> Incomplete<'a> {
    /// The result's `resultType`.
    #[must_use]
    pub fn result_type(&self) -> &str {
        &self.result_type
    }

    /// The whole text, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &'a str {
        self.json
    }
}

impl fmt::Display for Incomplete<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_incomplete(&self.result_type, f)
    }
}

impl Error for Incomplete<'_> {}

/// A result that a `tools/call` request may not have: where, what was expected, what was found.
///
/// ```
/// use mcp_result::ResultMode;
/// use mcp_result::raw::{ConvertError, convert_result};
///
/// let Err(ConvertError::Malformed(error)) = convert_result("[]", ResultMode::Text) else { panic!() };
/// assert_eq!((error.pointer(), error.expected(), error.found()), ("", "object", "array"));
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Malformed<'a> {
    json: &'a str,
    mismatch: Mismatch,
}

impl<'a> Malformed<'a> {
    /// Where, as a JSON Pointer (RFC 6901); where the member should be, when it is absent.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.mismatch.pointer
    }

    /// The JSON type that was expected there, by its name in JSON Schema.
    #[must_use]
    pub fn expected(&self) -> &'static str {
        self.mismatch.expected
    }

    /// The JSON type that was found there, by its name in JSON Schema; `"nothing"` when the member
    /// is absent, `"string with a lone surrogate"` for a string that is no Unicode text.
    #[must_use]
    pub fn found(&self) -> &'static str {
        self.mismatch.found
    }

    /// The whole text, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &'a str {
        self.json
    }
}

impl fmt::Display for Malformed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mismatch.fmt(f)
    }
}

impl Error for Malformed<'_> {}

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
