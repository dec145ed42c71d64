//! The periodicity theorem of Guy and Smith: its certificate read, the game elaborated.

use expr::ast::Quantity;
use message::message;

use crate::certificate::Certificate;
use crate::{Accepted, Result, reject};
use meaning::code::Code;
use meaning::heap::Heap;
use meaning::sequence::Sequence;
use meaning::source;
use serde::Deserialize;
use verify::core::{self, Game, Proof, Repeats, Statement};

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    preperiod: u64,
    period: u64,
    /// The greatest of the values that the theorem needs.
    greatest: u32,
    /// Which values are rare, see `crates/verify/src/code.rs`.
    mask: u16,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted> {
    let Certificate { rule, law, .. } = certificate;
    let Data { preperiod, period, greatest, mask } = certificate.data()?;
    let about = certificate.quantity(&[Quantity::Sg, Quantity::Win])?;
    let (code, heap) = if rule.contains(':') && !rule.contains(char::is_whitespace) {
        certificate.without_parameters()?;
        (Code::read(rule)?, None)
    } else {
        let heap = Heap::of(&certificate.instance()?)?;
        (Code::of_heap(&heap)?, Some(heap))
    };
    if about == Quantity::Win && heap.as_ref().is_some_and(Heap::stuck_wins) {
        return reject("values do not determine outcomes where a player without a move wins");
    }
    let statement = Statement::Repeats(Repeats {
        of: core::Quantity::Value,
        preperiod,
        period,
        saltus: 0,
        values: None,
    });
    let game = Game::Code(code.digits().iter().map(|&digit| digit.into()).collect());
    let mut core = verify::Certificate::new(game, statement, Proof::Periodicity(mask));
    let checked = verify::verify(&core)?;
    core.list(&checked.values);
    let values = checked.values;
    let found = values.iter().max().copied().unwrap_or(0);
    if found != greatest {
        return reject(message!("the greatest value is {found}, not {greatest}"));
    }
    let (variable, least) = heap.as_ref().map_or(("n", 0), |heap| (&heap.name, heap.least));
    if about != Quantity::Sg || *law != stated(variable, preperiod, period) {
        let sequence = Sequence {
            quantity: about,
            least,
            values: values.into_iter().map(|v| said(about, v)).collect(),
            preperiod: least.max(preperiod.into()),
            period: period.into(),
            saltus: 0,
            across: None,
        };
        let law = source::law(law)?;
        let law = heap.as_ref().map_or(law.clone(), |heap| heap.expression(&law));
        sequence.check(&law, variable)?;
    }
    Ok(certificate
        .accepted(
            "periodicity theorem (Guy and Smith 1956)",
            message!(
                "{}; moves take at most {} and leave at most {} heaps; greatest value {found}",
                checked.computed,
                code.taken(),
                code.heaps()
            ),
        )
        .with(core))
}

/// The nim-value, or whether the position is won.
fn said(about: Quantity, value: u32) -> u32 {
    match about {
        Quantity::Sg => value,
        _ => u32::from(value != 0),
    }
}

/// The law that these numbers state by themselves, of a coordinate of that name.
fn stated(variable: &str, preperiod: u64, period: u64) -> String {
    format!("{variable} >= {preperiod} implies sg({variable} + {period}) = sg({variable})")
}
