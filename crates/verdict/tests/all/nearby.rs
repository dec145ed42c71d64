//! Statements beside refuted claims, claims beyond checking, and coordinates that are rows or sets.

use crate::words::words;
use draw::{Draw, prop_assert_eq};
use engine::{Bounds, Means};
use rule::{NoRules, Rule};
use verdict::{
    ClaimAnswer, Open, Origin, ProofBudget, Role, Verdict, attach_nearby, check, prove, unanswered,
};

const MEANS: Means<'_> = Means::silent(1 << 28);

const BASH: &str = "game bash(m = 3 in 1..)
heap n
move n -> n - k for k in 1..min(m, n)
check over m in 1..4 to n = 30
";

const LASKER: &str = "game lasker
heap n
move n -> n - k for k in 1..n
move n -> i | n - i for i in 1..n // 2
check to n = 40
";

fn rule(text: &str) -> Rule {
    let (rule, mistakes) = rule::parse(text);
    assert!(mistakes.is_empty(), "{mistakes:?}");
    rule::resolve(rule.expect("a rule"), &NoRules).expect("resolves")
}

fn verdicts(text: &str) -> Vec<Verdict> {
    check(&rule(text), &[], &NoRules, &Bounds::Check, MEANS).expect("can be checked")
}

/// What was found by varying the only claim.
fn varied(game: &str, claim: &str) -> Option<String> {
    let verdict = verdicts(&format!("{game}claim t.1{claim}\n")).remove(0);
    assert!(verdict.is_refuted(), "{claim}: {}", words(&verdict.answer));
    let found = verdict.nearby.iter().find(|nearby| nearby.origin == Origin::Varied);
    found.map(|nearby| nearby.statement.clone())
}

#[test]
fn what_is_found_or_offered_beside_a_claim_is_proved() {
    let text = format!(
        "{BASH}claim t.1: lose iff n % m = 0\nclaim t.2: sg = n\nnearby t.2: sg = n % (m + 1)\n"
    );
    let rule = rule(&text);
    let mut all = verdicts(&text);
    assert!(all.iter().flat_map(|v| &v.nearby).all(|nearby| nearby.proof.is_none()));
    prove(&rule, &[], &NoRules, &mut all, &ProofBudget::unbounded()).expect("nobody interrupts");
    let [varied] = all[0].nearby.as_slice() else { panic!("{:?}", all[0].nearby) };
    let proof = varied.proof.as_ref().expect("a proof");
    assert_eq!(
        (varied.origin, proof.members.to_string().as_str()),
        (Origin::Varied, "all values of m")
    );
    assert_eq!(proof.certificates[0].accepted.law, varied.statement);
    let [written] = all[1].nearby.as_slice() else { panic!("{:?}", all[1].nearby) };
    let proof = written.proof.as_ref().expect("a proof");
    assert_eq!((written.origin, proof.members.to_string().as_str()), (Origin::Written, "m = 1..4"));
}

#[test]
fn the_smallest_change_that_holds_is_found() {
    let bash = |claim| varied(BASH, claim);
    let found = |statement: &str| Some(statement.to_owned());
    assert_eq!(bash(": lose iff n % m = 0"), found("lose iff n % (m + 1) = 0"));
    assert_eq!(bash(": sg = (n - 1) % (m + 1)"), found("sg = n % (m + 1)"));
    assert_eq!(bash(": lose iff 0 < n % (m + 1)"), found("win iff 0 < n % (m + 1)"));
    assert_eq!(bash(": not misere iff n % (m + 1) = 0"), found("not misere iff n % (m + 1) = 1"));
    assert_eq!(
        bash(" if n > 0: lose iff n % (m + 2) = 0"),
        found("if n > 0: lose iff n % (m + 1) = 0")
    );
    assert_eq!(bash(": sg = n * n"), None);
}

#[test]
fn what_is_found_says_how_far_it_holds() {
    let verdict = verdicts(&format!("{BASH}claim t.1: lose iff n % m = 0\n")).remove(0);
    let found = &verdict.nearby[0];
    assert_eq!((found.domain.to_string().as_str(), found.judged), ("m = 1..4, n = 0..30", 124));
    assert_eq!((found.id.as_str(), found.game.as_str()), ("1", "bash"));
}

#[test]
fn a_statement_whose_sides_never_change_is_not_offered() {
    let lost = "game lost\nheap n\nmove n -> n - 2 if n > 100\ncheck to n = 50\n";
    // `win iff n % 2 = 2` is true there, and says nothing.
    assert_eq!(varied(lost, ": win iff n % 2 = 1"), None);
}

