//! Rule text to [`Rule`]: statements one by one, so that a mistake in one hides no other.

mod clauses;
mod components;
mod families;
mod header;
mod requests;

use expr::ast::{GameRef, Span};
use expr::diagnostic::{Diagnostic, Result};
use expr::lexer::TokenKind::{self, Name, Symbol};
use expr::parser::Parser;
use expr::suggest::one_of;
use message::message;

use crate::ast::{Claim, End, Parameter, Play, Player, Role, Rule, Variation};
use crate::foreign::{self, Stuck};
use crate::statements::{self, KEYWORDS};
use crate::{check, code};

/// The statements of a text that makes claims about a game written elsewhere.
const OF_CLAIMS: [&str; 4] = ["let", "check", "claim", "nearby"];

/// More mistakes than this are not reported for one text.
const MAX_DIAGNOSTICS: usize = 100;

/// The rule a text states, as far as it can be read, and everything that is wrong with the text.
///
/// Mistakes of grammar are found statement by statement. The meaning (names, types, numbers of
/// coordinates) is checked when the declarations could be read and the rule inherits from no
/// other; for one that does, [`resolve`](crate::resolve()) checks it. The rule is `None` only when
/// the text does not even name a game.
#[must_use]
pub fn parse(source: &str) -> (Option<Rule>, Vec<Diagnostic>) {
    let (statements, diagnostics) = statements::split(source);
    let rule = Rule::default();
    let mut reader =
        Reader { source, rule, diagnostics, intact: true, all_moves: true, played: false };
    for &span in &statements {
        reader.statement(span);
    }
    let Reader { mut rule, mut diagnostics, intact, all_moves, .. } = reader;
    rule.normalize();
    let named = !rule.name.is_empty();
    if !named && !reader_saw_game(source, &statements) {
        let span = statements.first().map_or(Span::new(0, 0), |s| Span::new(s.start, s.start));
        let cause =
            if statements.is_empty() { "the text is empty" } else { "the game has no name" };
        diagnostics
            .insert(0, Diagnostic::new("R011", cause, span).help("start with a line `game NAME`"));
    }
    if named && intact && rule.parent.is_none() {
        // A rule whose only move cannot be read is not one without moves, nor one in which both
        // players have the same.
        let missing = |d: &Diagnostic| matches!(d.code, "R031" | "R046") && !all_moves;
        diagnostics.extend(check::check(&rule).into_iter().filter(|d| !missing(d)));
    }
    let heading = statements.first().copied();
    for diagnostic in &mut diagnostics {
        // What is missing in the rule as a whole is missing behind its name.
        if diagnostic.span.end == 0 {
            diagnostic.span = heading.unwrap_or_default();
        }
        if let Some(name) = code::name_at(source, diagnostic.span.start) {
            diagnostic.help = message!("in a rule the game of this code is named `{name}`");
        }
    }
    diagnostics.sort_by_key(|d| d.span.start);
    diagnostics.truncate(MAX_DIAGNOSTICS);
    (named.then_some(rule), diagnostics)
}

/// `PARAMETER in VALUES`, as `check over` writes it, in `source[within]`. The parameters may have names
/// with points: `move.take`.
///
/// # Errors
/// What is wrong with the text.
pub fn over(
    source: &str,
    within: Span,
    parameters: &[Parameter],
) -> Result<(String, Variation), Vec<Diagnostic>> {
    let (mut parser, odd) = Parser::new(source, within);
    let mut mistakes = families::without_patterns(source, odd);
    let read = whole(&mut parser, |p| {
        let name = p.hyphenated("a parameter")?;
        requests::varied(p, name, parameters)
    });
    match read {
        Ok(read) if mistakes.is_empty() => return Ok(read),
        Ok(_) => {}
        Err(mistake) => mistakes.push(mistake),
    }
    Err(mistakes)
}

/// Whether a mistake is one of grammar: something else stands there than may.
fn is_of_grammar(code: &str) -> bool {
    matches!(code, "R005" | "R006" | "R014")
}

/// Whether some statement is a `game` or `claims of` line, however wrong.
fn reader_saw_game(source: &str, statements: &[Span]) -> bool {
    statements.iter().any(|s| matches!(keyword(&source[s.start..s.end]), "game" | "claims"))
}

fn keyword(statement: &str) -> &str {
    let end = statement.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    &statement[..end.unwrap_or(statement.len())]
}

struct Reader<'s> {
    source: &'s str,
    rule: Rule,
    diagnostics: Vec<Diagnostic>,
    /// Every statement that declares a name could be read.
    intact: bool,
    /// Every move could be read.
    all_moves: bool,
    /// There has been a `play` statement.
    played: bool,
}

