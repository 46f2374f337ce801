//! The peer that a result is sent to, which request the result answers, and why it may not be sent.

use core::error::Error;
use core::fmt;

use alloc::string::String;

use crate::name::names;
use crate::version::ProtocolVersion;

/// Which request a result answers. A result does not say so, and to guess it from its members
/// would corrupt look-alikes.
///
/// A `tasks/result` of protocol version 2025-11-25 carries the original request's result: pass
/// that request's kind.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum ResultKind {
    /// The result of `tools/list`.
    ToolsList,
    /// The result of `tools/call`.
    ToolsCall,
    /// The result of `prompts/list`.
    PromptsList,
    /// The result of `prompts/get`.
    PromptsGet,
    /// The result of `resources/list`.
    ResourcesList,
    /// The result of `resources/templates/list`.
    ResourceTemplatesList,
    /// The result of `resources/read`.
    ResourcesRead,
    /// The result of a method that exists only since 2026-07-28: `server/discover`,
    /// `subscriptions/listen`. It always has a `resultType`, and who sends such a request knows it,
    /// whatever version was or was not negotiated: such a result is sent as it is.
    ModernOnly,
    /// The result of `tasks/get`, `tasks/list`, `tasks/cancel` or `tasks/update`, methods of the
    /// tasks extension. It is sent as it is where the peer has negotiated it
    /// ([`Peer::with_tasks`]).
    Tasks,
    /// The result of any other request.
    Other,
}

impl ResultKind {
    /// The kind of the result that a request with this method gets. It is total.
    ///
    /// ```
    /// # use mcp_result::ResultKind;
    /// assert_eq!(ResultKind::of_method("tools/list"), ResultKind::ToolsList);
    /// assert_eq!(ResultKind::of_method("server/discover"), ResultKind::ModernOnly);
    /// assert_eq!(ResultKind::of_method("completion/complete"), ResultKind::Other);
    /// ```
    #[must_use]
    pub fn of_method(method: &str) -> Self {
        let found = METHODS.iter().find(|(name, _)| *name == method);
        found.map_or(Self::Other, |&(_, kind)| kind)
    }

    /// The method, where the kind has one alone.
    ///
    /// ```
    /// # use mcp_result::ResultKind;
    /// assert_eq!(ResultKind::ToolsCall.method(), Some("tools/call"));
    /// assert_eq!(ResultKind::Tasks.method(), None);
    /// ```
    #[must_use]
    pub fn method(self) -> Option<&'static str> {
        let mut found = METHODS.iter().filter(|(_, kind)| *kind == self);
        match (found.next(), found.next()) {
            (Some((name, _)), None) => Some(name),
            _ => None,
        }
    }
}

const METHODS: [(&str, ResultKind); 13] = [
    ("tools/list", ResultKind::ToolsList),
    ("tools/call", ResultKind::ToolsCall),
    ("prompts/list", ResultKind::PromptsList),
    ("prompts/get", ResultKind::PromptsGet),
    ("resources/list", ResultKind::ResourcesList),
    (
        "resources/templates/list",
        ResultKind::ResourceTemplatesList,
    ),
    ("resources/read", ResultKind::ResourcesRead),
    ("server/discover", ResultKind::ModernOnly),
    ("subscriptions/listen", ResultKind::ModernOnly),
    ("tasks/get", ResultKind::Tasks),
    ("tasks/list", ResultKind::Tasks),
    ("tasks/cancel", ResultKind::Tasks),
    ("tasks/update", ResultKind::Tasks),
];

/// The peer that a result is sent to: its protocol version, and options.
///
/// ```
/// use mcp_result::{Peer, ProtocolVersion, TextFallback};
///
/// let peer = Peer::from(ProtocolVersion::V2025_06_18).with_text_fallback(TextFallback::WhenEmpty);
/// assert_eq!(peer.version(), ProtocolVersion::V2025_06_18);
/// ```
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Peer {
    version: ProtocolVersion,
    text_fallback: TextFallback,
    tasks: bool,
}

impl Peer {
    /// Sets when structured content that had to be removed is added to `content` as text.
    #[must_use]
    pub fn with_text_fallback(self, text_fallback: TextFallback) -> Self {
        Self {
            text_fallback,
            ..self
        }
    }

