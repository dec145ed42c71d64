//! A rule as clauses over natural numbers, for the theorem of automata.
//!
//! It covers heaps, tuples of numbers and rows, and coins; moves that lead from one position to finitely
//! many; and quantifiers over ranges and finite sets. Everything else is refused.

mod law;
mod moves;

pub use law::Law;
pub(crate) use law::outcome;

use crate::error::{mistake, too_large, unsupported};
use crate::reading::Reader;
use crate::source::{self, first_of};
use crate::{Error, Result};
use arith::NumberSet;
use clauses::{CoordinateKind, Dimension, Sum};
use expr::ast::{Comparison, Expr, Node};
use expr::build::compared;
use expr::eval::{Constant, evaluate_constant};
use expr::substitute::{Bindings, int, mentions, name};
use logic::formula::{Formula, Linear};
use logic::numeration::Numeration;
use message::{Message, message};
use rule::ast::{Definition, Play, Scope, State};
use rule::{Instance, NoRules};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Most coordinates of a position: a tuple of digits is one of 2 to that power.
const COORDINATES: usize = 9;
/// Most elements of a set that a quantifier runs over.
const ELEMENTS: usize = 64;
/// Most elements of a set that is written out.
const LISTED: usize = 1 << 16;

/// A game between positions that are tuples of natural numbers.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// Names of the coordinates.
    names: Vec<String>,
    /// What names of parameters and rows stand for.
    bindings: Bindings,
    /// Values of the parameters.
    constants: BTreeMap<String, Constant>,
    /// Whether the order of the coordinates does not matter.
    symmetric: bool,
    /// What holds of the coordinates of a position.
    domain: Vec<Expr>,
    /// Whether a player without a move wins.
    pub(crate) stuck_wins: bool,
    /// Where play ends before that, and whether the player to move has won there.
    pub(crate) ends: Vec<(bool, Expr)>,
    /// The number of the first coin, where positions are single coins of one row.
    pub(crate) first: Option<i128>,
    definitions: Rc<Vec<Definition>>,
    pub(crate) clauses: Vec<Clause>,
}

/// One move: for all values of the variables that satisfy the conditions, the position becomes the
/// sum of others.
#[derive(Clone, Debug, Default)]
pub struct Clause {
    /// Bound variables and what they run over.
    pub(crate) binders: Vec<(String, Expr)>,
    pub(crate) guards: Vec<Expr>,
    pub(crate) parts: Vec<OptionPart>,
}

/// A part of the sum that a position becomes.
#[derive(Clone, Debug)]
pub(crate) enum OptionPart {
    Position(Vec<Expr>),
    /// All coins from the first to the second, none when that is smaller.
    Run(Expr, Expr),
}

impl Clause {
    /// Whether the guards speak of a bound variable.
    pub(crate) fn guards_mention(&self, bound: &str) -> bool {
        self.guards.iter().any(|guard| mentions(guard, bound))
    }

    /// What the bound variables run over, in order.
    pub fn sets(&self) -> impl Iterator<Item = &Expr> {
        self.binders.iter().map(|(_, set)| set)
    }

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
    /// The coordinates before the move.
    pub before: Vec<Linear>,
    /// The bound variables.
    pub bound: Vec<usize>,
    /// The positions that it becomes.
    pub after: Vec<Vec<Linear>>,
    /// The first and last coins of the runs that it becomes.
    pub runs: Vec<(Linear, Linear)>,
    /// The coordinates are those of a position.
    pub domain: Formula,
    /// The bound variables and coordinates admit the move.
    pub legal: Formula,
    /// `after` and `runs` are what the move makes.
    pub moved: Formula,
}

/// The bound variables of a clause.
pub(crate) struct Bound {
    pub(crate) variables: Vec<usize>,
    /// The coordinates are those of a position.
    pub(crate) domain: Formula,
    /// Play has not ended with a win, nor with a loss.
    pub(crate) open: [Formula; 2],
    /// What they run over, and the guards.
    pub(crate) ranges: Vec<Formula>,
    /// One of them may be negative.
    pub(crate) low: Formula,
}

/// Whether what a set parameter stands for can be written where it is named.
fn is_definable(set: &NumberSet) -> bool {
    match set {
        NumberSet::Finite(elements) => elements.len() <= LISTED,
        NumberSet::Powers(_) | NumberSet::Fibonacci | NumberSet::Odious | NumberSet::Evil => true,
        _ => false,
    }
}

/// That it is nothing the theorem speaks of.
pub(crate) fn refuse<T>(what: impl Into<Message>) -> Result<T> {
    Err(unsupported(message!("the theorem does not cover {}", what.into())))
}

