//! Rules as newcomers write them: each gets the remedy for what is meant.

use expr::diagnostic::render;
use std::collections::BTreeSet;

const RULES: &str = include_str!("../data/wrong_rules.txt");

/// The rules and what the message about each must say.
fn cases() -> impl Iterator<Item = (String, Vec<&'static str>)> {
    RULES.split("\n\n").filter(|block| !block.starts_with('#')).map(|block| {
        let says = block.lines().filter_map(|line| line.strip_prefix("> "));
        let rule = block.lines().filter(|line| !line.starts_with("> "));
        let rule: String = rule.map(|line| format!("{line}\n")).collect();
        let heading = if rule.starts_with("game") { "" } else { "game g\n" };
        (format!("{heading}{rule}"), says.collect())
    })
}

/// A remedy that says nothing of what was meant.
const VAGUE: &str = "delete it, or check the operator before it";

#[test]
fn each_gets_the_remedy_that_is_meant() {
    let (mut seen, mut wrong) = (0, Vec::new());
    for (text, says) in cases() {
        seen += 1;
        let (_, mistakes) = rule::parse(&text);
        let helps: BTreeSet<String> = mistakes.iter().map(|d| d.help.to_string()).collect();
        let is_said = |word: &&str| helps.iter().any(|help| help.contains(word));
        let is_met = !says.is_empty() && says.iter().all(is_said);
        if !is_met || helps.len() > 1 || helps.contains(VAGUE) {
            let shown = render("g.game", &text, &mistakes);
            wrong.push(format!("{text}must say {says:?}, says\n{shown}"));
        }
    }
    assert!(seen > 80, "{seen}");
    assert!(wrong.is_empty(), "{} of {seen}\n{}", wrong.len(), wrong.join("\n"));
}
