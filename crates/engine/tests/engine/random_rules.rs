//! The machine against the definition, and one thread against many, on random rules.

use crate::common::{MEANS, compile, request};
use engine::{Component, Kernel, Means, Positions, Request, SearchStop, Silent, Stop};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::LazyLock;

/// A guard over the state and the move's variables.
pub(crate) fn guards(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let name = proptest::sample::select(names);
    // In most moves the innermost quantifier.
    let last = names[names.len() - 1];
    prop_oneof![
        Just(String::new()),
        (name.clone(), name.clone(), 2..5i64, 0..2i64).prop_map(move |(a, b, m, r)| format!(
            " if not any{{({a} - q * {b}) % {m} = 1 and q != {a} for q in {r}..{last}}}"
        )),
        (name.clone(), 2..5i64, 0..3i64).prop_map(move |(a, m, c)| format!(
            " if all{{({a} + q) % {m} != {c} for q in 1..{last} - {c}\tif q != 3}}"
        )),
        (name.clone(), 0..3i64)
            .prop_map(move |(a, r)| format!(" if {last} > 0 and {a} % {last} = {r}")),
        (name.clone(), name.clone(), 0..2i64)
            .prop_map(|(a, b, r)| format!(" if digitsum(abs({a} - 2 * {b}), 3) % 2 = {r}")),
        (name.clone(), name.clone(), 1..4i64)
            .prop_map(|(a, b, c)| format!(" if {a} <= {b} or numdivisors({a} - {b}) > {c}")),
        (name.clone(), 1..5i64, 0..3i64).prop_map(|(n, m, r)| format!(" if {n} % {m} != {r}")),
        (name.clone(), name.clone(), 2..7i64)
            .prop_map(|(a, b, m)| format!(" if ({a} * {a} + {b}) % {m} > 0")),
        (name.clone(), name.clone()).prop_map(|(a, b)| format!(" if {a} != {b}")),
        (name.clone(), name.clone(), 0..6i64)
            .prop_map(|(a, b, c)| format!(" if {a} ^ {b} > {c} or not {a} & 1 = 0")),
        (name.clone(), 1..9i64).prop_map(|(a, c)| format!(" if {a} in {{1, {c}}} or {a} > 4")),
        (name.clone(), name.clone(), 1..3i64)
            .prop_map(|(a, b, c)| format!(" if gcd({a}, {b} + 6) <= {c}")),
        (name.clone(), name.clone())
            .prop_map(|(a, b)| format!(" if not any{{{a} = q * q for q in 1..{b}}}")),
        (name.clone(), name, 1..5i64)
            .prop_map(|(a, b, c)| format!(" if min({a}, {b}) // {c} <= max({a} - {c}, 2)")),
    ]
}

pub(crate) fn heap_moves() -> impl Strategy<Value = String> {
    let stuck = proptest::sample::select(&["", "", "", " when stuck"][..]);
    let k = &["n", "k"][..];
    prop_oneof![
        (0..3i64, 1..6i64, guards(k), stuck.clone()).prop_map(|(a, b, g, s)| format!(
            "move n -> n - k for k in 1 + {a}..min(n, {b} + {a}){g}{s}"
        )),
        (guards(k)).prop_map(|g| format!("move n -> n - k for k in 1..n{g}")),
        (guards(k)).prop_map(|g| format!("move n -> k | n - k for k in 1..n // 2{g}")),
        (guards(k)).prop_map(|g| format!("move n -> k | n - k for k in 1..n - 1{g}")),
        (guards(k), 1..4i64)
            .prop_map(|(g, c)| format!("move n -> k // {c} | n - k for k in 1..n{g}")),
        (1..4i64).prop_map(|c| format!("move n -> n // 2 if n > {c}")),
        (1..4i64).prop_map(|c| format!("move n -> n - s for s in {{{c}, {}, 7}} if s <= n", c + 2)),
        Just("move n -> n - s for s in squares if s <= n and s % 3 != 0".to_owned()),
        (1..4i64).prop_map(|c| format!(
            "move n -> n - s for s in fibonacci if s <= n and {c} * s <= n + 3"
        )),
        (1..6i64).prop_map(|t| format!("move n -> none if n = {t}")),
        (masks("k", "n"), guards(k), 0..3i64).prop_map(|(mask, g, c)| format!(
            "move n -> n - k for k in {c}..n if k > 0 and {mask}{}",
            g.replace(" if ", " and ")
        )),
        (guards(&["n", "i"]), 1..3i64).prop_map(|(g, c)| {
            format!("move n -> shl(shr(n, i + {c}), i) + n % 2 ** i for i in 0..bitlen(n) - {c}{g}")
        }),
        (guards(&["n", "i", "j"])).prop_map(|g| {
            format!("move n -> i | j | n - i - j for i in 1..n // 3, j in i..(n - i) // 2{g}")
        }),
    ]
}

