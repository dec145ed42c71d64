//! A reader of statements of its own: rules played out move by move as they are written, values by
//! the mex of all options, statements evaluated at every small position.
//!
//! It shares the syntax and the arithmetic of expressions with the checker, and nothing else.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use expr::ast::{Binder, Expr, Node, Quantity};
use expr::eval::{Choices, Definitions, Frame, Let, Names, NoContext, Program};
use rule::ast::{CoordinateForm, End, Move, MoveForm, Place, Play, Scope, State, TurnItem};
use rule::{Instance, Rule};

/// Most options looked at for one statement.
const WORK: usize = 60_000;
/// Most elements of a set.
const ELEMENTS: usize = 1 << 10;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Why {
    /// The reader does not follow the rule, or it takes too long.
    Beyond(String),
    /// The statement is not true, or says nothing.
    Wrong(String),
}

pub(crate) fn beyond<T>(what: &str) -> Result<T, Why> {
    Err(Why::Beyond(what.to_owned()))
}

pub(crate) fn wrong<T>(what: impl Into<String>) -> Result<T, Why> {
    Err(Why::Wrong(what.into()))
}

pub(crate) type Position = Vec<i128>;
/// Positions side by side, in order.
pub(crate) type Sum = Vec<Position>;
pub(crate) type Bound = Vec<(String, i128)>;

/// Other games by name, the rules that a certificate gives.
pub(crate) type Others = Rc<BTreeMap<String, Rule>>;

/// One game, played out.
pub(crate) struct Reader {
    pub(crate) instance: Rc<Instance>,
    pub(crate) others: Others,
    pub(crate) opened: HashMap<String, Reader>,
    /// Coordinates, entries of rows one by one; and rows, by name, first entry, length.
    pub(crate) names: Vec<String>,
    pub(crate) rows: Vec<(String, usize, usize)>,
    pub(crate) definitions: Definitions,
    is_coins: bool,
    pub(crate) values: HashMap<(Quantity, Sum), i128>,
    programs: HashMap<(usize, usize), Program>,
    work: usize,
    depth: usize,
    /// What the statement is judged at.
    pub(crate) here: Sum,
}

impl Reader {
    pub(crate) fn new(instance: Instance, others: Others) -> Result<Self, Why> {
        let constants = rule::constants(&instance.values);
        let rule = &instance.rule;
        if rule.play != Play::One {
            return beyond("ways of playing");
        }
        let lets: Vec<Let<'_>> = rule
            .definitions
            .iter()
            .map(|d| Let { name: &d.name, arguments: &d.arguments, body: &d.body })
            .collect();
        let definitions = Definitions::compile(&lets, &constants);
        let Ok(definitions) = definitions else { return wrong("definitions") };
        let mut reader = Self {
            instance: Rc::new(instance.clone()),
            others,
            opened: HashMap::new(),
            names: Vec::new(),
            rows: Vec::new(),
            definitions,
            is_coins: false,
            values: HashMap::new(),
            programs: HashMap::new(),
            work: WORK,
            depth: 200,
            here: Vec::new(),
        };
        let row = |reader: &mut Self, name: &str, length: i128| {
            let first = reader.names.len();
            (1..=length).for_each(|at| reader.names.push(format!("{name}{at}")));
            reader.rows.push((name.to_owned(), first, length as usize));
        };
        match &rule.state {
            Some(State::Heap(coordinate)) => reader.names.push(coordinate.name.clone()),
            Some(State::Tuple { coordinates, .. }) => {
                for coordinate in coordinates {
                    match &coordinate.form {
                        CoordinateForm::Number => reader.names.push(coordinate.name.clone()),
                        CoordinateForm::Row(length) => {
                            let length = reader.constant(length)?;
                            row(&mut reader, &coordinate.name, length);
                        }
                        CoordinateForm::Subset => return beyond("sets"),
                    }
                }
            }
            Some(State::Heaps { name, count, .. }) => {
                let count = reader.constant(count)?;
                if count > 5 {
                    return beyond("so many heaps");
                }
                row(&mut reader, name, count);
            }
            Some(State::Coins { coordinates, .. }) => {
                reader.names.clone_from(coordinates);
                reader.is_coins = true;
            }
            Some(State::Product(..)) => return beyond("products"),
            None => {}
        }
        Ok(reader)
    }

    pub(crate) fn width(&self) -> usize {
        self.names.len()
    }

