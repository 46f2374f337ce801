//! Bugs in a stripping.

use mcp_result::contract::{self, Answer, Recipient};
use mcp_result::{
    NotForLegacyPeer, Peer, ProtocolVersion, ResultKind, TextFallback, strip_for_legacy_peer,
};
use serde_json::{Value, json};

use crate::{
    assert_broken, assert_stripping_breaks, at, has_text, is_falsy, is_text, remove, strip,
};

#[test]
fn a_list_of_types_is_taken_for_an_object() {
    assert_stripping_breaks(
        &["schema_with_a_list_of_types_is_removed"],
        |mut result, to| {
            let is_object = |schema: &Value| {
                schema["type"]
                    .as_array()
                    .is_some_and(|types| types.contains(&json!("object")))
            };
            let Ok(stripped) = strip_for_legacy_peer(&mut result, to.kind(), to.peer()) else {
                return Answer::Refused(None);
            };
            for (tool, schema) in stripped.output_schemas() {
                if is_object(schema) {
                    result["tools"][tool]["outputSchema"] = schema.clone();
                }
            }
            Answer::Sent(result.to_string())
        },
    );
}

#[test]
fn a_schema_of_alternatives_is_taken_for_an_object() {
    assert_stripping_breaks(&["schema_without_type_is_removed"], |mut result, to| {
        let Ok(stripped) = strip_for_legacy_peer(&mut result, to.kind(), to.peer()) else {
            return Answer::Refused(None);
        };
        for (tool, schema) in stripped.output_schemas() {
            if schema.get("oneOf").is_some() {
                result["tools"][tool]["outputSchema"] = schema.clone();
            }
        }
        Answer::Sent(result.to_string())
    });
}

#[test]
fn a_tool_without_a_legacy_schema_is_dropped() {
    assert_stripping_breaks(
        &[
            "member_order_stays",
            "negotiated_task_stays",
            "schema_of_another_type_is_removed",
            "schema_that_is_no_object_is_removed",
            "schema_with_a_list_of_types_is_removed",
            "schema_with_a_malformed_type_is_removed",
            "schema_without_type_is_removed",
            "tools_keep_their_place",
        ],
        |mut result, to| {
            let Ok(stripped) = strip_for_legacy_peer(&mut result, to.kind(), to.peer()) else {
                return Answer::Refused(None);
            };
            for (tool, _) in stripped.output_schemas().iter().rev() {
                result["tools"].as_array_mut().unwrap().remove(*tool);
            }
            Answer::Sent(result.to_string())
        },
    );
}

#[test]
fn structured_null_is_kept_for_a_legacy_peer() {
    assert_stripping_breaks(
        &[
            "mirrored_value_is_not_written_twice",
            "structured_null_is_removed",
            "value_is_written_before_what_does_not_say_it",
        ],
        |result, to| {
            let null = result.get("structuredContent").is_some_and(Value::is_null);
            let kind = if null { ResultKind::Other } else { to.kind() };
            strip(result, kind, to.peer())
        },
    );
}

#[test]
fn falsy_structured_content_is_kept_for_a_legacy_peer() {
    assert_stripping_breaks(
        &[
            "falsy_structured_value_is_removed",
            "mirrored_value_is_not_written_twice",
            "structured_null_is_removed",
            "value_is_written_before_what_does_not_say_it",
        ],
        |result, to| {
            let falsy = result.get("structuredContent").is_some_and(is_falsy);
            let kind = if falsy { ResultKind::Other } else { to.kind() };
            strip(result, kind, to.peer())
        },
    );
}

#[test]
fn an_error_is_not_stripped() {
    assert_stripping_breaks(&["error_result_is_stripped_as_well"], |result, to| {
        let kind = if result["isError"] == true {
            ResultKind::Other
        } else {
            to.kind()
        };
        strip(result, kind, to.peer())
    });
}

