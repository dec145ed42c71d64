//! Emptiness of formulas and covers, on products that are built while they are walked.
//!
//! Every part of a formula is deterministic, so reading words takes a formula without quantifiers
//! through tuples of states, and it has no solution exactly when no tuple that is reached satisfies it.
//! The digits of one place are read variable by variable, and tuples that recur within a place are not
//! followed again: if many variables have little in common, few of their tuples of digits lead to
//! different states.

mod met;
mod parts;
mod tracks;

use crate::Error;
use crate::eliminate::conjuncts;
use crate::formula::{Formula, Machine, OPEN, Sign, Variable};
use crate::numeration::Numeration;
use hashbrown::HashSet;
use met::{Met, change};
use parts::{Atom, Reading, START, UNKNOWN};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

/// Most tuples of states of one walk.
const STATES: usize = 400_000;
/// Most steps between them that are looked at.
const STEPS: usize = 60_000_000;

/// A formula over the parts and formulas before it: what occurs twice is kept once.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    Constant(bool),
    Compare(usize, Sign),
    Remainder(usize, i128),
    Word(usize),
    Not(usize),
    And(Vec<usize>),
    Or(Vec<usize>),
}

/// A formula as a deterministic product.
struct Product<'n> {
    numeration: &'n Numeration,
    variables: usize,
    parts: Vec<Reading>,
    /// Each only speaks of those before it.
    nodes: Vec<Node>,
    /// Which nodes must hold, all of them.
    roots: Vec<usize>,
    /// By variable: what its digit tells.
    levels: Vec<Level>,
    /// By state of the words of numbers: the digits that are possible, and where they lead.
    words: Vec<Vec<(u32, u32)>>,
}

/// What a digit more tells.
#[derive(Clone, Default)]
struct Level {
    /// The parts that read it.
    parts: Vec<usize>,
    /// The nodes that speak of these, in order, each with whether it is a root.
    nodes: Vec<(usize, bool)>,
    /// Whether nothing depends on it, so that 0 will do.
    is_idle: bool,
}

/// States of the words of the variables, and then of the parts.
type Position = Box<[u32]>;
/// By node: its truth, where no continuation changes it.
type Truths = Vec<Option<bool>>;

/// A walk through all positions, and what the digits chosen at the one at hand tell.
struct Walk {
    /// The position with the digits chosen so far, and its hash.
    at: Vec<u32>,
    hash: u64,
    /// By variable whose digit is being chosen.
    choices: Vec<Choice>,
    /// The states before the digits chosen, of the parts that read them.
    before: Vec<u32>,
    truths: Truths,
    /// The nodes whose truth the digits told, in their order.
    told: Vec<usize>,
    /// The tuples met within places, lest they are followed again.
    met: Met,
    found: HashSet<Position>,
    /// Those found and not followed.
    open: Vec<Position>,
    steps: usize,
}

/// The digits of one variable tried in turn, and what there was before.
struct Choice {
    tried: usize,
    word: u32,
    hash: u64,
    before: usize,
    told: usize,
}

impl<'n> Product<'n> {
    /// The formula, where none of the witnesses accepts.
    fn new(
        numeration: &'n Numeration,
        variables: usize,
        formula: &Formula,
        witnesses: &[(Machine, Vec<Variable>)],
    ) -> Result<Self, Error> {
        let kept: BTreeSet<Variable> =
            witnesses.iter().flat_map(|(_, inputs)| inputs).copied().collect();
        let mut used = kept.clone();
        formula.variables(&mut used);
        if used.last().is_some_and(|&last| last >= variables) {
            return Err(Error::Malformed("unknown variable".into()));
        }
        let formulas = conjuncts(formula, &kept).ok_or(Error::Overflow)?;
        let words = numeration.words().steps.iter();
        let words = words.map(|row| row.iter().map(|(digit, &to)| (digit[0], to as u32)).collect());
        let mut product = Self {
            numeration,
            variables,
            parts: Vec::new(),
            nodes: Vec::new(),
            roots: Vec::new(),
            levels: Vec::new(),
            words: words.collect(),
        };
        let mut known = HashMap::new();
        for formula in &formulas {
            let root = product.node_of(formula, &mut known)?;
            product.roots.push(root);
        }
        for (machine, inputs) in witnesses {
            let tracks = machine.tracks();
            if inputs.len() > tracks {
                return Err(Error::Malformed("a witness has too few tracks".into()));
            }
            if !machine.is_sound(numeration.radix(), tracks) {
                return Err(Error::Malformed("a witness has wrong states or digits".into()));
            }
            let part = product.part(Atom::Word(Rc::new(machine.clone()), inputs.clone()));
            let accepts = product.node(Node::Word(part), &mut known);
            let fails = product.node(Node::Not(accepts), &mut known);
            product.roots.push(fails);
        }
        product.levels = product.levels();
        Ok(product)
    }

