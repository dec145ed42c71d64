//! Whole positions searched against an independent brute force, on random small rules: both ways
//! of play, ends of every scope, positions of two games side by side.

use crate::common::{MEANS, column, table};
use draw::{Draw, cases, check, prop_assert, prop_assert_eq};
use engine::{Component, Game, Kernel, Positions, Request, Silent};
use expr::ast::Quantity;
use rule::Library;
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

/// A move of the heap game, as text and as what it does.
#[derive(Clone, Copy, Debug)]
enum Move {
    /// n -> n - k for k in lo..min(n, hi)
    Take(i64, i64),
    /// n -> k | n - k for k in 1..n // 2, n > least
    Split(i64),
    /// n -> none if n = at
    Vanish(i64),
    /// n -> n - k | other at k, k in 1..min(n, hi)
    Convert(i64),
}

impl Move {
    fn text(self) -> String {
        match self {
            Self::Take(lo, hi) => format!("move n -> n - k for k in {lo}..min(n, {hi})"),
            Self::Split(least) => format!("move n -> k | n - k for k in 1..n // 2 if n > {least}"),
            Self::Vanish(at) => format!("move n -> none if n = {at}"),
            Self::Convert(hi) => format!("move n -> n - k | other at k for k in 1..min(n, {hi})"),
        }
    }

    fn options(self, n: i64) -> Vec<Vec<(usize, i64)>> {
        match self {
            Self::Take(lo, hi) => (lo..=hi.min(n)).map(|k| vec![(0, n - k)]).collect(),
            Self::Split(least) if n > least => {
                (1..=n / 2).map(|k| vec![(0, k), (0, n - k)]).collect()
            }
            Self::Vanish(at) if n == at => vec![vec![]],
            Self::Convert(hi) => (1..=hi.min(n)).map(|k| vec![(0, n - k), (1, k)]).collect(),
            Self::Split(_) | Self::Vanish(_) => vec![],
        }
    }
}

/// `win when any n % modulus = residue`
#[derive(Clone, Copy, Debug)]
struct End {
    wins: bool,
    scope: &'static str,
    modulus: i64,
    residue: i64,
}

#[derive(Clone, Debug)]
struct Rule {
    moves: Vec<Move>,
    ends: Vec<End>,
    every: bool,
    stuck_wins: bool,
}

/// The other game: take one or two.
const OTHER: &str = "game other\nheap n\nmove n -> n - k for k in 1..min(n, 2)\n";

struct Shelf;

impl Library for Shelf {
    fn source(&self, name: &str) -> Option<Cow<'_, str>> {
        match name {
            "other" => Some(OTHER.into()),
            "joint" => Some(format!("{}play every\n", OTHER.replace("other", "joint")).into()),
            _ => None,
        }
    }

    fn names(&self) -> Vec<String> {
        vec!["joint".into(), "other".into()]
    }
}

/// A position: games and sizes, sorted.
type Sum = Vec<(usize, i64)>;

impl Rule {
    fn text(&self) -> String {
        let mut text = String::from("game g\nheap n\n");
        for m in &self.moves {
            text += &format!("{}\n", m.text());
        }
        for e in &self.ends {
            let (who, scope) = (if e.wins { "win" } else { "lose" }, e.scope);
            text += &format!("{who} {scope} n % {} = {}\n", e.modulus, e.residue);
        }
        let play = if self.every { "play every\n" } else { "" };
        let stuck = if self.stuck_wins { "stuck wins\n" } else { "" };
        text + play + stuck
    }

    fn game(&self) -> Game {
        Self::compiled(&self.text())
    }

    fn compiled(text: &str) -> Game {
        let (rule, mistakes) = rule::parse(text);
        assert!(mistakes.is_empty(), "{text}{mistakes:?}");
        let rule = rule::resolve(rule.expect("no mistakes"), &Shelf).expect("resolves");
        let instance = rule::bind(&rule, &[]).expect("defaults");
        Game::compile(&instance, &Shelf).unwrap_or_else(|d| panic!("{text}{d:?}"))
    }