/// Conditions that leave t few values for each s.
fn tellings() -> impl Strategy<Value = String> {
    let conditions = proptest::sample::select(
        &[
            "abs(s - t) <= C",
            "abs(s + t - b) < C + 2",
            "t = s + C",
            "2 * s = t + C",
            "s * s % 3 != 1 and t = a - s",
            "t >= s - C and t < s + 2 and t > 0 and a % t > 0",
            "t <= min(s, b - s) and t >= s - C",
            "not any{s = t + u for u in C..9}",
        ][..],
    );
    (conditions, 0..4i64).prop_map(|(told, c)| told.replace('C', &c.to_string()))
}

/// Conditions on the binary digits of a number, by those of another.
fn masks(number: &'static str, mask: &'static str) -> impl Strategy<Value = String> {
    let conditions = proptest::sample::select(
        &["M & M2 = M", "M2 = bitor(M, M2)", "M & M2 = 0", "not M2 & M = 0", "M & (M2 ^ 5) = M"][..],
    );
    conditions.prop_map(move |c| c.replace("M2", &format!("({mask})")).replace('M', number))
}

pub(crate) fn pair_moves() -> impl Strategy<Value = String> {
    let names = &["a", "b", "t"][..];
    prop_oneof![
        (guards(names)).prop_map(|g| format!("move (a - t, b) for t in 1..a{g}")),
        (guards(names)).prop_map(|g| format!("move (a, b - t) for t in 1..b{g}")),
        (guards(names)).prop_map(|g| format!("move (a - t, b - t) for t in 1..min(a, b){g}")),
        (guards(names))
            .prop_map(|g| format!("move (a - t, b - 2 * t) for t in 1..min(a, b // 2){g}")),
        (guards(names)).prop_map(|g| format!(
            "move (t, a + b - 1 - t) for t in a..a + b - 1 if t < 9 and a + b - 1 - t < 9{}",
            g.replace(" if ", " and ")
        )),
        (guards(&["a", "b", "x", "y"]), 0..3i64).prop_map(|(g, d)| {
            let g = g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" };
            format!("move (a - x, b - y) for x in 1..a, y in 1..b if abs(x - y) <= {d}{g}")
        }),
        (1..4i64).prop_map(|c| format!("move (a - {c}, b) | (0, b // 2) if a >= {c}")),
        // The second amount is told by the first, up to a few values.
        (guards(&["a", "b", "s", "t"]), tellings(), 0..3i64).prop_map(|(g, told, c)| format!(
            "move (a - s, b - t) for s in 1..a, t in {c}..b if {told}{}",
            g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" }
        )),
        (masks("t", "a + b"), guards(names), -2..2i64).prop_map(|(mask, g, c)| format!(
            "move (a - max(t, 0), b - t) for t in {c}..b if t != 0 and {mask} and t <= a{}",
            g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" }
        )),
        (guards(names), 2..4i64)
            .prop_map(|(g, c)| format!("move (a - t, b + t // {c}) for t in 1..a{g}")),
        (1..4i64).prop_map(|c| format!("move (a - t, b + {c}) for t in primes if t <= a")),
        (0..3i64).prop_map(|c| format!("move (t, b - t) for t in 0..min(b, a - {c}) if b > {c}")),
        (guards(&["a", "b", "s"]), 1..4i64).prop_map(|(g, c)| {
            let g = g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" };
            format!("move (a - s, b - s) for s in powers({c} + 1) if s <= min(a, b){g}")
        }),
        (1..4i64).prop_map(|c| format!(
            "move (a - p, b) for p in primes if p <= a and {c} * p <= a + b and p > 2"
        )),
        (1..4i64).prop_map(|c| format!("move (a % b, b) if b > {c} and a >= b")),
        (guards(names), 3..20i64).prop_map(|(g, c)| {
            let g = g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" };
            format!("move (a + t, b - t) for t in 1..b if a + t <= {c}{g}")
        }),
        (1..4i64).prop_map(|c| format!("move (b, a - {c}) if a >= {c}")),
        (1..4i64).prop_map(|c| format!("move (b, a % b) if b > 0 and a > b and gcd(a, b) <= {c}")),
        (guards(&["s", "t", "b"]), 0..3i64).prop_map(|(g, c)| {
            let g = g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" };
            format!("move (a - s, b - t) for s in 0..a, t in 0..min(b, s + {c}) if s + t > 0{g}")
        }),
        (guards(&["i", "j"]), 0..3i64).prop_map(|(g, c)| {
            let g = g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" };
            format!(
                "move (a - i, b - j) for i in 0..2, j in 0..{c} \
                 if i + j > 0 and i <= a and j <= b{g}"
            )
        }),
        (1..4i64, 0..3i64).prop_map(|(c, r)| format!(
            "move (a - t, b - t // {c}) for t in 1..(if a > b then min(a, b) else a // 2) \
             if b > {r} or t % 2 = 1"
        )),
        (1..4i64, 0..3i64)
            .prop_map(|(c, r)| format!("move (a, b - t) for t in 1..b if t % 3 != {r} or a = {c}")),
        (1..4i64).prop_map(|c| format!("move (a - k * b, b) for k in 1..a // b if b >= {c}")),
        (1..4i64).prop_map(|c| format!(
            "move (a - (b + {c}) * k, b + 2 * (k - 1) * a // (a + 1)) for k in 1..a // (b + {c})"
        )),
        (guards(names), 1..4i64).prop_map(|(g, c)| {
            let g = g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" };
            format!("move (a, b - t * (a % {c} + 1)) for t in 1..b if t * (a % {c} + 1) <= b{g}")
        }),
    ]
}

