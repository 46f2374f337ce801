//! The contract's files are well formed, this crate meets every case, and a check reports what it
//! should.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use mcp_result::contract::{
    self, Answer, CONVERSION_JSON, Mismatch, STRIPPING_JSON, TRANSLATION_JSON,
};
use mcp_result::{
    ContentForm, Conversion, ConvertError, ProtocolVersion, ResultMode, convert_result,
};
use serde_json::{Map, Value};

/// The functions over `Value`, both halves in one module. Stripping is checked by a function whose
/// name means something in the macro too.
mod values {
    use mcp_result::contract::{Recipient, Report, Suite};

    mcp_result::conversion_tests!(
        |suite| suite.check_values(|result, &asked| mcp_result::convert_result(result, asked))
    );

    mcp_result::stripping_tests!(check);

    mcp_result::translation_tests!(|suite| suite.check_values(|mut result, asked| {
        let (from, to) = (asked.from, &asked.to);
        let translated = mcp_result::translate_result(&mut result, to.kind(), from, to.peer());
        (result, translated)
    }));

    #[expect(clippy::needless_pass_by_value)] // The macro gives the suite away.
    fn check(suite: Suite<Recipient>) -> Report {
        suite.check_values(|mut result, to| {
            let stripped = mcp_result::strip_for_legacy_peer(&mut result, to.kind(), to.peer());
            (result, stripped)
        })
    }
}

/// The functions over JSON text, which keep every byte.
#[cfg(feature = "raw")]
mod raw {
    use mcp_result::contract::Outcome;
    use mcp_result::raw::{convert_result, strip_for_legacy_peer, translate_result};

    mcp_result::conversion_tests!(|suite| suite
        .exact()
        .check(|json, &asked| Outcome::from(convert_result(json, asked))));

    mcp_result::stripping_tests!(|suite| suite
        .exact()
        .check(|json, to| Outcome::from(strip_for_legacy_peer(json, to.kind(), to.peer()))));

    mcp_result::translation_tests!(|suite| suite.exact().check(|json, asked| Outcome::from(
        translate_result(json, asked.to.kind(), asked.from, asked.to.peer())
    )));
}

fn files() -> [Value; 3] {
    [CONVERSION_JSON, STRIPPING_JSON, TRANSLATION_JSON]
        .map(|file| serde_json::from_str(file).unwrap())
}

fn cases(file: &Value) -> impl Iterator<Item = &Value> {
    file["cases"].as_array().unwrap().iter()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name]
        .as_str()
        .unwrap_or_else(|| panic!("no text {name:?} in {value}"))
}

fn members(value: &Value) -> BTreeSet<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn a_file_has_its_format_and_no_unknown_members() {
    let required = [
        ["id", "rule", "why", "input", "expect", "mode", "version"].as_slice(),
        &[
            "id", "rule", "why", "input", "expect", "method", "version", "fallback",
        ],
        &[
            "id", "rule", "why", "input", "expect", "method", "from", "version", "fallback",
        ],
    ];
    let outcomes = [
        vec!["rest", "structured"],
        vec!["rest", "text"],
        vec!["rest", "texts"],
        vec!["blocks", "rest"],
        vec!["tool"],
        vec!["incomplete"],
        vec!["malformed"],
        vec!["removed", "sent"],
        vec!["changes", "sent"],
        vec!["refused"],
    ];
    for (file, required) in files().iter().zip(required) {
        assert_eq!(members(file), ["cases", "format", "rules"].into());
        assert_eq!(file["format"], 1);
        for rule in file["rules"].as_array().unwrap() {
            assert_eq!(members(rule), ["id", "source", "text"].into());
        }
        for case in cases(file) {
            let mut names = members(case);
            for optional in ["needs", "or", "form", "tasks", "invalid"] {
                names.remove(optional);
            }
            assert_eq!(names, required.iter().copied().collect(), "{case}");
            for outcome in [Some(&case["expect"]), case.get("or")]
                .into_iter()
                .flatten()
            {
                let names: Vec<_> = members(outcome).into_iter().collect();
                assert!(outcomes.contains(&names), "{case}");
            }
        }
    }
}

#[test]
fn every_id_is_unique() {
    let files = files();
    let mut seen = BTreeSet::new();
    for file in &files {
        for named in file["rules"].as_array().unwrap().iter().chain(cases(file)) {
            assert!(seen.insert(text(named, "id")), "{named}");
        }
    }
}

