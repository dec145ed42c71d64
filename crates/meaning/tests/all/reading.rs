//! Expressions read as formulas agree with their values, tried one by one.

use arith::Quadratic;
use draw::{Draw, TestCaseError, check, prop_assert, prop_assert_eq, prop_assume};
use expr::ast::{Comparison, Expr};
use expr::eval::{Constant, evaluate_constant};
use expr::parser::parse_expression;
use expr::substitute::name;
use logic::formula::{Formula, Linear, Machine, Sign};
use logic::numeration::Numeration;
use logic::product::is_empty;
use meaning::reading::{Reader, Term};
use std::collections::BTreeMap;

/// `variable = value`.
fn fixed(variable: usize, value: i128) -> Formula {
    let form = Linear::variable(variable).plus(-1, &Linear::constant(value)).unwrap();
    Formula::Compare(form, Sign::Zero)
}

/// `variable = e`.
fn equals(reader: &mut Reader, variable: usize, e: &Expr) -> Result<Formula, meaning::Error> {
    Term::variable(variable).compare(Comparison::Eq, &reader.value(e)?)
}

#[test]
fn terms_have_their_values() {
    let terms = [
        "3 * x - y",
        "-(x - y) + 2 * y",
        "(x - 7) // 3 + 9",
        "(x - 7) % 3",
        "(x // 2 + y) // 3 - (x + 5) % 4 // 2",
        "abs(x - y)",
        "min(x, y, 4) + max(3, x - y)",
        "if x > y and not y = 2 then x - y else 7",
        "if x in 2..y or y in {1, 4} then 1 else 0",
        "if x < 2 iff y != 3 then x else 2 * y",
        "if 1 < x <= y then 3 else 4",
        "[x, y + 1, 5][(x + y) % 3]",
        "x ^ y",
        "(x + 1) ^ (2 * y) ^ 5",
        "(x // 2) ^ abs(x - y)",
        "x % 3 ^ y % 4",
        "lowbit(x + 2 * y)",
        "popcount(x + y) % 3",
        "(2 * bitlen(x) - v2(y + 1) + popcount(7)) % 4",
        "bit(x, 1) + 2 * bit(x + y, 0)",
        "if odious(x) or evil(y + 1) then 1 else 0",
        "xor{x + i for i in 0..2 if i != y}",
        "sum{max(x, i) for i in {1, 3}, j in i..3} - count{x > i for i in 0..4}",
        "max{x - i for i in 1..3} + min([y, x, 4]) + sum([x, y, 1][1..2])",
        "if all{x > i implies y > 0 for i in 0..2} then 1 else 0",
        "if all{bit(x, j) = bit(y, j) for j in 0..bitlen(x)} then 1 else 0",
        "if all{bit(x, j) = bit(y, j) for j in 0..bitlen(x) - 1} then 1 else 0",
        "if all{bit(x, j) = 1 for j in 0..bitlen(x) - 1} then 1 else 0",
        "if all{bit(x, j) + bit(y, j) != 1 for j in 0..bitlen(max(x, y))} then 1 else 0",
        "if any{bit(x + 1, j) = 1 and bit(y, j) = 1 for j in 0..bitlen(x + y)} then 1 else 0",
        "if any{bit(x, j) = 0 for j in 0..bitlen(x)} then 1 else 0",
        "if x = 0 or v2(x) % 2 = 0 then 1 else 0",
        "(x * y + 5 * x) % 3 + (x - y) * (x + 1) % 4",
        "x % 3 * (y % 2 - 1) + 3",
        "(200 * x + 7 * y) // 100 - (17 * x) % 65 + floor(99 * y / 97)",
        "bitor(x, y) - (x & (y + 1)) + bitor(x % 3, 4)",
        "if popcount(x + y) = 2 or bitlen(x) in {1, 3} then 1 else 0",
        "if 1 <= popcount(x) < 3 or v2(y + 2) in 1..2 then 1 else 0",
        "if popcount(x) > y % 3 then 1 else 0",
        "if x in powers(2) or y + 1 in odious or x in evil then 1 else 0",
        "if any{x ^ t ^ y = 3 for t in 0..x} then 1 else 0",
        "if any{x // 2 + i = y ^ t for i in 0..2, t in 2..y + i} then 1 else 0",
        "if any{t = x - y for t in 1..2 * y} then 1 else 0",
        "count{odious(v) for v in 0..x + y} - x",
        "count{evil(v) for v in 0..x - y - 2}",
        "count{odious(x) for x in 0..y}",
    ];
    agree(&Numeration::base(2).unwrap(), &terms);
    let terms = [
        "valuation(x + 1, 3) % 2",
        "digitsum(x + y, 3) % 4",
        "numdigits(2 * x, 3) % 2 - y",
        "if x + y in powers(3) or digitsum(x, 3) <= 1 then 1 else 0",
    ];
    agree(&Numeration::base(3).unwrap(), &terms);
    let terms = [
        "floor(phi * (x + y))",
        "floor(phi * phi * abs(x - y)) - x",
        "floor(abs(x - y) / (1 + sqrt(5)) * 2) + floor((sqrt(20) - 2) / 8 * 2 * y)",
        "floor((x - y) / 2) - floor(-x / 3)",
        "floor(phi * (x // 2))",
        "floor(phi) * x",
        "floor(abs((x - y) / 2)) + floor(max(x / 2, y / 3, 1))",
        "floor(if x > y then x / 2 else -y / 3) - floor(min(phi * x, phi * y))",
        "zeckendorf(x + 2 * y + 1)[0]",
        "size(zeckendorf(x + y)) % 2",
        "if x + y in fibonacci or size(zeckendorf(x)) > 1 then 1 else 0",
        "if x > 0 and zeckendorf(x)[0] > 1 then 3 else zeckendorf(y + 1)[0]",
    ];
    agree(&golden(), &terms);
}

