//! How time grows with the payload: linearly over JSON text, not at all for a parsed result.

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
        let json = results::structured(*bytes).to_string();
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
        ("structured", results::structured as fn(usize) -> Value),
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
            let payloads = sizes.map(payload);
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
fn convert_once(payload: &Value, mode: ResultMode) -> Duration {
    let members = payload.as_object().unwrap().iter();
    let members = members.map(|(name, value)| (name.clone(), value.clone()));
    let members: Vec<_> = members.collect();
    // Copying a large payload empties the caches. They are filled again with the code, by a call
    // for a small result, and with the members that the call looks at, which are put in last.
    let _ = convert_result(results::text(100), mode);
    let result = members.into_iter().collect();
    let start = Instant::now();
    let converted = convert_result(result, mode);
    let elapsed = start.elapsed();
    drop(converted);
    elapsed
}
