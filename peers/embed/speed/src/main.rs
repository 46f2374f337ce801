//! The time that rmcp takes to strip a result for a legacy peer, as published and with the rules.
//!
//! The two run in turns, so that what slows the machine down for a while slows both; each turn strips
//! some copies of a result, and the median of the turns counts.

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

const TURNS: usize = 201;
/// How much longer it may take, and how many microseconds do not count: one or two instructions more
/// are an eighth of the three nanoseconds of a small text.
const AT_MOST: f64 = 1.1;
const UNCOUNTED: f64 = 0.001;

/// A function that strips so many copies of a result, and returns the time.
macro_rules! stripping {
    ($rmcp:ident, $result:expr) => {{
        use $rmcp::model::ServerResult;
        let result = serde_json::from_value($result.clone()).expect("a tool's result");
        let result = ServerResult::CallToolResult(result);
        move |copies| {
            let mut results = vec![result.clone(); copies];
            let start = Instant::now();
            for result in &mut results {
                let result = black_box(result);
                result.strip_result_type_for_legacy_peer();
                result.strip_non_object_output_for_legacy_peer();
            }
            start.elapsed()
        }
    }};
}

fn main() -> ExitCode {
    println!("| result | rmcp | with the rules | ratio |\n|---|--:|--:|--:|");
    let too_long = results().map(|(name, result, copies)| {
        let rmcp = stripping!(rmcp, result);
        let embedded = stripping!(embedded, result);
        let turns = (0..TURNS).map(|_| (rmcp(copies), embedded(copies)));
        let (rmcp, embedded): (Vec<_>, Vec<_>) = turns.unzip();
        let (rmcp, embedded) = (median(rmcp, copies), median(embedded, copies));
        let ratio = embedded / rmcp;
        println!("| {name} | {rmcp:.4} µs | {embedded:.4} µs | {ratio:.2} |");
        ratio > AT_MOST && embedded - rmcp > UNCOUNTED
    });
    ExitCode::from(u8::from(too_long.contains(&true)))
}

/// The median of the turns, in microseconds for each copy.
fn median(mut turns: Vec<Duration>, copies: usize) -> f64 {
    turns.sort();
    turns[turns.len() / 2].as_secs_f64() * 1e6 / f64::from(u32::try_from(copies).unwrap_or(1))
}

/// What is measured: a name, a result, and how many copies of it are a turn.
fn results() -> [(&'static str, Value, usize); 4] {
    let row =
        |id| json!({"id": id, "name": format!("Item {id}"), "price": 4.5, "tags": ["a", "b"]});
    let rows: Value = (0..1_800).map(row).collect();
    let text = |text: &str| json!([{"type": "text", "text": text}]);
    let image = json!([{"type": "image", "data": "A".repeat(1 << 20), "mimeType": "image/png"}]);
    let object = json!({
        "resultType": "complete",
        "content": text("1,800 items"),
        "structuredContent": {"items": rows},
    });
    let mirrored = json!({
        "resultType": "complete",
        "content": text(&rows.to_string()),
        "structuredContent": rows,
    });
    let small = json!({"resultType": "complete", "content": text("It is sunny.")});
    let image = json!({"resultType": "complete", "content": image});
    [
        ("small text", small, 1_000),
        ("1 MB image", image, 50),
        ("100 KB object", object, 50),
        ("100 KB array, mirrored", mirrored, 5),
    ]
}
