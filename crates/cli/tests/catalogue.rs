//! The tables of the catalogue's games, cell by cell against the searches in `brute`.

#[path = "catalogue/board.rs"]
mod board_games;
mod brute;
#[path = "catalogue/row.rs"]
mod row_games;
mod support;

use std::collections::BTreeMap;

use brute::coins::{self, Alone, Cell, Row, Second, Turns, Values};
use brute::heap::{self, Moves};
use brute::heaps::{self, Heaps};
use brute::pair::{self, Pair};
use brute::row::Cells;
use brute::{Outcome, Solver, limit};
use support::Rows;

/// Parameters and words as the rule files call them.
mod names {
    /// Number of heaps of `nim` and of `nim-misere`.
    pub(crate) const NIM_HEAPS: &str = "k";
    /// Number of heaps, and most taken, of `k-pile-bash`.
    pub(crate) const PILES: (&str, &str) = ("m", "k");
    /// Number of heaps, and most of them touched, of `moore-nim`.
    pub(crate) const MOORE: (&str, &str) = ("m", "k");
    /// Number of heaps of `new-stone-game`.
    pub(crate) const STONE_HEAPS: &str = "m";
    /// The parameter of `coin-left-k` and its words for allowed, forced, always.
    pub(crate) const ALONE: (&str, [&str; 3]) = ("alone", ["near", "forced", "always"]);
    /// The parameter of `coin-dist` and its words for always, and for members of the set.
    pub(crate) const DISTANCE_ALONE: (&str, [&str; 2]) = ("alone", ["always", "member"]);
}

const ALL: &str = "sg,win,misere";
const WITH_MOVES: &str = "sg,win,misere,moves";

/// Whether the order of a position's coordinates matters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    Matters,
    Free,
}

/// Runs `mexlab table ARGUMENTS --quantity QUANTITIES` and compares every row with `expected`;
/// every expected position must be there, and no other.
#[track_caller]
fn compare(
    arguments: &str,
    quantities: &str,
    coordinates: &[&str],
    order: Order,
    expected: impl IntoIterator<Item = (Vec<i64>, Vec<i64>)>,
) {
    let canonical = |mut position: Vec<i64>| {
        if order == Order::Free {
            position.sort_unstable();
        }
        position
    };
    let expected: BTreeMap<Vec<i64>, Vec<i64>> =
        expected.into_iter().map(|(position, cells)| (canonical(position), cells)).collect();
    assert!(!expected.is_empty());
    let columns: Vec<&str> = coordinates.iter().copied().chain(quantities.split(',')).collect();
    let rows = Rows::of(&format!("{arguments} --quantity {quantities}")).columns(&columns);

    let mut missing = expected.clone();
    let mut wrong = Vec::new();
    for row in rows {
        let (position, cells) = row.split_at(coordinates.len());
        let position = canonical(position.to_vec());
        missing.remove(&position);
        match expected.get(&position) {
            Some(right) if right == cells => {}
            Some(right) => wrong.push(format!("{position:?}: {cells:?}, should be {right:?}")),
            None => wrong.push(format!("{position:?}: no position of the game in this box")),
        }
    }
    wrong.extend(missing.keys().map(|position| format!("{position:?}: missing")));
    let some: Vec<String> = wrong.iter().take(6).cloned().collect();
    assert!(
        wrong.is_empty(),
        "mexlab table {arguments}: {} of {} rows differ in ({quantities})\n{}",
        wrong.len(),
        expected.len(),
        some.join("\n")
    );
}

/// Outcomes at `first`, `first + 1`, ... as rows.
fn rows(first: i64, outcomes: &[Outcome], quantities: &str) -> Vec<(Vec<i64>, Vec<i64>)> {
    (first..).zip(outcomes).map(|(n, outcome)| (vec![n], outcome.cells(quantities))).collect()
}

/// Nim-values of heaps 0, 1, ... as rows with `sg` and `win`.
fn value_rows(values: &[u32]) -> Vec<(Vec<i64>, Vec<i64>)> {
    let cells = |&value: &u32| vec![i64::from(value), i64::from(value != 0)];
    (0..).zip(values).map(|(n, value)| (vec![n], cells(value))).collect()
}

/// A game on one heap, all three quantities by whole positions.
#[track_caller]
fn heap_game(game: &str, to: u32, moves: &Moves) {
    let expected = rows(0, &heap::outcomes(moves, to), ALL);
    compare(&format!("{game} --to {to}"), ALL, &["n"], Order::Matters, expected);
}

