//! Theorems about games, proved for all positions; each with a constant changed is refuted.
//!
//! A set P holds the lost positions exactly when no member has a move to a member (`closed`) and
//! every other position has a move to one (`reached`).

use crate::support::{defined as relation, lowest, nim_sum, quotient, remainder, v, value};
use automata::{
    Automaton, Error, Formula, Limits, Name, Numeration, Relation, Solver, Term, Verdict,
};

/// A game with a candidate for its lost positions.
struct Game {
    solver: Solver,
    lost: Relation,
    /// Coordinates of a position, and of where a move leads.
    from: Vec<&'static str>,
    to: Vec<&'static str>,
    /// Whether a move leads from `from` to `to`.
    moves: Formula,
}

impl Game {
    fn lost_at(&self, names: &[&str]) -> Formula {
        self.lost.of(names.iter().copied()).unwrap()
    }

    fn closed(&self) -> Formula {
        let moves = self.lost_at(&self.from).and(self.moves.clone());
        let body = moves.implies(!self.lost_at(&self.to));
        Formula::forall(self.from.iter().chain(&self.to), body)
    }

    fn reached(&self) -> Formula {
        let to_lost = self.moves.clone().and(self.lost_at(&self.to));
        let body = self.won().implies(Formula::exists(&self.to, to_lost));
        Formula::forall(&self.from, body)
    }

    fn won(&self) -> Formula {
        !self.lost_at(&self.from)
    }

    /// Both sentences, and a choice of moves for the second one.
    fn prove(&mut self) -> [Verdict; 2] {
        let verdicts = [
            self.solver.decide(&self.closed()).unwrap(),
            self.solver.decide(&self.reached()).unwrap(),
        ];
        if verdicts[1] == Verdict::True {
            let good = self.moves.clone().and(self.lost_at(&self.to)).and(self.won());
            let relation = self.solver.satisfying(&good).unwrap();
            let domain = self.solver.satisfying(&self.won()).unwrap();
            let outputs: Vec<Name> = self.to.iter().map(|&name| name.into()).collect();
            let choice = self.solver.least(&relation, &outputs).unwrap();
            assert!(self.solver.minus(&choice, &relation).unwrap().is_empty());
            // the choice is made for every position of the domain, and for no other
            assert_eq!(self.solver.exists(&outputs, &choice).unwrap(), domain);
        }
        verdicts
    }
}

const PROVED: [Verdict; 2] = [Verdict::True, Verdict::True];

/// Two heaps: from one take any number, or `less(i, j)` from both.
fn queens(numeration: &Numeration, lost: Relation, both: Formula) -> Game {
    let (x, y, u, w) = (|| v("x"), || v("y"), || v("u"), || v("w"));
    let one = u().equals(x()).and(w().below(y())).or(w().equals(y()).and(u().below(x())));
    let moves = one.or(u().below(x()).and(w().below(y())).and(both));
    Game { solver: Solver::new(numeration), lost, from: vec!["x", "y"], to: vec!["u", "w"], moves }
}

/// Pairs `(n + floor(n a), n + floor(n a) + d n)` and their mirror images.
fn beatty_pairs(numeration: &Numeration, d: i128) -> Relation {
    let mut solver = Solver::new(numeration);
    let multiples = numeration.multiples("n", "m", &Limits::default()).unwrap().unwrap();
    let multiple = Relation::new("multiple", &["n", "m"], numeration, multiples).unwrap();
    let (n, m) = (|| v("n"), || v("m"));
    let pair = |a: Term, b: Term| {
        let both = a.equals(n() + m()).and(b.equals(n() * (d + 1) + m()));
        Formula::exists(["n", "m"], multiple.of(["n", "m"]).unwrap().and(both))
    };
    let formula = pair(v("x"), v("y")).or(pair(v("y"), v("x")));
    relation(&mut solver, "P", &["x", "y"], &formula)
}

/// 0, and the numbers whose digits, 0 and 1, end in an odd or even number of zeros.
fn final_zeros(numeration: &Numeration, name: &str, odd: bool) -> Automaton {
    let step = |state: usize, digits: &[u32]| match (state, digits[0]) {
        (0, 0) => Some(0),
        (_, 1) => Some(1),
        (state, _) => Some(3 - state),
    };
    numeration.relation(&[name], &[true, !odd, odd], step, &Limits::default()).unwrap()
}

