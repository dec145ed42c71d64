//! `mexlab prove`: certificates made.

mod stated;

use super::{no_csv, verify};
use crate::amounts;
use crate::arguments::{self, Format, Given};
use crate::failure::{Failure, Result, interrupted, mistake};
use crate::input::{Input, Tabulated, Task};
use crate::proofs;
use crate::request::Method;
use crate::terminal::Terminal;
use detector::Finding;
use engine::{Bounds, Game, Positions, Progress, Request, Stop};
use expr::ast::Quantity;
use prover::{Certificate, Question, Script, Unproved, statement};
use report::file;
use rule::ast::State;
pub(super) use stated::LAW;
use stated::Stated;
use std::cell::Cell;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// How far values are computed when `--to` does not say, if that takes less than [`PATIENCE`].
const FAR: usize = 25_000_000;
/// How far positions are looked at for whether order matters.
const FIRST: i64 = 12;
/// Most positions of a table whose law is looked for.
const MAX_CELLS: u128 = 1 << 20;
/// How long values are computed when `--to` does not say how far.
const PATIENCE: Duration = Duration::from_secs(60);

/// Searches for a certificate, writes it, and says what it proves.
pub(super) fn perform(arguments: &arguments::Prove, terminal: &Terminal) -> Result<()> {
    no_csv(terminal.format(), "prove")?;
    let to = match &arguments.to {
        None => FAR,
        Some(text) => amounts::integer(text)
            .ok()
            .and_then(|to| usize::try_from(to).ok())
            .ok_or_else(|| mistake(format!("--to {text}: write a number such as 100000")))?,
    };
    let input = Input::choose(arguments.rule.as_deref(), &arguments.given, terminal.method)?;
    let asked = Asked {
        law: arguments.law.clone(),
        quantity: arguments.quantity.clone(),
        to,
        is_bounded: arguments.to.is_some(),
        walnut: arguments.walnut.as_deref(),
    };
    match certificate(&input, asked, terminal) {
        Ok(certificate) => finish(&certificate, arguments, terminal),
        Err(Unmade::Failed(failure)) => Err(failure),
        Err(Unmade::Refuted { law, answer }) => {
            terminal.print(|out| match terminal.format() {
                Format::Json => {
                    writeln!(out, "{:#}", serde_json::json!({"accepted": false, "reason": answer}))
                }
                _ => writeln!(out, "refuted   {law}\n          {answer}"),
            })?;
            Err(Failure::Refuted)
        }
    }
}

/// What is to be proved of a rule, and how far values may be computed.
pub(super) struct Asked<'a> {
    /// The law, or `None` for one that the table shows.
    pub(super) law: Option<String>,
    /// The quantity it is about.
    pub(super) quantity: Option<String>,
    /// Greatest position whose value may be computed.
    pub(super) to: usize,
    /// Whether the user said how far; else the time is bounded.
    pub(super) is_bounded: bool,
    /// Folder that receives the sentences that prove the law.
    pub(super) walnut: Option<&'a Path>,
}

impl<'a> Asked<'a> {
    /// About this law, as far as values are computed where the user does not say.
    pub(super) fn about(law: String) -> Self {
        Self { law: Some(law), quantity: None, to: FAR, is_bounded: false, walnut: None }
    }
}

/// Why there is no certificate.
pub(super) enum Unmade {
    /// The law is false.
    Refuted {
        /// The law.
        law: String,
        /// Where it fails, in words.
        answer: String,
    },
    /// None was found, or something kept it from being looked for.
    Failed(Failure),
}

