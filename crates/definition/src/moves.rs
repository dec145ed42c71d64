//! Move statements: who may make a move, the choices in it, and what it does.

use crate::game::{Axis, Form, Games, Space};
use crate::reading::{Here, Reader};
use crate::{Coordinate, Position, Result, Stop};
use expr::ast::{Binder, Expr, Node};
use expr::eval::{Choices, Program};
use expr::substitute::{mentions, name};
use expr::walk;
use message::message;
use rule::ast::{Component, Move, MoveForm, Player, TurnItem};
use std::sync::Arc;

/// A move statement.
#[derive(Debug)]
pub(crate) struct Clause {
    pub(crate) label: Arc<str>,
    pub(crate) player: Player,
    pub(crate) when_stuck: bool,
    pub(crate) variables: Vec<Variable>,
    /// Conditions by the number of variables they need.
    pub(crate) guards: Vec<Vec<Program>>,
    pub(crate) effect: Effect,
}

/// A quantified variable.
#[derive(Debug)]
pub(crate) struct Variable {
    pub(crate) name: Arc<str>,
    pub(crate) values: Choices,
    /// Of a choice that is the same for all chosen heaps: whether it suits the heap at hand.
    pub(crate) suits: Option<Program>,
}

/// What a move does.
#[derive(Debug)]
pub(crate) enum Effect {
    /// It leaves these positions.
    Leave(Vec<Target>),
    /// It changes a coordinate, or that entry of a row.
    Change(Vec<(usize, Option<Program>, Value)>),
    /// It changes so many heaps, each to a new size.
    Heaps { count: (usize, usize), size: Program, spread: Option<(Program, Program)> },
    /// It turns coins besides the one that goes to tails, and so many of the chosen ones.
    Turn { coins: Vec<Coins>, chosen: Option<(String, (i64, i64), Choices)> },
}

/// Coins turned along with the first.
#[derive(Debug)]
pub(crate) enum Coins {
    One(Vec<Program>),
    Run(Program, Program),
}

/// What a coordinate becomes.
#[derive(Debug)]
pub(crate) enum Value {
    Number(Program),
    Row(Choices),
    Set(Choices),
}

/// A position that a move or a start leaves; where that cannot be said, why.
#[derive(Debug)]
pub(crate) struct Target {
    at: Result<(usize, Vec<(Axis, Value)>)>,
    /// A list in place of the coordinates: a position for every entry.
    each: bool,
}

impl Value {
    fn new(e: &Expr, form: Form, reader: &Reader) -> Result<Self> {
        Ok(match form {
            Form::Number => Self::Number(reader.number(e)?),
            Form::Row(_) => Self::Row(reader.elements(e)?),
            Form::Set => Self::Set(reader.elements(e)?),
        })
    }

    /// The value here.
    pub(crate) fn of(&self, here: &mut Here) -> Result<Coordinate> {
        Ok(match self {
            Self::Number(number) => Coordinate::Number(here.number(number)?),
            Self::Row(row) => Coordinate::Row(here.elements(row)?),
            Self::Set(set) => Coordinate::Set(here.elements(set)?.into_iter().collect()),
        })
    }
}

impl Target {
    pub(crate) fn new(
        component: &Component,
        reader: &Reader,
        space: &Space,
        games: &mut Games<'_>,
    ) -> Self {
        let mut target = || {
            let number = match &component.game {
                Some(reference) => games.number(reference, &space.instance)?,
                None => games.spaces.iter().position(|s| s.instance == space.instance).unwrap_or(0),
            };
            let axes = &games.spaces[number].axes;
            let mut at = component.at.clone();
            if component.each {
                let ([axis @ Axis { form: Form::Number, .. }], [list]) = (&axes[..], &at[..])
                else {
                    return Err(Stop::Undefined("`each` needs positions of one number".into()));
                };
                return Ok((number, vec![(axis.clone(), Value::Row(reader.elements(list)?))]));
            }
            if at.len() != axes.len() {
                at = in_rows(at, axes)?;
            }
            let values = axes.iter().zip(&at);
            let values = values.map(|(a, e)| Ok((a.clone(), Value::new(e, a.form, reader)?)));
            Ok((number, values.collect::<Result<_>>()?))
        };
        Self { at: target(), each: component.each }
    }

    /// The positions of a sum.
    pub(crate) fn all(sum: &[Self], here: &mut Here, padded: bool) -> Result<Vec<Position>> {
        let mut all = Vec::new();
        for target in sum {
            let whole = target.position(here, padded)?;
            match &whole.at[..] {
                [Coordinate::Row(entries)] if target.each => {
                    let one = |&n: &i64| vec![Coordinate::Number(n)];
                    let game = whole.game;
                    all.extend(entries.iter().map(|n| Position { game, at: one(n) }));
                }
                _ => all.push(whole),
            }
        }
        Ok(all)
    }

    /// The position; `padded`: rows that are too short end with entries of the least value.
    fn position(&self, here: &mut Here, padded: bool) -> Result<Position> {
        let (game, values) = self.at.as_ref().map_err(Clone::clone)?;
        let coordinate = |(axis, value): &(Axis, Value)| {
            let mut coordinate = value.of(here)?;
            if let (true, Form::Row(entries), Coordinate::Row(row)) =
                (padded, axis.form, &mut coordinate)
                && row.len() < entries
            {
                row.resize(entries, axis.lo);
            }
            Ok(coordinate)
        };
        let at = values.iter().map(coordinate).collect::<Result<_>>()?;
        Ok(Position { game: *game, at })
    }
}