/// A game whose options are sums: nim-values far, misere play near.
#[track_caller]
fn sum_game(game: &str, to: u32, near: u32, moves: &Moves) {
    heap_game(game, near, moves);
    let expected = value_rows(&heap::values(moves, to));
    compare(&format!("{game} --to {to}"), "sg,win", &["n"], Order::Matters, expected);
}

/// A game on the sets of `count` elements, in column `name`.
#[track_caller]
fn sets(game: &str, name: &str, count: u32, options: impl Fn(&Cells) -> Vec<Cells>) {
    let mut solver = Solver::new(&options);
    let expected: Vec<_> = (0..1 << count)
        .map(|set: i64| {
            let position = set.cast_unsigned();
            (vec![set], solver.cells_with_moves(&position))
        })
        .collect();
    // A bound for a coordinate asks for all positions, also where starts are the usual table.
    let arguments = format!("{game} --to {name}={}", (1 << count) - 1);
    compare(&arguments, WITH_MOVES, &[name], Order::Matters, expected);
}

#[test]
fn bash() {
    for m in 1..=6 {
        heap_game(&format!("bash -p m={m}"), 120, &heap::bash(m));
    }
}

#[test]
fn bash_as_a_family() {
    let member = |m: u32| rows(0, &heap::outcomes(&heap::bash(m), 40), ALL);
    let expected = (1..=6).flat_map(|m| {
        member(m).into_iter().map(move |(n, cells)| ([vec![i64::from(m)], n].concat(), cells))
    });
    compare("bash -p m=1..6 --to 40", ALL, &["m", "n"], Order::Matters, expected);
}

#[test]
fn range_bash() {
    for (x, y) in [(1, 1), (1, 4), (2, 2), (2, 3), (2, 5), (3, 5), (3, 9), (4, 4), (5, 8), (7, 9)] {
        let parameters = format!("-p x={x} -p y={y}");
        heap_game(&format!("range-bash {parameters}"), 100, &heap::range_bash(x, y));
        heap_game(&format!("range-bash-rest {parameters}"), 100, &heap::range_bash_rest(x, y));
    }
}

#[test]
fn subtraction() {
    let sets: [&[u32]; 9] = [
        &[1],
        &[2],
        &[1, 3, 4],
        &[2, 3, 7],
        &[2, 5, 7],
        &[1, 5, 6],
        &[3, 6, 7],
        &[4, 10, 12, 13],
        &[1, 9, 33, 64],
    ];
    for set in sets {
        let words: Vec<String> = set.iter().map(u32::to_string).collect();
        let game = format!("subtraction -p S={}", words.join(","));
        heap_game(&game, 400, &heap::subtraction(|t| set.contains(&t)));
    }
}

#[test]
fn subtraction_of_every_small_set() {
    for members in 1_u32..1 << 7 {
        let set: Vec<u32> = (1..=7).filter(|t| members & (1 << (t - 1)) != 0).collect();
        if set.len() <= 3 {
            let words: Vec<String> = set.iter().map(u32::to_string).collect();
            let game = format!("subtraction -p S={}", words.join(","));
            heap_game(&game, 80, &heap::subtraction(move |t| set.contains(&t)));
        }
    }
}

#[test]
fn subtraction_of_named_sets() {
    let game = |name: &str, moves: Moves| {
        heap_game(&format!("subtraction -p S={name}"), 200, &moves);
    };
    game("squares", heap::subtraction(heap::is_square));
    game("primes", heap::subtraction(heap::is_prime));
    game("powers(2)", heap::subtraction(u32::is_power_of_two));
    game("powers(3)", heap::subtraction(|t| [1, 3, 9, 27, 81, 243].contains(&t)));
    game("factorials", heap::subtraction(|t| [1, 2, 6, 24, 120].contains(&t)));
    game("fibonacci", heap::subtraction(heap::is_fibonacci));
}

#[test]
fn mens_showdown() {
    let outcomes = heap::outcomes(&heap::subtraction(|t| [1, 5, 13].contains(&t)), 300);
    let expected = rows(0, &outcomes, "misere");
    compare("mens-showdown --to 300", "misere", &["n"], Order::Matters, expected);
}

#[test]
fn take_1_2_all() {
    heap_game("take-1-2-all", 200, &heap::take_1_2_all());
}

#[test]
fn lasker_and_its_relatives() {
    sum_game("lasker", 200, 18, &heap::lasker(1, true));
    for c in 1..=3 {
        sum_game(&format!("lasker-min2 -p c={c}"), 200, 16, &heap::lasker(c, true));
        sum_game(&format!("split-only -p c={c}"), 200, 18, &heap::lasker(c, false));
    }
}

