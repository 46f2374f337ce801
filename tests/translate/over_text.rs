//! The same over JSON text, and what text alone can show: its bytes, and what a `Value` cannot hold.

use mcp_result::raw::{TranslateError, translate_result};
use mcp_result::{NotForLegacyPeer, Peer, ProtocolVersion, ResultKind};
use serde_json::{Value, json};

use crate::check::{
    LEGACY_VERSION, V2024_11_05, V2025_03_26, V2025_11_25, V2026_07_28, all_versions,
};
use crate::every::KIND;

const CALL: ResultKind = ResultKind::ToolsCall;
const LIST: ResultKind = ResultKind::ToolsList;
const GET: ResultKind = ResultKind::PromptsGet;

/// A value's compact JSON becomes what the value does, and translated again it is borrowed.
#[track_caller]
pub(crate) fn agrees(
    result: &Value,
    kind: ResultKind,
    from: ProtocolVersion,
    peer: Peer,
    expected: Result<&Value, &NotForLegacyPeer>,
) {
    let json = result.to_string();
    let sent = match (translate_result(&json, kind, from, peer), expected) {
        (Ok(sent), Ok(expected)) => {
            assert_eq!(
                is_borrowed(&sent, &json),
                result == expected,
                "{kind:?} of {json}"
            );
            match serde_json::from_str::<Value>(&sent) {
                Ok(sent) => assert_eq!(sent, *expected, "{kind:?} of {json}"),
                // Too deep for a parser; a map may have the members in another order.
                Err(_) => assert_eq!(characters(&sent), characters(&expected.to_string())),
            }
            sent.into_owned()
        }
        (Err(TranslateError::NotForLegacyPeer(error)), Err(expected)) => {
            return assert_eq!(error, *expected, "{kind:?} of {json}");
        }
        (sent, _) => panic!("{sent:?} instead of {expected:?}"),
    };
    let again = translate_result(&sent, kind, peer.version(), peer).unwrap();
    assert!(is_borrowed(&again, &sent), "{again} instead of {sent}");
}

fn characters(json: &str) -> Vec<char> {
    let mut characters: Vec<_> = json.chars().collect();
    characters.sort_unstable();
    characters
}

fn is_borrowed(sent: &str, json: &str) -> bool {
    sent.as_ptr() == json.as_ptr()
}

#[track_caller]
fn becomes(json: &str, kind: ResultKind, peer: impl Into<Peer>, expected: &str) {
    let peer = peer.into();
    let sent = translate_result(json, kind, V2026_07_28, peer).unwrap();
    assert_eq!(sent, expected);
    assert_eq!(is_borrowed(&sent, json), json == expected);
    let again = translate_result(expected, kind, peer.version(), peer).unwrap();
    assert_eq!(again, expected);
    assert!(is_borrowed(&again, expected));
}

#[track_caller]
fn stays(json: &str, kind: ResultKind, peer: impl Into<Peer>) {
    becomes(json, kind, peer, json);
}

