//! The outcome of a case: what an implementation answered, and whether that is what was wanted.

use core::fmt;

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

use super::read::{text, texts};
use crate::error::ConvertError;
use crate::legacy::Stripped;
use crate::output::{Converted, Output};
use crate::peer::NotForLegacyPeer;
use crate::text::TextTokens;
use crate::token::{Token, write_compact};

/// What an implementation answered, and what it gave back besides.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Outcome {
    /// The answer.
    pub answer: Answer,
    /// What else was given back, as JSON text; `None` is not checked. After a conversion, what is
    /// left of the result; after a stripping, what was removed, as `src/contract/README.md` says;
    /// after any error, the result, which has to be untouched.
    pub rest: Option<String>,
}

/// What an implementation answered. JSON is held as text.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Answer {
    /// Conversion: `structuredContent`.
    Structured(String),
    /// Conversion: the text of the only text block.
    Text(String),
    /// Conversion: the texts of several text blocks.
    Texts(Vec<String>),
    /// Conversion: blocks, as a JSON array.
    Blocks(String),
    /// Conversion: any of the four above as plain JSON, where the implementation does not tell
    /// which.
    Value(String),
    /// Conversion: the tool's own error, with its texts if the implementation tells them.
    Tool(Option<Vec<String>>),
    /// Conversion: the result is not final, with its `resultType` if the implementation tells it.
    Incomplete(Option<String>),
    /// Conversion: the result is malformed, with the place if the implementation tells it.
    Malformed(Option<Mismatch>),
    /// Stripping: the result as it is sent to the peer.
    Sent(String),
    /// Stripping: the result is not for this peer, because of `resultType`, `content` or `depth`, if
    /// the implementation tells.
    Refused(Option<String>),
    /// The input could not be read as JSON. Accepted where this build's `serde_json` cannot either.
    Unread,
    /// The implementation's types cannot hold the input, so there is nothing to ask. It is no failure,
    /// but counted in the [`Report`](super::Report).
    NotHeld,
}

/// Where a result is malformed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mismatch {
    /// A JSON Pointer (RFC 6901).
    pub pointer: String,
    /// The JSON type that was expected there.
    pub expected: String,
    /// The JSON type that was found there, or `nothing`.
    pub found: String,
}

impl From<Answer> for Outcome {
    fn from(answer: Answer) -> Self {
        Self { answer, rest: None }
    }
}

impl From<Result<Converted, ConvertError>> for Outcome {
    fn from(converted: Result<Converted, ConvertError>) -> Self {
        let (answer, rest) = match converted {
            Ok(Converted { output, rest }) => (output.into(), rest),
            Err(error) => (Answer::from(&error), error.into_result()),
        };
        Self {
            answer,
            rest: Some(rest.to_string()),
        }
    }
}

impl From<Output> for Answer {
    fn from(output: Output) -> Self {
        match output {
            Output::Structured(value) => Self::Structured(value.to_string()),
            Output::Text(text) => Self::Text(text),
            Output::Texts(texts) => Self::Texts(texts),
            Output::Blocks(blocks) => Self::Blocks(Value::from(blocks).to_string()),
        }
    }
}

impl From<&ConvertError> for Answer {
    fn from(error: &ConvertError) -> Self {
        match error {
            ConvertError::Tool(error) => {
                Self::Tool(Some(error.texts().map(ToOwned::to_owned).collect()))
            }
            ConvertError::Incomplete(error) => {
                Self::Incomplete(Some(error.result_type().to_owned()))
            }
            ConvertError::Malformed(error) => Self::Malformed(Some(Mismatch {
                pointer: error.pointer().to_owned(),
                expected: error.expected().to_owned(),
                found: error.found().to_owned(),
            })),
        }
    }
}

