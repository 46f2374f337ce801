//! What it costs that rmcp takes a text for a mirror only where it parses to an equal value: without
//! serde_json's `float_roundtrip`, about one random float in eleven reads back as its neighbour.

use mcp_result::{ProtocolVersion, ResultKind, strip_for_legacy_peer};
use mcp_result_peers::rmcp_types::{read_call_result, stripped};
use serde_json::{Value, json};

const ARRAYS: usize = 60;
const FLOATS: usize = 4_000;

/// Floats between 0 and 1, of all the bits that they have (xorshift).
fn random_floats(state: &mut u64) -> Vec<f64> {
    let floats = (0..FLOATS).map(|_| {
        *state ^= *state << 13;
        *state ^= *state >> 7;
        *state ^= *state << 17;
        #[allow(clippy::cast_precision_loss)]
        let fraction = (*state >> 11) as f64 / (1_u64 << 53) as f64;
        fraction
    });
    floats.collect()
}

/// What is sent of a tool's result whose text is the array's own compact JSON.
#[test]
fn large_arrays_of_floats_are_sent_twice_by_rmcp() {
    let mut state = 88_172_645_463_325_252;
    let (mut once, mut twice) = (0, 0);
    for _ in 0..ARRAYS {
        let array = json!(random_floats(&mut state));
        let block = json!({"type": "text", "text": array.to_string()});
        let mut result = json!({"content": [block], "structuredContent": array});

        let theirs = stripped(read_call_result(&result).unwrap());
        assert_eq!(blocks(&theirs), 2);
        twice += theirs.to_string().len();

        let peer = ProtocolVersion::V2025_11_25;
        strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, peer).unwrap();
        assert_eq!(blocks(&result), 1);
        once += result.to_string().len();
    }
    println!("{ARRAYS} arrays of {FLOATS} floats: {once} bytes here, {twice} bytes from rmcp");
}

fn blocks(result: &Value) -> usize {
    result["content"].as_array().unwrap().len()
}
