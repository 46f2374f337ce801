//! Bugs in mode `model`, and in the form of content.

use mcp_result::contract::{self, Answer, Outcome};
use mcp_result::rules::{Place, find_output};
use mcp_result::{ContentForm, Conversion, ResultMode, convert_result};
use serde_json::{Value, json};

use crate::{assert_broken, assert_conversion_breaks, convert, in_mode, is_falsy, remove};

const HIDDEN: &str = "audience_without_assistant_is_not_for_the_model";
const FOR_MODEL: &str = "any_other_audience_is_for_the_model";
const IN_ORDER: &str = "model_mode_gives_the_blocks_for_the_model";
const VALUE: &str = "structured_value_is_shown_where_there_is_nothing_to_read";
const NULL: &str = "structured_null_is_not_shown";
const SOMETHING: &str = "block_that_holds_something_is_shown";
const FORM: &str = "form_is_for_structured_modes";
const BLOCKS: &str = "blocks_form_gives_every_block";

fn blocks(result: &Value) -> &[Value] {
    result["content"].as_array().map_or(&[], Vec::as_slice)
}

/// What mode `model` takes of a result, if each of its blocks were another for those who decide.
fn judged_as(result: Value, asked: Conversion, other: impl Fn(&mut Value)) -> Answer {
    if asked.mode() != ResultMode::Model {
        return convert(result, asked);
    }
    let mut judged = result.clone();
    if let Some(Value::Array(blocks)) = judged.get_mut("content") {
        blocks.iter_mut().for_each(other);
    }
    match find_output(&judged, asked) {
        Ok(Place::Structured) => Answer::Structured(result["structuredContent"].to_string()),
        Ok(Place::Blocks(positions)) => {
            let taken = positions.iter().map(|&at| blocks(&result)[at].clone());
            Answer::Blocks(taken.collect::<Value>().to_string())
        }
        _ => convert(result, asked),
    }
}

#[track_caller]
fn assert_judging_breaks(rules: &[&str], other: impl Fn(&mut Value)) {
    assert_conversion_breaks(rules, |result, asked| judged_as(result, asked, &other));
}

/// Lets a block's audience be another for those who decide.
#[track_caller]
fn assert_audience_breaks(rules: &[&str], other: impl Fn(&mut Value)) {
    assert_judging_breaks(rules, |block| {
        if let Some(audience) = block.pointer_mut("/annotations/audience") {
            other(audience);
        }
    });
}

fn is_text(block: &Value) -> bool {
    block["type"] == "text"
}

fn is_resource(block: &Value) -> bool {
    block["type"] == "resource"
}

#[test]
fn judging_has_no_bug_of_its_own() {
    assert_judging_breaks(&[], |_| {});
}

#[test]
fn the_audience_is_not_looked_at() {
    let rules = [HIDDEN, IN_ORDER, NULL, SOMETHING, FORM];
    assert_audience_breaks(&rules, |audience| *audience = Value::Null);
}

#[test]
fn who_names_the_user_hides_the_block_from_the_model() {
    assert_audience_breaks(&[FOR_MODEL, SOMETHING], |audience| {
        let roles = audience.as_array();
        if roles.is_some_and(|roles| roles.contains(&json!("user"))) {
            *audience = json!(["user"]);
        }
    });
}

#[test]
fn only_the_user_alone_is_looked_for() {
    assert_audience_breaks(&[HIDDEN], |audience| {
        if *audience != json!(["user"]) {
            *audience = Value::Null;
        }
    });
}

#[test]
fn only_the_first_role_is_looked_at() {
    assert_audience_breaks(&[FOR_MODEL, SOMETHING], |audience| {
        if let Value::Array(roles) = audience {
            roles.truncate(1);
        }
    });
}

#[test]
fn a_role_without_an_array_is_not_looked_at() {
    assert_audience_breaks(&[HIDDEN], |audience| {
        if audience.is_string() {
            *audience = Value::Null;
        }
    });
}

#[test]
fn a_role_without_an_array_always_hides_the_block() {
    assert_audience_breaks(&[FOR_MODEL], |audience| {
        if audience.is_string() {
            *audience = json!(["user"]);
        }
    });
}

