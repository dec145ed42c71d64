//! Solvers against the search by definition: a sample of the small structures, and all of them.

use super::{DAG, LOOPY, WORDS, json, on_file};
use std::fmt::Write as _;

/// Every start by definition, by the columns both ways have.
fn same_tables(rule: &str, text: &str, columns: &[&str]) {
    let table = |more: &[&str]| {
        let ran = on_file("table", rule, text, &[&["--format", "csv"], more].concat());
        assert_eq!(ran.status, 0, "{}", ran.err);
        let mut lines = ran.out.lines();
        let header: Vec<&str> = lines.next().expect("a header").split(',').collect();
        let place = |c: &&str| header.iter().position(|h| h == c).expect("the column");
        let places: Vec<usize> = columns.iter().map(place).collect();
        let row = |line: &str| {
            let cells: Vec<&str> = line.split(',').collect();
            places.iter().map(|&p| cells[p].to_owned()).collect::<Vec<_>>()
        };
        lines.map(row).collect::<Vec<_>>()
    };
    assert_eq!(table(&[]), table(&["--kernel", "oracle"]), "{rule} on {text}");
}

/// Graphs on n vertices by the pairs they join: a digit of `code` in the given base for each pair.
fn graph(n: usize, pairs: &[(usize, usize)], base: u64, code: u64) -> (usize, String) {
    let mut edges = String::new();
    let (mut count, mut rest) = (0, code);
    for (v, w) in pairs {
        for _ in 0..rest % base {
            writeln!(edges, "{v} {w}").expect("a string");
            count += 1;
        }
        rest /= base;
    }
    (count, format!("{n} {count} 1\n{edges}"))
}

fn pairs(n: usize) -> Vec<(usize, usize)> {
    (1..=n).flat_map(|w| (1..w).map(move |v| (v, w))).collect()
}

