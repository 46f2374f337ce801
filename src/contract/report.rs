//! What a check found.

use core::fmt;

use alloc::string::String;
use alloc::vec::Vec;

/// What a check found. It displays everything that is wrong.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Report {
    /// Every case that failed.
    pub failures: Vec<Failure>,
    /// Names of rules or cases that do not exist.
    pub unknown: Vec<String>,
    /// Skips whose cases all pass.
    pub needless: Vec<String>,
}

impl Report {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.failures.is_empty() && self.unknown.is_empty() && self.needless.is_empty()
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
            "cases of the contract that failed: {}",
            self.failures.len()
        )?;
        for failure in &self.failures {
            write!(f, "\n\n{failure}")?;
        }
        for id in &self.unknown {
            write!(f, "\n\n{id}: there is no case or rule of this name")?;
        }
        for id in &self.needless {
            write!(f, "\n\n{id}: is skipped, but passes")?;
        }
        Ok(())
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
    /// What was asked about it: the mode, or the recipient.
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
