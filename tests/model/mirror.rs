//! When a text mirrors a value: both are read into trees, and the trees are compared.

#![allow(dead_code)] // not every test compares with both

use std::collections::BTreeMap;

use serde_json::{Number, Value};

/// JSON whose numbers are as they are spelled. Of duplicate members the last one counts.
#[derive(Debug)]
pub(crate) enum Tree {
    Null,
    Bool(bool),
    Number(String),
    String(String),
    Array(Vec<Tree>),
    Object(BTreeMap<String, Tree>),
}

/// Whether a text mirrors a value.
pub(crate) fn mirrors(text: &str, value: &Value) -> bool {
    read(text).is_some_and(|tree| is_value(&tree, value))
}

/// Whether a text mirrors a value that is text, too.
pub(crate) fn mirrors_text(text: &str, value: &str) -> bool {
    match (read(text), read(value)) {
        (Some(text), Some(value)) => is_same(&text, &value),
        _ => false,
    }
}

/// Whether the block is text that mirrors the value.
pub(crate) fn is_said(block: &Value, value: &Value) -> bool {
    let text = block.get("text").and_then(Value::as_str);
    block.get("type").is_some_and(|name| name == "text")
        && text.is_some_and(|text| mirrors(text, value))
}

/// How many arrays and objects deep a value is.
pub(crate) fn depth(value: &Value) -> usize {
    match value {
        Value::Array(elements) => 1 + elements.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

fn is_value(tree: &Tree, value: &Value) -> bool {
    match (tree, value) {
        (Tree::Null, Value::Null) => true,
        (Tree::Bool(a), Value::Bool(b)) => a == b,
        (Tree::String(a), Value::String(b)) => a == b,
        (Tree::Number(spelled), Value::Number(number)) => is_number(spelled, number),
        (Tree::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_value(a, b))
        }
        (Tree::Object(a), Value::Object(b)) => {
            let is_in_b = |(name, a)| b.get(name).is_some_and(|b| is_value(a, b));
            a.len() == b.len() && a.iter().all(is_in_b)
        }
        _ => false,
    }
}

/// "`Number`'s own equality, and zeros are told apart by their sign", or the number as it is written.
fn is_number(spelled: &str, number: &Number) -> bool {
    let written = number.to_string();
    let is_equal = |read: Number| {
        read == *number && read.to_string().starts_with('-') == written.starts_with('-')
    };
    spelled == written || serde_json::from_str(spelled).is_ok_and(is_equal)
}

fn is_same(a: &Tree, b: &Tree) -> bool {
    match (a, b) {
        (Tree::Null, Tree::Null) => true,
        (Tree::Bool(a), Tree::Bool(b)) => a == b,
        (Tree::String(a), Tree::String(b)) => a == b,
        (Tree::Number(a), Tree::Number(b)) => {
            a == b || is_float(a) == is_float(b) && digits(a) == digits(b)
        }
        (Tree::Array(a), Tree::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        (Tree::Object(a), Tree::Object(b)) => {
            let is_in_b = |(name, a)| b.get(name).is_some_and(|b| is_same(a, b));
            a.len() == b.len() && a.iter().all(is_in_b)
        }
        _ => false,
    }
}

fn is_float(spelled: &str) -> bool {
    spelled.contains(['.', 'e', 'E'])
}

/// A decimal written out in full, with its sign, a point, and no zeros around it; as it is spelled where
/// that would be too long.
fn digits(spelled: &str) -> String {
    let (sign, unsigned) = match spelled.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("+", spelled),
    };
    let lower = unsigned.to_lowercase();
    let (mantissa, exponent) = lower.split_once('e').unwrap_or((&lower, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_zero = mantissa.chars().all(|digit| "0.".contains(digit));
    let exponent = if is_zero { "0" } else { exponent };
    let Ok(exponent @ -9_999..=9_999) = exponent.parse::<i32>() else {
        return spelled.into();
    };
    let zeros = "0".repeat(exponent.unsigned_abs() as usize);
    let (integer, fraction) = if exponent < 0 {
        let digits = format!("{zeros}{integer}");
        let (integer, moved) = digits.split_at(integer.len());
        (integer.to_owned(), format!("{moved}{fraction}"))
    } else {
        let digits = format!("{fraction}{zeros}");
        let (moved, fraction) = digits.split_at(zeros.len());
        (format!("{integer}{moved}"), fraction.to_owned())
    };
    let (integer, fraction) = (
        integer.trim_start_matches('0'),
        fraction.trim_end_matches('0'),
    );
    format!("{sign}{integer}.{fraction}")
}

/// JSON text without the white space between its tokens.
pub(crate) fn compact(json: &str) -> String {
    let (mut compact, mut in_string, mut escaped) = (String::new(), false, false);
    for c in json.chars() {
        if in_string || !c.is_ascii_whitespace() {
            compact.push(c);
        }
        in_string ^= c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
    }
    compact
}

/// Reads a JSON text; `None` for what is none.
fn read(text: &str) -> Option<Tree> {
    let mut reader = Reader { left: text };
    let tree = reader.value()?;
    reader.space();
    reader.left.is_empty().then_some(tree)
}

/// What is left to read.
struct Reader<'a> {
    left: &'a str,
}

impl<'a> Reader<'a> {
    fn space(&mut self) {
        self.left = self.left.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    /// Skips white space, and the text if it comes next.
    fn skip(&mut self, text: &str) -> bool {
        self.space();
        let Some(left) = self.left.strip_prefix(text) else {
            return false;
        };
        self.left = left;
        true
    }

    fn take(&mut self, length: usize) -> &'a str {
        let (taken, left) = self.left.split_at(length);
        self.left = left;
        taken
    }

    fn value(&mut self) -> Option<Tree> {
        if self.skip("null") {
            return Some(Tree::Null);
        }
        if self.skip("true") {
            return Some(Tree::Bool(true));
        }
        if self.skip("false") {
            return Some(Tree::Bool(false));
        }
        if self.skip("[") {
            let mut elements = Vec::new();
            if self.skip("]") {
                return Some(Tree::Array(elements));
            }
            loop {
                elements.push(self.value()?);
                if self.skip("]") {
                    return Some(Tree::Array(elements));
                }
                self.skip(",").then_some(())?;
            }
        }
        if self.skip("{") {
            let mut members = BTreeMap::new();
            if self.skip("}") {
                return Some(Tree::Object(members));
            }
            loop {
                let name = self.string()?;
                self.skip(":").then_some(())?;
                members.insert(name, self.value()?);
                if self.skip("}") {
                    return Some(Tree::Object(members));
                }
                self.skip(",").then_some(())?;
            }
        }
        if self.left.starts_with('"') {
            return self.string().map(Tree::String);
        }
        let is_of_number = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
        let end = self
            .left
            .find(|c| !is_of_number(c))
            .unwrap_or(self.left.len());
        let number = self.take(end);
        // Whether it is in range is for whoever reads it.
        let in_range = number.split(['e', 'E']).next().unwrap_or_default();
        let exponent = number.get(in_range.len()..).unwrap_or_default();
        let is_exponent = exponent.is_empty() || {
            let digits = &exponent[1..];
            let digits = digits.strip_prefix(['+', '-']).unwrap_or(digits);
            !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
        };
        let is_number = serde_json::from_str::<Value>(in_range).is_ok() && is_exponent;
        is_number.then(|| Tree::Number(number.into()))
    }

    fn string(&mut self) -> Option<String> {
        self.space();
        let mut escaped = false;
        let end = self.left.char_indices().skip(1).find(|&(_, c)| {
            let ends = c == '"' && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let spelled = self.take(end?.0 + 1);
        serde_json::from_str(spelled).ok()
    }
}
