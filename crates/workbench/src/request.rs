//! What is asked for: which table, with which parameters, by which method; and how that is written on
//! command lines and in questions in JSON.

mod integer;

use crate::failure::{Result, mistake};
use engine::{Bounds, Game, Kernel, Limits, Positions, Request, Variation};
pub use integer::integer;
use message::{Message, Tell as _, message};
use rule::ast::{Heading, ParameterKind, Rule};
use rule::heading;

/// The method by which values are computed, and what it may take.
#[derive(Clone, Copy, Debug)]
pub struct Method {
    /// Which way.
    pub kernel: Kernel,
    /// How much memory a table may take.
    pub limits: Limits,
}

impl Default for Method {
    /// The fastest way that applies, and 8 GB.
    fn default() -> Self {
        Self { kernel: Kernel::Auto, limits: Limits { memory: 8_000_000_000 } }
    }
}

/// Which table: how far, and what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// How far; `None` as far as the rule's `table` line says.
    pub bounds: Option<Bounds>,
    /// Its columns; none for those of the rule's `table` line.
    pub columns: Vec<Heading>,
    /// Its rows; `None` for those that the rule's table usually holds.
    pub rows: Option<Positions>,
}

impl Extent {
    /// All of a rule's table up to this value of every coordinate.
    #[must_use]
    pub fn to(bound: i64) -> Self {
        Self { bounds: Some(Bounds::All(bound)), ..Self::default() }
    }

    /// The table that `--to`, `--quantity`, `--starts` and `--boards` ask for.
    ///
    /// # Errors
    /// A value that makes no sense for the rule.
    pub fn read(
        to: Option<&str>,
        quantity: &[String],
        starts: bool,
        sizes: Option<&str>,
        rule: &Rule,
    ) -> Result<Self> {
        let bounds = bounds(to)?;
        let rows = match sizes {
            Some(sizes) => Some(Positions::Boards(boards(sizes)?)),
            None => starts.then_some(Positions::Starts),
        };
        Ok(Self { bounds, columns: columns(quantity, rule)?, rows })
    }

    /// The engine's request.
    #[must_use]
    pub fn request(&self, kernel: Kernel, game: &Game) -> Request {
        let bounds = self.bounds.clone().unwrap_or(Bounds::Usual);
        let positions = self.rows.clone().unwrap_or_else(|| game.usual_rows(&bounds));
        Request { columns: self.columns.clone(), bounds, positions, kernel }
    }
}

/// `N` or `a=60,b=60`, as after `--to`; `None` when not given.
///
/// # Errors
/// It is neither, or a coordinate is given twice.
pub fn bounds(to: Option<&str>) -> Result<Option<Bounds>> {
    let Some(to) = to else { return Ok(None) };
    let wrong =
        |why: Message| mistake(message!("--to {to}: {why}; write --to 1000 or --to a=60,b=60"));
    let number = |text: &str| match integer(text).map_err(|why| wrong(why.message()))? {
        n if n < 0 => Err(wrong("coordinates are never negative".into())),
        n => Ok(n),
    };
    if !to.contains('=') {
        return Ok(Some(Bounds::All(number(to)?)));
    }
    let mut named: Vec<(String, i64)> = Vec::new();
    for part in to.split(',') {
        let Some((name, value)) = part.split_once('=') else {
            let help = Message::from("every coordinate needs its own bound, such as a=60,b=60");
            return Err(mistake(message!("--to {to}: `{part}` names no coordinate; {help}")));
        };
        let name = name.trim().to_owned();
        if named.iter().any(|(n, _)| *n == name) {
            return Err(mistake(message!("--to {to}: `{name}` is given twice")));
        }
        named.push((name, number(value)?));
    }
    Ok(Some(Bounds::Named(named)))
}

/// The columns of these names that a table of the rule has: quantities and definitions, each once.
///
/// # Errors
/// There is none of that name.
pub fn columns(names: &[String], rule: &Rule) -> Result<Vec<Heading>> {
    let mut columns = Vec::new();
    for name in names {
        let column = heading(rule, name.trim()).map_err(mistake)?;
        if !columns.contains(&column) {
            columns.push(column);
        }
    }
    Ok(columns)
}

/// A size of a board: `9` or `3x3`.
///
/// # Errors
/// It is no size.
pub fn boards(text: &str) -> Result<Vec<u32>> {
    let sizes: Result<Vec<u32>, _> = text.split(['x', 'X']).map(|s| s.trim().parse()).collect();
    sizes.map_err(|_| {
        let help = Message::from(
            "give the number of coins, such as --boards 9, or of rows and columns: 3x3",
        );
        mistake(message!("--boards {text}: no size of a board; {help}"))
    })
}

