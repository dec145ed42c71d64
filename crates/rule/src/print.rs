//! Rules as text, in one canonical order and spelling. Parsing the text gives the rule back.

use std::fmt::{self, Display, Formatter};

use expr::ast::{Expr, Node};
use expr::print::{Arithmetic, Sum, Unbraced, write_quantifiers};
use expr::substitute::int;
use expr::words::{joined, listed, tuple};

use crate::ast::{
    CheckRequest, Claim, ClaimDomain, Component, Coordinate, CoordinateForm, Definition, End,
    Heading, Move, MoveForm, Parameter, ParameterKind, Place, Play, Player, Role, Rule, Scope,
    Size, Start, State, TableRequest, TurnItem, Variation, name_of_claim,
};

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.only_claims {
            write!(f, "claims of {}", self.name)?;
        } else {
            write!(f, "game {}", self.name)?;
        }
        if !self.parameters.is_empty() {
            write!(f, "({})", listed(&self.parameters))?;
        }
        if let Some(parent) = self.parent.as_ref().filter(|_| !self.only_claims) {
            write!(f, " = {parent}")?;
        }
        f.write_str("\n")?;
        if let Some(title) = &self.title {
            write!(f, "title {}", Quoted(title))?;
            if let Some(zh) = &self.title_zh {
                write!(f, " zh {}", Quoted(zh))?;
            }
            f.write_str("\n")?;
        }
        for note in &self.notes {
            writeln!(f, "note {}", Quoted(note))?;
        }
        if let Some(structure) = self.input {
            writeln!(f, "input {}", structure.name())?;
        }
        lines(f, self.state.iter())?;
        lines(f, self.moves.iter())?;
        lines(f, self.ends.iter())?;
        match self.play {
            Play::One => {}
            Play::Every => f.write_str("play every\n")?,
            Play::Loopy => f.write_str("play loopy\n")?,
        }
        lines(f, self.start.iter())?;
        lines(f, self.definitions.iter())?;
        lines(f, self.table.iter())?;
        lines(f, self.check.iter())?;
        lines(f, self.claims.iter())
    }
}

fn lines<T: Display>(f: &mut Formatter<'_>, statements: impl Iterator<Item = T>) -> fmt::Result {
    for statement in statements {
        writeln!(f, "{statement}")?;
    }
    Ok(())
}

/// A text in quotes, on one line.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let escaped = self.0.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        write!(f, "\"{escaped}\"")
    }
}

/// ` WORD EXPR`, when there is an expression.
struct Clause<'a>(&'static str, Option<&'a Expr>);

impl Display for Clause<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.1 {
            Some(expr) => write!(f, " {} {}", self.0, Arithmetic(expr)),
            None => Ok(()),
        }
    }
}

impl Display for Parameter {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} = ", self.name)?;
        match &self.kind {
            ParameterKind::Int { default, lo, hi } => {
                write!(f, "{}", Arithmetic(default))?;
                if lo.is_none() && hi.is_none() {
                    return Ok(());
                }
                f.write_str(" in ")?;
                if let Some(lo) = lo {
                    write!(f, "{}", Arithmetic(lo))?;
                }
                f.write_str("..")?;
                match hi {
                    Some(hi) => write!(f, "{}", Arithmetic(hi)),
                    None => Ok(()),
                }
            }
            ParameterKind::Set(set) => write!(f, "{}", Unbraced(set)),
            ParameterKind::Word { default, choices } => {
                write!(f, "{default} in {}", joined(choices, " | "))
            }
            ParameterKind::Game(name) => write!(f, "game {name}"),
            ParameterKind::List(entries) => write!(f, "[{}]", listed(entries)),
        }
    }
}

impl Display for Coordinate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        match &self.form {
            CoordinateForm::Number => {}
            CoordinateForm::Row(length) => write!(f, "[{length}]")?,
            CoordinateForm::Subset => {
                let end = |e: &Option<Expr>| e.as_ref().map_or_else(|| int(0), Expr::clone);
                let (lo, hi) = (end(&self.from), end(&self.to));
                return write!(f, " subset {}..{}", Arithmetic(&lo), Arithmetic(&hi));
            }
        }
        match (&self.from, &self.to) {
            (from, None) => write!(f, "{}", Clause("from", from.as_ref())),
            (None, Some(to)) => write!(f, " in 0..{}", Arithmetic(to)),
            (Some(from), Some(to)) => write!(f, " in {}..{}", Arithmetic(from), Arithmetic(to)),
        }
    }
}

