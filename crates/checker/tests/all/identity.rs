//! Identities of the theory: accepted where the theory makes them true, and refused wherever one
//! hypothesis or one word is changed.

use serde_json::{Value, json};

fn certificate(rule: &str, law: &str, data: Value, parameters: Value) -> String {
    let quantity = if law.contains("sg") { "sg" } else { "win" };
    json!({
        "mexlab-certificate": 1, "rule": rule, "parameters": parameters, "quantity": quantity,
        "law": law, "theorem": "identity", "data": data,
    })
    .to_string()
}

fn holds(rule: &str, law: &str, data: Value) -> bool {
    checker::verify(&certificate(rule, law, data, json!({}))).is_ok()
}

fn of_positions(rule: &str, law: &str) -> bool {
    holds(rule, law, json!({"about": "positions", "games": {}}))
}

const HEAP: &str = "game heap\nheap n\nmove n -> n - t for t in 1..min(n, 3)";
const SPLIT: &str = "game split\nheap n\nmove n -> i | j for i in 0..n - 1, j in 0..i";

#[test]
fn outcomes_and_values_are_those_of_the_options() {
    for law in [
        "win iff any{w = 0 for w in win of options}",
        "sg = mex(sg of options)",
        "sg != 0 iff any{x = 0 for x in sg of options}",
        "win iff sg > 0",
        "(win iff sg != 0) and (lose iff sg = 0)",
        "if win then min{w for w in win of options} = 0 else min{1; w for w in win of options} = 1",
        "n < 7 implies 0 < sg or not win",
    ] {
        assert!(of_positions(HEAP, law), "{law}");
    }
    for law in [
        "lose iff any{w = 0 for w in win of options}",
        "win iff any{w = 1 for w in win of options}",
        "win iff all{w = 0 for w in win of options}",
        "win iff any{w = 0 for w in win of options if n > 3}",
        "misere iff any{w = 0 for w in misere of options}",
        "sg = mex(win of options)",
        "sg = mex(sg of options) + 1",
        "sg = 0 iff any{x = 0 for x in sg of options}",
        "win iff sg > 1",
        "win iff sg >= 0",
        // there may be no options
        "win iff min{w for w in win of options} = 0",
        "if lose then win else min{w for w in win of options} = 0",
        "lose iff min{w for w in win of options} = 1",
        "if win then min{w for w in win of options} = 1 else true",
        "n < 7 implies sg = 1",
        "n = n",
        "true implies false",
    ] {
        assert!(!of_positions(HEAP, law), "{law}");
    }
}

#[test]
fn sets_of_any_length() {
    let rule = "game s(S = {1, 2})\nheap n\nmove n - t  for t in S if t <= n\n";
    let data = json!({"about": "positions", "games": {}});
    for set in ["1..3", "1..200", "primes"] {
        let of = |law: &str| {
            let parameters = json!({"S": set});
            checker::verify(&certificate(rule, law, data.clone(), parameters)).is_ok()
        };
        assert!(of("sg = mex(sg of options)"), "{set}");
        assert!(!of("sg = mex(sg of options) + 1"), "{set}");
    }
}

