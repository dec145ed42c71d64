//! The command line (docs: `mexlab help`). Its words are a contract: scripts rely on them.

mod hints;
mod shared;

use crate::chinese;
use crate::failure::Result;
use crate::shown::say;
use crate::words::{Lang, Words};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, value_parser};
use clap_complete::Shell;
use message::{Tell, message};
pub(crate) use shared::{
    Choice, Color, Common, Emit, Extent, Format, Given, Keeping, Kernel, Language, Next, Proving,
    Reading,
};
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use workbench::Unfit;

/// Calls of the commands, as their help shows them.
static EXAMPLES: &str = include_str!("arguments/examples.txt");

/// A workbench for combinatorial games: tables, laws and claims from a few lines of rule text.
#[derive(Debug, Parser)]
#[command(name = "mexlab", version = env!("MEXLAB_VERSION"))]
#[command(subcommand_required = true, arg_required_else_help = true)]
#[command(
    after_help = "Exit status: 0 success, 1 a claim or law is refuted or a certificate is rejected, \
                        2 a mistake in the rule, input or usage, 3 stopped at a limit or by --time, \
                        4 not proved, 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) common: Common,
}

impl Arguments {
    /// Reads the words of a command line. Help and mistakes of usage are in the language that it or the
    /// surroundings ask for.
    ///
    /// # Errors
    /// The status with which the program ends: help was asked for, or the command line is wrong.
    pub(crate) fn read(words: Vec<OsString>) -> Result<Self, u8> {
        let lang = said(&words, "--lang").map_or_else(Lang::of_surroundings, Language::into);
        let color = said(&words, "--color").unwrap_or(Color::Auto);
        let (told, mut command) = (Words::of(lang), command(lang));
        let read = command.try_get_matches_from_mut(words);
        read.and_then(|matches| Self::from_arg_matches(&matches)).map_err(|mut error| {
            hints::add(&mut error, &command, &told);
            let shown = error.render();
            let text = lang.written(&shown.to_string(), chinese::laid_out);
            let complain = |text: &str| say(text, color.is_wanted(io::stderr().is_terminal()));
            if error.use_stderr() {
                // What is wrong with a value we say ourselves.
                let why = std::error::Error::source(&error)
                    .and_then(|why| why.downcast_ref::<Unfit>())
                    .map(Tell::message);
                complain(&lang.written(&text, |text| chinese::of_clap(text, why.as_ref())));
                return u8::try_from(error.exit_code()).unwrap_or(2);
            }
            let is_coloured = lang == Lang::En && color.is_wanted(io::stdout().is_terminal());
            let text = if is_coloured { shown.ansi().to_string() } else { text };
            let mut out = io::stdout();
            match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
                // A reader that has gone needs no help.
                Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
                    let why = message!("cannot write the output: {e}");
                    complain(&(told.told(&message!("error: {why}")) + "\n"));
                    2
                }
                _ => u8::try_from(error.exit_code()).unwrap_or(2),
            }
        })
    }
}

/// The command line with its help in a language; the help of a command ends with its examples.
pub(crate) fn command(lang: Lang) -> clap::Command {
    let command = Arguments::command().mut_subcommands(|command| {
        let is_own = |line: &&str| line.split(' ').nth(1) == Some(command.get_name());
        let own = EXAMPLES.lines().filter(is_own).map(|line| format!("\n  {line}"));
        let examples = format!("Examples:{}", own.collect::<String>());
        command.after_long_help(examples)
    });
    if lang == Lang::Zh { chinese::in_chinese(command) } else { command }
}

