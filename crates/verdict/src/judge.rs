//! What claims may ask: quantities of positions, from the engine's tables and searches.

use arith::Dyadic;
use engine::{Bounds, Component, Game, Means, Positions, Request, Stop};
use expr::ast::Quantity;
use expr::eval::{Context, EvalError, Frame, GameUse, Passed};
use expr::words::listed;
use message::{Message, Tell, message};
use rule::{Constant, Instance, Library, bind_constants, load};
use std::collections::{BTreeMap, HashMap};
use table::{Table, Values};

use crate::layout::{Field, fields};
use crate::others::{Other, Tables};
use crate::sums::Sums;
use crate::words;

/// Answers the questions of claims about one instance.
pub(crate) struct Judge<'a> {
    game: &'a Game,
    library: &'a dyn Library,
    means: Means<'a>,
    bounds: &'a Bounds,
    fields: Vec<Field>,
    /// The tables of the game's own values so far, few of them.
    own: Vec<((Domain, Quantity), Result<Table>)>,
    /// Positions beyond the box.
    far: Tables,
    sums: Sums<'a>,
    others: HashMap<(String, Vec<Passed>), Result<Other>>,
    /// The cell at hand, and the domain whose table holds it.
    at: Option<(Domain, usize)>,
    /// The position at hand.
    position: Vec<i64>,
    /// The heads of the board at hand.
    pub(crate) heads: Option<Vec<Vec<i64>>>,
    row: Vec<i128>,
    /// What expressions were evaluated in, with the values of definitions so far.
    pub(crate) frame: Frame,
    /// Questions asked so far.
    asked: u32,
}

/// What an expression asks for, or why it has no value.
pub(crate) type Result<T, E = EvalError> = std::result::Result<T, E>;

/// After this many questions the user is asked whether to go on: one condition may ask for the
/// values of thousands of positions.
const POLL: u32 = 1024;

/// What is tabulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Domain {
    Positions,
    Starts,
    /// All boards of this many coins in each direction.
    Boards(u32),
}

/// What the table of the box says of a position.
enum Found {
    Value(i128),
    /// It lies beyond the box.
    Beyond,
    /// There is no table of single positions.
    NoTable,
}

/// Whether positions beyond the box are tabulated rather than searched: a box of one or two
/// coordinates is small, and the quantity needs no search of sums, as moves lead to single positions
/// or the nim-values of the parts tell it.
fn is_better_tabulated(game: &Game, quantity: Quantity) -> bool {
    let of_parts = matches!(tabulated(quantity), Quantity::Sg | Quantity::Win);
    game.coordinates().len() <= 2 && (of_parts || game.has_single_options())
}

pub(crate) fn unavailable(why: impl Into<Message>) -> EvalError {
    EvalError::Unavailable(why.into())
}

impl<'a> Judge<'a> {
    pub(crate) fn new(
        game: &'a Game,
        library: &'a dyn Library,
        means: Means<'a>,
        bounds: &'a Bounds,
    ) -> Self {
        Self {
            game,
            library,
            means,
            bounds,
            fields: fields(game),
            own: Vec::new(),
            far: Tables::default(),
            sums: Sums::default(),
            others: HashMap::new(),
            at: None,
            position: Vec::new(),
            heads: None,
            row: Vec::new(),
            frame: Frame::default(),
            asked: 0,
        }
    }

    /// Leaves the position at hand.
    pub(crate) fn leave(&mut self) {
        self.at = None;
        self.position.clear();
        self.heads = None;
    }

    /// Goes to a position of a domain.
    pub(crate) fn go(&mut self, domain: &Domain, cell: usize, position: &[i64]) {
        self.at = Some((*domain, cell));
        self.position.clear();
        self.position.extend_from_slice(position);
    }

    /// Whether the user asked to stop.
    pub(crate) fn is_interrupted(&self) -> bool {
        !self.means.progress.advance(0, 0)
    }

    /// The table of one quantity over a domain.
    pub(crate) fn table(&mut self, domain: &Domain, quantity: Quantity) -> Result<&Table> {
        let quantity = tabulated(quantity);
        let key = (*domain, quantity);
        let known = self.own.iter().position(|(known, _)| *known == key);
        let at = known.unwrap_or_else(|| {
            let request = Request::of(quantity, self.bounds.clone(), self.positions(domain));
            self.own.push((key, self.game.table(&request, self.means).map_err(stopped)));
            self.own.len() - 1
        });
        self.own[at].1.as_ref().map_err(Clone::clone)
    }

    /// The rows of a domain, of a game of which no quantity is asked.
    pub(crate) fn rows(&self, domain: &Domain) -> Result<Table> {
        self.game.rows(self.bounds, &self.positions(domain), self.means).map_err(stopped)
    }

    fn positions(&self, domain: &Domain) -> Positions {
        match domain {
            Domain::Positions => Positions::All,
            Domain::Starts => Positions::Starts,
            Domain::Boards(size) => Positions::Boards(vec![*size; self.game.coordinates().len()]),
        }
    }

