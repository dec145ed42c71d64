//! The tuples of states that were reached.

/// Most tuples kept; this many fit into the caches of processors.
const MAX_KEPT: usize = 1 << 14;

/// The tuples met of late: each in the place that its hash gives, until another takes it.
pub(super) struct Met {
    width: usize,
    /// Places for a power of 2 of tuples, before each the number of digits that were read.
    places: Vec<u32>,
    /// By place, a part of the hash of its tuple: most others are told apart by it, and far fewer
    /// bytes are read.
    tags: Vec<u16>,
    /// Tuples put there since the table has this size.
    kept: usize,
    /// By variable read last: how many tuples were looked for, and found.
    asked: Vec<[u32; 2]>,
    /// From here on no more are looked for.
    end: usize,
}

/// After so many questions, one in [`WORTHWHILE`] must have been answered by yes for more to be asked.
const TRIED: u32 = 1 << 12;
const WORTHWHILE: u32 = 1 << 5;

impl Met {
    /// For tuples of `width` numbers.
    pub(super) fn new(width: usize) -> Self {
        let width = width + 1;
        Self {
            width,
            places: vec![0; width << 8],
            tags: vec![0; 1 << 8],
            kept: 0,
            asked: vec![[0; 2]; width],
            end: width,
        }
    }

    /// Whether tuples are looked for after the digit of this variable or of a later one.
    pub(super) fn is_asked(&self, variable: usize) -> bool {
        variable < self.end
    }

    /// Whether the tuple is known to have been met after the digit of this variable. If not, it is met now.
    pub(super) fn has(&mut self, tuple: &[u32], variable: usize, hash: u64) -> bool {
        let [asked, found] = &mut self.asked[variable];
        if *asked == TRIED && *found < TRIED / WORTHWHILE {
            if variable + 1 == self.end {
                self.end = variable;
            }
            return false;
        }
        if *asked < TRIED {
            *asked += 1;
        }
        // Before its tuple, a place has the number of digits read, which is not 0.
        let read = variable as u32 + 1;
        let hash = (hash ^ u64::from(read)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bits = self.tags.len().trailing_zeros();
        let at = (hash >> (64 - bits)) as usize;
        let tag = (hash >> 32) as u16;
        let place = &mut self.places[at * self.width..][..self.width];
        let (digits, place) = place.split_at_mut(1);
        if self.tags[at] == tag && digits[0] == read && place == tuple {
            *found = found.saturating_add(1);
            return true;
        }
        self.tags[at] = tag;
        digits[0] = read;
        place.copy_from_slice(tuple);
        self.kept += 1;
        if self.kept >> bits > 2 && 1 << bits < MAX_KEPT {
            self.kept = 0;
            self.places = vec![0; self.places.len() * 4];
            self.tags = vec![0; self.tags.len() * 4];
        }
        false
    }
}

/// How the hash of a tuple changes, to be added, when the number at a place of it does.
pub(super) fn change(at: usize, from: u32, to: u32) -> u64 {
    let factor = (at as u64 * 2 + 1).wrapping_mul(0xd134_2543_de82_ef95);
    (factor ^ factor >> 29).wrapping_mul(u64::from(to).wrapping_sub(from.into()))
}
