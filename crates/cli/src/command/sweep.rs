//! `mexlab sweep`: the pipeline for every member of a family. `mexlab shard`: a part of that.

mod dask;
mod member;

use super::atlas;
use crate::arguments::{self, Engine, Given, SweepPart, System};
use crate::failure::{Failure, Result, interrupted, limit, mistake};
use crate::source::{MAX_RULE_LENGTH, read_file};
use crate::terminal::Terminal;
use crate::{amounts, program};
use engine::{Kernel, Progress, Stop};
use expr::ast::Quantity;
use expr::words::listed;
use member::Base;
use message::{Message, message};
use report::file;
use rule::Rule;
use rule::ast::TableRequest;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};
use sweep::{Alike, Begun, Folder, Member, Overs, Plan, Status};
use workbench::{Extent, Input, Method, Source, columns};

/// A sweep that takes more seconds says so before it starts.
const WORTH_A_WORD: f64 = 60.0;
/// Members whose cost is measured, and how long at most.
const MEASURED: usize = 8;
const MEASURING: Duration = Duration::from_secs(4);
/// Families with fewer members are not measured.
const FEW: usize = 16;

/// Does the sweep, or a part of it.
pub(super) fn perform(arguments: &arguments::Sweep, terminal: &Terminal) -> Result<()> {
    match &arguments.part {
        None => begin(arguments, terminal),
        Some(SweepPart::Emit { system: System::Slurm, folder }) => emit(folder, terminal),
        Some(SweepPart::Missing { folder }) => {
            let missing = Begun::open(Folder::at(folder))?.missing();
            terminal.print(|out| missing.iter().try_for_each(|shard| writeln!(out, "{shard}")))
        }
        Some(SweepPart::Collect { folder }) => {
            let sweep = Begun::open(Folder::at(folder))?;
            let _lock = sweep.folder.lock()?;
            collect(&Base::of(&sweep, terminal)?, terminal)
        }
    }
}

/// Computes one shard.
pub(super) fn shard(arguments: &arguments::Shard, terminal: &Terminal) -> Result<()> {
    let sweep = Begun::open(Folder::at(&arguments.folder))?;
    let base = Base::of(&sweep, terminal)?;
    sweep.shard(arguments.number, &|member| base.compute(member), &|| ())?;
    Ok(())
}

fn begin(arguments: &arguments::Sweep, terminal: &Terminal) -> Result<()> {
    let Some(out) = &arguments.out else {
        return Err(mistake("there is no folder for the results; give --out DIR"));
    };
    let folder = Folder::at(out);
    let asked = asked(arguments, terminal.method)?;
    let is_new = !folder.has_plan();
    if !is_new && !arguments.resume {
        let help = Message::from("--resume continues it, or choose another folder");
        return Err(mistake(message!("{} holds a sweep already; {help}", out.display())));
    }
    // What is wrong with the command is said before a folder is made.
    let listed = match &asked {
        Some((plan, given)) if is_new => Some(members(plan, given, terminal.method)?),
        None if is_new => {
            let help = Message::from("give RULE and --over 'k in 1..5'");
            return Err(mistake(message!("no rule and nothing that varies; {help}")));
        }
        _ => None,
    };
    let _lock = folder.lock()?;
    let sweep = match (listed, asked) {
        (Some(members), Some((plan, given))) if !folder.has_plan() => {
            planned(folder, plan, &given, members)?
        }
        (_, asked) => resumed(folder, out, asked.map(|(plan, _)| plan))?,
    };
    let missing = sweep.missing();
    if arguments.engine == Engine::None {
        return Ok(());
    }
    let base = Base::of(&sweep, terminal)?;
    if arguments.engine == Engine::Dask {
        dask::run(arguments, out, missing.len(), terminal)?;
    } else {
        let threads = rayon::current_num_threads();
        announce(&base, missing.len() as f64 * sweep.plan.shard as f64, threads, terminal);
        let progress = |done, total| terminal.advance(done, total);
        let ran = sweep.run(&missing, threads, &|member| base.compute(member), &progress);
        ran.map_err(|error| match error {
            sweep::Error::Interrupted => stopped(),
            other => other.into(),
        })?;
    }
    collect(&base, terminal)
}

/// The sweep that was begun in a folder, if it is the one asked for.
fn resumed(folder: Folder, out: &Path, asked: Option<Plan>) -> Result<Begun> {
    let sweep = Begun::open(folder)?;
    if asked.is_none_or(|asked| is_same(&asked, &sweep.plan)) {
        return Ok(sweep);
    }
    let help = Message::from("choose another folder, or leave all but --out and --resume out");
    Err(mistake(message!("{} holds the results of another sweep; {help}", out.display())))
}

/// The sweep was asked to end.
fn stopped() -> Failure {
    let kept =
        Message::from("finished shards are kept, and the same command with --resume continues");
    interrupted(message!("; {kept}"))
}

