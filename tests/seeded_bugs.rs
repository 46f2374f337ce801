//! Bugs that real systems have had: a check reports each under the rules that it breaks, and under
//! no other.

use std::collections::BTreeSet;

use mcp_result::contract::{self, Answer, Recipient, Report};
use mcp_result::{
    Output, Peer, ProtocolVersion, ResultKind, ResultMode, TextFallback, convert_result,
    strip_for_legacy_peer,
};
use serde_json::{Value, json};

/// This crate's conversion, which the bugs are put into.
fn convert(result: Value, mode: ResultMode) -> Answer {
    match convert_result(result, mode) {
        Ok(converted) => converted.output.into(),
        Err(error) => Answer::from(&error),
    }
}

/// This crate's stripping, which the bugs are put into.
fn strip(mut result: Value, kind: ResultKind, peer: Peer) -> Answer {
    match strip_for_legacy_peer(&mut result, kind, peer) {
        Ok(_) => Answer::Sent(result.to_string()),
        Err(_) => Answer::Refused(None),
    }
}

fn is_structured(mode: ResultMode) -> bool {
    matches!(mode, ResultMode::Structured | ResultMode::NonNullStructured)
}

fn is_falsy(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(elements) => elements.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}

fn is_text(block: &Value) -> bool {
    block["type"] == "text" && block["text"].is_string()
}

fn has_text(result: &Value) -> bool {
    result["content"]
        .as_array()
        .is_some_and(|blocks| blocks.iter().any(is_text))
}

/// Removes members in the way that keeps the order of the others.
fn remove(value: &mut Value, name: &str) {
    if let Some(members) = value.as_object_mut() {
        members.retain(|member, _| member != name);
    }
}

#[track_caller]
fn assert_broken(report: &Report, rules: &[&str]) {
    let broken: BTreeSet<_> = report
        .failures
        .iter()
        .map(|failure| failure.rule.as_str())
        .collect();
    assert_eq!(broken, rules.iter().copied().collect(), "{report}");
}

#[track_caller]
fn assert_conversion_breaks(rules: &[&str], bug: impl Fn(Value, ResultMode) -> Answer) {
    assert_broken(
        &contract::conversion().check_values(|result, asked| bug(result, asked.mode())),
        rules,
    );
}

#[track_caller]
fn assert_stripping_breaks(rules: &[&str], bug: impl Fn(Value, &Recipient) -> Answer) {
    assert_broken(&contract::stripping().check_values(bug), rules);
}

#[test]
fn the_implementations_have_no_bug_of_their_own() {
    assert_conversion_breaks(&[], convert);
    assert_stripping_breaks(&[], |result, to| strip(result, to.kind(), to.peer()));
}

#[test]
fn structured_content_is_tested_for_truth() {
    assert_conversion_breaks(
        &[
            "explicit_null_is_returned",
            "falsy_structured_value_is_returned",
        ],
        |mut result, mode| {
            if is_structured(mode) && result.get("structuredContent").is_some_and(is_falsy) {
                remove(&mut result, "structuredContent");
            }
            convert(result, mode)
        },
    );
}

#[test]
fn null_is_taken_for_absent() {
    assert_conversion_breaks(&["explicit_null_is_returned"], |result, mode| match mode {
        ResultMode::Structured => convert(result, ResultMode::NonNullStructured),
        mode => convert(result, mode),
    });
}

#[test]
fn absent_is_taken_for_null() {
    assert_conversion_breaks(
        &["absent_structured_content_gives_content"],
        |result, mode| {
            let absent = is_structured(mode) && result.get("structuredContent").is_none();
            match convert(result, mode) {
                Answer::Text(_) | Answer::Texts(_) | Answer::Blocks(_) if absent => {
                    Answer::Structured("null".to_owned())
                }
                answer => answer,
            }
        },
    );
}

#[test]
fn null_is_returned_though_it_counts_as_absent() {
    assert_conversion_breaks(
        &["null_counts_as_absent_on_request"],
        |result, mode| match mode {
            ResultMode::NonNullStructured => convert(result, ResultMode::Structured),
            mode => convert(result, mode),
        },
    );
}