impl Game {
    /// The game of a rule text that inherits nothing, with all its parameters given.
    ///
    /// # Errors
    /// What about the rule this theorem does not speak of, in words.
    pub fn read(text: &str, parameters: &[(String, String)]) -> Result<Self> {
        Self::of(&source::instance(text, parameters)?)
    }

    /// The game of a rule whose parameters have values.
    ///
    /// # Errors
    /// As for [`Self::read`].
    pub fn of(instance: &Instance) -> Result<Self> {
        let Instance { rule, values } = instance;
        if rule.play != Play::One {
            return refuse("this way of playing sums");
        }
        if let Some(State::Product(..)) = rule.state {
            return refuse("such positions");
        }
        let lowered = match clauses::lower(instance, &NoRules) {
            Ok(lowered) => lowered,
            Err(mistakes) if mistakes.iter().any(|mistake| mistake.code == "G016") => {
                return refuse("moves to other games");
            }
            Err(mistakes) => return Err(first_of("rule", &mistakes)),
        };
        if lowered.shape.iter().any(|(_, kind)| matches!(kind, CoordinateKind::Subset { .. })) {
            return refuse("sets in a position");
        }
        let mut bindings = lowered.bindings.clone();
        bindings.names.retain(|name, _| match values.get(name) {
            Some(rule::Constant::Set(set)) => is_definable(set),
            _ => true,
        });
        let mut game = Self {
            names: lowered.dimensions.iter().map(|own| own.name.clone()).collect(),
            bindings,
            constants: rule::constants(values),
            symmetric: lowered.symmetric,
            stuck_wins: lowered.stuck_wins,
            definitions: Rc::new(lowered.definitions.clone()),
            ..Self::default()
        };
        if !(1..=COORDINATES).contains(&game.width()) {
            return Err(unsupported(message!(
                "a position must have 1 to {COORDINATES} coordinates"
            )));
        }
        if game.names.iter().collect::<BTreeSet<_>>().len() != game.width() {
            return Err(mistake("two coordinates have one name"));
        }
        for Dimension { name: own, lo, hi } in &lowered.dimensions {
            // its variables are natural numbers
            if *lo < 0 {
                return refuse("coordinates below 0");
            }
            let least = Some(lo).filter(|lo| **lo > 0);
            let bounds = [(least, Comparison::Ge), (hi.as_ref(), Comparison::Le)];
            let stated = |(bound, sign): (Option<&i64>, _)| {
                bound.map(|bound| compared(name(own), sign, int(*bound)))
            };
            game.domain.extend(bounds.into_iter().filter_map(stated));
        }
        game.domain.extend(lowered.condition.clone());
        if let (Sum::Symmetric, [coin]) = (lowered.sum, &lowered.dimensions[..]) {
            game.first = Some(coin.lo.into());
        }
        for end in &lowered.endings {
            if end.scope != Scope::Alone {
                return refuse("ends of sums");
            }
            game.ends.push((end.wins, end.condition.clone()));
        }
        game.clauses = moves::clauses(&game, &lowered)?;
        Ok(game)
    }

    /// The value of an expression without coordinates.
    pub(crate) fn constant(&self, e: &Expr) -> Result<i128> {
        let all = &self.constants;
        evaluate_constant(e, all)
            .map_err(|why| Error::from(why).within(message!("`{e}` is not a constant")))
    }

    /// The names of the coordinates.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Number of coordinates.
    #[must_use]
    pub fn width(&self) -> usize {
        self.names.len()
    }

