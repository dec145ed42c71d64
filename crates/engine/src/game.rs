//! A rule compiled: clauses, options by definition, and an evaluation order.

mod form;
mod heaps;

use crate::machine::run::Code;
use crate::order::sample::Sample;
use crate::order::{self, Order};
use crate::search::Rules;
use crate::space::Space;
use crate::stop::{Culprit, SearchStop, Stop};
use clauses::exact::Exact;
use clauses::{Lowered, OptionPart, Sum, lower, mistake};
use expr::diagnostic::Diagnostic;
use rule::{Instance, Library};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

pub use clauses::{Coordinate, CoordinateKind};

/// A game ready to be tabulated.
#[derive(Debug)]
pub struct Game {
    pub(crate) instance: Instance,
    pub(crate) lowered: Lowered,
    pub(crate) exact: Exact,
    pub(crate) rules: Rules,
    pub(crate) order: Order,
    pub(crate) sample: Sample,
    pub(crate) texts: Texts,
    /// What was compiled last: plan and table need the same.
    last: Mutex<Option<Arc<Code>>>,
}

/// A library that remembers what was read from it.
struct Read<'l> {
    library: &'l dyn Library,
    texts: Mutex<BTreeMap<String, String>>,
}

/// The texts of the other rules that a game was compiled from, by their names.
#[derive(Debug)]
pub(crate) struct Texts(BTreeMap<String, String>);

impl Texts {
    /// All of them.
    pub(crate) fn all(&self) -> String {
        self.0.values().map(String::as_str).collect()
    }
}

impl Library for Texts {
    fn source(&self, name: &str) -> Option<Cow<'_, str>> {
        self.0.get(name).map(|text| Cow::Borrowed(text.as_str()))
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

impl Library for Read<'_> {
    fn source(&self, name: &str) -> Option<Cow<'_, str>> {
        let text = self.library.source(name)?;
        if let Ok(mut texts) = self.texts.lock() {
            texts.entry(name.to_owned()).or_insert_with(|| text.clone().into_owned());
        }
        Some(text)
    }

    fn names(&self) -> Vec<String> {
        self.library.names()
    }
}

impl Game {
    /// Compiles a bound rule; `library` resolves the factors of products.
    ///
    /// # Errors
    /// Mistakes that show only once parameters are known, and moves that may fail to decrease.
    pub fn compile(instance: &Instance, library: &dyn Library) -> Result<Self, Vec<Diagnostic>> {
        let read = Read { library, texts: Mutex::default() };
        let lowered = lower(instance, &read)?;
        let texts = Texts(read.texts.into_inner().unwrap_or_default());
        let exact = Exact::new(&lowered.definitions)?;
        let rules = Rules::new(&lowered, &exact)?;
        let sample = Sample::take(&lowered, &exact, &rules);
        if let Some(stop) = &sample.endless {
            return Err(vec![endless(&lowered, stop)]);
        }
        heaps::check_order(&lowered, &rules).map_err(|diagnostic| vec![diagnostic])?;
        let order =
            order::find(&sample, &lowered, &rules).map_err(|diagnostic| vec![diagnostic])?;
        let (instance, last) = (instance.clone(), Mutex::default());
        Ok(Self { instance, lowered, exact, rules, order, sample, texts, last })
    }

    /// The rule with its parameters.
    #[must_use]
    pub fn instance(&self) -> &Instance {
        &self.instance
    }

    /// Names of the coordinates, in order.
    #[must_use]
    pub fn coordinates(&self) -> Vec<&str> {
        self.lowered.dimensions.iter().map(|d| d.name.as_str()).collect()
    }