#[test]
fn a_lone_result_is_unwrapped() {
    assert_conversion_breaks(
        &["nothing_is_unwrapped"],
        |result, mode| match convert_result(result, mode).map(|converted| converted.output) {
            Ok(Output::Structured(Value::Object(members)))
                if members.len() == 1 && members.contains_key("result") =>
            {
                Answer::Structured(members["result"].to_string())
            }
            Ok(output) => output.into(),
            Err(error) => Answer::from(&error),
        },
    );
}

#[test]
fn is_error_is_looked_at_after_structured_content() {
    assert_conversion_breaks(&["is_error_comes_first"], |mut result, mode| {
        if is_structured(mode)
            && result.get("structuredContent").is_some()
            && result["isError"] == true
        {
            remove(&mut result, "isError");
        }
        convert(result, mode)
    });
}

#[test]
fn is_error_is_not_looked_at() {
    assert_conversion_breaks(
        &[
            "is_error_comes_first",
            "last_duplicate_counts",
            "tool_error_tells_its_texts",
            "true_is_error_is_the_tools_error",
        ],
        |mut result, mode| {
            if result["isError"] == true {
                remove(&mut result, "isError");
            }
            convert(result, mode)
        },
    );
}

#[test]
fn is_error_is_coerced() {
    assert_conversion_breaks(&["is_error_is_never_coerced"], |mut result, mode| {
        match result.get("isError") {
            Some(is_error) if *is_error == "true" || *is_error == 1 => {
                result["isError"] = true.into();
            }
            Some(is_error) if *is_error == "false" || *is_error == 0 => {
                result["isError"] = false.into();
            }
            _ => {}
        }
        convert(result, mode)
    });
}

#[test]
fn content_is_checked_before_is_error() {
    assert_conversion_breaks(
        &["is_error_comes_first", "tool_error_tells_its_texts"],
        |mut result, mode| {
            let answer = convert(result.clone(), mode);
            remove(&mut result, "isError");
            match (answer, convert(result, ResultMode::Text)) {
                (Answer::Tool(_), malformed @ Answer::Malformed(_)) => malformed,
                (answer, _) => answer,
            }
        },
    );
}

#[test]
fn input_required_is_an_empty_success() {
    assert_conversion_breaks(
        &[
            "other_result_type_is_incomplete",
            "result_type_comes_before_output",
        ],
        |mut result, mode| {
            if result["resultType"] == "input_required" {
                result["content"] = result.get("content").cloned().unwrap_or(json!([]));
                remove(&mut result, "resultType");
            }
            convert(result, mode)
        },
    );
}

#[test]
fn result_type_is_compared_without_case() {
    assert_conversion_breaks(&["other_result_type_is_incomplete"], |mut result, mode| {
        if result["resultType"] == "Complete" {
            result["resultType"] = "complete".into();
        }
        convert(result, mode)
    });
}

#[test]
fn absent_content_is_refused() {
    assert_conversion_breaks(&["absent_content_is_no_blocks"], |result, mode| {
        let absent = result["content"].is_null();
        match convert(result, mode) {
            Answer::Blocks(_) if absent => Answer::Malformed(None),
            answer => answer,
        }
    });
}

#[test]
fn any_body_without_content_is_an_empty_success() {
    assert_conversion_breaks(&["unknown_body_is_no_empty_success"], |result, mode| {
        let absent = result.is_object() && result["content"].is_null();
        match convert(result, mode) {
            Answer::Malformed(Some(place)) if absent && place.pointer == "/content" => {
                Answer::Blocks("[]".to_owned())
            }
            answer => answer,
        }
    });
}

#[test]
fn text_is_parsed_as_json() {
    assert_conversion_breaks(&["text_is_never_parsed"], |result, mode| {
        match convert(result, mode) {
            Answer::Text(text) => match serde_json::from_str::<Value>(&text) {
                Ok(value) => Answer::Structured(value.to_string()),
                Err(_) => Answer::Text(text),
            },
            answer => answer,
        }
    });
}

#[test]
fn blocks_are_dropped_when_none_is_text() {
    assert_conversion_breaks(
        &[
            "blocks_are_given_where_there_is_no_text",
            "unknown_blocks_are_kept",
        ],
        |result, mode| {
            let dropped = mode != ResultMode::Content && !has_text(&result);
            match convert(result, mode) {
                Answer::Blocks(_) if dropped => Answer::Blocks("[]".to_owned()),
                answer => answer,
            }
        },
    );
}

