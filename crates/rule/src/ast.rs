//! What a rule file says (docs/rule-language.md, "Statements").

use expr::ast::{Binder, Expr, GameRef, Quantity, Span};
use expr::eval::Let;
use expr::walk::values;

/// One game, as written; after `resolve`, with its parent's statements merged in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rule {
    /// Name: letters, digits, hyphens.
    pub name: String,
    /// Parameters in order.
    pub parameters: Vec<Parameter>,
    /// The rule it inherits from.
    pub parent: Option<GameRef>,
    /// Whether it only makes claims about its parent, whose name, parameters, title and notes it
    /// has.
    pub only_claims: bool,
    /// English title.
    pub title: Option<String>,
    /// Chinese title.
    pub title_zh: Option<String>,
    /// Sentences for the reader.
    pub notes: Vec<String>,
    /// What structure `--input` gives the game, filling parameters.
    pub input: Option<Structure>,
    /// Shape of a position; `None` before inheritance is resolved, and for a game that consists of
    /// starting positions made of other games.
    pub state: Option<State>,
    /// Moves (turns for coins) in order.
    pub moves: Vec<Move>,
    /// What ends the game besides being stuck, and what being stuck means.
    pub ends: Vec<End>,
    /// How sums are played.
    pub play: Play,
    /// Starting positions, when not every position is one.
    pub start: Option<Start>,
    /// `let` definitions.
    pub definitions: Vec<Definition>,
    /// What the game is usually asked for.
    pub table: Option<TableRequest>,
    /// The box claims are answered on.
    pub check: Option<CheckRequest>,
    /// Claims in order.
    pub claims: Vec<Claim>,
}

impl Rule {
    /// Why nothing of the rule can be tabulated: it states nothing to play, only claims that are
    /// beyond checking. `None` for every other rule.
    #[must_use]
    pub fn beyond_play(&self) -> Option<&str> {
        let is_played = self.state.is_some() || self.start.is_some() || !self.moves.is_empty();
        if is_played || self.claims.iter().any(|claim| claim.beyond.is_none()) {
            return None;
        }
        self.claims.first().and_then(|claim| claim.beyond.as_deref())
    }

    /// Whether nothing is asked of play: the columns of the table are definitions, and claims speak of no
    /// quantity of the rule's positions. Such a rule needs no moves.
    #[must_use]
    pub fn only_computes(&self) -> bool {
        let mut asked = false;
        let statements = self.claims.iter().flat_map(|c| c.guard.iter().chain([&c.condition]));
        let bodies = self.definitions.iter().map(|d| &d.body);
        statements.chain(bodies).for_each(|e| values(e, &mut |v| asked |= v.game.is_none()));
        let mut columns = self.table.iter().flat_map(TableRequest::headings);
        !asked
            && self.table.is_some()
            && columns.all(|heading| matches!(heading, Heading::Definition(_)))
    }

    /// The rule without its notes and claims, and without what is tabulated and checked by default.
    #[must_use]
    pub fn as_played(&self) -> Self {
        let (notes, claims) = (Vec::new(), Vec::new());
        Self { notes, claims, table: None, check: None, ..self.clone() }
    }

    /// Whether some move belongs to one player only.
    #[must_use]
    pub fn is_partizan(&self) -> bool {
        self.moves.iter().any(|m| m.player != Player::Either)
    }

    /// The positions that moves replace a position by, and those of the start.
    pub(crate) fn components(&self) -> impl Iterator<Item = &Component> {
        let sums = self.moves.iter().filter_map(|m| match &m.form {
            MoveForm::Sum(sum) => Some(sum),
            _ => None,
        });
        sums.chain(self.start.iter().map(|start| &start.position)).flatten()
    }

    /// Whether moves or starting positions lead into other games.
    #[must_use]
    pub fn leads_elsewhere(&self) -> bool {
        self.components().any(|component| component.game.is_some())
    }
}

/// What a file given by `--input` holds. The facts of the file fill the parameters, and the size of
/// the start, that have their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// Arcs; `n` vertices, `arcs` lists both ends of each, `start`.
    Digraph,
    /// Edges; `n` vertices, `edges` lists both ends of each, `m` is their number, `start` or `root`.
    Graph,
    /// A rooted tree; the facts of a graph, edges leading away from the root.
    Tree,
    /// Words; `words` as decimal numbers whose digits are the letters, `letters` is how many there
    /// are, `longest` the length of the longest word.
    Words,
    /// Components of different games, in place of the rule's own start.
    Sum,
}

