//! The plan of a table: its box, its cost, and how it will be computed.

use super::defined::POSITION;
use super::way::Way;
use crate::game::Game;
use crate::kernel;
use crate::order::{self, Order};
use crate::request::{Bounds, Kernel, Limits, Positions, Request, too_much};
use crate::space::Space;
use crate::stop::Stop;
use crate::valuation::stops::BYTES_A_CELL;
use clauses::{Clause, CoordinateKind, OptionPart, constant};
use expr::ast::Quantity;
use expr::substitute::{Bindings, int};
use message::{Message, message};
use rule::ast::{End, Heading, Player, Scope};
use std::collections::HashSet;
use table::Axis;

/// A table that is widened so that it holds every option has at most this many times the cells
/// asked for, or so few that it does not matter.
const MAX_WIDENING: u128 = 64;
const FEW_CELLS: u128 = 1 << 22;

/// Bytes that a value of a definition takes while its column is computed.
const VALUE: u128 = 32;
/// Most moves that are written out.
const SHOWN: usize = 20;
/// What theory says of positions that fall apart.
const PARTS: &str = "the nim-value of parts that no move joins is the nim-sum of theirs";
const PARTIZAN_PARTS: &str = "the value of parts that no move joins is the sum of theirs";
const MISERE_PARTS: &str = "a position is the sum of the parts that no move joins";

/// How larger tables are computed, `explain` does not say.
const EXPLAINED: u128 = 1 << 26;

/// What a table will cost, and how it is computed.
#[derive(Debug)]
pub struct Plan {
    /// Its box.
    pub axes: Vec<Axis>,
    /// Its columns in order.
    pub columns: Vec<Heading>,
    /// The quantities among them.
    pub(crate) quantities: Vec<Quantity>,
    /// Bytes at the peak.
    pub bytes: u128,
    /// Options to look at, estimated from a few positions; `None` where play is searched, or what
    /// there is to do depends on what is found on the way.
    pub options: Option<f64>,
    /// How it is computed.
    pub(super) way: Way,
}

impl Plan {
    /// How it is computed, in words.
    #[must_use]
    pub fn words(&self) -> Message {
        self.way.words()
    }

    /// The names of the columns in order.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(Heading::name)
    }
}

impl Game {
    /// What the request will cost.
    ///
    /// # Errors
    /// A refusal when the request makes no sense or does not fit.
    pub fn plan(&self, request: &Request, limits: Limits) -> Result<Plan, Stop> {
        self.is_not_loopy()?;
        let columns = self.headings(request)?;
        let quantities = self.quantities(&columns)?;
        let axes = self.axes_of(&request.bounds, &request.positions)?;
        let space = Space::new(axes.clone());
        let cells = space.cells();
        let is_partizan = quantities.iter().any(|q| q.is_partizan());
        let is_auto = request.kernel == Kernel::Auto;
        // The axes of starts and boards are not coordinates, and there is no box around them.
        let dense = request.positions == Positions::All && request.kernel != Kernel::Oracle;
        let dense = dense && (self.has_values() || !is_partizan);
        let working = if dense { self.working_space(&space) } else { None };
        let kernels = working.as_ref().filter(|_| is_auto);
        let bytes = match kernels.and_then(|working| self.bytes_of_kernels(working, &quantities)) {
            // Columns take two bytes per value.
            Some(most) => cells.saturating_mul(u128::from(most) + 2 * quantities.len() as u128),
            // The definition lists them first, and remembers each.
            _ if request.kernel == Kernel::Oracle => cells.saturating_mul(POSITION.into()),
            _ if is_partizan => cells.saturating_mul((BYTES_A_CELL + 4 * quantities.len()) as u128),
            _ => table_bytes(cells, quantities.len()),
        };
        let computed = columns.len() - quantities.len();
        let bytes = bytes.saturating_add(cells.saturating_mul(VALUE * computed as u128));
        if bytes > u128::from(limits.memory) || cells > u128::from(u32::MAX) {
            return Err(Stop::TooLarge(message!(
                "the table would have {cells} positions and need {} (lower --to or raise --memory)",
                too_much(bytes, limits.memory)
            )));
        }
        let working = working.filter(|working| fits(working, limits));
        let is_defined =
            |q: &Quantity| !matches!(q, Quantity::Value | Quantity::Numerator | Quantity::Exponent);
        let way = match request.positions {
            _ if quantities.is_empty() => Way::Arguments,
            _ if request.kernel == Kernel::Oracle && quantities.iter().all(is_defined) => {
                Way::Definition
            }
            _ if is_partizan => {
                // Sizes without a position are refused at once, as for other quantities.
                if request.positions == Positions::Starts && is_auto && self.may_fall_apart() {
                    self.start_positions(&axes)?;
                }
                Way::Partizan(working)
            }
            Positions::All => {
                Way::Columns(self.columns(&axes, &quantities, working, request.kernel)?)
            }
            Positions::Starts if is_auto => self.way_of_starts(&axes, &quantities, limits)?,
            _ => Way::Unlisted,
        };
        let options = way.options(self, &quantities)?;
        Ok(Plan { axes, columns, quantities, bytes, options, way })
    }