#[test]
fn every_case_is_named_after_its_rule_and_says_why_it_exists() {
    for file in &files() {
        for case in cases(file) {
            let name = text(case, "id").strip_prefix(text(case, "rule"));
            let name = name.and_then(|name| name.strip_prefix('/')).unwrap();
            let plain = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
            assert!(!name.is_empty() && name.chars().all(plain), "{case}");
            assert!(!text(case, "why").is_empty(), "{case}");
        }
    }
}

#[test]
fn every_rule_has_cases_and_they_stand_in_its_order() {
    for file in &files() {
        let rules = file["rules"].as_array().unwrap();
        let mut order: Vec<_> = cases(file).map(|case| text(case, "rule")).collect();
        order.dedup();
        assert_eq!(
            order,
            rules
                .iter()
                .map(|rule| text(rule, "id"))
                .collect::<Vec<_>>()
        );
        for rule in rules {
            assert!(!text(rule, "text").is_empty() && !text(rule, "source").is_empty());
        }
    }
}

/// Whether the case is marked as one that a parser may refuse.
fn may_be_refused(case: &Value) -> bool {
    let needs = case
        .get("needs")
        .map_or([].as_slice(), |needs| needs.as_array().unwrap());
    for need in needs {
        assert!(
            ["member_order", "numbers", "decimals", "depth"].contains(&need.as_str().unwrap()),
            "{case}"
        );
    }
    needs.iter().any(|need| need != "member_order")
}

#[test]
fn every_json_text_parses_or_is_marked() {
    for file in &files() {
        for case in cases(file) {
            let marked = may_be_refused(case);
            let mut texts = vec![&case["input"]];
            for outcome in [Some(&case["expect"]), case.get("or")]
                .into_iter()
                .flatten()
            {
                let json = ["structured", "blocks", "sent", "rest", "removed", "changes"];
                texts.extend(json.iter().filter_map(|name| outcome.get(name)));
            }
            for text in texts {
                let read = serde_json::from_str::<Value>(text.as_str().unwrap());
                assert!(read.is_ok() || marked, "{read:?} in {case}");
            }
        }
    }
}

#[test]
fn the_macros_have_a_test_for_every_rule() {
    let ids =
        |rules: &[contract::Rule]| rules.iter().map(|rule| rule.id.clone()).collect::<Vec<_>>();
    assert_eq!(
        ids(contract::conversion().rules()),
        mcp_result::conversion_tests!()
    );
    assert_eq!(
        ids(contract::stripping().rules()),
        mcp_result::stripping_tests!()
    );
    assert_eq!(
        ids(contract::translation().rules()),
        mcp_result::translation_tests!()
    );
}

#[test]
fn the_api_tells_what_the_files_say() {
    let [conversion, stripping, translation] = files();
    let suite = contract::conversion();
    assert_eq!(suite.cases().len(), cases(&conversion).count());
    for (case, json) in suite.cases().iter().zip(cases(&conversion)) {
        let mode = case.question.mode().to_string();
        let told = [&case.id, &case.rule, &case.why, &case.input, &mode];
        assert_eq!(
            told,
            ["id", "rule", "why", "input", "mode"].map(|name| text(json, name))
        );
        let form = json
            .get("form")
            .map_or("text", |form| form.as_str().unwrap());
        assert_eq!(case.question.content().to_string(), form);
        let version = case.version.map(|version| version.to_string());
        assert_eq!(version.as_deref(), json["version"].as_str());
    }
    let suite = contract::stripping();
    assert_eq!(suite.cases().len(), cases(&stripping).count());
    for (case, json) in suite.cases().iter().zip(cases(&stripping)) {
        let told = [
            &case.id,
            &case.rule,
            &case.why,
            &case.input,
            &case.question.method,
        ];
        assert_eq!(
            told,
            ["id", "rule", "why", "input", "method"].map(|name| text(json, name))
        );
        assert_eq!(case.question.version.as_deref(), json["version"].as_str());
        assert_eq!(
            case.question.text_fallback.to_string(),
            text(json, "fallback")
        );
        assert_eq!(case.question.tasks, json.get("tasks").is_some());
        let version = (json["invalid"] != true).then_some(ProtocolVersion::V2026_07_28);
        assert_eq!(case.version, version);
    }
    let suite = contract::translation();
    assert_eq!(suite.cases().len(), cases(&translation).count());
    for (case, json) in suite.cases().iter().zip(cases(&translation)) {
        let to = &case.question.to;
        let from = case.question.from.to_string();
        let told = [
            &case.id,
            &case.rule,
            &case.why,
            &case.input,
            &to.method,
            &from,
        ];
        assert_eq!(
            told,
            ["id", "rule", "why", "input", "method", "from"].map(|name| text(json, name))
        );
        assert_eq!(to.version.as_deref(), json["version"].as_str());
        assert_eq!(to.tasks, json["tasks"] == true);
        let version = (json["invalid"] != true).then_some(case.question.from);
        assert_eq!(case.version, version);
    }
}

