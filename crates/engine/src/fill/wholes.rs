//! Tables of whole positions: starting positions and boards, searched by definition.

use super::plan::table_bytes;
use super::tabulate::order_columns;
use crate::apart::misere::Misere;
use crate::fold::Fold;
use crate::game::Game;
use crate::kernel::{LimitedStarts, ROWS_OF_BITS};
use crate::lower::OptionPart;
use crate::progress::{Means, Progress};
use crate::request::{Kernel, Limits, Plan, too_much};
use crate::search::expand::Effort;
use crate::search::position::{Component, Wholes};
use crate::search::searches::{Searches, Valued};
use crate::space::Space;
use crate::stop::{SearchStop, Stop};
use expr::ast::Quantity;
use expr::eval::Program;
use expr::words::{equations, listed};
use rule::ast::Heading;
use table::{Axis, Column, Table, Values};

/// More starts are not written out to see how they are told.
const FEW_STARTS: u128 = 1 << 16;
/// A box of at most this many cells is filled at once; of a greater one a search may reach a small
/// part only.
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
    pub(crate) fn at(&self, sizes: &[i64]) -> Result<Vec<Component>, String> {
        let value = |program: &Program| {
            let value = crate::exact::integer(program, sizes).map_err(|e| e.to_string())?;
            i64::try_from(value).map_err(|_| "a number leaves 64 bits".to_owned())
        };
        let component = |(game, at): &(usize, Vec<Program>)| {
            let at = at.iter().map(value).collect::<Result<_, _>>()?;
            Ok(Component { game: *game, at })
        };
        let all: Result<Vec<Component>, String> = self.components.iter().map(component).collect();
        all.map_err(|why| format!("the start for {} has no value: {why}", listed(sizes)))
    }
}

impl Game {
    /// The starting position of these sizes.
    ///
    /// # Errors
    /// The rule has no `start`, or it has no value for them or is no position, in words.
    pub fn start(&self, sizes: &[i64]) -> Result<Vec<Component>, String> {
        let given = sizes.len();
        match self.starts_compiled() {
            Ok(starts) if given == self.sizes().len() => {
                let start = starts.at(sizes)?;
                match Wholes::new(&self.rules).are_positions(&start) {
                    Ok(false) => Err(self.no_start(sizes)),
                    _ => Ok(start),
                }
            }
            Ok(_) => Err(format!("a start has {} sizes, not {given}", self.sizes().len())),
            Err(Stop::Refused(why)) => Err(why),
            Err(_) => Err("the rule's `start` has a mistake".into()),
        }
    }