#[test]
fn the_value_is_lost_behind_prose() {
    assert_stripping_breaks(
        &[
            "differing_number_does_not_say_the_value",
            "only_the_first_block_mirrors",
            "value_is_written_before_what_does_not_say_it",
        ],
        |result, to| {
            let peer = if has_text(&result) {
                to.peer().with_text_fallback(TextFallback::WhenEmpty)
            } else {
                to.peer()
            };
            strip(result, to.kind(), peer)
        },
    );
}

#[test]
fn any_block_mirrors_the_value() {
    assert_stripping_breaks(&["only_the_first_block_mirrors"], |result, to| {
        let value = result["structuredContent"].to_string();
        let blocks = result["content"].as_array().into_iter().flatten();
        let mirrored = blocks
            .filter(|block| is_text(block))
            .any(|block| block["text"] == value.as_str());
        let peer = if mirrored {
            to.peer().with_text_fallback(TextFallback::WhenEmpty)
        } else {
            to.peer()
        };
        strip(result, to.kind(), peer)
    });
}

#[test]
fn the_value_is_written_beside_its_mirror() {
    assert_stripping_breaks(&["mirrored_value_is_not_written_twice"], |result, to| {
        let mut before = result.clone();
        if let Some(Value::Array(blocks)) = before.get_mut("content") {
            if to.text_fallback == TextFallback::Lossless && !blocks.is_empty() {
                blocks.insert(0, json!({}));
            }
        }
        let Answer::Sent(sent) = strip(before, to.kind(), to.peer()) else {
            return strip(result, to.kind(), to.peer());
        };
        let mut sent: Value = serde_json::from_str(&sent).unwrap();
        if let Some(Value::Array(blocks)) = sent.get_mut("content") {
            blocks.retain(|block| *block != json!({}));
        }
        Answer::Sent(sent.to_string())
    });
}

#[test]
fn the_text_is_written_with_spaces() {
    assert_stripping_of_readable_numbers_breaks(
        &[
            "value_is_written_before_what_does_not_say_it",
            "written_text_is_compact_json",
        ],
        |mut result, to| {
            let stripped = strip_for_legacy_peer(&mut result, to.kind(), to.peer());
            match stripped {
                Ok(stripped) if stripped.text_added() => {
                    let text = result["content"][0]["text"].as_str().unwrap();
                    if !text.contains('"') {
                        // Between elements alone: the value that is read back stays the same.
                        result["content"][0]["text"] = text.replace(',', ", ").into();
                    }
                    Answer::Sent(result.to_string())
                }
                Ok(_) => Answer::Sent(result.to_string()),
                Err(_) => Answer::Refused(None),
            }
        },
    );
}

#[test]
fn content_that_cannot_hold_the_value_is_overwritten() {
    assert_stripping_breaks(
        &["content_that_cannot_hold_the_value_is_refused"],
        |mut result, to| {
            let error = strip_for_legacy_peer(&mut result.clone(), to.kind(), to.peer());
            if error == Err(NotForLegacyPeer::Content) {
                result["content"] = json!([]);
            }
            strip(result, to.kind(), to.peer())
        },
    );
}

#[test]
fn versions_are_compared_as_strings() {
    assert_stripping_breaks(&["version_that_is_no_date_is_legacy"], |result, to| {
        let version = match to.version.as_deref() {
            Some(version) if version >= "2026-07-28" => ProtocolVersion::V2026_07_28,
            _ => ProtocolVersion::V2025_11_25,
        };
        strip(result, to.kind(), at(version, to))
    });
}

#[test]
fn an_unknown_later_version_is_taken_for_legacy() {
    assert_stripping_breaks(&["later_version_is_modern"], |result, to| {
        let version = match to.version.as_deref() {
            Some("2026-07-28") => ProtocolVersion::V2026_07_28,
            _ => ProtocolVersion::V2025_11_25,
        };
        strip(result, to.kind(), at(version, to))
    });
}

#[test]
fn a_modern_peer_is_sent_the_legacy_form() {
    assert_stripping_breaks(
        &[
            "later_version_is_modern",
            "modern_peer_gets_the_result_unchanged",
        ],
        |result, to| strip(result, to.kind(), at(ProtocolVersion::V2025_11_25, to)),
    );
}

