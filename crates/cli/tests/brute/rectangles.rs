//! Sheets of paper that are cut, and plates laid on boards.

use std::collections::{HashMap, HashSet};

use super::{Solver, mex};
use crate::{ALL, Order, compare};

/// A sheet, its shorter side first.
type Sheet = (u32, u32);

fn sheet(w: u32, h: u32) -> Sheet {
    (w.min(h), w.max(h))
}

/// The two parts after each cut of a sheet.
fn cuts((w, h): Sheet) -> Vec<[Sheet; 2]> {
    let across = (1..=w / 2).map(|i| [sheet(i, h), sheet(w - i, h)]);
    across.chain((1..=h / 2).map(|i| [sheet(w, i), sheet(w, h - i)])).collect()
}

/// The positions after one cut of one of several sheets, each in order.
fn cut_one(sheets: &[Sheet]) -> Vec<Vec<Sheet>> {
    let mut options = HashSet::new();
    for (i, &whole) in sheets.iter().enumerate() {
        if i > 0 && sheets[i - 1] == whole {
            continue;
        }
        for parts in cuts(whole) {
            let mut option = sheets.to_vec();
            option.remove(i);
            option.extend(parts);
            option.sort_unstable();
            options.insert(option);
        }
    }
    options.into_iter().collect()
}

/// Whether the player to move wins when who first makes a 1 by 1 sheet wins.
fn wins(sheets: &[Sheet], known: &mut HashMap<Vec<Sheet>, bool>) -> bool {
    if sheets.contains(&(1, 1)) {
        return false;
    }
    if let Some(&wins) = known.get(sheets) {
        return wins;
    }
    let mut options = cut_one(sheets);
    // A win at once spares the search of the other cuts.
    options.sort_by_key(|option| !option.contains(&(1, 1)));
    let result = options.iter().any(|option| !wins(option, known));
    known.insert(sheets.to_vec(), result);
    result
}

/// The printed recursion: the part cut off has at least 2, the rest at least `rest`.
fn printed((w, h): Sheet, rest: u32, known: &mut HashMap<Sheet, u32>) -> u32 {
    if let Some(&value) = known.get(&(w, h)) {
        return value;
    }
    let mut values = Vec::new();
    for i in 2..(w + 1).saturating_sub(rest) {
        values.push(printed((i, h), rest, known) ^ printed((w - i, h), rest, known));
    }
    for i in 2..(h + 1).saturating_sub(rest) {
        values.push(printed((w, i), rest, known) ^ printed((w, h - i), rest, known));
    }
    let value = mex(&values);
    known.insert((w, h), value);
    value
}

/// All sheets up to w by h.
fn all_sheets(w: u32, h: u32) -> impl Iterator<Item = (u32, u32)> {
    (1..=w).flat_map(move |a| (1..=h).map(move |b| (a, b)))
}

fn row((w, h): (u32, u32), cells: Vec<i64>) -> (Vec<i64>, Vec<i64>) {
    (vec![i64::from(w), i64::from(h)], cells)
}

#[test]
fn cutting_game() {
    let mut known = HashMap::new();
    let expected: Vec<_> = all_sheets(6, 6)
        .map(|(w, h)| row((w, h), vec![i64::from(wins(&[sheet(w, h)], &mut known))]))
        .collect();
    compare("cutting-game --to w=6,h=6", "win", &["w", "h"], Order::Free, expected);
}

#[test]
fn the_printed_recursion_decides_sheets_without_side_1() {
    let mut known = HashMap::new();
    let (mut excluded, mut included) = (HashMap::new(), HashMap::new());
    let mut wrong = 0;
    for (w, h) in all_sheets(6, 7).filter(|&(w, h)| w * h > 1) {
        let won = wins(&[sheet(w, h)], &mut known);
        let says = printed((w, h), 2, &mut excluded) != 0;
        assert_eq!(won, w.min(h) == 1 || says, "{w} by {h}");
        wrong += u32::from(w.min(h) > 1 && (printed((w, h), 1, &mut included) != 0) != won);
    }
    assert!(wrong > 0, "with the upper bound included the recursion goes wrong");
}

