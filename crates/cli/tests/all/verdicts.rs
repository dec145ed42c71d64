//! The errata page, statements beside refuted claims, claims beyond checking, and `--lang zh`.

use crate::program::run;
use crate::tried::tried;
use draw::{Runs, some_of};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
use std::fs;

/// Every claim and reading of every rule has one line with an answer, every number of the notes is
/// stated or listed as missing, and refuted claims are the page's content.
#[test]
fn every_claim_of_the_catalogue_is_answered() {
    // `claims_have_the_answers_that_are_kept` asks for a third of them.
    if Runs::this() == Runs::Quick {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let ran = run(path, &["check", "--all", "--out", "pages", "--format", "json"], "");
    assert_eq!(ran.status, 1, "{}", ran.err);
    let answers: Value = serde_json::from_str(&ran.out).expect("JSON");
    let answers = answers.as_array().expect("a list");
    let csv = fs::read_to_string(path.join("pages/verdicts.csv")).expect("written");
    let page = fs::read_to_string(path.join("pages/verdicts.md")).expect("written");
    assert!(!page.contains("not implemented") && !csv.contains("not implemented"));

    let printed: Vec<&Value> = answers.iter().filter(|a| a["role"] == "claim").collect();
    let name = |a: &Value| {
        format!("{}.{}", a["source"].as_str().expect("text"), a["id"].as_str().expect("text"))
    };
    let claims: Vec<String> =
        csv.lines().skip(1).map(|l| l.split(',').next().unwrap_or("").into()).collect();
    let answered: BTreeSet<String> = printed.iter().map(|a| name(a)).collect();
    let stated: BTreeSet<&str> =
        answered.iter().map(|n| n.split('.').nth(1).expect("a number")).collect();
    for (letter, count) in [("L", 39), ("F", 46), ("P", 9), ("S", 16), ("T", 5)] {
        for number in (1..=count).map(|i| format!("{letter}{i}")) {
            let listed = claims.iter().filter(|c| c.split('.').nth(1) == Some(&number)).count();
            assert!(listed > 0, "{number} has no line");
            assert!(stated.contains(number.as_str()) || listed == 1, "{number}");
        }
    }
    let numbers = claims.len() - printed.len();
    assert_eq!(numbers, 115 - stated.len(), "a line for every number that no rule states");

    let refuted: Vec<_> = printed.iter().filter(|a| a["answer"] == "fails").collect();
    assert!(!refuted.is_empty());
    let (before, _) = page.split_once("## All claims").expect("two tables");
    for answer in refuted {
        assert!(before.contains(&format!("| {} |", name(answer))), "{}", name(answer));
        assert!(answer["position"].is_object() && answer["claim_says"].is_string());
    }
    // what is called proved lies beside the page, and the checker accepts it; what is true of every
    // game has no certificate
    let of = |word: &str| -> Vec<&str> {
        let proved = csv.lines().filter(|line| line.contains(word));
        proved.map(|line| line.rsplit(',').next().unwrap_or("")).collect()
    };
    let (certificates, theorem) = (of(",proved,"), of(",true of the kind,"));
    assert!(theorem.iter().all(|file| file.is_empty()), "{theorem:?}");
    assert!(
        page.contains("| true of every game by the theorem of Sprague (1935) and Grundy (1939)")
    );
    // the summary counts them apart
    let counts = [(&certificates, "game"), (&theorem, "kind")].map(|(told, scope)| {
        assert_eq!(told.len(), printed.iter().filter(|a| a["proved_of"] == scope).count());
        told.len()
    });
    let [game, kind] = counts;
    assert!(game > 0 && kind > 40);
    assert_eq!(game + kind, printed.iter().filter(|a| a["proved"] == true).count());
    assert!(page.contains(&format!(" | {game} | {kind} | ")), "{game} {kind}");
    assert!(certificates.contains(&"nim/certificates/lecture.L2.json"), "{certificates:?}");
    for certificate in tried(certificates) {
        let ran = run(path, &["verify", &format!("pages/{certificate}")], "");
        assert_eq!(ran.status, 0, "{certificate}: {}{}", ran.out, ran.err);
        assert!(page.contains(&format!("]({certificate})")), "{certificate}");
    }
    for answer in answers {
        assert_ne!(answer["why"], "", "{}", name(answer));
    }
}

#[test]
fn claims_have_the_answers_that_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../output/verdicts.csv");
    let kept = csv::Reader::from_path(kept).expect("a table").into_deserialize();
    let kept: Vec<HashMap<String, String>> = kept.map(|row| row.expect("a row")).collect();
    let listed = run(folder.path(), &["list", "--format", "csv"], "").out;
    for line in some_of(listed.lines().skip(1)) {
        let game = line.split(',').next().unwrap_or("");
        let ran = run(folder.path(), &["check", game, "--format", "json"], "");
        let answers: Vec<Value> = serde_json::from_str(&ran.out).expect(game);
        for answer in answers.iter().filter(|answer| answer["role"] == "claim") {
            let verdict = match answer["proved_of"].as_str() {
                Some("game") => "proved",
                Some("kind") => "true of the kind",
                _ if answer["answer"] == "cannot check" => "cannot be checked",
                _ => answer["answer"].as_str().expect("text"),
            };
            let is_kept = kept.iter().any(|row| {
                let is_it = row["game"] == game && answer["statement"] == *row["statement"];
                is_it && row["verdict"] == verdict
            });
            assert!(is_kept, "{game}: {answer}");
        }
    }
}

