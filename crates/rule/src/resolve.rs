//! Inheritance: a rule with everything of its parents merged in.

mod inherit;
mod references;

use expr::ast::{Argument, Expr, GameRef, Node, Span};
use expr::diagnostic::Diagnostic;
use expr::substitute::{Bindings, int};
use expr::suggest::did_you_mean;
use expr::words;
use message::{Message, message};

use crate::ast::{Parameter, ParameterKind, Rule};
use crate::library::unknown_hint;
use crate::{Library, check, parse};

/// Longest chain of parents.
const GENERATIONS: usize = 16;

/// The rule with its parents' statements merged in, afterwards without a parent. What is inherited
/// stands, for diagnostics, where the parent is named.
///
/// # Errors
/// Unknown or circular parents, arguments that do not fit, everything [`crate::parse()`]
/// leaves unchecked in a rule with a parent, and references to games that there are not.
pub fn resolve(rule: Rule, library: &dyn Library) -> Result<Rule, Vec<Diagnostic>> {
    let heading = rule.parent.as_ref().map(|parent| parent.span);
    let mut merged = merge(rule, library, &mut Vec::new())?;
    merged.normalize();
    let mut mistakes = heading.map_or(Vec::new(), |heading| {
        let mut mistakes = check::check(&merged);
        // What has no place in this text stands in a parent, or is missing.
        for mistake in mistakes.iter_mut().filter(|mistake| mistake.span.end == 0) {
            mistake.span = heading;
        }
        mistakes
    });
    mistakes.extend(references::check(&merged, library));
    if mistakes.is_empty() { Ok(merged) } else { Err(mistakes) }
}

/// The rule with its parents' statements; `line` are the descendants it is a parent of.
pub(crate) fn merge(
    rule: Rule,
    library: &dyn Library,
    line: &mut Vec<String>,
) -> Result<Rule, Vec<Diagnostic>> {
    let Some(parent) = rule.parent.clone() else { return Ok(rule) };
    let one = |code, cause: String, help: Message| {
        vec![Diagnostic::new(code, cause, parent.span).help(help)]
    };
    if !rule.only_claims {
        line.push(rule.name.clone());
    }
    if line.contains(&parent.name) {
        let cause = format!(
            "`{}` inherits from itself: {} = {}",
            parent.name,
            line.join(" = "),
            parent.name
        );
        return Err(one("R071", cause, "break the circle".into()));
    }
    if line.len() > GENERATIONS {
        let cause = format!("more than {GENERATIONS} generations of parents");
        return Err(one("R071", cause, "state the rule in full".into()));
    }
    let Some(source) = library.source(&parent.name) else {
        let cause = format!("there is no game `{}` to inherit from", parent.name);
        return Err(one("R070", cause, unknown_hint(&parent.name, library)));
    };
    let broken = |mistakes: &[Diagnostic]| {
        let first = mistakes.first().map_or("", |d| &d.message);
        let cause = format!("the parent `{}` has a mistake of its own: {first}", parent.name);
        one("R074", cause, message!("`mexlab explain {}` shows it", parent.name))
    };
    let base = match parse(&source) {
        (Some(base), mistakes) if mistakes.is_empty() && !base.only_claims => base,
        (Some(Rule { only_claims: true, .. }), _) => {
            let cause = format!("`{}` is a list of claims, not a game", parent.name);
            return Err(one("R071", cause, "name the game that they are about".into()));
        }
        (_, mistakes) => return Err(broken(&mistakes)),
    };
    let base = merge(base, library, line).map_err(|mistakes| match mistakes.as_slice() {
        // The circle is the child's mistake as much as the parent's.
        [circle] if circle.code == "R071" => {
            vec![Diagnostic { span: parent.span, ..circle.clone() }]
        }
        all => broken(all),
    })?;
    if rule.only_claims {
        return Ok(inherit::with_claims(&base, rule, parent.span));
    }
    let bindings = bindings(&base, &parent, &rule)?;
    Ok(inherit::inherit(&bindings, &base, rule))
}

/// What the parameters of `base` stand for in its child.
fn bindings(base: &Rule, parent: &GameRef, child: &Rule) -> Result<Bindings, Vec<Diagnostic>> {
    let mut mistakes = misplaced(base, parent, "R072");
    let mut bindings = Bindings { place: Some(parent.span), ..Bindings::default() };
    for (position, parameter) in base.parameters.iter().enumerate() {
        let given = parent.arguments.iter().enumerate().find(|(i, (name, _))| match name {
            Some(name) => *name == parameter.name,
            None => *i == position,
        });
        let given = given.map(|(_, (_, argument))| argument);
        if let Err(Needs(expected)) = stand_for(parameter, given, child, &mut bindings) {
            let cause = format!("`{}` of `{}` needs {expected}", parameter.name, base.name);
            mistakes.push(
                Diagnostic::new("R073", cause, parent.span)
                    .help(message!("its default is `{parameter}`")),
            );
        }
    }
    if mistakes.is_empty() { Ok(bindings) } else { Err(mistakes) }
}

