//! Misere play of sums: components replaced by simpler ones that are equal to them in every sum.
//!
//! Play is in one component at a time, and a player who cannot move wins. Two games are *equal* when
//! every sum with the one has the same outcome as that sum with the other. A *form* is a list of
//! options, each a sum of forms. Components become sums of forms by three rules, each proved by
//! induction over X, a sum beside them. P is a loss and N a win for the player to move; the empty sum
//! is N.
//!
//! 1. Games with equal options are equal.
//! 2. Let 1 be the form whose only option is nothing. Then 1 + 1 is equal to nothing. Of X = 0:
//!    both moves of 1 + 1 are forced, and it is N. If X has a P option, so has X + 1 + 1 by
//!    induction. If X is P, then X + 1 has the option X and is N, and so are the options
//!    X' + 1 + 1, by induction.
//! 3. Let every option of T be one of G, and T be an option of each other option of G; if T is
//!    nothing, let 1 be an option of G. Then G is equal to T. If some t + X or T + X' is P, then
//!    G + X has it, or by induction G + X', as a P option. If T + X is nothing, G has the option 1,
//!    which is P. If T + X is P, then an option of G + X is t + X, an option of a P position; or
//!    S + X, which has the P option T + X; or G + X', N by induction: all are N, and there is one.
//!
//! Rule 3 is Conway's for reversible moves (On Numbers and Games, chapter 12).

use super::Result;
use super::expand::{Ended, Expand, Sums, Visit};
use super::key::{Key, Packer};
use super::position::{Component, Single};
use super::quotient::Quotient;
use super::sum::{ONE, Sum, each_option, simplify};
use crate::stop::SearchStop;
use hashbrown::{HashMap, HashSet};

/// Options looked at to simplify one component, and of all for each that may be listed.
const STEPS: usize = 1 << 17;
const STEPS_EACH: usize = 1 << 8;

/// The forms met so far, and what components have become.
pub(crate) struct Forms<C> {
    /// What lists the options of components.
    pub(crate) components: C,
    sums: HashMap<Key, Sum>,
    numbers: HashMap<Vec<Sum>, u32>,
    /// Of each form, in increasing order.
    options: Vec<Vec<Sum>>,
    packer: Packer,
    /// Options listed so far, and how many may be.
    listed: usize,
    budget: usize,
    /// Options looked at to simplify components.
    simplified: usize,
    quotient: Quotient,
}

/// A component whose options are being replaced.
struct Frame {
    key: Key,
    options: Vec<Vec<Key>>,
    /// Options of which all components are known.
    known: usize,
}

impl<C: Expand<Key = Key>> Forms<C> {
    /// No forms but 1; at most `budget` options may be listed.
    pub(crate) fn new(components: C, budget: usize) -> Self {
        let one: Vec<Sum> = vec![Box::default()];
        Self {
            components,
            sums: HashMap::new(),
            numbers: HashMap::from([(one.clone(), ONE)]),
            options: vec![one],
            packer: Packer::default(),
            listed: 0,
            budget,
            simplified: 0,
            quotient: Quotient::new(),
        }
    }

    /// The key of a sum of components.
    pub(crate) fn sum(&mut self, components: &[Key]) -> Result<Key> {
        let mut all = Vec::new();
        for key in components {
            self.meet(key)?;
            all.extend_from_slice(&self.sums[key]);
        }
        simplify(&mut all);
        all.iter().for_each(|&form| self.packer.push(form.into()));
        Ok(self.packer.finish())
    }

    /// Finds what a component and all that can become of it are equal to.
    fn meet(&mut self, root: &Key) -> Result<()> {
        let mut stack: Vec<Frame> = Vec::new();
        let mut under_way: HashSet<Key> = HashSet::new();
        let mut next = (!self.sums.contains_key(root)).then(|| root.clone());
        loop {
            if let Some(key) = next.take() {
                if !under_way.insert(key.clone()) {
                    return Err(SearchStop::Cycle(self.components.words(&key).into()));
                }
                let options = self.listed(&key)?;
                stack.push(Frame { key, options, known: 0 });
            }
            let Some(frame) = stack.last_mut() else { return Ok(()) };
            let unknown = |key: &&Key| !self.sums.contains_key(*key);
            while let Some(option) = frame.options.get(frame.known)
                && next.is_none()
            {
                next = option.iter().find(unknown).cloned();
                frame.known += usize::from(next.is_none());
            }
            if next.is_none()
                && let Some(Frame { key, options, .. }) = stack.pop()
            {
                let options = options.iter().map(|option| {
                    let parts = option.iter().flat_map(|key| &self.sums[key]);
                    let mut sum = parts.copied().collect();
                    simplify(&mut sum);
                    sum.into()
                });
                let sum = self.equal(options.collect());
                under_way.remove(&key);
                self.sums.insert(key, sum);
            }
        }
    }