impl Structure {
    /// All structures.
    pub const ALL: [Self; 5] = [Self::Digraph, Self::Graph, Self::Tree, Self::Words, Self::Sum];

    /// Its name in the rule language.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Digraph => "digraph",
            Self::Graph => "graph",
            Self::Tree => "tree",
            Self::Words => "words",
            Self::Sum => "sum",
        }
    }
}

/// A parameter of a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Name.
    pub name: String,
    /// Kind and default.
    pub kind: ParameterKind,
    /// Where it stood.
    pub span: Span,
}

/// What a parameter may be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a rule has few of them")]
pub enum ParameterKind {
    /// An integer with default and allowed range (either end may be missing).
    Int {
        /// Default.
        default: Expr,
        /// Least allowed value; 0 when not given.
        lo: Option<Expr>,
        /// Greatest allowed value.
        hi: Option<Expr>,
    },
    /// A set of positive integers.
    Set(Expr),
    /// One of several words.
    Word {
        /// Default.
        default: String,
        /// All choices, in order.
        choices: Vec<String>,
    },
    /// The name of a game.
    Game(String),
    /// A list of integers, `c = [2, 3, 1]`: its order matters.
    List(Vec<Expr>),
}

/// Shape of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// `heap n from LO`.
    Heap(Coordinate),
    /// `state (a, b) symmetric where COND`.
    Tuple {
        /// Coordinates in order.
        coordinates: Vec<Coordinate>,
        /// The order of the coordinates does not matter.
        symmetric: bool,
        /// Which tuples are positions.
        condition: Option<Expr>,
    },
    /// `state heaps h[m] from LO`.
    Heaps {
        /// Name of the vector.
        name: String,
        /// Number of heaps.
        count: Expr,
        /// Least size of a heap; `None`: 0.
        from: Option<Expr>,
    },
    /// `coins x from BASE`, `coins (x, y) from BASE`.
    Coins {
        /// Coordinates of a coin.
        coordinates: Vec<String>,
        /// Number of the first coin in each direction.
        from: Expr,
    },
    /// `coins product A B`, and where the names stand: coordinates are `x` and `y`.
    Product(String, String, Span),
}

/// A coordinate of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Name.
    pub name: String,
    /// Least value; `None`: 0.
    pub from: Option<Expr>,
    /// Greatest value, when the rule fixes it (`p in 0..1`).
    pub to: Option<Expr>,
    /// Whether it is one number, a row of numbers, or a set.
    pub form: CoordinateForm,
    /// Where it stood.
    pub span: Span,
}

/// What a coordinate of a tuple is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CoordinateForm {
    /// One number: `a`.
    Number,
    /// A row of that many numbers whose order matters: `h[m]`, numbered from 1. `from` and `to`
    /// bound each of them.
    Row(Expr),
    /// A set of numbers between `from` and `to`: `A subset 1..n`. In a table and for the
    /// engine it is the integer whose binary digit e - from says whether e belongs to it.
    Subset,
}

impl State {
    /// The coordinate of positions that have one, which is no row or coin.
    #[must_use]
    pub fn only_coordinate(&self) -> Option<&Coordinate> {
        let only = match self {
            Self::Heap(heap) => heap,
            Self::Tuple { coordinates, .. } => {
                <&[_; 1]>::try_from(&coordinates[..]).ok()?.first()?
            }
            _ => return None,
        };
        (!matches!(only.form, CoordinateForm::Row(_))).then_some(only)
    }
}

/// One move clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// Optional label.
    pub label: Option<String>,
    /// The state as written before `->` (for a turn: its first coin), which must be the
    /// coordinates; `None` when it was left out.
    pub pattern: Option<Vec<String>>,
    /// Who may make it.
    pub player: Player,
    /// Which components move.
    pub form: MoveForm,
    /// Quantifiers, outermost first.
    pub binders: Vec<MoveBinder>,
    /// Which choices are legal.
    pub guard: Option<Expr>,
    /// Exists only where no other move does.
    pub when_stuck: bool,
    /// Where it stood.
    pub span: Span,
}

