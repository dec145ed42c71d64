//! Misere play, players without a move who win, and ends of a rule's own: laws proved, false ones
//! and altered certificates refused.

use crate::question;
use serde_json::{Value, json};

const NIM: &str = include_str!("../../../../rules/heaps/nim.game");
const RANGE: &str = include_str!("../../../../rules/heap/range-bash.game");
const TEAMS: &str = include_str!("../../../../rules/sum/team-nim.game");
const MISERE_NIM: &str = "misere iff (max(h) <= 1 and xor(h) = 0) or (max(h) > 1 and xor(h) != 0)";

fn ask(rule: &str, parameters: &[(&str, &str)], law: &str) -> Result<Value, String> {
    match question::ask(rule, parameters, law, 0) {
        Ok(certificate) => Ok(serde_json::from_str(&certificate.text).unwrap()),
        Err(why) => Err(why.to_string()),
    }
}

fn take(more: &str) -> String {
    format!("game g\nheap n\nmove n -> n - t for t in 1..min(2, n)\n{more}\n")
}

#[test]
fn misere_play() {
    for heaps in ["1", "2", "3"] {
        ask(NIM, &[("k", heaps)], MISERE_NIM).unwrap();
        if heaps == "1" {
            continue;
        }
        let normal = "misere iff xor(h) != 0";
        assert!(ask(NIM, &[("k", heaps)], normal).is_err());
        assert!(ask(NIM, &[("k", heaps)], &MISERE_NIM.replace("<= 1", "<= 2")).is_err());
        assert!(ask(NIM, &[("k", heaps)], &MISERE_NIM.replace("misere", "win")).is_err());
    }
    let range: &[(&str, &str)] = &[("x", "3"), ("y", "5")];
    ask(RANGE, range, "not misere iff n % 8 in {3, 4, 5}").unwrap();
    ask(RANGE, range, "misere iff not n % 8 in 3..5").unwrap();
    // as printed in a source, without the heaps below x: who is stuck there wins
    let printed = "not misere iff n % (x + y) <= x and n % (x + y) != 0";
    assert!(ask(RANGE, range, printed).is_err());
    for low in 2..=4 {
        for high in 4..=6 {
            let law = format!("not misere iff n % 8 in {low}..{high}");
            assert_eq!(ask(RANGE, range, &law).is_ok(), (low, high) == (3, 5), "{law}");
        }
    }
}

#[test]
fn ends_of_a_rule() {
    ask(&take("stuck wins"), &[], "win iff n % 3 != 1").unwrap();
    ask(&take("stuck wins"), &[], "misere iff n % 3 != 1").unwrap();
    ask(&take("stuck wins"), &[], "sg = n % 3").unwrap();
    ask(&take(""), &[], "misere iff n % 3 != 1").unwrap();
    ask(&take("lose if n = 3"), &[], "win iff n % 3 != 0").unwrap();
    ask(&take("lose if n = 4"), &[], "win iff n % 3 != (if n > 3 then 1 else 0)").unwrap();
    ask(&take("win if n = 3"), &[], "win iff not n in {0, 4} and (n < 4 or n % 3 != 1)").unwrap();
    ask(TEAMS, &[("c", "1,1")], "win iff n % 2 = 0").unwrap();
    for (more, law) in [
        ("win if n = 3", "win iff n % 3 != 0"),
        ("lose if n = 4", "win iff n % 3 != 0"),
        ("stuck wins", "win iff n % 3 != 0"),
        ("lose if n = 3", "sg = (n + 1) % 3"),
        ("lose if n = 3", "misere iff n % 3 != 1"),
        ("lose when any n = 4", "win iff n % 3 != 0"),
        ("stuck wins", "win iff n % 3 != 1 or n = 700"),
    ] {
        assert!(ask(&take(more), &[], law).is_err(), "{more}, {law}");
    }
}

#[test]
fn every_condition_on_stuck_positions_is_needed() {
    let whole = ask(&take("stuck wins"), &[], "win iff n % 3 != 1").unwrap();
    let verify = |path: &str, value: Value| {
        let mut other = whole.clone();
        *other.pointer_mut(path).unwrap() = value;
        checker::verify(&other.to_string()).map_err(|why| why.to_string())
    };
    let nobody = json!({"accepting": [false], "steps": [[0, [0], 0]]});
    let all = json!({"accepting": [true], "steps": [[0, [0], 0], [0, [1], 0]]});
    for (path, value, because) in [
        ("/data/stuck", Value::Null, "stuck positions matter"),
        ("/data/stuck/positions", nobody, "called won"),
        ("/data/stuck/positions", all, "said to be stuck"),
        ("/data/stuck/moves", json!([null]), "not shown to have a move"),
        ("/data/stuck/moves", json!([]), "some moves must be shown"),
        ("/data/witnesses/0", Value::Null, "called won"),
        ("/rule", take("stuck loses").into(), "stuck positions matter"),
        ("/rule", take("stuck wins").replace("1..", "2..").into(), "not a move"),
        ("/law", "win iff n % 3 != 1 or n = 1".into(), "miss the position"),
    ] {
        let why = verify(path, value).unwrap_err();
        assert!(why.to_string().contains(because), "{path}: {why}");
    }
    // a certificate for normal play does not serve
    let normal = ask(&take(""), &[], "win iff n % 3 != 0").unwrap();
    let mut other = normal.clone();
    other["data"]["stuck"] = whole["data"]["stuck"].clone();
    assert!(checker::verify(&other.to_string()).unwrap_err().to_string().contains("matter"));
}
