//! What surrounds a command: standard output and error, the progress bar, Ctrl-C, threads.

use crate::announce::announce;
use crate::arguments::{Common, Format};
use crate::failure::{Failure, OUT_OF_TIME, Result};
use crate::forecast::Forecast;
use crate::shown::{Shown, say};
use crate::words::{Lang, Words};
use crate::{amounts, chinese};
use engine::Progress;
use expr::visible::visible;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use message::Message;
use report::Waiting;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};
use wording::notice::remark;
use workbench::{Method, Notice, Stage, Task, Watch};

/// Whether a signal asked the work to end.
static SIGNALLED: AtomicBool = AtomicBool::new(false);

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);
/// Time between two turns of the spinner.
const BETWEEN_TICKS: Duration = Duration::from_millis(200);

/// The surroundings of one command.
#[derive(Debug)]
pub(crate) struct Terminal {
    started: Instant,
    bar: OnceLock<ProgressBar>,
    forecast: Mutex<Forecast>,
    shows_bar: bool,
    /// Whether mistakes are shown in colours.
    is_coloured: bool,
    /// Whether remarks are not wanted.
    pub(crate) quiet: bool,
    format: Option<Format>,
    /// The words of the chosen language.
    pub(crate) words: Words,
    /// The method by which values are computed, and what it may take.
    pub(crate) method: Method,
}

impl Terminal {
    /// Sets the number of threads, and what ends the work: the first Ctrl-C (SIGTERM, SIGHUP) and
    /// the end of `--time` ask it to stop and keep what it has, a second Ctrl-C ends the program at
    /// once.
    pub(crate) fn new(common: &Common) -> Self {
        // Either fails only when it was done before.
        let _ = ctrlc::set_handler(|| {
            if SIGNALLED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
            patience::end();
        });
        if let Some(time) = common.time {
            std::thread::spawn(move || {
                std::thread::sleep(time);
                OUT_OF_TIME.store(!SIGNALLED.load(Ordering::Relaxed), Ordering::Relaxed);
                patience::end();
            });
        }
        if let Some(level) = common.vectors {
            level.limit();
        }
        let threads = common.threads.map_or(0, usize::from);
        let _ = rayon::ThreadPoolBuilder::new().num_threads(threads).build_global();
        Self {
            started: Instant::now(),
            bar: OnceLock::new(),
            forecast: Mutex::default(),
            shows_bar: !common.quiet && io::stderr().is_terminal(),
            is_coloured: common.color.is_wanted(io::stderr().is_terminal()),
            quiet: common.quiet,
            format: common.format,
            words: Words::of(common.lang()),
            method: common.into(),
        }
    }

    /// The title in the chosen language, as far as there is one.
    pub(crate) fn title(&self, english: Option<&str>, chinese: Option<&str>) -> String {
        match (self.words.lang, english, chinese) {
            (Lang::En, Some(title), _) | (_, _, Some(title)) => title.to_owned(),
            (Lang::Zh, Some(title), None) => chinese::title(title),
            (_, None, None) => String::new(),
        }
    }

    /// The format asked for, or the one that suits the receiver of a table.
    pub(crate) fn table_format(&self) -> Format {
        let suits = if self.is_terminal() { Format::Text } else { Format::Csv };
        self.format.unwrap_or(suits)
    }

    /// The format asked for, or text.
    pub(crate) fn format(&self) -> Format {
        self.format.unwrap_or(Format::Text)
    }

    /// Whether a person reads standard output.
    pub(crate) fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Characters in a line of standard output.
    pub(crate) fn width(&self) -> usize {
        let term = console::Term::stdout();
        term.size_checked().map_or(100, |(_, columns)| usize::from(columns).max(20))
    }

