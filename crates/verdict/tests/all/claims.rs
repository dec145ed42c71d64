//! Claims judged end to end: from rule text to the smallest counterexample.

use std::borrow::Cow;

use crate::words::words;
use draw::{Draw, prop_assert, prop_assert_eq};
use engine::{Bounds, Means, Progress, Stop};
use rule::{Library, Rule};
use verdict::{ClaimAnswer, Coordinate, Open, Verdict, check};

const MEANS: Means<'_> = Means::silent(1 << 28);

/// The rules the tests refer to by name.
struct Known;

const BASH: &str = "game bash(m = 3 in 1..)
heap n
move n -> n - k for k in 1..min(m, n)
";

impl Library for Known {
    fn source(&self, name: &str) -> Option<Cow<'_, str>> {
        (name == "bash").then_some(Cow::Borrowed(BASH))
    }

    fn names(&self) -> Vec<String> {
        vec!["bash".into()]
    }
}

fn rule(text: &str) -> Rule {
    let (rule, mistakes) = rule::parse(text);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    rule::resolve(rule.expect("a rule"), &Known).expect("resolves")
}

fn verdicts(text: &str, fixed: &[(&str, &str)]) -> Vec<Verdict> {
    let fixed: Vec<(String, String)> =
        fixed.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    check(&rule(text), &fixed, &Known, &Bounds::Check, MEANS).expect("can be checked")
}

/// The answers to claims `t.1`, `t.2`, ... added to a rule, as sentences.
fn answers(game: &str, claims: &[&str]) -> Vec<String> {
    let mut text = game.to_owned();
    for (i, claim) in claims.iter().enumerate() {
        text.push_str(&format!("claim t.{i} {claim}\n"));
    }
    verdicts(&text, &[]).iter().map(|verdict| words(&verdict.answer)).collect()
}

fn bash(claims: &[&str]) -> Vec<String> {
    answers(&format!("{BASH}check over m in 1..4 to n = 30\n"), claims)
}

#[test]
fn a_true_claim_names_the_box_and_the_number_judged() {
    let holds = bash(&[": lose iff n % (m + 1) = 0", "if n > 0 and m = 2: sg = n % 3"]);
    assert_eq!(holds[0], "holds up to m = 1..4, n = 0..30 (124 judged)");
    assert_eq!(holds[1], "holds up to m = 2, n = 0..30 (30 judged)");
}

#[test]
fn a_premise_that_is_never_true_is_named() {
    for (condition, idle) in [
        ("n % 2 = 2 implies win", &["n % 2 = 2"][..]),
        ("n % 2 = 1 implies win", &[]),
        ("(sg = 1 implies win) and (sg > 9 implies n < 0)", &["sg > 9"]),
        ("sg > 9 implies n < 0", &["sg > 9"]),
        ("n >= 0 implies n >= 0", &[]),
    ] {
        let text = format!(
            "game g\nheap n\nmove n - k for k in 1..3 if k <= n\ncheck to n = 30\nclaim: {condition}\n"
        );
        assert_eq!(verdicts(&text, &[])[0].idle_premises, idle, "{condition}");
    }
}

#[test]
fn a_false_claim_says_both_sides_at_the_smallest_counterexample() {
    let fails = bash(&[
        ": lose iff n % m = 0",
        ": sg = n % 4",
        ": 2 * m > n and win",
        ": n < 7 implies remoteness = n",
        "if m = 3: not win iff n = 4",
        "if m = 3: n % 2 = sg % 2 and n // 4 = sg",
    ]);
    assert_eq!(fails[0], "fails at n = 1 with m = 1: table says N, claim says P");
    assert_eq!(fails[1], "fails at n = 2 with m = 1: table says 0, claim says 2");
    assert_eq!(fails[2], "fails at n = 0 with m = 1: `win` is false");
    assert_eq!(fails[3], "fails at n = 2 with m = 2: table says 1, claim says 2");
    assert_eq!(fails[4], "fails at n = 0 with m = 3: table says P, claim says N");
    assert_eq!(fails[5], "fails at n = 1 with m = 3: table says 1, claim says 0");
}

#[test]
fn a_claim_without_a_value_is_refuted_in_words() {
    let game = format!("{BASH}let never(i) = never(i) + 1\nlet few(i) = [0, 1, 2][i]\n");
    let said = answers(
        &format!("{game}check to n = 9\n"),
        &[
            ": sg = few(n)",
            "if n > 4: sg = never(n)",
            ": win(n - 3) or n < 3",
            ": sg * 2 ** 200 > 0",
        ],
    );
    assert_eq!(
        said[0],
        "fails at n = 3 with m = 3: claim gives no value: a list of 3 has no element 3"
    );
    assert_eq!(said[1], "fails at n = 5 with m = 3: claim gives no value: never(5) never ends");
    assert_eq!(said[2], "fails at n = 0 with m = 3: claim gives no value: (-3) is not a position");
    assert_eq!(said[3], "cannot be checked: a number exceeds 128 bits at n = 0");
}

