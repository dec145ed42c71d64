//! A quantity of all numbers that finitely many values determine, and laws about it.

use crate::error::{fails, mistake, too_large, unsupported};
use crate::{Error, Result};
use expr::ast::{Binary, Comparison, Expr, Node, Quantity};
use expr::eval::{Definitions, Names, Program};
use expr::substitute::Bindings;
use message::message;
use rule::Instance;
use rule::ast::State;

use crate::eventual::{Affine, Class, Trouble, Value, every_class, trouble};
use crate::heap::Heap;
use crate::source;
use crate::source::first_of;

/// Most residue classes looked at one by one.
const CLASSES: i128 = 1 << 20;
/// Most numbers before the residue classes begin.
const FIRST: i128 = 1 << 24;

/// q(n) for all n >= `least`, where q(n + period) = q(n) + saltus for n >= `preperiod`.
#[derive(Clone, Debug)]
pub struct Sequence {
    /// `sg`; `win` or `misere`, as 1 and 0.
    pub quantity: Quantity,
    /// The least position.
    pub least: i128,
    /// q(n) by n up to `preperiod` + `period` - 1 at least; 0 before `least`.
    pub values: Vec<u32>,
    /// At least `least`.
    pub preperiod: i128,
    /// At least 1.
    pub period: i128,
    /// Not 0 for values alone.
    pub saltus: i128,
    /// Of a row of pairs: the name of the other coordinate, whether it comes first, and the row.
    pub across: Option<(String, bool, i128)>,
}

impl Sequence {
    /// The quantity at every number that a line runs through, from some point on.
    pub(crate) fn at(
        &self,
        asked: Quantity,
        line: Affine,
        class: &mut Class,
    ) -> Result<Value, Trouble> {
        let negated = match (asked, self.quantity) {
            (asked, own) if asked == own => false,
            (Quantity::Lose, Quantity::Win) => true,
            _ => {
                let (asked, own) = (asked.name(), self.quantity.name());
                return trouble(message!("this is about `{own}`, not `{asked}`"));
            }
        };
        let outside = || Trouble::from(unsupported("a position before the first one"));
        let value = match line.as_constant() {
            Some(n) if n < self.least => return Err(outside()),
            Some(n) if n < self.preperiod => Affine::constant(self.value(n)?),
            _ => {
                if !class.compare(line, Comparison::Ge, Affine::constant(self.preperiod))? {
                    return Err(outside());
                }
                let step = class.remainder(line.less(self.preperiod)?, self.period)?;
                let first = self.preperiod + step;
                // first + j * period, where j is a line of its own
                let rounds = line.less(first)?.over(self.period)?;
                rounds.times(self.saltus)?.less(-self.value(first)?)?
            }
        };
        match (self.quantity, value.as_constant()) {
            (Quantity::Sg, _) => Ok(Value::Number(value)),
            (_, Some(truth)) => Ok(Value::Truth((truth != 0) != negated)),
            (_, None) => Err(outside()),
        }
    }

    fn value(&self, n: i128) -> Result<i128, Trouble> {
        match usize::try_from(n).ok().and_then(|n| self.values.get(n)) {
            Some(&value) => Ok(value.into()),
            None => trouble(message!("the value at {n} is not known")),
        }
    }

    /// Checks that a law, in which parameters have their values, holds at every position, which it
    /// calls `variable`: at all numbers of a residue class from some point on, and at those before
    /// one by one.
    ///
    /// # Errors
    /// The first position where it fails, or what in it is not understood, in words.
    pub fn check(&self, law: &Expr, variable: &str) -> Result<()> {
        let across =
            self.across.iter().map(|(name, _, row)| (name.clone(), Node::Int(*row).into()));
        let law = &Bindings::of(across).expr(law);
        let names = Names { slots: vec![variable.to_owned()], ..Names::default() };
        Program::compile_condition(law, &names, &Definitions::default())
            .map_err(|mistakes| first_of("law", &mistakes))?;
        let (truths, from) = every_class(CLASSES, variable, |class| {
            class.from = self.preperiod;
            class.known = Some(self);
            class.truth(law)
        })
        .map_err(|why| why.within(message!("the law for large {variable}")))?;
        if from > FIRST {
            return Err(too_large("the law speaks of positions that are too large"));
        }
        // a class where it fails is met in the first round
        let holds = truths.iter().all(|&truth| truth);
        let end = if holds { from } else { from + truths.len() as i128 };
        let mut single = Class::new(1, 0, variable);
        single.known = Some(self);
        for n in self.least..end {
            single.at(variable, n);
            match single.truth(law) {
                Ok(true) => {}
                Ok(false) => return Err(fails(message!("the law fails at {variable} = {n}"))),
                Err(why) => {
                    return Err(Error::from(why).within(message!("the law at {variable} = {n}")));
                }
            }
        }
        if holds { Ok(()) } else { Err(fails("the law fails for some large position")) }
    }
}

/// What a law speaks of: numbers, or the pairs of a row, where the law is
/// `COORDINATE = ROW implies ...`.
#[derive(Clone, Debug)]
pub struct Stated {
    /// The game, as far as that row.
    pub heap: Heap,
    /// Of which row; 0 for numbers.
    pub row: i128,
    /// What holds there.
    law: Expr,
}

impl Stated {
    /// The game of a rule as far as a law speaks of it.
    ///
    /// # Errors
    /// The law has no such form, or the rule is not of this kind.
    pub fn of(law: &str, instance: &Instance) -> Result<Self> {
        let law = source::law(law)?;
        if !matches!(instance.rule.state, Some(State::Tuple { .. })) {
            return Ok(Self { heap: Heap::of(instance)?, row: 0, law });
        }
        if let Node::Binary(Binary::Implies, condition, law) = &law.node
            && let Node::Compare(across, right) = &condition.node
            && let (Node::Name(across), [(Comparison::Eq, row)]) = (&across.node, right.as_slice())
            && let Node::Int(row) = row.node
        {
            let heap = Heap::rows(instance, across, row)?;
            return Ok(Self { heap, row, law: (**law).clone() });
        }
        let [_, across] = Heap::pairs(instance)?;
        let form = format!("`{} = 2 implies ...`", across.name);
        Err(mistake(message!("this theorem proves laws of one row of pairs, such as {form}")))
    }

    /// Checks the law by the quantities of the game, which repeat from `first` on.
    ///
    /// # Errors
    /// As for [`Sequence::check`].
    pub fn check(
        &self,
        values: &[u32],
        quantity: Quantity,
        [first, period]: [usize; 2],
        saltus: u64,
    ) -> Result<()> {
        let (rows, row) = (self.heap.rows as usize, self.row as usize);
        let sequence = Sequence {
            quantity,
            least: self.heap.least,
            values: values.iter().skip(row).step_by(rows).copied().collect(),
            preperiod: first.saturating_sub(row).div_ceil(rows) as i128,
            period: (period / rows) as i128,
            saltus: saltus.into(),
            across: self.heap.across.clone().map(|(name, is_first)| (name, is_first, self.row)),
        };
        sequence.check(&self.heap.expression(&self.law), &self.heap.name)
    }
}
