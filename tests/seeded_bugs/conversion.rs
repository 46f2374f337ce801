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
            "absent_content_is_no_blocks",
            "absent_structured_content_gives_content",
            "blocks_are_given_where_there_is_no_text",
            "blocks_form_gives_every_block",
            "complete_result_type_goes_on",
            "empty_text_yields_to_blocks",
            "empty_texts_stay_in_the_list",
            "false_is_error_goes_on",
            "form_is_for_structured_modes",
            "last_duplicate_counts",
            "lone_empty_text_is_an_empty_string",
            "no_blocks_are_an_empty_list",
            "one_text_is_its_string",
            "only_type_text_is_text",
            "rest_keeps_what_was_not_taken",
            "several_texts_are_a_list",
            "text_beside_blocks_is_its_string",
            "text_is_never_parsed",
            "unknown_blocks_are_kept",
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

/// Every string of what comes out, changed.
fn with_strings(answer: Answer, change: &impl Fn(&str) -> String) -> Answer {
    let json = |json: String| match serde_json::from_str(&json) {
        Ok(value) => changed(value, change).to_string(),
        Err(_) => json,
    };
    match answer {
        Answer::Structured(value) => Answer::Structured(json(value)),
        Answer::Blocks(blocks) => Answer::Blocks(json(blocks)),
        Answer::Text(text) => Answer::Text(change(&text)),
        Answer::Texts(texts) => Answer::Texts(texts.iter().map(|text| change(text)).collect()),
        Answer::Tool(Some(texts)) => {
            Answer::Tool(Some(texts.iter().map(|text| change(text)).collect()))
        }
        answer => answer,
    }
}

/// At most as deep as what was parsed.
fn changed(value: Value, change: &impl Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => change(&text).into(),
        Value::Array(elements) => {
            let elements = elements.into_iter();
            elements.map(|element| changed(element, change)).collect()
        }
        Value::Object(members) => {
            let members = members.into_iter();
            let members = members.map(|(name, member)| (name, changed(member, change)));
            Value::Object(members.collect())
        }
        value => value,
    }
}

/// The rules of which a check fails some cases, if strings come out changed.
#[track_caller]
fn assert_strings_break(rules: &[&str], change: impl Fn(&str) -> String) {
    assert_conversion_breaks(rules, |result, asked| {
        with_strings(convert(result, asked), &change)
    });
}

#[test]
fn line_ends_are_normalised() {
    let rules = [
        "one_text_is_its_string",
        "structured_value_is_returned_as_sent",
        "tool_error_tells_its_texts",
    ];
    assert_strings_break(&rules, |text| text.replace("\r\n", "\n"));
}

#[test]
fn a_text_is_cut_off() {
    let rules = [
        "one_text_is_its_string",
        "structured_value_is_returned_as_sent",
    ];
    assert_strings_break(&rules, |text| text.chars().take(1_000).collect());
}

#[test]
fn characters_beyond_the_bmp_are_replaced() {
    let rules = [
        "one_text_is_its_string",
        "structured_value_is_returned_as_sent",
    ];
    let replaced = |char| if char > '\u{ffff}' { '\u{fffd}' } else { char };
    assert_strings_break(&rules, |text| text.chars().map(replaced).collect());
}

#[test]
fn a_text_ends_at_nul() {
    let rules = [
        "one_text_is_its_string",
        "structured_value_is_returned_as_sent",
    ];
    let before = |text: &str| text.split('\0').next().unwrap_or_default().to_owned();
    assert_strings_break(&rules, before);
}

#[test]
fn texts_are_trimmed() {
    let rules = [
        "block_that_holds_something_is_shown",
        "one_text_is_its_string",
        "structured_value_is_returned_as_sent",
        "text_beside_blocks_is_its_string",
        "tool_error_tells_its_texts",
        "unknown_blocks_are_kept",
    ];
    assert_strings_break(&rules, |text| text.trim().to_owned());
}

