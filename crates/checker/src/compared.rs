//! A certificate against its rule, by trial: nothing is proved here, and whoever makes a mistake in a
//! translation is caught.
//!
//! At the positions of a box, and at random ones as far beyond it as is cheap, the core game must
//! have the options that the rule's own definition lists, and end play where the rule does, with the
//! same winner. In the box the law of the certificate must be true of the quantities that the
//! engine computes by definition, and the statement of the core certificate must be these
//! quantities. The work is limited by what is counted, so that the same certificate always gets the
//! same answer.

use crate::certificate::Certificate;
use crate::{Result, fails};
use catalogue::Catalogue;
use definition::{Definition, Played};
use engine::{Bounds, Component, CoordinateKind, Game, Kernel, Limits, Means, Positions, Request};
use expr::ast::{Binder, Expr, Node, Quantity};
use expr::eval::{Context, Definitions, EvalError, Frame, GameUse, Let, Names, Program};
use expr::words::listed;
use meaning::elaborate::{Listed, Lister, Options};
use meaning::source::{self, About};
use message::{Message, message};
use rule::ast::State;
use rule::{Constant, Instance};
use table::Table;
use verify::core::{self, Proof, Repeats, Statement};

/// Greatest coordinate of the box, by number of coordinates.
const BOX: [i64; 9] = [40, 12, 6, 4, 3, 2, 1, 1, 1];
/// Random positions of each reach.
const RANDOM: usize = 3;
/// Greatest coordinate where few options are looked for: the greatest of all, and where what a move
/// may choose grows with the position.
const FAR: [i64; 2] = [1_000_000_000_000_000, 4000];
/// Most elements of a set that a move chooses from, for positions of the first kind.
const FEW: i128 = 100;
/// Options beyond the box after which no position farther away is looked at.
const ENOUGH: usize = 20_000;
/// Most options of a position that are compared, and that are looked at, some of them twice.
const MAX_OPTIONS: usize = 20_000;
const MAX_VISITS: usize = 200_000;
/// Units of work that listing the options of a position may take, and of all positions together.
const MAX_LISTED: u64 = 200;
const MAX_LISTINGS: u64 = 4000;
/// Most memory of the tables of the box.
const LIMITS: Limits = Limits { memory: 1 << 26 };
/// Units of work that judging a law may take.
const MAX_WORK: u64 = 30_000;
/// Most positions of a box.
const MAX_CELLS: usize = 5000;

/// What was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// Positions at which the options are the same.
    pub positions: usize,
    /// Options of these.
    pub options: usize,
    /// Positions at which the law was found true.
    pub judged: usize,
    /// Games whose options are not listed.
    pub skipped: usize,
}

impl Compared {
    /// Together with what was compared elsewhere.
    pub(crate) fn add(&mut self, other: Self) {
        self.positions += other.positions;
        self.options += other.options;
        self.judged += other.judged;
        self.skipped += other.skipped;
    }
}

/// Compares a certificate and the core certificate of its own game, if there is one, with its rule.
///
/// # Errors
/// They differ somewhere.
pub fn compare(certificate: &Certificate, core: Option<&verify::Certificate>) -> Result<Compared> {
    let about = certificate.about()?;
    let mut all = Compared::default();
    let is_of_all = certificate.theorem == "all-parameters";
    let instances = if is_of_all { members(certificate)? } else { vec![certificate.instance()?] };
    for instance in &instances {
        let Ok(game) = Game::compile(instance, &Catalogue) else {
            all.skipped += usize::from(core.is_some());
            continue;
        };
        let mut play = Play::new(&game, about);
        law(certificate, instance, &mut play, &mut all)?;
        if let Some(core) = core.filter(|_| !is_of_all) {
            let before = all.positions;
            patience::within_work(MAX_LISTINGS, || options(instance, core, &mut all))?;
            all.skipped += usize::from(all.positions == before);
            said(certificate, core, &mut play)?;
        }
    }
    Ok(all)
}

