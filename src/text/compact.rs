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
        let next = json[at];
        if next == b'"' {
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
        } else if next <= b' ' {
            out.write_str(&value[start..at])?;
            start = space_end(json, at);
            at = start;
            continue;
        } else {
            // A bracket and a brace differ in one bit.
            match next | 0x20 {
                b'{' if level == max_levels => return Err(fmt::Error),
                b'{' => level += 1,
                b'}' => level -= 1,
                _ => {}
            }
        }
        at += 1;
    }
    out.write_str(&value[start..])
}

/// Writes what stands before something that has to be escaped, which comes first in what is written next.
#[inline]
fn escape(out: &mut impl Write, value: &str, range: Range<usize>) -> Result<usize, fmt::Error> {
    out.write_str(&value[range.clone()])?;
    out.write_char('\\')?;
    Ok(range.end)
}

/// Whether a string spells a value's own JSON, but for white space between tokens.
pub(crate) fn is_as_text(string: &str, value: &str) -> bool {
    compare(string.as_bytes(), value.as_bytes()).is_some()
}

/// `None` where they differ.
fn compare(string: &[u8], value: &[u8]) -> Option<()> {
    let mut at = 0;
    let mut spelled = escaped_space_end(string, 1);
    while at < value.len() {
        let next = byte(value, at);
        match next {
            b'"' => {
                spelled = eat(string, spelled, b"\\\"")?;
                loop {
                    let plain = at + 1..plain_end(value, at + 1);
                    at = plain.end;
                    spelled = eat(string, spelled, &value[plain])?;
                    spelled = eat(string, spelled, b"\\")?;
                    spelled = eat(string, spelled, &value[at..=at])?;
                    if byte(value, at) == b'"' {
                        break;
                    }
                    at += 1;
                    if let b'"' | b'\\' = byte(value, at) {
                        spelled = eat(string, spelled, b"\\")?;
                    }
                    spelled = eat(string, spelled, &value[at..=at])?;
                }
            }
            b' ' | b'\n' | b'\r' | b'\t' => {}
            // Beside each white space between two tokens stands one of these.
            b'[' | b']' | b'{' | b'}' | b',' | b':' => {
                spelled = eat(string, escaped_space_end(string, spelled), &[next])?;
                spelled = escaped_space_end(string, spelled);
            }
            _ => spelled = eat(string, spelled, &[next])?,
        }
        at += 1;
    }
    (escaped_space_end(string, spelled) + 1 == string.len()).then_some(())
}

/// Where the bytes end, if they stand here.
fn eat(string: &[u8], at: usize, bytes: &[u8]) -> Option<usize> {
    string
        .get(at..)?
        .starts_with(bytes)
        .then(|| at + bytes.len())
}

/// Where white space ends, as a string spells it.
fn escaped_space_end(string: &[u8], mut at: usize) -> usize {
    loop {
        at += match byte(string, at) {
            b' ' => 1,
            b'\\' if matches!(byte(string, at + 1), b'n' | b'r' | b't') => 2,
            _ => return at,
        };
    }
}
