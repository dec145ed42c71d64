//! Searches: whole positions by the options that clauses give, remembered in packed keys.
//!
//! They answer where no box holds the positions (sums are searched as they stand, whatever theory
//! says of sums), list first moves, and sample moves for the order.
//!
//! [`Rules`] know their own game and, numbered from 1, the other games whose positions its
//! moves and starts leave; [`Lister`] lists the moves of one position, [`position`] those
//! of sums.

pub(crate) mod expand;
mod flat;
pub(crate) mod key;
mod listing;
pub(crate) mod misere;
mod packed;
pub(crate) mod position;
mod quotient;
pub(crate) mod searches;
mod sum;

use crate::stop::SearchStop;
use arith::sets::NumberSet;
use clauses::exact::{Elements, Evaluator, Exact, Heads};
use clauses::term::Term;
use clauses::{
    Clause, Coordinate, CoordinateKind, Dimension, Domain, Ending, Lowered, OptionPart, Sum, point,
};
use expr::ast::{Expr, Node, Span};
use expr::diagnostic::Diagnostic;
use expr::substitute::mentions;
use expr::walk;
use expr::words::tuple;
use flat::{Flat, Guard};
use message::{Message, message};
use rule::ast::{Play, Player, Scope};

pub(crate) use listing::{Lister, Parts};
pub use position::Component;

/// What listing or searching positions gives.
pub(crate) type Result<T, E = SearchStop> = std::result::Result<T, E>;

/// The rules of a game, ready to list options.
#[derive(Debug)]
pub(crate) struct Rules {
    /// How sums name the game; empty for the rule's own.
    pub(crate) name: String,
    pub(crate) dimensions: Vec<Dimension>,
    /// The rule's coordinates: name and form.
    pub(crate) shape: Vec<(String, CoordinateKind)>,
    pub(crate) symmetric: bool,
    pub(crate) sum: Sum,
    pub(crate) play: Play,
    pub(crate) stuck_wins: bool,
    partizan: bool,
    pub(crate) clauses: Vec<SearchClause>,
    pub(crate) endings: Vec<Ending<Evaluator>>,
    condition: Option<Evaluator>,
    /// Whether some guard looks at other coins.
    looks_around: bool,
    /// Why positions of this game cannot stand in sums of the rule at hand, in words.
    pub(crate) conflict: Option<Message>,
    /// Of the game at hand: the other games, from number 1 on.
    others: Vec<Rules>,
}

/// A move.
#[derive(Debug)]
pub(crate) struct SearchClause {
    pub(crate) label: String,
    /// Where the rule states the move.
    pub(crate) span: Span,
    /// Its quantifiers.
    pub(crate) names: Vec<String>,
    /// See [`Clause::spread`].
    spread: usize,
    player: Player,
    domains: Vec<Domain<Evaluator>>,
    /// Guards by the number of quantifiers they need.
    guards: Vec<Vec<Guard>>,
    parts: Vec<OptionPart<Evaluator>>,
    /// The lists of those parts that are [`OptionPart::Each`], in order.
    lists: Vec<Elements>,
    when_stuck: bool,
    /// Guards, ends of domains and parts once more, to be computed fast.
    flat: Flat,
}

/// One move from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Action {
    /// Index of the clause.
    pub(crate) clause: usize,
    /// Values of its quantifiers.
    pub(crate) choices: Vec<i64>,
    /// The positions it leaves, those of the same game first.
    pub(crate) parts: Vec<Component>,
}

impl Rules {
    /// The rules of a game and of all games it names.
    pub(crate) fn new(lowered: &Lowered, exact: &Exact) -> Result<Self, Vec<Diagnostic>> {
        let mut own = Self::of_game(lowered, exact)?;
        for game in &lowered.foreign {
            let exact = Exact::new(&game.definitions)?;
            let mut other = Self::of_game(game, &exact)?;
            other.name.clone_from(&game.instance.rule.name);
            other.conflict = own.conflict_with(&other);
            own.others.push(other);
        }
        Ok(own)
    }

    fn of_game(lowered: &Lowered, exact: &Exact) -> Result<Self, Vec<Diagnostic>> {
        let names: Vec<String> = lowered.dimensions.iter().map(|d| d.name.clone()).collect();
        let evaluator = |e: &Expr| Evaluator::new(e, &names, exact);
        let clauses = lowered.clauses.iter();
        let endings = lowered.endings.iter().map(|e| {
            Ok(Ending { condition: evaluator(&e.condition)?, wins: e.wins, scope: e.scope })
        });
        Ok(Self {
            name: String::new(),
            dimensions: lowered.dimensions.clone(),
            shape: lowered.shape.clone(),
            symmetric: lowered.symmetric,
            sum: lowered.sum,
            play: lowered.play,
            stuck_wins: lowered.stuck_wins,
            partizan: lowered.partizan,
            clauses: clauses
                .map(|clause| SearchClause::new(clause, &lowered.dimensions, exact))
                .collect::<Result<_, _>>()?,
            endings: endings.collect::<Result<_, Vec<Diagnostic>>>()?,
            condition: lowered.condition.as_ref().map(evaluator).transpose()?,
            looks_around: lowered.clauses.iter().any(|c| c.guards.iter().any(calls_head)),
            conflict: None,
            others: Vec::new(),
        })
    }

