//! Every text has its Chinese, and every Chinese text is one of something.

use super::sources::{Literal, literals, sources, with_holes};
use super::*;
use crate::errors::error_codes;
use crate::words::Words;
use catalogue::{Catalogue, entries};
use engine::Game;
use expr::diagnostic::Mistakes;
use message::{Message, message};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use table::Table;
use workbench::{Alone, Answers, Effort, Extent, Failure, Input, Task};

#[test]
fn mistakes_are_told_with_their_remedies_and_what_is_quoted_stays() {
    let rule = "game g\nheap n\nmove n -> n - widht for width in 1..3\n";
    let (name, source) = ("g.game".to_owned(), rule.to_owned());
    let mistakes = Mistakes { name, source, diagnostics: rule::parse(rule).1 };
    let shown = mistakes.render(&told);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "错误[R020]：名字未知：`widht`", "{shown}");
    assert!(shown.contains("= 建议：是不是 `width`？"), "{shown}");
    assert!(lines.contains(&"3 │ move n -> n - widht for width in 1..3"), "{shown}");
    let odd = Message::coded("X999", "odd".to_owned());
    assert_eq!(told(&message!("error[{}]: {odd}", "X999")), "错误[X999]：odd");
}

#[test]
fn failures_are_told_in_chinese() {
    let words = Words::of(Lang::Zh);
    let hint = message!("did you mean `{}`?", "y");
    let missing = message!("there is no game and no file `{}`; {hint}", "x");
    let kept = Message::from("; what was computed is kept");
    for (failure, is_late, chinese) in [
        (Failure::Mistake(missing), false, "错误：没有名为 `x` 的游戏或文件；是不是 `y`？\n"),
        (Failure::Interrupted(Message::default()), false, "已中断\n"),
        (Failure::Interrupted(kept), true, "已到 --time 的时限；已保留算出的部分\n"),
        (Failure::Limit("odd".into()), false, "错误：odd\n"),
        (Failure::Unproved("no case is tried".into()), false, "未能证明：没有可试的情形\n"),
    ] {
        assert_eq!(crate::failure::message(&failure, is_late, &words), chinese);
    }
}

#[test]
fn every_note_of_the_catalogue_has_its_chinese() {
    let mut used = BTreeSet::new();
    for entry in entries() {
        let rule = rule::load(entry.name, &Catalogue).expect("a rule");
        for english in &rule.notes {
            assert!(note(english) != *english, "{}: {english}", entry.name);
            used.insert(english.clone());
        }
    }
    let unused: Vec<&str> =
        pairs(NOTES).map(|(note, _)| note).filter(|note| !used.contains(*note)).collect();
    assert!(unused.is_empty(), "{unused:#?}");
}

#[test]
fn laws_keep_their_formulas() {
    let primes = (2..128).filter(|n| (2..*n).all(|d| n % d > 0));
    let late = |n: usize| if n < 9 { n * n } else { [4, 0, 7, 1, 1][n % 5] } as i64;
    let but = |n: i64| if [3, 17].contains(&n) { 9 } else { n % 5 };
    for (values, chinese) in [
        ((0..80).map(|n| i64::from(n > 0)).collect(), "win(n) iff n >= 1"),
        ([0, 1, 0, 1, 2, 3, 2].repeat(20), "win(n + 7) = win(n)；按 n mod 7：0 1 0 1 2 3 2"),
        ((0..200).map(late).collect(), "win(n + 5) = win(n)，其中 n >= 9；按 n mod 5：4 0 7 1 1"),
        ((0..200).map(but).collect(), "win(n) = n % 5，例外：n = 3, 17"),
        (primes.collect(), "win(n) = A000040(n + 1)，素数"),
    ] {
        let values: Vec<i64> = values;
        let cells = (0..).zip(values).map(|(n, value)| (vec![n], value)).collect::<Vec<_>>();
        let table = Table::of_cells(&["n".to_owned()], "win", &cells, cells.len());
        let found = detector::find(&table.expect("a table"), "win");
        assert_eq!(told(&found[0].law.words), chinese);
    }
}

