//! Games whose positions are single numbers: one heap, one coin in a row, or the first rows of a
//! game of pairs.
//!
//! The options of one number are written out by the definition; those of all large numbers are
//! read off the moves. A coin turned together with others is worth the sum of the others. In the
//! first r rows of a game of pairs the n-th pair of row j has the number n r + j, so that a pair
//! lies before another if its n is less, or the same in an earlier row.

mod unbounded;

use crate::Result;
use crate::error::{too_large, unsupported};
use message::{Message, message};
use std::collections::BTreeSet;

use expr::ast::Expr;
use expr::build::range;
use expr::substitute::name;
use rule::Instance;
use rule::ast::{Coordinate, CoordinateForm, Rule, State};

use crate::eventual::{Affine, Class, Trouble, common, every_class, trouble};
use crate::game::{Clause, Game, OptionPart, refuse};

/// Most residue classes of positions with moves of their own.
const CLASSES: i128 = 4096;
/// Most quantifiers of a move.
const BINDERS: usize = 8;
/// Most rows of a game of pairs.
const ROWS: i128 = 64;
/// Most options of a large number.
const OPTIONS: usize = 1 << 16;

/// A game between numbers.
#[derive(Clone, Debug)]
pub struct Heap {
    /// Name of the coordinate n.
    pub name: String,
    /// Least position.
    pub least: i128,
    /// Number of rows; 1 where positions are no pairs.
    pub rows: i128,
    /// Of pairs: the name of the other coordinate, and whether it comes first.
    pub across: Option<(String, bool)>,
    game: Game,
}

/// One part of an option of n.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// This number.
    At(i128),
    /// n less this number, which is at least 1.
    Below(i128),
}

/// The options of all n of a residue class that are large enough.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassOptions {
    /// Options listed one by one; one without parts ends the game.
    pub options: BTreeSet<Vec<Place>>,
    /// (d, c): each of the numbers from d to n - c that are n modulo the number of rows, with c at
    /// least 1.
    pub tail: Option<(i128, i128)>,
    /// t: every division of n - t into two heaps, none of them empty.
    pub splits: BTreeSet<i128>,
}

impl ClassOptions {
    /// The options whose parts are all fixed numbers.
    pub fn fixed(&self) -> impl Iterator<Item = &Vec<Place>> {
        let is_fixed = |place: &Place| matches!(place, Place::At(_));
        self.options.iter().filter(move |option| option.iter().all(is_fixed))
    }
}

/// The options of all large numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargeOptions {
    /// From here on.
    pub from: i128,
    /// By residue.
    pub classes: Vec<ClassOptions>,
}

/// The moves of a rule, sums and ends being as the theorems suppose.
fn game(instance: &Instance) -> Result<Game> {
    if instance.rule.start.is_some() {
        return refuse("starting positions");
    }
    let game = Game::of(instance)?;
    if !game.ends.is_empty() {
        return refuse("ends of its own");
    }
    if game.clauses.iter().any(|clause| clause.binders.len() > BINDERS) {
        return refuse("so many quantifiers");
    }
    Ok(game)
}

/// What the positions of a rule are, in words, that are no pairs of numbers.
fn kind(rule: &Rule) -> &'static str {
    match &rule.state {
        None => "sums of other games",
        Some(State::Heap(_)) => "single numbers",
        Some(State::Heaps { .. }) => "rows of heaps",
        Some(State::Coins { .. } | State::Product(..)) => "boards of coins",
        Some(State::Tuple { coordinates, .. }) => {
            let has = |form: fn(&CoordinateForm) -> bool| coordinates.iter().any(|c| form(&c.form));
            match coordinates.len() {
                _ if has(|form| matches!(form, CoordinateForm::Subset)) => "sets",
                _ if has(|form| matches!(form, CoordinateForm::Row(_))) => "rows of numbers",
                1 => "single numbers",
                _ => "more than two numbers",
            }
        }
    }
}

impl Heap {
    /// The game of a rule whose parameters have values.
    ///
    /// # Errors
    /// What about the rule is not of this kind, in words.
    pub fn of(instance: &Instance) -> Result<Self> {
        let (name, from) = match &instance.rule.state {
            Some(State::Heap(at)) if at.form == CoordinateForm::Number && at.to.is_none() => {
                (&at.name, at.from.as_ref())
            }
            Some(State::Coins { coordinates, from }) => match coordinates.as_slice() {
                [name] => (name, Some(from)),
                _ => return refuse("coins on a grid"),
            },
            _ => return refuse("positions that are more than one number"),
        };
        let game = game(instance)?;
        let least = from.map_or(Ok(0), |e| game.constant(e))?;
        if !(0..=1 << 20).contains(&least) {
            return refuse("positions that begin so far away");
        }
        Ok(Self { name: name.clone(), least, rows: 1, across: None, game })
    }

