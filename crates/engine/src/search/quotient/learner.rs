//! Quotients learnt from searches.

use super::monoid::{Beyond, Monoid, spend};
use crate::search::sum::{Sum, each_option, together};
use hashbrown::HashMap;

/// Elements of a quotient.
const ELEMENTS: usize = 1 << 9;
/// Sums that are searched and remembered to learn one.
const SEARCHED: usize = 1 << 18;
/// Moves that such a search looks ahead.
const DEPTH: usize = 1 << 9;

/// Learns the elements of sums of a few forms, numbered from 0.
pub(super) struct Learner<'o> {
    /// The options of the forms.
    options: &'o [Vec<Sum>],
    steps: &'o mut usize,
    /// A sum of each element.
    sums: Vec<Sum>,
    experiments: Vec<Sum>,
    /// Of sums how many experiments were made, and the class of what became of them.
    classes: HashMap<Sum, (usize, usize)>,
    /// From a class to that with one experiment more, in which the sum is lost or not.
    refined: HashMap<(usize, bool), usize>,
    /// Whether sums are lost that were searched.
    searched: HashMap<Sum, bool>,
}

impl<'o> Learner<'o> {
    pub(super) fn new(options: &'o [Vec<Sum>], steps: &'o mut usize) -> Self {
        let (sums, experiments) = (vec![Sum::default()], vec![Sum::default()]);
        Self {
            options,
            steps,
            sums,
            experiments,
            classes: HashMap::new(),
            refined: HashMap::new(),
            searched: HashMap::new(),
        }
    }

    /// The quotient, and a sum of each of its elements.
    pub(super) fn learn(mut self) -> Result<(Monoid, Vec<Sum>), Beyond> {
        loop {
            let next = self.follow()?;
            let experiment = match self.out_of_order(&next)? {
                Some(experiment) => experiment,
                None => {
                    let mut monoid = self.monoid(&next)?;
                    let elements = &next.of[..next.forms];
                    match monoid.add_all(self.options, elements, self.steps)? {
                        Some(wrong) => self.refuted(&next, &wrong)?,
                        None => return Ok((monoid, self.sums)),
                    }
                }
            };
            self.experiments.push(experiment);
        }
    }

    fn spend(&mut self, steps: usize) -> Result<(), Beyond> {
        spend(self.steps, steps)
    }

    /// The elements of `sums` with each form added; sums that are none of these elements become more.
    fn follow(&mut self) -> Result<Next, Beyond> {
        let forms = self.options.len();
        let mut elements = HashMap::new();
        for x in 0..self.sums.len() {
            elements.insert(self.class(self.sums[x].clone())?, x);
        }
        let mut next = Vec::new();
        for i in 0.. {
            let Some(sum) = self.sums.get(i / forms) else { break };
            let sum = together(sum, &[(i % forms) as u32]);
            let class = self.class(sum.clone())?;
            let count = self.sums.len();
            let element = *elements.entry(class).or_insert(count);
            if element == count {
                self.sums.push(sum);
            }
            if count > ELEMENTS {
                return Err(Beyond);
            }
            next.push(element);
        }
        Ok(Next { forms, of: next })
    }

    /// The same number for sums that are lost beside the same experiments.
    fn class(&mut self, sum: Sum) -> Result<usize, Beyond> {
        let (made, mut class) = self.classes.get(&sum).copied().unwrap_or_default();
        for i in made..self.experiments.len() {
            let is_lost = self.loses(&together(&sum, &self.experiments[i]), DEPTH)?;
            let new = self.refined.len() + 1;
            class = *self.refined.entry((class, is_lost)).or_insert(new);
        }
        self.spend(1)?;
        self.classes.insert(sum, (self.experiments.len(), class));
        Ok(class)
    }

