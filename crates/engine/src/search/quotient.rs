//! Misere quotients: finite commutative monoids that tell who wins sums of forms.
//!
//! Every form stands for an element, a sum of forms for the product of theirs, and the sum is lost for
//! the player to move if and only if its element is one of the *lost* ones (Plambeck and Siegel,
//! "Misère quotients for impartial games", J. Combin. Theory Ser. A 115, 2008). A quotient is guessed
//! and then proved:
//!
//! - A new form stands for a known element, or all elements are learnt anew, as the states of an
//!   automaton that reads sums (Angluin, "Learning regular sets from queries and counterexamples", 1987):
//!   sums are the same element where they are lost beside the same *experiments*, sums of which a search
//!   finds out who wins.
//! - Let X be a sum of element x. Its *transition* is x with the set of all y such that some move in X,
//!   beside a sum of element y, leaves a lost product. Transitions of two sums give that of both together,
//!   so all of them are found from those of the forms. If x is lost just where its set does not hold the
//!   element of nothing, in each transition but that of nothing, then by induction over the moves the
//!   element of every sum tells who wins it.

mod learner;

use super::misere::Sum;
use hashbrown::HashSet;
use learner::{Learner, together};

/// Transitions of a quotient.
const TRANSITIONS: usize = 1 << 14;
/// Options of the sums asked for before a quotient is first looked for, and each time it was not found so
/// many times as many.
const PATIENCE: usize = 1 << 10;
const TIMES: usize = 2;
/// For so many of them one step may be made to find it: an option looked at, a product made or the like.
const FOR_A_STEP: usize = 4;

/// There is no quotient, or it is too large, or takes too long to find.
struct Beyond;

/// A set of elements.
type Elements = Box<[u64]>;

fn has(set: &[u64], element: usize) -> bool {
    set[element / 64] >> (element % 64) & 1 == 1
}

/// The element of a sum; the elements beside which some option of it is lost; and the form whose
/// addition to the sum of another transition gave this one.
struct Transition {
    element: usize,
    beside: Elements,
    from: (usize, u32),
}

/// A quotient. Element 0 is that of nothing.
struct Monoid {
    is_lost: Vec<bool>,
    /// Of element x by element y, at `x * is_lost.len() + y`.
    products: Vec<usize>,
    /// The elements that forms stand for, by number.
    forms: Vec<usize>,
    transitions: Vec<Transition>,
}

impl Monoid {
    /// Elements as yet without forms.
    fn new(is_lost: Vec<bool>, products: Vec<usize>) -> Self {
        let beside = vec![0; is_lost.len().div_ceil(64)].into();
        let transitions = vec![Transition { element: 0, beside, from: (0, 0) }];
        Self { is_lost, products, forms: Vec::new(), transitions }
    }

    fn product(&self, x: usize, y: usize) -> usize {
        self.products[x * self.is_lost.len() + y]
    }

    fn element(&self, sum: &[u32]) -> usize {
        sum.iter().fold(0, |x, &form| self.product(x, self.forms[form as usize]))
    }

    /// The elements of which something holds.
    fn elements(&self, holds: impl Fn(usize) -> bool) -> Elements {
        let mut set = vec![0; self.is_lost.len().div_ceil(64)];
        (0..self.is_lost.len()).filter(|&x| holds(x)).for_each(|x| set[x / 64] |= 1 << (x % 64));
        set.into()
    }

    /// The elements beside which one of these options is lost.
    fn beside(&self, options: &[Sum]) -> Elements {
        let left: HashSet<usize> = options.iter().map(|option| self.element(option)).collect();
        self.elements(|y| left.iter().any(|&x| self.is_lost[self.product(x, y)]))
    }

    /// Whether the next form, with these options, stands for a known element; then it is one of the forms.
    fn takes_in(&mut self, options: &[Sum], steps: &mut usize) -> Result<bool, Beyond> {
        let beside = self.beside(options);
        let fits = |&x: &usize| {
            self.transitions.iter().all(|of| {
                let is_won = has(&beside, of.element) || has(&of.beside, x);
                self.is_lost[self.product(x, of.element)] != is_won
            })
        };
        spend(steps, self.transitions.len())?;
        let Some(element) = (0..self.is_lost.len()).find(fits) else { return Ok(false) };
        let known = self.transitions.len();
        let wrong = self.add(element, &beside, steps);
        if !matches!(wrong, Ok(None)) {
            self.forms.pop();
            self.transitions.truncate(known);
        }
        Ok(wrong?.is_none())
    }

    /// Adds a form and the transitions of the sums that hold it. Ends at one that is wrong, and gives its
    /// sum.
    fn add(
        &mut self,
        element: usize,
        beside: &Elements,
        steps: &mut usize,
    ) -> Result<Option<Vec<u32>>, Beyond> {
        let form = self.forms.len() as u32;
        self.forms.push(element);
        let pair = |of: &Transition| (of.element, of.beside.clone());
        let mut known: HashSet<_> = self.transitions.iter().map(pair).collect();
        let mut at = 0;
        while let Some(of) = self.transitions.get(at) {
            let is_won = |z| {
                has(&of.beside, self.product(z, element))
                    || has(beside, self.product(z, of.element))
            };
            let next = (self.product(of.element, element), self.elements(is_won));
            spend(steps, self.is_lost.len())?;
            let is_right = self.is_lost[next.0] != has(&next.1, 0);
            if !is_right || known.insert(next.clone()) {
                let (element, beside) = next;
                self.transitions.push(Transition { element, beside, from: (at, form) });
            }
            if !is_right {
                return Ok(Some(self.last_sum()));
            }
            if self.transitions.len() > TRANSITIONS {
                return Err(Beyond);
            }
            at += 1;
        }
        Ok(None)
    }

