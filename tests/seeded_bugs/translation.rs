//! Bugs of translation, those of real gateways and servers among them.

use mcp_result::contract::{self, Answer, Crossing, Outcome};
use mcp_result::{Change, Peer, ProtocolVersion, ResultKind, translate_result};
use serde_json::{Value, json};

use crate::{assert_broken, remove};

#[path = "../model/mirror.rs"]
mod mirror;

#[path = "../model/provable.rs"]
mod provable;

#[path = "../model/undo.rs"]
mod undo;

const MODERN: ProtocolVersion = ProtocolVersion::V2026_07_28;

fn is_to_legacy(asked: &Crossing) -> bool {
    asked.to.peer().version().is_legacy()
}

fn translate_as(
    mut result: Value,
    kind: ResultKind,
    from: ProtocolVersion,
    peer: Peer,
) -> Result<(Value, Vec<Change>), Answer> {
    match translate_result(&mut result, kind, from, peer) {
        Ok(translated) => Ok((result, translated.into_changes())),
        Err(_) => Err(Answer::Refused(None)),
    }
}

/// This crate's translation, which the bugs are put into.
fn translate(result: Value, asked: &Crossing) -> Result<(Value, Vec<Change>), Answer> {
    translate_as(result, asked.to.kind(), asked.from, asked.to.peer())
}

fn answer(sent: Result<Value, Answer>) -> Answer {
    sent.map_or_else(|answer| answer, |sent| Answer::Sent(sent.to_string()))
}

#[track_caller]
fn assert_breaks(rules: &[&str], bug: impl Fn(Value, &Crossing) -> Result<Value, Answer>) {
    let report = contract::translation().check_values(|result, asked| answer(bug(result, asked)));
    assert_broken(&report, rules);
}

/// Some changes are not made.
#[track_caller]
fn assert_missing_breaks(rules: &[&str], is_missing: impl Fn(&Change, &Crossing) -> bool) {
    assert_breaks(rules, |result, asked| {
        let (mut sent, mut changes) = translate(result, asked)?;
        changes.retain(|change| is_missing(change, asked));
        undo::undo(&mut sent, changes);
        Ok(sent)
    });
}

/// What is sent is changed once more.
#[track_caller]
fn assert_spoiling_breaks(rules: &[&str], spoil: impl Fn(&mut Value, &Value, &Crossing)) {
    assert_breaks(rules, |result, asked| {
        let (mut sent, _) = translate(result.clone(), asked)?;
        spoil(&mut sent, &result, asked);
        Ok(sent)
    });
}

fn is_removed_null(change: &Change) -> bool {
    matches!(
        change,
        Change::Removed {
            value: Value::Null,
            ..
        }
    )
}

fn is_in(change: &Change, lists: &[&str]) -> bool {
    let list = change.pointer().split('/').nth(1).unwrap();
    change.pointer().matches('/').count() > 1 && lists.contains(&list)
}

fn ends(change: &Change, name: &str) -> bool {
    change.pointer().rsplit('/').next() == Some(name)
}

#[test]
fn the_implementation_has_no_bug_of_its_own() {
    assert_breaks(&[], |result, asked| Ok(translate(result, asked)?.0));
    assert_missing_breaks(&[], |_, _| false);
}

#[test]
fn a_modern_method_is_translated_like_any_other() {
    assert_breaks(&["modern_method_is_not_translated"], |result, asked| {
        let kind = match asked.to.kind() {
            ResultKind::ModernOnly => ResultKind::Other,
            kind => kind,
        };
        Ok(translate_as(result, kind, asked.from, asked.to.peer())?.0)
    });
}

#[test]
fn negotiated_tasks_are_ignored() {
    assert_breaks(
        &[
            "negotiated_task_is_not_translated",
            "task_is_for_who_negotiated_tasks",
        ],
        |result, asked| {
            let peer =
                Peer::from(asked.to.peer().version()).with_text_fallback(asked.to.text_fallback);
            Ok(translate_as(result, asked.to.kind(), asked.from, peer)?.0)
        },
    );
}

