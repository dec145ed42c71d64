//! Tables of small games with known values, end to end from rule text.

use crate::common::{MEANS, column, compile, request, table};
use draw::{Draw, check, prop_assert_eq};
use engine::{Component, Game, Kernel, Positions, Request, SearchStop, Silent, Stop};
use expr::ast::Quantity;

const LASKER: &str = "game lasker
heap n
move take:  n -> n - k     for k in 1..n
move split: n -> i | n - i for i in 1..n // 2
";

const WYTHOFF: &str = "game wythoff
state (a, b) symmetric
move (a - t, b)     for t in 1..a
move (a, b - t)     for t in 1..b
move (a - t, b - t) for t in 1..min(a, b)
";

/// A quantity of a sum, by search.
fn searched(game: &Game, sum: &[Vec<i64>], quantity: Quantity) -> Result<i64, SearchStop> {
    let components: Vec<Component> = sum.iter().cloned().map(Component::own).collect();
    game.searcher(quantity, &Silent).value(&components)
}

#[test]
fn lasker_nim() {
    let values = column(&table(LASKER, "n=21", "sg"), "sg");
    let printed = [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11, 13, 14, 16, 15, 17, 18, 20, 19, 21];
    assert_eq!(values, printed);
}

#[test]
fn misere_of_a_splitting_game_is_searched_as_sums() {
    // Misere Lasker: a heap of 1 loses (take it: the opponent is stuck and wins).
    let values = column(&table(LASKER, "n=4", "misere"), "misere");
    assert_eq!(values, [1, 0, 1, 1, 1]);
}

#[test]
fn wythoff_losing_pairs() {
    let table = table(WYTHOFF, "a=30,b=30", "sg,win,misere,remoteness,moves,least");
    for (a, b) in [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (17, 28)] {
        assert_eq!(table.value("win", &[a, b]), Some(0), "({a}, {b})");
        assert_eq!(table.value("sg", &[b, a]), Some(0), "({b}, {a})");
        assert_eq!(table.value("moves", &[a, b]), Some(0));
    }
    assert_eq!(table.value("sg", &[10, 19]), Some(23));
    assert_eq!(table.value("remoteness", &[0, 9]), Some(1));
    assert_eq!(table.value("moves", &[2, 2]), Some(3), "to (0, 0), (1, 2) and (2, 1)");
    assert_eq!(table.value("least", &[2, 2]), Some(1));
    let losing = column(&table, "win").iter().filter(|w| **w == 0).count();
    assert_eq!(losing, 23, "(0, 0) and eleven pairs in both orders");
}

#[test]
fn coins_are_sums_of_the_other_coins() {
    let mock = "game mock\ncoins x from 0\nturn x and 0..2 of y in 0..x - 1\n";
    let values = column(&table(mock, "x=7", "sg"), "sg");
    assert_eq!(values, [1, 2, 4, 7, 8, 11, 13, 14]);
    let ruler = "game ruler\ncoins x from 1\nturn x, y..x - 1 for y in 1..x\n";
    let values = column(&table(ruler, "x=8", "sg"), "sg");
    assert_eq!(values, [1, 2, 1, 4, 1, 2, 1, 8]);
    let game = compile(ruler).expect("compiles");
    let boards = Request { positions: Positions::Boards(vec![5]), ..request("", "sg,win,misere") };
    let table = game.table(&boards, MEANS).expect("a table");
    for mask in 0..32i64 {
        let values = [1, 2, 1, 4, 1];
        let xor = (0..5).filter(|i| mask >> i & 1 == 1).fold(0, |x, i| x ^ values[i as usize]);
        assert_eq!(table.value("sg", &[mask]), Some(xor), "board {mask:b}");
    }
}