/// Moves on A, a subset of 1..6; most take elements away.
fn set_moves() -> impl Strategy<Value = String> {
    let also = |g: String| g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" };
    let names = &["x", "k"][..];
    let k = 1..4i64;
    prop_oneof![
        guards(&["x"]).prop_map(|g| format!("move A -> A - {{x}} for x in A{g}")),
        (guards(&["x"]), k.clone()).prop_map(move |(g, c)| {
            format!("move A -> A - {{x, x + {c}}} for x in A if x + {c} in A{}", also(g))
        }),
        (guards(names), k.clone()).prop_map(move |(g, c)| format!(
            "move A -> A - {{x - k..x + {c}}} for x in 1..6, k in 0..2 if x in A{}",
            also(g)
        )),
        (guards(&["x", "y"]), k.clone()).prop_map(move |(g, c)| format!(
            "move A -> A - {{x, y}} for x in A, y in A if x < y and (y = 2 * x or y - x = {c}){}",
            also(g)
        )),
        (guards(&["x", "d"]), k.clone()).prop_map(move |(g, c)| format!(
            "move A -> A - {{x, x + d}} for x in A, d in 1..{c}, e in 0..d if x + d in A and x + e in A{}",
            also(g)
        )),
        (guards(&["x", "y"]), k.clone()).prop_map(move |(g, c)| format!(
            "move A -> A - {{x..y}} for x in 1..6, y in x..6 if y - x < {c} and x in A and y in A{}",
            also(g)
        )),
        (k.clone(), k.clone()).prop_map(|(c, d)| format!(
            "move A -> A & {{{c}..x + {d}}} + {{{d}}} for x in 1..6 if x in A and {d} not in A and x > {d}"
        )),
        guards(&["x", "y"]).prop_map(move |g| format!(
            "move A -> A - {{x}} + {{y}} for x in A, y in 1..x - 1 if y not in A{}",
            also(g)
        )),
        (guards(&["x"]), k.clone(), 0..2i64).prop_map(|(g, c, r)| format!(
            "move A -> A - {{d for d in 1..6 if x % d = {r} or d = {c}}} - {{x}} for x in A{g}"
        )),
        k.clone().prop_map(|c| format!(
            "move A -> A & {{y + 1..6}} for y in A if count{{z > y for z in A}} < {c}"
        )),
        k.clone().prop_map(|c| format!("move A -> A - {{min(A)}} if size(A - {{{c}}}) > 1")),
        k.prop_map(|c| format!(
            "move A -> (if {c} in A then A - {{{c}}} else {{}} + {{1}}) if A != {{}} and max(A) > {c}"
        )),
    ]
}

