//! How large a position may be.

use message::message;
use std::collections::BTreeMap;

use expr::ast::Expr;
use expr::diagnostic::Diagnostic;
use expr::eval;

use crate::ast::{CoordinateForm, Rule, State};
use crate::bind::{Constant, constants};

/// Most entries of a row.
pub(crate) const MAX_ROW_LENGTH: i128 = 32;

/// Most numbers a set coordinate may be taken from: it is one 64-bit integer in a table.
const MAX_SET: i128 = 62;

/// The rows and sets of the state that are too large (or too small) for these parameters. Sizes
/// without value are not judged here.
pub(crate) fn limits(rule: &Rule, values: &BTreeMap<String, Constant>) -> Vec<Diagnostic> {
    let Some(State::Tuple { coordinates, .. }) = &rule.state else { return Vec::new() };
    let constants = constants(values);
    let number = |e: &Expr| eval::evaluate_constant(e, &constants).ok();
    let mut mistakes = Vec::new();
    for coordinate in coordinates {
        let name = &coordinate.name;
        let (cause, help) = match &coordinate.form {
            CoordinateForm::Number => continue,
            CoordinateForm::Row(length) => match number(length) {
                Some(length) if !(1..=MAX_ROW_LENGTH).contains(&length) => (
                    format!("the row `{name}` has {length} entries"),
                    message!("a row has 1 to {MAX_ROW_LENGTH} of them"),
                ),
                _ => continue,
            },
            CoordinateForm::Subset => {
                let lo = coordinate.from.as_ref().map_or(Some(0), number);
                let hi = coordinate.to.as_ref().and_then(number);
                let (Some(lo), Some(hi)) = (lo, hi) else { continue };
                // 1..0 is the set that is always empty.
                let size = hi.saturating_sub(lo).saturating_add(1);
                if lo >= 0 && (0..=MAX_SET).contains(&size) {
                    continue;
                }
                (
                    format!("the set `{name}` is taken from {size} numbers, {lo}..{hi}"),
                    message!("a set is taken from at most {MAX_SET} numbers >= 0"),
                )
            }
        };
        mistakes.push(Diagnostic::new("R055", cause, coordinate.span).help(help));
    }
    mistakes
}
