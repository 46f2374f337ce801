//! [`translate_result`] over JSON text.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::edit::{Edit, edited};
use super::element::{Block, Elements, Place};
use super::error::{NotJson, TranslateError};
use super::members::{Fate, Seen, settle};
use super::text_block::{mirrors, put_first, text_block};
use crate::json::{Json, Kind};
use crate::peer::{NotForLegacyPeer, Peer, ResultKind};
use crate::presence::Presence;
use crate::rules::conversion::{Members, is_known};
use crate::rules::member::{
    Holder, RequiredMember, is_never_null, is_translated, list_of, required_member_of,
    required_members, written_in,
};
use crate::rules::stripping::{FirstBlock, can_take_text, is_sent_to_all_as_it_is, needs_text};
use crate::rules::structured_content::{
    StructuredContent, failure_needs_text, structured_content_of,
};
use crate::text::{Broken, Member, Scanner};
use crate::version::ProtocolVersion;

/// Translates a result, given as JSON text, from the protocol version that it is written in to that of the
/// peer that it is sent to: the text to send, borrowed where nothing has to change.
///
/// The rules are those of [`translate_result`](crate::translate_result), and so is the code. What was there
/// before is not handed back apart: the input is still the caller's. Otherwise
///
/// - every byte that no rule names stays, and a removed member goes with its duplicates, and with the white
///   space and the comma that belong to it. Of other duplicates the last one counts, and only that is
///   changed;
/// - a member that is added comes behind the others, and is compact;
/// - a value or a block that is written as text keeps the spelling of its tokens, without the white space
///   between them. A text [mirrors](crate::rules::mirrors) a value as for
///   [`strip_for_legacy_peer`](super::strip_for_legacy_peer). The `annotations` and the `_meta` of a block
///   that becomes a text block stay where they stand.
///
/// The call reads the text once. It reads again the structured content and the block or two that it may have
/// to be put beside, output schemas whose root `type` is not `"object"`, and blocks that become text. It does
/// not recurse, and builds a tree of nothing but these schemas.
///
/// # Errors
///
/// [`TranslateError`]: the text is not JSON, or the result is not for a legacy peer.
///
/// # Example
///
/// ```
/// use mcp_result::raw::translate_result;
/// use mcp_result::{ProtocolVersion, ResultKind};
///
/// let (old, modern) = (ProtocolVersion::V2025_11_25, ProtocolVersion::V2026_07_28);
///
/// // A server of 2026-07-28 answers a client of 2025-11-25.
/// let json = r#"{"resultType": "complete", "content": [{"type": "x-chart","bars": [1.50, 2]}]}"#;
/// let sent = translate_result(json, ResultKind::ToolsCall, modern, old)?;
/// assert_eq!(sent, r#"{ "content": [{"type":"text","text":"{\"type\":\"x-chart\",\"bars\":[1.50,2]}"}]}"#);
///
/// // And the other way round.
/// let json = r#"{"content": [], "structuredContent": {"n": 2.0}, "isError": null}"#;
/// let sent = translate_result(json, ResultKind::ToolsCall, old, modern)?;
/// assert_eq!(sent, concat!(
///     r#"{"content": [{"type":"text","text":"{\"n\":2.0}"}], "#,
///     r#""structuredContent": {"n": 2.0},"resultType":"complete"}"#,
/// ));
/// # Ok::<(), mcp_result::raw::TranslateError>(())
/// ```
pub fn translate_result(
    json: &str,
    kind: ResultKind,
    from: ProtocolVersion,
    to: impl Into<Peer>,
) -> Result<Cow<'_, str>, TranslateError<'_>> {
    let peer = to.into();
    let root = Root::read(json, kind, peer).map_err(|Broken| NotJson::new(json))?;
    let edits = match root {
        Some(root) => root.translate(from, peer)?,
        None => Vec::new(),
    };
    Ok(edited(json, 0..json.len(), edits))
}

/// What the rows look at in a result, and where it stands.
struct Root<'a> {
    json: &'a str,
    kind: ResultKind,
    members: Members<'a, str>,
    blocks: Blocks<'a>,
    /// The members that rows may name.
    seen: Vec<Seen<'a>>,
    count: usize,
    /// Where the last member ends.
    end: usize,
}

