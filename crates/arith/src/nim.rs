//! Mex, and the nim-product of Conway's field of nimbers.
//!
//! Source: J. H. Conway, *On Numbers and Games* (1976), ch. 6. For a Fermat power `F = 2^(2^k)`
//! and `x, y < F`: `F ⊗ x = F * x` and `F ⊗ F = F ⊕ F/2`. Splitting both factors at `F` reduces a
//! product of 2^(k+1)-bit numbers to four of 2^k bits; products of bytes come from a table, so a
//! 64-bit product costs 64 look-ups.

use std::sync::LazyLock;

/// The least non-negative integer that is not among `values`.
#[must_use]
pub fn mex(values: impl IntoIterator<Item = u64>) -> u64 {
    let values: Vec<u64> = values.into_iter().collect();
    let mut seen = vec![false; values.len() + 1];
    for value in values {
        // a value beyond the number of values cannot matter
        if let Some(cell) = usize::try_from(value).ok().and_then(|v| seen.get_mut(v)) {
            *cell = true;
        }
    }
    seen.iter().take_while(|&&present| present).count() as u64
}

/// Products of bytes, row-major.
static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut table = vec![0; 1 << 16];
    for x in 0..256 {
        for y in 0..=x {
            let product = split_product(x, y, 4, &|x, y, half| small_product(x, y, half));
            let product = u8::try_from(product).unwrap_or(u8::MAX);
            table[(x << 8 | y) as usize] = product;
            table[(y << 8 | x) as usize] = product;
        }
    }
    table
});

/// The nim-product `x ⊗ y`: commutative, associative, distributive over xor, with unit 1.
#[must_use]
pub fn nim_product(x: u64, y: u64) -> u64 {
    // the least of 8, 16, 32, 64 bits that holds both factors: it is closed under the product
    let bits = (64 - (x | y).leading_zeros()).next_power_of_two().max(8);
    wide_product(x, y, bits)
}

fn wide_product(x: u64, y: u64, bits: u32) -> u64 {
    if bits == 8 {
        u64::from(BYTES[(x << 8 | y) as usize])
    } else {
        split_product(x, y, bits / 2, &|x, y, bits| wide_product(x, y, bits))
    }
}

fn small_product(x: u64, y: u64, bits: u32) -> u64 {
    if bits == 1 { x & y } else { split_product(x, y, bits / 2, &small_product) }
}

/// The product of numbers of `2 * half` bits from products of numbers of `half` bits.
fn split_product(x: u64, y: u64, half: u32, product: &impl Fn(u64, u64, u32) -> u64) -> u64 {
    let mask = (1 << half) - 1;
    let (x1, x0, y1, y0) = (x >> half, x & mask, y >> half, y & mask);
    let low = product(x0, y0, half);
    let high = product(x1, y1, half);
    let mixed = product(x1 ^ x0, y1 ^ y0, half);
    ((mixed ^ low) << half) ^ low ^ product(high, 1 << (half - 1), half)
}
