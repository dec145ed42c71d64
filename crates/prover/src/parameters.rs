//! One law for all values of the parameters, for the checker's theorem of that name.

use expr::ast::{Comparison, Node, Quantity};
use meaning::range::{Case, Range};
use meaning::source;
use serde_json::{Value, json};

use crate::unproved::not_found;
use crate::{Certified, Question, Result, sealed};

/// Most conditions that are distinguished.
const CONDITIONS: u32 = 2;

/// The law of a rule that takes a number from a range, for all values of its parameters: what to
/// take is looked for among sums of the bounds. `None` where the question is another.
pub(crate) fn prove(question: &Question) -> Option<Result<Certified>> {
    let Question { rule, parameters, quantity, law, .. } = question;
    let law = law.as_deref()?;
    let is_open = parameters.is_empty() && !source::rule(rule).ok()?.parameters.is_empty();
    let about = Quantity::from_name(quantity).filter(|_| is_open)?;
    let range = Range::read(rule, law, about).ok()?;
    let cases = search(&range);
    Some(cases.and_then(|cases| sealed(question, law, "all-parameters", &json!({"cases": cases}))))
}

fn search(range: &Range) -> Result<Vec<Value>> {
    let [least, most, c, e, modulus] = range.written();
    let takes = [
        "r".to_owned(),
        most.clone(),
        least,
        format!("r - {c}"),
        format!("r - {e}"),
        format!("r - {c} + {modulus}"),
        format!("r - {e} + {modulus}"),
    ];
    let conditions = [
        format!("r <= {c} - 1"),
        format!("r <= {most}"),
        format!("r - {c} <= {most}"),
        format!("r - {e} <= {most}"),
    ];
    // the list of cases number `at`: in mixed radix the last take, then conditions with theirs
    let mut why = not_found("no case is tried");
    for count in 0..=CONDITIONS {
        let pairs = takes.len() * conditions.len();
        for mut at in 0..takes.len() * pairs.pow(count) {
            let mut cases = vec![(None, &takes[at % takes.len()])];
            at /= takes.len();
            for _ in 0..count {
                let (take, condition) = (at % takes.len(), at / takes.len() % conditions.len());
                cases.insert(0, (Some(&conditions[condition]), &takes[take]));
                at /= pairs;
            }
            match checked(range, &cases) {
                Ok(()) => return Ok(cases.into_iter().map(written).collect()),
                Err(reason) => why = reason,
            }
        }
    }
    Err(why)
}

/// Whether the checker accepts these cases.
fn checked(range: &Range, cases: &[(Option<&String>, &String)]) -> Result<()> {
    let core = range.certificate(&read(cases)?)?;
    verify::verify(&core).map(|_| ()).map_err(|why| not_found(why.0))
}

fn read(cases: &[(Option<&String>, &String)]) -> Result<Vec<Case>> {
    let condition = |text: &String| match source::law(text)?.node {
        Node::Compare(a, right) => match right.as_slice() {
            [(Comparison::Le, b)] => Ok((*a, b.clone())),
            _ => Err(not_found("no condition")),
        },
        _ => Err(not_found("no condition")),
    };
    let case = |(of, take): &(Option<&String>, &String)| {
        Ok((of.map(condition).transpose()?, source::law(take)?))
    };
    cases.iter().map(case).collect()
}

fn written((condition, take): (Option<&String>, &String)) -> Value {
    match condition {
        Some(condition) => json!({"if": condition, "take": take}),
        None => json!({"take": take}),
    }
}
