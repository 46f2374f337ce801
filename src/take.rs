//! Moves what was found out of a result.

use core::mem;

use alloc::string::String;
use alloc::vec::Vec;
use serde_json::{Map, Value};

use crate::find::Place;
use crate::json::{drop_flat, take_member};
use crate::output::{Converted, Output};

/// Takes the output out of the result in which it was found.
pub(crate) fn take_output(mut result: Value, place: Place) -> Converted {
    let output = match result.as_object_mut() {
        Some(members) => take(members, place),
        None => Output::Blocks(Vec::new()),
    };
    Converted {
        output,
        rest: result,
    }
}

fn take(members: &mut Map<String, Value>, place: Place) -> Output {
    if place == Place::Structured {
        let value = take_member(members, "structuredContent");
        return Output::Structured(value.unwrap_or_default());
    }
    let Some(Value::Array(blocks)) = members.get_mut("content") else {
        return Output::Blocks(Vec::new());
    };
    match place {
        Place::Text(position) => Output::Text(into_text(blocks.remove(position))),
        Place::Texts(positions) => {
            let blocks = take_blocks(blocks, &positions).into_iter();
            Output::Texts(blocks.map(into_text).collect())
        }
        Place::Blocks(positions) => Output::Blocks(take_blocks(blocks, &positions)),
        Place::Structured | Place::AllBlocks => Output::Blocks(mem::take(blocks)),
    }
}

/// Takes the blocks at these positions, which are in order.
fn take_blocks(blocks: &mut Vec<Value>, positions: &[usize]) -> Vec<Value> {
    let mut positions = positions.iter().copied().peekable();
    let all = mem::take(blocks).into_iter().enumerate();
    let (taken, left): (Vec<_>, Vec<_>) =
        all.partition(|(index, _)| positions.next_if_eq(index).is_some());
    *blocks = left.into_iter().map(|(_, block)| block).collect();
    taken.into_iter().map(|(_, block)| block).collect()
}

fn into_text(mut block: Value) -> String {
    let text = block.get_mut("text").map(Value::take);
    drop_flat(block);
    match text {
        Some(Value::String(text)) => text,
        _ => String::new(),
    }
}
