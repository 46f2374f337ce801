//! A case of the contract, read from its file.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use serde_json::Value;

use super::compare::as_kept;
use super::outcome::{Answer, Outcome};
use super::read::{text, texts};
use crate::conversion::{Conversion, ResultMode};
use crate::json::Kind;
use crate::peer::{Peer, ResultKind, TextFallback};
use crate::text::TextTokens;
use crate::token::{Part, Token};
use crate::version::ProtocolVersion;

/// A rule of the contract.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Rule {
    /// Its stable name, which is also the name of its test in the macros.
    pub id: String,
    /// The rule in a sentence.
    pub text: String,
    /// Where it comes from: a specification, a SEP, a system.
    pub source: String,
}

/// A case of the contract. `Q` is what it asks besides its input: a [`Conversion`], a [`Recipient`] or a
/// [`Crossing`].
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Case<Q> {
    /// Its stable name: the rule's, a slash, and its own.
    pub id: String,
    /// The rule that it pins.
    pub rule: String,
    /// Why it exists: a specification, or the kind of bug that it finds.
    pub why: String,
    /// The result, as JSON text.
    pub input: String,
    /// What is asked about it.
    pub question: Q,
    /// The protocol version that the result is written in: in a conversion, the first that allows it.
    /// `None` where no version does (in a translation, its own does not), so that the case is for
    /// functions over any JSON: a type that follows the schema cannot hold it.
    pub version: Option<ProtocolVersion>,
    /// What a JSON library has to keep for the case to say something: `member_order`, `numbers`,
    /// `decimals` or `depth`.
    pub needs: Vec<String>,
    /// The outcomes that are right, the contract's own first. In a case that needs something, it alone
    /// is right where the need is met.
    pub outcomes: Vec<Outcome>,
}

/// Whom a result is sent to, and in answer to what.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Recipient {
    /// The method of the request, such as `tools/call`.
    pub method: String,
    /// The protocol version as it came over the wire, if it did.
    pub version: Option<String>,
    /// When a removed value is written as text.
    pub text_fallback: TextFallback,
    /// Whether the tasks extension has been negotiated.
    pub tasks: bool,
}

impl Recipient {
    /// The kind of result that the method has.
    #[must_use]
    pub fn kind(&self) -> ResultKind {
        ResultKind::of_method(&self.method)
    }

    /// The peer that the version and the options amount to.
    #[must_use]
    pub fn peer(&self) -> Peer {
        let version = ProtocolVersion::of_peer(self.version.as_deref());
        let peer = Peer::from(version).with_text_fallback(self.text_fallback);
        if self.tasks { peer.with_tasks() } else { peer }
    }
}

/// In which protocol version a result is written, and whom it is sent to.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Crossing {
    /// The version that it is written in.
    pub from: ProtocolVersion,
    /// Whom it is sent to.
    pub to: Recipient,
}

impl<Q> Case<Q> {
    pub(super) fn is_named(&self, name: &str) -> bool {
        self.id == name || self.rule == name
    }

    pub(super) fn accepts(&self, got: &Outcome, exact: bool) -> bool {
        if got.answer == Answer::Unread {
            return !self.is_readable();
        }
        self.accepted(exact)
            .any(|outcome| outcome.is_met_by(got, exact))
    }

    pub(super) fn expected(&self, exact: bool) -> String {
        let outcomes: Vec<_> = self.accepted(exact).map(Outcome::to_string).collect();
        outcomes.join("\n         or: ")
    }

    fn accepted(&self, exact: bool) -> impl Iterator<Item = &Outcome> {
        let own_alone = !self.needs.is_empty() && self.is_decided(exact);
        let count = if own_alone { 1 } else { self.outcomes.len() };
        self.outcomes.iter().take(count)
    }

