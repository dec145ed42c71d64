//! Partizan games: published values and outcomes, and searches written independently.

use crate::common::{self, Impatient, MEANS, compile, table};
use arith::Dyadic;
use draw::{Draw, check, prop_assert_eq};
use engine::{Component, Game, Outcome, PartizanValue, SearchStop, Silent, Stop};
use expr::ast::Quantity;
use std::collections::HashMap;
use table::Table;

fn texts(table: &Table, name: &str) -> Vec<String> {
    let column = table.column(name).expect("the column");
    let text = |i| column.values.text(i).map_or("-".to_owned(), |t| t.into_owned());
    (0..table.cells()).map(text).collect()
}

fn game(text: &str) -> Game {
    compile(text).unwrap_or_else(|d| panic!("{d:?}"))
}

/// Outcome and value of a sum of one-coordinate positions.
fn asked(game: &Game, sum: &[i64]) -> (Outcome, String) {
    let components: Vec<Component> = sum.iter().map(|&n| Component::own(vec![n])).collect();
    let answer = game.ask_partizan(&components, MEANS).expect("an answer");
    let value = match answer.value {
        PartizanValue::Number(x) => x.to_string(),
        other => format!("{other:?}"),
    };
    (answer.outcome, value)
}

/// 0, 1, -1, 1/2, 1/4, star, plus-minus one, up, and {up + star | 7/4}.
const SMALL: &str = "
game small
heap n
left  n -> 0  if n in {1, 3, 4, 5, 7}
right n -> 0  if n in {2, 5}
right n -> 1  if n = 3
right n -> 3  if n = 4
left  n -> 1  if n = 6
right n -> 2  if n = 6
right n -> 5  if n = 7
left  n -> 5 | 7  if n = 8
right n -> 3 | 1 | 4  if n = 8
";

#[test]
fn small_games_and_their_sums() {
    let table = table(SMALL, "n=8", "outcome,value,left,right");
    assert_eq!(texts(&table, "value"), ["0", "1", "-1", "1/2", "1/4", "-", "-", "-", "0"]);
    assert_eq!(texts(&table, "outcome"), ["P", "L", "R", "L", "L", "N", "N", "L", "P"]);
    assert_eq!(common::column(&table, "left"), [0, 1, 0, 1, 1, 1, 1, 1, 0]);
    assert_eq!(common::column(&table, "right"), [0, 0, 1, 0, 0, 1, 1, 0, 0]);
    let game = game(SMALL);
    let (l, n, p) = (Outcome::L, Outcome::N, Outcome::P);
    let none = "NotANumber";
    for (sum, outcome, value) in [
        (&[][..], p, "0"),
        (&[1, 2], p, "0"),
        (&[3, 3], l, "1"),
        (&[3, 4, 2], Outcome::R, "-1/4"),
        (&[5, 5], p, "0"),
        (&[6, 6], p, "0"),
        (&[5, 6], n, none),
        (&[6, 3], n, none),
        (&[6, 1], n, none),
        (&[6, 1, 1], l, none),
        (&[7, 5], n, none),
        (&[7, 7], l, none),
        (&[7, 7, 5], l, none),
        (&[5, 4], l, none),
        (&[7, 5, 5], l, none),
    ] {
        assert_eq!(asked(&game, sum), (outcome, value.to_owned()), "{sum:?}");
    }
}

#[test]
fn games_without_a_move_that_is_possible_are_partizan_all_the_same() {
    for (text, bounds) in [
        ("game g\nheap n\nleft n - 1 if false\nright n - 1 if false\n", "n=3"),
        ("game g(k = 1 in 0..9)\nstate (a)\nleft a - 1 if k > 2 and a > 0\n", "a=3"),
    ] {
        let table = table(text, bounds, "outcome,value");
        assert_eq!(texts(&table, "value"), ["0"; 4], "{text}");
        assert_eq!(texts(&table, "outcome"), ["P"; 4], "{text}");
        assert!(game(text).is_partizan());
    }
}

