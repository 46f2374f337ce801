//! Recorded results: `recordings/results.jsonl`.

use mcp_result::{ProtocolVersion, ResultKind};
use serde_json::{Value, json};

use crate::input::Input;

/// All recorded results, or this many of them, evenly spread; those of calls again with the server's own list
/// in the client's hands.
pub fn results(count: usize) -> Vec<Input> {
    let rows: Vec<Row> = include_str!("../recordings/results.jsonl")
        .lines()
        .flat_map(Row::read)
        .collect();
    let step = rows.len().div_ceil(count.max(1));
    rows.iter()
        .step_by(step)
        .flat_map(|row| [Some(row.input(None)), row.with_own_tool(&rows)])
        .flatten()
        .collect()
}

struct Row {
    server: String,
    from: ProtocolVersion,
    method: String,
    tool: Value,
    result: Value,
}

impl Row {
    /// The result, once for each version that it was written in. A few are beyond serde_json: a lone
    /// surrogate, more than 127 levels.
    fn read(line: &str) -> Vec<Self> {
        let row: Value = serde_json::from_str(line).expect("a row is JSON");
        let text = |name: &str| row[name].as_str().expect("a text").to_owned();
        let Ok(mut response) = serde_json::from_str::<Value>(&text("response")) else {
            return Vec::new();
        };
        let result = response["result"].take();
        let versions = row["versions"].as_array().expect("versions");
        let in_version = |version: &Value| Self {
            server: text("server"),
            from: version
                .as_str()
                .and_then(|version| version.parse().ok())
                .expect("a version"),
            method: text("method"),
            tool: row["params"]["name"].clone(),
            result: result.clone(),
        };
        versions.iter().map(in_version).collect()
    }

    fn input(&self, tools: Option<Value>) -> Input {
        Input {
            kind: ResultKind::of_method(&self.method),
            from: self.from,
            result: self.result.clone(),
            tools,
            limit: None,
        }
    }

    fn with_own_tool(&self, rows: &[Self]) -> Option<Input> {
        if self.method != "tools/call" {
            return None;
        }
        let list = rows.iter().find(|row| {
            row.method == "tools/list" && row.server == self.server && row.from == self.from
        })?;
        let tools = list.result["tools"].as_array()?;
        let tool = tools.iter().find(|tool| tool["name"] == self.tool)?;
        let mut list = list.result.clone();
        list["tools"] = json!([tool]);
        Some(self.input(Some(list)))
    }
}
