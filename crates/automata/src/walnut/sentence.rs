//! Formulas in Walnut's syntax.

use super::Writer;
use crate::Name;
use crate::error::{Error, Result};
use crate::formula::{Formula, FormulaKind, Sign, Term, TermKind};
use crate::numeration::LinearForm;
use crate::solver::too_deep;

/// Variables of a formula with their names in Walnut, innermost last.
type Scope = Vec<(Name, String)>;

/// An atom's fresh variables and the conditions on them.
#[derive(Default)]
struct Parts {
    fresh: Vec<String>,
    conditions: Vec<String>,
}

impl Parts {
    fn around(self, atom: String) -> String {
        if self.fresh.is_empty() {
            return atom;
        }
        let mut conditions = self.conditions;
        conditions.push(atom);
        format!("(E{} {})", self.fresh.join(","), conditions.join(" & "))
    }
}

impl Writer<'_> {
    /// A sentence.
    pub(super) fn closed(&mut self, sentence: &Formula) -> Result<String> {
        self.formula(sentence, &mut Vec::new())
    }

    fn formula(&mut self, formula: &Formula, scope: &mut Scope) -> Result<String> {
        match &*formula.kind {
            FormulaKind::Constant(true) => Ok("0=0".to_owned()),
            FormulaKind::Constant(false) => Ok("0=1".to_owned()),
            FormulaKind::Compare(left, sign, right) => comparison(left, *sign, right, scope),
            FormulaKind::Holds(relation, arguments) => {
                let name = self.relation(relation)?;
                self.call(&name, arguments, scope)
            }
            FormulaKind::Not(part) => Ok(format!("~({})", self.formula(part, scope)?)),
            FormulaKind::And(parts) => self.joined(parts, " & ", "0=0", scope),
            FormulaKind::Or(parts) => self.joined(parts, " | ", "0=1", scope),
            FormulaKind::Implies(left, right) => {
                let left = self.formula(left, scope)?;
                Ok(format!("(({left}) => ({}))", self.formula(right, scope)?))
            }
            FormulaKind::Exists(names, body) => self.quantified('E', names, body, scope),
            FormulaKind::Forall(names, body) => self.quantified('A', names, body, scope),
            FormulaKind::TooDeep => Err(too_deep()),
        }
    }

    fn joined(
        &mut self,
        parts: &[Formula],
        sign: &str,
        empty: &str,
        scope: &mut Scope,
    ) -> Result<String> {
        if parts.is_empty() {
            return Ok(empty.to_owned());
        }
        let texts: Vec<String> =
            parts.iter().map(|part| self.formula(part, scope)).collect::<Result<_, _>>()?;
        Ok(format!("({})", texts.join(sign)))
    }

    fn quantified(
        &mut self,
        sign: char,
        names: &[Name],
        body: &Formula,
        scope: &mut Scope,
    ) -> Result<String> {
        let before = scope.len();
        for name in names {
            let written = self.variable(name);
            scope.push((name.clone(), written));
        }
        let body = self.formula(body, scope);
        let mut written: Vec<String> = scope.drain(before..).map(|(_, name)| name).collect();
        let body = body?;
        // Walnut refuses quantifiers over variables that do not occur
        written.retain(|name| occurs(name, &body));
        if written.is_empty() {
            return Ok(body);
        }
        Ok(format!("({sign}{} {body})", written.join(",")))
    }

    /// A name in use nowhere else.
    fn variable(&mut self, name: &str) -> String {
        self.variables += 1;
        let letters: String = name.chars().filter(char::is_ascii_lowercase).collect();
        let letters = if letters.is_empty() { "v" } else { &letters };
        format!("{letters}{}", self.variables)
    }

    fn call(&mut self, name: &str, arguments: &[Term], scope: &Scope) -> Result<String> {
        let mut parts = Parts::default();
        let mut written = Vec::new();
        for argument in arguments {
            written.push(self.named(argument, scope, &mut parts)?);
        }
        Ok(parts.around(format!("${name}({})", written.join(","))))
    }

    /// A variable equal to the term.
    fn named(&mut self, term: &Term, scope: &Scope, parts: &mut Parts) -> Result<String> {
        let mut linear = lower(term, scope)?;
        if let TermKind::Variable(_) = &*term.shape
            && let Some(name) = linear.coefficients.keys().next()
        {
            return Ok((**name).to_owned());
        }
        let fresh = self.fresh(parts);
        linear.add(&LinearForm::variable(&(*fresh).into()), -1)?;
        parts.conditions.push(compared(&linear, "=")?);
        Ok(fresh)
    }

    fn fresh(&mut self, parts: &mut Parts) -> String {
        let fresh = self.variable("q");
        parts.fresh.push(fresh.clone());
        fresh
    }
}

fn comparison(left: &Term, sign: Sign, right: &Term, scope: &Scope) -> Result<String> {
    let mut difference = lower(left, scope)?;
    difference.add(&lower(right, scope)?, -1)?;
    compared(
        &difference,
        match sign {
            Sign::Equal => "=",
            Sign::Below => "<",
            Sign::AtMost => "<=",
        },
    )
}

/// The term as a linear one in Walnut's variables.
fn lower(term: &Term, scope: &Scope) -> Result<LinearForm> {
    let mut linear = LinearForm::default();
    match &*term.shape {
        TermKind::Constant(constant) => linear.constant = *constant,
        TermKind::Variable(name) => {
            let written = scope.iter().rev().find(|(other, _)| other == name);
            let Some((_, written)) = written else {
                return Err(Error::Free(vec![name.clone()]));
            };
            linear = LinearForm::variable(&(**written).into());
        }
        TermKind::Add(left, right) => {
            linear = lower(left, scope)?;
            linear.add(&lower(right, scope)?, 1)?;
        }
        TermKind::Times(factor, of) => linear.add(&lower(of, scope)?, *factor)?,
        TermKind::TooDeep => return Err(too_deep()),
    }
    Ok(linear)
}

/// Whether the variable occurs in the text.
fn occurs(name: &str, text: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .any(|word| word.trim_start_matches(['A', 'E']) == name)
}

/// `linear sign 0`, what is negative on the right.
fn compared(linear: &LinearForm, sign: &str) -> Result<String> {
    let side = |keep: fn(i128) -> bool| {
        let mut summands = Vec::new();
        for (name, &coefficient) in &linear.coefficients {
            match coefficient.checked_abs().ok_or(Error::Overflow)? {
                _ if !keep(coefficient) => {}
                1 => summands.push(name.to_string()),
                factor => summands.push(format!("{factor}*{name}")),
            }
        }
        let constant = linear.constant.checked_abs().ok_or(Error::Overflow)?;
        if keep(linear.constant) && constant > 0 || summands.is_empty() {
            summands.push(if keep(linear.constant) { constant } else { 0 }.to_string());
        }
        Ok::<_, Error>(summands.join("+"))
    };
    Ok(format!("{}{sign}{}", side(|c| c > 0)?, side(|c| c < 0)?))
}