#[test]
fn winning_moves_of_each_player() {
    let game = game(SMALL);
    let answer = |sum: &[i64]| {
        let components: Vec<Component> = sum.iter().map(|&n| Component::own(vec![n])).collect();
        game.ask_partizan(&components, MEANS).unwrap()
    };
    // Plus-minus one and star: each player must take the switch.
    let both = answer(&[6, 5]);
    let moved = |firsts: &[engine::FirstMove]| -> Vec<Vec<i64>> {
        firsts.iter().map(|f| f.steps[0].component.at.clone()).collect()
    };
    assert_eq!((moved(&both.left), moved(&both.right)), (vec![vec![6]], vec![vec![6]]));
    assert!(answer(&[5, 5]).left.is_empty() && answer(&[5, 5]).right.is_empty());
}

/// The tower of blocks, bottom first, is the binary number behind a leading 1; black blocks are
/// Left's.
const TOWERS: &str = "
game towers
heap n from 1
left  n -> shr(n, k + 1)  for k in 0..bitlen(n) - 2  if bit(n, k) = 1
right n -> shr(n, k + 1)  for k in 0..bitlen(n) - 2  if bit(n, k) = 0
";

/// Berlekamp's rule for red-blue Hackenbush strings (E. R. Berlekamp, J. H. Conway, R. K. Guy,
/// *Winning Ways*, chapter 3): count the blocks up to the first change of colour as 1 each, those
/// from it on as 1/2, 1/4, ...; over 2^10 as integers.
fn berlekamp(blocks: &[bool]) -> i64 {
    let run = blocks.iter().take_while(|&&b| b == blocks[0]).count();
    let signed = |black: bool, amount: i64| if black { amount } else { -amount };
    let weight = |i: usize| if i < run { 1 << 10 } else { 1 << (10 + run - 1 - i) };
    blocks.iter().enumerate().map(|(i, &black)| signed(black, weight(i))).sum()
}

#[test]
fn towers_have_the_values_of_berlekamps_rule() {
    let table = table(TOWERS, "n=2047", "value,outcome");
    let column = &table.column("value").unwrap().values;
    for n in 1i64..2048 {
        let length = n.ilog2();
        let blocks: Vec<bool> = (0..length).rev().map(|k| n >> k & 1 == 1).collect();
        let number = column.number(n as usize - 1).expect("towers are numbers");
        let scaled = number.numerator() << (10 - number.exponent());
        assert_eq!(scaled, i128::from(berlekamp(&blocks)), "{blocks:?}");
        let outcome = ["R", "P", "L"][(scaled.signum() + 1) as usize];
        assert_eq!(table.column("outcome").unwrap().values.text(n as usize - 1).unwrap(), outcome);
    }
}

#[test]
fn a_number_too_long_is_said() {
    // Blocks of both colours by turns, the bottom one's colour given by s: one exponent a block.
    let game = game(
        "
game tower
state (n, s in 0..1)
left  (n, s) -> (n - t, (s + t) % 2)  for t in 1..n  if (s + t) % 2 = 0
right (n, s) -> (n - t, (s + t) % 2)  for t in 1..n  if (s + t) % 2 = 1
",
    );
    let request = |n: i64| common::request(&format!("n={n}"), "value");
    assert!(game.table(&request(60), MEANS).is_ok());
    let stop = game.table(&request(300), MEANS).unwrap_err();
    assert!(
        matches!(&stop, Stop::Limit(why, Some(_)) if why.to_string().contains("binary digits")),
        "{stop:?}"
    );
}

const CUTCAKE: &str = "
game cutcake
state (x from 1, y from 1)
left  (x, y) -> (i, y) | (x - i, y)  for i in 1..x - 1
right (x, y) -> (x, i) | (x, y - i)  for i in 1..y - 1
";

