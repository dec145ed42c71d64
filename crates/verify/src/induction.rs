//! Outcomes and values of all positions, by induction on a measure.
//!
//! *Theorem.* Let every move lead from a position to a finite sum of positions, each of a smaller
//! measure: a sum of the coordinates with natural weights. Let V(p) be a natural number for every
//! position p, and V(s) the nim-sum of V over the parts of a sum s. If V(p) is V(s) for no option s
//! of p, and every u < V(p) is V(s) for some option s of p, then V is the nim-value. (By induction
//! on the measure the options have the values V(s), and V(p) is the least number that is none of
//! them: Sprague 1935, Grundy 1939.)
//!
//! Likewise for a set W, where every move leads to one position or none: if no move leads from
//! outside W to outside W, and from every position in W some move leads outside W (the empty sum is
//! outside), then W is the set of positions from which the player to move wins.
//!
//! Play may have ended before: there W must say what the game says, and moves count from the other
//! positions only. Where a player without a move wins, W may also contain positions that a machine
//! shows to be stuck, and from every position outside W some move must be shown.
//!
//! A move that is another one with two coordinates exchanged, where that exchange changes neither V
//! (or W) nor where play has ended, leads to no V(p) if the other does not, and need not be looked at.
//!
//! Coins turned: a board is the sum of the boards of its heads, if every coin that a move turns
//! along with a head has a smaller measure. (By induction on the multiset of measures: a coin turned
//! twice adds its value twice.)

use crate::core::{Induction, Move, Moves, Name, Statement};
use crate::rejected::{overflow, reject, rejected};
use crate::scope::{ByCases, Machines, Read, Said, Scope, StatedLaw, below, equal};
use crate::{Certificate, Rejected, Result};
use logic::formula::{Formula, Linear, Variable};
use logic::product::covered;
use message::{Message, message};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

const DEPENDS: &str = "the law depends on the order of coordinates";
/// Most coordinates of a position, and parts of the sum that a move leads to.
const MAX_WIDTH: usize = 9;

/// Checks the statement of a certificate with this proof: what was computed, and the machines that it has
/// not asked for.
pub(crate) fn verify(
    certificate: &Certificate,
    game: &Moves,
    proof: &Induction,
) -> Result<(Message, Vec<Name>)> {
    let machines = Machines::of(&certificate.digits)?;
    let full = proof.law.as_deref().unwrap_or(&certificate.statement);
    let said = match full {
        Statement::Wins(wins) => Said::Wins(wins),
        Statement::Value(value) => Said::Value(value),
        _ => return reject("the proof names no law of all positions"),
    };
    let law = StatedLaw { coordinates: &game.coordinates, positions: &game.positions, said };
    let claim = Claim { game, law, proof, machines: &machines };
    claim.check()?;
    if proof.law.is_some() {
        claim.check_statement(&certificate.statement)?;
    }
    let moves = game.moves.len();
    let computed = match said {
        Said::Wins(_) => message!(
            "{moves} moves: none joins two P-positions, and every N-position has a witness to one"
        ),
        Said::Value(_) => message!(
            "{moves} moves: none keeps the value, and every smaller value has a witness to it"
        ),
    };
    Ok((computed, machines.unused()))
}

/// What is to be proved, and what is said for it.
struct Claim<'a> {
    game: &'a Moves,
    law: StatedLaw<'a>,
    proof: &'a Induction,
    machines: &'a Machines,
}

/// Pairs of coordinates, and whether exchanging them changes nothing.
type Exchanges = BTreeMap<[usize; 2], bool>;

/// A tuple with two of its numbers exchanged.
fn exchanged(at: &[Linear], [a, b]: [usize; 2]) -> Vec<Linear> {
    let mut other = at.to_vec();
    other.swap(a, b);
    other
}

/// A move from a position.
#[derive(Clone)]
struct Scene<'a> {
    scope: Scope<'a>,
    before: Vec<Linear>,
    aim: Option<Variable>,
    chosen: Vec<Variable>,
    after: Vec<Vec<Linear>>,
    runs: Vec<[Linear; 2]>,
    /// It is a position, and play has not ended.
    open: Formula,
    /// The move can be made.
    legal: Formula,
}