/// A name for what kind of value it is, falsy ones told apart.
fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(false) => "false",
        Value::Bool(true) => "true",
        Value::Number(n) if n.as_f64() == Some(0.0) => "zero",
        Value::Number(_) => "number",
        Value::String(s) if s.is_empty() => "empty string",
        Value::String(_) => "string",
        Value::Array(a) if a.is_empty() => "empty array",
        Value::Array(_) => "array",
        Value::Object(o) if o.is_empty() => "empty object",
        Value::Object(_) => "object",
    }
}

const KINDS: [&str; 11] = [
    "null",
    "false",
    "true",
    "zero",
    "number",
    "empty string",
    "string",
    "empty array",
    "array",
    "empty object",
    "object",
];

#[test]
fn every_kind_of_structured_value_is_pinned_in_every_mode() {
    let [conversion, _, _] = files();
    let mut pinned = BTreeSet::new();
    for case in cases(&conversion) {
        if let Ok(input) = serde_json::from_str::<Value>(text(case, "input")) {
            if let Some(value) = input.get("structuredContent") {
                pinned.insert((text(case, "mode").to_owned(), kind(value)));
            }
        }
    }
    for mode in [
        "text",
        "structured",
        "non_null_structured",
        "content",
        "model",
    ] {
        for kind in KINDS {
            assert!(
                pinned.contains(&(mode.to_owned(), kind)),
                "{kind} in mode {mode}"
            );
        }
    }
}

/// The members of an input, if it is an object that this build's `serde_json` reads.
fn input_members(case: &Value) -> Option<Map<String, Value>> {
    match serde_json::from_str(text(case, "input")) {
        Ok(Value::Object(members)) => Some(members),
        _ => None,
    }
}

#[test]
fn what_does_not_depend_on_the_mode_is_asked_in_both_structured_modes() {
    let [conversion, _, _] = files();
    let of_input = |case: &Value, mode: &str| {
        let [rule, input] = ["rule", "input"].map(|name| text(case, name).to_owned());
        (rule, input, mode.to_owned())
    };
    let without_form = || cases(&conversion).filter(|case| case.get("form").is_none());
    let asked: BTreeSet<_> = without_form()
        .map(|case| of_input(case, text(case, "mode")))
        .collect();
    for case in without_form() {
        let input = text(case, "input");
        let is_null = input.contains(r#""structuredContent":null"#);
        let is_free = match text(case, "mode") {
            "text" => !input.contains(r#""structuredContent":"#),
            "structured" | "non_null_structured" => !is_null,
            _ => false,
        };
        for mode in ["structured", "non_null_structured"] {
            let is_asked = asked.contains(&of_input(case, mode));
            assert!(is_asked || !is_free, "{mode}: {case}");
        }
    }
}

#[test]
fn what_is_not_about_the_type_of_the_value_is_asked_about_an_object_too() {
    let about_the_type = [
        "structured_value_is_returned_as_sent",
        "falsy_structured_value_is_returned",
        "explicit_null_is_returned",
        "null_counts_as_absent_on_request",
        "text_mode_passes_over_structured_content",
        "structured_value_is_shown_where_there_is_nothing_to_read",
        "structured_null_is_not_shown",
        "nothing_is_unwrapped",
        "block_that_holds_something_is_shown",
    ];
    let [conversion, _, _] = files();
    let beside_it = |case: &Value, members: &Map<String, Value>| {
        let mut members = members.clone();
        members.insert("structuredContent".into(), Value::Null);
        let [rule, mode] = ["rule", "mode"].map(|name| text(case, name).to_owned());
        (rule, mode, Value::from(members).to_string())
    };
    let with_value = || {
        let cases = cases(&conversion).filter_map(|case| Some((case, input_members(case)?)));
        cases.filter(|(_, members)| members.contains_key("structuredContent"))
    };
    let objects: BTreeSet<_> = with_value()
        .filter(|(_, members)| members["structuredContent"].is_object())
        .map(|(case, members)| beside_it(case, &members))
        .collect();
    for (case, members) in with_value() {
        let value = &members["structuredContent"];
        if !about_the_type.contains(&text(case, "rule")) && !value.is_null() {
            assert!(objects.contains(&beside_it(case, &members)), "{case}");
        }
    }
}

#[test]
fn the_form_counts_only_where_the_output_is_of_content() {
    let is_of_content = |answer: &Answer| match answer {
        Answer::Text(_) | Answer::Texts(_) | Answer::Blocks(_) => true,
        Answer::Malformed(Some(place)) => place.pointer.starts_with("/content/"),
        _ => false,
    };
    contract::conversion()
        .retain(|case| !is_of_content(&case.outcomes[0].answer))
        .check_values(|result, asked| {
            convert_result(result, asked.with_content(ContentForm::Blocks))
        })
        .assert();
}

#[test]
fn what_is_not_marked_can_be_read_inside_a_response() {
    for file in &files() {
        for case in cases(file) {
            let response = format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{}}}"#,
                text(case, "input")
            );
            let read = serde_json::from_str::<Value>(&response);
            assert!(read.is_ok() || may_be_refused(case), "{case}");
        }
    }
}