#[test]
fn two_smaller() {
    sum_game("two-smaller", 60, 5, &heap::two_smaller(false));
    sum_game("two-smaller-stop1", 60, 5, &heap::two_smaller(true));
}

#[test]
fn grundy() {
    sum_game("grundy", 300, 24, &heap::grundy());
}

/// A row of coins: nim-values far, all quantities of single heads near, all boards of 9 coins.
#[track_caller]
fn row_game(game: &str, to: u32, row: impl Fn() -> Row) {
    let base = row().base;
    let values = row().values(to);
    let expected = values.iter().map(|&(x, sg)| (vec![i64::from(x)], vec![i64::from(sg)]));
    compare(&format!("{game} --to {to}"), "sg", &["x"], Order::Matters, expected);

    let boards = row().boards(9);
    let expected = (0..9).map(|i| (vec![i64::from(base + i)], boards[1 << i].cells(ALL)));
    let near = base + 8;
    compare(&format!("{game} --to {near}"), ALL, &["x"], Order::Matters, expected);
    board_game(game, &boards);
}

/// All boards of the first coins.
#[track_caller]
fn board_game(game: &str, boards: &[Outcome]) {
    let coins = boards.len().ilog2();
    let expected = rows(0, boards, ALL);
    compare(&format!("{game} --boards {coins}"), ALL, &["board"], Order::Matters, expected);
}

#[test]
fn few_coins() {
    row_game("coin-one", 64, coins::one);
    row_game("coin-upto2 -p base=1", 64, || coins::upto(2, 1));
    row_game("coin-upto2 -p base=0", 64, || coins::upto(2, 0));
    row_game("coin-exact2", 64, coins::exactly_two);
    row_game("mock-turtles -p base=1", 64, || coins::upto(3, 1));
    row_game("mock-turtles -p base=0", 64, || coins::upto(3, 0));
}

#[test]
fn up_to_k_coins() {
    row_game("coin-upto-k -p k=1", 64, || coins::upto(1, 1));
    row_game("coin-upto-k -p k=2", 64, || coins::upto(2, 1));
    row_game("coin-upto-k -p k=3", 50, || coins::upto(3, 1));
    row_game("coin-upto-k -p k=4", 20, || coins::upto(4, 1));
    row_game("coin-upto-k -p k=5", 16, || coins::upto(5, 1));
}

#[test]
fn consecutive_coins() {
    row_game("coin-consec -p k=1", 64, || coins::consecutive(1));
    row_game("coin-consec -p k=2", 64, || coins::consecutive(2));
    row_game("coin-consec -p k=3", 64, || coins::consecutive(3));
    row_game("coin-consec -p k=5", 64, || coins::consecutive(5));
    row_game("ruler", 300, coins::ruler);
}

#[test]
fn a_coin_and_one_of_k_on_its_left() {
    let (parameter, [allowed, forced, always]) = names::ALONE;
    let game = |k: u32, word: &str| format!("coin-left-k -p k={k} -p {parameter}={word}");
    row_game(&game(1, allowed), 64, || coins::left(1, Alone::Allowed));
    row_game(&game(3, allowed), 64, || coins::left(3, Alone::Allowed));
    row_game(&game(4, allowed), 64, || coins::left(4, Alone::Allowed));
    row_game(&game(1, forced), 64, || coins::left(1, Alone::Forced));
    row_game(&game(3, forced), 64, || coins::left(3, Alone::Forced));
    row_game(&game(4, forced), 64, || coins::left(4, Alone::Forced));
    row_game(&game(1, always), 64, || coins::left(1, Alone::Always));
    row_game(&game(3, always), 64, || coins::left(3, Alone::Always));
    row_game(&game(4, always), 64, || coins::left(4, Alone::Always));
}

#[test]
fn coins_at_a_distance() {
    let never = |_: u32| false;
    row_game("coin-dist -p S=1,2,3", 64, || coins::distance(&[1, 2, 3], 0, never));
    row_game("coin-dist -p S=2,5,7", 64, || coins::distance(&[2, 5, 7], 0, never));
    row_game("coin-dist -p S=3", 64, || coins::distance(&[3], 0, never));
    let (parameter, [always, member]) = names::DISTANCE_ALONE;
    let game = |word: &str| format!("coin-dist -p S=2,5 -p base=1 -p {parameter}={word}");
    row_game(&game(always), 64, || coins::distance(&[2, 5], 1, |_| true));
    row_game(&game(member), 64, || coins::distance(&[2, 5], 1, |x| x == 2 || x == 5));
}

