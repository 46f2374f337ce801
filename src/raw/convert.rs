//! [`convert_result`] over JSON text.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use serde_json::value::RawValue;

use super::error::{ConvertError, NotJson};
use super::scan::{Broken, Scanner, as_text};
use crate::convert::{
    Form, Members, ResultMode, Source, block_text, form, is_known, not_an_object,
};
use crate::error::{Fault, Mismatch};
use crate::json::{Json, Kind};
use crate::presence::Presence;

/// The output of a conversion, as slices of the input. The variant says where it came from.
#[derive(Clone, Debug)]
pub enum Output<'a> {
    /// `structuredContent`, exactly as sent.
    Structured(&'a RawValue),
    /// The text of the only text block, borrowed where it has no escapes.
    Text(Cow<'a, str>),
    /// The texts of several text blocks, in order, empty ones included.
    Texts(Vec<Cow<'a, str>>),
    /// Blocks of `content`, exactly as sent: all of them in mode [`Content`](ResultMode::Content),
    /// else the non-text ones. Possibly none.
    Blocks(Vec<&'a RawValue>),
}

/// Converts the result of a `tools/call` request, given as JSON text, into what the caller gets.
///
/// The rules are those of [`convert_result`](crate::convert_result), and so is the code. There is
/// no `rest`: the input is still the caller's.
///
/// The call reads the text once, and `content` once more where the output comes from there. In a
/// structured mode it allocates nothing for a `structuredContent` that is present, but for a byte
/// for each level of nesting.
///
/// # Errors
///
/// [`ConvertError`] says which step refused the result, or where the text is not JSON.
///
/// # Example
///
/// ```
/// use mcp_result::ResultMode;
/// use mcp_result::raw::{Output, convert_result};
///
/// let json = r#"{"content": [], "structuredContent": {"b": 1.50, "a": 18446744073709551617}}"#;
///
/// let Output::Structured(value) = convert_result(json, ResultMode::Structured)? else { panic!() };
/// assert_eq!(value.get(), r#"{"b": 1.50, "a": 18446744073709551617}"#);
/// # Ok::<(), mcp_result::raw::ConvertError>(())
/// ```
pub fn convert_result(json: &str, mode: ResultMode) -> Result<Output<'_>, ConvertError<'_>> {
    let root = Root::read(json).map_err(|Broken| NotJson::new(json))?;
    match root.output(mode) {
        Ok(output) => Ok(output),
        Err(Stop::Fault(fault)) => Err(ConvertError::new(fault, json, &root)),
        Err(Stop::Broken) => Err(NotJson::new(json).into()),
    }
}

/// Why there is no output.
enum Stop {
    Broken,
    Fault(Fault),
}

impl From<Broken> for Stop {
    fn from(_: Broken) -> Self {
        Self::Broken
    }
}

impl<F: Into<Fault>> From<F> for Stop {
    fn from(fault: F) -> Self {
        Self::Fault(fault.into())
    }
}

/// What the rules and the errors look at.
pub(super) struct Root<'a> {
    kind: Kind,
    pub(super) members: Members<'a, RawValue>,
    pub(super) meta: Presence<&'a RawValue>,
}

impl<'a> Root<'a> {
    /// Reads all of the text.
    fn read(json: &'a str) -> Result<Self, Broken> {
        let mut scanner = Scanner::new(json);
        let mut root = Self {
            kind: scanner.kind()?,
            members: Members {
                is_error: Presence::Absent,
                result_type: Presence::Absent,
                structured_content: Presence::Absent,
                content: Presence::Absent,
                others: false,
            },
            meta: Presence::Absent,
        };
        if root.kind == Kind::Object {
            scanner.object(|scanner, member| {
                let value = Presence::Present(scanner.value()?);
                match &*member.name {
                    "isError" => root.members.is_error = value,
                    "resultType" => root.members.result_type = value,
                    "structuredContent" => root.members.structured_content = value,
                    "content" => root.members.content = value,
                    "_meta" => root.meta = value,
                    name => root.members.others |= !is_known(name),
                }
                Ok::<_, Broken>(())
            })?;
        } else {
            scanner.value()?;
        }
        scanner.end()?;
        Ok(root)
    }

    fn output(&self, mode: ResultMode) -> Result<Output<'a>, Stop> {
        if self.kind != Kind::Object {
            return Err(not_an_object(self.kind).into());
        }
        let members = &self.members;
        match (
            members.source(mode)?,
            members.structured_content,
            members.content,
        ) {
            (Source::StructuredContent, Presence::Present(value), _) => {
                Ok(Output::Structured(value))
            }
            (Source::Content, _, Presence::Present(content)) if content.kind() == Kind::Array => {
                blocks(content, mode)
            }
            _ => Ok(Output::Blocks(Vec::new())),
        }
    }
}

fn blocks(content: &RawValue, mode: ResultMode) -> Result<Output<'_>, Stop> {
    let mut scanner = Scanner::new(content.get());
    let mut texts = Vec::new();
    let mut others = Vec::new();
    let mut index = 0;
    scanner.array(|scanner| {
        if mode == ResultMode::Content {
            others.push(scanner.value()?); // step 6
            return Ok(());
        }
        let mut block = *scanner;
        match text_of(scanner)?.map_err(|mismatch| mismatch.in_block(index))? {
            Some(text) => texts.push(as_text(text).ok_or_else(|| {
                Mismatch::of("/text", "string", Presence::Present(text)).in_block(index)
            })?),
            None => others.push(block.value()?),
        }
        index += 1;
        Ok::<_, Stop>(())
    })?;
    let all_empty = texts.iter().all(|text| text.is_empty());
    Ok(match form(texts.len(), all_empty, others.len()) {
        Form::Text => Output::Text(texts.pop().unwrap_or_default()),
        Form::Texts => Output::Texts(texts),
        Form::Blocks => Output::Blocks(others),
    })
}

/// Reads a block: the `text` of a text block, `None` for another block.
pub(super) fn text_of<'a>(
    scanner: &mut Scanner<'a>,
) -> Result<Result<Option<&'a RawValue>, Mismatch>, Broken> {
    let kind = scanner.kind()?;
    let [block_type, text] = scanner.pick(["type", "text"])?;
    Ok(block_text(kind, block_type, text))
}
