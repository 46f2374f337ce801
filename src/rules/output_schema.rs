//! The rows of translation for `tools/list`: what becomes of a tool's schemas on the way to a legacy
//! peer.

use core::{ptr, slice};

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use serde_json::{Map, Value};

use super::stripping::is_object_type;
use crate::json::{Json, Kind};
use crate::presence::Presence;
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
/// Any other `type` proves nothing, since to replace it would change what the schema accepts. Beside a
/// `$ref` none of the others counts: it has to be of the form `#/…` without `%`, and to lead through objects
/// only to a provable schema. It proves nothing where it leads back to a schema that is
/// being looked at, nor where an `$id` is anywhere in the document. At most 127 levels of schemas inside each
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
        _ => output_schema_of(schema.kind(), Presence::<&Value>::Absent, version, || false),
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
    let is_provable = || is_provably_an_object(schema);
    output_schema_of(
        Kind::Object,
        schema.get("type").into(),
        version,
        is_provable,
    )
}

pub(crate) fn output_schema_of<J: Json + ?Sized>(
    schema: Kind,
    root_type: Presence<&J>,
    version: ProtocolVersion,
    is_provable: impl FnOnce() -> bool,
) -> OutputSchema {
    if !version.is_legacy() {
        OutputSchema::Stays
    } else if version < ProtocolVersion::V2025_06_18 || schema != Kind::Object {
        OutputSchema::Goes
    } else if is_object_type(root_type) {
        OutputSchema::Stays
    } else if is_provable() {
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

pub(crate) fn is_provably_an_object(document: &Map<String, Value>) -> bool {
    let mut proof = Proof {
        document,
        has_id: None,
        looked_at: 0,
        known: BTreeMap::new(),
        open: Vec::new(),
    };
    let mut verdict = proof.look_at(Some(document));
    while let Some((_, groups)) = proof.open.last_mut() {
        if verdict == Some(false) {
            groups.pop();
        }
        let next = groups.last_mut().map(Iterator::next);
        verdict = match next {
            Some(Some(schema)) => proof.look_at(schema.as_object()),
            // A group of which every schema is proven, or else no group that is left.
            other => {
                proof.open.pop();
                Some(other.is_some())
            }
        };
    }
    verdict == Some(true)
}

/// Groups of schemas: who proves all of one group proves the schema that they are of.
type Groups<'a> = Vec<slice::Iter<'a, Value>>;

struct Proof<'a> {
    document: &'a Map<String, Value>,
    /// Whether there is an `$id` in the document, once that was asked.
    has_id: Option<bool>,
    looked_at: usize,
    /// The groups of a schema, the first one last, and how many elements of `enum` were looked at, by its
    /// address: each schema is read once, however often it is met.
    known: BTreeMap<usize, (Groups<'a>, usize)>,
    /// The schemas that are being looked at, each inside the one before or behind its reference, and
    /// their groups that are left.
    open: Vec<(&'a Map<String, Value>, Groups<'a>)>,
}

impl<'a> Proof<'a> {
    /// Opens a schema; or the verdict, where it may not be looked at.
    fn look_at(&mut self, schema: Option<&'a Map<String, Value>>) -> Option<bool> {
        self.looked_at += 1;
        let is_open = |schema| self.open.iter().any(|(open, _)| ptr::eq(*open, schema));
        let schema = schema.filter(|schema| self.open.len() < MAX_LEVELS && !is_open(*schema));
        let Some(schema) = schema.filter(|_| self.looked_at <= MAX_LOOKED_AT) else {
            return Some(false);
        };
        let address = ptr::from_ref(schema).addr();
        if !self.known.contains_key(&address) {
            let read = self.read(schema);
            self.known.insert(address, read);
        }
        let (groups, elements) = self.known[&address].clone();
        self.looked_at += elements;
        if self.looked_at > MAX_LOOKED_AT {
            return Some(false);
        }
        self.open.push((schema, groups));
        None
    }

    fn read(&mut self, schema: &'a Map<String, Value>) -> (Groups<'a>, usize) {
        const PROVEN: &[Value] = &[];
        let is_object = |name: &Value| name == "object";
        let by_type = match schema.get("type") {
            None => None,
            Some(Value::Array(names)) => {
                let has_object = names.iter().any(is_object);
                (names.len() < 2 || !has_object).then_some(has_object)
            }
            Some(name) => Some(is_object(name)),
        };
        if by_type == Some(false) {
            return (Groups::new(), 0);
        }
        if let Some(reference) = schema.get("$ref") {
            let target = self.target(reference).map(slice::from_ref);
            return (Groups::from_iter(target.map(<[Value]>::iter)), 0);
        }
        if by_type.is_some() || schema.get("const").is_some_and(Value::is_object) {
            return (vec![PROVEN.iter()], 0);
        }
        let list = |name| match schema.get(name) {
            Some(Value::Array(list)) => &list[..],
            _ => &[],
        };
        let values = list("enum");
        let objects = values.iter().take_while(|value| value.is_object());
        let objects = objects.take(MAX_LOOKED_AT).count();
        if objects > 0 && objects == values.len() {
            return (vec![PROVEN.iter()], objects);
        }
        // The order in which they are looked at is that of a stack.
        let all_of = list("allOf").iter().take(MAX_LOOKED_AT).rev();
        let mut groups: Groups<'_> = all_of.map(|one| slice::from_ref(one).iter()).collect();
        let unions = ["oneOf", "anyOf"].map(|name| list(name).iter());
        groups.extend(unions.into_iter().filter(|union| union.len() > 0));
        (groups, values.len().min(objects + 1))
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