#[test]
fn a_result_that_is_not_final_is_filled_for_a_modern_peer() {
    assert_spoiling_breaks(
        &["result_that_is_not_final_stays_for_a_modern_peer"],
        |sent, _, asked| {
            let is_call = asked.to.kind() == ResultKind::ToolsCall && !is_to_legacy(asked);
            if is_call
                && sent.is_object()
                && sent.get("content").is_none()
                && sent.get("resultType").is_some()
            {
                sent["content"] = json!([]);
            }
        },
    );
}

#[test]
fn the_body_of_a_task_gets_empty_content() {
    assert_spoiling_breaks(
        &["body_that_is_no_tools_result_is_not_translated"],
        |sent, _, asked| {
            let is_call = asked.to.kind() == ResultKind::ToolsCall;
            if is_call
                && sent.is_object()
                && sent.get("content").is_none_or(Value::is_null)
                && sent.get("resultType").is_none()
            {
                sent["content"] = json!([]);
            }
        },
    );
}

#[test]
fn a_result_that_is_not_final_is_sent_to_a_legacy_peer() {
    assert_breaks(
        &[
            "body_that_is_no_tools_result_is_not_translated",
            "result_that_is_not_final_is_refused",
            "task_is_for_who_negotiated_tasks",
        ],
        |result, asked| match translate(result.clone(), asked) {
            Ok((sent, _)) => Ok(sent),
            Err(_) if result["resultType"].is_string() && result["resultType"] != "complete" => {
                Ok(result)
            }
            Err(answer) => Err(answer),
        },
    );
}

#[test]
fn no_result_type_is_added() {
    assert_missing_breaks(
        &[
            "absent_content_becomes_empty",
            "modern_peer_gets_a_result_type",
            "modern_peer_gets_cache_hints",
            "null_member_of_a_block_goes",
            "null_member_of_a_result_goes",
            "null_member_of_an_element_goes",
            "null_member_of_annotations_goes",
            "null_of_an_older_server_means_nothing",
        ],
        |change, _| change.pointer() == "/resultType" && matches!(change, Change::Added { .. }),
    );
}

#[test]
fn a_null_result_type_is_kept() {
    assert_missing_breaks(
        &[
            "legacy_peer_gets_no_result_type",
            "modern_peer_gets_a_result_type",
            "translated_members_keep_their_order",
        ],
        |change, _| {
            change.pointer() == "/resultType"
                && matches!(
                    change,
                    Change::Removed {
                        value: Value::Null,
                        ..
                    } | Change::Replaced { .. }
                )
        },
    );
}

#[test]
fn a_result_type_is_sent_to_a_legacy_peer() {
    assert_missing_breaks(
        &[
            "last_duplicate_is_translated",
            "legacy_peer_gets_no_cache_hints",
            "legacy_peer_gets_no_result_type",
            "negotiated_task_is_not_translated",
            "result_type_tells_the_version",
            "translated_members_keep_their_order",
        ],
        |change, _| {
            change.pointer() == "/resultType"
                && matches!(
                    change,
                    Change::Removed {
                        value: Value::String(_),
                        ..
                    }
                )
        },
    );
}

#[test]
fn no_cache_hints_are_added() {
    assert_missing_breaks(
        &[
            "modern_peer_gets_cache_hints",
            "null_member_of_an_element_goes",
        ],
        |change, _| {
            (ends(change, "ttlMs") || ends(change, "cacheScope"))
                && !matches!(change, Change::Removed { .. })
        },
    );
}

#[test]
fn cache_hints_are_sent_to_a_legacy_peer() {
    assert_missing_breaks(
        &[
            "legacy_peer_gets_no_cache_hints",
            "translated_members_keep_their_order",
        ],
        |change, _| {
            (ends(change, "ttlMs") || ends(change, "cacheScope"))
                && matches!(change, Change::Removed { .. })
        },
    );
}

#[test]
fn a_result_may_be_shared_by_all() {
    assert_spoiling_breaks(
        &[
            "modern_peer_gets_cache_hints",
            "null_member_of_an_element_goes",
        ],
        |sent, result, _| {
            if sent.get("cacheScope").is_some()
                && result.get("cacheScope").is_none_or(Value::is_null)
            {
                sent["cacheScope"] = json!("public");
            }
        },
    );
}

#[test]
fn nulls_of_the_result_are_kept() {
    assert_missing_breaks(&["null_member_of_a_result_goes"], |change, _| {
        is_removed_null(change)
            && change.pointer().matches('/').count() == 1
            && !["/resultType", "/ttlMs", "/cacheScope", "/structuredContent"]
                .contains(&change.pointer())
    });
}

