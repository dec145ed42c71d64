//! Core certificates altered at random: whatever is still accepted must be true of the game that the
//! altered certificate describes, as brute force plays it.

use draw::Runs;
use meaning::elaborate::{Listed, Lister};
use prover::{Question, prove};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use verify::Certificate;
use verify::core::{Form, Game, Proof, Quantity, Repeats, Statement};

/// Mutants of every certificate.
const MUTANTS: usize = 1000;

/// Rules and laws, one or more of every kind of game and proof.
const LAWS: [(&str, &str); 14] = [
    ("game g\nheap n\nmove n -> n - t for t in 1..min(3, n)\n", "win iff n % 4 != 0"),
    ("game g\nheap n\nmove n -> n - t for t in 1..min(2, n)\nstuck wins\n", "win iff n % 3 != 1"),
    (
        "game g\nstate (a, b)\nmove (a - t, b) for t in 1..a\nmove (a, b - t) for t in 1..b\n",
        "sg = a ^ b",
    ),
    (
        "game g\nstate (a, b) symmetric\nmove (a - t, b) for t in 1..a\nmove (a, b - t) for t in 1..b\n\
         move (a - t, b - t) for t in 1..min(a, b)\n",
        "lose iff min(a, b) = floor(phi * abs(a - b))",
    ),
    (
        "game g\nheap n\nmove n -> n - 1 if n > 0\nmove n -> n // 2 if n > 0\n",
        "lose iff n = 0 or v2(n) % 2 = 1",
    ),
    ("game g\ncoins n from 1\nturn n\nturn n, a for a in 1..n - 1\n", "sg = n"),
    ("game g\ncoins x from 1\nturn x, y..x - 1  for y in 1..x\n", "sg = lowbit(x)"),
    ("octal:0.77", ""),
    ("octal:0.07", ""),
    ("game g\nheap n\nmove n -> n - t for t in {1, 3, 4} if t <= n\n", "sg = ?"),
    ("game g\nheap n\nmove n -> n - t for t in 1..n if t != 2\n", "sg = ?"),
    (
        "game g(m = 3 in 1..)\nheap n\nmove n -> n - t for t in 1..min(m, n)\n",
        "lose iff n % (m + 1) = 0",
    ),
    (
        "game g\nstate (n, q)\nmove (n - t, min(2 * t, n - t)) for t in 1..min(n, q)\n",
        "win iff n > 0 and q >= greedy_parts(n, [1, 1], [1, 2])[0]",
    ),
    ("game g\nheap n\nmove n -> n - t for t in 1..min(3, n)\n", "misere iff n % 4 != 1"),
];

fn certificates() -> Vec<Certificate> {
    let of_law = |(rule, law): &(&str, &str)| {
        let quantity = match law {
            law if law.starts_with("misere") => "misere",
            law if law.starts_with("win") || law.starts_with("lose") => "win",
            _ => "sg",
        };
        let question = Question {
            rule: (*rule).to_owned(),
            parameters: Vec::new(),
            quantity: quantity.to_owned(),
            law: (!law.is_empty()).then(|| (*law).to_owned()),
            to: 2000,
        };
        let proof = prove(&question).unwrap_or_else(|why| panic!("{law}: {why}"));
        let [core] = <[Certificate; 1]>::try_from(proof.accepted.cores).unwrap();
        core
    };
    let mut all: Vec<Certificate> = LAWS.iter().map(of_law).collect();
    // games of one number whose values are known, together
    let parts: Vec<Certificate> = vec![all[7].clone(), all[9].clone()];
    let games: Vec<Game> = parts.iter().map(|part| part.game.clone()).collect();
    for game in [Game::Sum(games.clone()), Game::Product(games)] {
        all.push(Certificate {
            game,
            statement: Statement::Parts,
            proof: Proof::Parts(parts.clone()),
            digits: verify::core::Digits::default(),
            ..all[0].clone()
        });
    }
    all
}

/// Multiplies (D. H. Lehmer 1949).
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0 * 48_271 % 2_147_483_647;
        usize::try_from(self.0).unwrap() % n.max(1)
    }
}

/// The places in a value.
fn places(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Array(list) => {
            for (k, inner) in list.iter().enumerate() {
                places(inner, &format!("{at}/{k}"), all);
            }
        }
        Value::Object(fields) => {
            for (name, inner) in fields {
                places(inner, &format!("{at}/{}", name.replace('~', "~0").replace('/', "~1")), all);
            }
        }
        _ => {}
    }
}

