//! Which schemas provably accept only objects, by recursion.

use serde_json::{Value, json};

/// Whether every value that the schema accepts is provably an object.
pub(crate) fn proves_object(schema: &Value) -> bool {
    let mut prover = Prover {
        document: schema,
        looked_at: 0,
        within: vec![],
    };
    prover.proves(schema) && prover.looked_at <= 1_000
}

struct Prover<'a> {
    document: &'a Value,
    looked_at: usize,
    within: Vec<*const Value>,
}

impl<'a> Prover<'a> {
    fn proves(&mut self, schema: &'a Value) -> bool {
        self.looked_at += 1;
        let address: *const Value = schema;
        if self.looked_at > 1_000 || self.within.len() == 127 || self.within.contains(&address) {
            return false;
        }
        self.within.push(address);
        let proves = self.proves_by_itself(schema);
        self.within.pop();
        proves
    }

    fn proves_by_itself(&mut self, schema: &'a Value) -> bool {
        if !schema.is_object() {
            return false;
        }
        let is_object = |name: &Value| *name == json!("object") || *name == json!(["object"]);
        match schema.get("type") {
            Some(name) if is_object(name) => {}
            Some(Value::Array(names)) if names.contains(&json!("object")) => {}
            None => {}
            Some(_) => return false,
        }
        if let Some(reference) = schema.get("$ref") {
            let target = reference
                .as_str()
                .and_then(|reference| self.target(reference));
            return target.is_some_and(|target| self.proves(target));
        }
        if schema.get("type").is_some_and(is_object) {
            return true;
        }
        if schema.get("const").is_some_and(Value::is_object) {
            return true;
        }
        let list = |name| {
            schema
                .get(name)
                .and_then(Value::as_array)
                .filter(|list| !list.is_empty())
        };
        if let Some(values) = list("enum") {
            for value in values {
                self.looked_at += 1;
                if !value.is_object() {
                    break;
                }
            }
            if values.iter().all(Value::is_object) {
                return true;
            }
        }
        for name in ["anyOf", "oneOf"] {
            if list(name).is_some_and(|schemas| schemas.iter().all(|schema| self.proves(schema))) {
                return true;
            }
        }
        list("allOf").is_some_and(|schemas| schemas.iter().any(|schema| self.proves(schema)))
    }

    fn target(&self, reference: &str) -> Option<&'a Value> {
        let pointer = reference
            .strip_prefix('#')
            .filter(|pointer| pointer.starts_with('/'))?;
        if pointer.contains('%') || has_id(self.document) {
            return None;
        }
        let mut target = self.document;
        for name in pointer[1..].split('/') {
            target = target
                .as_object()?
                .get(&name.replace("~1", "/").replace("~0", "~"))?;
        }
        Some(target)
    }
}

fn has_id(value: &Value) -> bool {
    match value {
        Value::Array(elements) => elements.iter().any(has_id),
        Value::Object(members) => members.contains_key("$id") || members.values().any(has_id),
        _ => false,
    }
}
