//! Wrong inputs: each ends with status 2 or 3, says what to do, and leaves no file behind.

use crate::program::run;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A wrong input: arguments (cut at blanks where there is no `-e`), status, words of the message.
struct Wrong {
    arguments: Vec<String>,
    input: &'static str,
    status: i32,
    says: &'static [&'static str],
}

fn wrong(arguments: &str, status: i32, says: &'static [&'static str]) -> Wrong {
    let arguments = arguments.split_whitespace().map(str::to_owned).collect();
    Wrong { arguments, input: "", status, says }
}

/// A rule on the command line, tabulated to 10.
fn wrong_rule(lines: &[&str], says: &'static [&'static str]) -> Wrong {
    let rule = lines.iter().flat_map(|line| ["-e", line]);
    let arguments = ["table"].into_iter().chain(rule).chain(["--to", "10"]);
    Wrong { arguments: arguments.map(str::to_owned).collect(), input: "", status: 2, says }
}

fn wrong_data(input: &'static str, says: &'static [&'static str]) -> Wrong {
    Wrong { arguments: vec!["find".into(), "-".into()], input, status: 2, says }
}

/// Files some of the inputs name.
fn prepare(folder: &Path) {
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).expect("written");
    write("latin1.game", b"game x\nheap n\ntitle \"caf\xe9\"\n");
    write("empty.game", b"");
    write("blank.game", b"\n# nothing but a comment\n\n");
    write("long.game", &vec![b'#'; (1 << 20) + 1]);
    write("binary.game", &[0, 1, 2, 3, 0, 255]);
    write("a.game", b"game a = b\n");
    write("b.game", b"game b = a\n");
    write("self.game", b"game self = self\n");
    write("orphan.game", b"game orphan = wythof\n");
    write("file", b"a file\n");
    write("holes.csv", b"a,b,sg\n0,0,0\n0,,1\n");
    write("ragged.csv", b"a,b,sg\n0,0,0\n0,1\n");
    write("words.csv", b"n,sg\n0,zero\n");
    write("twice.csv", b"n,sg\n0,0\n0,1\n");
    write("latin1.csv", b"n,sg\n0,\xe9\n");
    write("nothing.csv", b"");
    write("comment.txt", b"board 2 3\n...\n...\n#..\n");
    write("blank.txt", b"board 2 3\n...\n... \n");
    write("plus.txt", b"vector +1 2 3\n");
    write("set.game", b"game set\nstate (A subset 1..6)\nmove A -> A - {x} for x in A\n");
    write("endless.game", b"game g(m = 3 in 1..)\nheap n\nmove n - t for t in 1..m if t <= n\n");
    write("computed.game", b"game computed\nheap n\nlet v(n) = n % 3\ntable v to n = 9\n");
    write("ring.game", b"game ring\nstate (v in 1..4)\nmove v % 4 + 1\nplay loopy\n");
    write("mixed.game", b"game mixed\nstart v from 1: ring at v | ring at v\n");
    write(
        "bar.game",
        b"game bar\nheap n\nmove n - 1 if n > 0\nstart m: m | m\ntable sg to n = 9\n",
    );
    write("taken.game", b"game taken\nheap n\nmove n - 1 if n > 0\n");
    fs::create_dir(folder.join("dir")).expect("a folder");
    fs::create_dir(folder.join("dir.game")).expect("a folder");
    fs::create_dir_all(folder.join("blocked/lasker/table.csv")).expect("a folder");
}

