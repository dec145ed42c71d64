//! The least text that shows a fault.

use super::inputs::Kind;
use super::mutate::split;
use super::worker::{Fault, Job, MAX_LENGTH, run};
use std::time::{Duration, Instant};

/// How long smaller texts are looked for.
const PATIENCE: Duration = Duration::from_secs(60);

/// A text without anything that the fault can do without: pieces are left out, ever smaller ones, lines first.
pub(super) fn least(kind: Kind, text: &[u8], fault: &Fault) -> Vec<u8> {
    let end = Instant::now() + PATIENCE;
    let mut shows = |text: &[u8]| {
        let shown = |text| run(&Job::Text { kind, text }, MAX_LENGTH / 4).faults;
        Instant::now() < end && shown(text).iter().any(|f| f.place() == fault.place())
    };
    // A fault that the stages chosen for the text alone do not show stays as it is.
    if !shows(text) {
        return text.to_vec();
    }
    let lines = |text: &[u8]| -> Vec<Vec<u8>> {
        text.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect()
    };
    let tokens =
        |text: &[u8]| -> Vec<Vec<u8>> { split(text).into_iter().map(<[u8]>::to_vec).collect() };
    let text = without(lines(text), &mut shows).concat();
    without(tokens(&text), &mut shows).concat()
}

fn without(mut pieces: Vec<Vec<u8>>, shows: &mut dyn FnMut(&[u8]) -> bool) -> Vec<Vec<u8>> {
    let mut length = pieces.len() / 2;
    while length > 0 {
        let mut at = 0;
        while at + length <= pieces.len() {
            let rest = [&pieces[..at], &pieces[at + length..]].concat();
            if shows(&rest.concat()) {
                pieces = rest;
            } else {
                at += length;
            }
        }
        length /= 2;
    }
    pieces
}
