//! Partizan games: who wins moving first, and the number a position is worth.
//!
//! A position G has the value x iff whoever moves first loses G - x, and that is searched: beside G
//! lies the game of the number -x, whose options are those of its canonical form.

use std::collections::HashMap;
use std::hash::Hash;

use crate::support::mexlab;
use crate::{Order, compare};

/// Who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Player {
    Left,
    Right,
}

use Player::{Left, Right};

impl Player {
    fn other(self) -> Self {
        if self == Left { Right } else { Left }
    }
}

/// numerator / 2^exponent in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Number {
    numerator: i64,
    exponent: u32,
}

impl Number {
    fn new(mut numerator: i64, mut exponent: u32) -> Self {
        while exponent > 0 && numerator % 2 == 0 {
            (numerator, exponent) = (numerator / 2, exponent - 1);
        }
        Self { numerator, exponent }
    }

    fn negative(self) -> Self {
        Self { numerator: -self.numerator, ..self }
    }

    /// Where the player may move in the canonical form of the number.
    fn next(self, player: Player) -> Option<Self> {
        let step = if player == Left { -1 } else { 1 };
        let towards_zero = self.numerator * step < 0;
        (self.exponent > 0 || towards_zero).then(|| Self::new(self.numerator + step, self.exponent))
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.exponent {
            0 => write!(f, "{}", self.numerator),
            e => write!(f, "{}/{}", self.numerator, 1_i64 << e),
        }
    }
}

/// Components, a number, and who moves.
type Position<S> = (Vec<S>, Number, Player);

/// Searches sums of positions of one game and a number.
struct Search<S, F> {
    /// The options of one component: each a sum.
    options: F,
    known: HashMap<Position<S>, bool>,
}

impl<S: Clone + Ord + Hash, F: Fn(&S, Player) -> Vec<Vec<S>>> Search<S, F> {
    fn new(options: F) -> Self {
        Self { options, known: HashMap::new() }
    }

    /// Whether the player to move wins.
    fn wins(&mut self, position: &Position<S>) -> bool {
        if let Some(&wins) = self.known.get(position) {
            return wins;
        }
        let (sum, number, player) = position;
        let mut after: Vec<Position<S>> =
            number.next(*player).map(|n| (sum.clone(), n, player.other())).into_iter().collect();
        for (i, component) in sum.iter().enumerate() {
            for parts in (self.options)(component, *player) {
                let mut sum = sum.clone();
                sum.swap_remove(i);
                sum.extend(parts);
                sum.sort_unstable();
                after.push((sum, *number, player.other()));
            }
        }
        let wins = after.iter().any(|position| !self.wins(position));
        self.known.insert(position.clone(), wins);
        wins
    }

    /// Whether Left and whether Right wins moving first.
    fn outcome(&mut self, sum: &[S]) -> (bool, bool) {
        let zero = Number::new(0, 0);
        let mut sum = sum.to_vec();
        sum.sort_unstable();
        (self.wins(&(sum.clone(), zero, Left)), self.wins(&(sum, zero, Right)))
    }

    /// Whether the component has the value x.
    fn is(&mut self, component: &S, x: Number) -> bool {
        let sum = vec![component.clone()];
        !self.wins(&(sum.clone(), x.negative(), Left)) && !self.wins(&(sum, x.negative(), Right))
    }
}

fn outcome_cells((left, right): (bool, bool)) -> Vec<i64> {
    vec![i64::from(left), i64::from(right)]
}

/// The rows of a table of values: positions and what stands in the column `value`.
fn values(arguments: &str) -> Vec<(Vec<i64>, String)> {
    let mut words = vec!["table"];
    words.extend(arguments.split_whitespace());
    words.extend(["--quantity", "value", "--format", "csv"]);
    let text = mexlab(&words);
    let rows = text.lines().skip(1).map(|line| {
        let (position, value) = line.rsplit_once(',').expect("columns");
        let number = |word: &str| word.parse().expect("a coordinate");
        (position.split(',').map(number).collect(), value.to_owned())
    });
    let rows: Vec<_> = rows.collect();
    assert!(!rows.is_empty());
    rows
}

type Cake = (u32, u32);

fn cut(&(x, y): &Cake, player: Player) -> Vec<Vec<Cake>> {
    match player {
        Left => (1..x).map(|i| vec![(i, y), (x - i, y)]).collect(),
        Right => (1..y).map(|i| vec![(x, i), (x, y - i)]).collect(),
    }
}

#[test]
fn cakes() {
    let mut search = Search::new(cut);
    for cuts in ["half", "all"] {
        let mut expected = Vec::new();
        for x in 1..=5 {
            for y in 1..=4 {
                let cells = outcome_cells(search.outcome(&[(x, y)]));
                expected.push((vec![i64::from(x), i64::from(y)], cells));
            }
        }
        let arguments = format!("cutcake -p cuts={cuts} --to x=5,y=4");
        compare(&arguments, "left,right", &["x", "y"], Order::Matters, expected);
    }
}

