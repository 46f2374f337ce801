//! The laws of `ProtocolVersion`, over any text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcp_result::ProtocolVersion;

fuzz_target!(|text: &str| {
    let of_peer = ProtocolVersion::of_peer(Some(text));
    let parsed = text.parse::<ProtocolVersion>();
    assert_eq!(
        of_peer,
        *parsed.as_ref().unwrap_or(&ProtocolVersion::V2025_11_25)
    );
    assert_eq!(parsed.is_ok(), is_date(text));
    match parsed {
        Ok(version) => {
            assert_eq!(version.to_string(), text);
            for other in [
                "2024-11-05",
                "2025-11-25",
                "2026-07-27",
                "2026-07-28",
                "9999-12-31",
                "0000-01-01",
            ] {
                // Of dates of this form, the order of the texts is that of the calendar.
                assert_eq!(version.cmp(&other.parse().unwrap()), text.cmp(other));
            }
            assert_eq!(version.is_legacy(), text < "2026-07-28");
        }
        Err(error) => {
            assert!(error.to_string().contains(&format!("{text:?}")));
            assert!(of_peer.is_legacy());
        }
    }
});

/// Written another way than the crate's parser.
fn is_date(text: &str) -> bool {
    let is_digit = |(position, c): (usize, char)| {
        matches!(position, 4 | 7) == (c == '-') && (c == '-' || c.is_ascii_digit())
    };
    if text.len() != 10 || !text.chars().enumerate().all(is_digit) {
        return false;
    }
    let number = |range: std::ops::Range<usize>| text[range].parse::<u32>().unwrap();
    let (year, month, day) = (number(0..4), number(5..7), number(8..10));
    let leap = (year.is_multiple_of(4) && !year.is_multiple_of(100)) || year.is_multiple_of(400);
    let days = [
        31,
        28 + u32::from(leap),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    (1..=12).contains(&month) && day >= 1 && day <= days[month as usize - 1]
}