/// What a flag says, before the command line has been read.
fn said<T: ValueEnum>(words: &[OsString], flag: &str) -> Option<T> {
    let words: Vec<&str> = words.iter().map(|word| word.to_str().unwrap_or("")).collect();
    let joined = |word: &&str| word.strip_prefix(flag)?.strip_prefix('=').map(str::to_owned);
    let apart = words.windows(2).find(|pair| pair[0] == flag).map(|pair| pair[1].to_owned());
    let value = apart.or_else(|| words.iter().find_map(joined))?;
    T::from_str(&value, false).ok()
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the whole pipeline: table, laws, claims, chart and report, into DIR/<game>/
    Run(Run),
    /// Print the table
    Table(Table),
    /// Find laws of a rule's table, or of any sequence or CSV table
    Find(Find),
    /// Check the claims in the rule file; exit status 1 when one is refuted
    Check(Check),
    /// Prove a law for every position, with a certificate that `verify` accepts; exit status 1 when
    /// the law is refuted, 4 when it is neither proved nor refuted
    Prove(Prove),
    /// Check a certificate, which needs no other file; exit status 1 when it is rejected
    Verify(Verify),
    /// Compute the chance that the first player wins from a random position, as an exact fraction
    Chance(Chance),
    /// Analyse one position: who wins, value, remoteness, winning moves; or which values of ? make
    /// it lost
    Ask(Ask),
    /// Explain how a rule was read (positions, moves, order, kernel, cost) or what an error code
    /// means
    Explain(Explain),
    /// Run the pipeline for every member of a family of variants; results go into one atlas
    Sweep(Box<Sweep>),
    /// Compute one shard of a sweep, unless its results exist
    Shard(Shard),
    /// Query the atlas of a sweep: a summary, the rows that satisfy a condition, or counts of them
    Atlas(Atlas),
    /// Open the workbench: a page in the browser where a rule is typed and explored
    Serve(Serve),
    /// Answer a question about a rule, asked in JSON on standard input, by a line of JSON for each
    /// result (for editors and other programs)
    Session,
    /// List the games built into the program, in groups
    List(List),
    /// Write NAME.game, a commented rule file to start from
    New(New),
    /// Print a completion script for a shell
    Completions(Completions),
    /// Print the manual page of the program, or of a command, for `man`
    Man(Man),
}

#[derive(Args, Debug)]
pub(crate) struct Run {
    #[command(flatten)]
    pub(crate) choice: Choice,
    #[command(flatten)]
    pub(crate) extent: Extent,
    #[command(flatten)]
    pub(crate) keeping: Keeping,
    #[command(flatten)]
    pub(crate) proving: Proving,
    /// Folder that receives a folder per game
    #[arg(long, value_name = "DIR", default_value = "output")]
    pub(crate) out: PathBuf,
    /// Print only the best law of each quantity, in this language
    #[arg(long, value_enum, value_name = "LANGUAGE", conflicts_with = "format")]
    pub(crate) emit: Option<Emit>,
}

#[derive(Args, Debug)]
pub(crate) struct Table {
    #[command(flatten)]
    pub(crate) choice: Choice,
    #[command(flatten)]
    pub(crate) extent: Extent,
    /// Print a summary instead of the values: greatest and commonest values, a proved period, a
    /// hash. If values provably repeat, or depend on only a few earlier ones, the table may be
    /// larger than memory
    #[arg(long)]
    pub(crate) summary: bool,
    /// File with the graph, tree or words the rule is played on; prints a row for every start (or
    /// value of words)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["to", "quantity", "starts", "boards"])]
    #[arg(conflicts_with_all = ["summary", "checkpoint", "resume"])]
    pub(crate) input: Option<String>,
    /// Play on the graph of this name, such as path(60); of a range, as in path(1..60), print a row for
    /// every graph. path(n), cycle(n), complete(n), star(n), grid(r, c), bipartite(a, b), tree(k, depth)
    #[arg(long, value_name = "GRAPH", conflicts_with_all = ["input", "to", "quantity", "starts", "boards"])]
    #[arg(conflicts_with_all = ["summary", "checkpoint", "resume"])]
    pub(crate) on: Option<String>,
    /// Folder in which an unfinished table is kept
    #[arg(long, value_name = "DIR")]
    pub(crate) checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) keeping: Keeping,
}

