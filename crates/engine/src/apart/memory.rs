//! What is known of parts, in bounded memory.

use super::likeness::Numbering;
use super::parts::{Move, live};
use hashbrown::HashMap;

/// Bytes of an entry of a table of masks, and of what a form takes beside its bytes, roughly.
const ENTRY: usize = 40;
const FORM: usize = 64;

/// The parts met so far. All of it can be found again, so that a part may be forgotten at any time.
pub(super) struct Memory {
    /// For each part the one that stands for all that are known to be alike.
    standing: HashMap<u64, u64>,
    /// Which stands for parts of this form.
    forms: HashMap<Box<[u8]>, u64>,
    /// The values that each standing part may have: digit k for k.
    values: HashMap<u64, u64>,
    numbering: Numbering,
    /// Bytes in use, and how many may be.
    used: usize,
    most: usize,
    /// How many parts were given a form.
    pub(super) formed: usize,
}

impl Memory {
    pub(super) fn new(most: usize) -> Self {
        Self {
            standing: HashMap::new(),
            forms: HashMap::new(),
            values: HashMap::new(),
            numbering: Numbering::default(),
            used: 0,
            most,
            formed: 0,
        }
    }

    /// Parts in memory.
    pub(super) fn len(&self) -> usize {
        self.standing.len()
    }

    /// The part that stands for this one, where that is known.
    pub(super) fn known(&self, part: u64) -> Option<u64> {
        self.standing.get(&part).copied()
    }

    /// The part that stands for this one.
    pub(super) fn stand(&mut self, moves: &[Move], part: u64) -> u64 {
        if let Some(one) = self.known(part) {
            return one;
        }
        self.make_room();
        self.formed += 1;
        let form = self.numbering.form(live(moves, part), part);
        self.used += form.len() + FORM + ENTRY;
        let one = *self.forms.entry(form).or_insert(part);
        self.standing.insert(part, one);
        one
    }

    /// The values that a standing part may have, where something is known of them.
    pub(super) fn values(&self, standing: u64) -> Option<u64> {
        self.values.get(&standing).copied()
    }

    pub(super) fn learn(&mut self, standing: u64, values: u64) {
        if self.values.insert(standing, values).is_none() {
            self.used += ENTRY;
        }
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