    /// Whether the order of the coordinates does not matter.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.symmetric
    }

    /// Whether a player without a move wins.
    #[must_use]
    pub fn stuck_wins(&self) -> bool {
        self.stuck_wins
    }

    /// The number of the first coin, where some move turns a run of coins.
    #[must_use]
    pub fn runs_from(&self) -> Option<i128> {
        let runs = |clause: &Clause| clause.parts.iter().any(|p| matches!(p, OptionPart::Run(..)));
        self.first.filter(|_| self.clauses.iter().any(runs))
    }

    /// An expression about positions, with parameters and rows put in.
    #[must_use]
    pub fn expression(&self, e: &Expr) -> Expr {
        self.bindings.expr(e)
    }

    /// What the rule defines, parameters put in.
    #[must_use]
    pub fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// The moves.
    #[must_use]
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// A reader that knows the coordinates as variables from 0 on, and the definitions.
    #[must_use]
    pub fn reader(&self, numeration: &Numeration) -> (Reader, Vec<Linear>) {
        let mut reader = Reader::new(&[], numeration);
        reader.define(&self.definitions);
        let own: Vec<Linear> =
            (0..self.width()).map(|_| Linear::variable(reader.variable())).collect();
        self.place(&mut reader, &own);
        (reader, own)
    }

    /// Lets the names of the coordinates stand for these from now on.
    pub fn place(&self, reader: &mut Reader, at: &[Linear]) {
        self.names.iter().zip(at).for_each(|(name, form)| reader.name(name, form.clone()));
    }

    /// What holds of the coordinates of a position, where they stand for what was last said.
    ///
    /// # Errors
    /// A condition that is not definable.
    pub fn domain(&self, reader: &mut Reader) -> Result<Formula> {
        let all: Result<_> = self.domain.iter().map(|e| reader.condition(e)).collect();
        Ok(Formula::all(all?))
    }

    /// Where play has ended with a win of the player to move, and where with a loss, besides being
    /// stuck.
    ///
    /// # Errors
    /// A condition that is not definable.
    pub fn ended(&self, reader: &mut Reader) -> Result<(Formula, Formula)> {
        let (mut won, mut lost) = (Vec::new(), Vec::new());
        for (wins, e) in &self.ends {
            if *wins { &mut won } else { &mut lost }.push(reader.condition(e)?);
        }
        Ok((Formula::any(won), Formula::any(lost)))
    }

    /// The parts of the sentences about a clause, with a reader to which the coordinates stand for
    /// those before the move.
    ///
    /// # Errors
    /// An expression that is not definable.
    pub fn scene(&self, clause: &Clause, mut reader: Reader, before: Vec<Linear>) -> Result<Scene> {
        let Bound { variables: bound, domain, open, ranges, .. } =
            self.bind(clause, &mut reader)?;
        let legal = Formula::all([open.to_vec(), ranges].concat());
        let mut moved = Vec::new();
        let (mut after, mut runs) = (Vec::new(), Vec::new());
        let mut form = |e: &Expr| {
            let term = reader.under(&legal, |reader| reader.value(e))?;
            let (form, equation) = reader.linear(&term)?;
            moved.push(equation);
            Ok::<_, Error>(form)
        };
        for part in &clause.parts {
            match part {
                OptionPart::Position(at) => {
                    let at = at.iter().map(&mut form).collect::<Result<_, _>>()?;
                    after.push(at);
                }
                OptionPart::Run(lo, hi) => {
                    runs.push((form(lo)?, form(hi)?));
                }
            }
        }
        Ok(Scene { reader, before, bound, after, runs, domain, legal, moved: Formula::all(moved) })
    }

    /// The bound variables of a clause, with what they run over, its guards, and a reader to which
    /// their names are known.
    pub(crate) fn bind(&self, clause: &Clause, reader: &mut Reader) -> Result<Bound> {
        // their numbers come before any the reader needs
        let variables: Vec<usize> = clause.binders.iter().map(|_| reader.variable()).collect();
        let domain = self.domain(reader)?;
        let (won, lost) = self.ended(reader)?;
        let open = [!won, !lost];
        let (mut ranges, mut low) = (Vec::new(), Vec::new());
        let here = |ranges: &[Formula]| Formula::all([&open[..], ranges].concat());
        for ((name, set), &variable) in clause.binders.iter().zip(&variables) {
            if reader.knows(name) {
                return Err(mistake(message!("`{name}` has two meanings")));
            }
            let least = match &set.node {
                Node::Range(lo, _) => std::slice::from_ref(&**lo),
                Node::Set(elements) if elements.len() <= ELEMENTS => elements,
                Node::Set(_) => {
                    return Err(too_large(message!("a set has more than {ELEMENTS} elements")));
                }
                // of positive numbers, if it is known at all
                Node::Name(_) | Node::Call(..) => &[],
                _ => return Err(unsupported("such a quantifier is not definable")),
            };
            for e in least {
                let negative = compared(e.clone(), Comparison::Lt, int(0));
                let negative = reader.condition(&negative)?;
                low.push(here(&ranges).and(negative));
            }
            // the set is read before its variable is known, so it cannot speak of it
            let own = format!("{name} of its set");
            reader.name(&own, Linear::variable(variable));
            let element = Box::new(expr::substitute::name(own));
            let member = Node::Member(element, Box::new(set.clone()));
            ranges.push(reader.condition(&member.into())?);
            reader.name(name, Linear::variable(variable));
        }
        for guard in &clause.guards {
            let here = here(&ranges);
            ranges.push(reader.under(&here, |reader| reader.condition(guard))?);
        }
        Ok(Bound { variables, domain, open, ranges, low: Formula::any(low) })
    }
}