    fn levels(&self) -> Vec<Level> {
        let idle = Level { is_idle: true, ..Level::default() };
        let mut levels = vec![idle; self.variables];
        for (at, part) in self.parts.iter().enumerate() {
            for &variable in &part.variables {
                levels[variable].parts.push(at);
                levels[variable].is_idle = false;
            }
        }
        // the variables whose digits may change each node
        let mut changes: Vec<BTreeSet<Variable>> = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            let own = match node {
                Node::Constant(_) => BTreeSet::new(),
                Node::Compare(part, _) | Node::Remainder(part, _) => {
                    self.parts[*part].variables.last().copied().into_iter().collect()
                }
                Node::Word(part) => self.parts[*part].variables.iter().copied().collect(),
                Node::Not(inner) => changes[*inner].clone(),
                Node::And(list) | Node::Or(list) => {
                    list.iter().flat_map(|&node| changes[node].iter().copied()).collect()
                }
            };
            for &variable in &own {
                levels[variable].nodes.push((at, self.roots.contains(&at)));
            }
            changes.push(own);
        }
        levels
    }

    fn node_of(
        &mut self,
        formula: &Formula,
        known: &mut HashMap<Node, usize>,
    ) -> Result<usize, Error> {
        let mut all = |product: &mut Self, list: &[Formula]| {
            list.iter().map(|f| product.node_of(f, known)).collect::<Result<Vec<_>, Error>>()
        };
        let node = match formula {
            Formula::Constant(truth) => Node::Constant(*truth),
            Formula::Compare(linear, sign) => {
                linear.bounded()?;
                Node::Compare(self.part(Atom::Sum(linear.clone())), *sign)
            }
            Formula::Remainder(linear, modulus, rest) => {
                if *modulus < 1 || modulus.unsigned_abs() > OPEN {
                    return Err(Error::Malformed(
                        format!("a remainder modulo {modulus}, which is not 1 to {OPEN}").into(),
                    ));
                }
                Node::Remainder(self.part(Atom::Modulo(linear.clone(), *modulus)), *rest)
            }
            Formula::Word(machine, tracks) => {
                if !machine.is_sound(self.numeration.radix(), tracks.len()) {
                    return Err(Error::Malformed(
                        "a machine has wrong states, digits or tracks".into(),
                    ));
                }
                Node::Word(self.part(Atom::Word(Rc::clone(machine), tracks.clone())))
            }
            Formula::Not(inner) => Node::Not(self.node_of(inner, known)?),
            Formula::And(list) => Node::And(all(self, list)?),
            Formula::Or(list) => Node::Or(all(self, list)?),
        };
        Ok(self.node(node, known))
    }

    fn node(&mut self, node: Node, known: &mut HashMap<Node, usize>) -> usize {
        *known.entry(node).or_insert_with_key(|node| {
            self.nodes.push(node.clone());
            self.nodes.len() - 1
        })
    }

    fn part(&mut self, part: Atom) -> usize {
        if let Some(known) = self.parts.iter().position(|other| other.part == part) {
            return known;
        }
        self.parts.push(Reading::new(part, self.numeration));
        self.parts.len() - 1
    }

    fn start(&self) -> Position {
        [vec![0; self.variables], vec![START; self.parts.len()]].concat().into()
    }

    /// The truth of a node by those before it: at the end of the words (`last`), or where no
    /// continuation changes it.
    fn truth(&self, at: usize, states: &[u32], truths: &Truths, last: bool) -> Option<bool> {
        let any = |list: &[usize], wanted: bool| {
            let mut open = false;
            for &node in list {
                match truths[node] {
                    Some(truth) if truth == wanted => return Some(wanted),
                    Some(_) => {}
                    None => open = true,
                }
            }
            if open { None } else { Some(!wanted) }
        };
        match &self.nodes[at] {
            Node::Constant(truth) => Some(*truth),
            Node::Not(inner) => truths[*inner].map(|truth| !truth),
            Node::And(list) => any(list, false),
            Node::Or(list) => any(list, true),
            Node::Compare(at, sign) => self.parts[*at].compares(states[*at], *sign, last),
            Node::Remainder(at, rest) if last => self.parts[*at].leaves(states[*at], *rest),
            Node::Remainder(..) => None,
            Node::Word(at) => self.parts[*at].accepts(states[*at], last, self.numeration),
        }
    }

    /// The truth of all nodes.
    fn truths(&self, states: &[u32], last: bool) -> Truths {
        let mut truths = Vec::with_capacity(self.nodes.len());
        for at in 0..self.nodes.len() {
            truths.push(self.truth(at, states, &truths, last));
        }
        truths
    }

    /// Forgets the states on which the truth of the formula no longer depends.
    fn forget(&self, truths: &Truths, states: &mut [u32]) {
        let (mut seen, mut live) = (vec![false; truths.len()], vec![false; states.len()]);
        let mut open = self.roots.clone();
        while let Some(at) = open.pop() {
            if truths[at].is_some() || std::mem::replace(&mut seen[at], true) {
                continue;
            }
            match &self.nodes[at] {
                Node::Constant(_) => {}
                Node::Compare(part, _) | Node::Remainder(part, _) | Node::Word(part) => {
                    live[*part] = true;
                }
                Node::Not(inner) => open.push(*inner),
                Node::And(list) | Node::Or(list) => open.extend(list),
            }
        }
        for ((state, part), live) in states.iter_mut().zip(&self.parts).zip(live) {
            if !live && !part.is_final(*state) {
                *state = UNKNOWN;
            }
        }
    }

    /// Finds the positions to which the digits of one more place lead, unless the formula is false
    /// whatever follows. The digits are chosen variable by variable, so that those which definitions
    /// fix are not tried in vain together with all that follow.
    fn follow(&mut self, from: Position, walk: &mut Walk) -> Result<(), Error> {
        walk.truths = self.truths(&from[self.variables..], false);
        walk.at = from.into_vec();
        walk.hash = (0..).zip(&walk.at).fold(0, |h: u64, (i, &s)| h.wrapping_add(change(i, 0, s)));
        self.go_on(walk)?;
        while let Some(variable) = walk.choices.len().checked_sub(1) {
            walk.step()?;
            let choice = &mut walk.choices[variable];
            for at in walk.told.drain(choice.told..) {
                walk.truths[at] = None;
            }
            let digits = &self.words[choice.word as usize];
            let level = &self.levels[variable];
            let most = if level.is_idle { 1 } else { digits.len() };
            if choice.tried == most {
                walk.go_back(variable, self.variables, level);
                continue;
            }
            let (digit, to) = digits[choice.tried];
            choice.tried += 1;
            let mut hash = choice.hash.wrapping_add(change(variable, choice.word, to));
            walk.at[variable] = to;
            for (&part, &state) in level.parts.iter().zip(&walk.before[choice.before..]) {
                let to = self.parts[part].step(state, digit, self.numeration)?;
                walk.at[self.variables + part] = to;
                hash = hash.wrapping_add(change(self.variables + part, state, to));
            }
            walk.hash = hash;
            let read = walk.choices.len() as u32;
            if !walk.met.has(&walk.at, read, hash) && self.may_hold(variable, walk) {
                self.go_on(walk)?;
            }
        }
        Ok(())
    }

    /// Looks at what the digit of a variable tells; whether the formula may still hold.
    fn may_hold(&self, variable: Variable, walk: &mut Walk) -> bool {
        for &(at, is_root) in &self.levels[variable].nodes {
            if walk.truths[at].is_none() {
                let truth = self.truth(at, &walk.at[self.variables..], &walk.truths, false);
                walk.told.extend(truth.map(|_| at));
                walk.truths[at] = truth;
            }
            if is_root && walk.truths[at] == Some(false) {
                return false;
            }
        }
        true
    }

    /// Goes on to the next variable; behind the last one, notes the position.
    fn go_on(&self, walk: &mut Walk) -> Result<(), Error> {
        let variable = walk.choices.len();
        if let Some(level) = self.levels.get(variable) {
            let (before, told) = (walk.before.len(), walk.told.len());
            walk.before.extend(level.parts.iter().map(|&part| walk.at[self.variables + part]));
            let (word, hash) = (walk.at[variable], walk.hash);
            walk.choices.push(Choice { tried: 0, word, hash, before, told });
            return Ok(());
        }
        let mut position: Position = walk.at.as_slice().into();
        self.forget(&walk.truths, &mut position[self.variables..]);
        if walk.found.insert(position.clone()) {
            walk.open.push(position);
        }
        match walk.found.len() > STATES {
            true => Err(Error::TooLarge(format!("more than {STATES} states").into())),
            false => Ok(()),
        }
    }

    /// Whether the words may end here, with the formula true.
    fn accepts(&self, position: &[u32]) -> Result<bool, Error> {
        let (words, states) = position.split_at(self.variables);
        let accepting = &self.numeration.words().accepting;
        let complete = words.iter().all(|&word| accepting[word as usize]);
        let truths = self.truths(states, true);
        for &root in &self.roots {
            if !truths[root].ok_or(Error::Overflow)? {
                return Ok(false);
            }
        }
        Ok(complete)
    }
}

