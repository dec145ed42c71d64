//! Comprehensions over a range as loops, and the members of a list by their places.

use super::writer::{Level, Writer};
use crate::ast::{Binary, Comparison, Expr, Fold, Item, Node};
use crate::emit::{Dialect, Result, constants};
use crate::substitute::mentions;

/// The parts of `E for k in lo..hi if COND` as text.
struct Loop {
    variable: String,
    lo: String,
    hi: String,
    body: String,
    guard: Option<String>,
}

/// How a variable `$x` runs from `$l` to `$h`, with a guard behind it.
const LOOPS: [&str; 3] =
    ["for (long long $x = $l; $x <= $h; $x++) $g", "for $x in range($l, $h + 1)$g", "($l..=$h)$g"];
/// The guard `$g`.
const GUARDS: [&str; 3] = ["if ($g) ", " if $g", ".filter(|&$x| $g)"];
/// What is made of `$e` for all values of `$x` in the loop `$a`.
const FORMS: [(Fold, [&str; 3]); 5] = [
    (
        Fold::Sum,
        [
            "[&] { long long $r = 0; $a$r += $e; return $r; }()",
            "sum($e $a)",
            "$a.map(|$x| $e).sum::<i64>()",
        ],
    ),
    (
        Fold::Xor,
        [
            "[&] { long long $r = 0; $a$r ^= $e; return $r; }()",
            "nim_sum($e $a)",
            "$a.map(|$x| $e).fold(0, |a, b| a ^ b)",
        ],
    ),
    (
        Fold::Count,
        [
            "[&] { long long $r = 0; $a$r += ($e) ? 1 : 0; return $r; }()",
            "sum(bool($e) $a)",
            "$a.map(|$x| i64::from($e)).sum::<i64>()",
        ],
    ),
    (
        Fold::Any,
        ["[&] { $aif ($e) return true; return false; }()", "any($e $a)", "$a.any(|$x| $e)"],
    ),
    (
        Fold::All,
        ["[&] { $aif (!($e)) return false; return true; }()", "all($e $a)", "$a.all(|$x| $e)"],
    ),
];

