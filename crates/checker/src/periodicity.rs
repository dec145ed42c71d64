//! Periods of take-and-break codes.
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
//! A preperiod of 0 is the theorem for a = 1 and the one equation g(p) = g(0).

use crate::certificate::{Certificate, number, only};
use crate::code::Code;
use crate::{Accepted, Rejected, reject};

/// More values than this are not computed.
const MOST_VALUES: u64 = 1 << 25;

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let Certificate { rule, parameters, quantity, law, data, .. } = certificate;
    only(parameters, &[])?;
    only(data, &["preperiod", "period", "greatest", "mask"])?;
    if quantity != "sg" {
        return reject(format!("the theorem is about `sg`, not about `{quantity}`"));
    }
    let code = Code::read(rule)?;
    let (preperiod, period) = (number(data, "preperiod")?, number(data, "period")?);
    let (greatest, mask) = (number(data, "greatest")?, number(data, "mask")?);
    let Ok(mask) = u16::try_from(mask) else { return reject("the mask is 2^16 or more") };
    if period == 0 {
        return reject("the period is 0");
    }
    if *law != statement(preperiod, period) {
        let stated = statement(preperiod, period);
        return reject(format!("the numbers prove `{stated}`, which is not the law"));
    }
    // Every number is bounded before it is multiplied.
    let (heaps, taken, from) = (code.heaps(), code.taken(), preperiod.max(1));
    if preperiod > MOST_VALUES || period > MOST_VALUES {
        return reject(format!("the check would need more than {MOST_VALUES} values"));
    }
    let end = heaps * from + (heaps - 1) * period + taken;
    let last = end - 1 + period;
    if last >= MOST_VALUES {
        return reject(format!("the check would need {last} values, more than {MOST_VALUES}"));
    }
    let values = code.values(last as usize, mask)?;
    let repeats = |n: &u64| values[*n as usize] == values[(*n + period) as usize];
    if let Some(n) = (preperiod..end).find(|n| !repeats(n)) {
        return reject(format!("sg({n}) and sg({}) differ", n + period));
    }
    let found = values.iter().max().copied().unwrap_or(0);
    if u64::from(found) != greatest {
        return reject(format!("the greatest value is {found}, not {greatest}"));
    }
    Ok(Accepted {
        theorem: "periodicity theorem (Guy and Smith 1956)",
        rule: rule.clone(),
        law: law.clone(),
        computed: format!(
            "{} values; sg(n + {period}) = sg(n) for n = {preperiod}..{}, which suffices for \
             moves that take at most {taken} and leave at most {heaps}; greatest value {found}",
            last + 1,
            end - 1
        ),
    })
}

/// The law these numbers prove.
fn statement(preperiod: u64, period: u64) -> String {
    format!("n >= {preperiod} implies sg(n + {period}) = sg(n)")
}