#[test]
fn claims_of_their_own_variables_need_no_table() {
    let said = bash(&[
        "for i in 1..5, j in i..5: i * j <= 12",
        "for p in primes if p < 20: p % 2 = 1 or p = 2",
        ": sg(3) = 3 and win(2 | 3)",
        "for i in m..m - 1: true",
        "for u in {2 ** 70}: u < 0",
    ]);
    assert_eq!(said[0], "fails at i = 3, j = 5 with m = 1: `i * j <= 12` is false");
    assert_eq!(said[1], "holds up to m = 1..4, p in primes (32 judged)");
    assert_eq!(said[2], "fails at m = 1: table says 1, claim says 3");
    assert_eq!(said[3], "cannot be checked: the box contains nothing to check");
    assert!(said[4].ends_with("u = 1180591620717411303424; `u < 0` is false"), "{}", said[4]);
}

#[test]
fn other_games_are_asked() {
    let nim = "game two(k = 2)\nstate heaps h[k]\nmove one of h[i]: h[i] - t for t in 1..h[i]\n\
               check to h = 6\n";
    let said = answers(
        nim,
        &[
            ": sg = (sg of bash(m = 9) at h[1]) ^ (sg of bash(9) at h[2])",
            ": win iff win of bash(m = 9) at (h[1] | h[2])",
            ": sg = xor(h) and min(h) <= max(h)",
            ": sg of bash(m = 0) at h[1] = 1",
        ],
    );
    for holds in &said[..3] {
        assert_eq!(holds, "holds up to k = 2, h1 = 0..6, h2 = 0..6 (49 judged)");
    }
    assert!(said[3].starts_with("cannot be checked: m = 0 is outside 1.."), "{}", said[3]);
}

#[test]
fn positions_beyond_the_box_are_tabulated() {
    // searched as whole positions, the parts of one row of 112 would fill the memory
    let kayles = "game kayles\nheap n\nmove n -> i | n - t - i for t in 1..2, i in 0..n - t\n\
                  check to n = 100\n";
    let small = Means::silent(1 << 22);
    let answer = |claim: &str| {
        let rule = rule(&format!("{kayles}claim t.1 {claim}\n"));
        let verdicts = check(&rule, &[], &Known, &Bounds::Check, small).unwrap();
        words(&verdicts[0].answer)
    };
    let holds = answer("if n > 70: sg(n + 12) = sg(n) and (win(n + 12) iff not lose(n))");
    assert_eq!(holds, "holds up to n = 0..100 (30 judged)");
    let fails = answer("if n >= 70: sg(n + 12) = sg(n)");
    assert!(fails.contains("n = 70: `sg(n + 12)` is 2, `sg(n)` is 6"), "{fails}");
}

#[test]
fn starts_and_boards() {
    let limited = "game limited\nstate (n, most) where most <= n\n\
                   move (n - t, min(2 * t, n - t)) for t in 1..min(n, most)\n\
                   start n from 1: (n, n - 1)\ncheck to n = 30, most = n\n";
    let said =
        answers(limited, &["on starts: lose iff n in fibonacci", "on starts: lose iff n < 4"]);
    assert_eq!(said[0], "holds up to n = 1..30 (30 judged)");
    assert_eq!(said[1], "fails at n = 5: table says P, claim says N");
    let ruler = "game ruler\ncoins x from 1\nturn x, y..x - 1 for y in 1..x\ncheck to x = 16\n";
    let said = answers(
        ruler,
        &[
            "on boards 5: sg = xor{lowbit(x) for x in heads} and (win iff sg != 0)",
            "on boards 5: sg < 6",
            "on boards 4 if count{true for x in heads} > 1: not head(3)",
        ],
    );
    assert_eq!(said[0], "holds up to all boards of 5 (32 judged)");
    assert_eq!(said[1], "fails at heads[1] = 2, heads[2] = 4: `sg < 6` is false");
    assert_eq!(said[2], "fails at heads[1] = 1, heads[2] = 3: `not head(3)` is false");
    let grid = "game grid\ncoins (x, y) from 0\nturn (x, y), (a, y) for a in 0..x - 1\nturn (x, y)\n\
                check to x = 3, y = 3\n";
    let said = answers(grid, &["on boards 2: sg < 3", "on boards 2: sg = xor{x for x in heads}"]);
    let place = "heads[1].x = 0, heads[1].y = 0, heads[2].x = 1, heads[2].y = 0";
    assert_eq!(said[0], format!("fails at {place}: `sg < 3` is false"));
    assert!(said[1].starts_with("cannot be checked: `heads`"), "{}", said[1]);
}

