//! What is computed of one member: table, laws, proofs.

use crate::arguments::{Given, Kernel};
use crate::command::check;
use crate::input;
use crate::summary;
use crate::terminal::Terminal;
use crate::words::{Lang, Words};
use clap::ValueEnum;
use detector::Finding;
use engine::{Game, Limits, Period, Request, Variation};
use expr::law::{Kind, Law};
use prover::Certificate;
use report::{LawProof, Proofs, answer_in_short, certificate, place};
use std::collections::BTreeSet;
use sweep::{Computed, FamilyLaw, Folder, Member, Plan, Row, Status};
use table::{Axis, Column, Digest, Table, Values};
use verdict::Verdict;
use workbench::{
    Alone, Effort, Extent, Failure, Input, Method, Result, Task, bounds, check as claims, laws,
    of_laws, of_period,
};
use xxhash_rust::xxh3::xxh3_64;

/// The members together are not searched where their tables have more cells.
const MOST_CELLS: usize = 1 << 21;

/// What all members have in common.
pub(super) struct Base<'b> {
    input: Option<Input>,
    pub(super) plan: &'b Plan,
    method: Method,
    terminal: &'b Terminal,
}

impl<'b> Base<'b> {
    /// The rule of a sweep that was begun.
    ///
    /// # Errors
    /// The rule has mistakes.
    pub(super) fn of(folder: &Folder, plan: &'b Plan, terminal: &'b Terminal) -> Result<Self> {
        let kernel = match plan.kernel.as_str() {
            "" => Kernel::Auto,
            name => Kernel::from_str(name, true).map_err(|_| {
                let help = "write auto, machine or oracle";
                Failure::Mistake(format!("`kernel {name}`: {help}"))
            })?,
        };
        let method = Method { kernel: kernel.into(), limits: Limits { memory: plan.memory } };
        Ok(Self { input: Self::input(folder, plan, method)?, plan, method, terminal })
    }

    /// The rule of the plan, named as the plan names it: nothing in the results tells where the folder is.
    ///
    /// # Errors
    /// The rule has mistakes.
    fn input(folder: &Folder, plan: &Plan, method: Method) -> Result<Option<Input>> {
        let Some(rule) = &plan.rule else { return Ok(None) };
        let path = folder.file(rule);
        let name = if rule.starts_with("rules/") {
            path.to_string_lossy().into_owned()
        } else {
            rule.clone()
        };
        let given = Given { text: Vec::new(), parameters: plan.with.clone() };
        let mut input = input::choose(Some(&name), &given, method)?;
        input.name.clone_from(rule);
        input.source.name.clone_from(rule);
        Ok(Some(input))
    }

    /// The rule as the command line names it.
    ///
    /// # Errors
    /// It has some.
    pub(super) fn checked(plan: &Plan, given: &Given, method: Method) -> Result<Option<Input>> {
        bounds(plan.to())?;
        if plan.rule.is_none() && given.text.is_empty() {
            return Ok(None);
        }
        let input = input::choose(plan.rule.as_deref(), given, method)?;
        if let Some(family) = input.parameters.variations.first() {
            let name = &family.name;
            let help = format!("write --over '{name} in {}..{}'", family.lo, family.hi);
            return Err(Failure::Mistake(format!(
                "-p {name}: a sweep varies it otherwise; {help}"
            )));
        }
        Ok(Some(input))
    }

    /// What comes of a member; `None` where the work was asked to end.
    pub(super) fn compute(&self, member: &Member) -> Option<Computed> {
        // A thread that waits in one member may begin another.
        patience::apart(|| self.computed(member))
    }

    fn computed(&self, member: &Member) -> Option<Computed> {
        let failed = |status, why: &str| {
            // A text with its place is shortened to what is wrong.
            let why = why.lines().next().unwrap_or_default();
            let (rows, claims) = (Vec::new(), Vec::new());
            Some(Computed { status, why: why.to_owned(), rows, claims })
        };
        let computed = self.input_of(member).and_then(|input| {
            let rows = self.rows(&input)?;
            Ok((rows, self.claims(&input)?))
        });
        match computed {
            Ok((rows, claims)) => {
                Some(Computed { status: Status::Done, why: String::new(), rows, claims })
            }
            Err(Failure::Interrupted(_)) => None,
            Err(Failure::Limit(why)) => failed(Status::Limit, &why),
            Err(Failure::Diagnosed(mistakes)) => failed(Status::Mistake, &mistakes.text),
            Err(Failure::Mistake(why) | Failure::Unproved(why)) => failed(Status::Mistake, &why),
        }
    }

