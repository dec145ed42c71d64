//! Emptiness of formulas and covers, on products that are built while they are walked.
//!
//! Every part of a formula is deterministic, so a formula without quantifiers is read word by word
//! as one tuple of states, and has no solution exactly when no tuple that is reached satisfies it.

mod parts;

use crate::Error;
use crate::eliminate::conjuncts;
use crate::formula::{Formula, Machine, OPEN, Sign, Variable};
use crate::numeration::Numeration;
use parts::{Atom, Reading, START, UNKNOWN};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
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
    /// By the number of variables whose digit is known: what can be read then.
    levels: Rc<Vec<Level>>,
    /// By variable: whether nothing depends on it, so that 0 will do.
    idle: Vec<bool>,
}

/// What a digit more tells.
#[derive(Clone, Default)]
struct Level {
    /// The parts that can be read.
    parts: Vec<usize>,
    /// The nodes that speak of these, in order, and the roots among them.
    nodes: Vec<usize>,
    roots: Vec<usize>,
}

/// States of the words of the variables, and of the parts.
type Position = (Vec<usize>, Vec<u32>);
/// By node: its truth, where no continuation changes it.
type Truths = Vec<Option<bool>>;
/// What is done with a tuple of digits and where it leads.
type Visit<'a> = &'a mut dyn FnMut(&[u32], Position) -> Result<(), Error>;

/// One position followed: the digits chosen so far, and what they tell.
struct Walk<'a> {
    from: &'a Position,
    levels: &'a [Level],
    steps: &'a mut usize,
    visit: Visit<'a>,
    digits: Vec<u32>,
    words: Vec<usize>,
    next: Vec<u32>,
    truths: Truths,
    /// The nodes whose truth the digits told, in their order.
    told: Vec<usize>,
}

impl<'n> Product<'n> {
    fn new(
        numeration: &'n Numeration,
        variables: usize,
        formula: &Formula,
        kept: BTreeSet<Variable>,
    ) -> Result<Self, Error> {
        let mut used = kept.clone();
        formula.variables(&mut used);
        if used.last().is_some_and(|&last| last >= variables) {
            return Err(Error::Malformed("unknown variable".into()));
        }
        let formulas = conjuncts(formula, &kept).ok_or(Error::Overflow)?;
        let mut used = kept;
        formulas.iter().for_each(|formula| formula.variables(&mut used));
        let mut product = Self {
            idle: (0..variables).map(|v| !used.contains(&v)).collect(),
            numeration,
            variables,
            parts: Vec::new(),
            nodes: Vec::new(),
            roots: Vec::new(),
            levels: Rc::default(),
        };
        let mut known = HashMap::new();
        for formula in &formulas {
            let root = product.node_of(formula, &mut known)?;
            product.roots.push(root);
        }
        let mut levels = vec![Level::default(); variables + 1];
        for (at, part) in product.parts.iter().enumerate() {
            levels[part.level()].parts.push(at);
        }
        // the levels at which each node changes
        let mut changes: Vec<BTreeSet<usize>> = Vec::new();
        for (at, node) in product.nodes.iter().enumerate() {
            let own = match node {
                Node::Constant(_) => BTreeSet::new(),
                Node::Compare(part, _) | Node::Remainder(part, _) | Node::Word(part) => {
                    BTreeSet::from([product.parts[*part].level()])
                }
                Node::Not(inner) => changes[*inner].clone(),
                Node::And(list) | Node::Or(list) => {
                    list.iter().flat_map(|&node| changes[node].iter().copied()).collect()
                }
            };
            for &level in &own {
                levels[level].nodes.push(at);
                if product.roots.contains(&at) {
                    levels[level].roots.push(at);
                }
            }
            changes.push(own);
        }
        product.levels = Rc::new(levels);
        Ok(product)
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
        if let Some(&at) = known.get(&node) {
            return Ok(at);
        }
        self.nodes.push(node.clone());
        known.insert(node, self.nodes.len() - 1);
        Ok(self.nodes.len() - 1)
    }

    fn part(&mut self, part: Atom) -> usize {
        if let Some(known) = self.parts.iter().position(|other| other.part == part) {
            return known;
        }
        self.parts.push(Reading::new(part, self.numeration));
        self.parts.len() - 1
    }

