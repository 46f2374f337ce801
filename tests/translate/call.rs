//! `tools/call`, and the blocks of `prompts/get`.

use mcp_result::{
    Change, NotForLegacyPeer, Peer, ProtocolVersion, ResultKind, TextFallback, translate_result,
};
use serde_json::{Value, json};

use crate::check::*;

const CALL: ResultKind = ResultKind::ToolsCall;

/// Translates to each of these versions; to a modern one, with a result type.
#[track_caller]
fn calls(result: &Value, peers: &[ProtocolVersion], expected: &Value) -> Vec<Change> {
    let mut changes = vec![];
    for peer in peers {
        changes = if peer.is_legacy() {
            translates_from(V2026_07_28, result, CALL, *peer, expected)
        } else {
            let (result, expected) = (as_modern(result, CALL), as_modern(expected, CALL));
            translates_from(V2026_07_28, &result, CALL, *peer, &expected)
        };
    }
    changes
}

#[test]
fn absent_or_null_content_becomes_empty() {
    for (result, expected, change) in [
        (json!({}), json!({"content": []}), added("/content")),
        (
            json!({"isError": true, "x": 1}),
            json!({"isError": true, "x": 1, "content": []}),
            added("/content"),
        ),
        (
            json!({"content": null, "isError": false}),
            json!({"content": [], "isError": false}),
            replaced("/content", Value::Null),
        ),
    ] {
        for peer in LEGACY_VERSION {
            let changes = translates(&result, CALL, peer, &expected);
            assert_eq!(changes, std::slice::from_ref(&change));
        }
        for from in all_versions() {
            let mut sent = result.clone();
            translate_result(&mut sent, CALL, from, V2026_07_28).unwrap();
            assert_eq!(sent, as_modern(&expected, CALL));
        }
    }
}

#[test]
fn null_structured_content_of_an_older_server_means_nothing() {
    let result = json!({"structuredContent": null, "isError": true, "content": [image()]});
    let expected = json!({"isError": true, "content": [image()]});
    for from in LEGACY_VERSION {
        for peer in LEGACY_VERSION {
            let changes = translates_from(from, &result, CALL, peer, &expected);
            assert_eq!(changes, [removed("/structuredContent", Value::Null)]);
        }
        let mut sent = result.clone();
        translate_result(&mut sent, CALL, from, V2026_07_28).unwrap();
        assert_eq!(sent, as_modern(&expected, CALL));

        // Nothing has to be written, so it does not matter where to.
        let odd = json!({"structuredContent": null, "content": "prose"});
        translates_from(from, &odd, CALL, V2025_11_25, &json!({"content": "prose"}));
        let empty = json!({"structuredContent": null});
        translates_from(from, &empty, CALL, V2025_11_25, &json!({"content": []}));
    }
}

#[test]
fn null_structured_content_of_a_modern_server_is_a_value() {
    let result = json!({"structuredContent": null, "content": [image()]});
    let expected = json!({"content": [text("null"), image()]});
    calls(&result, &LEGACY_VERSION, &expected);
    calls(&result, &[V2026_07_28], &result);
}

#[test]
fn a_result_type_tells_that_a_result_is_of_a_modern_server() {
    for from in all_versions() {
        let result = json!({"resultType": "complete", "structuredContent": null, "content": []});
        translates_from(
            from,
            &result,
            CALL,
            V2025_11_25,
            &json!({"content": [text("null")]}),
        );
        let expected =
            json!({"resultType": "complete", "structuredContent": null, "content": [text("null")]});
        translates_from(from, &result, CALL, V2026_07_28, &expected);
    }
}

#[test]
fn a_modern_peer_is_sent_any_structured_content() {
    for value in [
        json!([1]),
        json!(0),
        json!({"a": null}),
        json!(null),
        json!(""),
    ] {
        for is_error in [true, false] {
            let result =
                json!({"content": [image()], "structuredContent": value, "isError": is_error});
            calls(&result, &[V2026_07_28], &result);
        }
    }
}