/// The rule with its default values, and with each number greater by 1 and by 2.
fn members(certificate: &Certificate) -> Result<Vec<Instance>> {
    let rule = source::rule(&certificate.rule)?;
    let usual = rule::bind(&rule, &[]).map_err(meaning::Error::from)?;
    let mut all = vec![usual.clone()];
    for (name, value) in &usual.values {
        let Constant::Int(value) = value else { continue };
        for raised in (1..=2).filter_map(|more| value.checked_add(more)) {
            let given = usual.values.iter().map(|(other, usual)| {
                (other.clone(), if other == name { raised.to_string() } else { usual.to_string() })
            });
            all.extend(rule::bind(&rule, &given.collect::<Vec<_>>()).ok());
        }
    }
    Ok(all)
}

/// Compares the options of a core game with those of the rule, as it is written.
fn options(instance: &Instance, core: &verify::Certificate, all: &mut Compared) -> Result<()> {
    let Ok(rule) = Definition::new(instance, &Catalogue) else { return Ok(()) };
    let width = rule.width();
    let lister = Lister::new(&core.game, &core.digits);
    for at in in_box(width) {
        same(&rule, core, &lister, &at, all)?;
    }
    let few = has_few_choices(instance);
    let reach = match &core.game {
        core::Game::Moves(_) | core::Game::Heap(core::Heap { tail: None, .. }) if few => FAR[0],
        _ => FAR[1],
    };
    // multiplies (D. H. Lehmer 1949)
    let mut state = 20_011u64;
    let mut random = |end: i64| {
        let mut draw = || {
            state = state * 48_271 % 2_147_483_647;
            i64::try_from(state).unwrap_or(0)
        };
        ((draw() << 31) + draw()) % (end + 1)
    };
    let (before, mut end) = (all.options, side(width));
    while end < reach && all.options < before + ENOUGH {
        end = end.saturating_mul(10).min(reach);
        for _ in 0..RANDOM {
            let at: Vec<i64> = (0..width).map(|_| random(end)).collect();
            if !same(&rule, core, &lister, &at, all)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// Compares the options of a position; whether its options could be listed.
fn same(
    rule: &Definition,
    core: &verify::Certificate,
    lister: &Lister<'_>,
    at: &[i64],
    all: &mut Compared,
) -> Result<bool> {
    let said = lister.options(at);
    if said == Listed::Unknown {
        return Ok(false);
    }
    let is_code = matches!(core.game, core::Game::Code(_));
    let found = patience::within_work(MAX_LISTED, || rule.listed(at, MAX_VISITS));
    let own = match found {
        Ok(Played::Options(mut options)) => {
            // A code leaves out empty heaps. They have no moves: 0 is compared too, if it is a position.
            if is_code {
                options.iter_mut().for_each(|parts| parts.retain(|&part| part != 0));
                options.sort_unstable();
                options.dedup();
            }
            Listed::Open(options)
        }
        Ok(Played::Ended(won)) => Listed::Closed(Some(won)),
        Ok(Played::NoPosition) => Listed::Closed(None),
        // beyond what is computed exactly, or too many
        Err(_) => return Ok(false),
    };
    let options = match &own {
        Listed::Open(all) if all.len() > MAX_OPTIONS => return Ok(false),
        Listed::Open(all) => all.len(),
        _ => 0,
    };
    let is_empty_heap = is_code && at == [0] && own == Listed::Closed(None);
    if is_empty_heap && said == Listed::Open(Options::new()) {
        return Ok(true);
    }
    if own != said {
        return Err(fails(message!(
            "the core game is not what the rule says at ({}): the rule says {}, the core form {}",
            listed(at),
            in_words(&own),
            in_words(&said)
        )));
    }
    all.positions += usize::from(matches!(own, Listed::Open(_)));
    all.options += options;
    Ok(true)
}

/// What there is at a position.
fn in_words(at: &Listed) -> Message {
    match at {
        Listed::Open(options) => message!("the options {options:?}"),
        Listed::Closed(None) => "that there is no position".into(),
        Listed::Closed(Some(true)) => "that the player to move has won".into(),
        Listed::Closed(Some(false)) => "that the player to move has lost".into(),
        Listed::Unknown => "nothing".into(),
    }
}

/// Whether every move chooses from sets that do not grow with the position.
fn has_few_choices(Instance { rule, values }: &Instance) -> bool {
    let number = |e: &Expr| match &e.node {
        Node::Int(number) => Some(*number),
        Node::Name(name) => match values.get(name)? {
            Constant::Int(number) => Some((*number).into()),
            _ => None,
        },
        _ => None,
    };
    let most = |e: &Expr| match &e.node {
        Node::Call(function, all) if function == "min" => all.iter().filter_map(number).min(),
        _ => number(e),
    };
    let is_few = |Binder { set, .. }: &Binder| match &set.node {
        Node::Set(all) => all.len() as i128 <= FEW,
        Node::Range(first, last) => {
            number(first).zip(most(last)).is_some_and(|(first, last)| last - first < FEW)
        }
        Node::Name(name) => match values.get(name) {
            Some(Constant::Set(arith::NumberSet::Finite(all))) => all.len() as i128 <= FEW,
            _ => false,
        },
        _ => false,
    };
    rule.moves.iter().all(|m| m.binders.iter().all(|binder| is_few(&binder.binder)))
}

/// Greatest coordinate of the box.
fn side(width: usize) -> i64 {
    BOX.get(width.wrapping_sub(1)).copied().unwrap_or(0)
}

/// The positions of the box.
fn in_box(width: usize) -> Vec<Vec<i64>> {
    let side = side(width) + 1;
    if !(1..=BOX.len()).contains(&width) {
        return Vec::new();
    }
    let count = (0..width).fold(1, |count, _| count * side);
    let of_number = |k: i64| {
        let digits = (0..width).scan(k, |rest, _| {
            let digit = *rest % side;
            *rest /= side;
            Some(digit)
        });
        digits.collect()
    };
    (0..count).map(of_number).collect()
}

/// The quantities of the rule's positions, or of its starts, in the box.
struct Play<'a> {
    game: &'a Game,
    positions: Positions,
    known: Vec<(Quantity, Option<Table>)>,
    /// The cell at hand.
    cell: usize,
}

impl<'a> Play<'a> {
    fn new(game: &'a Game, about: About) -> Self {
        let positions = match about {
            About::Positions => Positions::All,
            About::Starts => Positions::Starts,
        };
        Self { game, positions, known: Vec::new(), cell: 0 }
    }

    /// The table of a quantity, by definition; `None` where there is none so small.
    fn table(&mut self, quantity: Quantity) -> Option<&Table> {
        let at = match self.known.iter().position(|(known, _)| *known == quantity) {
            Some(at) => at,
            None => {
                let table = self.computed(quantity);
                self.known.push((quantity, table));
                self.known.len() - 1
            }
        };
        self.known[at].1.as_ref()
    }

    fn computed(&self, quantity: Quantity) -> Option<Table> {
        let positions = self.positions.clone();
        let is_of_starts = positions == Positions::Starts;
        let width =
            if is_of_starts { self.game.sizes().len() } else { self.game.coordinates().len() };
        // sums of misere play are searched as they stand
        if quantity == Quantity::Misere && !self.game.has_single_options() {
            return None;
        }
        let bounds = Bounds::All(if is_of_starts { side(width).min(6) } else { side(width) });
        let kernel = if is_of_starts { Kernel::Auto } else { Kernel::Oracle };
        let request = Request { columns: vec![quantity.into()], bounds, positions, kernel };
        let plan = self.game.plan(&request, LIMITS).ok()?;
        let cells = plan.axes.iter().fold(1usize, |all, axis| all.saturating_mul(axis.len()));
        if cells > MAX_CELLS {
            return None;
        }
        self.game.table(&request, Means::silent(LIMITS.memory)).ok()
    }

    fn value_of(&mut self, quantity: Quantity, cell: usize) -> Option<i128> {
        let table = self.table(asked(quantity))?;
        let value = table.columns.first()?.values.integer(cell)?;
        Some(if quantity == Quantity::Lose { i128::from(value == 0) } else { value.into() })
    }
}

impl Play<'_> {
    /// The cell of another position, if it is one in the box.
    fn cell_of(&mut self, quantity: Quantity, at: &[i64]) -> Option<usize> {
        if self.positions != Positions::All {
            return None;
        }
        let table = self.table(asked(quantity))?;
        table.cell(at).filter(|&cell| table.is_present(cell))
    }
}

impl Context for Play<'_> {
    fn value(
        &mut self,
        quantity: Quantity,
        game: Option<GameUse<'_>>,
        position: Option<&[Vec<i128>]>,
    ) -> Result<i128, EvalError> {
        let unknown = || EvalError::Unavailable("it is beyond the box".into());
        if game.is_some()
            || !matches!(quantity, Quantity::Sg | Quantity::Win | Quantity::Lose | Quantity::Misere)
        {
            return Err(unknown());
        }
        let cell = match position {
            None => self.cell,
            Some([at]) => {
                let at: Result<Vec<i64>, _> = at.iter().map(|&c| i64::try_from(c)).collect();
                at.ok().and_then(|at| self.cell_of(quantity, &at)).ok_or_else(unknown)?
            }
            Some(_) => return Err(unknown()),
        };
        self.value_of(quantity, cell).ok_or_else(unknown)
    }

    fn options(&mut self, quantity: Quantity) -> Result<Vec<i128>, EvalError> {
        let unknown = || EvalError::Unavailable("it is beyond the box".into());
        let cell = self.cell;
        let at =
            self.table(asked(quantity)).map(|table| table.position(cell)).ok_or_else(unknown)?;
        if self.positions != Positions::All {
            return Err(unknown());
        }
        let mut all = Vec::new();
        let ended = self.game.each_option(&at, &mut |parts| {
            all.push(parts);
            all.len() <= MAX_OPTIONS
        });
        if !matches!(ended, Ok(None)) || all.len() > MAX_OPTIONS {
            return Err(unknown());
        }
        let mut value = |parts: &Vec<Component>| {
            if quantity != Quantity::Sg && parts.len() != 1 {
                return None;
            }
            parts.iter().try_fold(0, |sum, part| {
                let cell = self.cell_of(quantity, &part.at).filter(|_| part.game == 0)?;
                Some(sum ^ self.value_of(quantity, cell)?)
            })
        };
        all.iter().map(&mut value).collect::<Option<_>>().ok_or_else(unknown)
    }
}

