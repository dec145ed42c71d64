//! Stops of every position of a box, in evaluation order, by compiled clauses.

use crate::machine::code::ClauseCode;
use crate::machine::parts::{PartCode, Range, line_ends};
use crate::machine::run::Code;
use crate::machine::scalar::Scalar;
use crate::order::Order;
use crate::progress::Progress;
use crate::valuation::stops::{Gather, Met, Stops};
use arith::{Dyadic, Overflow};
use clauses::exact::numbers;
use rule::ast::Player;

/// In place of stops: the cell has not been reached, or is no position.
const UNSET: u32 = u32::MAX;
/// Cells between two calls of the progress hook.
const STRIDE: usize = 256;

/// Stops of the cells of a box.
pub(crate) struct Filled {
    met: Met,
    cells: Vec<u32>,
}

/// Why a box could not be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoxHalt {
    /// An option of this cell could not be valued.
    Fault(usize),
    /// An option of some cell is a sum of several components that are no numbers.
    Sum,
    /// A value does not fit.
    Overflow,
    /// The user asked to stop.
    Interrupted,
}

type Result<T> = std::result::Result<T, BoxHalt>;

impl From<Overflow> for BoxHalt {
    fn from(_: Overflow) -> Self {
        Self::Overflow
    }
}

impl Filled {
    /// The stops of a cell; `None` where it was not reached or is no position.
    pub(crate) fn at(&self, cell: usize) -> Option<Stops> {
        match self.cells[cell] {
            UNSET => None,
            place => Some(self.met.at(place)),
        }
    }
}

/// Fills the box of `code`; `players` says who may make the moves of each clause.
pub(crate) fn fill(
    code: &Code,
    players: &[Player],
    order: &Order,
    progress: &dyn Progress,
) -> (Filled, Option<BoxHalt>) {
    let total = usize::try_from(code.space.cells()).unwrap_or(usize::MAX);
    let filled = Filled { met: Met::default(), cells: vec![UNSET; total] };
    let dimensions = code.space.axes.len();
    let slots = code.clauses.iter().map(|c| c.dimensions + c.ranges.len()).max();
    let slots = slots.unwrap_or(dimensions);
    let mut filler = Filler { code, players, filled, slots: vec![0; slots], cell: 0 };
    let mut here = vec![0; dimensions];
    let (cells, _) = order.levels(&code.space, code.candidates().as_deref());
    let total = cells.len();
    for (done, cell) in cells.into_iter().enumerate() {
        let cell = cell as usize;
        if done % STRIDE == 0 && !progress.advance(done as u64, total as u64) {
            return (filler.filled, Some(BoxHalt::Interrupted));
        }
        code.space.point(cell, &mut here);
        if let Err(halt) = filler.value(cell, &here) {
            return (filler.filled, Some(halt));
        }
    }
    (filler.filled, None)
}

struct Filler<'a> {
    code: &'a Code,
    players: &'a [Player],
    filled: Filled,
    slots: Vec<i64>,
    /// The cell at hand.
    cell: usize,
}

/// The options of one player so far.
#[derive(Default)]
struct Side {
    gather: Gather,
    moved: bool,
}

