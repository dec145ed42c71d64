//! Games of one number whose state repeats.
//!
//! Suppose that for all n >= N the options of n depend on n modulo m alone: numbers n - t with
//! 1 <= t <= s, fixed numbers, sums of such, and perhaps *the tail*, which is each of d, ..., n - c,
//! the same (d, c) for all n, with 1 <= c <= s + 1. Let V(n) be the set of the quantities of the
//! tail and of the fixed numbers beside it: it only grows with n. For the Grundy value g let u(n)
//! be the mex of V(n); without a tail, or for an outcome, let it be 0 (and V be empty without a
//! tail). Then the *state* at n determines what follows: n modulo m, the s last quantities less
//! u(n), and the elements of V(n) above u(n), less u(n).
//!
//! *Theorem.* Let p be a multiple of m, r >= N, a <= r - s; let q(n + p) = q(n) + e for
//! a <= n < r and u(r + p) = u(r) + e, and let the elements of V(r + p) above u(r + p) be those of
//! V(r) above u(r), plus e. If there is no tail, or q is an outcome, let e = 0. Then
//! q(n + p) = q(n) + e for all n >= a.
//!
//! Proof by induction on n >= r, the hypothesis being that states at n and n + p agree. With a tail
//! g(n) is at least u(n), for all values below u(n) are those of options; so it is u(n) and the mex
//! of {x - u(n) : x >= u(n), x in V(n) or the value of an option n - t}, which is the same set for
//! n + p. (With a tail sums of several numbers are refused.) Without one, and for outcomes, q(n) is
//! a function of the quantities of options, which are equal. Then V(n + 1) is V(n) and
//! q(n + 1 - c), which lies in the window as c <= s + 1, so the states at n + 1 and n + 1 + p agree.
//!
//! For finite subtraction sets this is the window of max(S) equal values; with a tail it covers
//! taking anything but the members of a finite set.

use std::collections::BTreeSet;

use expr::ast::Quantity;

use crate::certificate::{Certificate, number, only, quantity};
use crate::heap::{Heap, Place, Shape, Shapes};
use crate::sequence::Sequence;
use crate::{Accepted, Rejected, reject, source};

/// More values than this are not computed.
const MOST_VALUES: u64 = 1 << 25;
/// Largest Grundy value.
const LARGEST: usize = 1 << 26;
/// Most options looked at, in all.
const STEPS: u64 = 10_000_000_000;

/// A game and the quantities of its first positions.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    heap: &'a Heap,
    shapes: Shapes,
    quantity: Quantity,
    /// The quantity of a position without moves; of outcomes alone.
    stuck: u32,
    /// N, which is at least 1 and every fixed number + 1.
    from: usize,
    /// s, which is at least 1.
    window: usize,
    /// By n; 0 before the least position.
    values: Vec<u32>,
    /// V(n) for the next n: by value.
    met: Vec<bool>,
    /// u(n) for the next n; the state's elements of V(n) are those from here on.
    base: usize,
    /// The value v is one of an option of n when found[v] = n + 1.
    found: Vec<u64>,
    steps: u64,
}

