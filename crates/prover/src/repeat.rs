//! Games of one number whose state repeats, for the checker's theorem of that name.

use checker::heap::Heap;
use checker::repeat::Run;
use expr::ast::Quantity;
use serde_json::json;

use crate::repeating::Repeating;
use crate::{Error, Outcome, Question, sealed};

/// How many values are computed between two calls of `pulse`.
const STRETCH: usize = 4096;

/// What the next quantity depends on, beside the window.
struct Mark {
    at: usize,
    base: usize,
    above: Vec<usize>,
}

/// The period of a game of one number with its certificate, found by comparing each state with
/// that at the last power of two (R. P. Brent 1980).
pub(crate) fn prove(
    question: &Question,
    heap: &Heap,
    pulse: &dyn Fn(u64, u64) -> bool,
) -> Result<Outcome, Error> {
    let unproved = |why: String| Ok(Outcome::Unproved(why));
    let known = [Quantity::Sg, Quantity::Win, Quantity::Misere];
    let Some(quantity) =
        Quantity::from_name(&question.quantity).filter(|quantity| known.contains(quantity))
    else {
        return unproved(format!("periods are not proved of `{}`", question.quantity));
    };
    let mut run = match Run::new(heap, quantity) {
        Ok(run) => run,
        Err(why) => return unproved(why),
    };
    let first = heap.least as usize + run.window();
    let mut at = run.from().max(first);
    let mut mark: Option<Mark> = None;
    let mut next = at + 1;
    loop {
        if at > question.to {
            return unproved(format!("no state repeats up to n = {}", question.to));
        }
        if at.is_multiple_of(STRETCH) && !pulse(at as u64, question.to as u64) {
            return Err(Error::Interrupted);
        }
        if let Err(why) = run.extend(at) {
            return unproved(why);
        }
        let (base, above) = run.state();
        if let Some(mark) = &mark
            && (at - mark.at).is_multiple_of(run.modulus())
            && mark.above == above
            && repeats(&run, mark, at, base)
        {
            return Ok(found(question, heap, &run, mark, at, base));
        }
        if mark.is_none() || at >= next {
            next = 2 * at;
            mark = Some(Mark { at, base, above });
        }
        at += 1;
    }
}

/// Whether the windows before the mark and before `at` agree.
fn repeats(run: &Run, mark: &Mark, at: usize, base: usize) -> bool {
    let values = run.values();
    let (now, then) = (&values[at - run.window()..at], &values[mark.at - run.window()..mark.at]);
    let rise = base as i64 - mark.base as i64;
    now.iter()
        .rev()
        .zip(then.iter().rev())
        .all(|(&now, &then)| i64::from(now) == i64::from(then) + rise)
}

fn found(
    question: &Question,
    heap: &Heap,
    run: &Run,
    mark: &Mark,
    at: usize,
    base: usize,
) -> Outcome {
    let (values, period, saltus) = (run.values(), at - mark.at, (base - mark.base) as u32);
    let mut preperiod = mark.at - run.window();
    while preperiod as i128 > heap.least
        && values[preperiod - 1 + period] == values[preperiod - 1] + saltus
    {
        preperiod -= 1;
    }
    let least = heap.least as usize;
    let repeating = Repeating { name: &heap.name, least, values, preperiod, period, saltus };
    let law = repeating.law(question);
    let data = json!({
        "preperiod": preperiod, "period": period, "saltus": saltus, "repeat": mark.at,
    });
    sealed(question, &law, "state-repeat", &data)
}
