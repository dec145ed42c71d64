//! The core form of a certificate's game against the rule it was made from: at the positions of a
//! box and at random large ones, the options must be those that the rule's own definition lists.

use engine::Game;
use expr::words;
use meaning::elaborate::{Listed, Lister, Options};
use rule::Library;
use serde_json::Value;
use verify::Certificate;
use workbench::Unfit;

/// Random positions, and their greatest coordinate, by number of coordinates.
const RANDOM: usize = 20;
const MAX_COORDINATES: [i64; 3] = [1000, 100, 30];
/// Greatest coordinate of the box.
const BOX: [i64; 4] = [40, 12, 6, 4];
/// Most options of a position that are compared, and that are looked at, some of them twice.
const MAX_OPTIONS: usize = 20_000;
const MAX_VISITS: usize = 200_000;
/// Most coordinates of positions that are compared.
const MAX_WIDTH: usize = 5;

/// What was compared.
#[derive(Debug, Default)]
pub(in crate::command) struct Compared {
    /// Positions at which the options are the same.
    pub(super) positions: usize,
    /// Options of these.
    pub(super) options: usize,
    /// Games whose options are not listed.
    pub(super) skipped: usize,
}

/// Compares the games of a certificate, and of those inside it, with their rules. `checked` are its
/// core certificates, if they are at hand.
///
/// # Errors
/// They differ somewhere.
pub(super) fn compare(
    certificate: &Value,
    checked: Option<&[Certificate]>,
    library: &dyn Library,
    all: &mut Compared,
) -> Result<(), Unfit> {
    let data = &certificate["data"];
    let inner =
        ["parts", "others", "follows_from"].into_iter().filter_map(|at| data[at].as_array());
    let mut inner: Vec<&Value> = inner.flatten().collect();
    inner.extend(data.get("coin"));
    inner.iter().try_for_each(|certificate| compare(certificate, None, library, all))?;
    if !inner.is_empty() || certificate["theorem"] == "identity" {
        return Ok(());
    }
    let text = certificate.to_string();
    let again = || checker::verify(&text).map(|accepted| accepted.cores);
    let cores = checked.map_or_else(again, |cores| Ok(cores.to_vec()));
    let cores = cores.map_err(|why| Unfit(why.to_string()))?;
    let [core] = cores.as_slice() else { return Ok(()) };
    let instance = checker::read(&text).and_then(|certificate| certificate.instance());
    let game = instance.ok().and_then(|instance| Game::compile(&instance, library).ok());
    let Some(game) = game else {
        all.skipped += 1;
        return Ok(());
    };
    let before = all.positions;
    options(&game, core, all)?;
    all.skipped += usize::from(all.positions == before);
    Ok(())
}

/// Compares the options of a core game with those of the rule's game.
fn options(game: &Game, core: &Certificate, all: &mut Compared) -> Result<(), Unfit> {
    let width = game.coordinates().len();
    let lister = Lister::new(&core.game, &core.digits);
    let is_code = matches!(core.game, verify::core::Game::Code(_));
    for at in positions(width) {
        let core = match lister.options(&at) {
            Listed::Unknown => continue,
            Listed::Open(options) => Some(options),
            Listed::Closed => None,
        };
        let (mut listed, mut visits) = (Options::new(), 0);
        let found = game.each_option(&at, &mut |parts| {
            let mut parts: Vec<Vec<i64>> = parts.into_iter().map(|part| part.at).collect();
            if game.is_symmetric() {
                parts.iter_mut().for_each(|part| part.sort_unstable());
            }
            // A code leaves out empty heaps. They have no moves: 0 is compared too, if it is a position.
            parts.retain(|part| !is_code || *part != [0]);
            parts.sort_unstable();
            listed.insert(parts);
            visits += 1;
            listed.len() <= MAX_OPTIONS && visits <= MAX_VISITS
        });
        // where play has ended, or there is no position, the core form has none either
        let rule = matches!(found, Ok(None)).then_some(&listed);
        if listed.len() > MAX_OPTIONS || visits > MAX_VISITS {
            continue;
        }
        if is_code && at == [0] && rule.is_none() && core.as_ref().is_some_and(Options::is_empty) {
            continue;
        }
        if rule != core.as_ref() {
            let place = words::listed(at);
            return Err(Unfit(format!(
                "the core game is not what the rule says at ({place}): the rule has the options \
                 {rule:?}, the core form {core:?}"
            )));
        }
        all.positions += usize::from(core.is_some());
        all.options += listed.len();
    }
    Ok(())
}

