//! The contract as data, and the check of any implementation against it.
//!
//! Every rule of [`convert_result`](crate::convert_result),
//! [`strip_for_legacy_peer`](crate::strip_for_legacy_peer) and
//! [`translate_result`](crate::translate_result) is pinned by cases in three JSON files,
//! [`CONVERSION_JSON`], [`STRIPPING_JSON`] and [`TRANSLATION_JSON`], which an implementation in any
//! language can run; the format is described in `src/contract/README.md`. For implementations in Rust,
//! this module runs them. The three parts are independent: pin those that you have.
//!
//! # A test for each rule
//!
//! ```
//! mod contract {
//!     use mcp_result::convert_result;
//!
//!     mcp_result::conversion_tests!(
//!         |suite| suite.check_values(|result, &asked| convert_result(result, asked))
//!     );
//! }
//! ```
//!
//! Put your own conversion in the place of this crate's; and see
//! [`stripping_tests!`](crate::stripping_tests) and [`translation_tests!`](crate::translation_tests) for
//! the other parts. The names of the rules are unique, so all can stand in one module.
//!
//! # All rules at once
//!
//! ```
//! use mcp_result::{contract, convert_result, strip_for_legacy_peer, translate_result};
//!
//! contract::conversion()
//!     .check_values(|result, &asked| convert_result(result, asked))
//!     .assert();
//!
//! contract::stripping()
//!     .check_values(|mut result, to| {
//!         let stripped = strip_for_legacy_peer(&mut result, to.kind(), to.peer());
//!         (result, stripped)
//!     })
//!     .assert();
//!
//! contract::translation()
//!     .check_values(|mut result, asked| {
//!         let (from, to) = (asked.from, &asked.to);
//!         let translated = translate_result(&mut result, to.kind(), from, to.peer());
//!         (result, translated)
//!     })
//!     .assert();
//! ```
//!
//! # Your own types
//!
//! An implementation returns whatever turns into an [`Outcome`]; an [`Answer`] does. It holds JSON
//! as text, so that an implementation that never builds a value can be pinned as well. What an
//! implementation does not tell (where the output came from, which texts the tool's error has, where
//! a result is malformed, what is left) is not checked. One whose types cannot hold an input answers
//! [`Answer::NotHeld`]; the [`Report`] counts these. [`Case::version`] says which protocol version an
//! input belongs to, if any allows it.
//!
//! ```
//! use mcp_result::contract::{self, Answer};
//! use mcp_result::{ContentForm, ConvertError, ResultMode, convert_result};
//! use serde_json::Value;
//!
//! // What you have.
//! enum MyError { Tool, Pending, Invalid }
//! fn my_convert(result: Value, mode: ResultMode) -> Result<Value, MyError> {
//!     // …
//! #   convert_result(result, mode).map(|converted| converted.into_value()).map_err(|error| match error {
//! #       ConvertError::Tool(_) => MyError::Tool,
//! #       ConvertError::Incomplete(_) => MyError::Pending,
//! #       _ => MyError::Invalid,
//! #   })
//! }
//!
//! contract::conversion()
//!     .retain(|case| case.question.content() == ContentForm::Text) // It has no other.
//!     .check_values(|result, asked| match my_convert(result, asked.mode()) {
//!         Ok(value) => Answer::Value(value.to_string()),
//!         Err(MyError::Tool) => Answer::Tool(None),
//!         Err(MyError::Pending) => Answer::Incomplete(None),
//!         Err(MyError::Invalid) => Answer::Malformed(None),
//!     })
//!     .assert();
//! ```
//!
//! # What depends on the build
//!
//! JSON is compared as this build's `serde_json` reads it: member order counts if it keeps it
//! (`preserve_order`), and so does the spelling of numbers (`arbitrary_precision`). So no feature of
//! `serde_json` makes a correct implementation fail, and none hides a bug that it could see. An
//! implementation that keeps both by itself is compared exactly in every build with
//! [`Suite::exact`]. An input that this build's `serde_json` cannot read (`1E400`, a deep one) may be
//! answered with [`Answer::Unread`], as [`check_values`](Suite::check_values) does. The order of the
//! two members of the text block that stripping adds is free.
//!
//! # Panics in an implementation
//!
//! This crate has no `std` and cannot catch a panic. The macros, which expand in your crate, do: a
//! panic is a failure of its case, and the other cases run. [`Suite::catching`] does the same
//! without a macro. Otherwise a panic ends the check as it ends any test, and no report is made.
//!
//! # Versions
//!
//! A minor version may add cases, rules (and with them tests to the macros), modes, methods,
//! members of a case and words in its `needs`, and accept a second outcome of a case. It never
//! removes or renames a case or a rule, nor changes a case's input, question or first outcome. If a
//! case is found to contradict this crate's documentation, it is corrected in a patch version, and
//! the changelog names it. So an implementation that passes may fail with a later minor version only
//! where it never agreed with the contract, or in what the contract did not cover.

