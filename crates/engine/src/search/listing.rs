//! Listing the moves of one position.

use super::expand::Ended;
use super::flat::{Recalled, Stage};
use super::{Action, Result, Rules, SearchClause};
use crate::stop::{Culprit, SearchStop};
use arith::sets::NumberSet;
use clauses::exact::{Elements, Evaluator, Heads, MAX_PARTS};
use clauses::{Domain, OptionPart, mistake};
use expr::eval::{EvalError, Frame};
use message::{Message, Tell as _, message};
use rule::ast::{Player, Scope};

/// Lists moves, keeping its room for the next position.
pub(crate) struct Lister<'o> {
    rules: &'o Rules,
    /// For each game: what its definitions have given.
    frames: Vec<Frame>,
    /// Values of coordinates and quantifiers, and what is computed from them.
    registers: Vec<i64>,
    /// For each game and clause: what is known of its guards.
    recalled: Vec<Vec<Recalled>>,
    parts: Parts,
}

/// Positions that a move leaves side by side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    numbers: Vec<i64>,
    /// For each position: its game, and where its coordinates end.
    ends: Vec<(usize, usize)>,
}

impl Parts {
    /// The positions: number of the game, coordinates.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &[i64])> + Clone {
        let mut start = 0;
        self.ends
            .iter()
            .map(move |&(game, end)| (game, &self.numbers[std::mem::replace(&mut start, end)..end]))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The position of that place, from 0.
    pub(crate) fn at(&self, place: usize) -> (usize, &[i64]) {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before].1);
        let (game, end) = self.ends[place];
        (game, &self.numbers[start..end])
    }

    /// Takes over other positions, in the same room.
    pub(crate) fn copy(&mut self, other: &Self) {
        self.clear();
        self.numbers.extend_from_slice(&other.numbers);
        self.ends.extend_from_slice(&other.ends);
    }

    pub(crate) fn clear(&mut self) {
        self.numbers.clear();
        self.ends.clear();
    }

    /// Adds coordinates to the position under way.
    pub(crate) fn extend(&mut self, coordinates: impl IntoIterator<Item = i64>) {
        self.numbers.extend(coordinates);
    }

    /// Sets all coordinates of the positions, which keep their places.
    fn set(&mut self, coordinates: impl Iterator<Item = i64>) {
        self.numbers.clear();
        self.numbers.extend(coordinates);
    }

    /// Ends the position under way.
    pub(crate) fn end(&mut self, game: usize) {
        self.ends.push((game, self.numbers.len()));
    }

    /// Sorts the coordinates of the positions of the games that are said to have no order.
    pub(crate) fn sort_within(&mut self, is_symmetric: impl Fn(usize) -> bool) {
        let mut start = 0;
        for &(game, end) in &self.ends {
            if is_symmetric(game) {
                self.numbers[start..end].sort_unstable();
            }
            start = end;
        }
    }
}

/// A move being visited.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VisitedMove<'s> {
    /// The game it is made in.
    pub(crate) game: usize,
    /// Index of the clause.
    pub(crate) clause: usize,
    /// Values of its quantifiers.
    pub(crate) choices: &'s [i64],
    /// What it leaves.
    pub(crate) parts: &'s Parts,
}

impl VisitedMove<'_> {
    /// The move as a value of its own.
    pub(crate) fn action(&self) -> Action {
        let mut parts = self.parts.components();
        parts.sort_by_key(|part| part.game != self.game);
        Action { clause: self.clause, choices: self.choices.to_vec(), parts }
    }
}

