//! Functions that are linear in the digits, where they have finitely many values: as machines.

use super::{Reader, Term};
use crate::error::{too_large, unsupported};
use crate::{Error, Result};
use arith::numeration::{Numeration, Regular};
use expr::ast::{Comparison, Expr};
use expr::build::side_by_side;
use logic::formula::Formula;
use message::message;
use std::collections::BTreeMap;

/// Most vectors of values that digits may lead to.
const VECTORS: usize = 512;

/// What was read so far: nothing but zeros (`None`), or the functions of the number written, and
/// whether a 0 was read that is part of what is appended next.
type Prefix = Option<(Vec<i128>, bool)>;

/// By state: the digit and where it leads.
type Steps = Vec<BTreeMap<Vec<u32>, usize>>;

impl Reader {
    /// `regular(n, b, first, M, v)`, where n may be the digits of some numbers side by side to base b,
    /// a power of theirs, and `zeckendorf_regular(n, first, M, v)`.
    pub(super) fn regular(&mut self, e: &Expr, function: &str, arguments: &[Expr]) -> Result<Term> {
        let unknown = || unsupported(message!("`{e}` needs the numeration of its digits"));
        let (number, numeration, rest) = match (function, arguments) {
            ("regular", [number, base, rest @ ..]) => {
                let base = self.value(base)?.as_number().ok_or_else(unknown)?;
                (number, Numeration::Base(base), rest)
            }
            ("zeckendorf_regular", [number, rest @ ..]) => (number, Numeration::Zeckendorf, rest),
            _ => return Err(unknown()),
        };
        let [first, matrices, roots] = rest else { return Err(unknown()) };
        let numbers = match (numeration, self.radix()) {
            (Numeration::Base(base), Some(radix)) if radix == base => vec![number],
            (Numeration::Base(base), Some(radix)) => {
                let radix = i64::try_from(radix).map_err(|_| Error::OVERFLOW)?;
                let numbers = side_by_side(radix, number).ok_or_else(unknown)?;
                let count = u32::try_from(numbers.len()).map_err(|_| Error::OVERFLOW)?;
                if radix.checked_pow(count).map(i128::from) != Some(base) {
                    return Err(unknown());
                }
                numbers.iter().collect()
            }
            (Numeration::Zeckendorf, _) if self.has_fibonacci() => vec![number],
            _ => return Err(unknown()),
        };
        let first = self.value(first)?.as_number().ok_or_else(unknown)?;
        let mut list = |list: &Expr| {
            let numbers = self.entries(list)?;
            let number = |e: &Expr| self.value(e)?.as_number().ok_or_else(unknown);
            numbers.iter().map(number).collect::<Result<Vec<_>>>()
        };
        let (matrices, roots) = (list(matrices)?, list(roots)?);
        let regular = Regular::from_lists(numeration, first, &matrices, &roots)
            .ok_or_else(|| unsupported(message!("the lists of `{e}` do not fit together")))?;
        let (steps, values) = machine(&regular, self.numeration.radix(), numbers.len())
            .ok_or_else(|| too_large(message!("`{e}` has too many values")))?;
        let (mut tracks, mut zero) = (Vec::new(), Formula::Constant(true));
        for number in numbers {
            let number = self.value(number)?;
            zero = zero.and(number.compare(Comparison::Eq, &Term::number(0))?);
            tracks.push(self.natural(&number)?);
        }
        if first > 0 {
            self.trap(zero);
        }
        Self::ending(&steps, &values, &tracks)
    }
}

/// The machine that reads digits below the radix, of `tracks` numbers side by side, and the value at
/// each of its states; state 0 is that of 0, whose value is 0 where the function has none there.
/// `None` where the functions take too many values.
fn machine(regular: &Regular, radix: u32, tracks: usize) -> Option<(Steps, Vec<i128>)> {
    let longer = |word: Vec<u32>| (0..radix).map(move |digit| [&word[..], &[digit]].concat());
    let words =
        (0..tracks).fold(vec![Vec::new()], |words, _| words.into_iter().flat_map(longer).collect());
    let is_base = matches!(regular.numeration, Numeration::Base(_));
    // in Zeckendorf's numeration `0` and `01` are appended
    let next = |state: &Prefix, digit: u32| -> Option<Prefix> {
        let digit = usize::try_from(digit).ok()?;
        Some(match state {
            None if digit == 0 => None,
            None => Some((begin(regular, digit)?, false)),
            Some((vector, _)) if is_base => Some((append(regular, vector, digit)?, false)),
            Some((vector, true)) if digit == 0 => Some((append(regular, vector, 0)?, true)),
            Some((vector, true)) => Some((append(regular, vector, 1)?, false)),
            Some((vector, false)) => Some((vector.clone(), digit == 0)),
        })
    };
    let value = |state: &Prefix| match state {
        None => {
            Some(if regular.first == 0 { regular.roots.first()?.first().copied()? } else { 0 })
        }
        Some((vector, false)) => vector.first().copied(),
        Some((vector, true)) => append(regular, vector, 0)?.first().copied(),
    };
    let mut states: Vec<Prefix> = vec![None];
    let mut known = BTreeMap::from([(states[0].clone(), 0)]);
    let mut steps: Vec<BTreeMap<Vec<u32>, usize>> = Vec::new();
    while let Some(state) = states.get(steps.len()).cloned() {
        let mut row = BTreeMap::new();
        for (digit, word) in (0..).zip(&words) {
            let target = next(&state, digit)?;
            let count = states.len();
            let at = *known.entry(target.clone()).or_insert(count);
            if at == count {
                states.push(target);
            }
            row.insert(word.clone(), at);
        }
        steps.push(row);
        if states.len() > VECTORS {
            return None;
        }
    }
    Some((steps, states.iter().map(value).collect::<Option<_>>()?))
}

/// The functions of the number of one digit, or of what is the first appended to 0.
fn begin(regular: &Regular, digit: usize) -> Option<Vec<i128>> {
    match regular.first {
        0 => append(regular, regular.roots.first()?, digit),
        _ => regular.roots.get(digit.checked_sub(1)?).cloned(),
    }
}

/// The functions of a number with the digit appended; `None` beyond 128 bits.
fn append(regular: &Regular, vector: &[i128], digit: usize) -> Option<Vec<i128>> {
    let rows = regular.matrices.get(digit)?.chunks(vector.len().max(1));
    let row = |row: &[i128]| {
        let terms = row.iter().zip(vector).map(|(c, v)| c.checked_mul(*v));
        terms.into_iter().try_fold(0i128, |sum, term| sum.checked_add(term?))
    };
    rows.map(row).collect()
}
