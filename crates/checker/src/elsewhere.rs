//! Statements that speak of the values of other games.
//!
//! A value `sg of GAME at E` is what a law `sg = ...` of that game, proved by a certificate of its
//! own, says at E. So is the value at E of a function that the rule defines as the mex of nim-sums
//! of its own values: it is by definition the nim-value of the game whose moves lead to these
//! (`meaning::elsewhere` writes that game down; where such play would not end, no law of it is
//! proved). What the statement says with all these put in is proved by any other theorem.

use crate::certificate::{Certificate, read};
use crate::{Accepted, Rejected, reject, verify_read};
use meaning::composed::{PARTS, Part};
use meaning::elsewhere::{Elsewhere, Other};
use meaning::source;
use rule::Instance;
use serde::Deserialize;
use serde_json::value::RawValue;

/// A game with a law of its values.
struct Known {
    instance: Instance,
    part: Part,
}

impl Known {
    fn of(text: &RawValue) -> Result<Self, Rejected> {
        let certificate = read(text.get())?;
        if certificate.theorem == "elsewhere" {
            return reject("the law of another game speaks of others");
        }
        verify_read(&certificate).map_err(|why| Rejected(format!("of another game: {why}")))?;
        let instance = certificate.instance()?;
        let part = Part::of(&certificate.rule, &instance, &certificate.law)?;
        Ok(Self { instance, part })
    }

    fn is(&self, other: &Other) -> bool {
        match other {
            Other::Game(name, arguments) => {
                let named = rule::bind(&self.instance.rule, arguments);
                self.part.name == *name
                    && named.is_ok_and(|named| named.values == self.instance.values)
            }
            Other::Function(_, text) => {
                let read = source::instance(text, &[]);
                read.is_ok_and(|read| read == self.instance)
            }
        }
    }
}

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// Certificates of the laws of other games.
    others: Vec<Box<RawValue>>,
    /// A certificate of the law with these put in.
    follows_from: Box<RawValue>,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let data: Data = certificate.data()?;
    if data.others.len() > PARTS {
        return reject(format!("there are more than {PARTS} other games"));
    }
    let others: Vec<Known> =
        data.others.iter().map(|other| Known::of(other)).collect::<Result<_, _>>()?;
    let inner = read(data.follows_from.get())?;
    let is_same = inner.rule == certificate.rule
        && inner.parameters == certificate.parameters
        && inner.quantity == certificate.quantity;
    if !is_same || inner.theorem == "elsewhere" {
        return reject("what it follows from is about something else");
    }
    let instance = certificate.instance()?;
    let mut known =
        |other: &Other| others.iter().find(|known| known.is(other)).map(|known| known.part.clone());
    let put = Elsewhere::new(&instance, &mut known).put(&source::law(&certificate.law)?)?;
    if put != source::law(&inner.law)? {
        return reject(format!("the statement amounts to `{put}`, which is not what is proved"));
    }
    let accepted = verify_read(&inner)?;
    let names: Vec<&str> = others.iter().map(|known| known.part.name.as_str()).collect();
    let computed = format!("{}; and laws of {}", accepted.computed, names.join(", "));
    let texts: Vec<&str> = others.iter().map(|known| known.part.text.as_str()).collect();
    Ok(certificate.accepted(accepted.theorem, computed).with_rules(&texts))
}
