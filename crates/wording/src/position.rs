//! Positions as written for `mexlab ask`: `7`, `3,5`, a sum `3+4+10`, a row `[3, 1, 2]`, a set
//! `{1, 3, 4}`, sizes of a start, heads `1+4+7`, `HTTH`; and positions as they are printed.

pub mod file;
mod text;

use engine::{Component, Coordinate, CoordinateKind, Game};
use expr::words::{listed, tuple};
use message::{Message, message};
use rule::ast::{CoordinateForm, State};
use serde_json::{Value, json};
use text::{Item, Written};
use workbench::{Failure, Result};

fn mistake(why: impl Into<Message>) -> Failure {
    Failure::Mistake(why.into())
}

/// More coins than this are not written as H and T.
const MAX_COINS: usize = 10_000;

/// A position as the command line means it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The components (for coins: the heads). A number written `?` is 0 here.
    pub components: Vec<Component>,
    /// Where `?` stands: number of the component, number of its flat coordinate.
    pub unknown: Option<(usize, usize)>,
    /// The sizes, where the position was given as a start.
    pub sizes: Option<Vec<i64>>,
}

/// The position that a text means.
///
/// # Errors
/// The text is no position; what a position of this game looks like.
pub fn read(text: &str, game: &Game) -> Result<Position> {
    if game.is_coins() && is_row_of_coins(text) {
        let components = row_of_coins(text, game)?;
        return Ok(Position { components, ..Position::default() });
    }
    sum(text, game).map_err(|why| no_position(text, &why, game))
}

/// Whether a text is numbers of which some is beyond 64 bits, and none beyond 128.
#[must_use]
pub fn is_large(text: &str) -> bool {
    let is_large = |n: &i128| i64::try_from(*n).is_err();
    text::numbers(text).is_some_and(|all| all.iter().flatten().any(is_large))
}

/// The coordinates of a sum of positions of which some number is beyond 64 bits, and none beyond 128;
/// `None` for other texts.
///
/// # Errors
/// The text would be no position with smaller numbers, either.
pub fn large(text: &str, game: &Game) -> Option<Result<Vec<Vec<i128>>>> {
    let numbers = text::numbers(text).filter(|_| is_large(text))?;
    let bare = !text.contains(['(', '[']);
    let smaller = |at: &Vec<i128>| {
        let all = at.iter().map(|&n| i64::try_from(n).unwrap_or(i64::MAX));
        Written { game: None, items: all.map(|n| Item::Number(Some(n))).collect(), bare }
    };
    // Sizes of a start are no coordinates.
    if numbers.iter().any(|at| sizes(&smaller(at), game).is_some()) {
        return None;
    }
    match numbers.iter().try_for_each(|at| component(&smaller(at), game).map(|_| ())) {
        Ok(()) => Some(Ok(numbers)),
        Err(why) => Some(Err(no_position(text, &why, game))),
    }
}

fn no_position(text: &str, why: &Message, game: &Game) -> Failure {
    mistake(message!("`{text}` is not a position: {why}; {}", example(game)))
}

/// The sizes of a start, where the text gives such.
#[must_use]
pub fn start(text: &str, game: &Game) -> Option<Vec<i64>> {
    match &text::sum(text).ok()?[..] {
        [only] => sizes(only, game),
        _ => None,
    }
}

fn sum(text: &str, game: &Game) -> Result<Position, Message> {
    let written = text::sum(text)?;
    if let [only] = &written[..]
        && let Some(sizes) = sizes(only, game)
    {
        let components = game.start(&sizes)?;
        return Ok(Position { components, unknown: None, sizes: Some(sizes) });
    }
    let mut position = Position::default();
    for (i, written) in written.iter().enumerate() {
        let (number, at) = component(written, game)?;
        for (j, coordinate) in at.iter().enumerate() {
            if coordinate.is_none() && position.unknown.replace((i, j)).is_some() {
                return Err("`?` may stand for one number only".into());
            }
        }
        let at = at.into_iter().map(Option::unwrap_or_default).collect();
        position.components.push(Component { game: number, at });
    }
    Ok(position)
}

