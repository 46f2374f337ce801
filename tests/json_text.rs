//! What is JSON and what is not, in the shapes of the public JSON parsing test suite: texts that every
//! parser has to accept, that every parser has to refuse, and that are left to it. Each as a whole text,
//! as a value that is passed over, and as a text that is compared with a value.

use mcp_result::raw::{ConvertError, Output, convert_result, strip_for_legacy_peer};
use mcp_result::rules::mirrors;
use mcp_result::{ProtocolVersion, ResultKind, ResultMode};
use serde::de::IgnoredAny;
use serde_json::{Value, json};

const ACCEPTED: &[&str] = &[
    // arrays
    "[]",
    "[ ]",
    "[[]   ]",
    "[\"\"]",
    "[\"a\"]",
    "[false]",
    "[null]",
    "[true]",
    "[1\n]",
    " [1]",
    "[2] ",
    "[null, 1, \"1\", {}]",
    "[1,null,null,null,2]",
    // numbers
    "[0]",
    "[-0]",
    "[-1]",
    "[-123]",
    "[1]",
    "[123]",
    "[0e+1]",
    "[0e1]",
    "[1E22]",
    "[1E-2]",
    "[1E+2]",
    "[20e1]",
    "[123e65]",
    "[123.456e78]",
    "[123e-10000000]",
    "[123.456789]",
    "[1.000000000000000005]",
    "[ 4]",
    "[0.5]",
    "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]",
    "[-0.0]",
    "[0.0e-0]",
    // objects
    "{}",
    "{\"\":0}",
    "{\"a\":[]}",
    "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}",
    "{\"asd\":\"sdf\"}",
    "{\"a\":\"b\",\"a\":\"c\"}",
    "{\"a\":\"b\",\"a\":\"b\"}",
    "{\"foo\\u0000bar\": 42}",
    "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }",
    "{\"x\":[{\"id\": \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}], \"id\": \"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}",
    "{\"title\":\"\\u041f\\u043e\\u043b\\u0442\\u043e\\u0440\\u0430\" }",
    "{\n\"a\": \"b\"\n}",
    "{\"a\" : 1}",
    "{\"a\":\t1}",
    // strings
    "[\"\\u0060\\u012a\\u12AB\"]",
    "[\"\\uD801\\udc37\"]",
    "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]",
    "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
    "[\"\\\\u0000\"]",
    "[\"\\\"\"]",
    "[\"a/*b*/c/*d//e\"]",
    "[\"\\\\a\"]",
    "[\"\\\\n\"]",
    "[\"\\u0012\"]",
    "[\"\\uFFFF\"]",
    "[\"asd\"]",
    "[ \"asd\"]",
    "[\"\\uDBFF\\uDFFF\"]",
    "[\"new\\u00A0line\"]",
    "[\"\u{10ffff}\"]",
    "[\"\u{ffff}\"]",
    "[\"\\u0000\"]",
    "[\"\\u002c\"]",
    "[\"π\"]",
    "[\"\u{1bfff}\"]",
    "[\"asd \"]",
    "\" \"",
    "[\"\\uD834\\uDd1e\"]",
    "[\"\\u0821\"]",
    "[\"\\u0123\"]",
    "[\"\u{2028}\"]",
    "[\"\u{2029}\"]",
    "[\"\\u0061\\u30af\\u30EA\\u30b9\"]",
    "[\"new\\u000Aline\"]",
    "[\"\u{7f}\"]",
    "[\"\\uA66D\"]",
    "[\"\\u005C\"]",
    "[\"⍂㈴⍂\"]",
    "[\"\\u200B\"]",
    "[\"\\u2064\"]",
    "[\"\\uFDD0\"]",
    "[\"\\uFFFE\"]",
    "[\"\\uDBFF\\uDFFE\"]",
    "[\"\\u0022\"]",
    "[\"€𝄞\"]",
    "[\"aa\u{7f}\"]",
    "[\"\u{feff}\"]",
    // whole texts and white space
    "false",
    "42",
    "-0.1",
    "null",
    "\"asd\"",
    "true",
    "\"\"",
    "[\"a\"]\n",
    "[true]",
    " [] ",
    "\t\r\n 1 \t\r\n",
    "\n\n{}",
];