    pub(crate) fn splits(&self) -> bool {
        let many = |m: &Move| match &m.form {
            MoveForm::Sum(sum) => sum.len() > 1,
            MoveForm::Turn { others, choose } => others.len() > 1 || choose.is_some(),
            _ => false,
        };
        self.instance.rule.moves.iter().any(many)
    }

    pub(crate) fn constant(&mut self, e: &Expr) -> Result<i128, Why> {
        self.number(e, &Vec::new())
    }

    fn named(&self, scope: &Bound) -> Names {
        Names {
            slots: scope.iter().map(|(name, _)| name.clone()).collect(),
            vectors: if scope.is_empty() { Vec::new() } else { self.rows.clone() },
            constants: rule::constants(&self.instance.values),
        }
    }

    /// The value of an expression of the rule; of a condition 1 or 0.
    pub(crate) fn number(&mut self, e: &Expr, scope: &Bound) -> Result<i128, Why> {
        self.work = self.work.checked_sub(1).ok_or(Why::Beyond("work".into()))?;
        let key = (std::ptr::from_ref(e) as usize, scope.len());
        if !self.programs.contains_key(&key) {
            match Program::compile(e, &self.named(scope), &self.definitions) {
                Ok(program) => self.programs.insert(key, program),
                Err(mistakes) => return wrong(format!("`{e}`: {}", mistakes[0].message)),
            };
        }
        let mut frame = Frame::new(scope.iter().map(|(_, value)| *value).collect());
        match self.programs[&key].integer(&mut frame, &mut NoContext) {
            Ok(value) => Ok(value),
            // a rule without a value says nothing
            Err(_) => beyond("an expression of the rule"),
        }
    }

    fn elements(
        &mut self,
        binders: &[Binder],
        guard: Option<&Expr>,
        scope: &Bound,
    ) -> Result<Vec<i128>, Why> {
        let choices = Choices::compile(binders, guard, &self.named(scope), &self.definitions);
        let Ok(choices) = choices else { return beyond("a set") };
        let mut frame = Frame::new(scope.iter().map(|(_, value)| *value).collect());
        choices.list(ELEMENTS, &mut frame, &mut NoContext).or_else(|_| beyond("a set"))
    }

    fn scope(&self, at: &Position) -> Bound {
        self.names.iter().cloned().zip(at.iter().copied()).collect()
    }