#[test]
fn cutcake_values() {
    // Winning Ways, chapter 2: cakes of heights from 2^k to 2^(k+1) - 1 are equal.
    let power = |n: i64| 1i64 << n.ilog2();
    let value = |x: i64, y: i64| {
        if x >= power(y) { x / power(y) - 1 } else { 1 - y / power(x) }
    };
    let table = table(CUTCAKE, "x=200,y=200", "value");
    let column = &table.column("value").unwrap().values;
    assert!(column.is_integers());
    for cell in 0..table.cells() {
        let at = table.position(cell);
        assert_eq!(column.get(cell), value(at[0], at[1]), "{at:?}");
    }
}

fn domineering(rows: i64, columns: i64) -> Game {
    game(&format!(
        "
game domineering(r = {rows}, c = {columns})
state (A subset 1..r * c)
left  A -> A - {{x, x + c}}  for x in A  if x + c in A
right A -> A - {{x, x + 1}}  for x in A  if x % c != 0 and x + 1 in A
"
    ))
}

/// Whether the player to move wins on the free cells, by the words of the rule.
fn places(
    (rows, columns): (usize, usize),
    free: u32,
    vertical: bool,
    memo: &mut HashMap<(u32, bool), bool>,
) -> bool {
    if let Some(&known) = memo.get(&(free, vertical)) {
        return known;
    }
    let (down, right) = if vertical { (1, 0) } else { (0, 1) };
    let mut wins = false;
    for row in 0..rows - down {
        for column in 0..columns - right {
            let domino =
                1 << (row * columns + column) | 1 << ((row + down) * columns + column + right);
            if free & domino == domino {
                wins |= !places((rows, columns), free - domino, !vertical, memo);
            }
        }
    }
    memo.insert((free, vertical), wins);
    wins
}

/// Who wins a rectangle, as the search says.
fn rectangle(rows: i64, columns: i64) -> Outcome {
    let game = domineering(rows, columns);
    let full = full(rows * columns);
    let wins = |quantity| game.searcher(quantity, &Silent).value(&full) == Ok(1);
    Outcome::new(wins(Quantity::Left), wins(Quantity::Right))
}

#[test]
fn domineering_on_rectangles() {
    for rows in 1..=12 {
        for columns in 1..=12 / rows {
            let board = (rows as usize, columns as usize);
            let (full, mut memo) = ((1 << (rows * columns)) - 1, HashMap::new());
            let wins = [true, false].map(|vertical| places(board, full, vertical, &mut memo));
            assert_eq!(rectangle(rows, columns), Outcome::new(wins[0], wins[1]), "{board:?}");
        }
    }
    // The squares from 2 x 2 to 4 x 4 are won by the first player: D. M. Breuker,
    // J. W. H. M. Uiterwijk, H. J. van den Herik, Solving 8 x 8 Domineering, Theoretical Computer
    // Science 230 (2000).
    let squares: Vec<Outcome> = (1..=4).map(|n| rectangle(n, n)).collect();
    assert_eq!(squares, [Outcome::P, Outcome::N, Outcome::N, Outcome::N]);
    // The next two by parts: 5 x 5 is won by the second player, 6 x 6 by the first (the same).
    let parted = |n: i64| domineering(n, n).ask_partizan(&full(n * n), MEANS).unwrap();
    let five = parted(5);
    assert_eq!((five.outcome, five.value), (Outcome::P, PartizanValue::Number(Dyadic::ZERO)));
    let few = engine::Means::silent(1 << 22);
    let stop = domineering(6, 6).ask_partizan(&full(36), few).unwrap_err();
    assert!(matches!(stop, Stop::Limit(..)), "{stop:?}");
    let six = engine::Request {
        positions: engine::Positions::Starts,
        ..common::request("n=6", "outcome")
    };
    let text = BOARD.replace("C = 1", "C = 6");
    assert_eq!(
        texts(&game(&text).table(&six, MEANS).unwrap(), "outcome"),
        ["P", "P", "N", "N", "N", "P", "N"]
    );
}

