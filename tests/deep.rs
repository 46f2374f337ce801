//! Values nested far deeper than any parser reads, on a thread with a stack of 64 KiB: nothing
//! recurses, nothing is dropped on the way, and what comes back is whole.

use std::thread;

use mcp_result::rules::{FirstBlock, find_output, legacy_text, mirrors};
use mcp_result::{
    ConvertError, Converted, NotForLegacyPeer, Output, Peer, Presence, ProtocolVersion, ResultKind,
    ResultMode, Stripped, TextFallback, convert_result, strip_for_legacy_peer,
};
use serde_json::{Value, json};

mod every;

/// Builds a deep value; a function, since even a clone of one would recurse.
type Build = fn() -> Value;
type Spoil = fn(Value) -> Value;

const LEVELS: usize = 100_000;

fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(64 * 1024).spawn(test);
    thread.unwrap().join().unwrap();
}

/// Arrays and now and then an object, `levels` of them, around a string; outermost an array.
fn deep_array(levels: usize) -> Value {
    nest(levels, 1)
}

/// The same with an object outermost.
fn deep_object(levels: usize) -> Value {
    nest(levels, 0)
}

/// `json!` would serialize what it is given, and so recurse.
fn nest(levels: usize, first_object: usize) -> Value {
    (0..levels).rev().fold("leaf".into(), |value, level| {
        if level % 16 == first_object {
            object([("deep", value)])
        } else {
            Value::Array(vec![value])
        }
    })
}

/// The compact JSON of [`deep_array`].
fn deep_array_text(levels: usize) -> String {
    let is_object = |level| level % 16 == 1;
    let open = (0..levels).map(|level| if is_object(level) { "{\"deep\":" } else { "[" });
    let close = (0..levels).rev();
    let close = close.map(|level| if is_object(level) { "}" } else { "]" });
    open.chain(["\"leaf\""]).chain(close).collect()
}

fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let members = members.map(|(name, member)| (name.to_owned(), member));
    Value::Object(members.into_iter().collect())
}

fn with(mut result: Value, name: &str, member: Value) -> Value {
    let members = result.as_object_mut().unwrap();
    assert!(members.insert(name.to_owned(), member).is_none());
    result
}

fn text(text: &str) -> Value {
    object([("type", "text".into()), ("text", text.into())])
}

fn blocks(blocks: Vec<Value>) -> Value {
    object([("content", Value::Array(blocks))])
}

/// How many levels a value is nested, counted without recursion.
fn levels(value: &Value) -> usize {
    let mut deepest = 0;
    let mut left = vec![(value, 0)];
    while let Some((value, level)) = left.pop() {
        deepest = deepest.max(level);
        match value {
            Value::Array(elements) => left.extend(elements.iter().map(|inner| (inner, level + 1))),
            Value::Object(members) => left.extend(members.values().map(|inner| (inner, level + 1))),
            _ => {}
        }
    }
    deepest
}

/// `==` without recursion, the order of members included.
fn same(one: &Value, other: &Value) -> bool {
    let mut left = vec![(one, other)];
    while let Some(pair) = left.pop() {
        match pair {
            (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
                left.extend(one.iter().zip(other));
            }
            (Value::Object(one), Value::Object(other)) if one.keys().eq(other.keys()) => {
                left.extend(one.values().zip(other.values()));
            }
            (Value::Array(_) | Value::Object(_), _) => return false,
            (one, other) if one == other => {}
            _ => return false,
        }
    }
    true
}

fn drop_flat(value: Value) {
    let mut left = vec![value];
    while let Some(value) = left.pop() {
        match value {
            Value::Array(elements) => left.extend(elements),
            Value::Object(members) => left.extend(members.into_iter().map(|(_, member)| member)),
            _ => {}
        }
    }
}

