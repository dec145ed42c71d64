//! The moves of a rule as clauses.

use super::{Clause, ELEMENTS, Game, OptionPart, refuse};
use crate::Result;
use crate::error::too_large;
use crate::source::written;
use expr::ast::{Binary, Expr, Node};
use expr::build::{binary, range};
use expr::substitute::{Bindings, component, int, name};
use rule::Rule;
use rule::ast::{Choose, Component, Move, MoveBinder, MoveForm, Place, Player, TurnItem};

/// Most clauses.
const CLAUSES: usize = 256;
/// Most choices of fixed numbers for quantifiers.
const CHOICES: usize = 1 << 16;
/// Most coins or heaps that one move chooses.
const CHOSEN: i128 = 6;

/// The clauses as they are collected.
pub(super) struct Moves<'a> {
    game: &'a Game,
    /// The state as the rule writes it.
    written: Vec<String>,
    clauses: Vec<Clause>,
    choices: usize,
}

impl Moves<'_> {
    /// The clauses of all moves of the rule, in order.
    pub(super) fn of(game: &Game, rule: &Rule) -> Result<Vec<Clause>> {
        let written = written(rule.state.as_ref()).into_iter().map(str::to_owned).collect();
        let mut moves = Moves { game, written, clauses: Vec::new(), choices: 0 };
        for m in &rule.moves {
            moves.add(m)?;
        }
        Ok(moves.clauses)
    }

    fn add(&mut self, m: &Move) -> Result<()> {
        if m.player != Player::Either || m.when_stuck {
            return refuse("moves of one player or of last resort");
        }
        if m.pattern.as_ref().is_some_and(|pattern| *pattern != self.written) {
            return refuse("moves from positions written otherwise than the state");
        }
        let bindings = self.game.bindings.clone();
        match &m.form {
            MoveForm::Vector { choose, vector, index, target, spread } => {
                if spread.is_some() || !self.game.symmetric {
                    return refuse("stones that are spread");
                }
                let count = self.game.bindings.vectors.get(vector).copied().unwrap_or(0);
                let all = (int_of(count), int_of(count));
                let (least, most) = choose.as_ref().unwrap_or(&all);
                let (least, most) = (self.game.constant(least)?, self.game.constant(most)?);
                for set in 1u32..1 << count {
                    let number = i128::from(set.count_ones());
                    if (least.max(1)..=most).contains(&number) {
                        let chosen: Vec<usize> =
                            (1..=count).filter(|heap| set >> (heap - 1) & 1 == 1).collect();
                        self.heaps(m, index, target, vector, &chosen)?;
                    }
                }
                Ok(())
            }
            _ => self.choose(m, &m.binders, Clause::default(), &bindings),
        }
    }

    /// One clause more, unless there are too many.
    fn push(&mut self, clause: Clause) -> Result<()> {
        if self.clauses.len() == CLAUSES {
            return Err(too_large(format!("the rule has more than {CLAUSES} moves")));
        }
        self.clauses.push(clause);
        Ok(())
    }

    /// The heaps chosen get new sizes, each with quantifiers of its own unless they are the same.
    fn heaps(
        &mut self,
        m: &Move,
        index: &str,
        target: &Expr,
        vector: &str,
        chosen: &[usize],
    ) -> Result<()> {
        let mut clause = Clause::default();
        let mut at: Vec<Expr> = self.game.names.iter().map(name).collect();
        let mut shared = self.game.bindings.clone();
        // the sets of the quantifiers that all chosen heaps share
        let mut common = Vec::new();
        for (number, &heap) in chosen.iter().enumerate() {
            let mut bindings = shared.with(index, int_of(heap));
            let mut known = common.clone().into_iter();
            for MoveBinder { binder, same } in &m.binders {
                let set = set(&bindings, &binder.set)?;
                if *same && number > 0 {
                    if known.next().as_ref() != Some(&set) {
                        return refuse("one number from sets that differ from heap to heap");
                    }
                    continue;
                }
                if *same {
                    common.push(set.clone());
                }
                // no name in a rule has a space
                let own = match chosen {
                    [_] => binder.name.clone(),
                    _ => format!("{} of {heap}", binder.name),
                };
                clause.binders.push((own.clone(), set));
                bindings = bindings.with(&binder.name, name(own.clone()));
                if *same {
                    shared = shared.with(&binder.name, name(own));
                }
            }
            clause.guards.extend(m.guard.as_ref().map(|guard| bindings.expr(guard)));
            let place = self.game.names.iter().position(|own| *own == component(vector, heap));
            match place.and_then(|place| at.get_mut(place)) {
                Some(place) => *place = bindings.expr(target),
                None => return refuse("such heaps"),
            }
        }
        clause.parts.push(OptionPart::Position(at));
        self.push(clause)
    }

    /// Adds the quantifiers; in games with rows those over fixed numbers become a clause for each.
    fn choose(
        &mut self,
        m: &Move,
        binders: &[MoveBinder],
        mut clause: Clause,
        bindings: &Bindings,
    ) -> Result<()> {
        let Some((MoveBinder { binder, same: _ }, rest)) = binders.split_first() else {
            clause.guards.extend(m.guard.as_ref().map(|guard| bindings.expr(guard)));
            return self.finish(m, clause, bindings);
        };
        self.choices += 1;
        if self.choices > CHOICES {
            return Err(too_large(format!("quantifiers choose among more than {CHOICES} numbers")));
        }
        let set = set(bindings, &binder.set)?;
        if let Some(numbers) = self.fixed(&set).filter(|_| !bindings.vectors.is_empty()) {
            for number in numbers {
                let bindings = bindings.with(&binder.name, int(number));
                self.choose(m, rest, clause.clone(), &bindings)?;
            }
            return Ok(());
        }
        clause.binders.push((binder.name.clone(), set));
        self.choose(m, rest, clause, bindings)
    }

    /// The numbers of a set that depends on no coordinate, if they are few.
    fn fixed(&self, set: &Expr) -> Option<Vec<i64>> {
        let number = |e: &Expr| self.game.constant(e).ok().and_then(|n| i64::try_from(n).ok());
        match &set.node {
            Node::Range(lo, hi) => {
                let (lo, hi) = (number(lo)?, number(hi)?);
                (hi.checked_sub(lo)? <= ELEMENTS as i64).then(|| (lo..=hi).collect())
            }
            Node::Set(elements) => elements.iter().map(number).collect(),
            _ => None,
        }
    }

    /// What the move makes, its quantifiers known.
    fn finish(&mut self, m: &Move, mut clause: Clause, bindings: &Bindings) -> Result<()> {
        match &m.form {
            MoveForm::Sum(sum) => {
                for Component { game, at, each } in sum {
                    if game.is_some() {
                        return refuse("moves to other games");
                    }
                    if *each {
                        let [list] = &bindings.all(at)[..] else { return refuse("such moves") };
                        let Node::List(entries) = &list.node else {
                            return refuse("moves to so many positions that a list tells");
                        };
                        let one = |e: &Expr| OptionPart::Position(vec![e.clone()]);
                        clause.parts.extend(entries.iter().map(one));
                        continue;
                    }
                    let mut all = Vec::new();
                    for e in at {
                        match bindings.expr(e) {
                            Expr { node: Node::List(entries), .. } => all.extend(entries),
                            e => all.push(e),
                        }
                    }
                    if all.len() != self.game.width() {
                        return refuse("moves to such positions");
                    }
                    clause.parts.push(OptionPart::Position(all));
                }
                self.push(clause)
            }
            MoveForm::Update(updates) => {
                let mut at: Vec<Expr> = self.game.names.iter().map(name).collect();
                let mut changed = vec![false; at.len()];
                for (place, value) in updates {
                    let place = self.place(place, bindings)?;
                    if std::mem::replace(&mut changed[place], true) {
                        return refuse("an entry changed twice");
                    }
                    at[place] = bindings.expr(value);
                }
                clause.parts.push(OptionPart::Position(at));
                self.push(clause)
            }
            MoveForm::Turn { others, choose } => {
                for item in others {
                    clause.parts.push(match item {
                        TurnItem::Coin(at) => OptionPart::Position(bindings.all(at)),
                        TurnItem::Run(first, last) if self.game.first.is_some() => {
                            OptionPart::Run(bindings.expr(first), bindings.expr(last))
                        }
                        TurnItem::Run(..) => return refuse("such runs of coins"),
                    });
                }
                match choose {
                    Some(choose) => self.coins(&clause, choose, bindings),
                    None => self.push(clause),
                }
            }
            MoveForm::Vector { .. } => refuse("such moves"),
        }
    }

    /// Which coordinate a place is.
    fn place(&self, place: &Place, bindings: &Bindings) -> Result<usize> {
        let own = match &place.index {
            None => place.name.clone(),
            Some(index) => component(&place.name, self.game.constant(&bindings.expr(index))?),
        };
        let is_entry = self.game.bindings.vectors.contains_key(&place.name);
        let at = self.game.names.iter().position(|name| *name == own);
        match at.filter(|_| is_entry == place.index.is_some()) {
            Some(at) => Ok(at),
            None => refuse("changes of such places"),
        }
    }

    /// A clause for every number of coins chosen, each above the one before it.
    fn coins(&mut self, clause: &Clause, choose: &Choose, bindings: &Bindings) -> Result<()> {
        let (least, most) = (self.game.constant(&choose.least)?, self.game.constant(&choose.most)?);
        let Node::Range(lo, hi) = &choose.binder.set.node else {
            return refuse("coins chosen from such sets");
        };
        if most > CHOSEN || self.game.first.is_none() {
            return refuse(&format!("more than {CHOSEN} coins, or coins on a grid, chosen"));
        }
        let mut clause = clause.clone();
        let mut lo = bindings.expr(lo);
        for number in 0..=most {
            if number >= least {
                self.push(clause.clone())?;
            }
            // no name in a rule has a space
            let variable = format!("{} {}", choose.binder.name, number + 1);
            let own = name(variable.clone());
            clause.binders.push((variable, range(lo, bindings.expr(hi))));
            clause.parts.push(OptionPart::Position(vec![own.clone()]));
            lo = binary(Binary::Add, own, int(1));
        }
        Ok(())
    }
}

fn int_of(number: usize) -> Expr {
    int(i64::try_from(number).unwrap_or(i64::MAX))
}

/// The set a quantifier runs over, of those that are definable.
fn set(bindings: &Bindings, set: &Expr) -> Result<Expr> {
    let set = bindings.expr(set);
    match &set.node {
        Node::Range(..) | Node::Name(_) | Node::Call(..) | Node::Set(_) => Ok(set),
        _ => refuse("quantifiers over such sets"),
    }
}