impl Writer<'_> {
    /// A comprehension with one variable over a range. A sum of terms that say nothing of other
    /// variables, from a fixed number on, is added up once.
    pub(super) fn fold(&mut self, expr: &Expr, fold: Fold, items: &[Item]) -> Result<String> {
        let outside = self.names.count();
        let total = self.names.own("r");
        let parts = self.one_loop(expr, items);
        self.names.forget(outside);
        let Loop { variable: x, lo, hi, body, guard } = parts?;
        if let (Fold::Sum, [item], None) = (fold, items, &guard)
            && self.is_closed(item, &item.body)
        {
            let term = self.term(&x, &body);
            return Ok(self.keeping("sum_to", &[&term, &lo, &hi]));
        }
        if let (Fold::Count, [item], None) = (fold, items, &guard)
            && let Some((term, bound)) =
                ascending(item).filter(|(term, _)| self.is_closed(item, term))
        {
            let text = self.ascending(item, term, bound)?;
            self.names.forget(outside);
            return Ok(text);
        }
        let Some((_, forms)) = FORMS.iter().find(|(known, _)| *known == fold) else {
            return Err(self.refuse(expr));
        };
        let fill = |forms, parts: &[(char, &str)]| self.dialect().fill(forms, parts);
        let guard = guard.map(|guard| fill(GUARDS, &[('x', &x), ('g', &guard)]));
        let guard = guard.unwrap_or_default();
        let all = fill(LOOPS, &[('x', &x), ('l', &lo), ('h', &hi), ('g', &guard)]);
        Ok(fill(*forms, &[('r', &total), ('x', &x), ('a', &all), ('e', &body)]))
    }

    /// How many of some terms, which ascend, are less than a bound that is the same for all.
    fn ascending(&mut self, item: &Item, term: &Expr, bound: &Expr) -> Result<String> {
        let only = Item { body: term.clone(), ..item.clone() };
        let bound = self.write(bound, Level::Any)?;
        let Loop { variable: x, lo, hi, body, .. } = self.one_loop(term, &[only])?;
        let term = self.term(&x, &body);
        Ok(self.keeping("count_below", &[&term, &lo, &hi, &bound]))
    }

    /// `[x for x in lo..hi if COND][place]`, for a place that is there.
    pub(super) fn member_by_place(
        &mut self,
        list: &Expr,
        items: &[Item],
        place: &Expr,
    ) -> Result<String> {
        let outside = self.names.count();
        let parts = self.one_loop(list, items);
        self.names.forget(outside);
        let Loop { variable: x, lo, body, guard, .. } = parts?;
        let is_closed = |item: &Item| item.guard.as_ref().is_some_and(|g| self.is_closed(item, g));
        let is_closed = items.iter().all(is_closed);
        let Some(guard) = guard.filter(|_| body == x && is_closed) else {
            return Err(self.refuse(list));
        };
        let forms = ["[](long long $x) -> bool { return $g; }", "lambda $x: $g", "|$x| $g"];
        let holds = self.dialect().fill(forms, &[('x', &x), ('g', &guard)]);
        let place = self.write(place, Level::Any)?;
        Ok(self.keeping("nth_number", &[&holds, &lo, &place]))
    }

    /// Whether the range begins at a fixed number, and the part speaks of the variable that runs alone.
    fn is_closed(&self, item: &Item, part: &Expr) -> bool {
        let [binder] = item.binders.as_slice() else { return false };
        let Node::Range(lo, _) = &binder.set.node else { return false };
        let is_other = |name: &str| name != binder.name && mentions(part, name);
        lo.literal().is_some() && !self.names.all().any(is_other)
    }

    /// A function of one number that knows no other.
    fn term(&self, x: &str, body: &str) -> String {
        let forms = ["[](long long $x) -> long long { return $e; }", "lambda $x: $e", "|$x| $e"];
        self.dialect().fill(forms, &[('x', x), ('e', body)])
    }

    /// A call of a helper that keeps what it computed.
    fn keeping(&mut self, helper: &str, arguments: &[&str]) -> String {
        let known = self.kept();
        let sign = if self.dialect() == Dialect::Rust { "&" } else { "" };
        format!("{helper}({sign}{known}, {})", arguments.join(", "))
    }

    /// The least of the Fibonacci numbers that are summands of `zeckendorf(n)`.
    pub(super) fn part_by_place(&mut self, list: &Expr, place: &Expr) -> Result<String> {
        match &list.node {
            Node::Call(name, arguments)
                if name == "zeckendorf" && arguments.len() == 1 && place.literal() == Some(0) =>
            {
                Ok(format!("least_fibonacci_part({})", self.write(&arguments[0], Level::Any)?))
            }
            _ => Err(self.refuse(list)),
        }
    }

    fn one_loop(&mut self, expr: &Expr, items: &[Item]) -> Result<Loop> {
        let [Item { body, binders, guard }] = items else { return Err(self.refuse(expr)) };
        let [binder] = binders.as_slice() else { return Err(self.refuse(expr)) };
        let Node::Range(lo, hi) = &binder.set.node else { return Err(self.refuse(expr)) };
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

/// The terms and the bound of `term(i) < bound`, where the terms ascend from a place that is not negative.
fn ascending(item: &Item) -> Option<(&Expr, &Expr)> {
    let [binder] = item.binders.as_slice() else { return None };
    let Node::Range(lo, _) = &binder.set.node else { return None };
    let Node::Compare(term, rest) = &item.body.node else { return None };
    let [(Comparison::Lt, bound)] = rest.as_slice() else { return None };
    let fits = lo.literal()? >= 0 && ascends(term, &binder.name) && !mentions(bound, &binder.name);
    fits.then_some((&**term, bound))
}

/// Whether the value grows or stays with the variable, and neither is negative, seen at a glance.
fn ascends(e: &Expr, variable: &str) -> bool {
    match &e.node {
        Node::Int(value) => *value >= 0,
        Node::Name(name) => name == variable,
        Node::Binary(Binary::Add | Binary::Mul, a, b) => {
            ascends(a, variable) && ascends(b, variable)
        }
        Node::Binary(Binary::Div, a, b) => {
            ascends(a, variable) && b.literal().is_some_and(|b| b > 0)
        }
        Node::Binary(Binary::Pow, a, b) => {
            let (base, exponent) = (a.literal(), b.literal());
            base.is_some_and(|base| base > 0) && ascends(b, variable)
                || exponent.is_some_and(|exponent| exponent > 0) && ascends(a, variable)
        }
        Node::Call(name, arguments) if name == "recurrence" => {
            let [k, weights, first] = arguments.as_slice() else { return false };
            let lists = constants(weights).zip(constants(first));
            ascends(k, variable)
                && lists.is_some_and(|(weights, first)| {
                    let grows = weights.first() >= Some(&1) && weights.iter().all(|&w| w >= 0);
                    grows && first.first() >= Some(&0) && first.is_sorted()
                })
        }
        _ => false,
    }
}
