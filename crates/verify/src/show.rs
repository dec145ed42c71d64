//! Certificates in the core form as mathematics, for people to read.

use crate::core::{
    Case, Certificate, Condition, Form, Game, Heap, Meaning, Move, Moves, Name, Place, Places,
    Proof, Quantity, Range, Repeats, Statement, Where,
};
use std::fmt::Display;

/// Most numbers of a list that are printed.
const MAX_SHOWN: usize = 24;

/// The game and the statement that a certificate is about, and what machines are in it.
#[must_use]
pub fn show(certificate: &Certificate) -> String {
    let mut lines = game(&certificate.game);
    lines.push(String::new());
    lines.extend(statement(&certificate.statement, &certificate.game));
    if let Proof::Induction(proof) = &certificate.proof
        && let Some(law) = &proof.law
    {
        lines.push("This follows from:".to_owned());
        lines.extend(statement(law, &certificate.game));
    }
    if let Proof::Parts(parts) = &certificate.proof {
        for (at, part) in parts.iter().enumerate() {
            lines.push(format!("\nPart {}\n\n{}", at + 1, show(part)));
        }
    }
    let digits = &certificate.digits;
    if !digits.machines.is_empty() {
        lines.push(String::new());
        lines.push(match &digits.places {
            None => "Machines read binary digits.".to_owned(),
            Some(Places::Base(base)) => format!("Machines read digits to base {base}."),
            Some(Places::Recurrence(weights, first, words)) => format!(
                "Machines read digits whose places are {}, ... with the weights {} of a recurrence; \
                 {words} accepts the greedy words.",
                listed(first),
                listed(weights)
            ),
        });
    }
    for (name, states) in &digits.machines {
        let tracks = states.steps.first().map_or(0, |(_, digits, _)| digits.len());
        let count = states.accepting.len();
        let ends = (0..count).filter(|&at| states.accepting[at]).collect::<Vec<_>>();
        let tracks = if tracks == 1 { "a track".to_owned() } else { format!("{tracks} tracks") };
        lines.push(format!("{name}: {count} states on {tracks}, accepting in {}", listed(&ends)));
        if states.steps.len() <= MAX_SHOWN {
            let step = |(from, digits, to): &(usize, Vec<u32>, usize)| {
                format!("{from} -{}-> {to}", digits.iter().map(u32::to_string).collect::<String>())
            };
            let all: Vec<String> = states.steps.iter().map(step).collect();
            lines.push(format!("    {}", all.join(", ")));
        }
    }
    for ([p, q, r, d], name) in &digits.slopes {
        lines.push(format!(
            "{name}(k, m) is proved to say m = floor(k ({p} + {q} sqrt({d})) / {r})"
        ));
    }
    lines.join("\n")
}

fn listed<T: Display>(all: &[T]) -> String {
    let shown: Vec<String> = all.iter().take(MAX_SHOWN).map(ToString::to_string).collect();
    let more =
        if all.len() > MAX_SHOWN { format!(", ... ({} in all)", all.len()) } else { String::new() };
    shown.join(", ") + &more
}

fn game(game: &Game) -> Vec<String> {
    match game {
        Game::Moves(game) => moves(game),
        Game::Heap(game) => heap(game),
        Game::Code(digits) => {
            let move_ = |(taken, digit): (usize, &u32)| {
                let heaps: Vec<String> =
                    (0..4).filter(|j| digit >> j & 1 == 1).map(|j| j.to_string()).collect();
                format!("  taking {taken} leaves {} heaps, none of them empty", heaps.join(" or "))
            };
            let all = digits.iter().enumerate().filter(|(_, digit)| **digit != 0);
            let head =
                "Positions are heaps of stones. A player without a move loses. A move:".to_owned();
            std::iter::once(head).chain(all.map(move_)).collect()
        }
        Game::Range(Range { parameters, domain, take: [least, most], stuck_wins }) => vec![
            format!("Positions are numbers n; parameters {}, where", parameters.join(", ")),
            domain.iter().map(|form| sides(form, ">=")).collect::<Vec<_>>().join(" and "),
            format!("From n to n - t for {} <= t <= {}, t <= n.", sum(least), sum(most)),
            stuck(*stuck_wins),
        ],
        Game::Takeaway(factor) => vec![
            "Positions are pairs (n, q).".to_owned(),
            format!("From (n, q) to (n - t, min({factor} t, n - t)) for 1 <= t <= min(n, q)."),
            stuck(false),
        ],
        Game::Sum(games) | Game::Product(games) => {
            let is_sum = matches!(game, Game::Sum(_));
            let what = if is_sum { "The sum" } else { "The product, as games of coins in a row," };
            let all = games.iter().enumerate();
            let parts = all.flat_map(|(at, game)| {
                std::iter::once(format!("game {}:", at + 1)).chain(self::game(game))
            });
            std::iter::once(format!("{what} of {} games.", games.len())).chain(parts).collect()
        }
    }
}