#[test]
fn the_rule_may_offer_statements_of_its_own() {
    let text = format!(
        "{BASH}claim t.F2.a: lose iff n % m = 0\n\
         claim t.F2.b: win iff n % (m + 1) > 0\n\
         claim t.F20: sg = n\n\
         nearby t.F2: sg = n % (m + 1)\n\
         nearby t.F2: sg = n\n"
    );
    let all = verdicts(&text);
    let origins: Vec<Origin> = all[0].nearby.iter().map(|nearby| nearby.origin).collect();
    assert_eq!(origins, [Origin::Written, Origin::Reading]);
    assert_eq!(all[0].nearby[0].statement, "sg = n % (m + 1)");
    assert_eq!(all[0].nearby[1].id, "F2.b");
    assert!(all[2].is_refuted() && all[2].nearby.is_empty());
    assert_eq!((all[3].role, all[4].role), (Role::Nearby, Role::Nearby));
    assert!(all[3].holds() && !all[4].holds() && !all[4].is_refuted());
    let mut again = all.clone();
    attach_nearby(&mut again);
    assert_eq!(again, all);
}

#[test]
fn claims_beyond_checking_need_no_game() {
    let text = "game plate-game\ntitle \"Plates\"\n\
                claim survey.S1 \"first wins\" beyond \"positions are a continuum\"\n";
    let all = verdicts(text);
    let why = Open::because("positions are a continuum".to_owned());
    assert_eq!(all[0].answer, ClaimAnswer::CannotCheck { why });
    assert_eq!((all[0].statement.as_str(), all[0].domain.to_string().as_str()), ("", ""));
    let text = format!("{BASH}claim t.1: lose iff n % (m + 1) = 0\nclaim t.2 beyond \"no time\"\n");
    let all = verdicts(&text);
    assert!(all[0].holds());
    assert_eq!(words(&all[1].answer), "cannot be checked: no time");
    let why: Vec<String> =
        unanswered(&rule(&text), &"too large".into()).iter().map(|v| words(&v.answer)).collect();
    assert_eq!(why, ["cannot be checked: too large", "cannot be checked: no time"]);
}

/// The answers to claims `t.0`, `t.1`, ... added to a rule, as sentences.
fn answers(game: &str, claims: &[&str]) -> Vec<String> {
    let mut text = game.to_owned();
    for (i, claim) in claims.iter().enumerate() {
        text.push_str(&format!("claim t.{i} {claim}\n"));
    }
    verdicts(&text).iter().map(|verdict| words(&verdict.answer)).collect()
}

#[test]
fn rows_and_sets_are_coordinates() {
    let row = "game row(m = 3)\nstate (h[m])\nmove h[i] -> h[i] - t for i in 1..m, t in 1..h[i]\n\
               check to h = 3\n";
    let said = answers(
        row,
        &[
            ": sg = xor(h)",
            ": win",
            ": h[1] <= h[2]",
            ": sg(h[1..m]) = sg",
            ": sum(h) != 2 or h[1] = 0",
        ],
    );
    assert_eq!(said[0], "holds up to m = 3, h[1..3] = 0..3 (64 judged)");
    assert_eq!(said[1], "fails at h = [0, 0, 0] with m = 3: `win` is false");
    assert_eq!(said[2], "fails at h = [1, 0, 0] with m = 3: `h[1] <= h[2]` is false");
    assert_eq!(said[3], said[0]);
    assert!(said[4].starts_with("fails at h = [1, 0, 1] with m = 3"), "{}", said[4]);
    let set = "game marks(n = 4)\nstate (A subset 1..n)\nmove A -> A - {x} for x in A\n\
               check over n in 3..4\n";
    let said = answers(
        set,
        &[
            ": sg = size(A) % 2",
            ": size(A) < 2 or 1 in A",
            ": 4 not in A or 2 in A",
            ": sg({1}) = 1 and win({2}) and not win(A - A)",
            ": size(A) < 2 or max(A) < 3",
        ],
    );
    assert_eq!(said[0], "holds up to n = 3..4, A subset 1..(3 to 4) (24 judged)");
    assert!(said[1].starts_with("fails at A = {2, 3} with n = 3: "), "{}", said[1]);
    assert!(said[2].starts_with("fails at A = {4} with n = 4: "), "{}", said[2]);
    assert_eq!(said[3], said[0]);
    assert!(said[4].starts_with("fails at A = {1, 3} with n = 3: "), "{}", said[4]);
}