/// A scope that knows the coordinates, and the variable of the value that is aimed at, if there is one.
fn scope<'a>(
    game: &Moves,
    machines: &'a Machines,
    has_aim: bool,
) -> Result<(Scope<'a>, Vec<Linear>, Option<Variable>)> {
    let mut scope = Scope::new(machines);
    let own = scope.declare(&game.coordinates)?;
    let aim = has_aim.then(|| scope.variable());
    Ok((scope, own.into_iter().map(Linear::variable).collect(), aim))
}

/// What holds of a position where play has not ended.
fn open(game: &Moves, scope: &mut Scope<'_>) -> Result<Formula> {
    let ended = [&game.won, &game.lost].map(|ended| scope.holds(ended).map(|ended| !ended));
    let parts = std::iter::once(scope.holds(&game.positions)).chain(ended);
    Ok(Formula::all(parts.collect::<Result<_, _>>()?))
}

impl<'a> Scene<'a> {
    fn of(game: &Moves, machines: &'a Machines, m: &Move, has_aim: bool) -> Result<Self> {
        let (mut scope, before, aim) = scope(game, machines, has_aim)?;
        let chosen = scope.declare(&m.choose)?;
        let open = open(game, &mut scope)?;
        scope.define(&m.define)?;
        let legal = scope.condition(&m.legal)?;
        let after = m.to.iter().map(|at| scope.forms(at)).collect::<Result<_, _>>()?;
        let runs = m.runs.iter().map(|[lo, hi]| Ok([scope.form(lo)?, scope.form(hi)?]));
        let runs = runs.collect::<Result<_>>()?;
        Ok(Self { scope, before, aim, chosen, after, runs, open, legal })
    }

    /// What a move leads to are positions, each of a smaller measure.
    fn check_options(&self, game: &Moves, measure: &[u64]) -> Result<()> {
        let Self { before, after, runs, open, legal, .. } = self;
        let mut scope = self.scope.clone();
        let never = |scope: &Scope<'_>, wrong, otherwise| {
            scope.never(vec![open.clone(), legal.clone(), wrong], otherwise)
        };
        let size = |at: &[Linear]| {
            let mut weighted = measure.iter().zip(at);
            let sum = weighted
                .try_fold(Linear::default(), |sum, (&weight, form)| sum.plus(weight.into(), form));
            sum.ok_or_else(overflow)
        };
        let all = size(before)?;
        let ends = runs.iter().map(|[_, hi]| std::slice::from_ref(hi));
        for at in after.iter().map(Vec::as_slice).chain(ends) {
            if at.len() != before.len() {
                return reject("it leads to a position with another number of coordinates");
            }
            let fall = all.plus(-1, &size(at)?).ok_or_else(overflow)?;
            never(&scope, below(&fall, 1)?, "it may fail to lower the measure")?;
        }
        for at in after {
            let negative = at.iter().map(|form| below(form, 0)).collect::<Result<_, _>>()?;
            never(&scope, Formula::any(negative), "it may lead to a number below 0")?;
            let (names, positions) = (&game.coordinates, &game.positions);
            let inside = scope.with(names, at, |scope| scope.holds(positions))?;
            never(&scope, !inside, "it may lead outside the positions")?;
        }
        for [lo, _] in runs {
            let first = game.first_coin.unwrap_or(0);
            never(&scope, below(lo, first.into())?, "it may turn a coin that does not exist")?;
        }
        Ok(())
    }
}

impl Scene<'_> {
    /// Whether it is the other move with two coordinates exchanged, before and after. Only of moves
    /// without definitions, and to positions, that is said.
    fn is_image_of(&self, other: &Self, pair: [usize; 2]) -> bool {
        let [a, b] = pair;
        let name = |variable| match variable {
            v if v == a => b,
            v if v == b => a,
            v => v,
        };
        let known = self.before.len() + usize::from(self.aim.is_some()) + self.chosen.len();
        let mut read = BTreeSet::new();
        [&self.legal, &other.legal].iter().for_each(|legal| legal.variables(&mut read));
        let forms = self.after.iter().chain(&other.after).flatten();
        read.extend(forms.flat_map(|form| form.coefficients.keys()));
        let image = |at: &Vec<Linear>| {
            exchanged(at, pair).iter().map(|form| form.renamed(&name)).collect::<Vec<_>>()
        };
        read.iter().all(|&variable| variable < known)
            && self.runs.is_empty()
            && other.runs.is_empty()
            && self.chosen == other.chosen
            && self.legal == other.legal.renamed(&name)
            && self.after.iter().eq(&other.after.iter().map(image).collect::<Vec<_>>())
    }
}

