//! Rows of two fields: indices with values, lost positions, or a list.

use super::{
    ListForm, Reading, Result, Row, indexed, is_sorted, list, list_or_matrix, matrix, readings,
    two_readings,
};
use crate::field::grouping;
use crate::sheet::{RowForm, Sheet};
use crate::{counts_on, positions, wrong};
use message::message;
use std::collections::HashSet;

/// Pairs of numbers.
pub(super) struct Pairs {
    all: Vec<(i64, i64)>,
}

impl Pairs {
    pub(super) fn of(rows: &[Row<'_>]) -> Option<Self> {
        let pair = |row: &Row<'_>| Some((row.first()?.small()?, row.get(1)?.small()?));
        Some(Self { all: rows.iter().map(pair).collect::<Option<_>>()? })
    }

    /// Places where the first numbers do not go on by 1.
    fn gaps(&self) -> usize {
        self.all.windows(2).filter(|w| w[0].0.checked_add(1) != Some(w[1].0)).count()
    }

    pub(super) fn has_gaps(&self) -> bool {
        self.gaps() * 3 >= self.all.len().saturating_sub(1)
    }

    /// Whether every number up to the greatest first one stands in exactly one pair, the smaller one
    /// first: the pairs a_n = mex, b_n that lost positions make.
    pub(super) fn is_complementary(&self) -> bool {
        let mut seen = HashSet::new();
        let is_new =
            |&(a, b): &(i64, i64)| 0 <= a && a <= b && seen.insert(a) && (a == b || seen.insert(b));
        let is_once = self.all.iter().all(is_new);
        let greatest = self.all.iter().map(|p| p.0).max().unwrap_or(0);
        let least = self.all.iter().map(|p| p.0).min().unwrap_or(0);
        let is_whole =
            greatest < 8 * self.all.len() as i64 && (least..=greatest).all(|n| seen.contains(&n));
        self.all.len() >= 3 && is_once && is_whole && least <= 1
    }

    /// Whether every pair stands there in both orders.
    fn is_symmetric(&self) -> bool {
        let all: HashSet<(i64, i64)> = self.all.iter().copied().collect();
        self.all.len() >= 3
            && all.iter().any(|(a, b)| a != b)
            && all.iter().all(|&(a, b)| all.contains(&(b, a)))
    }

    /// Checks that the pairs are not the edges of a graph below the numbers of its vertices and edges.
    fn is_no_graph(&self, line: usize) -> Result<()> {
        let [(vertices, edges), below @ ..] = &self.all[..] else { return Ok(()) };
        let is_vertex = |v: i64| (1..=*vertices).contains(&v);
        let is_counted = usize::try_from(*edges) == Ok(below.len());
        if !is_counted
            || below.len() < 2
            || self.is_rising()
            || !below.iter().all(|&(a, b)| is_vertex(a) && is_vertex(b))
        {
            return Ok(());
        }
        let found = message!("a graph of {vertices} vertices and {edges} edges");
        Err(wrong(line, found, "values; a rule for graphs reads it with --input"))
    }

    fn is_rising(&self) -> bool {
        self.all.windows(2).all(|w| w[0].0 < w[1].0)
    }
}

/// Fewest gaps of rising first numbers that the second ones fill where both are lost positions.
const LEAST_FILLED: usize = 3;

/// Two values on each line: indices and values, lost positions, or a list.
pub(super) fn pairs(sheet: Sheet<'_>) -> Result<Reading> {
    let rows = &sheet.rows;
    let line = rows[0][0].line;
    let firsts: Option<Vec<i64>> = rows.iter().map(|row| row[0].small()).collect();
    let Some(firsts) = firsts else { return two_columns_of_words(sheet) };
    let is_text = sheet.form == RowForm::Text;
    let is_consecutive = counts_on(&firsts);
    let Some(pairs) = Pairs::of(rows) else { return indexed(sheet, 1) };
    let is_tuples = sheet.form == RowForm::Rows && sheet.source.is_some();
    if is_tuples && pairs.is_symmetric() && pairs.all.len() > 3 {
        if !is_consecutive {
            return positions::read(sheet);
        }
        let found = message!(
            "pairs, each of them in both orders, like `{}, {}`",
            rows[0][0].text,
            rows[0][1].text
        );
        let (table, lost) = (
            message!("{} indices with values", rows.len()),
            message!("{} lost positions", rows.len()),
        );
        return Err(two_readings(line, found, (table, "table"), (lost, "positions")));
    }
    pairs.is_no_graph(line)?;
    if is_consecutive {
        let written =
            |row: &Row<'_>| grouping(&format!("{},{}", row[0].text, row[1].text)).is_some();
        if sheet.separator == ','
            && rows[0][0].text != "0"
            && rows.iter().all(|row| {
                row[1].character == row[0].character + row[0].text.len() + 1
                    && row[0].character > 0
                    && written(row)
            })
        {
            let found = message!(
                "`{}` and lines like it",
                format!("{},{}", rows[0][0].text, rows[0][1].text)
            );
            let list = "numbers with commas between thousands; for that, write them without";
            let table = ("indices with values".into(), "table");
            return Err(two_readings(line, found, table, (list.into(), "list")));
        }
        let (index, value) = (&rows[0][0], &rows[0][1]);
        let has_no_blank =
            |row: &Row<'_>| row[1].character == row[0].character + row[0].text.len() + 1;
        // Rows of one and the same value are rare, and decimals as far apart as that are not.
        if is_text
            && sheet.separator == ','
            && sheet.source.is_none()
            && value.text.bytes().all(|b| b.is_ascii_digit())
            && rows
                .iter()
                .all(|row| row[0].character > 0 && has_no_blank(row) && row[1].text == value.text)
        {
            let (count, value) = (rows.len(), &value.text);
            let found = readings(
                message!("`{}` and lines like it", format!("{},{value}", index.text)),
                message!("{count} indices with the value {value}"),
                message!("{count} decimals"),
            );
            let expected = "a choice, --as table or a point in place of the comma";
            return Err(wrong(line, found, expected));
        }
        return indexed(sheet, 1);
    }
    let flat: Vec<i64> = pairs.all.iter().flat_map(|&(a, b)| [a, b]).collect();
    let mut sorted = firsts.clone();
    sorted.sort_unstable();
    let is_permuted = counts_on(&sorted);
    // Where several indices are left out and are the values, it is no accident.
    let is_filled = pairs.gaps() >= LEAST_FILLED && pairs.is_complementary();
    let is_rising = pairs.is_rising() && !pairs.has_gaps() && !is_filled;
    if is_permuted && !pairs.is_symmetric() || is_rising {
        return indexed(sheet, 1);
    }
    let counts = counts_on(&flat);
    if pairs.is_complementary() && !counts || pairs.is_symmetric() {
        return positions::read(sheet);
    }
    if is_text && is_sorted(&flat) && !counts {
        return list(sheet, ListForm::List);
    }
    let count = rows.len();
    let table = message!("{count} indices with values");
    let lost = message!("{count} lost positions of two numbers");
    let found = message!("pairs like `{}, {}`", rows[0][0].text, rows[0][1].text);
    let is_list = is_text && (counts || !pairs.is_rising());
    let numbers = message!("a list of {} numbers", 2 * count);
    let one = if is_list { (numbers, "list") } else { (table, "table") };
    Err(two_readings(line, found, one, (lost, "positions")))
}

fn two_columns_of_words(sheet: Sheet<'_>) -> Result<Reading> {
    match sheet.form {
        RowForm::Rows => matrix(sheet, None),
        _ => list_or_matrix(sheet),
    }
}
