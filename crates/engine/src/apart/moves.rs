//! The moves of a rule for all values of their quantifiers, as far as they say which elements must be
//! there, which must not, and which vanish.

use super::cubes::{self, Cube};
use super::digits::Elements;
use super::parts::Removal;
use crate::term::simplify::simplify;
use arith::sets::NumberSet;
use clauses::exact::{Exact, Heads};
use clauses::term::Term;
use clauses::{Clause, Domain, Lowered, OptionPart};
use expr::ast::Expr;
use expr::eval::Frame;
use expr::substitute::{Bindings, int};
use hashbrown::HashMap;
use rule::ast::Player;

/// Most choices of quantifiers that are tried, and most moves that they make.
const MAX_CHOICES: usize = 1 << 16;
const MAX_MOVES: usize = 1 << 11;

/// All moves of a rule's positions with some numbers.
#[derive(Clone, Debug)]
pub(super) struct Removals {
    pub(super) elements: Elements,
    pub(super) all: Vec<Removal>,
    /// Elements that moves add to their sets: here they are there as long as they are not in the set.
    added: u64,
    /// Elements that no move takes away.
    pub(super) fixed: u64,
}

impl Removals {
    /// The elements that are there at a position.
    pub(super) fn there(&self, at: &[i64]) -> u64 {
        self.elements.of(at) ^ self.added
    }

    /// The position at which these elements are there.
    pub(super) fn at(&self, there: u64) -> Vec<i64> {
        self.elements.coordinates(there ^ self.added)
    }

    /// The moves where these elements are there, fixed ones left out: those that can be made now or
    /// later.
    pub(super) fn around(&self, there: u64) -> Vec<Removal> {
        let (in_place, missing) = (there & self.fixed, self.fixed & !there);
        let possible = self.all.iter().filter(|m| m.need & missing == 0 && m.avoid & in_place == 0);
        let mut all: Vec<Removal> = possible
            .map(|m| Removal { need: m.need & !self.fixed, avoid: m.avoid & !self.fixed, ..*m })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// What a choice of quantifiers may do: it puts elements into sets and takes elements out, where a
/// condition holds.
struct Change {
    condition: Cube,
    taken: u64,
    put: u64,
    player: Player,
}

/// The moves of a rule at positions whose numbers are as in `at`; `None` where some move looks at, or
/// does, anything else. Play must end only where a player is stuck.
pub(super) fn moves(lowered: &Lowered, exact: &Exact, at: &[i64]) -> Option<Removals> {
    let kinds = lowered.shape.iter().flat_map(|(_, kind)| std::iter::repeat_n(*kind, kind.len()));
    let elements = Elements::new(kinds, at)?;
    let slots = lowered.dimensions.iter().map(|d| d.name.clone()).zip(0..).collect();
    let mut reader = Reader {
        lowered,
        exact,
        at,
        elements,
        slots,
        frame: Frame::default(),
        choices: 0,
        found: Vec::new(),
    };
    for clause in &lowered.clauses {
        reader.clause(clause, 0, &Bindings::default())?;
    }
    let positions = match &lowered.condition {
        Some(condition) => reader.condition(condition)?,
        None => vec![Cube::ALL],
    };
    reader.moves(&positions)
}

struct Reader<'a> {
    lowered: &'a Lowered,
    exact: &'a Exact,
    at: &'a [i64],
    elements: Elements,
    slots: HashMap<String, usize>,
    /// What definitions have given.
    frame: Frame,
    choices: usize,
    found: Vec<Change>,
}

impl Reader<'_> {
    /// An expression as a term over sets alone.
    fn term(&mut self, e: &Expr) -> Option<Term> {
        let Self { exact, frame, slots, lowered, at, elements, .. } = self;
        let frame = std::cell::RefCell::new(frame);
        // What the machine has no operation for may still be a number.
        let number = |e: &Expr| {
            let program = exact.program(e, &[]).ok()?;
            let mut frame = frame.borrow_mut();
            frame.clear();
            let value = program.integer(&mut frame, &mut &Heads::default()).ok()?;
            Some(Term::Const(i64::try_from(value).ok()?))
        };
        let mut term = Term::from_parts(e, slots, &number)?;
        for (slot, &value) in at.iter().enumerate() {
            if elements.set_at(slot).is_none() {
                term = term.with(slot, &Term::Const(value));
            }
        }
        let range = |d: &clauses::Dimension| Some((d.lo, d.hi?));
        let ranges: Vec<_> = lowered.dimensions.iter().map(range).collect();
        Some(simplify(term, &ranges, ranges.len()))
    }