    fn input_of(&self, member: &Member) -> Result<Input> {
        if let Some(code) = member.code() {
            let given = Given { text: Vec::new(), parameters: self.plan.with.clone() };
            return input::choose(Some(&code), &given, self.method);
        }
        let input = self.input.clone();
        let mut input = input.ok_or_else(|| Failure::Mistake("there is no rule".into()))?;
        input.parameters.fixed.extend(member.parameters().cloned());
        member.choose_moves(&mut input.rule);
        Ok(input)
    }

    /// The claims of the rule, answered.
    fn claims(&self, input: &Input) -> Result<Vec<sweep::Answer>> {
        if !self.plan.claims {
            return Ok(Vec::new());
        }
        let to = bounds(self.plan.to())?;
        let effort = if self.plan.prove { Effort::default() } else { Effort::NONE };
        let verdicts = match claims(input, to, effort, &Alone).map(|(verdicts, _)| verdicts) {
            Err(failure) if !patience::is_over() => {
                verdict::unanswered(&input.rule, &check::in_one_line(&failure))
            }
            answered => answered?,
        };
        let words = Words::of(Lang::En);
        let row = |verdict: &Verdict| sweep::Answer {
            claim: verdict.name(),
            answer: answer_in_short(verdict, check::UNCHECKED).to_owned(),
            detail: summary::answer(verdict, &words),
        };
        Ok(verdicts.iter().map(row).collect())
    }

    /// The laws of all members as one table, where integer parameters vary, each from a least value to a
    /// greatest one, and the table is small; none where they are not found with the usual effort.
    pub(super) fn laws_of_all(&self, members: &[Member]) -> Vec<FamilyLaw> {
        let found = patience::within_work(Effort::default().units(), || {
            let found = self.family(members)?;
            (!patience::is_spent()).then_some(found)
        });
        found.unwrap_or_default()
    }

    fn family(&self, members: &[Member]) -> Option<Vec<FamilyLaw>> {
        let mut input = self.input.clone()?;
        for (at, (name, _)) in members.first()?.values.iter().enumerate() {
            let values = members.iter().map(|member| member.values[at].1.parse().ok());
            let values: BTreeSet<i64> = values.collect::<Option<_>>()?;
            let (lo, hi) = (*values.first()?, *values.last()?);
            input.parameters.variations.push(Variation { name: name.clone(), lo, hi });
        }
        let box_of = |v: &Variation| usize::try_from(v.hi.checked_sub(v.lo)?).ok()?.checked_add(1);
        let mut sizes = input.parameters.variations.iter().map(box_of);
        let whole = sizes.try_fold(1usize, |all, size| all.checked_mul(size?));
        let game = input.game().ok().filter(|_| whole == Some(members.len()))?;
        let request = self.request(&input, &game).ok()?;
        let task = Task { input: &input, game: &game, request: &request };
        // Every member takes about as many cells as the first one.
        let axes = game.plan(&request, self.method.limits).ok()?.axes;
        let cells = axes.iter().try_fold(members.len(), |all, axis| all.checked_mul(axis.len()))?;
        if cells > MOST_CELLS {
            return None;
        }
        let table = task.tabulate(&Alone).ok().filter(|whole| whole.ended.is_none())?.table;
        let laws = laws(&table).into_iter().filter_map(|(_, found)| found.into_iter().next());
        let law = |Finding { law, evidence, .. }: Finding| FamilyLaw {
            quantity: law.subject.clone(),
            law: law.words,
            kind: law.kind.name().to_owned(),
            reach: place(&table.axes, &evidence.verified_to),
            fitted: evidence.fitted as i64,
            tested: evidence.tested as i64,
        };
        Some(laws.map(law).collect())
    }

    /// The table of each member that the plan asks for.
    fn request(&self, input: &Input, game: &Game) -> Result<Request> {
        let (to, quantity) = (self.plan.to(), self.plan.quantities());
        Ok(input.request(&Extent::read(to, &quantity, false, None, &input.rule)?, game))
    }

