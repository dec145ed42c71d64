//! What people write who come from other languages and notations, and the remedy for what they mean.

use expr::ast::Span;
use expr::lexer::TokenKind::{Int, Name, Symbol, Text};
use expr::lexer::{Token, TokenKind, lex};
use expr::words::listed;
use message::{Message, message};

use crate::statements::KEYWORDS;

/// Words that other languages begin a line with, and what states the same here.
const STATEMENTS: [(&[&str], &str); 17] = [
    (
        &["param", "params", "parameter", "parameters", "const", "int", "var", "set", "global"],
        "parameters stand behind the name of the game: `game bash(m = 3 in 1..)`",
    ),
    (&["heaps", "piles"], "several heaps are a state: `state heaps h[3]`; one is `heap n`"),
    (&["pile", "stones", "size"], "one heap is `heap n`, several are `state heaps h[3]`"),
    (
        &["position", "positions", "coordinates", "vars", "variables"],
        "a position is `heap n`, `state (a, b)`, `state heaps h[3]`, or coins: `coins x from 1`",
    ),
    (
        &["take", "takes", "remove", "removes", "subtract", "subtraction", "sub"],
        "a move says what is left: `move n -> n - k for k in {1, 3, 4} if k <= n`",
    ),
    (
        &["split", "divide", "break"],
        "a split leaves heaps with `|` between them: `move n -> i | n - i for i in 1..n // 2`",
    ),
    (
        &["moves", "option", "options", "action", "actions", "transition", "rule", "rules"],
        "a move starts with the word `move` (`left` or `right` for one player)",
    ),
    (
        &["misere", "misère", "reverse"],
        "misere play is written `stuck wins`: a player who cannot move wins",
    ),
    (
        &["normal", "last", "winner", "loser", "player", "players", "goal", "objective"],
        "whoever cannot move loses (`stuck loses`, the default) or wins (`stuck wins`, misere \
         play); play can also end by `win if COND` or `lose if COND`",
    ),
    (
        &["terminal", "terminals", "end", "ends", "over", "final", "finish", "stop"],
        "play ends where nobody can move, or by `lose if COND` or `win if COND`: the player to \
         move there has lost or won",
    ),
    (
        &["draw", "draws", "tie", "loopy", "cyclic", "infinite"],
        "games that need not end say `play loopy`; infinite play is a draw",
    ),
    (
        &["score", "scores", "points", "payoff", "scoring", "payout"],
        "there are no scores: play is won or lost; let a coordinate count what matters, and end \
         with `win if COND` or `lose if COND`",
    ),
    (
        &["pass", "passes", "skip"],
        "a pass is a move that leaves the position as it is but for what is used up: `state (n, p \
         in 0..1)`, `move (n, p) -> (n, 0) if p = 1 and n > 0`",
    ),
    (
        &["def", "define", "function", "fn", "func", "lambda"],
        "a definition is written `let f(x) = EXPR`",
    ),
    (
        &["graph", "digraph", "tree", "edges", "arcs", "edge", "node", "nodes", "vertices"],
        "a rule on a given graph says `input graph` (or `digraph`, `tree`); its edges come from \
         `--input FILE`",
    ),
    (
        &["board", "grid", "cells", "strip"],
        "a board is the set of its free cells: `state (F subset 1..n)`",
    ),
    (
        &["for", "if", "where", "with", "while", "when", "and", "or", "else"],
        "a line that goes on with the statement above starts with white space",
    ),
];

/// The remedy for several positions with commas between them.
pub(crate) const SEVERAL: &str = "the heaps that a move leaves have `|` between them: `move n -> \
    a | b`; another move is a statement of its own; conditions stand behind `if`";

/// The remedy for a line `P-positions: ...`.
pub(crate) const CLAIM: &str =
    "what is won or lost is claimed: `claim NAME: lose iff n % 4 = 0` (`win iff ...`)";

