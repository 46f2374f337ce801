//! [`convert_result`]: what the caller of a tool gets. The contract's steps stand here in order.

use core::mem;

use alloc::string::String;
use alloc::vec::Vec;
use serde_json::Value;

use crate::error::{ConvertError, Fault, Mismatch};
use crate::json::{Json, Kind, drop_flat, take_member};
use crate::presence::Presence;

/// Which part of a `tools/call` result the caller wants.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum ResultMode {
    /// The text of `content`, or its blocks where there is no text: what a model reads.
    #[default]
    Text,
    /// `structuredContent` exactly as sent when the member is present, `null` and every other
    /// falsy or empty value included; else as [`Text`](Self::Text).
    Structured,
    /// As [`Structured`](Self::Structured), but `null` counts as absent: for servers that
    /// serialize "nothing" as `null`, which was never legal before 2026-07-28.
    NonNullStructured,
    /// Every block of `content`, in order and untouched.
    Content,
}

/// What a result was converted to, and what was left of it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Converted {
    /// What the caller asked for.
    pub output: Output,
    /// The result without what `output` took: `_meta`, the text beside a structured value, the
    /// images beside a text. Where `content` was an array it stays one, perhaps empty.
    pub rest: Value,
}

impl Converted {
    /// The output as plain JSON; [`rest`](Self::rest) is dropped.
    #[must_use]
    pub fn into_value(self) -> Value {
        self.output.into_value()
    }
}

/// The output of a conversion. The variant says where the value came from, so that a structured
/// `"3"` and a text `"3"` differ.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Output {
    /// `structuredContent`, exactly as sent.
    Structured(Value),
    /// The text of the only text block.
    Text(String),
    /// The texts of several text blocks, in order, empty ones included.
    Texts(Vec<String>),
    /// Blocks of `content`, untouched: all of them in mode [`Content`](ResultMode::Content), else
    /// the non-text ones. Possibly none.
    Blocks(Vec<Value>),
}

impl Output {
    /// The output as plain JSON, for callers to whom it does not matter where the value came from.
    ///
    /// ```
    /// use mcp_result::Output;
    /// use serde_json::json;
    ///
    /// assert_eq!(Output::Structured(json!(3)).into_value(), json!(3));
    /// assert_eq!(Output::Text("3".to_owned()).into_value(), json!("3"));
    /// ```
    #[must_use]
    pub fn into_value(self) -> Value {
        match self {
            Self::Structured(value) => value,
            Self::Text(text) => text.into(),
            Self::Texts(texts) => texts.into(),
            Self::Blocks(blocks) => blocks.into(),
        }
    }
}

