//! DSPy's own converter, in a Python process that stays up.

use serde_json::{Value, json};

use crate::python::Python;

/// A Python process that converts results; it ends when this is dropped.
pub struct Dspy {
    python: Python,
}

/// What the Python SDK and DSPy made of a result.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The SDK refused to read the result.
    Rejected(String),
    /// The SDK read it, and DSPy converted what the SDK made of it.
    Converted {
        /// The result again as JSON, with the members that the SDK kept.
        read: Value,
        outcome: Outcome,
    },
}

/// What a conversion gives.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    Output(Value),
    ToolError(String),
}

impl Dspy {
    /// Starts Python in the environment that `setup` made.
    ///
    /// # Panics
    ///
    /// When there is none.
    #[must_use]
    pub fn start() -> Self {
        let python = Python::start::<&str>("src/convert.py", &[]);
        Self { python }
    }

    /// Converts a result in DSPy's mode `text` or `structured`.
    ///
    /// # Panics
    ///
    /// When the process has ended.
    pub fn convert(&mut self, result: &Value, mode: &str) -> Answer {
        self.ask(&json!([result, mode, null]))
    }

    /// The same, after the checks that the SDK's client makes in a session of this protocol version.
    ///
    /// # Panics
    ///
    /// When the process has ended.
    pub fn convert_in_session(&mut self, result: &Value, mode: &str, version: &str) -> Answer {
        self.ask(&json!([result, mode, version]))
    }

    fn ask(&mut self, request: &Value) -> Answer {
        let mut answer = self.python.ask(request);
        let mut take = |name: &str| answer.get_mut(name).map(Value::take);
        if let Some(Value::String(reason)) = take("rejected") {
            return Answer::Rejected(reason);
        }
        Answer::Converted {
            read: take("read").expect("what the SDK read"),
            outcome: match take("tool_error") {
                Some(Value::String(message)) => Outcome::ToolError(message),
                _ => Outcome::Output(take("output").expect("DSPy's output")),
            },
        }
    }
}

/// Whether the SDK does not read a result that is valid.
#[must_use]
pub fn is_beyond_the_sdk(result: &Value) -> bool {
    let types = ["text", "image", "audio", "resource", "resource_link"];
    let Some(Value::Array(blocks)) = result.get("content") else {
        return true;
    };
    blocks.iter().any(|block| {
        !types.iter().any(|name| block["type"] == *name)
            || block
                .get("size")
                .is_some_and(|size| !size.is_i64() && !size.is_u64())
    })
}
