//! `strip_for_legacy_peer`: a test for every row of the contract's table, in their order.

use mcp_result::{
    NotForLegacyPeer, Peer, Presence, ProtocolVersion, ResultKind, Stripped, TextFallback,
    strip_for_legacy_peer,
};
use serde_json::{Value, json};

mod every;
#[cfg(feature = "raw")]
mod over_text;

fn version(text: &str) -> ProtocolVersion {
    text.parse().unwrap()
}

fn legacy_versions() -> Vec<ProtocolVersion> {
    let unpublished = ["0000-01-01", "2025-12-31", "2026-07-27"].map(version);
    let published = [
        ProtocolVersion::V2024_11_05,
        ProtocolVersion::V2025_03_26,
        ProtocolVersion::V2025_06_18,
        ProtocolVersion::V2025_11_25,
    ];
    [&published[..], &unpublished[..]].concat()
}

fn legacy(text_fallback: TextFallback) -> Peer {
    Peer::from(ProtocolVersion::V2025_11_25).with_text_fallback(text_fallback)
}

fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn image() -> Value {
    json!({"type": "image", "data": "aGk=", "mimeType": "image/png"})
}

/// The text block of a value's compact JSON.
fn written(value: &Value) -> Value {
    text(&serde_json::to_string(value).unwrap())
}

/// Nested in this many arrays.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!(0), |value, _| json!([value]))
}

/// Values nested this deep, in arrays and objects in turn, around each kind of innermost one.
fn all_nested(levels: usize) -> Vec<Value> {
    let innermost = [json!([]), json!({}), json!([0]), json!({"a": 0})];
    let in_turn = innermost.map(|innermost| {
        let inside = (2..levels).fold(innermost, |value, level| match level % 2 {
            0 => json!({"a": 0, "b": value, "c": 0}),
            _ => json!([0, value, 0]),
        });
        json!([inside])
    });
    let beside = json!([nested(3), nested(levels - 1), 0]);
    [&in_turn[..], &[nested(levels), beside]].concat()
}

/// Strips, and checks that the JSON is the expected one, the order of its members included.
#[track_caller]
fn strips(result: &Value, kind: ResultKind, peer: impl Into<Peer>, expected: &Value) -> Stripped {
    let peer = peer.into();
    let mut left = result.clone();
    let stripped = strip_for_legacy_peer(&mut left, kind, peer).unwrap();
    #[cfg(feature = "raw")]
    over_text::strips(result, kind, peer, (expected, &stripped));
    assert_eq!(left, *expected, "{kind:?} of {result}");
    assert_eq!(left.to_string(), expected.to_string());
    // Stripping again finds nothing.
    let again = strip_for_legacy_peer(&mut left, kind, peer);
    assert_eq!((left, again), (expected.clone(), Ok(Stripped::default())));
    stripped
}

/// With both fallbacks, nothing is stripped.
#[track_caller]
fn stays(result: &Value, kind: ResultKind) {
    for fallback in every::TEXT_FALLBACK {
        let stripped = strips(result, kind, legacy(fallback), result);
        assert!(stripped.is_unchanged());
        assert_eq!(stripped, Stripped::default());
    }
}

#[track_caller]
fn is_refused(result: &Value, kind: ResultKind, peer: impl Into<Peer>, error: &NotForLegacyPeer) {
    let peer = peer.into();
    let mut left = result.clone();
    let refused = strip_for_legacy_peer(&mut left, kind, peer);
    assert_eq!(refused, Err(error.clone()), "{kind:?} of {result}");
    assert_eq!(left, *result);
    assert_eq!(left.to_string(), result.to_string());
    #[cfg(feature = "raw")]
    over_text::is_refused(result, kind, peer, error);
}

/// The value goes, with both fallbacks, and no text is added to the content.
#[track_caller]
fn is_mirrored(value: &Value, content: &Value) {
    for fallback in every::TEXT_FALLBACK {
        let stripped = strips(
            &json!({"content": content, "structuredContent": value}),
            ResultKind::ToolsCall,
            legacy(fallback),
            &json!({"content": content}),
        );
        assert_eq!(stripped.structured_content(), Presence::Present(value));
        assert!(!stripped.text_added());
    }
}

