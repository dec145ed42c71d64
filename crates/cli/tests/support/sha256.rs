//! SHA-256 (FIPS 180-4), so that hashes agree with those of `sha256sum`.

/// The hash in hexadecimal digits.
pub(crate) fn sha256(message: &[u8]) -> String {
    let primes: Vec<u128> =
        (2u128..312).filter(|&p| (2..p).take_while(|d| d * d <= p).all(|d| p % d != 0)).collect();
    // The first 32 bits of the fractional parts of roots of the first primes.
    let mut hash: Vec<u32> = primes[..8].iter().map(|p| (p << 64).isqrt() as u32).collect();
    let constants: Vec<u32> = primes[..64].iter().map(|p| cube_root(p << 96) as u32).collect();
    let mut padded = message.to_vec();
    padded.push(0x80);
    padded.resize((padded.len() + 8).next_multiple_of(64), 0);
    let length = padded.len();
    padded[length - 8..].copy_from_slice(&(message.len() as u64 * 8).to_be_bytes());
    for block in padded.chunks_exact(64) {
        compress(&mut hash, block, &constants);
    }
    hash.iter().map(|word| format!("{word:08x}")).collect()
}

/// The floor of the cube root of a number below 2^120.
fn cube_root(n: u128) -> u128 {
    (0..40).rev().fold(0, |root, bit| {
        let more = root | 1 << bit;
        if more * more * more <= n { more } else { root }
    })
}

fn compress(hash: &mut [u32], block: &[u8], constants: &[u32]) {
    let mut w: Vec<u32> = block
        .chunks_exact(4)
        .map(|bytes| u32::from_be_bytes(bytes.try_into().expect("four bytes")))
        .collect();
    let mix =
        |x: u32, [a, b, c]: [u32; 3]| x.rotate_right(a) ^ x.rotate_right(b) ^ x.rotate_right(c);
    for t in 16..64 {
        let (x, y) = (w[t - 15], w[t - 2]);
        let small = x.rotate_right(7) ^ x.rotate_right(18) ^ x >> 3;
        let large = y.rotate_right(17) ^ y.rotate_right(19) ^ y >> 10;
        w.push([w[t - 16], small, w[t - 7], large].into_iter().fold(0, u32::wrapping_add));
    }
    let mut s: Vec<u32> = hash.to_vec();
    for t in 0..64 {
        let choice = s[4] & s[5] ^ !s[4] & s[6];
        let majority = s[0] & s[1] ^ s[0] & s[2] ^ s[1] & s[2];
        let sum = |words: &[u32]| words.iter().copied().fold(0, u32::wrapping_add);
        let first = sum(&[s[7], mix(s[4], [6, 11, 25]), choice, constants[t], w[t]]);
        let second = mix(s[0], [2, 13, 22]).wrapping_add(majority);
        s.rotate_right(1);
        s[0] = first.wrapping_add(second);
        s[4] = s[4].wrapping_add(first);
    }
    hash.iter_mut().zip(s).for_each(|(h, word)| *h = h.wrapping_add(word));
}

#[test]
fn hashes_are_those_of_the_standard() {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    assert_eq!(sha256(b""), empty);
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!(sha256(b"abc"), abc);
    let two_blocks = "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
    assert_eq!(sha256(b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"), two_blocks);
}
