//! Games composed of others, each a heap or coins in a row with a proved law of its values.
//!
//! *Sums.* The Grundy value of a sum is the nim-sum of the parts' (R. P. Sprague 1935, P. M. Grundy
//! 1939); the player to move wins, if who is stuck loses, exactly where it is not 0.
//!
//! *Products* (the Tartan theorem: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, ch. 14).
//! Let the moves of two coin-turning games turn x and the coins X, y and the coins Y, x and y going
//! from heads to tails, whatever the other coins show. In their product, whose moves turn all of
//! ({x} + X) x ({y} + Y), the coin (x, y) has the nim-product of the values a of x and b of y.
//!
//! Proof by induction. Let a' and b' be the values of X and of Y. The nim-product distributes over
//! nim-sums, so the coins turned beside (x, y) have the value (a ^ a')(b ^ b') ^ ab, which is
//! a'b ^ ab' ^ a'b'. It is not ab, for a' is not a and b' is not b, and nim-products of numbers
//! other than 0 are not 0. All pairs a' < a, b' < b are met, and ab is by definition the mex over
//! these.
//!
//! Nothing in it depends on what the coins x and y are, so that it holds of products of more games,
//! and of every rule whose turns are those of a product (`meaning::composed` reads its factors off).

use expr::ast::{Binary, Comparison, Expr, Quantity};
use expr::build::{binary, call, compared};
use expr::eval::evaluate_constant;
use expr::parser::parse_expression;
use expr::substitute::int;
use meaning::Error;
use meaning::composed::{Component, PARTS, Summand, components, is_plain, own};
use rule::Instance;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::certificate::Certificate;
use crate::{Accepted, Rejected, reject, too_large, verify_inner};

/// The laws that those parts prove of a rule: of its values, and of a sum of who wins.
///
/// # Errors
/// Which hypothesis fails, in words.
pub fn laws(instance: &Instance, parts: &[Summand]) -> Result<Vec<Expr>, Rejected> {
    if !is_plain(instance) {
        return reject("the theorem does not cover this way of playing or ending sums");
    }
    let all = components(instance)?;
    if let Some(part) = parts.iter().find(|part| all.iter().all(|one| one.game != part.name)) {
        return reject(format!("`{}` is not a part of the rule", part.name));
    }
    let is_product = instance.rule.start.is_none();
    let mut values = Vec::new();
    for Component { game, coordinate, text } in &all {
        let Some(part) = parts.iter().find(|part| part.name == *game) else {
            return reject(format!("no certificate covers the part `{game}`"));
        };
        if text.as_ref().is_some_and(|text| *text != part.text) {
            return reject(format!(
                "the rule given for `{game}` does not match that part of the turns"
            ));
        }
        if is_product && !part.is_coins {
            return reject(format!("`{game}` is not a game of coins in a row"));
        }
        let sizes = instance.rule.start.iter().flat_map(|start| &start.sizes);
        let from = sizes.filter(|size| size.name == *coordinate).find_map(|s| s.from.as_ref());
        let constants = rule::constants(&instance.values);
        let from = from.map_or(Ok(0), |e| evaluate_constant(e, &constants));
        if !is_product && from.map_err(Error::from)? < part.least {
            return reject(format!(
                "`{game}` has no position as small as the least `{coordinate}`"
            ));
        }
        values.push(part.at(coordinate));
    }
    let compose = |a, b| match is_product {
        true => call("nimprod", vec![a, b]),
        false => binary(Binary::Xor, a, b),
    };
    let Some(whole) = values.into_iter().reduce(compose) else { return reject("no parts") };
    let value = compared(own(Quantity::Sg), Comparison::Eq, whole.clone());
    if is_product {
        return Ok(vec![value]);
    }
    let iff = |quantity, comparison| {
        let condition = compared(whole.clone(), comparison, int(0));
        binary(Binary::Iff, own(quantity), condition)
    };
    Ok(vec![value, iff(Quantity::Win, Comparison::Ne), iff(Quantity::Lose, Comparison::Eq)])
}

/// The parts that certificates speak of, each of which is checked.
///
/// # Errors
/// A certificate is rejected, or is not about such a part.
pub fn parts(certificates: &[&str]) -> Result<Vec<Summand>, Rejected> {
    if certificates.len() > PARTS {
        return Err(too_large(format!("there are more than {PARTS} parts")));
    }
    let part = |text: &&str| {
        let (certificate, _) = verify_inner(text, "of a part", "composed")?;
        let instance = certificate.instance()?;
        let usual = rule::bind(&instance.rule, &[]).map_err(Error::from)?;
        if usual.values != instance.values {
            return reject("a part has parameters other than the defaults");
        }
        Ok(Summand::of(&certificate.rule, &instance, &certificate.law)?)
    };
    certificates.iter().map(part).collect()
}

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// The certificates of the parts.
    parts: Vec<Box<RawValue>>,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let data: Data = certificate.data()?;
    let about = certificate.quantity(&[Quantity::Sg, Quantity::Win])?;
    let instance = certificate.instance()?;
    let texts: Vec<&str> = data.parts.iter().map(|part| part.get()).collect();
    let parts = parts(&texts)?;
    if let Some(at) = (1..parts.len()).find(|&i| parts[..i].iter().any(|p| p.name == parts[i].name))
    {
        return reject(format!("two certificates are about `{}`", parts[at].name));
    }
    let laws = laws(&instance, &parts)?;
    let laws = if about == Quantity::Sg { &laws[..1] } else { &laws[1..] };
    let stated = parse_expression(&certificate.law).ok();
    if !laws.iter().any(|law| Some(law) == stated.as_ref()) {
        let proved = laws.first().map_or("nothing of `win`".to_owned(), ToString::to_string);
        return reject(format!("the parts prove `{proved}`, which is not the law"));
    }
    let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
    let texts: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
    let is_product = instance.rule.start.is_none();
    let theorem =
        if is_product { "Tartan theorem (Winning Ways)" } else { "Sprague-Grundy theorem" };
    let computed = format!("the certificates of the parts: {}", names.join(", "));
    Ok(certificate.accepted(theorem, computed).with_rules(&texts))
}