/// Fibonacci's numeration with the multiples of the golden ratio less 1.
fn golden() -> Numeration {
    let machine = |accepting: &[bool], steps: &[(usize, &[u32], usize)]| {
        let mut rows = vec![BTreeMap::new(); accepting.len()];
        for (from, digits, to) in steps {
            rows[*from].insert(digits.to_vec(), *to);
        }
        Machine { accepting: accepting.to_vec(), steps: rows }
    };
    let words = machine(&[true, true], &[(0, &[0], 0), (0, &[1], 1), (1, &[0], 0)]);
    let mut numeration = Numeration::new(&[1, 1], &[1, 2], words).unwrap();
    let multiples = machine(
        &[true, true, false, true, true, false],
        &[
            (0, &[0, 0], 0),
            (0, &[1, 0], 1),
            (1, &[0, 0], 2),
            (1, &[0, 1], 3),
            (2, &[0, 1], 4),
            (3, &[0, 0], 5),
            (3, &[1, 0], 1),
            (4, &[0, 0], 2),
            (5, &[0, 0], 3),
            (5, &[1, 0], 1),
        ],
    );
    numeration.add_slope(Quadratic::new(-1, 1, 2, 5).unwrap(), multiples).unwrap();
    numeration
}

/// The terms have the values that the evaluator gives them, and no others.
fn agree(numeration: &Numeration, terms: &[&str]) {
    for text in terms {
        let e = parse_expression(text).unwrap();
        for x in [0i128, 1, 3, 6] {
            for y in [0i128, 2, 4] {
                let names = [("x", x), ("y", y)];
                let constants: BTreeMap<String, Constant> =
                    names.iter().map(|&(n, v)| (n.to_owned(), Constant::Int(v))).collect();
                let value = evaluate_constant(&e, &constants).unwrap();
                let mut reader = Reader::new(&["x", "y"], numeration);
                let result = reader.variable();
                let equal = equals(&mut reader, result, &e).unwrap();
                let at = fixed(0, x).and(fixed(1, y));
                let (known, trapped) = (at.clone().and(equal.clone()), at.and(reader.traps()));
                let count = reader.variables();
                let empty = |formula: &Formula| {
                    is_empty(numeration, count, &reader.complete(formula.clone())).unwrap()
                };
                assert_eq!(empty(&known), value < 0, "{text} at {x}, {y}");
                assert!(empty(&known.clone().and(!fixed(result, value))), "{text} at {x}, {y}");
                assert!(empty(&trapped), "{text} at {x}, {y}");
            }
        }
    }
}