/// Moves on the row h[1], h[2], h[3] and the number p.
fn row_moves() -> impl Strategy<Value = String> {
    let also = |g: String| g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" };
    let names = &["i", "t", "p"][..];
    prop_oneof![
        guards(names).prop_map(|g| format!("move h[i] -> h[i] - t for i in 1..3, t in 1..h[i]{g}")),
        guards(names).prop_map(|g| format!(
            "move h[i] -> h[i] - t, h[i - 1] -> min(h[i - 1] + t, 4) for i in 2..3, t in 1..h[i]{g}"
        )),
        guards(names).prop_map(move |g| format!(
            "move h[p] -> h[p] - t, p -> 1 + (p + t) % 3 for t in 1..h[p], i in 1..2 if i != t{}",
            also(g)
        )),
        guards(&["i", "j"]).prop_map(|g| format!(
            "move h -> [if k >= i then min(h[k], j - 1) else h[k] for k in 1..3] \
             for i in 1..3, j in 1..h[i]{g}"
        )),
        Just("move h -> reverse(h) if h[1] > h[3]".to_owned()),
        (0..3i64)
            .prop_map(|c| format!("move h -> concat(0, h[1..2]) if h[3] > {c} or h[2] > h[3]")),
        (1..3i64).prop_map(|c| format!("move p -> p - 1 if p > 1 and sum(h) % 3 = {c}")),
        guards(names).prop_map(move |g| format!(
            "move h[i] -> 0, h[j] -> h[i] - t for i in 1..3, j in 1..3, t in 1..h[i] if i > j{}",
            also(g)
        )),
    ]
}

/// Moves on three heaps whose order does not matter, some of which make heaps greater.
fn heaps_moves() -> impl Strategy<Value = String> {
    prop_oneof![
        guards(&["t"]).prop_map(|g| format!("move one of h[i]: h[i] - t for t in 1..h[i]{g}")),
        guards(&["t"])
            .prop_map(|g| { format!("move some 1..2 of h[i]: h[i] - t for same t in 1..h[i]{g}") }),
        (guards(&["t", "s"]), 0..3i64).prop_map(|(g, c)| format!(
            "move one of h[i]: h[i] - t - s for t in 1..h[i], s in 0..min(3, h[i] - t) \
             spread s over h[j] where j != i and h[j] != {c}{g}"
        )),
    ]
}

/// Moves that no box holds: a falls and b grows, in some rules beyond 32 or 64 bits.
fn growing_moves() -> impl Strategy<Value = String> {
    let names = &["a", "b", "t"][..];
    let add = proptest::sample::select(&["t", "t * t", "b * b", "40000 * t", "3000000000 * t"][..]);
    prop_oneof![
        (guards(names), 1..4i64, add)
            .prop_map(|(g, c, add)| format!("move (a - t, {c} * b + {add}) for t in 1..a{g}")),
        (guards(&["t"]))
            .prop_map(|g| format!("move (b % 7, a - t) for t in 1..a if a > b{g}")
                .replace("b if", "b and")),
        (guards(names)).prop_map(|g| format!("move (a, b // t) for t in 2..min(b, 4){g}")),
        (guards(names)).prop_map(|g| format!("move (a, (b - t) // 8) for t in 1..min(b, 9){g}")),
        (guards(&["t"]), 1..4i64).prop_map(|(g, c)| format!(
            "move (a - s, b // t) for s in {{1, {c}}}, t in 2..min(b, s + 3){g}"
        )),
        Just("move (a, b // t) for t in 2..min(b, 20) if t in primes and t + a != 5".to_owned()),
        Just(
            "move (a - t, b * f(t)) for t in 1..a if f(t + 1) > 0 when stuck\nlet f(x) = if x < 2 \
              then x else f(x - 1) ^ f(x // 2)"
                .to_owned()
        ),
        Just("lose if b % 5 = 3 and a = 1".to_owned()),
    ]
}

fn growing_rules() -> impl Strategy<Value = (String, &'static str)> {
    proptest::collection::vec(growing_moves(), 1..4)
        .prop_map(|m| (format!("game g\nstate (a, b)\n{}\n", m.join("\n")), "a=4,b=5"))
}

