//! Sums of positions: when play of a sum has ended, and its options.

use crate::listing::{Made, Wanted};
use crate::{Coordinate, Definition, Position, Result, Stop};
use message::{Message, message};
use rule::ast::{Play, Player, Scope};
use std::collections::BTreeSet;
use std::sync::Arc;

/// An option of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The moves made in its components: one, or under `play every` one in each that has a move.
    pub steps: Vec<Step>,
    /// The components afterwards, in canonical order.
    pub after: Vec<Position>,
}

/// A move made in one component of a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Number of the component, from 0.
    pub component: usize,
    /// Label of the move, or its number in the rule.
    pub label: Arc<str>,
    /// Its variables and their values; how stones are spread is none of them.
    pub choices: Vec<(Arc<str>, i64)>,
}

/// What there is at a tuple of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// A position with these options, in ascending order and each once: the numbers of its parts, which are
    /// in ascending order, one part after another; coins in one place stay.
    Options(Vec<Vec<i64>>),
    /// A position at which play has ended, and whether the player to move has won.
    Ended(bool),
    /// No position.
    NoPosition,
}

impl Move {
    /// The sum of the values of its variables.
    #[must_use]
    pub fn amount(&self) -> i64 {
        self.steps.iter().flat_map(|step| &step.choices).map(|choice| choice.1).sum()
    }
}

