//! Statements about single positions, judged by the definition of the quantities they speak of.

use crate::game::Form;
use crate::reading::Reader;
use crate::{Definition, Result, Stop, Values};
use expr::ast::{Expr, Quantity};
use expr::eval::{Context, EvalError, Frame, GameUse, Program};
use message::{Message, message};

/// A coordinate of a position as numbers: a row has several, a set the number whose binary digits say
/// which elements belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extent {
    /// Its name, `h[2]` for the second entry of a row `h`.
    pub name: String,
    /// Least value.
    pub lo: i64,
    /// Greatest value, where the rule states one.
    pub hi: Option<i64>,
}

/// A statement about each position of a rule's own game.
pub struct Judge<'d> {
    definition: &'d Definition,
    statement: Program,
    frame: Frame,
    known: Known<'d>,
}

/// Quantities of positions, remembered.
struct Known<'d> {
    definition: &'d Definition,
    /// Most positions to remember of each.
    most: usize,
    all: Vec<(Quantity, Values<'d>)>,
    /// The numbers of the position at hand.
    at: Vec<i64>,
    /// Why a quantity has no value.
    stop: Option<Stop>,
}

impl Definition {
    /// The numbers of a position of the rule's own game, in order; empty where its positions are boards
    /// of coins, or starts alone.
    #[must_use]
    pub fn extents(&self) -> Vec<Extent> {
        let space = &self.games[0].space;
        if space.are_coins {
            return Vec::new();
        }
        let extents = space.axes.iter().flat_map(|axis| {
            let extent = |name: String, lo, hi| Extent { name, lo, hi };
            let (lo, hi) = (axis.lo, axis.hi);
            match axis.form {
                Form::Row(entries) => (1..=entries)
                    .map(|entry| extent(format!("{}[{entry}]", axis.name), lo, hi))
                    .collect(),
                Form::Number => vec![extent(axis.name.clone(), lo, hi)],
                Form::Set => {
                    let elements = hi.and_then(|hi| hi.checked_sub(lo)?.checked_add(1));
                    let elements = elements.filter(|n| (0..63).contains(n));
                    vec![extent(axis.name.clone(), 0, elements.map(|n| (1 << n) - 1))]
                }
            }
        });
        extents.collect()
    }
}

impl<'d> Judge<'d> {
    /// Judges by at most `most` positions of each quantity.
    ///
    /// # Errors
    /// The statement has no meaning for a position.
    pub fn new(definition: &'d Definition, statement: &Expr, most: usize) -> Result<Self> {
        let space = &definition.games[0].space;
        let reader = space.reader(&Reader::new(&space.instance)?);
        let statement = reader.condition(statement)?;
        let (all, at, stop) = Default::default();
        let known = Known { definition, most, all, at, stop };
        Ok(Self { definition, statement, frame: Frame::default(), known })
    }

    /// Whether these numbers are those of a position.
    ///
    /// # Errors
    /// A condition of the rule has no value.
    pub fn is_position(&self, numbers: &[i64]) -> Result<bool> {
        self.definition.are_positions(&[self.definition.position(0, numbers)])
    }

    /// Whether the statement is true of the position of these numbers.
    ///
    /// # Errors
    /// It has no value, or that is out of reach.
    pub fn holds(&mut self, numbers: &[i64]) -> Result<bool> {
        self.frame.clear();
        self.frame.set_all(numbers.iter().copied());
        self.known.at = numbers.to_vec();
        let judged = self.statement.condition(&mut self.frame, &mut self.known);
        judged.map_err(|why| self.known.stop.take().unwrap_or_else(|| why.into()))
    }

    /// A quantity of the position of these numbers.
    ///
    /// # Errors
    /// It has no value, or that is out of reach.
    pub fn value(&mut self, quantity: Quantity, numbers: &[i64]) -> Result<i64> {
        self.known.value_at(quantity, numbers)
    }
}

impl Known<'_> {
    fn value_at(&mut self, quantity: Quantity, numbers: &[i64]) -> Result<i64> {
        let Self { definition, most, all, .. } = self;
        let known = all.iter().position(|(known, _)| *known == quantity);
        let known = known.unwrap_or_else(|| {
            let values = Values::new(definition, quantity, *most, &|_| !patience::is_over());
            all.push((quantity, values));
            all.len() - 1
        });
        all[known].1.value(&[definition.position(0, numbers)])
    }
}

impl Context for Known<'_> {
    fn value(
        &mut self,
        quantity: Quantity,
        game: Option<GameUse<'_>>,
        position: Option<&[Vec<i128>]>,
    ) -> std::result::Result<i128, EvalError> {
        let unknown = |what: &'static str| {
            EvalError::Unavailable(message!("{} is not judged", Message::from(what)))
        };
        if game.is_some() {
            return Err(unknown("a value of another game"));
        }
        let numbers = match position {
            None => self.at.clone(),
            Some([at]) => {
                let at: Option<Vec<i64>> = at.iter().map(|&n| n.try_into().ok()).collect();
                at.ok_or_else(|| unknown("a number beyond 64 bits"))?
            }
            Some(_) => return Err(unknown("a sum")),
        };
        let value = self.value_at(quantity, &numbers);
        value.map(i128::from).map_err(|stop| {
            self.stop = Some(stop);
            unknown("a position without a value")
        })
    }
}
