//! Bugs in telling whether a text mirrors a value, over JSON text, which keeps what they are about.

use std::collections::BTreeMap;

use mcp_result::contract::{self, Answer, Outcome, Recipient, Report};
use mcp_result::raw::strip_for_legacy_peer;
use mcp_result::{ResultKind, TextFallback};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::assert_broken;

const MIRRORED: &str = "mirrored_value_is_not_written_twice";
const OTHER_NUMBER: &str = "differing_number_does_not_say_the_value";
const OTHER: &str = "value_is_written_before_what_does_not_say_it";
const DEEP: &str = "value_too_deep_to_read_back_is_refused";

/// JSON as it is spelled, its members in order, duplicates included.
enum Json {
    Scalar(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

/// How JSON is read and compared.
struct Reader {
    are_equal_numbers: fn(&str, &str) -> bool,
    are_equal_strings: fn(&str, &str) -> bool,
    order_counts: bool,
    first_duplicate_counts: bool,
    max_levels: usize,
}

const CORRECT: Reader = Reader {
    are_equal_numbers: |a, b| decimal(a) == decimal(b),
    are_equal_strings: |a, b| unescaped(a) == unescaped(b),
    order_counts: false,
    first_duplicate_counts: false,
    max_levels: usize::MAX,
};

fn unescaped(string: &str) -> String {
    serde_json::from_str(string).unwrap()
}

/// Sign, whether it is spelled as a float, digits without zeros around them, and the power of ten
/// behind them.
fn decimal(number: &str) -> (bool, bool, String, i64) {
    let unsigned = number.trim_start_matches('-');
    let is_float = unsigned.contains(['.', 'e', 'E']);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{integer}{fraction}");
    let significant = digits.trim_end_matches('0');
    let zeros = i64::try_from(digits.len() - significant.len()).unwrap();
    let fraction = i64::try_from(fraction.len()).unwrap();
    let exponent = exponent.parse::<i64>().unwrap() - fraction + zeros;
    let significant = significant.trim_start_matches('0');
    let exponent = if significant.is_empty() { 0 } else { exponent };
    (
        unsigned != number,
        is_float,
        significant.to_owned(),
        exponent,
    )
}

impl Reader {
    fn read(&self, text: &str) -> Option<Json> {
        let text = text.trim_matches([' ', '\t', '\n', '\r']);
        serde_json::from_str::<&RawValue>(text).ok()?;
        Some(self.value(text))
    }

    fn value(&self, text: &str) -> Json {
        match text.as_bytes()[0] {
            b'[' => Json::Array(parts(text).iter().map(|part| self.value(part)).collect()),
            b'{' => {
                let parts = parts(text);
                let mut members: Vec<(String, Json)> = Vec::new();
                for member in parts.chunks(2) {
                    let (name, value) = (unescaped(member[0]), self.value(member[1]));
                    let earlier = members.iter_mut().find(|(earlier, _)| *earlier == name);
                    match earlier {
                        Some(_) if self.first_duplicate_counts => {}
                        Some((_, earlier)) => *earlier = value,
                        None => members.push((name, value)),
                    }
                }
                if !self.order_counts {
                    members.sort_by(|(a, _), (b, _)| a.cmp(b));
                }
                Json::Object(members)
            }
            _ => Json::Scalar(text.to_owned()),
        }
    }

    fn are_equal(&self, a: &Json, b: &Json) -> bool {
        match (a, b) {
            (Json::Scalar(a), Json::Scalar(b)) => {
                a == b
                    || match (a.as_bytes()[0], b.as_bytes()[0]) {
                        (b'"', b'"') => (self.are_equal_strings)(a, b),
                        (b'-' | b'0'..=b'9', b'-' | b'0'..=b'9') => (self.are_equal_numbers)(a, b),
                        _ => false,
                    }
            }
            (Json::Array(a), Json::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.are_equal(a, b))
            }
            (Json::Object(a), Json::Object(b)) => {
                let equal = |((a, x), (b, y)): (&(String, Json), &(String, Json))| {
                    a == b && self.are_equal(x, y)
                };
                a.len() == b.len() && a.iter().zip(b).all(equal)
            }
            _ => false,
        }
    }

    fn mirrors(&self, text: &str, value: &str) -> bool {
        let levels = value.bytes().take_while(|byte| *byte == b'[').count();
        let (Some(a), Some(b)) = (self.read(text), self.read(value)) else {
            return false;
        };
        levels <= self.max_levels && self.are_equal(&a, &b)
    }
}

/// The names and values, or the elements, of an object or an array.
fn parts(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut levels, mut start, mut in_string, mut is_escaped) = (0, 1, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = in_string,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'{' => levels += 1,
            b',' | b':' if levels == 1 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            b']' | b'}' => {
                levels -= 1;
                if levels == 0 {
                    parts.push(&text[start..at]);
                }
            }
            _ => {}
        }
    }
    let parts = parts
        .into_iter()
        .map(|part| part.trim_matches([' ', '\t', '\n', '\r']));
    parts.filter(|part| !part.is_empty()).collect()
}

