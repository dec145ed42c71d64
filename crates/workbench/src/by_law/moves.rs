//! Winning moves in sums of heaps: where the value is the nim-sum of the coordinates, and each move lowers
//! one of them by a number, a heap has one number to be lowered to at most.

use super::reading::{CompiledLaw, GamePositions};
use expr::ast::{Binary, Expr, Node};
use expr::eval::Names;
use rule::ast::{Component, Move, MoveForm, State};

/// A winning first move from a position of large numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargeMove {
    /// Label (or number) of the move.
    pub label: String,
    /// Quantifiers and their values.
    pub choices: Vec<(String, i128)>,
    /// The coordinates of the component moved in.
    pub from: Vec<i128>,
    /// What they become.
    pub to: Vec<i128>,
}

/// A move that lowers one coordinate, for each choice of which.
struct Lowering<'r> {
    /// What is chosen beside the number, with its value.
    index: Option<(&'r str, i128)>,
    slot: usize,
    target: &'r Expr,
}

impl CompiledLaw {
    /// Every winning move from components whose values have this nim-sum; `None` where the law, or some
    /// move, is of another form.
    pub(super) fn moves(
        &self,
        place: &GamePositions<'_>,
        sum: &[Vec<i128>],
        total: i128,
    ) -> Option<Vec<LargeMove>> {
        let mut slots = nim_sum(self.formula()?, place)?;
        slots.sort_unstable();
        (0..place.names.slots.len()).eq(slots).then_some(())?;
        let rule = &place.instance.rule;
        let is_whole = |state: &State| match state {
            State::Heap(heap) => heap.from.is_none() && heap.to.is_none(),
            State::Heaps { from, .. } => from.is_none(),
            State::Tuple { coordinates, condition, .. } => {
                condition.is_none()
                    && coordinates.iter().all(|c| c.from.is_none() && c.to.is_none())
            }
            _ => false,
        };
        let is_plain = rule.state.as_ref().is_some_and(is_whole) && rule.ends.is_empty();
        is_plain.then_some(())?;
        let mut found = Vec::new();
        for at in sum {
            for (number, m) in rule.moves.iter().enumerate() {
                for lowering in lowerings(m, place)? {
                    let to = at[lowering.slot] ^ total;
                    let choices = choices(m, &lowering, place, at, to)?;
                    let Some(choices) = choices else { continue };
                    let label = m.label.clone().unwrap_or_else(|| (number + 1).to_string());
                    let mut after = at.clone();
                    after[lowering.slot] = to;
                    found.push(LargeMove { label, choices, from: at.clone(), to: after });
                }
            }
        }
        Some(found)
    }
}

/// The slots of which an expression is the nim-sum.
fn nim_sum(e: &Expr, place: &GamePositions<'_>) -> Option<Vec<usize>> {
    match &e.node {
        Node::Binary(Binary::Xor, a, b) => Some([nim_sum(a, place)?, nim_sum(b, place)?].concat()),
        _ => slot(e, place, None).map(|slot| vec![slot]),
    }
}

/// The coordinate that an expression is; `index` is a name with its value.
fn slot(e: &Expr, place: &GamePositions<'_>, index: Option<(&str, i128)>) -> Option<usize> {
    let names = &place.names;
    match &e.node {
        Node::Name(name) => names.slots.iter().position(|slot| slot == name),
        Node::Index(row, at) => {
            let (_, first, length) =
                names.vectors.iter().find(|(name, ..)| Some(&**name) == row.as_name())?;
            let at = match (at.literal(), index) {
                (Some(at), _) => at,
                (None, Some((name, value))) if at.as_name() == Some(name) => value,
                _ => return None,
            };
            let at = usize::try_from(at).ok().filter(|at| (1..=*length).contains(at))?;
            Some(first + at - 1)
        }
        _ => None,
    }
}

/// The ways in which a move lowers one coordinate; `None` where it does anything else.
fn lowerings<'r>(m: &'r Move, place: &GamePositions<'_>) -> Option<Vec<Lowering<'r>>> {
    (!m.when_stuck && m.binders.len() == 1).then_some(())?;
    let all = match &m.form {
        MoveForm::Vector { choose: Some((least, most)), vector, index, target, spread: None }
            if least.literal() == Some(1) && most.literal() == Some(1) =>
        {
            let (_, first, length) =
                place.names.vectors.iter().find(|(name, ..)| name == vector)?;
            let each = (0..*length).map(|i| {
                let index = Some((index.as_str(), i as i128 + 1));
                Lowering { index, slot: first + i, target }
            });
            each.collect()
        }
        MoveForm::Update(all) => match &all[..] {
            [(changed, target)] => {
                let name: Expr = Node::Name(changed.name.clone()).into();
                let changed = match &changed.index {
                    Some(at) => Node::Index(Box::new(name), Box::new(at.clone())).into(),
                    None => name,
                };
                vec![Lowering { index: None, slot: slot(&changed, place, None)?, target }]
            }
            _ => return None,
        },
        MoveForm::Sum(sum) => match &sum[..] {
            [Component { game: None, at, each: false }] if at.len() == place.names.slots.len() => {
                let stays = |(number, e): &(usize, &Expr)| slot(e, place, None) == Some(*number);
                let mut changed = at.iter().enumerate().filter(|one| !stays(one));
                let (slot, target) = changed.next()?;
                changed.next().is_none().then_some(())?;
                vec![Lowering { index: None, slot, target }]
            }
            _ => return None,
        },
        _ => return None,
    };
    Some(all)
}

/// What is chosen to lower the coordinate to that number; `Some(None)` where it cannot be, and `None` where
/// the move is not by a number that is taken away.
fn choices(
    m: &Move,
    lowering: &Lowering<'_>,
    place: &GamePositions<'_>,
    at: &[i128],
    to: i128,
) -> Option<Option<Vec<(String, i128)>>> {
    let binder = &m.binders[0].binder;
    let Node::Binary(Binary::Sub, from, taken) = &lowering.target.node else { return None };
    let is_so = slot(from, place, lowering.index) == Some(lowering.slot)
        && taken.as_name() == Some(&binder.name);
    is_so.then_some(())?;
    let Node::Range(lo, hi) = &binder.set.node else { return None };
    let taken = at[lowering.slot].checked_sub(to)?;
    let mut names: Names = place.names.clone();
    let mut values = at.to_vec();
    let mut chosen = Vec::new();
    if let Some((index, value)) = lowering.index {
        names.slots.push(index.to_owned());
        values.push(value);
        chosen.push((index.to_owned(), value));
    }
    let ends = [lo, hi].map(|e| place.value(e, &names, &values));
    let [Some(lo), Some(hi)] = ends else { return None };
    names.slots.push(binder.name.clone());
    values.push(taken);
    chosen.push((binder.name.clone(), taken));
    let is_allowed = match &m.guard {
        Some(guard) => place.value(guard, &names, &values)? == 1,
        None => true,
    };
    Some(((lo..=hi).contains(&taken) && is_allowed).then_some(chosen))
}
