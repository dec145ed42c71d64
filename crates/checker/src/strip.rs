//! Strips played as heaps: a proved law of the heaps, and the rule on short strips beside them.
//!
//! That runs of neighbours are played as heaps, whatever is beside them, is compared at short strips and
//! not proved: at all positions of strips of at most [`ALL`] places and at some of longer ones. What is
//! compared are options by the definition of both rules.

use crate::certificate::Certificate;
use crate::{Accepted, Compared, Rejected, Result, fails, malformed, reject, verify_inner};
use catalogue::Catalogue;
use definition::{Coordinate, Definition, Position};
use expr::ast::{Node, Quantity};
use expr::substitute::Bindings;
use meaning::source;
use message::message;
use rule::Instance;
use rule::ast::{CoordinateForm, State};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};

/// Strips of so many places are compared at all positions.
const ALL: i64 = 8;
/// The longest strips compared, and at how many positions.
const LONGEST: i64 = 24;
const SOME: usize = 12;
/// Most options of a position.
const MAX_OPTIONS: usize = 20_000;

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// The parameter that says how long the strip is.
    length: String,
    /// The certificate of the law of the heaps.
    heaps: Box<RawValue>,
}

/// Heaps side by side, without empty ones, in order.
type Heaps = Vec<i64>;

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted> {
    let data: Data = certificate.data()?;
    certificate.quantity(&[Quantity::Sg])?;
    let (inner, heaps) = verify_inner(data.heaps.get(), "of the game of heaps".into(), "strip")?;
    inner.quantity(&[Quantity::Sg])?;
    let of_heaps = inner.instance()?;
    let heap = one_coordinate(&of_heaps, CoordinateForm::Number)?;
    let instance = certificate.instance()?;
    one_coordinate(&instance, CoordinateForm::Subset)?;
    let start = instance.rule.start.as_ref();
    let size = match start.map(|start| &start.sizes[..]) {
        Some([size]) => size.name.as_str(),
        _ => return reject("the rule has no start of one size"),
    };
    let renamed = Bindings::of([(heap, Node::Name(size.to_owned()).into())]);
    let proved = renamed.expr(&source::law(&inner.law)?);
    if proved != source::law(&certificate.law)? {
        return reject(message!("the law of full strips is `{proved}`"));
    }
    let mut accepted = certificate.accepted(heaps.theorem, heaps.computed);
    accepted.computed = message!(
        "{}; runs of neighbours are played as these heaps (compared, not proved)",
        accepted.computed
    );
    accepted.compared.add(heaps.compared);
    accepted.compared.add(compare(certificate, &data.length, &of_heaps)?);
    Ok(Accepted { cores: heaps.cores, ..accepted.with_rules(&[&inner.rule]) })
}

/// The name of the only coordinate, which has that form.
fn one_coordinate(instance: &Instance, form: CoordinateForm) -> Result<String> {
    match instance.rule.state.as_ref().and_then(State::only_coordinate) {
        Some(only) if only.form == form => Ok(only.name.clone()),
        _ => reject(message!("`{}` has other coordinates than such games", instance.rule.name)),
    }
}

