//! One rule for every kind of mistake: its code, its place, its remedy.

#[allow(dead_code, reason = "other tests use the rest")]
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::shelf::Shelf;
use expr::diagnostic::{Diagnostic, render};
use rule::{parse, resolve};

/// What is wrong with a rule, its parents merged in.
fn mistakes(source: &str) -> Vec<Diagnostic> {
    let mut shelf = Shelf::of(&[
        "game bash(m = 3 in 1..)\nheap n\nmove n - k for k in 1..min(m, n)",
        "game pair\nstate (a, b)\nmove (a - 1, b) if a > 0",
        "game subtraction(S = {1, 2})\nheap n\nmove n - s for s in S if s <= n",
        "game choosy(rule = fast in slow | fast)\nheap n\nmove n - k for k in 1..n if rule = slow or k = 1",
        "game product(A = game bash)\nheap n\nmove n - k for k in 1..n\nlet f(n) = sg of A at n",
        "game listed(c = [2, 3])\nheap n\nmove n - c[i] for i in 0..size(c) - 1 if c[i] <= n",
        "game broken\nheap n",
        "game chicken = egg",
        "game egg = chicken",
    ]);
    shelf.0.insert("remarks".to_owned(), "claims of bash\nclaim a.b: sg = n".to_owned());
    match parse(source) {
        (Some(rule), found) if found.is_empty() => resolve(rule, &shelf).err().unwrap_or_default(),
        (_, found) => found,
    }
}

const HEAP: &str =
    "game g(k = 2, S = {1, 3}, w = slow in slow | fast)\nheap n\nmove n - 1 if n > 0\n";
const COINS: &str = "game g\ncoins x from 1\nturn x, y for y in 1..x - 1\n";
const HEAPS: &str = "game g\nstate heaps h[3]\nmove one of h[i]: h[i] - t for t in 1..h[i]\n";

