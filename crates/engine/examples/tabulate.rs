//! A rule compiled and tabulated: `cargo run -p engine --example tabulate`.
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use engine::{Bounds, Game, Kernel, Means, Positions, Request};
use expr::ast::Quantity;
use rule::NoRules;
use table::Table;

const RULE: &str = "
game one-or-m(m = 4 in 2..)
heap n
move one:  n -> n - 1  if n >= 1
move many: n -> n - m  if n >= m
";

/// The values of heaps 0..=20, with the default m = 4.
///
/// # Panics
/// When the rule has a mistake, which this one has not.
#[must_use]
pub(crate) fn tabulated() -> Table {
    let (rule, mistakes) = rule::parse(RULE.trim_start());
    assert!(mistakes.is_empty(), "{mistakes:?}");
    let instance = rule::bind(&rule.expect("a rule without mistakes"), &[]).expect("defaults");
    let game = Game::compile(&instance, &NoRules).expect("moves that decrease");
    let request = Request {
        columns: vec![Quantity::Sg.into(), Quantity::Win.into()],
        bounds: Bounds::All(20),
        positions: Positions::All,
        kernel: Kernel::Auto,
    };
    game.table(&request, Means::silent(1 << 20)).expect("a small table")
}

/// Prints the values.
pub(crate) fn main() {
    let table = tabulated();
    for name in ["sg", "win"] {
        let column = table.column(name).expect("a quantity asked for");
        println!("{name}: {:?}", column.values.iter().collect::<Vec<i64>>());
    }
}
