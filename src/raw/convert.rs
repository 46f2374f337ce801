//! [`convert_result`] over JSON text.

use super::error::{ConvertError, NotJson};
use super::find::{Stop, find_output};
use super::output::Output;
use crate::conversion::Conversion;

/// Converts the result of a `tools/call` request, given as JSON text, into what the caller gets.
///
/// The rules are those of [`convert_result`](crate::convert_result), and so is the code. There is
/// no `rest`: the input is still the caller's.
///
/// The call reads the text once. It reads again: texts with escapes, in a structured mode without a
/// structured value, or before the `type` of their block; and `content`, where a structured value stood
/// before it that a duplicate behind it takes back. It allocates for the lists of texts and of other
/// blocks, for the texts with escapes, and a bit for each level of nesting.
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
pub fn convert_result(
    json: &str,
    conversion: impl Into<Conversion>,
) -> Result<Output<'_>, ConvertError<'_>> {
    match find_output(json, conversion.into()) {
        Ok(output) => Ok(output),
        Err(Stop::Fault(fault)) => Err(ConvertError::new(fault, json)),
        Err(Stop::Broken) => Err(NotJson::new(json).into()),
    }
}