impl Definition {
    /// Whether every component is a position of its game.
    ///
    /// # Errors
    /// An expression has no value.
    pub fn are_positions(&self, sum: &[Position]) -> Result<bool> {
        for position in sum {
            if !self.games[position.game].is_position(&position.at)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The sum with its components, and what has no order in them, in ascending order; of coins in
    /// one place two cancel.
    #[must_use]
    pub fn canonical(&self, sum: Vec<Position>) -> Vec<Position> {
        let sorted = |p: Position| {
            let at = self.games[p.game].space.sorted(p.at);
            Position { at, ..p }
        };
        let mut sum: Vec<Position> = sum.into_iter().map(sorted).collect();
        sum.sort_unstable();
        if !self.games[0].space.are_coins {
            return sum;
        }
        let mut heads: Vec<Position> = Vec::new();
        for coin in sum {
            if heads.last() == Some(&coin) {
                heads.pop();
            } else {
                heads.push(coin);
            }
        }
        heads
    }

    /// Whether play of the sum has ended by `win` or `lose`, and then whether the player to move has
    /// won.
    ///
    /// # Errors
    /// The rule does not say how the sum is played, or an expression has no value.
    pub fn ended(&self, sum: &[Position]) -> Result<Option<bool>> {
        let own = &self.games[0];
        let undefined = |why: Message| Err(Stop::Undefined(why));
        let way = |number: usize| self.games[number].space.instance.rule.play;
        for game in sum.iter().map(|p| p.game) {
            let other = &self.games[game];
            let is_apart = way(game) != Play::One && way(game) != way(0);
            if is_apart || (other.stuck_wins && !own.stuck_wins) {
                let how = match way(game) {
                    _ if !is_apart => "`stuck wins`",
                    Play::Loopy => "`play loopy`",
                    _ => "`play every`",
                };
                let name = &other.space.instance.rule.name;
                return undefined(message!(
                    "`{name}` is played by {how}, and the sum is not: a sum has one way of play; \
                     add the line {how} to the rule of the sum"
                ));
            }
        }
        let game = sum.first().map_or(0, |p| p.game);
        if sum.iter().any(|p| p.game != game) {
            return match sum.iter().find(|p| !self.games[p.game].ends.is_empty()) {
                None => Ok(None),
                Some(p) => {
                    let name = &self.games[p.game].space.instance.rule.name;
                    let name = if p.game == 0 { "the rule".into() } else { message!("`{name}`") };
                    undefined(message!(
                        "{name} ends play by wins or losses of its own: sums with positions of other \
                         games have no rule for that"
                    ))
                }
            };
        }
        let game = &self.games[game];
        for (scope, condition, wins) in &game.ends {
            let holds = |p: &Position| game.at(&p.at, |here| here.holds(condition));
            let holds: Vec<bool> = sum.iter().map(holds).collect::<Result<_>>()?;
            let has_ended = match (scope, &holds[..]) {
                (Scope::Any, all) => all.contains(&true),
                (Scope::All, all) => !all.contains(&false),
                (Scope::Alone, []) => false,
                (Scope::Alone, [holds]) => *holds,
                (Scope::Alone, _) => {
                    return undefined(
                        "a sum of positions has no value under a rule with immediate wins or \
                         losses; `when any` and `when all` say when a sum ends"
                            .into(),
                    );
                }
            };
            if has_ended {
                return Ok(Some(*wins));
            }
        }
        Ok(None)
    }

    /// The options of a sum, every choice of variables counted by itself: of one player, or of both.
    /// None where play has ended.
    ///
    /// # Errors
    /// A component is no position, there are more than `most`, or an expression has no value.
    pub fn options(
        &self,
        sum: &[Position],
        player: Option<Player>,
        most: usize,
    ) -> Result<Vec<Move>> {
        self.wanted(sum, Wanted { player, most, choices: true })
    }

    /// The options of a sum; of the moves made in it nothing is told where choices are not wanted.
    pub(crate) fn wanted(&self, sum: &[Position], wanted: Wanted) -> Result<Vec<Move>> {
        if !self.are_positions(sum)? {
            let words = self.words(sum);
            return Err(Stop::Undefined(message!("{words} is not a position of this game")));
        }
        if self.ended(sum)?.is_some() {
            return Ok(Vec::new());
        }
        let is_every = self.games[0].space.instance.rule.play == Play::Every;
        let (heads, most) = (self.heads(sum), wanted.most);
        // Of a sum the components that stay and those that move, in all ways.
        let mut ways: Vec<(Vec<Step>, Vec<Position>)> = vec![Default::default()];
        let mut options = Vec::new();
        for (component, position) in sum.iter().enumerate() {
            let made = self.games[position.game].moves(position, &heads, wanted)?;
            let step = |made: Made| {
                let Made { label, choices, leaves } = made;
                (Step { component, label, choices }, leaves)
            };
            let made: Vec<(Step, Vec<Position>)> = made.into_iter().map(step).collect();
            if (if is_every { ways.len() * made.len() } else { options.len() + made.len() }) > most
            {
                return Err(Stop::TooLarge(message!("there are more than {most} options")));
            }
            if !is_every {
                let rest = sum.iter().enumerate().filter(|(other, _)| *other != component);
                let rest: Vec<&Position> = rest.map(|(_, p)| p).collect();
                options.extend(made.into_iter().map(|(step, mut after)| {
                    after.extend(rest.iter().copied().cloned());
                    let steps = if wanted.choices { vec![step] } else { Vec::new() };
                    Move { steps, after: self.canonical(after) }
                }));
            } else if made.is_empty() {
                ways.iter_mut().for_each(|way| way.1.push(position.clone()));
            } else {
                let with = |(steps, after): &(Vec<Step>, Vec<Position>)| {
                    let (steps, after) = (steps.clone(), after.clone());
                    made.iter().map(move |(step, leaves)| {
                        (
                            [&steps[..], std::slice::from_ref(step)].concat(),
                            [&after[..], leaves].concat(),
                        )
                    })
                };
                ways = ways.iter().flat_map(with).collect();
            }
        }
        if is_every {
            let moved = ways.into_iter().filter(|(steps, _)| !steps.is_empty());
            let option = |(steps, after)| Move { steps, after: self.canonical(after) };
            options.extend(moved.map(option));
        }
        Ok(options)
    }

    /// What there is at these numbers of the rule's own game.
    ///
    /// # Errors
    /// As for [`Self::options`]; or a move leads to another game.
    pub fn listed(&self, numbers: &[i64], most: usize) -> Result<Played> {
        let here = [self.position(0, numbers)];
        if !self.are_positions(&here)? {
            return Ok(Played::NoPosition);
        }
        if let Some(won) = self.ended(&here)? {
            return Ok(Played::Ended(won));
        }
        let own = &self.games[0];
        let wanted = Wanted { player: None, most, choices: false };
        let mut options = Vec::new();
        for Made { leaves, .. } in own.moves(&here[0], &self.heads(&here), wanted)? {
            if leaves.iter().any(|part| part.game != 0) {
                return Err(Stop::Undefined("a move leads to another game".into()));
            }
            let mut parts = Vec::with_capacity(leaves.len() * numbers.len());
            for (before, part) in leaves.into_iter().enumerate() {
                own.space.add_numbers(&own.space.sorted(part.at), &mut parts);
                if parts.len() != (before + 1) * numbers.len() {
                    return Err(Stop::Undefined("a move leads to no position".into()));
                }
            }
            if parts.len() > numbers.len() {
                let mut ordered: Vec<&[i64]> = parts.chunks(numbers.len()).collect();
                ordered.sort_unstable();
                parts = ordered.concat();
            }
            options.push(parts);
        }
        options.sort_unstable();
        options.dedup();
        Ok(Played::Options(options))
    }

    /// The coins of a board that show heads.
    fn heads(&self, sum: &[Position]) -> BTreeSet<Vec<i64>> {
        let numbers = |p: &Position| self.games[p.game].space.numbers(&p.at);
        match self.games[0].space.are_coins {
            true => sum.iter().map(numbers).collect(),
            false => BTreeSet::new(),
        }
    }

    /// Whether the Grundy value of a sum is the xor of its components' values, by the theorem of
    /// Sprague and Grundy: play is normal, in one component at a time, looks at one component only,
    /// and ends by being stuck, or by a loss that comes with being a position alone.
    #[must_use]
    pub fn decomposes(&self) -> bool {
        self.games.iter().all(|game| {
            let rule = &game.space.instance.rule;
            let ends = |(scope, _, wins): &(Scope, _, bool)| *wins || *scope != Scope::Alone;
            rule.play == Play::One
                && !game.stuck_wins
                && !rule.is_partizan()
                && !game.ends.iter().any(ends)
                && !game.looks_around
        })
    }
}

impl Coordinate {
    /// The number, of a coordinate that is one.
    #[must_use]
    pub fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }
}