#[test]
fn rules_that_look_at_other_coins_are_searched_as_boards() {
    let grunt = "game grunt
coins x from 1
turn x, r, q, p for p in 1..x - 3, q in p + 1..(p + x - 1) // 2, r in p + x - q..p + x - q if head(p)
start n from 2: 1 | n
";
    let game = compile(grunt).expect("compiles");
    let starts = Request { positions: Positions::Starts, ..request("n=12", "sg") };
    let table = game.table(&starts, MEANS).expect("a table");
    assert_eq!(column(&table, "sg"), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5]);
    // Wherever a guard looks at them: whether a coin may be turned on a board.
    type May = fn(i64, i64) -> bool;
    let is_head = |board: i64, p: i64| board >> (p - 1) & 1 == 1;
    for (guard, may) in [
        ("head(1)", (|board, _| board & 1 == 1) as May),
        ("x = 1 or not head(x - 1)", |board, x| x == 1 || board >> (x - 2) & 1 == 0),
        ("all{head(p) for p in 1..x - 1}", |board, x| (board + 1) % (1 << (x - 1)) == 0),
        ("count{head(p) for p in 1..x - 1} = 1", |board, x| {
            (board % (1 << (x - 1))).count_ones() == 1
        }),
        ("1 in {p for p in 1..x - 1 if head(p)}", |board, x| x > 1 && board & 1 == 1),
    ] {
        let game = compile(&format!("game g\ncoins x from 1\nturn x if {guard}\n")).expect(guard);
        let boards = Request { positions: Positions::Boards(vec![5]), ..request("", "sg") };
        let mut values: Vec<i64> = Vec::new();
        for board in 0..32 {
            let turned = (1..=5).filter(|&x| is_head(board, x) && may(board, x));
            let options: Vec<i64> =
                turned.map(|x| values[(board ^ 1 << (x - 1)) as usize]).collect();
            values.push((0..).find(|v| !options.contains(v)).expect("few options"));
        }
        let table = game.table(&boards, MEANS).expect("a table");
        assert_eq!(column(&table, "sg"), values, "{guard}");
    }
}

#[test]
fn starts_of_games_that_split_are_read_off_a_table() {
    let cycle = "game cycle
state (n, c in 0..1)
move cut: (n - t, 0) for t in 3..5 if c = 1 and t <= n
move path: (i, 0) | (n - t - i, 0) for t in 3..5, i in 0..n - t if c = 0 and t <= n
start n from 3: (n, 1)
";
    let game = compile(cycle).expect("compiles");
    // A search of sums would take years.
    let starts = Request { positions: Positions::Starts, ..request("n=1000", "sg,win") };
    let plan = game.plan(&starts, MEANS.limits).expect("a plan");
    assert!(
        plan.words().to_string().starts_with("table of the positions that starts lead to"),
        "{plan:?}"
    );
    assert!(plan.options.is_some());
    let table = game.table(&starts, MEANS).expect("a table");
    for n in 3..=1000 {
        // Codeforces 1823E, editorial
        let value = if n < 8 { n / 3 } else { 0 };
        assert_eq!(table.value("sg", &[n]), Some(value), "{n}");
        assert_eq!(table.value("win", &[n]), Some(i64::from(value > 0)), "{n}");
    }
}

#[test]
fn spread_moves_leave_the_box_into_a_wider_one() {
    let stones = "game stones
state heaps h[m]
move one of h[i]: h[i] - t - s for t in 1..h[i], s in 0..h[i] - t spread s over h[j] where j != i and h[j] > 0
"
    .replace("h[m]", "h[2]");
    let table = table(&stones, "h=4", "win");
    for a in 0..=4 {
        for b in 0..=4 {
            assert_eq!(table.value("win", &[a, b]), Some(i64::from(a != b)), "({a}, {b})");
        }
    }
}

#[test]
fn how_stones_are_spread_is_no_part_of_the_least_winning_move() {
    let text = "game stones
state heaps h[3]
move one of h[i]: h[i] - t - s for t in 1..h[i], s in 1..h[i] - t spread s over h[j] where j != i
";
    let game = compile(text).expect("compiles");
    for kernel in [Kernel::Auto, Kernel::Oracle] {
        let asked = Request { kernel, ..request("h=4", "moves,least,greatest") };
        let table = game.table(&asked, MEANS).expect("a table");
        for cell in (0..table.cells()).filter(|&cell| table.is_present(cell)) {
            let mut sorted = table.position(cell);
            sorted.sort_unstable();
            for quantity in ["moves", "least"] {
                let (here, there) = (table.position(cell), &sorted);
                assert_eq!(table.value(quantity, &here), table.value(quantity, there), "{here:?}");
            }
        }
        assert_eq!(table.value("least", &[4, 3, 2]), Some(2));
    }
}

