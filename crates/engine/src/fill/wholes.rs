//! Tables of whole positions: starting positions and boards, searched by definition.

use super::plan::table_bytes;
use super::summary::outcomes;
use super::tabulate::{Tabulated, order_columns};
use super::way::{OneBox, Told, Way};
use crate::apart::misere::Misere;
use crate::fold::Fold;
use crate::game::Game;
use crate::kernel::{LimitedStarts, Outcomes};
use crate::progress::{Means, Progress};
use crate::request::{Kernel, Limits, too_much};
use crate::search::expand::SearchLimits;
use crate::search::position::{Component, Wholes};
use crate::search::searches::{Searches, Valued};
use crate::space::Space;
use crate::stop::{SearchStop, Stop};
use clauses::OptionPart;
use expr::ast::Quantity;
use expr::eval::Program;
use expr::words::{equations, listed};
use message::{Message, Tell as _, message};
use table::{Axis, Column, Table, Values};

/// A box of at most this many cells is filled at once; of a greater one a search may reach a small
/// part only. More starts are listed only when their table is computed.
const SMALL_BOX: u128 = 1 << 20;
/// The part of a greater box that a search may reach before the whole box is filled after all: a
/// position searched costs about as much as this number of cells.
const CELLS_A_POSITION: u128 = 64;

/// The starting positions of a game, ready to be computed from the sizes.
pub(crate) struct Starts {
    /// For each component: number of its game, coordinates.
    components: Vec<(usize, Vec<Program>)>,
}

impl Starts {
    /// The starting position of these sizes.
    pub(crate) fn at(&self, sizes: &[i64]) -> Result<Vec<Component>, Message> {
        let value = |program: &Program| {
            let value = clauses::exact::integer(program, sizes).map_err(|e| e.message())?;
            i64::try_from(value).map_err(|_| Message::from("a number leaves 64 bits"))
        };
        let component = |(game, at): &(usize, Vec<Program>)| {
            let at = at.iter().map(value).collect::<Result<_, _>>()?;
            Ok(Component { game: *game, at })
        };
        let all: Result<Vec<Component>, Message> = self.components.iter().map(component).collect();
        all.map_err(|why| message!("the start for {} has no value: {why}", listed(sizes)))
    }
}

impl Game {
    /// The starting position of these sizes.
    ///
    /// # Errors
    /// The rule has no `start`, or it has no value for them or is no position, in words.
    pub fn start(&self, sizes: &[i64]) -> Result<Vec<Component>, Message> {
        let given = sizes.len();
        match self.starts_compiled() {
            Ok(starts) if given == self.sizes().len() => {
                let start = starts.at(sizes)?;
                match Wholes::new(&self.rules).are_positions(&start) {
                    Ok(false) => Err(self.no_start(sizes)),
                    _ => Ok(start),
                }
            }
            Ok(_) => Err(message!("a start has {} sizes, not {given}", self.sizes().len())),
            Err(Stop::Refused(why)) => Err(why),
            Err(_) => Err("the rule's `start` has a mistake".into()),
        }
    }

    /// Says that the start for these sizes is no position.
    pub(super) fn no_start(&self, sizes: &[i64]) -> Message {
        let (values, sizes) = (&self.instance.values, listed(sizes));
        let why = match self.lowered.dimensions.is_empty() {
            true => message!("the start for {sizes} is not a position"),
            false => {
                let state = self.position_words();
                message!("the start for {sizes} is not a position ({state})")
            }
        };
        match values.is_empty() {
            true => {
                message!("{why}: --to bounds the sizes above, `start k from 1: ...` below")
            }
            false => message!(
                "{why} with {}; -p gives other parameters, --to bounds the sizes above, `start k \
                 from 1: ...` below",
                equations(values)
            ),
        }
    }

    pub(super) fn starts_compiled(&self) -> Result<Starts, Stop> {
        let Some(start) = &self.lowered.start else {
            return Err(Stop::Refused("the rule has no `start`: every position is one".into()));
        };
        let names: Vec<String> = start.sizes.iter().map(|(name, _)| name.clone()).collect();
        let component = |part: &OptionPart| {
            let (game, at) = part.position().unwrap_or_default();
            let at = at.iter().map(|e| self.exact.program(e, &names));
            Ok((game, at.collect::<Result<_, _>>()?))
        };
        let components = start.components.iter().map(component).collect::<Result<_, _>>();
        Ok(Starts { components: components.map_err(Stop::Mistake)? })
    }

