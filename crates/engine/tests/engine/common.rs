//! From rule text to tables in one call.

use engine::{Bounds, Cells, Game, Keeper, Kernel, Means, Positions, Progress, Request};
use expr::ast::Quantity;
use expr::diagnostic::Diagnostic;
use rule::NoRules;
use rule::ast::Heading;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use table::Table;

/// Enough for every test.
pub(crate) const MEANS: Means<'_> = Means::silent(1 << 30);

/// Compiles rule text.
pub(crate) fn compile(text: &str) -> Result<Game, Vec<Diagnostic>> {
    let (rule, mistakes) = rule::parse(text);
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let rule = rule.expect("no mistakes");
    Game::compile(&rule::bind(&rule, &[]).expect("defaults"), &NoRules)
}

fn heading(name: &str) -> Heading {
    match Quantity::from_name(name) {
        Some(quantity) => quantity.into(),
        None => Heading::Definition(name.into()),
    }
}

/// A request for `quantities`, some of them definitions, up to `bounds` (`a=3,b=4`).
pub(crate) fn request(bounds: &str, quantities: &str) -> Request {
    let bound = |b: &str| {
        let (name, hi) = b.split_once('=').expect("name=number");
        (name.to_owned(), hi.parse().expect("a number"))
    };
    Request {
        columns: quantities.split(',').map(heading).collect(),
        bounds: Bounds::Named(bounds.split(',').filter(|b| !b.is_empty()).map(bound).collect()),
        positions: Positions::All,
        kernel: Kernel::Auto,
    }
}

/// The table of a rule.
pub(crate) fn table(text: &str, bounds: &str, quantities: &str) -> Table {
    let game = compile(text).unwrap_or_else(|d| panic!("{d:?}"));
    game.table(&request(bounds, quantities), MEANS).expect("a table")
}

/// All values of a column.
pub(crate) fn column(table: &Table, name: &str) -> Vec<i64> {
    table.column(name).expect("the column").values.iter().collect()
}

/// Stops the work after so many calls.
pub(crate) struct Impatient(pub(crate) AtomicUsize);

impl Progress for Impatient {
    fn advance(&self, _: u64, _: u64) -> bool {
        self.0.fetch_sub(1, Ordering::Relaxed) > 1
    }
}

/// Stops after so many calls, and keeps what it is given.
pub(crate) struct Keeping {
    pub(crate) left: AtomicUsize,
    pub(crate) kept: Mutex<HashMap<String, Cells<'static>>>,
    pub(crate) spacing: Duration,
}

impl Keeping {
    /// Keeps what is stopped, and nothing before.
    pub(crate) fn after(calls: usize) -> Self {
        Self { left: calls.into(), kept: Mutex::default(), spacing: Duration::MAX }
    }
}

impl Progress for Keeping {
    fn advance(&self, _: u64, _: u64) -> bool {
        self.left.fetch_sub(1, Ordering::Relaxed) > 1
    }

    fn keeper(&self) -> Option<&dyn Keeper> {
        Some(self)
    }
}

impl Keeper for Keeping {
    fn spacing(&self) -> Duration {
        self.spacing
    }

    fn restore(&self, label: &str) -> Result<Option<Cells<'static>>, message::Message> {
        Ok(self.kept.lock().expect("no panic").get(label).cloned())
    }

    fn keep(&self, label: &str, cells: &Cells<'_>) {
        let cells = match cells {
            Cells::Bytes(all) => Cells::Bytes(all.to_vec().into()),
            Cells::Narrow(all) => Cells::Narrow(all.to_vec().into()),
            Cells::Wide(all) => Cells::Wide(all.to_vec().into()),
        };
        self.kept.lock().expect("no panic").insert(label.to_owned(), cells);
    }
}
