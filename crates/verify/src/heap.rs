//! Games of one number whose state repeats.
//!
//! For all n >= N the options of n depend on n modulo m alone: numbers n - t with 1 <= t <= s, fixed
//! numbers, sums of such, and perhaps *the tail*, which is each of the numbers from d to n - c that
//! are n modulo w; here (d, c, w) is the same for all n, w divides m and c, and 1 <= c <= s + w. Let
//! V(n) be the set of the quantities of the tail and of the fixed numbers beside it: it only grows
//! from n to n + w. For the nim-value g let u(n) be the mex of V(n); without a tail, or for an
//! outcome, let it be 0 (and V be empty without a tail). Then the *state* at n determines what
//! follows: n modulo m, the s last quantities, and u(k) and the elements of V(k) above u(k) for
//! k = n, ..., n + w - 1.
//!
//! *Theorem.* Let p be a multiple of m, r >= N, a <= r - s; let q(n + p) = q(n) + e for
//! a <= n < r, and let u and the elements of V above it at r + p, ..., r + p + w - 1 be those at
//! r, ..., r + w - 1, plus e. If there is no tail, or q is an outcome, let e = 0. Then
//! q(n + p) = q(n) + e for all n >= a.
//!
//! Proof by induction on n >= r, the hypothesis being that states at n and n + p agree up to e.
//! With a tail g(n) is at least u(n), for all values below u(n) are those of options; so it is the
//! least number from u(n) on that is neither in V(n) nor the value of an option n - t, and for
//! n + p the same plus e. (With a tail sums of several numbers are refused.) Without one, and for
//! outcomes, q(n) is a function of the quantities of options, which are equal. Then V(n + w) is
//! V(n) and q(n + w - c), where n + w - c is in the window or n itself, so the states at n + 1 and
//! n + 1 + p agree up to e.
//!
//! For finite subtraction sets this is the window of max(S) equal values; with a tail it covers
//! taking anything but the members of a finite set. With w > 1 it speaks of the first w rows of a
//! game of pairs: moves along the row make the tail, all others lead to the last columns (the
//! additive periodicity of the rows of Wythoff's game: B. Landman, More Games of No Chance, 2002; A.
//! Dress, A. Flammenkamp, N. Pink, Adv. Appl. Math. 22 (1999)).

use crate::core::{Heap, Place, Quantity, Repeats};
use crate::rejected::{reject, rejected};
use crate::{MAX_VALUES, Result};
use message::message;

/// Largest nim-value.
const MAX_NIM_VALUE: usize = 1 << 26;
/// Most options looked at, in all.
const STEPS: u64 = 10_000_000_000;

/// Checks that the quantity repeats, because the states at `at` and a period later are equal. Returns
/// the quantities up to there.
pub(crate) fn verify(heap: &Heap, law: &Repeats, at: u64) -> Result<Vec<u32>> {
    let Repeats { of, preperiod, period, saltus, .. } = *law;
    if [preperiod, period, saltus, at].iter().any(|&number| number > MAX_VALUES) {
        return reject(message!("the check would need more than {MAX_VALUES} values"));
    }
    let [first, period, at] = [preperiod, period, at].map(|number| number as usize);
    let mut run = Run::new(heap, of)?;
    let modulus = heap.classes.len();
    if period == 0 || !period.is_multiple_of(modulus) {
        return reject(message!("the period must be a multiple of {modulus}, and not 0"));
    }
    if preperiod < heap.least || (at as u64) < heap.from || at < first + run.window {
        return reject(message!(
            "the state at {at} is not beyond {}, or not {} beyond {first}",
            heap.from,
            run.window
        ));
    }
    if saltus != 0 && (of != Quantity::Value || heap.tail.is_none()) {
        return reject("only values of games with options of all sizes can grow");
    }
    run.extend(at)?;
    let before = run.state();
    run.extend(at + period)?;
    let values = &run.values;
    let repeats = |&n: &usize| u64::from(values[n + period]) == u64::from(values[n]) + saltus;
    if let Some(n) = (first..at).find(|n| !repeats(n)) {
        return reject(message!("the values at {n} and {} do not differ by {saltus}", n + period));
    }
    let raised = before.into_iter().map(|(base, above)| (base + saltus as usize, above));
    let after = run.state();
    if !raised.eq(after.iter().cloned()) && heap.tail.is_some() {
        return reject(message!("the states at {at} and {} differ", at + period));
    }
    Ok(run.values)
}

