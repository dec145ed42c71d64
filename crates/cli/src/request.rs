//! What the flags `--to`, `--quantity`, `--boards`, `-p` ask for.

use crate::amounts;
use crate::arguments::{self, Common, Extent};
use crate::failure::{Result, mistake};
use engine::{Bounds, Game, Kernel, Limits, Positions, Request, Variation};
use expr::ast::Quantity;
use expr::suggest::one_of;
use rule::ast::{ParameterKind, Rule};

/// The method by which values are computed, and what it may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    pub(crate) kernel: Kernel,
    pub(crate) limits: Limits,
}

impl From<&Common> for Method {
    fn from(common: &Common) -> Self {
        let kernel = match common.kernel {
            arguments::Kernel::Auto => Kernel::Auto,
            arguments::Kernel::Machine => Kernel::Machine,
            arguments::Kernel::Oracle => Kernel::Oracle,
        };
        Self { kernel, limits: Limits { memory: common.memory } }
    }
}

/// The engine's request for these flags: without `--starts` and `--boards` for what the rule's table
/// usually holds.
///
/// # Errors
/// A flag whose value makes no sense.
pub(crate) fn request(extent: &Extent, kernel: Kernel, game: &Game) -> Result<Request> {
    let bounds = bounds(extent.to.as_deref())?.unwrap_or(Bounds::Usual);
    let positions = match &extent.boards {
        Some(sizes) => Positions::Boards(boards(sizes)?),
        None if extent.starts => Positions::Starts,
        None => game.usual_rows(&bounds),
    };
    Ok(Request { quantities: quantities(&extent.quantity)?, bounds, positions, kernel })
}

/// `--to N` or `--to a=60,b=60`; `None` when not given.
pub(crate) fn bounds(to: Option<&str>) -> Result<Option<Bounds>> {
    let Some(to) = to else { return Ok(None) };
    let wrong = |why: &dyn std::fmt::Display| {
        mistake(format!("--to {to}: {why}; write --to 1000 or --to a=60,b=60"))
    };
    let number = |text: &str| match amounts::integer(text).map_err(|why| wrong(&why))? {
        n if n < 0 => Err(wrong(&"coordinates are never negative")),
        n => Ok(n),
    };
    if !to.contains('=') {
        return Ok(Some(Bounds::All(number(to)?)));
    }
    let mut named: Vec<(String, i64)> = Vec::new();
    for part in to.split(',') {
        let Some((name, value)) = part.split_once('=') else {
            let help = "every coordinate needs its own bound, such as a=60,b=60";
            return Err(mistake(format!("--to {to}: `{part}` names no coordinate; {help}")));
        };
        let name = name.trim().to_owned();
        if named.iter().any(|(n, _)| *n == name) {
            return Err(mistake(format!("--to {to}: `{name}` is given twice")));
        }
        named.push((name, number(value)?));
    }
    Ok(Some(Bounds::Named(named)))
}

/// The quantities of these names.
pub(crate) fn quantities(names: &[String]) -> Result<Vec<Quantity>> {
    let mut quantities = Vec::new();
    for name in names {
        let all = Quantity::ALL.map(Quantity::name);
        let Some(quantity) = Quantity::from_name(name.trim()) else {
            let hint = one_of(name, &all, "there are");
            return Err(mistake(format!("`{name}` is not a quantity; {hint}")));
        };
        if !quantities.contains(&quantity) {
            quantities.push(quantity);
        }
    }
    Ok(quantities)
}

/// `9` or `3x3`.
fn boards(text: &str) -> Result<Vec<u32>> {
    let sizes: Result<Vec<u32>, _> = text.split(['x', 'X']).map(|s| s.trim().parse()).collect();
    sizes.map_err(|_| {
        let help = "give the number of coins, such as --boards 9, or of rows and columns: 3x3";
        mistake(format!("--boards {text}: no size of a board; {help}"))
    })
}

/// The parameters of a command line: those that are fixed and those that vary.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters {
    pub(crate) fixed: Vec<(String, String)>,
    pub(crate) variations: Vec<Variation>,
}

impl Parameters {
    /// Reads `-p NAME=VALUE`, or several as `-p k=2,m=3`; a range for a numeric parameter makes it
    /// vary.
    ///
    /// # Errors
    /// No `=`, a parameter given twice, a range without one of its ends or in the wrong order.
    pub(crate) fn read(arguments: &[String], rule: &Rule) -> Result<Self> {
        let mut all = Self::default();
        for argument in arguments.iter().flat_map(|given| assignments(given)) {
            let Some((name, value)) = argument.split_once('=') else {
                let help = "write -p NAME=VALUE, such as -p k=3";
                return Err(mistake(format!("-p {argument}: no value; {help}")));
            };
            let (name, value) = (name.trim(), value.trim());
            let known = all.fixed.iter().map(|(n, _)| n.as_str());
            if known.chain(all.variations.iter().map(|v| v.name.as_str())).any(|n| n == name) {
                return Err(mistake(format!("-p {argument}: `{name}` is given twice")));
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
        amounts::integer(text).map_err(|_| {
            let help = format!("a family needs both ends, such as -p {name}=1..5");
            mistake(format!("-p {argument}: {help}"))
        })
    };
    let (lo, hi) = (end(lo)?, end(hi)?);
    if lo > hi {
        return Err(mistake(format!("-p {argument}: the range is empty; write {hi}..{lo}")));
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
            let message = bounds(Some(wrong)).unwrap_err().message();
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
        assert!(boards("3x").unwrap_err().message().contains("--boards"));
    }
}
