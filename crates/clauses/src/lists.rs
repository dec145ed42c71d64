//! Lists whose length is fixed, as one expression for every entry.

use crate::build;
use crate::scope::Scope;
use expr::ast::{Expr, Fold, Node};

impl Scope<'_> {
    /// The entries of a list, `None` where their number is not fixed.
    pub(crate) fn list(&self, e: &Expr) -> Option<Vec<Expr>> {
        match &e.node {
            Node::List(items) => Some(items.iter().map(|e| self.expr(e)).collect()),
            Node::Name(n) => match self.bindings.names.get(n) {
                Some(Expr { node: Node::List(items), .. }) => Some(items.clone()),
                Some(_) => None,
                None => self.entries(n),
            },
            Node::Slice(list, i, j) => {
                let first = i64::from(self.is_vector(list));
                let items = self.list(list)?;
                let at = |e: &Expr| self.known(&build::minus(self.expr(e), first));
                let (i, j) = (at(i)?, at(j)?);
                if i > j {
                    return Some(Vec::new());
                }
                let (i, j) = (usize::try_from(i).ok()?, usize::try_from(j).ok()?);
                Some(items.get(i..=j)?.to_vec())
            }
            Node::Fold(Fold::List, items) => {
                let mut all = Vec::new();
                for item in items {
                    for (guard, body) in self.expand(item)? {
                        // Which entries there are must not depend on the position.
                        if !build::truth(&guard)? {
                            continue;
                        }
                        all.push(body);
                    }
                }
                Some(all)
            }
            Node::Call(f, arguments) => match (f.as_str(), &arguments[..]) {
                ("reverse", [list]) => {
                    let mut items = self.list(list)?;
                    items.reverse();
                    Some(items)
                }
                ("concat", parts) => {
                    let mut all = Vec::new();
                    for part in parts {
                        match self.is_list(part) {
                            true => all.extend(self.list(part)?),
                            false => all.push(self.expr(part)),
                        }
                    }
                    Some(all)
                }
                _ => None,
            },
            Node::If(c, a, b) if self.is_list(a) => {
                let (a, b) = (self.list(a)?, self.list(b)?);
                let c = self.expr(c);
                let same = a.len() == b.len();
                let each = a.into_iter().zip(b).map(|(a, b)| build::choose(c.clone(), a, b));
                same.then(|| each.collect())
            }
            _ => None,
        }
    }

    /// The list as a list of entries where their number is fixed, else as it is.
    pub(crate) fn as_list(&self, e: &Expr) -> Expr {
        match self.list(e) {
            Some(items) => Expr::from(Node::List(items)),
            None => self.raw().expr(e),
        }
    }

    /// Whether the expression is a list rather than a number or set.
    pub(crate) fn is_list(&self, e: &Expr) -> bool {
        match &e.node {
            Node::List(_) | Node::Slice(..) | Node::Fold(Fold::List, _) => true,
            Node::Name(n) => match self.bindings.names.get(n) {
                Some(value) => matches!(value.node, Node::List(_)),
                None => self.bindings.vectors.contains_key(n),
            },
            Node::Call(f, _) => {
                matches!(&f[..], "reverse" | "concat" | "list" | "zeckendorf" | "greedy_parts")
            }
            Node::If(_, a, _) => self.is_list(a),
            _ => false,
        }
    }
}