const REFUSED: &[&str] = &[
    // arrays
    "[1 true]",
    "[\"\": 1]",
    "[\"\"],",
    "[,1]",
    "[1,,2]",
    "[\"x\",,]",
    "[\"x\"]]",
    "[\"\",]",
    "[\"x\"",
    "[x",
    "[3[4]]",
    "[1:2]",
    "[,]",
    "[-]",
    "[   , \"\"]",
    "[\"a\",\n4\n,1,",
    "[1,]",
    "[1,,]",
    "[\"\u{b}a\"\\f]",
    "[*]",
    "[\"\"",
    "[1,",
    "[1,\n1\n,1",
    "[{}",
    "[1}",
    "[",
    "[[",
    "]",
    "[[]",
    "[]]",
    "[0 ",
    "[a]",
    // literals
    "[fals]",
    "[nul]",
    "[tru]",
    "[nullx]",
    "[True]",
    "[NULL]",
    "[NaN]",
    "[Infinity]",
    "[undefined]",
    "tru",
    "nulll",
    "truefalse",
    // numbers
    "[++1234]",
    "[+1]",
    "[+Inf]",
    "[-01]",
    "[-1.0.]",
    "[-2.]",
    "[-NaN]",
    "[.-1]",
    "[.2e-3]",
    "[0.1.2]",
    "[0.3e+]",
    "[0.3e]",
    "[0.e1]",
    "[0E+]",
    "[0E]",
    "[0e+]",
    "[0e]",
    "[1.0e+]",
    "[1.0e-]",
    "[1.0e]",
    "[1 000.0]",
    "[1eE2]",
    "[2.e+3]",
    "[2.e-3]",
    "[2.e3]",
    "[9.e+]",
    "[Inf]",
    "[１]",
    "[1+2]",
    "[0x1]",
    "[0x42]",
    "[-foo]",
    "[- 1]",
    "[-012]",
    "[-.123]",
    "[-1x]",
    "[1ea]",
    "[1.]",
    "[.123]",
    "[1.2a-3]",
    "[1.8011670033376514H-308]",
    "[012]",
    "[00]",
    "-",
    "1.",
    "1e",
    "1e+",
    "01",
    "-01",
    ".1",
    "+1",
    "1_000",
    "--1",
    "1.5.",
    "1e1.5",
    "2@",
    "0 0",
    // objects
    "{[: \"x\"}",
    "{\"x\", null}",
    "{\"x\"::\"b\"}",
    "{🇨🇭}",
    "{\"a\":\"a\" 123}",
    "{key: 'value'}",
    "{\"a\" b}",
    "{:\"b\"}",
    "{\"a\" \"b\"}",
    "{\"a\":",
    "{\"a\"",
    "{1:1}",
    "{9999E9999:1}",
    "{null:null,null:null}",
    "{\"id\":0,,,,,}",
    "{'a':0}",
    "{\"id\":0,}",
    "{\"a\":\"b\"}/**/",
    "{\"a\":\"b\"}/**//",
    "{\"a\":\"b\"}//",
    "{\"a\":\"b\"}/",
    "{\"a\":\"b\",,\"c\":\"d\"}",
    "{a: \"b\"}",
    "{\"a\":\"a",
    "{ \"foo\" : \"bar\", \"a\" }",
    "{\"a\":\"b\"}#",
    "{",
    "}",
    "{]",
    "{,",
    "{\"a\":1",
    "{\"a\":1,",
    "{\"a\":1]",
    "{\"a\"}",
    "{\"a\":}",
    "{\"a\":1 \"b\":2}",
    "{\"a\":1,]",
    "{{}}",
    "{[]:1}",
    "{\"a\":1}}",
    "{}}",
    // strings
    "[\"\\uD800\\\"]",
    "[\"\\uD800\\u\"]",
    "[\"\\uD800\\u1\"]",
    "[\"\\uD800\\u1x\"]",
    "[é]",
    "[\"\\\u{0}\"]",
    "[\"\\x00\"]",
    "[\"\\\\\\\"]",
    "[\"\\\t\"]",
    "[\"\\🌀\"]",
    "[\"\\\"]",
    "[\"\\u00A\"]",
    "[\"\\uD834\\uDd\"]",
    "[\"\\uD800\\uD800\\x\"]",
    "[\"\\a\"]",
    "[\"\\uqqqq\"]",
    "[\\u0020\"asd\"]",
    "[\\n]",
    "\"",
    "['single quote']",
    "abc",
    "[\"\\",
    "[\"a\u{0}a\"]",
    "[\"new\nline\"]",
    "[\"\t\"]",
    "\"\\UA66D\"",
    "\"\"x",
    "[\"\\u+123\"]",
    "[\"\\u 123\"]",
    "[\"\u{1f}\"]",
    "\"\\",
    "\"\\u",
    "\"\\u1",
    "[\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\u{1}\"]",
    // whole texts and white space
    "",
    " ",
    "<.>",
    "[<null>]",
    "[1]x",
    "[1]]",
    "[\"asd]",
    "aå",
    "[True",
    "1]",
    "{\"x\": true,",
    "[][]",
    "å",
    "\u{feff}",
    "\u{feff}{}",
    "\u{2060}",
    "[\u{2060}]",
    "[\u{c}]",
    "[\u{b}]",
    "[\u{a0}]",
    "[\\u000A\"\"]",
    "{\"\":",
    "{}#",
    "[[{",
    "*",
    "{\"asd\":\"asd\"",
    "\u{0}",
    "[1]\u{0}",
    "1\u{0}",
    "[\u{0}]",
    "\u{0}[]",
    ",",
    ":",
    "[],",
    "{},{}",
    "null,",
    "//",
    "/**/1",
];