/// What the command line asks for, and the rule as it names it; `None` where it leaves that to the folder.
fn asked(arguments: &arguments::Sweep, method: Method) -> Result<Option<(Plan, Given)>> {
    let arguments::Sweep { rule, given, over, to, quantity, prove, claims, shard, .. } = arguments;
    let is_plain = over.is_empty() && given.parameters.is_empty() && given.text.is_empty();
    let is_plain = is_plain && to.is_none() && quantity.is_empty() && !prove && !claims;
    let mut plan = match rule {
        Some(path) if path.ends_with(".sweep") => {
            if !is_plain {
                let help = Message::from("write that into the file");
                return Err(mistake(message!("{path} says what is computed; {help}")));
            }
            let mut plan = Plan::read(path, &read_file(path, MAX_RULE_LENGTH, "a sweep")?)?;
            // Paths are seen from the file.
            let is_path = |rule: &&String| rule.contains('/') || rule.ends_with(".game");
            if let (Some(rule), Some(above)) =
                (plan.rule.as_ref().filter(is_path), Path::new(path).parent())
            {
                plan.rule = Some(above.join(rule).to_string_lossy().into_owned());
            }
            plan
        }
        None if is_plain => return Ok(None),
        rule => Plan {
            rule: rule.clone(),
            with: given.parameters.clone(),
            over: Overs::given(over),
            quantity: quantity.join(","),
            to: to.clone().unwrap_or_default(),
            prove: *prove,
            claims: *claims,
            ..Plan::default()
        },
    };
    plan.version = env!("CARGO_PKG_VERSION").to_owned();
    plan.shard = shard.map_or(plan.shard, |shard| shard as usize);
    if plan.memory == 0 {
        plan.memory = method.limits.memory;
    }
    if plan.kernel.is_empty() && method.kernel != Kernel::Auto {
        plan.kernel = format!("{:?}", method.kernel).to_lowercase();
    }
    let parameters = plan.with.clone();
    Ok(Some((plan, Given { text: given.text.clone(), parameters })))
}

/// Whether two plans compute the same, wherever their rules stand.
fn is_same(asked: &Plan, found: &Plan) -> bool {
    let named = |plan: &Plan| {
        let rule = plan.rule.as_deref().unwrap_or_default();
        Path::new(rule).file_name().map(std::ffi::OsStr::to_os_string)
    };
    let shape = |plan: &Plan| Plan { rule: None, shard: 0, ..plan.clone() }.to_string();
    shape(asked) == shape(found) && (asked.rule.is_none() || named(asked) == named(found))
}

/// The members of the family that a command asks for.
fn members(plan: &Plan, given: &Given, method: Method) -> Result<Vec<Member>> {
    let input = Base::checked(plan, given, method)?;
    if let Some(input) = input.as_ref().filter(|_| plan.to.is_empty() && !plan.claims) {
        refuse_without_size(input)?;
    }
    let fixed = input.as_ref().map_or(&[][..], |input| &input.parameters.fixed);
    let alike = alike(plan, input.as_ref())?;
    Ok(sweep::members(input.as_ref().map(|input| &input.rule), fixed, &plan.over, alike)?)
}

/// Refuses a rule that does not say how far its tables go, before every member fails for that.
fn refuse_without_size(input: &Input) -> Result<()> {
    let Ok(game) = input.game() else { return Ok(()) };
    let request = input.request(&Extent::default(), &game);
    match game.plan(&request, input.method.limits) {
        Err(stop @ Stop::NoBound(_)) => Err(input.stopped(stop).into()),
        _ => Ok(()),
    }
}

/// Begins the sweep: the rule is copied into the folder, with those beside it that it may name.
fn planned(folder: Folder, mut plan: Plan, given: &Given, members: Vec<Member>) -> Result<Begun> {
    let rules = folder.file("rules");
    let keep = |name: &str, text: &str| {
        file::make_folder(&rules)?;
        file::write_durably(&rules.join(name), |out| out.write_all(text.as_bytes()))
    };
    if !given.text.is_empty() {
        keep("rule.game", &Source::from_lines(&given.text).text)?;
        plan.rule = Some("rules/rule.game".into());
    } else if let Some(path) = plan.rule.clone().filter(|rule| Path::new(rule).is_file()) {
        let name = Path::new(&path).file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.unwrap_or_default();
        let beside = Path::new(&path).parent().filter(|p| *p != Path::new(""));
        for other in fs::read_dir(beside.unwrap_or(Path::new("."))).into_iter().flatten().flatten()
        {
            let path = other.path();
            if path.extension().is_some_and(|e| e == "game")
                && let Ok(text) = read_file(&path.to_string_lossy(), MAX_RULE_LENGTH, "a rule file")
            {
                keep(&other.file_name().to_string_lossy(), &text)?;
            }
        }
        keep(&name, &read_file(&path, MAX_RULE_LENGTH, "a rule file")?)?;
        plan.rule = Some(format!("rules/{name}"));
    }
    Ok(Begun::begin(folder, plan, members)?)
}

