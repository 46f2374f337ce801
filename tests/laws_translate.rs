//! The laws of `translate_result`, one property each. (Those that need a validator or a client are
//! checked elsewhere.)

use every::{KIND, LEGACY_VERSION, TEXT_FALLBACK};
use mcp_result::strategy::{
    call_result, field_result, json, list_result, malformed_call_result, malformed_list_result,
    protocol_version, untyped_object_schema, valid_result,
};
use mcp_result::{
    Change, NotForLegacyPeer, Peer, ProtocolVersion, ResultKind, Translated, strip_for_legacy_peer,
    translate_result,
};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::FileFailurePersistence;
use serde_json::{Value, json};

mod every;

#[cfg(feature = "raw")]
mod both_paths;

#[path = "model/mirror.rs"]
mod mirror;

#[path = "model/provable.rs"]
mod provable;

#[path = "model/translate.rs"]
mod model;

#[path = "model/undo.rs"]
mod undo;

fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 1_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/proptest-regressions/laws_translate.txt"
        )))),
        ..ProptestConfig::default()
    }
}

/// What is translated.
#[derive(Clone, Debug)]
struct Input {
    result: Value,
    kind: ResultKind,
    from: ProtocolVersion,
    peer: Peer,
}

impl Input {
    /// The result as it is sent, with the changes. An error leaves it untouched.
    fn translated(&self) -> Result<(Value, Translated), NotForLegacyPeer> {
        let mut sent = self.result.clone();
        match translate_result(&mut sent, self.kind, self.from, self.peer) {
            Ok(translated) => Ok((sent, translated)),
            Err(error) => {
                assert_eq!(exact(&sent), exact(&self.result), "changed though {error}");
                assert!(self.peer.version().is_legacy(), "{error}");
                Err(error)
            }
        }
    }

    fn has_kind(&self, kind: ResultKind) -> bool {
        self.kind == kind
    }
}

fn peer() -> impl Strategy<Value = Peer> {
    (version(), select(TEXT_FALLBACK.as_slice()), any::<bool>()).prop_map(
        |(version, fallback, tasks)| {
            let peer = Peer::from(version).with_text_fallback(fallback);
            if tasks { peer.with_tasks() } else { peer }
        },
    )
}

/// Most often a published one.
fn version() -> impl Strategy<Value = ProtocolVersion> {
    let published = [&LEGACY_VERSION[..], &[ProtocolVersion::V2026_07_28]].concat();
    prop_oneof![3 => select(published).boxed(), 1 => protocol_version().boxed()]
}

fn kind() -> impl Strategy<Value = ResultKind> {
    prop_oneof![
        3 => Just(ResultKind::ToolsList),
        6 => Just(ResultKind::ToolsCall),
        5 => select(KIND.as_slice()),
    ]
}

/// Results that servers write, of the kind's own method.
fn servers_result() -> impl Strategy<Value = Input> {
    (kind(), version(), peer()).prop_flat_map(|(kind, from, peer)| {
        let result = prop_oneof![
            1 => valid_result(kind, from),
            3 => field_result(kind, from),
        ];
        result.prop_map(move |result| Input {
            result,
            kind,
            from,
            peer,
        })
    })
}

/// Any result, most often of the kind's own method: also odd ones, another method's, any JSON.
fn any_result() -> impl Strategy<Value = Input> {
    let odd = prop_oneof![
        3 => malformed_call_result().boxed(),
        1 => call_result().boxed(),
        1 => list_result().boxed(),
        2 => malformed_list_result().boxed(),
        2 => json().boxed(),
        2 => too_deep().boxed(),
        2 => tools_of_schemas().boxed(),
        2 => newer_blocks_in_odd_forms().boxed(),
    ];
    let suited = (odd, version(), peer(), select(KIND.as_slice()), any::<u8>()).prop_map(
        |(result, from, peer, kind, any_kind)| {
            let is_list = result.get("tools").is_some();
            let kind = match any_kind % 4 {
                0 => kind,
                _ if is_list => ResultKind::ToolsList,
                _ => ResultKind::ToolsCall,
            };
            Input {
                result,
                kind,
                from,
                peer,
            }
        },
    );
    prop_oneof![3 => servers_result().boxed(), 2 => suited.boxed()]
}

/// Structured content about as deep as text can hold.
fn too_deep() -> impl Strategy<Value = Value> {
    (call_result(), json(), 120_usize..130).prop_map(|(mut result, leaf, levels)| {
        let around = levels - mirror::depth(&leaf).min(levels);
        let value = (0..around).fold(leaf, |value, _| json!([value]));
        result["structuredContent"] = value;
        result
    })
}

/// Schemas that have to be given a type, often.
fn tools_of_schemas() -> impl Strategy<Value = Value> {
    proptest::collection::vec(untyped_object_schema(), 1..4).prop_map(|schemas| {
        let tool = |schema| json!({"name": "a", "inputSchema": {}, "outputSchema": schema});
        json!({"tools": schemas.into_iter().map(tool).collect::<Vec<_>>()})
    })
}