impl Reader<'_> {
    fn statement(&mut self, span: Span) {
        let (mut parser, odd) = Parser::new(self.source, span);
        let source = self.source;
        let odd = families::without_patterns(source, odd);
        let word = keyword(&source[span.start..span.end]);
        if let Err(mut mistake) = self.read(&mut parser) {
            let coordinates = check::Layout::of(self.rule.state.as_ref()).coordinates();
            let (statement, at) = (span, mistake.span);
            let coordinates = &coordinates;
            let stuck = Stuck { source, statement, keyword: word, at, coordinates, is_first };
            if let Some(remedy) = stuck.remedy().filter(|_| is_of_grammar(mistake.code)) {
                mistake.help = remedy;
            }
            // A symbol that is not written here needs no second remark.
            let follows = |odd: &Diagnostic| {
                let between = source.get(odd.span.end..mistake.span.start);
                odd.span.start == mistake.span.start
                    || between.is_some_and(|between| between.trim().is_empty())
            };
            if !odd.iter().any(follows) {
                self.diagnostics.push(mistake);
            }
            let moves = matches!(word, "move" | "left" | "right" | "turn");
            self.all_moves &= !moves;
            // What a statement that cannot be read declares is unknown; only these declare nothing.
            self.intact &= moves
                || matches!(word, "title" | "note" | "input" | "stuck" | "win" | "lose" | "play")
                || matches!(word, "table" | "check" | "claim" | "nearby");
        }
        self.diagnostics.extend(odd);
    }

    /// Reads a statement and adds it to the rule.
    fn read(&mut self, p: &mut Parser<'_>) -> Result<()> {
        let start = p.peek().span;
        let Name(word) = p.peek().kind.clone() else {
            return Err(unknown_statement(p, "", self.source));
        };
        if KEYWORDS.contains(&word.as_str()) {
            p.bump();
        }
        let rule = &mut self.rule;
        if rule.only_claims && KEYWORDS.contains(&word.as_str()) {
            about_claims(&word, start, &rule.name)?;
        }
        match word.as_str() {
            "game" => self.game(p, start)?,
            "claims" => self.claims_of(p, start)?,
            "title" => {
                let (english, chinese) = whole(p, header::title)?;
                once(rule.title.is_some(), "title", start)?;
                (rule.title, rule.title_zh) = (Some(english), chinese);
            }
            "note" => rule.notes.push(whole(p, |p| p.text("the note in quotes"))?),
            "input" => set(&mut rule.input, "input", start, whole(p, header::input)?)?,
            "heap" => set(&mut rule.state, "state", start, whole(p, header::heap)?)?,
            "state" => set(&mut rule.state, "state", start, whole(p, header::state)?)?,
            "coins" => set(&mut rule.state, "state", start, whole(p, header::coins)?)?,
            "move" => rule.moves.push(whole(p, |p| clauses::moves(p, Player::Either))?),
            "left" => rule.moves.push(whole(p, |p| clauses::moves(p, Player::Left))?),
            "right" => rule.moves.push(whole(p, |p| clauses::moves(p, Player::Right))?),
            "turn" => rule.moves.push(whole(p, clauses::turn)?),
            "stuck" => rule.ends.push(whole(p, clauses::stuck)?),
            "win" => {
                let (scope, condition) = whole(p, clauses::end_condition)?;
                rule.ends.push(End::Win(scope, condition));
            }
            "lose" => {
                let (scope, condition) = whole(p, clauses::end_condition)?;
                rule.ends.push(End::Lose(scope, condition));
            }
            "play" => {
                let play = whole(p, clauses::play)?;
                once(self.played, "play", start)?;
                self.played = true;
                if play == Play::One && rule.parent.is_some() {
                    // A child cannot tell this from saying nothing, and then its parent decides.
                    let cause = "a rule that inherits cannot return to `play one`";
                    return Err(Diagnostic::new("R018", cause, start)
                        .help("it is the default; where the parent says `play every` or `play loopy`, state the rule in full"));
                }
                rule.play = play;
            }
            "start" => set(&mut rule.start, "start", start, whole(p, clauses::start)?)?,
            "let" => rule.definitions.push(whole(p, clauses::definition)?),
            "table" => set(&mut rule.table, "table", start, whole(p, requests::table)?)?,
            "check" => {
                let request = whole(p, |p| requests::check(p, &rule.parameters))?;
                set(&mut rule.check, "check", start, request)?;
            }
            "claim" => self.claim(p, Role::Printed)?,
            "nearby" => self.claim(p, Role::Nearby)?,
            other => return Err(unknown_statement(p, other, self.source)),
        }
        Ok(())
    }

    fn game(&mut self, p: &mut Parser<'_>, start: Span) -> Result<()> {
        let rule = &mut self.rule;
        let (name, parameters, parent) = whole(p, header::game)?;
        once(!rule.name.is_empty(), "game", start)?;
        (rule.name, rule.parameters, rule.parent) = (name, parameters, parent);
        self.comes_first("game", start)
    }

    /// `claims of GAME`: what follows is said about that game.
    fn claims_of(&mut self, p: &mut Parser<'_>, start: Span) -> Result<()> {
        let (name, span) = whole(p, |p| {
            p.expect_word("of", "name the game that the claims are about: `claims of wythoff`")?;
            p.hyphenated("the game")
        })?;
        let rule = &mut self.rule;
        once(!rule.name.is_empty(), "game", start)?;
        let arguments = Vec::new();
        rule.parent = Some(GameRef { name: name.clone(), arguments, span });
        (rule.name, rule.only_claims) = (name, true);
        self.comes_first("claims of", start)
    }

    fn comes_first(&self, line: &str, start: Span) -> Result<()> {
        let Rule { state, moves, definitions, claims, .. } = &self.rule;
        if state.is_none() && moves.is_empty() && definitions.is_empty() && claims.is_empty() {
            return Ok(());
        }
        Err(Diagnostic::new("R011", format!("the `{line}` line comes first"), start)
            .help("move it above the other statements"))
    }

    fn claim(&mut self, p: &mut Parser<'_>, role: Role) -> Result<()> {
        let claim = whole(p, |p| requests::claim(p, role))?;
        let claim = numbered(claim, &self.rule.claims);
        self.rule.claims.push(claim);
        Ok(())
    }
}

