//! Statements that speak of the values of other games.
//!
//! A value `sg of GAME at E` is what a law `sg = ...` of that game, proved by a certificate of its
//! own, says at E. So is the value at E of a function that the rule defines as the mex of nim-sums
//! of its own values: it is by definition the nim-value of the game whose moves lead to these
//! (`meaning::elsewhere` writes that game down; where such play would not end, no law of it is
//! proved). What the statement says with all these put in is proved by other theorems, each of which
//! proves some of the conditions that `and` joins; those of numbers alone are evaluated.

use crate::certificate::{Certificate, only, read};
use crate::{Accepted, Rejected, reject};
use expr::ast::Expr;
use meaning::composed::{PARTS, Part};
use meaning::elsewhere::{Elsewhere, Other, conditions};
use meaning::source;
use rule::Instance;
use serde_json::Value;

/// A game with a law of its values.
struct Known {
    instance: Instance,
    part: Part,
}

impl Known {
    fn of(certificate: &Value) -> Result<Self, Rejected> {
        let text = certificate.to_string();
        let certificate = read(&text)?;
        if certificate.theorem == "elsewhere" {
            return reject("the law of another game speaks of others");
        }
        crate::verify(&text).map_err(|why| Rejected(format!("of another game: {why}")))?;
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

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let Certificate { law, data, .. } = certificate;
    only(data, &["others", "follows_from"])?;
    let Some(Value::Array(others)) = data.get("others") else {
        return reject("the field `others` must be a list");
    };
    if others.len() > PARTS {
        return reject(format!("there are more than {PARTS} other games"));
    }
    let others = others.iter().map(Known::of).collect::<Result<Vec<_>, _>>()?;
    let Some(Value::Array(parts)) = data.get("follows_from") else {
        return reject("the field `follows_from` must be a list");
    };
    if parts.len() > PARTS {
        return reject(format!("it follows from more than {PARTS} laws"));
    }
    let (mut laws, mut proofs) = (Vec::new(), Vec::new());
    for part in parts {
        let text = part.to_string();
        let inner = read(&text)?;
        let is_same = inner.rule == certificate.rule
            && inner.parameters == certificate.parameters
            && inner.quantity == certificate.quantity;
        if !is_same || inner.theorem == "elsewhere" {
            return reject("what it follows from is about something else");
        }
        laws.push(source::law(&inner.law)?);
        proofs.push(crate::verify(&text)?);
    }
    let instance = certificate.instance()?;
    let mut known =
        |other: &Other| others.iter().find(|known| known.is(other)).map(|known| known.part.clone());
    let put = Elsewhere::new(&instance, &mut known).put(&source::law(law)?)?;
    let proved: Vec<Expr> = laws.iter().flat_map(conditions).collect();
    if let Some(open) = conditions(&put).into_iter().find(|e| !proved.contains(e)) {
        return reject(format!("the statement amounts to `{put}`: `{open}` is not proved"));
    }
    let Some(theorem) = proofs.first().map(|proof| proof.theorem) else {
        return reject("it follows from nothing");
    };
    let mut computed: Vec<&str> = proofs.iter().map(|proof| proof.computed.as_str()).collect();
    let names: Vec<&str> = others.iter().map(|known| known.part.name.as_str()).collect();
    let of_others = format!("laws of {}", names.join(", "));
    computed.extend((!names.is_empty()).then_some(of_others.as_str()));
    let texts: Vec<&str> = others.iter().map(|known| known.part.text.as_str()).collect();
    Ok(certificate.accepted(theorem, computed.join("; and "))?.with_rules(&texts))
}
