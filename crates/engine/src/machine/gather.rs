//! Reads cells of the table under construction: along lines, over boxes, one by one.

use super::cell::{Cell, Fault, View};

/// Xors every cell of the box between the corners into `value`.
pub(super) fn xor_block<T: Cell>(
    value: &mut T,
    view: View<'_, T>,
    corners: &[(i64, i64)],
) -> Result<(), Fault> {
    if corners.iter().any(|(first, last)| first > last) {
        return Ok(());
    }
    let mut point: Vec<i64> = corners.iter().map(|c| c.0).collect();
    loop {
        let cell = view.space.cell(&point).map_or(T::UNSET, |cell| view.cells[cell]);
        if cell == T::UNSET {
            return Err(Fault);
        }
        *value ^= cell;
        let Some(axis) = (0..point.len()).rev().find(|&i| point[i] < corners[i].1) else {
            return Ok(());
        };
        point[axis] += 1;
        for i in axis + 1..point.len() {
            point[i] = corners[i].0;
        }
    }
}

/// Xors the cells `first, first + step, ...` into `values`.
pub(super) fn xor_line<T: Cell>(
    values: &mut [T],
    cells: &[T],
    first: i64,
    step: i64,
) -> Result<(), Fault> {
    let count = values.len();
    let mut unset = false;
    let mut put = |value: &mut T, cell: T| {
        unset |= cell == T::UNSET;
        *value ^= cell;
    };
    match step {
        1 => {
            let line = &cells[first as usize..first as usize + count];
            values.iter_mut().zip(line).for_each(|(v, &c)| put(v, c));
        }
        -1 => {
            let line = &cells[first as usize + 1 - count..=first as usize];
            values.iter_mut().zip(line.iter().rev()).for_each(|(v, &c)| put(v, c));
        }
        0 => {
            let cell = cells[first as usize];
            values.iter_mut().for_each(|v| put(v, cell));
        }
        _ => {
            let mut at = first;
            for value in values.iter_mut() {
                put(value, cells[at as usize]);
                at += step;
            }
        }
    }
    if unset { Err(Fault) } else { Ok(()) }
}

/// Xors each of the cells into the value at its place.
pub(super) fn xor_cells<T: Cell>(
    values: &mut [T],
    cells: &[T],
    at: impl Iterator<Item = usize>,
) -> Result<(), Fault> {
    let mut unset = false;
    for (value, at) in values.iter_mut().zip(at) {
        let cell = cells[at];
        unset |= cell == T::UNSET;
        *value ^= cell;
    }
    if unset { Err(Fault) } else { Ok(()) }
}
