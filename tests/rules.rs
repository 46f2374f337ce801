//! The rules that are public, asked as an SDK with types of its own asks them.

use mcp_result::rules::{
    self, Fault, FirstBlock, Place, ResultType, find_output, find_output_of_failure, legacy_text,
    result_type,
};
use mcp_result::{
    ContentForm, Conversion, NotForLegacyPeer, Peer, ProtocolVersion, ResultKind, ResultMode,
    TextFallback,
};
use serde_json::{Map, Value, json};

mod every;

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn image() -> Value {
    json!({"type": "image", "data": "aGk=", "mimeType": "image/png"})
}

/// Nested in this many arrays.
fn nested(levels: usize) -> Value {
    (1..levels).fold(json!([]), |value, _| json!([value]))
}

#[test]
fn complete_goes_from_what_a_legacy_peer_is_sent() {
    for version in every::LEGACY_VERSION {
        for peer in every::peer(version) {
            for kind in every::stripped_kind() {
                let expected = if kind == ResultKind::Tasks && peer.has_tasks() {
                    ResultType::Stays
                } else {
                    ResultType::Goes
                };
                let found = result_type(Some("complete"), kind, peer);
                assert_eq!(found, Ok(expected), "{kind:?} for {peer:?}");
            }
        }
    }
}

#[test]
fn input_required_and_a_task_are_refused_to_a_legacy_peer() {
    for version in every::LEGACY_VERSION {
        for kind in every::stripped_kind() {
            let refused = |name: &str, peer| {
                let error = NotForLegacyPeer::ResultType(name.to_owned());
                result_type(Some(name), kind, peer) == Err(error)
            };
            for fallback in every::TEXT_FALLBACK {
                let peer = Peer::from(version).with_text_fallback(fallback);
                assert!(refused("input_required", peer), "{kind:?}");
                assert!(refused("task", peer), "{kind:?}");
                let peer = peer.with_tasks();
                assert_eq!(refused("input_required", peer), kind != ResultKind::Tasks);
                assert!(!refused("task", peer), "{kind:?}");
                assert_eq!(result_type(Some("task"), kind, peer), Ok(ResultType::Stays));
            }
        }
    }
}

#[test]
fn any_other_result_type_stays() {
    for peer in every::peer(ProtocolVersion::V2025_11_25) {
        for kind in every::KIND {
            for name in [
                None,
                Some(""),
                Some("Complete"),
                Some("complete "),
                Some("error"),
            ] {
                assert_eq!(
                    result_type(name, kind, peer),
                    Ok(ResultType::Stays),
                    "{name:?}"
                );
            }
        }
    }
}

#[test]
fn every_result_type_stays_for_a_modern_peer_and_for_methods_that_only_such_know() {
    for name in ["complete", "input_required", "task", "error"] {
        for peer in every::peer(ProtocolVersion::V2026_07_28) {
            for kind in every::KIND {
                assert_eq!(result_type(Some(name), kind, peer), Ok(ResultType::Stays));
            }
        }
        for peer in every::peer(ProtocolVersion::V2024_11_05) {
            let kind = ResultKind::ModernOnly;
            assert_eq!(result_type(Some(name), kind, peer), Ok(ResultType::Stays));
        }
    }
    // A version alone is a peer.
    let version = ProtocolVersion::V2025_03_26;
    assert_eq!(
        result_type(Some("complete"), ResultKind::Other, version),
        Ok(ResultType::Goes)
    );
}

#[test]
fn a_schema_stays_when_its_root_type_is_object() {
    for (schema, stays) in [
        (json!({"type": "object"}), true),
        (json!({"type": "object", "oneOf": []}), true),
        (json!({"type": "Object"}), false),
        (json!({"type": "array"}), false),
        (json!({"type": ["object"]}), false),
        (json!({"type": null}), false),
        (json!({"$ref": "#"}), false),
        (json!({"oneOf": [{"type": "object"}]}), false),
        (json!({"properties": {"type": "object"}}), false),
        (json!({}), false),
    ] {
        assert_eq!(rules::is_legacy_output_schema(&schema), stays, "{schema}");
        let members: &Map<String, Value> = schema.as_object().unwrap();
        assert_eq!(
            rules::is_legacy_output_schema_object(members),
            stays,
            "{schema}"
        );
    }
    for schema in [
        json!(null),
        json!(true),
        json!(false),
        json!("object"),
        json!(["object"]),
        json!(3),
    ] {
        assert!(!rules::is_legacy_output_schema(&schema), "{schema}");
    }
}