/// The positions of a box, and some random ones (by multiplication, D. H. Lehmer 1949).
fn positions(width: usize) -> Vec<Vec<i64>> {
    if !(1..=MAX_WIDTH).contains(&width) {
        return Vec::new();
    }
    let side = BOX[width.min(BOX.len()) - 1] + 1;
    let count = (0..width).fold(1, |count, _| count * side);
    let of_number = |k: i64| {
        let digits = (0..width).scan(k, |rest, _| {
            let digit = *rest % side;
            *rest /= side;
            Some(digit)
        });
        digits.collect()
    };
    let mut all: Vec<Vec<i64>> = (0..count).map(of_number).collect();
    let greatest = MAX_COORDINATES[width.min(MAX_COORDINATES.len()) - 1];
    let mut state = 20_011u64;
    let mut random = || {
        state = state * 48_271 % 2_147_483_647;
        i64::try_from(state).unwrap_or(0) % (greatest + 1)
    };
    all.extend((0..RANDOM).map(|_| (0..width).map(|_| random()).collect()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Shelf;
    use meaning::source;

    /// A rule's game, and the core form of what is proved of another rule.
    fn compared(rule: &str, text: &str, law: &str) -> Result<Compared, Unfit> {
        let question = prover::Question {
            rule: text.to_owned(),
            parameters: Vec::new(),
            quantity: if law.contains("sg") { "sg" } else { "win" }.to_owned(),
            law: Some(law.to_owned()),
            to: 1000,
        };
        let proof = prover::prove(&question).expect("a proof");
        let instance = source::instance(rule, &[]).expect("a rule");
        let game = Game::compile(&instance, &Shelf::default()).expect("a game");
        let mut all = Compared::default();
        options(&game, &proof.accepted.cores[0], &mut all).map(|()| all)
    }

    #[test]
    fn a_core_game_is_that_of_its_rule_alone() {
        let take =
            |most: &str| format!("game g\nheap n\nmove n -> n - t for t in 1..min({most}, n)\n");
        let pair = |more: &str| {
            format!(
                "game g\nstate (a, b) symmetric{more}\nmove (a - t, b) for t in 1..a\n\
                 move (a, b - t) for t in 1..b\nmove (a - t, b - t) for t in 1..min(a, b)\n"
            )
        };
        let kayles = "game g\nheap n\nmove n -> i | n - t - i for t in 1..2, i in 0..n - t\n";
        let from_one = "game g\nheap n from 1\nmove n -> i | n - 1 - i for i in 1..n - 2\n";
        let wythoff = "lose iff min(a, b) = floor(phi * abs(a - b))";
        for (rule, law) in [
            (take("2"), "win iff n % 3 != 0"),
            (take("2"), "sg = n % 3"),
            (pair(""), wythoff),
            ("octal:0.77".to_owned(), "n >= 71 implies sg(n + 12) = sg(n)"),
            (kayles.to_owned(), "n >= 71 implies sg(n + 12) = sg(n)"),
            (from_one.to_owned(), "n >= 54 implies sg(n + 34) = sg(n)"),
        ] {
            let same = compared(&rule, &rule, law).expect("no difference");
            assert!(same.positions > 50 && same.options > same.positions, "{rule}: {same:?}");
        }
        for (rule, other, law) in [
            (take("3"), take("2"), "win iff n % 3 != 0"),
            (pair(" where a + b < 20"), pair(""), wythoff),
            (
                kayles.replace("1..2", "1..3"),
                kayles.to_owned(),
                "n >= 71 implies sg(n + 12) = sg(n)",
            ),
            ("octal:0.7".to_owned(), "octal:0.77".to_owned(), "n >= 71 implies sg(n + 12) = sg(n)"),
        ] {
            assert!(compared(&rule, &other, law).is_err(), "{rule}");
        }
    }
}
