//! A rule with its parameters, and a table of its game that is asked for.

use crate::failure::{Failure, Result, interrupted, mistake};
use crate::keeping::Kept;
use crate::request::{Extent, Method, Parameters};
use crate::source::Source;
use crate::watch::Watch;
use arena::Arena;
use engine::{Game, Kernel, Means, Period, Plan, Positions, Progress, Request, Stop, Summary};
use expr::ast::Quantity;
use message::{Message, message};
use rule::ast::{Rule, Structure};
use rule::{BindError, Instance, Library, NoRules};
use std::sync::Arc;
use table::Table;

/// What becomes of a table that is stopped.
const KEPT: &str = "; what was computed is kept";

/// A rule that has been read without mistakes, and the parameters given for it.
#[derive(Clone)]
pub struct Input {
    /// How it was named: a path, a name, a code, `-e`.
    pub name: String,
    /// Its text.
    pub source: Source,
    /// The rule, its parents merged in.
    pub rule: Rule,
    /// Where further rules are found.
    pub library: Arc<dyn Library + Send>,
    /// Those that were given.
    pub parameters: Parameters,
    /// How its values are computed.
    pub method: Method,
    /// The name of the rule on a strip in whose place it is played ([`Input::strip`]).
    pub stands_for: Option<String>,
}

/// A table, whole or as far as it came.
#[derive(Debug)]
pub struct Tabulated {
    /// Its cells; those that have no value are missing.
    pub table: Table,
    /// Periods that were proved, each of one column.
    pub periods: Vec<(Quantity, Period)>,
    /// Why it is not whole.
    pub ended: Option<Failure>,
}

impl Input {
    /// Reads a rule and its parameters: lines of text in which `game NAME` may be missing.
    ///
    /// ```
    /// let input = workbench::Input::of_text("heap n\nmove n - t for t in 1..min(3, n)")?;
    /// assert_eq!(input.game()?.coordinates(), ["n"]);
    /// # Ok::<(), workbench::Failure>(())
    /// ```
    ///
    /// # Errors
    /// The rule has mistakes.
    pub fn of_text(text: &str) -> Result<Self> {
        let source = Source::from_lines(&[text.to_owned()]);
        Self::parsed("-e", source, Arc::new(NoRules), &[], Method::default())
    }

    /// Reads a code such as `octal:0.77`; `None` where the name is no code.
    ///
    /// # Errors
    /// The code or a parameter has a mistake.
    pub fn of_code(name: &str, parameters: &[String], method: Method) -> Option<Result<Self>> {
        let read = |rule: Rule| {
            let source = Source::new(name, rule.to_string());
            let parameters = Parameters::read(parameters, &rule)?;
            let (library, stands_for) = (Arc::new(NoRules), None);
            Ok(Self {
                name: name.to_owned(),
                source,
                rule,
                library,
                parameters,
                method,
                stands_for,
            })
        };
        let rule = rule::code::from_code(name)?;
        Some(rule.map_err(mistake).and_then(read))
    }

    /// Another rule by its name: a code, or a rule of the library; `None` where there is none.
    #[must_use]
    pub fn beside(&self, name: &str) -> Option<Result<Self>> {
        let by_name = || {
            let source = Source::new(name, self.library.source(name)?);
            Some(Self::parsed(name, source, self.library.clone(), &[], self.method))
        };
        Self::of_code(name, &[], self.method).or_else(by_name)
    }

    /// Reads the rule of a source. `parameters` as after `-p`: `k=3`, or `k=1..5` for a family.
    ///
    /// # Errors
    /// The rule or a parameter has mistakes.
    pub fn parsed(
        name: &str,
        source: Source,
        library: Arc<dyn Library + Send>,
        parameters: &[String],
        method: Method,
    ) -> Result<Self> {
        let (rule, mistakes) = rule::parse(&source.text);
        let is_long = mistakes.iter().all(|mistake| mistake.code == "R055");
        let Some(rule) = rule.filter(|_| is_long) else {
            return Err(source.diagnosed(&mistakes));
        };
        let rule =
            rule::resolve(rule, &*library).map_err(|mistakes| source.diagnosed(&mistakes))?;
        let parameters = Parameters::read(parameters, &rule)?;
        let (name, stands_for) = (name.to_owned(), None);
        let input = Self { name, source, rule, library, parameters, method, stands_for };
        let input = input.on_heaps_if_long();
        match input.stands_for.is_some() || mistakes.is_empty() {
            true => Ok(input),
            false => Err(input.source.diagnosed(&mistakes)),
        }
    }

