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
/// The call reads the text once. It reads again: in a structured mode, where there is no structured
/// value, `content`; in every mode but [`Content`](ResultMode::Content), blocks that are no text. It
/// allocates for the lists of texts and of other blocks, for strings with escapes that it has to
/// read, and a byte or two for each level of nesting.
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
    let mut root = Root::read(json, mode).map_err(|Broken| NotJson::new(json))?;
    match root.take_output(mode) {
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
    pub(super) members: Members<'a, str>,
    pub(super) structured_content: Presence<&'a RawValue>,
    pub(super) meta: Presence<&'a RawValue>,
    /// The blocks of `content`, where the mode is sure to need them.
    blocks: Option<Blocks<'a>>,
}

impl<'a> Root<'a> {
    /// Reads all of the text.
    fn read(json: &'a str, mode: ResultMode) -> Result<Self, Broken> {
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
            structured_content: Presence::Absent,
            meta: Presence::Absent,
            blocks: None,
        };
        if root.kind == Kind::Object {
            scanner
                .object(|scanner, member| root.read_member(json, scanner, &member.name, mode))?;
        } else {
            scanner.value()?;
        }
        scanner.end()?;
        Ok(root)
    }

    /// Reads a member. Of duplicates, the last one stays.
    fn read_member(
        &mut self,
        json: &'a str,
        scanner: &mut Scanner<'a>,
        name: &str,
        mode: ResultMode,
    ) -> Result<(), Broken> {
        self.members.others |= !is_known(name);
        if name == "content" {
            let needed = matches!(mode, ResultMode::Text | ResultMode::Content);
            let is_array = scanner.kind()? == Kind::Array;
            let start = scanner.at();
            self.blocks = if needed && is_array {
                Some(Blocks::read(scanner, mode)?)
            } else {
                scanner.value()?;
                None
            };
            self.members.content = Presence::Present(&json[start..scanner.at()]);
            return Ok(());
        }
        let value = scanner.value()?;
        let text = Presence::Present(value.get());
        match name {
            "isError" => self.members.is_error = text,
            "resultType" => self.members.result_type = text,
            "structuredContent" => {
                self.members.structured_content = text;
                self.structured_content = Presence::Present(value);
            }
            "_meta" => self.meta = Presence::Present(value),
            _ => {}
        }
        Ok(())
    }

    fn take_output(&mut self, mode: ResultMode) -> Result<Output<'a>, Stop> {
        if self.kind != Kind::Object {
            return Err(not_an_object(self.kind).into());
        }
        let source = self.members.source(mode)?;
        match (source, self.structured_content, self.members.content) {
            (Source::StructuredContent, Presence::Present(value), _) => {
                Ok(Output::Structured(value))
            }
            (Source::Content, _, Presence::Present(content)) if content.kind() == Kind::Array => {
                let blocks = match self.blocks.take() {
                    Some(blocks) => blocks,
                    None => Blocks::read(&mut Scanner::new(content), mode)?,
                };
                Ok(blocks.into_output()?)
            }
            _ => Ok(Output::Blocks(Vec::new())),
        }
    }
}

/// The blocks of `content`.
#[derive(Default)]
struct Blocks<'a> {
    texts: Vec<Cow<'a, str>>,
    others: Vec<&'a RawValue>,
    /// What the first malformed block is.
    mismatch: Option<Mismatch>,
}

impl<'a> Blocks<'a> {
    fn read(scanner: &mut Scanner<'a>, mode: ResultMode) -> Result<Self, Broken> {
        let mut blocks = Self::default();
        let mut index = 0;
        scanner.array(|scanner| {
            if mode == ResultMode::Content {
                blocks.others.push(scanner.value()?); // step 6
                return Ok(());
            }
            let mut block = *scanner;
            match text_of(scanner)?.and_then(|text| text.map(unescape).transpose()) {
                Ok(Some(text)) => blocks.texts.push(text),
                Ok(None) => blocks.others.push(block.value()?),
                Err(mismatch) if blocks.mismatch.is_none() => {
                    blocks.mismatch = Some(mismatch.in_block(index));
                }
                Err(_) => {}
            }
            index += 1;
            Ok::<_, Broken>(())
        })?;
        Ok(blocks)
    }

    fn into_output(mut self) -> Result<Output<'a>, Mismatch> {
        if let Some(mismatch) = self.mismatch {
            return Err(mismatch);
        }
        let all_empty = self.texts.iter().all(|text| text.is_empty());
        Ok(match form(self.texts.len(), all_empty, self.others.len()) {
            Form::Text => Output::Text(self.texts.pop().unwrap_or_default()),
            Form::Texts => Output::Texts(self.texts),
            Form::Blocks => Output::Blocks(self.others),
        })
    }
}

/// Reads a block: the `text` of a text block, as it is spelled, `None` for another block.
pub(super) fn text_of<'a>(
    scanner: &mut Scanner<'a>,
) -> Result<Result<Option<&'a str>, Mismatch>, Broken> {
    let kind = scanner.kind()?;
    let [block_type, text] = scanner.pick(["type", "text"])?;
    Ok(block_text(kind, block_type, text))
}

fn unescape(text: &str) -> Result<Cow<'_, str>, Mismatch> {
    as_text(text).ok_or_else(|| Mismatch::of("/text", "string", Presence::Present(text)))
}
