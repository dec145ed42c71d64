//! Columns of the rule's definitions, against an evaluation of their own.

use crate::common::{Impatient, MEANS, column, compile, request, table};
use draw::{Draw, TestCaseResult, check, prop_assert, prop_assert_eq};
use engine::{Bounds, Kernel, Means, Positions, Request, Stop, Variation, family};
use rule::NoRules;
use table::Table;

/// An expression of a and b as a definition may have it, and its value.
#[derive(Clone, Debug)]
enum E {
    Number(i64),
    A,
    B,
    /// The definition itself at a smaller a.
    Before(Box<E>),
    Two(char, Box<[E; 2]>),
    If(Box<[E; 4]>),
    /// The greatest of the first over k in 0..a.
    Max(Box<E>),
}

impl E {
    fn text(&self) -> String {
        match self {
            Self::Number(n) => n.to_string(),
            Self::A => "a".into(),
            Self::B => "b".into(),
            Self::Before(e) => format!("v(a - 1, {})", e.text()),
            Self::Two(op, two) => format!("({} {op} {})", two[0].text(), two[1].text()),
            Self::If(four) => {
                let [p, q, yes, no] = &**four;
                let [p, q, yes, no] = [p, q, yes, no].map(Self::text);
                format!("(if {p} < {q} then {yes} else {no})")
            }
            Self::Max(e) => {
                let e = e.text();
                // no variable has the name of one around it
                let k = format!("k{}", e.matches("max").count());
                format!("max{{{e} + {k} * (3 - {k}) for {k} in 0..a}}")
            }
        }
    }

    /// The value; `None` where a number leaves 128 bits. `v` is 0 where a = 0, else `body`.
    fn value(&self, (a, b): (i128, i128), body: &Self) -> Option<i128> {
        let of = |e: &Self| e.value((a, b), body);
        Some(match self {
            Self::Number(n) => (*n).into(),
            Self::A => a,
            Self::B => b,
            Self::Before(e) => {
                let b = of(e)?;
                if a == 1 { 0 } else { body.value((a - 1, b), body)? }
            }
            Self::Two('+', two) => of(&two[0])?.checked_add(of(&two[1])?)?,
            Self::Two('-', two) => of(&two[0])?.checked_sub(of(&two[1])?)?,
            Self::Two(_, two) => of(&two[0])?.checked_mul(of(&two[1])?)?,
            Self::If(four) => of(&four[if of(&four[0])? < of(&four[1])? { 2 } else { 3 }])?,
            Self::Max(e) => {
                let e = of(e)?;
                (0..=a).map(|k| e.checked_add(k * (3 - k))).max()??
            }
        })
    }
}

fn expression(d: &mut Draw, depth: usize) -> E {
    let Some(less) = depth.checked_sub(1) else {
        return d.one_of(&[|d| E::Number(d.int(-3..4)), |_| E::A, |_| E::B]);
    };
    // Most are large, few of their parts.
    if !d.chance([1, 3, 25, 90][less]) {
        return expression(d, less);
    }
    match d.size(0..4) {
        0 => E::Before(expression(d, less).into()),
        1 => E::Max(expression(d, less).into()),
        2 => {
            let operator = d.pick(&['+', '-', '*']);
            E::Two(operator, [(); 2].map(|()| expression(d, less)).into())
        }
        _ => E::If([(); 4].map(|()| expression(d, less)).into()),
    }
}

fn asked(bounds: &str, names: &[&str]) -> Request {
    let request = request(bounds, &names.join(","));
    let columns = if names.is_empty() { Vec::new() } else { request.columns.clone() };
    Request { columns, ..request }
}

fn texts(table: &Table, name: &str) -> Vec<String> {
    let values = &table.column(name).expect("the column").values;
    (0..table.cells()).map(|cell| values.text(cell).expect("a number").into_owned()).collect()
}

fn has_the_values_of_its_definition(body: &E) -> TestCaseResult {
    let text = format!(
        "game g\nstate (a, b) where a + b != 3\nlet v(a, b) = if a = 0 then 0 else {}\n\
             move (a - t, b) for t in 1..a if a - t + b != 3\n",
        body.text()
    );
    let game = compile(&text).unwrap_or_else(|d| panic!("{text}{d:?}"));
    let names = ["v", "sg"];
    let expected = |a: i128, b: i128| if a == 0 { Some(0) } else { body.value((a, b), body) };
    match game.table(&asked("a=5,b=3", &names), MEANS) {
        Ok(table) => {
            let values = texts(&table, "v");
            for (cell, found) in values.iter().enumerate() {
                let [a, b] = table.position(cell)[..] else { panic!("two coordinates") };
                prop_assert_eq!(table.is_present(cell), a + b != 3);
                let value = if a + b == 3 { Some(0) } else { expected(a.into(), b.into()) };
                prop_assert_eq!(Some(found.clone()), value.map(|v| v.to_string()), "{}", text);
            }
            let alone = game.table(&asked("a=5,b=3", &["v"]), MEANS).expect("the same column");
            prop_assert_eq!(&alone.columns[0], &table.columns[0]);
            prop_assert_eq!(&alone.present, &table.present);
            let values = game.table(&asked("a=5,b=3", &["sg"]), MEANS).expect("values");
            prop_assert_eq!(&values.columns[0], &table.columns[1]);
        }
        Err(Stop::Limit(why, _)) => {
            prop_assert!(why.to_string().contains("exceeds 128 bits"), "{}", why);
            let far = (0..=5).flat_map(|a| (0..=3).map(move |b| (a, b)));
            let far = far.filter(|(a, b)| a + b != 3);
            prop_assert!(far.into_iter().any(|(a, b)| expected(a, b).is_none()), "{}", text);
        }
        Err(other) => panic!("{text}{other:?}"),
    }
    Ok(())
}

