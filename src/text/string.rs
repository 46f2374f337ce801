//! A string's text, both ways: read from how it is spelled, and written with escapes.

use core::fmt::{self, Write};

use alloc::borrow::Cow;
use alloc::string::String;

use super::end::{byte, escape_end, plain_end, string_end};

/// The text of a string that has been read, borrowed where it has no escapes. `None` for another kind of
/// value, and for a string with a lone surrogate.
pub(crate) fn as_text(string: &str) -> Option<Cow<'_, str>> {
    let characters = string.strip_prefix('"')?.strip_suffix('"')?;
    if !characters.as_bytes().contains(&b'\\') {
        return Some(Cow::Borrowed(characters));
    }
    let (text, _) = unescape(string, 1, plain_end(string.as_bytes(), 1))?;
    text.map(Cow::Owned)
}

/// Reads a string from its first escape on, whose characters start before it: its text, `None` where it has a
/// lone surrogate; and where it ends. `None` where it does not, or is not JSON.
#[inline(never)]
pub(super) fn unescape(
    json: &str,
    start: usize,
    mut end: usize,
) -> Option<(Option<String>, usize)> {
    let bytes = json.as_bytes();
    let mut text = String::new();
    let mut plain = start;
    loop {
        text.push_str(json.get(plain..end)?);
        match byte(bytes, end) {
            b'"' => return Some((Some(text), end + 1)),
            b'\\' => {}
            _ => return None,
        }
        plain = end + 2;
        match byte(bytes, end + 1) {
            // The character itself is what it stands for.
            b'"' | b'\\' | b'/' => plain = end + 1,
            b'n' => text.push('\n'),
            b't' => text.push('\t'),
            b'r' => text.push('\r'),
            b'b' => text.push('\u{8}'),
            b'f' => text.push('\u{c}'),
            _ => {
                plain = escape_end(bytes, end)?;
                let Some(character) = character(json, end) else {
                    return Some((None, string_end(bytes, plain)?));
                };
                text.push(character);
                if character.len_utf16() == 2 {
                    plain += 6;
                }
            }
        }
        end = plain_end(bytes, plain.max(end + 2));
    }
}

/// The character of the `\u` escape that starts here, or of the two, where it needs two. `None` for
/// a lone surrogate.
fn character(json: &str, at: usize) -> Option<char> {
    let units = [at, at + 6].into_iter().map_while(|at| {
        let digits = json.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok()
    });
    char::decode_utf16(units).next()?.ok()
}

/// Writes the JSON string with this text.
pub(crate) fn write_string(out: &mut impl Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    Escaped(out).write_str(text)?;
    out.write_char('"')
}

/// The JSON string with this text.
#[cfg(feature = "raw")]
pub(crate) fn string(text: &str) -> String {
    let mut string = String::with_capacity(text.len() + 2);
    let _ = write_string(&mut string, text); // cannot fail
    string
}

/// Writes what is written to it as the characters of a JSON string, with the escapes of `serde_json`.
pub(crate) struct Escaped<'w, W>(pub(crate) &'w mut W);

impl<W: Write> Write for Escaped<'_, W> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut start = 0;
        loop {
            let end = plain_end(text.as_bytes(), start);
            self.0.write_str(&text[start..end])?;
            match text.as_bytes().get(end) {
                None => return Ok(()),
                Some(b'"') => self.0.write_str("\\\"")?,
                Some(b'\\') => self.0.write_str("\\\\")?,
                Some(b'\x08') => self.0.write_str("\\b")?,
                Some(b'\x0c') => self.0.write_str("\\f")?,
                Some(b'\n') => self.0.write_str("\\n")?,
                Some(b'\r') => self.0.write_str("\\r")?,
                Some(b'\t') => self.0.write_str("\\t")?,
                Some(control) => write!(self.0, "\\u{control:04x}")?,
            }
            start = end + 1;
        }
    }
}