fn wrong_names_and_paths() -> Vec<Wrong> {
    vec![
        wrong("table laskr", 2, &["no game", "laskr", "did you mean `lasker`"]),
        wrong("table qqqqqqqq", 2, &["no game", "mexlab list"]),
        wrong("table", 2, &["RULE"]),
        wrong("tabel lasker", 2, &["tabel", "table"]),
        wrong("table missing.game", 2, &["missing.game", "No such file"]),
        wrong("table file/below.game", 2, &["file/below.game", "Not a directory"]),
        wrong("table dir.game", 2, &["dir.game", "folder"]),
        wrong("find dir", 2, &["dir", "folder"]),
        wrong("find missing.csv", 2, &["missing.csv", "no file"]),
        wrong("table latin1.game", 2, &["latin1.game:3", "UTF-8"]),
        wrong("table binary.game", 2, &["binary.game"]),
        wrong("table empty.game", 2, &["empty", "game NAME"]),
        wrong("table blank.game", 2, &["empty", "game NAME"]),
        wrong("table long.game", 2, &["long.game", "longer than"]),
        wrong("table a.game", 2, &["a.game:1", "inherits from itself", "a = b"]),
        wrong("table self.game", 2, &["inherits from itself"]),
        wrong("table orphan.game", 2, &["wythof", "did you mean `wythoff`"]),
        wrong("run lasker --out file", 2, &["cannot write", "file"]),
        wrong("run lasker --out file/below", 2, &["cannot write", "file/below"]),
        wrong("run lasker --to 20 --out blocked", 2, &["cannot write", "table.csv", "folder"]),
        wrong(
            "ask set.game --input comment.txt",
            2,
            &["comment.txt:4", "3 rows found, 2 announced"],
        ),
        wrong("ask set.game --input blank.txt", 2, &["blank.txt:3: column 4: a blank beyond"]),
        wrong("ask set.game --input plus.txt", 2, &["plus.txt:1: `+1` is not a number"]),
        wrong("new taken", 2, &["taken.game exists"]),
        wrong("new ../escape", 2, &["is not a name", "letters"]),
        wrong("new 1st", 2, &["is not a name", "letters"]),
        wrong("explain X999", 2, &["no error code X999"]),
        wrong("completions tcl", 2, &["tcl", "bash"]),
    ]
}