#[test]
fn nulls_of_elements_are_kept() {
    let lists = [
        "tools",
        "prompts",
        "resources",
        "resourceTemplates",
        "contents",
    ];
    assert_missing_breaks(&["null_member_of_an_element_goes"], |change, _| {
        is_removed_null(change)
            && is_in(change, &lists)
            && !change.pointer().contains("/annotations/")
            && !ends(change, "properties")
            && !ends(change, "required")
    });
}

#[test]
fn nulls_of_blocks_are_kept() {
    assert_missing_breaks(
        &["newer_block_becomes_text", "null_member_of_a_block_goes"],
        |change, _| {
            is_removed_null(change)
                && is_in(change, &["content", "messages"])
                && !change.pointer().contains("/annotations/")
        },
    );
}

#[test]
fn nulls_of_annotations_are_kept() {
    assert_missing_breaks(&["null_member_of_annotations_goes"], |change, _| {
        is_removed_null(change) && change.pointer().contains("/annotations/")
    });
}

#[test]
fn nulls_are_removed_everywhere() {
    fn remove(value: &mut Value) {
        match value {
            Value::Array(elements) => elements.iter_mut().for_each(remove),
            Value::Object(members) => {
                members.retain(|_, value| !value.is_null());
                members.values_mut().for_each(remove);
            }
            _ => {}
        }
    }
    assert_spoiling_breaks(
        &[
            "body_that_is_no_tools_result_is_not_translated",
            "boolean_property_becomes_an_object",
            "malformed_result_is_not_translated",
            "method_decides_what_is_translated",
            "modern_method_is_not_translated",
            "modern_peer_gets_any_value",
            "modern_peer_gets_cache_hints",
            "negotiated_task_is_not_translated",
            "newer_block_becomes_text",
            "nothing_else_is_translated",
            "null_elsewhere_stays",
            "null_member_of_a_block_goes",
            "null_member_of_a_result_goes",
            "null_member_of_an_element_goes",
            "null_of_an_older_server_means_nothing",
            "null_properties_go",
            "result_that_is_not_final_stays_for_a_modern_peer",
            "result_type_tells_the_version",
        ],
        |sent, _, _| remove(sent),
    );
}

#[test]
fn nulls_are_kept_for_a_modern_peer() {
    assert_missing_breaks(
        &[
            "null_member_of_a_block_goes",
            "null_member_of_a_result_goes",
            "null_member_of_an_element_goes",
            "null_member_of_annotations_goes",
        ],
        |change, asked| {
            is_removed_null(change)
                && !is_to_legacy(asked)
                && change.pointer() != "/structuredContent"
        },
    );
}

#[test]
fn output_schemas_are_sent_to_the_oldest_peers() {
    assert_missing_breaks(
        &["output_schema_goes_before_2025_06_18"],
        |change, asked| {
            asked.to.peer().version() < ProtocolVersion::V2025_06_18
                && ends(change, "outputSchema")
                && !is_removed_null(change)
        },
    );
}

#[test]
fn a_schema_without_type_is_removed_as_rmcp_does() {
    assert_breaks(
        &[
            "boolean_property_becomes_an_object",
            "proof_has_limits",
            "reference_has_to_lead_to_objects",
            "schema_of_objects_gets_a_type",
        ],
        |result, asked| {
            let (mut sent, changes) = translate(result, asked)?;
            for change in changes
                .iter()
                .filter(|change| change.pointer().ends_with("/outputSchema/type"))
            {
                let tool = change.pointer().trim_end_matches("/outputSchema/type");
                let tool = sent.pointer_mut(tool).unwrap().as_object_mut().unwrap();
                tool.retain(|name, _| name != "outputSchema");
            }
            Ok(sent)
        },
    );
}

/// Removed schemas of which something holds get a type.
#[track_caller]
fn assert_more_types_break(rules: &[&str], has_type: impl Fn(&Value) -> bool) {
    assert_breaks(rules, |result, asked| {
        let (mut sent, changes) = translate(result, asked)?;
        for change in changes {
            if let Change::Removed { pointer, mut value } = change {
                let is_known = asked.to.peer().version() >= ProtocolVersion::V2025_06_18;
                if let Some(tool) = pointer
                    .strip_suffix("/outputSchema")
                    .filter(|_| is_known && has_type(&value))
                {
                    value["type"] = json!("object");
                    sent.pointer_mut(tool).unwrap()["outputSchema"] = value;
                }
            }
        }
        Ok(sent)
    });
}

