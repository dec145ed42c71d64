use message::{Message, Tell, message};
use std::io;
use std::path::PathBuf;

/// Why a file or a chart could not be made.
#[derive(Debug)]
pub enum Error {
    /// The file system refused.
    Write {
        /// The file or folder that was to be written.
        path: PathBuf,
        /// What the system said.
        cause: io::Error,
    },
    /// A page or chart names a quantity its table does not have.
    NoColumn(String),
}

impl Tell for Error {
    fn message(&self) -> Message {
        match self {
            Self::Write { path, cause } => {
                let own = cause.get_ref().and_then(|own| own.downcast_ref::<Cause>());
                let cause = own.map_or_else(|| message!("{cause}"), |own| own.0.into());
                message!("cannot write {}: {cause}", path.display())
            }
            Self::NoColumn(name) => message!("the table has no column \"{name}\""),
        }
    }
}

message::error!(Error);

/// A cause that the system does not know, in words.
#[derive(Debug)]
pub(crate) struct Cause(pub(crate) &'static str);

impl Tell for Cause {
    fn message(&self) -> Message {
        self.0.into()
    }
}

message::error!(Cause);