/// What [`super::sources::every_message_and_remedy_has_its_chinese`] takes for a formula is told here, too.
#[test]
fn every_word_of_laws_has_its_chinese() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let has_words = |text: &str| {
        let mut words = text.split(|c: char| !c.is_ascii_lowercase());
        words.any(|word| word.len() > 1 && word != "iff")
    };
    let (mut seen, mut lacking) = (BTreeSet::new(), BTreeSet::new());
    let of_laws = &["message!(", "parameter(", "parameter_in_words("][..];
    for (folder, begins) in [
        ("detector/src", of_laws),
        ("workbench/src/laws.rs", of_laws),
        ("expr/src/law.rs", &["=>"]),
    ] {
        sources(&root.join(folder), &[], &mut |_, source| {
            for Literal { before, text } in literals(source) {
                let text = with_holes(&text);
                let before = before.trim_end();
                let is_said = begins.iter().any(|begin| before.ends_with(begin));
                if is_said && has_words(&text) {
                    if !WORDS.contains_key(&*text) {
                        lacking.insert(text.clone());
                    }
                    seen.insert(text);
                }
            }
        });
    }
    assert!(lacking.is_empty(), "{lacking:#?}");
    let unused = pairs(LAWS).map(|(english, _)| english).filter(|words| !seen.contains(*words));
    assert_eq!(unused.collect::<Vec<_>>(), [""; 0]);
}

#[test]
fn punctuation_is_that_of_chinese_between_chinese_words() {
    for (plain, chinese) in [
        ("规律: 周期 7, 前周期 0 (拟合 7, 检验 21)", "规律：周期 7，前周期 0（拟合 7，检验 21）"),
        ("必败     (0, 0), (1, 2)", "必败     (0, 0), (1, 2)"),
        ("sg(a, b): 已证明; `f(a, b): 一`", "sg(a, b)：已证明；`f(a, b): 一`"),
        ("title \"a: b\" zh \"取 1, 或取 m\"", "title \"a: b\" zh \"取 1, 或取 m\""),
        ("a, b: c (d)", "a, b: c (d)"),
    ] {
        assert_eq!(punctuated(plain), chinese);
    }
}

#[test]
fn every_code_is_documented_in_both_languages() {
    assert!(error_codes(Lang::En).len() > 80);
    assert_eq!(error_codes(Lang::En), error_codes(Lang::Zh));
    assert_eq!(error_code("R050", Lang::Zh).as_deref(), Some("R050\n  集合是空的\n  列出它的元素"));
}

#[test]
fn words_stand_once_and_have_as_many_holes_in_both_languages() {
    let mut seen = BTreeSet::new();
    for list in LISTS.into_iter().chain([NOTES]) {
        assert_eq!(list.lines().count() % 2, 0);
        for (english, chinese) in pairs(list) {
            let holes = |text: &str| text.matches("{}").count();
            assert!(seen.insert(english), "twice: {english}");
            assert_eq!(holes(english), holes(chinese), "{english}");
            assert!(
                !english.is_empty() && !chinese.is_empty() && !english.contains('取'),
                "{english}"
            );
        }
    }
}

/// The report of a rule of the catalogue in Chinese, without blocks of code.
fn report_of(name: &str) -> String {
    let rule = catalogue::entry(name).expect("a rule").text;
    let input = Input::of_text(rule).expect("an input");
    let game = input.game().expect("a game");
    let request = input.request(&Extent::to(12), &game);
    let task = Task { input: &input, game: &game, request: &request };
    let tabulated = task.tabulate(&Alone).expect("a table");
    let findings = workbench::laws(&tabulated.table);
    let (verdicts, _) = workbench::check(&input, None, Effort::NONE, &Alone).expect("answers");
    let answers = Answers { findings, verdicts, ..Answers::default() };
    let mut page = workbench::page(task, &tabulated, answers).expect("a page");
    page.said = Lang::Zh.translation();
    page.notes.clear();
    let report = report::markdown::page(&page);
    report.split("```").step_by(2).collect()
}

#[test]
fn rows_are_told_with_what_stands_between() {
    let all = ["A", "B"].map(|name| Message::from(name.to_owned()));
    let row = |between| told(&Message::joined(all.clone(), between));
    assert_eq!([row(" and "), row(", "), row("\n")], ["A 且 B", "A, B", "A\nB"]);
}