#[test]
fn moves_that_leave_their_box_are_counted_in_a_wider_one() {
    let text = "game g\nstate (n, l)\nmove (n - t, 2 * t) for t in 1..min(n, l)\n";
    let game = compile(text).expect("compiles");
    let table = |kernel, quantities| {
        let asked = Request { kernel, ..request("n=40,l=40", quantities) };
        game.table(&asked, MEANS).expect("a table")
    };
    for quantities in ["moves", "least", "greatest", "win,moves,least,greatest"] {
        assert_eq!(table(Kernel::Auto, quantities), table(Kernel::Oracle, quantities));
    }
}

#[test]
fn sets_within_sets_are_left_to_exact_evaluation() {
    let nested = "{w for w in {u for u in {t for t in {s for s in h}}}}";
    let text = format!(
        "game g\nstate (n in 0..2, h[9] in 1..2)\nmove n -> n - 1 if n > 0 and sum{{v for v in {nested}}} > 2\n"
    );
    let game = compile(&text).expect("compiles");
    let table = game.table(&request("", "sg"), MEANS).expect("a table");
    let both = [1, 1, 2, 1, 1, 1, 1, 1, 1, 1];
    assert_eq!(table.value("sg", &both), Some(1), "1 + 2 is more than 2");
    assert_eq!(table.value("sg", &[2; 10]), Some(0), "2 is not");
}

#[test]
fn a_negative_number_of_stones_to_spread_leaves_the_positions() {
    for heaps in 1..4 {
        let text = format!(
            "game g\nstate heaps h[{heaps}]\nmove one of h[i]: h[i] - t for t in 1..h[i] spread t - 2 over h[j] where true\n"
        );
        let mistakes = match compile(&text) {
            Err(mistakes) => mistakes,
            Ok(game) => match game.table(&request("h=3", "sg"), MEANS) {
                Err(Stop::Mistake(mistakes)) => mistakes,
                other => panic!("{heaps}: {other:?}"),
            },
        };
        assert_eq!(mistakes[0].code, "G021", "{heaps}: {mistakes:?}");
    }
}

#[test]
fn heaps_are_not_told_apart_by_their_order() {
    for (told_apart, rest) in [
        (false, "move one of h[i]: t for t in 0..h[i] - 1"),
        (true, "move one of h[i]: t for t in 0..h[i] - 1 if i > 1"),
        (false, "move one of h[i]: h[i] - t for t in 1..h[i] spread t - 1 over h[j] where j != i"),
        (true, "move one of h[i]: h[i] - t for t in 1..h[i] spread t - 1 over h[j] where j < i"),
        (true, "move one of h[i]: h[i] - 1 if h[i] > first{v for v in h}"),
        (false, "move one of h[i]: h[i] - 1 if h[i] > min{v for v in h}"),
        (true, "left one of h[i]: h[i] - 1 if h[i] > 0 and i = 1"),
        (false, "left one of h[i]: h[i] - 1 if h[i] > 0"),
        (false, "move one of h[i]: t for t in 0..h[i] - 1\nwin if max{v for v in h} = 0"),
        (true, "move one of h[i]: t for t in 0..h[i] - 1\nwin if h[1] = 0"),
        (true, "move one of h[i]: t for t in 0..h[i] - 1\nwin if h[1] = 19"),
        (true, "move one of h[i]: t for t in 0..h[i] - 1 if h[i] < 20 or i = 1"),
        (true, "move one of h[i]: 0 for t in 1..i if h[i] > 0"),
        (true, "move one of h[i]: 0 for t in i..i if h[i] > 0"),
    ] {
        for heaps in [3, 12] {
            let mistakes = compile(&format!("game g\nstate heaps h[{heaps}]\n{rest}\n")).err();
            let code = mistakes.map(|mistakes| mistakes[0].code);
            assert_eq!(code, told_apart.then_some("G023"), "{heaps} heaps: {rest}");
        }
    }
}

#[test]
fn guards_are_not_asked_before_the_quantifiers_they_are_on() {
    for take in [
        // The empty set has no greatest member, and no x.
        "A -> A - {x} for x in A, y in 0..0 if (x + y in A) and (max(A) >= y)",
        // Only a member of the set would have no divisor.
        "A -> A - {x} - {d for d in A if 6 % (d - x + 3) = 0} for x in A if x - 3 not in A",
    ] {
        for (moves, quantity) in [("move", "sg"), ("left", "outcome")] {
            let text = format!("game g\nstate (A subset 1..6)\n{moves} {take}\n");
            let game = compile(&text).expect("compiles");
            let [fast, slow] = [Kernel::Auto, Kernel::Oracle].map(|kernel| {
                let asked = Request { kernel, ..request("", quantity) };
                game.table(&asked, MEANS).expect("a table")
            });
            assert_eq!(fast, slow, "{text}");
        }
    }
}

