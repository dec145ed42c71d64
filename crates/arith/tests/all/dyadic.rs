//! Dyadic rationals against fractions, and the simplest numbers against the order of birthdays.

use Bound::{Excluded, Included, Unbounded};
use arith::dyadic::ParseDyadicError;
use arith::{Dyadic, Overflow};
use draw::{Draw, cases, check, prop_assert, prop_assert_eq};
use std::ops::{Bound, RangeBounds as _};

fn number(text: &str) -> Dyadic {
    text.parse().unwrap()
}

#[test]
fn a_number_is_the_simplest_between_its_options() {
    let bound = |option: Option<Dyadic>| option.map_or(Unbounded, Excluded);
    for x in by_birthday(6) {
        let [left, right] = [true, false].map(|is_left| x.option(is_left));
        assert_eq!(Dyadic::simplest(bound(left), bound(right)), Ok(Some(x)));
        let are_numbers = left.is_none_or(|l| l < x) && right.is_none_or(|r| x < r);
        // An integer has one option at most, other numbers have both.
        let options = usize::from(left.is_some()) + usize::from(right.is_some());
        let is_canonical = match x.integer() {
            Some(n) => options == usize::from(n != 0),
            None => options == 2,
        };
        assert!(are_numbers && is_canonical, "{x}");
    }
}

/// The numbers in order of birthday by Conway's construction: on each day one is born between
/// every two neighbours, and one beyond each end.
fn by_birthday(days: usize) -> Vec<Dyadic> {
    let (mut known, mut born) = (vec![Dyadic::ZERO], vec![Dyadic::ZERO]);
    for _ in 0..days {
        let one = Dyadic::from(1);
        let mut next = vec![known[0].checked_sub(one).unwrap()];
        for pair in known.windows(2) {
            let sum = pair[0].checked_add(pair[1]).unwrap();
            next.push(Dyadic::new(sum.numerator(), sum.exponent() + 1).unwrap());
        }
        next.push(known[known.len() - 1].checked_add(one).unwrap());
        born.extend(&next);
        known.extend(next);
        known.sort();
    }
    born
}

#[test]
fn reads_and_prints() {
    for (text, shown) in [("3/4", "3/4"), ("6/8", "3/4"), ("-4/2", "-2"), (" 0/64", "0")] {
        assert_eq!(number(text).to_string(), shown);
    }
    assert_eq!(format!("{:>5}", number("1/2")), "  1/2");
    assert_eq!("1/3".parse::<Dyadic>(), Err(ParseDyadicError::Denominator(3)));
    assert_eq!("1/0".parse::<Dyadic>(), Err(ParseDyadicError::Denominator(0)));
    assert_eq!("1/-2".parse::<Dyadic>(), Err(ParseDyadicError::Denominator(-2)));
    assert!(matches!("1.5".parse::<Dyadic>(), Err(ParseDyadicError::Syntax(_))));
}

#[test]
fn what_does_not_fit_is_said() {
    let tiny = Dyadic::new(1, 126).unwrap();
    let huge = Dyadic::new(i128::MAX, 0).unwrap();
    assert_eq!(Dyadic::new(1, 127), Err(Overflow));
    assert_eq!(Dyadic::new(i128::MIN, 0), Err(Overflow));
    assert_eq!(Dyadic::new(i128::MIN, 2).unwrap(), Dyadic::new(-1 << 125, 0).unwrap());
    assert_eq!(tiny.checked_add(huge), Err(Overflow));
    assert_eq!(huge.checked_add(huge), Err(Overflow));
    assert_eq!(Dyadic::simplest(Excluded(Dyadic::ZERO), Excluded(tiny)), Err(Overflow));
    assert_eq!(Dyadic::simplest(Excluded(huge), Unbounded), Err(Overflow));
    assert!(tiny < huge && -huge < -tiny && -tiny < tiny);
}