/// `assert!` of [`same`] that drops both without recursion.
#[track_caller]
fn assert_same(one: Value, other: Value) {
    let same = same(&one, &other);
    drop_flat(one);
    drop_flat(other);
    assert!(same);
}

/// An image block that is deep in its own `_meta`.
fn deep_image() -> Value {
    let image = json!({"type": "image", "data": "AA==", "mimeType": "image/png"});
    with(image, "_meta", deep_object(LEVELS))
}

/// A block of an unknown type that is deep.
fn deep_unknown() -> Value {
    object([("type", "new".into()), ("deep", deep_array(LEVELS))])
}

/// Every place that a deep value can have, beside no content, one text, several texts and none.
#[rustfmt::skip]
fn deep_results() -> Vec<Build> {
    vec![
        || object([("structuredContent", deep_array(LEVELS))]),
        || with(blocks(vec![text("a")]), "structuredContent", deep_object(LEVELS)),
        || with(blocks(vec![text("a"), text("b")]), "_meta", deep_object(LEVELS)),
        || with(blocks(vec![text("a")]), "unknown", deep_array(LEVELS)),
        || blocks(vec![text("a"), deep_image()]),
        || blocks(vec![deep_unknown(), text("a"), text("b")]),
        || blocks(vec![deep_unknown()]),
        || blocks(vec![with(text(""), "_meta", deep_object(LEVELS)), json!({"type": "image"})]),
    ]
}

/// A text takes the deep value in its own block with it.
#[rustfmt::skip]
fn results_with_a_deep_text_block() -> Vec<Build> {
    vec![
        || blocks(vec![with(text("a"), "_meta", deep_object(LEVELS))]),
        || blocks(vec![text("a"), with(text("b"), "_meta", deep_array(LEVELS))]),
    ]
}

/// What makes any result an error, and the pointer if it is malformed.
#[rustfmt::skip]
const SPOILERS: [(Spoil, Option<&str>); 6] = [
    (|result| with(result, "isError", true.into()), None),
    (|result| with(with(result, "isError", true.into()), "resultType", 1.into()), None),
    (|result| with(result, "resultType", "input_required".into()), None),
    (|result| with(result, "isError", deep_object(LEVELS)), Some("/isError")),
    (|result| with(result, "resultType", deep_array(LEVELS)), Some("/resultType")),
    (|result| Value::Array(vec![result]), Some("")),
];

#[test]
fn a_deep_result_is_moved_whole_in_every_mode() {
    on_a_small_stack(|| {
        for result in deep_results() {
            for conversion in every::conversion() {
                let Ok(Converted { output, rest }) = convert_result(result(), conversion) else {
                    panic!("{conversion:?}");
                };
                let deep = levels(&rest);
                let output = match output {
                    Output::Structured(value) => {
                        let whole = with(rest, "structuredContent", value);
                        assert_same_members(whole, result());
                        continue;
                    }
                    output => output.into_value(),
                };
                assert!(deep.max(levels(&output)) >= LEVELS, "{conversion:?}");
                drop_flat(output);
                drop_flat(rest);
            }
        }
    });
}

/// [`assert_same`], whatever the order of the top-level members.
#[track_caller]
fn assert_same_members(one: Value, other: Value) {
    let (Value::Object(one), Value::Object(mut other)) = (one, other) else {
        panic!();
    };
    for (name, member) in one {
        assert_same(member, other.remove(&name).unwrap());
    }
    assert!(other.is_empty());
}

#[test]
fn mode_content_gives_deep_blocks_back_untouched() {
    on_a_small_stack(|| {
        for result in deep_results()
            .into_iter()
            .chain(results_with_a_deep_text_block())
        {
            let Ok(converted) = convert_result(result(), ResultMode::Content) else {
                panic!();
            };
            let mut rest = converted.rest;
            match rest.get_mut("content") {
                Some(content) => *content = converted.output.into_value(),
                None => assert_eq!(converted.output, Output::Blocks(Vec::new())),
            }
            assert_same(rest, result());
        }
    });
}

