//! Heaps on stairs, heaps in a row, and pieces on a line.

/// Heap sizes in their order.
pub(crate) type Row = Vec<u32>;

/// Occupied cells: bit i is the i-th cell, counted from 0 whatever the game numbers it.
pub(crate) type Cells = u64;

/// All rows of `count` heaps of at most `max`.
pub(crate) fn rows(count: usize, max: u32) -> Vec<Row> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |row: &Row| {
            let row = row.clone();
            (0..=max).map(move |last| row.iter().copied().chain([last]).collect())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// Stairs 1, 2, ... above the ground: move stones one step down; on the ground they are dead.
pub(crate) fn staircase(row: &Row) -> Vec<Row> {
    let mut options = Vec::new();
    for (step, &stones) in row.iter().enumerate() {
        for moved in 1..=stones {
            let mut next = row.clone();
            next[step] -= moved;
            if step > 0 {
                next[step - 1] += moved;
            }
            options.push(next);
        }
    }
    options
}

/// An arc from a node to another one, both counted from 1.
pub(crate) type Arc = (usize, usize);

/// Stones on the nodes of a graph: move stones from a node along one of its arcs.
pub(crate) fn along_arcs(arcs: Vec<Arc>) -> impl Fn(&Row) -> Vec<Row> {
    move |row| {
        let mut options = Vec::new();
        for &(from, to) in &arcs {
            for moved in 1..=row[from - 1] {
                let mut next = row.clone();
                next[from - 1] -= moved;
                next[to - 1] += moved;
                options.push(next);
            }
        }
        options
    }
}

/// The graph on nodes 1 to n whose code is `code`: its binary digits are the pairs 2-1, 3-1, 3-2,
/// 4-1, ..., least digit first; an arc goes from the larger number to the smaller.
pub(crate) fn arcs_of_code(n: usize, code: u64) -> Vec<Arc> {
    let pairs = (2..=n).flat_map(|from| (1..from).map(move |to| (from, to)));
    let numbered = pairs.enumerate();
    numbered.filter(|&(place, _)| code >> place & 1 == 1).map(|(_, arc)| arc).collect()
}

/// Boxes 1 to n: from A to a smaller B if A + B is odd and a multiple of 3.
pub(crate) fn box_arcs(n: usize) -> Vec<Arc> {
    let pairs = (1..=n).flat_map(|from| (1..from).map(move |to| (from, to)));
    pairs.filter(|(from, to)| (from + to) % 2 == 1 && (from + to) % 3 == 0).collect()
}

fn occupied(cells: Cells, cell: u32) -> bool {
    cells >> cell & 1 == 1
}

/// Move a coin to the left, neither onto a coin nor past one.
pub(crate) fn axis_coins(&coins: &Cells) -> Vec<Cells> {
    let mut options = Vec::new();
    for from in (0..Cells::BITS).filter(|&cell| occupied(coins, cell)) {
        for to in (0..from).rev().take_while(|&cell| !occupied(coins, cell)) {
            options.push(coins & !(1 << from) | 1 << to);
        }
    }
    options
}

/// N cells: move a stone to the nearest empty cell on its right.
pub(crate) fn right_empty(cells: u32) -> impl Fn(&Cells) -> Vec<Cells> {
    move |&stones| {
        let mut options = Vec::new();
        for from in (0..cells).filter(|&cell| occupied(stones, cell)) {
            if let Some(to) = (from..cells).find(|&cell| !occupied(stones, cell)) {
                options.push(stones & !(1 << from) | 1 << to);
            }
        }
        options
    }
}

/// People on cells 1, 2, ... (bit 0 is cell 1), and the cell of the king, 0 when on the top.
pub(crate) type Hill = (Cells, u32);

/// Move a person up, neither onto nor past another one; cell 0, the top, holds any number. Once
/// the king is there play is over.
pub(crate) fn climbing_hill(&(people, king): &Hill) -> Vec<Hill> {
    let mut options = Vec::new();
    if king == 0 {
        return options;
    }
    for from in (1..=Cells::BITS).filter(|&cell| occupied(people, cell - 1)) {
        let others = people & !(1 << (from - 1));
        for to in (0..from).rev() {
            if to > 0 && occupied(people, to - 1) {
                break;
            }
            let moved = if to == 0 { others } else { others | 1 << (to - 1) };
            options.push((moved, if king == from { to } else { king }));
        }
    }
    options
}

/// Take stones from the leftmost or the rightmost heap; emptied heaps are at the ends only. With
/// one heap left, both are the same heap.
pub(crate) fn ends_nim(row: &Row) -> Vec<Row> {
    let first = row.iter().position(|&heap| heap > 0);
    let last = row.iter().rposition(|&heap| heap > 0);
    let mut ends: Vec<usize> = first.into_iter().chain(last).collect();
    ends.dedup();
    let mut options = Vec::new();
    for end in ends {
        for left in 0..row[end] {
            let mut next = row.clone();
            next[end] = left;
            options.push(next);
        }
    }
    options
}

/// Whether the empty heaps of a row are at its ends only.
pub(crate) fn empty_at_ends(row: &Row) -> bool {
    let held: Vec<usize> = (0..row.len()).filter(|&i| row[i] > 0).collect();
    held.windows(2).all(|pair| pair[0] + 1 == pair[1])
}
