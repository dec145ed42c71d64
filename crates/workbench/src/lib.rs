//! From the text of a rule to its table, laws, proofs and answers to claims.
//!
//! ```
//! use workbench::{Alone, Effort, Extent, Input, Task, lawful, of_laws};
//!
//! # fn main() -> Result<(), workbench::Failure> {
//! // A rule, its game, and which table of it.
//! let input = Input::of_text("heap n\nmove n - k for k in {1, 3, 4} if k <= n")?;
//! let game = input.game()?;
//! let request = input.request(&Extent::to(1000), &game);
//! let task = Task { input: &input, game: &game, request: &request };
//!
//! let table = task.tabulate(&Alone)?.table;
//! let mut found = lawful(task, table, &Alone);
//! let proofs = of_laws(task, &found.table, &mut found.findings, Effort::default(), &Alone)?.proofs;
//!
//! let (quantity, laws) = &found.findings[0];
//! assert_eq!(laws[0].law.words, "sg(n + 7) = sg(n); by n mod 7: 0 1 0 1 2 3 2");
//! assert!(proofs[quantity].certificate.accepted.theorem.contains("a state that repeats"));
//! # Ok(())
//! # }
//! ```
//!
//! A question about a rule begins with an [`Input`], its game and a [`Task`]: one table of it. From
//! there:
//!
//! - [`Task::tabulate`] computes the table, [`lawful`] looks for its laws, [`of_laws`] for proofs of
//!   them;
//! - [`check`] answers the claims of the rule, [`judge`] without proofs;
//! - [`certificate`] proves a law that somebody states, or refutes it by a position;
//! - [`chance`] counts the positions that the first player loses, and those of sums of random ones;
//! - [`page`] gathers all that a report says; the crate `report` writes it.
//!
//! Nothing here prints. Who asks is a [`Watch`]: it is told how far the work is and what is met on the
//! way, and may end it; [`Alone`] asks for nothing of the kind. Work that is stopped keeps what it
//! has: a [`Tabulated`] says why it is not whole. With [`Kept`] a table is kept in a folder while it is
//! computed, and a later run goes on from there.

mod by_law;
pub mod chance;
mod claims;
mod effort;
mod failure;
mod figure;
mod input;
mod keeping;
mod laws;
mod page;
mod proofs;
mod prove;
mod request;
mod residues;
mod size;
mod source;
mod strip;
mod watch;

pub use by_law::{ByLaw, LargeMove, by_intervals, by_law};
pub use claims::{as_stated, check, judge, refuse_early, unbounded};
pub use effort::Effort;
pub use failure::{Failure, Mistakes, Result, Unfit};
pub use figure::{figure, figures};
pub use input::{Input, Tabulated, Task};
pub use keeping::{Keeping, Kept};
pub use laws::{
    Findings, Lawful, candidates, in_integers, is_searched, lawful, laws, laws_with_wrong_terms,
    of_positions,
};
pub use page::{Answers, PERIOD, page, rows};
pub use proofs::{Open, Proved, of_laws, of_period, stated};
pub use prove::{LAW, ToProve, Unmade, certificate};
pub use report::json::is_silent;
pub use request::{Extent, Method, Parameters, boards, bounds, columns, integer};
pub use source::Source;
pub use watch::{Alone, Notice, Stage, Watch, during};
