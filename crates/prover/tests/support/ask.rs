//! A statement about a rule asked of the prover.

use prover::{Certified, Question, Unproved, prove, statement};

/// How the search for a proof of the law ends; the quantity is the one that the law names. Values
/// are computed up to `to`: with 0, only automata and cases over parameters prove anything.
///
/// # Panics
/// When the search is given up.
pub(crate) fn ask(
    rule: &str,
    parameters: &[(&str, &str)],
    law: &str,
    to: usize,
) -> Result<Certified, Unproved> {
    let question = Question {
        rule: rule.to_owned(),
        parameters: parameters.iter().map(|&(n, v)| (n.to_owned(), v.to_owned())).collect(),
        quantity: statement::quantity(law).to_owned(),
        law: Some(law.to_owned()),
        to,
    };
    prove(&question)
}
