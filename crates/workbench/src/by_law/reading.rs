//! Laws as they are stated, evaluated at single positions in 128 bits.

use crate::input::Input;
use engine::{CoordinateKind, Game};
use expr::ast::{Binary, Comparison, Expr, Node, Quantity};

use expr::eval::{Definitions, Frame, Let, Names, NoContext, Program};
use expr::parser::parse_expression;
use rule::Instance;
use rule::ast::{Coordinate, State};

/// The positions of a game: what their coordinates are called, and which there are.
pub(super) struct GamePositions<'g> {
    pub(super) instance: &'g Instance,
    pub(super) names: Names,
    definitions: Option<Definitions>,
}

impl<'g> GamePositions<'g> {
    /// For positions of numbers and rows.
    pub(super) fn of(input: &Input, game: &'g Game) -> Self {
        let instance = game.instance();
        let constants = rule::constants(&instance.values);
        let mut names = Names { constants, ..Names::default() };
        // A code calls its heap so, whatever it is called here.
        names.slots = match rule::code::from_code(&input.name) {
            Some(_) => vec!["n".to_owned()],
            None => game.coordinates().iter().map(|&name| name.to_owned()).collect(),
        };
        let mut first = 0;
        for (name, kind) in game.shape(0) {
            if let CoordinateKind::Row(length) = *kind {
                names.vectors.push((name.clone(), first, length));
            }
            first += kind.len();
        }
        if let Some(State::Heaps { name, .. }) = &instance.rule.state {
            names.vectors.push((name.clone(), 0, names.slots.len()));
        }
        let lets: Vec<Let<'_>> = instance.rule.definitions.iter().map(Let::from).collect();
        let definitions = Definitions::compile(&lets, &names.constants).ok();
        Self { instance, names, definitions }
    }

    pub(super) fn compiled(&self, e: &Expr, names: &Names) -> Option<Program> {
        Program::compile(e, names, self.definitions.as_ref()?).ok()
    }

    /// The value of an expression where the slots have these values; of a condition 1 or 0.
    pub(super) fn value(&self, e: &Expr, names: &Names, at: &[i128]) -> Option<i128> {
        value(&self.compiled(e, names)?, at)
    }

    /// Whether there is a position with these coordinates.
    pub(super) fn is_position(&self, at: &[i128]) -> bool {
        if at.len() != self.names.slots.len() {
            return false;
        }
        let number = |e: &Expr| self.value(e, &self.names, at);
        let is_within = |from: Option<&Expr>, to: Option<&Expr>, entries: &[i128]| {
            let lo = from.map_or(Some(0), number);
            let hi = to.map_or(Some(i128::MAX), number);
            lo.zip(hi).is_some_and(|(lo, hi)| entries.iter().all(|c| (lo..=hi).contains(c)))
        };
        let fits =
            |c: &Coordinate, entries: &[i128]| is_within(c.from.as_ref(), c.to.as_ref(), entries);
        match &self.instance.rule.state {
            Some(State::Heap(heap)) => fits(heap, at),
            Some(State::Heaps { from, .. }) => is_within(from.as_ref(), None, at),
            Some(State::Tuple { coordinates, condition, .. }) => {
                let mut rest = at;
                let all = coordinates.iter().all(|c| {
                    let rows = self.names.vectors.iter().find(|(name, ..)| *name == c.name);
                    let (own, others) = rest.split_at(rows.map_or(1, |(.., length)| *length));
                    rest = others;
                    fits(c, own)
                });
                all && condition.as_ref().is_none_or(|e| number(e) == Some(1))
            }
            _ => false,
        }
    }
}

fn value(program: &Program, at: &[i128]) -> Option<i128> {
    let mut frame = Frame::hasty();
    frame.set_all(at.iter().copied());
    program.integer(&mut frame, &mut NoContext).ok()
}

/// What a law says where its conditions hold.
pub(super) struct CompiledLaw {
    conditions: Vec<Program>,
    says: Says,
}

enum Says {
    /// The Grundy value.
    Value(Expr, Program),
    /// Whether the player to move wins, or does not.
    Wins(Program, bool),
    /// From some heap on the value, or the outcome, of a heap that is so much larger is greater by so
    /// much.
    Repeats { is_value: bool, from: i128, period: i128, saltus: i128 },
}