#[test]
fn only_the_first_block_is_used() {
    assert_conversion_breaks(
        &[
            "blocks_are_given_where_there_is_no_text",
            "content_mode_gives_every_block",
            "empty_text_yields_to_blocks",
            "empty_texts_stay_in_the_list",
            "first_malformed_block_is_named",
            "several_texts_are_a_list",
            "text_beside_blocks_is_its_string",
            "tool_error_tells_its_texts",
        ],
        |mut result, mode| {
            if let Some(blocks) = result.get_mut("content").and_then(Value::as_array_mut) {
                blocks.truncate(1);
            }
            convert(result, mode)
        },
    );
}

#[test]
fn an_empty_text_is_taken_for_none() {
    assert_conversion_breaks(
        &["lone_empty_text_is_an_empty_string"],
        |result, mode| match convert(result, mode) {
            Answer::Text(text) if text.is_empty() => Answer::Blocks("[]".to_owned()),
            answer => answer,
        },
    );
}

#[test]
fn empty_texts_are_filtered_out() {
    assert_conversion_breaks(
        &["empty_texts_stay_in_the_list"],
        |result, mode| match convert(result, mode) {
            Answer::Texts(mut texts) => {
                texts.retain(|text| !text.is_empty());
                Answer::Texts(texts)
            }
            answer => answer,
        },
    );
}

#[test]
fn texts_are_joined() {
    assert_conversion_breaks(
        &["empty_texts_stay_in_the_list", "several_texts_are_a_list"],
        |result, mode| match convert(result, mode) {
            Answer::Texts(texts) => Answer::Text(texts.join("\n")),
            answer => answer,
        },
    );
}

#[test]
fn unknown_types_are_rejected() {
    assert_conversion_breaks(&["unknown_blocks_are_kept"], |result, mode| {
        let known = ["text", "image", "audio", "resource_link", "resource"];
        let is_known = |block: &Value| {
            block["type"]
                .as_str()
                .is_none_or(|name| known.contains(&name))
        };
        let unknown = result["content"]
            .as_array()
            .and_then(|blocks| blocks.iter().position(|block| !is_known(block)));
        match (convert(result, mode), unknown) {
            (Answer::Text(_) | Answer::Blocks(_), Some(_)) if mode != ResultMode::Content => {
                Answer::Malformed(None)
            }
            (answer, _) => answer,
        }
    });
}

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
            "member_order_is_kept",
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
    assert_stripping_breaks(&["written_text_is_compact_json"], |mut result, to| {
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
    });
}