    /// The coordinates of a rule whose positions are pairs of numbers.
    ///
    /// # Errors
    /// They are something else.
    pub fn pairs(instance: &Instance) -> Result<[&Coordinate; 2]> {
        let Some(State::Tuple { coordinates, condition, .. }) = &instance.rule.state else {
            return refuse(message!("positions that are {}", Message::from(kind(&instance.rule))));
        };
        match coordinates.as_slice() {
            [a, b] if [a, b].iter().all(|at| at.form == CoordinateForm::Number) => {
                match condition {
                    None => Ok([a, b]),
                    Some(_) => refuse("pairs of which some are no positions"),
                }
            }
            _ => refuse(message!("positions that are {}", Message::from(kind(&instance.rule)))),
        }
    }

    /// The rows 0 to `last` of a game of pairs: those of the coordinate `across`.
    ///
    /// # Errors
    /// What about the rule is not of this kind, in words.
    pub fn rows(instance: &Instance, across_name: &str, last: i128) -> Result<Self> {
        let [first, second] = Self::pairs(instance)?;
        let is_first = first.name == across_name;
        let (along, across) = if is_first { (second, first) } else { (first, second) };
        if across.name != across_name {
            return refuse(message!("rows of `{across_name}`, which is no coordinate"));
        }
        let number = |e: &Option<Expr>| e.as_ref().map(|e| instance.number(e)).transpose();
        if [along, across].iter().any(|at| !matches!(number(&at.from), Ok(None | Some(0)))) {
            return refuse("pairs of numbers that do not begin with 0");
        }
        if along.to.is_some() {
            return refuse(message!("rows that end: `{}` has a greatest value", along.name));
        }
        if !(0..ROWS).contains(&last) {
            return Err(too_large(message!("there are more than {ROWS} rows")));
        }
        if number(&across.to)?.is_some_and(|most| last > most) {
            return refuse(message!("a row that is not there: `{}` is less", across.name));
        }
        let name = &along.name;
        let across = Some((across_name.to_owned(), is_first));
        let game = game(instance)?;
        Ok(Self { name: name.clone(), least: 0, rows: last + 1, across, game })
    }

    /// An expression about positions, with parameters put in.
    #[must_use]
    pub fn expression(&self, e: &Expr) -> Expr {
        self.game.expression(e)
    }

    /// Whether a player who cannot move wins.
    #[must_use]
    pub fn stuck_wins(&self) -> bool {
        self.game.stuck_wins
    }

