//! Responses of real servers: what each converts to in every mode, and what every legacy peer is
//! sent. The responses are in `recordings/`, one a file, and their README says where they come from;
//! what is expected was written from the contract's tables and is in `recorded_responses.json`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use mcp_result::{
    ConvertError, Converted, Output, Peer, ProtocolVersion, ResultKind, ResultMode, TextFallback,
    convert_result, strip_for_legacy_peer,
};
use serde_json::{Map, Value, json};

mod every;

#[test]
fn every_recorded_response_has_an_expectation() {
    let expected: BTreeSet<_> = cases().into_iter().map(|case| case.file).collect();
    let files = fs::read_dir(folder()).unwrap();
    let files = files.map(|entry| entry.unwrap().path());
    let files = files.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "json")
    });
    let files = files.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
    let files: BTreeSet<_> = files.collect();
    assert_eq!(files, expected);
}

#[test]
fn every_recorded_response_converts_as_the_contract_says() {
    for case in cases().iter().filter(|case| !case.is_error()) {
        for mode in every::MODE {
            let context = format!("{} in mode {mode:?}", case.file);
            let outcome = outcome(case.result(), mode);
            assert_eq!(outcome, *case.expected_in(mode), "{context}");
            assert_same_text(&outcome, case.expected_in(mode), &context);
        }
    }
}

#[test]
fn every_legacy_peer_is_sent_what_the_contract_says() {
    for case in cases().iter().filter(|case| !case.is_error()) {
        for version in every::LEGACY_VERSION {
            for (peer, expected) in [
                (version.into(), case.expected_for_legacy()),
                (when_empty(version), case.expected_for_legacy_when_empty()),
            ] {
                let context = format!("{} for {peer:?}", case.file);
                let mut result = case.result();
                strip_for_legacy_peer(&mut result, case.kind, peer).unwrap();
                assert_eq!(result, expected, "{context}");
                assert_same_text(&result, &expected, &context);
            }
        }
    }
}

#[test]
fn a_2026_07_28_peer_is_sent_every_recorded_result_unchanged() {
    for case in cases().iter().filter(|case| !case.is_error()) {
        for peer in [
            ProtocolVersion::V2026_07_28.into(),
            when_empty(ProtocolVersion::V2026_07_28),
        ] {
            let mut result = case.result();
            strip_for_legacy_peer(&mut result, case.kind, peer).unwrap();
            assert_same_text(&result, &case.result(), &case.file);
        }
    }
}

#[test]
fn a_json_rpc_error_response_has_no_result() {
    let errors: Vec<_> = cases().into_iter().filter(Case::is_error).collect();
    assert_eq!(errors.len(), 2);
    for case in errors {
        assert_eq!(
            case.message["error"], case.expected["error"],
            "{}",
            case.file
        );
        assert_eq!(case.message.get("result"), None, "{}", case.file);
    }
}

/// The same over JSON text.
#[cfg(feature = "raw")]
#[test]
fn every_recorded_text_converts_and_is_stripped_as_the_contract_says() {
    for case in cases().iter().filter(|case| !case.is_error()) {
        let text = case.result_text();
        for mode in every::MODE {
            let mut expected = case.expected_in(mode).clone();
            expected
                .as_object_mut()
                .unwrap()
                .retain(|name, _| name != "rest");
            assert_eq!(
                raw_outcome(&text, mode),
                expected,
                "{} in mode {mode:?}",
                case.file
            );
        }
        for version in every::LEGACY_VERSION {
            for (peer, expected) in [
                (version.into(), case.expected_for_legacy()),
                (when_empty(version), case.expected_for_legacy_when_empty()),
            ] {
                let sent = mcp_result::raw::strip_for_legacy_peer(&text, case.kind, peer).unwrap();
                let sent: Value = serde_json::from_str(sent.json()).unwrap();
                assert_eq!(sent, expected, "{} for {peer:?}", case.file);
            }
        }
        let version = ProtocolVersion::V2026_07_28;
        let sent = mcp_result::raw::strip_for_legacy_peer(&text, case.kind, version).unwrap();
        assert_eq!(sent.json(), text, "{}", case.file);
    }
}

/// As [`outcome`], but for the rest, which there is none of.
#[cfg(feature = "raw")]
fn raw_outcome(result: &str, mode: ResultMode) -> Value {
    use mcp_result::raw::{ConvertError, Output, convert_result};

    let parse = |json: &serde_json::value::RawValue| -> Value {
        assert!(result.contains(json.get()));
        serde_json::from_str(json.get()).unwrap()
    };
    match convert_result(result, mode) {
        Ok(Output::Structured(value)) => json!({"Structured": parse(value)}),
        Ok(Output::Text(text)) => json!({"Text": text}),
        Ok(Output::Texts(texts)) => json!({"Texts": texts}),
        Ok(Output::Blocks(blocks)) => {
            json!({"Blocks": blocks.into_iter().map(parse).collect::<Vec<_>>()})
        }
        Err(ConvertError::Tool(error)) => json!({"Tool": error.texts().collect::<Vec<_>>()}),
        Err(ConvertError::Malformed(error)) => {
            json!({"Malformed": [error.pointer(), error.expected(), error.found()]})
        }
        Err(other) => panic!("no recorded response is expected to be {other:?}"),
    }
}

