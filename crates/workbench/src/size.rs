//! How far a table goes where nobody says, and parameters that only bound the board.

use crate::input::Input;
use crate::request::Extent;
use crate::watch::{Notice, Watch};
use engine::{Bounds, Game, Kernel, Positions, Request, Stop};
use expr::ast::Expr;
use rule::ast::{Parameter, ParameterKind};

/// Options looked at for a table whose size nobody gives: about a second's work.
const MAX_OPTIONS: f64 = 1e8;
/// Positions of such a table: in all, and where the number of options is not known.
const MAX_CELLS: u128 = 100_000;
const MAX_SEARCHED: u128 = 2_000;
/// Greatest size of starts, whose positions may be as many as the subsets of a board.
const MAX_START: i64 = 12;
/// The sides that are tried, the longest first.
const SIDES: [i64; 22] = [
    50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 300, 200, 100, 50, 40, 30, 20, 15, 12, 10, 8,
    6, 4, 2, 1,
];

/// The bounds of a table for which neither the request nor the rule says how far it goes: equal
/// sides, as long as the number of options to look at allows. `None` where it is said, or where no
/// side will do.
fn chosen(input: &Input, game: &Game, request: &Request) -> Option<Bounds> {
    let limits = input.method.limits;
    if !matches!(game.plan(request, limits), Err(Stop::NoBound(_))) {
        return None;
    }
    let variations = input.parameters.variations.iter();
    let members: u128 = variations.map(|v| v.hi.abs_diff(v.lo) as u128 + 1).product();
    let fits = |bounds: &Bounds| {
        let of_kernel = |kernel| {
            let request = Request { bounds: bounds.clone(), kernel, ..request.clone() };
            game.plan(&request, limits)
        };
        let Ok(plan) = of_kernel(request.kernel) else { return false };
        // A kernel that cannot say what it will cost is faster than the machine, which can.
        let by_machine = || of_kernel(Kernel::Machine).ok()?.options;
        let cells = plan.axes.iter().map(|axis| axis.len() as u128).product::<u128>() * members;
        match plan.options.or_else(by_machine) {
            Some(options) => cells <= MAX_CELLS && options * members as f64 <= MAX_OPTIONS,
            None => match request.positions {
                Positions::All => cells <= MAX_SEARCHED,
                Positions::Starts => {
                    cells <= MAX_SEARCHED && plan.axes.iter().all(|axis| axis.hi <= MAX_START)
                }
                Positions::Boards(_) => false,
            },
        }
    };
    SIDES.map(Bounds::All).into_iter().find(fits)
}

impl Input {
    /// The table of this extent; where neither it nor the rule says how far, a size is chosen: by the
    /// number of options, for about a second's work. `watch` is told of it.
    #[must_use]
    pub fn sized(&self, extent: &Extent, game: &Game, watch: &dyn Watch) -> Request {
        self.tell_of_heaps(watch);
        let mut request = self.request(extent, game);
        if let Some(bounds) = chosen(self, game, &request) {
            request.bounds = bounds;
            if let Ok(plan) = game.plan(&request, self.method.limits) {
                watch.notice(Notice::Sized(&plan.axes));
            }
        }
        request
    }

    /// The same game on a board that holds what is asked for: a parameter that nobody gave, that the
    /// rule's `table` line names as the bound of a coordinate, or that has the number which stands there,
    /// grows to that bound, as far as the rule lets it, if its moves do not speak of it. If they do, it
    /// grows where it is named as the bound of a size of starts; and where no such board is a position,
    /// all of them are as large as is asked.
    #[must_use]
    pub fn grown(self, bounds: Option<&Bounds>) -> Self {
        let Some(bounds) = bounds else { return self };
        let Ok(instance) = self.instance() else { return self };
        let asked_of = |coordinate: &str| match bounds {
            Bounds::All(to) => Some(*to),
            Bounds::Named(all) => Some(all.iter().find(|(name, _)| name == coordinate)?.1),
            Bounds::Usual | Bounds::Check => None,
        };
        let sizes = self.rule.start.iter().flat_map(|start| &start.sizes);
        let is_size = |name: &str| sizes.clone().any(|size| size.name == name);
        let (mut safe, mut moved, mut all) = (Vec::new(), Vec::new(), Vec::new());
        for (coordinate, bound) in self.rule.table.iter().flat_map(|table| &table.bounds) {
            let Some(asked) = asked_of(coordinate) else { continue };
            let bound = bound.to_string();
            let value = |name: &str| instance.values.get(name).map(ToString::to_string);
            let is_bound =
                |p: &&Parameter| p.name == bound || value(&p.name) == Some(bound.clone());
            let parameter = self.rule.parameters.iter().find(is_bound);
            let Some(Parameter { name, kind: ParameterKind::Int { hi, .. }, .. }) = parameter
            else {
                continue;
            };
            let most =
                hi.as_ref().and_then(Expr::literal).and_then(|most| i64::try_from(most).ok());
            let asked = most.map_or(asked, |most| asked.min(most));
            let is_given = self.parameters.fixed.iter().any(|(given, _)| given == name)
                || self.parameters.variations.iter().any(|v| v.name == *name);
            let now = value(name).and_then(|value| value.parse::<i64>().ok());
            let Some(now) = now.filter(|_| !is_given) else { continue };
            let to = (name.clone(), asked.to_string());
            let is_safe = self.only_bounds(name);
            if is_safe && asked > now {
                safe.push(to.clone());
            } else if asked > now && *name == bound && is_size(coordinate) {
                moved.push(to.clone());
            }
            all.push(to);
        }
        let with = |grown: &[(String, String)]| {
            let mut larger = self.clone();
            larger.parameters.fixed.extend_from_slice(grown);
            let larger = larger.on_heaps_if_long();
            larger.instance().is_ok().then_some(larger)
        };
        let has_start = |input: &Self| {
            let Ok(game) = input.game() else { return false };
            let sizes: Option<Vec<i64>> = game.sizes().into_iter().map(asked_of).collect();
            sizes.is_none_or(|sizes| game.start(&sizes).is_ok())
        };
        if !moved.is_empty() {
            let both = [safe.clone(), moved].concat();
            let holding = [both, all].iter().find_map(|grown| with(grown).filter(has_start));
            if let Some(larger) = holding {
                return larger;
            }
        }
        with(&safe).unwrap_or(self)
    }