#[test]
fn a_text_leaves_a_deep_block_without_recursion() {
    on_a_small_stack(|| {
        for result in results_with_a_deep_text_block() {
            let Ok(converted) = convert_result(result(), ResultMode::Text) else {
                panic!();
            };
            assert!(matches!(
                converted.output,
                Output::Text(_) | Output::Texts(_)
            ));
            assert_eq!(converted.rest, json!({"content": []}));
        }
    });
}

#[test]
fn an_error_gives_a_deep_result_back_untouched() {
    let results: [Build; 2] = [
        || {
            with(
                object([("structuredContent", deep_array(LEVELS))]),
                "unknown",
                deep_object(LEVELS),
            )
        },
        || {
            blocks(vec![
                with(text("a"), "_meta", deep_object(LEVELS)),
                deep_image(),
            ])
        },
    ];
    on_a_small_stack(move || {
        for result in results {
            for (spoil, pointer) in SPOILERS {
                let mut spoilt = spoil(result());
                let expected = spoil(result());
                for mode in every::MODE {
                    let Err(error) = convert_result(spoilt, mode) else {
                        panic!("{mode:?}");
                    };
                    assert!(!error.to_string().is_empty());
                    assert!(same(error.result(), &expected));
                    if let ConvertError::Malformed(error) = &error {
                        assert_eq!(Some(error.pointer()), pointer, "{mode:?}");
                    } else {
                        assert_eq!(None, pointer, "{mode:?}");
                    }
                    spoilt = error.into_result();
                }
                assert_same(spoilt, expected);
            }
        }
    });
}

#[test]
fn malformed_content_gives_a_deep_result_back_untouched() {
    let results: [(Build, &str); 6] = [
        (|| object([("content", deep_object(LEVELS))]), "/content"),
        (
            || object([("tools", Value::Array(vec![deep_tool(deep_object)]))]),
            "/content",
        ),
        (
            || object([("content", deep_array(LEVELS))]),
            "/content/0/type",
        ),
        (
            || blocks(vec![text("a"), Value::Array(vec![deep_array(LEVELS)])]),
            "/content/1",
        ),
        (
            || blocks(vec![text("a"), object([("type", deep_array(LEVELS))])]),
            "/content/1/type",
        ),
        (
            || {
                blocks(vec![object([
                    ("type", "text".into()),
                    ("text", deep_object(LEVELS)),
                ])])
            },
            "/content/0/text",
        ),
    ];
    on_a_small_stack(move || {
        for (result, pointer) in results {
            match convert_result(result(), ResultMode::Text) {
                Err(ConvertError::Malformed(error)) => {
                    let found = error.pointer().to_owned();
                    assert_same(error.into_result(), result());
                    assert_eq!(found, pointer);
                }
                _ => panic!("{pointer}"),
            }
        }
    });
}

fn deep_tool(schema: fn(usize) -> Value) -> Value {
    object([("name", "t".into()), ("outputSchema", schema(LEVELS))])
}

/// Without recursion, what was stripped can only be looked at and moved out.
#[track_caller]
fn assert_nothing_stripped(stripped: &Stripped) {
    assert!(stripped.output_schemas().is_empty());
    assert_eq!(stripped.structured_content(), Presence::Absent);
    assert!(!stripped.result_type() && !stripped.text_added());
    assert!(stripped.is_unchanged());
}