impl Display for State {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heap(coordinate) => write!(f, "heap {coordinate}"),
            Self::Tuple { coordinates, symmetric, condition } => {
                write!(f, "state ({})", listed(coordinates))?;
                f.write_str(if *symmetric { " symmetric" } else { "" })?;
                match condition {
                    Some(condition) => write!(f, " where {condition}"),
                    None => Ok(()),
                }
            }
            Self::Heaps { name, count, from } => {
                write!(f, "state heaps {name}[{count}]{}", Clause("from", from.as_ref()))
            }
            Self::Coins { coordinates, from } => {
                write!(f, "coins {} from {}", tuple(coordinates), Arithmetic(from))
            }
            Self::Product(a, b, _) => write!(f, "coins product {a} {b}"),
        }
    }
}

impl Display for Move {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match (&self.form, self.player) {
            (MoveForm::Turn { .. }, _) => "turn ",
            (_, Player::Either) => "move ",
            (_, Player::Left) => "left ",
            (_, Player::Right) => "right ",
        })?;
        if let Some(label) = &self.label {
            write!(f, "{label}: ")?;
        }
        if let Some(names) = &self.pattern {
            let arrow = if matches!(self.form, MoveForm::Sum(_)) { " -> " } else { "" };
            write!(f, "{}{arrow}", tuple(names))?;
        }
        write!(f, "{}", self.form)?;
        for (i, quantifier) in self.binders.iter().enumerate() {
            f.write_str(if i == 0 { " for " } else { ", " })?;
            write!(f, "{}{}", if quantifier.same { "same " } else { "" }, quantifier.binder)?;
        }
        if let MoveForm::Vector { vector, spread: Some(spread), .. } = &self.form {
            let (amount, index) = (Arithmetic(&spread.amount), &spread.index);
            write!(f, " spread {amount} over {vector}[{index}] where {}", spread.condition)?;
        }
        if let Some(guard) = &self.guard {
            write!(f, " if {guard}")?;
        }
        f.write_str(if self.when_stuck { " when stuck" } else { "" })
    }
}

impl Display for MoveForm {
    /// The form without the quantifiers (and what they bind) that follow it; of a turn, what
    /// follows its first coin.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sum(sum) => write_sum(f, sum),
            Self::Update(updates) => {
                let written = updates.iter().map(|(place, value)| {
                    let value = Sum(&[vec![value.clone()]]).to_string();
                    format!("{place} -> {value}")
                });
                f.write_str(&listed(written))
            }
            Self::Vector { choose, vector, index, target, .. } => {
                match choose {
                    None => f.write_str("all")?,
                    Some((least, most)) if is_one(least) && is_one(most) => f.write_str("one")?,
                    Some((least, most)) => {
                        write!(f, "some {}..{}", Arithmetic(least), Arithmetic(most))?;
                    }
                }
                write!(f, " of {vector}[{index}]: {target}")
            }
            Self::Turn { others, choose } => {
                for item in others {
                    write!(f, ", {item}")?;
                }
                match choose {
                    None => Ok(()),
                    Some(choose) => {
                        let (least, most) = (Arithmetic(&choose.least), Arithmetic(&choose.most));
                        write!(f, " and {least}..{most} of {}", choose.binder)
                    }
                }
            }
        }
    }
}

fn write_sum(f: &mut Formatter<'_>, sum: &[Component]) -> fmt::Result {
    match sum {
        [] => f.write_str("none"),
        _ => f.write_str(&joined(sum, " | ")),
    }
}

impl Display for Component {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(game) = &self.game {
            write!(f, "{game} at ")?;
        }
        if self.each {
            f.write_str("each ")?;
        }
        write!(f, "{}", Sum(std::slice::from_ref(&self.at)))
    }
}

impl Display for Place {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.index {
            None => f.write_str(&self.name),
            Some(index) => write!(f, "{}[{index}]", self.name),
        }
    }
}

