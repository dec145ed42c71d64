//! Periods of take-and-break games.
//!
//! *Periodicity theorem* (R. K. Guy and C. A. B. Smith, "The G-values of various games", Proc.
//! Cambridge Philos. Soc. 52 (1956), for octal games). Let every move take at most t stones and
//! leave at most c heaps, with no condition on their sizes, and let a >= 1, p >= 1. If
//! g(n + p) = g(n) for all n with a <= n < c a + (c - 1) p + t, then for all n >= a.
//!
//! Proof by induction on n. An option of n + p has at most c heaps with at least
//! n + p - t >= c (a + p) stones together, so one of a + p or more: with p stones less it is an
//! option of n of the same value, and no heap became empty. An option of n has a heap of a or
//! more, which with p stones more gives one of n + p.
//!
//! A preperiod of 0 is the theorem for a = 1 and the one equation g(p) = g(0). Where who is stuck
//! loses, n is won exactly if g(n) is not 0, so outcomes have the period too.

use expr::ast::Quantity;

use crate::certificate::Certificate;
use crate::{Accepted, Rejected, reject, too_large};
use meaning::code::{Code, values};
use meaning::heap::Heap;
use meaning::sequence::Sequence;
use meaning::source;
use serde::Deserialize;

/// More values than this are not computed.
const MAX_VALUES: u64 = 1 << 25;

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    preperiod: u64,
    period: u64,
    /// The greatest of the values that the theorem needs.
    greatest: u16,
    /// Which values are rare, see `values`.
    mask: u16,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
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
    if period == 0 {
        return reject("the period is 0");
    }
    // Every number is bounded before it is multiplied.
    let (heaps, taken, from) = (code.heaps(), code.taken(), preperiod.max(1));
    if preperiod > MAX_VALUES || period > MAX_VALUES {
        return Err(too_large(format!("the check would need more than {MAX_VALUES} values")));
    }
    let end = heaps * from + (heaps - 1) * period + taken;
    let last = end - 1 + period;
    if last >= MAX_VALUES {
        return Err(too_large(format!(
            "the check would need {last} values, more than {MAX_VALUES}"
        )));
    }
    let values = values(&code, last as usize, mask)?;
    let repeats = |n: &u64| values[*n as usize] == values[(*n + period) as usize];
    if let Some(n) = (preperiod..end).find(|n| !repeats(n)) {
        return reject(format!("sg({n}) and sg({}) differ", n + period));
    }
    let found = values.iter().max().copied().unwrap_or(0);
    if found != greatest {
        return reject(format!("the greatest value is {found}, not {greatest}"));
    }
    let (variable, least) = heap.as_ref().map_or(("n", 0), |heap| (&heap.name, heap.least));
    if about != Quantity::Sg || *law != statement(variable, preperiod, period) {
        let said = |&value: &u16| match about {
            Quantity::Sg => u32::from(value),
            _ => u32::from(value != 0),
        };
        let sequence = Sequence {
            quantity: about,
            least,
            values: values.iter().map(said).collect(),
            preperiod: least.max(preperiod.into()),
            period: period.into(),
            saltus: 0,
            across: None,
        };
        let law = source::law(law)?;
        let law = heap.as_ref().map_or(law.clone(), |heap| heap.expression(&law));
        sequence.check(&law, variable)?;
    }
    Ok(certificate.accepted(
        "periodicity theorem (Guy and Smith 1956)",
        format!(
            "{} values; sg(n + {period}) = sg(n) for n = {preperiod}..{}, which suffices for \
             moves that take at most {taken} and leave at most {heaps}; greatest value {found}",
            last + 1,
            end - 1
        ),
    ))
}

/// The law that these numbers state by themselves, of a coordinate of that name.
fn statement(variable: &str, preperiod: u64, period: u64) -> String {
    format!("{variable} >= {preperiod} implies sg({variable} + {period}) = sg({variable})")
}
