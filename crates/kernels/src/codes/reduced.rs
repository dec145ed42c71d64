//! Codes without the moves that change no value.

use super::plain::{self, Marks};
use super::{Code, Leaves, Move};

impl Code {
    /// The code without the moves whose options have values that other moves bring anyway: codes with the
    /// same reduced form have the same Grundy values. They may differ in misère play.
    ///
    /// A move that takes t stones and leaves nothing is dropped if the heap of t has another option of
    /// value 0. One that leaves one or two heaps is dropped if another takes s < t stones and leaves a heap
    /// more, and the heap of t - s has value 0: it leaves the same heaps and that one beside them. If that
    /// move is dropped as well, a third leaves two heaps of value 0 beside them.
    #[must_use]
    pub fn reduced(&self) -> Self {
        let most = self.moves.iter().map(|m| m.taken as usize).max().unwrap_or(0);
        let mut values = Vec::new();
        if plain::extend(self, &mut values, most, &|_, _| true).is_err() {
            return self.clone();
        }
        let brings_zero_beside = |m: &Move, leaves| {
            let takes_less = |s: &&Move| s.leaves == leaves && s.taken < m.taken;
            self.moves.iter().filter(takes_less).any(|s| values[(m.taken - s.taken) as usize] == 0)
        };
        let mut marks = Marks::default();
        let mut is_zero_reached_without = |m: &Move| {
            marks.begin();
            let others = self.moves.iter().filter(|other| *other != m);
            others.for_each(|other| marks.take(other, m.taken as usize, &values));
            marks.word(0) & 1 == 1
        };
        let is_needed = |m: &&Move| match m.leaves {
            Leaves::Nothing => !is_zero_reached_without(m),
            Leaves::One => !brings_zero_beside(m, Leaves::Two),
            Leaves::Two => !brings_zero_beside(m, Leaves::Three),
            Leaves::TwoUnequal | Leaves::Three => true,
        };
        Self { moves: self.moves.iter().filter(is_needed).copied().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draw::{Draw, cases, check, prop_assert_eq};

    fn values(code: &Code, to: usize) -> Vec<u16> {
        let mut values = Vec::new();
        plain::extend(code, &mut values, to, &|_, _| true).expect("values");
        values
    }

    fn reduced(digits: &[u8]) -> String {
        Code::of_digits(digits).expect("a code").reduced().to_string()
    }

    #[test]
    fn moves_that_change_nothing_are_dropped() {
        assert_eq!(reduced(&[0, 0, 2, 5]), "octal 0.024");
        assert_eq!(reduced(&[4, 2, 3, 7]), "octal 4.026");
        assert_eq!(reduced(&[0, 8, 4, 2]), "hex 0.8");
        // a heap of 1 that has value 1 stands for nothing
        assert_eq!(reduced(&[0, 7, 7]), "octal 0.77");
    }

    #[test]
    fn values_stay_and_the_form_is_its_own() {
        let input = |d: &mut Draw| (d.pick(&[0u8, 4, 8, 12]), d.many(1..6, |d| d.int(0..16) as u8));
        check(cases(), input, |(zero, digits)| {
            let code = Code::of_digits(&[&[zero], &digits[..]].concat()).expect("a code");
            let reduced = code.reduced();
            prop_assert_eq!(values(&reduced, 120), values(&code, 120), "{} {}", code, reduced);
            prop_assert_eq!(&reduced.reduced(), &reduced);
            Ok(())
        });
    }

    #[test]
    fn splits_into_unequal_heaps_stand_for_nothing() {
        const LEAVES: [Leaves; 4] = [Leaves::Nothing, Leaves::One, Leaves::TwoUnequal, Leaves::Two];
        let one = |d: &mut Draw| Move { taken: d.int(0..5) as u32, leaves: d.pick(&LEAVES) };
        let input = |d: &mut Draw| d.many(1..6, one);
        check(cases(), input, |moves| {
            if let Some(code) = Code::new(moves) {
                prop_assert_eq!(values(&code.reduced(), 120), values(&code, 120), "{}", code);
            }
            Ok(())
        });
    }
}
