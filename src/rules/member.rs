//! The rows of translation that hold for every kind of result: `resultType`, cache hints, and members
//! that are `null`.

use serde_json::Value;

use super::stripping::is_sent_to_all_as_it_is;
use crate::json::{Json, Kind};
use crate::peer::{NotForLegacyPeer, Peer, ResultKind};
use crate::presence::Presence;
use crate::version::ProtocolVersion;

/// Whether a result is translated at all on the way to a peer, or sent as it is: that of a method that
/// exists only since 2026-07-28, or of `tasks/*` where the peer has negotiated the tasks extension; and,
/// to a peer at 2026-07-28 or later, one that is not final, since its `resultType` is a string other than
/// `"complete"`. Pass `None` for a `resultType` that is absent or no string.
///
/// # Errors
///
/// [`NotForLegacyPeer::ResultType`]: the result is not final, and a legacy peer would read it as a
/// success. (`"task"` is no error where the peer has negotiated the tasks extension.)
///
/// ```
/// use mcp_result::rules::is_translated;
/// use mcp_result::{NotForLegacyPeer, ProtocolVersion, ResultKind};
///
/// let call = ResultKind::ToolsCall;
/// assert_eq!(is_translated(Some("complete"), call, ProtocolVersion::V2025_11_25), Ok(true));
/// assert_eq!(is_translated(Some("input_required"), call, ProtocolVersion::V2026_07_28), Ok(false));
/// assert_eq!(
///     is_translated(Some("input_required"), call, ProtocolVersion::V2025_11_25),
///     Err(NotForLegacyPeer::ResultType("input_required".to_owned())),
/// );
/// ```
///
/// Source: SEP-2322.
pub fn is_translated(
    result_type: Option<&str>,
    kind: ResultKind,
    to: impl Into<Peer>,
) -> Result<bool, NotForLegacyPeer> {
    let peer = to.into();
    match result_type {
        _ if is_sent_to_all_as_it_is(kind, peer) => Ok(false),
        None | Some("complete") => Ok(true),
        Some(_) if !peer.version().is_legacy() => Ok(false),
        Some("task") if peer.has_tasks() => Ok(true),
        Some(other) => Err(NotForLegacyPeer::ResultType(other.into())),
    }
}

/// The version that a result is written in: one that has a string `resultType` is a result of
/// 2026-07-28, whatever it is said to be.
pub(crate) fn written_in(result_type: Option<&str>, said: ProtocolVersion) -> ProtocolVersion {
    match result_type {
        Some(_) => said.max(ProtocolVersion::V2026_07_28),
        None => said,
    }
}

/// What becomes of a member that 2026-07-28 requires, on the way to a peer.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum RequiredMember {
    /// It stays as it is, also absent.
    Stays,
    /// It has to be removed.
    Goes,
    /// It has to be added, or replaced, with this value.
    Becomes(Value),
}

/// The members of a translated result that 2026-07-28 requires and no earlier version has:
/// `resultType`, and the cache hints `ttlMs` and `cacheScope`, which the four lists and
/// `resources/read` have.
///
/// ```
/// use mcp_result::{ResultKind, rules::required_members};
///
/// assert_eq!(required_members(ResultKind::ToolsCall), ["resultType"]);
/// assert_eq!(required_members(ResultKind::ToolsList), ["resultType", "ttlMs", "cacheScope"]);
/// ```
#[must_use]
pub fn required_members(kind: ResultKind) -> &'static [&'static str] {
    match kind {
        ResultKind::ToolsList
        | ResultKind::PromptsList
        | ResultKind::ResourcesList
        | ResultKind::ResourceTemplatesList
        | ResultKind::ResourcesRead => &["resultType", "ttlMs", "cacheScope"],
        _ => &["resultType"],
    }
}

