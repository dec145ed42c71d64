//! How a table is computed: chosen once by [`Game::plan`], with what that needs, said in words, and
//! carried out as it stands. Another way is a variant of [`Way`], or of [`Told`] where whole positions
//! are told by it, with its words here and its work in [`Game::carry_out`] or
//! [`Game::table_of_wholes`].

use crate::fold::Fold;
use crate::game::Game;
use crate::kernel::{ByRows, Filler, LimitedStarts, ROWS_OF_BITS, STONES_AND_A_LIMIT};
use crate::request::Kernel;
use crate::search::position::Component;
use crate::space::Space;
use crate::stop::Stop;
use expr::ast::Quantity;
use message::{Message, message};
use std::cell::LazyCell;
use std::fmt;
use table::{Axis, Table};

/// The number of sums of larger heaps is not said: it has more than 16 digits.
const MAX_PARTED: usize = 300;
/// How outcomes are computed that no table of single positions gives.
const BY_SUMS: &str = "search of sums, at most as many as a heap has partitions";
/// How tables are computed that nothing faster is known for.
const BY_DEFINITION: &str = "search of positions by definition";
/// How whole positions are valued that fall apart.
const BY_PARTS: &str = "nim-values of the parts that play falls into, like parts searched once";

/// How a table is computed.
pub(crate) enum Way {
    /// It has definitions of the rule only.
    Arguments,
    /// Each position by its options, as the rule is written.
    Definition,
    /// Each column of a box in a way of its own.
    Columns(Columns),
    /// Values of partizan games: in a box that holds all options, or else of one position after another.
    Partizan(Option<Space>),
    /// Starts of stones and a limit.
    Limited(LimitedStarts),
    /// Starts that are listed.
    Starts(Vec<Option<Vec<Component>>>, Told),
    /// Whole positions that are listed only when the table is computed.
    Unlisted,
}

/// How whole positions are told.
pub(crate) enum Told {
    /// They are read off a box that is filled.
    Around(Columns),
    /// These quantities by the parts that the positions fall into, others otherwise.
    Parts(Vec<Quantity>, Option<Box<Told>>),
    /// By the outcomes of a box that no table holds, of each quantity.
    Outcomes(Space, Vec<ByRows>),
    /// By a search; where it reaches much of a box, by that.
    Searched(Option<OneBox>),
}

/// A box around some positions, and what is asked for it.
pub(crate) struct OneBox {
    pub(super) axes: Vec<Axis>,
    pub(super) quantities: Vec<Quantity>,
    /// With the cells that only moves reach.
    pub(crate) working: Space,
}

/// Columns of a box.
pub(crate) struct Columns {
    pub(super) axes: Vec<Axis>,
    /// What is asked for.
    pub(super) quantities: Vec<Quantity>,
    /// The box that also holds every option, where it is filled.
    pub(super) working: Option<Space>,
    /// What is computed, in order.
    pub(super) all: Vec<(Quantity, ColumnWay)>,
}

/// How a column of a box is computed.
pub(super) enum ColumnWay {
    Filled(Fold, Filler),
    /// `win` is read off the column `sg`.
    Derived,
    Searched,
}

impl Way {
    /// How, in words.
    pub(super) fn words(&self) -> Message {
        match self {
            Self::Arguments => "definitions of the rule, one position after another".into(),
            Self::Definition | Self::Partizan(None) | Self::Unlisted => BY_DEFINITION.into(),
            Self::Columns(columns) => columns.words(),
            Self::Partizan(Some(_)) => "adorned stops, one position after another".into(),
            Self::Limited(_) => STONES_AND_A_LIMIT.into(),
            Self::Starts(_, told) => told.words(),
        }
    }

    /// Options to look at for these quantities, estimated; `None` where that is not known before.
    pub(super) fn options(&self, game: &Game, asked: &[Quantity]) -> Result<Option<f64>, Stop> {
        match self {
            Self::Columns(columns) | Self::Starts(_, Told::Around(columns)) => {
                columns.options(game, asked)
            }
            Self::Partizan(Some(working)) => Ok(Some(game.code(working)?.options())),
            Self::Starts(_, Told::Outcomes(space, all)) => {
                Ok(Some(all.iter().map(|rows| rows.steps(space)).sum()))
            }
            _ => Ok(None),
        }
    }
}

impl fmt::Debug for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.words(), f)
    }
}

