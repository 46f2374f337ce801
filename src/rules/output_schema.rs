//! The rows of translation for `tools/list`: what becomes of a tool's schemas on the way to a legacy
//! peer.

use core::{ptr, slice};

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use serde_json::{Map, Value};

use super::stripping::is_legacy_output_schema_object;
use crate::version::ProtocolVersion;

/// What becomes of a tool's `outputSchema` on the way to a peer.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[non_exhaustive]
pub enum OutputSchema {
    /// It stays.
    Stays,
    /// It has to get `"type": "object"` at its root, and nothing else. It accepts the same values as
    /// before, all of them objects.
    GetsType,
    /// It has to be removed.
    Goes,
}

/// What becomes of a tool's `outputSchema` on the way to a peer of this version. One at 2026-07-28 or
/// later takes any. Below, an object whose root `type` is `"object"` stays; one gets that type, if every
/// value that it accepts is *provably* an object; any other goes. Below 2025-06-18 every schema goes.
///
/// A schema is provable if its `type` is `"object"` or `["object"]`; or if it has no `type`, or a list
/// with `"object"` in it, and one of these is so, which are looked at in this order:
///
/// - `const` is an object;
/// - `enum` is a non-empty list of objects;
/// - `anyOf`, or else `oneOf`, is a non-empty list of provable schemas;
/// - some member of `allOf` is provable.
///
/// Where there is a `$ref`, only that counts: it is of the form `#/…` without `%`, and leads through
/// objects only to a provable schema. It proves nothing where it leads back to a schema that is being
/// looked at, nor where an `$id` is anywhere in the document. At most 127 levels of schemas inside each
/// other or behind references, and 1,000 schemas and elements of `enum`, are looked at (each as often
/// as it is met); beyond that nothing is proven. It does not recurse.
///
/// ```
/// use mcp_result::ProtocolVersion;
/// use mcp_result::rules::{OutputSchema, output_schema};
/// use serde_json::json;
///
/// let fate = |schema| output_schema(&schema, ProtocolVersion::V2025_11_25);
/// let shape = json!({
///     "oneOf": [{"type": "object", "required": ["radius"]}, {"$ref": "#/$defs/Square"}],
///     "$defs": {"Square": {"type": "object"}},
/// });
/// assert_eq!(fate(json!({"type": "object"})), OutputSchema::Stays);
/// assert_eq!(fate(shape), OutputSchema::GetsType);
/// assert_eq!(fate(json!({"properties": {"radius": {}}})), OutputSchema::Goes);
/// assert_eq!(fate(json!({"type": ["object", "null"]})), OutputSchema::Goes);
/// assert_eq!(fate(json!(true)), OutputSchema::Goes);
/// ```
///
/// Source: `Tool` of each version of the MCP specification; JSON Schema draft-07 and 2020-12.
#[must_use]
pub fn output_schema(schema: &Value, version: ProtocolVersion) -> OutputSchema {
    match schema {
        Value::Object(schema) => output_schema_object(schema, version),
        _ if version.is_legacy() => OutputSchema::Goes,
        _ => OutputSchema::Stays,
    }
}

/// [`output_schema`] for a schema that is an object by its type.
///
/// ```
/// use mcp_result::ProtocolVersion;
/// use mcp_result::rules::{OutputSchema, output_schema_object};
/// use serde_json::{Map, json};
///
/// let schema = Map::from_iter([("anyOf".to_owned(), json!([{"type": "object"}]))]);
/// let fate = output_schema_object(&schema, ProtocolVersion::V2025_11_25);
/// assert_eq!(fate, OutputSchema::GetsType);
/// ```
#[must_use]
pub fn output_schema_object(schema: &Map<String, Value>, version: ProtocolVersion) -> OutputSchema {
    if !version.is_legacy() {
        OutputSchema::Stays
    } else if version < ProtocolVersion::V2025_06_18 {
        OutputSchema::Goes
    } else if is_legacy_output_schema_object(schema) {
        OutputSchema::Stays
    } else if is_provably_an_object(schema) {
        OutputSchema::GetsType
    } else {
        OutputSchema::Goes
    }
}

/// The schema that takes the place of a boolean one among the `properties` at the root of a tool's
/// schemas, on the way to a legacy peer: `{}` or `{"not": {}}`, which accept the same values. Before
/// 2026-07-28 the specification wants objects there, and TypeScript clients reject the whole list for
/// one boolean. (schemars writes `true` for a `serde_json::Value`.)
///
/// ```
/// use mcp_result::rules::boolean_schema;
/// use serde_json::{Map, json};
///
/// assert_eq!(boolean_schema(true), Map::new());
/// assert_eq!(boolean_schema(false), Map::from_iter([("not".to_owned(), json!({}))]));
/// ```
///
/// Source: `Tool` of the MCP specification 2025-11-25; JSON Schema 2020-12, 4.3.2.
#[must_use]
pub fn boolean_schema(accepts: bool) -> Map<String, Value> {
    let not = (!accepts).then(|| ("not".into(), Value::Object(Map::new())));
    not.into_iter().collect()
}

const MAX_LEVELS: usize = 127;
const MAX_LOOKED_AT: usize = 1_000;

fn is_provably_an_object(document: &Map<String, Value>) -> bool {
    let mut prover = Prover {
        document,
        has_id: None,
        looked_at: 0,
        known: BTreeMap::new(),
        open: Vec::new(),
    };
    let mut proven = prover.look_at(Some(document));
    while let Some(open) = prover.open.last_mut() {
        proven = match open.next(proven) {
            Ok(schema) => prover.look_at(schema.as_object()),
            Err(verdict) => {
                prover.open.pop();
                Some(verdict)
            }
        };
    }
    proven == Some(true)
}