#[test]
fn a_tool_of_a_list_is_whole() {
    let [_, stripping, translation] = files();
    for case in cases(&stripping).chain(cases(&translation)) {
        let Some(members) = input_members(case).filter(|_| case["method"] == "tools/list") else {
            continue;
        };
        let tools = members.get("tools").and_then(Value::as_array);
        for tool in tools.into_iter().flatten() {
            let is_whole = tool["name"].is_string() && tool["inputSchema"]["type"] == "object";
            assert!(is_whole || case["invalid"] == true, "{case}");
        }
    }
}

#[test]
fn an_added_block_is_spelled_as_a_check_looks_for_it() {
    let [_, stripping, _] = files();
    for case in cases(&stripping) {
        let outcomes = [Some(&case["expect"]), case.get("or")];
        for outcome in outcomes.into_iter().flatten() {
            let removed = outcome.get("removed").map_or("", |it| it.as_str().unwrap());
            if !removed.contains("textAdded") {
                continue;
            }
            let sent = text(outcome, "sent");
            let found = sent.split_once(r#""content":[{"type":"text","text":"#);
            let (_, added) = found.unwrap_or_else(|| panic!("{case}"));
            if let Ok(sent) = serde_json::from_str::<Value>(sent) {
                let text = sent["content"][0]["text"].to_string();
                assert!(added.starts_with(&format!("{text}}}")), "{case}");
            }
        }
    }
}

#[test]
fn every_kind_of_malformed_result_is_pinned() {
    let [conversion, _, _] = files();
    let mut pinned = BTreeSet::new();
    for case in cases(&conversion) {
        let malformed = &case["expect"]["malformed"];
        if malformed.is_object() {
            let pointer = text(malformed, "pointer").replace(['1', '2'], "0");
            pinned.insert((pointer, text(malformed, "found")));
        }
    }
    let other_than = |expected: &'static [&str]| {
        let types = [
            "nothing", "null", "boolean", "number", "string", "array", "object",
        ];
        types.into_iter().filter(|found| !expected.contains(found))
    };
    for (pointer, accepted) in [
        ("", ["nothing", "object"].as_slice()),
        ("/isError", &["nothing", "null", "boolean"]),
        ("/resultType", &["nothing", "null", "string"]),
        ("/content", &["array"]),
        ("/content/0", &["nothing", "object"]),
        ("/content/0/type", &["string"]),
        ("/content/0/text", &["string"]),
    ] {
        for found in other_than(accepted) {
            assert!(
                pinned.contains(&(pointer.to_owned(), found)),
                "{found} at {pointer:?}"
            );
        }
    }
}

#[test]
fn every_kind_of_schema_root_and_of_stripped_value_is_pinned() {
    let [_, stripping, _] = files();
    let (mut roots, mut types, mut values) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for case in cases(&stripping).filter(|case| case["version"] == "2025-11-25") {
        let Ok(input) = serde_json::from_str::<Value>(text(case, "input")) else {
            continue;
        };
        if let Some(schema) = input.pointer("/tools/0/outputSchema") {
            roots.insert(kind(schema));
            types.extend(schema.get("type").map(ToString::to_string));
        }
        values.extend(input.get("structuredContent").map(kind));
    }
    assert_eq!(values, KINDS.into());
    for root in [
        "null",
        "false",
        "true",
        "zero",
        "string",
        "array",
        "empty object",
        "object",
    ] {
        assert!(roots.contains(root), "{root}");
    }
    for root_type in [
        "object", "array", "string", "number", "integer", "boolean", "null",
    ] {
        assert!(types.contains(&format!("{root_type:?}")), "{root_type}");
    }
    for root_type in [
        r#"["object"]"#,
        r#"["object","null"]"#,
        "[]",
        "null",
        "true",
        "1",
    ] {
        assert!(types.contains(root_type), "{root_type}");
    }
}

