//! What a certificate states, as text: rules without their titles, notes and claims, laws found in tables,
//! and the full laws that printed claims suggest.

use expr::ast::{Binary, Comparison, Expr, Node, Quantity, Unary};
use expr::build::{binary, call, choice, compared, element, own};
use expr::law::Law;
use expr::substitute::{Bindings, int, name};
use expr::walk::conjuncts;
use rule::Rule;

/// Most positions whose values a law lists one by one.
const LISTED: usize = 64;

/// How a rule is played: its text without notes and claims, and without definitions that neither
/// its moves nor the statements need. The rule must be resolved (parents merged in).
#[must_use]
pub fn rule_text<'s>(rule: &Rule, statements: impl IntoIterator<Item = &'s str>) -> String {
    let mut rule = rule.as_played();
    let all = std::mem::take(&mut rule.definitions);
    let mut text = rule.to_string();
    text.extend(statements);
    let mut is_used = vec![false; all.len()];
    while let Some(next) =
        (0..all.len()).find(|&at| !is_used[at] && text.contains(&format!("{}(", all[at].name)))
    {
        is_used[next] = true;
        text += &all[next].to_string();
    }
    rule.definitions = all.into_iter().zip(is_used).filter(|d| d.1).map(|d| d.0).collect();
    rule.to_string()
}

/// The quantity a statement is about, by the first that it names; `win` for statements of winning and
/// losing, and for those that name none.
#[must_use]
pub fn quantity(statement: &str) -> &'static str {
    let words = statement.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let named = |word| match Quantity::from_name(word)? {
        Quantity::Lose => Some("win"),
        quantity => Some(quantity.name()),
    };
    words.into_iter().find_map(named).unwrap_or("win")
}

/// A law found in a table as a statement about every position, such as `sg = n % 4`; `None` where it
/// is about no quantity that the options of a position tell, or lists too many exceptions.
///
/// `first` gives the values of a table over one coordinate from its beginning `least` on, at least
/// as far as where the law begins.
#[must_use]
pub fn law(law: &Law, least: i64, first: &[i64]) -> Option<Expr> {
    let (subject, is_value) = subject(&law.subject)?;
    let begin = law.from.map_or(Some(0), |from| from.checked_sub(least))?;
    let begin = usize::try_from(begin).unwrap_or(0);
    if begin > first.len() || begin + law.exceptions.len() > LISTED {
        return None;
    }
    let constant = |value: i64| match is_value {
        true => int(value),
        false => Node::Bool(value != 0).into(),
    };
    let mut body = match (is_value, law.body.is_condition()) {
        (true, false) | (false, true) => law.body.clone(),
        (true, true) => choice(law.body.clone(), int(1), int(0)),
        (false, false) => compared(law.body.clone(), Comparison::Ne, int(0)),
    };
    for (at, value) in &law.exceptions {
        let here = law
            .variables
            .iter()
            .zip(at)
            .map(|(variable, &at)| compared(name(variable.as_str()), Comparison::Eq, int(at)));
        let here = here.reduce(|all, one| binary(Binary::And, all, one))?;
        body = choice(here, constant(*value), body);
    }
    if begin > 0 {
        let [variable] = law.variables.as_slice() else { return None };
        let at = name(variable.as_str());
        let last = least.checked_add(i64::try_from(begin).ok()?)? - 1;
        let before = listed(&at, first.get(..begin)?, [least, last], is_value);
        body = choice(compared(at, Comparison::Le, int(last)), before, body);
    }
    let statement = match is_value {
        true => compared(subject, Comparison::Eq, body),
        false => binary(Binary::Iff, subject, body),
    };
    Some(match &law.condition {
        Some(condition) => binary(Binary::Implies, condition.clone(), statement),
        None => statement,
    })
}

/// Columns of outcomes of partizan games: whether Left wins where Left begins, and Right where Right does.
const OUTCOMES: [(&str, bool, bool); 4] = [
    ("outcome_L", true, false),
    ("outcome_R", false, true),
    ("outcome_N", true, true),
    ("outcome_P", false, false),
];

/// Whether that is the column of an outcome of a partizan game.
#[must_use]
pub fn is_outcome(column: &str) -> bool {
    OUTCOMES.iter().any(|(name, ..)| *name == column)
}

/// What a column of a table says of a position, and whether it is a number.
fn subject(column: &str) -> Option<(Expr, bool)> {
    if let Some(&(_, left, right)) = OUTCOMES.iter().find(|(name, ..)| *name == column) {
        let who = |quantity, wins| match wins {
            true => own(quantity),
            false => Node::Unary(Unary::Not, Box::new(own(quantity))).into(),
        };
        let [left, right] = [who(Quantity::Left, left), who(Quantity::Right, right)];
        return Some((binary(Binary::And, left, right), false));
    }
    let quantity = Quantity::from_name(column)?;
    Some((
        own(quantity),
        match quantity {
            Quantity::Sg | Quantity::Remoteness => true,
            quantity if quantity.is_of_moves() => true,
            Quantity::Win | Quantity::Misere | Quantity::Left | Quantity::Right => false,
            _ => return None,
        },
    ))
}

/// The values of the positions from `least` to `last` as a number, or as a condition.
fn listed(at: &Expr, values: &[i64], [least, last]: [i64; 2], is_value: bool) -> Expr {
    match (is_value, values) {
        (true, [only]) => int(*only),
        (true, values) => {
            let place = call("min", vec![at.clone(), int(last)]);
            let place = if least == 0 { place } else { binary(Binary::Sub, place, int(least)) };
            let list = Node::List(values.iter().map(|&value| int(value)).collect());
            element(list.into(), place)
        }
        (false, values) => {
            let won = (least..).zip(values).filter(|(_, won)| **won != 0);
            let won: Vec<Expr> = won.map(|(at, _)| int(at)).collect();
            match won.is_empty() {
                true => Node::Bool(false).into(),
                false => Node::Member(Box::new(at.clone()), Box::new(Node::Set(won).into())).into(),
            }
        }
    }
}

/// The full laws that a claim suggests: what its parts say of the outcome or value of every
/// position, and, where `symmetric` names the two coordinates of positions without order, the same
/// of the smaller and the greater one. None of them need hold.
#[must_use]
pub fn suggested(condition: &Expr, symmetric: Option<[&str; 2]>) -> Vec<String> {
    let mut all = Vec::new();
    for part in conjuncts(condition).into_iter().filter(|part| is_law(part)) {
        all.push(part.to_string());
        if let Some([a, b]) = symmetric {
            let of_both = |function: &str| call(function, vec![name(a), name(b)]);
            let names = [(a.to_owned(), of_both("min")), (b.to_owned(), of_both("max"))];
            all.push(Bindings::of(names).expr(part).to_string());
        }
    }
    all
}

/// Whether it reads `win iff ...`, `lose iff ...`, `misere iff ...` or `sg = ...`.
fn is_law(e: &Expr) -> bool {
    let is_own = |e: &Expr, wanted: &[Quantity]| wanted.iter().any(|&q| *e == own(q));
    match &e.node {
        Node::Binary(Binary::Iff, left, _) => {
            is_own(left, &[Quantity::Win, Quantity::Lose, Quantity::Misere])
        }
        Node::Compare(left, rest) => {
            matches!(rest.as_slice(), [(Comparison::Eq, _)]) && is_own(left, &[Quantity::Sg])
        }
        _ => false,
    }
}