fn is_one(expr: &Expr) -> bool {
    expr.node == Node::Int(1)
}

impl Display for TurnItem {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coin(coin) => match coin.as_slice() {
                [x] => write!(f, "{}", Arithmetic(x)),
                many => write!(f, "({})", listed(many)),
            },
            Self::Run(first, last) => write!(f, "{}..{}", Arithmetic(first), Arithmetic(last)),
        }
    }
}

impl Display for End {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::StuckWins => f.write_str("stuck wins"),
            Self::StuckLoses => f.write_str("stuck loses"),
            Self::Win(scope, condition) => write!(f, "win {scope} {condition}"),
            Self::Lose(scope, condition) => write!(f, "lose {scope} {condition}"),
        }
    }
}

impl Display for Scope {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Alone => "if",
            Self::Any => "when any",
            Self::All => "when all",
        })
    }
}

impl Display for Size {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.name, Clause("from", self.from.as_ref()))
    }
}

impl Display for Start {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "start {}: ", tuple(&self.sizes))?;
        write_sum(f, &self.position)
    }
}

impl Display for Definition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "let {}({}) = {}", self.name, listed(&self.arguments), self.body)
    }
}

/// ` to COORD = E, ...`, when there are bounds.
struct Bounds<'a>(&'a [(String, Expr)]);

impl Display for Bounds<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, (name, bound)) in self.0.iter().enumerate() {
            f.write_str(if i == 0 { " to " } else { ", " })?;
            match bound.node {
                Node::If(..) => write!(f, "{name} = {bound}")?,
                _ => write!(f, "{name} = {}", Arithmetic(bound))?,
            }
        }
        Ok(())
    }
}

impl Display for TableRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let names = listed(self.headings().map(Heading::name));
        write!(f, "table {names}{}", Bounds(&self.bounds))
    }
}

impl Display for Variation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ints(set) => write!(f, "{}", Unbraced(set)),
            Self::Sets(sets) => f.write_str(&joined(sets.iter().map(Unbraced), "; ")),
            Self::Words(words) => f.write_str(&joined(words, " | ")),
            Self::Lists(lists) => {
                let lists = lists.iter().map(|entries| format!("[{}]", listed(entries)));
                f.write_str(&joined(lists, "; "))
            }
        }
    }
}

impl Display for CheckRequest {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("check")?;
        for (i, (name, values)) in self.over.iter().enumerate() {
            write!(f, "{}{name} in {values}", if i == 0 { " over " } else { ", " })?;
        }
        write!(f, "{}", Bounds(&self.bounds))
    }
}

impl Claim {
    /// What it says: domain, variables, condition; empty where it is beyond checking.
    #[must_use]
    pub fn statement(&self) -> String {
        if self.beyond.is_some() {
            return String::new();
        }
        let mut text = match &self.domain {
            ClaimDomain::Positions => String::new(),
            ClaimDomain::Starts => "on starts ".to_owned(),
            ClaimDomain::Boards(size) => format!("on boards {size} "),
        };
        if !self.binders.is_empty() {
            text.push_str(&format!("for {} ", listed(&self.binders)));
        }
        if let Some(guard) = &self.guard {
            text.push_str(&format!("if {guard} "));
        }
        if text.is_empty() {
            return self.condition.to_string();
        }
        format!("{}: {}", text.trim_end(), self.condition)
    }
}

impl Display for Claim {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let keyword = match self.role {
            Role::Printed => "claim",
            Role::Nearby => "nearby",
        };
        write!(f, "{keyword} {}", name_of_claim(&self.source, &self.id))?;
        if let Some(words) = &self.words {
            write!(f, " {}", Quoted(words))?;
        }
        if let Some(reason) = &self.beyond {
            return write!(f, " beyond {}", Quoted(reason));
        }
        match &self.domain {
            ClaimDomain::Positions => {}
            ClaimDomain::Starts => f.write_str(" on starts")?,
            ClaimDomain::Boards(coins) => write!(f, " on boards {}", Arithmetic(coins))?,
        }
        write_quantifiers(f, &self.binders, self.guard.as_ref())?;
        write!(f, ": {}", self.condition)
    }
}
