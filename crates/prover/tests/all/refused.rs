//! Rules in which a name or a number means something else than it seems: no false law of theirs is
//! proved.

use crate::question::ask;

fn refused(rule: &str, parameters: &[(&str, &str)], law: &str) {
    if let Ok(certificate) = ask(rule, parameters, law, 2000) {
        panic!("{rule}{}", certificate.text);
    }
}

#[test]
fn one_number_from_the_sets_of_all_heaps() {
    let rule =
        "game g\nstate heaps h[2]\nmove all of h[i]: 0 for same t in {h[i] % 2} if h[i] > 0\n";
    refused(rule, &[], "win iff h[1] > 0 and h[2] > 0");
    refused(rule, &[], "sg = min(1, h[1], h[2])");
}

#[test]
fn words_that_are_names_of_something_else() {
    let bound = "game g(s = u in u | t)\nheap n\nmove n -> n - t for t in 1..2 if t <= n\n";
    refused(bound, &[("s", "u")], "lose iff n % 2 = 0");
    let argument = "game g(s = b in a | b)\nheap n\nlet f(a) = if s = a then 1 else 2\n\
                    move n -> n - t for t in 1..f(1) if t <= n\n";
    refused(argument, &[("s", "b")], "lose iff n % 3 = 0");
    let coordinate = "game g(s = n in n | m)\nheap n\nmove n -> n - t for t in 1..2 if t <= n\n";
    refused(coordinate, &[("s", "n")], "lose iff n % 3 = 0");
    let coin = "game g(s = x in y | x)\ncoins x from 0\nturn x, y for y in 0..x - 1\n";
    refused(coin, &[("s", "x")], "sg = x");
    let limit = "game g(s = n in m | n)\nstate (n, q)\n\
                 move (n, q) -> (n - t, min(n * t, n - t)) for t in 1..min(n, q)\n";
    refused(limit, &[("s", "n")], "q = n - 1 implies (lose iff n in powers(2))");
}

#[test]
fn positions_below_0() {
    refused("game g\ncoins x from -2\nturn x\n", &[], "sg = if x >= 0 then 1 else 7");
    refused("game g\ncoins x from -2\nturn x, y for y in 0..x - 1\n", &[], "sg = x");
    let rest = "move n -> n - t for t in 1..2 if n - t >= 0\n";
    let heap = format!("game g(k = -3 in -5..5)\nheap n from k\n{rest}");
    refused(&heap, &[("k", "-3")], "lose iff n % 3 = 0");
    let state = format!("game g(k = -3 in -5..5)\nstate (n from k)\n{rest}");
    refused(&state, &[("k", "-3")], "lose iff n % 3 = 0");
}

#[test]
fn lists_cut_where_they_have_no_entries() {
    let rule =
        "game g\nheap n\nmove n -> n - t for t in 1..2 if t <= n and size([1, 2, 3][1..5]) > 1\n";
    refused(rule, &[], "lose iff n % 3 = 0");
}

#[test]
fn outcomes_that_values_do_not_tell() {
    let rule =
        "game g\nstate heaps h[2]\nmove one of h[i]: h[i] - t for t in 1..h[i]\nstuck wins\n";
    let Ok(values) = ask(rule, &[], "sg = h[1] ^ h[2]", 2000) else { panic!("no proof") };
    for outcome in ["win iff h[1] != h[2]", "lose iff h[1] = h[2]", "win iff sg != 0"] {
        assert_eq!(values.implies(outcome, rule), None, "{outcome}");
    }
    assert!(values.implies("h[1] = 0 implies sg = h[2]", rule).is_some());
    refused(rule, &[], "win iff h[1] != h[2]");
}

#[test]
fn counts_compared_with_counts() {
    let rule = "game g\nheap n\nmove n -> n - 1 if n > 0\n";
    for law in [
        "win iff popcount(n) = popcount(n + 1)",
        "win iff bitlen(n) < 1 < popcount(n)",
        "win iff popcount(n) in {1, popcount(n + 1)}",
        "win iff popcount(n) <= n",
    ] {
        refused(rule, &[], law);
    }
}

#[test]
fn reasons_say_what_is_so() {
    let pass = "game g\nstate (x, p in 0..1)\nmove (x - s, p) for s in {1, 2} if s <= x\n\
                move (x, 0) if p = 1 and x > 0\n";
    let sets = "game g\nstate (F subset 1..4)\nmove F -> F - {x} for x in F\n";
    let bounded = "game g\nstate (a, b) where a + b < 20\nmove (a - 1, b) if a > 0\n";
    let pair = "game g\nstate (a, b)\nmove (a - 1, b) if a > 0\n";
    for (rule, law, because, not) in [
        (sets, "win iff true", "positions that are sets", "pairs"),
        (bounded, "b = 2 implies sg = a % 3", "some are no positions", "no pairs"),
        (pair, "sg = a % 3", "such as `b = 2 implies ...`", "no pairs"),
        (pass, "p = 0 implies sg = x % 4", "fails", "no pairs"),
        (pass, "p = 2 implies sg = x % 4", "`p` is less", "no pairs"),
        (pass, "x = 2 implies sg = p", "`p` has a greatest value", "no pairs"),
        (pass, "p = 0 implies sg = x % 4", "speaks of some positions only", "not of the form"),
    ] {
        let why = ask(rule, &[], law, 2000).unwrap_err().to_string();
        assert!(why.contains(because) && !why.contains(not), "{law}: {why}");
    }
}

#[test]
fn rows_of_a_flag_are_proved_as_stated() {
    let pass = "game g\nstate (x, p in 0..1)\nmove (x - s, p) for s in {1, 2} if s <= x\n\
                move (x, 0) if p = 1 and x > 0\n";
    for law in ["p = 0 implies sg = x % 3", "p = 0 implies (lose iff x % 3 = 0)"] {
        let proof = ask(pass, &[], law, 2000).unwrap_or_else(|why| panic!("{law}: {why}"));
        assert!(proof.accepted.compared.judged > 20, "{law}");
    }
    let one = ask(pass, &[], "p = 1 implies sg = ?", 2000);
    let law = one.unwrap_or_else(|why| panic!("{why}")).accepted.law;
    let expected = "p = 1 implies (sg = if x < 4 then [0, 2, 1, 3][x] else [0, 1, 2][(x - 4) % 3])";
    assert_eq!(law, expected);
    refused(pass, &[], "p = 1 implies sg = x % 3");
}

/// The quantifiers of chosen heaps are numbered, and no parameter is one of them.
#[test]
fn parameters_named_like_a_numbered_quantifier() {
    let rule = "game g(t1 = 1)\nstate heaps h[2]\n\
                move some 2..2 of h[i]: h[i] - t for t in 1..h[i] if t <= t1\n";
    refused(rule, &[("t1", "20")], "lose iff min(h[1], h[2]) = 0");
    assert!(ask(rule, &[("t1", "1")], "lose iff min(h[1], h[2]) % 2 = 0", 0).is_ok());
}
