//! Expressions. Brackets are left out only where the three languages agree without them: around
//! products in sums, and around what is an argument.

use super::fill;
use super::names::Names;
use crate::ast::{Binary, Expr, Fold, Node, Unary};
use crate::emit::{Dialect, Result, Unsupported, constants};
use crate::function::{CodeForm, Interval, Lists, Takes, function};
use crate::print::Unbraced;

/// How tightly a text binds, and how tightly it has to where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Any,
    Sum,
    Product,
    Atom,
}

/// Longest list that stands where it is used.
const MAX_INLINE_LENGTH: usize = 12;

/// Writes the expressions of one function.
pub(super) struct Writer<'a> {
    dialect: Dialect,
    pub(super) names: &'a mut Names,
    /// Which of the function's variables are never negative.
    nonnegative: &'a [bool],
    /// The function, after which its tables are named; without one lists stand where they are used.
    function: Option<&'a str>,
    tables: Vec<(String, Vec<String>)>,
    /// Names of what the function keeps from call to call.
    kept: Vec<String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(
        dialect: Dialect,
        names: &'a mut Names,
        nonnegative: &'a [bool],
        function: Option<&'a str>,
    ) -> Self {
        Self { dialect, names, nonnegative, function, tables: Vec::new(), kept: Vec::new() }
    }

    pub(super) fn refuse(&self, part: impl ToString) -> Unsupported {
        Unsupported { part: part.to_string(), dialect: self.dialect }
    }

    pub(super) fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Whether the name is that of the golden ratio here.
    pub(super) fn is_golden(&self, name: &str) -> bool {
        name == "phi" && self.names.find(name).is_none()
    }

    pub(super) fn is_python(&self) -> bool {
        self.dialect == Dialect::Python
    }

    /// A constant list of the function under a name of its own.
    pub(super) fn table(&mut self, what: &str, elements: Vec<String>) -> String {
        if let Some((name, _)) = self.tables.iter().find(|(_, known)| *known == elements) {
            return name.clone();
        }
        let name = self.names.table(&format!("{}_{what}", self.function.unwrap_or("f")));
        self.tables.push((name.clone(), elements));
        name
    }

    /// A list of the function's own that grows from call to call: a zero at first, in Rust nothing.
    pub(super) fn kept(&mut self) -> String {
        let name = self.names.table(&format!("{}_known", self.function.unwrap_or("f")));
        self.kept.push(name.clone());
        name
    }

    /// The definitions of the tables, and of what is kept.
    pub(super) fn tables(&self) -> String {
        let mut text = String::new();
        for name in &self.kept {
            let forms = [
                "std::vector<long long> $n = {0};\n",
                "$n = [0]\n",
                "static $n: std::sync::Mutex<Vec<i64>> = std::sync::Mutex::new(Vec::new());\n",
            ];
            text += &self.dialect.fill(forms, &[('n', name)]);
        }
        for (name, elements) in &self.tables {
            let words = elements.iter().map(|e| format!("{e},"));
            let lines: String = fill(words, " ").iter().map(|l| format!("    {l}\n")).collect();
            let forms = [
                "const std::vector<long long> $n = {\n$l};\n",
                "$n = (\n$l)\n",
                "const $n: [i64; $c] = [\n$l];\n",
            ];
            let count = elements.len().to_string();
            text += &self.dialect.fill(forms, &[('n', name), ('l', &lines), ('c', &count)]);
        }
        text
    }

    /// The expression, in brackets where it binds less tightly than `least`.
    pub(super) fn write(&mut self, expr: &Expr, least: Level) -> Result<String> {
        let (text, level) = self.node(expr)?;
        Ok(if level < least { format!("({text})") } else { text })
    }

    fn node(&mut self, expr: &Expr) -> Result<(String, Level)> {
        let atom = |text: String| (text, Level::Atom);
        Ok(match &expr.node {
            Node::Int(value) => atom(self.number(*value)?),
            Node::Bool(true) if self.is_python() => atom("True".into()),
            Node::Bool(false) if self.is_python() => atom("False".into()),
            Node::Bool(value) => atom(value.to_string()),
            Node::Name(name) if self.is_golden(name) => return Err(self.refuse(expr)),
            Node::Name(name) => atom(self.names.of(name)),
            Node::Index(list, index) => atom(self.index(list, index)?),
            Node::Unary(Unary::Neg, operand) => {
                (format!("-{}", self.write(operand, Level::Atom)?), Level::Product)
            }
            Node::Unary(Unary::Not, operand) => {
                let sign = if self.is_python() { "not " } else { "!" };
                (format!("{sign}{}", self.write(operand, Level::Atom)?), Level::Any)
            }
            Node::Binary(operator, left, right) => self.binary(*operator, left, right)?,
            Node::Compare(first, rest) => {
                let mut left = self.write(first, Level::Sum)?;
                let mut tests = Vec::new();
                for (comparison, right) in rest {
                    let right = self.write(right, Level::Sum)?;
                    let sign = comparison.of(["==", "!=", "<", "<=", ">", ">="]);
                    tests.push(format!("{left} {sign} {right}"));
                    left = right;
                }
                (tests.join(self.and()), Level::Any)
            }
            Node::Member(element, set) => self.member(element, set)?,
            Node::If(condition, yes, no) => self.choice(condition, yes, no)?,
            Node::Call(name, arguments) if name == "floor" && arguments.len() == 1 => {
                (self.floor(&arguments[0])?, Level::Atom)
            }
            Node::Call(name, arguments) => self.call(expr, name, arguments)?,
            Node::Fold(fold, items) => atom(self.fold(expr, *fold, items)?),
            Node::List(_) | Node::Slice(..) | Node::Set(_) | Node::Range(..) | Node::Value(_) => {
                return Err(self.refuse(expr));
            }
        })
    }

    pub(super) fn number(&self, value: i128) -> Result<String> {
        match i64::try_from(value) {
            Ok(small) if self.dialect == Dialect::Cpp && i32::try_from(small).is_err() => {
                Ok(format!("{value}LL"))
            }
            Err(_) if !self.is_python() => Err(self.refuse(value)),
            _ => Ok(value.to_string()),
        }
    }

    pub(super) fn and(&self) -> &'static str {
        if self.is_python() { " and " } else { " && " }
    }

    fn choice(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Result<(String, Level)> {
        let level = if self.dialect == Dialect::Rust { Level::Any } else { Level::Sum };
        let c = self.write(condition, level)?;
        let (y, n) = (self.write(yes, level)?, self.write(no, level)?);
        Ok((self.either(&c, &y, &n), Level::Any))
    }

    /// One of two texts by a condition.
    pub(super) fn either(&self, condition: &str, yes: &str, no: &str) -> String {
        let forms = ["$c ? $y : $n", "$y if $c else $n", "if $c { $y } else { $n }"];
        self.dialect.fill(forms, &[('c', condition), ('y', yes), ('n', no)])
    }

    fn index(&mut self, list: &Expr, index: &Expr) -> Result<String> {
        let elements = match &list.node {
            Node::List(elements) => elements,
            Node::Fold(Fold::List, items) => return self.member_by_place(list, items, index),
            _ => return self.part_by_place(list, index),
        };
        let elements = self.all(elements)?;
        let is_long = elements.len() > MAX_INLINE_LENGTH && self.function.is_some();
        let place = match self.dialect {
            Dialect::Rust => format!("{} as usize", self.write(index, Level::Atom)?),
            _ => self.write(index, Level::Any)?,
        };
        if is_long {
            return Ok(format!("{}[{place}]", self.table("table", elements)));
        }
        let list = elements.join(", ");
        let forms = ["entry({$l}, $p)", "[$l][$p]", "[$l][$p]"];
        Ok(self.dialect.fill(forms, &[('l', &list), ('p', &place)]))
    }

    fn all(&mut self, exprs: &[Expr]) -> Result<Vec<String>> {
        exprs.iter().map(|e| self.write(e, Level::Any)).collect()
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) -> Result<(String, Level)> {
        let called = |writer: &mut Self, name: &str| {
            let (a, b) = (writer.write(left, Level::Any)?, writer.write(right, Level::Any)?);
            Ok((format!("{name}({a}, {b})"), Level::Atom))
        };
        // For natural numbers, division is the same everywhere.
        let is_plain = || self.is_nonnegative(left) && matches!(right.node, Node::Int(1..));
        let python = self.is_python();
        let (sign, own, behind) = match operator {
            Binary::Add => ("+", Level::Sum, Level::Product),
            Binary::Sub => ("-", Level::Sum, Level::Product),
            Binary::Mul => ("*", Level::Product, Level::Atom),
            Binary::Div if python => ("//", Level::Product, Level::Atom),
            Binary::Div if is_plain() => ("/", Level::Product, Level::Atom),
            Binary::Div => return called(self, "floor_div"),
            Binary::Rem if python || is_plain() => ("%", Level::Product, Level::Atom),
            Binary::Rem => return called(self, "floor_mod"),
            Binary::Pow if python => ("**", Level::Any, Level::Atom),
            Binary::Pow => return called(self, "power"),
            Binary::Xor => ("^", Level::Any, Level::Atom),
            Binary::BitAnd => ("&", Level::Any, Level::Atom),
            Binary::Iff => ("==", Level::Any, Level::Atom),
            Binary::And => (self.and().trim(), Level::Any, Level::Atom),
            Binary::Or => (if python { "or" } else { "||" }, Level::Any, Level::Atom),
            Binary::Implies => {
                let (a, b) = (self.write(left, Level::Atom)?, self.write(right, Level::Atom)?);
                let text = if python { format!("not {a} or {b}") } else { format!("!{a} || {b}") };
                return Ok((text, Level::Any));
            }
        };
        let before = if own == Level::Any { Level::Atom } else { own };
        let (a, b) = (self.write(left, before)?, self.write(right, behind)?);
        Ok((format!("{a} {sign} {b}"), own))
    }

    /// Whether the value cannot be negative, seen at a glance.
    fn is_nonnegative(&self, expr: &Expr) -> bool {
        let both = |a: &Expr, b: &Expr| self.is_nonnegative(a) && self.is_nonnegative(b);
        match &expr.node {
            Node::Int(value) => *value >= 0,
            Node::Name(name) => {
                let place = self.names.find(name).map(|(place, _)| place);
                place.and_then(|place| self.nonnegative.get(place)) == Some(&true)
            }
            Node::Binary(Binary::Rem, _, b) if matches!(b.node, Node::Int(1..)) => true,
            Node::Binary(
                Binary::Add
                | Binary::Mul
                | Binary::Div
                | Binary::Rem
                | Binary::Xor
                | Binary::BitAnd,
                a,
                b,
            ) => both(a, b),
            Node::If(_, a, b) => both(a, b),
            Node::Index(list, _) => match &list.node {
                Node::List(elements) => elements.iter().all(|e| self.is_nonnegative(e)),
                _ => false,
            },
            Node::Call(name, arguments) => {
                let values = |e: &Expr| match self.is_nonnegative(e) {
                    true => (0, i128::MAX),
                    false => (i128::MIN, i128::MAX),
                };
                let arguments: Vec<Interval> = arguments.iter().map(values).collect();
                function(name).is_some_and(|f| f.values(&arguments).0 >= 0)
            }
            _ => false,
        }
    }

    fn member(&mut self, element: &Expr, set: &Expr) -> Result<(String, Level)> {
        let level = if self.is_python() { Level::Any } else { Level::Atom };
        match &set.node {
            Node::Range(lo, hi) => {
                let e = self.write(element, Level::Sum)?;
                let (lo, hi) = (self.write(lo, Level::Sum)?, self.write(hi, Level::Sum)?);
                let forms = ["between($l, $e, $h)", "$l <= $e <= $h", "($l..=$h).contains(&($e))"];
                Ok((self.dialect.fill(forms, &[('l', &lo), ('h', &hi), ('e', &e)]), level))
            }
            Node::Set(elements) if !elements.is_empty() => {
                let e = self.write(element, Level::Sum)?;
                let list = self.all(elements)?.join(", ");
                let forms = ["one_of($e, {$l})", "$e in [$l]", "[$l].contains(&($e))"];
                Ok((self.dialect.fill(forms, &[('e', &e), ('l', &list)]), level))
            }
            _ => {
                let (name, arguments) = set.named().unwrap_or_default();
                let helper = match (name, arguments.len()) {
                    ("squares", 0) => "is_square",
                    ("cubes", 0) => "is_cube",
                    ("factorials", 0) => "is_factorial",
                    ("fibonacci", 0) => "is_fibonacci",
                    ("primes", 0) => "is_prime",
                    ("powers", 1) => "is_power",
                    ("odious" | "evil", 0) => {
                        let e = self.write(element, Level::Sum)?;
                        let parity = u8::from(name == "odious");
                        let text = format!("{e} > 0{}popcount({e}) % 2 == {parity}", self.and());
                        return Ok((text, Level::Any));
                    }
                    _ => return Err(self.refuse(Unbraced(set))),
                };
                let mut arguments = self.all(arguments)?;
                arguments.push(self.write(element, Level::Any)?);
                Ok((format!("{helper}({})", arguments.join(", ")), Level::Atom))
            }
        }
    }

    fn call(&mut self, expr: &Expr, name: &str, arguments: &[Expr]) -> Result<(String, Level)> {
        let Some(function) = function(name) else { return Err(self.refuse(expr)) };
        match (function.code, arguments) {
            (CodeForm::Lists(lists), _) => {
                return Ok((self.listed(expr, lists, arguments)?, Level::Atom));
            }
            (CodeForm::Joined(sign), [first, rest @ ..]) => {
                let mut text = self.write(first, Level::Atom)?;
                for next in rest {
                    text = format!("{text} {sign} {}", self.write(next, Level::Atom)?);
                }
                let level = match (rest, sign) {
                    ([], _) => Level::Atom,
                    (_, "+") => Level::Sum,
                    _ => Level::Any,
                };
                return Ok((text, level));
            }
            _ => {}
        }
        let words = self.all(arguments)?;
        let called = |name: &str| (format!("{name}({})", words.join(", ")), Level::Atom);
        let fits = function.takes == Takes::Numbers(words.len());
        Ok(match (function.code, words.as_slice()) {
            (CodeForm::TwoByTwo, [_, _, ..]) if self.is_python() => called(name),
            (CodeForm::TwoByTwo, [first, rest @ ..]) if !rest.is_empty() => {
                let forms = ["std::$f<long long>($a, $b)", "$f($a, $b)", "i64::$f($a, $b)"];
                let text = rest.iter().fold(first.clone(), |so_far, next| {
                    self.dialect.fill(forms, &[('f', name), ('a', &so_far), ('b', next)])
                });
                (text, Level::Atom)
            }
            (CodeForm::Helper, _) if fits => called(name),
            (CodeForm::Named(names), _) if fits => called(self.dialect.of(names)),
            (CodeForm::Text(text), [first, rest @ ..]) if fits => {
                let second = rest.first().map_or("", String::as_str);
                (text.replace("$0", first).replace("$1", second), Level::Any)
            }
            _ => return Err(self.refuse(expr)),
        })
    }

    /// Functions given by lists of numbers.
    fn listed(&mut self, expr: &Expr, function: Lists, arguments: &[Expr]) -> Result<String> {
        let (numbers, lists) = arguments.split_at(arguments.len().saturating_sub(2));
        let constants: Option<Vec<Vec<i128>>> = lists.iter().map(constants).collect();
        let (Some([n, rest @ ..]), Some(constants)) = (Some(numbers), constants) else {
            return Err(self.refuse(expr));
        };
        let n = self.write(n, Level::Any)?;
        let [first_list, second_list] = &constants[..] else { return Err(self.refuse(expr)) };
        if matches!(function, Lists::Recurrence | Lists::Holonomic | Lists::Lattice) {
            let mut words = vec![n];
            for number in rest {
                words.push(self.write(number, Level::Any)?);
            }
            words.push(self.constant("weights", first_list)?);
            words.push(self.constant("terms", second_list)?);
            return Ok(format!("{}({})", function.helper(), words.join(", ")));
        }
        let rest: Option<Vec<i128>> = rest.iter().map(Expr::literal).collect();
        let (digits, count, least) = match (function, rest.as_deref()) {
            (Lists::Regular, Some(&[base, least])) => {
                let roots = if least == 0 { 1 } else { base - 1 };
                (format!("digits_of({n}, {base}, {least})"), roots, least)
            }
            (Lists::Greedy(numeration), Some(&[least])) => {
                let Some(weights) = numeration.recurrence() else {
                    return Err(self.refuse(expr));
                };
                let roots = if least == 0 { 1 } else { numeration.digits() - 1 };
                let weights = self.constant("places", weights)?;
                let digits = format!("greedy_digits({n}, {weights}, {least})");
                (digits, i128::try_from(roots).unwrap_or(1), least)
            }
            _ => return Err(self.refuse(expr)),
        };
        let rank = usize::try_from(count).map_or(0, |count| second_list.len() / count.max(1));
        if rank == 0 {
            return Err(self.refuse(expr));
        }
        let digits = if self.dialect == Dialect::Rust { format!("&{digits}") } else { digits };
        if let Some(next) = transitions(first_list, rank) {
            let (next, output) =
                (self.constant("next", &next)?, self.constant("output", second_list)?);
            return Ok(format!("automaton({digits}, {least}, {next}, {output}, {rank})"));
        }
        let (matrices, roots) =
            (self.constant("matrices", first_list)?, self.constant("roots", second_list)?);
        Ok(format!("linear_in_digits({digits}, {least}, {matrices}, {roots}, {rank})"))
    }

    /// A list of constants, as an argument.
    fn constant(&mut self, what: &str, list: &[i128]) -> Result<String> {
        let numbers: Vec<String> =
            list.iter().map(|&k| self.number(k)).collect::<Result<_, _>>()?;
        if numbers.len() > MAX_INLINE_LENGTH && self.function.is_some() {
            let name = self.table(what, numbers);
            return Ok(self.dialect.fill(["$n", "$n", "&$n"], &[('n', &name)]));
        }
        let all =
            numbers.join(", ") + if self.is_python() && numbers.len() == 1 { "," } else { "" };
        Ok(self.dialect.fill(["{$l}", "($l)", "&[$l]"], &[('l', &all)]))
    }
}

/// For each digit and state the next state, when every row of the matrices has a single 1 and zeros.
fn transitions(matrices: &[i128], rank: usize) -> Option<Vec<i128>> {
    let next = |row: &[i128]| {
        let mut places = (0i128..).zip(row).filter(|(_, entry)| **entry != 0);
        match (places.next(), places.next()) {
            (Some((place, 1)), None) => Some(place),
            _ => None,
        }
    };
    matrices.chunks(rank).map(next).collect()
}
