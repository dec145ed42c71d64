//! Names of the catalogue, which stand for its games alone.

use crate::{Rejected, reject};
use catalogue::Catalogue;
use rule::Rule;

/// Refuses a rule that stands for a game of the catalogue and is another one. (The name of a code is
/// protected where the rule is read.)
pub(crate) fn check(rule: &Rule) -> Result<(), Rejected> {
    if catalogue::entry(&rule.name).is_none() || is_same(rule) {
        return Ok(());
    }
    let name = &rule.name;
    reject(format!("`{name}` is a game of the catalogue, and the rule given for it is another one"))
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