impl Told {
    fn words(&self) -> Message {
        match self {
            Self::Around(columns) => {
                message!("table of the positions that starts lead to; {}", columns.words())
            }
            Self::Parts(_, None) => BY_PARTS.into(),
            Self::Parts(_, Some(others)) => {
                message!("{}; {}", Message::from(BY_PARTS), others.words())
            }
            Self::Outcomes(..) => ROWS_OF_BITS.into(),
            Self::Searched(_) => BY_DEFINITION.into(),
        }
    }
}

impl Columns {
    /// Whether the table has a column that is asked for.
    pub(super) fn has_asked(&self, table: &Table) -> bool {
        self.quantities.iter().any(|quantity| table.column(quantity.name()).is_some())
    }

    fn words(&self) -> Message {
        if self.working.is_none() {
            return BY_DEFINITION.into();
        }
        let mut words: Vec<Message> = Vec::new();
        for (_, column) in &self.all {
            if let ColumnWay::Filled(_, filler) = column
                && let way = filler.words()
                && !words.contains(&way)
            {
                words.push(way);
            }
        }
        if self.is_searched() {
            words.push(BY_SUMS.into());
        }
        Message::joined(words, "; ")
    }

    fn is_searched(&self) -> bool {
        self.all.iter().any(|(_, column)| matches!(column, ColumnWay::Searched))
    }

    fn options(&self, game: &Game, asked: &[Quantity]) -> Result<Option<f64>, Stop> {
        let Some(working) = &self.working else { return Ok(None) };
        let code = game.code(working)?;
        let cost = LazyCell::new(|| code.options());
        let steps = self.all.iter().filter_map(|(_, column)| match column {
            ColumnWay::Filled(_, Filler::Kernel(kernel)) => Some(kernel.steps(working)),
            ColumnWay::Filled(_, Filler::Whole(whole)) => Some(Some(whole.steps(&code))),
            ColumnWay::Filled(_, Filler::Machine) => Some(Some(*cost)),
            ColumnWay::Derived | ColumnWay::Searched => None,
        });
        let sums = self.is_searched().then(|| options_of_sums(working, *cost));
        let total: Option<f64> = steps.chain(sums).sum();
        let listings = asked.iter().filter(|q| q.is_of_moves()).count();
        Ok(total.map(|total| if listings > 0 { total + listings as f64 * *cost } else { total }))
    }
}

impl Game {
    /// How columns of a box are computed, in one that holds all options, where there is one.
    pub(super) fn columns(
        &self,
        axes: &[Axis],
        quantities: &[Quantity],
        working: Option<Space>,
        kernel: Kernel,
    ) -> Result<Columns, Stop> {
        let mut all: Vec<(Quantity, ColumnWay)> = Vec::new();
        for quantity in self.base_quantities(quantities) {
            let has_values = all.iter().any(|(q, _)| *q == Quantity::Sg);
            let column = match working.as_ref().zip(self.fold(quantity)) {
                Some((working, fold)) if kernel == Kernel::Auto => {
                    ColumnWay::Filled(fold, Filler::new(self, working, fold)?)
                }
                Some((_, fold)) => ColumnWay::Filled(fold, Filler::Machine),
                None if quantity == Quantity::Win && self.rules.decomposes() && has_values => {
                    ColumnWay::Derived
                }
                None => ColumnWay::Searched,
            };
            all.push((quantity, column));
        }
        Ok(Columns { axes: axes.to_vec(), quantities: quantities.to_vec(), working, all })
    }

    /// The same for a box around some positions.
    pub(crate) fn columns_around(&self, around: &OneBox) -> Result<Columns, Stop> {
        let OneBox { axes, quantities, working } = around;
        self.columns(axes, quantities, Some(working.clone()), Kernel::Auto)
    }
}

/// Options of the sums that heaps of one number up to the greatest may become, as many as there are
/// partitions of the numbers up to it, where the heaps have so many; `None` where the sums are not
/// known, or hopelessly many.
fn options_of_sums(working: &Space, options: f64) -> Option<f64> {
    let [Axis { hi, .. }] = working.axes[..] else { return None };
    let most = usize::try_from(hi).ok().filter(|most| *most <= MAX_PARTED)?;
    let mut partitions = vec![1.0; 1 + most];
    for part in 2..=most {
        for total in part..=most {
            partitions[total] += partitions[total - part];
        }
    }
    let of_one = options / working.cells().max(1) as f64;
    Some(partitions.iter().sum::<f64>() * of_one)
}