#[test]
fn an_incomplete_result_is_sent_to_a_legacy_peer() {
    assert_stripping_breaks(&["incomplete_result_is_refused"], |mut result, to| {
        let error = strip_for_legacy_peer(&mut result.clone(), to.kind(), to.peer());
        if let Err(NotForLegacyPeer::ResultType(_)) = error {
            remove(&mut result, "resultType");
        }
        strip(result, to.kind(), to.peer())
    });
}

#[test]
fn every_result_type_is_removed() {
    assert_stripping_breaks(
        &[
            "modern_method_gets_its_result_unchanged",
            "negotiated_task_stays",
            "other_result_type_stays",
        ],
        |result, to| match strip(result, to.kind(), to.peer()) {
            Answer::Sent(sent) if to.peer().version().is_legacy() => {
                let mut sent: Value = serde_json::from_str(&sent).unwrap();
                remove(&mut sent, "resultType");
                Answer::Sent(sent.to_string())
            }
            answer => answer,
        },
    );
}

#[test]
fn the_method_is_guessed_from_the_members() {
    assert_stripping_breaks(
        &[
            "method_decides_what_is_stripped",
            "modern_method_gets_its_result_unchanged",
            "negotiated_task_stays",
        ],
        |mut result, to| {
            let listed = strip_for_legacy_peer(&mut result, ResultKind::ToolsList, to.peer());
            if listed.is_err() {
                return Answer::Refused(None);
            }
            strip(result, ResultKind::ToolsCall, to.peer())
        },
    );
}

/// Without the cases that mean something only where numbers are compared as decimals: as they are
/// spelled, another text may be added.
#[track_caller]
fn assert_stripping_of_readable_numbers_breaks(
    rules: &[&str],
    bug: impl Fn(Value, &Recipient) -> Answer,
) {
    let suite = contract::stripping();
    let suite = suite.retain(|case| !case.needs.iter().any(|need| need == "decimals"));
    assert_broken(&suite.check_values(bug), rules);
}

#[test]
fn the_handshake_of_a_modern_client_is_stripped() {
    let rules = ["modern_method_gets_its_result_unchanged"];
    assert_stripping_breaks(&rules, |result, to| {
        let kind = match to.kind() {
            ResultKind::ModernOnly => ResultKind::Other,
            kind => kind,
        };
        strip(result, kind, to.peer())
    });
}

#[test]
fn only_the_handshake_is_left_alone() {
    let rules = ["modern_method_gets_its_result_unchanged"];
    assert_stripping_breaks(&rules, |result, to| {
        let is_listen = to.method == "subscriptions/listen";
        let kind = if is_listen {
            ResultKind::Other
        } else {
            to.kind()
        };
        strip(result, kind, to.peer())
    });
}

#[test]
fn negotiated_tasks_are_not_looked_at() {
    assert_stripping_breaks(&["negotiated_task_stays"], |result, to| {
        let peer = Peer::from(to.peer().version()).with_text_fallback(to.text_fallback);
        strip(result, to.kind(), peer)
    });
}

#[test]
fn every_peer_has_negotiated_tasks() {
    assert_stripping_breaks(
        &["complete_is_removed", "incomplete_result_is_refused"],
        |result, to| strip(result, to.kind(), to.peer().with_tasks()),
    );
}

#[test]
fn a_peer_with_tasks_is_sent_everything() {
    assert_stripping_breaks(
        &["incomplete_result_is_refused", "negotiated_task_stays"],
        |result, to| {
            let peer = if to.tasks {
                Peer::from(ProtocolVersion::V2026_07_28)
            } else {
                to.peer()
            };
            strip(result, to.kind(), peer)
        },
    );
}

#[test]
fn a_task_is_sent_from_tools_call_alone() {
    assert_stripping_breaks(&["negotiated_task_stays"], |result, to| {
        let peer = match to.kind() {
            ResultKind::ToolsCall | ResultKind::Tasks => to.peer(),
            _ => Peer::from(to.peer().version()),
        };
        strip(result, to.kind(), peer)
    });
}

