//! Mutates JSON as JSON, so that most inputs get past the parser.

use libfuzzer_sys::fuzzer_mutate;
use serde_json::{Value, json};

/// Whether a name that is private to serde_json may be in the text, escapes and all. It takes an
/// object whose first name that is for something else.
pub fn may_have_a_private_name(text: &[u8]) -> bool {
    let has = |part: &[u8]| text.windows(part.len()).any(|window| window == part);
    has(b"serde_json") || has(b"private")
}

/// libFuzzer's custom mutator: now and then as bytes, mostly as a value.
pub fn mutate(data: &mut [u8], size: usize, max_size: usize, seed: u32) -> usize {
    let mut random = Random(u64::from(seed) | 1);
    let parsed = serde_json::from_slice::<Value>(&data[..size]);
    let (Ok(mut value), true) = (parsed, random.below(8) > 0) else {
        return fuzzer_mutate(data, size, max_size);
    };
    for _ in 0..=random.below(3) {
        mutate_value(&mut value, &mut random);
    }
    let text = value.to_string();
    if text.len() > max_size {
        return fuzzer_mutate(data, size, max_size);
    }
    data[..text.len()].copy_from_slice(text.as_bytes());
    text.len()
}

/// A xorshift generator, seeded by libFuzzer.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % n
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.below(NAMES.len())]
    }
}

const NAMES: [&str; 46] = [
    "content",
    "structuredContent",
    "isError",
    "resultType",
    "_meta",
    "tools",
    "outputSchema",
    "inputSchema",
    "properties",
    "required",
    "$ref",
    "$defs",
    "$id",
    "anyOf",
    "oneOf",
    "allOf",
    "enum",
    "const",
    "annotations",
    "prompts",
    "arguments",
    "messages",
    "resources",
    "resourceTemplates",
    "contents",
    "resource",
    "title",
    "ttlMs",
    "cacheScope",
    "type",
    "text",
    "name",
    "data",
    "task",
    "toolResult",
    "value",
    "option",
    "nested",
    "kind",
    "$serde_json::private::Number",
    "$serde_json::private::RawValue",
    "",
    "/",
    "~1",
    "a",
    "\0",
];

fn mutate_value(value: &mut Value, random: &mut Random) {
    let inward = random.below(4) > 0;
    match value {
        Value::Array(elements) if inward && !elements.is_empty() => {
            let index = random.below(elements.len());
            match random.below(8) {
                0 => drop(elements.remove(index)),
                1 => elements.insert(index, elements[index].clone()),
                2 => elements.insert(index, any(random)),
                _ => mutate_value(&mut elements[index], random),
            }
        }
        Value::Object(members) if inward && !members.is_empty() => {
            let index = random.below(members.len());
            let name = members.keys().nth(index).cloned().unwrap_or_default();
            match random.below(8) {
                0 => drop(members.remove(&name)),
                1 | 2 => drop(members.insert(random.name().to_owned(), any(random))),
                3 => {
                    let member = members.remove(&name).unwrap_or_default();
                    members.insert(random.name().to_owned(), member);
                }
                _ => mutate_value(members.get_mut(&name).unwrap_or(&mut Value::Null), random),
            }
        }
        // A text that mirrors the value, or nearly.
        value if random.below(8) == 0 => {
            *value = json!({"type": "text", "text": value.to_string()})
        }
        Value::String(text) if random.below(2) == 0 => match random.below(4) {
            0 => *value = serde_json::from_str(text).unwrap_or_default(),
            1 => drop(text.pop()),
            2 => text.push([' ', '0', ']', '"', '\\', '\u{1}', 'é'][random.below(7)]),
            _ => *text = serde_json::to_string(text).unwrap_or_default(),
        },
        value => *value = any(random),
    }
}

fn any(random: &mut Random) -> Value {
    match random.below(20) {
        0 => Value::Null,
        1 => false.into(),
        2 => true.into(),
        3 => 0.into(),
        4 => (-0.0).into(),
        5 => u64::MAX.into(),
        6 => 1e16.into(),
        7 => f64::from_bits(u64::from(random.below(usize::MAX) as u32) << 31).into(),
        8 => "".into(),
        9 => ["complete", "input_required", "task", "true"][random.below(4)].into(),
        10 => [
            "text",
            "image",
            "audio",
            "resource_link",
            "object",
            "array",
            "#/$defs/a",
        ][random.below(7)]
        .into(),
        11 => random.name().into(),
        12 => json!([]),
        13 => json!({}),
        14 => json!([any(random)]),
        15 => json!({random.name(): any(random)}),
        16 => json!({"type": "text", "text": random.name()}),
        17 => json!({"type": "text", "text": any(random).to_string()}),
        18 => json!({"name": "t", "outputSchema": {"type": any(random)}}),
        _ => json!({"type": "image", "data": "AA==", "mimeType": "image/png"}),
    }
}