#[test]
fn boxes_are_widened_by_linear_forms() {
    let way = |moves: &str| {
        let game = compile(&format!("game g\nstate (a, b)\n{moves}\n")).expect("compiles");
        game.plan(&request("a=9,b=9", "sg"), MEANS.limits).expect("a plan").words()
    };
    let search = "search of positions by definition";
    for times in [1, 2, 3, 5] {
        let words = way(&format!("move (a - t, b + {times} * t - 1) for t in 1..a"));
        assert!(words.to_string().starts_with("batched machine"), "{times}: {words}");
    }
    // No linear form bounds a square.
    assert_eq!(way("move (a - 1, b + a * a) if a > 0"), search);
}

#[test]
fn endings_and_the_extra_move_of_a_stuck_player() {
    let rest = "game rest
heap n
move n -> n - t for t in 3..5 if t <= n
move n -> 0 if n > 0 when stuck
";
    let values = column(&table(rest, "n=9", "sg"), "sg");
    assert_eq!(values[..4], [0, 1, 1, 1]);
    let race = "game race\nheap n\nmove n -> n - t for t in 1..min(n, 2)\nwin if n = 1\n";
    let values = column(&table(race, "n=5", "win"), "win");
    assert_eq!(values, [0, 1, 1, 0, 1, 1]);
    let stop = compile(race).expect("compiles").table(&request("n=5", "sg"), MEANS);
    assert!(matches!(stop, Err(Stop::Refused(why)) if why.to_string().contains("immediate wins")));
}

#[test]
fn moves_that_may_not_decrease_are_named() {
    for (text, name) in [
        ("game g\nheap n\nmove up: n -> n + 1\n", "up"),
        ("game g\nheap n\nmove wait: n -> n - t for t in 0..n\n", "wait"),
        ("game g\nstate (a, b)\nmove swap: (b, a) if a != b\nmove (a - 1, b) if a > 0\n", "swap"),
    ] {
        let mistakes = compile(text).expect_err(text);
        assert!(mistakes[0].message.contains(name), "{mistakes:?}");
        assert!(mistakes[0].message.contains("may fail to decrease"), "{mistakes:?}");
    }
}

#[test]
fn an_order_is_found_where_a_coordinate_grows() {
    let limit = "game limit
state (n, limit)
move (n - t, 2 * t) for t in 1..min(n, limit)
";
    let table = table(limit, "n=20,limit=20", "win");
    for n in 1..=20 {
        let fibonacci = [1, 2, 3, 5, 8, 13].contains(&n);
        assert_eq!(table.value("win", &[n, n - 1]), Some(i64::from(!fibonacci)), "{n}");
    }
}

