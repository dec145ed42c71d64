//! The statements of a rule but for its moves: positions, ends, starts, and the games it leads to.

use crate::moves::{Clause, Target};
use crate::reading::{Here, Reader};
use crate::{Coordinate, Position, Result, Stop};
use expr::ast::{Argument, Expr, GameRef, Node};
use expr::eval::Program;
use expr::walk;
use expr::words::{listed, tuple};
use message::{Tell as _, message};
use rule::ast::{self, CoordinateForm, End, ParameterKind, Scope, State};
use rule::{Instance, Library};
use std::cell::RefCell;
use std::sync::Arc;

/// Most entries of a row.
const MAX_ENTRIES: usize = 1 << 16;
/// Most games that one game may lead to.
const MAX_GAMES: usize = 33;

/// A coordinate as the state statement says it.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) name: String,
    pub(crate) lo: i64,
    pub(crate) hi: Option<i64>,
    pub(crate) form: Form,
}

impl Axis {
    /// How many numbers make up the coordinate.
    fn length(&self) -> usize {
        if let Form::Row(entries) = self.form { entries } else { 1 }
    }
}

/// What a coordinate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Number,
    Row(usize),
    Set,
}

/// The positions of a game.
#[derive(Clone, Debug)]
pub(crate) struct Space {
    pub(crate) instance: Instance,
    pub(crate) axes: Vec<Axis>,
    /// Whether the order of the coordinates, or of the heaps, does not matter.
    unordered: bool,
    /// Whether a position is a set of coins, of which two in one place cancel.
    pub(crate) are_coins: bool,
}

/// The games that a rule leads to, as far as they are known.
pub(crate) struct Games<'l> {
    pub(crate) library: &'l dyn Library,
    pub(crate) spaces: Vec<Space>,
}

/// A game ready to list moves.
#[derive(Debug)]
pub(crate) struct Game {
    pub(crate) space: Space,
    pub(crate) clauses: Vec<Clause>,
    /// The two games that a product is made of.
    pub(crate) factors: Vec<Self>,
    /// Scope, condition, and whether the player to move has won.
    pub(crate) ends: Vec<(Scope, Program, bool)>,
    pub(crate) stuck_wins: bool,
    /// Whether some move depends on what other coins show.
    pub(crate) looks_around: bool,
    condition: Option<Program>,
    start: Vec<Target>,
    sizes: usize,
    pub(crate) here: RefCell<Here>,
}

impl Space {
    fn new(instance: &Instance, library: &dyn Library) -> Result<Self> {
        let reader = Reader::new(instance)?;
        let number = |e: &Option<Expr>| e.as_ref().map(|e| reader.constant(e)).transpose();
        let axis = |name: &str, lo, hi, form| Axis { name: name.to_owned(), lo, hi, form };
        let (mut unordered, mut are_coins) = (false, false);
        let entries = |count: &Expr| match usize::try_from(reader.constant(count)?) {
            Ok(entries) if entries <= MAX_ENTRIES => Ok(entries),
            Ok(entries) => Err(Stop::TooLarge(message!("a row has {entries} entries"))),
            Err(_) => Err(Stop::Undefined(message!("a row has `{count}` entries"))),
        };
        let stated = |c: &ast::Coordinate| {
            let form = match &c.form {
                CoordinateForm::Number => Form::Number,
                CoordinateForm::Row(count) => Form::Row(entries(count)?),
                CoordinateForm::Subset => Form::Set,
            };
            Ok(axis(&c.name, number(&c.from)?.unwrap_or(0), number(&c.to)?, form))
        };
        let axes = match &instance.rule.state {
            None => Vec::new(),
            Some(State::Heap(c)) => vec![stated(c)?],
            Some(State::Tuple { coordinates, symmetric, .. }) => {
                unordered = *symmetric;
                coordinates.iter().map(stated).collect::<Result<_>>()?
            }
            Some(State::Heaps { name, count, from }) => {
                unordered = true;
                vec![axis(name, number(from)?.unwrap_or(0), None, Form::Row(entries(count)?))]
            }
            Some(State::Coins { coordinates, from }) => {
                are_coins = true;
                let lo = reader.constant(from)?;
                coordinates.iter().map(|name| axis(name, lo, None, Form::Number)).collect()
            }
            Some(State::Product(..)) => {
                are_coins = true;
                let axes = ["x", "y"].into_iter().zip(factors(instance, library)?);
                axes.map(|(name, factor)| axis(name, factor.axes[0].lo, None, Form::Number))
                    .collect()
            }
        };
        Ok(Self { instance: instance.clone(), axes, unordered, are_coins })
    }

    /// What knows the coordinates of a position besides the parameters.
    pub(crate) fn reader(&self, parameters: &Reader) -> Reader {
        self.axes.iter().fold(parameters.clone(), |reader, axis| match axis.form {
            Form::Number => reader.and(&axis.name),
            Form::Row(entries) => reader.and_row(&axis.name, entries),
            Form::Set => reader.and_set(&axis.name, (axis.lo, axis.hi.unwrap_or(axis.lo))),
        })
    }

