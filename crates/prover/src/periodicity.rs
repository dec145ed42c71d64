//! Periods of take-and-break codes, for the checker's theorem of that name.

use kernels::Halt;
use kernels::codes::{Code, extend_proved};
use serde_json::json;

use crate::{Error, Outcome, Question, sealed};

/// Largest member of a subtraction set that is looked at.
const LARGEST: usize = 256;

/// The period of a code, with its certificate.
pub(crate) fn prove(
    question: &Question,
    pulse: &dyn Fn(u64, u64) -> bool,
) -> Result<Outcome, Error> {
    let Question { rule, quantity, law, to, .. } = question;
    let unproved = |why: String| Ok(Outcome::Unproved(why));
    let Some(code) = digits(rule).and_then(|digits| Code::of_digits(&digits)) else {
        return unproved(
            "no theorem known here speaks of this rule; periods are proved of \
                         octal:, hex: and listed subtract: codes"
                .into(),
        );
    };
    if quantity != "sg" {
        return unproved(format!("periods are proved of `sg`, not of `{quantity}`"));
    }
    let mut values = vec![0];
    let period = match extend_proved(&code, &mut values, *to, pulse) {
        Ok(Some(period)) => period,
        Ok(None) => return unproved(format!("no period is proved by the values to n = {to}")),
        Err(Halt::Interrupted) => return Err(Error::Interrupted),
        Err(Halt::Overflow) => return unproved("the values grow beyond 16 bits".into()),
    };
    let (preperiod, length) = (period.preperiod, period.period);
    let stated = format!("n >= {preperiod} implies sg(n + {length}) = sg(n)");
    if let Some(law) = law.as_ref().filter(|law| squeezed(law) != squeezed(&stated)) {
        return unproved(format!("`{law}` has no proof; what is proved is `{stated}`"));
    }
    // The theorem may need fewer values than were computed: the rest are copies.
    let known = &values[..values.len().min(period.proved_at as usize + 1)];
    Ok(sealed(&json!({
        "mexlab-certificate": checker::VERSION,
        "rule": rule,
        "parameters": {},
        "quantity": quantity,
        "law": stated,
        "theorem": "periodicity",
        "data": {
            "preperiod": preperiod,
            "period": length,
            "greatest": known.iter().max().copied().unwrap_or(0),
            "mask": mask(known),
        },
    })))
}

/// The mask that leaves the fewest heaps rare: it makes the checker fast.
fn mask(values: &[u16]) -> u16 {
    let greatest = values.iter().max().copied().unwrap_or(0);
    let mut counts = vec![0usize; usize::from(greatest) + 1];
    values.iter().for_each(|v| counts[usize::from(*v)] += 1);
    let rare = |mask: &u16| -> usize {
        let even = |(v, _): &(u16, &usize)| (v & mask).count_ones().is_multiple_of(2);
        (0..).zip(&counts).filter(even).map(|(_, count)| count).sum()
    };
    let all = greatest.checked_ilog2().map_or(0, |bits| (2u16 << bits.min(9)) - 1);
    (0..=all).min_by_key(rare).unwrap_or(0)
}

/// The digits of a code; `None` for other rules.
fn digits(rule: &str) -> Option<Vec<u8>> {
    let (kind, rest) = rule.split_once(':')?;
    let base = match kind {
        "octal" => 8,
        "hex" => 16,
        "subtract" => {
            let members: Option<Vec<usize>> = rest
                .split(',')
                .map(|m| m.parse().ok().filter(|m| (1..=LARGEST).contains(m)))
                .collect();
            let members = members?;
            let most = members.iter().max().copied()?;
            return Some((0..=most).map(|t| if members.contains(&t) { 3 } else { 0 }).collect());
        }
        _ => return None,
    };
    let (first, fraction) = rest.split_once('.')?;
    let first = if first.is_empty() { "0" } else { first };
    let digit = |c: char| c.to_digit(base).map(|d| d as u8);
    first.chars().chain(fraction.chars()).map(digit).collect()
}

/// A text without white space.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}