    fn rows(&self, input: &Input) -> Result<Vec<Row>> {
        let game = input.game()?;
        let request = self.request(input, &game)?;
        let task = Task { input, game: &game, request: &request };
        let tabulated = game.tabulate(&request, input.means(&Alone));
        let engine::Tabulated { table, periods } = tabulated.map_err(|stop| input.stopped(stop))?;
        let period = |name: &str| periods.iter().find(|(q, _)| q.name() == name).map(|(_, p)| *p);
        // What a theorem says of the values needs no search.
        let is_open = |column: &&Column| period(&column.name).is_none();
        let columns = table.columns.iter().filter(is_open).cloned().collect();
        let open = Table { axes: table.axes.clone(), columns, present: table.present.clone() };
        let mut findings = laws(&open);
        let mut proofs = match self.plan.prove {
            true => of_laws(task, &open, &mut findings, Effort::default(), self.terminal)?.proofs,
            false => Proofs::new(),
        };
        if let (true, [axis]) = (self.plan.prove, &table.axes[..]) {
            for (quantity, period) in &periods {
                let name = quantity.name();
                let found = of_period(input, &axis.name, name, *period, Effort::default())?;
                proofs.extend(found.map(|found| (name.to_owned(), LawProof::of_first(found))));
            }
        }
        if patience::is_over() {
            return Err(Failure::Interrupted(String::new()));
        }
        let row = |column: &Column| {
            let best = findings.iter().find(|(name, _)| *name == column.name);
            let best = best.and_then(|(_, laws)| laws.first());
            let proof = certificate(&proofs, &column.name, 0);
            let mut row = row(&table, column, best, period(&column.name), proof);
            if let Some(space) = game.sparse_space(&table, column, period(&column.name)) {
                row.sparse_mask = Some(space.mask.into());
                row.rare_values = i64::try_from(space.rare).ok();
                row.last_rare = space.last_rare.and_then(|last| i64::try_from(last).ok());
            }
            row
        };
        Ok(table.columns.iter().map(row).collect())
    }
}

/// What is known of a column.
fn row(
    table: &Table,
    column: &Column,
    law: Option<&Finding>,
    period: Option<Period>,
    proof: Option<&Certificate>,
) -> Row {
    let known = match (proof, period, law) {
        (Some(_), ..) => Some("certificate"),
        (None, Some(_), _) => Some("theorem"),
        (None, None, Some(_)) => Some("table"),
        (None, None, None) => None,
    };
    let mut row = Row {
        quantity: column.name.clone(),
        reach: summary::end_of(table),
        known: known.map(str::to_owned),
        certificate: proof.map(|proof| hex(xxh3_64(proof.text.as_bytes()))),
        ..Row::default()
    };
    if let Some(finding) = law {
        add_law(&mut row, &finding.law, &table.axes);
    }
    if let Some(period) = period {
        add_period(&mut row, period, &table.axes);
    }
    if let Some(digest) = Digest::of_column(table, &column.values) {
        add_digest(&mut row, &digest, table);
        let shape = (&column.values, &table.axes[..], &table.present);
        if let (Values::U16(values), [_], None) = shape {
            let half = values.len() / 2;
            let digest = Digest::of_repetition(&values[..half], 0, half, half as u64);
            row.half = Some(hex(digest.hash));
        }
    }
    row
}

fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

fn add_law(row: &mut Row, law: &Law, axes: &[Axis]) {
    row.law = Some(law.words.clone());
    row.kind = Some(law.kind.name().to_owned());
    row.exceptions = Some(law.exceptions.len() as i64);
    let number = |name: &str| law.parameters.iter().find(|(n, _)| n == name)?.1.parse().ok();
    row.preperiod = number("preperiod");
    row.period = number("period");
    row.saltus = number("saltus");
    if let (Kind::Constant, [axis]) = (law.kind, axes) {
        row.period = Some(1);
        row.preperiod = law.from.or(Some(axis.lo));
    }
}

/// A period that a theorem gives; it is the law where the table shows none.
fn add_period(row: &mut Row, period: Period, axes: &[Axis]) {
    let Period { preperiod, period, computed_to } = period;
    row.computed_to = i64::try_from(computed_to).ok();
    row.preperiod = i64::try_from(preperiod).ok();
    row.period = i64::try_from(period).ok();
    row.saltus = Some(0);
    if let (None, [axis]) = (&row.law, axes) {
        let (q, n) = (&row.quantity, &axis.name);
        row.law = Some(format!("{q}({n} + {period}) = {q}({n}) for {n} >= {preperiod}"));
        row.kind = Some(Kind::Periodic.name().to_owned());
        row.exceptions = Some(0);
    }
}

fn add_digest(row: &mut Row, digest: &Digest, table: &Table) {
    row.positions = i64::try_from(digest.positions).ok();
    row.hash = Some(hex(digest.hash));
    if let Some((greatest, cell)) = digest.greatest {
        row.greatest = Some(greatest);
        let at = table.position(usize::try_from(cell).unwrap_or(0));
        row.greatest_at = Some(place(&table.axes, &at));
    }
    row.different = Some(digest.counts.len() as i64);
    row.common = digest.counts.first().map(|(value, _)| *value);
    row.rare = digest.counts.last().map(|(value, _)| *value);
    if matches!(row.quantity.as_str(), "sg" | "win" | "misere") {
        let zeros = digest.counts.iter().find(|(value, _)| *value == 0);
        row.lost = Some(zeros.map_or(0, |(_, count)| *count as i64));
    }
}
