//! The elements of a result's list: tools, blocks, messages and the like, and what is in them.

use alloc::borrow::Cow;
use alloc::string::ToString;
use alloc::vec::Vec;
use serde_json::Value;

use super::edit::Edit;
use super::members::{Fate, Seen, settle};
use super::new_block::new_block;
use super::schema::is_provable;
use crate::json::Kind;
use crate::peer::ResultKind;
use crate::presence::Presence;
use crate::rules::block::{block_type_since, takes_block_type};
use crate::rules::conversion::checked_text;
use crate::rules::member::{Holder, is_never_null};
use crate::rules::output_schema::{OutputSchema, boolean_schema, output_schema_of};
use crate::text::{Broken, Scanner};
use crate::version::ProtocolVersion;

/// What a value in a result is, as far as rows name it.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    /// An object whose members have no rows but that of nulls.
    Defined,
    Tool,
    Prompt,
    /// The array of a prompt's arguments.
    Arguments,
    Message,
    Block,
    Annotations,
    InputSchema,
    OutputSchema,
    /// The `properties` at the root of a schema.
    Properties,
}

impl Place {
    /// What the elements of a kind's list are.
    pub(super) fn of_element(kind: ResultKind) -> Self {
        match kind {
            ResultKind::ToolsList => Self::Tool,
            ResultKind::ToolsCall => Self::Block,
            ResultKind::PromptsList => Self::Prompt,
            ResultKind::PromptsGet => Self::Message,
            _ => Self::Defined,
        }
    }

    /// What the object is, as far as its `null` members are concerned.
    fn holder(self) -> Option<Holder> {
        match self {
            Self::Defined | Self::Tool | Self::Prompt | Self::Block => Some(Holder::Defined),
            Self::Annotations => Some(Holder::Annotations),
            Self::InputSchema | Self::OutputSchema => Some(Holder::Schema),
            Self::Arguments | Self::Message | Self::Properties => None,
        }
    }

    /// What a member is that has rows of its own.
    fn member(self, name: &str, version: ProtocolVersion) -> Option<Self> {
        match (self, name) {
            (_, "annotations") if self.holder() == Some(Holder::Defined) => Some(Self::Annotations),
            (Self::Tool, "inputSchema") if version.is_legacy() => Some(Self::InputSchema),
            (Self::Tool, "outputSchema") if version.is_legacy() => Some(Self::OutputSchema),
            (Self::InputSchema | Self::OutputSchema, "properties") => Some(Self::Properties),
            (Self::Prompt, "arguments") => Some(Self::Arguments),
            (Self::Message, "content") => Some(Self::Block),
            (Self::Block, "resource") => Some(Self::Defined),
            _ => None,
        }
    }
}

/// Reads elements for a peer of this version, and decides their edits.
pub(super) struct Elements<'a> {
    json: &'a str,
    version: ProtocolVersion,
    /// The members that rows may name, of the objects that are being read: each inside the one before.
    seen: Vec<Seen<'a>>,
}

/// An object that was read.
struct Object<'a> {
    /// Where its members start among those that were seen.
    seen: usize,
    /// Where the last member ends.
    end: usize,
    own_type: Presence<&'a str>,
    type_text: Option<Cow<'a, str>>,
    type_end: usize,
    text: Presence<&'a str>,
}

/// A block that was read.
#[derive(Clone, Copy)]
pub(super) struct Block<'a> {
    kind: Kind,
    own_type: Presence<&'a str>,
    text: Presence<&'a str>,
}

impl<'a> Block<'a> {
    /// How the text of a text block is spelled.
    pub(super) fn text(self) -> Option<&'a str> {
        checked_text(self.kind, self.own_type, self.text).ok()?
    }
}

impl<'a> Elements<'a> {
    pub(super) fn new(json: &'a str, version: ProtocolVersion) -> Self {
        let seen = Vec::new();
        Self {
            json,
            version,
            seen,
        }
    }

    /// Reads a value. Places are inside each other a few levels deep, whatever the text.
    pub(super) fn value(
        &mut self,
        scanner: &mut Scanner<'a>,
        place: Place,
    ) -> Result<Fate, Broken> {
        let mut edits = Vec::new();
        match (place, scanner.kind()) {
            (Place::Block, _) => drop(self.block(scanner, &mut edits)?),
            (Place::InputSchema | Place::OutputSchema, _) => return self.schema(scanner, place),
            (Place::Arguments, Kind::Array) => scanner.array(|scanner| {
                let mut argument = self.value(scanner, Place::Defined)?;
                edits.append(&mut argument.edits);
                Ok::<_, Broken>(())
            })?,
            (Place::Annotations | Place::Properties, Kind::Object) => {
                self.uniform(scanner, place, &mut edits)?;
            }
            (Place::Arguments, _) => drop(scanner.value()?),
            (_, Kind::Object) => {
                let object = self.object(scanner, place)?;
                self.settle(&object, &mut edits);
            }
            _ => drop(scanner.value()?),
        }
        Ok(edits.into())
    }

