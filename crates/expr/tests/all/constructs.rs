//! Evaluation of every construct, by small examples with known answers.

use expr::eval::{
    Constant, Definitions, EvalError, Frame, Let, NamedCall, Names, NoContext, Program,
};
use expr::parser::parse_expression;
use std::collections::BTreeMap;

fn names() -> Names {
    let mut names = Names {
        slots: ["n", "k", "h1", "h2", "h3"].map(String::from).to_vec(),
        vectors: vec![("h".into(), 2, 3)],
        ..Names::default()
    };
    names.constants.insert("S".into(), Constant::Set("1,3,4".parse().expect("a set")));
    names.constants.insert("m".into(), Constant::Int(3));
    names.constants.insert("c".into(), Constant::List(vec![2, 9, 4]));
    names
}

const DEFINITIONS: [(&str, &str, &str); 9] = [
    ("f", "x", "if x <= 1 then x else f(x - 1) + f(x - 2)"),
    ("f0", "x", "f0(x)"),
    ("up", "x", "up(x + 1)"),
    ("even", "x", "if x = 0 then true else odd(if x > -10 then x - 1 else x)"),
    ("odd", "x", "even(x) and x = 9"),
    ("sums", "x, y", "if y = 0 then 0 else x + sums(x, y - 1)"),
    ("code", "n", "mex{code(n - i) for i in 1..n; code(i) ^ code(n - i) for i in 1..n - 1}"),
    ("five", "", "2 + m"),
    ("small", "x", "x in S or (x > 10 and small(x - 10))"),
];

fn definitions() -> Definitions {
    let parsed = DEFINITIONS.map(|(name, arguments, body)| {
        let arguments: Vec<String> =
            arguments.split(", ").filter(|a| !a.is_empty()).map(String::from).collect();
        (name, arguments, parse_expression(body).expect("the test's text parses"))
    });
    let lets: Vec<Let<'_>> =
        parsed.iter().map(|(name, arguments, body)| Let { name, arguments, body }).collect();
    Definitions::compile(&lets, &names().constants).expect("compiles")
}

fn evaluate(text: &str) -> Result<i128, EvalError> {
    let e = parse_expression(text).expect("the test's text parses");
    let program = Program::compile(&e, &names(), &definitions()).expect("compiles");
    program.integer(&mut Frame::new(vec![10, 2, 5, 6, 7]), &mut NoContext)
}