    /// Most bytes a cell that kernels take, where they extend all columns of these quantities.
    fn bytes_of_kernels(&self, working: &Space, quantities: &[Quantity]) -> Option<u64> {
        let folds = self.base_quantities(quantities).into_iter().filter_map(|q| self.fold(q));
        let bytes = folds.map(|fold| Some(kernel::recognise(self, working, fold)?.bytes()));
        bytes.collect::<Option<Vec<u64>>>()?.into_iter().max()
    }

    /// The box of a table of such rows.
    pub(super) fn axes_of(
        &self,
        bounds: &Bounds,
        positions: &Positions,
    ) -> Result<Vec<Axis>, Stop> {
        match positions {
            Positions::All => self.axes(bounds),
            Positions::Starts => self.start_axes(bounds),
            Positions::Boards(sizes) => Ok(vec![self.board_axis(sizes)?]),
        }
    }

    /// The rows of the rule's usual table, bounded so: its starting positions where it has no other
    /// positions, or where its `table` statement names a size of the start that is no coordinate
    /// and these bounds name no coordinate; else all positions.
    #[must_use]
    pub fn usual_rows(&self, bounds: &Bounds) -> Positions {
        let own: Vec<&String> = self.coordinate_names().collect();
        let is_for_all = match bounds {
            Bounds::Named(asked) => asked.iter().any(|(name, _)| own.contains(&name)),
            _ => false,
        };
        let table = self.instance.rule.table.iter();
        let mut usual = table.flat_map(|t| &t.bounds).map(|(name, _)| name);
        let of_starts = usual.any(|name| self.is_size(name) && !own.contains(&name));
        match self.lowered.dimensions.is_empty() || (of_starts && !is_for_all) {
            true => Positions::Starts,
            false => Positions::All,
        }
    }

    /// The coordinates as the rule and as tables name them: a row, and each of its entries.
    fn coordinate_names(&self) -> impl Iterator<Item = &String> {
        let shapes = self.lowered.shape.iter().map(|(name, _)| name);
        shapes.chain(self.lowered.dimensions.iter().map(|d| &d.name))
    }

    /// Whether that is a size of the rule's `start`.
    fn is_size(&self, name: &str) -> bool {
        self.lowered.start.iter().flat_map(|start| &start.sizes).any(|(size, _)| size == name)
    }

    /// How the rule was read: pairs of topic and sentence.
    #[must_use]
    pub fn explain(&self) -> Vec<(Message, Message)> {
        let mut lines = vec![("position".into(), self.position_words())];
        // A move on rows or heaps is many clauses.
        let mut said = HashSet::new();
        for line in self.lowered.clauses.iter().map(move_words) {
            if said.insert(line.clone()) && said.len() <= SHOWN {
                lines.push(line);
            }
        }
        let mut say = |topic: &'static str, text: Message| lines.push((topic.into(), text));
        if said.len() > SHOWN {
            say("moves", message!("{} in all; the first {SHOWN} are shown", said.len()));
        }
        let end = match self.lowered.stuck_wins {
            true => "a player who cannot move wins",
            false => "a player who cannot move loses",
        };
        for stated in &self.instance.rule.ends {
            let (scope, condition, won) = match stated {
                End::Win(scope, condition) => (scope, condition, true),
                End::Lose(scope, condition) => (scope, condition, false),
                End::StuckWins | End::StuckLoses => continue,
            };
            let said = match (won, scope) {
                (true, Scope::Alone) => message!("the player to move has won if {condition}"),
                (false, Scope::Alone) => message!("the player to move has lost if {condition}"),
                (true, Scope::Any) => {
                    message!("the player to move has won once {condition} in any component")
                }
                (false, Scope::Any) => {
                    message!("the player to move has lost once {condition} in any component")
                }
                (true, Scope::All) => {
                    message!("the player to move has won once {condition} in every component")
                }
                (false, Scope::All) => {
                    message!("the player to move has lost once {condition} in every component")
                }
            };
            say("end", said);
        }
        say("end", end.into());
        if self.is_loopy() {
            say("topic‖order", "none: play need not end, and infinite play is a draw".into());
        } else if !self.lowered.dimensions.is_empty() {
            say("topic‖order", self.order.words(&self.lowered.dimensions));
        }
        if self.falls_apart() {
            let theory = match () {
                () if self.is_partizan() => PARTIZAN_PARTS,
                () if self.lowered.stuck_wins => MISERE_PARTS,
                () => PARTS,
            };
            say("parts", theory.into());
        }
        let usual = Request {
            columns: Vec::new(),
            bounds: Bounds::Usual,
            positions: self.usual_rows(&Bounds::Usual),
            kernel: Kernel::Auto,
        };
        // What takes long to prepare is not prepared for a word.
        let is_large =
            self.axes(&usual.bounds).is_ok_and(|axes| Space::new(axes).cells() > EXPLAINED);
        if !is_large && let Ok(plan) = self.plan(&usual, Limits { memory: u64::MAX }) {
            say("kernel", plan.words());
        }
        lines
    }