/// Text before the mistaken line, mistaken lines, code, the text the mistake stands at, and what
/// the remedy says. An empty place stands for the beginning of the rule.
const CASES: &[(&str, &str, &str, &str, &str)] = &[
    ("", "game g\nheap n\nmove n - k for k in 1..n if k ≥ 2", "R001", "≥", "`>=`"),
    (HEAP, "title \"abc", "R002", "\"abc", "close it"),
    (HEAP, "note \"石子", "R002", "\"石子", "close it"),
    (
        HEAP,
        "claim a.b: n < 999999999999999999999999999999999999999999",
        "R003",
        "99999",
        "2 ** 127",
    ),
    (HEAP, "table sq to n = 9", "R047", "sq", "did you mean `sg`?"),
    (HEAP, "let v(n) = n\ntable sg, vv to n = 9", "R047", "vv", "did you mean `v`?"),
    (HEAP, "let v(n) = n\ntable quux to n = 9", "R047", "quux", "value, v"),
    (HEAP, "let v(a, b) = a\ntable v to n = 9", "R047", "v to", "in order"),
    (HEAP, "let v() = 1\ntable v to n = 9", "R047", "v to", "in order"),
    (HEAP, "let z(n) = lose(n)\ntable z to n = 9", "R047", "z to", "ask for `lose`"),
    (HEAP, "let z(n) = sg(n)\nlet u(n) = z(n)\ntable u to n = 9", "R047", "u to", "`sg`"),
    (HEAP, "let n(a) = a\ntable n to n = 9", "R047", "n to", "rename it"),
    (HEAP, "let k(n) = n\ntable k to n = 9", "R047", "k to", "rename it"),
    (HEAP, "move n -> each n - 1 if n > 0", "R044", "n - 1", "lists are"),
    (HEAP, "move n -> each [1, 2], 3 if n > 3", "R014", ",", ""),
    (HEAP, "start s: each [s, s]", "R034", "[s, s]", "one by one"),
    (PAIR, "move (a, b) -> each [1, 2] if a > 3", "R034", "[1, 2]", "one by one"),
    (
        "game g\nlet v(n) = n\ntable v to h = 1\n",
        "state (h[170141183460469231731687303715884105727])\nmove h[1] -> h[1] - 1 if h[1] > 0",
        "R055",
        "",
        "1 to 32",
    ),
    (HEAP, "table lose to n = 9", "R017", "lose", "`win`"),
    (HEAP, "table sg to n", "R005", "", "bounds"),
    (HEAP, "claim a.b: (n = 1", "R006", "", "close the bracket"),
    (HEAP, "claim a.b: n in 3", "R008", "3", "range"),
    ("", "game g\nstate (a in {1, 2})\nmove (a - 1)", "R008", "{1, 2}", "in 0..1"),
    (HEAP, "claim a.b: 0 < n in S", "R009", "in S", "brackets"),
    (HEAP, "mvoe n - 2", "R010", "mvoe", "did you mean `move`?"),
    (HEAP, "parameter m = 3", "R010", "parameter", "behind the name of the game"),
    (HEAP, "heaps h[3]", "R010", "heaps", "`state heaps h[3]`"),
    (HEAP, "n -> n - 2", "R010", "n ->", "starts with the word `move`"),
    (HEAP, "-> 2", "R010", "->", "`move`"),
    ("", "heap n\nmove n - 1", "R011", "", "game NAME"),
    ("", "", "R011", "", "game NAME"),
    ("", "heap n\ngame g\nmove n - 1 if n > 0", "R011", "game g", "above"),
    (HEAP, "heap m", "R012", "heap m", "delete"),
    (HEAP, "title \"a\"\ntitle \"b\"", "R012", "title \"b\"", "delete"),
    (HEAP, "table sg to n = 3, n = 4", "R012", "4", "delete"),
    (HEAP, "stuck wins\nstuck loses", "R012", "", "all but one"),
    ("", "  game g\nheap n\nmove n - 1 if n > 0", "R013", "game g", "without white space"),
    (HEAP, "claim a.b: n = 2n", "R014", "n\n", "* n"),
    (HEAP, "stuck wins now", "R014", "now", "delete"),
    ("", "game g\nheap at\nmove 1", "R015", "at", "another name"),
    ("", "game g(k)\nheap n\nmove n - 1", "R016", "k)", "k = 3"),
    ("", "game g(k = 1 in a | b)\nheap n\nmove n - 1", "R016", "1 in", "rule = strict"),
    (HEAP, "claim a.b: heigth = n", "R026", "heigth", "for heigth"),
    ("", "game g(width = 3)\nheap n\nmove n - widht", "R020", "widht", "did you mean `width`?"),
    (HEAP, "let f(x) = x + n", "R020", "n\n", "x"),
    (HEAP, "let f(x) = x\nclaim a.b: f = n", "R020", "f = n", "f(...)"),
    (HEAP, "claim a.b: flor(n) = n", "R021", "flor(n)", "did you mean `floor`?"),
    (HEAP, "claim a.b: head(n)", "R021", "head(n)", "turns"),
    ("", "game g(k = 1, k = 2)\nheap n\nmove n - 1", "R023", "k = 2", "another name"),
    ("", "game g(n = 1)\nheap n\nmove n - 1", "R023", "n\n", "another name"),
    ("", "game g\nstate (a, a)\nmove (a, a)", "R023", "a)", "another name"),
    ("", "game g(phi = 1)\nheap n\nmove n - 1", "R022", "phi = 1", "another name"),
    ("", "game g(w = a in a | a)\nheap n\nmove n - 1", "R022", "w = a", "delete"),
    (HEAP, "let f(x) = x\nlet f(y) = y", "R022", "f(y)", "another name"),
    (HEAP, "let floor(x) = x", "R022", "floor(x)", "another name"),
    (HEAP, "let powers(x) = x", "R022", "powers(x)", "another name"),
    (HEAP, "move n - t for n in 1..3, t in 1..n", "R023", "n in 1..3", "another name"),
    (HEAP, "claim a.b for k in 1..3: k = 1", "R023", "k in 1..3", "another name"),
    (HEAP, "let f(k) = k", "R023", "f(k)", "another name"),
    (HEAP, "move n - t for t in 1..u, u in 1..n", "R024", "u,", "to the left"),
    ("", "game g(a = b, b = 1)\nheap n\nmove n - a", "R024", "b,", "to the left"),
    (HEAP, "move n - t for t in sqares", "R025", "sqares", "did you mean `squares`?"),
    (HEAP, "move n - t for t in n", "R025", "n\n", "1..n"),
    (HEAP, "claim a.b: n in heads", "R025", "heads", "on boards"),
    (HEAP, "move n - t if t <= n", "R026", "t if", "for t in 1..n"),
    (HEAP, "claim a.b: loose iff n = 0", "R020", "loose", "did you mean `lose`?"),
    (HEAP, "table sg to 50", "R005", "50", "`to n = 50`"),
    (
        "",
        "game g\nstate (a, b) symmetric from 1\nmove (a - 1, b) if a > 1",
        "R005",
        "from",
        "a from 1",
    ),
    (HEAP, "claim a.b: gcd(n) = 1", "R027", "gcd(n)", "as many"),
    (HEAP, "claim a.b: min() = 1", "R027", "min()", "as many"),
    (HEAP, "let f(x, y) = x\nclaim a.b: f(n) = 1", "R027", "f(n)", "as many"),
    (HEAP, "claim a.b: n in powers", "R027", "powers", "powers(2)"),
    (HEAP, "claim a.b: n in S(2)", "R027", "S(2)", "delete"),
    (HEAP, "check over kk in 1..3 to n = 9", "R028", "kk", "k"),
    (HEAP, "claim a.b: sg = sg of bash(M = 3) at n", "R028", "bash(M = 3)", "m"),
    (HEAP, "claim a.b: sg = sg of bash(3, 4) at n", "R028", "bash(3, 4)", "it has m"),
    (HEAP, "claim a.b: sg = sg of bahs at n", "R029", "bahs", "did you mean `bash`?"),
    ("", "game g(A = game bahs)\nheap n\nmove n - 1 if n > 0", "R029", "A = game bahs", "`bash`"),
    ("", "game g\nmove n - 1", "R030", "", "heap n"),
    ("", "game g\nheap n", "R031", "", "add a move"),
    ("", "game g\nheap n\nlet v(n) = n\ntable v, sg to n = 3", "R031", "", "add a move"),
    (
        "",
        "game g\nheap n\nlet v(n) = n\ntable v to n = 3\nclaim a.b: v(n) = sg",
        "R031",
        "",
        "add a move",
    ),
    ("", "game g\ncoins x from 0", "R031", "game g", "`turn x, other"),
    ("", "game g\nheap pile", "R031", "game g", "`move pile -> pile - t for t in 1..pile`"),
    ("", "game g\nstate (A subset 1..3)", "R031", "game g", "`move A -> A - {e} for e in A`"),
    ("", "game g\nheap pile\nmove pile - t", "R026", "t", "`for t in 1..pile`"),
    ("", "game g\nstate (a, b)\nmove (a - 1, b, 0) if a > 0", "R032", "a - 1, b, 0", "(a, b)"),
    (HEAP, "claim a.b: sg(n, 1) = 0", "R032", "n, 1", "(n)"),
    (HEAP, "claim a.b: sg of pair at n = 0", "R032", "n = 0", "(a, b)"),
    (HEAP, "start s: (s, s)", "R032", "s, s", "(n)"),
    (HEAP, "start s: none", "R032", "", "start n"),
    (HEAP, "move m -> m - 1", "R033", "m -> m", "(n)"),
    (HEAP, "move n + 1 -> n", "R033", "n + 1", "coordinates"),
    (HEAPS, "move one of g[i]: g[i] - 1", "R033", "one of", "h[i]"),
    (HEAPS, "move one of h[i]: 0 spread h[i] over g[j] where j != i", "R033", "g[j]", "h[j]"),
    (COINS, "turn 3, x", "R033", "3,", "turn x"),
    (COINS, "turn y, x", "R033", "y, x", "(x)"),
    (HEAP, "turn n, 1", "R034", "n, 1", "positions are numbers"),
    (HEAPS, "move h[1] - 1", "R034", "h[1] - 1", "one of h[i]"),
    (COINS, "move x - 1", "R034", "x - 1", "turn x"),
    (HEAP, "move n - t for same t in 1..n", "R034", "n - t", "same"),
    ("", "game g\ncoins product bash bash\nturn x, y", "R034", "x, y", "delete"),
    ("", "game g\ncoins (x, y) from 0\nturn (x, y), 0..x", "R034", "(x, y), 0", "list the coins"),
    (HEAP, "table sg to m = 9", "R036", "9", "n"),
    (
        "",
        "game g\nstate (a, b)\nmove (a, b - 1) if b > 0\ntable sg to a = 9",
        "R037",
        "9",
        "b = ...",
    ),
    (HEAP, "claim a.b on starts: win", "R038", "a.b on", "start n"),
    (HEAP, "claim a.b on boards 5: win", "R038", "a.b on", "on boards"),
    (HEAP, "move n - 2 if sg(n - 2) = 0", "R039", "sg(n - 2)", "cannot depend"),
    (HEAP, "let f(x) = sg(x)\nmove n - 2 if f(n - 2) = 0", "R039", "f(n - 2)", "cannot depend"),
    (HEAP, "let f(x) = sg + x", "R039", "sg", "sg(n)"),
    (HEAP, "claim a.b: sg", "R040", "sg", "compare"),
    (HEAP, "win if n", "R040", "n\n", "compare"),
    (HEAP, "claim a.b: w", "R040", "w\n", "comparison"),
    (HEAP, "claim a.b: win = 1", "R041", "win", "iff"),
    (HEAP, "move n - (n > 3)", "R041", "n > 3", "if c then 1"),
    (HEAP, "claim a.b: n = (if win then 1 else sg = 2)", "R041", "sg = 2", "if c then 1"),
    (HEAP, "claim a.b: n = phi", "R042", "phi", "floor"),
    (HEAP, "claim a.b: n = sqrt(4)", "R042", "sqrt(4)", "floor"),
    (HEAP, "claim a.b: n = S", "R042", "S\n", "after `in`"),
    (HEAP, "claim a.b: n + w = 1", "R042", "w =", "compared"),
    (HEAPS, "claim a.b: h = 1", "R042", "h = 1", "element"),
    (HEAP, "claim a.b: n[1] = 1", "R044", "n[1]", "lists are"),
    (HEAP, "claim a.b: w = fats", "R043", "fats", "did you mean `fast`?"),
    (HEAP, "check over w in slow | quick to n = 9", "R043", "quick", "slow, fast"),
    ("", "game g(w = c in a | b)\nheap n\nmove n - 1", "R043", "w = c", "a, b"),
    ("", "game g(S = {})\nheap n\nmove n - s for s in S", "R050", "S = {}", "{1, 3}"),
    (HEAP, "move n - k for t in 9..3", "R051", "9..3", "3..9"),
    ("", "game g(S = {0, 1})\nheap n\nmove n - s for s in S", "R052", "0, 1", "from 1"),
    ("", "game g\nheap n from -1\nmove n - 1", "R052", "-1", ">= 0"),
    ("", "game g(k = 0 in 1..)\nheap n\nmove n - k", "R053", "k = 0", "inside the ranges"),
    (HEAP, "claim a.b: n % 0 = 1", "R054", "0 =", "something else"),
    (HEAP, "claim a.b: win\nclaim a.b: lose", "R060", "a.b: lose", "`a.b.a`"),
    (HEAP, "claim a.b: sg = floor([1, 2][n / 2])", "R007", "n / 2]", "`//`"),
    (HEAP, "claim F2: win\nclaim F2: lose", "R060", "F2: lose", "F2.a"),
    (HEAP, "move octal:0.333 at n - 1", "R014", ".", "`octal-0.333`"),
    (HEAP, "move n -> octal:0.333 at n - 1", "R014", ":", "`octal-0.333`"),
    (HEAP, "claim a.b: sg = sg of subtract:1,3 at n", "R014", ":", "`subtract-1-3`"),
    ("", "game g = bahs", "R070", "bahs", "did you mean `bash`?"),
    ("", "game g = chicken", "R071", "chicken", "circle"),
    ("", "game bash = bash", "R071", "bash\n", "circle"),
];

