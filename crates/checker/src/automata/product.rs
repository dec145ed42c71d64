//! Emptiness of formulas and covers, on products that are built while they are walked.
//!
//! Every part of a formula is deterministic, so a formula without quantifiers is read word by word
//! as one tuple of states, and has no solution exactly when no tuple that is reached satisfies it.

use super::formula::{Formula, Linear, Machine, Sign, Variable};
use super::numeration::Numeration;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Most tuples of states of one walk.
const STATES: usize = 400_000;
/// Most steps between them that are looked at.
const STEPS: usize = 60_000_000;
/// The state that rejects whatever follows.
const DEAD: usize = usize::MAX;

/// One deterministic part of a formula.
#[derive(PartialEq)]
enum Part {
    /// The value with `k` digits to come, all 0, for `k` from 0 up; or its sign, for all `k`.
    Sum(Linear),
    /// The same modulo a number.
    Modulo(Linear, i128),
    Word(Rc<Machine>, Vec<Variable>),
}

impl Part {
    /// The number of variables whose digits must be known to read it.
    fn level(&self) -> usize {
        let last = match self {
            Self::Sum(linear) | Self::Modulo(linear, _) => linear.coefficients.keys().max(),
            Self::Word(_, tracks) => tracks.iter().max(),
        };
        last.map_or(0, |&last| last + 1)
    }
}

/// What has been read of a part.
#[derive(Clone, PartialEq, Eq, Hash)]
enum State {
    Open(Vec<i128>),
    /// The sign of the sum is known, whatever follows.
    Signed(i8),
    At(usize),
    /// Not read this far, or without influence on the truth of the formula.
    Unknown,
}

/// The formula with its atoms numbered by parts.
enum Tree {
    Constant(bool),
    Compare(usize, Sign),
    Remainder(usize, i128),
    Word(usize),
    Not(Box<Tree>),
    And(Vec<Tree>),
    Or(Vec<Tree>),
}

impl Tree {
    /// Calls `visit` with every part.
    fn parts(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Self::Constant(_) => {}
            Self::Compare(at, _) | Self::Remainder(at, _) | Self::Word(at) => visit(*at),
            Self::Not(inner) => inner.parts(visit),
            Self::And(list) | Self::Or(list) => list.iter().for_each(|tree| tree.parts(visit)),
        }
    }
}

/// A formula as a deterministic product: all of `all` hold.
struct Product<'n> {
    numeration: &'n Numeration,
    variables: usize,
    parts: Vec<Part>,
    all: Vec<Tree>,
    /// By the number of variables whose digit is known: the parts that can be read then, and which
    /// of `all` these change.
    levels: Vec<(Vec<usize>, Vec<usize>)>,
    /// By variable: whether nothing depends on it, so that 0 will do.
    idle: Vec<bool>,
}

/// States of the words of the variables, and of the parts.
type Position = (Vec<usize>, Vec<State>);
/// What is done with a tuple of digits and where it leads.
type Visit<'a> = &'a mut dyn FnMut(&[u32], Position) -> Result<(), String>;

impl<'n> Product<'n> {
    fn new(
        numeration: &'n Numeration,
        variables: usize,
        formula: &Formula,
    ) -> Result<Self, String> {
        let mut used = BTreeSet::new();
        formula.variables(&mut used);
        let idle = (0..variables).map(|v| !used.contains(&v)).collect();
        let (parts, all, levels) = (Vec::new(), Vec::new(), Vec::new());
        let mut product = Self { numeration, variables, parts, all, levels, idle };
        let mut open = vec![formula];
        while let Some(formula) = open.pop() {
            match formula {
                Formula::And(list) => open.extend(list.iter().rev()),
                formula => {
                    let tree = product.tree_of(formula)?;
                    product.all.push(tree);
                }
            }
        }
        product.levels = vec![(Vec::new(), Vec::new()); variables + 1];
        for (at, part) in product.parts.iter().enumerate() {
            product.levels[part.level()].0.push(at);
        }
        for (at, tree) in product.all.iter().enumerate() {
            let mut own = BTreeSet::new();
            tree.parts(&mut |part| {
                own.insert(product.parts[part].level());
            });
            own.into_iter().for_each(|level| product.levels[level].1.push(at));
        }
        Ok(product)
    }

