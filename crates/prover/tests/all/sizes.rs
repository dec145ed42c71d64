//! Numbers of any size wherever laws, rules and certificates have numbers: each is answered or
//! refused.

use prover::{Question, Unproved, prove, prove_elsewhere, refute, statement};
use rayon::prelude::*;
use serde_json::Value;

/// The ends of the integers of several widths, with neighbours, and negatives, and beyond.
const NUMBERS: [&str; 10] = [
    "2147483648",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "170141183460469231731687303715884105727",
    "170141183460469231731687303715884105728",
    "10000000000000000000000000000000000000000",
    "-2147483649",
    "-9223372036854775808",
    "-170141183460469231731687303715884105727",
];

/// More of them.
fn numbers() -> Vec<String> {
    let powers = [31, 32, 63, 64, 126].map(|bits| 1i128 << bits);
    let around = powers.iter().flat_map(|power| (-1..=1).map(move |more| power + more));
    let all = around.chain([0, 1]).flat_map(|number| [number, -number]);
    all.map(|number| number.to_string()).chain(NUMBERS.map(str::to_owned)).collect()
}

/// Laws of one heap n, with a number for `@`.
const LAWS: [&str; 52] = [
    "sg = @",
    "sg = n % @",
    "sg = n // @",
    "sg = @ % n",
    "sg = n * @",
    "sg = n - @ * n",
    "sg = n ^ @",
    "sg = n & @",
    "sg = bitor(n, @)",
    "sg = n ** @",
    "sg = @ ** n",
    "sg = 2 ** @ - 2 ** @ + n",
    "sg = (n * n) % @",
    "sg(n + @) = sg",
    "sg(@) = 0",
    "n >= @ implies sg(n + 1) = sg(n)",
    "n >= 0 implies sg(n + @) = sg(n) + @",
    "sg = [1, 2, 3][@]",
    "sg = [1, 2, 3][n % @]",
    "sg = size([1, 2, 3][0..@])",
    "sg = sum{k for k in 0..@}",
    "sg = sum{k for k in @..@ + 3}",
    "sg = xor{k for k in @..n}",
    "sg = count{k = n for k in 1..@, j in 1..@}",
    "sg = size([0 for k in 1..@])",
    "sg = mex{k for k in 0..@}",
    "sg = if n in {1, 2, @} then 1 else 0",
    "sg = if n in @..@ + 1 then 1 else 0",
    "sg = min(n, @)",
    "sg = abs(n - @)",
    "sg = bit(n, @)",
    "sg = v2(n + 1) * @",
    "sg = popcount(n) % @",
    "sg = (popcount(n) * popcount(n)) % @",
    "sg = digitsum(n, @) % 3",
    "sg = digitsum(n, 3) % @",
    "sg = numdigits(n, @) % 2",
    "sg = valuation(n + 1, @) % 2",
    "sg = valuation(@, 3)",
    "sg = nimprod(n, @)",
    "sg = floor(n * sqrt(@))",
    "sg = floor(n * (1 + sqrt(5)) / @)",
    "sg = floor(@ * n / 3)",
    "sg = recurrence(n, [1, 1], [0, @])",
    "sg = recurrence(@, [1, 1], [0, 1])",
    "sg = greedy_parts(n, [1, 1], [1, @])[0]",
    "sg = zeckendorf(n + @)[0]",
    "sg = fib(@) - fib(@) + n",
    "sg = regular(n, @, 0, [1, 1], [1])",
    "sg = regular(n, 2, @, [1, 1], [1])",
    "sg = regular(n, 2, 0, [1, @], [@])",
    "sg = if n in powers(@) then 1 else 0",
];

/// Laws of outcomes, and conditions that numbers decide.
const CONDITIONS: [&str; 16] = [
    "lose iff n % @ = 0",
    "lose iff n % 3 < @",
    "lose iff n % 5 in @..4",
    "not misere iff n % @ = 1",
    "win iff n > @",
    "win iff n % 3 != 0 and @ > 0",
    "win iff popcount(n) % @ < 100",
    "lose iff n % 3 = 0 and popcount(n) % @ < 100",
    "win iff popcount(n) > @",
    "win iff n in powers(@)",
    "win iff any{n = k * @ for k in 0..n}",
    "win iff all{bit(n, j) = 0 for j in 0..@}",
    "@ = 1 implies (lose iff n % 3 = 0)",
    "count{fib(j) <= 10 for j in 1..@} = 5 implies win",
    "win(n - @)",
    "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..@}",
];