#[test]
fn a_legacy_peer_is_sent_only_objects() {
    for value in [
        json!([1]),
        json!([]),
        json!("3"),
        json!(0),
        json!(false),
        json!(null),
    ] {
        let changes = calls(
            &json!({"content": [text("prose")], "structuredContent": value, "isError": false}),
            &LEGACY_VERSION,
            &json!({"content": [written(&value), text("prose")], "isError": false}),
        );
        assert_eq!(
            changes,
            [removed("/structuredContent", value), added("/content/0")]
        );
    }
    let result = json!({"content": [text("prose")], "structuredContent": {"a": [1]}});
    calls(&result, &[V2025_06_18, V2025_11_25], &result);
}

#[test]
fn below_2025_06_18_objects_are_written_as_well() {
    let value = json!({"a": [1]});
    let result = json!({"content": [text("prose")], "structuredContent": value});
    let expected = json!({"content": [written(&value), text("prose")]});
    calls(
        &result,
        &[V2024_11_05, V2025_03_26, version("2025-06-17")],
        &expected,
    );
}

#[test]
fn beside_an_error_a_value_is_written_last() {
    for value in [json!({"code": 7}), json!([7]), json!(null)] {
        let result = json!({"content": [text("no such city"), image()], "structuredContent": value, "isError": true});
        let expected =
            json!({"content": [text("no such city"), image(), written(&value)], "isError": true});
        let changes = calls(&result, &LEGACY_VERSION, &expected);
        assert_eq!(
            changes,
            [removed("/structuredContent", value), added("/content/2")]
        );
    }
}

#[test]
fn is_error_that_is_not_true_is_no_error() {
    for is_error in [json!("true"), json!(1), json!(false)] {
        let result =
            json!({"content": [text("a")], "structuredContent": {"a": 1}, "isError": is_error});
        calls(&result, &[V2025_11_25], &result);
    }
}