#[test]
fn a_column_has_the_value_of_its_definition_at_every_position() {
    let nested = E::Max(E::Max(E::Number(0).into()).into());
    has_the_values_of_its_definition(&nested).expect("values");
    check(96, |d| expression(d, 4), |body| has_the_values_of_its_definition(&body));
}

const CUMULATIVE: &str = "game g\nheap n\n\
    let v(n) = if n < 2 then 0 else max{s - v(n - s) for s in {2, 3} if s <= n}\n\
    let lost(n) = v(n) <= 0\n\
    move n - s for s in {2, 3} if s <= n\n";

#[test]
fn the_columns_stand_in_the_order_asked_for() {
    let game = compile(&format!("{CUMULATIVE}table lost, sg, v, win to n = 9\n")).expect("a rule");
    let usual = Request { columns: Vec::new(), bounds: Bounds::Usual, ..asked("", &[]) };
    for (request, names) in [
        (usual, vec!["lost", "sg", "v", "win"]),
        (asked("n=9", &["win", "v", "lost", "v"]), vec!["win", "v", "lost"]),
        (Request { kernel: Kernel::Oracle, ..asked("n=9", &["v", "sg"]) }, vec!["v", "sg"]),
    ] {
        let table = game.table(&request, MEANS).expect("a table");
        let found: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(found, names);
        let v = [0, 0, 2, 3, 3, 1, 0, 1, 2, 3];
        if names.contains(&"v") {
            assert_eq!(column(&table, "v"), v);
        }
        if names.contains(&"lost") {
            assert_eq!(column(&table, "lost"), v.map(|v| i64::from(v <= 0)));
        }
    }
}

#[test]
fn a_definition_is_computed_at_the_position_of_a_start() {
    let text = "game g\nstate (n, c in 0..1)\nlet v(n, c) = 10 * n + c\nmove (n - t, 0) for t in 1..n if c = 1\n";
    let starts = |start: &str| {
        let game = compile(&format!("{text}{start}\n")).expect("a rule");
        game.table(&Request { positions: Positions::Starts, ..asked("k=5", &["v"]) }, MEANS)
    };
    let table = starts("start k from 3: (k + 1, 1)").expect("a table");
    assert_eq!(column(&table, "v"), [41, 51, 61]);
    let refused = starts("start k from 3: (k, 1) | (k, 0)").expect_err("starts that are sums");
    assert!(
        matches!(&refused, Stop::Refused(why) if why.to_string().contains("these starts are sums"))
    );
}

#[test]
fn what_is_no_column_is_refused() {
    let text = format!(
        "{CUMULATIVE}let w(n) = win(n)\nlet x(n) = w(n - 1) or n = 0\nlet p(a, b) = a + b\nlet n(m) = m\n"
    );
    let game = compile(&text).expect("a rule");
    let row = "game g(m = 2)\nstate (h[m])\nlet p(a, b, c) = a + b + c\nmove h[i] -> h[i] - 1 for i in 1..m if h[i] > 0\n";
    let row = compile(row).expect("a rule");
    let coins = compile("game g\ncoins x from 1\nlet v(x) = x\nturn x\n").expect("a rule");
    let boards = Request { positions: Positions::Boards(vec![3]), ..asked("", &["v"]) };
    for (game, request, part) in [
        (&game, asked("n=3", &["u"]), "`u` is not a quantity"),
        (&game, asked("n=3", &["lots"]), "did you mean `lost`?"),
        (&game, asked("n=3", &["w"]), "asks for the quantity `win`"),
        (&game, asked("n=3", &["x"]), "asks for the quantity `win`"),
        (&game, asked("n=3", &["p"]), "`p` is a function of (a, b), and a position is (n)"),
        (&game, asked("n=3", &["n"]), "has the name of a coordinate"),
        (&row, asked("h=3", &["p"]), "`p` is a function of (a, b, c), and a position is (h1, h2)"),
        (&coins, boards, "a board has none"),
    ] {
        match game.table(&request, MEANS) {
            Err(Stop::Refused(why)) => assert!(why.to_string().contains(part), "{why}"),
            other => panic!("{part}: {other:?}"),
        }
    }
}