#[derive(Args, Debug)]
pub(crate) struct Find {
    /// A rule (as for `table`), integers such as 1,1,2,3, a file of integers, b-file or CSV table, or -
    /// for standard input
    #[arg(value_name = "RULE|INTEGERS|FILE|-", required_unless_present = "text", num_args = 0..)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) subject: Vec<String>,
    #[command(flatten)]
    pub(crate) given: Given,
    #[command(flatten)]
    pub(crate) extent: Extent,
    #[command(flatten)]
    pub(crate) proving: Proving,
    /// Find laws of a rule that is played on graphs: on those of this name, as for `table`
    #[arg(long, value_name = "GRAPH", conflicts_with_all = ["to", "starts", "boards", "reading", "positions"])]
    pub(crate) on: Option<String>,
    /// Read the numbers of FILE as the positions lost for the player to move, one per row, and find
    /// laws of that set
    #[arg(long, conflicts_with = "reading")]
    pub(crate) positions: bool,
    /// Read the numbers of FILE so, where they have several readings
    #[arg(long = "as", value_enum, value_name = "READING", id = "reading")]
    pub(crate) reading: Option<Reading>,
    /// Print only the best law of each quantity, as code in this language
    #[arg(long, value_enum, value_name = "LANGUAGE", conflicts_with = "format")]
    pub(crate) emit: Option<Emit>,
    /// With --emit: print every law that was found, not only the best
    #[arg(long, requires = "emit")]
    pub(crate) all: bool,
    /// With --format json: print an object with the list `laws` and, for short sequences without a law,
    /// the list `candidates`
    #[arg(long, conflicts_with = "emit")]
    pub(crate) candidates: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Check {
    /// A rule file, a game of the catalogue (`mexlab list`), or a code such as octal:0.77
    #[arg(value_name = "RULE", required_unless_present_any = ["text", "all"])]
    pub(crate) rule: Option<String>,
    #[command(flatten)]
    pub(crate) given: Given,
    /// Greatest value of all coordinates, or of each: a=60,b=60 [default: the rule's `check` line]
    #[arg(long, value_name = "N|a=N,..", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,
    #[command(flatten)]
    pub(crate) proving: Proving,
    /// Check every game of the catalogue and write DIR/verdicts.csv and DIR/verdicts.md
    #[arg(long, conflicts_with_all = ["rule", "text", "parameters", "to"])]
    pub(crate) all: bool,
    /// Folder that receives the answers of --all [default: output]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Prove {
    /// A code such as octal:0.77, hex:0.3F or subtract:1,3,4 (its period is proved), or a rule as for
    /// `run`; --law states what to prove
    pub(crate) rule: Option<String>,
    #[command(flatten)]
    pub(crate) given: Given,
    /// The law, or a claim as rule files state it: "on starts: lose iff n in fibonacci" [default:
    /// the law found in the table, or the least period]
    #[arg(long, value_name = "TEXT")]
    pub(crate) law: Option<String>,
    /// Quantity of the law [default: sg for codes, win for rules]
    #[arg(long, value_name = "Q")]
    pub(crate) quantity: Option<String>,
    /// Greatest position whose value may be computed [default: as far as --prove-effort allows]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,
    /// Work that the proof may take, in units of about two seconds' work, counted in steps and not by a
    /// clock
    #[arg(long, value_name = "N", default_value_t = 30)]
    #[arg(value_parser = value_parser!(u32).range(1..=1_000_000))]
    pub(crate) prove_effort: u32,
    /// File for the certificate
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Walnut folder that receives the sentences that prove the law, for Walnut to decide
    #[arg(long, value_name = "DIR", requires = "law")]
    pub(crate) walnut: Option<PathBuf>,
    /// Folder for the law and its proof in Coq, for coqc to check (some games only)
    #[arg(long, value_name = "DIR")]
    pub(crate) coq: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// Rule to open: a rule file, a game of the catalogue, or a code such as octal:0.77
    pub(crate) rule: Option<String>,
    /// Port on 127.0.0.1 [default: one that is free]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Print the address without opening a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Folder in which the page may save rules
    #[arg(long, value_name = "DIR")]
    pub(crate) save: Option<PathBuf>,
    /// Address of a playground, to which copied links lead [default: this page]
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    pub(crate) playground: Option<String>,
}

/// An address on the web, without a part behind `#`.
fn address(text: &str) -> Result<String, Unfit> {
    let is_on_web = ["http://", "https://"].iter().any(|scheme| text.starts_with(scheme));
    let is_plain = text.chars().all(|c| c.is_ascii_graphic() && !"#\"'<>\\".contains(c));
    match is_on_web && is_plain {
        true => Ok(text.to_owned()),
        false => Err(Unfit("write an address such as https://example.org/mexlab/".into())),
    }
}

#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Sweep {
    #[command(subcommand)]
    pub(crate) part: Option<SweepPart>,
    /// A rule (as for `run`), or a file *.sweep that states the whole sweep; none with --over 'code
    /// in octal(3)'
    #[arg(value_name = "RULE|FILE.sweep")]
    pub(crate) rule: Option<String>,
    #[command(flatten)]
    pub(crate) given: Given,
    /// What varies, as in `check over`: 'x in 1..9', 'S in subsets(1..12, 3)', 'rule in slow |
    /// fast', 'move.take in on | off', 'code in octal(3) | octal(0.1??)'; repeat the flag for more
    #[arg(long, value_name = "NAME in VALUES")]
    pub(crate) over: Vec<String>,
    /// Greatest value of all coordinates, or of each: a=60,b=60 [default: the rule's `table` line]
    #[arg(long, value_name = "N|a=N,..", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,
    /// Columns: sg, win, misere, remoteness, moves, least, greatest; for partizan games left, right,
    /// outcome, value; definitions of the rule [default: the rule's `table` line]
    #[arg(long, value_name = "Q,..", value_delimiter = ',')]
    pub(crate) quantity: Vec<String>,
    /// Prove the laws that are found
    #[arg(long)]
    pub(crate) prove: bool,
    /// Answer the claims of the rule for every member, with --prove by proofs too
    #[arg(long)]
    pub(crate) claims: bool,
    /// Folder that receives the plan, the shards and the atlas
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Continue a sweep that was stopped: only shards without results are computed
    #[arg(long)]
    pub(crate) resume: bool,
    /// Members in each shard [default: as many as make about 256 shards]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) shard: Option<u32>,
    /// Who computes the shards
    #[arg(long, value_enum, default_value_t = Engine::Local)]
    pub(crate) engine: Engine,
    /// With --engine dask: the address of a running scheduler, such as tcp://10.0.0.5:8786
    #[arg(long, value_name = "ADDRESS", conflicts_with = "cluster")]
    pub(crate) scheduler: Option<String>,
    /// With --engine dask: the batch system of a cluster, through dask-jobqueue
    #[arg(long, value_name = "SYSTEM")]
    #[arg(value_parser = ["slurm", "pbs", "lsf", "sge", "oar", "htcondor", "moab"])]
    pub(crate) cluster: Option<String>,
    /// With --engine dask: number of workers, or of jobs of a cluster
    #[arg(long, value_name = "N")]
    pub(crate) workers: Option<u32>,
    /// With --engine dask: the address to which a scheduler started here binds [default: 127.0.0.1,
    /// with --cluster the one Dask chooses]
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) host: Option<String>,
    /// With --engine dask: a Python interpreter with the package in python/ installed
    #[arg(long, value_name = "PROGRAM", default_value = "python3")]
    pub(crate) python: String,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SweepPart {
    /// Print a script that submits the shards without results to a batch system
    Emit {
        /// The batch system
        system: System,
        /// The folder of the sweep
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Print the numbers of the shards without results
    Missing {
        /// The folder of the sweep
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Check that the results of all shards exist and are complete, and make the atlas
    Collect {
        /// The folder of the sweep
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum System {
    /// Slurm, an array of jobs
    Slurm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// The threads of this machine
    Local,
    /// Dask workers, through the package in python/
    Dask,
    /// Nobody: only write the plan
    None,
}

#[derive(Args, Debug)]
pub(crate) struct Shard {
    /// Number of the shard, from 0
    pub(crate) number: usize,
    /// The folder of the sweep
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct Atlas {
    /// The folder of the sweep
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Only rows for which this SQL condition holds: 'period > 100 and S_1 = 2'
    #[arg(long, value_name = "CONDITION")]
    pub(crate) r#where: Option<String>,
    /// Count the rows for each value of a column
    #[arg(long, value_name = "COLUMN")]
    pub(crate) group: Option<String>,
    /// Print all rows as CSV, as --format csv does
    #[arg(long)]
    pub(crate) csv: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// A file with a certificate or a list of certificates, or - for standard input
    pub(crate) file: String,
    /// Print the game and the statement that are checked, as mathematics
    #[arg(long)]
    pub(crate) show: bool,
    /// Write what is checked, in the core form that mexlab-verify reads
    #[arg(long, value_name = "FILE")]
    pub(crate) core: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Chance {
    /// One or more rules (as for `table`): the independent components of a sum
    #[arg(value_name = "RULE", required_unless_present = "text")]
    pub(crate) rules: Vec<String>,
    #[command(flatten)]
    pub(crate) given: Given,
    /// Greatest value of all coordinates, or of each: a=60,b=60 [default: the rule's `table` line]
    #[arg(long, value_name = "N|a=N,..", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,
    /// Least value of all coordinates (or sizes of a start)
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) from: Option<String>,
    /// Choose among the starting positions, all equally likely
    #[arg(long, conflicts_with = "boards")]
    pub(crate) starts: bool,
    /// Choose among all boards of the first N coins (for a grid: 3x3), all equally likely
    #[arg(long, value_name = "N|NxM")]
    pub(crate) boards: Option<String>,
    /// File with the graph the rule is played on; every vertex is equally likely to be the start,
    /// in each component of the file separately
    #[arg(long, value_name = "FILE", conflicts_with_all = ["to", "from", "starts", "boards", "each"])]
    pub(crate) input: Option<String>,
    /// Play on the graph of this name, as for `table`
    #[arg(long, value_name = "GRAPH", conflicts_with_all = ["input", "to", "from", "starts", "boards", "each"])]
    pub(crate) on: Option<String>,
    /// Number of independent components of each rule
    #[arg(long, value_name = "K", default_value_t = 1)]
    #[arg(value_parser = value_parser!(u32).range(1..=10_000))]
    pub(crate) components: u32,
    /// Misere play: a player who cannot move wins
    #[arg(long)]
    pub(crate) misere: bool,
    /// Print one line for every bound up to N
    #[arg(long)]
    pub(crate) each: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Ask {
    /// RULE (left out after -e) and the position: 7, (3, 5), a sum '3 | 4 | 10', a row 3 1 2, a set
    /// {1, 3}, sizes of a start, heads of coins 1+4+7, HTTH; ? for one unknown number
    #[arg(value_names = ["RULE", "POSITION"], num_args = 0..)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) words: Vec<String>,
    #[command(flatten)]
    pub(crate) given: Given,
    /// File with the position: `vector a1 a2 ...`, `board R C` and its rows, or the graph, tree or
    /// words the rule is played on
    #[arg(long, value_name = "FILE", group = "structure")]
    pub(crate) input: Option<String>,
    /// Play on the graph of this name, as for `table`
    #[arg(long, value_name = "GRAPH", group = "structure")]
    pub(crate) on: Option<String>,
    /// Draw the graph or tree of --input or --on as an SVG file: values on the vertices, winning moves
    /// marked
    #[arg(long, value_name = "FILE", requires = "structure")]
    pub(crate) draw: Option<PathBuf>,
    /// Play a match of K rounds on the graph, tree or words of --input or --on; the winner of the last
    /// round wins
    #[arg(long, value_name = "K", requires = "structure")]
    #[arg(value_parser = value_parser!(u64).range(1..))]
    pub(crate) rounds: Option<u64>,
    /// Player who starts the next round of --rounds
    #[arg(long, value_enum, default_value_t = Next::Loser, requires = "rounds")]
    pub(crate) next: Next,
    /// Greatest number tried for ? [default: the sum of the others + 2]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) to: Option<String>,
    /// Folder in which an unfinished search of a board is kept
    #[arg(long, value_name = "DIR", conflicts_with = "structure")]
    pub(crate) checkpoint: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) keeping: Keeping,
}

#[derive(Args, Debug)]
pub(crate) struct Explain {
    /// A rule file, a game of the catalogue, a code such as octal:0.77, or an error code: R012
    #[arg(value_name = "RULE|CODE", required_unless_present = "text")]
    pub(crate) subject: Option<String>,
    #[command(flatten)]
    pub(crate) given: Given,
    #[command(flatten)]
    pub(crate) extent: Extent,
}

#[derive(Args, Debug)]
pub(crate) struct New {
    /// Name of the game: letters, digits and hyphens
    pub(crate) name: String,
}

#[derive(Args, Debug)]
pub(crate) struct List {
    /// Only games with this word in their name, title or group
    pub(crate) word: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Man {
    /// The command [default: the program with all commands]
    pub(crate) command: Option<String>,
}

#[derive(Args, Debug)]
pub(crate) struct Completions {
    /// The shell
    pub(crate) shell: Shell,
}
