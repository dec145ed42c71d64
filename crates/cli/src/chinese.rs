//! Chinese for `--lang zh`: the command line. What the answers say has its Chinese in `wording`.

use clap::Command;
use clap::builder::StyledStr;
use report::Translation;
use wording::chinese::{line_of_report, phrase, sentence};
use wording::words::Lang;

#[cfg(test)]
pub(crate) use wording::chinese::has_remedy;
pub(crate) use wording::chinese::{
    explained, message, note, punctuated, reading, shown, title, translated,
};

/// The command line.
static FLAGS: &str = include_str!("chinese/flags.txt");

/// What the layout of help adds.
const LAYOUT: [(&str, &str); 15] = [
    ("Examples:", "例："),
    ("Usage: ", "用法："),
    ("Commands:", "命令："),
    ("Arguments:", "参数："),
    ("Options:", "选项："),
    ("Common flags:", "通用选项："),
    ("Possible values:", "可取："),
    ("Print this message or the help of the given subcommand(s)", "显示本说明，或所给命令的说明"),
    ("Print help (see a summary with '-h')", "显示说明（-h 显示概要）"),
    ("Print help (see more with '--help')", "显示说明（--help 显示更多）"),
    ("Print help", "显示说明"),
    ("Print version", "显示版本"),
    ("[default: ", "[默认："),
    ("[possible values: ", "[可取："),
    ("[OPTIONS]", "[选项]"),
];

/// What makes charts, reports and atlases those of the language; nothing for English, in which they arise.
pub(crate) fn said(lang: Lang) -> Option<Translation> {
    (lang == Lang::Zh).then(|| Translation { lang: lang.name(), line: line_of_report, sentence })
}

/// A command line with its help in Chinese.
pub(crate) fn in_chinese(mut command: Command) -> Command {
    if let Some(about) = command.get_about().map(flag) {
        command = command.about(about);
    }
    if let Some(after) = command.get_after_help().map(flag) {
        command = command.after_help(after);
    }
    let command = command.mut_args(|arg| match arg.get_help().map(flag) {
        Some(help) => arg.help(help),
        None => arg,
    });
    command.mut_subcommands(in_chinese)
}

fn flag(english: &StyledStr) -> String {
    let english = english.to_string().replace('\n', " ");
    phrase(FLAGS, &english).unwrap_or(english)
}

/// Help as it is laid out, with what the layout itself adds in Chinese too.
pub(crate) fn laid_out(help: &str) -> String {
    let line = |line: &str| {
        let value = line.trim_start().strip_prefix("- ").and_then(|value| value.split_once(": "));
        let value = value.map(|(_, help)| help.trim_start());
        let mut line = match value.and_then(|help| Some((help, phrase(FLAGS, help)?))) {
            Some((english, chinese)) => line.replacen(english, &chinese, 1),
            None => line.to_owned(),
        };
        for (english, chinese) in LAYOUT {
            line = line.replacen(english, chinese, 1);
        }
        line
    };
    help.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A manual page, with what its layout adds in Chinese too.
pub(crate) fn manual(page: &str) -> String {
    const TITLES: [(&str, &str); 8] = [
        ("NAME", "名称"),
        ("SYNOPSIS", "用法"),
        ("DESCRIPTION", "说明"),
        ("OPTIONS", "选项"),
        ("\"COMMON FLAGS\"", "通用选项"),
        ("SUBCOMMANDS", "命令"),
        ("EXTRA", "其他"),
        ("VERSION", "版本"),
    ];
    let line = |line: &str| {
        if let Some(title) = line.strip_prefix(".SH ") {
            let known = TITLES.iter().find(|(english, _)| *english == title);
            return format!(".SH {}", known.map_or(title, |(_, chinese)| *chinese));
        }
        // quotes and hyphens are written otherwise there
        if line.starts_with("Print help (see ") {
            return "显示说明".to_owned();
        }
        match line.split_once(": ").and_then(|(value, help)| Some((value, phrase(FLAGS, help)?))) {
            Some((value, help)) => format!("{value}: {help}"),
            None => laid_out(line),
        }
    };
    page.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
