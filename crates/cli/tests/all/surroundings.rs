//! What surrounds a command: languages and colours, standard input, other names of games, help,
//! manual pages, and texts that a terminal would obey.

use crate::line::{mexlab, words};
use crate::program::run;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Standard output and error of `mexlab` with these variables.
fn with(folder: &Path, variables: &[(&str, &str)], line: &str) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mexlab"));
    for name in ["LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR"] {
        command.env_remove(name);
    }
    let output = command.args(words(line)).envs(variables.iter().copied()).current_dir(folder);
    let output = output.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(output.stdout), text(output.stderr))
}

#[test]
fn the_language_is_that_of_the_locale_unless_the_command_line_says_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let is_chinese = |variables: &[(&str, &str)], flags: &str| {
        let (out, _) = with(folder.path(), variables, &format!("ask lasker 7 {flags}"));
        let (_, usage) = with(folder.path(), variables, &format!("table lasker --upto 3 {flags}"));
        let (help, _) = with(folder.path(), variables, &format!("table --help {flags}"));
        let chinese = [out.contains("先手必胜"), usage.contains("错误"), help.contains("用法")];
        assert!(chinese.iter().all(|is| *is == chinese[0]), "{chinese:?} {variables:?} {flags}");
        chinese[0]
    };
    assert!(!is_chinese(&[], ""));
    assert!(is_chinese(&[("LANG", "zh_CN.UTF-8")], ""));
    assert!(!is_chinese(&[("LANG", "zh_CN.UTF-8")], "--lang en"));
    assert!(!is_chinese(&[("LANG", "zh_CN.UTF-8"), ("LC_ALL", "C")], ""));
    assert!(is_chinese(&[("LANG", "en_GB"), ("LC_MESSAGES", "zh_TW")], ""));
    assert!(is_chinese(&[("LC_ALL", "en_GB")], "--lang=zh"));
}

#[test]
fn mistakes_have_colours_where_they_are_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = "table -e 'heap n' -e 'mvoe n - 1'";
    let shown = |variables: &[(&str, &str)], flags: &str| {
        with(folder.path(), variables, &format!("{rule} {flags}")).1
    };
    let plain = shown(&[], "");
    assert!(!plain.contains('\u{1b}'), "no terminal: {plain:?}");
    let coloured = shown(&[("NO_COLOR", "1")], "--color always");
    assert!(coloured.contains("\u{1b}[1;31merror[R010]\u{1b}[0m"), "{coloured:?}");
    assert_eq!(console::strip_ansi_codes(&coloured), plain);
    assert_eq!(shown(&[], "--color=never"), plain);
    let usage = with(folder.path(), &[], "table lasker --upto 3 --color always").1;
    assert!(usage.starts_with("\u{1b}[1;31merror\u{1b}[0m"), "{usage:?}");
}

#[test]
fn a_rule_comes_from_standard_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = "heap n\nmove n -> n - k for k in {1, 3, 4} if k <= n\n";
    let table = run(folder.path(), &["table", "-", "--to", "7"], rule);
    let same = run(folder.path(), &["table", "subtraction", "-p", "S=1,3,4", "--to", "7"], "");
    let sg = |out: &str| out.lines().map(|l| l.split(',').nth(1).map(str::to_owned)).collect();
    let (sg_of_table, sg_of_same): (Vec<_>, Vec<_>) = (sg(&table.out), sg(&same.out));
    assert_eq!((table.status, sg_of_table.len()), (0, 9), "{}", table.err);
    assert_eq!(sg_of_table, sg_of_same);
    let named = format!("game mine\n{rule}");
    let asked = run(folder.path(), &["ask", "-", "7"], &named);
    assert!(asked.out.contains("the player to move loses"), "{}{}", asked.out, asked.err);
    let wrong = run(folder.path(), &["table", "-"], "heap n\nmvoe n - 1\n");
    assert!(wrong.err.contains("standard input:2:1"), "{}", wrong.err);
    assert_eq!(run(folder.path(), &["table", "-"], "").status, 2);
}

#[test]
fn positions_need_no_quotes() {
    let folder = tempfile::tempdir().expect("a folder");
    let [apart, joined] =
        ["ask nim -p k=3 3 4 10", "ask nim -p k=3 '[3, 4, 10]'"].map(|l| mexlab(folder.path(), l));
    assert_eq!((apart.status, apart.out), (0, joined.out), "{}", apart.err);
    let text = "-e 'heap n' -e 'move n -> n - k for k in 1..n'";
    let sum = mexlab(folder.path(), &format!("ask {text} 3 + 4"));
    assert!(sum.out.contains("sg") && sum.out.contains('7'), "{}{}", sum.out, sum.err);
    let wrong = mexlab(folder.path(), "ask lasker 3 4 10");
    assert!(wrong.status == 2 && wrong.err.contains("sums as 3 | 3"), "{}", wrong.err);
}

