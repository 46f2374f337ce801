//! The results of the functions over JSON text, as outcomes.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::outcome::{Answer, Mismatch, Outcome, reason};
use crate::presence::Presence;
use crate::raw::{ConvertError, Output, StripError, Stripped, TranslateError};

/// Nothing is left of the text that was converted: it is still the caller's.
impl From<Result<Output<'_>, ConvertError<'_>>> for Outcome {
    fn from(converted: Result<Output<'_>, ConvertError<'_>>) -> Self {
        match converted {
            Ok(output) => Answer::from(output).into(),
            Err(error) => Self {
                answer: Answer::from(&error),
                rest: Some(error.result().to_owned()),
            },
        }
    }
}

impl From<Output<'_>> for Answer {
    fn from(output: Output<'_>) -> Self {
        match output {
            Output::Structured(value) => Self::Structured(value.get().to_owned()),
            Output::Text(text) => Self::Text(text.into_owned()),
            Output::Texts(texts) => Self::Texts(texts.into_iter().map(Cow::into_owned).collect()),
            blocks @ Output::Blocks(_) => Self::Blocks(blocks.into_json().into_owned()),
        }
    }
}

impl From<&ConvertError<'_>> for Answer {
    fn from(error: &ConvertError<'_>) -> Self {
        match error {
            ConvertError::NotJson(_) => Self::Unread,
            ConvertError::Tool(error) => {
                Self::Tool(Some(error.texts().map(Cow::into_owned).collect()))
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

impl From<Result<Stripped<'_>, StripError<'_>>> for Outcome {
    fn from(stripped: Result<Stripped<'_>, StripError<'_>>) -> Self {
        match stripped {
            Ok(stripped) => Self {
                rest: Some(removed(&stripped)),
                answer: Answer::Sent(stripped.into_json().into_owned()),
            },
            Err(StripError::NotJson(_)) => Answer::Unread.into(),
            Err(StripError::NotForLegacyPeer(error)) => {
                Answer::Refused(Some(reason(&error).to_owned())).into()
            }
        }
    }
}

/// What was changed is not told: the input is still the caller's.
impl From<Result<Cow<'_, str>, TranslateError<'_>>> for Outcome {
    fn from(sent: Result<Cow<'_, str>, TranslateError<'_>>) -> Self {
        let answer = match sent {
            Ok(sent) => Answer::Sent(sent.into_owned()),
            Err(TranslateError::NotJson(_)) => Answer::Unread,
            Err(TranslateError::NotForLegacyPeer(error)) => {
                Answer::Refused(Some(reason(&error).to_owned()))
            }
        };
        answer.into()
    }
}

fn removed(stripped: &Stripped<'_>) -> String {
    let mut members = Vec::new();
    if !stripped.output_schemas().is_empty() {
        let schemas = stripped.output_schemas().iter();
        let schemas: Vec<_> = schemas
            .map(|(tool, schema)| format!("[{tool},{schema}]"))
            .collect();
        members.push(format!(r#""outputSchemas":[{}]"#, schemas.join(",")));
    }
    if let Presence::Present(value) = stripped.structured_content() {
        members.push(format!(r#""structuredContent":{value}"#));
    }
    if stripped.result_type() {
        members.push(r#""resultType":true"#.to_owned());
    }
    if stripped.text_added() {
        members.push(r#""textAdded":true"#.to_owned());
    }
    format!("{{{}}}", members.join(","))
}