const VALUES: &[(&str, i128)] = &[
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
    ("count{true for t in primes if t <= 30}", 10),
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
    ("greedy_parts(28, [1, 0, 0, 1], [1, 2, 3, 4, 6])[1]", 6),
    ("size(greedy_parts(27, [2, 1], [1, 2])) + sum(greedy_parts(n, [1, 1], [1, 2]))", 14),
    ("nimprod(2, 3)", 1),
    ("carryless(7, 5) * 100 + carryless(3, 3)", 2705),
    ("popcount(7) + lowbit(12) + v2(8) + bitlen(9)", 14),
    ("cast32(2147483648)", -2_147_483_648),
    ("wrap32(4294967297)", 1),
    ("days(1900, 2) * 100 + days(2000, 2)", 2829),
    ("shl(3, 4) + shr(17, 2) + bit(5, 2)", 53),
    ("sums(3, 100000)", 300_000),
    ("code(60)", 59),
    ("five + five * 0", 5),
    ("if small(21) and not small(22) then 1 else 0", 1),
    ("sum{x for x in h} + sum{y for y in {n, n, 3}}", 31),
    ("count{true for s in squares if n * n - s >= 1}", 9),
    ("first{s for s in cubes if s > n}", 27),
    ("sum{x for x in zeckendorf(100)} - sum(zeckendorf(100))", 0),
    ("if (k = 2) = (n = 10) then 1 else 2", 1),
    ("sum{k * 10 + j for k in 1..k, j in k..2}", 45),
    ("mex{}", 0),
    ("floor((7 // 2) / 2) + floor(-7 / 2) + floor(sqrt(n * n * 2))", 11),
    ("floor(if n > 3 then phi ** 2 * 100 else 0) + floor(phi ** -1 * 100)", 322),
    ("gcd(12, 18) + isqrt(99) + abs(0 - 3)", 18),
    ("rounded(2 ** 53 + 1, 53) - 2 ** 53 + rounded(-11, 3)", -12),
    // lists
    ("sum([t * t for t in 1..n if t % 2 = 1])", 165),
    ("[t for t in 1..3; 7; t for t in h][4]", 5),
    ("size([a * b for a in 1..3, b in a..3]) + size(h)", 9),
    ("sum(h[2..3]) + size(h[3..2]) + size(c[0..1])", 15),
    ("h[2..3][0] * 10 + c[1..2][1]", 64),
    ("max(concat(h, 9, [k, n]))", 10),
    ("concat(1, 2, 3)[2] + size(concat([]))", 3),
    ("reverse(h)[0] * 100 + reverse([1, 2])[1]", 701),
    ("sum{v for v in c} + count{true for v in [1, 1, 2]}", 18),
    ("if [1, k] = [1, 2] and [1] != [1, 1] and c = [2, 9, 4] then 1 else 0", 1),
    ("if h = [5, 6, 7] and not reverse(h) = h then 1 else 0", 1),
    ("(if n > 3 then h else [1])[1 + 0]", 6),
    ("mex([0, 1, 3, 1]) + mex(h)", 2),
    ("sum{v for v in (if n < 3 then h else [k])}", 2),
    ("sum{v * v for v in h[1..2]}", 61),
    // sets
    ("size({1, k, 2, 1})", 2),
    ("list({5, 1, 3})[1] + list({3..n})[0]", 6),
    ("sum({d for d in 1..n if n % d = 0})", 18),
    ("size({t % 3 for t in 1..n})", 3),
    ("min({4, 2} + {7}) * 100 + max({4, 2} + {7} - {7, 8})", 204),
    ("sum({1..5} & {4..9} - {5})", 4),
    ("size(S - {3}) + size({1..9} & primes)", 6),
    ("size(squares & {1..100}) + size({1..n} - primes)", 16),
    ("if {1, 2} = {2, 1, 1} and {} != {3} and {1} - {1} = {} then 1 else 0", 1),
    ("if k in {1..3} - {3} and 3 not in {1..3} - {3} and 7 in primes - {2} then 1 else 0", 1),
    ("if 4 in {t * t for t in 1..3} and 5 not in {t * t for t in 1..3; 6} then 1 else 0", 1),
    ("first{x for x in {9, 4} + {6}}", 4),
    ("sum{x for x in if k = 2 then {n} else {1}}", 10),
    ("mex({0..3} - {2}) + xor({1, 2, 4})", 9),
    ("size(members(11, 3, 5)) * 100 + max(members(11, 3, 8))", 206),
    ("sum{x for x in members(11, 3, 8)} + count{2 in members(4, a, 9) for a in 0..2}", 14),
    ("if members(5, 1, 3) = {1, 3} and 10 ** 30 not in members(5, 1, 3) then 1 else 0", 1),
];