/// The parameters given for a rule: those that are fixed and those that vary.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    /// Name and value, as rules write values.
    pub fixed: Vec<(String, String)>,
    /// Those that make a family, each a column of its table.
    pub variations: Vec<Variation>,
}

impl Parameters {
    /// Reads `-p NAME=VALUE`, or several as `-p k=2,m=3`; a range for a numeric parameter makes it
    /// vary.
    ///
    /// # Errors
    /// No `=`, a parameter given twice, a range without one of its ends or in the wrong order.
    pub fn read(arguments: &[String], rule: &Rule) -> Result<Self> {
        let mut all = Self::default();
        for argument in arguments.iter().flat_map(|given| assignments(given)) {
            let Some((name, value)) = argument.split_once('=') else {
                let help = Message::from("write -p NAME=VALUE, such as -p k=3");
                return Err(mistake(message!("-p {argument}: no value; {help}")));
            };
            let (name, value) = (name.trim(), value.trim());
            let known = all.fixed.iter().map(|(n, _)| n.as_str());
            if known.chain(all.variations.iter().map(|v| v.name.as_str())).any(|n| n == name) {
                return Err(mistake(message!("-p {argument}: `{name}` is given twice")));
            }
            let is_number = rule
                .parameters
                .iter()
                .any(|p| p.name == name && matches!(p.kind, ParameterKind::Int { .. }));
            match value.split_once("..").filter(|_| is_number) {
                Some(ends) => all.variations.push(variation(argument, name, ends)?),
                None => all.fixed.push((name.to_owned(), value.to_owned())),
            }
        }
        Ok(all)
    }
}

/// The parts of `k=2,m=3`: no value has an equals sign, but those of sets and lists have commas.
fn assignments(given: &str) -> Vec<&str> {
    let (mut all, mut begin) = (Vec::new(), 0);
    for (comma, _) in given.match_indices(',') {
        let next = given[comma + 1..].split(',').next().unwrap_or_default();
        if next.contains('=') {
            all.push(&given[begin..comma]);
            begin = comma + 1;
        }
    }
    all.push(&given[begin..]);
    all
}

fn variation(argument: &str, name: &str, (lo, hi): (&str, &str)) -> Result<Variation> {
    let end = |text: &str| {
        integer(text).map_err(|_| {
            let help = message!("a family needs both ends, such as -p {name}=1..5");
            mistake(message!("-p {argument}: {help}"))
        })
    };
    let (lo, hi) = (end(lo)?, end(hi)?);
    if lo > hi {
        return Err(mistake(message!("-p {argument}: the range is empty; write {hi}..{lo}")));
    }
    Ok(Variation { name: name.to_owned(), lo, hi })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_each_form() {
        assert_eq!(bounds(None).unwrap(), None);
        assert_eq!(bounds(Some("2000")).unwrap(), Some(Bounds::All(2000)));
        let named = vec![("a".to_owned(), 60), ("b".to_owned(), 7)];
        assert_eq!(bounds(Some("a=60, b=7")).unwrap(), Some(Bounds::Named(named)));
        for wrong in ["", "x", "-5", "a=", "a=1,2", "a=1,a=2", "1,2", "9223372036854775808"] {
            let message = bounds(Some(wrong)).unwrap_err().to_string();
            assert!(message.contains("--to"), "{message}");
        }
    }

    #[test]
    fn a_range_of_a_number_is_a_family_and_of_a_set_is_a_set() {
        let (rule, _) = rule::parse("game g(k = 1, S = {1, 2})\nheap n\nmove n - k if k <= n\n");
        let arguments = ["k=1..3".to_owned(), "S=1..3".to_owned()];
        let read = Parameters::read(&arguments, &rule.unwrap()).unwrap();
        assert_eq!(read.variations, [Variation { name: "k".into(), lo: 1, hi: 3 }]);
        assert_eq!(read.fixed, [("S".to_owned(), "1..3".to_owned())]);
    }

    #[test]
    fn several_parameters_in_one_argument() {
        assert_eq!(assignments("k=2"), ["k=2"]);
        assert_eq!(assignments("S=1,3,4,m=5"), ["S=1,3,4", "m=5"]);
        assert_eq!(assignments("k=2, m=1..3,"), ["k=2", " m=1..3,"]);
        assert_eq!(assignments("k,m=2"), ["k", "m=2"]);
        assert_eq!(assignments(",,=,"), [",", "=,"]);
    }

    #[test]
    fn boards_of_each_form() {
        assert_eq!(boards("9").unwrap(), [9]);
        assert_eq!(boards("3x4").unwrap(), [3, 4]);
        assert!(boards("3x").unwrap_err().to_string().contains("--boards"));
    }
}
