//! Values nested far deeper than any parser reads, on a thread with a stack of 64 KiB: nothing recurses,
//! and what was there is handed back whole.

use mcp_result::{Change, NotForLegacyPeer, Peer, ResultKind, TextFallback, translate_result};
use serde_json::{Value, json};

use crate::check::*;

#[path = "../model/deep.rs"]
mod model;

use model::{
    LEVELS, assert_same, deep_array, deep_object, drop_flat, object, on_a_small_stack, same, with,
};

fn list(name: &str, element: Value) -> Value {
    object([(name, Value::Array(vec![element]))])
}

/// Drops what was removed or replaced without recursion.
fn drop_changes(changes: Vec<Change>) {
    for change in changes {
        if let Change::Removed { value, .. } | Change::Replaced { value, .. } = change {
            drop_flat(value);
        }
    }
}

#[test]
fn a_deep_value_stays_wherever_no_row_names_it() {
    let results: [fn() -> Value; 6] = [
        || with(list("content", text("a")), "_meta", deep_object(LEVELS)),
        || {
            with(
                list("content", text("a")),
                "structuredContent",
                deep_object(LEVELS),
            )
        },
        || {
            list(
                "content",
                with(text("a"), "annotations", deep_object(LEVELS)),
            )
        },
        || {
            list(
                "messages",
                object([("content", with(text("a"), "resource", deep_object(LEVELS)))]),
            )
        },
        || {
            list(
                "tools",
                object([("inputSchema", object([("properties", deep_object(LEVELS))]))]),
            )
        },
        || {
            object([
                ("contents", deep_array(LEVELS)),
                ("content", deep_array(LEVELS)),
            ])
        },
    ];
    on_a_small_stack(move || {
        for result in results {
            let mut sent = result();
            for (kind, peer) in KIND
                .into_iter()
                .flat_map(|kind| [(kind, V2025_11_25), (kind, V2026_07_28)])
            {
                let translated = translate_result(&mut sent, kind, V2025_11_25, peer).unwrap();
                // What a peer takes for granted was added.
                let members = sent.as_object_mut().unwrap();
                for change in translated.into_changes() {
                    let name = change.pointer().trim_start_matches('/').to_owned();
                    members.retain(|member, _| *member != name);
                }
            }
            assert_same(sent, result());
        }
    });
}

#[test]
fn a_deep_value_that_cannot_be_written_is_an_error_and_the_result_is_untouched() {
    on_a_small_stack(|| {
        for is_error in [false, true] {
            let result = || {
                let result = list("content", text("prose"));
                let result = with(result, "isError", is_error.into());
                with(result, "structuredContent", deep_array(LEVELS))
            };
            let mut sent = result();
            let error =
                translate_result(&mut sent, ResultKind::ToolsCall, V2026_07_28, V2025_11_25);
            assert_eq!(error, Err(NotForLegacyPeer::Depth));
            assert_same(sent, result());

            let peer = Peer::from(V2025_11_25).with_text_fallback(TextFallback::WhenEmpty);
            let mut sent = result();
            let translated = translate_result(&mut sent, ResultKind::ToolsCall, V2026_07_28, peer);
            let changes = translated.unwrap().into_changes();
            let [Change::Removed { pointer, value }] = &changes[..] else {
                panic!();
            };
            assert_eq!(pointer, "/structuredContent");
            let expected = deep_array(LEVELS);
            assert!(same(value, &expected));
            drop_flat(expected);
            drop_changes(changes);
        }
    });
}

#[test]
fn a_deep_block_of_a_newer_type_stays() {
    on_a_small_stack(|| {
        for name in ["x", "data", "annotations", "_meta"] {
            let result = || {
                list(
                    "content",
                    object([("type", "x".into()), (name, deep_object(LEVELS))]),
                )
            };
            let mut sent = result();
            let kind = ResultKind::ToolsCall;
            let translated = translate_result(&mut sent, kind, V2026_07_28, V2025_11_25).unwrap();
            assert!(translated.is_unchanged());
            assert_same(sent, result());
        }
    });
}

#[test]
fn deep_output_schemas_are_proven_removed_and_handed_back_without_recursion() {
    fn any_of(levels: usize) -> Value {
        (0..levels).fold(json!({"type": "object"}), |schema, _| list("anyOf", schema))
    }
    /// A reference past an object that is as deep as the pointer is long.
    fn reference(levels: usize) -> Value {
        let inside = (0..levels).fold(json!({"type": "object"}), |value, _| object([("a", value)]));
        with(inside, "$ref", format!("#{}", "/a".repeat(levels)).into())
    }
    type Schema = fn(usize) -> Value;
    let schemas: [(Schema, bool); 5] = [
        (any_of, false),
        (deep_array, false),
        (deep_object, false),
        (reference, true),
        (
            |levels| with(reference(levels), "list", list("a", json!({"$id": 0}))),
            false,
        ),
    ];
    on_a_small_stack(move || {
        for (schema, is_proven) in schemas {
            let mut result = list("tools", object([("outputSchema", schema(LEVELS))]));
            let kind = ResultKind::ToolsList;
            let translated = translate_result(&mut result, kind, V2026_07_28, V2025_11_25).unwrap();
            let changes = translated.into_changes();
            if is_proven {
                assert_eq!(changes, [added("/tools/0/outputSchema/type")]);
                let expected = with(schema(LEVELS), "type", "object".into());
                assert_same(result, list("tools", object([("outputSchema", expected)])));
            } else {
                let [Change::Removed { pointer, value }] = &changes[..] else {
                    panic!();
                };
                assert_eq!(pointer, "/tools/0/outputSchema");
                let expected = schema(LEVELS);
                assert!(same(value, &expected));
                drop_flat(expected);
                drop_changes(changes);
            }
        }
    });
}