    /// The starting positions of a box of sizes; `None` for sizes that do not fit each other.
    pub(crate) fn start_positions(
        &self,
        axes: &[Axis],
    ) -> Result<Vec<Option<Vec<Component>>>, Stop> {
        let starts = self.starts_compiled()?;
        let space = Space::new(axes.to_vec());
        let cells = usize::try_from(space.cells()).unwrap_or(usize::MAX);
        let mut sizes = vec![0; axes.len()];
        let mut wholes = Wholes::new(&self.rules);
        let mut positions: Vec<Option<Vec<Component>>> = Vec::with_capacity(cells);
        for cell in 0..cells {
            space.point(cell, &mut sizes);
            let start = starts.at(&sizes).map_err(Stop::Refused)?;
            if wholes.are_positions(&start)? {
                positions.push(Some(self.rules.canonical(start)));
            } else if sizes.len() > 1 {
                // Several sizes need not fit each other.
                positions.push(None);
            } else {
                return Err(Stop::Refused(self.no_start(&sizes)));
            }
        }
        if positions.iter().all(Option::is_none) {
            return Err(Stop::Refused("no start in the box is a position of this game".into()));
        }
        Ok(positions)
    }

    /// How starts of these sizes are told by the fastest method.
    pub(super) fn way_of_starts(
        &self,
        axes: &[Axis],
        quantities: &[Quantity],
        limits: Limits,
    ) -> Result<Way, Stop> {
        if let Some(starts) = LimitedStarts::of(self, axes, quantities) {
            return Ok(Way::Limited(starts));
        }
        let may_fall_apart = self.may_fall_apart();
        if Space::new(axes.to_vec()).cells() > SMALL_BOX && !may_fall_apart {
            return Ok(Way::Unlisted);
        }
        match self.start_positions(axes) {
            Err(stop) if may_fall_apart => Err(stop),
            // Whoever computes the table is told why.
            Err(_) => Ok(Way::Unlisted),
            Ok(positions) => {
                let asked = Asked { axes, quantities, positions: &positions };
                let told = self.told(asked, Kernel::Auto, limits)?;
                Ok(Way::Starts(positions, told))
            }
        }
    }

    /// How starts are told.
    pub(super) fn told(
        &self,
        asked: Asked<'_>,
        kernel: Kernel,
        limits: Limits,
    ) -> Result<Told, Stop> {
        let Asked { quantities, positions, .. } = asked;
        let around = self.box_of_starts(asked, limits);
        let small = around.as_ref().filter(|around| around.working.cells() <= SMALL_BOX);
        if let Some(small) = small {
            return Ok(Told::Around(self.columns_around(small)?));
        }
        if kernel == Kernel::Auto
            && let by_parts = self.quantities_by_parts(positions, quantities, limits)?
            && !by_parts.is_empty()
        {
            let quantities = &without(quantities, &by_parts)[..];
            let others = (!quantities.is_empty())
                .then(|| self.told(Asked { quantities, ..asked }, kernel, limits));
            return Ok(Told::Parts(by_parts, others.transpose()?.map(Box::new)));
        }
        let (None, Some(space)) = (&around, self.box_below_starts(positions)) else {
            return Ok(Told::Searched(around));
        };
        let rows = quantities.iter().map(|&quantity| self.by_rows(&space, quantity, limits));
        let rows: Option<Vec<_>> = rows.collect::<Result<_, _>>()?;
        Ok(rows.map_or(Told::Searched(None), |rows| Told::Outcomes(space, rows)))
    }

    /// A table of whole positions.
    pub(super) fn table_of_wholes(
        &self,
        asked: Asked<'_>,
        told: &Told,
        means: Means<'_>,
    ) -> Result<Table, Stop> {
        let budget = means.limits.searched();
        let search = |budget| asked.table(self.value_by_search(budget, means.progress));
        let whole = match told {
            Told::Around(columns) => self.fill(columns, means).map_err(|halt| halt.stop),
            Told::Parts(quantities, others) => {
                let mut table = Asked { quantities, ..asked }.table(self.value_by_parts(means))?;
                if let Some(told) = others {
                    let quantities = &without(asked.quantities, quantities)[..];
                    let others =
                        self.table_of_wholes(Asked { quantities, ..asked }, told, means)?;
                    table.columns.extend(others.columns);
                    order_columns(&mut table, asked.quantities.iter().map(|q| q.name()));
                }
                return Ok(table);
            }
            Told::Outcomes(space, all) => {
                let all = all.iter().map(|rows| outcomes(rows, space, means));
                let all: Option<Vec<Outcomes>> = all.collect::<Result<_, _>>()?;
                let Some(all) = all else { return search(budget) };
                return asked.table(|quantity, position| {
                    let own = asked.quantities.iter().zip(&all).find(|(q, _)| **q == quantity);
                    let wins = own.and_then(|(_, own)| own.wins(space, &position.first()?.at));
                    wins.map(i64::from).ok_or(SearchStop::NoPosition)
                });
            }
            Told::Searched(None) => return search(budget),
            Told::Searched(Some(around)) => {
                let part = usize::try_from(around.working.cells() / CELLS_A_POSITION);
                match search(part.unwrap_or(usize::MAX).min(budget)) {
                    Err(Stop::Limit(..)) => self.fill_around(around, means),
                    other => return other,
                }
            }
        };
        match whole.and_then(|whole| self.read_off(asked, &whole.table)) {
            // Some move leads out of the box; a search goes wherever it leads.
            Err(Stop::Refused(_)) if !self.lowered.symmetric => search(budget),
            other => other,
        }
    }