/// Numbers without brackets mean the sizes of a start where the rule has that many, unless they
/// are as many as the coordinates of a position that is made of single numbers.
fn sizes(written: &Written, game: &Game) -> Option<Vec<i64>> {
    let shape = game.shape(0);
    let single = shape.iter().all(|(_, s)| *s == CoordinateKind::Number);
    let fits = written.items.len() == game.sizes().len() && written.game.is_none();
    if !written.bare || !fits || (single && written.items.len() == shape.len()) {
        return None;
    }
    let size = |item: &Item| match item {
        Item::Number(size) => *size,
        _ => None,
    };
    written.items.iter().map(size).collect()
}

/// Number of the game and flat coordinates; `None` stands for `?`.
fn component(written: &Written, game: &Game) -> Result<(usize, Vec<Option<i64>>), Message> {
    let number = match &written.game {
        None => 0,
        Some(name) => named(name, game)?,
    };
    let shape = game.shape(number);
    let flat: usize = shape.iter().map(|(_, s)| s.len()).sum();
    let numbers: Option<Vec<Option<i64>>> = written
        .items
        .iter()
        .map(|item| match item {
            Item::Number(n) => Some(*n),
            _ => None,
        })
        .collect();
    let has_sets = shape.iter().any(|(_, s)| matches!(s, CoordinateKind::Subset { .. }));
    if let Some(numbers) = numbers.filter(|n| n.len() == flat && !has_sets) {
        return Ok((number, numbers));
    }
    if written.items.len() != shape.len() {
        return Err(match shape {
            [] => "the rule has no positions of its own, only starts".into(),
            [(row, CoordinateKind::Row(length))] if number == 0 => {
                other_length(game, row, *length, written.items.len())
            }
            _ => {
                let (known, found) = (shape.len(), written.items.len());
                let names = listed(shape.iter().map(|(name, _)| name));
                match known {
                    1 => message!("a position has {known} coordinate ({names}), not {found}"),
                    _ => message!("a position has {known} coordinates ({names}), not {found}"),
                }
            }
        });
    }
    let mut at = Vec::new();
    for ((name, shape), item) in shape.iter().zip(&written.items) {
        match (shape, item) {
            (CoordinateKind::Number, Item::Number(n)) => at.push(*n),
            (CoordinateKind::Row(length), Item::Row(entries)) if entries.len() == *length => {
                at.extend(entries);
            }
            (CoordinateKind::Subset { lo, hi }, Item::Set(members)) => {
                at.push(Some(mask(name, members, *lo, *hi)?));
            }
            (CoordinateKind::Number, _) => return Err(message!("{name} is a number")),
            (CoordinateKind::Row(length), Item::Row(_) | Item::Number(_)) if number == 0 => {
                let found = if let Item::Row(entries) = item { entries.len() } else { 1 };
                return Err(other_length(game, name, *length, found));
            }
            (CoordinateKind::Row(length), _) => {
                return Err(message!("{name} is a row of {length} numbers"));
            }
            (CoordinateKind::Subset { .. }, _) => {
                return Err(message!("{name} is a set such as {{1, 3}}"));
            }
        }
    }
    Ok((number, at))
}

/// The parameter that is the number of entries of a game's row, and how many a text gives, where they are
/// more or fewer than the row has.
#[must_use]
pub fn other_row(text: &str, game: &Game) -> Option<(String, usize)> {
    let [(row, CoordinateKind::Row(length))] = game.shape(0) else { return None };
    let all = text::numbers(text).filter(|_| start(text, game).is_none())?;
    let given = all.first()?.len();
    let is_other = given != *length && given > 0 && all.iter().all(|at| at.len() == given);
    let (_, parameter) = entries(game, row);
    parameter.filter(|_| is_other).map(|name| (name.to_owned(), given))
}

/// Whether the entries of a row are heaps, and the parameter that is their number.
fn entries<'g>(game: &'g Game, row: &str) -> (bool, Option<&'g str>) {
    let rule = &game.instance().rule;
    let (is_heaps, number) = match &rule.state {
        Some(State::Heaps { name, count, .. }) if name == row => (true, Some(count)),
        Some(State::Tuple { coordinates, .. }) => {
            let own = coordinates.iter().find(|c| c.name == row);
            let length = own.and_then(|own| match &own.form {
                CoordinateForm::Row(length) => Some(length),
                _ => None,
            });
            (false, length)
        }
        _ => (false, None),
    };
    let is_parameter = |name: &&str| rule.parameters.iter().any(|p| p.name == **name);
    (is_heaps, number.and_then(|number| number.as_name()).filter(is_parameter))
}

