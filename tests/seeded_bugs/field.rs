//! Bugs of clients in the field that give another value, and no error.

use mcp_result::contract::Answer;
use serde_json::{Value, json};

use crate::{assert_conversion_breaks, convert, is_structured, is_text, remove};

/// A conversion of the result with this change.
#[track_caller]
fn assert_reading_breaks(rules: &[&str], change: impl Fn(&mut Value)) {
    assert_conversion_breaks(rules, |mut result, asked| {
        change(&mut result);
        convert(result, asked)
    });
}

/// A change of what comes out.
#[track_caller]
fn assert_giving_breaks(rules: &[&str], change: impl Fn(Answer) -> Answer) {
    assert_conversion_breaks(rules, |result, asked| change(convert(result, asked)));
}

fn blocks(result: &mut Value) -> Option<&mut Vec<Value>> {
    result.get_mut("content")?.as_array_mut()
}

/// What is inside an array or an object, changed; a member that is none goes. At most as deep as what was
/// parsed.
fn within(value: &Value, change: &impl Fn(&Value) -> Option<Value>) -> Value {
    let changed = |value| change(&within(value, change));
    match value {
        Value::Array(elements) => {
            let elements = elements.iter();
            elements.map(|it| changed(it).unwrap_or_default()).collect()
        }
        Value::Object(members) => {
            let members = members.iter();
            let members = members.filter_map(|(name, it)| Some((name.clone(), changed(it)?)));
            Value::Object(members.collect())
        }
        value => value.clone(),
    }
}

#[test]
fn the_result_type_is_not_looked_at() {
    assert_reading_breaks(
        &[
            "other_result_type_is_incomplete",
            "result_type_comes_before_output",
            "result_type_is_a_string",
        ],
        |result| remove(result, "resultType"),
    );
}

#[test]
fn a_result_type_that_nobody_knows_goes_on() {
    assert_reading_breaks(&["other_result_type_is_incomplete"], |result| {
        let known = ["complete", "input_required", "task"];
        if result["resultType"]
            .as_str()
            .is_some_and(|it| !known.contains(&it))
        {
            remove(result, "resultType");
        }
    });
}

#[test]
fn a_task_is_an_empty_success() {
    assert_reading_breaks(
        &[
            "other_result_type_is_incomplete",
            "result_type_comes_before_output",
        ],
        |result| {
            if result["resultType"] == "task" {
                *result = json!({"content": []});
            }
        },
    );
}

#[test]
fn a_structured_value_that_is_no_object_is_dropped() {
    assert_reading_breaks(
        &[
            "absent_content_is_no_blocks",
            "complete_result_type_goes_on",
            "depth_does_not_matter",
            "explicit_null_is_returned",
            "falsy_structured_value_is_returned",
            "last_duplicate_counts",
            "member_order_is_kept",
            "nothing_is_unwrapped",
            "numbers_are_kept",
            "rest_keeps_what_was_not_taken",
            "structured_value_hides_content",
            "structured_value_is_returned_as_sent",
            "structured_value_is_shown_where_there_is_nothing_to_read",
        ],
        |result| {
            if result
                .get("structuredContent")
                .is_some_and(|value| !value.is_object())
            {
                remove(result, "structuredContent");
            }
        },
    );
}

#[test]
fn a_structured_value_that_is_no_object_is_wrapped() {
    assert_reading_breaks(
        &[
            "absent_content_is_no_blocks",
            "blocks_form_gives_every_block",
            "complete_result_type_goes_on",
            "depth_does_not_matter",
            "explicit_null_is_returned",
            "falsy_structured_value_is_returned",
            "form_is_for_structured_modes",
            "last_duplicate_counts",
            "member_order_is_kept",
            "nothing_is_unwrapped",
            "null_counts_as_absent_on_request",
            "numbers_are_kept",
            "rest_keeps_what_was_not_taken",
            "structured_null_is_not_shown",
            "structured_value_hides_content",
            "structured_value_is_returned_as_sent",
            "structured_value_is_shown_where_there_is_nothing_to_read",
            "text_is_never_parsed",
        ],
        |result| {
            let value = result.get_mut("structuredContent");
            if let Some(value) = value.filter(|value| !value.is_object()) {
                *value = json!({"result": value.take()});
            }
        },
    );
}

#[test]
fn an_empty_object_is_dropped() {
    assert_reading_breaks(
        &[
            "falsy_structured_value_is_returned",
            "structured_value_is_shown_where_there_is_nothing_to_read",
        ],
        |result| {
            if result.get("structuredContent") == Some(&json!({})) {
                remove(result, "structuredContent");
            }
        },
    );
}