#[test]
fn a_position_without_value_is_named() {
    for (body, at, part, help) in [
        ("10 // (n - 3)", "n = 3", "division by zero", "if c then"),
        ("v(n)", "n = 0", "never ends", "if c then"),
        ("max{k for k in 1..n}", "n = 0", "`max` of nothing", "`max{...; 0}`"),
    ] {
        let text = format!("game g\nheap n\nlet v(n) = {body}\nmove n - 1 if n > 0\n");
        let game = compile(&text).expect("a rule");
        match game.table(&asked("n=5", &["v"]), MEANS) {
            Err(Stop::Valueless(found)) => {
                assert_eq!((found.code, &text[found.span.start..][..4]), ("G024", "v(n)"));
                assert!(found.message.contains(at) && found.message.contains(part), "{found:?}");
                assert!(found.help.to_string().contains(help), "{found:?}");
            }
            other => panic!("{body}: {other:?}"),
        }
    }
}

#[test]
fn large_values_are_exact_and_larger_ones_a_limit() {
    let text = "game g\nheap n\nlet v(n) = 10 ** (10 * n)\nmove n - 1 if n > 0\n";
    let game = compile(text).expect("a rule");
    let table = game.table(&asked("n=3", &["v"]), MEANS).expect("a table");
    let ten = |zeros: usize| format!("1{}", "0".repeat(zeros));
    assert_eq!(texts(&table, "v"), [ten(0), ten(10), ten(20), ten(30)]);
    match game.table(&asked("n=9", &["v", "sg"]), MEANS) {
        Err(Stop::Limit(why, Some(table))) => {
            assert!(
                why.to_string().contains("at n = 4") && why.to_string().contains("128 bits"),
                "{why}"
            );
            // the column that is whole
            assert_eq!(table.columns.len(), 1);
            assert_eq!(column(&table, "sg"), [0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
        }
        other => panic!("{other:?}"),
    }
    match game.table(&asked("n=9", &["v"]), MEANS) {
        Err(Stop::Limit(_, Some(table))) => {
            let present: Vec<bool> = (0..=9).map(|cell| table.is_present(cell)).collect();
            assert_eq!(present, [true, true, true, true, false, false, false, false, false, false]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_that_need_all_before_them_are_kept_within_the_memory() {
    let text = "game g\nheap n\nlet v(n) = if n = 0 then 1 else (v(n - 1) * 5 + n) % 1009\nmove n - 1 if n > 0\n";
    let game = compile(text).expect("a rule");
    let to = 30_000;
    let table = game.table(&asked(&format!("n={to}"), &["v"]), MEANS).expect("a table");
    let mut expected = vec![1];
    for n in 1..=to {
        expected.push((expected[n as usize - 1] * 5 + n) % 1009);
    }
    assert_eq!(column(&table, "v"), expected);
    let little = Means::silent(1_500_000);
    match game.table(&asked(&format!("n={to}"), &["v"]), little) {
        Err(Stop::Limit(why, Some(table))) => {
            assert!(why.to_string().contains("--memory"), "{why}");
            let known = (0..table.cells()).take_while(|&cell| table.is_present(cell)).count();
            assert!(known > 1000 && column(&table, "v")[..known] == expected[..known]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_stopped_column_keeps_its_first_values() {
    let text = format!("{CUMULATIVE}table v to n = 20000\n");
    let game = compile(&text).expect("a rule");
    let impatient = Impatient(30.into());
    let means = Means { progress: &impatient, ..MEANS };
    match game.table(&asked("n=20000", &["v"]), means) {
        Err(Stop::Interrupted(Some(part))) => {
            let known = (0..part.cells()).filter(|&cell| part.is_present(cell)).count();
            assert!(known > 0 && known < 20000, "{known}");
            let whole = table(&text, "n=20000", "v");
            assert_eq!(column(&part, "v")[..known], column(&whole, "v")[..known]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_rule_without_moves_has_its_definitions_and_no_quantities() {
    let text = "game g\nstate (a, b)\nlet binomial(a, b) = if b = 0 then 1 else if a = 0 then 0 else \
                binomial(a - 1, b - 1) + binomial(a - 1, b)\ntable binomial to a = 4, b = 2\n";
    let game = compile(text).expect("a rule");
    let usual = Request { columns: Vec::new(), bounds: Bounds::Usual, ..asked("", &[]) };
    let table = game.table(&usual, MEANS).expect("a table");
    assert_eq!(column(&table, "binomial"), [1, 0, 0, 1, 1, 0, 1, 2, 1, 1, 3, 3, 1, 4, 6]);
    match game.table(&asked("a=4,b=2", &["binomial", "sg"]), MEANS) {
        Err(Stop::Refused(why)) => assert!(why.to_string().contains("has no moves"), "{why}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_family_has_a_column_of_every_member() {
    let text = "game g(k = 2 in 1..)\nheap n\nlet v(n) = n ** k\nmove n - k if n >= k\ntable v, sg to n = 3\n";
    let rule = rule::parse(text).0.expect("a rule");
    let variations = [Variation { name: "k".into(), lo: 1, hi: 3 }];
    let request = Request { bounds: Bounds::Usual, columns: Vec::new(), ..asked("", &[]) };
    let table = family(&rule, &[], &variations, &NoRules, &request, MEANS).expect("a table");
    assert_eq!(column(&table, "v"), [0, 1, 2, 3, 0, 1, 4, 9, 0, 1, 8, 27]);
}