#[test]
fn the_game_must_be_played_as_the_theory_supposes() {
    let law = "win iff any{w = 0 for w in win of options}";
    for rule in [
        "game g\nheap n\nmove n -> n - t for t in 1..n\nstuck loses",
        "game g\nheap n\nmove n -> n - s for s in primes if s <= n",
        "game g\nstate (a, b) symmetric\nmove (i, a - i) for i in 0..a - 1 if b > 0",
        "game g\nstate (a from 1, b from 1)\nmove (a - k * b, b) for k in 1..(a - 1) // b",
        // what is not understood only makes moves fewer
        "game g\nstate (g in 0..2 ** 6 - 1, v)\nmove (g, v) -> (g, w) for w in 0..v - 1 if bit(g, v * w) = 1",
    ] {
        assert!(of_positions(rule, law), "{rule}");
    }
    for rule in [
        "game g\nheap n\nmove n -> n - t for t in 1..n\nstuck wins",
        "game g\nheap n\nmove n -> n - t for t in 1..n\nwin if n = 7",
        "game g\nheap n\nmove n -> n - t for t in 1..n\nlose when any n = 7",
        "game g\nheap n\nmove n -> n - t for t in 1..n\nplay every",
        "game g\nheap n\nmove n -> n - t for t in 1..n\nplay loopy",
        "game g\nheap n\nleft n -> n - t for t in 1..n",
        "game g\nheap n\nmove n -> n - t for t in 0..n",
        "game g\nheap n\nmove n -> n + 1 if n < 7",
        "game g\nheap n\nmove n -> n - 2",
        "game g\nheap n\nmove n -> n - s for s in primes",
        "game g\nheap n\nmove n -> n | 0 if n > 0",
        "game g\nstate (a, b)\nmove (a - 1, b + 1) if a > 0",
        // multiples of another number, too large ones, none, and a number that is no multiple
        "game g\nstate (a from 1, b from 1)\nmove (a - k * b, b) for k in 1..a // a",
        "game g\nstate (a from 1, b from 1)\nmove (a - k * b, b) for k in 1..(a + 1) // b",
        "game g\nstate (a from 1, b from 1)\nmove (a - k * b, b) for k in 0..(a - 1) // b",
        "game g\nstate (a from 1, b)\nmove (a - k * b, b) for k in 1..(a - 1) // b",
        "game g\nstate (a from 1, b from 1)\nmove (a - k * b, b - k) for k in 1..(a - 1) // b",
        // a guard that is not understood bounds nothing
        "game g\nheap n\nmove n -> n + 1 if bit(n, n * n) = 1",
        "game g\nheap n\nmove n -> m at n - 1 if n > 0",
    ] {
        assert!(!of_positions(rule, law), "{rule}");
    }
}

#[test]
fn sums_have_the_nim_sum_of_their_values() {
    for law in [
        "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..4}",
        "all{lose(n | b | 2) iff sg(b) ^ sg(n) = sg(2) for b in {0, 5} if n <= 4}",
        "all{sg(n | b) = sg(b | n) for b in 0..4}",
    ] {
        assert!(of_positions(HEAP, law), "{law}");
    }
    for law in [
        "all{win(n | b) iff sg ^ sg(n) != 0 for b in 0..4}",
        "all{win(n | b) iff sg ^ sg(b) = 0 for b in 0..4}",
        "all{win(n | b) iff sg + sg(b) != 0 for b in 0..4}",
        "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0 - 1..4}",
        "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..n}",
        "all{win(n | b + 1) iff sg ^ sg(b + 1) != 0 for b in 0..4}",
        "all{win(n | n) iff sg(n) ^ sg(n) != 0 for n in 0..4}",
        "all{all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..4} for b in 0..4}",
        "any{win(n | b) iff sg ^ sg(b) != 0 for b in 0..4}",
        "sg(n - 1) = sg(n - 1)",
        "sg of heap at n = sg",
    ] {
        assert!(!of_positions(HEAP, law), "{law}");
    }
    // 0 is no position, nor is 9
    let law = "all{win(n | b) iff sg ^ sg(b) != 0 for b in 0..9}";
    assert!(of_positions(HEAP, law));
    assert!(!of_positions(
        &HEAP.replace("heap n", "heap n from 1").replace("..min", "..-1 + min"),
        law
    ));
    assert!(!of_positions("game g\nstate (n in 0..8)\nmove (n - t) for t in 1..n", law));
    assert!(of_positions("game g\nstate (n in 0..9)\nmove (n - t) for t in 1..n", law));
    let uneven = "game g\nstate (n) where n != 4\nmove (n - t) for t in 1..n if n - t != 4";
    assert!(!of_positions(uneven, law));
}

