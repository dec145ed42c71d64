//! Statements that speak of the values of other games.
//!
//! A value `sg of GAME at E` is what a law `sg = ...` of that game, proved by a certificate of its
//! own, says at E. So is the value at E of a function that the rule defines as the mex of nim-sums
//! of its own values: it is by definition the nim-value of the game whose moves lead to these
//! (`meaning::elsewhere` writes that game down; where such play would not end, no law of it is
//! proved). What the statement says with all these put in is proved by other theorems, each of which
//! proves some of the conditions that `and` joins; those of numbers alone are evaluated.

use crate::certificate::Certificate;
use crate::{Accepted, Compared, Result, named, reject, too_large, verify_inner};
use expr::words::listed;
use meaning::composed::{PARTS, Summand};
use meaning::elsewhere::{Elsewhere, Other, conditions};
use meaning::source;
use message::message;
use rule::Instance;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::cell::Cell;

/// A game with a law of its values.
struct Known {
    instance: Instance,
    part: Summand,
    accepted: Accepted,
    /// Whether it is spoken of, and by a name.
    used: Cell<bool>,
    named: Cell<bool>,
}

impl Known {
    fn of(text: &RawValue) -> Result<Self> {
        let (certificate, accepted) =
            verify_inner(text.get(), "of another game".into(), "elsewhere")?;
        let instance = certificate.instance()?;
        let part = Summand::of(&certificate.rule, &instance, &certificate.law)?;
        let (used, named) = Default::default();
        Ok(Self { instance, part, accepted, used, named })
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
    /// Certificates of the conditions that make up the law with these put in.
    follows_from: Vec<Box<RawValue>>,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted> {
    let data: Data = certificate.data()?;
    if data.others.len() > PARTS {
        return Err(too_large(message!("there are more than {PARTS} other games")));
    }
    let others: Vec<Known> =
        data.others.iter().map(|other| Known::of(other)).collect::<Result<_, _>>()?;
    if data.follows_from.len() > PARTS {
        return Err(too_large(message!("it follows from more than {PARTS} laws")));
    }
    let (mut laws, mut proofs) = (Vec::new(), Vec::new());
    for part in &data.follows_from {
        let (inner, proof) = verify_inner(part.get(), "what it follows from".into(), "elsewhere")?;
        let is_same = inner.rule == certificate.rule
            && inner.parameters == certificate.parameters
            && inner.quantity == certificate.quantity;
        if !is_same || inner.about()? != certificate.about()? {
            return reject("what it follows from is about something else");
        }
        laws.push(source::law(&inner.law)?);
        proofs.push(proof);
    }
    let instance = certificate.instance()?;
    let mut known = |other: &Other| {
        let known = others.iter().find(|known| known.is(other))?;
        known.used.set(true);
        known.named.set(known.named.get() || matches!(other, Other::Game(..)));
        Some(known.part.clone())
    };
    let put = Elsewhere::new(&instance, &mut known).put(&source::law(&certificate.law)?)?;
    for Known { part, instance, used, named, .. } in &others {
        if named.get() {
            named::check(&instance.rule)?;
        }
        if !used.get() {
            return reject(message!("the law says nothing of `{}`", part.name));
        }
    }
    let (asked, proved) = (conditions(&put), laws.iter().flat_map(conditions).collect::<Vec<_>>());
    if let Some(open) = asked.iter().find(|e| !proved.contains(e)) {
        return reject(message!("the statement amounts to `{put}`: `{open}` is not proved"));
    }
    if let Some(more) = proved.iter().find(|e| !asked.contains(e)) {
        return reject(message!("the statement amounts to `{put}`, and nothing of it is `{more}`"));
    }
    let Some(theorem) = proofs.first().map(|proof| proof.theorem) else {
        return reject("it follows from nothing");
    };
    let of_others = (!others.is_empty())
        .then(|| message!("laws of {}", listed(others.iter().map(|known| &known.part.name))));
    let computed = proofs.iter().map(|proof| proof.computed.clone()).chain(of_others);
    let computed = computed.reduce(|all, next| message!("{all}; and {next}"));
    let texts: Vec<&str> = others.iter().map(|known| known.part.text.as_str()).collect();
    let (mut cores, mut compared) = (Vec::new(), Compared::default());
    for accepted in others.iter().map(|known| &known.accepted).chain(&proofs) {
        cores.extend(accepted.cores.iter().cloned());
        compared.add(accepted.compared);
    }
    let accepted = certificate.accepted(theorem, computed.unwrap_or_else(|| "".into()));
    Ok(Accepted { cores, compared, ..accepted.with_rules(&texts) })
}
