//! Sentences written for Walnut, so that others can check them with a program that shares nothing
//! with this one.
//!
//! Walnut (H. Mousavi, J. Shallit and others) decides sentences over automatic sequences. Its
//! numbers are natural: differences go to the other side of a comparison, and arguments of relations
//! that are no variables get a quantified one.

mod files;
mod sentence;

use crate::error::{Error, Result};
use crate::formula::{Formula, Term};
use crate::numeration::Numeration;
use crate::relation::Relation;
use crate::solver::Solver;

/// What Walnut needs to decide some sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// Commands, one a line: definitions, then one `eval` for each sentence, which prints `TRUE` or
    /// `FALSE`. To be put into the folder `Command Files` and loaded, or piped into Walnut.
    pub commands: String,
    /// Automata that the commands mention: paths inside Walnut's folder, and texts.
    pub files: Vec<(String, String)>,
}

/// Sentences under one numeration, each with a name for Walnut (a letter, then letters and digits;
/// other characters are left out).
///
/// # Errors
/// Where a sentence could not be decided here either because it is not well-formed: too deep, or with
/// a relation in another numeration.
/// [`Error::TooLarge`] where a numeration that Walnut does not know has no small adder.
pub fn script(numeration: &Numeration, sentences: &[(&str, &Formula)]) -> Result<Script> {
    let mut writer = Writer::new(numeration)?;
    for (name, sentence) in sentences {
        let text = writer.closed(sentence)?;
        let name = writer.command_name(name);
        writer.command("eval", &name, &text);
    }
    Ok(Script { commands: writer.commands, files: writer.files })
}

/// What has been written so far.
struct Writer<'n> {
    numeration: &'n Numeration,
    /// Walnut's name of the numeration, `msd_2` or the like.
    tag: String,
    commands: String,
    files: Vec<(String, String)>,
    /// Relations written before, with their names.
    relations: Vec<(Relation, String)>,
    /// Names of commands and relations in use.
    names: Vec<String>,
    variables: usize,
}

impl<'n> Writer<'n> {
    fn new(numeration: &'n Numeration) -> Result<Self> {
        let mut writer = Self {
            numeration,
            tag: String::new(),
            commands: String::new(),
            files: Vec::new(),
            relations: Vec::new(),
            names: Vec::new(),
            variables: 0,
        };
        writer.tag = match (numeration.is_base(), numeration.is_ostrowski()) {
            (Some(base), _) => format!("msd_{base}"),
            (_, Some(1)) => "msd_fib".to_owned(),
            (_, Some(d)) => {
                writer.commands.push_str(&format!("ost ost{d} [0] [{d}];\n"));
                format!("msd_ost{d}")
            }
            (None, None) => {
                let name = identifier(numeration.name()).to_lowercase();
                let tag = format!("msd_{name}");
                let numbers = numeration.numbers("x");
                let [x, y, z] = ["x", "y", "z"].map(Term::from);
                let plus = Solver::new(numeration).satisfying(&(x + y).equals(z))?;
                let digits = files::alphabet(numeration.radix());
                let file = |suffix: &str| format!("Custom Bases/{tag}{suffix}.txt");
                writer.files.push((file(""), files::automaton(&numbers, &["x".into()], &digits)));
                let names = ["x".into(), "y".into(), "z".into()];
                let text = files::automaton(&plus, &names, &digits);
                writer.files.push((file("_addition"), text));
                tag
            }
        };
        Ok(writer)
    }

    fn command(&mut self, command: &str, name: &str, text: &str) {
        self.commands.push_str(&format!("{command} {name} \"?{} {text}\":\n", self.tag));
    }

    /// A name for a command or relation that is not in use.
    fn command_name(&mut self, wanted: &str) -> String {
        let wanted = identifier(wanted);
        let mut name = wanted.clone();
        let mut number = 2;
        while self.names.contains(&name) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        self.names.push(name.clone());
        name
    }

    /// The name under which the relation is known to Walnut, written there when it is new.
    fn relation(&mut self, relation: &Relation) -> Result<String> {
        if relation.numeration() != self.numeration {
            return Err(Error::OtherNumeration {
                relation: relation.name().to_owned(),
                expected: self.numeration.name().to_owned(),
                found: relation.numeration().name().to_owned(),
            });
        }
        let same = |other: &Relation| {
            (other.automaton(), other.parameters()) == (relation.automaton(), relation.parameters())
        };
        if let Some((_, name)) = self.relations.iter().find(|(other, _)| same(other)) {
            return Ok(name.clone());
        }
        let name = self.command_name(relation.name());
        let text = files::automaton(relation.automaton(), relation.parameters(), &self.tag);
        self.files.push((format!("Automata Library/{name}.txt"), text));
        self.relations.push((relation.clone(), name.clone()));
        Ok(name)
    }
}

/// Letters and digits only, a lower-case letter first: Walnut reads a leading `A`, `E` or `I` as a
/// quantifier.
fn identifier(name: &str) -> String {
    let kept: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    match kept.chars().next() {
        Some(first) if first.is_ascii_alphabetic() && !matches!(first, 'A' | 'E' | 'I') => kept,
        _ => format!("n{kept}"),
    }
}
