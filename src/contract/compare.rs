//! Whether two JSON texts are the same.

use alloc::string::{String, ToString};
use serde_json::Value;

use crate::text::TextTokens;
use crate::token::write_compact;

/// Whether two JSON texts are the same to whoever reads them, but for whitespace.
pub(super) fn is_same(expected: &str, got: &str, exact: bool) -> bool {
    // What serde_json wrote is not read again: without `float_roundtrip`, that may give a
    // neighbouring number.
    compact(expected).is_some_and(|expected| compact(got) == Some(expected))
        || !exact && as_kept(expected).is_some_and(|kept| kept == got || Some(kept) == as_kept(got))
}

/// JSON text without the white space between tokens.
pub(super) fn compact(json: &str) -> Option<String> {
    let mut text = String::new();
    write_compact(&mut text, TextTokens::new(json), usize::MAX).ok()?;
    Some(text)
}

/// What this build's serde_json keeps of a JSON text, written by itself.
pub(super) fn as_kept(json: &str) -> Option<String> {
    let value: Value = serde_json::from_str(json).ok()?;
    Some(value.to_string())
}
