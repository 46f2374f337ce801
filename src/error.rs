//! [`ConvertError`]: why a result has no output. Each case holds the whole result, untouched.

use core::error::Error;
use core::fmt;

use alloc::borrow::Cow;
use alloc::format;
use serde_json::Value;

use crate::convert::text_of;
use crate::json::Json;
use crate::presence::Presence;

/// Why [`convert_result`](crate::convert_result) gave no output.
///
/// Nothing is lost: [`result`](Self::result) lends the result as it was passed in, and
/// [`into_result`](Self::into_result) gives it back.
///
/// ```
/// use mcp_result::{ConvertError, ResultMode, convert_result};
/// use serde_json::json;
///
/// let result = json!({"content": [{"type": "text", "text": "no such city"}], "isError": true});
/// match convert_result(result.clone(), ResultMode::Text) {
///     Err(ConvertError::Tool(error)) => {
///         assert_eq!(error.to_string(), "tool call failed: no such city");
///         assert_eq!(error.into_result(), result);
///     }
///     other => panic!("{other:?}"),
/// }
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum ConvertError {
    /// The tool itself reports an error: `isError` is `true`.
    Tool(ToolError),
    /// The result is not final: its `resultType` is a string other than `"complete"`.
    Incomplete(Incomplete),
    /// The result is not one that a `tools/call` request may have.
    Malformed(Malformed),
}

impl ConvertError {
    pub(crate) fn new(fault: Fault, result: Value) -> Self {
        match fault {
            Fault::Tool => Self::Tool(ToolError { result }),
            Fault::Incomplete => Self::Incomplete(Incomplete { result }),
            Fault::Malformed(mismatch) => Self::Malformed(Malformed { mismatch, result }),
        }
    }

    /// The whole result, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &Value {
        match self {
            Self::Tool(error) => error.result(),
            Self::Incomplete(error) => error.result(),
            Self::Malformed(error) => error.result(),
        }
    }

    /// Gives the whole result back.
    #[must_use]
    pub fn into_result(self) -> Value {
        match self {
            Self::Tool(error) => error.into_result(),
            Self::Incomplete(error) => error.into_result(),
            Self::Malformed(error) => error.into_result(),
        }
    }
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tool(error) => error.fmt(f),
            Self::Incomplete(error) => error.fmt(f),
            Self::Malformed(error) => error.fmt(f),
        }
    }
}

impl Error for ConvertError {}

/// The error that a tool itself reported, with `isError: true`.
///
/// It displays as `tool call failed: ` and the texts, a line each, or as
/// `tool call failed without a text`; never as base64 data.
///
/// ```
/// use mcp_result::{ConvertError, Presence, ResultMode, convert_result};
/// use serde_json::json;
///
/// let result = json!({"isError": true, "structuredContent": {"code": 7}, "content": "oops"});
/// let Err(ConvertError::Tool(error)) = convert_result(result, ResultMode::Text) else { panic!() };
/// assert_eq!(error.to_string(), "tool call failed without a text");
/// assert_eq!(error.structured_content(), Presence::Present(&json!({"code": 7})));
/// assert!(error.content().is_empty());
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ToolError {
    result: Value,
}

impl ToolError {
    /// The texts of the well-formed text blocks, in order. Malformed ones are passed over, so that
    /// they do not hide the tool's error.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let texts = self
            .content()
            .iter()
            .filter_map(|block| text_of(block).ok()?);
        texts.filter_map(Value::as_str)
    }

    /// The blocks of `content`; none when it is no array.
    #[must_use]
    pub fn content(&self) -> &[Value] {
        match self.result.get("content") {
            Some(Value::Array(blocks)) => blocks,
            _ => &[],
        }
    }

    /// The result's `structuredContent`.
    #[must_use]
    pub fn structured_content(&self) -> Presence<&Value> {
        Presence::of_member(&self.result, "structuredContent")
    }

    /// The result's `_meta`.
    #[must_use]
    pub fn meta(&self) -> Presence<&Value> {
        Presence::of_member(&self.result, "_meta")
    }

    /// The whole result, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &Value {
        &self.result
    }

    /// Gives the whole result back.
    #[must_use]
    pub fn into_result(self) -> Value {
        self.result
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_tool_error(self.texts(), f)
    }
}

impl Error for ToolError {}

