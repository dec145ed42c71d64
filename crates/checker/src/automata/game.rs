//! A rule as clauses over natural numbers: what the theorem of automata speaks of.
//!
//! Taken are heaps and tuples of plain numbers, moves that lead from one position to one position,
//! and quantifiers over ranges and finite sets. Everything else is refused.

use super::formula::{Formula, Linear};
use super::numeration::Numeration;
use super::reading::Reader;
use arith::NumberSet;
use expr::ast::{Binary, Comparison, Expr, Node, Quantity, Set, Span, Unary};
use expr::eval::{Constant, evaluate_constant};
use rule::ast::{CoordinateForm, End, MoveForm, Play, Player, State};
use rule::{Instance, Rule};
use std::collections::BTreeMap;

/// Most coordinates of a position: a tuple of digits is one of 2 to that power.
const COORDINATES: usize = 6;
/// Most elements of a set.
const ELEMENTS: usize = 64;
/// Longest rule text, in bytes.
const LONGEST: usize = 1 << 20;

/// A game between positions that are tuples of natural numbers.
#[derive(Clone, Debug)]
pub struct Game {
    /// Names of the coordinates; a row of heaps has one name.
    names: Vec<String>,
    /// Number of heaps, where `names` is one row.
    heaps: Option<usize>,
    /// Whether the order of the coordinates does not matter.
    symmetric: bool,
    /// What holds of the coordinates of a position.
    domain: Vec<Expr>,
    /// Values of parameters.
    constants: BTreeMap<String, i128>,
    /// The moves.
    clauses: Vec<Clause>,
}

/// One move: for all values of the variables that satisfy the conditions, these coordinates change.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Index variables and what they are.
    indices: Vec<(String, i128)>,
    /// Bound variables and what they run over.
    binders: Vec<(String, Set)>,
    guard: Option<Expr>,
    /// By coordinate: its new value, where it changes.
    targets: Vec<Option<Expr>>,
}

impl Clause {
    /// The bound variables, in order.
    pub fn bound(&self) -> impl Iterator<Item = &str> {
        self.binders.iter().map(|(name, _)| name.as_str())
    }
}

/// The parts of the sentences about one clause.
#[derive(Debug)]
pub struct Scene {
    /// Where further expressions are read.
    pub reader: Reader,
    /// Variables of the coordinates before the move: `0..` in order. The bound ones follow.
    pub before: Vec<Linear>,
    /// Those after it.
    pub after: Vec<Linear>,
    /// The coordinates are those of a position.
    pub domain: Formula,
    /// The bound variables and coordinates admit the move.
    pub legal: Formula,
    /// A bound variable may be negative: such a rule is refused.
    pub low: Formula,
    /// A coordinate becomes negative.
    pub negative: Formula,
    /// `after` is what the move makes.
    pub moved: Formula,
}

fn node(node: Node) -> Expr {
    Expr { node, span: Span::default() }
}

fn name(text: &str) -> Expr {
    node(Node::Name(text.to_owned()))
}

fn compared(left: Expr, comparison: Comparison, right: Expr) -> Expr {
    node(Node::Compare(Box::new(left), vec![(comparison, right)]))
}

impl Game {
    /// The game of a rule text that inherits nothing, with all its parameters given.
    ///
    /// # Errors
    /// What about the rule this theorem does not speak of, in words.
    pub fn read(text: &str, parameters: &[(String, String)]) -> Result<Self, String> {
        if text.len() > LONGEST {
            return Err(format!("the rule is longer than {LONGEST} bytes"));
        }
        let rule = match rule::parse(text) {
            (Some(rule), mistakes) if mistakes.is_empty() => rule,
            (_, mistakes) => {
                let first = mistakes.first().map_or("there is none", |d| &d.message);
                return Err(format!("the rule has a mistake: {first}"));
            }
        };
        if let Some(missing) =
            rule.parameters.iter().find(|p| parameters.iter().all(|(name, _)| *name != p.name))
        {
            return Err(format!("the parameter `{}` has no value", missing.name));
        }
        Self::of(&rule::bind(&rule, parameters).map_err(|e| e.to_string())?)
    }

