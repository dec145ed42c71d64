//! The command line has its Chinese, and every Chinese text is one of something.

use super::*;
use crate::arguments;
use std::collections::BTreeSet;
use wording::words::Lang;

#[test]
fn flags_have_as_many_holes_in_both_languages() {
    let mut seen = BTreeSet::new();
    assert_eq!(FLAGS.lines().count() % 2, 0);
    for (english, chinese) in pairs(FLAGS) {
        let holes = |text: &str| text.matches("{}").count();
        assert!(seen.insert(english), "{english}");
        assert_eq!(holes(english), holes(chinese), "{english}");
        assert!(!english.is_empty() && !chinese.is_empty(), "{english}");
    }
}

#[test]
fn the_whole_command_line_has_help_in_chinese() {
    let mut used = BTreeSet::new();
    visit(&arguments::command(Lang::En), &mut |english| {
        assert!(pairs(FLAGS).any(|(known, _)| known == english), "{english}");
        used.insert(english.to_owned());
    });
    for (english, _) in pairs(FLAGS) {
        assert!(used.contains(english), "nothing says: {english}");
    }
    let help = laid_out(&arguments::command(Lang::Zh).render_long_help().to_string());
    let is_english = |line: &&str| line.contains(" the ") || line.contains("row per");
    assert_eq!(help.lines().find(is_english), None);
}

#[test]
fn manual_pages_are_in_chinese() {
    let mut program = arguments::command(Lang::Zh);
    program.build();
    let pages = program.get_subcommands().cloned().chain([program.clone()]);
    for page in pages {
        let mut text = Vec::new();
        clap_mangen::Man::new(page).render(&mut text).expect("memory takes every byte");
        let text = manual(&String::from_utf8(text).expect("text"));
        let words = [" the ", "Print ", "Text for", ".SH NAME", ".SH OPTIONS"];
        let is_english = |line: &&str| words.iter().any(|word| line.contains(word));
        assert_eq!(text.lines().find(is_english), None);
    }
}

/// Every text of the help of a command.
fn visit(command: &Command, say: &mut dyn FnMut(&str)) {
    let mut plain = |text: &StyledStr| say(&text.to_string().replace('\n', " "));
    command.get_about().into_iter().chain(command.get_after_help()).for_each(&mut plain);
    for arg in command.get_arguments() {
        arg.get_help().into_iter().for_each(&mut plain);
        arg.get_possible_values().iter().filter_map(|v| v.get_help()).for_each(&mut plain);
    }
    command.get_subcommands().for_each(|command| visit(command, say));
}
