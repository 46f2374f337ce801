//! What a check found.

use core::fmt;

use alloc::string::String;
use alloc::vec::Vec;

/// What a check found. It displays everything that is wrong, and how much was checked.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Every case that failed.
    pub failures: Vec<Failure>,
    /// Names of rules or cases that do not exist.
    pub unknown: Vec<String>,
    /// Skips whose cases all pass.
    pub needless: Vec<String>,
    /// Every other skip.
    pub skips: Vec<Skip>,
    /// How many cases the implementation was asked.
    pub asked: usize,
    /// How many of them failed, as a skip says.
    pub skipped: usize,
    /// How many of them were answered with [`Answer::Unread`](super::Answer::Unread), as they may be.
    pub unread: usize,
    /// How many of them were answered with [`Answer::NotHeld`](super::Answer::NotHeld).
    pub not_held: usize,
    /// Whether nothing was left to check: every case was taken out, or all of a half were answered
    /// with `Unread` or `NotHeld`. Of a rule alone, nothing may be left.
    pub is_vacuous: bool,
}

impl Report {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.failures.is_empty()
            && self.unknown.is_empty()
            && self.needless.is_empty()
            && !self.is_vacuous
    }

    /// For use in a test.
    ///
    /// # Panics
    ///
    /// With the whole report, if anything is wrong.
    #[track_caller]
    pub fn assert(&self) {
        assert!(self.is_ok(), "{self}");
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "cases of the contract that failed: {} of {} (skipped: {}, not read: {}, not held: {})",
            self.failures.len(),
            self.asked,
            self.skipped,
            self.unread,
            self.not_held,
        )?;
        for failure in &self.failures {
            write!(f, "\n\n{failure}")?;
        }
        for skip in &self.skips {
            write!(f, "\n\n{skip}")?;
        }
        for id in &self.unknown {
            write!(f, "\n\n{id}: there is no case or rule of this name")?;
        }
        for id in &self.needless {
            write!(f, "\n\n{id}: is skipped, but passes")?;
        }
        if self.is_vacuous {
            f.write_str("\n\nnothing was left to check")?;
        }
        Ok(())
    }
}

/// A case or a rule that was skipped.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Skip {
    /// Its name.
    pub id: String,
    /// How many of its cases failed.
    pub failed: usize,
    /// How many cases it has.
    pub cases: usize,
}

impl fmt::Display for Skip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, failed, cases } = self;
        write!(f, "{id}: is skipped; failed: {failed} of {cases}")
    }
}

/// A case that an implementation failed.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Failure {
    /// The case.
    pub id: String,
    /// The rule that it pins.
    pub rule: String,
    /// Why the case exists.
    pub why: String,
    /// The result, as JSON text.
    pub input: String,
    /// What was asked about it: the conversion, or the recipient.
    pub question: String,
    /// The outcome that the contract wants, in words.
    pub expected: String,
    /// The outcome that the implementation gave, in words.
    pub got: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            id,
            rule,
            why,
            input,
            question,
            expected,
            got,
        } = self;
        write!(
            f,
            "{id} (rule {rule}): {why}
      input: {input}
      asked: {question}
   expected: {expected}
        got: {got}"
        )
    }
}
