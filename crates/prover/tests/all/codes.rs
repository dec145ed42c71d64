//! Published periods of octal games are proved, and nothing else is.

use prover::{Certified, Question, Unproved, prove};

/// Octal games known to be periodic, as collected from the sources named in the file.
const PUBLISHED: &str = include_str!("../../../cli/tests/data/octal_periods.csv");

fn ask(rule: &str, law: Option<&str>, to: usize) -> Result<Certified, Unproved> {
    let (rule, law) = (rule.to_owned(), law.map(str::to_owned));
    let (parameters, quantity) = (Vec::new(), "sg".into());
    prove(&Question { rule, parameters, quantity, law, to })
}

#[test]
fn published_periods_are_proved() {
    let mut proved = 0;
    for line in PUBLISHED.lines().filter(|line| line.starts_with("octal:")) {
        let fields: Vec<&str> = line.split(';').collect();
        let number = |i: usize| fields[i].parse::<u64>().expect("a number");
        let (preperiod, period) = (number(1), number(2));
        // Longer ones take a release build.
        if preperiod + period > 10_000 || number(3) != 0 {
            continue;
        }
        let Ok(certificate) = ask(fields[0], None, 100_000) else { panic!("{line} is not proved") };
        let law = format!("n >= {preperiod} implies sg(n + {period}) = sg(n)");
        assert_eq!(certificate.accepted.law, law, "{line}");
        assert_eq!(checker::verify(&certificate.text).as_ref(), Ok(&certificate.accepted));
        proved += 1;
    }
    assert!(proved > 80, "{proved} of them");
}

#[test]
fn a_limit_of_work_ends_every_search_of_a_period() {
    const UNITS: u64 = 20_000;
    // Piles that split into three; no sparse space; a sparse space.
    for rule in ["hex:0.3F", "octal:0.3477", "octal:0.6"] {
        let before = patience::spent();
        let outcome = patience::within_work(UNITS, || ask(rule, None, 10_000_000));
        assert!(matches!(outcome, Err(Unproved::Interrupted)), "{rule}");
        let spent = patience::spent() - before;
        assert!((UNITS..2 * UNITS).contains(&spent), "{rule}: {spent}");
    }
}

#[test]
fn unsolved_games_get_no_period() {
    // Unsolved according to Winning Ways (2001), chapter 4, and tczajka/octal-games.
    for rule in ["octal:0.007", "octal:0.6", "octal:0.04", "octal:0.74"] {
        let outcome = ask(rule, None, 3000);
        assert!(outcome.is_err(), "{rule}: {outcome:?}");
    }
}

#[test]
fn altered_laws_are_never_proved() {
    let stated = "n >= 71 implies sg(n + 12) = sg(n)";
    assert!(ask("octal:0.77", Some(stated), 1000).is_ok());
    for altered in [
        "n >= 70 implies sg(n + 12) = sg(n)",
        "n >= 71 implies sg(n + 11) = sg(n)",
        "n >= 71 implies sg(n + 12) = sg(n) + 1",
        "sg = n % 12",
    ] {
        let outcome = ask("octal:0.77", Some(altered), 1000);
        assert!(outcome.is_err(), "{altered}: {outcome:?}");
    }
}

#[test]
fn rules_that_spell_a_code_have_its_period() {
    let others = ["i | n - t - i for t in 1..2, i in 0..n - t", "i - 1 | n - i for i in 1..n"];
    let pairs = [
        "i | n - 2 - i for i in 0..n - 2",
        "n - 2 - i | i for i in 0..(n - 2) // 2",
        "i - 1 | n - i - 1 for i in 1..n - 1",
    ];
    let period = |moves: &str, law| ask(&format!("game g\nheap n\nmove n -> {moves}\n"), law, 400);
    let law = Some("n >= 53 implies sg(n + 34) = sg(n)");
    for moves in pairs {
        assert!(period(moves, law).is_ok(), "{moves}");
    }
    assert!(period(others[0], Some("n >= 71 implies sg(n + 12) = sg(n)")).is_ok());
    assert!(period(others[1], Some("n >= 0 implies sg(n + 2) = sg(n)")).is_ok());
    // a division is missing, or one heap more
    for moves in ["i | n - 2 - i for i in 1..n - 2", "i | n - 2 - i for i in 0..n - 1"] {
        assert!(period(moves, law).is_err(), "{moves}");
    }
}

#[test]
fn other_rules_and_too_few_values() {
    let grundy = "game g\nheap n\nmove n -> i | n - i  for i in 1..(n - 1) // 2\n";
    let primes = "subtract:primes";
    for (rule, to) in [(grundy, 100), (primes, 100), ("octal:0.77", 166), ("octal:9.9", 100)] {
        assert!(ask(rule, None, to).is_err(), "{rule}");
    }
    assert!(ask("octal:0.77", None, 167).is_ok());
}