/// The value goes: it becomes the first block with `Lossless`, and is lost with `WhenEmpty`.
#[track_caller]
fn is_not_mirrored(value: &Value, content: &[Value]) {
    let result = json!({"content": content, "structuredContent": value});
    let with_text = [&[written(value)], content].concat();
    for (fallback, content) in [
        (TextFallback::Lossless, &with_text[..]),
        (TextFallback::WhenEmpty, content),
    ] {
        let expected = json!({"content": content});
        let stripped = strips(&result, ResultKind::ToolsCall, legacy(fallback), &expected);
        assert_eq!(stripped.structured_content(), Presence::Present(value));
        assert_eq!(stripped.text_added(), fallback == TextFallback::Lossless);
    }
}

/// What a legacy peer cannot take: every JSON type but object, and the falsy and empty values.
fn non_objects() -> [Value; 9] {
    [
        json!([1, {"a": null}]),
        json!([]),
        json!("3"),
        json!(""),
        json!(3),
        json!(0),
        json!(true),
        json!(false),
        json!(null),
    ]
}

// Kinds and peers.

#[test]
fn the_method_names_the_kind() {
    for (method, kind) in every::METHOD {
        assert_eq!(ResultKind::of_method(method), kind, "{method}");
    }
    for method in [
        "tasks/result",
        "completion/complete",
        "elicitation/create",
        "initialize",
        "ping",
        "tools",
        "tools/",
        "Tools/List",
        "tools/list ",
        "resources/templates",
        "resources/subscribe",
        "prompts",
        "server",
        "server/discover/",
        "subscriptions",
        "tasks",
        "",
    ] {
        assert_eq!(
            ResultKind::of_method(method),
            ResultKind::Other,
            "{method:?}"
        );
    }
}

#[test]
fn the_kind_names_its_method_where_it_has_one_alone() {
    for kind in every::KIND {
        let methods = every::METHOD.iter().filter(|(_, of)| *of == kind);
        let methods: Vec<_> = methods.map(|(method, _)| *method).collect();
        match methods[..] {
            [method] => assert_eq!(kind.method(), Some(method)),
            _ => assert_eq!(kind.method(), None, "{kind:?}"),
        }
    }
}

/// What would go from a result of any other kind, and what would be refused.
fn strippable() -> [Value; 4] {
    [
        json!({"resultType": "complete", "structuredContent": [1], "content": []}),
        json!({"resultType": "complete", "tools": [{"name": "a", "outputSchema": true}]}),
        json!({"resultType": "input_required"}),
        json!({"resultType": "task", "taskId": "7"}),
    ]
}

#[test]
fn a_result_of_a_method_that_only_modern_peers_know_is_sent_to_every_peer_as_it_is() {
    for method in ["server/discover", "subscriptions/listen"] {
        for version in legacy_versions() {
            for peer in every::peer(version) {
                for result in strippable() {
                    let kind = ResultKind::of_method(method);
                    let stripped = strips(&result, kind, peer, &result);
                    assert!(stripped.is_unchanged());
                }
            }
        }
    }
}

#[test]
fn a_result_of_tasks_is_sent_as_it_is_to_a_peer_with_tasks() {
    for method in ["tasks/get", "tasks/list", "tasks/cancel", "tasks/update"] {
        let kind = ResultKind::of_method(method);
        for fallback in every::TEXT_FALLBACK {
            for result in strippable() {
                let stripped = strips(&result, kind, legacy(fallback).with_tasks(), &result);
                assert!(stripped.is_unchanged());
            }
        }
        let stripped = strips(
            &json!({"resultType": "complete", "tasks": []}),
            kind,
            ProtocolVersion::V2025_11_25,
            &json!({"tasks": []}),
        );
        assert!(stripped.result_type());
    }
}

#[test]
fn a_task_is_sent_to_a_peer_with_tasks_whatever_the_kind() {
    let result = json!({"resultType": "task", "taskId": "7", "status": "working"});
    for kind in every::KIND {
        let peer = legacy(TextFallback::Lossless).with_tasks();
        assert!(strips(&result, kind, peer, &result).is_unchanged());
    }
}