impl<'a> Run<'a> {
    /// Before the first position.
    ///
    /// # Errors
    /// Why the theorem does not speak of the game, in words.
    pub fn new(heap: &'a Heap, quantity: Quantity) -> Result<Self, String> {
        let shapes = heap.shapes()?;
        let first = &shapes.classes[0];
        let fixed = |shape: &Shape| -> BTreeSet<Vec<Place>> {
            let is_fixed = |option: &&Vec<Place>| option.iter().all(|p| matches!(p, Place::At(_)));
            shape.options.iter().filter(is_fixed).cloned().collect()
        };
        for shape in &shapes.classes {
            if !shape.splits.is_empty() {
                return Err("the theorem does not speak of moves that split a heap".into());
            }
            if shape.tail != first.tail || (first.tail.is_some() && fixed(shape) != fixed(first)) {
                return Err("the theorem does not speak of ranges that depend on residues".into());
            }
            let most =
                if first.tail.is_some() || quantity != Quantity::Sg { 1 } else { usize::MAX };
            if shape.options.iter().any(|option| option.len() > most) {
                return Err("the theorem does not speak of such sums".into());
            }
        }
        let places = || shapes.classes.iter().flat_map(|shape| shape.options.iter().flatten());
        let taken = places().map(|place| if let Place::Below(t) = place { *t } else { 1 });
        let window = taken.chain(first.tail.map(|(_, c)| c - 1)).max().unwrap_or(1).max(1);
        let small = |number: i128| {
            usize::try_from(number).ok().filter(|&n| n as u64 <= MOST_VALUES).ok_or("too far")
        };
        let fixed = places().map(|place| if let Place::At(c) = place { *c } else { 0 }).max();
        let from = shapes.from.max(fixed.unwrap_or(0) + 1).max(heap.least);
        let is_reversed = quantity == Quantity::Misere || heap.stuck_wins;
        Ok(Self {
            heap,
            quantity,
            stuck: u32::from(is_reversed && quantity != Quantity::Sg),
            from: small(from)?,
            window: small(window)?,
            shapes,
            values: Vec::new(),
            met: Vec::new(),
            base: 0,
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

    /// u(n), and the elements of V(n) above it less u(n), for the first n whose quantity is not
    /// known yet, which is at least [`Self::from`].
    #[must_use]
    pub fn state(&self) -> (usize, Vec<usize>) {
        let above = (self.base..self.met.len()).filter(|&v| self.met[v]);
        (self.base, above.map(|v| v - self.base).collect())
    }

    /// Computes quantities until those of all n < `end` are known.
    ///
    /// # Errors
    /// Too much work, or options that have no value, in words.
    pub fn extend(&mut self, end: usize) -> Result<(), String> {
        if end as u64 > MOST_VALUES {
            return Err(format!("it would take more than {MOST_VALUES} values"));
        }
        let mut small = self.heap.small();
        while self.values.len() < end {
            let n = self.values.len();
            self.steps += 1;
            if (n as i128) < self.heap.least {
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
                return Err(format!("values beyond n = {n} would take too much work"));
            }
        }
        Ok(())
    }

    /// Notes the quantity of an option of n.
    fn add(&mut self, option: &[Place], n: usize) -> Result<(), String> {
        let value = self.option(option, n)?;
        self.steps += option.len() as u64 + 1;
        if value >= self.found.len() {
            self.found.resize(value + 1, 0);
        }
        self.found[value] = n as u64 + 1;
        Ok(())
    }

    /// The quantity of an option: the nim-sum, or the outcome of its one number.
    fn option(&self, option: &[Place], n: usize) -> Result<usize, String> {
        let mut value = if option.is_empty() { self.stuck } else { 0 };
        if option.len() > 1 && self.quantity != Quantity::Sg {
            return Err("the theorem does not speak of outcomes of sums".to_owned());
        }
        for place in option {
            let at = match place {
                Place::At(c) => *c,
                Place::Below(t) => n as i128 - t,
            };
            let known = usize::try_from(at).ok().and_then(|at| self.values.get(at));
            value ^= known.ok_or_else(|| format!("the option {at} of {n} has no value yet"))?;
        }
        Ok(value as usize)
    }

    /// Appends the quantity of n by those of its options and of V(n).
    fn decide(&mut self, n: usize) {
        let is_met =
            |v: usize| self.met.get(v) == Some(&true) || self.found.get(v) == Some(&(n as u64 + 1));
        let mut value = self.base;
        while is_met(value) {
            value += 1;
        }
        let value = match self.quantity {
            Quantity::Sg => value as u32,
            // whoever can lead to a lost position wins; without any option it is said who does
            _ if is_met(0) => 1,
            _ if is_met(1) => 0,
            _ => self.stuck,
        };
        self.values.push(value);
    }

    /// Brings V and u to the next n.
    fn advance(&mut self) -> Result<(), String> {
        let Some((least, after)) = self.shapes.classes[0].tail else { return Ok(()) };
        let next = self.values.len();
        let (least, after) = (least as usize, after as usize);
        let mut fresh = vec![next - after];
        if next == self.from {
            fresh = (least..=next - after).collect();
            let options: Vec<Vec<Place>> = self.shapes.classes[0].options.iter().cloned().collect();
            for option in options {
                if option.iter().all(|place| matches!(place, Place::At(_))) {
                    let value = self.option(&option, next)?;
                    self.meet(value)?;
                }
            }
        }
        for n in fresh {
            self.meet(self.values[n] as usize)?;
        }
        while self.quantity == Quantity::Sg && self.met.get(self.base) == Some(&true) {
            self.base += 1;
        }
        Ok(())
    }

    fn meet(&mut self, value: usize) -> Result<(), String> {
        if value >= LARGEST {
            return Err("some value is too large".to_owned());
        }
        if value >= self.met.len() {
            self.met.resize(value + 1, false);
        }
        self.met[value] = true;
        Ok(())
    }
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let Certificate { rule, law, data, .. } = certificate;
    only(data, &["preperiod", "period", "saltus", "repeat"])?;
    let parameters = source::parameters(&certificate.parameters)?;
    let instance = source::instance(rule, &parameters).map_err(Rejected)?;
    let heap = Heap::of(&instance).map_err(Rejected)?;
    let known = [Quantity::Sg, Quantity::Win, Quantity::Misere];
    let quantity = quantity(&certificate.quantity, &known)?;
    let [preperiod, period, saltus, repeat] =
        ["preperiod", "period", "saltus", "repeat"].map(|name| number(data, name));
    let (preperiod, period, saltus, repeat) = (preperiod?, period?, saltus?, repeat?);
    if [preperiod, period, saltus, repeat].iter().any(|&number| number > MOST_VALUES) {
        return reject(format!("the check would need more than {MOST_VALUES} values"));
    }
    let [first, period, repeat] = [preperiod, period, repeat].map(|number| number as usize);
    let mut run = Run::new(&heap, quantity).map_err(Rejected)?;
    let (from, window, modulus) = (run.from(), run.window(), run.modulus());
    if period == 0 || !period.is_multiple_of(modulus) {
        return reject(format!("the period must be a multiple of {modulus}, and not 0"));
    }
    if (first as i128) < heap.least || repeat < from || repeat < first + window {
        return reject(format!(
            "the state at {repeat} is not beyond {from}, or not {window} beyond {first}"
        ));
    }
    if saltus != 0 && (quantity != Quantity::Sg || run.shapes.classes[0].tail.is_none()) {
        return reject("only values of games with options of all sizes can grow");
    }
    run.extend(repeat).map_err(Rejected)?;
    let before = run.state();
    run.extend(repeat + period).map_err(Rejected)?;
    let after = run.state();
    let values = run.values();
    let repeats = |&n: &usize| u64::from(values[n + period]) == u64::from(values[n]) + saltus;
    if let Some(n) = (first..repeat).find(|n| !repeats(n)) {
        return reject(format!("the values at {n} and {} do not differ by {saltus}", n + period));
    }
    if after.0 as u64 != before.0 as u64 + saltus || after.1 != before.1 {
        return reject(format!("the states at {repeat} and {} differ", repeat + period));
    }
    let sequence = Sequence {
        quantity,
        least: heap.least,
        values: values.to_vec(),
        preperiod: preperiod.into(),
        period: period as i128,
        saltus: saltus.into(),
    };
    sequence.check(law, &heap.name, &heap.constants).map_err(Rejected)?;
    Ok(Accepted {
        theorem: "a state that repeats (finite states, by induction)",
        rule: source::named(rule, &parameters),
        law: law.clone(),
        computed: format!(
            "{} values; from n = {from} on the {window} last values determine the next one; the \
             states at {repeat} and {} are equal{}; the law follows from n = {first} on by the \
             period {period}",
            values.len(),
            repeat + period,
            if saltus == 0 { String::new() } else { format!(", raised by {saltus}") },
        ),
    })
}