/// The value of a cake: with 2^k <= y < 2^(k+1) and x >= 2^k it is floor(x / 2^k) - 1.
fn cake(x: i64, y: i64) -> i64 {
    if x.ilog2() >= y.ilog2() { (x >> y.ilog2()) - 1 } else { 1 - (y >> x.ilog2()) }
}

#[test]
fn values_of_cakes() {
    let mut search = Search::new(cut);
    for (x, y) in [(1, 1), (4, 1), (5, 1), (2, 2), (4, 2), (5, 2), (3, 3), (2, 5), (1, 6), (4, 3)] {
        assert!(search.is(&(x, y), Number::new(cake(x.into(), y.into()), 0)), "{x} by {y}");
    }
    for (position, value) in values("cutcake --to 40") {
        assert_eq!(value, cake(position[0], position[1]).to_string(), "{position:?}");
    }
}

/// A tower: a leading 1, then 1 for a black and 0 for a white block, from the bottom upwards.
fn take(&tower: &u32, player: Player) -> Vec<Vec<u32>> {
    let blocks = tower.ilog2();
    let colour = u32::from(player == Left);
    let own = (0..blocks).filter(|place| tower >> place & 1 == colour);
    own.map(|place| vec![tower >> (place + 1)]).collect()
}

/// The value of a tower (Berlekamp): blocks count 1 up to the first change of colour, then 1/2, 1/4, ...
fn tower(tower: u32) -> Number {
    let blocks = tower.ilog2();
    let (mut numerator, mut exponent, mut changed) = (0, 0, false);
    for place in (0..blocks).rev() {
        let black = tower >> place & 1;
        changed |= black != tower >> (blocks - 1) & 1;
        if changed {
            (numerator, exponent) = (numerator * 2, exponent + 1);
        }
        numerator += if black == 1 { 1 } else { -1 };
    }
    Number::new(numerator, exponent)
}

#[test]
fn towers() {
    let mut search = Search::new(take);
    let expected: Vec<_> =
        (1..256_u32).map(|t| (vec![i64::from(t)], outcome_cells(search.outcome(&[t])))).collect();
    let arguments = "red-blue-strings --to 255";
    compare(arguments, "left,right", &["t"], Order::Matters, expected);
    for t in 1..128 {
        assert!(search.is(&t, tower(t)), "tower {t:b}");
    }
    for (position, value) in values("red-blue-strings --to 2047") {
        let t = u32::try_from(position[0]).expect("a tower");
        assert_eq!(value, tower(t).to_string(), "tower {t:b}");
    }
}

/// Free cells of a board of `columns`; Left lays upright dominoes.
fn domino(columns: u32) -> impl Fn(&u32, Player) -> Vec<Vec<u32>> {
    move |&free, player| {
        let second = if player == Left { columns } else { 1 };
        let fits = |&cell: &u32| {
            let both = 1_u32 << cell | 1_u32.checked_shl(cell + second).unwrap_or(0);
            free & both == both && both.count_ones() == 2
        };
        let places = (0..30).filter(|cell| player == Left || cell % columns != columns - 1);
        places.filter(fits).map(|cell| vec![free & !(1 << cell | 1 << (cell + second))]).collect()
    }
}

#[test]
fn dominoes() {
    let (rows, columns) = (4, 4);
    let mut search = Search::new(domino(columns));
    let mut expected = Vec::new();
    for r in 1..=rows {
        for c in 1..=columns {
            let free = (0..r).fold(0, |set, row| set | ((1 << c) - 1) << (row * columns));
            let cells = outcome_cells(search.outcome(&[free]));
            expected.push((vec![i64::from(r), i64::from(c)], cells));
        }
    }
    let arguments = "domineering -p R=4 -p C=4 --starts --to r=4,c=4";
    compare(arguments, "left,right", &["r", "c"], Order::Matters, expected);
}

/// A token on a vertex v of two digraphs, Left's and Right's arcs.
type Token = (u32, u32, u32);

fn along(&(l, r, v): &Token, player: Player) -> Vec<Vec<Token>> {
    let arcs = if player == Left { l } else { r };
    let first = (v - 1) * v.saturating_sub(2) / 2;
    let reached = (1..v).filter(|w| arcs >> (first + w - 1) & 1 == 1);
    reached.map(|w| vec![(l, r, w)]).collect()
}

#[test]
fn tokens() {
    let mut search = Search::new(along);
    let mut expected = Vec::new();
    let mut worth = Vec::new();
    let candidates: Vec<Number> = (-16..=16).map(|sixteenth| Number::new(sixteenth, 2)).collect();
    for l in 0..8 {
        for r in 0..8 {
            for v in 1..=3 {
                let token = (l, r, v);
                let position = vec![i64::from(l), i64::from(r), i64::from(v)];
                expected.push((position.clone(), outcome_cells(search.outcome(&[token]))));
                let value = candidates.iter().find(|&&x| search.is(&token, x));
                worth.push((position, value.map(Number::to_string)));
            }
        }
    }
    let arguments = "partizan-general -p n=3 --to l=7,r=7,v=3";
    compare(arguments, "left,right", &["l", "r", "v"], Order::Matters, expected);
    assert!(worth.iter().any(|(_, value)| value.as_deref() == Some("1/2")));
    assert!(worth.iter().any(|(_, value)| value.is_none()));
    let printed: HashMap<Vec<i64>, String> = values(arguments).into_iter().collect();
    for (position, value) in worth {
        match value {
            Some(value) => assert_eq!(printed[&position], value, "{position:?}"),
            None => assert_eq!(printed[&position], "", "{position:?}"),
        }
    }
}