#[test]
fn a_structured_value_is_given_as_text() {
    assert_giving_breaks(
        &[
            "audience_without_assistant_is_not_for_the_model",
            "blocks_form_gives_every_block",
            "complete_result_type_goes_on",
            "depth_does_not_matter",
            "explicit_null_is_returned",
            "false_is_error_goes_on",
            "falsy_structured_value_is_returned",
            "last_duplicate_counts",
            "member_order_is_kept",
            "nothing_is_unwrapped",
            "numbers_are_kept",
            "rest_keeps_what_was_not_taken",
            "structured_value_hides_content",
            "structured_value_is_returned_as_sent",
            "structured_value_is_shown_where_there_is_nothing_to_read",
        ],
        |answer| match answer {
            Answer::Structured(json) => Answer::Text(json),
            answer => answer,
        },
    );
}

#[test]
fn null_members_of_the_value_are_dropped() {
    assert_giving_breaks(
        &[
            "nothing_is_unwrapped",
            "structured_value_is_returned_as_sent",
        ],
        |answer| match answer {
            Answer::Structured(json) => {
                let is_there = |value: &Value| (!value.is_null()).then(|| value.clone());
                let value = serde_json::from_str(&json).map(|value| within(&value, &is_there));
                Answer::Structured(value.map_or(json, |value| value.to_string()))
            }
            answer => answer,
        },
    );
}

#[test]
fn the_text_of_a_resource_is_taken_for_a_text() {
    assert_reading_breaks(
        &[
            "any_other_audience_is_for_the_model",
            "block_that_holds_something_is_shown",
            "blocks_are_given_where_there_is_no_text",
            "content_mode_gives_every_block",
            "model_mode_gives_the_blocks_for_the_model",
            "only_type_text_is_text",
            "tool_error_tells_its_texts",
        ],
        |result| {
            for block in blocks(result).into_iter().flatten() {
                if let Some(text) = block["resource"]["text"].as_str() {
                    *block = json!({"type": "text", "text": text});
                }
            }
        },
    );
}

#[test]
fn only_texts_are_read() {
    assert_reading_breaks(
        &[
            "absent_structured_content_gives_content",
            "any_other_audience_is_for_the_model",
            "block_has_a_string_type",
            "block_is_an_object",
            "block_that_holds_something_is_shown",
            "blocks_are_given_where_there_is_no_text",
            "blocks_form_gives_every_block",
            "content_mode_gives_every_block",
            "depth_does_not_matter",
            "empty_text_yields_to_blocks",
            "first_malformed_block_is_named",
            "form_is_for_structured_modes",
            "member_order_is_kept",
            "model_mode_gives_the_blocks_for_the_model",
            "only_type_text_is_text",
            "text_block_has_a_string_text",
            "unknown_blocks_are_kept",
        ],
        |result| {
            if let Some(blocks) = blocks(result) {
                blocks.retain(is_text);
            }
        },
    );
}

#[test]
fn audio_is_not_read() {
    assert_reading_breaks(
        &[
            "block_that_holds_something_is_shown",
            "blocks_are_given_where_there_is_no_text",
            "content_mode_gives_every_block",
            "model_mode_gives_the_blocks_for_the_model",
        ],
        |result| {
            if let Some(blocks) = blocks(result) {
                blocks.retain(|block| block["type"] != "audio");
            }
        },
    );
}

#[test]
fn links_are_not_read() {
    assert_reading_breaks(
        &[
            "block_that_holds_something_is_shown",
            "blocks_are_given_where_there_is_no_text",
            "content_mode_gives_every_block",
            "model_mode_gives_the_blocks_for_the_model",
        ],
        |result| {
            if let Some(blocks) = blocks(result) {
                blocks.retain(|block| block["type"] != "resource_link");
            }
        },
    );
}

#[test]
fn malformed_blocks_are_passed_over() {
    assert_reading_breaks(
        &[
            "block_has_a_string_type",
            "block_is_an_object",
            "block_that_holds_something_is_shown",
            "blocks_form_gives_every_block",
            "content_mode_gives_every_block",
            "first_malformed_block_is_named",
            "model_mode_gives_the_blocks_for_the_model",
        ],
        |result| {
            if let Some(blocks) = blocks(result) {
                blocks.retain(|block| block["type"].is_string());
            }
        },
    );
}

#[test]
fn annotations_of_blocks_are_dropped() {
    assert_reading_breaks(
        &[
            "any_other_audience_is_for_the_model",
            "audience_without_assistant_is_not_for_the_model",
            "block_that_holds_something_is_shown",
            "blocks_form_gives_every_block",
            "content_mode_gives_every_block",
            "form_is_for_structured_modes",
            "model_mode_gives_the_blocks_for_the_model",
            "structured_null_is_not_shown",
        ],
        |result| {
            for block in blocks(result).into_iter().flatten() {
                remove(block, "annotations");
            }
        },
    );
}