use core::fmt::Debug;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

use crate::conversion::Conversion;

mod case;
mod compare;
mod macros;
mod outcome;
#[cfg(feature = "raw")]
mod raw;
mod read;
mod report;
mod sent;

pub use case::{Case, Crossing, Recipient, Rule};
pub use outcome::{Answer, Mismatch, Outcome};
pub use report::{Failure, Report, Skip};

/// The cases of conversion, in the format of `src/contract/README.md`.
pub const CONVERSION_JSON: &str = include_str!("contract/conversion.json");

/// The cases of stripping, in the format of `src/contract/README.md`.
pub const STRIPPING_JSON: &str = include_str!("contract/stripping.json");

/// The cases of translation, in the format of `src/contract/README.md`.
pub const TRANSLATION_JSON: &str = include_str!("contract/translation.json");

/// The rules and cases of conversion: what [`convert_result`](crate::convert_result) does.
#[must_use]
pub fn conversion() -> Suite<Conversion> {
    Suite::read(CONVERSION_JSON, case::conversion)
}

/// The rules and cases of stripping: what
/// [`strip_for_legacy_peer`](crate::strip_for_legacy_peer) does.
#[must_use]
pub fn stripping() -> Suite<Recipient> {
    Suite::read(STRIPPING_JSON, case::stripping)
}

/// The rules and cases of translation: what [`translate_result`](crate::translate_result) does.
#[must_use]
pub fn translation() -> Suite<Crossing> {
    Suite::read(TRANSLATION_JSON, case::translation)
}

/// One part of the contract. `Q` is what a case asks besides its input: a [`Conversion`], a
/// [`Recipient`] or a [`Crossing`].
#[derive(Clone, Debug)]
pub struct Suite<Q> {
    rules: Vec<Rule>,
    cases: Vec<Case<Q>>,
    only: Option<String>,
    skips: Vec<String>,
    exact: bool,
    catch: fn(&mut dyn FnMut()),
}

impl<Q: Debug> Suite<Q> {
    fn read(file: &str, question: fn(&Value) -> Option<case::Asked<Q>>) -> Self {
        let (rules, cases) = case::read(file, question).expect("the crate's own file is checked");
        Self {
            rules,
            cases,
            only: None,
            skips: Vec::new(),
            exact: false,
            catch: |run| run(),
        }
    }

    /// The rules, in the order of the contract.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The cases, those of a rule next to each other.
    #[must_use]
    pub fn cases(&self) -> &[Case<Q>] {
        &self.cases
    }

    /// Leaves out what the implementation does not have at all, such as a mode. To leave out
    /// everything is a failure.
    ///
    /// ```
    /// use mcp_result::contract::{self, Answer};
    /// use mcp_result::{ResultMode, convert_result};
    ///
    /// contract::conversion()
    ///     .retain(|case| case.question.mode() == ResultMode::Text)
    ///     .check_values(|result, _| convert_result(result, ResultMode::Text))
    ///     .assert();
    /// ```
    #[must_use]
    pub fn retain(mut self, keep: impl FnMut(&Case<Q>) -> bool) -> Self {
        self.cases.retain(keep);
        self
    }

    /// Checks one rule alone.
    #[must_use]
    pub fn only(mut self, rule: &str) -> Self {
        self.only = Some(rule.to_owned());
        self
    }

    /// Expects the implementation to fail a case or a rule, given by its id; the report says how many
    /// cases fail. So that a skip cannot rot, one that names nothing, or whose cases all pass, is a
    /// failure itself. (A case that needs what this build's `serde_json` does not keep says nothing
    /// about its skip.)
    #[must_use]
    pub fn skip(mut self, id: &str) -> Self {
        self.skips.push(id.to_owned());
        self
    }

