//! The first quantities of games of one number, and their states.
//!
//! The theorem on states that repeat stands in `crates/verify/src/heap.rs`.

use expr::ast::Quantity;
use meaning::Error;
use meaning::heap::{Heap, LargeOptions, Place};

use crate::Unproved;
use crate::unproved::not_found;

/// More values than this are not computed.
const MAX_VALUES: u64 = 1 << 25;
/// Largest Grundy value.
const LARGEST: usize = 1 << 26;
/// Most options looked at, in all.
const STEPS: u64 = 10_000_000_000;

/// A game and the quantities of its first positions.
#[derive(Clone, Debug)]
pub(crate) struct Run<'a> {
    heap: &'a Heap,
    shapes: LargeOptions,
    quantity: Quantity,
    /// The quantity of a position without moves; of outcomes alone.
    stuck: u32,
    /// N, which is at least 1 and every fixed number + 1.
    from: usize,
    /// s, which is at least 1.
    window: usize,
    /// By n; 0 before the least position.
    values: Vec<u32>,
    /// By residue modulo w: V(n) and u(n) for the next n of it.
    tails: Vec<Tail>,
    /// The value v is one of an option of n when found[v] = n + 1.
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
    fn meet(&mut self, value: usize) -> Result<(), Unproved> {
        if value >= LARGEST {
            return Err(not_found("some value is too large"));
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
    /// Why the theorem does not cover the game, in words.
    pub(crate) fn new(heap: &'a Heap, quantity: Quantity) -> Result<Self, Unproved> {
        let shapes = heap.shapes()?;
        let first = &shapes.classes[0];
        for shape in &shapes.classes {
            if !shape.splits.is_empty() {
                return refuse("the theorem does not cover moves that split a heap");
            }
            if shape.tail != first.tail
                || (first.tail.is_some() && !shape.fixed().eq(first.fixed()))
            {
                return refuse("the theorem does not cover ranges that depend on residues");
            }
            let most =
                if first.tail.is_some() || quantity != Quantity::Sg { 1 } else { usize::MAX };
            if shape.options.iter().any(|option| option.len() > most) {
                return refuse("the theorem does not cover such sums");
            }
        }
        let places = || shapes.classes.iter().flat_map(|shape| shape.options.iter().flatten());
        let taken = places().map(|place| if let Place::Below(t) = place { *t } else { 1 });
        let tail = first.tail.map(|(_, c)| c - heap.rows);
        let window = taken.chain(tail).max().unwrap_or(1).max(1);
        let small = |number: i128| {
            usize::try_from(number)
                .ok()
                .filter(|&n| n as u64 <= MAX_VALUES)
                .ok_or_else(|| not_found("too far"))
        };
        let fixed = places().map(|place| if let Place::At(c) = place { *c } else { 0 }).max();
        let from = shapes.from.max(fixed.unwrap_or(0) + 1).max(heap.least * heap.rows);
        let is_reversed = quantity == Quantity::Misere || heap.stuck_wins();
        Ok(Self {
            heap,
            quantity,
            stuck: u32::from(is_reversed && quantity != Quantity::Sg),
            from: small(from)?,
            window: small(window)?,
            shapes,
            values: Vec::new(),
            tails: vec![Tail::default(); small(heap.rows)?],
            found: Vec::new(),
            steps: 0,
        })
    }

    /// The quantities known, by position; 0 before the least one.
    pub(crate) fn values(&self) -> &[u32] {
        &self.values
    }

    /// The first n whose options are known by their shape.
    pub(crate) fn from(&self) -> usize {
        self.from
    }

    /// How many of the last quantities determine the next one.
    pub(crate) fn window(&self) -> usize {
        self.window
    }

    /// What every period is a multiple of.
    pub(crate) fn modulus(&self) -> usize {
        self.shapes.classes.len()
    }

    /// u(n) for the next n.
    pub(crate) fn base(&self) -> Option<usize> {
        Some(self.tails.get(self.values.len() % self.tails.len())?.base)
    }

    /// For each of the next w positions, of which the first is at least [`Self::from`]: u(n), and
    /// the elements of V(n) above it less u(n).
    pub(crate) fn state(&self) -> Vec<(usize, Vec<usize>)> {
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
    /// Too much work, or options that have no value, in words.
    pub(crate) fn extend(&mut self, end: usize) -> Result<(), Unproved> {
        if end as u64 > MAX_VALUES {
            return Err(not_found(format!("it would take more than {MAX_VALUES} values")));
        }
        let mut small = self.heap.small();
        while self.values.len() < end {
            let n = self.values.len();
            self.steps += 1;
            if (n as i128) < self.heap.least * self.heap.rows {
                self.values.push(0);
            } else if n < self.from {
                for option in small.options(n as i128)? {
                    let places: Vec<Place> = option.into_iter().map(Place::At).collect();
                    self.add(&places, n)?;
                }
                self.decide(n);
            } else {
                let class = n % self.shapes.classes.len();
                let mut options = std::mem::take(&mut self.shapes.classes[class].options);
                let added = options.iter().try_for_each(|option| self.add(option, n));
                std::mem::swap(&mut options, &mut self.shapes.classes[class].options);
                added?;
                self.decide(n);
            }
            if self.values.len() >= self.from {
                self.advance()?;
            }
            if self.steps > STEPS {
                return Err(not_found(format!("values beyond n = {n} would take too much work")));
            }
            if patience::is_over() {
                return Err(Error::INTERRUPTED.into());
            }
        }
        Ok(())
    }

    /// Notes the quantity of an option of n.
    fn add(&mut self, option: &[Place], n: usize) -> Result<(), Unproved> {
        let value = self.option(option, n)?;
        self.steps += option.len() as u64 + 1;
        if value >= self.found.len() {
            self.found.resize(value + 1, 0);
        }
        self.found[value] = n as u64 + 1;
        Ok(())
    }

    /// The quantity of an option: the nim-sum, or the outcome of its one number.
    fn option(&self, option: &[Place], n: usize) -> Result<usize, Unproved> {
        let mut value = if option.is_empty() { self.stuck } else { 0 };
        if option.len() > 1 && self.quantity != Quantity::Sg {
            return refuse("the theorem does not cover outcomes of sums");
        }
        for place in option {
            let at = match place {
                Place::At(c) => *c,
                Place::Below(t) => n as i128 - t,
            };
            let known = usize::try_from(at).ok().and_then(|at| self.values.get(at));
            value ^= known
                .ok_or_else(|| not_found(format!("the option {at} of {n} has no value yet")))?;
        }
        Ok(value as usize)
    }

    /// Appends the quantity of n by those of its options and of V(n).
    fn decide(&mut self, n: usize) {
        let tail = &self.tails[n % self.tails.len()];
        let is_met =
            |v: usize| tail.met.get(v) == Some(&true) || self.found.get(v) == Some(&(n as u64 + 1));
        let value = match self.quantity {
            Quantity::Sg => {
                let mut value = tail.base;
                while is_met(value) {
                    value += 1;
                }
                value as u32
            }
            // whoever can lead to a lost position wins; without any option it is said who does
            _ if is_met(0) => 1,
            _ if is_met(1) => 0,
            _ => self.stuck,
        };
        self.values.push(value);
    }

    /// Brings V and u from a number to the next of its residue modulo w; first of all to N.
    fn advance(&mut self) -> Result<(), Unproved> {
        let Some((least, after)) = self.shapes.classes[0].tail else { return Ok(()) };
        let (next, width) = (self.values.len(), self.tails.len());
        let (least, after) = (least as usize, after as usize);
        if next == self.from {
            let fixed = self.shapes.classes[0].fixed().map(|option| self.option(option, next));
            let fixed = fixed.collect::<Result<Vec<_>, _>>()?;
            for n in next..next + width {
                let tail = (least..=n - after).filter(|u| u % width == n % width);
                let values = tail.map(|u| self.values[u] as usize).chain(fixed.iter().copied());
                values.into_iter().try_for_each(|value| self.tails[n % width].meet(value))?;
            }
        } else {
            // the number before this one has its quantity; for the next of its residue:
            let n = next - 1 + width;
            self.tails[n % width].meet(self.values[n - after] as usize)?;
        }
        for tail in &mut self.tails {
            while self.quantity == Quantity::Sg && tail.met.get(tail.base) == Some(&true) {
                tail.base += 1;
            }
        }
        Ok(())
    }
}

fn refuse<T>(words: &'static str) -> Result<T, Unproved> {
    Err(not_found(words))
}