/// Left to the parser. They are JSON by its grammar, and accepted.
const ACCEPTED_HERE: &[&str] = &[
    "[123.456e-789]",
    "[0.4e00669999999999999999999999999999999999999999999999999999999999999999999999969999999006]",
    "[-1e+9999]",
    "[1.5e+9999]",
    "[-123123e100000]",
    "[123123e100000]",
    "[123e-10000000]",
    "[-123123123123123123123123123123]",
    "[100000000000000000000]",
    "[-237462374673276894279832749832423479823246327846]",
    "{\"\\uDFAA\":0}",
    "[\"\\uDADA\"]",
    "[\"\\uD888\\u1234\"]",
    "[\"\\uD800\\n\"]",
    "[\"\\uDd1ea\"]",
    "[\"\\uD800\\uD800\\n\"]",
    "[\"\\ud800\"]",
    "[\"\\ud800abc\"]",
    "[\"\\uDd1e\\uD834\"]",
    "[\"\\uDFAA\"]",
    "\"\\ud800\\udbff\"",
];

fn is_json(text: &str) -> bool {
    let is_json = |result: &str| {
        [ResultMode::Text, ResultMode::Structured, ResultMode::Model]
            .map(|mode| !matches!(convert_result(result, mode), Err(ConvertError::NotJson(_))))
    };
    let kinds = [ResultKind::ToolsCall, ResultKind::ToolsList].map(|kind| {
        let stripped = strip_for_legacy_peer(text, kind, ProtocolVersion::V2025_11_25);
        !matches!(stripped, Err(mcp_result::raw::StripError::NotJson(_)))
    });
    // The same text in each place where a value can be.
    let places = [
        "TEXT",
        "{\"_meta\":TEXT}",
        "{\"_meta\":[[TEXT]]}",
        "{\"content\":TEXT}",
        "{\"content\":[TEXT]}",
        "{\"content\":[{\"type\":TEXT}]}",
        "{\"content\":[{\"type\":\"text\",\"text\":TEXT}]}",
        "{\"structuredContent\":{\"a\":{\"b\":TEXT}}}",
        "{\"structuredContent\":{\"a\":[0,TEXT,{}]}}",
    ];
    let answers = places.map(|place| is_json(&place.replace("TEXT", text)));
    assert!(
        answers
            .as_flattened()
            .iter()
            .all(|answer| *answer == answers[0][0]),
        "{text:?}: {answers:?}"
    );
    assert!(
        kinds.iter().all(|answer| *answer == answers[0][0]),
        "{text:?}: {kinds:?}"
    );
    answers[0][0]
}

#[test]
fn what_every_parser_accepts_is_json() {
    for text in ACCEPTED {
        assert!(serde_json::from_str::<IgnoredAny>(text).is_ok(), "{text:?}");
        assert!(is_json(text), "{text:?}");
        if let Ok(value) = serde_json::from_str::<Value>(text) {
            assert!(mirrors(text, &value), "{text:?}");
        }
    }
}

