//! Laws of every kind written in C++, Python and Rust, compiled, and run against their tables.
//!
//! One program per language holds all functions. `rustc` is there wherever this test is; a
//! language whose compiler is missing is named on standard error and left out.

use crate::code;
use std::collections::BTreeSet;
use std::fmt::Write;

use crate::common::{Body, grid, octal, sequence, subtraction};
use detector::find;
use expr::emit::{Dialect, LawFunction, program};
use expr::law::{Law, LawKind};
use expr::parser::parse_expression;
use table::Table;

/// A law, where it is called, and what it must answer there.
struct Case {
    law: Law,
    /// The values before the law begins.
    head: Vec<i64>,
    is_list: bool,
    /// Ranges of the variables; the values are in row-major order.
    ranges: Vec<(i64, i64)>,
    values: Vec<i64>,
}

#[test]
fn emitted_code_gives_the_table() {
    let mut cases = from_tables();
    let kinds: BTreeSet<&str> = cases.iter().map(|c| c.law.kind.name()).collect();
    let all = [
        "affine",
        "arithmetic-periodic",
        "automatic",
        "beatty",
        "closed",
        "constant",
        "coordinates",
        "periodic",
        "positions",
        "recurrence",
        "regular",
        "residue",
        "sparse-exceptions",
        "xor",
    ];
    assert_eq!(kinds, BTreeSet::from(all), "a table for every kind");
    cases.extend(from_expressions());
    for (i, case) in cases.iter_mut().enumerate() {
        case.law.subject = format!("law{i}");
    }
    for dialect in code::languages() {
        compare(&cases, &run(&cases, dialect), dialect);
    }
}