/// What members have to share where this is asked of them.
fn alike(plan: &Plan, input: Option<&Input>) -> Result<Alike> {
    // A claim may speak of the numbers themselves.
    if plan.claims {
        return Ok(Alike::Written);
    }
    let names = plan.quantities();
    let asked = match (names.is_empty(), input) {
        (false, Some(input)) => columns(&names, &input.rule)?,
        (false, None) => columns(&names, &Rule::default())?,
        // codes have a table of values
        (true, None) => vec![Quantity::Sg.into()],
        (true, Some(input)) => {
            input.rule.table.iter().flat_map(TableRequest::headings).cloned().collect()
        }
    };
    let are = |of: &[Quantity]| asked.iter().all(|c| c.quantity().is_some_and(|q| of.contains(&q)));
    let valued = [Quantity::Sg, Quantity::Win];
    let scaled = [Quantity::Misere, Quantity::Remoteness, Quantity::Moves];
    Ok(match () {
        () if asked.is_empty() => Alike::Written,
        () if are(&valued) => Alike::Valued,
        () if are(&[&valued[..], &scaled].concat()) => Alike::Scaled,
        () => Alike::Written,
    })
}

/// Says what a long sweep will cost, by members here and there.
fn announce(base: &Base<'_>, left: f64, threads: usize, terminal: &Terminal) {
    let members = &base.sweep.members;
    let own: Vec<&Member> = members.iter().filter(|member| member.same.is_none()).collect();
    if terminal.quiet || own.len() < FEW || left < FEW as f64 {
        return;
    }
    let begun = Instant::now();
    let mut measured = 0u32;
    for number in 0..MEASURED {
        let member = own[(2 * number + 1) * own.len() / (2 * MEASURED)];
        let ended =
            patience::within(MEASURING.saturating_sub(begun.elapsed()), || base.compute(member));
        measured += 1;
        if ended.is_none() || begun.elapsed() > MEASURING {
            break;
        }
    }
    let share = own.len() as f64 / members.len() as f64;
    let each = begun.elapsed().as_secs_f64() / f64::from(measured);
    let seconds = each * (left * share).min(own.len() as f64) / threads as f64;
    if seconds > WORTH_A_WORD && !terminal.is_interrupted() {
        let time = amounts::seconds(seconds);
        let count = own.len();
        terminal.remark(message!(
            "this sweep of {count} members will take about {time}; Ctrl-C stops it"
        ));
    }
}

/// Makes the atlas, says what is in it, and ends as the worst of the members did.
fn collect(base: &Base<'_>, terminal: &Terminal) -> Result<()> {
    let Begun { folder, plan, .. } = base.sweep;
    let atlas = base.sweep.collect(&base.laws_of_all())?;
    let title = plan.rule.as_deref().map_or("codes", |rule| {
        Path::new(rule).file_stem().and_then(|stem| stem.to_str()).unwrap_or(rule)
    });
    let charts = sweep::charts(folder, &atlas, title, terminal.words.lang.translation())?;
    atlas::summarise(&atlas, terminal)?;
    let names = listed(["atlas.sqlite", "atlas.csv"].map(str::to_owned).into_iter().chain(charts));
    let (wrote, place) = (terminal.words.wrote, folder.file(""));
    terminal.remark(format!("{wrote}: {}{{{names}}}", place.display()));
    match atlas.failed()? {
        None => Ok(()),
        Some((Status::Limit, words)) => Err(limit(words)),
        Some((_, words)) => Err(mistake(words)),
    }
}

/// A script for Slurm that computes what is missing.
fn emit(folder: &Path, terminal: &Terminal) -> Result<()> {
    let missing = Begun::open(Folder::at(folder))?.missing();
    if missing.is_empty() {
        let folder = folder.display();
        return Err(mistake(message!(
            "all shards of {folder} have results; `mexlab sweep collect {folder}`"
        )));
    }
    let full = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
    let (program, before) = program::beginning()?;
    let quoted = |text: &str| format!("'{}'", text.replace('\'', "'\\''"));
    let words =
        std::iter::once(&program).chain(&before).map(|word| quoted(&word.to_string_lossy()));
    let (full, program) = (quoted(&full.to_string_lossy()), words.collect::<Vec<_>>().join(" "));
    terminal.print(|out| {
        writeln!(
            out,
            "#!/bin/sh\n#SBATCH --job-name=mexlab\n#SBATCH --cpus-per-task=1\n\
             #SBATCH --array={}\n#SBATCH --output=/dev/null\n\
             exec {program} shard \"$SLURM_ARRAY_TASK_ID\" {full} --threads \"${{SLURM_CPUS_PER_TASK:-1}}\" --quiet",
            ranges(&missing)
        )
    })
}

/// `0-3,7`: numbers in ascending order.
fn ranges(numbers: &[usize]) -> String {
    let mut all: Vec<(usize, usize)> = Vec::new();
    for &number in numbers {
        match all.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => all.push((number, number)),
        }
    }
    let words = all.iter().map(|&(first, last)| match first == last {
        true => first.to_string(),
        false => format!("{first}-{last}"),
    });
    words.collect::<Vec<_>>().join(",")
}
