//! Laws of functions of a set: stated by its elements, never by the number that its bits make.

use detector::find;
use draw::{Draw, cases, check, prop_assert_eq, prop_assume};
use table::{Axis, Column, Table, Values};

/// The table of `value` over all sets of elements `least..=greatest`.
fn table(least: i64, greatest: i64, value: impl Fn(&[i64]) -> i64) -> Table {
    let width = greatest - least + 1;
    let axis = Axis::new("A", 0, (1 << width) - 1);
    let axis = Axis { is_whole: true, elements: Some(least), ..axis };
    let set = |bits: i64| -> Vec<i64> {
        (0..width).filter(|k| bits >> k & 1 == 1).map(|k| least + k).collect()
    };
    let values = (axis.lo..=axis.hi).map(|bits| value(&set(bits))).collect();
    let column = Column { name: "sg".into(), values: Values::I64(values) };
    Table { axes: vec![axis], columns: vec![column], present: None }
}

fn law(least: i64, greatest: i64, value: impl Fn(&[i64]) -> i64) -> Option<String> {
    find(&table(least, greatest, value), "sg").into_iter().next().map(|f| f.law.words.to_string())
}

#[test]
fn a_law_speaks_of_the_elements() {
    let parity = |all: &[i64]| all.iter().filter(|x| *x % 2 == 1).count() as i64 % 2;
    assert_eq!(law(1, 10, parity).unwrap(), "sg(A) = xor{x % 2 for x in A}");
    let nim = |all: &[i64]| all.iter().fold(0, |sum, x| sum ^ x);
    assert_eq!(law(0, 9, nim).unwrap(), "sg(A) = xor{x for x in A}");
    let parity = |all: &[i64]| all.len() as i64 % 2;
    assert_eq!(law(1, 8, parity).unwrap(), "sg(A) = size(A) % 2");
    let size = |all: &[i64]| all.len() as i64 % 3;
    assert_eq!(law(1, 10, size).unwrap(), "sg(A) = size(A) % 3");
    let sum = |all: &[i64]| all.iter().sum::<i64>() % 3;
    assert_eq!(law(1, 10, sum).unwrap(), "sg(A) = sum{x for x in A} % 3");
    let blocks = |all: &[i64]| all.windows(2).filter(|w| w[0] + 1 == w[1]).count() as i64;
    assert_eq!(law(2, 11, blocks).unwrap(), "sg(A) = count{x - 1 in A for x in A}");
}

#[test]
fn a_position_is_a_set() {
    let axis = Axis { elements: Some(1), ..Axis::new("A", 0, 1023) };
    assert_eq!(
        [0, 0b1, 0b101, 0b111, 0b1011].map(|bits| axis.shown(bits)),
        ["{}", "{1}", "{1, 3}", "{1..3}", "{1, 2, 4}"]
    );
}

/// One set that disobeys keeps a law from being stated: a set that neither its size nor its
/// sum tells from all others, as they tell the empty one.
#[test]
fn a_law_holds_of_every_set() {
    let input = |d: &mut Draw| (d.size(0..1024), d.int(1..4));
    check(cases(), input, |(odd, more)| {
        prop_assume!((3..=7).contains(&odd.count_ones()));
        let at = std::cell::Cell::new(0);
        let value = |all: &[i64]| {
            let own = all.iter().fold(0, |sum, x| sum ^ x);
            let is_odd = at.replace(at.get() + 1) == odd;
            own + if is_odd { more } else { 0 }
        };
        prop_assert_eq!(law(1, 10, value), None);
        Ok(())
    });
}