    /// How many numbers make up a position.
    pub(crate) fn width(&self) -> usize {
        self.axes.iter().map(Axis::length).sum()
    }

    /// The numbers of a position, as the reader of its game knows them.
    pub(crate) fn numbers(&self, at: &[Coordinate]) -> Vec<i64> {
        let mut numbers = Vec::with_capacity(at.len());
        self.add_numbers(at, &mut numbers);
        numbers
    }

    /// Adds them to others.
    pub(crate) fn add_numbers(&self, at: &[Coordinate], numbers: &mut Vec<i64>) {
        for (axis, coordinate) in self.axes.iter().zip(at) {
            match coordinate {
                Coordinate::Number(number) => numbers.push(*number),
                Coordinate::Row(row) => numbers.extend_from_slice(row),
                Coordinate::Set(set) => {
                    let inside = set.iter().map(|e| e - axis.lo).filter(|e| (0..63).contains(e));
                    numbers.push(inside.map(|e| 1 << e).sum());
                }
            }
        }
    }

    /// The position of these numbers.
    pub(crate) fn read(&self, mut numbers: &[i64]) -> Vec<Coordinate> {
        let coordinate = |axis: &Axis| {
            let (own, rest) = numbers.split_at(axis.length().min(numbers.len()));
            numbers = rest;
            match (axis.form, own) {
                (Form::Number, [number]) => Coordinate::Number(*number),
                (Form::Set, [digits]) => {
                    let members = (0..63).filter(|e| digits >> e & 1 == 1);
                    Coordinate::Set(members.map(|e| axis.lo + e).collect())
                }
                _ => Coordinate::Row(own.to_vec()),
            }
        };
        self.axes.iter().map(coordinate).collect()
    }

    /// The position with what has no order in ascending order.
    pub(crate) fn sorted(&self, mut at: Vec<Coordinate>) -> Vec<Coordinate> {
        if self.unordered {
            at.sort_unstable();
            for coordinate in &mut at {
                if let Coordinate::Row(row) = coordinate {
                    row.sort_unstable();
                }
            }
        }
        at
    }

    /// Whether every number lies between its bounds.
    fn holds(&self, at: &[Coordinate]) -> bool {
        let inside = |axis: &Axis, n: i64| axis.lo <= n && axis.hi.is_none_or(|hi| n <= hi);
        let fits = |(axis, coordinate): (&Axis, &Coordinate)| match (axis.form, coordinate) {
            (Form::Number, Coordinate::Number(number)) => inside(axis, *number),
            (Form::Row(entries), Coordinate::Row(row)) => {
                row.len() == entries && row.iter().all(|&n| inside(axis, n))
            }
            (Form::Set, Coordinate::Set(set)) => set.iter().all(|&n| inside(axis, n)),
            _ => false,
        };
        at.len() == self.axes.len() && self.axes.iter().zip(at).all(fits)
    }

    /// A position of the game that is played in words, standing alone.
    pub(crate) fn words(&self, at: &[Coordinate]) -> String {
        match self.axes.iter().all(|axis| axis.form == Form::Number) {
            true => format!("{} = {}", tuple(self.axes.iter().map(|a| &a.name)), tuple(at)),
            false => tuple(at),
        }
    }
}

/// The spaces of the factors of a product.
fn factors(instance: &Instance, library: &dyn Library) -> Result<Vec<Space>> {
    let Some(State::Product(a, b, _)) = &instance.rule.state else { return Ok(Vec::new()) };
    let factor = |name: &String| {
        let factor = rule::instance(instance.game(name), &[], library);
        let factor = factor.map_err(|why| Stop::Undefined(why.message()))?;
        let space = Space::new(&factor, library)?;
        if space.axes.len() != 1 || !space.are_coins {
            let why = "a factor of a product must be a one-dimensional coin game";
            return Err(Stop::Undefined(why.into()));
        }
        Ok(space)
    };
    Ok(vec![factor(a)?, factor(b)?])
}

impl<'l> Games<'l> {
    pub(crate) fn new(instance: &Instance, library: &'l dyn Library) -> Result<Self> {
        Ok(Self { library, spaces: vec![Space::new(instance, library)?] })
    }

    /// The number of the game that a reference in a rule means.
    pub(crate) fn number(&mut self, reference: &GameRef, from: &Instance) -> Result<usize> {
        let instance = referred(reference, from, self.library)?;
        if let Some(known) = self.spaces.iter().position(|space| space.instance == instance) {
            return Ok(known);
        }
        if self.spaces.len() == MAX_GAMES {
            let why = message!("the game leads to {MAX_GAMES} games and more");
            return Err(Stop::TooLarge(why));
        }
        self.spaces.push(Space::new(&instance, self.library)?);
        Ok(self.spaces.len() - 1)
    }
}

