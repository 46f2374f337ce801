//! `ProtocolVersion` and `Peer`: what a peer negotiated.

use mcp_result::{Peer, ProtocolVersion, TextFallback};

const PUBLISHED: [(ProtocolVersion, &str, bool); 5] = [
    (ProtocolVersion::V2024_11_05, "2024-11-05", true),
    (ProtocolVersion::V2025_03_26, "2025-03-26", true),
    (ProtocolVersion::V2025_06_18, "2025-06-18", true),
    (ProtocolVersion::V2025_11_25, "2025-11-25", true),
    (ProtocolVersion::V2026_07_28, "2026-07-28", false),
];

#[track_caller]
fn version(text: &str) -> ProtocolVersion {
    text.parse().unwrap()
}

#[track_caller]
fn is_no_version(text: &str) {
    let error = text.parse::<ProtocolVersion>().unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("invalid protocol version: expected a date as YYYY-MM-DD, found {text:?}"),
    );
}

#[test]
fn the_published_versions_have_constants() {
    for (constant, text, legacy) in PUBLISHED {
        assert_eq!(version(text), constant);
        assert_eq!(constant.to_string(), text);
        assert_eq!(constant.is_legacy(), legacy, "{text}");
    }
}

#[test]
fn versions_are_ordered_as_dates() {
    assert!(PUBLISHED.is_sorted_by(|(a, ..), (b, ..)| a < b));
    assert!(version("2025-12-01") < version("2026-01-31"));
    assert!(version("2026-01-31") < version("2026-02-01"));
    assert!(version("2026-02-01") < version("2026-02-02"));
}

#[test]
fn every_date_of_the_calendar_is_a_version() {
    for text in [
        "0000-01-01",
        "0001-01-01",
        "0010-04-30",
        "2000-02-29",
        "2024-02-29",
        "2026-01-31",
        "2026-02-28",
        "2026-03-31",
        "2026-04-30",
        "2026-05-31",
        "2026-06-30",
        "2026-07-31",
        "2026-08-31",
        "2026-09-30",
        "2026-10-31",
        "2026-11-30",
        "2026-12-31",
        "9999-12-31",
    ] {
        assert_eq!(version(text).to_string(), text);
    }
}

#[test]
fn a_date_that_is_not_in_the_calendar_is_no_version() {
    for text in [
        "2026-00-01",
        "2026-13-01",
        "2026-01-00",
        "2026-01-32",
        "2026-02-29",
        "2024-02-30",
        "1900-02-29",
        "2100-02-29",
        "2026-03-32",
        "2026-04-31",
        "2026-05-32",
        "2026-06-31",
        "2026-07-32",
        "2026-08-32",
        "2026-09-31",
        "2026-10-32",
        "2026-11-31",
        "2026-12-32",
    ] {
        is_no_version(text);
    }
}

#[test]
fn parsing_is_strict() {
    for text in [
        "",
        "draft",
        "DRAFT-2026-v1",
        "2026-07-28 ",
        " 2026-07-28",
        "2026-07-28\n",
        "2026-07-28\0",
        "2026-07-28T00:00:00Z",
        "2026-7-28",
        "2026-07-8",
        "26-07-28",
        "02026-07-28",
        "20260728",
        "2026/07/28",
        "2026-07/28",
        "2026.07-28",
        "2026-07-\u{664}", // an Arabic digit: ten bytes, no ASCII digit
        "２０２６-０７-２８",
    ] {
        is_no_version(text);
    }
}

#[test]
fn every_digit_of_a_version_is_an_ascii_digit() {
    let date = "2011-11-11";
    assert_eq!(version(date).to_string(), date);
    for (at, _) in date.match_indices(|c: char| c.is_ascii_digit()) {
        // The neighbours of the digits, and what other number parsers let through.
        for other in ["/", ":", "+", "-", " ", "_", "a"] {
            let mut text = date.to_owned();
            text.replace_range(at..=at, other);
            is_no_version(&text);
        }
    }
}

#[test]
fn legacy_is_below_2026_07_28() {
    for text in ["0000-01-01", "2025-12-31", "2026-06-30", "2026-07-27"] {
        assert!(version(text).is_legacy(), "{text}");
    }
    for text in ["2026-07-28", "2026-07-29", "2026-08-01", "2027-01-01"] {
        assert!(!version(text).is_legacy(), "{text}");
    }
}

#[test]
fn a_peer_that_names_no_version_is_at_the_http_default() {
    assert_eq!(ProtocolVersion::of_peer(None), ProtocolVersion::V2025_03_26);
}

#[test]
fn a_peer_that_names_a_date_is_at_that_date() {
    for text in ["2024-11-05", "2026-07-28", "2026-07-29", "1999-12-31"] {
        assert_eq!(ProtocolVersion::of_peer(Some(text)), version(text));
    }
}

#[test]
fn a_peer_that_names_anything_else_is_legacy() {
    for text in [
        "DRAFT-2026-v1",
        "draft",
        "",
        "2026-02-30",
        "2027-1-1",
        "2026-07-28 ",
        "9",
    ] {
        assert_eq!(
            ProtocolVersion::of_peer(Some(text)),
            ProtocolVersion::V2025_11_25,
            "{text:?}",
        );
    }
}

#[test]
fn a_peer_is_a_version_with_the_default_options() {
    let peer = Peer::from(ProtocolVersion::V2025_06_18);
    assert_eq!(peer.version(), ProtocolVersion::V2025_06_18);
    assert_eq!(peer.text_fallback(), TextFallback::Lossless);
    assert!(!peer.has_tasks());
    assert_eq!(TextFallback::default(), TextFallback::Lossless);
}

#[test]
fn a_peer_keeps_its_version_when_an_option_is_set() {
    let peer = Peer::from(ProtocolVersion::V2025_06_18).with_text_fallback(TextFallback::WhenEmpty);
    assert_eq!(peer.version(), ProtocolVersion::V2025_06_18);
    assert_eq!(peer.text_fallback(), TextFallback::WhenEmpty);
    assert!(!peer.has_tasks());
    assert_eq!(
        peer.with_text_fallback(TextFallback::Lossless),
        ProtocolVersion::V2025_06_18.into(),
    );
    let with_tasks = peer.with_tasks();
    assert!(with_tasks.has_tasks());
    assert_eq!(with_tasks.version(), ProtocolVersion::V2025_06_18);
    assert_eq!(with_tasks.text_fallback(), TextFallback::WhenEmpty);
    assert_eq!(with_tasks.with_tasks(), with_tasks);
    assert_ne!(with_tasks, peer);
}