/// Who may make a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// `move`: either player. A rule with such moves only is impartial.
    #[default]
    Either,
    /// `left`: Left only.
    Left,
    /// `right`: Right only.
    Right,
}

/// A position as it stands in a sum: of the rule's own game or of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// `GAME at ...`; `None`: the rule's own game.
    pub game: Option<GameRef>,
    /// One expression per coordinate; a row is a list, a set a set.
    pub at: Vec<Expr>,
    /// `each L`: not one position but one of a single number for every entry of the list, or element of
    /// the set, that stands in place of the coordinates.
    pub each: bool,
}

impl Component {
    /// A position of the rule's own game.
    #[must_use]
    pub fn own(at: Vec<Expr>) -> Self {
        Self { game: None, at, each: false }
    }
}

/// What an update changes: `n`, `A`, `h`, or `h[i]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Name of the coordinate.
    pub name: String,
    /// Number of the entry of a row; `None`: the whole coordinate.
    pub index: Option<Expr>,
    /// Where it stood.
    pub span: Span,
}

/// A quantifier of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveBinder {
    /// Name and set.
    pub binder: Binder,
    /// `for same t in ..`: one choice for all chosen heaps (vector moves only).
    pub same: bool,
}

/// The form of a move clause.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a rule has few of them")]
pub enum MoveForm {
    /// `SUM`: positions the position is replaced by; empty for `none`.
    Sum(Vec<Component>),
    /// `PLACE -> EXPR, ...`: these coordinates change at once, the others stay.
    Update(Vec<(Place, Expr)>),
    /// `one|some LO..HI|all of h[i]: TARGET`.
    Vector {
        /// Least and greatest number of heaps chosen; `None` stands for all of them.
        choose: Option<(Expr, Expr)>,
        /// Name of the vector.
        vector: String,
        /// Index variable.
        index: String,
        /// New size of `h[index]`.
        target: Expr,
        /// Stones laid on other heaps.
        spread: Option<Spread>,
    },
    /// `turn ITEM, ...`; the first item is the coin that must go heads to tails.
    Turn {
        /// The other coins turned.
        others: Vec<TurnItem>,
        /// `and LO..HI of y in SET`: that many further coins, all different.
        choose: Option<Choose>,
    },
}

/// `spread s over h[j] where COND`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// How many stones.
    pub amount: Expr,
    /// Index variable of the receiving heaps.
    pub index: String,
    /// Which heaps may receive.
    pub condition: Expr,
}

/// A coin, or a run of coins, turned along with the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnItem {
    /// One coin (one expression per coordinate).
    Coin(Vec<Expr>),
    /// Every coin from the first to the second; none when they are in the wrong order.
    Run(Expr, Expr),
}

/// `and LO..HI of y in SET`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choose {
    /// Least number.
    pub least: Expr,
    /// Greatest number.
    pub most: Expr,
    /// Variable and the coins to choose from.
    pub binder: Binder,
}

/// What ends the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Who cannot move wins (`stuck wins`).
    StuckWins,
    /// A player who cannot move loses (`stuck loses`), the default.
    StuckLoses,
    /// The player to move has won at such positions.
    Win(Scope, Expr),
    /// The player to move has lost at such positions.
    Lose(Scope, Expr),
}

/// What an immediate end looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// `win if COND`: the position, standing alone.
    Alone,
    /// `win when any COND`: play of the whole sum ends as soon as one component satisfies it.
    Any,
    /// `win when all COND`: play of the whole sum ends as soon as every component satisfies it
    /// (also when there is none).
    All,
}

/// How a sum of positions is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Play {
    /// `play one`, the default: a move is a move in exactly one component.
    #[default]
    One,
    /// `play every`: a move is a move in every component that has one.
    Every,
    /// `play loopy`: as `play one`, but play need not end; infinite play is a draw.
    Loopy,
}

/// `start n from LO: POSITION`, `start (a, b): POSITION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The sizes, in order: the coordinates of a table of starts.
    pub sizes: Vec<Size>,
    /// The starting position, a sum of positions.
    pub position: Vec<Component>,
}