    /// The options of a component, each as its components.
    fn listed(&mut self, key: &Key) -> Result<Vec<Vec<Key>>> {
        if patience::is_over() {
            return Err(SearchStop::Interrupted);
        }
        let Self { components, listed, budget, simplified, .. } = self;
        let mut options: Vec<Vec<Key>> = Vec::new();
        components.expand(key, &mut |parts| {
            options.push(parts.to_vec());
            *listed += 1;
            listed < budget
        })?;
        let is_over = *listed >= *budget || *simplified / STEPS_EACH >= *budget;
        if is_over { Err(SearchStop::Budget(*budget)) } else { Ok(options) }
    }

    /// The sum that a game with these options is equal to.
    fn equal(&mut self, mut options: Vec<Sum>) -> Sum {
        options.sort_unstable();
        options.dedup();
        if options.is_empty() {
            return Sum::default();
        }
        if let Some(&number) = self.numbers.get(&options) {
            return [number].into();
        }
        if !self.quotient.is_settled(self.options.len()) {
            let (simpler, steps) = self.reversed(&options);
            self.simplified += steps;
            if let Some(simpler) = simpler {
                return simpler;
            }
        }
        let number = self.options.len() as u32;
        self.numbers.insert(options.clone(), number);
        self.options.push(options);
        [number].into()
    }

    /// The game that all further options of a game with these options lead back to (rule 3), where
    /// it is found within [`STEPS`] steps; and how many were made.
    fn reversed(&self, options: &[Sum]) -> (Option<Sum>, usize) {
        let is_option = |sum: &[u32]| options.binary_search_by(|o| (**o).cmp(sum)).is_ok();
        let mut tried: HashSet<Sum> = HashSet::new();
        let (mut found, mut steps) = (None, 0);
        for option in options {
            each_option(&self.options, option, &mut |simpler| {
                steps += 1;
                let may_be = !simpler.is_empty() || is_option(&[ONE]);
                if may_be && !tried.contains(simpler) {
                    tried.insert(simpler.into());
                    let mut own: HashSet<Sum> = HashSet::new();
                    let all_are_options = each_option(&self.options, simpler, &mut |sum| {
                        steps += 1;
                        own.insert(sum.into());
                        is_option(sum)
                    });
                    let mut leads_back = |further: &Sum| {
                        !each_option(&self.options, further, &mut |sum| {
                            steps += 1;
                            sum != simpler
                        })
                    };
                    let mut further = options.iter().filter(|option| !own.contains(*option));
                    if all_are_options && further.all(&mut leads_back) {
                        found = Some(simpler.into());
                    }
                }
                found.is_none() && steps < STEPS
            });
            if found.is_some() || steps >= STEPS {
                break;
            }
        }
        (found, steps)
    }
}

impl<C: Expand<Key = Key>> Expand for Forms<C> {
    type Key = Key;

    fn expand(&mut self, key: &Key, visit: &mut Visit<'_, Key>) -> Ended {
        let sum: Vec<u32> = key.numbers().filter_map(|form| u32::try_from(form).ok()).collect();
        if let Some(is_lost) = self.quotient.is_lost(&self.options, &sum) {
            return Ok(Some(!is_lost));
        }
        let mut packer = std::mem::take(&mut self.packer);
        each_option(&self.options, &sum, &mut |option| {
            option.iter().for_each(|&form| packer.push(form.into()));
            visit(&[packer.finish()])
        });
        self.packer = packer;
        Ok(None)
    }

    fn words(&self, key: &Key) -> String {
        format!("a sum of the forms {key:?}")
    }
}

impl Sums for Forms<Single<'_>> {
    fn key_of(&mut self, sum: &[Component]) -> Result<Option<Key>> {
        let components = &mut self.components;
        let keys: Vec<Key> = sum.iter().map(|c| components.key(c.game, &c.at)).collect();
        self.sum(&keys).map(Some)
    }

    /// The plain search may need less of what is below.
    fn is_final(stop: &SearchStop) -> bool {
        *stop == SearchStop::Interrupted
    }
}
