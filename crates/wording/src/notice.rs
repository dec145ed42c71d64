//! What is met on the way, in words.

use crate::words::Words;
use report::{box_of, end_of};
use table::Table;
use workbench::Notice;

/// A notice as a remark.
#[must_use]
pub fn remark(notice: Notice<'_>, words: &Words) -> String {
    let of_table = |what: &str, table: &Table| format!("{what} {}", end_of(table));
    match notice {
        Notice::Sized(axes) => format!("{}: {}", words.sized, box_of(axes)),
        Notice::Extended(table) => of_table(words.asked_further, table),
        Notice::Starts(table) => of_table(words.of_starts, table),
        Notice::Found(laws) => format!("found     {}", laws.join(", ")),
        Notice::Resuming(folder) => format!("resuming from the checkpoint {}", folder.display()),
        Notice::NoCheckpoint(folder) => {
            let place = folder.display();
            format!("there is no checkpoint {place}: starting from the beginning")
        }
        Notice::Replacing(folder) => format!(
            "starting from the beginning; the checkpoint {} of an earlier run will be \
             replaced (--resume continues from it)",
            folder.display()
        ),
        Notice::OnHeaps(rule, code) => {
            format!("{rule} is played as {code}: a run of neighbours is a heap, for every length")
        }
        Notice::Unkept(why) => why.to_owned(),
    }
}