#[test]
fn a_peer_with_tasks_is_otherwise_a_legacy_peer() {
    let peer = legacy(TextFallback::Lossless).with_tasks();
    for kind in every::stripped_kind().filter(|kind| *kind != ResultKind::Tasks) {
        let error = NotForLegacyPeer::ResultType("input_required".into());
        is_refused(&json!({"resultType": "input_required"}), kind, peer, &error);
        let stripped = strips(&json!({"resultType": "complete"}), kind, peer, &json!({}));
        assert!(stripped.result_type());
    }
    // A task may have structured content, too.
    let stripped = strips(
        &json!({"resultType": "task", "structuredContent": 3}),
        ResultKind::ToolsCall,
        peer,
        &json!({"resultType": "task", "content": [text("3")]}),
    );
    assert!(!stripped.result_type() && stripped.text_added());
}

#[test]
fn a_modern_peer_is_sent_everything() {
    let result = json!({
        "resultType": "input_required",
        "tools": [{"name": "a", "outputSchema": {"type": "array"}}],
        "structuredContent": [1],
        "content": "prose",
    });
    let complete = json!({"structuredContent": null, "resultType": "complete"});
    for peer in [
        "2026-07-28",
        "2026-07-29",
        "2026-08-01",
        "2027-01-01",
        "9999-12-31",
    ]
    .map(version)
    {
        for kind in every::KIND {
            for peer in every::peer(peer) {
                for result in [&result, &complete, &json!([]), &json!(null)] {
                    let stripped = strips(result, kind, peer, result);
                    assert_eq!(stripped, Stripped::default());
                }
            }
        }
    }
}

#[test]
fn every_legacy_version_is_sent_the_same() {
    for peer in legacy_versions() {
        strips(
            &json!({"resultType": "complete", "structuredContent": 3}),
            ResultKind::ToolsCall,
            peer,
            &json!({"content": [text("3")]}),
        );
        strips(
            &json!({"resultType": "complete", "tools": [{"name": "a", "outputSchema": {}}]}),
            ResultKind::ToolsList,
            peer,
            &json!({"tools": [{"name": "a"}]}),
        );
        let error = NotForLegacyPeer::ResultType("task".into());
        is_refused(
            &json!({"resultType": "task"}),
            ResultKind::Other,
            peer,
            &error,
        );
    }
}

#[test]
fn a_version_alone_is_a_peer_that_loses_nothing() {
    strips(
        &json!({"structuredContent": 3, "content": [image()]}),
        ResultKind::ToolsCall,
        ProtocolVersion::V2025_11_25,
        &json!({"content": [text("3"), image()]}),
    );
}

#[test]
fn a_result_that_is_no_object_stays() {
    for result in [
        json!(null),
        json!("complete"),
        json!([{"resultType": "task"}]),
        json!(3),
    ] {
        for kind in every::KIND {
            stays(&result, kind);
        }
    }
}

// The row of `resultType`.

#[test]
fn result_type_complete_is_removed_from_every_kind() {
    for kind in every::stripped_kind() {
        for fallback in every::TEXT_FALLBACK {
            let stripped = strips(
                &json!({"x": 1, "resultType": "complete", "a": 2}),
                kind,
                legacy(fallback),
                &json!({"x": 1, "a": 2}),
            );
            assert!(stripped.result_type());
            assert_eq!(stripped.output_schemas(), &[]);
            assert_eq!(stripped.structured_content(), Presence::Absent);
            assert!(!stripped.text_added());
        }
    }
}

#[test]
fn a_result_that_is_not_final_is_refused() {
    for result_type in ["input_required", "task"] {
        for kind in every::stripped_kind() {
            for fallback in every::TEXT_FALLBACK {
                is_refused(
                    &json!({
                        "resultType": result_type,
                        "structuredContent": 3,
                        "tools": [{"outputSchema": true}],
                        "content": [],
                    }),
                    kind,
                    legacy(fallback),
                    &NotForLegacyPeer::ResultType(result_type.into()),
                );
            }
        }
    }
}

