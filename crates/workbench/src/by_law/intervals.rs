//! Large heaps of equal values.

use super::{ByLaw, LargeMove};
use engine::{Game, HeapInterval};

/// Smaller heaps are tabulated.
const LARGE: i64 = 1 << 22;
/// More winning moves are not listed.
const LISTED: i64 = 100_000;
const THEOREM: &str = "moves lead into ranges whose ends do not fall as the heap grows, so heaps next to each \
                       other have options of the same values";

/// The answer for a sum of heaps, some of them large, whose values are the same on intervals; `None` where
/// they are not known to be.
pub fn by_intervals(game: &Game, sum: &[i64]) -> Option<ByLaw> {
    let most = sum.iter().copied().max().filter(|most| *most > LARGE)?;
    let name = &game.shape(0).first()?.0;
    let intervals = game.intervals(most)?;
    let each: Vec<_> = sum.iter().map(|&heap| intervals.of(heap)).collect::<Option<_>>()?;
    let total = each.iter().fold(0, |total, interval| total ^ interval.sg);
    let line = |i: &HeapInterval| format!("sg = {}: {} <= {name} <= {}", i.sg, i.first, i.last);
    let mut law: Vec<String> = each.iter().map(line).collect();
    law.dedup();
    let (mut winning, mut listed) = (Vec::new(), 0i64);
    let mut heaps: Vec<(i64, i64)> = sum.iter().copied().zip(each.iter().map(|e| e.sg)).collect();
    heaps.sort_unstable();
    heaps.dedup();
    for (heap, sg) in heaps {
        for (m, least, most) in intervals.moves(heap, sg ^ total) {
            listed = (most - least).saturating_add(listed).saturating_add(1);
            if listed > LISTED {
                break;
            }
            winning.extend((least..=most).map(|target| LargeMove {
                label: m.label.clone(),
                choices: m.quantifier.iter().map(|name| (name.clone(), target.into())).collect(),
                from: vec![heap.into()],
                to: vec![target.into()],
            }));
        }
    }
    Some(ByLaw {
        sg: Some(total.into()),
        win: total != 0,
        law: law.join(", "),
        theorem: THEOREM,
        winning: (listed <= LISTED).then_some(winning),
    })
}
