//! Fills a table in an order that was found on sampled moves. If another move does not fit it, an
//! order that fits that move as well is tried.

use crate::game::Game;
use crate::order::{self, Order};
use crate::space::Space;
use std::borrow::Cow;

impl Game {
    /// Runs in `order`; where a move of the cell at fault does not fit it, runs again in one that
    /// fits this move too, as long as there is one. [`Order::Unknown`] is left in `order` where
    /// only a search can tell whether play ends.
    pub(crate) fn in_order<R>(
        &self,
        space: &Space,
        order: &mut Cow<'_, Order>,
        mut run: impl FnMut(&Order) -> R,
        fault: impl Fn(&R) -> Option<usize>,
    ) -> R {
        let mut sample = Cow::Borrowed(&self.sample);
        let mut point = vec![0; space.axes.len()];
        loop {
            let run = run(order);
            let Some(cell) = fault(&run) else { return run };
            space.point(cell, &mut point);
            let fits = sample.to_mut().add(&self.lowered, &self.rules, &point, order);
            match order::find(&sample, &self.lowered, &self.rules) {
                Ok(better) if !fits => *order = Cow::Owned(better),
                _ => return run,
            }
            if **order == Order::Unknown {
                return run;
            }
        }
    }
}