/// The blocks of a tool's result.
#[derive(Clone, Copy, Default)]
struct Blocks<'a> {
    first: Option<Block<'a>>,
    /// If it is another one than the first.
    last: Option<Block<'a>>,
    /// Where the last one ends.
    end: usize,
}

impl<'a> Root<'a> {
    /// Reads all of the text. There is nothing to find in what is sent to all peers as it is.
    fn read(json: &'a str, kind: ResultKind, peer: Peer) -> Result<Option<Self>, Broken> {
        let mut scanner = Scanner::new(json);
        if scanner.kind() != Kind::Object || is_sent_to_all_as_it_is(kind, peer) {
            scanner.value()?;
            scanner.end()?;
            return Ok(None);
        }
        let mut root = Self {
            json,
            kind,
            members: Members::default(),
            blocks: Blocks::default(),
            seen: Vec::new(),
            count: 0,
            end: scanner.at() + 1,
        };
        let mut elements = Elements::new(json, peer.version());
        scanner.object(|scanner, member| root.read_member(scanner, member, &mut elements))?;
        scanner.end()?;
        Ok(Some(root))
    }

    fn read_member(
        &mut self,
        scanner: &mut Scanner<'a>,
        member: Member<'a>,
        elements: &mut Elements<'a>,
    ) -> Result<(), Broken> {
        let holder = Holder::of_result(self.kind);
        let name = &*member.name;
        let is_list = Some(name) == list_of(self.kind);
        let is_null = scanner.kind() == Kind::Null;
        let start = scanner.at();
        let mut fate = if is_list {
            self.list(scanner, elements)?.into()
        } else if name == "annotations" && holder == Holder::Defined {
            elements.value(scanner, Place::Annotations)?
        } else {
            scanner.value().map(|_| Fate::default())?
        };
        self.count += 1;
        self.end = scanner.at();
        let value = Presence::Present(scanner.since(start));
        match name {
            "isError" => self.members.is_error = value,
            "resultType" => self.members.result_type = value,
            "structuredContent" => self.members.structured_content = value,
            "content" => self.members.content = value,
            _ => self.members.others |= !is_known(name),
        }
        let is_never_null = is_never_null(name, holder);
        fate.goes = is_null && is_never_null;
        if is_list || is_never_null || is_known(name) || required_members(self.kind).contains(&name)
        {
            let value = start..self.end;
            self.seen.push(Seen {
                member,
                value,
                fate,
            });
        }
        Ok(())
    }

    /// Reads the kind's list: the edits of its elements.
    fn list(
        &mut self,
        scanner: &mut Scanner<'a>,
        elements: &mut Elements<'a>,
    ) -> Result<Vec<Edit>, Broken> {
        let mut edits = Vec::new();
        self.blocks = Blocks::default();
        if scanner.kind() != Kind::Array {
            scanner.value()?;
            return Ok(edits);
        }
        let place = Place::of_element(self.kind);
        scanner.array(|scanner| {
            if self.kind != ResultKind::ToolsCall {
                edits.append(&mut elements.value(scanner, place)?.edits);
                return Ok(());
            }
            let block = elements.block(scanner, &mut edits)?;
            let Blocks { first, last, end } = &mut self.blocks;
            *(if first.is_none() { first } else { last }) = Some(block);
            *end = scanner.at();
            Ok::<_, Broken>(())
        })?;
        Ok(edits)
    }

