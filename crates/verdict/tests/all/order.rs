//! The counterexample that is told is the smallest, by brute force over random claims.

use crate::support::Draw;
use engine::{Bounds, Means};
use rule::{NoRules, Rule};
use verdict::{ClaimAnswer, ProofBudget, Verdict, check};

const MEANS: Means<'_> = Means::silent(1 << 26);

fn answer(text: &str) -> Verdict {
    let (rule, mistakes) = rule::parse(text);
    assert!(mistakes.is_empty(), "{text}{mistakes:?}");
    let rule: Rule = rule::resolve(rule.expect("a rule"), &NoRules).expect("resolves");
    check(&rule, &[], &NoRules, &Bounds::Check, MEANS).expect("is checked").remove(0)
}

/// Where it fails, as the answer says it: parameters, then the position.
fn place(verdict: &Verdict) -> Option<String> {
    let ClaimAnswer::Fails { parameters, position, .. } = &verdict.answer else { return None };
    let parameters = parameters.iter().map(|(name, value)| format!("{name} = {value}"));
    let position = position.iter().map(|(name, value)| format!("{name} = {value}"));
    Some(parameters.chain(position).collect::<Vec<_>>().join(", "))
}

fn set(elements: &[i64]) -> String {
    let all: Vec<String> = elements.iter().map(i64::to_string).collect();
    format!("{{{}}}", all.join(", "))
}

/// A row of m heaps, parameters p and q, a set S that is none of the numbers, and a number g that is
/// read by its digits: of (p + q, total of the row, then all that is written) the least.
#[test]
fn rows_under_parameters_of_every_kind() {
    let mut draw = Draw(16);
    let mut failed = 0;
    for _ in 0..80 {
        let [a, b, c, d, e, f] = [7, 7, 7, 7, 7, 7].map(|below| draw.below(below) as i64);
        let (modulus, rest) = (draw.below(30) as i64 + 2, draw.below(9) as i64);
        let text = format!(
            "game g(p = 0 in 0..4, S = {{1}}, m = 1 in 1..3, q = 0 in 0..4, g = 0 in 0..7)\n\
             state (h[m])\nmove h[i] -> h[i] - t for i in 1..m, t in 1..h[i]\n\
             let digit(i) = bit(g, i)\n\
             check over p in 0..1, S in {{4}}; {{1, 2}}, m in 1..2, q in 0..1, g in 0..3 to h = 3\n\
             claim t.1: ({a} * p + {b} * sum(S) + {c} * q + {d} * digit(0) + 3 * digit(1) + \
             {e} * h[1] + {f} * h[m]) % {modulus} != {rest}\n"
        );
        let mut least = None;
        for p in 0..=1 {
            for s in [&[4][..], &[1, 2]] {
                for m in 1..=2_usize {
                    for q in 0..=1 {
                        for g in 0..=3 {
                            for cell in 0..4_i64.pow(m as u32) {
                                let h: Vec<i64> =
                                    (0..m as u32).map(|i| cell / 4_i64.pow(i) % 4).collect();
                                let value = a * p
                                    + b * s.iter().sum::<i64>()
                                    + c * q
                                    + d * (g & 1)
                                    + 3 * (g >> 1)
                                    + e * h[0]
                                    + f * h[m - 1];
                                let size = h.iter().sum::<i64>();
                                let key = (p + q, size, p, s, m, q, g, h);
                                if value % modulus == rest
                                    && least.as_ref().is_none_or(|k| key < *k)
                                {
                                    least = Some(key);
                                }
                            }
                        }
                    }
                }
            }
        }
        let expected = least.map(|(_, _, p, s, m, q, g, h)| {
            format!("p = {p}, S = {}, m = {m}, q = {q}, g = {g}, h = {h:?}", set(s))
        });
        failed += usize::from(expected.is_some());
        let verdict = answer(&text);
        assert_eq!(place(&verdict), expected, "{text}");
        assert!(verdict.is_sample, "the sets are listed");
    }
    assert!((20..80).contains(&failed), "{failed} of 80 fail");
}