#[test]
fn meta_of_blocks_is_dropped() {
    assert_reading_breaks(
        &[
            "any_other_audience_is_for_the_model",
            "content_mode_gives_every_block",
            "model_mode_gives_the_blocks_for_the_model",
        ],
        |result| {
            for block in blocks(result).into_iter().flatten() {
                remove(block, "_meta");
            }
        },
    );
}

#[test]
fn a_lone_text_is_a_list_in_a_structured_mode() {
    assert_conversion_breaks(
        &[
            "absent_structured_content_gives_content",
            "complete_result_type_goes_on",
            "false_is_error_goes_on",
            "form_is_for_structured_modes",
            "last_duplicate_counts",
            "lone_empty_text_is_an_empty_string",
            "null_counts_as_absent_on_request",
            "one_text_is_its_string",
            "only_type_text_is_text",
            "rest_keeps_what_was_not_taken",
            "text_beside_blocks_is_its_string",
            "text_is_never_parsed",
            "unknown_blocks_are_kept",
        ],
        |result, asked| match convert(result, asked) {
            Answer::Text(text) if is_structured(asked) => Answer::Texts(vec![text]),
            answer => answer,
        },
    );
}

#[test]
fn a_lone_block_stands_for_the_list() {
    assert_giving_breaks(
        &[
            "any_other_audience_is_for_the_model",
            "audience_without_assistant_is_not_for_the_model",
            "block_that_holds_something_is_shown",
            "blocks_are_given_where_there_is_no_text",
            "blocks_form_gives_every_block",
            "content_mode_gives_every_block",
            "depth_does_not_matter",
            "empty_text_yields_to_blocks",
            "form_is_for_structured_modes",
            "member_order_is_kept",
            "model_mode_gives_the_blocks_for_the_model",
            "only_type_text_is_text",
            "structured_null_is_not_shown",
            "text_mode_passes_over_structured_content",
            "unknown_blocks_are_kept",
        ],
        |answer| match answer {
            Answer::Blocks(json) => match serde_json::from_str::<Vec<Value>>(&json).as_deref() {
                Ok([block]) => Answer::Value(block.to_string()),
                _ => Answer::Blocks(json),
            },
            answer => answer,
        },
    );
}

#[test]
fn no_blocks_are_an_empty_text() {
    assert_giving_breaks(
        &[
            "absent_content_is_no_blocks",
            "absent_structured_content_gives_content",
            "audience_without_assistant_is_not_for_the_model",
            "blocks_form_gives_every_block",
            "content_mode_gives_every_block",
            "model_mode_gives_the_blocks_for_the_model",
            "no_blocks_are_an_empty_list",
            "null_counts_as_absent_on_request",
            "structured_null_is_not_shown",
            "text_mode_passes_over_structured_content",
        ],
        |answer| match answer {
            Answer::Blocks(json) if json == "[]" => Answer::Text(String::new()),
            answer => answer,
        },
    );
}

#[test]
fn a_tools_error_tells_its_first_text_alone() {
    assert_giving_breaks(&["tool_error_tells_its_texts"], |answer| match answer {
        Answer::Tool(Some(mut texts)) => {
            texts.truncate(1);
            Answer::Tool(Some(texts))
        }
        answer => answer,
    });
}

#[test]
fn a_tools_error_is_a_text() {
    assert_giving_breaks(
        &[
            "is_error_comes_first",
            "last_duplicate_counts",
            "tool_error_tells_its_texts",
            "true_is_error_is_the_tools_error",
        ],
        |answer| match answer {
            Answer::Tool(Some(texts)) => Answer::Text(texts.join("\n")),
            answer => answer,
        },
    );
}

#[test]
fn the_text_comes_before_the_structured_value() {
    assert_conversion_breaks(
        &[
            "blocks_form_gives_every_block",
            "explicit_null_is_returned",
            "falsy_structured_value_is_returned",
            "rest_keeps_what_was_not_taken",
            "structured_value_hides_content",
            "structured_value_is_returned_as_sent",
        ],
        |mut result, asked| {
            let has_text = blocks(&mut result).is_some_and(|blocks| blocks.iter().any(is_text));
            if is_structured(asked) && has_text {
                remove(&mut result, "structuredContent");
            }
            convert(result, asked)
        },
    );
}

#[test]
fn large_integers_are_read_as_doubles() {
    #[expect(clippy::cast_precision_loss)] // That is the bug.
    let double = |value: &Value| {
        let number = value
            .as_i64()
            .filter(|number| number.unsigned_abs() > 1 << 53);
        Some(number.map_or_else(|| value.clone(), |number| json!(number as f64)))
    };
    assert_giving_breaks(&["numbers_are_kept"], |answer| match answer {
        Answer::Structured(json) => {
            let value = serde_json::from_str(&json).map(|value| within(&value, &double));
            Answer::Structured(value.map_or(json, |value| value.to_string()))
        }
        answer => answer,
    });
}

