//! Numbers with marks between their digits, `1,000` or `0,5`, among numbers with the same mark between them.

use super::field::{Field, grouping};
use super::sheet::Sheet;
use super::{quoted, wrong};
use message::message;
use table::lines::{Mistake, Result};

/// What may be one number or two.
fn two_readings(at: &Field<'_>, written: &str) -> Mistake {
    let found = message!("{}, which has two readings: one number or two", quoted(written));
    at.mistaken(wrong(at.line, found, "numbers without marks between their digits"))
}

/// Whether a field is no number of its own: three digits that begin with 0.
fn is_rest(field: &Field<'_>) -> bool {
    field.text.len() == 3 && field.text.starts_with('0')
}

impl<'t> Sheet<'t> {
    /// Joins `1`, `000` to one number where a line writes a number with commas or blanks between groups
    /// of three digits: a group that begins with 0 is no number of its own. In a line of several numbers
    /// a blank behind the comma ends a number.
    ///
    /// # Errors
    /// Lines that may as well write several numbers each.
    pub(super) fn join_groups(&mut self) -> Result<()> {
        let mark = self.separator.to_string();
        let written =
            |row: &[Field<'_>]| row.iter().map(|f| &*f.text).collect::<Vec<_>>().join(&mark);
        let follows = |f: &Field<'_>, g: &Field<'_>| g.character == f.character + f.text.len() + 1;
        if self.separator == ','
            && self.rows.iter().any(|row| row.windows(2).any(|w| follows(&w[0], &w[1])))
            && self.rows.iter().any(|row| row.windows(2).any(|w| !follows(&w[0], &w[1])))
        {
            let groups: Vec<Vec<&[Field<'t>]>> =
                self.rows.iter().map(|row| row.chunk_by(follows).collect()).collect();
            let is_number =
                |group: &&[Field<'_>]| group.len() == 1 || grouping(&written(group)).is_some();
            if groups.iter().flatten().all(is_number) {
                let mut long = groups.iter().flatten().filter(|group| group.len() > 1);
                let is_shown = long.clone().any(|group| group.iter().any(is_rest));
                if let (Some(one), None, false) = (long.next(), long.next(), is_shown) {
                    return Err(two_readings(&one[0], &written(one)));
                }
                let joined = |group: &&[Field<'t>]| Field {
                    text: written(group).into(),
                    ..group[0].clone()
                };
                self.rows = groups.iter().map(|row| row.iter().map(joined).collect()).collect();
            }
            return Ok(());
        }
        let is_number = |row: &Vec<Field<'_>>| match &row[..] {
            [one] => one.text.len() <= 3 && one.small().is_some(),
            several => grouping(&written(several)).is_some(),
        };
        let several = || self.rows.iter().filter(|row| row.len() > 1);
        let (Some(first), true) = (several().next(), self.rows.len() > 1) else { return Ok(()) };
        let is_shown = several().flatten().any(is_rest);
        let has_single = self.rows.iter().any(|row| row.len() == 1);
        if !(is_shown || has_single) || !self.rows.iter().all(is_number) {
            return Ok(());
        }
        if !is_shown && self.separator == ' ' {
            let found = message!("{}, which has two readings", quoted(&written(first)));
            let expected = message!(
                "{} numbers with a comma between them, or one without blanks",
                first.len()
            );
            return Err(first[0].mistaken(wrong(first[0].line, found, expected)));
        }
        for row in &mut self.rows {
            let joined = written(row);
            row.truncate(1);
            row[0].text = joined.into();
        }
        Ok(())
    }

    /// Joins `1`, `000` in a list, `1,000,2,000`, where each group of three digits that may go on a number
    /// begins with 0 and so does.
    ///
    /// # Errors
    /// Numbers that have two readings.
    pub(super) fn join_groups_of_list(&mut self) -> Result<()> {
        let [row] = &mut self.rows[..] else { return Ok(()) };
        let is_short = |f: &Field<'_>| f.text.len() <= 3 && f.small().is_some();
        let Some(rest) = row.iter().position(is_rest).filter(|&k| k > 0) else { return Ok(()) };
        if !row.iter().all(is_short) || row.iter().all(|f| f.text.len() == 3) {
            return Ok(());
        }
        let mut joined: Vec<Field<'t>> = Vec::new();
        for field in row.iter() {
            let may_go_on = field.text.len() == 3 && !field.text.starts_with(['-', '+']);
            match joined.last_mut().filter(|begun| may_go_on && !begun.text.starts_with('0')) {
                Some(begun) if is_rest(field) => {
                    begun.text.to_mut().push(self.separator);
                    begun.text.to_mut().push_str(&field.text);
                }
                None if !is_rest(field) => joined.push(field.clone()),
                _ => {
                    let number =
                        format!("{}{}{}", row[rest - 1].text, self.separator, row[rest].text);
                    return Err(two_readings(&row[rest - 1], &number));
                }
            }
        }
        *row = joined;
        Ok(())
    }
}