#[test]
fn a_number_of_heaps_is_part_of_the_position() {
    let nim = "game nim(k = 2 in 1.., m = 1 in 1..)\nstate heaps h[k]\n\
               move one of h[i]: h[i] - t for t in 1..min(m, h[i])\n\
               check over k in 1..3, m in 1..3 to h = 4\n";
    // m alone is a numeric parameter: the least m counts before the position, and the size of the
    // position before the number of heaps.
    let said =
        answers(nim, &[": sg < 2 or k = 1", ": sum(h) < 3", ": m < 2 or sum(h) < 4 or k != 2"]);
    assert!(said[0].starts_with("fails at h1 = 0, h2 = 2 with k = 2, m = 2"), "{}", said[0]);
    assert!(said[1].starts_with("fails at h1 = 3 with k = 1, m = 1"), "{}", said[1]);
    assert!(said[2].starts_with("fails at h1 = 0, h2 = 4 with k = 2, m = 2"), "{}", said[2]);
}

#[test]
fn starts_may_have_several_sizes() {
    let game = "game two\nstate (a, b)\nmove (a - t, b) for t in 1..a\nmove (a, b - t) for t in 1..b\n\
                start (n, m from 1): (n, m)\ncheck to a = 6, b = 6, n = 4, m = 3\n";
    let said = answers(game, &["on starts: win iff n != m", "on starts: sg = n + m"]);
    assert_eq!(said[0], "holds up to n = 0..4, m = 1..3 (15 judged)");
    assert_eq!(said[1], "fails at n = 1, m = 1: table says 0, claim says 2");
}

#[test]
fn options_may_be_asked() {
    let said = answers(
        LASKER,
        &[
            "if n <= 14: sg = mex(sg of options)",
            "if n <= 14: win iff any{w = 0 for w in win of options}",
            "if n <= 9: size(sg of options) = n",
        ],
    );
    assert!(said[0].starts_with("holds up to n = 0..40 (15 judged)"), "{}", said[0]);
    assert_eq!(said[1], said[0]);
    // 2 -> 0, 1, 1 | 1: three distinct options.
    assert!(said[2].starts_with("fails at n = 2: "), "{}", said[2]);
}

#[test]
fn partizan_games_have_numbers() {
    let game = "game cake\nstate (x from 1, y from 1)\n\
                left cut: (i, y) | (x - i, y) for i in 1..x // 2\n\
                right cut: (x, i) | (x, y - i) for i in 1..y // 2\n\
                check to x = 6, y = 6\n";
    let said = answers(
        game,
        &[
            "if y = 1: numerator = x - 1 and exponent = 0",
            ": numerator < 5",
            ": left or right or x = y or exponent = 0",
            "if x = 1 and y = 1: left((3, 1) | (1, 2))",
        ],
    );
    assert!(said[0].starts_with("holds"), "{}", said[0]);
    assert!(said[1].starts_with("fails at x = 6, y = 1: "), "{}", said[1]);
    assert!(said[2].starts_with("holds"), "{}", said[2]);
    assert!(!said[3].is_empty());
}

/// A true law with one constant altered gets the true law back.
#[test]
fn an_altered_constant_is_restored() {
    let laws = [
        (BASH, "lose iff n % (m + |1|) = |0|"),
        (BASH, "sg = n % (m + |1|)"),
        (LASKER, "if n > 0: sg = [n - |1|, n, n, n + |1|][n % |4|]"),
        (BASH, "win iff n % (m + |1|) > |0|"),
        (
            LASKER,
            "if n > 0: sg = n + (if n % |4| = |3| then |1| else 0) - (if n % |4| = |0| then |1| else 0)",
        ),
    ];
    let input = |d: &mut Draw| (d.pick(&laws), d.size(0..6), d.pick(&[1, -1]));
    draw::check(24, input, |((game, law), which, by)| {
        let mut pieces: Vec<String> = law.split('|').map(String::from).collect();
        let law = pieces.concat();
        let constants = pieces.len() / 2;
        let constant = &mut pieces[2 * (which % constants) + 1];
        *constant = (constant.parse::<i64>().unwrap() + by).to_string();
        let altered = pieces.concat();
        let separator = if altered.starts_with("if") { " " } else { ": " };
        let all = verdicts(&format!("{game}claim t.1{separator}{altered}\n"));
        // Some alterations mean the same: a modulus of lists that never see the difference.
        if let ClaimAnswer::Fails { .. } = all[0].answer {
            let found: Vec<&str> = all[0].nearby.iter().map(|n| n.statement.as_str()).collect();
            prop_assert_eq!(found, [law.as_str()], "from {}", altered);
        }
        Ok(())
    });
}
