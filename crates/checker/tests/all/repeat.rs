//! Certificates of states that repeat: altered ones, and false laws that satisfy all conditions but
//! one.

use crate::support::{malformed, rejected, verdict};
use draw::{Draw, TestCaseResult, check, prop_assert, prop_assert_eq};
use serde_json::{Value, json};

/// Preperiod, period, saltus, and where the state repeats.
type Numbers = (u64, u64, u64, u64);

fn certificate(rule: &str, quantity: &str, law: &str, numbers: Numbers) -> Value {
    let (preperiod, period, saltus, repeat) = numbers;
    json!({
        "mexlab-certificate": 1, "rule": rule, "parameters": {}, "quantity": quantity, "law": law,
        "theorem": "state-repeat",
        "data": {"preperiod": preperiod, "period": period, "saltus": saltus, "repeat": repeat},
    })
}

fn heap(moves: &[&str]) -> String {
    let moves: Vec<String> = moves.iter().map(|m| format!("move {m}\n")).collect();
    format!("game g\nheap n\n{}", moves.concat())
}

const COINS: &str = "game g\ncoins x from 1\nturn x, x - 2..x - 1  if x >= 3\n";

#[test]
fn true_laws_are_accepted() {
    let parity = heap(&["n -> n - 1  if n % 2 = 1", "n -> n - 2  if n % 2 = 0 and n > 0"]);
    let leap = heap(&["n -> 0  if n >= 3", "n -> n - t  for t in {1, 2}  if t <= n"]);
    for (rule, quantity, law, numbers) in [
        ("subtract:1,2,3", "sg", "sg = n % 4", (0, 4, 0, 4)),
        ("subtract:1,2,3", "win", "win iff n % 4 != 0", (0, 4, 0, 4)),
        ("subtract:1,2,3", "win", "lose iff n % 4 in {0}", (0, 8, 0, 4)),
        ("subtract:1,2,3", "misere", "misere iff n % 4 != 1", (0, 4, 0, 4)),
        ("allbut:2,3", "sg", "sg = n // 4 * 2 + n % 2", (0, 4, 2, 4)),
        (parity.as_str(), "sg", "sg = (n + 1) // 2 % 2", (0, 4, 0, 3)),
        (
            leap.as_str(),
            "sg",
            "sg = [0, 1, 2, 3][if n = 0 then 0 else (n - 1) % 3 + 1]",
            (1, 3, 0, 4),
        ),
        (COINS, "sg", "sg = if x % 3 = 0 then 1 else 0", (1, 3, 0, 4)),
    ] {
        let accepted = verdict(&certificate(rule, quantity, law, numbers));
        assert!(accepted.is_ok(), "{rule} {law}: {accepted:?}");
    }
}

#[test]
fn parameters_are_put_into_moves_and_laws() {
    let rule = "game s(S = {1, 2}, k = 3)\nheap n\nmove n - t  for t in S if t <= n\n";
    let with = |set: &str, k: i64, law: &str, numbers| {
        let mut whole = certificate(rule, "sg", law, numbers);
        whole["parameters"] = json!({"S": set, "k": k});
        verdict(&whole)
    };
    for (set, k, law, period) in [
        ("1..300", 301, "sg = n % k", 301),
        ("1,2", 3, "sg = n % k and (n in S implies sg = n)", 3),
        ("1,2", 3, "all{n % k = s implies sg = s for s in S}", 3),
        ("1,2", 3, "all{sg(n + k * s) = n % k for s in 1..2}", 3),
    ] {
        let accepted = with(set, k, law, (0, period, 0, 300));
        assert!(accepted.is_ok(), "{set} {law}: {accepted:?}");
        assert!(with(set, k + 1, law, (0, period, 0, 300)).is_err(), "{set} {law}");
    }
    assert!(with("1,2,4", 3, "sg = n % k and (n in S implies sg = n)", (0, 3, 0, 3)).is_err());
    assert!(
        with("squares", 3, "true", (0, 3, 0, 3)).unwrap_err().to_string().contains("not listed")
    );
}

