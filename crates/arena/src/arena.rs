//! A rule asked about structures: by a solver where its theorem covers the rule, else by definition.

use crate::{Answer, Family, FamilyGraph, File, Solver};
use engine::{Kernel, Means, Stop};
use rule::Library;
use rule::ast::{Rule, Structure};
use std::borrow::Cow;
use std::collections::BTreeSet;
use table::Table;

/// A solver and the rule that it solves.
macro_rules! solved {
    ($folder:literal, $name:literal, $solver:ident) => {
        ($name, include_str!(concat!("../rules/", $folder, "/", $name, ".game")), Solver::$solver)
    };
}

/// The rules that have solvers, by their names.
const SOLVED: [(&str, &str, Solver); 9] = [
    solved!("graph", "dag-game", Dag),
    solved!("sum", "anti-sg", Misere),
    solved!("sum", "every-sg", Every),
    solved!("graph", "loopy-graph", Loopy),
    solved!("graph", "undirected-vertex-geography", Geography),
    solved!("graph", "green-hackenbush-graph", Hackenbush),
    solved!("graph", "green-hackenbush-tree", Hackenbush),
    solved!("word", "prefix-word-game", Prefixes),
    solved!("word", "substring-word-game", Substrings),
];

/// The rules that have solvers, as a library.
struct Solved;

impl Library for Solved {
    fn source(&self, name: &str) -> Option<Cow<'_, str>> {
        SOLVED.iter().find(|(own, ..)| *own == name).map(|(_, text, _)| (*text).into())
    }

    fn names(&self) -> Vec<String> {
        SOLVED.iter().map(|(name, ..)| (*name).to_owned()).collect()
    }
}

/// The rules that have solvers, and their solvers.
pub fn solved() -> impl Iterator<Item = (Rule, Solver)> {
    SOLVED.iter().filter_map(|(name, _, solver)| Some((rule::load(name, &Solved).ok()?, *solver)))
}

/// A rule that plays on structures.
pub struct Arena<'a> {
    pub(crate) rule: &'a Rule,
    /// What the rule plays on.
    pub structure: Structure,
    pub(crate) library: &'a dyn Library,
    /// [`Kernel::Oracle`] searches whole positions by definition; any but [`Kernel::Auto`] asks no
    /// solver.
    pub(crate) kernel: Kernel,
    pub(crate) means: Means<'a>,
    /// The solver that answers; none where positions are searched by definition.
    pub solver: Option<Solver>,
}

impl<'a> Arena<'a> {
    /// A rule on such structures.
    #[must_use]
    pub fn new(
        rule: &'a Rule,
        structure: Structure,
        library: &'a dyn Library,
        kernel: Kernel,
        means: Means<'a>,
    ) -> Self {
        let solver = (kernel == Kernel::Auto).then(|| solver(rule)).flatten();
        Self { rule, structure, library, kernel, means, solver }
    }

    /// Reads the text of a file, which messages call by that name.
    ///
    /// # Errors
    /// A mistake in the file, or something in it that the rule has no use for.
    pub fn read<'t>(&self, name: &'t str, text: &'t str) -> Result<File<'t>, Stop> {
        File::read(name, text, self.structure, self.rule)
    }

    /// The answer for the sum of the components of a file, and of other games whose nim-sum is
    /// `rest`.
    ///
    /// # Errors
    /// The input is no position of the game, nothing covers it, or a limit is met.
    pub fn answer(&self, file: &File<'_>, rest: u32) -> Result<Answer, Stop> {
        match self.solver {
            Some(solver) => solver.answer(file.given(), rest).map_err(|why| file.refused(why)),
            None => self.answer_by_definition(file, rest),
        }
    }

    /// The table of one component: of a graph or tree a row for every start, of words a row for every
    /// value.
    ///
    /// # Errors
    /// As for [`Self::answer`]; the file has several components.
    pub fn table(&self, file: &File<'_>) -> Result<Table, Stop> {
        match self.solver {
            Some(solver) => solver.table(file.given()).map_err(|why| file.refused(why)),
            None => self.table_by_definition(file),
        }
    }

    /// The table of a family of graphs: a row for each, about its start, with the quantities that are known of all.
    ///
    /// # Errors
    /// As for [`Self::answer`], or the rule is not played on graphs.
    pub fn table_of(&self, family: &Family) -> Result<Table, Stop> {
        if self.rule.is_partizan() {
            return self.partizan_table_of(family);
        }
        let answers = family.members().map(|FamilyGraph { name, text }| {
            let file = self.read(&name, &text)?;
            self.answer(&file, 0)
        });
        let answers: Vec<Answer> = answers.collect::<Result<_, _>>()?;
        Ok(Table { columns: self.columns(&answers), ..family.rows().clone() })
    }
}

/// The rule as it is played, without names and with no definition that play does not need.
fn played(rule: &Rule) -> String {
    let (name, title, title_zh, parameters) = (String::new(), None, None, Vec::new());
    let definitions = Vec::new();
    let mut played = Rule { name, title, title_zh, parameters, definitions, ..rule.as_played() };
    loop {
        let text = played.to_string();
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let words: BTreeSet<&str> = text.split(|c| !is_word(c)).collect();
        let needed = rule.definitions.iter().filter(|d| words.contains(d.name.as_str()));
        let needed: Vec<_> = needed.cloned().collect();
        if needed.len() == played.definitions.len() {
            return text;
        }
        played.definitions = needed;
    }
}

/// The solver for a rule that plays as one that has it: same input, positions, moves and end.
fn solver(rule: &Rule) -> Option<Solver> {
    let own = played(rule);
    solved().find(|(known, _)| played(known) == own).map(|(_, solver)| solver)
}
