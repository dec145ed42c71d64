//! Rows of bits, 64 cells a word.

/// 64 bits of a row from that place on; places outside the row hold `outside`, as do those behind its last cell
/// already.
#[inline]
fn word(row: &[u64], at: i64, outside: bool) -> u64 {
    let fill = if outside { u64::MAX } else { 0 };
    let own = |k: i64| usize::try_from(k).ok().and_then(|k| row.get(k)).copied().unwrap_or(fill);
    let (k, shift) = (at.div_euclid(64), at.rem_euclid(64));
    match shift {
        0 => own(k),
        _ => own(k) >> shift | own(k + 1) << (64 - shift),
    }
}

/// Whether the bit at that place is 1.
pub(super) fn bit(row: &[u64], at: usize) -> bool {
    row[at / 64] >> (at % 64) & 1 == 1
}

/// Makes the bit at that place 1.
pub(super) fn set(row: &mut [u64], at: usize) {
    row[at / 64] |= 1 << (at % 64);
}

/// The lowest bits of a word, at most all.
pub(super) fn lowest(count: i64) -> u64 {
    match count {
        ..=0 => 0,
        64.. => u64::MAX,
        _ => (1 << count) - 1,
    }
}

/// Where a cell of a row leads in another: to the place `min(c + shift, cap)`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Places {
    /// `None`: to the cap whatever the cell.
    pub(super) shift: Option<i64>,
    pub(super) cap: i64,
}

impl Places {
    /// For the 64 cells from `from` on: the bits of the row at the places they lead to.
    #[inline]
    pub(super) fn word(self, row: &[u64], from: i64, outside: bool) -> u64 {
        // Cells that the cap does not stop.
        let free = match self.shift {
            None => 0,
            Some(shift) => self.cap.saturating_sub(shift).saturating_sub(from).saturating_add(1),
        };
        let free = lowest(free);
        let mut bits = 0;
        if let Some(shift) = self.shift.filter(|_| free != 0) {
            bits = free & word(row, from.saturating_add(shift), outside);
        }
        if free != u64::MAX && word(row, self.cap, outside) & 1 == 1 {
            bits |= !free;
        }
        bits
    }
}

/// Adds the bits of another row, moved up.
pub(super) fn add_moved(row: &mut [u64], other: &[u64], up: i64) {
    let moved = (0..).step_by(64).map(|from| word(other, from - up, false));
    row.iter_mut().zip(moved).for_each(|(own, moved)| *own |= moved);
}

/// Adds to each bit of a row those that lie any number of steps before it.
pub(super) fn spread(row: &mut [u64], step: i64) {
    let mut reach = step;
    while reach < 64 * row.len() as i64 {
        // From the end on, where nothing has been added yet.
        for k in (0..row.len()).rev() {
            row[k] |= word(row, 64 * k as i64 - reach, false);
        }
        reach = reach.saturating_mul(2);
    }
}
