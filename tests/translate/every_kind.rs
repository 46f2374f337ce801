//! What holds for every kind of result.

use mcp_result::{NotForLegacyPeer, Peer, ResultKind};
use serde_json::{Value, json};

use crate::check::*;

// Untouched.

#[test]
fn a_result_that_is_no_object_stays() {
    for result in [
        json!(null),
        json!("complete"),
        json!([{"_meta": null}]),
        json!(3),
    ] {
        for kind in KIND {
            for peer in all_versions() {
                translates(&result, kind, peer, &result);
            }
        }
    }
}

#[test]
fn a_result_of_a_modern_method_stays() {
    let results = [
        json!({"resultType": "complete", "_meta": null, "ttlMs": null, "structuredContent": [1]}),
        json!({"resultType": "input_required"}),
        json!({"supportedVersions": []}),
    ];
    for result in results {
        for peer in all_versions() {
            translates(&result, ResultKind::ModernOnly, peer, &result);
        }
    }
}

#[test]
fn a_result_of_negotiated_tasks_stays() {
    for result in [
        json!({"resultType": "complete", "taskId": "7", "_meta": null}),
        json!({"resultType": "input_required", "taskId": "7"}),
        json!({"taskId": "7"}),
    ] {
        for peer in all_versions() {
            let peer = Peer::from(peer).with_tasks();
            translates(&result, ResultKind::Tasks, peer, &result);
        }
    }
}

#[test]
fn a_result_of_tasks_that_are_not_negotiated_is_translated_as_any_other() {
    let result = json!({"taskId": "7", "_meta": null, "title": null, "ttlMs": null});
    translates(
        &result,
        ResultKind::Tasks,
        V2026_07_28,
        &json!({"taskId": "7", "title": null, "ttlMs": null, "resultType": "complete"}),
    );
    let result = json!({"resultType": "complete", "taskId": "7", "_meta": null, "ttlMs": null});
    translates(
        &result,
        ResultKind::Tasks,
        V2025_11_25,
        &json!({"taskId": "7", "ttlMs": null}),
    );
}

#[test]
fn a_result_that_is_not_final_is_sent_to_a_modern_peer_as_it_is() {
    for result_type in ["input_required", "task", "Complete", "", "other"] {
        let result = json!({"resultType": result_type, "_meta": null, "content": null, "tools": [{"title": null}]});
        for kind in KIND {
            for peer in [V2026_07_28, version("9999-12-31")] {
                translates(&result, kind, peer, &result);
            }
        }
    }
}

#[test]
fn a_body_that_is_no_tools_result_stays() {
    for result in [
        json!({"task": {"taskId": "7"}, "_meta": null}),
        json!({"toolResult": 3, "content": null, "isError": null}),
        json!({"task": {}, "resultType": "complete"}),
        json!({"task": {}, "resultType": null}),
    ] {
        for peer in all_versions() {
            translates(&result, ResultKind::ToolsCall, peer, &result);
        }
    }
    is_refused(
        &json!({"task": {}, "resultType": "task"}),
        ResultKind::ToolsCall,
        V2025_11_25,
        &NotForLegacyPeer::ResultType("task".into()),
    );
    let task = json!({"resultType": "task", "taskId": "7", "_meta": null});
    let peer = Peer::from(V2025_11_25).with_tasks();
    translates(&task, ResultKind::ToolsCall, peer, &task);
}

// Every kind.

#[test]
fn a_modern_peer_gets_a_result_type() {
    for kind in KIND
        .into_iter()
        .filter(|kind| *kind != ResultKind::ModernOnly)
    {
        let complete = as_modern(
            &json!({"x": 1, "content": [], "resultType": "complete"}),
            kind,
        );
        translates(&complete, kind, V2026_07_28, &complete);

        let null = as_modern(&json!({"x": 1, "content": [], "resultType": null}), kind);
        let mut input = null.clone();
        input["resultType"] = Value::Null;
        let changes = translates(&input, kind, version("2027-01-01"), &complete);
        assert_eq!(changes, [replaced("/resultType", Value::Null)]);

        let expected = json!({"content": [], "resultType": "complete"});
        if LISTS.iter().all(|(other, _)| *other != kind) {
            let changes = translates(&json!({"content": []}), kind, V2026_07_28, &expected);
            assert_eq!(changes, [added("/resultType")]);
        }
    }
}

