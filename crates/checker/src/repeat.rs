//! The theorem on states that repeat: its certificate read, the game elaborated.

use expr::ast::Quantity;
use serde::Deserialize;

use crate::certificate::Certificate;
use crate::{Accepted, Result};
use meaning::elaborate;
use meaning::sequence::Stated;
use verify::core::{Game, Proof, Repeats, Statement};

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// a.
    preperiod: u64,
    /// p.
    period: u64,
    /// e.
    saltus: u64,
    /// r.
    repeat: u64,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted> {
    let Data { preperiod, period, saltus, repeat } = certificate.data()?;
    let stated = Stated::of(&certificate.law, &certificate.instance()?)?;
    let known = [Quantity::Sg, Quantity::Win, Quantity::Misere];
    let quantity = certificate.quantity(&known)?;
    let (game, of) = elaborate::heap(&stated.heap, quantity)?;
    let statement = Statement::Repeats(Repeats { of, preperiod, period, saltus, values: None });
    let mut core = verify::Certificate::new(Game::Heap(game), statement, Proof::State(repeat));
    let checked = verify::verify(&core)?;
    core.list(&checked.values);
    let [first, length] = [preperiod, period].map(|number| number as usize);
    stated.check(&checked.values, quantity, [first, length], saltus)?;
    Ok(certificate
        .accepted("a state that repeats (finite states, by induction)", checked.computed)
        .with(core))
}
