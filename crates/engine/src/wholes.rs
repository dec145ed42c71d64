//! Tables of whole positions: starting positions and boards, searched by definition.

use crate::exact::Heads;
use crate::game::Game;
use crate::plan::table_bytes;
use crate::progress::Progress;
use crate::request::{Kernel, Limits, Plan, Stop, search_stop};
use crate::search::{Key, Search, SearchStop};
use crate::space::Space;
use crate::tabulate::SEARCHED;
use expr::ast::Quantity;
use table::{Axis, Column, Table, Values};

impl Game {
    pub(crate) fn starts(
        &self,
        plan: &Plan,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Table, Stop> {
        let Some(start) = &self.lowered.start else { unreachable!("the plan has checked it") };
        let axis = &plan.axes[0];
        let names = [start.variable.clone()];
        let mut programs = Vec::new();
        for position in &start.position {
            let coordinates = position.iter().map(|e| self.exact.program(e, &names));
            programs.push(coordinates.collect::<Result<Vec<_>, _>>().map_err(Stop::Mistake)?);
        }
        let mut positions: Vec<Key> = Vec::new();
        for n in axis.lo..=axis.hi {
            let mut components = Vec::new();
            for coordinates in &programs {
                let mut component = Vec::new();
                for program in coordinates {
                    let value = crate::exact::integer(program, &[n]);
                    let value = value
                        .ok()
                        .and_then(|v| i64::try_from(v).ok())
                        .ok_or_else(|| Stop::Refused(format!("the start for {n} has no value")))?;
                    component.push(value);
                }
                components.push(component);
            }
            positions.push(self.oracle.whole(components));
        }
        if let Some(table) = self.in_one_box(&positions, plan, limits, progress)? {
            return Ok(table);
        }
        self.wholes(axis.clone(), &positions, &plan.quantities, limits, progress)
    }

    /// The starting positions read off one dense table, where a box holds them and all that
    /// follows: much faster than searching each.
    fn in_one_box(
        &self,
        positions: &[Key],
        plan: &Plan,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Option<Table>, Stop> {
        let dimensions = &self.lowered.dimensions;
        let single = positions.iter().all(|p| p.len() == dimensions.len());
        if self.is_coins() || !self.has_single_options() || !single {
            return Ok(None);
        }
        let axes = dimensions.iter().enumerate().map(|(i, d)| {
            let most = positions.iter().map(|p| p[i]).max().unwrap_or(d.lo);
            Axis::new(&d.name, d.lo, d.hi.unwrap_or(most).max(d.lo))
        });
        let quantities = self.base_quantities(&plan.quantities);
        let plan_of_box = Plan { axes: axes.collect(), quantities, ..plan.clone() };
        let Some(space) = self.working_space(&Space::new(plan_of_box.axes.clone())) else {
            return Ok(None);
        };
        let bytes = table_bytes(space.cells(), plan_of_box.quantities.len());
        if bytes > u128::from(limits.memory) || space.cells() > u128::from(u32::MAX) {
            return Ok(None);
        }
        let whole = self.all(&plan_of_box, Kernel::Auto, limits, progress)?;
        let mut table = Table { axes: plan.axes.clone(), columns: Vec::new(), present: None };
        for &quantity in &plan.quantities {
            let value = |position: &Key| -> Result<i64, Stop> {
                if let Some(value) = whole.value(quantity.name(), position) {
                    return Ok(value);
                }
                let (Some(win), Some(cell)) = (whole.column("win"), whole.cell(position)) else {
                    let why = format!("{position:?} is no position of this game");
                    return Err(Stop::Refused(why));
                };
                self.winning(&whole, &win.values, cell, quantity).map_err(|s| search_stop(s, None))
            };
            let values = positions.iter().map(value).collect::<Result<Vec<_>, _>>()?;
            let name = quantity.name().to_owned();
            table.columns.push(Column { name, values: Values::I64(values) });
        }
        Ok(Some(table))
    }

    pub(crate) fn boards(
        &self,
        sizes: &[u32],
        plan: &Plan,
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Table, Stop> {
        let coins = self.coins(sizes);
        let boards: Vec<Key> = (0..1u64 << coins.len())
            .map(|mask| {
                let heads = coins.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                self.oracle.whole(heads.map(|(_, coin)| coin.clone()).collect())
            })
            .collect();
        self.wholes(plan.axes[0].clone(), &boards, &plan.quantities, limits, progress)
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

    pub(crate) fn wholes(
        &self,
        axis: Axis,
        positions: &[Key],
        quantities: &[Quantity],
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Table, Stop> {
        let budget = usize::try_from(limits.memory / SEARCHED).unwrap_or(usize::MAX);
        let mut table = Table { axes: vec![axis], columns: Vec::new(), present: None };
        for &quantity in quantities {
            let counting = matches!(quantity, Quantity::Moves | Quantity::Least);
            let fold = self.search_fold(if counting { Quantity::Win } else { quantity });
            let mut search = Search::new(fold, budget, progress);
            let mut values = Vec::with_capacity(positions.len());
            for position in positions {
                let expand = &mut |key: &Key| self.oracle.expand_whole(key);
                let value = if counting {
                    self.winning_of_whole(position, quantity, &mut search)
                } else {
                    search.value(position, expand).map(i64::from)
                };
                values.push(value.map_err(|s| search_stop(s, None))?);
            }
            let name = quantity.name().to_owned();
            table.columns.push(Column { name, values: Values::I64(values) });
        }
        Ok(table)
    }

    /// Number (or least amount) of winning first moves of a whole position.
    pub(crate) fn winning_of_whole(
        &self,
        position: &Key,
        quantity: Quantity,
        search: &mut Search<'_>,
    ) -> Result<i64, SearchStop> {
        let components = self.oracle.components(position);
        let heads = if self.is_coins() { Heads::new(&components) } else { Heads::default() };
        let mut actions = Vec::new();
        for (i, component) in components.iter().enumerate() {
            self.oracle.actions(component, &heads, &mut |action| {
                actions.push((i, action));
                true
            })?;
        }
        let (mut count, mut least) = (0, None);
        for (i, action) in actions {
            let mut rest = components.clone();
            rest.remove(i);
            rest.extend(action.parts);
            let whole = self.oracle.whole(rest);
            if search.value(&whole, &mut |key| self.oracle.expand_whole(key))? == 0 {
                count += 1;
                let amount: i64 = action.choices.iter().sum();
                least = Some(least.map_or(amount, |l: i64| l.min(amount)));
            }
        }
        Ok(if quantity == Quantity::Moves { count } else { least.unwrap_or(0) })
    }
}
