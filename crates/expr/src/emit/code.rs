//! Programming languages. Every operation is bracketed: precedences differ from language to
//! language, and wrong ones do not show.

use super::{Dialect, Unsupported};
use crate::ast::{Binary, Comparison, Expr, Node, Set, Unary};
use crate::law::Law;

/// Name, and text in C++ and in Rust, of what the languages lack. Python has them all.
const HELPERS: [(&str, &str, &str); 4] = [
    (
        "floor_div",
        "long long floor_div(long long a, long long b) {\n    return a / b - (a % b != 0 && (a < 0) != (b < 0));\n}\n",
        "fn floor_div(a: i64, b: i64) -> i64 {\n    a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))\n}\n",
    ),
    (
        "floor_mod",
        "long long floor_mod(long long a, long long b) {\n    long long r = a % b;\n    return r != 0 && (r < 0) != (b < 0) ? r + b : r;\n}\n",
        "fn floor_mod(a: i64, b: i64) -> i64 {\n    let r = a % b;\n    if r != 0 && (r < 0) != (b < 0) { r + b } else { r }\n}\n",
    ),
    (
        "power",
        "long long power(long long a, long long b) {\n    long long r = 1;\n    while (b-- > 0) r *= a;\n    return r;\n}\n",
        "fn power(a: i64, b: i64) -> i64 {\n    (0..b).fold(1, |r, _| r * a)\n}\n",
    ),
    (
        "popcount",
        "long long popcount(long long a) {\n    long long r = 0;\n    for (; a != 0; a &= a - 1) r++;\n    return r;\n}\n",
        "fn popcount(a: i64) -> i64 {\n    i64::from(a.count_ones())\n}\n",
    ),
];

/// The expression without outer brackets.
pub(super) fn expression(expr: &Expr, dialect: Dialect) -> Result<String, Unsupported> {
    let text = Writer { dialect }.write(expr)?;
    // brackets around the whole are there exactly when the outermost node wrote them
    let bracketed =
        matches!(expr.node, Node::Binary(..) | Node::Compare(..) | Node::If(..) | Node::Member(..))
            && text.starts_with('(');
    Ok(if bracketed { text[1..text.len() - 1].to_owned() } else { text })
}

/// A function of the law's variables, its helpers before it.
pub(super) fn function(law: &Law, dialect: Dialect) -> Result<String, Unsupported> {
    let body = expression(&law.body, dialect)?;
    let mut text = String::new();
    if body.contains("std::") {
        text.push_str("#include <algorithm>\n#include <cstdlib>\n\n");
    }
    for (name, cpp, rust) in HELPERS {
        if dialect != Dialect::Python && body.contains(&format!("{name}(")) {
            text.push_str(if dialect == Dialect::Cpp { cpp } else { rust });
        }
    }
    let typed = |kind: &str, before: bool| {
        let variables = law.variables.iter().map(|v| match before {
            true => format!("{kind} {v}"),
            false => format!("{v}{kind}"),
        });
        variables.collect::<Vec<_>>().join(", ")
    };
    let subject = &law.subject;
    text.push_str(&match dialect {
        Dialect::Python => format!("def {subject}({}):\n", typed("", false)),
        Dialect::Rust => format!("fn {subject}({}) -> i64 {{\n", typed(": i64", false)),
        _ => format!("long long {subject}({}) {{\n", typed("long long", true)),
    });
    for (position, value) in &law.exceptions {
        let tests = law.variables.iter().zip(position).map(|(v, c)| format!("{v} == {c}"));
        let tests: Vec<String> = tests.collect();
        text.push_str(&match dialect {
            Dialect::Python => format!("    if {}: return {value}\n", tests.join(" and ")),
            Dialect::Rust => format!("    if {} {{ return {value}; }}\n", tests.join(" && ")),
            _ => format!("    if ({}) return {value};\n", tests.join(" && ")),
        });
    }
    let condition = is_condition(&law.body);
    text.push_str(&match (dialect, condition) {
        (Dialect::Python, true) => format!("    return int({body})\n"),
        (Dialect::Python, false) => format!("    return {body}\n"),
        (Dialect::Rust, true) => format!("    i64::from({body})\n}}\n"),
        (Dialect::Rust, false) => format!("    {body}\n}}\n"),
        _ => format!("    return {body};\n}}\n"),
    });
    Ok(text)
}

