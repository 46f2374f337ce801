//! Real clients, each a process of its own: `client.mjs` and `client.py`.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, BufWriter, Lines, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::thread;

use mcp_result::ProtocolVersion;
use serde_json::{Value, json};

use crate::answer::{Answer, Answers};

/// What a client, or a schema, says of an answer.
pub struct Verdict {
    /// Its index.
    pub answer: usize,
    /// Why it was rejected, if it was.
    pub rejected: Option<String>,
}

/// A client's name, and the command that runs it here. The slowest come first.
const CLIENTS: [(&str, &[&str]); 9] = [
    ("Python SDK 2.3", &[".venv-2.3/bin/python", "client.py"]),
    ("Python SDK 1.30", &[".venv-1.30/bin/python", "client.py"]),
    ("Python SDK 1.16", &[".venv-1.16/bin/python", "client.py"]),
    ("TypeScript SDK 2.4", &["node", "client.mjs", "ts-2.4"]),
    ("TypeScript SDK 1.32", &["node", "client.mjs", "ts-1.32"]),
    ("TypeScript SDK 1.24", &["node", "client.mjs", "ts-1.24"]),
    ("TypeScript SDK 1.20", &["node", "client.mjs", "ts-1.20"]),
    ("TypeScript SDK 1.12", &["node", "client.mjs", "ts-1.12"]),
    ("TypeScript SDK 1.8", &["node", "client.mjs", "ts-1.8"]),
];

/// Gives each client the answers of each version that it speaks, as many clients at a time as there are
/// processors. The oldest come first.
pub fn judge_all(answers: &Answers) -> Vec<(&'static str, Vec<Verdict>)> {
    let waiting = Mutex::new(CLIENTS.iter().enumerate());
    let judged = Mutex::new(BTreeMap::new());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let next = || waiting.lock().expect("no client panicked").next();
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some((index, (name, command))) = next() {
                    let verdicts = judge(command, answers);
                    let mut judged = judged.lock().expect("no client panicked");
                    judged.insert(Reverse(index), (*name, verdicts));
                }
            });
        }
    });
    let judged = judged.into_inner().expect("no client panicked");
    judged.into_values().collect()
}

fn judge(command: &[&str], answers: &Answers) -> Vec<Verdict> {
    let mut client = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?} runs: {error}"));
    let input = client.stdin.take().expect("it is piped");
    let mut output = BufReader::new(client.stdout.take().expect("it is piped")).lines();
    let versions = read(&mut output);
    let versions: Vec<ProtocolVersion> = versions["versions"]
        .as_array()
        .expect("the first line has the versions")
        .iter()
        .filter_map(|version| version.as_str()?.parse().ok())
        .collect();
    let spoken = |(_, answer): &(usize, &Answer)| versions.contains(&answer.version);
    let answers: Vec<(usize, &Answer)> = answers.iter().filter(spoken).collect();
    let verdicts = thread::scope(|scope| {
        scope.spawn(|| write(input, &answers));
        answers
            .iter()
            .map(|(index, _)| verdict(*index, &read(&mut output)))
            .collect()
    });
    client.wait().expect("it ran");
    verdicts
}

fn write(input: ChildStdin, answers: &[(usize, &Answer)]) {
    let mut input = BufWriter::new(input);
    for (index, answer) in answers {
        let mut line = json!({
            "id": index,
            "version": answer.version.to_string(),
            "method": answer.method,
            "result": answer.result,
        });
        if let Some(tools) = &answer.tools {
            let list: Value = serde_json::from_str(tools).expect("an answer is JSON");
            line["tools"] = json!(tools);
            line["tool"] = list["tools"][0]["name"].clone();
        }
        writeln!(input, "{line}").expect("the client reads");
    }
}

fn read(output: &mut Lines<BufReader<ChildStdout>>) -> Value {
    let line = output
        .next()
        .expect("the client answers")
        .expect("in UTF-8");
    serde_json::from_str(&line)
        .unwrap_or_else(|error| panic!("the client answers in JSON: {error}: {line}"))
}

fn verdict(index: usize, line: &Value) -> Verdict {
    assert_eq!(line["id"], index, "the client answers in order");
    let rejected = line["rejected"].as_str().map(str::to_owned);
    assert!(rejected.is_some() || line["accepted"] == true, "{line}");
    Verdict {
        answer: index,
        rejected,
    }
}