#[test]
fn cutting_code() {
    for (word, rest) in [("excluded", 2), ("included", 1)] {
        let mut known = HashMap::new();
        let expected: Vec<_> = all_sheets(30, 30)
            .map(|(w, h)| row((w, h), vec![i64::from(printed((w, h), rest, &mut known))]))
            .collect();
        let arguments = format!("cutting-code -p upper={word} --to 30");
        compare(&arguments, "sg", &["w", "h"], Order::Matters, expected);
    }
}

#[test]
fn cut_anything() {
    let mut solver = Solver::new(|sheets: &Vec<Sheet>| cut_one(sheets));
    let expected: Vec<_> = all_sheets(4, 3)
        .map(|(w, h)| row((w, h), solver.solve(&vec![sheet(w, h)]).cells("sg,win")))
        .collect();
    compare("cut-anything --to w=4,h=3", "sg,win", &["w", "h"], Order::Free, expected);

    let mut values: HashMap<Sheet, u32> = HashMap::new();
    for size in 2..=40 {
        for w in 1..size {
            let whole = (w, size - w);
            if w <= 20 && size - w <= 20 && whole.0 <= whole.1 {
                let xors: Vec<u32> =
                    cuts(whole).iter().map(|[a, b]| values[a] ^ values[b]).collect();
                values.insert(whole, mex(&xors));
            }
        }
    }
    let expected: Vec<_> = all_sheets(20, 20)
        .map(|(w, h)| row((w, h), vec![i64::from(values[&sheet(w, h)])]))
        .collect();
    compare("cut-anything --to 20", "sg", &["w", "h"], Order::Free, expected);
}

/// Boards of `rows` by `columns` cells with plates of k by k on them, as sets of covered cells.
fn lay(k: u32, (rows, columns): (u32, u32)) -> impl Fn(&u64) -> Vec<u64> {
    let plate = move |r: u32, c: u32| {
        let cells = (0..k).flat_map(move |i| (0..k).map(move |j| (r + i) * columns + c + j));
        cells.fold(0_u64, |set, cell| set | 1 << cell)
    };
    move |&covered| {
        let corners = (0..=rows - k).flat_map(|r| (0..=columns - k).map(move |c| (r, c)));
        corners
            .map(|(r, c)| plate(r, c))
            .filter(|p| p & covered == 0)
            .map(|p| covered | p)
            .collect()
    }
}

#[test]
fn plates() {
    for (k, rows, columns) in [(1, 3, 3), (2, 3, 4), (2, 4, 3), (3, 3, 4)] {
        let mut expected = Vec::new();
        for a in k..k + rows {
            for b in k..k + columns {
                let outcome = Solver::new(lay(k, (a, b))).solve(&0);
                expected.push(row((a, b), outcome.cells(ALL)));
            }
        }
        let (most_a, most_b) = (k + rows - 1, k + columns - 1);
        let arguments = format!(
            "plate-grid -p k={k} -p rows={rows} -p columns={columns} --starts --to a={most_a},b={most_b}"
        );
        compare(&arguments, ALL, &["a", "b"], Order::Matters, expected);
    }
}

#[test]
fn a_plate_in_the_centre_wins() {
    let mut others = [false; 2];
    for (k, most) in [(1, 3), (2, 5), (3, 6)] {
        for (a, b) in all_sheets(most, most).filter(|&(a, b)| a.min(b) >= k) {
            let win = Solver::new(lay(k, (a, b))).solve(&0).win;
            if (a - k) % 2 == 0 && (b - k) % 2 == 0 {
                assert!(win, "{k}: {a} by {b}");
            } else {
                others[usize::from(win)] = true;
            }
        }
    }
    assert_eq!(others, [true; 2], "without a place in the centre either player may win");
}