/// Compares positions on strips of every short length with their runs as heaps.
fn compare(certificate: &Certificate, length: &str, of_heaps: &Instance) -> Result<Compared> {
    let mut parameters = certificate.given();
    let Some(at) = parameters.iter().position(|(name, _)| name == length) else {
        return Err(malformed(message!("there is no parameter `{length}`")));
    };
    let rule = source::rule(&certificate.rule)?;
    let mut heaps = Options::new(of_heaps)?;
    let (mut all, mut longest) = (Compared::default(), 0);
    // multiplies (D. H. Lehmer 1949)
    let mut state = 20_011u64;
    for places in 0..=LONGEST {
        parameters[at].1 = places.to_string();
        // the least lengths may be none
        let Ok(instance) = rule::bind(&rule, &parameters) else { continue };
        let strip = Definition::new(&instance, &Catalogue).map_err(refused)?;
        if !strip.decomposes() {
            return reject("the values of its sums are not nim-sums");
        }
        let mut full = (0..=places + 1).rev().map(|many| (1i64 << many) - 1);
        let full = full.find(|&bits| is_position(&strip, bits));
        let full = full.ok_or_else(|| fails("it has a strip without positions"))?;
        longest = longest.max(full.count_ones().into());
        let chosen: Vec<i64> = match places <= ALL {
            true => (0..=full).collect(),
            false => (0..SOME)
                .map(|_| {
                    state = state * 48_271 % 2_147_483_647;
                    state as i64 & full
                })
                .chain([full])
                .collect(),
        };
        for bits in chosen {
            let at = strip.position(0, &[bits]);
            let expected = heaps.of_all(&runs(std::slice::from_ref(&at))?)?;
            let found = options(&strip, std::slice::from_ref(&at), runs)?;
            if found != expected {
                return reject(message!("runs of {} are not played as heaps", at.at[0]));
            }
            all.positions += 1;
            all.options += found.len();
        }
        for size in 0..=i64::from(full.count_ones()) {
            let start = strip.start(&[size]).map_err(refused)?;
            if runs(&start)? != Heaps::from_iter((size > 0).then_some(size)) {
                return reject(message!("the start of size {size} is no run of {size}"));
            }
        }
    }
    match longest < ALL {
        true => reject(message!("`{length}` does not say how long the strip is")),
        false => Ok(all),
    }
}

fn is_position(strip: &Definition, bits: i64) -> bool {
    strip.are_positions(&[strip.position(0, &[bits])]) == Ok(true)
}

fn refused(stop: definition::Stop) -> Rejected {
    fails(message!("the rule cannot be played: {stop:?}"))
}

/// The options of a sum, each as heaps, by what makes heaps of a sum.
fn options(
    of: &Definition,
    sum: &[Position],
    heaps: impl Fn(&[Position]) -> Result<Heaps>,
) -> Result<BTreeSet<Heaps>> {
    let moves = of.options(sum, None, MAX_OPTIONS).map_err(refused)?;
    moves.iter().map(|m| heaps(&m.after)).collect()
}

/// The runs of neighbours of sets side by side.
fn runs(sum: &[Position]) -> Result<Heaps> {
    let mut runs = Heaps::new();
    for Position { game, at } in sum {
        let (0, [Coordinate::Set(places)]) = (game, &at[..]) else {
            return reject("a move leads to another game");
        };
        let places: Vec<i64> = places.iter().copied().collect();
        runs.extend(places.chunk_by(|a, b| a + 1 == *b).map(|run| run.len() as i64));
    }
    runs.sort_unstable();
    Ok(runs)
}

/// The heaps of a sum of heaps.
fn sizes(sum: &[Position]) -> Result<Heaps> {
    let mut sizes = Heaps::new();
    for Position { game, at } in sum {
        match (game, &at[..]) {
            (0, [Coordinate::Number(size)]) => sizes.extend((*size > 0).then_some(*size)),
            _ => return reject("a heap leads to another game"),
        }
    }
    sizes.sort_unstable();
    Ok(sizes)
}

/// The options of heaps, found once.
struct Options {
    rule: Definition,
    known: BTreeMap<i64, BTreeSet<Heaps>>,
}

impl Options {
    fn new(of_heaps: &Instance) -> Result<Self> {
        let rule = Definition::new(of_heaps, &Catalogue).map_err(refused)?;
        match rule.decomposes() {
            true => Ok(Self { rule, known: BTreeMap::new() }),
            false => reject("the values of sums of its heaps are not nim-sums"),
        }
    }

    /// The options of heaps side by side.
    fn of_all(&mut self, heaps: &Heaps) -> Result<BTreeSet<Heaps>> {
        let mut all = BTreeSet::new();
        for (at, &heap) in heaps.iter().enumerate() {
            if !self.known.contains_key(&heap) {
                let own = self.rule.position(0, &[heap]);
                self.known.insert(heap, options(&self.rule, &[own], sizes)?);
            }
            let mut rest = heaps.clone();
            rest.remove(at);
            for option in self.known.get(&heap).into_iter().flatten() {
                let mut together = [&rest[..], option].concat();
                together.sort_unstable();
                all.insert(together);
            }
        }
        Ok(all)
    }
}