/// Domineering with its squares as starts.
const BOARD: &str = "
game domineering(C = 1)
state (A subset 1..C * C)
left  A -> A - {x, x + C}  for x in A  if x + C in A
right A -> A - {x, x + 1}  for x in A  if x % C != 0 and x + 1 in A
start n: ({(i - 1) * C + j for i in 1..n, j in 1..n})
";

/// All cells of a board.
fn full(cells: i64) -> [Component; 1] {
    [Component::own(vec![(1 << cells) - 1])]
}

#[test]
fn domineering_values() {
    // A column of n cells is worth n // 2 (Winning Ways, chapter 5), in every subset of a column.
    let column = domineering(7, 1);
    let table = column.table(&common::request("", "value"), MEANS).unwrap();
    for free in 0u32..128 {
        let runs = format!("{free:b}");
        let value: usize = runs.split('0').map(|run| run.len() / 2).sum();
        assert_eq!(table.value("value", &[i64::from(free)]), Some(value as i64), "{runs}");
    }
    // The square is plus-minus one; three of its cells are star.
    let square = domineering(2, 2);
    let table = square.table(&common::request("", "value,outcome"), MEANS).unwrap();
    let at = |free: usize| {
        (texts(&table, "value")[free].clone(), texts(&table, "outcome")[free].clone())
    };
    assert_eq!((at(15), at(7)), (("-".into(), "N".into()), ("-".into(), "N".into())));
    assert_eq!(asked(&square, &[15, 15]), (Outcome::P, "0".into()));
    assert_eq!(asked(&square, &[7, 7]), (Outcome::P, "0".into()));
}

/// Left takes a number of L, Right one of R.
fn subtraction(left: &[i64], right: &[i64], ends: &str) -> String {
    let set = |s: &[i64]| s.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
    format!(
        "game take(L = {{{}}}, R = {{{}}})\nheap n\nleft n -> n - t for t in L if t <= n\n\
         right n -> n - t for t in R if t <= n\n{ends}\n",
        set(left),
        set(right)
    )
}

/// Whether the player wins heaps by taking, a stuck player losing (or winning).
fn takes(
    sets: &[&[i64]; 2],
    heaps: &[i64],
    player: usize,
    stuck_wins: bool,
    memo: &mut HashMap<(Vec<i64>, usize), bool>,
) -> bool {
    let mut heaps = heaps.to_vec();
    heaps.sort_unstable();
    if let Some(&known) = memo.get(&(heaps.clone(), player)) {
        return known;
    }
    let (mut wins, mut moves) = (false, false);
    for i in 0..heaps.len() {
        for &t in sets[player].iter().filter(|&&t| t <= heaps[i]) {
            let mut rest = heaps.clone();
            rest[i] -= t;
            moves = true;
            wins |= !takes(sets, &rest, 1 - player, stuck_wins, memo);
        }
    }
    let wins = if moves { wins } else { stuck_wins };
    memo.insert((heaps, player), wins);
    wins
}

#[test]
fn subtraction_of_left_and_right() {
    let input = |d: &mut Draw| {
        let sets = (d.subset(1..7, 1..4), d.subset(1..7, 1..4));
        (sets, d.flag(), d.many(0..4, |d| d.int(0..9)))
    };
    check(24, input, |((left, right), stuck_wins, sum)| {
        let sets = [&left[..], &right[..]];
        let text = subtraction(&left, &right, if stuck_wins { "stuck wins" } else { "" });
        let mut memo = HashMap::new();
        let columns = table(&text, "n=25", "left,right");
        for n in 0..=25 {
            for (player, name) in ["left", "right"].into_iter().enumerate() {
                let wins = takes(&sets, &[n], player, stuck_wins, &mut memo);
                prop_assert_eq!(
                    columns.value(name, &[n]),
                    Some(i64::from(wins)),
                    "{} at {}",
                    name,
                    n
                );
            }
        }
        let game = game(&text);
        let wins = [0, 1].map(|player| takes(&sets, &sum, player, stuck_wins, &mut memo));
        let (outcome, _) = asked(&game, &sum);
        prop_assert_eq!(outcome, Outcome::new(wins[0], wins[1]));
        let components: Vec<Component> = sum.iter().map(|&n| Component::own(vec![n])).collect();
        for (quantity, wins) in [Quantity::Left, Quantity::Right].into_iter().zip(wins) {
            let found = game.searcher(quantity, &Silent).value(&components);
            prop_assert_eq!(found, Ok(i64::from(wins)));
        }
        Ok(())
    });
}