#[test]
fn content_that_cannot_hold_the_value_is_overwritten() {
    assert_stripping_breaks(
        &["content_that_cannot_hold_the_value_is_refused"],
        |mut result, to| {
            let structured = result
                .get("structuredContent")
                .is_some_and(|value| !value.is_object());
            let modern = !to.peer().version().is_legacy();
            if structured
                && !modern
                && result
                    .get("content")
                    .is_some_and(|content| !content.is_array())
                && result["resultType"] != "task"
            {
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
        strip(
            result,
            to.kind(),
            Peer::from(version).with_text_fallback(to.text_fallback),
        )
    });
}

#[test]
fn an_unknown_later_version_is_taken_for_legacy() {
    assert_stripping_breaks(&["later_version_is_modern"], |result, to| {
        let version = match to.version.as_deref() {
            Some("2026-07-28") => ProtocolVersion::V2026_07_28,
            _ => ProtocolVersion::V2025_11_25,
        };
        strip(
            result,
            to.kind(),
            Peer::from(version).with_text_fallback(to.text_fallback),
        )
    });
}

#[test]
fn a_modern_peer_is_sent_the_legacy_form() {
    assert_stripping_breaks(
        &[
            "later_version_is_modern",
            "modern_peer_gets_the_result_unchanged",
        ],
        |result, to| {
            let peer = Peer::from(ProtocolVersion::V2025_11_25);
            strip(result, to.kind(), peer.with_text_fallback(to.text_fallback))
        },
    );
}

#[test]
fn an_incomplete_result_is_sent_to_a_legacy_peer() {
    assert_stripping_breaks(&["incomplete_result_is_refused"], |mut result, to| {
        let incomplete = result["resultType"] == "input_required" || result["resultType"] == "task";
        if incomplete && to.peer().version().is_legacy() {
            remove(&mut result, "resultType");
        }
        strip(result, to.kind(), to.peer())
    });
}

#[test]
fn every_result_type_is_removed() {
    assert_stripping_breaks(&["other_result_type_stays"], |result, to| {
        match strip(result, to.kind(), to.peer()) {
            Answer::Sent(sent) if to.peer().version().is_legacy() => {
                let mut sent: Value = serde_json::from_str(&sent).unwrap();
                remove(&mut sent, "resultType");
                Answer::Sent(sent.to_string())
            }
            answer => answer,
        }
    });
}

#[test]
fn the_method_is_guessed_from_the_members() {
    assert_stripping_breaks(&["method_decides_what_is_stripped"], |mut result, to| {
        let listed = strip_for_legacy_peer(&mut result, ResultKind::ToolsList, to.peer());
        if listed.is_err() {
            return Answer::Refused(None);
        }
        strip(result, ResultKind::ToolsCall, to.peer())
    });
}

/// Whether this build's `serde_json` keeps the order of members. Where it does not, no
/// implementation over `Value` can have these bugs.
fn order_is_kept() -> bool {
    json!({"b": 0, "a": 0})
        .as_object()
        .unwrap()
        .keys()
        .eq(["b", "a"])
}

#[test]
fn removal_changes_the_order_of_members() {
    let rules: &[_] = if order_is_kept() {
        &["member_order_is_kept"]
    } else {
        &[]
    };
    let remove = |result: &mut Value, name: &str| {
        // With `preserve_order`, this puts the last member in the place of the removed one.
        result.as_object_mut().unwrap().remove(name);
    };
    let report = contract::conversion().check_values(|result, &asked| {
        match convert_result(result.clone(), asked) {
            Ok(converted) if matches!(converted.output, Output::Structured(_)) => {
                let mut rest = result;
                remove(&mut rest, "structuredContent");
                contract::Outcome {
                    answer: converted.output.into(),
                    rest: Some(rest.to_string()),
                }
            }
            other => other.into(),
        }
    });
    assert_broken(&report, rules);
    assert_stripping_breaks(rules, |mut result, to| {
        let mut sent = result.clone();
        let Ok(stripped) = strip_for_legacy_peer(&mut sent, to.kind(), to.peer()) else {
            return Answer::Refused(None);
        };
        if stripped.result_type() {
            remove(&mut result, "resultType");
            return strip(result, to.kind(), to.peer());
        }
        for (tool, _) in stripped.output_schemas() {
            remove(&mut result["tools"][tool], "outputSchema");
        }
        Answer::Sent(
            if stripped.output_schemas().is_empty() {
                sent
            } else {
                result
            }
            .to_string(),
        )
    });
}

/// An implementation over text can have this bug in every build, and an exact check sees it there.
#[cfg(feature = "raw")]
#[test]
fn members_are_sorted() {
    use std::collections::BTreeMap;

    use mcp_result::raw;
    use serde_json::value::RawValue;

    let report = contract::conversion().exact().check(|json, &asked| {
        match raw::convert_result(json, asked) {
            Ok(raw::Output::Structured(value)) => {
                let sorted = serde_json::from_str::<BTreeMap<String, &RawValue>>(value.get());
                let sorted = sorted.map(|members| {
                    let member = |(name, value): (&String, &&RawValue)| format!("{name:?}:{value}");
                    format!(
                        "{{{}}}",
                        members.iter().map(member).collect::<Vec<_>>().join(",")
                    )
                });
                Answer::Structured(sorted.unwrap_or_else(|_| value.get().to_owned()))
            }
            Ok(raw::Output::Text(text)) => Answer::Text(text.into_owned()),
            Ok(raw::Output::Texts(texts)) => {
                Answer::Texts(texts.into_iter().map(Into::into).collect())
            }
            Ok(raw::Output::Blocks(blocks)) => {
                let blocks: Vec<_> = blocks.into_iter().map(RawValue::get).collect();
                Answer::Blocks(format!("[{}]", blocks.join(",")))
            }
            Err(raw::ConvertError::Tool(_)) => Answer::Tool(None),
            Err(raw::ConvertError::Incomplete(_)) => Answer::Incomplete(None),
            Err(_) => Answer::Malformed(None),
        }
    });
    assert_broken(&report, &["member_order_is_kept"]);
}