const PAIR: &str = "game g\nstate (a, b)\nmove a -> a - t for t in 1..a\n";
const ROW: &str = "game g(c = [2, 1], m = 3)\nnote \"三堆石子\"\nstate (h[3])\nmove h[i] -> h[i] - t for i in 1..3, t in 1..h[i]\n";
const SET: &str = "game g\nnote \"条带\"\nstate (A subset 1..5, n)\nmove A -> A - {x} for x in A\n";
const PLAYERS: &str =
    "game g\nheap n\nleft one: n -> n - 1 if n > 0\nright two: n -> n - 2 if n > 1\n";

/// The same for rows, sets, starts of several games, and games in which each player has moves of
/// his own.
const SHAPES: &[(&str, &str, &str, &str, &str)] = &[
    (PAIR, "move a -> a - 1, b", "R014", ", b", "each place has its new value"),
    (PAIR, "move a -> a - 1, a + b -> 3", "R033", "a + b ->", "entry of a row"),
    (PAIR, "move a + 1 -> a", "R033", "a + 1 ->", "coordinates"),
    (PAIR, "move c -> c - 1", "R035", "c ->", "a, b"),
    (PAIR, "move a -> a - 1, heap -> 0", "R035", "heap ->", "a, b"),
    (PAIR, "move a -> a - 1, a -> a - 2", "R035", "a -> a - 2", "join the two"),
    (PAIR, "move a[1] -> 0", "R035", "a[1]", "leave the index out"),
    (PAIR, "move a -> (1, 2), b -> 3", "R032", "(1, 2)", "each place its own"),
    (PAIR, "move b -> 0, a -> (1, 2)", "R032", "(1, 2)", "each place its own"),
    (PAIR, "move a -> {b}", "R042", "{b}", "size(A)"),
    (HEAPS, "move h[1] -> 0, h[2] -> h[1]", "R034", "h[1] -> 0", "one of h[i]"),
    (COINS, "move x -> 0", "R034", "x -> 0", "turn x"),
    (ROW, "move one of h[i]: 0", "R034", "one of", "h[i] -> h[i] - t"),
    (ROW, "move h[0] -> 0", "R055", "0] -> 0", "1..3"),
    (ROW, "move h[1] -> h[4]", "R055", "4]", "1..3"),
    (ROW, "move h -> [0, 0]", "R032", "[0, 0]", "every entry"),
    (ROW, "move h -> 0", "R044", "0\n", "lists are"),
    (ROW, "move h -> {1, 2, 3}", "R044", "{1", "list(A)"),
    (ROW, "move h[i] -> reverse(h) for i in 1..3", "R042", "reverse", "take an element"),
    (ROW, "claim a.b \"石子\": h[1]", "R040", "h[1]", "compare"),
    (ROW, "claim a.b: sg(1, 2, 3) = 0", "R032", "1, 2, 3", "(h)"),
    (ROW, "claim a.b: reverse(1) = h", "R044", "1) = h", "lists are"),
    (ROW, "claim a.b: h = {1}", "R044", "{1}", "list(A)"),
    (ROW, "claim a.b: [k for k in 1..3] < h", "R042", "[k for", "take an element"),
    (ROW, "claim a.b: (sum(c[0..1]) = 3) and c[win] = 1", "R041", "win]", "if c then 1"),
    (ROW, "claim a.b: h[true..2] = h", "R041", "true", "if c then 1"),
    (ROW, "claim a.b: size(3) = 1", "R044", "3)", "lists are"),
    (ROW, "claim a.b: concat(h, win) = h", "R044", "win)", "lists are"),
    (ROW, "claim a.b: mex(sg of options, h) = sg", "R027", "mex(", "as many"),
    (ROW, "claim a.b: sg of options = sg", "R042", "sg of options", "size(l)"),
    (ROW, "let f(x) = size(sg of options)", "R039", "sg of options", "state the position"),
    (ROW, "claim a.b for h1 in 1..3: h1 = 1", "R023", "h1 in", "another name"),
    ("", "game g(h2 = 1)\nstate (h[3])\nmove h[1] -> 0", "R023", "h[3]", "another name"),
    ("", "game g\nstate (h[33])\nmove h[1] -> 0", "R055", "h[33]", "1 to 32"),
    ("", "game g(m = 0)\nstate (a, h[m])\nmove a -> 0", "R055", "h[m]", "1 to 32"),
    ("", "game g\nstate (A subset 0..62)\nmove A -> {}", "R055", "A subset", "at most 62"),
    ("", "game g\nstate (A subset 5)\nmove A -> {}", "R008", "5)", "range"),
    ("", "game g\nstate (A subset -3..3)\nmove A -> {}", "R055", "A subset", ">= 0"),
    (SET, "move A -> A - x for x in A", "R045", "x for", "written `{x}`"),
    (SET, "move A -> A - [n]", "R045", "[n]", "{v for v in l}"),
    (HEAP, "move n -> n - primes", "R042", "primes", "`n - s for s in primes`"),
    (SET, "move A -> n", "R045", "n\n", "written `{x}`"),
    (SET, "move A[1] -> n", "R035", "A[1]", "as a whole"),
    (SET, "move n -> A", "R042", "A\n", "size(A)"),
    (SET, "move n -> n - k for k in n - 1", "R008", "n - 1", "range"),
    (SET, "move n -> n - k for k in (if n > 1 then n else n)", "R025", "if n > 1", "1.."),
    (SET, "claim a.b: A < {1}", "R042", "A <", "after `in`"),
    (SET, "claim a.b: A * {1} = A", "R042", "A *", "`A & B`"),
    (SET, "table sg to A = 5, n = 3", "R036", "5,", "bounded by the state"),
    (SET, "check to n = 3, m = 4", "R036", "4", "coordinates are n"),
    (PLAYERS, "claim a.b: win", "R046", "win", "`left` and `right`"),
    (PLAYERS, "claim a.b: misere iff left", "R046", "misere", "`left` and `right`"),
    (PLAYERS, "table left, sg to n = 9", "R046", "sg to", "`outcome`"),
    (PLAYERS, "claim a.b: outcome = 1", "R046", "outcome", "numerator / 2 ** exponent"),
    (PLAYERS, "claim a.b: value(3) = 1", "R046", "value(3)", "numerator / 2 ** exponent"),
    (PLAYERS, "table numerator to n = 9", "R017", "numerator", "`value`"),
    (PLAYERS, "left take: n -> n - 2 # 左\nnote \"右\" 右", "R001", "右\n", ""),
    (HEAP, "claim a.b \"先手左\": left(n) iff true", "R046", "left(n)", "moves of their own"),
    (HEAP, "table sg, value to n = 9", "R046", "value to", "moves of their own"),
    (HEAP, "claim a.b: left of bash at n", "R046", "bash", "moves of their own"),
    (HEAP, "win when n = 1", "R005", "n = 1", "when any"),
    (HEAP, "win when any n", "R040", "n\n", "compare"),
    (HEAP, "play all", "R005", "all", "play every"),
    (HEAP, "play one\nplay every", "R012", "play every", "delete"),
    (HEAP, "move n - 1 | bahs at n - 1", "R029", "bahs", "did you mean `bash`?"),
    (HEAP, "move n - 1 | pair at n - 1", "R032", "n - 1", "(a, b)"),
    (HEAP, "move n - 1 | bash(M = 1) at n - 1", "R028", "bash(M", "m"),
    (HEAP, "move n - 1 | bash at sg", "R039", "sg", "cannot depend"),
    (HEAP, "start (a, b): (a, b)", "R032", "a, b)\n", "(n)"),
    (HEAP, "start (a, a): a | a", "R023", "a):", "another name"),
    (HEAP, "start (a, b): a | b\ntable sg to a = 9", "R037", "9", "b = ..."),
    ("", "game g\nstart (a, b): bash at a | b", "R030", "", "heap n"),
    ("", "game g\nstart n: bash at n\nwin if true", "R034", "true", "its own game"),
    ("", "game g\nstart n: bash at n\nclaim a.b: sg = 0", "R038", "a.b", "on starts"),
    ("", "game g\nstart n: bash at n\ntable sg to m = 9", "R036", "9", "n"),
    ("", "game g\nclaim a.b beyond \"数论\"\nclaim a.c: 1 = 1", "R030", "", "heap n"),
    (HEAP, "claim a.b \"猜想\" beyond", "R005", "", "one line"),
    (HEAP, "nearby: win", "R005", ":", "a letter first"),
    ("", "game g(c = [k for k in 1..3])\nheap n\nmove n - 1", "R016", "[k for", "c = [2, 3, 1]"),
    ("", "game g(c = [1, true])\nheap n\nmove n - 1", "R041", "true", "if c then 1"),
    ("", "game g(S = {1} + {2})\nheap n\nmove n - 1", "R045", "S = {1}", "named set"),
    (ROW, "check over c in [1, 2]; 3", "R044", "3", "over c in [1, 2]; [3]"),
    (ROW, "check over c in 1..3", "R044", "1", "over c in [1, 2]; [3]"),
    ("", "game g(k = 1) = bash\nplay one", "R018", "play one", "state the rule in full"),
    ("", "game g\ninput trees\nheap n\nmove n - 1", "R019", "trees", "tree"),
];

