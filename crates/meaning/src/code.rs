//! Take-and-break codes, read digit by digit.

use crate::Result;
use crate::error::{mistake, too_large, unsupported};
use message::message;
use rule::code::MAX_LENGTH;
use std::collections::BTreeSet;

use crate::heap::{Heap, Place};

/// What is played: for every number of stones taken, into how many heaps the rest may be divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// Digit t: bit j says that j heaps, none of them empty, may be left after t stones are taken.
    digits: Vec<u8>,
}

impl Code {
    /// Reads `octal:0.77`, `octal:4.7`, `hex:0.3F` or `subtract:1,3,4`.
    ///
    /// # Errors
    /// The text is not one of these, or allows no move.
    pub fn read(text: &str) -> Result<Self> {
        let digits = rule::code::digits(text).ok_or_else(|| {
            mistake(message!(
                "the rule `{text}` is not a take-and-break code, which is all this theorem speaks of"
            ))
        })?;
        Self::of(digits, text)
    }

    /// The code whose moves are those of a game of one heap, for every size of the heap: for large
    /// ones by the shape of the moves, for others by their options.
    ///
    /// # Errors
    /// What is no move of a code, in words.
    pub fn of_heap(heap: &Heap) -> Result<Self> {
        let shapes = heap.shapes()?;
        let [shape] = shapes.classes.as_slice() else {
            return Err(unsupported("the moves depend on residues of the heap"));
        };
        let most = MAX_LENGTH as i128;
        if shape.tail.is_some() || heap.least > 1 || shapes.from > 4 * most {
            return Err(unsupported("the moves are not those of a take-and-break code"));
        }
        let mut digits = vec![0u8; MAX_LENGTH + 1];
        let mut allow = |taken: i128, heaps: u8| {
            let digit = usize::try_from(taken).ok().and_then(|taken| digits.get_mut(taken));
            digit
                .map(|digit| *digit |= 1 << heaps)
                .ok_or_else(|| too_large("a move takes too many stones"))
        };
        for option in &shape.options {
            // empty heaps have no moves: that is checked below
            let mut left = option.iter().filter(|place| !matches!(place, Place::At(0)));
            let (Some(Place::Below(taken)), None) = (left.next(), left.next()) else {
                return Err(unsupported("a move leads elsewhere than a code's moves"));
            };
            allow(*taken, 1)?;
        }
        for taken in &shape.splits {
            allow(*taken, 2)?;
        }
        let mut small = heap.small();
        if heap.least == 0 && !small.options(0)?.is_empty() {
            return Err(unsupported("the empty heap has moves"));
        }
        // from each heap before the large ones, and while a heap may be taken as a whole: its
        // options without their empty heaps
        let mut before = Vec::new();
        for n in 1..shapes.from.max(most + 1) {
            let all = small.options(n)?.into_iter();
            let all = all.map(|parts| parts.into_iter().filter(|&part| part > 0).collect());
            before.push((n, all.collect::<BTreeSet<Vec<i128>>>()));
            if before.last().is_some_and(|(_, all)| all.contains(&Vec::new())) {
                allow(n, 0)?;
            }
        }
        let code = Self::of(digits, "of the text")?;
        match before.into_iter().find(|(n, all)| options(code.digits(), *n) != *all) {
            Some((n, _)) => {
                Err(unsupported(message!("from {n} the moves are not those of a code")))
            }
            None => Ok(code),
        }
    }

    /// Whether some move leaves more heaps than one.
    #[must_use]
    pub fn splits(&self) -> bool {
        self.heaps() > 1
    }

    /// By number of stones taken: the digit.
    #[must_use]
    pub fn digits(&self) -> &[u8] {
        &self.digits
    }

    fn of(mut digits: Vec<u8>, text: &str) -> Result<Self> {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        if digits.is_empty() {
            return Err(mistake(message!("the rule `{text}` allows no move")));
        }
        Ok(Self { digits })
    }

    /// The most stones a move takes, or 1 where none are taken.
    pub fn taken(&self) -> u64 {
        (self.digits.len() as u64 - 1).max(1)
    }

    /// The most heaps a move leaves, at least 1.
    pub fn heaps(&self) -> u64 {
        (1..4).rev().find(|j| self.digits.iter().any(|d| d >> j & 1 == 1)).unwrap_or(1)
    }

    /// The numbers of stones that may be taken to leave that many heaps.
    #[must_use]
    pub fn leaving(&self, heaps: u32) -> Vec<usize> {
        (0..self.digits.len()).filter(|&t| self.digits[t] >> heaps & 1 == 1).collect()
    }
}

/// The heaps left by the moves from n of a code with these digits, in order of size.
pub(crate) fn options<D: Copy + Into<u32>>(digits: &[D], n: i128) -> BTreeSet<Vec<i128>> {
    let mut all = BTreeSet::new();
    for (taken, &digit) in (0..=n).zip(digits) {
        let (rest, digit) = (n - taken, digit.into());
        if digit & 1 != 0 && rest == 0 {
            all.insert(Vec::new());
        }
        if digit & 2 != 0 && rest > 0 {
            all.insert(vec![rest]);
        }
        if digit & 4 != 0 {
            all.extend((1..=rest / 2).map(|i| vec![i, rest - i]));
        }
        if digit & 8 != 0 {
            let last = |i: i128| (rest - i) / 2;
            let all_from = |i| (i..=last(i)).map(move |j| vec![i, j, rest - i - j]);
            all.extend((1..=rest / 3).flat_map(all_from));
        }
    }
    all
}
