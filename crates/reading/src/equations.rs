//! Values written as equations: `sg[3] = 4`, `f(2, 5) = 1`, `7: 2`, `n = 3, sg = 4`, `i = 0, j = 1: 1`, `(2, 5) 1`.

use super::field::{Field, is_outcome};
use super::sheet::{RowForm, Sheet};
use message::message;
use std::collections::{HashMap, HashSet};
use table::lines::Result;

/// What stands between coordinates with their names and a value.
const KEY_SIGNS: [&str; 6] = ["->", "=>", ":", "\u{2192}", "\u{21a6}", "\u{21d2}"];

/// Equations of the name, index and value of each; `None` for a text of something else.
///
/// # Errors
/// A text that begins with two equations and goes on with something else.
pub(super) fn sheet(text: &str) -> Option<Result<Sheet<'_>>> {
    const ENOUGH: usize = 2;
    let mut reader = Reader { text, at: 0, line: 1, begins: 0 };
    let mut all: Vec<Equation<'_>> = Vec::new();
    reader.between();
    while reader.at < text.len() {
        match reader.equation() {
            Some(equation) => all.push(equation),
            None if all.len() < ENOUGH => return None,
            None => {
                let found = reader.rest().lines().next().unwrap_or("");
                let expected = message!("an equation like `{}`", all[0].written);
                return Some(Err(reader.field(found).wrong(expected)));
            }
        }
        reader.between();
    }
    match all.len() {
        0 => None,
        1 if all[0].index.is_empty() || !all[0].has_sign => None,
        _ => {
            number(&mut all);
            Some(if all.iter().all(|e| e.index.is_empty()) { assigned(all) } else { indexed(all) })
        }
    }
}

/// Takes a number within names that are the same but for it for an index: `a0 = 0, a1 = 1`.
fn number(all: &mut [Equation<'_>]) {
    let parts = |name: &'_ str| -> Option<(usize, usize)> {
        let begins = name.find(|c: char| c.is_ascii_digit()).filter(|&begins| begins > 0)?;
        let digits = name[begins..].find(|c: char| !c.is_ascii_digit());
        Some((begins, digits.map_or(name.len(), |digits| begins + digits)))
    };
    let mut numbers = HashSet::new();
    let Some((begins, ends)) = all.first().and_then(|e| parts(e.name)) else { return };
    let (before, behind) = (&all[0].name[..begins], &all[0].name[ends..]);
    let is_numbered = all.iter().all(|e| {
        let fits = |&(b, e_): &(usize, usize)| e.name[..b] == *before && e.name[e_..] == *behind;
        let part = parts(e.name).filter(fits);
        e.index.is_empty() && part.is_some_and(|(b, e_)| numbers.insert(&e.name[b..e_]))
    });
    if !is_numbered {
        return;
    }
    for equation in all {
        let Some((begins, ends)) = parts(equation.name) else { continue };
        let index = equation.name[begins..ends].to_owned();
        equation.index.push(Field { text: index.into(), ..equation.value.clone() });
        let stem = before.trim_end_matches('_');
        equation.name = if behind.is_empty() && stem != "n" { stem } else { "" };
    }
}

