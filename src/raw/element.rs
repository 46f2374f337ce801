//! The elements of a result's list: tools, blocks, messages and the like, and what is in them.

use core::ops::Range;

use alloc::string::ToString;
use alloc::vec::Vec;
use serde_json::Value;

use super::edit::Edit;
use super::members::{Fate, Seen, settle};
use super::new_block::new_block;
use super::schema::is_provable;
use crate::json::{Json, Kind};
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
    type_at: Range<usize>,
    text: Presence<&'a str>,
}

/// A block that was read.
pub(super) struct Block<'a> {
    kind: Kind,
    block_type: Presence<&'a str>,
    text: Presence<&'a str>,
    pub(super) edits: Vec<Edit>,
}

impl<'a> Block<'a> {
    /// How the text of a text block is spelled.
    pub(super) fn text(&self) -> Option<&'a str> {
        checked_text(self.kind, self.block_type, self.text).ok()?
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
        match (place, scanner.kind()) {
            (Place::Block, _) => Ok(self.block(scanner)?.edits.into()),
            (Place::InputSchema | Place::OutputSchema, _) => self.schema(scanner, place),
            (Place::Arguments, Kind::Array) => {
                let mut edits = Vec::new();
                scanner.array(|scanner| {
                    edits.extend(self.value(scanner, Place::Defined)?.edits);
                    Ok::<_, Broken>(())
                })?;
                Ok(edits.into())
            }
            (Place::Arguments, _) => scanner.value().map(|_| Fate::default()),
            (_, Kind::Object) => {
                let object = self.object(scanner, place)?;
                Ok(self.settle(&object).into())
            }
            _ => scanner.value().map(|_| Fate::default()),
        }
    }

    /// Reads an object, and leaves its members to be settled.
    fn object(&mut self, scanner: &mut Scanner<'a>, place: Place) -> Result<Object<'a>, Broken> {
        let mut object = Object {
            seen: self.seen.len(),
            end: 0,
            own_type: Presence::Absent,
            type_at: 0..0,
            text: Presence::Absent,
        };
        scanner.object(|scanner, member| {
            let kind = scanner.kind();
            let start = scanner.at();
            let inner = place.member(&member.name, self.version);
            let mut fate = match inner {
                Some(inner) => self.value(scanner, inner)?,
                None => scanner.value().map(|_| Fate::default())?,
            };
            let (spelled, value) = (scanner.since(start), start..scanner.at());
            object.end = value.end;
            match &*member.name {
                "type" => {
                    object.own_type = Presence::Present(spelled);
                    object.type_at = value.clone();
                }
                "text" => object.text = Presence::Present(spelled),
                _ => {}
            }
            let holder = place.holder();
            let is_never_null = holder.is_some_and(|holder| is_never_null(&member.name, holder));
            fate.goes |= is_never_null && kind == Kind::Null;
            if place == Place::Properties && matches!(kind, Kind::True | Kind::False) {
                let schema = Value::Object(boolean_schema(kind == Kind::True)).to_string();
                fate.edits.push(Edit::replace(value.clone(), schema));
            }
            if is_never_null || inner.is_some() || place == Place::Properties {
                self.seen.push(Seen {
                    member,
                    value,
                    fate,
                });
            }
            Ok::<_, Broken>(())
        })?;
        Ok(object)
    }

    /// The edits of an object's members.
    fn settle(&mut self, object: &Object<'_>) -> Vec<Edit> {
        let seen = &self.seen[object.seen..];
        if seen.iter().any(|seen| seen.fate.is_change()) {
            settle(self.json, self.seen.split_off(object.seen)).edits
        } else {
            self.seen.truncate(object.seen);
            Vec::new()
        }
    }

    /// Reads a tool's schema, for a legacy peer.
    fn schema(&mut self, scanner: &mut Scanner<'a>, place: Place) -> Result<Fate, Broken> {
        let kind = scanner.kind();
        let start = scanner.at();
        let mut object = None;
        if kind == Kind::Object {
            object = Some(self.object(scanner, place)?);
        } else {
            scanner.value()?;
        }
        let mut edits = object
            .as_ref()
            .map_or_else(Vec::new, |object| self.settle(object));
        if place == Place::InputSchema {
            return Ok(edits.into());
        }
        let root_type = object
            .as_ref()
            .map_or(Presence::Absent, |object| object.own_type);
        let is_provable = || is_provable(scanner.since(start));
        match (
            output_schema_of(kind, root_type, self.version, is_provable),
            object,
        ) {
            (OutputSchema::Goes, _) => {
                let edits = Vec::new();
                return Ok(Fate { goes: true, edits });
            }
            (OutputSchema::GetsType, Some(object)) => edits.push(match object.own_type {
                Presence::Present(_) => Edit::replace(object.type_at, r#""object""#),
                Presence::Absent => Edit::insert(object.end, r#","type":"object""#.into()),
            }),
            _ => {}
        }
        Ok(edits.into())
    }

    /// Reads a content block.
    pub(super) fn block(&mut self, scanner: &mut Scanner<'a>) -> Result<Block<'a>, Broken> {
        let mut block = Block {
            kind: scanner.kind(),
            block_type: Presence::Absent,
            text: Presence::Absent,
            edits: Vec::new(),
        };
        if block.kind != Kind::Object {
            scanner.value()?;
            return Ok(block);
        }
        let start = *scanner;
        let object = self.object(scanner, Place::Block)?;
        (block.block_type, block.text) = (object.own_type, object.text);
        let block_type = object.own_type.into_option().and_then(Json::as_text);
        if let Some(block_type) = block_type {
            let is_known = block_type_since(&block_type).is_some();
            let new = if takes_block_type(&block_type, self.version) {
                None
            } else {
                new_block(self.json, start, &self.seen[object.seen..], is_known)
            };
            if let Some(new) = new {
                block.edits = new;
            } else if is_known {
                block.edits = self.settle(&object);
            }
        }
        self.seen.truncate(object.seen);
        Ok(block)
    }
}