/// Functions of other languages, and what stands for them here.
const FUNCTIONS: [(&[&str], &str); 14] = [
    (&["len", "length", "card"], "the number of elements is `size(h)`"),
    (&["range"], "a range is written `1..n`, both ends included"),
    (&["isprime", "is_prime", "primep", "primeq"], "a prime is written `k in primes`"),
    (&["issquare", "is_square"], "a square is written `k in squares`"),
    (&["even", "iseven", "is_even"], "even numbers are those with `n % 2 = 0`"),
    (&["odd", "isodd", "is_odd"], "odd numbers are those with `n % 2 = 1`"),
    (&["mod", "rem", "fmod"], "the remainder is written `n % k`"),
    (&["div", "quo", "intdiv"], "the quotient, rounded down, is written `n // k`"),
    (&["pow", "power"], "a power is written `a ** b`"),
    (
        &["log", "log2", "ilog", "ilog2", "lg"],
        "the binary logarithm, rounded down, is `bitlen(n) - 1`",
    ),
    (&["ceil", "ceiling"], "a quotient is rounded up by `-(-n // k)`"),
    (&["int", "trunc", "integer"], "numbers are whole; a quotient is rounded down by `//`"),
    (&["factorial", "fact"], "define it: `let f(k) = if k < 2 then 1 else k * f(k - 1)`"),
    (&["lcm"], "the least common multiple is `a * b // gcd(a, b)`"),
];

/// Names of sets in books and programs, and how they are written here.
const SETS: [(&[&str], &str); 4] = [
    (
        &["range", "interval", "naturals", "integers", "positive"],
        "a range is written `1..n`, both ends included",
    ),
    (&["evens", "even"], "even numbers are `{2 * i for i in 1..n // 2}`"),
    (&["odds", "odd"], "odd numbers are `{2 * i - 1 for i in 1..(n + 1) // 2}`"),
    (&["divisors", "factors"], "the divisors of n are `{d for d in 1..n if n % d = 0}`"),
];

/// Names of quantities in books and programs, and the word that is used here.
const QUANTITIES: [(&[&str], &str); 5] = [
    (
        &["grundy", "nimber", "nimvalue", "nim", "sprague", "g", "G", "grundy_value", "nim_value"],
        "the nim-value (Grundy value) is `sg`",
    ),
    (&["N", "winning", "is_winning", "wins"], "an N-position is one with `win`"),
    (&["P", "losing", "is_losing", "loses", "lost"], "a P-position is one with `lose`"),
    (&["depth", "distance", "rank"], "the number of moves until the end is `remoteness`"),
    (
        &["result", "winner", "status"],
        "who wins is `win`: 1 where the player to move wins; in partizan games `outcome`",
    ),
];

/// Names that a rule with `input` is given as parameters.
const GIVEN: [&str; 7] = ["edges", "arcs", "weights", "words", "letters", "longest", "root"];