    /// Says that the start for these sizes is no position.
    pub(super) fn no_start(&self, sizes: &[i64]) -> String {
        let values = &self.instance.values;
        let given = match values.is_empty() {
            true => String::new(),
            false => format!(" with {}; -p gives other parameters", equations(values)),
        };
        format!("the start for {} is not a position of this game{given}", listed(sizes))
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

    pub(crate) fn starts(
        &self,
        plan: &Plan,
        kernel: Kernel,
        means: Means<'_>,
    ) -> Result<Table, Stop> {
        if kernel == Kernel::Auto
            && let Some(starts) = LimitedStarts::of(self, &plan.axes, &plan.quantities)
        {
            return starts.table(&plan.axes, &plan.quantities, &|done, total| {
                means.progress.advance(done, total)
            });
        }
        let positions = self.start_positions(&plan.axes)?;
        let around = self.box_of_starts(&positions, &plan.quantities, means.limits);
        let is_small = around.as_ref().is_some_and(|around| around.cells <= SMALL_BOX);
        let by_parts = match kernel == Kernel::Auto && !is_small {
            true => self.quantities_by_parts(&positions, &plan.quantities, means.limits)?,
            false => Vec::new(),
        };
        if by_parts.is_empty() {
            return self.starts_by_search(&positions, around, plan, means);
        }
        let mut parts = self.value_by_parts(means);
        let mut table = wholes(&plan.axes, &positions, &by_parts, &mut parts)?;
        let is_other = |quantity: &Quantity| !by_parts.contains(quantity);
        let quantities: Vec<_> = plan.quantities.iter().copied().filter(is_other).collect();
        if !quantities.is_empty() {
            let others = Plan { quantities, ..plan.clone() };
            let around = self.box_of_starts(&positions, &others.quantities, means.limits);
            let others = self.starts_by_search(&positions, around, &others, means)?;
            table.columns.extend(others.columns);
            order_columns(&mut table, &plan.columns);
        }
        Ok(table)
    }

    /// A table of starting positions by a search, or from the box around them.
    fn starts_by_search(
        &self,
        positions: &[Option<Vec<Component>>],
        around: Option<OneBox>,
        plan: &Plan,
        means: Means<'_>,
    ) -> Result<Table, Stop> {
        let budget = means.limits.searched();
        let search = |budget| {
            let mut value = self.value_by_search(budget, means.progress);
            wholes(&plan.axes, positions, &plan.quantities, &mut value)
        };
        let Some(around) = around else {
            let by_outcomes = self.starts_by_outcomes(positions, plan, means)?;
            return by_outcomes.map_or_else(|| search(budget), Ok);
        };
        if let Some(part) = usize::try_from(around.cells / CELLS_A_POSITION).ok()
            && around.cells > SMALL_BOX
        {
            match search(part.min(budget)) {
                Err(Stop::Limit(..)) => {}
                other => return other,
            }
        }
        match self.in_one_box(positions, &around.plan, plan, means) {
            // Some move leads out of the box; a search goes wherever it leads.
            Err(Stop::Refused(_)) if !self.lowered.symmetric => search(budget),
            other => other,
        }
    }

    /// Who wins at single starting positions, by the outcomes of a box that no table holds.
    fn starts_by_outcomes(
        &self,
        positions: &[Option<Vec<Component>>],
        plan: &Plan,
        means: Means<'_>,
    ) -> Result<Option<Table>, Stop> {
        let Some(singles) = singles(positions) else { return Ok(None) };
        let mut all = Vec::new();
        for &quantity in &plan.quantities {
            let Some(one) = self.outcomes_below(&singles, quantity, means)? else {
                return Ok(None);
            };
            all.push((quantity, one));
        }
        let mut value = |quantity: Quantity, position: &[Component]| {
            let mut known = all.iter().filter(|(own, _)| *own == quantity);
            let wins = known.find_map(|(_, (space, one))| one.wins(space, &position.first()?.at));
            wins.map(i64::from).ok_or(SearchStop::NoPosition)
        };
        wholes(&plan.axes, positions, &plan.quantities, &mut value).map(Some)
    }

    /// How and at what cost starts of these sizes are told by the outcomes of a box that no table holds.
    pub(super) fn words_by_outcomes(
        &self,
        axes: &[Axis],
        quantities: &[Quantity],
        limits: Limits,
    ) -> Result<Option<(String, Option<f64>)>, Stop> {
        if Space::new(axes.to_vec()).cells() > FEW_STARTS {
            return Ok(None);
        }
        let Ok(positions) = self.start_positions(axes) else { return Ok(None) };
        let Some(singles) = singles(&positions) else { return Ok(None) };
        if self.box_of_starts(&positions, quantities, limits).is_some() {
            return Ok(None);
        }
        let steps = self.steps_of_outcomes_below(&singles, quantities, limits)?;
        Ok(steps.map(|steps| (ROWS_OF_BITS.to_owned(), Some(steps))))
    }

    /// The box from which the starts of these sizes are read off, where it is filled without a search
    /// before.
    pub(super) fn small_box_of_starts(
        &self,
        axes: &[Axis],
        quantities: &[Quantity],
        limits: Limits,
    ) -> Option<OneBox> {
        if Space::new(axes.to_vec()).cells() > SMALL_BOX {
            return None;
        }
        let positions = self.start_positions(axes).ok()?;
        self.box_of_starts(&positions, quantities, limits).filter(|one| one.cells <= SMALL_BOX)
    }

    /// The box that holds single starting positions and all that follows, where there is one that
    /// fits: filled at once, it is much faster than searching each of them.
    fn box_of_starts(
        &self,
        positions: &[Option<Vec<Component>>],
        quantities: &[Quantity],
        limits: Limits,
    ) -> Option<OneBox> {
        let singles = singles(positions)?;
        // What moves split is valued by its parts, where theory tells who wins a sum.
        let by_parts = || {
            let mut all = quantities.iter();
            self.rules.decomposes() && all.all(|q| matches!(q, Quantity::Sg | Quantity::Win))
        };
        if self.is_coins() || !(self.has_single_options() || by_parts()) {
            return None;
        }
        self.one_box(&singles, quantities, limits).ok().flatten()
    }

    /// The box up to the greatest coordinates of some positions, to be filled by [`Game::all`];
    /// `None` where it is not known how far moves lead.
    ///
    /// # Errors
    /// The box does not fit the limits.
    pub(crate) fn one_box(
        &self,
        positions: &[&[i64]],
        quantities: &[Quantity],
        limits: Limits,
    ) -> Result<Option<OneBox>, Stop> {
        let axes = self.box_below(positions).axes;
        let quantities = self.base_quantities(quantities);
        let (bytes, options, kernel) = (0, None, String::new());
        let columns = quantities.iter().copied().map(Heading::from).collect();
        let plan = Plan { axes, columns, quantities, bytes, options, kernel };
        let too_large = |cells: u128| {
            Err(Stop::TooLarge(format!(
                "the table would have {cells} positions and need {}",
                too_much(table_bytes(cells, plan.quantities.len()), limits.memory)
            )))
        };
        let fits = |cells: u128| {
            let bytes = table_bytes(cells, plan.quantities.len());
            bytes <= u128::from(limits.memory) && cells <= u128::from(u32::MAX)
        };
        let cells = Space::new(plan.axes.clone()).cells();
        if !fits(cells) {
            return too_large(cells);
        }
        let Some(working) = self.working_space(&Space::new(plan.axes.clone())) else {
            return Ok(None);
        };
        match working.cells() {
            cells if fits(cells) => Ok(Some(OneBox { plan, cells })),
            cells => too_large(cells),
        }
    }

    /// The starting positions read off one dense table.
    fn in_one_box(
        &self,
        positions: &[Option<Vec<Component>>],
        plan_of_box: &Plan,
        plan: &Plan,
        means: Means<'_>,
    ) -> Result<Table, Stop> {
        let whole = self.all(plan_of_box, Kernel::Auto, means)?.table;
        let mut table = Table { axes: plan.axes.clone(), columns: Vec::new(), present: None };
        for &quantity in &plan.quantities {
            let value = |position: &Option<Vec<Component>>| -> Result<i64, Stop> {
                let Some([Component { at, .. }]) = position.as_deref() else { return Ok(0) };
                if let Some(value) = whole.value(quantity.name(), at) {
                    return Ok(value);
                }
                let (Some(win), Some(cell)) = (whole.column("win"), whole.cell(at)) else {
                    let why = format!("{} is not a position of this game", self.rules.words(at));
                    return Err(Stop::Refused(why));
                };
                Ok(self.winning(&whole, &win.values, cell, quantity)?)
            };
            let values = positions.iter().map(value).collect::<Result<Vec<_>, _>>()?;
            let name = quantity.name().to_owned();
            table.columns.push(Column { name, values: Values::I64(values) });
        }
        table.present = present(positions);
        Ok(table)
    }

    pub(crate) fn boards(
        &self,
        sizes: &[u32],
        plan: &Plan,
        means: Means<'_>,
    ) -> Result<Table, Stop> {
        let coins = self.coins(sizes);
        let boards: Vec<Option<Vec<Component>>> = (0..1u64 << coins.len())
            .map(|mask| {
                let heads = coins.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                let heads = heads.map(|(_, coin)| Component::own(coin.clone())).collect();
                Some(self.rules.canonical(heads))
            })
            .collect();
        let budget = means.limits.searched();
        let mut value = self.value_by_search(budget, means.progress);
        wholes(&plan.axes, &boards, &plan.quantities, &mut value)
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
            let is_other = last.as_ref().is_none_or(|searched| searched.quantity != quantity);
            let fresh = is_other.then(|| Searched::new(self, quantity, budget, progress));
            match fresh {
                Some(fresh) => last.insert(fresh).value(position),
                None => last.as_mut().map_or(Err(SearchStop::NoPosition), |s| s.value(position)),
            }
        }
    }
}