/// Something other than what stands at a place.
fn altered(value: &Value, others: &[Value], dice: &mut Dice) -> Value {
    match (value, dice.below(4)) {
        (_, 0) => others[dice.below(others.len())].clone(),
        (Value::Number(n), way) => {
            let n = n.as_i64().unwrap_or(0);
            json!([n + 1, n - 1, 2 * n + 1][way - 1])
        }
        (Value::Bool(truth), _) => json!(!truth),
        (Value::Array(list), way) if !list.is_empty() => {
            let (mut list, at) = (list.clone(), dice.below(list.len()));
            match way {
                1 => drop(list.remove(at)),
                2 => list.insert(at, list[at].clone()),
                _ => {
                    let other = dice.below(list.len());
                    list.swap(at, other);
                }
            }
            list.into()
        }
        (Value::Object(fields), _) if !fields.is_empty() => {
            let mut fields = fields.clone();
            let name = fields.keys().nth(dice.below(fields.len())).unwrap().clone();
            fields.remove(&name);
            fields.into()
        }
        _ => Value::Null,
    }
}

/// A position or a sum that brute force knows.
type Known = BTreeMap<Vec<i64>, i128>;

/// The quantity of all positions of a box, by the definition; `None` where a move leaves the box.
fn brute(
    lister: &Lister<'_>,
    width: usize,
    last: i64,
    value: bool,
    stuck_wins: bool,
) -> Option<Known> {
    let side = last + 1;
    let mut known = Known::new();
    let mut cells: Vec<Vec<i64>> = (0..side.pow(width as u32))
        .map(|k| (0..width).map(|at| k / side.pow(at as u32) % side).collect())
        .collect();
    cells.sort_by_key(|at: &Vec<i64>| at.iter().sum::<i64>());
    for at in cells {
        let options = match lister.options(&at) {
            Listed::Open(options) => options,
            Listed::Closed(_) => continue,
            Listed::Unknown => return None,
        };
        let mut seen = Vec::new();
        for parts in &options {
            let part = |at: &[i64]| {
                let mut sorted = at.to_vec();
                sorted.sort_unstable();
                known.get(at).or_else(|| known.get(&sorted)).copied()
            };
            let parts = parts.chunks(width).map(part).collect::<Option<Vec<_>>>()?;
            seen.push(match (value, parts.as_slice()) {
                (true, all) => all.iter().fold(0, |sum, v| sum ^ v),
                (false, []) => i128::from(stuck_wins),
                (false, [only]) => *only,
                _ => return None,
            });
        }
        let own = match value {
            true => (0..).find(|v| !seen.contains(v)).unwrap(),
            false if seen.is_empty() => i128::from(stuck_wins),
            false => i128::from(seen.contains(&0)),
        };
        known.insert(at, own);
    }
    Some(known)
}