/// Rules whose positions have few options, on rows that are long: one heap, or two.
fn few_rules() -> impl Strategy<Value = (String, &'static str)> {
    let also = |g: String| g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" };
    let heap = prop_oneof![
        (guards(&["n", "k"]), 1..5i64)
            .prop_map(|(g, m)| format!("move n -> n - k for k in 1..min(n, {m}){g}")),
        (guards(&["n", "s"]), 1..70i64).prop_map(move |(g, s)| format!(
            "move n -> n - s for s in {{{s}, {}, 270}} if s <= n{}",
            s + 190,
            also(g)
        )),
        (guards(&["n"]), 1..9i64)
            .prop_map(move |(g, m)| format!("move n -> n - {m} if n >= {m}{}", also(g))),
    ];
    let names = &["a", "b", "t"][..];
    let pair = prop_oneof![
        (guards(names), 1..4i64)
            .prop_map(|(g, m)| format!("move (a - t, b) for t in 1..min(a, {m}){g}")),
        (guards(names), 1..4i64)
            .prop_map(|(g, m)| format!("move (a, b - t) for t in 1..min(b, {m}){g}")),
        (guards(names), 1..45i64).prop_map(move |(g, m)| format!(
            "move (a, b - t) for t in {{1, {m}}} if t <= b{}",
            also(g)
        )),
        (guards(&["a", "b"]), 1..4i64)
            .prop_map(move |(g, m)| format!("move (a - 1, b + {m}) if a > 0{}", also(g))),
        (guards(names), 0..2i64).prop_map(move |(g, m)| format!(
            "move (a - 2, b - t) for t in -2..{m} if a > 1 and t <= b{}",
            also(g)
        )),
        (guards(&["a", "b"])).prop_map(|g| format!("move (a - 1, b - 2){g}")),
        // The distance of these varies, and some lie behind their positions.
        (guards(&["a", "b"])).prop_map(move |g| format!("move (a // 2, b) if a > 0{}", also(g))),
        (guards(&["a", "b"]), 1..4i64).prop_map(move |(g, m)| {
            format!("move (b // {m}, a % b) if 0 < b and b // {m} <= a{}", also(g))
        }),
        (guards(&["a", "b"]), 1..3i64)
            .prop_map(move |(g, m)| format!("move (a + {m}, b - {m} - 1) if a < 3{}", also(g))),
    ];
    let heap = proptest::collection::vec(heap, 1..4)
        .prop_map(|m| (format!("game g\nheap n\n{}\n", m.join("\n")), "n=300"));
    let pair = proptest::collection::vec(pair, 1..4)
        .prop_map(|m| (format!("game g\nstate (a, b)\n{}\n", m.join("\n")), "a=4,b=45"));
    prop_oneof![heap, pair]
}

/// Walks that end at cells of a pattern, in all directions, among positions that may lie on it.
fn walled_rules() -> impl Strategy<Value = (String, &'static str)> {
    let walks = [
        "move (a - t, b) for t in 1..a if not any{w(a - s, b) for s in 1..t}",
        "move (a, b - t) for t in 1..b if all{not w(a, b - s) for s in 0..t - 1 if s > 0}",
        "move (a - t, b - t) for t in 1..min(a, b) if not any{w(a - s, b - s) for s in 1..t}",
        "move (a + t, b - 2 * t) for t in 1..b // 2 if a + t <= 14 and not any{w(a + s, b) for s in 1..t}",
    ];
    let walks = proptest::sample::subsequence(walks.to_vec(), 1..=walks.len());
    let positions = any::<bool>();
    let box_of = proptest::sample::select(&["a=9,b=36", "a=6,b=70"][..]);
    (walks, positions, 2..9i64, 0..4i64, 0..3i64, box_of).prop_map(|(walks, at, m, c, r, to)| {
        let let_w = format!("let w(u, v) = (u * u + {c} * v) % {m} = {r}");
        let at = if at { format!(" where (a * a + {c} * b) % {m} != {r}") } else { String::new() };
        let is_open = if at.is_empty() { "" } else { " and not w(a - 1, b)" };
        let step = format!("move (a - 1, b) if a > 0{is_open}");
        let walks = walks.join("\n");
        // A walk along positions alone ends there, too.
        let walks = if at.is_empty() { walks } else { walks.replace("0..t - 1 if s > 0", "1..t") };
        (format!("game g\nstate (a, b){at}\n{let_w}\n{step}\n{walks}\n"), to)
    })
}

/// Moves that raise earlier coordinates, so that another order of them is better for a table.
fn raising_moves() -> impl Strategy<Value = String> {
    let guard = || {
        let also = |g: String| g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" };
        guards(&["a", "b", "c", "t"]).prop_map(also)
    };
    prop_oneof![
        guard().prop_map(|g| format!("move (a - t, b, c) for t in 1..a if t != 3{g}")),
        (guard(), 3..7i64)
            .prop_map(|(g, k)| format!("move (a + t, b - t, c) for t in 1..b if a + t <= {k}{g}")),
        (guard(), 2..6i64)
            .prop_map(|(g, k)| format!("move (a, b + t, c - t) for t in 1..c if b + t <= {k}{g}")),
        (1..4i64).prop_map(|k| format!(
            "move (min(a + {k}, 6), b % 4, c - 1) if c > 0 and gcd(a, b) <= {k}"
        )),
    ]
}