fn wrong_flags() -> Vec<Wrong> {
    vec![
        Wrong {
            arguments: ["sweep", "endless.game", "--over", "m in 1..4", "--out", "atlas"]
                .map(str::to_owned)
                .into(),
            ..wrong("", 2, &["error: how far?", "--to n=N"])
        },
        wrong("table lasker -p n=30", 2, &["no parameter `n`", "`--to n=VALUE`"]),
        wrong("table wythoff -a 30", 2, &["`-p a=VALUE`", "`--to a=VALUE`"]),
        wrong("table lasker --upto 40", 2, &["a similar argument exists: '--to'"]),
        wrong("table lasker --to -5", 2, &["--to -5", "negative"]),
        wrong("check lasker --to -1", 2, &["--to -1", "negative"]),
        wrong("table lasker --to many", 2, &["--to many", "not an integer", "--to 1000"]),
        wrong("table lasker --to 1.5", 2, &["--to 1.5", "not an integer"]),
        wrong("table lasker --to 99999999999999999999", 2, &["64 bits"]),
        wrong("table wythoff --to a=3,5", 2, &["`5` names no coordinate", "a=60,b=60"]),
        wrong("table wythoff --to a=3,a=4", 2, &["`a` is given twice"]),
        wrong("table wythoff --to c=3", 2, &["`c`", "a, b"]),
        wrong("table lasker --to 1e15", 3, &["1000000000000000", "more than a table can hold"]),
        wrong("table wythoff --to 1e6", 3, &["limit", "--memory"]),
        wrong("check wythoff --to 1e6", 3, &["limit", "--memory"]),
        wrong("table lasker --memory 1K", 3, &["limit is 1000 bytes", "--memory"]),
        wrong("table lasker --memory much", 2, &["much", "500M"]),
        wrong("table lasker --memory 0", 2, &["amount of memory", "4G"]),
        wrong("table lasker --threads 0", 2, &["--threads", "1..=1024"]),
        wrong("table lasker --kernel fast", 2, &["fast", "oracle"]),
        wrong("table lasker --format xml", 2, &["xml", "csv"]),
        wrong("run lasker --format csv", 2, &["no CSV form", "json"]),
        wrong("table lasker --quantity sgg", 2, &["`sgg`", "did you mean `sg`"]),
        wrong("table lasker --quantity lose", 2, &["lose", "ask for win"]),
        wrong("table lasker --starts", 2, &["no `start`"]),
        wrong("table lasker --boards 3", 2, &["coin games"]),
        wrong("table mock-turtles --boards 3x3", 2, &["dimensions"]),
        wrong("table mock-turtles --boards three", 2, &["--boards three", "--boards 9"]),
        wrong("table mock-turtles --boards 60", 3, &["1 to 24 coins"]),
        wrong("table bash -p m", 2, &["-p m", "NAME=VALUE"]),
        wrong("table bash -p m=x", 2, &["m = x", "whole number"]),
        wrong("table bash -p m=0", 2, &["m = 0", "outside 1.."]),
        wrong("table bash -p most=3", 2, &["no parameter `most`", "it has m"]),
        wrong("table bash -p m=1..", 2, &["both ends", "m=1..5"]),
        wrong("table bash -p m=5..1", 2, &["empty"]),
        wrong("table bash -p m=1 -p m=2", 2, &["given twice"]),
        wrong("table bash -p m=1..2000000 --to 3", 2, &["family", "1000000"]),
        wrong("table subtraction -p S=0,1", 2, &["`0`", "positive"]),
        wrong("table subtraction -p S=primez", 2, &["primez", "primes"]),
        wrong("table tartan -p A=laskr", 2, &["laskr", "did you mean `lasker`"]),
        wrong("table tartan -p A=lasker", 2, &["one-dimensional coin game"]),
        wrong("check bash -p m=1..3", 2, &["-p m", "check over"]),
        wrong("find holes.csv --to 10", 2, &["--to", "for rules"]),
        wrong("find words.csv -p k=1", 2, &["-p", "for rules"]),
        wrong("find 1,2,3 --kernel oracle", 2, &["--kernel", "for rules", "no table is computed"]),
        wrong("find lasker wythoff", 2, &["`lasker`", "`wythoff`", "one rule, file or list"]),
        wrong("table octal:0.9", 2, &["octal:0.9", "`9`"]),
        wrong("table octal:77", 2, &["octal:77", "point"]),
        wrong("table hex:0.G", 2, &["`G`"]),
        wrong("table subtract:", 2, &["subtract:"]),
        wrong("table allbut:x", 2, &["allbut:x"]),
        wrong("ask lasker", 2, &["which position", "ask lasker 7"]),
        wrong("ask lasker seven", 2, &["`seven` is not a position", "write n as 3"]),
        wrong("ask lasker -3", 2, &["n = -3", "not a position"]),
        wrong("ask wythoff 3", 2, &["2 coordinates", "a, b"]),
        wrong("ask lasker 9999999999999999999999999999999999999999", 2, &["not a position"]),
        wrong("ask mock-turtles HT/TT", 2, &["one row"]),
        wrong("ask calendar 1900,2,30", 2, &["not a position of this game"]),
        wrong("ask treblecross 70", 2, &["with n = 62; -p gives other parameters"]),
        wrong("ask cram {100}", 2, &["100 in the set F is not in 1..16"]),
        wrong("ask wythoff (10^40,5)", 2, &["10^40 is too large"]),
        wrong("ask wythoff 10^,5", 2, &["a number"]),
        wrong("ask nim (10^21,5,7) -p k=2", 2, &["-p k=3 for 3"]),
        wrong("ask euclid (10^20,3)", 3, &["no law is proved"]),
        wrong("ask lasker 1..9", 2, &["one position is asked about", "shows a range"]),
        wrong("ask cram {1..17}", 2, &["17 in the set F is not in 1..16"]),
        wrong("ask computed.game 5", 2, &["defines no moves", "mexlab table"]),
        wrong("ask mixed.game 2", 2, &["`play loopy`", "add the line `play loopy`"]),
        wrong("table bar.game --to m=3", 2, &["`m` is a size", "--starts"]),
        wrong("ask kayles 18 -p n=17", 2, &["with n = 17; -p gives other parameters"]),
    ]
}

