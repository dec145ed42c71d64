//! Which cells of a box can be positions, if the rule's condition can be decided entry by entry: in a
//! row with falling entries the first ones leave few cells for the rest.

use super::scalar::Scalar;
use crate::space::Space;

/// Parts of the condition on positions by how many leading coordinates they need: entry i holds
/// those that need i + 1. Parts that need all coordinates are left to the condition itself.
#[derive(Debug)]
pub(crate) struct Sieve {
    parts: Vec<Vec<Scalar>>,
}

impl Sieve {
    /// A sieve of parts and the number of leading coordinates each needs; `None` where no part can
    /// leave out more than one cell at a time.
    pub(crate) fn new(dimensions: usize, all: Vec<(usize, Scalar)>) -> Option<Self> {
        let mut parts: Vec<Vec<Scalar>> = Vec::new();
        for (needs, part) in all.into_iter().filter(|(needs, _)| *needs < dimensions) {
            // What needs no coordinate is told with the first one.
            let at = needs.saturating_sub(1);
            if parts.len() <= at {
                parts.resize_with(at + 1, Vec::new);
            }
            parts[at].push(part);
        }
        (!parts.is_empty()).then_some(Self { parts })
    }

    /// The cells of the box at which no part is false, in storage order.
    pub(crate) fn cells(&self, space: &Space) -> Vec<u32> {
        let mut kept = Vec::new();
        self.descend(0, 0, space, &mut vec![0; space.axes.len()], &mut kept);
        kept
    }

    /// Adds the cells whose first `depth` coordinates are those of `point`; `first` is the least.
    fn descend(
        &self,
        depth: usize,
        first: usize,
        space: &Space,
        point: &mut [i64],
        kept: &mut Vec<u32>,
    ) {
        let Some(parts) = self.parts.get(depth) else {
            // As many cells as one step along the last coordinate known.
            let length = depth.checked_sub(1).map_or(0, |axis| space.strides[axis] as usize);
            kept.extend((first..first + length).map(|cell| cell as u32));
            return;
        };
        let (axis, stride) = (&space.axes[depth], space.strides[depth] as usize);
        for (step, value) in (axis.lo..=axis.hi).enumerate() {
            point[depth] = value;
            // A part without a value leaves the cell to the whole condition, which says why.
            if parts.iter().all(|part| part.value(point) != Ok(0)) {
                self.descend(depth + 1, first + step * stride, space, point, kept);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clauses::term::{Op, Term};
    use proptest::prelude::*;
    use table::Axis;

    /// `slot a - slot b`.
    fn difference(a: usize, b: usize) -> Scalar {
        Scalar::Term(Term::Op(Op::Sub, Box::new(Term::Slot(a)), Box::new(Term::Slot(b))))
    }

    #[test]
    fn parts_that_need_every_coordinate_sieve_nothing() {
        assert!(Sieve::new(2, vec![(2, difference(1, 0))]).is_none());
        assert!(Sieve::new(2, vec![(1, Scalar::Term(Term::Slot(0)))]).is_some());
    }

    proptest! {
        #[test]
        fn the_cells_kept_are_those_at_which_no_part_is_false(
            ends in prop::collection::vec((-2i64..2, 0i64..4), 3..5),
            pairs in prop::collection::vec((0usize..4, 0usize..4), 0..4),
        ) {
            let axis = |(i, &(lo, more)): (usize, &(i64, i64))| Axis::new(format!("c{i}"), lo, lo + more);
            let space = Space::new(ends.iter().enumerate().map(axis).collect());
            let needs = |&(a, b): &(usize, usize)| a.max(b) + 1;
            let early: Vec<_> = pairs.iter().filter(|p| needs(p) < ends.len()).collect();
            let parts = pairs.iter().map(|p| (needs(p), difference(p.0, p.1))).collect();
            let mut point = vec![0; ends.len()];
            let all = (0..space.cells() as u32).filter(|&cell| {
                space.point(cell as usize, &mut point);
                early.iter().all(|&&(a, b)| point[a] != point[b])
            });
            match Sieve::new(ends.len(), parts) {
                Some(sieve) => prop_assert_eq!(sieve.cells(&space), all.collect::<Vec<_>>()),
                None => prop_assert!(early.is_empty()),
            }
        }
    }
}