#[test]
fn a_deep_object_stays_wherever_it_is() {
    fn object_schema(levels: usize) -> Value {
        object([
            ("type", "object".into()),
            ("properties", deep_object(levels)),
        ])
    }
    let mut results = deep_results();
    results.extend(results_with_a_deep_text_block());
    results.push(|| object([("tools", Value::Array(vec![deep_tool(object_schema)]))]));
    results.push(|| object([("tools", deep_object(LEVELS))]));
    results.push(|| object([("tools", deep_array(LEVELS))]));
    on_a_small_stack(move || {
        for result in results {
            let mut stays = result();
            let is_array = stays.get("structuredContent").is_some_and(Value::is_array);
            for kind in every::KIND {
                if kind == ResultKind::ToolsCall && is_array {
                    continue;
                }
                let peer = ProtocolVersion::V2025_11_25;
                assert_nothing_stripped(&strip_for_legacy_peer(&mut stays, kind, peer).unwrap());
            }
            assert_same(stays, result());
        }
    });
}

#[test]
fn a_modern_peer_gets_a_deep_result_as_it_is() {
    on_a_small_stack(|| {
        for result in deep_results() {
            let mut stays = result();
            for kind in every::KIND {
                let peer = ProtocolVersion::V2026_07_28;
                assert_nothing_stripped(&strip_for_legacy_peer(&mut stays, kind, peer).unwrap());
            }
            assert_same(stays, result());
        }
    });
}

#[test]
fn a_deep_value_is_not_written_as_text_and_the_result_is_untouched() {
    let contents: [(Option<Build>, &[TextFallback]); 6] = [
        (None, &every::TEXT_FALLBACK),
        (Some(|| Value::Null), &every::TEXT_FALLBACK),
        (Some(|| json!([])), &every::TEXT_FALLBACK),
        (
            Some(|| json!([{"type": "text", "text": "prose"}])),
            &[TextFallback::Lossless],
        ),
        (
            Some(|| json!([{"type": "image"}])),
            &[TextFallback::Lossless],
        ),
        // One level less is another value.
        (
            Some(|| Value::Array(vec![text(&deep_array_text(LEVELS - 2))])),
            &[TextFallback::Lossless],
        ),
    ];
    on_a_small_stack(move || {
        for (content, fallbacks) in contents {
            for &fallback in fallbacks {
                for is_error in [false, true] {
                    let result = || {
                        let result = object([
                            ("resultType", "complete".into()),
                            ("isError", is_error.into()),
                            ("structuredContent", deep_array(LEVELS)),
                        ]);
                        match content {
                            None => result,
                            Some(content) => with(result, "content", content()),
                        }
                    };
                    let mut untouched = result();
                    let peer =
                        Peer::from(ProtocolVersion::V2025_06_18).with_text_fallback(fallback);
                    let error = strip_for_legacy_peer(&mut untouched, ResultKind::ToolsCall, peer);
                    assert_eq!(error, Err(NotForLegacyPeer::Depth));
                    assert_same(untouched, result());
                }
            }
        }
    });
}

#[test]
fn a_deep_value_beside_blocks_is_removed_when_text_is_for_empty_content_only() {
    on_a_small_stack(|| {
        let mut result = object([
            ("content", Value::Array(vec![text("prose")])),
            ("structuredContent", deep_array(LEVELS)),
        ]);
        let peer =
            Peer::from(ProtocolVersion::V2025_11_25).with_text_fallback(TextFallback::WhenEmpty);
        let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, peer).unwrap();
        assert_eq!(
            result,
            json!({"content": [{"type": "text", "text": "prose"}]})
        );
        assert_hands_back_deep_structured_content(stripped);
    });
}

#[test]
fn a_deep_value_mirrored_by_its_compact_text_is_removed() {
    on_a_small_stack(|| {
        let content = || Value::Array(vec![text(&deep_array_text(LEVELS))]);
        let mut result = object([
            ("content", content()),
            ("structuredContent", deep_array(LEVELS)),
        ]);
        let peer = ProtocolVersion::V2025_11_25;
        let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, peer).unwrap();
        assert!(!stripped.text_added());
        assert_eq!(result, object([("content", content())]));
        assert_hands_back_deep_structured_content(stripped);
    });
}

#[track_caller]
fn assert_hands_back_deep_structured_content(stripped: Stripped) {
    let Presence::Present(value) = stripped.into_structured_content() else {
        panic!();
    };
    assert_same(value, deep_array(LEVELS));
}

