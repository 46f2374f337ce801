//! What some clients reject though it is valid, and translation does not repair: `limits.json`.

use std::sync::LazyLock;

use mcp_result::{ProtocolVersion, ResultKind};
use serde_json::Value;

use crate::input::Input;

static LIMITS: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../limits.json")).expect("the limits are JSON")
});

/// One result for each limit, as a server on 2025-11-25 writes it.
pub fn results() -> Vec<Input> {
    let limits = LIMITS.as_array().expect("a list");
    limits
        .iter()
        .map(|limit| Input {
            kind: ResultKind::of_method(limit["method"].as_str().expect("a method")),
            from: ProtocolVersion::V2025_11_25,
            result: limit["result"].clone(),
            tools: limit.get("tools").cloned(),
            limit: limit["what"].as_str(),
        })
        .collect()
}