#[test]
fn four_symmetric_coins() {
    row_game("grunt-from0", 64, coins::grunt_from_0);
    row_game("coin-sym4", 50, coins::symmetric_four);
}

#[test]
fn four_symmetric_coins_with_two_heads() {
    let mut solver = Solver::new(|&board: &u64| coins::two_heads_options(board));
    let boards: Vec<Outcome> = (0..1 << 9).map(|board| solver.solve(&board)).collect();
    board_game("grunt-two-heads", &boards);
    let starts: Vec<Outcome> = (2..=40).map(|n: u32| solver.solve(&(1 | (1 << (n - 1))))).collect();
    let expected = rows(2, &starts, ALL);
    compare("grunt-two-heads --starts --to 40", ALL, &["n"], Order::Matters, expected);
}

/// Coins on a square grid from `bases` to `to`, and all boards of 3 by 3 coins.
#[track_caller]
fn grid_game(game: &str, bases: Cell, to: u32, turns: Turns<Cell>) {
    let boards = rows(0, &coins::grid_boards(bases, 3, &turns), ALL);
    compare(&format!("{game} --boards 3x3"), ALL, &["board"], Order::Matters, boards);
    let mut values = Values::new(turns);
    let cells = (bases.0..=to).flat_map(|x| (bases.1..=to).map(move |y| (x, y)));
    let expected = cells.map(|(x, y)| {
        let sg = i64::from(values.of((x, y)));
        (vec![i64::from(x), i64::from(y)], vec![sg, i64::from(sg != 0)])
    });
    let expected: Vec<_> = expected.collect();
    compare(&format!("{game} --to {to}"), "sg,win", &["x", "y"], Order::Matters, expected);
}

#[test]
fn rectangles_and_boxes() {
    grid_game("rectangle-turn", (0, 0), 20, coins::rectangle());
    let mut values = Values::new(coins::cuboid());
    let mut expected = Vec::new();
    for x in 0..5 {
        for y in 0..5 {
            for z in 0..5 {
                let sg = i64::from(values.of((x, y, z)));
                expected.push((vec![i64::from(x), i64::from(y), i64::from(z)], vec![sg]));
            }
        }
    }
    compare("box-turn-3d --to 4", "sg", &["x", "y", "z"], Order::Matters, expected);
}

#[test]
fn products_of_rows() {
    let row = |name: &str| match name {
        "mock-turtles" => coins::upto(3, 1),
        "ruler" => coins::ruler(),
        "coin-upto2" => coins::upto(2, 1),
        "coin-exact2" => coins::exactly_two(),
        "grunt-from0" => coins::grunt_from_0(),
        _ => coins::one(),
    };
    for (first, second) in [
        ("mock-turtles", "ruler"),
        ("ruler", "mock-turtles"),
        ("coin-exact2", "coin-exact2"),
        ("coin-exact2", "coin-upto2"),
        ("ruler", "ruler"),
        ("mock-turtles", "coin-exact2"),
        ("grunt-from0", "ruler"),
        ("coin-one", "coin-upto2"),
    ] {
        let (a, b) = (row(first), row(second));
        let bases = (a.base, b.base);
        let game = format!("tartan -p A={first} -p B={second}");
        grid_game(&game, bases, 12, coins::product(a, b));
    }
}

#[test]
fn pairs_of_cells() {
    let rules = [("strict", Second::Strict), ("rook", Second::Rook), ("weak", Second::Weak)];
    for (word, second) in rules {
        for base in [0, 1] {
            let game = format!("pair-turn-2d -p rule={word} -p base={base}");
            grid_game(&game, (base, base), 16, coins::pair_of_cells(second, base));
        }
    }
}

/// Several heaps of at most `max`.
#[track_caller]
fn heaps_game(game: &str, (count, max): (usize, u32), options: impl Fn(&Heaps) -> Vec<Heaps>) {
    heaps_table(game, (count, max), ALL, heaps::solve(options, count, max));
}

/// Several heaps of at most `max` with these outcomes.
#[track_caller]
fn heaps_table(
    game: &str,
    (count, max): (usize, u32),
    quantities: &str,
    outcomes: Vec<(Heaps, Outcome)>,
) {
    let names: Vec<String> = (1..=count).map(|i| format!("h{i}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let expected = outcomes.into_iter().map(|(heaps, outcome)| {
        (heaps.into_iter().map(i64::from).collect(), outcome.cells(quantities))
    });
    compare(&format!("{game} --to {max}"), quantities, &names, Order::Free, expected);
}

