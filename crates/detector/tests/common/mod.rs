//! Tables for the tests, made by definitions, and the check every finding must pass.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use detector::Finding;
use draw::Runs;
use expr::ast::Expr;
use expr::eval::{Definitions, Frame, Names, NoContext, Program};
use expr::parser::parse_expression;
use table::{Axis, Column, Table, Values};

/// The list `values` over `n = lo, lo + 1, ...`.
pub fn sequence(name: &str, lo: i64, values: &[i64]) -> Table {
    let hi = lo + i64::try_from(values.len()).unwrap() - 1;
    let column = Column { name: name.into(), values: Values::I64(values.to_vec()) };
    Table { axes: vec![Axis::new("n", lo, hi)], columns: vec![column], present: None }
}

/// The values of `f` on a box.
pub fn grid(name: &str, axes: &[(&str, i64, i64)], mut f: impl FnMut(&[i64]) -> i64) -> Table {
    let axes = axes.iter().map(|&(n, lo, hi)| Axis::new(n, lo, hi)).collect();
    let mut table = Table { axes, columns: Vec::new(), present: None };
    let values = (0..table.cells()).map(|cell| f(&table.position(cell))).collect();
    table.columns.push(Column { name: name.into(), values: Values::I64(values) });
    table
}

/// How often a test with random tables runs of so many times: a sixth, and in
/// [`Runs::All`] always.
pub fn runs(all: usize) -> usize {
    if Runs::this() == Runs::All { all } else { all.div_ceil(6) }
}

pub fn mex(values: impl IntoIterator<Item = i64>) -> i64 {
    let values: Vec<i64> = values.into_iter().collect();
    (0..).find(|v| !values.contains(v)).unwrap()
}

/// Nim-values 0..=last of an octal game with these digits d_1, d_2, ... (d_0 = 0).
pub fn octal(digits: &[u8], last: usize) -> Vec<i64> {
    let mut g: Vec<i64> = vec![0];
    let mut seen = vec![0usize; 1 << 16];
    for n in 1..=last {
        for (&digit, take) in digits.iter().zip(1..) {
            if take > n {
                break;
            }
            let rest = n - take;
            if (rest == 0 && digit & 1 != 0) || (rest > 0 && digit & 2 != 0) {
                seen[usize::try_from(g[rest]).unwrap()] = n;
            }
            if digit & 4 != 0 {
                for i in 1..=rest / 2 {
                    seen[usize::try_from(g[i] ^ g[rest - i]).unwrap()] = n;
                }
            }
        }
        g.push(i64::try_from(seen.iter().position(|&s| s != n).unwrap()).unwrap());
    }
    g
}

/// Nim-values 0..=last of Grundy's game: split a heap into two unequal ones.
pub fn grundys_game(last: usize) -> Vec<i64> {
    let mut g: Vec<i64> = Vec::new();
    let mut seen = vec![usize::MAX; 1 << 16];
    for n in 0..=last {
        for i in (1..n).take_while(|i| 2 * i < n) {
            seen[usize::try_from(g[i] ^ g[n - i]).unwrap()] = n;
        }
        g.push(i64::try_from(seen.iter().position(|&s| s != n).unwrap()).unwrap());
    }
    g
}

/// Nim-values 0..=last of an octal game, or with `unequal` of the same game where the two heaps of
/// a split must differ, in far less time than all splits take: Guy and Smith's sparse space (1956),
/// exact whatever the mask.
///
/// Call a value rare when it has an even number of ones in the mask. A rare and a common value make
/// a common one, all others make rare ones: so the common options of a heap come from the few rare
/// heaps, and the rare options are only looked at until all below the least common value not among
/// them have been seen.
pub fn sparse(digits: &[u8], unequal: bool, last: usize) -> Vec<i64> {
    const LEARNED: usize = 2000;
    let splits = |n: usize| {
        let rests = digits.iter().zip(1..).filter(move |(d, take)| **d & 4 != 0 && *take <= n);
        rests.map(move |(_, take)| n - take)
    };
    let mut g: Vec<usize> = Vec::new();
    let (mut mask, mut rare) = (0usize, Vec::new());
    let mut seen = vec![usize::MAX; 1 << 14];
    for n in 0..=last {
        for (&digit, take) in digits.iter().zip(1..).filter(|(_, take)| *take <= n) {
            let rest = n - take;
            if (rest == 0 && digit & 1 != 0) || (rest > 0 && digit & 2 != 0) {
                seen[g[rest]] = n;
            }
        }
        let is_rare = |v: usize| (v & mask).count_ones().is_multiple_of(2);
        for rest in splits(n) {
            let is_option = |i: usize| 0 < i && i < rest && !(unequal && 2 * i == rest);
            for &i in rare.iter().take_while(|&&i| i < rest).filter(|&&i| is_option(i)) {
                seen[g[i] ^ g[rest - i]] = n;
            }
        }
        // before a mask is learned every value is rare, and every split is looked at
        let common = (0..seen.len()).find(|&v| !is_rare(v) && seen[v] != n).unwrap_or(seen.len());
        let mut missing = (0..common).filter(|&v| is_rare(v) && seen[v] != n).count();
        'all: for rest in splits(n) {
            for i in (1..=rest / 2).filter(|i| !(unequal && 2 * i == rest)) {
                if missing == 0 {
                    break 'all;
                }
                let value = g[i] ^ g[rest - i];
                missing -= usize::from(seen[value] != n && value < common && is_rare(value));
                seen[value] = n;
            }
        }
        let value = (0..).find(|&v| seen[v] != n).unwrap();
        if mask != 0 && is_rare(value) {
            rare.push(n);
        }
        g.push(value);
        if n == LEARNED.min(last) {
            let rare_under = |mask: &usize| {
                g.iter().filter(|&&v| (v & mask).count_ones().is_multiple_of(2)).count()
            };
            mask = (1..256).min_by_key(rare_under).unwrap();
            let is_rare = |i: &usize| (g[*i] & mask).count_ones().is_multiple_of(2);
            rare = (0..=n).filter(is_rare).collect();
        }
    }
    g.into_iter().map(|v| i64::try_from(v).unwrap()).collect()
}

