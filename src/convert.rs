//! [`convert_result`]: what the caller of a tool gets.

use serde_json::Value;

use crate::conversion::Conversion;
use crate::error::ConvertError;
use crate::find::find_output;
use crate::output::Converted;
use crate::take::take_output;

/// Converts the result of a `tools/call` request (the value under `result` of the JSON-RPC
/// response) into what the caller gets.
///
/// | [`ResultMode`](crate::ResultMode) | the caller gets |
/// |---|---|
/// | `Text` | the texts of `content`, or its blocks where there is no text: steps 7 and 8 |
/// | `Structured` | `structuredContent` exactly as sent when the member is present, `null` and every other falsy or empty value included; else what `Text` gives, or with [`ContentForm::Blocks`](crate::ContentForm::Blocks) what `Content` gives |
/// | `NonNullStructured` | as `Structured`, but `null` counts as absent |
/// | `Content` | every block, in order and untouched |
/// | `Model` | every block that is meant for a model, in order and untouched; where they hold nothing to read, `structuredContent` |
///
/// The first step that applies decides:
///
/// 1. A result that is no object is malformed.
/// 2. `isError: true` is the tool's own error, in every mode, whatever else is in the result.
///    Absent, `null` and `false` go on; anything else is malformed, never coerced.
/// 3. `resultType` absent, `null` or `"complete"` goes on. Another string (`"input_required"`,
///    `"task"`) is not a final result, and never an empty success. Anything else is malformed.
/// 4. In a structured mode, a `structuredContent` that is present (and, for `NonNullStructured`, not
///    `null`) is returned as sent; `content` is not looked at.
/// 5. `content` gives the blocks. Absent or `null`, it gives none, if the object has a
///    `structuredContent` member or a boolean `isError`, or no member beyond `content`, `isError`,
///    `_meta` and `resultType`. Anything else is malformed, so that a `{"task": …}` body is no empty
///    success.
/// 6. Mode `Content`, and a structured mode with `ContentForm::Blocks`, returns all blocks as sent,
///    unchecked. Mode `Model` returns those for the model, as sent, unchecked; or, where none of them
///    holds something, a `structuredContent` that is present and not `null`.
/// 7. The first block that is no object, has no string `type`, or is a text block without a string
///    `text`, makes the result malformed.
/// 8. One text block gives its text, although an empty one yields to non-text blocks if there are
///    any; several give their texts in order; none gives the non-text blocks.
///
/// A block is *not for the model* when its `annotations.audience` is a non-empty array without
/// `"assistant"`, or a string other than `"assistant"`. A block *holds something* when it is an object
/// with a string `type`, and neither a text block, nor an embedded resource without a `blob`, whose
/// text is empty, absent or no string.
///
/// Only `"type": "text"` is text. Text is never parsed, and nothing is ever unwrapped:
/// `{"result": 3}` is returned as it stands, because `result` may be real domain data.
///
/// What is returned is moved, never cloned. The call's time does not depend on how large the
/// structured value, a text or another block is, only on how many blocks and top-level members there
/// are, and on what a text block carries beside its text (in mode `Model`, on how long the lists of an
/// `audience` are); it does not recurse, however deep the result is. In the text forms, what a text block
/// carries beside its text (annotations, `_meta`) is dropped with it; the other forms keep it.
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
pub fn convert_result(
    result: Value,
    conversion: impl Into<Conversion>,
) -> Result<Converted, ConvertError> {
    match find_output(&result, conversion) {
        Ok(place) => Ok(take_output(result, place)),
        Err(fault) => Err(ConvertError::new(fault, result)),
    }
}