    fn ended(&self, sum: &Sum) -> Option<bool> {
        let holds = |e: &End| {
            let mut each = sum.iter().map(|(_, n)| n % e.modulus == e.residue);
            if e.scope == "when all" { each.all(|h| h) } else { each.any(|h| h) }
        };
        self.ends.iter().find(|e| holds(e)).map(|e| e.wins)
    }

    fn of_component(&self, (game, n): (usize, i64)) -> Vec<Sum> {
        match game {
            0 => self.moves.iter().flat_map(|m| m.options(n)).collect(),
            _ => (1..=n.min(2)).map(|k| vec![(1, n - k)]).collect(),
        }
    }

    fn options(&self, sum: &Sum) -> BTreeSet<Sum> {
        let sorted = |mut sum: Sum| {
            sum.sort_unstable();
            sum
        };
        let mut options = BTreeSet::new();
        if !self.every {
            for i in 0..sum.len() {
                for parts in self.of_component(sum[i]) {
                    options.insert(sorted([&sum[..i], &sum[i + 1..], &parts].concat()));
                }
            }
            return options;
        }
        let mut ways: Vec<Sum> = vec![vec![]];
        for &component in sum {
            let mut own = self.of_component(component);
            if own.is_empty() {
                own.push(vec![component]);
            }
            ways = ways.iter().flat_map(|w| own.iter().map(|o| [&w[..], o].concat())).collect();
        }
        options.extend(ways.into_iter().map(sorted));
        if sum.iter().all(|&c| self.of_component(c).is_empty()) {
            options.clear();
        }
        options
    }

    fn value(&self, quantity: Quantity, sum: &Sum, memory: &mut HashMap<Sum, i64>) -> i64 {
        if let Some(&value) = memory.get(sum) {
            return value;
        }
        let value = match self.ended(sum) {
            _ if quantity == Quantity::Remoteness => self.play(sum, &mut HashMap::new()).1,
            Some(_) if quantity == Quantity::Sg => 0,
            Some(wins) => i64::from(wins),
            None => {
                let options = self.options(sum);
                let values: Vec<i64> =
                    options.iter().map(|o| self.value(quantity, o, memory)).collect();
                match quantity {
                    Quantity::Sg => (0..).find(|v| !values.contains(v)).expect("finite"),
                    _ if values.is_empty() => {
                        i64::from(quantity == Quantity::Misere || self.stuck_wins)
                    }
                    _ => i64::from(values.contains(&0)),
                }
            }
        };
        memory.insert(sum.clone(), value);
        value
    }
}

impl Rule {
    /// Whether the player to move wins, and how long play lasts: the winner hurries, the loser
    /// delays, and where play has ended no move is left.
    fn play(&self, sum: &Sum, memory: &mut HashMap<Sum, (bool, i64)>) -> (bool, i64) {
        if let Some(wins) = self.ended(sum) {
            return (wins, 0);
        }
        if let Some(&known) = memory.get(sum) {
            return known;
        }
        let options = self.options(sum);
        let after: Vec<_> = options.iter().map(|option| self.play(option, memory)).collect();
        let nearest_lost = after.iter().filter(|(wins, _)| !wins).map(|(_, moves)| moves + 1).min();
        let played = match (nearest_lost, after.iter().map(|(_, moves)| moves + 1).max()) {
            (Some(moves), _) => (true, moves),
            (None, longest) => (false, longest.unwrap_or(0)),
        };
        memory.insert(sum.clone(), played);
        played
    }
}

fn moves(d: &mut Draw, foreign: bool) -> Move {
    match d.size(0..if foreign { 8 } else { 5 }) {
        0..=2 => Move::Take(d.int(1..3), d.int(1..5)),
        3 => Move::Split(d.int(1..5)),
        4 => Move::Vanish(d.int(1..5)),
        _ => Move::Convert(d.int(1..4)),
    }
}

fn rules(d: &mut Draw) -> Rule {
    let foreign = d.chance(33);
    let end = |d: &mut Draw| {
        let modulus = d.int(1..5);
        let scope = d.pick(&["when any", "when all"]);
        End { wins: d.flag(), scope, modulus, residue: d.int(0..4) % modulus }
    };
    Rule {
        moves: d.many(1..4, |d| moves(d, foreign)),
        ends: if foreign { vec![] } else { d.many(0..3, end) },
        every: d.flag(),
        stuck_wins: d.flag(),
    }
}