#[test]
fn values() {
    for &(text, value) in VALUES {
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
    let call = NamedCall { definition: "f0".to_owned(), arguments: vec![3] };
    assert_eq!(call.to_string(), "f0(3)");
    assert_eq!(evaluate("f0(3)"), Err(EvalError::NeverEnds(call)));
    assert_eq!(evaluate("f(500)"), Err(EvalError::Overflow));
    assert!(matches!(evaluate("up(0)"), Err(EvalError::TooDeep(_))));
    assert!(matches!(evaluate("if even(-1) then 1 else 0"), Err(EvalError::NeverEnds(_))));
    assert_eq!(evaluate("sum{1 for i in 1..10 ** 20}"), Err(EvalError::TooMuchWork));
    assert!(matches!(evaluate("sg"), Err(EvalError::Unavailable(_))));
    assert!(matches!(evaluate("sum(sg of options)"), Err(EvalError::Unavailable(_))));
    assert!(matches!(evaluate("sg({1, 2})"), Err(EvalError::Unavailable(_))));
    assert_eq!(evaluate("size(h[0..1])"), Err(EvalError::NoElement { index: 0, length: 3 }));
    assert_eq!(evaluate("size(c[0..3])"), Err(EvalError::NoElement { index: 3, length: 3 }));
    assert_eq!(evaluate("reverse(c)[3]"), Err(EvalError::NoElement { index: 3, length: 3 }));
    let least = "-(2 ** 126) - 2 ** 126";
    let far = EvalError::NoElement { index: i128::MIN, length: 3 };
    assert_eq!(evaluate(&format!("size(h[{least}..2])")), Err(far.clone()));
    assert_eq!(evaluate(&format!("size(c[{least}..2])")), Err(far));
    assert_eq!(evaluate("min({1} - {1})"), Err(EvalError::Nothing("min")));
    assert_eq!(evaluate("size({1..10 ** 20})"), Err(EvalError::TooMuchWork));
    assert_eq!(evaluate("size([t for t in 1..2000000])"), Err(EvalError::TooMuchWork));
    assert_eq!(evaluate("size({t for t in 1..2000000})"), Err(EvalError::TooMuchWork));
    let doubled = (0..40).fold("[1]".to_owned(), |list, _| format!("concat({list}, h, h, h)"));
    assert_eq!(evaluate(&format!("size({doubled})")), Ok(361));
    let long = "size(concat([t for t in 1..600000], [t for t in 1..600000]))";
    assert_eq!(evaluate(long), Err(EvalError::TooMuchWork));
    assert!(matches!(evaluate("rounded(5, 0)"), Err(EvalError::Undefined(_))));
}

#[test]
fn a_value_out_of_reach_is_not_a_missing_one() {
    for text in [
        "numdivisors(2 ** 89 - 1)",
        "prime(10 ** 7)",
        "primecount(10 ** 8)",
        "josephus(10 ** 12, 3)",
        "recurrence(10 ** 12, [1], [5])",
        "holonomic(10 ** 9, 7, 1, [1, 0, 1, 0], [1])",
        "lattice(10 ** 5, 10 ** 5, 7, [1, 0, 0, 0, 1, 1, 1, 1, 0, 0], [1])",
    ] {
        assert!(matches!(evaluate(text), Err(EvalError::Unavailable(_))), "{text}");
    }
    assert_eq!(evaluate("recurrence(1000, [1, 1], [0, 1])"), Err(EvalError::Overflow));
    assert_eq!(evaluate("lattice(-1, 0, 0, [1, 0, 1, 0, 0], [1])"), Ok(0));
    assert_eq!(evaluate("lattice(2, -1, 0, [1, 0, 1, 0, 0], [1])"), Ok(0));
    assert_eq!(evaluate("regular(2 ** 60, 2, 0, [9, 9], [1])"), Err(EvalError::Overflow));
    for text in [
        "numdivisors(0)",
        "prime(0)",
        "josephus(0, 3)",
        "fraenkel(-1, 2, 1)",
        "fraenkel(3, 0, 1)",
        "recurrence(-1, [1], [5])",
        "recurrence(1, [1, 1], [0])",
        "regular(0, 2, 1, [1, 1], [1])",
        "connected(1, 2, [5], [1, 2])",
    ] {
        assert!(matches!(evaluate(text), Err(EvalError::Undefined(_))), "{text}");
    }
}

#[test]
fn unknown_names_are_reported_where_they_stand() {
    for text in [
        "n + (k = 2)",
        "n and k",
        "if n then 1 else 2",
        "h + 1",
        "[1, 2]",
        "n[1]",
        "phi * n",
        "sqrt(n)",
        "S + 1",
        "not k",
        "count{t for t in 1..3}",
        "any{t for t in 1..3}",
        "1 < n = 2 < (n = 3)",
        "mex{n - p for p in primes if n > 3}",
        "zeckendorf(n)",
        "greedy_parts(n)[0]",
        "greedy_parts(n, [1, 1], [1, 2])",
        "head",
        "five(1)",
        "x + 1",
        "g(2)",
        "f(1, 2)",
        "gcd(1)",
        "n in nothing",
        "count{p for p in primes}",
        "[1, 2] + [3]",
        "{1, 2}",
        "{1} + 2",
        "{1} = [1]",
        "{1} < {2}",
        "1 < {2} < 3",
        "size(n)",
        "size(primes)",
        "size({1}, {2})",
        "list(primes - {2})[0]",
        "{1}[0]",
        "n[1..2]",
        "concat()",
        "concat({1}, 2)[0]",
        "reverse({1})[0]",
        "[k > 1 for k in 1..2][0]",
        "n in n - k",
        "h + 1",
        "sg of options",
        "if n = 1 then h else 2",
        "list(h, h)[0]",
        "n in {p for p in primes}",
        "first{p for p in primes - {2}}",
        "count{true for p in primes - {2} if p <= n}",
        "first{p for p in if n = 1 then primes else squares}",
        "n in members(5)",
        "size(members(n, 1))",
    ] {
        let e = parse_expression(text).expect("parses");
        let definitions = Definitions::default();
        let mistakes = Program::compile(&e, &names(), &definitions).expect_err(text);
        assert!(!mistakes.is_empty(), "{text}");
    }
}

/// Each kind is learned in a round of its own at worst, and hardly ever.
#[test]
fn thousands_of_definitions_compile() {
    let bodies = (0..4000).map(|i| parse_expression(&format!("x + {i}")).expect("parses"));
    let (bodies, arguments) = (bodies.collect::<Vec<_>>(), ["x".to_owned()]);
    let names: Vec<String> = (0..bodies.len()).map(|i| format!("g{i}")).collect();
    let lets = names.iter().zip(&bodies);
    let lets: Vec<Let<'_>> =
        lets.map(|(name, body)| Let { name, arguments: &arguments, body }).collect();
    let definitions = Definitions::compile(&lets, &BTreeMap::new()).expect("compiles");
    assert_eq!(definitions.names().count(), 4000);
}

/// Calls inside the deepest expressions the parser accepts must not exhaust a thread's stack.
#[test]
fn recursion_does_not_grow_the_stack() {
    let nested = |open: &str, close: &str, levels: usize| {
        let body = format!("{}f(x - 1){}", open.repeat(levels), close.repeat(levels));
        let body = parse_expression(&format!("if x = 0 then 0 else {body}")).expect("parses");
        let arguments = ["x".to_owned()];
        let lets = [Let { name: "f", arguments: &arguments, body: &body }];
        let definitions = Definitions::compile(&lets, &BTreeMap::new()).expect("compiles");
        let call = parse_expression("f(20000)").expect("parses");
        let program = Program::compile(&call, &Names::default(), &definitions).expect("compiles");
        program.integer(&mut Frame::default(), &mut NoContext)
    };
    assert_eq!(nested("1 + (", ")", 90), Ok(90 * 20_000));
    assert_eq!(nested("sum{", " for a in 1..1, b in 1..1}", 60), Ok(0));
    assert_eq!(nested("floor(1 + ", ")", 60), Ok(60 * 20_000));
    assert_eq!(nested("max([", "])", 60), Ok(0));
    assert_eq!(nested("sum(concat([", "]))", 60), Ok(0));
    assert_eq!(nested("sum({", "} + {})", 60), Ok(0));
    assert_eq!(nested("sum(reverse([y for y in {", "} & {0..9}]))", 25), Ok(0));
}
