//! The tokens of JSON text, and how its strings read.

use core::fmt::{self, Write};

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::json::Kind;
use crate::token::{Part, Token, Tokens};

/// A part of JSON text, as it is spelled; where an array or an object opens, the text from there on.
impl Part for &str {
    fn kind(self) -> Kind {
        self.bytes().next().map_or(Kind::Null, kind)
    }

    fn write(self, out: &mut impl Write) -> fmt::Result {
        out.write_str(self)
    }
}

/// The kind of the value that starts with this byte, if one does.
pub(crate) fn kind(first: u8) -> Kind {
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

/// The text of a string, borrowed where it has no escapes. `None` for another kind of value, and
/// for a string with a lone surrogate.
pub(crate) fn as_text(string: &str) -> Option<Cow<'_, str>> {
    let escaped = string.strip_prefix('"')?.strip_suffix('"')?;
    if escaped.contains('\\') {
        let text: String = serde_json::from_str(string).ok()?;
        Some(Cow::Owned(text))
    } else {
        Some(Cow::Borrowed(escaped))
    }
}

/// The JSON string with this text.
#[cfg(feature = "raw")]
pub(crate) fn string(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default() // cannot fail
}

/// The tokens of JSON text.
pub(crate) struct TextTokens<'a> {
    json: &'a str,
    at: usize,
    open: Vec<Kind>,
    expected: Expected,
}

#[derive(Clone, Copy, PartialEq)]
enum Expected {
    Value,
    /// The first element, or the end.
    FirstElement,
    /// The first member, or the end.
    FirstMember,
    Comma,
}

impl<'a> TextTokens<'a> {
    pub(crate) fn new(json: &'a str) -> Self {
        Self {
            json,
            at: 0,
            open: Vec::new(),
            expected: Expected::Value,
        }
    }

    /// Where the last token ends.
    #[cfg(feature = "contract")]
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Skips white space and looks at the next byte.
    fn peek(&mut self) -> Option<u8> {
        let rest = self.json.as_bytes().get(self.at..)?;
        let is_space = |byte: &&u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t');
        self.at += rest.iter().take_while(is_space).count();
        self.json.as_bytes().get(self.at).copied()
    }

    /// Reads a scalar or a name.
    fn scalar(&mut self) -> Option<&'a str> {
        let rest = self.json.get(self.at..)?;
        let scalar = rest.get(..scalar_end(rest.as_bytes())?)?;
        self.at += scalar.len();
        Some(scalar)
    }

    fn value(&mut self) -> Option<Token<&'a str>> {
        let kind = kind(self.peek()?);
        self.expected = match kind {
            Kind::Array => Expected::FirstElement,
            Kind::Object => Expected::FirstMember,
            _ => {
                self.expected = Expected::Comma;
                return self.scalar().map(Token::Scalar);
            }
        };
        let rest = self.json.get(self.at..)?;
        self.open.push(kind);
        self.at += 1;
        Some(Token::Open(rest))
    }

    fn member(&mut self) -> Option<Token<&'a str>> {
        if self.peek()? != b'"' {
            return None;
        }
        let name = self.scalar()?;
        if self.peek()? != b':' {
            return None;
        }
        self.at += 1;
        self.expected = Expected::Value;
        Some(Token::Name(name))
    }

    fn close(&mut self) -> Option<Token<&'a str>> {
        self.at += 1;
        self.expected = Expected::Comma;
        self.open.pop().map(Token::Close)
    }

    fn token(&mut self) -> Option<Token<&'a str>> {
        let next = self.peek()?;
        let container = self.open.last();
        match (self.expected, next) {
            (Expected::FirstElement, b']') | (Expected::FirstMember, b'}') => self.close(),
            (Expected::Value | Expected::FirstElement, _) => self.value(),
            (Expected::FirstMember, _) => self.member(),
            (Expected::Comma, b',') => {
                let in_array = *container? == Kind::Array;
                self.at += 1;
                if in_array {
                    self.value()
                } else {
                    self.member()
                }
            }
            (Expected::Comma, b']') if container == Some(&Kind::Array) => self.close(),
            (Expected::Comma, b'}') if container == Some(&Kind::Object) => self.close(),
            (Expected::Comma, _) => None,
        }
    }
}

impl<'a> Iterator for TextTokens<'a> {
    type Item = Token<&'a str>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.at > self.json.len() {
            return None;
        }
        if self.expected == Expected::Comma && self.open.is_empty() && self.peek().is_none() {
            return None;
        }
        Some(self.token().unwrap_or_else(|| {
            self.at = self.json.len() + 1;
            Token::Broken
        }))
    }
}

impl<'a> Tokens for TextTokens<'a> {
    type Part = &'a str;

    fn level(&self) -> usize {
        self.open.len()
    }
}

/// Where the scalar ends that the text starts with.
fn scalar_end(json: &[u8]) -> Option<usize> {
    match json.first()? {
        b'"' => string_end(json),
        b'n' => json.starts_with(b"null").then_some(4),
        b't' => json.starts_with(b"true").then_some(4),
        b'f' => json.starts_with(b"false").then_some(5),
        _ => number_end(json),
    }
}

fn string_end(json: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += match json.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => match json.get(at + 1)? {
                b'u' => {
                    let digits = json.get(at + 2..at + 6)?;
                    digits.iter().all(u8::is_ascii_hexdigit).then_some(6)?
                }
                b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => 2,
                _ => return None,
            },
            ..b' ' => return None,
            _ => 1,
        };
    }
}

fn number_end(json: &[u8]) -> Option<usize> {
    let digits = |at: usize| {
        let rest = json.get(at..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let mut end = usize::from(json.first() == Some(&b'-'));
    end += match (json.get(end)?, digits(end)) {
        (b'0', _) => 1,
        (_, 0) => return None,
        (_, integer) => integer,
    };
    if json.get(end) == Some(&b'.') {
        end += match digits(end + 1) {
            0 => return None,
            fraction => fraction + 1,
        };
    }
    if let Some(b'e' | b'E') = json.get(end) {
        let sign = usize::from(matches!(json.get(end + 1), Some(b'+' | b'-')));
        end += match digits(end + 1 + sign) {
            0 => return None,
            exponent => exponent + 1 + sign,
        };
    }
    Some(end)
}