/// Takes a move; `false` stops the listing.
pub(crate) type Visit<'v> = &'v mut dyn FnMut(VisitedMove<'_>) -> bool;

impl<'o> Lister<'o> {
    /// A lister for the game at hand and the others.
    pub(crate) fn new(rules: &'o Rules) -> Self {
        let frames = vec![Frame::default(); rules.count()];
        let clauses = rules.games().map(|game| vec![Recalled::default(); game.clauses.len()]);
        let recalled = clauses.collect();
        Self { rules, frames, registers: Vec::new(), recalled, parts: Parts::default() }
    }

    /// Whether the point is a position of the game.
    pub(crate) fn is_position(&mut self, game: usize, point: &[i64]) -> Result<bool> {
        let rules = self.rules.game(game);
        if !rules.bounds(point) {
            return Ok(false);
        }
        let Some(condition) = &rules.condition else { return Ok(true) };
        self.holds(game, condition, point)
    }

    fn holds(&mut self, game: usize, condition: &Evaluator, point: &[i64]) -> Result<bool> {
        let (frame, heads) = (&mut self.frames[game], Heads::default());
        let value = condition.value(point, frame, &heads);
        value.map(|value| value != 0).map_err(|e| stop(&e, e.message(), None))
    }

    /// Whether the rule ends play at a position of its own game standing alone, and who has won.
    pub(crate) fn ending(&mut self, point: &[i64]) -> Ended {
        self.ending_of_sum([(0, point)].into_iter())
    }

    /// Whether play of the sum has ended, and who has won. The components belong to one game,
    /// unless none of their games ends play in such a way.
    pub(crate) fn ending_of_sum<'c>(
        &mut self,
        components: impl Iterator<Item = (usize, &'c [i64])> + Clone,
    ) -> Ended {
        let games = || components.clone().map(|c| c.0);
        let game = games().next().unwrap_or(0);
        let rules = self.rules;
        let endless = |game: usize| rules.game(game).endings.is_empty();
        if let Some(why) = games().find_map(|game| rules.game(game).conflict.as_ref()) {
            return Err(SearchStop::Undefined(why.clone()));
        }
        if games().any(|other| other != game) {
            return match games().find(|&game| !endless(game)) {
                None => Ok(None),
                Some(ends) => Err(SearchStop::Undefined(message!(
                    "{} ends play by wins or losses of its own: sums with positions of other games \
                     have no rule for that",
                    rules.game(ends).title()
                ))),
            };
        }
        for ending in &rules.game(game).endings {
            let (mut any, mut all, mut count) = (false, true, 0);
            for (_, point) in components.clone() {
                let holds = self.holds(game, &ending.condition, point)?;
                (any, all, count) = (any || holds, all && holds, count + 1);
            }
            let ended = match (ending.scope, count) {
                (Scope::Alone, 1) | (Scope::Any, _) => any,
                (Scope::All, _) => all,
                (Scope::Alone, 0) => false,
                (Scope::Alone, _) => {
                    return Err(SearchStop::Undefined(
                        "a sum of positions has no value under a rule with immediate wins or \
                         losses; `when any` and `when all` say when a sum ends"
                            .into(),
                    ));
                }
            };
            if ended {
                return Ok(Some(ending.wins));
            }
        }
        Ok(None)
    }

    /// Calls `visit` with every move from a position of a game: of one player, or of both.
    pub(crate) fn list(
        &mut self,
        game: usize,
        point: &[i64],
        heads: &Heads,
        player: Option<Player>,
        visit: Visit<'_>,
    ) -> Result<()> {
        let rules = self.rules.game(game);
        let may = |clause: &SearchClause| {
            player.is_none_or(|p| clause.player == Player::Either || clause.player == p)
        };
        let flat = rules.bounds(point);
        let mut moved = false;
        for only_when_stuck in [false, true] {
            if only_when_stuck && moved {
                break;
            }
            for (index, clause) in rules.clauses.iter().enumerate() {
                if clause.when_stuck != only_when_stuck || !may(clause) {
                    continue;
                }
                self.registers.clone_from(&clause.flat.registers);
                self.registers[..point.len()].copy_from_slice(point);
                let mut listing = Listing {
                    rules,
                    game,
                    clause,
                    index,
                    point,
                    heads,
                    frame: &mut self.frames[game],
                    registers: &mut self.registers,
                    recalled: &mut self.recalled[game][index],
                    parts: &mut self.parts,
                    shaped: false,
                    visit,
                    moved: false,
                    idle: 0,
                };
                let go_on = listing.quantify(0, flat)?;
                moved |= listing.moved;
                if !go_on {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// Lists the moves of one clause from one position.
struct Listing<'a> {
    rules: &'a Rules,
    game: usize,
    clause: &'a SearchClause,
    index: usize,
    point: &'a [i64],
    heads: &'a Heads,
    frame: &'a mut Frame,
    registers: &'a mut [i64],
    recalled: &'a mut Recalled,
    parts: &'a mut Parts,
    /// Whether the parts end where those of all moves of the clause do.
    shaped: bool,
    visit: &'a mut dyn FnMut(VisitedMove<'_>) -> bool,
    moved: bool,
    /// Choices tried since the last move.
    idle: u64,
}

/// Choices that may be tried before one is a move, and between two looks at whether the work should
/// end.
const MAX_IDLE: u64 = 1 << 23;
const POLL: u64 = 1 << 12;
/// Members of a set that go farther are found one by one instead of all at once.
const LISTED_TO: i64 = 1 << 24;

/// What keeps a listing from going on when an expression, of a move or none, has no value.
fn stop(error: &EvalError, why: Message, of: Option<&str>) -> SearchStop {
    let culprit = match error {
        EvalError::TooDeep(call) | EvalError::TooLong(call) => {
            Some(Culprit::Definition(call.definition.clone()))
        }
        _ => of.map(|label| Culprit::Move(label.to_owned())),
    };
    match culprit {
        _ if !error.is_limit() => SearchStop::Undefined(why),
        _ if patience::is_over() => SearchStop::Interrupted,
        Some(culprit) => SearchStop::Endless(why, culprit),
        None => SearchStop::TooLarge(why),
    }
}

impl Listing<'_> {
    /// A value once `depth` quantifiers have theirs.
    fn integer(&mut self, evaluator: &Evaluator, depth: usize) -> Result<i64> {
        let slots = &self.registers[..self.point.len() + depth];
        let value = evaluator.value(slots, self.frame, self.heads);
        let value = value.map_err(|e| self.stop(&e))?;
        let help = "positions and choices have at most 64 bits: bound what grows";
        let leaves = |_| self.undefined("a number leaves 64 bits".into(), help.into());
        i64::try_from(value).map_err(leaves)
    }

    fn stop(&self, error: &EvalError) -> SearchStop {
        let why = self.without_value(error.message());
        match stop(error, why, Some(&self.clause.label)) {
            SearchStop::Undefined(_) => self.undefined(error.message(), error.remedy()),
            stop => stop,
        }
    }

    fn endless(&self, why: Message) -> SearchStop {
        SearchStop::Endless(why, Culprit::Move(self.clause.label.clone()))
    }

    /// A move without a value, at its place in the rule; another game's has none in this text.
    fn undefined(&self, why: Message, help: Message) -> SearchStop {
        let why = self.without_value(why);
        match self.game {
            0 => {
                let (span, why) = (self.clause.span, why.to_string());
                SearchStop::Valueless(Box::new(mistake("G024", span, why, "this move", help)))
            }
            _ => SearchStop::Undefined(why),
        }
    }

    /// Says which move has no value, and where.
    fn without_value(&self, why: Message) -> Message {
        let (label, here) = (&self.clause.label, self.rules.words(self.point));
        message!("move {label} has no value at {here}: {why}")
    }

    /// Counts a choice, which may give no move.
    fn tried(&mut self) -> Result<()> {
        self.idle += 1;
        if self.idle > MAX_IDLE {
            let (label, here) = (&self.clause.label, self.rules.words(self.point));
            return Err(self.endless(message!(
                "move {label} tries more than {MAX_IDLE} choices one after another at {here}, \
                 and none of them is a move; narrow its ranges, as in `for k in 1..n`"
            )));
        }
        match self.idle.is_multiple_of(POLL) && patience::is_over() {
            true => Err(SearchStop::Interrupted),
            false => Ok(()),
        }
    }

    /// Lists the moves once `depth` quantifiers have values; `false` where the listing ends. `flat`:
    /// whether what was computed for fewer of them is in the registers.
    fn quantify(&mut self, depth: usize, flat: bool) -> Result<bool> {
        let clause = self.clause;
        let level = clause.flat.levels.get(depth).filter(|_| flat);
        let level = match level.map(|level| (level, level.run(self.registers, self.recalled))) {
            Some((_, Ok(false))) => return Ok(true),
            Some((level, Ok(true))) => Some(level),
            _ => {
                for guard in &clause.guards[depth] {
                    let holds = self.integer(&guard.evaluator, depth)? != 0;
                    if let Some((number, slot)) = guard.recalled {
                        self.recalled.learn(number, self.registers[slot], holds);
                    }
                    if !holds {
                        return Ok(true);
                    }
                }
                None
            }
        };
        let Some(domain) = clause.domains.get(depth) else { return self.leave(depth, level) };
        let mut end = |place: usize, evaluator: &Evaluator| match level {
            Some(level) => Ok(level.result(self.registers, place)),
            None => self.integer(evaluator, depth),
        };
        let flat = level.is_some();
        match domain {
            Domain::Range(lo, hi) => {
                let (lo, hi) = (end(0, lo)?, end(1, hi)?);
                self.choose(depth, flat, lo..=hi)
            }
            Domain::Set(set, limit) => {
                let limit = limit.as_ref().map(|limit| end(0, limit)).transpose()?;
                let below = |v: &i64| limit.is_none_or(|l| *v <= l);
                match set {
                    NumberSet::Finite(values) => {
                        self.choose(depth, flat, values.iter().copied().take_while(below))
                    }
                    generated if limit.is_some_and(|limit| limit > LISTED_TO) => {
                        let first = generated.next_above(0);
                        let members = std::iter::successors(first, |&m| generated.next_above(m));
                        self.choose(depth, flat, members.take_while(below))
                    }
                    generated => {
                        self.choose(depth, flat, generated.members_up_to(limit.unwrap_or(0)))
                    }
                }
            }
        }
    }

    /// Tries the values of a quantifier one after another.
    fn choose(
        &mut self,
        depth: usize,
        flat: bool,
        values: impl IntoIterator<Item = i64>,
    ) -> Result<bool> {
        for value in values {
            self.tried()?;
            self.registers[self.point.len() + depth] = value;
            if !self.quantify(depth + 1, flat)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Visits the move that the quantifiers' values make.
    fn leave(&mut self, depth: usize, level: Option<&Stage>) -> Result<bool> {
        match level {
            Some(level) => {
                if !std::mem::replace(&mut self.shaped, true) {
                    self.shape();
                }
                self.parts.set(level.results(self.registers));
            }
            None => {
                self.shaped = false;
                self.parts.clear();
                self.leave_by_evaluators(depth)?;
            }
        }
        self.moved = true;
        self.idle %= POLL;
        let first = self.point.len();
        Ok((self.visit)(VisitedMove {
            game: self.game,
            clause: self.index,
            choices: &self.registers[first..first + depth],
            parts: self.parts,
        }))
    }

    /// Puts the games of what moves of the clause leave, and where the coordinates of each end.
    fn shape(&mut self) {
        self.parts.clear();
        let mut end = 0;
        for (game, at) in self.clause.parts.iter().filter_map(OptionPart::position) {
            end += at.len();
            self.parts.ends.push((self.number_of(game), end));
        }
    }

    /// The number of a game that the clause leaves a position of.
    fn number_of(&self, game: usize) -> usize {
        if game == 0 { self.game } else { game }
    }

    /// Computes what the move leaves.
    fn leave_by_evaluators(&mut self, depth: usize) -> Result<()> {
        let mut lists = self.clause.lists.iter();
        for part in &self.clause.parts {
            if let OptionPart::Each(_) = part {
                if let Some(list) = lists.next() {
                    self.leave_each(list, depth)?;
                }
            } else if let Some((game, at)) = part.position() {
                for evaluator in at {
                    let coordinate = self.integer(evaluator, depth)?;
                    self.parts.numbers.push(coordinate);
                }
                self.parts.end(self.number_of(game));
            } else if let OptionPart::Block(ranges) = part {
                self.leave_block(ranges, depth)?;
            }
        }
        Ok(())
    }

    /// Leaves a position for every entry of a list.
    fn leave_each(&mut self, list: &Elements, depth: usize) -> Result<()> {
        let slots = &self.registers[..self.point.len() + depth];
        let numbers = list.at(slots, MAX_PARTS, self.frame, self.heads);
        let numbers = numbers.map_err(|e| self.stop(&e))?;
        for number in numbers {
            self.parts.numbers.push(number);
            self.parts.end(self.game);
        }
        Ok(())
    }

    /// Leaves every position of a box.
    fn leave_block(&mut self, ranges: &[(Evaluator, Evaluator)], depth: usize) -> Result<()> {
        // One block may be as much work as all choices between two looks.
        if patience::is_over() {
            return Err(SearchStop::Interrupted);
        }
        let mut points: Vec<Vec<i64>> = vec![Vec::new()];
        for (lo, hi) in ranges {
            let (lo, hi) = (self.integer(lo, depth)?, self.integer(hi, depth)?);
            let length = if lo > hi { 0 } else { hi.abs_diff(lo).saturating_add(1) };
            if length.saturating_mul(points.len() as u64) > MAX_PARTS as u64 {
                let why = message!("it leaves more than {MAX_PARTS} positions");
                return Err(self.endless(self.without_value(why)));
            }
            let longer = |p: &Vec<i64>| {
                let p = p.clone();
                (lo..=hi).map(move |c| [&p[..], &[c]].concat())
            };
            points = points.iter().flat_map(longer).collect();
        }
        for point in points {
            self.parts.numbers.extend(point);
            self.parts.end(self.game);
        }
        Ok(())
    }
}
