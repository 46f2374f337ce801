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
pub const DEFINITIONS: [(&str, &str); 7] = [
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
    for version in crate::input::VERSIONS {
        let schema = official(version);
        for (method, definition) in DEFINITIONS {
            validators.insert((version, method), validator(&schema, definition));
        }
    }
    validators
}

/// The official schema of one of the published versions.
pub fn official(version: ProtocolVersion) -> Value {
    let mut schemas = SCHEMAS.into_iter().zip(crate::input::VERSIONS);
    let (text, _) = schemas
        .find(|schema| schema.1 == version)
        .expect("it is published");
    serde_json::from_str(text).expect("an official schema is JSON")
}

/// The name of the member that an official schema has its definitions in.
pub fn place(schema: &Value) -> &'static str {
    if schema.get("$defs").is_some() {
        "$defs"
    } else {
        "definitions"
    }
}

/// Judges by one definition of an official schema.
pub fn validator(schema: &Value, definition: &str) -> Validator {
    let place = place(schema);
    assert!(
        schema[place][definition].is_object(),
        "{definition} is defined"
    );
    let mut schema = schema.clone();
    schema["$ref"] = json!(format!("#/{place}/{definition}"));
    jsonschema::options()
        .should_validate_formats(true)
        .build(&schema)
        .expect("an official schema is a JSON Schema")
}