#[test]
fn a_byte_order_mark_is_removed() {
    let rules = [
        "one_text_is_its_string",
        "structured_value_is_returned_as_sent",
    ];
    assert_strings_break(&rules, |text| {
        text.trim_start_matches('\u{feff}').to_owned()
    });
}

#[test]
fn dates_are_rewritten() {
    let rules = [
        "any_other_audience_is_for_the_model",
        "one_text_is_its_string",
        "structured_value_is_returned_as_sent",
    ];
    assert_strings_break(&rules, |text| {
        let is_date = text.starts_with("2026-07-28T");
        let utc = text.replace("12:00:00.000+02:00", "10:00:00Z");
        let utc = utc.replace("12:00:00+02:00", "10:00:00Z");
        if is_date {
            utc.replace("T12:00:00Z", "T12:00:00.000Z")
        } else {
            text.to_owned()
        }
    });
}

#[test]
fn a_structured_string_is_parsed() {
    assert_conversion_breaks(
        &["structured_value_is_returned_as_sent"],
        |result, asked| match convert(result, asked) {
            Answer::Structured(json) => match serde_json::from_str(&json) {
                Ok(Value::String(text)) if serde_json::from_str::<Value>(&text).is_ok() => {
                    Answer::Structured(text)
                }
                _ => Answer::Structured(json),
            },
            answer => answer,
        },
    );
}

/// What comes out, with the members of its objects changed.
#[track_caller]
fn assert_names_break(rules: &[&str], change: impl Fn(&str) -> Option<String>) {
    fn changed(value: Value, change: &impl Fn(&str) -> Option<String>) -> Value {
        match value {
            Value::Array(elements) => {
                let elements = elements.into_iter();
                elements.map(|element| changed(element, change)).collect()
            }
            Value::Object(members) => {
                let members = members.into_iter();
                let members =
                    members.filter_map(|(name, it)| Some((change(&name)?, changed(it, change))));
                Value::Object(members.collect())
            }
            value => value,
        }
    }
    assert_conversion_breaks(rules, |result, asked| match convert(result, asked) {
        Answer::Structured(json) => match serde_json::from_str(&json) {
            Ok(value) => Answer::Structured(changed(value, &change).to_string()),
            Err(_) => Answer::Structured(json),
        },
        answer => answer,
    });
}

#[test]
fn names_are_put_into_snake_case() {
    let rules = [
        "false_is_error_goes_on",
        "structured_value_is_returned_as_sent",
    ];
    assert_names_break(&rules, |name| {
        let mut snake = String::new();
        for char in name.chars() {
            if char.is_ascii_uppercase() {
                snake.push('_');
            }
            snake.push(char.to_ascii_lowercase());
        }
        Some(snake)
    });
}

#[test]
fn a_member_named_proto_is_dropped() {
    let rules = ["structured_value_is_returned_as_sent"];
    assert_names_break(&rules, |name| {
        (name != "__proto__").then(|| name.to_owned())
    });
}

#[test]
fn a_member_without_a_name_is_dropped() {
    let rules = ["structured_value_is_returned_as_sent"];
    assert_names_break(&rules, |name| (!name.is_empty()).then(|| name.to_owned()));
}

#[test]
fn a_member_named_like_a_keyword_is_dropped() {
    let rules = ["structured_value_is_returned_as_sent"];
    assert_names_break(&rules, |name| {
        (!name.starts_with('$')).then(|| name.to_owned())
    });
}

#[test]
fn two_texts_are_returned_at_most() {
    assert_conversion_breaks(
        &["several_texts_are_a_list"],
        |result, asked| match convert(result, asked) {
            Answer::Texts(mut texts) => {
                texts.truncate(2);
                Answer::Texts(texts)
            }
            answer => answer,
        },
    );
}

#[test]
fn the_first_and_the_last_text_are_returned() {
    assert_conversion_breaks(
        &["several_texts_are_a_list"],
        |result, asked| match convert(result, asked) {
            Answer::Texts(texts) => {
                let ends = [texts[0].clone(), texts[texts.len() - 1].clone()];
                Answer::Texts(ends.to_vec())
            }
            answer => answer,
        },
    );
}