fn stuck(wins: bool) -> String {
    format!("A player without a move {}.", if wins { "wins" } else { "loses" })
}

fn tuple(all: &[Form]) -> String {
    match all {
        [only] => sum(only),
        all => format!("({})", all.iter().map(sum).collect::<Vec<_>>().join(", ")),
    }
}

fn moves(game: &Moves) -> Vec<String> {
    let names = match game.coordinates.as_slice() {
        [only] => only.clone(),
        all => format!("({})", all.join(", ")),
    };
    let order = if game.unordered { ", in any order" } else { "" };
    let mut lines = vec![format!("Positions are {names} for natural numbers{order}")];
    if !matches!(&game.positions.holds, Condition::Is(true)) {
        lines.extend(held("where", &game.positions));
    }
    for (ended, who) in [(&game.won, "won"), (&game.lost, "lost")] {
        if ended.holds != Condition::Is(false) {
            lines.extend(held(
                &format!("Play has ended and the player to move has {who} where"),
                ended,
            ));
        }
    }
    for (at, m) in game.moves.iter().enumerate() {
        lines.extend(one_move(at, m, &names));
    }
    lines.push(stuck(game.stuck_wins));
    lines
}

fn one_move(at: usize, m: &Move, from: &str) -> Vec<String> {
    let Move { choose, define, legal, to, runs } = m;
    let chosen =
        if choose.is_empty() { String::new() } else { format!(" for {}", choose.join(", ")) };
    let mut parts: Vec<String> = to.iter().map(|at| tuple(at)).collect();
    parts.extend(runs.iter().map(|[lo, hi]| format!("all from {} to {}", sum(lo), sum(hi))));
    let target = if parts.is_empty() { "nothing".to_owned() } else { parts.join(" | ") };
    let mut lines = vec![format!("Move {}: from {from} to {target}{chosen}", at + 1)];
    if !matches!(legal, Condition::Is(true)) {
        lines.push(format!("  if {}", condition(legal)));
    }
    lines.extend(defined(define));
    lines
}

fn heap(game: &Heap) -> Vec<String> {
    let option = |option: &Vec<Place>| match option.as_slice() {
        [] => "nothing".to_owned(),
        all => {
            let place = |place: &Place| match place {
                Place::Less(t) => format!("n - {t}"),
                Place::Size(c) => c.to_string(),
            };
            all.iter().map(place).collect::<Vec<_>>().join(" | ")
        }
    };
    let mut lines = vec![format!("Positions are the numbers n >= {}.", game.least)];
    for (n, options) in (game.least..).zip(&game.small).take(MAX_SHOWN) {
        let sum = |parts: &Vec<u64>| match parts.as_slice() {
            [] => "nothing".to_owned(),
            all => all.iter().map(u64::to_string).collect::<Vec<_>>().join(" | "),
        };
        let options: Vec<String> = options.iter().map(sum).collect();
        lines.push(format!("  from {n} to {}", listed(&options)));
    }
    if game.small.len() > MAX_SHOWN {
        lines.push(format!("  ... (listed to {})", game.from - 1));
    }
    for (rest, options) in game.classes.iter().enumerate() {
        let of_class = match game.classes.len() {
            1 => String::new(),
            count => format!(" that is {rest} modulo {count}"),
        };
        let options: Vec<String> = options.iter().map(option).collect();
        lines.push(format!("  from n >= {}{of_class} to {}", game.from, listed(&options)));
    }
    if let Some([first, after]) = game.tail {
        let row =
            if game.rows == 1 { String::new() } else { format!(" that is n modulo {}", game.rows) };
        lines.push(format!(
            "  and from n >= {} to every number{row} of {first}..n - {after}",
            game.from
        ));
    }
    lines.push(stuck(game.stuck_wins));
    lines
}

fn statement(statement: &Statement, game: &Game) -> Vec<String> {
    let coordinates = match game {
        Game::Moves(game) => game.coordinates.join(", "),
        _ => "n".to_owned(),
    };
    match statement {
        Statement::Wins(wins) => held("The player to move wins exactly where", wins),
        Statement::Value(number) => {
            let mut lines = vec![format!("The nim-value of ({coordinates}) is")];
            lines.extend(cases(&number.cases));
            lines.extend(defined(&number.define));
            lines
        }
        Statement::Repeats(Repeats { of, preperiod, period, saltus, values }) => {
            let q = if *of == Quantity::Value { "g" } else { "w" };
            let plus = if *saltus == 0 { String::new() } else { format!(" + {saltus}") };
            let what = match of {
                Quantity::Value => "g is the nim-value",
                Quantity::Wins => "w is 1 where the player to move wins, else 0",
            };
            let mut lines =
                vec![format!("{q}(n + {period}) = {q}(n){plus} for all n >= {preperiod}, where {what}.")];
            lines.extend(values.iter().map(|all| format!("{q}(0), {q}(1), ... = {}", listed(all))));
            lines
        }
        Statement::Lost(modulus, first, last) => vec![format!(
            "For all parameters n is lost exactly if {} <= n mod ({}) <= {}.",
            sum(first),
            sum(modulus),
            sum(last)
        )],
        Statement::Greedy { terms, lag } => vec![
            format!("Let h be {}, and h(m + 1) = h(m) + h(m - {lag}) from the last on.", listed(terms)),
            "(n, q) is won exactly if n > 0 and q is at least the least part of the greedy sum of n \
             in terms of h."
                .to_owned(),
        ],
        Statement::Parts => vec![match game {
            Game::Sum(_) => "The value is the nim-sum of those of the parts.",
            _ => "The value is the nim-product of those of the parts.",
        }
        .to_owned()],
        Statement::Always { names, holds } => {
            let all = if names.is_empty() { String::new() } else { format!(", and all {},", names.join(", ")) };
            held(&format!("At every position{all}"), holds)
        }
    }
}