    /// What a position is.
    pub(crate) fn position_words(&self) -> Message {
        let mut flat = self.lowered.dimensions.iter();
        let coordinates = self.lowered.shape.iter().map(|(name, shape)| {
            let first = flat.next();
            flat.by_ref().take(shape.len() - 1).for_each(drop);
            let name = match shape {
                CoordinateKind::Subset { lo, hi } => {
                    return message!("{name} a subset of {lo}..{hi}");
                }
                CoordinateKind::Number => name.clone(),
                CoordinateKind::Row(1) => format!("{name}1"),
                CoordinateKind::Row(2) => format!("{name}1, {name}2"),
                CoordinateKind::Row(entries) => format!("{name}1, ..., {name}{entries}"),
            };
            match first.map_or((0, None), |d| (d.lo, d.hi)) {
                (lo, Some(hi)) => message!("{name} in {lo}..{hi}"),
                (lo, None) => message!("{name} >= {lo}"),
            }
        });
        let state = Message::joined(coordinates, ", ");
        if state.is_empty() {
            "of other games only".into()
        } else if self.is_coins() {
            message!("one head among coins at {state}; a board is a set of heads")
        } else if self.lowered.symmetric && self.lowered.dimensions.len() > 1 {
            message!("{state}; the order does not matter")
        } else {
            state
        }
    }

    /// The quantities among the columns.
    pub(crate) fn quantities(&self, columns: &[Heading]) -> Result<Vec<Quantity>, Stop> {
        let quantities: Vec<Quantity> = columns.iter().filter_map(Heading::quantity).collect();
        if let Some(quantity) = quantities.first().filter(|_| self.is_without_moves()) {
            return Err(Stop::Refused(message!(
                "the rule has no moves, and so no quantity `{}`: add a `move`",
                quantity.name()
            )));
        }
        for quantity in &quantities {
            if let Some(why) = self.partizan_refusal(*quantity) {
                return Err(Stop::Refused(why.into()));
            }
            let refusal = match quantity {
                Quantity::Sg if self.has_winning_ends() => {
                    "sg is not defined under immediate wins; ask for win"
                }
                Quantity::Remoteness if self.lowered.stuck_wins => {
                    "remoteness is defined only where a stuck player loses"
                }
                Quantity::Lose => "`lose` is for claims; ask for win",
                _ => continue,
            };
            return Err(Stop::Refused(refusal.into()));
        }
        Ok(quantities)
    }

    /// For each flat coordinate the row it belongs to.
    fn rows_of_entries(&self) -> impl Iterator<Item = Option<&String>> {
        self.lowered.shape.iter().flat_map(|(name, shape)| {
            let row = matches!(shape, CoordinateKind::Row(_)).then_some(name);
            std::iter::repeat_n(row, shape.len())
        })
    }

    /// The box of a table.
    pub(crate) fn axes(&self, bounds: &Bounds) -> Result<Vec<Axis>, Stop> {
        let axes = self.axes_of_any_length(bounds)?;
        match axes.iter().find(|axis| axis.hi - axis.lo >= i64::from(u32::MAX)) {
            None => Ok(axes),
            Some(Axis { name, lo, hi, .. }) => {
                Err(Stop::TooLarge(message!("{name} = {lo}..{hi} is more than a table can hold")))
            }
        }
    }

