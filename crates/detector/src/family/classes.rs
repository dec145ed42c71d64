//! Residue classes with laws of their own, of any family: `floor(phi * q)` at `n = 2q`, `q % 3` at
//! `n = 2q + 1`. One law for all classes is a law of the quotient.
//!
//! At least one class must have a law of the families that cost little: only then are the others
//! searched by all of them.

use expr::ast::Comparison;
use expr::law::Kind;

use crate::evidence::{Judged, Proposal, judge};
use crate::formula::Formula;
use crate::sequences::{cheap_law, plain_law};
use crate::view::Sequence;

/// Greatest number of classes.
const MAX_CLASSES: i64 = 3;
/// Longer sequences are left alone: a class may be searched by all families.
const MAX_TERMS: usize = 1 << 12;

/// The law with the fewest classes in which every class has a law.
pub(crate) fn find(sequence: &Sequence<'_>) -> Option<Judged> {
    if sequence.len() > MAX_TERMS {
        return None;
    }
    (2..=MAX_CLASSES).find_map(|m| law(sequence, m))
}

fn law(sequence: &Sequence<'_>, m: i64) -> Option<Judged> {
    let cheap: Vec<_> = (0..m).map(|r| class(sequence, m, r, cheap_law)).collect();
    if cheap.iter().all(Option::is_none) {
        return None;
    }
    let classes: Vec<Judged> = (0..m)
        .zip(cheap)
        .map(|(r, law)| law.or_else(|| class(sequence, m, r, plain_law)))
        .collect::<Option<_>>()?;
    // Such a sequence is periodic as a whole, and judged as one.
    let is_periodic = |j: &Judged| {
        use Kind::{Affine, ArithmeticPeriodic, Constant, Periodic, Residue};
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
        let condition = Formula::Var(0).rem(m).cmp(Comparison::Eq, Formula::Int(r));
        formula = condition.choose(at_quotient(judged), formula);
    }
    let fitted = classes.iter().map(|j| j.finding.evidence.fitted).sum();
    let start = (0..usize::try_from(m).ok()?)
        .rev()
        .find(|&i| formula.eval(&[sequence.coordinate(i)]) != Some(sequence.get(i)))
        .map_or(0, |i| i + 1);
    let words = (!is_one).then(|| {
        let of_class = |(r, judged): (i64, &Judged)| {
            let place = if r == 0 { format!("{m}q") } else { format!("{m}q + {r}") };
            let body = judged.formula.expr(&["q".to_owned()]);
            format!("{}({place}) = {body}", sequence.name)
        };
        let sentences: Vec<String> = (0..).zip(&classes).map(of_class).collect();
        sentences.join(", ")
    });
    let proposal = Proposal {
        kind: Kind::Closed,
        formula,
        start,
        fitted,
        period: 1,
        check_bits: 1,
        parameters: vec![("classes".to_owned(), m.to_string())],
        words,
    };
    judge(sequence, proposal).filter(|j| j.finding.law.exceptions.is_empty())
}

/// The law that `search` finds for the terms at `n = m q + r`, as a function of `q`.
fn class(
    sequence: &Sequence<'_>,
    m: i64,
    r: i64,
    search: fn(&str, i64, Vec<i64>) -> Option<Judged>,
) -> Option<Judged> {
    let lo = sequence.axis.lo;
    let first = lo.checked_add((r - lo.rem_euclid(m)).rem_euclid(m))?;
    let skipped = usize::try_from(first - lo).ok()?;
    let values: Vec<i64> = (skipped..sequence.len())
        .step_by(usize::try_from(m).ok()?)
        .map(|i| sequence.get(i))
        .collect();
    search(sequence.name, first.div_euclid(m), values)
}