    /// Reads an object, and leaves its members to be settled.
    fn object(&mut self, scanner: &mut Scanner<'a>, place: Place) -> Result<Object<'a>, Broken> {
        let mut object = Object {
            seen: self.seen.len(),
            end: 0,
            own_type: Presence::Absent,
            type_text: None,
            type_end: 0,
            text: Presence::Absent,
        };
        let holder = place.holder();
        scanner.object(|scanner, member| {
            let name = &*member.name;
            let kind = scanner.kind();
            let start = scanner.at();
            // No row of members names these two.
            if name == "type" {
                object.type_text = if kind == Kind::String {
                    scanner.text()?
                } else {
                    scanner.value().map(|_| None)?
                };
                object.end = scanner.at();
                object.own_type = Presence::Present(scanner.since(start));
                object.type_end = object.end;
                return Ok(());
            }
            if name == "text" {
                object.text = Presence::Present(scanner.value()?);
                object.end = scanner.at();
                return Ok(());
            }
            let inner = place.member(name, self.version);
            let is_never_null = holder.is_some_and(|holder| is_never_null(name, holder));
            if inner.is_none() && !is_never_null {
                scanner.value()?;
                object.end = scanner.at();
                return Ok(());
            }
            let is_null = kind == Kind::Null;
            let mut fate = match inner {
                Some(inner) => self.value(scanner, inner)?,
                None => scanner.value().map(|_| Fate::default())?,
            };
            fate.goes |= is_never_null && is_null;
            object.end = scanner.at();
            let value = start..object.end;
            self.seen.push(Seen {
                member,
                value,
                fate,
            });
            Ok::<_, Broken>(())
        })?;
        Ok(object)
    }

    /// The edits of an object's members.
    fn settle(&mut self, object: &Object<'_>, edits: &mut Vec<Edit>) {
        let seen = &mut self.seen[object.seen..];
        if seen.iter().any(|seen| seen.fate.is_change()) {
            settle(self.json, seen, edits);
        }
        self.seen.truncate(object.seen);
    }

    /// Reads an object whose members have one row, by the kind of their values. It is read again where it
    /// has such values, or texts with such words.
    fn uniform(
        &mut self,
        scanner: &mut Scanner<'a>,
        place: Place,
        edits: &mut Vec<Edit>,
    ) -> Result<(), Broken> {
        let mut again = *scanner;
        let mut is_named = false;
        scanner.object(|scanner, _| {
            is_named |= match scanner.kind() {
                Kind::Null => place == Place::Annotations,
                Kind::False | Kind::True => place == Place::Properties,
                _ => false,
            };
            scanner.value().map(drop)
        })?;
        if !is_named {
            return Ok(());
        }
        let mut seen = Vec::new();
        again.object(|scanner, member| {
            let kind = scanner.kind();
            let start = scanner.at();
            scanner.value()?;
            let value = start..scanner.at();
            let fate = match (place, kind) {
                (Place::Annotations, Kind::Null) => Fate {
                    goes: is_never_null(&member.name, Holder::Annotations),
                    edits: Vec::new(),
                },
                (Place::Properties, Kind::False | Kind::True) => {
                    let schema = Value::Object(boolean_schema(kind == Kind::True));
                    Vec::from([Edit::replace(value.clone(), schema.to_string())]).into()
                }
                _ => Fate::default(),
            };
            seen.push(Seen {
                member,
                value,
                fate,
            });
            Ok::<_, Broken>(())
        })?;
        settle(self.json, &mut seen, edits);
        Ok(())
    }

    /// Reads a tool's schema, for a legacy peer.
    fn schema(&mut self, scanner: &mut Scanner<'a>, place: Place) -> Result<Fate, Broken> {
        let kind = scanner.kind();
        let start = scanner.at();
        let mut edits = Vec::new();
        let mut own_type = Presence::Absent;
        let (mut type_end, mut end) = (0, 0);
        if kind == Kind::Object {
            let object = self.object(scanner, place)?;
            self.settle(&object, &mut edits);
            (own_type, type_end, end) = (object.own_type, object.type_end, object.end);
        } else {
            scanner.value()?;
        }
        if place == Place::InputSchema {
            return Ok(edits.into());
        }
        let is_provable = || is_provable(scanner.since(start));
        let fate = output_schema_of(kind, own_type, self.version, is_provable);
        if fate == OutputSchema::GetsType {
            edits.push(match own_type {
                Presence::Present(old) => {
                    Edit::replace(type_end - old.len()..type_end, r#""object""#)
                }
                Presence::Absent => Edit::insert(end, r#","type":"object""#.into()),
            });
        }
        let goes = fate == OutputSchema::Goes;
        Ok(Fate { goes, edits })
    }

    /// Reads a content block.
    pub(super) fn block(
        &mut self,
        scanner: &mut Scanner<'a>,
        edits: &mut Vec<Edit>,
    ) -> Result<Block<'a>, Broken> {
        let mut block = Block {
            kind: scanner.kind(),
            own_type: Presence::Absent,
            text: Presence::Absent,
        };
        if block.kind != Kind::Object {
            scanner.value()?;
            return Ok(block);
        }
        let start = *scanner;
        let object = self.object(scanner, Place::Block)?;
        (block.own_type, block.text) = (object.own_type, object.text);
        if let Some(block_type) = object.type_text.as_deref() {
            let is_known = block_type_since(block_type).is_some();
            let new = if takes_block_type(block_type, self.version) {
                None
            } else {
                new_block(self.json, start, &self.seen[object.seen..], is_known)
            };
            if let Some(mut new) = new {
                edits.append(&mut new);
            } else if is_known {
                self.settle(&object, edits);
            }
        }
        self.seen.truncate(object.seen);
        Ok(block)
    }
}
