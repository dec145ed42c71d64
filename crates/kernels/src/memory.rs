//! Room for large tables on large pages. On small pages, touching each of the 50 000 pages of a table
//! of 10^8 values takes three times as long as writing the values.
#![expect(unsafe_code, reason = "advice to the system about a range of addresses")]

/// Room from which large pages are worth the advice.
const LARGE: usize = 1 << 21;

/// Reserves room for exactly `more` more values, and asks the system for large pages.
pub(crate) fn reserve<T>(values: &mut Vec<T>, more: usize) {
    values.reserve_exact(more);
    advise(values.as_mut_ptr().cast(), values.capacity() * size_of::<T>());
}

/// Advises whole pages, and those that the range begins and ends in: where all of a mapping has the
/// same advice, the system can move it when it grows. Of two kinds of pages it would have to be
/// copied, and both copies be in memory for a while.
#[cfg(all(target_os = "linux", not(miri)))]
fn advise(start: *mut u8, bytes: usize) {
    const PAGE: usize = 1 << 12;
    if bytes < LARGE {
        return;
    }
    let before = start.addr() % PAGE;
    // SAFETY: the advice changes no contents of any page; where it is not understood, nothing
    // happens.
    unsafe {
        let first = start.wrapping_sub(before).cast();
        libc::madvise(first, (before + bytes).next_multiple_of(PAGE), libc::MADV_HUGEPAGE);
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise(_: *mut u8, _: usize) {}

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
