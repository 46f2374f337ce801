//! [`strip_for_legacy_peer`] over JSON text.

use core::mem;

use alloc::borrow::Cow;
use alloc::vec::Vec;
use serde_json::value::RawValue;

use super::block::text_of;
use super::edit::{Edit, edited};
use super::error::{NotJson, StripError};
use super::members::{Seen, settle};
use super::text_block::{mirrors, put_first, text_block};
use super::value::raw_value;
use crate::json::{Json, Kind};
use crate::peer::{NotForLegacyPeer, Peer, ResultKind};
use crate::presence::Presence;
use crate::rules::stripping::{
    FirstBlock, ResultType, can_take_text, is_legacy_structured_kind, is_object_type,
    is_sent_as_it_is, needs_text, result_type,
};
use crate::text::{Broken, Scanner};

/// The text to send, and what was removed from it, as slices of the input.
#[derive(Clone, Debug)]
pub struct Stripped<'a> {
    json: Cow<'a, str>,
    output_schemas: Vec<(usize, &'a str)>,
    structured_content: Presence<&'a RawValue>,
    result_type: bool,
    text_added: bool,
}

/// As they are spelled.
impl PartialEq for Stripped<'_> {
    fn eq(&self, other: &Self) -> bool {
        let spelled = |stripped: &Self| stripped.structured_content.map(RawValue::get);
        self.json == other.json
            && self.output_schemas == other.output_schemas
            && spelled(self) == spelled(other)
            && self.result_type == other.result_type
            && self.text_added == other.text_added
    }
}

impl Eq for Stripped<'_> {}

impl<'a> Stripped<'a> {
    /// The text to send: the input itself where nothing had to change.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }

    /// The text to send, borrowed from the input where nothing had to change.
    #[must_use]
    pub fn into_json(self) -> Cow<'a, str> {
        self.json
    }

    /// Each `outputSchema` that was removed, exactly as it stood, with its tool's index in `tools`.
    #[must_use]
    pub fn output_schemas(&self) -> &[(usize, &'a str)] {
        &self.output_schemas
    }

    /// The `structuredContent` that was removed, exactly as it stood.
    #[must_use]
    pub fn structured_content(&self) -> Presence<&'a RawValue> {
        self.structured_content
    }

    /// Whether `"resultType": "complete"` was removed.
    #[must_use]
    pub fn result_type(&self) -> bool {
        self.result_type
    }

    /// Whether a text block with the removed structured content was put before the others.
    #[must_use]
    pub fn text_added(&self) -> bool {
        self.text_added
    }

    /// Whether nothing was removed or added.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        matches!(self.json, Cow::Borrowed(_))
    }
}

/// Strips a result, given as JSON text, of what a peer on an older protocol version cannot take.
///
/// The rules are those of [`strip_for_legacy_peer`](crate::strip_for_legacy_peer), and so is the
/// code. Input that needs no change comes back borrowed. Otherwise a removed member goes with the
/// white space and the comma that belong to it, and every byte that is not removed or added stays.
/// The text that is added is compact: every token of the removed value keeps its spelling, and the
/// white space between them goes. A text [mirrors](crate::rules::mirrors) the value by the same rule, but
/// that nothing is lost here: numbers are equal when they are the same decimals, zeros of the same sign,
/// and both or neither are spelled with a point or an exponent.
///
/// The call reads the text once, and only the first block and the structured content that it removes
/// again.
///
/// # Errors
///
/// [`StripError`]: the text is not JSON, or the result is not for a legacy peer.
///
/// # Example
///
/// ```
/// use mcp_result::raw::strip_for_legacy_peer;
/// use mcp_result::{ProtocolVersion, ResultKind};
///
/// let json = r#"{"resultType":"complete", "content":[], "structuredContent":[1.0, 2.0]}"#;
/// let stripped =
///     strip_for_legacy_peer(json, ResultKind::ToolsCall, ProtocolVersion::V2025_06_18)?;
/// assert_eq!(stripped.json(), r#"{ "content":[{"type":"text","text":"[1.0,2.0]"}]}"#);
///
/// let unchanged = strip_for_legacy_peer(json, ResultKind::ToolsCall, ProtocolVersion::V2026_07_28)?;
/// assert_eq!(unchanged.json().as_ptr(), json.as_ptr());
/// # Ok::<(), mcp_result::raw::StripError>(())
/// ```
pub fn strip_for_legacy_peer(
    json: &str,
    kind: ResultKind,
    peer: impl Into<Peer>,
) -> Result<Stripped<'_>, StripError<'_>> {
    let peer = peer.into();
    let mut stripped = Stripped {
        json: Cow::Borrowed(json),
        output_schemas: Vec::new(),
        structured_content: Presence::Absent,
        result_type: false,
        text_added: false,
    };
    let found = Found::read(json, kind, peer).map_err(|Broken| NotJson::new(json))?;
    found.strip(kind, peer, &mut stripped)?;
    Ok(stripped)
}

/// What the rules look at, and where it stands.
#[derive(Default)]
struct Found<'a> {
    json: &'a str,
    result_type: Presence<&'a str>,
    structured_content: Presence<&'a RawValue>,
    content: Presence<&'a str>,
    /// The first block: its text, as it is spelled, if it is a text block.
    first: Presence<Option<&'a str>>,
    content_end: usize,
    tools: Tools<'a>,
    /// The `resultType` and `structuredContent` members, duplicates included.
    seen: Vec<Seen<'a>>,
    count: usize,
    /// Where the last member ends.
    end: usize,
}