    /// Adds forms as these elements, until a transition is wrong; its sum.
    fn add_all(
        &mut self,
        options: &[Vec<Sum>],
        elements: &[usize],
        steps: &mut usize,
    ) -> Result<Option<Vec<u32>>, Beyond> {
        for (options, element) in options.iter().zip(elements) {
            let beside = self.beside(options);
            let wrong = self.add(*element, &beside, steps)?;
            if wrong.is_some() {
                return Ok(wrong);
            }
        }
        Ok(None)
    }

    /// A sum that has the last transition.
    fn last_sum(&self) -> Vec<u32> {
        let (mut at, mut sum) = (self.transitions.len() - 1, Vec::new());
        while at > 0 {
            let (before, form) = self.transitions[at].from;
            sum.push(form);
            at = before;
        }
        sum
    }
}

fn spend(steps: &mut usize, so_many: usize) -> Result<(), Beyond> {
    let left = steps.checked_sub(so_many).filter(|_| !patience::is_over());
    *steps = left.ok_or(Beyond)?;
    Ok(())
}

/// What tells who wins sums of the forms met first, as far as they have a quotient that is found.
pub(super) struct Quotient {
    monoid: Monoid,
    /// The forms that elements are learnt from, in increasing order.
    generators: Vec<u32>,
    /// Of each form the sum of generators before it that had its element when it came; of a generator
    /// itself.
    instead: Vec<Sum>,
    /// Of each element a sum, of generators by their places.
    sums: Vec<Sum>,
    /// Options of the sums that were asked for, and how many must be for a quotient to be looked for.
    asked: usize,
    patience: usize,
    /// Steps that may still be made.
    steps: usize,
}

impl Quotient {
    /// The quotient of no forms.
    pub(super) fn new() -> Self {
        Self {
            monoid: Monoid::new(vec![false], vec![0]),
            generators: Vec::new(),
            instead: Vec::new(),
            sums: vec![Sum::default()],
            asked: 0,
            patience: PATIENCE,
            steps: 0,
        }
    }

    /// Whether the player to move loses a sum of forms that have these options, if a quotient tells.
    pub(super) fn is_lost(&mut self, options: &[Vec<Sum>], sum: &[u32]) -> Option<bool> {
        self.asked += sum.iter().map(|&form| options[form as usize].len()).sum::<usize>();
        let forms = sum.last().map_or(0, |&last| last as usize + 1);
        while self.instead.len() < forms && self.asked >= self.patience {
            self.steps = self.asked / FOR_A_STEP;
            if self.take_in(&options[..=self.instead.len()]).is_err() {
                self.patience = self.asked * TIMES;
            }
        }
        let is_known = forms <= self.instead.len();
        is_known.then(|| self.monoid.is_lost[self.monoid.element(sum)])
    }

    /// Finds the quotient of forms that have these options, of which all but the last one are known.
    fn take_in(&mut self, options: &[Vec<Sum>]) -> Result<(), Beyond> {
        let new = self.instead.len();
        if self.monoid.takes_in(&options[new], &mut self.steps)? {
            let sum = self.sums[self.monoid.forms[new]].iter();
            self.instead.push(sum.map(|&at| self.generators[at as usize]).collect());
            return Ok(());
        }
        let (mut generators, mut instead) = (self.generators.clone(), self.instead.clone());
        instead.push(Sum::default());
        let mut more = vec![new as u32];
        while !more.is_empty() {
            more.iter().for_each(|&form| instead[form as usize] = [form].into());
            generators.append(&mut more);
            generators.sort_unstable();
            more = self.learn(options, &generators, &instead)?;
        }
        (self.generators, self.instead) = (generators, instead);
        Ok(())
    }

    /// Learns the elements from the generators, other forms replaced by sums of them. Gives the forms that
    /// must be generators too, if there are any: sums of others do not stand for them.
    fn learn(
        &mut self,
        options: &[Vec<Sum>],
        generators: &[u32],
        instead: &[Sum],
    ) -> Result<Vec<u32>, Beyond> {
        let place = |form: &u32| generators.binary_search(form).ok();
        let replaced = |sum: &Sum| {
            let parts = sum.iter().flat_map(|&form| &instead[form as usize]);
            let places = parts.filter_map(|form| Some(place(form)? as u32));
            together(&places.collect::<Vec<_>>(), &[])
        };
        let of = |&form: &u32| options[form as usize].iter().map(replaced).collect();
        let of_generators: Vec<Vec<Sum>> = generators.iter().map(of).collect();
        let (mut monoid, sums) = Learner::new(&of_generators, &mut self.steps).learn()?;
        let elements = instead.iter().map(|sum| monoid.element(&replaced(sum)));
        let elements: Vec<usize> = elements.collect();
        monoid.forms.clear();
        monoid.transitions.truncate(1);
        if let Some(mut wrong) = monoid.add_all(options, &elements, &mut self.steps)? {
            wrong.retain(|form| place(form).is_none());
            wrong.dedup();
            return if wrong.is_empty() { Err(Beyond) } else { Ok(wrong) };
        }
        (self.monoid, self.sums) = (monoid, sums);
        Ok(Vec::new())
    }
}