#[test]
fn properties_are_taken_for_an_object() {
    assert_more_types_break(&["other_schema_is_not_sent"], |schema| {
        schema.get("properties").is_some() && schema.get("type").is_none()
    });
}

#[test]
fn a_type_that_allows_an_object_is_enough() {
    assert_more_types_break(&["other_schema_is_not_sent"], |schema| {
        let types = schema.get("type").and_then(Value::as_array);
        types.is_some_and(|types| types.contains(&json!("object")))
    });
}

#[test]
fn a_type_beside_any_of_is_overwritten() {
    assert_more_types_break(&["other_schema_is_not_sent"], |schema| {
        schema.get("anyOf").is_some() && schema["type"].is_string()
    });
}

#[test]
fn one_member_of_any_of_is_enough() {
    assert_more_types_break(&["other_schema_is_not_sent"], |schema| {
        let members = schema
            .get("anyOf")
            .or(schema.get("oneOf"))
            .and_then(Value::as_array);
        let is_object = |member: &Value| member["type"] == "object" && member.get("$ref").is_none();
        members.is_some_and(|members| members.iter().any(is_object)) && schema.get("$ref").is_none()
    });
}

#[test]
fn a_reference_beside_an_id_is_followed() {
    assert_more_types_break(&["reference_has_to_lead_to_objects"], |schema| {
        let text = schema.to_string();
        text.contains("\"$id\"")
            && provable::proves_object(&serde_json::from_str(&text.replace("$id", "id")).unwrap())
    });
}

#[test]
fn a_schema_is_looked_at_however_large_it_is() {
    assert_more_types_break(&["proof_has_limits"], |schema| {
        let values = schema.get("enum").and_then(Value::as_array);
        values.is_some_and(|values| values.len() >= 1_000)
    });
}

#[test]
fn boolean_schemas_of_properties_are_kept() {
    assert_missing_breaks(
        &[
            "boolean_property_becomes_an_object",
            "translated_members_keep_their_order",
        ],
        |change, _| {
            matches!(
                change,
                Change::Replaced {
                    value: Value::Bool(_),
                    ..
                }
            )
        },
    );
}

#[test]
fn a_property_that_accepts_nothing_accepts_anything() {
    assert_breaks(&["boolean_property_becomes_an_object"], |result, asked| {
        let (mut sent, changes) = translate(result, asked)?;
        for change in changes {
            if let Change::Replaced {
                pointer,
                value: Value::Bool(false),
            } = change
            {
                *sent.pointer_mut(&pointer).unwrap() = json!({});
            }
        }
        Ok(sent)
    });
}

#[test]
fn only_input_schemas_are_repaired() {
    assert_missing_breaks(
        &["boolean_property_becomes_an_object", "null_properties_go"],
        |change, _| {
            let is_repair = matches!(
                change,
                Change::Replaced {
                    value: Value::Bool(_),
                    ..
                }
            ) || ends(change, "required");
            is_repair && change.pointer().contains("/outputSchema/")
        },
    );
}

#[test]
fn null_properties_and_required_are_kept() {
    assert_missing_breaks(
        &["null_properties_go", "translated_members_keep_their_order"],
        |change, _| {
            is_removed_null(change) && (ends(change, "properties") || ends(change, "required"))
        },
    );
}

#[test]
fn absent_content_stays_absent() {
    assert_spoiling_breaks(
        &[
            "absent_content_becomes_empty",
            "null_of_an_older_server_means_nothing",
            "translated_members_keep_their_order",
        ],
        |sent, result, asked| {
            let is_call =
                asked.to.kind() == ResultKind::ToolsCall && sent.get("content") == Some(&json!([]));
            if is_call && result.get("content").is_none_or(Value::is_null) {
                remove(sent, "content");
            }
        },
    );
}

#[test]
fn null_of_an_older_server_is_a_value() {
    assert_breaks(
        &["null_of_an_older_server_means_nothing"],
        |result, asked| Ok(translate_as(result, asked.to.kind(), MODERN, asked.to.peer())?.0),
    );
}

