//! What an adapter's answer to a case amounts to, by the contract's own check.

use mcp_result::contract::{Answer, Outcome};
use mcp_result::convert_result;
use serde_json::Value;

use crate::case::{Case, Part};
use crate::run::takes_any_json;

/// What became of a case.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    Passed,
    /// The implementation gave an error that the contract does not want.
    FailedWithError(Told),
    /// It gave no error, and not what the contract wants.
    FailedSilently(Told),
    /// It was not asked, and why.
    NotApplicable(String),
}

/// What was wanted and what came out, in words.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Told {
    pub wanted: String,
    pub got: String,
}

/// Judges an answer, a JSON object with one of the members that the README names.
pub fn judge(case: &Case, answer: &Value, about: &Value) -> Verdict {
    if let Some(reason) = answer["not_applicable"].as_str() {
        return Verdict::NotApplicable(reason.to_owned());
    }
    let answer = if about["numbers"] == "doubles" {
        spelled_as_wanted(case, answer)
    } else {
        answer.clone()
    };
    let mut wanted = None;
    let outcomes = outcomes(case, &answer);
    for outcome in &outcomes {
        match case.failure(outcome.clone().into()) {
            None => return Verdict::Passed,
            Some(failure) => wanted = Some(failure.expected),
        }
    }
    let told = Told {
        wanted: without_rest(&wanted.expect("every answer has an outcome")),
        got: match answer["error"].as_str() {
            Some(message) => format!("an error: {message}"),
            None => Outcome::from(outcomes[0].clone()).to_string(),
        },
    };
    if !case.is_valid() && !takes_any_json(about) && outcomes.iter().any(is_error) {
        return Verdict::NotApplicable("the result is not valid, and refused".to_owned());
    }
    if outcomes.iter().any(is_error) {
        Verdict::FailedWithError(told)
    } else {
        Verdict::FailedSilently(told)
    }
}

fn is_error(outcome: &Answer) -> bool {
    matches!(
        outcome,
        Answer::Tool(_)
            | Answer::Incomplete(_)
            | Answer::Malformed(_)
            | Answer::Refused(_)
            | Answer::NotHeld
    )
}

/// Neither a time-out nor a program that ended is an answer.
fn is_lost(error: &str) -> bool {
    error.starts_with("no answer") || error.starts_with("the program has ended")
}

/// The outcomes that an answer may stand for: it passes with any of them.
fn outcomes(case: &Case, answer: &Value) -> Vec<Answer> {
    let text = |name: &str| answer[name].as_str().map(str::to_owned);
    if let Some(answers) = answer["any"].as_array() {
        return answers
            .iter()
            .flat_map(|answer| outcomes(case, answer))
            .collect();
    }
    if let Some(result) = text("result") {
        return vec![of_whole_result(case, &result)];
    }
    if let Some(sent) = text("sent") {
        return vec![Answer::Sent(sent)];
    }
    if let Some(value) = text("structured") {
        return vec![Answer::Structured(value)];
    }
    if let Some(value) = text("value") {
        return vec![Answer::Value(value)];
    }
    if let Some(blocks) = text("blocks") {
        return vec![Answer::Blocks(blocks)];
    }
    if let Some(text) = text("text") {
        return vec![Answer::Text(text)];
    }
    if let Some(texts) = answer.get("texts") {
        return vec![Answer::Texts(strings(texts).expect("texts are strings"))];
    }
    if let Some(texts) = answer.get("tool") {
        return vec![Answer::Tool(strings(texts))];
    }
    if let Some(result_type) = answer.get("incomplete") {
        return vec![Answer::Incomplete(result_type.as_str().map(str::to_owned))];
    }
    let error = answer["error"].as_str();
    let error = error.unwrap_or_else(|| panic!("{}: no answer is {answer}", case.id));
    match case.part {
        // No outcome of any case.
        Part::Conversion if is_lost(error) => vec![Answer::Refused(None)],
        Part::Stripping | Part::Translation if is_lost(error) => vec![Answer::Malformed(None)],
        Part::Conversion => vec![Answer::Malformed(None), Answer::Incomplete(None)],
        Part::Stripping | Part::Translation => vec![Answer::Refused(None)],
    }
}

/// Of an implementation that gives its caller the whole result: what a caller who converts it has.
fn of_whole_result(case: &Case, result: &str) -> Answer {
    let Ok(result) = serde_json::from_str(result) else {
        return Answer::Unread;
    };
    match convert_result(result, case.conversion()) {
        Ok(converted) => converted.output.into(),
        Err(error) => Answer::from(&error),
    }
}

fn strings(value: &Value) -> Option<Vec<String>> {
    let strings = value.as_array()?.iter();
    strings
        .map(|text| text.as_str().map(str::to_owned))
        .collect()
}

/// For a language that has doubles alone: a number that is the same double as the wanted one is spelled as that.
fn spelled_as_wanted(case: &Case, answer: &Value) -> Value {
    let mut answer = answer.clone();
    if let Some(answers) = answer["any"].as_array_mut() {
        for answer in answers {
            *answer = spelled_as_wanted(case, answer);
        }
        return answer;
    }
    // A whole result holds what is wanted at the place where the input has it.
    let whole = Value::from(case.input.as_str());
    for (name, json) in answer.as_object_mut().into_iter().flatten() {
        let Some(mut value) = json
            .as_str()
            .and_then(|json| serde_json::from_str(json).ok())
        else {
            continue;
        };
        let wanted = match name.as_str() {
            "result" => vec![&whole],
            "structured" | "blocks" | "sent" | "value" => case
                .outcomes
                .iter()
                .filter_map(Value::as_object)
                .flat_map(|outcome| outcome.values())
                .collect(),
            _ => continue,
        };
        for wanted in wanted.into_iter().filter_map(Value::as_str) {
            if let Ok(wanted) = serde_json::from_str(wanted) {
                respell(&mut value, &wanted);
            }
        }
        *json = value.to_string().into();
    }
    answer
}

fn respell(value: &mut Value, wanted: &Value) {
    match (value, wanted) {
        (value @ Value::Number(_), Value::Number(number)) if value.as_f64() == number.as_f64() => {
            *value = wanted.clone();
        }
        (Value::Array(values), Value::Array(wanted)) => {
            values
                .iter_mut()
                .zip(wanted)
                .for_each(|(value, wanted)| respell(value, wanted));
        }
        (Value::Object(values), Value::Object(wanted)) => {
            for (name, value) in values {
                if let Some(wanted) = wanted.get(name) {
                    respell(value, wanted);
                }
            }
        }
        _ => {}
    }
}

/// What is left of a result is not compared.
fn without_rest(expected: &str) -> String {
    let outcomes = expected.split("\n         or: ");
    let alone = outcomes.map(|outcome| outcome.split(", and besides ").next().unwrap_or_default());
    let mut alone: Vec<_> = alone.collect();
    alone.dedup();
    alone.join(", or ")
}