#[test]
fn a_legacy_peer_gets_no_result_type() {
    for kind in KIND
        .into_iter()
        .filter(|kind| *kind != ResultKind::ModernOnly)
    {
        for result_type in [json!("complete"), json!(null)] {
            for peer in LEGACY_VERSION {
                let changes = translates(
                    &json!({"x": 1, "resultType": result_type, "content": [], "a": 2}),
                    kind,
                    peer,
                    &json!({"x": 1, "content": [], "a": 2}),
                );
                assert_eq!(changes, [removed("/resultType", result_type.clone())]);
            }
        }
    }
}

#[test]
fn a_legacy_peer_is_not_sent_a_result_that_is_not_final() {
    for result_type in ["input_required", "task", "Complete", "", "other"] {
        let result = json!({"resultType": result_type, "_meta": null, "tools": [{"title": null}]});
        let error = NotForLegacyPeer::ResultType(result_type.into());
        for kind in KIND
            .into_iter()
            .filter(|kind| *kind != ResultKind::ModernOnly)
        {
            for peer in LEGACY_VERSION {
                is_refused(&result, kind, peer, &error);
                if result_type != "task" && kind != ResultKind::Tasks {
                    is_refused(&result, kind, Peer::from(peer).with_tasks(), &error);
                }
            }
        }
    }
}

#[test]
fn a_task_stays_for_a_legacy_peer_that_has_negotiated_tasks() {
    let result = json!({"resultType": "task", "content": [], "_meta": null});
    for peer in LEGACY_VERSION {
        translates(
            &result,
            ResultKind::ToolsCall,
            Peer::from(peer).with_tasks(),
            &json!({"resultType": "task", "content": []}),
        );
    }
}

#[test]
fn a_result_type_that_is_neither_string_nor_null_stays() {
    for result_type in [
        json!(true),
        json!(0),
        json!(["complete"]),
        json!({"a": "complete"}),
    ] {
        for kind in KIND {
            for peer in all_versions() {
                let mut result = as_modern(&json!({"content": []}), kind);
                result["resultType"] = result_type.clone();
                let mut expected = result.clone();
                if peer.is_legacy() && kind != ResultKind::ModernOnly {
                    let members = expected.as_object_mut().unwrap();
                    members.retain(|name, _| name != "ttlMs" && name != "cacheScope");
                }
                translates(&result, kind, peer, &expected);
            }
        }
    }
}