impl<'a> Found<'a> {
    /// Reads all of the text, and finds nothing in it for a peer that is not legacy.
    fn read(json: &'a str, kind: ResultKind, peer: Peer) -> Result<Self, Broken> {
        let mut scanner = Scanner::new(json);
        let mut found = Self {
            json,
            ..Self::default()
        };
        if scanner.kind() == Kind::Object && !is_sent_as_it_is(kind, peer) {
            scanner.object(|scanner, member| {
                scanner.kind();
                let start = scanner.at();
                match (kind, &*member.name) {
                    (_, "resultType") => {
                        found.result_type = Presence::Present(scanner.value()?);
                        found.seen.push(Seen::new(member, start..scanner.at()));
                    }
                    (ResultKind::ToolsCall, "structuredContent") => {
                        found.structured_content = Presence::Present(raw_value(scanner.value()?)?);
                        found.seen.push(Seen::new(member, start..scanner.at()));
                    }
                    (ResultKind::ToolsCall, "content") => {
                        found.first = read_content(scanner)?;
                        found.content = Presence::Present(scanner.since(start));
                        found.content_end = scanner.at();
                    }
                    (ResultKind::ToolsList, "tools") => found.tools = Tools::read(json, scanner)?,
                    _ => drop(scanner.value()?),
                }
                found.count += 1;
                found.end = scanner.at();
                Ok::<_, Broken>(())
            })?;
        } else {
            scanner.value()?;
        }
        scanner.end()?;
        Ok(found)
    }

    fn strip(
        mut self,
        kind: ResultKind,
        peer: Peer,
        stripped: &mut Stripped<'a>,
    ) -> Result<(), NotForLegacyPeer> {
        let found = self.result_type.into_option();
        let found = found.and_then(Json::as_text);
        stripped.result_type = result_type(found.as_deref(), kind, peer)? == ResultType::Goes;
        if let Presence::Present(value) = self.structured_content {
            if !is_legacy_structured_kind(value.get().kind()) {
                stripped.structured_content = self.structured_content;
            }
        }
        for seen in &mut self.seen {
            seen.fate.goes = match &*seen.member.name {
                "resultType" => stripped.result_type,
                _ => stripped.structured_content.is_present(),
            };
        }
        let mut edits = mem::take(&mut self.tools.cuts);
        let removed = settle(self.json, &mut self.seen, &mut edits);
        if let Presence::Present(value) = stripped.structured_content {
            let edit = self.text(value.get(), peer, removed < self.count)?;
            stripped.text_added = edit.is_some();
            edits.extend(edit);
        }
        stripped.output_schemas = self.tools.output_schemas;
        stripped.json = edited(self.json, 0..self.json.len(), edits);
        Ok(())
    }

    /// The block that holds the removed value, if it has to be added.
    fn text(
        &self,
        value: &str,
        peer: Peer,
        has_members: bool,
    ) -> Result<Option<Edit>, NotForLegacyPeer> {
        can_take_text(self.content.map(Json::kind))?;
        let first = FirstBlock::of(self.first.into_option(), |text| text);
        if !needs_text(first, peer.text_fallback(), |text| mirrors(text, value)) {
            return Ok(None);
        }
        let block = text_block(value).map_err(|_| NotForLegacyPeer::Depth)?;
        Ok(Some(match self.content {
            Presence::Present(content) => {
                let range = self.content_end - content.len()..self.content_end;
                put_first(block, self.json, range, self.first.is_present())
            }
            Presence::Absent => {
                let comma = if has_members { "," } else { "" };
                Edit::insert(self.end, [comma, r#""content":["#, &block, "]"].concat())
            }
        }))
    }
}

/// Reads `content`: its first block, as [`Found`] has it.
fn read_content<'a>(scanner: &mut Scanner<'a>) -> Result<Presence<Option<&'a str>>, Broken> {
    let mut first = Presence::Absent;
    if scanner.kind() != Kind::Array {
        scanner.value()?;
        return Ok(first);
    }
    scanner.array(|scanner| {
        if first.is_absent() {
            let text = text_of(scanner, false)?.ok().flatten();
            first = Presence::Present(text.map(|text| text.spelled));
        } else {
            scanner.value()?;
        }
        Ok::<_, Broken>(())
    })?;
    Ok(first)
}

/// What has to be removed from a list of tools.
#[derive(Default)]
struct Tools<'a> {
    output_schemas: Vec<(usize, &'a str)>,
    cuts: Vec<Edit>,
}

impl<'a> Tools<'a> {
    fn read(json: &'a str, scanner: &mut Scanner<'a>) -> Result<Self, Broken> {
        let mut tools = Self::default();
        if scanner.kind() != Kind::Array {
            scanner.value()?;
            return Ok(tools);
        }
        let mut index = 0;
        let mut schemas = Vec::new();
        scanner.array(|scanner| {
            let mut removed = None;
            if scanner.kind() == Kind::Object {
                scanner.object(|scanner, member| {
                    if member.name == "outputSchema" {
                        scanner.kind();
                        let start = scanner.at();
                        let [root_type] = scanner.pick(["type"])?;
                        let schema = (index, &json[start..scanner.at()]);
                        removed = (!is_object_type(root_type)).then_some(schema);
                        let mut seen = Seen::new(member, start..scanner.at());
                        seen.fate.goes = removed.is_some();
                        schemas.push(seen);
                    } else {
                        scanner.value()?;
                    }
                    Ok::<_, Broken>(())
                })?;
            } else {
                scanner.value()?;
            }
            if removed.is_some() {
                tools.output_schemas.extend(removed);
                settle(json, &mut schemas, &mut tools.cuts);
            }
            schemas.clear();
            index += 1;
            Ok::<_, Broken>(())
        })?;
        Ok(tools)
    }
}
