//! When a text mirrors a value: one comparison of the tokens of both.

use core::mem;

use alloc::borrow::{Cow, ToOwned};
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;
use serde_json::{Number, Value};

use crate::json::Kind;
use crate::text::{TextTokens, as_text};
use crate::token::{Part, Token, Tokens, ValuePart, ValueTokens};

/// Whether a text mirrors a value: is its JSON but for white space between tokens, or reads as an
/// equal value. So a peer that gets the text has the value.
///
/// The two are compared token by token; it does not recurse, and builds something only of an object
/// whose members stand in another order, or whose members have duplicates (the last one counts).
///
/// - Strings are equal when their characters are, however they are escaped.
/// - Numbers are equal when the text has the number as it is written, or when it reads as a
///   [`Number`] that is equal. (Without serde_json's `float_roundtrip` a float does not always read
///   back as itself.) Zeros of another sign differ, since `==` would hide that `-0.0` became `0.0`.
/// - A string beside the very same words without quotes is not mirrored: who reads the text as JSON
///   does not get it.
///
/// rmcp parses the text and compares. So it sends a value twice whose numbers do not read back as
/// themselves, or which is nested deeper than 127 levels, and takes `0.0` for `-0.0`.
///
/// ```
/// use mcp_result::rules::mirrors;
/// use serde_json::json;
///
/// let value = json!([{"name": "Ann", "age": 7}]);
/// assert!(mirrors(r#"[{"age":7,"name":"Ann"}]"#, &value));
/// assert!(mirrors(r#" [ {"name": "\u0041nn", "age": 7} ] "#, &value));
/// assert!(!mirrors("Ann is 7.", &value));
///
/// assert!(!mirrors("Sunny", &json!("Sunny")));
/// assert!(mirrors(r#""Sunny""#, &json!("Sunny")));
/// assert!(!mirrors("[0.0]", &json!([-0.0])));
/// ```
#[must_use]
pub fn mirrors(text: &str, value: &Value) -> bool {
    are_equal(TextTokens::new(text), ValueTokens::new(value))
}

/// A part of a value, to be compared with a part of a text.
pub(crate) trait Mirrored<'a>: Part {
    type Tokens: Tokens<Part = Self>;

    /// The tokens of an array or an object.
    fn tokens(self) -> Self::Tokens;

    /// The text of a name.
    fn name(self) -> Option<Cow<'a, str>>;

    /// Whether a scalar or a name of the same kind, spelled so in the text, is equal.
    fn equals(self, spelled: &str) -> bool;
}

impl<'a> Mirrored<'a> for ValuePart<'a> {
    type Tokens = ValueTokens<'a>;

    fn tokens(self) -> ValueTokens<'a> {
        match self {
            Self::Value(value) => ValueTokens::new(value),
            Self::Name(_) => ValueTokens::new(&Value::Null),
        }
    }

    fn name(self) -> Option<Cow<'a, str>> {
        match self {
            Self::Name(name) => Some(Cow::Borrowed(name)),
            Self::Value(_) => None,
        }
    }

    fn equals(self, spelled: &str) -> bool {
        match self {
            Self::Value(Value::Number(number)) => {
                serde_json::from_str(spelled).is_ok_and(|read| is_same_number(&read, number))
                    || number.to_string() == spelled
            }
            Self::Name(text) => as_text(spelled).is_some_and(|read| read == text),
            Self::Value(Value::String(text)) => as_text(spelled).is_some_and(|read| read == *text),
            Self::Value(_) => true,
        }
    }
}

fn is_same_number(a: &Number, b: &Number) -> bool {
    let is_negative = |number: &Number| number.as_f64().is_some_and(f64::is_sign_negative);
    a == b && is_negative(a) == is_negative(b)
}

impl<'a> Mirrored<'a> for &'a str {
    type Tokens = TextTokens<'a>;

    fn tokens(self) -> TextTokens<'a> {
        TextTokens::new(self)
    }

    fn name(self) -> Option<Cow<'a, str>> {
        as_text(self)
    }

    fn equals(self, spelled: &str) -> bool {
        self == spelled
            || match self.kind() {
                Kind::String => as_text(self).is_some_and(|text| Some(text) == as_text(spelled)),
                Kind::Number => {
                    Decimal::read(self).is_some_and(|number| Some(number) == Decimal::read(spelled))
                }
                _ => false,
            }
    }
}

