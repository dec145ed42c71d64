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
mod monoid;

use super::sum::{Sum, together};
use learner::Learner;
use monoid::{Beyond, Monoid};

/// Options of the sums asked for before a quotient is first looked for, and each time it was not found so
/// many times as many.
const PATIENCE: usize = 1 << 10;
const TIMES: usize = 2;
/// For so many of them one step may be made to find it: an option looked at, a product made or the like.
const FOR_A_STEP: usize = 4;

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

    /// Whether elements of generators among the first half of so many forms have told of all of them: of the
    /// next ones a search will hardly be asked, so that simpler ones are not worth looking for.
    pub(super) fn is_settled(&self, forms: usize) -> bool {
        let last = self.generators.last().map_or(0, |&last| last as usize);
        self.instead.len() >= forms && 2 * last < forms
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
        monoid.without_forms();
        if let Some(mut wrong) = monoid.add_all(options, &elements, &mut self.steps)? {
            wrong.retain(|form| place(form).is_none());
            wrong.dedup();
            return if wrong.is_empty() { Err(Beyond) } else { Ok(wrong) };
        }
        (self.monoid, self.sums) = (monoid, sums);
        Ok(Vec::new())
    }
}
