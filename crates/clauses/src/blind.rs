//! Whether the moves of heaps tell one heap from another.

use expr::ast::{Comparison, Expr, Fold, Node};
use expr::substitute::component;
use expr::walk;
use rule::ast::{Definition, Move, MoveForm, Player};

/// Whether the moves are all of heaps and written so that none tells one heap from another:
/// exchanging heaps then changes no value.
pub(crate) fn are_blind(moves: &[Move], definitions: &[Definition], heaps: usize) -> bool {
    moves.iter().all(|movement| {
        let MoveForm::Vector { choose, vector, index, target, spread } = &movement.form else {
            return false;
        };
        let own: Vec<String> = (1..=heaps).map(|i| component(vector, i)).collect();
        let spread_over = spread.iter().map(|spread| &spread.index);
        let indices: Vec<&String> = [index].into_iter().chain(spread_over).collect();
        let blind = Blind { vector, own: &own, indices: &indices };
        let binders = movement.binders.iter().map(|b| &b.binder.set);
        let spread = spread.iter().flat_map(|s| [&s.amount, &s.condition]);
        let choose = choose.iter().flat_map(|(least, most)| [least, most]);
        let mut all = binders.chain(&movement.guard).chain([target]).chain(spread).chain(choose);
        movement.player == Player::Either
            && all.all(|e| blind.sees(e))
            && definitions.iter().all(|d| blind.sees(&d.body))
    })
}

/// What a move on heaps calls them.
struct Blind<'a> {
    vector: &'a str,
    /// The heaps by their own names.
    own: &'a [String],
    /// The numbers of heaps.
    indices: &'a [&'a String],
}

impl Blind<'_> {
    /// Whether the expression does not tell one heap from another, but for those of the move.
    fn sees(&self, e: &Expr) -> bool {
        let is_index = |e: &Expr| matches!(&e.node, Node::Name(n) if self.indices.contains(&n));
        let is_vector = |e: &Expr| e.as_name() == Some(self.vector);
        match &e.node {
            Node::Index(list, at) if is_vector(list) => is_index(at),
            Node::Compare(first, rest) if is_index(first) => {
                let equal = |c: &Comparison| matches!(c, Comparison::Eq | Comparison::Ne);
                rest.iter().all(|(comparison, e)| equal(comparison) && is_index(e))
            }
            Node::Member(x, set) if is_vector(set) => self.sees(x),
            // all of these come to the same in any order
            Node::Fold(fold, items) if !matches!(fold, Fold::First | Fold::List) => {
                items.iter().all(|item| {
                    let sets = item.binders.iter().map(|b| &b.set).filter(|set| !is_vector(set));
                    sets.chain([&item.body]).chain(&item.guard).all(|e| self.sees(e))
                })
            }
            Node::Name(n) => n != self.vector && !self.own.contains(n) && !is_index(e),
            _ => {
                let mut all = true;
                walk::children(e, &mut |e| all &= self.sees(e));
                all
            }
        }
    }
}
