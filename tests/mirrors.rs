//! What mirrors a value: a table for each reason, over a `Value` and over JSON text.

use mcp_result::rules::mirrors;
use mcp_result::{ProtocolVersion, ResultKind, strip_for_legacy_peer};
use serde_json::{Number, Value, json};

/// Whether the text is taken for the value by stripping, which asks the same rule.
fn is_mirrored(text: &str, value: &Value) -> bool {
    let mut result =
        json!({"content": [{"type": "text", "text": text}], "structuredContent": value});
    let version = ProtocolVersion::V2025_11_25;
    let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, version).unwrap();
    let content = result["content"].as_array().unwrap();
    assert_eq!(content.len(), 1 + usize::from(stripped.text_added()));
    assert_eq!(content.last().unwrap()["text"], text);
    !stripped.text_added()
}

#[cfg(feature = "raw")]
fn is_mirrored_over_text(text: &str, value: &str) -> bool {
    let block = json!({"type": "text", "text": text});
    let json = format!(r#"{{"content":[{block}],"structuredContent":{value}}}"#);
    let version = ProtocolVersion::V2025_11_25;
    let stripped = mcp_result::raw::strip_for_legacy_peer(&json, ResultKind::ToolsCall, version);
    let stripped = stripped.unwrap();
    assert_eq!(
        stripped.structured_content().into_option().unwrap().get(),
        value.trim()
    );
    assert!(stripped.json().contains(&block.to_string()));
    !stripped.text_added()
}

/// The value is JSON text that every build reads.
#[track_caller]
fn is_a_mirror(text: &str, value: &str, expected: bool) {
    let parsed: Value = serde_json::from_str(value).unwrap();
    assert_eq!(mirrors(text, &parsed), expected, "{text} of {value}");
    // An object is not removed.
    let array = (format!("[{text}]"), format!("[{value}]"));
    assert_eq!(is_mirrored(&array.0, &json!([parsed])), expected, "{text}");
    #[cfg(feature = "raw")]
    assert_eq!(
        is_mirrored_over_text(&array.0, &array.1),
        expected,
        "{text}"
    );
    if !parsed.is_object() {
        assert_eq!(is_mirrored(text, &parsed), expected, "{text} of {value}");
        #[cfg(feature = "raw")]
        assert_eq!(is_mirrored_over_text(text, value), expected, "{text}");
    }
}

#[track_caller]
fn mirror(text: &str, value: &str) {
    is_a_mirror(text, value, true);
}

#[track_caller]
fn no_mirror(text: &str, value: &str) {
    is_a_mirror(text, value, false);
}

#[test]
fn white_space_between_tokens_does_not_count() {
    for text in [
        r#"[1,{"a":[]}]"#,
        r#" [1,{"a":[]}] "#,
        "\t[\n1 ,\r\n{ \"a\" : [ ] } ]\n",
    ] {
        mirror(text, r#"[1,{"a":[]}]"#);
        mirror(r#"[1,{"a":[]}]"#, text);
    }
    mirror(" null", "null");
    mirror("\"a\"\n", "\"a\"");
    no_mirror("\u{a0}null", "null");
    no_mirror("\u{feff}null", "null");
    no_mirror("\u{b}null", "null");
}

#[test]
fn white_space_within_a_string_counts() {
    no_mirror(r#"["a b"]"#, r#"["ab"]"#);
    no_mirror(r#"["a"]"#, r#"[" a"]"#);
    no_mirror(r#"{"a ":1}"#, r#"{"a":1}"#);
}

#[test]
fn white_space_within_another_token_is_no_json() {
    no_mirror("1 2", "12");
    no_mirror("- 1", "-1");
    no_mirror("1 .5", "1.5");
    no_mirror("nu ll", "null");
    no_mirror("[1 2]", "[12]");
}

#[test]
fn strings_are_equal_when_their_characters_are() {
    mirror(r#""\u0061\u00e9\/\u005C\u0022\n""#, r#""aé/\\\"\u000A""#);
    mirror(r#""\ud83d\ude00""#, "\"😀\"");
    mirror(r#"{"\u0061":1}"#, r#"{"a":1}"#);
    mirror("\"\u{7f}\u{2028}\"", r#""\u007f\u2028""#);
    no_mirror(r#""a""#, r#""A""#);
    no_mirror(r#""é""#, "\"e\u{301}\"");
    no_mirror(r#""\\u0061""#, r#""a""#);
}

#[test]
fn words_without_quotes_are_no_mirror_of_a_string() {
    no_mirror("Sunny", r#""Sunny""#);
    no_mirror("", r#""""#);
    no_mirror("3", r#""3""#);
    no_mirror(r#""3""#, "3");
    no_mirror("null", r#""null""#);
}

#[test]
fn members_may_stand_in_any_order() {
    mirror(r#"{"a":1,"b":2,"c":3}"#, r#"{"c":3,"a":1,"b":2}"#);
    mirror(
        r#"[{"b":{"y":[1],"x":{}},"a":0},{"b":1,"a":2}]"#,
        r#"[{"a":0,"b":{"x":{},"y":[1]}},{"a":2,"b":1}]"#,
    );
    // After the object in another order come others, in this one and in another.
    mirror(
        r#"[{"b":1,"a":2},[],{"a":1},{"d":{"f":0,"e":0},"c":0},7]"#,
        r#"[{"a":2,"b":1},[],{"a":1},{"c":0,"d":{"e":0,"f":0}},7]"#,
    );
    // What stands in another order may come behind an object in this one.
    mirror(
        r#"{"a":{"x":{}},"c":1,"b":[2]}"#,
        r#"{"a":{"x":{}},"b":[2],"c":1}"#,
    );
    no_mirror(r#"{"b":1,"a":2}"#, r#"{"a":1,"b":2}"#);
    no_mirror(r#"[{"b":1,"a":2},1]"#, r#"[{"a":2,"b":1},2]"#);
    no_mirror(r#"[{"b":1,"a":2}]"#, r#"[{"a":2,"b":1},2]"#);
    no_mirror(r#"[{"b":1,"a":2},3]"#, r#"[{"a":2,"b":1}]"#);
    no_mirror(
        r#"{"b":[{"d":1,"c":2}],"a":0}"#,
        r#"{"a":0,"b":[{"c":1,"d":2}]}"#,
    );
}

#[test]
fn what_differs_behind_an_equal_object_counts() {
    no_mirror(r#"[{"a":1},1]"#, r#"[{"a":1},2]"#);
    no_mirror(r#"[{"a":1},{"b":1}]"#, r#"[{"a":1},{"b":2}]"#);
    no_mirror(r#"[[{"a":{}},[]],1]"#, r#"[[{"a":{}},[]]]"#);
    no_mirror(r#"{"a":{"x":1},"b":1}"#, r#"{"a":{"x":1},"b":2}"#);
    no_mirror(
        r#"[{"b":1,"a":2},{"a":1},1]"#,
        r#"[{"a":2,"b":1},{"a":1},2]"#,
    );
}

#[test]
fn elements_stand_in_their_order() {
    no_mirror("[1,2]", "[2,1]");
    no_mirror(r#"{"b":0,"a":[1,2]}"#, r#"{"a":[2,1],"b":0}"#);
}

#[test]
fn a_member_or_an_element_that_is_missing_counts() {
    no_mirror("[]", "[null]");
    no_mirror("[1]", "[1,2]");
    no_mirror("[1,2]", "[1]");
    no_mirror("{}", r#"{"a":null}"#);
    no_mirror(r#"{"a":null}"#, "{}");
    no_mirror(r#"{"a":1}"#, r#"{"a":1,"b":2}"#);
    no_mirror(r#"{"b":2,"a":1,"c":3}"#, r#"{"a":1,"b":2}"#);
    no_mirror(r#"{"b":2,"c":1}"#, r#"{"a":1,"b":2}"#);
    no_mirror(r#"{"c":1,"b":2}"#, r#"{"d":1,"b":2}"#);
    no_mirror(r#"{"a":1,"c":2,"b":3}"#, r#"{"a":1,"b":3,"d":2}"#);
    no_mirror(r#"{"b":[1,2],"a":0}"#, r#"{"a":0,"b":[1]}"#);
    no_mirror(r#"{"b":[1],"a":0}"#, r#"{"a":0,"b":[1,2]}"#);
    no_mirror(r#"{"b":[],"a":0}"#, r#"{"a":0,"b":{}}"#);
}

#[test]
fn of_duplicate_members_the_last_counts() {
    mirror(r#"{"a":1,"a":2}"#, r#"{"a":2}"#);
    mirror(r#"{"a":2}"#, r#"{"a":1,"a":2}"#);
    mirror(r#"{"a":{"b":1},"\u0061":2}"#, r#"{"a":2}"#);
    mirror(r#"{"a":1,"b":2,"a":3}"#, r#"{"a":3,"b":2}"#);
    mirror(
        r#"{"b":[{"a":1}],"a":[1,2],"b":{},"a":3}"#,
        r#"{"a":3,"b":{}}"#,
    );
    no_mirror(r#"{"a":1,"a":2}"#, r#"{"a":1}"#);
    no_mirror(r#"{"a":1}"#, r#"{"a":1,"a":2}"#);
}

#[test]
fn a_duplicate_counts_also_behind_what_differs() {
    mirror(r#"{"a":1,"b":0,"b":2}"#, r#"{"a":1,"b":2}"#);
    mirror(r#"{"b":2,"a":1,"b":2}"#, r#"{"a":1,"b":2}"#);
    no_mirror(r#"{"a":1,"b":2,"b":0}"#, r#"{"a":1,"b":2}"#);
    no_mirror(r#"{"b":2,"a":1,"b":0}"#, r#"{"a":1,"b":2}"#);
    no_mirror(r#"[{"b":2,"a":1,"a":0},1]"#, r#"[{"a":1,"b":2},1]"#);
}

#[test]
fn another_kind_of_value_is_no_mirror() {
    let values = ["null", "false", "true", "0", r#""""#, "[]", "{}"];
    for text in values {
        for value in values {
            is_a_mirror(text, value, text == value);
            is_a_mirror(
                &format!(r#"{{"b":0,"a":{text}}}"#),
                &format!(r#"{{"a":{value},"b":0}}"#),
                text == value,
            );
        }
    }
}

/// Without its `std` feature, `serde_json` panics (debug) or goes on (release) where a writer refuses
/// a scalar's text: a comparison that wrote into the expected text took `0` for mirrored by an empty
/// text.
#[test]
fn a_text_that_differs_within_a_scalar_is_no_mirror() {
    for (text, value) in [
        ("", "0"),
        ("none", "0"),
        ("1", "12"),
        ("1", "1.5"),
        ("", "false"),
        ("nul", "null"),
        ("nulls", "null"),
        ("", r#""""#),
        ("hello", r#""hello""#),
        ("\"hell", r#""hello""#),
        ("\"\\", r#""\n""#),
        ("[]", "[0]"),
        ("[{\"a\":}]", r#"[{"a":"b"}]"#),
        ("[{:\"b\"}]", r#"[{"a":"b"}]"#),
    ] {
        no_mirror(text, value);
    }
}

#[test]
fn what_is_no_json_is_no_mirror() {
    for (texts, value) in [
        (
            &[
                "[1] x", "[1],", "[1]]", "[1]}", "[1", "[1}", "[,1]", "[1,]", "[1,,]", "[1;]",
                "x[1]", "[1][1]", "[1]\0", "[+1]", "[01]", "[1.]", "[1e]", "[1e+]", "[.1]",
                "[0x1]", "[1_0]", "[", "]", "[1/**/]",
            ][..],
            "[1]",
        ),
        (
            &[
                r#"{"a" 1}"#,
                r#"{"a":1,}"#,
                r#"{"a":1"#,
                r#"{"a":1]"#,
                r#"{,"a":1}"#,
                r#"{"a"}"#,
                r#"{"a":}"#,
                "{a:1}",
                "{'a':1}",
                r#"{"a":1 "a":1}"#,
                r#"{"a":1:1}"#,
                "{1:1}",
                "{null:1}",
                r#"{"b":1,"a":1"#,
                "{",
            ],
            r#"{"a":1}"#,
        ),
        (
            &[
                "\"a",
                "a\"",
                "'a'",
                "\"a\"\"",
                r#""\x61""#,
                r#""\u61""#,
                r#""\u00g1""#,
                r#""\U0061""#,
                r#""a\"#,
                "\"",
                "\"\"a",
                "\"a\"b",
            ],
            r#""a""#,
        ),
        (&["\"\n\"", "\"\t\"", "\"\0\""], r#""\n""#),
        (
            &["-", "+0", "00", "-00", "0.", "0x0", "0e", ".0", "0,", "NaN"],
            "0",
        ),
        (&["tru", "True", "truee", "true false", "truefalse"], "true"),
    ] {
        for text in texts {
            no_mirror(text, value);
        }
    }
}

/// Whether numbers keep their digits.
fn arbitrary_precision() -> bool {
    serde_json::from_str::<Number>("1e400").is_ok()
}

/// A number as text beside a number, whether it mirrors it over text, and over a `Value` whose numbers
/// are 64 bits wide.
#[rustfmt::skip]
const NUMBERS: [(&str, &str, bool, bool); 40] = [
    ("7", "7", true, true),
    ("-7", "-7", true, true),
    ("7", "-7", false, false),
    ("7", "8", false, false),
    // Beyond 64 bits.
    ("18446744073709551615", "18446744073709551615", true, true),
    ("18446744073709551614", "18446744073709551615", false, false),
    ("18446744073709551617", "18446744073709551617", true, true),
    ("18446744073709551616", "18446744073709551617", false, true),
    ("-9223372036854775809", "-9223372036854775810", false, true),
    // Beyond a double.
    ("0.1", "0.1000000000000000055", false, true),
    ("0.1000000000000000055", "0.1000000000000000055", true, true),
    ("0.10000000000000001", "0.1000000000000000055", false, true),
    // Zeros.
    ("0", "0", true, true),
    ("-0.0", "-0.0", true, true),
    ("-0.0", "0.0", false, false),
    ("0.0", "-0.0", false, false),
    ("0", "-0", false, false),
    ("-0", "0", false, false),
    ("-0", "-0.0", false, true),
    ("0", "0.0", false, false),
    ("0e5", "0.0", true, true),
    ("-0E-5", "-0.00", true, true),
    ("0e99999999999999999999", "0.0", true, true),
    ("1e-400", "0.0", false, true),
    ("0.0", "1e-400", false, true),
    ("-1e-400", "0.0", false, false),
    // Other spellings.
    ("1.5", "1.50", true, true),
    ("1.50", "1.5", true, true),
    ("15e-1", "1.5", true, true),
    ("0.15E+1", "1.5", true, true),
    ("1.5", "1.51", false, false),
    ("-1.5", "1.5", false, false),
    ("1E2", "100.0", true, true),
    ("1e2", "1E+02", true, true),
    ("0.001", "1e-3", true, true),
    ("100.0", "1000.0", false, false),
    // Integers and floats.
    ("1", "1.0", false, false),
    ("1.0", "1", false, false),
    ("100", "1E2", false, false),
    ("1e0", "1", false, false),
];

#[test]
fn over_a_value_numbers_are_equal_as_numbers_and_zeros_told_apart() {
    for (text, value, _, expected) in NUMBERS {
        let number: Number = serde_json::from_str(value).unwrap();
        let expected = if arbitrary_precision() {
            serde_json::from_str::<Number>(text).unwrap() == number
        } else {
            expected
        };
        let value = Value::Number(number);
        assert_eq!(mirrors(text, &value), expected, "{text} of {value}");
        assert_eq!(is_mirrored(text, &value), expected, "{text} of {value}");
        let (text, value) = (
            format!(r#"{{"b":[{text}],"a":0}}"#),
            json!({"a": 0, "b": [value]}),
        );
        assert_eq!(mirrors(&text, &value), expected, "{text} of {value}");
    }
}

#[cfg(feature = "raw")]
#[test]
fn over_text_numbers_are_equal_as_decimals_of_the_same_kind() {
    for (text, value, expected, _) in NUMBERS {
        assert_eq!(
            is_mirrored_over_text(text, value),
            expected,
            "{text} of {value}"
        );
        let text = format!(r#"[{{"b":[ {text} ],"a":0}}]"#);
        let value = format!(r#"[{{"a":0,"b":[{value}]}}]"#);
        assert_eq!(
            is_mirrored_over_text(&text, &value),
            expected,
            "{text} of {value}"
        );
    }
}

#[cfg(feature = "raw")]
#[test]
fn over_text_numbers_out_of_range_are_decimals_like_others() {
    for (text, value, expected) in [
        ("1E400", "1E400", true),
        ("1e400", "1E400", true),
        ("10e399", "1E400", true),
        ("-1E400", "1E400", false),
        ("1E401", "1E400", false),
        ("1e9999999999", "1E9999999999", true),
        ("10e9999999999", "1E9999999999", false),
        ("1e-9999999999", "0.1E-9999999998", true),
        ("0e1000000000000000055", "0.1000000000000000055", false),
        // Out of all proportion: only what is spelled the same is the same.
        ("1e99999999999999999999", "1e99999999999999999999", true),
        ("1E99999999999999999999", "1e99999999999999999999", false),
        ("1e-99999999999999999999", "1e99999999999999999999", false),
        ("10e9223372036854775807", "1e9223372036854775808", false),
        ("0.1e-9223372036854775808", "1e-9223372036854775809", false),
    ] {
        assert_eq!(
            is_mirrored_over_text(text, value),
            expected,
            "{text} of {value}"
        );
    }
    let digits = "7".repeat(1_000_000);
    for (text, value, expected) in [
        (format!("{digits}.0"), format!("{digits}e0"), true),
        (format!("0.{digits}"), format!("{digits}e-1000000"), true),
        (format!("{digits}1"), format!("{digits}2"), false),
        (format!("1e{digits}"), format!("1E{digits}"), false),
    ] {
        assert!(is_mirrored_over_text(&text, &value) == expected);
    }
}

#[test]
fn a_number_as_it_is_written_mirrors_it_where_serde_json_reads_its_neighbour() {
    for (number, spelling) in [
        (39.430_133_835_633_676, "39.430133835633676"),
        (31.245_270_191_439_438, "31.245270191439438"),
        (-3.659_945_762_433_034e267, "-3.659945762433034e+267"),
    ] {
        let value = json!({"a": [number], "b": 0});
        assert_eq!(value["a"][0].to_string(), spelling);
        assert!(mirrors(
            &format!(" {{ \"a\" : [ {spelling} ] , \"b\" : 0 }}"),
            &value
        ));
        assert!(mirrors(&format!("{{\"b\":0,\"a\":[{spelling}]}}"), &value));
        assert!(!mirrors(
            &format!("{{\"b\":0,\"a\":[{spelling}, 1]}}"),
            &value
        ));
        #[cfg(feature = "raw")]
        assert!(is_mirrored_over_text(
            spelling,
            format!("{spelling} ").trim()
        ));
    }
}

#[test]
fn a_lone_surrogate_is_no_mirror_of_a_value() {
    for text in [r#""\ud800""#, r#"["\ud800"]"#, r#"{"\ud800":1}"#] {
        for value in [
            json!("\u{fffd}"),
            json!(""),
            json!(["\u{fffd}"]),
            json!({"\u{fffd}": 1}),
        ] {
            assert!(!mirrors(text, &value), "{text} of {value}");
        }
    }
}

#[cfg(feature = "raw")]
#[test]
fn over_text_a_lone_surrogate_mirrors_itself_where_it_is_spelled_the_same() {
    for (text, value, expected) in [
        (r#""\ud800""#, r#""\ud800""#, true),
        (r#"[ "a\udc00" ]"#, r#"["a\udc00"]"#, true),
        (r#""\uD800""#, r#""\ud800""#, false),
        (r#""\ud800""#, r#""\ud801""#, false),
        (r#""\\ud800""#, r#""\ud800""#, false),
        (r#"[{"\ud800":1,"a":2}]"#, r#"[{"\ud800":1,"a":2}]"#, true),
        (
            r#"[{"\ud800":1,"a":"\/"}]"#,
            r#"[{"\ud800":1,"a":"/"}]"#,
            true,
        ),
        // What such a name means in another order, nobody can tell.
        (r#"[{"a":2,"\ud800":1}]"#, r#"[{"\ud800":1,"a":2}]"#, false),
    ] {
        assert_eq!(
            is_mirrored_over_text(text, value),
            expected,
            "{text} of {value}"
        );
    }
}

#[test]
fn megabytes_are_compared_whole() {
    let row = |index: usize| json!({"id": index, "name": "Ann \"é\" 😀", "score": 0.5});
    let mut value: Vec<Value> = (0..20_000).map(row).collect();
    let spaced: Vec<String> = (0..20_000)
        .map(|index| format!(r#"{{ "score": 0.50, "name": "Ann \"\u00e9\" 😀", "id": {index} }}"#))
        .collect();
    let text = format!("[ {} ]", spaced.join(" , "));
    assert!(text.len() > 1_000_000);
    let expected = !arbitrary_precision(); // which tells 0.5 from 0.50
    assert_eq!(mirrors(&text, &value.clone().into()), expected);
    #[cfg(feature = "raw")]
    assert!(is_mirrored_over_text(
        &text,
        &Value::from(value.clone()).to_string()
    ));
    value[19_999]["id"] = json!(0);
    assert!(!mirrors(&text, &value.clone().into()));
    #[cfg(feature = "raw")]
    assert!(!is_mirrored_over_text(
        &text,
        &Value::from(value).to_string()
    ));

    let long = "é\"".repeat(4_000_000);
    let value = json!({"a": long, "b": 0});
    let (escaped, plain) = (long.replace('"', "\\\""), long.replace('"', "'"));
    assert!(mirrors(&format!(r#"{{"b":0,"a":"{escaped}"}}"#), &value));
    assert!(!mirrors(&format!(r#"{{"b":0,"a":"{plain}"}}"#), &value));
}

/// Comparing an object whose members stand in another order must not read again what is in it.
#[test]
fn objects_in_another_order_within_objects_in_another_order_are_compared_in_linear_time() {
    let levels = 50_000;
    let text = |order: [&str; 2]| {
        let [before, after] = order;
        format!("{}0{}", before.repeat(levels), after.repeat(levels))
    };
    let one = text([r#"{"a":[1],"b":"#, "}"]);
    let other = text([r#"{"b":"#, r#","a":[1]}"#]);
    let different = text([r#"{"b":"#, r#","a":[2]}"#]);
    #[cfg(feature = "raw")]
    {
        // Objects one after the other, too.
        let many = |text: &str| format!("[{}{text}]", r#"{"x":{},"y":{}},"#.repeat(levels));
        let turned = |text: &str| format!("[{}{text}]", r#"{"y":{},"x":{}},"#.repeat(levels));
        assert!(is_mirrored_over_text(&many(&one), &turned(&other)));
        assert!(is_mirrored_over_text(&turned(&other), &many(&one)));
    }
    let mut value = (0..levels).fold(json!(0), |value, _| {
        let members = [("a".to_owned(), json!([1])), ("b".to_owned(), value)];
        Value::Object(members.into_iter().collect())
    });
    assert!(mirrors(&one, &value));
    assert!(mirrors(&other, &value));
    assert!(!mirrors(&different, &value));
    while let Some(inner) = value.get_mut("b").map(Value::take) {
        value = inner;
    }
}