/// The result, after it was stripped in place or refused.
impl From<(Value, Result<Stripped, NotForLegacyPeer>)> for Outcome {
    fn from((result, stripped): (Value, Result<Stripped, NotForLegacyPeer>)) -> Self {
        let result = result.to_string();
        match stripped {
            Ok(stripped) => Self {
                answer: Answer::Sent(result),
                rest: Some(removed(&stripped)),
            },
            Err(error) => Self {
                answer: Answer::Refused(Some(reason(&error).to_owned())),
                rest: Some(result),
            },
        }
    }
}

/// What a file calls the reason.
pub(super) fn reason(error: &NotForLegacyPeer) -> &'static str {
    match error {
        NotForLegacyPeer::ResultType(_) => "resultType",
        NotForLegacyPeer::Content => "content",
        NotForLegacyPeer::Depth => "depth",
    }
}

fn removed(stripped: &Stripped) -> String {
    let mut removed = serde_json::Map::new();
    if !stripped.output_schemas().is_empty() {
        removed.insert(
            "outputSchemas".into(),
            serde_json::json!(stripped.output_schemas()),
        );
    }
    if let Some(value) = stripped.structured_content().into_option() {
        removed.insert("structuredContent".into(), value.clone());
    }
    if stripped.result_type() {
        removed.insert("resultType".into(), true.into());
    }
    if stripped.text_added() {
        removed.insert("textAdded".into(), true.into());
    }
    Value::from(removed).to_string()
}

impl Outcome {
    /// Reads the outcome that a case expects.
    pub(super) fn read(expect: &Value, input: &str) -> Option<Self> {
        let (kind, value) = expect
            .as_object()?
            .iter()
            .find(|(name, _)| *name != "rest" && *name != "removed")?;
        let string = || value.as_str().map(ToOwned::to_owned);
        let answer = match kind.as_str() {
            "structured" => Answer::Structured(string()?),
            "text" => Answer::Text(string()?),
            "texts" => Answer::Texts(texts(value)?),
            "blocks" => Answer::Blocks(string()?),
            "tool" => Answer::Tool(Some(texts(value)?)),
            "incomplete" => Answer::Incomplete(Some(string()?)),
            "malformed" => Answer::Malformed(Some(Mismatch {
                pointer: text(value, "pointer")?,
                expected: text(value, "expected")?,
                found: text(value, "found")?,
            })),
            "sent" => Answer::Sent(string()?),
            "refused" => Answer::Refused(Some(string()?)),
            _ => return None,
        };
        let rest = match answer {
            Answer::Tool(_) | Answer::Incomplete(_) | Answer::Malformed(_) | Answer::Refused(_) => {
                input.to_owned()
            }
            Answer::Sent(_) => text(expect, "removed")?,
            _ => text(expect, "rest")?,
        };
        Some(Self {
            answer,
            rest: Some(rest),
        })
    }

