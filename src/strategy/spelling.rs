//! Other spellings of a value's JSON text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use serde_json::{Map, Value};

/// A JSON text of the value: odd whitespace, escapes where none are needed, numbers spelled
/// otherwise, members in another order, and members that come twice, of which the last one counts. It
/// shrinks to the compact JSON.
///
/// It parses to what the value's compact JSON parses to, the order of members aside, which is the value but where `serde_json`
/// itself reads it otherwise: without `float_roundtrip` one float in eleven becomes its neighbour, and
/// with `arbitrary_precision` or `raw_value` an object is taken for something else, or refused, if its
/// first member is called `$serde_json::private::Number` or `$serde_json::private::RawValue`.
pub fn spelling(value: Value) -> impl Strategy<Value = String> {
    vec_of(any::<u8>(), 0..32).prop_map(move |choices| spell(&value, &choices))
}

/// The value's text, spelled as the choices say, over and over; plain when there are none.
pub(super) fn spell(value: &Value, choices: &[u8]) -> String {
    let mut choices = choices.iter().cycle();
    let mut speller = Speller {
        text: String::new(),
        choose: |of| choices.next().map_or(0, |&choice| usize::from(choice) % of),
    };
    speller.value(value);
    speller.text
}

struct Speller<F> {
    text: String,
    choose: F,
}

impl<F: FnMut(usize) -> usize> Speller<F> {
    fn value(&mut self, value: &Value) {
        self.space();
        match value {
            Value::Number(number) => self.number(&number.to_string()),
            Value::String(string) => self.string(string),
            Value::Array(elements) => self.list('[', elements, ']', Self::value),
            Value::Object(members) => {
                let members = self.ordered(members);
                self.list('{', members, '}', |speller, (name, value)| {
                    // Twice, a member that serde_json gives a meaning of its own would be refused.
                    if !name.starts_with('$') && (speller.choose)(6) == 1 {
                        let earlier = ["null", "{}", "\"\"", "[0]", "false"][(speller.choose)(5)];
                        speller.name(name);
                        speller.text += earlier;
                        speller.text.push(',');
                    }
                    speller.name(name);
                    speller.value(value);
                });
            }
            _ => self.text += &value.to_string(),
        }
        self.space();
    }

    /// The members, at times from another one on. A first name that `serde_json` gives a meaning of
    /// its own stays the first, and no other becomes it.
    fn ordered<'a>(&mut self, members: &'a Map<String, Value>) -> Vec<(&'a String, &'a Value)> {
        let mut ordered: Vec<_> = members.iter().collect();
        let has_meaning = ordered.iter().any(|(name, _)| name.starts_with('$'));
        if !has_meaning && (self.choose)(3) == 1 {
            let first = (self.choose)(ordered.len().max(1));
            ordered.rotate_left(first);
        }
        ordered
    }

    fn list<T>(
        &mut self,
        open: char,
        items: impl IntoIterator<Item = T>,
        close: char,
        mut item: impl FnMut(&mut Self, T),
    ) {
        self.text.push(open);
        for (index, each) in items.into_iter().enumerate() {
            if index > 0 {
                self.text.push(',');
            }
            item(self, each);
        }
        self.space();
        self.text.push(close);
    }

    fn name(&mut self, name: &str) {
        self.space();
        self.string(name);
        self.space();
        self.text.push(':');
    }

    fn space(&mut self) {
        self.text += ["", "", "", "", " ", "\t", "\n", "\r\n  "][(self.choose)(8)];
    }

    fn string(&mut self, string: &str) {
        self.text.push('"');
        for char in string.chars() {
            match ((self.choose)(4), char) {
                (0 | 1, _) => {
                    let compact = Value::from(String::from(char)).to_string();
                    self.text += &compact[1..compact.len() - 1];
                }
                (2, '/') => self.text += "\\/",
                (choice, _) => {
                    for unit in char.encode_utf16(&mut [0; 2]) {
                        // Writing to a string never fails.
                        let _ = match choice {
                            3 => write!(self.text, "\\u{unit:04X}"),
                            _ => write!(self.text, "\\u{unit:04x}"),
                        };
                    }
                }
            }
        }
        self.text.push('"');
    }

    /// Another spelling of the number, if `serde_json` reads the very same number from it.
    fn number(&mut self, plain: &str) {
        let other = match (self.choose)(8) {
            1 => format!("{plain}e0"),
            2 => format!("{plain}E+00"),
            3 => format!("{plain}0"),
            4 => plain.replace('e', "E"),
            5 => plain.replace("e+", "e"),
            6 => plain.replace("e+", "e").replace('e', ".0E+0"),
            _ => plain.into(),
        };
        let read = |text| {
            serde_json::from_str(text)
                .map(|value: Value| value.to_string())
                .ok()
        };
        self.text += if read(&other) == read(plain) {
            &other
        } else {
            plain
        };
    }
}