#[test]
fn negative_operands_are_trapped() {
    let binary = Numeration::base(2).unwrap();
    for text in ["zeckendorf(x - 2)[0]", "floor(phi * (x - 3))", "(x - 3) // 100"] {
        let (mut reader, golden) = (Reader::new(&["x"], &golden()), golden());
        let result = reader.variable();
        equals(&mut reader, result, &parse_expression(text).unwrap()).unwrap();
        for x in 0..5 {
            let at = reader.complete(fixed(0, x).and(reader.traps()));
            let empty = is_empty(&golden, reader.variables(), &at);
            assert_eq!(empty, Ok(x >= 3), "{text} at {x}");
        }
    }
    for text in ["(x - 3) ^ 1", "[4, 5][x]", "popcount(x - 3) % 2", "v2(x) % 3"] {
        let mut reader = Reader::new(&["x"], &binary);
        let result = reader.variable();
        equals(&mut reader, result, &parse_expression(text).unwrap()).unwrap();
        for x in 0..5 {
            let at = reader.complete(fixed(0, x).and(reader.traps()));
            let wanted = match &text[..1] {
                "[" => x < 2,
                "v" => x >= 1,
                _ => x >= 3,
            };
            assert_eq!(is_empty(&binary, reader.variables(), &at), Ok(wanted), "{text} at {x}");
        }
    }
}

#[test]
fn what_is_not_definable_says_so() {
    let binary = Numeration::base(2).unwrap();
    let nested = format!("{}x{}", "(1 + ".repeat(150), ")".repeat(150));
    for text in [
        "x * y",
        "x // y",
        "x % 0",
        "if popcount(x) = popcount(y) then 1 else 0",
        "if popcount(x) < y then 1 else 0",
        "if x in primes or x in powers(3) then 1 else 0",
        "z",
        "gcd(x, y)",
        "x ** 2",
        "sum{i for i in 0..10 ** 9}",
        "sum{i for i in 0..99999}",
        "if any{x ^ t ^ t = y for t in 0..x} then 1 else 0",
        "if any{x ^ t = y for t in y..x} then 1 else 0",
        "if any{x ^ t < y for t in 0..x} then 1 else 0",
        "count{odious(v) for v in 1..x}",
        "count{odious(x) for v in 0..x}",
        "count{odious(v + 1) for v in 0..x}",
        "count{odious(v) for v in 0..x if v > y}",
        "sum{odious(v) for v in 0..x}",
        "if all{x ^ t = y for t in 0..x} then 1 else 0",
        &nested,
    ] {
        let mut reader = Reader::new(&["x", "y"], &binary);
        let result = reader.variable();
        let Ok(e) = parse_expression(text) else { continue };
        assert!(equals(&mut reader, result, &e).is_err(), "{text}");
    }
    for text in [
        "floor(sqrt(2) * x)",
        "floor(phi / 2 * x)",
        "floor(phi * x + 1 / 2)",
        "floor(phi * (x / 2 + y))",
        "floor(phi * x * y)",
        "floor(x / y)",
        "floor(x // y)",
        "floor(2 * abs(x / 2))",
        "floor(phi * max(x / 2, y))",
        "floor(abs(x / 2 - y / 3))",
        "zeckendorf(x)[1]",
        "zeckendorf(x)[y]",
    ] {
        let mut reader = Reader::new(&["x", "y"], &golden());
        let result = reader.variable();
        assert!(equals(&mut reader, result, &parse_expression(text).unwrap()).is_err(), "{text}");
        // and none of them in base 2
        let mut reader = Reader::new(&["x", "y"], &binary);
        assert!(equals(&mut reader, result, &parse_expression("floor(phi * x)").unwrap()).is_err());
        assert!(
            equals(&mut reader, result, &parse_expression("zeckendorf(x)[0]").unwrap()).is_err()
        );
    }
    let mut reader = Reader::new(&["x", "y"], &Numeration::base(3).unwrap());
    assert!(reader.condition(&parse_expression("x ^ y = 0").unwrap()).is_err());
}

#[test]
fn no_move_of_bash_joins_lost_heaps() {
    // take 1 to 3 of n: multiples of 4 are lost, and multiples of nothing else are
    let empty = |modulus: i128, most: i128| {
        let mut reader = Reader::new(&["n", "t"], &Numeration::base(2).unwrap());
        reader.name("m", Linear::constant(modulus));
        reader.name("most", Linear::constant(most));
        let text = "n % m = 0 and (n - t) % m = 0 and 1 <= t <= min(most, n)";
        let formula = reader.condition(&parse_expression(text).unwrap()).unwrap();
        is_empty(&Numeration::base(2).unwrap(), reader.variables(), &formula)
    };
    for modulus in 1..=9 {
        for most in 1..=8 {
            assert_eq!(empty(modulus, most), Ok(most < modulus), "{modulus}, {most}");
        }
    }
}

