//! Tables of Markdown and HTML, and lists as R prints them.

use super::As;
use super::field::{Field, is_outcome};
use super::sheet::{PARTS, RowForm, Sheet, is_rule, words_of};

/// The rows of a Markdown table, of which every line has a `|` at its left end; or of tables whose first
/// row is underlined so.
pub(super) fn markdown(text: &str) -> Option<Sheet<'_>> {
    let said = || (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let is_drawn = |line: &str| {
        let is_short = line.contains('-') && line.chars().all(|c| "|-: ".contains(c));
        is_rule(line) || is_short && line.starts_with('|')
    };
    let is_table = |line: &str| line.starts_with('|') || is_drawn(line);
    let (_, second) = said().nth(1)?;
    let is_underlined = is_drawn(second.trim()) && second.contains('|') && !second.contains('+');
    let has_bars = said().any(|(_, line)| line.trim().starts_with('|'));
    let is_framed = has_bars && said().all(|(_, line)| is_table(line.trim()));
    if !is_underlined && !is_framed {
        return None;
    }
    let mut sheet = Sheet {
        form: RowForm::Rows,
        separator: '|',
        source: Some("a Markdown table"),
        ..Sheet::default()
    };
    for (number, line) in said().filter(|(_, line)| !is_drawn(line.trim())) {
        if !line.contains('|') {
            return None;
        }
        let body = line.trim();
        let body = body.strip_prefix('|').unwrap_or(body);
        let body = body.strip_suffix('|').unwrap_or(body);
        let mut at = line.find(body).unwrap_or(0);
        let row = body.split('|').map(|part| {
            let plain = without_emphasis(part.trim());
            let start = at + part.find(plain).unwrap_or(0);
            at += part.len() + 1;
            Field::new(plain, number, line[..start].chars().count() + 1)
        });
        sheet.rows.push(row.collect());
    }
    Some(sheet)
}

/// The text without the signs on both sides of it that change how it looks: `**3**`. `*3` is a nimber.
fn without_emphasis(text: &str) -> &str {
    let marks = ["**", "*", "__", "`", "~~"];
    let inner = |mark: &str| text.strip_prefix(mark)?.strip_suffix(mark);
    match marks.into_iter().find_map(inner).filter(|inner| !inner.is_empty()) {
        Some(inner) => without_emphasis(inner.trim()),
        None => text,
    }
}

/// What stands at the end of a line, as a field.
fn behind<'t>(line: &str, values: &'t str, number: usize) -> Field<'t> {
    let character = line[..line.len() - values.len()].chars().count() + 1;
    Field::new(values, number, character)
}

fn without_quotes(field: Field<'_>) -> Field<'_> {
    match field.text.strip_prefix('"').and_then(|text| text.strip_suffix('"')) {
        Some(inner) => Field { text: inner.to_owned().into(), ..field },
        None => field,
    }
}

/// The name and the number before a row: `10`, `10+`, `10-19`, `row 3`, `k = 3`.
fn label(text: &str) -> Option<(&str, i64)> {
    let text = text.trim().trim_end_matches('+');
    let digits = text.find(|c: char| c.is_ascii_digit())?;
    let begins = digits - usize::from(text[..digits].ends_with('-'));
    let (name, number) = text.split_at(begins);
    let is_name = name.is_empty()
        || name.ends_with([' ', '='])
            && name.chars().all(|c| c.is_alphabetic() || " _=".contains(c));
    let first = number.split_once(['\u{2013}', '.']).map_or(number, |(first, _)| first);
    let first =
        first.char_indices().skip(1).find(|(_, c)| *c == '-').map_or(first, |(k, _)| &first[..k]);
    let number = first.trim().parse().ok()?;
    is_name.then(|| (name.trim_end_matches([' ', '=']).trim(), number))
}

/// Rows behind labels that go on: behind the index of the first value of each, `10: 1 2 0 1 2`, perhaps below a row
/// of numbers from 0; or behind the number of the row, `k = 3: 1 2 0`.
pub(super) fn labelled(text: &str) -> Option<Sheet<'_>> {
    let said = (1..).zip(text.lines()).filter(|(_, line)| {
        let line = line.trim();
        !(line.is_empty() || line.starts_with('#') || is_rule(line))
    });
    let mut rows: Vec<Vec<Field<'_>>> = Vec::new();
    let (mut labels, mut columns, mut name) = (Vec::new(), None, None);
    for (number, line) in said {
        let (before, values) = line.split_once([':', '|'])?;
        let values = behind(line, values, number);
        let row = words_of(&values, |c| c.is_whitespace() || c == ',');
        if !row.iter().all(|field| field.is_number() || is_outcome(&field.text)) {
            return None;
        }
        match label(before) {
            Some((said, number)) if *name.get_or_insert(said) == said => {
                labels.push(number);
                rows.push(row);
            }
            None if rows.is_empty() && columns.is_none() => columns = Some(row),
            _ => return None,
        }
    }
    let (last, others) = rows.split_last()?;
    let (first, width) = (*labels.first()?, others.first()?.len());
    let counts = |row: &Vec<Field<'_>>| {
        row.len() == width && row.iter().zip(0..).all(|(f, n)| f.small() == Some(n))
    };
    let goes_on =
        |step: usize| labels.windows(2).all(|w| w[0].checked_add(step as i64) == Some(w[1]));
    let is_even = others.iter().all(|row| row.len() == width);
    let sheet = Sheet { separator: ' ', offset: first, ..Sheet::default() };
    if width > 2 && is_even && last.len() <= width && goes_on(width) && columns.iter().all(counts) {
        return Some(Sheet { rows, form: RowForm::List, source: Some(PARTS), ..sheet });
    }
    if columns.is_some() || !goes_on(1) {
        return None;
    }
    let height = rows.len();
    if height > 2 && rows.iter().map(Vec::len).eq(1..=height) && (0..=1).contains(&first) {
        return Some(Sheet { rows: vec![rows.concat()], form: RowForm::Triangle, ..sheet });
    }
    // More rows than that may as well be indices with several values.
    if width < 3 || !is_even || last.len() != width || height > width + 1 {
        return None;
    }
    let line = last[0].line;
    let field = |text: String| Field::new(text, line, 0);
    for (row, label) in rows.iter_mut().zip(&labels) {
        row.insert(0, Field::new(label.to_string(), row[0].line, 0));
    }
    let corner = field(name.unwrap_or("").to_owned());
    rows.insert(0, [corner].into_iter().chain((0..width).map(|k| field(k.to_string()))).collect());
    Some(Sheet { rows, form: RowForm::Rows, offset: 0, ..sheet })
}

