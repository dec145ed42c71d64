//! What is met on the way, in words.

use message::{Message, message};
use report::{box_of, end_of};
use workbench::Notice;

/// A notice as a remark.
#[must_use]
pub fn remark(notice: Notice<'_>) -> Message {
    match notice {
        Notice::Sized(axes) => {
            message!("no size was given, so one was chosen (--to changes it): {}", box_of(axes))
        }
        Notice::Extended(table) => message!("asked for more terms: up to {}", end_of(table)),
        Notice::Starts(table) => {
            message!("positions have no law; the starts up to {}", end_of(table))
        }
        Notice::Found(laws) => message!("found     {}", laws.join(", ")),
        Notice::Resuming(folder) => message!("resuming from the checkpoint {}", folder.display()),
        Notice::NoCheckpoint(folder) => {
            message!("there is no checkpoint {}: starting from the beginning", folder.display())
        }
        Notice::Replacing(folder) => message!(
            "starting from the beginning; the checkpoint {} of an earlier run will be \
             replaced (--resume continues from it)",
            folder.display()
        ),
        Notice::OnHeaps(rule, code) => {
            message!("{rule} is played as {code}: a run of neighbours is a heap, for every length")
        }
        Notice::Unkept(why) => why.clone(),
    }
}
