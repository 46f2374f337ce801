//! How the answers fared.

use std::collections::BTreeMap;
use std::fmt;

use mcp_result::ProtocolVersion;

use crate::answer::{Answer, Answers};
use crate::client::Verdict;
use crate::input::Input;
use crate::schema;

/// How many rejections of each row are shown in full.
const SHOWN: usize = 3;
const WIDEST: usize = 600;

const HEADER: &str = "\
Rejected, of what `translate_result` and what `strip_for_legacy_peer` sends:

| client | at | results: translated | stripped | calls, its own tool known: translated | stripped \
| broken schemas: translated | stripped |
|---|---|---|---|---|---|---|---|
";

pub struct Table<'a> {
    inputs: &'a [Input],
    answers: &'a Answers,
    rows: Vec<(&'static str, ProtocolVersion, Row)>,
    shown: Vec<String>,
    /// Which clients reject what.
    limits: BTreeMap<&'static str, Vec<&'static str>>,
}

/// What one client, or schema, said at one version.
#[derive(Default)]
struct Row {
    plain: Tally,
    own_tool: Tally,
    /// Of values that break their own tool's schema, and of schemas that no validator takes.
    broken: Tally,
    shown: usize,
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
        Self {
            inputs,
            answers,
            rows: Vec::new(),
            shown: Vec::new(),
            limits: inputs
                .iter()
                .filter_map(|input| Some((input.limit?, Vec::new())))
                .collect(),
        }
    }

    /// Enters what a client, or the schemas, said.
    pub fn enter(&mut self, name: &'static str, verdicts: &[Verdict]) {
        let mut rows: BTreeMap<ProtocolVersion, Row> = BTreeMap::new();
        for verdict in verdicts {
            let (answer, origin) = self.answers.get(verdict.answer);
            if let (Some(limit), true) = (answer.limit, name != schema::NAME) {
                let clients = self.limits.get_mut(limit).expect("it is an input's");
                if verdict.rejected.is_some() && origin.translated > 0 && !clients.contains(&name) {
                    clients.push(name);
                }
                continue;
            }
            let row = rows.entry(answer.version).or_default();
            let is_excused = answer.breaks_schema && name != schema::NAME;
            let tally = match (&answer.tools, is_excused) {
                (_, true) => &mut row.broken,
                (None, false) => &mut row.plain,
                (Some(_), false) => &mut row.own_tool,
            };
            tally.translated += origin.translated;
            tally.stripped += origin.stripped;
            let Some(why) = &verdict.rejected else {
                continue;
            };
            tally.stripped_rejected += origin.stripped;
            tally.translated_rejected += origin.translated;
            if origin.translated > 0 && !is_excused && row.shown < SHOWN {
                row.shown += 1;
                let input = &self.inputs[origin.input];
                self.shown.push(rejection(name, input, answer, why));
            }
        }
        self.rows
            .extend(rows.into_iter().map(|(version, row)| (name, version, row)));
    }

    /// Whether nothing that was translated was rejected, but for broken schemas and known limits, each of
    /// which still is one.
    pub fn is_clean(&self) -> bool {
        self.rows.iter().all(|(_, _, row)| {
            row.plain.translated_rejected + row.own_tool.translated_rejected == 0
        }) && self.limits.values().all(|clients| !clients.is_empty())
    }
}

fn rejection(name: &str, input: &Input, answer: &Answer, why: &str) -> String {
    let shortened = |text: &str| {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        text.chars().take(WIDEST).collect::<String>()
    };
    let tools = answer
        .tools
        .as_deref()
        .unwrap_or("none in the client's hands");
    format!(
        "{name} at {} rejects a {} result of {}: {}\n  written: {}\n  sent:    {}\n  tools:   {}",
        answer.version,
        answer.method,
        input.from,
        shortened(why),
        shortened(&input.result.to_string()),
        shortened(&answer.result),
        shortened(tools),
    )
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for shown in &self.shown {
            writeln!(f, "{shown}\n")?;
        }
        f.write_str(HEADER)?;
        for (name, version, row) in &self.rows {
            let Row {
                plain,
                own_tool,
                broken,
                ..
            } = row;
            writeln!(
                f,
                "| {name} | {version} | {plain} | {own_tool} | {broken} |"
            )?;
        }
        writeln!(f, "\nValid, and rejected all the same:\n")?;
        for (limit, clients) in &self.limits {
            writeln!(f, "- {limit}: {}", clients.join(", "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            translated,
            translated_rejected,
            stripped,
            stripped_rejected,
        } = self;
        write!(
            f,
            "{translated_rejected} of {translated} | {stripped_rejected} of {stripped}"
        )
    }
}
