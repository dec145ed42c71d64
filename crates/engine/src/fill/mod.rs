//! How tables are filled: what is asked for is planned, computed by a kernel, the machine or a search,
//! and put together.

mod around;
mod defined;
mod family;
mod fault;
mod kept;
mod lets;
mod moves;
mod ordered;
mod parted;
mod passing;
mod plan;
mod summary;
mod symmetry;
mod tabulate;
mod way;
mod wholes;

pub use family::{Variation, family};
pub(crate) use fault::explain as explain_fault;
pub use plan::Plan;
pub(crate) use summary::Repeating;
pub use summary::{ColumnSummary, Summary};
pub(crate) use symmetry::check as check_symmetry;
pub use tabulate::Tabulated;
pub(crate) use tabulate::order_columns;
pub(crate) use wholes::Searched;