/// Coordinates that are written with the entries of rows one after another.
fn in_rows(written: Vec<Expr>, axes: &[Axis]) -> Result<Vec<Expr>> {
    let (given, mut rest) = (written.len(), written.into_iter());
    let coordinate = |axis: &Axis| match axis.form {
        Form::Row(entries) => Some(Node::List(rest.by_ref().take(entries).collect()).into()),
        _ => rest.next(),
    };
    let at: Option<Vec<Expr>> = axes.iter().map(coordinate).collect();
    match at.filter(|_| rest.next().is_none()) {
        Some(at) => Ok(at),
        None => {
            Err(Stop::Undefined(message!("{given} coordinates where there are {}", axes.len())))
        }
    }
}

impl Clause {
    pub(crate) fn new(
        written: &Move,
        number: usize,
        reader: &Reader,
        space: &Space,
        games: &mut Games<'_>,
    ) -> Result<Self> {
        let binders: Vec<Binder> = written.binders.iter().map(|b| b.binder.clone()).collect();
        let mut readers = vec![reader.clone()];
        if let MoveForm::Vector { index, .. } = &written.form {
            readers[0] = reader.and(index);
        }
        for binder in &binders {
            readers.extend(readers.last().map(|reader| reader.and(&binder.name)));
        }
        let mut variables = Vec::new();
        for (depth, binder) in binders.iter().enumerate() {
            let values = readers[depth].choices(&binders[depth..], written.guard.as_ref())?;
            let member = Node::Member(name(&*binder.name).into(), binder.set.clone().into());
            let same = written.binders[depth].same;
            let suits = same.then(|| readers[depth + 1].condition(&member.into())).transpose()?;
            variables.push(Variable { name: (*binder.name).into(), values, suits });
        }
        let mut guards: Vec<Vec<Program>> = readers.iter().map(|_| Vec::new()).collect();
        for guard in written.guard.iter().flat_map(walk::conjuncts) {
            let last = binders.iter().rposition(|b| mentions(guard, &b.name));
            let depth = last.map_or(0, |last| last + 1);
            guards[depth].push(readers[depth].condition(guard)?);
        }
        let effect = Effect::new(&written.form, &readers[binders.len()], space, games)?;
        let label = written.label.as_deref().map_or_else(|| number.to_string().into(), Arc::from);
        let (player, when_stuck) = (written.player, written.when_stuck);
        Ok(Self { label, player, when_stuck, variables, guards, effect })
    }
}

impl Effect {
    fn new(form: &MoveForm, reader: &Reader, space: &Space, games: &mut Games<'_>) -> Result<Self> {
        let number = |e: &Expr| reader.number(e);
        let count = |e: &Expr| -> Result<i64> { Ok(reader.constant(e)?.max(0)) };
        Ok(match form {
            MoveForm::Sum(sum) => {
                Self::Leave(sum.iter().map(|c| Target::new(c, reader, space, games)).collect())
            }
            MoveForm::Update(changes) => {
                let change = |(place, e): &(rule::ast::Place, Expr)| {
                    let axis = space.axes.iter().position(|axis| axis.name == place.name);
                    let missing = || Stop::Undefined(message!("there is no `{}`", place.name));
                    let axis = axis.ok_or_else(missing)?;
                    let index = place.index.as_ref().map(number).transpose()?;
                    let form = if index.is_some() { Form::Number } else { space.axes[axis].form };
                    Ok((axis, index, Value::new(e, form, reader)?))
                };
                Self::Change(changes.iter().map(change).collect::<Result<_>>()?)
            }
            MoveForm::Vector { choose, target, spread, .. } => {
                let heaps = match space.axes[..] {
                    [Axis { form: Form::Row(heaps), .. }] => heaps,
                    _ => 0,
                };
                let heaps_of = |e| Ok::<_, Stop>(usize::try_from(count(e)?).unwrap_or(heaps));
                let count = match choose {
                    None => (heaps, heaps),
                    Some((lo, hi)) => (heaps_of(lo)?.max(1), heaps_of(hi)?.min(heaps)),
                };
                let spread = spread.as_ref().map(|spread| {
                    let may = reader.and(&spread.index).condition(&spread.condition)?;
                    Ok::<_, Stop>((number(&spread.amount)?, may))
                });
                Self::Heaps { count, size: number(target)?, spread: spread.transpose()? }
            }
            MoveForm::Turn { others, choose } => {
                let coins = others.iter().map(|item| {
                    Ok(match item {
                        TurnItem::Coin(at) => {
                            Coins::One(at.iter().map(number).collect::<Result<_>>()?)
                        }
                        TurnItem::Run(lo, hi) => Coins::Run(number(lo)?, number(hi)?),
                    })
                });
                let coins = coins.collect::<Result<_>>()?;
                let chosen = choose.as_ref().map(|choose| {
                    let count = (count(&choose.least)?, reader.constant(&choose.most)?);
                    let from = reader.choices(std::slice::from_ref(&choose.binder), None)?;
                    Ok::<_, Stop>((choose.binder.name.clone(), count, from))
                });
                Self::Turn { coins, chosen: chosen.transpose()? }
            }
        })
    }
}
