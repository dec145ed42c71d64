//! Comprehensions over a range as loops, and the members of a list by their places.

use super::writer::{Level, Writer};
use crate::ast::{Expr, Fold, Item, Node, Set};
use crate::emit::{Dialect, Unsupported, constant};

/// The parts of `E for k in lo..hi if COND` as text.
struct Loop {
    variable: String,
    lo: String,
    hi: String,
    body: String,
    guard: Option<String>,
}

impl Writer<'_> {
    /// A comprehension with one variable over a range.
    pub(super) fn fold(
        &mut self,
        expr: &Expr,
        fold: Fold,
        items: &[Item],
    ) -> Result<String, Unsupported> {
        let outside = self.names.count();
        let total = self.names.own("r");
        let parts = self.one_loop(expr, items);
        self.names.forget(outside);
        let Loop { variable: x, lo, hi, body, guard } = parts?;
        Ok(match self.dialect() {
            Dialect::Python => {
                let guard = guard.map_or_else(String::new, |guard| format!(" if {guard}"));
                let all = format!("for {x} in range({lo}, {hi} + 1){guard}");
                match fold {
                    Fold::Sum => format!("sum({body} {all})"),
                    Fold::Xor => format!("nim_sum({body} {all})"),
                    Fold::Count => format!("sum(bool({body}) {all})"),
                    Fold::Any => format!("any({body} {all})"),
                    Fold::All => format!("all({body} {all})"),
                    _ => return Err(self.refuse(expr)),
                }
            }
            Dialect::Rust => {
                let guard =
                    guard.map_or_else(String::new, |guard| format!(".filter(|&{x}| {guard})"));
                let all = format!("({lo}..={hi}){guard}");
                match fold {
                    Fold::Sum => format!("{all}.map(|{x}| {body}).sum::<i64>()"),
                    Fold::Xor => format!("{all}.map(|{x}| {body}).fold(0, |a, b| a ^ b)"),
                    Fold::Count => {
                        format!("{all}.map(|{x}| i64::from({body})).sum::<i64>()")
                    }
                    Fold::Any => format!("{all}.any(|{x}| {body})"),
                    Fold::All => format!("{all}.all(|{x}| {body})"),
                    _ => return Err(self.refuse(expr)),
                }
            }
            _ => {
                let guard = guard.map_or_else(String::new, |guard| format!("if ({guard}) "));
                let all = format!("for (long long {x} = {lo}; {x} <= {hi}; {x}++) {guard}");
                let r = total;
                let total = |step: String| {
                    format!("[&] {{ long long {r} = 0; {all}{step}; return {r}; }}()")
                };
                match fold {
                    Fold::Sum => total(format!("{r} += {body}")),
                    Fold::Xor => total(format!("{r} ^= {body}")),
                    Fold::Count => total(format!("{r} += ({body}) ? 1 : 0")),
                    Fold::Any => {
                        format!("[&] {{ {all}if ({body}) return true; return false; }}()")
                    }
                    Fold::All => {
                        format!("[&] {{ {all}if (!({body})) return false; return true; }}()")
                    }
                    _ => return Err(self.refuse(expr)),
                }
            }
        })
    }

    /// `[x for x in lo..hi if COND][place]`, for a place that is there.
    pub(super) fn member_by_place(
        &mut self,
        list: &Expr,
        items: &[Item],
        place: &Expr,
    ) -> Result<String, Unsupported> {
        let outside = self.names.count();
        let parts = self.one_loop(list, items);
        self.names.forget(outside);
        let Loop { variable: x, lo, body, guard, .. } = parts?;
        let Some(guard) = guard.filter(|_| body == x) else { return Err(self.refuse(list)) };
        let holds = match self.dialect() {
            Dialect::Python => format!("lambda {x}: {guard}"),
            Dialect::Rust => format!("|{x}| {guard}"),
            _ => format!("[&](long long {x}) {{ return {guard}; }}"),
        };
        Ok(format!("nth_number({holds}, {lo}, {})", self.write(place, Level::Any)?))
    }

    /// The least of the Fibonacci numbers that are summands of `zeckendorf(n)`.
    pub(super) fn part_by_place(
        &mut self,
        list: &Expr,
        place: &Expr,
    ) -> Result<String, Unsupported> {
        match &list.node {
            Node::Call(name, arguments)
                if name == "zeckendorf" && arguments.len() == 1 && constant(place) == Some(0) =>
            {
                Ok(format!("least_fibonacci_part({})", self.write(&arguments[0], Level::Any)?))
            }
            _ => Err(self.refuse(list)),
        }
    }

    fn one_loop(&mut self, expr: &Expr, items: &[Item]) -> Result<Loop, Unsupported> {
        let [Item { body, binders, guard }] = items else { return Err(self.refuse(expr)) };
        let [binder] = binders.as_slice() else { return Err(self.refuse(expr)) };
        let Set::Range(lo, hi) = &binder.set else { return Err(self.refuse(expr)) };
        // The ends of the range are outside of it.
        let (lo, hi) = (self.write(lo, Level::Sum)?, self.write(hi, Level::Sum)?);
        Ok(Loop {
            variable: self.names.variable(&binder.name),
            lo,
            hi,
            body: self.write(body, Level::Any)?,
            guard: guard.as_ref().map(|guard| self.write(guard, Level::Any)).transpose()?,
        })
    }
}
