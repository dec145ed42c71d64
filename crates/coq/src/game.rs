//! Games that the theory defines.

use crate::{Result, refuse};
use meaning::code::Code;
use meaning::heap::{Heap, Place};
use meaning::source;
use std::collections::BTreeSet;

/// A game of the theory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CoqGame {
    /// An octal code: the digit before the point and those behind it.
    Octal(u8, Vec<u8>),
    /// The numbers that may be taken from one heap.
    Subtraction(Vec<usize>),
    /// The numbers that may not be taken from one heap.
    AllBut(Vec<i128>),
    /// Any number of heaps, of which a move makes one smaller.
    Nim,
    /// A heap that is made smaller or divided into two.
    Lasker,
}

/// Nim as the catalogue has it.
const NIM: &str = "game nim(k = 2 in 1..)\nstate heaps h[k]\n\
                   move take: one of h[i]: h[i] - t for t in 1..h[i]\n";

impl CoqGame {
    /// The game of a code or rule text, and the name of its coordinate.
    ///
    /// # Errors
    /// The theory does not define it.
    pub(crate) fn read(rule: &str, parameters: &[(String, String)]) -> Result<(Self, String)> {
        if !rule.trim_start().starts_with("game ")
            && let Ok(code) = Code::read(rule)
        {
            return Ok((Self::of_code(&code)?, "n".to_owned()));
        }
        let instance = source::instance(rule, parameters)?;
        if source::plays_as(&instance.rule, NIM) {
            return Ok((Self::Nim, "h".to_owned()));
        }
        let heap = Heap::of(&instance)?;
        if heap.stuck_wins() {
            return refuse("a player without a move wins; in the theory that is misere play");
        }
        let game = match all_but(&heap)? {
            Some(set) if set.is_empty() => Self::Nim,
            Some(set) => Self::AllBut(set),
            None if is_lasker(&heap)? => Self::Lasker,
            None => Self::of_code(&Code::of_heap(&heap)?)?,
        };
        Ok((game, heap.name))
    }

    fn of_code(code: &Code) -> Result<Self> {
        let digits = code.digits();
        if digits.iter().all(|digit| matches!(digit, 0 | 3)) {
            return Ok(Self::Subtraction(code.leaving(1)));
        }
        if code.heaps() > 2 {
            return refuse("a move leaves more than two heaps");
        }
        Ok(Self::Octal(digits[0], digits[1..].to_vec()))
    }

    /// Its definition in Coq.
    pub(crate) fn definition(&self) -> String {
        match self {
            Self::Octal(first, digits) => format!("octal {first} {}", list(digits)),
            Self::Subtraction(set) => format!("subtraction {}", list(set)),
            Self::AllBut(set) => format!("all_but {}", list(set)),
            Self::Nim => "nim".to_owned(),
            Self::Lasker => "lasker".to_owned(),
        }
    }
}

/// The numbers that may not be taken, where all others may.
fn all_but(heap: &Heap) -> Result<Option<Vec<i128>>> {
    let shapes = heap.shapes()?;
    let [shape] = shapes.classes.as_slice() else { return Ok(None) };
    let Some((0, after)) = shape.tail else { return Ok(None) };
    if !shape.splits.is_empty() {
        return Ok(None);
    }
    let is_free = |t: i128| t >= after || shape.options.contains(&vec![Place::Below(t)]);
    let options = |n: i128| (0..n).filter(|m| is_free(n - m)).map(|m| vec![m]).collect();
    let set = (1..after).filter(|&t| !is_free(t)).collect();
    Ok(has_options(heap, shapes.from + after, options)?.then_some(set))
}

/// Whether a move makes the heap smaller or divides it into two, and nothing else.
fn is_lasker(heap: &Heap) -> Result<bool> {
    let shapes = heap.shapes()?;
    let [shape] = shapes.classes.as_slice() else { return Ok(false) };
    if shape.tail != Some((0, 1)) || !shape.splits.iter().eq(&[0]) {
        return Ok(false);
    }
    let smaller = |n: i128| (0..n).map(|m| vec![m]);
    let divided = |n: i128| (1..=n / 2).map(move |part| vec![part, n - part]);
    has_options(heap, shapes.from, |n| smaller(n).chain(divided(n)).collect())
}

/// Whether these are the options of all heaps up to `last`, among them the empty one.
fn has_options(
    heap: &Heap,
    last: i128,
    wanted: impl Fn(i128) -> BTreeSet<Vec<i128>>,
) -> Result<bool> {
    let mut small = heap.small();
    for n in 0..=last {
        if small.options(n)?.into_iter().collect::<BTreeSet<_>>() != wanted(n) {
            return Ok(false);
        }
    }
    Ok(heap.least == 0)
}

/// A list of numbers in Coq.
pub(crate) fn list<T: ToString>(numbers: &[T]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    format!("[{}]", numbers.join("; "))
}
