//! The table of functions: its order, and the ranges it gives against the values.

use draw::{Draw, check, prop_assert};
use expr::function::FUNCTIONS;

#[test]
fn the_table_is_in_alphabetical_order() {
    assert!(FUNCTIONS.is_sorted_by(|a, b| a.name < b.name));
}

#[test]
fn values_lie_where_the_table_says() {
    let input =
        |d: &mut Draw| [d.int(-40..400), d.int(-3..40), d.int(0..9), d.int(0..9)].map(i128::from);
    check(draw::cases(), input, |[x, y, left, right]| {
        let span = |k: i128| (k - left, k + right);
        let spans = [span(x), span(y), span(y)];
        for f in &FUNCTIONS {
            for arguments in [&[x][..], &[x, y], &[x, y, y]] {
                let Some(value) = f.value(arguments) else { continue };
                let (least, greatest) = f.values(&spans[..arguments.len()]);
                prop_assert!((least..=greatest).contains(&value), "{f:?} {arguments:?} {value}");
            }
        }
        Ok(())
    });
}