    /// Moves to a board.
    pub(crate) fn set_board(&mut self, coins: &[Vec<i64>], mask: usize) {
        let heads: Vec<Vec<i64>> = coins
            .iter()
            .enumerate()
            .filter(|(i, _)| mask >> i & 1 == 1)
            .map(|(_, coin)| coin.clone())
            .collect();
        let in_a_row = heads.iter().filter(|c| c.len() == 1);
        self.row = in_a_row.map(|c| i128::from(c[0])).collect();
        self.heads = Some(heads);
    }

    fn own_value(&mut self, quantity: Quantity, position: Option<&[Vec<i128>]>) -> Result<i128> {
        let Some(sum) = position else {
            let Some((domain, cell)) = self.at else {
                return Err(unavailable("there is no position at hand"));
            };
            return read(quantity, self.table(&domain, quantity)?, cell);
        };
        let sum = components(sum, self.game)?;
        let (game, means) = (self.game, self.means);
        if let [position] = &sum[..] {
            match self.tabulated_value(quantity, position)? {
                Found::Value(value) => return Ok(value),
                // of sums as they stand far more would be searched than is tabulated
                Found::Beyond if is_better_tabulated(game, quantity) => {
                    if let Ok(value) = self.far.value(game, quantity, position, means) {
                        return Ok(value);
                    }
                }
                Found::Beyond | Found::NoTable => {}
            }
        }
        let sum = sum.into_iter().map(Component::own).collect();
        self.sums.value(game, sum, quantity, means)
    }

    /// The value of another single position, if the table of positions reaches it.
    fn tabulated_value(&mut self, quantity: Quantity, position: &[i64]) -> Result<Found> {
        // What cannot be tabulated may still be searched.
        let Ok(table) = self.table(&Domain::Positions, quantity) else {
            return Ok(Found::NoTable);
        };
        if let Some(cell) = table.cell(position) {
            return read(quantity, table, cell).map(Found::Value);
        }
        let beyond = position.iter().zip(&table.axes).any(|(&c, axis)| c > axis.hi);
        let below = position.iter().zip(&table.axes).any(|(&c, axis)| c < axis.lo);
        if below || !beyond {
            return Err(no_position(position));
        }
        Ok(Found::Beyond)
    }

    /// The components of the position at hand.
    fn at_hand(&self) -> Result<Vec<Component>> {
        if let Some(heads) = &self.heads {
            return Ok(heads.iter().cloned().map(Component::own).collect());
        }
        match self.at {
            None => Err(unavailable("there is no position at hand")),
            Some((Domain::Starts, _)) => self.game.start(&self.position).map_err(unavailable),
            Some(_) => Ok(vec![Component::own(self.position.clone())]),
        }
    }

    fn other_value(
        &mut self,
        quantity: Quantity,
        call: GameUse<'_>,
        position: Option<&[Vec<i128>]>,
    ) -> Result<i128> {
        let means = self.means;
        let here = position.is_none().then(|| self.position.clone());
        let other = self.other(call)?;
        match (position, here) {
            (Some(sum), _) => {
                let sum = components(sum, &other.game)?;
                match &sum[..] {
                    [position] => other.single(quantity, position, means),
                    _ => other.sum(quantity, sum, means),
                }
            }
            (None, here) => other.single(quantity, &here.unwrap_or_default(), means),
        }
    }

    /// Another game, opened when it is first asked for.
    fn other(&mut self, call: GameUse<'_>) -> Result<&mut Other> {
        let name = self.game.instance().game(&call.reference.name).to_owned();
        let names = call.reference.arguments.iter().map(|(name, _)| name.clone());
        let key = (name.clone(), call.arguments.to_vec());
        if !self.others.contains_key(&key) {
            let other = self.open(&name, names.zip(call.arguments).collect());
            self.others.insert(key.clone(), other);
        }
        match self.others.get_mut(&key) {
            Some(Ok(other)) => Ok(other),
            Some(Err(why)) => Err(why.clone()),
            None => Err(unavailable("the game is missing")),
        }
    }

    fn open(&self, name: &str, given: Vec<(Option<String>, &Passed)>) -> Result<Other> {
        let rule = load(name, self.library).map_err(unavailable)?;
        let mut values = BTreeMap::new();
        for (i, (name, value)) in given.into_iter().enumerate() {
            let Some(parameter) = name.or_else(|| rule.parameters.get(i).map(|p| p.name.clone()))
            else {
                return Err(unavailable(message!("`{}` takes no argument {}", rule.name, i + 1)));
            };
            let value = match value {
                Passed::Int(value) => {
                    let value = i64::try_from(*value);
                    Constant::Int(value.map_err(|_| unavailable("a number is too large"))?)
                }
                Passed::Set(set) => Constant::Set(set.clone()),
                Passed::Word(word) | Passed::Game(word) => Constant::Game(word.clone()),
            };
            values.insert(parameter, value);
        }
        let instance: Instance = bind_constants(&rule, &values).map_err(unavailable)?;
        let game = Game::compile(&instance, self.library)
            .map_err(|mistakes| stopped(Stop::Mistake(mistakes)))?;
        let fields = fields(&game);
        Ok(Other::new(game, fields))
    }
}