#[test]
fn what_every_parser_refuses_is_not_json() {
    for text in REFUSED {
        assert!(
            serde_json::from_str::<IgnoredAny>(text).is_err(),
            "{text:?}"
        );
        // Within another text some would be JSON, or another error's.
        for mode in [ResultMode::Text, ResultMode::Structured] {
            let converted = convert_result(text, mode);
            assert!(
                matches!(converted, Err(ConvertError::NotJson(_))),
                "{text:?}"
            );
        }
        for value in [
            json!([]),
            json!({}),
            json!(null),
            json!(""),
            json!(0),
            json!([0]),
            json!([""]),
        ] {
            assert!(!mirrors(text, &value), "{text:?}");
        }
    }
}

#[test]
fn what_is_left_to_the_parser_is_accepted() {
    for text in ACCEPTED_HERE {
        assert!(serde_json::from_str::<IgnoredAny>(text).is_ok(), "{text:?}");
        assert!(is_json(text), "{text:?}");
    }
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":[", "]}]")] {
        let text = [&open.repeat(100_000), "0", &close.repeat(100_000)].concat();
        assert!(is_json(&text));
        for broken in [&text[1..], &text[..text.len() - 1], &text.replace('0', "")] {
            let is_refused = matches!(
                convert_result(broken, ResultMode::Text),
                Err(ConvertError::NotJson(_))
            );
            assert_eq!(
                is_refused,
                serde_json::from_str::<IgnoredAny>(broken).is_err()
            );
        }
    }
}

/// The one text of a result.
#[track_caller]
fn text_of(string: &str) -> Option<String> {
    let json = format!(r#"{{"content":[{{"type":"text","text":{string}}}]}}"#);
    let in_other_order = format!(r#"{{"content":[{{"text":{string},"type":"text"}}]}}"#);
    let texts = [&json, &in_other_order].map(|json| match convert_result(json, ResultMode::Text) {
        Ok(Output::Text(text)) => Some(text.into_owned()),
        Err(ConvertError::Malformed(error)) if error.found() == "string with a lone surrogate" => {
            None
        }
        other => panic!("{other:?}"),
    });
    match convert_result(&json, ResultMode::Structured) {
        Ok(Output::Text(text)) => assert_eq!(Some(&*text), texts[0].as_deref()),
        other => assert!(other.is_err() && texts[0].is_none()),
    }
    assert_eq!(texts[0], texts[1]);
    let [text, _] = texts;
    text
}

/// Of each length up to some where strings are read in another way, with each of these in each place.
#[test]
fn strings_read_and_are_written_as_serde_json_does() {
    let parts = [
        "\\\"",
        "\\\\",
        "\\/",
        "\\b",
        "\\f",
        "\\n",
        "\\r",
        "\\t",
        "\\u0000",
        "\\u001f",
        "\\u00E9",
        "\\uffff",
        "\\ud83d\\ude00",
        "\\ud800",
        "\\udfff",
        "\\ud800\\ud83d\\ude00",
        "\\ud800x",
        "é",
        "😀",
        "\u{7f}",
        "\u{80}",
    ];
    for length in 0..140 {
        for place in (0..=length).filter(|place| length < 20 || place % 13 == 0 || *place == length)
        {
            for part in parts {
                let string = format!(
                    "\"{}{part}{}\"",
                    "a".repeat(place),
                    "b".repeat(length - place)
                );
                let expected = serde_json::from_str::<String>(&string).ok();
                assert_eq!(text_of(&string), expected, "{string}");
                if let Some(text) = expected {
                    let written = serde_json::to_string(&text).unwrap();
                    assert_eq!(Output::Text(text.into()).into_json(), written);
                }
            }
        }
    }
}

#[test]
fn every_character_reads_and_is_written_as_serde_json_does() {
    for character in '\0'..='\u{ffff}' {
        let escaped = format!("\"\\u{:04x}\"", u32::from(character));
        assert_eq!(text_of(&escaped).as_deref(), Some(&*character.to_string()));
        let written = serde_json::to_string(&character).unwrap();
        assert_eq!(
            Output::Text(character.to_string().into()).into_json(),
            written
        );
    }
}
