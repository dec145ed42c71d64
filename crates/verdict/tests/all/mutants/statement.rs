//! Statements evaluated at small positions and starts.

use std::collections::BTreeMap;
use std::rc::Rc;

use expr::ast::{Expr, Quantity};
use expr::eval::{Context, EvalError, Frame, GameUse, Names, Passed, Program};
use rule::ast::ParameterKind;
use rule::{Constant, Instance, Rule};

use super::reader::{Bound, Position, Reader, Why, beyond, wrong};

impl Reader {
    /// The game that a reference stands for.
    fn other(&mut self, game: GameUse<'_>) -> Result<&mut Self, Why> {
        let name = |name: &str| match self.instance.values.get(name) {
            Some(Constant::Game(game)) => game.clone(),
            _ => name.to_owned(),
        };
        let own = name(&game.reference.name);
        let key = format!("{own} {:?}", game.arguments);
        if !self.opened.contains_key(&key) {
            let Some(rule) = self.others.get(&own) else {
                return wrong(format!("nothing is given for the game `{own}`"));
            };
            let mut values = BTreeMap::new();
            for ((parameter, _), value) in game.reference.arguments.iter().zip(game.arguments) {
                let Some(parameter) = parameter else { return beyond("unnamed arguments") };
                let value = match value {
                    Passed::Int(value) => Constant::Int(i64::try_from(*value).unwrap_or(i64::MAX)),
                    Passed::Set(set) => Constant::Set(set.clone()),
                    Passed::Word(word) | Passed::Game(word) => Constant::Game(name(word)),
                };
                values.insert(parameter.clone(), value);
            }
            let Ok(instance) = rule::bind_constants(rule, &values) else {
                return wrong("arguments");
            };
            let reader = Self::new(instance, Rc::clone(&self.others))?;
            self.opened.insert(key.clone(), reader);
        }
        Ok(self.opened.get_mut(&key).unwrap())
    }

    fn positions(&mut self, most: i128) -> Result<Vec<Position>, Why> {
        let mut all: Vec<Position> = vec![Vec::new()];
        for _ in 0..self.width() {
            let longer = |at: &Position| {
                let at = at.clone();
                (0..=most).map(move |value| [at.clone(), vec![value]].concat())
            };
            all = all.iter().flat_map(longer).collect();
        }
        let mut kept = Vec::new();
        for at in all {
            if self.is_position(&at)? {
                kept.push(at);
            }
        }
        Ok(kept)
    }

    fn judge(&mut self, law: &Program, e: &Expr, slots: &[i128]) -> Result<(), Why> {
        let mut frame = Frame::new(slots.to_vec());
        let mut asked = Asked { reader: self, why: None };
        let truth = law.condition(&mut frame, &mut asked);
        match (truth, asked.why) {
            (Ok(true), _) => Ok(()),
            (Ok(false), _) => wrong(format!("`{e}` fails at {slots:?}")),
            (Err(_), Some(why)) => Err(why),
            (Err(EvalError::TooMuchWork), None) => beyond("work"),
            (Err(why), None) => wrong(format!("`{e}` at {slots:?}: {why}")),
        }
    }

    fn compiled(&self, law: &Expr, slots: Vec<String>) -> Result<Program, Why> {
        let names = Names {
            vectors: if slots == self.names { self.rows.clone() } else { Vec::new() },
            slots,
            constants: rule::constants(&self.instance.values),
        };
        Program::compile_condition(law, &names, &self.definitions)
            .or_else(|mistakes| wrong(format!("`{law}`: {}", mistakes[0].message)))
    }

    /// That the law holds at every small position.
    pub(crate) fn holds_of_positions(&mut self, law: &Expr, far: i128) -> Result<usize, Why> {
        let program = self.compiled(law, self.names.clone())?;
        let most = match (self.width(), self.splits()) {
            (1, true) => 10,
            (1, false) => far.clamp(20, 60),
            (2, _) => 6,
            (3, _) => 3,
            _ => 1,
        };
        let mut judged = 0;
        for at in self.positions(most)? {
            self.here = vec![at.clone()];
            match self.judge(&program, law, &at) {
                // what was judged before the work ended holds
                Err(Why::Beyond(_)) if judged > 0 => return Ok(judged),
                judged => judged?,
            }
            judged += 1;
        }
        Ok(judged)
    }

