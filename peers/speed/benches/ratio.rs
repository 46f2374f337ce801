//! What criterion measures here: how many times the floor something takes.
//!
//! The two run in turns, a fraction of a millisecond each where they are short, so that what slows
//! the machine down for a while slows both; and what counts is the processor time of the thread, so
//! that other processes' time does not. The time of dropping what a function returned does not
//! count either.

use std::hint::black_box;
use std::time::Duration;

use cpu_time::ThreadTime;
use criterion::measurement::{Measurement, ValueFormatter};
use serde::de::IgnoredAny;

/// Something to be measured: runs so many times, and returns the time.
pub type Subject<'a> = Box<dyn FnMut(usize) -> Duration + 'a>;

pub fn subject<'a, T>(mut run: impl FnMut() -> T + 'a) -> Subject<'a> {
    Box::new(move |count| {
        let mut kept = Vec::with_capacity(count);
        let start = ThreadTime::now();
        for _ in 0..count {
            kept.push(black_box(run()));
        }
        start.elapsed()
    })
}

/// The time of so many scans that check that a text is JSON, and build nothing.
pub fn floor(json: &str, count: usize) -> Duration {
    subject(|| serde_json::from_str::<IgnoredAny>(black_box(json)).unwrap())(count)
}

/// How many runs are a turn.
pub fn turn(json: &str) -> usize {
    const LEAST: Duration = Duration::from_micros(100);
    let mut turn = 1;
    while turn < 1_000 && floor(json, turn) < LEAST {
        turn *= 2;
    }
    turn
}

/// A subject, and the text that it reads.
pub struct Pair<'a> {
    pub json: &'a str,
    pub subject: Subject<'a>,
    pub turn: usize,
}

impl Pair<'_> {
    /// The sum of the ratios of so many turns.
    pub fn ratios(&mut self, turns: u64) -> f64 {
        let ratio = |_| {
            let floor = floor(self.json, self.turn);
            let subject = (self.subject)(self.turn);
            subject.as_secs_f64() / floor.as_secs_f64()
        };
        (0..turns).map(ratio).sum()
    }
}

pub struct Ratio;

impl Measurement for Ratio {
    type Intermediate = ();
    type Value = f64;

    fn start(&self) {}

    fn end(&self, (): ()) -> f64 {
        f64::NAN // `Bencher::iter_custom` measures the ratio, and never asks here.
    }

    fn add(&self, left: &f64, right: &f64) -> f64 {
        left + right
    }

    fn zero(&self) -> f64 {
        0.0
    }

    fn to_f64(&self, value: &f64) -> f64 {
        *value
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        &Times
    }
}

struct Times;

impl ValueFormatter for Times {
    fn scale_values(&self, _: f64, _: &mut [f64]) -> &'static str {
        "× floor"
    }

    fn scale_throughputs(&self, _: f64, _: &criterion::Throughput, _: &mut [f64]) -> &'static str {
        "× floor"
    }

    fn scale_for_machines(&self, _: &mut [f64]) -> &'static str {
        "× floor"
    }
}