    /// The same for what needs no table.
    pub(crate) fn axes_of_any_length(&self, bounds: &Bounds) -> Result<Vec<Axis>, Stop> {
        if self.lowered.dimensions.is_empty() {
            let why = "the rule has no positions of its own, only starts: ask for those";
            return Err(Stop::Refused(why.into()));
        }
        let named = named(bounds);
        let rows: Vec<Option<&String>> = self.rows_of_entries().collect();
        let row_of = |i: usize| rows.get(i).copied().flatten();
        // Bounds may also name sizes of the start, which bound no position.
        let is_own = |name: &String| self.coordinate_names().any(|own| own == name);
        let own: Vec<&(String, i64)> = named.iter().filter(|(name, _)| is_own(name)).collect();
        let is_known = |name: &String| is_own(name) || (!own.is_empty() && self.is_size(name));
        if let Some((name, _)) = named.iter().find(|(name, _)| !is_known(name)) {
            let names = self.coordinates().join(", ");
            let why = message!("--to names `{name}`, but the coordinates are {names}");
            return Err(Stop::Refused(match self.is_size(name) {
                true => message!(
                    "{why}; `{name}` is a size of the rule's `start`: `mexlab table RULE --starts` \
                     lists the starts"
                ),
                false => why,
            }));
        }
        let mut bindings = self.lowered.bindings.clone();
        let mut axes = Vec::new();
        for (i, dimension) in self.lowered.dimensions.iter().enumerate() {
            let matches = |n: &String| *n == dimension.name || row_of(i) == Some(n);
            let largest = own.iter().map(|(_, hi)| *hi).max();
            let hi = match (dimension.hi, bounds) {
                (Some(hi), _) | (None, &Bounds::All(hi)) => Some(Ok(hi)),
                (None, _) => {
                    let given = named.iter().find(|(n, _)| matches(n)).map(|(_, hi)| Ok(*hi));
                    given.or_else(|| self.stated(bounds, &matches, &bindings)).or(largest.map(Ok))
                }
            };
            let Some(hi) = hi.transpose()? else {
                return Err(Stop::no_bound(&dimension.name));
            };
            if hi < dimension.lo {
                return Err(Stop::Refused(message!(
                    "the table would be empty: {} goes from {} to {hi}",
                    dimension.name,
                    dimension.lo
                )));
            }
            let names = [Some(&dimension.name), row_of(i)];
            bindings.names.extend(names.into_iter().flatten().map(|name| (name.clone(), int(hi))));
            let is_whole = dimension.hi == Some(hi);
            let of_set = |(name, kind): &(String, CoordinateKind)| match kind {
                CoordinateKind::Subset { lo, .. } if *name == dimension.name => Some(*lo),
                _ => None,
            };
            let elements = self.lowered.shape.iter().find_map(of_set);
            let axis = Axis::new(&dimension.name, dimension.lo, hi);
            axes.push(Axis { is_whole, elements, ..axis });
        }
        Ok(axes)
    }

    /// How far the rule's statements say that what is named so goes.
    fn stated(
        &self,
        bounds: &Bounds,
        is_meant: &dyn Fn(&String) -> bool,
        bindings: &Bindings,
    ) -> Option<Result<i64, Stop>> {
        let rule = &self.instance.rule;
        let check = rule.check.iter().filter(|_| *bounds == Bounds::Check);
        let usual = rule.table.iter().flat_map(|table| &table.bounds);
        let mut all = check.flat_map(|check| &check.bounds).chain(usual);
        let (_, e) = all.find(|(name, _)| is_meant(name))?;
        Some(constant(e, bindings).map_err(|d| Stop::Mistake(vec![d])))
    }

    /// The sizes of a table of starts.
    pub(crate) fn start_axes(&self, bounds: &Bounds) -> Result<Vec<Axis>, Stop> {
        let Some(start) = &self.lowered.start else {
            return Err(Stop::Refused("the rule has no `start`: every position is one".into()));
        };
        // What names no size bounds all of them.
        let named = named(bounds);
        let is_known =
            |name: &String| self.is_size(name) || self.coordinate_names().any(|own| own == name);
        if let Some((name, _)) = named.iter().find(|(name, _)| !is_known(name)) {
            let names = self.sizes().join(", ");
            return Err(Stop::Refused(message!(
                "--to names `{name}`, but the sizes of the start are {names}"
            )));
        }
        let others = named.iter().filter(|(name, _)| !self.is_size(name)).map(|(_, hi)| *hi).max();
        let mut bindings = self.lowered.bindings.clone();
        let mut axes = Vec::new();
        for (size, least) in &start.sizes {
            let lo = constant(least, &bindings).map_err(|d| Stop::Mistake(vec![d]))?;
            let hi = match bounds {
                Bounds::All(hi) => Some(Ok(*hi)),
                _ => {
                    let own = named.iter().find(|(n, _)| n == size).map(|(_, hi)| *hi);
                    let given = own.or(others).map(Ok);
                    given.or_else(|| self.stated(bounds, &|name| name == size, &bindings))
                }
            };
            let Some(hi) = hi.transpose()? else {
                return Err(Stop::no_bound(size));
            };
            if hi < lo {
                return Err(Stop::Refused(message!("the table would be empty: {lo} to {hi}")));
            }
            bindings.names.insert(size.clone(), int(hi));
            axes.push(Axis::new(size, lo, hi));
        }
        Ok(axes)
    }

