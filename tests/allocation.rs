//! Converting a parsed result clones no payload, and allocates nothing for a structured value.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use mcp_result::{Converted, Output, ResultMode, convert_result};
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
fn converted(result: Value, mode: ResultMode) -> (Converted, usize) {
    let before = ALLOCATED.get();
    let converted = convert_result(result, mode);
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
            (texts, ResultMode::Content),
        ]
        .map(|(result, mode)| converted(result, mode).1)
    });
    assert_eq!(allocated[0], allocated[1]);
}
