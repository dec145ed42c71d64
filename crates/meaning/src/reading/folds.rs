//! Writes out definitions of the rule, lists, and folds over finite sets of numbers.

use super::{Reader, Term};
use crate::Result;
use crate::error::{mistake, too_large, undefinable, unsupported};
use expr::ast::{Binary, Binder, Comparison, Expr, Fold, Item, Node};
use expr::build::{binary, call, choice, compared};
use expr::substitute::{Bindings, int, mentions, name};
use logic::formula::{Formula, Linear};
use message::message;

/// Most numbers that a variable of a fold runs over.
const MAX_LENGTH: i64 = 4096;

impl Reader {
    /// The body of a definition with its arguments put in; `None` for other functions.
    pub(super) fn unfolded(&self, function: &str, arguments: &[Expr]) -> Result<Option<Expr>> {
        let Some(definition) = self.functions.iter().find(|d| d.name == function) else {
            return Ok(None);
        };
        if definition.arguments.len() != arguments.len() {
            return Err(unsupported(message!(
                "`{function}` takes {} numbers",
                definition.arguments.len()
            )));
        }
        // inside `floor(...)` an argument is still one of the ordinary kind
        let whole = |e: &Expr| match self.is_integral(e) {
            true => e.clone(),
            false => call("min", vec![Node::List(vec![e.clone()]).into()]),
        };
        let pairs = definition.arguments.iter().cloned().zip(arguments.iter().map(whole));
        Ok(Some(Bindings::of(pairs).expr(&definition.body)))
    }

    /// The entries of a list.
    pub(super) fn entries(&mut self, list: &Expr) -> Result<Vec<Expr>> {
        match &list.node {
            Node::List(entries) => Ok(entries.clone()),
            Node::Slice(list, from, to) => {
                let entries = self.deeper(|reader| reader.entries(list))?;
                let (from, to) = (self.value(from)?, self.value(to)?);
                let (Some(from), Some(to)) = (from.as_number(), to.as_number()) else {
                    return Err(unsupported(message!(
                        "`{list}` is cut at places that are not fixed"
                    )));
                };
                let most = i128::try_from(entries.len()).unwrap_or(0);
                if from <= to && !(0 <= from && to < most) {
                    return Err(unsupported(message!("`{list}` is cut where it has no entries")));
                }
                let inside = (0..).zip(entries).filter(|(at, _)| (from..=to).contains(at));
                Ok(inside.map(|(_, entry)| entry).collect())
            }
            Node::Fold(Fold::List, items) => {
                let all = self.items(items, false)?;
                if all.iter().any(|(guard, _)| !matches!(guard, Formula::Constant(true))) {
                    return Err(unsupported(message!("`{list}` is a list of no fixed length")));
                }
                Ok(all.into_iter().map(|(_, body)| body).collect())
            }
            _ => Err(unsupported(message!("`{list}` is not a list here"))),
        }
    }

    /// A fold that is a condition.
    pub(super) fn quantified(&mut self, e: &Expr, fold: Fold, items: &[Item]) -> Result<Formula> {
        if !matches!(fold, Fold::All | Fold::Any) {
            return Err(unsupported(message!("`{e}` is not a condition")));
        }
        if let [item] = items
            && let Some(formula) = self.of_places(item, fold == Fold::All)?
        {
            return Ok(formula);
        }
        let mut parts = Vec::new();
        let is_free = self.claimed == Some(fold == Fold::All);
        let solved = |item: &Item| match fold {
            Fold::Any => solved(item).unwrap_or_else(|| item.clone()),
            _ => item.clone(),
        };
        let items: Vec<Item> = items.iter().map(solved).collect();
        for (guard, body) in self.items(&items, is_free)? {
            let body = self.under(&guard, |reader| reader.condition(&body))?;
            let part = if fold == Fold::All { guard.implies(body) } else { guard.and(body) };
            parts.push(part);
        }
        Ok(if fold == Fold::All { Formula::all(parts) } else { Formula::any(parts) })
    }

