//! What is done with a mutant, cheap stages always and expensive ones rarely, and what must be true of every answer.

use super::inputs::Kind;
use super::mutate::Draw;
use crate::catalogue::{Shelf, entry};
use crate::source::{MAX_RULE_LENGTH, read};
use crate::{amounts, chinese, position};
use arena::{Arena, Components, Solver, read as arena_read};
use engine::{Bounds, Game, Kernel, Limits, Means, Positions, Progress, Request, Stop};
use expr::diagnostic::Diagnostic;
use expr::emit::{Dialect, expression};
use expr::parser::parse_expression;
use rule::ast::Rule;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use table::Table;
use workbench::{Failure as Work, Parameters, Source, bounds, integer};

/// What one table, search or check may use.
const LIMITS: Limits = Limits { memory: 1 << 24 };

/// What a stage may use.
fn within(progress: &dyn Progress) -> Means<'_> {
    Means { limits: LIMITS, progress }
}
/// How long work that asks for it goes on.
const PATIENCE: Duration = Duration::from_millis(50);
/// Greater tables are not searched for laws.
const MAX_CELLS: usize = 300;
/// The name of every text.
const NAME: &str = "mutant";

/// Rules that structures, positions and words are read for.
const PLAYED: [&str; 8] =
    ["lasker", "nim", "wythoff", "staircase", "kayles", "cram", "ruler", "mixed-sum"];
/// How often each stage was run, and for how many nanoseconds.
pub(super) type Tally = BTreeMap<&'static str, (u64, u128)>;

/// Everything but the mutant.
pub(super) struct Stages {
    games: Vec<(Rule, Game)>,
    given: Vec<Rule>,
    pub(super) tally: Tally,
}

/// Goes on for a while.
struct Until(Instant);

impl Progress for Until {
    fn advance(&self, _done: u64, _total: u64) -> bool {
        Instant::now() < self.0
    }
}

fn patience() -> Until {
    Until(Instant::now() + PATIENCE)
}

/// Whether a condition holds; if not, what is wrong.
fn must(holds: bool, wrong: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(wrong()) }
}

impl Stages {
    pub(super) fn new() -> Self {
        let rule = |name: &str| {
            let (rule, _) = rule::parse(entry(name).expect("a game of the catalogue").text);
            rule::resolve(rule.expect("a rule"), &Shelf::default()).expect("it resolves")
        };
        let games = PLAYED.iter().map(|name| {
            let rule = rule(name);
            let instance = rule::bind(&rule, &[]).expect("defaults");
            let game = Game::compile(&instance, &Shelf::default()).expect("it compiles");
            (rule, game)
        });
        let games = games.collect();
        let given = arena::solved().map(|(rule, _)| rule).collect();
        Self { games, given, tally: Tally::new() }
    }

    fn timed<T>(&mut self, stage: &'static str, work: impl FnOnce(&mut Self) -> T) -> T {
        let start = Instant::now();
        let done = work(self);
        let (count, time) = self.tally.entry(stage).or_default();
        *count += 1;
        *time += start.elapsed().as_nanos();
        done
    }

    /// Reads the mutant and does what can be done with it; the expensive stages as `draw` chooses.
    ///
    /// # Errors
    /// What is wrong with an answer, in words. A panic is worse.
    pub(super) fn execute(
        &mut self,
        kind: Kind,
        mutant: &[u8],
        draw: &mut Draw,
    ) -> Result<(), String> {
        let mutant = std::io::Cursor::new(mutant.to_vec());
        let text = match read(NAME, mutant, MAX_RULE_LENGTH, "a rule file") {
            Ok(text) => text,
            Err(failure) => return self.timed("not text", |_| in_file(&failure)),
        };
        match kind {
            Kind::Rule => self.rule(&text, draw),
            Kind::Certificate => match self.timed("verify", |_| checker::verify(&text)) {
                Ok(accepted) => self.timed("accepted", |_| is_true(&text, &accepted)),
                Err(why) => must(!why.to_string().is_empty(), || "rejected in silence".into()),
            },
            Kind::Data => self.data(&text, draw),
            Kind::Structure => self.structure(&text, draw),
            Kind::Position => self.timed("--input", |stages| {
                for (_, game) in &stages.games {
                    if let Err(failure) = position::file::read(NAME, &text, game) {
                        in_file(&failure)?;
                    }
                }
                Ok(())
            }),
            Kind::Word => self.word(&text, draw),
        }
    }