/// Strips as this crate does, but takes the word of another for whether a text mirrors the value.
fn strip(json: &str, to: &Recipient, mirrors: &impl Fn(&str, &str) -> bool) -> Outcome {
    let correct = || Outcome::from(strip_for_legacy_peer(json, to.kind(), to.peer()));
    let Some((text, value)) = text_and_value(json) else {
        return correct();
    };
    let decides = to.kind() == ResultKind::ToolsCall
        && to.text_fallback == TextFallback::Lossless
        && to.peer().version().is_legacy()
        && !value.starts_with('{');
    if !decides {
        return correct();
    }
    let peer = to.peer().with_text_fallback(TextFallback::WhenEmpty);
    let Ok(stripped) = strip_for_legacy_peer(json, to.kind(), peer) else {
        return correct();
    };
    let sent = stripped.json();
    if mirrors(&text, value) {
        return Answer::Sent(sent.to_owned()).into();
    }
    let alone = format!(r#"{{"structuredContent":{value}}}"#);
    match strip_for_legacy_peer(&alone, to.kind(), peer) {
        Ok(added) => {
            let block = added.json().strip_prefix(r#"{"content":["#);
            let block = block.and_then(|block| block.strip_suffix("]}")).unwrap();
            let content = r#""content":["#;
            let with_text = sent.replacen(content, &format!("{content}{block},"), 1);
            Answer::Sent(with_text).into()
        }
        Err(_) => Answer::Refused(None).into(),
    }
}

/// The text of the first block, and the value, if there are both.
fn text_and_value(json: &str) -> Option<(String, &str)> {
    let members: BTreeMap<String, &RawValue> = serde_json::from_str(json).ok()?;
    let blocks: Vec<Value> = serde_json::from_str(members.get("content")?.get()).ok()?;
    let first = blocks.first()?;
    let text = first["text"].as_str().filter(|_| first["type"] == "text")?;
    Some((text.to_owned(), members.get("structuredContent")?.get()))
}

fn check(mirrors: impl Fn(&str, &str) -> bool) -> Report {
    let suite = contract::stripping().exact();
    suite.check(|json, to| strip(json, to, &mirrors))
}

#[track_caller]
fn assert_reading_breaks(rules: &[&str], reader: &Reader) {
    assert_broken(&check(|text, value| reader.mirrors(text, value)), rules);
}

#[test]
fn the_reader_has_no_bug_of_its_own() {
    assert_reading_breaks(&[], &CORRECT);
}

fn double(number: &str) -> f64 {
    number.parse().unwrap()
}

#[test]
fn numbers_are_compared_as_doubles() {
    let reader = Reader {
        are_equal_numbers: |a, b| double(a).to_bits() == double(b).to_bits(),
        ..CORRECT
    };
    assert_reading_breaks(&[OTHER_NUMBER], &reader);
}

#[test]
fn zeros_of_any_sign_are_equal() {
    let reader = Reader {
        are_equal_numbers: |a, b| {
            let unsigned = |number: &str| number.trim_start_matches('-').to_owned();
            let is_zero = |number: &str| decimal(number).2.is_empty();
            match (is_zero(a), is_zero(b)) {
                (true, true) => decimal(&unsigned(a)) == decimal(&unsigned(b)),
                _ => decimal(a) == decimal(b),
            }
        },
        ..CORRECT
    };
    assert_reading_breaks(&[OTHER_NUMBER], &reader);
}

#[test]
fn an_integer_equals_a_float() {
    let reader = Reader {
        are_equal_numbers: |a, b| {
            let (a, b) = (decimal(a), decimal(b));
            (a.0, a.2, a.3) == (b.0, b.2, b.3)
        },
        ..CORRECT
    };
    assert_reading_breaks(&[OTHER_NUMBER], &reader);
}

#[test]
fn numbers_are_compared_as_they_are_spelled() {
    let reader = Reader {
        are_equal_numbers: |a, b| a == b,
        ..CORRECT
    };
    assert_reading_breaks(&[MIRRORED], &reader);
}

#[test]
fn small_numbers_are_taken_for_zero() {
    let reader = Reader {
        are_equal_numbers: |a, b| {
            decimal(a) == decimal(b)
                || double(a) == 0.0
                    && double(b) == 0.0
                    && a != b
                    && a.starts_with('-') == b.starts_with('-')
                    && decimal(a).1 == decimal(b).1
        },
        ..CORRECT
    };
    assert_reading_breaks(&[OTHER_NUMBER], &reader);
}

#[test]
fn strings_are_compared_as_they_are_spelled() {
    let reader = Reader {
        are_equal_strings: |a, b| a == b,
        ..CORRECT
    };
    assert_reading_breaks(&[MIRRORED], &reader);
}

#[test]
fn strings_are_compared_without_case() {
    let reader = Reader {
        are_equal_strings: |a, b| unescaped(a).to_lowercase() == unescaped(b).to_lowercase(),
        ..CORRECT
    };
    assert_reading_breaks(&[OTHER], &reader);
}

#[test]
fn strings_are_compared_without_white_space() {
    let reader = Reader {
        are_equal_strings: |a, b| {
            let words = |string: &str| {
                let words: Vec<_> = unescaped(string)
                    .split_whitespace()
                    .map(str::to_owned)
                    .collect();
                words
            };
            words(a) == words(b)
        },
        ..CORRECT
    };
    assert_reading_breaks(&[OTHER], &reader);
}

#[test]
fn the_order_of_members_counts() {
    let reader = Reader {
        order_counts: true,
        ..CORRECT
    };
    assert_reading_breaks(&[MIRRORED], &reader);
}

#[test]
fn the_first_duplicate_counts() {
    let reader = Reader {
        first_duplicate_counts: true,
        ..CORRECT
    };
    assert_reading_breaks(&[MIRRORED, OTHER], &reader);
}

#[test]
fn a_deep_mirror_is_not_read() {
    let reader = Reader {
        max_levels: 127,
        ..CORRECT
    };
    assert_reading_breaks(&[DEEP], &reader);
}

#[test]
fn white_space_counts() {
    let report = check(|text, value| text == value);
    assert_broken(&report, &[MIRRORED]);
}

#[test]
fn white_space_in_strings_and_names_does_not_count() {
    let without_space = |text: &str| text.split_whitespace().collect::<String>();
    let report = check(|text, value| {
        CORRECT.mirrors(text, value) || without_space(text) == without_space(value)
    });
    assert_broken(&report, &[OTHER]);
}

#[test]
fn white_space_of_other_kinds_does_not_count() {
    let report = check(|text, value| {
        let text = text.trim_start_matches(['\u{feff}', '\u{a0}']);
        CORRECT.mirrors(text, value)
    });
    assert_broken(&report, &[OTHER]);
}

#[test]
fn words_without_quotes_mirror_a_string() {
    let report = check(|text, value| CORRECT.mirrors(text, value) || format!("{text:?}") == value);
    assert_broken(&report, &[OTHER]);
}

#[test]
fn a_lenient_parser_reads_the_text() {
    let report = check(|text, value| {
        let text = text.split(" //").next().unwrap_or_default();
        let text = text
            .trim_start_matches("```json\n")
            .trim_end_matches("\n```");
        let text = text.replace(",]", "]").replace('\'', "\"");
        let text = text.replace("True", "true").replace("None", "null");
        CORRECT.mirrors(&text, value)
    });
    assert_broken(&report, &[OTHER]);
}

#[test]
fn a_part_of_the_value_mirrors_it() {
    let report = check(|text, value| {
        CORRECT.mirrors(text, value)
            || text.len() > 1 && value.starts_with(text.trim_end_matches([']', '}']))
    });
    assert_broken(&report, &[OTHER, OTHER_NUMBER]);
}
