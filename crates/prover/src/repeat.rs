//! Games of one number whose state repeats, for the checker's theorem of that name.

use expr::ast::Quantity;
use meaning::elaborate;
use meaning::heap::Heap;
use meaning::sequence::Stated;
use message::message;
use serde_json::json;
use verify::Run;

use crate::repeating::Repeating;
use crate::unproved::not_found;
use crate::{Certified, Question, Result, Tell, sealed};

/// How many values are computed between two calls of `tell`.
const STRETCH: usize = 4096;

/// A state, whose window ends before `at`.
struct Mark {
    at: usize,
    tails: Vec<(usize, Vec<usize>)>,
}

/// The period of a game of one number, or of a row of pairs, with its certificate, found by
/// comparing each state with that at the last power of two (R. P. Brent 1980).
pub(crate) fn prove(question: &Question, stated: &Stated, tell: Tell<'_>) -> Result<Certified> {
    let known = [Quantity::Sg, Quantity::Win, Quantity::Misere];
    let Some(quantity) =
        Quantity::from_name(&question.quantity).filter(|quantity| known.contains(quantity))
    else {
        return Err(not_found(message!("periods are not proved of `{}`", question.quantity)));
    };
    let heap = &stated.heap;
    let (core, of) = elaborate::heap(heap, quantity)?;
    let mut run = Run::new(&core, of)?;
    let rows = heap.rows as usize;
    let mut at = (core.from as usize).max(core.least as usize + run.window());
    let mut mark: Option<Mark> = None;
    let mut next = at;
    loop {
        if at / rows > question.to {
            let Heap { name, .. } = heap;
            return Err(not_found(message!("no state repeats up to {name} = {}", question.to)));
        }
        if at.is_multiple_of(STRETCH) {
            tell((at / rows) as u64, question.to as u64);
        }
        run.extend(at)?;
        if let Some(mark) = &mark
            && (at - mark.at).is_multiple_of(core.classes.len())
            && let Some(saltus) = rise(&run, mark, at)
        {
            return found(question, stated, &run, mark, at - mark.at, saltus);
        }
        if at >= next {
            next = 2 * at;
            mark = Some(Mark { at, tails: run.state() });
        }
        at += 1;
    }
}

/// By how much the state now lies above the one marked; `None` if they are not alike.
fn rise(run: &Run<'_>, mark: &Mark, at: usize) -> Option<u32> {
    let values = run.values();
    let rise = u32::try_from(run.base().checked_sub(mark.tails.first()?.0)?).ok()?;
    let (now, then) = (&values[at - run.window()..at], &values[mark.at - run.window()..mark.at]);
    let same = now.iter().rev().zip(then.iter().rev()).all(|(&now, &then)| now == then + rise);
    let raised = |(base, above): &(usize, Vec<usize>)| (base + rise as usize, above.clone());
    (same && mark.tails.iter().map(raised).eq(run.state())).then_some(rise)
}

fn found(
    question: &Question,
    stated: &Stated,
    run: &Run<'_>,
    mark: &Mark,
    period: usize,
    saltus: u32,
) -> Result<Certified> {
    let (heap, values) = (&stated.heap, run.values());
    let (rows, row, least) = (heap.rows as usize, stated.row as usize, heap.least as usize);
    // where the period begins, of all rows and of the one asked for
    let begin = |values: &[u32], mut at: usize, least: usize, period: usize| {
        while at > least && values[at - 1 + period] == values[at - 1] + saltus {
            at -= 1;
        }
        at
    };
    let preperiod = begin(values, mark.at - run.window(), least * rows, period);
    let own: Vec<u32> = values.iter().skip(row).step_by(rows).copied().collect();
    let first = preperiod.saturating_sub(row).div_ceil(rows);
    let repeating = Repeating {
        name: &heap.name,
        across: heap.across.as_ref().map(|(name, is_first)| (name.as_str(), *is_first)),
        least,
        values: &own,
        preperiod: begin(&own, first, least, period / rows),
        period: period / rows,
        saltus,
    };
    let law = repeating.law(question);
    let data = json!({
        "preperiod": preperiod, "period": period, "saltus": saltus, "repeat": mark.at,
    });
    sealed(question, &law, "state-repeat", &data)
}
