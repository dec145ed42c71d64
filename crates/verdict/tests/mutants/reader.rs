//! A reader of statements of its own: rules played out move by move as they are written, values by
//! the mex of all options, statements evaluated at every small position.
//!
//! It shares the syntax and the arithmetic of expressions with the checker, and nothing else.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use expr::ast::{Binder, Expr, Node, Quantity};
use expr::eval::{
    Choices, Context, Definitions, EvalError, Frame, GameUse, Given, Let, Names, NoContext, Program,
};
use rule::ast::{
    CoordinateForm, End, Move, MoveForm, ParameterKind, Place, Play, Scope, State, TurnItem,
};
use rule::{Constant, Instance, Rule};

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

fn beyond<T>(what: &str) -> Result<T, Why> {
    Err(Why::Beyond(what.to_owned()))
}

fn wrong<T>(what: impl Into<String>) -> Result<T, Why> {
    Err(Why::Wrong(what.into()))
}

type Position = Vec<i128>;
/// Positions side by side, in order.
type Sum = Vec<Position>;
type Bound = Vec<(String, i128)>;

/// Other games by name, the rules that a certificate gives.
pub(crate) type Others = Rc<BTreeMap<String, Rule>>;

/// One game, played out.
pub(crate) struct Reader {
    instance: Rc<Instance>,
    others: Others,
    opened: HashMap<String, Reader>,
    /// Coordinates, entries of rows one by one; and rows, by name, first entry, length.
    names: Vec<String>,
    rows: Vec<(String, usize, usize)>,
    definitions: Definitions,
    is_coins: bool,
    values: HashMap<(Quantity, Sum), i128>,
    programs: HashMap<(usize, usize), Program>,
    work: usize,
    depth: usize,
    /// What the statement is judged at.
    here: Sum,
    board: Option<Vec<Position>>,
    heads: Vec<i128>,
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
            board: None,
            heads: Vec::new(),
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

    fn width(&self) -> usize {
        self.names.len()
    }

    fn splits(&self) -> bool {
        let many = |m: &Move| match &m.form {
            MoveForm::Sum(sum) => sum.len() > 1,
            MoveForm::Turn { others, choose } => others.len() > 1 || choose.is_some(),
            _ => false,
        };
        self.instance.rule.moves.iter().any(many)
    }

    fn constant(&mut self, e: &Expr) -> Result<i128, Why> {
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
    fn number(&mut self, e: &Expr, scope: &Bound) -> Result<i128, Why> {
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
            Err(EvalError::TooMuchWork) => beyond("work"),
            Err(why) => wrong(format!("`{e}`: {why}")),
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
    fn is_position(&mut self, at: &Position) -> Result<bool, Why> {
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

    fn arrange(&self, sum: &mut Sum) {
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

    fn all_options(&mut self, sum: &Sum) -> Result<Vec<Sum>, Why> {
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
    fn quantity(&mut self, asked: Quantity, sum: &Sum) -> Result<i128, Why> {
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
                    Given::Int(value) => Constant::Int(i64::try_from(*value).unwrap_or(i64::MAX)),
                    Given::Set(set) => Constant::Set(set.clone()),
                    Given::Word(word) | Given::Game(word) => Constant::Game(name(word)),
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
            (Ok(false), _) => wrong(format!("`{e}` fails at {slots:?} {:?}", self.board)),
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
                            return beyond("arguments in starts");
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

    /// That it holds of every board of so many coins in each direction.
    pub(crate) fn holds_of_boards(&mut self, law: &Expr, size: Option<i128>) -> Result<usize, Why> {
        let program = self.compiled(law, Vec::new())?;
        let instance = Rc::clone(&self.instance);
        let Some(State::Coins { from, .. }) = &instance.rule.state else { return beyond("boards") };
        let from = self.constant(from)?;
        let side = size.unwrap_or(if self.width() == 1 { 5 } else { 2 });
        let coins: Vec<Position> = match (self.width(), side) {
            (1, 0..=8) => (from..from + side).map(|coin| vec![coin]).collect(),
            (2, 0..=3) => {
                let rows = from..from + side;
                rows.flat_map(|x| (from..from + side).map(move |y| vec![x, y])).collect()
            }
            _ => return beyond("such boards"),
        };
        let mut judged = 0;
        for set in 0u32..1 << coins.len() {
            let heads = (0..coins.len()).filter(|at| set >> at & 1 == 1);
            self.here = heads.map(|at| coins[at].clone()).collect();
            self.heads = if self.width() == 1 {
                self.here.iter().map(|coin| coin[0]).collect()
            } else {
                Vec::new()
            };
            self.board = Some(self.here.clone());
            match self.judge(&program, law, &[]) {
                Err(Why::Beyond(_)) if judged > 0 => return Ok(judged),
                judged => judged?,
            }
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
                    return wrong(format!("{part:?} is no position"));
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

    fn heads(&self) -> Result<&[i128], EvalError> {
        Ok(&self.reader.heads)
    }

    fn head(&mut self, coin: &[i128]) -> Result<bool, EvalError> {
        Ok(self.reader.board.as_ref().is_some_and(|heads| heads.iter().any(|h| h == coin)))
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