    /// Refuses `-p` beside a file that gives the structure.
    ///
    /// # Errors
    /// A parameter was given.
    pub fn parameters_come_from_the_file(&self) -> Result<()> {
        let Parameters { fixed, variations } = &self.parameters;
        let fixed = fixed.iter().map(|(name, _)| name);
        match fixed.chain(variations.iter().map(|v| &v.name)).next() {
            None => Ok(()),
            Some(name) => {
                let why = Message::from("with --input the parameters come from the file");
                Err(mistake(message!("-p {name}: {why}; change others in the rule")))
            }
        }
    }

    /// Refuses a family, for this reason.
    ///
    /// # Errors
    /// A parameter varies.
    pub fn refuse_family(&self, why: impl Into<Message>) -> Result<()> {
        match self.parameters.variations.first() {
            Some(varied) => Err(mistake(message!("-p {}: {}", varied.name, why.into()))),
            None => Ok(()),
        }
    }

    /// The rule with its parameters; of a family, the first member.
    ///
    /// # Errors
    /// A parameter that does not exist or does not fit.
    pub fn instance(&self) -> Result<Instance> {
        let bind = |choose: fn(&engine::Variation) -> i64| {
            let members = self.parameters.variations.iter();
            let members = members.map(|v| (v.name.clone(), choose(v).to_string()));
            let fixed = self.parameters.fixed.iter().cloned();
            rule::bind(&self.rule, &fixed.chain(members).collect::<Vec<_>>())
        };
        // A range may begin below what the rule allows: such members are left out.
        bind(|v| v.lo).or_else(|_| bind(|v| v.hi)).map_err(|e| self.unbound(&e))
    }

    fn unbound(&self, error: &BindError) -> Failure {
        match error {
            BindError::UnknownParameter { .. } => mistake(error),
            _ => mistake(message!("{}: {error}", self.rule.name)),
        }
    }

    /// The game, compiled.
    ///
    /// # Errors
    /// As for [`Input::instance`]; a move that may fail to decrease.
    pub fn game(&self) -> Result<Game> {
        if let Some(reason) = self.rule.beyond_play() {
            let help = message!("`mexlab check {}` lists its claims", self.name);
            return Err(mistake(message!("{} has no table: {reason}; {help}", self.rule.name)));
        }
        let instance = self.instance()?;
        let game = Game::compile(&instance, &*self.library)
            .map_err(|mistakes| self.stopped(Stop::Mistake(mistakes)))?;
        // Its order may have been read off too few moves.
        if patience::was_ended() { Err(interrupted()) } else { Ok(game) }
    }

    /// The rule on such structures.
    pub fn arena<'a>(&'a self, structure: Structure, progress: &'a dyn Progress) -> Arena<'a> {
        let (kernel, means) = (self.method.kernel, self.means(progress));
        Arena::new(&self.rule, structure, &*self.library, kernel, means)
    }

    /// What computing may use, and who is told how far it is.
    pub fn means<'p>(&self, progress: &'p dyn Progress) -> Means<'p> {
        Means { limits: self.method.limits, progress }
    }

    /// The failure a stop of the engine amounts to.
    pub fn stopped(&self, stop: Stop) -> Failure {
        Failure::of_stop(stop, |mistakes| self.source.diagnosed(mistakes))
    }

    /// How a command line names the rule with its parameters.
    #[must_use]
    pub fn command(&self) -> String {
        let quoted = |text: &str| {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,".contains(c);
            match text.chars().all(is_plain) {
                true => text.to_owned(),
                false => format!("'{}'", text.replace('\'', r"'\''")),
            }
        };
        let rule = match self.name == "-e" {
            true => {
                let lines = self.source.text.lines().filter(|line| *line != "game rule");
                lines.map(|line| format!("-e {}", quoted(line))).collect::<Vec<_>>().join(" ")
            }
            false => quoted(&self.name),
        };
        let Parameters { fixed, variations } = &self.parameters;
        let fixed = fixed.iter().map(|(name, value)| format!("{name}={value}"));
        let varied = variations.iter().map(|v| format!("{}={}..{}", v.name, v.lo, v.hi));
        fixed.chain(varied).fold(rule, |rule, given| format!("{rule} -p {}", quoted(&given)))
    }

    /// The engine's request for this extent: where it does not say which rows, for those that the rule's
    /// table usually holds.
    #[must_use]
    pub fn request(&self, extent: &Extent, game: &Game) -> Request {
        let request = extent.request(self.method.kernel, game);
        match request.positions {
            // Every heap that stands for a strip is a start.
            Positions::Starts if self.stands_for.is_some() => {
                Request { positions: Positions::All, ..request }
            }
            _ => request,
        }
    }
}