/// A set counts by the sum of its elements, and comes before a greater one of the same sum; the
/// claim's own variables do not count, and come last.
#[test]
fn sets_and_the_variables_of_the_claim() {
    let mut draw = Draw(17);
    for _ in 0..300 {
        let weights: Vec<i64> = (0..5).map(|_| draw.below(9) as i64).collect();
        let (modulus, rest, w) =
            (draw.below(30) as i64 + 2, draw.below(9) as i64, draw.below(5) as i64);
        let listed: Vec<String> = weights.iter().map(i64::to_string).collect();
        let text = format!(
            "game g(n = 1 in 1..5)\nstate (A subset 1..n)\nmove A -> A - {{x}} for x in A\n\
             check over n in 1..5\n\
             claim t.1 for u in 0..3: \
             (sum{{0; [{}][x - 1] for x in A}} + {w} * u + n) % {modulus} != {rest}\n",
            listed.join(", ")
        );
        let mut least = None;
        for n in 1..=5_i64 {
            for digits in 0..1 << n {
                let elements: Vec<i64> = (1..=n).filter(|x| digits >> (x - 1) & 1 == 1).collect();
                for u in 0..=3 {
                    let value: i64 = elements.iter().map(|x| weights[*x as usize - 1]).sum();
                    let key = (elements.iter().sum::<i64>(), n, elements.clone(), u);
                    if (value + w * u + n) % modulus == rest
                        && least.as_ref().is_none_or(|k| key < *k)
                    {
                        least = Some(key);
                    }
                }
            }
        }
        let expected =
            least.map(|(_, n, elements, u)| format!("n = {n}, A = {}, u = {u}", set(&elements)));
        let verdict = answer(&text);
        assert_eq!(place(&verdict), expected, "{text}");
        assert!(!verdict.is_sample, "every member is judged");
    }
}

#[test]
fn what_was_listed_by_hand_is_a_sample() {
    let heap = "game g(k = 1 in 1..9, w = a in a | b)\nheap n\nmove n -> n - 1 if n > 0\n";
    for (rest, is_sample) in [
        ("check over k in 1..3 to n = 9\nclaim t.1: n < 5\n", false),
        ("check over k in {1, 3} to n = 9\nclaim t.1: n < 5\n", true),
        ("check over w in a | b to n = 9\nclaim t.1: n < 5\n", false),
        ("check over w in b to n = 9\nclaim t.1: n < 5\n", true),
        ("check to n = 9\nclaim t.1 for u in {1, 5, 7}: u < 5\n", true),
        ("check to n = 9\nclaim t.1: n < 5 and (n != 2 or 2 ** 200 > 0)\n", true),
        ("check to n = 9\nclaim t.1 for u in 1..7: u < 5\n", false),
    ] {
        assert_eq!(answer(&format!("{heap}{rest}")).is_sample, is_sample, "{rest}");
    }
}

/// Every move lowers 2 a + b by 1. The law is wrong at (0, 20), where that is less, and at (12, 0),
/// where the total is less.
#[test]
fn beyond_the_table_the_order_is_the_same() {
    let text = "game g\nstate (a, b)\nmove over: (a - 1, b + 1) if a > 0\n\
                move off: (a, b - 1) if b > 0\ncheck to a = 5, b = 5\n\
                claim t.1: win iff (b % 2 = 1 iff not (a = 12 and b = 0 or a = 0 and b = 20))\n";
    let (rule, _) = rule::parse(text);
    let rule = rule::resolve(rule.expect("a rule"), &NoRules).expect("resolves");
    let mut verdicts = vec![answer(text)];
    assert!(verdicts[0].holds());
    verdict::prove(&rule, &[], &NoRules, &mut verdicts, &ProofBudget::unbounded())
        .expect("is not stopped");
    assert_eq!(place(&verdicts[0]).as_deref(), Some("a = 12, b = 0"), "{:?}", verdicts[0].answer);
}