#[test]
fn unknown_members_of_known_blocks_are_dropped() {
    let known = [
        "type",
        "text",
        "data",
        "mimeType",
        "resource",
        "uri",
        "name",
        "title",
        "description",
        "icons",
        "size",
        "annotations",
        "_meta",
    ];
    assert_reading_breaks(
        &[
            "any_other_audience_is_for_the_model",
            "depth_does_not_matter",
            "member_order_is_kept",
            "unknown_blocks_are_kept",
        ],
        |result| {
            for block in blocks(result).into_iter().flatten() {
                let types = ["text", "image", "audio", "resource", "resource_link"];
                let is_known = types.iter().any(|name| block["type"] == *name);
                if let Some(members) = block.as_object_mut().filter(|_| is_known) {
                    members.retain(|name, _| known.contains(&name.as_str()));
                }
            }
        },
    );
}

#[test]
fn null_members_of_blocks_are_dropped() {
    assert_reading_breaks(
        &[
            "any_other_audience_is_for_the_model",
            "block_has_a_string_type",
            "text_block_has_a_string_text",
            "unknown_blocks_are_kept",
        ],
        |result| {
            for block in blocks(result).into_iter().flatten() {
                if let Some(members) = block.as_object_mut() {
                    members.retain(|_, value| !value.is_null());
                }
            }
        },
    );
}

#[test]
fn a_resource_with_a_text_loses_its_blob() {
    assert_reading_breaks(&["block_that_holds_something_is_shown"], |result| {
        for block in blocks(result).into_iter().flatten() {
            if let Some(resource) = block.get_mut("resource") {
                if resource["text"].is_string() {
                    remove(resource, "blob");
                }
            }
        }
    });
}

#[test]
fn a_value_beside_other_blocks_than_texts_is_dropped() {
    assert_conversion_breaks(
        &[
            "blocks_form_gives_every_block",
            "rest_keeps_what_was_not_taken",
            "structured_value_hides_content",
        ],
        |mut result, asked| {
            let has_others = blocks(&mut result).is_some_and(|blocks| !blocks.iter().all(is_text));
            if is_structured(asked) && has_others {
                remove(&mut result, "structuredContent");
            }
            convert(result, asked)
        },
    );
}

#[test]
fn a_link_is_a_block_of_another_type() {
    assert_reading_breaks(
        &[
            "block_that_holds_something_is_shown",
            "blocks_are_given_where_there_is_no_text",
            "content_mode_gives_every_block",
            "model_mode_gives_the_blocks_for_the_model",
        ],
        |result| {
            for block in blocks(result).into_iter().flatten() {
                if block["type"] == "resource_link" {
                    *block = json!({"type": "file", "url": block["uri"]});
                }
            }
        },
    );
}

#[test]
fn a_link_is_the_text_of_its_address() {
    assert_reading_breaks(
        &[
            "block_that_holds_something_is_shown",
            "blocks_are_given_where_there_is_no_text",
            "content_mode_gives_every_block",
            "model_mode_gives_the_blocks_for_the_model",
            "several_texts_are_a_list",
            "text_beside_blocks_is_its_string",
        ],
        |result| {
            for block in blocks(result).into_iter().flatten() {
                if block["type"] == "resource_link" {
                    *block = json!({"type": "text", "text": block["uri"]});
                }
            }
        },
    );
}

#[test]
fn a_priority_is_read_as_a_double() {
    assert_reading_breaks(
        &[
            "any_other_audience_is_for_the_model",
            "blocks_form_gives_every_block",
        ],
        |result| {
            for block in blocks(result).into_iter().flatten() {
                if let Some(priority) = block.pointer_mut("/annotations/priority") {
                    if let Some(number) = priority.as_f64() {
                        *priority = json!(number);
                    }
                }
            }
        },
    );
}

#[test]
fn a_negative_zero_is_read_as_an_integer() {
    let integer = |value: &Value| {
        let number = value.as_f64();
        let is_zero = number.is_some_and(|number| number == 0.0 && number.is_sign_negative());
        Some(if is_zero { json!(0) } else { value.clone() })
    };
    assert_giving_breaks(&["numbers_are_kept"], |answer| match answer {
        Answer::Structured(json) => {
            let value = serde_json::from_str(&json).map(|value| within(&value, &integer));
            Answer::Structured(value.map_or(json, |value| value.to_string()))
        }
        answer => answer,
    });
}
