//! The speed of this crate beside rmcp and DSPy, as ratios to the least that reading a result can
//! take: `serde_json::from_str::<IgnoredAny>` on the same text.

mod dspy;
mod ratio;
mod results;
mod scaling;
mod table;

use std::borrow::Cow;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use criterion::{BenchmarkId, Criterion, SamplingMode};
use mcp_result::{
    ProtocolVersion, ResultKind, ResultMode, convert_result, raw, strip_for_legacy_peer,
};
use rmcp::model::{CallToolResult, ListToolsResult, ServerResult};
use serde_json::Value;

use dspy::Dspy;
use ratio::{Pair, Ratio, Subject, floor, subject};
use results::Sample;

const PEER: ProtocolVersion = ProtocolVersion::V2025_11_25;
const ESTIMATES: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/criterion");

fn main() {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let mut criterion = Criterion::default()
        .with_measurement(Ratio)
        .output_directory(Path::new(ESTIMATES))
        .sample_size(10)
        .nresamples(if quick { 1_001 } else { 100_000 })
        .warm_up_time(Duration::from_millis(if quick { 1 } else { 200 }));
    let measured = |sample: &Sample| !quick || sample.json.len() < 1_000_000;

    let convert: Vec<_> = results::to_convert().into_iter().filter(measured).collect();
    let strip: Vec<_> = results::to_strip().into_iter().filter(measured).collect();
    let mut dspy = Dspy::start();
    let mut rows = [Vec::new(), Vec::new()];
    for sample in &convert {
        rows[0].push(row(
            &mut criterion,
            "convert",
            sample,
            converting(sample, &mut dspy),
            quick,
        ));
    }
    for sample in convert.iter().chain(&strip) {
        rows[1].push(row(
            &mut criterion,
            "strip",
            sample,
            stripping(sample),
            quick,
        ));
    }

    println!("\nConverting, × the floor:\n");
    let value = "`Value`: parse, convert";
    let rmcp = "rmcp: parse, `into_typed`";
    let dspy = "DSPy: parse, convert";
    table::print(
        &["result", "size", "floor", "raw", value, rmcp, dspy],
        &rows[0],
    );
    println!("\nStripping for a legacy peer, × the floor:\n");
    let value = "`Value`: parse, strip, write";
    let rmcp = "rmcp: parse, strip, write";
    table::print(&["result", "size", "floor", "raw", value, rmcp], &rows[1]);
    over_text(&mut criterion, measured, quick);
    translating(&mut criterion, quick);
    scaling::linear(quick);
    scaling::constant(quick);
}

/// Other results, of which only the functions over JSON text are measured.
fn over_text(criterion: &mut Criterion<Ratio>, measured: impl Fn(&Sample) -> bool, quick: bool) {
    let convert = results::to_convert_over_text();
    let strip = results::to_strip_over_text();
    let convert = convert.iter().filter(|sample| measured(sample));
    let strip = strip.iter().filter(|sample| measured(sample));
    let convert = convert.map(|sample| ("convert", sample, raw_converting(sample)));
    let strip = strip.map(|sample| ("strip", sample, raw_stripping(sample)));
    let rows: Vec<_> = convert
        .chain(strip)
        .map(|(group, sample, subject)| {
            row(criterion, group, sample, vec![("raw", subject)], quick)
        })
        .collect();
    println!("\nOther results over JSON text, × the floor:\n");
    table::print(&["result", "size", "floor", "raw"], &rows);
}

/// Translating to the same version: results with nothing to change, and lists to repair.
fn translating(criterion: &mut Criterion<Ratio>, quick: bool) {
    let samples = results::to_translate();
    let rows: Vec<_> = samples
        .iter()
        .map(|sample| {
            let translate = |json| raw::translate_result(json, sample.kind, PEER, PEER).unwrap();
            let sent = translate(&sample.json);
            assert_eq!(matches!(sent, Cow::Owned(_)), sample.strips);
            let subject = subject(move || translate(black_box(&sample.json)));
            row(
                criterion,
                "translate",
                sample,
                vec![("raw", subject)],
                quick,
            )
        })
        .collect();
    println!("\nTranslating JSON text, × the floor:\n");
    table::print(&["result", "size", "floor", "raw"], &rows);
}