    /// The game of a rule whose parameters have values.
    ///
    /// # Errors
    /// As for [`Self::read`].
    pub fn of(instance: &Instance) -> Result<Self, String> {
        let Instance { rule, values } = instance;
        let refuse = |what: &str| Err(format!("the theorem does not speak of {what}"));
        if rule.play != Play::One {
            return refuse("this way of playing sums");
        }
        if rule.ends.iter().any(|end| *end != End::StuckLoses) {
            return refuse("ends of its own");
        }
        let all = rule::constants(values);
        let constant = |e: &Expr| {
            evaluate_constant(e, &all).map_err(|why| format!("`{e}` is no constant: {why}"))
        };
        let mut game = Self {
            names: Vec::new(),
            heaps: None,
            symmetric: false,
            domain: Vec::new(),
            constants: BTreeMap::new(),
            clauses: Vec::new(),
        };
        let mut sets = BTreeMap::new();
        for (name, value) in &all {
            match value {
                Constant::Int(value) | Constant::Word(value, _) => {
                    game.constants.insert(name.clone(), *value);
                }
                Constant::Set(set) => {
                    sets.insert(name.clone(), set.clone());
                }
                _ => {}
            }
        }
        let coordinates = match &rule.state {
            Some(State::Heap(coordinate)) => std::slice::from_ref(coordinate),
            Some(State::Tuple { coordinates, symmetric, condition }) => {
                game.symmetric = *symmetric;
                game.domain.extend(condition.clone());
                coordinates
            }
            Some(State::Heaps { name: row, count, from }) => {
                game.symmetric = true;
                game.names.push(row.clone());
                let count = usize::try_from(constant(count)?).unwrap_or(usize::MAX);
                game.heaps = Some(count);
                for at in (1..).take(count.min(COORDINATES)) {
                    let at = Box::new(node(Node::Int(at)));
                    let heap = node(Node::Index(Box::new(name(row)), at));
                    game.domain.extend(
                        from.iter()
                            .map(|least| compared(heap.clone(), Comparison::Ge, least.clone())),
                    );
                }
                &[]
            }
            _ => return refuse("such positions"),
        };
        for coordinate in coordinates {
            if coordinate.form != CoordinateForm::Number {
                return refuse("rows and sets in a position");
            }
            let own = || name(&coordinate.name);
            let bounds = [(&coordinate.from, Comparison::Ge), (&coordinate.to, Comparison::Le)];
            for (bound, comparison) in bounds {
                game.domain.extend(bound.iter().map(|e| compared(own(), comparison, e.clone())));
            }
            game.names.push(coordinate.name.clone());
        }
        if !(1..=COORDINATES).contains(&game.width()) {
            return Err(format!("a position must have 1 to {COORDINATES} coordinates"));
        }
        game.add_moves(rule, &sets, &constant)?;
        Ok(game)
    }

    fn add_moves(
        &mut self,
        rule: &Rule,
        sets: &BTreeMap<String, NumberSet>,
        constant: &dyn Fn(&Expr) -> Result<i128, String>,
    ) -> Result<(), String> {
        for m in &rule.moves {
            let refuse = |what: &str| Err(format!("the theorem does not speak of {what}"));
            if m.player != Player::Either || m.when_stuck {
                return refuse("moves of one player or of last resort");
            }
            if m.pattern.as_ref().is_some_and(|pattern| *pattern != self.names) {
                return refuse("moves from positions written otherwise than the state");
            }
            let mut binders = Vec::new();
            for binder in &m.binders {
                let set = match &binder.binder.set {
                    Set::Named(name, arguments, _) if arguments.is_empty() => {
                        let Some(NumberSet::Finite(elements)) = sets.get(name) else {
                            return refuse("quantifiers over endless sets");
                        };
                        let int = |&e: &i64| node(Node::Int(e.into()));
                        Set::Elements(elements.iter().map(int).collect())
                    }
                    set @ (Set::Range(..) | Set::Elements(_)) => set.clone(),
                    _ => return refuse("quantifiers over such sets"),
                };
                if matches!(&set, Set::Elements(elements) if elements.len() > ELEMENTS) {
                    return Err(format!("a set has more than {ELEMENTS} elements"));
                }
                binders.push((binder.binder.name.clone(), set));
            }
            let guard = m.guard.clone();
            let clause = |indices, targets| Clause {
                indices,
                binders: binders.clone(),
                guard: guard.clone(),
                targets,
            };
            match &m.form {
                MoveForm::Sum(sum) => {
                    let [only] = sum.as_slice() else { return refuse("moves to sums") };
                    if only.game.is_some() || self.heaps.is_some() || only.at.len() != self.width()
                    {
                        return refuse("moves to such positions");
                    }
                    let targets = only.at.iter().cloned().map(Some).collect();
                    self.clauses.push(clause(Vec::new(), targets));
                }
                MoveForm::Update(updates) if self.heaps.is_none() => {
                    let mut targets = vec![None; self.width()];
                    for (place, value) in updates {
                        let at = self.names.iter().position(|name| *name == place.name);
                        let target = at.and_then(|at| targets.get_mut(at));
                        match (target, &place.index) {
                            (Some(target @ None), None) => *target = Some(value.clone()),
                            _ => return refuse("such updates"),
                        }
                    }
                    self.clauses.push(clause(Vec::new(), targets));
                }
                MoveForm::Vector { choose: Some((least, most)), vector, index, target, spread } => {
                    let one = constant(least)? == 1 && constant(most)? == 1;
                    if !one || spread.is_some() || self.heaps.is_none() || *vector != self.names[0]
                    {
                        return refuse("moves in several heaps");
                    }
                    for (at, number) in (0..self.width()).zip(1..) {
                        let mut targets = vec![None; self.width()];
                        targets[at] = Some(target.clone());
                        self.clauses.push(clause(vec![(index.clone(), number)], targets));
                    }
                }
                _ => return refuse("such moves"),
            }
        }
        Ok(())
    }

