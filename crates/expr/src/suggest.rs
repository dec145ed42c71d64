//! "Did you mean": the known word nearest to a mistyped one.

use crate::words::listed;
use message::{Message, message};
use std::fmt::Display;

/// The candidate nearest to `word` in edit distance (insert, delete, replace, swap neighbours; case
/// does not count), when it is near enough to be a slip: at most a third of the longer word, at
/// least one. Ties go to the earliest candidate.
pub fn closest<T: AsRef<str>>(word: &str, candidates: impl IntoIterator<Item = T>) -> Option<T> {
    let word: Vec<char> = word.to_lowercase().chars().take(64).collect();
    let mut best: Option<(usize, T)> = None;
    for candidate in candidates {
        let letters: Vec<char> = candidate.as_ref().to_lowercase().chars().take(64).collect();
        let longer = word.len().max(letters.len());
        let distance = distance(&word, &letters);
        // One letter for another is no slip but another name.
        let near = distance <= (longer / 3).max(1) && distance < longer;
        if near && best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// "did you mean `x`?", or `otherwise` when nothing is near.
pub fn did_you_mean<T: AsRef<str> + Display>(
    word: &str,
    candidates: impl IntoIterator<Item = T>,
    otherwise: impl FnOnce() -> Message,
) -> Message {
    match closest(word, candidates) {
        Some(candidate) => message!("did you mean `{candidate}`?"),
        None => otherwise(),
    }
}

/// "did you mean `x`?", or what `there_are` says of all of them when none is near.
pub fn one_of(
    word: &str,
    all: &[impl AsRef<str> + Display],
    there_are: impl FnOnce(String) -> Message,
) -> Message {
    did_you_mean(word, all, || there_are(listed(all)))
}

/// Optimal string alignment distance, row by row.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}
