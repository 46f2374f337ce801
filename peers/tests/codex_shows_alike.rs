//! What codex's model gets, case by case, as codex-rs/protocol/src/models.rs decides it in
//! `CallToolResult::as_function_call_output_payload`. codex is in no registry: the cases say what it does.

use mcp_result::ConvertError;
use mcp_result_peers::agents::codex::{Body, Detail, Item, Payload, payload};
use serde_json::{Value, json};

#[track_caller]
fn shows(result: Value, body: &Body) {
    let mut failure = result.clone();
    failure["isError"] = json!(true);
    for (result, success) in [(result, true), (failure, false)] {
        let Payload {
            body: ours,
            success: flag,
        } = payload(result).unwrap();
        assert_eq!((&ours, flag), (body, success));
    }
}

fn as_json(value: &Value) -> Body {
    Body::Text(value.to_string())
}

fn image(url: &str, detail: Detail) -> Item {
    let url = url.to_owned();
    Item::Image { url, detail }
}

fn text() -> Value {
    json!({"type": "text", "text": "A cat:"})
}

fn png() -> Value {
    json!({"type": "image", "data": "AA==", "mimeType": "image/png"})
}

#[test]
fn a_structured_value_is_shown_as_its_json_and_no_block_is() {
    for value in [
        json!({"a": 1}),
        json!([1]),
        json!("Sunny"),
        json!(0),
        json!(false),
        json!({}),
    ] {
        let result = json!({"content": [text(), png()], "structuredContent": value});
        shows(result, &as_json(&value));
    }
}

#[test]
fn a_null_value_counts_as_absent() {
    let result = json!({"content": [text()], "structuredContent": null});
    shows(result, &as_json(&json!([text()])));
}

#[test]
fn blocks_without_an_image_are_shown_as_their_json() {
    let resource = json!({"type": "resource", "resource": {"uri": "file:///a", "text": "a"}});
    for content in [
        json!([]),
        json!([text()]),
        json!([text(), resource, text()]),
    ] {
        shows(json!({"content": content}), &as_json(&content));
    }
}

#[test]
fn blocks_with_an_image_are_items_in_order() {
    let link = json!({"type": "resource_link", "uri": "file:///b", "name": "b"});
    shows(
        json!({"content": [text(), png(), link, text()]}),
        &Body::Items(vec![
            Item::Text("A cat:".to_owned()),
            image("data:image/png;base64,AA==", Detail::High),
            Item::Text(link.to_string()),
            Item::Text("A cat:".to_owned()),
        ]),
    );
}

#[test]
fn data_that_is_a_url_stays_one() {
    let block =
        json!({"type": "image", "data": "data:image/gif;base64,AA==", "mimeType": "image/png"});
    let item = image("data:image/gif;base64,AA==", Detail::High);
    shows(json!({"content": [block]}), &Body::Items(vec![item]));
}

#[test]
fn the_type_of_an_image_may_be_in_snake_case() {
    let block = json!({"type": "image", "data": "AA==", "mime_type": "image/gif"});
    let item = image("data:image/gif;base64,AA==", Detail::High);
    shows(json!({"content": [block]}), &Body::Items(vec![item]));
}

#[test]
fn an_image_without_a_type_is_a_stream_of_octets() {
    let block = json!({"type": "image", "data": "AA=="});
    let item = image("data:application/octet-stream;base64,AA==", Detail::High);
    shows(json!({"content": [block]}), &Body::Items(vec![item]));
}

#[test]
fn the_detail_of_an_image_is_that_of_its_meta() {
    for (detail, shown) in [
        (json!("auto"), Detail::Auto),
        (json!("low"), Detail::Low),
        (json!("high"), Detail::High),
        (json!("original"), Detail::Original),
        (json!("ultra"), Detail::High),
        (json!(1), Detail::High),
    ] {
        let mut block = png();
        block["_meta"] = json!({"codex/imageDetail": detail});
        let item = image("data:image/png;base64,AA==", shown);
        shows(json!({"content": [block]}), &Body::Items(vec![item]));
    }
}

#[test]
fn malformed_blocks_are_shown_as_their_json() {
    let (no_data, no_text) = (json!({"type": "image"}), json!({"type": "text"}));
    let no_type = json!({"type": "image", "data": "AA==", "mimeType": 1});
    shows(
        json!({"content": [no_data, no_text, no_type, png()]}),
        &Body::Items(vec![
            Item::Text(no_data.to_string()),
            Item::Text(no_text.to_string()),
            Item::Text(no_type.to_string()),
            image("data:image/png;base64,AA==", Detail::High),
        ]),
    );
}

#[test]
fn a_block_of_an_unknown_type_is_shown_as_its_json() {
    let unknown = json!({"type": "x-chart", "points": [1, 2]});
    shows(
        json!({"content": [unknown, png()]}),
        &Body::Items(vec![
            Item::Text(unknown.to_string()),
            image("data:image/png;base64,AA==", Detail::High),
        ]),
    );
}

/// Beyond the original, whose type for a result has no `resultType`.
#[test]
fn a_result_that_is_not_final_is_no_empty_success() {
    let result = json!({"resultType": "input_required", "requestState": "a"});
    assert!(matches!(payload(result), Err(ConvertError::Incomplete(_))));
}