/// Rules with a number for `@`, the names of whose coordinates are n and, of pairs, b.
const RULES: [&str; 34] = [
    "heap n\nmove n -> n - @ if n >= @",
    "heap n from @\nmove n -> n - 1 if n > @",
    "heap n\nmove n -> n - t for t in 1..min(n, @)",
    "heap n\nmove n -> n - t for t in @..n",
    "heap n\nmove n -> n - t for t in {1, @} if t <= n",
    "heap n\nmove n -> n - t for t in powers(@) if t <= n",
    "heap n\nmove n -> n // @ if n > 0",
    "heap n\nmove n -> n - t for t in 1..2 if t <= n and n % @ = 0",
    "heap n\nmove n -> n - t for t in 1..2 if t <= n and popcount(n) % @ = 0",
    "heap n\nmove n -> n - t for t in 1..2 if t <= n and n * @ > @",
    "heap n\nmove n -> @ if n > @",
    "heap n\nmove n -> n - 1 | @ if n > @",
    "heap n\nmove n -> i | n - i for i in 1..n - @",
    "heap n\nmove n -> n ^ @ if n ^ @ < n",
    "heap n\nmove n -> n - 2 ** @ if n >= 2 ** @",
    "heap n\nmove n -> n - fib(@) if n >= fib(@)",
    "heap n\nmove n -> n - [1, 2][@] if n >= 3",
    "heap n\nmove n -> n - count{j = 1 for j in 0..@} if n > 0",
    "heap n\nmove n -> n - t for t in S if t <= n",
    "heap n\nlet f(x) = x % @\nmove n -> n - 1 if f(n) = 1",
    "heap n\nlet f(x) = mex{f(x - t) for t in 1..min(x, @)}\nmove n -> n - t for t in 1..min(n, @)",
    "coins n from @\nturn n, y for y in @..n - 1",
    "coins n from 1\nturn n and any @ of y in 1..n - 1",
    "coins n from 1\nturn n and any 0..@ of y in 1..n - 1",
    "coins n from 1\nturn n..@",
    "coins (n, b) from @\nturn (n, b), (i, b), (n, j), (i, j) for i in @..n - 1, j in @..b - 1",
    "state (n in 0..@)\nmove (n) -> (n - 1) if n > 0",
    "state (n, b in 0..@)\nmove (n, b) -> (n - 1, b) if n > 0",
    "state (n, b)\nmove (n, b) -> (n - t, min(@ * t, n - t)) for t in 1..min(n, b)",
    "state (n[@])\nmove n[1]: n[1] - 1 if n[1] > 0",
    "state heaps n[@]\nmove one of n[i]: n[i] - t for t in 1..n[i]",
    "state heaps n[2]\nmove any 1..@ of n[i]: n[i] - t for t in 1..n[i]",
    "state (n, b)\nmove (n, b) -> (n - @, b) if n >= @\nmove (n, b) -> (n, b - 1) if b > 0",
    "heap n\nmove n -> n - 1 if n > 0\nstart k: n - @ | @",
];

/// What is asked of a rule whose numbers are altered.
const ASKED: [&str; 9] = [
    "sg = ?",
    "win iff ?",
    "sg = n % 3",
    "lose iff n % 3 = 0",
    "b = 1 implies ?",
    "b = 1 implies win iff ?",
    "sg = mex(sg of options)",
    "misere iff n > 1",
    "sg = f(n)",
];

const SMALL: &str = "heap n\nmove n -> n - t for t in 1..2 if t <= n";
const BINARY: &str = "heap n\nmove n -> n - t for t in powers(2) if t <= n";
const RANGE: &str = "heap n\nmove n -> n - t for t in 1..min(n, m)";

/// Asks everything that takes a rule and a law.
fn ask(header: &str, body: &str, given: &[(&str, &str)], law: &str) {
    let rule = format!("game g{header}\n{body}\n");
    let given = given.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let parameters: Vec<(String, String)> = given.collect();
    let question = Question {
        rule: rule.clone(),
        parameters,
        quantity: statement::quantity(law).to_owned(),
        law: Some(law.to_owned()),
        to: 300,
    };
    match prove(&question) {
        Ok(certificate) => assert!(checker::verify(&certificate.text).is_ok()),
        Err(why) => assert_ne!(why, Unproved::Interrupted),
    }
    if law.contains('?') {
        return;
    }
    let proof = prove_elsewhere(&question, &[], &|_| None);
    assert_ne!(proof, Err(Unproved::Interrupted));
    let _ = refute(&question);
}

