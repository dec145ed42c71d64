//! What is known of parts, in bounded memory that threads share.

use super::likeness::Numbering;
use super::parts::{Removal, live};
use hashbrown::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of an entry of a table of masks, and of what a form takes beside its bytes, roughly.
const ENTRY: usize = 40;
const FORM: usize = 64;

/// Threads that look at different shards do not wait for each other.
const SHARDS: usize = 16;

/// The parts met so far. All of it can be found again, so that a part may be forgotten at any time.
pub(super) struct Memory {
    shards: Arc<[Mutex<Shard>]>,
    numbering: Numbering,
    /// How many parts this thread has given a form.
    pub(super) formed: usize,
}

/// The parts, and the forms, that a hash puts together.
#[derive(Default)]
struct Shard {
    /// For each part the one that stands for all that are known to be alike.
    standing: HashMap<u64, u64>,
    /// Which stands for parts of this form.
    forms: HashMap<Box<[u8]>, u64>,
    /// The values that each standing part may have: digit k for k.
    values: HashMap<u64, u64>,
    /// Bytes in use, and how many may be.
    used: usize,
    most: usize,
}

/// One more word of a hash.
pub(super) fn mixed(hash: u64, word: u64) -> u64 {
    (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23)
}

impl Memory {
    pub(super) fn new(most: usize) -> Self {
        let shard = |_| Mutex::new(Shard { most: most / SHARDS, ..Shard::default() });
        let shards = (0..SHARDS).map(shard).collect();
        Self { shards, numbering: Numbering::default(), formed: 0 }
    }

    /// The same memory for another thread.
    pub(super) fn shared(&self) -> Self {
        Self { shards: self.shards.clone(), numbering: Numbering::default(), formed: 0 }
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard> {
        let shard = &self.shards[hash as usize % SHARDS];
        shard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn of_part(&self, part: u64) -> MutexGuard<'_, Shard> {
        self.shard(mixed(0, part))
    }

    /// Parts in memory.
    pub(super) fn len(&self) -> usize {
        (0..SHARDS as u64).map(|shard| self.shard(shard).standing.len()).sum()
    }

    /// The part that stands for this one, where that is known.
    pub(super) fn known(&self, part: u64) -> Option<u64> {
        self.of_part(part).standing.get(&part).copied()
    }

    /// The part that stands for this one.
    pub(super) fn stand(&mut self, moves: &[Removal], part: u64) -> u64 {
        if let Some(one) = self.known(part) {
            return one;
        }
        self.formed += 1;
        let form = self.numbering.form(live(moves, part), part);
        let hash = form.iter().fold(0, |hash, &byte| mixed(hash, byte.into()));
        let one = self.shard(hash).of_form(form, part);
        self.of_part(part).put(part, one);
        one
    }

    /// What is known of the values of standing parts, four words for each.
    pub(super) fn words(&self) -> Vec<u32> {
        let halves = |number: u64| [number as u32, (number >> 32) as u32];
        let mut words = Vec::new();
        for shard in 0..SHARDS as u64 {
            for (&part, &values) in &self.shard(shard).values {
                words.extend([part, values].map(halves).as_flattened());
            }
        }
        words
    }

    /// Learns what such words say of parts with these moves.
    pub(super) fn take(&mut self, moves: &[Removal], words: &[u32]) {
        let whole = |low: u32, high: u32| u64::from(high) << 32 | u64::from(low);
        for &[low, high, some, more] in words.as_chunks().0 {
            let part = self.stand(moves, whole(low, high));
            self.learn(part, whole(some, more));
        }
        self.formed = 0;
    }

    /// The values that a standing part may have, where something is known of them.
    pub(super) fn values(&self, standing: u64) -> Option<u64> {
        self.of_part(standing).values.get(&standing).copied()
    }

    pub(super) fn learn(&mut self, standing: u64, values: u64) {
        let mut shard = self.of_part(standing);
        let known = shard.values.get(&standing).copied();
        // Another thread may have learnt more.
        shard.values.insert(standing, values & known.unwrap_or(u64::MAX));
        shard.used += if known.is_none() { ENTRY } else { 0 };
    }
}

impl Shard {
    /// Which part stands for those of this form: this one, where none does.
    fn of_form(&mut self, form: Box<[u8]>, part: u64) -> u64 {
        self.make_room();
        self.used += form.len() + FORM;
        *self.forms.entry(form).or_insert(part)
    }

    fn put(&mut self, part: u64, standing: u64) {
        self.make_room();
        self.used += ENTRY;
        self.standing.insert(part, standing);
    }

    /// Forgets small parts, which are found again soonest, as long as half of the memory is in use.
    fn make_room(&mut self) {
        if self.used < self.most {
            return;
        }
        let mut kept = 1;
        while self.used > self.most / 2 && kept <= u64::BITS {
            let stays = |part: &u64| part.count_ones() > kept;
            self.standing.retain(|part, _| stays(part));
            self.forms.retain(|_, part| stays(part));
            self.values.retain(|part, _| stays(part));
            let forms: usize = self.forms.keys().map(|form| form.len() + FORM).sum();
            self.used = forms + ENTRY * (self.standing.len() + self.values.len());
            kept += 1;
        }
    }
}