fn components(sum: &Sum) -> Vec<Component> {
    sum.iter().map(|&(game, n)| Component { game, at: vec![n] }).collect()
}

#[test]
fn searches_agree_with_brute_force() {
    let sum = |d: &mut Draw| d.many(0..4, |d| (d.size(0..2), d.int(0..6)));
    let input = |d: &mut Draw| (rules(d), d.many(4..5, sum));
    check(cases(), input, |(rule, sums)| {
        let game = rule.game();
        let games = game.game_names().len();
        let mut quantities = vec![Quantity::Win, Quantity::Misere];
        if !rule.stuck_wins {
            quantities.push(Quantity::Remoteness);
        }
        if !rule.ends.iter().any(|e| e.wins) {
            quantities.push(Quantity::Sg);
        }
        for quantity in quantities {
            let mut searcher = game.searcher(quantity, &Silent);
            let mut memory = HashMap::new();
            for sum in &sums {
                let mut sum: Sum = sum.iter().map(|&(game, n)| (game % games, n)).collect();
                sum.sort_unstable();
                let expected = rule.value(quantity, &sum, &mut memory);
                let found = searcher.value(&components(&sum));
                prop_assert_eq!(
                    found,
                    Ok(expected),
                    "{} of {:?}\n{}",
                    quantity.name(),
                    sum,
                    rule.text()
                );
                let options = match rule.ended(&sum) {
                    Some(_) => BTreeSet::new(),
                    None => rule.options(&sum),
                };
                let expected: Vec<i64> =
                    options.iter().map(|o| rule.value(quantity, o, &mut memory)).collect();
                let found = searcher.at_options(&components(&sum));
                prop_assert_eq!(found, Ok(expected), "{:?}\n{}", sum, rule.text());
            }
        }
        Ok(())
    });
}

#[test]
fn tables_of_single_positions_agree_with_brute_force() {
    check(cases(), rules, |rule| {
        // of single positions, ends of every scope say the same
        let mut games = vec![rule.game()];
        if rule.moves.iter().all(|m| matches!(m, Move::Take(..))) {
            let text = rule.text().replace("when any", "if").replace("when all", "if");
            games.push(Rule::compiled(&text));
        }
        let quantities = match (rule.ends.iter().any(|e| e.wins), rule.stuck_wins) {
            (false, false) => "sg,win,misere,remoteness,moves",
            (true, false) => "win,misere,remoteness,moves",
            (false, true) => "sg,win,misere,moves",
            (true, true) => "win,misere,moves",
        };
        let request = crate::common::request("n=6", quantities);
        let ways = [Kernel::Auto, Kernel::Machine, Kernel::Oracle];
        let tables = games.iter().flat_map(|game| {
            ways.map(|kernel| {
                let request = Request { kernel, ..request.clone() };
                game.table(&request, MEANS).expect("a table")
            })
        });
        let tables: Vec<table::Table> = tables.collect();
        for quantity in request.columns.iter().filter_map(|column| column.quantity()) {
            let mut memory = HashMap::new();
            for n in 0..=6 {
                let expected = match quantity {
                    Quantity::Moves if rule.ended(&vec![(0, n)]).is_some() => 0,
                    Quantity::Moves => {
                        let mut won = 0;
                        for mut after in rule.of_component((0, n)) {
                            after.sort_unstable();
                            won += i64::from(rule.value(Quantity::Win, &after, &mut memory) == 0);
                        }
                        won
                    }
                    _ => rule.value(quantity, &vec![(0, n)], &mut memory),
                };
                for table in &tables {
                    let found = table.value(quantity.name(), &[n]);
                    let text = rule.text();
                    prop_assert_eq!(
                        found,
                        Some(expected),
                        "{} of {}\n{}",
                        quantity.name(),
                        n,
                        text
                    );
                }
            }
        }
        Ok(())
    });
}