fn among(rows: &[(&[&str], &'static str)], word: &str) -> Option<&'static str> {
    let known = |row: &&(&[&str], &'static str)| row.0.contains(&word);
    rows.iter().find(known).map(|(_, remedy)| *remedy)
}

/// The remedy for a line that begins with a word which begins no statement.
pub(crate) fn statement(word: &str) -> Option<&'static str> {
    among(&STATEMENTS, &word.to_lowercase())
}

/// The remedy for a call of a function that is not known.
pub(crate) fn function(name: &str) -> Option<&'static str> {
    among(&FUNCTIONS, &name.to_lowercase())
}

/// The remedy for a set that is not known.
pub(crate) fn set(word: &str) -> Option<Message> {
    name(word).or_else(|| among(&SETS, &word.to_lowercase()).map(Message::from))
}

/// The remedy for a quantity that has another name here.
pub(crate) fn quantity(name: &str) -> Option<&'static str> {
    among(&QUANTITIES, name).or_else(|| among(&QUANTITIES, &name.to_lowercase()))
}

/// The remedy for a name that is not known.
pub(crate) fn name(name: &str) -> Option<Message> {
    if GIVEN.contains(&name) {
        let default = if name == "root" { "1" } else { "[1, 2]" };
        return Some(message!(
            "declare it as a parameter, `game NAME({name} = {default})`; with `input ...` it gets \
             its value from `--input FILE`"
        ));
    }
    match name {
        "True" | "TRUE" => Some("write `true`".into()),
        "False" | "FALSE" => Some("write `false`".into()),
        _ => None,
    }
}

/// How a constant is stated of which somebody wrote `name = value`, in words: a set or list is a
/// parameter of the game, a number either that or a definition. `is_first` tells whether a line is a first
/// line as the language wants it.
pub(crate) fn constant(
    source: &str,
    name: &str,
    value: &str,
    is_first: fn(&str) -> bool,
) -> Message {
    let value = value.lines().next().unwrap_or_default();
    let value = value.split('#').next().unwrap_or_default().trim().trim_end_matches([';', '.']);
    let line = source.lines().find(|line| line.split_whitespace().next() == Some("game"));
    let header = line.and_then(|line| with_parameter(line, &format!("{name} = {value}")));
    match header.filter(|line| is_first(line)) {
        Some(header) if value.parse::<i64>().is_ok() => message!(
            "a constant is `let {name}() = {value}`, used as `{name}()`; or a parameter: `{header}`"
        ),
        Some(header) => message!("a set or list is a parameter of the game: `{header}`"),
        None if value.contains(['{', '[', '"']) || value.contains("..") || value.is_empty() => {
            message!("a constant is a parameter of the game: `game NAME({name} = 3)`")
        }
        None => message!("a constant is `let {name}() = {value}`, used as `{name}()`"),
    }
}

/// The first line of a rule with one more parameter.
fn with_parameter(line: &str, parameter: &str) -> Option<String> {
    let (tokens, _) = lex(line, Span::new(0, line.len()));
    let mut open = 0;
    for Token { kind, span } in &tokens {
        match kind {
            Symbol("(") => open += 1,
            Symbol(")") if open == 1 => {
                let (before, after) = line.split_at(span.start);
                let comma = if before.trim_end().ends_with('(') { "" } else { ", " };
                return Some(format!("{before}{comma}{parameter}{after}"));
            }
            Symbol(")") => open -= 1,
            Symbol("=") if open == 0 => {
                let (before, after) = line.split_at(span.start);
                return Some(format!("{}({parameter}) {after}", before.trim_end()));
            }
            _ => {}
        }
    }
    let end = tokens.iter().rev().nth(1)?.span.end;
    (open == 0).then(|| format!("{}({parameter})", &line[..end]))
}

/// A mistake of grammar: where in which statement it stands.
pub(crate) struct Stuck<'a> {
    /// The text of the rule.
    pub(crate) source: &'a str,
    /// The statement.
    pub(crate) statement: Span,
    /// Its keyword.
    pub(crate) keyword: &'a str,
    /// The token that does not fit.
    pub(crate) at: Span,
    /// The coordinates of the state, as far as it has been read.
    pub(crate) coordinates: &'a [String],
    /// Whether a line is a first line as the language wants it.
    pub(crate) is_first: fn(&str) -> bool,
}