/// A term over x and y; everything that base 2 can read occurs in some of them.
fn term(d: &mut Draw, depth: usize) -> String {
    let Some(less) = depth.checked_sub(1) else {
        let leaf = d.pick(&["x", "y", "<0..9>"]);
        return d.text(leaf);
    };
    // Most are large, few of their parts.
    if !d.chance([1, 3, 25, 90][less]) {
        return term(d, less);
    }
    let form = d.pick(&[
        "<abs|lowbit|->(<#>)",
        "(<#> <// 2|// 3|% 3|% 4|// 70|% 66>)",
        "(<popcount|bitlen|v2>(<#>) % <2..5>)",
        "(<#> <+|-|*|^|&> <#>)",
        "<min|max|xor|bitor>(<#>, <#>)",
        "(if <#> in <powers(2)|odious|evil> then <#> else 1)",
        "(if <popcount|bitlen|v2>(<#>) SIGN <0..4> then <#> else <#>)",
        "(if <#> SIGN <#> then <#> else <#>)",
        "(if <a=#> in {1, <b=#>, 5} or <b> in 2..<c=#> then <c> else <a>)",
    ]);
    let sign = d.pick(&["=", "<", "<=", "!=", ">", ">="]);
    let form = form.replace("SIGN", sign).replace('#', &less.to_string());
    d.fill(&form, |d, depth| term(d, depth.parse().unwrap()))
}

#[test]
fn functions_linear_in_digits() {
    let input = |d: &mut Draw| {
        let (kind, first, rank) = (d.size(0..3), d.size(0..2), d.size(1..4));
        ((kind, first, rank), [(); 9].map(|()| d.size(0..4)), d.ints::<8>(-2..4), d.int(1..3))
    };
    check(60, input, |((kind, first, rank), taken, roots, factor)| {
        let (numeration, digits, call) = match kind {
            0 => (Numeration::base(2).unwrap(), 2, "regular(n, 2, "),
            1 => (Numeration::base(3).unwrap(), 3, "regular(n, 3, "),
            _ => (golden(), 2, "zeckendorf_regular(n, "),
        };
        let roots = &roots[..rank * if first == 0 { 1 } else { digits - 1 }];
        // every row takes one function or nothing
        let row = |&at: &usize| (0..rank).map(move |j| if j == at { factor } else { 0 });
        let matrices: Vec<i64> = taken[..rank * digits].iter().flat_map(row).collect();
        let text = format!("{call}{first}, {matrices:?}, {roots:?})");
        let e = parse_expression(&text).unwrap();
        let mut reader = Reader::new(&["n"], &numeration);
        let read = reader.value(&e);
        // what is doubled again and again has no finite list of values
        prop_assume!(factor == 1 || read.is_ok());
        let term = read.unwrap();
        let empty = |formula: Formula| {
            is_empty(&numeration, reader.variables(), &reader.complete(formula)).unwrap()
        };
        for n in 0..70 {
            let constants = BTreeMap::from([("n".to_owned(), Constant::Int(n))]);
            let value = evaluate_constant(&e, &constants);
            let trapped = !empty(fixed(0, n).and(reader.traps()));
            prop_assert_eq!(trapped, value.is_err(), "{} at {}", text, n);
            if let Ok(value) = value {
                let same = term.compare(Comparison::Eq, &Term::number(value)).unwrap();
                prop_assert!(!empty(fixed(0, n).and(same.clone())), "{} at {}", text, n);
                prop_assert!(empty(fixed(0, n).and(!same)), "{} at {}", text, n);
            }
        }
        Ok(())
    });
}

