//! A result as a server wrote it.

use mcp_result::{ProtocolVersion, ResultKind};
use serde_json::Value;

pub const VERSIONS: [ProtocolVersion; 5] = [
    ProtocolVersion::V2024_11_05,
    ProtocolVersion::V2025_03_26,
    ProtocolVersion::V2025_06_18,
    ProtocolVersion::V2025_11_25,
    ProtocolVersion::V2026_07_28,
];

pub const KINDS: [ResultKind; 7] = [
    ResultKind::ToolsList,
    ResultKind::ToolsCall,
    ResultKind::PromptsList,
    ResultKind::PromptsGet,
    ResultKind::ResourcesList,
    ResultKind::ResourceTemplatesList,
    ResultKind::ResourcesRead,
];

#[derive(Clone, Debug)]
pub struct Input {
    pub kind: ResultKind,
    /// The version that the result is written in.
    pub from: ProtocolVersion,
    pub result: Value,
    /// A `tools/list` result with the tool that was called alone, where the client knows it.
    pub tools: Option<Value>,
    /// What about the result some clients reject, though it is valid and nothing repairs it.
    pub limit: Option<&'static str>,
}

impl Input {
    /// The method that the result answers.
    pub fn method(&self) -> &'static str {
        self.kind.method().expect("each of the kinds has a method")
    }
}
