//! The contract's cases: each input is valid under the official schema of the version that it belongs to, or
//! is marked as one that is not.

use std::collections::{BTreeSet, HashMap};

use jsonschema::Validator;
use mcp_result::ProtocolVersion;
use mcp_result::contract::{self, Case};
use serde::Deserialize as _;
use serde_json::{Value, json};

use crate::input::VERSIONS;
use crate::schema::{self, DEFINITIONS};

/// The definitions of what other methods are answered with, in the versions that have them.
const OTHER_DEFINITIONS: [(&str, &str); 7] = [
    ("completion/complete", "CompleteResult"),
    ("initialize", "InitializeResult"),
    ("server/discover", "DiscoverResult"),
    ("subscriptions/listen", "SubscriptionsListenResult"),
    ("tasks/cancel", "CancelTaskResult"),
    ("tasks/get", "GetTaskResult"),
    ("tasks/list", "ListTasksResult"),
];

/// Which definition has which members, in a result of a tool.
const BLOCKS: [(&str, &str); 5] = [
    ("text", "TextContent"),
    ("image", "ImageContent"),
    ("audio", "AudioContent"),
    ("resource_link", "ResourceLink"),
    ("resource", "EmbeddedResource"),
];

struct Official {
    schemas: HashMap<ProtocolVersion, Value>,
    validators: HashMap<(ProtocolVersion, &'static str), Validator>,
}

impl Official {
    fn new() -> Self {
        let schemas = VERSIONS.map(|version| (version, schema::official(version)));
        let (schemas, validators) = (schemas.into(), HashMap::new());
        Self {
            schemas,
            validators,
        }
    }

    fn definition(&self, version: ProtocolVersion, name: &str) -> &Value {
        let schema = &self.schemas[&version];
        &schema[schema::place(schema)][name]
    }

    /// The definition of a result of this method; of a result that is not final, by its type.
    fn of_result(&self, version: ProtocolVersion, method: &str, result: &Value) -> &'static str {
        if !version.is_legacy() {
            match result["resultType"].as_str() {
                None | Some("complete") => {}
                Some("input_required") => return "InputRequiredResult",
                Some(_) => return "Result",
            }
        }
        let mut all = DEFINITIONS.into_iter().chain(OTHER_DEFINITIONS);
        let named = all
            .find(|(name, _)| *name == method)
            .map(|(_, definition)| definition);
        let defined = named.filter(|name| self.definition(version, name).is_object());
        defined.unwrap_or("Result")
    }

    /// Whether it is valid, with what a runner may add.
    fn allows(&mut self, version: ProtocolVersion, method: &str, result: &Value) -> bool {
        let mut result = result.clone();
        let definition = self.of_result(version, method, &result);
        let required = self.definition(version, definition)["required"].clone();
        let added = [
            ("resultType", "complete".into()),
            ("ttlMs", 0.into()),
            ("cacheScope", "private".into()),
        ];
        for (name, value) in added {
            let is_required = required
                .as_array()
                .is_some_and(|names| names.contains(&json!(name)));
            if let (true, Value::Object(members)) = (is_required, &mut result) {
                members.entry(name).or_insert(value);
            }
        }
        let validator = self.validators.entry((version, definition));
        let schema = &self.schemas[&version];
        validator
            .or_insert_with(|| schema::validator(schema, definition))
            .is_valid(&result)
    }

    /// Whether the value has members that only another version defines.
    fn is_foreign(&self, version: ProtocolVersion, definition: &str, value: &Value) -> bool {
        let names = |version| {
            let members = self.definition(version, definition)["properties"].as_object();
            members
                .into_iter()
                .flat_map(|members| members.keys())
                .collect::<BTreeSet<_>>()
        };
        let known = names(version);
        let has = |name: &String| value.get(name).is_some() && !known.contains(name);
        VERSIONS.into_iter().flat_map(names).any(has)
    }