    fn tree_of(&mut self, formula: &Formula) -> Result<Tree, String> {
        let known = |linear: &Linear, own: usize| {
            linear.coefficients.keys().all(|&v| v < own).then_some(()).ok_or("unknown variable")
        };
        let own = self.variables;
        let all = |product: &mut Self, list: &[Formula]| {
            list.iter().map(|f| product.tree_of(f)).collect::<Result<Vec<_>, String>>()
        };
        Ok(match formula {
            Formula::Constant(truth) => Tree::Constant(*truth),
            Formula::Compare(linear, sign) => {
                known(linear, own)?;
                let at = self.part(Part::Sum(linear.clone()));
                Tree::Compare(at, *sign)
            }
            Formula::Remainder(linear, modulus, rest) => {
                known(linear, own)?;
                if !(1..=1 << 32).contains(modulus) {
                    return Err(format!("a remainder modulo {modulus}"));
                }
                let at = self.part(Part::Modulo(linear.clone(), *modulus));
                Tree::Remainder(at, *rest)
            }
            Formula::Word(machine, tracks) => {
                let sound = machine.is_sound(self.numeration.radix(), tracks.len());
                if !sound || tracks.iter().any(|&v| v >= own) {
                    return Err("a machine has wrong states, digits or tracks".to_owned());
                }
                Tree::Word(self.part(Part::Word(Rc::clone(machine), tracks.clone())))
            }
            Formula::Not(inner) => Tree::Not(Box::new(self.tree_of(inner)?)),
            Formula::And(list) => Tree::And(all(self, list)?),
            Formula::Or(list) => Tree::Or(all(self, list)?),
        })
    }

    fn part(&mut self, part: Part) -> usize {
        if let Some(known) = self.parts.iter().position(|other| *other == part) {
            return known;
        }
        self.parts.push(part);
        self.parts.len() - 1
    }

    fn start(&self) -> Position {
        let zeros = || State::Open(vec![0; self.numeration.places().len()]);
        let states = self.parts.iter().map(|part| match part {
            Part::Sum(_) | Part::Modulo(..) => zeros(),
            Part::Word(..) => State::At(0),
        });
        (vec![0; self.variables], states.collect())
    }

    /// The state after one more digit for each variable.
    fn step(&self, part: &Part, state: &State, digits: &[u32]) -> Result<State, String> {
        let overflow = || "a sum exceeds 128 bits".to_owned();
        let read = |linear: &Linear, sums: &[i128]| -> Option<Vec<i128>> {
            let terms = linear.coefficients.iter().map(|(&v, c)| c.checked_mul(digits[v].into()));
            let digit = terms.into_iter().try_fold(0i128, |sum, term| sum.checked_add(term?))?;
            let shifted = sums[1..].iter().copied().chain([self.numeration.next(sums)?]);
            let places = self.numeration.places().iter();
            shifted.zip(places).map(|(s, u)| s.checked_add(digit.checked_mul(*u)?)).collect()
        };
        Ok(match (part, state) {
            (_, State::Signed(_) | State::Unknown) => state.clone(),
            (Part::Word(machine, tracks), State::At(at)) => {
                let word: Vec<u32> = tracks.iter().map(|&v| digits[v]).collect();
                let row = machine.steps.get(*at);
                State::At(row.and_then(|row| row.get(&word)).copied().unwrap_or(DEAD))
            }
            (Part::Sum(linear), State::Open(sums)) => {
                let sums = read(linear, sums).ok_or_else(overflow)?;
                match self.certain(linear, &sums) {
                    Some(sign) => State::Signed(sign),
                    None => State::Open(sums),
                }
            }
            (Part::Modulo(linear, modulus), State::Open(sums)) => {
                let sums = read(linear, sums).ok_or_else(overflow)?;
                State::Open(sums.iter().map(|s| s.rem_euclid(*modulus)).collect())
            }
            _ => return Err("a part in a state of another".to_owned()),
        })
    }

    /// The sign of the sum when no digits to come change it. `k` digits to come are worth at most
    /// `U(k) - 1` for each variable, so the sum is at least `s(k) - negative * U(k) + negative + c`;
    /// without its constant part that satisfies the recurrence, whose weights are not negative with
    /// a sum of at least 1: where as many members as the recurrence has weights are at least a bound
    /// that is not negative, all later ones are.
    fn certain(&self, linear: &Linear, sums: &[i128]) -> Option<i8> {
        let side = |sign: i128| {
            let opposing = linear.coefficients.values().map(|&c| sign.checked_mul(c));
            let opposing = opposing
                .into_iter()
                .try_fold(0i128, |sum, c| sum.checked_add(c?.min(0).checked_neg()?))?;
            let constant = sign.checked_mul(linear.constant)?;
            let bound = 1i128.checked_sub(constant.checked_add(opposing)?)?.max(0);
            for (s, u) in sums.iter().zip(self.numeration.places()) {
                let low = sign.checked_mul(*s)?.checked_sub(opposing.checked_mul(*u)?)?;
                if low < bound {
                    return None;
                }
            }
            Some(())
        };
        side(1).map(|()| 1).or_else(|| side(-1).map(|()| -1))
    }

