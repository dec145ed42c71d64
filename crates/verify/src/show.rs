//! Certificates in the core form as mathematics, for people to read.

use crate::core::{
    Case, Certificate, Condition, Form, Game, Heap, Meaning, Move, Moves, Name, Place, Places,
    Proof, Quantity, Range, Repeats, Statement, Where,
};
use message::{Message, message};
use std::fmt::Display;

/// Most numbers of a list that are printed.
const MAX_SHOWN: usize = 24;

/// The game and the statement that a certificate is about, and what machines are in it.
#[must_use]
pub fn show(certificate: &Certificate) -> Message {
    let mut lines = game(&certificate.game);
    lines.push("".into());
    lines.extend(statement(&certificate.statement, &certificate.game));
    if let Proof::Induction(proof) = &certificate.proof
        && let Some(law) = &proof.law
    {
        lines.push("This follows from:".into());
        lines.extend(statement(law, &certificate.game));
    }
    if let Proof::Parts(parts) = &certificate.proof {
        for (at, part) in parts.iter().enumerate() {
            lines.extend(["".into(), message!("Part {}", at + 1), "".into(), show(part)]);
        }
    }
    let digits = &certificate.digits;
    if !digits.machines.is_empty() {
        lines.push("".into());
        lines.push(match &digits.places {
            None => "Machines read binary digits.".into(),
            Some(Places::Base(base)) => message!("Machines read digits to base {base}."),
            Some(Places::Recurrence(weights, first, words)) => message!(
                "Machines read digits whose places are {}, ... with the weights {} of a recurrence; \
                 {words} accepts the greedy words.",
                listed(first, text),
                listed(weights, text)
            ),
        });
    }
    for (name, states) in &digits.machines {
        let count = states.accepting.len();
        let ends = (0..count).filter(|&at| states.accepting[at]).collect::<Vec<_>>();
        let tracks = match states.steps.first().map_or(0, |(_, digits, _)| digits.len()) {
            1 => "a track".into(),
            tracks => message!("{tracks} tracks"),
        };
        let ends = listed(&ends, text);
        lines.push(message!("{name}: {count} states on {tracks}, accepting in {ends}"));
        if states.steps.len() <= MAX_SHOWN {
            let step = |(from, digits, to): &(usize, Vec<u32>, usize)| {
                format!("{from} -{}-> {to}", digits.iter().map(u32::to_string).collect::<String>())
            };
            let all: Vec<String> = states.steps.iter().map(step).collect();
            lines.push(format!("    {}", all.join(", ")).into());
        }
    }
    for ([p, q, r, d], name) in &digits.slopes {
        let floor = format!("floor(k ({p} + {q} sqrt({d})) / {r})");
        lines.push(message!("{name}(k, m) is proved to say m = {floor}"));
    }
    Message::joined(lines, "\n")
}

fn text(what: &impl Display) -> Message {
    what.to_string().into()
}

fn listed<T>(all: &[T], one: impl Fn(&T) -> Message) -> Message {
    let shown = Message::joined(all.iter().take(MAX_SHOWN).map(one), ", ");
    match all.len() {
        count if count > MAX_SHOWN => message!("{shown}, ... ({count} in all)"),
        _ => shown,
    }
}

fn game(game: &Game) -> Vec<Message> {
    match game {
        Game::Moves(game) => moves(game),
        Game::Heap(game) => heap(game),
        Game::Code(digits) => {
            let move_ = |(taken, digit): (usize, &u32)| {
                let heaps = (0..4).filter(|j| digit >> j & 1 == 1).map(|heaps: u32| text(&heaps));
                let heaps = Message::joined(heaps, " or ");
                let move_ = message!("taking {taken} leaves {heaps} heaps, none of them empty");
                message!("  {move_}")
            };
            let all = digits.iter().enumerate().filter(|(_, digit)| **digit != 0);
            let head =
                "Positions are heaps of stones. A player without a move loses. A move:".into();
            std::iter::once(head).chain(all.map(move_)).collect()
        }
        Game::Range(Range { parameters, domain, take: [least, most], stuck_wins }) => vec![
            message!("Positions are numbers n; parameters {}, where", parameters.join(", ")),
            Message::joined(domain.iter().map(|form| sides(form, ">=").into()), " and "),
            message!("From n to n - t for {} <= t <= {}, t <= n.", sum(least), sum(most)),
            stuck(*stuck_wins),
        ],
        Game::Takeaway(factor) => vec![
            "Positions are pairs (n, q).".into(),
            message!("From (n, q) to (n - t, min({factor} t, n - t)) for 1 <= t <= min(n, q)."),
            stuck(false),
        ],
        Game::Sum(games) | Game::Product(games) => {
            let count = games.len();
            let head = match game {
                Game::Sum(_) => message!("The sum of {count} games."),
                _ => message!("The product, as games of coins in a row, of {count} games."),
            };
            let all = games.iter().enumerate();
            let parts = all.flat_map(|(at, game)| {
                std::iter::once(message!("game {}:", at + 1)).chain(self::game(game))
            });
            std::iter::once(head).chain(parts).collect()
        }
    }
}

