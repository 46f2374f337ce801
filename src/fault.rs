//! [`Fault`]: why a result has no output, without the result.

use core::error::Error;
use core::fmt;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;

use crate::json::Json;
use crate::presence::Presence;

/// Why a result has no output: small and owned, without the result.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// The tool itself reports an error: `isError` is `true`.
    Tool,
    /// The result is not final: its `resultType`, a string other than `"complete"`.
    Incomplete(String),
    /// The result is not one that a `tools/call` request may have.
    Malformed(Mismatch),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tool => f.write_str("tool call failed"),
            Self::Incomplete(result_type) => {
                write!(f, "result is not final: its resultType is {result_type:?}")
            }
            Self::Malformed(mismatch) => mismatch.fmt(f),
        }
    }
}

impl Error for Fault {}

impl From<Mismatch> for Fault {
    fn from(mismatch: Mismatch) -> Self {
        Self::Malformed(mismatch)
    }
}

/// Where a JSON value of another type was expected, what was expected, and what was found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mismatch {
    pointer: Cow<'static, str>,
    expected: &'static str,
    found: &'static str,
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

    /// Where, as a JSON Pointer (RFC 6901); where the member should be, when it is absent.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// The JSON type that was expected there, by its name in JSON Schema.
    #[must_use]
    pub fn expected(&self) -> &'static str {
        self.expected
    }

    /// The JSON type that was found there, by its name in JSON Schema; `"nothing"` when the member
    /// is absent; in JSON text, `"string with a lone surrogate"` for a string that is no Unicode
    /// text.
    #[must_use]
    pub fn found(&self) -> &'static str {
        self.found
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

impl Error for Mismatch {}
