//! Law 9: over JSON text, a result becomes what its value does; and what no row names keeps its bytes.

use std::borrow::Cow;
use std::collections::BTreeMap;

use mcp_result::raw::{TranslateError, translate_result};
use mcp_result::strategy::spelling;
use mcp_result::{Change, Translated};
use proptest::prelude::*;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::{Input, any_result, config, elements, mirror, sorted};

/// A result, and a text that reads as it: compact, pretty-printed, or spelled in odd ways, with duplicates.
fn written() -> impl Strategy<Value = (Input, String)> {
    let text = |input: Input| {
        let result = input.result.clone();
        let texts = prop_oneof![
            1 => Just(result.to_string()).boxed(),
            1 => Just(serde_json::to_string_pretty(&result).unwrap()).boxed(),
            4 => spelling(result).boxed(),
        ];
        (Just(input), texts)
    };
    any_result().prop_flat_map(text).prop_filter(
        "serde_json does not read the same value, or not where a member is removed",
        |(input, text)| {
            let read = serde_json::from_str::<Value>(text);
            let reads_same = read.is_ok_and(|read| sorted(&read) == sorted(&input.result));
            reads_same && !input.result.to_string().contains("$serde_json")
        },
    )
}

fn translated<'a>(input: &Input, text: &'a str) -> Option<Cow<'a, str>> {
    match (
        translate_result(text, input.kind, input.from, input.peer),
        input.translated(),
    ) {
        (Ok(sent), Ok(_)) => Some(sent),
        (Err(TranslateError::NotForLegacyPeer(error)), Err(expected)) => {
            assert_eq!(error, expected);
            None
        }
        (sent, expected) => panic!("{sent:?} instead of {expected:?}"),
    }
}

/// Where blocks were added or replaced, and which value their text has to say.
fn new_blocks(result: &Value, translated: &Translated) -> Vec<(String, Value)> {
    let said = |change: &Change| match change {
        Change::Added { pointer } if pointer.starts_with("/content/") => {
            Some((pointer.clone(), result["structuredContent"].clone()))
        }
        Change::Replaced { pointer, value } if is_block(pointer) => {
            let mut block = value.as_object()?.clone();
            block.retain(|name, value| match name.as_str() {
                "data" => !value.is_string(),
                "annotations" | "_meta" => !value.is_object(),
                _ => true,
            });
            Some((pointer.clone(), Value::Object(block)))
        }
        _ => None,
    };
    translated.changes().iter().filter_map(said).collect()
}

fn is_block(pointer: &str) -> bool {
    let names: Vec<_> = pointer.split('/').collect();
    matches!(
        names[..],
        ["", "content", _] | ["", "messages", _, "content"]
    )
}

/// Whether the outer texts say the value, with numbers as they are spelled, but not as they were read,
/// or the other way round.
fn is_told_apart_by_spelling(input: &Input, text: &str) -> bool {
    let Some(spelled) = members(text).remove("structuredContent") else {
        return false;
    };
    let blocks = elements(&input.result, "content");
    [blocks.first(), blocks.last()]
        .into_iter()
        .flatten()
        .any(|block| {
            let said = block
                .get("text")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let value = &input.result["structuredContent"];
            mirror::mirrors_text(said, &spelled) != mirror::mirrors(said, value)
        })
}

/// The last member of each name, with its own bytes.
fn members(json: &str) -> BTreeMap<String, String> {
    let members: Result<BTreeMap<String, Box<RawValue>>, _> = serde_json::from_str(json);
    let spelled = |(name, value): (String, Box<RawValue>)| (name, value.get().to_owned());
    members
        .unwrap_or_default()
        .into_iter()
        .map(spelled)
        .collect()
}

/// The elements of an array, with their own bytes.
fn spelled_elements(json: Option<&String>) -> Vec<String> {
    let elements = json.and_then(|json| serde_json::from_str::<Vec<Box<RawValue>>>(json).ok());
    let elements = elements.unwrap_or_default().into_iter();
    elements.map(|element| element.get().to_owned()).collect()
}

fn is_subsequence(part: &str, whole: &str) -> bool {
    let mut whole = whole.chars();
    part.chars()
        .all(|wanted| whole.any(|found| found == wanted))
}

/// Whether a change is here, or in there.
fn is_changed(translated: &Translated, at: &str) -> bool {
    translated.changes().iter().any(|change| {
        let rest = change.pointer().strip_prefix(at);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn law_9_both_paths_agree((input, text) in written()) {
        let Some(sent) = translated(&input, &text) else { return Ok(()) };
        let (mut expected, translated) = input.translated().unwrap();
        prop_assert_eq!(matches!(sent, Cow::Borrowed(_)), translated.is_unchanged());
        let mut sent: Value = serde_json::from_str(&sent).unwrap();
        let blocks = |result: &Value| elements(result, "content").len();
        if blocks(&sent) != blocks(&expected) {
            prop_assert!(is_told_apart_by_spelling(&input, &text), "{} for {}", sent, expected);
            return Ok(());
        }
        for (pointer, said) in new_blocks(&input.result, &translated) {
            let text = sent.pointer_mut(&format!("{pointer}/text")).unwrap().take();
            let text = text.as_str().unwrap();
            prop_assert_eq!(mirror::compact(text), text);
            prop_assert_eq!(sorted(&serde_json::from_str(text).unwrap()), sorted(&said));
            expected.pointer_mut(&format!("{pointer}/text")).unwrap().take();
        }
        prop_assert_eq!(sorted(&sent), sorted(&expected));
    }

    #[test]
    fn translating_text_again_changes_nothing((input, text) in written()) {
        let Some(sent) = translated(&input, &text) else { return Ok(()) };
        let version = input.peer.version();
        let again = translate_result(&sent, input.kind, version, input.peer).unwrap();
        prop_assert_eq!(again.as_ptr(), sent.as_ptr());
    }

    #[test]
    fn what_is_not_changed_keeps_its_bytes((input, text) in written()) {
        let Some(sent) = translated(&input, &text) else { return Ok(()) };
        let (_, translated) = input.translated().unwrap();
        let is_removed = |change: &Change| matches!(change, Change::Removed { .. });
        if is_told_apart_by_spelling(&input, &text) {
            return Ok(());
        }
        if translated.changes().iter().all(is_removed) {
            prop_assert!(is_subsequence(&sent, &text), "{} of {}", sent, text);
        }
        let (before, after) = (members(&text), members(&sent));
        for (name, value) in &after {
            let at = format!("/{}", name.replace('~', "~0").replace('/', "~1"));
            if !is_changed(&translated, &at) {
                prop_assert_eq!(before.get(name), Some(value));
                continue;
            }
            let (before, after) = (spelled_elements(before.get(name)), spelled_elements(Some(value)));
            let added_first = Change::Added { pointer: "/content/0".into() };
            let added_first = translated.changes().contains(&added_first);
            for (index, element) in before.iter().enumerate() {
                let index = index + usize::from(added_first && name == "content");
                if !is_changed(&translated, &format!("{at}/{index}")) {
                    prop_assert_eq!(Some(element), after.get(index));
                }
            }
        }
    }
}
