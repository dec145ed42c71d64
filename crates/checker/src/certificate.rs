//! The JSON of a certificate, read strictly: every field is known, present once, and of its type.

use expr::ast::Quantity;
use meaning::source;
use rule::Instance;
use serde_json::{Map, Value};

use crate::{Accepted, Rejected, reject};

/// The version of the format.
pub const VERSION: u64 = 1;
/// Longest certificate, in bytes.
const LONGEST: usize = 64 << 20;
/// All fields of a certificate.
const FIELDS: [&str; 7] =
    ["mexlab-certificate", "rule", "parameters", "quantity", "law", "theorem", "data"];

/// A certificate as it stands; nothing in it has been checked but its form.
#[derive(Clone, Debug)]
pub(crate) struct Certificate {
    /// A rule text, or a code such as `octal:0.77`.
    pub(crate) rule: String,
    /// Values of the rule's parameters.
    pub(crate) parameters: Map<String, Value>,
    /// The quantity the law speaks of.
    pub(crate) quantity: String,
    /// The law.
    pub(crate) law: String,
    /// The name of the theorem.
    pub(crate) theorem: String,
    /// What the theorem needs to be told.
    pub(crate) data: Map<String, Value>,
}

impl Certificate {
    /// Its parameters as they would be written after `-p`.
    pub(crate) fn given(&self) -> Result<Vec<(String, String)>, Rejected> {
        let written = |(name, value): (&String, &Value)| {
            let text = match value {
                Value::Number(number) => number.to_string(),
                Value::String(text) => text.clone(),
                _ => return reject(format!("the parameter `{name}` must be a number or a text")),
            };
            Ok((name.clone(), text))
        };
        self.parameters.iter().map(written).collect()
    }

    /// Its rule with all parameters given.
    pub(crate) fn instance(&self) -> Result<Instance, Rejected> {
        Ok(source::instance(&self.rule, &self.given()?)?)
    }

    /// That its law is proved by a theorem on what was computed, in words.
    pub(crate) fn accepted(
        &self,
        theorem: &'static str,
        computed: String,
    ) -> Result<Accepted, Rejected> {
        let given: Vec<String> =
            self.given()?.iter().map(|(name, text)| format!("{name} = {text}")).collect();
        let rule = match given.as_slice() {
            [] => self.rule.clone(),
            _ => format!("{}, {}", self.rule.trim_end(), given.join(", ")),
        };
        Ok(Accepted { theorem, rule, law: self.law.clone(), computed })
    }
}

/// Reads a certificate.
///
/// # Errors
/// The text is no JSON object of the documented form.
pub(crate) fn read(text: &str) -> Result<Certificate, Rejected> {
    if text.len() > LONGEST {
        return reject(format!("the certificate is longer than {LONGEST} bytes"));
    }
    let value: Value =
        serde_json::from_str(text).map_err(|e| Rejected(format!("it is no JSON: {e}")))?;
    // Of two fields with one name the reader keeps the last: then colons outnumber fields.
    if colons(text) != fields(&value) {
        return reject("some field is given twice");
    }
    let Value::Object(mut object) = value else { return reject("it is no JSON object") };
    only(&object, &FIELDS)?;
    let version = number(&object, FIELDS[0])?;
    if version != VERSION {
        return reject(format!("it has version {version}; the checker reads version {VERSION}"));
    }
    Ok(Certificate {
        rule: string(&object, "rule")?,
        quantity: string(&object, "quantity")?,
        law: string(&object, "law")?,
        theorem: string(&object, "theorem")?,
        parameters: map(&mut object, "parameters")?,
        data: map(&mut object, "data")?,
    })
}

/// Checks that an object has no fields but these.
pub(crate) fn only(object: &Map<String, Value>, known: &[&str]) -> Result<(), Rejected> {
    match object.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => reject(format!("there is no field `{key}` here")),
        None => Ok(()),
    }
}

/// The whole number, 0 or more, in a field.
pub(crate) fn number(object: &Map<String, Value>, name: &str) -> Result<u64, Rejected> {
    let value = object.get(name).and_then(Value::as_u64);
    value.ok_or_else(|| Rejected(format!("the field `{name}` must be a number from 0 on")))
}

/// The quantity of that name, if the theorem is about it.
pub(crate) fn quantity(name: &str, known: &[Quantity]) -> Result<Quantity, Rejected> {
    let found = Quantity::from_name(name).filter(|quantity| known.contains(quantity));
    found.ok_or_else(|| {
        let known: Vec<&str> = known.iter().map(|quantity| quantity.name()).collect();
        Rejected(format!("the theorem is about `{}`, not about `{name}`", known.join("`, `")))
    })
}

fn string(object: &Map<String, Value>, name: &str) -> Result<String, Rejected> {
    let value = object.get(name).and_then(Value::as_str);
    value.map(str::to_owned).ok_or_else(|| Rejected(format!("the field `{name}` must be a text")))
}

fn map(object: &mut Map<String, Value>, name: &str) -> Result<Map<String, Value>, Rejected> {
    match object.remove(name) {
        Some(Value::Object(inner)) => Ok(inner),
        _ => reject(format!("the field `{name}` must be an object")),
    }
}

/// The number of colons outside texts: one for every field that was written.
fn colons(text: &str) -> usize {
    let (mut inside, mut escaped, mut count) = (false, false, 0);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if inside => escaped = true,
            b'"' => inside = !inside,
            b':' if !inside => count += 1,
            _ => {}
        }
    }
    count
}

/// The number of fields of all objects in a value, which nests at most as deep as it was read.
fn fields(value: &Value) -> usize {
    match value {
        Value::Object(object) => object.len() + object.values().map(fields).sum::<usize>(),
        Value::Array(entries) => entries.iter().map(fields).sum(),
        _ => 0,
    }
}
