//! Announces what a long table will cost before it starts.

use crate::amounts;
use crate::terminal::Terminal;
use engine::Plan;
use message::message;
use session::cost::{nominal, seconds};
use workbench::Task;

/// A table that takes more seconds or bytes says so before it starts.
const WORTH_A_WORD: (f64, u128) = (60.0, 1_000_000_000);

/// Says what a large table will cost, as far as it is known; of a family, tables of about one size.
pub(crate) fn announce(task: Task<'_>, plan: &Plan, terminal: &Terminal) {
    let seconds = match terminal.quiet {
        true => nominal(plan),
        false => seconds(task, plan),
    };
    let members = task.members();
    let bytes = plan.bytes.saturating_mul(members as u128);
    let is_long = seconds.is_none_or(|seconds| seconds * members > WORTH_A_WORD.0);
    if is_long || bytes > WORTH_A_WORD.1 {
        let time = match seconds {
            Some(seconds) => message!("about {}", amounts::seconds(seconds * members)),
            None => "a time that cannot be predicted".into(),
        };
        let memory = engine::size(bytes);
        terminal.remark(message!("this table will take {time} and {memory}; Ctrl-C stops it"));
    }
}
