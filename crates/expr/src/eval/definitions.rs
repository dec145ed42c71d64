//! `let` definitions: functions of integers that may call themselves and each other.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::op::Body;
use super::{Constant, Names, compile};
use crate::ast::Expr;
use crate::diagnostic::Diagnostic;
use crate::kind::Kind;
use hashbrown::HashMap;

/// A definition as written: `let name(arguments) = body`.
#[derive(Clone, Copy, Debug)]
pub struct Let<'a> {
    /// Name.
    pub name: &'a str,
    /// Names of the arguments, integers.
    pub arguments: &'a [String],
    /// An integer or a condition.
    pub body: &'a Expr,
}

/// Compiled definitions; a clone is the same object. Their values depend on the arguments and
/// constants only, so a [`Frame`](super::Frame) remembers them.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    pub(super) shared: Arc<Shared>,
}

#[derive(Debug, Default)]
pub(super) struct Shared {
    pub(super) signatures: Vec<Signature>,
    pub(super) bodies: Vec<Body>,
}

#[derive(Clone, Debug)]
pub(super) struct Signature {
    pub(super) name: String,
    pub(super) arity: usize,
    pub(super) kind: Kind,
    /// Worth remembering: computing it again may cost much.
    pub(super) remembered: bool,
}

impl Definitions {
    /// Compiles definitions, which may use the constants, each other and themselves. Coordinates,
    /// the position at hand and the board at hand are not known to them.
    ///
    /// # Errors
    /// Every mistake in the bodies.
    pub fn compile(
        lets: &[Let<'_>],
        constants: &BTreeMap<String, Constant>,
    ) -> Result<Self, Vec<Diagnostic>> {
        let signature = |(definition, kind): (&Let<'_>, Kind)| Signature {
            name: definition.name.to_owned(),
            arity: definition.arguments.len(),
            kind: if kind == Kind::Condition { kind } else { Kind::Number },
            remembered: false,
        };
        let signatures = lets.iter().zip(kinds(lets, constants)).map(signature).collect();
        let known = Self { shared: Arc::new(Shared { signatures, bodies: Vec::new() }) };
        let mut bodies = Vec::new();
        let mut mistakes = Vec::new();
        for (definition, signature) in lets.iter().zip(&known.shared.signatures) {
            let names = Names {
                slots: definition.arguments.to_vec(),
                vectors: Vec::new(),
                constants: constants.clone(),
            };
            match compile::program(definition.body, Some(signature.kind), &names, &known, true) {
                Ok((body, _)) => bodies.push(body),
                Err(more) => mistakes.extend(more),
            }
        }
        if !mistakes.is_empty() {
            return Err(mistakes);
        }
        let mut signatures = known.shared.signatures.clone();
        for (signature, body) in signatures.iter_mut().zip(&bodies) {
            signature.remembered = body.op.is_costly();
        }
        Ok(Self { shared: Arc::new(Shared { signatures, bodies }) })
    }

    /// The definition of that name.
    pub(super) fn find(&self, name: &str) -> Option<(usize, &Signature)> {
        let mut signatures = self.shared.signatures.iter().enumerate();
        signatures.find(|(_, signature)| signature.name == name)
    }

    /// Names of the definitions, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.shared.signatures.iter().map(|signature| signature.name.as_str())
    }
}

/// What the definitions give, as far as it is known.
fn kinds(lets: &[Let<'_>], constants: &BTreeMap<String, Constant>) -> Vec<Kind> {
    let mut kinds = vec![Kind::Unknown; lets.len()];
    let numbers: HashMap<&str, usize> = lets.iter().map(|d| d.name).zip(0..).collect();
    // A round learns what one more gives, or there is nothing more to learn.
    for _ in lets {
        let before = kinds.clone();
        for (i, definition) in lets.iter().enumerate() {
            kinds[i] = definition.body.kind(&|e| {
                let (name, _) = e.named()?;
                if definition.arguments.iter().any(|a| a == name) {
                    return Some(Kind::Number);
                }
                let constant = || constants.get(name).map(Constant::kind);
                numbers.get(name).map(|&number| kinds[number]).or_else(constant)
            });
        }
        if kinds == before {
            break;
        }
    }
    kinds
}
