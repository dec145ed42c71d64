//! Functions of the numbers of ones and of zeros among the binary digits: a word of two letters, written
//! as a number behind a leading 1, of which only the letters count and not their order.

use formula::Formula;
use hashbrown::HashMap;

use crate::evidence::{Judged, Proposal, judge};
use crate::family::Search;
use crate::grids;
use crate::subgrid::Subgrid;
use crate::view::{Grid, Sequence};

/// Longest words at the least, behind the leading 1: there are 36 pairs of counts up to it.
const LEAST_LENGTH: u32 = 7;

/// The law of the list in the two numbers, where it depends on nothing else.
pub(crate) fn find(sequence: &Sequence<'_>, search: Search) -> Option<Judged> {
    let longest = u64::try_from(sequence.last()).ok()?.checked_add(1)?.ilog2();
    if longest <= LEAST_LENGTH {
        return None;
    }
    let mut cells: HashMap<[i64; 2], i64> = HashMap::new();
    for index in 0..sequence.len() {
        let n = u64::try_from(sequence.coordinate(index)).ok().filter(|&n| n > 0);
        let Some(n) = n else { continue };
        let ones = n.count_ones() - 1;
        let zeros = n.ilog2() - ones;
        let value = sequence.get(index);
        if *cells.entry([ones.into(), zeros.into()]).or_insert(value) != value {
            return None;
        }
    }
    let names = ["i", "j"].map(str::to_owned);
    // Of words that are cut off by the end of the list not all pairs of counts are there.
    let is_whole = |at: &[i64; 2]| at[0] + at[1] < longest.into();
    let mut cells: Vec<_> = cells.into_iter().filter(|(at, _)| is_whole(at)).collect();
    cells.sort_unstable();
    let cells: Vec<_> = cells.into_iter().map(|(at, value)| (at.to_vec(), value)).collect();
    let grid = Subgrid::new(sequence.name, &names, cells.into_iter())?;
    let laws = grids::laws_of_whole(&Grid::of(&grid.table), search);
    let law = laws.into_iter().min_by_key(Judged::size)?.exact()?;
    let n = || Formula::Var(0);
    let count = || Formula::call("popcount", [n()]);
    let numbers = [count().plus(-1), Formula::call("bitlen", [n()]) - count()];
    let fitted = law.finding.evidence.fitted.min(sequence.fitting());
    let formula = law.formula.with(&numbers);
    let start = usize::try_from(1 - sequence.axis.lo).unwrap_or(0);
    judge(sequence, Proposal::new(law.finding.law.kind, formula, fitted).starting(start))?.exact()
}