    /// The starting positions read off one dense table.
    fn read_off(&self, asked: Asked<'_>, whole: &Table) -> Result<Table, Stop> {
        asked.table(|quantity, position| -> Result<i64, Stop> {
            let [Component { at, .. }] = position else { return Ok(0) };
            if let Some(value) = whole.value(quantity.name(), at) {
                return Ok(value);
            }
            let (Some(win), Some(cell)) = (whole.column("win"), whole.cell(at)) else {
                let why = message!("{} is not a position of this game", self.rules.words(at));
                return Err(Stop::Refused(why));
            };
            Ok(self.winning(whole, &win.values, cell, quantity)?)
        })
    }

    /// The box of all that moves lead to from the positions, where each is one component of the game
    /// itself.
    fn box_below_starts(&self, positions: &[Option<Vec<Component>>]) -> Option<Space> {
        let singles = positions.iter().flatten().map(|position| match &position[..] {
            [Component { game: 0, at }] => Some(&at[..]),
            _ => None,
        });
        Some(self.box_below(&singles.collect::<Option<Vec<_>>>()?))
    }

    /// The box that holds single starting positions and all that follows, where there is one that
    /// fits: filled at once, it is much faster than searching each of them.
    fn box_of_starts(&self, asked: Asked<'_>, limits: Limits) -> Option<OneBox> {
        let space = self.box_below_starts(asked.positions)?;
        // What moves split is valued by its parts, where theory tells who wins a sum.
        let by_parts = || {
            let mut all = asked.quantities.iter();
            self.rules.decomposes() && all.all(|q| matches!(q, Quantity::Sg | Quantity::Win))
        };
        if self.is_coins() || !(self.has_single_options() || by_parts()) {
            return None;
        }
        self.one_box(&space, asked.quantities, limits).ok().flatten()
    }

    /// A box to be filled by [`Game::fill_around`]; `None` where it is not known how far moves lead.
    ///
    /// # Errors
    /// The box does not fit the limits.
    pub(crate) fn one_box(
        &self,
        space: &Space,
        quantities: &[Quantity],
        limits: Limits,
    ) -> Result<Option<OneBox>, Stop> {
        let quantities = self.base_quantities(quantities);
        let fits = |space: &Space| {
            let cells = space.cells();
            let bytes = table_bytes(cells, quantities.len());
            match bytes <= u128::from(limits.memory) && cells <= u128::from(u32::MAX) {
                true => Ok(()),
                false => Err(Stop::TooLarge(message!(
                    "the table would have {cells} positions and need {}",
                    too_much(bytes, limits.memory)
                ))),
            }
        };
        fits(space)?;
        let Some(working) = self.working_space(space) else { return Ok(None) };
        fits(&working)?;
        Ok(Some(OneBox { axes: space.axes.clone(), quantities, working }))
    }

    /// The table of a box.
    pub(crate) fn fill_around(&self, around: &OneBox, means: Means<'_>) -> Result<Tabulated, Stop> {
        self.fill(&self.columns_around(around)?, means).map_err(|halt| halt.stop)
    }

    /// All boards of the first coins in each direction.
    pub(super) fn boards(&self, sizes: &[u32]) -> Vec<Option<Vec<Component>>> {
        let coins = self.coins(sizes);
        let board = |mask: u64| {
            let heads = coins.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
            let heads = heads.map(|(_, coin)| Component::own(coin.clone())).collect();
            Some(self.rules.canonical(heads))
        };
        (0..1u64 << coins.len()).map(board).collect()
    }

    /// The first coins in each direction, in row-major order: bit i of a board's number is coin i.
    #[must_use]
    pub fn coins(&self, sizes: &[u32]) -> Vec<Vec<i64>> {
        let mut coins: Vec<Vec<i64>> = vec![Vec::new()];
        for (dimension, &size) in self.lowered.dimensions.iter().zip(sizes) {
            let longer = |coin: &Vec<i64>| {
                let coin = coin.clone();
                (0..i64::from(size)).map(move |c| [&coin[..], &[dimension.lo + c]].concat())
            };
            coins = coins.iter().flat_map(longer).collect();
        }
        coins
    }

