//! The laws found and why they are believed.

use super::{code, plain};
use crate::certificates::{certificate, file_of_law};
use crate::{Page, box_of, place};
use detector::Finding;
use expr::words::listed;
use message::{Message, Tell as _, message};

/// Exceptions listed before the rest is only counted.
const EXCEPTIONS: usize = 12;

pub(super) fn section(text: &mut String, page: &Page<'_>) {
    if page.findings.is_empty() {
        return;
    }
    let said = &page.said;
    *text += &format!("\n## {}\n", said.told("Laws"));
    for (quantity, findings) in &page.findings {
        match findings.split_first() {
            None => {
                let none = said.told(message!("No law found for {}", plain(quantity)));
                let on = plain(&box_of(&page.table.axes));
                *text += &format!("\n### {none}\n\n{}\n", said.told(message!("Searched on {on}.")));
            }
            Some((best, others)) => {
                let law = |law: &Message| code(&said.told(law));
                *text += &format!("\n### {}\n\n", law(&best.law.words));
                proved(text, page, quantity, 0);
                evidence(text, best, page);
                for (number, other) in (1..).zip(others) {
                    let also = said.told(message!("Also: {}", law(&other.law.words)));
                    *text += &format!("\n{also}\n\n");
                    proved(text, page, quantity, number);
                    evidence(text, other, page);
                }
            }
        }
    }
}

/// Says that the law of that number is proved, if it is.
fn proved(text: &mut String, page: &Page<'_>, quantity: &str, number: usize) {
    if let Some(certificate) = certificate(&page.proofs, quantity, number) {
        let file = file_of_law(quantity, &page.main_quantity);
        let theorem = plain(&page.said.told(certificate.accepted.theorem));
        let proved = message!("**proved** for every position ([{file}]({file})): {theorem}");
        *text += &format!("- {}\n", page.said.told(proved));
    }
}

fn evidence(text: &mut String, finding: &Finding, page: &Page<'_>) {
    let (law, evidence, axes) = (&finding.law, &finding.evidence, &page.table.axes);
    let said = &page.said;
    let mut point = |words: Message| *text += &format!("- {}\n", said.told(words));

    let last = plain(&place(axes, &evidence.verified_to));
    let exceptions: Message = match law.exceptions.len() {
        0 => "no exceptions".into(),
        1 => "with 1 exception".into(),
        count => message!("with {count} exceptions"),
    };
    point(match (law.from, axes.as_slice()) {
        (Some(from), [axis]) => {
            message!("holds from {} = {from} up to {last}, {exceptions}", plain(&axis.name))
        }
        _ => message!("holds up to {last}, {exceptions}"),
    });
    let fitted = match evidence.fitted {
        1 => "1 position".into(),
        fitted => message!("{fitted} positions"),
    };
    point(message!("fitted on {fitted}, tested on {} others", evidence.tested));
    let kind = [law.kind.message()].into_iter().chain(law.parameters_in_words());
    point(message!("kind: {}", plain(&listed(kind.map(|part| said.told(part))))));
    if !law.exceptions.is_empty() {
        let shown = law.exceptions.iter().take(EXCEPTIONS).map(|(at, value)| {
            let subject = plain(&law.subject);
            message!("{subject} = {value} at {}", plain(&place(axes, at)))
        });
        let rest = law.exceptions.len().saturating_sub(EXCEPTIONS);
        let rest = (rest > 0).then(|| message!("and {rest} more"));
        point(message!("exceptions: {}", Message::joined(shown.chain(rest), "; ")));
    }
    if let Some(rival) = &evidence.rival {
        point(message!("next best law: {}", code(&said.told(rival))));
    }
    if !evidence.refuted_by.is_empty() {
        point(message!("refuted by {}", plain(&said.told(&evidence.refuted_by))));
    }
    if let ([axis], false) = (axes.as_slice(), finding.next.is_empty()) {
        let (name, next) = (plain(&axis.name), axis.hi.saturating_add(1));
        point(message!("predicted values from {name} = {next}: {}", listed(&finding.next)));
    }
}
