//! Stones and a limit: `(n, most) -> (n - t, next) for t in least..min(n, most)`, where the next
//! limit depends on t alone, or is the stones left where that is less.

use super::linear::Linear;
use super::{Filling, WholeColumn, is_free};
use crate::fold::Fold;
use crate::game::Game;
use crate::machine::parts::{PartCode, Range};
use crate::machine::run::{Code, Halt};
use crate::machine::scalar::Scalar;
use crate::space::Space;
use crate::stop::Stop;
use clauses::OptionPart;
use clauses::term::{Op, Term};
use expr::ast::Quantity;
use hashbrown::HashMap;
use kernels::Pulse;
use kernels::limits::{Limited, NONE};
use message::Message;
use table::{Axis, Column, Table, Values};

/// How such tables are computed.
pub(crate) const WORDS: &str =
    "stones and a limit, by the least winning take of each number of stones";

/// A game of stones and a limit.
struct Shaped {
    /// Number of the coordinate of the stones; the other is the limit.
    stones: usize,
    game: Limited,
}

/// The game of this code, when it is one, for up to `most` stones.
fn shaped(code: &Code, stuck_wins: bool, most: i64) -> Option<Shaped> {
    let ([clause], [first, second]) = (&code.clauses[..], &code.space.axes[..]) else {
        return None;
    };
    let free = code.endings.is_empty() && code.condition.is_none() && is_free(clause);
    let ([Range::Between(Scalar::Term(Term::Const(least)), hi)], [PartCode::Point(point)]) =
        (&clause.ranges[..], &clause.parts[..])
    else {
        return None;
    };
    let [one, other] = [0, 1].map(|slot| Box::new(Term::Slot(slot)));
    let both = [(one.clone(), other.clone()), (other, one)];
    let is_both = both.into_iter().any(|(a, b)| hi.term() == Some(&Term::Op(Op::Min, a, b)));
    if !free || !is_both || first.lo != 0 || second.lo != 0 || *least < 1 {
        return None;
    }
    const TAKE: usize = 2;
    let is_left = |t: &Term, stones: usize| {
        Linear::of(t).is_some_and(|t| Some(t) == Linear::slot(stones).plus(-1, Linear::slot(TAKE)))
    };
    let stones = (0..2).find(|&s| point[s].term().is_some_and(|t| is_left(t, s)))?;
    let next = match point[1 - stones].term()? {
        Term::Op(Op::Min, a, b) if is_left(b, stones) => &**a,
        Term::Op(Op::Min, a, b) if is_left(a, stones) => &**b,
        next => next,
    };
    if next.uses(0) || next.uses(1) {
        return None;
    }
    // A limit is not negative, and one that does not fit allows all.
    let mut slots = [0; 3];
    let mut limits = Vec::new();
    for take in 0..=most {
        slots[TAKE] = take;
        let limit = if take < *least { 0 } else { next.value(&slots).ok().filter(|&l| l >= 0)? };
        limits.push(u32::try_from(limit).unwrap_or(NONE - 1).min(NONE - 1));
    }
    let least = u32::try_from(*least).ok()?;
    Some(Shaped { stones, game: Limited { next: limits, least, stuck_wins } })
}

/// Recognises the outcomes of a game of stones and a limit.
pub(super) fn recognise(code: &Code, fold: Fold) -> Option<Box<dyn WholeColumn>> {
    let Fold::Outcome { stuck } = fold else { return None };
    let most = code.space.axes.iter().map(|a| a.hi).max()?;
    let shaped = shaped(code, stuck == 1, most)?;
    // The limits of a table are as far as its box goes.
    let limits = u64::try_from(code.space.axes[1 - shaped.stones].hi).ok()?;
    let stones = code.space.axes[shaped.stones].len();
    let inside =
        |(take, &limit): (usize, &u32)| u64::from(limit).min((stones - 1 - take) as u64) <= limits;
    let all = shaped.game.next.iter().take(stones).enumerate().all(inside);
    all.then(|| Box::new(shaped) as Box<dyn WholeColumn>)
}

impl WholeColumn for Shaped {
    fn words(&self) -> Message {
        WORDS.into()
    }

    fn steps(&self, code: &Code) -> f64 {
        code.space.cells() as f64
    }

    fn narrow(&self, code: &Code, pulse: Pulse<'_>) -> Option<Filling<u16>> {
        let axes = &code.space.axes;
        let mut thresholds = Vec::new();
        let stones = axes[self.stones].len();
        let mut cells = vec![u16::MAX; usize::try_from(code.space.cells()).ok()?];
        if self.game.extend(&mut thresholds, stones - 1, pulse).is_err() {
            return Some((cells, Some(Halt::Interrupted)));
        }
        let row = axes[1].len();
        for (i, cells) in cells.chunks_mut(row).enumerate() {
            for (j, cell) in cells.iter_mut().enumerate() {
                let (stones, most) = if self.stones == 0 { (i, j) } else { (j, i) };
                *cell = u16::from(self.game.wins(&thresholds, stones, most as u32));
            }
        }
        Some((cells, None))
    }
}

