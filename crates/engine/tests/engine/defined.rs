//! The options of every rule of the catalogue, as clauses list them and as the definition does.

use crate::common::MEANS;
use definition::{Definition, Position};
use engine::{Bounds, Component, Game, Kernel, Positions, Request};
use rule::Library;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use table::Table;

struct Shelf(BTreeMap<String, String>);

impl Shelf {
    fn catalogue() -> Self {
        let mut shelf = Self(BTreeMap::new());
        shelf.add(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules"));
        assert!(shelf.0.len() > 80);
        shelf
    }

    fn add(&mut self, folder: &Path) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                self.add(&path);
            } else if path.extension().is_some_and(|e| e == "game") {
                let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
                self.0.insert(name, fs::read_to_string(&path).expect("a rule"));
            }
        }
    }
}

impl Library for Shelf {
    fn source(&self, name: &str) -> Option<Cow<'_, str>> {
        self.0.get(name).map(|text| Cow::Borrowed(text.as_str()))
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// The games of the catalogue with their definitions; claims alone are no games.
fn games(shelf: &Shelf) -> impl Iterator<Item = (&String, Game, Definition)> {
    shelf.0.keys().filter_map(|name| {
        let instance = rule::instance(name, &[], shelf).ok()?;
        let game = Game::compile(&instance, shelf).ok()?;
        let definition = Definition::new(&instance, shelf).expect(name);
        Some((name, game, definition))
    })
}

/// Most coordinates of a position, and most positions of a rule that are compared.
const FAR: i64 = 9;
const POSITIONS: usize = 60;
const OPTIONS: usize = 4000;

/// Small positions, and some others spread over a box.
fn points(game: &Game) -> Vec<Vec<i64>> {
    let sides: Vec<(i64, i64)> = (0..game.coordinates().len()).map(|_| (0, FAR)).collect();
    let mut state = 1u64;
    let mut random = |lo: i64, hi: i64| {
        state = state * 48_271 % 2_147_483_647;
        lo + i64::try_from(state).expect("31 bits") % (hi - lo + 1)
    };
    let small = (0..=3).map(|n| vec![n; sides.len()]);
    let far = (0..20 * POSITIONS).map(|_| sides.iter().map(|&(lo, hi)| random(lo, hi)).collect());
    small.chain(far).collect()
}

#[test]
fn clauses_list_the_options_that_the_rule_states() {
    let shelf = Shelf::catalogue();
    let (mut compared, mut listed) = (0, 0);
    for (name, game, definition) in games(&shelf) {
        // The numbers of a game and of its definition.
        let numbers: Vec<Option<usize>> = (0..game.game_names().len())
            .map(|number| definition.games().position(|g| *g == *game.instance_of(number)))
            .collect();
        let read = |parts: Vec<Component>| -> Vec<Position> {
            let part = |p: Component| definition.position(numbers[p.game].expect(name), &p.at);
            definition.canonical(parts.into_iter().map(part).collect())
        };
        let mut here = 0;
        for at in points(&game).into_iter().collect::<BTreeSet<_>>() {
            if here == POSITIONS {
                break;
            }
            let sum = [definition.position(0, &at)];
            let mut options = Vec::new();
            let found = game.each_option(&at, &mut |parts| {
                options.push(read(parts));
                options.len() <= OPTIONS
            });
            let stated = definition.options(&sum, None, OPTIONS);
            if options.len() > OPTIONS || shelf.0[name].contains("head(") {
                continue;
            }
            match (found, stated) {
                (Ok(ended), Ok(stated)) => {
                    let mut stated: Vec<_> = stated.into_iter().map(|m| m.after).collect();
                    stated.sort_unstable();
                    options.sort_unstable();
                    assert_eq!(options, stated, "{name} at {at:?}");
                    assert_eq!(definition.ended(&sum), Ok(ended), "{name} at {at:?}");
                    here += 1;
                    listed += stated.len();
                }
                (Err(_), Err(_)) => {}
                (found, stated) => panic!("{name} at {at:?}: {found:?}, {stated:?}"),
            }
        }
        compared += usize::from(here > 0);
    }
    assert!(compared > 70 && listed > 20_000, "{compared} games, {listed} options");
}

#[test]
fn starts_and_boards_are_those_that_the_rule_states() {
    let shelf = Shelf::catalogue();
    let mut compared = 0;
    for (name, game, _) in games(&shelf).filter(|(_, game, _)| !game.is_partizan()) {
        let positions = match (game.sizes().len(), game.is_coins(), game.coordinates().len()) {
            (0, true, 1) => Positions::Boards(vec![5]),
            (0, true, _) => Positions::Boards(vec![2, 2]),
            (0, false, _) => continue,
            _ => Positions::Starts,
        };
        let asked = |kernel| {
            let (columns, bounds) = (vec![expr::ast::Quantity::Win.into()], Bounds::All(4));
            let request = Request { columns, bounds, positions: positions.clone(), kernel };
            game.table(&request, MEANS)
        };
        if let Ok(table) = asked(Kernel::Auto) {
            let defined = asked(Kernel::Oracle).expect(name);
            let values = |t: &Table| t.columns[0].values.iter().collect::<Vec<i64>>();
            assert_eq!(values(&defined), values(&table), "{name}");
            assert_eq!(defined.present, table.present, "{name}");
            compared += 1;
        }
    }
    assert!(compared > 20, "{compared} games");
}

#[test]
fn ranges_end_where_guards_do() {
    let table = |text: &str, kernel| {
        let game = crate::common::compile(&format!("game g\nheap n\n{text}\n")).expect(text);
        let request = Request { kernel, ..crate::common::request("n=9", "sg,win,moves") };
        game.table(&request, MEANS).expect(text)
    };
    let plain = table("move n -> n - k for k in 1..n", Kernel::Machine);
    for guard in ["k <= n", "n >= k", "n - k >= 0", "2 * k - n <= n", "k < n + 1 and k > 0"] {
        let text = format!("move n -> n - k for k in 1..10**18 if {guard}");
        assert_eq!(table(&text, Kernel::Oracle), plain, "{guard}");
    }
    let both = "move n -> n - k for k in -10**18..10**18 if 1 <= k and k <= n";
    assert_eq!(table(both, Kernel::Oracle), plain);
}
