//! Rules and core games that differ are told apart.

use checker::{Compared, Result, compare};
use serde_json::{Value, json};

/// A certificate of a rule beside the core certificate of what may be another game.
fn compared(rule: &str, law: &str, core: &Value) -> Result<Compared> {
    let quantity = if law.contains("sg") { "sg" } else { "win" };
    let certificate = json!({
        "mexlab-certificate": 1, "rule": rule, "parameters": {}, "quantity": quantity,
        "law": law, "theorem": "automata", "data": {},
    });
    let certificate = checker::read(&certificate.to_string()).unwrap();
    let core = &verify::read(&core.to_string()).unwrap()[0];
    compare(&certificate, Some(core))
}

/// One stone is taken; play ends where the first condition holds, won by who is to move, or the
/// second, lost.
fn take_one(won: &Value, lost: &Value, statement: &Value) -> Value {
    let some = json!({"<=0": {"1": 1, "n": -1}});
    json!({
        "mexlab-core": 1,
        "game": {"moves": {
            "coordinates": ["n"], "positions": {"if": {"is": true}}, "won": {"if": won},
            "lost": {"if": lost}, "stuck_wins": false,
            "moves": [{"if": some, "to": [[{"n": 1, "1": -1}]]}],
        }},
        "statement": statement,
        "proof": {"induction": {"measure": [1], "witnesses": []}},
    })
}

#[test]
fn what_differs_is_found() {
    let (never, odd) = (json!({"is": false}), json!({"mod": [{"n": 1}, 2, 1]}));
    let (one, won) = (json!({"=0": {"n": 1, "1": -1}}), json!({"wins": {"if": odd}}));
    let plain = take_one(&never, &never, &won);
    let rule = |more: &str| format!("game g\nheap n\nmove n -> n - 1 if n > 0\n{more}");
    let law = "win iff n % 2 = 1";
    let same = compared(&rule(""), law, &plain).unwrap();
    assert_eq!(same.judged, 41);
    assert!(same.positions > 70 && same.skipped == 0, "{same:?}");
    let ended = take_one(&one, &never, &won);
    assert!(compared(&rule("win if n = 1\n"), law, &ended).is_ok());
    let all = json!({"wins": {"if": {"not": odd}}});
    let far = "move n -> n - 2 if n > 1000000000000\n";
    for (more, law, core, because) in [
        ("move n -> n - 2 if n > 1\n", "true", &plain, "the options"),
        // beyond the box alone
        (far, law, &plain, "the options"),
        ("win if n = 1\n", law, &plain, "the player to move has won"),
        ("lose if n = 1\n", "true", &ended, "the player to move has lost"),
        ("", "true", &ended, "the player to move has won"),
        // who wins where no move is left
        ("stuck wins\n", "true", &plain, "says win"),
        ("", "true", &take_one(&never, &never, &all), "says win"),
        ("", "win iff n % 2 = 0", &plain, "the law is false at (0)"),
        ("", "n > 38 implies win(n) iff n % 2 = 0", &plain, "the law is false at (1)"),
    ] {
        let why = compared(&rule(more), law, core).unwrap_err().to_string();
        assert!(why.contains(because), "{more}{law}: {why}");
    }
    // pairs are no positions of a heap: only 0, without options, is compared
    let mut crooked = plain.clone();
    crooked["game"]["moves"]["moves"][0]["to"] = json!([[{"n": 1}, {"1": -1}], []]);
    assert_eq!(compared(&rule(""), law, &crooked).map(|found| found.positions), Ok(1));
    let from_one = rule("").replace("heap n", "heap n from 1").replace("n > 0", "n > 1");
    let why = compared(&from_one, "true", &plain).unwrap_err().to_string();
    assert!(why.contains("the rule says that there is no position"), "{why}");
    let repeats = json!({"repeats": {
        "of": "value", "preperiod": 0, "period": 2, "values": [0, 2],
    }});
    let code = json!({
        "mexlab-core": 1, "game": {"code": [0, 3]}, "statement": repeats,
        "proof": {"periodicity": 0},
    });
    let why = compared(&rule(""), "true", &code);
    // a law of outcomes tabulates no values
    assert!(why.is_err(), "{why:?}");
}

#[test]
fn every_member_is_judged() {
    let law = |law: &str| {
        let rule = "game b(m = 3 in 1..)\nheap n\nmove n -> n - t for t in 1..min(m, n)\n";
        let certificate = json!({
            "mexlab-certificate": 1, "rule": rule, "parameters": {}, "quantity": "win",
            "law": law, "theorem": "all-parameters", "data": {},
        });
        let certificate = checker::read(&certificate.to_string()).unwrap();
        compare(&certificate, None)
    };
    assert_eq!(law("lose iff n % (m + 1) = 0").unwrap().judged, 3 * 41);
    assert!(law("lose iff n % 4 = 0").is_err());
}
