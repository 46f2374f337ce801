//! Reads a block.

use alloc::borrow::Cow;
use serde_json::value::RawValue;

use super::scan::{Broken, Scanner};
use crate::fault::Mismatch;
use crate::json::{Json, Kind};
use crate::presence::Presence;
use crate::rules::conversion::{BlockParts, checked_text};

/// Reads a block: the `text` of a text block, as it is spelled, `None` for another block.
pub(super) fn text_of<'a>(
    scanner: &mut Scanner<'a>,
) -> Result<Result<Option<&'a str>, Mismatch>, Broken> {
    let kind = scanner.kind()?;
    let [block_type, text] = scanner.pick(["type", "text"])?;
    Ok(checked_text(kind, block_type, text))
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
    if scanner.kind()? != Kind::Object {
        scanner.value()?;
        return Ok((parts, audience));
    }
    scanner.object(|scanner, member| {
        match &*member.name {
            "type" => parts.block_type = Presence::Present(scanner.value()?.get()),
            "text" => parts.text = Presence::Present(scanner.value()?.get()),
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