#[test]
fn the_box_agrees_with_the_search() {
    let input = |d: &mut Draw| (d.subset(1..7, 1..4), d.subset(1..7, 1..4), d.int(0..4));
    check(24, input, |(left, right, split)| {
        let text = subtraction(
            &left,
            &right,
            &format!("left n -> n - i - 1 | i for i in 1..n // 2 if i != {split}"),
        );
        let game = game(&text);
        let request = common::request("n=14", "outcome,value");
        let by_definition = engine::Request { kernel: engine::Kernel::Oracle, ..request.clone() };
        let dense = game.table(&request, MEANS).unwrap();
        prop_assert_eq!(dense, game.table(&by_definition, MEANS).unwrap());
        Ok(())
    });
}

/// Games whose options are sums of earlier ones: of each those of Left and those of Right.
type Trees = Vec<[Vec<Vec<usize>>; 2]>;

/// The tree of each number born within three days.
fn numbers(trees: &mut Trees) -> Vec<(Dyadic, usize)> {
    let mut add = |options: [Option<usize>; 2]| {
        trees.push(options.map(|option| option.into_iter().map(|one| vec![one]).collect()));
        trees.len() - 1
    };
    let mut known = vec![(Dyadic::ZERO, add([None, None]))];
    for _ in 0..3 {
        let (least, greatest) = (known[0], known[known.len() - 1]);
        let one = Dyadic::from(1);
        let mut born = vec![
            (least.0.checked_sub(one).expect("small"), add([None, Some(least.1)])),
            (greatest.0.checked_add(one).expect("small"), add([Some(greatest.1), None])),
        ];
        born.extend(known.windows(2).map(|pair| {
            let sum = pair[0].0.checked_add(pair[1].0).expect("small");
            let middle = Dyadic::new(sum.numerator(), sum.exponent() + 1).expect("small");
            (middle, add([Some(pair[0].1), Some(pair[1].1)]))
        }));
        known.extend(born);
        known.sort_unstable();
    }
    known
}

/// Whether the player (0: Left) who moves wins the sum, by the definition of play.
fn wins(
    trees: &Trees,
    sum: &[usize],
    player: usize,
    memo: &mut HashMap<(Vec<usize>, usize), bool>,
) -> bool {
    let mut sum = sum.to_vec();
    sum.sort_unstable();
    if let Some(&known) = memo.get(&(sum.clone(), player)) {
        return known;
    }
    let wins = (0..sum.len()).any(|i| {
        trees[sum[i]][player].iter().any(|option| {
            let rest = [&sum[..i], &sum[i + 1..], option].concat();
            !wins(trees, &rest, 1 - player, memo)
        })
    });
    memo.insert((sum, player), wins);
    wins
}