/// The rows of a matrix as R prints it: below `[,1] [,2]` each behind `[1,]`, and where it is wide in several parts.
pub(super) fn matrix_of_r(text: &str) -> Option<Sheet<'_>> {
    let mut rows: Vec<Vec<Field<'_>>> = Vec::new();
    let mut at = None;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        if line.split_whitespace().all(|word| word.starts_with("[,") && word.ends_with(']')) {
            at = Some(0);
            continue;
        }
        let row = at.as_mut()?;
        let values = line.trim_start().strip_prefix(&format!("[{},]", *row + 1))?;
        let fields = words_of(&behind(line, values, number), char::is_whitespace);
        let fields = fields.into_iter().map(without_quotes);
        match rows.get_mut(*row) {
            Some(begun) => begun.extend(fields),
            None => rows.push(fields.collect()),
        }
        *row += 1;
    }
    let source = Some("as R prints it");
    let says = (rows.first()?.len() > 1).then_some(As::Matrix);
    Some(Sheet { says, rows, source, form: RowForm::Rows, separator: ' ', ..Sheet::default() })
}

/// The list that R prints: before each line stands in brackets which element it begins with.
pub(super) fn vector_of_r(text: &str) -> Option<Sheet<'_>> {
    let mut fields = Vec::new();
    let mut longest = 0;
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let (label, values) = line.trim_start().strip_prefix('[')?.split_once(']')?;
        if label.parse() != Ok(fields.len() + 1) {
            return None;
        }
        let begun = fields.len();
        let words = words_of(&behind(line, values, number), char::is_whitespace);
        fields.extend(words.into_iter().map(without_quotes));
        longest = longest.max(fields.len() - begun);
    }
    let is_printed = longest > 1;
    is_printed.then(|| Sheet { source: Some("as R prints it"), ..Sheet::list(fields, 0) })
}

/// The rows of the first table of an HTML text.
pub(super) fn html(text: &str) -> Option<Sheet<'_>> {
    let lower = text.to_ascii_lowercase();
    let start = lower.find("<table").or_else(|| lower.find("<tr"))?;
    let end = lower[start..].find("</table").map_or(text.len(), |end| start + end);
    let mut sheet = Sheet {
        form: RowForm::Rows,
        separator: '<',
        source: Some("an HTML table"),
        ..Sheet::default()
    };
    let mut at = start;
    let (mut line, mut counted) = (1, 0);
    while let Some(open) = text[at..end].find('<') {
        let tag = at + open;
        let close = text[tag..end].find('>').map_or(end, |close| tag + close + 1);
        let name: String =
            lower[tag + 1..close].chars().take_while(char::is_ascii_alphanumeric).collect();
        at = close.max(tag + 1);
        match name.as_str() {
            "tr" => sheet.rows.push(Vec::new()),
            "td" | "th" => {
                let rest = &lower[at..end];
                let ends = ["<td", "<th", "</td", "</th", "<tr", "</tr"];
                let stop = ends.iter().filter_map(|tag| rest.find(tag)).min().unwrap_or(rest.len());
                line += text[counted..at].matches('\n').count();
                counted = at;
                let begins = text[..at].rfind('\n').map_or(0, |b| b + 1);
                let character = text[begins..at].chars().count() + 1;
                let field = Field::new(plain(&text[at..at + stop]), line, character);
                if sheet.rows.is_empty() {
                    sheet.rows.push(Vec::new());
                }
                sheet.rows.last_mut()?.push(field);
                at += stop;
            }
            _ => {}
        }
    }
    sheet.rows.retain(|row| !row.is_empty());
    Some(sheet)
}

/// The text of a cell without tags, and with the characters that entities stand for.
fn plain(cell: &str) -> String {
    let mut said = String::new();
    let mut is_tag = false;
    for c in cell.chars() {
        match c {
            '<' => is_tag = true,
            '>' => is_tag = false,
            c if !is_tag => said.push(c),
            _ => {}
        }
    }
    let entities = [
        ("&nbsp;", " "),
        ("&minus;", "-"),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&amp;", "&"),
        ("&#8722;", "-"),
    ];
    entities.iter().fold(said, |said, (from, to)| said.replace(from, to)).trim().to_owned()
}