#[test]
fn nobody_in_the_audience_hides_the_block() {
    assert_audience_breaks(&[FOR_MODEL], |audience| {
        if *audience == json!([]) {
            *audience = json!(["user"]);
        }
    });
}

#[test]
fn an_audience_that_names_no_role_hides_the_block() {
    assert_audience_breaks(&[FOR_MODEL], |audience| {
        if !audience.is_string() && !audience.is_array() {
            *audience = json!(["user"]);
        }
    });
}

#[test]
fn roles_are_compared_without_case() {
    assert_audience_breaks(&[HIDDEN], |audience| {
        *audience = serde_json::from_str(&audience.to_string().to_lowercase()).unwrap();
    });
}

#[test]
fn roles_are_searched_as_text() {
    assert_audience_breaks(&[HIDDEN], |audience| {
        if audience.to_string().contains("assistant") {
            *audience = json!("assistant");
        }
    });
}

#[test]
fn the_audience_of_the_resource_is_looked_at() {
    assert_judging_breaks(&[FOR_MODEL], |block| {
        if let Some(annotations) = block.pointer("/resource/annotations").cloned() {
            block["annotations"] = annotations;
        }
    });
}

#[test]
fn the_audience_of_the_block_itself_is_looked_at() {
    assert_judging_breaks(&[FOR_MODEL], |block| {
        if let Some(audience) = block.get("audience").cloned() {
            block["annotations"] = json!({"audience": audience});
        }
    });
}

#[test]
fn what_is_for_the_user_is_dropped() {
    let report =
        contract::conversion().check_values(|result, &asked| match convert_result(result, asked) {
            Ok(mut converted) if asked.mode() == ResultMode::Model => {
                if let Some(Value::Array(blocks)) = converted.rest.get_mut("content") {
                    let for_user = |block: &Value| block.pointer("/annotations/audience").is_some();
                    blocks.retain(|block| !for_user(block));
                }
                Outcome::from(Ok(converted))
            }
            other => other.into(),
        });
    assert_broken(&report, &[HIDDEN, IN_ORDER, NULL, SOMETHING, FORM]);
}

#[test]
fn an_empty_resource_is_taken_for_something() {
    assert_judging_breaks(&[VALUE], |block| {
        if is_resource(block) {
            *block = json!({"type": "image"});
        }
    });
}

#[test]
fn a_blob_is_taken_for_nothing() {
    assert_judging_breaks(&[SOMETHING], |block| {
        if let Some(resource) = block.get_mut("resource") {
            remove(resource, "blob");
        }
    });
}

#[test]
fn an_empty_blob_is_taken_for_nothing() {
    assert_judging_breaks(&[SOMETHING], |block| {
        if let Some(resource) = block.get_mut("resource") {
            if resource.get("blob").is_some_and(is_falsy) {
                remove(resource, "blob");
            }
        }
    });
}

#[test]
fn the_text_of_a_resource_is_forgotten() {
    assert_judging_breaks(&[SOMETHING, FOR_MODEL], |block| {
        if let Some(resource) = block.get_mut("resource") {
            remove(resource, "text");
        }
    });
}

#[test]
fn only_texts_are_taken_for_something() {
    assert_judging_breaks(&[SOMETHING], |block| {
        if !is_text(block) && !is_resource(block) {
            *block = json!({"type": "text", "text": "", "annotations": block["annotations"]});
        }
    });
}

#[test]
fn an_image_without_data_is_taken_for_nothing() {
    assert_judging_breaks(&[SOMETHING], |block| {
        if block["type"] == "image" && block["data"].is_null() {
            *block = json!({"type": "text", "text": ""});
        }
    });
}

#[test]
fn an_unknown_type_is_taken_for_nothing() {
    assert_judging_breaks(&[SOMETHING], |block| {
        let known = ["text", "image", "audio", "resource_link", "resource"];
        if !known.iter().any(|known| block["type"] == *known) {
            remove(block, "type");
        }
    });
}

