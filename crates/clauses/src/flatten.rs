//! Positions as they are written to flat coordinates.

use crate::scope::{Scope, Universe};
use crate::state::Layout;
use crate::{CoordinateKind, OptionPart, build, mistake};
use expr::ast::{Comparison, Expr};
use expr::build::element;
use expr::diagnostic::Result;
use expr::substitute::int;
use expr::words::listed;
use message::message;
use rule::ast::Component;

impl Scope<'_> {
    /// The positions that stand in a component of a sum. A list whose length does not depend on the
    /// position is as many of them.
    pub(crate) fn components(&self, component: &Component) -> Result<Vec<OptionPart>> {
        let [list] = &component.at[..] else { return Ok(vec![self.component(component, false)?]) };
        if !component.each {
            return Ok(vec![self.component(component, false)?]);
        }
        Ok(match self.list(list) {
            Some(entries) => entries.into_iter().map(|e| OptionPart::Point(vec![e])).collect(),
            None => vec![OptionPart::Each(self.raw().expr(list))],
        })
    }

    /// A component of a sum. `padded`: a list shorter than its row leaves the entries behind it at
    /// their least value.
    pub(crate) fn component(&self, component: &Component, padded: bool) -> Result<OptionPart> {
        let (game, layout) = match &component.game {
            None => (None, self.space.layout.clone()),
            Some(reference) => self.games.find(reference, self)?,
        };
        let at = self.flatten(&component.at, &layout, padded)?;
        Ok(match game {
            None => OptionPart::Point(at),
            Some(game) => OptionPart::Foreign { game, at },
        })
    }

    fn flatten(&self, at: &[Expr], layout: &Layout, padded: bool) -> Result<Vec<Expr>> {
        if at.len() != layout.shape.len() {
            if at.len() == layout.dimensions.len() && at.iter().all(|e| !self.is_list(e)) {
                return Ok(at.iter().map(|e| self.expr(e)).collect());
            }
            let span = at.first().map(|e| e.span).unwrap_or_default();
            let (given, known) = (at.len(), layout.shape.len());
            let message = format!("{given} coordinates where there are {known}");
            let names = listed(layout.shape.iter().map(|(name, _)| name));
            let help = message!("a position is ({names})");
            return Err(mistake("G017", span, message, "this position", help));
        }
        let mut flat = Vec::new();
        for (e, (_, shape)) in at.iter().zip(&layout.shape) {
            let least = layout.dimensions[flat.len()..].first().map_or(0, |d| d.lo);
            flat.extend(self.coordinate(e, *shape, least, padded)?);
        }
        Ok(flat)
    }

    /// The flat coordinates of one coordinate.
    pub(crate) fn coordinate(
        &self,
        e: &Expr,
        shape: CoordinateKind,
        least: i64,
        padded: bool,
    ) -> Result<Vec<Expr>> {
        Ok(match shape {
            CoordinateKind::Number => vec![self.expr(e)],
            CoordinateKind::Subset { lo, hi } => vec![self.set_digits(e, Universe { lo, hi })],
            CoordinateKind::Row(entries) => match self.list(e) {
                Some(mut items) => {
                    if padded && items.len() < entries {
                        items.resize(entries, int(least));
                    }
                    if items.len() != entries {
                        let found = items.len();
                        let message = format!("a list of {found} where the row has {entries}");
                        let help = "give one value for every entry of the row";
                        return Err(mistake("G018", e.span, message, "this list", help));
                    }
                    items
                }
                None if !self.is_list(e) => {
                    let message = format!("`{e}` stands where a row is needed");
                    let help = "write the row as a list, such as `[0 for k in 1..m]`";
                    return Err(mistake("G018", e.span, message, "no list", help));
                }
                None => self.row_of(e, entries, least, padded),
            },
        })
    }

    /// A row from a list whose length is known only at each position; where it does not fit, the
    /// entries are such that there is no position.
    fn row_of(&self, e: &Expr, entries: usize, least: i64, padded: bool) -> Vec<Expr> {
        let list = self.raw().expr(e);
        let size = build::call("size", vec![list.clone()]);
        let (entries, none) = (entries as i64, int(least.saturating_sub(1)));
        let op = if padded { Comparison::Le } else { Comparison::Eq };
        let fits = build::compare(size.clone(), op, int(entries));
        let entry = |k: i64| {
            let own = element(list.clone(), int(k - 1));
            let present = build::compare(int(k), Comparison::Le, size.clone());
            let value = if padded { build::choose(present, own, int(least)) } else { own };
            build::choose(fits.clone(), value, none.clone())
        };
        (1..=entries).map(entry).collect()
    }
}