    /// That it holds of every small start. Parts of other games count by their values.
    pub(crate) fn holds_of_starts(&mut self, law: &Expr) -> Result<usize, Why> {
        let instance = Rc::clone(&self.instance);
        let Some(start) = &instance.rule.start else { return wrong("no starts") };
        let names: Vec<String> = start.sizes.iter().map(|size| size.name.clone()).collect();
        let program = self.compiled(law, names.clone())?;
        let most: i128 = if names.len() > 2 { 3 } else { 5 };
        let mut sizes = vec![Vec::new()];
        for size in &start.sizes {
            let from = size.from.as_ref().map_or(Ok(0), |e| self.constant(e))?;
            sizes = sizes
                .iter()
                .flat_map(|at: &Vec<i128>| {
                    let at = at.clone();
                    (from..=from.saturating_add(most)).map(move |s| [at.clone(), vec![s]].concat())
                })
                .collect();
        }
        let mut judged = 0;
        for at in sizes {
            let scope: Bound = names.iter().cloned().zip(at.iter().copied()).collect();
            let (mut own, mut value, mut exists) = (Vec::new(), 0, true);
            for part in &start.position {
                let mut place = Vec::new();
                for e in &part.at {
                    place.push(self.number(e, &scope)?);
                }
                match &part.game {
                    None => {
                        exists &= self.is_position(&place)?;
                        own.push(place);
                    }
                    Some(reference) => {
                        if !reference.arguments.is_empty() {
                            return wrong("a part of a start with arguments");
                        }
                        let other = self.other(GameUse { reference, arguments: &[] })?;
                        exists &= other.is_position(&place)?;
                        if exists {
                            value ^= other.quantity(Quantity::Sg, &vec![place])?;
                        }
                    }
                }
            }
            if !exists {
                continue;
            }
            self.arrange(&mut own);
            if own.len() == start.position.len() {
                self.here = own;
            } else {
                let value = value ^ self.quantity(Quantity::Sg, &own)?;
                self.here = vec![vec![i128::MAX]];
                for (asked, value) in
                    [(Quantity::Sg, value), (Quantity::Win, i128::from(value != 0))]
                {
                    self.values.insert((asked, self.here.clone()), value);
                }
            }
            self.judge(&program, law, &at)?;
            judged += 1;
        }
        Ok(judged)
    }
}

/// What a statement asks of the reader, and why it was not answered.
struct Asked<'r> {
    reader: &'r mut Reader,
    why: Option<Why>,
}

impl Asked<'_> {
    fn answer<T>(&mut self, found: Result<T, Why>) -> Result<T, EvalError> {
        found.map_err(|why| {
            self.why = Some(why);
            EvalError::Unavailable("unanswered".into())
        })
    }
}

impl Context for Asked<'_> {
    fn value(
        &mut self,
        quantity: Quantity,
        game: Option<GameUse<'_>>,
        position: Option<&[Vec<i128>]>,
    ) -> Result<i128, EvalError> {
        let found = (|| {
            let here = self.reader.here.clone();
            let reader = match game {
                Some(game) => self.reader.other(game)?,
                None => &mut *self.reader,
            };
            let Some(parts) = position else { return reader.quantity(quantity, &here) };
            let mut sum = parts.to_vec();
            for part in &sum {
                if !reader.is_position(part)? {
                    return wrong(format!("{part:?} is not a position"));
                }
            }
            reader.arrange(&mut sum);
            reader.quantity(quantity, &sum)
        })();
        self.answer(found)
    }

    fn options(&mut self, quantity: Quantity) -> Result<Vec<i128>, EvalError> {
        let found = (|| {
            let here = self.reader.here.clone();
            if here == [[i128::MAX]] {
                return beyond("the options of a sum of different games");
            }
            let options = self.reader.all_options(&here)?;
            options.iter().map(|option| self.reader.quantity(quantity, option)).collect()
        })();
        self.answer(found)
    }
}

/// Values to try for the parameters of a rule that is proved for all of them.
pub(crate) fn members(rule: &Rule) -> Vec<Instance> {
    let mut all: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for parameter in &rule.parameters {
        if !matches!(parameter.kind, ParameterKind::Int { .. }) {
            return Vec::new();
        }
        let longer = |given: &Vec<(String, String)>| {
            let given = given.clone();
            let name = parameter.name.clone();
            (0..6)
                .map(move |value| [given.clone(), vec![(name.clone(), value.to_string())]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.iter().filter_map(|given| rule::bind(rule, given).ok()).collect()
}
