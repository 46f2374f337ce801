//! The contract's cases, with what an adapter has to know of each, and their own check.

use std::fmt::Debug;

use mcp_result::contract::{self, Failure, Outcome, Suite};
use mcp_result::{ContentForm, Conversion, ResultMode};
use serde_json::Value;

use crate::fake::MODERN;

/// A part of the contract.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Part {
    Conversion,
    Stripping,
    Translation,
}

pub struct Case {
    pub part: Part,
    pub id: String,
    pub rule: String,
    pub input: String,
    /// The outcomes that are right, as the file has them.
    pub outcomes: Vec<Value>,
    /// All members, as the file has them.
    pub members: Value,
    check: Box<dyn Fn(Outcome) -> Option<Failure>>,
}

/// Every case of a part, in order.
pub fn cases(part: Part) -> Vec<Case> {
    match part {
        Part::Conversion => with_checks(part, contract::CONVERSION_JSON, &contract::conversion()),
        Part::Stripping => with_checks(part, contract::STRIPPING_JSON, &contract::stripping()),
        Part::Translation => {
            with_checks(part, contract::TRANSLATION_JSON, &contract::translation())
        }
    }
}

fn with_checks<Q: Clone + Debug + 'static>(part: Part, file: &str, suite: &Suite<Q>) -> Vec<Case> {
    let mut file: Value = serde_json::from_str(file).expect("the crate's own file is JSON");
    let cases = file["cases"].as_array_mut().expect("it has cases");
    let with_check = |members: Value| {
        let text = |name: &str| members[name].as_str().expect("a string").to_owned();
        let id = text("id");
        let alone = suite.clone().retain(|case| case.id == id);
        Case {
            part,
            rule: text("rule"),
            input: text("input"),
            outcomes: ["expect", "or"]
                .iter()
                .filter_map(|name| members.get(name).cloned())
                .collect(),
            check: Box::new(move |outcome| {
                alone
                    .check(|_, _| outcome.clone())
                    .failures
                    .into_iter()
                    .next()
            }),
            members,
            id,
        }
    };
    cases.drain(..).map(with_check).collect()
}

/// The conversion that the members `mode` and `form` name.
pub fn asked(members: &Value) -> Conversion {
    let text = |name: &str| members.get(name)?.as_str();
    let mode: ResultMode = text("mode")
        .and_then(|mode| mode.parse().ok())
        .expect("a mode");
    let form = text("form").and_then(|form| form.parse::<ContentForm>().ok());
    Conversion::from(mode).with_content(form.unwrap_or_default())
}

impl Case {
    /// How an outcome fails, by the contract's own check.
    pub fn failure(&self, outcome: Outcome) -> Option<Failure> {
        (self.check)(outcome)
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.members.get(name)?.as_str()
    }

    /// What a conversion is asked.
    pub fn conversion(&self) -> Conversion {
        asked(&self.members)
    }

    /// The mode, and in the structured ones the form, as adapters name what they have.
    pub fn mode(&self) -> String {
        let mode = self.text("mode").unwrap_or_default();
        match self.text("form") {
            Some("blocks") if mode.contains("structured") => format!("{mode}/blocks"),
            _ => mode.to_owned(),
        }
    }

    /// The case's mode, with each form where that does not count: it does where the outcome is of the blocks.
    pub fn modes(&self) -> Vec<String> {
        let mode = self.text("mode").unwrap_or_default();
        let of_blocks = |outcome: &Value| {
            let pointer = outcome["malformed"]["pointer"].as_str();
            ["text", "texts", "blocks"]
                .iter()
                .any(|name| outcome.get(name).is_some())
                || pointer.is_some_and(|pointer| pointer.starts_with("/content/"))
        };
        if mode.contains("structured") && !self.outcomes.iter().any(of_blocks) {
            return vec![mode.to_owned(), format!("{mode}/blocks")];
        }
        vec![self.mode()]
    }

    /// Whether a peer of some protocol version may send the result.
    pub fn is_valid(&self) -> bool {
        match self.part {
            Part::Conversion => self.text("version").is_some(),
            Part::Stripping | Part::Translation => self.members["invalid"] != true,
        }
    }

    /// Whether the runner can read what is sent, and so what comes back.
    pub fn is_readable(&self) -> bool {
        let response = format!(r#"{{"result":{}}}"#, self.input);
        serde_json::from_str::<Value>(&response).is_ok()
    }

    /// Whether the result is one that a response may hold.
    pub fn is_object(&self) -> bool {
        self.input.trim_start().starts_with('{')
    }

    /// The first protocol version in whose sessions the result may come; for one that is valid in none, one that has
    /// what is in it. None, where the peer of a server told no version.
    pub fn session_version(&self) -> Option<&str> {
        if let Some(version) = self.text("version") {
            return Some(version);
        }
        if self.part != Part::Conversion {
            return None;
        }
        let input: Value = serde_json::from_str(&self.input).unwrap_or_default();
        let is_modern = input.get("resultType").is_some()
            || input
                .get("structuredContent")
                .is_some_and(|value| !value.is_object());
        let version = if is_modern { MODERN } else { "2025-11-25" };
        Some(version)
    }

    /// The input as a session of the version has it: where every result has a `resultType`, with one.
    pub fn in_session(&self, version: &str) -> String {
        let trimmed = self.input.trim_start();
        let has_type = || {
            let input: Value = serde_json::from_str(&self.input).unwrap_or_default();
            input.get("resultType").is_some() || self.input.contains("\"resultType\"")
        };
        match trimmed.strip_prefix('{') {
            Some(members) if version >= MODERN && !has_type() => {
                let comma = if members.trim_start().starts_with('}') {
                    ""
                } else {
                    ","
                };
                format!(r#"{{"resultType":"complete"{comma}{members}"#)
            }
            _ => self.input.clone(),
        }
    }
}
