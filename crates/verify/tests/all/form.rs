//! What has not the documented form, or would take too much, ends in a clear rejection.

use serde_json::{Value, json};
use verify::{read, show, verify};

/// Taking one or two from a heap: n is lost where it is a multiple of 3.
fn bash() -> Value {
    let machine = json!({
        "accepting": [false, true, false, true],
        "steps": [
            [0, [0, 0], 0], [0, [1, 1], 1], [0, [1, 0], 2], [1, [0, 0], 2], [1, [1, 0], 1],
            [2, [0, 1], 3], [2, [1, 1], 1], [2, [0, 0], 2], [2, [1, 0], 0], [3, [0, 0], 3],
        ],
    });
    json!({
        "mexlab-core": 1,
        "digits": {"places": {"base": 2}, "machines": {"M1": machine}},
        "game": {"moves": {
            "coordinates": ["n"],
            "positions": {"if": {"is": true}},
            "won": {"if": {"is": false}},
            "lost": {"if": {"is": false}},
            "stuck_wins": false,
            "moves": [{
                "choose": ["t"],
                "if": {"and": [
                    {"<=0": {"1": 1, "t": -1}}, {"<=0": {"1": -2, "t": 1}}, {"<=0": {"t": 1, "n": -1}},
                ]},
                "to": [[{"n": 1, "t": -1}]],
            }],
        }},
        "statement": {"wins": {"if": {"not": {"mod": [{"n": 1}, 3, 0]}}}},
        "proof": {"induction": {"measure": [1], "witnesses": ["M1"]}},
    })
}

/// Why the certificate with one field replaced is rejected.
fn why(path: &str, value: Value) -> String {
    let mut other = bash();
    *other.pointer_mut(path).unwrap() = value;
    let read = read(&other.to_string()).and_then(|all| verify(&all[0]));
    read.unwrap_err().to_string()
}

/// The witness takes n modulo 3: what it chooses is accepted digit by digit.
fn certificate() -> Value {
    let mut whole = bash();
    let mut steps = Vec::new();
    // the state is n modulo 3 so far, and t so far: 0, 1 or 2
    for (rest, taken, digit) in (0..18).map(|k| (k / 6, k / 2 % 3, k % 2)) {
        for own in 0..2 {
            let next = 2 * taken + own;
            if next <= 2 {
                let from = 3 * rest + taken;
                steps.push(json!([from, [digit, own], 3 * ((2 * rest + digit) % 3) + next]));
            }
        }
    }
    let accepting: Vec<bool> = (0..9).map(|state| state / 3 == state % 3 && state > 0).collect();
    whole["digits"]["machines"]["M1"] = json!({"accepting": accepting, "steps": steps});
    whole
}

#[test]
fn a_certificate_as_a_person_would_read_it() {
    let read = read(&certificate().to_string()).unwrap();
    assert!(verify(&read[0]).is_ok());
    let shown = show(&read[0]).to_string();
    for line in [
        "Positions are n for natural numbers",
        "Move 1: from n to n - t for t",
        "  if 1 <= t and t <= 2 and t <= n",
        "A player without a move loses.",
        "The player to move wins exactly where not ((n) mod 3 = 0)",
    ] {
        assert!(shown.lines().any(|own| own == line), "{line}\n{shown}");
    }
}