/// A table that is asked for.
#[derive(Clone, Copy)]
pub struct Task<'a> {
    /// The rule.
    pub input: &'a Input,
    /// Its game; of a family, the first member's.
    pub game: &'a Game,
    /// Which table.
    pub request: &'a Request,
}

impl<'a> Task<'a> {
    /// The same of another table.
    pub fn with(self, request: &'a Request) -> Self {
        Self { request, ..self }
    }

    /// What the table of the game, or of the family when parameters vary, amounts to.
    ///
    /// # Errors
    /// A mistake, a limit, or an interruption before any column is whole.
    pub fn summarise(self, kept: &Kept<'_>) -> Result<Summary> {
        kept.watch.begins(self);
        let Self { input, game, request } = self;
        input.refuse_moves_of_heaps(&request.columns)?;
        let result = match input.parameters.variations.is_empty() {
            true => game.summary(request, input.means(kept)),
            false => self.family(kept).map(|table| Summary::from(&table.into())),
        };
        result.map_err(|stop| kept.stopped(input.stopped(stop)))
    }

    /// Number of members of the family; 1 where nothing varies.
    pub fn members(self) -> f64 {
        let variations = self.input.parameters.variations.iter();
        variations.map(|v| (v.hi - v.lo + 1) as f64).product()
    }

    /// Number of options that the table takes, of a family that all its members take; `None` where nobody
    /// knows it before.
    #[must_use]
    pub fn options(self, plan: &Plan) -> Option<f64> {
        let by_machine = || {
            let request = Request { kernel: Kernel::Machine, ..self.request.clone() };
            // A kernel that cannot say what it will cost is faster than the machine, which can.
            self.game.plan(&request, self.input.method.limits).ok()?.options
        };
        Some(plan.options.or_else(by_machine)? * self.members())
    }

    /// The table of the family.
    fn family(self, kept: &Kept<'_>) -> Result<Table, Stop> {
        let Input { rule, library, parameters, .. } = self.input;
        let Parameters { fixed, variations } = parameters;
        engine::family(rule, fixed, variations, &**library, self.request, self.input.means(kept))
    }

    /// The table of the game, or of the family when parameters vary.
    ///
    /// # Errors
    /// A mistake, or a limit that leaves nothing to show.
    pub fn tabulate(self, watch: &dyn Watch) -> Result<Tabulated> {
        self.tabulate_kept(&Kept::nowhere(watch))
    }

    /// The table, kept in a checkpoint while it is computed.
    ///
    /// # Errors
    /// As for [`Task::tabulate`]; a damaged checkpoint.
    pub fn tabulate_kept(self, kept: &Kept<'_>) -> Result<Tabulated> {
        kept.watch.begins(self);
        let Self { input, game, request } = self;
        input.refuse_moves_of_heaps(&request.columns)?;
        let result = match input.parameters.variations.is_empty() {
            true => game.tabulate(request, input.means(kept)),
            false => self.family(kept).map(engine::Tabulated::from),
        };
        let part = |table: Box<Table>, ended| {
            Ok(Tabulated { table: *table, periods: Vec::new(), ended: Some(ended) })
        };
        match result {
            Ok(engine::Tabulated { table, periods }) => {
                Ok(Tabulated { table, periods, ended: None })
            }
            Err(Stop::Limit(why, Some(table))) => {
                part(table, Failure::Limit(message!("{why}{}", Message::from(KEPT))))
            }
            Err(Stop::Interrupted(Some(table))) => {
                part(table, kept.stopped(Failure::Interrupted(KEPT.into())))
            }
            Err(stop) => Err(input.stopped(stop)),
        }
    }
}