    /// Numbers whose options are written out by the definition.
    #[must_use]
    pub fn small(&self) -> Small<'_> {
        Small { heap: self, class: Class::new(1, 0, &self.name) }
    }

    /// The options of all large numbers.
    ///
    /// # Errors
    /// What cannot be followed, in words.
    pub fn shapes(&self) -> Result<LargeOptions> {
        let (mut rows, mut from) = (Vec::new(), self.least);
        for row in 0..self.rows {
            let look = |class: &mut Class| self.shape(row, class);
            let (mut classes, begin) = every_class(CLASSES, &self.name, look)?;
            if classes.iter().all(|shape| *shape == classes[0]) {
                classes.truncate(1);
            }
            rows.push(classes);
            from = from.max(begin);
        }
        // the number of classes of every row divides this one
        let mut all = rows.iter().map(|classes| classes.len() as i128);
        let fits = |count: &i128| count * self.rows <= CLASSES;
        let count = all.try_fold(1, |all, own| Some(all / common(all, own) * own).filter(fits));
        let count =
            count.ok_or_else(|| too_large(message!("there are more than {CLASSES} cases")))?;
        let pairs = (0..count as usize).flat_map(|n| rows.iter().map(move |row| (n, row)));
        let classes = pairs.map(|(n, row)| row[n % row.len()].clone()).collect();
        Ok(LargeOptions { from: from * self.rows, classes })
    }

    fn shape(&self, row: i128, class: &mut Class) -> Result<ClassOptions, Trouble> {
        let mut shape = ClassOptions::default();
        self.place_row(row, class);
        for clause in &self.game.clauses {
            self.unroll(clause, 0, class, &mut shape)?;
        }
        // every part is a position before n
        for place in shape.options.iter().flatten() {
            class.from = match place {
                Place::At(c) => class.from.max(c / self.rows + 1),
                Place::Below(t) => class.from.max((t + self.least + self.rows - 1) / self.rows),
            };
        }
        Ok(shape)
    }

    /// Lets the other coordinate of pairs be `row`.
    fn place_row(&self, row: i128, class: &mut Class) {
        if let Some((across, _)) = &self.across {
            class.set(across, Some(Affine::constant(row)));
        }
    }

    /// Adds what a clause allows for all values of its variables from number `at` on.
    fn unroll(
        &self,
        clause: &Clause,
        at: usize,
        class: &mut Class,
        shape: &mut ClassOptions,
    ) -> Result<(), Trouble> {
        let Some((bound, set)) = clause.binders.get(at) else {
            if let Some(parts) = self.parts(clause, class)? {
                shape.options.insert(self.places(&parts, class)?);
            }
            return if shape.options.len() > OPTIONS {
                Err(too_large("too many options").into())
            } else {
                Ok(())
            };
        };
        let Some(elements) = class.elements(set)? else {
            return self.unbounded(clause, at, class, shape);
        };
        for element in elements {
            class.set(bound, Some(element));
            self.unroll(clause, at + 1, class, shape)?;
        }
        class.set(bound, None);
        Ok(())
    }

    /// What a clause leaves where its guards hold, as a number and a row.
    fn parts(
        &self,
        clause: &Clause,
        class: &mut Class,
    ) -> Result<Option<Vec<(Affine, Affine)>>, Trouble> {
        if !admits(clause, class)? {
            return Ok(None);
        }
        let (mut parts, first) = (Vec::new(), Affine::constant(0));
        for part in &clause.parts {
            match part {
                OptionPart::Position(at) => {
                    let (e, row) = self.split(at)?;
                    let row = row.map_or(Ok(first), |row| class.number(row))?;
                    parts.push((class.number(e)?, row));
                }
                OptionPart::Run(from, to) => {
                    match class.elements(&range(from.clone(), to.clone()))? {
                        Some(run) => parts.extend(run.into_iter().map(|coin| (coin, first))),
                        None => return trouble("a run of coins grows with the position"),
                    }
                }
            }
        }
        Ok(Some(parts))
    }

    /// A position as its number n and, of pairs, its row.
    fn split<'e>(&self, at: &'e [Expr]) -> Result<(&'e Expr, Option<&'e Expr>), Trouble> {
        match (at, &self.across) {
            ([e], None) => Ok((e, None)),
            ([row, e], Some((_, true))) | ([e, row], Some((_, false))) => Ok((e, Some(row))),
            _ => trouble("a move leads to a position of another form"),
        }
    }

    /// The parts of an option of the row at hand.
    fn places(&self, parts: &[(Affine, Affine)], class: &mut Class) -> Result<Vec<Place>, Trouble> {
        let here = self.row(class)?;
        let place = |(at, row): &(Affine, Affine)| {
            let row = row.as_constant().filter(|row| (0..self.rows).contains(row));
            match (at.as_constant(), at.as_shifted(), row) {
                (Some(c), _, Some(row)) if c >= self.least => Ok(Place::At(c * self.rows + row)),
                (_, Some(t), Some(row)) if here - row > t * self.rows => {
                    Ok(Place::Below(here - row - t * self.rows))
                }
                (None, None, _) => trouble("a move leads neither to a fixed number nor to n - t"),
                _ => trouble("a move leads to no position before the one at hand"),
            }
        };
        let mut places: Vec<Place> = parts.iter().map(place).collect::<Result<_, _>>()?;
        places.sort_unstable();
        if self.game.first.is_some() && places.windows(2).any(|pair| pair[0] == pair[1]) {
            return trouble("a coin is turned twice");
        }
        Ok(places)
    }

    /// The row at hand.
    fn row(&self, class: &mut Class) -> Result<i128, Trouble> {
        let Some((across, _)) = &self.across else { return Ok(0) };
        let row = class.number(&name(across.as_str()))?.as_constant();
        row.map_or_else(|| trouble("the row is not known"), Ok)
    }
}

/// Whether the guards of a clause hold.
fn admits(clause: &Clause, class: &mut Class) -> Result<bool, Trouble> {
    for guard in &clause.guards {
        if !class.truth(guard)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Numbers whose options are written out one by one.
#[derive(Clone, Debug)]
pub struct Small<'a> {
    heap: &'a Heap,
    class: Class<'a>,
}

impl Small<'_> {
    /// The options of n by the definition, each as its parts in order.
    ///
    /// # Errors
    /// What cannot be evaluated, and moves that lead to no position before n, in words.
    pub fn options(&mut self, n: i128) -> Result<Vec<Vec<i128>>> {
        self.class.at(&self.heap.name, n / self.heap.rows);
        // of a class of one number all options are listed
        let shape = self.heap.shape(n % self.heap.rows, &mut self.class);
        let place = |place| match place {
            Place::At(at) if at < n => Ok(at),
            _ => Err(unsupported(message!("from {n} a move leads to no position before it"))),
        };
        let options = shape?.options.into_iter();
        options.map(|option| option.into_iter().map(place).collect()).collect()
    }
}
