//! Values by parts against the definition of the rule, at every position of small games.

use super::Apart;
use crate::game::Game;
use crate::progress::Means;
use crate::request::{Bounds, Kernel, Positions, Request};
use crate::search::position::Component;
use crate::search::searches::Valued as _;
use draw::{Draw, check};
use expr::ast::Quantity;
use rule::NoRules;

pub(super) const MEANS: Means<'_> = Means::silent(1 << 28);

pub(super) fn compile(text: &str) -> Option<Game> {
    let (rule, mistakes) = rule::parse(text);
    assert!(mistakes.is_empty(), "{text}\n{mistakes:?}");
    Game::compile(&rule::bind(&rule?, &[]).expect(text), &NoRules).ok()
}

/// The values of all positions by the definition of the rule; none where it has no values.
fn defined(game: &Game, text: &str) -> Vec<(Vec<i64>, i64)> {
    let request = Request {
        kernel: Kernel::Oracle,
        ..Request::of(Quantity::Sg, Bounds::Usual, Positions::All)
    };
    let Ok(table) = game.table(&request, MEANS) else { return Vec::new() };
    let values = &table.column("sg").expect(text).values;
    let cells = (0..table.cells()).filter(|&cell| table.is_present(cell));
    cells.map(|cell| (table.position(cell), values.get(cell))).collect()
}

/// How many positions are valued by parts. Each has the value that the definition gives it.
fn valued(text: &str, game: &Game) -> usize {
    let all = defined(game, text);
    let Some(mut apart) = Apart::of(game, MEANS) else { return 0 };
    let mut valued = 0;
    for (at, sg) in &all {
        let sum = [Component::own(at.clone())];
        for asked in 0..3 {
            let has = apart.has_value(&sum, asked).expect(text);
            assert!(
                has.is_none_or(|has| has == (i64::from(asked) == *sg)),
                "{text}at {at:?}: {asked}"
            );
        }
        if let Some(value) = apart.value_of(&sum).expect(text) {
            assert_eq!(i64::from(value), *sg, "{text}at {at:?}");
            valued += 1;
        }
    }
    assert!(valued == 0 || valued == all.len(), "{text}: {valued} of {}", all.len());
    valued
}

#[track_caller]
fn assert_parts(rest: &str) {
    let text = format!("game g\n{rest}\n");
    let game = compile(&text).expect(rest);
    assert!(valued(&text, &game) > 0, "{rest}");
}

#[track_caller]
fn assert_whole(rest: &str) {
    let text = format!("game g\n{rest}\n");
    let game = compile(&text).expect(rest);
    assert_eq!(valued(&text, &game), 0, "{rest}");
}

#[test]
fn games_on_strips_boards_and_graphs_are_valued_by_parts() {
    assert_parts(
        "state (F subset 1..8)\nmove F -> F - {x} for x in F\nmove F -> F - {x, x + 1} for x in F if x + 1 in F",
    );
    assert_parts("state (F subset 0..7)\nmove F -> F - {x - 1..x + 1} for x in F");
    assert_parts(
        "state (F subset 1..9)\nmove F -> F - {x, x + 1} for x in F if x + 1 in F and x % 3 != 0\nmove F -> F - {x, x + 3} for x in F if x + 3 in F",
    );
    assert_parts(
        "state (F subset 1..6)\nlet edge(v, w) = v * w % 5 = 1 or v + w = 7\n\
         move F -> F - {x; y for y in 1..6 if edge(x, y)} for x in F",
    );
    assert_parts(
        "state (F subset 1..6)\nmove F -> F - {x, y} for x in 1..5, y in x + 1..6 if x in F and y in F and y - x != 3",
    );
    // Poset games, whose elements hardly come apart.
    assert_parts(
        "state (F subset 1..7)\nlet above(x, y) = y % x = 0\n\
         move F -> F - {y for y in x..7 if above(x, y)} for x in F",
    );
}