#[test]
fn small_games_have_their_names() {
    let mut search = Search::new(along);
    let named = [
        ((0, 0, 1), "0"),
        ((1, 0, 2), "1"),
        ((0, 1, 2), "-1"),
        ((7, 0, 3), "2"),
        ((0b11, 0b100, 3), "1/2"),
        ((0b011_011, 0b101_100, 4), "not a number"),
        ((1, 1, 2), "not a number"),
        ((0b011, 0b101, 3), "not a number"),
    ];
    for ((l, r, v), name) in named {
        let numbers = (-64..=64).map(|n| Number::new(n, 4));
        let found = numbers.filter(|&x| search.is(&(l, r, v), x)).map(|x| x.to_string());
        let found: Vec<String> = found.collect();
        match name {
            "not a number" => assert!(found.is_empty(), "({l}, {r}, {v}) is {found:?}"),
            name => assert_eq!(found, [name], "({l}, {r}, {v})"),
        }
    }
}

/// The printed code for the simplest number between l and r, in doubles as printed.
mod printed {
    use super::{Left, Right, Search, cake, cut, take, tower};
    use std::collections::HashMap;

    /// `None`: the search for j does not end.
    fn simplest(l: f64, r: f64) -> Option<f64> {
        if l < 0.0 && 0.0 < r {
            return Some(0.0);
        }
        let up = (l + 1.0).floor();
        if l < up && up < r {
            return Some(if l >= 0.0 { up } else { (r - 1.0).ceil() });
        }
        let mut tmp: i32 = 1;
        loop {
            tmp = tmp.wrapping_mul(2);
            let scale = f64::from(tmp);
            let j = (l * scale + 1.0).floor();
            if j < r * scale {
                // The loop counts j up from here; where it is not above l * tmp, adding 1 changes nothing.
                return (l * scale < j).then_some(j / scale);
            }
            if tmp == 0 {
                return None;
            }
        }
    }

    fn cake_code(
        x: u32,
        y: u32,
        inf: f64,
        known: &mut HashMap<(u32, u32), Option<f64>>,
    ) -> Option<f64> {
        if let Some(&value) = known.get(&(x, y)) {
            return value;
        }
        let (mut l, mut r) = (-inf, inf);
        for i in 1..=x / 2 {
            l = l.max(cake_code(i, y, inf, known)? + cake_code(x - i, y, inf, known)?);
        }
        for i in 1..=y / 2 {
            r = r.min(cake_code(x, i, inf, known)? + cake_code(x, y - i, inf, known)?);
        }
        let value = simplest(l, r);
        known.insert((x, y), value);
        value
    }

    #[test]
    fn the_code_has_the_values_of_cakes_if_inf_is_small() {
        let mut known = HashMap::new();
        for x in 1..=19_u32 {
            for y in 1..=19_u32 {
                let value = cake_code(x, y, 1e9, &mut known).map(|value| value.to_string());
                assert_eq!(value, Some(cake(x.into(), y.into()).to_string()), "{x} by {y}");
            }
        }
        for inf in [1e18, f64::INFINITY] {
            assert_eq!(cake_code(1, 2, inf, &mut HashMap::new()), None);
            assert!(cake_code(9, 1, inf, &mut HashMap::new()).is_some());
        }
    }

    fn tower_code(t: u32, inf: f64) -> Option<f64> {
        let (mut l, mut r) = (-inf, inf);
        for parts in take(&t, Left) {
            l = l.max(tower_code(parts[0], inf)?);
        }
        for parts in take(&t, Right) {
            r = r.min(tower_code(parts[0], inf)?);
        }
        simplest(l, r)
    }

    #[test]
    fn the_code_has_the_values_of_low_towers() {
        for t in 1..256_u32 {
            let number = tower(t);
            let scale = f64::from(1_u32 << number.exponent);
            let code = tower_code(t, 1e9).map(|value| (value * scale).to_string());
            assert_eq!(code, Some(number.numerator.to_string()), "tower {t:b}");
        }
        assert_eq!(tower_code(2, 1e18), None, "one white block");
        let mut r = 1.0;
        for height in 1..=30 {
            r = simplest(0.0, r).unwrap_or_else(|| panic!("{height} white blocks on a black one"));
        }
        assert_eq!(simplest(0.0, r), None, "32-bit tmp ends at 31 white blocks");
    }

    #[test]
    fn the_sign_decides_when_left_starts() {
        let mut search = Search::new(cut);
        for (x, y) in [(1, 1), (2, 1), (1, 2), (4, 2), (2, 4), (3, 3)] {
            let value = cake(x.into(), y.into());
            assert_eq!(search.outcome(&[(x, y)]), (value > 0, value < 0), "{x} by {y}");
        }
    }
}
