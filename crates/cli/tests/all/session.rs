//! `mexlab session`: questions in JSON and their answers, line by line.

use crate::program::run;
use serde_json::{Value, json};
use std::path::Path;

const WYTHOFF: &str = "game w\nstate (a, b)\nmove (a - k, b) for k in 1..a\nmove (a, b - k) for k in 1..b\n\
                       move (a - k, b - k) for k in 1..min(a, b)\ntable sg, win to a = 9, b = 9\n\
                       claim book.1: win iff sg != 0\nclaim book.2: lose iff a = b\n";

/// All that is said in answer to a question.
fn ask(question: &Value, flags: &[&str]) -> Vec<Value> {
    asked(&format!("{question}\n"), flags)
}

fn asked(text: &str, flags: &[&str]) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let ran = run(folder, &[&["session"], flags].concat(), text);
    assert_eq!(ran.status, 0, "{text}: {}{}", ran.out, ran.err);
    assert_eq!(ran.err, "");
    let said: Vec<Value> = ran
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON on each line"))
        .collect();
    assert_eq!(said.last().expect("an event")["event"], "end");
    said
}

fn event<'s>(said: &'s [Value], name: &str) -> &'s Value {
    said.iter().find(|event| event["event"] == name).unwrap_or_else(|| panic!("{name}: {said:?}"))
}

fn events(said: &[Value]) -> Vec<&str> {
    said.iter().filter_map(|event| event["event"].as_str()).collect()
}

#[test]
fn a_rule_is_explored_in_the_order_in_which_things_are_known() {
    let said = ask(&json!({"ask": "explore", "rule": WYTHOFF}), &[]);
    let mut order = events(&said);
    order.retain(|name| !matches!(*name, "progress" | "remark"));
    let drawings = ["drawing"; 2];
    let expected = [
        &["rule", "rule", "plan", "table"],
        &drawings[..],
        &["laws"],
        &drawings,
        &["claims", "end"],
    ];
    assert_eq!(order, expected.concat());
    assert_eq!(said[1]["coordinates"], json!(["a", "b"]));
    assert_eq!(event(&said, "plan")["cells"], 100);
    let verdicts = &event(&said, "claims")["verdicts"];
    assert_eq!(
        (&verdicts[0]["answer"], &verdicts[1]["answer"]),
        (&json!("holds"), &json!("fails"))
    );
    assert_eq!(verdicts[1]["position"], json!({"a": 1, "b": 1}));
}

#[test]
fn its_table_and_laws_are_those_of_the_other_commands() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let lines: Vec<&str> = WYTHOFF.lines().flat_map(|line| ["-e", line]).collect();
    let printed = |command: &str| -> Value {
        let ran =
            run(folder, &[&[command], &lines[..], &["--format", "json", "--quiet"]].concat(), "");
        serde_json::from_str(&ran.out).expect("JSON")
    };
    let said = ask(&json!({"ask": "explore", "rule": WYTHOFF}), &[]);
    let (table, rows) = (&event(&said, "table")["table"], &printed("table")["rows"]);
    for (cell, row) in rows.as_array().expect("rows").iter().enumerate() {
        for column in 0..2 {
            assert_eq!(table["columns"][column]["values"][cell], row[2 + column], "{row}");
        }
    }
    let proved = ask(&json!({"ask": "prove", "rule": WYTHOFF}), &[]);
    assert_eq!(event(&proved, "laws")["laws"], printed("find"));
    let certificate = event(&proved, "proved")["certificate"].as_str().expect("a certificate");
    let file = folder.join("session-certificate.json");
    std::fs::write(&file, certificate).expect("a file");
    let verified = run(folder, &["verify", "session-certificate.json"], "");
    assert_eq!(verified.status, 0, "{}{}", verified.out, verified.err);
}

