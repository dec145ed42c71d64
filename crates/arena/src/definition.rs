//! Structures by definition: one component is searched as it stands; of several, the positions of
//! each are listed, and the sum is searched as it stands.

use crate::product::{self, Product};
use crate::solver::joint;
use crate::{Answer, Arcs, Arena, ArenaMove, File, Outcome};
use engine::{Component, FirstMove, Game, Kernel, Reached, Stop};
use expr::words::equations;
use message::{Message, message};
use rule::ast::Play;

const SEARCH: &str = "search by definition";
const VALUES: &str = "values by definition, of the sum their nim-sum (Sprague, Grundy)";

impl Arena<'_> {
    /// The game on each component of a file, and where it starts.
    fn games(&self, file: &File<'_>) -> Result<Vec<(Game, Vec<Component>)>, Stop> {
        let facts = file.facts()?;
        facts.iter().enumerate().map(|(at, facts)| self.game(file, at, facts)).collect()
    }

    /// The positions of each component of a file.
    ///
    /// # Errors
    /// The rule does not take a component, or ends play by an event.
    pub fn reached(&self, file: &File<'_>) -> Result<Vec<Reached>, Stop> {
        let games = self.games(file)?;
        let listed = games.iter().map(|(game, start)| game.reached(start, self.means));
        let listed = listed.collect::<Result<Vec<_>, _>>()?;
        match listed.iter().any(|reached| reached.ended.iter().any(Option::is_some)) {
            false => Ok(listed),
            true => {
                let why = message!(
                    "{} ends play by a condition of its own, which sums are not searched with; give \
                     one component",
                    self.rule.name
                );
                Err(Stop::Refused(why))
            }
        }
    }

    /// [`Arena::answer`] by definition.
    pub(crate) fn answer_by_definition(&self, file: &File<'_>, rest: u32) -> Result<Answer, Stop> {
        let games = self.games(file)?;
        let has_values = self.rule.play == Play::One && self.rule.ends.is_empty();
        let by_values = has_values && self.kernel != Kernel::Oracle;
        if let [(game, start)] = &games[..] {
            return self.of_one(game, start, by_values.then_some(rest));
        }
        if !by_values {
            return of_sum(&self.reached(file)?, self.rule.play);
        }
        let mut total = rest;
        for (game, start) in &games {
            let sg = game.ask(start, self.means)?.sg;
            let sg = sg.and_then(|sg| u32::try_from(sg).ok());
            let none = || Stop::Refused("a component has no Grundy value".into());
            total ^= sg.ok_or_else(none)?;
        }
        Ok(Answer { sg: Some(total), ..Answer::ending(total != 0, VALUES) })
    }

    /// The answer for one component, by its value beside others with a nim-sum, or by a search of
    /// whole positions.
    pub(crate) fn of_one(
        &self,
        game: &Game,
        start: &[Component],
        rest: Option<u32>,
    ) -> Result<Answer, Stop> {
        if self.rule.play == Play::Loopy {
            let answer = game.ask_loopy(start, self.means)?;
            return Ok(Answer {
                outcome: answer.outcome,
                winning: Some(moves_of(&answer.winning)),
                drawing: moves_of(&answer.drawing),
                ..Answer::ending(false, SEARCH)
            });
        }
        let answer = match rest {
            Some(rest) => game.ask_beside(start, i64::from(rest), self.means),
            None => game.ask_by_search(start, self.means),
        }?;
        Ok(Answer {
            sg: answer.sg.and_then(|sg| u32::try_from(sg).ok()),
            misere: answer.misere,
            remoteness: answer.remoteness.and_then(|r| u32::try_from(r).ok()),
            winning: Some(moves_of(&answer.winning)),
            ..Answer::ending(answer.win, SEARCH)
        })
    }
}

/// The first moves of a component that stands alone.
fn moves_of(moves: &[FirstMove]) -> Vec<ArenaMove> {
    let words = moves.iter().map(in_words);
    words.map(|words| ArenaMove { component: Some(0), words, place: None }).collect()
}

