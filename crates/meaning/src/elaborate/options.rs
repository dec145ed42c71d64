//! The options of single positions by the core form, listed to be compared with those of the rule.
//!
//! Nothing rests on this: it tries what a player might choose, one number after the other.

use std::collections::BTreeMap;
use verify::core::{
    Case, Condition, Digits, Form, Game, Heap, Meaning, Move, Moves, Name, Place, Places,
    Statement, Where,
};

/// Places that an accepted number may be longer than those before it.
const SPARE: usize = 4;
/// Most places of a number, but for those to spare.
const MAX_PLACES: usize = 100;
/// Most choices at one position that are tried.
const CHOICES: i128 = 1 << 16;

/// The options of a position, in ascending order and each once: the numbers of its parts, which are in
/// ascending order, one part after another.
pub type Options = Vec<Vec<i64>>;

/// What the core form says of a tuple of numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// It is a position with these options.
    Open(Options),
    /// It is no position; or play has ended there, and this says whether the player to move has won.
    Closed(Option<bool>),
    /// The form is not listed, or more would have to be tried than is worth it.
    Unknown,
}

/// What numbers the names stand for; the last of equal names counts.
type Names<'n> = Vec<(&'n str, i128)>;

/// A game in the core form whose options are listed.
#[derive(Debug)]
pub struct Lister<'a> {
    game: &'a Game,
    digits: &'a Digits,
    /// By machine and state: where digits lead.
    steps: BTreeMap<&'a str, Vec<BTreeMap<&'a [u32], usize>>>,
}

impl<'a> Lister<'a> {
    /// The game, and the machines it speaks of.
    #[must_use]
    pub fn new(game: &'a Game, digits: &'a Digits) -> Self {
        let rows = digits.machines.iter().map(|(name, states)| {
            let mut rows = vec![BTreeMap::new(); states.accepting.len()];
            for (from, digits, to) in &states.steps {
                if let Some(row) = rows.get_mut(*from) {
                    row.insert(digits.as_slice(), *to);
                }
            }
            (name.as_str(), rows)
        });
        Self { game, digits, steps: rows.collect() }
    }

    /// The options of a position.
    #[must_use]
    pub fn options(&self, at: &[i64]) -> Listed {
        let mut listed = self.listed(at).unwrap_or(Listed::Unknown);
        if let Listed::Open(all) = &mut listed {
            all.sort_unstable();
            all.dedup();
        }
        listed
    }

    /// What a law of all positions says of one: its value, or 1 where the player to move wins. `None`
    /// where the statement says nothing of it by itself.
    #[must_use]
    pub fn says(&self, statement: &Statement, at: &[i64]) -> Option<i128> {
        let Game::Moves(game) = self.game else { return None };
        let mut names = own(game, at);
        match statement {
            Statement::Wins(wins) => {
                self.define(&mut names, &wins.define)?;
                self.condition(&names, &wins.holds).map(i128::from)
            }
            Statement::Value(number) => {
                self.define(&mut names, &number.define)?;
                self.number(&names, &number.cases)
            }
            _ => None,
        }
    }

    fn listed(&self, at: &[i64]) -> Option<Listed> {
        let all: Options = match self.game {
            Game::Moves(game) => return self.of_moves(game, at),
            Game::Heap(game) => {
                let [n] = at else { return None };
                let Some(n) = u64::try_from(*n).ok().filter(|&n| n >= game.least) else {
                    return Some(Listed::Closed(None));
                };
                of_heap(game, n)?
            }
            Game::Code(digits) => {
                let [n] = *at else { return None };
                let part = |size| i64::try_from(size).ok();
                let all = crate::code::options(digits, n.into()).into_iter();
                all.map(|parts| parts.into_iter().map(part).collect()).collect::<Option<_>>()?
            }
            Game::Takeaway(factor) => {
                let [n, q] = *at else { return None };
                let left = |t: i64| t.saturating_mul(i64::try_from(*factor).unwrap_or(i64::MAX));
                let option = |t: i64| vec![n - t, left(t).min(n - t)];
                (1..=n.min(q)).map(option).collect()
            }
            Game::Range(_) | Game::Sum(_) | Game::Product(_) => return None,
        };
        Some(Listed::Open(all))
    }

    fn of_moves(&self, game: &Moves, at: &[i64]) -> Option<Listed> {
        let mut names = own(game, at);
        let holds = |condition: &Where| {
            let mut names = names.clone();
            self.define(&mut names, &condition.define)?;
            self.condition(&names, &condition.holds)
        };
        if at.len() != game.coordinates.len() || at.iter().any(|&c| c < 0) {
            return None;
        }
        if !holds(&game.positions)? {
            return Some(Listed::Closed(None));
        }
        for (ended, won) in [(&game.won, true), (&game.lost, false)] {
            if holds(ended)? {
                return Some(Listed::Closed(Some(won)));
            }
        }
        // numbers that are chosen seldom exceed what there is to take
        let bound = 2 * at.iter().map(|&c| i128::from(c)).max()? + 8;
        let (mut all, mut tried) = (Options::new(), 0);
        for m in &game.moves {
            let tries = Tries { game, m, bound };
            self.choose(tries, &m.choose, &mut names, &mut tried, &mut all)?;
        }
        Some(Listed::Open(all))
    }

