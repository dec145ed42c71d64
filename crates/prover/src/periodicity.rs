//! Periods of take-and-break games, for the checker's theorem of that name.

use kernels::Halt;
use kernels::codes::extend_proved;
use meaning::code::Code;
use meaning::heap::Heap;
use message::message;
use serde_json::json;

use crate::repeating::Repeating;
use crate::unproved::not_found;
use crate::{Certified, Question, Result, Tell, Unproved, sealed};

/// The period of the values of a code, or of a heap whose moves are those of a code, with the
/// certificate of a law of the values or outcomes.
pub(crate) fn prove(question: &Question, heap: Option<&Heap>, tell: Tell<'_>) -> Result<Certified> {
    let Question { rule, quantity, to, .. } = question;
    let code = heap.map_or_else(|| Code::read(rule), Code::of_heap)?;
    let code = kernels::codes::Code::of_digits(code.digits())
        .ok_or_else(|| not_found("no theorem known here speaks of this rule"))?;
    let pulse = |known, all| {
        tell(known, all);
        !patience::is_over()
    };
    let mut values = vec![0];
    let period = match extend_proved(&code, &mut values, *to, &pulse) {
        Ok(Some(period)) => period,
        Ok(None) => {
            return Err(not_found(message!("no period is proved by the values to n = {to}")));
        }
        Err(Halt::Interrupted) => return Err(Unproved::Interrupted),
        Err(Halt::Overflow) => return Err(not_found("the values grow beyond 16 bits")),
    };
    let (preperiod, length) = (period.preperiod, period.period);
    // The theorem may need fewer values than were computed: the rest are copies.
    let known = &values[..values.len().min(period.computed_to as usize + 1)];
    let (greatest, mask) = (known.iter().max().copied().unwrap_or(0), mask(known));
    if quantity == "win" {
        values.iter_mut().for_each(|value| *value = u16::from(*value != 0));
    }
    let repeating = Repeating {
        name: heap.map_or("n", |heap| &heap.name),
        across: None,
        least: heap.map_or(0, |heap| heap.least as usize),
        values: &values,
        preperiod: preperiod as usize,
        period: length as usize,
        saltus: 0,
    };
    sealed(
        question,
        &repeating.law(question),
        "periodicity",
        &json!({
            "preperiod": preperiod,
            "period": length,
            "greatest": greatest,
            "mask": mask,
        }),
    )
}

/// The mask that leaves the fewest heaps rare: it makes the checker fast.
fn mask(values: &[u16]) -> u16 {
    let greatest = values.iter().max().copied().unwrap_or(0);
    let mut counts = vec![0usize; usize::from(greatest) + 1];
    values.iter().for_each(|v| counts[usize::from(*v)] += 1);
    let rare = |mask: &u16| -> usize {
        let even = |(v, _): &(u16, &usize)| (v & mask).count_ones().is_multiple_of(2);
        (0..).zip(&counts).filter(even).map(|(_, count)| count).sum()
    };
    let all = greatest.checked_ilog2().map_or(0, |bits| (2u16 << bits.min(9)) - 1);
    (0..=all).min_by_key(rare).unwrap_or(0)
}