    /// Why positions of the other game cannot stand in sums of this one: it has a way of play of
    /// its own, and a sum has but one.
    fn conflict_with(&self, other: &Self) -> Option<Message> {
        let way = match (other.play != Play::One, other.stuck_wins) {
            (true, _) if self.play != other.play => match other.play {
                Play::Loopy => "`play loopy`",
                _ => "`play every`",
            },
            (_, true) if !self.stuck_wins => "`stuck wins`",
            _ => return None,
        };
        Some(message!(
            "`{}` is played by {way}, and the sum is not: a sum has one way of play; add the line \
             {way} to the rule of the sum",
            other.name
        ))
    }

    /// Whether some move of a coin depends on the other coins, so that a board is no sum.
    pub(crate) fn looks_around(&self) -> bool {
        self.looks_around
    }

    /// Whether some move is Left's or Right's only.
    pub(crate) fn is_partizan(&self) -> bool {
        self.games().any(|o| o.partizan)
    }

    /// Whether the value of a sum is the xor of its components' values, by the theorem of Sprague
    /// and Grundy: play is normal, in one component at a time, and ends by being stuck alone.
    pub(crate) fn decomposes(&self) -> bool {
        let normal = |o: &Self| {
            let ends = |e: &Ending<_>| e.wins || e.scope != Scope::Alone;
            o.play == Play::One && !o.stuck_wins && !o.looks_around && !o.endings.iter().any(ends)
        };
        self.games().all(normal) && !self.is_partizan()
    }

    /// Whether a component of a sum has the same moves whatever stands beside it, and play ends
    /// only where no component has one.
    pub(crate) fn moves_are_alone(&self) -> bool {
        let is_plain = |o: &Self| {
            o.play == Play::One
                && o.sum == Sum::Multiset
                && !o.looks_around
                && o.endings.is_empty()
                && !o.clauses.iter().any(|clause| clause.when_stuck)
        };
        self.games().all(is_plain) && !self.is_partizan()
    }

    /// This game and the others.
    pub(crate) fn games(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.others)
    }

    /// How many games there are, this one included.
    pub(crate) fn count(&self) -> usize {
        1 + self.others.len()
    }

    /// The game of that number.
    pub(crate) fn game(&self, number: usize) -> &Self {
        number.checked_sub(1).map_or(self, |other| &self.others[other])
    }

    /// The game in words.
    pub(crate) fn title(&self) -> Message {
        if self.name.is_empty() { "the rule".into() } else { message!("`{}`", self.name) }
    }

    /// What each flat coordinate is, or is a part of.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = CoordinateKind> {
        self.shape.iter().flat_map(|(_, kind)| std::iter::repeat_n(*kind, kind.len()))
    }

    /// Whether the point's coordinates are between their bounds.
    pub(crate) fn bounds(&self, point: &[i64]) -> bool {
        let inside = |(d, &c): (&Dimension, &i64)| c >= d.lo && d.hi.is_none_or(|hi| c <= hi);
        point.len() == self.dimensions.len() && self.dimensions.iter().zip(point).all(inside)
    }

    /// Whether the point is a position of this game.
    pub(crate) fn is_position(&self, point: &[i64]) -> Result<bool> {
        Lister::new(self).is_position(0, point)
    }

    /// Calls `visit` with every move from a single position, whoever may make it; `false` stops
    /// the listing.
    pub(crate) fn actions(
        &self,
        point: &[i64],
        heads: &Heads,
        visit: &mut dyn FnMut(Action) -> bool,
    ) -> Result<()> {
        Lister::new(self).list(0, point, heads, None, &mut |step| visit(step.action()))
    }

    /// The sum of the variables that the rule quantifies in a move of this game; how stones are spread
    /// is none of them.
    pub(crate) fn amount(&self, clause: usize, choices: &[i64]) -> i64 {
        choices[..choices.len() - self.clauses[clause].spread].iter().sum()
    }

    /// The position in words: `n = 3`, `(a, b) = (1, 2)`, `A = {1, 3}`.
    pub(crate) fn words(&self, at: &[i64]) -> String {
        if self.shape.iter().all(|(_, s)| *s == CoordinateKind::Number) && self.name.is_empty() {
            point(&self.dimensions, at)
        } else {
            self.written(at)
        }
    }

    /// The coordinates of a point as its rule states them.
    pub(crate) fn coordinates(&self, mut at: &[i64]) -> impl Iterator<Item = Coordinate> {
        self.shape.iter().map(move |(_, kind)| {
            let (own, rest) = at.split_at(kind.len());
            at = rest;
            kind.read(own)
        })
    }

    /// The position as people write it: `3`, `(1, 2)`, `[3, 1]`, `{1, 3}`, `nim at 3`.
    pub(crate) fn written(&self, at: &[i64]) -> String {
        let position = tuple(self.coordinates(at));
        if self.name.is_empty() { position } else { format!("{} at {position}", self.name) }
    }
}