impl<'a> Claim<'a> {
    fn check(&self) -> Result<()> {
        let Self { game, proof, .. } = self;
        let (width, moves) = (game.coordinates.len(), game.moves.len());
        if !(1..=MAX_WIDTH).contains(&width) {
            return reject(message!("a position must have 1 to {MAX_WIDTH} coordinates"));
        }
        if proof.witnesses.len() != moves {
            return reject(message!("there must be {moves} witnesses, one for each move"));
        }
        if proof.measure.len() != width {
            return reject("the measure must have a weight for each coordinate");
        }
        let is_outcome = matches!(self.law.said, Said::Wins(_));
        if proof.stuck.is_some() != (is_outcome && game.stuck_wins) {
            return reject("stuck positions matter where a player without a move wins");
        }
        if proof.stuck.as_ref().is_some_and(|(_, shown)| shown.len() != moves) {
            return reject(message!("some moves must be shown for {moves} moves"));
        }
        let has_runs = game.moves.iter().any(|m| !m.runs.is_empty());
        match (has_runs, &proof.prefix) {
            (true, None) => return reject("runs of coins need the nim-sums of their values"),
            (false, Some(_)) => return reject("no move turns runs of coins"),
            (false, None) if game.first_coin.is_some() => {
                return reject("a first coin is named, and no move turns runs of coins");
            }
            (true, _) if width != 1 || game.first_coin.is_none() => {
                return reject("runs are of coins in one row");
            }
            _ => {}
        }
        self.check_law()?;
        self.check_prefix()?;
        let (mut scenes, mut exchanges) = (Vec::new(), BTreeMap::new());
        for (at, m) in game.moves.iter().enumerate() {
            let scene = Scene::of(game, self.machines, m, self.has_aim());
            let checked = scene.and_then(|scene| {
                scenes.push(scene.clone());
                self.check_move(scene, &scenes[..at], &mut exchanges)
            });
            checked.map_err(|why| why.within(message!("move {}", at + 1)))?;
        }
        self.check_witnesses()
    }

    /// A scope that knows the coordinates, as variables from 0 on, and the variable of the value that
    /// is aimed at, the next one.
    fn scope(&self) -> Result<(Scope<'a>, Vec<Linear>, Option<Variable>)> {
        scope(self.game, self.machines, self.has_aim())
    }

    /// Whether moves aim at values.
    fn has_aim(&self) -> bool {
        matches!(self.law.said, Said::Value(_))
    }

    /// What the law says of a position, by the machine of won positions if there is one.
    fn said(&self, scope: &mut Scope<'_>, at: &[Linear]) -> Result<Read> {
        if let Some(name) = &self.proof.won {
            let machine = self.machines.get(name, at.len())?;
            let tracks = at.iter().map(|form| scope.natural(form));
            let tracks = tracks.collect::<Result<_, _>>()?;
            return Ok(Read::Wins(Formula::Word(machine.clone(), tracks)));
        }
        scope.with(&self.game.coordinates, at, |scope| scope.read(self.law.said))
    }

    /// The law speaks of natural numbers only, is what the game says where play has ended, and does
    /// not depend on an order that does not matter.
    fn check_law(&self) -> Result<()> {
        let (mut scope, own, _) = self.scope()?;
        let inside = scope.holds(&self.game.positions)?;
        let (won, lost) = (scope.holds(&self.game.won)?, scope.holds(&self.game.lost)?);
        let read = scope.read(self.law.said)?;
        match &read {
            Read::Value(value) => {
                let unknown = vec![inside.clone(), !value.is_defined()?];
                scope.never(unknown, "the law has no value of some position")?;
                let negative = vec![inside.clone(), value.is_negative()?];
                scope.never(negative, "the law has a value below 0")?;
                let ended = Formula::any(vec![won, lost]);
                scope
                    .never(vec![inside.clone(), ended], "where play may end there are no values")?;
            }
            Read::Wins(wins) => {
                let wrong = vec![won.clone().and(!wins.clone()), lost.clone().and(wins.clone())];
                let wrong = Formula::any([wrong, vec![won.and(lost)]].concat());
                scope.never(
                    vec![inside.clone(), wrong],
                    "the law and the game may differ where play ends",
                )?;
            }
        }
        let said = self.said(&mut scope, &own)?;
        if self.proof.won.is_some() {
            let other = !agree(&said, &read, &mut scope)?;
            scope.never(
                vec![inside.clone(), other],
                "the machine of won positions may differ from the law",
            )?;
        }
        // neighbours exchanged: these exchanges make every order
        for at in (1..own.len()).filter(|_| self.game.unordered) {
            self.check_exchange([at - 1, at])?;
        }
        Ok(())
    }