#[test]
fn any_other_result_type_stays() {
    for result_type in [
        json!("Complete"),
        json!("complete "),
        json!("other"),
        json!("Task"),
        json!(""),
        json!(null),
        json!(true),
        json!(1),
        json!(["complete"]),
        json!({"complete": "complete"}),
    ] {
        for kind in every::KIND {
            stays(&json!({"resultType": result_type}), kind);
        }
    }
}

#[test]
fn only_the_results_own_result_type_is_removed() {
    for kind in every::KIND {
        stays(
            &json!({
                "_meta": {"resultType": "complete"},
                "content": [{"type": "text", "text": "t", "resultType": "task"}],
                "structuredContent": {"resultType": "complete"},
                "tools": [{"name": "a", "resultType": "input_required"}],
            }),
            kind,
        );
    }
}

// The row of `outputSchema`.

#[track_caller]
fn schema_is_removed(schema: &Value) {
    for fallback in every::TEXT_FALLBACK {
        let stripped = strips(
            &json!({"tools": [{"name": "a", "outputSchema": schema, "title": "A"}]}),
            ResultKind::ToolsList,
            legacy(fallback),
            &json!({"tools": [{"name": "a", "title": "A"}]}),
        );
        assert_eq!(stripped.output_schemas(), [(0, schema.clone())]);
    }
}

#[track_caller]
fn schema_stays(schema: &Value) {
    stays(
        &json!({"tools": [{"name": "a", "outputSchema": schema}]}),
        ResultKind::ToolsList,
    );
}

#[test]
fn an_object_schema_stays() {
    schema_stays(&json!({"type": "object"}));
    schema_stays(&json!({"type": "object", "properties": {"a": {"type": "array"}}}));
    schema_stays(&json!({"type": "object", "oneOf": [{"type": "object"}]}));
    schema_stays(&json!({"$ref": "#/$defs/a", "$defs": {}, "type": "object"}));
}

#[test]
fn an_array_schema_is_removed() {
    schema_is_removed(&json!({"type": "array", "items": {"type": "object"}}));
}

#[test]
fn a_scalar_schema_is_removed() {
    for root_type in ["string", "number", "integer", "boolean", "null"] {
        schema_is_removed(&json!({"type": root_type}));
    }
}

#[test]
fn a_boolean_schema_is_removed() {
    schema_is_removed(&json!(true));
    schema_is_removed(&json!(false));
}

#[test]
fn a_null_schema_is_removed() {
    schema_is_removed(&json!(null));
}

#[test]
fn a_schema_that_is_no_schema_is_removed() {
    schema_is_removed(&json!("object"));
    schema_is_removed(&json!(3));
    schema_is_removed(&json!([]));
    schema_is_removed(&json!([{"type": "object"}]));
}

#[test]
fn a_combining_root_is_removed() {
    for combinator in ["oneOf", "anyOf", "allOf"] {
        schema_is_removed(&json!({combinator: [{"type": "object"}]}));
    }
}

#[test]
fn a_ref_root_is_removed() {
    schema_is_removed(&json!({"$ref": "#/$defs/a", "$defs": {"a": {"type": "object"}}}));
}

#[test]
fn a_list_of_types_is_removed() {
    schema_is_removed(&json!({"type": ["object", "null"]}));
    schema_is_removed(&json!({"type": ["object"]}));
}

#[test]
fn a_schema_without_a_type_is_removed() {
    schema_is_removed(&json!({}));
    schema_is_removed(&json!({"properties": {"type": {"type": "object"}}}));
}

#[test]
fn a_type_that_is_not_quite_object_is_removed() {
    for root_type in [
        json!("Object"),
        json!("object "),
        json!(""),
        json!(null),
        json!({}),
    ] {
        schema_is_removed(&json!({"type": root_type}));
    }
}