#[test]
fn orders_fit_moves_that_no_small_position_has() {
    // Guards that hold far away: beside a number that they name, at squares, and where moves
    // that fit no order by themselves still end.
    let late = |guard: &str| {
        format!(
            "game g\nstate (l in 0..3, p in 0..1, n)\nmove (l, p, n // 2) if {guard}\n\
             move (min(2 * t, 3), 1 - p, n - t) for t in 1..min(n, l + 1) if p = 1\n"
        )
    };
    let turning = |side: &str| {
        format!(
            "game g\nstate (a in 0..5, n in 0..60)\n{side} (a + 1, n) if a < 5 and n * n % 113 != 14\n\
             {side} (a - 1, n) if a > 0 and n * n % 113 = 14\n{side} (a, n - 1) if n > 0\n"
        )
    };
    let rising = "game g\nstate (p in 0..1, n in 0..60)\nleft (p, n + 1) if n * n % 113 = 14\n\
                  left (0, n) if p = 1\nright (0, n + 1) if p = 1 and n < 60\n";
    let capped = "game g\nstate (n, b in 2..4, x from 2)\n\
                  move (n, b - 1, max(2, min(n // 3, x + 2))) if b > 2\n";
    let lexicographic =
        "game g\nstate (a, b)\nmove (a - 1, b) if a > 0\nmove (a + 3, b - 1) if b > 40\n";
    let graded = "game g\nstate (a, b)\nmove (b, a - 1) if a > 0\n\
                  move (a + t, b - t) for t in 1..b \
                  if a + t <= 9 and all{(a + q) % 4 != 1 for q in 1..t - 1 if q != 3}\n";
    let cases = [
        (graded.to_owned(), "a=5,b=40", "sg,win,remoteness"),
        (late("n > 40"), "n=120", "sg,win,remoteness"),
        (late("n * n % 113 = 14"), "n=120", "sg,win,remoteness"),
        (turning("move"), "", "sg,win,remoteness"),
        (capped.to_owned(), "n=40,x=30", "sg,win,remoteness"),
        (lexicographic.to_owned(), "a=5,b=60", "sg,win,remoteness"),
        (rising.to_owned(), "", "outcome,value"),
        (turning("left") + "right (a, n - 2) if n > 1\n", "", "outcome"),
    ];
    let threads = |n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("a pool");
    for (text, bounds, quantities) in cases {
        let game = compile(&text).expect("compiles");
        let asked = request(bounds, quantities);
        let by_definition = Request { kernel: Kernel::Oracle, ..asked.clone() };
        let by_definition = game.table(&by_definition, MEANS).expect(&text);
        for n in [1, 2] {
            let table = threads(n).install(|| game.table(&asked, MEANS));
            assert_eq!(table.as_ref(), Ok(&by_definition), "{n} threads: {text}");
        }
    }
}

#[test]
fn the_oracle_gives_the_same_tables() {
    // Moves that ends and digits of coordinates allow, on a table of few cells.
    let digits = "game g\nstate (a, b)\nmove (a - 1, b + 1) if a > 0 and b < 3 and a & 1 != 0\n\
                  move (a, b - 1) if b = 1 and b & 2 != 2\nmove (a - 2, b) if a > 1 and a & 2 = 2\n";
    // More options than a word has digits, of two moves.
    let many = "game g\nstate (a, b)\nmove (a, b - s) for s in {1..20} if s <= b\n\
                move (a, b - s) for s in {21..40} if s <= b\nmove (a - 1, b) if a > 0\n";
    // The same moves again and again, one of which leads to a cell that is filled later.
    let behind = "game g\nstate (n, l in 0..4)\nmove (n, l + 1) if l < 4\n\
                  move (n - t, t) for t in 1..min(n, 4) if t != l\n";
    for (text, bounds) in [
        (LASKER, "n=40"),
        (WYTHOFF, "a=12,b=12"),
        (digits, "a=4,b=4"),
        (many, "a=1,b=90"),
        (behind, "n=200"),
    ] {
        let game = compile(text).expect("compiles");
        let by_machine = game.table(&request(bounds, "sg"), MEANS);
        let defined = Request { kernel: Kernel::Oracle, ..request(bounds, "sg") };
        let by_definition = game.table(&defined, MEANS);
        assert_eq!(by_machine, by_definition, "{text}");
    }
}

#[test]
fn ask_lists_every_winning_move_of_a_sum() {
    let nim = "game nim\nheap n\nmove take: n -> n - t for t in 1..n\n";
    let game = compile(nim).expect("compiles");
    let heaps = [3, 4, 10].map(|n| Component::own(vec![n]));
    let answer = game.ask(&heaps, MEANS).expect("answer");
    assert_eq!(answer.sg, Some(13));
    assert!(answer.win);
    assert_eq!(answer.misere, Some(true));
    assert_eq!(answer.winning.len(), 1);
    assert_eq!(answer.winning[0].steps[0].choices, [("t".to_owned(), 3)]);
    assert_eq!(searched(&game, &[vec![1], vec![1]], Quantity::Misere), Ok(1));
}

