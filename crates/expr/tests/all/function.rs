//! The table of functions: its order, and the ranges it gives against the values.

use expr::function::FUNCTIONS;
use proptest::prelude::*;

#[test]
fn the_table_is_in_alphabetical_order() {
    assert!(FUNCTIONS.is_sorted_by(|a, b| a.name < b.name));
}

proptest! {
    #[test]
    fn values_lie_where_the_table_says(
        x in -40i128..400, y in -3i128..40, left in 0i128..9, right in 0i128..9,
    ) {
        let span = |k: i128| (k - left, k + right);
        let spans = [span(x), span(y), span(y)];
        for f in &FUNCTIONS {
            for arguments in [&[x][..], &[x, y], &[x, y, y]] {
                let Some(value) = f.value(arguments) else { continue };
                let (least, greatest) = f.values(&spans[..arguments.len()]);
                prop_assert!((least..=greatest).contains(&value), "{f:?} {arguments:?} {value}");
            }
        }
    }
}
