//! A strategy for results whose blocks say whom they are for.

use mcp_result::Presence;
use mcp_result::strategy::{block, embedded_resource_block, falsy, json};
use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

/// A result whose blocks say, well-formed or not, whom they are for; half of them hold nothing, and
/// half have a structured value beside them.
pub(crate) fn result_for_someone() -> impl Strategy<Value = Value> {
    let block =
        prop_oneof![2 => block(), 1 => embedded_resource_block(), 3 => select(nearly_nothing())];
    let blocks = vec_of((block, select(annotations())), 0..4).prop_map(|blocks| {
        let annotated = blocks.into_iter().map(|(mut block, annotations)| {
            if let (Value::Object(members), Presence::Present(annotations)) =
                (&mut block, annotations)
            {
                members.insert("annotations".into(), annotations);
            }
            block
        });
        annotated.collect::<Value>()
    });
    let structured =
        prop_oneof![2 => Just(None), 1 => falsy().prop_map(Some), 1 => json().prop_map(Some)];
    (blocks, structured).prop_map(|(blocks, structured)| {
        let mut result = json!({"content": blocks});
        if let Some(value) = structured {
            result["structuredContent"] = value;
        }
        result
    })
}

fn annotations() -> Vec<Presence<Value>> {
    let audiences = json!([
        null, [], ["user"], ["assistant"], ["user", "assistant"], ["Assistant"], [""], [null],
        [["assistant"]], "user", "assistant", "", "Assistant", 3, false, {}, {"assistant": true},
    ]);
    let audiences = audiences.as_array().unwrap().iter();
    let mut annotations: Vec<_> = audiences
        .map(|audience| json!({"audience": audience}))
        .collect();
    annotations.extend([
        json!({}),
        json!(null),
        json!("user"),
        json!(["user"]),
        json!([{"audience": "user"}]),
    ]);
    let present = annotations.into_iter().map(Presence::Present);
    present.chain([Presence::Absent]).collect()
}

/// Blocks that hold nothing, or look as if they did not.
fn nearly_nothing() -> Vec<Value> {
    let blocks = json!([
        {"type": "text", "text": ""}, {"type": "text"}, {"type": "text", "text": null},
        {"type": "text", "text": 3}, {"type": "text", "text": ["a"]}, {"type": "text", "text": " "},
        {"type": "text", "resource": {"text": "a", "blob": "AA=="}},
        {"type": "resource"}, {"type": "resource", "text": "a"}, {"type": "resource", "blob": "AA=="},
        {"type": "resource", "resource": {}}, {"type": "resource", "resource": {"text": ""}},
        {"type": "resource", "resource": {"text": 3}}, {"type": "resource", "resource": {"text": "a"}},
        {"type": "resource", "resource": {"blob": ""}}, {"type": "resource", "resource": {"blob": null}},
        {"type": "resource", "resource": {"text": "", "blob": "AA=="}},
        {"type": "resource", "resource": ["text"]}, {"type": "resource", "resource": "text"},
        {"type": ""}, {"type": "image"}, {"type": "x", "text": ""}, {"type": 3, "text": "a"},
        {"text": "a"}, {}, [], null, "text", 3, ["text"], true,
    ]);
    blocks.as_array().unwrap().clone()
}