/// A game of one number and the quantities of its first positions, by its definition.
#[derive(Debug)]
pub struct Run<'a> {
    heap: &'a Heap,
    of: Quantity,
    /// s, which is at least 1.
    window: usize,
    /// By n; 0 before the least position.
    values: Vec<u32>,
    /// By residue modulo w: V(n) and u(n) for the next n of it.
    tails: Vec<Tail>,
    /// The value v is one of an option of n when `found[v] = n + 1`.
    found: Vec<u64>,
    steps: u64,
}

/// V(n), by value, and u(n).
#[derive(Clone, Debug, Default)]
struct Tail {
    met: Vec<bool>,
    base: usize,
}

impl Tail {
    fn meet(&mut self, value: usize) -> Result<()> {
        if value >= MAX_NIM_VALUE {
            return reject("some value is too large");
        }
        if value >= self.met.len() {
            self.met.resize(value + 1, false);
        }
        self.met[value] = true;
        Ok(())
    }
}

impl<'a> Run<'a> {
    /// Before the first position.
    ///
    /// # Errors
    /// [`Rejected`](crate::Rejected) where the theorem does not cover the game.
    pub fn new(heap: &'a Heap, of: Quantity) -> Result<Self> {
        let Heap { least, from, classes, rows, small, tail, .. } = heap;
        if *from > MAX_VALUES || *from < 1 || least.checked_add(small.len() as u64) != Some(*from) {
            return reject("the options of the numbers from the least to `from` must be listed");
        }
        if *rows == 0 || classes.is_empty() || !(classes.len() as u64).is_multiple_of(*rows) {
            return reject("the number of rows must divide that of the classes");
        }
        let places = || classes.iter().flatten().flatten();
        let window = places().map(|place| if let Place::Less(t) = place { *t } else { 1 });
        let ahead = tail.map(|[_, c]| c.saturating_sub(*rows));
        let window = window.chain(ahead).max().unwrap_or(1).max(1);
        let is_wrong = |place: &Place| match *place {
            // so that every place is a position before n, for all n >= N
            Place::Less(t) => t == 0 || t > from - least,
            Place::Size(c) => c < *least || c >= *from,
        };
        if window > MAX_VALUES || places().any(is_wrong) {
            return reject("an option of large numbers is no position before them");
        }
        if let Some([d, c]) = *tail {
            // the tail of n >= N holds positions before n of the same row alone
            if c == 0 || c % rows != 0 || d < *least || c > *from {
                return reject("the tail does not lead to positions before");
            }
            if classes.iter().any(|class| !fixed(class).eq(fixed(&classes[0]))) {
                return reject("beside a tail the fixed options must be the same everywhere");
            }
        }
        let is_sum = |option: &Vec<Place>| option.len() > 1;
        if (tail.is_some() || of != Quantity::Value) && classes.iter().flatten().any(is_sum) {
            return reject("the theorem does not cover such sums");
        }
        Ok(Self {
            heap,
            of,
            window: window as usize,
            values: Vec::new(),
            tails: vec![Tail::default(); *rows as usize],
            found: Vec::new(),
            steps: 0,
        })
    }

    /// The quantities known, by position; 0 before the least one.
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// s: how many of the last quantities are part of a state.
    #[must_use]
    pub fn window(&self) -> usize {
        self.window
    }

    /// The quantity of a position without moves, and of the empty sum.
    fn stuck(&self) -> u32 {
        u32::from(self.heap.stuck_wins && self.of == Quantity::Wins)
    }

    /// u(n) for the next n.
    #[must_use]
    pub fn base(&self) -> usize {
        self.tails[self.values.len() % self.tails.len()].base
    }

    /// For each of the next w positions, of which the first is at least N: u(n), and the elements of
    /// V(n) above it less u(n).
    #[must_use]
    pub fn state(&self) -> Vec<(usize, Vec<usize>)> {
        let next = self.values.len();
        let tails = (next..next + self.tails.len()).map(|n| &self.tails[n % self.tails.len()]);
        let state = |tail: &Tail| {
            let above = (tail.base..tail.met.len()).filter(|&v| tail.met[v]);
            (tail.base, above.map(|v| v - tail.base).collect())
        };
        tails.map(state).collect()
    }

