//! One position: who wins, its value, and every winning first move.

use crate::exact::Heads;
use crate::game::Game;
use crate::machine::run::Fold;
use crate::order::point;
use crate::progress::Progress;
use crate::request::{Bounds, Kernel, Limits, Positions, Request, Stop};
use crate::search::{Key, Search, SearchStop};
use expr::ast::Quantity;

/// What is known of a position (a sum of components).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Grundy value; `None` where it means nothing.
    pub sg: Option<i64>,
    /// Whether the player to move wins.
    pub win: bool,
    /// Whether the player to move wins misere play; `None` when it is too large to search.
    pub misere: Option<bool>,
    /// Length of play, winner hurrying; `None` when too large to search or meaningless.
    pub remoteness: Option<i64>,
    /// Every winning first move, counted as actions.
    pub winning: Vec<FirstMove>,
}

/// A first move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMove {
    /// Label (or number) of the move.
    pub label: String,
    /// Quantifiers and their values.
    pub choices: Vec<(String, i64)>,
    /// The component moved in.
    pub component: Vec<i64>,
    /// What it is replaced by.
    pub parts: Vec<Vec<i64>>,
}

/// Whole positions searched for one answer, and options listed for it.
const SEARCHED: usize = 200_000;
const LISTED: usize = 400_000;
/// A position with a greater coordinate has too many moves to be searched.
const LARGEST: i64 = 20_000;

