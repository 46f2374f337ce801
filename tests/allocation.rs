//! Converting a parsed result clones no payload, and allocates nothing for a structured value; neither
//! does translating one.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use mcp_result::rules::{Place, find_output, mirrors};
use mcp_result::{
    ContentForm, Conversion, Converted, Output, ProtocolVersion, ResultKind, ResultMode,
    Translated, convert_result, translate_result,
};
use serde_json::{Value, json};

struct Counting;

thread_local! {
    /// How many bytes this thread has allocated in all.
    static ALLOCATED: Cell<usize> = const { Cell::new(0) };
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.set(ALLOCATED.get() + layout.size());
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// What a conversion gives, and how many bytes it allocates.
fn converted(result: Value, conversion: impl Into<Conversion>) -> (Converted, usize) {
    let conversion = conversion.into();
    let before = ALLOCATED.get();
    let converted = convert_result(result, conversion);
    let allocated = ALLOCATED.get() - before;
    (converted.unwrap(), allocated)
}

const SIZES: [usize; 2] = [100, 1_000_000];

fn rows(bytes: usize) -> Value {
    vec![json!({"a": "b"}); bytes / 100].into()
}

fn text(bytes: usize) -> Value {
    "x".repeat(bytes).into()
}

#[test]
fn a_structured_value_is_returned_without_allocating() {
    for size in SIZES {
        for value in [
            rows(size),
            text(size),
            json!({"rows": rows(size)}),
            json!(3),
        ] {
            for mode in [ResultMode::Structured, ResultMode::NonNullStructured] {
                let result = json!({
                    "_meta": {"rows": rows(100)},
                    "content": [{"type": "text", "text": "ok"}],
                    "isError": false,
                    "resultType": "complete",
                    "structuredContent": value,
                });
                let (converted, allocated) = converted(result, mode);
                assert_eq!(converted.output, Output::Structured(value.clone()));
                assert_eq!(allocated, 0);
            }
        }
    }
}

#[test]
fn what_is_allocated_does_not_grow_with_a_block() {
    let allocated = SIZES.map(|size| {
        let text_block = json!({"type": "text", "text": text(size), "annotations": {"priority": 1}});
        let image = json!({"type": "image", "data": text(size), "_meta": rows(size)});
        let result = |content: &[&Value]| {
            json!({"content": content, "structuredContent": rows(size), "_meta": rows(size)})
        };
        let one_text = result(&[&text_block]);
        let texts = result(&[&text_block, &image, &text_block]);
        let images = result(&[&image, &image]);
        let without_value = json!({"content": [text_block]});
        [
            (one_text.clone(), ResultMode::Text),
            (texts.clone(), ResultMode::Text),
            (images, ResultMode::Text),
            (without_value, ResultMode::Structured),
            (one_text, ResultMode::Content),
            (texts.clone(), ResultMode::Content),
            (texts, ResultMode::Model),
        ]
        .map(|(result, mode)| converted(result, mode).1)
    });
    assert_eq!(allocated[0], allocated[1]);
}

#[test]
fn every_block_is_returned_without_allocating_however_many_there_are() {
    for count in [0, 1, 1_000] {
        let blocks = vec![json!({"type": "text", "text": "a"}); count];
        let modes = [
            ResultMode::Content.into(),
            Conversion::from(ResultMode::Structured).with_content(ContentForm::Blocks),
            Conversion::from(ResultMode::NonNullStructured).with_content(ContentForm::Blocks),
        ];
        for conversion in modes {
            let (converted, allocated) = converted(json!({"content": blocks}), conversion);
            assert_eq!(converted.output, Output::Blocks(blocks.clone()));
            assert_eq!(allocated, 0, "{conversion:?}");
        }
    }
}

#[test]
fn finding_all_blocks_or_a_structured_value_costs_nothing() {
    let blocks = vec![json!({"type": "text", "text": "a"}); 1_000];
    let result = json!({"content": blocks, "structuredContent": rows(1_000)});
    for (mode, place) in [
        (ResultMode::Structured, Place::Structured),
        (ResultMode::NonNullStructured, Place::Structured),
        (ResultMode::Content, Place::AllBlocks),
    ] {
        let before = ALLOCATED.get();
        let found = find_output(&result, mode);
        assert_eq!(ALLOCATED.get() - before, 0);
        assert_eq!(found, Ok(place));
    }
}

/// How many bytes a translation allocates.
fn translated(mut result: Value, kind: ResultKind, to: ProtocolVersion) -> (Translated, usize) {
    let before = ALLOCATED.get();
    let translated = translate_result(&mut result, kind, ProtocolVersion::V2026_07_28, to);
    let allocated = ALLOCATED.get() - before;
    (translated.unwrap(), allocated)
}

#[test]
fn a_translation_that_changes_nothing_allocates_nothing() {
    let blocks = |size| {
        json!([
            {"type": "text", "text": text(size), "annotations": {"priority": 1}},
            {"type": "image", "data": text(size), "_meta": rows(size)},
        ])
    };
    let schema = |size| json!({"type": "object", "properties": {"a": rows(size)}});
    for size in SIZES {
        let schema = schema(size);
        let tools = json!([{"name": "a", "inputSchema": schema, "outputSchema": schema}]);
        for (result, kind) in [
            (
                json!({"content": blocks(size), "structuredContent": {"rows": rows(size)}}),
                ResultKind::ToolsCall,
            ),
            (json!({"tools": tools}), ResultKind::ToolsList),
            (
                json!({"messages": [{"content": blocks(size)[0]}]}),
                ResultKind::PromptsGet,
            ),
            (json!({"rows": rows(size)}), ResultKind::Other),
        ] {
            let (translated, allocated) = translated(result, kind, ProtocolVersion::V2025_11_25);
            assert!(translated.is_unchanged());
            assert_eq!(allocated, 0);
        }
    }
}

#[test]
fn what_a_translation_allocates_does_not_grow_with_what_it_removes_or_keeps() {
    let allocated = SIZES.map(|size| {
        let schema = json!({"type": "array", "items": rows(size)});
        let tool = json!({"outputSchema": schema, "inputSchema": {"properties": {"a": true}}});
        // A type that is unknown becomes text but for its base64.
        let block = json!({"type": "x-video", "data": text(size)});
        let mirror = json!({"type": "text", "text": "3", "_meta": null});
        let image = json!({"type": "image", "data": text(size), "title": null});
        [
            (
                json!({"tools": [tool], "_meta": {"rows": rows(size)}}),
                ResultKind::ToolsList,
            ),
            (json!({"content": [block, image]}), ResultKind::ToolsCall),
            (
                json!({"content": [mirror], "structuredContent": 3, "x": rows(size)}),
                ResultKind::ToolsCall,
            ),
        ]
        .map(|(result, kind)| {
            let (translated, allocated) = translated(result, kind, ProtocolVersion::V2025_11_25);
            assert!(!translated.is_unchanged());
            allocated
        })
    });
    assert_eq!(allocated[0], allocated[1]);
}

#[test]
fn a_mirror_is_told_without_building_what_grows_with_it() {
    let allocated = [100, 10_000].map(|count| {
        // serde_json's `arbitrary_precision` builds each number.
        let value = vec![json!({"a": "b", "c": [true, null, {}]}); count].into();
        let text = serde_json::to_string_pretty(&value).unwrap();
        let before = ALLOCATED.get();
        assert!(mirrors(&text, &value));
        ALLOCATED.get() - before
    });
    assert_eq!(allocated[0], allocated[1]);
}
