//! Periods and laws of the bundled rules about one heap or coin, proved for all sizes; altered laws
//! never are.

use prover::{Certified, Question, Unproved, prove};

macro_rules! rule {
    ($name:literal) => {
        include_str!(concat!("../../../../rules/", $name, ".game"))
    };
}

type Parameters<'a> = &'a [(&'a str, &'a str)];

fn ask(
    rule: &str,
    parameters: Parameters,
    quantity: &str,
    law: Option<&str>,
) -> Result<Certified, Unproved> {
    let parameters = parameters.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect();
    let (rule, law) = (rule.to_owned(), law.map(str::to_owned));
    let question = Question { rule, parameters, quantity: quantity.into(), law, to: 20_000 };
    let outcome = prove(&question);
    if let Ok(certificate) = &outcome {
        assert_eq!(checker::verify(&certificate.text).as_ref(), Ok(&certificate.accepted));
    }
    outcome
}

fn law(rule: &str, parameters: Parameters, quantity: &str) -> String {
    match ask(rule, parameters, quantity, None) {
        Ok(certificate) => certificate.accepted.law,
        Err(why) => panic!("{rule}: {why}"),
    }
}

#[test]
fn periods_are_found() {
    let sg = |rule, parameters| law(rule, parameters, "sg");
    assert_eq!(sg(rule!("heap/bash"), &[("m", "3")]), "n >= 0 implies sg(n + 4) = sg(n)");
    assert_eq!(sg("allbut:2,3", &[]), "n >= 0 implies sg(n + 4) = sg(n) + 2");
    assert_eq!(sg(rule!("heap/split-only"), &[("c", "1")]), "n >= 1 implies sg(n + 2) = sg(n)");
    assert_eq!(
        law(rule!("heap/subtraction"), &[("S", "2,5,64")], "misere"),
        "n >= 0 implies (misere(n + 66) iff misere(n))"
    );
    let coins = rule!("coins/coin-upto2");
    assert_eq!(sg(coins, &[("base", "1")]), "x >= 1 implies sg(x + 1) = sg(x) + 1");
}

#[test]
fn subtraction_sets_have_the_periods_of_their_tables() {
    for set in ["1,2,5", "2,3,7", "4,7,12", "3,5,11,17", "6,10,15", "1,8,9,31"] {
        let rule = format!("subtract:{set}");
        let taken: Vec<usize> = set.split(',').map(|t| t.parse().unwrap()).collect();
        for quantity in ["win", "misere"] {
            let stated = law(&rule, &[], quantity);
            let numbers: Vec<usize> = stated
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|part| part.parse().ok())
                .collect();
            let [preperiod, period] = numbers[..] else { panic!("{stated}") };
            let mut wins: Vec<bool> = Vec::new();
            for n in 0..3000 {
                let options: Vec<bool> =
                    taken.iter().filter(|&&t| t <= n).map(|&t| wins[n - t]).collect();
                let is_stuck = options.is_empty();
                wins.push(options.contains(&false) || (is_stuck && quantity == "misere"));
            }
            for n in preperiod..3000 - period {
                assert_eq!(wins[n], wins[n + period], "{set} {stated} at {n}");
            }
            // neither number can be less
            let from = |n: usize| preperiod == 0 || wins[n] == wins[n + period];
            assert!(preperiod == 0 || !from(preperiod - 1), "{set} {stated}");
            let shorter = |p: usize| (1000..2000).all(|n| wins[n] == wins[n + p]);
            assert!(!(1..period).any(shorter), "{set} {stated}");
        }
    }
}

#[test]
fn laws_are_proved_and_altered_ones_are_not() {
    let bash = rule!("heap/bash");
    let range = rule!("heap/range-bash");
    let cases: &[(&str, Parameters, &str, &str, &[&str])] = &[
        (bash, &[("m", "6")], "sg", "sg = n % (m + 1)", &["sg = n % m", "sg = n % 7 + 1"]),
        (
            bash,
            &[("m", "4")],
            "win",
            "(lose iff n % (m + 1) = 0) and (n % (m + 1) != 0 implies lose(n - n % (m + 1)))",
            &[
                "(lose iff n % (m + 1) = 0) and (n % (m + 1) != 0 implies lose(n - n % m))",
                "(lose iff n % (m + 2) = 0) and true",
            ],
        ),
        (
            range,
            &[("x", "3"), ("y", "5")],
            "win",
            "lose iff n % (x + y) < x",
            &["lose iff n % (x + y) <= x", "lose iff n % (x + y) < x or n = 10003"],
        ),
        (
            range,
            &[("x", "3"), ("y", "5")],
            "misere",
            "not misere iff n % (x + y) in x..y",
            &["not misere iff n % (x + y) <= x and n % (x + y) != 0"],
        ),
        (
            rule!("coins/coin-consec"),
            &[("k", "5")],
            "sg",
            "sg = if x % k = 0 then 1 else 0",
            &["sg = if x % k = 1 then 1 else 0", "sg = if x % (k + 1) = 0 then 1 else 0"],
        ),
        (
            rule!("coins/coin-left-k"),
            &[("k", "4"), ("alone", "near")],
            "sg",
            "sg = x % (k + 1)",
            &["sg = x % k", "sg = (x + 1) % (k + 1)"],
        ),
        (rule!("coins/coin-exact2"), &[], "sg", "sg = x", &["sg = x + 1", "sg = x - x // 50"]),
        (
            rule!("heap/take-1-2-all"),
            &[],
            "sg",
            "sg = if n = 0 then 0 else (n - 1) % 3 + 1",
            &["sg = n % 4", "sg = (n + 2) % 3 + 1"],
        ),
    ];
    for (rule, parameters, quantity, law, wrong) in cases {
        let outcome = ask(rule, parameters, quantity, Some(law));
        assert!(outcome.is_ok(), "{law}: {outcome:?}");
        for law in *wrong {
            let outcome = ask(rule, parameters, quantity, Some(law));
            assert!(outcome.is_err(), "{law}: {outcome:?}");
        }
    }
}