#[test]
fn guards_may_ask_for_elements_that_are_there_and_that_are_not() {
    assert_parts("state (F subset 1..8)\nmove F -> F - {x} for x in F if x + 1 not in F");
    assert_parts("state (F subset 1..8)\nmove F -> F - {x} for x in F if x - 1 in F or x + 1 in F");
    assert_parts(
        "state (F subset 1..8)\nmove F -> F - {x} for x in F if not any{y in F for y in {x - 1, x + 2}}",
    );
    assert_parts(
        "state (F subset 1..8)\nmove F -> F - {x..x + 2} for x in 1..6 if all{y in F for y in x..x + 2}",
    );
    assert_parts(
        "state (F subset 1..8)\nmove F -> F - {x, x + 2} for x in F if size(F & {x..x + 2}) = 2",
    );
    assert_parts(
        "state (F subset 1..8)\nmove F -> F - {x} for x in F if x + 1 in F iff x + 2 in F",
    );
    assert_parts(
        "state (F subset 1..8)\nmove F -> F - {x} for x in F if F & {x + 1, x + 3} = {x + 3}",
    );
}

#[test]
fn sets_that_grow_several_sets_and_numbers_that_stay_are_no_hindrance() {
    assert_parts(
        "state (M subset 1..8)\nmove M -> M + {x} for x in 1..8 if not any{y in M for y in {x - 1, x, x + 1}}",
    );
    assert_parts(
        "state (A subset 1..4, B subset 1..4)\nmove A -> A - {x}, B -> B - {x} for x in A if x in B\nmove A -> A - {x, x + 1} for x in A if x + 1 in A and x not in B",
    );
    assert_parts(
        "state (A subset 1..4, B subset 1..4)\nmove A -> A - {x}, B -> B + {x} for x in A if x not in B and x + 1 not in B",
    );
    // B never changes: its elements say where moves are possible.
    assert_parts(
        "state (A subset 1..4, B subset 1..4)\nmove A -> A - {x, x + 1} for x in A if x + 1 in A and x not in B",
    );
    assert_parts(
        "state (k in 1..2, F subset 1..6)\nmove F -> F - {x, x + k} for x in F if x + k in F",
    );
    assert_parts(
        "state (k in 1..6, F subset 1..6) where all{x <= k for x in F}\nmove F -> F - {x} for x in F if x != k",
    );
    assert_parts("state (k in 0..1, F subset 1..6)\nmove (k, F) -> (k, F - {x - k..x}) for x in F");
}

/// Rules whose parts have to do with each other, or that play has other ends or ways for.
#[test]
fn rules_whose_moves_look_at_the_whole_are_left_alone() {
    let strip = "state (F subset 1..7)\nmove F -> F - {x} for x in F";
    for guard in [
        "size(F) % 2 = 0",
        "size(F) > 2 or x = 1",
        "x = min(F)",
        "sum{y for y in F} % 3 != 0",
        "count{y in F for y in 1..7} < 5",
        "xor{y for y in F} != x",
    ] {
        assert_whole(&format!("{strip} if {guard}"));
    }
    assert_whole("state (F subset 1..7)\nmove F -> F - {x} for x in F\nlose if size(F) = 2");
    assert_whole(
        "state (F subset 1..7)\nmove F -> F - {x} for x in F if x > 1 when stuck\nmove F -> F - {x} for x in F if x + 1 in F",
    );
    assert_whole("state (F subset 1..7)\nmove F -> F - {x} | {1} for x in F if x > 1");
    assert_whole("state (F subset 1..7)\nmove F -> none for x in F if x = 3");
    assert_whole("state (F subset 1..7)\nmove F -> F - {1..x} for x in 1..size(F)");
    assert_whole("state (A subset 1..4, B subset 1..4)\nmove A -> B, B -> A - {x} for x in A");
    let numbers = "state (k in 1..3, F subset 1..5)";
    assert_whole(&format!("{numbers}\nmove (k, F) -> (k % 3 + 1, F - {{x}}) for x in F"));
    // Elements that go and come.
    assert_whole(
        "state (F subset 1..6)\nmove F -> F - {x} + {x - 1} for x in F if x > 1 and x - 1 not in F\nmove F -> F - {1} if 1 in F",
    );
    assert_whole(
        "state (F subset 1..7)\nmove F -> if x + 1 in F then F - {x} else F - {x - 1, x} for x in F",
    );
    assert_whole(
        "state (F subset 1..7) where size(F) != 3\nmove F -> F - {x, x + 1, x + 2, x + 3} for x in F if all{y in F for y in x..x + 3}",
    );
    for way in ["play every", "stuck wins", "win if size(F) = 1"] {
        let game = compile(&format!("game g\n{strip}\n{way}\n")).expect(way);
        assert!(Apart::of(&game, MEANS).is_none(), "{way}");
    }
}