#[test]
fn a_blank_text_is_taken_for_nothing() {
    assert_judging_breaks(&[SOMETHING], |block| {
        if is_text(block) {
            let text = block["text"].as_str().unwrap_or_default();
            block["text"] = text.trim().into();
        }
    });
}

#[test]
fn an_empty_text_is_taken_for_something() {
    assert_judging_breaks(&[VALUE], |block| {
        if is_text(block) && block["text"] == "" {
            block["text"] = "empty".into();
        }
    });
}

#[test]
fn a_text_without_a_text_is_taken_for_something() {
    assert_judging_breaks(&[VALUE], |block| {
        if is_text(block) && !block["text"].is_string() {
            block["text"] = "malformed".into();
        }
    });
}

#[test]
fn what_is_no_block_is_taken_for_something() {
    assert_judging_breaks(&[VALUE], |block| {
        if !block["type"].is_string() && block["annotations"].is_null() {
            *block = json!({"type": "x"});
        }
    });
}

#[test]
fn a_structured_null_is_shown() {
    assert_conversion_breaks(&[NULL], |result, asked| {
        let null = result.get("structuredContent").is_some_and(Value::is_null);
        let nothing = blocks(&result).iter().all(|block| block["text"] == "");
        if asked.mode() == ResultMode::Model && null && nothing {
            return Answer::Structured("null".to_owned());
        }
        convert(result, asked)
    });
}

#[test]
fn a_falsy_value_is_not_shown() {
    assert_conversion_breaks(&[VALUE], |mut result, asked| {
        let falsy = result.get("structuredContent").is_some_and(is_falsy);
        if asked.mode() == ResultMode::Model && falsy {
            result["structuredContent"] = Value::Null;
        }
        convert(result, asked)
    });
}

#[test]
fn a_value_is_never_shown() {
    assert_conversion_breaks(&[VALUE, HIDDEN], |mut result, asked| {
        let present = result.get("structuredContent").is_some();
        if asked.mode() == ResultMode::Model && present {
            result["structuredContent"] = Value::Null;
        }
        convert(result, asked)
    });
}

#[test]
fn a_value_is_always_shown() {
    assert_conversion_breaks(&[SOMETHING, FOR_MODEL], |result, asked| {
        let value = result.get("structuredContent");
        let value = value.filter(|value| !value.is_null() && !result["isError"].is_boolean());
        if asked.mode() == ResultMode::Model && value.is_some() && result["content"].is_array() {
            return convert(result, in_mode(ResultMode::NonNullStructured, asked));
        }
        convert(result, asked)
    });
}

#[test]
fn a_value_is_shown_only_where_there_are_no_blocks() {
    assert_conversion_breaks(&[VALUE, HIDDEN], |result, asked| {
        let structured = result["structuredContent"].to_string();
        let all = Value::from(blocks(&result)).to_string();
        match convert(result, asked) {
            Answer::Structured(value)
                if asked.mode() == ResultMode::Model && value == structured && all != "[]" =>
            {
                Answer::Blocks(all)
            }
            answer => answer,
        }
    });
}

#[test]
fn a_model_is_shown_the_text_alone() {
    assert_conversion_breaks(
        &[IN_ORDER, HIDDEN, FOR_MODEL, VALUE, NULL, SOMETHING, FORM],
        |result, asked| match asked.mode() {
            ResultMode::Model => convert(result, in_mode(ResultMode::Text, asked)),
            _ => convert(result, asked),
        },
    );
}

#[test]
fn a_model_is_shown_checked_blocks_alone() {
    assert_conversion_breaks(&[IN_ORDER, HIDDEN, VALUE, SOMETHING], |result, asked| {
        let malformed = |answer: &Answer| matches!(answer, Answer::Malformed(_));
        let text = convert(result.clone(), ResultMode::Text);
        match convert(result, asked) {
            Answer::Blocks(_) | Answer::Structured(_)
                if asked.mode() == ResultMode::Model && malformed(&text) =>
            {
                text
            }
            answer => answer,
        }
    });
}