#[test]
fn what_moves_lead_to_has_another_value() {
    for (rule, law, follows) in [
        (HEAP, "all{sg(n - t) != sg for t in 1..min(n, 3)}", true),
        (HEAP, "all{sg(n - s) != sg for s in 1..min(n, 3)} and win iff sg > 0", true),
        (SPLIT, "all{sg(i | j) != sg for i in 0..n - 1, j in 0..i}", true),
        (HEAP, "all{sg(n - t) = sg for t in 1..min(n, 3)}", false),
        (HEAP, "all{sg(n - t) < sg for t in 1..min(n, 3)}", false),
        (HEAP, "all{sg(n - t) != sg for t in 0..min(n, 3)}", false),
        (HEAP, "all{sg(n - t) != sg for t in 1..min(n, 4)}", false),
        (HEAP, "all{sg(n - t) != sg for t in 1..min(n, 3) if t > 1}", false),
        (HEAP, "any{sg(n - t) != sg for t in 1..min(n, 3)}", false),
        (HEAP, "all{sg(n - t) != sg(n - t) for t in 1..min(n, 3)}", false),
        (HEAP, "all{sg(n - t | 0) != sg for t in 1..min(n, 3)}", false),
        (SPLIT, "all{sg(i) != sg for i in 0..n - 1, j in 0..i}", false),
        (SPLIT, "all{sg(i | i) != sg for i in 0..n - 1, j in 0..i}", false),
    ] {
        assert_eq!(of_positions(rule, law), follows, "{law}");
    }
}

#[test]
fn recursions_are_those_of_the_moves() {
    let of =
        |definition: &str| of_positions(&format!("{SPLIT}\nlet f(x) = {definition}"), "sg = f(n)");
    assert!(of("mex{f(i) ^ f(j) for i in 0..x - 1, j in 0..i}"));
    assert!(of("mex{f(j) ^ f(n) for n in 0..x - 1, j in 0..n}"));
    for wrong in [
        "mex{f(i) ^ f(j) for i in 0..x - 1, j in 0..x}",
        "mex{f(i) ^ f(j) for i in 0..x - 1, j in 1..i}",
        "mex{f(i) ^ f(j) for i in 0..x - 1, j in 0..i if x > 2}",
        "mex{f(i) + f(j) for i in 0..x - 1, j in 0..i}",
        "mex{f(i) ^ f(i) for i in 0..x - 1, j in 0..i}",
        "mex{f(i) for i in 0..x - 1, j in 0..i}",
        "mex{0; f(i) ^ f(j) for i in 0..x - 1, j in 0..i}",
        "xor{f(i) ^ f(j) for i in 0..x - 1, j in 0..i}",
        "any{not f(i) for i in 0..x - 1}",
        "mex{f(x) ^ f(j) for x in 0..x - 1, j in 0..i}",
        "mex{f(i) ^ f(j) for i in 0..x - 1, i in 0..i}",
        "mex{f(n) ^ f(j) for i in 0..x - 1, j in 0..n}",
    ] {
        assert!(!of(wrong), "{wrong}");
    }
    let of_coins = |rule: &str, definition: &str| {
        of_positions(&format!("{rule}\nlet f(x) = {definition}"), "sg = f(x)")
    };
    let coins = "game c\ncoins x from 0\nturn x, y, z for y in 0..x - 1, z in 0..y";
    let right = "mex{f(y) ^ f(z) for y in 0..x - 1, z in 0..y}";
    assert!(of_coins(coins, right));
    assert!(!of_coins(coins, "mex{f(y) ^ f(z) ^ f(x) for y in 0..x - 1, z in 0..y}"));
    assert!(!of_coins(coins, "mex{f(y) for y in 0..x - 1, z in 0..y}"));
    assert!(!of_coins(&format!("{coins} if not head(z)"), &format!("{right} if not head(z)")));
    assert!(!of_coins("game c\ncoins x from 0\nturn x, 0..y for y in 0..x - 1", right));
    let two = |law: &str| {
        let rule = format!(
            "{HEAP}\nlet g(m) = any{{not g(m - t) for t in 1..min(m, 3)}}\nlet h(m) = mex{{h(m - t) for t in 1..min(m, 3)}}"
        );
        of_positions(&rule, law)
    };
    assert!(two("win iff g(n)"));
    assert!(two("sg = h(n) and all{win(n | b) iff h(b) ^ sg != 0 for b in 0..2}"));
    assert!(!two("lose iff g(n)"));
    assert!(!two("win iff g(n + 1)"));
    assert!(!two("sg = h(n - 1)"));
    assert!(!two("misere iff g(n)"));
    // a bound variable is no parameter
    let rule = "game q(k = 1)\nheap n\nmove n -> n - j for k in 1..2, j in 1..(if k = 1 then min(n, 1) else min(n, 5))\n\
        let f(x) = mex{f(x - j) for k in 1..2, j in 1..min(x, 1)}";
    let data = json!({"about": "positions", "games": {}});
    assert!(checker::verify(&certificate(rule, "sg = f(n)", data, json!({"k": 1}))).is_err());
    // the parameter is no coordinate
    let rule = "game p(m = 1)\nheap n\nmove n -> n - t for t in 1..min(n, m)\nlet f(m) = mex{f(m - t) for t in 1..min(m, m)}";
    let data = json!({"about": "positions", "games": {}});
    let text = certificate(rule, "sg = f(n)", data, json!({"m": 1}));
    assert!(checker::verify(&text).is_err());
}