/// `name[index] = value`; the name may be missing, or the index.
#[derive(Clone, Debug, Default)]
struct Equation<'t> {
    name: &'t str,
    index: Vec<Field<'t>>,
    /// The names of the coordinates, where it has them.
    axes: Vec<&'t str>,
    value: Field<'t>,
    has_sign: bool,
    written: &'t str,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    line: usize,
    /// Where the line begins.
    begins: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn field(&self, text: &'t str) -> Field<'t> {
        let character = self.text[self.begins..self.at].chars().count() + 1;
        Field::new(text, self.line, character)
    }

    /// Goes on to the first character that `skip` does not let pass.
    fn pass(&mut self, skip: impl Fn(char) -> bool) -> &'t str {
        let start = self.at;
        while let Some(c) = self.rest().chars().next().filter(|&c| skip(c)) {
            self.at += c.len_utf8();
            if c == '\n' {
                (self.line, self.begins) = (self.line + 1, self.at);
            }
        }
        &self.text[start..self.at]
    }

    fn blanks(&mut self) {
        self.pass(|c| c == ' ' || c == '\t');
    }

    /// What stands between equations.
    fn between(&mut self) {
        loop {
            self.pass(|c| c.is_whitespace() || ",;.$&|{}\u{2026}\u{5f53}".contains(c));
            // the end of a line of LaTeX
            if self.rest().starts_with("\\\\") {
                self.at += 2;
                continue;
            }
            if !self.rest().starts_with('#') {
                return;
            }
            self.pass(|c| c != '\n');
        }
    }

    fn equation(&mut self) -> Option<Equation<'t>> {
        let (start, line, begins) = (self.at, self.line, self.begins);
        let read = self.parts(start);
        if read.is_none() {
            (self.at, self.line, self.begins) = (start, line, begins);
        }
        read
    }

    /// Passes `n =`, and gives the name.
    fn axis(&mut self) -> Option<&'t str> {
        let start = self.at;
        self.pass(|c| c == '\u{5f53}');
        let name = self.pass(|c| c.is_alphanumeric() || c == '_');
        self.blanks();
        let rest = self.rest();
        let is_axis = rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>");
        if !is_axis || name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
            self.at = start;
            return None;
        }
        self.at += 1;
        self.blanks();
        Some(name)
    }

    fn integer(&mut self) -> Option<Field<'t>> {
        let number = self.field("");
        let digits = self.pass(|c| c.is_ascii_digit() || c == '-');
        digits.parse::<i64>().ok()?;
        Some(Field { text: digits.into(), ..number })
    }

    /// The names and numbers of `i = 0, j = 1:`, and the sign behind them.
    fn coordinates(&mut self) -> Option<(Vec<&'t str>, Vec<Field<'t>>)> {
        let (mut axes, mut index) = (Vec::new(), Vec::new());
        loop {
            axes.push(self.axis()?);
            index.push(self.integer()?);
            self.pass(|c| " \t\u{65f6}".contains(c));
            let end = self.at;
            self.pass(|c| ",; ".contains(c));
            let behind = self.at;
            if behind == end || self.axis().is_none() {
                // `n = 1, P`
                let word =
                    self.rest().split(|c: char| c.is_whitespace() || ",;.".contains(c)).next();
                if behind > end && word.is_some_and(is_outcome) {
                    return Some((axes, index));
                }
                self.at = end;
                break;
            }
            self.at = behind;
        }
        let rest = self.rest();
        let sign =
            KEY_SIGNS.iter().find(|sign| rest.starts_with(**sign) && !rest.starts_with(":="))?;
        self.at += sign.len();
        self.blanks();
        Some((axes, index))
    }

    fn parts(&mut self, start: usize) -> Option<Equation<'t>> {
        if let Some((axes, index)) = self.coordinates() {
            let name = self.axis().unwrap_or("");
            return self.value(
                start,
                Equation { name, index, axes, has_sign: true, ..Equation::default() },
            );
        }
        self.at = start;
        let name =
            match self.rest().starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '\\') {
                true => {
                    let name = self.pass(|c| c.is_alphanumeric() || "_\\'".contains(c));
                    // `g_3`
                    match name.strip_suffix(|c: char| c.is_ascii_digit()) {
                        Some(_) if name.contains('_') => {
                            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
                            self.at -= name.len() - stem.len();
                            stem.trim_end_matches('_')
                        }
                        _ => name.trim_end_matches('_'),
                    }
                }
                false => "",
            };
        self.blanks();
        // `Case #1: 3`
        if !name.is_empty() && self.rest().starts_with('#') {
            self.at += 1;
        }
        let (mut index, mut axes) = (Vec::new(), Vec::new());
        let mut is_bracketed = false;
        loop {
            let is_open = self.rest().starts_with(['[', '(', '{']);
            let is_digit = |c: char| c.is_ascii_digit() || c == '-';
            let is_bare = index.is_empty() && self.rest().starts_with(is_digit);
            if !(is_open || is_bare) {
                break;
            }
            self.at += usize::from(is_open);
            loop {
                self.blanks();
                axes.extend(self.axis().filter(|_| is_open));
                index.push(self.integer()?);
                self.blanks();
                if self.rest().starts_with(',') && is_open {
                    self.at += 1;
                } else {
                    break;
                }
            }
            if is_open {
                if !self.rest().starts_with([']', ')', '}']) {
                    return None;
                }
                self.at += 1;
                is_bracketed = true;
            }
            self.blanks();
        }
        if name.is_empty() && index.is_empty() {
            return None;
        }
        let sign = [":=", "==", "=>", "->", "=", ":", "\u{2192}", "\u{21a6}", ")"]
            .into_iter()
            .find(|sign| self.rest().starts_with(sign));
        // behind an index in brackets alone there need be none
        self.at += sign.or((is_bracketed && name.is_empty()).then_some(""))?.len();
        self.blanks();
        self.value(
            start,
            Equation { name, index, axes, has_sign: sign.is_some(), ..Equation::default() },
        )
    }

    /// The equation that began at `start`, with the value that comes next.
    fn value(&mut self, start: usize, begun: Equation<'t>) -> Option<Equation<'t>> {
        let value = self.field("");
        let word = self.pass(|c| !(c.is_whitespace() || ",;$&()[]{}".contains(c)));
        let word = word.trim_end_matches(['.', '\u{65f6}']);
        if word.is_empty() || word.contains(['=', ':']) {
            return None;
        }
        let written = self.text[start..self.at].trim_end_matches('.');
        Some(Equation { value: Field { text: word.into(), ..value }, written, ..begun })
    }
}

