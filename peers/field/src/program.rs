//! A program that writes lines in answer to lines, and may take only so long.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// A process that stays up; it is ended when this is dropped.
pub struct Program {
    process: Child,
    requests: ChildStdin,
    answers: Receiver<String>,
}

impl Program {
    /// Starts a program in a folder, with what it says on standard error in a file.
    pub fn start(command: &[String], folder: &Path, log: &Path) -> io::Result<Self> {
        let mut process = Command::new(&command[0])
            .args(&command[1..])
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(log)?)
            .spawn()?;
        let requests = process.stdin.take().expect("standard input is piped");
        let lines = BufReader::new(process.stdout.take().expect("standard output is piped"));
        let (sender, answers) = channel();
        thread::spawn(move || {
            for line in lines.split(b'\n').map_while(Result::ok) {
                if sender
                    .send(String::from_utf8_lossy(&line).into_owned())
                    .is_err()
                {
                    break;
                }
            }
        });
        Ok(Self {
            process,
            requests,
            answers,
        })
    }

    pub fn send(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.requests, "{line}")
            .and_then(|()| self.requests.flush())
            .map_err(|error| format!("the program has ended: {error}"))
    }

    pub fn receive(&mut self, limit: Duration) -> Result<String, String> {
        self.answers
            .recv_timeout(limit)
            .map_err(|error| match error {
                RecvTimeoutError::Timeout => format!("no answer within {} s", limit.as_secs()),
                RecvTimeoutError::Disconnected => "the program has ended".to_owned(),
            })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