#[test]
fn boards_are_sums_of_their_heads() {
    let coins = "game c\ncoins x from 1\nturn x and 0..2 of y in 1..x - 1";
    let boards = || json!({"about": "boards", "games": {}});
    let law = "sg = xor{sg(x) for x in heads} and (win iff sg != 0)";
    assert!(holds(coins, law, boards()));
    assert!(holds(coins, "sg = xor{sg(c) for c in heads}", boards()));
    for wrong in [
        "sg = sum{sg(x) for x in heads}",
        "sg = xor{sg(x) for x in heads if x > 1}",
        "sg = xor{sg(x + 1) for x in heads}",
        "sg = xor{sg for x in heads}",
        "sg = xor{x for x in heads}",
        "sg = xor{sg(x) for x in 1..9}",
        "sg = xor{sg(x) for x in 1..9 if head(x)}",
        "win iff sg = xor{sg(x) for x in heads}",
    ] {
        assert!(!holds(coins, wrong, boards()), "{wrong}");
    }
    assert!(!of_positions(coins, law));
    assert!(!holds(HEAP, law, boards()));
    for wrong in [
        "game c\ncoins x from 1\nturn x, y for y in 1..x - 1 if head(y)",
        "game c\ncoins x from 1\nturn x, y for y in 1..x",
        "game c\ncoins x from 1\nturn x, y for y in 0..x - 1\nstuck wins",
        "game c\ncoins x from 1\nturn x, y for y in -1..x - 1",
    ] {
        assert!(!holds(wrong, law, boards()), "{wrong}");
    }
    let grid = "game c\ncoins (x, y) from 0\nturn (x, y), (a, y) for a in 0..x - 1";
    let sized = |size: u64| json!({"about": "boards", "size": size, "games": {}});
    let law = "sg = xor{sg(a, b) for a in 0..2, b in 0..2 if head(a, b)}";
    assert!(holds(grid, law, sized(3)));
    assert!(!holds(grid, law, sized(4)));
    assert!(!holds(grid, law, boards()));
    assert!(!holds(grid, &law.replace("head(a, b)", "head(b, a)"), sized(3)));
    assert!(!holds(grid, &law.replace("sg(a, b)", "sg(b, a)"), sized(3)));
    assert!(!holds(grid, &law.replace(" if head(a, b)", ""), sized(3)));
}