#[test]
fn every_altered_number_and_field_is_rejected() {
    let law = "n >= 4 implies sg(n + 4) = sg(n) + 2";
    let whole = certificate("allbut:2,3", "sg", law, (1, 4, 2, 6));
    assert!(verdict(&whole).is_ok());
    for other in malformed(&whole) {
        assert!(verdict(&other).is_err(), "{other:#}");
    }
    for (field, number) in whole["data"].as_object().unwrap() {
        let number = number.as_u64().unwrap();
        for value in [number + 1, number - 1, 1 << 40] {
            let mut other = whole.clone();
            other["data"][field] = json!(value);
            // the states before and after repeat as well, and the law begins later
            let is_same = value < 1 << 40 && ["repeat", "preperiod"].contains(&field.as_str());
            assert_eq!(verdict(&other).is_ok(), is_same, "{other:#}");
        }
    }
    for (field, value) in [
        ("rule", json!("allbut:2,4")),
        ("rule", json!("allbut:3")),
        ("quantity", json!("win")),
        ("quantity", json!("remoteness")),
        ("theorem", json!("periodicity")),
        ("parameters", json!({"k": 1})),
        ("law", json!("n >= 4 implies sg(n + 4) = sg(n) + 3")),
        ("law", json!("n >= 4 implies sg(n + 3) = sg(n) + 2")),
        ("law", json!("sg = n // 2")),
    ] {
        let mut other = whole.clone();
        other[field] = value;
        assert!(verdict(&other).is_err(), "{other:#}");
    }
}

#[test]
fn false_laws_that_satisfy_all_conditions_but_one() {
    let law = |period: u64| format!("n >= 9 or sg(n + {period}) = sg(n)");
    let wrong = |rule: &str, quantity, numbers: Numbers, part| {
        let of_value = if quantity == "sg" { " = 9" } else { "" };
        let constant = format!("n < {} or {quantity}(n + {}){of_value}", numbers.0, numbers.1);
        rejected(&certificate(rule, quantity, &constant, numbers), part);
    };
    // The window is shorter than the largest number taken: 99 is not seen yet.
    wrong("subtract:1,2,99", "sg", (0, 3, 0, 98), "not 99 beyond");
    wrong("subtract:1,2,99", "sg", (0, 3, 0, 99), "do not differ");
    // A value within the window differs.
    rejected(&certificate("subtract:1,2,3", "sg", &law(3), (0, 3, 0, 4)), "do not differ by 0");
    // The state repeats before the moves are those of large heaps.
    let late = heap(&["n -> n - 1  if 0 < n < 10", "n -> n - 2  if n >= 10"]);
    wrong(&late, "sg", (0, 2, 0, 4), "not beyond 10");
    // The period is no multiple of the number of residues.
    let thirds = heap(&["n -> n - 1  if n % 3 != 0"]);
    wrong(&thirds, "sg", (2, 1, 0, 3), "multiple of 3");
    wrong(&thirds, "sg", (2, 0, 0, 3), "not 0");
    // The windows agree, the options far below do not: of outcomes, and of values.
    let outcome = heap(&["n -> u  for u in 1..n - 1", "n -> n - 1  if n > 0"]);
    wrong(&outcome, "win", (1, 2, 0, 2), "the states at 2 and 4 differ");
    let values = heap(&["n -> u  for u in 1..n - 2", "n -> n - 1  if n > 0"]);
    wrong(&values, "sg", (2, 1, 2, 3), "the states at 3 and 4 differ");
    // Values of finitely many options cannot grow.
    wrong("subtract:1,2,3", "sg", (0, 4, 1, 4), "can grow");
    wrong("allbut:2,3", "win", (0, 4, 1, 4), "can grow");
    // A position before the first one.
    let from = "game g\nheap n from 3\nmove n -> n - 1  if n > 3\n";
    wrong(from, "sg", (2, 2, 0, 4), "the state at 4");
}

#[test]
fn games_outside_the_hypotheses_are_rejected() {
    let wrong = |moves: &[&str], quantity, part| {
        rejected(&certificate(&heap(moves), quantity, "true", (0, 2, 0, 9)), part);
    };
    let split = "n -> i | n - i  for i in 1..n // 2";
    wrong(&[split], "sg", "split a heap");
    wrong(&["n -> n - t  for t in 1..n", "n -> n - 1 | 1  if n > 1"], "sg", "such sums");
    wrong(&["n -> n - 1 | 1  if n > 1"], "win", "such sums");
    wrong(&["n -> none  if n = 3", "n -> 2 | 1  if n = 4", "n -> n - 1  if n > 4"], "win", "sums");
    let even = "n -> u  for u in 0..n - 1 if n % 2 = 0";
    wrong(&[even], "sg", "depend on residues");
    wrong(&["n -> u  for u in 0..n - 2", "n -> 1  if n % 2 = 0 and n > 1"], "sg", "on residues");
    wrong(&["n -> u  for u in 0..n - 2", "n -> u  for u in 1..n - 1"], "sg", "two different");
    wrong(&["n -> n - 1  if n > 0", "n -> n  if n = 7"], "sg", "no position before");
    rejected(&certificate("octal:0.77", "sg", "true", (71, 12, 0, 90)), "split");
    rejected(&certificate("game", "sg", "true", (0, 1, 0, 1)), "mistake");
}