/// The quantity that tells one.
fn asked(quantity: Quantity) -> Quantity {
    if quantity == Quantity::Lose { Quantity::Win } else { quantity }
}

/// Judges the law of a certificate at every position of the box.
fn law(
    certificate: &Certificate,
    instance: &Instance,
    play: &mut Play<'_>,
    all: &mut Compared,
) -> Result<()> {
    let mut names = Names { constants: rule::constants(&instance.values), ..Names::default() };
    match &play.positions {
        Positions::All => {
            names.slots = play.game.coordinates().iter().map(|&name| name.to_owned()).collect();
            let mut first = 0;
            for (name, kind) in play.game.shape(0) {
                match *kind {
                    CoordinateKind::Row(length) => {
                        names.vectors.push((name.clone(), first, length))
                    }
                    CoordinateKind::Number => {}
                    CoordinateKind::Subset { .. } => return Ok(()),
                }
                first += kind.len();
            }
            if let Some(State::Heaps { name, .. }) = &instance.rule.state {
                names.vectors.push((name.clone(), 0, names.slots.len()));
            }
        }
        _ => names.slots = play.game.sizes().iter().map(|&name| name.to_owned()).collect(),
    }
    let lets: Vec<Let<'_>> = instance.rule.definitions.iter().map(Let::from).collect();
    let Ok(definitions) = Definitions::compile(&lets, &names.constants) else { return Ok(()) };
    let law = source::law(&certificate.law)?;
    let Ok(program) = Program::compile_condition(&law, &names, &definitions) else { return Ok(()) };
    let Some(quantity) = Quantity::from_name(&certificate.quantity) else { return Ok(()) };
    let Some(shape) =
        play.table(quantity).map(|table| Table { columns: Vec::new(), ..table.clone() })
    else {
        return Ok(());
    };
    patience::within_work(MAX_WORK, || judged(&program, &shape, play, all))
}