#[test]
fn three_way_splits_by_kernel_and_by_machine() {
    for text in [
        "game hex\nheap n\nmove n -> n - 1 if n >= 1\nmove n -> none if n = 2\n\
         move n -> i | j | n - 2 - i - j for i in 1..(n - 2) // 3, j in i..(n - 2 - i) // 2\n",
        "game three\nheap n\nmove n -> i | j | n - i - j for i in 1..n // 3, j in i..(n - i) // 2\n\
         move n -> i | n - 1 - i for i in 1..(n - 1) // 2 if n % 5 != 2\n",
        "game late\nheap n\nmove n -> n - t for t in 1..min(n, 4)\n\
         move n -> i | j | n - 3 - i - j for i in 1..(n - 3) // 3, j in i..(n - 3 - i) // 2 if n > 9\n",
    ] {
        let game = compile(text).expect("compiles");
        let auto = game.table(&request("n=150", "sg"), MEANS);
        let machine = Request { kernel: Kernel::Machine, ..request("n=150", "sg") };
        assert_eq!(auto, game.table(&machine, MEANS), "{text}");
    }
}

#[test]
fn expressions_without_a_value_name_the_move_and_the_position() {
    for (guard, why, help) in [
        ("6 % (n - 5) != 7", "n = 5: division by zero", "if c then"),
        ("2 ** (n * 60) > n", "n = 3: a number exceeds 128 bits", "bound what grows"),
        ("n <= max{k for k in 4..n}", "n = 1: `max` of nothing", "`max{...; 0}`"),
        ("n <= first{k for k in 4..n}", "n = 1: `first` of nothing", "`first{...; 0}`"),
    ] {
        let text = format!("game g\nheap n\nmove bad: n -> n - 1 if n > 0 and {guard}\n");
        let stop = compile(&text).expect("compiles").table(&request("n=9", "sg"), MEANS);
        let Err(Stop::Valueless(found)) = stop else { panic!("{text}: {stop:?}") };
        assert_eq!((found.code, &text[found.span.start..][..4]), ("G024", "bad:"));
        assert_eq!(found.message, format!("move bad has no value at {why}"));
        assert!(found.help.to_string().contains(help), "{found:?}");
    }
    // Nor may it be passed over where something else decides.
    let text = "game g\nstate (a, b)\nmove (a - t, b) for t in 1..a \
                if 12 % (if a = 3 then t - 2 else 5) = 0 or a = 3\n";
    let stop = compile(text).expect("compiles").table(&request("a=9,b=9", "sg"), MEANS);
    assert!(matches!(stop, Err(Stop::Valueless(_))), "{stop:?}");
}

#[test]
fn starts_read_off_a_box_are_those_that_are_searched() {
    let text = "game f\nstate (n, limit)\nmove take: (n - t, min(3 * t, n - t)) for t in 1..min(n, limit)\n\
                start n from 1: (n, n - 1)\n";
    let game = compile(text).expect("compiles");
    let starts =
        |quantities| Request { positions: Positions::Starts, ..request("n=40", quantities) };
    let table = game.table(&starts("win,misere,remoteness,moves,least"), MEANS).expect("a table");
    for n in 1..=40 {
        for quantity in [Quantity::Win, Quantity::Misere, Quantity::Remoteness] {
            let searched = searched(&game, &[vec![n, n - 1]], quantity).expect("a value");
            assert_eq!(table.value(quantity.name(), &[n]), Some(searched), "{quantity:?} of {n}");
        }
        let lost = [1, 2, 3, 4, 6, 8, 11, 15, 21, 29, 40].contains(&n);
        assert_eq!(table.value("win", &[n]), Some(i64::from(!lost)));
        assert_eq!(table.value("least", &[n]) == Some(0), lost);
        assert_eq!(table.value("moves", &[n]) == Some(0), lost);
    }
    assert_eq!(table.value("least", &[5]), Some(1));
}