    fn rule(&mut self, text: &str, draw: &mut Draw) -> Result<(), String> {
        let source = Source::new(NAME, text);
        let (rule, mistakes) = self.timed("parse", |_| rule::parse(text));
        placed(&source, &mistakes)?;
        let Some(rule) = rule.filter(|_| mistakes.is_empty()) else { return Ok(()) };
        let resolved = self.timed("resolve", |_| rule::resolve(rule, &Shelf::default()));
        let rule = match resolved {
            Ok(rule) => rule,
            Err(mistakes) => return placed(&source, &mistakes),
        };
        if !draw.once_in(16) || rule.beyond_play().is_some() {
            return Ok(());
        }
        let Ok(instance) = rule::bind(&rule, &[]) else { return Ok(()) };
        let game = self.timed("compile", |_| Game::compile(&instance, &Shelf::default()));
        let game = match game {
            Ok(game) => game,
            Err(mistakes) => return placed(&source, &mistakes),
        };
        self.timed("explain", |_| {
            let usual = asked(Bounds::Usual);
            let _ = game.plan(&usual, LIMITS);
            must(game.explain().iter().all(|(_, text)| !text.is_empty()), || "no words".into())
        })?;
        let to = if game.coordinates().len() == 1 { 1 + draw.below(60) } else { draw.below(6) };
        let small = asked(Bounds::All(to as i64));
        let table = self.timed("table", |_| game.table(&small, within(&patience())));
        match table {
            Ok(table) if draw.once_in(20) => self.laws(&table),
            Ok(_) if draw.once_in(60) => self.timed("claims", |_| {
                let (shelf, until) = (Shelf::default(), patience());
                let bounds = Bounds::All(3);
                let Ok(mut verdicts) = verdict::check(&rule, &[], &shelf, &bounds, within(&until))
                else {
                    return Ok(());
                };
                let budget = verdict::ProofBudget::unbounded();
                let prove = || verdict::prove(&rule, &[], &shelf, &mut verdicts, &budget);
                let _ = ::patience::within(PATIENCE, prove);
                Ok(())
            }),
            Err(Stop::Mistake(mistakes)) => placed(&source, &mistakes),
            _ => Ok(()),
        }
    }

    fn laws(&mut self, table: &Table) -> Result<(), String> {
        let cells: usize = table.axes.iter().map(table::Axis::len).product();
        if cells > MAX_CELLS {
            return Ok(());
        }
        self.timed("laws", |_| {
            let columns = table.columns.iter();
            for column in columns.filter(|c| c.values.is_integers() || c.values.wide().is_some()) {
                let _ = detector::find(table, &column.name);
            }
        });
        Ok(())
    }

    fn data(&mut self, text: &str, draw: &mut Draw) -> Result<(), String> {
        use reading::As;
        let asked = [As::List, As::Table, As::Matrix, As::Triangle, As::Positions];
        for asked in [None].into_iter().chain(asked.map(Some)) {
            let lines = text.lines().count().max(1);
            match self.timed("data", |_| reading::read(text, NAME, asked)) {
                Ok(read) if draw.once_in(300) => self.laws(&read.table)?,
                Ok(read) => {
                    let cells = read.table.cells();
                    let fits = |c: &table::Column| c.values.len() == cells;
                    must(read.table.columns.iter().all(fits), || read.said.to_string())?;
                }
                Err(error) => {
                    must((1..=lines).contains(&error.mistake.line), || error.to_string())?
                }
            }
        }
        Ok(())
    }

    fn structure(&mut self, text: &str, draw: &mut Draw) -> Result<(), String> {
        let at = draw.below(self.given.len());
        // by definition, which takes long
        let kernel = if draw.once_in(8) { Kernel::Machine } else { Kernel::Auto };
        self.timed("--input", |stages| {
            let rule = &stages.given[at];
            let Some(structure) = rule.input else { return Ok(()) };
            let (catalogue, time) = (Shelf::default(), patience());
            let arena = Arena::new(rule, structure, &catalogue, kernel, within(&time));
            let in_file = |stop| {
                let unplaced = |_: &[Diagnostic]| Work::Mistake("".into());
                in_file(&Work::of_stop(stop, unplaced))
            };
            let file = match arena.read(NAME, text) {
                Ok(file) => file,
                Err(stop) => return in_file(stop),
            };
            match arena.answer(&file, 0) {
                // The definition knows positions, not lines.
                Err(stop) if kernel == Kernel::Auto => in_file(stop),
                _ => Ok(()),
            }
        })?;
        if draw.once_in(8) {
            let trees = arena_read::trees(text).map(Components::Graphs);
            if let Ok(trees) = trees {
                self.timed("trees", |_| drop(Solver::Hackenbush.answer(&trees, 0)));
            }
        }
        Ok(())
    }

