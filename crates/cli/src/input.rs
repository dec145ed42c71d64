//! RULE on the command line becomes a game: a path, a catalogue name, a code, or `-e TEXT`.

use crate::announce::announce;
use crate::arguments::{Choice, Extent, Given};
use crate::catalogue::{Shelf, entry};
use crate::failure::{Failure, Result, interrupted, mistake, stopped};
use crate::keeping::Kept;
use crate::request::{Method, Parameters, request};
use crate::source::Source;
use crate::terminal::Terminal;
use arena::Arena;
use engine::{Game, Means, Period, Progress, Request, Stop, Summary};
use expr::ast::Quantity;
use rule::ast::{Rule, Structure};
use rule::{BindError, Instance, Library};
use std::path::Path;
use table::Table;

/// What becomes of a table that is stopped.
const KEPT: &str = "; what was computed is kept";

/// A rule that has been read without mistakes, and the parameters given for it.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// How the command line named it.
    pub(crate) name: String,
    /// Its text.
    pub(crate) source: Source,
    /// The rule, its parents merged in.
    pub(crate) rule: Rule,
    /// Where further rules are found.
    pub(crate) library: Shelf,
    /// What `-p` said.
    pub(crate) parameters: Parameters,
    /// How its values are computed.
    pub(crate) method: Method,
}

/// A table, whole or as far as it came.
#[derive(Debug)]
pub(crate) struct Tabulated {
    pub(crate) table: Table,
    /// Periods that were proved, each of one column.
    pub(crate) periods: Vec<(Quantity, Period)>,
    /// Why it is not whole.
    pub(crate) ended: Option<Failure>,
}

impl Input {
    /// Reads the rule a command line chose.
    ///
    /// # Errors
    /// No rule has that name, it cannot be read, or the rule or `-p` has mistakes.
    pub(crate) fn read(choice: &Choice, method: Method) -> Result<Self> {
        Self::choose(choice.rule.as_deref(), &choice.given, method)
    }

    /// Reads RULE, or what `-e` gave in its place.
    ///
    /// # Errors
    /// As for [`Input::read`].
    pub(crate) fn choose(rule: Option<&str>, given: &Given, method: Method) -> Result<Self> {
        match rule {
            Some(name) if !given.text.is_empty() => {
                let help = "give one of them";
                Err(mistake(format!("both the rule `{name}` and a text by -e; {help}")))
            }
            Some(name) => Self::named(name, given, method),
            None => {
                let source = Source::from_lines(&given.text);
                Self::parsed("-e", source, Shelf::default(), given, method)
            }
        }
    }

    fn named(name: &str, given: &Given, method: Method) -> Result<Self> {
        if let Some(rule) = rule::code::from_code(name) {
            let rule = rule.map_err(|e| mistake(e.to_string()))?;
            let source = Source::new(name, rule.to_string());
            let parameters = Parameters::read(&given.parameters, &rule)?;
            let library = Shelf::default();
            return Ok(Self { name: name.to_owned(), source, rule, library, parameters, method });
        }
        let is_path = name.ends_with(".game") || name.ends_with(".claims") || name.contains(['/', '\\']);
        if let Some(entry) = entry(name).filter(|_| !is_path) {
            let source = Source::new(entry.path, entry.text);
            return Self::parsed(name, source, Shelf::default(), given, method);
        }
        if !is_path && !Path::new(name).is_file() {
            return Err(unknown(name));
        }
        let folder = Path::new(name).parent().map(|folder| match folder {
            f if f == Path::new("") => ".".into(),
            f => f.to_owned(),
        });
        Self::parsed(name, Source::from_file(name)?, Shelf { folder }, given, method)
    }

    fn parsed(
        name: &str,
        source: Source,
        library: Shelf,
        given: &Given,
        method: Method,
    ) -> Result<Self> {
        let (rule, mistakes) = rule::parse(&source.text);
        let Some(rule) = rule.filter(|_| mistakes.is_empty()) else {
            return Err(source.diagnosed(&mistakes));
        };
        let rule = rule::resolve(rule, &library).map_err(|mistakes| source.diagnosed(&mistakes))?;
        let parameters = Parameters::read(&given.parameters, &rule)?;
        Ok(Self { name: name.to_owned(), source, rule, library, parameters, method })
    }

    /// Refuses `-p` beside a file that gives the structure.
    ///
    /// # Errors
    /// A parameter was given.
    pub(crate) fn parameters_come_from_the_file(&self) -> Result<()> {
        let Parameters { fixed, variations } = &self.parameters;
        let fixed = fixed.iter().map(|(name, _)| name);
        match fixed.chain(variations.iter().map(|v| &v.name)).next() {
            None => Ok(()),
            Some(name) => {
                let why = "with --input the parameters come from the file";
                Err(mistake(format!("-p {name}: {why}; change others in the rule")))
            }
        }
    }

    /// Refuses a family, for this reason.
    ///
    /// # Errors
    /// A parameter varies.
    pub(crate) fn refuse_family(&self, why: &str) -> Result<()> {
        match self.parameters.variations.first() {
            Some(varied) => Err(mistake(format!("-p {}: {why}", varied.name))),
            None => Ok(()),
        }
    }

