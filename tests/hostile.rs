//! Hostile input through every entry point: each kind has an outcome that is written down here.

use std::collections::BTreeMap;

use mcp_result::{
    ConvertError, Converted, Malformed, Output, Peer, Presence, ProtocolVersion, ResultKind,
    ResultMode, Stripped, TextFallback, convert_result, strip_for_legacy_peer,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

mod every;

const LEGACY: ProtocolVersion = ProtocolVersion::V2025_11_25;
const MODERN: ProtocolVersion = ProtocolVersion::V2026_07_28;

/// A user's own struct.
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Report {
    #[serde(default, skip_serializing_if = "Presence::is_absent")]
    value: Presence<Value>,
    #[serde(flatten)]
    others: BTreeMap<String, Value>,
}

/// What holds for every JSON value, as the result and as the structured content of one.
#[track_caller]
fn assert_survives_every_entry_point(value: &Value) {
    assert_converts_or_comes_back(value);
    assert_strips_or_stays(value);
    assert_passes_through_presence(value);

    let result = json!({"structuredContent": value});
    for mode in [ResultMode::Structured, ResultMode::NonNullStructured] {
        let converted = convert_result(result.clone(), mode).unwrap();
        if mode == ResultMode::Structured || !value.is_null() {
            assert_eq!(converted.output, Output::Structured(value.clone()));
        }
    }
    assert_strips_or_stays(&result);
}

#[track_caller]
fn assert_converts_or_comes_back(result: &Value) {
    for mode in every::MODE {
        match convert_result(result.clone(), mode) {
            Ok(Converted { output, rest }) => assert_nothing_lost(result, output, &rest),
            Err(error) => {
                if let ConvertError::Malformed(malformed) = &error {
                    assert_pointer_is_exact(malformed);
                }
                assert!(!error.to_string().is_empty());
                assert_eq!(error.into_result(), *result);
            }
        }
    }
}

/// What `output` holds and what `rest` holds is what `result` held.
#[track_caller]
fn assert_nothing_lost(result: &Value, output: Output, rest: &Value) {
    let mut whole = rest.clone();
    match output {
        Output::Structured(value) => whole["structuredContent"] = value,
        Output::Blocks(blocks) if blocks.is_empty() => {}
        output => {
            let taken = match output {
                Output::Text(_) => 1,
                Output::Texts(texts) => texts.len(),
                Output::Blocks(blocks) => blocks.len(),
                Output::Structured(_) => unreachable!(),
            };
            let blocks = |result: &Value| result["content"].as_array().unwrap().len();
            assert_eq!(blocks(rest) + taken, blocks(result));
            whole["content"] = result["content"].clone();
        }
    }
    assert_eq!(whole, *result);
}

/// A pointer has fixed names and indices only, so that nothing in it is ever to be escaped, and it
/// points at what was found.
#[track_caller]
fn assert_pointer_is_exact(error: &Malformed) {
    let pointer = error.pointer();
    let tokens: Vec<_> = pointer.split('/').skip(1).collect();
    let is_index = |token: &str| token.parse::<usize>().is_ok_and(|i| i.to_string() == token);
    assert!(
        match tokens[..] {
            [] | ["isError" | "resultType" | "content"] => true,
            ["content", index] | ["content", index, "type" | "text"] => is_index(index),
            _ => false,
        },
        "{pointer}"
    );
    let (parent, _) = pointer.rsplit_once('/').unwrap_or_default();
    let found = match error.result().pointer(pointer) {
        None => "nothing",
        Some(Value::Null) => "null",
        Some(Value::Bool(_)) => "boolean",
        Some(Value::Number(_)) => "number",
        Some(Value::String(_)) => "string",
        Some(Value::Array(_)) => "array",
        Some(Value::Object(_)) => "object",
    };
    assert_eq!(error.found(), found, "{pointer}");
    assert_ne!(error.found(), error.expected(), "{pointer}");
    assert!(error.result().pointer(parent).is_some(), "{pointer}");
}

#[track_caller]
fn assert_strips_or_stays(result: &Value) {
    for kind in every::KIND {
        let mut stripped = result.clone();
        strip_for_legacy_peer(&mut stripped, kind, MODERN).unwrap();
        assert_eq!(stripped, *result);

        for fallback in [TextFallback::Lossless, TextFallback::WhenEmpty] {
            let peer = Peer::from(LEGACY).with_text_fallback(fallback);
            let mut stripped = result.clone();
            match strip_for_legacy_peer(&mut stripped, kind, peer) {
                Err(_) => assert_eq!(stripped, *result),
                Ok(report) => {
                    if report.text_added() {
                        let text = stripped["content"][0]["text"].as_str().unwrap();
                        let value = report.structured_content().into_option().unwrap();
                        assert!(mirrors(text, value), "{text}");
                    }
                    let once = stripped.clone();
                    let again = strip_for_legacy_peer(&mut stripped, kind, peer).unwrap();
                    assert_eq!((again, stripped), (Stripped::default(), once));
                }
            }
        }
    }
}

/// `float_roundtrip` decides whether a float parses to itself.
fn mirrors(text: &str, value: &Value) -> bool {
    let compact = value.to_string();
    text == compact || serde_json::from_str::<Value>(text).unwrap() == *value
}

#[track_caller]
fn assert_passes_through_presence(value: &Value) {
    let json = json!({"value": value});
    assert_eq!(
        Presence::of_member(&json, "value"),
        Presence::Present(value)
    );
    // `arbitrary_precision` reads `-0` of a value as 0, whoever asks.
    let read: Value = serde_json::from_value(value.clone()).unwrap();
    let report: Report = serde_json::from_value(json).unwrap();
    assert_eq!(report.value, Presence::Present(read.clone()));
    assert_eq!(
        serde_json::to_value(&report).unwrap(),
        json!({"value": read})
    );
    if let Value::Object(members) = value {
        if !members.contains_key("value") && !has_exotic_numbers(value) {
            let report: Report = serde_json::from_value(value.clone()).unwrap();
            assert_eq!(report.value, Presence::Absent);
            assert_eq!(serde_json::to_value(&report).unwrap(), *value);
        }
    }
}

/// What serde's own `flatten` does not carry under `arbitrary_precision`.
fn has_exotic_numbers(value: &Value) -> bool {
    match value {
        Value::Number(number) => !number.is_i64() && !number.is_u64(),
        Value::Array(elements) => elements.iter().any(has_exotic_numbers),
        Value::Object(members) => members.values().any(has_exotic_numbers),
        _ => false,
    }
}

/// Text that is no JSON, for every reader of text here.
#[track_caller]
fn assert_is_no_json(text: &str) {
    assert!(serde_json::from_str::<Value>(text).is_err(), "{text:?}");
    let report = serde_json::from_str::<Report>(&format!("{{\"value\":{text}}}"));
    assert!(report.is_err(), "{text:?}");
    // As the first block's text it mirrors nothing, and is no error.
    let mut result = json!({
        "content": [{"type": "text", "text": text}],
        "structuredContent": [],
    });
    let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, LEGACY).unwrap();
    assert!(stripped.text_added(), "{text:?}");
    assert_eq!(
        result,
        json!({"content": [{"type": "text", "text": "[]"}, {"type": "text", "text": text}]})
    );
    assert_eq!(ProtocolVersion::of_peer(Some(text)), LEGACY);
}

