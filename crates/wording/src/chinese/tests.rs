//! Every text has its Chinese, and every Chinese text is one of something.

use super::message::tests::{Literal, literals, unescaped, with_holes};
use super::*;
use crate::errors::error_codes;
use catalogue::{Catalogue, entries};
use engine::Game;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

#[test]
fn messages_are_translated_with_their_remedies_and_what_is_quoted_stays() {
    let text = "error[R020]: unknown name `widht`\n  │       ^^^^^ this move\n  = help: did you mean `width`?\n";
    let expected =
        "错误[R020]：名字未知：`widht`\n  │       ^^^^^ 这一着\n  = 建议：是不是 `width`？\n";
    assert_eq!(translated(text), expected);
    assert_eq!(translated("error[X999]: odd\n"), "错误[X999]：odd\n");
    let text = "error: there is no game and no file `x`; did you mean `y`?\n";
    let expected = "错误：没有名为 `x` 的游戏或文件；是不是 `y`？\n";
    assert_eq!(translated(text), expected);
    let text = "error: `[1` is not a position: it ends where a number is expected; write h as [3, 4], and sums as [3, 4] | [3, 4]\n";
    let expected = "错误：`[1` 不是这个游戏的局面：应有数的地方文字已结束；h 写作 [3, 4]，和写作 [3, 4] | [3, 4]\n";
    assert_eq!(translated(text), expected);
    assert_eq!(translated("interrupted\n"), "已中断\n");
    let text = "stopped by --time; what was computed is kept\n";
    assert_eq!(translated(text), "已到 --time 的时限；已保留算出的部分\n");
    assert_eq!(translated("error: odd\n"), "错误：odd\n");
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
    for (english, chinese) in [
        ("win(n) iff n >= 1", "win(n) iff n >= 1"),
        (
            "sg(n + 7) = sg(n); by n mod 7: 0 1 0 1 2 3 2",
            "sg(n + 7) = sg(n)；按 n mod 7：0 1 0 1 2 3 2",
        ),
        ("sg(3q) = 2q, sg(3q + 1) = 5 for n >= 71", "sg(3q) = 2q, sg(3q + 1) = 5，其中 n >= 71"),
        ("win(n) = 1, except at n = 0, 1 and 36 more", "win(n) = 1，例外：n = 0, 1 等，另有 36 个"),
        ("value(n) = A000040(n + 1), the primes", "value(n) = A000040(n + 1)，素数"),
        (
            "a(n) = A000045(n), the Fibonacci numbers, except at n = 0",
            "a(n) = A000045(n)，Fibonacci 数，例外：n = 0",
        ),
        ("sg(x) = 1 iff x % 3 = 0, else 0", "sg(x) = 1 iff x % 3 = 0，否则 0"),
        ("win iff all{h[i] = 0 for i in 1..m}", "win iff all{h[i] = 0 for i in 1..m}"),
        ("sg = (if n = 0 then 0, else 1)", "sg = (if n = 0 then 0, else 1)"),
        ("P-positions, up to rotation: a = 0", "P 局面（不计旋转）：a = 0"),
    ] {
        assert_eq!(law(english), chinese);
    }
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
fn phrases_are_found_by_most_of_their_words() {
    assert_eq!(phrase(HELP, "add `, n = ...`").as_deref(), Some("加上 `, n = ...`"));
    assert_eq!(
        phrase(HELP, "add a guard such as `if s <= k`").as_deref(),
        Some("加上条件，如 `if s <= k`")
    );
    assert_eq!(
        explanation("one quantifier, a sum of 2").as_deref(),
        Some("一个变量，剩 2 个局面的和")
    );
    assert_eq!(explanation("nothing like it"), None);
    let own = message::OWN;
    for list in [HELP, EXPLAIN, READING, SAID, SEQUENCES, NOTES].into_iter().chain(own) {
        let mut seen = BTreeSet::new();
        assert_eq!(pairs(list).find(|(english, _)| !seen.insert(*english)), None);
        assert_eq!(list.lines().count() % 2, 0);
        for (english, chinese) in pairs(list) {
            let holes = |text: &str| text.matches("{}").count();
            assert_eq!(holes(english), holes(chinese), "{english}");
            assert!(
                !english.is_empty() && !chinese.is_empty() && !english.contains('取'),
                "{english}"
            );
        }
    }
}

#[test]
fn lines_of_reports_are_in_chinese() {
    for (english, chinese) in [
        (
            "| `win` | [proved for every position, all values of x, y](a.json); holds for x = 1 (5 judged) |",
            "| `win` | [已证明，对所有局面成立，x, y 的一切值](a.json)；成立于 x = 1（5 例） |",
        ),
        ("| `win` | cannot be checked: division by zero |", "| `win` | 无法检验：除以零 |"),
        (
            "- refuted by any n > 9 where sg(n) differs",
            "- 可推翻它的情形：任何 n > 9，若 sg(n) 与规律不同",
        ),
    ] {
        assert_eq!(line_of_report(english), chinese);
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
fn every_reading_is_said_in_chinese() {
    for (english, chinese) in [
        (
            "read as a column of 56 outcomes, W and L, from n = 0",
            "读作一列，共 56 个胜负（W 和 L），从 n = 0 开始",
        ),
        (
            "read as 9 lost positions (a, b), each for both orders (tuples)",
            "读作 9 个必败局面 (a, b)，各代表两种次序 (元组)",
        ),
        ("read as 9 lost positions (a, b)", "读作 9 个必败局面 (a, b)"),
        (
            "read as a table of sg over n = 0..9 (`,` between thousands; no value at n = 3)",
            "读作 sg 的表格，n = 0..9 (千位之间有 `,`; n = 3 处没有值)",
        ),
    ] {
        assert_eq!(reading(english), chinese);
    }
}

#[test]
fn every_rule_of_the_catalogue_is_explained_in_chinese() {
    for entry in entries() {
        let rule = rule::load(entry.name, &Catalogue).expect("a rule");
        let Ok(instance) = rule::bind(&rule, &[]) else { continue };
        let Ok(game) = Game::compile(&instance, &Catalogue) else { continue };
        for line in game.explain() {
            let (topic, text) = explained(&line);
            let is_same = line.0 == "position" && !line.1.contains("coins");
            assert!(topic != line.0, "{}: {line:?}", entry.name);
            assert!(text != line.1 || is_same, "{}: {line:?}", entry.name);
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

/// Remedies as they stand in the source: what follows `help` in a call or an assignment.
#[test]
fn every_remedy_has_its_chinese() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (mut seen, mut lacking) = (0, Vec::new());
    for name in ["expr", "rule", "clauses", "engine", "sweep"] {
        files(&root.join(name).join("src"), &mut |text| {
            for remedy in remedies(text) {
                seen += 1;
                if !has_remedy(&remedy) {
                    lacking.push(remedy);
                }
            }
        });
    }
    assert!(seen > 80, "{seen}");
    assert!(lacking.is_empty(), "{lacking:#?}");
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
        lacking.extend(mistakes.into_iter().map(|m| m.help).filter(|help| !has_remedy(help)));
    }
    for path in ["expr/src/foreign.rs", "rule/src/foreign.rs"] {
        let source = read(path);
        // Texts with blanks that are no documentation.
        for Literal { text: plain, .. } in literals(&source) {
            let format = with_holes(&plain);
            let is_said = plain.contains(' ') && !plain.starts_with(['{', '[']);
            if is_said && !has_remedy(&plain) && !has_remedy(&format) {
                lacking.insert(plain);
            }
        }
    }
    assert!(lacking.is_empty(), "{lacking:#?}");
}

fn files(folder: &Path, say: &mut dyn FnMut(&str)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, say);
        } else if path.extension().is_some_and(|e| e == "rs") {
            say(&fs::read_to_string(path).expect("a source file"));
        }
    }
}

fn remedies(source: &str) -> Vec<String> {
    let source = source.split("#[cfg(test)]").next().unwrap_or("");
    let texts = source.match_indices("help").filter_map(|(at, help)| {
        let (between, text) = source[at + help.len()..].split_once('"')?;
        let words = between.split(|c: char| c.is_whitespace() || "(=|".contains(c));
        let mut words = words.filter(|word| !word.is_empty());
        words.all(|word| word == "format!").then(|| literal(text, between.contains("format!")))
    });
    texts.collect()
}

/// A text as it is printed; of a format, `x` in place of what is put in.
fn literal(source: &str, is_format: bool) -> String {
    let (text, _) = unescaped(source);
    if is_format { with_holes(&text) } else { text }
}