#[test]
fn a_task_is_sent_with_what_the_peer_cannot_take() {
    assert_stripping_breaks(&["negotiated_task_stays"], |result, to| {
        let is_task = to.tasks && result["resultType"] == "task";
        let kind = if is_task {
            ResultKind::Other
        } else {
            to.kind()
        };
        strip(result, kind, to.peer())
    });
}

#[test]
fn results_of_tasks_are_stripped_though_negotiated() {
    assert_stripping_breaks(&["negotiated_task_stays"], |result, to| {
        let kind = match to.kind() {
            ResultKind::Tasks => ResultKind::Other,
            kind => kind,
        };
        strip(result, kind, to.peer())
    });
}

#[test]
fn the_original_requests_result_is_taken_for_one_of_tasks() {
    let rules = ["incomplete_result_is_refused", "negotiated_task_stays"];
    assert_stripping_breaks(&rules, |result, to| {
        let is_result = to.method == "tasks/result";
        let kind = if is_result {
            ResultKind::Tasks
        } else {
            to.kind()
        };
        strip(result, kind, to.peer())
    });
}

/// What is sent, changed.
#[track_caller]
fn assert_sending_breaks(rules: &[&str], change: impl Fn(&mut Value)) {
    assert_stripping_breaks(rules, |result, to| {
        match strip(result, to.kind(), to.peer()) {
            Answer::Sent(sent) if to.peer().version().is_legacy() => {
                match serde_json::from_str(&sent) {
                    Ok(mut sent) => {
                        change(&mut sent);
                        Answer::Sent(sent.to_string())
                    }
                    Err(_) => Answer::Sent(sent),
                }
            }
            answer => answer,
        }
    });
}

const WITH_BLOCKS: [&str; 4] = [
    "everything_else_stays",
    "mirrored_value_is_not_written_twice",
    "value_is_written_before_what_does_not_say_it",
    "when_empty_writes_beside_nothing",
];

fn retain_blocks(sent: &mut Value, keep: impl Fn(&Value) -> bool) {
    if let Some(Value::Array(blocks)) = sent.get_mut("content") {
        blocks.retain(keep);
    }
}

#[test]
fn newer_blocks_are_dropped() {
    for newer in ["audio", "resource_link", "video"] {
        assert_sending_breaks(&WITH_BLOCKS, |sent| {
            retain_blocks(sent, |block| block["type"] != newer);
        });
    }
}

#[test]
fn other_members_of_blocks_are_dropped() {
    for name in ["annotations", "_meta", "icons", "title", "size"] {
        assert_sending_breaks(&WITH_BLOCKS, |sent| {
            if let Some(Value::Array(blocks)) = sent.get_mut("content") {
                let others = |block: &&mut Value| block["type"] != "text";
                blocks
                    .iter_mut()
                    .filter(others)
                    .for_each(|block| remove(block, name));
            }
        });
    }
}

#[test]
fn blocks_behind_the_third_are_dropped() {
    assert_sending_breaks(&WITH_BLOCKS, |sent| {
        if let Some(Value::Array(blocks)) = sent.get_mut("content") {
            blocks.truncate(3);
        }
    });
}

#[test]
fn other_members_of_tools_are_dropped() {
    for name in [
        "title",
        "icons",
        "execution",
        "annotations",
        "_meta",
        "description",
    ] {
        let rules = ["everything_else_stays", "tools_keep_their_place"];
        assert_sending_breaks(&rules, |sent| {
            if let Some(Value::Array(tools)) = sent.get_mut("tools") {
                for tool in tools {
                    remove(tool, name);
                }
            }
        });
    }
}

#[test]
fn cache_hints_are_dropped() {
    let rules = [
        "everything_else_stays",
        "method_decides_what_is_stripped",
        "negotiated_task_stays",
        "tools_keep_their_place",
    ];
    assert_sending_breaks(&rules, |sent| remove(sent, "ttlMs"));
}