    /// Computes quantities until those of all n < `end` are known.
    ///
    /// # Errors
    /// [`Rejected`](crate::Rejected) where that takes too much work, or an option is no position
    /// before its own.
    pub fn extend(&mut self, end: usize) -> Result<()> {
        if end as u64 > MAX_VALUES {
            return reject(message!("it would take more than {MAX_VALUES} values"));
        }
        let heap = self.heap;
        let (least, from) = (heap.least as usize, heap.from as usize);
        while self.values.len() < end {
            let n = self.values.len();
            self.steps += 1;
            if n < least {
                self.values.push(0);
            } else if n < from {
                for option in &heap.small[n - least] {
                    self.add(n, option.len(), option.iter().copied())?;
                }
                self.decide(n);
            } else {
                for option in &heap.classes[n % heap.classes.len()] {
                    let at = |place: &Place| match *place {
                        Place::Size(c) => c,
                        Place::Less(t) => n as u64 - t,
                    };
                    self.add(n, option.len(), option.iter().map(at))?;
                }
                self.decide(n);
            }
            if self.values.len() >= from {
                self.advance()?;
            }
            if self.steps > STEPS {
                return reject(message!("values beyond n = {n} would take too much work"));
            }
            if patience::is_over() {
                return reject("interrupted");
            }
        }
        Ok(())
    }

    /// Notes the quantity of an option of n: the nim-sum, or the outcome of its one number.
    fn add(&mut self, n: usize, parts: usize, option: impl Iterator<Item = u64>) -> Result<()> {
        if parts > 1 && self.of != Quantity::Value {
            return reject("the theorem does not cover outcomes of sums");
        }
        let mut value = if parts == 0 { self.stuck() } else { 0 };
        for at in option {
            let known = usize::try_from(at).ok().filter(|_| at >= self.heap.least);
            let known = known.and_then(|at| self.values.get(at));
            value ^= known.ok_or_else(|| {
                rejected(message!("the option {at} of {n} is no position before it"))
            })?;
        }
        self.steps += parts as u64 + 1;
        let value = value as usize;
        if value >= self.found.len() {
            self.found.resize(value + 1, 0);
        }
        self.found[value] = n as u64 + 1;
        Ok(())
    }

    /// Appends the quantity of n by those of its options and of V(n).
    fn decide(&mut self, n: usize) {
        let tail = &self.tails[n % self.tails.len()];
        let is_met =
            |v: usize| tail.met.get(v) == Some(&true) || self.found.get(v) == Some(&(n as u64 + 1));
        let value = match self.of {
            Quantity::Value => (tail.base..).find(|&v| !is_met(v)).unwrap_or(0) as u32,
            // whoever can lead to a lost position wins; without any option it is said who does
            Quantity::Wins if is_met(0) => 1,
            Quantity::Wins if is_met(1) => 0,
            Quantity::Wins => self.stuck(),
        };
        self.values.push(value);
    }

    /// Brings V and u from a number to the next of its residue modulo w; first of all to N.
    fn advance(&mut self) -> Result<()> {
        let Some([least, after]) = self.heap.tail else { return Ok(()) };
        let (next, width) = (self.values.len(), self.tails.len());
        let (least, after) = (least as usize, after as usize);
        if next == self.heap.from as usize {
            let stuck = self.stuck();
            let value = |option: &Vec<Place>| match option[..] {
                [Place::Size(c)] => self.values[c as usize],
                _ => stuck,
            };
            let fixed: Vec<usize> =
                fixed(&self.heap.classes[0]).map(|option| value(option) as usize).collect();
            for n in next..next + width {
                let tail = (least..=n - after).filter(|u| u % width == n % width);
                let values = tail.map(|u| self.values[u] as usize).chain(fixed.iter().copied());
                values.into_iter().try_for_each(|value| self.tails[n % width].meet(value))?;
            }
        } else {
            // the number before this one has its quantity; for the next of its residue:
            let n = next - 1 + width;
            if n - after >= least {
                self.tails[n % width].meet(self.values[n - after] as usize)?;
            }
        }
        for tail in &mut self.tails {
            while self.of == Quantity::Value && tail.met.get(tail.base) == Some(&true) {
                tail.base += 1;
            }
        }
        Ok(())
    }
}

/// The options that are the same for all numbers: single fixed ones, and the empty sum.
fn fixed(class: &[Vec<Place>]) -> impl Iterator<Item = &Vec<Place>> {
    class.iter().filter(|option| matches!(option[..], [] | [Place::Size(_)]))
}