    /// Whether a result of `tools/call` may be written so in a version.
    fn is_of(&mut self, version: ProtocolVersion, result: &Value) -> bool {
        let blocks = result["content"].as_array().into_iter().flatten();
        let is_foreign = |block: &Value| {
            let of_type = BLOCKS.into_iter().find(|(name, _)| block["type"] == **name);
            of_type.is_some_and(|(_, definition)| self.is_foreign(version, definition, block))
                || self.is_foreign(version, "Annotations", &block["annotations"])
                || self.is_foreign(version, "TextResourceContents", &block["resource"])
        };
        !blocks.clone().any(is_foreign)
            && (!version.is_legacy() || !self.is_foreign(version, "CallToolResult", result))
            && self.allows(version, "tools/call", result)
    }
}

/// The input, however deep. A number beyond doubles, which `serde_json` does not read, is another one here: the
/// schemas ask nothing of numbers where the cases have them.
fn read<Q>(case: &Case<Q>) -> Value {
    let text = case.input.replace("E40", "E30").replace("e40", "e30");
    let mut reader = serde_json::Deserializer::from_str(&text);
    reader.disable_recursion_limit();
    Value::deserialize(&mut reader).unwrap_or_else(|error| panic!("{}: {error}", case.id))
}

#[test]
fn a_result_that_is_converted_belongs_to_the_first_version_that_allows_it() {
    let mut official = Official::new();
    for case in contract::conversion().cases() {
        let result = read(case);
        let first = VERSIONS
            .into_iter()
            .find(|version| official.is_of(*version, &result));
        assert_eq!(case.version, first, "{}: {}", case.id, case.input);
        let later = VERSIONS
            .into_iter()
            .filter(|version| Some(*version) >= first && first.is_some());
        for version in later {
            assert!(
                official.allows(version, "tools/call", &result),
                "{}: {version}",
                case.id
            );
        }
    }
}

#[test]
fn a_result_that_is_stripped_is_valid_or_marked() {
    let mut official = Official::new();
    for case in contract::stripping().cases() {
        let is_valid = official.allows(
            ProtocolVersion::V2026_07_28,
            &case.question.method,
            &read(case),
        );
        assert_eq!(
            case.version.is_some(),
            is_valid,
            "{}: {}",
            case.id,
            case.input
        );
    }
}

#[test]
fn a_result_that_is_translated_is_valid_or_marked() {
    let mut official = Official::new();
    for case in contract::translation().cases() {
        let result = read(case);
        let from = match result["resultType"].as_str() {
            Some(_) => ProtocolVersion::V2026_07_28,
            None => case.question.from,
        };
        let is_valid = official.allows(from, &case.question.to.method, &result);
        assert_eq!(
            case.version.is_some(),
            is_valid,
            "{}: {}",
            case.id,
            case.input
        );
    }
}

/// Rules that are about results that no version allows.
const ABOUT_INVALID_RESULTS: [&str; 19] = [
    "absent_content_becomes_empty",
    "absent_content_is_no_blocks",
    "block_has_a_string_type",
    "block_is_an_object",
    "content_is_an_array",
    "content_that_cannot_hold_the_text_is_refused",
    "content_that_cannot_hold_the_value_is_refused",
    "first_malformed_block_is_named",
    "is_error_is_never_coerced",
    "malformed_result_is_not_translated",
    "malformed_result_stays",
    "malformed_result_type_is_not_translated",
    "null_member_of_a_block_goes",
    "null_member_of_an_element_goes",
    "result_is_an_object",
    "result_type_is_a_string",
    "schema_that_is_no_object_is_removed",
    "text_block_has_a_string_text",
    "unknown_body_is_no_empty_success",
];

#[test]
fn only_rules_about_invalid_results_have_no_valid_one() {
    fn invalid<Q>(cases: &[Case<Q>]) -> BTreeSet<&str> {
        let mut rules: BTreeSet<_> = cases.iter().map(|case| case.rule.as_str()).collect();
        for case in cases.iter().filter(|case| case.version.is_some()) {
            rules.remove(case.rule.as_str());
        }
        rules
    }
    let (conversion, stripping, translation) = (
        contract::conversion(),
        contract::stripping(),
        contract::translation(),
    );
    let mut all = invalid(conversion.cases());
    all.extend(invalid(stripping.cases()));
    all.extend(invalid(translation.cases()));
    assert_eq!(all, ABOUT_INVALID_RESULTS.into());
}
