//! Whether a table is as symmetric as its rule says.

use crate::stop::Stop;
use clauses::{Dimension, point};
use message::message;
use table::{Table, Values};

/// Rows and columns compared at once, so that both fit the processor's cache.
const TILE: usize = 64;

/// # Errors
/// [`Stop::Refused`] with the first position whose value is not that of its coordinates in
/// increasing order.
pub(crate) fn check(dimensions: &[Dimension], table: &Table) -> Result<(), Stop> {
    if is_symmetric(table) {
        return Ok(());
    }
    for cell in (0..table.cells()).filter(|&cell| table.is_present(cell)) {
        let here = table.position(cell);
        let mut sorted = here.clone();
        sorted.sort_unstable();
        let Some(mirror) = table.cell(&sorted) else { continue };
        let differs = |column: &&table::Column| !column.values.same(cell, mirror);
        if let Some(column) = table.columns.iter().find(differs) {
            return Err(Stop::Refused(message!(
                "the rule says `symmetric`, but {} differs at {} and {}; \
                 leave out `symmetric` (write a row for heaps in order) or add the mirrored move",
                column.name,
                point(dimensions, &here),
                point(dimensions, &sorted)
            )));
        }
    }
    Ok(())
}

/// Whether all cells are positions of a cube, and exchanging coordinates changes no value. Then
/// neighbouring coordinates suffice: their exchanges generate all.
fn is_symmetric(table: &Table) -> bool {
    let Some((first, others)) = table.axes.split_first() else { return true };
    let side = first.len();
    let alike = others.iter().all(|axis| axis.lo == first.lo && axis.hi == first.hi);
    if !alike || table.present.is_some() {
        return false;
    }
    let inner = (0..others.len()).map(|k| table.cells() / side.pow(k as u32 + 2));
    let blocks: Vec<usize> = inner.collect();
    table.columns.iter().all(|column| match &column.values {
        Values::U16(values) => blocks.iter().all(|&inner| {
            values.chunks(side * side * inner).all(|square| is_mirrored(square, side, inner))
        }),
        _ => false,
    })
}

/// Whether a square of blocks of `inner` values each is its own transpose.
fn is_mirrored(square: &[u16], side: usize, inner: usize) -> bool {
    let block = |row: usize, column: usize| &square[(row * side + column) * inner..][..inner];
    (0..side).step_by(TILE).all(|top| {
        (0..=top).step_by(TILE).all(|left| {
            (top..side.min(top + TILE)).all(|row| {
                let columns = left..row.min(left + TILE);
                if inner == 1 {
                    let own = columns.clone().zip(&square[row * side..][columns]);
                    let differ = |(column, &value)| square[column * side + row] ^ value;
                    return own.map(differ).fold(0, |all, bits| all | bits) == 0;
                }
                { columns }.all(|column| block(row, column) == block(column, row))
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use draw::{Draw, cases, check, prop_assert, prop_assert_eq};
    use table::{Axis, Column};

    #[test]
    fn a_changed_cell_is_seen() {
        let input = |d: &mut Draw| (d.size(1..4), d.flag(), d.size(0..1_000_000));
        check(cases(), input, |(dimensions, long, place)| {
            let side = if long && dimensions == 2 { 150 } else { 9 };
            let axes: Vec<Axis> = (0..dimensions).map(|_| Axis::new("x", 0, side - 1)).collect();
            let cells = (side as usize).pow(dimensions as u32);
            let values = Values::U16(vec![0; cells]);
            let mut table = Table { axes, columns: vec![], present: None };
            table.columns.push(Column { name: "sg".into(), values });
            let by_sum =
                |cell: usize| table.position(cell).iter().map(|x| x * x).sum::<i64>() as u16;
            let mut values: Vec<u16> = (0..cells).map(by_sum).collect();
            table.columns[0].values = Values::U16(values.clone());
            prop_assert!(is_symmetric(&table));
            let place = place % cells;
            values[place] += 1;
            table.columns[0].values = Values::U16(values);
            let position = table.position(place);
            let fixed = position.iter().all(|x| *x == position[0]);
            prop_assert_eq!(is_symmetric(&table), fixed);
            Ok(())
        });
    }
}
