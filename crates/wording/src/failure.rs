//! How work that ended without its answer is told: a message, and a status.

use crate::summary;
use crate::words::Words;
use message::{Message, Tell as _, message};
use verdict::Verdict;
use workbench::Failure;

/// The exit status of a command, and what a session says: 2 a mistake, 3 a limit or the end of `--time`, 4 not
/// proved, 130 interrupted. `is_late`: the work was stopped by its limit of time.
#[must_use]
pub fn status(failure: &Failure, is_late: bool) -> u8 {
    match failure {
        Failure::Mistake(_) | Failure::Diagnosed(_) => 2,
        Failure::Limit(_) => 3,
        Failure::Interrupted(_) if is_late => 3,
        Failure::Unproved(_) => 4,
        Failure::Interrupted(_) => 130,
    }
}

/// The message in the language of the words, with the end of its last line.
#[must_use]
pub fn message(failure: &Failure, is_late: bool, words: &Words) -> String {
    let told = match failure {
        Failure::Diagnosed(mistakes) => return mistakes.render(&|message| words.told(message)),
        Failure::Mistake(_) | Failure::Limit(_) => message!("error: {failure}"),
        Failure::Unproved(_) | Failure::Interrupted(_) => what(failure, is_late),
    };
    words.told(&told) + "\n"
}

/// What happened, without the word `error` before it.
#[must_use]
pub fn what(failure: &Failure, is_late: bool) -> Message {
    match failure {
        Failure::Interrupted(rest) if is_late => message!("stopped by --time{rest}"),
        failure => failure.message(),
    }
}

/// The failure of a proof that was not found; `verdict` says how the law fares.
#[must_use]
pub fn unproved(why: &Message, verdict: Option<&Verdict>, words: &Words) -> Failure {
    Failure::Unproved(match verdict {
        None => message!("{why}; the law is not a claim"),
        Some(verdict) => {
            let answer = summary::answer(verdict, words);
            // what the theory makes true has no certificate
            match verdict.proof {
                Some(_) => message!("{why}; the law is {answer}"),
                None => message!("{why}; the law {answer}"),
            }
        }
    })
}