    fn word(&mut self, text: &str, draw: &mut Draw) -> Result<(), String> {
        let at = draw.below(self.games.len());
        self.timed("words", |stages| {
            let (rule, game) = &stages.games[at];
            let _ = position::read(text, game);
            let _ = bounds(Some(text));
            let _ = (amounts::bytes(text), integer(text), amounts::duration(text));
            let _ = Parameters::read(&[text.to_owned()], rule);
            for parameter in &rule.parameters {
                let _ = rule::bind(rule, &[(parameter.name.clone(), text.to_owned())]);
            }
            let _ = rule::code::from_code(text);
            if let Ok(e) = parse_expression(text) {
                for dialect in [Dialect::Cpp, Dialect::Python, Dialect::Rust, Dialect::Latex] {
                    let _ = expression(&e, dialect);
                }
            }
        });
        let mut rule = self.games[at].0.clone();
        (rule.claims, rule.notes) = (Vec::new(), Vec::new());
        let colon = if text.contains(':') { "" } else { ":" };
        let source = Source::new(NAME, format!("{rule}\nclaim given.law{colon} {text}\n"));
        let (stated, mistakes) = self.timed("law", |_| rule::parse(&source.text));
        placed(&source, &mistakes)?;
        if let Some(stated) = stated.filter(|_| mistakes.is_empty() && draw.once_in(20)) {
            let _ = self.timed("claims", |_| {
                let bounds = Bounds::All(3);
                verdict::check(&stated, &[], &Shelf::default(), &bounds, within(&patience()))
            });
        }
        Ok(())
    }
}

/// Whether no table of the rule contradicts what a certificate, forged perhaps, was accepted for.
fn is_true(text: &str, accepted: &checker::Accepted) -> Result<(), String> {
    let Ok(certificate) = checker::read(text) else { return Ok(()) };
    let claim = format!("\nclaim given.law {}\n", accepted.statement);
    let claim = match accepted.statement.starts_with("on ") {
        true => claim,
        false => claim.replacen("given.law ", "given.law: ", 1),
    };
    let (stated, mistakes) = rule::parse(&(certificate.rule.clone() + &claim));
    let Some(stated) = stated.filter(|_| mistakes.is_empty()) else { return Ok(()) };
    let (given, until) = (certificate.given(), patience());
    let found = verdict::check(&stated, &given, &Shelf::default(), &Bounds::All(9), within(&until));
    // what has no value is no position, where a certificate calls nothing won
    let fails = |verdict: &verdict::Verdict| match &verdict.answer {
        verdict::ClaimAnswer::Fails { says, .. } => !says.sentence.to_string().contains("no value"),
        _ => false,
    };
    must(!found.is_ok_and(|all| all.iter().any(fails)), || "what it proves is false".to_owned())
}

/// A table of every position, of what the rule has.
fn asked(bounds: Bounds) -> Request {
    let (positions, kernel) = (Positions::All, Kernel::Auto);
    Request { columns: Vec::new(), bounds, positions, kernel }
}

/// Every mistake has a place in the text, a cause and a remedy, and can be shown.
fn placed(source: &Source, mistakes: &[Diagnostic]) -> Result<(), String> {
    for mistake in mistakes {
        let text = &source.text;
        let (start, end) = (mistake.span.start, mistake.span.end);
        let is_inside = start <= end && text.is_char_boundary(start) && text.is_char_boundary(end);
        must(is_inside, || format!("no place: {mistake:?}"))?;
        // What a rule lacks as a whole, once it is compiled, is said where it begins.
        let is_known = end > 0 || mistake.code == "R011" || mistake.code.starts_with('G');
        must(is_known, || format!("no place is known: {mistake:?}"))?;
        let is_said = !mistake.message.is_empty() && !mistake.help.is_empty();
        must(is_said, || format!("no remedy: {mistake:?}"))?;
        let is_chinese = chinese::lacking(&mistake.help).is_empty();
        must(is_chinese, || format!("no Chinese remedy: {}", mistake.help))?;
        let shown = source.diagnosed(std::slice::from_ref(mistake)).to_string();
        must(shown.contains("┌─ mutant:"), || format!("not shown: {mistake:?}"))?;
    }
    Ok(())
}

/// A mistake in a file names the file.
fn in_file(failure: &Work) -> Result<(), String> {
    let message =
        wording::failure::message(failure, false, &crate::words::Words::of(crate::words::Lang::En));
    must(message.starts_with("error: mutant:"), || format!("no place: {message}"))
}
