//! Where the tokens of JSON text end. Each function takes the whole text and a position in it; `None`
//! is text that is not JSON.

use crate::json::Kind;

/// The kind of the value that starts with this byte, if one does.
#[inline]
pub(super) fn kind(first: u8) -> Kind {
    match first {
        b'n' => Kind::Null,
        b'f' => Kind::False,
        b't' => Kind::True,
        b'"' => Kind::String,
        b'[' => Kind::Array,
        b'{' => Kind::Object,
        _ => Kind::Number,
    }
}

/// The byte here; behind the end of the text NUL, which JSON has nowhere.
#[inline]
pub(super) fn byte(json: &[u8], at: usize) -> u8 {
    json.get(at).copied().unwrap_or(0)
}

/// Where the white space ends.
#[inline]
pub(super) fn space_end(json: &[u8], mut at: usize) -> usize {
    while let b' ' | b'\n' | b'\r' | b'\t' = byte(json, at) {
        at += 1;
    }
    at
}

/// Where the first byte stands that a string cannot have as it is: a quote, a backslash, a control
/// character. Where the text ends, if none does.
#[inline]
pub(super) fn plain_end(json: &[u8], start: usize) -> usize {
    let mut at = start;
    while at - start < 64 {
        match not_plain(json, at) {
            Some(0) => at += 8,
            Some(found) => return at + found.trailing_zeros() as usize / 8,
            None => break,
        }
    }
    long_plain_end(json, at)
}

/// The same for a long string. What compilers make vector instructions of does not tell which byte it
/// is, so that it does not pay for a short one.
#[inline(never)]
fn long_plain_end(json: &[u8], mut at: usize) -> usize {
    let chunk = |at: usize| json.get(at..)?.first_chunk::<32>();
    while chunk(at).is_some_and(|bytes| bytes.iter().fold(true, |all, byte| all & is_plain(*byte)))
    {
        at += 32;
    }
    while let Some(found) = not_plain(json, at) {
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while at < json.len() && is_plain(json[at]) {
        at += 1;
    }
    at
}

/// The quote differs from the space in one bit, by which it comes behind the control characters.
fn is_plain(byte: u8) -> bool {
    byte ^ 2 > 0x20 && byte != b'\\'
}

/// The same for the next eight bytes, the first in the lowest ones: the lowest bit that is set is in the
/// first byte that is not plain. To subtract borrows from the bytes above, but only where one was found.
fn not_plain(json: &[u8], at: usize) -> Option<u64> {
    const EACH: u64 = u64::MAX / 0xff;
    let word = u64::from_le_bytes(*json.get(at..)?.first_chunk()?);
    let quote_or_control = (word ^ (EACH * 2)).wrapping_sub(EACH * 0x21);
    let backslash = (word ^ (EACH * 0x5c)).wrapping_sub(EACH);
    Some((quote_or_control | backslash) & !word & (EACH << 7))
}

/// Where the escape ends that starts here.
pub(super) fn escape_end(json: &[u8], at: usize) -> Option<usize> {
    match byte(json, at + 1) {
        b'u' => {
            let digits = json.get(at + 2..at + 6)?;
            digits.iter().all(u8::is_ascii_hexdigit).then_some(at + 6)
        }
        b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Some(at + 2),
        _ => None,
    }
}

/// Where the string ends whose characters start here.
pub(super) fn string_end(json: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at = plain_end(json, at);
        match byte(json, at) {
            b'"' => return Some(at + 1),
            b'\\' => at = escape_end(json, at)?,
            _ => return None,
        }
    }
}

/// Where the number ends that starts here.
pub(super) fn number_end(json: &[u8], mut at: usize) -> Option<usize> {
    if byte(json, at) == b'-' {
        at += 1;
    }
    at = match byte(json, at) {
        b'0' if byte(json, at + 1).is_ascii_digit() => return None,
        b'0' => at + 1,
        _ => digits_end(json, at)?,
    };
    if byte(json, at) == b'.' {
        at = digits_end(json, at + 1)?;
    }
    if let b'e' | b'E' = byte(json, at) {
        at += 1;
        if let b'+' | b'-' = byte(json, at) {
            at += 1;
        }
        at = digits_end(json, at)?;
    }
    Some(at)
}

/// Where the digits end, of which there is at least one.
fn digits_end(json: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    while byte(json, at).is_ascii_digit() {
        at += 1;
    }
    (at > start).then_some(at)
}

/// Where the scalar or the name ends that starts here.
#[inline]
pub(super) fn scalar_end(json: &[u8], at: usize) -> Option<usize> {
    match byte(json, at) {
        b'"' => string_end(json, at + 1),
        b'n' => word_end(json, at, b"null"),
        b't' => word_end(json, at, b"true"),
        b'f' => word_end(json, at, b"false"),
        _ => number_end(json, at),
    }
}

fn word_end<const N: usize>(json: &[u8], at: usize, word: &[u8; N]) -> Option<usize> {
    (json.get(at..)?.first_chunk() == Some(word)).then_some(at + N)
}
