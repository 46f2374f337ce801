//! Finds the output of a conversion in JSON text: reads the parts, and asks the rules.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use serde_json::value::RawValue;

use super::block::{parts_of_block, text_of};
use super::output::Output;
use super::scan::{Broken, Scanner};
use crate::conversion::{Conversion, ResultMode};
use crate::fault::{Fault, Mismatch};
use crate::json::{Json, Kind};
use crate::presence::Presence;
use crate::rules::conversion::{
    Blocks, Form, Members, blocks, form, is_for_model, is_known, not_an_object,
};

/// Why there is no output.
pub(super) enum Stop {
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

pub(super) fn find_output(json: &str, conversion: Conversion) -> Result<Output<'_>, Stop> {
    find(json, conversion, true)
}

/// The same for a result whose `isError` is `true`, as if it were `false`.
pub(super) fn find_output_of_failure(
    json: &str,
    conversion: Conversion,
) -> Result<Output<'_>, Stop> {
    find(json, conversion, false)
}

fn find(json: &str, conversion: Conversion, fails: bool) -> Result<Output<'_>, Stop> {
    let mut root = Root::read(json, conversion)?;
    if root.kind != Kind::Object {
        return Err(not_an_object(root.kind).into());
    }
    if fails {
        root.members.is_no_tool_error()?;
    }
    root.members.is_final()?;
    if let Presence::Present(value) = root.structured_content {
        if root.members.is_structured(conversion.mode()) {
            return Ok(Output::Structured(value));
        }
    }
    root.members.gives_blocks()?;
    let wanted = blocks(conversion);
    let read = match (root.blocks.take(), root.members.content) {
        (Some(read), _) => read,
        (None, Presence::Present(content)) if content.kind() == Kind::Array => {
            Read::blocks(&mut Scanner::new(content), wanted)?
        }
        _ => Read::default(),
    };
    match (wanted, root.structured_content) {
        (Blocks::ForModel, Presence::Present(value))
            if !read.holds_something && root.members.is_shown_structured() =>
        {
            Ok(Output::Structured(value))
        }
        _ => Ok(read.into_output()?),
    }
}

/// What the rules look at in a result.
struct Root<'a> {
    kind: Kind,
    members: Members<'a, str>,
    structured_content: Presence<&'a RawValue>,
    /// The blocks of `content`, where the mode is sure to need them.
    blocks: Option<Read<'a>>,
}

impl<'a> Root<'a> {
    /// Reads all of the text.
    fn read(json: &'a str, conversion: Conversion) -> Result<Self, Broken> {
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
            blocks: None,
        };
        if root.kind == Kind::Object {
            scanner.object(|scanner, member| {
                root.read_member(json, scanner, &member.name, conversion)
            })?;
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
        conversion: Conversion,
    ) -> Result<(), Broken> {
        self.members.others |= !is_known(name);
        if name == "content" {
            let needed = !matches!(
                conversion.mode(),
                ResultMode::Structured | ResultMode::NonNullStructured
            );
            let is_array = scanner.kind()? == Kind::Array;
            let start = scanner.at();
            self.blocks = if needed && is_array {
                Some(Read::blocks(scanner, blocks(conversion))?)
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
            _ => {}
        }
        Ok(())
    }
}

/// The blocks of `content`, as far as a conversion wants them.
#[derive(Default)]
struct Read<'a> {
    texts: Vec<Cow<'a, str>>,
    others: Vec<&'a RawValue>,
    /// Whether one of them holds something for the model.
    holds_something: bool,
    /// What the first malformed block is.
    mismatch: Option<Mismatch>,
}

impl<'a> Read<'a> {
    fn blocks(scanner: &mut Scanner<'a>, wanted: Blocks) -> Result<Self, Broken> {
        let mut read = Self::default();
        let mut index = 0;
        scanner.array(|scanner| {
            match wanted {
                Blocks::All => read.others.push(scanner.value()?),
                Blocks::ForModel => read.block_for_model(scanner)?,
                Blocks::Chosen => read.block(scanner, index)?,
            }
            index += 1;
            Ok::<_, Broken>(())
        })?;
        Ok(read)
    }

    fn block_for_model(&mut self, scanner: &mut Scanner<'a>) -> Result<(), Broken> {
        let mut block = *scanner;
        let (parts, audience) = parts_of_block(scanner)?;
        if is_for_model(audience) {
            self.others.push(block.value()?);
            self.holds_something |= parts.holds_something();
        }
        Ok(())
    }

    fn block(&mut self, scanner: &mut Scanner<'a>, index: usize) -> Result<(), Broken> {
        let mut block = *scanner;
        match text_of(scanner)?.and_then(|text| text.map(unescape).transpose()) {
            Ok(Some(text)) => self.texts.push(text),
            Ok(None) => self.others.push(block.value()?),
            Err(mismatch) => {
                self.mismatch.get_or_insert(mismatch.in_block(index));
            }
        }
        Ok(())
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

fn unescape(text: &str) -> Result<Cow<'_, str>, Mismatch> {
    text.as_text()
        .ok_or_else(|| Mismatch::of("/text", "string", Presence::Present(text)))
}