#[expect(clippy::trivially_copy_pass_by_ref)] // A suite lends what it asks.
fn convert(result: Value, asked: &Conversion) -> Result<mcp_result::Converted, ConvertError> {
    convert_result(result, *asked)
}

#[test]
fn a_report_lists_every_failing_case() {
    let suite = contract::conversion();
    let report = suite.check(|_, _| Answer::Text("an answer of no case".to_owned()));
    let failed: Vec<_> = report.failures.iter().map(|failure| &failure.id).collect();
    assert_eq!(
        failed,
        suite
            .cases()
            .iter()
            .map(|case| &case.id)
            .collect::<Vec<_>>()
    );
    let shown = report.to_string();
    for case in suite.cases() {
        for part in [&case.id, &case.rule, &case.why, &case.input] {
            assert!(shown.contains(part.as_str()), "{part}");
        }
    }
    assert!(shown.starts_with(&format!(
        "cases of the contract that failed: {0} of {0} (skipped: 0, not read: 0, not held: 0)\n",
        failed.len()
    )));
}

#[test]
fn a_failure_says_what_was_expected_and_what_was_given() {
    let report = contract::conversion()
        .retain(|case| case.id == "lone_empty_text_is_an_empty_string/text")
        .check(|_, _| Answer::Blocks("[]".to_owned()));
    assert_eq!(
        report.to_string(),
        r#"cases of the contract that failed: 1 of 1 (skipped: 0, not read: 0, not held: 0)

lone_empty_text_is_an_empty_string/text (rule lone_empty_text_is_an_empty_string): an empty answer is an answer
      input: {"content":[{"type":"text","text":""}]}
      asked: Conversion { mode: Text, content: Text }
   expected: text "", and besides {"content":[]}
        got: blocks []"#
    );
}

#[test]
#[should_panic(expected = "lone_empty_text_is_an_empty_string/text")]
fn assert_panics_with_the_report() {
    let report = contract::conversion().check(|_, _| Answer::Blocks("[]".to_owned()));
    report.assert();
}

