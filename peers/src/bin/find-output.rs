//! Tells where the output of a tool's result is: a request `[result, mode]` a line on standard input, an
//! answer a line on standard output. For callers in other languages, whose blocks are objects of their own.

use std::io::{self, Write};

use mcp_result::rules::{Place, find_output};
use mcp_result::{ResultMode, convert_result};
use serde_json::{Value, json};

fn main() -> io::Result<()> {
    let mut answers = io::stdout().lock();
    for line in io::stdin().lines() {
        let (result, mode) = serde_json::from_str(&line?)?;
        writeln!(answers, "{}", answer(result, mode))?;
        answers.flush()?;
    }
    Ok(())
}

fn answer(result: Value, mode: ResultMode) -> Value {
    match find_output(&result, mode) {
        Ok(Place::Structured) => json!("structured"),
        Ok(Place::Text(position)) => json!({"text": position}),
        Ok(Place::Texts(positions)) => json!({"texts": positions}),
        Ok(Place::Blocks(positions)) => json!({"blocks": positions}),
        Ok(Place::AllBlocks) => json!("blocks"),
        Err(_) => {
            // The fault again with the result, since it says what the tool said.
            let error = convert_result(result, mode).expect_err("there is a fault");
            json!({"error": error.to_string()})
        }
    }
}
