//! The moves of one position.

use crate::game::Game;
use crate::moves::{Clause, Coins, Effect, Target};
use crate::reading::Here;
use crate::{Coordinate, Position, Result, Stop};
use expr::eval::Program;
use message::message;
use rule::ast::Player;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Most choices of a move's variables that are tried at one position, and between two looks at
/// whether the work should end.
const MAX_TRIED: usize = 1 << 24;
const POLL: usize = 1 << 12;
/// Most coins that one move turns.
const MAX_COINS: i64 = 1 << 22;

/// Which moves of a position are listed.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    /// Those of one player, or of both.
    pub(crate) player: Option<Player>,
    /// At most so many.
    pub(crate) most: usize,
    /// Whether the values of their variables are named.
    pub(crate) choices: bool,
}

/// A move made in a position.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) label: Arc<str>,
    /// None where they are not wanted.
    pub(crate) choices: Vec<(Arc<str>, i64)>,
    pub(crate) leaves: Vec<Position>,
}

impl Game {
    /// The moves from a position beside which these coins show heads. A fallback move is one only where
    /// there is no other.
    pub(crate) fn moves(
        &self,
        position: &Position,
        heads: &BTreeSet<Vec<i64>>,
        wanted: Wanted,
    ) -> Result<Vec<Made>> {
        for fallback in [false, true] {
            let mut made = Vec::new();
            for clause in self.clauses.iter().filter(|clause| clause.when_stuck == fallback) {
                if wanted.player.is_none_or(|p| [Player::Either, p].contains(&clause.player)) {
                    made.extend(self.made_by(clause, position, heads, wanted)?);
                }
            }
            if let [a, b] = &self.factors[..] {
                made.extend(product((a, b), position, fallback, wanted)?);
            }
            if !made.is_empty() {
                return Ok(made);
            }
        }
        Ok(Vec::new())
    }

    /// The moves that one statement allows from a position.
    fn made_by(
        &self,
        clause: &Clause,
        position: &Position,
        heads: &BTreeSet<Vec<i64>>,
        wanted: Wanted,
    ) -> Result<Vec<Made>> {
        let made = self.at(&position.at, |here| {
            here.heads.clone_from(heads);
            let first = self.space.numbers(&position.at).len();
            let mut listing = Listing {
                clause,
                position,
                first,
                here,
                wanted,
                tried: 0,
                values: vec![0; clause.variables.len()],
                made: Vec::new(),
                taken: Vec::new(),
                chosen: Vec::new(),
                places: Vec::new(),
                heap: 0,
                row: Vec::new(),
            };
            listing.list()?;
            Ok(listing.made)
        });
        made.map_err(|stop| {
            let here = self.space.words(&position.at);
            let why = |why| message!("move {} has no value at {here}: {why}", clause.label);
            match stop {
                Stop::Undefined(reason) => Stop::Undefined(why(reason)),
                Stop::TooLarge(reason) => Stop::TooLarge(why(reason)),
                other => other,
            }
        })
    }
}

/// The moves of a product: all coins of X x Y are turned, where a move of each factor turns X and Y.
fn product(
    (a, b): (&Game, &Game),
    position: &Position,
    fallback: bool,
    wanted: Wanted,
) -> Result<Vec<Made>> {
    let along = |factor: &Game, place: usize, clause: &Clause| {
        let coin = Position { game: 0, at: vec![position.at[place].clone()] };
        let made = factor.made_by(clause, &coin, &BTreeSet::new(), wanted)?;
        let turned = made.into_iter().map(|made| {
            let others = made.leaves.into_iter().flat_map(|coin| coin.at);
            let coins: Vec<Coordinate> = coin.at.iter().cloned().chain(others).collect();
            (made.choices, coins)
        });
        Ok::<Vec<_>, Stop>(turned.collect())
    };
    let mut all = Vec::new();
    for left in &a.clauses {
        for right in b.clauses.iter().filter(|r| (left.when_stuck || r.when_stuck) == fallback) {
            let ys = along(b, 1, right)?;
            for (own, xs) in along(a, 0, left)? {
                for (other, ys) in &ys {
                    let coins =
                        xs.iter().flat_map(|x| ys.iter().map(move |y| vec![x.clone(), y.clone()]));
                    let game = position.game;
                    let leaves = coins.skip(1).map(|at| Position { game, at }).collect();
                    let label = format!("{} x {}", left.label, right.label).into();
                    let choices = own.iter().chain(other).cloned().collect();
                    all.push(Made { label, choices, leaves });
                }
            }
        }
    }
    Ok(all)
}