/// Conditions on the whole that can be read as conditions on elements: they join all parts.
#[test]
fn guards_that_join_all_elements_are_read() {
    let strip = "state (F subset 1..7)\nmove F -> F - {x} for x in F";
    for guard in ["F != {1, 3, 5, 7}", "any{y > x for y in F}", "7 in F or 1 in F"] {
        assert_parts(&format!("{strip} if {guard}"));
    }
}

/// A condition on elements around x.
/// A guard of so many levels.
fn guard(d: &mut Draw, depth: usize) -> String {
    const PLACE: &str = "<x + 0|x - 1|x + 1|x - 2|x + 2>";
    let Some(less) = depth.checked_sub(1) else {
        let atom = d.pick(&[
            "P in F",
            "P in F",
            "P in F",
            "P not in F",
            "P not in F",
            "P not in F",
            "size(F) != 3",
            "x % <2..4> != <0..3>",
            "size(F & {x, P}) = <0..3>",
            "any{y in F for y in {P, P}}",
            "all{y not in F for y in {P, P}}",
        ]);
        return d.text(&atom.replace('P', PLACE));
    };
    if !d.chance([25, 90][less]) {
        return guard(d, less);
    }
    match d.flag() {
        false => format!("(not {})", guard(d, less)),
        true => {
            let link = d.pick(&["and", "or", "implies"]);
            format!("({} {link} {})", guard(d, less), guard(d, less))
        }
    }
}

pub(super) fn some_move(d: &mut Draw) -> String {
    let others = d.many(0..3, |d| d.text("<, x + 0|, x - 1|, x + 1|, x - 2|, x + 2>")).concat();
    let guard = guard(d, 2);
    match d.size(0..8) {
        0..=4 => format!("move F -> F - {{x{others}}} for x in F if {guard}"),
        5 => format!("move F -> F + {{x{others}}} for x in 1..6 if x not in F and {guard}"),
        6 => {
            format!("move F -> F - {{y for y in F if y = x or y = x + 2}} for x in F if {guard}")
        }
        _ => format!("move F -> F & ({{1..x - 1}} + {{x + 1..6}}) for x in F if {guard}"),
    }
}

#[test]
fn random_rules_have_the_values_of_their_definition() {
    let input = |d: &mut Draw| d.many(1..3, some_move);
    check(300, input, |moves| {
        let text = format!("game g\nstate (F subset 1..6)\n{}\n", moves.join("\n"));
        if let Some(game) = compile(&text) {
            valued(&text, &game);
        }
        Ok(())
    });
}

/// Most random rules are valued by parts, so that the test above says something.
#[test]
fn random_rules_are_valued_by_parts() {
    let mut d = Draw::deterministic();
    let all = (0..100).filter_map(|_| {
        let text = some_move(&mut d);
        compile(&format!("game g\nstate (F subset 1..6)\n{text}\n"))
    });
    let (mut rules, mut parted) = (0, 0);
    for game in all {
        rules += 1;
        let mut whole = [0b11_1111, 0].into_iter();
        let fits =
            |at| Apart::of(&game, MEANS).is_some_and(|mut apart| apart.fits(&[at]) == Ok(true));
        parted += usize::from(whole.all(fits));
    }
    assert!(rules > 60 && 2 * parted > rules, "{parted} of {rules}");
}
