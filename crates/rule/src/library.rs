//! Rules by name: the catalogue, and codes.

use message::{Message, Tell as _};
use std::borrow::Cow;

use expr::suggest::did_you_mean;

use crate::ast::Rule;
use crate::bind::{BindError, Instance, bind};
use crate::{code, parse, resolve};

/// Where rules are found by name.
pub trait Library: Sync {
    /// The text of the rule of that name.
    fn source(&self, name: &str) -> Option<Cow<'_, str>>;

    /// The names of all rules, sorted.
    fn names(&self) -> Vec<String>;
}

/// A library without rules.
#[derive(Clone, Copy, Debug)]
pub struct NoRules;

impl Library for NoRules {
    fn source(&self, _: &str) -> Option<Cow<'_, str>> {
        None
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// The resolved rule of a catalogue game, of a code (`octal:0.77`), or of the name a code gives
/// its game (`octal-0.77`).
///
/// # Errors
/// Unknown games, rules with mistakes.
pub fn load(name: &str, library: &dyn Library) -> Result<Rule, BindError> {
    let mistakes = |mistakes| BindError::Mistakes { name: name.to_owned(), mistakes };
    if let Some(rule) = code::from_code(name) {
        return rule.map_err(|why| BindError::NoCode { name: name.to_owned(), why: why.message() });
    }
    let Some(source) = library.source(name) else {
        return code::from_name(name).ok_or_else(|| {
            let hint = unknown_hint(name, library);
            BindError::UnknownGame { name: name.to_owned(), hint }
        });
    };
    match parse(&source) {
        (Some(rule), found) if found.is_empty() => resolve(rule, library).map_err(mistakes),
        (_, found) => Err(mistakes(found)),
    }
}

/// The instance of a game (see [`load`]) with parameters as on the command line.
///
/// # Errors
/// Unknown games, rules with mistakes, parameters that do not fit.
pub fn instance(
    name: &str,
    arguments: &[(String, String)],
    library: &dyn Library,
) -> Result<Instance, BindError> {
    bind(&load(name, library)?, arguments)
}

/// What to try instead of a name that no game has.
pub(crate) fn unknown_hint(name: &str, library: &dyn Library) -> Message {
    did_you_mean(name, library.names(), || "`mexlab list` shows the games there are".into())
}
