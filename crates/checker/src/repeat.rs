//! Games of one number whose state repeats.
//!
//! Suppose that for all n >= N the options of n depend on n modulo m alone: numbers n - t with
//! 1 <= t <= s, fixed numbers, sums of such, and perhaps *the tail*, which is each of the numbers
//! from d to n - c that are n modulo w; here (d, c, w) is the same for all n, w divides m and c, and
//! 1 <= c <= s + w. Let V(n) be the set of the quantities of the tail and of the fixed numbers
//! beside it: it only grows from n to n + w. For the Grundy value g let u(n) be the mex of V(n);
//! without a tail, or for an outcome, let it be 0 (and V be empty without a tail). Then the *state*
//! at n determines what follows: n modulo m, the s last quantities, and u(k) and the elements of
//! V(k) above u(k) for k = n, ..., n + w - 1.
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
//! game of pairs, in the order of `heap`: moves along the row make the tail, all others lead to
//! the last columns (the additive periodicity of the rows of Wythoff's game: B. Landman, "A simple
//! FSM-based proof of the additive periodicity of the Sprague-Grundy function of Wythoff's game",
//! More Games of No Chance, 2002; A. Dress, A. Flammenkamp, N. Pink, Adv. Appl. Math. 22 (1999)).

use expr::ast::Quantity;
use serde::Deserialize;

use crate::certificate::Certificate;
use crate::{Accepted, Rejected, fails, reject, too_large};
use meaning::heap::{Heap, LargeOptions, Place};
use meaning::sequence::Stated;

/// More values than this are not computed.
const MAX_VALUES: u64 = 1 << 25;
/// Largest Grundy value.
const LARGEST: usize = 1 << 26;
/// Most options looked at, in all.
const STEPS: u64 = 10_000_000_000;

/// A game and the quantities of its first positions.
#[derive(Clone, Debug)]
pub struct Run<'a> {
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
    fn meet(&mut self, value: usize) -> Result<(), Rejected> {
        if value >= LARGEST {
            return Err(too_large("some value is too large"));
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
    pub fn new(heap: &'a Heap, quantity: Quantity) -> Result<Self, Rejected> {
        let shapes = heap.shapes()?;
        let first = &shapes.classes[0];
        for shape in &shapes.classes {
            if !shape.splits.is_empty() {
                return reject("the theorem does not cover moves that split a heap");
            }
            if shape.tail != first.tail
                || (first.tail.is_some() && !shape.fixed().eq(first.fixed()))
            {
                return reject("the theorem does not cover ranges that depend on residues");
            }
            let most =
                if first.tail.is_some() || quantity != Quantity::Sg { 1 } else { usize::MAX };
            if shape.options.iter().any(|option| option.len() > most) {
                return reject("the theorem does not cover such sums");
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
                .ok_or_else(|| too_large("too far"))
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
    #[must_use]
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The first n whose options are known by their shape.
    #[must_use]
    pub fn from(&self) -> usize {
        self.from
    }

    /// How many of the last quantities determine the next one.
    #[must_use]
    pub fn window(&self) -> usize {
        self.window
    }

    /// What every period is a multiple of.
    #[must_use]
    pub fn modulus(&self) -> usize {
        self.shapes.classes.len()
    }

    /// u(n) for the next n.
    #[must_use]
    pub fn base(&self) -> Option<usize> {
        Some(self.tails.get(self.values.len() % self.tails.len())?.base)
    }

    /// For each of the next w positions, of which the first is at least [`Self::from`]: u(n), and
    /// the elements of V(n) above it less u(n).
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
    /// Too much work, or options that have no value, in words.
    pub fn extend(&mut self, end: usize) -> Result<(), Rejected> {
        if end as u64 > MAX_VALUES {
            return Err(too_large(format!("it would take more than {MAX_VALUES} values")));
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
                return Err(too_large(format!("values beyond n = {n} would take too much work")));
            }
            if patience::is_over() {
                return Err(Rejected::INTERRUPTED);
            }
        }
        Ok(())
    }

    /// Notes the quantity of an option of n.
    fn add(&mut self, option: &[Place], n: usize) -> Result<(), Rejected> {
        let value = self.option(option, n)?;
        self.steps += option.len() as u64 + 1;
        if value >= self.found.len() {
            self.found.resize(value + 1, 0);
        }
        self.found[value] = n as u64 + 1;
        Ok(())
    }

    /// The quantity of an option: the nim-sum, or the outcome of its one number.
    fn option(&self, option: &[Place], n: usize) -> Result<usize, Rejected> {
        let mut value = if option.is_empty() { self.stuck } else { 0 };
        if option.len() > 1 && self.quantity != Quantity::Sg {
            return reject("the theorem does not cover outcomes of sums");
        }
        for place in option {
            let at = match place {
                Place::At(c) => *c,
                Place::Below(t) => n as i128 - t,
            };
            let known = usize::try_from(at).ok().and_then(|at| self.values.get(at));
            value ^=
                known.ok_or_else(|| fails(format!("the option {at} of {n} has no value yet")))?;
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
    fn advance(&mut self) -> Result<(), Rejected> {
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

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// a.
    preperiod: u64,
    /// p.
    period: u64,
    /// e.
    saltus: u64,
    /// r.
    repeat: u64,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let Data { preperiod, period, saltus, repeat } = certificate.data()?;
    let stated = Stated::of(&certificate.law, &certificate.instance()?)?;
    let heap = &stated.heap;
    let known = [Quantity::Sg, Quantity::Win, Quantity::Misere];
    let quantity = certificate.quantity(&known)?;
    if [preperiod, period, saltus, repeat].iter().any(|&number| number > MAX_VALUES) {
        return Err(too_large(format!("the check would need more than {MAX_VALUES} values")));
    }
    let [first, period, repeat] = [preperiod, period, repeat].map(|number| number as usize);
    let mut run = Run::new(heap, quantity)?;
    let (from, window, modulus) = (run.from(), run.window(), run.modulus());
    if period == 0 || !period.is_multiple_of(modulus) {
        return reject(format!("the period must be a multiple of {modulus}, and not 0"));
    }
    if (first as i128) < heap.least * heap.rows || repeat < from || repeat < first + window {
        return reject(format!(
            "the state at {repeat} is not beyond {from}, or not {window} beyond {first}"
        ));
    }
    if saltus != 0 && (quantity != Quantity::Sg || run.shapes.classes[0].tail.is_none()) {
        return reject("only values of games with options of all sizes can grow");
    }
    run.extend(repeat)?;
    let before = run.state();
    run.extend(repeat + period)?;
    let after = run.state();
    let values = run.values();
    let repeats = |&n: &usize| u64::from(values[n + period]) == u64::from(values[n]) + saltus;
    if let Some(n) = (first..repeat).find(|n| !repeats(n)) {
        return reject(format!("the values at {n} and {} do not differ by {saltus}", n + period));
    }
    let raise = if run.shapes.classes[0].tail.is_some() { saltus as usize } else { 0 };
    let raised = before.into_iter().map(|(base, above)| (base + raise, above));
    if !raised.eq(after) {
        return reject(format!("the states at {repeat} and {} differ", repeat + period));
    }
    stated.check(values, quantity, [first, period], saltus)?;
    Ok(certificate.accepted(
        "a state that repeats (finite states, by induction)",
        format!(
            "{} values; from n = {from} on the last {window} values determine the next one; the \
             states at {repeat} and {} are equal{}; the law follows from n = {first} on by the \
             period {period}",
            values.len(),
            repeat + period,
            if saltus == 0 { String::new() } else { format!(", raised by {saltus}") },
        ),
    ))
}
