//! The report of a run as Markdown (GitHub's dialect).
//!
//! Order: the rule and how it was read, the chart, the beginning of the table, the laws with their
//! evidence, the claims, what to do next. A law "holds up to N"; proved is what a certificate beside
//! the report proves, and a period of the table that a theorem gives.

mod claims;
mod errata;
mod largest;
mod laws;
mod values;

pub use errata::errata;

use crate::{Page, Translation};
use expr::visible::visible;
use message::message;
use verdict::Verdict;

/// By this heading a report is known as ours; the second one is that of reports in Chinese.
pub(crate) const HOW_IT_WAS_READ: [&str; 2] = ["How it was read", "读法"];

/// The report. It shows `chart.svg`, which lies beside it.
#[must_use]
pub fn page(page: &Page<'_>) -> String {
    let mut text = String::new();
    heading(&mut text, page);
    how_it_was_read(&mut text, page);
    let alt = page.said.told(message!("{} of {}", page.main_quantity, page.title));
    let chart = page.said.told("Chart");
    text += &format!("\n## {chart}\n\n![{}](chart.svg)\n", plain(&alt));
    values::section(&mut text, page);
    largest::section(&mut text, page);
    laws::section(&mut text, page);
    claims::section(&mut text, page);
    next_steps(&mut text, page);
    visible(&text).into_owned()
}

fn heading(text: &mut String, page: &Page<'_>) {
    *text += &format!("# {}\n", plain(&page.title));
    for note in &page.notes {
        *text += &format!("\n{}\n", plain(note));
    }
    if !page.rule_text.trim().is_empty() {
        *text += &format!("\n## {}\n\n", page.said.told("Rule"));
        code_block(text, &page.rule_text);
    }
}

fn how_it_was_read(text: &mut String, page: &Page<'_>) {
    if page.explanation.is_empty() {
        return;
    }
    *text += &format!("\n## {}\n\n| | |\n|---|---|\n", page.said.told(HOW_IT_WAS_READ[0]));
    for (what, answer) in &page.explanation {
        *text +=
            &format!("| {} | {} |\n", cell(&page.said.told(what)), cell(&page.said.told(answer)));
    }
}

fn next_steps(text: &mut String, page: &Page<'_>) {
    if !page.next_steps.is_empty() {
        *text += &format!("\n## {}\n\n", page.said.told("Next steps"));
        code_block(text, &page.next_steps.join("\n"));
    }
}

/// A fenced block; the fence is longer than any run of backticks inside.
fn code_block(text: &mut String, code: &str) {
    let fence = "`".repeat((longest_run(code) + 1).max(3));
    *text += &format!("{fence}\n{}\n{fence}\n", code.trim_end());
}

/// A code span on one line.
fn code(content: &str) -> String {
    let content = one_line(content);
    let ticks = "`".repeat(longest_run(&content) + 1);
    let pad = if content.starts_with('`') || content.ends_with('`') { " " } else { "" };
    format!("{ticks}{pad}{content}{pad}{ticks}")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// Words that Markdown shows as they are, on one line.
fn plain(words: &str) -> String {
    let mut shown = String::new();
    for c in one_line(words).chars() {
        // Elsewhere `>` and `#` mean nothing.
        let opens_block = shown.is_empty() && matches!(c, '>' | '#');
        if opens_block || matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '|' | '~') {
            shown.push('\\');
        }
        shown.push(c);
    }
    shown
}

/// Words in a cell of a Markdown table.
fn cell(words: &str) -> String {
    plain(words)
}

/// The head of a table: names of the columns, and how they are aligned.
fn table_head<const N: usize>(said: &Translation, columns: [(&'static str, &str); N]) -> String {
    let names = columns.map(|(name, _)| said.told(name)).join(" | ");
    format!("| {names} |\n|{}|\n", columns.map(|(_, aligned)| aligned).join("|"))
}

/// What a claim says: the words printed, and the statement in the rule.
fn said(verdict: &Verdict) -> String {
    let words = verdict.words.iter().map(|words| format!("\"{}\"", cell(words)));
    let statement = Some(&verdict.statement).filter(|statement| !statement.is_empty());
    words.chain(statement.map(|statement| code_cell(statement))).collect::<Vec<_>>().join(" ")
}

/// Code in a cell of a Markdown table, where bars must be escaped even in code.
fn code_cell(content: &str) -> String {
    code(content).replace('|', "\\|")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_shown_as_written() {
        assert_eq!(plain("a*b_c | <d>\n e"), "a\\*b\\_c \\| \\<d> e");
        assert_eq!(code("a `b` c"), "``a `b` c``");
        assert_eq!(code("`"), "`` ` ``");
        assert_eq!(code_cell("n -> i | n - i"), "`n -> i \\| n - i`");
    }

    #[test]
    fn fences_outgrow_their_content() {
        let mut text = String::new();
        code_block(&mut text, "```\nx\n```\n");
        assert_eq!(text, "````\n```\nx\n```\n````\n");
    }
}
