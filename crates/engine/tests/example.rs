//! The example runs and shows what it says.

#[path = "../examples/tabulate.rs"]
mod tabulate;

#[test]
fn the_example_tabulates_its_rule() {
    let table = tabulate::tabulated();
    let column = |name: &str| table.column(name).expect("a column").values.iter().collect();
    let (sg, win): (Vec<i64>, Vec<i64>) = (column("sg"), column("win"));
    assert_eq!(sg, (0..=20).map(|n| [0, 1, 0, 1, 2][n % 5]).collect::<Vec<_>>());
    assert!(sg.iter().zip(win).all(|(&sg, win)| (sg != 0) == (win == 1)));
    tabulate::main();
}
