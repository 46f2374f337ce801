//! The same calls, as rmcp 3.11 itself answered a 2026-07-28 peer and an older one: stripping the
//! one answer gives the other. `recordings/README.md` says how they were recorded.

use mcp_result::{ProtocolVersion, ResultKind, strip_for_legacy_peer};
use serde_json::{Map, Value, json};

mod every;

/// Recorded with serde_json's default features.
const RMCP: Session = Session {
    modern: include_str!("recordings/pairs/rmcp-2026-07-28.jsonl"),
    legacy: include_str!("recordings/pairs/rmcp-2025-11-25.jsonl"),
};

/// Recorded with serde_json's features `arbitrary_precision` and `preserve_order`.
const RMCP_SERDE_FEATURES: Session = Session {
    modern: include_str!("recordings/pairs/rmcp-serde-features-2026-07-28.jsonl"),
    legacy: include_str!("recordings/pairs/rmcp-serde-features-2025-11-25.jsonl"),
};

/// A call, by its request id and its tool.
type Call = (u64, &'static str);

/// Calls whose value rmcp sends twice, as it reads the text that it wrote itself back as another
/// double (serde_json without `float_roundtrip`). Here a value's own compact JSON always mirrors
/// it.
const TWICE_FOR_A_DOUBLE: [Call; 3] = [
    (75, "json_value"), // -1180591620717411303424, which is -2^70
    (127, "json_vec_f64_unstable"),
    (128, "json_f64_unstable"),
];

/// The same, as rmcp cannot read back what is nested 128 levels.
const TWICE_FOR_DEPTH: Call = (131, "json_deep_128");

/// [-0.0], and [0.0] as text. rmcp tells the two apart where serde_json keeps numbers as they are
/// written; here they always differ.
const NEGATIVE_ZERO: Call = (135, "hand_array_negative_zero");

/// [1e+20], and [100000000000000000000] as text. Whether the two are equal depends on serde_json's
/// `arbitrary_precision`, in rmcp as here: what counts is what rmcp sent in a build like this one. As
/// JSON text they differ.
const OTHER_SPELLING: Call = (136, "hand_array_big_integer_text");

/// Calls that rmcp answered with a JSON-RPC error, which is no result and so the same for every
/// peer.
const ERRORS: [Call; 2] = [(101, "err_protocol"), (151, "no_such_tool")];

#[test]
fn stripped_results_are_those_that_rmcp_sends() {
    let twice = [&TWICE_FOR_A_DOUBLE[..], &[TWICE_FOR_DEPTH]].concat();
    check(&RMCP, &twice);
}

#[test]
fn stripped_results_are_those_that_rmcp_with_serde_features_sends() {
    check(&RMCP_SERDE_FEATURES, &[TWICE_FOR_DEPTH]);
}

/// `twice`: the calls whose value rmcp sends twice.
#[track_caller]
fn check(session: &Session, twice: &[Call]) {
    let pairs = session.pairs();
    for call in [twice, &[NEGATIVE_ZERO, OTHER_SPELLING], &ERRORS].concat() {
        assert!(pairs.iter().any(|pair| pair.modern.is(call)), "{call:?}");
    }
    let as_written = RMCP_SERDE_FEATURES.pairs();
    let like_this_build = recorded_like_this_build().pairs();
    for ((pair, as_written), like_this_build) in pairs.iter().zip(as_written).zip(like_this_build) {
        let Pair { modern, legacy } = pair;
        let call = &modern.name;
        if modern.is_among(&ERRORS) {
            assert!(modern.message["error"].is_object(), "{call}");
            assert_eq!(modern.message, legacy.message, "{call}");
            continue;
        }
        let before = modern.result();
        let mut after = legacy.result();
        if modern.is(NEGATIVE_ZERO) {
            assert_eq!(as_written.modern.message, modern.message, "{call}");
            after = as_written.legacy.result();
        }
        if modern.is(OTHER_SPELLING) {
            assert_eq!(like_this_build.modern.message, modern.message, "{call}");
            after = like_this_build.legacy.result();
        }
        if modern.is_among(twice) {
            let content = after["content"].as_array_mut().unwrap();
            assert_eq!(content.len(), 2, "{call}");
            assert_eq!(content[0], content[1], "{call}");
            content.pop();
        }
        if modern.kind == ResultKind::ToolsList {
            after = with_cache_hints(&after, &before);
        }
        for version in every::LEGACY_VERSION {
            let mut result = before.clone();
            let stripped = strip_for_legacy_peer(&mut result, modern.kind, version).unwrap();
            assert!(stripped.result_type(), "{call}");
            assert_eq!(result, after, "{call}");
            // One serde_json writes both: member order and the spelling of numbers count, too.
            assert_eq!(result.to_string(), after.to_string(), "{call}");
        }
        let mut result = before.clone();
        strip_for_legacy_peer(&mut result, modern.kind, ProtocolVersion::V2026_07_28).unwrap();
        assert_eq!(result.to_string(), before.to_string(), "{call}");
    }
}

/// The same over JSON text: what is sent is rmcp's answer, byte for byte.
#[cfg(feature = "raw")]
#[test]
fn stripped_text_is_byte_for_byte_what_rmcp_sends() {
    let twice = [&TWICE_FOR_A_DOUBLE[..], &[TWICE_FOR_DEPTH]].concat();
    for (session, twice) in [
        (&RMCP, &twice[..]),
        (&RMCP_SERDE_FEATURES, &[TWICE_FOR_DEPTH][..]),
    ] {
        let pairs = session.pairs();
        for (pair, as_written) in pairs.iter().zip(RMCP_SERDE_FEATURES.pairs()) {
            let Pair { modern, legacy } = pair;
            let call = &modern.name;
            if modern.is_among(&ERRORS) {
                assert_eq!(modern.response, legacy.response, "{call}");
                continue;
            }
            let mut after = legacy.result_text();
            if modern.is_among(&[NEGATIVE_ZERO, OTHER_SPELLING]) {
                after = as_written.legacy.result_text();
            }
            if modern.is_among(twice) {
                let block = legacy.result()["content"][0]["text"].to_string();
                let block = format!(r#"{{"type":"text","text":{block}}}"#);
                assert!(after.contains(&format!("[{block},{block}]")), "{call}");
                after = after.replacen(&format!("{block},"), "", 1);
            }
            if modern.kind == ResultKind::ToolsList {
                after.insert_str(1, r#""ttlMs":0,"cacheScope":"public","#);
            }
            let before = modern.result_text();
            for version in every::LEGACY_VERSION {
                let sent = mcp_result::raw::strip_for_legacy_peer(&before, modern.kind, version);
                assert_eq!(sent.unwrap().json(), after, "{call}");
            }
            let version = ProtocolVersion::V2026_07_28;
            let sent = mcp_result::raw::strip_for_legacy_peer(&before, modern.kind, version);
            assert_eq!(sent.unwrap().json(), before, "{call}");
        }
    }
}

/// Puts the cache hints, which rmcp's server writes for modern peers only, before the other
/// members.
fn with_cache_hints(after: &Value, before: &Value) -> Value {
    let mut members = Map::new();
    for (name, hint) in [("ttlMs", json!(0)), ("cacheScope", json!("public"))] {
        assert_eq!(before[name], hint);
        assert_eq!(after.get(name), None);
        members.insert(name.to_owned(), hint);
    }
    members.extend(after.as_object().unwrap().clone());
    members.into()
}

/// The session whose serde_json kept numbers as they are written, if this build's does.
fn recorded_like_this_build() -> Session {
    if serde_json::from_str::<Value>("1e400").is_ok() {
        RMCP_SERDE_FEATURES
    } else {
        RMCP
    }
}

struct Session {
    modern: &'static str,
    legacy: &'static str,
}

/// The same call's two answers.
struct Pair {
    modern: Row,
    legacy: Row,
}

impl Session {
    /// One a line.
    #[track_caller]
    fn pairs(&self) -> Vec<Pair> {
        let modern = self.modern.lines().map(Row::read);
        let legacy = self.legacy.lines().map(Row::read);
        assert_eq!(modern.clone().count(), 151);
        assert_eq!(legacy.clone().count(), 151);
        let pair = |(modern, legacy)| Pair { modern, legacy };
        let pairs: Vec<_> = modern.zip(legacy).map(pair).collect();
        for (id, Pair { modern, legacy }) in (1..).zip(&pairs) {
            assert_eq!([&modern.peer, &legacy.peer], ["2026-07-28", "2025-11-25"]);
            assert_eq!(modern.request, legacy.request);
            assert_eq!((modern.id(), legacy.id()), (id, id));
        }
        pairs
    }
}

struct Row {
    peer: String,
    request: (String, Value),
    kind: ResultKind,
    name: String,
    #[cfg_attr(not(feature = "raw"), expect(dead_code))]
    response: String,
    message: Value,
}

impl Row {
    fn read(line: &str) -> Self {
        let row: Value = serde_json::from_str(line).unwrap();
        let text = |name| row[name].as_str().unwrap();
        let name = row["params"]["name"].as_str().unwrap_or_default();
        Self {
            peer: text("peer").to_owned(),
            request: (text("method").to_owned(), row["params"].clone()),
            kind: ResultKind::of_method(text("method")),
            name: name.to_owned(),
            response: text("response").to_owned(),
            message: read_message(text("response")),
        }
    }

    fn id(&self) -> u64 {
        self.message["id"].as_u64().unwrap()
    }

    fn is(&self, (id, name): Call) -> bool {
        self.id() == id && self.name == name
    }

    fn is_among(&self, calls: &[Call]) -> bool {
        calls.iter().any(|call| self.is(*call))
    }

    fn result(&self) -> Value {
        self.message["result"].clone()
    }

    /// rmcp writes the result as the last member of its message.
    #[cfg(feature = "raw")]
    fn result_text(&self) -> String {
        let start = format!(r#"{{"jsonrpc":"2.0","id":{},"result":"#, self.id());
        let result = self.response.strip_prefix(&start);
        let result = result.and_then(|result| result.strip_suffix('}'));
        result.unwrap().to_owned()
    }
}

/// Reads a response. serde_json reads at most 127 levels: the values of `json_deep_127` and
/// `json_deep_128`, which lie two levels down in the message, are put in by hand.
fn read_message(text: &str) -> Value {
    for levels in [127, 128] {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        let (before, member) = (r#""structuredContent":"#, format!("{open}1{close},"));
        if let Some((head, tail)) = text.split_once(&format!("{before}{member}")) {
            let mut message: Value =
                serde_json::from_str(&format!("{head}{before}0,{tail}")).unwrap();
            let value = (0..levels).fold(json!(1), |value, _| json!([value]));
            message["result"]["structuredContent"] = value;
            return message;
        }
    }
    serde_json::from_str(text).unwrap()
}
