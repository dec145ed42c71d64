use super::*;
use crate::request::Extent;
use crate::watch::Alone;
use crate::{Task, ToProve, certificate};
use engine::{Bounds, Positions};

const KAYLES: &str = "game kayles(n = 9 in 1..)\nstate (F subset 1..n)\n\
                      move one: F -> F - {x} for x in F\n\
                      move two: F -> F - {x, x + 1} for x in F if x + 1 in F\n\
                      start k: ({1..k})\ntable sg, moves to k = n";

fn column(input: &Input, extent: &Extent) -> Result<Vec<i64>> {
    let game = input.game()?;
    let request = input.sized(extent, &game, &Alone);
    let table = Task { input, game: &game, request: &request }.tabulate(&Alone)?.table;
    Ok(table.columns[0].values.iter().collect())
}

#[test]
fn longer_strips_are_heaps_and_shorter_ones_the_same() {
    let input = Input::of_text(KAYLES).unwrap();
    assert_eq!(input.strip().unwrap().name(), "octal:0.77");
    let of = |to| column(&input.clone().grown(Some(&Bounds::All(to))), &Extent::to(to)).unwrap();
    let (short, long) = (of(20), of(2000));
    assert_eq!(short, long[..=20]);
    assert!(long[71..].iter().zip(&long[83..]).all(|(a, b)| a == b));
    let grown = input.clone().grown(Some(&Bounds::All(63)));
    assert_eq!(grown.stands_for.as_deref(), Some("kayles"));
    assert_eq!(input.grown(Some(&Bounds::All(62))).stands_for, None);
    let wide = Input::of_text(&KAYLES.replace("n = 9", "n = 100")).unwrap();
    assert_eq!((wide.stands_for.as_deref(), &*wide.name), (Some("kayles"), "octal:0.77"));
    let starts = Extent { rows: Some(Positions::Starts), ..Extent::to(2000) };
    assert_eq!(column(&wide, &starts).unwrap(), long);
}

#[test]
fn moves_of_heaps_are_not_those_of_a_strip() {
    let wide = Input::of_text(&KAYLES.replace("n = 9", "n = 100")).unwrap();
    let columns = vec![Heading::Quantity(expr::ast::Quantity::Moves)];
    let why = column(&wide, &Extent { columns, ..Extent::default() }).unwrap_err();
    assert!(why.to_string().contains("shorter strips"), "{why}");
}

#[test]
fn what_is_no_strip_stays_too_large() {
    for (a, b) in [
        ("x + 1 in F", "x + 1 in F and x % 2 = 0"),
        ("x + 1 in F", "x + 1 in F and size(F) > 3"),
        ("x + 1 in F", "x + 1 in F and x < n - 3"),
    ] {
        let text = KAYLES.replace(a, b).replace("n = 9", "n = 100");
        let why = Input::of_text(&text).err().expect(&text).to_string();
        assert!(why.contains("R055"), "{why}");
        let short = Input::of_text(&KAYLES.replace(a, b)).unwrap();
        assert!(short.strip().is_none(), "{b}");
        assert_eq!(short.grown(Some(&Bounds::All(100))).stands_for, None);
    }
}

/// A number would be a size, and not a heap.
#[test]
fn strips_with_other_starts_are_not_played_as_heaps() {
    for start in ["({1..2 * k})", "({1..k} - {2})", "({2..k})"] {
        let text = KAYLES.replace("({1..k})", start);
        let short = Input::of_text(&text).unwrap();
        assert_eq!(short.strip().map(|strip| strip.is_whole), Some(false));
        assert!(Input::of_text(&text.replace("n = 9", "n = 100")).is_err());
        assert_eq!(short.grown(Some(&Bounds::All(100))).stands_for, None);
    }
}

#[test]
fn the_period_of_the_code_is_proved_of_full_strips() {
    let asked = ToProve { law: None, quantity: None, to: None, effort: ToProve::EFFORT };
    let proved = |text: &str| {
        let input = Input::of_text(text).unwrap();
        certificate(&input, &asked, &Alone).unwrap().accepted
    };
    let accepted = proved(KAYLES);
    let law = "k >= 71 implies sg = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7][k % 12]";
    assert_eq!(accepted.law, law);
    assert!(accepted.rule.starts_with("game kayles") && accepted.rule.ends_with("octal:0.77"));
    assert!(accepted.computed.to_string().contains("compared, not proved"));
    // Without starts that are full strips the law is one of the heaps.
    let other = proved(&KAYLES.replace("({1..k})", "({1..2 * k})"));
    assert_eq!((other.rule.as_str(), other.cores.len()), ("octal:0.77", 1));
}