#[test]
fn winning_first_moves_lead_to_positions_that_lose() {
    let input = |d: &mut Draw| (rules(d), d.many(1..4, |d| d.int(0..6)));
    check(cases(), input, |(rule, sum)| {
        let game = rule.game();
        let mut sum: Sum = sum.into_iter().map(|n| (0, n)).collect();
        sum.sort_unstable();
        let answer = game.ask(&components(&sum), MEANS).expect("an answer");
        let mut memory = HashMap::new();
        let win = rule.value(Quantity::Win, &sum, &mut memory);
        prop_assert_eq!(answer.win, win == 1);
        if !rule.stuck_wins {
            let mut played = HashMap::new();
            let (_, moves) = rule.play(&sum, &mut played);
            match answer.remoteness {
                Some(found) => prop_assert_eq!(found, moves, "{:?}\n{}", sum, rule.text()),
                // What is told beside the winner is given up where too many options lie below.
                None => {
                    let options: usize = played.keys().map(|s| rule.options(s).len()).sum();
                    prop_assert!(options > 100_000, "{options} of {:?}\n{}", sum, rule.text());
                }
            }
        }
        let mut led_to = BTreeSet::new();
        for first in &answer.winning {
            let mut after = sum.clone();
            for step in &first.steps {
                let from = (step.component.game, step.component.at[0]);
                let at = after.iter().position(|c| *c == from).expect("a component of the sum");
                after.remove(at);
            }
            for part in first.steps.iter().flat_map(|s| &s.parts) {
                after.push((part.game, part.at[0]));
            }
            after.sort_unstable();
            prop_assert_eq!(rule.value(Quantity::Win, &after, &mut memory), 0);
            led_to.insert(after);
        }
        let options = match rule.ended(&sum) {
            Some(_) => BTreeSet::new(),
            None => rule.options(&sum),
        };
        let losing: BTreeSet<Sum> = options
            .into_iter()
            .filter(|o| rule.value(Quantity::Win, o, &mut memory) == 0)
            .collect();
        prop_assert_eq!(led_to, losing, "{:?}\n{}", sum, rule.text());
        Ok(())
    });
}

/// A bar of at most 3 rows of at most 4 pieces; the poisoned piece may not be eaten.
const CHOMP: &str = "game chomp(n = 3, m = 4)
state (r[n] in 0..m) where r[1] >= 1 and all{r[k] >= r[k + 1] for k in 1..n - 1}
move r -> [if k >= i then min(r[k], j - 1) else r[k] for k in 1..n]
    for i in 1..n, j in 1..r[i] if i + j > 2
start (a, b): [if k <= a then b else 0 for k in 1..n]\n";