fn is_condition(expr: &Expr) -> bool {
    match &expr.node {
        Node::Bool(_) | Node::Compare(..) | Node::Member(..) | Node::Unary(Unary::Not, _) => true,
        Node::Binary(operator, ..) => {
            matches!(operator, Binary::And | Binary::Or | Binary::Implies | Binary::Iff)
        }
        Node::If(_, yes, _) => is_condition(yes),
        Node::Call(name, _) => name == "odious" || name == "evil",
        _ => false,
    }
}

struct Writer {
    dialect: Dialect,
}

impl Writer {
    fn refuse(&self, part: impl ToString) -> Unsupported {
        Unsupported { part: part.to_string(), dialect: self.dialect }
    }

    fn is_python(&self) -> bool {
        self.dialect == Dialect::Python
    }

    fn write(&self, expr: &Expr) -> Result<String, Unsupported> {
        Ok(match &expr.node {
            Node::Int(value) => self.number(*value)?,
            Node::Bool(true) if self.is_python() => "True".into(),
            Node::Bool(false) if self.is_python() => "False".into(),
            Node::Bool(value) => value.to_string(),
            Node::Name(name) if name == "phi" => return Err(self.refuse(expr)),
            Node::Name(name) => name.clone(),
            Node::Index(list, index) => self.index(list, index)?,
            Node::Unary(Unary::Neg, operand) => format!("(-{})", self.write(operand)?),
            Node::Unary(Unary::Not, operand) => {
                let operand = self.write(operand)?;
                if self.is_python() { format!("(not {operand})") } else { format!("(!{operand})") }
            }
            Node::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            Node::Compare(first, rest) => {
                let mut left = self.write(first)?;
                let mut tests = Vec::new();
                for (comparison, right) in rest {
                    let right = self.write(right)?;
                    tests.push(format!("{left} {} {right}", comparison_symbol(*comparison)));
                    left = right;
                }
                format!("({})", tests.join(self.and()))
            }
            Node::Member(element, set) => self.member(&self.write(element)?, set)?,
            Node::If(condition, yes, no) => {
                let (c, y, n) = (self.write(condition)?, self.write(yes)?, self.write(no)?);
                match self.dialect {
                    Dialect::Python => format!("({y} if {c} else {n})"),
                    Dialect::Rust => format!("(if {c} {{ {y} }} else {{ {n} }})"),
                    _ => format!("({c} ? {y} : {n})"),
                }
            }
            Node::Call(name, arguments) => self.call(expr, name, arguments)?,
            Node::List(_) | Node::Slice(..) | Node::Set(_) | Node::Fold(..) | Node::Value(_) => {
                return Err(self.refuse(expr));
            }
        })
    }

    fn number(&self, value: i128) -> Result<String, Unsupported> {
        match i64::try_from(value) {
            Ok(_) if self.dialect == Dialect::Cpp => Ok(format!("{value}LL")),
            Err(_) if !self.is_python() => Err(self.refuse(value)),
            _ => Ok(value.to_string()),
        }
    }