/// Blocks whose `data`, `annotations` and `_meta` are of any type, and may be deep.
fn newer_blocks_in_odd_forms() -> impl Strategy<Value = Value> {
    let types = ["audio", "resource_link", "text", "x-chart"];
    let block = (select(types.to_vec()), json(), json(), 0..130_usize, json());
    let block = block.prop_map(|(name, annotations, meta, levels, data)| {
        let around = levels - mirror::depth(&data).min(levels);
        let data = (0..if levels % 3 == 0 { around } else { 0 }).fold(data, |value, _| json!([value]));
        json!({"type": name, "annotations": annotations, "_meta": meta, "data": data, "resource": data})
    });
    proptest::collection::vec(block, 0..3).prop_map(|blocks| json!({"content": blocks}))
}

/// Equal, and with the same zeros, the order of members aside.
fn sorted(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by_key(|(name, _)| *name);
            let members = members
                .into_iter()
                .map(|(name, value)| format!("{name:?}:{}", sorted(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        Value::Array(elements) => {
            format!(
                "[{}]",
                elements.iter().map(sorted).collect::<Vec<_>>().join(",")
            )
        }
        value => value.to_string(),
    }
}

/// Equal, and in the same order, and with the same zeros: what `==` on values does not tell.
fn exact(value: &Value) -> String {
    value.to_string()
}

fn elements<'a>(result: &'a Value, name: &str) -> &'a [Value] {
    result
        .get(name)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn texts(result: &Value) -> Vec<&Value> {
    let blocks = elements(result, "content").iter();
    blocks
        .filter(|block| block.get("type") == Some(&json!("text")))
        .collect()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn translate_agrees_with_the_tables(input in any_result()) {
        let sent = input.translated().map(|(sent, _)| sorted(&sent));
        let expected = model::expected(&input.result, input.kind, input.from, input.peer);
        prop_assert_eq!(sent, expected.map(|expected| sorted(&expected)));
    }

    #[test]
    fn law_3_translating_again_changes_nothing(input in any_result()) {
        let Ok((sent, _)) = input.translated() else { return Ok(()) };
        let from = input.peer.version();
        let again = Input { result: sent.clone(), from, ..input };
        let (twice, translated) = again.translated().unwrap();
        prop_assert_eq!(exact(&twice), exact(&sent));
        prop_assert!(translated.is_unchanged(), "{:?}", translated);
    }

    /// That an error leaves the result untouched is asserted in [`Input::translated`], for every law.
    #[test]
    fn law_4_undone_changes_give_the_input_back(input in any_result()) {
        let Ok((mut sent, translated)) = input.translated() else { return Ok(()) };
        let is_unchanged = translated.is_unchanged();
        prop_assert_eq!(translated.changes(), &translated.clone().into_changes());
        prop_assert_eq!(is_unchanged, exact(&sent) == exact(&input.result));
        undo::undo(&mut sent, translated.into_changes());
        prop_assert_eq!(sorted(&sent), sorted(&input.result));
    }

    #[test]
    fn law_5_down_and_up_again_loses_no_text_and_no_object(input in servers_result()) {
        let Ok((down, _)) = input.translated() else { return Ok(()) };
        let modern = Peer::from(ProtocolVersion::V2026_07_28);
        let version = input.peer.version();
        let up = Input { result: down.clone(), from: version, peer: modern, ..input.clone() };
        let (up, _) = up.translated().unwrap();
        let before = texts(&input.result);
        let mut after = texts(&up).into_iter();
        for text in before {
            let text = &text["text"];
            prop_assert!(after.any(|after| after["text"] == *text), "{} is lost", text);
        }
        let value = input.result.get("structuredContent").filter(|value| value.is_object());
        let fails = input.result.get("isError") == Some(&json!(true));
        if input.has_kind(ResultKind::ToolsCall) && version >= ProtocolVersion::V2025_06_18 && !fails {
            prop_assert!(value.is_none() || up.get("structuredContent") == value);
        }
    }

    #[test]
    fn law_7_nothing_is_left_that_stripping_removes(input in any_result()) {
        let Ok((sent, _)) = input.translated() else { return Ok(()) };
        if !input.peer.version().is_legacy() {
            return Ok(());
        }
        if input.has_kind(ResultKind::ToolsCall) {
            // But for the body of another request.
            let is_other = sent.get("content").is_none_or(Value::is_null);
            prop_assert!(is_other || sent.get("structuredContent").is_none_or(Value::is_object));
        }
        if input.has_kind(ResultKind::ToolsList) {
            let before = elements(&input.result, "tools").iter();
            for (before, after) in before.zip(elements(&sent, "tools")) {
                let Some(after) = after.get("outputSchema") else { continue };
                prop_assert_eq!(after.get("type"), Some(&json!("object")));
                let before = &before["outputSchema"];
                prop_assert!(before["type"] == "object" || provable::proves_object(before));
            }
        }
        let mut stripped = sent.clone();
        let left = strip_for_legacy_peer(&mut stripped, input.kind, input.peer).unwrap();
        prop_assert!(left.is_unchanged() || sent.get("content").is_none_or(Value::is_null), "{:?}", left);
    }

    /// Takes what rows name out of both, and compares the rest, in order.
    #[test]
    fn law_8_everything_else_is_untouched(input in any_result()) {
        let Ok((sent, translated)) = input.translated() else { return Ok(()) };
        prop_assert_eq!(unnamed(&sent), unnamed(&input.result));
        if input.has_kind(ResultKind::ToolsCall) {
            let mut blocks = elements(&sent, "content").to_vec();
            for change in translated.changes() {
                let index = change.pointer().strip_prefix("/content/").and_then(|index| index.parse().ok());
                if let (Change::Added { .. }, Some(index)) = (change, index) {
                    let _: Value = blocks.remove(index);
                }
            }
            let before = elements(&input.result, "content");
            prop_assert_eq!(blocks.len(), before.len());
            let same_type = |(before, after): &(&Value, &Value)| before.get("type") == after.get("type");
            for (before, after) in before.iter().zip(&blocks).filter(same_type) {
                prop_assert_eq!(block_without_nulls(before), block_without_nulls(after));
            }
        } else {
            prop_assert_eq!(sent.get("content"), input.result.get("content"));
            prop_assert_eq!(sent.get("structuredContent"), input.result.get("structuredContent"));
        }
    }

    #[test]
    fn law_8_nothing_changes_in_a_look_alike_of_another_method(input in any_result()) {
        let other = Input { kind: ResultKind::Other, ..input };
        let Ok((sent, _)) = other.translated() else { return Ok(()) };
        let without = |result: &Value| {
            let mut result = result.clone();
            if let Value::Object(members) = &mut result {
                members.retain(|name, value| name != "resultType" && (name != "_meta" || !value.is_null()));
            }
            exact(&result)
        };
        prop_assert_eq!(without(&sent), without(&other.result));
    }

    #[test]
    fn schemas_that_accept_objects_alone_are_given_a_type(schema in untyped_object_schema()) {
        let result = json!({"tools": [{"name": "a", "outputSchema": schema}]});
        let peer = ProtocolVersion::V2025_11_25.into();
        let from = ProtocolVersion::V2026_07_28;
        let input = Input { result, kind: ResultKind::ToolsList, from, peer };
        let (sent, _) = input.translated().unwrap();
        match sent["tools"][0].get("outputSchema") {
            Some(sent) => {
                let mut expected = schema.clone();
                expected["type"] = json!("object");
                prop_assert_eq!(sent, &expected);
                prop_assert!(provable::proves_object(&schema));
            }
            None => prop_assert!(!provable::proves_object(&schema)),
        }
    }
}

/// What no row names, in order, of the result and of the elements of lists.
fn unnamed(result: &Value) -> String {
    let mut result = result.clone();
    let Value::Object(members) = &mut result else {
        return exact(&result);
    };
    let own = [
        "resultType",
        "ttlMs",
        "cacheScope",
        "content",
        "structuredContent",
    ];
    members.retain(|name, value| !own.contains(&name.as_str()) && !value.is_null());
    without_nulls(members);
    for list in [
        "tools",
        "prompts",
        "messages",
        "resources",
        "resourceTemplates",
        "contents",
    ] {
        let Some(Value::Array(elements)) = members.get_mut(list) else {
            continue;
        };
        for element in elements.iter_mut().filter_map(Value::as_object_mut) {
            without_nulls(element);
            if list == "messages" {
                element.retain(|name, _| name != "content");
            }
            if list == "prompts" {
                let arguments = element.get_mut("arguments").and_then(Value::as_array_mut);
                arguments
                    .into_iter()
                    .flatten()
                    .filter_map(Value::as_object_mut)
                    .for_each(without_nulls);
            }
            if list == "tools" {
                element.retain(|name, _| name != "outputSchema");
                if let Some(Value::Object(schema)) = element.get_mut("inputSchema") {
                    without_nulls(schema);
                    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
                        properties.values_mut().for_each(|it| {
                            if it.is_boolean() || *it == json!({"not": {}}) {
                                *it = json!({});
                            }
                        });
                    }
                }
            }
        }
    }
    exact(&result)
}

fn block_without_nulls(block: &Value) -> String {
    let mut block = block.clone();
    if let Value::Object(members) = &mut block {
        without_nulls(members);
        if let Some(Value::Object(resource)) = members.get_mut("resource") {
            without_nulls(resource);
        }
    }
    exact(&block)
}

fn without_nulls(members: &mut serde_json::Map<String, Value>) {
    members.retain(|_, value| !value.is_null());
    if let Some(Value::Object(annotations)) = members.get_mut("annotations") {
        annotations.retain(|_, value| !value.is_null());
    }
}