/// Converts the result of a `tools/call` request (the value under `result` of the JSON-RPC
/// response) into what the caller gets.
///
/// The first step that applies decides:
///
/// 1. A result that is no object is malformed.
/// 2. `isError: true` is the tool's own error, in every mode, whatever else is in the result.
///    Absent, `null` and `false` go on; anything else is malformed, never coerced.
/// 3. `resultType` absent, `null` or `"complete"` goes on. Another string (`"input_required"`,
///    `"task"`) is not a final result, and never an empty success. Anything else is malformed.
/// 4. In a structured mode, a `structuredContent` that is present is returned as sent.
/// 5. `content` gives the blocks. Absent or `null`, it gives none, if the object has a
///    `structuredContent` or `isError` member, or no member beyond `content`, `_meta` and
///    `resultType`. Anything else is malformed, so that a `{"task": …}` body is no empty success.
/// 6. Mode [`Content`](ResultMode::Content) returns all blocks as sent, unchecked.
/// 7. The first block that is no object, has no string `type`, or is a text block without a string
///    `text`, makes the result malformed.
/// 8. One text block gives its text, although an empty one yields to non-text blocks if there are
///    any; several give their texts in order; none gives the non-text blocks.
///
/// Only `"type": "text"` is text. Text is never parsed, and nothing is ever unwrapped:
/// `{"result": 3}` is returned as it stands, because `result` may be real domain data.
///
/// What is returned is moved, never cloned. The call's time does not depend on how large the
/// structured value, a text or another block is, only on how many blocks and top-level members there
/// are, and on what a text block carries beside its text; it does not recurse, however deep the
/// result is.
///
/// # Errors
///
/// [`ConvertError`] says which step refused the result, and holds it untouched.
///
/// # Example
///
/// ```
/// use mcp_result::{Output, ResultMode, convert_result};
/// use serde_json::json;
///
/// let result = json!({
///     "content": [{"type": "text", "text": "no rows"}],
///     "structuredContent": [],
/// });
///
/// let converted = convert_result(result.clone(), ResultMode::Structured)?;
/// assert_eq!(converted.output, Output::Structured(json!([])));
/// assert_eq!(converted.rest, json!({"content": [{"type": "text", "text": "no rows"}]}));
///
/// let converted = convert_result(result, ResultMode::Text)?;
/// assert_eq!(converted.output, Output::Text("no rows".to_owned()));
/// # Ok::<(), mcp_result::ConvertError>(())
/// ```
///
/// # Source
///
/// `CallToolResult` of the MCP specification 2026-07-28, with SEP-2106 (structured content of any
/// JSON type) and SEP-2322 (`resultType`). The conversion of content is that of DSPy 3.4.1, which
/// differs in one case on purpose: it gives `[]` for a lone empty text block.
pub fn convert_result(mut result: Value, mode: ResultMode) -> Result<Converted, ConvertError> {
    match take_output(&mut result, mode) {
        Ok(output) => Ok(Converted {
            output,
            rest: result,
        }),
        Err(fault) => Err(ConvertError::new(fault, result)),
    }
}

fn take_output(result: &mut Value, mode: ResultMode) -> Result<Output, Fault> {
    let kind = result.kind();
    let Value::Object(members) = result else {
        return Err(not_an_object(kind));
    };
    let member = |name| members.get(name).into();
    let source = Members {
        is_error: member("isError"),
        result_type: member("resultType"),
        structured_content: member("structuredContent"),
        content: member("content"),
        others: members.keys().any(|name| !is_known(name)),
    }
    .source(mode)?;
    match source {
        Source::StructuredContent => Ok(Output::Structured(
            take_member(members, "structuredContent").unwrap_or_default(),
        )),
        Source::Content => match members.get_mut("content") {
            Some(Value::Array(blocks)) => take_blocks(blocks, mode),
            _ => Ok(Output::Blocks(Vec::new())),
        },
    }
}

fn take_blocks(blocks: &mut Vec<Value>, mode: ResultMode) -> Result<Output, Fault> {
    if mode == ResultMode::Content {
        return Ok(Output::Blocks(mem::take(blocks))); // step 6
    }
    let mut texts = 0;
    let mut all_empty = true;
    for (index, block) in blocks.iter().enumerate() {
        if let Some(text) = text_of(block).map_err(|mismatch| mismatch.in_block(index))? {
            texts += 1;
            all_empty &= text == "";
        }
    }
    let form = form(texts, all_empty, blocks.len() - texts);
    let (mut texts, others): (Vec<_>, Vec<_>) = mem::take(blocks)
        .into_iter()
        .partition(|block| matches!(text_of(block), Ok(Some(_))));
    Ok(match form {
        Form::Text => {
            *blocks = others;
            Output::Text(texts.pop().map(into_text).unwrap_or_default())
        }
        Form::Texts => {
            *blocks = others;
            Output::Texts(texts.into_iter().map(into_text).collect())
        }
        Form::Blocks => {
            *blocks = texts;
            Output::Blocks(others)
        }
    })
}

fn into_text(mut block: Value) -> String {
    let text = block.get_mut("text").map(Value::take);
    drop_flat(block);
    match text {
        Some(Value::String(text)) => text,
        _ => String::new(),
    }
}