/// Whether the expression depends on what other coins show.
fn calls_head(e: &Expr) -> bool {
    walk::within(e).any(|e| matches!(&e.node, Node::Call(name, _) if name == "head"))
}

impl SearchClause {
    fn new(
        clause: &Clause,
        coordinates: &[Dimension],
        exact: &Exact,
    ) -> Result<Self, Vec<Diagnostic>> {
        let mut names: Vec<String> = coordinates.iter().map(|d| d.name.clone()).collect();
        names.extend(clause.binders.iter().map(|b| b.0.clone()));
        let evaluator = |e: &Expr| Evaluator::new(e, &names, exact);
        let mut guards: Vec<Vec<Guard>> = (0..=clause.binders.len()).map(|_| vec![]).collect();
        for (number, guard) in clause.guards.iter().enumerate() {
            let needs = clause.binders.iter().rposition(|(name, _)| mentions(guard, name));
            let used: Vec<usize> =
                (0..names.len()).filter(|&s| mentions(guard, &names[s])).collect();
            let evaluator = evaluator(guard)?;
            let recalled = match used[..] {
                [slot] if evaluator.term().is_none() && slot >= coordinates.len() => {
                    (!calls_head(guard)).then_some((number, slot))
                }
                _ => None,
            };
            guards[needs.map_or(0, |j| j + 1)].push(Guard { evaluator, recalled });
        }
        let domains = clause.binders.iter().map(|(_, domain)| domain.try_map(evaluator));
        let domains = domains.collect::<Result<Vec<_>, _>>()?;
        let parts = clause.parts.iter().map(|part| part.try_map(evaluator));
        let parts = parts.collect::<Result<Vec<_>, _>>()?;
        let lists = clause.parts.iter().filter_map(|part| match part {
            OptionPart::Each(list) => Some(exact.elements(list, &names)),
            _ => None,
        });
        let lists = lists.collect::<Result<_, _>>()?;
        let flat = flat(coordinates, &domains, &guards, &parts);
        Ok(Self {
            label: clause.label.clone(),
            span: clause.span,
            names: clause.binders.iter().map(|b| b.0.clone()).collect(),
            spread: clause.spread,
            player: clause.player,
            domains,
            guards,
            parts,
            lists,
            when_stuck: clause.when_stuck,
            flat,
        })
    }
}

/// Least and greatest value of a quantifier, where they are constants.
fn span(domain: &Domain<Evaluator>) -> Option<(i64, i64)> {
    let constant = |evaluator: &Evaluator| match evaluator.term() {
        Some(Term::Const(value)) => Some(*value),
        _ => None,
    };
    match domain {
        Domain::Range(lo, hi) => Some((constant(lo)?, constant(hi)?)),
        Domain::Set(NumberSet::Finite(values), _) => Some((*values.first()?, *values.last()?)),
        Domain::Set(..) => None,
    }
}

/// Guards, ends of domains and parts, as far as they are terms, for coordinates with these bounds.
fn flat(
    coordinates: &[Dimension],
    domains: &[Domain<Evaluator>],
    guards: &[Vec<Guard>],
    parts: &[OptionPart<Evaluator>],
) -> Flat {
    let points = parts.iter().map(|part| match part {
        OptionPart::Point(at) | OptionPart::Foreign { at, .. } => Some(at),
        OptionPart::Block(_) | OptionPart::Each(_) => None,
    });
    let left = points.collect::<Option<Vec<_>>>().map(|at| at.into_iter().flatten().collect());
    let asked = domains.iter().map(|domain| match domain {
        Domain::Range(lo, hi) => vec![lo, hi],
        Domain::Set(_, limit) => limit.iter().collect(),
    });
    let levels = guards.iter().map(Vec::as_slice).zip(asked.chain(left));
    let coordinate = |d: &Dimension| Some((d.lo, d.hi?));
    let ranges = coordinates.iter().map(coordinate);
    let ranges = ranges.chain(domains.iter().map(span)).collect();
    Flat::new(coordinates.len(), ranges, levels)
}
