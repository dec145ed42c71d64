//! The JSON of a certificate, read strictly: every field is known, present once, and of its type.

use message::{Message, message};
use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::marker::PhantomData;

use expr::ast::Quantity;
use expr::words::equations;
use meaning::source::{self, About};
use rule::Instance;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Number, Value};

use verify::core::each_once;

use crate::{Accepted, Result, malformed, reject, too_large};

/// The version of the format.
pub const VERSION: u64 = 1;
/// Longest certificate, in bytes.
const MAX_LENGTH: usize = 64 << 20;

/// A certificate as it stands; nothing in it has been checked but its form.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    #[serde(rename = "mexlab-certificate")]
    version: u64,
    /// A rule text, or a code such as `octal:0.77`.
    pub rule: String,
    /// Values of the rule's parameters.
    #[serde(deserialize_with = "each_once")]
    pub(crate) parameters: BTreeMap<String, Parameter>,
    /// The quantity the law speaks of.
    pub(crate) quantity: String,
    /// The law.
    pub law: String,
    /// The name of the theorem.
    pub(crate) theorem: String,
    /// What the theorem needs to be told.
    data: Box<RawValue>,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged, expecting = "a parameter must be a number or a text")]
pub(crate) enum Parameter {
    Number(Number),
    Text(String),
}

impl Display for Parameter {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

impl Certificate {
    /// Its parameters as they would be written after `-p`.
    #[must_use]
    pub fn given(&self) -> Vec<(String, String)> {
        self.parameters.iter().map(|(name, value)| (name.clone(), value.to_string())).collect()
    }

    /// Its rule with all parameters given.
    ///
    /// # Errors
    /// The rule or a parameter has a mistake.
    pub fn instance(&self) -> Result<Instance> {
        source::instance(&self.rule, &self.given())
    }

    /// The number of that name among what its theorem needs to be told.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<u64> {
        serde_json::from_str::<Value>(self.data.get()).ok()?[name].as_u64()
    }

    /// What its theorem needs to be told, which has the fields of `T`.
    pub(crate) fn data<T: DeserializeOwned>(&self) -> Result<T> {
        let data = serde_json::from_str::<Object<T>>(self.data.get());
        data.map(|data| data.0).map_err(|why| malformed(message!("in the field `data`: {why}")))
    }

    /// What its law is about.
    pub(crate) fn about(&self) -> Result<About> {
        // a rule without positions of its own has starts alone, and a full strip is one
        let has_positions = self.theorem != "strip" && source::rule(&self.rule)?.state.is_some();
        Ok(if has_positions { About::Positions } else { About::Starts })
    }

    /// Its quantity, if that is among those the theorem is about.
    pub(crate) fn quantity(&self, known: &[Quantity]) -> Result<Quantity> {
        let found = Quantity::from_name(&self.quantity).filter(|quantity| known.contains(quantity));
        found.ok_or_else(|| {
            let known: Vec<&str> = known.iter().map(|quantity| quantity.name()).collect();
            let (known, name) = (known.join("`, `"), &self.quantity);
            malformed(message!("the theorem is about `{known}`, not about `{name}`"))
        })
    }

    /// Checks that it gives no values of parameters.
    pub(crate) fn without_parameters(&self) -> Result<()> {
        match self.parameters.keys().next() {
            Some(name) => reject(message!("there is no parameter `{name}` to give here")),
            None => Ok(()),
        }
    }

    /// Says in words that its law is proved by a theorem on what was computed.
    pub(crate) fn accepted(&self, theorem: &'static str, computed: impl Into<Message>) -> Accepted {
        let given = equations(self.given());
        let rule = match given.is_empty() {
            true => self.rule.clone(),
            false => format!("{}, {given}", self.rule.trim_end()),
        };
        let (law, computed) = (self.law.clone(), computed.into());
        let (cores, compared) = Default::default();
        Accepted { theorem, rule, statement: law.clone(), law, computed, cores, compared }
    }
}

/// Reads a certificate; nothing it says is checked.
///
/// # Errors
/// The text is no JSON object of the documented form.
pub fn read(text: &str) -> Result<Certificate> {
    if text.len() > MAX_LENGTH {
        return Err(too_large(message!("the certificate is longer than {MAX_LENGTH} bytes")));
    }
    let unread = |why: serde_json::Error| malformed(message!("it is not a certificate: {why}"));
    // texts that are only skipped below may nest without limit, values may not
    serde_json::from_str::<Value>(text).map_err(unread)?;
    let Object(certificate) = serde_json::from_str::<Object<Certificate>>(text).map_err(unread)?;
    match certificate.version {
        VERSION => Ok(certificate),
        other => reject(message!("it has version {other}; the checker reads version {VERSION}")),
    }
}

/// What is written as an object. (A derived reader by itself would take a list of the fields, too.)
#[derive(Clone, Debug)]
pub(crate) struct Object<T>(pub(crate) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = T;

            fn expecting(&self, f: &mut Formatter) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        reader.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

/// Reads a field that may be left out, but is not `null`.
pub(crate) fn if_present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    reader: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(reader).map(Some)
}

/// Reads a field that may be `null`, but is not left out.
pub(crate) fn or_null<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    reader: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(reader)
}