#[test]
fn reports_are_in_chinese() {
    for name in ["bash", "wythoff"] {
        let report = report_of(name);
        // What is printed of a claim stands in quotes.
        let own = |line: &str| line.split('"').step_by(2).collect::<String>();
        let lines = report.lines().skip(1).map(own);
        let english: Vec<String> = lines.filter(|line| is_english(line)).collect();
        assert!(english.is_empty(), "{name}: {english:#?}");
        for words in ["## 读法", "## 图", "## 表格", "## 规律", "## 命题", "| 命题 | 陈述 | 答复 |"]
        {
            assert!(report.contains(words), "{name}: {words}");
        }
    }
}

#[test]
fn titles_of_codes_are_in_chinese() {
    for (code, chinese) in [
        ("octal:0.77", "八进制游戏 0.77"),
        ("hex:0.F", "十六进制游戏 0.F"),
        ("subtract:1,3", "取 {1, 3} 中的数"),
        ("allbut:2", "取 {2} 以外的数"),
    ] {
        let rule = rule::code::from_code(code).expect("a code").expect("a rule");
        assert_eq!(title(&rule.title.expect("a title")), chinese);
    }
    assert_eq!(title("Take 3 positions"), "Take 3 positions");
}

#[test]
fn readings_are_said_in_chinese() {
    for (given, english, chinese) in [
        (
            "W\nL\nL\nW\nL\nL\nW\nW",
            "read as a column of 8 outcomes, W and L, from n = 0",
            "读作一列，共 8 个胜负（W 和 L），从 n = 0 开始",
        ),
        (
            "(1, 2) (3, 5) (4, 7)",
            "read as 3 lost positions (a, b), each for both orders, complete where the smaller number is at most 4 (tuples)",
            "读作 3 个必败局面 (a, b)，各代表两种次序，在较小的数不超过 4 处完整（元组）",
        ),
    ] {
        let said = reading::read(given, "-", None).expect("a table").said;
        assert_eq!((said.to_string().as_str(), told(&said).as_str()), (english, chinese));
    }
}

#[test]
fn every_rule_of_the_catalogue_is_explained_in_chinese() {
    for entry in entries() {
        let rule = rule::load(entry.name, &Catalogue).expect("a rule");
        let Ok(instance) = rule::bind(&rule, &[]) else { continue };
        let Ok(game) = Game::compile(&instance, &Catalogue) else { continue };
        for (topic, text) in game.explain() {
            let lacking = [lacking(&topic), lacking(&text)].concat();
            assert!(lacking.is_empty(), "{}: {lacking:?}", entry.name);
            assert_ne!(told(&topic), topic.to_string(), "{}", entry.name);
        }
    }
}

/// The names of sequences stand behind their numbers in the source.
#[test]
fn every_sequence_with_a_name_has_its_chinese() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let source = fs::read_to_string(root.join("arith/src/named.rs")).expect("a source file");
    let rows = source.lines().filter(|line| line.contains(" from ") && line.contains(": |"));
    let names: Vec<&str> = rows.filter_map(|line| line.split('"').nth(1)).collect();
    assert!(names.len() > 100, "{}", names.len());
    let known: Vec<&str> = pairs(SEQUENCES).map(|(name, _)| name).collect();
    for name in &names {
        assert!(known.contains(name), "{name}");
    }
    assert_eq!(known.iter().find(|name| !names.contains(name)), None);
}

#[test]
fn remedies_for_what_newcomers_write_have_their_chinese() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a file");
    let mut lacking = BTreeSet::new();
    let rules = read("rule/tests/data/wrong_rules.txt");
    for block in rules.split("\n\n").filter(|block| !block.starts_with('#')) {
        let lines = block.lines().filter(|line| !line.starts_with("> "));
        let rule: String = lines.map(|line| format!("{line}\n")).collect();
        let heading = if rule.starts_with("game") { "" } else { "game g\n" };
        let (_, mistakes) = rule::parse(&format!("{heading}{rule}"));
        lacking.extend(mistakes.iter().flat_map(|mistake| super::lacking(&mistake.help)));
    }
    assert!(lacking.is_empty(), "{lacking:#?}");
}
