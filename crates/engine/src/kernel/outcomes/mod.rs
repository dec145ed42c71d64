//! Who wins, a row of positions at a time: 64 bits of a word are 64 neighbouring positions.
//!
//! A move by any amount has, where the position is one further along a line of cells, the same options and
//! at most one more: `(a, b, c) -> (x, min(b, x), min(c, x)) for x in 1..a - 1` has one more, x = a - 1, where
//! a is one more. So whether some option is lost is known from the cell before and that one option.

mod row;
mod step;

use super::{Filling, WholeColumn};
use crate::fold::Fold;
use crate::machine::cell::Cell;
use crate::machine::run::{Code, Halt};
use crate::space::{Space, Walk};
use clauses::term::Undefined;
use kernels::Pulse;
use message::Message;
use step::{Conditions, Reading, Room, Step};

/// Rows of fewer positions are left to the machine.
const LEAST_ROW: usize = 32;
/// Steps of a row and move besides those for its words.
const STEPS: f64 = 60.0;

/// The moves of a game as steps, and which cells are positions.
pub(crate) struct ByRows {
    steps: Vec<Step>,
    positions: Conditions,
    /// Whether a player without a move wins.
    stuck_wins: bool,
}

/// Who wins, as far as rows are known.
#[derive(Debug)]
pub(crate) struct Outcomes {
    /// Words of a row.
    words: usize,
    /// Bit by bit: the positions that the player to move loses, and the cells that are no positions.
    lost: Vec<u64>,
    absent: Vec<u64>,
    /// Rows that are known, of the first cells.
    rows: usize,
}

/// Why rows ended early.
enum End {
    Interrupted,
    /// An option is no position, or not an earlier one: the machine says what is the matter.
    Open,
}

impl From<Undefined> for End {
    fn from(_: Undefined) -> Self {
        Self::Open
    }
}

impl ByRows {
    /// For outcomes by the moves of the code.
    pub(crate) fn new(code: &Code, fold: Fold) -> Option<Self> {
        let Fold::Outcome { stuck } = fold else { return None };
        let (space, last) = (&code.space, code.space.axes.last()?);
        let is_plain = space.cap.is_none() && code.endings.is_empty();
        if !is_plain || space.axes.len() < 2 || last.len() < LEAST_ROW {
            return None;
        }
        let steps = code.clauses.iter().map(|clause| Step::all(clause, space));
        let steps: Vec<Step> = steps.collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
        let condition = code.condition.iter().map(|condition| condition.term().cloned());
        let positions = Conditions::new(condition.collect::<Option<Vec<_>>>()?, space);
        Some(Self { steps, positions, stuck_wins: stuck != 0 })
    }

    /// Bytes that outcomes of a box take while they are computed.
    pub(crate) fn bytes(&self, space: &Space) -> u128 {
        let length = space.axes.last().map_or(1, |axis| axis.len());
        let kept: u128 = self.steps.iter().map(|step| step.kept(space) as u128).sum();
        let rows = 2 * (space.cells() / length as u128) + 3 * kept;
        rows.saturating_mul(8 * length.div_ceil(64) as u128)
    }

    /// Who wins at all positions of the box, or, if it is interrupted, of its first rows; `None` where an
    /// option is no earlier position.
    pub(crate) fn outcomes(&self, space: &Space, pulse: Pulse<'_>) -> Option<Outcomes> {
        let length = space.axes.last()?.len();
        let (words, rows) = (length.div_ceil(64), usize::try_from(space.cells()).ok()? / length);
        let cells = rows.checked_mul(words)?;
        let mut all = Outcomes { words, lost: vec![0; cells], absent: vec![0; cells], rows: 0 };
        match self.fill(space, &mut all, pulse) {
            Err(End::Open) => None,
            Ok(()) | Err(End::Interrupted) => Some(all),
        }
    }

