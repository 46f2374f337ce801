//! Checks that the scanner says of a text what serde_json says of it.
#![forbid(unsafe_code)]

extern crate alloc;

#[allow(dead_code, unused_imports)]
#[path = "../../../src"]
mod files {
    pub(crate) mod json;
    pub(crate) mod presence;
    pub(crate) mod text;
    pub(crate) mod token;
}

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

// Where these files expect each other.
use files::{json, presence, text, token};
use json::Kind;
use text::{Broken, Scanner, TextTokens, as_text, is_as_text, string, write_as_text};
use token::{Token, Tokens, write_compact};

/// Panics where the scanner and serde_json differ.
pub fn check(text: &str) {
    let is_json = serde_json::from_str::<IgnoredAny>(text).is_ok();
    check_values(text, is_json);
    check_tokens(text, is_json);
    if is_json {
        check_mirrors(text);
    }
    // Any text can be a string's, in part or whole.
    let escaped = serde_json::to_string(text).unwrap();
    assert_eq!(string(text), escaped);
    assert_eq!(as_text(&escaped).as_deref(), Some(text));
}

/// The value that the text starts with, and the whole text.
fn check_values(text: &str, is_json: bool) {
    let mut scanner = Scanner::new(text);
    let value = scanner.value().ok();
    let mut rest = serde_json::Deserializer::from_str(text);
    let expected = <&RawValue>::deserialize(&mut rest).ok().map(RawValue::get);
    assert_eq!(value, expected, "{text:?}");
    if let Some(value) = value {
        assert!(value.as_ptr() == expected.unwrap().as_ptr());
        check_text(value);
    }
    let is_whole = value.is_some() && scanner.end().is_ok();
    assert_eq!(is_whole, is_json, "{text:?}");

    let mut scanner = Scanner::new(text);
    let is_whole = read(&mut scanner).is_ok() && scanner.end().is_ok();
    assert_eq!(is_whole, is_json, "{text:?}");
}

/// Reads a value part by part.
fn read(scanner: &mut Scanner) -> Result<(), Broken> {
    match scanner.kind() {
        Kind::Array => scanner.array(|scanner| scanner.value().map(drop)),
        Kind::Object => scanner.object(|scanner, _| scanner.value().map(drop)),
        Kind::String => scanner.text().map(drop),
        _ => scanner.value().map(drop),
    }
}

/// How a string reads.
fn check_text(value: &str) {
    if value.starts_with('"') {
        let text = as_text(value);
        assert_eq!(
            text.as_deref(),
            serde_json::from_str::<String>(value).ok().as_deref()
        );
        assert!(Scanner::new(value).text().is_ok_and(|read| read == text));
    } else {
        assert!(as_text(value).is_none());
    }
}

/// The tokens, which are all of the text but white space, commas and colons.
fn check_tokens(text: &str, is_json: bool) {
    let mut tokens = TextTokens::new(text);
    let mut level = 0;
    let mut is_whole = true;
    while let Some(token) = tokens.next() {
        assert!(is_whole, "a token behind a broken one: {text:?}");
        match token {
            Token::Open(rest) => {
                assert!(text.ends_with(rest) && rest.starts_with(['[', '{']));
                level += 1;
            }
            Token::Close(_) => level -= 1,
            Token::Name(part) | Token::Scalar(part) => check_text(part),
            Token::Broken => is_whole = false,
        }
        assert!(!is_whole || tokens.level() == level);
    }
    assert_eq!(is_whole, is_json, "{text:?}");
    assert!(tokens.next().is_none());
    if is_json {
        let mut compact = String::new();
        write_compact(&mut compact, TextTokens::new(text), usize::MAX).unwrap();
        assert_eq!(compact, without_space(text));
    }
}

/// How the text is written as another string's, and compared with one: with itself, and with itself but
/// for one character.
fn check_mirrors(json: &str) {
    let compact = without_space(json);
    let mut written = String::from("\"");
    write_as_text(&mut written, json, usize::MAX).unwrap();
    assert_eq!(written + "\"", serde_json::to_string(&compact).unwrap());
    let is_mirror = |text: &str| is_as_text(&serde_json::to_string(text).unwrap(), json);
    assert!(is_mirror(json) && is_mirror(&compact));
    // Anywhere: it depends on all of the text.
    let sum: usize = json.bytes().map(usize::from).sum();
    let at = sum % (json.len() + 1);
    for character in [' ', '\n', '\\', '"', '0', ','] {
        if json.is_char_boundary(at) {
            let mut text = json.to_owned();
            text.insert(at, character);
            let is_same = serde_json::from_str::<IgnoredAny>(&text).is_ok();
            let is_same = is_same && without_space(&text) == compact;
            assert_eq!(is_mirror(&text), is_same, "{text:?}, {json:?}");
        }
    }
}

/// JSON without the white space between its tokens.
fn without_space(json: &str) -> String {
    let mut in_string = false;
    let mut is_escaped = false;
    let mut is_kept = |character: char| {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => in_string = !in_string,
            _ => {}
        }
        in_string || !character.is_ascii_whitespace()
    };
    json.chars()
        .filter(|character| is_kept(*character))
        .collect()
}