/// The choices of a move: `w = 3`.
fn in_words(first: &FirstMove) -> Message {
    let choices = first.steps.iter().flat_map(|step| &step.choices);
    equations(choices.map(|(name, value)| (name, value))).into()
}

/// The answer for a sum whose components' positions are listed, the first of each being its start.
///
/// # Errors
/// There are too many positions together.
pub fn of_sum(listed: &[Reached], play: Play) -> Result<Answer, Stop> {
    searched(listed, play).ok_or_else(|| {
        let sizes: Vec<String> = listed.iter().map(|r| r.options.len().to_string()).collect();
        let sizes = sizes.join(" x ");
        let why = message!("the {sizes} positions of the sum are too many to search one by one");
        Stop::TooLarge(why)
    })
}

fn searched(listed: &[Reached], play: Play) -> Option<Answer> {
    let digraphs: Vec<Arcs> = listed.iter().map(digraph).collect();
    let parts: Vec<&Arcs> = digraphs.iter().collect();
    let stuck_wins = listed.first().is_some_and(|reached| reached.stuck_wins);
    if play == Play::Loopy {
        let outcomes = product::outcomes(&parts, stuck_wins)?;
        let moves = single_moves(listed, &parts);
        let leading = |to: Outcome| {
            let those = moves.iter().filter(|(_, after)| outcomes[*after] == to);
            those.map(|(first, _)| first.clone()).collect::<Vec<_>>()
        };
        let is_drawn = outcomes[0] == Outcome::Draw;
        return Some(Answer {
            outcome: outcomes[0],
            winning: Some(leading(Outcome::Previous)),
            drawing: if is_drawn { leading(Outcome::Draw) } else { Vec::new() },
            ..Answer::ending(false, SEARCH)
        });
    }
    let way = if play == Play::Every { product::Play::Every } else { product::Play::Sum };
    // What play can return to is no sum of finite games, and has been refused by the components.
    let all = Product::new(parts.clone(), way).ok()??;
    let wins = all.wins(stuck_wins);
    let moves = match play {
        Play::Every => joint_moves(listed, &parts),
        _ => Some(single_moves(listed, &parts)),
    };
    let winning = moves.map(|moves| {
        moves.into_iter().filter(|(_, after)| !wins[*after]).map(|(first, _)| first).collect()
    });
    let is_plain = play == Play::One && !stuck_wins;
    Some(Answer {
        sg: is_plain.then(|| all.sg()[0]),
        misere: (play == Play::One).then(|| all.wins(true)[0]),
        remoteness: is_plain.then(|| all.remoteness()[0]),
        winning,
        ..Answer::ending(wins[0], SEARCH)
    })
}

/// The positions as vertices.
pub(crate) fn digraph(reached: &Reached) -> Arcs {
    let arcs = (0..).zip(&reached.options);
    let arcs = arcs.flat_map(|(from, options)| options.iter().map(move |&to| (from, to)));
    Arcs::new(reached.options.len(), &arcs.collect::<Vec<_>>())
}

/// The moves in one component, and the state each leads to.
fn single_moves(listed: &[Reached], parts: &[&Arcs]) -> Vec<(ArenaMove, usize)> {
    let (mut moves, mut scale) = (Vec::new(), 1);
    for (component, (reached, arcs)) in listed.iter().zip(parts).enumerate() {
        moves.extend(reached.first.iter().map(|(first, to)| {
            let first =
                ArenaMove { component: Some(component), words: in_words(first), place: None };
            (first, *to as usize * scale)
        }));
        scale *= arcs.vertices();
    }
    moves
}

/// The moves in all components that have one, and the state each leads to; `None` when they are
/// too many to be listed.
fn joint_moves(listed: &[Reached], parts: &[&Arcs]) -> Option<Vec<(ArenaMove, usize)>> {
    let mut scale = 1;
    let components = listed.iter().zip(parts).enumerate().map(|(component, (reached, arcs))| {
        let step = |(first, to): &(FirstMove, u32)| (in_words(first), *to as usize * scale);
        let own = reached.first.iter().map(step).collect::<Vec<_>>();
        scale *= arcs.vertices();
        (component, own)
    });
    joint(components.filter(|(_, own)| !own.is_empty()), 0, |state, more| state + more)
}