/// Rules of any options on rows long enough to look ahead at many positions.
fn long_rules() -> impl Strategy<Value = (String, &'static str)> {
    let heap = proptest::collection::vec(heap_moves(), 1..3)
        .prop_map(|m| (format!("game g\nheap n\n{}\n", m.join("\n")), "n=70"));
    // Rows of one coordinate, of two, and of more positions than are looked at together.
    let box_of = proptest::sample::select(&["a=5,b=40", "a=20,b=12", "a=2,b=300"][..]);
    let pair = (proptest::collection::vec(pair_moves(), 1..4), box_of)
        .prop_map(|(m, to)| (format!("game g\nstate (a, b)\n{}\n", m.join("\n")), to));
    let raised = proptest::collection::vec(raising_moves(), 1..4)
        .prop_map(|m| (format!("game g\nstate (a, b, c)\n{}\n", m.join("\n")), "a=6,b=5,c=7"));
    prop_oneof![1 => heap, 4 => pair, 2 => raised]
}

/// Rules with one great coordinate n, most of them stationary along it: the small ones and remainders
/// tell which options there are and how far they lie.
fn stationary_rules() -> impl Strategy<Value = (String, &'static str)> {
    let also = |g: String| g.replace(" if ", " and (") + if g.is_empty() { "" } else { ")" };
    let guard = || {
        let name = proptest::sample::select(&["n", "l", "t"][..]);
        prop_oneof![
            guards(&["l", "t", "p"]),
            (name.clone(), name.clone(), 2..5i64)
                .prop_map(|(a, b, m)| format!(" if ({a} * {b} + {a}) % {m} != l")),
            (name, 1..4i64, 2..4i64)
                .prop_map(|(a, d, m)| format!(" if ({a} + n) // {d} % {m} > 0 or n & 3 = {d}")),
        ]
    };
    let stuck = proptest::sample::select(&["", "", "", " when stuck"][..]);
    // Where a move leads, and the rest of it.
    let moves = prop_oneof![
        (guard(), 1..4i64, stuck)
            .prop_map(|(g, m, s)| (["n - t", "t", "p"], format!("for t in 1..min(n, {m}){g}{s}"))),
        (guard(), 0..3i64).prop_map(|(g, c)| {
            (["n - t", "min(2 * t, 3)", "1 - p"], format!("for t in 1..min(n, l + {c}){g}"))
        }),
        (guard(), 1..9i64).prop_map(move |(g, c)| {
            let rest = format!("for t in {{1, {c}, 11}} if t <= n{}", also(g));
            (["n - t", "(t + l) % 4", "p"], rest)
        }),
        (guard(), 0..2i64).prop_map(move |(g, c)| {
            let rest = format!("for t in {c}..2, s in 0..1 if t <= n and s <= l{}", also(g));
            (["n - t", "l - s", "1 - p"], format!("{rest} and s + t > 0"))
        }),
        Just((["n - 2", "n % 4", "p"], "if n > 1".to_owned())),
        Just((["n", "l", "0"], "if p = 1".to_owned())),
        // Orders are looked for on positions of n below 8 and near the numbers that guards name.
        proptest::sample::select(&["n > 4", "n > 40", "n * n % 113 = 14"][..])
            .prop_map(|guard| (["n // 2", "l", "p"], format!("if {guard}"))),
    ];
    let end = proptest::sample::select(
        &["", "", "", "lose if l = 2 and p = 1", "win if (n + l) % 7 = 5"][..],
    );
    let kept = proptest::sample::select(&["", "", "", " where l + p < 4", " where n % 3 != 1"][..]);
    let moves = proptest::collection::vec(moves, 1..4);
    (0..3usize, kept, end, moves).prop_map(|(first, kept, end, moves)| {
        let ordered = |mut all: [&str; 3]| {
            all.rotate_left(first);
            all.join(", ")
        };
        let moves = moves.iter().map(|(to, rest)| format!("move ({}) {rest}\n", ordered(*to)));
        let moves: String = moves.collect();
        let state = ordered(["n", "l in 0..3", "p in 0..1"]);
        (format!("game g\nstate ({state}){kept}\n{moves}{end}\n"), "n=300")
    })
}

fn rules() -> impl Strategy<Value = (String, &'static str)> {
    let heap = proptest::collection::vec(heap_moves(), 1..4)
        .prop_map(|m| (format!("game g\nheap n\n{}\n", m.join("\n")), "n=30"));
    let pair = proptest::collection::vec(pair_moves(), 1..4)
        .prop_map(|m| (format!("game g\nstate (a, b)\n{}\n", m.join("\n")), "a=8,b=8"));
    let set = proptest::collection::vec(set_moves(), 1..4)
        .prop_map(|m| (format!("game g\nstate (A subset 1..6)\n{}\n", m.join("\n")), ""));
    let row = proptest::collection::vec(row_moves(), 1..4)
        .prop_map(|m| (format!("game g\nstate (p in 1..3, h[3] in 0..4)\n{}\n", m.join("\n")), ""));
    let both = (set_moves(), row_moves()).prop_map(|(a, h)| {
        (format!("game g\nstate (p in 1..3, A subset 1..6, h[3] in 0..2)\n{a}\n{h}\n"), "")
    });
    let heaps = proptest::collection::vec(heaps_moves(), 1..3)
        .prop_map(|m| (format!("game g\nstate heaps h[3]\n{}\n", m.join("\n")), "h=4"));
    prop_oneof![heap, pair, set, row, both, heaps]
}

