//! [`ConvertError`]: why a result has no output. Each case holds the whole result, untouched.
//!
//! `R` is the form that the result has: a [`Value`], or JSON text.

use core::error::Error;
use core::fmt;

use alloc::borrow::Cow;
use alloc::string::String;
use serde_json::Value;

use crate::conversion::Conversion;
use crate::fault::{Fault, Mismatch};
use crate::find::{block_text, find_output_of_failure, text_of};
use crate::output::{Converted, structured_text};
use crate::presence::Presence;
use crate::rules::failure::write_failure;
use crate::take::take_output;

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
            Fault::Incomplete(result_type) => Self::Incomplete(Incomplete {
                result_type,
                result,
            }),
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

impl From<ToolError> for ConvertError {
    fn from(error: ToolError) -> Self {
        Self::Tool(error)
    }
}

/// The error that a tool itself reported, with `isError: true`.
///
/// It displays as `tool call failed: ` and the texts that are not empty, a line each; without any,
/// those of embedded text resources; without those, a structured value that is present and neither
/// `null` nor an empty string, as [`Output::into_text`](crate::Output::into_text) gives it; else as
/// `tool call failed without a text`. A block's `data` or `blob` is never shown.
///
/// ```
/// use mcp_result::{ConvertError, Presence, ResultMode, convert_result};
/// use serde_json::json;
///
/// let result = json!({"isError": true, "structuredContent": {"code": 7}, "content": "oops"});
/// let Err(ConvertError::Tool(error)) = convert_result(result, ResultMode::Text) else { panic!() };
/// assert_eq!(error.to_string(), r#"tool call failed: {"code":7}"#);
/// assert_eq!(error.structured_content(), Presence::Present(&json!({"code": 7})));
/// assert!(error.content().is_empty());
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ToolError<R = Value> {
    pub(crate) result: R,
}

impl<R> ToolError<R> {
    /// The whole result, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &R {
        &self.result
    }

    /// Gives the whole result back.
    #[must_use]
    pub fn into_result(self) -> R {
        self.result
    }
}

impl ToolError {
    /// The texts of the well-formed text blocks, in order. Malformed ones are passed over, so that
    /// they do not hide the tool's error.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let blocks = self.content().iter();
        blocks.filter_map(|block| text_of(block).ok()?)
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

    /// Converts the failed result by the steps of [`convert_result`](crate::convert_result), as if it
    /// had not failed: agents show a failure in the same form as a success, flagged. `isError` stays in
    /// [`Converted::rest`].
    ///
    /// ```
    /// use mcp_result::{ConvertError, ResultMode, convert_result};
    /// use serde_json::json;
    ///
    /// let result = json!({"isError": true, "content": [{"type": "text", "text": "no such city"}]});
    /// let Err(ConvertError::Tool(error)) = convert_result(result, ResultMode::Model) else { panic!() };
    /// let shown = error.convert(ResultMode::Model)?;
    /// assert_eq!(shown.output.into_text(), "no such city");
    /// # Ok::<(), mcp_result::ToolError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The tool's error itself, where the result is malformed or not final.
    pub fn convert(self, conversion: impl Into<Conversion>) -> Result<Converted, Self> {
        match find_output_of_failure(&self.result, conversion) {
            Ok(place) => Ok(take_output(self.result, place)),
            Err(_) => Err(self),
        }
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blocks = self.content().iter();
        let structured = self.structured_content().into_option();
        let structured = structured.filter(|value| !value.is_null()).into_iter();
        write_failure(
            f,
            [
                &mut self.texts().map(Cow::Borrowed),
                &mut blocks.filter_map(block_text).map(Cow::Borrowed),
                &mut structured.map(structured_text),
            ],
        )
    }
}

impl Error for ToolError {}

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
pub struct Incomplete<R = Value> {
    pub(crate) result_type: String,
    pub(crate) result: R,
}

impl<R> Incomplete<R> {
    /// The result's `resultType`.
    #[must_use]
    pub fn result_type(&self) -> &str {
        &self.result_type
    }

    /// The whole result, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &R {
        &self.result
    }

    /// Gives the whole result back.
    #[must_use]
    pub fn into_result(self) -> R {
        self.result
    }
}

impl<R> fmt::Display for Incomplete<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result_type = &self.result_type;
        write!(f, "result is not final: its resultType is {result_type:?}")
    }
}

impl<R: fmt::Debug> Error for Incomplete<R> {}

/// A result that a `tools/call` request may not have: where, what was expected, what was found. It does not
/// display what is in the result.
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
pub struct Malformed<R = Value> {
    pub(crate) mismatch: Mismatch,
    pub(crate) result: R,
}

impl<R> Malformed<R> {
    /// Where, as a JSON Pointer (RFC 6901); where the member should be, when it is absent.
    #[must_use]
    pub fn pointer(&self) -> &str {
        self.mismatch.pointer()
    }

    /// The JSON type that was expected there, by its name in JSON Schema.
    #[must_use]
    pub fn expected(&self) -> &'static str {
        self.mismatch.expected()
    }

    /// The JSON type that was found there, by its name in JSON Schema; `"nothing"` when the member
    /// is absent; in JSON text, `"string with a lone surrogate"` for a string that is no Unicode
    /// text.
    #[must_use]
    pub fn found(&self) -> &'static str {
        self.mismatch.found()
    }

    /// The whole result, as it was passed in.
    #[must_use]
    pub fn result(&self) -> &R {
        &self.result
    }

    /// Gives the whole result back.
    #[must_use]
    pub fn into_result(self) -> R {
        self.result
    }
}

impl<R> fmt::Display for Malformed<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.mismatch.fmt(f)
    }
}

impl<R: fmt::Debug> Error for Malformed<R> {}