    fn and(&self) -> &'static str {
        if self.is_python() { " and " } else { " && " }
    }

    fn or(&self) -> &'static str {
        if self.is_python() { " or " } else { " || " }
    }

    fn index(&self, list: &Expr, index: &Expr) -> Result<String, Unsupported> {
        let Node::List(elements) = &list.node else { return Err(self.refuse(list)) };
        let index = self.write(index)?;
        let list = self.all(elements)?.join(", ");
        Ok(match self.dialect {
            Dialect::Cpp => format!("((const long long[]){{{list}}}[{index}])"),
            Dialect::Rust => format!("[{list}][{index} as usize]"),
            _ => format!("[{list}][{index}]"),
        })
    }

    fn all(&self, exprs: &[Expr]) -> Result<Vec<String>, Unsupported> {
        exprs.iter().map(|e| self.write(e)).collect()
    }

    fn binary(&self, operator: Binary, left: &Expr, right: &Expr) -> Result<String, Unsupported> {
        let (a, b) = (self.write(left)?, self.write(right)?);
        let infix = |symbol: &str| format!("({a} {symbol} {b})");
        let called = |name: &str| format!("{name}({a}, {b})");
        Ok(match (operator, self.is_python()) {
            (Binary::Add, _) => infix("+"),
            (Binary::Sub, _) => infix("-"),
            (Binary::Mul, _) => infix("*"),
            (Binary::Xor, _) => infix("^"),
            (Binary::BitAnd, _) => infix("&"),
            (Binary::Iff, _) => infix("=="),
            (Binary::Div, true) => infix("//"),
            (Binary::Rem, true) => infix("%"),
            (Binary::Pow, true) => infix("**"),
            (Binary::Div, false) => called("floor_div"),
            (Binary::Rem, false) => called("floor_mod"),
            (Binary::Pow, false) => called("power"),
            (Binary::And, _) => format!("({a}{}{b})", self.and()),
            (Binary::Or, _) => format!("({a}{}{b})", self.or()),
            (Binary::Implies, true) => format!("(not {a} or {b})"),
            (Binary::Implies, false) => format!("(!{a} || {b})"),
        })
    }

    fn member(&self, element: &str, set: &Set) -> Result<String, Unsupported> {
        match set {
            Set::Range(lo, hi) => {
                let (lo, hi) = (self.write(lo)?, self.write(hi)?);
                Ok(format!("({lo} <= {element}{}{element} <= {hi})", self.and()))
            }
            Set::Elements(elements) if !elements.is_empty() => {
                let elements = self.all(elements)?;
                let tests: Vec<String> =
                    elements.iter().map(|e| format!("{element} == {e}")).collect();
                Ok(format!("({})", tests.join(self.or())))
            }
            set => Err(self.refuse(set)),
        }
    }

    fn call(&self, expr: &Expr, name: &str, arguments: &[Expr]) -> Result<String, Unsupported> {
        let arguments = self.all(arguments)?;
        let ones = |a: &String| match self.dialect {
            Dialect::Python => format!("bin({a}).count(\"1\")"),
            _ => format!("popcount({a})"),
        };
        Ok(match (name, arguments.as_slice()) {
            ("min" | "max", [first, rest @ ..]) if !rest.is_empty() => {
                rest.iter().fold(first.clone(), |so_far, next| match self.dialect {
                    Dialect::Cpp => format!("std::{name}<long long>({so_far}, {next})"),
                    Dialect::Rust => format!("i64::{name}({so_far}, {next})"),
                    _ => format!("{name}({so_far}, {next})"),
                })
            }
            ("abs", [a]) => match self.dialect {
                Dialect::Cpp => format!("std::llabs({a})"),
                Dialect::Rust => format!("i64::abs({a})"),
                _ => format!("abs({a})"),
            },
            ("xor", [a, b]) => format!("({a} ^ {b})"),
            ("bitor", [a, b]) => format!("({a} | {b})"),
            ("shl", [a, b]) => format!("({a} << {b})"),
            ("shr", [a, b]) => format!("({a} >> {b})"),
            ("bit", [a, b]) => format!("(({a} >> {b}) & 1)"),
            ("lowbit", [a]) => format!("({a} & -{a})"),
            ("popcount", [a]) => ones(a),
            ("odious", [a]) => format!("({} % 2 == 1)", ones(a)),
            ("evil", [a]) => format!("({} % 2 == 0)", ones(a)),
            _ => return Err(self.refuse(expr)),
        })
    }
}

fn comparison_symbol(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Eq => "==",
        Comparison::Ne => "!=",
        Comparison::Lt => "<",
        Comparison::Le => "<=",
        Comparison::Gt => ">",
        Comparison::Ge => ">=",
    }
}
