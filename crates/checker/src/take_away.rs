//! Take-away games: the certificate read, the law compared with what the terms prove.

use expr::ast::Quantity;
use expr::parser::parse_expression;
use meaning::source::settled;
use meaning::take_away::TakeAway;
use message::message;
use serde::Deserialize;
use verify::core::{Game, Proof, Statement};

use crate::certificate::Certificate;
use crate::{Accepted, Result, reject};

/// The lag is constant before this index.
const LATEST: usize = 1024;

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// The index from which on the lag is constant.
    from: usize,
    /// m - j(m).
    lag: usize,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted> {
    let law = &certificate.law;
    let Data { from, lag } = certificate.data()?;
    certificate.quantity(&[Quantity::Win])?;
    let instance = certificate.instance()?;
    let game = TakeAway::of(&instance)?;
    if from.max(lag) >= LATEST {
        return reject(message!("the fields `from` and `lag` must be less than {LATEST}"));
    }
    if from < lag {
        return reject(message!("the lag {lag} is more than the index {from} it begins at"));
    }
    let (terms, _) = game.terms(from + lag + 2)?;
    let small = |term: &u128| u64::try_from(*term).map_err(|_| meaning::Error::OVERFLOW);
    let listed = terms[..=from].iter().map(small).collect::<Result<_, _>>()?;
    let statement = Statement::Greedy { terms: listed, lag: lag as u64 };
    let played = Game::Takeaway(small(&game.factor)?);
    let core = verify::Certificate::new(played, statement, Proof::Lag);
    let computed = verify::verify(&core)?.computed;
    let mut laws = game.laws(&terms, from, lag).to_vec();
    match game.factor {
        1 => laws.push(game.starts(&format!("{} in powers(2)", game.names[0]))),
        2 => laws.push(game.starts(&format!("{} in fibonacci", game.names[0]))),
        _ => {}
    }
    let read = |law: &str| parse_expression(law).ok();
    let mut constants = rule::constants(&instance.values);
    constants.retain(|name, _| !game.names.contains(name));
    let stated = read(law).map(|law| settled(&law, &constants));
    if stated.is_none() || laws.iter().all(|law| read(law) != stated) {
        return reject(message!("the numbers prove `{}`, which is not the law", laws[0]));
    }
    Ok(certificate
        .accepted("take-away games (Schwenk 1970), with a constant lag", computed)
        .with(core))
}
