//! Over JSON text, converting, and stripping and translating where nothing has to change, allocates nothing
//! that grows with the payload.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_result::raw::{Output, convert_result, strip_for_legacy_peer, translate_result};
use mcp_result::{ProtocolVersion, ResultKind, ResultMode};

struct Counting;

static ALLOCATED: AtomicUsize = AtomicUsize::new(0);

#[global_allocator]
static ALLOCATOR: Counting = Counting;

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATED.fetch_add(layout.size(), Ordering::Relaxed);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

/// How many bytes were allocated in all while converting.
fn allocated(json: &str, mode: ResultMode, expected: fn(&Output) -> bool) -> usize {
    let before = ALLOCATED.load(Ordering::Relaxed);
    let output = convert_result(json, mode).unwrap();
    let allocated = ALLOCATED.load(Ordering::Relaxed) - before;
    assert!(expected(&output), "{output:?}");
    allocated
}

/// How many bytes were allocated in all while stripping, which has nothing to change.
fn allocated_by_stripping(json: &str, kind: ResultKind, peer: ProtocolVersion) -> usize {
    let before = ALLOCATED.load(Ordering::Relaxed);
    let stripped = strip_for_legacy_peer(json, kind, peer).unwrap();
    let allocated = ALLOCATED.load(Ordering::Relaxed) - before;
    assert_eq!(stripped.json().as_ptr(), json.as_ptr());
    allocated
}

/// How many bytes were allocated in all while translating, which has nothing to change.
fn allocated_by_translating(json: &str, kind: ResultKind) -> usize {
    let version = ProtocolVersion::V2025_11_25;
    let before = ALLOCATED.load(Ordering::Relaxed);
    let sent = translate_result(json, kind, version, version).unwrap();
    let allocated = ALLOCATED.load(Ordering::Relaxed) - before;
    assert_eq!(sent.as_ptr(), json.as_ptr());
    allocated
}

// One test, so that no other test's allocations are counted.
#[test]
fn what_is_allocated_does_not_grow_with_the_payload() {
    let mut small = None;
    for size in [1_000, 10_000_000] {
        let text = "x".repeat(size);
        let rows = "[1,{\"a\":\"b\\n\"}],".repeat(size / 16);
        let structured =
            format!(r#"{{"_meta":[{rows}0],"structuredContent":[{rows}0],"content":[{rows}0]}}"#);
        let text_block =
            format!(r#"{{"content":[{{"type":"text","text":"{text}"}}],"_meta":[{rows}0]}}"#);
        let image = format!(r#"{{"content":[{{"type":"image","data":"{text}"}}]}}"#);
        let kept = r#"{"outputSchema":{"type":"object"}},"#.repeat(size / 32);
        let kept = format!(r#"{{"tools":[{kept}0]}}"#);
        let not_kept = kept.replace("object", "array");
        let allocated = [
            allocated(&structured, ResultMode::Structured, |output| {
                matches!(output, Output::Structured(_))
            }),
            allocated(&text_block, ResultMode::Text, |output| {
                matches!(output, Output::Text(_))
            }),
            allocated(&image, ResultMode::Text, |output| {
                matches!(output, Output::Blocks(_))
            }),
            allocated(&image, ResultMode::Content, |output| {
                matches!(output, Output::Blocks(_))
            }),
            allocated(&image, ResultMode::Model, |output| {
                matches!(output, Output::Blocks(_))
            }),
            allocated_by_stripping(
                &text_block,
                ResultKind::ToolsCall,
                ProtocolVersion::V2025_11_25,
            ),
            allocated_by_stripping(&kept, ResultKind::ToolsList, ProtocolVersion::V2025_11_25),
            allocated_by_stripping(
                &not_kept,
                ResultKind::ToolsList,
                ProtocolVersion::V2026_07_28,
            ),
            allocated_by_translating(&text_block, ResultKind::ToolsCall),
            allocated_by_translating(&image, ResultKind::ToolsCall),
            allocated_by_translating(&kept, ResultKind::ToolsList),
        ];
        assert!(
            allocated.iter().all(|&bytes| bytes < 1_000),
            "{allocated:?}"
        );
        assert_eq!(*small.get_or_insert(allocated), allocated);
    }
}
