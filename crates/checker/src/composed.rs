//! Games composed of others: their certificates read, and the law compared with what they prove.

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
use verify::core::{Digits, Game, Proof, Statement};

use crate::certificate::Certificate;
use crate::{Accepted, Rejected, fails, reject, too_large, verify_inner};

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
pub fn parts(certificates: &[&str]) -> Result<Vec<(Summand, verify::Certificate)>, Rejected> {
    if certificates.len() > PARTS {
        return Err(too_large(format!("there are more than {PARTS} parts")));
    }
    let part = |text: &&str| {
        let (certificate, accepted) = verify_inner(text, "of a part", "composed")?;
        let instance = certificate.instance()?;
        let usual = rule::bind(&instance.rule, &[]).map_err(Error::from)?;
        if usual.values != instance.values {
            return reject("a part has parameters other than the defaults");
        }
        let [core] = <[_; 1]>::try_from(accepted.cores)
            .map_err(|_| fails("the law of a part is none of its own moves"))?;
        Ok((Summand::of(&certificate.rule, &instance, &certificate.law)?, core))
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
    let (parts, cores): (Vec<Summand>, Vec<_>) = parts(&texts)?.into_iter().unzip();
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
    // in the order in which the rule names them
    let named = |component: Component| names.iter().position(|name| *name == component.game);
    let order: Option<Vec<usize>> = components(&instance)?.into_iter().map(named).collect();
    let order = order.ok_or_else(|| fails("a part has no certificate"))?;
    let cores: Vec<_> = order.into_iter().map(|at| cores[at].clone()).collect();
    let games = cores.iter().map(|core| core.game.clone()).collect();
    let core = verify::Certificate {
        version: verify::core::VERSION,
        digits: Digits::default(),
        game: if is_product { Game::Product(games) } else { Game::Sum(games) },
        statement: Statement::Parts,
        proof: Proof::Parts(cores),
    };
    let computed = format!("the certificates of the parts: {}", names.join(", "));
    Ok(certificate.accepted(theorem, computed).with_rules(&texts).with(core))
}