#[test]
fn simplest_by_hand() {
    let s = |lo, hi| Dyadic::simplest(lo, hi).unwrap().map(|x: Dyadic| x.to_string());
    let n = |t: &str| number(t);
    assert_eq!(s(Unbounded, Unbounded).as_deref(), Some("0"));
    assert_eq!(s(Excluded(n("5/2")), Unbounded).as_deref(), Some("3"));
    assert_eq!(s(Unbounded, Excluded(n("-2"))).as_deref(), Some("-3"));
    assert_eq!(s(Excluded(n("0")), Excluded(n("1"))).as_deref(), Some("1/2"));
    assert_eq!(s(Excluded(n("3/8")), Excluded(n("1/2"))).as_deref(), Some("7/16"));
    assert_eq!(s(Included(n("3/8")), Excluded(n("1/2"))).as_deref(), Some("3/8"));
    assert_eq!(s(Included(n("1/2")), Included(n("1/2"))).as_deref(), Some("1/2"));
    assert_eq!(s(Included(n("1/2")), Excluded(n("1/2"))), None);
    assert_eq!(s(Excluded(n("-1")), Included(n("-5/4"))), None);
}

fn dyadic(d: &mut Draw) -> Dyadic {
    Dyadic::new(d.int(-40..41).into(), d.int(0..4) as u32).unwrap()
}

fn bound(d: &mut Draw) -> Bound<Dyadic> {
    let included = |d: &mut Draw| Included(dyadic(d));
    let excluded = |d: &mut Draw| Excluded(dyadic(d));
    d.one_of(&[|_| Unbounded, included, included, excluded, excluded])
}

#[test]
fn arithmetic_is_that_of_fractions() {
    let input = |d: &mut Draw| (dyadic(d), dyadic(d));
    check(cases(), input, |(a, b)| {
        let eighths = |x: Dyadic| x.numerator() * (8 >> x.exponent());
        prop_assert_eq!(eighths(a.checked_add(b).unwrap()), eighths(a) + eighths(b));
        prop_assert_eq!(eighths(a.checked_sub(b).unwrap()), eighths(a) - eighths(b));
        prop_assert_eq!(a.cmp(&b), eighths(a).cmp(&eighths(b)));
        prop_assert_eq!(a == b, eighths(a) == eighths(b));
        prop_assert_eq!(a.floor(), eighths(a).div_euclid(8));
        prop_assert_eq!(a.to_string().parse(), Ok(a));
        Ok(())
    });
}

#[test]
fn order_of_distant_exponents() {
    let any = |d: &mut Draw| Dyadic::new(d.wide_bits().cast_signed(), d.int(0..127) as u32);
    let input = |d: &mut Draw| (any(d), any(d));
    check(cases(), input, |numbers| {
        let (Ok(a), Ok(b)) = numbers else { return Ok(()) };
        prop_assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        prop_assert_eq!((-a).cmp(&-b), b.cmp(&a));
        if a.floor() != b.floor() {
            prop_assert_eq!(a.cmp(&b), a.floor().cmp(&b.floor()));
        } else if let Ok(difference) = a.checked_sub(b) {
            prop_assert_eq!(a.cmp(&b), difference.cmp(&Dyadic::ZERO));
        }
        Ok(())
    });
}

#[test]
fn simplest_is_born_first() {
    let input = |d: &mut Draw| (bound(d), bound(d));
    check(cases(), input, |(lo, hi)| {
        let inside = |x: &&Dyadic| (lo, hi).contains(*x);
        let born = by_birthday(10);
        let simplest = Dyadic::simplest(lo, hi).unwrap();
        if let Some(first) = born.iter().find(inside) {
            prop_assert_eq!(simplest, Some(*first));
        } else if let Some(found) = simplest {
            // Born later than the tenth day.
            prop_assert!((lo, hi).contains(&found));
            prop_assert!(found.floor().abs() > 8 || found.exponent() > 0);
        }
        Ok(())
    });
}