#[test]
fn laws_of_rows() {
    let wythoff = "game wythoff\nstate (a, b)\nmove (a - t, b)  for t in 1..a\n\
        move (a, b - t)  for t in 1..b\nmove (a - t, b - t)  for t in 1..min(a, b)\n";
    let law = "b = 1 implies sg(a + 3, b) = sg + 3";
    // the numbers of both rows, one after the other
    let whole = certificate(wythoff, "sg", law, (0, 6, 3, 8));
    assert!(verdict(&whole).is_ok(), "{:?}", verdict(&whole));
    for (law, part) in [
        ("b = 1 implies sg(a + 3, b) = sg + 2", "fails at a = 0"),
        ("b = 1 implies sg(a + 3, b - 1) = sg + 3", "not in the row"),
        ("b = 1 implies sg(b, a) = sg", "not in the row"),
        ("b = 1 implies sg(a) = sg", "1 coordinate here, and 2 in this game"),
        ("a = 1 implies sg(a + 3, b) = sg + 3", "do not differ"),
        ("b <= 1 implies sg(a + 3, b) = sg + 3", "one row of pairs"),
        ("sg(a + 3, b) = sg + 3", "one row of pairs"),
        ("b = 2 implies sg(a + 3, b) = sg + 3", "not beyond"),
        ("b = 99999999999999999999999 implies true", "more than 64 rows"),
    ] {
        let mut other = whole.clone();
        other["law"] = json!(law);
        // the other row has the same values, but begins the same numbers elsewhere
        if law.starts_with('a') {
            other["data"]["saltus"] = json!(2);
        }
        rejected(&other, part);
    }
    for (part, with, why) in [
        ("(a - t, b - t)", "(a - t, b - t + 2)", "no position before"),
        ("min(a, b)", "a", "no position before"),
        ("(a - t, b)", "(a - t, b - 1)", "no position before"),
    ] {
        let mut other = whole.clone();
        other["rule"] = json!(wythoff.replacen(part, with, 1));
        let reason = verdict(&other).unwrap_err().to_string();
        assert!(reason.contains(why) || reason.contains("grows"), "{reason}");
    }
}

#[test]
fn work_is_limited() {
    let numbers = (0, 1 << 25, 0, 1 << 25);
    rejected(&certificate("subtract:1,2,3", "sg", "true", numbers), "more than 33554432 values");
    let far = "n < 1000000000 or sg = 1";
    rejected(&certificate("subtract:1,2,3", "sg", far, (0, 4, 0, 4)), "too large");
    let many = "n % 9973 = 0 or n % 997 != 0 or n % 991 = 1";
    rejected(&certificate("subtract:1,2,3", "sg", many, (0, 4, 0, 4)), "more than");
}

/// Any change of a certificate is survived, and proves nothing false.
fn altered(value: &mut Value, at: &mut usize, with: &Value) {
    if *at == 0 {
        *value = with.clone();
    }
    *at = at.wrapping_sub(1);
    match value {
        Value::Object(object) => object.values_mut().for_each(|inner| altered(inner, at, with)),
        Value::Array(list) => list.iter_mut().for_each(|inner| altered(inner, at, with)),
        _ => {}
    }
}

