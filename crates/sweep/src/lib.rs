//! Families of variants: their members, the shards they are computed in, the atlas of all results.
//!
//! A [`Plan`] says which rule, what varies and what is computed for each member; [`members`] lists the
//! family, and [`Begun::begin`] writes both into a folder. A *shard* is a run of consecutive members.
//! [`Begun::shard`] computes one and writes its file: the bytes are the same on every machine, and an
//! existing shard is not recomputed. [`Begun::collect`] checks all files and merges them into one SQLite file
//! (docs/atlas.md). The caller computes the results of a member: nothing here plays a game.
//!
//! ```
//! let overs = sweep::Overs::given(&["code in octal(0.7?)".to_owned()]);
//! let members = sweep::members(None, &[], &overs, sweep::Alike::Scaled)?;
//! assert_eq!(members.len(), 8);
//! assert_eq!(members[7].code().as_deref(), Some("octal:0.77"));
//! # Ok::<(), sweep::Error>(())
//! ```

mod across;
mod atlas;
mod error;
mod family;
mod folder;
mod plan;
mod row;
mod shard;
mod summary;

pub use across::{Across, Pair, across, agreeing, charts};
pub use atlas::{Atlas, Cell, FamilyLaw, select, text};
pub use error::{Error, Result};
pub use family::{Alike, Member, members};
pub use folder::{Begun, Folder, Lock};
pub use plan::{Overs, Plan};
pub use shard::{AnsweredClaim, Compute, Computed, Row, Status};