/// Means of what takes its time: play of some rules spreads over millions of positions.
const DEFINED: Means<'_> = Means::silent(1 << 25);
/// Units of work after which the definition, or a search, is not asked further.
pub(crate) const WORK: u64 = 4000;

/// How many rules are tried: `MEXLAB_RULES`, or two hundred and fifty.
pub(crate) fn cases() -> u32 {
    let number = std::env::var("MEXLAB_RULES").ok();
    number.map_or(250, |number| number.parse().expect("a number of rules"))
}

/// The table of a rule by the fastest way and by definition, those quantities that it has.
pub(crate) fn agree(
    text: &str,
    wanted: &Request,
    quantities: &[&str],
) -> Result<(), TestCaseError> {
    let game = match compile(text) {
        Ok(game) => game,
        Err(mistakes) => {
            prop_assert!(
                mistakes[0].message.contains("may fail to decrease"),
                "{text}{mistakes:?}"
            );
            return Ok(());
        }
    };
    let of = |quantities: &[&str]| Request {
        columns: request("", &quantities.join(",")).columns,
        ..wanted.clone()
    };
    // Misere play of what splits is a search of whole sums, too long for so many rules.
    let is_single = game.has_single_options() || wanted.positions != Positions::All;
    let has = |quantity: &&str| {
        let is_cheap = is_single || !["misere", "remoteness"].contains(quantity);
        is_cheap && game.plan(&of(&[*quantity]), MEANS.limits).is_ok()
    };
    let quantities: Vec<&str> = quantities.iter().copied().filter(has).collect();
    if quantities.is_empty() {
        return Ok(());
    }
    let asked = of(&quantities);
    // From some starts play spreads over more sums than there is time for.
    let means = if wanted.positions == Positions::All { MEANS } else { DEFINED };
    let fast = game.table(&asked, means);
    static ONE: LazyLock<ThreadPool> =
        LazyLock::new(|| ThreadPoolBuilder::new().num_threads(1).build().expect("a pool"));
    let alone = ONE.install(|| game.table(&asked, means));
    prop_assert_eq!(alone.ok(), fast.as_ref().ok().cloned(), "one thread: {}", text);
    // The definition takes its time: it is asked for two of them, which the text chooses.
    let some: Vec<&str> =
        quantities.iter().copied().cycle().skip(text.len()).take(quantities.len().min(2)).collect();
    let by_definition = Request { kernel: Kernel::Oracle, ..of(&some) };
    let slow = patience::within_work(WORK, || game.table(&by_definition, DEFINED));
    match (fast, slow) {
        (Ok(_), Err(Stop::TooLarge(_) | Stop::Limit(..) | Stop::Interrupted(_))) => {}
        (Ok(fast), Ok(slow)) => {
            prop_assert_eq!(&fast.present, &slow.present, "{}", text);
            for column in &slow.columns {
                prop_assert_eq!(fast.column(&column.name), Some(column), "{}", text);
            }
        }
        // A rule that leaves its box or has no value somewhere must say so both ways, but for
        // moves that only a smaller box than the definition's forbids.
        (Err(Stop::Mistake(mistakes)), Ok(_)) => {
            prop_assert!(mistakes[0].code != "G020", "{text}{mistakes:?}");
        }
        (Err(_), _) => {}
        (Ok(_), Err(e)) => prop_assert!(false, "only the definition refuses {e:?}\n{text}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases()))]

    #[test]
    fn machine_and_definition_agree((text, bounds) in rules()) {
        agree(&text, &request(bounds, "sg"), &["sg", "win", "misere", "remoteness", "moves", "least"])?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases() / 8))]

    #[test]
    fn rows_of_few_options_and_the_definition_agree((text, bounds) in few_rules()) {
        agree(&text, &request(bounds, "sg"), &["sg", "win", "misere", "moves", "least"])?;
    }

    #[test]
    fn walks_among_walls_and_the_definition_agree((text, bounds) in walled_rules()) {
        agree(&text, &request(bounds, "sg"), &["sg", "win", "misere", "moves"])?;
    }

    #[test]
    fn lists_of_options_and_the_definition_agree((text, bounds) in stationary_rules()) {
        agree(&text, &request(bounds, "sg"), &["sg", "win", "misere", "remoteness", "moves", "least"])?;
    }

    #[test]
    fn searches_agree_with_the_definition(
        (text, bounds) in prop_oneof![2 => rules(), 1 => growing_rules()],
    ) {
        let Ok(game) = compile(&text) else { return Ok(()) };
        let bounds = if bounds == "n=30" { "n=13" } else { bounds };
        for quantity in ["sg", "win", "misere", "remoteness"] {
            let wanted = Request { kernel: Kernel::Oracle, ..request(bounds, quantity) };
            let defined = patience::within_work(WORK, || game.table(&wanted, DEFINED));
            let Ok(table) = defined else { continue };
            let mut searcher = game.searcher(wanted.columns[0].quantity().expect("a quantity"), &Silent);
            let values = Request { kernel: Kernel::Oracle, ..request(bounds, "sg") };
            let values_refuse = || game.table(&values, DEFINED).is_err();
            for cell in (0..table.cells()).filter(|&cell| table.is_present(cell)) {
                let heap = [Component::own(table.position(cell))];
                let searched = patience::within_work(WORK, || searcher.value(&heap));
                // A searcher remembers less than a table, and lists options without a value that a
                // table passes over, since it knows one that decides.
                match &searched {
                    Err(SearchStop::Budget(_) | SearchStop::Interrupted) => break,
                    Err(SearchStop::Valueless(_)) => break,
                    // So may a cycle, which every nim-value meets.
                    Err(SearchStop::Cycle(_)) if values_refuse() => break,
                    _ => {}
                }
                let defined = table.columns[0].values.get(cell);
                prop_assert_eq!(searched, Ok(defined), "{} at {:?}\n{}", quantity, table.position(cell), text);
            }
        }
    }
}

