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
mod truths;

use crate::eliminate::conjuncts;
use crate::formula::{Formula, Linear, Machine, OPEN, Sign, Variable};
use crate::numeration::Numeration;
use crate::{Error, Result};
use hashbrown::HashSet;
use message::message;
use met::{Met, change};
use parts::{Atom, PartAutomaton, START};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;
use truths::{Circuit, Gate, Truths};

/// Most tuples of states of one walk.
const STATES: usize = 400_000;
/// Most steps between them that are looked at.
const STEPS: usize = 60_000_000;

/// A formula over the parts and formulas before it: what occurs twice is kept once.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Node {
    Constant(bool),
    /// The sum that a part reads with one of its constants, negated or not.
    Compare {
        part: usize,
        constant: usize,
        is_negated: bool,
        sign: Sign,
    },
    Remainder(usize, i128),
    Word(usize),
    Not(usize),
    And(Vec<usize>),
    Or(Vec<usize>),
}

impl Node {
    /// How its truth follows from that of other nodes.
    fn gate(&self) -> (Gate, &[usize]) {
        match self {
            Self::Constant(true) => (Gate::All, &[]),
            Self::Constant(false) => (Gate::Any, &[]),
            Self::Compare { .. } | Self::Remainder(..) | Self::Word(_) => (Gate::Leaf, &[]),
            Self::Not(inner) => (Gate::Not, std::slice::from_ref(inner)),
            Self::And(list) => (Gate::All, list),
            Self::Or(list) => (Gate::Any, list),
        }
    }
}

/// The nodes of a formula and the parts that they speak of, as they are found.
#[derive(Default)]
struct Nodes {
    all: Vec<Node>,
    known: HashMap<Node, usize>,
    /// Each with the constants that are added to its sum, if it is one.
    atoms: Vec<(Atom, Vec<i128>)>,
}

impl Nodes {
    /// The node of a formula.
    fn of(&mut self, formula: &Formula, numeration: &Numeration) -> Result<usize> {
        let mut all = |list: &[Formula]| {
            list.iter().map(|f| self.of(f, numeration)).collect::<Result<Vec<_>>>()
        };
        let node = match formula {
            Formula::Constant(truth) => Node::Constant(*truth),
            Formula::Compare(linear, sign) => {
                linear.bounded()?;
                self.compare(linear, *sign)?
            }
            Formula::Remainder(linear, modulus, rest) => {
                if *modulus < 1 || modulus.unsigned_abs() > OPEN {
                    return Err(Error::Malformed(message!(
                        "a remainder modulo {modulus}, which is not 1 to {OPEN}"
                    )));
                }
                Node::Remainder(self.part(Atom::Modulo(linear.clone(), *modulus)), *rest)
            }
            Formula::Word(machine, tracks) => {
                if !machine.is_sound(numeration.radix(), tracks.len()) {
                    return Err(Error::Malformed(
                        "a machine has wrong states, digits or tracks".into(),
                    ));
                }
                Node::Word(self.part(Atom::Word(Rc::clone(machine), tracks.clone())))
            }
            Formula::Not(inner) => Node::Not(self.of(inner, numeration)?),
            Formula::And(list) => Node::And(all(list)?),
            Formula::Or(list) => Node::Or(all(list)?),
        };
        Ok(self.add(node))
    }

    fn add(&mut self, node: Node) -> usize {
        *self.known.entry(node).or_insert_with_key(|node| {
            self.all.push(node.clone());
            self.all.len() - 1
        })
    }

    /// Forms that differ by a constant or in sign are read together.
    fn compare(&mut self, linear: &Linear, sign: Sign) -> Result<Node> {
        let is_negated = linear.coefficients.values().next().is_some_and(|&first| first < 0);
        let factor = if is_negated { -1 } else { 1 };
        let form = Linear::default().plus(factor, linear).ok_or(Error::Overflow)?;
        let part = self.part(Atom::Sum(Linear { constant: 0, ..form }));
        let constants = &mut self.atoms[part].1;
        let known = constants.iter().position(|&constant| constant == form.constant);
        let constant = known.unwrap_or_else(|| {
            constants.push(form.constant);
            constants.len() - 1
        });
        Ok(Node::Compare { part, constant, is_negated, sign })
    }

