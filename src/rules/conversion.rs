//! The steps of conversion, 1 to 8, in their order.

use crate::conversion::{ContentForm, Conversion, ResultMode};
use crate::fault::{Fault, Mismatch};
use crate::json::{Json, Kind};
use crate::presence::Presence;

/// Step 1.
pub(crate) fn not_an_object(kind: Kind) -> Fault {
    Mismatch::new("", "object", kind.name()).into()
}

/// The members that steps 2 to 5 look at.
pub(crate) struct Members<'a, J: ?Sized> {
    pub(crate) is_error: Presence<&'a J>,
    pub(crate) result_type: Presence<&'a J>,
    pub(crate) structured_content: Presence<&'a J>,
    pub(crate) content: Presence<&'a J>,
    /// Whether there is a member that is not [known](is_known).
    pub(crate) others: bool,
}

/// Nothing is found yet.
impl<J: ?Sized> Default for Members<'_, J> {
    fn default() -> Self {
        Self {
            is_error: Presence::Absent,
            result_type: Presence::Absent,
            structured_content: Presence::Absent,
            content: Presence::Absent,
            others: false,
        }
    }
}

/// Whether a member belongs to a `tools/call` result.
pub(crate) fn is_known(name: &str) -> bool {
    matches!(
        name,
        "isError" | "resultType" | "structuredContent" | "content" | "_meta"
    )
}

impl<J: Json + ?Sized> Members<'_, J> {
    /// Step 2.
    pub(crate) fn is_no_tool_error(&self) -> Result<(), Fault> {
        match self.is_error.map(J::kind) {
            Presence::Present(Kind::True) => Err(Fault::Tool),
            Presence::Absent | Presence::Present(Kind::Null | Kind::False) => Ok(()),
            Presence::Present(_) => Err(Mismatch::of("/isError", "boolean", self.is_error).into()),
        }
    }

    /// Step 3.
    pub(crate) fn is_final(&self) -> Result<(), Fault> {
        let Presence::Present(result_type) = self.result_type else {
            return Ok(());
        };
        match result_type.as_text() {
            Some(text) if text == "complete" => Ok(()),
            Some(text) => Err(Fault::Incomplete(text.into_owned())),
            None if result_type.kind() == Kind::Null => Ok(()),
            None => Err(Mismatch::of("/resultType", "string", self.result_type).into()),
        }
    }

    /// Step 4: whether `structuredContent` is the output.
    pub(crate) fn is_structured(&self, mode: ResultMode) -> bool {
        match (mode, self.structured_content.map(J::kind)) {
            (ResultMode::Structured, structured_content) => structured_content.is_present(),
            (ResultMode::NonNullStructured, structured_content) => is_some(structured_content),
            _ => false,
        }
    }

    /// Step 5: whether `content` gives the blocks; none, where it is no array.
    pub(crate) fn gives_blocks(&self) -> Result<(), Mismatch> {
        match self.content.map(J::kind) {
            Presence::Present(Kind::Array) => Ok(()),
            Presence::Absent | Presence::Present(Kind::Null) if self.is_call_result() => Ok(()),
            _ => Err(Mismatch::of("/content", "array", self.content)),
        }
    }

    /// Whether a body without `content` is a tool's result at all.
    pub(crate) fn is_call_result(&self) -> bool {
        self.structured_content.is_present()
            || matches!(
                self.is_error.map(J::kind),
                Presence::Present(Kind::False | Kind::True)
            )
            || !self.others
    }

    /// Step 6, mode `Model`: whether `structuredContent` is the output where no block for the model
    /// holds something.
    pub(crate) fn is_shown_structured(&self) -> bool {
        is_some(self.structured_content.map(J::kind))
    }
}

fn is_some(value: Presence<Kind>) -> bool {
    value.is_present() && value != Presence::Present(Kind::Null)
}

/// Which blocks a conversion gives.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(crate) enum Blocks {
    /// All of them, unchecked.
    All,
    /// Those for the model, unchecked.
    ForModel,
    /// Those that steps 7 and 8 choose.
    Chosen,
}

/// Step 6.
pub(crate) fn blocks(conversion: Conversion) -> Blocks {
    match (conversion.mode(), conversion.content()) {
        (ResultMode::Content, _)
        | (ResultMode::Structured | ResultMode::NonNullStructured, ContentForm::Blocks) => {
            Blocks::All
        }
        (ResultMode::Model, _) => Blocks::ForModel,
        _ => Blocks::Chosen,
    }
}

/// Step 6, mode `Model`: whether a block with this `annotations.audience` is for the model.
pub(crate) fn is_for_model<J: Json + ?Sized>(audience: Presence<&J>) -> bool {
    let Presence::Present(audience) = audience else {
        return true;
    };
    let is_model = |audience: &J| audience.as_text().is_some_and(|text| text == "assistant");
    match audience.kind() {
        Kind::String => is_model(audience),
        Kind::Array => {
            let elements = audience.elements();
            elements.is_empty() || elements.into_iter().any(is_model)
        }
        _ => true,
    }
}

/// What a block says of itself.
pub(crate) struct BlockParts<'a, J: ?Sized> {
    pub(crate) block_type: Presence<&'a J>,
    pub(crate) text: Presence<&'a J>,
    /// `resource.blob`
    pub(crate) blob: Presence<&'a J>,
    /// `resource.text`
    pub(crate) resource_text: Presence<&'a J>,
}

impl<'a, J: Json + ?Sized> BlockParts<'a, J> {
    /// The text of a text block or of an embedded text resource.
    pub(crate) fn text(&self) -> Option<&'a J> {
        let text = match self.block_type.into_option()?.as_text()?.as_ref() {
            "text" => self.text,
            "resource" => self.resource_text,
            _ => Presence::Absent,
        };
        text.into_option()
            .filter(|text| text.kind() == Kind::String)
    }

    /// Step 6, mode `Model`: whether there is something to read, see or hear.
    pub(crate) fn holds_something(&self) -> bool {
        let Some(block_type) = self.block_type.into_option().and_then(J::as_text) else {
            return false;
        };
        match block_type.as_ref() {
            "resource" if self.blob.is_present() => true,
            "text" | "resource" => self.text().is_some_and(|text| !text.is_empty_text()),
            _ => true,
        }
    }
}

/// Step 7: the `text` of a text block, `None` for another block.
#[inline]
pub(crate) fn checked_text<'a, J: Json + ?Sized>(
    block: Kind,
    block_type: Presence<&'a J>,
    text: Presence<&'a J>,
) -> Result<Option<&'a J>, Mismatch> {
    if block != Kind::Object {
        return Err(Mismatch::new("", "object", block.name()));
    }
    let name = block_type.into_option().and_then(J::as_text);
    let name = name.ok_or_else(|| Mismatch::of("/type", "string", block_type))?;
    match text {
        _ if name != "text" => Ok(None),
        Presence::Present(text) if text.kind() == Kind::String => Ok(Some(text)),
        _ => Err(Mismatch::of("/text", "string", text)),
    }
}

/// How the blocks are returned.
pub(crate) enum Form {
    Text,
    Texts,
    Blocks,
}

/// Step 8.
pub(crate) fn form(texts: usize, all_empty: bool, others: usize) -> Form {
    match texts {
        0 => Form::Blocks,
        1 if all_empty && others > 0 => Form::Blocks,
        1 => Form::Text,
        _ => Form::Texts,
    }
}
