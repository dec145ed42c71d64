//! What a rule is played on: graphs by name, or a file.

use crate::failure::{Result, mistake};
use crate::source::{MAX_DATA_LENGTH, read_file};
use arena::{Family, FamilyGraph};
use message::{Message, message};
use rule::ast::{Rule, Structure};

/// The one structure that `--on` or `--input` gives a rule to be played on; `None` where neither does.
///
/// # Errors
/// As for [`graph`] and [`read_file`].
pub(crate) fn given(
    rule: &Rule,
    on: Option<&str>,
    input: Option<&str>,
) -> Result<Option<(Structure, FamilyGraph)>> {
    Ok(match (on, rule.input, input) {
        (Some(on), ..) => Some(graph(rule, on)?),
        (None, Some(structure), Some(file)) => {
            let text = read_file(file, MAX_DATA_LENGTH, "an input")?;
            Some((structure, FamilyGraph { name: file.to_owned(), text }))
        }
        _ => None,
    })
}

/// The family of graphs that `--on` names for a rule that is played on graphs.
///
/// # Errors
/// There is no such family, or the rule is played on something else.
pub(crate) fn family(rule: &Rule, on: &str) -> Result<(Structure, Family)> {
    use Structure::{Digraph, Graph, Sum, Tree, Words};
    let Some(structure @ (Digraph | Graph | Tree)) = rule.input else {
        let instead = Message::from(match rule.input {
            Some(Words | Sum) => "--input FILE gives what it is played on",
            _ => "such a rule says `input graph`, `digraph` or `tree`",
        });
        return Err(mistake(message!("--on: {} is not played on graphs; {instead}", rule.name)));
    };
    let family = Family::read(on).map_err(|why| mistake(message!("--on: {why}")))?;
    Ok((structure, family))
}

/// The one graph that `--on` names for a rule.
///
/// # Errors
/// As for [`family`], or it names several.
fn graph(rule: &Rule, on: &str) -> Result<(Structure, FamilyGraph)> {
    let (structure, family) = family(rule, on)?;
    let several = || {
        let help = Message::from("give one number for each size; `mexlab table` lists families");
        mistake(message!("--on: {family} is more than one graph; {help}"))
    };
    family.only().map(|graph| (structure, graph)).ok_or_else(several)
}
