//! One law for all values of the parameters: its certificate read, the game elaborated.

use expr::ast::{Comparison, Node, Quantity};
use meaning::range::{Case, Range};
use meaning::source;
use serde::Deserialize;

use crate::certificate::{Certificate, Object, if_present};
use crate::{Accepted, Result, reject};

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    cases: Vec<Object<Written>>,
}

/// A case: what to take, and a condition `a <= b`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default, rename = "if", deserialize_with = "if_present")]
    condition: Option<String>,
    take: String,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted> {
    let Data { cases } = certificate.data()?;
    certificate.without_parameters()?;
    let about = certificate.quantity(&[Quantity::Win, Quantity::Misere])?;
    let range = Range::read(&certificate.rule, &certificate.law, about)?;
    let cases: Vec<Case> =
        cases.iter().map(|Object(written)| case(written)).collect::<Result<_, _>>()?;
    let core = range.certificate(&cases)?;
    let computed = verify::verify(&core)?.computed;
    Ok(certificate
        .accepted(
            "lost remainders for all parameters (linear inequalities, Fourier and Motzkin)",
            computed,
        )
        .with(core))
}

/// A case as expressions.
fn case(written: &Written) -> Result<Case> {
    let take = source::law(&written.take)?;
    let Some(condition) = &written.condition else { return Ok((None, take)) };
    match source::law(condition)?.node {
        Node::Compare(a, right) if matches!(right.as_slice(), [(Comparison::Le, _)]) => {
            Ok((right.into_iter().next().map(|(_, b)| (*a, b)), take))
        }
        _ => reject("the condition of a case must be of the form `a <= b`"),
    }
}
