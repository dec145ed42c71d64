//! Random formulas have one value, as they are, as they are written, and at all places at once.

use arith::Quadratic;
use expr::ast::Comparison;
use expr::eval::{Definitions, Frame, Names, NoContext, Program};
use formula::{Formula, Op, Operation, PlaceValues};
use proptest::prelude::*;

fn formula() -> impl Strategy<Value = Formula> {
    let leaf = prop_oneof![(-3i64..9).prop_map(Formula::Int), (0usize..2).prop_map(Formula::Var)];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let ops = vec![Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::Xor, Op::Pow];
        let op = prop::sample::select(ops);
        let one = prop::sample::select(vec!["abs", "lowbit", "v2"]);
        let two = prop::sample::select(vec!["min", "gcd", "valuation"]);
        prop_oneof![
            (op, inner.clone(), inner.clone())
                .prop_map(|(op, a, b)| { Formula::Apply(Operation::Binary(op), vec![a, b]) }),
            (one, inner.clone()).prop_map(|(f, e)| Formula::call(f, [e])),
            (two, inner.clone(), inner.clone()).prop_map(|(f, a, b)| Formula::call(f, [a, b])),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| !a.cmp(Comparison::Lt, b)),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| b.between(a, true, c)),
            inner
                .clone()
                .prop_map(|e| e.clone().one_of(vec![1, 3]) ^ e.rem(3).in_list(vec![4, 1, 4])),
            inner.clone().prop_map(|e| e.floor_of_line(Quadratic::PHI, (-1, 3))),
            (inner.clone(), inner.clone(), inner)
                .prop_map(|(a, b, c)| a.cmp(Comparison::Ne, 0).choose(b, c)),
        ]
    })
}

proptest! {
    #[test]
    fn a_written_formula_has_the_same_value(formula in formula(), at in [-2i64..30, -2i64..30]) {
        let names = ["x", "y"].map(str::to_owned);
        let slots = Names { slots: names.to_vec(), ..Names::default() };
        let number = formula.clone().op(Op::Mul, Formula::Int(2)).expr(&names);
        let program = Program::compile(&number, &slots, &Definitions::default());
        let written = program.unwrap().integer(&mut Frame::new(at.map(i128::from).to_vec()), &mut NoContext);
        if let Some(value) = formula.eval(&at) {
            prop_assert_eq!(written.ok(), Some(2 * i128::from(value)), "{}", number);
        }
    }

    #[test]
    fn what_repeats_has_the_same_value_a_period_on(
        formula in formula(),
        list in prop::collection::vec(-3i64..9, 1..5),
        shift in -3i64..4,
        period in 1i64..25,
    ) {
        let length = list.len() as i64;
        let listed = Formula::Var(0).plus(shift).rem(length).in_list(list);
        prop_assert_eq!(listed.repeats_after(period), period % length == 0);
        for formula in [&formula, &listed, &(listed.clone() + formula.clone())] {
            for n in (-4..30).filter(|_| formula.repeats_after(period)) {
                let later = formula.eval(&[n + period, n + 1 + period]);
                prop_assert_eq!(formula.eval(&[n, n + 1]), later, "{:?}", formula);
            }
        }
    }

    #[test]
    fn all_places_are_each_place(
        formulas in prop::collection::vec(formula(), 1..6),
        order in prop::collection::vec(0usize..6, 12),
        places in prop::collection::vec((-2i64..30, -2i64..30), 1..12),
    ) {
        let columns: [Vec<i64>; 2] = [
            places.iter().map(|p| p.0).collect(),
            places.iter().map(|p| p.1).collect(),
        ];
        let mut all = PlaceValues::new(columns.into(), places.len());
        // Parts come again, as they are and within others.
        for k in order {
            let part = &formulas[k % formulas.len()];
            for formula in [part.clone(), part.plus(1), part.cmp(Comparison::Le, &formulas[0])] {
                let each: Option<Vec<i64>> =
                    places.iter().map(|&(x, y)| formula.eval(&[x, y])).collect();
                prop_assert_eq!(all.values(&formula), each, "{:?}", formula);
            }
        }
    }
}
