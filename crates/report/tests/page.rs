//! The folder of a run.

use detector::{Evidence, Finding};
use expr::ast::{Expr, Node, Span};
use expr::law::{Law, LawKind};
use message::Message;
use prover::Question;
use report::{Errata, Error, Page, Translation, json, write_all};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use table::{Axis, Column, Table, Values};
use verdict::{
    ClaimAnswer, Coordinate, Nearby, Open, Origin, Proof, ProofScope, Rank, Region, Role, Says,
    Verdict,
};

fn finding() -> Finding {
    let body = Expr { node: Node::Int(0), span: Span::default() };
    Finding {
        law: Law {
            subject: "sg".into(),
            variables: vec!["n".into()],
            kind: LawKind::Periodic,
            body,
            from: Some(1),
            condition: None,
            parameters: vec![("preperiod".into(), "1".into()), ("ratio".into(), "1/2".into())],
            exceptions: vec![(vec![9], 4)],
            words: "sg(n) = n mod 4".into(),
        },
        evidence: Evidence {
            fitted: 8,
            tested: 13,
            tested_bits: 20,
            verified_to: vec![20],
            definition_bits: 12,
            rival: Some("sg(n) = n & 3".into()),
            refuted_by: "any n with sg(n) > 3".into(),
        },
        next: [1, 2, 3].map(Into::into).to_vec(),
    }
}

fn n_to_20() -> Region {
    Region::range("n", 0, 20)
}

fn verdicts() -> Vec<Verdict> {
    let verdict = |id: &str, answer| Verdict {
        game: "bash".into(),
        source: "formulas".into(),
        id: id.into(),
        words: Some("a | b".into()),
        statement: "sg(n | m) = 0".into(),
        role: Role::Printed,
        domain: n_to_20(),
        answer,
        holds_within: Region::default(),
        proof: None,
        nearby: Vec::new(),
        is_sample: false,
        idle_premises: Vec::new(),
        span: Span::default(),
    };
    let says = Says {
        sentence: "table says P, claim says N".into(),
        table: "P".into(),
        claim: "N".into(),
    };
    let nearby = Nearby {
        origin: Origin::Varied,
        game: "bash".into(),
        id: "F2".into(),
        statement: "sg(n) = 0".into(),
        domain: n_to_20(),
        judged: 21,
        varied: None,
        proof: None,
    };
    let mut all = vec![
        verdict("F1", ClaimAnswer::Holds { domain: n_to_20(), judged: 21 }),
        verdict(
            "F2",
            ClaimAnswer::Fails {
                parameters: vec![("x".into(), "3".into())],
                position: vec![
                    ("n".into(), Coordinate::Number(2)),
                    ("A".into(), Coordinate::Set(vec![1, 3])),
                ],
                says,
                rank: Rank::default(),
            },
        ),
        verdict("F3", ClaimAnswer::CannotCheck { why: Open::because("n is not a number") }),
    ];
    all[1].nearby.push(nearby);
    all
}

fn table() -> Table {
    let values = Values::U16((0..=20).map(|n| n % 4).collect());
    let columns = vec![Column { name: "sg".into(), values }];
    Table { axes: vec![Axis::new("n", 0, 20)], columns, present: None }
}

fn page(table: &Table) -> Page<'_> {
    Page {
        figures: Vec::new(),
        said: Translation::ENGLISH,
        name: "bash".into(),
        title: "Bash's game".into(),
        title_zh: Some("巴什博弈".into()),
        rule_text: "game bash\nheap n\nmove n -> n - k for k in 1..3\n".into(),
        notes: vec!["Take up to three.".into()],
        explanation: vec![
            ("state".into(), "heap n".into()),
            ("kernel".into(), "subtraction".into()),
        ],
        table,
        of_starts: false,
        moves: Some(60),
        main_quantity: "sg".into(),
        findings: vec![("sg".into(), vec![finding()]), ("win".into(), Vec::new())],
        proofs: report::Proofs::new(),
        code: Vec::new(),
        verdicts: verdicts(),
        next_steps: vec!["mexlab run bash --to 2000".into()],
    }
}