/// Wythoff's pairs by their Zeckendorf words: `a` ends in an even number of zeros, `b` is `a` with
/// a zero appended.
fn zeckendorf_pairs(numeration: &Numeration) -> Automaton {
    // the digit of b waits to become the next digit of a
    let shifted = |first: &str, second: &str| {
        let step = |state: usize, digits: &[u32]| {
            (digits[0] as usize == state).then_some(digits[1] as usize)
        };
        let moved = numeration.relation(&[first, second], &[true, false], step, &Limits::default());
        let even = final_zeros(numeration, first, false);
        Solver::new(numeration).and(&moved.unwrap(), &even).unwrap()
    };
    let (lower, upper) = (shifted("x", "y"), shifted("y", "x"));
    Solver::new(numeration).or(&lower, &upper).unwrap()
}

#[test]
fn wythoff() {
    let numeration = Numeration::fibonacci().unwrap();
    let words = zeckendorf_pairs(&numeration);
    let pairs = beatty_pairs(&numeration, 1);
    assert_eq!(pairs.automaton(), &words, "both definitions of the pairs are the same");
    let diagonal = || (v("x") - v("u")).equals(v("y") - v("w"));
    assert_eq!(queens(&numeration, pairs, diagonal()).prove(), PROVED);
    // without (1, 2) and its image the first failure is there
    let mut solver = Solver::new(&numeration);
    let holed = Relation::new("P", &["x", "y"], &numeration, words).unwrap();
    let holed = holed.of(["x", "y"]).unwrap().and(!(v("x") + v("y")).equals(3));
    let holed = relation(&mut solver, "H", &["x", "y"], &holed);
    let [closed, reached] = queens(&numeration, holed, diagonal()).prove();
    assert_eq!(closed, Verdict::True);
    assert_eq!(reached, Verdict::False(vec![("x".into(), 1), ("y".into(), 2)]));
}

#[test]
fn extended_wythoff() {
    for d in 1..=3 {
        let numeration = Numeration::ostrowski(d).unwrap();
        let d = i128::from(d);
        let near = |d: i128| {
            let (i, j) = (|| v("x") - v("u"), || v("y") - v("w"));
            (i() - j()).below(d).and((j() - i()).below(d))
        };
        let pairs = beatty_pairs(&numeration, d);
        assert_eq!(queens(&numeration, pairs.clone(), near(d)).prove(), PROVED, "d = {d}");
        // (0, 0), (1, d + 1): with one more step between the takings there is a move
        let [closed, _] = queens(&numeration, pairs.clone(), near(d + 2)).prove();
        let first = vec![("x".into(), 1), ("y".into(), d + 1), ("u".into(), 0), ("w".into(), 0)];
        assert_eq!(closed, Verdict::False(first));
        // the pairs of d - 1 do not do
        let [closed, reached] = queens(&numeration, pairs, near(d - 1)).prove();
        assert!(closed == Verdict::True && reached != Verdict::True);
    }
}

#[test]
fn nim() {
    let numeration = Numeration::base(2).unwrap();
    let mut solver = Solver::new(&numeration);
    let xor = nim_sum(&numeration);
    let sum_is = |number: i128| {
        value(&xor, &[v("x"), v("y")], |sum| value(&xor, &[sum, v("z")], |sum| sum.equals(number)))
    };
    let lost = relation(&mut solver, "P", &["x", "y", "z"], &sum_is(0));
    let heaps = [("x", "u"), ("y", "w"), ("z", "t")];
    // one heap gets smaller, the others stay
    let moves = Formula::any((0..3).map(|at| {
        Formula::all(heaps.iter().zip(0..).map(|(&(from, to), heap)| {
            if heap == at { v(to).below(from) } else { v(to).equals(from) }
        }))
    }));
    let mut game = Game {
        solver,
        lost,
        from: vec!["x", "y", "z"],
        to: vec!["u", "w", "t"],
        moves: moves.clone(),
    };
    assert_eq!(game.prove(), PROVED);
    let wrong = relation(&mut game.solver, "P", &["x", "y", "z"], &sum_is(1));
    game.lost = wrong;
    assert_ne!(game.prove()[1], Verdict::True);
}

#[test]
fn nim_of_two_heaps_with_few_taken() {
    // Bash, for some m, and the other of two heaps left alone: x and y equal modulo m + 1
    let numeration = Numeration::base(3).unwrap();
    for m in [1i128, 2, 5] {
        let mut solver = Solver::new(&numeration);
        let rest = remainder(&mut solver, m + 1);
        let equal = value(&rest, &[v("x")], |of_x| {
            value(&rest, &[v("y")], |of_y| of_x.clone().equals(of_y))
        });
        let lost = relation(&mut solver, "P", &["x", "y"], &equal);
        let less = |to: &str, from: &str| v(to).below(from).and(v(to).at_least(v(from) - m));
        let moves =
            less("u", "x").and(v("w").equals("y")).or(less("w", "y").and(v("u").equals("x")));
        let mut game = Game { solver, lost, from: vec!["x", "y"], to: vec!["u", "w"], moves };
        assert_eq!(game.prove(), PROVED);
    }
}

