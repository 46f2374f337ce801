//! DSPy's own converter, in a Python process that stays up.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// A Python process that converts results; it ends when this is dropped.
pub struct Dspy {
    process: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// What the Python SDK and DSPy made of a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The SDK refused to read the result.
    Rejected(String),
    /// The SDK read it, and DSPy converted what the SDK made of it.
    Converted {
        /// The result again as JSON, with the members that the SDK kept.
        read: Value,
        outcome: Outcome,
    },
}

/// What a conversion gives.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Output(Value),
    ToolError(String),
}

impl Dspy {
    /// Starts Python in the environment that `setup` made.
    ///
    /// # Panics
    ///
    /// When there is none.
    #[must_use]
    pub fn start() -> Self {
        let package = env!("CARGO_MANIFEST_DIR");
        let mut process = Command::new(format!("{package}/.venv/bin/python"))
            .arg(format!("{package}/src/convert.py"))
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

    /// Converts a result in DSPy's mode `text` or `structured`.
    ///
    /// # Panics
    ///
    /// When the process has ended.
    pub fn convert(&mut self, result: &Value, mode: &str) -> Answer {
        let requests = self.requests.as_mut().expect("open until the drop");
        writeln!(requests, "{}", json!([result, mode])).expect("Python has ended");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("Python has ended");
        let mut answer: Value = serde_json::from_str(&line).expect("an answer is JSON");
        let mut take = |name: &str| answer.get_mut(name).map(Value::take);
        if let Some(Value::String(reason)) = take("rejected") {
            return Answer::Rejected(reason);
        }
        Answer::Converted {
            read: take("read").expect("what the SDK read"),
            outcome: match take("tool_error") {
                Some(Value::String(message)) => Outcome::ToolError(message),
                _ => Outcome::Output(take("output").expect("DSPy's output")),
            },
        }
    }
}

impl Drop for Dspy {
    fn drop(&mut self) {
        drop(self.requests.take());
        let _ = self.process.wait();
    }
}