/// `sg[3] = 4`: a row for each index, a column for each name.
fn indexed(all: Vec<Equation<'_>>) -> Result<Sheet<'_>> {
    let width = all.first().map_or(0, |e| e.index.len());
    let axes = all.first().map_or(Vec::new(), |e| e.axes.clone());
    if let Some(odd) = all.iter().find(|e| e.index.len() != width || e.axes != axes) {
        let expected = message!("an equation like `{}`", all[0].written);
        return Err(Field { text: odd.written.into(), ..odd.value.clone() }.wrong(expected));
    }
    let mut names: Vec<&str> = Vec::new();
    for equation in &all {
        if !names.contains(&equation.name) {
            names.push(equation.name);
        }
    }
    let mut sheet = empty(RowForm::Indexed(width));
    let axis = |k: usize| match axes.get(k).filter(|_| axes.len() == width) {
        Some(name) => Field::new(*name, 1, 0),
        None if width == 1 => Field::new("n", 1, 0),
        None => Field::new(super::axis_name(k), 1, 0),
    };
    let named =
        names.iter().map(|name| Field::new(if name.is_empty() { "value" } else { *name }, 1, 0));
    sheet.header = Some((0..width).map(axis).chain(named).collect());
    let mut places = HashMap::new();
    for Equation { name, index, value, .. } in all {
        let key: Vec<String> = index.iter().map(|f| f.text.to_string()).collect();
        let column = names.iter().position(|known| *known == name).unwrap_or(0);
        let row = *places
            .entry((key, if names.len() == 1 { sheet.rows.len() } else { 0 }))
            .or_insert_with(|| {
                let blank = Field::new("", value.line, value.character);
                sheet.rows.push(index.into_iter().chain(vec![blank; names.len()]).collect());
                sheet.rows.len() - 1
            });
        sheet.rows[row][width + column] = value;
    }
    Ok(sheet)
}

fn empty<'t>(form: RowForm) -> Sheet<'t> {
    Sheet { form, separator: ' ', source: Some("equations"), ..Sheet::default() }
}

/// `n = 3, sg = 4`: a row for each time that the first name comes.
fn assigned(all: Vec<Equation<'_>>) -> Result<Sheet<'_>> {
    let first = all[0].name;
    let mut sheet = empty(RowForm::Rows);
    let names: Vec<&str> = [first]
        .into_iter()
        .chain(all.iter().skip(1).map(|e| e.name).take_while(|name| *name != first))
        .collect();
    for (i, Equation { name, value, .. }) in all.into_iter().enumerate() {
        let expected = names[i % names.len()];
        if name != expected {
            return Err(Field { text: name.into(), ..value }.wrong(format!("`{expected} = ...`")));
        }
        match sheet.rows.last_mut().filter(|row| row.len() < names.len()) {
            Some(row) => row.push(value),
            None => sheet.rows.push(vec![value]),
        }
    }
    sheet.header = Some(names.into_iter().map(|name| Field::new(name, 1, 0)).collect());
    Ok(sheet)
}
