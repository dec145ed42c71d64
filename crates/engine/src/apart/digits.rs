//! Which elements of a position's sets the binary digits of a term depend on.

use clauses::CoordinateKind;
use clauses::term::{Op, Term};

/// Digits of a number that is not negative.
const DIGITS: usize = 63;
/// Most elements of all sets together.
const MAX_ELEMENTS: u32 = 62;

/// A set among the coordinates, whose elements are digits of one mask of all elements.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetDigits {
    /// The flat coordinate.
    pub(super) slot: usize,
    /// Where its elements begin, and how many there may be.
    first: u32,
    width: u32,
}

/// The elements of the sets of a position: one mask holds them all. Other coordinates are numbers
/// that no move changes.
#[derive(Clone, Debug)]
pub(super) struct Elements {
    pub(super) sets: Vec<SetDigits>,
    /// The coordinates with empty sets.
    numbers: Vec<i64>,
}

/// What a term depends on.
pub(super) enum Reads {
    /// For every digit the elements that decide it.
    Digits(Box<[u64; DIGITS]>),
    /// The elements that decide the number.
    Number(u64),
}

impl Reads {
    /// All of these elements.
    pub(super) fn all(&self) -> u64 {
        match self {
            Self::Digits(each) => each.iter().fold(0, |all, one| all | one),
            Self::Number(all) => *all,
        }
    }
}

impl SetDigits {
    /// All elements that may belong to the set, as a number that is the set.
    fn full(&self) -> u64 {
        (1 << self.width) - 1
    }
}

impl Elements {
    /// The elements of positions with coordinates of these kinds, numbers as in `at`; `None` where they
    /// are too many, or none.
    pub(super) fn new(kinds: impl Iterator<Item = CoordinateKind>, at: &[i64]) -> Option<Self> {
        let (mut sets, mut first, mut numbers) = (Vec::new(), 0, at.to_vec());
        for (slot, kind) in kinds.enumerate() {
            if let CoordinateKind::Subset { lo, hi } = kind {
                let width = u32::try_from((hi - lo + 1).max(0)).ok()?;
                sets.push(SetDigits { slot, first, width });
                first += width;
                *numbers.get_mut(slot)? = 0;
            }
        }
        (1..=MAX_ELEMENTS).contains(&first).then_some(Self { sets, numbers })
    }

    /// All elements.
    pub(super) fn full(&self) -> u64 {
        self.sets.iter().fold(0, |all, set| all | set.full() << set.first)
    }

    /// The coordinates of the position with these elements.
    pub(super) fn coordinates(&self, elements: u64) -> Vec<i64> {
        let mut at = self.numbers.clone();
        for set in &self.sets {
            at[set.slot] = (elements >> set.first & set.full()) as i64;
        }
        at
    }

    /// The elements of a position, which must have the same numbers.
    pub(super) fn of(&self, at: &[i64]) -> u64 {
        self.sets.iter().fold(0, |all, set| all | (at[set.slot] as u64) << set.first)
    }

    /// The set at that coordinate, where there is one.
    pub(super) fn set_at(&self, slot: usize) -> Option<&SetDigits> {
        self.sets.iter().find(|set| set.slot == slot)
    }

    /// Digits of a number for a set as elements.
    pub(super) fn elements(&self, set: &SetDigits, digits: u64) -> u64 {
        (digits & set.full()) << set.first
    }

    /// Whether each digit of a set's new number depends on its own element alone, and none is set
    /// that is no element.
    pub(super) fn is_digit_by_digit(&self, set: &SetDigits, new: &Term) -> bool {
        let Reads::Digits(reads) = self.reads(new) else { return false };
        let own = |digit: usize| match digit < set.width as usize {
            true => 1 << (set.first as usize + digit),
            false => 0,
        };
        reads.iter().enumerate().all(|(digit, read)| read & !own(digit) == 0)
    }

