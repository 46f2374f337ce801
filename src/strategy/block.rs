//! Content blocks.

use alloc::vec;
use alloc::vec::Vec;

use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::json::{json, number, one, one_of, scalar, string};
use super::member::{Member, annotations, member, meta, object_with, optional};

/// A text block; its text is empty in one of three, else as in [`string`].
pub fn text_block() -> impl Strategy<Value = Value> {
    let text = prop_oneof![1 => one(""), 3 => string()];
    block_of(one("text"), vec![member("text", text)])
}

/// An image block; its data is empty in one of three, else short base64.
pub fn image_block() -> impl Strategy<Value = Value> {
    block_of(one("image"), media("image/png"))
}

/// An audio block; its data is as in [`image_block`].
pub fn audio_block() -> impl Strategy<Value = Value> {
    block_of(one("audio"), media("audio/wav"))
}

/// A block that links to a resource, with a name as in [`string`]; one in three has a `mimeType`, one in
/// three a `size` as in [`number`].
pub fn resource_link_block() -> impl Strategy<Value = Value> {
    let members = vec![
        member("uri", uri()),
        member("name", string()),
        optional("mimeType", 0.3, one("text/plain")),
        optional("size", 0.3, number()),
    ];
    block_of(one("resource_link"), members)
}

/// A block that holds a resource. Half of them hold text, as in [`string`], which is not the text of a
/// text block; the others hold base64, empty in one of three.
pub fn embedded_resource_block() -> impl Strategy<Value = Value> {
    let body = prop_oneof![member("text", string()), member("blob", base64())];
    let resource = object_with(vec![member("uri", uri()), body.boxed()]);
    block_of(one("resource"), vec![member("resource", resource)])
}

/// A block whose `type` no protocol version knows: another spelling of `text`, the empty string, a
/// type of the future. Half of them have a `text` member all the same.
pub fn unknown_block() -> impl Strategy<Value = Value> {
    let types = one_of(json!([
        "video",
        "",
        "Text",
        "TEXT",
        "text ",
        "resourceLink"
    ]));
    block_of(types, vec![optional("text", 0.5, json())])
}

/// A content block of any type: text half of the time, else each other type as often. One in five
/// has annotations, one in five a `_meta`, one in six a member that no type has.
pub fn block() -> impl Strategy<Value = Value> {
    prop_oneof![
        5 => text_block(),
        1 => image_block(),
        1 => audio_block(),
        1 => resource_link_block(),
        1 => embedded_resource_block(),
        1 => unknown_block(),
    ]
    .boxed()
}

fn block_of(
    name: impl Strategy<Value = Value> + 'static,
    mut members: Vec<Member>,
) -> impl Strategy<Value = Value> {
    members.extend([member("type", name), annotations(), meta()]);
    object_with(members)
}

fn media(mime_type: &'static str) -> Vec<Member> {
    vec![member("data", base64()), member("mimeType", one(mime_type))]
}

pub(super) fn base64() -> impl Strategy<Value = Value> {
    select(["", "AA==", "iVBORw0KGgo="].as_slice()).prop_map(Value::from)
}

pub(super) fn uri() -> impl Strategy<Value = Value> {
    select(["file:///a", "https://example.com/?q=%7B%7D"].as_slice()).prop_map(Value::from)
}

pub(super) fn blocks(block: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    vec_of(block, 0..5).prop_map(Value::Array)
}

/// No block at all, or one without a usable `type` or `text`.
pub(super) fn malformed_block() -> impl Strategy<Value = Value> {
    let mistyped = vec![
        optional("type", 0.7, scalar()),
        optional("text", 0.5, string()),
    ];
    let textless = vec![member("type", one("text")), optional("text", 0.7, json())];
    prop_oneof![json(), object_with(mistyped), object_with(textless)]
}
