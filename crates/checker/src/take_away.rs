//! Take-away games: the certificate read, the law compared with what the terms prove.

use expr::ast::Quantity;
use expr::parser::parse_expression;
use meaning::source::settled;
use meaning::take_away::TakeAway;
use serde::Deserialize;
use verify::core::{Digits, Game, Proof, Statement};

use crate::certificate::Certificate;
use crate::{Accepted, Rejected, reject};

/// The lag is constant before this index.
const LATEST: usize = 1024;

/// The laws by a lag that is constant from index `from` on: of all positions; and of the starts,
/// by the terms before the recurrence begins, and the recurrence.
#[must_use]
pub fn laws(game: &TakeAway, terms: &[u128], from: usize, lag: usize) -> [String; 2] {
    let list =
        |terms: &[u128]| terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let [n, q] = &game.names;
    let weights = match lag {
        0 => "2".to_owned(),
        _ => format!("1{}, 1", ", 0".repeat(lag - 1)),
    };
    let all = list(&terms[..=from]);
    let parts = format!("greedy_parts({n}, [{weights}], [{all}])");
    let (before, first) = terms[..=from].split_at(from - lag);
    let before = match before {
        [] => String::new(),
        before => format!("{n} in {{{}}} or ", list(before)),
    };
    // (lag + 1) * b terms further on a term is more than 2^b times as large
    let all = format!("k in 0..{} * bitlen({n})", lag + 1);
    let start = about(
        game,
        &format!("{before}any{{{n} = recurrence(k, [{weights}], [{}]) for {all}}}", list(first)),
    );
    [format!("win iff {n} > 0 and {q} >= {parts}[0]"), start]
}

/// The law that those numbers of stones lose at the start.
fn about(game: &TakeAway, condition: &str) -> String {
    let [n, q] = &game.names;
    format!("{q} = {n} - 1 implies (lose iff {condition})")
}

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
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let law = &certificate.law;
    let Data { from, lag } = certificate.data()?;
    certificate.quantity(&[Quantity::Win])?;
    let instance = certificate.instance()?;
    let game = TakeAway::of(&instance)?;
    if from.max(lag) >= LATEST {
        return reject(format!("the fields `from` and `lag` must be less than {LATEST}"));
    }
    if from < lag {
        return reject(format!("the lag {lag} is more than the index {from} it begins at"));
    }
    let (terms, _) = game.terms(from + lag + 2)?;
    let small = |term: &u128| u64::try_from(*term).map_err(|_| meaning::Error::OVERFLOW);
    let listed = terms[..=from].iter().map(small).collect::<Result<_, _>>()?;
    let core = verify::Certificate {
        version: verify::core::VERSION,
        digits: Digits::default(),
        game: Game::Takeaway(small(&game.factor)?),
        statement: Statement::Greedy { terms: listed, lag: lag as u64 },
        proof: Proof::Lag,
    };
    let computed = verify::verify(&core)?.computed;
    let mut laws = self::laws(&game, &terms, from, lag).to_vec();
    match game.factor {
        1 => laws.push(about(&game, &format!("{} in powers(2)", game.names[0]))),
        2 => laws.push(about(&game, &format!("{} in fibonacci", game.names[0]))),
        _ => {}
    }
    let read = |law: &str| parse_expression(law).ok();
    let mut constants = rule::constants(&instance.values);
    constants.retain(|name, _| !game.names.contains(name));
    let stated = read(law).map(|law| settled(&law, &constants));
    if stated.is_none() || laws.iter().all(|law| read(law) != stated) {
        return reject(format!("the numbers prove `{}`, which is not the law", laws[0]));
    }
    Ok(certificate
        .accepted("take-away games (Schwenk 1970), with a constant lag", computed)
        .with(core))
}