    /// Positions stay positions of the same value or outcome if these coordinates are exchanged.
    fn check_exchange(&self, pair: [usize; 2]) -> Result<()> {
        let (mut scope, own, _) = self.scope()?;
        let other = exchanged(&own, pair);
        let inside = scope.holds(&self.game.positions)?;
        let said = self.said(&mut scope, &own)?;
        let names = &self.game.coordinates;
        let still = scope.with(names, &other, |scope| scope.holds(&self.game.positions))?;
        let of_other = self.said(&mut scope, &other)?;
        let still = still.and(agree(&of_other, &said, &mut scope)?);
        scope.never(vec![inside, !still], DEPENDS)
    }

    /// Whether exchanging these coordinates changes neither the law nor where play goes on.
    fn is_symmetric(&self, pair: [usize; 2]) -> Result<bool> {
        let (mut scope, own, _) = self.scope()?;
        let names = &self.game.coordinates;
        let here = open(self.game, &mut scope)?;
        let there = scope.with(names, &exchanged(&own, pair), |scope| open(self.game, scope))?;
        let goes_on = scope.never(vec![here, !there], DEPENDS);
        Ok(goes_on.is_ok() && self.check_exchange(pair).is_ok())
    }

    /// Whether the move is one of those with two coordinates exchanged, which changes nothing else.
    fn is_image(
        &self,
        scene: &Scene<'_>,
        others: &[Scene<'_>],
        known: &mut Exchanges,
    ) -> Result<bool> {
        let width = scene.before.len();
        for other in others {
            let pairs = (0..width).flat_map(|b| (0..b).map(move |a| [a, b]));
            for pair in pairs.filter(|&pair| scene.is_image_of(other, pair)) {
                let is_symmetric = match known.entry(pair) {
                    Entry::Occupied(known) => *known.get(),
                    Entry::Vacant(unknown) => *unknown.insert(self.is_symmetric(pair)?),
                };
                if is_symmetric {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// By induction on n the machine accepts exactly the pairs of n and the nim-sum of the values of
    /// the coins below n, from the first coin on: of the first only 0, of n + 1 only what the coin n
    /// adds to what there is for n, and something for every n.
    fn check_prefix(&self) -> Result<()> {
        let (Some(first), Some(name)) = (self.game.first_coin, &self.proof.prefix) else {
            return Ok(());
        };
        let (mut scope, own, _) = self.scope()?;
        let machine = self.machines.get(name, 2)?;
        let inside = scope.holds(&self.game.positions)?;
        let first = Linear::constant(first.into());
        let lower = below(&own[0], first.constant)?;
        scope.never(vec![inside.clone(), lower.clone()], "some coin stands before the first")?;
        let outside = vec![!lower, !inside.clone()];
        scope.never(outside, "some number beyond the first coin is no coin")?;
        let Read::Value(value) = scope.read(self.law.said)? else {
            return reject("for runs of coins only nim-values can be proved");
        };
        let sum = scope.variable();
        let pair = |n, sum| Formula::Word(machine.clone(), vec![n, sum]);
        let not_zero = !equal(&Linear::variable(sum), &Linear::default())?;
        let parts = vec![equal(&own[0], &first)?, pair(0, sum), not_zero];
        scope.never(parts, "the nim-sum of no coins is not 0")?;
        let (next, after) = (scope.variable(), scope.variable());
        let one = own[0].plus(1, &Linear::constant(1)).ok_or_else(overflow)?;
        let follows = equal(&Linear::variable(next), &one)?;
        let more = self.nim_sum(&mut scope, &[ByCases::whole(Linear::variable(sum)), value])?;
        let wrong = !more.is(&Linear::variable(after))?;
        let parts = vec![inside, follows, pair(0, sum), pair(next, after), wrong];
        scope.never(parts, "a coin does not add its value to the nim-sum of those below")
    }

    /// Checks a move, behind `others`.
    fn check_move(
        &self,
        scene: Scene<'_>,
        others: &[Scene<'_>],
        exchanges: &mut Exchanges,
    ) -> Result<()> {
        let at = others.len();
        if scene.after.len() > MAX_WIDTH || scene.runs.len() > MAX_WIDTH {
            return reject("it leads to too many positions");
        }
        scene.check_options(self.game, &self.proof.measure)?;
        let is_image = self.is_image(&scene, others, exchanges)?;
        let tracks: Vec<Variable> =
            (0..scene.before.len()).chain(scene.aim).chain(scene.chosen.iter().copied()).collect();
        let word = |name: &Name, tracks: &[Variable]| {
            let machine = self.machines.get(name, tracks.len())?;
            Ok::<_, Rejected>(Formula::Word(machine.clone(), tracks.to_vec()))
        };
        let Scene { mut scope, before, aim, mut after, runs, open, legal, .. } = scene;
        let mut step = vec![open.clone(), legal.clone()];
        if self.proof.won.is_some() {
            // a machine reads variables; no form is negative, and equations let others be put in
            for form in after.iter_mut().flatten().filter(|form| !before.contains(form)) {
                let own = Linear::variable(scope.variable());
                step.push(equal(&own, form)?);
                *form = own;
            }
        }
        let chosen = self.proof.witnesses[at].as_ref().map(|name| word(name, &tracks));
        let chosen = chosen.transpose()?;
        if let Some(chosen) = chosen.clone() {
            let illegal = vec![open.clone(), chosen, !legal.clone()];
            scope.never(illegal, "its witness may choose something that is not a move")?;
        }
        if let Some((stuck, shown)) = &self.proof.stuck {
            let stuck = word(stuck, &tracks[..before.len()])?;
            let movable = vec![open.clone(), stuck, legal.clone()];
            scope.never(movable, "it may be possible at a position said to be stuck")?;
            if let Some(shown) = &shown[at] {
                let illegal = vec![open.clone(), word(shown, &tracks)?, !legal.clone()];
                scope.never(illegal, "what shows a move may choose something that is not one")?;
            }
        }
        let own = self.said(&mut scope, &before)?;
        let sum = self.said_of_sum(&mut scope, &after, &runs)?;
        if !is_image {
            let barred = match (&own, &sum) {
                (Read::Wins(a), Read::Wins(b)) => Formula::all(vec![!a.clone(), !b.clone()]),
                _ => agree(&own, &sum, &mut scope)?,
            };
            let otherwise = match own {
                Read::Wins(_) => "it may lead from one position called lost to another",
                Read::Value(_) => "it may lead to a position of the same value",
            };
            scope.never([step.clone(), vec![barred]].concat(), otherwise)?;
        }
        let Some(chosen) = chosen else { return Ok(()) };
        let misses = [step, vec![chosen, !attains(&sum, aim)?]].concat();
        scope.never(misses, "its witness may miss the position it aims at")
    }

    /// What the law says of the sum of positions and runs of coins.
    fn said_of_sum(
        &self,
        scope: &mut Scope<'_>,
        after: &[Vec<Linear>],
        runs: &[[Linear; 2]],
    ) -> Result<Read> {
        if matches!(self.law.said, Said::Wins(_)) {
            return match (after, runs) {
                ([], []) => Ok(Read::Wins(Formula::Constant(self.game.stuck_wins))),
                ([only], []) => self.said(scope, only),
                _ => reject("the outcome of a sum needs the values of its parts"),
            };
        }
        let mut terms = Vec::new();
        for at in after {
            match self.said(scope, at)? {
                Read::Value(term) => terms.push(term),
                Read::Wins(_) => return reject("an outcome is not a value"),
            }
        }
        for [lo, hi] in runs {
            let name = self.proof.prefix.as_ref();
            let name = name.ok_or_else(|| rejected("runs of coins need nim-sums"))?;
            let end = hi.plus(1, &Linear::constant(1)).ok_or_else(overflow)?;
            // an empty run ends where it starts
            let empty = below(&end.plus(-1, lo).ok_or_else(overflow)?, 0)?;
            let ends = [ByCases::whole(lo.clone()), ByCases::either(empty, lo.clone(), end)];
            for end in ends {
                let end = scope.number(&end)?;
                let sum = scope.word(name, vec![end])?;
                terms.push(ByCases::whole(Linear::variable(sum)));
            }
        }
        self.nim_sum(scope, &terms).map(Read::Value)
    }

    /// The nim-sum of some numbers, none of which is negative.
    fn nim_sum(&self, scope: &mut Scope<'_>, terms: &[ByCases]) -> Result<ByCases> {
        match terms {
            [] => Ok(ByCases::whole(Linear::default())),
            [only] => Ok(only.clone()),
            all => {
                let tracks = all.iter().map(|term| scope.number(term));
                let tracks = tracks.collect::<Result<Vec<_>, _>>()?;
                Ok(ByCases::whole(Linear::variable(scope.nim_sum(tracks)?)))
            }
        }
    }

    /// From every position called won, or above every smaller value, some witness moves; and if a
    /// player without a move wins, every position called lost is shown to have a move.
    fn check_witnesses(&self) -> Result<()> {
        let (mut scope, own, aim) = self.scope()?;
        let open = open(self.game, &mut scope)?;
        let said = self.said(&mut scope, &own)?;
        let asked = match (&said, aim) {
            (Read::Value(value), Some(aim)) => value.exceeds(&Linear::variable(aim))?,
            (Read::Wins(wins), None) => wins.clone(),
            _ => return reject("an aim is a value"),
        };
        let inputs: Vec<Variable> = (0..own.len()).chain(aim).collect();
        let answered = |asked: Formula, names: Vec<(&Name, usize)>| {
            let mut machines = Vec::new();
            for (name, chosen) in names {
                let machine = self.machines.get(name, inputs.len() + chosen)?;
                machines.push(((**machine).clone(), inputs.clone()));
            }
            let formula = scope.complete(Formula::all(vec![open.clone(), asked]));
            let numeration = &self.machines.numeration;
            Ok::<_, Rejected>(covered(numeration, scope.variables(), &formula, &machines)?)
        };
        let of_moves = |names: &'a [Option<Name>]| {
            let all = names.iter().zip(&self.game.moves);
            all.filter_map(|(name, m)| Some((name.as_ref()?, m.choose.len())))
        };
        let stuck = self.proof.stuck.iter().map(|(stuck, _)| (stuck, 0));
        if !answered(asked, of_moves(&self.proof.witnesses).chain(stuck).collect())? {
            return reject(match self.law.said {
                Said::Wins(_) => "some position called won has no winning move among the witnesses",
                Said::Value(_) => {
                    "some position has no move to some value below its own by the witnesses"
                }
            });
        }
        if let Some((_, shown)) = &self.proof.stuck
            && !answered(attains(&said, aim)?, of_moves(shown).collect())?
        {
            return reject("some position called lost is not shown to have a move");
        }
        Ok(())
    }

    /// The statement follows from the law.
    fn check_statement(&self, statement: &Statement) -> Result<()> {
        let (mut scope, own, _) = self.scope()?;
        let inside = scope.holds(&self.game.positions)?;
        let holds = match statement {
            Statement::Always { names, holds } => {
                scope.declare(names)?;
                scope.law = Some(self.law);
                scope.holds(holds)?
            }
            Statement::Wins(wins) => {
                let (other, said) = (scope.holds(wins)?, self.said(&mut scope, &own)?);
                let won = match said {
                    Read::Wins(won) => won,
                    Read::Value(_) if self.game.stuck_wins => {
                        return reject(
                            "values do not say who wins if a player without a move does",
                        );
                    }
                    Read::Value(value) => !value.is(&Linear::default())?,
                };
                agree(&Read::Wins(other), &Read::Wins(won), &mut scope)?
            }
            _ => return reject("such a statement needs no other law"),
        };
        for part in holds.conjuncts() {
            let wrong = vec![inside.clone(), part.negated()];
            scope.never(wrong, "the statement does not follow from the law")?;
        }
        Ok(())
    }
}

/// The same is said of both.
fn agree(a: &Read, b: &Read, scope: &mut Scope<'_>) -> Result<Formula> {
    match (a, b) {
        (Read::Wins(a), Read::Wins(b)) => {
            Ok(a.clone().implies(b.clone()).and(b.clone().implies(a.clone())))
        }
        (Read::Value(a), Read::Value(b)) => a.equals(b, scope),
        _ => reject("an outcome is not a value"),
    }
}

/// It is what was aimed at: lost, or of the value `aim`.
fn attains(said: &Read, aim: Option<Variable>) -> Result<Formula> {
    match (said, aim) {
        (Read::Wins(wins), None) => Ok(!wins.clone()),
        (Read::Value(value), Some(aim)) => value.is(&Linear::variable(aim)),
        _ => reject("an aim is a value"),
    }
}