    /// Leaves the names as they are.
    fn choose<'n>(
        &self,
        tries: Tries<'n>,
        open: &'n [Name],
        names: &mut Names<'n>,
        tried: &mut i128,
        all: &mut Options,
    ) -> Option<()> {
        let Tries { game, m, bound } = tries;
        let known = names.len();
        if let Some((next, rest)) = open.split_first() {
            let (mut least, mut most) = (0, bound);
            narrow(&m.legal, next, names, &mut least, &mut most);
            *tried += (most - least + 1).max(0);
            if *tried > CHOICES {
                return None;
            }
            for number in least..=most {
                names.push((next, number));
                self.choose(tries, rest, names, tried, all)?;
                names.truncate(known);
            }
            return Some(());
        }
        self.define(names, &m.define)?;
        if self.condition(names, &m.legal)? {
            all.push(reached(game, m, names)?);
        }
        names.truncate(known);
        Some(())
    }

    fn define<'n>(&self, names: &mut Names<'n>, all: &'n [(Name, Meaning)]) -> Option<()> {
        for (name, meaning) in all {
            let number = match meaning {
                Meaning::Cases(cases) => self.number(names, cases)?,
                Meaning::Word(machine, of) => self.accepted(machine, &of_names(names, of)?)?,
                Meaning::Value(_) => return None,
            };
            names.push((name, number));
        }
        Some(())
    }

    fn number(&self, names: &Names<'_>, cases: &[Case]) -> Option<i128> {
        for (here, form, divisor) in cases {
            if self.condition(names, here)? {
                return Some(value(names, form)?.div_euclid((*divisor).into()).max(0));
            }
        }
        Some(0)
    }

    fn condition(&self, names: &Names<'_>, condition: &Condition) -> Option<bool> {
        Some(match condition {
            Condition::Is(truth) => *truth,
            Condition::AtMost(form) => value(names, form)? <= 0,
            Condition::Zero(form) => value(names, form)? == 0,
            Condition::Mod(form, modulus, rest) => {
                value(names, form)?.rem_euclid((*modulus).into()) == i128::from(*rest)
            }
            Condition::Word(machine, of) => {
                let (_, words) = self.words(&of_names(names, of)?, 0);
                let end = (0..words[0].len()).try_fold(0, |state, place| {
                    let digits: Vec<u32> = words.iter().map(|word| word[place]).collect();
                    self.steps.get(machine.as_str())?.get(state)?.get(digits.as_slice()).copied()
                });
                end.is_some_and(|state| self.is_accepting(machine, state))
            }
            Condition::Wins(_) => return None,
            Condition::Not(inner) => !self.condition(names, inner)?,
            Condition::And(list) => {
                for part in list {
                    if !self.condition(names, part)? {
                        return Some(false);
                    }
                }
                true
            }
            Condition::Or(list) => {
                for part in list {
                    if self.condition(names, part)? {
                        return Some(true);
                    }
                }
                false
            }
        })
    }

    fn is_accepting(&self, machine: &str, state: usize) -> bool {
        let states = self.digits.machines.get(machine);
        states.and_then(|states| states.accepting.get(state)) == Some(&true)
    }

    /// The number that the machine accepts behind those.
    fn accepted(&self, machine: &str, of: &[i128]) -> Option<i128> {
        let (places, words) = self.words(of, SPARE);
        let rows = self.steps.get(machine)?;
        // by state: the digits of the last number that lead there
        let mut reached = BTreeMap::from([(0usize, Vec::new())]);
        for place in 0..places.len() {
            let digits: Vec<u32> = words.iter().map(|word| word[place]).collect();
            let mut next = BTreeMap::new();
            for (state, word) in &reached {
                for (step, &to) in rows.get(*state)? {
                    if let Some((last, others)) = step.split_last()
                        && others == digits
                    {
                        next.entry(to).or_insert_with(|| [&word[..], &[*last]].concat());
                    }
                }
            }
            reached = next;
        }
        let accepted = reached.into_iter().find(|(state, _)| self.is_accepting(machine, *state));
        let word: Vec<u32> = accepted?.1;
        Some(word.iter().rev().zip(places).map(|(&digit, place)| i128::from(digit) * place).sum())
    }

    /// The place that follows these, the least of which stands first.
    fn next_place(&self, all: &[i128]) -> i128 {
        let times = |base: u32| all.last().map_or(1, |last| last.saturating_mul(base.into()));
        match &self.digits.places {
            None => times(2),
            Some(Places::Base(base)) => times(*base),
            Some(Places::Recurrence(weights, first, _)) => match first.get(all.len()) {
                Some(&place) => place.into(),
                None => {
                    let terms = weights.iter().zip(all.iter().rev());
                    terms.map(|(&w, u)| u.saturating_mul(w.into())).sum()
                }
            },
        }
    }

    /// The greedy words of the numbers, of one length, with `spare` zeros before them; and the
    /// places, the least first.
    fn words(&self, numbers: &[i128], spare: usize) -> (Vec<i128>, Vec<Vec<u32>>) {
        let greatest = numbers.iter().copied().max().unwrap_or(0);
        let mut places = Vec::new();
        while places.last().is_none_or(|&last| last <= greatest) && places.len() < MAX_PLACES {
            places.push(self.next_place(&places));
        }
        for _ in 0..spare {
            places.push(self.next_place(&places));
        }
        let word = |mut number: i128| {
            let digit = |&place: &i128| {
                let digit = number / place;
                number %= place;
                u32::try_from(digit).unwrap_or(u32::MAX)
            };
            places.iter().rev().map(digit).collect()
        };
        let words = numbers.iter().map(|&number| word(number)).collect();
        (places, words)
    }
}