    /// Whether a comparison sees what the case is about, which this build's `serde_json` may not
    /// keep.
    pub(super) fn is_decided(&self, exact: bool) -> bool {
        self.is_readable()
            && self.needs.iter().all(|need| match need.as_str() {
                "member_order" => exact || is_kept(r#"{"b":0,"a":0}"#),
                "numbers" => exact || are_numbers_kept(&self.input),
                "decimals" => exact,
                _ => true,
            })
    }

    fn is_readable(&self) -> bool {
        as_kept(&self.input).is_some()
    }
}

fn is_kept(json: &str) -> bool {
    as_kept(json).as_deref() == Some(json)
}

fn are_numbers_kept(json: &str) -> bool {
    as_kept(json).is_some_and(|kept| numbers(&kept) == numbers(json))
}

/// The numbers in a JSON text as they are spelled, in an order of their own. How an exponent is, `E4`
/// or `e+4`, does not count.
fn numbers(json: &str) -> Vec<String> {
    let mut numbers: Vec<_> = TextTokens::new(json)
        .filter_map(|token| match token {
            Token::Scalar(scalar) if scalar.kind() == Kind::Number => {
                Some(scalar.replace('+', "").to_ascii_lowercase())
            }
            _ => None,
        })
        .collect();
    numbers.sort_unstable();
    numbers
}

/// What a case asks, and the protocol version that its input belongs to.
pub(super) type Asked<Q> = (Q, Option<ProtocolVersion>);

/// Reads a file. It gives nothing if anything in it is not as the format says.
pub(super) fn read<Q>(
    file: &str,
    question: fn(&Value) -> Option<Asked<Q>>,
) -> Option<(Vec<Rule>, Vec<Case<Q>>)> {
    let file: Value = serde_json::from_str(file).ok()?;
    if file["format"] != 1 {
        return None;
    }
    let rules = file["rules"].as_array()?.iter().map(|rule| {
        Some(Rule {
            id: text(rule, "id")?,
            text: text(rule, "text")?,
            source: text(rule, "source")?,
        })
    });
    let cases = file["cases"].as_array()?.iter().map(|case| {
        let input = text(case, "input")?;
        let mut outcomes = alloc::vec![Outcome::read(&case["expect"], &input)?];
        if let Some(outcome) = case.get("or") {
            outcomes.push(Outcome::read(outcome, &input)?);
        }
        let needs = case.get("needs").map_or(Some(Vec::new()), texts)?;
        let (question, version) = question(case)?;
        Some(Case {
            id: text(case, "id")?,
            rule: text(case, "rule")?,
            why: text(case, "why")?,
            question,
            version,
            input,
            needs,
            outcomes,
        })
    });
    Some((rules.collect::<Option<_>>()?, cases.collect::<Option<_>>()?))
}

pub(super) fn conversion(case: &Value) -> Option<Asked<Conversion>> {
    let mode: ResultMode = case["mode"].as_str()?.parse().ok()?;
    let conversion = Conversion::from(mode);
    let conversion = match case.get("form") {
        Some(form) => conversion.with_content(form.as_str()?.parse().ok()?),
        None => conversion,
    };
    let version = match case.get("version")? {
        Value::Null => None,
        version => Some(version.as_str()?.parse().ok()?),
    };
    Some((conversion, version))
}

pub(super) fn stripping(case: &Value) -> Option<Asked<Recipient>> {
    let recipient = recipient(case)?;
    Some((recipient, version(case, ProtocolVersion::V2026_07_28)))
}

pub(super) fn translation(case: &Value) -> Option<Asked<Crossing>> {
    let from = case["from"].as_str()?.parse().ok()?;
    let to = recipient(case)?;
    Some((Crossing { from, to }, version(case, from)))
}

fn recipient(case: &Value) -> Option<Recipient> {
    Some(Recipient {
        method: text(case, "method")?,
        version: match case.get("version")? {
            Value::Null => None,
            version => Some(version.as_str()?.to_owned()),
        },
        text_fallback: case["fallback"].as_str()?.parse().ok()?,
        tasks: case.get("tasks").is_some_and(|tasks| *tasks == true),
    })
}

/// The version that the input is written in, unless it is not valid there.
fn version(case: &Value, from: ProtocolVersion) -> Option<ProtocolVersion> {
    let is_invalid = case.get("invalid").is_some_and(|invalid| *invalid == true);
    (!is_invalid).then_some(from)
}
