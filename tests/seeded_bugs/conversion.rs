//! Bugs in a conversion.

use mcp_result::contract::Answer;
use mcp_result::{Output, ResultMode, convert_result};
use serde_json::{Value, json};

use crate::{
    assert_conversion_breaks, convert, has_text, in_mode, is_falsy, is_structured, remove,
};

#[test]
fn structured_content_is_tested_for_truth() {
    assert_conversion_breaks(
        &[
            "explicit_null_is_returned",
            "falsy_structured_value_is_returned",
        ],
        |mut result, asked| {
            if is_structured(asked) && result.get("structuredContent").is_some_and(is_falsy) {
                remove(&mut result, "structuredContent");
            }
            convert(result, asked)
        },
    );
}

#[test]
fn null_is_taken_for_absent() {
    assert_conversion_breaks(
        &["explicit_null_is_returned"],
        |result, asked| match asked.mode() {
            ResultMode::Structured => {
                convert(result, in_mode(ResultMode::NonNullStructured, asked))
            }
            _ => convert(result, asked),
        },
    );
}

#[test]
fn absent_is_taken_for_null() {
    assert_conversion_breaks(
        &[
            "absent_structured_content_gives_content",
            "blocks_are_given_where_there_is_no_text",
            "blocks_form_gives_every_block",
            "form_is_for_structured_modes",
            "lone_empty_text_is_an_empty_string",
            "several_texts_are_a_list",
            "text_beside_blocks_is_its_string",
            "text_is_never_parsed",
        ],
        |result, asked| {
            let absent = is_structured(asked) && result.get("structuredContent").is_none();
            match convert(result, asked) {
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
        &[
            "absent_content_is_no_blocks",
            "blocks_form_gives_every_block",
            "form_is_for_structured_modes",
            "null_counts_as_absent_on_request",
            "text_is_never_parsed",
        ],
        |result, asked| match asked.mode() {
            ResultMode::NonNullStructured => {
                convert(result, in_mode(ResultMode::Structured, asked))
            }
            _ => convert(result, asked),
        },
    );
}

#[test]
fn a_lone_result_is_unwrapped() {
    assert_conversion_breaks(
        &["nothing_is_unwrapped"],
        |result, asked| match convert_result(result, asked).map(|converted| converted.output) {
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
    assert_conversion_breaks(&["is_error_comes_first"], |mut result, asked| {
        if is_structured(asked)
            && result.get("structuredContent").is_some()
            && result["isError"] == true
        {
            remove(&mut result, "isError");
        }
        convert(result, asked)
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
        |mut result, asked| {
            if result["isError"] == true {
                remove(&mut result, "isError");
            }
            convert(result, asked)
        },
    );
}

#[test]
fn is_error_is_coerced() {
    assert_conversion_breaks(&["is_error_is_never_coerced"], |mut result, asked| {
        match result.get("isError") {
            Some(is_error) if *is_error == "true" || *is_error == 1 => {
                result["isError"] = true.into();
            }
            Some(is_error) if *is_error == "false" || *is_error == 0 => {
                result["isError"] = false.into();
            }
            _ => {}
        }
        convert(result, asked)
    });
}

#[test]
fn content_is_checked_before_is_error() {
    assert_conversion_breaks(
        &["is_error_comes_first", "tool_error_tells_its_texts"],
        |mut result, asked| {
            let answer = convert(result.clone(), asked);
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
        |mut result, asked| {
            if result["resultType"] == "input_required" {
                result["content"] = result.get("content").cloned().unwrap_or(json!([]));
                remove(&mut result, "resultType");
            }
            convert(result, asked)
        },
    );
}

#[test]
fn result_type_is_compared_without_case() {
    assert_conversion_breaks(&["other_result_type_is_incomplete"], |mut result, asked| {
        if result["resultType"] == "Complete" {
            result["resultType"] = "complete".into();
        }
        convert(result, asked)
    });
}

#[test]
fn absent_content_is_refused() {
    assert_conversion_breaks(
        &[
            "absent_content_is_no_blocks",
            "blocks_form_gives_every_block",
            "model_mode_gives_the_blocks_for_the_model",
            "structured_null_is_not_shown",
        ],
        |result, asked| {
            let absent = result["content"].is_null();
            match convert(result, asked) {
                Answer::Blocks(_) if absent => Answer::Malformed(None),
                answer => answer,
            }
        },
    );
}

#[test]
fn any_body_without_content_is_an_empty_success() {
    assert_conversion_breaks(
        &[
            "blocks_form_gives_every_block",
            "model_mode_gives_the_blocks_for_the_model",
            "unknown_body_is_no_empty_success",
        ],
        |result, asked| {
            let absent = result.is_object() && result["content"].is_null();
            match convert(result, asked) {
                Answer::Malformed(Some(place)) if absent && place.pointer == "/content" => {
                    Answer::Blocks("[]".to_owned())
                }
                answer => answer,
            }
        },
    );
}

#[test]
fn text_is_parsed_as_json() {
    assert_conversion_breaks(&["text_is_never_parsed"], |result, asked| {
        match convert(result, asked) {
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
        |result, asked| {
            let dropped = asked.mode() == ResultMode::Text && !has_text(&result);
            match convert(result, asked) {
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
            "audience_without_assistant_is_not_for_the_model",
            "block_that_holds_something_is_shown",
            "blocks_are_given_where_there_is_no_text",
            "blocks_form_gives_every_block",
            "content_mode_gives_every_block",
            "empty_text_yields_to_blocks",
            "empty_texts_stay_in_the_list",
            "first_malformed_block_is_named",
            "form_is_for_structured_modes",
            "model_mode_gives_the_blocks_for_the_model",
            "several_texts_are_a_list",
            "text_beside_blocks_is_its_string",
            "tool_error_tells_its_texts",
        ],
        |mut result, asked| {
            if let Some(blocks) = result.get_mut("content").and_then(Value::as_array_mut) {
                blocks.truncate(1);
            }
            convert(result, asked)
        },
    );
}

#[test]
fn an_empty_text_is_taken_for_none() {
    assert_conversion_breaks(
        &["lone_empty_text_is_an_empty_string"],
        |result, asked| match convert(result, asked) {
            Answer::Text(text) if text.is_empty() => Answer::Blocks("[]".to_owned()),
            answer => answer,
        },
    );
}

#[test]
fn empty_texts_are_filtered_out() {
    assert_conversion_breaks(
        &["empty_texts_stay_in_the_list"],
        |result, asked| match convert(result, asked) {
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
        &[
            "empty_texts_stay_in_the_list",
            "form_is_for_structured_modes",
            "several_texts_are_a_list",
        ],
        |result, asked| match convert(result, asked) {
            Answer::Texts(texts) => Answer::Text(texts.join("\n")),
            answer => answer,
        },
    );
}

#[test]
fn unknown_types_are_rejected() {
    assert_conversion_breaks(&["unknown_blocks_are_kept"], |result, asked| {
        let known = ["text", "image", "audio", "resource_link", "resource"];
        let is_known = |block: &Value| {
            block["type"]
                .as_str()
                .is_none_or(|name| known.contains(&name))
        };
        let unknown = result["content"]
            .as_array()
            .and_then(|blocks| blocks.iter().position(|block| !is_known(block)));
        match (convert(result, asked), unknown) {
            (Answer::Text(_) | Answer::Blocks(_), Some(_)) if asked.mode() == ResultMode::Text => {
                Answer::Malformed(None)
            }
            (answer, _) => answer,
        }
    });
}
