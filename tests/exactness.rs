//! What survives exactly, from JSON text through this crate and back, under each feature of
//! serde_json: every cell of the table in `docs/exactness.md`.
//!
//! A feature that is on anywhere in a build is on for all of it, so the tests ask the build itself
//! which ones are on.

use mcp_result::{Output, ResultMode, convert_result};
use serde_json::{Number, Value};

/// Numbers keep their digits.
fn arbitrary_precision() -> bool {
    let number: Number = serde_json::from_str("1e400").unwrap_or_else(|_| 0.into());
    number.to_string() != "0"
}

/// Members keep their order.
fn preserve_order() -> bool {
    let value: Value = serde_json::from_str(r#"{"b":1,"a":2}"#).unwrap();
    value.to_string().starts_with(r#"{"b""#)
}

/// Decimals are read as the nearest double.
fn float_roundtrip() -> bool {
    let value: Value = serde_json::from_str("39.430133835633676").unwrap();
    value.as_f64() == Some(39.430_133_835_633_676)
}

/// Sends the text of a value through the crate as structured content: what comes back.
fn through(text: &str) -> Result<Value, serde_json::Error> {
    let result = serde_json::from_str(&format!(r#"{{"structuredContent":{text}}}"#))?;
    match convert_result(result, ResultMode::Structured).map(|converted| converted.output) {
        Ok(Output::Structured(value)) => Ok(value),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn assert_survives(text: &str) {
    assert_eq!(through(text).unwrap().to_string(), text);
}

#[track_caller]
fn assert_becomes(text: &str, other: &str) {
    assert_eq!(through(text).unwrap().to_string(), other);
}

#[test]
fn integers_of_64_bits_survive() {
    for text in [
        "0",
        "9007199254740993",
        "-9223372036854775808",
        "9223372036854775807",
        "18446744073709551615",
    ] {
        assert_survives(text);
    }
}

#[test]
fn integers_beyond_64_bits_survive_with_arbitrary_precision_only() {
    for text in ["18446744073709551617", "-9223372036854775809"] {
        if arbitrary_precision() {
            assert_survives(text);
        } else {
            let value = through(text).unwrap();
            assert_eq!(value.as_f64(), text.parse().ok());
            assert_ne!(value.to_string(), text);
        }
    }
}

#[test]
fn negative_zero_keeps_its_sign() {
    let value = through("-0").unwrap();
    if arbitrary_precision() {
        assert_eq!(value.to_string(), "-0");
    } else {
        assert_eq!(value.to_string(), "-0.0");
        assert_eq!(value.as_f64().map(f64::is_sign_negative), Some(true));
    }
    assert_survives("-0.0");
}

#[test]
fn numbers_beyond_a_double_are_refused_without_arbitrary_precision() {
    if arbitrary_precision() {
        let value = through("1E400").unwrap();
        assert!(value.to_string().eq_ignore_ascii_case("1e+400"), "{value}");
    } else {
        let error = through("1E400").unwrap_err();
        assert!(
            error.to_string().starts_with("number out of range"),
            "{error}"
        );
    }
}

#[test]
fn decimals_may_become_their_neighbour_without_float_roundtrip() {
    assert_survives("0.1");
    if arbitrary_precision() || float_roundtrip() {
        assert_survives("39.430133835633676");
    } else {
        let value = through("39.430133835633676").unwrap();
        let exact = 39.430_133_835_633_676_f64;
        let found = value.as_f64().unwrap();
        assert_eq!(found.to_bits().abs_diff(exact.to_bits()), 1, "{found}");
    }
}

#[test]
fn digits_beyond_a_double_survive_with_arbitrary_precision_only() {
    let text = "3.14159265358979323846264338327950288";
    if arbitrary_precision() {
        assert_survives(text);
        assert_survives("1.0");
        assert_survives("1.50");
    } else {
        assert_becomes(text, "3.141592653589793");
        assert_survives("1.0");
        assert_becomes("1.50", "1.5");
    }
}

#[test]
fn members_keep_their_order_with_preserve_order_only() {
    if preserve_order() {
        assert_survives(r#"{"b":1,"a":2}"#);
    } else {
        assert_becomes(r#"{"b":1,"a":2}"#, r#"{"a":2,"b":1}"#);
    }
}

#[test]
fn last_of_several_members_of_a_name_survives() {
    assert_becomes(r#"{"a":1,"a":2}"#, r#"{"a":2}"#);
}

#[test]
fn strings_survive() {
    for text in [r#""""#, r#""\u0000""#, r#""é \" \\ \n""#, "\"\u{2028}😀\""] {
        assert_survives(text);
    }
    assert_becomes(r#""\u00e9\/""#, r#""é/""#);
}

#[test]
fn lone_surrogates_are_refused() {
    through(r#""\ud800""#).unwrap_err();
}

#[test]
fn text_deeper_than_127_levels_is_refused() {
    let nested = |levels| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    // One level is the result itself.
    assert_survives(&nested(126));
    through(&nested(127)).unwrap_err();
}

#[cfg(feature = "raw")]
#[test]
fn every_text_survives_as_json_text() {
    use mcp_result::raw;

    let deep = "[".repeat(200) + &"]".repeat(200);
    for text in [
        "18446744073709551615",
        "18446744073709551617",
        "-0",
        "1E400",
        "0.1",
        "39.430133835633676",
        "3.14159265358979323846264338327950288",
        "1.50",
        r#"{"b":1,"a":2}"#,
        r#"{"a":1,"a":2}"#,
        r#""\u00e9\/é""#,
        r#""\ud800""#,
        &deep,
    ] {
        let json = format!(r#"{{"structuredContent":{text}}}"#);
        match raw::convert_result(&json, ResultMode::Structured) {
            Ok(raw::Output::Structured(value)) => assert_eq!(value.get(), text),
            other => panic!("{other:?}"),
        }
    }
}