#[test]
fn no_bytes_make_it_panic() {
    let characters: Vec<char> =
        "abcdefghijklmnopqrstuvwxyz0123456789 <>=+*/%(){}[].,:|\n-".chars().collect();
    let input = |d: &mut Draw| {
        let (which, at, cut, kind) = (d.size(0..5), d.size(0..24), d.size(0..700), d.size(0..4));
        let number = d.one_of(&[|d| d.size(0..50) as u64, Draw::bits]);
        let text = d.many(0..41, |d| d.pick(&characters)).into_iter().collect();
        (which, at, number, text, cut, kind)
    };
    type Input = (usize, usize, u64, String, usize, usize);
    let test = |(which, at, number, text, cut, kind): Input| -> TestCaseResult {
        let law = "n >= 4 implies sg(n + 4) = sg(n) + 2";
        let mut whole = certificate("allbut:2,3", "sg", law, (0, 4, 2, 4));
        let other = |quantity: &str, rule: &str, law: &str, theorem: &str, data: Value| {
            json!({
                "mexlab-certificate": 1, "rule": rule, "parameters": {}, "quantity": quantity,
                "law": law, "theorem": theorem, "data": data,
            })
        };
        match which {
            0 => {
                let data = json!({"preperiod": 0, "period": 3, "greatest": 2, "mask": 0});
                whole = other("sg", "octal:0.33", "sg = n % 3", "periodicity", data);
            }
            1 => {
                let rule = "game f\nstate (n, q)\n\
                    move (n - t, min(2 * t, n - t))  for t in 1..min(n, q)\n";
                let law = "q = n - 1 implies (lose iff n in fibonacci)";
                whole = other("win", rule, law, "take-away", json!({"from": 1, "lag": 1}));
            }
            2 => {
                let rule = "game b(m = 3 in 1..)\nheap n\nmove n - t  for t in 1..min(m, n)\n";
                let data = json!({"cases": [{"if": "r <= m", "take": "r"}, {"take": "m"}]});
                whole = other("win", rule, "lose iff n % (m + 1) = 0", "all-parameters", data);
            }
            3 => {
                let mut part = whole.clone();
                part["law"] = json!("sg = n // 4 * 2 + n % 2");
                let rule = "game s\nstart (a, b): allbut-2-3 at a | allbut-2-3 at b\n";
                let law = "sg = a // 4 * 2 + a % 2 ^ b // 4 * 2 + b % 2";
                whole = other("sg", rule, law, "composed", json!({"parts": [part]}));
            }
            _ => {}
        }
        prop_assert!(verdict(&whole).is_ok(), "{:?}", verdict(&whole));
        let law = whole["law"].as_str().unwrap().to_owned();
        let with = match kind {
            0 => json!(number),
            1 => json!(text.clone()),
            2 => json!({text.clone(): number}),
            _ => json!(format!("game g\nheap n\nmove n -> {text}")),
        };
        altered(&mut whole, &mut at.clone(), &with);
        let mut bytes = whole.to_string();
        if kind == 3 && number % 2 == 0 {
            let cut =
                (0..=cut.min(bytes.len())).rev().find(|&i| bytes.is_char_boundary(i)).unwrap();
            bytes.replace_range(cut.., &text);
        }
        // what is accepted is the same law
        if let Ok(accepted) = checker::verify(&bytes) {
            prop_assert!(accepted.law == law || kind == 1, "{:?}", accepted);
        }
        Ok(())
    };
    test((3, 0, 0, String::new(), 0, 0)).unwrap();
    check(500, input, test);
}

#[test]
fn accepted_periods_hold_further_on() {
    let input = |d: &mut Draw| {
        let numbers = [0..6, 1..9, 0..5, 1..20].map(|range| d.int(range) as u64);
        (d.subset(1..9, 1..4), d.flag(), d.pick(&["sg", "win", "misere"]), numbers)
    };
    check(500, input, |(taken, all_but, quantity, numbers)| {
        let [preperiod, period, saltus, _] = numbers;
        let list: Vec<String> = taken.iter().map(ToString::to_string).collect();
        let rule = format!("{}:{}", if all_but { "allbut" } else { "subtract" }, list.join(","));
        let whole = certificate(&rule, quantity, "true", numbers.into());
        if verdict(&whole).is_ok() {
            let stuck = usize::from(quantity == "misere");
            let mut values: Vec<usize> = Vec::new();
            for n in 0..200 {
                let options = (1..=n).filter(|t| taken.contains(t) != all_but);
                let options: Vec<usize> = options.map(|t| values[(n - t) as usize]).collect();
                values.push(match quantity {
                    "sg" => (0..).find(|v| !options.contains(v)).unwrap(),
                    _ if options.is_empty() => stuck,
                    _ => usize::from(options.contains(&0)),
                });
            }
            for n in preperiod as usize..200 - period as usize {
                prop_assert_eq!(values[n + period as usize], values[n] + saltus as usize);
            }
        }
        Ok(())
    });
}