/// Whether brute force contradicts what was accepted; `None` where it cannot tell.
fn is_true(certificate: &Certificate) -> Option<bool> {
    let lister = Lister::new(&certificate.game, &certificate.digits);
    match (&certificate.game, &certificate.statement) {
        (Game::Moves(game), law @ (Statement::Wins(_) | Statement::Value(_))) => {
            let (width, is_value) = (game.coordinates.len(), matches!(law, Statement::Value(_)));
            let last = if width == 1 { 24 } else { 7 };
            let known = brute(&lister, width, last, is_value, game.stuck_wins)?;
            let ended = game.won.holds != game.lost.holds;
            (!ended).then(|| known.iter().all(|(at, own)| lister.says(law, at) == Some(*own)))
        }
        (game, Statement::Repeats(Repeats { of, preperiod, period, saltus, values })) => {
            let stuck_wins = matches!(game, Game::Heap(heap) if heap.stuck_wins);
            let known = brute(&lister, 1, 160, *of == Quantity::Value, stuck_wins)?;
            let at = |n: u64| known.get(&vec![i64::try_from(n).ok()?]).copied();
            let repeats = (*preperiod..160).all(|n| match (at(n), at(n + period)) {
                (Some(a), Some(b)) => a + i128::from(*saltus) == b,
                _ => true,
            });
            let listed = values.iter().flatten().zip(0u64..);
            let is_listed = |(&v, n): (&u32, u64)| at(n).is_none_or(|own| own == i128::from(v));
            Some(repeats && listed.into_iter().all(is_listed))
        }
        (Game::Takeaway(_), Statement::Greedy { terms, lag }) => {
            let known = brute(&lister, 2, 16, false, false)?;
            let mut terms = terms.clone();
            while terms.last()? < &100 {
                let other = *terms.get(terms.len() - 1 - usize::try_from(*lag).ok()?)?;
                terms.push(terms.last()? + other);
            }
            let least = |mut n: i64| {
                let mut least = 0;
                for &term in terms.iter().rev() {
                    if i64::try_from(term).unwrap_or(i64::MAX) <= n {
                        (n, least) = (n - term as i64, term as i64);
                    }
                }
                least
            };
            let is_right =
                |(at, own): (&Vec<i64>, &i128)| (*own != 0) == (at[0] > 0 && at[1] >= least(at[0]));
            Some(known.iter().all(is_right))
        }
        (Game::Range(range), Statement::Lost(modulus, first, last)) => {
            let [parameter] = range.parameters.as_slice() else { return None };
            let value = |form: &Form, k: i64| -> i64 {
                let term = |(name, factor): (&String, &i64)| {
                    if name == parameter { factor * k } else { *factor }
                };
                form.0.iter().map(term).sum()
            };
            Some((0..6).filter(|&k| range.domain.iter().all(|form| value(form, k) >= 0)).all(|k| {
                let mut won: Vec<bool> = Vec::new();
                for n in 0..40i64 {
                    let takes = value(&range.take[0], k)..=value(&range.take[1], k).min(n);
                    let lost: Vec<bool> =
                        takes.filter(|&t| t > 0).map(|t| !won[(n - t) as usize]).collect();
                    let own = if lost.is_empty() { range.stuck_wins } else { lost.contains(&true) };
                    let rest = n.rem_euclid(value(modulus, k).max(1));
                    if own == (value(first, k)..=value(last, k)).contains(&rest) {
                        return false;
                    }
                    won.push(own);
                }
                true
            }))
        }
        (_, Statement::Parts) => match &certificate.proof {
            Proof::Parts(parts) => Some(parts.iter().all(|part| is_true(part) != Some(false))),
            _ => Some(false),
        },
        _ => None,
    }
}

#[test]
fn altered_core_certificates_prove_nothing_false() {
    let share = match Runs::this() {
        Runs::All => 1,
        Runs::Usual => 2,
        Runs::Quick => 6,
    };
    let (mut made, mut accepted, mut judged) = (0, 0, 0);
    let originals = certificates();
    let texts: Vec<Value> = originals.iter().map(|c| serde_json::to_value(c).unwrap()).collect();
    for (number, (original, whole)) in originals.iter().zip(&texts).enumerate() {
        assert!(verify::verify(original).is_ok(), "{number}");
        assert_ne!(is_true(original), Some(false), "{number}");
        let mut all = Vec::new();
        places(whole, "", &mut all);
        // what stands elsewhere, also in other certificates
        let mut dice = Dice(number as u64 * 7919 + 17);
        let mut others = vec![json!(-1), json!(1u64 << 62), json!([]), json!({}), json!("n")];
        for _ in 0..60 {
            let other = &texts[dice.below(texts.len())];
            let mut places_of_other = Vec::new();
            places(other, "", &mut places_of_other);
            let at = &places_of_other[dice.below(places_of_other.len())];
            others.push(other.pointer(at).unwrap().clone());
        }
        for _ in 0..MUTANTS / share {
            let at = &all[1 + dice.below(all.len() - 1)];
            let mut mutant = whole.clone();
            let here = mutant.pointer_mut(at).unwrap();
            let new = altered(here, &others, &mut dice);
            if new == *here {
                continue;
            }
            *here = new;
            made += 1;
            let Ok(read) = verify::read(&mutant.to_string()) else { continue };
            let [read] = read.as_slice() else { continue };
            if verify::verify(read).is_err() {
                continue;
            }
            accepted += 1;
            let truth = is_true(read);
            judged += usize::from(truth.is_some());
            assert_ne!(truth, Some(false), "{number} {at}: {mutant}");
        }
    }
    assert!(
        share * made > 10_000 && share * accepted > 300 && share * judged > 200,
        "{made} {accepted} {judged}"
    );
}