impl Context for Judge<'_> {
    fn value(
        &mut self,
        quantity: Quantity,
        game: Option<GameUse<'_>>,
        position: Option<&[Vec<i128>]>,
    ) -> Result<i128> {
        self.asked = self.asked.wrapping_add(1);
        if self.asked.is_multiple_of(POLL) && self.is_interrupted() {
            return Err(EvalError::Interrupted);
        }
        match game {
            None => self.own_value(quantity, position),
            Some(call) => self.other_value(quantity, call, position),
        }
    }

    fn options(&mut self, quantity: Quantity) -> Result<Vec<i128>> {
        let components = self.at_hand()?;
        self.sums.at_options(self.game, &components, quantity, self.means)
    }

    fn set_coordinate(
        &mut self,
        game: Option<GameUse<'_>>,
        coordinate: usize,
        elements: &[i128],
    ) -> Result<i128> {
        let fields = match game {
            None => &self.fields,
            Some(call) => &self.other(call)?.fields,
        };
        let field = fields.iter().find(|field| field.holds(coordinate));
        let digits = field.and_then(|field| field.digits(elements));
        digits.ok_or_else(|| {
            let list = listed(elements);
            EvalError::Undefined(message!("{{{list}}} is not a coordinate of a position"))
        })
    }

    fn heads(&self) -> Result<&[i128]> {
        match &self.heads {
            Some(_) if self.game.coordinates().len() == 1 => Ok(&self.row),
            Some(_) => Err(unavailable("`heads` are numbers only where coins lie in one row")),
            None => Err(unavailable("`heads` has no meaning without a board")),
        }
    }

    fn head(&mut self, coin: &[i128]) -> Result<bool> {
        let Some(heads) = &self.heads else {
            return Err(unavailable("`head` has no meaning without a board"));
        };
        let same = |c: &Vec<i64>| c.iter().map(|&x| i128::from(x)).eq(coin.iter().copied());
        Ok(heads.iter().any(same))
    }
}

/// The quantity a table holds for the one a claim names.
pub(crate) fn tabulated(quantity: Quantity) -> Quantity {
    match quantity {
        Quantity::Lose => Quantity::Win,
        Quantity::Numerator | Quantity::Exponent => Quantity::Value,
        other => other,
    }
}

/// What a claim asks for, from the only column of a table.
pub(crate) fn read(quantity: Quantity, table: &Table, cell: usize) -> Result<i128> {
    let values = table.columns.first().map(|column| &column.values);
    match (quantity, values) {
        (Quantity::Numerator | Quantity::Exponent, Some(Values::Dyadic(numbers))) => {
            number(quantity, numbers.get(cell).copied().flatten())
        }
        (Quantity::Exponent, Some(values)) if values.is_integers() => Ok(0),
        (_, Some(values)) if values.is_integers() => Ok(as_asked(quantity, values.get(cell))),
        _ => Err(unavailable(message!("`{}` is not a number", quantity.name()))),
    }
}

/// Numerator or exponent of a value.
pub(crate) fn number(quantity: Quantity, value: Option<Dyadic>) -> Result<i128> {
    match value {
        None => Err(EvalError::Undefined("the value is not a number".into())),
        Some(value) if quantity == Quantity::Exponent => Ok(value.exponent().into()),
        Some(value) => Ok(value.numerator()),
    }
}

pub(crate) fn as_asked(quantity: Quantity, value: i64) -> i128 {
    i128::from(if quantity == Quantity::Lose { 1 - value } else { value })
}

/// A sum of positions of the game.
fn components(sum: &[Vec<i128>], game: &Game) -> Result<Vec<Vec<i64>>> {
    let coordinates = game.coordinates().len();
    let number = |&c: &i128| i64::try_from(c).map_err(|_| EvalError::Overflow);
    let mut components = Vec::new();
    for position in sum {
        let position = position.iter().map(number).collect::<Result<Vec<_>, _>>()?;
        if position.len() != coordinates {
            return Err(no_position(&position));
        }
        components.push(position);
    }
    Ok(components)
}

fn no_position(position: &[i64]) -> EvalError {
    EvalError::Undefined(message!("{} is not a position", words::position(position)))
}

/// Why there is no table.
pub(crate) fn stopped(stop: Stop) -> EvalError {
    match stop {
        Stop::Mistake(mistakes) => unavailable(mistakes.first().map_or("".into(), Tell::message)),
        Stop::Refused(why) => unavailable(why),
        Stop::Valueless(mistake) => unavailable(mistake.message()),
        Stop::TooLarge(why) | Stop::Limit(why, _) => EvalError::TooLarge(why),
        Stop::NoBound(why) => EvalError::NoBound(why),
        Stop::Interrupted(_) => EvalError::Interrupted,
    }
}