    fn start(&self) -> Position {
        (vec![0; self.variables], vec![START; self.parts.len()])
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
            Node::Word(at) => self.parts[*at].accepts(states[*at], last),
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

    /// Calls `visit` with every tuple of digits that goes on with words of numbers, and where it
    /// leads, unless the formula is false whatever follows.
    fn follow(
        &mut self,
        from: &Position,
        steps: &mut usize,
        visit: Visit<'_>,
    ) -> Result<(), Error> {
        // what cannot change is known before it is read
        let kept = |(part, &state): (&Reading, &u32)| match part.is_final(state) {
            true => state,
            false => UNKNOWN,
        };
        let next: Vec<u32> = self.parts.iter().zip(&from.1).map(kept).collect();
        let truths = self.truths(&next, false);
        let levels = Rc::clone(&self.levels);
        let (digits, words, told) = (Vec::new(), Vec::new(), Vec::new());
        self.descend(&mut Walk {
            from,
            levels: &levels,
            steps,
            visit,
            digits,
            words,
            next,
            truths,
            told,
        })
    }

    /// Chooses the digits variable by variable, so that those which definitions fix are not tried in
    /// vain together with all that follow. What is read at a level is forgotten on the way back.
    fn descend(&mut self, walk: &mut Walk<'_>) -> Result<(), Error> {
        *walk.steps += 1;
        if *walk.steps > STEPS {
            return Err(Error::TooLarge(format!("more than {STEPS} steps").into()));
        }
        if walk.steps.is_multiple_of(1 << 12) && patience::is_over() {
            return Err(Error::Interrupted);
        }
        let variable = walk.digits.len();
        let level = &walk.levels[variable];
        for &at in &level.parts {
            walk.next[at] = self.parts[at].step(walk.from.1[at], &walk.digits, self.numeration)?;
        }
        let before = walk.told.len();
        for &at in &level.nodes {
            if walk.truths[at].is_none() {
                walk.truths[at] = self.truth(at, &walk.next, &walk.truths, false);
                walk.told.extend(walk.truths[at].map(|_| at));
            }
        }
        if !level.roots.iter().any(|&root| walk.truths[root] == Some(false)) {
            if let Some(&word) = walk.from.0.get(variable) {
                let most = if self.idle[variable] { 1 } else { usize::MAX };
                for (digit, &to) in self.numeration.words().steps[word].iter().take(most) {
                    walk.digits.push(digit[0]);
                    walk.words.push(to);
                    self.descend(walk)?;
                    walk.words.pop();
                    walk.digits.pop();
                }
            } else {
                let mut states = walk.next.clone();
                self.forget(&walk.truths, &mut states);
                (walk.visit)(&walk.digits, (walk.words.clone(), states))?;
            }
        }
        for at in walk.told.drain(before..) {
            walk.truths[at] = None;
        }
        Ok(())
    }

    /// Whether the words may end here, with the formula true.
    fn accepts(&self, (words, states): &Position) -> Result<bool, Error> {
        let complete = words.iter().all(|&word| self.numeration.words().accepting[word]);
        let truths = self.truths(states, true);
        for &root in &self.roots {
            if !truths[root].ok_or(Error::Overflow)? {
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
const WORTH_KEEPING: usize = 1 << 12;
const MAX_ANSWERED: usize = 64;

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
    let kept = witnesses.iter().flat_map(|(_, inputs)| inputs).copied().collect();
    let mut product = Product::new(numeration, variables, formula, kept)?;
    // a state of each witness, and of the words on its other tracks
    let mut choices = Vec::new();
    for (machine, inputs) in witnesses {
        let tracks = machine.steps.first().and_then(|row| row.keys().next()).map_or(0, Vec::len);
        if inputs.iter().any(|&v| v >= variables) || inputs.len() > tracks {
            return Err(Error::Malformed("a witness has too few tracks".into()));
        }
        if !machine.is_sound(numeration.radix(), tracks) {
            return Err(Error::Malformed("a witness has wrong states or digits".into()));
        }
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
    let mut index = HashSet::from([first.clone()]);
    let mut stack = vec![first];
    while let Some((position, reached)) = stack.pop() {
        let chosen = choices.iter().zip(&reached).any(|(choice, states)| choice.accepts(states));
        if !chosen && product.accepts(&position)? {
            return Ok(false);
        }
        product.follow(&position, steps, &mut |digits, next| {
            let after = choices.iter().zip(&reached).map(|(c, states)| c.after(states, digits));
            let next = (next, after.collect::<Vec<_>>());
            if !index.contains(&next) {
                index.insert(next.clone());
                stack.push(next);
            }
            if index.len() > STATES {
                return Err(Error::TooLarge(format!("more than {STATES} states").into()));
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
