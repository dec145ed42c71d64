//! Tables by definition: every position by its options, as the rule is written.

use super::plan::Plan;
use crate::game::Game;
use crate::progress::{Means, Progress};
use crate::request::Positions;
use crate::space::Space;
use crate::stop::{SearchStop, Stop};
use crate::valuation::stops::Outcome;
use definition::{Definition, Position, Values as Defined};
use expr::ast::Quantity;
use table::{Column, Table, Values};

/// Bytes that a remembered position takes, roughly.
pub(super) const POSITION: u64 = 512;
/// Cells between two questions whether the work should stop.
const STRIDE: usize = 1 << 12;

impl From<definition::Stop> for SearchStop {
    fn from(stop: definition::Stop) -> Self {
        match stop {
            definition::Stop::Undefined(why) => Self::Undefined(why),
            definition::Stop::TooLarge(why) => Self::TooLarge(why),
            definition::Stop::Budget(positions) => Self::Budget(positions),
            definition::Stop::Cycle(position) => Self::Cycle(position.into()),
            definition::Stop::Interrupted => Self::Interrupted,
        }
    }
}

impl Game {
    /// What the rule means, read as it is written.
    ///
    /// # Errors
    /// It says nothing where it must.
    pub fn definition(&self) -> Result<Definition, SearchStop> {
        Ok(Definition::new(&self.instance, &self.texts)?)
    }

    /// The positions of a table; `None` where there is none.
    pub(crate) fn defined_positions(
        &self,
        definition: &Definition,
        plan: &Plan,
        positions: &Positions,
        progress: &dyn Progress,
    ) -> Result<Vec<Option<Vec<Position>>>, Stop> {
        let mut listed = 0usize;
        let mut is_position = |sum: Vec<Position>| -> Result<_, SearchStop> {
            if listed.is_multiple_of(STRIDE) && !progress.advance(listed as u64, 0) {
                return Err(SearchStop::Interrupted);
            }
            listed += 1;
            Ok(definition.are_positions(&sum)?.then_some(sum))
        };
        let points = Space::new(plan.axes.clone());
        let points = points.points();
        match positions {
            Positions::All => {
                points.map(|at| Ok(is_position(vec![definition.position(0, &at)])?)).collect()
            }
            Positions::Starts => {
                let start = |sizes: Vec<i64>| {
                    let start = definition.start(&sizes).map_err(SearchStop::from)?;
                    match is_position(start)? {
                        // Several sizes need not fit each other.
                        None if sizes.len() == 1 => Err(Stop::Refused(self.no_start(&sizes))),
                        found => Ok(found),
                    }
                };
                points.map(start).collect()
            }
            Positions::Boards(sizes) => {
                let coins = self.coins(sizes);
                let board = |mask: u64| {
                    let heads = coins.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1);
                    Some(heads.map(|(_, coin)| definition.position(0, coin)).collect())
                };
                Ok((0..1u64 << coins.len()).map(board).collect())
            }
        }
    }

    /// A table by definition.
    pub(crate) fn by_definition(
        &self,
        plan: &Plan,
        positions: &Positions,
        means: Means<'_>,
    ) -> Result<Table, Stop> {
        let definition = self.definition()?;
        let listed = self.defined_positions(&definition, plan, positions, means.progress);
        let (all, is_listed) = match listed {
            Err(Stop::Interrupted(None)) => {
                let cells = Space::new(plan.axes.clone()).cells();
                (vec![None; usize::try_from(cells).unwrap_or(usize::MAX)], false)
            }
            listed => (listed?, true),
        };
        let most = usize::try_from(means.limits.memory / POSITION).unwrap_or(usize::MAX);
        let go_on = |known: usize| means.progress.advance(known as u64, 0);
        // Which of the first cells are positions, where not all are.
        let present = |known: usize| {
            let present = all.iter().enumerate().map(|(cell, p)| cell < known && p.is_some());
            Some(present.collect::<Vec<bool>>()).filter(|present| present.contains(&false))
        };
        let integers = match positions {
            Positions::All => Values::of_integers,
            _ => Values::I64,
        };
        let axes = plan.axes.clone();
        let mut table = Table { axes, columns: Vec::new(), present: present(all.len()) };
        for &quantity in &plan.quantities {
            // Sums have too many positions to be searched as they stand.
            let by_sg =
                quantity == Quantity::Win && !self.has_single_options() && definition.decomposes();
            let asked = match quantity {
                Quantity::Outcome => vec![Quantity::Left, Quantity::Right],
                Quantity::Win if by_sg => vec![Quantity::Sg],
                other => vec![other],
            };
            let mut defined: Vec<Defined<'_>> =
                asked.iter().map(|&q| Defined::new(&definition, q, most, &go_on)).collect();
            let mut values = Vec::new();
            let mut stopped = (!is_listed).then_some((0, definition::Stop::Interrupted));
            for position in all.iter().filter(|_| is_listed) {
                let of = |defined: &mut Defined<'_>| match position {
                    Some(position) => defined.value(position),
                    None => Ok(0),
                };
                match defined.iter_mut().map(of).collect::<Result<Vec<i64>, _>>() {
                    Ok(found) => values.push(found),
                    Err(stop) => {
                        stopped = Some((values.len(), stop));
                        break;
                    }
                }
            }
            values.resize(all.len(), vec![0; asked.len()]);
            let name = quantity.name().to_owned();
            let values = match quantity {
                Quantity::Outcome => Outcome::column(
                    values.iter().map(|wins| Outcome::new(wins[0] != 0, wins[1] != 0)),
                ),
                _ if by_sg => integers(values.iter().map(|sg| i64::from(sg[0] != 0)).collect()),
                _ => integers(values.into_iter().flatten().collect()),
            };
            let column = Column { name, values };
            let Some((known, stop)) = stopped else {
                table.columns.push(column);
                continue;
            };
            if table.columns.is_empty() {
                table.present = present(known);
                table.columns.push(column);
            }
            return Err(SearchStop::from(stop).with(Some(table)));
        }
        Ok(table)
    }
}
