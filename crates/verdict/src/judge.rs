//! What claims may ask: quantities of positions, from the engine's tables and searches.

use engine::{Bounds, Game, Kernel, Limits, Positions, Progress, Request, Stop};
use expr::ast::Quantity;
use expr::eval::{Context, EvalError, GameUse, Given};
use rule::{Constant, Instance, Library, bind_constants, load};
use std::collections::{BTreeMap, HashMap};
use table::Table;

use crate::words;

/// Answers the questions of claims about one instance.
pub(crate) struct Judge<'a> {
    game: &'a Game,
    library: &'a dyn Library,
    limits: &'a Limits,
    bounds: &'a Bounds,
    progress: &'a dyn Progress,
    own: HashMap<(Domain, Quantity), Result<Table, String>>,
    sums: HashMap<Sum, Result<i64, String>>,
    others: HashMap<(String, Vec<Given>), Result<Other, String>>,
    /// The cell at hand, and the domain whose table holds it.
    at: Option<(Domain, usize)>,
    /// The position at hand.
    position: Vec<i64>,
    /// The heads of the board at hand.
    pub(crate) heads: Option<Vec<Vec<i64>>>,
    row: Vec<i128>,
}

/// A quantity of a sum of positions.
type Sum = (Quantity, Vec<Vec<i64>>);

/// What is tabulated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Domain {
    Positions,
    Starts,
    /// So many coins in each direction.
    Boards(u32),
}

/// Another game with the tables asked of it so far.
struct Other {
    game: Game,
    tables: HashMap<Quantity, Table>,
}

fn unavailable(why: impl Into<String>) -> EvalError {
    EvalError::Unavailable(why.into())
}

impl<'a> Judge<'a> {
    pub(crate) fn new(
        game: &'a Game,
        library: &'a dyn Library,
        limits: &'a Limits,
        bounds: &'a Bounds,
        progress: &'a dyn Progress,
    ) -> Self {
        Self {
            game,
            library,
            limits,
            bounds,
            progress,
            own: HashMap::new(),
            sums: HashMap::new(),
            others: HashMap::new(),
            at: None,
            position: Vec::new(),
            heads: None,
            row: Vec::new(),
        }
    }

    /// Leaves the position at hand.
    pub(crate) fn leave(&mut self) {
        self.at = None;
        self.position.clear();
        self.heads = None;
    }

    /// Goes to a position of a domain.
    pub(crate) fn go(&mut self, domain: &Domain, cell: usize, position: Vec<i64>) {
        self.at = Some((*domain, cell));
        self.position = position;
    }

    /// Whether the user asked to stop.
    pub(crate) fn is_interrupted(&self) -> bool {
        !self.progress.advance(0, 0)
    }