    /// A fold that is a number.
    pub(super) fn folded(&mut self, e: &Expr, fold: Fold, items: &[Item]) -> Result<Term> {
        if let (Fold::Count, [item]) = (fold, items)
            && let Some(counted) = of_parity(item)
        {
            return self.value(&counted);
        }
        let mut terms = Vec::new();
        for (guard, body) in self.items(items, false)? {
            let zero = Term::number(0);
            terms.push(self.under(&guard, |reader| match fold {
                Fold::Count => {
                    let holds = reader.condition(&body)?;
                    Term::either(&guard.clone().and(holds), Term::number(1), zero)
                }
                Fold::Xor | Fold::Sum => Term::either(&guard, reader.value(&body)?, zero),
                Fold::Min | Fold::Max if matches!(guard, Formula::Constant(true)) => {
                    reader.value(&body)
                }
                _ => Err(undefinable(e)),
            })?);
        }
        self.combined(fold, &terms).map_err(|why| why.within(message!("`{e}`")))
    }

    /// The nim-sum, sum, least or greatest of terms.
    pub(super) fn combined(&mut self, fold: Fold, terms: &[Term]) -> Result<Term> {
        let comparison = if fold == Fold::Min { Comparison::Le } else { Comparison::Ge };
        match (fold, terms) {
            (Fold::Xor, all) => self.nim_sum(all),
            (Fold::Sum | Fold::Count, all) => {
                all.iter().try_fold(Term::number(0), |sum, term| sum.plus(1, term))
            }
            (_, [first, rest @ ..]) => {
                rest.iter().try_fold(first.clone(), |best, term| best.choose(comparison, term))
            }
            _ => Err(unsupported("there are no numbers")),
        }
    }

    /// The bodies of all items, with numbers for the variables, and when each counts; where variables
    /// may be free, those of ranges whose ends are not fixed become variables of the formulas.
    fn items(&mut self, items: &[Item], is_free: bool) -> Result<Vec<(Formula, Expr)>> {
        let mut all = Vec::new();
        self.claiming(None, |reader| {
            let inside = Formula::Constant(true);
            items.iter().try_for_each(|item| reader.unroll(item, is_free, &inside, &mut all))
        })?;
        Ok(all)
    }

    fn unroll(
        &mut self,
        item: &Item,
        is_free: bool,
        inside: &Formula,
        all: &mut Vec<(Formula, Expr)>,
    ) -> Result<()> {
        self.deeper(|reader| reader.unroll_first(item, is_free, inside, all))
    }

    /// Unrolls the first variable of the item, if it has one.
    fn unroll_first(
        &mut self,
        item: &Item,
        is_free: bool,
        inside: &Formula,
        all: &mut Vec<(Formula, Expr)>,
    ) -> Result<()> {
        let Some((binder, inner)) = item.binders.split_first() else {
            let guard = self.under(inside, |reader| match &item.guard {
                Some(guard) => reader.condition(guard),
                None => Ok(Formula::Constant(true)),
            })?;
            let guard = inside.clone().and(guard);
            if !matches!(guard, Formula::Constant(false)) {
                all.push((guard, item.body.clone()));
            }
            return Ok(());
        };
        if self.knows(&binder.name) {
            return Err(mistake(message!("`{}` has two meanings", binder.name)));
        }
        let fixed = |term: &Term, e: &Expr| {
            let number = term.as_number().and_then(|n| i64::try_from(n).ok());
            number.ok_or_else(|| unsupported(message!("`{e}` is not a fixed number")))
        };
        let values = match &binder.set.node {
            Node::Range(lo, hi) => {
                let ends =
                    self.under(inside, |reader| Ok([reader.value(lo)?, reader.value(hi)?]))?;
                if is_free && ends.iter().any(|end| end.as_number().is_none()) {
                    return self.unroll_free(item, ends, inside, all);
                }
                let (lo, hi) = (fixed(&ends[0], lo)?, fixed(&ends[1], hi)?);
                if hi.checked_sub(lo).is_none_or(|more| more >= MAX_LENGTH) {
                    return Err(too_large(message!(
                        "`{}` runs over more than {MAX_LENGTH} numbers",
                        binder.name
                    )));
                }
                (lo..=hi).collect::<Vec<i64>>()
            }
            Node::Set(elements) => {
                let value = |e: &Expr| self.value(e).and_then(|term| fixed(&term, e));
                let mut values = elements.iter().map(value).collect::<Result<Vec<_>, _>>()?;
                values.sort_unstable();
                values.dedup();
                values
            }
            _ => return Err(unsupported(message!("`{}` runs over no fixed set", binder.name))),
        };
        for value in values {
            if let Some(rest) = put_in(item, inner, int(value)) {
                self.unroll(&rest, is_free, inside, all)?;
            }
        }
        Ok(())
    }