fn held(head: &str, what: &Where) -> Vec<String> {
    let mut lines = vec![format!("{head} {}", condition(&what.holds))];
    lines.extend(defined(&what.define));
    lines
}

fn defined(all: &[(Name, Meaning)]) -> Vec<String> {
    let one = |(name, meaning): &(Name, Meaning)| match meaning {
        Meaning::Word(machine, of) => {
            vec![format!("    {name}: {machine}({}, {name})", of.join(", "))]
        }
        Meaning::Value(at) => vec![format!("    {name} = value of {}", tuple(at))],
        Meaning::Cases(all) => {
            let mut lines = vec![format!("    {name} =")];
            lines.extend(cases(all).into_iter().map(|line| format!("    {line}")));
            lines
        }
    };
    all.iter().flat_map(one).collect()
}

fn cases(all: &[Case]) -> Vec<String> {
    let mut lines = Vec::new();
    for (here, form, divisor) in all.iter().take(MAX_SHOWN) {
        let number = match divisor {
            1 => sum(form),
            _ => format!("floor(({}) / {divisor})", sum(form)),
        };
        let here = match here {
            Condition::Is(true) if all.len() == 1 => String::new(),
            Condition::Is(true) => ", otherwise".to_owned(),
            here => format!(" if {}", condition(here)),
        };
        lines.push(format!("  {number}{here}"));
    }
    if all.len() > MAX_SHOWN {
        lines.push(format!("  ... ({} cases)", all.len()));
    }
    lines
}

fn condition(all: &Condition) -> String {
    let joined = |list: &[Condition], word: &str, of_none: &str| match list {
        [] => of_none.to_owned(),
        [only] => condition(only),
        list => {
            let inner = |part: &Condition| match part {
                Condition::And(list) | Condition::Or(list) if list.len() > 1 => {
                    format!("({})", condition(part))
                }
                _ => condition(part),
            };
            list.iter().map(inner).collect::<Vec<_>>().join(word)
        }
    };
    match all {
        Condition::Is(truth) => truth.to_string(),
        Condition::And(list) => joined(list, " and ", "true"),
        Condition::Or(list) => joined(list, " or ", "false"),
        Condition::AtMost(form) => sides(form, "<="),
        Condition::Zero(form) => sides(form, "="),
        Condition::Mod(form, modulus, rest) => format!("({}) mod {modulus} = {rest}", sum(form)),
        Condition::Word(machine, of) => format!("{machine}({})", of.join(", ")),
        Condition::Wins(at) => format!("{} is won", tuple(at)),
        Condition::Not(inner) => match &**inner {
            Condition::AtMost(form) => sides(form, ">"),
            Condition::Zero(form) => sides(form, "!="),
            inner => format!("not ({})", condition(inner)),
        },
    }
}

/// A form compared with 0, its negative terms on the other side.
fn sides(form: &Form, sign: &str) -> String {
    let part = |sign: i64| {
        let all = form.0.iter().filter(move |(_, factor)| factor.signum() == sign);
        Form(all.map(|(name, factor)| (name.clone(), factor.saturating_abs())).collect())
    };
    format!("{} {sign} {}", sum(&part(1)), sum(&part(-1)))
}

/// A form as a sum, its constant last.
fn sum(form: &Form) -> String {
    let mut text = String::new();
    let (constant, terms): (Vec<_>, Vec<_>) = form.0.iter().partition(|(name, _)| *name == "1");
    for (name, &factor) in terms.into_iter().chain(constant) {
        let size = factor.unsigned_abs();
        let term = match (name.as_str(), size) {
            ("1", size) => size.to_string(),
            (name, 1) => name.to_owned(),
            (name, size) => format!("{size} {name}"),
        };
        text += &match (text.is_empty(), factor < 0) {
            (true, false) => term,
            (true, true) => format!("-{term}"),
            (false, false) => format!(" + {term}"),
            (false, true) => format!(" - {term}"),
        };
    }
    if text.is_empty() { "0".to_owned() } else { text }
}
