//! Equations of functions that are given by lists: recurrences by their terms, functions linear in
//! the digits by matrices.

use super::expression;
use crate::ast::{Expr, Node};
use crate::emit::{Result, constants};
use crate::words::{add_term, listed, multiple};

/// The equation for `subject(place)`, `None` when the body is an ordinary expression.
pub(super) fn equation(body: &Expr, subject: &str, place: &str) -> Result<Option<String>> {
    let Node::Call(name, arguments) = &body.node else { return Ok(None) };
    let [index, .., first, second] = arguments.as_slice() else { return Ok(None) };
    let (Some(first), Some(second)) = (constants(first), constants(second)) else {
        return Ok(None);
    };
    let n = expression(index)?;
    let text = match (name.as_str(), &arguments[1..arguments.len() - 2]) {
        ("recurrence", []) => recurrence(subject, place, &n, &first, &second),
        ("regular", [base, least]) => {
            let base = expression(base)?;
            let (digits, count) = match least.literal() {
                Some(0) => (format!("{n} = (d_k \\dots d_1)_{{{base}}}"), 1),
                _ => {
                    let count = base.parse::<usize>().unwrap_or(2) - 1;
                    (format!("{n} = (r\\, d_k \\dots d_1)_{{{base}}}"), count)
                }
            };
            linear(subject, place, &digits, &[], [&first, &second], count)
        }
        ("zeckendorf_regular" | "tribonacci_regular" | "pell_regular", [least]) => {
            let (system, blocks) = match name.as_str() {
                "tribonacci_regular" => ("T", ["0", "01", "011"].as_slice()),
                "pell_regular" => ("P", ["0", "1", "20"].as_slice()),
                _ => ("F", ["0", "01"].as_slice()),
            };
            let (root, count) = match (least.literal(), blocks.len()) {
                (Some(0), _) => ("", 1),
                (_, 2) => ("1\\, ", 1),
                (_, all) => ("r\\, ", all - 1),
            };
            let list = blocks.join(", ");
            let digits =
                format!("{n} = ({root}d_k \\dots d_1)_{system},\\ d_i \\in \\{{{list}\\}}");
            linear(subject, place, &digits, blocks, [&first, &second], count)
        }
        _ => return Ok(None),
    };
    Ok(Some(text))
}

/// `a(n) = c_1 t_{k-1} + ..., k = index, t_0 = ...`
fn recurrence(subject: &str, place: &str, index: &str, weights: &[i128], terms: &[i128]) -> String {
    let mut sum = String::new();
    for (&weight, back) in weights.iter().zip(1..).filter(|(w, _)| **w != 0) {
        let term = multiple(weight.unsigned_abs(), &format!("t_{{k-{back}}}"));
        add_term(&mut sum, weight < 0, &term);
    }
    let last = terms.len().saturating_sub(1);
    format!(
        "{subject}({place}) = t_{{{index}}},\\quad t_k = {sum},\\quad (t_0, \\dots, t_{{{last}}}) = ({})",
        listed(terms)
    )
}

/// `f(n) = e_1 M_{d_1} ... M_{d_k} v`; what is appended is called by these labels, or by its number.
fn linear(
    subject: &str,
    place: &str,
    digits: &str,
    labels: &[&str],
    [matrices, roots]: [&[i128]; 2],
    count: usize,
) -> String {
    let rank = (roots.len() / count.max(1)).max(1);
    let rows = |list: &[i128], width: usize| {
        let row = |row: &[i128]| row.iter().map(i128::to_string).collect::<Vec<_>>().join(" & ");
        let rows: Vec<String> = list.chunks(width).map(row).collect();
        format!("\\begin{{pmatrix}} {} \\end{{pmatrix}}", rows.join(" \\\\ "))
    };
    let label =
        |digit: usize| labels.get(digit).map_or(digit.to_string(), |label| (*label).to_owned());
    let mut text =
        format!("{subject}({place}) = e_1 M_{{d_1}} \\cdots M_{{d_k}} v_r,\\quad {digits}");
    for (digit, matrix) in matrices.chunks(rank * rank).enumerate() {
        text += &format!(",\\quad M_{{{}}} = {}", label(digit), rows(matrix, rank));
    }
    for (root, vector) in roots.chunks(rank).enumerate() {
        let which = if count == 1 { "r".to_owned() } else { (root + 1).to_string() };
        text += &format!(",\\quad v_{{{which}}} = {}", rows(vector, 1));
    }
    text
}
