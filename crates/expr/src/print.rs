//! Expressions as text: canonical, with as few brackets as the grammar allows. Parsing the text
//! gives the expression back.

use std::fmt::{self, Display, Formatter};

use crate::ast::{
    Argument, Binary, Binder, Comparison, Expr, Fold, GameRef, Item, Node, Unary, ValueOf,
};
use crate::exact::{arguments_exact, operands_exact};
use crate::parser::level;

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_expr(f, self, level::LOOSEST, false)
    }
}

/// A set where a range needs no braces: after `in`, and for a parameter.
#[derive(Clone, Copy, Debug)]
pub struct Unbraced<'a>(pub &'a Expr);

impl Display for Unbraced<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.0.node {
            Node::Range(lo, hi) => write!(f, "{}..{}", Arithmetic(lo), Arithmetic(hi)),
            _ => write!(f, "{}", Arithmetic(self.0)),
        }
    }
}

impl Display for Binder {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.name, Unbraced(&self.set))
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.body)?;
        write_quantifiers(f, &self.binders, self.guard.as_ref())
    }
}

impl Display for Argument {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Expr(expr) => write!(f, "{}", Unbraced(expr)),
            Self::Game(name) => write!(f, "game {name}"),
        }
    }
}

impl Display for GameRef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (name, value)) in self.arguments.iter().enumerate() {
            f.write_str(if i == 0 { "(" } else { ", " })?;
            name.iter().try_for_each(|name| write!(f, "{name} = "))?;
            write!(f, "{value}")?;
        }
        f.write_str(if self.arguments.is_empty() { "" } else { ")" })
    }
}

impl Display for ValueOf {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.quantity.name())?;
        if let Some(game) = &self.game {
            write!(f, " of {game}")?;
        }
        if self.of_options {
            return f.write_str(" of options");
        }
        match (&self.game, self.position.as_deref()) {
            (_, None) => Ok(()),
            (Some(_), Some([position])) if position.len() == 1 => {
                f.write_str(" at ")?;
                write_expr(f, &position[0], level::ADD, false)
            }
            (game, Some(sum)) => {
                f.write_str(if game.is_some() { " at (" } else { "(" })?;
                match sum {
                    [position] => write_position(f, position)?,
                    _ => write!(f, "{}", Sum(sum))?,
                }
                f.write_str(")")
            }
        }
    }
}

/// A sum of positions as text: `none`, `n - 1`, `(a, b) | (c, d)`.
#[derive(Clone, Copy, Debug)]
pub struct Sum<'a>(pub &'a [Vec<Expr>]);

impl Display for Sum<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        for (i, position) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(" | ")?;
            }
            match position.as_slice() {
                [_] => write_position(f, position)?,
                coordinates => write_list(f, "(", coordinates, ")", false)?,
            }
        }
        Ok(())
    }
}

/// The coordinates of one position without brackets around them. A comparison in the first place
/// needs its own.
fn write_position(f: &mut Formatter<'_>, coordinates: &[Expr]) -> fmt::Result {
    let Some((first, rest)) = coordinates.split_first() else { return Ok(()) };
    let choice = matches!(first.node, Node::If(..));
    write_expr(f, first, if choice { level::LOOSEST } else { level::XOR }, false)?;
    for coordinate in rest {
        write!(f, ", {coordinate}")?;
    }
    Ok(())
}

/// ` for BINDER, ... if COND`, as far as there is something to say.
///
/// # Errors
/// Those of the formatter.
pub fn write_quantifiers(
    f: &mut Formatter<'_>,
    binders: &[Binder],
    guard: Option<&Expr>,
) -> fmt::Result {
    for (i, binder) in binders.iter().enumerate() {
        write!(f, "{}{binder}", if i == 0 { " for " } else { ", " })?;
    }
    match guard {
        Some(guard) => write!(f, " if {guard}"),
        None => Ok(()),
    }
}

/// An expression that stands where no comparison may (ends of ranges, bounds, defaults), bracketed
/// if it is one.
#[derive(Clone, Copy, Debug)]
pub struct Arithmetic<'a>(pub &'a Expr);

impl Display for Arithmetic<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_expr(f, self.0, level::XOR, false)
    }
}

fn write_list(
    f: &mut Formatter<'_>,
    open: &str,
    elements: &[Expr],
    close: &str,
    exact: bool,
) -> fmt::Result {
    f.write_str(open)?;
    for (i, element) in elements.iter().enumerate() {
        f.write_str(if i > 0 { ", " } else { "" })?;
        write_expr(f, element, level::LOOSEST, exact)?;
    }
    f.write_str(close)
}

fn write_items(f: &mut Formatter<'_>, open: &str, items: &[Item], close: &str) -> fmt::Result {
    f.write_str(open)?;
    for (i, item) in items.iter().enumerate() {
        write!(f, "{}{item}", if i > 0 { "; " } else { "" })?;
    }
    f.write_str(close)
}

