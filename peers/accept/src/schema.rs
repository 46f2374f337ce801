//! The official JSON Schema of each protocol version.

use std::collections::HashMap;

use jsonschema::Validator;
use mcp_result::ProtocolVersion;
use serde_json::{Value, json};

use crate::answer::Answers;
use crate::client::Verdict;

pub const NAME: &str = "official JSON Schema";

const SCHEMAS: [&str; 5] = [
    include_str!("../schemas/2024-11-05.json"),
    include_str!("../schemas/2025-03-26.json"),
    include_str!("../schemas/2025-06-18.json"),
    include_str!("../schemas/2025-11-25.json"),
    include_str!("../schemas/2026-07-28.json"),
];

/// The definition of what a method is answered with; each version has one of this name.
const DEFINITIONS: [(&str, &str); 7] = [
    ("tools/list", "ListToolsResult"),
    ("tools/call", "CallToolResult"),
    ("prompts/list", "ListPromptsResult"),
    ("prompts/get", "GetPromptResult"),
    ("resources/list", "ListResourcesResult"),
    ("resources/templates/list", "ListResourceTemplatesResult"),
    ("resources/read", "ReadResourceResult"),
];

/// Whether each answer is valid under its version's schema.
pub fn judge(answers: &Answers) -> Vec<Verdict> {
    let validators = validators();
    answers
        .iter()
        .filter(|(_, answer)| answer.tools.is_none())
        .map(|(index, answer)| {
            let result = serde_json::from_str(&answer.result).expect("an answer is JSON");
            let validator = &validators[&(answer.version, answer.method)];
            let fault = validator.iter_errors(&result).next();
            let rejected = fault.map(|fault| format!("{}: {fault}", fault.instance_path()));
            Verdict {
                answer: index,
                rejected,
            }
        })
        .collect()
}

fn validators() -> HashMap<(ProtocolVersion, &'static str), Validator> {
    let mut validators = HashMap::new();
    for (text, version) in SCHEMAS.into_iter().zip(crate::input::VERSIONS) {
        let schema: Value = serde_json::from_str(text).expect("an official schema is JSON");
        let place = if schema.get("$defs").is_some() {
            "$defs"
        } else {
            "definitions"
        };
        for (method, definition) in DEFINITIONS {
            let mut schema = schema.clone();
            assert!(
                schema[place][definition].is_object(),
                "{version} defines {definition}"
            );
            schema["$ref"] = json!(format!("#/{place}/{definition}"));
            let validator = jsonschema::options()
                .should_validate_formats(true)
                .build(&schema)
                .expect("an official schema is a JSON Schema");
            validators.insert((version, method), validator);
        }
    }
    validators
}