impl Stuck<'_> {
    fn tokens(&self, start: usize, end: usize) -> Vec<TokenKind> {
        let (mut tokens, _) = lex(self.source, Span::new(start, end));
        tokens.pop();
        tokens.into_iter().map(|Token { kind, .. }| kind).collect()
    }

    /// The remedy for what is meant, where that can be told.
    pub(crate) fn remedy(&self) -> Option<Message> {
        let before = self.tokens(self.statement.start, self.at.start);
        let after = self.tokens(self.at.start, self.statement.end);
        let found = after.first()?;
        let line = self.source[self.statement.start..self.at.start].rsplit_once('\n');
        let begins_line = line.is_some_and(|(_, indent)| indent.trim().is_empty());
        if let Name(word) = found
            && begins_line
            && KEYWORDS.contains(&word.as_str())
        {
            return Some("a statement begins its line, without white space before it".into());
        }
        match self.keyword {
            "game" => self.of_game(found, &before),
            "heap" | "state" => of_state(self.keyword, found).map(Message::from),
            "start" if matches!(found, Int(_) | Symbol("{" | "[" | "(")) => Some(
                "`start n: POSITION` names the position of each size, as in `start k: {1..k}`; a \
                 single position is asked about by `mexlab ask RULE POSITION`"
                    .into(),
            ),
            "let" => match (before.last(), found) {
                (Some(Name(name)), Symbol("=")) if before.len() == 2 => Some(constant(
                    self.source,
                    name,
                    &self.source[self.at.end..self.statement.end],
                    self.is_first,
                )),
                _ => None,
            },
            "table" | "check" => match (before.last(), found) {
                (Some(Name(to)), Int(bound)) if to == "to" => {
                    let bound_of = |name| format!("{name} = {bound}");
                    let all = self.coordinates.iter().map(bound_of);
                    (!self.coordinates.is_empty())
                        .then(|| message!("a bound names its coordinate: `to {}`", listed(all)))
                }
                (_, Name(_)) if before.len() > 1 => {
                    Some("bounds are written `to a = 60, b = 60`".into())
                }
                _ => None,
            },
            "move" | "left" | "right" | "turn" => {
                if let Some(remedy) = self.differences(&before).or_else(|| self.between(&before)) {
                    return Some(remedy);
                }
                of_move(found, &before, self.coordinates.len() > 1).map(Message::from)
            }
            _ => None,
        }
    }

    /// The remedy for `n - 1, n - 2`, where either may be left.
    fn differences(&self, before: &[TokenKind]) -> Option<Message> {
        let arrow = before.iter().position(|kind| *kind == Symbol("->"))?;
        let after = self.tokens(self.at.start, self.statement.end);
        let all = [&before[arrow + 1..], &after].concat();
        let mut taken = Vec::new();
        let mut from = None;
        for one in all.split(|kind| *kind == Symbol(",")) {
            let [Name(name), Symbol("-"), Int(number)] = one else { return None };
            if *from.get_or_insert(name.clone()) != *name {
                return None;
            }
            taken.push(number.to_string());
        }
        let name = from.filter(|_| taken.len() > 1)?;
        let keyword = self.keyword;
        Some(message!(
            "one move with a choice: `{keyword} {name} -> {name} - k for k in {{{}}} if k <= {name}`; \
             or a statement for each",
            taken.join(", ")
        ))
    }

    /// The remedy for `for 1 <= k <= n`.
    fn between(&self, before: &[TokenKind]) -> Option<Message> {
        let is_range = matches!(before.last(), Some(Name(word)) if word == "for");
        let after = self.tokens(self.at.start, self.statement.end);
        let [Int(lo), Symbol(first @ ("<" | "<=")), Name(name), Symbol("<" | "<="), ..] =
            &after[..]
        else {
            return None;
        };
        let text = self.source[self.at.start..self.statement.end].lines().next()?;
        let (_, rest) = text.split_once(name.as_str())?;
        let (is_less, hi) = match rest.trim_start().strip_prefix("<=") {
            Some(hi) => (false, hi),
            None => (true, rest.trim_start().strip_prefix('<')?),
        };
        let hi = hi.split([',', '#']).next()?;
        let hi = hi.split(" if ").next()?.trim();
        let lo = if *first == "<" { lo + 1 } else { *lo };
        let less = if is_less { " - 1" } else { "" };
        is_range.then(|| message!("a range is written `for {name} in {lo}..{hi}{less}`"))
    }

    fn of_game(&self, found: &TokenKind, before: &[TokenKind]) -> Option<Message> {
        let after = self.tokens(self.at.start, self.statement.end);
        if let ([_, Name(game)], [Name(parameter), Symbol("="), rest @ ..]) = (before, &after[..]) {
            let value = match rest {
                [Int(value), ..] => value.to_string(),
                _ => "3".to_owned(),
            };
            return Some(message!(
                "parameters stand in brackets behind the name: `game {game}({parameter} = {value})`"
            ));
        }
        match found {
            Text(_) if before.len() == 1 => {
                Some("the name is one word, and the title a statement: `title \"...\"`".into())
            }
            Name(_) | Int(_) if before.len() > 1 => {
                let line = &self.source[self.statement.start..self.statement.end];
                let line = line.lines().next()?.strip_prefix("game")?;
                let name = line.split(['(', '=', '#']).next()?;
                let name = name.split_whitespace().collect::<Vec<_>>().join("-");
                Some(message!("the name of a game is one word: `game {name}`"))
            }
            _ => None,
        }
    }
}

