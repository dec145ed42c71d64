//! Taking away at most K times what was taken before.
//!
//! From (n, q) one takes t stones, 1 <= t <= min(n, q), which leaves (n - t, min(K t, n - t)). Who
//! cannot move loses. Let h(0) = 1 and h(m + 1) = h(m) + h(j), where j = j(m) is the least index
//! with K h(j) >= h(m); there is one, at most m, as K >= 1.
//!
//! *Theorem* (A. J. Schwenk, "Take-away games", Fibonacci Quart. 8 (1970)). (n, q) is won exactly if
//! n > 0 and q is at least the least part of the greedy sum of n in terms of h; so (n, n - 1) is lost
//! exactly if n is a term of h.
//!
//! Proof. Call a sum of terms a < b < ... *spread* if K a < b for any two neighbours.
//! (1) Every n >= 1 is a spread sum: take the greatest term h(m) <= n; what is left is less than
//! h(m + 1) - h(m) = h(j), so its greatest term h(i) has i < j and K h(i) < h(m).
//! (2) A spread sum with greatest term h(m) is less than h(m + 1): by induction what is below h(m)
//! has a greatest term h(i) with K h(i) < h(m), so i < j and it is less than h(i + 1) <= h(j).
//! Therefore the sum of (1) is the only one; let s(n) be its least term.
//! (3) (n, q) with q >= s(n) is won by taking s(n): nothing is left, or the next least term
//! exceeds K s(n). If q < s(n), every t <= q leaves (n - t, K t) with K t >= s(n - t), which is won:
//! let h be the term s(n), and r the least term of h - t. The sum of h - t with the other terms of
//! n is spread, so r = s(n - t). If K t < r, the sums of t and of h - t together were spread, and h
//! were a spread sum of two terms or more beside itself, against (2).
//! So (n, n - 1) is lost exactly if s(n) > n - 1, which is s(n) = n.
//!
//! *Lemma.* If j(m) = m - L for L + 2 consecutive m, the first of them M >= L, then for all m >= M.
//! Proof: let it hold from m - L - 1 to m. K h(m - L - 1) < h(m) <= K h(m - L), and the same for
//! m - L in place of m; added, by the recurrence at m - L - 1, m - L and m, this is
//! K h(m - L) < h(m + 1) <= K h(m + 1 - L).

use expr::ast::Quantity;
use expr::parser::parse_expression;
use meaning::source::settled;
use meaning::take_away::TakeAway;
use serde::Deserialize;

use crate::certificate::Certificate;
use crate::{Accepted, Rejected, reject};

/// The lag is constant before this index.
const LATEST: usize = 1024;

/// The laws by a lag that is constant from index `from` on: of all positions; and of the starts,
/// by the terms before the recurrence begins, and the recurrence.
#[must_use]
pub fn laws(game: &TakeAway, terms: &[u128], from: usize, lag: usize) -> [String; 2] {
    let list =
        |terms: &[u128]| terms.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let [n, q] = &game.names;
    let weights = match lag {
        0 => "2".to_owned(),
        _ => format!("1{}, 1", ", 0".repeat(lag - 1)),
    };
    let all = list(&terms[..=from]);
    let parts = format!("greedy_parts({n}, [{weights}], [{all}])");
    let (before, first) = terms[..=from].split_at(from - lag);
    let before = match before {
        [] => String::new(),
        before => format!("{n} in {{{}}} or ", list(before)),
    };
    // (lag + 1) * b terms further on a term is more than 2^b times as large
    let all = format!("k in 0..{} * bitlen({n})", lag + 1);
    let start = about(
        game,
        &format!("{before}any{{{n} = recurrence(k, [{weights}], [{}]) for {all}}}", list(first)),
    );
    [format!("win iff {n} > 0 and {q} >= {parts}[0]"), start]
}

/// The law that those numbers of stones lose at the start.
fn about(game: &TakeAway, condition: &str) -> String {
    let [n, q] = &game.names;
    format!("{q} = {n} - 1 implies (lose iff {condition})")
}

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// The index from which on the lag is constant.
    from: usize,
    /// m - j(m).
    lag: usize,
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let law = &certificate.law;
    let Data { from, lag } = certificate.data()?;
    certificate.quantity(&[Quantity::Win])?;
    let instance = certificate.instance()?;
    let game = TakeAway::of(&instance)?;
    if from.max(lag) >= LATEST {
        return reject(format!("the fields `from` and `lag` must be less than {LATEST}"));
    }
    if from < lag {
        return reject(format!("the lag {lag} is more than the index {from} it begins at"));
    }
    let (terms, partners) = game.terms(from + lag + 2)?;
    if let Some(m) = (from..from + lag + 2).find(|&m| partners[m] + lag != m) {
        return reject(format!("the lag at {m} is {}, not {lag}", m - partners[m]));
    }
    let mut laws = self::laws(&game, &terms, from, lag).to_vec();
    match game.factor {
        1 => laws.push(about(&game, &format!("{} in powers(2)", game.names[0]))),
        2 => laws.push(about(&game, &format!("{} in fibonacci", game.names[0]))),
        _ => {}
    }
    let read = |law: &str| parse_expression(law).ok();
    let mut constants = rule::constants(&instance.values);
    constants.retain(|name, _| !game.names.contains(name));
    let stated = read(law).map(|law| settled(&law, &constants));
    if stated.is_none() || laws.iter().all(|law| read(law) != stated) {
        return reject(format!("the numbers prove `{}`, which is not the law", laws[0]));
    }
    Ok(certificate.accepted(
        "take-away games (Schwenk 1970), with a constant lag",
        format!(
            "h(m + 1) = h(m) + h(m - {lag}) for m = {from}..{}, and so for all m >= {from}",
            from + lag + 1
        ),
    ))
}
