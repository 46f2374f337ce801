//! Where a value of any depth ends.

use super::end::{byte, scalar_end, space_end, string_end};
use super::nesting::Nesting;

/// Where the value ends that starts here.
pub(super) fn value_end(json: &[u8], at: usize) -> Option<usize> {
    match byte(json, at) {
        b'[' | b'{' => nested_end(json, at),
        _ => scalar_end(json, at),
    }
}

/// Where the array or the object ends that starts here.
fn nested_end(json: &[u8], mut at: usize) -> Option<usize> {
    let mut open = Nesting::new();
    loop {
        let first = byte(json, at);
        match first {
            b'[' | b'{' => {
                let is_object = first == b'{';
                at = space_end(json, at + 1);
                // Both brackets close with the character after the next.
                if byte(json, at) == first + 2 {
                    at += 1;
                } else {
                    open.push(is_object);
                    if is_object {
                        at = name_end(json, at)?;
                    }
                    continue;
                }
            }
            _ => at = scalar_end(json, at)?,
        }
        loop {
            if open.is_empty() {
                return Some(at);
            }
            at = space_end(json, at);
            match (byte(json, at), open.is_in_object()) {
                (b',', false) => at = space_end(json, at + 1),
                (b',', true) => at = name_end(json, space_end(json, at + 1))?,
                (b']', false) | (b'}', true) => {
                    at += 1;
                    open.pop();
                    continue;
                }
                _ => return None,
            }
            break;
        }
    }
}

/// Where the value starts whose name starts here.
fn name_end(json: &[u8], at: usize) -> Option<usize> {
    if byte(json, at) != b'"' {
        return None;
    }
    let at = space_end(json, string_end(json, at + 1)?);
    (byte(json, at) == b':').then(|| space_end(json, at + 1))
}
