//! Quantities of whole positions, searched as they stand and remembered.

use message::message;
use std::collections::HashMap;

use engine::{Component, Game, Means, PartizanAnswer, PartizanValue, SearchStop, Searcher};
use expr::ast::Quantity;
use expr::eval::EvalError;

use crate::judge::{Result, as_asked, number, stopped, tabulated, unavailable};

/// The whole positions of one game that were asked for.
#[derive(Default)]
pub(crate) struct Sums<'g> {
    searchers: HashMap<Quantity, Searcher<'g>>,
    partizan: HashMap<Vec<Component>, Result<PartizanAnswer>>,
}

impl<'g> Sums<'g> {
    /// A quantity of a sum of components.
    pub(crate) fn value(
        &mut self,
        game: &'g Game,
        sum: Vec<Component>,
        quantity: Quantity,
        means: Means<'g>,
    ) -> Result<i128> {
        // Who wins is searched whatever theory says of sums; only theory gives numbers.
        let is_played = matches!(quantity, Quantity::Left | Quantity::Right);
        if game.is_partizan() && !is_played {
            return self.partizan(game, sum, quantity, means);
        }
        let ask = |searcher: &mut Searcher<'g>| searcher.value(&sum);
        let value = self.search(game, quantity, means, ask);
        value.map(|value| as_asked(quantity, value))
    }

    /// A quantity at every distinct option of a sum.
    pub(crate) fn at_options(
        &mut self,
        game: &'g Game,
        sum: &[Component],
        quantity: Quantity,
        means: Means<'g>,
    ) -> Result<Vec<i128>> {
        let ask = |searcher: &mut Searcher<'g>| searcher.at_options(sum);
        let values = self.search(game, quantity, means, ask)?;
        Ok(values.into_iter().map(|value| as_asked(quantity, value)).collect())
    }

    fn search<T>(
        &mut self,
        game: &'g Game,
        quantity: Quantity,
        means: Means<'g>,
        ask: impl Fn(&mut Searcher<'g>) -> Result<T, SearchStop>,
    ) -> Result<T> {
        let quantity = tabulated(quantity);
        match self.searchers.get_mut(&quantity).map(&ask) {
            Some(Ok(answer)) => return Ok(answer),
            Some(Err(SearchStop::Interrupted)) => return Err(EvalError::Interrupted),
            _ => {}
        }
        // What was remembered for earlier questions may have filled the memory.
        let mut searcher = game.searcher_within(quantity, means);
        let answer = ask(&mut searcher).map_err(|stop| match stop {
            SearchStop::Interrupted => EvalError::Interrupted,
            stop => unavailable(stop),
        });
        self.searchers.insert(quantity, searcher);
        answer
    }

    fn partizan(
        &mut self,
        game: &Game,
        sum: Vec<Component>,
        quantity: Quantity,
        means: Means<'_>,
    ) -> Result<i128> {
        let answer = self
            .partizan
            .entry(sum)
            .or_insert_with_key(|sum| game.ask_partizan(sum, means).map_err(stopped));
        let answer = answer.as_ref().map_err(Clone::clone)?;
        if !matches!(quantity, Quantity::Numerator | Quantity::Exponent) {
            return Err(unavailable(message!("`{}` is for impartial games", quantity.name())));
        }
        let why = match answer.value {
            PartizanValue::Number(value) => return number(quantity, Some(value)),
            PartizanValue::NotANumber => return number(quantity, None),
            PartizanValue::Meaningless => {
                "positions have no values under this way of ending or playing"
            }
            PartizanValue::TooLarge => {
                "too many positions would have to be looked at for the value"
            }
        };
        Err(unavailable(why))
    }
}
