//! What is written for Walnut. That Walnut accepts it was tried with Walnut 6 on such scripts; here
//! the text is pinned.

use automata::walnut::script;
use automata::{Error, Formula, Limits, Numeration, Relation, Solver, Term};

fn v(name: &str) -> Term {
    Term::from(name)
}

#[test]
fn differences_move_to_the_other_side_and_idle_variables_go() {
    let formula = Formula::forall(
        ["x", "y", "idle"],
        (v("x") - v("y")).below(2).implies((v("x") * 2).at_most(v("y") * 3 + 4)),
    );
    let script = script(&Numeration::base(3).unwrap(), &[("close by", &formula)]).unwrap();
    let expected = "eval closeby \"?msd_3 (Ax1,y2 ((x1<y2+2) => (2*x1<=3*y2+4)))\":\n";
    assert_eq!(script.commands, expected);
    assert!(script.files.is_empty());
}

#[test]
fn relations_are_written_once_in_the_order_of_their_parameters() {
    let numeration = Numeration::ostrowski(2).unwrap();
    let multiples = numeration.multiples("n", "m", &Limits::default()).unwrap().unwrap();
    let listed = Relation::new("multiple", &["n", "m"], &numeration, multiples).unwrap();
    let formula = Formula::exists(["n"], listed.of(["n", "b"]).unwrap().and(v("a").equals("n")));
    let set = Solver::new(&numeration).satisfying(&formula).unwrap();
    let defined = Relation::new("Even", &["b", "a"], &numeration, set).unwrap();
    let sentence = Formula::exists(
        ["x", "y"],
        defined.of(["x", "y"]).unwrap().and(defined.of([v("y"), v("x") + 1]).unwrap()),
    );
    let script = script(&numeration, &[("s", &sentence), ("s", &sentence)]).unwrap();
    let expected = "ost ost2 [0] [2];\n\
        eval s \"?msd_ost2 (Ex1,y2 ($nEven(x1,y2) & (Eq3 x1+1=q3 & $nEven(y2,q3))))\":\n\
        eval s2 \"?msd_ost2 (Ex4,y5 ($nEven(x4,y5) & (Eq6 x4+1=q6 & $nEven(y5,q6))))\":\n";
    assert_eq!(script.commands, expected);
    assert_eq!(script.files.len(), 1);
    assert!(script.files[0].1.starts_with("msd_ost2 msd_ost2\n\n0 1\n0 0 -> 0\n"));
}

#[test]
fn an_unknown_numeration_comes_with_its_adder() {
    let numeration = Numeration::linear("my own", &[1, 1, 1], &[1, 2, 4]).unwrap();
    let sentence = Formula::exists(["x"], v("x").equals(1));
    let script = script(&numeration, &[("s", &sentence)]).unwrap();
    assert_eq!(script.commands, "eval s \"?msd_myown (Ex1 x1=1)\":\n");
    let [(words, text), (plus, sums)] = &script.files[..] else { panic!() };
    assert_eq!(words, "Custom Bases/msd_myown.txt");
    let states = "0 1\n0 -> 0\n1 -> 1\n\n1 1\n0 -> 0\n1 -> 2\n\n2 1\n0 -> 0\n";
    assert_eq!(text, &format!("{{0, 1}}\n\n{states}"));
    assert_eq!(plus, "Custom Bases/msd_myown_addition.txt");
    assert!(sums.starts_with("{0, 1} {0, 1} {0, 1}\n\n0 1\n0 0 0 -> 0\n"));
}

#[test]
fn what_cannot_be_decided_is_not_written() {
    let numeration = Numeration::fibonacci().unwrap();
    let refused = |formula: &Formula| script(&numeration, &[("s", formula)]).unwrap_err();
    assert_eq!(refused(&v("x").equals(1)), Error::Free(vec!["x".into()]));
}
