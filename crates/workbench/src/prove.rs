//! Certificates made: of a law that is stated, or of one that a rule's table shows.

mod stated;

use crate::effort::Effort;
use crate::failure::{Failure, Result, interrupted};
use crate::input::{Input, Tabulated, Task};
use crate::laws::{Lawful, of_positions};
use crate::proofs;
use crate::watch::{Alone, Notice, Watch};
use detector::Finding;
use engine::{Bounds, Game, Positions, Request, Stop, Strip};
use expr::ast::Quantity;
use message::{Message, message};
use prover::{Certified, Question, Unproved, statement};
use report::LawProof;
use rule::ast::State;
pub use stated::LAW;
use stated::Stated;
use verdict::Verdict;

/// How far positions are looked at for whether order matters.
const FIRST: i64 = 12;
/// The values of longer periods are not listed in a law.
const MAX_LISTED: usize = 200;
/// Most positions of a table whose law is looked for.
const MAX_CELLS: u128 = 1 << 20;

/// What is to be proved of a rule, and how far values may be computed.
#[derive(Clone, Debug)]
pub struct ToProve {
    /// The law, or `None` for one that the table shows.
    pub law: Option<String>,
    /// The quantity it is about.
    pub quantity: Option<String>,
    /// Greatest position whose value may be computed; `None` for as many as the effort allows.
    pub to: Option<usize>,
    /// How much work the proof may take, where `to` does not bound it.
    pub effort: Effort,
}

impl ToProve {
    /// The effort for a proof that somebody asks for: about a minute's work.
    pub const EFFORT: Effort = Effort::times(30);

    /// About this law.
    #[must_use]
    pub fn about(law: String) -> Self {
        Self { law: Some(law), quantity: None, to: None, effort: Self::EFFORT }
    }

    /// The same with the law as a condition, should it be written as `find` prints laws.
    fn restated(&self, input: &Input) -> Result<Self> {
        let restated = match &self.law {
            Some(law) => rule::restated(law, &input.rule).map_err(Failure::Mistake)?,
            None => None,
        };
        Ok(Self { law: restated.or_else(|| self.law.clone()), ..self.clone() })
    }

    /// The question for the prover.
    ///
    /// # Errors
    /// A parameter that does not fit.
    pub fn question(&self, input: &Input) -> Result<Question> {
        let stated = self.law.as_deref().map(|law| statement::quantity(law).to_owned());
        let quantity = self.quantity.clone().or(stated).unwrap_or_else(|| "sg".into());
        proofs::question(
            input,
            &quantity,
            self.law.clone(),
            self.to.unwrap_or_else(|| self.effort.values()),
        )
    }
}

