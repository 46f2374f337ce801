//! The members of one object that are changed or cut out. Of duplicates the last one counts.

use core::ops::Range;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::edit::Edit;
use crate::text::{Member, Scanner};

/// A member that a row may name.
pub(super) struct Seen<'a> {
    pub(super) member: Member<'a>,
    /// Where its value stands.
    pub(super) value: Range<usize>,
    pub(super) fate: Fate,
}

impl<'a> Seen<'a> {
    pub(super) fn new(member: Member<'a>, value: Range<usize>) -> Self {
        let fate = Fate::default();
        Self {
            member,
            value,
            fate,
        }
    }

    /// Replaces its value.
    pub(super) fn replace(&mut self, added: String) {
        let edit = Edit::replace(self.value.clone(), added);
        self.fate.edits.push(edit);
    }
}

/// What becomes of a member, if it is the last one of its name.
#[derive(Default)]
pub(super) struct Fate {
    /// Whether it goes, and its duplicates with it.
    pub(super) goes: bool,
    /// The edits of one that stays.
    pub(super) edits: Vec<Edit>,
}

impl From<Vec<Edit>> for Fate {
    fn from(edits: Vec<Edit>) -> Self {
        Self { goes: false, edits }
    }
}

impl Fate {
    pub(super) fn is_change(&self) -> bool {
        self.goes || !self.edits.is_empty()
    }
}

/// Adds the edits of an object with these members, in their order, and others that stay. Gives how many
/// are cut out.
pub(super) fn settle(json: &str, seen: &mut [Seen<'_>], edits: &mut Vec<Edit>) -> usize {
    let mut removed = 0;
    for (index, last) in last_of_each(json, seen).into_iter().enumerate() {
        if seen[last].fate.goes {
            edits.push(cut(json, &seen[index], removed));
            removed += 1;
        } else if last == index {
            edits.append(&mut seen[index].fate.edits);
        }
    }
    removed
}

/// For each member, which one is the last of its name.
pub(super) fn last_of_each(json: &str, seen: &[Seen<'_>]) -> Vec<usize> {
    // A map costs more than to compare the names of the few members that most objects have.
    if seen.len() <= 8 {
        let is_same = |a: &Seen<'_>, b: &Seen<'_>| name(json, &a.member) == name(json, &b.member);
        let last_of = |one| seen.iter().rposition(|other| is_same(one, other));
        return seen.iter().filter_map(last_of).collect();
    }
    let mut last = BTreeMap::new();
    for (index, seen) in seen.iter().enumerate() {
        last.insert(name(json, &seen.member), index);
    }
    let last_of = |seen: &Seen<'_>| last[&name(json, &seen.member)];
    seen.iter().map(last_of).collect()
}

/// A member's name; one with a lone surrogate is told by how it is spelled.
fn name<'s>(json: &'s str, member: &'s Member<'_>) -> (&'s str, &'s str) {
    match &*member.name {
        "" => ("", spelled_name(json, member)),
        name => (name, ""),
    }
}

/// How a member's name is spelled.
pub(super) fn spelled_name<'a>(json: &'a str, member: &Member<'_>) -> &'a str {
    // It was read before.
    let name = Scanner::new(&json[member.start..]).value();
    name.unwrap_or_default()
}

/// Cuts out a member, with the comma before it or, where no member before it stays, the one behind it.
pub(super) fn cut(json: &str, seen: &Seen<'_>, removed_before: usize) -> Edit {
    let Seen { member, value, .. } = seen;
    Edit::cut(if member.index > removed_before {
        member.after..value.end
    } else {
        member.start..comma_end(json, value.end)
    })
}

/// Where the comma ends that follows here, if one does.
fn comma_end(json: &str, at: usize) -> usize {
    let rest = json[at..].trim_start_matches([' ', '\n', '\r', '\t']);
    let behind = rest.strip_prefix(',');
    behind.map_or(at, |behind| json.len() - behind.len())
}