#[test]
fn a_remedy_is_written_in_the_names_of_the_rule() {
    let remedy = |rule: &str, to: &str| {
        let stop =
            compile(&format!("game g\n{rule}\n")).map(|game| game.table(&request(to, "sg"), MEANS));
        let mistakes = match stop {
            Err(mistakes) | Ok(Err(Stop::Mistake(mistakes))) => mistakes,
            Ok(other) => panic!("{rule}: {other:?}"),
        };
        mistakes[0].help.clone()
    };
    for (rule, to, guard) in [
        ("heap k\nmove k -> k - s for s in {1, 2}", "k=5", "`if s <= k`"),
        ("heap k from 1\nmove k -> k - s for s in {1, 2}", "k=5", "`if k - s >= 1`"),
        ("state (a, b)\nmove (a, b) -> (a, b - t) for t in 1..3", "a=3,b=3", "`if t <= b`"),
        ("heap k\nmove k -> 0 if k > 0\nmove k -> k - s for s in {1, 2}", "k=5", "`if s <= k`"),
        ("state (a, b)\nmove b -> b - t for t in 1..3", "a=3,b=3", "`if t <= b`"),
        ("state (h[2])\nmove h[i] -> h[i] - t for i in 1..2, t in 1..3", "h=3", "`if t <= h[i]`"),
        ("state heaps h[2]\nmove one of h[i]: h[i] - t for t in 1..3", "h=3", "`if t <= h[i]`"),
        ("heap k\nmove k -> k - s for s in squares", "k=5", "`if s <= k`"),
        ("state (h[2])\nmove h[2] -> h[2] - p for p in primes", "h=5", "`if p <= h[2]`"),
    ] {
        let help = remedy(rule, to);
        assert!(help.to_string().ends_with(&format!("such as {guard}")), "{rule}: {help}");
    }
    let plain = remedy("state (A subset 1..6)\nmove A -> A - {x} + {x + 1} for x in A", "");
    assert_eq!(plain, "restrict its range or add a guard");
}

/// One position whose value is not that of its coordinates in another order is found wherever it is.
#[test]
fn a_table_is_as_symmetric_as_its_rule_says() {
    let at = |d: &mut Draw, last: i64| d.int(0..last + 1);
    let input = |d: &mut Draw| {
        let (last, count) = d.pick(&[(9, 2), (5, 3), (3, 4), (149, 2)]);
        (last, (0..count).map(|_| at(d, last)).collect::<Vec<_>>())
    };
    check(64, input, |(last, place)| {
        let names = &["a", "b", "c", "d"][..place.len()];
        let here = names.iter().zip(&place).map(|(name, c)| format!("{name} = {c}"));
        let text = format!(
            "game g\nstate ({}) symmetric\nmove a -> a - 1 if a > {last}\nwin if {}\n",
            names.join(", "),
            here.collect::<Vec<_>>().join(" and ")
        );
        let bounds: Vec<String> = names.iter().map(|name| format!("{name}={last}")).collect();
        let game = compile(&text).expect("compiles");
        let table = game.table(&request(&bounds.join(","), "win"), MEANS);
        let is_fixed = place.iter().all(|c| *c == place[0]);
        prop_assert_eq!(table.is_ok(), is_fixed, "{}", text);
        Ok(())
    });
}

/// A box that no move leaves is filled as it is: as many options as where it is all there is.
#[test]
fn guards_and_ranges_close_a_box() {
    let options = |state: &str, moves: &str| {
        let game = compile(&format!("game g\nstate {state}\nmove {moves}\n")).expect(moves);
        game.plan(&request("a=6,b=6", "sg"), MEANS.limits).expect("a plan").options
    };
    for (stays, moves) in [
        (true, "(a + t, b - t) for t in 1..b if a + t <= 6"),
        (true, "(a + t, b - t) for t in 1..min(b, 6 - a)"),
        (true, "(a + t, b - t) for t in 1..b if t < 7 - a"),
        (true, "(a + 1, b - 1) if b > 0 and a < 6"),
        (true, "(a + b, 0) if a + 2 * b <= 6 and b > 0"),
        (false, "(a + t, b - t) for t in 1..b if a + t <= 7"),
        (false, "(a + t, b - t) for t in 1..b if a < 6"),
        (false, "(a + 2 * t, b - t) for t in 1..b if a + t <= 6"),
        (false, "(a + t, b - t) for t in 1..b if a + t <= 6 or b = 3"),
    ] {
        let [open, closed] =
            ["(a, b)", "(a in 0..6, b in 0..6)"].map(|state| options(state, moves));
        assert_eq!(open == closed, stays, "{moves}: {open:?} {closed:?}");
        // Winning moves are counted in the table itself, or in one that holds what they lead to.
        let counted = [Kernel::Auto, Kernel::Oracle].map(|kernel| {
            let game = compile(&format!("game g\nstate (a, b)\nmove {moves}\n")).expect(moves);
            let asked = Request { kernel, ..request("a=6,b=6", "moves,win") };
            game.table(&asked, MEANS).expect("a table")
        });
        assert_eq!(counted[0], counted[1], "{moves}");
    }
}
