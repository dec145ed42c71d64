//! Laws that hold as far as a table goes, refuted beyond it.

use message::{Message, message};
use std::collections::BTreeSet;

use engine::{Bounds, Component, Game, Means, Stop};
use expr::ast::Span;
use prover::Counterexample;
use rule::ast::{Claim, ClaimDomain, Role};
use rule::{Instance, Library};

use crate::check::check;
use crate::instances::written;
use crate::order::MemberRank;
use crate::proof::question;
use crate::{ClaimAnswer, Coordinate, Says, Verdict};

/// Most options of a counterexample that are looked at.
const OPTIONS: u64 = 1 << 24;
/// A table in which a smaller one is looked for.
const SMALL: Means<'_> = Means::silent(1 << 24);

/// The smallest counterexample to a law of all positions, such as `sg = n % 4`, found by automata
/// and shown by the game's own moves: there the law contradicts what it says of the options. `None`
/// where there is none, or none is found. The rule must be resolved.
///
/// # Errors
/// An interruption, and mistakes in the rule.
pub fn refute(
    instance: &Instance,
    law: &str,
    library: &dyn Library,
) -> Result<Option<ClaimAnswer>, Stop> {
    let question = question(&instance.rule, written(instance), law);
    let found = prover::refute(&question);
    let Some(found) = found.map_err(|_| Stop::Interrupted(None))? else { return Ok(None) };
    let game = Game::compile(instance, library).map_err(Stop::Mistake)?;
    let Some(why) = contradiction(&game, &found) else { return Ok(None) };
    let at: Vec<i128> = found.position.iter().map(|(_, value)| i128::from(*value)).collect();
    let size = at.iter().sum();
    // the measure that falls need not be the size
    if found.measure.iter().any(|weight| *weight != 1)
        && let Some(smallest) = in_table(instance, law, library, size)?
    {
        return Ok(Some(smallest));
    }
    let measure = measure(&game, &found.measure);
    let sentence =
        message!("{why} (found by automata; the law is right wherever {measure} is smaller)");
    let position = found.position.iter();
    let position = position.map(|(name, value)| (name.clone(), Coordinate::Number(*value)));
    Ok(Some(ClaimAnswer::Fails {
        parameters: written(instance),
        position: position.collect(),
        says: Says { sentence, claim: why, ..Says::default() },
        rank: MemberRank::of(instance).at(size, at),
    }))
}

/// The smallest counterexample of at most that size, where a table may be made so far.
fn in_table(
    instance: &Instance,
    law: &str,
    library: &dyn Library,
    size: i128,
) -> Result<Option<ClaimAnswer>, Stop> {
    let Ok(condition) = expr::parser::parse_expression(law) else { return Ok(None) };
    let Ok(to) = i64::try_from(size) else { return Ok(None) };
    let mut rule = rule::Rule::clone(&instance.rule);
    rule.check = None;
    rule.claims = vec![Claim {
        source: "given".into(),
        id: "law".into(),
        words: None,
        domain: ClaimDomain::Positions,
        binders: Vec::new(),
        role: Role::Nearby,
        guard: None,
        condition,
        beyond: None,
        span: Span::default(),
    }];
    let found =
        check(&rule, &written(instance), library, &Bounds::All(to), SMALL).map(|mut v| v.pop());
    match found {
        Ok(Some(Verdict { answer: answer @ ClaimAnswer::Fails { .. }, .. })) => Ok(Some(answer)),
        Err(stop @ Stop::Interrupted(_)) => Err(stop),
        _ => Ok(None),
    }
}

/// How the law contradicts itself at the position and its options; `None` where it does not, or
/// they are too many.
fn contradiction(game: &Game, found: &Counterexample) -> Option<Message> {
    let at: Vec<i64> = found.position.iter().map(|(_, value)| *value).collect();
    let said = found.says(&at)?;
    let mut seen = Seen { found, said, options: 0, equal: None, smaller: BTreeSet::new() };
    let mut is_known = true;
    let ended = game.each_option(&at, &mut |parts| {
        is_known = seen.options < OPTIONS && seen.look(parts).is_some();
        // a move to what is lost, or has the same value, tells all
        is_known && seen.equal.is_none()
    });
    let ended = ended.ok().filter(|_| is_known)?;
    let own = words(found.is_value, said);
    let rule = |won: bool| {
        let is_wrong = !found.is_value && won != (said != 0);
        is_wrong.then(|| message!("the law says {own}, the rule says {}", words(false, won.into())))
    };
    match (ended, seen.equal) {
        (Some(won), _) => rule(won),
        (None, None) if seen.options == 0 && !found.is_value => rule(found.stuck_wins),
        (None, None) if found.is_value => {
            let lacking = (0..said).find(|value| !seen.smaller.contains(value));
            match lacking {
                None if said < 0 => Some(message!("the law says {own}")),
                lacking => {
                    lacking.map(|u| message!("the law says {own}, but says {u} of no option"))
                }
            }
        }
        (None, None) => {
            (said != 0).then(|| message!("the law says {own} here and of every option"))
        }
        (None, Some(parts)) => (found.is_value || said == 0).then(|| {
            let parts: Vec<String> = parts.iter().map(|part| game.written(part)).collect();
            let option: Message =
                if parts.is_empty() { "nothing".into() } else { parts.join(" | ").into() };
            message!("the law says {own} here and of {option}, which a move reaches")
        }),
    }
}

/// What the law says of the options of a position.
struct Seen<'a> {
    found: &'a Counterexample,
    /// What it says of the position itself.
    said: i128,
    options: u64,
    /// An option that is lost, or has the position's own value.
    equal: Option<Vec<Component>>,
    /// The smaller values of options.
    smaller: BTreeSet<i128>,
}

impl Seen<'_> {
    /// Looks at an option; `None` where the law says nothing of it.
    fn look(&mut self, parts: Vec<Component>) -> Option<()> {
        self.options += 1;
        let says = |part: &Component| (part.game == 0).then(|| self.found.says(&part.at)).flatten();
        let values: Vec<i128> = parts.iter().map(says).collect::<Option<_>>()?;
        if self.found.is_value {
            let value = values.iter().fold(0, |sum, value| sum ^ value);
            if value == self.said {
                self.equal = Some(parts);
            } else if value < self.said {
                self.smaller.insert(value);
            }
            return Some(());
        }
        let is_won = match values.as_slice() {
            [] => self.found.stuck_wins,
            [only] => *only != 0,
            _ => return None,
        };
        if !is_won {
            self.equal = Some(parts);
        }
        Some(())
    }
}

fn words(is_value: bool, said: i128) -> Message {
    match (is_value, said) {
        (true, value) => message!("sg = {value}"),
        (false, 0) => "lost".into(),
        (false, _) => "won".into(),
    }
}

fn measure(game: &Game, weights: &[i128]) -> String {
    let names = game.coordinates();
    let terms = names.iter().zip(weights).map(|(name, weight)| match weight {
        1 => (*name).to_owned(),
        weight => format!("{weight} * {name}"),
    });
    terms.collect::<Vec<_>>().join(" + ")
}
