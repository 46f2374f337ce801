//! The outcome of a case: what an implementation answered, and whether that is what was wanted.

use core::fmt;

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

use super::compare::is_same;
use super::read::{text, texts};
use super::sent::{are_same_changes, is_same_sent};
use crate::change::{Change, Translated};
use crate::error::ConvertError;
use crate::legacy::Stripped;
use crate::output::{Converted, Output};
use crate::peer::NotForLegacyPeer;

/// What an implementation answered, and what it gave back besides.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Outcome {
    /// The answer.
    pub answer: Answer,
    /// What else was given back, as JSON text; `None` is not checked. After a conversion, what is
    /// left of the result; after a stripping, what was removed, and after a translation, what
    /// was changed, as `src/contract/README.md` says; after any error, the result, which has to be untouched.
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
    /// Stripping, translation: the result as it is sent to the peer.
    Sent(String),
    /// Stripping, translation: the result is not for this peer, because of `resultType`, `content` or
    /// `depth`, if the implementation tells.
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

/// The result, after it was translated in place or refused.
impl From<(Value, Result<Translated, NotForLegacyPeer>)> for Outcome {
    fn from((result, translated): (Value, Result<Translated, NotForLegacyPeer>)) -> Self {
        let (answer, rest) = match translated {
            Ok(translated) => (Answer::Sent(result.to_string()), changes(&translated)),
            Err(error) => (
                Answer::Refused(Some(reason(&error).to_owned())),
                result.to_string(),
            ),
        };
        Self {
            answer,
            rest: Some(rest),
        }
    }
}

fn changes(translated: &Translated) -> String {
    let changes = translated.changes().iter().map(|change| {
        let (name, value) = match change {
            Change::Added { .. } => ("added", None),
            Change::Removed { value, .. } => ("removed", Some(value)),
            Change::Replaced { value, .. } => ("replaced", Some(value)),
        };
        let pointer = (name.to_owned(), change.pointer().into());
        let value = value.map(|value| ("value".to_owned(), value.clone()));
        Value::Object([pointer].into_iter().chain(value).collect())
    });
    changes.collect::<Value>().to_string()
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
            .find(|(name, _)| !["rest", "removed", "changes"].contains(&name.as_str()))?;
        let string = || value.as_str().map(ToOwned::to_owned);
        let answer = match kind.as_str() {
            "structured" => Answer::Structured(string()?),
            "text" => Answer::Text(string()?),
            "texts" => Answer::Texts(texts(value)?),
            "blocks" => Answer::Blocks(string()?),
            "tool" => Answer::Tool(Some(texts(value)?)),
            "incomplete" => Answer::Incomplete(Some(string()?)),
            "malformed" if *value == serde_json::json!({}) => Answer::Malformed(None),
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
            Answer::Sent(_) => text(expect, "removed").or_else(|| text(expect, "changes"))?,
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
            (Answer::Sent(expected), Answer::Sent(got)) => is_same_sent(expected, got, rest, exact),
            (Answer::Tool(_), Answer::Tool(None))
            | (Answer::Incomplete(_), Answer::Incomplete(None))
            | (Answer::Malformed(_), Answer::Malformed(None))
            | (Answer::Malformed(None), Answer::Malformed(_))
            | (Answer::Refused(_), Answer::Refused(None)) => true,
            (expected, got) => expected == got,
        };
        answer
            && got.rest.as_ref().is_none_or(|got| {
                let is_sent = matches!(self.answer, Answer::Sent(_));
                same(rest, got) || is_sent && are_same_changes(rest, got)
            })
    }
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
