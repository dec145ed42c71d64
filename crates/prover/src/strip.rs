//! Laws of heaps as laws of the strips that are played as them, for the checker's theorem `strip`.

use crate::{Certificate, Question, Result, sealed};
use expr::ast::Node;
use expr::substitute::Bindings;
use meaning::source;
use rule::ast::State;
use serde_json::json;

/// The certificate of a law of full strips, by that of their heaps; `question` is about the rule on a
/// strip, whose parameter `length` says how long it is, with a start of one size.
///
/// # Errors
/// Why the checker does not accept it.
pub fn on_strip(question: &Question, length: &str, heaps: &Certificate) -> Result<Certificate> {
    let rule = source::rule(&question.rule)?;
    let sizes = rule.start.iter().flat_map(|start| &start.sizes);
    let size = sizes.map(|size| size.name.clone()).next().unwrap_or_default();
    let of_heaps = checker::read(&heaps.text)?.instance()?;
    let heap = of_heaps.rule.state.as_ref().and_then(State::only_coordinate);
    let heap = heap.map(|heap| (heap.name.clone(), Node::Name(size).into()));
    let law = Bindings::of(heap).expr(&source::law(&heaps.accepted.law)?);
    let data = json!({"length": length, "heaps": heaps.value()});
    sealed(question, &law.to_string(), "strip", &data)
}