#[test]
fn tools_behind_the_tenth_are_dropped() {
    assert_sending_breaks(&["tools_keep_their_place"], |sent| {
        if let Some(Value::Array(tools)) = sent.get_mut("tools") {
            tools.truncate(10);
        }
    });
}

#[test]
fn the_text_is_cut_off() {
    assert_sending_breaks(&["written_text_is_compact_json"], |sent| {
        if let Some(Value::String(text)) = sent.pointer_mut("/content/0/text") {
            *text = text.chars().take(1_000).collect();
        }
    });
}

#[test]
fn the_members_of_the_added_block_stand_in_another_order() {
    contract::stripping()
        .check_values(|mut result, to| {
            match strip_for_legacy_peer(&mut result, to.kind(), to.peer()) {
                Ok(stripped) => {
                    if stripped.text_added() {
                        let text = result["content"][0]["text"].take();
                        result["content"][0] = json!({"text": text, "type": "text"});
                    }
                    Answer::Sent(result.to_string())
                }
                Err(_) => Answer::Refused(None),
            }
        })
        .assert();
}

#[test]
fn the_added_block_has_another_member() {
    assert_stripping_of_readable_numbers_breaks(
        &[
            "differing_number_does_not_say_the_value",
            "error_result_is_stripped_as_well",
            "falsy_structured_value_is_removed",
            "image_does_not_say_the_value",
            "last_duplicate_is_stripped",
            "member_order_stays",
            "negotiated_task_stays",
            "only_the_first_block_mirrors",
            "structured_null_is_removed",
            "structured_value_that_is_no_object_is_removed",
            "value_is_written_before_what_does_not_say_it",
            "value_is_written_where_there_are_no_blocks",
            "value_too_deep_to_read_back_is_refused",
            "written_text_is_compact_json",
        ],
        |mut result, to| match strip_for_legacy_peer(&mut result, to.kind(), to.peer()) {
            Ok(stripped) => {
                if stripped.text_added() {
                    result["content"][0]["annotations"] = json!({});
                }
                Answer::Sent(result.to_string())
            }
            Err(_) => Answer::Refused(None),
        },
    );
}

#[test]
fn complete_is_sent_to_a_legacy_peer() {
    assert_stripping_breaks(
        &[
            "absent_version_is_legacy",
            "complete_is_removed",
            "earlier_version_is_legacy",
            "last_duplicate_is_stripped",
            "member_order_stays",
            "negotiated_task_stays",
            "version_that_is_no_date_is_legacy",
        ],
        |result, to| {
            let is_complete = result["resultType"] == "complete";
            match strip(result, to.kind(), to.peer()) {
                Answer::Sent(sent) if is_complete && to.peer().version().is_legacy() => {
                    let mut sent: Value = serde_json::from_str(&sent).unwrap_or_default();
                    sent["resultType"] = "complete".into();
                    Answer::Sent(sent.to_string())
                }
                answer => answer,
            }
        },
    );
}

#[test]
fn structured_null_is_dropped_for_every_peer() {
    assert_stripping_breaks(
        &[
            "method_decides_what_is_stripped",
            "modern_peer_gets_the_result_unchanged",
            "structured_null_is_removed",
            "value_is_written_before_what_does_not_say_it",
        ],
        |mut result, to| {
            if result["structuredContent"].is_null() {
                remove(&mut result, "structuredContent");
            }
            strip(result, to.kind(), to.peer())
        },
    );
}

#[test]
fn a_task_gets_empty_content() {
    assert_stripping_breaks(
        &[
            "modern_method_gets_its_result_unchanged",
            "modern_peer_gets_the_result_unchanged",
            "negotiated_task_stays",
        ],
        |result, to| match strip(result, to.kind(), to.peer()) {
            Answer::Sent(sent) => {
                let mut sent: Value = serde_json::from_str(&sent).unwrap_or_default();
                if sent["resultType"] == "task" && sent.get("content").is_none() {
                    sent["content"] = json!([]);
                }
                Answer::Sent(sent.to_string())
            }
            answer => answer,
        },
    );
}