#[test]
fn functions_linear_in_pairs_of_digits() {
    let input = |d: &mut Draw| {
        let shape = (d.size(0..2), d.size(1..3));
        (shape, [(); 8].map(|()| d.size(0..3)), d.ints::<6>(-2..4))
    };
    check(30, input, |((first, rank), taken, roots)| {
        let row = |&at: &usize| (0..rank).map(move |j| i128::from(j == at));
        let matrices: Vec<i128> = taken[..rank * 4].iter().flat_map(row).collect();
        let roots = &roots[..rank * if first == 0 { 1 } else { 3 }];
        let pair = expr::build::digits_side_by_side(2, &[name("x"), name("y")], "i");
        let text = format!("regular({pair}, 4, {first}, {matrices:?}, {roots:?})");
        let e = parse_expression(&text).unwrap();
        let binary = Numeration::base(2).unwrap();
        let mut reader = Reader::new(&["x", "y"], &binary);
        let term = reader.value(&e).unwrap();
        let empty = |formula: Formula| {
            is_empty(&binary, reader.variables(), &reader.complete(formula)).unwrap()
        };
        for (x, y) in (0..9).flat_map(|x| (0..9).map(move |y| (x, y))) {
            let constants =
                [("x", x), ("y", y)].map(|(name, value)| (name.to_owned(), Constant::Int(value)));
            let value = evaluate_constant(&e, &constants.into());
            let at = fixed(0, x).and(fixed(1, y));
            let trapped = !empty(at.clone().and(reader.traps()));
            prop_assert_eq!(trapped, value.is_err(), "{} at {}, {}", text, x, y);
            if let Ok(value) = value {
                let same = term.compare(Comparison::Eq, &Term::number(value)).unwrap();
                prop_assert!(!empty(at.clone().and(same.clone())), "{} at {}, {}", text, x, y);
                prop_assert!(empty(at.and(!same)), "{} at {}, {}", text, x, y);
            }
        }
        Ok(())
    });
}

#[test]
fn functions_linear_in_digits_of_other_numerations_are_refused() {
    let binary = Numeration::base(2).unwrap();
    for (text, why) in [
        ("regular(n, 3, 0, [1, 1, 1], [1])", "needs the numeration"),
        ("regular(n, n, 0, [1, 1], [1])", "needs the numeration"),
        ("zeckendorf_regular(n, 0, [1, 1], [1])", "needs the numeration"),
        ("regular(n, 2, 0, [1, 0, 0, 1, 1, 1, 0, 1], [0, 1])", "too many values"),
        ("regular(n, 2, 0, [1, 1, 1], [1])", "do not fit together"),
        ("regular(n, 2, 2, [1, 1], [1])", "do not fit together"),
        ("regular(n, 4, 0, [1, 1, 1, 1], [1])", "needs the numeration"),
        ("regular(n, 2, 0, [1, n], [1])", "needs the numeration"),
    ] {
        let mut reader = Reader::new(&["n"], &binary);
        let read = reader.value(&parse_expression(text).unwrap()).map(|_| ());
        assert!(read.as_ref().is_err_and(|e| e.to_string().contains(why)), "{text}: {read:?}");
    }
}

#[test]
fn whatever_is_read_has_its_value() {
    let input = |d: &mut Draw| (term(d, 4), d.ints(0..20).map(i128::from));
    check(400, input, |(text, [x, y])| {
        let binary = Numeration::base(2).unwrap();
        let e = parse_expression(&text).unwrap();
        let constants: BTreeMap<String, Constant> = [("x", x), ("y", y)]
            .map(|(name, value)| (name.to_owned(), Constant::Int(value)))
            .into();
        let mut reader = Reader::new(&["x", "y"], &binary);
        let result = reader.variable();
        let Ok(equal) = equals(&mut reader, result, &e) else { return Ok(()) };
        let at = fixed(0, x).and(fixed(1, y));
        let empty =
            |formula: Formula| is_empty(&binary, reader.variables(), &reader.complete(formula));
        let Ok(sound) = empty(at.clone().and(reader.traps())) else { return Ok(()) };
        if !sound {
            return Ok(());
        }
        let value = evaluate_constant(&e, &constants)
            .map_err(|why| TestCaseError::fail(format!("{text} at {x}, {y}: {why}")))?;
        let known = at.and(equal);
        if let (Ok(none), Ok(no_other)) =
            (empty(known.clone()), empty(known.and(!fixed(result, value))))
        {
            prop_assert_eq!(none, value < 0, "{} at {}, {}", text, x, y);
            prop_assert!(no_other, "{} at {}, {}", text, x, y);
        }
        Ok(())
    });
}
