//! When a block mirrors a value, by a reader of its own; and how deep a value is.
#![allow(dead_code, reason = "no test file needs all of it")]

use std::collections::BTreeMap;

use serde_json::{Number, Value, json};

/// Whether the block is text that is the value's JSON but for white space, or reads as an equal value.
pub(crate) fn mirrors(block: &Value, value: &Value) -> bool {
    let is_text = block.get("type") == Some(&json!("text"));
    let text = block.get("text").and_then(Value::as_str);
    text.is_some_and(|text| is_text && Spelled::read(text).is_some_and(|json| json.equals(value)))
}

/// JSON whose numbers are as they are spelled.
enum Spelled {
    Number(String),
    Other(Value),
    Array(Vec<Spelled>),
    Object(BTreeMap<String, Spelled>),
}

impl Spelled {
    fn read(text: &str) -> Option<Self> {
        let mut rest = text;
        let json = Self::read_some(&mut rest)?;
        trimmed(rest).is_empty().then_some(json)
    }

    fn read_some(rest: &mut &str) -> Option<Self> {
        match trimmed(rest).as_bytes().first()? {
            b'[' => Self::read_list(rest, ']', Self::read_some).map(Self::Array),
            b'{' => {
                let members = Self::read_list(rest, '}', |rest| {
                    let Self::Other(Value::String(name)) = Self::read_scalar(rest)? else {
                        return None;
                    };
                    *rest = trimmed(rest).strip_prefix(':')?;
                    Some((name, Self::read_some(rest)?))
                });
                members.map(|members| Self::Object(members.into_iter().collect()))
            }
            _ => Self::read_scalar(rest),
        }
    }

    fn read_list<T>(
        rest: &mut &str,
        close: char,
        read: impl Fn(&mut &str) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut list = vec![];
        *rest = trimmed(rest).get(1..)?;
        while !trimmed(rest).starts_with(close) {
            if !list.is_empty() {
                *rest = trimmed(rest).strip_prefix(',')?;
            }
            list.push(read(rest)?);
        }
        *rest = trimmed(rest).get(1..)?;
        Some(list)
    }

    fn read_scalar(rest: &mut &str) -> Option<Self> {
        let text = trimmed(rest);
        let mut is_escaped = false;
        let end = match text.strip_prefix('"') {
            Some(string) => {
                string.find(|char| {
                    let is_end = char == '"' && !is_escaped;
                    is_escaped = char == '\\' && !is_escaped;
                    is_end
                })? + 2
            }
            None => text
                .find([',', ']', '}', ':', ' ', '\n', '\r', '\t'])
                .unwrap_or(text.len()),
        };
        let (scalar, behind) = text.split_at(end);
        *rest = behind;
        match serde_json::from_str(scalar).ok()? {
            Value::Number(_) => Some(Self::Number(scalar.into())),
            value => Some(Self::Other(value)),
        }
    }

    fn equals(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Number(spelled), Value::Number(number)) => {
                let read: Number = serde_json::from_str(spelled).unwrap();
                let is_negative =
                    |number: &Number| number.as_f64().is_some_and(f64::is_sign_negative);
                *spelled == number.to_string()
                    || read == *number && is_negative(&read) == is_negative(number)
            }
            (Self::Other(read), value) => read == value,
            (Self::Array(read), Value::Array(elements)) => {
                read.len() == elements.len()
                    && read.iter().zip(elements).all(|(read, it)| read.equals(it))
            }
            (Self::Object(read), Value::Object(members)) => {
                read.len() == members.len()
                    && members
                        .iter()
                        .all(|(name, it)| read.get(name).is_some_and(|read| read.equals(it)))
            }
            _ => false,
        }
    }
}

fn trimmed(text: &str) -> &str {
    text.trim_start_matches([' ', '\n', '\r', '\t'])
}

/// How many arrays and objects deep a value is.
pub(crate) fn depth(value: &Value) -> usize {
    match value {
        Value::Array(elements) => 1 + elements.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}
