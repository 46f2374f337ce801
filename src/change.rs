//! [`Translated`]: what was changed in a result. Whatever changes one is done here, so that nothing is
//! changed and not told.

use core::{fmt, mem};

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Map, Value};

use crate::json::take_member;

/// What [`translate_result`](crate::translate_result) changed.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Translated {
    changes: Vec<Change>,
}

/// One change of a result. The value that was there is moved here, not cloned.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Change {
    /// A member or a block was added.
    Added {
        /// Where, as a JSON Pointer (RFC 6901).
        pointer: String,
    },
    /// A member was removed.
    Removed {
        /// Where, as a JSON Pointer (RFC 6901).
        pointer: String,
        /// What was there.
        value: Value,
    },
    /// A value was replaced.
    Replaced {
        /// Where, as a JSON Pointer (RFC 6901).
        pointer: String,
        /// What was there.
        value: Value,
    },
}

impl Change {
    /// Where, as a JSON Pointer (RFC 6901) in the result as it was at that moment. Since text is added
    /// before blocks are changed, it fits the result as it is sent, too.
    #[must_use]
    pub fn pointer(&self) -> &str {
        match self {
            Self::Added { pointer }
            | Self::Removed { pointer, .. }
            | Self::Replaced { pointer, .. } => pointer,
        }
    }
}

impl Translated {
    /// The changes, in the order in which they were made. Undone in reverse order they give the input
    /// back, the order of members aside.
    #[must_use]
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Gives the changes away.
    #[must_use]
    pub fn into_changes(self) -> Vec<Change> {
        self.changes
    }

    /// Whether nothing was changed.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.changes.is_empty()
    }

    /// Adds a member, or replaces it in its place.
    pub(crate) fn put(
        &mut self,
        members: &mut Map<String, Value>,
        name: &str,
        value: Value,
        at: fmt::Arguments<'_>,
    ) {
        let pointer = member_pointer(at, name);
        let change = if let Some(member) = members.get_mut(name) {
            let value = mem::replace(member, value);
            Change::Replaced { pointer, value }
        } else {
            members.insert(name.into(), value);
            Change::Added { pointer }
        };
        self.changes.push(change);
    }

    /// Removes a member, and keeps the order of the others.
    pub(crate) fn remove(
        &mut self,
        members: &mut Map<String, Value>,
        name: &str,
        at: fmt::Arguments<'_>,
    ) {
        if let Some(value) = take_member(members, name) {
            let pointer = member_pointer(at, name);
            self.changes.push(Change::Removed { pointer, value });
        }
    }

    /// Removes the members of these names that are `null`, and keeps the order of the others.
    pub(crate) fn remove_nulls(
        &mut self,
        members: &mut Map<String, Value>,
        goes: impl Fn(&str) -> bool,
        at: fmt::Arguments<'_>,
    ) {
        let goes = |name: &str, value: &Value| value.is_null() && goes(name);
        if !members.iter().any(|(name, value)| goes(name, value)) {
            return;
        }
        members.retain(|name, value| {
            if !goes(name, value) {
                return true;
            }
            self.changes.push(Change::Removed {
                pointer: member_pointer(at, name),
                value: Value::Null,
            });
            false
        });
    }

    /// Replaces, in their places, the members for which there is something else.
    pub(crate) fn replace_each(
        &mut self,
        members: &mut Map<String, Value>,
        with: impl Fn(&Value) -> Option<Value>,
        at: fmt::Arguments<'_>,
    ) {
        for (name, member) in members.iter_mut() {
            if let Some(with) = with(member) {
                self.changes.push(Change::Replaced {
                    pointer: member_pointer(at, name),
                    value: mem::replace(member, with),
                });
            }
        }
    }

    /// Inserts an element.
    pub(crate) fn insert(
        &mut self,
        elements: &mut Vec<Value>,
        index: usize,
        value: Value,
        at: fmt::Arguments<'_>,
    ) {
        elements.insert(index, value);
        let pointer = format!("{at}/{index}");
        self.changes.push(Change::Added { pointer });
    }

    /// Replaces a value.
    pub(crate) fn replace(&mut self, value: &mut Value, with: Value, at: fmt::Arguments<'_>) {
        self.changes.push(Change::Replaced {
            pointer: format!("{at}"),
            value: mem::replace(value, with),
        });
    }
}

fn member_pointer(at: fmt::Arguments<'_>, name: &str) -> String {
    format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"))
}
