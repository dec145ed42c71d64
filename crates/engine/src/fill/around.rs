//! The box that holds every option of the positions of a box, as far as can be told from the rule.

use crate::game::Game;
use crate::space::Space;
use crate::term::form::Form;
use clauses::term::interval::{Interval, interval};
use clauses::term::{Op, Term};
use clauses::{Clause, Domain, OptionPart};
use expr::ast::Expr;
use hashbrown::HashMap;
use table::Axis;

/// A box is widened so often, then it is given up.
const MAX_STEPS: usize = 4;

impl Game {
    /// Whether no move leads from the box to a position outside, as far as can be told.
    pub(crate) fn stays_inside(&self, axes: &[Axis]) -> bool {
        let space = Space::new(axes.to_vec());
        self.box_around(&space).is_some_and(|around| around == space)
    }

    /// The box that also holds every option: coordinates that moves raise are widened as far as the ranges
    /// of quantifiers and the guards let them. `None` when that does not settle.
    pub(super) fn box_around(&self, space: &Space) -> Option<Space> {
        let mut axes = space.axes.clone();
        let raised: Vec<usize> = self.raised().collect();
        if raised.is_empty() {
            return Some(space.clone());
        }
        for _ in 0..MAX_STEPS {
            let before = axes.clone();
            for clause in &self.lowered.clauses {
                let known = Known::of(clause, &axes)?;
                for part in &clause.parts {
                    let coordinates = match part {
                        OptionPart::Point(coordinates) => coordinates,
                        OptionPart::Each(_) => return None,
                        OptionPart::Block(_) | OptionPart::Foreign { .. } => continue,
                    };
                    for &i in &raised {
                        axes[i].hi = axes[i].hi.max(known.most(&coordinates[i])?);
                    }
                }
            }
            if axes == before {
                return Some(Space::new(axes));
            }
        }
        None
    }
}

/// What is known of the slots of a clause where it has moves.
struct Known {
    slots: HashMap<String, usize>,
    ranges: Vec<Interval>,
    /// Forms that are nowhere negative.
    rooms: Vec<Form>,
}

impl Known {
    /// For positions in a box; `None` where the range of a quantifier is unknown.
    fn of(clause: &Clause, axes: &[Axis]) -> Option<Self> {
        let slots = axes.iter().enumerate().map(|(i, axis)| (axis.name.clone(), i)).collect();
        let ranges = axes.iter().map(|axis| (axis.lo, axis.hi)).collect();
        let mut known = Self { slots, ranges, rooms: Vec::new() };
        for (name, domain) in &clause.binders {
            let own = Term::Slot(known.ranges.len());
            let (range, ends) = match domain {
                Domain::Range(lo, hi) => {
                    let (lo, hi) = (known.term(lo)?, known.term(hi)?);
                    let (least, most) =
                        (interval(&lo, &known.ranges)?.0, interval(&hi, &known.ranges)?.1);
                    let ends = [Term::op(Op::Le, lo, own.clone()), Term::op(Op::Le, own, hi)];
                    ((least, most.max(least)), ends.to_vec())
                }
                Domain::Set(..) => ((0, axes.iter().map(|axis| axis.hi).max()?), Vec::new()),
            };
            known.slots.insert(name.clone(), known.ranges.len());
            known.ranges.push(range);
            ends.into_iter().for_each(|end| known.holds(end));
        }
        let guards: Vec<Term> = clause.guards.iter().filter_map(|e| known.term(e)).collect();
        guards.into_iter().flat_map(Term::conjuncts).for_each(|guard| known.holds(guard));
        Some(known)
    }

    fn term(&self, e: &Expr) -> Option<Term> {
        Term::from_expr(e, &self.slots)
    }

    /// Takes note of a condition.
    fn holds(&mut self, condition: Term) {
        for side in condition.sides() {
            if let Term::Op(op @ (Op::Le | Op::Lt), a, b) = side
                && let Some(room) = Form::new(&Term::op(Op::Sub, *b, *a))
                && let Some(room) = room.plus(&Form::constant(i64::from(op == Op::Lt)), -1)
            {
                self.rooms.push(room);
            }
        }
    }

    /// The greatest value, as far as is known: that of the coordinate alone, or together with what is nowhere
    /// negative.
    fn most(&self, coordinate: &Expr) -> Option<i64> {
        let term = self.term(coordinate)?;
        let known: Vec<Option<Interval>> = self.ranges.iter().copied().map(Some).collect();
        let (_, alone) = interval(&term, &self.ranges)?;
        let form = Form::new(&term);
        let with = |room: &Form| Some(form.clone()?.plus(room, 1)?.span(&known)?.1);
        Some(self.rooms.iter().filter_map(with).fold(alone, i64::min))
    }
}
