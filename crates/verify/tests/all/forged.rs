//! Forged certificates: for every hypothesis of every theorem one that breaks it alone. Each is
//! rejected, for that reason; docs/certificates.md lists them beside the hypotheses.

use serde_json::{Value, json};
use std::collections::BTreeSet;
use verify::{read, verify};

/// What the place of an honest certificate says instead.
type Change = (&'static str, Value);
/// Name, honest certificate, what is changed in it, why it is rejected.
type Case = (&'static str, fn() -> Value, Vec<Change>, &'static str);

fn always() -> Value {
    json!({"if": {"is": true}})
}

fn never() -> Value {
    json!({"if": {"is": false}})
}

/// A game of moves with a statement, in which play ends only where no move is left.
fn of_moves(coordinates: Value, moves: Value, statement: Value, proof: Value) -> Value {
    json!({
        "mexlab-core": 1,
        "game": {"moves": {
            "coordinates": coordinates, "positions": always(), "won": never(), "lost": never(),
            "stuck_wins": false, "moves": moves,
        }},
        "statement": statement,
        "proof": {"induction": proof},
    })
}

fn with_machines(mut whole: Value, machines: Value) -> Value {
    whole["digits"] = json!({"machines": machines});
    whole
}

fn at_least_one(name: &str) -> Value {
    json!({"<=0": {"1": 1, name: -1}})
}

/// From n any number is taken; all is taken to win.
fn nim() -> Value {
    let take = json!([{
        "choose": ["t"],
        "if": {"and": [at_least_one("t"), {"<=0": {"n": -1, "t": 1}}]},
        "to": [[{"n": 1, "t": -1}]],
    }]);
    let all = json!([[0, [0, 0], 0], [0, [1, 1], 1], [1, [0, 0], 1], [1, [1, 1], 1]]);
    let won = json!({"wins": {"if": at_least_one("n")}});
    let whole = of_moves(json!(["n"]), take, won, json!({"measure": [1], "witnesses": ["M1"]}));
    with_machines(whole, json!({"M1": {"accepting": [false, true], "steps": all}}))
}

/// The same with the machine of the numbers above 0 in the place of the law.
fn nim_by_machine() -> Value {
    let mut whole = nim();
    whole["digits"]["machines"]["W"] = json!({
        "accepting": [false, true],
        "steps": [[0, [0], 0], [0, [1], 1], [1, [0], 1], [1, [1], 1]],
    });
    whole["proof"]["induction"]["won"] = "W".into();
    whole
}

/// One stone is taken: the value is n mod 2.
fn one_by_one() -> Value {
    let take = json!([{"if": at_least_one("n"), "to": [[{"n": 1, "1": -1}]]}]);
    let value = json!({"value": {"cases": [[{"mod": [{"n": 1}, 2, 1]}, {"1": 1}, 1], [{"is": true}, {}, 1]]}});
    let odd = json!([[0, [0, 0], 0], [0, [1, 0], 1], [1, [0, 0], 0], [1, [1, 0], 1]]);
    let whole = of_moves(json!(["n"]), take, value, json!({"measure": [1], "witnesses": ["M1"]}));
    with_machines(whole, json!({"M1": {"accepting": [false, true], "steps": odd}}))
}

/// What follows from it: n and n + 2 have the same value.
fn implied() -> Value {
    let mut whole = one_by_one();
    whole["proof"]["induction"]["law"] = whole["statement"].take();
    whole["statement"] = json!({"always": {"where": {
        "define": [["v", {"value": [{"n": 1}]}], ["w", {"value": [{"n": 1, "1": 2}]}]],
        "if": {"=0": {"v": 1, "w": -1}},
    }}});
    whole
}

/// One stone is taken, and who can take none wins.
fn misere() -> Value {
    let take = json!([{"if": at_least_one("n"), "to": [[{"n": 1, "1": -1}]]}]);
    let won = json!({"wins": {"if": {"mod": [{"n": 1}, 2, 0]}}});
    let proof = json!({"measure": [1], "stuck": ["S", ["M"]], "witnesses": ["E"]});
    let mut whole = of_moves(json!(["n"]), take, won, proof);
    whole["game"]["moves"]["stuck_wins"] = true.into();
    // the even numbers above 0, 0, all numbers above 0
    let even =
        json!([[0, [0], 0], [0, [1], 1], [1, [0], 2], [1, [1], 1], [2, [0], 2], [2, [1], 1]]);
    let some = json!([[0, [0], 0], [0, [1], 1], [1, [0], 1], [1, [1], 1]]);
    with_machines(
        whole,
        json!({
            "E": {"accepting": [false, false, true], "steps": even},
            "S": {"accepting": [true], "steps": [[0, [0], 0]]},
            "M": {"accepting": [false, true], "steps": some},
        }),
    )
}

/// One stone is taken until one is left, which wins.
fn ended() -> Value {
    let take = json!([{"if": at_least_one("n"), "to": [[{"n": 1, "1": -1}]]}]);
    let won = json!({"wins": {"if": {"mod": [{"n": 1}, 2, 1]}}});
    let mut whole = of_moves(json!(["n"]), take, won, json!({"measure": [1], "witnesses": ["M1"]}));
    whole["game"]["moves"]["won"] = json!({"if": {"=0": {"n": 1, "1": -1}}});
    whole["game"]["moves"]["lost"] = json!({"if": {"=0": {"n": 1}}});
    let odd = json!([[0, [0], 0], [0, [1], 1], [1, [0], 0], [1, [1], 1]]);
    with_machines(whole, json!({"M1": {"accepting": [false, true], "steps": odd}}))
}

/// Nothing moves, so every pair is lost, in any order.
fn pairs() -> Value {
    let lost = json!({"wins": never()});
    let mut whole =
        of_moves(json!(["a", "b"]), json!([]), lost, json!({"measure": [1, 1], "witnesses": []}));
    whole["game"]["moves"]["unordered"] = true.into();
    whole
}

/// One stone is taken from one of two heaps: won if the number of stones is odd.
fn two_heaps() -> Value {
    let moves = json!([
        {"if": at_least_one("a"), "to": [[{"a": 1, "1": -1}, {"b": 1}]]},
        {"if": at_least_one("b"), "to": [[{"a": 1}, {"b": 1, "1": -1}]]},
    ]);
    let won = json!({"wins": {"if": {"mod": [{"a": 1, "b": 1}, 2, 1]}}});
    let proof = json!({"measure": [1, 1], "witnesses": ["A", "B"]});
    let whole = of_moves(json!(["a", "b"]), moves, won, proof);
    // the number of stones is odd, and one heap is not empty: by 2 if there was a 1, plus the last digits
    let some = |heap: usize| {
        let steps = (0..16).map(|word| {
            let (state, digits) = (word / 4, [word / 2 % 2, word % 2]);
            let to = ((state | (2 * digits[heap])) & 2) | ((digits[0] + digits[1]) % 2);
            json!([state, digits, to])
        });
        json!({"accepting": [false, false, false, true], "steps": steps.collect::<Vec<_>>()})
    };
    with_machines(whole, json!({"A": some(0), "B": some(1)}))
}

/// Turning a run of coins that ends at the coin x: the value is the greatest power of 2 in x.
fn ruler() -> Value {
    let turn = json!([{
        "choose": ["y"],
        "if": {"and": [at_least_one("y"), {"<=0": {"x": -1, "y": 1}}]},
        "to": [], "runs": [[{"y": 1}, {"1": -1, "x": 1}]],
    }]);
    let value = json!({"value": {
        "define": [["v1", {"word": ["M1", ["x"]]}]], "cases": [[{"is": true}, {"v1": 1}, 1]],
    }});
    let proof = json!({"measure": [1], "prefix": "M3", "witnesses": ["M2"]});
    let mut whole = of_moves(json!(["x"]), turn, value, proof);
    whole["game"]["moves"]["positions"] = json!({"if": at_least_one("x")});
    whole["game"]["moves"]["first_coin"] = 1.into();
    with_machines(
        whole,
        json!({
            "M1": {"accepting": [true, false, true], "steps": [
                [0, [0, 0], 0], [0, [1, 0], 1], [0, [1, 1], 2], [1, [0, 0], 1], [1, [1, 0], 1],
                [1, [1, 1], 2], [2, [0, 0], 2],
            ]},
            "M2": {"accepting": [false, false, true, false, true, true], "steps": [
                [0, [0, 0, 0], 0], [0, [1, 0, 0], 1], [0, [1, 0, 1], 2], [1, [0, 0, 1], 1],
                [1, [0, 1, 0], 3], [1, [0, 1, 1], 4], [2, [0, 0, 0], 2], [2, [1, 0, 0], 1],
                [2, [1, 0, 1], 2], [3, [0, 0, 0], 3], [3, [0, 0, 1], 4], [3, [0, 1, 1], 1],
                [4, [0, 1, 0], 5], [5, [0, 0, 0], 5],
            ]},
            "M3": {"accepting": [true, true, false, true, false], "steps": [
                [0, [0, 0], 0], [0, [1, 0], 1], [0, [1, 1], 2], [1, [0, 1], 3], [2, [0, 1], 4],
                [2, [1, 0], 2], [2, [1, 1], 1], [3, [0, 0], 3], [4, [0, 0], 4], [4, [1, 0], 1],
                [4, [1, 1], 2],
            ]},
        }),
    )
}

/// No move: every number is lost. In the Fibonacci numeration, with the golden slope.
fn golden() -> Value {
    let lost = json!({"wins": never()});
    let proof = json!({"measure": [1], "law": lost, "witnesses": []});
    // of n the multiple of the slope is at most n
    let small = json!({"always": {"where": {
        "define": [["m", {"word": ["G", ["n"]]}]], "if": {"<=0": {"m": 1, "n": -1}},
    }}});
    let mut whole = of_moves(json!(["n"]), json!([]), small, proof);
    whole["digits"] = json!({
        "places": {"recurrence": [[1, 1], [1, 2], "W"]},
        "slopes": [[[-1, 1, 2, 5], "G"]],
        "machines": {
            "W": {"accepting": [true, true], "steps": [[0, [0], 0], [0, [1], 1], [1, [0], 0]]},
            "G": {"accepting": [true, true, false, true, true, false], "steps": [
                [0, [0, 0], 0], [0, [1, 0], 1], [1, [0, 0], 2], [1, [0, 1], 3], [2, [0, 1], 4],
                [3, [0, 0], 5], [3, [1, 0], 1], [4, [0, 0], 2], [5, [0, 0], 3], [5, [1, 0], 1],
            ]},
        },
    });
    whole
}

/// The same without the slope.
fn plain() -> Value {
    let mut whole = golden();
    whole["digits"]["slopes"] = json!([]);
    whole["digits"]["machines"] = json!({"W": golden()["digits"]["machines"]["W"]});
    whole["statement"]["always"]["where"] = always();
    whole
}

/// The same game in base 2, where a machine doubles.
fn doubled() -> Value {
    let mut whole = golden();
    whole["digits"] = json!({"machines": {"G": {"accepting": [true, false], "steps": [
        [0, [0, 0], 0], [0, [0, 1], 1], [1, [1, 0], 0], [1, [1, 1], 1],
    ]}}});
    whole["statement"]["always"]["where"]["if"] = json!({"=0": {"m": 1, "n": -2}});
    whole
}

/// Taking 1, 3 or 4.
fn finite() -> Value {
    json!({
        "mexlab-core": 1,
        "game": {"heap": {
            "least": 0, "stuck_wins": false, "small": [[], [[0]], [[1]], [[0], [2]]], "from": 4,
            "classes": [[[{"less": 1}], [{"less": 3}], [{"less": 4}]]], "rows": 1,
        }},
        "statement": {"repeats": {
            "of": "value", "preperiod": 0, "period": 7, "values": [0, 1, 0, 1, 2, 3, 2],
        }},
        "proof": {"state": 4},
    })
}

/// Taking any number.
fn unbounded() -> Value {
    json!({
        "mexlab-core": 1,
        "game": {"heap": {
            "least": 0, "stuck_wins": false, "small": [[]], "from": 1, "classes": [[]], "rows": 1,
            "tail": [0, 1],
        }},
        "statement": {"repeats": {
            "of": "value", "preperiod": 0, "period": 1, "saltus": 1, "values": [0],
        }},
        "proof": {"state": 1},
    })
}

/// Kayles.
fn kayles() -> Value {
    json!({
        "mexlab-core": 1,
        "game": {"code": [0, 7, 7]},
        "statement": {"repeats": {"of": "value", "preperiod": 71, "period": 12}},
        "proof": {"periodicity": 1},
    })
}

/// Taking one stone, whatever is left.
fn single() -> Value {
    json!({
        "mexlab-core": 1,
        "game": {"code": [0, 3]},
        "statement": {"repeats": {"of": "value", "preperiod": 0, "period": 2, "values": [0, 1]}},
        "proof": {"periodicity": 1},
    })
}

/// Taking 1 to m stones: lost where n mod (m + 1) is 0.
fn bash() -> Value {
    json!({
        "mexlab-core": 1,
        "game": {"range": {
            "parameters": ["m"], "domain": [{"m": 1, "1": -1}], "take": [{"1": 1}, {"m": 1}],
            "stuck_wins": false,
        }},
        "statement": {"lost": [{"m": 1, "1": 1}, {}, {}]},
        "proof": {"cases": [[null, {"r": 1}]]},
    })
}

/// The same where who cannot move wins: lost where n mod (m + 1) is 1.
fn bash_misere() -> Value {
    let mut whole = bash();
    whole["game"]["range"]["stuck_wins"] = true.into();
    whole["statement"] = json!({"lost": [{"m": 1, "1": 1}, {"1": 1}, {"1": 1}]});
    whole["proof"] = json!({"cases": [[[{"r": 1}, {}], {"m": 1}], [null, {"r": 1, "1": -1}]]});
    whole
}

/// Fibonacci Nim.
fn fibonacci() -> Value {
    json!({
        "mexlab-core": 1,
        "game": {"takeaway": 2},
        "statement": {"greedy": {"terms": [1, 2], "lag": 1}},
        "proof": "lag",
    })
}

/// Two games side by side.
fn sum() -> Value {
    json!({
        "mexlab-core": 1,
        "game": {"sum": [single()["game"], finite()["game"]]},
        "statement": "parts",
        "proof": {"parts": [single(), finite()]},
    })
}

/// All cases, by theorem.
fn cases() -> Vec<Case> {
    let of_moves = [of_outcomes(), of_images(), of_values()].concat();
    [of_form(), of_digits(), of_moves, of_statements(), of_games()].concat()
}

fn of_form() -> Vec<Case> {
    vec![
        ("form-unknown", single, vec![("/game/x", json!(1))], "not a core certificate"),
        ("form-unknown-inside", finite, vec![("/game/heap/x", json!(1))], "unknown field `x`"),
        (
            "form-list",
            finite,
            vec![("/game/heap", json!([0, false, [[]], 1, [[]], 1, [0, 1]]))],
            "of its type",
        ),
        ("form-null", one_by_one, vec![("/proof/induction/won", json!(null))], "of its type"),
        ("form-unit", fibonacci, vec![("/proof", json!({"lag": null}))], "of its type"),
        ("form-version", single, vec![("/mexlab-core", json!(2))], "version 2"),
        (
            "form-theorem",
            single,
            vec![("/proof", json!({"state": 1}))],
            "not one of such statements",
        ),
        (
            "form-digits",
            single,
            vec![("/digits", golden()["digits"].clone())],
            "nothing is proved by them",
        ),
        (
            "form-digits-of-sum",
            sum,
            vec![("/digits/places", json!({"base": 3}))],
            "nothing is proved by them",
        ),
        (
            "form-machine",
            one_by_one,
            vec![("/digits/machines/X", nim()["digits"]["machines"]["M1"].clone())],
            "machine X is used by nothing",
        ),
        (
            "form-slope",
            golden,
            vec![("/statement/always/where", always())],
            "machine G is used by nothing",
        ),
    ]
}

fn of_digits() -> Vec<Case> {
    let words = "/digits/machines/W/steps";
    let slope = "/digits/machines/G";
    vec![
        (
            "numeration-weights",
            golden,
            vec![("/digits/places/recurrence/0", json!([1]))],
            "as many first places",
        ),
        (
            "numeration-negative",
            golden,
            vec![("/digits/places/recurrence/0", json!([1, 36]))],
            "weights must be 0 to 35",
        ),
        (
            "numeration-rising",
            golden,
            vec![("/digits/places/recurrence/1", json!([1, 1]))],
            "places must increase from 1",
        ),
        (
            "numeration-first",
            golden,
            vec![("/digits/places/recurrence/1", json!([2, 3]))],
            "places must increase from 1",
        ),
        (
            "numeration-count",
            golden,
            vec![("/digits/machines/W/accepting", json!([true, false]))],
            "as many words as there are numbers",
        ),
        (
            "numeration-smaller",
            golden,
            vec![(words, json!([[0, [0], 0], [0, [2], 1], [1, [0], 0]]))],
            "a smaller one is not",
        ),
        (
            "numeration-order",
            golden,
            vec![
                (words, json!([[0, [0], 0], [0, [1], 1], [1, [0], 1], [1, [1], 2], [2, [0], 1]])),
                ("/digits/machines/W/accepting", json!([true, true, false])),
            ],
            "not in the order of their numbers",
        ),
        (
            "numeration-ends",
            plain,
            vec![
                ("/digits/places/recurrence", json!([[1, 3], [1, 2], "W"])),
                (
                    "/digits/machines/W/steps",
                    json!([[0, [0], 0], [0, [1], 1], [1, [0], 0], [1, [1], 0], [1, [2], 0]]),
                ),
            ],
            "the end of some word",
        ),
        (
            "numeration-zeros",
            golden,
            vec![(words, json!([[0, [0], 1], [0, [1], 0], [1, [0], 0]]))],
            "leading zeros matter",
        ),
        (
            "slope-rational",
            golden,
            vec![("/digits/slopes/0/0", json!([1, 0, 2, 5]))],
            "irrational and between 0 and 1",
        ),
        (
            "slope-square",
            golden,
            vec![("/digits/slopes/0/0", json!([-1, 1, 2, 4]))],
            "irrational and between 0 and 1",
        ),
        (
            "slope-range",
            golden,
            vec![("/digits/slopes/0/0", json!([1, 1, 2, 5]))],
            "irrational and between 0 and 1",
        ),
        (
            "slope-every",
            golden,
            vec![("/digits/machines/G/accepting/4", json!(false))],
            "no multiple of some number",
        ),
        (
            "slope-additive",
            golden,
            vec![
                ("/digits/places", json!({"base": 2})),
                (
                    "/digits/machines",
                    json!({"G": {"accepting": [false, true], "steps": [[0, [0, 0], 0], [0, [1, 1], 0], [0, [0, 1], 1], [0, [1, 0], 1]]}}),
                ),
            ],
            "not additive but for 1",
        ),
        (
            "slope-equation",
            golden,
            vec![(slope, json!({"accepting": [true], "steps": [[0, [0, 0], 0], [0, [1, 1], 0]]}))],
            "does not satisfy its equation",
        ),
        (
            "machine-step",
            one_by_one,
            vec![("/digits/machines/M1/steps/0/2", json!(7))],
            "wrong state or digit",
        ),
        (
            "machine-digit",
            one_by_one,
            vec![("/digits/machines/M1/steps/1/1", json!([2, 0]))],
            "wrong state or digit",
        ),
        (
            "machine-twice",
            one_by_one,
            vec![("/digits/machines/M1/steps/1/1", json!([0, 0]))],
            "two steps for the same digits",
        ),
        (
            "machine-zeros",
            one_by_one,
            vec![("/digits/machines/M1/steps/0/2", json!(1))],
            "leading zeros matter",
        ),
        (
            "machine-tracks",
            one_by_one,
            vec![("/digits/machines/M1/steps/1/1", json!([1, 0, 0]))],
            "wrong state or digit",
        ),
        (
            "machine-some",
            doubled,
            vec![(
                "/digits/machines/G/steps",
                json!([[0, [0, 0], 0], [0, [0, 1], 1], [1, [1, 0], 0]]),
            )],
            "no value of some numbers",
        ),
        (
            "machine-one",
            doubled,
            vec![("/digits/machines/G/accepting", json!([true, true]))],
            "two values of some numbers",
        ),
    ]
}

fn of_outcomes() -> Vec<Case> {
    let to = "/game/moves/moves/0/to";
    vec![
        (
            "measure-falls",
            nim,
            vec![("/game/moves/moves/0/if", json!({"<=0": {"n": -1, "t": 1}}))],
            "fail to lower the measure",
        ),
        (
            "measure-weights",
            nim,
            vec![("/proof/induction/measure", json!([1, 1]))],
            "a weight for each coordinate",
        ),
        (
            "measure-zero",
            nim,
            vec![("/proof/induction/measure", json!([0]))],
            "fail to lower the measure",
        ),
        (
            "option-number",
            nim,
            vec![("/game/moves/moves/0/if", at_least_one("t"))],
            "a number below 0",
        ),
        (
            "option-position",
            nim,
            vec![
                ("/game/moves/positions/if", json!({"<=0": {"1": 5, "n": -1}})),
                ("/statement", json!({"wins": {"if": {"<=0": {"1": 6, "n": -1}}}})),
            ],
            "outside the positions",
        ),
        (
            "option-width",
            nim,
            vec![(to, json!([[{"n": 1, "t": -1}, {}]]))],
            "another number of coordinates",
        ),
        (
            "option-sum",
            nim,
            vec![(to, json!([[{"n": 1, "t": -1}], [{"n": 1, "t": -1}]]))],
            "needs the values of its parts",
        ),
        (
            "lost-to-lost",
            nim,
            vec![("/statement/wins/if", json!({"<=0": {"1": 2, "n": -1}}))],
            "from one position called lost to another",
        ),
        (
            "witness-legal",
            nim,
            vec![(
                "/game/moves/moves/0/if",
                json!({"and": [at_least_one("t"), {"<=0": {"1": 1, "n": -1, "t": 1}}]}),
            )],
            "something that is not a move",
        ),
        (
            "witness-misses",
            nim,
            vec![(
                "/digits/machines/M1/steps",
                json!([
                    [0, [0, 0], 0],
                    [0, [1, 0], 0],
                    [0, [1, 1], 1],
                    [1, [0, 0], 1],
                    [1, [1, 1], 1]
                ]),
            )],
            "miss the position it aims at",
        ),
        (
            "witness-all",
            nim,
            vec![("/digits/machines/M1/steps/3", json!([1, [1, 1], 0]))],
            "no winning move among the witnesses",
        ),
        ("witness-each", nim, vec![("/proof/induction/witnesses", json!([]))], "1 witnesses"),
        (
            "law-ended-won",
            ended,
            vec![("/game/moves/won/if", json!({"=0": {"n": 1, "1": -2}}))],
            "differ where play ends",
        ),
        (
            "law-ended-lost",
            ended,
            vec![("/game/moves/lost/if", json!({"=0": {"n": 1, "1": -3}}))],
            "differ where play ends",
        ),
        (
            "law-ended-both",
            ended,
            vec![
                ("/game/moves/lost/if", json!({"=0": {"n": 1, "1": -1}})),
                (
                    "/statement/wins/if",
                    json!({"and": [{"mod": [{"n": 1}, 2, 1]}, {"not": {"=0": {"n": 1, "1": -1}}}]}),
                ),
            ],
            "differ where play ends",
        ),
        (
            "law-order",
            pairs,
            vec![("/statement/wins/if", json!({"<=0": {"a": 1, "b": -1, "1": 1}}))],
            "depends on the order",
        ),
        (
            "positions-order",
            pairs,
            vec![("/game/moves/positions/if", json!({"<=0": {"a": 1, "b": -1}}))],
            "depends on the order",
        ),
        (
            "law-machine",
            nim_by_machine,
            vec![("/digits/machines/W/steps/2", json!([1, [0], 0]))],
            "machine of won positions may differ",
        ),
        (
            "stuck-needed",
            misere,
            vec![
                ("/proof/induction/stuck", json!(null)),
                ("/proof/induction", json!({"measure": [1], "witnesses": ["E"]})),
            ],
            "stuck positions matter",
        ),
        (
            "stuck-unneeded",
            nim,
            vec![("/proof/induction/stuck", json!(["M1", [null]]))],
            "stuck positions matter",
        ),
        (
            "stuck-is",
            misere,
            vec![("/digits/machines/S/steps", json!([[0, [0], 0], [0, [1], 0]]))],
            "possible at a position said to be stuck",
        ),
        (
            "stuck-move",
            misere,
            vec![("/digits/machines/M/accepting", json!([true, true]))],
            "choose something that is not one",
        ),
        (
            "stuck-shown",
            misere,
            vec![("/digits/machines/M/steps/3", json!([1, [1], 0]))],
            "not shown to have a move",
        ),
        ("stuck-each", misere, vec![("/proof/induction/stuck/1", json!([]))], "shown for 1 moves"),
        ("stuck-nothing", misere, vec![(to, json!([]))], "miss the position it aims at"),
        ("names", nim, vec![("/game/moves/moves/0/choose", json!(["n"]))], "two meanings"),
        ("names-one", nim, vec![("/game/moves/coordinates", json!(["1"]))], "two meanings"),
        (
            "names-known",
            nim,
            vec![("/game/moves/positions/if", json!({"=0": {"t": 1}}))],
            "`t` is not known",
        ),
        (
            "remainder",
            misere,
            vec![("/statement/wins/if/mod/2", json!(2))],
            "below its positive modulus",
        ),
        (
            "law-itself",
            nim,
            vec![("/statement/wins/if", json!({"wins": [{"n": 1}]}))],
            "no law is known",
        ),
    ]
}

/// The second move is the first with the heaps exchanged, but for what is forged.
fn of_images() -> Vec<Case> {
    let law = "/statement/wins/if";
    let witnesses = ("/proof/induction/witnesses", json!([null, null]));
    let machines = ("/digits/machines", json!({}));
    let nowhere = || vec![(law, json!({"is": false})), witnesses.clone(), machines.clone()];
    let with = |change: Change| [nowhere(), vec![change]].concat();
    let because = "from one position called lost to another";
    vec![
        (
            "image-law",
            two_heaps,
            vec![(law, json!({"mod": [{"a": 1}, 2, 1]})), witnesses.clone(), machines.clone()],
            because,
        ),
        (
            "image-positions",
            two_heaps,
            with(("/game/moves/positions/if", json!({"=0": {"a": 1}}))),
            because,
        ),
        ("image-ended", two_heaps, with(("/game/moves/lost/if", at_least_one("a"))), because),
        ("image-legal", two_heaps, with(("/game/moves/moves/0/if", json!({"is": false}))), because),
        (
            "image-option",
            two_heaps,
            vec![
                ("/game/moves/moves/0/if", json!({"<=0": {"1": 2, "a": -1}})),
                ("/game/moves/moves/1/if", json!({"<=0": {"1": 2, "b": -1}})),
                ("/game/moves/moves/1/to/0/1/1", json!(-2)),
                witnesses.clone(),
                machines.clone(),
            ],
            because,
        ),
    ]
}

fn of_values() -> Vec<Case> {
    let cases = "/statement/value/cases";
    let runs = "/game/moves/moves/0/runs";
    vec![
        (
            "value-every",
            one_by_one,
            vec![(cases, json!([[{"mod": [{"n": 1}, 2, 1]}, {"1": 1}, 1]]))],
            "no value of some position",
        ),
        (
            "value-natural",
            one_by_one,
            vec![("/statement/value/cases/1/1", json!({"1": -1}))],
            "a value below 0",
        ),
        (
            "value-divisor",
            one_by_one,
            vec![("/statement/value/cases/1/2", json!(0))],
            "divisor must be positive",
        ),
        (
            "value-ended",
            one_by_one,
            vec![("/game/moves/won/if", json!({"=0": {"n": 1, "1": -1}}))],
            "where play may end there are no values",
        ),
        (
            "value-kept",
            one_by_one,
            vec![("/statement/value/cases/0/1", json!({}))],
            "a position of the same value",
        ),
        (
            "value-kept-by-sum",
            one_by_one,
            vec![
                ("/game/moves/moves/0/to", json!([[{"n": 1, "1": -1}], [{}]])),
                (cases, json!([[{"is": true}, {}, 1]])),
            ],
            "a position of the same value",
        ),
        (
            "value-below",
            one_by_one,
            vec![("/digits/machines/M1/accepting", json!([false, false]))],
            "no move to some value below",
        ),
        (
            "value-aim",
            one_by_one,
            vec![(
                "/digits/machines/M1/steps",
                json!([
                    [0, [0, 0], 0],
                    [0, [1, 0], 1],
                    [0, [1, 1], 1],
                    [1, [0, 0], 0],
                    [1, [1, 0], 1],
                    [1, [1, 1], 1]
                ]),
            )],
            "miss the position it aims at",
        ),
        (
            "value-machine",
            nim_by_machine,
            vec![
                ("/statement", one_by_one()["statement"].clone()),
                ("/proof/induction/witnesses/0", json!(null)),
            ],
            "an outcome is not a value",
        ),
        (
            "coins-prefix",
            ruler,
            vec![("/proof/induction", json!({"measure": [1], "witnesses": ["M2"]}))],
            "runs of coins need",
        ),
        (
            "coins-runs",
            one_by_one,
            vec![("/proof/induction/prefix", json!("M1"))],
            "no move turns runs",
        ),
        (
            "coins-first",
            one_by_one,
            vec![("/game/moves/first_coin", json!(0))],
            "no move turns runs",
        ),
        (
            "coins-row",
            ruler,
            vec![
                ("/game/moves/coordinates", json!(["x", "z"])),
                ("/proof/induction/measure", json!([1, 1])),
            ],
            "coins in one row",
        ),
        (
            "coins-before",
            ruler,
            vec![("/game/moves/positions/if", json!({"is": true}))],
            "before the first",
        ),
        (
            "coins-all",
            ruler,
            vec![("/game/moves/positions/if", json!({"<=0": {"1": 2, "x": -1}}))],
            "beyond the first coin is no coin",
        ),
        (
            "coins-none",
            ruler,
            vec![
                ("/game/moves/first_coin", json!(2)),
                ("/game/moves/positions/if", json!({"<=0": {"1": 2, "x": -1}})),
            ],
            "the nim-sum of no coins is not 0",
        ),
        (
            "coins-add",
            ruler,
            vec![("/statement/value/cases/0/1", json!({"v1": 1, "1": 1}))],
            "does not add its value",
        ),
        (
            "coins-exists",
            ruler,
            vec![(runs, json!([[{"y": 1, "1": -1}, {"1": -1, "x": 1}]]))],
            "a coin that does not exist",
        ),
        (
            "coins-measure",
            ruler,
            vec![(runs, json!([[{"y": 1}, {"x": 1}]]))],
            "fail to lower the measure",
        ),
        (
            "value-base",
            one_by_one,
            vec![
                ("/digits/places", json!({"base": 3})),
                ("/game/moves/moves/0/to", json!([[{"n": 1, "1": -1}], [{}]])),
            ],
            "needs base 2",
        ),
        (
            "coins-outcome",
            ruler,
            vec![("/statement", json!({"wins": always()}))],
            "only nim-values can be proved",
        ),
    ]
}

fn of_statements() -> Vec<Case> {
    vec![
        (
            "implied-follows",
            implied,
            vec![("/statement/always/where/define/1/1/value/0/1", json!(1))],
            "does not follow from the law",
        ),
        (
            "implied-names",
            implied,
            vec![
                ("/statement/always/for", json!(["m"])),
                ("/statement/always/where/define/1/1/value/0", json!({"n": 1, "m": 1})),
            ],
            "does not follow from the law",
        ),
        (
            "implied-law",
            implied,
            vec![("/proof/induction/law", json!({"always": {"where": always()}}))],
            "names no law of all positions",
        ),
        (
            "implied-false-law",
            implied,
            vec![("/proof/induction/law/value/cases/0/1", json!({}))],
            "a position of the same value",
        ),
        (
            "implied-wins",
            implied,
            vec![("/statement", json!({"wins": never()}))],
            "does not follow from the law",
        ),
        (
            "implied-misere",
            implied,
            vec![
                ("/statement", json!({"wins": {"if": {"mod": [{"n": 1}, 2, 1]}}})),
                ("/game/moves/stuck_wins", json!(true)),
            ],
            "values do not say who wins",
        ),
        (
            "implied-repeats",
            implied,
            vec![("/statement", finite()["statement"].clone())],
            "needs no other law",
        ),
        (
            "implied-outside",
            implied,
            vec![("/statement/always/where/define/1/1/value/0", json!({"n": 1, "1": -2}))],
            "does not follow from the law",
        ),
    ]
}

fn of_games() -> Vec<Case> {
    vec![
        (
            "state-values",
            finite,
            vec![("/statement/repeats/period", json!(8))],
            "do not differ by 0",
        ),
        ("state-window", finite, vec![("/proof/state", json!(3))], "is not beyond 4"),
        (
            "state-preperiod",
            finite,
            vec![
                ("/statement/repeats/preperiod", json!(1)),
                ("/statement/repeats/values", json!([0, 1, 0, 1, 2, 3, 2, 0])),
            ],
            "or not 4 beyond 1",
        ),
        (
            "state-least",
            finite,
            vec![
                ("/game/heap/least", json!(1)),
                ("/game/heap/small", json!([[], [[1]], [[2]]])),
                ("/game/heap/classes", json!([[[{"less": 1}], [{"less": 3}]]])),
            ],
            "is not beyond",
        ),
        (
            "state-classes",
            finite,
            vec![("/game/heap/classes", json!([[[{"less": 1}]], [[{"less": 1}], [{"less": 3}]]]))],
            "multiple of 2",
        ),
        ("state-no-period", finite, vec![("/statement/repeats/period", json!(0))], "and not 0"),
        (
            "state-small",
            finite,
            vec![("/game/heap/small", json!([[], [[0]], [[1]]]))],
            "must be listed",
        ),
        (
            "state-before",
            finite,
            vec![("/game/heap/small", json!([[], [[0]], [[2]], [[0], [2]]]))],
            "no position before it",
        ),
        (
            "state-less",
            finite,
            vec![("/game/heap/classes", json!([[[{"less": 5}]]]))],
            "no position before them",
        ),
        (
            "state-size",
            finite,
            vec![("/game/heap/classes", json!([[[{"size": 4}]]]))],
            "no position before them",
        ),
        ("state-rows", finite, vec![("/game/heap/rows", json!(2))], "rows must divide"),
        ("state-saltus", finite, vec![("/statement/repeats/saltus", json!(1))], "can grow"),
        (
            "state-sum",
            finite,
            vec![
                ("/statement/repeats/of", json!("wins")),
                ("/game/heap/classes", json!([[[{"less": 1}, {"less": 2}]]])),
            ],
            "does not cover such sums",
        ),
        (
            "state-sum-of-few",
            finite,
            vec![
                ("/statement/repeats/of", json!("wins")),
                ("/game/heap/small", json!([[], [[0]], [[1]], [[0, 2]]])),
            ],
            "outcomes of sums",
        ),
        (
            "state-tail",
            unbounded,
            vec![("/game/heap/tail", json!([0, 0]))],
            "lead to positions before",
        ),
        (
            "state-tail-late",
            unbounded,
            vec![("/game/heap/tail", json!([0, 2]))],
            "lead to positions before",
        ),
        (
            "state-tail-row",
            unbounded,
            vec![("/game/heap/rows", json!(2)), ("/game/heap/classes", json!([[], []]))],
            "lead to positions before",
        ),
        (
            "state-tail-fixed",
            unbounded,
            vec![("/game/heap/classes", json!([[], [[]]]))],
            "fixed options must be the same",
        ),
        (
            "state-tail-sum",
            unbounded,
            vec![("/game/heap/classes", json!([[[{"size": 0}, {"size": 0}]]]))],
            "does not cover such sums",
        ),
        (
            "state-tail-met",
            unbounded,
            vec![
                (
                    "/statement/repeats",
                    json!({"of": "value", "preperiod": 3, "period": 2, "saltus": 1}),
                ),
                ("/game/heap/tail", json!([0, 3])),
                ("/game/heap/from", json!(3)),
                ("/game/heap/small", json!([[], [], []])),
                ("/proof/state", json!(6)),
            ],
            "differ",
        ),
        ("state-listed", finite, vec![("/statement/repeats/values/3", json!(2))], "values listed"),
        ("code-digits", single, vec![("/game/code", json!([0, 16]))], "from 0 to 15"),
        ("code-nothing", single, vec![("/game/code", json!([2, 3]))], "takes nothing"),
        ("code-period", single, vec![("/statement/repeats/period", json!(0))], "the period is 0"),
        ("code-saltus", single, vec![("/statement/repeats/saltus", json!(1))], "do not grow"),
        ("code-values", kayles, vec![("/statement/repeats/preperiod", json!(70))], "differ"),
        ("code-first", single, vec![("/game/code", json!([0, 2, 3]))], "sg(0) and sg(2) differ"),
        (
            "code-far",
            kayles,
            vec![
                ("/game/code", json!([0, 0, 0, 7])),
                ("/statement/repeats/preperiod", json!(0)),
                ("/statement/repeats/period", json!(30)),
            ],
            "differ",
        ),
        (
            "code-wins",
            single,
            vec![
                ("/statement/repeats/of", json!("wins")),
                ("/game/code", json!([0, 3, 3])),
                ("/statement/repeats/values", json!([0, 1])),
            ],
            "differ",
        ),
        (
            "code-listed",
            single,
            vec![("/statement/repeats/values", json!([0, 2]))],
            "values listed",
        ),
        (
            "range-least",
            bash,
            vec![("/game/range/take/0", json!({}))],
            "at least one stone is taken",
        ),
        (
            "range-empty",
            bash,
            vec![("/game/range/take/1", json!({"m": 1, "1": -1}))],
            "the range is never empty",
        ),
        (
            "range-modulus",
            bash,
            vec![("/statement/lost/0", json!({"m": 1, "1": -1}))],
            "a take is at most the modulus",
        ),
        (
            "range-lost-first",
            bash,
            vec![("/statement/lost/1", json!({"1": -1}))],
            "begin at 0 or later",
        ),
        (
            "range-lost-last",
            bash,
            vec![("/statement/lost/2", json!({"m": 1, "1": 1}))],
            "end before the modulus",
        ),
        (
            "range-domain",
            bash,
            vec![("/game/range/domain", json!([{"m": 1}]))],
            "the range is never empty",
        ),
        (
            "range-lost-to-lost",
            bash,
            vec![("/statement/lost/2", json!({"1": 1}))],
            "no lost number leads to a lost one",
        ),
        (
            "range-around",
            bash,
            vec![("/statement/lost/0", json!({"m": 1}))],
            "no lost number leads to a lost one",
        ),
        (
            "range-little",
            bash,
            vec![
                ("/game/range/take/0", json!({"1": 2})),
                ("/game/range/domain", json!([{"m": 1, "1": -2}])),
            ],
            "not too little",
        ),
        ("range-much", bash, vec![("/statement/lost/0", json!({"m": 1, "1": 2}))], "not too much"),
        (
            "range-to-lost",
            bash,
            vec![("/proof/cases/0/1", json!({"1": 1}))],
            "what is left is lost",
        ),
        (
            "range-past",
            bash,
            vec![
                ("/statement/lost", json!([{"m": 1, "1": 1}, {"1": 1}, {"1": 1}])),
                ("/proof/cases", bash_misere()["proof"]["cases"].clone()),
            ],
            "small numbers have no such move",
        ),
        (
            "range-misere-move",
            bash_misere,
            vec![("/statement", bash()["statement"].clone()), ("/proof", bash()["proof"].clone())],
            "lost numbers have a move",
        ),
        (
            "range-misere-stuck",
            bash_misere,
            vec![
                ("/game/range/take/0", json!({"1": 1})),
                ("/statement/lost", json!([{"m": 1, "1": 1}, {"m": 1}, {"m": 1}])),
                ("/proof/cases", json!([[null, {"r": 1, "1": 1}]])),
            ],
            "without such a move have none",
        ),
        (
            "range-last-case",
            bash,
            vec![("/proof/cases", json!([[[{"r": 1}, {"m": 1}], {"r": 1}]]))],
            "without condition",
        ),
        (
            "range-names",
            bash,
            vec![("/game/range/parameters", json!(["m", "r"]))],
            "two parameters have one name",
        ),
        ("range-rest", bash, vec![("/game/range/take/1", json!({"r": 1}))], "`r` is no parameter"),
        ("lag-factor", fibonacci, vec![("/game/takeaway", json!(0))], "factor of at least 1"),
        (
            "lag-terms",
            fibonacci,
            vec![("/statement/greedy/terms", json!([1, 3]))],
            "the term 1 is 2, not 3",
        ),
        (
            "lag-index",
            fibonacci,
            vec![("/statement/greedy/terms", json!([1]))],
            "more terms than the lag",
        ),
        (
            "lag-long",
            fibonacci,
            vec![
                ("/game/takeaway", json!(3)),
                ("/statement/greedy", json!({"terms": [1, 2, 3], "lag": 2})),
            ],
            "the lag at 4 is 3, not 2",
        ),
        ("parts-each", sum, vec![("/proof/parts", json!([single()]))], "a certificate for each"),
        (
            "parts-game",
            sum,
            vec![("/proof/parts/0/game/code", json!([0, 3, 3]))],
            "about another game",
        ),
        (
            "parts-all",
            sum,
            vec![(
                "/proof/parts/0/statement/repeats",
                json!({"of": "value", "preperiod": 0, "period": 2}),
            )],
            "does not say the values",
        ),
        (
            "parts-wins",
            sum,
            vec![("/proof/parts/0/statement/repeats/of", json!("wins"))],
            "does not say the values",
        ),
        (
            "parts-one",
            sum,
            vec![("/game/sum/0", pairs()["game"].clone()), ("/proof/parts/0", pairs())],
            "the values of one number",
        ),
        (
            "parts-true",
            sum,
            vec![
                ("/proof/parts/0/statement/repeats/period", json!(3)),
                ("/proof/parts/0/statement/repeats/values", json!([0, 1, 0])),
            ],
            "part 1",
        ),
        ("parts-composed", sum, vec![("/game", single()["game"].clone())], "the game has no parts"),
        (
            "parts-of-parts",
            sum,
            vec![("/game/sum/0", sum()["game"].clone()), ("/proof/parts/0", sum())],
            "does not say the values",
        ),
    ]
}

/// The certificate with what is changed.
fn forged(honest: fn() -> Value, changes: &[Change]) -> Value {
    let mut whole = honest();
    for (at, value) in changes {
        let (place, name) = at.rsplit_once('/').unwrap();
        match whole.pointer_mut(place) {
            Some(Value::Array(list)) => list[name.parse::<usize>().unwrap()] = value.clone(),
            Some(Value::Object(fields)) => drop(fields.insert(name.into(), value.clone())),
            Some(other) => panic!("{at}: {other}"),
            None if place == "/digits" => whole["digits"] = json!({name: value}),
            None => panic!("{at}: there is no such place"),
        }
    }
    whole
}

fn verdict(whole: &str) -> Result<(), String> {
    let all = read(whole).map_err(|why| why.to_string())?;
    all.iter().try_for_each(|one| verify(one).map(drop).map_err(|why| why.to_string()))
}

#[test]
fn what_is_honest_is_accepted() {
    let honest: BTreeSet<String> =
        cases().into_iter().map(|(_, honest, ..)| honest().to_string()).collect();
    assert!(honest.len() > 15);
    for whole in honest {
        assert_eq!(verdict(&whole), Ok(()), "{whole}");
    }
}

#[test]
fn each_hypothesis_is_needed() {
    let mut accepted = Vec::new();
    for (name, honest, changes, because) in cases() {
        let whole = forged(honest, &changes);
        match verdict(&whole.to_string()) {
            Err(why) if why.contains(because) && !because.is_empty() => {}
            answer => accepted.push(format!("{name}: {answer:?}\n{whole}")),
        }
    }
    assert!(accepted.is_empty(), "{}", accepted.join("\n\n"));
}

/// What others forged.
#[test]
fn forged_elsewhere() {
    let greedy = verdict(include_str!("data/greedy.core")).unwrap_err();
    assert!(greedy.contains("the end of some word is the word of no number"), "{greedy}");
    let slope = verdict(include_str!("data/slope.core")).unwrap_err();
    assert!(slope.contains("nothing is proved by them"), "{slope}");
}

#[test]
fn the_page_lists_every_case_and_no_other() {
    let page = include_str!("../../../../docs/certificates.md");
    let (_, listed) = page.split_once("## Hypotheses of the theorems").unwrap();
    let listed = listed.split("\n## ").next().unwrap();
    let rows = listed.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    let last = |row: &'static str| row.trim_end_matches(" |").rsplit_once("| ").unwrap().1;
    let names = |row| last(row).split('`').skip(1).step_by(2);
    let listed: BTreeSet<&str> = rows.flat_map(names).collect();
    let made: BTreeSet<&str> = cases().into_iter().map(|case| case.0).collect();
    assert_eq!(listed, made);
}