#[test]
fn mark() {
    // n to n - 1 or n // 2, for n >= 1 won: lost are the n with an odd number of zeros at the end
    // and 0 (Fraenkel 2011)
    let numeration = Numeration::base(2).unwrap();
    for odd in [true, false] {
        let zeros = final_zeros(&numeration, "n", odd);
        let lost = Relation::new("P", &["n"], &numeration, zeros).unwrap();
        let mut solver = Solver::new(&numeration);
        let half = quotient(&mut solver, 2).of(["n", "k"]).unwrap();
        let moves = v("n").above(0).and(v("k").equals(v("n") - 1).or(half));
        let mut game = Game { solver, lost, from: vec!["n"], to: vec!["k"], moves };
        let verdicts = game.prove();
        if odd {
            assert_eq!(verdicts, PROVED);
        } else {
            let first = vec![("n".into(), 1), ("k".into(), 0)];
            assert_eq!(verdicts[0], Verdict::False(first));
        }
    }
}

/// Heap n, at most `most` may be taken, and then at most `k` times what was taken; moves in terms
/// of what is taken.
fn take_away(k: i128, lost: impl Fn(Term, Term) -> Formula) -> [Formula; 2] {
    let taken = || v("taken");
    let move_ =
        taken().above(0).and(taken().at_most("most")).and(v("n").equals(v("rest") + taken()));
    let to_lost = move_.and(lost(v("rest"), taken() * k));
    let lost = lost(v("n"), v("most"));
    let closed =
        Formula::forall(["n", "most", "rest", "taken"], !lost.clone().and(to_lost.clone()));
    let reached = Formula::exists(["rest", "taken"], to_lost);
    [closed, Formula::forall(["n", "most"], lost.or(reached))]
}

fn decide(numeration: &Numeration, sentences: [Formula; 2]) -> [Verdict; 2] {
    let mut solver = Solver::new(numeration);
    sentences.map(|sentence| solver.decide(&sentence).unwrap())
}

/// The heap is empty or less may be taken than its least part.
fn below_least_part(numeration: &Numeration) -> impl Fn(Term, Term) -> Formula {
    let lowest = lowest(numeration);
    move |n, most| {
        let part = value(&lowest, std::slice::from_ref(&n), |part| most.clone().below(part));
        n.equals(0).or(part)
    }
}

#[test]
fn takings_limited_by_the_last_one() {
    // K = 1: powers of two; K = 2: Whinihan 1963, Fibonacci numbers; K = 3: Schwenk 1970
    let binary = Numeration::base(2).unwrap();
    let fibonacci = Numeration::fibonacci().unwrap();
    let three = Numeration::linear("three-fold", &[1, 0, 0, 1], &[1, 2, 3, 4, 6]).unwrap();
    for (numeration, k) in [(binary, 1), (fibonacci, 2), (three, 3)] {
        let right = take_away(k, below_least_part(&numeration));
        assert_eq!(decide(&numeration, right), PROVED, "K = {k}");
        let wrong = take_away(k + 1, below_least_part(&numeration));
        assert_ne!(decide(&numeration, wrong), PROVED, "K = {k}");
        let lowest = lowest(&numeration);
        let wrong = take_away(k, |n, most| {
            let part = value(&lowest, std::slice::from_ref(&n), |part| most.clone().at_most(part));
            n.equals(0).or(part)
        });
        assert_ne!(decide(&numeration, wrong), PROVED, "K = {k}");
    }
}

#[test]
fn fibonacci_nim_with_a_witness() {
    let numeration = Numeration::fibonacci().unwrap();
    let mut solver = Solver::new(&numeration);
    let lost = below_least_part(&numeration)(v("n"), v("most"));
    let lost = relation(&mut solver, "P", &["n", "most"], &lost);
    let taken = || v("n") - v("rest");
    let moves =
        v("rest").below("n").and(taken().at_most("most")).and(v("limit").equals(taken() * 2));
    let mut game = Game { solver, lost, from: vec!["n", "most"], to: vec!["rest", "limit"], moves };
    assert_eq!(game.prove(), PROVED);
}

#[test]
fn what_is_too_large_says_so() {
    let numeration = Numeration::fibonacci().unwrap();
    let pairs = beatty_pairs(&numeration, 1);
    let diagonal = (v("x") - v("u")).equals(v("y") - v("w"));
    let mut game = queens(&numeration, pairs, diagonal);
    game.solver = Solver::with_limits(&numeration, Limits { states: 20, edges: 1000 });
    let Err(error) = game.solver.decide(&game.reached()) else { panic!() };
    assert!(matches!(error, Error::TooLarge { cap: 20 | 1000, .. }));
    let message = error.to_string();
    assert!(message.contains("exceed the limit of") && message.contains("over ("), "{message}");
}
