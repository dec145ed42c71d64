//! The largest Grundy value against the number of moves.
//!
//! A position of value V has options of all values 0, ..., V - 1, so a game whose table holds all
//! options of its positions and whose largest value is V has at least V + (V - 1) + ... + 1
//! distinct moves: V = O(sqrt M).

use crate::Page;
use message::message;

/// One sentence, where the moves of the table were counted.
pub(super) fn section(text: &mut String, page: &Page<'_>) {
    let Some(sg) = page.table.column("sg").filter(|column| column.values.is_integers()) else {
        return;
    };
    let cells = (0..page.table.cells()).filter(|&cell| page.table.is_present(cell));
    let (Some(moves), Some(largest)) = (page.moves, cells.map(|c| sg.values.get(c)).max()) else {
        return;
    };
    let least = i128::from(largest) * (i128::from(largest) + 1) / 2;
    let rest = match least <= i128::from(moves) {
        true => message!("this table has M = {moves}"),
        false => message!("this table has only M = {moves}, as some options lie outside it"),
    };
    let sentence = message!(
        "The largest nim-value is V = {largest}. A position of value V and those below it \
         have at least V(V+1)/2 = {least} distinct moves; {rest}."
    );
    *text += &format!("\n{}\n", page.said.told(sentence));
}
