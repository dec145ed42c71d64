//! Chinese for `--lang zh`: the command line. What the answers say has its Chinese in `wording`.

use clap::Command;
use clap::builder::StyledStr;
use message::Message;
use wording::chinese::pairs;

#[cfg(test)]
pub(crate) use wording::chinese::lacking;
pub(crate) use wording::chinese::{note, punctuated, title, told};

/// The command line.
static FLAGS: &str = include_str!("chinese/flags.txt");
/// What clap says of a mistake in it.
static CLAP: &str = include_str!("chinese/clap.txt");

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
    of_flag(&english).map_or(english.clone(), str::to_owned)
}

fn of_flag(english: &str) -> Option<&'static str> {
    pairs(FLAGS).find_map(|(known, chinese)| (known == english).then_some(chinese))
}

/// Help as it is laid out, with what the layout itself adds in Chinese too.
pub(crate) fn laid_out(help: &str) -> String {
    let line = |line: &str| {
        let value = line.trim_start().strip_prefix("- ").and_then(|value| value.split_once(": "));
        let value = value.map(|(_, help)| help.trim_start());
        let mut line = match value.and_then(|help| Some((help, of_flag(help)?))) {
            Some((english, chinese)) => line.replacen(english, chinese, 1),
            None => line.to_owned(),
        };
        for (english, chinese) in LAYOUT {
            line = line.replacen(english, chinese, 1);
        }
        line
    };
    help.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// A mistake in the command line, as clap has it; `why` is what we say of a value.
pub(crate) fn of_clap(text: &str, why: Option<&Message>) -> String {
    let text = match why {
        Some(why) => text.replace(&why.to_string(), &told(why)),
        None => text.to_owned(),
    };
    let line = |line: &str| {
        let said = |text: &str| {
            pairs(CLAP).find_map(|pair| put(text, pair)).unwrap_or_else(|| text.to_owned())
        };
        if let Some(rest) = line.strip_prefix("error: ") {
            return format!("错误：{}", said(rest));
        }
        if let Some(rest) = line.strip_prefix("  tip: ") {
            return format!("  提示：{}", said(rest));
        }
        match line.strip_prefix("For more information, try ") {
            Some(rest) => format!("详见 {}。", rest.trim_end_matches('.')),
            None => line.to_owned(),
        }
    };
    punctuated(&text.split('\n').map(line).collect::<Vec<_>>().join("\n"))
}

/// What stands for `text` if it has the words of the English, with the same in the holes.
fn put(text: &str, (english, chinese): (&str, &str)) -> Option<String> {
    let (mut said, mut rest) = (String::new(), text);
    let mut around = chinese.split("{}");
    for (number, piece) in english.split("{}").enumerate() {
        let (part, behind) = match number {
            0 => ("", rest.strip_prefix(piece)?),
            _ if piece.is_empty() => (rest, ""),
            _ => rest.split_once(piece)?,
        };
        said += part;
        said += around.next()?;
        rest = behind;
    }
    rest.is_empty().then_some(said)
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
        match line.split_once(": ").and_then(|(value, help)| Some((value, of_flag(help)?))) {
            Some((value, help)) => format!("{value}: {help}"),
            None => laid_out(line),
        }
    };
    page.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