/// What becomes of one of the [`required_members`] of a result that [`is_translated`], on the way to a
/// peer of this version. At 2026-07-28 or later, where it is absent or `null`, it gets the value that
/// says least: `"complete"`, `0`, `"private"`. Below, it goes; but a `resultType` only if it is
/// `"complete"` or `null`.
///
/// ```
/// use mcp_result::rules::{RequiredMember, required_member};
/// use mcp_result::{Presence, ProtocolVersion};
/// use serde_json::json;
///
/// let modern = ProtocolVersion::V2026_07_28;
/// let added = required_member("ttlMs", Presence::Absent, modern);
/// assert_eq!(added, RequiredMember::Becomes(json!(0)));
///
/// let legacy = ProtocolVersion::V2025_11_25;
/// let goes = required_member("ttlMs", Presence::Present(&json!(60_000)), legacy);
/// assert_eq!(goes, RequiredMember::Goes);
/// ```
///
/// Source: `Result` and `CacheableResult` of the MCP specification 2026-07-28.
#[must_use]
pub fn required_member(
    name: &str,
    value: Presence<&Value>,
    version: ProtocolVersion,
) -> RequiredMember {
    required_member_of(name, value, version)
}

pub(crate) fn required_member_of<J: Json + ?Sized>(
    name: &str,
    value: Presence<&J>,
    version: ProtocolVersion,
) -> RequiredMember {
    let is_null = value.map(J::kind) == Presence::Present(Kind::Null);
    let text = value.into_option().and_then(J::as_text);
    if version.is_legacy() {
        if name != "resultType" || is_null || text.is_some_and(|text| text == "complete") {
            RequiredMember::Goes
        } else {
            RequiredMember::Stays
        }
    } else if is_null || value.is_absent() {
        RequiredMember::Becomes(match name {
            "resultType" => "complete".into(),
            "ttlMs" => 0.into(),
            _ => "private".into(),
        })
    } else {
        RequiredMember::Stays
    }
}

/// What an object in a result is, as far as its `null` members are concerned.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum Holder {
    /// An object that versions of the protocol define: the result of a method that [`ResultKind`]
    /// names, a tool, prompt, argument of a prompt, resource, resource template, content of a resource,
    /// content block of a known type, or the resource in one.
    Defined,
    /// The result of any other method.
    Other,
    /// The `annotations` of a [`Defined`](Self::Defined) object.
    Annotations,
    /// The root of a tool's schema, on the way to a legacy peer.
    Schema,
}

impl Holder {
    /// What the result itself is.
    #[must_use]
    pub fn of_result(kind: ResultKind) -> Self {
        if kind.method().is_some() {
            Self::Defined
        } else {
            Self::Other
        }
    }
}

/// Whether a member has to be removed where it is `null`. It never was legal in these places, and
/// clients built on zod reject the whole message for one.
///
/// ```
/// use mcp_result::rules::{Holder, is_never_null};
///
/// assert!(is_never_null("description", Holder::Defined));
/// assert!(is_never_null("priority", Holder::Annotations));
/// assert!(!is_never_null("description", Holder::Other));
/// assert!(!is_never_null("structuredContent", Holder::Defined));
/// ```
///
/// Source: the JSON Schemas of all versions of the MCP specification.
#[must_use]
pub fn is_never_null(name: &str, holder: Holder) -> bool {
    match holder {
        Holder::Defined => matches!(
            name,
            "_meta"
                | "annotations"
                | "arguments"
                | "description"
                | "execution"
                | "icons"
                | "instructions"
                | "isError"
                | "mimeType"
                | "nextCursor"
                | "outputSchema"
                | "size"
                | "title"
        ),
        Holder::Other => name == "_meta",
        Holder::Annotations => true,
        Holder::Schema => matches!(name, "properties" | "required"),
    }
}

/// The member of a result whose elements have rows.
pub(crate) fn list_of(kind: ResultKind) -> Option<&'static str> {
    match kind {
        ResultKind::ToolsList => Some("tools"),
        ResultKind::ToolsCall => Some("content"),
        ResultKind::PromptsList => Some("prompts"),
        ResultKind::PromptsGet => Some("messages"),
        ResultKind::ResourcesList => Some("resources"),
        ResultKind::ResourceTemplatesList => Some("resourceTemplates"),
        ResultKind::ResourcesRead => Some("contents"),
        ResultKind::ModernOnly | ResultKind::Tasks | ResultKind::Other => None,
    }
}