struct Prover<'a> {
    document: &'a Map<String, Value>,
    /// Whether there is an `$id` in the document, once that was asked.
    has_id: Option<bool>,
    looked_at: usize,
    /// What was read of the schemas, by their addresses: each is read once, however often it is met.
    known: BTreeMap<usize, Read<'a>>,
    /// The schemas that are being looked at, each inside the one before or behind its reference.
    open: Vec<Open<'a>>,
}

/// What a schema says by itself.
#[derive(Clone)]
struct Read<'a> {
    /// How many elements of `enum` were looked at.
    elements: usize,
    /// The groups of which one has to be proven, the first one last; or the verdict.
    groups: Result<Vec<Group<'a>>, bool>,
}

/// Schemas that prove another one if every one of them is provable, or if one is.
#[derive(Clone)]
struct Group<'a> {
    every: bool,
    schemas: slice::Iter<'a, Value>,
}

struct Open<'a> {
    schema: &'a Map<String, Value>,
    groups: Vec<Group<'a>>,
}

impl<'a> Open<'a> {
    /// What to look at next, or the verdict, when the schema that was looked at last, if one was, is
    /// proven or not.
    fn next(&mut self, mut proven: Option<bool>) -> Result<&'a Value, bool> {
        while let Some(group) = self.groups.last_mut() {
            let fails = match proven.take() {
                Some(true) if !group.every => return Err(true),
                Some(false) => group.every,
                _ => false,
            };
            match group.schemas.next() {
                Some(schema) if !fails => return Ok(schema),
                None if group.every && !fails => return Err(true),
                _ => self.groups.pop(),
            };
        }
        Err(false)
    }
}

impl<'a> Prover<'a> {
    /// The verdict, unless other schemas have to be looked at for it.
    fn look_at(&mut self, schema: Option<&'a Map<String, Value>>) -> Option<bool> {
        self.looked_at += 1;
        let Some(schema) = schema.filter(|schema| self.may_look_at(schema)) else {
            return Some(false);
        };
        let address = ptr::from_ref(schema).addr();
        let read = match self.known.get(&address) {
            Some(read) => read.clone(),
            None => {
                let read = self.read(schema);
                self.known.insert(address, read.clone());
                read
            }
        };
        self.looked_at += read.elements;
        match read.groups {
            _ if self.looked_at > MAX_LOOKED_AT => Some(false),
            Err(verdict) => Some(verdict),
            Ok(groups) => {
                self.open.push(Open { schema, groups });
                None
            }
        }
    }

    fn may_look_at(&self, schema: &Map<String, Value>) -> bool {
        self.looked_at <= MAX_LOOKED_AT
            && self.open.len() < MAX_LEVELS
            && !self.open.iter().any(|open| ptr::eq(open.schema, schema))
    }

    fn read(&mut self, schema: &'a Map<String, Value>) -> Read<'a> {
        let decided = |elements, verdict| Read {
            elements,
            groups: Err(verdict),
        };
        let group = |every, schemas: &'a [Value]| Group {
            every,
            schemas: schemas.iter(),
        };
        if let Some(reference) = schema.get("$ref") {
            let target = self.target(reference);
            let groups = target.map(|target| vec![group(true, slice::from_ref(target))]);
            return Read {
                elements: 0,
                groups: groups.ok_or(false),
            };
        }
        match schema.get("type") {
            None => {}
            Some(Value::Array(types)) if types.len() != 1 => {
                if !types.iter().any(|name| name == "object") {
                    return decided(0, false);
                }
            }
            Some(Value::Array(types)) => return decided(0, types[0] == "object"),
            Some(name) => return decided(0, name == "object"),
        }
        if schema.get("const").is_some_and(Value::is_object) {
            return decided(0, true);
        }
        let list = |name| schema.get(name).and_then(Value::as_array);
        let mut elements = 0;
        if let Some(values) = list("enum") {
            let objects = values.iter().take_while(|value| value.is_object());
            let objects = objects.take(MAX_LOOKED_AT).count();
            elements = values.len().min(objects + 1);
            if objects > 0 && objects == values.len() {
                return decided(elements, true);
            }
        }
        let groups = [("allOf", false), ("oneOf", true), ("anyOf", true)];
        let groups = groups.into_iter().filter_map(|(name, every)| {
            let schemas = list(name).filter(|schemas| !schemas.is_empty())?;
            Some(group(every, schemas))
        });
        Read {
            elements,
            groups: Ok(groups.collect()),
        }
    }

    /// The schema that a reference leads to.
    fn target(&mut self, reference: &Value) -> Option<&'a Value> {
        let pointer = reference.as_str()?.strip_prefix("#/")?;
        if pointer.contains('%') || self.has_id() {
            return None;
        }
        let mut target = None;
        for name in pointer.split('/') {
            let members = target.map_or(Some(self.document), Value::as_object)?;
            target = Some(members.get(unescaped(name).as_ref())?);
        }
        target
    }

    fn has_id(&mut self) -> bool {
        *self.has_id.get_or_insert_with(|| {
            let mut values: Vec<_> = self.document.values().collect();
            let mut has_id = self.document.contains_key("$id");
            while let Some(value) = values.pop() {
                match value {
                    Value::Array(elements) => values.extend(elements),
                    Value::Object(members) => {
                        has_id |= members.contains_key("$id");
                        values.extend(members.values());
                    }
                    _ => {}
                }
            }
            has_id
        })
    }
}

/// A name in a JSON Pointer, as it is.
fn unescaped(name: &str) -> Cow<'_, str> {
    if name.contains('~') {
        Cow::Owned(name.replace("~1", "/").replace("~0", "~"))
    } else {
        Cow::Borrowed(name)
    }
}
