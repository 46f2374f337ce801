//! How time grows with the payload: linearly over JSON text, not at all for a parsed result.

use std::hint::black_box;
use std::time::{Duration, Instant};

use mcp_result::{ResultMode, convert_result, raw};
use serde_json::Value;

use crate::ratio::{Subject, subject};
use crate::results;
use crate::table;

/// Nanoseconds for each byte.
pub fn linear(quick: bool) {
    let (sizes, rounds): (&[(&str, usize)], usize) = if quick {
        (&[("1 MB", 1_000_000)], 1)
    } else {
        (
            &[
                ("1 MB", 1_000_000),
                ("10 MB", 10_000_000),
                ("100 MB", 100_000_000),
            ],
            7,
        )
    };
    let mut rows = Vec::new();
    for (size, bytes) in sizes {
        let json = results::structured(*bytes);
        let mut raw = subject(|| raw::convert_result(&json, ResultMode::Structured).unwrap());
        let mut value = subject(|| {
            let value: Value = serde_json::from_str(&json).unwrap();
            convert_result(value, ResultMode::Structured).unwrap()
        });
        #[expect(clippy::cast_precision_loss)]
        let per_byte = |subject: &mut Subject| {
            let times = (0..rounds).map(|_| subject(1));
            format!(
                "{:.2}",
                times.min().unwrap().as_nanos() as f64 / json.len() as f64
            )
        };
        rows.push(vec![
            (*size).to_owned(),
            per_byte(&mut raw),
            per_byte(&mut value),
        ]);
    }
    println!("\nNanoseconds a byte, least of {rounds}:\n");
    table::print(
        &[
            "structured result",
            "raw convert",
            "`Value`: parse + convert",
        ],
        &rows,
    );
}

/// Nanoseconds of a call for a parsed result.
pub fn constant(quick: bool) {
    let rounds = if quick { 3 } else { 31 };
    let payloads = [
        ("structured", results::structured as fn(usize) -> String),
        ("text", results::text),
        ("one image", results::image),
    ];
    let mut rows = Vec::new();
    for (name, payload) in payloads {
        for mode in [
            ResultMode::Text,
            ResultMode::Structured,
            ResultMode::NonNullStructured,
            ResultMode::Content,
        ] {
            let sizes = [1_000, if quick { 100_000 } else { 10_000_000 }];
            let payloads = sizes.map(|size| serde_json::from_str(&payload(size)).unwrap());
            let mut times = sizes.map(|_| Vec::new());
            for _ in 0..rounds {
                for (payload, times) in payloads.iter().zip(&mut times) {
                    times.push(convert_once(payload, mode));
                }
            }
            let mut row = vec![name.to_owned(), format!("`{mode:?}`")];
            row.extend(times.map(|mut times| {
                times.sort();
                times[rounds / 2].as_nanos().to_string()
            }));
            rows.push(row);
        }
    }
    let large = if quick { "100 KB" } else { "10 MB" };
    println!("\nNanoseconds of `convert_result` for a parsed `Value`, median of {rounds}:\n");
    table::print(&["payload", "mode", "1 KB", large], &rows);
}

/// The clock is read around a single call; dropping what it returns does not count.
fn convert_once(result: &Value, mode: ResultMode) -> Duration {
    let result = result.clone();
    // To copy a large payload empties the caches. What the call runs, and what it looks at, has to
    // be in them again, or else the payload is measured after all.
    for small in [results::structured(1), results::text(1)] {
        let small = serde_json::from_str(&small).unwrap();
        let _ = black_box(convert_result(small, mode));
    }
    let block = &result["content"][0];
    black_box(block["type"] == block["text"]);
    let start = Instant::now();
    let converted = convert_result(result, mode);
    let elapsed = start.elapsed();
    drop(converted);
    elapsed
}