    /// Writes to standard output, characters that a terminal obeys as escapes; a reader that has
    /// gone (`| head`) ends the command quietly, and one that reads nothing holds up neither Ctrl-C
    /// nor `--time`.
    pub(crate) fn print<E>(&self, write: impl FnOnce(&mut dyn Write) -> Result<(), E>) -> Result<()>
    where
        Failure: From<E>,
    {
        self.clear_bar();
        let out = BufWriter::with_capacity(1 << 16, Waiting::output()?);
        // What is for those who read Chinese, and neither code nor data, has their punctuation.
        let is_chinese_text = self.words.lang == Lang::Zh && self.format() == Format::Text;
        let mut out = Shown::new(out, is_chinese_text);
        write(&mut out)?;
        Ok(out.flush()?)
    }

    /// Prints lines, as [`Terminal::print`] does.
    pub(crate) fn print_lines(&self, lines: &[impl AsRef<str>]) -> Result<()> {
        self.print(|out| lines.iter().try_for_each(|line| writeln!(out, "{}", line.as_ref())))
    }

    /// A remark on standard error, unless `--quiet`.
    pub(crate) fn remark(&self, remark: impl Into<Message>) {
        if !self.quiet {
            self.clear_bar();
            // Who closed standard error does not want remarks.
            let said = format!("{}\n", visible(&self.words.told(&remark.into())));
            let _ = Waiting::error().and_then(|mut out| out.write_all(said.as_bytes()));
        }
    }

    /// Whether the user, or `--time`, asked the work to stop.
    pub(crate) fn is_interrupted(&self) -> bool {
        patience::was_ended()
    }

    /// Says on standard error why the command did not end well.
    pub(crate) fn end_with(&self, failure: &Failure) -> u8 {
        self.clear_bar();
        say(&failure.message(&self.words), self.is_coloured);
        failure.status()
    }

    /// Does work that cannot say how far it is; on a terminal that shows no bar, its name and the
    /// time it takes are told instead.
    fn named(&self, name: &'static str, work: &mut dyn FnMut()) {
        if !self.shows_bar || self.bar.get().is_some() {
            work();
            return;
        }
        let (end, ended) = mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || {
                if ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                    let spinner = styled(ProgressBar::new_spinner(), "{spinner} {msg}  {elapsed}");
                    let spinner = spinner.with_message(name).with_elapsed(PATIENCE);
                    spinner.enable_steady_tick(BETWEEN_TICKS);
                    let _ = ended.recv();
                    spinner.finish_and_clear();
                }
            });
            work();
            drop(end);
        })
    }

    fn clear_bar(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }

    /// Moves the bar, and says how long the work still takes.
    fn show(&self, done: u64, total: u64) {
        let elapsed = self.started.elapsed();
        // Another thread is saying it.
        let Ok(mut forecast) = self.forecast.try_lock() else { return };
        let left = forecast.left(elapsed.as_secs_f64(), done, total);
        if elapsed > PATIENCE {
            let bar = self.bar.get_or_init(|| self.new_bar(total));
            bar.set_length(total);
            bar.set_position(done);
            let in_words = |left: f64| match left < 100.0 {
                true => format!("  {} {left:.0} s", self.words.left),
                false => format!("  {} {}", self.words.left, amounts::seconds(left)),
            };
            bar.set_message(left.map(in_words).unwrap_or_default());
        }
    }

    fn new_bar(&self, total: u64) -> ProgressBar {
        let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(8));
        let bar = bar.with_elapsed(self.started.elapsed());
        styled(bar, "{wide_bar} {percent}%  {elapsed}{msg}")
    }
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

impl Progress for Terminal {
    fn advance(&self, done: u64, total: u64) -> bool {
        if self.shows_bar {
            self.show(done, total);
        }
        !self.is_interrupted()
    }
}

impl Watch for Terminal {
    fn begins(&self, task: Task<'_>) {
        // What is too large is refused by who fills it; a summary of it may still be had.
        if let Ok(plan) = task.game.plan(task.request, task.input.method.limits) {
            announce(task, &plan, self);
        }
    }

    fn during(&self, stage: Stage, work: &mut dyn FnMut()) {
        let name = match stage {
            Stage::Laws => self.words.searching,
            Stage::Proofs => self.words.proving,
        };
        self.named(name, work);
    }

    fn notice(&self, notice: Notice<'_>) {
        self.remark(remark(notice));
    }
}
