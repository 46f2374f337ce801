//! Reads a block.

use alloc::borrow::Cow;
use serde_json::value::RawValue;

use crate::fault::Mismatch;
use crate::json::{Json, Kind};
use crate::presence::Presence;
use crate::rules::conversion::{BlockParts, checked_text};
use crate::text::{Broken, Scanner};

/// The text of a text block.
pub(super) struct Text<'a> {
    /// How it is spelled.
    pub(super) spelled: &'a str,
    /// The text itself, if it was wanted, the block's type stood before it, and it has no lone
    /// surrogate.
    pub(super) read: Option<Cow<'a, str>>,
}

/// Reads a block: the `text` of a text block, `None` for another block. If it is `wanted`, the text is
/// read in the same pass.
#[inline]
pub(super) fn text_of<'a>(
    scanner: &mut Scanner<'a>,
    wanted: bool,
) -> Result<Result<Option<Text<'a>>, Mismatch>, Broken> {
    let kind = scanner.kind();
    let mut block_type = Presence::Absent;
    let mut text = Presence::Absent;
    let mut read = None;
    if kind == Kind::Object {
        scanner.object(|scanner, member| {
            let is_string = scanner.kind() == Kind::String;
            let start = scanner.at();
            if member.name != "text" {
                let value = scanner.value()?;
                if member.name == "type" {
                    block_type = Presence::Present(value);
                }
                return Ok(());
            }
            read = if wanted && is_string && block_type == Presence::Present("\"text\"") {
                scanner.text()?
            } else {
                scanner.value()?;
                None
            };
            text = Presence::Present(scanner.since(start));
            Ok::<_, Broken>(())
        })?;
    } else {
        scanner.value()?;
    }
    let spelled = checked_text(kind, block_type, text);
    Ok(spelled.map(|spelled| spelled.map(|spelled| Text { spelled, read })))
}

/// Reads a block: what it says of itself, and its `annotations.audience`.
pub(super) fn parts_of_block<'a>(
    scanner: &mut Scanner<'a>,
) -> Result<(BlockParts<'a, str>, Presence<&'a str>), Broken> {
    let mut parts = BlockParts {
        block_type: Presence::Absent,
        text: Presence::Absent,
        blob: Presence::Absent,
        resource_text: Presence::Absent,
    };
    let mut audience = Presence::Absent;
    if scanner.kind() != Kind::Object {
        scanner.value()?;
        return Ok((parts, audience));
    }
    scanner.object(|scanner, member| {
        match &*member.name {
            "type" => parts.block_type = Presence::Present(scanner.value()?),
            "text" => parts.text = Presence::Present(scanner.value()?),
            "resource" => [parts.blob, parts.resource_text] = scanner.pick(["blob", "text"])?,
            "annotations" => [audience] = scanner.pick(["audience"])?,
            _ => drop(scanner.value()?),
        }
        Ok::<_, Broken>(())
    })?;
    Ok((parts, audience))
}

/// The text of a text block, or of an embedded text resource, as
/// [`block_text`](crate::block_text) gives it. `None` also for a text with a lone surrogate.
#[must_use]
pub fn block_text(block: &RawValue) -> Option<Cow<'_, str>> {
    let (parts, _) = parts_of_block(&mut Scanner::new(block.get())).ok()?;
    parts.text()?.as_text()
}