#[test]
fn every_tool_stays_in_its_place() {
    let stripped = strips(
        &json!({
            "tools": [
                {"name": "z", "outputSchema": {"type": "array"}, "inputSchema": {"type": "object"}},
                {"name": "y", "outputSchema": {"type": "object"}},
                {"name": "x"},
                {"name": "w", "inputSchema": {}, "outputSchema": true, "annotations": {}},
            ],
            "nextCursor": "c",
            "ttlMs": 1000,
            "cacheScope": "public",
        }),
        ResultKind::ToolsList,
        ProtocolVersion::V2025_11_25,
        &json!({
            "tools": [
                {"name": "z", "inputSchema": {"type": "object"}},
                {"name": "y", "outputSchema": {"type": "object"}},
                {"name": "x"},
                {"name": "w", "inputSchema": {}, "annotations": {}},
            ],
            "nextCursor": "c",
            "ttlMs": 1000,
            "cacheScope": "public",
        }),
    );
    assert_eq!(
        stripped.output_schemas(),
        [(0, json!({"type": "array"})), (3, json!(true))],
    );
    assert!(!stripped.result_type());
}

#[test]
fn only_the_tools_own_output_schema_is_removed() {
    stays(
        &json!({
            "outputSchema": true,
            "_meta": {"outputSchema": true},
            "tools": [{
                "inputSchema": {"outputSchema": true},
                "outputSchema": {"type": "object", "outputSchema": true},
            }],
        }),
        ResultKind::ToolsList,
    );
}

#[test]
fn malformed_tools_stay() {
    for tools in [
        json!(null),
        json!("tools"),
        json!({"outputSchema": true}),
        json!({"0": {"outputSchema": true}}),
        json!([null, "outputSchema", ["outputSchema"], [{"outputSchema": true}], 3]),
    ] {
        stays(&json!({"tools": tools}), ResultKind::ToolsList);
    }
}

#[test]
fn a_malformed_tool_does_not_shift_the_others() {
    let stripped = strips(
        &json!({"tools": [null, {"outputSchema": 1}]}),
        ResultKind::ToolsList,
        ProtocolVersion::V2025_11_25,
        &json!({"tools": [null, {}]}),
    );
    assert_eq!(stripped.output_schemas(), [(1, json!(1))]);
}

#[test]
fn output_schemas_stay_in_other_kinds() {
    let result = json!({"tools": [{"name": "a", "outputSchema": true}]});
    stays(&result, ResultKind::ToolsCall);
    stays(&result, ResultKind::Other);
}

// The row of `structuredContent`.

#[test]
fn structured_content_that_is_no_object_is_removed() {
    for value in non_objects() {
        for is_error in [true, false] {
            let stripped = strips(
                &json!({"isError": is_error, "structuredContent": value, "content": []}),
                ResultKind::ToolsCall,
                ProtocolVersion::V2025_11_25,
                &json!({"isError": is_error, "content": [written(&value)]}),
            );
            assert_eq!(stripped.structured_content(), Presence::Present(&value));
            assert!(stripped.text_added());
            assert!(!stripped.result_type());
            assert_eq!(stripped.output_schemas(), &[]);
        }
    }
}

#[test]
fn structured_content_that_is_an_object_stays() {
    for value in [
        json!({}),
        json!({"a": [null]}),
        json!({"result": 3}),
        json!({"type": "array"}),
    ] {
        for content in [
            json!([]),
            json!([text("t")]),
            json!(null),
            json!("malformed"),
            json!({}),
        ] {
            for is_error in [true, false] {
                stays(
                    &json!({"structuredContent": value, "content": content, "isError": is_error}),
                    ResultKind::ToolsCall,
                );
            }
        }
        stays(&json!({"structuredContent": value}), ResultKind::ToolsCall);
    }
}

#[test]
fn a_result_without_structured_content_stays() {
    for content in [
        json!([]),
        json!([image(), null]),
        json!(null),
        json!("malformed"),
        json!(3),
    ] {
        stays(&json!({"content": content}), ResultKind::ToolsCall);
    }
    stays(&json!({}), ResultKind::ToolsCall);
}

