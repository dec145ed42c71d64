//! Laws of heaps as laws of the strips that are played as them, for the checker's theorem `strip`.

use crate::unproved::not_found;
use crate::{Certified, Question, Result, prove, sealed};
use expr::ast::Node;
use expr::substitute::Bindings;
use expr::words::listed as in_a_list;
use meaning::source;
use rule::ast::State;
use serde_json::json;

/// The name of the heap of a rule of heaps.
fn heap(rule: &str) -> Result<String> {
    let rule = source::rule(rule)?;
    let heap = rule.state.as_ref().and_then(State::only_coordinate);
    heap.map(|heap| heap.name.clone()).ok_or_else(|| not_found("the rule is not about one heap"))
}

/// The preperiod and the period that a certificate proves.
#[must_use]
pub fn period(certificate: &Certified) -> Option<(usize, usize)> {
    let read = checker::read(&certificate.text).ok()?;
    let number = |name| usize::try_from(read.number(name)?).ok();
    number("preperiod").zip(number("period"))
}

/// A certificate that heaps from `first` on have these values, by their residues.
///
/// # Errors
/// Why it is not proved.
pub fn listed(question: &Question, first: usize, values: &[i64]) -> Result<Certified> {
    let heap = heap(&question.rule)?;
    let value = format!("sg = [{}][{heap} % {}]", in_a_list(values), values.len());
    let law = if first == 0 { value } else { format!("{heap} >= {first} implies {value}") };
    prove(&Question { law: Some(law), ..question.clone() })
}

/// The certificate of a law of full strips, by that of their heaps; `question` is about the rule on a
/// strip, whose parameter `length` says how long it is, with a start of one size.
///
/// # Errors
/// Why the checker does not accept it.
pub fn on_strip(question: &Question, length: &str, heaps: &Certified) -> Result<Certified> {
    let rule = source::rule(&question.rule)?;
    let sizes = rule.start.iter().flat_map(|start| &start.sizes);
    let size = sizes.map(|size| size.name.clone()).next().unwrap_or_default();
    let heap = heap(&checker::read(&heaps.text)?.rule)?;
    let renamed = Bindings::of([(heap, Node::Name(size).into())]);
    let law = renamed.expr(&source::law(&heaps.accepted.law)?);
    let data = json!({"length": length, "heaps": heaps.value()});
    sealed(question, &law.to_string(), "strip", &data)
}
