//! The text block that takes the place of one whose type the peer does not take.

use alloc::format;
use alloc::vec::Vec;

use super::edit::{Edit, edited};
use super::members::{Seen, cut, last_of_each, spelled_name};
use crate::json::{Json, Kind};
use crate::rules::block::{is_written, written_block};
use crate::rules::member::{Holder, is_never_null};
use crate::rules::stripping::MAX_LEVELS;
use crate::text::{Broken, Scanner, TextTokens, string};
use crate::token::are_within;

/// The edits that make the block a text block: what is written as text is cut out, and what it keeps as
/// its own stays where it stands. `None` for one that is nested too deep.
///
/// `seen` has the edits of its `annotations` and its `resource`.
pub(super) fn new_block(
    json: &str,
    mut block: Scanner<'_>,
    seen: &[Seen<'_>],
    is_known: bool,
) -> Option<Vec<Edit>> {
    block.kind();
    let start = block.at() + 1;
    let mut members = Vec::new();
    block
        .object(|scanner, member| {
            scanner.kind();
            let start = scanner.at();
            scanner.value()?;
            members.push(Seen::new(member, start..scanner.at()));
            Ok::<_, Broken>(())
        })
        .ok()?;
    let edits_of = |name: &str| {
        let mut seen = seen.iter().rev();
        seen.find(|seen| seen.member.name == name)
            .map_or_else(Vec::new, |seen| seen.fate.edits.clone())
    };

    let last = last_of_each(json, &members);
    let mut written = Vec::new();
    let mut edits = Vec::new();
    let mut removed = 0;
    for (index, seen) in members.iter().enumerate() {
        let name = &*seen.member.name;
        let value = &json[seen.value.clone()];
        let kind = value.kind();
        let counts = last[index] == index
            && !(is_known && kind == Kind::Null && is_never_null(name, Holder::Defined));
        if counts && !is_written(name, kind) {
            if !are_within(TextTokens::new(value), MAX_LEVELS - 1) {
                return None;
            }
            if kind == Kind::Object {
                if name == "annotations" {
                    edits.extend(edits_of(name));
                }
                continue;
            }
        } else if counts {
            let edits = if is_known && name == "resource" {
                edits_of(name)
            } else {
                Vec::new()
            };
            let value = edited(json, seen.value.clone(), edits);
            written.push((spelled_name(json, &seen.member), value));
        }
        edits.push(cut(json, seen, removed));
        removed += 1;
    }
    let written = written.iter();
    let text = written_block(written.map(|(name, value)| (*name, TextTokens::new(value))))?;
    let comma = if removed < members.len() { "," } else { "" };
    let own = format!(r#""type":"text","text":{}{comma}"#, string(&text));
    edits.push(Edit::insert(start, own));
    Some(edits)
}
