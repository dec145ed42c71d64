use std::io;
use std::path::PathBuf;

/// Why a file or a chart could not be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The file system refused.
    #[error("cannot write {}: {cause}", path.display())]
    Write {
        /// The file or folder that was to be written.
        path: PathBuf,
        /// What the system said.
        #[source]
        cause: io::Error,
    },
    /// A page or chart names a quantity its table does not have.
    #[error("the table has no column \"{0}\"")]
    NoColumn(String),
}
