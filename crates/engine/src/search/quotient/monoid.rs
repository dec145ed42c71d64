//! Elements with their products, and the proof that they tell who wins sums: all transitions.

use crate::search::sum::Sum;
use hashbrown::HashSet;

/// Transitions of a quotient.
const TRANSITIONS: usize = 1 << 14;
/// There is no quotient, or it is too large, or takes too long to find.
pub(super) struct Beyond;

/// A set of elements.
type Elements = Box<[u64]>;

fn has(set: &[u64], element: usize) -> bool {
    set[element / 64] >> (element % 64) & 1 == 1
}

/// The element of a sum; the elements beside which some option of it is lost; and the form whose
/// addition to the sum of another transition gave this one.
pub(super) struct Transition {
    element: usize,
    beside: Elements,
    from: (usize, u32),
}

/// A quotient. Element 0 is that of nothing.
pub(super) struct Monoid {
    pub(super) is_lost: Vec<bool>,
    /// Of element x by element y, at `x * is_lost.len() + y`.
    products: Vec<usize>,
    /// The elements that forms stand for, by number.
    pub(super) forms: Vec<usize>,
    transitions: Vec<Transition>,
}

impl Monoid {
    /// Elements as yet without forms.
    pub(super) fn new(is_lost: Vec<bool>, products: Vec<usize>) -> Self {
        let beside = vec![0; is_lost.len().div_ceil(64)].into();
        let transitions = vec![Transition { element: 0, beside, from: (0, 0) }];
        Self { is_lost, products, forms: Vec::new(), transitions }
    }

    pub(super) fn product(&self, x: usize, y: usize) -> usize {
        self.products[x * self.is_lost.len() + y]
    }

    pub(super) fn element(&self, sum: &[u32]) -> usize {
        sum.iter().fold(0, |x, &form| self.product(x, self.forms[form as usize]))
    }

    /// The elements of which something holds.
    fn elements(&self, holds: impl Fn(usize) -> bool) -> Elements {
        let mut set = vec![0; self.is_lost.len().div_ceil(64)];
        (0..self.is_lost.len()).filter(|&x| holds(x)).for_each(|x| set[x / 64] |= 1 << (x % 64));
        set.into()
    }

    /// The elements beside which one of these options is lost.
    pub(super) fn beside(&self, options: &[Sum]) -> Elements {
        let left: HashSet<usize> = options.iter().map(|option| self.element(option)).collect();
        self.elements(|y| left.iter().any(|&x| self.is_lost[self.product(x, y)]))
    }

    /// Whether the next form, with these options, stands for a known element; then it is one of the forms.
    pub(super) fn takes_in(&mut self, options: &[Sum], steps: &mut usize) -> Result<bool, Beyond> {
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
    pub(super) fn add_all(
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

    /// Takes all forms away.
    pub(super) fn without_forms(&mut self) {
        self.forms.clear();
        self.transitions.truncate(1);
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

pub(super) fn spend(steps: &mut usize, so_many: usize) -> Result<(), Beyond> {
    let left = steps.checked_sub(so_many).filter(|_| !patience::is_over());
    *steps = left.ok_or(Beyond)?;
    Ok(())
}