/// Laws of some positions, values beside them, and positions of which nothing is known.
#[test]
fn emitted_code_refuses_where_no_law_speaks() {
    let law = |body: &str, condition: &str| Law {
        condition: Some(parse_expression(condition).unwrap()),
        exceptions: Vec::new(),
        ..case_of(body).law
    };
    let mut laws = [law("a // 2 + b", "b = 2"), law("a > b", "b % 3 = 1 and a >= 4")];
    laws[0].exceptions.push((vec![5, 2], 90));
    let beside: Vec<(Vec<i64>, i64)> = (0..7).map(|a| (vec![a, 3], 20 + a)).collect();
    let mut late = Law { subject: "late".to_owned(), ..case_of("3 * a").law };
    late.variables.truncate(1);
    late.from = Some(4);
    let alone = LawFunction { ranges: vec![(1, None)], ..LawFunction::of(&late) };
    let listed = LawFunction { beside: vec![(vec![1], 8), (vec![3], 9)], ..alone.clone() };
    let joined = LawFunction {
        laws: laws.iter().collect(),
        ranges: vec![(0, None), (0, Some(6))],
        beside,
        ..LawFunction::of(&laws[0])
    };
    let value = |a: i64, b: i64| match (a, b) {
        (0.., 3) if a < 7 => Some(20 + a),
        (5, 2) => Some(90),
        (0.., 2) => Some(a / 2 + b),
        (4.., 1 | 4) => Some(i64::from(a > b)),
        _ => None,
    };
    let pairs = (-1..9).flat_map(|a| (-1..9).map(move |b| (a, b)));
    let mut expected: Vec<Option<i64>> = pairs.map(|(a, b)| value(a, b)).collect();
    expected.extend((-1..9).map(|n| (n >= 4).then_some(3 * n)));
    let head = |n: i64| [None, None, Some(8), None, Some(9)].get((n + 1) as usize).copied();
    expected.extend((-1..9).map(|n| head(n).unwrap_or(Some(3 * n))));
    let words = expected.iter().map(|v| v.map_or("-".to_owned(), |v| v.to_string()));
    let expected = words.collect::<Vec<_>>().join("\n");
    for dialect in code::languages() {
        let functions = program(&[joined.clone(), alone.clone(), listed.clone()], dialect).unwrap();
        let calls = match dialect {
            Dialect::Cpp => {
                "#include <cstdio>
                #define TRY(e) try { std::printf(\"%lld\\n\", (long long)(e)); } \
                    catch (const std::out_of_range &) { std::printf(\"-\\n\"); }
                int main() {
                    for (int a = -1; a < 9; a++) for (int b = -1; b < 9; b++) TRY(law(a, b))
                    for (int n = -1; n < 9; n++) TRY(late(n))
                    for (int n = -1; n < 9; n++) TRY(late_2(n))
                }"
            }
            Dialect::Rust => {
                "fn call(f: impl Fn() -> i64 + std::panic::UnwindSafe) {
                    std::panic::catch_unwind(f).map_or_else(|_| println!(\"-\"), |v| println!(\"{v}\"));
                }
                fn main() {
                    for a in -1..9 { for b in -1..9 { call(move || law(a, b)) } }
                    for n in -1..9 { call(move || late(n)) }
                    for n in -1..9 { call(move || late_2(n)) }
                }"
            }
            _ => {
                "def call(f, *at):
    try: print(f(*at))
    except ValueError: print('-')
for a in range(-1, 9):
    for b in range(-1, 9): call(law, a, b)
for f in late, late_2:
    for n in range(-1, 9): call(f, n)
"
            }
        };
        let output = code::run(&format!("{functions}\n{calls}"), dialect);
        assert_eq!(output.trim(), expected, "{dialect:?}: {functions}");
    }
}

/// The sum of 2 for each digit 1 and 7 for each digit 2, doubled at every step to the left.
fn digits_in_base_three(n: i64) -> i64 {
    if n == 0 { 0 } else { 2 * digits_in_base_three(n / 3) + [0, 2, 7][n as usize % 3] }
}

/// By Lucas's theorem.
fn binomial_modulo_three(x: i64, y: i64) -> i64 {
    if x == 0 && y == 0 {
        return 1;
    }
    let of_digits = [[1, 0, 0], [1, 1, 0], [1, 2, 1]][x as usize % 3][y as usize % 3];
    of_digits * binomial_modulo_three(x / 3, y / 3) % 3
}

/// The first law of each table (of positions: all of them).
fn from_tables() -> Vec<Case> {
    let squares = |n: i64| (1..=n).any(|k| k * k == n);
    let golden = |n: i64| (0..).take_while(|v| v * v <= n * n + n * v).count() as i64 - 1;
    let fibonacci = |n: i64| (0..n).fold((1, 2), |(a, b), _| (b, a + b)).0;
    let tribonacci = |n: i64| (0..n).fold((1, 2, 4), |(a, b, c), _| (b, c, a + b + c)).0;
    let list = |lo: i64, hi: i64, f: &dyn Fn(i64) -> i64| {
        sequence("sg", lo, &(lo..=hi).map(f).collect::<Vec<_>>())
    };
    let named = |mut table: Table| {
        table.columns[0].name = "value".into();
        table
    };
    let square = [("a", 0, 24), ("b", 0, 24)];
    let wythoff = |[a, b]: [i64; 2]| i64::from(golden((a - b).abs()) != a.min(b));
    let last_one_parts = |n: i64| {
        // Zeckendorf: number of parts
        let (mut rest, mut count) = (n, 0);
        while rest > 0 {
            rest -= (0..).map(fibonacci).take_while(|&f| f <= rest).last().unwrap();
            count += 1;
        }
        count
    };
    let least_part = |n: i64| {
        let mut rest = n;
        loop {
            let part = (0..).map(fibonacci).take_while(|&f| f <= rest).last().unwrap();
            if part == rest {
                return part;
            }
            rest -= part;
        }
    };
    let moore = |p: &[i64]| {
        let ones = |i: u32| p.iter().map(|x| x >> i & 1).sum::<i64>();
        i64::from((0..6).any(|i| ones(i) % 3 != 0))
    };
    let mut terms = vec![1, 2, 3];
    while terms[terms.len() - 1] < 2000 {
        terms.push(terms[terms.len() - 1] + terms[terms.len() - 3]);
    }
    let is_term = |n: i64| terms.contains(&n);
    let tables = [
        list(0, 99, &|_| 4),
        list(-20, 99, &|n| 3 * n - 7),
        list(0, 99, &|n| n % 8),
        list(-30, 120, &|n| (n - 7).rem_euclid(9) / 3),
        list(0, 99, &|n| (n / 2 - 1).max(0)),
        list(0, 199, &|n| [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7, 0, 3][n as usize % 14]),
        sequence("sg", 0, &octal(&[7, 7], 400)),
        sequence("sg", 0, &octal(&[1, 5], 400)),
        list(-5, 399, &|n| if n < 25 { n * n % 23 } else { [7, 1, 0, 4, 9, 9, 2][n as usize % 7] }),
        sequence("sg", 0, &subtraction(&[2, 5, 11, 16], 400)),
        list(0, 199, &|n| n / 5 * 3 + [0, 7, 2, 2, 9][n as usize % 5]),
        list(0, 199, &|n| if n % 3 == 0 { 2 * (n / 3) + 1 } else { n % 3 }),
        list(0, 299, &golden),
        named(list(1, 299, &|n| golden(n) + n)),
        named(list(0, 60, &|n| if n == 0 { 1 } else { fibonacci(n - 1) })),
        named(list(0, 50, &tribonacci)),
        list(0, 600, &|n| i64::from(n.count_ones() % 2)),
        list(0, 600, &|n| i64::from(n.count_ones())),
        list(0, 600, &last_one_parts),
        list(1, 600, &|n| i64::from(n.trailing_zeros())),
        list(0, 2000, &digits_in_base_three),
        list(0, 300, &|n| i64::try_from(arith::nim_product(n as u64, 6)).unwrap()),
        list(0, 300, &|n| (n * n / 4 - 1).max(0)),
        list(0, 300, &|n| ((n + 1) >> (n + 1).trailing_zeros()) / 2),
        list(1, 300, &|n| least_part(n)),
        list(0, 400, &|k| {
            (1i64..).filter(|n| n.trailing_zeros() % 2 == 0).nth(k as usize).unwrap()
        }),
        list(0, 800, &|n| if squares(n) { 5 } else { n % 3 }),
        list(0, 2000, &|n| i64::from(!is_term(n))),
        list(1, 2000, &|n| {
            let power = (0..).map(|k| 6i64.pow(k)).take_while(|p| *p < n).last();
            i64::from(power.is_some_and(|p| n <= 3 * p))
        }),
        grid("sg", &[("h", 1, 5), ("a", 0, 24), ("b", 0, 24)], |p| {
            p[0] * ((p[1] / p[0]) ^ (p[2] / p[0])) + (p[1] + p[2]) % p[0]
        }),
        grid("sg", &square, |p| p[0] ^ p[1]),
        grid("sg", &square, |p| p[0].min(p[1]) + 2),
        grid("sg", &[("a", 1, 30), ("b", 1, 30)], |p| (p[0] - p[1]).rem_euclid(4)),
        grid("value", &[("x", 0, 39), ("y", 0, 35)], |p| binomial_modulo_three(p[0], p[1])),
        grid("value", &[("x", 0, 31), ("y", 0, 31)], |p| i64::from((p[0] & p[1]).count_ones() % 2)),
        grid("win", &[("a", 0, 11), ("b", 0, 11), ("c", 0, 11)], moore),
        grid("sg", &[("k", 0, 7), ("n", 0, 90)], |p| p[1] % (1 << p[0])),
        grid("win", &[("a", 0, 60), ("b", 0, 60)], |p| wythoff([p[0], p[1]])),
    ];
    let mut cases = Vec::new();
    for table in &tables {
        let column = &table.columns[0];
        let findings = find(table, &column.name);
        assert!(!findings.is_empty(), "no law of {:.90}", format!("{:?}", column.values));
        for finding in findings.into_iter().take(3) {
            let law = finding.law;
            let is_own = law.subject == column.name;
            let ranges: Vec<(i64, i64)> = match is_own {
                true => table.axes.iter().map(|a| (a.lo, a.hi)).collect(),
                false => vec![(law.from.unwrap(), law.from.unwrap() + 20)],
            };
            let values: Vec<i64> = match is_own {
                true => column.values.iter().collect(),
                false => {
                    let mut body = Body::new(&law.body, &law.variables);
                    (ranges[0].0..=ranges[0].1).map(|i| body.at(&[i])).collect()
                }
            };
            let before = law.from.filter(|_| is_own && ranges.len() == 1);
            let head = before.map_or(0, |from| usize::try_from(from - ranges[0].0).unwrap());
            let is_list = !is_own || column.name == "value";
            cases.push(Case {
                head: values[..head].to_vec(),
                is_list: is_list && values.is_sorted_by(|a, b| a < b),
                law,
                ranges,
                values,
            });
        }
    }
    cases
}

/// Expressions of every function and set of numbers, which no table above may need.
fn from_expressions() -> Vec<Case> {
    let bodies = [
        "floor(phi * (a - b))",
        "floor((a * sqrt(3) - b) / 2)",
        "floor((a - b * sqrt(12)) / (1 + sqrt(3)))",
        "floor(phi ** 2 * a + b / 3)",
        "floor(a / sqrt(2)) + floor(-b / phi) + floor((a - b) / 7)",
        "floor(sqrt(a * b))",
        "floor(abs((a + 1) / (b + 1) - (b + 1) / (a + 1)))",
        "floor(abs(phi * a - sqrt(5) * b)) + floor(min(phi * a, phi * b, 7))",
        "floor(3 * max(a / 2, b / 3, 1) - min(a / 5, b // 2) / 7)",
        "floor((if a < b then a / 2 else b / 3 - 4) * 5 / 2)",
        "floor(if a < b then a / 2 else phi * b)",
        "floor(abs(a / -3 + abs(b / 4 - a)) * 2 / 3)",
        "floor((abs(a - b) // 2) / 3 * max(a % 3, b // 2))",
        "nimprod(a, b) ^ nimprod(a + 100, 3 * b)",
        "gcd(a, b) + lowbit(a + 1) * popcount(b) - bitlen(a * b)",
        "v2(a + 1) + v2(6 * (b + 1))",
        "isqrt(a * b) + abs(a - b) - fib(a % 20)",
        "(a - b) // 3 + (b - a) % 5 + (a - 2 * b) // (b + 1)",
        "2 ** (a % 9) - 3 ** (b % 5)",
        "(a & b) + bitor(a, b) * shl(a, 2) - shr(b, 1) + bit(a, 2)",
        "min(a, b, 7) + max(a, b, 3) + xor(a, b, 5) + sum(a, b, 1)",
        "if a in squares then 1 else if b in cubes then 2 else if a in powers(3) then 3 else 0",
        "if a in factorials or b in fibonacci then 1 else if a in primes then 2 else 3",
        "if a in odious and not b in evil then 5 else if odious(b) then 6 else -1",
        "if a in {2, 5, 9} or b in 3..7 then -a else b",
        "if 1 <= a <= b < 9 then 1 else if a = b iff b > 4 then 2 else 3",
        "if a < 3 implies b < 3 then a * (b - 1) - (2 - a) else -(a + b)",
        "[3, -1, 4, 1, -5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3][a % 16] * [1, 2][b % 2]",
        "recurrence(a, [1, 0, 2], [1, 1, 3]) - recurrence(b, [-1], [7])",
        "holonomic(a % 20, 0, 1, [1, 1, -2, 4], [1]) - holonomic(b, 1000000007, 2, [2, 1, 3, 2, -3, 3], [1, 1])",
        "lattice(a % 9, b % 9, 0, [1, 0, 0, 0, 1, 1, 1, 1, 0, 0], [1]) + lattice(a, b, 1009, [0, 0, 3, -1, 1, 1, -1, 2, 0, 0, 0, 1, 1, 0, 0], [5, 2])",
        "lattice(b % 9, a % 9, 0, [1, 0, 0, 0, 1, 1, 1, 1, 0, 0], [1, 4])",
        "numdivisors(a + 1) * divisorsum(b + 1) - totient(a * b + 1) + moebius(a + 1)",
        "leastprime(a + 1) * omega(b + 1) - greatestprime(a * b + 1) + bigomega(a + 1) * radical(b + 1)",
        "prime(a + 1) - primecount(b) + josephus(a + 1, b + 1)",
        "fraenkel(a, b + 1, 2) - fraenkel(b, 1, a + 1)",
        "sum{numdivisors(k) for k in 1..a} + sum{k * k for k in a..b}",
        "regular(a, 2, 0, [0, 1, 1, 0, 1, 0, 0, 1], [4, 9])",
        "regular(a + 1, 3, 1, [1, 1, 0, 1, 2, 0, 0, 1, 1, 0, 1, 1], [1, 2, 5, 7])",
        "zeckendorf_regular(a, 0, [1, 0, 0, 1, 1, 1, 0, 1], [0, 1])",
        "zeckendorf_regular(a + 1, 1, [0, 1, 1, 0, 1, 0, 0, 1], [3, 8])",
        "tribonacci_regular(a, 0, [1, 0, 0, 1, 1, 1, 0, 1, 2, 1, 0, 1], [0, 1])",
        "tribonacci_regular(a + 1, 1, [3, 2, 1], [5, 7])",
        "pell_regular(a, 0, [0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1], [3, 8])",
        "pell_regular(a + 1, 1, [0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1], [1, 2, 3, 4])",
        "a = b or not a > b",
    ];
    // Functions not every version of the language has.
    let further = [
        ("icbrt", "icbrt(a * a * b) - icbrt(b)"),
        ("valuation", "valuation(a + 1, 3) + valuation(6 * (b + 1), 6)"),
        ("digitsum", "digitsum(31 * a + b, 3) - numdigits(a * b, 10)"),
    ];
    let bodies = bodies.into_iter().chain(further.map(|(_, text)| text));
    bodies.map(case_of).collect()
}

/// An expression in a and b as a law.
fn case_of(text: &str) -> Case {
    let body = parse_expression(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let variables = vec!["a".to_owned(), "b".to_owned()];
    let mut value = Body::new(&body, &variables);
    let ranges = vec![(0, 30), (0, 30)];
    let values = (0..31 * 31).map(|i| value.at(&[i / 31, i % 31])).collect();
    let law = Law {
        subject: "law".to_owned(),
        variables,
        kind: LawKind::Closed,
        body,
        from: None,
        condition: None,
        parameters: Vec::new(),
        exceptions: Vec::new(),
        words: text.to_owned().into(),
    };
    Case { law, head: Vec::new(), is_list: false, ranges, values }
}

/// Compiles and runs the functions: one line per law, its values, and per list its members.
fn run(cases: &[Case], dialect: Dialect) -> String {
    let definitions: Vec<LawFunction<'_>> = cases
        .iter()
        .map(|case| LawFunction {
            laws: vec![&case.law],
            notes: vec![case.law.words.to_string()],
            ranges: case.ranges.iter().map(|&(lo, _)| (lo, None)).collect(),
            beside: (case.ranges[0].0..).map(|n| vec![n]).zip(case.head.iter().copied()).collect(),
            is_list: case.is_list,
        })
        .collect();
    let functions = program(&definitions, dialect).unwrap();
    let calls = match dialect {
        Dialect::Cpp => format!("#include <cstdio>\n{}", calls_cpp(cases)),
        Dialect::Rust => calls_rust(cases),
        _ => calls_python(cases),
    };
    code::run(&format!("{functions}\n{calls}"), dialect)
}

fn calls_cpp(cases: &[Case]) -> String {
    let mut text = "int main() {\n".to_owned();
    for case in cases {
        let name = &case.law.subject;
        for (k, (lo, hi)) in case.ranges.iter().enumerate() {
            writeln!(text, "for (long long x{k} = {lo}; x{k} <= {hi}; x{k}++)").unwrap();
        }
        let call = ["x0", "x0, x1", "x0, x1, x2"][case.ranges.len() - 1];
        writeln!(text, "std::printf(\"%lld \", (long long){name}({call}));").unwrap();
        if case.is_list {
            writeln!(
                text,
                "for (long long x = {}; x <= {}; x++)",
                from_to(case).0,
                from_to(case).1
            )
            .unwrap();
            writeln!(text, "if (is_{name}(x)) std::printf(\"%lld \", x);").unwrap();
        }
        text.push_str("std::printf(\"\\n\");\n");
    }
    text + "}\n"
}

fn calls_rust(cases: &[Case]) -> String {
    let mut text = "fn main() {\n".to_owned();
    for case in cases {
        let name = &case.law.subject;
        for (k, (lo, hi)) in case.ranges.iter().enumerate() {
            write!(text, "for x{k} in {lo}..={hi} {{ ").unwrap();
        }
        let call = ["x0", "x0, x1", "x0, x1, x2"][case.ranges.len() - 1];
        write!(text, "print!(\"{{}} \", {name}({call}));").unwrap();
        text.push_str(&" }".repeat(case.ranges.len()));
        if case.is_list {
            let (lo, hi) = from_to(case);
            write!(text, "for x in {lo}..={hi} {{ if is_{name}(x) {{ print!(\"{{x}} \"); }} }}")
                .unwrap();
        }
        text.push_str("println!();\n");
    }
    text + "}\n"
}

fn calls_python(cases: &[Case]) -> String {
    let mut text = String::new();
    for case in cases {
        let name = &case.law.subject;
        let loops: Vec<String> = (0..)
            .zip(&case.ranges)
            .map(|(k, (lo, hi))| format!("for x{k} in range({lo}, {hi} + 1)"))
            .collect();
        let call = ["x0", "x0, x1", "x0, x1, x2"][case.ranges.len() - 1];
        write!(text, "print(*[{name}({call}) {}]", loops.join(" ")).unwrap();
        if case.is_list {
            let (lo, hi) = from_to(case);
            write!(text, ", *[x for x in range({lo}, {hi} + 1) if is_{name}(x)]").unwrap();
        }
        text.push_str(")\n");
    }
    text
}

/// Where the members of a list are asked for.
fn from_to(case: &Case) -> (i64, i64) {
    let last = case.values[case.values.len() - 1];
    (case.values[0] - 3, last.min(case.values[0] + 60))
}

fn compare(cases: &[Case], output: &str, dialect: Dialect) {
    assert_eq!(output.lines().count(), cases.len(), "{dialect:?}");
    for (case, line) in cases.iter().zip(output.lines()) {
        let mut expected = case.values.clone();
        if case.is_list {
            let (lo, hi) = from_to(case);
            expected.extend(case.values.iter().filter(|v| (lo..=hi).contains(*v)));
        }
        let found: Vec<i64> = line.split_whitespace().map(|v| v.parse().unwrap()).collect();
        assert_eq!(found, expected, "{dialect:?}: {} = {}", case.law.words, case.law.body);
    }
}
