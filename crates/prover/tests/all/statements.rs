//! Statements about all positions that follow from a proved law are proved, others never are.

use crate::question::ask;
use prover::Certified;
use serde_json::Value;

const NIM: &str = include_str!("../../../../rules/heaps/nim.game");
const WYTHOFF: &str = include_str!("../../../../rules/pair/wythoff.game");
const STAIRCASE: &str = include_str!("../../../../rules/row/staircase.game");

fn law(rule: &str, parameters: &[(&str, &str)], law: &str) -> Certified {
    ask(rule, parameters, law, 0).unwrap_or_else(|why| panic!("{why}"))
}

#[test]
fn what_follows_is_proved_and_nothing_else() {
    let wythoff = law(WYTHOFF, &[], "lose iff min(a, b) = floor(phi * abs(a - b))");
    let nim = law(NIM, &[("k", "2")], "sg = h[1] ^ h[2]");
    let stairs = law(STAIRCASE, &[("m", "3")], "win iff h[1] ^ h[3] != 0");
    for (law, rule, follows, statement) in [
        (&wythoff, WYTHOFF, true, "a < b implies (lose iff a = floor(phi * (b - a)))"),
        (&wythoff, WYTHOFF, true, "lose and a < b implies win(a, b + 1)"),
        (&wythoff, WYTHOFF, true, "win or lose(b, a)"),
        (&wythoff, WYTHOFF, false, "a <= b implies (lose iff a = floor(phi * (b - a)) + 1)"),
        (&wythoff, WYTHOFF, false, "a < b implies (win iff a = floor(phi * (b - a)))"),
        (&wythoff, WYTHOFF, false, "lose implies win(a - 1, b)"),
        (&wythoff, WYTHOFF, false, "lose implies lose(a + 1, b + 2)"),
        (&wythoff, WYTHOFF, false, "sg = 0 iff lose"),
        (&wythoff, WYTHOFF, false, "misere iff win"),
        (&wythoff, WYTHOFF, false, "win(a | b) or true"),
        (&nim, NIM, true, "(sg = 0 iff lose) and (win iff h[1] != h[2])"),
        (&nim, NIM, true, "h[1] > 0 implies sg([h[1] - 1, h[2]]) != sg"),
        (&nim, NIM, false, "sg([h[1] - 1, h[2]]) != sg"),
        // quantifiers over ranges of any length
        (
            &nim,
            NIM,
            true,
            "sg = 0 implies all{xor(h) ^ h[i] ^ h[i] - t != 0 for i in 1..k, t in 1..h[i]}",
        ),
        (
            &nim,
            NIM,
            false,
            "sg = 0 implies all{xor(h) ^ h[i] ^ h[i] - t != 0 for i in 1..k, t in 0..h[i]}",
        ),
        (
            &nim,
            NIM,
            false,
            "sg = 1 implies all{xor(h) ^ h[i] ^ h[i] - t != 0 for i in 1..k, t in 1..h[i]}",
        ),
        (
            &nim,
            NIM,
            false,
            "sg = 0 implies all{xor(h) ^ h[i] ^ h[i] - t != 0 for i in 1..k, t in 1..h[i] + 1}",
        ),
        (&nim, NIM, true, "all{lose([y, h[2]]) implies y = h[2] for y in 0..h[1]}"),
        (&nim, NIM, true, "not any{lose([y, h[2]]) for y in 0..h[1] if y != h[2]}"),
        (&nim, NIM, true, "any{lose([y, h[2]]) for y in 0..h[1]} implies h[2] <= h[1]"),
        (
            &nim,
            NIM,
            true,
            "h[2] > h[1] or all{all{y + z <= 2 * h[1] for z in y..h[2]} for y in h[2]..h[1]}",
        ),
        (&nim, NIM, false, "any{lose([y, h[2]]) for y in 0..h[1]} implies h[2] < h[1]"),
        (&nim, NIM, false, "all{lose([y, h[2]]) for y in 0..h[1]}"),
        (&nim, NIM, false, "not all{lose([y, h[2]]) for y in 0..h[1]}"),
        (&nim, NIM, false, "any{lose([y, h[2]]) for y in 0..h[1]} or h[2] > h[1]"),
        (&nim, NIM, false, "any{lose([y, h[2]]) for y in 0..h[1]} iff h[2] <= h[1]"),
        (&nim, NIM, false, "all{y >= 0 for y in h[1] - h[2]..h[1]}"),
        (&nim, NIM, false, "all{y >= 0 for y in h[1] - h[2]..h[1]} or h[2] > h[1]"),
        (
            &nim,
            NIM,
            false,
            "(if all{y = 0 for y in 0..h[1]} then h[1] = 0 else true) and h[1] >= 0",
        ),
        // the digit at the leading place of another number
        (
            &nim,
            NIM,
            true,
            "sg > 0 implies bit(h[1], bitlen(sg) - 1) + bit(h[2], bitlen(sg) - 1) = 1",
        ),
        (&nim, NIM, true, "sg > 0 implies bit(sg, bitlen(sg) - 1) = 1"),
        (&nim, NIM, true, "sg > 0 and bit(h[1], bitlen(sg) - 1) = 1 implies sg ^ h[1] < h[1]"),
        (
            &nim,
            NIM,
            false,
            "sg > 0 implies bit(h[1], bitlen(h[2]) - 1) + bit(h[2], bitlen(sg) - 1) = 1",
        ),
        (&nim, NIM, false, "sg > 0 and bit(h[1], bitlen(sg) - 1) = 0 implies sg ^ h[1] < h[1]"),
        (&nim, NIM, false, "bit(sg, bitlen(sg) - 1) = 1"),
        (&nim, NIM, false, "sg <= h[1] + h[2] - 1"),
        (&nim, NIM, false, "sg = h[1] or sg = h[2]"),
        (&stairs, STAIRCASE, true, "h[2] > 0 implies (win iff win([h[1], h[2] - 1, h[3]]))"),
        (&stairs, STAIRCASE, false, "h[3] > 0 implies (win iff win([h[1], h[2], h[3] - 1]))"),
    ] {
        let certificate = law.implies(statement, rule);
        assert_eq!(certificate.is_some(), follows, "{statement}");
        let Some(certificate) = certificate else { continue };
        assert_eq!(certificate.accepted.law, statement);
        // with another law, or none, it does not follow
        let whole: Value = serde_json::from_str(&certificate.text).unwrap();
        for other in ["win iff true", "lose iff true", "sg = 0", ""] {
            let mut altered = whole.clone();
            altered["data"]["implied_by"] = other.into();
            assert!(checker::verify(&altered.to_string()).is_err(), "{other}");
        }
        let mut alone = whole.clone();
        alone["data"].as_object_mut().unwrap().remove("implied_by");
        assert!(checker::verify(&alone.to_string()).is_err());
    }
}