#[test]
fn what_has_no_proof_says_why() {
    let why = |rule, parameters, quantity, law| match ask(rule, parameters, quantity, law) {
        Err(why) => why.to_string(),
        Ok(certificate) => panic!("{}", certificate.accepted.law),
    };
    assert!(why(rule!("heap/grundy"), &[], "sg", None).contains("every split"));
    assert!(why(rule!("heap/lasker"), &[], "sg", None).contains("split"));
    assert!(why("subtract:primes", &[], "sg", None).contains("not listed"));
    assert!(why("subtract:3,200", &[], "remoteness", None).contains("remoteness"));
    let law = Some("sg = n % 5");
    assert!(why(rule!("heap/bash"), &[("m", "3")], "sg", law).contains("n = 4"));
    assert!(why(rule!("coins/ruler"), &[], "sg", None).contains("grows"));
}

#[test]
fn rows_of_pairs() {
    let row = |rule: &str, parameters: Parameters, quantity: &str, law: &str| match ask(
        rule,
        parameters,
        quantity,
        Some(law),
    ) {
        Ok(certificate) => certificate.accepted.law,
        Err(why) => panic!("{law}: {why}"),
    };
    let wythoff = rule!("pair/wythoff");
    // by definition
    const END: usize = 400;
    let mut table = vec![vec![0usize; 8]; END];
    for a in 0..END {
        for b in 0..8 {
            let mut met = vec![false; 3 * END];
            (0..a).for_each(|u| met[table[u][b]] = true);
            (0..b).for_each(|v| met[table[a][v]] = true);
            (1..=a.min(b)).for_each(|t| met[table[a - t][b - t]] = true);
            table[a][b] = met.iter().position(|met| !met).unwrap();
        }
    }
    // periods and preperiods as in the papers that `checker::repeat` names
    let published = [(0, 1), (0, 3), (0, 3), (8, 6), (9, 12), (27, 24), (37, 24), (92, 24)];
    for (b, (preperiod, period)) in published.into_iter().enumerate() {
        let law = row(wythoff, &[], "sg", &format!("b = {b} implies ?"));
        let repeats = format!("sg(a + {period}, b) = sg(a, b) + {period}");
        assert_eq!(law, format!("b = {b} implies (a >= {preperiod} implies {repeats})"));
        let holds = |a: usize| table[a + period][b] == table[a][b] + period;
        assert!((preperiod..END - period).all(holds), "{law}");
        assert!(preperiod == 0 || !holds(preperiod - 1), "{law}");
        for wrong in [
            repeats.replace("(a +", "(1 + a +"),
            repeats.replace(&format!("+ {period}, b"), &format!("+ {}, b", period + 1)),
            format!("{repeats} + 1"),
        ] {
            let wrong = format!("b = {b} implies (a >= {preperiod} implies {wrong})");
            let outcome = ask(wythoff, &[], "sg", Some(&wrong));
            assert!(outcome.is_err(), "{wrong}");
        }
    }
    for (rule, parameters, quantity, asked, law) in [
        (
            wythoff,
            &[] as Parameters,
            "sg",
            "a = 2 implies ?",
            "a = 2 implies (b >= 0 implies sg(a, b + 3) = sg(a, b) + 3)",
        ),
        (
            wythoff,
            &[],
            "sg",
            "b = 1 implies sg = ?",
            "b = 1 implies (sg = [1, 2, 0][a % 3] + 3 * (a // 3))",
        ),
        (
            wythoff,
            &[],
            "win",
            "b = 3 implies ?",
            "b = 3 implies (a >= 6 implies (win(a + 1, b) iff win(a, b)))",
        ),
        (
            wythoff,
            &[],
            "win",
            "b = 3 implies win iff ?",
            "b = 3 implies (win iff (if a < 6 then [1, 1, 1, 1, 1, 0][a] else 1) = 1)",
        ),
    ] {
        assert_eq!(row(rule, parameters, quantity, asked), law);
    }
    let extended = rule!("pair/wythoff-ext");
    assert_eq!(
        row(extended, &[("d", "0")], "sg", "b = 3 implies ?"),
        row(wythoff, &[], "sg", "b = 3 implies ?")
    );
    row(extended, &[("d", "2")], "sg", "b = 2 implies ?");
    row(extended, &[("d", "2")], "misere", "b = 2 implies (a > 9 implies misere)");
}