/// Nim-values 0..=last of the game of subtracting a member of `set`.
pub fn subtraction(set: &[usize], last: usize) -> Vec<i64> {
    let mut g: Vec<i64> = Vec::new();
    for n in 0..=last {
        let options: Vec<i64> = set.iter().filter(|&&s| s <= n).map(|&s| g[n - s]).collect();
        g.push(mex(options));
    }
    g
}

/// SplitMix64 (Steele, Lea, Flood 2014): the tests are the same on every machine.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(n).unwrap()).unwrap()
    }

    pub fn shuffle(&mut self, values: &mut [i64]) {
        for i in (1..values.len()).rev() {
            values.swap(i, self.below(i + 1));
        }
    }
}

/// A law's body as it is printed and read again.
pub struct Body {
    program: Program,
    frame: Frame,
}

impl Body {
    pub fn new(body: &Expr, variables: &[String]) -> Self {
        let text = body.to_string();
        let again = parse_expression(&text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        assert_eq!(&again, body, "{text} read again");
        let names = Names { slots: variables.to_vec(), ..Names::default() };
        let program = Program::compile(&again, &names, &Definitions::default())
            .unwrap_or_else(|e| panic!("{text}: {e:?}"));
        Self { program, frame: Frame::new(vec![0; variables.len()]) }
    }

    pub fn at(&mut self, position: &[i64]) -> i64 {
        i64::try_from(self.wide_at(position).unwrap()).unwrap()
    }

    /// The value, where it is defined and has 128 bits.
    pub fn wide_at(&mut self, position: &[i64]) -> Option<i128> {
        self.frame.set_all(position.iter().copied());
        self.program.integer(&mut self.frame, &mut NoContext).ok()
    }
}

/// The body, printed and read again, gives every value of the table from the law's first index
/// on, but for the exceptions listed; and of a sequence the values announced as next.
pub fn assert_true(table: &Table, column: &str, finding: &Finding) {
    let law = &finding.law;
    let mut body = Body::new(&law.body, &law.variables);
    let mut condition = law.condition.as_ref().map(|c| Body::new(c, &law.variables));
    let values = &table.column(column).unwrap().values;
    for cell in 0..table.cells() {
        let position = table.position(cell);
        let is_meant = condition.as_mut().is_none_or(|c| c.at(&position) == 1);
        if !table.is_present(cell) || law.from.is_some_and(|from| position[0] < from) || !is_meant {
            continue;
        }
        let expected = law
            .exceptions
            .iter()
            .find(|(p, _)| *p == position)
            .map_or_else(|| body.at(&position), |&(_, v)| v);
        assert_eq!(values.get(cell), expected, "{} at {position:?}", law.words);
        assert!(
            !law.exceptions.iter().any(|(p, v)| *p == position && *v == body.at(&position)),
            "{} lists {position:?}, which is none",
            law.words
        );
    }
    let last = table.axes.last().unwrap().hi;
    for (v, n) in finding.next.iter().zip(last + 1..) {
        assert_eq!(*v, body.at(&[n]).into(), "{} next {n}", law.words);
    }
    let evidence = &finding.evidence;
    assert!(evidence.tested >= 20, "{}: tested {}", law.words, evidence.tested);
    // A term says up to four bits.
    assert!(4 * evidence.tested >= evidence.definition_bits as usize, "{}", law.words);
}

/// The best law of a sequence, checked on its terms and on `later` ones it has not seen.
pub fn best(table: &Table, column: &str, later: &[i64]) -> Finding {
    let findings = detector::find(table, column);
    for finding in &findings {
        assert_true(table, column, finding);
    }
    let best = findings.into_iter().next().expect("a law");
    let mut body = Body::new(&best.law.body, &best.law.variables);
    for (&v, n) in later.iter().zip(table.axes[0].hi + 1..) {
        assert_eq!(body.at(&[n]), v, "{} at {n}", best.law.words);
    }
    best
}