/// The floor's speed, and each subject's ratio to it.
fn row(
    criterion: &mut Criterion<Ratio>,
    group: &str,
    sample: &Sample,
    subjects: Vec<(&str, Subject)>,
    quick: bool,
) -> Vec<String> {
    let json = &sample.json[..];
    let turn = ratio::turn(json);
    let group_name = format!("{group} {}", sample.name);
    let mut group = criterion.benchmark_group(&group_name);
    group.sampling_mode(SamplingMode::Flat);
    if turn > 1 && !quick {
        group.sample_size(30);
    }
    let mut ratios = Vec::new();
    for (name, subject) in subjects {
        let mut pair = Pair {
            json,
            subject,
            turn,
        };
        let start = Instant::now();
        pair.ratios(1);
        let least = if quick {
            Duration::from_millis(10)
        } else {
            Duration::from_millis(700)
        };
        group.measurement_time(least.max(start.elapsed() * 15));
        group.bench_function(BenchmarkId::new(name, sample.size), |bencher| {
            bencher.iter_custom(|turns| pair.ratios(turns));
        });
        ratios.push(format!("{:.2}", median(&group_name, name, sample.size)));
    }
    group.finish();

    let least = (0..30).map(|_| floor(json, turn)).min().unwrap();
    let speed = (json.len() * turn) as u128 * 1_000 / least.as_nanos();
    let mut row = vec![
        sample.name.into(),
        sample.size.into(),
        format!("{speed} MB/s"),
    ];
    row.extend(ratios);
    row
}

/// Criterion's estimate.
fn median(group: &str, name: &str, size: &str) -> f64 {
    let path = format!("{ESTIMATES}/{group}/{name}/{size}/new/estimates.json");
    let estimates = fs::read_to_string(&path).expect(&path);
    let estimates: Value = serde_json::from_str(&estimates).expect("estimates are JSON");
    estimates["median"]["point_estimate"]
        .as_f64()
        .expect("a number")
}

fn raw_converting(sample: &Sample) -> Subject<'_> {
    let json = &sample.json[..];
    subject(move || raw::convert_result(black_box(json), sample.mode).unwrap())
}

fn raw_stripping(sample: &Sample) -> Subject<'_> {
    let json = &sample.json[..];
    let strip = move || raw::strip_for_legacy_peer(black_box(json), sample.kind, PEER).unwrap();
    assert_eq!(matches!(strip().into_json(), Cow::Owned(_)), sample.strips);
    subject(strip)
}

fn converting<'a>(sample: &'a Sample, dspy: &'a mut Dspy) -> Vec<(&'static str, Subject<'a>)> {
    let json = &sample.json[..];
    let mode = sample.mode;
    let dspy_mode = match mode {
        ResultMode::Structured => "structured",
        _ => "text",
    };
    vec![
        ("raw", raw_converting(sample)),
        (
            "value",
            subject(move || {
                let result: Value = serde_json::from_str(black_box(json)).unwrap();
                convert_result(result, mode).unwrap()
            }),
        ),
        (
            "rmcp",
            subject(move || {
                let result: CallToolResult = serde_json::from_str(black_box(json)).unwrap();
                result.into_typed::<Value>() // an error for a text that is not JSON
            }),
        ),
        (
            "dspy",
            Box::new(move |count| dspy.time(json, dspy_mode, count)),
        ),
    ]
}

fn stripping(sample: &Sample) -> Vec<(&'static str, Subject<'_>)> {
    let json = &sample.json[..];
    let kind = sample.kind;
    vec![
        ("raw", raw_stripping(sample)),
        (
            "value",
            subject(move || {
                let mut result: Value = serde_json::from_str(black_box(json)).unwrap();
                let stripped = strip_for_legacy_peer(&mut result, kind, PEER).unwrap();
                (result.to_string(), result, stripped)
            }),
        ),
        (
            "rmcp",
            subject(move || {
                let json = black_box(json);
                let mut result = match kind {
                    ResultKind::ToolsList => {
                        ServerResult::ListToolsResult(read::<ListToolsResult>(json))
                    }
                    _ => ServerResult::CallToolResult(read::<CallToolResult>(json)),
                };
                result.strip_result_type_for_legacy_peer();
                result.strip_non_object_output_for_legacy_peer();
                (serde_json::to_string(&result).unwrap(), result)
            }),
        ),
    ]
}

fn read<T: serde::de::DeserializeOwned>(json: &str) -> T {
    serde_json::from_str(json).unwrap()
}