fn ask_laws(numbers: &[impl AsRef<str> + Sync]) {
    let laws: Vec<&str> = LAWS.into_iter().chain(CONDITIONS).collect();
    let all = laws.par_iter().flat_map(|law| numbers.par_iter().map(move |n| (law, n.as_ref())));
    all.for_each(|(law, number)| {
        let altered = law.replace('@', number);
        ask("", BINARY, &[], &altered);
        // slopes take long to search for
        if !law.contains("floor(") {
            ask("", SMALL, &[], &altered);
        }
        if CONDITIONS.contains(law) {
            ask("(m = 2 in 1..)", RANGE, &[], &altered);
        }
    });
}

fn ask_rules(numbers: &[impl AsRef<str> + Sync]) {
    let all = RULES.par_iter().flat_map(|rule| numbers.par_iter().map(move |n| (rule, n.as_ref())));
    all.for_each(|(rule, number)| {
        let altered = rule.replace('@', number);
        for law in ASKED {
            ask("(S = {1, 2})", &altered, &[("S", number)], law);
            if rule.contains(" S ") {
                ask("(S = {1, 2})", &altered, &[("S", &format!("1..{number}"))], law);
            }
        }
    });
}

#[test]
fn numbers_of_laws() {
    // the greatest of 128 bits and -2^63; the others with `more_numbers`
    ask_laws(&[4, 8].map(|at| NUMBERS[at]));
}

#[test]
fn numbers_of_rules() {
    ask_rules(&NUMBERS);
}

#[test]
#[ignore = "takes minutes: more numbers"]
fn more_numbers() {
    ask_laws(&numbers());
    ask_rules(&numbers());
}

#[test]
fn numbers_of_parameters() {
    for number in NUMBERS {
        for range in ["", " in 1..", " in 1..@", " in @.."] {
            let header = format!("(m = {number}{})", range.replace('@', number));
            for law in ["lose iff n % (m + 1) = 0", "lose iff n % (m * m) < m", "sg = n % (m + 1)"]
            {
                ask(&header, RANGE, &[], law);
                ask(&header, RANGE, &[("m", number)], law);
                ask("(m = 2 in 1..)", RANGE, &[("m", number)], law);
            }
        }
    }
}

/// Every number of a JSON value replaced, one at a time.
fn altered(value: &Value, number: &Value, all: &mut Vec<Value>, put: &dyn Fn(Value) -> Value) {
    match value {
        Value::Number(_) => all.push(put(number.clone())),
        Value::Array(list) => {
            for (at, inner) in list.iter().enumerate().take(6) {
                let put = |new: Value| {
                    let mut list = list.clone();
                    list[at] = new;
                    put(Value::Array(list))
                };
                altered(inner, number, all, &put);
            }
        }
        Value::Object(fields) => {
            for (name, inner) in fields {
                let put = |new: Value| {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), new);
                    put(Value::Object(fields))
                };
                altered(inner, number, all, &put);
            }
        }
        _ => {}
    }
}

#[test]
fn numbers_of_certificates() {
    let proved = |rule: &str, law: &str| {
        let question = Question {
            rule: rule.to_owned(),
            parameters: Vec::new(),
            quantity: statement::quantity(law).to_owned(),
            law: Some(law.to_owned()),
            to: 1000,
        };
        match prove(&question) {
            Ok(certificate) => serde_json::from_str::<Value>(&certificate.text).unwrap(),
            Err(why) => panic!("{rule} {law}: {why}"),
        }
    };
    let wythoff = "game w\nstate (a, b)\nmove (a - t, b) for t in 1..a\nmove (a, b - t) for t in 1..b\n\
        move (a - t, b - t) for t in 1..min(a, b)";
    let limit = "game l\nstate (n, q)\nmove (n - t, min(2 * t, n - t)) for t in 1..min(n, q)";
    let seeds = [
        proved("octal:0.77", "n >= 71 implies sg(n + 12) = sg(n)"),
        proved("game g\nheap n\nmove n -> n - t for t in 1..2 if t <= n", "sg = n % 3"),
        proved("game g\nheap n\nmove n -> n - t for t in 1..2 if t <= n", "lose iff n % 3 = 0"),
        proved(
            "game g\nheap n\nmove n -> n - t for t in powers(2) if t <= n",
            "lose iff n % 3 = 0",
        ),
        proved(wythoff, "lose iff min(a, b) = floor(phi * abs(a - b))"),
        proved(limit, "q = n - 1 implies (lose iff n in fibonacci)"),
    ];
    for number in NUMBERS {
        // JSON has no numbers beyond those of 64 bits but floats
        let Ok(number) = serde_json::from_str::<Value>(number) else { continue };
        seeds.par_iter().for_each(|seed| {
            let mut all = Vec::new();
            altered(seed, &number, &mut all, &|whole| whole);
            for whole in all {
                let _ = checker::verify(&whole.to_string());
            }
        });
    }
}
