//! Bugs in a stripping.

use mcp_result::contract::Answer;
use mcp_result::{
    NotForLegacyPeer, ProtocolVersion, ResultKind, TextFallback, strip_for_legacy_peer,
};
use serde_json::{Value, json};

use crate::{assert_stripping_breaks, at, has_text, is_falsy, is_text, remove, strip};

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
    assert_stripping_breaks(
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