impl From<Failure> for Unmade {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// The certificate of the law asked for, or of one that the rule's table shows.
pub(super) fn certificate(
    input: &Input,
    asked: Asked<'_>,
    terminal: &Terminal,
) -> Result<Certificate, Unmade> {
    let Asked { law, quantity: asked_of, to, is_bounded, walnut } = asked;
    refuse_early(input, terminal)?;
    let stated = law.as_deref().map(|law| statement::quantity(law).to_owned());
    let quantity = asked_of.clone().or(stated).unwrap_or_else(|| "sg".into());
    let question = proofs::question(input, &quantity, law, to)?;
    if let Some(folder) = walnut {
        write_script(folder, &question)?;
    }
    // a law that is asked for holds nowhere yet
    let law = question.law.as_ref().filter(|law| !law.contains('?'));
    let stated = law.map(|law| Stated::read(input, law, terminal));
    // what fails at once is not searched for proofs
    if let Some(Ok(stated)) = &stated {
        stated.look()?;
        if stated.has_domain {
            let certificate = stated.prove()?;
            let unproved = |answer| not_proved(format!("no proof was found; the law {answer}"));
            return Ok(certificate.map_err(unproved)?);
        }
    }
    let is_open = question.law.is_none() && asked_of.is_none();
    let has_table = question.rule != input.name && input.rule.state.is_some();
    let (found, seen) = match question.law.is_none() && has_table {
        true => of_table(input, asked_of.as_deref(), terminal)?,
        false => (None, Vec::new()),
    };
    if let Some(certificate) = found {
        // matrices of a law of digits say little to a reader
        if certificate.accepted.law.contains("regular(") {
            terminal.remark(&format!("found     {}", seen.join(", ")));
        }
        return Ok(certificate);
    }
    if let Some(certificate) = of_parts(input.method, &question, terminal)? {
        return Ok(certificate);
    }
    let why = match search(&question, is_bounded, terminal)? {
        Ok(certificate) => return Ok(certificate),
        Err(why) => why,
    };
    if let Some(stated) = stated {
        let unproved = |answer| not_proved(format!("{why}; the law {answer}"));
        return Ok(stated?.prove()?.map_err(unproved)?);
    }
    if !seen.is_empty() {
        let help = "no proof was found; --law TEXT states another law";
        return Err(not_proved(format!("its table shows `{}`: {help}", seen.join("`, `"))).into());
    }
    if is_open {
        return of_outcome(question, (is_bounded, has_table), &why, terminal);
    }
    Err(not_proved(why).into())
}

/// The certificate of who wins, where none was found of the values, and why.
fn of_outcome(
    question: Question,
    (is_bounded, has_table): (bool, bool),
    why: &Unproved,
    terminal: &Terminal,
) -> Result<Certificate, Unmade> {
    let outcome = Question { quantity: "win".into(), ..question };
    let table = "its table shows no law (--law TEXT states one), and no period is proved";
    match search(&outcome, is_bounded, terminal)? {
        Ok(certificate) => Ok(certificate),
        Err(_) if has_table => Err(not_proved(format!("{table}: {why}")).into()),
        Err(_) => Err(not_proved(why).into()),
    }
}

/// Writes the certificate and says what it proves.
fn finish(
    certificate: &Certificate,
    arguments: &arguments::Prove,
    terminal: &Terminal,
) -> Result<()> {
    if let Some(folder) = &arguments.coq {
        write_development(folder, certificate, terminal)?;
    }
    if let Some(path) = &arguments.out {
        file::write_atomically(path, |out| out.write_all(certificate.text.as_bytes()))?;
    }
    verify::say(&certificate.accepted, None, terminal)
}

/// Writes the law and its proof in Coq, and says how they are checked.
fn write_development(folder: &Path, certificate: &Certificate, terminal: &Terminal) -> Result<()> {
    let law = &certificate.accepted.statement;
    let files = coq::development(&certificate.text)
        .map_err(|why| not_proved(format!("`{law}` is proved, but not in Coq: {why}")))?;
    file::make_folder(folder)?;
    for (name, text) in &files {
        file::write_atomically(&folder.join(name), |out| out.write_all(text.as_bytes()))?;
    }
    let commands: Vec<String> =
        files.iter().map(|(name, _)| format!("coqc -Q . Mexlab {name}")).collect();
    terminal.remark(&format!("to check: cd {}; {}", folder.display(), commands.join(" && ")));
    Ok(())
}

/// Refuses a family, and a rule whose first positions are not as symmetric as it says, as its table
/// does.
fn refuse_early(input: &Input, terminal: &Terminal) -> Result<()> {
    input.refuse_family("a family has no certificate; prove one member at a time")?;
    if !matches!(input.rule.state, Some(State::Tuple { symmetric: true, .. })) {
        return Ok(());
    }
    let game = input.game()?;
    let request = Request::of(Quantity::Win, Bounds::All(FIRST), Positions::All);
    if game.plan(&request, input.method.limits).is_err() {
        return Ok(());
    }
    match game.table(&request, input.means(terminal)) {
        Err(stop @ (Stop::Refused(_) | Stop::NoBound(_))) => Err(input.stopped(stop)),
        _ => Ok(()),
    }
}

/// Writes the sentences of the question, and the automata they mention, where Walnut looks for
/// them.
fn write_script(folder: &Path, question: &Question) -> Result<()> {
    let Script { commands, files } = prover::walnut(question).map_err(not_proved)?;
    let main = ("Command Files/mexlab.txt".to_owned(), commands);
    for (name, text) in files.into_iter().chain([main]) {
        let path = folder.join(name);
        file::make_folder(path.parent().unwrap_or(folder))?;
        file::write_atomically(&path, |out| out.write_all(text.as_bytes()))?;
    }
    Ok(())
}

/// The certificate of a sum or product of games whose laws their own tables show; `None` where the
/// rule is neither, or some part has no law that is proved.
fn of_parts(
    method: Method,
    question: &Question,
    terminal: &Terminal,
) -> Result<Option<Certificate>> {
    let mut parts = Vec::new();
    for name in prover::composed::parts(question).unwrap_or_default() {
        let input = Input::choose(Some(&name), &Given::default(), method)?;
        let (Some(part), _) = of_table(&input, None, terminal)? else { return Ok(None) };
        parts.push(part);
    }
    Ok((!parts.is_empty()).then(|| prover::composed::compose(question, &parts).ok()).flatten())
}

fn not_proved(why: impl ToString) -> Failure {
    Failure::Unproved(why.to_string())
}

/// Asks the prover, showing how far the values are.
///
/// # Errors
/// It was stopped.
fn search(
    question: &Question,
    is_bounded: bool,
    terminal: &Terminal,
) -> Result<Result<Certificate, Unproved>> {
    let reached = Cell::new(0);
    let tell = |known, all| {
        reached.set(known);
        terminal.advance(known, all);
    };
    let time = if is_bounded { Duration::MAX } else { PATIENCE };
    let proof = patience::within(time, || prover::prove_telling(question, &tell));
    if proof != Err(Unproved::Interrupted) {
        return Ok(proof);
    }
    let (known, seconds) = (reached.get(), PATIENCE.as_secs());
    Err(match (terminal.is_interrupted(), &question.law) {
        (true, _) => interrupted(),
        (false, None) => Failure::Limit(format!(
            "stopped after {seconds} s: no period is proved by the first {known} values; \
             --to N goes further"
        )),
        (false, Some(_)) => {
            Failure::Limit(format!("stopped after {seconds} s: no proof was found so far"))
        }
    })
}

fn in_words(finding: &Finding) -> String {
    finding.law.words.clone()
}

/// How far the positions of a game are tabulated: as its rule says, or, where that speaks of starts
/// only or of nothing, a little and then more.
fn sizes(input: &Input, game: &Game) -> Vec<Bounds> {
    let all = |sizes: [i64; 2]| sizes.map(Bounds::All).to_vec();
    let is_said = game.usual_rows(&Bounds::Usual) == Positions::All;
    match (&input.rule.table, game.coordinates().len()) {
        (Some(_), _) if is_said => vec![Bounds::Usual],
        (_, 0 | 1) => all([400, 4000]),
        (_, 2) => all([40, 120]),
        (_, _) => all([12, 24]),
    }
}

/// The proof of a law of the quantity asked for, or of the values and else of the outcome, that the
/// rule's own table shows, with the law in words; or the laws it shows.
fn of_table(
    input: &Input,
    asked: Option<&str>,
    terminal: &Terminal,
) -> Result<(Option<Certificate>, Vec<String>)> {
    let game = input.game()?;
    let quantities = match asked {
        Some(name) => Quantity::from_name(name).into_iter().collect(),
        None => vec![Quantity::Sg, Quantity::Win],
    };
    let mut seen = Vec::new();
    for bounds in sizes(input, &game) {
        seen.clear();
        for &quantity in &quantities {
            let request = Request::of(quantity, bounds.clone(), Positions::All);
            let task = Task { input, game: &game, request: &request };
            let plan = game.plan(&request, input.method.limits);
            let cells = |plan: engine::Plan| {
                plan.axes.iter().map(|axis| axis.len() as u128).product::<u128>()
            };
            if plan.map_or(u128::MAX, cells) > MAX_CELLS {
                continue;
            }
            let table = match task.tabulate(terminal) {
                Ok(Tabulated { table, ended: None, .. }) => table,
                Err(mistakes @ Failure::Diagnosed(_)) => return Err(mistakes),
                _ => continue,
            };
            let mut findings = super::find::laws(&table, terminal);
            let proofs = proofs::of_laws(task, &table, &mut findings, terminal)?;
            if terminal.is_interrupted() {
                return Err(interrupted());
            }
            if let Some((column, certificate)) = proofs.into_iter().next() {
                findings.retain(|(name, _)| *name == column);
                let laws = findings.iter().filter_map(|(_, laws)| laws.first());
                return Ok((Some(certificate), laws.map(in_words).collect()));
            }
            seen.extend(findings.iter().filter_map(|(_, laws)| laws.first()).map(in_words));
            seen.dedup();
        }
    }
    Ok((None, seen))
}
