//! What tests go through all of: modes, conversions, kinds of results, fallbacks, legacy versions.
#![allow(dead_code, reason = "no test file needs all of it")]

use mcp_result::{ContentForm, Conversion, ProtocolVersion, ResultKind, ResultMode, TextFallback};

pub(crate) const MODES: [ResultMode; 5] = [
    ResultMode::Text,
    ResultMode::Structured,
    ResultMode::NonNullStructured,
    ResultMode::Content,
    ResultMode::Model,
];

/// Each mode with each form of content.
pub(crate) fn conversions() -> impl Iterator<Item = Conversion> {
    MODES.into_iter().flat_map(|mode| {
        [ContentForm::Text, ContentForm::Blocks]
            .map(|content| Conversion::from(mode).with_content(content))
    })
}

pub(crate) const KINDS: [ResultKind; 10] = [
    ResultKind::ToolsCall,
    ResultKind::ToolsList,
    ResultKind::PromptsList,
    ResultKind::PromptsGet,
    ResultKind::ResourcesList,
    ResultKind::ResourceTemplatesList,
    ResultKind::ResourcesRead,
    ResultKind::ModernOnly,
    ResultKind::Tasks,
    ResultKind::Other,
];

pub(crate) const FALLBACKS: [TextFallback; 2] = [TextFallback::Lossless, TextFallback::WhenEmpty];

/// The published versions before 2026-07-28.
pub(crate) const LEGACY_VERSIONS: [ProtocolVersion; 4] = [
    ProtocolVersion::V2024_11_05,
    ProtocolVersion::V2025_03_26,
    ProtocolVersion::V2025_06_18,
    ProtocolVersion::V2025_11_25,
];
