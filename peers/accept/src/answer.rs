//! What clients are answered with, each answer once.

use std::collections::BTreeMap;
use std::fmt;

use mcp_result::{ProtocolVersion, ResultKind, strip_for_legacy_peer, translate_result};
use serde_json::Value;

use crate::input::{Input, VERSIONS};
use crate::own_schema;

/// What one client may be sent.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Answer {
    pub version: ProtocolVersion,
    pub method: &'static str,
    /// JSON text.
    pub result: String,
    /// The list with the tool that was called, as JSON text, where the client has it in hand.
    pub tools: Option<String>,
    /// The value is not what its own tool's schema says, or a schema is none that a validator takes.
    pub breaks_schema: bool,
    /// As the input's.
    pub limit: Option<&'static str>,
}

/// How the answer came about.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Way {
    Translated,
    Stripped,
}

/// How often one answer came about each way, and the first input that it came from.
#[derive(Default)]
pub struct Origin {
    pub translated: usize,
    pub stripped: usize,
    pub input: usize,
}

#[derive(Default)]
pub struct Answers {
    each: Vec<(Answer, Origin)>,
    /// How often a result was refused, and how often it was not asked for.
    refused: usize,
    skipped: usize,
}

impl Answers {
    /// What peers on each version are sent for these results.
    pub fn to_each_version(inputs: &[Input]) -> Self {
        let mut answers = Self::default();
        let mut origins = BTreeMap::new();
        for (index, input) in inputs.iter().enumerate() {
            for version in VERSIONS {
                if !version.is_legacy() && has_unknown_block(&input.result) {
                    answers.skipped += 1;
                    continue;
                }
                for way in [Way::Translated, Way::Stripped] {
                    let sent = |kind, result: &Value| send(result, kind, input.from, version, way);
                    let Some(result) = sent(input.kind, &input.result) else {
                        answers.refused += 1;
                        continue;
                    };
                    let tools = input.tools.as_ref();
                    let tools = tools.map(|list| {
                        sent(ResultKind::ToolsList, list).expect("a list is never refused")
                    });
                    let list = tools.as_ref().unwrap_or(&result);
                    let answer = Answer {
                        version,
                        method: input.method(),
                        breaks_schema: own_schema::is_broken(input, list),
                        result: result.to_string(),
                        tools: tools.map(|tools| tools.to_string()),
                        limit: input.limit,
                    };
                    let new = Origin {
                        input: index,
                        ..Origin::default()
                    };
                    let origin = origins.entry(answer).or_insert(new);
                    match way {
                        Way::Translated => origin.translated += 1,
                        Way::Stripped => origin.stripped += 1,
                    }
                }
            }
        }
        answers.each = origins.into_iter().collect();
        answers
    }

    /// Whether each result can be sent, as those that are valid and final can.
    pub fn are_complete(&self) -> bool {
        self.refused == 0
    }

    /// Each answer with its index.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &Answer)> {
        self.each.iter().map(|(answer, _)| answer).enumerate()
    }

    /// The answer with this index.
    pub fn get(&self, index: usize) -> &(Answer, Origin) {
        &self.each[index]
    }
}

fn send(
    result: &Value,
    kind: ResultKind,
    from: ProtocolVersion,
    to: ProtocolVersion,
    way: Way,
) -> Option<Value> {
    let mut result = result.clone();
    match way {
        Way::Translated => drop(translate_result(&mut result, kind, from, to).ok()?),
        Way::Stripped => drop(strip_for_legacy_peer(&mut result, kind, to).ok()?),
    }
    Some(result)
}

/// Whether there is a block of a type that no version defines. To a peer at 2026-07-28 it is sent as it is,
/// which no version's schema allows.
fn has_unknown_block(result: &Value) -> bool {
    const KNOWN: [&str; 5] = ["text", "image", "audio", "resource_link", "resource"];
    let elements = |name| result[name].as_array().into_iter().flatten();
    let messages = elements("messages").map(|message| &message["content"]);
    elements("content")
        .chain(messages)
        .filter_map(|block| block["type"].as_str())
        .any(|block_type| !KNOWN.contains(&block_type))
}

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (translated, stripped) =
            self.each
                .iter()
                .fold((0, 0), |(translated, stripped), (_, origin)| {
                    (translated + origin.translated, stripped + origin.stripped)
                });
        write!(
            f,
            "{translated} translated and {stripped} stripped for a version, {} of them different; {} times refused; \
             {} times not sent to 2026-07-28, for a block of a type that no version defines",
            self.each.len(),
            self.refused,
            self.skipped,
        )
    }
}
