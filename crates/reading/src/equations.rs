//! Values written as equations: `sg[3] = 4`, `f(2, 5) = 1`, `7: 2`, `n = 3, sg = 4`, `(2, 5) 1`.

use super::field::Field;
use super::sheet::{RowForm, Sheet};
use message::message;
use table::lines::Result;

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
            Some(if all.iter().all(|e| e.index.is_empty()) { assigned(all) } else { indexed(all) })
        }
    }
}

/// `name[index] = value`; the name may be missing, or the index.
#[derive(Clone, Debug)]
struct Equation<'t> {
    name: &'t str,
    index: Vec<Field<'t>>,
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
            self.pass(|c| c.is_whitespace() || ",;.$&|".contains(c));
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

    fn parts(&mut self, start: usize) -> Option<Equation<'t>> {
        let name =
            match self.rest().starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '\\') {
                true => {
                    let name = self.pass(|c| c.is_alphanumeric() || "_\\'".contains(c));
                    // `g_3`, and `\mathcal{G}(3)`
                    match name.strip_suffix(|c: char| c.is_ascii_digit()) {
                        Some(_) if name.contains('_') => {
                            let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
                            self.at -= name.len() - stem.len();
                            stem.trim_end_matches('_')
                        }
                        _ if name.starts_with('\\') && self.rest().starts_with('{') => {
                            self.at += 1;
                            let inner = self.pass(|c| c.is_alphanumeric());
                            self.at += usize::from(self.rest().starts_with('}'));
                            inner
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
        let mut index = Vec::new();
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
                let number = self.field("");
                let digits = self.pass(|c| c.is_ascii_digit() || c == '-');
                if digits.parse::<i64>().is_err() {
                    return None;
                }
                index.push(Field { text: digits.into(), ..number });
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
        let mut value = self.field("");
        let word = self.pass(|c| !(c.is_whitespace() || ",;$&()[]{}".contains(c)));
        let word = word.trim_end_matches('.');
        if word.is_empty() || word.contains(['=', ':']) {
            return None;
        }
        value.text = word.into();
        Some(Equation {
            name,
            index,
            value,
            has_sign: sign.is_some(),
            written: self.text[start..self.at].trim_end_matches('.'),
        })
    }
}

/// `sg[3] = 4`: a row for each index, a column for each name.
fn indexed(all: Vec<Equation<'_>>) -> Result<Sheet<'_>> {
    let width = all.first().map_or(0, |e| e.index.len());
    if let Some(odd) = all.iter().find(|e| e.index.len() != width) {
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
    let axis =
        |k: usize| Field::new(if width == 1 { "n".to_owned() } else { super::axis_name(k) }, 1, 0);
    let named =
        names.iter().map(|name| Field::new(if name.is_empty() { "value" } else { *name }, 1, 0));
    sheet.header = Some((0..width).map(axis).chain(named).collect());
    let mut places = std::collections::HashMap::new();
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
