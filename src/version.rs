//! [`ProtocolVersion`]: the protocol version that a peer negotiated.

use core::fmt;
use core::str::FromStr;

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;

use crate::name::serde_as_string;

/// A version of the Model Context Protocol: a date of the calendar, ordered as such.
///
/// ```
/// use mcp_result::ProtocolVersion;
///
/// let version: ProtocolVersion = "2025-11-25".parse()?;
/// assert_eq!(version, ProtocolVersion::V2025_11_25);
/// assert!(version.is_legacy());
/// assert_eq!(version.to_string(), "2025-11-25");
/// # Ok::<(), mcp_result::ParseVersionError>(())
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct ProtocolVersion {
    year: u16,
    month: u8,
    day: u8,
}

impl ProtocolVersion {
    /// The first published version.
    pub const V2024_11_05: Self = Self::new(2024, 11, 5);
    /// The version of a peer that names none over HTTP.
    pub const V2025_03_26: Self = Self::new(2025, 3, 26);
    /// The version that brought `structuredContent` and `outputSchema`, objects only.
    pub const V2025_06_18: Self = Self::new(2025, 6, 18);
    /// The last version whose structured output is objects only.
    pub const V2025_11_25: Self = Self::new(2025, 11, 25);
    /// The version that brought `resultType` (SEP-2322) and structured output of any JSON type
    /// (SEP-2106).
    pub const V2026_07_28: Self = Self::new(2026, 7, 28);

    const fn new(year: u16, month: u8, day: u8) -> Self {
        Self { year, month, day }
    }

    /// Whether this is a version below 2026-07-28.
    ///
    /// ```
    /// # use mcp_result::ProtocolVersion;
    /// assert!(ProtocolVersion::V2025_11_25.is_legacy());
    /// assert!(!ProtocolVersion::V2026_07_28.is_legacy());
    /// ```
    #[must_use]
    pub fn is_legacy(self) -> bool {
        self < Self::V2026_07_28
    }

    /// The version of a peer that sent this on the wire, or nothing. It is total:
    ///
    /// | sent | version |
    /// |---|---|
    /// | nothing | 2025-03-26, the specification's default over HTTP |
    /// | a date of the calendar, as `YYYY-MM-DD` | that date |
    /// | anything else (`DRAFT-2026-v1`, `draft`, an empty string) | 2025-11-25 |
    ///
    /// As strings, `DRAFT-…` compares above every date and would pass for modern. Legacy is the
    /// safe error: there, an absent `resultType` means complete.
    ///
    /// ```
    /// # use mcp_result::ProtocolVersion;
    /// assert_eq!(ProtocolVersion::of_peer(None), ProtocolVersion::V2025_03_26);
    /// assert_eq!(ProtocolVersion::of_peer(Some("2026-07-28")), ProtocolVersion::V2026_07_28);
    /// assert_eq!(ProtocolVersion::of_peer(Some("DRAFT-2026-v1")), ProtocolVersion::V2025_11_25);
    /// ```
    #[must_use]
    pub fn of_peer(version: Option<&str>) -> Self {
        version.map_or(Self::V2025_03_26, |version| {
            version.parse().unwrap_or(Self::V2025_11_25)
        })
    }
}

impl fmt::Display for ProtocolVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        f.pad(&format!("{year:04}-{month:02}-{day:02}"))
    }
}

serde_as_string!(ProtocolVersion);

impl FromStr for ProtocolVersion {
    type Err = ParseVersionError;

    /// Reads `YYYY-MM-DD`, ten ASCII characters and nothing around them.
    fn from_str(text: &str) -> Result<Self, ParseVersionError> {
        parse(text.as_bytes()).ok_or_else(|| ParseVersionError {
            found: text.to_owned(),
        })
    }
}

fn parse(text: &[u8]) -> Option<ProtocolVersion> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else {
        return None;
    };
    let year = u16::from(number(y1, y2)?) * 100 + u16::from(number(y3, y4)?);
    let month = number(m1, m2)?;
    let day = number(d1, d2)?;
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last_day = match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => return None,
    };
    (1..=last_day)
        .contains(&day)
        .then(|| ProtocolVersion::new(year, month, day))
}

fn number(tens: u8, ones: u8) -> Option<u8> {
    let digits = tens.is_ascii_digit() && ones.is_ascii_digit();
    digits.then(|| (tens - b'0') * 10 + (ones - b'0'))
}

/// A text that is no protocol version.
///
/// ```
/// use mcp_result::ProtocolVersion;
///
/// let error = "2026-02-30".parse::<ProtocolVersion>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"invalid protocol version: expected a date as YYYY-MM-DD, found "2026-02-30""#,
/// );
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ParseVersionError {
    found: String,
}

impl fmt::Display for ParseVersionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "invalid protocol version: expected a date as YYYY-MM-DD, found {:?}",
            self.found
        )
    }
}

impl core::error::Error for ParseVersionError {}