#[test]
fn structured_content_stays_in_other_kinds() {
    for value in non_objects() {
        for content in [json!(null), json!("malformed")] {
            let result = json!({"structuredContent": value, "content": content});
            stays(&result, ResultKind::ToolsList);
            stays(&result, ResultKind::Other);
        }
    }
}

#[test]
fn only_the_results_own_structured_content_is_removed() {
    stays(
        &json!({
            "_meta": {"structuredContent": 3},
            "content": [{"type": "x", "structuredContent": 3}],
            "structuredContent": {"structuredContent": 3},
        }),
        ResultKind::ToolsCall,
    );
}

// The row of the removed value: where it goes.

#[test]
fn no_blocks_take_the_value_with_both_fallbacks() {
    for value in non_objects() {
        for fallback in every::TEXT_FALLBACK {
            let expected = json!({"content": [written(&value)]});
            for result in [
                json!({"structuredContent": value}),
                json!({"content": null, "structuredContent": value}),
                json!({"content": [], "structuredContent": value}),
            ] {
                let kind = ResultKind::ToolsCall;
                let stripped = strips(&result, kind, legacy(fallback), &expected);
                assert!(stripped.text_added());
                assert_eq!(stripped.structured_content(), Presence::Present(&value));
            }
        }
    }
}

#[test]
fn prose_does_not_lose_the_value() {
    is_not_mirrored(&json!(["Alice", "Bob"]), &[text("Found 2 users.")]);
}

#[test]
fn image_only_content_does_not_lose_the_value() {
    is_not_mirrored(&json!([1, 2]), &[image()]);
}

#[test]
fn the_value_comes_before_every_other_block() {
    is_not_mirrored(&json!(3), &[image(), text("a"), text("b"), json!(null)]);
}

#[test]
fn the_value_is_written_as_its_compact_json() {
    let mut result = json!({
        "structuredContent": ["ä\n\"\\\u{1}\u{2028}", {"é\"": [true, false, null, {}, [], ""]}, -1, 1.5],
    });
    strip_for_legacy_peer(
        &mut result,
        ResultKind::ToolsCall,
        legacy(TextFallback::Lossless),
    )
    .unwrap();
    assert_eq!(
        result["content"][0]["text"],
        "[\"ä\\n\\\"\\\\\\u0001\u{2028}\",{\"é\\\"\":[true,false,null,{},[],\"\"]},-1,1.5]",
    );
}

#[test]
fn a_new_content_is_the_last_member() {
    // `strips` compares the order too, which serde_json's `preserve_order` makes that of writing.
    strips(
        &json!({"z": 1, "structuredContent": 3, "resultType": "complete", "a": 2}),
        ResultKind::ToolsCall,
        ProtocolVersion::V2025_11_25,
        &json!({"z": 1, "a": 2, "content": [text("3")]}),
    );
}

#[test]
fn a_new_content_takes_the_place_of_null() {
    strips(
        &json!({"z": 1, "structuredContent": 3, "y": 0, "content": null, "resultType": "complete", "a": 2}),
        ResultKind::ToolsCall,
        ProtocolVersion::V2025_11_25,
        &json!({"z": 1, "y": 0, "content": [text("3")], "a": 2}),
    );
}

#[test]
fn content_that_cannot_hold_the_value_is_refused() {
    for content in [
        json!("prose"),
        json!(""),
        json!({}),
        text("3"),
        json!(3),
        json!(false),
    ] {
        for value in non_objects() {
            for fallback in every::TEXT_FALLBACK {
                is_refused(
                    &json!({"resultType": "complete", "structuredContent": value, "content": content}),
                    ResultKind::ToolsCall,
                    legacy(fallback),
                    &NotForLegacyPeer::Content,
                );
            }
        }
    }
}

// The row of the removed value: depth.

#[test]
fn a_value_of_127_levels_is_written() {
    for value in all_nested(127) {
        let expected = json!({"content": [written(&value)]});
        for fallback in every::TEXT_FALLBACK {
            let result = json!({"structuredContent": value});
            strips(&result, ResultKind::ToolsCall, legacy(fallback), &expected);
        }
        // It can be read back.
        let text = expected["content"][0]["text"].as_str().unwrap();
        assert_eq!(text.parse::<Value>().unwrap(), value);
    }
}

