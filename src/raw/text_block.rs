//! The text block that says what structured content says.

use core::fmt;
use core::ops::Range;

use alloc::borrow::Cow;
use alloc::string::String;

use super::edit::Edit;
use crate::json::{Json, Kind};
use crate::rules::mirror::are_equal;
use crate::rules::stripping::MAX_LEVELS;
use crate::text::{TextTokens, is_as_text, write_as_text};

/// Whether a string, as it is spelled, is a text that mirrors a value.
pub(super) fn mirrors(string: &str, value: &str) -> bool {
    let is_mirror = |text: Cow<str>| are_equal(TextTokens::new(&text), TextTokens::new(value));
    // As most servers write it; cheaper than to undo the escapes.
    is_as_text(string, value) || string.as_text().is_some_and(is_mirror)
}

/// The text block with a value's compact JSON; an error for one that is nested too deep.
pub(super) fn text_block(value: &str) -> Result<String, fmt::Error> {
    let mut block = String::from(r#"{"type":"text","text":""#);
    write_as_text(&mut block, value, MAX_LEVELS)?;
    block.push_str(r#""}"#);
    Ok(block)
}

/// Puts a block before those of a `content`, which takes the place of one that is no array.
pub(super) fn put_first(
    mut block: String,
    json: &str,
    content: Range<usize>,
    has_blocks: bool,
) -> Edit {
    if json[content.clone()].kind() != Kind::Array {
        return Edit::replace(content, ["[", &block, "]"].concat());
    }
    if has_blocks {
        block.push(',');
    }
    Edit::insert(content.start + 1, block)
}
