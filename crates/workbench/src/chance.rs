//! The positions among which a random one is chosen, and the chances over them.

use crate::{Failure, Result, rows};
use engine::Request;
use message::{Message, message};
use rule::ast::{CoordinateForm, End, Play, Rule, State};
use std::collections::BTreeMap;
use table::{Axis, Table};
use verdict::chance::{Chance, Distribution};

/// The positions of one rule that are equally likely, by their value.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The name of the rule.
    pub name: String,
    /// The box the positions are taken from, in words.
    pub rows: Message,
    /// For every greatest coordinate there is, the positions up to it; for one that stands for all where only
    /// all of them count.
    pub up_to: BTreeMap<i64, Distribution>,
}

/// A chance, and the bound on all coordinates it is for; `None` where all positions count.
#[derive(Clone, Debug)]
pub struct BoundedChance {
    /// Greatest value of every coordinate.
    pub bound: Option<i64>,
    /// How many positions there are, and how many of them are lost.
    pub chance: Chance,
}

/// Refuses a rule of which the player to move does not decide who wins.
///
/// # Errors
/// The rule is partizan.
pub fn refuse_partizan(rule: &Rule) -> Result<()> {
    if !rule.is_partizan() {
        return Ok(());
    }
    let why = "the rule is partizan: who wins depends on the players, not only on who starts";
    Err(Failure::Mistake(Message::from(why).within(rule.name.clone())))
}

/// Refuses rules whose sums are not decided by the values of their parts.
///
/// # Errors
/// Misère play, a rule that moves in every part, or one that ends otherwise.
pub fn refuse_sum(rule: &Rule, misere: bool) -> Result<()> {
    let why = if misere {
        "misere play of a sum is not decided by the values of its parts"
    } else if rule.play == Play::Every {
        "under `play every` a sum is not decided by the values of its parts"
    } else if rule.ends.iter().any(|end| *end != End::StuckLoses) {
        "under this rule's way of ending a sum is not decided by the values of its parts"
    } else {
        return Ok(());
    };
    Err(Failure::Mistake(message!("{}: {}; ask for one component", rule.name, Message::from(why))))
}

/// The quantity that decides who wins, of a sum of components or of one alone.
#[must_use]
pub fn deciding(is_sum: bool, misere: bool) -> &'static str {
    match (is_sum, misere) {
        (true, _) => "sg",
        (false, true) => "misere",
        (false, false) => "win",
    }
}

impl Kind {
    /// The positions of a table of [`deciding`] values, with every coordinate at least `from`; with `each`
    /// by their greatest coordinate.
    ///
    /// # Errors
    /// A set among the coordinates has no bounds, the coordinates have different ones, or the table has
    /// no integers.
    pub fn new(
        rule: &Rule,
        request: &Request,
        table: Table,
        from: Option<i64>,
        each: bool,
    ) -> Result<Self> {
        // what the rule says of its coordinates says nothing of the sizes of starts
        let is_of_all = request.positions == engine::Positions::All;
        let coordinates = rule.state.as_ref().filter(|_| is_of_all);
        let bounded = bounded(coordinates, &table.axes);
        if let Some(name) = set_coordinate(coordinates).filter(|_| from.is_some() || each) {
            return Err(Failure::Mistake(message!(
                "{}: `{name}` is a set, which has no least and no greatest value",
                rule.name
            )));
        }
        let greatest: Vec<i64> = bounded.iter().map(|&i| table.axes[i].hi).collect();
        if each && greatest.windows(2).any(|two| two[0] != two[1]) {
            let help = Message::from("give the same to all coordinates: --to N");
            return Err(Failure::Mistake(message!("--each counts up to one bound; {help}")));
        }
        let column = request.columns[0].name();
        let greatest_of = |at: &[i64]| {
            let counts = bounded.iter().all(|&i| from.is_none_or(|from| at[i] >= from));
            let greatest = || bounded.iter().map(|&i| at[i]).max().unwrap_or(0);
            counts.then(|| if each { greatest() } else { 0 })
        };
        let groups = Distribution::grouped(&table, column, greatest_of);
        let none = || Failure::Mistake(message!("{}: no {column}", rule.name));
        let groups = groups.ok_or_else(none)?;
        let mut all = Distribution::default();
        let whole = |(greatest, own): (&i64, &Distribution)| {
            all.extend(own);
            (*greatest, all.clone())
        };
        let up_to = groups.iter().map(whole).collect();
        let mut axes = table.axes;
        for &i in &bounded {
            axes[i].lo = axes[i].lo.max(from.unwrap_or(i64::MIN));
        }
        let rows = rows(&axes, &request.positions);
        Ok(Self { name: rule.name.clone(), rows, up_to })
    }

    /// The positions whose coordinates are at most the bound; all where there is none.
    fn up_to(&self, bound: Option<i64>) -> Distribution {
        let below = self.up_to.range(..=bound.unwrap_or(i64::MAX)).next_back();
        below.map(|(_, distribution)| distribution.clone()).unwrap_or_default()
    }
}

/// The axes that a bound on all coordinates bounds: not those whose range the rule fixes.
fn bounded(state: Option<&State>, axes: &[Axis]) -> Vec<usize> {
    let fixed: Vec<&str> = match state {
        Some(State::Tuple { coordinates, .. }) => {
            let fixed = coordinates
                .iter()
                .filter(|c| c.to.is_some() && matches!(c.form, CoordinateForm::Number));
            fixed.map(|c| c.name.as_str()).collect()
        }
        _ => Vec::new(),
    };
    (0..axes.len()).filter(|&i| !fixed.contains(&axes[i].name.as_str())).collect()
}

fn set_coordinate(state: Option<&State>) -> Option<&str> {
    let Some(State::Tuple { coordinates, .. }) = state else { return None };
    let set = coordinates.iter().find(|c| matches!(c.form, CoordinateForm::Subset))?;
    Some(&set.name)
}

/// How likely the first player wins a sum of `copies` random positions of each kind; with `each` one
/// chance for every bound there is.
///
/// # Errors
/// A value or a number of components that is too large ([`verdict::chance::ChanceError`]).
pub fn chances(kinds: &[Kind], copies: u32, each: bool) -> Result<Vec<BoundedChance>> {
    let greatest = || kinds.iter().flat_map(|kind| kind.up_to.keys().copied());
    let bounds: Vec<Option<i64>> = match (each, greatest().min(), greatest().max()) {
        (false, ..) => vec![None],
        (true, Some(lo), Some(hi)) => (lo..=hi).map(Some).collect(),
        (true, ..) => Vec::new(),
    };
    let chance = |bound| {
        let all: Vec<Distribution> = kinds.iter().map(|kind| kind.up_to(bound)).collect();
        let chance = match (&all[..], copies) {
            ([only], 1) => Chance::of_one(only),
            _ => Chance::of_sum(&all, copies).map_err(|why| Failure::Limit(why.into()))?,
        };
        Ok(BoundedChance { bound, chance })
    };
    bounds.into_iter().map(chance).collect()
}