#[test]
fn structured_content_stays_when_it_is_an_object() {
    for (value, stays) in [
        (json!({}), true),
        (json!({"result": [1]}), true),
        (json!([]), false),
        (json!([{}]), false),
        (json!(null), false),
        (json!(false), false),
        (json!(true), false),
        (json!(0), false),
        (json!(""), false),
        (json!("{}"), false),
    ] {
        assert_eq!(
            rules::is_legacy_structured_content(&value),
            stays,
            "{value}"
        );
    }
}

#[test]
fn the_text_of_a_value_is_its_compact_json_unless_the_first_block_mirrors_it() {
    let value = json!([1, {"a": "ä"}]);
    let compact = r#"[1,{"a":"ä"}]"#;
    let written = |first, fallback| legacy_text(&value, first, fallback).unwrap();
    let lossless = TextFallback::Lossless;
    for fallback in every::TEXT_FALLBACK {
        assert_eq!(
            written(FirstBlock::None, fallback).as_deref(),
            Some(compact)
        );
    }
    assert_eq!(
        written(FirstBlock::Other, lossless).as_deref(),
        Some(compact)
    );
    assert_eq!(
        written(FirstBlock::Text("prose"), lossless).as_deref(),
        Some(compact)
    );
    assert_eq!(
        written(FirstBlock::Text(""), lossless).as_deref(),
        Some(compact)
    );
    for mirror in [compact, r#" [1, {"a": "\u00e4"}]"#] {
        assert_eq!(written(FirstBlock::Text(mirror), lossless), None);
    }
    for first in [
        FirstBlock::Other,
        FirstBlock::Text("prose"),
        FirstBlock::Text(compact),
    ] {
        assert_eq!(written(first, TextFallback::WhenEmpty), None);
    }
}

#[test]
fn a_value_of_more_than_127_levels_is_too_deep_to_be_written() {
    for (levels, fits) in [(126, true), (127, true), (128, false), (129, false)] {
        let value = nested(levels);
        for fallback in every::TEXT_FALLBACK {
            let text = legacy_text(&value, FirstBlock::None, fallback);
            if fits {
                let text = text.unwrap().unwrap();
                assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
            } else {
                assert_eq!(text, Err(NotForLegacyPeer::Depth));
            }
        }
        // What need not be written is not too deep.
        let mirror = value.to_string();
        let mirrored = legacy_text(&value, FirstBlock::Text(&mirror), TextFallback::Lossless);
        assert_eq!(mirrored, Ok(None));
        let beside = legacy_text(&value, FirstBlock::Other, TextFallback::WhenEmpty);
        assert_eq!(beside, Ok(None));
    }
}

