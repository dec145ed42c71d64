//! Tests a law on more positions than it was found on.

use expr::eval::{Definitions, Frame, Names, NoContext, Program};
use expr::law::Law;
use table::{Column, Table};

use num_bigint::BigInt;
use std::collections::HashMap;

use crate::Finding;
use crate::statement::NEXT;

/// What a larger table says about a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Further {
    /// It holds at every position, but for the exceptions it lists.
    Holds,
    /// It fails at this position.
    Fails(Vec<i64>),
    /// The law speaks of something that is no column of the table: of a list of positions.
    Silent,
}

impl Finding {
    /// Compares the law with every position of a table of the same coordinates.
    #[must_use]
    pub fn against(&self, table: &Table) -> Further {
        let law = &self.law;
        let (Some(places), Some(mut body)) = (places(law, table), Body::of(law)) else {
            return Further::Silent;
        };
        for (cell, at, value) in places {
            if !body.speaks_of(&at) {
                continue;
            }
            let Some(value) = value else { return Further::Silent };
            let listed = law.exceptions.iter().find(|(place, _)| *place == at);
            let says = listed.map(|&(_, value)| value).or_else(|| body.at(&at));
            if says != Some(value) {
                return Further::Fails(table.position(cell));
            }
        }
        Further::Holds
    }

    /// The same law with a larger table as further evidence, on all of which it holds.
    #[must_use]
    pub fn confirmed_on(mut self, table: &Table, cells_before: usize) -> Self {
        let more = positions(table).saturating_sub(cells_before);
        let varying = table.axes.iter().filter(|axis| self.law.variables.contains(&axis.name));
        let reached: Vec<i64> = varying.map(|axis| axis.hi).collect();
        if let ([_], [last], Some(body)) =
            (&self.law.variables[..], &reached[..], Body::of(&self.law))
        {
            self.next = body.beyond(*last);
        }
        self.add_cells(more, reached);
        self
    }
}

/// The positions of a table that none of these laws speaks of, in their variables, with the values
/// there. `None` where the laws, which have one subject, speak of no column of the table.
#[must_use]
pub fn beside<'t>(
    laws: &[&Law],
    table: &'t Table,
) -> Option<impl Iterator<Item = (Vec<i64>, i64)> + use<'t>> {
    let places = places(laws.first()?, table)?;
    let mut bodies: Vec<Body> = laws.iter().map(|law| Body::of(law)).collect::<Option<_>>()?;
    Some(places.filter_map(move |(_, at, value)| {
        let is_silent = !bodies.iter_mut().any(|body| body.speaks_of(&at));
        is_silent.then_some((at, value?))
    }))
}

/// A law as a function of its variables: what it says, its exceptions, and the values of the table where
/// it says nothing.
pub struct Function {
    body: Body,
    known: HashMap<Vec<i64>, i64>,
}

impl Function {
    /// The law of `finding` with the values of `table` beside it, where it is about a column of that.
    /// `None` where the law has no form that can be evaluated.
    #[must_use]
    pub fn of(finding: &Finding, table: &Table) -> Option<Self> {
        let law = &finding.law;
        let beside = beside(&[law], table).into_iter().flatten();
        let known = beside.chain(law.exceptions.iter().cloned()).collect();
        Some(Self { body: Body::of(law)?, known })
    }

    /// The value at a position, one number for each variable; conditions are 1 or 0. `None` where the law
    /// says nothing, or the value has more than 128 bits.
    pub fn at(&mut self, position: &[i64]) -> Option<i128> {
        match self.known.get(position) {
            Some(&value) => Some(value.into()),
            None if self.body.speaks_of(position) => self.body.wide_at(position),
            None => None,
        }
    }
}

/// The positions of a table: the cell, the law's variables there, and what the law would have to
/// say. `None` where the law speaks of no column of the table.
fn places<'t>(
    law: &Law,
    table: &'t Table,
) -> Option<impl Iterator<Item = (usize, Vec<i64>, Option<i64>)> + use<'t>> {
    let axis = |v: &String| table.axes.iter().position(|axis| axis.name == *v);
    let axes: Vec<usize> = law.variables.iter().map(axis).collect::<Option<_>>()?;
    let column = column(law, table)?;
    // `win` may be read off Grundy values.
    let is_win = column.name != law.subject;
    let is_whole = axes.iter().copied().eq(0..table.axes.len());
    Some((0..table.cells()).filter(|&cell| table.is_present(cell)).map(move |cell| {
        let position = table.position(cell);
        let at = if is_whole { position } else { axes.iter().map(|&i| position[i]).collect() };
        let value = column.values.integer(cell);
        (cell, at, value.map(|value| if is_win { i64::from(value != 0) } else { value }))
    }))
}

/// Number of positions of a table.
fn positions(table: &Table) -> usize {
    table.present.as_ref().map_or(table.cells(), |p| p.iter().filter(|here| **here).count())
}

/// The column a law speaks of.
fn column<'t>(law: &Law, table: &'t Table) -> Option<&'t Column> {
    let nim_values = || table.column("sg").filter(|_| law.subject == "win");
    table.column(&law.subject).or_else(nim_values)
}

/// A law's body and its condition, compiled.
struct Body {
    program: Program,
    condition: Option<Program>,
    from: Option<i64>,
    frame: Frame,
}

impl Body {
    fn of(law: &Law) -> Option<Self> {
        let names = Names { slots: law.variables.clone(), ..Names::default() };
        let compile = |e| Program::compile(e, &names, &Definitions::default()).ok();
        let condition = match &law.condition {
            Some(condition) => Some(compile(condition)?),
            None => None,
        };
        let frame = Frame::new(vec![0; law.variables.len()]);
        Some(Self { program: compile(&law.body)?, condition, from: law.from, frame })
    }

    /// Whether the law says anything of the position.
    fn speaks_of(&mut self, position: &[i64]) -> bool {
        if self.from.is_some_and(|from| position.first() < Some(&from)) {
            return false;
        }
        let Some(condition) = &self.condition else { return true };
        self.frame.set_all(position.iter().copied());
        condition.condition(&mut self.frame, &mut NoContext).unwrap_or(false)
    }

    fn at(&mut self, position: &[i64]) -> Option<i64> {
        i64::try_from(self.wide_at(position)?).ok()
    }

    /// The values of a law in one variable just beyond `last`, as far as they have 128 bits.
    fn beyond(mut self, last: i64) -> Vec<BigInt> {
        let value = |k| Some(BigInt::from(self.wide_at(&[last.checked_add(k)?])?));
        (1..).take(NEXT).map_while(value).collect()
    }

    /// The value at the position, if the law has one there.
    fn wide_at(&mut self, position: &[i64]) -> Option<i128> {
        self.frame.set_all(position.iter().copied());
        self.program.integer(&mut self.frame, &mut NoContext).ok()
    }
}