/// One of the sizes that starting positions are listed by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// Its name.
    pub name: String,
    /// Its least value; `None`: the least value of the first coordinate for a single size, else 0.
    pub from: Option<Expr>,
    /// Where it stood.
    pub span: Span,
}

/// `let f(x, y) = EXPR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Name.
    pub name: String,
    /// Arguments.
    pub arguments: Vec<String>,
    /// Body.
    pub body: Expr,
    /// Where it stood.
    pub span: Span,
}

impl<'d> From<&'d Definition> for Let<'d> {
    fn from(Definition { name, arguments, body, .. }: &'d Definition) -> Self {
        Self { name, arguments, body }
    }
}

/// What a column of a table shows of every position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Heading {
    /// A quantity that the moves determine.
    Quantity(Quantity),
    /// The definition of that name, at the coordinates of the position; of a condition 1 or 0.
    Definition(String),
}

impl Heading {
    /// The name of the column.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Quantity(quantity) => quantity.name(),
            Self::Definition(name) => name,
        }
    }

    /// The quantity, where it is one.
    #[must_use]
    pub fn quantity(&self) -> Option<Quantity> {
        match self {
            Self::Quantity(quantity) => Some(*quantity),
            Self::Definition(_) => None,
        }
    }
}

impl From<Quantity> for Heading {
    fn from(quantity: Quantity) -> Self {
        Self::Quantity(quantity)
    }
}

/// `table Q, ... to COORD = E, ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableRequest {
    /// Columns in order, and where each stood.
    pub columns: Vec<(Heading, Span)>,
    /// Coordinate and its greatest value.
    pub bounds: Vec<(String, Expr)>,
}

impl TableRequest {
    /// Its columns in order.
    pub fn headings(&self) -> impl Iterator<Item = &Heading> {
        self.columns.iter().map(|(heading, _)| heading)
    }
}

/// `check over PARAM in RANGE, ... to COORD = E, ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckRequest {
    /// Parameters that vary.
    pub over: Vec<(String, Variation)>,
    /// Coordinate and its greatest value.
    pub bounds: Vec<(String, Expr)>,
}

/// The values a parameter takes in a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Variation {
    /// Integers of a set.
    Ints(Expr),
    /// Sets (`{1,2}; {1,3,4}`).
    Sets(Vec<Expr>),
    /// Words or game names (`strict | weak`).
    Words(Vec<String>),
    /// Lists (`[1, 2]; [3]`).
    Lists(Vec<Vec<Expr>>),
}

/// A statement somebody printed about the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Who printed it: `lecture`, `formulas`, ...; empty where nobody is named.
    pub source: String,
    /// Number and reading: `L5`, `F2.a`; of a claim without a name, its number in the file.
    pub id: String,
    /// The words, as far as they help.
    pub words: Option<String>,
    /// What it speaks about.
    pub domain: ClaimDomain,
    /// Variables of its own.
    pub binders: Vec<Binder>,
    /// Whether the source printed it, or it is a near-by statement offered beside it.
    pub role: Role,
    /// Narrows the domain.
    pub guard: Option<Expr>,
    /// What should hold; `true` where it is `beyond` checking.
    pub condition: Expr,
    /// `claim SOURCE.ID "words" beyond "reason"`, in place of `: CONDITION`: no table and no
    /// search decides the claim, and why. A rule with such claims only needs no state and no moves.
    pub beyond: Option<String>,
    /// Where it stood.
    pub span: Span,
}

/// How a claim is written and spoken of: `lecture.L5`, or without a source its id alone.
#[must_use]
pub fn name_of_claim(source: &str, id: &str) -> String {
    if source.is_empty() { id.to_owned() } else { format!("{source}.{id}") }
}

/// Why a claim stands in a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// `claim`: the source prints it.
    #[default]
    Printed,
    /// `nearby`: a statement close to the printed one with the same source and id, reported
    /// beside it where the printed one fails and this one holds.
    Nearby,
}

/// What a claim speaks about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClaimDomain {
    /// Every position of the box (or nothing but its own variables, when it names no position).
    Positions,
    /// The starting positions.
    Starts,
    /// Every board of the first N coins.
    Boards(Expr),
}
