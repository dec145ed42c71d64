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

use crate::Result;
use crate::rejected::{overflow, reject};
use message::{Message, message};

/// Most terms listed.
const MAX_TERMS: usize = 1024;

/// Checks that these are the first terms, and that the lag is constant from the last of them on.
pub(crate) fn verify(factor: u64, listed: &[u64], lag: u64) -> Result<Message> {
    let lag = usize::try_from(lag).unwrap_or(usize::MAX);
    let Some(from) = listed.len().checked_sub(1).filter(|&from| from >= lag && factor > 0) else {
        return reject("there must be a factor of at least 1, and more terms than the lag");
    };
    if listed.len() > MAX_TERMS {
        return reject(message!("more than {MAX_TERMS} terms are listed"));
    }
    let (mut terms, mut j) = (vec![1u128], 0);
    for m in 0..from + lag + 2 {
        if m <= from && terms[m] != u128::from(listed[m]) {
            return reject(message!("the term {m} is {}, not {}", terms[m], listed[m]));
        }
        // the terms grow, so j does
        while u128::from(factor).checked_mul(terms[j]).ok_or_else(overflow)? < terms[m] {
            j += 1;
        }
        if m >= from && j + lag != m {
            return reject(message!("the lag at {m} is {}, not {lag}", m - j));
        }
        terms.push(terms[m].checked_add(terms[j]).ok_or_else(overflow)?);
    }
    Ok(message!(
        "h(m + 1) = h(m) + h(m - {lag}) for m = {from}..{}, and so for all m >= {from}",
        from + lag + 1
    ))
}