/// Lists the moves of one statement.
struct Listing<'a> {
    clause: &'a Clause,
    position: &'a Position,
    /// Where the values of variables stand behind the coordinates.
    first: usize,
    here: &'a mut Here,
    made: Vec<Made>,
    /// Choices made for heaps before the one at hand.
    taken: Vec<(Arc<str>, i64)>,
    /// Heaps that are changed, from 0 on; which of these is at hand; and all heaps as they become.
    chosen: Vec<usize>,
    heap: usize,
    row: Vec<i64>,
    /// Coordinates and entries that the change at hand has reached.
    places: Vec<(usize, Option<i64>)>,
    wanted: Wanted,
    tried: usize,
    values: Vec<i64>,
}

impl Listing<'_> {
    fn list(&mut self) -> Result<()> {
        let Effect::Heaps { count: (least, most), .. } = self.clause.effect else {
            return self.choose(0);
        };
        let [Coordinate::Row(row)] = &self.position.at[..] else { return Ok(()) };
        self.row.clone_from(row);
        for subset in 1u32..1 << row.len() {
            self.chosen = (0..row.len()).filter(|i| subset >> i & 1 == 1).collect();
            if (least..=most).contains(&self.chosen.len()) {
                self.come_to(0);
                self.choose(0)?;
            }
        }
        Ok(())
    }

    /// Goes to a heap of those that are changed.
    fn come_to(&mut self, heap: usize) {
        self.heap = heap;
        self.here.frame.set(self.first, 1 + self.chosen[heap] as i128);
    }

    /// Where the value of a variable stands.
    fn slot(&self, depth: usize) -> usize {
        self.first + depth + usize::from(!self.chosen.is_empty())
    }

    fn set(&mut self, depth: usize, value: i64) {
        self.here.frame.set(self.slot(depth), value.into());
        self.values[depth] = value;
    }

    /// Tries all values of the variables from that one on.
    fn choose(&mut self, depth: usize) -> Result<()> {
        for guard in &self.clause.guards[depth] {
            if !self.here.holds(guard)? {
                return Ok(());
            }
        }
        let Some(variable) = self.clause.variables.get(depth) else { return self.settled() };
        if let (Some(suits), 1..) = (&variable.suits, self.heap) {
            self.set(depth, self.values[depth]);
            return if self.here.holds(suits)? { self.choose(depth + 1) } else { Ok(()) };
        }
        for value in self.here.elements(&variable.values)? {
            self.tried += 1;
            if self.tried.is_multiple_of(POLL) && patience::is_over() {
                return Err(Stop::Interrupted);
            }
            if self.tried > MAX_TRIED {
                return Err(Stop::TooLarge(message!("more than {MAX_TRIED} choices")));
            }
            self.set(depth, value);
            self.choose(depth + 1)?;
        }
        Ok(())
    }

    /// All variables have values: does what the move does.
    fn settled(&mut self) -> Result<()> {
        let game = self.position.game;
        match &self.clause.effect {
            Effect::Leave(targets) => {
                let leaves = Target::all(targets, self.here, false)?;
                self.make(leaves, &[])
            }
            Effect::Change(_) => {
                let at = self.changed()?;
                self.make(vec![Position { game, at }], &[])
            }
            Effect::Turn { coins, chosen } => {
                let mut turned = Vec::new();
                for coin in coins {
                    turned.extend(self.turned(coin)?);
                }
                let Some((name, (least, most), from)) = chosen else {
                    return self.make(turned, &[]);
                };
                let from = self.here.elements(from)?;
                for count in (*least).max(0)..=*most {
                    self.pick(&turned, &from, count, name, &[])?;
                }
                Ok(())
            }
            Effect::Heaps { size, .. } => self.resized(size),
        }
    }

    /// The coordinates after all changes at once.
    fn changed(&mut self) -> Result<Vec<Coordinate>> {
        let mut at = self.position.at.clone();
        self.places.clear();
        let Effect::Change(changes) = &self.clause.effect else { return Ok(at) };
        for (axis, index, value) in changes {
            let value = value.of(self.here)?;
            let index = index.as_ref().map(|index| self.here.number(index)).transpose()?;
            if self.places.contains(&(*axis, index)) {
                return Err(Stop::Undefined("it changes one coordinate twice".into()));
            }
            self.places.push((*axis, index));
            match (index, &mut at[*axis], value) {
                (None, place, value) => *place = value,
                (Some(k), Coordinate::Row(row), Coordinate::Number(value)) => {
                    let length = row.len();
                    let place = usize::try_from(k - 1).ok().and_then(|k| row.get_mut(k));
                    let missing =
                        || Stop::Undefined(message!("a row of {length} has no entry {k}"));
                    *place.ok_or_else(missing)? = value;
                }
                _ => return Err(Stop::Undefined("only rows have entries".into())),
            }
        }
        Ok(at)
    }

    fn turned(&mut self, coins: &Coins) -> Result<Vec<Position>> {
        let game = self.position.game;
        match coins {
            Coins::One(at) => {
                let at = at.iter().map(|number| self.here.number(number).map(Coordinate::Number));
                Ok(vec![Position { game, at: at.collect::<Result<_>>()? }])
            }
            Coins::Run(lo, hi) => {
                let (lo, hi) = (self.here.number(lo)?, self.here.number(hi)?);
                if hi.saturating_sub(lo) >= MAX_COINS {
                    return Err(Stop::TooLarge(message!("it turns more than {MAX_COINS} coins")));
                }
                let coin = |x| Position { game, at: vec![Coordinate::Number(x)] };
                Ok((lo..=hi).map(coin).collect())
            }
        }
    }

    /// Turns so many more coins of these, in all ways.
    fn pick(
        &mut self,
        turned: &[Position],
        from: &[i64],
        count: i64,
        name: &str,
        picked: &[(Arc<str>, i64)],
    ) -> Result<()> {
        if count == 0 {
            return self.make(turned.to_vec(), picked);
        }
        for (place, &coin) in from.iter().enumerate() {
            let at = vec![Coordinate::Number(coin)];
            let turned = [turned, &[Position { game: self.position.game, at }]].concat();
            let picked = [picked, &[(format!("{name}{}", picked.len() + 1).into(), coin)]].concat();
            self.pick(&turned, &from[place + 1..], count - 1, name, &picked)?;
        }
        Ok(())
    }

    /// The heap at hand gets its new size; then come the other ones that are changed.
    fn resized(&mut self, size: &Program) -> Result<()> {
        let (heap, place, before) = (self.heap, self.chosen[self.heap], self.taken.len());
        let size = self.here.number(size)?;
        let old = std::mem::replace(&mut self.row[place], size);
        let values = self.values.clone();
        let own = self.named();
        self.taken.extend(own);
        if heap + 1 < self.chosen.len() {
            self.come_to(heap + 1);
            self.choose(0)?;
            self.come_to(heap);
            for (depth, value) in values.into_iter().enumerate() {
                self.set(depth, value);
            }
        } else {
            self.spread()?;
        }
        self.row[place] = old;
        self.taken.truncate(before);
        Ok(())
    }

    /// The choices made for the heap at hand, or for the move.
    fn named(&self) -> Vec<(Arc<str>, i64)> {
        let all = self.clause.variables.iter().zip(&self.values);
        let own = all.filter(|(variable, _)| self.heap == 0 || variable.suits.is_none());
        let named = own.map(|(variable, &value)| match self.chosen.get(self.heap) {
            Some(heap) if self.chosen.len() > 1 && variable.suits.is_none() => {
                (format!("{}{}", variable.name, heap + 1).into(), value)
            }
            _ => (variable.name.clone(), value),
        });
        named.collect()
    }

    /// Lays the stones of `spread` on other heaps, in all ways.
    fn spread(&mut self) -> Result<()> {
        let Effect::Heaps { spread: Some((amount, _)), .. } = &self.clause.effect else {
            return self.make_row();
        };
        let amount = self.here.number(amount)?;
        if amount < 0 {
            return Err(Stop::Undefined(message!("it spreads {amount} stones")));
        }
        self.lay(0, amount)
    }

    fn make_row(&mut self) -> Result<()> {
        let at = vec![Coordinate::Row(self.row.clone())];
        self.make(vec![Position { game: self.position.game, at }], &[])
    }

    /// Lays so many stones on heaps from that one on.
    fn lay(&mut self, heap: usize, left: i64) -> Result<()> {
        let Effect::Heaps { spread: Some((_, may)), .. } = &self.clause.effect else {
            return Ok(());
        };
        if heap == self.row.len() {
            return if left == 0 { self.make_row() } else { Ok(()) };
        }
        self.lay(heap + 1, left)?;
        if self.chosen.contains(&heap) || left == 0 {
            return Ok(());
        }
        self.here.frame.set(self.slot(self.clause.variables.len()), 1 + heap as i128);
        if self.here.holds(may)? {
            for stones in 1..=left {
                self.row[heap] += stones;
                let laid = self.lay(heap + 1, left - stones);
                self.row[heap] -= stones;
                laid?;
            }
        }
        Ok(())
    }

    fn make(&mut self, leaves: Vec<Position>, picked: &[(Arc<str>, i64)]) -> Result<()> {
        let Wanted { most, choices, .. } = self.wanted;
        if self.made.len() == most {
            return Err(Stop::TooLarge(message!("there are more than {most} options")));
        }
        let mut named = match choices {
            false => Vec::new(),
            true if self.chosen.is_empty() => self.named(),
            true => self.taken.clone(),
        };
        named.extend(picked.iter().filter(|_| choices).cloned());
        self.made.push(Made { label: self.clause.label.clone(), choices: named, leaves });
        Ok(())
    }
}
