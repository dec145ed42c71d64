//! Every command once, as a script would use it.

#[path = "support/program.rs"]
mod program;

use program::{Ran, run};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Runs the program, the arguments cut at blanks, in `folder`; it must end well.
fn good(folder: &Path, arguments: &str) -> String {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    let Ran { status, out, err } = run(folder, &words, "");
    assert_eq!(status, 0, "mexlab {arguments}: {err}");
    out
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn run_leaves_a_folder_behind() {
    let folder = folder();
    let summary = good(folder.path(), "run lasker --to 200");
    for word in ["lasker", "n = 0..200", "holds up to n = 200", "2 of 2 hold", "output/lasker/{"] {
        assert!(summary.contains(word), "no {word:?} in: {summary}");
    }
    assert!(
        summary.contains("proved for every position") && !summary.contains(" s\n"),
        "{summary}"
    );
    good(folder.path(), "verify output/lasker/certificate.json");
    let file = |name: &str| fs::read(folder.path().join("output/lasker").join(name)).expect(name);
    let table = String::from_utf8(file("table.csv")).expect("UTF-8");
    assert!(table.starts_with("n,sg,win\n0,0,0\n1,1,1\n2,2,1\n3,4,1\n4,3,1\n"), "{table}");
    assert_eq!(table.lines().count(), 202);
    assert!(file("chart.png").starts_with(b"\x89PNG"));
    assert!(file("chart.svg").starts_with(b"<svg") || file("chart.svg").starts_with(b"<?xml"));
    assert!(String::from_utf8(file("report.md")).expect("UTF-8").contains("Lasker"));
    assert!(!file("bfile.txt").is_empty());
}

#[test]
fn run_in_chinese_and_in_json() {
    let folder = folder();
    let summary = good(folder.path(), "run wythoff --to 30 --lang zh --out results");
    assert!(summary.contains("威佐夫博弈") && summary.contains("成立至"), "{summary}");
    assert!(folder.path().join("results/wythoff/report.md").is_file());
    let result = json(&good(folder.path(), "run lasker --to 50 --format json"));
    assert_eq!(result["claims"]["holds"], 2);
    assert_eq!(result["files"][0], "output/lasker/table.csv");
}

#[test]
fn one_thread_or_two_give_the_same_bytes() {
    let folder = folder();
    for game in ["wythoff --to 40", "lasker --to 300", "moore-nim -p m=3", "bash -p m=1..4 --to 60"]
    {
        let of = |threads: u32| {
            let out = format!("threads-{threads}");
            good(folder.path(), &format!("run {game} --threads {threads} --out {out}"));
            let name = game.split(' ').next().expect("a name");
            let name = folder.path().join(out).join(name);
            let (certificates, mut files) = (name.join("certificates"), Vec::new());
            for folder in [Some(&name), Some(&certificates).filter(|c| c.is_dir())] {
                let listed = folder.into_iter().flat_map(|f| fs::read_dir(f).expect("a folder"));
                let paths = listed.map(|file| file.expect("a file").path());
                files.extend(paths.filter(|path| path.is_file()).map(|path| {
                    let name = path.file_name().expect("a name").to_owned();
                    (name, fs::read(&path).expect("readable"))
                }));
            }
            files.sort();
            files
        };
        let (one, two) = (of(1), of(2));
        assert!(one.len() >= 4, "{game}");
        for ((name, left), (other, right)) in one.iter().zip(&two) {
            assert_eq!(name, other, "{game}");
            assert!(left == right, "{game}: {} differs", name.display());
        }
        let table = |n| good(folder.path(), &format!("table {game} --threads {n}"));
        assert_eq!(table(1), table(2), "{game}");
    }
}

#[test]
fn table_in_each_format() {
    let folder = folder();
    let path = folder.path();
    let csv = good(path, "table subtraction -p S=1,3,4 --to 6 --quantity sg,win,misere");
    let expected =
        "n,sg,win,misere\n0,0,0,1\n1,1,1,0\n2,0,0,1\n3,1,1,0\n4,2,1,1\n5,3,1,1\n6,2,1,1\n";
    assert_eq!(csv, expected);
    let object = json(&good(path, "table wythoff --to a=1,b=2 --quantity sg --format json"));
    assert_eq!(object["columns"], serde_json::json!(["a", "b", "sg"]));
    assert_eq!(object["rows"][5], serde_json::json!([1, 2, 0]));
    let text = good(path, "table bash -p m=2 --to 5 --quantity sg --format text");
    assert!(text.contains("+0"), "{text}");
}

#[test]
fn rules_by_path_by_name_by_code_and_by_text() {
    let folder = folder();
    let path = folder.path();
    let rule = "game mine = bash(m = 3)\n";
    fs::write(path.join("mine.game"), rule).expect("written");
    let by_path = good(path, "table mine.game --to 20 --quantity sg");
    assert_eq!(good(path, "table bash -p m=3 --to 20 --quantity sg"), by_path);
    assert_eq!(good(path, "table subtract:1,2,3 --to 20 --quantity sg"), by_path);
    let lines = ["-e", "heap n", "-e", "move n - k for k in 1..min(n, 3)"];
    let arguments = ["table"].into_iter().chain(lines).chain(["--to", "20", "--quantity", "sg"]);
    assert_eq!(run(path, &arguments.collect::<Vec<_>>(), "").out, by_path);
    assert_eq!(good(path, "table bash -p m=3 --to 20 --quantity sg --kernel oracle"), by_path);
    // A rule beside the file comes before the catalogue's.
    fs::write(path.join("bash.game"), "game bash(m = 1)\nheap n\nmove n - m if n >= m\n")
        .expect("written");
    assert_ne!(good(path, "table mine.game --to 20 --quantity sg"), by_path);
}

#[test]
fn families_starts_and_boards() {
    let folder = folder();
    let family = good(folder.path(), "table bash -p m=1..2 --to 3 --quantity sg");
    assert_eq!(family, "m,n,sg\n1,0,0\n1,1,1\n1,2,0\n1,3,1\n2,0,0\n2,1,1\n2,2,2\n2,3,0\n");
    let starts = good(folder.path(), "table fibonacci-nim --starts --to 5 --quantity win");
    assert_eq!(starts, "n,win\n1,0\n2,0\n3,0\n4,1\n5,0\n");
    let boards = good(folder.path(), "table ruler --boards 2 --quantity win");
    assert_eq!(boards, "board,win\n0,0\n1,1\n2,1\n3,1\n");
}

#[test]
fn find_reads_rules_and_every_form_of_values() {
    let folder = folder();
    let path = folder.path();
    let found = json(&good(path, "find bash -p m=2 --to 100 --quantity sg --format json"));
    assert_eq!(found[0]["quantity"], "sg");
    assert_eq!(found[0]["parameters"]["period"], 3);
    assert_eq!(found[0]["next"][0], 2);

    let values: Vec<String> = (0..90).map(|n| (n % 3).to_string()).collect();
    let numbered = |separator: &str, header: &str| {
        let rows = values.iter().enumerate().map(|(n, v)| format!("{n}{separator}{v}\n"));
        format!("{header}{}", rows.collect::<String>())
    };
    let forms = [
        values.join("\n"),
        values.join(" "),
        values.join(", "),
        numbered(" ", "# a b-file\n"),
        numbered(",", "n,sg\n"),
    ];
    for form in &forms {
        let ran = run(path, &["find", "-", "--format", "json"], form);
        assert_eq!(ran.status, 0, "{}", ran.err);
        let found = json(&ran.out);
        assert_eq!(found[0]["parameters"]["period"], 3, "{}: {form}", ran.out);
        assert_eq!(found[0]["proved"], false);
    }
    fs::write(path.join("values.csv"), &forms[4]).expect("written");
    let text = good(path, "find values.csv");
    assert!(text.contains("holds up to n = 89"), "{text}");
    let csv = good(path, "find values.csv --format csv");
    assert!(csv.starts_with("quantity,kind,law,from,verified_to,"), "{csv}");
}

/// Words and fractions have laws like other values, whether a file or a rule has them.
#[test]
fn find_reads_words_and_fractions() {
    let folder = folder();
    let path = folder.path();
    let laws = |text: &str| {
        let ran = run(path, &["find", "-", "--emit", "text"], text);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.out
    };
    let outcomes: String = (0..90).map(|n| format!("{n},{}\n", ["P", "L", "R"][n % 3])).collect();
    let found = laws(&format!("n,outcome\n{outcomes}"));
    assert!(found.contains("outcome_P(n) = 1 iff n % 3 = 0, else 0"), "{found}");
    assert!(found.contains("outcome_L(n) = 1 iff n % 3 = 1, else 0"), "{found}");
    let halves: String = (0..90).map(|n| format!("{n},{n}/2\n")).collect();
    assert_eq!(laws(&format!("n,value\n{halves}")).trim(), "value_times_2(n) = n");
    let wrong = run(path, &["find", "-"], "n,value\n0,1/3\n1,2\n");
    assert_eq!(wrong.status, 2);
    assert!(wrong.err.contains("`1/3`"), "{}", wrong.err);
}

/// The law that the rule states is found without it.
#[test]
fn find_sees_the_value_of_a_cake() {
    let folder = folder();
    let found = json(&good(folder.path(), "find cutcake --quantity value --format json"));
    let law = found[0]["law"].as_str().expect("a law of the value");
    assert!(law.contains("max(x // 2 ** (bitlen(y) - 1), 1)"), "{law}");
    assert_eq!(found[0]["exceptions"].as_array().map(Vec::len), Some(0), "{law}");
}

/// Nivasch 2006: the quotients are exact inside `abs`.
#[test]
fn euclids_game_by_exact_quotients() {
    let folder = folder();
    let text = "game eu\nstate (a from 1, b from 1) symmetric\n\
        move (a - k * b, b)  for k in 1..(a - 1) // b\nmove (a, b - k * a)  for k in 1..(b - 1) // a\n\
        table sg to a = 60, b = 60\nclaim book.1: sg = floor(abs(a / b - b / a))\n\
        claim book.2: sg = abs(a // b - b // a)\n";
    fs::write(folder.path().join("eu.game"), text).expect("written");
    let ran = run(folder.path(), &["check", "eu.game"], "");
    let verdict =
        |id: &str| ran.out.lines().find(|line| line.starts_with(id)).unwrap_or("").to_owned();
    assert!(verdict("book.1").contains("holds up to"), "{}", ran.out);
    assert!(verdict("book.2").contains("fails"), "{}", ran.out);
}

#[test]
fn find_asks_the_engine_for_more_terms() {
    let folder = folder();
    // 101 terms are too few for the period of .07, which begins at 53.
    let laws = json(&good(folder.path(), "find octal:0.07 --to 100 --format json"));
    assert_eq!(
        (&laws[0]["parameters"]["period"], &laws[0]["verified_to"]),
        (&34.into(), &1000.into())
    );
    // A law of few terms is put to the test.
    let laws =
        json(&good(folder.path(), "find subtract:1,3,4 --to 60 --quantity sg --format json"));
    assert_eq!(
        (&laws[0]["parameters"]["period"], &laws[0]["verified_to"]),
        (&7.into(), &600.into())
    );
    let grid = json(&good(folder.path(), "find wythoff --quantity win --to 40 --format json"));
    assert_eq!(grid[0]["verified_to"], serde_json::json!([120, 120]));
}

#[test]
fn find_writes_code() {
    let folder = folder();
    let find = |language: &str| {
        good(folder.path(), &format!("find bash -p m=4 --quantity sg --emit {language}"))
    };
    assert!(find("text").starts_with("sg(n) = n % 5\n"), "{}", find("text"));
    assert!(find("python").contains("# proved for every position: "), "{}", find("python"));
    assert!(find("python").ends_with("def sg(n):\n    return n % 5\n"), "{}", find("python"));
    assert!(find("cpp").ends_with("long long sg(long long n) {\n    return n % 5;\n}\n"));
    assert!(find("rust").ends_with("fn sg(n: i64) -> i64 {\n    n % 5\n}\n"));
    assert!(find("latex").ends_with("\\operatorname{sg}(n) = n \\bmod 5\n"), "{}", find("latex"));
    // Two lists of positions, and a column without a law.
    let pairs = good(folder.path(), "find wythoff --quantity win --emit rust");
    for part in ["fn win(a: i64, b: i64) -> i64", "fn is_a(x: i64) -> bool", "fn b(i: i64) -> i64"]
    {
        assert!(pairs.contains(part), "no {part} in {pairs}");
    }
    let none = good(folder.path(), "find octal:0.6 --to 300 --emit cpp");
    assert!(none.starts_with("// sg: no law found up to n = "), "{none}");
    let run = good(folder.path(), "run lasker --to 100 --emit latex");
    assert!(run.contains("\\operatorname{sg}(n) = "), "{run}");
}

#[test]
fn find_reads_matrices_and_lists_of_positions() {
    let folder = folder();
    let rows = |f: &dyn Fn(i64, i64) -> i64| -> String {
        let row = |a| (0..16).map(|b| format!(",{}", f(a, b))).collect::<String>();
        (0..16).map(|a| format!("{a}{}\n", row(a))).collect()
    };
    let heading: String = (0..16).map(|b| format!(",{b}")).collect();
    fs::write(folder.path().join("m.csv"), format!("{heading}\n{}", rows(&|a, b| a ^ b)))
        .expect("m");
    assert!(good(folder.path(), "find m.csv").starts_with("value(a, b) = a ^ b\n"));
    let lost: String = (0..60).map(|n| format!("{}\n", 4 * n)).collect();
    fs::write(folder.path().join("lost.txt"), lost).expect("lost");
    let laws = good(folder.path(), "find lost.txt --positions");
    assert!(laws.starts_with("win(n) iff n % 4 "), "{laws}");
    let Ran { status, err, .. } = run(folder.path(), &["find", "lasker", "--positions"], "");
    assert!(status == 2 && err.contains("for files"), "{err}");
}

#[test]
fn find_states_no_law_where_there_is_none() {
    let folder = folder();
    let noise = "3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4 6 2 6 4 3 3 8 3 2 7 9 5 0 2 8 8 4 1 9 7";
    let ran = run(folder.path(), &["find", "-", "--format", "json"], noise);
    assert_eq!((ran.status, ran.out.as_str()), (0, "[]\n"));
    let ran = run(folder.path(), &["find", "-"], noise);
    assert_eq!((ran.status, ran.out.as_str()), (0, "value: no law found up to n = 39\n"));
}

#[test]
fn check_says_by_its_status_whether_a_claim_is_refuted() {
    let folder = folder();
    let path = folder.path();
    let held = good(path, "check lasker");
    assert!(
        held.starts_with("lecture.L33   proved for every position; holds up to n = 1000"),
        "{held}"
    );

    let rule = "game g\nheap n\nmove n - k for k in 1..min(n, 2)\n\
                claim book.1: lose iff n % 3 = 0\nclaim book.2: sg = n\n";
    fs::write(path.join("g.game"), rule).expect("written");
    let ran = run(path, &["check", "g.game", "--to", "50"], "");
    assert_eq!(ran.status, 1, "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert!(
        lines[0].starts_with("book.1  proved for every position; holds up to n = 50 (51 judged)"),
        "{}",
        ran.out
    );
    assert!(lines[1].starts_with("book.2  fails at n = 3: "), "{}", ran.out);

    let ran = run(path, &["check", "g.game", "--to", "50", "--format", "json"], "");
    assert_eq!(ran.status, 1);
    let verdicts = json(&ran.out);
    assert_eq!(verdicts[1]["answer"], "fails");
    assert_eq!(verdicts[1]["position"]["n"], 3);
    let ran = run(path, &["check", "g.game", "--to", "50", "--format", "csv"], "");
    assert!(ran.out.starts_with("game,source,id,answer,detail\ng,book,1,proved,"), "{}", ran.out);
    // `run` reports a refuted claim and ends well.
    let summary = good(path, "run g.game --to 50");
    assert!(summary.contains("1 of 2 hold") && summary.contains("book.2  fails at"), "{summary}");
}

#[test]
fn ask_in_words_and_in_json() {
    let folder = folder();
    let path = folder.path();
    let text = good(path, "ask wythoff 3,4");
    for word in ["(3, 4)", "player to move wins", "both: (3, 4) -> (1, 2)  (t = 2)"] {
        assert!(text.contains(word), "no {word:?} in: {text}");
    }
    assert!(good(path, "ask wythoff 3,5").contains("player to move loses"));
    let answer = json(&good(path, "ask lasker 3+4+10 --format json"));
    // sg(3) = 4, sg(4) = 3, sg(10) = 10.
    assert_eq!(answer["sg"], 4 ^ 3 ^ 10);
    assert_eq!(answer["win"], true);
    let heads = good(path, "ask mock-turtles 1+4");
    assert_eq!(good(path, "ask mock-turtles HTTH"), heads);
    assert!(heads.contains("turn 4 and 1"), "{heads}");
    let arguments = ["ask", "-e", "heap n", "-e", "move n - 1 if n > 0", "2"];
    let ran = run(path, &arguments, "");
    assert!(ran.status == 0 && ran.out.contains("player to move loses"), "{}{}", ran.out, ran.err);
    assert!(good(path, "ask fibonacci-nim 8").contains("player to move loses"));
}

#[test]
fn explain_a_rule_and_a_code() {
    let folder = folder();
    let text = good(folder.path(), "explain wythoff");
    for word in ["position", "order", "kernel", "a = 0..59", "move both"] {
        assert!(text.contains(word), "no {word:?} in: {text}");
    }
    assert!(good(folder.path(), "explain R012").contains("R012"));
    let pairs = json(&good(folder.path(), "explain bash -p m=5 --format json"));
    let is_m = |pair: &&Value| pair["topic"] == "parameter m";
    let pairs = pairs.as_array().expect("a list");
    assert_eq!(pairs.iter().find(is_m).expect("the parameter")["text"], "5 (a number)");
}

#[test]
fn explain_tries_the_small_positions_as_a_table_would() {
    let folder = folder();
    let ask = |command: &[&str], rule: &[&str]| {
        let text = rule.iter().flat_map(|line| ["-e", line]);
        let words: Vec<&str> = command.iter().copied().chain(text).collect();
        run(folder.path(), &words, "")
    };
    for rule in [
        &["heap n", "move n -> n - k for k in {1, 2, 5}"][..],
        &["heap n from 1", "move n -> n - 1"],
        &["state (a, p in 0..2)", "move (a, p) -> (a - 1, p + 5) if a > 0"],
        &["state (h[3])", "move h[i] -> h[i] - 2 for i in 1..3 if h[i] > 0"],
        &["state (F subset 1..5)", "move F -> F - {x} + {x - 1} for x in F"],
        &["state (a, b) where a <= b", "move (a, b - 1) if b > 0"],
        &["coins x from 1", "turn x, x - 1"],
        &["heap n", "move n -> n - 4 if n > 0", "start k: 2 * k", "table win to k = 9"],
    ] {
        let explained = ask(&["explain"], rule);
        assert_eq!((explained.status, explained.out.as_str()), (2, ""), "{rule:?}");
        assert!(explained.err.contains("error[G021]"), "{rule:?}: {}", explained.err);
        let table = ask(&["table", "--to", "20"], rule);
        assert_eq!((table.status, &table.err), (2, &explained.err), "{rule:?}");
    }
    let partizan = ["heap n", "left n -> n - 1", "right n -> n - 2 if n > 1"];
    assert!(ask(&["explain"], &partizan).err.contains("error[G021]"));
    // what a table never reaches does not stop it
    let bounded = ["heap n", "move n -> n - [0, 1, 1, 4][n] if n > 0", "table sg to n = 2"];
    let explained = ask(&["explain"], &bounded);
    assert!(explained.status == 0 && explained.out.contains("n = 0..2"), "{}", explained.err);
    assert_eq!(ask(&["explain", "--to", "3"], &bounded).status, 2);
}

#[test]
fn list_new_and_completions() {
    let folder = folder();
    let path = folder.path();
    let list = good(path, "list");
    assert!(
        list.lines().any(|l| l.starts_with("lasker ") && l.ends_with("Lasker's Nim")),
        "{list}"
    );
    assert!(good(path, "list --lang zh").contains("威佐夫博弈"));
    let games = json(&good(path, "list --format json"));
    assert_eq!(games.as_array().expect("a list").len(), list.lines().count());

    assert!(good(path, "new my-nim").contains("my-nim.game"));
    let summary = good(path, "run my-nim.game");
    assert!(summary.contains("sg(n) = n % 4") && summary.contains("1 of 1 hold"), "{summary}");
    for shell in ["bash", "zsh", "fish"] {
        assert!(good(path, &format!("completions {shell}")).contains("mexlab"), "{shell}");
    }
}

#[test]
fn quiet_pipes_are_silent() {
    let folder = folder();
    let ran = run(folder.path(), &["run", "lasker", "--to", "50", "--quiet"], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let ran = run(folder.path(), &["table", "grundy", "--to", "2000"], "");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
}

#[test]
fn a_reader_that_leaves_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mexlab"))
        .args(["table", "bash", "--to", "300000", "--quantity", "sg"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = [0; 4];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("a header");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(&first, b"n,sg");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(unix)]
#[test]
fn an_interruption_keeps_what_was_computed() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mexlab"))
        .args(["table", "grundy", "--to", "200000000", "--quantity", "sg"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut messages = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    messages.read_line(&mut line).expect("a remark");
    assert!(line.contains("this table will take"), "{line}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(130));
    let table = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(table.starts_with("n,sg\n"), "{table}");
    assert!(table.ends_with('\n') && table.lines().count() < 200_000_000);
    let mut rest = String::new();
    messages.read_to_string(&mut rest).expect("a remark");
    assert!(rest.contains("interrupted; what was computed is kept"), "{rest}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_check_of_all_keeps_the_answers() {
    let folder = folder();
    let out = folder.path().join("pages");
    fs::create_dir(&out).expect("a folder");
    fs::write(out.join("verdicts.csv"), "of an earlier run\n").expect("written");
    let child = Command::new(env!("CARGO_BIN_EXE_mexlab"))
        .args(["check", "--all", "--out", "pages"])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Long enough for the handler and some small games, and far too short for all of them.
    std::thread::sleep(std::time::Duration::from_secs(1));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill").success());
    let output = child.wait_with_output().expect("the program ends");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{message}");
    assert!(message.contains("interrupted; the answers of "), "{message}");
    assert!(message.contains("verdicts.part.csv"), "{message}");
    let part = fs::read_to_string(out.join("verdicts.part.csv")).expect("written");
    assert!(part.starts_with("game,source,id,answer,detail\n") && part.ends_with('\n'), "{part}");
    let printed = String::from_utf8(output.stdout).expect("UTF-8");
    let answers = printed.lines().filter(|line| !line.starts_with(' ')).count();
    assert_eq!(part.lines().count(), answers + 1, "{part}{printed}");
    assert!(!part.contains("interrupted"), "{part}");
    let before = fs::read_to_string(out.join("verdicts.csv")).expect("kept");
    assert_eq!(before, "of an earlier run\n");
    assert_eq!(fs::read_dir(&out).expect("a folder").count(), 2);
}

#[test]
fn a_claim_without_a_bound_is_a_mistake() {
    let folder = folder();
    let path = folder.path();
    let rule = "game g\nheap n\nmove n - 1 if n > 0\nclaim book.1: lose iff n % 2 = 0\n\
                claim book.2 beyond \"how far? nobody knows\"\n";
    fs::write(path.join("g.game"), rule).expect("written");
    let ran = run(path, &["check", "g.game"], "");
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert!(ran.out.contains("book.1  cannot be checked: how far?"), "{}", ran.out);
    assert!(ran.err.contains("claims without a bound: 1; give --to N"), "{}", ran.err);
    let bounded = good(path, "check g.game --to 20");
    assert!(bounded.contains("cannot be checked: how far? nobody knows"), "{bounded}");
}

#[test]
fn a_table_without_positions_says_so() {
    let folder = folder();
    let rule = |state| ["table", "-e", state, "-e", "move a -> a - 1 if a > b + 1001", "--to", "9"];
    let ran = run(folder.path(), &rule("state (a, b) where a > b + 1000"), "");
    assert_eq!((ran.status, ran.out.lines().count()), (0, 1), "{}", ran.err);
    assert_eq!(ran.err, "no positions in this box: a = 0..9, b = 0..9\n");
    let ran = run(folder.path(), &rule("state (a, b) where a > b + 8"), "");
    assert_eq!((ran.status, ran.out.lines().count(), ran.err.as_str()), (0, 2, ""));
}

#[test]
fn outcomes_of_a_rule_have_laws() {
    let folder = folder();
    let rule = ["-e", "heap n", "-e", "left n - 1 if n > 0", "-e", "right n - 2 if n > 1"];
    let asked = ["--to", "40", "--quantity", "outcome"];
    let arguments = |command| [command].into_iter().chain(rule).chain(asked).collect::<Vec<_>>();
    let ran = run(folder.path(), &arguments("find"), "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.out.contains("outcome_L(n) = 1 iff"), "{}", ran.out);
    let ran = run(folder.path(), &arguments("run"), "");
    assert!(ran.status == 0 && !ran.out.contains("no law"), "{}{}", ran.out, ran.err);
}

#[test]
fn a_summary_of_values_that_are_not_kept_is_that_of_the_table() {
    let folder = folder();
    let column = |table: &str| {
        json(&good(folder.path(), &format!("table {table} --summary --format json")))["columns"][0]
            .clone()
    };
    for (table, memory, has_period) in [
        ("octal:0.56 --to 1000000", "1M", true),
        // Many turns of the period: they are computed once.
        ("octal:0.56 --to 1e12", "1M", true),
        // One value less than the theorem needs.
        ("octal:0.56 --to 653568", "1M", false),
        ("octal:0.104 --to 3000000", "4M", false),
    ] {
        let whole = column(table);
        assert_eq!(whole["period"].is_object(), has_period, "{table}");
        assert_eq!(column(&format!("{table} --memory {memory}")), whole, "{table}");
    }
    let table = "table octal:0.56 --to 1000000 --summary --memory 1M";
    assert!(good(folder.path(), table).contains("after n = 249999 values are not kept"));
    // The last rare heap is 1795, and head and window of so many values do not fit.
    let arguments: Vec<&str> = table.split(' ').collect();
    let ran = run(folder.path(), &[&arguments[..6], &["200k"]].concat(), "");
    assert!(ran.status == 3 && ran.err.contains("limit is 200 kB"), "{}", ran.err);
    let short = "table octal:0.104 --to 3000000 --summary --memory 160k";
    let ran = run(folder.path(), &short.split(' ').collect::<Vec<_>>(), "");
    assert!(ran.status == 3 && ran.err.contains("cannot be told"), "{}", ran.err);
}

#[test]
fn every_level_of_vectors_gives_the_same_table() {
    let folder = folder();
    for table in [
        "octal:0.6 --to 60000",
        "octal:0.16 --to 200000",
        "wythoff --to 150",
        "subtract:2,5,9 --to 9000",
    ] {
        let of = |level: &str| {
            let line = format!("table {table} --summary --format json --vectors {level}");
            run(folder.path(), &line.split(' ').collect::<Vec<_>>(), "")
        };
        let plain = of("plain");
        assert_eq!(plain.status, 0, "{}", plain.err);
        for level in ["avx2", "avx512"] {
            match of(level) {
                Ran { status: 0, out, .. } => assert_eq!(out, plain.out, "{table}"),
                Ran { err, .. } => assert!(err.contains("this processor has no"), "{err}"),
            }
        }
    }
    let wrong = run(folder.path(), &["table", "nim", "--vectors", "mmx"], "");
    assert!(
        wrong.status == 2 && wrong.err.contains("write plain, avx2 or avx512"),
        "{}",
        wrong.err
    );
}

#[test]
fn a_table_in_a_few_numbers() {
    let folder = folder();
    let path = folder.path();
    let object = json(&good(path, "table octal:0.77 --to 1e12 --summary --format json"));
    let column = &object["columns"][0];
    assert_eq!(object["positions"], 1_000_000_000_001_i64);
    assert_eq!(column["greatest"], serde_json::json!({"value": 8, "at": [27]}));
    let period = serde_json::json!({"preperiod": 71, "period": 12, "computed_to": 167});
    assert_eq!(column["period"], period);
    let text = good(path, "table octal:0.77 --to 1000 --summary");
    assert!(text.contains("computed up to n = 167") && !text.contains("proved"), "{text}");
    // The hash of a table is the documented function of its values.
    let csv = good(path, "table wythoff --to a=9,b=9 --quantity sg --format csv");
    let hash = csv.lines().skip(1).fold(0_u128, |hash, line| {
        let value: u128 = line.rsplit(',').next().and_then(|v| v.parse().ok()).expect("a value");
        (hash * 1_000_000_000_000_000_009 + value + 1) % ((1 << 61) - 1)
    });
    let csv = good(path, "table wythoff --to a=9,b=9 --quantity sg --summary --format csv");
    assert!(csv.contains(&format!(",{hash:016x},")), "{csv}");
    assert!(csv.starts_with("quantity,positions,greatest,at_a,at_b,different,preperiod,"), "{csv}");
    let family = good(path, "table bash -p m=1..3 --to 20 --summary --quantity sg,win");
    assert!(family.contains("m = 1..3") && family.contains("win"), "{family}");
}