/// What is read, if nothing follows it.
fn whole<T>(p: &mut Parser<'_>, read: impl FnOnce(&mut Parser<'_>) -> Result<T>) -> Result<T> {
    let read = read(p)?;
    p.finish().map(|()| read)
}

/// What a rule states at most once.
fn set<T>(slot: &mut Option<T>, what: &str, start: Span, stated: T) -> Result<()> {
    once(slot.is_some(), what, start)?;
    *slot = Some(stated);
    Ok(())
}

/// One item, or several in brackets.
fn one_or_bracketed<T>(
    p: &mut Parser<'_>,
    mut item: impl FnMut(&mut Parser<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let open = p.peek().span;
    if !p.eat_symbol("(") {
        return Ok(vec![item(p)?]);
    }
    let items = p.separated(",", item)?;
    p.expect_close(")", open)?;
    Ok(items)
}

/// A claim that nobody named gets the number it has in the file, or the next one that is free.
fn numbered(mut claim: Claim, earlier: &[Claim]) -> Claim {
    if claim.id.is_empty() {
        let taken = |id: &String| earlier.iter().any(|c| c.source.is_empty() && c.id == *id);
        let mut ids = (earlier.len() + 1..).map(|number| number.to_string());
        claim.id = ids.find(|id| !taken(id)).unwrap_or_default();
    }
    claim
}

fn once(already: bool, what: &str, start: Span) -> Result<()> {
    if !already {
        return Ok(());
    }
    Err(Diagnostic::new(
        "R012",
        format!("a rule has one `{what}` statement, this is another"),
        start,
    )
    .help("delete one of them"))
}

/// Refuses a statement that would change the game that claims are made about.
fn about_claims(word: &str, start: Span, game: &str) -> Result<()> {
    if OF_CLAIMS.contains(&word) {
        return Ok(());
    }
    let cause = format!("claims of `{game}` cannot change it by `{word}`");
    let help = message!("state a game of its own that inherits: `game mine = {game}`");
    Err(Diagnostic::new("R075", cause, start).help(help))
}

fn unknown_statement(p: &Parser<'_>, word: &str, source: &str) -> Diagnostic {
    let line: Vec<&TokenKind> = (0..8).map(|ahead| &p.peek_at(ahead).kind).collect();
    let mut whole =
        (0..).map(|ahead| &p.peek_at(ahead).kind).take_while(|kind| **kind != TokenKind::End);
    let ends = |kind: &TokenKind| matches!(kind, Name(word) if word == "win" || word == "lose");
    let help = if word == "if" && whole.by_ref().any(ends) {
        "play ends by `lose if n = 0` or `win if n = 0`: the player to move there has lost or won"
            .into()
    } else if word == "for" && line.contains(&&Name("in".to_owned())) {
        "what varies stands behind the move: `move n -> n - k for k in 1..3`; a line that goes on \
         with the statement above starts with white space"
            .into()
    } else if line.contains(&&Symbol("->")) {
        "a move starts with the word `move` (`left` or `right` for one player)".into()
    } else if matches!(word, "P" | "N") && p.peek_at(1).kind == Symbol("-") {
        foreign::CLAIM.into()
    } else if let Some(remedy) = foreign::statement(word) {
        remedy.into()
    } else if !word.is_empty() && p.peek_at(1).kind == Symbol("=") {
        foreign::constant(source, word, &source[p.peek_at(1).span.end..], is_first)
    } else if matches!(p.peek().kind, Symbol("/" | "//" | "%" | "*")) {
        "a comment begins with `#`".into()
    } else {
        one_of(word, &KEYWORDS, |all| message!("statements are {all}"))
    };
    let cause = if word.is_empty() {
        "a statement starts with its keyword".to_owned()
    } else {
        format!("`{word}` is not a statement")
    };
    Diagnostic::new("R010", cause, p.peek().span).help(help)
}

/// Whether this is a first line as the language wants it, values of its parameters included.
fn is_first(line: &str) -> bool {
    let (rule, found) = parse(&format!("{line}\n"));
    rule.is_some() && found.iter().all(|d| d.code == "R030" || d.code == "R031")
}