/// The rows of its table are starts, numbered by a size: no claim may take them for positions.
#[test]
fn claims_speak_of_positions_whatever_the_rows_of_the_table_are() {
    let heap = "game doubled\nheap n\nmove n -> n - t for t in 1..min(n, 3)\nstart k: 2 * k\n\
                table win to k = 8\nclaim t.1: win iff n % 4 != 0\n\
                claim t.2 on starts: win iff k % 2 = 1\nclaim t.3 on starts: win iff k % 4 != 0\n";
    let set = "game lit\nstate (F subset 1..4)\nmove F -> F - {x} for x in F\nstart k: ({1..k})\n\
               table win to k = 4\nclaim t.1: win iff size(F) % 2 = 1\n\
               claim t.2 on starts: win iff k % 2 = 1\nclaim t.3 on starts: win iff k = 1\n";
    // a size that has the name of the coordinate
    let shifted = "game shifted\nheap n\nmove n -> n - t for t in 1..min(n, 3)\nstart n: n + 1\n\
                   table win to n = 30\nclaim t.1: win iff n % 4 != 0\n\
                   claim t.2 on starts: win iff n % 4 != 3\nclaim t.3 on starts: win iff n % 4 > 0\n";
    // as many sizes as numbers of a position, and fewer
    let pair = "game pair\nstate (a, b)\nmove (a - 1, b) if a > 0\nmove (a, b - 1) if b > 0\n\
                start (k, l): (k + 1, l)\ntable win to k = 5, l = 5\nclaim t.1: win iff (a + b) % 2 = 1\n\
                claim t.2 on starts: win iff (k + l) % 2 = 0\nclaim t.3 on starts: win iff k != l\n";
    let row = "game row\nstate (h[3])\nmove h[i] -> h[i] - 1 for i in 1..3 if h[i] > 0\n\
               start (k from 1): [k, 1, 0]\ntable win to k = 5\nclaim t.1: win iff sum(h) % 2 = 1\n\
               claim t.2 on starts: win iff k % 2 = 0\nclaim t.3 on starts: lose\n";
    for text in [heap, set, shifted, pair, row] {
        for bounds in [Bounds::Usual, Bounds::All(4), Bounds::All(3)] {
            let verdicts = check(&rule(text), &[], &Known, &bounds, MEANS);
            let verdicts = verdicts.expect("can be checked");
            // of positions the `table` line may not say how far they go
            let is_open = bounds == Bounds::Usual && verdicts[0].lacks_bound();
            assert!(
                is_open || verdicts[0].holds(),
                "{text}{bounds:?}: {}",
                words(&verdicts[0].answer)
            );
            assert!(verdicts[1].holds(), "{text}{bounds:?}: {}", words(&verdicts[1].answer));
            assert!(verdicts[2].is_refuted(), "{text}{bounds:?}: {}", words(&verdicts[2].answer));
        }
    }
}

#[test]
fn numbers_among_parameters_go_by_their_sum_and_may_be_fixed() {
    let text = "game take(S = {1}, c = 0, w = some in some | all)\nheap n\n\
                move n -> n - s for s in S if s <= n\n\
                check over S in {5}; {1, 3}; {2, 3}; {1}, c in 0..2, w in all | some to n = 12\n\
                claim t.1: sum{s for s in S if s <= 9} + c < 5\n\
                claim t.2: w = some or sum{s for s in S if s <= 9} < 4\n";
    let place = |verdict: &Verdict| match &verdict.answer {
        ClaimAnswer::Fails { parameters, .. } => {
            parameters.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" ")
        }
        other => words(other),
    };
    let found = verdicts(text, &[]);
    // a set is no number, and counts only where the numbers agree
    assert_eq!(place(&found[0]), "{2, 3} 0 some");
    assert_eq!(place(&found[1]), "{1, 3} 0 all");
    let found = verdicts(text, &[("S", "5")]);
    assert_eq!(place(&found[0]), "{5} 0 some");
    let fixed = [("S", "1"), ("w", "all")];
    assert_eq!(
        place(&verdicts(text, &fixed)[1]),
        "holds up to S = {1}, c = 0..2, w = all (3 judged)"
    );
}

