//! The values a parameter takes in a family: `over S in {1}; {2, 3}`.

use message::{Message, Tell, message};
use std::collections::BTreeMap;

use arith::NumberSet;
use arith::sets::SetError;
use expr::ast::{Expr, Node};
use expr::eval::evaluate_constant;

use crate::ast::{Parameter, ParameterKind, Variation};
use crate::bind::{Constant, constants};

/// Parameters by name.
type Values = BTreeMap<String, Constant>;

/// Why a variation gives no values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VaryError(Message);

impl Tell for VaryError {
    fn message(&self) -> Message {
        self.0.clone()
    }
}

message::error!(VaryError);

/// The values that `variation` gives the parameter `name`, in order. They may use those `known`.
///
/// # Errors
/// More values than `most`, or one that the parameter cannot have.
pub fn choices(
    parameters: &[Parameter],
    name: &str,
    variation: &Variation,
    known: &Values,
    most: usize,
) -> Result<Vec<Constant>, VaryError> {
    Ok(match variation {
        Variation::Ints(Expr { node: Node::Range(lo, hi), .. }) => {
            let (lo, hi) = (number(lo, known)?, number(hi, known)?);
            if hi.saturating_sub(lo) > most as i64 {
                return Err(VaryError(message!("more than {most} values")));
            }
            (lo..=hi).map(Constant::Int).collect()
        }
        Variation::Ints(Expr { node: Node::Set(items), .. }) => {
            items.iter().map(|e| number(e, known).map(Constant::Int)).collect::<Result<_, _>>()?
        }
        Variation::Ints(set) => vec![Constant::Set(number_set(set, known, most)?)],
        Variation::Sets(sets) => {
            let set = |set| number_set(set, known, most).map(Constant::Set);
            sets.iter().map(set).collect::<Result<_, _>>()?
        }
        Variation::Lists(lists) => {
            let list = |list: &Vec<Expr>| {
                let entries = list.iter().map(|e| number(e, known));
                entries.collect::<Result<_, _>>().map(Constant::List)
            };
            lists.iter().map(list).collect::<Result<_, _>>()?
        }
        Variation::Words(words) => {
            let parameter = parameters.iter().find(|p| p.name == name);
            let Some(ParameterKind::Word { choices, .. }) = parameter.map(|p| &p.kind) else {
                return Ok(words.iter().cloned().map(Constant::Game).collect());
            };
            let constant = |word: &String| match choices.iter().position(|c| c == word) {
                Some(index) => Ok(Constant::Word { index, choices: choices.clone() }),
                None => Err(VaryError(message!("`{word}` is not a word of it"))),
            };
            words.iter().map(constant).collect::<Result<_, _>>()?
        }
    })
}

fn number(e: &Expr, known: &Values) -> Result<i64, VaryError> {
    // a number needs none of them
    let value = match &e.node {
        Node::Int(value) => *value,
        _ => evaluate_constant(e, &constants(known)).map_err(|e| VaryError(e.message()))?,
    };
    i64::try_from(value).map_err(|_| VaryError("leaves 64 bits".into()))
}

fn number_set(set: &Expr, known: &Values, most: usize) -> Result<NumberSet, VaryError> {
    match &set.node {
        Node::Set(items) => {
            let items = items.iter().map(|e| number(e, known)).collect::<Result<Vec<_>, _>>()?;
            Ok(NumberSet::finite(items))
        }
        Node::Range(lo, hi) => {
            let (lo, hi) = (number(lo, known)?, number(hi, known)?);
            Ok(NumberSet::finite(lo..=hi.min(lo.saturating_add(most as i64))))
        }
        Node::Name(_) | Node::Call(..) => {
            set.to_string().parse().map_err(|e: SetError| VaryError(e.message()))
        }
        _ => Err(VaryError("list the numbers, or name a set".into())),
    }
}
