//! No command of any game of the catalogue ends in a panic, at twice and five times the usual size.

use super::folder;
use crate::program::run;
use crate::tried::tried;
use serde_json::Value;
use std::path::Path;

/// Every quantity that some game has; a game refuses the others.
const QUANTITIES: [&str; 11] = [
    "sg",
    "win",
    "misere",
    "remoteness",
    "moves",
    "least",
    "greatest",
    "left",
    "right",
    "outcome",
    "value",
];

/// Games of heaps, coins, tokens and boards.
const SAMPLE: [&str; 5] = ["anti-sg", "bash", "coin-dist", "cutcake", "domineering"];

#[test]
fn commands_go_far_without_a_panic() {
    for game in tried(SAMPLE) {
        go_far(game, &[2], &["sg", "value"]);
    }
}

#[test]
#[ignore = "ten minutes"]
fn every_command_of_every_game_goes_far_without_a_panic() {
    let list = run(folder().path(), &["list", "--format", "json"], "");
    let list: Value = serde_json::from_str(&list.out).expect("a list");
    let games = list.as_array().expect("games");
    assert!(games.len() >= 107, "{} games", games.len());
    for game in games {
        go_far(game["name"].as_str().expect("a name"), &[2, 5], &QUANTITIES);
    }
}

/// Runs the commands on a game, whose sides are so many times as long as usual.
fn go_far(game: &str, factors: &[i64], quantities: &[&str]) {
    let folder = folder();
    let usual = ended_well(folder.path(), &["table", game, "--summary", "--format", "json"]);
    // A game that cannot be tabulated as it stands is asked the same without a size.
    let usual: Option<Value> = serde_json::from_str(&usual).ok();
    let axes = usual.as_ref().and_then(|usual| usual["axes"].as_array());
    for factor in factors {
        let side =
            |axis: &Value| Some((axis["name"].as_str()?.to_owned(), axis["to"].as_i64()? * factor));
        let sides: Vec<(String, i64)> = axes.into_iter().flatten().filter_map(side).collect();
        let named: Vec<String> = sides.iter().map(|(name, to)| format!("{name}={to}")).collect();
        let position: Vec<String> = sides.iter().map(|(_, to)| to.to_string()).collect();
        let to = match &named[..] {
            [] => Vec::new(),
            _ => vec!["--to".to_owned(), named.join(",")],
        };
        let ask = |words: &[&str]| {
            let words: Vec<&str> =
                words.iter().copied().chain(to.iter().map(String::as_str)).collect();
            ended_well(folder.path(), &words);
        };
        for quantity in quantities {
            ask(&["table", game, "--summary", "--quantity", quantity]);
            ask(&["find", game, "--quantity", quantity]);
        }
        for command in ["find", "check"] {
            ask(&[command, game]);
        }
        ask(&["run", game, "--out", "out"]);
        let greatest = position.iter().map(String::as_str).max_by_key(|to| to.len()).unwrap_or("9");
        ended_well(folder.path(), &["prove", game, "--to", greatest]);
        let position: Vec<&str> = position.iter().map(String::as_str).collect();
        ended_well(folder.path(), &[&["ask", game][..], &position[..]].concat());
    }
    ended_well(folder.path(), &["explain", game]);
}

/// What a run prints that must end by itself or by its limits, with a status that means something.
fn ended_well(folder: &Path, words: &[&str]) -> String {
    let limits = ["--time", "1", "--memory", "400M", "--threads", "1"];
    let all: Vec<&str> = words.iter().copied().chain(limits).collect();
    let ran = run(folder, &all, "");
    assert!((0..=4).contains(&ran.status), "mexlab {}: {} {}", all.join(" "), ran.status, ran.err);
    ran.out
}
