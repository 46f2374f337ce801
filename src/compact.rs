//! Compact JSON: of a value, written and compared without recursion; of JSON text.

use core::fmt::{self, Write};
use core::slice;

use alloc::vec::Vec;
use serde::Serialize;
use serde_json::{Value, map};

/// Whether `text` is the compact JSON of `value`.
pub(crate) fn is_compact_json(text: &str, value: &Value) -> bool {
    let mut rest = Rest(text);
    write_compact(&mut rest, value).is_ok() && rest.0.is_empty()
}

/// What has not been written yet of the text that is expected.
struct Rest<'a>(&'a str);

impl Write for Rest<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.strip_prefix(text).ok_or(fmt::Error)?;
        Ok(())
    }
}

enum Open<'a> {
    Array(slice::Iter<'a, Value>),
    Object(map::Iter<'a>),
}

/// Writes the compact JSON of `value`.
pub(crate) fn write_compact(out: &mut impl Write, mut value: &Value) -> fmt::Result {
    let mut open = Vec::new();
    loop {
        let mut separator = "";
        match value {
            Value::Array(elements) => {
                out.write_char('[')?;
                open.push(Open::Array(elements.iter()));
            }
            Value::Object(members) => {
                out.write_char('{')?;
                open.push(Open::Object(members.iter()));
            }
            scalar => {
                write_json(out, scalar)?;
                separator = ",";
            }
        }
        value = loop {
            match open.last_mut() {
                None => return Ok(()),
                Some(Open::Array(elements)) => match elements.next() {
                    Some(element) => {
                        out.write_str(separator)?;
                        break element;
                    }
                    None => out.write_char(']')?,
                },
                Some(Open::Object(members)) => match members.next() {
                    Some((name, member)) => {
                        out.write_str(separator)?;
                        write_json(out, name)?;
                        out.write_char(':')?;
                        break member;
                    }
                    None => out.write_char('}')?,
                },
            }
            open.pop();
            separator = ",";
        };
    }
}

/// Writes a scalar or a name. It is put together first, since serde_json without `std` takes it
/// that no writer ever fails: it panics in a debug build, and passes over the error in a release.
fn write_json(out: &mut impl Write, scalar: &impl Serialize) -> fmt::Result {
    out.write_str(&serde_json::to_string(scalar).map_err(|_| fmt::Error)?)
}

/// The bytes of JSON text without the white space between tokens.
#[cfg(any(feature = "raw", feature = "contract"))]
pub(crate) fn without_space(json: &str) -> impl Iterator<Item = u8> {
    let bytes = with_strings(json)
        .filter(|&(byte, in_string)| in_string || !matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
    bytes.map(|(byte, _)| byte)
}

/// The bytes of JSON text, each with whether it is preceded by the opening quote of a string that
/// has not been closed yet.
#[cfg(any(feature = "raw", feature = "contract"))]
pub(crate) fn with_strings(json: &str) -> impl Iterator<Item = (u8, bool)> {
    let mut in_string = false;
    let mut escaped = false;
    json.bytes().map(move |byte| {
        let was_in_string = in_string;
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            _ => {}
        }
        (byte, was_in_string)
    })
}