/// Arguments for which there is no parameter, or two of which are for the same.
fn misplaced(base: &Rule, reference: &GameRef, code: &'static str) -> Vec<Diagnostic> {
    let mut mistakes = Vec::new();
    let mut taken: Vec<&str> = Vec::new();
    let all = || base.parameters.iter().map(|p| p.name.as_str());
    for (position, (name, _)) in reference.arguments.iter().enumerate() {
        let target = match name {
            Some(name) => all().find(|known| known == name),
            None => all().nth(position),
        };
        let (cause, help) = match (target, name) {
            (Some(target), _) if taken.contains(&target) => {
                (format!("`{target}` is given twice"), "delete one of the two".into())
            }
            (Some(target), _) => {
                taken.push(target);
                continue;
            }
            (None, Some(name)) => (
                format!("`{}` has no parameter `{name}`", base.name),
                did_you_mean(name, all(), || listed(base)),
            ),
            (None, None) => {
                (format!("`{}` has {} parameters", base.name, base.parameters.len()), listed(base))
            }
        };
        mistakes.push(Diagnostic::new(code, cause, reference.span).help(help));
    }
    mistakes
}

fn listed(base: &Rule) -> Message {
    if base.parameters.is_empty() {
        return "it has no parameters".into();
    }
    message!("it has {}", words::listed(base.parameters.iter().map(|p| &p.name)))
}

/// What a parameter needs instead of its argument.
struct Needs(Message);

/// Notes what the parameter stands for.
fn stand_for(
    parameter: &Parameter,
    given: Option<&Argument>,
    child: &Rule,
    bindings: &mut Bindings,
) -> Result<(), Needs> {
    let name = parameter.name.clone();
    let needs = |what: &'static str| Err(Needs(what.into()));
    // A parameter of the child handed on by its name.
    let handed = match given {
        Some(Argument::Expr(Expr { node: Node::Name(n), span })) => {
            child.parameters.iter().find(|p| p.name == *n).map(|p| (p, *span))
        }
        _ => None,
    };
    let handed_kind = handed.map(|(p, _)| &p.kind);
    let value = match &parameter.kind {
        ParameterKind::Int { default, .. } => match (given, handed_kind) {
            (None, _) => bindings.expr(default),
            (Some(Argument::Expr(e)), None | Some(ParameterKind::Int { .. })) if !e.is_set() => {
                e.clone()
            }
            _ => return needs("a number"),
        },
        ParameterKind::Set(default) => match (given, handed_kind) {
            (None, _) => bindings.expr(default),
            (Some(Argument::Expr(e)), Some(ParameterKind::Set(_))) => e.clone(),
            (Some(Argument::Expr(e)), _) if e.is_set() => e.clone(),
            _ => return needs("a set"),
        },
        ParameterKind::List(default) => match (given, handed_kind) {
            (None, _) => Expr { node: Node::List(bindings.all(default)), span: parameter.span },
            (Some(Argument::Expr(e)), Some(ParameterKind::List(_))) => e.clone(),
            (Some(Argument::Expr(e @ Expr { node: Node::List(_), .. })), _) => e.clone(),
            _ => return needs("a list"),
        },
        ParameterKind::Word { default, choices } => {
            return word(name, default, choices, given, handed, bindings);
        }
        ParameterKind::Game(default) => {
            let game = match (given, handed) {
                (None, _) => default,
                (Some(Argument::Game(game)), _) => game,
                (_, Some((Parameter { name, kind: ParameterKind::Game(_), .. }, _))) => name,
                _ => return needs("`game NAME`"),
            };
            bindings.games.insert(name, game.clone());
            return Ok(());
        }
    };
    bindings.names.insert(name, value);
    Ok(())
}

/// A word parameter: handed on when the child has one with the same words; else the words become
/// their indices, so that comparisons with them keep their meaning.
fn word(
    name: String,
    default: &str,
    choices: &[String],
    given: Option<&Argument>,
    handed: Option<(&Parameter, Span)>,
    bindings: &mut Bindings,
) -> Result<(), Needs> {
    let listed = || Needs(message!("one of {}", choices.join(", ")));
    if let Some((Parameter { kind: ParameterKind::Word { choices: own, .. }, .. }, _)) = handed {
        let Some(Argument::Expr(e)) = given.filter(|_| own == choices) else {
            return Err(Needs(message!("a parameter with the words {}", choices.join(" | "))));
        };
        bindings.names.insert(name, e.clone());
        return Ok(());
    }
    let word = match given {
        None => default,
        Some(Argument::Expr(Expr { node: Node::Name(word), .. })) => word,
        Some(_) => return Err(listed()),
    };
    let chosen = choices.iter().position(|c| c == word).ok_or_else(listed)?;
    let index = |i: usize| int(i64::try_from(i).unwrap_or(i64::MAX));
    for (i, choice) in choices.iter().enumerate() {
        bindings.names.insert(choice.clone(), index(i));
    }
    bindings.names.insert(name, index(chosen));
    Ok(())
}