#[test]
fn removed_members_go_with_their_comma_and_white_space() {
    for (json, expected) in [
        (r#"{"_meta":null}"#, "{}"),
        (r#" { "_meta" : null } "#, " {  } "),
        (r#"{"_meta":null, "a":1 }"#, r#"{ "a":1 }"#),
        (r#"{"a":1 , "_meta":null }"#, r#"{"a":1 }"#),
        (r#"{"a":1,"_meta":null,"b":2}"#, r#"{"a":1,"b":2}"#),
        (
            r#"{"resultType":"complete","_meta":null,"b":2}"#,
            r#"{"b":2}"#,
        ),
        (
            r#"{"resultType":"complete","b":2,"_meta":null}"#,
            r#"{"b":2}"#,
        ),
        (r#"{"resultType":"complete" , "_meta" : null }"#, r"{  }"),
        (r#"{"b" :2.50,"_met\u0061":null}"#, r#"{"b" :2.50}"#),
    ] {
        becomes(json, ResultKind::Other, V2025_11_25, expected);
    }
}

#[test]
fn added_members_come_last_and_are_compact() {
    for (json, expected) in [
        (
            "{}",
            r#"{"resultType":"complete","ttlMs":0,"cacheScope":"private"}"#,
        ),
        (
            " { } ",
            r#" {"resultType":"complete","ttlMs":0,"cacheScope":"private" } "#,
        ),
        (
            r#"{ "tools" : [ ] }"#,
            r#"{ "tools" : [ ],"resultType":"complete","ttlMs":0,"cacheScope":"private" }"#,
        ),
        (
            r#"{"_meta":null}"#,
            r#"{"resultType":"complete","ttlMs":0,"cacheScope":"private"}"#,
        ),
        (
            r#"{"ttlMs": null , "a":1,"_meta":null,"resultType":"complete" }"#,
            r#"{"ttlMs": 0 , "a":1,"resultType":"complete","cacheScope":"private" }"#,
        ),
    ] {
        becomes(json, LIST, V2026_07_28, expected);
    }
    for (json, expected) in [
        ("{}", r#"{"content":[]}"#),
        (r#"{"content": null }"#, r#"{"content": [] }"#),
        (r#"{"isError":null }"#, r#"{"content":[] }"#),
        (
            r#"{"structuredContent":[1.50, 2] }"#,
            r#"{"content":[{"type":"text","text":"[1.50,2]"}] }"#,
        ),
    ] {
        becomes(json, CALL, V2025_11_25, expected);
    }
}

#[test]
fn a_value_is_written_as_it_is_spelled() {
    let value = r#"[ 1.50 ,-0, "\u0061\/" , {"b":1E400, "a" :18446744073709551617}, "\ud800" ]"#;
    let text = r#""[1.50,-0,\"\\u0061\\/\",{\"b\":1E400,\"a\":18446744073709551617},\"\\ud800\"]""#;
    let block = format!(r#"{{"type":"text","text":{text}}}"#);
    becomes(
        &format!(r#"{{"content":[ {{"type":"image"}} ],"structuredContent":{value}}}"#),
        CALL,
        V2025_11_25,
        &format!(r#"{{"content":[{block}, {{"type":"image"}} ]}}"#),
    );
    becomes(
        &format!(
            r#"{{"isError":true,"content":[ {{"type":"image"}} ],"structuredContent":{value}}}"#
        ),
        CALL,
        V2025_11_25,
        &format!(r#"{{"isError":true,"content":[ {{"type":"image"}},{block} ]}}"#),
    );
    becomes(
        &format!(
            r#"{{"structuredContent":{{"a":{value} }},"content":[ ],"resultType":"complete"}}"#
        ),
        CALL,
        V2026_07_28,
        &format!(
            r#"{{"structuredContent":{{"a":{value} }},"content":[{} ],"resultType":"complete"}}"#,
            block
                .replace("\"[1", "\"{\\\"a\\\":[1")
                .replace("]\"}", "]}\"}")
        ),
    );
    // What no `Value` holds is a mirror all the same.
    let mirror = r#"{"type":"text","text":"[1E400, 1.0]"}"#;
    for (content, rest) in [
        (mirror.to_owned(), ""),
        (format!("0,{mirror}"), r#""isError":true,"#),
    ] {
        becomes(
            &format!(r#"{{{rest}"content":[{content}],"structuredContent":[1E400,1.0]}}"#),
            CALL,
            V2025_11_25,
            &format!(r#"{{{rest}"content":[{content}]}}"#),
        );
    }
}

#[test]
fn a_block_becomes_text_and_keeps_what_is_its_own_where_it_stands() {
    for (block, expected) in [
        (
            r#"{"type":"x"}"#,
            r#"{"type":"text","text":"{\"type\":\"x\"}"}"#,
        ),
        (
            r#"{ "type" : "x" , "n" : [ 1.50, "\u0061" ] }"#,
            r#"{"type":"text","text":"{\"type\":\"x\",\"n\":[1.50,\"\\u0061\"]}"   }"#,
        ),
        (
            r#"{ "_meta":{ "a" : 1.0 }, "type":"x", "data":"AA==" }"#,
            r#"{"type":"text","text":"{\"type\":\"x\"}", "_meta":{ "a" : 1.0 } }"#,
        ),
        (
            r#"{"type":"x","annotations":{"a":null, "priority":1 },"_meta":[],"\u0064ata":1}"#,
            r#"{"type":"text","text":"{\"type\":\"x\",\"_meta\":[],\"\\u0064ata\":1}","annotations":{ "priority":1 }}"#,
        ),
        (
            r#"{"n":1,"annotations":{},"type":"x","_meta":{}}"#,
            r#"{"type":"text","text":"{\"n\":1,\"type\":\"x\"}","annotations":{},"_meta":{}}"#,
        ),
        (
            r#"{"type":"x","title":null,"resource":{"size":null}}"#,
            r#"{"type":"text","text":"{\"type\":\"x\",\"title\":null,\"resource\":{\"size\":null}}"}"#,
        ),
    ] {
        for (kind, around) in [
            (CALL, r#"{"content":[1, B ]}"#),
            (GET, r#"{"messages":[{"content": B }]}"#),
        ] {
            let around = |block| around.replace('B', block);
            becomes(&around(block), kind, V2025_11_25, &around(expected));
        }
    }
    // The row of nulls comes first, for a type that the protocol has.
    becomes(
        r#"{"content":[{"type":"audio","title":null,"data":"","resource":{"size":null,"a" :1},"x":null}]}"#,
        CALL,
        V2024_11_05,
        r#"{"content":[{"type":"text","text":"{\"type\":\"audio\",\"resource\":{\"a\":1},\"x\":null}"}]}"#,
    );
}

#[test]
fn a_block_that_is_too_deep_to_be_read_back_stays() {
    for (levels, is_written) in [(125, true), (126, true), (127, false), (100_000, false)] {
        let deep = "[".repeat(levels) + &"]".repeat(levels);
        for (name, own) in [
            ("n", false),
            ("_meta", true),
            ("annotations", true),
            ("data", false),
        ] {
            // An object of a level more.
            let value = if own {
                format!(r#"{{"a":{}}}"#, &deep[1..deep.len() - 1])
            } else {
                deep.clone()
            };
            let block = format!(r#"{{"type":"resource_link","{name}":{value},"title":null}}"#);
            let text = if own {
                String::new()
            } else {
                format!(r#",\"{name}\":{value}"#)
            };
            let rest = if own {
                format!(r#","{name}":{value}"#)
            } else {
                String::new()
            };
            let expected = if is_written {
                format!(r#"{{"type":"text","text":"{{\"type\":\"resource_link\"{text}}}"{rest}}}"#)
            } else {
                format!(r#"{{"type":"resource_link","{name}":{value}}}"#)
            };
            let json = format!(r#"{{"content":[{block}]}}"#);
            let sent = translate_result(&json, CALL, V2026_07_28, V2025_03_26).unwrap();
            assert!(
                sent == format!(r#"{{"content":[{expected}]}}"#),
                "{name} {levels}"
            );
        }
    }
}

#[test]
fn a_schema_is_repaired_in_its_place() {
    let tool = |input: &str, output: &str| {
        format!(
            r#"{{"tools": [ {{"name":"t", "inputSchema": {input} , "outputSchema" : {output} }} ]}}"#
        )
    };
    for (schema, expected) in [
        (
            r#"{"type":"object", "properties" : { "a" : true ,"b":false,"c":{ },"\u0064":true} , "required":null }"#,
            r#"{"type":"object", "properties" : { "a" : {} ,"b":{"not":{}},"c":{ },"\u0064":{}} }"#,
        ),
        (
            r#"{ "properties":null,"type":"object"}"#,
            r#"{ "type":"object"}"#,
        ),
    ] {
        becomes(
            &tool(schema, schema),
            LIST,
            V2025_11_25,
            &tool(expected, expected),
        );
    }
    for (schema, expected) in [
        (r#"{ "const" : {} }"#, r#"{ "const" : {},"type":"object" }"#),
        (
            r#"{"type" : ["object", "null"] ,"enum":[{ }],"required":null}"#,
            r#"{"type" : "object" ,"enum":[{ }]}"#,
        ),
        (
            r##"{"anyOf":[{"$ref":"#/$defs/\u0041"}],"$defs":{"A":{"type":"obj\u0065ct","maximum":1E400,"title":"\ud800"}}}"##,
            r##"{"anyOf":[{"$ref":"#/$defs/\u0041"}],"$defs":{"A":{"type":"obj\u0065ct","maximum":1E400,"title":"\ud800"}},"type":"object"}"##,
        ),
    ] {
        becomes(
            &tool("{}", schema),
            LIST,
            V2025_11_25,
            &tool("{}", expected),
        );
    }
    let gone = r#"{"tools": [ {"name":"t", "inputSchema": {} } ]}"#;
    for schema in [
        "true",
        "null",
        "1E400",
        r#"{"type":["object","null"]}"#,
        "{}",
        r#"{"type":"\ud800"}"#,
    ] {
        becomes(&tool("{}", schema), LIST, V2025_11_25, gone);
    }
    becomes(&tool("{}", r#"{"type":"object"}"#), LIST, V2025_03_26, gone);
}

/// serde_json takes an object that starts with such a name for what it holds.
#[test]
fn private_keys_of_serde_json_prove_nothing() {
    let private = r#"{"$serde_json::private::RawValue":"{\"type\":\"object\"}"}"#;
    for schema in [private.to_owned(), format!(r#"{{"anyOf":[{private}]}}"#)] {
        becomes(
            &format!(r#"{{"tools":[{{"outputSchema":{schema}}}]}}"#),
            LIST,
            V2025_11_25,
            r#"{"tools":[{}]}"#,
        );
    }
    let number = r#"{"const":{"$serde_json::private::Number":"1"}}"#;
    becomes(
        &format!(r#"{{"tools":[{{"outputSchema":{number}}}]}}"#),
        LIST,
        V2025_11_25,
        r#"{"tools":[{"outputSchema":{"const":{"$serde_json::private::Number":"1"},"type":"object"}}]}"#,
    );
}

#[test]
fn of_duplicates_the_last_one_counts() {
    let call = |json, expected| becomes(json, CALL, V2025_11_25, expected);
    // What goes takes its duplicates along.
    call(
        r#"{"_meta":1,"content":[],"_met\u0061":null}"#,
        r#"{"content":[]}"#,
    );
    call(
        r#"{"structuredContent":{"a":1},"content":[0],"structuredContent":[]}"#,
        r#"{"content":[{"type":"text","text":"[]"},0]}"#,
    );
    // What comes before what stays is not looked at.
    let stays = |json| stays(json, CALL, V2025_11_25);
    stays(r#"{"_meta":null,"content":[],"_meta":{}}"#);
    stays(r#"{"content":[{"type":"text","_meta":null}],"content":[]}"#);
    stays(r#"{"content":[{"type":"x","type":"text","text":""}]}"#);
    stays(r#"{"content":[{"type":"text","annotations":{"a":null},"annotations":{}}]}"#);
    stays(r#"{"content":[{"type":"text","annotations":{"a":null,"a":1}}]}"#);
    stays(r#"{"content":[],"resultType":"task","resultType":1}"#);
    stays(r#"{"content":[],"structuredContent":[],"structuredContent":{"a":1},"content":[0]}"#);
    // Of several lists only the last one.
    call(
        r#"{"content":[{"type":"x"}],"content":null,"structuredContent":[1]}"#,
        r#"{"content":[{"type":"x"}],"content":[{"type":"text","text":"[1]"}]}"#,
    );
    call(
        r#"{"content":null,"content":[{"type":"text","_meta":null}]}"#,
        r#"{"content":null,"content":[{"type":"text"}]}"#,
    );
    // Of a block that is written, too; what is in its members is written as it is.
    call(
        r#"{"content":[{"data":1,"type":"y","n":{"a":1,"a":2},"type":"x","data":"AA==","_meta":{},"_meta":{"b":0}}]}"#,
        r#"{"content":[{"type":"text","text":"{\"n\":{\"a\":1,\"a\":2},\"type\":\"x\"}","_meta":{"b":0}}]}"#,
    );
    let list = |json, expected| becomes(json, LIST, V2025_11_25, expected);
    list(
        r#"{"tools":[{"outputSchema":{"type":"object"},"outputSchema":{}}]}"#,
        r#"{"tools":[{}]}"#,
    );
    list(
        r#"{"tools":[{"inputSchema":{"properties":{"a":true,"a":{},"b":1,"b":false}}}]}"#,
        r#"{"tools":[{"inputSchema":{"properties":{"a":true,"a":{},"b":1,"b":{"not":{}}}}}]}"#,
    );
    list(
        r#"{"tools":[{"outputSchema":{"type":"array","type":null,"type":["object"],"const":{}}}]}"#,
        r#"{"tools":[{"outputSchema":{"type":"array","type":null,"type":"object","const":{}}}]}"#,
    );
    let one = r#"{"tools":[{"inputSchema":{"properties":{"a":true}},"inputSchema":0}],"tools":3}"#;
    becomes(one, LIST, V2025_11_25, one);
}

#[test]
fn names_with_a_lone_surrogate_are_told_apart() {
    let annotations =
        |members: &str| format!(r#"{{"content":[{{"type":"text","annotations":{{{members}}}}}]}}"#);
    for (members, expected) in [
        (r#""":1,"\ud800":null"#, r#""":1"#),
        (r#""":null,"\ud800":1"#, r#""\ud800":1"#),
        (r#""\ud800":1,"\ud801":null"#, r#""\ud800":1"#),
        (r#""\ud800":1,"\ud800":null"#, ""),
        (r#""":1,"\"\"":null"#, r#""":1"#),
    ] {
        becomes(
            &annotations(members),
            CALL,
            V2025_11_25,
            &annotations(expected),
        );
    }
    let schema = r#"{"tools":[{"inputSchema":{"properties":{"\ud800":true,"":true,"\ud801":1}}}]}"#;
    let expected = schema.replace("true", "{}");
    becomes(schema, LIST, V2025_11_25, &expected);
}

#[test]
fn a_lone_surrogate_is_no_text_that_a_rule_knows() {
    for json in [
        r#"{"content":[{"type":"\ud800","_meta":null}],"resultType":"\ud800"}"#,
        r#"{"content":[],"isError":"\ud800","\ud800":null}"#,
    ] {
        stays(json, CALL, V2025_11_25);
    }
    let json = r#"{"content":[{"type":"x","\ud800":"\ud800"}]}"#;
    let sent = r#"{"content":[{"type":"text","text":"{\"type\":\"x\",\"\\ud800\":\"\\ud800\"}"}]}"#;
    becomes(json, CALL, V2025_11_25, sent);
}

#[test]
fn what_nothing_has_to_change_in_is_borrowed() {
    for json in [
        r#" {"content" : [ {"type":"text","text":"a"} ] , "structuredContent":{ "a":1.50 } } "#,
        "[1]",
        " null ",
        "1E400",
        r#""\ud800""#,
    ] {
        for kind in KIND {
            for peer in LEGACY_VERSION {
                if kind == CALL && json.contains("1.50") && peer < ProtocolVersion::V2025_06_18 {
                    continue;
                }
                stays(json, kind, peer);
            }
        }
    }
    for peer in all_versions() {
        stays(
            r#"{"resultType":"task","_meta":null}"#,
            ResultKind::ModernOnly,
            peer,
        );
        stays(
            r#"{"_meta":null}"#,
            ResultKind::Tasks,
            Peer::from(peer).with_tasks(),
        );
        stays(r#"{"task":{"_meta":null},"_meta":null}"#, CALL, peer);
    }
    stays(
        r#"{"resultType":"input_required","_meta":null}"#,
        CALL,
        V2026_07_28,
    );
}

#[test]
fn what_is_no_json_is_told_whatever_the_kind_and_the_peer() {
    for json in [
        "",
        "{",
        r#"{"content":[}"#,
        r#"{"a":01}"#,
        "{} 1",
        "\u{feff}{}",
        r#"{"resultType":"task""#,
    ] {
        let expected = serde_json::from_str::<Value>(json).unwrap_err();
        for kind in KIND {
            for peer in all_versions() {
                let error = translate_result(json, kind, V2026_07_28, peer).unwrap_err();
                let TranslateError::NotJson(not_json) = &error else {
                    panic!("{error:?}");
                };
                assert_eq!(not_json.result(), json);
                assert_eq!(
                    (not_json.line(), not_json.column()),
                    (expected.line(), expected.column())
                );
                assert_eq!(error.to_string(), format!("not JSON: {expected}"));
                assert_eq!(error.clone().into_owned(), error);
            }
        }
    }
}

#[test]
fn errors_are_those_over_a_value() {
    for (result, expected) in [
        (
            json!({"resultType": "task"}),
            NotForLegacyPeer::ResultType("task".into()),
        ),
        (
            json!({"structuredContent": [], "content": 1}),
            NotForLegacyPeer::Content,
        ),
    ] {
        let json = result.to_string();
        let error = translate_result(&json, CALL, V2026_07_28, V2025_11_25).unwrap_err();
        assert_eq!(error, TranslateError::NotForLegacyPeer(expected));
    }
    for levels in [127, 128, 100_000] {
        let deep = "[".repeat(levels) + &"]".repeat(levels);
        for is_error in [false, true] {
            let json =
                format!(r#"{{"structuredContent":{deep},"content":[0],"isError":{is_error}}}"#);
            let sent = translate_result(&json, CALL, V2026_07_28, V2025_11_25);
            if levels == 127 {
                assert!(sent.unwrap().contains(&deep));
            } else {
                assert_eq!(
                    sent,
                    Err(TranslateError::NotForLegacyPeer(NotForLegacyPeer::Depth))
                );
            }
        }
        let json =
            format!(r#"{{"resultType":"complete","structuredContent":{deep},"content":[]}}"#);
        let sent = translate_result(&json, CALL, V2026_07_28, V2026_07_28).unwrap();
        assert_eq!(is_borrowed(&sent, &json), levels > 127);
    }
}
