//! The boxes of `table` and `check`.

use expr::ast::Expr;
use expr::kind::Kind;
use expr::suggest::one_of;
use message::message;

use super::{Checker, Layout};

/// What the bounds of a box may be named after.
#[derive(Default)]
struct Known {
    /// Coordinates, rows and sizes.
    names: Vec<String>,
    /// Those among them that need a bound.
    open: Vec<String>,
    /// The sets.
    sets: Vec<String>,
    /// The sizes of the starting positions.
    sizes: Vec<String>,
    /// Some bound is for a size that is no coordinate as well.
    of_starts: bool,
}

impl Checker<'_> {
    fn known_bounds(&self, bounds: &[(String, Expr)]) -> Known {
        let mut known = Known::default();
        match &self.shape {
            Layout::Missing => {}
            Layout::Tuple(axes) => {
                for axis in axes {
                    let names = match axis.kind {
                        Kind::Set => &mut known.sets,
                        _ => &mut known.names,
                    };
                    names.push(axis.name.clone());
                    if !axis.bounded {
                        known.open.push(axis.name.clone());
                    }
                }
            }
            Layout::Heaps(name) => known.names.push(name.clone()),
            Layout::Coins(names) | Layout::Product(names) => known.names.extend_from_slice(names),
        }
        if !matches!(self.shape, Layout::Tuple(_)) {
            known.open.clone_from(&known.names);
        }
        for size in self.rule.start.iter().flat_map(|start| &start.sizes) {
            if !known.names.contains(&size.name) {
                known.names.push(size.name.clone());
                known.of_starts |= bounds.iter().any(|(name, _)| *name == size.name);
            }
            known.sizes.push(size.name.clone());
        }
        known
    }

    /// Checks the bounds of a box: names of coordinates (or of sizes), each once, and none missing.
    pub(super) fn bounds(&mut self, bounds: &[(String, Expr)], statement: &str) {
        let known = self.known_bounds(bounds);
        if matches!(self.shape, Layout::Missing) && self.rule.start.is_none() {
            return;
        }
        self.scoped(|c| {
            for (i, (name, bound)) in bounds.iter().enumerate() {
                c.number(bound);
                if bounds[..i].iter().any(|(earlier, _)| earlier == name) {
                    let cause = format!("`{name}` has two bounds");
                    c.report("R012", bound.span, cause, "delete one of them");
                } else if known.sets.contains(name) && !known.sizes.contains(name) {
                    let cause = format!("the set `{name}` needs no bound");
                    c.report("R036", bound.span, cause, "its elements are bounded by the state");
                } else if !known.names.contains(name) {
                    let help = one_of(name, &known.names, |all| message!("coordinates are {all}"));
                    let cause = format!("`{name}` is not a coordinate, so it has no bound");
                    c.report("R036", bound.span, cause, help);
                }
                c.scope.declare(name, Kind::Number, "a coordinate");
            }
        });
        let Some((_, last)) = bounds.last() else { return };
        // A mistyped coordinate is not one without bound.
        if bounds.iter().any(|(name, _)| !known.names.contains(name)) {
            return;
        }
        let is_bounded = |name: &String| bounds.iter().any(|(n, _)| n == name);
        let needed = match &self.rule.start {
            None => &known.open,
            Some(_) if known.of_starts => &known.sizes,
            // Starts reach what they reach.
            Some(_) => return,
        };
        if let Some(missing) = needed.iter().find(|name| !is_bounded(name)) {
            let cause = format!("`{statement}` gives no bound for `{missing}`");
            self.report("R037", last.span, cause, format!("add `, {missing} = ...`"));
        }
    }
}