    /// Number of coordinates.
    #[must_use]
    pub fn width(&self) -> usize {
        self.heaps.unwrap_or(self.names.len())
    }

    /// Whether the order of the coordinates does not matter.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// The moves.
    #[must_use]
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// A reader that knows the coordinates as variables from 0 on, and the parameters.
    #[must_use]
    pub fn reader(&self, numeration: &Numeration) -> (Reader, Vec<Linear>) {
        let mut reader = Reader::new(&[], numeration);
        let own: Vec<Linear> =
            (0..self.width()).map(|_| Linear::variable(reader.variable())).collect();
        for (name, value) in &self.constants {
            reader.set(name, *value);
        }
        self.place(&mut reader, &own);
        (reader, own)
    }

    /// Lets the names of the coordinates stand for these from now on.
    pub fn place(&self, reader: &mut Reader, at: &[Linear]) {
        match self.heaps {
            Some(_) => reader.row(&self.names[0], at.to_vec()),
            None => {
                self.names.iter().zip(at).for_each(|(name, form)| reader.name(name, form.clone()))
            }
        }
    }

    /// What holds of the coordinates of a position, where they stand for what was last said.
    ///
    /// # Errors
    /// A condition that is not definable.
    pub fn domain(&self, reader: &mut Reader) -> Result<Formula, String> {
        let all: Result<_, String> = self.domain.iter().map(|e| reader.condition(e)).collect();
        Ok(Formula::And(all?))
    }

    /// The parts of the sentences about a clause; the coordinates stand for those before the move.
    ///
    /// # Errors
    /// An expression that is not definable.
    pub fn scene(&self, clause: &Clause, numeration: &Numeration) -> Result<Scene, String> {
        let (mut reader, before) = self.reader(numeration);
        // their numbers follow those of the coordinates, before any the reader needs
        let variables: Vec<usize> = clause.binders.iter().map(|_| reader.variable()).collect();
        let domain = self.domain(&mut reader)?;
        let (mut ranges, mut low) = (Vec::new(), Vec::new());
        for (index, value) in &clause.indices {
            if reader.knows(index) {
                return Err(format!("`{index}` has two meanings"));
            }
            reader.set(index, *value);
        }
        for ((bound, set), variable) in clause.binders.iter().zip(variables) {
            if reader.knows(bound) {
                return Err(format!("`{bound}` has two meanings"));
            }
            let least = match set {
                Set::Range(lo, _) => std::slice::from_ref(&**lo),
                Set::Elements(elements) => elements,
                _ => return Err("such a quantifier is not definable".to_owned()),
            };
            for e in least {
                let negative = compared(e.clone(), Comparison::Lt, node(Node::Int(0)));
                let negative = reader.condition(&negative)?;
                low.push(Formula::And(ranges.clone()).and(negative));
            }
            // the set is read before its variable is known, so it cannot speak of it
            let own = format!("{bound} of its set");
            reader.name(&own, Linear::variable(variable));
            let member = node(Node::Member(Box::new(name(&own)), set.clone()));
            ranges.push(reader.condition(&member)?);
            reader.name(bound, Linear::variable(variable));
        }
        let mut legal = Formula::And(ranges);
        if let Some(guard) = &clause.guard {
            legal = legal.and(reader.condition(guard)?);
        }
        let (mut after, mut moved, mut negative) = (Vec::new(), Vec::new(), Vec::new());
        for (target, old) in clause.targets.iter().zip(&before) {
            let Some(target) = target else {
                after.push(old.clone());
                continue;
            };
            let new = reader.variable();
            moved.push(reader.equals(new, target)?);
            let below = compared(target.clone(), Comparison::Lt, node(Node::Int(0)));
            negative.push(reader.condition(&below)?);
            after.push(Linear::variable(new));
        }
        let (low, negative, moved) = (Formula::Or(low), Formula::Or(negative), Formula::And(moved));
        Ok(Scene { reader, before, after, domain, legal, low, negative, moved })
    }
}

/// When the player to move wins, by a law `win iff CONDITION` or `lose iff CONDITION`.
///
/// # Errors
/// The text is no such law.
pub fn winning(law: &str) -> Result<Expr, String> {
    let e = expr::parser::parse_expression(law)
        .map_err(|d| format!("the law has a mistake: {}", d.first().map_or("", |d| &d.message)))?;
    let plain = |e: &Expr| match &e.node {
        Node::Value(value) if value.game.is_none() && value.position.is_none() => {
            (!value.of_options).then_some(value.quantity)
        }
        _ => None,
    };
    if let Node::Binary(Binary::Iff, quantity, condition) = &e.node {
        match plain(quantity) {
            Some(Quantity::Win) => return Ok((**condition).clone()),
            Some(Quantity::Lose) => return Ok(node(Node::Unary(Unary::Not, condition.clone()))),
            _ => {}
        }
    }
    Err(format!("`{law}` is not of the form `win iff ...` or `lose iff ...`"))
}