#[test]
fn a_result_is_written_in_the_version_that_it_is_said_to_be() {
    assert_breaks(&["result_type_tells_the_version"], |mut result, asked| {
        if asked.from.is_legacy() && result["resultType"] == "complete" {
            // In its place, so that it stays where it was.
            result["resultType"] = Value::Null;
        }
        Ok(translate_as(result, asked.to.kind(), asked.from, asked.to.peer())?.0)
    });
}

#[test]
fn objects_are_sent_to_the_oldest_peers() {
    assert_breaks(
        &[
            "content_that_cannot_hold_the_text_is_refused",
            "mirrored_value_is_not_written",
            "newer_block_becomes_text",
            "object_is_written_before_2025_06_18",
        ],
        |result, asked| {
            let has_object = result
                .get("structuredContent")
                .is_some_and(Value::is_object);
            let peer = asked.to.peer();
            if has_object
                && peer.version() < ProtocolVersion::V2025_06_18
                && asked.to.kind() == ResultKind::ToolsCall
            {
                return Ok(result);
            }
            Ok(translate(result, asked)?.0)
        },
    );
}

#[test]
fn an_object_beside_an_error_is_kept() {
    assert_breaks(
        &[
            "value_is_written_behind_a_failure",
            "when_empty_writes_only_beside_nothing",
        ],
        |result, asked| {
            let (sent, _) = translate(result.clone(), asked)?;
            let is_kept = result["isError"] == true
                && result
                    .get("structuredContent")
                    .is_some_and(Value::is_object)
                && is_to_legacy(asked);
            Ok(if is_kept { result } else { sent })
        },
    );
}

#[test]
fn the_value_comes_before_the_message() {
    assert_breaks(&["value_is_written_behind_a_failure"], |result, asked| {
        let (mut sent, changes) = translate(result, asked)?;
        let is_added = |change: &Change| {
            matches!(change, Change::Added { .. }) && change.pointer().starts_with("/content/")
        };
        if sent["isError"] == true && changes.iter().any(is_added) {
            let blocks = sent["content"].as_array_mut().unwrap();
            blocks.rotate_right(1);
        }
        Ok(sent)
    });
}

#[test]
fn the_value_is_written_though_the_last_block_mirrors_it() {
    assert_breaks(&["value_is_written_behind_a_failure"], |result, asked| {
        let (mut sent, _) = translate(result.clone(), asked)?;
        let value = result.get("structuredContent").cloned().unwrap_or_default();
        if result["isError"] == true && is_to_legacy(asked) && !value.is_null() {
            let blocks = sent["content"].as_array_mut().unwrap();
            let last = blocks.len().saturating_sub(1);
            if last > 0
                && mirror::is_said(&blocks[last], &value)
                && blocks.len() == result["content"].as_array().unwrap().len()
                && !mirror::is_said(&blocks[0], &value)
            {
                blocks.push(json!({"type": "text", "text": value.to_string()}));
            }
        }
        Ok(sent)
    });
}

#[test]
fn a_value_is_always_written() {
    assert_breaks(
        &[
            "mirrored_value_is_not_written",
            "value_is_written_behind_a_failure",
            "when_empty_writes_only_beside_nothing",
        ],
        |result, asked| {
            let (mut sent, changes) = translate(result, asked)?;
            let is_added = |change: &Change| {
                matches!(change, Change::Added { .. }) && change.pointer().starts_with("/content/")
            };
            let value = changes.iter().find_map(|change| match change {
                Change::Removed { pointer, value } if pointer == "/structuredContent" => {
                    Some(value)
                }
                _ => None,
            });
            if let Some(value) =
                value.filter(|_| !changes.iter().any(is_added) && asked.from >= MODERN)
            {
                let text = json!({"type": "text", "text": value.to_string()});
                sent["content"].as_array_mut().unwrap().insert(0, text);
            }
            Ok(sent)
        },
    );
}

#[test]
fn empty_content_beside_a_value_stays_empty() {
    assert_breaks(
        &["value_that_stays_fills_empty_content"],
        |result, asked| {
            let (mut sent, mut changes) = translate(result, asked)?;
            if sent.get("structuredContent").is_some() {
                changes.retain(|change| {
                    matches!(change, Change::Added { .. }) && change.pointer() == "/content/0"
                });
                undo::undo(&mut sent, changes);
            }
            Ok(sent)
        },
    );
}

