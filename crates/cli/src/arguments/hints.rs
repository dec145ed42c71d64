//! What to write instead of flags and commands that are not there.

use crate::words::Words;
use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use message::message;

/// Flags as other programs have them, and what they are called here.
const FLAGS: [(&[&str], &str); 13] = [
    (&["--upto", "--up-to", "--max", "--limit", "--until", "--bound", "--size", "-n"], "--to"),
    (&["--output", "--dir", "--outdir", "-o"], "--out"),
    (&["--param", "--parameter", "--params", "--set", "-D"], "-p"),
    (&["--rule", "--text", "--expr", "--eval", "-c"], "-e"),
    (&["--quantities", "--columns", "--column", "--values", "--grundy", "--sg"], "--quantity"),
    (&["--json", "--csv", "--text-format", "--type", "-f"], "--format"),
    (&["--jobs", "--cores", "--cpus", "--parallel", "-j"], "--threads"),
    (&["--timeout", "--time-limit", "--seconds"], "--time"),
    (&["--mem", "--ram", "--memory-limit"], "--memory"),
    (&["--language", "--locale"], "--lang"),
    (&["--colour", "--colors"], "--color"),
    (&["--code", "--cpp", "--python", "--rust", "--latex"], "--emit"),
    (&["--silent", "-s"], "--quiet"),
];

/// Commands as other programs have them, and what they are called here.
const COMMANDS: [(&[&str], &str); 7] = [
    (&["solve", "analyze", "analyse", "query", "best", "play"], "ask"),
    (&["guess", "law", "sequence", "pattern", "fit"], "find"),
    (&["compute", "values", "grundy", "tabulate", "print"], "table"),
    (&["plot", "chart", "draw", "report"], "run"),
    (&["gui", "web", "ui", "open", "browser"], "serve"),
    (&["catalog", "catalogue", "games", "ls"], "list"),
    (&["init", "create", "template"], "new"),
];

fn among(rows: &[(&[&'static str], &'static str)], word: &str) -> Option<&'static str> {
    rows.iter().find(|(words, _)| words.contains(&word)).map(|(_, ours)| *ours)
}

/// Puts what is meant into a mistake of usage. `command` has read the command line.
pub(super) fn add(error: &mut Error, command: &Command, words: &Words) {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let Some(given) = text(ContextKind::InvalidArg) else { return };
            let flag = given.split('=').next().unwrap_or_default();
            let ours = match given.parse::<u64>() {
                Ok(_) => Some("--to"),
                Err(_) => among(&FLAGS, flag),
            };
            if let Some(ours) = ours.filter(|ours| is_flag(command, ours)) {
                error.insert(ContextKind::SuggestedArg, ContextValue::String(ours.to_owned()));
                // it is no value
                error.remove(ContextKind::Suggested);
            } else if let Some(name) = flag.strip_prefix('-').filter(|name| is_letter(name))
                && is_flag(command, "-p")
            {
                let help = message!(
                    "a parameter of the rule is given by `-p {name}=VALUE`, the greatest value of \
                     a coordinate by `--to {name}=VALUE`"
                );
                let help = ContextValue::StyledStrs(vec![StyledStr::from(words.told(&help))]);
                error.insert(ContextKind::Suggested, help);
            }
        }
        ErrorKind::InvalidSubcommand => {
            let given = text(ContextKind::InvalidSubcommand);
            if let Some(ours) = given.and_then(|given| among(&COMMANDS, &given)) {
                let ours = ContextValue::Strings(vec![ours.to_owned()]);
                error.insert(ContextKind::SuggestedSubcommand, ours);
            }
        }
        _ => {}
    }
}

fn is_letter(name: &str) -> bool {
    name.len() == 1 && name.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Whether the command on the command line has that flag.
fn is_flag(command: &Command, flag: &str) -> bool {
    let named = |command: &Command| {
        command.get_arguments().any(|arg| match flag.strip_prefix("--") {
            Some(long) => arg.get_long() == Some(long),
            None => arg.get_short() == flag.chars().nth(1),
        })
    };
    let chosen = std::env::args().find_map(|word| command.find_subcommand(word));
    named(command) || chosen.is_some_and(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Arguments;
    use crate::words::Lang;
    use clap::CommandFactory;

    #[test]
    fn what_is_suggested_exists() {
        let command = Arguments::command();
        let commands: Vec<&Command> = command.get_subcommands().collect();
        for (_, ours) in COMMANDS {
            assert!(command.find_subcommand(ours).is_some(), "{ours}");
        }
        for (words, ours) in FLAGS {
            let has = |command: &&Command| {
                command.get_arguments().any(|arg| {
                    let long = arg.get_long().map(|long| format!("--{long}"));
                    let short = arg.get_short().map(|short| format!("-{short}"));
                    let is = |name: &str| {
                        long.as_deref() == Some(name) || short.as_deref() == Some(name)
                    };
                    assert!(!words.iter().any(|word| is(word)), "{words:?}");
                    is(ours)
                })
            };
            assert!(has(&&command) || commands.iter().any(has), "{ours}");
        }
    }

    #[test]
    fn no_flag_takes_another_flag_for_its_value() {
        fn visit(command: &Command, before: &[&str], seen: &mut usize) {
            let values = command.get_arguments().filter(|arg| arg.get_action().takes_values());
            for arg in values.filter(|arg| !arg.is_positional()) {
                let long = arg.get_long().map(|long| format!("--{long}"));
                let short = arg.get_short().map(|short| format!("-{short}"));
                for flag in long.into_iter().chain(short) {
                    for value in ["--lang", "-q", "--no-such-flag"] {
                        let line = [before, &[&flag, value]].concat();
                        let read = Arguments::command().try_get_matches_from(&line);
                        let kind = read.expect_err(&line.join(" ")).kind();
                        let is_refused =
                            matches!(kind, ErrorKind::InvalidValue | ErrorKind::UnknownArgument);
                        assert!(is_refused, "{line:?}: {kind:?}");
                        *seen += 1;
                    }
                }
            }
            for part in command.get_subcommands() {
                visit(part, &[before, &[part.get_name()]].concat(), seen);
            }
        }
        let mut command = Arguments::command();
        command.build();
        let mut seen = 0;
        visit(&command, &["mexlab"], &mut seen);
        assert!(seen > 300, "{seen}");
        let negative = ["mexlab", "table", "bash", "--to", "-5"];
        assert!(Arguments::command().try_get_matches_from(negative).is_ok());
    }

    #[test]
    fn examples_are_command_lines() {
        let words = |line: &str| -> Vec<String> {
            let parts = line.split('\'').enumerate();
            let words = |(i, part): (usize, &str)| match i % 2 {
                0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
                _ => vec![part.to_owned()],
            };
            parts.flat_map(words).collect()
        };
        let mut seen = 0;
        for command in crate::arguments::command(Lang::En).get_subcommands() {
            let Some(text) = command.get_after_long_help().map(ToString::to_string) else {
                continue;
            };
            let mut lines = text.lines();
            assert_eq!(lines.next(), Some("Examples:"));
            for line in lines {
                // the shell's part
                let redirected = [" < ", " > "].into_iter().find_map(|mark| line.rsplit_once(mark));
                let redirected = redirected.filter(|(_, file)| !file.contains([' ', '\'']));
                let line = redirected.map_or(line, |(command, _)| command);
                let read = Arguments::command().try_get_matches_from(words(line));
                let read = read.unwrap_or_else(|error| panic!("{line}: {error}"));
                assert_eq!(read.subcommand_name(), Some(command.get_name()), "{line}");
                seen += 1;
            }
        }
        assert!(seen > 20, "{seen}");
    }
}
