//! Reads JSON text member by member and element by element, and builds nothing.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use serde::de::Deserialize;
use serde_json::value::RawValue;

use crate::json::{Json, Kind};
use crate::presence::Presence;
use crate::text::{as_text, kind};

/// The text is not JSON. serde_json tells where and why, when it reads the whole text again.
pub(super) struct Broken;

/// A position in JSON text.
#[derive(Clone, Copy)]
pub(super) struct Scanner<'a> {
    json: &'a str,
    at: usize,
}

/// A member of an object, whose value is to be read next.
pub(super) struct Member<'a> {
    pub(super) name: Cow<'a, str>,
    /// How many members stand before it.
    pub(super) index: usize,
    /// Where its name starts.
    pub(super) start: usize,
    /// Where what stands before it ends: another member's value, or the opening brace.
    pub(super) after: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(json: &'a str) -> Self {
        Self { json, at: 0 }
    }

    /// Where the text that has been read ends.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Skips white space and looks at the next byte.
    fn peek(&mut self) -> Result<u8, Broken> {
        let rest = &self.json.as_bytes()[self.at..];
        let space = rest
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
        self.at += space.count();
        self.json.as_bytes().get(self.at).copied().ok_or(Broken)
    }

    fn eat(&mut self, byte: u8) -> Result<bool, Broken> {
        let found = self.peek()? == byte;
        if found {
            self.at += 1;
        }
        Ok(found)
    }

    fn expect(&mut self, byte: u8) -> Result<(), Broken> {
        self.eat(byte)?.then_some(()).ok_or(Broken)
    }

    /// The text ends here.
    pub(super) fn end(mut self) -> Result<(), Broken> {
        self.peek().err().map(|Broken| ()).ok_or(Broken)
    }

    /// What kind of value comes next, if one does.
    pub(super) fn kind(&mut self) -> Result<Kind, Broken> {
        self.peek().map(kind)
    }

    /// Reads a name. One with a lone surrogate is no name that a rule knows.
    fn name(&mut self) -> Result<Cow<'a, str>, Broken> {
        let rest = self.json[self.at..].strip_prefix('"').ok_or(Broken)?;
        let plain = rest
            .bytes()
            .position(|byte| matches!(byte, b'"' | b'\\' | ..b' '));
        match plain.and_then(|end| rest.split_at_checked(end)) {
            Some((name, rest)) if rest.starts_with('"') => {
                self.at += name.len() + 2;
                Ok(Cow::Borrowed(name))
            }
            _ => self
                .value()
                .map(|name| as_text(name.get()).unwrap_or_default()),
        }
    }

    /// Reads a value.
    pub(super) fn value(&mut self) -> Result<&'a RawValue, Broken> {
        self.peek()?;
        let mut rest = serde_json::Deserializer::from_str(&self.json[self.at..]);
        let value = <&RawValue>::deserialize(&mut rest).map_err(|_| Broken)?;
        self.at += value.get().len();
        Ok(value)
    }

    /// Reads an object. `read` reads each member's value.
    pub(super) fn object<E: From<Broken>>(
        &mut self,
        mut read: impl FnMut(&mut Self, Member<'a>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.expect(b'{')?;
        if self.eat(b'}')? {
            return Ok(());
        }
        let mut index = 0;
        let mut after = self.at;
        loop {
            self.peek()?;
            let start = self.at;
            let name = self.name()?;
            self.expect(b':')?;
            read(
                self,
                Member {
                    name,
                    index,
                    start,
                    after,
                },
            )?;
            index += 1;
            after = self.at;
            if self.eat(b'}')? {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    /// Reads an array. `read` reads each element.
    pub(super) fn array<E: From<Broken>>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        self.expect(b'[')?;
        if self.eat(b']')? {
            return Ok(());
        }
        loop {
            read(self)?;
            if self.eat(b']')? {
                return Ok(());
            }
            self.expect(b',')?;
        }
    }

    /// Reads a value and picks members by name; one that is no object has none.
    pub(super) fn pick<const N: usize>(
        &mut self,
        names: [&str; N],
    ) -> Result<[Presence<&'a str>; N], Broken> {
        let mut picked = [Presence::Absent; N];
        if self.kind()? != Kind::Object {
            self.value()?;
            return Ok(picked);
        }
        self.object(|scanner, member| {
            let value = scanner.value()?;
            if let Some(index) = names.iter().position(|name| member.name == *name) {
                picked[index] = Presence::Present(value.get());
            }
            Ok::<_, Broken>(())
        })?;
        Ok(picked)
    }
}

/// A value's own JSON text.
impl Json for str {
    fn kind(&self) -> Kind {
        self.bytes().next().map_or(Kind::Null, kind)
    }

    fn as_text(&self) -> Option<Cow<'_, str>> {
        as_text(self)
    }

    fn elements(&self) -> Vec<&Self> {
        let mut elements = Vec::new();
        // What is no array is broken as one, at its first byte.
        let _ = Scanner::new(self).array(|scanner| {
            elements.push(scanner.value()?.get());
            Ok::<_, Broken>(())
        });
        elements
    }
}
