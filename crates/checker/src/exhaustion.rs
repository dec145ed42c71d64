//! Games with finitely many positions: a statement is true of all of them if it is true of each.
//!
//! *Theorem.* Let the rule bound every coordinate of a position. Then there are finitely many positions, and
//! the quantities of each are what the definition of the rule computes from its options, if play ends. A
//! statement that is judged true at each of them holds. (Nothing is left to prove.)
//!
//! The data say how many positions there are, and the hash of the table of the quantity, which is what
//! `mexlab table --summary` prints for it.

use crate::certificate::{Certificate, read};
use crate::{Accepted, Rejected, Result, fails, reject, too_large};
use catalogue::Catalogue;
use definition::{Definition, Extent, Judge, Stop};
use expr::ast::Quantity;
use expr::words::tuple;
use meaning::error::unsupported;
use meaning::source;
use message::message;
use serde::{Deserialize, Serialize};
use table::{Axis, Digest, Table, Values};

/// Most cells of the box of all positions.
const MAX_CELLS: usize = 1 << 17;
/// Most numbers of a position.
const MAX_COORDINATES: usize = 64;
/// Units of work that judging all positions may take.
const MAX_WORK: u64 = 20_000;
/// What a statement may be about.
const QUANTITIES: [Quantity; 9] = [
    Quantity::Sg,
    Quantity::Win,
    Quantity::Misere,
    Quantity::Remoteness,
    Quantity::Moves,
    Quantity::Least,
    Quantity::Greatest,
    Quantity::Left,
    Quantity::Right,
];

/// What the certificate says.
#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Everywhere {
    /// Number of positions.
    pub positions: u64,
    /// Hash of the table of the quantity, in hexadecimal.
    pub hash: String,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted> {
    let said: Everywhere = certificate.data()?;
    let found = judged(certificate, &definition(certificate)?)?;
    if said != found {
        return reject(message!(
            "there are {} positions, and the hash of their table is {}",
            found.positions,
            found.hash
        ));
    }
    let computed = message!("all {} positions", found.positions);
    Ok(certificate.accepted("exhaustion: the law at every position there is", computed))
}

/// What a certificate of the theorem must say for the rule and the law of this one; `None` where the rule
/// bounds no positions.
///
/// # Errors
/// The certificate is malformed, there are too many positions, or the law is false at one.
pub fn everywhere(text: &str) -> Result<Option<Everywhere>> {
    let certificate = read(text)?;
    let definition = definition(&certificate)?;
    let extents = definition.extents();
    let is_finite = !extents.is_empty() && extents.iter().all(|extent| extent.hi.is_some());
    is_finite.then(|| judged(&certificate, &definition)).transpose()
}

/// The definition of the rule with its parameters.
fn definition(certificate: &Certificate) -> Result<Definition> {
    Definition::new(&certificate.instance()?, &Catalogue).map_err(refused)
}

/// What is true of a game whose law is judged at every position.
fn judged(certificate: &Certificate, definition: &Definition) -> Result<Everywhere> {
    let frame = whole(&definition.extents())?;
    let quantity = certificate.quantity(&QUANTITIES)?;
    let law = source::law(&certificate.law)?;
    let (name, mut is_about) = (quantity.name(), false);
    expr::walk::values(&law, &mut |value| {
        is_about |= value.quantity == quantity
            || (value.quantity == Quantity::Lose && quantity == Quantity::Win);
    });
    if !is_about {
        return reject(message!("the law is not about `{name}`"));
    }
    patience::within_work(MAX_WORK, || {
        let cells = frame.cells();
        let mut judge = Judge::new(definition, &law, 2 * cells).map_err(refused)?;
        let (mut values, mut present) = (vec![0; cells], vec![false; cells]);
        for cell in 0..cells {
            let at = frame.position(cell);
            if !judge.is_position(&at).map_err(refused)? {
                continue;
            }
            if !judge.holds(&at).map_err(refused)? {
                let place = tuple(&at);
                return Err(fails(message!(
                    "the law is false at {place}, as the rule is played there"
                )));
            }
            values[cell] = judge.value(quantity, &at).map_err(refused)?;
            present[cell] = true;
        }
        let values = Values::of_integers(values);
        let table = Table { present: Some(present), ..frame };
        let digest = Digest::of_column(&table, &values);
        let digest = digest.ok_or_else(|| fails("the quantity has no hash"))?;
        Ok(Everywhere { positions: digest.positions, hash: format!("{:016x}", digest.hash) })
    })
}

/// The box of all positions, without columns.
fn whole(extents: &[Extent]) -> Result<Table> {
    if extents.is_empty() {
        return Err(unsupported("positions are not told by their coordinates"));
    }
    if extents.len() > MAX_COORDINATES {
        return Err(too_large(message!("a position has more than {MAX_COORDINATES} numbers")));
    }
    let mut axes = Vec::new();
    let mut cells = 1usize;
    for Extent { name, lo, hi } in extents {
        let Some(hi) = *hi else {
            return Err(unsupported(message!(
                "the rule sets no bound to `{name}`: there is no end of positions"
            )));
        };
        let values =
            hi.checked_sub(*lo).and_then(|last| usize::try_from(last).ok()?.checked_add(1));
        cells = cells.saturating_mul(values.unwrap_or(usize::MAX));
        axes.push(Axis { is_whole: true, ..Axis::new(name, *lo, hi) });
    }
    if cells > MAX_CELLS {
        return Err(too_large(message!("there are more than {MAX_CELLS} positions to judge")));
    }
    Ok(Table { axes, columns: Vec::new(), present: None })
}

/// Why a position is not judged.
fn refused(stop: Stop) -> Rejected {
    match stop {
        Stop::Undefined(why) => unsupported(why),
        Stop::TooLarge(why) => too_large(why),
        Stop::Budget(positions) => {
            too_large(message!("there are more than {positions} positions to remember"))
        }
        Stop::Cycle(position) => fails(message!("play can return to {position}")),
        Stop::Interrupted => too_large("judging every position takes too much work"),
    }
}