    /// Whether an implementation's outcome is this one, as far as it tells.
    pub(super) fn is_met_by(&self, got: &Self, exact: bool) -> bool {
        let rest = self.rest.as_deref().unwrap_or_default();
        let same = |expected: &str, got: &str| is_same(expected, got, exact);
        let answer = match (&self.answer, &got.answer) {
            (Answer::Structured(expected), Answer::Structured(got) | Answer::Value(got))
            | (Answer::Blocks(expected), Answer::Blocks(got) | Answer::Value(got)) => {
                same(expected, got)
            }
            (Answer::Text(expected), Answer::Value(got)) => {
                same(&Value::from(expected.as_str()).to_string(), got)
            }
            (Answer::Texts(expected), Answer::Value(got)) => {
                same(&Value::from(expected.as_slice()).to_string(), got)
            }
            (Answer::Sent(expected), Answer::Sent(got)) => {
                same(expected, got)
                    || rest.contains(r#""textAdded":true"#)
                        && is_same_but_for_added_block(expected, got, exact)
            }
            (Answer::Tool(_), Answer::Tool(None))
            | (Answer::Incomplete(_), Answer::Incomplete(None))
            | (Answer::Malformed(_), Answer::Malformed(None))
            | (Answer::Refused(_), Answer::Refused(None)) => true,
            (expected, got) => expected == got,
        };
        answer && got.rest.as_ref().is_none_or(|got| same(rest, got))
    }
}

/// Whether two JSON texts are the same to whoever reads them, but for whitespace.
fn is_same(expected: &str, got: &str, exact: bool) -> bool {
    // What serde_json wrote is not read again: without `float_roundtrip`, that may give a
    // neighbouring number.
    compact(expected).is_some_and(|expected| compact(got) == Some(expected))
        || !exact && as_kept(expected).is_some_and(|kept| kept == got || Some(kept) == as_kept(got))
}

/// JSON text without the white space between tokens.
fn compact(json: &str) -> Option<String> {
    let mut text = String::new();
    write_compact(&mut text, TextTokens::new(json), usize::MAX).ok()?;
    Some(text)
}

/// What this build's serde_json keeps of a JSON text, written by itself.
pub(super) fn as_kept(json: &str) -> Option<String> {
    let value: Value = serde_json::from_str(json).ok()?;
    Some(value.to_string())
}

/// Whether two results are the same but for the order of the members of the added block and, unless
/// the check is exact, how the JSON in its text is spelled.
fn is_same_but_for_added_block(expected: &str, got: &str, exact: bool) -> bool {
    let spellings = [Some(expected.to_owned()), with_text_first(expected)];
    spellings.iter().flatten().any(|expected| {
        is_same(expected, got, exact) || !exact && is_same_but_for_text(expected, got)
    })
}

/// A result that a case expects, with the members of its added block in the other order.
fn with_text_first(expected: &str) -> Option<String> {
    let (before, text) = expected.split_once(r#""content":[{"type":"text","text":"#)?;
    let Some(Token::Scalar(text_alone)) = TextTokens::new(text).next() else {
        return None;
    };
    let behind = &text[text_alone.len()..];
    Some(
        [
            before,
            r#""content":[{"text":"#,
            text_alone,
            r#","type":"text""#,
            behind,
        ]
        .concat(),
    )
}

/// Whether two results are the same but for how the JSON in the first block's text is spelled. It
/// has to be compact in either.
fn is_same_but_for_text(expected: &str, got: &str) -> bool {
    let take_text = |result: &str| {
        let mut result: Value = serde_json::from_str(result).ok()?;
        let text = result.pointer_mut("/content/0/text")?.take();
        Some((text.as_str()?.to_owned(), result.to_string()))
    };
    let (Some((expected, expected_rest)), Some((got, got_rest))) =
        (take_text(expected), take_text(got))
    else {
        return false;
    };
    is_same(&expected, &got, false)
        && compact(&got).as_ref() == Some(&got)
        && expected_rest == got_rest
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.answer.fmt(f)?;
        match &self.rest {
            Some(rest) => write!(f, ", and besides {rest}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Structured(json) => write!(f, "structured {json}"),
            Self::Text(text) => write!(f, "text {text:?}"),
            Self::Texts(texts) => write!(f, "texts {texts:?}"),
            Self::Blocks(json) => write!(f, "blocks {json}"),
            Self::Value(json) => write!(f, "value {json}"),
            Self::Tool(None) => f.write_str("the tool's error"),
            Self::Tool(Some(texts)) => write!(f, "the tool's error {texts:?}"),
            Self::Incomplete(None) => f.write_str("not final"),
            Self::Incomplete(Some(result_type)) => write!(f, "not final, but {result_type:?}"),
            Self::Malformed(None) => f.write_str("malformed"),
            Self::Malformed(Some(Mismatch {
                pointer,
                expected,
                found,
            })) => {
                write!(
                    f,
                    "malformed, expected {expected} at {pointer:?}, found {found}"
                )
            }
            Self::Sent(json) => write!(f, "sent {json}"),
            Self::Refused(None) => f.write_str("refused"),
            Self::Refused(Some(reason)) => write!(f, "refused because of {reason}"),
            Self::Unread => f.write_str("the input was not read"),
            Self::NotHeld => f.write_str("the types do not hold the input"),
        }
    }
}
