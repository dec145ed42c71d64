//! Certificates of periods: altered ones, and false laws that satisfy all conditions but one.

use crate::support::{malformed, rejected, verdict};
use serde_json::{Value, json};

fn certificate(rule: &str, preperiod: u64, period: u64, greatest: u64) -> Value {
    json!({
        "mexlab-certificate": 1, "rule": rule, "parameters": {}, "quantity": "sg",
        "law": format!("n >= {preperiod} implies sg(n + {period}) = sg(n)"),
        "theorem": "periodicity",
        "data": {"preperiod": preperiod, "period": period, "greatest": greatest, "mask": 0},
    })
}

#[test]
fn true_periods_are_accepted() {
    // Winning Ways (2001), chapter 4, tables 6 and 7; subtraction sets by hand.
    for (rule, preperiod, period, greatest) in [
        ("octal:0.77", 71, 12, 8),
        ("octal:0.07", 53, 34, 9),
        ("octal:0.137", 52, 34, 9),
        ("octal:0.33", 0, 3, 2),
        ("subtract:1,2,3", 0, 4, 3),
        ("subtract:2,3", 0, 5, 2),
    ] {
        let accepted = verdict(&certificate(rule, preperiod, period, greatest));
        assert!(accepted.is_ok(), "{rule}: {accepted:?}");
    }
}

#[test]
fn every_altered_field_is_rejected() {
    let whole = certificate("octal:0.77", 71, 12, 8);
    let mut altered = malformed(&whole);
    for (field, number) in whole["data"].as_object().unwrap() {
        // The mask only changes the order of work; a later preperiod proves the same law.
        for step in [-1i64, 1] {
            if field == "mask" || (field == "preperiod" && step == 1) {
                continue;
            }
            let mut other = whole.clone();
            other["data"][field] = json!(number.as_i64().unwrap() + step);
            altered.push(other);
        }
    }
    for (field, value) in [
        ("more", json!(1)),
        ("law", json!("n >= 70 implies sg(n + 12) = sg(n)")),
        ("rule", json!("octal:0.76")),
        ("quantity", json!("win")),
        ("theorem", json!("window")),
    ] {
        let mut other = whole.clone();
        other[field] = value;
        altered.push(other);
    }
    for other in altered {
        assert!(verdict(&other).is_err(), "{other:#}");
    }
}

#[test]
fn fields_given_twice_are_rejected() {
    let text = certificate("octal:0.77", 71, 12, 8).to_string();
    let twice = text.replacen("{", "{\"quantity\":\"win\",", 1);
    assert!(checker::verify(&twice).unwrap_err().to_string().contains("duplicate field"));
    let twice = text.replace("\"period\":12", "\"period\":13,\"period\":12");
    assert!(checker::verify(&twice).unwrap_err().to_string().contains("duplicate field"));
}

#[test]
fn false_laws_that_satisfy_all_conditions_but_one() {
    // The preperiod is too small by one: one equation, the first, fails.
    rejected(&certificate("octal:0.77", 70, 12, 8), "sg(70) and sg(82) differ");
    // No multiple of the least period: the last equations fail.
    rejected(&certificate("octal:0.77", 71, 13, 8), "differ");
    // 0.007 repeats nowhere: it is not known to be periodic.
    rejected(&certificate("octal:0.007", 1, 1, 1), "differ");
    // The theorem for a = 1 holds, g(p) = g(0) does not.
    assert!(verdict(&certificate("octal:0.1", 2, 1, 1)).is_ok());
    rejected(&certificate("octal:0.1", 1, 1, 1), "sg(1) and sg(2) differ");
    // A set whose largest member lies far beyond the others looks periodic until then.
    let far = certificate("subtract:1,2,99", 0, 3, 2);
    rejected(&far, "differ");
    // Period 0 is no period.
    rejected(&certificate("octal:0.77", 71, 0, 8), "period is 0");
}

#[test]
fn rules_outside_the_hypotheses_are_rejected() {
    let grundy = "game grundy\nheap n\nmove n -> i | n - i for i in 1..(n - 1) // 2\n";
    rejected(&certificate(grundy, 1, 1, 1), "every split into two non-empty heaps");
    rejected(&certificate("allbut:2", 1, 1, 1), "not a take-and-break code");
    let heap = |moves: &str| format!("game g\nheap n\n{moves}\n");
    for (moves, part) in [
        ("move n -> n - t  for t in 1..n", "not those of a take-and-break code"),
        ("move n -> n - 1  if n % 2 = 1", "depend on residues"),
        ("move n -> n - 1 | n - 2  if n > 2", "elsewhere"),
        ("move n -> n - 2 | 1  if n > 2", "elsewhere"),
        ("move n -> 3  if n > 3", "elsewhere"),
        // all but the first heaps have the moves of octal:0.3
        ("move n -> n - 1  if n > 2", "from 2"),
        ("move n -> n - 1  if n > 0\nmove n -> n - 2  if n = 3", "from 3"),
        ("move n -> none  if n = 0\nmove n -> n - 1  if n > 0", "the empty heap"),
        ("move n -> n - 300  if n >= 300", "too many stones"),
        ("move n -> i | n - i  for i in 1..n // 2 - 1", "every split"),
        ("move n -> i | n - i  for i in 0..n // 2", "no position before"),
        ("move n -> i | n - i - 1  for i in 2..n // 2", "every split"),
        ("move n -> i | n - i  for i in 1..n // 2 if i != n - i", "`n` is not understood"),
        ("move n -> i | n - 2 * i  for i in 1..n // 3", "not a sum of"),
        ("move n -> i | j | n - i - j  for i in 1..n // 3, j in i..(n - i) // 2", "grows"),
        ("move n -> n - 1  if n > 0\nplay every", "way of playing"),
        ("move n -> n - 1  if n > 0\nwin if n = 5", "ends"),
        ("move n -> n - 1  if n > 0 when stuck", "last resort"),
        ("left n -> n - 1  if n > 0", "both players have the same moves"),
    ] {
        rejected(&certificate(&heap(moves), 1, 1, 1), part);
    }
    let from_two = "game g\nheap n from 2\nmove n -> n - 1  if n > 2\n";
    rejected(&certificate(from_two, 2, 2, 1), "not those");
}