/// A move whose choices are tried, up to a bound.
#[derive(Clone, Copy)]
struct Tries<'a> {
    game: &'a Moves,
    m: &'a Move,
    bound: i128,
}

/// Narrows a range to the numbers that what must hold together allows, by those of its comparisons in
/// which the name alone is not known yet.
fn narrow(holds: &Condition, name: &Name, names: &Names<'_>, least: &mut i128, most: &mut i128) {
    match holds {
        Condition::And(list) => {
            list.iter().for_each(|part| narrow(part, name, names, least, most));
        }
        Condition::AtMost(form) => {
            let factor = form.0.get(name).map_or(0, |&factor| i128::from(factor));
            let rest = sum(names, form.0.iter().filter(|(other, _)| *other != name));
            // factor * number <= -rest
            match rest {
                Some(rest) if factor > 0 => *most = (*most).min((-rest).div_euclid(factor)),
                Some(rest) if factor < 0 => {
                    *least = (*least).max(-(-rest).div_euclid(-factor));
                }
                _ => {}
            }
        }
        _ => {}
    }
}

fn of_heap(game: &Heap, n: u64) -> Option<Options> {
    let sum = |parts: &mut dyn Iterator<Item = u64>| {
        let parts = parts.map(|size| i64::try_from(size).ok());
        let mut parts = parts.collect::<Option<Vec<_>>>()?;
        parts.sort_unstable();
        Some(parts)
    };
    if n < game.from {
        let listed = game.small.get(usize::try_from(n - game.least).ok()?)?;
        return listed.iter().map(|parts| sum(&mut parts.iter().copied())).collect();
    }
    let class = usize::try_from(n % game.classes.len() as u64).ok()?;
    let place = |place: &Place| match *place {
        Place::Less(t) => n - t,
        Place::Size(c) => c,
    };
    let options = game.classes[class].iter();
    let all = options.map(|parts| sum(&mut parts.iter().map(place)));
    let mut all: Options = all.collect::<Option<_>>()?;
    if let Some([first, after]) = game.tail {
        for u in (first..=n.checked_sub(after)?).filter(|u| u % game.rows == n % game.rows) {
            all.push(vec![i64::try_from(u).ok()?]);
        }
    }
    Some(all)
}

/// The coordinates of a position.
fn own<'n>(game: &'n Moves, at: &[i64]) -> Names<'n> {
    game.coordinates.iter().map(String::as_str).zip(at.iter().map(|&c| c.into())).collect()
}

fn of_name(names: &Names<'_>, name: &str) -> Option<i128> {
    names.iter().rev().find(|(known, _)| *known == name).map(|(_, number)| *number)
}

fn of_names(names: &Names<'_>, all: &[Name]) -> Option<Vec<i128>> {
    all.iter().map(|name| of_name(names, name)).collect()
}

/// Where a move leads.
fn reached(game: &Moves, m: &Move, names: &Names<'_>) -> Option<Vec<i64>> {
    let number = |e: &Form| i64::try_from(value(names, e)?).ok();
    let width = game.coordinates.len();
    if m.to.iter().any(|at| at.len() != width) || width != 1 && !m.runs.is_empty() {
        return None;
    }
    let mut parts = Vec::with_capacity(m.to.len() * width);
    for at in &m.to {
        let first = parts.len();
        for e in at {
            parts.push(number(e)?);
        }
        if game.unordered {
            parts[first..].sort_unstable();
        }
    }
    for [lo, hi] in &m.runs {
        parts.extend(number(lo)?..=number(hi)?);
    }
    if parts.len() > width {
        let mut ordered: Vec<&[i64]> = parts.chunks(width).collect();
        ordered.sort_unstable();
        parts = ordered.concat();
    }
    Some(parts)
}

/// The number that a form is.
fn value(names: &Names<'_>, form: &Form) -> Option<i128> {
    sum(names, form.0.iter())
}

fn sum<'n>(
    names: &Names<'_>,
    mut terms: impl Iterator<Item = (&'n Name, &'n i64)>,
) -> Option<i128> {
    terms.try_fold(0i128, |sum, (name, &factor)| {
        let part = if name == "1" { 1 } else { of_name(names, name)? };
        sum.checked_add(part.checked_mul(factor.into())?)
    })
}
