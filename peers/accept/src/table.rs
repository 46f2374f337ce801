//! How the answers fared.

use std::collections::BTreeMap;
use std::fmt;

use mcp_result::ProtocolVersion;

use crate::answer::{Answer, Answers};
use crate::client::Verdict;
use crate::input::Input;

/// How many rejections of each row are shown in full.
const SHOWN: usize = 3;
const WIDEST: usize = 600;

pub struct Table<'a> {
    inputs: &'a [Input],
    answers: &'a Answers,
    rows: Vec<(&'static str, ProtocolVersion, Row)>,
    shown: Vec<String>,
}

/// What one client, or schema, said at one version.
#[derive(Default)]
struct Row {
    plain: Tally,
    own_tool: Tally,
    /// Of calls that break their own tool's schema.
    broken: Tally,
}

#[derive(Default)]
struct Tally {
    translated: usize,
    translated_rejected: usize,
    stripped: usize,
    stripped_rejected: usize,
}

impl<'a> Table<'a> {
    pub fn new(inputs: &'a [Input], answers: &'a Answers) -> Self {
        Self { inputs, answers, rows: Vec::new(), shown: Vec::new() }
    }

    /// Enters what a client, or the schemas, said.
    pub fn enter(&mut self, name: &'static str, verdicts: &[Verdict]) {
        let mut rows: BTreeMap<ProtocolVersion, Row> = BTreeMap::new();
        for verdict in verdicts {
            let (answer, origin) = &self.answers.answers[verdict.answer];
            let row = rows.entry(answer.version).or_default();
            let tally = match (&answer.tools, answer.breaks_own_schema) {
                (None, _) => &mut row.plain,
                (Some(_), false) => &mut row.own_tool,
                (Some(_), true) => &mut row.broken,
            };
            tally.translated += origin.translated;
            tally.stripped += origin.stripped;
            let Some(why) = &verdict.rejected else {
                continue;
            };
            tally.stripped_rejected += origin.stripped;
            tally.translated_rejected += origin.translated;
            let is_failure = origin.translated > 0 && !answer.breaks_own_schema;
            if is_failure && row.plain.translated_rejected + row.own_tool.translated_rejected <= SHOWN {
                let input = &self.inputs[origin.input];
                self.shown.push(rejection(name, input, answer, why));
            }
        }
        self.rows.extend(rows.into_iter().map(|(version, row)| (name, version, row)));
    }

    /// Whether nothing that was translated was rejected, but for calls that break their own tool's schema.
    pub fn is_clean(&self) -> bool {
        self.rows
            .iter()
            .all(|(_, _, row)| row.plain.translated_rejected + row.own_tool.translated_rejected == 0)
    }
}

fn rejection(name: &str, input: &Input, answer: &Answer, why: &str) -> String {
    let shortened = |text: &str| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        text.chars().take(WIDEST).collect::<String>()
    };
    let mut text = format!(
        "{name} at {} rejects a {} result of {}: {}\n  written: {}\n  sent:    {}",
        answer.version,
        answer.method,
        input.from,
        shortened(why),
        shortened(&input.result.to_string()),
        shortened(&answer.result),
    );
    if let Some(tools) = &answer.tools {
        text += &format!("\n  tools:   {}", shortened(tools));
    }
    text
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for shown in &self.shown {
            writeln!(f, "{shown}\n")?;
        }
        writeln!(f, "Rejected, of all, as `translate_result | strip_for_legacy_peer` sends them:\n")?;
        writeln!(f, "| client | at | results | calls, its own tool known | calls that break its schema |")?;
        writeln!(f, "|---|---|---|---|---|")?;
        for (name, version, row) in &self.rows {
            writeln!(f, "| {name} | {version} | {} | {} | {} |", row.plain, row.own_tool, row.broken)?;
        }
        Ok(())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { translated, translated_rejected, stripped, stripped_rejected } = self;
        write!(f, "{translated_rejected} of {translated} \\| {stripped_rejected} of {stripped}")
    }
}