#[test]
fn every_mistake_is_found_where_it_stands() {
    let mut wrong = String::new();
    for &(before, lines, code, place, remedy) in CASES.iter().chain(SHAPES) {
        let source = format!("{before}{lines}\n");
        let found = mistakes(&source);
        let right = match found.as_slice() {
            [only] => {
                let here = &source[only.span.start..];
                only.code == code
                    && (only.span.end > 0 || code == "R011")
                    && only.help.to_string().contains(remedy)
                    && (place.is_empty()
                        || (here.starts_with(place) && only.span.start >= before.len()))
            }
            _ => false,
        };
        if !right {
            let shown = render("case", &source, &found);
            wrong += &format!("expected {code} at {place:?}, {remedy:?}:\n{source}{shown}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn mistakes_with_parents() {
    for (source, code, remedy) in [
        ("game g = bash(3, 4)", "R072", "it has m"),
        ("game g = bash(M = 3)", "R072", "did you mean `m`?"),
        ("game g = bash(3, m = 4)", "R072", "delete one"),
        ("game g = bash({1, 2})", "R073", "m = 3"),
        ("game g = subtraction(3)", "R073", "S = {1, 2}"),
        ("game g = choosy(medium)", "R073", "slow | fast"),
        ("game g(w = slow in slow | medium) = choosy(w)", "R073", "slow | fast"),
        ("game g = broken", "R074", "mexlab explain broken"),
        ("game g(n = 2) = bash(n)", "R023", "another name"),
        ("game g = listed(3)", "R073", "c = [2, 3]"),
        ("game g(k = 3) = listed(k)", "R073", "c = [2, 3]"),
        ("game g(c = [1, 2]) = bash(c)", "R073", "m = 3"),
        ("game g = bash\nleft n - 1 if n > 0\nclaim a.b: sg = 0", "R046", "`left` and `right`"),
        ("game g = listed\nmove h[1] -> 0", "R035", "coordinates are n"),
        ("game g = bash\nmove (n, 1)", "R032", "(n)"),
        ("game g = bash\nclaim a.b: m = 3", "R026", "for m"),
        ("game g = bash\nstuck wins\nstuck wins", "R012", "all but one"),
        ("game g = bash\nlet f(x) = x\nlet f(x) = x", "R022", "another name"),
        ("claims of bash\nmove n -> 0 if n > 0", "R075", "game mine = bash"),
        ("claims of bash\ntitle \"mine\"", "R075", "game mine = bash"),
        ("claims of bsah\nclaim a.b: sg = n", "R070", "did you mean `bash`?"),
        ("claims of bash\nclaim a.b: sg = M", "R020", "did you mean `m`?"),
        ("claims bash\nclaim a.b: sg = n", "R005", "claims of wythoff"),
        ("claim a.b: sg = n\nclaims of bash", "R011", "above"),
        ("game g\nclaims of bash", "R012", "delete one"),
        ("claims of remarks\nclaim a.b: sg = n", "R071", "name the game"),
    ] {
        let found = mistakes(source);
        let shown = render("case", source, &found);
        assert!(
            found.iter().any(|m| m.code == code && m.help.to_string().contains(remedy)),
            "{source}\n{shown}"
        );
        // Nothing is reported at a place of another file.
        assert!(found.iter().all(|m| (1..=source.len()).contains(&m.span.end)), "{shown}");
    }
}

#[test]
fn several_mistakes_are_reported_at_once() {
    let source =
        "game g(k = 1\nheap n\nmvoe n - 1\nmove n -> -> 2\nclaim *: win\ntable sg to n = \n";
    let codes: Vec<_> = mistakes(source).iter().map(|m| m.code).collect();
    assert_eq!(codes, ["R006", "R010", "R005", "R005", "R005"]);
    // Meaning is checked when only moves and claims cannot be read.
    let source = "game g\nheap n\nmove n - t\nmove n -> ->\nclaim a.b: sg\n";
    let codes: Vec<_> = mistakes(source).iter().map(|m| m.code).collect();
    assert_eq!(codes, ["R026", "R005", "R040"]);
}

#[test]
fn a_deep_expression_is_refused() {
    let source = format!("game g\nheap n\nmove {}n\n", "(".repeat(100_000));
    assert_eq!(mistakes(&source)[0].code, "R004");
}

/// The codes in the sources of a crate that start with `letter`.
fn codes(folder: &Path, letter: char, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            codes(&path, letter, found);
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for part in text.split('"').filter(|part| part.len() == 4 && part.starts_with(letter)) {
            if part[1..].chars().all(|c| c.is_ascii_digit()) {
                found.insert(part.to_owned());
            }
        }
    }
}

#[test]
fn every_code_is_documented_and_has_a_case() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(here.join("../../docs/errors.md")).unwrap();
    let mut all = BTreeSet::new();
    codes(&here.join("src"), 'R', &mut all);
    codes(&here.join("../expr/src"), 'R', &mut all);
    for code in &all {
        assert!(page.contains(&format!("| {code} |")), "{code} is not in docs/errors.md");
    }
    let tests = fs::read_to_string(here.join("tests/all/mistakes.rs")).unwrap();
    for code in all.iter().filter(|code| code.as_str() < "R100") {
        assert!(tests.contains(&format!("\"{code}\"")), "{code} has no case");
    }
    for line in page.lines().filter(|line| line.starts_with("| R")) {
        assert!(all.contains(&line[2..6]), "{line} is in no source");
    }
}