#[test]
fn a_value_of_128_levels_is_refused() {
    for value in all_nested(128) {
        for fallback in every::TEXT_FALLBACK {
            for content in [json!(null), json!([])] {
                is_refused(
                    &json!({"resultType": "complete", "structuredContent": value, "content": content}),
                    ResultKind::ToolsCall,
                    legacy(fallback),
                    &NotForLegacyPeer::Depth,
                );
            }
        }
        for content in [json!([image()]), json!([text("prose")])] {
            is_refused(
                &json!({"resultType": "complete", "structuredContent": value, "content": content}),
                ResultKind::ToolsCall,
                legacy(TextFallback::Lossless),
                &NotForLegacyPeer::Depth,
            );
        }
    }
}

#[test]
fn a_value_of_128_levels_that_is_mirrored_is_removed() {
    for levels in [127, 128, 200] {
        let value = nested(levels);
        is_mirrored(&value, &json!([written(&value)]));
    }
}

#[test]
fn a_value_of_128_levels_that_is_not_written_is_removed() {
    let stripped = strips(
        &json!({"content": [image()], "structuredContent": nested(128)}),
        ResultKind::ToolsCall,
        legacy(TextFallback::WhenEmpty),
        &json!({"content": [image()]}),
    );
    assert_eq!(
        stripped.structured_content(),
        Presence::Present(&nested(128))
    );
    assert!(!stripped.text_added());
}

#[test]
fn depth_does_not_matter_to_what_stays() {
    stays(
        &json!({"structuredContent": {"a": nested(200)}, "content": [nested(200)]}),
        ResultKind::ToolsCall,
    );
}

// The row of the removed value: what mirrors it.

#[test]
fn the_values_own_compact_json_mirrors_it() {
    for value in non_objects() {
        is_mirrored(&value, &json!([written(&value)]));
        is_mirrored(&value, &json!([written(&value), image(), null]));
    }
}

#[test]
fn the_other_members_of_a_mirroring_block_stay() {
    let block = json!({"type": "text", "text": "3", "annotations": {"priority": 1}});
    is_mirrored(&json!(3), &json!([block]));
}

#[test]
fn compact_json_mirrors_a_number_that_serde_json_reads_back_as_another() {
    for (number, spelling) in [
        (39.430_133_835_633_676, "39.430133835633676"),
        (31.245_270_191_439_438, "31.245270191439438"),
    ] {
        let value = json!(number);
        assert_eq!(value.to_string(), spelling);
        is_mirrored(&value, &json!([text(spelling)]));
        is_mirrored(&json!([value]), &json!([text(&format!("[{spelling}]"))]));
        is_not_mirrored(&value, &[text(&format!("{spelling}1 degrees"))]);
    }
}