#[test]
fn laws_of_single_coins_are_put_in() {
    const TWO: &str = "game two\ncoins x from 0\nturn x, y for y in 0..x - 1";
    let repeat = |rule: &str, law: &str, saltus: u64| {
        json!({
            "mexlab-certificate": 1, "rule": rule, "parameters": {}, "quantity": "sg", "law": law,
            "theorem": "state-repeat",
            "data": {"preperiod": 1, "period": 1, "repeat": 2, "saltus": saltus},
        })
    };
    let holds_with = |rule: &str, law: &str, coin: Value| {
        holds(rule, law, json!({"about": "boards", "games": {}, "coin": coin}))
    };
    let law = "sg = xor{x for x in heads} and (win iff xor{x for x in heads} != 0)";
    let coin = || repeat(TWO, "sg = x", 1);
    assert!(holds_with(TWO, law, coin()));
    assert!(holds_with(
        TWO,
        "sg = xor{c for c in heads} and sg = xor{sg(x) for x in heads}",
        coin()
    ));
    for wrong in [
        "sg = xor{x + 1 for x in heads}",
        "sg = xor{x for x in heads if x > 1}",
        "sg = xor{x for c in heads}",
        "sg = sum{x for x in heads}",
        "sg = count{true for x in heads} % 2",
        "sg = x",
    ] {
        assert!(!holds_with(TWO, wrong, coin()), "{wrong}");
    }
    // without the law, with another one, one of another game, and one of something else
    assert!(!holds(TWO, law, json!({"about": "boards", "games": {}})));
    let mut others = vec![
        Value::Null,
        repeat(TWO, "sg = x + 1", 1),
        repeat(TWO, "sg >= x", 1),
        repeat(&TWO.replace("two", "other"), "sg = x", 1),
    ];
    for (field, value) in [("quantity", "win"), ("law", "sg = 2 * x"), ("theorem", "identity")] {
        let mut other = coin();
        other[field] = value.into();
        others.push(other);
    }
    for other in others {
        assert!(!holds_with(TWO, law, other.clone()), "{other}");
    }
    let heap = "game heap\nheap n\nmove n -> n - t for t in 1..n";
    assert!(!holds_with(heap, "sg = n", repeat(heap, "sg = n", 1)));
    // so many are odd
    let one = "game one\ncoins x from 1\nturn x";
    let parity = "sg = count{true for x in heads} % 2";
    let coin = || repeat(one, "sg = 1", 0);
    assert!(holds_with(one, parity, coin()));
    assert!(holds_with(one, "sg = xor{1 for x in heads}", coin()));
    for wrong in [
        "sg = count{true for x in heads} % 3",
        "sg = count{true for x in heads}",
        "sg = count{false for x in heads} % 2",
        "sg = count{true for x in heads if x > 1} % 2",
        "sg = sum{true for x in heads} % 2",
        "sg != count{true for x in heads} % 2",
    ] {
        assert!(!holds_with(one, wrong, coin()), "{wrong}");
    }
}

#[test]
fn coins_of_products_have_nim_products() {
    let product = "game t(A = game a, B = game b)\ncoins product A B";
    let a = "game a\ncoins x from 1\nturn x and 0..2 of y in 1..x - 1";
    let b = "game b\ncoins y from 0\nturn y, z for z in 0..y - 1";
    let check = |law: &str, about: Value, a: &str, b: &str| {
        let mut data = about;
        data["games"] = json!({"a": a, "b": b});
        checker::verify(&certificate(product, law, data, json!({"A": "a", "B": "b"}))).is_ok()
    };
    let positions = || json!({"about": "positions"});
    let law = "sg = nimprod(sg of A at x, sg of B at y)";
    assert!(check(law, positions(), a, b));
    let boards =
        "sg = xor{nimprod(sg of A at u, sg of B at v) for u in 0..3, v in 0..3 if head(u, v)}";
    assert!(check(boards, json!({"about": "boards", "size": 3}), a, b));
    assert!(!check(boards, json!({"about": "boards", "size": 4}), a, b));
    for wrong in [
        "sg = nimprod(sg of B at x, sg of A at y)",
        "sg = nimprod(sg of A at y, sg of B at x)",
        "sg = sg of A at x ^ sg of B at y",
        "sg = nimprod(sg of A at x, sg of B at y + 1)",
        "sg = nimprod(sg of A at x, y)",
    ] {
        assert!(!check(wrong, positions(), a, b), "{wrong}");
    }
    for wrong in [
        "game b\nheap y\nmove y -> z for z in 0..y - 1",
        "game b\ncoins y from 0\nturn y, z for z in 0..y - 1 if head(z)",
        "game b\ncoins (y, w) from 0\nturn (y, w), (z, w) for z in 0..y - 1",
        "game c\ncoins y from 0\nturn y, z for z in 0..y - 1",
        "game b\ncoins y from 0\nturn y, z for z in 0..y - 1\nstuck wins",
    ] {
        assert!(!check(law, positions(), a, wrong), "{wrong}");
    }
}