    fn number(&mut self, e: &Expr) -> Option<i64> {
        match self.term(e)? {
            Term::Const(value) => Some(value),
            _ => None,
        }
    }

    fn condition(&mut self, e: &Expr) -> Option<Vec<Cube>> {
        let term = self.term(e)?;
        self.elements.cubes(&term, true)
    }

    /// Adds what the clause does once the quantifiers before `depth` have values.
    fn clause(&mut self, clause: &Clause, depth: usize, chosen: &Bindings) -> Option<()> {
        let Some((name, domain)) = clause.binders.get(depth) else {
            return self.change(clause, chosen);
        };
        let values: Vec<i64> = match domain {
            Domain::Range(lo, hi) => {
                let (lo, hi) = (self.number(&chosen.expr(lo))?, self.number(&chosen.expr(hi))?);
                let is_short = hi.checked_sub(lo)? <= MAX_CHOICES as i64;
                is_short.then(|| (lo..=hi).collect())?
            }
            Domain::Set(set, limit) => {
                let limit = match limit {
                    Some(limit) => self.number(&chosen.expr(limit))?,
                    None => i64::MAX,
                };
                match set {
                    NumberSet::Finite(all) => {
                        all.iter().copied().filter(|&value| value <= limit).collect()
                    }
                    other => (limit <= MAX_CHOICES as i64).then(|| other.members_up_to(limit))?,
                }
            }
        };
        for value in values {
            self.choices += 1;
            if self.choices > MAX_CHOICES || patience::is_over() {
                return None;
            }
            self.clause(clause, depth + 1, &chosen.with(name, int(value)))?;
        }
        Some(())
    }

    /// Adds what one choice of all quantifiers does.
    fn change(&mut self, clause: &Clause, chosen: &Bindings) -> Option<()> {
        let mut conditions = vec![Cube::ALL];
        for guard in &clause.guards {
            conditions = cubes::both(&conditions, &self.condition(&chosen.expr(guard))?)?;
            if conditions.is_empty() {
                return Some(());
            }
        }
        let [OptionPart::Point(after)] = &clause.parts[..] else { return None };
        let (mut taken, mut put) = (0, 0);
        for (slot, new) in after.iter().enumerate() {
            let new = self.term(&chosen.expr(new))?;
            let Some(set) = self.elements.set_at(slot) else {
                (new == Term::Const(self.at[slot])).then_some(())?;
                continue;
            };
            self.elements.is_digit_by_digit(set, &new).then_some(())?;
            let value = |there| new.value(&self.elements.coordinates(there)).ok();
            let (of_none, of_all) = (value(0)? as u64, value(self.elements.full())? as u64);
            put |= self.elements.elements(set, of_none & of_all);
            taken |= self.elements.elements(set, !of_none & !of_all);
            // An element that comes if it is not there, and goes if it is.
            (of_none & !of_all == 0).then_some(())?;
        }
        for condition in conditions {
            let taken = taken & !condition.without;
            let put = put & !condition.within;
            self.found.push(Change { condition, taken, put, player: clause.player });
        }
        (self.found.len() <= MAX_MOVES).then_some(())
    }

    /// What was found, where every element goes one way and every move changes something for certain.
    /// `positions` is where the coordinates are a position: no move may leave that.
    fn moves(self, positions: &[Cube]) -> Option<Removals> {
        let all =
            |of: fn(&Change) -> u64| self.found.iter().fold(0, |all, change| all | of(change));
        let (taken, added) = (all(|change| change.taken), all(|change| change.put));
        let fixed = self.elements.full() & !taken & !added;
        let turned = |set: u64, other: u64| set & !added | other & added;
        let of_change =
            |Change { condition: Cube { within, without }, taken, put, player }: &Change| Removal {
                need: turned(*within, *without),
                avoid: turned(*without, *within),
                drop: taken | put,
                player: *player,
            };
        let mut all: Vec<Removal> = self.found.iter().map(of_change).collect();
        all.sort_unstable();
        all.dedup();
        let lasts = |cube: &Cube| turned(cube.within, cube.without) & !fixed == 0;
        let fits = taken & added == 0
            && all.iter().all(|m| m.need & m.drop != 0)
            && positions.iter().all(lasts);
        fits.then_some(Removals { elements: self.elements, all, added, fixed })
    }
}