/// Why there is no certificate.
#[derive(Debug)]
pub enum Unmade {
    /// The law is false.
    Refuted {
        /// The law.
        law: String,
        /// Where it fails.
        verdict: Box<Verdict>,
    },
    /// No proof was found of a law that was stated.
    Open {
        /// Why there is no proof.
        why: Message,
        /// How the law fares on the rule's table; `None` where it is no claim.
        verdict: Option<Box<Verdict>>,
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
///
/// # Errors
/// There is none, and why.
pub fn certificate(input: &Input, asked: &ToProve, watch: &dyn Watch) -> Result<Certified, Unmade> {
    let asked = &asked.restated(input)?;
    // a law of the values of a strip is one of heaps: that of a set says nothing of longer strips
    let is_of_values = asked.quantity.as_deref().is_none_or(|quantity| quantity == "sg");
    let strip = (asked.law.is_none() && is_of_values).then(|| input.strip()).flatten();
    let Some(strip) = strip else { return of_rule(input, asked, watch) };
    let on_heaps = input.clone().on_heaps(&strip);
    on_heaps.tell_of_heaps(watch);
    let found = of_rule(&on_heaps, asked, watch)?;
    Ok(of_strip(input, &on_heaps, asked, &found).unwrap_or(found))
}

/// The certificate of full strips by that of the heaps that they are played as, whose values are listed
/// as long as the period is short; `None` where it is not, or the rule starts otherwise.
fn of_strip(
    input: &Input,
    on_heaps: &Input,
    asked: &ToProve,
    found: &Certified,
) -> Option<Certified> {
    let (first, period) = prover::strip::period(found)?;
    if period > MAX_LISTED {
        return None;
    }
    let to = i64::try_from(first + 2 * period).ok()?;
    let request = Request::of(Quantity::Sg, Bounds::All(to), Positions::All);
    let table = on_heaps.game().ok()?.table(&request, on_heaps.means(&Alone)).ok()?;
    let values: Vec<i64> = table.columns.first()?.values.iter().collect();
    let start = first.div_ceil(period) * period;
    let question = Question { law: None, ..asked.question(on_heaps).ok()? };
    let heaps = prover::strip::listed(&question, first, values.get(start..start + period)?).ok()?;
    let (length, question) = (Strip::width(&input.rule)?, asked.question(input).ok()?);
    prover::strip::on_strip(&question, length, &heaps).ok()
}

/// The certificate of a law of the rule as it stands.
fn of_rule(input: &Input, asked: &ToProve, watch: &dyn Watch) -> Result<Certified, Unmade> {
    refuse_early(input, watch)?;
    let question = asked.question(input)?;
    // who says how far values may go has all the work that takes
    let work = if asked.to.is_some() { u64::MAX } else { asked.effort.units() };
    let asked_of = asked.quantity.as_deref();
    // a law that is asked for holds nowhere yet
    let law = question.law.as_ref().filter(|law| !law.contains('?'));
    let stated = law.map(|law| Stated::read(input, law, watch));
    // what fails at once is not searched for proofs
    if let Some(Ok(stated)) = &stated {
        stated.look()?;
        if stated.has_domain {
            let certificate = stated.prove()?;
            return certificate.map_err(|fares| open("no proof was found", fares));
        }
    }
    let is_open = question.law.is_none() && asked_of.is_none();
    let has_table = question.rule != input.name && input.rule.state.is_some();
    let (found, seen) = match question.law.is_none() && has_table {
        true => of_table(input, asked_of, asked.effort, watch)?,
        false => (None, Vec::new()),
    };
    if let Some(certificate) = found {
        // matrices of a law of digits say little to a reader
        if certificate.accepted.law.contains("regular(") {
            watch.notice(Notice::Found(&seen));
        }
        return Ok(certificate);
    }
    if let Some(certificate) = of_parts(input, &question, watch)? {
        return Ok(certificate);
    }
    let why = match search(&question, work, watch)? {
        Ok(certificate) => return Ok(certificate),
        Err(why) => why,
    };
    if let Some(stated) = stated {
        return stated?.prove()?.map_err(|fares| open(&why, fares));
    }
    if !seen.is_empty() {
        return Err(not_proved(message!(
            "its table shows `{}`: no proof was found; --law TEXT states another law",
            seen.join("`, `")
        ))
        .into());
    }
    if is_open {
        return of_outcome(question, work, has_table, &why, watch);
    }
    Err(not_proved(why).into())
}

/// The certificate of who wins, where none was found of the values, and why.
fn of_outcome(
    question: Question,
    work: u64,
    has_table: bool,
    why: &Unproved,
    watch: &dyn Watch,
) -> Result<Certified, Unmade> {
    let outcome = Question { quantity: "win".into(), ..question };
    match search(&outcome, work, watch)? {
        Ok(certificate) => Ok(certificate),
        Err(_) if has_table => Err(not_proved(message!(
            "its table shows no law (--law TEXT states one), and no period is proved: {why}"
        ))
        .into()),
        Err(_) => Err(not_proved(why).into()),
    }
}

/// Refuses a family, and a rule whose first positions are not as symmetric as it says, as its table
/// does.
fn refuse_early(input: &Input, watch: &dyn Watch) -> Result<()> {
    input.refuse_family("a family has no certificate; prove one member at a time")?;
    if !matches!(input.rule.state, Some(State::Tuple { symmetric: true, .. })) {
        return Ok(());
    }
    let game = input.game()?;
    let request = Request::of(Quantity::Win, Bounds::All(FIRST), Positions::All);
    if game.plan(&request, input.method.limits).is_err() {
        return Ok(());
    }
    match game.table(&request, input.means(watch)) {
        Err(stop @ (Stop::Refused(_) | Stop::Valueless(_) | Stop::NoBound(_))) => {
            Err(input.stopped(stop))
        }
        _ => Ok(()),
    }
}

/// The certificate of a sum or product of games whose laws their own tables show; `None` where the
/// rule is neither, or some part has no law that is proved.
pub(crate) fn of_parts(
    input: &Input,
    question: &Question,
    watch: &dyn Watch,
) -> Result<Option<Certified>> {
    let mut parts = Vec::new();
    for name in prover::composed::parts(question).unwrap_or_default() {
        let Some(input) = input.beside(&name) else { return Ok(None) };
        let (Some(part), _) = of_table(&input?, None, Effort::default(), watch)? else {
            return Ok(None);
        };
        parts.push(part);
    }
    Ok((!parts.is_empty()).then(|| prover::composed::compose(question, &parts).ok()).flatten())
}

/// No proof was found of a law that fares so.
fn open(why: impl Into<Message>, fares: Option<Box<Verdict>>) -> Unmade {
    Unmade::Open { why: why.into(), verdict: fares }
}

fn not_proved(why: impl Into<Message>) -> Failure {
    Failure::Unproved(why.into())
}

/// Asks the prover, with so much work, showing how far the values are.
///
/// # Errors
/// It was stopped, or the work is spent.
fn search(
    question: &Question,
    work: u64,
    watch: &dyn Watch,
) -> Result<Result<Certified, Unproved>> {
    let tell = |known, all| {
        watch.advance(known, all);
    };
    let proof = patience::within_work(work, || prover::prove_telling(question, &tell));
    match proof {
        Err(Unproved::Interrupted) if patience::was_ended() => Err(interrupted()),
        Err(Unproved::Interrupted) => {
            let help = Message::from("--prove-effort N allows N times as much");
            Err(Failure::Limit(message!(
                "stopped after its share of work: no proof so far; {help}"
            )))
        }
        proof => Ok(proof),
    }
}

fn in_words(finding: &Finding) -> String {
    finding.law.words.to_string()
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
    effort: Effort,
    watch: &dyn Watch,
) -> Result<(Option<Certified>, Vec<String>)> {
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
            let table = match task.tabulate(watch) {
                Ok(Tabulated { table, ended: None, .. }) => table,
                Err(mistakes @ Failure::Diagnosed(_)) => return Err(mistakes),
                _ => continue,
            };
            let Lawful { table, mut findings, .. } = of_positions(task, table, watch);
            let proofs = proofs::of_laws(task, &table, &mut findings, effort, watch)?.proofs;
            if patience::was_ended() {
                return Err(interrupted());
            }
            if let Some((column, LawProof { certificate, .. })) = proofs.into_iter().next() {
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