/// Whether no other numbering of the vertices, the first `fixed` kept, has a smaller code.
fn is_canonical(n: usize, fixed: usize, pairs: &[(usize, usize)], base: u64, code: u64) -> bool {
    fn all(fixed: usize, n: usize) -> Vec<Vec<usize>> {
        let mut all = vec![(1..=fixed).collect::<Vec<usize>>()];
        for _ in fixed..n {
            let longer = |p: &Vec<usize>| {
                let free = (1..=n).filter(|v| !p.contains(v)).collect::<Vec<_>>();
                free.into_iter().map(|v| [&p[..], &[v]].concat()).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
    all(fixed, n).iter().all(|image| {
        let moved = |&(v, w): &(usize, usize)| {
            let (v, w) = (image[v - 1], image[w - 1]);
            let at = pairs.iter().position(|&p| p == (v, w) || p == (w, v));
            at.expect("a pair") as u32
        };
        let digit = |i: usize| code / base.pow(i as u32) % base;
        let other: u64 = pairs.iter().enumerate().map(|(i, p)| digit(i) * base.pow(moved(p))).sum();
        other >= code
    })
}

fn geography_of_all_graphs(most: usize, step: u64) {
    for n in 1..=most {
        let pairs = pairs(n);
        let codes = (0..1u64 << pairs.len()).filter(|&c| is_canonical(n, 0, &pairs, 2, c));
        for code in codes.step_by(step as usize) {
            let (_, text) = graph(n, &pairs, 2, code);
            same_tables("undirected-vertex-geography", &text, &["v", "win", "moves"]);
        }
    }
}

fn hackenbush_of_all_multigraphs(most: usize, edges: usize, step: usize) {
    for n in 1..=most {
        let loops = (1..=n).map(|v| (v, v));
        let pairs: Vec<(usize, usize)> = pairs(n).into_iter().chain(loops).collect();
        let base = edges as u64 + 1;
        let small = |code: &u64| {
            let digits = (0..pairs.len() as u32).map(|i| code / base.pow(i) % base);
            digits.sum::<u64>() <= edges as u64
        };
        let mut codes = vec![0u64];
        for i in 0..pairs.len() as u32 {
            let longer = |&c: &u64| (0..base).map(move |d| c + d * base.pow(i));
            codes = codes.iter().flat_map(longer).filter(small).collect();
        }
        let codes = codes.into_iter().filter(|&c| is_canonical(n, 1, &pairs, base, c));
        for code in codes.step_by(step) {
            let (_, text) = graph(n, &pairs, base, code);
            let by = |more: &[&str]| {
                let answer = json("green-hackenbush-graph", &text, more);
                let moves = answer["winning_moves"].as_array().map(Vec::len);
                (answer["sg"].clone(), answer["win"].clone(), moves)
            };
            assert_eq!(by(&[]), by(&["--kernel", "oracle"]), "{text}");
        }
    }
}

fn all_dags(most: usize, step: u64) {
    for n in 1..=most {
        let pairs = pairs(n);
        for code in (0..1u64 << pairs.len()).step_by(step as usize) {
            let (_, text) = graph(n, &pairs, 2, code);
            same_tables(DAG, &text, &["v", "sg", "win", "misere", "remoteness", "v"]);
        }
    }
}

fn all_digraphs(most: usize, step: u64) {
    for n in 1..=most {
        let pairs: Vec<(usize, usize)> =
            (1..=n).flat_map(|v| (1..=n).map(move |w| (v, w))).collect();
        for code in (0..1u64 << pairs.len()).step_by(step as usize) {
            let (_, text) = graph(n, &pairs, 2, code);
            let by = |more: &[&str]| {
                let answer = json(LOOPY, &text, more);
                let count = |name: &str| answer[name].as_array().map(Vec::len);
                let moves = (count("winning_moves"), count("drawing_moves"));
                (answer["outcome"].clone(), moves)
            };
            assert_eq!(by(&[]), by(&["--kernel", "oracle"]), "{text}");
        }
    }
}

fn all_word_sets(letters: usize, step: usize) {
    // Sets as sorted lists of words, each word at most as long as what is left.
    fn sets(left: usize, least: &str, all: &mut Vec<Vec<String>>, so_far: &mut Vec<String>) {
        all.push(so_far.clone());
        for length in 1..=left {
            for code in 0..1usize << length {
                let letter = |i| if code >> i & 1 == 0 { 'a' } else { 'b' };
                let word: String = (0..length).map(letter).collect();
                if &word[..] > least {
                    so_far.push(word.clone());
                    sets(left - length, &word, all, so_far);
                    so_far.pop();
                }
            }
        }
    }
    let mut all = Vec::new();
    sets(letters, "", &mut all, &mut Vec::new());
    for words in all.iter().filter(|words| !words.is_empty()).step_by(step) {
        let text = format!("words {}\n{}\n", words.len(), words.join("\n"));
        for rule in [WORDS, "substring-word-game"] {
            same_tables(rule, &text, &["sg", "words"]);
            let known = ["sg", "win", "misere", "remoteness"];
            same_answers(rule, &text, &known);
        }
    }
}

/// What both ways say of the position: these facts, and how many moves win and draw.
fn same_answers(rule: &str, text: &str, known: &[&str]) {
    let by = |more: &[&str]| {
        let answer = json(rule, text, more);
        let count = |name: &str| answer[name].as_array().map(Vec::len);
        let moves = (count("winning_moves"), count("drawing_moves"));
        (
            known.iter().map(|name| answer[name].clone()).collect::<Vec<_>>(),
            moves,
            answer["by"].clone(),
        )
    };
    let (solved, searched) = (by(&[]), by(&["--kernel", "oracle"]));
    assert_eq!((&solved.0, solved.1), (&searched.0, searched.1), "{rule} on {text}");
    assert!(solved.2 != searched.2 && searched.2 == "search by definition", "{rule}");
}

/// Sums of two and three components that are not all alike, every `step`th of them.
fn sums_of_digraphs(step: usize) {
    let dags: Vec<String> = (0..64).map(|code| graph(4, &pairs(4), 2, code).1).collect();
    let loops: Vec<(usize, usize)> = (1..=3).flat_map(|v| (1..=3).map(move |w| (v, w))).collect();
    let rings: Vec<String> = (0..512).map(|code| graph(3, &loops, 2, code).1).collect();
    for i in (0..4096).step_by(step) {
        let dag = |k: usize| &dags[(i * k + k) % 64][..];
        let sum = [dag(1), dag(37), if i % 2 == 0 { "" } else { dag(11) }].concat();
        same_answers(DAG, &sum, &["sg", "win", "misere"]);
        same_answers("anti-sg", &sum, &["win", "misere"]);
        same_answers("every-sg", &sum, &["win"]);
        let ring = |k: usize| &rings[(i * k + k) % 512][..];
        let sum = [ring(1), ring(211), if i % 2 == 0 { "" } else { ring(73) }].concat();
        same_answers(LOOPY, &sum, &["outcome"]);
        let words = |k: usize| format!("words 2\n{}\n{}\n", &"abbaba"[i % k..], &"bbaab"[k - 2..]);
        let sum = [words(2), words(3)].concat();
        same_answers("substring-word-game", &sum, &["sg", "win"]);
        let sum = [graph(3, &pairs(3), 2, i as u64 % 8).1, graph(3, &pairs(3), 2, i as u64 % 7).1];
        same_answers("green-hackenbush-graph", &sum.concat(), &["sg", "win"]);
    }
}

#[test]
fn solvers_agree_with_the_definition() {
    geography_of_all_graphs(5, 4);
    hackenbush_of_all_multigraphs(3, 4, 13);
    all_dags(4, 9);
    all_digraphs(3, 41);
    all_word_sets(5, 23);
    sums_of_digraphs(509);
}

#[test]
#[ignore = "some minutes; scripts/test --full runs it"]
fn solvers_agree_with_the_definition_on_every_small_structure() {
    geography_of_all_graphs(6, 1);
    hackenbush_of_all_multigraphs(4, 6, 1);
    all_dags(5, 1);
    all_digraphs(3, 1);
    all_word_sets(6, 1);
    sums_of_digraphs(13);
}