fn stuck(wins: bool) -> Message {
    match wins {
        true => "A player without a move wins.".into(),
        false => "A player without a move loses.".into(),
    }
}

fn tuple(all: &[Form]) -> String {
    match all {
        [only] => sum(only),
        all => format!("({})", all.iter().map(sum).collect::<Vec<_>>().join(", ")),
    }
}

fn moves(game: &Moves) -> Vec<Message> {
    let names = match game.coordinates.as_slice() {
        [only] => only.clone(),
        all => format!("({})", all.join(", ")),
    };
    let mut lines = vec![match game.unordered {
        true => message!("Positions are {names} for natural numbers, in any order"),
        false => message!("Positions are {names} for natural numbers"),
    }];
    if !matches!(&game.positions.holds, Condition::Is(true)) {
        lines.extend(held(&game.positions, |holds| message!("where {holds}")));
    }
    if game.won.holds != Condition::Is(false) {
        lines.extend(held(&game.won, |holds| {
            message!("Play has ended and the player to move has won where {holds}")
        }));
    }
    if game.lost.holds != Condition::Is(false) {
        lines.extend(held(&game.lost, |holds| {
            message!("Play has ended and the player to move has lost where {holds}")
        }));
    }
    for (at, m) in game.moves.iter().enumerate() {
        lines.extend(one_move(at + 1, m, &names));
    }
    lines.push(stuck(game.stuck_wins));
    lines
}

fn one_move(number: usize, m: &Move, from: &str) -> Vec<Message> {
    let Move { choose, define, legal, to, runs } = m;
    let parts = to.iter().map(|at| tuple(at).into());
    let runs = runs.iter().map(|[lo, hi]| message!("all from {} to {}", sum(lo), sum(hi)));
    let to = options(parts.chain(runs).collect());
    let mut lines = vec![match choose.join(", ") {
        none if none.is_empty() => message!("Move {number}: from {from} to {to}"),
        chosen => message!("Move {number}: from {from} to {to} for {chosen}"),
    }];
    if !matches!(legal, Condition::Is(true)) {
        let legal = message!("if {}", condition(legal));
        lines.push(message!("  {legal}"));
    }
    lines.extend(defined(define));
    lines
}

/// `a | b`
fn options(parts: Vec<Message>) -> Message {
    if parts.is_empty() { "nothing".into() } else { Message::joined(parts, " | ") }
}

fn heap(game: &Heap) -> Vec<Message> {
    let (least, from) = (game.least, game.from);
    let mut lines = vec![message!("Positions are the numbers n >= {least}.")];
    let mut indented = |line: Message| lines.push(message!("  {line}"));
    for (n, all) in (least..).zip(&game.small).take(MAX_SHOWN) {
        let all = listed(all, |parts| options(parts.iter().map(text).collect()));
        indented(message!("from {n} to {all}"));
    }
    if game.small.len() > MAX_SHOWN {
        indented(message!("... (listed to {})", from - 1));
    }
    let place = |place: &Place| match place {
        Place::Less(t) => format!("n - {t}").into(),
        Place::Size(c) => text(c),
    };
    for (rest, all) in game.classes.iter().enumerate() {
        let all = listed(all, |parts| options(parts.iter().map(place).collect()));
        indented(match game.classes.len() {
            1 => message!("from n >= {from} to {all}"),
            count => message!("from n >= {from} that is {rest} modulo {count} to {all}"),
        });
    }
    if let Some([first, after]) = game.tail {
        let range = format!("{first}..n - {after}");
        indented(match game.rows {
            1 => message!("and from n >= {from} to every number of {range}"),
            rows => {
                message!("and from n >= {from} to every number that is n modulo {rows} of {range}")
            }
        });
    }
    lines.push(stuck(game.stuck_wins));
    lines
}

