//! A quantity of all numbers, known by finitely many of them, and laws about it.

use expr::ast::{Comparison, Expr, Quantity};
use expr::eval::{Constant, Definitions, Names, Program};
use std::collections::BTreeMap;

use meaning::eventual::{Class, Line, Trouble, Value, every_class};

/// Most residue classes looked at one by one.
const CLASSES: i128 = 1 << 20;
/// Most numbers before the residue classes begin.
const FIRST: i128 = 1 << 24;

/// q(n) for all n >= `least`, where q(n + period) = q(n) + saltus for n >= `preperiod`.
#[derive(Clone, Debug)]
pub(crate) struct Sequence {
    /// `sg`; `win` or `misere`, as 1 and 0.
    pub(crate) quantity: Quantity,
    /// The least position.
    pub(crate) least: i128,
    /// q(n) by n up to `preperiod` + `period` - 1 at least; 0 before `least`.
    pub(crate) values: Vec<u32>,
    /// At least `least`.
    pub(crate) preperiod: i128,
    /// At least 1.
    pub(crate) period: i128,
    pub(crate) saltus: i128,
    /// Of a row of pairs: the name of the other coordinate, whether it comes first, and the row.
    pub(crate) across: Option<(String, bool, i128)>,
}

impl Sequence {
    /// The quantity at every number that a line runs through, from some point on.
    fn at(&self, asked: Quantity, line: Line, class: &mut Class) -> Result<Value, Trouble> {
        let negated = match (asked, self.quantity) {
            (asked, own) if asked == own => false,
            (Quantity::Lose, Quantity::Win) => true,
            _ => {
                let (asked, own) = (asked.name(), self.quantity.name());
                return Err(Trouble::Refused(format!("this is about `{own}`, not `{asked}`")));
            }
        };
        let outside = || Trouble::Refused("a position before the first one".to_owned());
        let value = match line.as_constant() {
            Some(n) if n < self.least => return Err(outside()),
            Some(n) if n < self.preperiod => Line::constant(self.value(n)?),
            _ => {
                if !class.compare(line, Comparison::Ge, Line::constant(self.preperiod))? {
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
        let value = usize::try_from(n).ok().and_then(|n| self.values.get(n));
        value.map_or_else(
            || Err(Trouble::Refused(format!("the value at {n} is not known"))),
            |&value| Ok(value.into()),
        )
    }

    /// Checks that a law holds at every position, which it calls `variable`: at all numbers of a
    /// residue class from some point on, and at those before one by one.
    ///
    /// # Errors
    /// The first position where it fails, or what in it is not understood, in words.
    pub(crate) fn check(
        &self,
        law: &Expr,
        variable: &str,
        constants: &BTreeMap<String, Constant>,
    ) -> Result<(), String> {
        let mut constants = constants.clone();
        let across = self.across.iter().map(|(name, _, row)| (name.clone(), Constant::Int(*row)));
        constants.extend(across);
        let names = Names {
            slots: vec![variable.to_owned()],
            constants: constants.clone(),
            ..Names::default()
        };
        Program::compile_condition(law, &names, &Definitions::default()).map_err(|d| {
            format!("the law has a mistake: {}", d.first().map_or("", |d| &d.message))
        })?;
        let row = self.across.as_ref().map(|(_, is_first, row)| (*is_first, *row));
        let quantities = |asked, line, class: &mut Class| self.at(asked, line, class);
        let look = |class: &mut Class| {
            class.from = self.preperiod;
            class.row = row;
            class.truth(law, &quantities)
        };
        let (truths, from) = every_class(CLASSES, variable, &constants, look)
            .map_err(|why| format!("the law for large {variable}: {why}"))?;
        if from > FIRST {
            return Err("the law speaks of positions that are too large".to_owned());
        }
        // a class where it fails is met in the first round
        let holds = truths.iter().all(|&truth| truth);
        let end = if holds { from } else { from + truths.len() as i128 };
        let mut single = Class::new(1, 0, variable, &constants);
        single.row = row;
        for n in self.least..end {
            single.at(variable, n);
            match single.truth(law, &quantities) {
                Ok(true) => {}
                Ok(false) => return Err(format!("the law fails at {variable} = {n}")),
                Err(Trouble::Refused(why)) => {
                    return Err(format!("the law at {variable} = {n}: {why}"));
                }
                Err(Trouble::Finer(_)) => {
                    return Err(format!("the law has no value at {variable} = {n}"));
                }
            }
        }
        if holds { Ok(()) } else { Err("the law fails for some large position".to_owned()) }
    }
}