    /// The peer has negotiated the tasks extension: `"resultType": "task"` is no error and stays in
    /// every result, and any `resultType` stays in the results of `tasks/*`.
    ///
    /// ```
    /// use mcp_result::{Peer, ProtocolVersion, ResultKind, strip_for_legacy_peer};
    /// use serde_json::json;
    ///
    /// let mut result = json!({"resultType": "task", "taskId": "7", "status": "working"});
    /// let peer = Peer::from(ProtocolVersion::V2025_11_25);
    /// assert!(strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, peer).is_err());
    ///
    /// let stripped = strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, peer.with_tasks())?;
    /// assert!(stripped.is_unchanged());
    /// # Ok::<(), mcp_result::NotForLegacyPeer>(())
    /// ```
    #[must_use]
    pub fn with_tasks(self) -> Self {
        Self {
            tasks: true,
            ..self
        }
    }

    /// The protocol version that the peer negotiated.
    #[must_use]
    pub fn version(self) -> ProtocolVersion {
        self.version
    }

    /// When structured content that had to be removed is added to `content` as text.
    #[must_use]
    pub fn text_fallback(self) -> TextFallback {
        self.text_fallback
    }

    /// Whether the peer has negotiated the tasks extension.
    #[must_use]
    pub fn has_tasks(self) -> bool {
        self.tasks
    }
}

impl From<ProtocolVersion> for Peer {
    fn from(version: ProtocolVersion) -> Self {
        Self {
            version,
            text_fallback: TextFallback::default(),
            tasks: false,
        }
    }
}

/// When structured content that had to be removed becomes the first block of `content`, as the
/// text of its compact JSON.
///
/// As a name, in a configuration: `lossless`, `when_empty`.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum TextFallback {
    /// Unless the first block is text that [mirrors](crate::rules::mirrors) the value. SEP-2106 asks
    /// servers for such a text. This is what rmcp 3.11 does, but for what it takes for a mirror.
    #[default]
    Lossless,
    /// Only when there are no blocks. A value beside prose or an image does not arrive.
    WhenEmpty,
}

names! { TextFallback, "a text fallback", Lossless = "lossless", WhenEmpty = "when_empty" }

/// Why a legacy peer cannot be sent a result. Answer the request with a JSON-RPC error instead, with
/// the code that [`json_rpc_code`](Self::json_rpc_code) tells.
///
/// ```
/// use mcp_result::{NotForLegacyPeer, ProtocolVersion, ResultKind, strip_for_legacy_peer};
/// use serde_json::json;
///
/// let mut result = json!({"resultType": "input_required", "requestState": "…"});
/// let error = strip_for_legacy_peer(&mut result, ResultKind::ToolsCall, ProtocolVersion::V2025_11_25)
///     .unwrap_err();
/// assert_eq!(error, NotForLegacyPeer::ResultType("input_required".to_owned()));
/// assert_eq!(error.json_rpc_code(), -32600);
/// assert_eq!(
///     error.to_string(),
///     r#"not for a peer below 2026-07-28: expected resultType "complete", found "input_required""#,
/// );
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum NotForLegacyPeer {
    /// The `resultType` is `"input_required"` or `"task"`, which an old client reads as an empty
    /// success.
    ResultType(String),
    /// A structured value has to go, but `content` is no array that could hold it.
    Content,
    /// A structured value has to be written as text, but is nested deeper than 127 levels, which
    /// parsers refuse to read back.
    Depth,
}

impl NotForLegacyPeer {
    /// The code of the JSON-RPC error to answer with: an invalid request (-32600), as rmcp answers,
    /// where the result is not final; an internal error (-32603) where the server built the result
    /// wrong.
    ///
    /// ```
    /// # use mcp_result::NotForLegacyPeer;
    /// assert_eq!(NotForLegacyPeer::Content.json_rpc_code(), -32603);
    /// ```
    #[must_use]
    pub fn json_rpc_code(&self) -> i32 {
        match self {
            Self::ResultType(_) => -32600,
            Self::Content | Self::Depth => -32603,
        }
    }
}

impl fmt::Display for NotForLegacyPeer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not for a peer below 2026-07-28: ")?;
        match self {
            Self::ResultType(found) => {
                write!(f, "expected resultType \"complete\", found {found:?}")
            }
            Self::Content => f.write_str(
                "expected an array at \"/content\" to hold the structuredContent as text, found something else",
            ),
            Self::Depth => f.write_str(
                "expected at most 127 levels at \"/structuredContent\" to write it as text, found more",
            ),
        }
    }
}

impl Error for NotForLegacyPeer {}
