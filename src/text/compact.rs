//! The compact JSON of a value as the text of another JSON string: written, and compared.

use core::fmt::{self, Write};
use core::ops::Range;

use super::end::{byte, plain_end, space_end};

/// Writes a value that has been read as the characters of a JSON string with its compact JSON: its own
/// bytes without white space between tokens, escaped. An error where it is nested deeper than
/// `max_levels`.
pub(crate) fn write_as_text(out: &mut impl Write, value: &str, max_levels: usize) -> fmt::Result {
    let json = value.as_bytes();
    let mut level = 0;
    let mut start = 0;
    let mut at = 0;
    while at < json.len() {
        match byte(json, at) {
            b'"' => {
                start = escape(out, value, start..at)?;
                at = plain_end(json, at + 1);
                while byte(json, at) == b'\\' {
                    start = escape(out, value, start..at)?;
                    if let b'"' | b'\\' = byte(json, at + 1) {
                        start = escape(out, value, start..at + 1)?;
                    }
                    at = plain_end(json, at + 2);
                }
                start = escape(out, value, start..at)?;
            }
            b' ' | b'\n' | b'\r' | b'\t' => {
                out.write_str(&value[start..at])?;
                start = space_end(json, at);
                at = start;
                continue;
            }
            b'[' | b'{' if level == max_levels => return Err(fmt::Error),
            b'[' | b'{' => level += 1,
            b']' | b'}' => level -= 1,
            _ => {}
        }
        at += 1;
    }
    out.write_str(&value[start..])
}

/// Writes what stands before something that has to be escaped, which comes first in what is written next.
#[inline]
fn escape(out: &mut impl Write, value: &str, range: Range<usize>) -> Result<usize, fmt::Error> {
    out.write_str(&value[range.clone()])?;
    out.write_str("\\")?;
    Ok(range.end)
}

/// Whether a string is spelled as the text that [`write_as_text`] writes of a value.
pub(crate) fn is_as_text(string: &str, value: &str) -> bool {
    let unquoted = string.strip_prefix('"');
    let unquoted = unquoted.and_then(|string| string.strip_suffix('"'));
    let mut rest = Rest(unquoted.unwrap_or_default());
    write_as_text(&mut rest, value, usize::MAX).is_ok() && rest.0.is_empty()
}

/// What has not been written yet of the text that is expected.
struct Rest<'a>(&'a str);

impl Write for Rest<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(text).ok_or(fmt::Error)?;
        Ok(())
    }
}