impl Game {
    /// Answers for a sum of components (for coins: a set of heads).
    ///
    /// # Errors
    /// The position is none, or its table does not fit the limits.
    pub fn ask(
        &self,
        components: &[Vec<i64>],
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Answer, Stop> {
        let names = &self.lowered.dimensions;
        for component in components {
            if component.len() != names.len() {
                return Err(Stop::Refused(format!(
                    "a position has {} coordinates ({}), not {}",
                    names.len(),
                    self.coordinates().join(", "),
                    component.len()
                )));
            }
            if !self.oracle.is_position(component).map_err(refuse)? {
                let here = point(names, component);
                return Err(Stop::Refused(format!("{here} is no position of this game")));
            }
        }
        let whole = self.oracle.whole(components.to_vec());
        let components = self.oracle.components(&whole);
        let theory =
            !self.has_winning_ends() && !self.lowered.stuck_wins && !self.oracle.looks_around();
        let values = theory.then(|| self.by_values(&components, limits, progress)).transpose()?;
        if values.is_none() && whole.iter().any(|&c| c > LARGEST) {
            let why = format!("positions beyond {LARGEST} are too large to search");
            return Err(Stop::TooLarge(why));
        }
        let tabulated = values.as_ref().and_then(|v| v.others);
        let (misere, remoteness) = match tabulated {
            Some((misere, remoteness)) => (Some(misere), Some(remoteness)),
            None => {
                let misere = self.search_whole(&whole, Quantity::Misere, progress);
                // Where one search is too large, so is the other.
                let also = misere.is_some() && !self.lowered.stuck_wins;
                let remoteness =
                    also.then(|| self.search_whole(&whole, Quantity::Remoteness, progress));
                (misere, remoteness.flatten())
            }
        };
        if let Some(Valued { sg, winning, .. }) = values {
            return Ok(Answer {
                sg: Some(sg),
                win: sg != 0,
                misere: misere.map(|v| v != 0),
                remoteness,
                winning,
            });
        }
        let stuck = u32::from(self.lowered.stuck_wins);
        let mut search = Search::new(Fold::Outcome { stuck }, SEARCHED, progress);
        let expand = &mut |key: &Key| self.oracle.expand_whole(key);
        let win = search.value(&whole, expand).map_err(refuse)? != 0;
        let mut winning = Vec::new();
        for first in self.first_moves(&components).map_err(refuse)? {
            let after = self.oracle.whole(first.after);
            if search.value(&after, &mut |key| self.oracle.expand_whole(key)).map_err(refuse)? == 0
            {
                winning.push(first.first);
            }
        }
        Ok(Answer { sg: None, win, misere: misere.map(|v| v != 0), remoteness, winning })
    }

    /// A quantity of a whole position by search, `None` when the search is too large.
    fn search_whole(
        &self,
        whole: &Key,
        quantity: Quantity,
        progress: &dyn Progress,
    ) -> Option<i64> {
        if whole.iter().any(|&c| c > LARGEST) {
            return None;
        }
        let fold = self.search_fold(quantity);
        let mut search = Search::new(fold, SEARCHED, progress).with_work(LISTED);
        search.value(whole, &mut |key| self.oracle.expand_whole(key)).ok().map(i64::from)
    }

    /// A quantity of a sum of components, searched directly as a whole position.
    ///
    /// # Errors
    /// In words: too many positions, a cycle, or an expression without a value.
    pub fn whole(&self, components: &[Vec<i64>], quantity: Quantity) -> Result<i64, String> {
        let whole = self.oracle.whole(components.to_vec());
        let mut search =
            Search::new(self.search_fold(quantity), 4_000_000, &crate::progress::Silent);
        let value = search.value(&whole, &mut |key| self.oracle.expand_whole(key));
        value.map(i64::from).map_err(|stop| match stop {
            SearchStop::Undefined(why) => why,
            SearchStop::Budget(n) => format!("more than {n} positions would have to be searched"),
            SearchStop::Cycle(p) => format!("play can return to {p:?}"),
            SearchStop::Interrupted => "interrupted".into(),
        })
    }

    /// Value and winning moves by the values of the components.
    fn by_values(
        &self,
        components: &[Key],
        limits: &Limits,
        progress: &dyn Progress,
    ) -> Result<Valued, Stop> {
        let mut named = Vec::new();
        for (i, dimension) in self.lowered.dimensions.iter().enumerate() {
            let most = components.iter().map(|c| c[i]).max().unwrap_or(dimension.lo);
            named.push((dimension.name.clone(), most));
        }
        let mut quantities = vec![Quantity::Sg];
        if components.len() == 1 && self.has_single_options() {
            quantities.extend([Quantity::Misere, Quantity::Remoteness]);
        }
        let request = Request {
            quantities,
            bounds: Bounds::Named(named),
            positions: Positions::All,
            kernel: Kernel::Auto,
        };
        let table = self.table(&request, limits, progress)?;
        let mut search = Search::new(Fold::Mex, SEARCHED, progress);
        let mut value = |component: &Key| match table.value("sg", component) {
            Some(value) => Ok(value),
            None => search
                .value(component, &mut |key| self.oracle.expand_point(key))
                .map(i64::from)
                .map_err(refuse),
        };
        let mut total = 0;
        for component in components {
            total ^= value(component)?;
        }
        let mut winning = Vec::new();
        for first in self.first_moves(components).map_err(refuse)? {
            let mut after = total ^ value(&first.first.component)?;
            for part in &first.first.parts {
                after ^= value(part)?;
            }
            if after == 0 {
                winning.push(first.first);
            }
        }
        let others = components.first().and_then(|only| {
            Some((table.value("misere", only)?, table.value("remoteness", only)?))
        });
        Ok(Valued { sg: total, winning, others })
    }

    /// Every first move of a whole position with what it leaves.
    fn first_moves(&self, components: &[Key]) -> Result<Vec<Listed>, SearchStop> {
        let heads = if self.is_coins() { Heads::new(components) } else { Heads::default() };
        let mut all = Vec::new();
        for (i, component) in components.iter().enumerate() {
            if let (1, Some(_)) = (components.len(), self.oracle.ending(component)?) {
                return Ok(Vec::new());
            }
            self.oracle.actions(component, &heads, &mut |action| {
                let clause = &self.lowered.clauses[action.clause];
                let names = clause.binders.iter().map(|b| b.0.clone());
                let mut after = components.to_vec();
                after.remove(i);
                after.extend(action.parts.iter().cloned());
                let first = FirstMove {
                    label: clause.label.clone(),
                    choices: names.zip(action.choices).collect(),
                    component: component.clone(),
                    parts: action.parts,
                };
                all.push(Listed { first, after });
                true
            })?;
        }
        Ok(all)
    }
}

/// What tables say of a position.
struct Valued {
    sg: i64,
    winning: Vec<FirstMove>,
    /// Misere outcome and remoteness, where a table gives them.
    others: Option<(i64, i64)>,
}

struct Listed {
    first: FirstMove,
    after: Vec<Key>,
}

fn refuse(stop: SearchStop) -> Stop {
    crate::request::search_stop(stop, None)
}