#[test]
fn a_text_that_parses_to_an_equal_value_mirrors_it() {
    let value = json!([1, {"a": "ä", "b": null}]);
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    is_mirrored(&value, &json!([text(&pretty)]));
    is_mirrored(&value, &json!([text(r#"[1,{"b":null,"a":"ä"}]"#)]));
    is_mirrored(&value, &json!([text(r#"[1,{"a":"\u00e4","b":null}]"#)]));
    is_mirrored(&json!(null), &json!([text(" null\n")]));
    is_mirrored(&json!("3"), &json!([text(r#" "\u0033""#)]));
}

#[test]
fn a_text_that_parses_to_another_value_does_not_mirror_it() {
    is_not_mirrored(&json!("3"), &[text("3")]);
    is_not_mirrored(&json!(3), &[text(r#""3""#)]);
    is_not_mirrored(&json!(null), &[text("false")]);
    is_not_mirrored(&json!([]), &[text("{}")]);
    is_not_mirrored(&json!([1, 2]), &[text("[2,1]")]);
    is_not_mirrored(&json!([3]), &[text(r#"{"result":[3]}"#)]);
}

#[test]
fn a_text_that_only_starts_or_ends_like_the_value_does_not_mirror_it() {
    is_not_mirrored(&json!([1, 2]), &[text("[1,2")]);
    is_not_mirrored(&json!([1, 2]), &[text("[1,2],")]);
    is_not_mirrored(&json!([1, 2]), &[text("[1,2] rows")]);
    is_not_mirrored(&json!([1, 2]), &[text("rows: [1,2]")]);
    is_not_mirrored(&json!([1, 2]), &[text("[1,2][1,2]")]);
    is_not_mirrored(&json!(3), &[text("33")]);
    is_not_mirrored(&json!(3), &[text("")]);
}

#[test]
fn a_text_without_quotes_does_not_mirror_a_string() {
    is_not_mirrored(&json!("no rows"), &[text("no rows")]);
    is_not_mirrored(&json!(""), &[text("")]);
}

#[test]
fn only_the_first_block_mirrors() {
    is_not_mirrored(&json!(3), &[image(), text("3")]);
    is_not_mirrored(&json!(3), &[text("three"), text("3")]);
    is_not_mirrored(&json!(3), &[json!(null), text("3")]);
}

#[test]
fn only_a_text_block_mirrors() {
    for block in [
        json!({"type": "resource", "text": "3"}),
        json!({"type": "Text", "text": "3"}),
        json!({"text": "3"}),
        json!({"type": "text", "text": 3}),
        json!({"type": "text"}),
        json!("3"),
        json!(3),
        json!([text("3")]),
    ] {
        is_not_mirrored(&json!(3), &[block]);
    }
}

// Everything else.

#[test]
fn everything_else_stays_in_its_order() {
    strips(
        &json!({
            "_meta": {"z": 1, "a": 2},
            "unknown": {"outputSchema": true},
            "resultType": "complete",
            "isError": false,
            "ttlMs": 1000,
            "structuredContent": [3],
            "content": [{"z": 1, "type": "image", "a": 2}, null, "malformed"],
            "tools": [{"outputSchema": true}],
            "a": null,
        }),
        ResultKind::ToolsCall,
        ProtocolVersion::V2025_11_25,
        &json!({
            "_meta": {"z": 1, "a": 2},
            "unknown": {"outputSchema": true},
            "isError": false,
            "ttlMs": 1000,
            "content": [text("[3]"), {"z": 1, "type": "image", "a": 2}, null, "malformed"],
            "tools": [{"outputSchema": true}],
            "a": null,
        }),
    );
}

#[test]
fn what_was_removed_is_handed_back_together() {
    let stripped = strips(
        &json!({"resultType": "complete", "structuredContent": null, "content": []}),
        ResultKind::ToolsCall,
        ProtocolVersion::V2025_11_25,
        &json!({"content": [text("null")]}),
    );
    assert!(stripped.result_type());
    assert!(stripped.text_added());
    assert_eq!(
        stripped.structured_content(),
        Presence::Present(&Value::Null)
    );
    assert_eq!(stripped.output_schemas(), &[]);
}

#[test]
fn what_is_stripped_of_something_is_changed() {
    for (result, kind, sent) in [
        (
            json!({"resultType": "complete"}),
            ResultKind::Other,
            json!({}),
        ),
        (
            json!({"tools": [{"outputSchema": null}]}),
            ResultKind::ToolsList,
            json!({"tools": [{}]}),
        ),
        (
            json!({"structuredContent": 3, "content": [text("3")]}),
            ResultKind::ToolsCall,
            json!({"content": [text("3")]}),
        ),
        (
            json!({"structuredContent": null}),
            ResultKind::ToolsCall,
            json!({"content": [text("null")]}),
        ),
    ] {
        let stripped = strips(&result, kind, ProtocolVersion::V2025_11_25, &sent);
        assert!(!stripped.is_unchanged(), "{result}");
    }
}

#[test]
fn a_default_stripped_is_nothing_stripped() {
    let stripped = Stripped::default();
    assert!(stripped.is_unchanged());
    assert!(!stripped.result_type());
    assert!(!stripped.text_added());
    assert_eq!(stripped.structured_content(), Presence::Absent);
    assert_eq!(stripped.output_schemas(), &[]);
}