#[test]
fn deep_output_schemas_are_removed_and_handed_back() {
    fn one_of(levels: usize) -> Value {
        object([("oneOf", deep_array(levels))])
    }
    on_a_small_stack(|| {
        let tools = vec![
            deep_tool(deep_array),
            deep_tool(deep_object),
            deep_tool(one_of),
        ];
        let mut result = object([("tools", Value::Array(tools))]);
        let peer = ProtocolVersion::V2025_11_25;
        let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsList, peer).unwrap();
        assert_eq!(
            result,
            json!({"tools": [{"name": "t"}, {"name": "t"}, {"name": "t"}]})
        );
        let expected = [deep_array, deep_object, one_of];
        let schemas = stripped.into_output_schemas();
        assert_eq!(schemas.len(), expected.len());
        for (position, (index, schema)) in schemas.into_iter().enumerate() {
            assert_eq!(index, position);
            assert_same(schema, expected[index](LEVELS));
        }
    });
}

/// The compact JSON of [`deep_object`].
fn deep_object_text(levels: usize) -> String {
    let is_object = |level| level % 16 == 0;
    let open = (0..levels).map(|level| if is_object(level) { "{\"deep\":" } else { "[" });
    let close = (0..levels).rev();
    let close = close.map(|level| if is_object(level) { "}" } else { "]" });
    open.chain(["\"leaf\""]).chain(close).collect()
}

#[test]
fn what_is_left_of_a_deep_result_is_dropped_without_recursion() {
    on_a_small_stack(|| {
        for result in deep_results()
            .into_iter()
            .chain(results_with_a_deep_text_block())
        {
            for conversion in every::conversion() {
                let Ok(converted) = convert_result(result(), conversion) else {
                    panic!("{conversion:?}");
                };
                drop_flat(converted.into_value());
            }
        }
    });
}

#[test]
fn a_deep_output_is_written_as_text_without_recursion() {
    on_a_small_stack(|| {
        let structured = Output::Structured(deep_array(LEVELS)).into_text();
        assert!(structured == deep_array_text(LEVELS));
        let blocks = Output::Blocks(vec![
            text("a"),
            deep_image(),
            deep_unknown(),
            deep_array(LEVELS),
            with(text("b"), "_meta", deep_object(LEVELS)),
            object([("type", "x".into()), ("resource", deep_array(LEVELS))]),
            object([("type", deep_object(LEVELS))]),
        ]);
        let expected = "a\n[image: image/png]\n[new]\n[block]\nb\n[x]\n[block]";
        assert_eq!(blocks.into_text(), expected);
    });
}

#[test]
fn a_deep_failure_reads_and_converts_without_recursion() {
    on_a_small_stack(|| {
        let result = || {
            let value = object([("structuredContent", deep_object(LEVELS))]);
            with(value, "isError", true.into())
        };
        let Err(ConvertError::Tool(error)) = convert_result(result(), ResultMode::Text) else {
            panic!();
        };
        let expected = format!("tool call failed: {}", deep_object_text(LEVELS));
        assert!(error.to_string() == expected);
        let Ok(Converted { output, rest }) = error.convert(ResultMode::Model) else {
            panic!();
        };
        assert_eq!(rest, json!({"isError": true}));
        assert_same(output.into_value(), deep_object(LEVELS));

        // What cannot be converted is given back whole.
        let malformed = || with(result(), "resultType", deep_array(LEVELS));
        let Err(ConvertError::Tool(error)) = convert_result(malformed(), ResultMode::Text) else {
            panic!();
        };
        let Err(error) = error.convert(ResultMode::Text) else {
            panic!();
        };
        assert_same(error.into_result(), malformed());
    });
}