#[test]
fn an_interruption_is_heard() {
    struct Impatient;
    impl Progress for Impatient {
        fn advance(&self, _done: u64, _total: u64) -> bool {
            false
        }
    }
    let text = format!("{BASH}check to n = 30\nclaim t.1: win\nclaim t.2: win\n");
    let stopped =
        check(&rule(&text), &[], &Known, &Bounds::Check, Means { progress: &Impatient, ..MEANS })
            .unwrap();
    let expected = ClaimAnswer::CannotCheck { why: Open::Interrupted };
    // What would be refuted is not, as long as a smaller counterexample may be there.
    assert!(stopped.len() == 2 && stopped.iter().all(|v| v.answer == expected), "{stopped:?}");
}

/// Four judgements given up after much work end a claim: the fifth would refute it.
#[test]
fn work_without_end_is_not_repeated_at_every_position() {
    let text = format!(
        "{BASH}let code(x) = if x < 0 then code(x - 1) else x + 1\n\
         check to n = 8\nclaim t.1: sg = code(n - 4)\n"
    );
    let all = verdicts(&text, &[]);
    let ClaimAnswer::CannotCheck { why } = &all[0].answer else { panic!("{:?}", all[0].answer) };
    assert!(why.to_string().contains("calls itself too deeply"), "{why}");
}

#[test]
fn mistakes_in_a_claim_are_reported() {
    let text = format!("{BASH}check to n = 30\nclaim t.1 for p in primes: p % 2 = 1 or p = 2\n");
    let stopped = check(&rule(&text), &[], &Known, &Bounds::Check, MEANS);
    assert!(matches!(stopped, Err(Stop::Mistake(_))), "{stopped:?}");
}

/// The answer is that of trying everything in the order of preference, on any number of
/// threads.
#[test]
fn smallest_counterexample_by_definition() {
    let input = |d: &mut Draw| (d.int(1..9), d.int(0..9), d.size(1..4));
    draw::check(24, input, |(divisor, shift, threads)| {
        let text = format!(
            "{BASH}check over m in 1..5 to n = 20\n\
             claim t.1 for c in 0..3: lose iff (n + c * {shift}) % {divisor} = 0\n"
        );
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let answer = pool.install(|| verdicts(&text, &[]))[0].answer.clone();
        let mut smallest = None;
        for m in 1..=5 {
            for n in 0..=20 {
                for c in 0..=3 {
                    let claimed = (n + c * shift) % divisor == 0;
                    if (n % (m + 1) == 0) != claimed && smallest.is_none() {
                        smallest = Some((m, n, c));
                    }
                }
            }
        }
        match (smallest, answer) {
            (None, ClaimAnswer::Holds { judged, .. }) => prop_assert_eq!(judged, 5 * 21 * 4),
            (Some((m, n, c)), ClaimAnswer::Fails { parameters, position, .. }) => {
                prop_assert_eq!(parameters, vec![("m".to_owned(), m.to_string())]);
                let expected = [
                    ("n".to_owned(), Coordinate::Number(n)),
                    ("c".to_owned(), Coordinate::Number(c)),
                ];
                prop_assert_eq!(position, expected);
            }
            (expected, answer) => prop_assert!(false, "{:?} but {}", expected, words(&answer)),
        }
        Ok(())
    });
}

#[test]
fn claims_need_no_source_and_no_name() {
    let text = format!(
        "{BASH}table win to n = 9\nclaim: win iff n % 4 != 0\nclaim mine: lose iff n % 4 = 0\n\
         claim \"words\" if n > 0: sg > 0\nclaim book.2: win or lose\nclaim for k in 1..3: win(k)\n"
    );
    let verdicts = verdicts(&text, &[]);
    let names: Vec<String> = verdicts.iter().map(Verdict::name).collect();
    assert_eq!(names, ["1", "mine", "3", "book.2", "5"]);
    assert_eq!(verdicts.iter().filter(|v| v.holds()).count(), 4);
    let printed = rule(&text).to_string();
    assert_eq!(rule(&printed), rule(&text), "{printed}");
}

#[test]
fn a_claim_that_fails_only_outside_the_stated_box_says_so() {
    let rule = rule(&format!(
        "{BASH}check over m in 2..3 to n = 8\nclaim: n < 9\nclaim if n < 20: n < 9 and n % 4 = sg\n"
    ));
    let judged = |fixed: &[(String, String)], bounds: &Bounds| {
        let mut all = check(&rule, fixed, &Known, bounds, MEANS).expect("verdicts");
        verdict::check_as_stated(&rule, &Known, &mut all, MEANS).expect("verdicts");
        all.into_iter().map(|v| v.holds_within.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(judged(&[], &Bounds::All(40)), ["m = 2..3, n = 0..8", ""]);
    assert_eq!(judged(&[("m".into(), "5".into())], &Bounds::All(40)), ["m = 2..3, n = 0..8", ""]);
    assert_eq!(judged(&[], &Bounds::Check), ["", ""]);
}
