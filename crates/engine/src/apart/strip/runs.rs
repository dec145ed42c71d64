//! From moves around a place to heaps: what a full strip is left as.
//!
//! Positions are finite sets of integers, and the moves are the shifts of finitely many. If after every
//! move from a run of n neighbours no move that can be made in what is left, now or later, touches two
//! runs, then each run is played as if it were alone, and play is that of heaps whose sizes are the
//! lengths of the runs.
//!
//! A move touches at most *span* neighbours. So it shows within so much of the elements that a move
//! took whether others touch two runs; and where the left run is longer than that, the move that
//! leaves it with one element more is the same move at the next place. All runs up to some multiples
//! of the span are therefore all that has to be looked at.

use super::super::parts::Removal;
use kernels::codes::{Code, Leaves, Move as Taking};
use rule::ast::Player;
use std::collections::{BTreeMap, BTreeSet};

/// Greatest span: strips of seven times as much fit a mask.
const MAX_SPAN: u32 = 17;
/// Most moves around a place.
const MAX_MOVES: usize = 64;
/// Most moves of heaps that are written out.
const MAX_LINES: usize = 256;

/// Moves whose least needed element is that at `place`, and that all others are shifts of.
pub(super) struct Near {
    moves: Vec<Removal>,
    place: u32,
}

/// Two runs that a move leaves at the ends of a strip, in either order.
pub(super) struct RunPairs {
    /// How much shorter both together are than the strip.
    less: u32,
    /// The lengths of the runs between them.
    inner: Vec<u32>,
    /// Their lengths, the smaller first; 0 where there is none.
    pairs: BTreeSet<(u32, u32)>,
    /// Whether a longer run is left is as for one of this length.
    steady: u32,
}

/// All that moves leave of full strips of any length.
pub(super) struct Left(Vec<RunPairs>);

impl Left {
    /// The take-and-break code that play is; `None` where it is none.
    pub(super) fn code(&self) -> Option<Code> {
        let each = self.0.iter().map(RunPairs::taken);
        Code::new(each.collect::<Option<Vec<_>>>()?.concat())
    }

    /// The moves of a heap `n`, as text.
    pub(super) fn moves(&self) -> Option<String> {
        let all: Vec<String> = self.0.iter().flat_map(RunPairs::moves).collect();
        (all.len() <= MAX_LINES).then(|| all.iter().map(|m| format!("move n -> {m}\n")).collect())
    }
}

impl RunPairs {
    fn has(&self, a: u32, b: u32) -> bool {
        self.pairs.contains(&(a.min(b), a.max(b)))
    }

    /// The moves of a code; `None` where not all runs of a kind are left, or none.
    fn taken(&self) -> Option<Vec<Taking>> {
        self.inner.is_empty().then_some(())?;
        let kind = |(a, b): (u32, u32)| match (a, b) {
            (_, 0) => Leaves::Nothing,
            (0, _) => Leaves::One,
            _ => Leaves::Two,
        };
        let mut all = Vec::new();
        for leaves in [Leaves::Nothing, Leaves::One, Leaves::Two] {
            let few = (0..=self.steady).flat_map(|b| (0..=b).map(move |a| (a, b)));
            let mut are_left = few.filter(|two| kind(*two) == leaves).map(|(a, b)| self.has(a, b));
            let first = are_left.next()?;
            are_left.all(|other| other == first).then_some(())?;
            if first {
                all.push(Taking { taken: self.less, leaves });
            }
        }
        Some(all)
    }

    /// What the moves leave of a heap `n`, and of which.
    fn moves(&self) -> Vec<String> {
        let Self { less, inner, steady, .. } = self;
        let is_steady = |from: u32| {
            (from..=*steady).all(|b| {
                (0..from).all(|a| self.has(a, b) == self.has(a, *steady))
                    && (from..=b).all(|a| self.has(a, b) == self.has(*steady, *steady))
            })
        };
        let from = (0..*steady).find(|from| is_steady(*from)).unwrap_or(*steady);
        let heaps = |ends: [String; 2]| {
            let between = inner.iter().map(u32::to_string);
            let all = ends.into_iter().chain(between).filter(|heap| heap != "0");
            let all = all.collect::<Vec<_>>().join(" | ");
            if all.is_empty() { "none".to_owned() } else { all }
        };
        let mut all = Vec::new();
        for a in 0..from {
            for b in (a..from).filter(|b| self.has(a, *b)) {
                let ends = heaps([a, b].map(|end| end.to_string()));
                all.push(format!("{ends} if n = {}", less + a + b));
            }
            if self.has(a, *steady) {
                let ends = heaps([a.to_string(), format!("n - {}", less + a)]);
                all.push(format!("{ends} if n >= {}", less + a + from));
            }
        }
        if self.has(*steady, *steady) {
            let ends = heaps(["i".to_owned(), format!("n - {less} - i")]);
            all.push(format!("{ends} for i in {from}..(n - {less}) // 2"));
        }
        all
    }
}