#[test]
fn starts_are_sums_of_other_games() {
    let rule = "game s(A = game heap, B = game split)\nstart (a, b): A at a | B at b";
    let check = |law: &str, about: &str, games: Value| {
        let data = json!({"about": about, "games": games});
        checker::verify(&certificate(rule, law, data, json!({"A": "heap", "B": "split"}))).is_ok()
    };
    let games = || json!({"heap": HEAP, "split": SPLIT});
    for law in [
        "sg = sg of A at a ^ sg of B at b and (win iff sg of A at a != sg of B at b)",
        "sg = sg of heap at a ^ sg of B at b",
        "sg = mex(sg of options)",
    ] {
        assert!(check(law, "starts", games()), "{law}");
    }
    for law in [
        "sg = sg of A at b ^ sg of B at a",
        "sg = sg of B at a ^ sg of A at b",
        "sg = sg of A at a ^ sg of B at b + 1",
        "sg = sg of A at a",
        "lose iff sg of A at a != sg of B at b",
        "all{sg = sg of A at a ^ sg of B at b for a in 0..3}",
    ] {
        assert!(!check(law, "starts", games()), "{law}");
    }
    let law = "sg = sg of A at a ^ sg of B at b";
    assert!(!check(law, "positions", games()));
    assert!(!check(law, "boards", games()));
    assert!(!check(law, "starts", json!({"heap": HEAP})));
    assert!(!check(law, "starts", json!({"heap": SPLIT, "split": SPLIT})));
    assert!(!check(law, "starts", json!({"heap": format!("{HEAP}\nstuck wins"), "split": SPLIT})));
    assert!(!check(
        law,
        "starts",
        json!({"heap": HEAP, "split": SPLIT.replace("0..n - 1", "0..n")})
    ));
}

#[test]
fn the_name_of_a_code_stands_for_its_game() {
    let check = |rule: &str| {
        let start = "game s\nstart (a): octal-0.77 at a";
        let data = json!({"about": "starts", "games": {"octal-0.77": rule}});
        holds(start, "win iff sg of octal-0.77 at a > 0", data)
    };
    assert!(check(&rule::code::from_name("octal-0.77").unwrap().to_string()));
    assert!(!check("game octal-0.77\nheap n\nmove n -> n - t for t in 1..n"));
}

#[test]
fn every_field_matters() {
    let law = "sg = mex(sg of options)";
    let right = certificate(HEAP, law, json!({"about": "positions", "games": {}}), json!({}));
    assert!(checker::verify(&right).is_ok());
    for (from, to) in [
        ("\"quantity\":\"sg\"", "\"quantity\":\"win\""),
        ("\"about\":\"positions\"", "\"about\":\"starts\""),
        ("\"about\":\"positions\"", "\"about\":\"all\""),
        ("\"about\":\"positions\"", "\"about\":\"positions\",\"size\":3"),
        ("\"games\":{}", "\"games\":[]"),
        ("\"games\":{}", "\"games\":{\"heap\":1}"),
        ("\"games\":{}", "\"game\":{}"),
    ] {
        let wrong = right.replace(from, to);
        assert_ne!(wrong, right);
        assert!(checker::verify(&wrong).is_err(), "{to}");
    }
}