    /// The edits of all rows.
    fn translate(
        mut self,
        from: ProtocolVersion,
        peer: Peer,
    ) -> Result<Vec<Edit>, NotForLegacyPeer> {
        let result_type = self
            .members
            .result_type
            .into_option()
            .and_then(Json::as_text);
        if !is_translated(result_type.as_deref(), self.kind, peer)? || self.is_another_body() {
            return Ok(Vec::new());
        }
        let mut added = Vec::new();
        for &name in required_members(self.kind) {
            let json = self.json;
            let last = self.last(name);
            let value = last.as_ref().map(|last| &json[last.value.clone()]);
            match (required_member_of(name, value.into(), peer.version()), last) {
                (RequiredMember::Goes, Some(last)) => last.fate.goes = true,
                (RequiredMember::Becomes(value), Some(last)) => last.replace(value.to_string()),
                (RequiredMember::Becomes(value), None) => {
                    added.push(format!(r#""{name}":{value}"#));
                }
                _ => {}
            }
        }
        if self.kind == ResultKind::ToolsCall {
            let from = written_in(result_type.as_deref(), from);
            added.extend(self.output(from, peer)?);
        }
        if added.is_empty() && !self.seen.iter().any(|seen| seen.fate.is_change()) {
            return Ok(Vec::new());
        }
        let mut edits = Vec::new();
        let removed = settle(self.json, &mut self.seen, &mut edits);
        if !added.is_empty() {
            let comma = if removed < self.count { "," } else { "" };
            edits.push(Edit::insert(self.end, [comma, &added.join(",")].concat()));
        }
        Ok(edits)
    }

    /// Whether a body without `content` is another one than a tool's result, such as that of a task.
    fn is_another_body(&self) -> bool {
        self.kind == ResultKind::ToolsCall && !self.has_content() && !self.members.is_call_result()
    }

    fn has_content(&self) -> bool {
        let content = self.members.content.map(Json::kind);
        content.is_present() && content != Presence::Present(Kind::Null)
    }

    /// The last member of this name.
    fn last(&mut self, name: &str) -> Option<&mut Seen<'a>> {
        let mut seen = self.seen.iter_mut().rev();
        seen.find(|seen| seen.member.name == name)
    }

    /// The rows of a tool's output: the member that is to be added, if one is.
    fn output(
        &mut self,
        from: ProtocolVersion,
        peer: Peer,
    ) -> Result<Option<String>, NotForLegacyPeer> {
        let fails = self.members.is_error.map(Json::kind) == Presence::Present(Kind::True);
        let mut text = None;
        if let Presence::Present(value) = self.members.structured_content {
            let fate = structured_content_of(value.kind(), fails, from, peer.version());
            text = self.text(value, fate, fails, peer)?;
            if let (true, Some(last)) = (
                fate != StructuredContent::Stays,
                self.last("structuredContent"),
            ) {
                last.fate.goes = true;
            }
        }
        let (blocks_end, has_blocks) = (self.blocks.end, self.blocks.first.is_some());
        let (json, has_content) = (self.json, self.has_content());
        let Some(content) = self.last("content") else {
            let text = text.unwrap_or_default();
            return Ok(Some(format!(r#""content":[{text}]"#)));
        };
        match text {
            None if has_content => {}
            None => content.replace("[]".into()),
            Some(text) => content.fate.edits.push(if fails && has_blocks {
                Edit::insert(blocks_end, [",", &text].concat())
            } else {
                put_first(text, json, content.value.clone(), has_blocks)
            }),
        }
        Ok(None)
    }

    /// The block that has to be added for structured content, if one has to.
    fn text(
        &self,
        value: &str,
        fate: StructuredContent,
        fails: bool,
        peer: Peer,
    ) -> Result<Option<String>, NotForLegacyPeer> {
        let Blocks { first, last, .. } = self.blocks;
        let last = FirstBlock::of(last.or(first), Block::text);
        let first = FirstBlock::of(first, Block::text);
        let takes_text = can_take_text(self.members.content.map(Json::kind));
        let fallback = peer.text_fallback();
        let mirrors = |text| mirrors(text, value);
        match fate {
            StructuredContent::Stays if takes_text.is_ok() && first == FirstBlock::None => {
                Ok(text_block(value).ok())
            }
            StructuredContent::Stays | StructuredContent::Goes => Ok(None),
            StructuredContent::BecomesText => {
                takes_text?;
                let is_needed = if fails {
                    failure_needs_text(first, last, fallback, mirrors)
                } else {
                    needs_text(first, fallback, mirrors)
                };
                let text = is_needed.then(|| text_block(value)).transpose();
                text.map_err(|_| NotForLegacyPeer::Depth)
            }
        }
    }
}