impl CompiledLaw {
    /// The law that a text states; `None` where it is no law of this kind.
    pub(super) fn read(text: &str, place: &GamePositions<'_>) -> Option<Self> {
        let whole = parse_expression(text).ok()?;
        let (mut e, mut guards): (&Expr, Vec<&Expr>) = (&whole, Vec::new());
        while let Node::Binary(Binary::Implies, guard, then) = &e.node {
            guards.push(guard);
            e = then;
        }
        let compiled = |e: &Expr| place.compiled(e, &place.names);
        let says = match &e.node {
            Node::Compare(left, others) => match &others[..] {
                [(Comparison::Eq, right)] if here(left) == Some(Quantity::Sg) => {
                    Says::Value(right.clone(), compiled(right)?)
                }
                [(Comparison::Eq, right)] => repeats(Quantity::Sg, left, right, &guards)?,
                _ => return None,
            },
            Node::Binary(Binary::Iff, left, right) => match here(left) {
                Some(Quantity::Win) => Says::Wins(compiled(right)?, true),
                Some(Quantity::Lose) => Says::Wins(compiled(right)?, false),
                _ => repeats(Quantity::Win, left, right, &guards)?,
            },
            _ => return None,
        };
        let conditions = guards.into_iter().map(compiled).collect::<Option<_>>()?;
        Some(Self { conditions, says })
    }

    /// The Grundy value, where the law tells it, and whether the player to move wins. `small` tells both of
    /// a heap that is not large.
    pub(super) fn says(
        &self,
        at: &[i128],
        small: &mut dyn FnMut(i64) -> Option<(Option<i64>, bool)>,
    ) -> Option<(Option<i128>, bool)> {
        let is_said = self.conditions.iter().all(|condition| value(condition, at) == Some(1));
        match &self.says {
            // Before it repeats, a heap is its own.
            Says::Repeats { .. } => {}
            _ => is_said.then_some(())?,
        }
        match &self.says {
            Says::Value(_, program) => {
                let sg = value(program, at).filter(|sg| *sg >= 0)?;
                Some((Some(sg), sg != 0))
            }
            Says::Wins(program, wins) => Some((None, (value(program, at)? != 0) == *wins)),
            Says::Repeats { is_value, from, period, saltus } => {
                let [n] = *at else { return None };
                let periods = n.checked_sub(*from)?.max(0) / period;
                let (sg, win) = small(i64::try_from(n - periods * period).ok()?)?;
                if !is_value {
                    return Some((None, win));
                }
                let sg = i128::from(sg?).checked_add(periods.checked_mul(*saltus)?)?;
                (sg >= 0).then_some((Some(sg), sg != 0))
            }
        }
    }

    /// The formula of the Grundy value, where the law is one and holds everywhere.
    pub(super) fn formula(&self) -> Option<&Expr> {
        match &self.says {
            Says::Value(e, _) if self.conditions.is_empty() => Some(e),
            _ => None,
        }
    }
}

/// The quantity at the position at hand.
fn here(e: &Expr) -> Option<Quantity> {
    match &e.node {
        Node::Value(value)
            if value.game.is_none() && value.position.is_none() && !value.of_options =>
        {
            Some(value.quantity)
        }
        _ => None,
    }
}

/// The heap, as an expression, at which the quantity is asked for.
fn heap(e: &Expr, quantity: Quantity) -> Option<&Expr> {
    let Node::Value(value) = &e.node else { return None };
    let is_own = value.quantity == quantity && value.game.is_none() && !value.of_options;
    match value.position.as_ref().filter(|_| is_own).map(Vec::as_slice) {
        Some([at]) => match &at[..] {
            [heap] => Some(heap),
            _ => None,
        },
        _ => None,
    }
}

/// `n >= from implies q(n + period) = q(n) + saltus`.
fn repeats(quantity: Quantity, left: &Expr, right: &Expr, guards: &[&Expr]) -> Option<Says> {
    let sum = |e: &Expr| match &e.node {
        Node::Binary(Binary::Add, a, b) => Some((a.clone(), b.literal()?)),
        Node::Binary(Binary::Sub, a, b) => Some((a.clone(), b.literal()?.checked_neg()?)),
        _ => None,
    };
    let (right, saltus) = match sum(right).filter(|_| quantity == Quantity::Sg) {
        Some((right, saltus)) => (*right, saltus),
        None => (right.clone(), 0),
    };
    let (later, now) = (heap(left, quantity)?, heap(&right, quantity)?);
    let (of, period) = sum(later)?;
    let [guard] = guards else { return None };
    let Node::Compare(bounded, bound) = &guard.node else { return None };
    let [(Comparison::Ge, from)] = &bound[..] else { return None };
    let is_same = *of == *now && **bounded == *now && now.as_name().is_some();
    let from = from.literal().filter(|from| *from >= 0 && is_same && period > 0)?;
    Some(Says::Repeats { is_value: quantity == Quantity::Sg, from, period, saltus })
}