fn wrong_rules() -> Vec<Wrong> {
    let heap = "heap n";
    vec![
        wrong_rule(&[heap], &["no moves", "add a move"]),
        wrong_rule(&["move n - 1"], &["-e:1"]),
        wrong_rule(&[heap, "mvoe n - 1"], &["-e:2:1", "did you mean `move`"]),
        wrong_rule(&[heap, "move n - k for k in"], &["-e:2"]),
        wrong_rule(&[heap, "move n - k for k in 1.."], &["-e:2", "expected"]),
        wrong_rule(&[heap, "move n - k"], &["-e:2", "`k`"]),
        wrong_rule(&[heap, "move n - k for k in 1..m"], &["-e:2", "`m`"]),
        wrong_rule(&[heap, "move n - k for k in primes"], &["-e:2"]),
        wrong_rule(&[heap, "move n + 1"], &["may fail to decrease", "n = 0 -> n = 1", "guard"]),
        wrong_rule(
            &[heap, "move n - k for k in 1..n^2"],
            &["guard", "a power is written `a ** b`"],
        ),
        wrong_rule(
            &[heap, "move n - k^3 for k in 1..n"],
            &["line 2: `k^3`", "decrease: n = 1 -> n = 3"],
        ),
        wrong_rule(
            &[heap, "move n - k for k in primes if k % 4 = 1"],
            &["-e:2", "write, for example, `if k % 4 = 1 and k <= n`"],
        ),
        wrong_rule(
            &[heap, "move n -> k for k in squares if n > k + k // 2"],
            &["-e:2", "`if n > k + k // 2 and k <= n`"],
        ),
        wrong_rule(
            &["state (a, b in 0..3)", "move (a, b) -> (a, (b + 1) % 4)"],
            &["-e:2", "(a, b) = (0, 0) -> (a, b) = (0, 1)"],
        ),
        wrong_rule(
            &["state (v in 1..4)", "left v - 1 if v > 1", "right v + 1 if v < 4", "play loopy"],
            &["`left` or `right`", "play must end"],
        ),
        wrong_rule(
            &[
                "state (F subset 1..6)",
                "move F -> F - {x} for x in F",
                "start k: {1..k}",
                "table sg to k = 9",
            ],
            &["start for 7", "F a subset of 1..6", "--to bounds"],
        ),
        wrong_rule(&[heap, "move n - k for k in 0..n"], &["may fail to decrease"]),
        wrong_rule(&[heap, "move n - 10"], &["n = -10", "not a position", "guard"]),
        wrong_rule(&[heap, "move n - 1 if 10 // n > 1"], &["-e:2", "n = 0: division by zero"]),
        wrong_rule(&[heap, "move n - 1 if n ** 200 > 0"], &["-e:2", "n = 2", "128 bits"]),
        wrong_rule(
            &[heap, "move n - max{k for k in 3..n} if n > 0"],
            &["-e:2", "n = 1", "`max{...; 0}`"],
        ),
        wrong_rule(&[heap, "move n - 1 if n + 1"], &["-e:2", "condition"]),
        wrong_rule(&["state (a, b)", "move a - t for t in 1..a"], &["-e:2"]),
        wrong_rule(&[heap, "heap m", "move n - 1 if n > 0"], &["-e:2", "delete"]),
        wrong_rule(&[heap, "move n - k for k in 1..n", "claim a.b: sg = = 3"], &["-e:3:17"]),
        wrong_rule(&[heap, "move n - k for k in 1..n", "claim a.b: sgg = 3"], &["-e:3", "sgg"]),
        wrong_rule(&[heap, "move n - k for k in 1..n", "table sgg to n = 9"], &["-e:3", "sg"]),
        wrong_rule(&["game g(k = 2 in 3..)", heap, "move n - k if n >= k"], &["k = 2", "3.."]),
        wrong_rule(&["title \"取石子\" ?", heap, "move n - 1 if n > 0"], &["-e:1", "^"]),
        wrong("table -e heap", 2, &["-e:1"]),
        wrong("table lasker -e heap", 2, &["both"]),
    ]
}