    /// The first variable of the item as one of the formulas, between the ends.
    fn unroll_free(
        &mut self,
        item: &Item,
        [lo, hi]: [Term; 2],
        inside: &Formula,
        all: &mut Vec<(Formula, Expr)>,
    ) -> Result<()> {
        let variable = self.variable();
        // no name in a rule has a space
        let own = format!("{} {variable}", item.binders[0].name);
        self.name(&own, Linear::variable(variable));
        let number = Term::variable(variable);
        // variables of formulas are never negative
        let negative = lo.compare(Comparison::Lt, &Term::number(0))?;
        self.trap(inside.clone().and(negative));
        let above = lo.compare(Comparison::Le, &number)?;
        let inside = inside.clone().and(above).and(number.compare(Comparison::Le, &hi)?);
        match put_in(item, &item.binders[1..], name(own)) {
            Some(rest) => self.unroll(&rest, true, &inside, all),
            None => Ok(()),
        }
    }
}

/// The item with an expression for its first variable, and the other variables.
fn put_in(item: &Item, others: &[Binder], value: Expr) -> Option<Item> {
    let rest = Item { binders: others.to_vec(), ..item.clone() };
    let rest = Node::Fold(Fold::Any, vec![rest]).into();
    let bound = Bindings::default().with(&item.binders[0].name, value);
    match bound.expr(&rest).node {
        Node::Fold(_, rest) => rest.into_iter().next(),
        _ => None,
    }
}

/// How many numbers from 0 to F are odious, or evil. Of 2 j and 2 j + 1 exactly one is, and 2 j is if
/// j is: below m = F + 1 there are m // 2 of them, and for odd m one more if m // 2 is one.
fn of_parity(item: &Item) -> Option<Expr> {
    let Item { body, binders, guard: None } = item else { return None };
    let ([Binder { name: own, set, .. }], Node::Call(function, of)) =
        (binders.as_slice(), &body.node)
    else {
        return None;
    };
    let Node::Range(lo, hi) = &set.node else { return None };
    let is_own = matches!(of.as_slice(), [e] if e.node == Node::Name(own.clone()));
    if lo.node != Node::Int(0) || !is_own || !matches!(function.as_str(), "odious" | "evil") {
        return None;
    }
    let below = call("max", vec![int(0), binary(Binary::Add, (**hi).clone(), int(1))]);
    let half = binary(Binary::Div, below.clone(), int(2));
    let is_odd = compared(binary(Binary::Rem, below, int(2)), Comparison::Eq, int(1));
    let last = binary(Binary::And, is_odd, call(function, vec![half.clone()]));
    Some(binary(Binary::Add, half, choice(last, int(1), int(0))))
}

/// An item without its last variable y, where that runs over a range from 0 or more and is asked to
/// make `E ^ y = F`: there is such a number exactly if `E ^ F` is in the range.
fn solved(item: &Item) -> Option<Item> {
    let Item { body, binders, guard: None } = item else { return None };
    let (Binder { name: own, set, .. }, others) = binders.split_last()?;
    let Node::Range(lo, _) = &set.node else { return None };
    let Node::Compare(a, rest) = &body.node else { return None };
    let ([(Comparison::Eq, b)], Node::Int(0..)) = (rest.as_slice(), &lo.node) else { return None };
    let (mut sum, mut count) = (None, 0);
    let mut open = vec![b, &**a];
    while let Some(e) = open.pop() {
        match &e.node {
            Node::Binary(Binary::Xor, a, b) => open.extend([&**b, a]),
            Node::Name(name) if name == own => count += 1,
            _ if mentions(e, own) => return None,
            Node::Int(0) => {}
            _ => {
                sum = match sum {
                    None => Some(e.clone()),
                    Some(before) => Some(binary(Binary::Xor, before, e.clone())),
                };
            }
        }
    }
    let sum = sum.unwrap_or_else(|| int(0));
    let body = Node::Member(Box::new(sum), Box::new(set.clone())).into();
    (count == 1).then(|| Item { body, binders: others.to_vec(), guard: None })
}