#[test]
fn a_modern_peer_gets_the_most_careful_cache_hints() {
    for (kind, list) in LISTS {
        for (result, changes) in [
            (
                json!({list: []}),
                vec![added("/resultType"), added("/ttlMs"), added("/cacheScope")],
            ),
            (
                json!({list: [], "resultType": "complete", "ttlMs": null, "cacheScope": null}),
                vec![
                    replaced("/ttlMs", Value::Null),
                    replaced("/cacheScope", Value::Null),
                ],
            ),
        ] {
            let expected =
                json!({list: [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"});
            assert_eq!(translates(&result, kind, V2026_07_28, &expected), changes);
        }
    }
}

#[test]
fn cache_hints_that_a_modern_server_gives_stay_for_a_modern_peer() {
    for (kind, list) in LISTS {
        for (ttl, scope) in [(json!(7), json!("public")), (json!("7"), json!(false))] {
            let result =
                json!({list: [], "ttlMs": ttl, "cacheScope": scope, "resultType": "complete"});
            translates(&result, kind, V2026_07_28, &result);
        }
    }
}

#[test]
fn a_legacy_peer_gets_no_cache_hints() {
    for (kind, list) in LISTS {
        for (ttl, scope) in [(json!(7), json!("public")), (json!(null), json!({}))] {
            for peer in LEGACY_VERSION {
                let result = json!({"ttlMs": ttl, list: [], "cacheScope": scope, "a": 1});
                let changes = translates(&result, kind, peer, &json!({list: [], "a": 1}));
                let expected = [
                    removed("/ttlMs", ttl.clone()),
                    removed("/cacheScope", scope.clone()),
                ];
                assert_eq!(changes, expected);
            }
        }
    }
}

#[test]
fn other_kinds_have_no_cache_hints() {
    for kind in [
        ResultKind::ToolsCall,
        ResultKind::PromptsGet,
        ResultKind::Tasks,
        ResultKind::Other,
    ] {
        stays(
            &json!({"content": [], "ttlMs": null, "cacheScope": "public"}),
            kind,
        );
    }
}

#[test]
fn null_members_of_a_result_go() {
    for kind in KIND.into_iter().filter(|kind| kind.method().is_some()) {
        for name in NULLS {
            for peer in all_versions() {
                let result = json!({"x": null, name: null, "content": [], "a": 0});
                let expected = json!({"x": null, "content": [], "a": 0});
                let (result, expected) = if peer.is_legacy() {
                    (result, expected)
                } else {
                    (as_modern(&result, kind), as_modern(&expected, kind))
                };
                let changes = translates(&result, kind, peer, &expected);
                assert_eq!(changes, [removed(&format!("/{name}"), Value::Null)]);
            }
        }
    }
}

#[test]
fn of_other_results_only_a_null_meta_goes() {
    for kind in [ResultKind::Tasks, ResultKind::Other] {
        for name in NULLS.into_iter().filter(|name| *name != "_meta") {
            stays(&json!({name: null, "annotations": {"a": null}}), kind);
        }
        for peer in LEGACY_VERSION {
            translates(
                &json!({"a": 1, "_meta": null}),
                kind,
                peer,
                &json!({"a": 1}),
            );
        }
    }
}

#[test]
fn null_members_of_elements_go() {
    for (kind, list) in LISTS {
        for name in NULLS {
            for peer in all_versions() {
                let element = json!({"x": null, name: null, "name": "a"});
                let result = json!({list: [{}, element]});
                let expected = json!({list: [{}, {"x": null, "name": "a"}]});
                let (result, expected) = if peer.is_legacy() {
                    (result, expected)
                } else {
                    (as_modern(&result, kind), as_modern(&expected, kind))
                };
                let changes = translates(&result, kind, peer, &expected);
                assert_eq!(
                    changes,
                    [removed(&format!("/{list}/1/{name}"), Value::Null)]
                );
            }
        }
    }
}

#[test]
fn null_members_of_the_arguments_of_prompts_go() {
    let argument = json!({"name": "b", "description": null, "title": null, "required": null});
    let changes = translates(
        &json!({"prompts": [{"name": "a", "arguments": [3, argument]}]}),
        ResultKind::PromptsList,
        V2025_11_25,
        &json!({"prompts": [{"name": "a", "arguments": [3, {"name": "b", "required": null}]}]}),
    );
    let at = "/prompts/0/arguments/1";
    let expected =
        ["description", "title"].map(|name| removed(&format!("{at}/{name}"), Value::Null));
    assert_eq!(changes, expected);
    for (kind, list) in LISTS
        .into_iter()
        .filter(|(kind, _)| *kind != ResultKind::PromptsList)
    {
        stays(&json!({list: [{"arguments": [{"title": null}]}]}), kind);
    }
}

#[test]
fn null_members_of_blocks_and_their_resources_go() {
    for kind in [ResultKind::ToolsCall, ResultKind::PromptsGet] {
        for block_type in ["text", "image", "resource", "audio", "resource_link"] {
            for name in NULLS {
                let block = json!({"type": block_type, name: null, "x": null,
                    "resource": {"uri": "file:///a", name: null, "text": null}});
                let expected = json!({"type": block_type, "x": null,
                    "resource": {"uri": "file:///a", "text": null}});
                let changes = translates(
                    &as_modern(&with_element(kind, &block), kind),
                    kind,
                    V2026_07_28,
                    &as_modern(&with_element(kind, &expected), kind),
                );
                let at = match kind {
                    ResultKind::ToolsCall => "/content/0",
                    _ => "/messages/0/content",
                };
                let expected = [format!("{at}/{name}"), format!("{at}/resource/{name}")];
                assert_eq!(
                    changes,
                    expected.map(|pointer| removed(&pointer, Value::Null))
                );
            }
        }
    }
}

#[test]
fn null_members_of_other_blocks_stay() {
    for kind in [ResultKind::ToolsCall, ResultKind::PromptsGet] {
        for block in [
            json!({"type": "x-chart", "title": null}),
            json!({"type": null, "title": null}),
            json!({"title": null}),
            json!([{"type": "text", "title": null}]),
        ] {
            let result = as_modern(&with_element(kind, &block), kind);
            translates(&result, kind, V2026_07_28, &result);
        }
    }
}

#[test]
fn null_members_of_annotations_go() {
    let annotations = json!({"audience": null, "a/b~": null, "priority": 1, "x": {"title": null}});
    let expected = json!({"priority": 1, "x": {"title": null}});
    let pointers = |at: &str| {
        let pointers = ["audience", "a~1b~0"].map(|name| format!("{at}/annotations/{name}"));
        // serde_json orders members by name, unless it preserves their order.
        let mut changes = pointers
            .map(|pointer| removed(&pointer, Value::Null))
            .to_vec();
        changes.sort_by(|a, b| a.pointer().cmp(b.pointer()));
        changes
    };
    let check = |at: &str, result: Value, kind: ResultKind, expected: Value| {
        let mut changes = translates(&result, kind, V2025_11_25, &expected);
        changes.sort_by(|a, b| a.pointer().cmp(b.pointer()));
        assert_eq!(changes, pointers(at));
    };
    let with = |annotations: &Value| json!({"name": "a", "annotations": annotations});
    for (kind, list) in LISTS {
        let at = format!("/{list}/0");
        check(
            &at,
            json!({list: [with(&annotations)]}),
            kind,
            json!({list: [with(&expected)]}),
        );
    }
    let with = |annotations: &Value| json!({"content": [], "annotations": annotations});
    check(
        "",
        with(&annotations),
        ResultKind::ToolsCall,
        with(&expected),
    );
    for kind in [ResultKind::ToolsCall, ResultKind::PromptsGet] {
        let with = |it: &Value| {
            with_element(
                kind,
                &json!({"type": "resource", "resource": {"annotations": it}}),
            )
        };
        let at = match kind {
            ResultKind::ToolsCall => "/content/0/resource",
            _ => "/messages/0/content/resource",
        };
        check(at, with(&annotations), kind, with(&expected));
    }
}

#[test]
fn nulls_elsewhere_stay() {
    for kind in KIND {
        stays(
            &json!({
                "content": [{"type": "text", "text": "a", "deep": {"title": null}, "_meta": {"title": null}}, null],
                "messages": [{"title": null, "content": [{"type": "text", "title": null}]}, null],
                "tools": [{"inputSchema": {"title": null, "properties": {"a": {"title": null}}}, "execution": {"title": null}}, null],
                "prompts": [null, {"arguments": {"title": null}}],
                "contents": {"title": null},
                "_meta": {"title": null},
                "data": null,
            }),
            kind,
        );
    }
}

#[test]
fn nothing_changes_in_a_look_alike_of_another_method() {
    let element =
        json!({"type": "text", "title": null, "annotations": {"a": null}, "outputSchema": true});
    for (kind, list) in LISTS {
        for other in KIND.into_iter().filter(|other| *other != kind) {
            stays(&json!({list: [element], "content": []}), other);
        }
    }
    for kind in KIND {
        if kind != ResultKind::PromptsGet {
            stays(
                &json!({"messages": [{"content": element}], "content": []}),
                kind,
            );
        }
        if kind != ResultKind::ToolsCall {
            stays(
                &json!({"content": [element], "structuredContent": null}),
                kind,
            );
        }
    }
}