/// The `text` of a text block, `None` for another block.
pub(crate) fn text_of(block: &Value) -> Result<Option<&Value>, Mismatch> {
    let member = |name| Presence::of_member(block, name);
    block_text(block.kind(), member("type"), member("text"))
}

/// Step 1.
pub(crate) fn not_an_object(kind: Kind) -> Fault {
    Mismatch::new("", "object", kind.name()).into()
}

/// The members that steps 2 to 5 look at.
pub(crate) struct Members<'a, J: ?Sized> {
    pub(crate) is_error: Presence<&'a J>,
    pub(crate) result_type: Presence<&'a J>,
    pub(crate) structured_content: Presence<&'a J>,
    pub(crate) content: Presence<&'a J>,
    /// Whether there is a member that is not [known](is_known).
    pub(crate) others: bool,
}

/// Whether a member belongs to a `tools/call` result.
pub(crate) fn is_known(name: &str) -> bool {
    matches!(
        name,
        "isError" | "resultType" | "structuredContent" | "content" | "_meta"
    )
}

/// Where the output comes from. Without an array, `content` has no blocks.
pub(crate) enum Source {
    StructuredContent,
    Content,
}

impl<J: Json + ?Sized> Members<'_, J> {
    /// Steps 2 to 5.
    pub(crate) fn source(&self, mode: ResultMode) -> Result<Source, Fault> {
        match self.is_error.map(J::kind) {
            Presence::Present(Kind::True) => return Err(Fault::Tool),
            Presence::Absent | Presence::Present(Kind::Null | Kind::False) => {}
            Presence::Present(_) => {
                return Err(Mismatch::of("/isError", "boolean", self.is_error).into());
            }
        }
        if let Presence::Present(result_type) = self.result_type {
            match result_type.as_text().as_deref() {
                Some("complete") => {}
                Some(_) => return Err(Fault::Incomplete),
                None if result_type.kind() == Kind::Null => {}
                None => return Err(Mismatch::of("/resultType", "string", self.result_type).into()),
            }
        }
        let structured_content = self.structured_content.map(J::kind);
        let structured = match mode {
            ResultMode::Structured => structured_content.is_present(),
            ResultMode::NonNullStructured => {
                structured_content.is_present()
                    && structured_content != Presence::Present(Kind::Null)
            }
            ResultMode::Text | ResultMode::Content => false,
        };
        if structured {
            return Ok(Source::StructuredContent);
        }
        match self.content.map(J::kind) {
            Presence::Present(Kind::Array) => Ok(Source::Content),
            Presence::Absent | Presence::Present(Kind::Null)
                if structured_content.is_present()
                    || self.is_error.is_present()
                    || !self.others =>
            {
                Ok(Source::Content)
            }
            _ => Err(Mismatch::of("/content", "array", self.content).into()),
        }
    }
}

/// Step 7: the `text` of a text block, `None` for another block.
pub(crate) fn block_text<'a, J: Json + ?Sized>(
    block: Kind,
    block_type: Presence<&'a J>,
    text: Presence<&'a J>,
) -> Result<Option<&'a J>, Mismatch> {
    if block != Kind::Object {
        return Err(Mismatch::new("", "object", block.name()));
    }
    let name = block_type.into_option().and_then(J::as_text);
    let name = name.ok_or_else(|| Mismatch::of("/type", "string", block_type))?;
    match text {
        _ if name != "text" => Ok(None),
        Presence::Present(text) if text.kind() == Kind::String => Ok(Some(text)),
        _ => Err(Mismatch::of("/text", "string", text)),
    }
}

/// How the blocks are returned.
pub(crate) enum Form {
    Text,
    Texts,
    Blocks,
}

/// Step 8.
pub(crate) fn form(texts: usize, all_empty: bool, others: usize) -> Form {
    match texts {
        0 => Form::Blocks,
        1 if all_empty && others > 0 => Form::Blocks,
        1 => Form::Text,
        _ => Form::Texts,
    }
}