    /// Whether the rule names the parameter only where it says how large boards are.
    fn only_bounds(&self, parameter: &str) -> bool {
        let text = self.rule.to_string();
        let speaks = |line: &str| {
            let is_part = |c: char| c.is_alphanumeric() || c == '_';
            line.split(|c| !is_part(c)).any(|word| word == parameter)
        };
        let bounds = ["game", "title", "note", "state", "heap", "table", "check", "claim"];
        text.lines().all(|line| {
            let first = line.split_whitespace().next().unwrap_or_default();
            bounds.contains(&first) || !speaks(line)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Input, Game) {
        let input = Input::of_text(text).unwrap();
        let game = input.game().unwrap();
        (input, game)
    }

    #[test]
    fn sizes_are_chosen_by_the_work_they_need() {
        let size = |text: &str| {
            let (input, game) = read(text);
            chosen(&input, &game, &input.request(&Extent::default(), &game))
        };
        let side = |text: &str| match size(text) {
            Some(Bounds::All(side)) => side,
            other => panic!("{text}: {other:?}"),
        };
        let few = side("heap n\nmove n - t for t in 1..3 if t <= n");
        let many = side("heap n\nmove n - t for t in 1..n if gcd(t, n) = 1 and t ** 2 % 7 != 3");
        let pairs =
            side("state (a, b)\nmove a -> a - t for t in 1..a\nmove b -> b - t for t in 1..b");
        assert!(few > many && many > pairs && pairs >= 100, "{few} {many} {pairs}");
        assert_eq!(size("heap n\nmove n - 1 if n > 0\ntable sg to n = 9"), None);
    }

    #[test]
    fn only_a_parameter_that_bounds_the_board_grows() {
        let row = "game g(n = 5 in 1..20)\nstate (F subset 1..n)\nmove F -> F - {x} for x in F";
        let starts = "start k: ({1..k})\ntable sg to k = n";
        let grown = |text: &str, to| {
            let input = Input::of_text(text).unwrap().grown(Some(&Bounds::All(to)));
            input.instance().unwrap().values["n"].to_string()
        };
        let strip = format!("{row}\n{starts}");
        assert_eq!([grown(&strip, 3), grown(&strip, 12), grown(&strip, 30)], ["5", "12", "20"]);
        let number = format!("{row}\nstart k: ({{1..k}})\ntable sg to k = 5");
        assert_eq!([grown(&number, 3), grown(&number, 12)], ["5", "12"]);
        assert_eq!(grown(&number, 30), "20");
        let moved = format!("{row} if x < n\n{}", starts.replace("k = n", "k = 5"));
        assert_eq!(grown(&moved, 12), "5");
        let outside = format!("{row} if x < n\nstart k: ({{1..k + 20}})\ntable sg to k = n");
        assert_eq!(grown(&outside, 12), "5");
    }

    #[test]
    fn a_parameter_that_moves_speak_of_grows_for_a_start() {
        let board = "game b(R = 2 in 1..9, C = 2 in 1..30 // R)\nstate (F subset 1..R * C)\n\
                     move F -> F - {x, x + C} for x in F if x + C in F\n\
                     start (a from 1, b from 1): ({(i - 1) * C + j for i in 1..a, j in 1..b})\n\
                     table sg to a = R, b = C";
        let grown = |to| {
            let values = Input::of_text(board).unwrap().grown(Some(&to)).instance().unwrap().values;
            ["R", "C"].map(|name| values[name].to_string())
        };
        let sides = |a, b| Bounds::Named(vec![("a".into(), a), ("b".into(), b)]);
        assert_eq!(grown(Bounds::All(4)), ["4", "4"]);
        assert_eq!(grown(sides(2, 5)), ["2", "5"]);
        assert_eq!(grown(sides(3, 2)), ["3", "2"]);
        // On a narrower board such a start would be some other position.
        assert_eq!(grown(sides(1, 4)), ["2", "4"]);
        assert_eq!(grown(sides(1, 20)), ["1", "20"]);
        assert_eq!(grown(sides(9, 9)), ["9", "2"], "the rule allows no such board");
    }
}
