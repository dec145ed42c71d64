//! Moves whose choices grow with the position: all numbers of a range, or all divisions into two.

use expr::ast::{Binary, Comparison, Expr, Node, Unary};
use expr::build::binary;
use expr::substitute::{mentions, name};
use message::message;
use std::ops::Range;

use super::{ClassOptions, Clause, Heap, OPTIONS, OptionPart, admits};
use crate::error::{too_large, unsupported};
use crate::eventual::{Affine, Class, Trouble, trouble};

impl Heap {
    /// A clause one of whose variables runs over a range that grows with n: only small ones count,
    /// or the options are all numbers of a range, or all divisions into two.
    pub(super) fn unbounded(
        &self,
        clause: &Clause,
        at: usize,
        class: &mut Class,
        shape: &mut ClassOptions,
    ) -> Result<(), Trouble> {
        let ((bound, set), last) = (&clause.binders[at], at + 1 == clause.binders.len());
        let Node::Range(lo, hi) = &set.node else {
            return trouble("a choice grows with the position otherwise than the theorem needs");
        };
        let (lo, hi) = (class.number(lo)?, class.number(hi)?);
        let Some(lo) = lo.as_constant() else {
            return trouble(message!("the least `{bound}` grows with the position"));
        };
        let own = name(bound.as_str());
        let taken = binary(Binary::Sub, name(&self.name), own.clone());
        let targets = self.targets(clause, at, class)?;
        let is_whole = targets.len() == clause.parts.len();
        let (general, begin) = self.generally(clause, at, class)?;
        if !general || (last && is_whole && targets == [&taken]) {
            let begin = begin.max(lo).max(1);
            self.small_ones(clause, at, (lo..begin, hi), class, shape)?;
            if !general {
                return Ok(());
            }
            // n -> n - t for t in lo..n - d, whatever the large t
            return match hi.as_shifted() {
                Some(least) => self.tail(-least, begin, class, shape),
                None => trouble(message!("the range of `{bound}` does not end at n")),
            };
        }
        if !last || !is_whole {
            return trouble("a choice grows with the position otherwise than the theorem needs");
        }
        match targets[..] {
            // n -> u for u in lo..n - c
            [e] if *e == own && !clause.guards_mention(bound) => {
                let Some(after) = hi.as_shifted().map(|c| -c) else {
                    return trouble(message!("the range of `{bound}` does not end at n - c"));
                };
                if admits(clause, class)? { self.tail(lo, after, class, shape) } else { Ok(()) }
            }
            [a, b]
                if self.game.first.is_none() && self.rows == 1 && !clause.guards_mention(bound) =>
            {
                self.divisions(clause, [a, b], (lo, hi), class, shape)
            }
            _ => trouble("a choice grows with the position otherwise than the theorem needs"),
        }
    }

    /// Adds the options for these values of the variable number `at`, all of which must be in its
    /// range.
    fn small_ones(
        &self,
        clause: &Clause,
        at: usize,
        (values, hi): (Range<i128>, Affine),
        class: &mut Class,
        shape: &mut ClassOptions,
    ) -> Result<(), Trouble> {
        if values.end - values.start > OPTIONS as i128 {
            return Err(too_large("too many options").into());
        }
        let bound = &clause.binders[at].0;
        if !class.compare(hi, Comparison::Ge, Affine::constant(values.end))? {
            return trouble(message!("the range of `{bound}` ends"));
        }
        for small in values {
            class.set(bound, Some(Affine::constant(small)));
            self.unroll(clause, at + 1, class, shape)?;
        }
        class.set(bound, None);
        Ok(())
    }

