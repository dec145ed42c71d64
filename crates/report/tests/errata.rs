//! The page that answers every claim of the source notes.

use std::collections::BTreeMap;
use std::fs;

use expr::ast::Span;
use report::{Errata, Translation, write_errata};
use verdict::{ClaimAnswer, Coordinate, Nearby, Open, Origin, Rank, Region, Role, Says, Verdict};

fn n_to_20() -> Region {
    Region::range("n", 0, 20)
}

fn verdict(game: &str, source: &str, id: &str, answer: ClaimAnswer) -> Verdict {
    Verdict {
        game: game.into(),
        source: source.into(),
        id: id.into(),
        words: Some("the words, \"as printed\" | here".into()),
        statement: "sg = n % 4".into(),
        role: Role::Printed,
        domain: n_to_20(),
        answer,
        holds_within: Region::default(),
        proof: None,
        nearby: Vec::new(),
        is_sample: false,
        idle_premises: Vec::new(),
        span: Span::default(),
    }
}

fn holds() -> ClaimAnswer {
    ClaimAnswer::Holds { domain: n_to_20(), judged: 21 }
}

fn fails() -> ClaimAnswer {
    let says = Says {
        sentence: "table says 3, claim says 4".into(),
        table: "3".into(),
        claim: "4".into(),
    };
    ClaimAnswer::Fails {
        parameters: vec![("k".into(), "2".into())],
        position: vec![("r".into(), Coordinate::Row(vec![3, 1]))],
        says,
        rank: Rank::default(),
    }
}

fn errata(said: Translation) -> Errata {
    let titles = BTreeMap::from([(
        "bash".to_owned(),
        (Some("Bash".to_owned()), Some("巴什博弈".to_owned())),
    )]);
    let mut refuted = verdict("bash", "formulas", "F2.a", fails());
    refuted.is_sample = true;
    refuted.nearby.push(Nearby {
        origin: Origin::Varied,
        game: "bash".into(),
        id: "F2.a".into(),
        statement: "sg = n % 5".into(),
        domain: n_to_20(),
        judged: 21,
        varied: None,
        proof: None,
    });
    let mut offered = verdict("nim", "formulas", "F2", holds());
    offered.role = Role::Nearby;
    offered.statement = "sg = n".into();
    let why = Open::because("positions are a continuum");
    let verdicts = vec![
        verdict("plate-game", "survey", "S1", ClaimAnswer::CannotCheck { why }),
        verdict("bash", "formulas", "F10", holds()),
        offered,
        refuted,
        verdict("nim", "formulas", "F2.b", holds()),
        verdict("bash", "lecture", "L5", holds()),
    ];
    Errata::new(said, titles, verdicts)
}

#[test]
fn both_files_are_written_in_page_order_and_twice_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str| {
        let paths = write_errata(&folder.path().join(name), &errata(Translation::ENGLISH)).unwrap();
        let names: Vec<_> = paths.iter().map(|p| p.file_name().unwrap()).collect();
        assert_eq!(names, ["verdicts.csv", "verdicts.md"]);
        paths.iter().map(|path| fs::read_to_string(path).unwrap()).collect::<Vec<_>>()
    };
    let files = read("once");
    assert_eq!(files, read("twice/below"));
    let rows: Vec<&str> = files[0].lines().skip(1).map(|l| l.split(',').next().unwrap()).collect();
    assert_eq!(
        rows[..5],
        ["lecture.L5", "formulas.F2.a", "formulas.F2.b", "formulas.F10", "survey.S1"]
    );
    // Five claims; of 115 numbers four are stated.
    assert_eq!(rows.len(), 5 + 115 - 4);
    let of = |start: &str| files[0].lines().find(|line| line.starts_with(start)).unwrap();
    assert_eq!(
        of("formulas.F2.a"),
        "formulas.F2.a,formulas,F2,a,bash,Bash,巴什博弈,\"the words, \"\"as printed\"\" | here\",\
         sg = n % 4,n = 0..20,fails,,,\"k = 2, r = [3, 1]\",yes,3,4,\
         holds up to n = 20: sg = n (offered by the rule nim); \
         reading b of nim holds up to n = 20; \
         holds up to n = 20: sg = n % 5 (found by varying the claim),"
    );
    assert!(of("formulas.F10").ends_with(",holds,n = 20,21,,,,,,"), "{}", of("formulas.F10"));
    assert!(of("survey.S1,").ends_with("cannot be checked,,,,,,,positions are a continuum,"));
    assert!(of("lecture.L1,").contains(",not stated,"));
    assert!(of("survey.S16,").contains(",not stated,"));
    let width = files[0].lines().next().unwrap().split(',').count();
    assert_eq!(of("lecture.L1,").split(',').count(), width);
}

#[test]
fn the_page_names_refuted_claims_first_and_what_nobody_states_last() {
    let page = report::markdown::errata(&errata(Translation::ENGLISH));
    assert!(page.contains("| formulas | 3 | 2 | 0 | 0 | 1 | 0 |"), "{page}");
    assert!(page.contains("| all | 5 | 3 | 0 | 0 | 1 | 1 |"), "{page}");
    let (before, after) = page.split_once("## All claims").unwrap();
    assert!(before.contains("| formulas.F2.a | `bash` Bash / 巴什博弈 |"), "{page}");
    assert!(before.contains("k = 2, r = \\[3, 1\\] (smallest of a sample) | 3 | 4 |"), "{page}");
    assert!(before.contains("`sg = n % 5` (found by varying the claim)"), "{page}");
    assert!(!before.contains("F10"));
    assert!(after.contains("holds up to n = 20 (21 judged)"), "{page}");
    assert!(after.contains("cannot be checked: positions are a continuum"), "{page}");
    let (_, end) = page.split_once("## Numbers that no rule states").unwrap();
    assert!(end.trim_start().starts_with("111: lecture L1, L2, L3, L4, L6,"), "{end}");
    assert!(!page.contains("not implemented"));
}

#[test]
fn all_words_of_a_page_can_be_said_otherwise() {
    let said = Translation { lang: "loud", say: |message| message.to_string().to_uppercase() };
    let page = report::markdown::errata(&errata(said));
    assert!(page.starts_with("# ERRATA: "), "{page}");
    for words in ["## REFUTED CLAIMS", "| CLAIM | GAME |", "HOLDS UP TO N = 20 (21 JUDGED)"] {
        assert!(page.contains(words), "{words}: {page}");
    }
}