    /// What gives a quantity of whole positions by searching each; at most `budget` positions are
    /// remembered.
    fn value_by_search<'g>(
        &'g self,
        budget: usize,
        progress: &'g dyn Progress,
    ) -> impl FnMut(Quantity, &[Component]) -> Result<i64, SearchStop> + 'g {
        let mut last: Option<Searched<'g>> = None;
        move |quantity, position| {
            if last.as_ref().is_some_and(|searched| searched.quantity != quantity) {
                last = None;
            }
            let new = || Searched::new(self, quantity, budget, progress);
            last.get_or_insert_with(new).value(position)
        }
    }
}

/// Whole positions of a table, and what is asked for them.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    pub(super) axes: &'a [Axis],
    pub(super) quantities: &'a [Quantity],
    pub(super) positions: &'a [Option<Vec<Component>>],
}

impl Asked<'_> {
    /// The table, from what gives a quantity of a position.
    fn table<E>(
        &self,
        mut value: impl FnMut(Quantity, &[Component]) -> Result<i64, E>,
    ) -> Result<Table, Stop>
    where
        Stop: From<E>,
    {
        let present: Vec<bool> = self.positions.iter().map(Option::is_some).collect();
        let present = present.contains(&false).then_some(present);
        let mut table = Table { axes: self.axes.to_vec(), columns: Vec::new(), present };
        for &quantity in self.quantities {
            let each = self.positions.iter().map(|position| match position {
                Some(position) => value(quantity, position),
                None => Ok(0),
            });
            let values = Values::I64(each.collect::<Result<_, E>>()?);
            table.columns.push(Column { name: quantity.name().to_owned(), values });
        }
        Ok(table)
    }
}

/// The other quantities.
fn without(quantities: &[Quantity], told: &[Quantity]) -> Vec<Quantity> {
    quantities.iter().copied().filter(|quantity| !told.contains(quantity)).collect()
}

/// One quantity of whole positions, searched and remembered.
pub(crate) struct Searched<'g> {
    quantity: Quantity,
    /// What lists first moves.
    wholes: Wholes<'g>,
    sums: Searches<'g>,
    /// Grundy values: of which sums winning moves leave, where they tell.
    grundy: Option<Searches<'g>>,
}

impl<'g> Searched<'g> {
    /// Searches of sums as they stand, whatever theory says of them.
    pub(crate) fn new(
        game: &'g Game,
        quantity: Quantity,
        limits: impl Into<SearchLimits>,
        progress: &'g dyn Progress,
    ) -> Self {
        let limits = limits.into();
        let folded = match quantity {
            Quantity::Lose => Quantity::Win,
            other if other.is_of_moves() => Quantity::Win,
            other => other,
        };
        let fold = game.search_fold(folded);
        let grundy = (quantity.is_of_moves() && game.rules.decomposes())
            .then(|| Searches::of_components(&game.rules, None, limits, progress));
        let parted = match fold {
            Fold::Outcome { stuck: 1 } => Misere::of(game, limits, progress),
            _ => None,
        };
        let parted = parted.map(|parted| Box::new(parted) as Box<dyn Valued>);
        let sums = Searches::of_sums(&game.rules, fold, parted, limits, progress);
        Self { quantity, wholes: Wholes::new(&game.rules), sums, grundy }
    }

    /// Searches of the Grundy values of components, where they decide sums.
    pub(crate) fn of_components(game: &'g Game, budget: usize, progress: &'g dyn Progress) -> Self {
        let sums = Searches::of_components(&game.rules, None, budget.into(), progress);
        let wholes = Wholes::new(&game.rules);
        Self { quantity: Quantity::Sg, wholes, sums, grundy: None }
    }

    /// What lists the options.
    pub(crate) fn wholes(&mut self) -> &mut Wholes<'g> {
        &mut self.wholes
    }

    /// The quantity of a sum.
    pub(crate) fn value(&mut self, components: &[Component]) -> Result<i64, SearchStop> {
        Ok(match self.quantity {
            quantity if quantity.is_of_moves() => self.winning_moves(components)?,
            Quantity::Lose => 1 - i64::from(self.sums.value(components)?),
            _ => self.sums.value(components)?.into(),
        })
    }

    /// What the quantity says of the winning first moves.
    fn winning_moves(&mut self, components: &[Component]) -> Result<i64, SearchStop> {
        let Self { quantity, wholes, sums, grundy } = self;
        winning_moves(*quantity, wholes, grundy.as_mut().unwrap_or(sums), components)
    }
}

/// What the quantity says of the winning first moves: those that leave what has the value 0.
pub(super) fn winning_moves(
    quantity: Quantity,
    wholes: &mut Wholes<'_>,
    search: &mut Searches<'_>,
    components: &[Component],
) -> Result<i64, SearchStop> {
    let mut amounts = Vec::new();
    for (amount, after) in wholes.all_moves(components, |m| m.amount())? {
        if search.has_value(&after, 0)? {
            amounts.push(amount);
        }
    }
    Ok(quantity.of_moves(amounts))
}
