//! Single positions of one game packed into words of 64 bits, the form in which a search remembers
//! them in the least memory and finds them soonest.

use super::position::Single;
use super::search::{Expand, Search};
use super::{Lister, Oracle, OraclePart};
use crate::exact::Heads;
use crate::fold::Fold;
use crate::lower::Dimension;
use crate::progress::Progress;
use crate::stop::SearchStop;
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

/// Places for the coordinates in so many words, those without a bound as wide as all fit; `None`
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
    oracle: &'o Oracle,
    lister: Lister<'o>,
    places: Vec<Place>,
    here: Vec<i64>,
    /// A position whose coordinates are put in order.
    sorted: Vec<i64>,
    /// What moves leave, one move after another, and where each ends.
    parts: Vec<[u64; WORDS]>,
    ends: Vec<usize>,
    /// So many moves are listed before they are visited.
    batch: usize,
}

impl<'o, const WORDS: usize> Packed<'o, WORDS> {
    fn new(oracle: &'o Oracle, fold: Fold, least: u32) -> Option<Self> {
        let places = places(&oracle.dimensions, WORDS, least)?;
        // Values that are looked up close together are fetched together; but it may be that one
        // option is enough.
        let batch = if fold == Fold::Mex { 256 } else { 8 };
        Some(Self {
            oracle,
            lister: Lister::new(oracle),
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
        visit: &mut dyn FnMut(&[[u64; WORDS]]) -> bool,
    ) -> bool {
        let mut start = 0;
        let go_on = ends.iter().all(|&end| visit(&parts[std::mem::replace(&mut start, end)..end]));
        parts.clear();
        ends.clear();
        go_on
    }

    fn key(&mut self, at: &[i64]) -> [u64; WORDS] {
        key(&self.places, at, self.oracle.symmetric.then_some(&mut self.sorted))
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

    fn expand(
        &mut self,
        own: &Self::Key,
        visit: &mut dyn FnMut(&[Self::Key]) -> bool,
    ) -> Result<Option<bool>, SearchStop> {
        if *own == [u64::MAX; WORDS] {
            return Err(SearchStop::NoPosition);
        }
        let Self { oracle, lister, places, here, sorted, parts, ends, batch } = self;
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
                parts.push(key(places, at, oracle.symmetric.then_some(&mut *sorted)));
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
        self.oracle.words(&at)
    }
}

/// A search by keys of so many words.
enum Words<'g> {
    One(Search<'g, Packed<'g, 1>>),
    Two(Search<'g, Packed<'g, 2>>),
}

/// A search of single positions of the rule's own game by packed keys, as long as it serves.
pub(crate) struct PackedSearch<'g>(Option<Words<'g>>);

impl<'g> PackedSearch<'g> {
    /// The search, where positions fit such keys. Moves leave one position each, unless the value of
    /// a sum is the xor of its components' values.
    pub(crate) fn new(
        oracle: &'g Oracle,
        (fold, is_xor): (Fold, bool),
        budget: usize,
        progress: &'g dyn Progress,
    ) -> Self {
        let is_own = |part: &OraclePart| matches!(part, OraclePart::Point(0, _));
        let mut clauses = oracle.clauses.iter();
        let fits = clauses.all(|c| c.parts.iter().all(is_own) && (is_xor || c.parts.len() == 1));
        let is_plain = oracle.play == Play::One && !oracle.looks_around && !oracle.is_partizan();
        if !fits || !is_plain || oracle.names_games() {
            return Self(None);
        }
        if let Some(one) = Packed::new(oracle, fold, AMPLE_BITS) {
            return Self(Some(Words::One(Search::new(one, fold, budget, progress))));
        }
        let two = Packed::new(oracle, fold, FEWEST_BITS);
        Self(two.map(|two| Words::Two(Search::new(two, fold, budget, progress))))
    }

    /// A search that never serves.
    pub(crate) fn none() -> Self {
        Self(None)
    }

    /// The same search that gives up after listing about `work` options.
    pub(crate) fn with_work(self, work: usize) -> Self {
        Self(self.0.map(|words| match words {
            Words::One(search) => Words::One(search.with_work(work)),
            Words::Two(search) => Words::Two(search.with_work(work)),
        }))
    }

    /// The value of a position. `None` from the first on that does not fit or that something is
    /// wrong with: other searches say what.
    pub(crate) fn value(&mut self, at: &[i64]) -> Option<Result<u32, SearchStop>> {
        fn of<const WORDS: usize>(
            search: &mut Search<'_, Packed<'_, WORDS>>,
            at: &[i64],
        ) -> Result<u32, SearchStop> {
            let key = search.expander().key(at);
            search.value(&key)
        }
        let value = match self.0.as_mut()? {
            Words::One(search) => of(search, at),
            Words::Two(search) => of(search, at),
        };
        match value {
            Ok(_) | Err(SearchStop::Interrupted | SearchStop::Budget(_)) => Some(value),
            Err(_) => {
                self.0 = None;
                None
            }
        }
    }
}

/// A search of single positions: by packed keys where they serve, else as [`Single`] says.
pub(crate) struct SingleSearch<'g> {
    packed: PackedSearch<'g>,
    plain: Search<'g, Single<'g>>,
}

impl<'g> SingleSearch<'g> {
    /// A search that remembers at most `budget` positions.
    pub(crate) fn new(
        oracle: &'g Oracle,
        fold: Fold,
        budget: usize,
        progress: &'g dyn Progress,
    ) -> Self {
        let is_xor = fold == Fold::Mex && oracle.decomposes();
        let packed = PackedSearch::new(oracle, (fold, is_xor), budget, progress);
        Self { packed, plain: Search::new(Single::new(oracle), fold, budget, progress) }
    }

    /// Evaluates every expression by its program.
    pub(crate) fn by_definition(&mut self) {
        self.packed = PackedSearch::none();
        self.plain.expander().lister().evaluate_exactly();
    }

    /// The same search that gives up after listing about `work` options.
    pub(crate) fn with_work(self, work: usize) -> Self {
        Self { packed: self.packed.with_work(work), plain: self.plain.with_work(work) }
    }

    /// The value of a position of a game.
    pub(crate) fn value(&mut self, game: usize, at: &[i64]) -> Result<u32, SearchStop> {
        if game == 0
            && let Some(value) = self.packed.value(at)
        {
            return value;
        }
        let key = self.plain.expander().key(game, at);
        self.plain.value(&key)
    }
}
