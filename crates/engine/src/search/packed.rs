//! Single positions of one game packed into words of 64 bits, the form in which a search remembers
//! them in the least memory and finds them soonest.

use super::expand::{Ended, Expand, Search, SearchLimits, Sums, Visit};
use super::position::Component;
use super::searches::Valued;
use super::{Lister, Result, Rules};
use crate::fold::Fold;
use crate::progress::Progress;
use crate::stop::SearchStop;
use clauses::exact::Heads;
use clauses::{Dimension, OptionPart};
use rule::ast::Play;

/// Fewer bits for a coordinate without a bound do not pay.
const FEWEST_BITS: u32 = 8;
/// With fewer in one word two are taken.
const AMPLE_BITS: u32 = 31;

/// Where a coordinate stands in a key.
#[derive(Clone, Copy, Debug)]
struct Place {
    lo: i64,
    word: usize,
    shift: u32,
    bits: u32,
}

/// Places for the coordinates in `words` words, those without a bound as wide as all fit; `None`
/// where some would have fewer bits than `least`.
fn places(dimensions: &[Dimension], words: usize, least: u32) -> Option<Vec<Place>> {
    // At least one, so that every place is within its word.
    let bounded = |d: &Dimension| d.hi.map(|hi| (64 - hi.abs_diff(d.lo).leading_zeros()).max(1));
    let placed = |wide: u32| {
        let mut used = vec![0; words];
        let place = |dimension: &Dimension| {
            let bits = bounded(dimension).unwrap_or(wide);
            // A whole word could not be shifted out.
            let bits = (bits < u64::BITS).then_some(bits)?;
            let word = used.iter().position(|used| used + bits <= u64::BITS)?;
            used[word] += bits;
            Some(Place { lo: dimension.lo, word, shift: used[word] - bits, bits })
        };
        dimensions.iter().map(place).collect::<Option<Vec<_>>>()
    };
    (least..u64::BITS).rev().find_map(placed)
}

/// Single positions as a search meets them: an option is the list of its components.
pub(crate) struct Packed<'o, const WORDS: usize> {
    rules: &'o Rules,
    lister: Lister<'o>,
    places: Vec<Place>,
    here: Vec<i64>,
    /// A position whose coordinates are put in order.
    sorted: Vec<i64>,
    /// What moves leave, one move after another, and where each ends.
    parts: Vec<[u64; WORDS]>,
    ends: Vec<usize>,
    /// This many moves are listed before they are visited.
    batch: usize,
}

impl<'o, const WORDS: usize> Packed<'o, WORDS> {
    fn new(rules: &'o Rules, fold: Fold, least: u32) -> Option<Self> {
        let places = places(&rules.dimensions, WORDS, least)?;
        // Values that are looked up close together are fetched together; but it may be that one
        // option is enough.
        let batch = if fold == Fold::Mex { 256 } else { 8 };
        Some(Self {
            rules,
            lister: Lister::new(rules),
            here: vec![0; places.len()],
            places,
            sorted: Vec::new(),
            parts: Vec::new(),
            ends: Vec::new(),
            batch,
        })
    }

    /// Visits the moves listed.
    fn visit(
        (parts, ends): (&mut Vec<[u64; WORDS]>, &mut Vec<usize>),
        visit: &mut Visit<'_, [u64; WORDS]>,
    ) -> bool {
        let mut start = 0;
        let go_on = ends.iter().all(|&end| visit(&parts[std::mem::replace(&mut start, end)..end]));
        parts.clear();
        ends.clear();
        go_on
    }
}

/// Writes the position of a key.
fn unpack<const WORDS: usize>(places: &[Place], key: &[u64; WORDS], at: &mut [i64]) {
    for (coordinate, place) in at.iter_mut().zip(places) {
        let bits = key[place.word] >> place.shift & ((1 << place.bits) - 1);
        *coordinate = place.lo.wrapping_add(bits as i64);
    }
}

/// The key of a position, of a symmetric one in rising order; all ones where a coordinate does not
/// fit, which is opened as no position.
#[inline]
fn key<'a, const WORDS: usize>(
    places: &[Place],
    mut at: &'a [i64],
    sorted: Option<&'a mut Vec<i64>>,
) -> [u64; WORDS] {
    if let Some(sorted) = sorted {
        sorted.clear();
        sorted.extend_from_slice(at);
        sorted.sort_unstable();
        at = sorted;
    }
    let mut key = [0; WORDS];
    for (coordinate, place) in at.iter().zip(places) {
        // A coordinate below its bound is a great number here.
        let bits = coordinate.wrapping_sub(place.lo) as u64;
        if bits >> place.bits != 0 {
            return [u64::MAX; WORDS];
        }
        key[place.word] |= bits << place.shift;
    }
    key
}

impl<const WORDS: usize> Expand for Packed<'_, WORDS> {
    type Key = [u64; WORDS];

    fn expand(&mut self, own: &Self::Key, visit: &mut Visit<'_, Self::Key>) -> Ended {
        if *own == [u64::MAX; WORDS] {
            return Err(SearchStop::NoPosition);
        }
        let Self { rules, lister, places, here, sorted, parts, ends, batch } = self;
        parts.clear();
        ends.clear();
        unpack(places, own, here);
        if !lister.is_position(0, here)? {
            return Err(SearchStop::NoPosition);
        }
        if let Some(wins) = lister.ending(here)? {
            return Ok(Some(wins));
        }
        let mut go_on = true;
        lister.list(0, here, &Heads::default(), None, &mut |step| {
            for (_, at) in step.parts.iter() {
                parts.push(key(places, at, rules.symmetric.then_some(&mut *sorted)));
            }
            ends.push(parts.len());
            if ends.len() == *batch {
                go_on = Self::visit((parts, ends), visit);
            }
            go_on
        })?;
        if go_on {
            Self::visit((parts, ends), visit);
        }
        Ok(None)
    }

    fn words(&self, key: &Self::Key) -> String {
        let mut at = vec![0; self.places.len()];
        unpack(&self.places, key, &mut at);
        self.rules.words(&at)
    }
}

impl<const WORDS: usize> Sums for Packed<'_, WORDS> {
    fn key_of(&mut self, sum: &[Component]) -> Result<Option<Self::Key>> {
        let [Component { game: 0, at }] = sum else { return Ok(None) };
        let sorted = self.rules.symmetric.then_some(&mut self.sorted);
        Ok(Some(key(&self.places, at, sorted)))
    }
}

/// A search of single positions of the rule's own game, where they fit such keys. Moves leave one
/// position each, unless the value of a sum is the xor of its components' values.
pub(super) fn packed<'g>(
    rules: &'g Rules,
    fold: Fold,
    is_xor: bool,
    limits: SearchLimits,
    progress: &'g dyn Progress,
) -> Option<Box<dyn Valued + 'g>> {
    let is_own = |part: &OptionPart<_>| matches!(part, OptionPart::Point(_));
    let mut clauses = rules.clauses.iter();
    let fits = clauses.all(|c| c.parts.iter().all(is_own) && (is_xor || c.parts.len() == 1));
    let is_plain = rules.play == Play::One && !rules.looks_around && !rules.is_partizan();
    if !fits || !is_plain || rules.names_games() {
        return None;
    }
    if let Some(one) = Packed::<1>::new(rules, fold, AMPLE_BITS) {
        return Some(Box::new(Search::new(one, fold, limits, progress)));
    }
    let two = Packed::<2>::new(rules, fold, FEWEST_BITS)?;
    Some(Box::new(Search::new(two, fold, limits, progress)))
}
