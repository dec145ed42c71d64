//! The list of error codes (docs/errors.md).

use crate::words::Lang;

// `ERRORS`: the list of error codes, `ERRORS_ZH` the same in Chinese.
include!(concat!(env!("OUT_DIR"), "/errors.rs"));

fn errors(lang: Lang) -> &'static str {
    match lang {
        Lang::En => ERRORS,
        Lang::Zh => ERRORS_ZH,
    }
}

/// What the documentation says about an error code such as `R012`, `None` when it says nothing.
#[must_use]
pub fn error_code(code: &str, lang: Lang) -> Option<String> {
    passage(errors(lang), code)
}

/// Every error code that is documented.
#[cfg(test)]
pub(crate) fn error_codes(lang: Lang) -> Vec<&'static str> {
    let rows = errors(lang).lines().filter_map(|line| line.strip_prefix("| ")?.get(..4));
    rows.filter(|code| code.ends_with(|c: char| c.is_ascii_digit())).collect()
}

/// The section (or the row of a table) of a Markdown text that starts with `code`.
fn passage(text: &str, code: &str) -> Option<String> {
    let starts = |line: &str| {
        let words = line.trim_start_matches(['#', '|', '-', '*', '`', ' ']);
        let rest = words.strip_prefix(code);
        rest.is_some_and(|r| !r.starts_with(|c: char| c.is_ascii_alphanumeric()))
    };
    let at = text.lines().position(starts)?;
    let mut lines = text.lines().skip(at);
    let first = lines.next()?;
    if !first.starts_with('#') {
        let plain = first.replace('`', "").replace("\\|", "/");
        let cells = plain.trim_matches(['|', '-', '*', ' ']).split(" | ").map(str::trim);
        return Some(cells.collect::<Vec<_>>().join("\n  "));
    }
    let body = lines.take_while(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n");
    Some(format!("{}\n{}", first.trim_start_matches(['#', ' ']), body.trim_end()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_of_sections_and_of_tables() {
        let text =
            "# Errors\n\n## R001 odd sign\n\nDelete it.\n\n## R002 x\n\n| `R003` | a | b |\n";
        assert_eq!(passage(text, "R001").unwrap(), "R001 odd sign\n\nDelete it.");
        assert_eq!(passage(text, "R003").unwrap(), "R003\n  a\n  b");
        assert_eq!(passage(text, "R00"), None);
    }
}