/// How many numbers a row has, not so many, and the parameter that is their number.
fn other_length(game: &Game, row: &str, length: usize, found: usize) -> Message {
    let (is_heaps, parameter) = entries(game, row);
    let own = match (is_heaps, length) {
        (true, 1) => "1 heap".into(),
        (true, _) => message!("{length} heaps"),
        (false, 1) => "1 number".into(),
        (false, _) => message!("{length} numbers"),
    };
    match parameter.filter(|_| found > 0) {
        Some(name) => message!("{row} has {own}, not {found} (-p {name}={found} for {found})"),
        None => message!("{row} has {own}, not {found}"),
    }
}

fn named(name: &str, game: &Game) -> Result<usize, Message> {
    let names = game.game_names();
    let why = || match &names[..] {
        [own] => message!("`{name}` is not a part of `{own}`, whose rule names no other games"),
        [own, others @ ..] => {
            message!("`{name}` is not a part of `{own}`, whose rule names {}", others.join(", "))
        }
        [] => message!("there is no game `{name}`"),
    };
    names.iter().position(|n| *n == name).ok_or_else(why)
}

/// A set as a binary number.
///
/// # Errors
/// A member outside lo..hi, or named twice.
pub fn mask(name: &str, members: &[i64], lo: i64, hi: i64) -> Result<i64, Message> {
    let mut mask = 0;
    for &member in members {
        if !(lo..=hi).contains(&member) {
            return Err(message!("{member} in the set {name} is not in {lo}..{hi}"));
        }
        let bit = 1 << (member - lo);
        if mask & bit != 0 {
            return Err(message!("{member} appears twice in the set {name}"));
        }
        mask |= bit;
    }
    Ok(mask)
}

/// How positions of the game are written.
fn example(game: &Game) -> Message {
    let shape = game.shape(0);
    if shape.is_empty() {
        return match game.sizes()[..] {
            [] => "the rule has no position".into(),
            ref sizes => message!("write the sizes {} as numbers", sizes.join(", ")),
        };
    }
    let mut next = 3..;
    let mut numbers = |count: usize| listed(next.by_ref().take(count));
    let mut written = Vec::new();
    for (_, shape) in shape {
        written.push(match shape {
            CoordinateKind::Number => numbers(1),
            CoordinateKind::Row(length) => format!("[{}]", numbers(*length)),
            CoordinateKind::Subset { lo, hi } if lo < hi => format!("{{{lo}, {hi}}}"),
            CoordinateKind::Subset { .. } => "{}".to_owned(),
        });
    }
    let one = tuple(written);
    let of = listed(shape.iter().map(|(name, _)| name));
    match (game.is_coins(), shape.len()) {
        (true, 1) => "write the heads as 1+4+7, or the row as HTTH".into(),
        (true, _) => message!("write the heads ({of}) as {one}+(1, 1)"),
        (false, _) => message!("write {of} as {one}, and sums as {one} | {one}"),
    }
}

fn is_row_of_coins(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| matches!(c, 'H' | 'T' | 'h' | 't' | '/'))
}

/// `HTTH`: the coins from the first on; rows of a grid are separated by `/`.
fn row_of_coins(text: &str, game: &Game) -> Result<Vec<Component>> {
    let rows: Vec<&str> = text.split('/').collect();
    let (height, width) = (rows.len(), rows[0].len());
    let dimensions = game.coordinates().len();
    let fits = match dimensions {
        1 => height == 1,
        2 => rows.iter().all(|row| row.len() == width),
        _ => false,
    };
    if !fits {
        let help = match dimensions {
            1 => "the coins lie in one row, such as HTTH",
            2 => "rows of equal length are separated by `/`, such as HT/TT",
            _ => "name the heads by their coordinates",
        };
        let help = Message::from(help);
        return Err(mistake(message!("`{text}` is not a position; {help}")));
    }
    if height * width > MAX_COINS {
        let why = message!("more than {MAX_COINS} coins; name the heads instead: 1+4+7");
        return Err(mistake(why));
    }
    let (height, width) = (height as u32, width as u32);
    let coins = match dimensions {
        1 => game.coins(&[width]),
        _ => game.coins(&[height, width]),
    };
    let sides = rows.concat();
    let heads = coins.into_iter().zip(sides.chars()).filter(|(_, side)| matches!(side, 'H' | 'h'));
    Ok(heads.map(|(coin, _)| Component::own(coin)).collect())
}

