//! A client with a conversion of its own, as one might find it anywhere.

use serde_json::Value;

/// Why a tool's result has no value.
pub enum Failed {
    /// The tool says so.
    Tool,
    /// There will be more.
    Pending,
    /// It is not a result.
    Malformed,
}

/// The output of a tool, from its result.
pub fn output(result: &Value, structured: bool) -> Result<Value, Failed> {
    let members = result.as_object().ok_or(Failed::Malformed)?;
    match members.get("isError") {
        Some(Value::Bool(true)) => return Err(Failed::Tool),
        None | Some(Value::Null | Value::Bool(false)) => {}
        Some(_) => return Err(Failed::Malformed),
    }
    match members.get("resultType") {
        None | Some(Value::Null) => {}
        Some(Value::String(kind)) if kind == "complete" => {}
        Some(Value::String(_)) => return Err(Failed::Pending),
        Some(_) => return Err(Failed::Malformed),
    }
    match members.get("structuredContent") {
        Some(value) if structured => return Ok(value.clone()),
        _ => {}
    }
    let blocks = match members.get("content") {
        Some(Value::Array(blocks)) => blocks.as_slice(),
        None | Some(Value::Null) => &[],
        Some(_) => return Err(Failed::Malformed),
    };
    let (mut texts, mut others) = (Vec::new(), Vec::new());
    for block in blocks {
        match (block["type"].as_str(), &block["text"]) {
            (Some("text"), Value::String(text)) => texts.push(text.as_str()),
            (Some("text") | None, _) => return Err(Failed::Malformed),
            (Some(_), _) => others.push(block.clone()),
        }
    }
    Ok(match texts[..] {
        [] => others.into(),
        [""] if !others.is_empty() => others.into(),
        [text] => text.into(),
        _ => texts.into(),
    })
}