    /// The rule with its parameters; of a family, the first member.
    ///
    /// # Errors
    /// A parameter that does not exist or does not fit.
    pub(crate) fn instance(&self) -> Result<Instance> {
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
            BindError::UnknownParameter { .. } => mistake(error.to_string()),
            _ => mistake(format!("{}: {error}", self.rule.name)),
        }
    }

    /// The game, compiled.
    ///
    /// # Errors
    /// As for [`Input::instance`]; a move that may fail to decrease.
    pub(crate) fn game(&self) -> Result<Game> {
        if let Some(reason) = self.rule.beyond_play() {
            let help = format!("`mexlab check {}` lists its claims", self.name);
            return Err(mistake(format!("{} has no table: {reason}; {help}", self.rule.name)));
        }
        let instance = self.instance()?;
        let game = Game::compile(&instance, &self.library)
            .map_err(|mistakes| self.stopped(Stop::Mistake(mistakes)))?;
        // Its order may have been read off too few moves.
        if patience::was_ended() { Err(interrupted()) } else { Ok(game) }
    }

    /// The rule on such structures.
    pub(crate) fn arena<'a>(&'a self, structure: Structure, terminal: &'a Terminal) -> Arena<'a> {
        let (kernel, means) = (self.method.kernel, self.means(terminal));
        Arena::new(&self.rule, structure, &self.library, kernel, means)
    }

    /// What computing may use, and who is told how far it is.
    pub(crate) fn means<'p>(&self, progress: &'p dyn Progress) -> Means<'p> {
        Means { limits: self.method.limits, progress }
    }

    /// The failure a stop of the engine amounts to.
    pub(crate) fn stopped(&self, stop: Stop) -> Failure {
        stopped(stop, |mistakes| self.source.diagnosed(mistakes))
    }

    /// The table that these flags ask for.
    ///
    /// # Errors
    /// A flag whose value makes no sense.
    pub(crate) fn request(&self, extent: &Extent, game: &Game) -> Result<Request> {
        request(extent, self.method.kernel, game)
    }
}

/// A table that is asked for.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a> {
    pub(crate) input: &'a Input,
    /// Its game; of a family, the first member's.
    pub(crate) game: &'a Game,
    pub(crate) request: &'a Request,
}

impl<'a> Task<'a> {
    /// The same of another table.
    pub(crate) fn with(self, request: &'a Request) -> Self {
        Self { request, ..self }
    }

    /// What the table of the game, or of the family when parameters vary, amounts to.
    ///
    /// # Errors
    /// A mistake, a limit, or an interruption before any column is whole.
    pub(crate) fn summarise(self, kept: &Kept<'_>) -> Result<Summary> {
        self.announce(kept.terminal);
        let Self { input, game, request } = self;
        let result = match input.parameters.variations.is_empty() {
            true => game.summary(request, input.means(kept)),
            false => self.family(kept).map(|table| Summary::from(&table.into())),
        };
        result.map_err(|stop| kept.stopped(input.stopped(stop)))
    }

    /// Says what the table will cost.
    fn announce(self, terminal: &Terminal) {
        let Self { input, game, request } = self;
        // What is too large is refused by who fills it; a summary of it may still be had.
        if let Ok(plan) = game.plan(request, input.method.limits) {
            announce(self, &plan, terminal);
        }
    }

    /// Number of members of the family; 1 where nothing varies.
    pub(crate) fn members(self) -> f64 {
        let variations = self.input.parameters.variations.iter();
        variations.map(|v| (v.hi - v.lo + 1) as f64).product()
    }

    /// The table of the family.
    fn family(self, kept: &Kept<'_>) -> Result<Table, Stop> {
        let Input { rule, library, parameters, .. } = self.input;
        let Parameters { fixed, variations } = parameters;
        engine::family(rule, fixed, variations, library, self.request, self.input.means(kept))
    }

    /// The table of the game, or of the family when parameters vary.
    ///
    /// # Errors
    /// A mistake, or a limit that leaves nothing to show.
    pub(crate) fn tabulate(self, terminal: &Terminal) -> Result<Tabulated> {
        self.tabulate_kept(&Kept::nowhere(terminal))
    }

    /// The table, kept in a checkpoint while it is computed.
    ///
    /// # Errors
    /// As for [`Task::tabulate`]; a damaged checkpoint.
    pub(crate) fn tabulate_kept(self, kept: &Kept<'_>) -> Result<Tabulated> {
        self.announce(kept.terminal);
        let Self { input, game, request } = self;
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
                part(table, Failure::Limit(format!("{why}{KEPT}")))
            }
            Err(Stop::Interrupted(Some(table))) => {
                part(table, kept.stopped(Failure::Interrupted(KEPT.into())))
            }
            Err(stop) => Err(input.stopped(stop)),
        }
    }
}

fn unknown(name: &str) -> Failure {
    let names = Shelf::default().names();
    let hint = match expr::suggest::closest(name, names.iter().map(String::as_str)) {
        Some(close) => format!("did you mean `{close}`?"),
        None => "`mexlab list` shows the games there are; a rule file ends in .game, and codes \
                 look like octal:0.77 or subtract:1,3,4"
            .to_owned(),
    };
    mistake(format!("there is no game and no file `{name}`; {hint}"))
}