fn of_state(keyword: &str, found: &TokenKind) -> Option<&'static str> {
    match found {
        Symbol("<" | ">" | "<=" | ">=" | "=" | "!=") => Some(
            "bounds are written `n from 1` or `n in 0..9`; other conditions stand behind the \
             brackets: `state (a, b) where a < b`",
        ),
        Symbol(",") if keyword == "heap" => {
            Some("several numbers are a state: `state (a, b)`; equal heaps are `state heaps h[2]`")
        }
        Symbol("[") if keyword == "heap" => {
            Some("several heaps are `state heaps h[3]`, a row of numbers is `state (h[3])`")
        }
        Symbol("(") if keyword == "heap" => Some("write `heap n`, without brackets"),
        Int(_) if keyword == "heap" => Some(
            "name the size, `heap n`: how far a table goes is said by `--to`, and `mexlab ask` \
             answers for one position",
        ),
        _ => None,
    }
}

fn of_move(found: &TokenKind, before: &[TokenKind], is_tuple: bool) -> Option<&'static str> {
    let has = |word: &str| before.iter().any(|kind| matches!(kind, Name(w) if w == word));
    let has_symbol = |symbol: &'static str| before.contains(&Symbol(symbol));
    let last = before.last()?;
    let word = match found {
        Name(word) => word.as_str(),
        _ => "",
    };
    match found {
        Symbol(",") if has("if") => Some("conditions are joined by `and`"),
        Symbol(",") if !has("for") && is_tuple && !has_symbol("(") => {
            Some("each place has its new value: `a -> a - t, b -> b + t`")
        }
        Symbol(",") if !has("for") => Some(SEVERAL),
        Symbol("=") if matches!(last, Symbol("+" | "-" | "*" | "/" | "//" | "^")) => {
            Some("the new value is written in full: `move n -> n - k`")
        }
        Symbol("=") if !has_symbol("->") && !has("if") => {
            Some("the new value stands behind `->`: `move n -> n - k`")
        }
        Symbol(":") if before.len() == 1 => {
            Some("write `move n -> ...`, or a label before the `:`: `move take: n -> ...`")
        }
        Symbol(":") if has_symbol("(") => {
            Some("a label is one word, `move take: n -> ...`; what varies stands behind `for`")
        }
        Symbol(":") if has("if") || has("for") => {
            Some("a condition stands behind the move: `move n -> n - 1 if n > 0`")
        }
        Int(_) if matches!(last, Name(w) if w == "for") => {
            Some("what a variable runs over is a set behind its name: `for k in 1..3`")
        }
        Name(w) if w != "stuck" && matches!(last, Name(w) if w == "when") => Some(
            "conditions stand behind `if`; `when stuck` marks moves of a player who has no other",
        ),
        _ if before.len() == 2 && matches!(last, Name(_)) && !has("for") => match found {
            Name(_) | Symbol("{") if !is_connective(word) => {
                Some("a label ends with `:`, as in `move take: n -> n - k for k in 1..3`")
            }
            _ => connective(word, &has),
        },
        _ => connective(word, &has),
    }
}

fn is_connective(word: &str) -> bool {
    ["for", "if", "where", "with", "when", "and", "or", "else", "unless"].contains(&word)
}

fn connective(word: &str, has: &dyn Fn(&str) -> bool) -> Option<&'static str> {
    match word {
        "where" | "with" | "such" | "while" | "provided" | "st" | "by" => Some(
            "what a variable runs over stands behind `for`, and conditions behind `if`: `for k in \
             1..n if k % 2 = 1`",
        ),
        "and" if !has("if") => Some("conditions stand behind `if`: `for k in 1..3 if k <= n`"),
        "or" if !has("if") => Some("another move is a statement of its own, with its own `move`"),
        "else" => Some(
            "a move for those who have no other ends with `when stuck`; another move is a \
             statement of its own",
        ),
        "for" if has("for") => Some("a comma stands between ranges: `for i in 1..n, j in 1..i`"),
        "for" if has("if") => Some("`for ...` stands before `if ...`"),
        "if" if has("if") => Some("conditions are joined by `and`"),
        _ => None,
    }
}