/// A sum of components: `3 + 4`, `{1, 3}`; `nothing` when there is none.
#[must_use]
pub fn show_sum(components: &[Component], game: &Game) -> String {
    let all: Vec<String> = components.iter().map(|c| game.written(c)).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(" + ") }
}

/// A component in JSON (docs/json.md): the list of its numbers, a set in it a list of its own; of
/// another game an object with its name.
#[must_use]
pub fn as_json(component: &Component, game: &Game) -> Value {
    let at = game.coordinates_of(component).flat_map(|coordinate| match coordinate {
        Coordinate::Number(number) => vec![Value::from(number)],
        Coordinate::Row(entries) => entries.into_iter().map(Value::from).collect(),
        Coordinate::Set(members) => vec![members.into()],
    });
    let at: Vec<Value> = at.collect();
    match component.game {
        0 => at.into(),
        number => json!({ "game": game.game_names()[number], "at": at }),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use catalogue::Catalogue;

    pub(crate) fn game(text: &str) -> Game {
        let (rule, mistakes) = rule::parse(text);
        assert!(mistakes.is_empty(), "{mistakes:?}");
        let library = Catalogue;
        let rule = rule::resolve(rule.unwrap(), &library).unwrap();
        Game::compile(&rule::bind(&rule, &[]).unwrap(), &library).unwrap()
    }

    fn of(game: &Game, text: &str) -> Result<Position, String> {
        read(text, game).map_err(|f| f.to_string())
    }

    fn flat(game: &Game, text: &str) -> Vec<Vec<i64>> {
        of(game, text).unwrap().components.into_iter().map(|c| c.at).collect()
    }

    fn catalogued(name: &str) -> Game {
        let library = Catalogue;
        Game::compile(&rule::instance(name, &[], &library).unwrap(), &library).unwrap()
    }

    #[test]
    fn numbers_beyond_64_bits_are_coordinates() {
        let (lasker, wythoff) = (catalogued("lasker"), catalogued("wythoff"));
        let n = 10i128.pow(21);
        let of = |game: &Game, text: &str| large(text, game).map(|read| read.ok());
        assert_eq!(of(&lasker, "10^21"), Some(Some(vec![vec![n]])));
        assert_eq!(of(&lasker, "10^21+7 | -10^21"), Some(Some(vec![vec![n], vec![7], vec![-n]])));
        for text in ["(3, 10^21)", "3 10^21", "3,1000000000000000000000"] {
            assert_eq!(of(&wythoff, text), Some(Some(vec![vec![3, n]])), "{text}");
        }
        assert_eq!(of(&wythoff, "10^21"), Some(None));
        for other in ["7", "10^12", "x", "10^", "^3", "10^39", "2^200, 1", "{10^21}", "? 10^21", ""]
        {
            assert_eq!(of(&lasker, other), None, "{other}");
        }
        assert_eq!(flat(&lasker, "2^10 + 10^12"), [[1024], [1_000_000_000_000]]);
        let sizes = game(
            "game g\nstate (h[2])\nmove h[1] -> h[1] - 1 if h[1] > 0\nstart (a, b): ([a, a + b])",
        );
        assert_eq!(of(&sizes, "10^21, 5"), None);
        assert_eq!(of(&sizes, "(10^21, 5)"), Some(Some(vec![vec![n, 5]])));
    }

    #[test]
    fn heaps_tuples_and_sums() {
        let (lasker, wythoff) = (catalogued("lasker"), catalogued("wythoff"));
        assert_eq!(flat(&lasker, "7"), [[7]]);
        assert_eq!(flat(&lasker, "3+4 + 10"), [[3], [4], [10]]);
        assert_eq!(flat(&wythoff, "3,5"), [[3, 5]]);
        assert_eq!(flat(&wythoff, "(3, 5) | (1, 2)"), [[3, 5], [1, 2]]);
        for wrong in ["", "x", "3,", "3++4", "1.5", "99999999999999999999", "nim 3", "[3]", "3,4"] {
            assert!(of(&lasker, wrong).unwrap_err().contains("not a position"), "{wrong}");
        }
    }

    #[test]
    fn a_size_means_the_start_where_the_rule_names_one() {
        let game = catalogued("fibonacci-nim");
        assert_eq!(flat(&game, "20"), [[20, 19]]);
        assert_eq!(of(&game, "20").unwrap().sizes, Some(vec![20]));
        assert_eq!(flat(&game, "20,3"), [[20, 3]]);
        assert_eq!(of(&game, "20,3").unwrap().sizes, None);
    }

    #[test]
    fn rows_and_sets() {
        let row = game(
            "game r(m = 3)\nstate (h[m])\nmove h[i] -> h[i] - t for i in 1..m, t in 1..h[i]\n",
        );
        for text in ["[3, 1, 2]", "3 1 2", "3,1,2", "(3, 1, 2)"] {
            assert_eq!(flat(&row, text), [[3, 1, 2]], "{text}");
        }
        let unknown = of(&row, "[3, ?, 2]").unwrap();
        assert_eq!(
            (unknown.unknown, &unknown.components[0].at[..]),
            (Some((0, 1)), &[3, 0, 2][..])
        );
        assert!(of(&row, "[?, ?, 2]").unwrap_err().contains("one number only"));
        assert!(of(&row, "[1, 2]").unwrap_err().contains("h has 3 numbers, not 2 (-p m=2 for 2)"));
        assert!(of(&row, "{1, 2}").unwrap_err().contains("row of 3"));
        let set = game("game s(n = 4)\nstate (A subset 1..n)\nmove A -> A - {x} for x in A\n");
        assert_eq!(flat(&set, "{1, 3, 4} | {}"), [[13], [0]]);
        assert_eq!(as_json(&Component::own(vec![13]), &set), json!([[1, 3, 4]]));
        assert_eq!(show_sum(&[Component::own(vec![13])], &set), "{1, 3, 4}");
        for (wrong, why) in [("{5}", "not in 1..4"), ("{1, 1}", "twice"), ("3", "is a set")] {
            assert!(of(&set, wrong).unwrap_err().contains(why), "{wrong}");
        }
    }

    #[test]
    fn sizes_of_a_start_and_positions_of_other_games() {
        let game = game(
            "game pair(m = 2)\nstate (h[m])\nmove h[i] -> h[i] - 1 for i in 1..m if h[i] > 0\n\
             move eat: h -> [0 for k in 1..m] | lasker at h[1] if h[1] > 0\n\
             start (a, b): (concat(a, b))\n",
        );
        let start = of(&game, "3, 5").unwrap();
        assert_eq!((start.sizes, &start.components[0].at[..]), (Some(vec![3, 5]), &[3, 5][..]));
        assert_eq!(of(&game, "[3, 5]").unwrap().sizes, None);
        let sum = of(&game, "[3, 5] | lasker 4").unwrap();
        assert_eq!(sum.components[1], Component { game: 1, at: vec![4] });
        assert_eq!(show_sum(&sum.components, &game), "[3, 5] + lasker at 4");
        assert!(of(&game, "nim 4").unwrap_err().contains("names lasker"));
    }

    #[test]
    fn coins() {
        let turtles = catalogued("mock-turtles");
        assert_eq!(flat(&turtles, "1+4+7"), [[1], [4], [7]]);
        assert_eq!(flat(&turtles, "HTTH"), [[1], [4]]);
        assert!(flat(&turtles, "TTT").is_empty());
        assert!(of(&turtles, "HT/TT").unwrap_err().contains("one row"));
        assert_eq!(flat(&catalogued("tartan"), "HT/TH").len(), 2);
    }
}