/// Judges a law at the positions of a table, as far as the work goes.
fn judged(program: &Program, shape: &Table, play: &mut Play<'_>, all: &mut Compared) -> Result<()> {
    let mut frame = Frame::hasty();
    for cell in (0..shape.cells()).filter(|&cell| shape.is_present(cell)) {
        let at = shape.position(cell);
        frame.set_all(at.iter().copied());
        play.cell = cell;
        match program.condition(&mut frame, play) {
            Ok(true) => all.judged += 1,
            Ok(false) => {
                let at = listed(&at);
                return Err(fails(message!(
                    "the law is false at ({at}), as the rule is played there"
                )));
            }
            // it speaks of what lies beyond the box
            Err(_) => {}
        }
    }
    Ok(())
}

/// Compares what the core certificate says of single positions with what the rule's positions are.
fn said(certificate: &Certificate, core: &verify::Certificate, play: &mut Play<'_>) -> Result<()> {
    let of_wins = if certificate.quantity == "misere" { Quantity::Misere } else { Quantity::Win };
    let lister = Lister::new(&core.game, &core.digits);
    let full = match &core.proof {
        Proof::Induction(proof) => proof.law.as_deref(),
        _ => None,
    };
    for statement in std::iter::once(&core.statement).chain(full) {
        let quantity = match statement {
            Statement::Wins(_) => of_wins,
            Statement::Value(_) => Quantity::Sg,
            Statement::Repeats(law) if law.of == core::Quantity::Value => Quantity::Sg,
            Statement::Repeats(_) => of_wins,
            _ => continue,
        };
        if play.positions != Positions::All {
            continue;
        }
        let Some(table) = play.table(quantity).cloned() else { continue };
        for cell in (0..table.cells()).filter(|&cell| table.is_present(cell)) {
            let at = table.position(cell);
            let said = match (statement, at.as_slice()) {
                (Statement::Repeats(law), &[n]) => repeated(law, n),
                _ => lister.says(statement, &at),
            };
            let is_so = play.value_of(quantity, cell);
            if let (Some(said), Some(is_so)) = (said, is_so)
                && said != is_so
            {
                return Err(fails(message!(
                    "the core certificate says {} {said} at ({}), and the rule {is_so}",
                    quantity.name(),
                    listed(&at)
                )));
            }
        }
    }
    Ok(())
}

/// The quantity that a law of a period says of n, if it lists the values before it.
fn repeated(law: &Repeats, n: i64) -> Option<i128> {
    let Repeats { preperiod, period, saltus, values, .. } = law;
    let (n, values) = (u64::try_from(n).ok()?, values.as_ref()?);
    let periods = n.saturating_sub(*preperiod) / (*period).max(1);
    let at = usize::try_from(n - periods * period).ok()?;
    Some(i128::from(*values.get(at)?) + i128::from(periods) * i128::from(*saltus))
}
