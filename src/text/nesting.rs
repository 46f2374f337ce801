//! Which arrays and objects are open, a bit for each.

use alloc::vec::Vec;

/// The arrays and objects that are open.
pub(super) struct Nesting {
    /// The innermost ones, the last in the lowest bit, behind a one that marks where they start.
    last: u64,
    /// The others, each as full as it gets.
    others: Vec<u64>,
}

impl Nesting {
    pub(super) fn new() -> Self {
        Self {
            last: 1,
            others: Vec::new(),
        }
    }

    pub(super) fn push(&mut self, is_object: bool) {
        if self.last >> 63 != 0 {
            self.others.push(self.last);
            self.last = 1;
        }
        self.last = self.last << 1 | u64::from(is_object);
    }

    pub(super) fn pop(&mut self) {
        self.last >>= 1;
        if self.last <= 1 {
            self.last = self.others.pop().unwrap_or(1);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.last == 1
    }

    /// Whether the innermost one is an object.
    pub(super) fn is_in_object(&self) -> bool {
        self.last & 1 != 0 && self.last != 1
    }

    pub(super) fn level(&self) -> usize {
        self.others.len() * 63 + self.last.ilog2() as usize
    }
}