#[test]
fn starts_of_several_sizes_are_a_table_with_as_many_coordinates() {
    let game = crate::common::compile(CHOMP).expect("compiles");
    let request = Request {
        positions: Positions::Starts,
        ..crate::common::request("a=3,b=5", "win,sg,moves")
    };
    let table = game.table(&request, MEANS).expect("a table");
    assert_eq!(table.axes.iter().map(|a| a.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    let mut searcher = game.searcher(Quantity::Sg, &Silent);
    for cell in 0..table.cells() {
        let sizes = table.position(cell);
        // No row is longer than 4, and the poisoned piece is there.
        let is_bar = sizes[0] > 0 && (1..=4).contains(&sizes[1]);
        assert_eq!(table.is_present(cell), is_bar, "{sizes:?}");
        if is_bar {
            let start = game.start(&sizes).expect("a start");
            assert_eq!(table.value("sg", &sizes), searcher.value(&start).ok(), "{sizes:?}");
            assert_eq!(table.value("win", &sizes), Some(i64::from(sizes != [1, 1])), "{sizes:?}");
            // A square bar is won by (2, 2) alone.
            let is_square = sizes[0] == sizes[1] && sizes[0] > 1;
            assert!(!is_square || table.value("moves", &sizes) == Some(1), "{sizes:?}");
        }
    }
}

#[test]
fn a_search_of_starts_and_a_box_around_them_agree() {
    // The box of 5 rows of 20 has 4 million cells, and few of them are bars.
    let text = CHOMP.replace("n = 3, m = 4", "n = 5, m = 20");
    let game = crate::common::compile(&text).expect("compiles");
    let starts = |bounds| Request {
        positions: Positions::Starts,
        ..crate::common::request(bounds, "sg,remoteness")
    };
    let searched = game.table(&starts("a=5,b=3"), MEANS).expect("a table");
    let small = crate::common::compile(&CHOMP.replace("n = 3, m = 4", "n = 5, m = 3"));
    let boxed = small.expect("compiles").table(&starts("a=5,b=3"), MEANS);
    assert_eq!(Ok(searched), boxed);
}

#[test]
fn distinct_moves_of_a_table() {
    let nim = "game nim\nheap n\nmove n -> n - t for t in 1..n\nmove n -> n - 1 if n > 0\n";
    let game = crate::common::compile(nim).expect("compiles");
    let table = crate::common::table(nim, "n=10", "sg");
    assert_eq!(game.distinct_moves(&table, 55), Ok(Some(55)));
    assert_eq!(game.distinct_moves(&table, 54), Ok(None));
}

#[test]
fn sums_that_have_no_rule_are_refused_in_words() {
    for (text, sum, why) in [
        ("win if n = 3\nmove n -> n - 1 if n > 0", vec![(0, 4), (0, 1)], "when any"),
        (
            "win when any n = 3\nmove n -> n - 1 | other at 1 if n > 0",
            vec![(0, 4), (1, 1)],
            "of its own",
        ),
        ("move n -> n - 1 | joint at 1 if n > 0", vec![(0, 4), (1, 1)], "`play every`"),
    ] {
        let (rule, mistakes) = rule::parse(&format!("game g\nheap n\n{text}\n"));
        assert!(mistakes.is_empty(), "{mistakes:?}");
        let instance = rule::bind(&rule.expect("a rule"), &[]).expect("defaults");
        let game = Game::compile(&instance, &Shelf).expect("compiles");
        let found = game.searcher(Quantity::Win, &Silent).value(&components(&sum));
        let found = found.expect_err("refused");
        assert!(found.to_string().contains(why), "{found}");
    }
    let crowd =
        Rule { moves: vec![Move::Take(1, 50)], ends: vec![], every: true, stuck_wins: false };
    let found = crowd.game().searcher(Quantity::Win, &Silent).value(&components(&vec![(0, 50); 6]));
    let found = found.expect_err("refused").to_string();
    assert!(found.contains("15625000000 options"), "{found}");
}

#[test]
fn completions_of_nim() {
    let nim = "game nim(m = 3)\nstate heaps h[m]\nmove one of h[i]: h[i] - t for t in 1..h[i]\n";
    let game = crate::common::compile(nim).expect("compiles");
    let sum = [Component::own(vec![0, 9, 12]), Component::own(vec![1, 2, 0])];
    let found = game.completions(&sum, (0, 0), 20, MEANS);
    assert_eq!(found, Ok(vec![9 ^ 12 ^ 1 ^ 2]));
}

#[test]
fn winning_moves_of_what_splits_are_counted_by_the_values_of_parts() {
    // The first move grows a coordinate, so no box holds the positions; sums of many parts are not searched.
    let text = "game g\nstate (a, b)\nmove (a - 1, b) | (0, b // 2) if a >= 1
move (t, a + b - 1 - t) for t in a..a + b - 1 if t < 9\n";
    let mut values = std::collections::BTreeMap::new();
    let mut lost_options = Vec::new();
    for sum in 0..=12i64 {
        for a in 0..=sum {
            let b = sum - a;
            let value = |a: i64, b: i64| values[&(a, b)];
            let mut options: Vec<i64> =
                (a..sum).filter(|t| *t < 9).map(|t| value(t, sum - 1 - t)).collect();
            if a >= 1 {
                options.push(value(a - 1, b) ^ value(0, b / 2));
            }
            if a <= 6 && b <= 6 {
                lost_options.push(((a, b), options.iter().filter(|v| **v == 0).count() as i64));
            }
            let mex = (0..).find(|v| !options.contains(v)).expect("a value");
            values.insert((a, b), mex);
        }
    }
    lost_options.sort_unstable();
    let counts: Vec<i64> = lost_options.into_iter().map(|(_, count)| count).collect();
    assert_eq!(column(&table(text, "a=6,b=6", "moves"), "moves"), counts);
}
