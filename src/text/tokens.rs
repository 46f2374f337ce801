//! The tokens of JSON text.

use super::end::{byte, scalar_end, space_end, string_end};
use super::nesting::Nesting;
use crate::json::Kind;
use crate::token::{Token, Tokens};

/// The tokens of JSON text.
pub(crate) struct TextTokens<'a> {
    json: &'a str,
    at: usize,
    open: Nesting,
    expected: Expected,
}

#[derive(Clone, Copy, PartialEq)]
enum Expected {
    Value,
    /// The first element or member, or the end.
    First,
    /// What comes behind a value.
    Behind,
    Nothing,
}

impl<'a> TextTokens<'a> {
    pub(crate) fn new(json: &'a str) -> Self {
        Self {
            json,
            at: 0,
            open: Nesting::new(),
            expected: Expected::Value,
        }
    }

    /// Where the last token ends.
    #[cfg(feature = "contract")]
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Skips white space and looks at the next byte.
    fn peek(&mut self) -> u8 {
        self.at = space_end(self.json.as_bytes(), self.at);
        byte(self.json.as_bytes(), self.at)
    }

    fn token(&mut self) -> Option<Token<&'a str>> {
        let mut next = self.peek();
        let in_object = self.open.is_in_object();
        match self.expected {
            Expected::Value => return self.value(next),
            Expected::Nothing => return None,
            Expected::First | Expected::Behind => {}
        }
        if next == if in_object { b'}' } else { b']' } {
            self.at += 1;
            self.open.pop();
            self.expected = Expected::Behind;
            let closed = if in_object { Kind::Object } else { Kind::Array };
            return Some(Token::Close(closed));
        }
        if self.expected == Expected::Behind {
            if next != b',' {
                return None;
            }
            self.at += 1;
            next = self.peek();
        }
        if in_object {
            self.name(next)
        } else {
            self.value(next)
        }
    }

    fn value(&mut self, first: u8) -> Option<Token<&'a str>> {
        if let b'[' | b'{' = first {
            let rest = self.json.get(self.at..)?;
            self.at += 1;
            self.open.push(first == b'{');
            self.expected = Expected::First;
            return Some(Token::Open(rest));
        }
        let end = scalar_end(self.json.as_bytes(), self.at)?;
        self.expected = Expected::Behind;
        self.part(end).map(Token::Scalar)
    }

    fn name(&mut self, first: u8) -> Option<Token<&'a str>> {
        if first != b'"' {
            return None;
        }
        let name = self.part(string_end(self.json.as_bytes(), self.at + 1)?)?;
        if self.peek() != b':' {
            return None;
        }
        self.at += 1;
        self.expected = Expected::Value;
        Some(Token::Name(name))
    }

    fn part(&mut self, end: usize) -> Option<&'a str> {
        let part = self.json.get(self.at..end)?;
        self.at = end;
        Some(part)
    }
}

impl<'a> Iterator for TextTokens<'a> {
    type Item = Token<&'a str>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.expected == Expected::Behind && self.open.is_empty() {
            self.peek();
            self.expected = Expected::Nothing;
            return (self.at < self.json.len()).then_some(Token::Broken);
        }
        if self.expected == Expected::Nothing {
            return None;
        }
        Some(self.token().unwrap_or_else(|| {
            self.expected = Expected::Nothing;
            Token::Broken
        }))
    }
}

impl<'a> Tokens for TextTokens<'a> {
    type Part = &'a str;

    fn level(&self) -> usize {
        self.open.level()
    }
}