fn wrong_tables() -> Vec<Wrong> {
    vec![
        wrong("find holes.csv", 2, &["holes.csv:3", "column b", "empty field"]),
        wrong("find ragged.csv", 2, &["ragged.csv:3", "2 fields"]),
        wrong("find words.csv", 2, &["words.csv:2", "zero", "integer"]),
        wrong("find twice.csv", 2, &["twice.csv:3"]),
        wrong("find latin1.csv", 2, &["latin1.csv:2", "UTF-8"]),
        wrong("find nothing.csv", 2, &["nothing.csv", "an integer"]),
        wrong_data("", &["standard input", "an integer"]),
        wrong_data("game g\nheap n\nmove n - 1 if n > 0\n", &["found a rule", "-e"]),
        wrong_data("1 2 x", &["standard input:1", "`x`"]),
        wrong_data("[1, 2", &["standard input:1:1", "a bracket that is closed"]),
        wrong_data("0 1 0\n0 1 1\n", &["two readings", "--as list or --as matrix"]),
    ]
}

/// Everything below a folder.
fn listing(folder: &Path) -> BTreeSet<PathBuf> {
    let mut all = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            all.extend(listing(&path));
        }
        all.insert(path);
    }
    all
}

fn all_end_in_words(inputs: &[Wrong]) {
    let folder = tempfile::tempdir().expect("a folder");
    prepare(folder.path());
    let before = listing(folder.path());
    for Wrong { arguments, input, status, says } in inputs {
        let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let ran = run(folder.path(), &words, input);
        let shown = format!("mexlab {}\n{}", arguments.join(" "), ran.err);
        assert_eq!(ran.status, *status, "{shown}");
        assert_eq!(ran.out, "", "{shown}");
        let mut said = ran.err.lines().skip_while(|line| line.starts_with("line ")); // remarks
        assert!(said.next().is_some_and(|line| line.starts_with("error")), "{shown}");
        for word in *says {
            assert!(ran.err.contains(word), "no {word:?} in: {shown}");
        }
        assert_eq!(listing(folder.path()), before, "{shown}");
    }
}

#[test]
fn names_and_paths() {
    all_end_in_words(&wrong_names_and_paths());
}

#[test]
fn flags() {
    all_end_in_words(&wrong_flags());
}

#[test]
fn rules() {
    all_end_in_words(&wrong_rules());
}

#[test]
fn tables() {
    all_end_in_words(&wrong_tables());
}

#[test]
fn nothing_is_offered_that_is_not_meant() {
    let folder = tempfile::tempdir().expect("a folder");
    for (words, not_said) in [
        (["table", "lasker", "--time", "-1"], "-p 1"),
        (["table", "lasker", "--upto", "40"], "as a value"),
        (["table", "lasker", "-p", "n=30"], "it has none"),
    ] {
        let ran = run(folder.path(), &words, "");
        assert!(ran.status == 2 && !ran.err.contains(not_said), "{words:?}: {}", ran.err);
    }
}

#[test]
fn several_mistakes_are_reported_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = "game g\nheap n\nmvoe n - 1\nmove n - k for k\nclaim a.b: sg = = 1\n";
    fs::write(folder.path().join("g.game"), rule).expect("written");
    let ran = run(folder.path(), &["table", "g.game", "--to", "5"], "");
    assert_eq!(ran.status, 2);
    for place in ["g.game:3:1", "g.game:4:", "g.game:5:17"] {
        assert!(ran.err.contains(place), "{}", ran.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = fs::File::options().write(true).open("/dev/full").expect("/dev/full");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_mexlab"))
        .env("LC_ALL", "C")
        .args(["table", "lasker"])
        .stdout(full)
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("cannot write the output"), "{message}");
}