#[test]
fn every_file_is_written_and_twice_the_same() {
    let table = table();
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| {
        let written = write_all(&folder.path().join(name), &page(&table)).unwrap();
        assert!(written.warnings.is_empty(), "{:?}", written.warnings);
        let names = written.paths.iter().map(|p| p.file_name().unwrap().to_str().unwrap());
        let names: Vec<_> = names.map(str::to_owned).collect();
        let expected =
            ["table.csv", "chart.svg", "chart.png", "bfile.txt", "report.md", "report.html"];
        assert_eq!(names, expected);
        written.paths.iter().map(|path| fs::read(path).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(read("once"), read("twice/below"));
}

#[test]
fn the_page_holds_no_tag_of_the_rule_and_asks_for_nothing() {
    let table = table();
    let folder = tempfile::tempdir().unwrap();
    let odd = "</script><script>alert(1)</script>".to_owned();
    let page = Page { title: odd.clone(), rule_text: odd, ..page(&table) };
    write_all(folder.path(), &page).unwrap();
    let text = fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(!text.contains("alert(1)</script>"));
    assert_eq!(text.matches("</script>").count(), 2);
    assert!(text.contains("default-src 'none'") && !text.contains("src=\"http"));
    let marks = ["{title}", "{style}", "{data}", "{script}"];
    assert!(marks.iter().all(|mark| !text.contains(mark)));
}

#[test]
fn the_report_says_what_is_known() {
    let table = table();
    let text = report::markdown::page(&page(&table));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bash-report.md");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        fs::write(&path, &text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(&path).unwrap());
    assert!(!text.contains("proved"));
}

#[test]
fn a_proof_of_a_statement_beside_a_claim_links_its_certificate() {
    let table = table();
    let mut page = page(&table);
    page.verdicts[1].nearby[0].proof = Some(Proof { members: "m = 1..4".into(), ..of_nim() });
    let text = report::markdown::page(&page);
    let link = "[proved for every position, m = 1..4](certificates/formulas.F2.near-1.json)";
    assert!(text.contains(&format!("{link}; holds up to n = 20")), "{text}");
}

/// The proof of a law of Nim.
fn of_nim() -> Proof {
    let rule = "game nim\nheap n\nmove n -> n - k for k in 1..n\n";
    let question = Question {
        rule: rule.into(),
        parameters: Vec::new(),
        quantity: "sg".into(),
        law: Some("sg = n".into()),
        to: 100,
    };
    let certificates = vec![prover::prove(&question).expect("a proof")];
    Proof { members: Message::default(), certificates }
}

#[test]
fn what_restates_the_theory_is_told_from_what_is_proved_of_the_game() {
    let of_nim = of_nim();
    let of_all = Proof { members: Message::default(), certificates: Vec::new() };
    assert_eq!((of_nim.scope(), of_all.scope()), (ProofScope::Game, ProofScope::Kind));
    let table = table();
    let mut page = page(&table);
    let mut both: Vec<Verdict> = vec![page.verdicts[0].clone(), page.verdicts[0].clone()];
    both[0].proof = Some(of_nim);
    both[1].proof = Some(of_all);
    page.verdicts = both;
    let text = report::markdown::page(&page);
    let counts = "2 of 2 hold as far as tested, 1 of them proved for every position, \
                  1 true of every game by the theorem of Sprague (1935) and Grundy (1939).";
    assert!(text.contains(counts), "{text}");
    let told = "| true of every game by the theorem of Sprague (1935) and Grundy (1939); holds";
    assert!(text.contains("[proved for every position](certificates/"), "{text}");
    assert!(text.contains(told), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let written = report::write_certificates(folder.path(), &page.verdicts[1..]).unwrap();
    assert!(written.is_empty(), "{written:?}");
    let mut out = Vec::new();
    json::verdicts(&page.verdicts, &Translation::ENGLISH, &mut out).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!((&value[0]["proved"], &value[1]["proved"]), (&true.into(), &true.into()));
    assert_eq!((&value[0]["proved_of"], &value[1]["proved_of"]), (&"game".into(), &"kind".into()));
    let page = report::markdown::errata(&Errata::new(
        Translation::ENGLISH,
        BTreeMap::new(),
        page.verdicts,
    ));
    assert!(page.contains("| all | 2 | 2 | 1 | 1 | 0 | 0 |"), "{page}");
}

#[test]
fn a_file_in_the_way_is_a_clear_error() {
    let table = table();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("bash");
    fs::write(&file, "").unwrap();
    let message = write_all(&file, &page(&table)).unwrap_err().to_string();
    assert!(message.contains("bash: it is a file"), "{message}");
}

#[test]
fn an_unknown_quantity_writes_nothing() {
    let table = table();
    let folder = tempfile::tempdir().unwrap();
    let page = Page { main_quantity: "misere".into(), ..page(&table) };
    let error = write_all(&folder.path().join("x"), &page).unwrap_err();
    assert!(matches!(error, Error::NoColumn(_)));
    assert!(!folder.path().join("x").exists());
}

#[test]
fn findings_as_documented() {
    let mut out = Vec::new();
    json::findings(&[("sg".into(), vec![finding()])], &report::Proofs::new(), None, &mut out)
        .unwrap();
    let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
    let expected = serde_json::json!([{
        "law": "sg(n) = n mod 4",
        "kind": "periodic",
        "quantity": "sg",
        "parameters": {"preperiod": 1, "ratio": "1/2"},
        "from": 1, "condition": null,
        "verified_to": 20,
        "exceptions": [{"at": 9, "value": 4}],
        "confidence": {"fitted": 8, "tested": 13, "tested_bits": 20, "definition_bits": 12},
        "proved": false,
        "rival": "sg(n) = n & 3",
        "refuted_by": "any n with sg(n) > 3",
        "next": [1, 2, 3],
    }]);
    assert_eq!(value, expected);

    let mut out = Vec::new();
    json::findings(&[], &report::Proofs::new(), None, &mut out).unwrap();
    assert_eq!(out, b"[]\n");
}

#[test]
fn verdicts_as_documented() {
    let mut out = Vec::new();
    json::verdicts(&verdicts(), &Translation::ENGLISH, &mut out).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(value[0]["answer"], "holds");
    assert_eq!(value[0]["judged"], 21);
    assert_eq!(value[1]["parameters"], serde_json::json!({"x": 3}));
    assert_eq!(value[1]["position"], serde_json::json!({"n": 2, "A": [1, 3]}));
    assert_eq!(value[1]["table_says"], "P");
    assert_eq!(value[1]["nearby"][0]["statement"], "sg(n) = 0");
    assert_eq!(value[1]["nearby"][0]["origin"], "varied");
    assert_eq!(value[0]["role"], "claim");
    assert_eq!((&value[0]["proved_of"], &value[1]["sample"]), (&().into(), &false.into()));
    assert_eq!(value[2]["answer"], "cannot check");
}
