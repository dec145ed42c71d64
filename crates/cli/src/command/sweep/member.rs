//! What is computed of one member: table, laws, proofs.

use crate::arguments::{Given, Kernel};
use crate::command::check;
use crate::terminal::Terminal;
use crate::words::{Lang, Words};
use crate::{input, summary};
use clap::ValueEnum;
use detector::Finding;
use engine::{Game, Limits, Request, Variation};
use message::{Message, Tell as _, message};
use report::{LawProof, Proofs, answer_in_short, certificate, place};
use std::collections::BTreeSet;
use sweep::{Begun, Computed, FamilyLaw, Member, Plan, Row, Status};
use table::{Column, Table};
use verdict::Verdict;
use workbench::{
    Alone, Effort, Extent, Failure, Input, Method, Result, Task, bounds, check as claims, laws,
    of_laws, of_period,
};

/// The members together are not searched where their tables have more cells.
const MOST_CELLS: usize = 1 << 21;

/// What all members have in common.
pub(super) struct Base<'b> {
    input: Option<Input>,
    /// The sweep.
    pub(super) sweep: &'b Begun,
    method: Method,
    terminal: &'b Terminal,
}

impl<'b> Base<'b> {
    /// The rule of a sweep that was begun.
    ///
    /// # Errors
    /// The rule has mistakes.
    pub(super) fn of(sweep: &'b Begun, terminal: &'b Terminal) -> Result<Self> {
        let plan = &sweep.plan;
        let kernel = match plan.kernel.as_str() {
            "" => Kernel::Auto,
            name => Kernel::from_str(name, true).map_err(|_| {
                let help = Message::from("write auto, machine or oracle");
                Failure::Mistake(message!("`kernel {name}`: {help}"))
            })?,
        };
        let method = Method { kernel: kernel.into(), limits: Limits { memory: plan.memory } };
        Ok(Self { input: Self::input(sweep, method)?, sweep, method, terminal })
    }

    /// The rule of the plan, named as the plan names it: nothing in the results tells where the folder is.
    ///
    /// # Errors
    /// The rule has mistakes.
    fn input(Begun { folder, plan, .. }: &Begun, method: Method) -> Result<Option<Input>> {
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
            let help = message!("write --over '{name} in {}..{}'", family.lo, family.hi);
            return Err(Failure::Mistake(message!(
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
        let failed = |status, why: Message| {
            // A text with its place is shortened to what is wrong.
            let why = why.to_string().lines().next().unwrap_or_default().to_owned();
            let (rows, claims) = (Vec::new(), Vec::new());
            Some(Computed { status, why, rows, claims })
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
            Err(Failure::Limit(why)) => failed(Status::Limit, why),
            Err(Failure::Diagnosed(mistakes)) => failed(Status::Mistake, mistakes.message()),
            Err(Failure::Mistake(why) | Failure::Unproved(why)) => failed(Status::Mistake, why),
        }
    }

    fn input_of(&self, member: &Member) -> Result<Input> {
        if let Some(code) = member.code() {
            let given = Given { text: Vec::new(), parameters: self.sweep.plan.with.clone() };
            return input::choose(Some(&code), &given, self.method);
        }
        let input = self.input.clone();
        let mut input = input.ok_or_else(|| Failure::Mistake("there is no rule".into()))?;
        input.parameters.fixed.extend(member.parameters().cloned());
        member.choose_moves(&mut input.rule);
        Ok(input)
    }

    /// The claims of the rule, answered.
    fn claims(&self, input: &Input) -> Result<Vec<sweep::AnsweredClaim>> {
        if !self.sweep.plan.claims {
            return Ok(Vec::new());
        }
        let to = bounds(self.sweep.plan.to())?;
        let effort = if self.sweep.plan.prove { Effort::default() } else { Effort::NONE };
        let verdicts = match claims(input, to, effort, &Alone).map(|(verdicts, _)| verdicts) {
            Err(failure) if !patience::is_over() => {
                verdict::unanswered(&input.rule, &check::in_one_line(&failure))
            }
            answered => answered?,
        };
        let words = Words::of(Lang::En);
        let row = |verdict: &Verdict| sweep::AnsweredClaim {
            claim: verdict.name(),
            answer: answer_in_short(verdict, check::UNCHECKED).to_owned(),
            detail: summary::answer(verdict, &words),
        };
        Ok(verdicts.iter().map(row).collect())
    }

    /// The laws of all members as one table, where integer parameters vary, each from a least value to a
    /// greatest one, and the table is small; none where they are not found with the usual effort.
    pub(super) fn laws_of_all(&self) -> Vec<FamilyLaw> {
        let found = patience::within_work(Effort::default().units(), || {
            let found = self.family()?;
            (!patience::is_spent()).then_some(found)
        });
        found.unwrap_or_default()
    }

    fn family(&self) -> Option<Vec<FamilyLaw>> {
        let members = &self.sweep.members;
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
            law: law.words.to_string(),
            kind: law.kind.name().to_owned(),
            reach: place(&table.axes, &evidence.verified_to),
            fitted: evidence.fitted as i64,
            tested: evidence.tested as i64,
        };
        Some(laws.map(law).collect())
    }

    /// The table of each member that the plan asks for.
    fn request(&self, input: &Input, game: &Game) -> Result<Request> {
        let (to, quantity) = (self.sweep.plan.to(), self.sweep.plan.quantities());
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
        let mut proofs = match self.sweep.plan.prove {
            true => of_laws(task, &open, &mut findings, Effort::default(), self.terminal)?.proofs,
            false => Proofs::new(),
        };
        if let (true, [axis]) = (self.sweep.plan.prove, &table.axes[..]) {
            for (quantity, period) in &periods {
                let name = quantity.name();
                let found = of_period(input, &axis.name, name, *period, Effort::default())?;
                proofs.extend(found.map(|found| (name.to_owned(), LawProof::of_first(found))));
            }
        }
        if patience::is_over() {
            return Err(Failure::Interrupted("".into()));
        }
        let row = |column: &Column| {
            let best = findings.iter().find(|(name, _)| *name == column.name);
            let best = best.and_then(|(_, laws)| laws.first());
            let proof = certificate(&proofs, &column.name, 0).map(|proof| proof.text.as_str());
            let mut row = Row::of(&table, column, best, period(&column.name), proof);
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
