//! Files of plain integers, fast: everything unusual (quotes, brackets, numbers beyond 64 bits,
//! mistakes) is left to the readers that can say what is wrong with it.

use table::Values;

/// Appends an integer to a column of integers, in 16 bits as long as all fit.
pub(super) fn push(values: &mut Values, value: i64) {
    match (&mut *values, u16::try_from(value)) {
        (Values::I64(wide), _) => wide.push(value),
        (Values::U16(narrow), Ok(small)) => narrow.push(small),
        (narrow, _) => *values = Values::I64(narrow.iter().chain([value]).collect()),
    }
}

/// What there is on a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    /// Counted from 1.
    pub(super) place: usize,
    pub(super) numbers: usize,
    /// Separators between and behind the numbers.
    pub(super) commas: usize,
}

/// Hands every integer of the text to `number`, and every line that has any to `line` when it has
/// ended; false at the first thing that is neither an
/// integer of 64 bits written without leading zeros, a blank, a separator behind an integer, nor a comment.
pub(super) fn scan(
    text: &str,
    separator: u8,
    mut number: impl FnMut(i64),
    mut line: impl FnMut(Counts),
) -> bool {
    let bytes = text.as_bytes();
    let (mut at, mut place, mut numbers, mut commas) = (0, 1, 0, 0);
    let mut after_number = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'0'..=b'9' | b'-' => {
                let (negative, start) = (byte == b'-', at + usize::from(byte == b'-'));
                let mut value: u64 = 0;
                at = start;
                while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
                    value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
                    at += 1;
                }
                // 18 digits never wrap; longer numbers are rare enough for the other reader
                let is_word =
                    at > start && at - start <= 18 && (bytes[start] != b'0' || at - start == 1);
                let ends = bytes
                    .get(at)
                    .is_none_or(|&b| matches!(b, b' ' | b'\t' | b'\r' | b'\n') || b == separator);
                let (true, true, Ok(value)) = (is_word, ends, i64::try_from(value)) else {
                    return false;
                };
                number(if negative { -value } else { value });
                numbers += 1;
                after_number = true;
                continue;
            }
            b'\n' => {
                if numbers > 0 {
                    line(Counts { place, numbers, commas });
                }
                place += 1;
                (numbers, commas, after_number) = (0, 0, false);
            }
            b if b == separator && after_number => {
                commas += 1;
                after_number = false;
            }
            b' ' | b'\r' => {}
            b'\t' if separator != b'\t' => {}
            b'#' if numbers == 0 => {
                while bytes.get(at + 1).is_some_and(|&b| b != b'\n') {
                    at += 1;
                }
            }
            _ => return false,
        }
        at += 1;
    }
    if numbers > 0 {
        line(Counts { place, numbers, commas });
    }
    true
}