#[test]
fn a_place_and_a_fault_of_a_deep_result_are_found_without_recursion() {
    on_a_small_stack(|| {
        for result in deep_results() {
            let result = result();
            for conversion in every::conversion() {
                assert!(find_output(&result, conversion).is_ok());
            }
            drop_flat(result);
        }
        let malformed = object([("content", deep_object(LEVELS))]);
        for conversion in every::conversion() {
            let fault = find_output(&malformed, conversion).unwrap_err();
            assert!(fault.to_string().ends_with(r#""/content", found object"#));
        }
        drop_flat(malformed);
    });
}

#[test]
fn what_is_stripped_and_not_asked_for_is_dropped_without_recursion() {
    on_a_small_stack(|| {
        let peer =
            Peer::from(ProtocolVersion::V2025_11_25).with_text_fallback(TextFallback::WhenEmpty);
        let mut result = object([
            ("content", Value::Array(vec![text("prose")])),
            ("structuredContent", deep_array(LEVELS)),
        ]);
        let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, peer).unwrap();
        assert!(!stripped.is_unchanged());
        assert!(stripped.into_output_schemas().is_empty());

        let tools = vec![deep_tool(deep_array), deep_tool(deep_object)];
        let mut result = object([("tools", Value::Array(tools))]);
        let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsList, peer).unwrap();
        assert!(!stripped.is_unchanged());
        assert!(stripped.into_structured_content().is_absent());
    });
}

#[test]
fn a_deep_text_mirrors_a_deep_value_without_recursion() {
    on_a_small_stack(|| {
        let value = deep_array(LEVELS);
        let text = deep_array_text(LEVELS);
        assert!(mirrors(&text, &value));
        let spaced = text.replace('[', "[ ").replace(':', " : ");
        assert!(mirrors(&spaced, &value));
        assert!(!mirrors(&deep_array_text(LEVELS - 16), &value));
        assert!(!mirrors(&text.replace("leaf", "twig"), &value));
        assert!(!mirrors(&text[..text.len() - 1], &value));
        assert!(!mirrors(&format!("{text}]"), &value));
        assert!(!mirrors(&"[".repeat(LEVELS), &value));
        let written = legacy_text(&value, FirstBlock::Text(&spaced), TextFallback::Lossless);
        assert_eq!(written, Ok(None));
        let written = legacy_text(&value, FirstBlock::Other, TextFallback::Lossless);
        assert_eq!(written, Err(NotForLegacyPeer::Depth));
        drop_flat(value);
    });
}

/// An object within an object, and so on, each with its members in this order.
fn nested_objects(before: &str, after: &str) -> String {
    format!("{}0{}", before.repeat(LEVELS), after.repeat(LEVELS))
}