    pub(crate) fn board_axis(&self, sizes: &[u32]) -> Result<Axis, Stop> {
        if !self.is_coins() {
            return Err(Stop::Refused("boards are for coin games".into()));
        }
        if sizes.len() != self.lowered.dimensions.len() {
            return Err(Stop::Refused(message!(
                "boards of this game have {} dimensions: give as many sizes, such as 3x3",
                self.lowered.dimensions.len()
            )));
        }
        let coins = sizes.iter().try_fold(1u32, |total, &s| total.checked_mul(s));
        match coins {
            Some(coins @ 1..=24) => Ok(Axis::new("board", 0, (1 << coins) - 1)),
            Some(0) => Err(Stop::Refused("a board has at least one coin".into())),
            _ => Err(Stop::TooLarge("boards have 1 to 24 coins".into())),
        }
    }

    /// The box that also holds every option, where it can be filled position after position; `None`
    /// where play must be searched.
    pub(crate) fn working_space(&self, space: &Space) -> Option<Space> {
        let searched =
            self.rules.looks_around() || self.lowered.is_whole() || self.order == Order::Unknown;
        match searched {
            true => None,
            false => self.box_around(space).or_else(|| self.cut_around(space)),
        }
    }

    /// The least part of a box that, as far as the sampled moves tell, no move leaves because it
    /// raises no linear form; `None` where that holds many times the cells asked for.
    fn cut_around(&self, space: &Space) -> Option<Space> {
        let raised: Vec<usize> = self.raised().collect();
        let all = order::never_raised(&self.sample, space.axes.len(), &raised);
        let all = all.into_iter().filter_map(|weights| space.below(weights, &raised));
        let least = all.min_by_key(Space::cells)?;
        let most = space.cells().saturating_mul(MAX_WIDENING).max(FEW_CELLS);
        (least.cells() <= most).then_some(least)
    }

    /// The coordinates without a greatest value that some move raises.
    pub(super) fn raised(&self) -> impl Iterator<Item = usize> {
        let is_open = |&axis: &usize| self.lowered.dimensions[axis].hi.is_none();
        let axes = (0..self.lowered.dimensions.len()).filter(is_open);
        axes.filter(|&axis| self.sample.raises(axis))
    }
}

/// Whether a box can be filled within the limits.
pub(super) fn fits(working: &Space, limits: Limits) -> bool {
    let cells = working.cells();
    cells * 4 <= u128::from(limits.memory) && cells <= u128::from(u32::MAX)
}

/// Whose a move is and its name, and what it does.
fn move_words(clause: &Clause) -> (Message, Message) {
    let quantifiers: Message = match clause.binders.len() {
        0 => "one option".into(),
        1 => "one quantifier".into(),
        n => message!("{n} quantifiers"),
    };
    let is_each = |part: &OptionPart| matches!(part, OptionPart::Each(_));
    let said = match clause.parts.len() {
        _ if clause.parts.iter().any(is_each) => message!("{quantifiers}, a sum"),
        0 => message!("{quantifiers}, nothing left"),
        1 => message!("{quantifiers}, one position left"),
        n => message!("{quantifiers}, a sum of {n}"),
    };
    let whose = match clause.player {
        Player::Either => "move",
        Player::Left => "left",
        Player::Right => "right",
    };
    let whose = Message::from(whose);
    (message!("{whose} {}", clause.label), said)
}

/// The bounds that are given by name.
fn named(bounds: &Bounds) -> &[(String, i64)] {
    match bounds {
        Bounds::Named(named) => named,
        _ => &[],
    }
}

/// Bytes a table of that many cells and quantities takes at its peak.
pub(crate) fn table_bytes(cells: u128, quantities: usize) -> u128 {
    cells.saturating_mul(8 + 4 * quantities as u128)
}
