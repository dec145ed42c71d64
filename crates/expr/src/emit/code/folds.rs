//! Comprehensions over a range as loops, and the members of a list by their places.

use super::writer::{Level, Writer};
use crate::ast::{Expr, Fold, Item, Node};
use crate::emit::Result;

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
    /// A comprehension with one variable over a range.
    pub(super) fn fold(&mut self, expr: &Expr, fold: Fold, items: &[Item]) -> Result<String> {
        let outside = self.names.count();
        let total = self.names.own("r");
        let parts = self.one_loop(expr, items);
        self.names.forget(outside);
        let Loop { variable: x, lo, hi, body, guard } = parts?;
        let Some((_, forms)) = FORMS.iter().find(|(known, _)| *known == fold) else {
            return Err(self.refuse(expr));
        };
        let fill = |forms, parts: &[(char, &str)]| self.dialect().fill(forms, parts);
        let guard = guard.map(|guard| fill(GUARDS, &[('x', &x), ('g', &guard)]));
        let guard = guard.unwrap_or_default();
        let all = fill(LOOPS, &[('x', &x), ('l', &lo), ('h', &hi), ('g', &guard)]);
        Ok(fill(*forms, &[('r', &total), ('x', &x), ('a', &all), ('e', &body)]))
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
        let Some(guard) = guard.filter(|_| body == x) else { return Err(self.refuse(list)) };
        let forms = ["[&](long long $x) { return $g; }", "lambda $x: $g", "|$x| $g"];
        let holds = self.dialect().fill(forms, &[('x', &x), ('g', &guard)]);
        Ok(format!("nth_number({holds}, {lo}, {})", self.write(place, Level::Any)?))
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