    /// Whether the order of the coordinates does not matter.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.lowered.symmetric
    }

    /// Whether positions are coins, so that a board is a set of heads.
    #[must_use]
    pub fn is_coins(&self) -> bool {
        self.lowered.sum == Sum::Symmetric
    }

    /// Whether every option is at most one position, so that misere play of a position needs no sums.
    #[must_use]
    pub fn has_single_options(&self) -> bool {
        let single = |parts: &[OptionPart]| matches!(parts, [] | [OptionPart::Point(_)]);
        !self.rules.looks_around() && self.lowered.clauses.iter().all(|c| single(&c.parts))
    }

    /// Whether it has positions of its own and no moves, so that nothing is known of its play.
    pub(crate) fn is_without_moves(&self) -> bool {
        let stated = !self.lowered.dimensions.is_empty() && self.instance.rule.moves.is_empty();
        stated && self.lowered.clauses.is_empty()
    }

    /// The moves compiled for a box.
    ///
    /// # Errors
    /// Mistakes that show only when expressions are compiled.
    pub(crate) fn code(&self, space: &Space) -> Result<Arc<Code>, Stop> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match &*last {
            Some(code) if code.space == *space => Ok(code.clone()),
            _ => Ok(last.insert(Arc::new(self.compiled(space)?)).clone()),
        }
    }

    /// The same for a use of its own.
    ///
    /// # Errors
    /// Mistakes that show only when expressions are compiled.
    pub(crate) fn compiled(&self, space: &Space) -> Result<Code, Stop> {
        let code = Code::new(&self.lowered, &self.exact, space).map_err(Stop::Mistake)?;
        // Up to six coordinates have few enough orders.
        let few = (2..=6).contains(&space.axes.len());
        let level = |weights: &[i64]| weights.windows(2).all(|pair| pair[0] == pair[1]);
        let ranked = matches!(&self.order, Order::Levels(weights) if level(weights));
        let mirrored = self.lowered.alike && few && ranked && space.is_symmetric();
        let falling = self.sample.falls(space.axes.len());
        let rising = (0..space.axes.len()).map(|axis| self.sample.raises(axis)).collect();
        Ok(Code { mirrored, falling, rising, ..code })
    }

    /// The moves compiled for a box in which coordinates are stored in this order, in which sampled moves
    /// lower the first that they change.
    ///
    /// # Errors
    /// Mistakes that show only when expressions are compiled.
    pub(crate) fn reordered(&self, space: &Space, axes: &[usize]) -> Result<Code, Stop> {
        let mut clauses = self.lowered.clauses.clone();
        for part in clauses.iter_mut().flat_map(|clause| &mut clause.parts) {
            *part = part.clone().with_axes(axes);
        }
        let lowered = Lowered { clauses, ..self.lowered.clone() };
        let code = Code::new(&lowered, &self.exact, &space.with_axes(axes));
        let rising = axes.iter().map(|&axis| self.sample.raises(axis)).collect();
        Ok(Code { falling: true, rising, ..code.map_err(Stop::Mistake)? })
    }

    /// The value a stuck player gets: 1 iff being stuck wins.
    pub(crate) fn stuck_value(&self) -> u32 {
        u32::from(self.lowered.stuck_wins)
    }

    /// Whether some position is an immediate win, so that Grundy values mean nothing.
    pub(crate) fn has_winning_ends(&self) -> bool {
        self.lowered.endings.iter().any(|e| e.wins)
    }
}

/// What takes too much work at a small position, at its place.
fn endless(lowered: &Lowered, stop: &SearchStop) -> Diagnostic {
    let span = match stop {
        SearchStop::Endless(_, Culprit::Definition(name)) => {
            lowered.definitions.iter().rev().find(|d| d.name == *name).map(|d| d.span)
        }
        SearchStop::Endless(_, Culprit::Move(label)) => {
            lowered.clauses.iter().find(|c| c.label == *label).map(|c| c.span)
        }
        _ => None,
    };
    let help = "every call must come closer to an end, and the position must bound every range, \
                as in `for k in 1..n`";
    mistake("G022", span.unwrap_or_default(), stop.to_string(), "this takes too long", help)
}
