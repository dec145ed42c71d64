//! Emitted code at far places, compiled and run.
//!
//! One program per language holds all functions; a language whose compiler is missing is named on
//! standard error and left out.
#![allow(
    clippy::print_stderr,
    reason = "a language left out must be seen, and the times on request"
)]

use std::collections::{BTreeMap, BTreeSet};

use crate::code;
use draw::some_of;
use expr::emit::{Dialect, LawFunction, program};
use expr::eval::{Definitions, Frame, Names, NoContext, Program};
use expr::law::{Law, LawKind};
use expr::parser::parse_expression;

/// What laws are made of, and how far C++ and Rust are asked and Python is: less far where
/// every number up to the place counts by itself.
const FAR: [(&str, i64, i64); 66] = [
    ("(a % 2) * primecount(leastprime(a))", 10_000_000, 10_000_000),
    ("primecount(a)", 10_000_000, 10_000_000),
    ("prime(a)", 664_579, 664_579),
    ("numdivisors(a) + divisorsum(a)", 10_000_000, 10_000_000),
    ("totient(a) - radical(a)", 10_000_000, 10_000_000),
    ("moebius(a) + greatestprime(a)", 10_000_000, 10_000_000),
    ("omega(a) + bigomega(a)", 10_000_000, 10_000_000),
    ("a // leastprime(a)", 10_000_000, 10_000_000),
    ("if 2 * a + 1 in primes then 1 else 0", 10_000_000, 10_000_000),
    ("josephus(a, 3) + josephus(a, 7)", 10_000_000, 10_000_000),
    ("fraenkel(a, 2, 1) + fraenkel(a, 3, b)", 10_000_000, 10_000_000),
    ("popcount(a & 3 * a) + v2(a) + lowbit(a)", 10_000_000, 10_000_000),
    ("2 ** (bitlen(a) - 1) + a // lowbit(a)", 10_000_000, 10_000_000),
    ("isqrt(8 * a + 1) + icbrt(a)", 10_000_000, 10_000_000),
    ("valuation(a, 3) + digitsum(a, 10)", 10_000_000, 10_000_000),
    ("digitsum(a, 2) + numdigits(a, 3)", 10_000_000, 10_000_000),
    ("zeckendorf(a)[0]", 10_000_000, 10_000_000),
    ("floor(phi * a)", 10_000_000, 10_000_000),
    ("floor(a * sqrt(2) + 1 / 2)", 10_000_000, 10_000_000),
    ("if min(a, b) != floor(phi * abs(a - b)) then 1 else 0", 10_000_000, 10_000_000),
    ("regular(a, 2, 0, [1, 0, 0, 1, 1, 1, 0, 1], [0, 1])", 10_000_000, 10_000_000),
    (
        "regular(a, 3, 1, [1, 1, 0, 1, 1, 0, 0, 1, 1, 0, 1, 1], [1, 2, 5, 7])",
        10_000_000,
        10_000_000,
    ),
    (
        "regular(a, 2, 0, [1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1], [0, 1, 1])",
        10_000_000,
        10_000_000,
    ),
    ("regular(a, 2, 0, [0, 1, 1, 0, 1, 0, 0, 1], [4, 9])", 10_000_000, 10_000_000),
    ("zeckendorf_regular(a, 0, [1, 0, 0, 1, 1, 1, 0, 1], [0, 1])", 10_000_000, 10_000_000),
    ("zeckendorf_regular(a, 1, [0, 1, 1, 0, 1, 0, 0, 1], [3, 8])", 10_000_000, 10_000_000),
    (
        "tribonacci_regular(a, 0, [1, 0, 0, 1, 1, 1, 0, 1, 2, 1, 0, 1], [0, 1])",
        10_000_000,
        10_000_000,
    ),
    ("tribonacci_regular(a, 1, [3, 2, 1], [5, 7])", 10_000_000, 10_000_000),
    ("pell_regular(a, 0, [0, 1, 1, 0, 1, 0, 0, 1, 1, 1, 0, 1], [3, 8])", 10_000_000, 10_000_000),
    ("pell_regular(a, 0, [0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0, 1], [3, 8])", 10_000_000, 10_000_000),
    ("nimprod(a, 6)", 10_000_000, 10_000_000),
    ("nimprod(a, b)", 10_000_000, 10_000_000),
    ("carryless(a, b)", 10_000_000, 10_000_000),
    ("gcd(a, b) + gcdsteps(a, b)", 10_000_000, 10_000_000),
    ("a ^ b", 10_000_000, 10_000_000),
    ("min(a, b) * max(a, b, 3) % 1009", 10_000_000, 10_000_000),
    ("if a in squares then 1 else if a in cubes then 2 else 0", 10_000_000, 10_000_000),
    (
        "if a in powers(3) or a in factorials or a in fibonacci then 1 else 0",
        10_000_000,
        10_000_000,
    ),
    (
        "if any{(bit(a, i) + bit(b, i)) % 3 != 0 for i in 0..bitlen(max(a, b))} then 1 else 0",
        10_000_000,
        10_000_000,
    ),
    (
        "sum{(2 * (a // 2 ** i % 2) + b // 2 ** i % 2) * 2 ** (2 * i) for i in 0..numdigits(max(a, b), 2)}",
        10_000_000,
        10_000_000,
    ),
    ("sum{3 ** i for i in 0..bitlen(a) - 1 if bit(a, i) = 1}", 10_000_000, 10_000_000),
    (
        "count{recurrence(i, [1, 0, 1], [1, 2, 3]) < a for i in 0..3 * bitlen(a) + 3}",
        10_000_000,
        10_000_000,
    ),
    ("count{i * (i + 1) // 2 + 1 < a for i in 0..a}", 10_000_000, 10_000_000),
    ("count{2 ** i + i < a for i in 0..bitlen(a)}", 10_000_000, 10_000_000),
    ("recurrence(a % 90, [1, 1], [0, 1])", 10_000_000, 10_000_000),
    (
        "recurrence(a % 600, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]) % 1000",
        300,
        300,
    ),
    ("fib(a % 90)", 10_000_000, 10_000_000),
    ("sum{numdivisors(k) for k in 1..a}", 10_000_000, 100_000),
    ("sum{isqrt(k) for k in 0..a}", 10_000_000, 1_000_000),
    ("sum{popcount(k) for k in 0..a}", 10_000_000, 1_000_000),
    ("[x for x in 1..4 * (a + 1) if v2(x) % 2 = 0][a]", 10_000_000, 1_000_000),
    ("[x for x in 0..8 * (a + 1) if not x in squares][a]", 10_000_000, 1_000_000),
    ("[x for x in 0..8 * (a + 1) if x % 7 in {1, 4, 5}][a]", 10_000_000, 1_000_000),
    ("holonomic(a, 1000000007, 1, [1, 1, -2, 4], [1])", 10_000_000, 100_000),
    ("holonomic(a, 998244353, 2, [1, 0, 1, 0, 1, 0], [1, 1])", 10_000_000, 100_000),
    ("holonomic(a % 30, 0, 1, [1, 1, -2, 4], [1])", 10_000_000, 10_000_000),
    ("lattice(a, b, 1009, [0, 0, 3, -1, 1, 1, -1, 2, 0, 0, 0, 1, 1, 0, 0], [5, 2])", 1000, 250),
    ("lattice(a, b, 1000000007, [1, 0, 1, 0, 0, 0, 1, 1, 0, 0], [1])", 2000, 500),
    ("if a in odious then a - 1 else a + 1", 10_000_000, 10_000_000),
    ("a // 5 * 3 + [0, 7, 2, 2, 9][a % 5]", 10_000_000, 10_000_000),
    (
        "[3, -1, 4, 1, -5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3][a % 16] * [1, 2][b % 2]",
        10_000_000,
        10_000_000,
    ),
    ("(a * ((b // 3) ^ (a // 7)) + b) % 1000003", 10_000_000, 10_000_000),
    ("bitor(a, b) + shl(a, 3) - shr(b, 2) + (if evil(a) then 1 else 0)", 10_000_000, 10_000_000),
    ("floor(abs((a + 1) / (b + 1) - (b + 1) / (a + 1)))", 10_000_000, 10_000_000),
    (
        "count{[a % 3, b % 3, (a + b) % 3][i] = max(a % 3, b % 3, (a + b) % 3) for i in 0..2}",
        10_000_000,
        10_000_000,
    ),
    ("2 ** (isqrt(8 * a + 1) % 40) + (isqrt(a) + 1) ** 2 - a", 10_000_000, 10_000_000),
];