/// Starting positions of a game of stones and a limit, by size.
pub(crate) struct LimitedStarts {
    shaped: Shaped,
    /// Stones and limit of each start.
    starts: Vec<(usize, u32)>,
}

impl LimitedStarts {
    /// The starts of the table as positions of a game of stones and a limit, where they are, and
    /// where that tells all of these quantities.
    pub(crate) fn of(game: &Game, axes: &[Axis], quantities: &[Quantity]) -> Option<Self> {
        use Quantity::{Least, Misere, Moves, Win};
        let told = |q: &Quantity| matches!(q, Win | Misere | Moves | Least);
        let ([axis], Some(start)) = (axes, &game.lowered.start) else { return None };
        let ([(size, _)], [OptionPart::Point(at)]) = (&start.sizes[..], &start.components[..])
        else {
            return None;
        };
        // Nothing but the clauses says what positions are.
        let unbounded = game.lowered.dimensions.iter().all(|d| d.hi.is_none());
        let single = game.has_single_options() && !game.is_coins() && !game.lowered.is_whole();
        if !quantities.iter().all(told) || at.len() != 2 || !unbounded || !single {
            return None;
        }
        let slots: HashMap<String, usize> = [(size.clone(), 0)].into();
        let at: Vec<Term> = at.iter().map(|e| Term::from_expr(e, &slots)).collect::<Option<_>>()?;
        let ends = (axis.lo..=axis.hi).map(|n| {
            let value = |i: usize| at[i].value(&[n]).ok().filter(|&v| v >= 0);
            Some([value(0)?, value(1)?])
        });
        let ends: Vec<[i64; 2]> = ends.collect::<Option<_>>()?;
        // How far limits go does not matter to the clauses.
        const FAR: i64 = 1 << 40;
        let far = |i: usize| ends.iter().map(|e| e[i]).max().unwrap_or(0);
        let names = game.lowered.dimensions.iter();
        let space = Space::new(names.map(|d| Axis::new(&d.name, d.lo, FAR)).collect());
        let code = game.code(&space).ok()?;
        let shaped = shaped(&code, game.stuck_value() == 1, far(0).max(far(1)))?;
        let stones = shaped.stones;
        let starts = ends.iter().map(|e| {
            let limit = u32::try_from(e[1 - stones]).unwrap_or(NONE - 1).min(NONE - 1);
            (e[stones] as usize, limit)
        });
        Some(Self { starts: starts.collect(), shaped })
    }

    /// The table of the starts.
    ///
    /// # Errors
    /// The user asked to stop.
    pub(crate) fn table(
        &self,
        axes: &[Axis],
        quantities: &[Quantity],
        pulse: Pulse<'_>,
    ) -> Result<Table, Stop> {
        let most = self.starts.iter().map(|s| s.0).max().unwrap_or(0);
        let normal = &self.shaped.game;
        let misere = Limited { stuck_wins: true, ..normal.clone() };
        let thresholds = |game: &Limited, is_asked: bool| {
            let mut all = Vec::new();
            let done = if is_asked { game.extend(&mut all, most, pulse) } else { Ok(()) };
            done.map(|()| all).map_err(|_| Stop::Interrupted(None))
        };
        let by_normal = thresholds(normal, quantities.iter().any(|q| *q != Quantity::Misere))?;
        let by_misere = thresholds(&misere, quantities.contains(&Quantity::Misere))?;
        let mut table = Table { axes: axes.to_vec(), columns: Vec::new(), present: None };
        for &quantity in quantities {
            let mut values = Vec::with_capacity(self.starts.len());
            for (done, &(stones, limit)) in self.starts.iter().enumerate() {
                values.push(match quantity {
                    Quantity::Misere => i64::from(misere.wins(&by_misere, stones, limit)),
                    Quantity::Win => i64::from(normal.wins(&by_normal, stones, limit)),
                    Quantity::Moves => normal.winning(&by_normal, stones, limit) as i64,
                    _ => match by_normal[stones] {
                        take if take > limit || take == NONE => 0,
                        take => i64::from(take),
                    },
                });
                if done % 256 == 255 && !pulse(done as u64, self.starts.len() as u64) {
                    return Err(Stop::Interrupted(None));
                }
            }
            let name = quantity.name().to_owned();
            table.columns.push(Column { name, values: Values::I64(values) });
        }
        Ok(table)
    }
}
