//! Numbers put together digit by digit, recognised again as the reader gives them.

use expr::ast::Binary;
use expr::build::{binary, digits_side_by_side, side_by_side};
use expr::parser::parse_expression;
use expr::substitute::{int, name};

#[test]
fn digits_side_by_side_are_seen_again() {
    let written = digits_side_by_side(3, &[name("x"), binary(Binary::Add, name("y"), int(1))], "i");
    let e = parse_expression(&written.to_string()).expect("an expression");
    let numbers = side_by_side(3, &e).expect("two numbers");
    assert_eq!(numbers, [name("x"), binary(Binary::Add, name("y"), int(1))]);
    assert_eq!(side_by_side(2, &e), None);
    for wrong in [
        "sum{(3 * (x // 3 ** i % 3) + y // 3 ** i % 3) * 3 ** (2 * i) for i in 0..numdigits(max(x, x), 3)}",
        "sum{(3 * (x // 3 ** i % 3) + y // 3 ** i % 3) * 3 ** (2 * i) for i in 1..numdigits(max(x, y), 3)}",
        "sum{(3 * (x // 3 ** i % 3) + y // 3 ** i % 3) * 3 ** i for i in 0..numdigits(max(x, y), 3)}",
        "max{(3 * (x // 3 ** i % 3) + y // 3 ** i % 3) * 3 ** (2 * i) for i in 0..numdigits(max(x, y), 3)}",
        "sum{(3 * (x // 3 ** i % 3) + y // 3 ** i % 3) * 3 ** (2 * i) for i in 0..numdigits(max(x, y), 3) if x > y}",
    ] {
        let e = parse_expression(wrong).expect("an expression");
        assert_eq!(side_by_side(3, &e), None, "{wrong}");
    }
}