/// How tightly the printed form of a node binds.
fn level_of(node: &Node) -> u8 {
    match node {
        Node::If(..) => level::LOOSEST,
        Node::Binary(operator, ..) => operator.levels().0,
        Node::Unary(Unary::Not, _) => level::NOT,
        Node::Compare(..) | Node::Member(..) => level::COMPARE,
        // The position after `at` takes in everything down to sums.
        Node::Value(value) if value.game.is_some() && value.position.is_some() => level::BIT_AND,
        Node::Value(value) if value.game.is_some() => level::ADD,
        Node::Unary(Unary::Neg, _) => level::NEGATE,
        Node::Int(value) if *value < 0 => level::NEGATE,
        _ => level::ATOM,
    }
}

/// Writes `expr` where parts looser than `least` need brackets; `exact` inside a `floor(...)`,
/// where division is written `/`.
fn write_expr(f: &mut Formatter<'_>, expr: &Expr, least: u8, exact: bool) -> fmt::Result {
    if level_of(&expr.node) < least {
        f.write_str("(")?;
        write_node(f, expr, exact)?;
        return f.write_str(")");
    }
    write_node(f, expr, exact)
}

fn write_node(f: &mut Formatter<'_>, expr: &Expr, exact: bool) -> fmt::Result {
    match &expr.node {
        Node::Int(value) => write!(f, "{value}"),
        Node::Bool(value) => write!(f, "{value}"),
        Node::Name(name) => f.write_str(name),
        Node::Index(base, index) => {
            write_expr(f, base, level::ATOM, false)?;
            write!(f, "[{index}]")
        }
        Node::Slice(base, first, last) => {
            write_expr(f, base, level::ATOM, false)?;
            write!(f, "[{}..{}]", Arithmetic(first), Arithmetic(last))
        }
        Node::Set(elements) => write_list(f, "{", elements, "}", false),
        Node::Range(..) => write!(f, "{{{}}}", Unbraced(expr)),
        Node::List(elements) => write_list(f, "[", elements, "]", false),
        Node::Unary(Unary::Neg, operand) => {
            f.write_str("-")?;
            write_expr(f, operand, level::NEGATE, exact)
        }
        Node::Unary(Unary::Not, operand) => {
            f.write_str("not ")?;
            write_expr(f, operand, level::NOT, false)
        }
        Node::Binary(operator, left, right) => write_binary(f, *operator, left, right, exact),
        Node::Compare(first, rest) => {
            write!(f, "{}", Arithmetic(first))?;
            rest.iter().try_for_each(|(comparison, e)| write!(f, " {comparison} {}", Arithmetic(e)))
        }
        Node::Member(element, set) => {
            write!(f, "{} in {}", Arithmetic(element), Unbraced(set))
        }
        Node::If(condition, yes, no) => {
            write!(f, "if {condition} then ")?;
            write_expr(f, yes, level::LOOSEST, exact)?;
            f.write_str(" else ")?;
            write_expr(f, no, level::LOOSEST, exact)
        }
        Node::Call(name, arguments) => {
            f.write_str(name)?;
            write_list(f, "(", arguments, ")", arguments_exact(name, exact))
        }
        Node::Fold(Fold::List, items) => write_items(f, "[", items, "]"),
        Node::Fold(Fold::Set, items) => write_items(f, "{", items, "}"),
        Node::Fold(fold, items) => {
            f.write_str(fold.name())?;
            write_items(f, "{", items, "}")
        }
        Node::Value(value) => write!(f, "{value}"),
    }
}

fn write_binary(
    f: &mut Formatter<'_>,
    operator: Binary,
    left: &Expr,
    right: &Expr,
    exact: bool,
) -> fmt::Result {
    let (_, least_left, least_right) = operator.levels();
    let (left_exact, right_exact) = operands_exact(operator, exact);
    // Readers should not need to know that sums bind closer than nim-sums.
    let least = |side: &Expr, least: u8| match (operator, &side.node) {
        (Binary::Xor, Node::Binary(Binary::Add | Binary::Sub, ..)) => level::ATOM,
        _ => least,
    };
    write_expr(f, left, least(left, least_left), left_exact)?;
    write!(f, " {} ", symbol(operator, exact))?;
    write_expr(f, right, least(right, least_right), right_exact)
}

impl Display for Comparison {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.of(["=", "!=", "<", "<=", ">", ">="]))
    }
}

fn symbol(operator: Binary, exact: bool) -> &'static str {
    match operator {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Div if exact => "/",
        Binary::Div => "//",
        Binary::Rem => "%",
        Binary::Pow => "**",
        Binary::Xor => "^",
        Binary::BitAnd => "&",
        Binary::And => "and",
        Binary::Or => "or",
        Binary::Implies => "implies",
        Binary::Iff => "iff",
    }
}
