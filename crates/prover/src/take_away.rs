//! Taking at most K times as much as before, for the checker's theorem of that name.

use meaning::take_away::TakeAway;
use message::message;
use rule::Instance;
use serde_json::json;

use crate::asked::Sought;
use crate::unproved::not_found;
use crate::{Certified, Question, Result, sealed};

/// Most terms looked at.
const TERMS: usize = 1000;

/// Which positions are won, as a law that automata prove and other statements follow from: for K = 1
/// and K = 2, whose terms are the places of a numeration.
#[must_use]
pub fn by_digits(instance: &Instance) -> Option<String> {
    let TakeAway { factor, names: [n, q] } = TakeAway::of(instance).ok()?;
    let least = match factor {
        1 => format!("lowbit({n})"),
        2 => format!("zeckendorf({n})[0]"),
        _ => return None,
    };
    Some(format!("win iff {n} > 0 and {q} >= {least}"))
}

/// Which positions are won, or which numbers of stones lose at the start, with a certificate.
pub(crate) fn prove(
    question: &Question,
    asked: Option<Sought<'_>>,
    game: &TakeAway,
) -> Result<Certified> {
    if question.quantity != "win" {
        return Err(not_found(message!("this is proved of `win`, not `{}`", question.quantity)));
    }
    // as many terms as there are below 2^128
    let mut last = TERMS;
    let (all, partners) = loop {
        match game.terms(last) {
            Ok(found) => break found,
            Err(why) if last == 1 => return Err(why.into()),
            Err(_) => last /= 2,
        }
    };
    let lag = |m: usize| m - partners[m];
    let steady = |&m: &usize| {
        let run = lag(m);
        m >= run && m + run + 2 <= partners.len() && (m..m + run + 2).all(|m| lag(m) == run)
    };
    let Some(from) = (0..partners.len()).find(steady) else {
        return Err(not_found(message!("no lag is constant among the first {last} terms")));
    };
    let [positions, starts] = game.laws(&all, from, lag(from));
    let law = match asked {
        Some(Sought { among: Some(_), .. }) => &starts,
        Some(_) => &positions,
        None => question.law.as_deref().unwrap_or_default(),
    };
    let data = json!({"from": from, "lag": lag(from)});
    sealed(question, law, "take-away", &data)
}
