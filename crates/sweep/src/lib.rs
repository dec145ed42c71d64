//! Families of variants: their members, the shards they are computed in, the atlas of all results.
//!
//! A [`Plan`] says which rule, what varies and what is computed of each member; [`members`] lists the family,
//! and [`Folder::begin`] writes both into a folder. A *shard* is some consecutive members. [`shard`] computes
//! one and writes its file: whoever does it, on whatever machine, the bytes are the same, and a shard
//! that is there is not computed again. [`collect`] checks all files and merges them into one SQLite file
//! (docs/atlas.md). What is computed of a member comes from the caller: nothing here plays a game.

mod across;
mod atlas;
mod error;
mod family;
mod folder;
mod plan;
mod shard;

pub use across::{Across, Pair, across, agreeing, charts};
pub use atlas::{Atlas, Cell, collect, select};
pub use error::Error;
pub use family::{Member, members};
pub use folder::{Folder, Lock};
pub use plan::{Overs, Plan};
pub use shard::{Answer, Compute, Computed, Row, Status, run, shard};
