//! Shows, for one response of an MCP server, what a caller gets, what a model reads, and what a peer is
//! sent.
//!
//! The response is a JSON-RPC message or a bare result, in a file, or on standard input (`-`, or no
//! argument):
//!
//! ```text
//! cargo run --example convert -- response.json
//! ```

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;
use std::{env, fs};

use mcp_result::{
    Change, ConvertError, Output, ProtocolVersion, ResultKind, ResultMode, convert_result,
    strip_for_legacy_peer, translate_result,
};
use serde_json::Value;

const VERSIONS: [ProtocolVersion; 5] = [
    ProtocolVersion::V2024_11_05,
    ProtocolVersion::V2025_03_26,
    ProtocolVersion::V2025_06_18,
    ProtocolVersion::V2025_11_25,
    ProtocolVersion::V2026_07_28,
];

const MODES: [ResultMode; 5] = [
    ResultMode::Text,
    ResultMode::Structured,
    ResultMode::NonNullStructured,
    ResultMode::Content,
    ResultMode::Model,
];

fn main() -> ExitCode {
    let result = match read_result() {
        Ok(result) => result,
        Err(error) => {
            eprintln!("convert: {error}");
            return ExitCode::from(2);
        }
    };
    match report(&mut io::stdout().lock(), &result) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("convert: standard output: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Reads the result from the file that is named, or from standard input.
fn read_result() -> Result<Value, String> {
    let mut arguments = env::args_os().skip(1);
    let file = arguments.next().filter(|argument| argument != "-");
    let (name, text) = match file {
        Some(file) => (
            file.to_string_lossy().into_owned(),
            fs::read_to_string(file),
        ),
        None => ("standard input".to_owned(), io::read_to_string(io::stdin())),
    };
    if arguments.next().is_some() {
        return Err("expected one file, or - or nothing to read standard input".to_owned());
    }
    let result = text
        .map_err(|error| error.to_string())
        .and_then(|text| parse_result(&text));
    result.map_err(|error| format!("{name}: {error}"))
}

/// Takes the result out of a JSON-RPC response, or takes the whole as one.
fn parse_result(text: &str) -> Result<Value, String> {
    let message =
        serde_json::from_str(text).map_err(|error| format!("cannot be read as JSON: {error}"))?;
    let Value::Object(mut message) = message else {
        return Err("not a result: expected a JSON object".to_owned());
    };
    if !message.contains_key("jsonrpc") {
        return Ok(message.into());
    }
    if let Some(result) = message.remove("result") {
        return Ok(result);
    }
    Err(match (message.get("error"), message.get("method")) {
        (Some(error), _) => format!("not a result: JSON-RPC error {}", line(error)),
        (_, Some(name)) => format!(
            "not a result: JSON-RPC request or notification {}",
            line(name)
        ),
        _ => "not a result: JSON-RPC message without a result".to_owned(),
    })
}

fn report(out: &mut impl Write, result: &Value) -> io::Result<()> {
    // Enough to look at a recording. A real program knows which request it has sent.
    let kind = if result.get("tools").is_some_and(Value::is_array) {
        ResultKind::ToolsList
    } else {
        ResultKind::ToolsCall
    };
    writeln!(out, "The result")?;
    for row in rows(result) {
        writeln!(out, "    {row}")?;
    }
    if kind == ResultKind::ToolsCall {
        writeln!(out, "\nWhat a caller gets, from where, in each mode")?;
        for mode in MODES {
            let (source, lines) = converted(result, mode);
            let mut labels = (format!("{mode:?}"), source);
            for line in lines {
                writeln!(out, "    {:<17}  {:<17}  {line}", labels.0, labels.1)?;
                labels = (String::new(), "");
            }
        }
        let (how, text) = read_by_model(result);
        writeln!(out, "\nWhat a model reads, in mode Model{how}")?;
        for line in text.lines().map(cut) {
            writeln!(out, "    {line}")?;
        }
    }
    writeln!(out, "\nWhat a peer is sent, by its protocol version")?;
    let sent = VERSIONS.map(|version| (version, sent(result, kind, version)));
    for group in sent.chunk_by(|a, b| a.1 == b.1) {
        let versions: Vec<_> = group
            .iter()
            .map(|(version, _)| version.to_string())
            .collect();
        writeln!(out, "    {}", versions.join(", "))?;
        for (how, lines) in &group[0].1 {
            let mut how = *how;
            for line in lines {
                writeln!(out, "      {how:<10}  {line}")?;
                how = "";
            }
        }
    }
    out.flush()
}

/// What a caller gets: where it came from, and a line for each part of it.
fn converted(result: &Value, mode: ResultMode) -> (&'static str, Vec<String>) {
    match convert_result(result.clone(), mode).map(|converted| converted.output) {
        Ok(Output::Structured(value)) => ("structuredContent", vec![line(&value)]),
        Ok(Output::Text(text)) => ("text", vec![line(&text.into())]),
        Ok(Output::Texts(texts)) => {
            let texts = texts.into_iter().map(|text| line(&text.into()));
            ("texts", texts.collect())
        }
        Ok(Output::Blocks(blocks)) if blocks.is_empty() => ("blocks", vec!["(none)".to_owned()]),
        Ok(Output::Blocks(blocks)) => ("blocks", blocks.iter().map(line).collect()),
        Err(ConvertError::Tool(error)) => {
            ("tool error", error.to_string().lines().map(cut).collect())
        }
        Err(ConvertError::Incomplete(error)) => ("incomplete", vec![cut(&error.to_string())]),
        Err(ConvertError::Malformed(error)) => {
            let (expected, pointer, found) = (error.expected(), error.pointer(), error.found());
            let line = format!("expected {expected} at {pointer:?}, found {found}");
            ("malformed", vec![line])
        }
        Err(error) => ("error", vec![cut(&error.to_string())]),
    }
}

/// What a model that reads only text is shown, be it a success or a failure, and which of them it is.
fn read_by_model(result: &Value) -> (&'static str, String) {
    let (how, converted) = match convert_result(result.clone(), ResultMode::Model) {
        Err(ConvertError::Tool(error)) => (
            ", of a tool that failed",
            error.convert(ResultMode::Model).map_err(ConvertError::Tool),
        ),
        converted => ("", converted),
    };
    match converted.map(|converted| converted.output.into_text()) {
        Ok(text) if text.is_empty() => (how, "(nothing)".to_owned()),
        Ok(text) => (how, text),
        Err(error) => (how, format!("({error})")),
    }
}

/// What a peer is sent, and how that differs from the result: stripped, and translated where that is
/// something else.
fn sent(
    result: &Value,
    kind: ResultKind,
    version: ProtocolVersion,
) -> Vec<(&'static str, Vec<String>)> {
    let (stripped, lines) = stripped(result, kind, version);
    let mut sent = vec![("stripped", lines)];
    let (translated, lines) = translated(result, kind, version);
    if translated != stripped {
        sent.push(("translated", lines));
    }
    sent
}

const UNCHANGED: &str = "= the result as it is";

fn stripped(
    result: &Value,
    kind: ResultKind,
    version: ProtocolVersion,
) -> (Option<Value>, Vec<String>) {
    let mut sent = result.clone();
    let stripped = match strip_for_legacy_peer(&mut sent, kind, version) {
        Ok(stripped) => stripped,
        Err(error) => return (None, vec![format!("! a JSON-RPC error instead: {error}")]),
    };
    let mut lines = Vec::new();
    if stripped.is_unchanged() {
        lines.push(UNCHANGED.to_owned());
    }
    if stripped.result_type() {
        lines.push(row("- resultType", &result["resultType"]));
    }
    for (index, schema) in stripped.output_schemas() {
        let tool = name_of(&result["tools"][index]);
        lines.push(format!(
            "- {:<18}  {tool:<31}  {}",
            format!("tools[{index}]"),
            self::schema(schema)
        ));
    }
    if let Some(value) = stripped.structured_content().into_option() {
        lines.push(row("- structuredContent", value));
    }
    if stripped.text_added() {
        lines.push(row("+ content[0]", &sent["content"][0]));
    }
    (Some(sent), lines)
}

fn translated(
    result: &Value,
    kind: ResultKind,
    version: ProtocolVersion,
) -> (Option<Value>, Vec<String>) {
    // The last version without a `resultType`; a result that has one is newer, whatever is said here.
    let from = ProtocolVersion::V2025_11_25;
    let mut sent = result.clone();
    let translated = match translate_result(&mut sent, kind, from, version) {
        Ok(translated) => translated,
        Err(error) => return (None, vec![format!("! a JSON-RPC error instead: {error}")]),
    };
    let now = |pointer: &str| sent.pointer(pointer).unwrap_or(&Value::Null);
    let lines = translated.changes().iter().map(|change| match change {
        Change::Added { pointer } => row(&format!("+ {pointer}"), now(pointer)),
        Change::Removed { pointer, value } => row(&format!("- {pointer}"), value),
        Change::Replaced { pointer, .. } => row(&format!("~ {pointer}"), now(pointer)),
    });
    let lines = if translated.is_unchanged() {
        vec![UNCHANGED.to_owned()]
    } else {
        lines.collect()
    };
    (Some(sent), lines)
}

/// A row for each member of a result; for `content` and `tools`, one for each element.
fn rows(result: &Value) -> Vec<String> {
    let Some(members) = result.as_object() else {
        return vec![line(result)];
    };
    let mut rows = Vec::new();
    for (name, value) in members {
        let elements = value.as_array().filter(|elements| !elements.is_empty());
        match (name.as_str(), elements) {
            ("content", Some(blocks)) => {
                let blocks = blocks.iter().enumerate();
                rows.extend(blocks.map(|(index, block)| row(&format!("content[{index}]"), block)));
            }
            ("tools", Some(tools)) => {
                let tools = tools.iter().enumerate();
                rows.extend(tools.map(|(index, tool)| {
                    let schema = tool.get("outputSchema").map(schema);
                    let schema = schema.unwrap_or_else(|| "no outputSchema".to_owned());
                    format!(
                        "{:<20}  {:<31}  {schema}",
                        format!("tools[{index}]"),
                        name_of(tool)
                    )
                }));
            }
            _ => rows.push(row(name, value)),
        }
    }
    rows
}

fn name_of(tool: &Value) -> String {
    cut(tool["name"].as_str().unwrap_or("without a name"))
}

/// A schema, by what decides whether an older peer is sent it.
fn schema(schema: &Value) -> String {
    match schema.get("type") {
        Some(root_type) => format!("outputSchema of type {}", line(root_type)),
        None if schema.is_object() => "outputSchema without a type".to_owned(),
        None => format!("outputSchema {}", line(schema)),
    }
}

fn row(name: &str, value: &Value) -> String {
    format!("{name:<20}  {}", line(value))
}

/// The length at which a line, or a text within one, is cut.
const WIDTH: usize = 100;

/// A value as JSON on one line. Long texts are cut first, so that the members beside base64 data
/// still show.
fn line(value: &Value) -> String {
    let lines = [WIDTH, 50, 20].map(|limit| with_short_texts(value, limit).to_string());
    let line = lines
        .into_iter()
        .find(|line| line.chars().count() <= WIDTH + 20);
    cut(&line.unwrap_or_else(|| shorten(&value.to_string(), WIDTH)))
}

fn with_short_texts(value: &Value, limit: usize) -> Value {
    let short = |value| with_short_texts(value, limit);
    match value {
        Value::String(text) => shorten(text, limit).into(),
        Value::Array(elements) => elements.iter().map(short).collect(),
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(name, value)| (name.clone(), short(value)));
            Value::Object(members.collect())
        }
        other => other.clone(),
    }
}

/// A text of any length on one line of a terminal.
fn cut(text: &str) -> String {
    shorten(&text.replace(char::is_control, "\u{fffd}"), WIDTH + 40)
}

fn shorten(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        Some((end, _)) => {
            let more = text[end..].chars().count();
            format!("{}… [+{more} characters]", &text[..end])
        }
        None => text.to_owned(),
    }
}
