//! Sums of different games in one file.

use super::{json, on_file};

const MIXED: &str = "mixed-sum";
const ALL: &str = "# a digraph, stones, words and a tree
game dag-game
3 3 1
1 2
2 3
1 3
game subtraction -p S=1,3
vector 6
vector 3
game substring-word-game
words 2
game
ab
game green-hackenbush-tree
tree 4
0 1 1 3
";

#[test]
fn values_of_all_kinds_add_up() {
    // 2, 0 ^ 1, 2 and 1 ^ 2.
    let answer = json(MIXED, ALL, &[]);
    let searched = json(MIXED, ALL, &["--kernel", "oracle"]);
    let alone = |text: &str, rule: &str| json(rule, text, &[])["sg"].as_u64().expect("a value");
    let values = [
        alone("3 3 1\n1 2\n2 3\n1 3\n", "dag-game"),
        u64::from(6 % 2 != 3 % 2),
        alone("words 2\ngame\nab\n", "substring-word-game"),
        alone("tree 4\n0 1 1 3\n", "green-hackenbush-tree"),
    ];
    let total = values.iter().fold(0, |sum, value| sum ^ value);
    assert!(answer["sg"] == total && total != 0, "{values:?}: {answer}");
    assert_eq!((&answer["sg"], &answer["win"]), (&searched["sg"], &searched["win"]));
    let moves = |answer: &serde_json::Value| {
        let all = answer["winning_moves"].as_array().expect("moves").clone();
        all.iter().map(|m| m["component"].as_u64().expect("a component")).collect::<Vec<_>>()
    };
    assert_eq!(moves(&answer), moves(&searched));
    assert!(searched["misere"].is_boolean() && answer["misere"].is_null());
    // A lost sum has no winning moves.
    let answer = json(MIXED, "game lasker\nvector 7\ngame lasker\nvector 7\n", &[]);
    assert!(answer["win"] == false && moves(&answer).is_empty(), "{answer}");
}

#[test]
fn mistakes() {
    for (text, says) in [
        ("", "f.txt:1: no header: the file is empty; expected `game RULE`"),
        ("\n3 3 1\n", "f.txt:2: `3 3 1` where `game RULE` is expected"),
        ("game\n", "f.txt:1: `game` where `game RULE` is expected"),
        ("game nosuch\n1 2\n", "f.txt:1: there is no game and no file `nosuch`"),
        ("game anti-sg\n1 0 1\n", "f.txt:1: anti-sg says how play ends"),
        ("game every-sg\n1 0 1\n", "f.txt:1: every-sg says `play every`"),
        ("game loopy-graph\n1 0 1\n", "f.txt:1: loopy-graph says `play loopy`"),
        ("game domineering\nboard 1 1\n.\n", "f.txt:1: domineering is partizan"),
        ("game mixed-sum\n", "f.txt:1: mixed-sum is itself a sum"),
        ("# one\ngame dag-game\n2 1 1\n1 5\n", "f.txt:4: vertex 5 is not in 1..2"),
        ("game dag-game -p n=3\n1 0 1\n", "f.txt:1: -p n: with --input the parameters come"),
        ("game dag-game\n2 2 1\n1 2\n2 1\n", "f.txt:3: not a DAG: cycle 1 -> 2 -> 1"),
        ("game lasker\nvector x\n", "f.txt:2: `x` is not a number"),
        ("game nim -p z=1\nvector 2\n", "f.txt:1: `nim` has no parameter `z`"),
        ("game undirected-vertex-geography\n1 0 1\n", "--kernel oracle"),
    ] {
        let ran = on_file("ask", MIXED, text, &[]);
        assert_eq!((ran.status, &ran.out[..]), (2, ""), "{text:?}: {}", ran.err);
        assert!(ran.err.contains(says), "no {says:?} in: {}", ran.err);
    }
    for (command, more, says) in [
        ("ask", &["--draw", "f.svg"][..], "--draw does not apply to sums of different games"),
        ("ask", &["--rounds", "3"], "--rounds does not apply to sums of different games"),
        ("ask", &["-p", "A=bash"], "-p A: with --input the parameters come from the file"),
        ("table", &[], "only `mexlab ask` answers for"),
        ("chance", &[], "only `mexlab ask` answers for"),
    ] {
        let ran = on_file(command, MIXED, ALL, more);
        assert!(ran.status == 2 && ran.err.contains(says), "{command} {more:?}: {}", ran.err);
    }
}