#[test]
fn a_panic_is_a_failure_of_its_case_alone() {
    let report = contract::conversion()
        .catching(|run| drop(catch_unwind(AssertUnwindSafe(run))))
        .check_values(|result, mode| {
            assert_ne!(result["content"][0]["text"], "", "an empty text");
            convert(result, mode)
        });
    assert!(
        report
            .failures
            .iter()
            .all(|failure| failure.got == "panicked")
    );
    assert!(
        report
            .failures
            .iter()
            .all(|failure| failure.input.contains(r#""text":"""#))
    );
    assert!(report.failures.len() > 1);
}

#[test]
fn a_skipped_case_or_rule_is_not_reported() {
    let null_as_absent = |result, asked: &Conversion| match asked.mode() {
        ResultMode::Structured => {
            let non_null = Conversion::from(ResultMode::NonNullStructured);
            convert_result(result, non_null.with_content(asked.content()))
        }
        _ => convert(result, asked),
    };
    let suite = contract::conversion();
    suite
        .clone()
        .skip("explicit_null_is_returned")
        .check_values(null_as_absent)
        .assert();
    let report = suite
        .skip("explicit_null_is_returned/alone")
        .check_values(null_as_absent);
    assert!(!report.failures.is_empty());
    assert!(
        report
            .failures
            .iter()
            .all(|failure| failure.id != "explicit_null_is_returned/alone")
    );
}

#[test]
fn a_skip_that_passes_is_wrong() {
    for id in [
        "explicit_null_is_returned",
        "explicit_null_is_returned/alone",
    ] {
        let report = contract::conversion().skip(id).check_values(convert);
        assert_eq!(
            (report.needless.as_slice(), report.is_ok()),
            ([id.to_owned()].as_slice(), false)
        );
        assert!(
            report
                .to_string()
                .ends_with(&format!("\n\n{id}: is skipped, but passes"))
        );
    }
}

#[test]
fn a_skip_of_a_rule_holds_as_long_as_one_case_fails() {
    let suite = contract::conversion().skip("other_result_type_is_incomplete");
    suite
        .check_values(|mut result, mode| {
            if result["resultType"] == "Complete" {
                result["resultType"] = "complete".into();
            }
            convert(result, mode)
        })
        .assert();
}

#[test]
fn a_skip_that_names_nothing_is_wrong() {
    for suite in [
        contract::conversion(),
        contract::conversion().only("explicit_null_is_returned"),
    ] {
        let report = suite.skip("explicit_null").check_values(convert);
        assert_eq!(
            (report.unknown.as_slice(), report.is_ok()),
            (["explicit_null".to_owned()].as_slice(), false)
        );
        assert!(
            report
                .to_string()
                .ends_with("\n\nexplicit_null: there is no case or rule of this name")
        );
    }
    let report = contract::conversion()
        .only("no_such_rule")
        .check_values(convert);
    assert_eq!(report.unknown, ["no_such_rule"]);
}

#[test]
fn a_skip_of_another_rule_does_not_disturb_a_rule_alone() {
    let suite = contract::conversion().only("result_is_an_object");
    suite
        .skip("explicit_null_is_returned")
        .check_values(convert)
        .assert();
}

#[test]
fn a_skip_of_what_the_build_does_not_keep_is_not_wrong() {
    let keeps_numbers = serde_json::from_str::<Value>("1E400").is_ok();
    for number in ["beyond_double", "trailing_zero"] {
        let report = contract::conversion()
            .skip(&format!("numbers_are_kept/{number}"))
            .check_values(convert);
        assert_eq!(report.needless.is_empty(), !keeps_numbers);
    }
    let members = serde_json::json!({"b": 0, "a": 0});
    let keeps_order = members.as_object().unwrap().keys().eq(["b", "a"]);
    let report = contract::conversion()
        .skip("member_order_is_kept")
        .check_values(convert);
    assert_eq!(report.needless.is_empty(), !keeps_order);
}

#[test]
fn an_answer_may_spell_a_string_in_another_way_unless_the_check_is_exact() {
    let suite = contract::conversion()
        .retain(|case| case.id == "structured_value_is_returned_as_sent/string_structured");
    let answer = |_: &str, _: &Conversion| Answer::Structured(r#""s\u0075nny""#.to_owned());
    assert!(suite.check(answer).is_ok());
    assert!(!suite.exact().check(answer).is_ok());
}

#[test]
fn a_skip_that_passes_an_exact_check_is_wrong_in_every_build() {
    let suite = contract::stripping().skip("member_order_stays/unchanged");
    let suite = suite.retain(|case| case.rule == "member_order_stays");
    let report = suite
        .exact()
        .check(|input, _| Answer::Sent(input.to_owned()));
    assert_eq!(report.needless, ["member_order_stays/unchanged"]);

    let suite = contract::conversion().skip("numbers_are_kept/trailing_zero");
    let suite = suite.retain(|case| case.id == "numbers_are_kept/trailing_zero");
    let report = suite
        .exact()
        .check(|_, _| Answer::Structured("[1.50]".to_owned()));
    assert_eq!(report.needless, ["numbers_are_kept/trailing_zero"]);
}

#[test]
fn only_what_serde_json_cannot_read_may_be_left_unread() {
    let suite = contract::conversion();
    let report = suite.check(|_, _| Answer::Unread);
    let unread = suite
        .cases()
        .iter()
        .filter(|case| serde_json::from_str::<Value>(&case.input).is_ok());
    assert_eq!(report.failures.len(), unread.count());
    assert!(report.failures.len() < suite.cases().len());
}

#[test]
fn an_implementation_may_tell_less() {
    let told = |result, mode: &Conversion| match convert(result, mode) {
        Ok(converted) => Answer::Value(converted.into_value().to_string()),
        Err(ConvertError::Tool(_)) => Answer::Tool(None),
        Err(ConvertError::Incomplete(_)) => Answer::Incomplete(None),
        _ => Answer::Malformed(None),
    };
    contract::conversion().check_values(told).assert();
    contract::stripping()
        .check_values(|mut result, to| {
            match mcp_result::strip_for_legacy_peer(&mut result, to.kind(), to.peer()) {
                Ok(_) => Answer::Sent(result.to_string()),
                Err(_) => Answer::Refused(None),
            }
        })
        .assert();
}

#[test]
fn an_unrecognised_result_type_may_be_called_malformed() {
    let strict = |place: fn() -> Option<Mismatch>| {
        contract::conversion().check_values(move |result, asked| match convert(result, asked) {
            Err(ConvertError::Incomplete(error))
                if !["input_required", "task"].contains(&error.result_type()) =>
            {
                Answer::Malformed(place()).into()
            }
            other => contract::Outcome::from(other),
        })
    };
    strict(|| None).assert();
    strict(|| {
        let [pointer, expected, found] = ["/resultType", "complete", "later"].map(String::from);
        Some(Mismatch {
            pointer,
            expected,
            found,
        })
    })
    .assert();
    // One that the protocol knows is not malformed, and none is a success.
    let report =
        contract::conversion().check_values(|result, asked| match convert(result, asked) {
            Err(ConvertError::Incomplete(_)) => Answer::Malformed(None),
            Err(error) => Answer::from(&error),
            Ok(converted) => converted.output.into(),
        });
    assert!(!report.failures.is_empty());
    let known = |input: &str| input.contains("input_required") || input.contains("task");
    assert!(report.failures.iter().all(|failure| known(&failure.input)));
}

#[test]
fn what_an_implementation_tells_is_checked() {
    let wrong = || Some("wrong".to_owned());
    let report = contract::conversion().check_values(|result, mode| match convert(result, mode) {
        Ok(converted) => contract::Outcome {
            answer: converted.output.into(),
            rest: Some("[]".to_owned()),
        },
        Err(ConvertError::Tool(_)) => Answer::Tool(Some(wrong().into_iter().collect())).into(),
        Err(ConvertError::Incomplete(_)) => Answer::Incomplete(wrong()).into(),
        Err(error) => {
            let Answer::Malformed(Some(place)) = Answer::from(&error) else {
                panic!()
            };
            Answer::Malformed(Some(Mismatch {
                found: String::new(),
                ..place
            }))
            .into()
        }
    });
    let readable = contract::conversion()
        .cases()
        .iter()
        .filter(|case| serde_json::from_str::<Value>(&case.input).is_ok())
        .count();
    assert_eq!(report.failures.len(), readable);
}

#[test]
fn an_error_gives_the_result_back_untouched() {
    let report = contract::stripping().check_values(|mut result, to| {
        let stripped = mcp_result::strip_for_legacy_peer(&mut result, to.kind(), to.peer());
        if stripped.is_err() {
            result["isError"] = true.into();
        }
        (result, stripped)
    });
    let rules: BTreeSet<_> = report
        .failures
        .iter()
        .map(|failure| failure.rule.as_str())
        .collect();
    assert_eq!(
        rules,
        [
            "content_that_cannot_hold_the_value_is_refused",
            "incomplete_result_is_refused"
        ]
        .into()
    );
}

#[test]
fn an_exact_check_sees_the_order_of_members_in_every_build() {
    let sent = |id: &'static str, json: &'static str| {
        let suite = contract::stripping().retain(|case| case.id == id).exact();
        suite.check(|_, _| Answer::Sent(json.to_owned())).is_ok()
    };
    let unchanged = "member_order_stays/unchanged";
    assert!(sent(unchanged, r#"{"z" : {"y":1,"b":2}, "a":2}"#));
    assert!(!sent(unchanged, r#"{"z":{"b":2,"y":1},"a":2}"#));
    let text_added = "member_order_stays/structured_content";
    assert!(sent(
        text_added,
        r#"{"z":1,"content":[{"type":"text","text":"3"}],"a":2}"#
    ));
    assert!(!sent(
        text_added,
        r#"{"a":2,"content":[{"type":"text","text":"3"}],"z":1}"#
    ));
}

#[test]
fn an_added_block_may_have_its_members_in_either_order() {
    let sent = |json: &'static str, suite: contract::Suite<contract::Recipient>| {
        let id = "value_is_written_before_what_does_not_say_it/prose";
        let suite = suite.retain(|case| case.id == id);
        suite.check(|_, _| Answer::Sent(json.to_owned())).is_ok()
    };
    let prose = r#"{"type":"text","text":"Found 3."}"#;
    let texts = [
        (r#"{"type":"text","text":"3"}"#, true),
        (r#"{ "text": "3", "type": "text" }"#, true),
        (r#"{"text":"4","type":"text"}"#, false),
        (r#"{"text":"3 ","type":"text"}"#, false),
        (r#"{"text":"3","type":"Text"}"#, false),
        (r#"{"text":"3"}"#, false),
        (r#"{"text":"3","type":"text","_meta":{}}"#, false),
    ];
    for (added, is_right) in texts {
        let json: &str = format!(r#"{{"content":[{added},{prose}]}}"#).leak();
        assert_eq!(sent(json, contract::stripping()), is_right, "{json}");
        assert_eq!(
            sent(json, contract::stripping().exact()),
            is_right,
            "{json}"
        );
    }
}

#[test]
fn an_exact_check_takes_no_other_outcome_for_what_a_library_does_not_keep() {
    let case = |suite: contract::Suite<contract::Recipient>| {
        suite.retain(|case| case.id == "differing_number_does_not_say_the_value/above_u64")
    };
    let mirrored = |_: &str, _: &contract::Recipient| {
        let block = r#"{"type":"text","text":"[18446744073709551616]"}"#;
        Answer::Sent(format!(r#"{{"content":[{block}]}}"#))
    };
    let keeps_numbers = serde_json::from_str::<Value>("1E400").is_ok();
    let report = case(contract::stripping()).check(mirrored);
    assert_eq!(report.is_ok(), !keeps_numbers);
    let report = case(contract::stripping().exact()).check(mirrored);
    assert!(!report.is_ok());
    assert!(!report.to_string().contains(" or: "), "{report}");
}

#[test]
fn what_serde_json_keeps_in_every_build_is_checked_in_every_build() {
    let above_2_53 = "differing_number_does_not_say_the_value/above_2_53";
    let suite = contract::stripping().retain(|case| case.id == above_2_53);
    let report = suite.check(|_, _| {
        let block = r#"{"type":"text","text":"[9007199254740992]"}"#;
        Answer::Sent(format!(r#"{{"content":[{block}]}}"#))
    });
    assert!(!report.is_ok());
    let suite = contract::conversion().skip("numbers_are_kept/above_2_53");
    let report = suite.check_values(convert);
    assert_eq!(report.needless, ["numbers_are_kept/above_2_53"]);
}

#[test]
fn what_the_types_do_not_hold_is_counted_and_no_failure() {
    let typed = |result: Value, asked: &Conversion| match result {
        Value::Object(_) => convert(result, asked).into(),
        _ => contract::Outcome::from(Answer::NotHeld),
    };
    let report = contract::conversion().check_values(typed);
    report.assert();
    let no_objects = |case: &&contract::Case<Conversion>| !case.input.starts_with('{');
    let suite = contract::conversion();
    assert_eq!(
        report.not_held,
        suite.cases().iter().filter(no_objects).count()
    );
    assert_eq!(report.asked, suite.cases().len());
    // A rule alone may be about nothing else.
    let rule = contract::conversion().only("result_is_an_object");
    let report = rule.check_values(typed);
    report.assert();
    assert_eq!(report.not_held, report.asked);
}

#[test]
fn a_check_of_nothing_is_wrong() {
    let reports = [
        contract::conversion()
            .retain(|_| false)
            .check_values(convert),
        contract::conversion()
            .only("result_is_an_object")
            .retain(|_| false)
            .check_values(convert),
        contract::conversion().check(|_, _| Answer::NotHeld),
        contract::conversion()
            .retain(|case| case.id == "numbers_are_kept/beyond_double")
            .check(|_, _| Answer::NotHeld),
    ];
    for report in reports {
        assert!(report.is_vacuous && !report.is_ok());
        let shown = report.to_string();
        assert!(shown.ends_with("\n\nnothing was left to check"), "{shown}");
    }
    // What is left out may be all of one rule.
    contract::conversion()
        .only("explicit_null_is_returned")
        .retain(|case| case.question.mode() == ResultMode::Text)
        .check_values(convert)
        .assert();
}

#[test]
fn a_report_says_how_much_was_checked_and_how_much_of_a_skip_fails() {
    let unchecked = |result: Value, asked: &Conversion| {
        if result.get("task").is_some() && result.get("isError").is_none() {
            return Answer::Blocks("[]".to_owned()).into();
        }
        contract::Outcome::from(convert(result, asked))
    };
    let report = contract::conversion()
        .only("unknown_body_is_no_empty_success")
        .skip("unknown_body_is_no_empty_success")
        .check_values(unchecked);
    report.assert();
    let cases = report.asked;
    assert_eq!(
        report.to_string(),
        format!(
            "cases of the contract that failed: 0 of {cases} (skipped: 4, not read: 0, not held: 0)\n\n\
             unknown_body_is_no_empty_success: is skipped; failed: 4 of {cases}"
        )
    );
    let report = contract::conversion().check_values(convert);
    let unread = contract::conversion()
        .cases()
        .iter()
        .filter(|case| serde_json::from_str::<Value>(&case.input).is_err())
        .count();
    assert_eq!(report.unread, unread);
    assert!(unread > 0);
}

#[test]
fn whitespace_within_a_string_is_compared() {
    let is_given = |id: &'static str, json: &'static str| {
        let suite = contract::stripping().retain(|case| case.id == id).exact();
        suite.check(|_, _| Answer::Sent(json.to_owned())).is_ok()
    };
    let spaces = "written_text_is_compact_json/spaces_in_strings";
    assert!(is_given(
        spaces,
        r#"{ "content": [{"type":"text","text":"[\" a , b \",\": \\\" x\"]"}]}"#
    ));
    assert!(!is_given(
        spaces,
        r#"{ "content": [{"type":"text","text":"[\" a , b \",\": \\\"x\"]"}]}"#
    ));
    assert!(!is_given(
        spaces,
        r#"{ "content": [{"type":"text","text":"[\"a,b\",\": \\\" x\"]"}]}"#
    ));
}
