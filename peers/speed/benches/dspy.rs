//! DSPy's conversion, timed in a Python process of its own.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A Python process that converts results; it ends when this is dropped.
pub struct Dspy {
    process: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Dspy {
    pub fn start() -> Self {
        let package = env!("CARGO_MANIFEST_DIR");
        let mut process = Command::new(format!("{package}/../.venv/bin/python"))
            .arg(format!("{package}/benches/convert.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("no Python environment: run peers/setup first");
        Self {
            requests: process.stdin.take(),
            answers: BufReader::new(process.stdout.take().expect("standard output is piped")),
            process,
        }
    }

    /// The time of so many conversions in DSPy's mode `text` or `structured`.
    pub fn time(&mut self, json: &str, mode: &str, count: usize) -> Duration {
        let requests = self.requests.as_mut().expect("open until the drop");
        write!(requests, "{mode} {count} {}\n{json}", json.len()).expect("Python has ended");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("Python has ended");
        Duration::from_nanos(line.trim().parse().expect("nanoseconds"))
    }
}

impl Drop for Dspy {
    fn drop(&mut self) {
        drop(self.requests.take());
        let _ = self.process.wait();
    }
}
