//! Content blocks.

use alloc::vec;
use alloc::vec::Vec;

use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::json::{json, number, object_of, one, one_of, scalar, string};
use super::member::{Member, member, meta, object_with, optional};

/// A text block; its text is empty in one of three, else as in [`string`].
pub fn text_block() -> impl Strategy<Value = Value> {
    block_of(one("text"), vec![member("text", text())])
}

fn text() -> impl Strategy<Value = Value> {
    prop_oneof![1 => one(""), 3 => string()]
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

/// A block that holds a resource. Half of them hold text, which is not the text of a text block, empty in
/// one of three, else as in [`string`]; the others hold base64, empty in one of three.
pub fn embedded_resource_block() -> impl Strategy<Value = Value> {
    let body = prop_oneof![member("text", text()), member("blob", base64())];
    let resource = object_with(vec![member("uri", uri()), body.boxed()]);
    block_of(one("resource"), vec![member("resource", resource)])
}

/// A block whose `type` no protocol version knows: another spelling of `text`, the empty string, a
/// type of the future. Half of them have a `text` member all the same.
pub fn unknown_block() -> impl Strategy<Value = Value> {
    block_of(unknown_type(), vec![optional("text", 0.5, json())])
}

#[rustfmt::skip]
pub(super) fn unknown_type() -> impl Strategy<Value = Value> {
    one_of(json!(["video", "", "Text", "TEXT", "text ", "resourceLink"]))
}

/// A content block of any type: text half of the time, else each other type as often. Three in ten have
/// annotations, most of these with an `audience`: each role, both, none, an unknown one, a role without
/// an array, and what is no audience. One in five has a `_meta`, one in six a member that no type has.
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

#[rustfmt::skip]
fn annotations() -> Member {
    let audience = one_of(json!([
        ["assistant"], ["user"], ["user", "assistant"], [], "assistant", "user", ["Assistant"],
        ["system"], "", [null], [["assistant"]], null, true, 7, {"user": true},
    ]));
    let priority = one_of(json!([0, 0.5, 1]));
    let annotations = prop_oneof![
        3 => object_with(vec![member("audience", audience), optional("priority", 0.3, priority)]),
        1 => object_of(scalar()),
        1 => scalar(),
    ];
    optional("annotations", 0.3, annotations)
}

pub(super) fn blocks(block: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    vec_of(block, 0..5).prop_map(Value::Array)
}

/// A block with an empty text.
pub(super) fn empty_block() -> impl Strategy<Value = Value> {
    let resource = object_with(vec![member("uri", uri()), member("text", one(""))]);
    prop_oneof![
        3 => block_of(one("text"), vec![member("text", one(""))]),
        1 => block_of(one("resource"), vec![member("resource", resource)]),
    ]
}

/// No block at all, one without a usable `type` or `text`, or a resource that is none, or has both a
/// text and a blob, or neither, of any JSON.
pub(super) fn malformed_block() -> impl Strategy<Value = Value> {
    let resource = object_with(vec![
        member("uri", uri()),
        optional("text", 0.6, prop_oneof![text(), scalar()]),
        optional("blob", 0.6, prop_oneof![base64().boxed(), scalar()]),
    ]);
    let resource = optional("resource", 0.9, prop_oneof![4 => resource, 1 => scalar()]);
    let mistyped = vec![
        optional("type", 0.7, scalar()),
        optional("text", 0.5, string()),
    ];
    let textless = vec![member("type", one("text")), optional("text", 0.7, json())];
    prop_oneof![
        json(),
        object_with(mistyped),
        object_with(textless),
        block_of(one("resource"), vec![resource]),
    ]
}
