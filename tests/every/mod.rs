//! Every value of each choice that the crate offers, for the tests that go through all of them.

#![allow(dead_code)] // each test goes through some of the choices

use mcp_result::{
    ContentForm, Conversion, Peer, ProtocolVersion, ResultKind, ResultMode, TextFallback,
};

pub(crate) const MODE: [ResultMode; 5] = [
    ResultMode::Text,
    ResultMode::Structured,
    ResultMode::NonNullStructured,
    ResultMode::Content,
    ResultMode::Model,
];

/// The modes that steps 7 and 8 decide, when there is no structured content.
pub(crate) const CONVERTING_MODE: [ResultMode; 3] = [
    ResultMode::Text,
    ResultMode::Structured,
    ResultMode::NonNullStructured,
];

pub(crate) const CONTENT_FORM: [ContentForm; 2] = [ContentForm::Text, ContentForm::Blocks];

/// Each mode with each content form.
pub(crate) fn conversion() -> impl Iterator<Item = Conversion> {
    let with_each_form = |mode| CONTENT_FORM.map(|form| Conversion::from(mode).with_content(form));
    MODE.into_iter().flat_map(with_each_form)
}

/// Each method that has a kind of its own, or shares one.
pub(crate) const METHOD: [(&str, ResultKind); 13] = [
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

pub(crate) const KIND: [ResultKind; 10] = [
    ResultKind::ToolsList,
    ResultKind::ToolsCall,
    ResultKind::PromptsList,
    ResultKind::PromptsGet,
    ResultKind::ResourcesList,
    ResultKind::ResourceTemplatesList,
    ResultKind::ResourcesRead,
    ResultKind::ModernOnly,
    ResultKind::Tasks,
    ResultKind::Other,
];

/// The kinds whose results a legacy peer is not sent as they are.
pub(crate) fn stripped_kind() -> impl Iterator<Item = ResultKind> {
    KIND.into_iter()
        .filter(|kind| *kind != ResultKind::ModernOnly)
}

pub(crate) const TEXT_FALLBACK: [TextFallback; 2] =
    [TextFallback::Lossless, TextFallback::WhenEmpty];

/// Each published version that is legacy.
pub(crate) const LEGACY_VERSION: [ProtocolVersion; 4] = [
    ProtocolVersion::V2024_11_05,
    ProtocolVersion::V2025_03_26,
    ProtocolVersion::V2025_06_18,
    ProtocolVersion::V2025_11_25,
];

/// A version with each option set and not set.
pub(crate) fn peer(version: ProtocolVersion) -> impl Iterator<Item = Peer> {
    TEXT_FALLBACK.into_iter().flat_map(move |fallback| {
        let peer = Peer::from(version).with_text_fallback(fallback);
        [peer, peer.with_tasks()]
    })
}