#[test]
fn a_value_that_the_first_block_mirrors_is_not_written() {
    let value = json!([{"a": 1, "b": [0.5]}]);
    let mirror = text(r#" [ {"b": [0.5], "\u0061": 1} ] "#);
    for is_error in [true, false] {
        let content = json!([mirror, text("prose")]);
        calls(
            &json!({"content": content, "structuredContent": value, "isError": is_error}),
            &LEGACY_VERSION,
            &json!({"content": content, "isError": is_error}),
        );
    }
    // Only beside an error the last block counts.
    let content = json!([text("prose"), mirror]);
    calls(
        &json!({"content": content, "structuredContent": value, "isError": true}),
        &LEGACY_VERSION,
        &json!({"content": content, "isError": true}),
    );
    calls(
        &json!({"content": content, "structuredContent": value}),
        &LEGACY_VERSION,
        &json!({"content": [written(&value), text("prose"), mirror]}),
    );
    let content = json!([text("prose"), mirror, image()]);
    calls(
        &json!({"content": content, "structuredContent": value, "isError": true}),
        &LEGACY_VERSION,
        &json!({"content": [text("prose"), mirror, image(), written(&value)], "isError": true}),
    );
}

#[test]
fn with_when_empty_a_value_is_written_only_where_there_are_no_blocks() {
    let value = json!([7]);
    let peer = Peer::from(V2025_11_25).with_text_fallback(TextFallback::WhenEmpty);
    for is_error in [true, false] {
        for content in [json!([text("prose")]), json!([image(), text("prose")])] {
            translates(
                &json!({"content": content, "structuredContent": value, "isError": is_error}),
                CALL,
                peer,
                &json!({"content": content, "isError": is_error}),
            );
        }
        translates(
            &json!({"content": [], "structuredContent": value, "isError": is_error}),
            CALL,
            peer,
            &json!({"content": [written(&value)], "isError": is_error}),
        );
    }
}

#[test]
fn a_value_that_stays_becomes_the_only_block() {
    let value = json!({"a": [1, null]});
    for is_error in [json!(true), json!(false)] {
        let result = json!({"structuredContent": value, "isError": is_error, "content": []});
        let expected =
            json!({"structuredContent": value, "isError": is_error, "content": [written(&value)]});
        assert_eq!(
            calls(&result, &[V2026_07_28], &expected),
            [added("/content/0")]
        );
        if is_error == false {
            assert_eq!(
                calls(&result, &[V2025_06_18, V2025_11_25], &expected),
                [added("/content/0")]
            );
        }
    }
    let peer = Peer::from(V2025_11_25).with_text_fallback(TextFallback::WhenEmpty);
    let expected = json!({"structuredContent": value, "content": [written(&value)]});
    let changes = translates(&json!({"structuredContent": value}), CALL, peer, &expected);
    assert_eq!(changes, [added("/content"), added("/content/0")]);
    let changes = translates(
        &json!({"structuredContent": value, "content": null}),
        CALL,
        peer,
        &expected,
    );
    assert_eq!(
        changes,
        [replaced("/content", Value::Null), added("/content/0")]
    );
}

#[test]
fn a_value_that_stays_is_written_if_it_can_be_read_back() {
    let object = |levels: usize| json!({"a": nested(levels - 1)});
    for (levels, is_written) in [(127, true), (128, false)] {
        let value = object(levels);
        let content = if is_written {
            json!([written(&value)])
        } else {
            json!([])
        };
        for peers in [&[V2026_07_28][..], &[V2025_06_18, V2025_11_25]] {
            calls(
                &json!({"structuredContent": value, "content": []}),
                peers,
                &json!({"structuredContent": value, "content": content}),
            );
        }
    }
}

#[test]
fn a_value_that_stays_beside_malformed_content_stays() {
    for content in [json!("prose"), json!({}), json!(0)] {
        let result = json!({"structuredContent": {"a": 1}, "content": content});
        calls(&result, &[V2025_11_25, V2026_07_28], &result);
    }
}

#[test]
fn a_value_that_goes_beside_malformed_content_is_refused() {
    for content in [json!("prose"), json!({}), json!(0)] {
        for (value, is_error) in [(json!([1]), false), (json!({}), true)] {
            let result = json!({"resultType": "complete", "_meta": null, "structuredContent": value, "content": content, "isError": is_error});
            for peer in LEGACY_VERSION {
                is_refused(&result, CALL, peer, &NotForLegacyPeer::Content);
            }
        }
        let result = json!({"structuredContent": {}, "content": content});
        is_refused(&result, CALL, V2025_03_26, &NotForLegacyPeer::Content);
    }
}

#[test]
fn a_value_that_is_too_deep_to_be_read_back_is_refused() {
    let (value, deep) = (nested(127), nested(128));
    let mirrored = json!([text(&deep.to_string())]);
    for is_error in [false, true] {
        calls(
            &json!({"content": [], "structuredContent": value, "isError": is_error}),
            &LEGACY_VERSION,
            &json!({"content": [written(&value)], "isError": is_error}),
        );
        let result = json!({"content": [image()], "_meta": null, "structuredContent": deep, "isError": is_error});
        for peer in LEGACY_VERSION {
            is_refused(&result, CALL, peer, &NotForLegacyPeer::Depth);
        }
        // It need not be written.
        calls(
            &json!({"content": mirrored, "structuredContent": deep, "isError": is_error}),
            &LEGACY_VERSION,
            &json!({"content": mirrored, "isError": is_error}),
        );
    }
}

/// The block, and what it becomes for a peer that does not define its type; to each of these versions.
#[track_caller]
fn block_becomes(block: &Value, becomes: &Value, peers: &[ProtocolVersion]) {
    for (kind, at) in [
        (CALL, "/content/0"),
        (ResultKind::PromptsGet, "/messages/0/content"),
    ] {
        for peer in peers {
            let changes = translates(
                &with_element(kind, block),
                kind,
                *peer,
                &with_element(kind, becomes),
            );
            assert_eq!(changes, [replaced(at, block.clone())]);
        }
        let modern = as_modern(&with_element(kind, block), kind);
        translates(&modern, kind, V2026_07_28, &modern);
    }
}

#[track_caller]
fn block_stays(block: &Value, peers: &[ProtocolVersion]) {
    for kind in [CALL, ResultKind::PromptsGet] {
        for peer in peers {
            translates(
                &with_element(kind, block),
                kind,
                *peer,
                &with_element(kind, block),
            );
        }
    }
}

#[test]
fn blocks_that_every_version_defines_stay() {
    for block_type in ["text", "image", "resource"] {
        let block = json!({"type": block_type, "data": 3});
        block_stays(&block, &LEGACY_VERSION);
        block_stays(&block, &[version("0000-01-01"), version("2024-11-04")]);
    }
}

#[test]
fn a_block_of_a_newer_type_becomes_text() {
    let audio = json!({"type": "audio", "mimeType": "audio/wav", "data": "aGk="});
    let becomes = written(&json!({"type": "audio", "mimeType": "audio/wav"}));
    block_becomes(&audio, &becomes, &[V2024_11_05, version("2025-03-25")]);
    block_stays(&audio, &[V2025_03_26, V2025_06_18, V2025_11_25]);

    let link = json!({"type": "resource_link", "uri": "file:///a", "name": "a"});
    block_becomes(
        &link,
        &written(&link),
        &[V2024_11_05, V2025_03_26, version("2025-06-17")],
    );
    block_stays(&link, &[V2025_06_18, V2025_11_25]);

    for unknown in ["x-chart", "", "Text", "tool_use"] {
        let block = json!({"type": unknown, "text": "a", "x": [1, null]});
        block_becomes(&block, &written(&block), &LEGACY_VERSION);
    }
}

#[test]
fn a_replaced_block_keeps_its_annotations_and_meta() {
    let block = json!({"type": "x", "annotations": {"priority": 1}, "_meta": {"a": null}, "y": 1});
    let mut becomes = written(&json!({"type": "x", "y": 1}));
    becomes["annotations"] = json!({"priority": 1});
    becomes["_meta"] = json!({"a": null});
    // serde_json may keep the order of members, which is that of the block.
    block_becomes(&block, &becomes, &LEGACY_VERSION);

    let block = json!({"type": "x", "annotations": {"audience": null, "priority": 1}});
    let mut becomes = written(&json!({"type": "x"}));
    becomes["annotations"] = json!({"priority": 1});
    block_becomes(&block, &becomes, &LEGACY_VERSION);

    let block = json!({"type": "x", "annotations": {}, "_meta": {}});
    let mut becomes = written(&json!({"type": "x"}));
    becomes["annotations"] = json!({});
    becomes["_meta"] = json!({});
    block_becomes(&block, &becomes, &LEGACY_VERSION);
}

#[test]
fn what_is_no_string_or_object_is_written() {
    for (name, value) in [
        ("data", json!(["aGk="])),
        ("data", json!(null)),
        ("annotations", json!([1])),
        ("annotations", json!(null)),
        ("_meta", json!("a")),
        ("_meta", json!(null)),
    ] {
        let block = json!({"type": "x", name: value});
        block_becomes(&block, &written(&block), &LEGACY_VERSION);
    }
}

#[test]
fn nulls_go_from_a_newer_block_before_it_is_replaced() {
    let link = json!({"type": "resource_link", "title": null, "name": "a", "annotations": {"audience": null}});
    let mut becomes = written(&json!({"type": "resource_link", "name": "a"}));
    becomes["annotations"] = json!({});
    let changes = translates(
        &json!({"content": [link]}),
        CALL,
        V2025_03_26,
        &json!({"content": [becomes]}),
    );
    let left = json!({"type": "resource_link", "name": "a", "annotations": {}});
    assert_eq!(
        changes,
        [
            removed("/content/0/title", Value::Null),
            removed("/content/0/annotations/audience", Value::Null),
            replaced("/content/0", left),
        ]
    );
}

#[test]
fn a_block_that_is_too_deep_to_be_written_stays() {
    for name in ["x", "_meta", "annotations", "data"] {
        for (levels, fits) in [(127, true), (128, false)] {
            let value = match name {
                "_meta" | "annotations" => json!({"a": nested(levels - 2)}),
                _ => nested(levels - 1),
            };
            let block = json!({"type": "x", name: value});
            if fits {
                let mut becomes = written(&json!({"type": "x"}));
                match name {
                    "_meta" | "annotations" => becomes[name] = value,
                    _ => becomes = written(&block),
                }
                block_becomes(&block, &becomes, &LEGACY_VERSION);
            } else {
                block_stays(&block, &LEGACY_VERSION);
            }
        }
    }
}

#[test]
fn blocks_without_a_string_type_stay() {
    for block in [
        json!({}),
        json!({"type": 3}),
        json!({"type": null}),
        json!("text"),
        json!(["x"]),
        json!(null),
    ] {
        block_stays(&block, &LEGACY_VERSION);
    }
}

#[test]
fn text_is_added_before_blocks_are_changed() {
    let chart = json!({"type": "x-chart"});
    let image = json!({"type": "image", "_meta": null});
    let changes = calls(
        &json!({"structuredContent": [1], "content": [chart, image]}),
        &[V2025_11_25],
        &json!({"content": [text("[1]"), written(&chart), {"type": "image"}]}),
    );
    assert_eq!(
        changes,
        [
            removed("/structuredContent", json!([1])),
            added("/content/0"),
            replaced("/content/1", chart.clone()),
            removed("/content/2/_meta", Value::Null),
        ]
    );
    // A replaced block mirrors nothing, even if it says the value.
    calls(
        &json!({"structuredContent": chart, "content": [chart]}),
        &[V2025_03_26],
        &json!({"content": [written(&chart), written(&chart)]}),
    );
}

#[test]
fn malformed_messages_stay() {
    for messages in [
        json!(null),
        json!({"content": {"type": "x"}}),
        json!([null, "x", [], {"content": [{"type": "x"}]}]),
    ] {
        stays(&json!({"messages": messages}), ResultKind::PromptsGet);
    }
}

#[test]
fn rows_are_applied_in_their_order() {
    let changes = calls(
        &json!({"resultType": "complete", "_meta": null, "content": null, "structuredContent": {}, "isError": true}),
        &[V2025_11_25],
        &json!({"content": [text("{}")], "isError": true}),
    );
    assert_eq!(
        changes,
        [
            removed("/resultType", json!("complete")),
            removed("/_meta", Value::Null),
            replaced("/content", Value::Null),
            removed("/structuredContent", json!({})),
            added("/content/0"),
        ]
    );
}

#[test]
fn members_that_stay_keep_their_order() {
    translates(
        &json!({"z": 1, "resultType": "complete", "y": 2, "_meta": null, "x": 3, "structuredContent": [0],
            "w": 4, "content": [{"b": 1, "type": "text", "title": null, "a": 2}], "v": 5}),
        CALL,
        V2025_11_25,
        &json!({"z": 1, "y": 2, "x": 3, "w": 4,
            "content": [text("[0]"), {"b": 1, "type": "text", "a": 2}], "v": 5}),
    );
    translates(
        &json!({"z": 1, "tools": [{"z": 1, "outputSchema": true, "y": 2, "inputSchema":
            {"z": 1, "properties": {"b": true, "a": {}}, "required": null, "y": 2}, "x": 3}], "ttlMs": 1, "y": 2}),
        ResultKind::ToolsList,
        V2025_11_25,
        &json!({"z": 1, "tools": [{"z": 1, "y": 2, "inputSchema":
            {"z": 1, "properties": {"b": {}, "a": {}}, "y": 2}, "x": 3}], "y": 2}),
    );
}