    /// The truth of a formula, at the end of the words (`last`) or where no continuation changes it.
    /// While it is open, `live` gets the parts that it depends on.
    fn truth(
        &self,
        tree: &Tree,
        states: &[State],
        last: bool,
        live: &mut Vec<usize>,
    ) -> Option<bool> {
        let compare = |value: i128, sign| match sign {
            Sign::Zero => value == 0,
            Sign::AtMost => value <= 0,
        };
        let (part, truth) = match tree {
            Tree::Constant(truth) => return Some(*truth),
            Tree::Not(inner) => return self.truth(inner, states, last, live).map(|truth| !truth),
            Tree::And(list) | Tree::Or(list) => {
                let wanted = matches!(tree, Tree::Or(_));
                let (before, mut open) = (live.len(), false);
                for tree in list {
                    match self.truth(tree, states, last, live) {
                        Some(truth) if truth == wanted => {
                            live.truncate(before);
                            return Some(wanted);
                        }
                        Some(_) => {}
                        None => open = true,
                    }
                }
                return if open { None } else { Some(!wanted) };
            }
            Tree::Compare(at, sign) => {
                let truth = match (&states[*at], &self.parts[*at]) {
                    (State::Signed(value), _) => Some(compare((*value).into(), *sign)),
                    (State::Open(sums), Part::Sum(linear)) if last => {
                        Some(compare(sums[0].checked_add(linear.constant)?, *sign))
                    }
                    _ => None,
                };
                (*at, truth)
            }
            Tree::Remainder(at, rest) => {
                let truth = match (&states[*at], &self.parts[*at]) {
                    (State::Open(sums), Part::Modulo(linear, modulus)) if last => {
                        let sum = sums[0].checked_add(linear.constant)?;
                        Some(sum.rem_euclid(*modulus) == *rest)
                    }
                    _ => None,
                };
                (*at, truth)
            }
            Tree::Word(at) => {
                let truth = match (&states[*at], &self.parts[*at]) {
                    (State::At(DEAD), _) => Some(false),
                    (State::At(state), Part::Word(machine, _)) if last => {
                        Some(machine.accepting[*state])
                    }
                    _ => None,
                };
                (*at, truth)
            }
        };
        if truth.is_none() {
            live.push(part);
        }
        truth
    }

    /// Calls `visit` with every tuple of digits that goes on with words of numbers, and where it
    /// leads, unless the formula is false whatever follows.
    fn follow(&self, from: &Position, steps: &mut usize, visit: Visit<'_>) -> Result<(), String> {
        // what cannot change is known before it is read
        let kept = |state: &State| match state {
            State::Signed(_) | State::At(DEAD) => state.clone(),
            _ => State::Unknown,
        };
        let next = from.1.iter().map(kept).collect();
        self.descend(from, &mut Vec::new(), (Vec::new(), next), steps, visit)
    }

    /// Chooses the digits variable by variable, so that those which definitions fix are not tried in
    /// vain together with all that follow.
    fn descend(
        &self,
        from: &Position,
        digits: &mut Vec<u32>,
        (mut words, mut next): Position,
        steps: &mut usize,
        visit: Visit<'_>,
    ) -> Result<(), String> {
        *steps += 1;
        if *steps > STEPS {
            return Err(format!("more than {STEPS} steps"));
        }
        let level = digits.len();
        let (parts, changed) = &self.levels[level];
        for &at in parts {
            next[at] = self.step(&self.parts[at], &from.1[at], digits)?;
        }
        let mut live = Vec::new();
        let mut fails =
            |at: &usize| self.truth(&self.all[*at], &next, false, &mut live) == Some(false);
        if changed.iter().any(&mut fails) {
            return Ok(());
        }
        if level == self.variables {
            live.clear();
            for tree in &self.all {
                self.truth(tree, &next, false, &mut live);
            }
            for (at, state) in next.iter_mut().enumerate() {
                if !matches!(state, State::Signed(_) | State::At(DEAD)) && !live.contains(&at) {
                    *state = State::Unknown;
                }
            }
            return visit(digits, (words, next));
        }
        let limit = if self.idle[level] { 1 } else { usize::MAX };
        for (digit, &to) in self.numeration.words().steps[from.0[level]].iter().take(limit) {
            digits.push(digit[0]);
            words.push(to);
            self.descend(from, digits, (words.clone(), next.clone()), steps, visit)?;
            words.pop();
            digits.pop();
        }
        Ok(())
    }