    /// What a term depends on. The numbers among the coordinates are constants to it.
    pub(super) fn reads(&self, term: &Term) -> Reads {
        let none = || Box::new([0; DIGITS]);
        match term {
            Term::Const(0..) => Reads::Digits(none()),
            Term::Slot(slot) => match self.set_at(*slot) {
                Some(set) => {
                    let mut each = none();
                    for digit in 0..set.width as usize {
                        each[digit] = 1 << (set.first as usize + digit);
                    }
                    Reads::Digits(each)
                }
                None => Reads::Number(0),
            },
            Term::Op(op, a, b) => self.of_operation(*op, a, b),
            Term::Choose(condition, a, b) if condition.is_total() => {
                let asked = self.reads(condition).all();
                match (self.reads(a), self.reads(b)) {
                    (Reads::Digits(mut a), Reads::Digits(b)) => {
                        // A digit that is 0 both times depends on nothing.
                        let ever = self.ever(term);
                        for (digit, (a, b)) in a.iter_mut().zip(b.iter()).enumerate() {
                            *a = if ever >> digit & 1 == 1 { *a | b | asked } else { 0 };
                        }
                        Reads::Digits(a)
                    }
                    (a, b) => Reads::Number(a.all() | b.all() | asked),
                }
            }
            other => Reads::Number(self.within(other)),
        }
    }

    fn within(&self, term: &Term) -> u64 {
        term.parts().fold(0, |all, part| all | self.reads(part).all())
    }

    fn of_operation(&self, op: Op, a: &Term, b: &Term) -> Reads {
        let (x, y) = match (self.reads(a), self.reads(b)) {
            (Reads::Digits(x), Reads::Digits(y)) => (x, y),
            (x, y) => return Reads::Number(x.all() | y.all()),
        };
        let mut each = x;
        match (op, b) {
            (Op::Shr, Term::Const(by @ 0..)) => {
                let by = usize::try_from(*by).map_or(DIGITS, |by| by.min(DIGITS));
                each.rotate_left(by);
                each[DIGITS - by..].fill(0);
                return Reads::Digits(each);
            }
            (Op::Shl, Term::Const(by @ 0..)) if i64::from(self.ever(a).leading_zeros()) > *by => {
                each.rotate_right(*by as usize);
                return Reads::Digits(each);
            }
            (Op::BitAnd | Op::BitOr | Op::Xor | Op::AndNot, _) => {}
            _ => return Reads::Number(each.iter().chain(y.iter()).fold(0, |all, one| all | one)),
        }
        // What constants decide depends on nothing.
        let decided = |constant: &Term, is_first: bool| match (op, constant) {
            (Op::BitAnd, Term::Const(c)) => !*c as u64,
            (Op::BitOr, Term::Const(c)) => *c as u64,
            (Op::AndNot, Term::Const(c)) => {
                if is_first {
                    !*c as u64
                } else {
                    *c as u64
                }
            }
            _ => 0,
        };
        let decided = decided(a, true) | decided(b, false);
        for (digit, (x, y)) in each.iter_mut().zip(y.iter()).enumerate() {
            *x = if decided >> digit & 1 == 1 { 0 } else { *x | y };
        }
        Reads::Digits(each)
    }

    /// Digits that the number may have; it has no others.
    fn ever(&self, term: &Term) -> u64 {
        const ALL: u64 = (1 << DIGITS) - 1;
        match term {
            Term::Const(c @ 0..) => *c as u64,
            Term::Slot(slot) => self.set_at(*slot).map_or(ALL, SetDigits::full),
            Term::Op(Op::BitAnd, a, b) => self.ever(a) & self.ever(b),
            Term::Op(Op::AndNot, a, _) => self.ever(a),
            Term::Op(Op::BitOr | Op::Xor, a, b) => self.ever(a) | self.ever(b),
            Term::Choose(_, a, b) => self.ever(a) | self.ever(b),
            _ => ALL,
        }
    }
}