#[test]
fn codes_in_words() {
    let kayles = "game kayles\nheap n\n\
        move n -> n - t          for t in {1, 2}                         if t <= n\n\
        move n -> i | n - t - i  for t in 1..2, i in 1..(n - t) // 2\n";
    assert!(verdict(&certificate(kayles, 71, 12, 8)).is_ok());
    rejected(&certificate(kayles, 70, 12, 8), "differ");
    // every division once from each side, heaps that exist from 1 on, another name
    let dawson = "game dawson\nheap m from 1\n\
        move m -> none         if m = 2 or m = 3\n\
        move m -> m - 2        if m > 2\n\
        move m -> none         if m = 1\n\
        move m -> m - 3        if m > 3\n\
        move m -> k | m - 3 - k  for k in 1..m - 4\n";
    let mut whole = certificate("octal:0.137", 52, 34, 9);
    assert!(verdict(&whole).is_ok());
    whole["rule"] = json!(dawson);
    rejected(&whole, "the law has a mistake");
    whole["law"] = json!("m >= 52 implies sg(m + 34) = sg(m)");
    let accepted = verdict(&whole);
    assert!(accepted.is_ok(), "{accepted:?}");
}

#[test]
fn heaps_taken_as_a_whole() {
    // from 3 on all three may be taken, which is no other move than taking three of more
    let three = "game g\nheap n\nmove n -> n - 3  if n >= 3\n";
    let mut whole = certificate(three, 0, 6, 1);
    assert!(verdict(&whole).is_ok(), "{:?}", verdict(&whole));
    whole["law"] = json!("sg(3) = 1");
    assert!(verdict(&whole).is_ok());
    whole["law"] = json!("sg(3) = 0");
    rejected(&whole, "fails at");
    // here a heap of three stays
    let more = three.replace(">=", ">");
    whole = certificate(&more, 1, 6, 1);
    assert!(verdict(&whole).is_ok(), "{:?}", verdict(&whole));
    whole["law"] = json!("sg(3) = 0");
    assert!(verdict(&whole).is_ok());
}

#[test]
fn laws_that_follow_from_a_period() {
    let law = |law: &str| {
        let mut whole = certificate("octal:0.77", 71, 12, 8);
        whole["law"] = json!(law);
        verdict(&whole)
    };
    for follows in [
        "n > 70 implies sg = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][n % 12]",
        "n > 70 implies sg(n + 24) = sg",
        "sg < 10",
        "sg = 0 iff n = 0",
        "n >= 72 implies sg(n - 1) = sg(n + 11)",
    ] {
        assert!(law(follows).is_ok(), "{follows}: {:?}", law(follows));
    }
    for (wrong, part) in [
        ("n > 69 implies sg = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][n % 12]", "n = 70"),
        ("n > 70 implies sg = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 6][n % 12]", "n = 71"),
        ("n > 70 implies sg(n + 23) = sg", "fails at"),
        ("sg < 8", "fails at n = 27"),
        ("sg != 7 or n < 10000", "fails at n = 1"),
        ("sg(n - 1) >= 0", "n = 0"),
        ("win iff sg != 0", "not `win`"),
        ("sg = 3 or", "mistake"),
        ("true or nonsense", "mistake"),
        ("sg + 1", "mistake"),
        ("n < 10 ** 9 or sg = 1", "not combined"),
        ("n < 1000000000 or sg = 1", "too large"),
    ] {
        let why = law(wrong).expect_err(wrong).to_string();
        assert!(why.contains(part), "{wrong}: {why}");
    }
}

#[test]
fn work_is_limited() {
    rejected(&certificate("octal:0.77", u64::MAX, u64::MAX, 9), "more than");
    rejected(&certificate("octal:0.77", 1 << 24, 1 << 24, 9), "more than");
}

#[test]
fn texts_that_are_no_certificates() {
    let deep = "[".repeat(100_000);
    for text in ["", "{}", "[]", "null", "{", "\u{0}", "{\"a\":1}", deep.as_str()] {
        assert!(checker::verify(text).is_err(), "{text:.20}");
    }
}

#[test]
fn values_tell_outcomes_where_the_stuck_lose() {
    // one stone is taken and the rest divided at will: won exactly if the number is odd
    let rule = "game g\nheap n\nmove n -> n - 1 if n > 0\n\
                move n -> i | n - 1 - i for i in 1..(n - 1) // 2\n";
    let outcome = |rule: &str, law: &str| {
        let mut outcome = certificate(rule, 0, 2, 1);
        (outcome["law"], outcome["quantity"]) = (json!(law), json!("win"));
        outcome
    };
    let accepted = verdict(&outcome(rule, "win iff n % 2 = 1"));
    assert!(accepted.is_ok(), "{accepted:?}");
    rejected(&outcome(rule, "win iff n % 2 = 0"), "fails at n = 0");
    rejected(&outcome(rule, "win iff sg(n) = 1"), "this is about `win`");
    let reversed = format!("{rule}stuck wins\n");
    rejected(&outcome(&reversed, "win iff n % 2 = 1"), "values do not determine outcomes");
}