#[test]
fn games_are_found_by_their_titles() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["威佐夫博弈", "'Wythoff\u{2019}s game'", "wythoff"] {
        let ran = mexlab(folder.path(), &format!("table {name} --to 2"));
        let is_known = ran.out.starts_with("a,b,");
        assert_eq!(is_known, !name.contains('\u{2019}'), "{name}: {}", ran.err);
    }
    let ran = run(folder.path(), &["run", "威佐夫博弈", "--to", "5"], "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(folder.path().join("output/wythoff/table.csv").is_file());
    assert_eq!(run(folder.path(), &["explain", "Wythoff's Game"], "").status, 0);
}

#[test]
fn the_catalogue_is_listed_in_groups_and_filtered() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = mexlab(folder.path(), "list").out;
    let heading = all.lines().find(|line| line.starts_with("Coins ("));
    let coins = mexlab(folder.path(), "list coins --format csv").out;
    let number = coins.lines().filter(|line| line.ends_with(",coins")).count();
    assert_eq!(heading, Some(format!("Coins ({number})").as_str()), "{all}");
    let found = |word: &str| mexlab(folder.path(), &format!("list {word} --format csv")).out;
    for word in ["wytho", "威佐夫", "WYTHOFF"] {
        assert!(found(word).lines().any(|line| line.starts_with("wythoff,")), "{word}");
        assert!(!found(word).contains("lasker"), "{word}");
    }
    assert!(mexlab(folder.path(), "list --lang zh").out.contains("硬币 ("));
    let none = mexlab(folder.path(), "list qqq");
    assert!(none.status == 2 && none.err.contains("`qqq`"), "{}", none.err);
}

#[test]
fn manual_pages_and_the_version() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = mexlab(folder.path(), "man").out;
    assert!(page.contains(".TH mexlab 1") && page.contains("SUBCOMMANDS"), "{page}");
    let page = mexlab(folder.path(), "man table").out;
    assert!(page.contains(".TH mexlab-table 1") && page.contains("quantity"), "{page}");
    assert!(mexlab(folder.path(), "man tabel").err.contains("did you mean `table`?"));
    let version = mexlab(folder.path(), "--version").out;
    assert!(version.starts_with(&format!("mexlab {}", env!("CARGO_PKG_VERSION"))), "{version}");
}

#[test]
fn flags_and_commands_of_other_programs_get_ours() {
    let folder = tempfile::tempdir().expect("a folder");
    for (line, ours) in [
        ("table lasker --upto 20", "'--to'"),
        ("table lasker 20", "'--to'"),
        ("run lasker --output x", "'--out'"),
        ("table lasker --jobs 2", "'--threads'"),
        ("table lasker --json", "'--format'"),
        ("table nim --param k=3", "'-p'"),
        ("table nim -k 3", "`-p k=VALUE`"),
        ("find lasker --python", "'--emit'"),
        ("table lasker --timeout 3", "'--time'"),
        ("solve lasker 7", "'ask'"),
        ("plot lasker", "'run'"),
        ("gui", "'serve'"),
    ] {
        let ran = mexlab(folder.path(), line);
        assert_eq!(ran.status, 2, "{line}");
        assert!(ran.err.contains(ours), "{line}: {}", ran.err);
    }
}

/// What a terminal obeys: a colour, a bell, a carriage return, a command of one byte, and text that
/// runs backwards.
const OBEYED: [char; 5] = ['\u{1b}', '\u{7}', '\r', '\u{9b}', '\u{202e}'];

