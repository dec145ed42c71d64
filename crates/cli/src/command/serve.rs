//! `mexlab serve`: the workbench in a browser.

use crate::failure::{Result, mistake};
use crate::terminal::Terminal;
use crate::words::Lang;
use crate::{arguments, input, program};
use message::message;
use report::{Waiting, file};
use serve::{Save, Saved, Server, Settings, Worker};
use std::fs;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

/// How long an answer may take, and where the user asks for long work.
const SHORT: Duration = Duration::from_secs(30);
const LONG: Duration = Duration::from_secs(24 * 3600);
/// Memory of a table on the page, where `--memory` does not say.
const MEMORY: u64 = 1_000_000_000;

/// Serves the page until Ctrl-C.
pub(super) fn perform(arguments: &arguments::Serve, terminal: &Terminal) -> Result<()> {
    let opened = match &arguments.rule {
        Some(rule) => {
            let given = arguments::Given::default();
            let text = input::choose(Some(rule), &given, terminal.method)?.source.text;
            format!("&rule={}", in_address(&text))
        }
        None => String::new(),
    };
    let language = match terminal.words.lang {
        Lang::En => "en",
        Lang::Zh => "zh",
    };
    let (program, mut words) = program::beginning()?;
    let memory = terminal.method.limits.memory.min(MEMORY).to_string();
    words.extend(["session", "--memory", &memory].map(Into::into));
    let worker = Worker {
        program: program.into(),
        arguments: words,
        small: vec!["catalogue", "position"],
        most: std::thread::available_parallelism().map_or(2, usize::from).max(2),
        time: SHORT,
        long: LONG,
    };
    let save = arguments.save.clone().map(saving).transpose()?;
    let links = arguments.playground.clone();
    let server =
        Server::bind(Settings { port: arguments.port, worker, save, links }).map_err(|e| {
            let port = arguments.port.map_or(String::new(), |port| format!(" {port}"));
            mistake(message!("there is no port{port} to serve on: {e}; --port N names another"))
        })?;
    let address = format!("{}#lang={language}{opened}", server.address());
    terminal.print(|out| writeln!(out, "{address}"))?;
    terminal.remark("the page is for this machine alone; Ctrl-C ends it");
    if !arguments.no_open && open::that_detached(&address).is_err() {
        terminal.remark("no browser was found: open the address yourself");
    }
    server.run();
    Ok(())
}

/// What saves rules in a folder: new ones, and others in place of plain files where the user says so.
fn saving(folder: PathBuf) -> Result<Save> {
    file::make_folder(&folder)?;
    Ok(Box::new(move |name, text, replaces| {
        let path = folder.join(format!("{name}.game"));
        let write = |out: &mut BufWriter<Waiting>| out.write_all(text.as_bytes());
        let is_plain = file::plain(&path).is_ok();
        let is_same = || fs::read(&path).is_ok_and(|found| found == text.as_bytes());
        if is_plain && replaces {
            file::write_in_place(&path, write)?;
            return Ok(Saved::As(path));
        }
        let is_saved = file::write_new(&path, write)? || is_plain && is_same();
        Ok(if is_saved { Saved::As(path) } else { Saved::Taken(path) })
    }))
}

/// The text as it may stand in an address.
fn in_address(text: &str) -> String {
    let byte = |byte: u8| match byte.is_ascii_alphanumeric() {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}