    fn part(&mut self, part: Atom) -> usize {
        let known = self.atoms.iter().position(|(other, _)| *other == part);
        known.unwrap_or_else(|| {
            self.atoms.push((part, Vec::new()));
            self.atoms.len() - 1
        })
    }
}

/// A formula as a deterministic product.
struct Product<'n> {
    numeration: &'n Numeration,
    parts: Vec<PartAutomaton>,
    /// Each only speaks of those before it.
    nodes: Vec<Node>,
    circuit: Circuit,
    /// By part: the nodes that look at it.
    looking: Vec<Vec<usize>>,
    /// By variable, but for those on which nothing depends: the parts that read its digits.
    levels: Vec<Vec<usize>>,
    /// By state of the words of numbers: the digits that are possible, and where they lead.
    words: Vec<Vec<(u32, u32)>>,
}

/// States of the words of the variables that have a level, and then of the parts.
type Position = Box<[u32]>;

/// A walk through all positions, and what the digits chosen at the one at hand tell.
struct Walk {
    /// The position with the digits chosen so far, and its hash.
    at: Vec<u32>,
    /// The same without what no longer matters.
    next: Vec<u32>,
    hash: u64,
    /// By variable whose digit is being chosen.
    choices: Vec<Choice>,
    /// The states before the digits chosen, of the parts that read them.
    before: Vec<u32>,
    /// The parts whose states, with the last digit, may tell what no continuation changes.
    telling: Vec<usize>,
    /// What no continuation changes.
    truths: Truths,
    /// The nodes on which the formula still depends.
    live: Vec<u64>,
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
    ) -> Result<Self> {
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
        let mut nodes = Nodes::default();
        let mut roots = Vec::new();
        for formula in &formulas {
            roots.push(nodes.of(formula, numeration)?);
        }
        for (machine, inputs) in witnesses {
            let tracks = machine.tracks();
            if inputs.len() > tracks {
                return Err(Error::Malformed("a witness has too few tracks".into()));
            }
            if !machine.is_sound(numeration.radix(), tracks) {
                return Err(Error::Malformed("a witness has wrong states or digits".into()));
            }
            let part = nodes.part(Atom::Word(Rc::new(machine.clone()), inputs.clone()));
            let accepts = nodes.add(Node::Word(part));
            roots.push(nodes.add(Node::Not(accepts)));
        }
        let parts = nodes.atoms.into_iter();
        let parts = parts.map(|(atom, constants)| PartAutomaton::new(atom, constants, numeration));
        let mut product = Self {
            numeration,
            parts: parts.collect(),
            looking: Vec::new(),
            circuit: Circuit::new(&nodes.all.iter().map(Node::gate).collect::<Vec<_>>(), &roots),
            nodes: nodes.all,
            levels: Vec::new(),
            words: words.collect(),
        };
        product.looking = product.looking();
        product.levels = product.levels(variables);
        Ok(product)
    }

    /// The parts that read each variable, where there are any.
    fn levels(&self, variables: usize) -> Vec<Vec<usize>> {
        let mut levels = vec![Vec::new(); variables];
        for (at, part) in self.parts.iter().enumerate() {
            part.variables.iter().for_each(|&variable| levels[variable].push(at));
        }
        levels.retain(|parts| !parts.is_empty());
        levels
    }

    fn start(&self) -> Position {
        [vec![0; self.levels.len()], vec![START; self.parts.len()]].concat().into()
    }

    /// By part: the nodes that look at it.
    fn looking(&self) -> Vec<Vec<usize>> {
        let mut looking = vec![Vec::new(); self.parts.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            if let Node::Compare { part, .. } | Node::Remainder(part, _) | Node::Word(part) = node {
                looking[*part].push(at);
            }
        }
        looking
    }

    /// The truth of a node that looks at a part: at the end of the words (`last`), or where no
    /// continuation changes it.
    fn truth(&self, at: usize, states: &[u32], last: bool) -> Option<bool> {
        match &self.nodes[at] {
            Node::Compare { part, constant, is_negated, sign } => {
                let of_sum = self.parts[*part].sign(states[*part], *constant, last)?;
                Some(match (sign, is_negated) {
                    (Sign::Zero, _) => of_sum == 0,
                    (Sign::AtMost, false) => of_sum <= 0,
                    (Sign::AtMost, true) => of_sum >= 0,
                })
            }
            Node::Remainder(at, rest) if last => self.parts[*at].leaves(states[*at], *rest),
            Node::Word(at) => self.parts[*at].accepts(states[*at], last, self.numeration),
            _ => None,
        }
    }

    /// Finds the truth of all nodes that is known.
    fn find_truths(&self, states: &[u32], last: bool, truths: &mut Truths) {
        self.circuit.clear(truths);
        for &at in self.looking.iter().flatten() {
            if let Some(truth) = self.truth(at, states, last) {
                self.circuit.tell(truths, at, truth);
            }
        }
        self.circuit.settle(truths);
    }

    /// Forgets the states of parts on which the truth of the formula no longer depends.
    fn forget(&self, live: &[u64], states: &mut [u32]) {
        for ((state, part), nodes) in states.iter_mut().zip(&self.parts).zip(&self.looking) {
            let is_live = nodes.iter().any(|&at| truths::has(live, at));
            if !is_live {
                *state = part.rest(*state);
            }
        }
    }

    /// Finds the positions to which the digits of one more place lead, unless the formula is false
    /// whatever follows. The digits are chosen variable by variable, so that those which definitions
    /// fix are not tried in vain together with all that follow.
    fn follow(&mut self, from: Position, walk: &mut Walk) -> Result<()> {
        self.find_truths(&from[self.levels.len()..], false, &mut walk.truths);
        walk.at = from.into_vec();
        walk.hash = (0..).zip(&walk.at).fold(0, |h: u64, (i, &s)| h.wrapping_add(change(i, 0, s)));
        self.go_on(walk)?;
        while let Some(at) = walk.choices.len().checked_sub(1) {
            walk.step()?;
            let choice = &mut walk.choices[at];
            walk.truths.forget(choice.told);
            let digits = &self.words[choice.word as usize];
            let (readers, parts) = (&self.levels[at], self.levels.len());
            if choice.tried == digits.len() {
                walk.go_back(at, parts, readers);
                continue;
            }
            let (digit, to) = digits[choice.tried];
            choice.tried += 1;
            walk.at[at] = to;
            walk.telling.clear();
            let before = &walk.before[choice.before..];
            for (&part, &state) in readers.iter().zip(before) {
                let step = self.parts[part].step(state, digit, self.numeration)?;
                walk.at[parts + part] = step.to();
                if step.tells() {
                    walk.telling.push(part);
                }
            }
            let is_met = walk.met.is_asked(at) && {
                walk.hash = choice.hash.wrapping_add(change(at, choice.word, to));
                for (&part, &state) in readers.iter().zip(before) {
                    let change = change(parts + part, state, walk.at[parts + part]);
                    walk.hash = walk.hash.wrapping_add(change);
                }
                walk.met.has(&walk.at, at, walk.hash)
            };
            if !is_met && self.may_hold(walk) {
                self.go_on(walk)?;
            }
        }
        Ok(())
    }

    /// Looks at what the parts tell that read a digit; whether the formula may still hold.
    fn may_hold(&self, walk: &mut Walk) -> bool {
        let mut is_told = false;
        for &part in &walk.telling {
            for &at in &self.looking[part] {
                if !walk.truths.is_known(at)
                    && let Some(truth) = self.truth(at, &walk.at[self.levels.len()..], false)
                {
                    self.circuit.tell(&mut walk.truths, at, truth);
                    is_told = true;
                }
            }
        }
        !is_told || self.circuit.settle(&mut walk.truths)
    }

    /// Goes on to the next variable; behind the last one, notes the position.
    fn go_on(&self, walk: &mut Walk) -> Result<()> {
        let (at, parts) = (walk.choices.len(), self.levels.len());
        if let Some(readers) = self.levels.get(at) {
            let (before, told) = (walk.before.len(), walk.truths.count());
            walk.before.extend(readers.iter().map(|&part| walk.at[parts + part]));
            let (word, hash) = (walk.at[at], walk.hash);
            walk.choices.push(Choice { tried: 0, word, hash, before, told });
            return Ok(());
        }
        self.circuit.live(&walk.truths, &mut walk.live);
        walk.next.clone_from(&walk.at);
        self.forget(&walk.live, &mut walk.next[parts..]);
        if !walk.found.contains(&walk.next[..]) {
            let position: Position = walk.next.as_slice().into();
            walk.found.insert(position.clone());
            walk.open.push(position);
        }
        match walk.found.len() > STATES {
            true => Err(Error::TooLarge(message!("more than {STATES} states"))),
            false => Ok(()),
        }
    }

    /// Whether the words may end here, with the formula true.
    fn accepts(&self, position: &[u32], truths: &mut Truths) -> Result<bool> {
        let (words, states) = position.split_at(self.levels.len());
        let accepting = &self.numeration.words().accepting;
        let complete = words.iter().all(|&word| accepting[word as usize]);
        self.find_truths(states, true, truths);
        Ok(self.circuit.holds(truths).ok_or(Error::Overflow)? && complete)
    }
}