#[test]
fn nothing_that_a_terminal_obeys_comes_from_texts_of_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let odd: String = OBEYED.iter().map(|c| format!("a{c}[31mb")).collect();
    let write =
        |name: &str, text: String| fs::write(folder.path().join(name), text).expect("saved");
    let moves = "heap n\nmove n -> n - 1 if n > 0\ntable sg to n = 9\n";
    let claim = format!("claim a.b \"{odd}\" beyond \"{odd}\"\nclaim a.c \"{odd}\": sg = n\n");
    let heading = format!("game odd\ntitle \"{odd}\" zh \"{odd}\"\nnote \"{odd}\"\n");
    write("odd.game", format!("{heading}{moves}{claim}"));
    write("wrong.game", format!("{heading}{moves}claim a.b \"{odd}\" : {odd}\n"));
    write(&format!("{odd}.game"), format!("{heading}mvoe {odd}\n"));
    write(&format!("{odd}.csv"), format!("n,sg\n0,{odd}\n"));
    write("certificate.json", format!("{{\"theorem\": \"{odd}\"}}"));
    let named = |name: &str| format!("{odd}{name}");
    let lines: Vec<Vec<String>> = [
        "run odd.game",
        "table odd.game --format text",
        "find odd.game",
        "check odd.game",
        "check odd.game --format json",
        "prove odd.game",
        "explain odd.game",
        "ask odd.game 3",
        "table wrong.game",
        "verify certificate.json",
        "list --format json",
    ]
    .iter()
    .map(|line| line.split(' ').map(str::to_owned).collect())
    .chain([
        vec!["table".into(), named(".game")],
        vec!["find".into(), named(".csv")],
        vec!["table".into(), odd.clone()],
        vec!["ask".into(), "lasker".into(), odd.clone()],
        vec!["table".into(), "lasker".into(), "--quantity".into(), odd.clone()],
        vec!["table".into(), "lasker".into(), "--to".into(), odd.clone()],
        vec!["table".into(), "bash".into(), "-p".into(), odd.clone()],
        vec!["table".into(), "lasker".into(), format!("--{odd}")],
        vec![odd.clone()],
        vec!["explain".into(), odd.clone()],
        vec!["new".into(), odd.clone()],
        vec!["run".into(), "lasker".into(), "--to".into(), "9".into(), "--out".into(), odd.clone()],
    ])
    .collect();
    for lang in ["en", "zh"] {
        for line in &lines {
            let mut arguments: Vec<&str> = line.iter().map(String::as_str).collect();
            arguments.extend(["--lang", lang]);
            let ran = run(folder.path(), &arguments, "");
            let shown = format!("{}{}", ran.out, ran.err);
            assert!(!shown.contains(OBEYED), "{line:?}: {shown:?}");
            assert!(!shown.contains("panicked"), "{line:?}: {shown}");
        }
    }
    for file in ["report.md", "report.html", "chart.svg", "table.csv", "bfile.txt"] {
        let text = fs::read_to_string(folder.path().join("output/odd").join(file)).expect("a file");
        assert!(!text.contains(OBEYED), "{file}: {text:?}");
    }
}

/// The first three English words that follow one another outside of code, formulas and quotes.
fn english(text: &str) -> Option<String> {
    let mut is_code = false;
    for line in text.lines() {
        if line.starts_with("```") {
            is_code = !is_code;
            continue;
        }
        let plain = line.split(['`', '"']).step_by(2).collect::<Vec<_>>().join(" . ");
        // What a rule, a law or a command says is what anyone types.
        let is_formula = ["iff", "floor", "any{", "all{", "move ", "mexlab ", "->", " where "];
        if is_code || is_formula.iter().any(|word| plain.contains(word)) {
            continue;
        }
        let words: Vec<&str> = plain.split(' ').collect();
        let is_word = |word: &&str| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase());
        if let Some(found) = words.windows(3).find(|three| three.iter().all(is_word)) {
            return Some(format!("{}: {line}", found.join(" ")));
        }
    }
    None
}

#[test]
fn what_is_asked_for_in_chinese_is_answered_in_chinese() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut found = Vec::new();
    for line in [
        "run lasker",
        "run wythoff --to 20",
        "run octal:0.77 --to 500",
        "run subtraction",
        "run domineering --to 3",
        "run red-blue-strings --to 40",
        "find grundy --to 300",
        "find 1,2,4,8,16,32,64",
        "prove lasker --out certificate.json",
        "prove octal:0.77",
        "verify certificate.json",
        "prove wythoff --law 'win iff a < b'",
        "prove grundy",
        "check moore-nim",
        "explain cutcake",
        "explain dag-sum",
        "table octal:0.77 --to 5000 --summary",
        "chance nim -p k=3 --to 7",
        "list",
        "new my-game",
        "new my-game",
        "table nosuch",
        "table bash -p m=0",
        "table bash -p q=3",
        "table lasker --to x",
        "table nim --quantity foo",
        "table nim --to 100000 --memory 1M",
        "table octal:9x",
        "ask nim '[1,2'",
        "ask lasker",
        "find /",
        "list zzz",
        "explain R999",
        "solve nim",
        "run nim --upto 3",
        "table -e 'heap n' -e 'move n -> n - 1 if n == 1'",
        "prove lasker --out output",
        "sweep --out new",
        "explain allbut:1,2",
    ] {
        let (out, err) = with(folder.path(), &[], &format!("{line} --lang zh"));
        found.extend(english(&format!("{out}{err}")).map(|said| format!("{line}: {said}")));
    }
    for game in ["lasker", "wythoff", "domineering"] {
        let report = folder.path().join(format!("output/{game}/report.md"));
        let report = fs::read_to_string(report).expect("a report");
        assert!(report.contains("\n## 读法\n"));
        found.extend(english(&report));
        let chart = folder.path().join(format!("output/{game}/chart.svg"));
        let chart = fs::read_to_string(chart).expect("a chart");
        let texts: Vec<&str> =
            chart.split("<text").filter_map(|text| text.split('>').nth(1)).collect();
        found.extend(english(&texts.join("\n")));
    }
    assert!(found.is_empty(), "{found:#?}");
}
