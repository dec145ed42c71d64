//! Combinations and recurrences come back from the numbers that they make.

use arith::modular::{Combination, PrimeField, combination, shortest_recurrence};
use draw::{Draw, cases, check, prop_assert, prop_assert_eq, prop_assert_ne};

#[test]
fn combinations_come_back() {
    let input =
        |d: &mut Draw| (d.many(1..5, |d| d.ints::<20>(-1000..1000).to_vec()), d.ints::<5>(-9..9));
    check(cases(), input, |(lists, weights)| {
        let target: Vec<i64> =
            (0..20).map(|i| lists.iter().zip(&weights).map(|(l, w)| l[i] * w).sum()).collect();
        match combination(&target, &lists, 8) {
            Combination::Of(found) => {
                for i in 0..20 {
                    let sum: i64 = lists.iter().zip(&found).map(|(l, w)| l[i] * w).sum();
                    prop_assert_eq!(sum, target[i]);
                }
            }
            // Dependent lists have no one answer.
            Combination::Unclear => {}
            Combination::Independent => prop_assert!(false, "it is a combination"),
        }
        let mut off = target;
        off[19] += 1;
        prop_assert_ne!(
            combination(&off, &lists, 8),
            Combination::Of(weights[..lists.len()].to_vec())
        );
        Ok(())
    });
}

#[test]
fn inverses() {
    let input = |d: &mut Draw| 1 + d.bits() % (PrimeField::LARGE.0 - 1);
    check(cases(), input, |a| {
        prop_assert_eq!(PrimeField::LARGE.times(a, PrimeField::LARGE.inverse(a)), 1);
        Ok(())
    });
}

#[test]
fn recurrences_come_back() {
    let input = |d: &mut Draw| (d.many(1..5, |d| d.int(-2..3)), d.ints::<5>(-5..6));
    check(cases(), input, |(weights, first)| {
        let order = weights.len();
        let mut terms: Vec<i64> = first[..order].to_vec();
        while terms.len() < 24 {
            let next: i64 = weights.iter().zip(terms.iter().rev()).map(|(w, t)| w * t).sum();
            terms.push(next);
        }
        // A shorter recurrence may do; it must give the same terms.
        let residues: Vec<u64> = terms.iter().map(|&t| PrimeField::LARGE.residue(t)).collect();
        if let Some(found) = shortest_recurrence(residues.iter().copied(), order) {
            prop_assert!(found.len() <= order);
            if let Some(fewer) = found.len().checked_sub(1) {
                prop_assert_eq!(shortest_recurrence(residues, fewer), None);
            }
            for n in found.len()..terms.len() {
                let back = terms[..n].iter().rev();
                let next: i128 = found.iter().zip(back).map(|(w, &t)| w * i128::from(t)).sum();
                prop_assert_eq!(next, terms[n].into());
            }
        }
        Ok(())
    });
}