#[test]
fn what_is_for_the_user_is_left_out_in_every_mode() {
    assert_conversion_breaks(
        &[
            "blocks_form_gives_every_block",
            "content_mode_gives_every_block",
            "one_text_is_its_string",
            "several_texts_are_a_list",
            "tool_error_tells_its_texts",
        ],
        |mut result, asked| {
            if asked.mode() != ResultMode::Model {
                if let Some(Value::Array(blocks)) = result.get_mut("content") {
                    let user = [json!(["user"]), json!("user")];
                    blocks.retain(|block| !user.contains(&block["annotations"]["audience"]));
                }
            }
            convert(result, asked)
        },
    );
}

#[test]
fn a_type_is_trimmed() {
    assert_conversion_breaks(&["unknown_blocks_are_kept"], |mut result, asked| {
        let blocks = result.get_mut("content").and_then(Value::as_array_mut);
        for block in blocks.into_iter().flatten() {
            if let Some(Value::String(name)) = block.get_mut("type") {
                *name = name.trim().to_owned();
            }
        }
        convert(result, asked)
    });
}

#[test]
fn a_null_alone_is_refused() {
    assert_conversion_breaks(
        &[
            "absent_content_is_no_blocks",
            "explicit_null_is_returned",
            "structured_null_is_not_shown",
        ],
        |result, asked| {
            let null = result.get("structuredContent") == Some(&Value::Null);
            let alone = null && result.get("content").is_none();
            match convert(result, asked) {
                Answer::Blocks(_) | Answer::Structured(_) if alone => Answer::Malformed(None),
                answer => answer,
            }
        },
    );
}

#[test]
fn a_false_is_error_beside_unknown_members_is_refused() {
    assert_conversion_breaks(&["absent_content_is_no_blocks"], |mut result, asked| {
        if result["isError"] == false && result.as_object().is_some_and(|it| it.len() > 1) {
            remove(&mut result, "isError");
        }
        // What is left beside it may still be told from an error.
        match convert(result.clone(), asked) {
            Answer::Malformed(_) => convert(result, asked),
            answer => answer,
        }
    });
}

#[test]
fn an_error_member_is_taken_for_a_tools_error() {
    assert_conversion_breaks(&["false_is_error_goes_on"], |result, asked| {
        match convert(result.clone(), asked) {
            Answer::Text(_) if result.get("error").is_some() => Answer::Tool(None),
            answer => answer,
        }
    });
}

#[test]
fn is_error_in_snake_case_is_taken_for_a_tools_error() {
    assert_conversion_breaks(&["false_is_error_goes_on"], |result, asked| {
        if result["is_error"] == true {
            return Answer::Tool(None);
        }
        convert(result, asked)
    });
}

#[test]
fn a_text_that_says_error_is_taken_for_a_tools_error() {
    assert_conversion_breaks(&["false_is_error_goes_on"], |result, asked| {
        match convert(result, asked) {
            Answer::Text(text) if text.starts_with("Error") => Answer::Tool(Some(vec![text])),
            answer => answer,
        }
    });
}

#[test]
fn the_text_of_a_resource_is_taken_for_a_tools_error_text() {
    assert_conversion_breaks(
        &["tool_error_tells_its_texts"],
        |result, asked| match convert(result.clone(), asked) {
            Answer::Tool(Some(mut texts)) => {
                let blocks = result["content"].as_array().into_iter().flatten();
                let inside = blocks.filter_map(|block| block["resource"]["text"].as_str());
                texts.extend(inside.map(ToOwned::to_owned));
                Answer::Tool(Some(texts))
            }
            answer => answer,
        },
    );
}

#[test]
fn a_text_stands_in_for_the_value_in_a_structured_mode() {
    assert_conversion_breaks(&["text_is_never_parsed"], |result, asked| {
        match convert(result, asked) {
            Answer::Text(text) if is_structured(asked) => {
                match serde_json::from_str::<Value>(&text) {
                    Ok(value) => Answer::Structured(value.to_string()),
                    Err(_) => Answer::Text(text),
                }
            }
            answer => answer,
        }
    });
}