/// A contest asks far and often. Whether the answers come in time is not tested, but a run that takes
/// a minute is killed.
#[test]
fn emitted_code_answers_far_and_often() {
    compare_far(200, 300_000, usize::MAX);
}

/// With `--nocapture` the times are said.
#[test]
#[ignore = "a minute or two"]
fn emitted_code_answers_a_contest() {
    compare_far(100_000, 10_000_000, 1);
}

/// Laws that grow beyond 64 bits, with the last place that has a value and one beyond 128 bits.
const FAST: [(&str, i64, i64); 6] = [
    ("fib(a)", 92, 200),
    ("recurrence(a, [1, 1], [0, 1])", 92, 200),
    ("holonomic(a, 0, 1, [1, 1, -2, 4], [1])", 35, 200),
    ("lattice(a, a, 0, [1, 0, 1, 0, 0, 0, 1, 1, 0, 0], [1])", 33, 200),
    ("3 ** a", 39, 200),
    ("regular(a, 2, 0, [9, 9], [1])", (1 << 19) - 1, 1 << 41),
];

/// A value that does not fit is refused, and what is asked next is answered.
#[test]
fn emitted_code_refuses_values_beyond_64_bits() {
    let mut laws = FAST.map(|(text, ..)| law_of(text));
    let (mut calls, mut expected) = (String::new(), Vec::new());
    for (i, (law, (_, last, far))) in laws.iter_mut().zip(FAST).enumerate() {
        law.subject = format!("law{i}");
        law.variables.truncate(1);
        let names = Names { slots: law.variables.clone(), ..Names::default() };
        let body = Program::compile(&law.body, &names, &Definitions::default()).unwrap();
        let mut frame = Frame::new(vec![last.into()]);
        let value = body.integer(&mut frame, &mut NoContext).unwrap().to_string();
        for at in [last, last + 1, far, last] {
            calls += &format!("TRY(law{i}({at}));\n");
            expected.push(if at == last { value.clone() } else { "-".to_owned() });
        }
    }
    let definitions: Vec<LawFunction<'_>> = laws.iter().map(LawFunction::of).collect();
    for dialect in code::languages().into_iter().filter(|d| *d != Dialect::Python) {
        let main = match dialect {
            Dialect::Cpp => format!(
                "#include <cstdio>
                #define TRY(e) try {{ std::printf(\"%lld\\n\", e); }} \
                    catch (const std::out_of_range &) {{ std::printf(\"-\\n\"); }}
                int main() {{ {calls} }}"
            ),
            _ => format!(
                "fn call(f: fn() -> i64) {{
                    std::panic::catch_unwind(f).map_or_else(|_| println!(\"-\"), |v| println!(\"{{v}}\"));
                }}
                fn main() {{ {} }}",
                calls.replace("TRY(", "call(|| ")
            ),
        };
        let text = format!("{}\n{main}", program(&definitions, dialect).unwrap());
        let (output, _) = code::Built::new(&text, dialect, true).run(&[]);
        let answers: Vec<&str> = output.lines().collect();
        assert_eq!(answers, expected, "{dialect:?}");
    }
}

/// Lists whose members are asked for.
const LISTS: [&str; 4] = [
    "floor(phi * a) + a",
    "a * (a + 3) // 2",
    "[x for x in 1..4 * (a + 1) if v2(x) % 2 = 0][a]",
    "recurrence(a, [1, 0, 1], [1, 2, 3])",
];

/// Asks `count` times, up to the greatest place (Python up to `most` at the furthest), and compares what
/// the answers make together; a run of a program answers for so many functions at once.
fn compare_far(count: i64, most: i64, at_once: usize) {
    let (far, listed): (Vec<_>, Vec<_>) = (some_of(FAR).collect(), some_of(LISTS).collect());
    let mut laws: Vec<Law> = far.iter().map(|(text, ..)| law_of(text)).collect();
    for (i, law) in (0..).zip(&mut laws) {
        law.subject = format!("law{i}");
        law.exceptions = (0..i % 3 * 20).map(|k| (vec![17 * k, 0], 7)).collect();
    }
    let mut lists: Vec<Law> = listed.iter().map(|text| law_of(text)).collect();
    for (i, list) in lists.iter_mut().enumerate() {
        list.subject = format!("list{i}");
        list.variables.truncate(1);
    }
    let two = laws.iter().map(LawFunction::of);
    let one = lists.iter().map(|list| LawFunction { is_list: true, ..LawFunction::of(list) });
    let definitions: Vec<LawFunction<'_>> = two.chain(one).collect();
    let asked = far.iter().map(|&(_, far, python)| (far, python));
    let asked = asked.chain(listed.iter().map(|_| (10_000_000, 10_000_000)));
    let asked: Vec<_> = asked.map(|(far, python)| (far, python.min(most))).collect();
    let built = code::languages().into_iter().map(|dialect| {
        let text =
            program(&definitions, dialect).unwrap() + &far_calls(dialect, laws.len(), lists.len());
        (dialect, code::Built::new(&text, dialect, true))
    });
    let built: Vec<(Dialect, code::Built)> = built.collect();
    let name = |i: i64| laws.iter().chain(&lists).map(|law| &law.words).nth(i as usize).unwrap();
    // What is asked: the number of a function, how far and how often; and what is answered.
    let mut known: BTreeMap<[i64; 3], String> = BTreeMap::new();
    for ((i, law), (far, _)) in (0..).zip(&laws).zip(&asked) {
        let (near, names) =
            (2000.min(*far), Names { slots: law.variables.clone(), ..Names::default() });
        let body = Program::compile(&law.body, &names, &Definitions::default()).unwrap();
        let mut frame = Frame::new(vec![0; 2]);
        let made = (0..20).fold(0, |all, k| {
            frame.set_all([near - k * 7_368_787 % near, near - k * 3_141_593 % near]);
            let value = body.integer(&mut frame, &mut NoContext).unwrap();
            (31 * all + value).rem_euclid(1_000_000_007)
        });
        known.insert([i, near, 20], made.to_string());
    }
    for (dialect, program) in built {
        let questions = (0..).zip(&asked).flat_map(|(i, &(far, python))| {
            let furthest = if dialect == Dialect::Python { python } else { far };
            [[i, far.min(2000), 20], [i, python, count], [i, furthest, count]]
        });
        let questions: Vec<[i64; 3]> = questions.collect::<BTreeSet<_>>().into_iter().collect();
        for questions in questions.chunks(at_once) {
            let arguments: Vec<String> = questions.iter().flatten().map(i64::to_string).collect();
            let (answers, time) = program.run(&arguments);
            if let [[i, far, _]] = *questions {
                eprintln!("{:6} ms {dialect:?} {far} {}", time.as_millis(), name(i));
            }
            assert_eq!(answers.lines().count(), questions.len());
            for (&[i, far, often], answer) in questions.iter().zip(answers.lines()) {
                let expected = known.entry([i, far, often]).or_insert_with(|| answer.to_owned());
                assert_eq!(answer, *expected, "{dialect:?}: {} to {far}", name(i));
            }
        }
    }
}

/// An expression in a and b as a law.
fn law_of(text: &str) -> Law {
    Law {
        subject: String::new(),
        variables: vec!["a".to_owned(), "b".to_owned()],
        kind: LawKind::Closed,
        body: parse_expression(text).unwrap(),
        from: None,
        condition: None,
        parameters: Vec::new(),
        exceptions: Vec::new(),
        words: text.to_owned().into(),
    }
}

/// A program that prints what some answers make together, by the number of the function, the greatest
/// place and how many; for one such triple after the other.
fn far_calls(dialect: Dialect, laws: usize, lists: usize) -> String {
    let names = |form: &str| -> String {
        let laws = (0..laws).map(|i| form.replace('$', &format!("law{i}(a, b)")));
        let lists = (0..lists).map(|i| form.replace('$', &format!("is_list{i}(a)")));
        laws.chain(lists).collect()
    };
    match dialect {
        Dialect::Cpp => format!(
            "
#include <cstdio>
#include <cstdlib>
int main(int, char **argv) {{
    long long (*f[])(long long, long long) = {{{}}};
    for (; argv[1]; argv += 3) {{
        long long far = std::atoll(argv[2]), count = std::atoll(argv[3]), all = 0, m = 1000000007;
        for (long long k = 0; k < count; k++)
            all = ((31 * all + f[std::atoi(argv[1])](far - k * 7368787 % far, far - k * 3141593 % far) % m) % m + m) % m;
        std::printf(\"%lld\\n\", all);
    }}
}}",
            names("[](long long a, long long b) -> long long { (void)b; return $; }, ")
        ),
        Dialect::Rust => format!(
            "
fn main() {{
    let arguments: Vec<i64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let f: &[fn(i64, i64) -> i64] = &[{}];
    for asked in arguments.chunks(3) {{
        let (far, count) = (asked[1], asked[2]);
        let one = |k: i64| f[asked[0] as usize](far - k * 7368787 % far, far - k * 3141593 % far);
        println!(\"{{}}\", (0..count).fold(0, |all, k| (31 * all + one(k) % 1000000007).rem_euclid(1000000007)));
    }}
}}",
            names("|a, b| { let _ = b; i64::from($) }, ")
        ),
        _ => format!(
            "
import sys
f = [{}]
for i, far, count in zip(*[map(int, sys.argv[1:])] * 3):
    all_ = 0
    for k in range(count):
        all_ = (31 * all_ + f[i](far - k * 7368787 % far, far - k * 3141593 % far)) % 1000000007
    print(all_)
",
            names("lambda a, b: $, ")
        ),
    }
}