impl Filler<'_> {
    fn value(&mut self, cell: usize, point: &[i64]) -> Result<()> {
        self.cell = cell;
        self.slots[..point.len()].copy_from_slice(point);
        if let Some(condition) = &self.code.condition
            && self.number(condition)? == 0
        {
            return Ok(());
        }
        let mut gather = Gather::default();
        for player in [Player::Left, Player::Right] {
            let mut side = Side { gather, moved: false };
            for only_when_stuck in [false, true] {
                if only_when_stuck && side.moved {
                    break;
                }
                for (clause, of) in self.code.clauses.iter().zip(self.players) {
                    let may = *of == player || *of == Player::Either;
                    if may && clause.when_stuck == only_when_stuck {
                        self.quantify(clause, player, 0, &mut side)?;
                    }
                }
            }
            gather = side.gather;
        }
        self.filled.cells[cell] = self.filled.met.place(gather.finish()?);
        Ok(())
    }

    fn number(&self, scalar: &Scalar) -> Result<i64> {
        scalar.value(&self.slots).map_err(|_| BoxHalt::Fault(self.cell))
    }

    fn all_hold(&self, guards: &[Scalar]) -> Result<bool> {
        for guard in guards {
            if self.number(guard)? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn quantify(
        &mut self,
        clause: &ClauseCode,
        player: Player,
        depth: usize,
        side: &mut Side,
    ) -> Result<()> {
        if let Some(guards) = clause.guards.get(depth)
            && !self.all_hold(guards)?
        {
            return Ok(());
        }
        let Some(range) = clause.ranges.get(depth) else {
            return self.option(clause, player, side);
        };
        let slot = clause.dimensions + depth;
        match range {
            Range::Between(lo, hi) => {
                let (lo, hi) = (self.number(lo)?, self.number(hi)?);
                let innermost = depth + 1 == clause.ranges.len() && clause.inner_guards.is_empty();
                if innermost && lo <= hi && self.along_lines(clause, player, (lo, hi), side)? {
                    return Ok(());
                }
                for k in lo..=hi {
                    self.slots[slot] = k;
                    self.quantify(clause, player, depth + 1, side)?;
                }
            }
            Range::Values(values, limit) => {
                let limit = limit.as_ref().map(|l| self.number(l)).transpose()?;
                for &k in values.iter().take_while(|&&v| limit.is_none_or(|l| v <= l)) {
                    self.slots[slot] = k;
                    self.quantify(clause, player, depth + 1, side)?;
                }
            }
        }
        Ok(())
    }

    /// The option given by the slots, if its guards hold.
    fn option(&mut self, clause: &ClauseCode, player: Player, side: &mut Side) -> Result<()> {
        if !self.all_hold(&clause.inner_guards)? {
            return Ok(());
        }
        let mut sum = Sum::default();
        for part in &clause.parts {
            let space = &self.code.space;
            if let PartCode::Each(list) = part {
                let fault = || BoxHalt::Fault(self.cell);
                for number in numbers(list, &self.slots).map_err(|_| fault())? {
                    let cell = space.cell(&[number]).ok_or_else(fault)?;
                    sum.add(self.known(cell as i64)?)?;
                }
                continue;
            }
            let PartCode::Point(coordinates) = part else { return Err(BoxHalt::Fault(self.cell)) };
            let mut cell = 0;
            for (coordinate, (axis, stride)) in
                coordinates.iter().zip(space.axes.iter().zip(&space.strides))
            {
                let c = self.number(coordinate)?;
                if c < axis.lo || c > axis.hi {
                    return Err(BoxHalt::Fault(self.cell));
                }
                cell += (c - axis.lo) * stride;
            }
            sum.add(self.known(cell)?)?;
        }
        side.take(player, &sum.stops()?);
        Ok(())
    }

    /// The options for all values of the innermost quantifier, where every part moves through the
    /// box along a line; `false` where some part does not, or leaves the box.
    fn along_lines(
        &self,
        clause: &ClauseCode,
        player: Player,
        (lo, hi): (i64, i64),
        side: &mut Side,
    ) -> Result<bool> {
        let Some(lines) = &clause.lines else { return Ok(false) };
        let (mut ends, space) = (Vec::new(), &self.code.space);
        match line_ends(lines, &self.slots, (lo, hi), space, &mut ends) {
            Ok(true) => {}
            Ok(false) => return Ok(false),
            Err(_) => return Err(BoxHalt::Fault(self.cell)),
        }
        for k in 0..=hi - lo {
            let mut sum = Sum::default();
            for &(first, step) in &ends {
                sum.add(self.known(first + step * k)?)?;
            }
            side.take(player, &sum.stops()?);
        }
        Ok(true)
    }

    fn known(&self, cell: i64) -> Result<Stops> {
        self.filled.at(cell as usize).ok_or(BoxHalt::Fault(self.cell))
    }
}

impl Side {
    fn take(&mut self, player: Player, option: &Stops) {
        self.moved = true;
        match player {
            Player::Right => self.gather.right(option),
            Player::Left | Player::Either => self.gather.left(option),
        }
    }
}

/// A sum of components of which at most one is no number.
#[derive(Default)]
struct Sum {
    numbers: Dyadic,
    other: Option<Stops>,
}

impl Sum {
    fn add(&mut self, component: Stops) -> Result<()> {
        match (component.number(), self.other) {
            (Some(x), _) => self.numbers = self.numbers.checked_add(x)?,
            (None, None) => self.other = Some(component),
            (None, Some(_)) => return Err(BoxHalt::Sum),
        }
        Ok(())
    }

    fn stops(&self) -> Result<Stops> {
        match self.other {
            None => Ok(self.numbers.into()),
            Some(stops) => Ok(stops.translated(self.numbers)?),
        }
    }
}