#[test]
fn a_folder_that_cannot_be_made_is_said_before_the_work() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("file"), "").expect("written");
    let ran = run(folder.path(), &["check", "--all", "--out", "file"], "");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
    assert!(ran.err.contains("cannot write file"), "{}", ran.err);
    let ran = run(folder.path(), &["check", "bash", "--out", "x"], "");
    assert_eq!(ran.status, 2, "{}", ran.err);
}

#[test]
fn a_claim_that_a_limit_leaves_open_is_no_success() {
    let folder = tempfile::tempdir().expect("a folder");
    let ran = run(folder.path(), &["check", "bash", "--memory", "1K"], "");
    assert!(
        ran.out.contains("cannot be checked: the table would have 301 positions"),
        "{}",
        ran.out
    );
    assert_eq!(
        (ran.status, ran.err.as_str()),
        (3, "error: 2 claims not checked: a limit was met\n")
    );
}

#[test]
fn a_refuted_claim_has_a_statement_beside_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let rule = "game g\nheap n\nmove n -> n - k for k in 1..min(n, 2)\ncheck to n = 40\n\
                claim book.1.a: lose iff n % 4 = 0\nclaim book.1.b: lose iff n % 3 = 0\n\
                nearby book.1: sg = n % 3\n";
    fs::write(path.join("g.game"), rule).expect("written");
    let ran = run(path, &["check", "g.game"], "");
    assert_eq!(ran.status, 1, "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().map(str::trim).collect();
    assert!(lines[0].starts_with("book.1.a"), "{}", ran.out);
    let holds = "proved for every position; holds up to n = 40";
    assert_eq!(lines[1], format!("close to it: sg = n % 3  {holds} (offered by the rule)"));
    assert_eq!(lines[2], format!("close to it: reading book.1.b  {holds}"));
    assert!(lines[4].starts_with("nearby book.1"), "{}", ran.out);
    let without = rule.lines().take(5).collect::<Vec<_>>().join("\n");
    fs::write(path.join("g.game"), without).expect("written");
    let ran = run(path, &["check", "g.game"], "");
    let varied = format!("lose iff n % 3 = 0  {holds} (found by varying the claim)");
    assert!(ran.out.contains(&varied), "{}", ran.out);
    // A near-by statement that fails refutes nobody.
    let rule = "game g\nheap n\nmove n -> n - 1 if n > 0\ncheck to n = 9\nnearby book.1: sg = n\n";
    fs::write(path.join("g.game"), rule).expect("written");
    assert_eq!(run(path, &["check", "g.game"], "").status, 0);
}

#[test]
fn what_is_beyond_checking_is_listed_and_has_no_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let rule = "game plates\ntitle \"Plates\"\n\
                claim notes.1 \"first wins\" beyond \"positions are a continuum\"\n";
    fs::write(path.join("plates.game"), rule).expect("written");
    let ran = run(path, &["check", "plates.game"], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.out, "notes.1  cannot be checked: positions are a continuum\n");
    for command in
        [&["run", "plates.game"][..], &["table", "plates.game"], &["ask", "plates.game", "3"]]
    {
        let ran = run(path, command, "");
        assert_eq!(ran.status, 2, "{command:?}");
        assert!(ran.err.contains("plates has no table: positions are a continuum"), "{}", ran.err);
    }
    let ran = run(path, &["check", "-e", "game g", "-e", "claim a.1 beyond"], "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("reason"), "{}", ran.err);
}

#[test]
fn errors_may_be_chinese() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    let said = |arguments: &[&str]| {
        let ran = run(path, arguments, "");
        assert_eq!(ran.status, 2, "{arguments:?}");
        ran.err
    };
    let text = said(&["table", "-e", "heap n", "-e", "move n -> n - widht", "--lang", "zh"]);
    assert!(text.starts_with("错误[R026]：名字没有取值范围：`widht`\n"), "{text}");
    assert!(text.contains("= 建议："), "{text}");
    let text = said(&["table", "no-such-game", "--lang", "zh"]);
    assert!(text.starts_with("错误：没有名为 `no-such-game` 的游戏或文件；"), "{text}");
    let text = said(&["table", "bash", "--to", "-5", "--lang", "zh"]);
    assert!(text.starts_with("错误：--to -5：坐标不会是负数；"), "{text}");
    let rule = "game g\nheap n\nmove n -> n - 1 if n > 0\nclaim book.1: sg = n\n";
    fs::write(path.join("g.game"), rule).expect("written");
    let ran = run(path, &["check", "g.game", "--to", "9", "--lang", "zh"], "");
    assert!(ran.out.contains("反例 n = 2：计算结果 0，命题 2"), "{}", ran.out);
}