#[track_caller]
fn strip_call(mut result: Value) -> Value {
    strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, LEGACY).unwrap();
    result
}

#[test]
fn nesting_to_the_parsers_limit_survives_and_beyond_is_no_json() {
    let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
    // `structuredContent` of a result adds a level.
    let value = serde_json::from_str(&nested(126)).unwrap();
    assert_survives_every_entry_point(&value);
    let text = format!("{{\"structuredContent\":{}}}", nested(126));
    assert_survives_every_entry_point(&serde_json::from_str(&text).unwrap());

    for levels in [128, 129, 100_000] {
        assert_is_no_json(&nested(levels));
        assert_is_no_json(&"[".repeat(levels));
        assert_is_no_json(&"{\"a\":".repeat(levels));
    }
}

#[test]
fn huge_numbers_are_carried_or_are_no_json() {
    let long = "9".repeat(1_000);
    let exact = format!("{}.{}", "1".repeat(400), "2".repeat(400));
    let numbers = [
        "-0",
        "-0.0",
        "0e99999",
        "18446744073709551615",
        "-9223372036854775808",
        "18446744073709551616",
        "123456789012345678901234567890",
        "0.1000000000000000055511151231257827",
        "1.7976931348623157e308",
        "5e-324",
        "1e-99999",
        "1E400",
        "-1E+400",
        &long,
        &exact,
    ];
    for text in numbers {
        match serde_json::from_str::<Value>(text) {
            Ok(value) => {
                assert_survives_every_entry_point(&value);
                assert_survives_every_entry_point(&json!([{"n": value}]));
                assert_is_never_coerced(&value);
            }
            // Out of range without `arbitrary_precision`.
            Err(_) => assert_is_no_json(text),
        }
    }
    for text in [
        "01",
        "+1",
        ".5",
        "1.",
        "1e",
        "0x10",
        "NaN",
        "Infinity",
        "-Infinity",
        "-",
        "1_000",
    ] {
        assert_is_no_json(text);
    }
}

