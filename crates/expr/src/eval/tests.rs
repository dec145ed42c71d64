//! Evaluation of every construct, by small examples with known answers.

use super::*;
use crate::parser::parse_expression;

fn names() -> Names {
    let mut names = Names {
        slots: ["n", "k", "h1", "h2", "h3"].map(String::from).to_vec(),
        vectors: vec![Vector { name: "h".into(), first: 2, length: 3 }],
        ..Names::default()
    };
    names.constants.insert("S".into(), Constant::Set("1,3,4".parse().expect("a set")));
    names.constants.insert("m".into(), Constant::Int(3));
    names
}

fn evaluate(text: &str) -> Result<i128, EvalError> {
    let e = parse_expression(text).expect("the test's text parses");
    let body = parse_expression("if x <= 1 then x else f(x - 1) + f(x - 2)").expect("parses");
    let loops = parse_expression("f0(x)").expect("parses");
    let arguments = ["x".to_owned()];
    let all = [("f", &arguments[..], &body), ("f0", &arguments[..], &loops)];
    let definitions = Definitions::compile(all.into_iter(), &names()).expect("compiles");
    let program = Program::compile(&e, &names(), &definitions).expect("compiles");
    program.integer(&mut Frame::new(vec![10, 2, 5, 6, 7]), &mut NoContext)
}

#[test]
fn values() {
    for (text, value) in [
        ("n + 2 * k", 14),
        ("-7 // 2", -4),
        ("-7 % 2", 1),
        ("5 ^ 3 & 1", 4),
        ("2 ** 10", 1024),
        ("0 < k < 3 and not n = 3", 1),
        ("n = 3 implies n // 0 = 1", 1),
        ("if n > 3 then 1 else n // 0", 1),
        ("[4, 5, 6][k]", 6),
        ("h[1] + h[3]", 12),
        ("xor(h)", 4),
        ("max(h) - min(h)", 2),
        ("mex{0; 1; 3}", 2),
        ("mex{n - t for t in S}", 0),
        ("sum{t * t for t in 1..n if t % 2 = 1}", 165),
        ("count{t for t in primes if t <= 30}", 10),
        ("first{t for t in 1..n if t * t > 20}", 5),
        ("any{t = 7 for t in 1..n}", 1),
        ("all{t < 7 for t in 1..n}", 0),
        ("min{a + b for a in 1..3, b in a..3 if a != b}", 3),
        ("floor(phi * 1000000000000000000)", 1_618_033_988_749_894_848),
        ("floor((1 - k + sqrt(k * k + 2 * k + 5)) / 2 * n)", 13),
        ("7 in S", 0),
        ("4 in S and 5 in primes and 8 in powers(2)", 1),
        ("f(90)", 2_880_067_194_370_816_120),
        ("fib(10)", 55),
        ("sum(zeckendorf(100))", 100),
        ("zeckendorf(100)[0]", 3),
        ("nimprod(2, 3)", 1),
        ("popcount(7) + lowbit(12) + v2(8) + bitlen(9)", 14),
        ("cast32(2147483648)", -2_147_483_648),
        ("wrap32(4294967297)", 1),
        ("days(1900, 2) * 100 + days(2000, 2)", 2829),
        ("shl(3, 4) + shr(17, 2) + bit(5, 2)", 53),
        ("gcd(12, 18) + isqrt(99) + abs(0 - 3)", 18),
    ] {
        assert_eq!(evaluate(text), Ok(value), "{text}");
    }
}

#[test]
fn no_value_is_an_error_and_never_a_panic() {
    assert_eq!(evaluate("n // (k - 2)"), Err(EvalError::DivisionByZero));
    assert_eq!(evaluate("(2 ** 126) * 4"), Err(EvalError::Overflow));
    assert_eq!(evaluate("[1, 2][n]"), Err(EvalError::NoElement { index: 10, length: 2 }));
    assert_eq!(evaluate("h[0]"), Err(EvalError::NoElement { index: 0, length: 3 }));
    assert_eq!(evaluate("first{t for t in 1..3 if t > 5}"), Err(EvalError::Nothing("first")));
    assert_eq!(evaluate("f0(3)"), Err(EvalError::NeverEnds("f0(3)".into())));
    assert!(matches!(evaluate("f(100000)"), Err(EvalError::TooDeep(_))));
    assert!(matches!(evaluate("sg"), Err(EvalError::Undefined(_))));
}

#[test]
fn unknown_names_are_reported_where_they_stand() {
    for text in ["x + 1", "g(2)", "f(1, 2)", "gcd(1)", "n in nothing", "count{p for p in primes}"] {
        let e = parse_expression(text).expect("parses");
        let definitions = Definitions::default();
        let mistakes = Program::compile(&e, &names(), &definitions).expect_err(text);
        assert!(!mistakes.is_empty(), "{text}");
    }
}
