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