    /// Whether the words may end here, with the formula true.
    fn accepts(&self, (words, states): &Position) -> Result<bool, String> {
        let complete = words.iter().all(|&word| self.numeration.words().accepting[word]);
        for tree in &self.all {
            let truth = self.truth(tree, states, true, &mut Vec::new());
            if !truth.ok_or("a sum exceeds 128 bits")? {
                return Ok(false);
            }
        }
        Ok(complete)
    }
}

/// Whether no natural numbers satisfy the formula over variables `0..variables`.
///
/// # Errors
/// The limit that was met, or what is wrong with the formula.
pub fn is_empty(
    numeration: &Numeration,
    variables: usize,
    formula: &Formula,
) -> Result<bool, String> {
    covered(numeration, variables, formula, &[])
}

/// Whether for every solution of the formula over the variables one of the witnesses accepts it
/// followed by some words of numbers. The tracks of a witness are the variables listed for it and
/// then any number of others.
///
/// # Errors
/// As for [`is_empty`].
pub fn covered(
    numeration: &Numeration,
    variables: usize,
    formula: &Formula,
    witnesses: &[(Machine, Vec<Variable>)],
) -> Result<bool, String> {
    let mut product = Product::new(numeration, variables, formula)?;
    // a state of each witness, and of the words on its other tracks
    let mut choices = Vec::new();
    for (machine, inputs) in witnesses {
        let tracks = machine.steps.first().and_then(|row| row.keys().next()).map_or(0, Vec::len);
        if inputs.iter().any(|&v| v >= variables) || inputs.len() > tracks {
            return Err("a witness has too few tracks".to_owned());
        }
        if !machine.is_sound(numeration.radix(), tracks) {
            return Err("a witness has wrong states or digits".to_owned());
        }
        inputs.iter().for_each(|&v| product.idle[v] = false);
        choices.push(Choice { machine, inputs, others: tracks - inputs.len(), numeration });
    }
    let mut start = Vec::new();
    for choice in &choices {
        let mut reached = BTreeSet::from([(0, vec![0; choice.others])]);
        loop {
            // outputs may be longer than the inputs
            let more = choice.after(&reached, &vec![0; variables]);
            let before = reached.len();
            reached.extend(more);
            if reached.len() == before {
                break;
            }
        }
        start.push(reached);
    }
    let first = (product.start(), start);
    let mut index = HashMap::from([(first.clone(), ())]);
    let mut stack = vec![first];
    let mut steps = 0;
    while let Some((position, reached)) = stack.pop() {
        let chosen = choices.iter().zip(&reached).any(|(choice, states)| choice.accepts(states));
        if !chosen && product.accepts(&position)? {
            return Ok(false);
        }
        product.follow(&position, &mut steps, &mut |digits, next| {
            let after = choices.iter().zip(&reached).map(|(c, states)| c.after(states, digits));
            let next = (next, after.collect::<Vec<_>>());
            if index.insert(next.clone(), ()).is_none() {
                stack.push(next);
            }
            if index.len() > STATES {
                return Err(format!("more than {STATES} states"));
            }
            Ok(())
        })?;
    }
    Ok(true)
}

/// A witness read with its inputs given and its other tracks open.
struct Choice<'a> {
    machine: &'a Machine,
    inputs: &'a [Variable],
    others: usize,
    numeration: &'a Numeration,
}

type Reached = BTreeSet<(usize, Vec<usize>)>;

impl Choice<'_> {
    fn after(&self, states: &Reached, digits: &[u32]) -> Reached {
        let words = self.numeration.words();
        let wanted: Vec<u32> = self.inputs.iter().map(|&v| digits[v]).collect();
        let mut reached = Reached::new();
        for (state, before) in states {
            let steps = self.machine.steps[*state].range(wanted.clone()..);
            for (word, &target) in steps.take_while(|(word, _)| word.starts_with(&wanted)) {
                let output = &word[wanted.len()..];
                let next = before.iter().zip(output).map(|(&w, &d)| words.steps[w].get(&vec![d]));
                if let Some(next) = next.map(Option::<&usize>::copied).collect() {
                    reached.insert((target, next));
                }
            }
        }
        reached
    }

    fn accepts(&self, states: &Reached) -> bool {
        let words = &self.numeration.words().accepting;
        let ends = |(state, before): &(usize, Vec<usize>)| {
            self.machine.accepting[*state] && before.iter().all(|&word| words[word])
        };
        debug_assert!(states.iter().all(|state| state.1.len() == self.others));
        states.iter().any(ends)
    }
}
