//! What the example `convert` prints, for good and for bad input.
//!
//! `cargo test` builds the examples, `cargo test --test example` by itself does not.

use std::env::{consts::EXE_SUFFIX, current_exe};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const WEATHER: &str = "tests/recordings/everything-weather.json";
/// The one that the README shows.
const PROSE: &str = "tests/recordings/rmcp-array-beside-prose.json";

/// The example, to be run where the crate is.
fn example() -> Command {
    let test = current_exe().unwrap();
    let folder: PathBuf = test.ancestors().nth(2).unwrap().join("examples");
    let mut command = Command::new(folder.join(format!("convert{EXE_SUFFIX}")));
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

fn with_input(input: impl AsRef<[u8]>) -> Output {
    with_input_of(example(), input)
}

fn with_input_of(mut command: Command, input: impl AsRef<[u8]>) -> Output {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_ref())
        .unwrap();
    child.wait_with_output().unwrap()
}

fn with_arguments(arguments: &[&str]) -> Output {
    let mut command = example();
    command
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// What is printed for good input.
#[track_caller]
fn printed(output: Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The only line of standard error for bad input.
#[track_caller]
fn complaint(output: Output) -> String {
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let complaint = String::from_utf8(output.stderr).unwrap();
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    complaint.trim_end().to_owned()
}

/// The lines of a section, without the white space that aligns them.
#[track_caller]
fn section(printed: &str, title: &str) -> Vec<String> {
    let mut lines = printed.lines().skip_while(|line| !line.starts_with(title));
    lines
        .next()
        .unwrap_or_else(|| panic!("{title} in {printed}"));
    let lines = lines.take_while(|line| !line.is_empty());
    lines
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

const CALLER: &str = "What a caller gets";
const MODEL: &str = "What a model reads";
const PEER: &str = "What a peer is sent";
const LEGACY: &str = "2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25";
const UNCHANGED: &str = "stripped = the result as it is";

#[test]
fn every_mode_is_labelled_with_where_its_value_came_from() {
    let printed = printed(with_input(
        r#"{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"none"}],"structuredContent":null}}"#,
    ));
    let lines = section(&printed, CALLER);
    assert_eq!(lines[0], r#"Text text "none""#);
    assert_eq!(lines[1], "Structured structuredContent null");
    assert_eq!(lines[2], r#"NonNullStructured text "none""#);
    assert!(lines[3].starts_with("Content blocks {"), "{printed}");
}

#[test]
fn several_texts_have_a_line_each() {
    let text = r#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#;
    let lines = section(&printed(with_input(text)), CALLER);
    assert_eq!(lines[..2], [r#"Text texts "a""#, r#""b""#]);
}

#[test]
fn no_blocks_are_shown_as_none() {
    let lines = section(&printed(with_input(r#"{"content":[]}"#)), CALLER);
    assert_eq!(lines[0], "Text blocks (none)");
}

#[test]
fn peers_that_are_sent_the_same_are_grouped() {
    let printed = printed(with_input(
        r#"{"resultType":"complete","content":[],"structuredContent":[1]}"#,
    ));
    let lines = section(&printed, PEER);
    assert_eq!(lines[0], LEGACY);
    assert_eq!(lines[1], r#"stripped - resultType "complete""#);
    assert_eq!(lines[2], "- structuredContent [1]");
    assert!(lines[3].starts_with("+ content[0] {"), "{printed}");
    assert_eq!(lines[4..6], ["2026-07-28", UNCHANGED]);
}

#[test]
fn what_is_translated_is_shown_where_it_is_something_else() {
    let result = r#"{"content":[{"type":"x"}],"structuredContent":{"a":1},"isError":null}"#;
    let printed = printed(with_input(result));
    let lines = section(&printed, PEER);
    assert_eq!(lines[0], "2024-11-05, 2025-03-26");
    assert_eq!(lines[1], UNCHANGED);
    for line in [
        "translated - /isError null",
        r#"- /structuredContent {"a":1}"#,
        r"+ /content/0 {",
        r"~ /content/1 {",
        r#"translated + /resultType "complete""#,
    ] {
        let shown = lines.iter().any(|shown| shown.starts_with(line));
        assert!(shown, "{line} in {printed}");
    }

    let same = section(&self::printed(with_input(r#"{"content":[]}"#)), PEER);
    assert_eq!(same[..3], [LEGACY, UNCHANGED, "2026-07-28"]);
    let added = r#"translated + /resultType "complete""#;
    assert_eq!(same[3..], [UNCHANGED, added]);
}

#[test]
fn a_model_reads_what_is_meant_for_it() {
    let text = r#"{"content":[
        {"type":"text","text":"two\nlines"},
        {"type":"text","text":"for the user","annotations":{"audience":["user"]}},
        {"type":"image","data":"AA==","mimeType":"image/png"}
    ]}"#;
    let lines = section(&printed(with_input(text)), MODEL);
    assert_eq!(lines, ["two", "lines", "[image: image/png]"]);
}

#[test]
fn a_model_reads_a_structured_value_without_a_text() {
    let text = r#"{"content":[],"structuredContent":[1,2]}"#;
    assert_eq!(section(&printed(with_input(text)), MODEL), ["[1,2]"]);
    let text = r#"{"content":[]}"#;
    assert_eq!(section(&printed(with_input(text)), MODEL), ["(nothing)"]);
}

#[test]
fn a_model_reads_a_failure_as_such() {
    let text = r#"{"isError":true,"content":[{"type":"text","text":"no such city"}]}"#;
    let printed = printed(with_input(text));
    let title = "What a model reads, in mode Model, of a tool that failed";
    assert_eq!(section(&printed, title), ["no such city"]);

    let malformed = r#"{"isError":true,"content":"no such city"}"#;
    let lines = section(&self::printed(with_input(malformed)), title);
    assert_eq!(lines, ["(tool call failed without a text)"]);
}

#[test]
fn tools_list_shows_which_schemas_each_peer_sees() {
    let printed = printed(with_input(
        r#"{"tools":[
            {"name":"a","outputSchema":{"type":"object"}},
            {"name":"b","outputSchema":{"type":"array"}},
            {"name":"c"},
            {"name":"d","outputSchema":{"anyOf":[]}},
            {"name":"e","outputSchema":true}
        ]}"#,
    ));
    let tools = [
        r#"tools[0] a outputSchema of type "object""#,
        r#"tools[1] b outputSchema of type "array""#,
        "tools[2] c no outputSchema",
        "tools[3] d outputSchema without a type",
        "tools[4] e outputSchema true",
    ];
    assert_eq!(section(&printed, "The result"), tools);
    let lines = section(&printed, PEER);
    let version = lines.iter().position(|line| line.contains("2025-11-25"));
    let lines = &lines[version.unwrap()..];
    assert_eq!(lines[1], format!("stripped - {}", tools[1]));
    assert_eq!(
        lines[2..4],
        [3, 4].map(|index: usize| format!("- {}", tools[index]))
    );
    let modern = lines.iter().position(|line| line == "2026-07-28").unwrap();
    assert_eq!(lines[modern + 1], UNCHANGED);
    assert!(!printed.contains(CALLER));
}

#[test]
fn tool_error_is_shown_as_such() {
    let text = r#"{"isError":true,"content":[{"type":"text","text":"no such\ncity"}]}"#;
    let lines = section(&printed(with_input(text)), CALLER);
    assert_eq!(
        lines[..2],
        ["Text tool error tool call failed: no such", "city"]
    );
    assert_eq!(lines.len(), 10);
}

#[test]
fn incomplete_result_is_shown_as_such_and_is_not_for_older_peers() {
    let printed = printed(with_input(r#"{"resultType":"input_required"}"#));
    let lines = section(&printed, CALLER);
    assert_eq!(
        lines[0],
        r#"Text incomplete result is not final: its resultType is "input_required""#
    );
    assert!(section(&printed, PEER)[1].starts_with("stripped ! a JSON-RPC error instead: "));
    assert!(section(&printed, MODEL)[0].starts_with("(result is not final: "));
}

#[test]
fn malformed_result_is_shown_as_such() {
    for text in [
        r#"{"jsonrpc":"2.0","id":1,"result":3}"#,
        r#"{"content":3}"#,
        r#"{"content":3,"jsonrpc":"2.0","result":{"content":3}}"#,
    ] {
        let lines = section(&printed(with_input(text)), CALLER);
        assert!(lines[0].starts_with("Text malformed expected "));
    }
}

#[test]
fn long_text_is_cut_with_a_marker() {
    let text = format!(
        r#"{{"content":[{{"type":"image","mimeType":"image/png","data":"{}"}}]}}"#,
        "A".repeat(5000)
    );
    let printed = printed(with_input(text));
    assert!(printed.contains("A… [+4950 characters]"), "{printed}");
    assert!(printed.contains(r#""mimeType":"image/png""#), "{printed}");
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let text = r#"{"isError":true,"content":[{"type":"text","text":"\u001b[31m\u007f\u0085"}]}"#;
    let printed = printed(with_input(text));
    assert!(printed.chars().all(|c| c == '\n' || !c.is_control()));
}

#[test]
fn every_recorded_response_is_readable() {
    let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recordings")).unwrap();
    let files = folder.map(|file| file.unwrap().path());
    let files: Vec<_> = files
        .filter(|file| file.extension().is_some_and(|e| e == "json"))
        .collect();
    assert!(!files.is_empty());
    for file in files {
        let message: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
        let output = with_arguments(&[file.to_str().unwrap()]);
        if message.get("error").is_some() {
            assert!(complaint(output).contains("JSON-RPC error"));
        } else {
            let printed = printed(output);
            let longest = printed.lines().map(|line| line.chars().count()).max();
            assert!(longest < Some(200), "{}: {printed}", file.display());
        }
    }
}

/// Members are compared without their order, which depends on serde_json's `preserve_order`.
#[test]
fn readme_shows_what_the_example_prints() {
    let readme = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let start = readme.find(&format!("```text\n{CALLER}")).unwrap() + "```text\n".len();
    let shown = &readme[start..start + readme[start..].find("```").unwrap()];
    let sorted = |text: &str| {
        let mut lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        for line in &mut lines {
            line.sort_unstable();
        }
        lines.sort_unstable();
        lines
    };
    let printed = printed(with_arguments(&[PROSE]));
    let (_, from_caller) = printed.split_at(printed.find(CALLER).unwrap());
    assert!(sorted(shown) == sorted(from_caller), "{printed}");
    assert!(readme.contains(&format!("--example convert -- {PROSE} ")));
}

#[test]
fn closed_output_is_no_error() {
    let mut command = example();
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    child.stdin.take().unwrap().write_all(b"{}").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

#[test]
fn missing_file_is_one_line() {
    let complaint = complaint(with_arguments(&["no-such-file.json"]));
    assert!(
        complaint.starts_with("convert: no-such-file.json: "),
        "{complaint}"
    );
}

#[test]
fn two_arguments_are_one_line() {
    for arguments in [[WEATHER, WEATHER], ["-", WEATHER]] {
        assert_eq!(
            complaint(with_arguments(&arguments)),
            "convert: expected one file, or - or nothing to read standard input"
        );
    }
}

#[test]
fn a_dash_is_standard_input() {
    let input = fs::read(WEATHER).unwrap();
    let mut dash = example();
    dash.arg("-");
    assert_eq!(
        printed(with_input_of(dash, &input)),
        printed(with_input(&input))
    );
}

#[test]
fn input_that_is_not_json_is_one_line() {
    for input in [b"" as &[u8], b"{", b"hello", b"{}\n{}", b"\"\xff\""] {
        let complaint = complaint(with_input(input));
        assert!(
            complaint.starts_with("convert: standard input: "),
            "{complaint}"
        );
    }
}

#[test]
fn input_that_is_not_a_result_is_one_line() {
    for (input, expected) in [
        ("[]", "expected a JSON object"),
        ("3", "expected a JSON object"),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603}}"#,
            r#"JSON-RPC error {"code":-32603}"#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
            r#"JSON-RPC request or notification "tools/call""#,
        ),
        (
            r#"{"jsonrpc":"2.0","id":1}"#,
            "JSON-RPC message without a result",
        ),
    ] {
        let complaint = complaint(with_input(input));
        assert_eq!(
            complaint,
            format!("convert: standard input: not a result: {expected}")
        );
    }
}
