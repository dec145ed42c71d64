//! The state statement: the rule's coordinates and the flat ones they are made of.

use crate::Clause;
use crate::games::Games;
use crate::{CoordinateKind, Dimension, Sum, constant, mistake, product};
use expr::ast::{Expr, Span};
use expr::diagnostic::{Diagnostic, Result};
use expr::substitute::{Bindings, component};
use rule::Instance;
use rule::ast::{Coordinate, CoordinateForm, State};

/// Most heaps of a vector, most entries of a row, most numbers a set is taken from.
const MAX_HEAPS: i64 = 16;
const MAX_ROW_LENGTH: i64 = 32;
const MAX_SET: i64 = 62;
/// Greatest bound of a coordinate: lengths and neighbours of what lies within fit 64 bits.
const MAX_BOUND: i64 = 1 << 62;

/// The coordinates of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    /// Flat ones.
    pub(crate) dimensions: Vec<Dimension>,
    /// Those of the rule.
    pub(crate) shape: Vec<(String, CoordinateKind)>,
}

/// What the state statement says.
#[derive(Debug)]
pub(crate) struct Space {
    pub(crate) layout: Layout,
    pub(crate) symmetric: bool,
    /// As written.
    pub(crate) condition: Option<Expr>,
    pub(crate) sum: Sum,
    /// Clauses that come with the state: those of a product.
    pub(crate) clauses: Vec<Clause>,
}

impl Space {
    fn new(coordinates: Vec<(String, CoordinateKind, Vec<Dimension>)>, sum: Sum) -> Self {
        let (mut dimensions, mut shape) = (Vec::new(), Vec::new());
        for (name, form, flat) in coordinates {
            shape.push((name, form));
            dimensions.extend(flat);
        }
        let layout = Layout { dimensions, shape };
        Self { layout, symmetric: false, condition: None, sum, clauses: Vec::new() }
    }

    /// The space of a rule; its rows become vectors of `bindings`.
    pub(crate) fn lower(
        instance: &Instance,
        bindings: &mut Bindings,
        games: &Games<'_>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let one = |d: Diagnostic| vec![d];
        let space = match &instance.rule.state {
            None => Self::new(Vec::new(), Sum::Multiset),
            Some(State::Heap(c)) => {
                Self::new(vec![coordinate(c, bindings).map_err(one)?], Sum::Multiset)
            }
            Some(State::Tuple { coordinates, symmetric, condition }) => {
                let mut all = Vec::new();
                for c in coordinates {
                    all.push(coordinate(c, bindings).map_err(one)?);
                }
                if *symmetric && all.iter().any(|(_, shape, _)| *shape != CoordinateKind::Number) {
                    let message = "coordinates that are rows or sets cannot change places";
                    let help = "leave out `symmetric`; heaps in any order are `state heaps h[m]`";
                    return Err(vec![mistake("G013", Span::default(), message, "", help)]);
                }
                let condition = condition.clone();
                Self { symmetric: *symmetric, condition, ..Self::new(all, Sum::Multiset) }
            }
            Some(State::Heaps { name, count, from }) => {
                let help = "there may be 1 to 16 heaps";
                let m = size(count, (name, "heaps"), ("G003", MAX_HEAPS, help), bindings);
                let m = m.map_err(one)?;
                let lo = from.as_ref().map_or(Ok(0), |e| bound(e, bindings)).map_err(one)?;
                let heaps = row(name, m, lo, None, bindings);
                Self { symmetric: true, ..Self::new(vec![heaps], Sum::Multiset) }
            }
            Some(State::Coins { coordinates, from }) => {
                let lo = bound(from, bindings).map_err(one)?;
                let coordinates = coordinates.iter().map(|c| number(c, lo, None)).collect();
                Self::new(coordinates, Sum::Symmetric)
            }
            Some(State::Product(a, b, _)) => {
                let of = |g: &String| games.factor(instance.game(g));
                let (dimensions, clauses) = product::product(&of(a)?, &of(b)?).map_err(one)?;
                let shape =
                    dimensions.iter().map(|d| (d.name.clone(), CoordinateKind::Number)).collect();
                let layout = Layout { dimensions, shape };
                Self { layout, clauses, ..Self::new(Vec::new(), Sum::Symmetric) }
            }
        };
        Ok(space)
    }
}

fn number(name: &str, lo: i64, hi: Option<i64>) -> (String, CoordinateKind, Vec<Dimension>) {
    (name.into(), CoordinateKind::Number, vec![Dimension { name: name.into(), lo, hi }])
}

fn row(
    name: &str,
    entries: usize,
    lo: i64,
    hi: Option<i64>,
    bindings: &mut Bindings,
) -> (String, CoordinateKind, Vec<Dimension>) {
    bindings.vectors.insert(name.into(), entries);
    let flat = (1..=entries).map(|i| Dimension { name: component(name, i), lo, hi });
    (name.into(), CoordinateKind::Row(entries), flat.collect())
}

/// A number of heaps or entries, at least 1; the limit with the code and help of who exceeds it.
fn size(
    e: &Expr,
    (name, what): (&str, &str),
    (code, most, help): (&'static str, i64, &'static str),
    bindings: &Bindings,
) -> Result<usize> {
    let value = constant(e, bindings)?;
    let size = usize::try_from(value).ok().filter(|_| (1..=most).contains(&value));
    let message = || format!("`{name}` would have {value} {what}");
    size.ok_or_else(|| mistake(code, e.span, message(), "how many", help))
}

/// The least or greatest value of a coordinate.
fn bound(e: &Expr, bindings: &Bindings) -> Result<i64> {
    let value = constant(e, bindings)?;
    if (-MAX_BOUND..=MAX_BOUND).contains(&value) {
        return Ok(value);
    }
    let message = format!("`{e}` is {value}, too large for a bound");
    Err(mistake("G001", e.span, message, "this bound", "bounds go up to 2 ** 62"))
}

fn coordinate(
    c: &Coordinate,
    bindings: &mut Bindings,
) -> Result<(String, CoordinateKind, Vec<Dimension>)> {
    let lo = c.from.as_ref().map_or(Ok(0), |e| bound(e, bindings))?;
    let hi = c.to.as_ref().map(|e| bound(e, bindings)).transpose()?;
    let name = &c.name;
    Ok(match &c.form {
        CoordinateForm::Number => number(name, lo, hi),
        CoordinateForm::Row(count) => {
            let help = "a row may have 1 to 32 entries";
            let limit = ("G013", MAX_ROW_LENGTH, help);
            let entries = size(count, (name, "entries"), limit, bindings)?;
            row(name, entries, lo, hi, bindings)
        }
        CoordinateForm::Subset => {
            let hi = hi.unwrap_or(lo);
            let width = hi.saturating_sub(lo).saturating_add(1).max(0);
            if width > MAX_SET {
                let message = format!("`{name}` would be a set of up to {width} numbers");
                let help = "a set coordinate may have up to 62 numbers";
                return Err(mistake("G014", c.span, message, "the set", help));
            }
            let flat = Dimension { name: name.clone(), lo: 0, hi: Some((1 << width) - 1) };
            (name.clone(), CoordinateKind::Subset { lo, hi: hi.max(lo - 1) }, vec![flat])
        }
    })
}
