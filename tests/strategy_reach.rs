//! What the strategies reach, how often, and what failures shrink to.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use every::KIND;
use mcp_result::rules::{FirstBlock, legacy_text, mirrors, output_schema};
use mcp_result::{
    Change, ConvertError, NotForLegacyPeer, Output, ProtocolVersion, ResultKind, ResultMode,
    TextFallback, convert_result, strategy, strip_for_legacy_peer, translate_result,
};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestError, TestRng, TestRunner};
use serde_json::{Value, json};

mod every;

const SAMPLES: usize = 3_000;

/// What a text may have.
type Trait = fn(&str) -> bool;

fn runner() -> TestRunner {
    let config = ProptestConfig {
        cases: 10_000,
        max_shrink_iters: 100_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn samples<T: std::fmt::Debug>(strategy: impl Strategy<Value = T>) -> impl Iterator<Item = T> {
    let mut runner = runner();
    (0..SAMPLES).map(move |_| strategy.new_tree(&mut runner).unwrap().current())
}

type Samples = LazyLock<Vec<Value>>;
static JSON: Samples = LazyLock::new(|| samples(strategy::json()).collect());
static CALLS: Samples = LazyLock::new(|| samples(strategy::call_result()).collect());
static ODD_CALLS: Samples = LazyLock::new(|| samples(strategy::malformed_call_result()).collect());
static LISTS: Samples = LazyLock::new(|| samples(strategy::list_result()).collect());
static ODD_LISTS: Samples = LazyLock::new(|| samples(strategy::malformed_list_result()).collect());

/// Counts the samples by the labels that each one gets, and asserts that each of the labels came
/// this often and no other came at all.
#[track_caller]
fn assert_reached(labels: impl Iterator<Item = String>, floors: &[(&str, usize)]) {
    let mut counts: BTreeMap<String, usize> = floors
        .iter()
        .map(|(label, _)| ((*label).into(), 0))
        .collect();
    for label in labels {
        *counts.entry(label).or_default() += 1;
    }
    for (label, floor) in floors {
        let count = counts.remove(*label).unwrap();
        assert!(count >= *floor, "{label}: {count} times, less than {floor}");
    }
    assert!(counts.is_empty(), "unexpected: {counts:?}");
}

fn root_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn depth(value: &Value) -> usize {
    match value {
        Value::Array(elements) => 1 + elements.iter().map(depth).max().unwrap_or(0),
        Value::Object(members) => 1 + members.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

const ROOT_TYPES: [(&str, usize); 6] = [
    ("null", 50),
    ("boolean", 50),
    ("number", 100),
    ("string", 100),
    ("array", 300),
    ("object", 300),
];

const FALSY: [(&str, usize); 8] = [
    ("null", 20),
    ("false", 20),
    ("0", 20),
    ("0.0", 20),
    ("-0.0", 20),
    ("\"\"", 20),
    ("[]", 20),
    ("{}", 20),
];

fn falsy_only(values: impl Iterator<Item = Value>) -> impl Iterator<Item = String> {
    values
        .map(|value| value.to_string())
        .filter(|text| FALSY.iter().any(|(falsy, _)| falsy == text))
}

fn structured_contents() -> impl Iterator<Item = Value> {
    CALLS
        .iter()
        .cloned()
        .filter_map(|result| result.get("structuredContent").cloned())
}

#[test]
fn json_reaches_every_root_type() {
    assert_reached(
        JSON.iter().map(|value| root_type(value).into()),
        &ROOT_TYPES,
    );
}

#[test]
fn json_reaches_every_falsy_value() {
    assert_reached(falsy_only(JSON.iter().cloned()), &FALSY);
}

#[test]
fn structured_content_reaches_every_root_type() {
    assert_reached(
        structured_contents().map(|value| root_type(&value).into()),
        &ROOT_TYPES,
    );
}

#[test]
fn structured_content_reaches_every_falsy_value() {
    assert_reached(falsy_only(structured_contents()), &FALSY);
}

#[test]
fn each_type_of_json_has_a_strategy_of_its_own() {
    let types = [
        (strategy::null().boxed(), "null"),
        (strategy::boolean().boxed(), "boolean"),
        (strategy::number().boxed(), "number"),
        (strategy::string().boxed(), "string"),
        (strategy::array().boxed(), "array"),
        (strategy::object().boxed(), "object"),
    ];
    for (strategy, name) in types {
        assert!(
            samples(strategy)
                .take(500)
                .all(|value| root_type(&value) == name),
            "{name}"
        );
    }
}

#[test]
fn falsy_yields_falsy_values_alone() {
    let floors = FALSY.map(|(text, _)| (text, 250));
    assert_reached(
        samples(strategy::falsy()).map(|value| value.to_string()),
        &floors,
    );
}

#[test]
fn numbers_reach_the_edges() {
    let edges = [
        json!(0),
        json!(-0.0),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1_u64 << 53),
        json!((1_u64 << 53) + 1),
        json!(5e-324),
        json!(1e308),
        json!(1.5),
    ];
    let numbers: Vec<String> = samples(strategy::number())
        .map(|value| value.to_string())
        .collect();
    for edge in edges {
        let parsed = edge.to_string();
        let count = numbers.iter().filter(|number| **number == parsed).count();
        assert!(count >= 20, "{edge}: {count}");
    }
}

#[test]
fn strings_reach_the_corners() {
    let texts: Vec<String> = samples(strategy::string())
        .map(|value| value.as_str().unwrap().into())
        .collect();
    let corners: [(&str, Trait); 6] = [
        ("empty", str::is_empty),
        ("parses as JSON", |text| {
            serde_json::from_str::<Value>(text).is_ok()
        }),
        ("control", |text| text.contains(|char: char| char < ' ')),
        ("NUL", |text| text.contains('\0')),
        ("beyond the surrogates", |text| {
            text.chars().any(|char| char > '\u{ffff}')
        }),
        ("looks escaped", |text| text.contains("\\u")),
    ];
    for (name, is_corner) in corners {
        let count = texts.iter().filter(|text| is_corner(text)).count();
        assert!(count >= 50, "{name}: {count}");
    }
}

#[test]
fn objects_reach_the_names_that_mean_something() {
    let objects: Vec<Value> = samples(strategy::object()).collect();
    let names = [
        "",
        "type",
        "content",
        "structuredContent",
        "a/b",
        "m~n",
        "$serde_json::private::Number",
        "$serde_json::private::RawValue",
    ];
    for name in names {
        let count = objects
            .iter()
            .filter(|object| object.get(name).is_some())
            .count();
        assert!(count >= 50, "{name}: {count}");
    }
}

#[test]
fn nothing_is_nested_too_deep_to_be_read_back() {
    for values in [&*JSON, &*CALLS, &*ODD_CALLS, &*LISTS, &*ODD_LISTS] {
        let deepest = values.iter().map(depth).max().unwrap();
        assert!((60..=strategy::MAX_DEPTH).contains(&deepest), "{deepest}");
    }
}

const BLOCKS: [(&str, usize); 6] = [
    ("text", 1000),
    ("image", 200),
    ("audio", 200),
    ("resource_link", 200),
    ("resource", 200),
    ("unknown", 200),
];

fn block_type(block: &Value) -> String {
    let name = block["type"].as_str().unwrap();
    let is_known = BLOCKS.iter().any(|(known, _)| *known == name);
    if is_known {
        name.into()
    } else {
        "unknown".into()
    }
}

#[test]
fn block_reaches_every_type() {
    assert_reached(
        samples(strategy::block()).map(|block| block_type(&block)),
        &BLOCKS,
    );
}

#[test]
fn call_result_reaches_every_type_of_block() {
    let blocks = CALLS
        .iter()
        .cloned()
        .filter_map(|result| result.get("content")?.as_array().cloned())
        .flatten();
    assert_reached(blocks.map(|block| block_type(&block)), &BLOCKS);
}

#[test]
fn each_type_of_block_has_a_strategy_of_its_own() {
    let types = [
        (strategy::text_block().boxed(), "text"),
        (strategy::image_block().boxed(), "image"),
        (strategy::audio_block().boxed(), "audio"),
        (strategy::resource_link_block().boxed(), "resource_link"),
        (strategy::embedded_resource_block().boxed(), "resource"),
        (strategy::unknown_block().boxed(), "unknown"),
    ];
    for (strategy, name) in types {
        assert!(
            samples(strategy)
                .take(500)
                .all(|block| block_type(&block) == name),
            "{name}"
        );
    }
}

/// The outcome's name; for a malformed result, where, with any index written as `N`.
fn outcome(result: Value, mode: ResultMode) -> String {
    match convert_result(result, mode) {
        Ok(converted) => match converted.output {
            Output::Structured(_) => "Structured".into(),
            Output::Text(text) if text.is_empty() => "Text, empty".into(),
            Output::Text(_) => "Text".into(),
            Output::Texts(_) => "Texts".into(),
            Output::Blocks(blocks) if blocks.is_empty() => "Blocks, none".into(),
            Output::Blocks(_) => "Blocks".into(),
        },
        Err(ConvertError::Tool(_)) => "Tool".into(),
        Err(ConvertError::Incomplete(_)) => "Incomplete".into(),
        Err(ConvertError::Malformed(error)) => {
            let pointer = error.pointer().split('/');
            let names = pointer.map(|name| {
                if name.parse::<usize>().is_ok() {
                    "N"
                } else {
                    name
                }
            });
            format!("Malformed at {:?}", names.collect::<Vec<_>>().join("/"))
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn call_result_is_valid_and_reaches_every_output() {
    let outcomes = CALLS.iter().cloned().flat_map(|result| {
        [
            outcome(result.clone(), ResultMode::Text),
            outcome(result, ResultMode::Structured),
        ]
    });
    let floors = [
        ("Structured", 1000),
        ("Text", 600),
        ("Text, empty", 20),
        ("Texts", 300),
        ("Blocks", 200),
        ("Blocks, none", 300),
        ("Tool", 300),
    ];
    assert_reached(outcomes, &floors);
}

#[test]
fn call_result_reaches_every_output_for_a_model() {
    let outputs = CALLS.iter().map(|result| {
        let blocks = result.get("content").and_then(Value::as_array);
        let blocks = blocks.map_or(0, Vec::len);
        match (convert_result(result.clone(), ResultMode::Model), blocks) {
            (Ok(converted), blocks) => match converted.output {
                Output::Structured(_) if blocks == 0 => "Structured without blocks",
                Output::Structured(_) => "Structured beside blocks",
                Output::Blocks(shown) if shown.len() < blocks => "Blocks, not all",
                Output::Blocks(shown) if shown.is_empty() => "Blocks, none",
                _ if result.get("structuredContent").is_some() => "Blocks beside a value",
                _ => "Blocks",
            },
            _ => "no output",
        }
        .into()
    });
    let floors = [
        ("Structured without blocks", 200),
        ("Structured beside blocks", 100),
        ("Blocks beside a value", 300),
        ("Blocks, not all", 100),
        ("Blocks, none", 100),
        ("Blocks", 200),
        ("no output", 300),
    ];
    assert_reached(outputs, &floors);
}

#[test]
fn a_value_is_mirrored_in_a_third() {
    let mirrored = |result: &&Value| {
        let text = result.pointer("/content/0/text").and_then(Value::as_str);
        let value = &result["structuredContent"];
        text.is_some_and(|text| mirrors(text, value))
    };
    let with_value = || {
        let results = CALLS.iter();
        results.filter(|result| result.get("structuredContent").is_some())
    };
    let (mirrored, all) = (with_value().filter(mirrored).count(), with_value().count());
    assert!(
        (all * 30 / 100..all * 38 / 100).contains(&mirrored),
        "{mirrored} of {all}"
    );
}

/// The names of a JSON text, as they are read, each at its first place.
fn names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('"') {
        let mut is_escaped = false;
        let end = rest[start + 1..].find(|char| {
            let is_end = char == '"' && !is_escaped;
            is_escaped = char == '\\' && !is_escaped;
            is_end
        });
        let (string, behind) = rest[start..].split_at(end.unwrap() + 2);
        let name: String = serde_json::from_str(string).unwrap();
        if behind.trim_start().starts_with(':') && !names.contains(&name) {
            names.push(name);
        }
        rest = behind;
    }
    names
}

#[test]
fn mirrors_reach_every_spelling() {
    let texts = CALLS.iter().filter_map(|result| {
        let value = result.get("structuredContent")?;
        let text = result.pointer("/content/0/text")?.as_str()?;
        mirrors(text, value).then_some((text, value))
    });
    let labels = texts.flat_map(|(text, value)| {
        let compact = value.to_string();
        let trimmed = text.trim();
        let (here, there) = (names(text), names(&compact));
        let labels = [
            ("plain", text == compact),
            ("spaced", trimmed != text),
            ("escaped", text.contains("\\u")),
            ("in another order", here != there),
        ];
        labels
            .into_iter()
            .filter(|(_, is)| *is)
            .map(|(label, _)| label.to_owned())
    });
    let floors = [
        ("plain", 100),
        ("spaced", 100),
        ("escaped", 30),
        ("in another order", 5),
    ];
    assert_reached(labels, &floors);
}

#[test]
fn block_reaches_audiences_of_every_shape() {
    let audiences = samples(strategy::block())
        .filter_map(|block| Some(block.get("annotations")?.get("audience")?.to_string()));
    let shapes = [
        "[\"assistant\"]",
        "[\"user\"]",
        "[\"user\",\"assistant\"]",
        "[]",
        "\"assistant\"",
        "\"user\"",
        "[\"Assistant\"]",
        "[\"system\"]",
        "\"\"",
        "[null]",
        "[[\"assistant\"]]",
        "null",
        "true",
        "7",
        "{\"user\":true}",
    ];
    assert_reached(audiences, &shapes.map(|shape| (shape, 15)));
}

/// What an embedded resource holds.
fn held(block: &Value) -> String {
    let Some(resource) = block.get("resource").filter(|it| it.is_object()) else {
        return "no resource".into();
    };
    let label = |name| match resource.get(name) {
        None => "no",
        Some(Value::String(text)) if text.is_empty() => "empty",
        Some(Value::String(_)) => "some",
        Some(_) => "odd",
    };
    format!("{} text, {} blob", label("text"), label("blob"))
}

#[test]
fn embedded_resource_reaches_texts_and_blobs_empty_ones_included() {
    let floors = [
        ("some text, no blob", 800),
        ("empty text, no blob", 350),
        ("no text, some blob", 800),
        ("no text, empty blob", 350),
    ];
    let blocks = samples(strategy::embedded_resource_block());
    assert_reached(blocks.map(|block| held(&block)), &floors);
}

#[test]
fn malformed_call_result_reaches_resources_with_both_or_neither() {
    let blocks = ODD_CALLS.iter().filter_map(|result| result.get("content"));
    let blocks = blocks.filter_map(Value::as_array).flatten();
    let resources = blocks.filter(|block| block["type"] == "resource");
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for resource in resources {
        *counts.entry(held(resource)).or_default() += 1;
    }
    for kind in [
        "no resource",
        "no text, no blob",
        "some text, some blob",
        "empty text, some blob",
        "odd text, no blob",
        "no text, odd blob",
    ] {
        assert!(
            counts.get(kind).is_some_and(|count| *count >= 3),
            "{kind}: {counts:?}"
        );
    }
}

#[test]
fn too_deep_is_too_deep_to_be_read_or_written() {
    for value in samples(strategy::too_deep()).take(300) {
        assert!((128..=160).contains(&depth(&value)));
        assert_eq!(
            legacy_text(&value, FirstBlock::None, TextFallback::Lossless),
            Err(NotForLegacyPeer::Depth)
        );
    }
}

#[test]
fn malformed_call_result_reaches_every_outcome() {
    let outcomes = ODD_CALLS.iter().cloned().flat_map(|result| {
        [
            outcome(result.clone(), ResultMode::Text),
            outcome(result, ResultMode::Structured),
        ]
    });
    let floors = [
        ("Structured", 300),
        ("Text", 100),
        ("Text, empty", 10),
        ("Texts", 50),
        ("Blocks", 50),
        ("Blocks, none", 100),
        ("Tool", 50),
        ("Incomplete", 300),
        ("Malformed at \"\"", 100),
        ("Malformed at \"/isError\"", 300),
        ("Malformed at \"/resultType\"", 200),
        ("Malformed at \"/content\"", 200),
        ("Malformed at \"/content/N\"", 50),
        ("Malformed at \"/content/N/type\"", 50),
        ("Malformed at \"/content/N/text\"", 50),
    ];
    assert_reached(outcomes, &floors);
}

#[test]
fn malformed_call_result_reaches_every_spelling_of_is_error_and_result_type() {
    let results = &*ODD_CALLS;
    let spellings = [
        (
            "isError",
            json!([true, false, null, "true", "false", "", 0, 1, [], {}]),
        ),
        (
            "resultType",
            json!([
                "complete",
                "input_required",
                "task",
                null,
                "Complete",
                "",
                0,
                [],
                {}
            ]),
        ),
    ];
    for (name, spellings) in spellings {
        for spelling in spellings.as_array().unwrap() {
            let count = results
                .iter()
                .filter(|result| result.get(name) == Some(spelling))
                .count();
            assert!(count >= 40, "{name} {spelling}: {count}");
        }
    }
}

fn schema_root(schema: &Value) -> String {
    let Value::Object(members) = schema else {
        return root_type(schema).into();
    };
    let names = ["type", "oneOf", "anyOf", "$ref"];
    let root = names
        .iter()
        .find_map(|name| Some((name, members.get(*name)?)));
    match root {
        Some((&"type", value)) => value.to_string(),
        Some((name, _)) => (*name).into(),
        None => "no type".into(),
    }
}

const SCHEMA_ROOTS: [(&str, usize); 17] = [
    ("\"object\"", 300),
    ("\"array\"", 30),
    ("\"string\"", 30),
    ("\"number\"", 30),
    ("\"integer\"", 30),
    ("\"boolean\"", 30),
    ("\"null\"", 30),
    ("[\"object\",\"null\"]", 30),
    ("[\"object\"]", 30),
    ("oneOf", 30),
    ("anyOf", 30),
    ("$ref", 30),
    ("no type", 60),
    ("boolean", 60),
    ("null", 60),
    ("\"Object\"", 30),
    ("string", 30),
];

/// Without the near-misses `""` and a second spelling of `null`.
fn schema_roots(schemas: impl Iterator<Item = Value>) -> impl Iterator<Item = String> {
    schemas
        .map(|schema| schema_root(&schema))
        .filter(|root| root != "\"\"")
}

#[test]
fn output_schema_reaches_every_root() {
    assert_reached(
        schema_roots(samples(strategy::output_schema())),
        &SCHEMA_ROOTS,
    );
}

#[test]
fn list_result_reaches_every_root_of_a_schema() {
    let schemas = LISTS.iter().cloned().flat_map(|result| {
        let tools = result["tools"].as_array().unwrap().clone();
        tools
            .into_iter()
            .filter_map(|tool| tool.get("outputSchema").cloned())
    });
    assert_reached(schema_roots(schemas), &SCHEMA_ROOTS);
}

#[test]
fn stripping_reaches_every_outcome() {
    let label = |result: Value, kind| {
        let mut sent = result;
        match strip_for_legacy_peer(&mut sent, kind, ProtocolVersion::V2025_06_18) {
            Ok(stripped) if !stripped.output_schemas().is_empty() => "output schema removed",
            Ok(stripped) if stripped.text_added() && sent["content"].get(1).is_some() => {
                "text added before other blocks"
            }
            Ok(stripped) if stripped.text_added() => "text added",
            Ok(stripped) if stripped.structured_content().is_present() => "mirrored",
            Ok(stripped) if stripped.result_type() => "only resultType removed",
            Ok(_) => "untouched",
            Err(NotForLegacyPeer::ResultType(_)) => "ResultType",
            Err(NotForLegacyPeer::Content) => "Content",
            Err(_) => "unexpected",
        }
        .into()
    };
    let calls = CALLS.iter().chain(&*ODD_CALLS).cloned();
    let calls = calls.map(|result| label(result, ResultKind::ToolsCall));
    let floors = [
        ("text added", 300),
        ("text added before other blocks", 300),
        ("mirrored", 100),
        ("only resultType removed", 100),
        ("untouched", 300),
        ("ResultType", 100),
        ("Content", 30),
    ];
    assert_reached(calls, &floors);

    let lists = LISTS.iter().chain(&*ODD_LISTS).cloned();
    let lists = lists.map(|result| label(result, ResultKind::ToolsList));
    let floors = [
        ("output schema removed", 500),
        ("only resultType removed", 100),
        ("untouched", 300),
        ("ResultType", 100),
    ];
    assert_reached(lists, &floors);
}

#[test]
fn versions_reach_every_date() {
    let floors = |years: [(&'static str, usize); 4]| {
        let days = ["29", "30", "31"].map(|day| (day, 30));
        [years.as_slice(), days.as_slice(), &[("02-29", 3)]].concat()
    };
    let reach = |versions: Vec<String>, floors: &[(&str, usize)]| {
        for (part, floor) in floors {
            let has = |version: &&String| version.starts_with(part) || version.ends_with(part);
            let count = versions.iter().filter(has).count();
            assert!(count >= *floor, "{part}: {count}");
        }
    };
    let published = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
    let texts = |strategy: BoxedStrategy<ProtocolVersion>| {
        let versions = samples(strategy).chain(samples(strategy::legacy_version()));
        let versions = versions.map(|version| version.to_string());
        let versions = versions.filter(|version| !published.contains(&version.as_str()));
        versions.collect::<Vec<_>>()
    };
    let legacy = texts(strategy::legacy_version().boxed());
    let years = [
        ("2026-0", 50),
        ("2026-07-1", 3),
        ("2026-01", 3),
        ("0000", 50),
    ];
    reach(legacy, &floors(years));
    let all = texts(strategy::protocol_version().boxed());
    let years = [
        ("2026-1", 20),
        ("2026-08", 20),
        ("9999", 50),
        ("2026-09", 3),
    ];
    reach(all, &floors(years));
}

#[test]
fn versions_reach_both_sides_of_the_line() {
    assert!(samples(strategy::legacy_version()).all(ProtocolVersion::is_legacy));
    let legacy = samples(strategy::legacy_version()).map(|version| version.to_string());
    let published = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
    let count = legacy
        .filter(|version| published.contains(&version.as_str()))
        .count();
    assert!(
        (SAMPLES * 45 / 100..SAMPLES * 55 / 100).contains(&count),
        "{count}"
    );
    let versions: Vec<_> = samples(strategy::protocol_version())
        .map(|version| version.to_string())
        .collect();
    let dates = [
        "2024-11-05",
        "2025-03-26",
        "2025-06-18",
        "2025-11-25",
        "2026-07-27",
        "2026-07-28",
        "2026-07-29",
    ];
    for date in dates {
        let count = versions.iter().filter(|version| *version == date).count();
        assert!(count >= 50, "{date}: {count}");
    }
}

/// The value's text, members in the order of their names whatever the build keeps.
fn in_order_of_names(value: Value) -> String {
    match value {
        Value::Array(elements) => {
            let elements: Vec<_> = elements.into_iter().map(in_order_of_names).collect();
            format!("[{}]", elements.join(","))
        }
        Value::Object(members) => {
            let members: BTreeMap<_, _> = members.into_iter().collect();
            let members = members.into_iter().map(|(name, member)| {
                format!("{}:{}", Value::from(name), in_order_of_names(member))
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        scalar => scalar.to_string(),
    }
}

#[test]
fn spelling_reads_as_the_values_own_text() {
    let spelled =
        strategy::json().prop_flat_map(|value| (Just(value.clone()), strategy::spelling(value)));
    let read = |text: &str| serde_json::from_str(text).ok().map(in_order_of_names);
    for (value, spelling) in samples(spelled) {
        assert_eq!(read(&spelling), read(&value.to_string()), "{spelling}");
    }
}

#[test]
fn spelling_reaches_every_oddity() {
    let value = json!({"a": [1.5, 1e300], "b/c": {"x": "z"}});
    let texts: Vec<String> = samples(strategy::spelling(value.clone())).collect();
    let oddities: [(&str, Trait); 10] = [
        ("members in another order", |text| {
            let name = text.trim_start_matches(|char: char| char == '{' || char.is_whitespace());
            name.starts_with("\"b") || name.starts_with("\"\\u0062")
        }),
        ("plain", |text| {
            !text.contains(char::is_whitespace) && !text.contains('\\')
        }),
        ("whitespace", |text| text.contains(char::is_whitespace)),
        ("whitespace in an array", |text| {
            text.contains("[ ") || text.contains("[\t")
        }),
        ("escaped name", |text| text.contains("\\u0061")),
        ("escaped text", |text| text.contains("\\u007a")),
        ("escape in upper case", |text| text.contains("\\u007A")),
        ("escaped solidus", |text| text.contains("\\/")),
        ("member twice", |text| text.matches("\"a\"").count() == 2),
        ("member of a member twice", |text| {
            text.matches("\"x\"").count() == 2
        }),
    ];
    for (name, is_odd) in oddities {
        let count = texts.iter().filter(|text| is_odd(text)).count();
        assert!(count >= 30, "{name}: {count}");
    }
}

#[test]
fn spelling_reaches_other_spellings_of_the_same_number() {
    let other = [
        (json!(1.5), "1.5e0"),
        (json!(1.5), "1.5E+00"),
        (json!(1.5), "1.50"),
        (json!(1e300), "1E+300"),
        (json!(1e300), "1e300"),
        (json!(1e300), "1.0E+0300"),
    ];
    for (number, text) in other {
        let texts = samples(strategy::spelling(number.clone()));
        let count = texts.filter(|spelled| spelled.trim() == text).count();
        // With `arbitrary_precision` most other spellings are other numbers.
        let read: Value = serde_json::from_str(text).unwrap();
        let same = read == number;
        assert_eq!(count >= 30, same, "{number} as {text}: {count}");
    }
}

/// The smallest value that a strategy finds where this is not so.
#[track_caller]
fn smallest<T: std::fmt::Debug>(
    strategy: impl Strategy<Value = T>,
    holds: impl Fn(&T) -> bool,
) -> T {
    let result = runner().run(&strategy, |value| {
        prop_assert!(holds(&value));
        Ok(())
    });
    match result {
        Err(TestError::Fail(_, value)) => value,
        other => panic!("no counterexample: {other:?}"),
    }
}

#[test]
fn a_failure_shrinks_to_the_one_member_it_is_about() {
    let call = strategy::call_result;
    let is =
        |name: &'static str, value: Value| move |result: &Value| result.get(name) != Some(&value);
    let has = |name: &'static str| move |result: &Value| result.get(name).is_none();

    let null = is("structuredContent", Value::Null);
    assert_eq!(smallest(call(), null), json!({"structuredContent": null}));
    let array = |result: &Value| !result.get("structuredContent").is_some_and(Value::is_array);
    assert_eq!(smallest(call(), array), json!({"structuredContent": []}));
    assert_eq!(smallest(call(), has("content")), json!({"content": []}));
    assert_eq!(
        smallest(call(), is("isError", json!(true))),
        json!({"isError": true})
    );
    assert_eq!(
        smallest(call(), has("resultType")),
        json!({"resultType": "complete"})
    );
    assert_eq!(smallest(call(), has("_meta")), json!({"_meta": {}}));
    assert_eq!(
        smallest(call(), has("x")),
        json!({"content": [], "x": null})
    );

    let coerced = is("isError", json!("true"));
    assert_eq!(
        smallest(strategy::malformed_call_result(), coerced),
        json!({"isError": "true"})
    );
}

#[test]
fn a_failure_shrinks_to_the_one_block_it_is_about() {
    let no_image = |result: &Value| {
        let blocks = result.get("content").and_then(Value::as_array);
        !blocks.is_some_and(|blocks| blocks.iter().any(|block| block["type"] == "image"))
    };
    let image = json!({"type": "image", "data": "", "mimeType": "image/png"});
    assert_eq!(
        smallest(strategy::call_result(), no_image),
        json!({"content": [image]})
    );
}

#[test]
fn a_mirror_that_does_not_matter_goes() {
    let is_text = |block: &&Value| block["type"] == "text";
    let texts = |result: &Value| {
        let blocks = result.get("content").and_then(Value::as_array);
        blocks.map_or(0, |blocks| blocks.iter().filter(is_text).count())
    };
    let text = json!({"type": "text", "text": ""});
    for seed in 0..100 {
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
        let mut runner = TestRunner::new_with_rng(runner().config().clone(), rng);
        let result = runner.run(&strategy::call_result(), |result| {
            prop_assert!(texts(&result) < 2);
            Ok(())
        });
        let Err(TestError::Fail(_, smallest)) = result else {
            panic!("no counterexample: {result:?}");
        };
        assert_eq!(smallest, json!({"content": [text, text]}), "{seed}");
    }
}

#[test]
fn a_failure_shrinks_to_the_one_tool_it_is_about() {
    let no_boolean = |result: &Value| {
        let tools = result["tools"].as_array().unwrap();
        !tools
            .iter()
            .any(|tool| tool.get("outputSchema").is_some_and(Value::is_boolean))
    };
    let tool = json!({"name": "", "inputSchema": {"type": "object"}, "outputSchema": true});
    assert_eq!(
        smallest(strategy::list_result(), no_boolean),
        json!({"tools": [tool]})
    );
}

#[test]
fn a_spelling_shrinks_to_the_compact_text() {
    let value = json!({"a\"": [1.5, "x\n\u{1}\\/\u{1f600}"]});
    assert_eq!(
        smallest(strategy::spelling(value.clone()), |_| false),
        value.to_string()
    );
}

const VERSIONS: [ProtocolVersion; 5] = [
    ProtocolVersion::V2024_11_05,
    ProtocolVersion::V2025_03_26,
    ProtocolVersion::V2025_06_18,
    ProtocolVersion::V2025_11_25,
    ProtocolVersion::V2026_07_28,
];

/// Some results of every kind in every version.
fn of_every_kind<S: Strategy<Value = Value>>(
    strategy: fn(ResultKind, ProtocolVersion) -> S,
) -> impl Iterator<Item = (Value, ResultKind, ProtocolVersion)> {
    let kinds = KIND.into_iter();
    let pairs = kinds.flat_map(|kind| VERSIONS.map(|version| (kind, version)));
    pairs.flat_map(move |(kind, version)| {
        let is_list = kind == ResultKind::ToolsList;
        samples(strategy(kind, version))
            .take(if is_list { 300 } else { 40 })
            .map(move |result| (result, kind, version))
    })
}

#[test]
fn valid_result_has_nothing_that_has_to_be_repaired() {
    for (result, kind, version) in of_every_kind(strategy::valid_result) {
        let mut sent = result.clone();
        let translated = translate_result(&mut sent, kind, version, version).unwrap();
        for change in translated.changes() {
            let pointer = change.pointer();
            // What no client is shown, or what a client does not show.
            let is_moved = pointer.starts_with("/content/") || pointer == "/structuredContent";
            // An annotation that no version knows may be anything.
            let is_unknown = pointer.contains("/annotations/");
            let is_call = kind == ResultKind::ToolsCall;
            assert!(is_moved && is_call || is_unknown, "{pointer} of {result}");
        }
        let is_modern = version == ProtocolVersion::V2026_07_28;
        assert_eq!(result.get("resultType").is_some(), is_modern, "{result}");
        assert!(is_modern || result.get("ttlMs").is_none(), "{result}");
        let is_known = version >= ProtocolVersion::V2025_06_18;
        assert!(
            is_known || result.get("structuredContent").is_none(),
            "{result}"
        );
    }
}

/// What a change is about: its place, without indexes and names of properties, and what was there.
fn about(change: &Change) -> String {
    let place = change.pointer().split('/').map(|name| match name {
        "0" | "1" | "2" | "3" | "4" => "N",
        "a" | "b~1~0" => "P",
        name => name,
    });
    let place = place.collect::<Vec<_>>().join("/");
    match change {
        Change::Added { .. } => format!("added {place}"),
        Change::Removed { value, .. } if value.is_null() => "null".into(),
        Change::Removed { .. } => format!("removed {place}"),
        Change::Replaced { value, .. } if value.is_boolean() => format!("boolean {place}"),
        Change::Replaced { .. } => format!("replaced {place}"),
    }
}

#[test]
fn field_result_reaches_every_row_of_translation() {
    let results = of_every_kind(strategy::field_result);
    let changes = results.flat_map(|(result, kind, from)| {
        VERSIONS.into_iter().flat_map(move |to| {
            let mut sent = result.clone();
            let translated = translate_result(&mut sent, kind, from, to).unwrap();
            translated.into_changes()
        })
    });
    let labels = changes.map(|change| about(&change));
    let floors = [
        ("null", 10000),
        ("added /resultType", 1000),
        ("removed /resultType", 1000),
        ("added /ttlMs", 800),
        ("removed /ttlMs", 800),
        ("added /cacheScope", 800),
        ("removed /cacheScope", 800),
        ("added /content", 40),
        ("replaced /content", 40),
        ("added /content/N", 60),
        ("removed /structuredContent", 50),
        ("replaced /content/N", 150),
        ("replaced /messages/N/content", 130),
        ("removed /tools/N/outputSchema", 500),
        ("added /tools/N/outputSchema/type", 40),
        ("replaced /tools/N/outputSchema/type", 15),
        ("boolean /tools/N/inputSchema/properties/P", 400),
        ("boolean /tools/N/inputSchema/properties/type", 200),
        ("boolean /tools/N/outputSchema/properties/P", 25),
        ("boolean /tools/N/outputSchema/properties/type", 25),
    ];
    assert_reached(labels, &floors);
}

#[test]
fn untyped_object_schema_has_to_be_given_a_type_often() {
    let schemas: Vec<_> = samples(strategy::untyped_object_schema()).collect();
    let fates = schemas
        .iter()
        .map(|schema| format!("{:?}", output_schema(schema, ProtocolVersion::V2025_11_25)));
    assert_reached(fates, &[("GetsType", 2000), ("Goes", 500)]);
    for word in [
        "oneOf", "anyOf", "allOf", "$ref", "const", "enum", "type", "$id",
    ] {
        let count = schemas
            .iter()
            .filter(|schema| schema.get(word).is_some())
            .count();
        assert!(count >= 50, "{word}: {count}");
    }
}