#[test]
fn wrong_numbers_and_names() {
    let no_move = "/game/moves/moves/0";
    for (path, value, because) in [
        ("/digits/machines/M1", bash()["digits"]["machines"]["M1"].clone(), "not a move"),
        ("/statement/wins/if/not/mod/1", json!(4), "position"),
        ("/statement/wins/if/not/mod/1", json!(0), "below its positive modulus"),
        ("/proof/induction/measure", json!([0]), "measure"),
        ("/proof/induction/witnesses", json!([]), "1 witnesses"),
        ("/proof/induction/witnesses", json!(["M2"]), "no machine M2"),
        (&format!("{no_move}/to/0/0/n"), json!(2), "measure"),
        (&format!("{no_move}/to/0/0/t"), json!(-2), "below 0"),
        (&format!("{no_move}/choose"), json!(["n"]), "two meanings"),
        ("/game/moves/positions/if", json!({"<=0": {"m": 1}}), "`m` is not known"),
        ("/mexlab-core", json!(2), "version"),
        ("/digits/places/base", json!(1), "base"),
        ("/game", json!({"code": [0, 7]}), "not one of such"),
    ] {
        let mut whole = certificate();
        *whole.pointer_mut(path).unwrap() = value;
        let answer = read(&whole.to_string()).and_then(|all| verify(&all[0]));
        let why = answer.unwrap_err().to_string();
        assert!(why.contains(because), "{path}: {why}");
    }
}

#[test]
fn what_is_too_much_is_refused() {
    let deep = |depth: usize| format!("{}true{}", "{\"not\":".repeat(depth), "}".repeat(depth));
    let text = bash().to_string().replace("{\"is\":true}", &deep(100_000));
    assert!(read(&text).unwrap_err().to_string().contains("not a core certificate"));
    assert!(why("/statement/wins/if/not/mod/1", json!(1e300)).contains("not a core certificate"));
    assert!(read("[]").unwrap().is_empty());
    for text in ["", "{", "null", "[1]", "{\"mexlab-core\":1,\"mexlab-core\":1}"] {
        assert!(read(text).is_err(), "{text}");
    }
    let huge = i64::MAX;
    for (path, value) in [
        ("/statement/wins/if/not/mod/1", json!(huge)),
        ("/game/moves/moves/0/to/0/0/n", json!(huge)),
        ("/proof/induction/measure", json!([u64::MAX])),
        ("/game/moves/moves/0/if/and/1/<=0/1", json!(-huge)),
    ] {
        assert!(!why(path, value).is_empty(), "{path}");
    }
    let steps: Vec<Value> = (0..1 << 18).map(|at| json!([at, [0, 0], at + 1])).collect();
    let long = json!({"accepting": vec![true; (1 << 18) + 1], "steps": steps});
    assert!(why("/digits/machines/M1", long).contains("leading zeros matter"));
    let repeats = |at: u64, period: u64| {
        json!({
            "mexlab-core": 1,
            "game": {"code": [0, 7, 7]},
            "statement": {"repeats": {"of": "value", "preperiod": at, "period": period}},
            "proof": {"periodicity": 0},
        })
    };
    for (at, period) in [(71, 11), (70, 12), (71, 0), (u64::MAX, 12), (0, u64::MAX), (1 << 24, 12)]
    {
        let answer = read(&repeats(at, period).to_string()).and_then(|all| verify(&all[0]));
        assert!(answer.is_err(), "{at} {period}");
    }
    assert!(verify(&read(&repeats(71, 12).to_string()).unwrap()[0]).is_ok());
}

/// Octal games whose values repeat beyond the first turn and then differ, computed by definition: from
/// which heap with which period, and at which heap they first differ.
#[test]
fn values_are_compared_as_far_as_the_theorem_asks() {
    for (digits, preperiod, period, differs) in [
        (&[0, 1, 6][..], 6, 6, 15),
        (&[0, 1, 6], 7, 6, 15),
        (&[0, 1, 5, 4], 6, 1, 10),
        (&[0, 1, 5, 4], 28, 1, 32),
        (&[0, 2, 2, 6], 7, 5, 15),
        (&[0, 3, 6], 28, 3, 34),
    ] {
        let certificate = json!({
            "mexlab-core": 1,
            "game": {"code": digits},
            "statement": {"repeats": {"of": "value", "preperiod": preperiod, "period": period}},
            "proof": {"periodicity": 0},
        });
        let answer = read(&certificate.to_string()).and_then(|all| verify(&all[0]));
        let why = answer.unwrap_err().to_string();
        let found = format!("sg({differs}) and sg({}) differ", differs + period);
        assert!(why.contains(&found), "{digits:?} {preperiod} {period}: {why}");
    }
}