/// The wording of a tool's error, whatever form its texts come in.
pub(crate) fn fmt_tool_error(
    mut texts: impl Iterator<Item = impl fmt::Display>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let Some(first) = texts.next() else {
        return f.write_str("tool call failed without a text");
    };
    write!(f, "tool call failed: {first}")?;
    texts.try_for_each(|text| write!(f, "\n{text}"))
}

/// A result that is not final: its `resultType` is a string other than `"complete"`.
///
/// With `"input_required"` (SEP-2322) the server wants more input before the request is sent
/// again; with `"task"` the result comes later.
///
/// ```
/// use mcp_result::{ConvertError, ResultMode, convert_result};
/// use serde_json::json;
///
/// let result = json!({"resultType": "input_required", "requestState": "…"});
/// let Err(ConvertError::Incomplete(error)) = convert_result(result, ResultMode::Text) else { panic!() };
/// assert_eq!(error.result_type(), "input_required");
/// assert_eq!(error.to_string(), r#"result is not final: its resultType is "input_required""#);
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Incomplete {
    result: Value,
}

impl Incomplete {
    /// The result's `resultType`.
    #[must_use]
    pub fn result_type(&self) -> &str {
        let result_type = self.result.get("resultType");
        result_type.and_then(Value::as_str).unwrap_or_default()
    }

    /// The whole result, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &Value {
        &self.result
    }

    /// Gives the whole result back.
    #[must_use]
    pub fn into_result(self) -> Value {
        self.result
    }
}

impl fmt::Display for Incomplete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt_incomplete(self.result_type(), f)
    }
}

impl Error for Incomplete {}

/// The wording of an incomplete result, whatever form it comes in.
pub(crate) fn fmt_incomplete(result_type: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "result is not final: its resultType is {result_type:?}")
}

/// A result that a `tools/call` request may not have: where, what was expected, what was found.
///
/// ```
/// use mcp_result::{ConvertError, ResultMode, convert_result};
/// use serde_json::json;
///
/// let result = json!({"content": [{"type": "text"}]});
/// let Err(ConvertError::Malformed(error)) = convert_result(result, ResultMode::Text) else { panic!() };
/// assert_eq!(error.pointer(), "/content/0/text");
/// assert_eq!(error.expected(), "string");
/// assert_eq!(error.found(), "nothing");
/// assert_eq!(
///     error.to_string(),
///     r#"malformed result: expected string at "/content/0/text", found nothing"#,
/// );
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Malformed {
    mismatch: Mismatch,
    result: Value,
}

impl Malformed {
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
    /// is absent.
    #[must_use]
    pub fn found(&self) -> &'static str {
        self.mismatch.found
    }

    /// The whole result, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &Value {
        &self.result
    }

    /// Gives the whole result back.
    #[must_use]
    pub fn into_result(self) -> Value {
        self.result
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mismatch.fmt(f)
    }
}

impl Error for Malformed {}

/// An outcome of the contract's steps that is no output, without the result.
pub(crate) enum Fault {
    Tool,
    Incomplete,
    Malformed(Mismatch),
}

/// Where a JSON value of another type was expected.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Mismatch {
    pub(crate) pointer: Cow<'static, str>,
    pub(crate) expected: &'static str,
    pub(crate) found: &'static str,
}

impl Mismatch {
    pub(crate) fn new(pointer: &'static str, expected: &'static str, found: &'static str) -> Self {
        Self {
            pointer: Cow::Borrowed(pointer),
            expected,
            found,
        }
    }

    /// A member that was found to be something else, or nothing.
    pub(crate) fn of<J: Json + ?Sized>(
        pointer: &'static str,
        expected: &'static str,
        found: Presence<&J>,
    ) -> Self {
        let found = match found.map(|found| found.kind().name()) {
            Presence::Absent => "nothing",
            // JSON text can spell a string that is no Unicode text.
            Presence::Present("string") if expected == "string" => "string with a lone surrogate",
            Presence::Present(name) => name,
        };
        Self::new(pointer, expected, found)
    }

    /// The same, for a pointer that starts at a block.
    pub(crate) fn in_block(self, index: usize) -> Self {
        Self {
            pointer: Cow::Owned(format!("/content/{index}{}", self.pointer)),
            ..self
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            pointer,
            expected,
            found,
        } = self;
        write!(
            f,
            "malformed result: expected {expected} at {pointer:?}, found {found}"
        )
    }
}

impl From<Mismatch> for Fault {
    fn from(mismatch: Mismatch) -> Self {
        Self::Malformed(mismatch)
    }
}
