//! Finds the output of a conversion in JSON text: reads the parts, and asks the rules.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use serde_json::value::RawValue;

use super::block::{Text, parts_of_block, text_of};
use super::output::Output;
use super::value::raw_value;
use crate::conversion::{Conversion, ResultMode};
use crate::fault::{Fault, Mismatch};
use crate::json::{Json, Kind};
use crate::presence::Presence;
use crate::rules::conversion::{
    Blocks, Form, Members, blocks, form, is_for_model, is_known, not_an_object,
};
use crate::text::{Broken, Scanner};

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
            Read::blocks(&mut Scanner::new(content), conversion)?
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
    /// The blocks of `content`, unless it stands behind the output.
    blocks: Option<Read<'a>>,
}

impl<'a> Root<'a> {
    /// Reads all of the text.
    fn read(json: &'a str, conversion: Conversion) -> Result<Self, Broken> {
        let mut scanner = Scanner::new(json);
        let mut root = Self {
            kind: scanner.kind(),
            members: Members::default(),
            structured_content: Presence::Absent,
            blocks: None,
        };
        if root.kind == Kind::Object {
            scanner
                .object(|scanner, member| root.read_member(scanner, &member.name, conversion))?;
        } else {
            scanner.value()?;
        }
        scanner.end()?;
        Ok(root)
    }

    /// Reads a member. Of duplicates, the last one stays.
    fn read_member(
        &mut self,
        scanner: &mut Scanner<'a>,
        name: &str,
        conversion: Conversion,
    ) -> Result<(), Broken> {
        self.members.others |= !is_known(name);
        if name == "content" {
            let needed = !self.members.is_structured(conversion.mode());
            let is_array = scanner.kind() == Kind::Array;
            let start = scanner.at();
            self.blocks = if needed && is_array {
                Some(Read::blocks(scanner, conversion)?)
            } else {
                scanner.value()?;
                None
            };
            self.members.content = Presence::Present(scanner.since(start));
            return Ok(());
        }
        let value = scanner.value()?;
        let text = Presence::Present(value);
        match name {
            "isError" => self.members.is_error = text,
            "resultType" => self.members.result_type = text,
            "structuredContent" => {
                self.members.structured_content = text;
                self.structured_content = Presence::Present(raw_value(value)?);
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
    /// Those that are not wanted yet, as they are spelled, with their blocks' positions.
    spelled: Vec<(usize, &'a str)>,
    others: Vec<&'a RawValue>,
    /// Whether one of them holds something for the model.
    holds_something: bool,
    /// What the first malformed block is.
    mismatch: Option<Mismatch>,
}

impl<'a> Read<'a> {
    fn blocks(scanner: &mut Scanner<'a>, conversion: Conversion) -> Result<Self, Broken> {
        let wanted = blocks(conversion);
        // In the structured modes they may still turn out not to be the output.
        let are_texts_wanted = conversion.mode() == ResultMode::Text;
        let mut read = Self::default();
        let mut index = 0;
        scanner.array(|scanner| {
            match wanted {
                Blocks::All => read.others.push(raw_value(scanner.value()?)?),
                Blocks::ForModel => read.block_for_model(scanner)?,
                Blocks::Chosen if read.mismatch.is_none() => {
                    read.block(scanner, index, are_texts_wanted)?;
                }
                Blocks::Chosen => drop(scanner.value()?),
            }
            index += 1;
            Ok::<_, Broken>(())
        })?;
        Ok(read)
    }

    fn block_for_model(&mut self, scanner: &mut Scanner<'a>) -> Result<(), Broken> {
        scanner.kind();
        let start = scanner.at();
        let (parts, audience) = parts_of_block(scanner)?;
        if is_for_model(audience) {
            self.others.push(raw_value(scanner.since(start))?);
            self.holds_something |= parts.holds_something();
        }
        Ok(())
    }

    fn block(
        &mut self,
        scanner: &mut Scanner<'a>,
        index: usize,
        is_text_wanted: bool,
    ) -> Result<(), Broken> {
        scanner.kind();
        let start = scanner.at();
        match text_of(scanner, is_text_wanted)? {
            Ok(Some(text)) if !is_text_wanted => self.spelled.push((index, text.spelled)),
            Ok(Some(Text { spelled, read })) => match read.or_else(|| spelled.as_text()) {
                Some(text) => self.texts.push(text),
                None => self.mismatch = Some(no_text(index, spelled)),
            },
            Ok(None) => self.others.push(raw_value(scanner.since(start))?),
            Err(mismatch) => self.mismatch = Some(mismatch.in_block(index)),
        }
        Ok(())
    }

    fn into_output(mut self) -> Result<Output<'a>, Mismatch> {
        for (index, spelled) in self.spelled {
            let text = spelled.as_text();
            self.texts
                .push(text.ok_or_else(|| no_text(index, spelled))?);
        }
        // It stands behind the texts.
        if let Some(mismatch) = self.mismatch {
            return Err(mismatch);
        }
        let mut texts = self.texts;
        let all_empty = texts.iter().all(|text| text.is_empty());
        Ok(match form(texts.len(), all_empty, self.others.len()) {
            Form::Text => Output::Text(texts.pop().unwrap_or_default()),
            Form::Texts => Output::Texts(texts),
            Form::Blocks => Output::Blocks(self.others),
        })
    }
}

/// What a text with a lone surrogate is.
fn no_text(index: usize, spelled: &str) -> Mismatch {
    Mismatch::of("/text", "string", Presence::Present(spelled)).in_block(index)
}
