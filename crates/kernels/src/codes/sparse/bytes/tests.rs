//! What each processor does with codes, against sets of the standard library.

use std::collections::BTreeSet;

use draw::Draw;

use super::coding::DEAD;
use super::plain::Plain;
use super::processor::{BATCH, BLOCK, Processor, Rows, TEAM};
use super::set::{ONE, Set, union};

fn set(codes: &BTreeSet<u8>) -> Set {
    codes.iter().fold([0; 4], |set, &code| union(set, &ONE[usize::from(code)]))
}

/// The set with the dead code, which every set may have.
fn with_dead(mut codes: BTreeSet<u8>) -> BTreeSet<u8> {
    codes.insert(DEAD);
    codes
}

/// Rows that start at each byte in turn.
struct Cyclic<'b, P>(P, &'b [u8]);

impl<P: Processor> Rows<P> for Cyclic<'_, P> {
    fn row(&mut self, i: usize) -> P::Codes {
        self.0.load(self.1, i % (self.1.len() - 64))
    }
}

/// Sets that grow by batches, by columns, and by codes of which some are dead.
fn check<P: Processor>(p: P, known: &BTreeSet<u8>, bytes: &[u8], rows: usize) {
    let mut room = p.room();
    assert_eq!(p.close(&p.open(&set(known))), set(known));
    assert_eq!(p.is_full(&p.open(&set(known))), known.len() == 256);

    let at = |batch: usize, i: usize| (64 * (TEAM * batch + i) + rows) % (bytes.len() - 64);
    let code = *bytes.last().expect("bytes");
    let dead: Vec<u8> = bytes.iter().map(|byte| if byte % 3 == 0 { DEAD } else { 0 }).collect();
    let bits = dead.iter().take(64).rev().fold(0, |bits, &b| bits << 1 | u64::from(b == DEAD));
    assert_eq!(p.dead(p.load(&dead, 0)), bits);

    let mut seen = [p.open(&set(known)); TEAM];
    p.add(&mut seen, &mut room, |batch, i| {
        let codes = p.sums(p.load(bytes, at(batch, i)), p.plus(p.load(bytes, i), code));
        p.without(codes, p.load(&dead, batch))
    });
    for (i, seen) in seen.iter().enumerate() {
        let mut expected = known.clone();
        for batch in 0..BATCH {
            let pairs = bytes[at(batch, i)..].iter().zip(&bytes[i..]).zip(&dead[batch..]).take(64);
            let live = pairs.filter(|&(_, &dead)| dead == 0);
            expected.extend(live.map(|((a, b), _)| a ^ b ^ code));
        }
        let found = union(p.close(seen), &ONE[usize::from(DEAD)]);
        assert_eq!(found, set(&with_dead(expected)), "set {i}");
    }

    let mut sets = [set(known); BLOCK];
    p.add_columns(&mut sets, &mut room, rows, Cyclic(p, bytes));
    for (j, found) in sets.into_iter().enumerate() {
        let column = (0..rows).map(|row| bytes[row % (bytes.len() - 64) + j]);
        let expected = known.iter().copied().chain(column).collect();
        let found = union(found, &ONE[usize::from(DEAD)]);
        assert_eq!(found, set(&with_dead(expected)), "column {j}");
    }
}

#[test]
fn sets_grow_by_the_codes_that_are_added() {
    let input = |d: &mut Draw| {
        // Fewer different codes leave fewer new ones in a batch.
        let codes = d.int(1..256);
        let bytes = d.many(200..400, |d| (d.int(0..256) % codes) as u8);
        (d.subset(0..256, 0..257), bytes, d.size(0..600))
    };
    draw::check(48, input, |(known, bytes, rows)| {
        let known = known.into_iter().map(|code| code as u8).collect();
        check(Plain, &known, &bytes, rows);
        #[cfg(target_arch = "x86_64")]
        {
            use super::{avx2::Avx2, avx512::Avx512, vectors::Vectors};
            Avx2::new().into_iter().for_each(|v| check(Vectors::<_, 2>(v), &known, &bytes, rows));
            Avx512::new().into_iter().for_each(|v| check(Vectors::<_, 1>(v), &known, &bytes, rows));
        }
        Ok(())
    });
}