#[test]
fn a_stated_law_is_proved_or_refuted_or_neither() {
    let prove = |law: &str| ask(&json!({"ask": "prove", "rule": WYTHOFF, "law": law}), &[]);
    let beatty = prove("lose iff min(a, b) = floor(phi * abs(b - a))");
    assert!(
        event(&beatty, "proved")["theorem"].as_str().is_some_and(|theorem| !theorem.is_empty())
    );
    assert_eq!(event(&prove("win iff a > b"), "refuted")["law"], "win iff a > b");
    assert_eq!(event(&prove("sg = sg"), "end")["stopped"], false);
    let unread = prove("win if and only if");
    assert_eq!(events(&unread), ["mistakes", "end"]);
    for (law, from, to) in
        [("win if and only if", 4, 6), ("\u{53d6} = sg", 0, 3), ("sg = q + 1", 5, 6)]
    {
        let said = prove(law);
        let mistakes = event(&said, "mistakes");
        let mistake = &mistakes["diagnostics"][0];
        assert_eq!(mistakes["field"], "law");
        assert_eq!((&mistake["from"], &mistake["to"]), (&json!(from), &json!(to)), "{mistake}");
    }
}

#[test]
fn mistakes_are_counted_in_the_text_as_it_was_written() {
    for (rule, from, to, code) in [
        ("heap n\nmvoe n -> n - 1", 7, 11, "R010"),
        ("# \u{53d6}\nheap n\nmvoe n -> n - 1", 13, 17, "R010"),
        ("game g\nheap n\nmove n -> n - k for k in {1, 2}", 19, 45, "G021"),
    ] {
        let said = ask(&json!({"ask": "explore", "rule": rule, "to": "9"}), &[]);
        let mistake = &event(&said, "mistakes")["diagnostics"][0];
        assert_eq!((&mistake["from"], &mistake["to"]), (&json!(from), &json!(to)), "{mistake}");
        assert_eq!(mistake["code"], code);
        assert_eq!(event(&said, "mistakes")["field"], "rule");
    }
    let rule = "heap n\nmvoe n";
    let by_flag = ask(&json!({"ask": "explore", "rule": rule}), &["--lang", "zh"]);
    let by_field = ask(&json!({"ask": "explore", "rule": rule, "lang": "zh"}), &[]);
    for chinese in [by_flag, by_field] {
        let text = event(&chinese, "mistakes")["text"].as_str().expect("a text");
        assert!(text.contains("\u{9519}\u{8bef}"), "{text}");
    }
    let english = ask(&json!({"ask": "explore", "rule": rule, "lang": "en"}), &["--lang", "zh"]);
    assert!(
        event(&english, "mistakes")["text"].as_str().is_some_and(|text| text.starts_with("error["))
    );
}

#[test]
fn a_position_has_its_options_by_definition() {
    let said = ask(&json!({"ask": "position", "rule": WYTHOFF, "at": "2,3"}), &[]);
    let position = event(&said, "position");
    let mut expected: Vec<[i64; 2]> = Vec::new();
    expected.extend((0..2).map(|a| [a, 3]));
    expected.extend((0..3).map(|b| [2, b]));
    expected.extend((1..=2).map(|k| [2 - k, 3 - k]));
    expected.sort_unstable();
    let mut options: Vec<[i64; 2]> =
        serde_json::from_value::<Vec<Vec<[i64; 2]>>>(position["options"].clone())
            .expect("pairs")
            .into_iter()
            .map(|parts| parts[0])
            .collect();
    options.sort_unstable();
    assert_eq!(options, expected);
    assert_eq!((&position["win"], &position["at"]), (&json!(true), &json!([2, 3])));
    let winning: Vec<&Value> =
        position["winning_moves"].as_array().expect("moves").iter().map(|m| &m["to"][0]).collect();
    assert!(winning.len() == 2 && winning.contains(&&json!([1, 2])), "{winning:?}");
}

