//! The tokens of JSON, and the compact JSON that they are written as; those of a value, without
//! recursion.

use core::fmt::{self, Write};
use core::slice;

use alloc::vec::Vec;
use serde_json::{Value, map};

use crate::json::{Json, Kind};
use crate::text::string::write_string;

/// A token of JSON. A part is a value or a name.
#[derive(Clone, Copy)]
pub(crate) enum Token<P> {
    /// An array or an object opens.
    Open(P),
    Close(Kind),
    Name(P),
    Scalar(P),
    /// What is no JSON. Nothing comes behind it.
    Broken,
}

/// The tokens of one value.
pub(crate) trait Tokens: Iterator<Item = Token<Self::Part>> {
    type Part: Part;

    /// How many arrays and objects are open.
    fn level(&self) -> usize;
}

pub(crate) trait Part: Copy {
    fn kind(self) -> Kind;

    /// Writes a scalar or a name as compact JSON.
    fn write(self, out: &mut impl Write) -> fmt::Result;
}

/// Writes a value's compact JSON; an error where it is nested deeper than `max_levels`.
pub(crate) fn write_compact(
    out: &mut impl Write,
    mut tokens: impl Tokens,
    max_levels: usize,
) -> fmt::Result {
    let mut separator = "";
    while let Some(token) = tokens.next() {
        if tokens.level() > max_levels {
            return Err(fmt::Error);
        }
        if !matches!(token, Token::Close(_)) {
            out.write_str(separator)?;
        }
        separator = match token {
            Token::Open(_) => "",
            Token::Name(_) => ":",
            _ => ",",
        };
        match token {
            Token::Open(part) if part.kind() == Kind::Array => out.write_char('[')?,
            Token::Open(_) => out.write_char('{')?,
            Token::Close(Kind::Array) => out.write_char(']')?,
            Token::Close(_) => out.write_char('}')?,
            Token::Name(part) | Token::Scalar(part) => part.write(out)?,
            Token::Broken => return Err(fmt::Error),
        }
    }
    Ok(())
}

/// Whether a value is nested at most this many levels.
pub(crate) fn are_within(mut tokens: impl Tokens, max_levels: usize) -> bool {
    while tokens.next().is_some() {
        if tokens.level() > max_levels {
            return false;
        }
    }
    true
}

/// A part of a `Value`.
#[derive(Clone, Copy)]
pub(crate) enum ValuePart<'a> {
    Value(&'a Value),
    Name(&'a str),
}

impl Part for ValuePart<'_> {
    fn kind(self) -> Kind {
        match self {
            Self::Value(value) => value.kind(),
            Self::Name(_) => Kind::String,
        }
    }

    fn write(self, out: &mut impl Write) -> fmt::Result {
        match self {
            Self::Value(Value::String(text)) => write_string(out, text),
            Self::Name(name) => write_string(out, name),
            Self::Value(value) => write_json(out, value),
        }
    }
}

/// Writes a scalar. It is put together first, since serde_json without `std` takes it
/// that no writer ever fails: it panics in a debug build, and passes over the error in a release.
fn write_json(out: &mut impl Write, json: &Value) -> fmt::Result {
    out.write_str(&serde_json::to_string(json).map_err(|_| fmt::Error)?)
}

/// The tokens of a `Value`.
pub(crate) struct ValueTokens<'a> {
    next: Option<&'a Value>,
    open: Vec<Open<'a>>,
}

enum Open<'a> {
    Array(slice::Iter<'a, Value>),
    Object(map::Iter<'a>),
}

impl<'a> ValueTokens<'a> {
    pub(crate) fn new(value: &'a Value) -> Self {
        Self {
            next: Some(value),
            open: Vec::new(),
        }
    }
}

impl<'a> Iterator for ValueTokens<'a> {
    type Item = Token<ValuePart<'a>>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(value) = self.next.take() {
            let part = ValuePart::Value(value);
            self.open.push(match value {
                Value::Array(elements) => Open::Array(elements.iter()),
                Value::Object(members) => Open::Object(members.iter()),
                _ => return Some(Token::Scalar(part)),
            });
            return Some(Token::Open(part));
        }
        let closed = match self.open.last_mut()? {
            Open::Array(elements) => {
                self.next = elements.next();
                if self.next.is_some() {
                    return self.next();
                }
                Kind::Array
            }
            Open::Object(members) => {
                if let Some((name, value)) = members.next() {
                    self.next = Some(value);
                    return Some(Token::Name(ValuePart::Name(name)));
                }
                Kind::Object
            }
        };
        self.open.pop();
        Some(Token::Close(closed))
    }
}

impl<'a> Tokens for ValueTokens<'a> {
    type Part = ValuePart<'a>;

    fn level(&self) -> usize {
        self.open.len()
    }
}