#[test]
fn a_value_beside_malformed_content_is_dropped() {
    assert_breaks(
        &["content_that_cannot_hold_the_text_is_refused"],
        |result, asked| match translate(result.clone(), asked) {
            Ok((sent, _)) => Ok(sent),
            Err(answer) if result["resultType"].is_string() => Err(answer),
            Err(_) => {
                let mut sent = result;
                remove(&mut sent, "structuredContent");
                Ok(sent)
            }
        },
    );
}

#[test]
fn blocks_of_newer_types_are_sent() {
    assert_missing_breaks(
        &[
            "blocks_of_prompts_are_translated",
            "newer_block_becomes_text",
            "replaced_block_keeps_annotations_and_meta",
        ],
        |change, _| {
            matches!(
                change,
                Change::Replaced {
                    value: Value::Object(_),
                    ..
                }
            )
        },
    );
}

#[test]
fn blocks_of_newer_types_are_dropped() {
    assert_breaks(
        &[
            "newer_block_becomes_text",
            "replaced_block_keeps_annotations_and_meta",
        ],
        |result, asked| {
            let (mut sent, changes) = translate(result, asked)?;
            for change in changes.iter().rev() {
                let index = change
                    .pointer()
                    .strip_prefix("/content/")
                    .and_then(|index| index.parse().ok());
                if let (Change::Replaced { .. }, Some(index)) = (change, index) {
                    let _: Value = sent["content"].as_array_mut().unwrap().remove(index);
                }
            }
            Ok(sent)
        },
    );
}

#[test]
fn links_are_sent_to_peers_that_do_not_know_them() {
    assert_missing_breaks(
        &[
            "blocks_of_prompts_are_translated",
            "newer_block_becomes_text",
            "replaced_block_keeps_annotations_and_meta",
        ],
        |change, _| matches!(change, Change::Replaced { value, .. } if value["type"] == "resource_link"),
    );
}

