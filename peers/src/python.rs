//! A Python program that answers a request a line with an answer a line.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

/// A Python process that stays up; it ends when this is dropped.
pub struct Python {
    process: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Python {
    /// Starts a program in the environment that `setup` made. Its path is relative to the package.
    ///
    /// # Panics
    ///
    /// When there is no environment.
    #[must_use]
    pub fn start<S: AsRef<OsStr>>(program: &str, arguments: &[S]) -> Self {
        let package = env!("CARGO_MANIFEST_DIR");
        let mut process = Command::new(format!("{package}/.venv/bin/python"))
            .arg(format!("{package}/{program}"))
            .args(arguments)
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

    /// Sends a request, and waits for its answer.
    ///
    /// # Panics
    ///
    /// When the process has ended.
    pub fn ask(&mut self, request: &Value) -> Value {
        let requests = self.requests.as_mut().expect("open until the drop");
        writeln!(requests, "{request}").expect("Python has ended");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("Python has ended");
        serde_json::from_str(&line).expect("an answer is JSON")
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        drop(self.requests.take());
        let _ = self.process.wait();
    }
}