#[test]
fn a_deep_text_in_another_order_mirrors_a_deep_value_without_recursion() {
    on_a_small_stack(|| {
        let value = (0..LEVELS).fold(json!(0), |value, _| {
            object([("a", json!([1])), ("b", value)])
        });
        assert!(mirrors(&nested_objects(r#"{"a":[1],"b":"#, "}"), &value));
        assert!(mirrors(&nested_objects(r#"{"b":"#, r#","a":[1]}"#), &value));
        assert!(!mirrors(
            &nested_objects(r#"{"b":"#, r#","a":[2]}"#),
            &value
        ));
        assert!(!mirrors(
            &nested_objects(r#"{"b":"#, r#","c":[1]}"#),
            &value
        ));
        drop_flat(value);
    });
}

#[cfg(feature = "raw")]
mod over_text {
    use mcp_result::raw::{
        ConvertError, Output, StripError, convert_result, strip_for_legacy_peer,
    };

    use super::*;

    fn strip(text: &str, value: &str, peer: impl Into<Peer>) -> Result<bool, NotForLegacyPeer> {
        let text = Value::from(text);
        let json = format!(
            r#"{{"content":[{{"type":"text","text":{text}}}],"structuredContent":{value}}}"#
        );
        match strip_for_legacy_peer(&json, ResultKind::ToolsCall, peer) {
            Ok(stripped) => Ok(stripped.text_added()),
            Err(StripError::NotForLegacyPeer(error)) => Err(error),
            Err(error) => panic!("{error}"),
        }
    }

    #[test]
    fn deep_text_converts_and_reads_without_recursion() {
        on_a_small_stack(|| {
            let deep = deep_array_text(LEVELS);
            let json = format!(
                r#"{{"_meta":{deep},"content":[{{"type":"image","_meta":{deep}}},{deep}],"structuredContent": {deep} }}"#
            );
            for conversion in every::conversion() {
                match convert_result(&json, conversion) {
                    Ok(Output::Structured(value)) => {
                        assert!(value.get() == deep);
                        assert!(Output::Structured(value).into_text() == deep);
                        assert!(Output::Structured(value).into_json() == deep);
                    }
                    Ok(blocks) => {
                        assert_eq!(blocks.clone().into_text(), "[image]\n[block]");
                        assert!(blocks.into_json().len() > deep.len());
                    }
                    Err(error) => {
                        assert_eq!(conversion.mode(), ResultMode::Text);
                        assert!(error.to_string().contains("/content/1"));
                    }
                }
            }
            let failed = format!(r#"{{"isError":true,"structuredContent":{deep}}}"#);
            let Err(ConvertError::Tool(error)) = convert_result(&failed, ResultMode::Text) else {
                panic!();
            };
            assert!(error.to_string() == format!("tool call failed: {deep}"));
            match error.convert(ResultMode::Model) {
                Ok(Output::Structured(value)) => assert!(value.get() == deep),
                other => panic!("{other:?}"),
            }
        });
    }

    #[test]
    fn deep_text_is_compared_without_recursion() {
        on_a_small_stack(|| {
            let peer = ProtocolVersion::V2025_11_25;
            let value = deep_array_text(LEVELS);
            let spaced = value.replace('[', "[ ").replace(':', " : ");
            assert_eq!(strip(&spaced, &value, peer), Ok(false));
            assert_eq!(strip(&value, &spaced, peer), Ok(false));
            let other = value.replace("leaf", "twig");
            assert_eq!(strip(&other, &value, peer), Err(NotForLegacyPeer::Depth));
            let when_empty = Peer::from(peer).with_text_fallback(TextFallback::WhenEmpty);
            assert_eq!(strip(&other, &value, when_empty), Ok(false));

            let one = nested_objects(r#"{"a":[1],"b":"#, "}");
            let turned = nested_objects(r#"{"b":"#, r#","a":[1]}"#);
            let other = nested_objects(r#"{"b":"#, r#","a":[2]}"#);
            let [one, turned, other] = [one, turned, other].map(|text| format!("[{text}]"));
            assert_eq!(strip(&one, &turned, peer), Ok(false));
            assert_eq!(strip(&turned, &one, peer), Ok(false));
            assert_eq!(strip(&other, &one, peer), Err(NotForLegacyPeer::Depth));
        });
    }
}

#[test]
fn text_is_written_to_the_depth_that_parsers_read_back() {
    for (levels, written) in [(126, true), (127, true), (128, false), (129, false)] {
        for value in [
            deep_array(levels),
            Value::Array(vec![deep_object(levels - 1)]),
        ] {
            let mut result = object([("structuredContent", value.clone())]);
            let peer = ProtocolVersion::V2025_11_25;
            let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, peer);
            assert_eq!(stripped.is_ok(), written, "{levels}");
            match stripped {
                Ok(stripped) => {
                    assert!(stripped.text_added());
                    let text = result["content"][0]["text"].as_str().unwrap();
                    assert_eq!(serde_json::from_str::<Value>(text).unwrap(), value);
                }
                Err(error) => assert_eq!(error, NotForLegacyPeer::Depth),
            }
        }
    }
}
