//! Random formulas have one value, as they are, as they are written, and at all places at once.

use arith::Quadratic;
use draw::{Draw, cases, check, prop_assert_eq};
use expr::ast::Comparison;
use expr::eval::{Definitions, Frame, Names, NoContext, Program};
use formula::{Formula, Op, Operation, PlaceValues};

fn formula(d: &mut Draw) -> Formula {
    nested(d, 4)
}

fn nested(d: &mut Draw, depth: usize) -> Formula {
    let Some(less) = depth.checked_sub(1) else {
        return d.one_of(&[|d| Formula::Int(d.int(-3..9)), |d| Formula::Var(d.size(0..2))]);
    };
    // Most are large, few of their parts.
    if !d.chance([2, 11, 67, 90][less]) {
        return nested(d, less);
    }
    let shape = d.size(0..8);
    let a = nested(d, less);
    match shape {
        0 => Formula::call(d.pick(&["abs", "lowbit", "v2"]), [a]),
        1 => a.clone().one_of(vec![1, 3]) ^ a.rem(3).in_list(vec![4, 1, 4]),
        2 => a.floor_of_line(Quadratic::PHI, (-1, 3)),
        3 => {
            let op = [Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::Xor, Op::Pow];
            Formula::Apply(Operation::Binary(d.pick(&op)), vec![a, nested(d, less)])
        }
        4 => Formula::call(d.pick(&["min", "gcd", "valuation"]), [a, nested(d, less)]),
        5 => !a.cmp(Comparison::Lt, nested(d, less)),
        6 => nested(d, less).between(a, true, nested(d, less)),
        _ => a.cmp(Comparison::Ne, 0).choose(nested(d, less), nested(d, less)),
    }
}

#[test]
fn a_written_formula_has_the_same_value() {
    let input = |d: &mut Draw| (formula(d), d.ints::<2>(-2..30));
    check(cases(), input, |(formula, at)| {
        let names = ["x", "y"].map(str::to_owned);
        let slots = Names { slots: names.to_vec(), ..Names::default() };
        let number = formula.clone().op(Op::Mul, Formula::Int(2)).expr(&names);
        let program = Program::compile(&number, &slots, &Definitions::default());
        let written =
            program.unwrap().integer(&mut Frame::new(at.map(i128::from).to_vec()), &mut NoContext);
        if let Some(value) = formula.eval(&at) {
            prop_assert_eq!(written.ok(), Some(2 * i128::from(value)), "{}", number);
        }
        Ok(())
    });
}

#[test]
fn what_repeats_has_the_same_value_a_period_on() {
    let input =
        |d: &mut Draw| (formula(d), d.many(1..5, |d| d.int(-3..9)), d.int(-3..4), d.int(1..25));
    check(cases(), input, |(formula, list, shift, period)| {
        let length = list.len() as i64;
        let listed = Formula::Var(0).plus(shift).rem(length).in_list(list);
        prop_assert_eq!(listed.repeats_after(period), period % length == 0);
        for formula in [&formula, &listed, &(listed.clone() + formula.clone())] {
            for n in (-4..30).filter(|_| formula.repeats_after(period)) {
                let later = formula.eval(&[n + period, n + 1 + period]);
                prop_assert_eq!(formula.eval(&[n, n + 1]), later, "{:?}", formula);
            }
        }
        Ok(())
    });
}

#[test]
fn all_places_are_each_place() {
    let input = |d: &mut Draw| {
        let places = d.many(1..12, |d| d.ints::<2>(-2..30));
        (d.many(1..6, formula), [(); 12].map(|()| d.size(0..6)), places)
    };
    check(cases(), input, |(formulas, order, places)| {
        let columns = [0, 1].map(|i| places.iter().map(|at| at[i]).collect());
        let mut all = PlaceValues::new(columns.into(), places.len());
        // Parts come again, as they are and within others.
        for k in order {
            let part = &formulas[k % formulas.len()];
            for formula in [part.clone(), part.plus(1), part.cmp(Comparison::Le, &formulas[0])] {
                let each: Option<Vec<i64>> = places.iter().map(|at| formula.eval(at)).collect();
                prop_assert_eq!(all.values(&formula), each, "{:?}", formula);
            }
        }
        Ok(())
    });
}
