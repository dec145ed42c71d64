//! The example runs and shows what it says.

#[path = "../../examples/law.rs"]
mod law;

#[test]
fn the_example_finds_the_quarter_squares() {
    let found = law::found();
    assert_eq!(found[0].law.words, "value(n) = n * n // 4");
    assert_eq!(found[0].next[..3], [400, 420, 441].map(num_bigint::BigInt::from));
    law::main();
}
