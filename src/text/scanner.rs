//! Reads JSON text member by member and element by element, and builds nothing.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::end::{byte, kind, plain_end, space_end};
use super::string::{as_text, unescape};
use super::value::value_end;
use crate::json::{Json, Kind};
use crate::presence::Presence;

/// The text is not JSON. `serde_json` tells where and why, when it reads the whole text again.
pub(crate) struct Broken;

/// A position in JSON text.
#[derive(Clone, Copy)]
pub(crate) struct Scanner<'a> {
    json: &'a str,
    at: usize,
}

/// A member of an object, whose value is to be read next.
pub(crate) struct Member<'a> {
    /// Empty, where it has a lone surrogate: no name that a rule knows.
    pub(crate) name: Cow<'a, str>,
    /// How many members stand before it.
    pub(crate) index: usize,
    /// Where its name starts.
    pub(crate) start: usize,
    /// Where what stands before it ends: another member's value, or the opening brace.
    pub(crate) after: usize,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(json: &'a str) -> Self {
        Self { json, at: 0 }
    }

    /// Where the text that has been read ends.
    #[inline]
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// The text that has been read since `start`.
    #[inline]
    pub(crate) fn since(&self, start: usize) -> &'a str {
        &self.json[start..self.at]
    }

    /// Skips white space and looks at the next byte.
    #[inline]
    fn peek(&mut self) -> u8 {
        self.at = space_end(self.json.as_bytes(), self.at);
        byte(self.json.as_bytes(), self.at)
    }

    #[inline]
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == byte;
        // Not `+= usize::from(found)`, of which rustc loses the increment in optimised builds.
        if found {
            self.at += 1;
        }
        found
    }

    #[inline]
    fn expect(&mut self, byte: u8) -> Result<(), Broken> {
        if self.eat(byte) { Ok(()) } else { Err(Broken) }
    }

    /// The text ends here.
    pub(crate) fn end(mut self) -> Result<(), Broken> {
        self.peek();
        if self.at == self.json.len() {
            Ok(())
        } else {
            Err(Broken)
        }
    }

    /// What kind of value comes next, if one does.
    #[inline]
    pub(crate) fn kind(&mut self) -> Kind {
        kind(self.peek())
    }

    /// Reads a value, and gives it as it is spelled.
    #[inline]
    pub(crate) fn value(&mut self) -> Result<&'a str, Broken> {
        self.peek();
        let start = self.at;
        self.at = value_end(self.json.as_bytes(), start).ok_or(Broken)?;
        Ok(self.since(start))
    }

    /// Reads a string, and gives its text; none where it has a lone surrogate.
    #[inline]
    pub(crate) fn text(&mut self) -> Result<Option<Cow<'a, str>>, Broken> {
        self.expect(b'"')?;
        let start = self.at;
        let end = plain_end(self.json.as_bytes(), start);
        if byte(self.json.as_bytes(), end) == b'"' {
            self.at = end + 1;
            return Ok(Some(Cow::Borrowed(&self.json[start..end])));
        }
        let (text, end) = unescape(self.json, start, end).ok_or(Broken)?;
        self.at = end;
        Ok(text.map(Cow::Owned))
    }

    /// Reads an object. `read` reads each member's value.
    #[inline]
    pub(crate) fn object<E: From<Broken>>(
        &mut self,
        mut read: impl FnMut(&mut Self, Member<'a>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.expect(b'{')?;
        let mut after = self.at;
        if self.eat(b'}') {
            return Ok(());
        }
        let mut index = 0;
        loop {
            self.peek();
            let start = self.at;
            let name = self.text()?.unwrap_or_default();
            self.expect(b':')?;
            let member = Member {
                name,
                index,
                start,
                after,
            };
            read(self, member)?;
            index += 1;
            after = self.at;
            if self.eat(b'}') {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    /// Reads an array. `read` reads each element.
    #[inline]
    pub(crate) fn array<E: From<Broken>>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.expect(b'[')?;
        if self.eat(b']') {
            return Ok(());
        }
        loop {
            read(self)?;
            if self.eat(b']') {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    /// Reads a value and picks members by name; one that is no object has none.
    pub(crate) fn pick<const N: usize>(
        &mut self,
        names: [&str; N],
    ) -> Result<[Presence<&'a str>; N], Broken> {
        let mut picked = [Presence::Absent; N];
        if self.kind() != Kind::Object {
            self.value()?;
            return Ok(picked);
        }
        self.object(|scanner, member| {
            let value = scanner.value()?;
            if let Some(index) = names.iter().position(|name| member.name == *name) {
                picked[index] = Presence::Present(value);
            }
            Ok::<_, Broken>(())
        })?;
        Ok(picked)
    }
}

/// A value's own JSON text.
impl Json for str {
    fn kind(&self) -> Kind {
        Scanner::new(self).kind()
    }

    fn as_text(&self) -> Option<Cow<'_, str>> {
        as_text(self)
    }

    fn is_empty_text(&self) -> bool {
        self == "\"\""
    }

    fn elements(&self) -> Vec<&Self> {
        let mut elements = Vec::new();
        // What is no array is broken as one, at its first byte.
        let _ = Scanner::new(self).array(|scanner| {
            elements.push(scanner.value()?);
            Ok::<_, Broken>(())
        });
        elements
    }
}
