//! Work that is stopped, what is kept of it, and how it goes on.

use crate::common::{Keeping, MEANS, compile, request};
use engine::{Cells, Means, Stop};
use std::sync::atomic::Ordering;
use std::time::Duration;

const WYTHOFF: &str = "game wythoff
state (a, b) symmetric
move (a - t, b)     for t in 1..a
move (a, b - t)     for t in 1..b
move (a - t, b - t) for t in 1..min(a, b)
";

#[test]
fn winning_moves_are_kept_when_their_count_is_stopped() {
    let game = compile(WYTHOFF).unwrap();
    let request = request("a=79,b=79", "moves");
    let whole = game.table(&request, MEANS).unwrap();
    let stopped = (2..).find_map(|calls| {
        let progress = Keeping::after(calls);
        match game.table(&request, Means { progress: &progress, ..MEANS }) {
            Err(Stop::Interrupted(Some(table))) if table.column("moves").is_some() => {
                let known = (0..table.cells()).filter(|&cell| table.is_present(cell)).count();
                (known > 0).then_some((progress, table, known))
            }
            Err(Stop::Interrupted(_)) => None,
            other => panic!("{calls}: {other:?}"),
        }
    });
    let (progress, table, known) = stopped.unwrap();
    assert!(known < table.cells());
    for cell in (0..table.cells()).filter(|&cell| table.is_present(cell)) {
        assert_eq!(table.columns[0].values.get(cell), whole.columns[0].values.get(cell));
    }
    progress.left.store(usize::MAX, Ordering::Relaxed);
    assert_eq!(game.table(&request, Means { progress: &progress, ..MEANS }).unwrap(), whole);
    // What was kept is not computed again.
    let mut kept = progress.kept.lock().unwrap();
    let cells = kept.iter_mut().find(|(label, _)| label.starts_with("moves")).unwrap().1;
    let Cells::Wide(cells) = cells else { panic!("{cells:?}") };
    assert_eq!(cells.iter().filter(|&&cell| cell != u32::MAX).count(), known);
    cells.to_mut()[0] = 12345;
    drop(kept);
    let table = game.table(&request, Means { progress: &progress, ..MEANS }).unwrap();
    assert_eq!(table.columns[0].values.get(0), 12345);
}

#[test]
fn a_stopped_summary_has_the_columns_that_are_whole() {
    let game = compile(WYTHOFF).unwrap();
    let request = request("a=79,b=79", "sg,moves,least");
    let whole = game.summary(&request, MEANS).unwrap();
    let mut met = Vec::new();
    for calls in 2.. {
        let progress = Keeping::after(calls);
        let stopped = game.summary(&request, Means { progress: &progress, ..MEANS });
        let Ok(summary) = stopped else { continue };
        if !summary.is_stopped {
            break;
        }
        assert_eq!(summary.columns, whole.columns[..summary.columns.len()]);
        assert_eq!(summary.positions, whole.positions);
        met.push(summary.columns.len());
        // A table that is stopped has the same columns for all positions.
        let progress = Keeping::after(calls);
        if let Err(Stop::Interrupted(Some(table))) =
            game.table(&request, Means { progress: &progress, ..MEANS })
            && table.columns.len() == 2
        {
            assert_eq!(table.present, None);
        }
    }
    met.dedup();
    assert_eq!(met, [1, 2], "sg, and then moves, are whole");
}

/// Work that is stopped at every report goes on from there, and gets more time where it comes to nothing.
#[test]
fn tables_that_are_kept_all_the_time_are_filled() {
    let layers = "state (a, b, c)\nmove (a - t, b, c) for t in 1..a if (t + c) % 3 != 1\n\
                  move (a, b - t, c) for t in 1..b if t & a = 0\n\
                  move (a, b, c - t) for t in 1..c if t % 2 = b % 2";
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("a pool");
    for (rule, bounds) in [
        (layers, "a=49,b=39,c=34"),
        ("heap n\nmove n -> i | n - t - i for t in 1..2, i in 0..(n - t) // 2", "n=300"),
        ("heap n\nmove n -> n - s for s in {2, 3, 7} if s <= n", "n=300"),
        ("heap n\nmove n -> i | j | n - i - j for i in 1..n // 3, j in i..(n - i) // 2", "n=90"),
        ("coins x from 1\nturn x and 0..2 of y in 1..x - 1", "x=30"),
        ("state (n, m)\nmove (n - t, 2 * t) for t in 1..min(n, m)", "n=40,m=40"),
        (
            "state (a, b)\nmove (a - t, b) for t in 1..min(a, 2) if (a + t * b) % 5 != 1",
            "a=9,b=400",
        ),
        ("state (n, l in 0..4)\nmove (n - t, t) for t in 1..min(n, 4) if t != l", "n=2000"),
    ] {
        let game = compile(&format!("game g\n{rule}\n")).expect(rule);
        for quantities in ["sg", "win,moves"] {
            let asked = request(bounds, quantities);
            let progress = Keeping { spacing: Duration::ZERO, ..Keeping::after(usize::MAX) };
            let means = Means { progress: &progress, ..MEANS };
            let kept = threads.install(|| game.table(&asked, means));
            assert_eq!(kept, game.table(&asked, MEANS), "{rule}");
        }
    }
}
