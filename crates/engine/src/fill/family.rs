//! Families: the tables of a rule for many values of its parameters, as one table.

use crate::game::Game;
use crate::progress::Means;
use crate::request::{Request, too_much};
use crate::stop::Stop;
use message::{Tell as _, message};
use rayon::prelude::*;
use rule::{Library, Rule};
use table::{Axis, Column, Table};

/// A parameter and the values it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variation {
    /// Name of the parameter.
    pub name: String,
    /// Least value.
    pub lo: i64,
    /// Greatest value.
    pub hi: i64,
}

/// One table whose first axes are the varying parameters. Combinations a parameter's own range
/// excludes are absent. Of a member with fewer coordinates than another, those that it lacks are 0.
///
/// # Errors
/// The first mistake, refusal or stop among the instances; coordinates of different names.
pub fn family(
    rule: &Rule,
    fixed: &[(String, String)],
    variations: &[Variation],
    library: &dyn Library,
    request: &Request,
    means: Means<'_>,
) -> Result<Table, Stop> {
    let axes: Vec<Axis> = variations.iter().map(|v| Axis::new(&v.name, v.lo, v.hi)).collect();
    let outer = Table { axes: axes.clone(), columns: Vec::new(), present: None };
    let count = outer.cells();
    if count == 0 || count > 1_000_000 {
        return Err(Stop::Refused(message!("a family of {count} members; at most 1000000")));
    }
    let member = |i: usize| -> Result<Option<Game>, Stop> {
        let mut arguments = fixed.to_vec();
        for (variation, value) in variations.iter().zip(outer.position(i)) {
            arguments.push((variation.name.clone(), value.to_string()));
        }
        let instance = match rule::bind(rule, &arguments) {
            Ok(instance) => instance,
            Err(e) if e.is_out_of_range() => return Ok(None),
            Err(e) => return Err(Stop::Refused(e.message())),
        };
        Game::compile(&instance, library).map_err(Stop::Mistake).map(Some)
    };
    // Boxes seldom depend on the parameters: the last member stands for all.
    if let Some(game) = member(count - 1)? {
        let bytes = game.plan(request, means.limits)?.bytes.saturating_mul(count as u128);
        if bytes > u128::from(means.limits.memory) {
            return Err(Stop::TooLarge(message!(
                "{count} tables would need {} (lower --to or raise --memory)",
                too_much(bytes, means.limits.memory)
            )));
        }
    }
    let members: Vec<Option<Table>> = (0..count)
        .into_par_iter()
        .map(|i| member(i)?.map(|game| game.table(request, means)).transpose())
        .collect::<Result<_, _>>()?;
    merge(axes, &members)
}

fn merge(outer: Vec<Axis>, members: &[Option<Table>]) -> Result<Table, Stop> {
    let Some(first) = members.iter().flatten().next() else {
        return Err(Stop::Refused("no member of the family is allowed".into()));
    };
    let mut inner = first.axes.clone();
    for member in members.iter().flatten() {
        for (at, other) in member.axes.iter().enumerate() {
            match inner.get_mut(at) {
                Some(axis) if axis.name == other.name => {
                    axis.lo = axis.lo.min(other.lo);
                    axis.hi = axis.hi.max(other.hi);
                }
                Some(axis) => {
                    return Err(Stop::Refused(message!(
                        "coordinate {} is called `{}` in one member of the family and `{}` in another: ask \
                         for one at a time",
                        at + 1,
                        axis.name,
                        other.name
                    )));
                }
                None => inner.push(other.clone()),
            }
        }
    }
    // what a member lacks is 0, as a heap without stones is no heap
    let width = |member: &Table| member.axes.len();
    for axis in &mut inner[members.iter().flatten().map(width).min().unwrap_or(0)..] {
        axis.lo = axis.lo.min(0);
    }
    let frame = Table { axes: inner.clone(), columns: Vec::new(), present: None };
    let size = frame.cells();
    let mut present = Vec::with_capacity(size * members.len());
    let mut columns: Vec<Column> = Vec::new();
    for member in members {
        // A member that is not allowed has no position.
        let own = |cell| {
            let member = member.as_ref()?;
            let position = frame.position(cell);
            let (own, others) = position.split_at_checked(member.axes.len())?;
            if others.iter().all(|&c| c == 0) { member.cell(own) } else { None }
        };
        let cells: Vec<Option<usize>> = (0..size).map(own).collect();
        present.extend(cells.iter().map(Option::is_some));
        let of = member.as_ref().unwrap_or(first);
        let picked = of.columns.iter().map(|c| (&c.name, c.values.pick(cells.iter().copied())));
        for (i, (name, values)) in picked.enumerate() {
            match columns.get_mut(i) {
                None => columns.push(Column { name: name.clone(), values }),
                Some(column) => column.values.extend(&values),
            }
        }
    }
    let present = present.contains(&false).then_some(present);
    Ok(Table { axes: outer.into_iter().chain(inner).collect(), columns, present })
}