proptest! {
    // Every option may look at hundreds of numbers.
    #![proptest_config(ProptestConfig::with_cases(cases() / 32))]

    #[test]
    fn long_rows_and_the_definition_agree((text, bounds) in long_rules()) {
        agree(&text, &request(bounds, "sg"), &["sg", "win", "remoteness", "moves", "least"])?;
    }
}

#[test]
fn refusals_are_rare_in_the_random_rules() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut tables = 0;
    for _ in 0..200 {
        let (text, bounds) = rules().new_tree(&mut runner).expect("a rule").current();
        let table = compile(&text).ok().and_then(|g| g.table(&request(bounds, "sg"), MEANS).ok());
        tables += usize::from(table.is_some());
    }
    assert!(tables > 120, "only {tables} of 200 random rules give a table");
}

#[test]
fn one_thread_and_many_give_the_same_bytes() {
    let two = "state (a, b) symmetric
move (a - t, b) for t in 1..a
move (a, b - t) for t in 1..b
move (a - x, b - y) for x in 1..a, y in 1..b if abs(x - y) <= 1";
    let three = "state (a, b, c)
move (a - t, b, c) for t in 1..a if (t + c) % 3 != 1
move (a, b - t, c) for t in 1..b if t & a = 0
move (a, b, c - t) for t in 1..c if t % 2 = b % 2";
    let four = "state (a, b, c in 0..9, d)
move (a - t, b, c + 1, d) for t in 1..a if c < 9 and t & d = 0
move (a, b - t, c, d) for t in 1..b if (t + a) % 3 != 1
move (a, b, c - t, d) for t in 1..c if t % 2 = b % 2
move (a, b, c, d - t) for t in 1..d if (t + b) % 3 != c % 3";
    let multiples = "state (a, b)
move (a - k * b, b) for k in 1..a // b if b > 0
move (a, b - k * a) for k in 1..b // a if a > 0
move (a - t, b - t) for t in 1..min(a, b) if t & a = 0";
    // The last move is met far away only.
    let late = format!("{three}\nmove (a - 1, b + 2, c) if a > 0 and b < 30 and a * a % 113 = 14");
    let run = |text: &str, bounds: &str, threads| {
        let game = compile(&format!("game w\n{text}\n")).expect("compiles");
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let request = request(bounds, "sg,win,misere,remoteness,moves");
        pool.install(|| game.table(&request, MEANS).expect("a table"))
    };
    let cases = [
        (two, "a=90,b=80"),
        (three, "a=50,b=40,c=35"),
        (&late, "a=60,b=39,c=31"),
        (four, "a=19,b=20,c=9,d=18"),
        (multiples, "a=260,b=300"),
    ];
    for (text, bounds) in cases {
        let one = run(text, bounds, 1);
        for threads in [2, 5] {
            assert!(one == run(text, bounds, threads), "{threads} threads: {text}");
        }
    }
}