/// A move at some place of a strip: what lies outside is left out.
struct Shifted {
    need: u128,
    avoid: u128,
    drop: u128,
}

/// The first `length` elements.
fn strip(length: u32) -> u128 {
    !(u128::MAX << length)
}

impl Near {
    /// The moves of a strip so long that nothing around `place` is near its ends.
    pub(super) fn of(moves: &[Removal], place: u32) -> Option<Self> {
        let is_here = |m: &&Removal| m.need.trailing_zeros() == place;
        let moves: Vec<Removal> = moves.iter().filter(is_here).copied().collect();
        let near = Self { moves: alone(moves), place };
        let fits = (1..=MAX_MOVES).contains(&near.moves.len()) && near.span() <= MAX_SPAN;
        fits.then_some(near)
    }

    /// The moves of a strip of some length, as masks of its elements.
    pub(super) fn all(&self, length: u32) -> Vec<Removal> {
        let each = (0..length).flat_map(|at| self.at(at, length)).map(|m| Removal {
            need: m.need as u64,
            avoid: m.avoid as u64,
            drop: m.drop as u64,
            player: Player::Either,
        });
        alone(each.collect())
    }

    /// The moves whose least needed element is that one.
    fn at(&self, at: u32, length: u32) -> impl Iterator<Item = Shifted> + '_ {
        let shifted = move |mask: u64| u128::from(mask) << at >> self.place;
        let inside = strip(length);
        self.moves.iter().filter_map(move |m| {
            let need = shifted(m.need);
            let (avoid, drop) = (shifted(m.avoid) & inside, shifted(m.drop) & inside);
            (need & !inside == 0).then_some(Shifted { need, avoid, drop })
        })
    }

    fn span(&self) -> u32 {
        let all = self.moves.iter().fold(0, |all, m| all | m.need | m.avoid | m.drop);
        64 - all.leading_zeros() - all.trailing_zeros()
    }

    /// What moves leave of full strips; `None` where they leave runs that others join.
    pub(super) fn left(&self) -> Option<Left> {
        let span = self.span();
        let end = 3 * span + 2;
        let mut all = BTreeMap::<_, BTreeSet<_>>::new();
        for length in 1..=2 * end + span {
            for at in 0..length {
                for m in self.at(at, length).filter(|m| m.avoid & strip(length) == 0) {
                    let rest = strip(length) & !m.drop;
                    let runs = runs(rest);
                    self.are_apart(rest, &runs, length).then_some(())?;
                    let sizes: Vec<u32> = runs.iter().map(|run| run.count_ones()).collect();
                    let ((a, b), inner) = match &sizes[..] {
                        [] => ((0, 0), &[][..]),
                        [one] => ((0, *one), &[][..]),
                        [a, inner @ .., b] => ((*a, *b), inner),
                    };
                    let key = (length - a - b, inner.to_vec());
                    all.entry(key).or_default().insert((a.min(b), a.max(b)));
                }
            }
        }
        let steady = 2 * span + 1;
        let each =
            all.into_iter().map(|((less, inner), pairs)| RunPairs { less, inner, pairs, steady });
        Some(Left(each.collect()))
    }

    /// Whether no move that can be made where these runs are left, now or later, touches two of them.
    fn are_apart(&self, rest: u128, runs: &[u128], length: u32) -> bool {
        runs.len() < 2
            || (0..length).filter(|at| rest >> at & 1 == 1).all(|at| {
                let run = runs.iter().find(|run| *run >> at & 1 == 1).copied().unwrap_or(0);
                let live = |m: &Shifted| m.need & !rest == 0;
                let touched = |m: Shifted| (m.need | m.avoid | m.drop) & rest;
                self.at(at, length).filter(live).all(|m| touched(m) & !run == 0)
            })
    }
}

/// These moves, sorted, without those that are some other move wherever they can be made.
pub(super) fn alone(mut moves: Vec<Removal>) -> Vec<Removal> {
    moves.sort_unstable();
    moves.dedup();
    let covers = |m: &Removal, o: &Removal| {
        m != o && o.drop == m.drop && o.need & !m.need == 0 && o.avoid & !m.avoid == 0
    };
    moves.iter().filter(|m| !moves.iter().any(|o| covers(m, o))).copied().collect()
}

/// The greatest sets of neighbours among some elements.
fn runs(mut rest: u128) -> Vec<u128> {
    let mut all = Vec::new();
    while rest != 0 {
        let first = rest & rest.wrapping_neg();
        let run = rest & !rest.wrapping_add(first);
        all.push(run);
        rest &= !run;
    }
    all
}