impl Walk {
    /// Counts a step; tuples of very many numbers count as several.
    fn step(&mut self) -> Result<(), Error> {
        let before = self.steps >> 12;
        self.steps += 1 + self.at.len() / 256;
        if self.steps > STEPS {
            return Err(Error::TooLarge(format!("more than {STEPS} steps").into()));
        }
        match self.steps >> 12 > before && patience::is_over() {
            true => Err(Error::Interrupted),
            false => Ok(()),
        }
    }

    /// Leaves a variable whose digits were all tried; `states` is where the states of parts begin.
    fn go_back(&mut self, variable: Variable, states: usize, level: &Level) {
        let Some(choice) = self.choices.pop() else { return };
        self.at[variable] = choice.word;
        self.hash = choice.hash;
        for (&part, state) in level.parts.iter().zip(self.before.drain(choice.before..)) {
            self.at[states + part] = state;
        }
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
) -> Result<bool, Error> {
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
) -> Result<bool, Error> {
    let is_asked = |known: &Answered| {
        known.variables == variables
            && known.formula == *formula
            && known.witnesses == witnesses
            && known.numeration == *numeration
    };
    let known =
        ANSWERED.with_borrow(|all| all.iter().find(|known| is_asked(known)).map(|k| k.answer));
    if let Some(answer) = known {
        return Ok(answer);
    }
    let mut steps = 0;
    let answer = walked(numeration, variables, formula, witnesses, &mut steps)?;
    if steps >= WORTH_KEEPING {
        let (numeration, formula) = (numeration.clone(), formula.clone());
        let witnesses = witnesses.to_vec();
        ANSWERED.with_borrow_mut(|all| {
            all.truncate(MAX_ANSWERED - 1);
            all.push_front(Answered { numeration, variables, formula, witnesses, answer });
        });
    }
    Ok(answer)
}

/// A question that took long, with its answer. Statements that follow from one law ask it again.
struct Answered {
    numeration: Numeration,
    variables: usize,
    formula: Formula,
    witnesses: Vec<(Machine, Vec<Variable>)>,
    answer: bool,
}

/// Steps that a question takes whose answer is kept, and how many are kept.
const WORTH_KEEPING: usize = 1 << 9;
const MAX_ANSWERED: usize = 128;

thread_local! {
    /// The last questions of this thread that took long, the newest first.
    static ANSWERED: RefCell<VecDeque<Answered>> = const { RefCell::new(VecDeque::new()) };
}

/// [`covered`], found by walking the product; `steps` counts how many steps that takes.
fn walked(
    numeration: &Numeration,
    variables: usize,
    formula: &Formula,
    witnesses: &[(Machine, Vec<Variable>)],
    steps: &mut usize,
) -> Result<bool, Error> {
    let mut product = Product::new(numeration, variables, formula, witnesses)?;
    let start = product.start();
    let mut walk = Walk {
        at: Vec::new(),
        hash: 0,
        choices: Vec::new(),
        before: Vec::new(),
        truths: Vec::new(),
        told: Vec::new(),
        met: Met::new(start.len()),
        found: HashSet::from_iter([start.clone()]),
        open: vec![start],
        steps: 0,
    };
    let mut has_solution = false;
    while let Some(position) = walk.open.pop() {
        has_solution = product.accepts(&position)?;
        if has_solution {
            break;
        }
        product.follow(position, &mut walk)?;
    }
    *steps = walk.steps;
    Ok(!has_solution)
}
