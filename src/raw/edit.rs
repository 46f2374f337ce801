//! Edits of JSON text: what is cut out, put in and replaced. All are decided before anything is written.

use core::ops::Range;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// A range of the text, and what stands there instead.
#[derive(Clone)]
pub(super) struct Edit {
    range: Range<usize>,
    added: Cow<'static, str>,
}

impl Edit {
    pub(super) fn replace(range: Range<usize>, added: impl Into<Cow<'static, str>>) -> Self {
        let added = added.into();
        Self { range, added }
    }

    pub(super) fn insert(at: usize, added: String) -> Self {
        Self::replace(at..at, added)
    }

    pub(super) fn cut(range: Range<usize>) -> Self {
        Self::replace(range, "")
    }
}

/// A range of the text as the edits in it make it, borrowed where there are none. No two of them overlap.
pub(super) fn edited(json: &str, range: Range<usize>, mut edits: Vec<Edit>) -> Cow<'_, str> {
    if edits.is_empty() {
        return Cow::Borrowed(&json[range]);
    }
    // What is put in comes before what is replaced there.
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let added: usize = edits.iter().map(|edit| edit.added.len()).sum();
    let mut edited = String::with_capacity(range.len() + added);
    let mut at = range.start;
    for edit in edits {
        edited.push_str(&json[at..edit.range.start]);
        edited.push_str(&edit.added);
        at = edit.range.end;
    }
    edited.push_str(&json[at..range.end]);
    Cow::Owned(edited)
}
