//! What a sweep does, as text: `*.sweep` files.

use message::message;
use std::fmt;

use expr::ast::Span;
use expr::diagnostic::Diagnostic;
use expr::suggest::did_you_mean;
use expr::words::listed;

use crate::{Error, Result};

/// The statements of a `*.sweep` file.
const WORDS: [&str; 11] = [
    "sweep", "with", "over", "quantity", "to", "prove", "claims", "kernel", "memory", "shard",
    "version",
];

/// Texts `NAME in VALUES` and where they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overs {
    /// As mistakes name it: a path, or `--over`.
    pub name: String,
    /// All that was written.
    pub source: String,
    /// Where each stands.
    pub spans: Vec<Span>,
}

impl Overs {
    /// Those of a command line.
    #[must_use]
    pub fn given(texts: &[String]) -> Self {
        let mut overs = Self { name: "--over".into(), ..Self::default() };
        for text in texts {
            let start = overs.source.len();
            // one line each, so that a caret stands below the one that is meant
            overs.source += &text.replace(['\n', '\r'], " ");
            overs.spans.push(Span::new(start, overs.source.len()));
            overs.source.push('\n');
        }
        overs
    }

    /// Each as one line.
    pub fn texts(&self) -> impl Iterator<Item = String> + '_ {
        let line = |span: &Span| {
            let lines = self.source[span.start..span.end].lines();
            let lines = lines.filter(|line| !line.trim_start().starts_with('#'));
            lines.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
        };
        self.spans.iter().map(line)
    }
}

/// What a sweep does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The rule as a command line names it; `None` where the family is one of codes.
    pub rule: Option<String>,
    /// Parameters that have the same value in all members, as `-p` takes them.
    pub with: Vec<String>,
    /// What varies.
    pub over: Overs,
    /// Quantities, as `--quantity` takes them; empty: those of the rule.
    pub quantity: String,
    /// How far, as `--to` takes it; empty: as far as the rule says.
    pub to: String,
    /// Whether laws are to be proved.
    pub prove: bool,
    /// Whether the claims of the rule are to be answered.
    pub claims: bool,
    /// How tables are computed, as `--kernel` takes it; empty: the fastest way.
    pub kernel: String,
    /// Bytes that a table may take; 0: as much as the program allows by itself.
    pub memory: u64,
    /// Members of a shard; 0: a number that suits the family.
    pub shard: usize,
    /// The version of the program that began the sweep; empty before that.
    pub version: String,
}

impl Plan {
    /// Reads a `*.sweep` file of that name.
    ///
    /// # Errors
    /// Mistakes, with their places.
    pub fn read(name: &str, source: &str) -> Result<Self> {
        let over = Overs { name: name.to_owned(), source: source.to_owned(), spans: Vec::new() };
        let mut plan = Self { over, ..Self::default() };
        let (statements, mut mistakes) = rule::split(source);
        for span in statements {
            if let Err(mistake) = plan.statement(source, span) {
                mistakes.push(mistake);
            }
        }
        match mistakes.is_empty() {
            true => Ok(plan),
            false => Err(Error::diagnosed(name, source, &mistakes)),
        }
    }

    /// How far, where it says so.
    #[must_use]
    pub fn to(&self) -> Option<&str> {
        Some(&*self.to).filter(|to| !to.is_empty())
    }

    /// The names of its quantities; none: those of the rule.
    #[must_use]
    pub fn quantities(&self) -> Vec<String> {
        self.quantity.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    fn statement(&mut self, source: &str, span: Span) -> Result<(), Diagnostic> {
        let text = &source[span.start..span.end];
        let length = text.find(char::is_whitespace).unwrap_or(text.len());
        let (word, rest) = text.split_at(length);
        let here = Span::new(span.start, span.start + length);
        let at = span.end - rest.trim_start().len();
        let rest = rest.trim();
        let number = || {
            let wrong = |_| {
                let cause = format!("`{rest}` is not a whole number");
                Diagnostic::new("R005", cause, Span::new(at, span.end)).help("write digits")
            };
            rest.parse::<u64>().map_err(wrong)
        };
        match word {
            "sweep" => self.rule = (!rest.is_empty()).then(|| rest.to_owned()),
            "with" => self.with.push(rest.to_owned()),
            "over" => self.over.spans.push(Span::new(at, span.end)),
            "quantity" => self.quantity = rest.to_owned(),
            "to" => self.to = rest.to_owned(),
            "prove" => self.prove = true,
            "claims" => self.claims = true,
            "kernel" => self.kernel = rest.to_owned(),
            "memory" => self.memory = number()?,
            "shard" => self.shard = usize::try_from(number()?).unwrap_or(usize::MAX),
            "version" => self.version = rest.to_owned(),
            _ => {
                let help = did_you_mean(word, WORDS, || {
                    message!("lines start with {}", listed(&WORDS[..10]))
                });
                let cause = format!("`{word}` starts no line of a sweep");
                return Err(Diagnostic::new("R010", cause, here).help(help));
            }
        }
        Ok(())
    }
}

impl fmt::Display for Plan {
    /// As [`Plan::read`] reads it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "sweep {}", self.rule.as_deref().unwrap_or(""))?;
        self.with.iter().try_for_each(|text| writeln!(f, "with {text}"))?;
        self.over.texts().try_for_each(|text| writeln!(f, "over {text}"))?;
        let texts = [
            ("quantity", &self.quantity),
            ("to", &self.to),
            ("kernel", &self.kernel),
            ("version", &self.version),
        ];
        for (word, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
            writeln!(f, "{word} {text}")?;
        }
        if self.prove {
            writeln!(f, "prove")?;
        }
        if self.claims {
            writeln!(f, "claims")?;
        }
        let numbers = [("memory", self.memory), ("shard", self.shard as u64)];
        for (word, number) in numbers.into_iter().filter(|(_, number)| *number > 0) {
            writeln!(f, "{word} {number}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_as_it_was() {
        let text = "# all of them\nsweep subtraction\nwith k = 3\nover S in subsets(1..4, 2);\n    # a long one\n    \
                    {1, 2, 9}\nover x in 1..9\nquantity sg, win\nto 200\nprove\nclaims\nkernel machine\nmemory 1000\nshard 7\n";
        let plan = Plan::read("a.sweep", text).unwrap();
        let texts: Vec<String> = plan.over.texts().collect();
        assert_eq!(texts, ["S in subsets(1..4, 2); {1, 2, 9}", "x in 1..9"]);
        let again = Plan::read("b.sweep", &plan.to_string()).unwrap();
        assert_eq!(again.to_string(), plan.to_string());
        assert_eq!((again.shard, again.memory, again.prove, again.claims), (7, 1000, true, true));
        assert_eq!(Plan::read("a", "sweep\nover code in octal(2)\n").unwrap().rule, None);
    }

    #[test]
    fn mistakes_have_places_and_remedies() {
        let shown = |text| Plan::read("a.sweep", text).unwrap_err().to_string();
        let text = shown("sweep nim\novr x in 1..9\n");
        assert!(text.contains("a.sweep:2:1") && text.contains("did you mean `over`?"), "{text}");
        assert!(text.contains("^^^"), "{text}");
        assert!(shown("shard many\n").contains("not a whole number"));
    }
}