    /// Whether the rule has this position.
    pub(crate) fn is_position(&mut self, at: &Position) -> Result<bool, Why> {
        let instance = Rc::clone(&self.instance);
        let scope = self.scope(at);
        if at.len() != self.width() {
            return Ok(false);
        }
        let within = |reader: &mut Self, value: i128, from: Option<&Expr>, to: Option<&Expr>| {
            let least = from.map_or(Ok(0), |e| reader.number(e, &scope))?;
            let most = to.map_or(Ok(i128::MAX), |e| reader.number(e, &scope))?;
            Ok::<_, Why>((least..=most).contains(&value))
        };
        match &instance.rule.state {
            Some(State::Heap(c)) => within(self, at[0], c.from.as_ref(), c.to.as_ref()),
            Some(State::Tuple { coordinates, condition, .. }) => {
                let mut entry = 0;
                for c in coordinates {
                    let row = self.rows.iter().find(|(name, ..)| *name == c.name);
                    for _ in 0..row.map_or(1, |row| row.2) {
                        if !within(self, at[entry], c.from.as_ref(), c.to.as_ref())? {
                            return Ok(false);
                        }
                        entry += 1;
                    }
                }
                condition.as_ref().map_or(Ok(true), |e| Ok(self.number(e, &scope)? != 0))
            }
            Some(State::Heaps { from, .. }) => {
                for &value in at {
                    if !within(self, value, from.as_ref(), None)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Some(State::Coins { from, .. }) => {
                for &value in at {
                    if !within(self, value, Some(from), None)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            _ => beyond("such a state"),
        }
    }

    /// The sums that the moves from a position leave.
    fn options(&mut self, at: &Position) -> Result<Vec<Sum>, Why> {
        let instance = Rc::clone(&self.instance);
        let mut all = Vec::new();
        for m in &instance.rule.moves {
            if m.when_stuck || m.player != rule::ast::Player::Either {
                return beyond("such moves");
            }
            if let MoveForm::Vector { choose, vector, index, target, spread: None } = &m.form {
                let Some((_, first, length)) = self.rows.iter().find(|r| r.0 == *vector).cloned()
                else {
                    return wrong("a row");
                };
                let (lo, hi) = match choose {
                    Some((lo, hi)) => (self.constant(lo)?, self.constant(hi)?),
                    None => (length as i128, length as i128),
                };
                for set in 1u32..1 << length {
                    if (lo..=hi).contains(&i128::from(set.count_ones())) {
                        let chosen: Vec<usize> =
                            (0..length).filter(|h| set >> h & 1 == 1).collect();
                        let mut left = vec![at.clone()];
                        for &heap in &chosen {
                            if m.binders.iter().any(|b| b.same) && chosen.len() > 1 {
                                return beyond("one number for several heaps");
                            }
                            let mut scope = self.scope(at);
                            scope.push((index.clone(), heap as i128 + 1));
                            let mut sizes = Vec::new();
                            self.choose(m, 0, &mut scope, &mut |reader, scope| {
                                sizes.push(reader.number(target, scope)?);
                                Ok(())
                            })?;
                            let put = |before: &Position| {
                                let each = sizes.iter().map(|&size| {
                                    let mut after = before.clone();
                                    after[first + heap] = size;
                                    after
                                });
                                each.collect::<Vec<_>>()
                            };
                            left = left.iter().flat_map(put).collect();
                        }
                        all.extend(left.into_iter().map(|at| vec![at]));
                    }
                }
                continue;
            }
            let mut scope = self.scope(at);
            self.choose(m, 0, &mut scope, &mut |reader, scope| {
                reader.made(m, at, scope, &mut all)
            })?;
        }
        for sum in &mut all {
            for part in &*sum {
                if !self.is_position(part)? {
                    return wrong(format!("a move from {at:?} leads to {part:?}"));
                }
            }
            self.arrange(sum);
        }
        Ok(all)
    }

    pub(crate) fn arrange(&self, sum: &mut Sum) {
        sum.sort_unstable();
        if self.is_coins {
            // a coin turned twice shows what it showed
            let mut left: Sum = Vec::new();
            for part in sum.drain(..) {
                if left.last() == Some(&part) { drop(left.pop()) } else { left.push(part) }
            }
            *sum = left;
        }
    }

    /// Every choice of the quantifiers that the guard admits.
    fn choose(
        &mut self,
        m: &Move,
        at: usize,
        scope: &mut Bound,
        then: &mut dyn FnMut(&mut Self, &Bound) -> Result<(), Why>,
    ) -> Result<(), Why> {
        let binders: Vec<Binder> = m.binders[at..].iter().map(|b| b.binder.clone()).collect();
        let Some(binder) = binders.first() else {
            let admits = match &m.guard {
                Some(guard) => self.number(guard, scope)? != 0,
                None => true,
            };
            return if admits { then(self, scope) } else { Ok(()) };
        };
        for element in self.elements(&binders, m.guard.as_ref(), scope)? {
            scope.push((binder.name.clone(), element));
            self.choose(m, at + 1, scope, then)?;
            scope.pop();
        }
        Ok(())
    }

    /// The coordinates that expressions write.
    fn written(&mut self, at: &[Expr], scope: &Bound) -> Result<Position, Why> {
        let mut all = Vec::new();
        for e in at {
            match &e.node {
                Node::List(entries) => {
                    for entry in entries {
                        all.push(self.number(entry, scope)?);
                    }
                }
                Node::Name(name) if self.rows.iter().any(|row| row.0 == *name) => {
                    let row = self.rows.iter().find(|row| row.0 == *name).unwrap();
                    all.extend(scope[row.1..row.1 + row.2].iter().map(|(_, value)| *value));
                }
                _ => all.push(self.number(e, scope)?),
            }
        }
        Ok(all)
    }

    fn made(
        &mut self,
        m: &Move,
        at: &Position,
        scope: &Bound,
        all: &mut Vec<Sum>,
    ) -> Result<(), Why> {
        match &m.form {
            MoveForm::Sum(parts) => {
                let mut sum = Vec::new();
                for part in parts {
                    if part.game.is_some() {
                        return beyond("moves to other games");
                    }
                    sum.push(self.written(&part.at, scope)?);
                }
                all.push(sum);
            }
            MoveForm::Update(updates) => {
                let mut after = at.clone();
                for (Place { name, index, .. }, value) in updates {
                    let place = match index {
                        None => self.names.iter().position(|own| own == name),
                        Some(index) => {
                            let index = self.number(index, scope)?;
                            let row = self.rows.iter().find(|row| row.0 == *name);
                            row.filter(|row| (1..=row.2 as i128).contains(&index))
                                .map(|row| row.1 + index as usize - 1)
                        }
                    };
                    let Some(place) = place else { return wrong("a place") };
                    after[place] = self.number(value, scope)?;
                }
                all.push(vec![after]);
            }
            MoveForm::Turn { others, choose } => {
                let mut turned = Vec::new();
                for item in others {
                    match item {
                        TurnItem::Coin(at) => turned.push(self.written(at, scope)?),
                        TurnItem::Run(lo, hi) => {
                            let (lo, hi) = (self.number(lo, scope)?, self.number(hi, scope)?);
                            turned.extend((lo..=hi).take(ELEMENTS).map(|coin| vec![coin]));
                        }
                    }
                }
                let Some(choose) = choose else {
                    all.push(turned);
                    return Ok(());
                };
                let (lo, hi) =
                    (self.number(&choose.least, scope)?, self.number(&choose.most, scope)?);
                let coins = self.elements(std::slice::from_ref(&choose.binder), None, scope)?;
                if coins.len() > 12 {
                    return beyond("so many coins");
                }
                for set in 0u32..1 << coins.len() {
                    if (lo..=hi).contains(&i128::from(set.count_ones())) {
                        let chosen = (0..coins.len()).filter(|at| set >> at & 1 == 1);
                        let chosen = chosen.map(|at| vec![coins[at]]);
                        all.push(turned.iter().cloned().chain(chosen).collect());
                    }
                }
            }
            MoveForm::Vector { .. } => return beyond("such moves"),
        }
        Ok(())
    }

    /// Who wins a position where the rule says that play has ended.
    fn ended(&mut self, sum: &Sum) -> Result<Option<bool>, Why> {
        let instance = Rc::clone(&self.instance);
        for end in &instance.rule.ends {
            let (wins, e) = match end {
                End::StuckLoses | End::StuckWins => continue,
                End::Win(Scope::Alone, e) => (true, e),
                End::Lose(Scope::Alone, e) => (false, e),
                _ => return beyond("ends of sums"),
            };
            let [at] = sum.as_slice() else { return beyond("ends of sums") };
            let scope = self.scope(at);
            if self.number(e, &scope)? != 0 {
                return Ok(Some(wins));
            }
        }
        Ok(None)
    }

    pub(crate) fn all_options(&mut self, sum: &Sum) -> Result<Vec<Sum>, Why> {
        let mut all = Vec::new();
        for (at, part) in sum.iter().enumerate() {
            for option in self.options(part)? {
                let rest = sum.iter().enumerate().filter(|(other, _)| *other != at);
                let mut whole: Sum = rest.map(|(_, p)| p.clone()).chain(option).collect();
                self.arrange(&mut whole);
                all.push(whole);
            }
        }
        all.sort();
        all.dedup();
        Ok(all)
    }

    /// A quantity of a sum of positions by its definition.
    pub(crate) fn quantity(&mut self, asked: Quantity, sum: &Sum) -> Result<i128, Why> {
        let asked = match asked {
            Quantity::Lose => return Ok(1 - self.quantity(Quantity::Win, sum)?),
            Quantity::Sg | Quantity::Win | Quantity::Misere => asked,
            _ => return beyond("such a quantity"),
        };
        let key = (asked, sum.clone());
        if let Some(&known) = self.values.get(&key) {
            return Ok(known);
        }
        self.depth = self.depth.checked_sub(1).ok_or(Why::Beyond("depth".into()))?;
        let value = match (asked, self.ended(sum)?) {
            (Quantity::Sg, Some(_)) => return wrong("a value where play has ended"),
            (_, Some(wins)) => i128::from(wins),
            (_, None) => {
                let options = self.all_options(sum)?;
                let mut met = Vec::new();
                for option in &options {
                    met.push(self.quantity(asked, option)?);
                }
                let stuck_wins =
                    asked == Quantity::Misere || self.instance.rule.ends.contains(&End::StuckWins);
                match asked {
                    Quantity::Sg => (0..).find(|value| !met.contains(value)).unwrap(),
                    _ if met.is_empty() => stuck_wins.into(),
                    _ => met.contains(&0).into(),
                }
            }
        };
        self.depth += 1;
        self.values.insert(key, value);
        Ok(value)
    }
}