#[track_caller]
fn assert_is_never_coerced(value: &Value) {
    for (name, pointer) in [
        ("isError", "/isError"),
        ("resultType", "/resultType"),
        ("content", "/content"),
    ] {
        let result = json!({name: value});
        match convert_result(result, ResultMode::Text) {
            Err(ConvertError::Malformed(error)) => {
                assert_eq!(error.pointer(), pointer);
                assert_pointer_is_exact(&error);
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn lone_surrogates_are_no_json() {
    for text in [
        r#""\ud800""#,
        r#""\udfff""#,
        r#""\ud800\ud800""#,
        r#""\udc00\ud800""#,
        r#""\ud800x""#,
        r#""\uD83D\u""#,
        r#"{"\ud800": 1}"#,
        r#"["\uDEAD"]"#,
    ] {
        assert_is_no_json(text);
    }
    let pair: Value = serde_json::from_str(r#""\ud83d\ude00""#).unwrap();
    assert_eq!(pair, "😀");
    assert_survives_every_entry_point(&pair);
}

#[test]
fn a_byte_order_mark_is_no_json_and_stays_within_a_string() {
    assert_is_no_json("\u{feff}[]");
    assert_is_no_json("\u{feff}");
    assert_survives_every_entry_point(&json!("\u{feff}[]"));
    assert_survives_every_entry_point(&json!({"\u{feff}isError": true, "content": []}));
    assert_eq!(ProtocolVersion::of_peer(Some("\u{feff}2026-07-28")), LEGACY);
}

#[test]
fn nul_and_control_characters_stay_within_strings() {
    let controls: String = (0..=0x9f)
        .filter_map(char::from_u32)
        .chain("\u{2028}\u{202e}\u{ffff}".chars())
        .collect();
    for value in [
        json!(controls),
        json!([controls]),
        json!({controls.clone(): controls}),
    ] {
        assert_survives_every_entry_point(&value);
    }
    let result = json!({"content": [{"type": "text", "text": controls}]});
    let converted = convert_result(result, ResultMode::Text).unwrap();
    assert_eq!(converted.output, Output::Text(controls.clone()));

    let stripped = strip_call(json!({"structuredContent": controls}));
    let text = stripped["content"][0]["text"].as_str().unwrap();
    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), controls);

    for control in (0..0x20).filter_map(char::from_u32) {
        assert_is_no_json(&format!("\"{control}\""));
    }
    assert_is_no_json("[]\0");
    for version in [
        "2026-07-28\0",
        "\u{0}2026-07-28",
        "2026-07-28\n",
        "2026\0-07-28",
    ] {
        assert_eq!(ProtocolVersion::of_peer(Some(version)), LEGACY);
    }
}

#[test]
fn names_are_exact() {
    // None of these is the name that it looks like.
    for name in [
        "iserror",
        "isError ",
        "isError\0",
        "is_error",
        "ısError",
        "isErrоr",
        "isError/",
        "~1isError",
    ] {
        let result = json!({name: true, "content": [{"type": "text", "text": "fine"}]});
        let converted = convert_result(result.clone(), ResultMode::Text).unwrap();
        assert_eq!(converted.output, Output::Text("fine".to_owned()), "{name}");
        assert_strips_or_stays(&result);
    }
    for name in ["Text", "text ", "text\0", "ｔext", ""] {
        let block = json!({"type": name, "text": "no text block"});
        let converted = convert_result(json!({"content": [block]}), ResultMode::Text).unwrap();
        assert_eq!(converted.output, Output::Blocks(vec![block]));
    }
}

#[test]
fn of_duplicate_members_the_last_counts() {
    let parse = |text| serde_json::from_str::<Value>(text).unwrap();
    let result = parse(r#"{"isError": true, "content": "x", "isError": false, "content": []}"#);
    assert_survives_every_entry_point(&result);
    assert_eq!(
        convert_result(result, ResultMode::Text).unwrap().output,
        Output::Blocks(Vec::new())
    );
    let result = parse(r#"{"isError": false, "isError": true}"#);
    let error = convert_result(result, ResultMode::Text).unwrap_err();
    assert!(matches!(error, ConvertError::Tool(_)));

    // A text with duplicate members mirrors what it parses to.
    let text = r#"[{"a": 1, "a": 2}]"#;
    let block = json!({"type": "text", "text": text});
    let result = json!({"content": [block], "structuredContent": [{"a": 2}]});
    assert_eq!(strip_call(result), json!({"content": [block]}));

    // In a user's own struct, a member that the struct names must not come twice.
    let error = serde_json::from_str::<Report>(r#"{"value": 1, "value": null}"#).unwrap_err();
    assert!(
        error.to_string().starts_with("duplicate field `value`"),
        "{error}"
    );
    let report: Report = serde_json::from_str(r#"{"a": 1, "a": 2}"#).unwrap();
    assert_eq!(report.others, BTreeMap::from([("a".to_owned(), json!(2))]));
}

#[test]
fn empty_strings_names_and_containers_are_values() {
    for value in [
        json!(""),
        json!([]),
        json!({}),
        json!([""]),
        json!({"": ""}),
        json!([[], {}]),
    ] {
        assert_survives_every_entry_point(&value);
    }
    assert_is_no_json("");
    assert_is_no_json(" ");
    assert_eq!(ProtocolVersion::of_peer(Some("")), LEGACY);

    // An empty name is an unknown member, so this is no empty success.
    match convert_result(json!({"": 1}), ResultMode::Text) {
        Err(ConvertError::Malformed(error)) => assert_eq!(error.pointer(), "/content"),
        other => panic!("{other:?}"),
    }
    match convert_result(json!({"resultType": ""}), ResultMode::Text) {
        Err(ConvertError::Incomplete(error)) => assert_eq!(error.result_type(), ""),
        other => panic!("{other:?}"),
    }
}

#[test]
fn ten_megabyte_strings_are_moved() {
    let long = "\"\\\u{1}é😀".repeat(1_000_000);
    assert!(long.len() >= 9_000_000);
    let address = long.as_ptr();
    let result = json!({"content": [{"type": "text"}]});
    let result = {
        let mut result = result;
        result["content"][0]["text"] = Value::String(long.clone());
        result
    };
    let moved = result["content"][0]["text"].as_str().unwrap().as_ptr();
    assert_ne!(address, moved);
    match convert_result(result, ResultMode::Text).unwrap().output {
        Output::Text(text) => {
            assert_eq!(text.as_ptr(), moved);
            assert!(text == long);
        }
        _ => panic!(),
    }

    let stripped = strip_call(json!({"structuredContent": long}));
    let text = stripped["content"][0]["text"].as_str().unwrap();
    assert!(serde_json::from_str::<String>(text).unwrap() == long);

    let error = convert_result(
        json!({"resultType": long, long.clone(): 1}),
        ResultMode::Text,
    );
    match error {
        Err(ConvertError::Incomplete(error)) => assert!(error.result_type() == long),
        _ => panic!(),
    }
    let error = convert_result(json!({"isError": long}), ResultMode::Text).unwrap_err();
    // The payload is not printed.
    assert!(error.to_string().len() < 100);
    assert_eq!(ProtocolVersion::of_peer(Some(&long)), LEGACY);
    let report: Report = serde_json::from_value(json!({"value": long})).unwrap();
    assert!(report.value == Presence::Present(Value::String(long)));
}

const MILLION: usize = 1_000_000;

#[test]
fn a_million_blocks_convert() {
    let block = |index| match index % 2 {
        0 => json!({"type": "text", "text": ""}),
        _ => json!({"type": "image"}),
    };
    let content: Value = (0..MILLION).map(block).collect();
    let Converted { output, rest } =
        convert_result(json!({"content": content}), ResultMode::Text).unwrap();
    let Output::Texts(texts) = output else {
        panic!();
    };
    assert_eq!(texts.len(), MILLION / 2);
    assert_eq!(rest["content"].as_array().unwrap().len(), MILLION / 2);

    // The last block of a million is malformed.
    let mut content = vec![json!({"type": "image"}); MILLION - 1];
    content.push(json!({"type": "text", "text": null}));
    let mut result = Map::new();
    result.insert("content".to_owned(), Value::Array(content));
    match convert_result(Value::Object(result), ResultMode::Text) {
        Err(ConvertError::Malformed(error)) => {
            assert_eq!(error.pointer(), "/content/999999/text");
            assert_pointer_is_exact(&error);
        }
        _ => panic!(),
    }
}

#[test]
fn a_million_blocks_make_room_for_the_text() {
    let mut result = json!({"structuredContent": null});
    result["content"] = Value::Array(vec![json!({"type": "image"}); MILLION]);
    let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, LEGACY).unwrap();
    assert!(stripped.text_added());
    let blocks = result["content"].as_array().unwrap();
    assert_eq!(blocks.len(), MILLION + 1);
    assert_eq!(blocks[0], json!({"type": "text", "text": "null"}));
}

#[test]
fn a_million_tools_are_stripped() {
    let tool = |index| json!({"name": "t", "outputSchema": {"type": if index % 2 == 0 { "object" } else { "array" }}});
    let mut result = json!({});
    result["tools"] = (0..MILLION).map(tool).collect();
    let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsList, LEGACY).unwrap();
    let schemas = stripped.output_schemas();
    assert_eq!(schemas.len(), MILLION / 2);
    assert!(schemas.iter().all(|(index, _)| index % 2 == 1));
    let tools = result["tools"].as_array().unwrap();
    assert_eq!(tools.len(), MILLION);
    assert!(
        tools
            .iter()
            .enumerate()
            .all(|(index, tool)| tool.get("outputSchema").is_some() == (index % 2 == 0))
    );
}

#[test]
fn a_million_members_stay() {
    let unknown = (0..MILLION).map(|index| (format!("unknown{index}"), Value::Null));
    let mut members: Map<String, Value> = unknown.collect();
    members.insert("structuredContent".to_owned(), json!([]));
    members.insert("resultType".to_owned(), json!("complete"));
    let converted = convert_result(Value::Object(members), ResultMode::Structured).unwrap();
    assert_eq!(converted.output, Output::Structured(json!([])));
    let mut rest = converted.rest;
    assert_eq!(rest.as_object().unwrap().len(), MILLION + 1);
    strip_for_legacy_peer(&mut rest, ResultKind::Other, LEGACY).unwrap();
    assert_eq!(rest.as_object().unwrap().len(), MILLION);
}

#[test]
fn members_named_like_pointers_are_unknown_members() {
    let names = [
        "/",
        "~",
        "~0",
        "~1",
        "~01",
        "a/b",
        "a~b",
        "/content",
        "/content/0/text",
        "content/0",
        "content~10",
        "#/content",
        "%2Fcontent",
        "",
        "-",
        "0",
    ];
    for name in names {
        let malformed = [
            json!({name: 1}),
            json!({name: {"content": []}, "_meta": {}}),
            json!({name: 1, "content": [{name: "text", "text": "a"}]}),
            json!({"content": [{"type": "text", name: "a"}]}),
            json!({"content": [{"type": "text", "text": {name: "a"}}]}),
            json!({"content": [{"type": {name: 1}}]}),
            json!({"content": {name: []}}),
            json!({"isError": {name: true}}),
            json!({"resultType": {name: "complete"}}),
        ];
        for result in malformed {
            let error = convert_result(result.clone(), ResultMode::Text).unwrap_err();
            assert!(matches!(error, ConvertError::Malformed(_)), "{result}");
            assert_converts_or_comes_back(&result);
            assert_strips_or_stays(&result);
        }
        let fine = json!({
            name: {name: name},
            "content": [{"type": name, name: name}, {"type": "text", "text": "a"}],
            "structuredContent": [{name: name}],
            "tools": [{"name": name, "outputSchema": {name: "object"}}],
        });
        assert_survives_every_entry_point(&fine);
        let converted = convert_result(fine, ResultMode::Text).unwrap();
        assert_eq!(converted.output, Output::Text("a".to_owned()));
    }
}

#[test]
fn a_pointer_counts_blocks_from_zero() {
    for index in [0, 1, 9, 10, 11, 100] {
        for (bad, tail, expected, found) in [
            (json!(null), "", "object", "null"),
            (json!(["text"]), "", "object", "array"),
            (json!({}), "/type", "string", "nothing"),
            (json!({"type": false}), "/type", "string", "boolean"),
            (json!({"type": "text"}), "/text", "string", "nothing"),
            (
                json!({"type": "text", "text": 1}),
                "/text",
                "string",
                "number",
            ),
        ] {
            let mut content = vec![json!({"type": "text", "text": "a"}); index];
            content.extend([bad, json!(0)]);
            match convert_result(json!({"content": content}), ResultMode::Text) {
                Err(ConvertError::Malformed(error)) => {
                    assert_eq!(error.pointer(), format!("/content/{index}{tail}"));
                    assert_eq!((error.expected(), error.found()), (expected, found));
                    assert_pointer_is_exact(&error);
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn every_root_and_every_wrong_type_has_an_outcome() {
    let values = [
        json!(null),
        json!(false),
        json!(true),
        json!(0),
        json!(1.5),
        json!(""),
        json!("complete"),
        json!([]),
        json!([0]),
        json!({}),
        json!({"type": "text", "text": "a"}),
    ];
    for value in &values {
        assert_survives_every_entry_point(value);
        for name in [
            "isError",
            "resultType",
            "structuredContent",
            "content",
            "_meta",
            "tools",
            "task",
            "toolResult",
        ] {
            assert_survives_every_entry_point(&json!({name: value}));
            for other in &values {
                let tool = json!({"name": "t", "outputSchema": other});
                let result = json!({name: value, "structuredContent": other, "content": [value], "tools": [tool, other]});
                assert_survives_every_entry_point(&result);
            }
        }
    }
}
