//! Names of the catalogue, which stand for its games alone.

use crate::{Result, reject};
use catalogue::Catalogue;
use message::message;
use rule::Rule;

/// Refuses a rule that stands for a game of the catalogue and is another one. (The name of a code is
/// protected where the rule is read.)
pub(crate) fn check(rule: &Rule) -> Result<()> {
    let (name, known) = (&rule.name, usual(&rule.name));
    if catalogue::entry(&known).is_some() && !(*name == known && is_same(rule)) {
        return reject(message!(
            "`{known}` is a game of the catalogue, and the rule given for it is another one"
        ));
    }
    if *name != known && rule::code::from_name(&known).is_some() {
        return reject(message!("`{known}` is the game of a code, and `{name}` is another one"));
    }
    Ok(())
}

/// The name as readers take it: in small letters, numbers without leading zeros.
fn usual(name: &str) -> String {
    let name = name.to_lowercase();
    let plain = |part: &str| match part.trim_start_matches('0') {
        rest if rest.starts_with(|c: char| c.is_ascii_digit()) => rest.to_owned(),
        rest if rest.len() < part.len() => format!("0{rest}"),
        _ => part.to_owned(),
    };
    name.split('-').map(plain).collect::<Vec<_>>().join("-")
}

/// Whether it is played as the game of its name. It may lack definitions that no move needs.
fn is_same(rule: &Rule) -> bool {
    let Ok(known) = rule::load(&rule.name, &Catalogue) else { return false };
    let moves = |rule: &Rule| {
        let definitions = Vec::new();
        Rule { title: None, title_zh: None, definitions, ..rule.as_played() }.to_string()
    };
    let texts = |rule: &Rule| rule.definitions.iter().map(ToString::to_string).collect::<Vec<_>>();
    let (own, known_ones) = (texts(rule), texts(&known));
    moves(rule) == moves(&known) && own.iter().all(|one| known_ones.contains(one))
}