/// The game that a reference means.
fn referred(reference: &GameRef, from: &Instance, library: &dyn Library) -> Result<Instance> {
    let name = from.game(&reference.name);
    let rule = match name == from.rule.name {
        true => Arc::clone(&from.rule),
        false => Arc::new(rule::load(name, library).map_err(|why| Stop::Undefined(why.message()))?),
    };
    let mut given = Vec::new();
    for (place, (name, argument)) in reference.arguments.iter().enumerate() {
        let parameter = match name {
            Some(name) => rule.parameters.iter().find(|p| p.name == *name),
            None => rule.parameters.get(place),
        };
        let parameter =
            parameter.ok_or_else(|| Stop::Undefined("there is no such parameter".into()))?;
        given.push((parameter.name.clone(), written(argument, &parameter.kind, from)?));
    }
    rule::bind(&rule, &given).map_err(|why| Stop::Undefined(why.message()))
}

/// An argument as it is written on the command line.
fn written(argument: &Argument, kind: &ParameterKind, from: &Instance) -> Result<String> {
    let e = match argument {
        Argument::Game(name) => return Ok(from.game(name).to_owned()),
        Argument::Expr(e) => e,
    };
    if let Some(own) = e.as_name().and_then(|name| from.values.get(name)) {
        return Ok(own.to_string());
    }
    let reader = Reader::new(from)?;
    Ok(match kind {
        ParameterKind::Int { .. } => reader.constant(e)?.to_string(),
        ParameterKind::List(_) => format!("[{}]", listed(reader.constants(e)?)),
        ParameterKind::Word { .. } | ParameterKind::Game(_) => e.to_string(),
        ParameterKind::Set(_) => match e.named() {
            Some((name, [])) => name.to_owned(),
            Some((name, [base])) => format!("{name}({})", reader.constant(base)?),
            _ => format!("{{{}}}", listed(reader.constants(e)?)),
        },
    })
}

impl Game {
    pub(crate) fn new(space: Space, games: &mut Games<'_>) -> Result<Self> {
        let rule = Arc::clone(&space.instance.rule);
        let parameters = Reader::new(&space.instance)?;
        let reader = space.reader(&parameters);
        let mut clauses = Vec::new();
        for (place, written) in rule.moves.iter().enumerate() {
            if parameters.rule_out(written) {
                continue;
            }
            clauses.push(Clause::new(written, place + 1, &reader, &space, games)?);
        }
        let factors = factors(&space.instance, games.library)?;
        let factors = factors.into_iter().map(|factor| Self::new(factor, games));
        let factors = factors.collect::<Result<_>>()?;
        let condition = match &rule.state {
            Some(State::Tuple { condition: Some(e), .. }) => Some(reader.condition(e)?),
            _ => None,
        };
        let ends = rule.ends.iter().filter_map(|end| match end {
            End::Win(scope, e) => Some((*scope, e, true)),
            End::Lose(scope, e) => Some((*scope, e, false)),
            End::StuckWins | End::StuckLoses => None,
        });
        let ends = ends.map(|(scope, e, wins)| Ok((scope, reader.condition(e)?, wins)));
        let ends = ends.collect::<Result<_>>()?;
        let (mut start, mut sizes) = (Vec::new(), 0);
        if let Some(stated) = &rule.start {
            sizes = stated.sizes.len();
            let reader = stated
                .sizes
                .iter()
                .fold(Reader::new(&space.instance)?, |r, size| r.and(&size.name));
            for component in &stated.position {
                start.push(Target::new(component, &reader, &space, games));
            }
        }
        let guards = rule.moves.iter().filter_map(|written| written.guard.as_ref());
        let is_head = |e: &Expr| matches!(&e.node, Node::Call(name, _) if name == "head");
        let looks_around = guards.flat_map(walk::within).any(is_head);
        let (stuck_wins, here) = (rule.ends.contains(&End::StuckWins), RefCell::default());
        Ok(Self {
            space,
            clauses,
            factors,
            ends,
            stuck_wins,
            looks_around,
            condition,
            start,
            sizes,
            here,
        })
    }

    /// Lends out the values of names, those of the coordinates set.
    pub(crate) fn at<T>(&self, at: &[Coordinate], read: impl FnOnce(&mut Here) -> T) -> T {
        let mut here = self.here.borrow_mut();
        here.frame.clear();
        here.frame.set_all(self.space.numbers(at));
        read(&mut here)
    }

    /// Whether the coordinates are those of a position.
    pub(crate) fn is_position(&self, at: &[Coordinate]) -> Result<bool> {
        match &self.condition {
            _ if !self.space.holds(at) => Ok(false),
            Some(condition) => self.at(at, |here| here.holds(condition)),
            None => Ok(true),
        }
    }

    /// The starting position of these sizes.
    pub(crate) fn start(&self, sizes: &[i64]) -> Result<Vec<Position>> {
        if self.start.is_empty() || sizes.len() != self.sizes {
            return Err(Stop::Undefined("the rule has no such start".into()));
        }
        let mut here = self.here.borrow_mut();
        here.frame.clear();
        here.frame.set_all(sizes.iter().copied());
        Target::all(&self.start, &mut here, true)
    }
}