#[test]
fn a_cell_of_any_table_is_a_position() {
    let cell = |rule: &str, cell: Value, more: Value| {
        let mut question = json!({"ask": "position", "rule": rule, "cell": cell});
        question.as_object_mut().expect("fields").extend(more.as_object().expect("fields").clone());
        event(&ask(&question, &[]), "position").clone()
    };
    assert_eq!(cell(WYTHOFF, json!([1, 2]), json!({}))["win"], false);
    let set = "state (A subset 1..5)\nmove A -> A - {x} for x in A\n";
    let found = cell(set, json!([0b10110]), json!({}));
    assert_eq!((&found["position"], &found["sg"]), (&json!([[[2, 3, 5]]]), &json!(1)));
    let row = "state (h[3])\nmove h[i] -> h[i] - k for i in 1..3, k in 1..h[i]\n";
    assert_eq!(cell(row, json!([1, 2, 4]), json!({}))["sg"], 7);
    let bash = "game bash(m = 3)\nheap n\nmove n - k for k in 1..min(n, m)\n";
    assert_eq!(cell(bash, json!([6, 9]), json!({"parameters": ["m=2..7"]}))["sg"], 2);
    let starts = "heap n\nmove n - k for k in 1..n\nstart k: k | k + 1\n";
    assert_eq!(cell(starts, json!([4]), json!({"starts": true, "to": "9"}))["sg"], 1);
    let outside = json!({"ask": "position", "rule": set, "cell": [99]});
    assert_eq!(events(&ask(&outside, &[])), ["failed", "end"]);
    let long = json!({"ask": "position", "rule": WYTHOFF, "cell": [1, 2, 3]});
    assert_eq!(events(&ask(&long, &[])), ["failed", "end"]);
    let short = json!({"ask": "position", "rule": bash, "parameters": ["m=2..7"], "cell": []});
    assert_eq!(events(&ask(&short, &[])), ["failed", "end"]);
}

#[test]
fn what_takes_long_is_refused_with_its_cost_unless_it_is_allowed() {
    let slow = "heap n\nmove n -> i + j for i in 0..n, j in 0..n if i + j < n and i * j % 3 != 1\n";
    let said = ask(&json!({"ask": "explore", "rule": slow, "to": "20000"}), &[]);
    assert_eq!(events(&said).last_chunk(), Some(&["plan", "refused", "end"]));
    let cost = event(&said, "refused");
    assert!(cost["seconds"].as_f64().is_none_or(|seconds| seconds > 10.0), "{cost}");
    let allowed = json!({"ask": "explore", "rule": slow, "to": "20000", "long": true});
    let said = ask(&allowed, &["--time", "0.5"]);
    assert_eq!(event(&said, "failed")["status"], 3);
    assert!(
        event(&said, "table")["table"]["columns"][0]["values"].is_array(),
        "what was computed is kept"
    );
    assert_eq!(event(&said, "end")["stopped"], true);
    let large = json!({"ask": "explore", "rule": WYTHOFF, "to": "9000", "long": true});
    assert_eq!(event(&ask(&large, &[]), "refused")["too_many"], true);
}

#[test]
fn no_file_is_read_and_nonsense_is_answered() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::write(folder.join("secret.game"), "game secret\nheap n\nmove n - 1 if n > 0\n")
        .expect("a file");
    for rule in [
        "secret.game",
        "./secret.game",
        "game x = secret\n",
        "game x\nstart n: secret at n\ntable win to n = 3",
    ] {
        let said = ask(&json!({"ask": "explore", "rule": rule, "to": "9"}), &[]);
        assert!(!events(&said).contains(&"table"), "{rule}: {said:?}");
    }
    for text in [
        "",
        "\n",
        "{}\n",
        "[]\n",
        "{\"ask\": 3}\n",
        "{\"ask\": \"explore\", \"file\": \"/etc/passwd\"}\n",
        "\u{0}\n",
    ] {
        assert_eq!(events(&asked(text, &[])), ["failed", "end"], "{text:?}");
    }
    let questions = [
        json!({"ask": "explore"}),
        json!({"ask": "explore", "rule": WYTHOFF, "to": "-3"}),
        json!({"ask": "explore", "rule": WYTHOFF, "to": "99999999999999999999"}),
        json!({"ask": "explore", "rule": WYTHOFF, "parameters": ["k=3"]}),
        json!({"ask": "explore", "rule": WYTHOFF, "quantity": ["value"]}),
        json!({"ask": "position", "rule": WYTHOFF}),
        json!({"ask": "position", "rule": WYTHOFF, "at": "1"}),
        json!({"ask": "position", "rule": WYTHOFF, "at": "1,?"}),
        json!({"ask": "prove", "rule": "heap n", "law": "sg = 1"}),
    ];
    for question in questions {
        let said = ask(&question, &[]);
        assert!(said.len() > 1, "{question}: {said:?}");
    }
}