fn statement(statement: &Statement, game: &Game) -> Vec<Message> {
    match statement {
        Statement::Wins(wins) => {
            held(wins, |holds| message!("The player to move wins exactly where {holds}"))
        }
        Statement::Value(number) => {
            let coordinates = match game {
                Game::Moves(game) => game.coordinates.join(", "),
                _ => "n".to_owned(),
            };
            let mut lines = vec![message!("The nim-value of ({coordinates}) is")];
            lines.extend(cases(&number.cases));
            lines.extend(defined(&number.define));
            lines
        }
        Statement::Repeats(Repeats { of, preperiod, period, saltus, values }) => {
            let plus = if *saltus == 0 { String::new() } else { format!(" + {saltus}") };
            let (q, what) = match of {
                Quantity::Value => ("g", "g is the nim-value"),
                Quantity::Wins => ("w", "w is 1 where the player to move wins, else 0"),
            };
            let (law, what) =
                (format!("{q}(n + {period}) = {q}(n){plus}"), Message::from(what));
            let mut lines = vec![message!("{law} for all n >= {preperiod}, where {what}.")];
            let first = |all| message!("{q}(0), {q}(1), ... = {}", listed(all, text));
            lines.extend(values.iter().map(|all| first(all)));
            lines
        }
        Statement::Lost(modulus, first, last) => {
            let (modulus, first, last) = (sum(modulus), sum(first), sum(last));
            let law = format!("{first} <= n mod ({modulus}) <= {last}");
            vec![message!("For all parameters n is lost exactly if {law}.")]
        }
        Statement::Greedy { terms, lag } => vec![
            message!(
                "Let h be {}, and h(m + 1) = h(m) + h(m - {lag}) from the last on.",
                listed(terms, text)
            ),
            "(n, q) is won exactly if n > 0 and q is at least the least part of the greedy sum of n \
             in terms of h."
                .into(),
        ],
        Statement::Parts => vec![match game {
            Game::Sum(_) => "The value is the nim-sum of those of the parts.".into(),
            _ => "The value is the nim-product of those of the parts.".into(),
        }],
        Statement::Always { names, holds } => held(holds, |holds| match names.join(", ") {
            none if none.is_empty() => message!("At every position {holds}"),
            names => message!("At every position, and all {names}, {holds}"),
        }),
    }
}

/// What `says` of where it holds, and the names in that.
fn held(what: &Where, says: impl Fn(Message) -> Message) -> Vec<Message> {
    let mut lines = vec![says(condition(&what.holds))];
    lines.extend(defined(&what.define));
    lines
}

fn defined(all: &[(Name, Meaning)]) -> Vec<Message> {
    let one = |(name, meaning): &(Name, Meaning)| match meaning {
        Meaning::Word(machine, of) => {
            vec![format!("{name}: {machine}({}, {name})", of.join(", ")).into()]
        }
        Meaning::Value(at) => vec![message!("{name} = value of {}", tuple(at))],
        Meaning::Cases(all) => {
            let mut lines = vec![format!("{name} =").into()];
            lines.extend(cases(all));
            lines
        }
    };
    all.iter().flat_map(one).map(|line| message!("    {line}")).collect()
}

fn cases(all: &[Case]) -> Vec<Message> {
    let one = |(here, form, divisor): &Case| {
        let number = match divisor {
            1 => sum(form),
            _ => format!("floor(({}) / {divisor})", sum(form)),
        };
        match here {
            Condition::Is(true) if all.len() == 1 => number.into(),
            Condition::Is(true) => message!("{number}, otherwise"),
            here => message!("{number} if {}", condition(here)),
        }
    };
    let more = (all.len() > MAX_SHOWN).then(|| message!("... ({} cases)", all.len()));
    all.iter().take(MAX_SHOWN).map(one).chain(more).map(|line| message!("  {line}")).collect()
}

fn condition(all: &Condition) -> Message {
    let joined = |list: &[Condition], word, of_none: &'static str| match list {
        [] => of_none.into(),
        [only] => condition(only),
        list => {
            let inner = |part: &Condition| match part {
                Condition::And(list) | Condition::Or(list) if list.len() > 1 => {
                    message!("({})", condition(part))
                }
                _ => condition(part),
            };
            Message::joined(list.iter().map(inner), word)
        }
    };
    match all {
        Condition::Is(true) => "true".into(),
        Condition::Is(false) => "false".into(),
        Condition::And(list) => joined(list, " and ", "true"),
        Condition::Or(list) => joined(list, " or ", "false"),
        Condition::AtMost(form) => sides(form, "<=").into(),
        Condition::Zero(form) => sides(form, "=").into(),
        Condition::Mod(form, modulus, rest) => {
            format!("({}) mod {modulus} = {rest}", sum(form)).into()
        }
        Condition::Word(machine, of) => format!("{machine}({})", of.join(", ")).into(),
        Condition::Wins(at) => message!("{} is won", tuple(at)),
        Condition::Not(inner) => match &**inner {
            Condition::AtMost(form) => sides(form, ">").into(),
            Condition::Zero(form) => sides(form, "!=").into(),
            inner => message!("not ({})", condition(inner)),
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