/// Gives a quantity of a whole position.
type ValueOf<'v> = dyn FnMut(Quantity, &[Component]) -> Result<i64, SearchStop> + 'v;

/// A table of whole positions.
fn wholes(
    axes: &[Axis],
    positions: &[Option<Vec<Component>>],
    quantities: &[Quantity],
    value: &mut ValueOf<'_>,
) -> Result<Table, Stop> {
    let mut table = Table { axes: axes.to_vec(), columns: Vec::new(), present: present(positions) };
    for &quantity in quantities {
        let each = positions.iter().map(|position| match position {
            Some(position) => value(quantity, position),
            None => Ok(0),
        });
        let values = Values::I64(each.collect::<Result<_, SearchStop>>()?);
        table.columns.push(Column { name: quantity.name().to_owned(), values });
    }
    Ok(table)
}

/// A box around some positions.
pub(crate) struct OneBox {
    pub(crate) plan: Plan,
    /// Cells, with those that only moves reach.
    pub(crate) cells: u128,
}

/// The coordinates of the positions, where each is one component of the game itself.
fn singles(positions: &[Option<Vec<Component>>]) -> Option<Vec<&[i64]>> {
    let single = |position: &Vec<Component>| matches!(&position[..], [Component { game: 0, .. }]);
    let all = positions.iter().flatten();
    all.clone().all(single).then(|| all.map(|position| &position[0].at[..]).collect())
}

/// Which cells are positions, where not all are.
fn present(positions: &[Option<Vec<Component>>]) -> Option<Vec<bool>> {
    let present: Vec<bool> = positions.iter().map(Option::is_some).collect();
    present.contains(&false).then_some(present)
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
        effort: impl Into<Effort>,
        progress: &'g dyn Progress,
    ) -> Self {
        let effort = effort.into();
        let folded = match quantity {
            Quantity::Lose => Quantity::Win,
            other if other.is_of_moves() => Quantity::Win,
            other => other,
        };
        let fold = game.search_fold(folded);
        let grundy = (quantity.is_of_moves() && game.rules.decomposes())
            .then(|| Searches::of_components(&game.rules, None, effort, progress));
        let parted = match fold {
            Fold::Outcome { stuck: 1 } => Misere::of(game, effort, progress),
            _ => None,
        };
        let parted = parted.map(|parted| Box::new(parted) as Box<dyn Valued>);
        let sums = Searches::of_sums(&game.rules, fold, parted, effort, progress);
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