    /// What a clause leaves in the row at hand, whatever its variable number `at` is.
    fn targets<'c>(
        &self,
        clause: &'c Clause,
        at: usize,
        class: &mut Class,
    ) -> Result<Vec<&'c Expr>, Trouble> {
        let (bound, last) = (&clause.binders[at].0, at + 1 == clause.binders.len());
        let here = self.row(class)?;
        let mut targets = Vec::new();
        for part in &clause.parts {
            let OptionPart::Position(at) = part else { continue };
            let (e, row) = self.split(at)?;
            let is_here = match row {
                None => true,
                Some(row) if last && !mentions(row, bound) => {
                    class.number(row)?.as_constant() == Some(here)
                }
                Some(_) => false,
            };
            targets.extend(is_here.then_some(e));
        }
        Ok(targets)
    }

    /// Adds the divisions n -> i + c | n - t - i for the last variable i, where they are all of those
    /// into two heaps that are not empty, and maybe that with an empty one.
    fn divisions(
        &self,
        clause: &Clause,
        parts: [&Expr; 2],
        (lo, hi): (i128, Affine),
        class: &mut Class,
        shape: &mut ClassOptions,
    ) -> Result<(), Trouble> {
        if let Some(other) = parts.into_iter().find(|part| !is_sum(part)) {
            return trouble(message!("`{other}` is not a sum of names and numbers"));
        }
        if !admits(clause, class)? {
            return Ok(());
        }
        // what is linear in the variable is known by two of its values
        let bound = clause.bound().last().unwrap_or_default();
        let mut at = |part: &Expr, value: i128| {
            class.set(bound, Some(Affine::constant(value)));
            class.number(part)
        };
        let [(a, next_a), (b, next_b)] =
            [(at(parts[0], 0)?, at(parts[0], 1)?), (at(parts[1], 0)?, at(parts[1], 1)?)];
        class.set(bound, None);
        let (own, other) = match a.as_constant() {
            Some(_) => ((a, next_a), (b, next_b)),
            None => ((b, next_b), (a, next_a)),
        };
        let own = own.0.as_constant().zip(own.1.as_constant());
        let other = other.0.as_shifted().zip(other.1.as_shifted());
        let Some(((added, next), (rest, less))) = own.zip(other) else {
            return trouble("a heap is split into parts that are not a number and the rest");
        };
        let (least, whole) = (lo + added, rest + added);
        // from one half rounded down to all but one stone: every division is met
        let half = Affine::new(1, rest - added - 1, 2)?; // at most half a stone too low
        let all = class.compare(hi, Comparison::Ge, half)?
            && class.compare(hi, Comparison::Le, Affine::shifted(rest))?;
        let has_empty =
            least == 0 || !class.compare(hi, Comparison::Le, Affine::shifted(rest - 1))?;
        let is_linear = next == added + 1 && less == rest - 1;
        if whole > 0 || !is_linear || !all || !(0..=1).contains(&least) {
            return trouble(
                "a heap is split in some ways only; the theorem needs every split into two non-empty heaps",
            );
        }
        if self.least > i128::from(!has_empty) {
            return trouble("a heap is split into heaps that are no positions");
        }
        if has_empty {
            self.small_ones(
                clause,
                clause.binders.len() - 1,
                (-added..1 - added, hi),
                class,
                shape,
            )?;
        }
        class.from = class.from.max(2 - whole);
        shape.splits.insert(-whole);
        Ok(())
    }

    /// Whether a variable's large values matter, that is, no later range is empty and the guard is
    /// true for them; and from where on they are large. It is not known from where on a value is
    /// large if that depends on n: such a rule is refused.
    fn generally(
        &self,
        clause: &Clause,
        at: usize,
        class: &mut Class,
    ) -> Result<(bool, i128), Trouble> {
        let (bound, later) = (&clause.binders[at].0, &clause.binders[at + 1..]);
        if later.is_empty() && !clause.guards_mention(bound) {
            return Ok((admits(clause, class)?, 0));
        }
        let mut alone = Class::new(1, 0, bound);
        alone.steps = class.steps;
        self.place_row(self.row(class)?, &mut alone);
        let coarse = |trouble| match trouble {
            Trouble::Finer(_) => {
                unsupported(message!("a move depends on residues of `{bound}`")).into()
            }
            refused => refused,
        };
        let general = match later {
            [] => admits(clause, &mut alone).map_err(coarse)?,
            // what depends on n as well is not known to be empty
            [(_, next), ..] => {
                let elements = alone.elements(next);
                !elements.is_ok_and(|all| all.is_some_and(|all| all.is_empty()))
            }
        };
        class.steps = alone.steps;
        Ok((general, alone.from))
    }

    /// Adds the options from `least` to n - `after`, in the row at hand.
    fn tail(
        &self,
        least: i128,
        after: i128,
        class: &mut Class,
        shape: &mut ClassOptions,
    ) -> Result<(), Trouble> {
        if least < self.least || after < 1 {
            return trouble("a move leads to no position before the one at hand");
        }
        let tail = (least * self.rows, after * self.rows);
        if shape.tail.is_some_and(|other| other != tail) {
            return trouble("two different ranges of options grow with the position");
        }
        shape.tail = Some(tail);
        class.from = class.from.max(least + after);
        Ok(())
    }
}

/// Whether an expression consists of names, numbers, plus and minus.
fn is_sum(e: &Expr) -> bool {
    match &e.node {
        Node::Int(_) | Node::Name(_) => true,
        Node::Unary(Unary::Neg, inner) => is_sum(inner),
        Node::Binary(Binary::Add | Binary::Sub, a, b) => is_sum(a) && is_sum(b),
        _ => false,
    }
}