#[test]
fn audio_becomes_text_for_every_legacy_peer() {
    assert_spoiling_breaks(
        &["newer_block_becomes_text", "null_member_of_a_block_goes"],
        |sent, _, asked| {
            let content = sent.get_mut("content").and_then(Value::as_array_mut);
            for block in content
                .into_iter()
                .flatten()
                .filter(|_| is_to_legacy(asked))
            {
                if block["type"] == "audio" {
                    *block = json!({"type": "text", "text": r#"{"type":"audio","mimeType":"audio/wav"}"#});
                }
            }
        },
    );
}

#[test]
fn base64_is_written() {
    assert_breaks(&["newer_block_becomes_text"], |result, asked| {
        let (mut sent, changes) = translate(result, asked)?;
        for change in changes {
            if let Change::Replaced {
                pointer,
                value: value @ Value::Object(_),
            } = change
            {
                if value.get("data").is_some_and(Value::is_string) {
                    *sent.pointer_mut(&pointer).unwrap() =
                        json!({"type": "text", "text": value.to_string()});
                }
            }
        }
        Ok(sent)
    });
}

#[test]
fn annotations_and_meta_of_replaced_blocks_are_lost() {
    assert_breaks(
        &["replaced_block_keeps_annotations_and_meta"],
        |result, asked| {
            let (mut sent, changes) = translate(result, asked)?;
            for change in changes {
                if let Change::Replaced {
                    pointer,
                    value: Value::Object(_),
                } = change
                {
                    let block = sent.pointer_mut(&pointer).unwrap().as_object_mut().unwrap();
                    block.retain(|name, _| name == "type" || name == "text");
                }
            }
            Ok(sent)
        },
    );
}

#[test]
fn blocks_of_prompts_are_forgotten() {
    assert_missing_breaks(
        &[
            "blocks_of_prompts_are_translated",
            "null_member_of_a_block_goes",
        ],
        |change, _| is_in(change, &["messages"]),
    );
}

#[test]
fn the_method_is_guessed() {
    assert_breaks(&["method_decides_what_is_translated"], |result, asked| {
        let kind = match asked.to.kind() {
            _ if result.get("tools").is_some() => ResultKind::ToolsList,
            _ if result.get("content").is_some() => ResultKind::ToolsCall,
            kind => kind,
        };
        Ok(translate_as(result, kind, asked.from, asked.to.peer())?.0)
    });
}

#[test]
fn equal_versions_are_taken_for_an_identity() {
    assert_breaks(
        &[
            "absent_content_becomes_empty",
            "boolean_property_becomes_an_object",
            "content_that_cannot_hold_the_text_is_refused",
            "legacy_peer_gets_no_result_type",
            "legacy_peer_gets_objects_alone",
            "modern_peer_gets_a_result_type",
            "modern_peer_gets_cache_hints",
            "null_member_of_a_block_goes",
            "null_member_of_a_result_goes",
            "null_member_of_an_element_goes",
            "null_member_of_annotations_goes",
            "null_of_an_older_server_means_nothing",
            "null_properties_go",
            "result_type_tells_the_version",
            "value_that_stays_fills_empty_content",
        ],
        |result, asked| {
            if asked.from == asked.to.peer().version() && result["resultType"] != "input_required" {
                return Ok(result);
            }
            Ok(translate(result, asked)?.0)
        },
    );
}

#[test]
fn newer_members_are_removed() {
    assert_spoiling_breaks(&["nothing_else_is_translated"], |sent, _, asked| {
        let tools = sent.get_mut("tools").and_then(Value::as_array_mut);
        for tool in tools.into_iter().flatten().filter_map(Value::as_object_mut) {
            if asked.to.peer().version() < ProtocolVersion::V2025_06_18 {
                tool.retain(|name, _| name != "title" && name != "icons");
            }
        }
    });
}

#[test]
fn a_version_is_compared_as_text() {
    assert_breaks(
        &["result_that_is_not_final_stays_for_a_modern_peer"],
        |result, asked| {
            let version = asked.to.version.as_deref().unwrap_or_default();
            let peer = Peer::from(if version == "2026-07-28" {
                MODERN
            } else {
                asked.to.peer().version().min(ProtocolVersion::V2025_11_25)
            });
            let peer = peer.with_text_fallback(asked.to.text_fallback);
            let peer = if asked.to.tasks {
                peer.with_tasks()
            } else {
                peer
            };
            Ok(translate_as(result, asked.to.kind(), asked.from, peer)?.0)
        },
    );
}

#[test]
fn only_the_first_element_is_translated() {
    assert_missing_breaks(
        &[
            "blocks_of_prompts_are_translated",
            "newer_block_becomes_text",
            "null_member_of_a_block_goes",
            "null_member_of_an_element_goes",
        ],
        |change, _| {
            let index = change.pointer().split('/').nth(2);
            index.is_some_and(|index| index != "0") && !matches!(change, Change::Added { .. })
        },
    );
}

#[test]
fn names_in_pointers_are_not_escaped() {
    let report = contract::translation().check_values(|mut result, asked| {
        let (kind, peer) = (asked.to.kind(), asked.to.peer());
        let translated = translate_result(&mut result, kind, asked.from, peer);
        let mut outcome = Outcome::from((result, translated));
        if let (Answer::Sent(_), Some(changes)) = (&outcome.answer, &mut outcome.rest) {
            *changes = changes.replace("~1", "/").replace("~0", "~");
        }
        outcome
    });
    assert_broken(
        &report,
        &[
            "boolean_property_becomes_an_object",
            "null_member_of_annotations_goes",
        ],
    );
}

#[test]
fn some_changes_are_not_told() {
    let report = contract::translation().check_values(|mut result, asked| {
        let (kind, peer) = (asked.to.kind(), asked.to.peer());
        let translated = translate_result(&mut result, kind, asked.from, peer);
        let mut outcome = Outcome::from((result, translated));
        if let (Answer::Sent(_), Some(changes)) = (&outcome.answer, &mut outcome.rest) {
            let mut told: Vec<Value> = serde_json::from_str(changes).unwrap();
            told.pop();
            *changes = Value::from(told).to_string();
        }
        outcome
    });
    let changing = contract::translation();
    let changing = changing.cases().iter().filter(|case| {
        let changes = case.outcomes[0].rest.as_deref();
        !matches!(case.outcomes[0].answer, Answer::Refused(_)) && changes != Some("[]")
    });
    assert_eq!(report.failures.len(), changing.count());
}
