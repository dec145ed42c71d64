//! Games composed of others: their certificates read, and the law compared with what they prove.

use expr::ast::Quantity;
use expr::parser::parse_expression;
use meaning::Error;
use meaning::composed::{Component, PARTS, Summand, components};
use message::message;
use serde::Deserialize;
use serde_json::value::RawValue;
use verify::core::{Game, Proof, Statement};

use crate::certificate::Certificate;
use crate::{Accepted, Compared, Result, fails, named, reject, too_large, verify_inner};

/// A part, with what is proved of it.
struct Part {
    summand: Summand,
    core: verify::Certificate,
    compared: Compared,
}

/// The parts that certificates speak of, each of which is checked.
fn parts(certificates: &[&str]) -> Result<Vec<Part>> {
    if certificates.len() > PARTS {
        return Err(too_large(message!("there are more than {PARTS} parts")));
    }
    let part = |text: &&str| {
        let (certificate, accepted) = verify_inner(text, "of a part".into(), "composed")?;
        let instance = certificate.instance()?;
        named::check(&instance.rule)?;
        let usual = rule::bind(&instance.rule, &[]).map_err(Error::from)?;
        if usual.values != instance.values {
            return reject("a part has parameters other than the defaults");
        }
        let [core] = <[_; 1]>::try_from(accepted.cores)
            .map_err(|_| fails("the law of a part is none of its own moves"))?;
        let summand = Summand::of(&certificate.rule, &instance, &certificate.law)?;
        Ok(Part { summand, core, compared: accepted.compared })
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
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted> {
    let data: Data = certificate.data()?;
    let about = certificate.quantity(&[Quantity::Sg, Quantity::Win])?;
    let instance = certificate.instance()?;
    let texts: Vec<&str> = data.parts.iter().map(|part| part.get()).collect();
    let mut compared = Compared::default();
    let (mut parts, mut cores) = (Vec::new(), Vec::new());
    for part in self::parts(&texts)? {
        parts.push(part.summand);
        cores.push(part.core);
        compared.add(part.compared);
    }
    if let Some(at) = (1..parts.len()).find(|&i| parts[..i].iter().any(|p| p.name == parts[i].name))
    {
        return reject(message!("two certificates are about `{}`", parts[at].name));
    }
    let laws = meaning::composed::laws(&instance, &parts)?;
    let laws = if about == Quantity::Sg { &laws[..1] } else { &laws[1..] };
    let stated = parse_expression(&certificate.law).ok();
    if !laws.iter().any(|law| Some(law) == stated.as_ref()) {
        let proved = laws.first().map_or("nothing of `win`".to_owned(), ToString::to_string);
        return reject(message!("the parts prove `{proved}`, which is not the law"));
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
    let game = if is_product { Game::Product(games) } else { Game::Sum(games) };
    let core = verify::Certificate::new(game, Statement::Parts, Proof::Parts(cores));
    let computed = message!("the certificates of the parts: {}", names.join(", "));
    let accepted = certificate.accepted(theorem, computed).with_rules(&texts).with(core);
    Ok(Accepted { compared, ..accepted })
}