#[test]
fn nim() {
    for (count, max) in [(1, 60), (2, 30), (3, 10), (4, 5)] {
        heaps_game(&format!("nim -p {}={count}", names::NIM_HEAPS), (count, max), heaps::nim);
    }
}

/// The outcome in a game whose own ending is that of misere play: `win` goes by this ending, and
/// misere play is the game itself.
fn stuck_wins(outcome: Outcome) -> Outcome {
    Outcome { win: outcome.misere, ..outcome }
}

#[test]
fn nim_misere() {
    for (count, max) in [(1, 60), (2, 30), (3, 10), (4, 5)] {
        let game = format!("nim-misere -p {}={count}", names::NIM_HEAPS);
        let outcomes = heaps::solve(heaps::nim, count, max);
        let outcomes = outcomes.into_iter().map(|(heaps, o)| (heaps, stuck_wins(o))).collect();
        heaps_table(&game, (count, max), "win,misere", outcomes);
    }
}

#[test]
fn k_pile_bash() {
    let (heaps, most) = names::PILES;
    for k in 1..=4 {
        let game = format!("k-pile-bash -p {heaps}=3 -p {most}={k}");
        heaps_game(&game, (3, 9), heaps::bash(k));
    }
}

#[test]
fn moore_nim() {
    let (heaps, most) = names::MOORE;
    for (k, count, max) in [(1, 3, 8), (2, 3, 8), (2, 4, 5), (3, 4, 4), (3, 5, 2), (4, 5, 2)] {
        let game = format!("moore-nim -p {heaps}={count} -p {most}={k}");
        heaps_game(&game, (count, max), heaps::moore(k as usize));
    }
}

#[test]
fn new_stone_game() {
    for (count, max) in [(2, 8), (3, 5), (4, 4)] {
        let game = format!("new-stone-game -p {}={count}", names::STONE_HEAPS);
        heaps_game(&game, (count, max), heaps::new_stone_game);
    }
}

/// A game of stones and a limit: a rectangle of states, and the starting states.
#[track_caller]
fn limit_game(game: &str, factor: u32, starts: u32) {
    let states = limit::rectangle(factor, 30, 35);
    let expected = states
        .into_iter()
        .map(|((n, limit), outcome)| (vec![i64::from(n), i64::from(limit)], outcome.cells(ALL)));
    let columns = ["n", "limit"];
    compare(&format!("{game} --to n=30,limit=35"), ALL, &columns, Order::Matters, expected);
    let expected = limit::starts(factor, starts)
        .into_iter()
        .map(|(n, outcome)| (vec![i64::from(n)], outcome.cells(ALL)));
    let arguments = format!("{game} --starts --to {starts}");
    compare(&arguments, ALL, &["n"], Order::Matters, expected);
}

#[test]
fn fibonacci_nim() {
    limit_game("fibonacci-nim", 2, 90);
}

#[test]
fn dynamic_nim() {
    for factor in 1..=4 {
        limit_game(&format!("dynamic-nim -p K={factor}"), factor, 60);
    }
}

/// A game on two numbers from `from` to `to`.
#[track_caller]
fn pair_game(
    game: &str,
    columns: [&str; 2],
    (from, to): (u32, u32),
    options: impl Fn(&Pair) -> Vec<Pair>,
) {
    let expected = pair::square(options, from, to)
        .into_iter()
        .map(|((a, b), outcome)| (vec![i64::from(a), i64::from(b)], outcome.cells(ALL)));
    compare(&format!("{game} --to {to}"), ALL, &columns, Order::Free, expected);
}

#[test]
fn wythoff() {
    pair_game("wythoff", ["a", "b"], (0, 40), pair::wythoff(0));
    for d in 0..=3 {
        pair_game(&format!("wythoff-ext -p d={d}"), ["a", "b"], (0, 30), pair::wythoff(d));
    }
}

#[test]
fn euclid() {
    // A pair with a 0 is the end of a game.
    pair_game("euclid", ["a", "b"], (0, 60), pair::euclid(0));
    pair_game("euclid-positive", ["a", "b"], (1, 60), pair::euclid(1));
}

#[test]
fn ferguson() {
    pair_game("ferguson", ["m", "n"], (1, 40), pair::ferguson);
}

#[test]
fn calendar() {
    let expected = pair::dates().into_iter().map(|((y, m, d), outcome)| {
        (vec![i64::from(y), i64::from(m), i64::from(d)], outcome.cells("win"))
    });
    compare("calendar", "win", &["y", "m", "d"], Order::Matters, expected);
}
