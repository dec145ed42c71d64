//! The laws found and why they are believed.

use super::{code, plain};
use crate::certificates::{certificate, file_of_law};
use crate::{Page, box_of, place};
use detector::Finding;
use expr::words::{count, listed};
use table::Table;

/// Exceptions listed before the rest is only counted.
const EXCEPTIONS: usize = 12;

pub(super) fn section(text: &mut String, page: &Page<'_>) {
    if page.findings.is_empty() {
        return;
    }
    *text += "\n## Laws\n";
    for (quantity, findings) in &page.findings {
        match findings.split_first() {
            None => {
                *text += &format!(
                    "\n### No law found for {}\n\nSearched on {}.\n",
                    plain(quantity),
                    plain(&box_of(&page.table.axes))
                );
            }
            Some((best, others)) => {
                *text += &format!("\n### {}\n\n", code(&best.law.words));
                proved(text, page, quantity, 0);
                evidence(text, best, page.table);
                for (number, other) in (1..).zip(others) {
                    *text += &format!("\nAlso: {}\n\n", code(&other.law.words));
                    proved(text, page, quantity, number);
                    evidence(text, other, page.table);
                }
            }
        }
    }
}

/// Says that the law of that number is proved, if it is.
fn proved(text: &mut String, page: &Page<'_>, quantity: &str, number: usize) {
    if let Some(certificate) = certificate(&page.proofs, quantity, number) {
        let file = file_of_law(quantity, &page.main_quantity);
        let theorem = plain(certificate.accepted.theorem);
        *text += &format!("- **proved** for every position ([{file}]({file})): {theorem}\n");
    }
}

fn evidence(text: &mut String, finding: &Finding, table: &Table) {
    let (law, evidence) = (&finding.law, &finding.evidence);
    let mut point = |words: String| *text += &format!("- {words}\n");

    let last = place(&table.axes, &evidence.verified_to);
    let start = match (law.from, table.axes.as_slice()) {
        (Some(from), [axis]) => format!(" from {} = {from}", plain(&axis.name)),
        _ => String::new(),
    };
    let exceptions = match law.exceptions.len() {
        0 => "no exceptions".to_owned(),
        1 => "with 1 exception".to_owned(),
        count => format!("with {count} exceptions"),
    };
    point(format!("holds{start} up to {}, {exceptions}", plain(&last)));
    let fitted = count(evidence.fitted, "position");
    point(format!("fitted on {fitted}, tested on {} others", evidence.tested));
    let kind = listed([law.kind.name().to_owned()].into_iter().chain(law.parameters_in_words()));
    point(format!("kind: {}", plain(&kind)));
    if !law.exceptions.is_empty() {
        let shown = law.exceptions.iter().take(EXCEPTIONS);
        let mut list: Vec<_> = shown
            .map(|(at, value)| format!("{} = {value} at {}", law.subject, place(&table.axes, at)))
            .collect();
        if law.exceptions.len() > EXCEPTIONS {
            list.push(format!("and {} more", law.exceptions.len() - EXCEPTIONS));
        }
        point(format!("exceptions: {}", plain(&list.join("; "))));
    }
    if let Some(rival) = &evidence.rival {
        point(format!("next best law: {}", code(rival)));
    }
    if !evidence.refuted_by.is_empty() {
        point(format!("refuted by {}", plain(&evidence.refuted_by)));
    }
    if let ([axis], false) = (table.axes.as_slice(), finding.next.is_empty()) {
        let (name, next) = (plain(&axis.name), axis.hi.saturating_add(1));
        point(format!("predicted values from {name} = {next}: {}", listed(&finding.next)));
    }
}