#[test]
fn empty_texts_are_not_shown_to_a_model() {
    assert_conversion_breaks(&[IN_ORDER, NULL, SOMETHING], |result, asked| {
        let output = convert_result(result.clone(), asked).map(|converted| converted.output);
        match output {
            Ok(mcp_result::Output::Blocks(mut blocks)) if asked.mode() == ResultMode::Model => {
                blocks.retain(|block| block["text"] != "" || block["type"] != "text");
                Answer::Blocks(Value::from(blocks).to_string())
            }
            _ => convert(result, asked),
        }
    });
}

#[test]
fn a_null_is_error_proves_a_tools_result() {
    let rules = ["unknown_body_is_no_empty_success"];
    assert_conversion_breaks(&rules, |mut result, asked| {
        if result.get("isError") == Some(&Value::Null) {
            result["isError"] = false.into();
        }
        convert(result, asked)
    });
}

#[test]
fn the_form_is_not_looked_at() {
    assert_conversion_breaks(&[BLOCKS], |result, asked| {
        convert(result, asked.with_content(ContentForm::Text))
    });
}

#[test]
fn the_form_is_not_looked_at_beside_a_null() {
    assert_conversion_breaks(&[BLOCKS], |result, asked| {
        if result.get("structuredContent").is_some() {
            return convert(result, asked.with_content(ContentForm::Text));
        }
        convert(result, asked)
    });
}

#[test]
fn the_form_comes_before_the_structured_value() {
    let rules = [BLOCKS, "explicit_null_is_returned"];
    assert_conversion_breaks(&rules, |result, asked| match asked.content() {
        ContentForm::Blocks if asked.mode() == ResultMode::Structured => {
            convert(result, ResultMode::Content)
        }
        _ => convert(result, asked),
    });
}

#[test]
fn blocks_are_what_the_form_is_without_one() {
    assert_conversion_breaks(
        &[
            "absent_structured_content_gives_content",
            "block_has_a_string_type",
            "block_is_an_object",
            "complete_result_type_goes_on",
            "empty_text_yields_to_blocks",
            "empty_texts_stay_in_the_list",
            "false_is_error_goes_on",
            "first_malformed_block_is_named",
            "form_is_for_structured_modes",
            "last_duplicate_counts",
            "lone_empty_text_is_an_empty_string",
            "null_counts_as_absent_on_request",
            "one_text_is_its_string",
            "only_type_text_is_text",
            "rest_keeps_what_was_not_taken",
            "several_texts_are_a_list",
            "text_beside_blocks_is_its_string",
            "text_block_has_a_string_text",
            "text_is_never_parsed",
            "unknown_blocks_are_kept",
        ],
        |result, asked| convert(result, asked.with_content(ContentForm::Blocks)),
    );
}

#[test]
fn the_form_counts_in_mode_text() {
    assert_conversion_breaks(&[FORM], |result, asked| match asked.content() {
        ContentForm::Blocks if asked.mode() == ResultMode::Text => {
            convert(result, ResultMode::Content)
        }
        _ => convert(result, asked),
    });
}

#[test]
fn the_form_counts_in_mode_model() {
    assert_conversion_breaks(&[FORM], |result, asked| match asked.content() {
        ContentForm::Blocks if asked.mode() == ResultMode::Model => {
            convert(result, ResultMode::Content)
        }
        _ => convert(result, asked),
    });
}

#[test]
fn the_form_leaves_out_what_is_for_the_user() {
    assert_conversion_breaks(&[BLOCKS], |result, asked| match asked.content() {
        ContentForm::Blocks
            if blocks(&result)
                .iter()
                .any(|block| !block["annotations"].is_null()) =>
        {
            match convert_result(result.clone(), asked).map(|converted| converted.output) {
                Ok(mcp_result::Output::Blocks(_)) => convert(result, ResultMode::Model),
                _ => convert(result, asked),
            }
        }
        _ => convert(result, asked),
    });
}

#[test]
fn the_forms_blocks_are_checked() {
    assert_conversion_breaks(&[BLOCKS], |result, asked| {
        let text = convert(result.clone(), ResultMode::Text);
        match (convert(result, asked), text) {
            (Answer::Blocks(_), text @ Answer::Malformed(_))
                if asked.content() == ContentForm::Blocks =>
            {
                text
            }
            (answer, _) => answer,
        }
    });
}