/// A game is the number x where the second player wins its sum with -x; who wins such sums is all that
/// is told of others.
#[test]
fn random_games_have_the_outcomes_and_values_of_their_definition() {
    let input = |d: &mut Draw| {
        // Options by how far they lie behind; those before the first are none.
        let trees =
            d.many(1..6, |d| [(); 2].map(|()| d.many(0..3, |d| d.many(0..3, |d| d.size(1..6)))));
        (trees, d.many(1..4, |d| d.size(0..7)))
    };
    check(256, input, |(more, sum)| {
        let mut trees = Trees::new();
        let numbers = numbers(&mut trees);
        let first = trees.len();
        for side in more {
            let here = trees.len();
            trees.push(side.map(|options| {
                let fits = |option: &Vec<usize>| option.iter().all(|&back| here - back >= first);
                let options = options.into_iter().filter(fits);
                options.map(|o| o.into_iter().map(|back| here - back).collect()).collect()
            }));
        }
        let sum: Vec<usize> = sum.into_iter().map(|i| (first + i).min(trees.len() - 1)).collect();
        let mut text = "game trees\nheap n\nleft n -> none if false\n".to_owned();
        for (n, sides) in trees.iter().enumerate() {
            for (player, options) in ["left", "right"].into_iter().zip(sides) {
                for option in options {
                    let parts: Vec<String> = option.iter().map(usize::to_string).collect();
                    let parts = if parts.is_empty() { "none".into() } else { parts.join(" | ") };
                    text += &format!("{player} n -> {parts} if n = {n}\n");
                }
            }
        }
        let game = game(&text);
        let ask = |sum: &[usize]| asked(&game, &sum.iter().map(|&n| n as i64).collect::<Vec<_>>());
        let mut memo = HashMap::new();
        let (_, value) = ask(&sum);
        for (i, &(x, _)) in numbers.iter().enumerate() {
            // Its negative is as far from the other end.
            let both = [&sum[..], &[numbers[numbers.len() - 1 - i].1]].concat();
            let play = [0, 1].map(|player| wins(&trees, &both, player, &mut memo));
            let play = Outcome::new(play[0], play[1]);
            prop_assert_eq!(ask(&both).0, play, "{:?} - {}\n{}", sum, x, &text);
            prop_assert_eq!(
                value == x.to_string(),
                play == Outcome::P,
                "{:?} - {}\n{}",
                sum,
                x,
                &text
            );
        }
        Ok(())
    });
}

#[test]
fn a_stopped_table_keeps_what_it_has() {
    for kernel in [engine::Kernel::Auto, engine::Kernel::Oracle] {
        let request = engine::Request { kernel, ..common::request("x=60,y=60", "value,outcome") };
        let stop = game(CUTCAKE)
            .table(&request, engine::Means { progress: &Impatient(3.into()), ..MEANS })
            .unwrap_err();
        let Stop::Interrupted(Some(table)) = stop else { panic!("{kernel:?}: {stop:?}") };
        let whole = game(CUTCAKE).table(&request, MEANS).unwrap();
        let present: Vec<usize> = (0..table.cells()).filter(|&c| table.is_present(c)).collect();
        assert!(present.len() < table.cells(), "{kernel:?}");
        assert!(!present.is_empty(), "{kernel:?}");
        for cell in present {
            for column in ["value", "outcome"] {
                let at = |t: &Table| t.column(column).unwrap().values.text(cell).map(String::from);
                assert_eq!(at(&table), at(&whole), "{column} of {:?}", table.position(cell));
            }
        }
    }
    let means = engine::Means::silent(100 * 256);
    let towers = game(TOWERS);
    let full = [Component::own(vec![2047 << 10])];
    assert!(towers.ask_partizan(&full, means).is_ok());
    let cake = game(CUTCAKE);
    let stop = cake.ask_partizan(&[Component::own(vec![60, 61])], means).unwrap_err();
    assert!(matches!(stop, Stop::Limit(..)), "{stop:?}");
    // A chain of 100 positions, of which 50 may be remembered.
    let chain = game("game chain\nheap n\nleft n -> n - 1 if n > 0\n");
    let told = chain.ask_partizan(&[Component::own(vec![99])], engine::Means::silent(50 * 256));
    let told = told.expect("an outcome");
    assert_eq!((told.outcome, told.value), (Outcome::L, PartizanValue::TooLarge));
    assert_eq!(asked(&chain, &[99]), (Outcome::L, "99".to_owned()));
}