    /// An experiment that tells elements apart, if two forms added in either order lead to different ones.
    fn out_of_order(&mut self, next: &Next) -> Result<Option<Sum>, Beyond> {
        let forms = next.forms as u32;
        for x in 0..self.sums.len() {
            self.spend(next.forms * next.forms)?;
            let pairs = (1..forms).flat_map(|g| (0..g).map(move |f| [f, g]));
            for [f, g] in pairs {
                let ends = [next.after(x, &[f, g]), next.after(x, &[g, f])];
                if ends[0] == ends[1] {
                    continue;
                }
                let beside = self.differ(ends)?;
                for order in [[f, g], [g, f]] {
                    let experiment = self.apart(next, x, &order, &beside)?;
                    if experiment.is_some() {
                        return Ok(experiment);
                    }
                }
                return Err(Beyond);
            }
        }
        Ok(None)
    }

    /// An experiment beside which one of two elements is lost and the other is not.
    fn differ(&mut self, elements: [usize; 2]) -> Result<Sum, Beyond> {
        for i in 0..self.experiments.len() {
            let [one, other] = elements.map(|x| together(&self.sums[x], &self.experiments[i]));
            if self.loses(&one, DEPTH)? != self.loses(&other, DEPTH)? {
                return Ok(self.experiments[i].clone());
            }
        }
        Err(Beyond)
    }

    /// An experiment that tells elements apart, from a sum whose transition is wrong: the sum or one of
    /// its options is lost where its element is not, or is not where it is.
    fn refuted(&mut self, next: &Next, wrong: &[u32]) -> Result<Sum, Beyond> {
        let wrong = together(wrong, &[]);
        let mut suspects = vec![wrong.clone()];
        each_option(self.options, &wrong, &mut |option| {
            suspects.push(option.into());
            true
        });
        for suspect in suspects {
            if let Some(experiment) = self.apart(next, 0, &suspect, &[])? {
                return Ok(experiment);
            }
        }
        Err(Beyond)
    }

    /// An experiment that tells apart two sums taken for the same element, where forms are added to an
    /// element one after another and, beside another sum, the last element is lost where the sum of all is
    /// not, or is not where it is (Rivest and Schapire, 1993).
    fn apart(
        &mut self,
        next: &Next,
        mut x: usize,
        forms: &[u32],
        beside: &[u32],
    ) -> Result<Option<Sum>, Beyond> {
        let mut rest = [forms, beside].concat();
        let expected = self.loses(&together(&self.sums[x], &rest), DEPTH)?;
        for &form in forms {
            x = next.after(x, &[form]);
            rest.remove(0);
            if self.loses(&together(&self.sums[x], &rest), DEPTH)? != expected {
                return Ok(Some(together(&rest, &[])));
            }
        }
        Ok(None)
    }

    /// The elements with their products, and as yet no forms.
    fn monoid(&mut self, next: &Next) -> Result<Monoid, Beyond> {
        let count = self.sums.len();
        self.spend(count * count)?;
        let products = (0..count * count).map(|i| next.after(i / count, &self.sums[i % count]));
        let products = products.collect();
        let sums = self.sums.clone();
        let is_lost: Result<_, _> = sums.iter().map(|sum| self.loses(sum, DEPTH)).collect();
        Ok(Monoid::new(is_lost?, products))
    }

    /// Whether the player to move loses a sum, by its options.
    fn loses(&mut self, sum: &[u32], depth: usize) -> Result<bool, Beyond> {
        if sum.is_empty() {
            return Ok(false);
        }
        if let Some(&is_lost) = self.searched.get(sum) {
            return Ok(is_lost);
        }
        let depth =
            depth.checked_sub(1).filter(|_| self.searched.len() < SEARCHED).ok_or(Beyond)?;
        let mut is_lost = Ok(true);
        each_option(self.options, sum, &mut |option| {
            let other = self.spend(1).and_then(|()| self.loses(option, depth));
            is_lost = other.map(|other| !other);
            matches!(is_lost, Ok(true))
        });
        let is_lost = is_lost?;
        self.searched.insert(sum.into(), is_lost);
        Ok(is_lost)
    }
}

/// What elements become when forms are added.
struct Next {
    forms: usize,
    /// Element x with form f, at `x * forms + f`.
    of: Vec<usize>,
}

impl Next {
    fn after(&self, x: usize, sum: &[u32]) -> usize {
        sum.iter().fold(x, |x, &form| self.of[x * self.forms + form as usize])
    }
}
