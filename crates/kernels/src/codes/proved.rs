//! Values of a code, or outcomes of a subtraction game, up to the point where a period is proved.

use super::{Code, Leaves, drive, three};
use crate::period::{Period, Reach};
use crate::subtraction::Subtraction;
use crate::{Halt, Level, Pulse};
use std::cell::Cell;

/// Appends values until heaps up to `to` are known or a period is proved, which is returned: the
/// values after the prefix are then its copies ([`Period::fill`]). The prefix holds the values of
/// 0, 1, 2, ...; neither the values nor the period depend on it.
///
/// # Errors
/// See [`Halt`]; the values found are kept.
pub fn extend_proved(
    code: &Code,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<Option<Period>, Halt> {
    let level = Level::best();
    let Some(reach) = code.reach() else {
        return extend(code, level, values, to, pulse, &|_| false).map(|()| None);
    };
    let found = Cell::new(reach.prove(values));
    if found.get().is_none() {
        extend(code, level, values, to, pulse, &|values| {
            found.set(reach.prove(values));
            found.get().is_some()
        })?;
    }
    // The last stage ends with the last value, whatever it proves.
    Ok(found.get().or_else(|| reach.prove(values)))
}

/// Appends values by the engines that suit the code, until `settled` with those known.
fn extend(
    code: &Code,
    level: Level,
    values: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
    settled: &dyn Fn(&[u16]) -> bool,
) -> Result<(), Halt> {
    if code.moves().iter().any(|m| m.leaves == Leaves::Three) {
        return by_steps(values, to, settled, |values, until| {
            three::extend(code, values, until, &|done, _| pulse(done, to as u64))
        });
    }
    if let Some(subtraction) = subtraction(code) {
        return by_steps(values, to, settled, |values, until| {
            subtraction.extend(values, until, &|done, _| pulse(done, to as u64))
        });
    }
    drive::extend(code, level, values, to, pulse, settled).map(|_| ())
}

/// Appends outcomes of the game of these amounts ([`Subtraction::extend_outcomes`]) as
/// [`extend_proved`] appends values: an outcome depends on a window of earlier ones just as a value does.
///
/// # Errors
/// See [`Halt`]; the outcomes found are kept.
pub fn extend_proved_outcomes(
    game: &Subtraction,
    stuck: u16,
    outcomes: &mut Vec<u16>,
    to: usize,
    pulse: Pulse,
) -> Result<Option<Period>, Halt> {
    let Some(&taken) = game.amounts().last() else {
        return game.extend_outcomes(stuck, outcomes, to, pulse).map(|()| None);
    };
    let reach = Reach { heaps: 1, taken };
    let found = Cell::new(reach.prove(outcomes));
    if found.get().is_none() {
        let settled = |outcomes: &[u16]| {
            found.set(reach.prove(outcomes));
            found.get().is_some()
        };
        by_steps(outcomes, to, &settled, |outcomes, until| {
            game.extend_outcomes(stuck, outcomes, until, &|done, _| pulse(done, to as u64))
        })?;
    }
    Ok(found.get())
}

/// The subtraction game that the code is: every move leaves a heap of any size, or nothing.
#[must_use]
pub fn subtraction(code: &Code) -> Option<Subtraction> {
    let of = |leaves| code.moves().iter().filter(move |m| m.leaves == leaves).map(|m| m.taken);
    let all = of(Leaves::One).eq(of(Leaves::Nothing));
    let only = 2 * of(Leaves::One).count() == code.moves().len();
    subtraction_of(code, Leaves::One).filter(|_| all && only)
}

/// The subtraction game of the moves that leave as many heaps.
pub(super) fn subtraction_of(code: &Code, leaves: Leaves) -> Option<Subtraction> {
    let moves = code.moves().iter().filter(|m| m.leaves == leaves);
    Subtraction::new(moves.map(|m| m.taken), 0)
}

/// Appends values, asking whether those known are enough whenever there are half as many more.
fn by_steps(
    values: &mut Vec<u16>,
    to: usize,
    settled: &dyn Fn(&[u16]) -> bool,
    extend: impl Fn(&mut Vec<u16>, usize) -> Result<(), Halt>,
) -> Result<(), Halt> {
    while values.len() <= to {
        let until = to.min(values.len() + values.len() / 2 + 256);
        extend(values, until)?;
        if settled(values) {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::extend_plainly;
    use draw::{Draw, cases, check, prop_assert, prop_assert_eq};

    fn proved(digits: &[u8], to: usize) -> (Vec<u16>, Option<Period>) {
        let code = Code::of_digits(digits).expect("a code");
        let mut values = vec![0];
        let period = extend_proved(&code, &mut values, to, &|_, _| true).expect("values");
        (values, period)
    }

    #[test]
    fn periods_are_as_published() {
        // Winning Ways (2001), chapter 4, table 7: preperiod and period of octal games.
        // The preperiod counts from the last exception: Kayles has its last at 70.
        let published: [(&[u8], u64, u64); 5] = [
            (&[0, 7, 7], 71, 12),
            (&[0, 0, 7], 53, 34),
            (&[0, 1, 3, 7], 52, 34),
            (&[0, 1, 5, 6], 3479, 349),
            (&[0, 3, 3], 0, 3),
        ];
        for (digits, preperiod, period) in published {
            let (_, found) = proved(digits, 8000);
            let found = found.map(|p| (p.preperiod, p.period));
            assert_eq!(found, Some((preperiod, period)), "{digits:?}");
        }
    }

    #[test]
    fn kayles_is_proved_at_167_and_not_before() {
        assert_eq!(proved(&[0, 7, 7], 166).1, None);
        let (_, period) = proved(&[0, 7, 7], 167);
        assert_eq!(period, Some(Period { preperiod: 71, period: 12, computed_to: 167 }));
        assert_eq!(proved(&[0, 7, 7], 5000).1, period);
    }

    #[test]
    fn unequal_heaps_have_no_theorem() {
        let halves = super::super::Move { taken: 0, leaves: Leaves::TwoUnequal };
        let one = super::super::Move { taken: 1, leaves: Leaves::One };
        let code = Code::new([halves, one]).expect("a code");
        assert_eq!(code.reach(), None);
        let mut values = vec![0];
        assert_eq!(extend_proved(&code, &mut values, 500, &|_, _| true), Ok(None));
        assert_eq!(values.len(), 501);
    }

    #[test]
    fn filled_outcomes_are_the_outcomes() {
        let input = |d: &mut Draw| {
            (d.many(1..5, |d| d.int(1..14) as u32), u16::from(d.flag()), d.size(1..700))
        };
        check(cases(), input, |(amounts, stuck, prefix)| {
            let game = Subtraction::new(amounts.iter().copied(), 0).expect("a game");
            let mut slowly: Vec<u16> = Vec::new();
            for n in 0..=700 {
                let left = amounts.iter().filter_map(|&s| usize::checked_sub(n, s as usize));
                let mut options = left.map(|left| slowly[left]).peekable();
                let is_stuck = options.peek().is_none();
                slowly.push(if is_stuck { stuck } else { options.any(|o| o == 0).into() });
            }
            let mut outcomes = slowly[..prefix].to_vec();
            let period = extend_proved_outcomes(&game, stuck, &mut outcomes, 700, &|_, _| true)
                .expect("outcomes");
            if let Some(period) = period {
                prop_assert!(period.computed_to <= 700);
                period.fill(&mut outcomes, 700);
            }
            prop_assert_eq!(outcomes, slowly);
            prop_assert!(period.is_some() || *amounts.iter().max().expect("one") > 7);
            Ok(())
        });
    }

    #[test]
    fn a_filled_table_is_the_table() {
        let input =
            |d: &mut Draw| (d.pick(&[0u8, 4]), d.many(1..4, |d| d.int(0..8) as u8), d.size(1..700));
        check(cases(), input, |(zero, digits, prefix)| {
            let code = Code::of_digits(&[&[zero], &digits[..]].concat()).expect("a code");
            let mut slowly = vec![0];
            extend_plainly(&code, &mut slowly, 700, &|_, _| true).expect("values");
            let mut values = slowly[..prefix].to_vec();
            let period = extend_proved(&code, &mut values, 700, &|_, _| true).expect("values");
            if let Some(period) = period {
                prop_assert!(period.computed_to <= 700);
                period.fill(&mut values, 700);
            }
            prop_assert_eq!(values, slowly);
            Ok(())
        });
    }
}