    /// Compares JSON exactly, but for whitespace: for an implementation that keeps the order of
    /// members and the spelling of numbers and strings, whatever this build's `serde_json` does.
    /// The text that stripping adds is compared exactly as well.
    #[must_use]
    pub fn exact(mut self) -> Self {
        self.exact = true;
        self
    }

    /// Catches a panic of the implementation, which becomes a failure of its case. With `std`:
    ///
    /// ```
    /// use std::panic::{AssertUnwindSafe, catch_unwind};
    /// use mcp_result::contract::{self, Answer};
    ///
    /// let report = contract::conversion()
    ///     .catching(|run| drop(catch_unwind(AssertUnwindSafe(run))))
    ///     .check(|_, _| -> Answer { panic!() });
    /// assert_eq!(report.failures.len(), contract::conversion().cases().len());
    /// assert_eq!(report.failures[0].got, "panicked");
    /// ```
    #[must_use]
    pub fn catching(mut self, catch: fn(&mut dyn FnMut())) -> Self {
        self.catch = catch;
        self
    }

    /// Checks an implementation that takes the result as JSON text.
    pub fn check<O: Into<Outcome>>(&self, mut implementation: impl FnMut(&str, &Q) -> O) -> Report {
        let mut report = Report::default();
        let mut failed = Vec::new();
        for case in self.selected() {
            let mut got = None;
            (self.catch)(&mut || got = Some(implementation(&case.input, &case.question).into()));
            report.asked += 1;
            match got {
                Some(Outcome {
                    answer: Answer::NotHeld,
                    ..
                }) => report.not_held += 1,
                Some(got) if case.accepts(&got, self.exact) => {
                    report.unread += usize::from(got.answer == Answer::Unread);
                }
                got => {
                    failed.push(&case.id);
                    if self.skips.iter().any(|skip| case.is_named(skip)) {
                        report.skipped += 1;
                    } else {
                        report.failures.push(self.failure(case, got.as_ref()));
                    }
                }
            }
        }
        report.is_vacuous = self.cases.is_empty()
            || self.only.is_none() && report.asked == report.unread + report.not_held;
        let only = self.only.iter();
        let only = only.filter(|only| !self.rules.iter().any(|rule| rule.id == **only));
        report.unknown.extend(only.cloned());
        for id in &self.skips {
            let named: Vec<_> = self.selected().filter(|case| case.is_named(id)).collect();
            let passes =
                |case: &&Case<Q>| case.is_decided(self.exact) && !failed.contains(&&case.id);
            if !self.cases.iter().any(|case| case.is_named(id)) {
                report.unknown.push(id.clone());
            } else if named.is_empty() {
                // Of another rule than the one that is checked.
            } else if named.iter().all(passes) {
                report.needless.push(id.clone());
            } else {
                let failed = named.iter().filter(|case| failed.contains(&&case.id));
                report.skips.push(Skip {
                    id: id.clone(),
                    failed: failed.count(),
                    cases: named.len(),
                });
            }
        }
        report
    }

    fn failure(&self, case: &Case<Q>, got: Option<&Outcome>) -> Failure {
        Failure {
            id: case.id.clone(),
            rule: case.rule.clone(),
            why: case.why.clone(),
            input: case.input.clone(),
            question: format!("{:?}", case.question),
            expected: case.expected(self.exact),
            got: got.map_or_else(|| "panicked".to_owned(), Outcome::to_string),
        }
    }

    /// Checks an implementation that takes the result as a [`Value`]. An input that `serde_json`
    /// refuses is answered with [`Answer::Unread`].
    pub fn check_values<O: Into<Outcome>>(
        &self,
        mut implementation: impl FnMut(Value, &Q) -> O,
    ) -> Report {
        self.check(|input, question| match serde_json::from_str(input) {
            Ok(result) => implementation(result, question).into(),
            Err(_) => Answer::Unread.into(),
        })
    }

    fn selected(&self) -> impl Iterator<Item = &Case<Q>> {
        let only = self.only.as_deref();
        self.cases
            .iter()
            .filter(move |case| only.is_none_or(|rule| case.rule == rule))
    }
}