    /// The table of one quantity over a domain.
    pub(crate) fn table(&mut self, domain: &Domain, quantity: Quantity) -> Result<&Table, String> {
        let quantity = tabulated(quantity);
        let key = (*domain, quantity);
        if !self.own.contains_key(&key) {
            let positions = match domain {
                Domain::Positions => Positions::All,
                Domain::Starts => Positions::Starts,
                Domain::Boards(size) => {
                    Positions::Boards(vec![*size; self.game.coordinates().len()])
                }
            };
            let request = Request {
                quantities: vec![quantity],
                bounds: self.bounds.clone(),
                positions,
                kernel: Kernel::Auto,
            };
            let table =
                self.game.table(&request, self.limits, self.progress).map_err(|s| stop_words(&s));
            self.own.insert(key, table);
        }
        self.own[&key].as_ref().map_err(Clone::clone)
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

    fn own_value(
        &mut self,
        quantity: Quantity,
        position: Option<&[Vec<i128>]>,
    ) -> Result<i128, EvalError> {
        let Some(sum) = position else {
            let Some((domain, cell)) = self.at else {
                return Err(unavailable("there is no position at hand"));
            };
            let table = self.table(&domain, quantity).map_err(unavailable)?;
            let column = &table.columns[0].values;
            return Ok(as_asked(quantity, column.get(cell)));
        };
        let sum = components(sum, self.game)?;
        if let [position] = &sum[..]
            && let Some(value) = self.tabulated_value(quantity, position)?
        {
            return Ok(value);
        }
        let key = (tabulated(quantity), sum);
        if !self.sums.contains_key(&key) {
            let value = self.game.whole(&key.1, key.0);
            self.sums.insert(key.clone(), value);
        }
        let value = self.sums[&key].clone().map_err(unavailable)?;
        Ok(as_asked(quantity, value))
    }

    /// The value of another single position, if the table of positions reaches it.
    fn tabulated_value(
        &mut self,
        quantity: Quantity,
        position: &[i64],
    ) -> Result<Option<i128>, EvalError> {
        let game = self.game;
        let table = self.table(&Domain::Positions, quantity).map_err(unavailable)?;
        // where only whole positions have a value, the table is one of starting positions
        if !table.axes.iter().map(|axis| axis.name.as_str()).eq(game.coordinates()) {
            return Ok(None);
        }
        if let Some(cell) = table.cell(position) {
            return Ok(Some(as_asked(quantity, table.columns[0].values.get(cell))));
        }
        let beyond = position.iter().zip(&table.axes).any(|(&c, axis)| c > axis.hi);
        let below = position.iter().zip(&table.axes).any(|(&c, axis)| c < axis.lo);
        if below || !beyond {
            return Err(no_position(position));
        }
        Ok(None)
    }

    fn other_value(
        &mut self,
        quantity: Quantity,
        call: GameUse<'_>,
        position: Option<&[Vec<i128>]>,
    ) -> Result<i128, EvalError> {
        let own = self.game.instance();
        let name = match own.values.get(&call.reference.name) {
            Some(Constant::Game(game)) => game.clone(),
            _ => call.reference.name.clone(),
        };
        let names = call.reference.arguments.iter().map(|(name, _)| name.clone());
        let key = (name.clone(), call.arguments.to_vec());
        if !self.others.contains_key(&key) {
            let other = self.open(&name, names.zip(call.arguments).collect());
            self.others.insert(key.clone(), other);
        }
        let (limits, progress) = (self.limits, self.progress);
        let other = match self.others.get_mut(&key) {
            Some(Ok(other)) => other,
            Some(Err(why)) => return Err(unavailable(why.clone())),
            None => return Err(unavailable("the game is missing")),
        };
        let sum = match position {
            Some(sum) => components(sum, &other.game)?,
            None => vec![self.position.clone()],
        };
        let quantity_tabulated = tabulated(quantity);
        let value = match &sum[..] {
            [position] => other.value(quantity_tabulated, position, limits, progress),
            sum => other.game.whole(sum, quantity_tabulated),
        };
        Ok(as_asked(quantity, value.map_err(unavailable)?))
    }

    fn open(&self, name: &str, given: Vec<(Option<String>, &Given)>) -> Result<Other, String> {
        let rule = load(name, self.library).map_err(|e| e.to_string())?;
        let mut values = BTreeMap::new();
        for (i, (name, value)) in given.into_iter().enumerate() {
            let Some(parameter) = name.or_else(|| rule.parameters.get(i).map(|p| p.name.clone()))
            else {
                return Err(format!("`{}` takes no argument {}", rule.name, i + 1));
            };
            let value = match value {
                Given::Int(value) => {
                    Constant::Int(i64::try_from(*value).map_err(|_| "a number is too large")?)
                }
                Given::Set(set) => Constant::Set(set.clone()),
                Given::Word(word) | Given::Game(word) => Constant::Game(word.clone()),
            };
            values.insert(parameter, value);
        }
        let instance: Instance = bind_constants(&rule, &values).map_err(|e| e.to_string())?;
        let game = Game::compile(&instance, self.library)
            .map_err(|d| d.first().map_or_else(String::new, |d| d.message.clone()))?;
        Ok(Other { game, tables: HashMap::new() })
    }
}

impl Other {
    /// A value from a table that grows as far as positions are asked for.
    fn value(
        &mut self,
        quantity: Quantity,
        position: &[i64],
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<i64, String> {
        let known = self.tables.get(&quantity);
        if let Some(value) = known.and_then(|t| t.value(quantity.name(), position)) {
            return Ok(value);
        }
        let names = self.game.coordinates();
        if position.len() != names.len() {
            return Err(format!("a position of that game has {} coordinates", names.len()));
        }
        let before = |i: usize| known.map_or(0, |t| t.axes[i].hi);
        let bounds = names
            .iter()
            .enumerate()
            .map(|(i, name)| {
                let enough = if position[i] > before(i) { position[i] * 2 } else { before(i) };
                ((*name).to_owned(), enough.max(32))
            })
            .collect();
        let request = Request {
            quantities: vec![quantity],
            bounds: Bounds::Named(bounds),
            positions: Positions::All,
            kernel: Kernel::Auto,
        };
        let table = self.game.table(&request, limits, progress).map_err(|s| stop_words(&s))?;
        let value = table.value(quantity.name(), position);
        self.tables.insert(quantity, table);
        value.ok_or_else(|| format!("{} is no position of that game", words::position(position)))
    }
}

impl Context for Judge<'_> {
    fn value(
        &mut self,
        quantity: Quantity,
        game: Option<GameUse<'_>>,
        position: Option<&[Vec<i128>]>,
    ) -> Result<i128, EvalError> {
        match game {
            None => self.own_value(quantity, position),
            Some(call) => self.other_value(quantity, call, position),
        }
    }

    fn heads(&self) -> Result<&[i128], EvalError> {
        match &self.heads {
            Some(_) if self.game.coordinates().len() == 1 => Ok(&self.row),
            Some(_) => Err(unavailable("`heads` are numbers only where coins lie in one row")),
            None => Err(unavailable("`heads` has no meaning without a board")),
        }
    }

    fn head(&mut self, coin: &[i128]) -> Result<bool, EvalError> {
        let Some(heads) = &self.heads else {
            return Err(unavailable("`head` has no meaning without a board"));
        };
        let same = |c: &Vec<i64>| c.iter().map(|&x| i128::from(x)).eq(coin.iter().copied());
        Ok(heads.iter().any(same))
    }
}

/// The quantity a table holds for the one a claim names.
fn tabulated(quantity: Quantity) -> Quantity {
    if quantity == Quantity::Lose { Quantity::Win } else { quantity }
}

fn as_asked(quantity: Quantity, value: i64) -> i128 {
    i128::from(if quantity == Quantity::Lose { 1 - value } else { value })
}

/// A sum of positions of the game.
fn components(sum: &[Vec<i128>], game: &Game) -> Result<Vec<Vec<i64>>, EvalError> {
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
    EvalError::Undefined(format!("{} is no position", words::position(position)))
}

/// Why there is no table, in words.
fn stop_words(stop: &Stop) -> String {
    match stop {
        Stop::Mistake(mistakes) => mistakes.first().map_or_else(String::new, |d| d.message.clone()),
        Stop::Refused(why) | Stop::TooLarge(why) | Stop::Limit(why, _) => why.clone(),
        Stop::Interrupted(_) => "interrupted".into(),
    }
}
