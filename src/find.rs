//! [`find_output`]: where the output of a conversion is, in a result that is a [`Value`].

use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Map, Value};

use crate::conversion::Conversion;
use crate::fault::{Fault, Mismatch};
use crate::json::Json;
use crate::presence::Presence;
use crate::rules::conversion::{
    BlockParts, Blocks, Form, Members, blocks, checked_text, form, is_for_model, is_known,
    not_an_object,
};
use crate::rules::stripping::FirstBlock;

/// Where the output of a conversion is. Positions are those of blocks in `content`.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Place {
    /// `structuredContent` is the output.
    Structured,
    /// The text of this text block.
    Text(usize),
    /// The texts of these text blocks.
    Texts(Vec<usize>),
    /// These blocks. Possibly none.
    Blocks(Vec<usize>),
    /// Every block of `content`, of which there are none where it is absent.
    AllBlocks,
}

/// Finds what a conversion gives of a `tools/call` result: the steps of
/// [`convert_result`](crate::convert_result), which moves what is found here. An SDK whose blocks are
/// objects of its own gets their positions.
///
/// # Errors
///
/// The [`Fault`] that a step found.
///
/// # Example
///
/// ```
/// use mcp_result::ResultMode;
/// use mcp_result::rules::{Place, find_output};
/// use serde_json::json;
///
/// struct Shown(&'static str); // your own type of a block
///
/// let result = json!({"content": [
///     {"type": "image", "data": "AA==", "mimeType": "image/png"},
///     {"type": "text", "text": "A cat."},
/// ]});
/// let mine = [Shown("the image"), Shown("the text")];
///
/// let taken: Vec<&Shown> = match find_output(&result, ResultMode::Model)? {
///     Place::Structured => Vec::new(), // your structured value
///     Place::Text(index) => vec![&mine[index]],
///     Place::Texts(indices) | Place::Blocks(indices) => indices.iter().map(|&index| &mine[index]).collect(),
///     Place::AllBlocks => mine.iter().collect(),
/// };
/// assert_eq!(taken[1].0, "the text");
/// assert_eq!(find_output(&result, ResultMode::Text)?, Place::Text(1));
/// # Ok::<(), mcp_result::rules::Fault>(())
/// ```
pub fn find_output(result: &Value, conversion: impl Into<Conversion>) -> Result<Place, Fault> {
    find(result, conversion.into(), true)
}

/// Finds what a conversion gives of a failed result (`isError: true`), as [`find_output`] does for one
/// that has not failed: agents show a failure in the same form as a success, flagged.
/// [`ToolError::convert`](crate::ToolError::convert) moves what is found here.
///
/// # Errors
///
/// The [`Fault`] that a step found; never [`Fault::Tool`].
///
/// ```
/// use mcp_result::ResultMode;
/// use mcp_result::rules::{Fault, Place, find_output, find_output_of_failure};
/// use serde_json::json;
///
/// let result = json!({"isError": true, "content": [{"type": "text", "text": "no such city"}]});
/// assert_eq!(find_output(&result, ResultMode::Text), Err(Fault::Tool));
/// assert_eq!(find_output_of_failure(&result, ResultMode::Text), Ok(Place::Text(0)));
/// ```
pub fn find_output_of_failure(
    result: &Value,
    conversion: impl Into<Conversion>,
) -> Result<Place, Fault> {
    find(result, conversion.into(), false)
}

fn find(result: &Value, conversion: Conversion, fails: bool) -> Result<Place, Fault> {
    let Value::Object(members) = result else {
        return Err(not_an_object(result.kind()));
    };
    let parts = parts_of_result(members);
    if fails {
        parts.is_no_tool_error()?;
    }
    parts.is_final()?;
    if parts.is_structured(conversion.mode()) {
        return Ok(Place::Structured);
    }
    parts.gives_blocks()?;
    let content = members.get("content").and_then(Value::as_array);
    let content = content.map_or(&[][..], Vec::as_slice);
    match blocks(conversion) {
        Blocks::All => Ok(Place::AllBlocks),
        Blocks::ForModel => Ok(for_model(content, &parts)),
        Blocks::Chosen => Ok(chosen(content)?),
    }
}

pub(crate) fn parts_of_result(members: &Map<String, Value>) -> Members<'_, Value> {
    let member = |name| members.get(name).into();
    Members {
        is_error: member("isError"),
        result_type: member("resultType"),
        structured_content: member("structuredContent"),
        content: member("content"),
        others: members.keys().any(|name| !is_known(name)),
    }
}

fn for_model(content: &[Value], parts: &Members<'_, Value>) -> Place {
    let mut shown = Vec::new();
    let mut holds_something = false;
    for (index, block) in content.iter().enumerate() {
        let annotations = block.get("annotations");
        let audience = annotations.and_then(|annotations| annotations.get("audience"));
        if is_for_model(audience.into()) {
            shown.push(index);
            holds_something |= parts_of_block(block).holds_something();
        }
    }
    if !holds_something && parts.is_shown_structured() {
        return Place::Structured;
    }
    Place::Blocks(shown)
}

fn chosen(content: &[Value]) -> Result<Place, Mismatch> {
    let mut texts = Vec::new();
    let mut others = Vec::new();
    let mut all_empty = true;
    for (index, block) in content.iter().enumerate() {
        match text_of(block).map_err(|mismatch| mismatch.in_block(index))? {
            Some(text) => {
                texts.push(index);
                all_empty &= text.is_empty();
            }
            None => others.push(index),
        }
    }
    Ok(match form(texts.len(), all_empty, others.len()) {
        Form::Text => Place::Text(texts[0]),
        Form::Texts => Place::Texts(texts),
        Form::Blocks => Place::Blocks(others),
    })
}

/// Step 7: the text of a text block, `None` for another block.
pub(crate) fn text_of(block: &Value) -> Result<Option<&str>, Mismatch> {
    let member = |name| Presence::of_member(block, name);
    let text = checked_text(block.kind(), member("type"), member("text"))?;
    Ok(text.and_then(Value::as_str))
}

/// A block at the end of `content`, beside structured content that becomes a text.
pub(crate) fn outer_block(block: Option<&Value>) -> FirstBlock<&str> {
    FirstBlock::of(block, |block| text_of(block).ok().flatten())
}

/// The text of a text block, or of an embedded text resource (its `resource.text`), which is easily
/// forgotten: where servers put file contents. `None` for any other block.
///
/// ```
/// use mcp_result::block_text;
/// use serde_json::json;
///
/// assert_eq!(block_text(&json!({"type": "text", "text": "hello"})), Some("hello"));
/// let file = json!({"type": "resource", "resource": {"uri": "file:///a.txt", "text": "hello"}});
/// assert_eq!(block_text(&file), Some("hello"));
/// assert_eq!(block_text(&json!({"type": "image", "data": "AA==", "mimeType": "image/png"})), None);
/// ```
#[must_use]
pub fn block_text(block: &Value) -> Option<&str> {
    parts_of_block(block).text().and_then(Value::as_str)
}

fn parts_of_block(block: &Value) -> BlockParts<'_, Value> {
    let resource = block.get("resource");
    let of_resource = |name| resource.and_then(|resource| resource.get(name)).into();
    BlockParts {
        block_type: Presence::of_member(block, "type"),
        text: Presence::of_member(block, "text"),
        blob: of_resource("blob"),
        resource_text: of_resource("text"),
    }
}
