//! Residue classes with laws of their own, of any family: `floor(phi * q)` at `n = 2q`, `q % 3` at
//! `n = 2q + 1`. One law for all classes is a law of the quotient.
//!
//! At least one class must have a law of the families that cost little: only then are the others
//! searched by all of them.

use expr::law::LawKind;
use expr::words::listed;
use formula::Formula;

use crate::evidence::{Judged, Proposal, judge};
use crate::family::{Search, shortest};
use crate::statement::shift;
use crate::view::Sequence;

/// Greatest number of classes.
const MAX_CLASSES: i64 = 3;
/// Longer sequences are left alone: a class may be searched by all families.
const MAX_TERMS: usize = 1 << 12;

/// The law with the fewest classes in which every class has a law.
pub(crate) fn find(sequence: &Sequence<'_>, cheap: Search, plain: Search) -> Option<Judged> {
    if sequence.len() > MAX_TERMS {
        return None;
    }
    (2..=MAX_CLASSES).find_map(|m| law(sequence, m, cheap, plain))
}

fn law(sequence: &Sequence<'_>, m: i64, cheap: Search, plain: Search) -> Option<Judged> {
    let cheap: Vec<_> = (0..m).map(|r| class(sequence, m, r, cheap)).collect();
    if cheap.iter().all(Option::is_none) {
        return None;
    }
    let classes: Vec<Judged> = (0..m)
        .zip(cheap)
        .map(|(r, law)| law.or_else(|| class(sequence, m, r, plain)))
        .collect::<Option<_>>()?;
    // Such a sequence is periodic as a whole, and judged as one.
    let is_periodic = |j: &Judged| {
        use LawKind::{Affine, ArithmeticPeriodic, Constant, Periodic, Residue};
        let kind = j.finding.law.kind;
        matches!(kind, Affine | ArithmeticPeriodic | Constant | Periodic | Residue)
    };
    if classes.iter().all(is_periodic) {
        return None;
    }
    let quotient = || Formula::Var(0).div(m);
    let at_quotient = |judged: &Judged| judged.formula.with(&[quotient()]);
    let (last, others) = classes.split_last()?;
    let is_one = others.iter().all(|other| other.formula == last.formula);
    let mut formula = at_quotient(last);
    for (judged, r) in others.iter().zip(0..).filter(|_| !is_one) {
        formula = Formula::Var(0).rem(m).equals(r).choose(at_quotient(judged), formula);
    }
    let fitted = classes.iter().map(|j| j.finding.evidence.fitted).sum();
    let start = sequence.start_of(&formula, usize::try_from(m).ok()?);
    let proposal = Proposal::new(LawKind::Closed, formula, fitted).starting(start);
    let proposal = proposal.parameter("classes", m);
    let words = (!is_one).then(|| {
        let of_class = |(r, judged): (i64, &Judged)| {
            let body = judged.formula.expr(&["q".to_owned()]);
            format!("{}({m}q{}) = {body}", sequence.name, shift(r))
        };
        listed((0..).zip(&classes).map(of_class)).into()
    });
    judge(sequence, Proposal { words, ..proposal })?.exact()
}

/// The law that `search` finds for the terms at `n = m q + r`, as a function of `q`.
fn class(sequence: &Sequence<'_>, m: i64, r: i64, search: Search) -> Option<Judged> {
    let lo = sequence.axis.lo;
    let first = lo.checked_add((r - lo.rem_euclid(m)).rem_euclid(m))?;
    let indices = usize::try_from(first - lo).ok()?..sequence.len();
    let values = indices.step_by(usize::try_from(m).ok()?).map(|i| sequence.get(i)).collect();
    shortest(search, sequence.name, first.div_euclid(m), values)
}