    fn fill(&self, space: &Space, all: &mut Outcomes, pulse: Pulse<'_>) -> Result<(), End> {
        let length = space.axes.last().map_or(1, |axis| axis.len());
        let (words, total) = (all.words, all.lost.len());
        let mut rooms: Vec<Room> = self.steps.iter().map(|step| step.room(space, words)).collect();
        let (mut known, mut walk) = (self.positions.room(), Walk::new(space));
        let [mut present, mut won, mut bad, mut moved] = [(); 4].map(|()| vec![0; words]);
        for number in 0..total / words {
            if number.is_multiple_of(256) && !pulse((number * length) as u64, space.cells() as u64)
            {
                return Err(End::Interrupted);
            }
            let mut slots = walk.to(number * length).to_vec();
            self.positions.bits(space, &mut slots, &mut known, &mut present)?;
            let (lost, here) = all.lost.split_at_mut(number * words);
            let (absent, own) = all.absent.split_at_mut(number * words);
            let own = &mut own[..words];
            own.iter_mut().zip(&present).for_each(|(own, present)| *own = !present);
            [&mut won, &mut bad, &mut moved].into_iter().for_each(|row| row.fill(0));
            for (step, room) in self.steps.iter().zip(&mut rooms) {
                let reading = Reading { space, number, lost, absent, own };
                step.read(&reading, &mut slots, room)?;
                room.add_to([&mut won, &mut bad, &mut moved]);
            }
            if bad.iter().zip(&present).any(|(bad, present)| bad & present != 0) {
                return Err(End::Open);
            }
            if self.stuck_wins {
                won.iter_mut().zip(&moved).for_each(|(won, moved)| *won |= !moved);
            }
            // What moves along the row itself is told from one lost position to the next.
            let own: Vec<_> =
                self.steps.iter().zip(&rooms).filter(|(step, _)| step.is_own).collect();
            for k in (0..words).filter(|_| !own.is_empty()) {
                let mut seen = 0;
                while let open = present[k] & !won[k] & !seen
                    && open != 0
                {
                    let at = open.trailing_zeros();
                    seen |= 1 << at;
                    own.iter().for_each(|(s, room)| s.mark(64 * k + at as usize, room, &mut won));
                }
            }
            let each = here.iter_mut().zip(present.iter().zip(&won));
            each.for_each(|(here, (present, won))| *here = present & !won);
            all.rows = number + 1;
        }
        Ok(())
    }

    /// About how many steps it takes, each like looking at one option.
    pub(crate) fn steps(&self, space: &Space) -> f64 {
        let length = space.axes.last().map_or(1, |axis| axis.len());
        let rows = space.cells() as f64 / length as f64;
        rows * (1 + self.steps.len()) as f64 * (STEPS + length as f64 / 16.0)
    }
}

impl Outcomes {
    /// Whether all rows are known.
    pub(crate) fn is_whole(&self) -> bool {
        self.rows * self.words == self.lost.len()
    }

    /// Whether the player to move wins, for each cell of a row; `None` where it is no position.
    pub(crate) fn row(&self, number: usize, length: usize) -> impl Iterator<Item = Option<bool>> {
        let words = number * self.words..(number + 1) * self.words;
        let (lost, absent) = (&self.lost[words.clone()], &self.absent[words]);
        (0..length).map(|at| (!row::bit(absent, at)).then(|| !row::bit(lost, at)))
    }

    /// Whether the player to move wins at a point of the box; `None` where it is no position.
    pub(crate) fn wins(&self, space: &Space, at: &[i64]) -> Option<bool> {
        let (cell, length) = (space.cell(at)?, space.axes.last()?.len());
        self.row(cell / length, length).nth(cell % length)?
    }

    /// The rows that are known.
    pub(crate) fn rows(&self) -> std::ops::Range<usize> {
        0..self.rows
    }
}

struct Whole(ByRows);

/// Recognises outcomes of moves that have one more option from cell to cell.
pub(super) fn recognise(code: &Code, fold: Fold) -> Option<Box<dyn WholeColumn>> {
    Some(Box::new(Whole(ByRows::new(code, fold)?)))
}

impl WholeColumn for Whole {
    fn words(&self) -> Message {
        WORDS.into()
    }

    fn steps(&self, code: &Code) -> f64 {
        self.0.steps(&code.space)
    }

    fn narrow(&self, code: &Code, pulse: Pulse<'_>) -> Option<Filling<u16>> {
        let all = self.0.outcomes(&code.space, pulse)?;
        let length = code.space.axes.last()?.len();
        let value = |wins: Option<bool>| wins.map_or(u16::UNSET, u16::from);
        let mut cells = Vec::with_capacity(usize::try_from(code.space.cells()).ok()?);
        all.rows().for_each(|number| cells.extend(all.row(number, length).map(value)));
        cells.resize(cells.capacity(), u16::UNSET);
        Some((cells, (!all.is_whole()).then_some(Halt::Interrupted)))
    }
}

/// How such tables are computed, in words.
pub(crate) const WORDS: &str =
    "who wins by rows of bits, from cell to cell along the lines of moves";