impl Walk {
    /// Counts a step; tuples of very many numbers count as several.
    fn step(&mut self) -> Result<()> {
        let before = self.steps >> 12;
        self.steps += 1 + self.at.len() / 256;
        if self.steps > STEPS {
            return Err(Error::TooLarge(message!("more than {STEPS} steps")));
        }
        match self.steps >> 12 > before && patience::is_over() {
            true => Err(Error::Interrupted),
            false => Ok(()),
        }
    }

    /// Leaves the variable `at`, whose digits were all tried; `states` is where the states of parts begin.
    fn go_back(&mut self, at: usize, states: usize, readers: &[usize]) {
        let Some(choice) = self.choices.pop() else { return };
        self.at[at] = choice.word;
        self.hash = choice.hash;
        for (&part, state) in readers.iter().zip(self.before.drain(choice.before..)) {
            self.at[states + part] = state;
        }
    }
}

/// Whether no natural numbers satisfy the formula over variables `0..variables`.
///
/// # Errors
/// The limit that was met, or what is wrong with the formula.
pub fn is_empty(numeration: &Numeration, variables: usize, formula: &Formula) -> Result<bool> {
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
) -> Result<bool> {
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
    let (answer, steps) = walked(numeration, variables, formula, witnesses)?;
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

/// [`covered`], found by walking the product and how many steps that takes.
fn walked(
    numeration: &Numeration,
    variables: usize,
    formula: &Formula,
    witnesses: &[(Machine, Vec<Variable>)],
) -> Result<(bool, usize)> {
    let mut product = Product::new(numeration, variables, formula, witnesses)?;
    let start = product.start();
    let mut walk = Walk {
        at: Vec::new(),
        hash: 0,
        choices: Vec::new(),
        before: Vec::new(),
        telling: Vec::new(),
        truths: Truths::default(),
        live: Vec::new(),
        next: Vec::new(),
        met: Met::new(start.len()),
        found: HashSet::from_iter([start.clone()]),
        open: vec![start],
        steps: 0,
    };
    let mut has_solution = false;
    while let Some(position) = walk.open.pop() {
        has_solution = product.accepts(&position, &mut walk.truths)?;
        if has_solution {
            break;
        }
        product.follow(position, &mut walk)?;
    }
    Ok((!has_solution, walk.steps))
}