/// Whether the text, read as JSON, gives the value.
pub(crate) fn are_equal<'a, T: Tokens<Part: Mirrored<'a>>>(
    mut text: TextTokens<'a>,
    mut value: T,
) -> bool {
    // The outermost object that both are in, and its level.
    let mut object = None;
    loop {
        let level = text.level();
        if object.is_some_and(|(_, _, outermost)| level <= outermost) {
            object = None;
        }
        let differs = match (text.next(), value.next()) {
            (None, None) => return true,
            (Some(Token::Open(a)), Some(Token::Open(b))) if a.kind() == b.kind() => {
                if a.kind() == Kind::Object && object.is_none() {
                    object = Some((a, b, level));
                }
                false
            }
            (Some(Token::Close(a)), Some(Token::Close(b))) => a != b,
            (Some(Token::Name(a)), Some(Token::Name(b)))
            | (Some(Token::Scalar(a)), Some(Token::Scalar(b))) => !is_equal(a, b),
            _ => true,
        };
        if differs {
            // Its members may stand in another order.
            let Some((a, b, level)) = object.take() else {
                return false;
            };
            if !are_equal_in_any_order(a, b) {
                return false;
            }
            while text.level() > level && text.next().is_some() {}
            while value.level() > level && value.next().is_some() {}
        }
    }
}

fn is_equal<'a>(spelled: &str, part: impl Mirrored<'a>) -> bool {
    spelled.kind() == part.kind() && part.equals(spelled)
}

fn are_equal_in_any_order<'a, P: Mirrored<'a>>(text: &'a str, value: P) -> bool {
    let (Some(text), Some(value)) = (tree(text), tree(value)) else {
        return false;
    };
    let mut pairs = vec![(0, 0)];
    while let Some((a, b)) = pairs.pop() {
        match (&text[a], &value[b]) {
            (Node::Scalar(a), Node::Scalar(b)) if is_equal(a, *b) => {}
            (Node::Array(a), Node::Array(b)) if a.len() == b.len() => {
                pairs.extend(a.iter().copied().zip(b.iter().copied()));
            }
            (Node::Object(a), Node::Object(b)) if names(a).eq(names(b)) => {
                pairs.extend(a.iter().zip(b).map(|((_, a), (_, b))| (*a, *b)));
            }
            _ => return false,
        }
    }
    true
}

fn names<'m, 'a>(members: &'m [(Cow<'a, str>, usize)]) -> impl Iterator<Item = &'m Cow<'a, str>> {
    members.iter().map(|(name, _)| name)
}

/// A value whose members are in the order of their names. Others are named by their index.
enum Node<'a, P> {
    Scalar(P),
    Array(Vec<usize>),
    Object(Vec<(Cow<'a, str>, usize)>),
}

/// An array or an object, first itself. `None` for one with a name that is no Unicode text.
fn tree<'a, P: Mirrored<'a>>(value: P) -> Option<Vec<Node<'a, P>>> {
    let mut nodes = Vec::new();
    let mut open = Vec::new();
    let mut name = Cow::Borrowed("");
    for token in value.tokens() {
        let index = nodes.len();
        nodes.push(match token {
            Token::Open(part) if part.kind() == Kind::Array => Node::Array(Vec::new()),
            Token::Open(_) => Node::Object(Vec::new()),
            Token::Scalar(part) => Node::Scalar(part),
            Token::Name(part) => {
                name = part.name()?;
                continue;
            }
            Token::Close(_) => {
                if let Node::Object(members) = &mut nodes[open.pop()?] {
                    // Of duplicates, the last one counts.
                    members
                        .sort_unstable_by(|(a, first), (b, second)| (a, second).cmp(&(b, first)));
                    members.dedup_by(|(a, _), (b, _)| a == b);
                }
                if open.is_empty() {
                    return Some(nodes);
                }
                continue;
            }
            Token::Broken => return None,
        });
        match open.last().map(|&parent: &usize| &mut nodes[parent]) {
            Some(Node::Array(elements)) => elements.push(index),
            Some(Node::Object(members)) => {
                members.push((mem::take(&mut name), index));
            }
            _ => {}
        }
        if !matches!(nodes[index], Node::Scalar(_)) {
            open.push(index);
        }
    }
    None
}

/// A number as it is spelled: equal to another one when both are the same decimal, zeros of the same
/// sign, and both or neither spelled as floats.
#[derive(PartialEq)]
struct Decimal {
    is_negative: bool,
    is_float: bool,
    /// The digits, without zeros around them.
    digits: String,
    /// The power of ten in front of the first digit.
    exponent: i64,
}

impl Decimal {
    /// `None` for an exponent that is out of all proportion.
    fn read(spelled: &str) -> Option<Self> {
        let unsigned = spelled.trim_start_matches('-');
        let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
        let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = [integer, fraction].concat();
        let significant = digits.trim_start_matches('0');
        let zeros = digits.len() - significant.len();
        let exponent = if significant.is_empty() {
            0
        } else {
            let exponent = exponent.parse::<i64>().ok()?;
            let exponent = exponent.checked_add(i64::try_from(integer.len()).ok()?)?;
            exponent.checked_sub(i64::try_from(zeros).ok()?)?
        };
        Some(Self {
            is_negative: unsigned != spelled,
            is_float: unsigned != integer,
            digits: significant.trim_end_matches('0').to_owned(),
            exponent,
        })
    }
}