fn when_empty(version: ProtocolVersion) -> Peer {
    Peer::from(version).with_text_fallback(TextFallback::WhenEmpty)
}

/// Compares what serde_json writes in this build: where it keeps the order of members and the
/// spelling of numbers, they count, too.
#[track_caller]
fn assert_same_text(actual: &Value, expected: &Value, context: &str) {
    assert_eq!(actual.to_string(), expected.to_string(), "{context}");
}

/// The outcome of a conversion, as `recorded_responses.json` writes it. Of an error, it also asserts
/// that nothing is lost.
fn outcome(result: Value, mode: ResultMode) -> Value {
    let original = result.clone();
    let error = match convert_result(result, mode) {
        Ok(Converted { output, rest }) => {
            let name = match output {
                Output::Structured(_) => "Structured",
                Output::Text(_) => "Text",
                Output::Texts(_) => "Texts",
                Output::Blocks(_) => "Blocks",
            };
            let outcome = [(name, output.into_value()), ("rest", rest)];
            return outcome
                .map(|(name, value)| (name.to_owned(), value))
                .into_iter()
                .collect();
        }
        Err(error) => error,
    };
    let outcome = match &error {
        ConvertError::Tool(error) => json!({"Tool": error.texts().collect::<Vec<_>>()}),
        ConvertError::Malformed(error) => {
            json!({"Malformed": [error.pointer(), error.expected(), error.found()]})
        }
        other => panic!("no recorded response is expected to be {other:?}"),
    };
    assert_eq!(*error.result(), original);
    assert_eq!(error.into_result(), original);
    outcome
}

struct Case {
    file: String,
    kind: ResultKind,
    #[cfg_attr(not(feature = "raw"), expect(dead_code))]
    text: String,
    message: Value,
    expected: Map<String, Value>,
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/recordings"))
}

fn cases() -> Vec<Case> {
    let cases = include_str!("recorded_responses.json");
    let cases: Vec<Map<String, Value>> = serde_json::from_str(cases).unwrap();
    let case = |expected: Map<String, Value>| {
        let file = expected["file"].as_str().unwrap().to_owned();
        let text = fs::read_to_string(folder().join(&file)).unwrap();
        Case {
            kind: ResultKind::of_method(expected["method"].as_str().unwrap()),
            message: serde_json::from_str(&text).unwrap(),
            text,
            file,
            expected,
        }
    };
    cases.into_iter().map(case).collect()
}

impl Case {
    fn is_error(&self) -> bool {
        self.expected.contains_key("error")
    }

    fn result(&self) -> Value {
        self.message["result"].clone()
    }

    #[cfg(feature = "raw")]
    fn result_text(&self) -> String {
        type Members<'a> = std::collections::BTreeMap<&'a str, &'a serde_json::value::RawValue>;
        let members: Members = serde_json::from_str(&self.text).unwrap();
        members["result"].get().to_owned()
    }

    /// Modes with the same outcome share a member, whose name lists them.
    fn expected_in(&self, mode: ResultMode) -> &Value {
        let mode = format!("{mode:?}");
        let members = self.expected.iter();
        let mut outcomes = members.filter(|(name, _)| name.split(", ").any(|name| name == mode));
        let (_, outcome) = outcomes.next().unwrap();
        assert_eq!(outcomes.next(), None, "{}", self.file);
        outcome
    }

    /// A list of tools is long: of it, what goes is written.
    fn expected_for_legacy(&self) -> Value {
        let Some(gone) = self.expected.get("legacy without") else {
            return self.expected["legacy"].clone();
        };
        let gone = gone.as_array().unwrap().iter();
        let mut gone: BTreeSet<_> = gone.map(|name| name.as_str().unwrap()).collect();
        let mut result = self.result();
        let members = result.as_object_mut().unwrap();
        members.retain(|name, _| !gone.remove(&name[..]));
        for tool in members["tools"].as_array_mut().unwrap() {
            let tool_name = tool["name"].as_str().unwrap().to_owned();
            let tool = tool.as_object_mut().unwrap();
            tool.retain(|name, _| !gone.remove(&format!("{tool_name}.{name}")[..]));
        }
        assert_eq!(gone, BTreeSet::new(), "{}", self.file);
        result
    }

    fn expected_for_legacy_when_empty(&self) -> Value {
        let expected = self.expected.get("legacy, WhenEmpty").cloned();
        expected.unwrap_or_else(|| self.expected_for_legacy())
    }
}