#[test]
fn an_object_is_written_too_for_who_asks() {
    let text = legacy_text(&json!({"a": 1}), FirstBlock::None, TextFallback::Lossless);
    assert_eq!(text, Ok(Some(r#"{"a":1}"#.to_owned())));
}

#[test]
fn the_code_to_answer_with_tells_who_is_wrong() {
    let result_type = NotForLegacyPeer::ResultType("task".into());
    assert_eq!(result_type.json_rpc_code(), -32600);
    assert_eq!(NotForLegacyPeer::Content.json_rpc_code(), -32603);
    assert_eq!(NotForLegacyPeer::Depth.json_rpc_code(), -32603);
}

#[test]
fn the_first_block_is_none_text_or_another() {
    fn of(blocks: &[Value]) -> FirstBlock<&str> {
        FirstBlock::of(blocks.first(), |block| {
            block["text"].as_str().filter(|_| block["type"] == "text")
        })
    }
    assert_eq!(of(&[]), FirstBlock::None);
    assert_eq!(of(&[text("a"), image()]), FirstBlock::Text("a"));
    assert_eq!(of(&[text("")]), FirstBlock::Text(""));
    assert_eq!(of(&[image(), text("a")]), FirstBlock::Other);
}

#[track_caller]
fn finds(result: &Value, conversion: impl Into<Conversion>, place: Place) {
    assert_eq!(find_output(result, conversion), Ok(place), "{result}");
}

#[test]
fn a_structured_value_is_found_in_its_place() {
    for value in [json!({"a": 1}), json!([]), json!(false), json!(null)] {
        let result = json!({"content": [text("t")], "structuredContent": value});
        finds(&result, ResultMode::Structured, Place::Structured);
        if value.is_null() {
            finds(&result, ResultMode::NonNullStructured, Place::Text(0));
        } else {
            finds(&result, ResultMode::NonNullStructured, Place::Structured);
        }
        finds(&result, ResultMode::Text, Place::Text(0));
        finds(&result, ResultMode::Content, Place::AllBlocks);
    }
}

#[test]
fn positions_are_those_of_the_blocks_in_content() {
    let find = |content: Value, place| {
        let result = json!({"content": content});
        for mode in every::CONVERTING_MODE {
            assert_eq!(find_output(&result, mode).as_ref(), Ok(&place), "{result}");
        }
        for mode in [ResultMode::Structured, ResultMode::NonNullStructured] {
            let blocks = Conversion::from(mode).with_content(ContentForm::Blocks);
            assert_eq!(find_output(&result, blocks), Ok(Place::AllBlocks));
        }
    };
    find(
        json!([image(), image(), text("a"), image()]),
        Place::Text(2),
    );
    find(json!([text("")]), Place::Text(0));
    find(
        json!([text(""), text("a"), image(), text("")]),
        Place::Texts(vec![0, 1, 3]),
    );
    find(
        json!([image(), text(""), image()]),
        Place::Blocks(vec![0, 2]),
    );
    find(json!([image(), image()]), Place::Blocks(vec![0, 1]));
    find(json!([]), Place::Blocks(vec![]));
    find(json!(null), Place::Blocks(vec![]));
}

#[test]
fn positions_for_a_model_are_those_of_the_blocks_that_are_for_it() {
    let for_user = json!({"type": "text", "text": "u", "annotations": {"audience": ["user"]}});
    let empty = text("");
    let content = json!([for_user, text("a"), for_user, image(), empty]);
    let result = json!({"content": content, "structuredContent": 3});
    finds(&result, ResultMode::Model, Place::Blocks(vec![1, 3, 4]));
    let nothing = json!({"content": [for_user, empty], "structuredContent": 3});
    finds(&nothing, ResultMode::Model, Place::Structured);
    let nothing = json!({"content": [for_user, empty]});
    finds(&nothing, ResultMode::Model, Place::Blocks(vec![1]));
}

#[test]
fn all_blocks_are_found_also_where_there_are_none() {
    for result in [json!({}), json!({"content": null}), json!({"content": []})] {
        finds(&result, ResultMode::Content, Place::AllBlocks);
    }
}

#[test]
fn of_a_failure_the_place_is_that_of_a_success() {
    for content in [
        json!([image(), text("a")]),
        json!([text("a"), text("b")]),
        json!([image()]),
        json!([text(""), {"type": "text", "text": "u", "annotations": {"audience": "user"}}]),
        json!([null]),
        json!(null),
        json!("oops"),
    ] {
        for result_type in [json!("complete"), json!("task"), json!(7)] {
            let mut result = json!({
                "content": content,
                "isError": false,
                "resultType": result_type,
                "structuredContent": {"code": 7},
            });
            for conversion in every::conversion() {
                result["isError"] = json!(false);
                let expected = find_output(&result, conversion);
                result["isError"] = json!(true);
                assert_eq!(find_output(&result, conversion), Err(Fault::Tool));
                assert_eq!(find_output_of_failure(&result, conversion), expected);
            }
        }
    }
    let fault = find_output_of_failure(&json!(3), ResultMode::Text).unwrap_err();
    assert!(matches!(fault, Fault::Malformed(_)));
}

#[test]
fn a_fault_is_small_and_says_where_what_was_expected_and_what_was_found() {
    for (result, wording) in [
        (
            json!({"isError": true, "content": [text("secret")]}),
            "tool call failed",
        ),
        (
            json!({"resultType": "input_required", "x": "secret"}),
            r#"result is not final: its resultType is "input_required""#,
        ),
        (
            json!({"content": [{"type": "text", "x": "secret"}]}),
            r#"malformed result: expected string at "/content/0/text", found nothing"#,
        ),
        (
            json!(3),
            r#"malformed result: expected object at "", found number"#,
        ),
    ] {
        let fault = find_output(&result, ResultMode::Text).unwrap_err();
        assert_eq!(fault.to_string(), wording);
        if let Fault::Malformed(mismatch) = &fault {
            assert_eq!(mismatch.to_string(), wording);
            assert_eq!(Fault::from(mismatch.clone()), fault);
        }
    }
    assert!(size_of::<Fault>() <= size_of::<[usize; 8]>());
}

#[test]
fn a_fault_says_as_much_as_the_error_that_holds_the_result() {
    for result in [
        json!({"resultType": "task"}),
        json!({"isError": "true"}),
        json!({"task": {}}),
        json!({"content": [{"type": 3}]}),
    ] {
        let fault = find_output(&result, ResultMode::Text).unwrap_err();
        let error = mcp_result::convert_result(result, ResultMode::Text).unwrap_err();
        assert_eq!(fault.to_string(), error.to_string());
    }
}
