//! Room for large tables on large pages: the first touch of each of 50 000 small pages of a table
//! of 10^8 values took three times as long as writing the values.
#![expect(unsafe_code, reason = "advice to the system about a range of addresses")]

use std::mem::MaybeUninit;

/// Room from which large pages are worth the advice.
const LARGE: usize = 1 << 21;

/// Reserves room for exactly so many more values, and asks the system for large pages there.
pub(crate) fn reserve<T>(values: &mut Vec<T>, more: usize) {
    values.reserve_exact(more);
    advise(values.spare_capacity_mut());
}

#[cfg(all(target_os = "linux", not(miri)))]
fn advise<T>(room: &mut [MaybeUninit<T>]) {
    /// Begins and ends of what is advised are multiples of the size of a small page.
    const PAGE: usize = 1 << 12;
    let bytes = size_of_val(room);
    if bytes < LARGE {
        return;
    }
    let start = room.as_mut_ptr().cast::<u8>();
    let skipped = start.align_offset(PAGE);
    if skipped < bytes {
        // SAFETY: the range is within memory that is borrowed mutably. The advice changes no
        // contents; where it is not understood, nothing happens.
        unsafe {
            let first = start.add(skipped).cast();
            libc::madvise(first, (bytes - skipped) / PAGE * PAGE, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise<T>(_: &mut [MaybeUninit<T>]) {}

#[cfg(test)]
mod tests {
    #[test]
    fn large_room_can_be_filled() {
        let mut values: Vec<u16> = (0..1000).collect();
        super::reserve(&mut values, 3 << 20);
        assert!(values.capacity() >= 1000 + (3 << 20));
        let address = values.as_ptr();
        values.resize(1000 + (3 << 20), 7);
        assert_eq!(values.as_ptr(), address);
        assert!(values[..1000].iter().copied().eq(0..1000));
        assert!(values[1000..].iter().all(|&value| value == 7));
    }
}