#[test]
fn boxes_with_few_positions_are_stopped_and_bounded_like_others() {
    let thin = "game thin\nstate (a, b) where a + b < 3\nleft (a - 1, b) if a > 0\nright (a, b - 1) if b > 0\n";
    for quantity in ["value", "outcome", "sg"] {
        let kernel = engine::Kernel::Oracle;
        let request = engine::Request { kernel, ..common::request("a=199,b=199", quantity) };
        let impatient = engine::Means { progress: &Impatient(8.into()), ..MEANS };
        let text = if quantity == "sg" {
            thin.replace("left", "move").replace("right", "move")
        } else {
            thin.to_owned()
        };
        let stop = game(&text).table(&request, impatient);
        assert!(matches!(stop, Err(Stop::Interrupted(_))), "{quantity}: not stopped");
    }
    let request = common::request("a=199,b=199", "value");
    for kernel in [engine::Kernel::Auto, engine::Kernel::Oracle] {
        let request = engine::Request { kernel, ..request.clone() };
        let stop = game(thin).table(&request, engine::Means::silent(1 << 20));
        assert!(matches!(stop, Err(Stop::TooLarge(_))), "{kernel:?}: not bounded");
    }
}

#[test]
fn endings_leave_outcomes_only() {
    let text = subtraction(&[1, 2], &[1, 3], "win if n = 4");
    let table = table(&text, "n=8", "left,right");
    // Whoever has to move at 4 has won.
    assert_eq!((table.value("left", &[4]), table.value("right", &[4])), (Some(1), Some(1)));
    let game = game(&text);
    let stop = game.table(&common::request("n=8", "value"), MEANS).unwrap_err();
    assert!(
        matches!(&stop, Stop::Refused(why) if why.to_string().contains("normal play")),
        "{stop:?}"
    );
    assert_eq!(asked(&game, &[4]), (Outcome::N, "Meaningless".to_owned()));
}

#[test]
fn impartial_quantities_are_refused() {
    let game = game(SMALL);
    for quantity in ["sg", "win", "moves", "remoteness", "misere"] {
        let stop = game.table(&common::request("n=8", quantity), MEANS).unwrap_err();
        assert!(matches!(stop, Stop::Refused(_)), "{quantity}: {stop:?}");
    }
    // An impartial game has outcomes, and values where they are 0.
    let nim = table("game nim\nheap n\nmove n -> n - t for t in 1..n", "n=3", "outcome,value");
    assert_eq!(texts(&nim, "outcome"), ["P", "N", "N", "N"]);
    assert_eq!(texts(&nim, "value"), ["0", "-", "-", "-"]);
}

#[test]
fn claims_see_numerators_and_exponents() {
    let game = game(SMALL);
    let sum = [3, 4, 2].map(|n| Component::own(vec![n]));
    let value = |quantity| game.searcher(quantity, &Silent).value(&sum);
    assert_eq!(value(Quantity::Numerator), Ok(-1));
    assert_eq!(value(Quantity::Exponent), Ok(2));
    let whole = table(SMALL, "n=4", "numerator,exponent");
    assert_eq!(common::column(&whole, "numerator"), [0, 1, -1, 1, 1]);
    assert_eq!(common::column(&whole, "exponent"), [0, 0, 0, 1, 2]);
    let stop = game.table(&common::request("n=5", "numerator"), MEANS).unwrap_err();
    assert!(matches!(&stop, Stop::Refused(why) if why.to_string().contains("n = 5")), "{stop:?}");
    let star = [Component::own(vec![5])];
    let why = game.searcher(Quantity::Numerator, &Silent).value(&star).unwrap_err();
    assert_eq!(why, SearchStop::Undefined("the value is not a number".into()));
}
