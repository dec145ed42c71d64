//! The axioms of addition, proved by the automata themselves.

use super::Solver;
use crate::Name;
use crate::automaton::Automaton;
use crate::error::Error;
use crate::numeration::{Comparison, Linear};

impl Solver {
    /// Whether the automaton for `x + y = z` is that of addition. Independent of how it was built:
    /// with the order of numbers defined by the order of words, and the successor by the order,
    /// - `x + 0 = z` exactly when `z = x`;
    /// - `x + y = z` implies `x + y' = z'` for the successors `y'`, `z'` of `y`, `z`;
    /// - no two `z` belong to the same `x`, `y`.
    ///
    /// By induction on `y` the automaton accepts exactly the triples `(x, y, x + y)`. That the order
    /// of words is the order of numbers was proved when the numeration was made; that it is the
    /// order the solver uses is checked here too.
    ///
    /// # Errors
    /// [`Error::TooLarge`].
    pub fn verify_addition(&mut self) -> Result<bool, Error> {
        let equal = self.by_words("x", "y", false)?;
        let less = self.by_words("x", "y", true)?;
        let mut difference = Linear::variable(&"x".into());
        difference.add(&Linear::variable(&"y".into()), -1)?;
        let same_equal = self.compare(&difference, Comparison::Equal)? == equal;
        difference.constant = 1;
        let same_less = self.compare(&difference, Comparison::AtMost)? == less;

        let plus = self.plus()?;
        let (y_, z_): (Name, Name) = ("y'".into(), "z'".into());
        let zero = self.numeration.relation(
            &["y"],
            &[true],
            |_, digits| (digits[0] == 0).then_some(0),
            &self.limits,
        )?;
        let plus_zero = self.and(&plus, &zero)?;
        let plus_zero = self.exists(&["y".into()], &plus_zero)?;
        let starts = plus_zero == self.by_words("x", "z", false)?;

        let next_y = self.successor("y", "y'")?;
        let next_z = self.successor("z", "z'")?;
        let primed = plus.renamed(|name| match &**name {
            "y" => y_.clone(),
            "z" => z_.clone(),
            _ => name.clone(),
        })?;
        let after = self.and(&primed, &next_y)?;
        let after = self.exists(&[y_], &after)?;
        let after = self.and(&after, &next_z)?;
        let after = self.exists(std::slice::from_ref(&z_), &after)?;
        let goes_on = self.minus(&plus, &after)?.is_empty();

        let other = plus.renamed(|name| if &**name == "z" { z_.clone() } else { name.clone() })?;
        let both = self.and(&plus, &other)?;
        let equal = self.by_words("z", "z'", false)?;
        let unique = self.minus(&both, &equal)?.is_empty();
        Ok(same_equal && same_less && starts && goes_on && unique)
    }

    /// `x + y = z`.
    ///
    /// # Errors
    /// [`Error::TooLarge`], in particular where addition is not automatic.
    pub fn plus(&mut self) -> Result<Automaton, Error> {
        let mut sum = Linear::variable(&"x".into());
        sum.add(&Linear::variable(&"y".into()), 1)?;
        sum.add(&Linear::variable(&"z".into()), -1)?;
        self.compare(&sum, Comparison::Equal)
    }

    /// Equal words, or the left one first in the order of words.
    fn by_words(&self, left: &str, right: &str, less: bool) -> Result<Automaton, Error> {
        self.numeration.relation(
            &[left, right],
            &[!less, less],
            |state, digits| match (state, digits[0].cmp(&digits[1])) {
                (1, _) => Some(1),
                (_, std::cmp::Ordering::Equal) => Some(0),
                (_, std::cmp::Ordering::Less) => Some(1),
                (_, std::cmp::Ordering::Greater) => None,
            },
            &self.limits,
        )
    }

    /// The least number above.
    fn successor(&mut self, of: &str, successor: &str) -> Result<Automaton, Error> {
        let less = self.by_words(of, successor, true)?;
        let (below, above) = (self.by_words(of, "t", true)?, self.by_words("t", successor, true)?);
        let between = self.and(&below, &above)?;
        let between = self.exists(&["t".into()], &between)?;
        self.minus(&less, &between)
    }
}
