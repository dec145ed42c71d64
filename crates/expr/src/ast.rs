//! The syntax tree of expressions (docs/rule-language.md, "Expressions").

use crate::kind::Kind;

/// The sets that have names, with the number of their arguments.
pub const NAMED_SETS: [(&str, usize); 8] = [
    ("primes", 0),
    ("squares", 0),
    ("cubes", 0),
    ("powers", 1),
    ("factorials", 0),
    ("fibonacci", 0),
    ("odious", 0),
    ("evil", 0),
];

/// Whether the language itself gives this name to a set.
#[must_use]
pub fn is_named_set(name: &str) -> bool {
    NAMED_SETS.iter().any(|(known, _)| *known == name)
}

/// Whether the language itself gives this name a meaning, so that no rule can.
#[must_use]
pub fn is_reserved(name: &str) -> bool {
    matches!(name, "phi" | "heads") || is_named_set(name)
}

/// Byte range in the source text. Spans never take part in equality: two trees are equal when
/// they mean the same text, wherever it stood.
#[derive(Clone, Copy, Debug, Default, Eq)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl PartialEq for Span {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Span {
    /// The span from `start` to `end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// The least span that covers both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// An expression and where it stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub node: Node,
    /// Where it stood.
    pub span: Span,
}

impl Expr {
    /// The name it is.
    #[must_use]
    pub fn as_name(&self) -> Option<&str> {
        match &self.node {
            Node::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The number it is written as.
    #[must_use]
    pub fn literal(&self) -> Option<i128> {
        match &self.node {
            Node::Int(value) => Some(*value),
            Node::Unary(Unary::Neg, operand) => operand.literal()?.checked_neg(),
            _ => None,
        }
    }

    /// The name it is, or a function with its arguments: so sets such as `primes` and `powers(2)`
    /// are written.
    #[must_use]
    pub fn named(&self) -> Option<(&str, &[Self])> {
        match &self.node {
            Node::Name(name) => Some((name, &[])),
            Node::Call(name, arguments) => Some((name, arguments)),
            _ => None,
        }
    }
}

/// What an expression is. Integers are exact; conditions are a type of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A number, never negative (`-3` is a negation).
    Int(i128),
    /// `true` or `false`.
    Bool(bool),
    /// A coordinate, parameter, bound variable, word of a word parameter, `phi`, whole vector, or a
    /// set such as `primes` or `heads`.
    Name(String),
    /// `list[k]` (from 0) or `h[i]` (from 1).
    Index(Box<Expr>, Box<Expr>),
    /// `list[i..j]`: the entries from i to j, both included, as a list; empty when i > j.
    Slice(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `[a, b, c]`.
    List(Vec<Expr>),
    /// `{a, b, c}`.
    Set(Vec<Expr>),
    /// The set `lo..hi`, in braces where only a value may stand; both ends included, empty when
    /// `lo > hi`.
    Range(Box<Expr>, Box<Expr>),
    /// `-e`, `not e`.
    Unary(Unary, Box<Expr>),
    /// `a + b`, `p and q`.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `0 < n < x`: first operand, then each comparison with its right-hand side.
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    /// `e in SET`, or in a list.
    Member(Box<Expr>, Box<Expr>),
    /// `if c then a else b`.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A function or a definition applied to arguments.
    Call(String, Vec<Expr>),
    /// `mex{...}`, `any{...}`, `{d for d in 1..n if n % d = 0}`, ...
    Fold(Fold, Vec<Item>),
    /// `sg`, `win(a | b)`, `sg of bash(m = 2) at x`.
    Value(ValueOf),
}

impl Node {
    /// Whether the value may be a set or a list; a name can always be either.
    pub(crate) fn may_be_set(&self) -> bool {
        match self {
            Self::Name(_)
            | Self::Call(..)
            | Self::Set(_)
            | Self::Range(..)
            | Self::List(_)
            | Self::Slice(..)
            | Self::Fold(Fold::List | Fold::Set, _) => true,
            Self::Value(value) => value.of_options,
            Self::Binary(Binary::Add | Binary::Sub | Binary::BitAnd, a, b) | Self::If(_, a, b) => {
                a.node.may_be_set() && b.node.may_be_set()
            }
            _ => false,
        }
    }
}

/// A quantity of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueOf {
    /// Which quantity.
    pub quantity: Quantity,
    /// Of which game; `None`: of the game at hand.
    pub game: Option<GameRef>,
    /// At which sum of positions; `None`: at the position at hand.
    pub position: Option<Vec<Vec<Expr>>>,
    /// `sg of options`: the list of the quantity's values at the options of the position, one for
    /// every distinct option.
    pub of_options: bool,
}

/// A reference to another game, with arguments for its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRef {
    /// Name in the catalogue (or the name of a `game` parameter).
    pub name: String,
    /// Parameter name (or `None` when positional) and value.
    pub arguments: Vec<(Option<String>, Argument)>,
    /// Where it stood.
    pub span: Span,
}

/// What a parameter is set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// An integer, a set, a list, a word, or the name of a parameter of the referring game.
    Expr(Expr),
    /// `game NAME`.
    Game(String),
}

/// What can be asked of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Quantity {
    /// Grundy value (nim-value) under the rule's play.
    Sg,
    /// 1 iff the player to move wins.
    Win,
    /// 1 iff the player to move loses (claims only; tables have `win`).
    Lose,
    /// 1 iff the player to move wins misère play, in which a stuck player wins.
    Misere,
    /// Number of moves the game lasts when the winner hurries and the loser delays; even iff P.
    Remoteness,
    /// Number of winning first moves, counted as actions.
    Moves,
    /// Sum of the quantifier values of the least winning first move; 0 when there is none.
    Least,
    /// Sum of the quantifier values of the greatest winning first move; 0 when there is none.
    Greatest,
    /// 1 iff Left wins when Left moves first (partizan games).
    Left,
    /// 1 iff Right wins when Right moves first (partizan games).
    Right,
    /// The outcome class of a partizan game: P, N, L or R (tables only; a letter).
    Outcome,
    /// The exact dyadic value, where the position is a number (tables only).
    Value,
    /// Numerator of the value in lowest terms (claims only).
    Numerator,
    /// The value is numerator / 2^exponent (claims only).
    Exponent,
}

impl Quantity {
    /// Every quantity, in the order of the documentation.
    pub const ALL: [Self; 14] = [
        Self::Sg,
        Self::Win,
        Self::Lose,
        Self::Misere,
        Self::Remoteness,
        Self::Moves,
        Self::Least,
        Self::Greatest,
        Self::Left,
        Self::Right,
        Self::Outcome,
        Self::Value,
        Self::Numerator,
        Self::Exponent,
    ];

    /// The one name of the quantity, used in rules, on the command line and as CSV header.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sg => "sg",
            Self::Win => "win",
            Self::Lose => "lose",
            Self::Misere => "misere",
            Self::Remoteness => "remoteness",
            Self::Moves => "moves",
            Self::Least => "least",
            Self::Greatest => "greatest",
            Self::Left => "left",
            Self::Right => "right",
            Self::Outcome => "outcome",
            Self::Value => "value",
            Self::Numerator => "numerator",
            Self::Exponent => "exponent",
        }
    }

    /// The quantity of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|q| q.name() == name)
    }

    /// Whether it tells of the winning first moves: their number, or the sum of the variables of one.
    #[must_use]
    pub fn is_of_moves(self) -> bool {
        matches!(self, Self::Moves | Self::Least | Self::Greatest)
    }

    /// What it says of winning first moves with these sums of variables.
    ///
    /// # Panics
    /// When it does not tell of them ([`Quantity::is_of_moves`]).
    #[must_use]
    pub fn of_moves(self, amounts: impl IntoIterator<Item = i64>) -> i64 {
        let amounts = amounts.into_iter();
        match self {
            Self::Moves => amounts.count() as i64,
            Self::Least => amounts.min().unwrap_or(0),
            Self::Greatest => amounts.max().unwrap_or(0),
            other => panic!("`{}` does not tell of winning moves", other.name()),
        }
    }

    /// Whether it is a condition rather than an integer in expressions.
    #[must_use]
    pub fn is_condition(self) -> bool {
        matches!(self, Self::Win | Self::Lose | Self::Misere | Self::Left | Self::Right)
    }

    /// Whether it is a quantity of partizan games, in which Left and Right have moves of their own.
    #[must_use]
    pub fn is_partizan(self) -> bool {
        matches!(
            self,
            Self::Left
                | Self::Right
                | Self::Outcome
                | Self::Value
                | Self::Numerator
                | Self::Exponent
        )
    }
}

/// Prefix operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// `-e`
    Neg,
    /// `not e`
    Not,
}

/// Infix operators. Division is floor division, and the remainder has the divisor's sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Binary {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Pow,
    Xor,
    BitAnd,
    And,
    Or,
    Implies,
    Iff,
}

impl Binary {
    /// Whether it joins conditions.
    #[must_use]
    pub fn is_connective(self) -> bool {
        matches!(self, Self::And | Self::Or | Self::Implies | Self::Iff)
    }

    /// What both operands must be, where they are of these kinds.
    #[must_use]
    pub fn takes(self, operands: (Kind, Kind)) -> Kind {
        match (self, operands) {
            _ if self.is_connective() => Kind::Condition,
            (Self::Add | Self::Sub | Self::BitAnd, (Kind::Set, _) | (_, Kind::Set)) => Kind::Set,
            _ => Kind::Number,
        }
    }
}

/// Comparisons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Comparison {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Comparison {
    /// The one of these that is for it.
    pub(crate) fn of<T: Copy>(self, [eq, ne, lt, le, gt, ge]: [T; 6]) -> T {
        match self {
            Self::Eq => eq,
            Self::Ne => ne,
            Self::Lt => lt,
            Self::Le => le,
            Self::Gt => gt,
            Self::Ge => ge,
        }
    }

    /// Whether it holds between the two.
    #[must_use]
    pub fn holds<T: Ord>(self, a: T, b: T) -> bool {
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::Lt => a < b,
            Self::Le => a <= b,
            Self::Gt => a > b,
            Self::Ge => a >= b,
        }
    }

    /// The one that holds exactly where this one holds with its sides exchanged.
    #[must_use]
    pub fn mirrored(self) -> Self {
        self.of([Self::Eq, Self::Ne, Self::Gt, Self::Ge, Self::Lt, Self::Le])
    }

    /// The one that holds exactly where this one does not.
    #[must_use]
    pub fn negated(self) -> Self {
        self.of([Self::Ne, Self::Eq, Self::Ge, Self::Gt, Self::Le, Self::Lt])
    }
}

/// Operations over the items of a `{...}` comprehension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Fold {
    Mex,
    Xor,
    Sum,
    Min,
    Max,
    Count,
    Any,
    All,
    First,
    /// `[E for k in 1..m]`: the list of the values, in order.
    List,
    /// `{E for k in 1..m}`: the set of the values.
    Set,
}

impl Fold {
    /// What the values of its items must be.
    #[must_use]
    pub fn takes(self) -> Kind {
        match self {
            Self::Count | Self::Any | Self::All => Kind::Condition,
            _ => Kind::Number,
        }
    }

    /// What it is itself.
    #[must_use]
    pub fn gives(self) -> Kind {
        match self {
            Self::Any | Self::All => Kind::Condition,
            Self::List => Kind::List,
            Self::Set => Kind::Set,
            _ => Kind::Number,
        }
    }
}

/// `E for BINDER, ... if COND` inside a fold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The value.
    pub body: Expr,
    /// Bound variables, outermost first.
    pub binders: Vec<Binder>,
    /// Which choices count.
    pub guard: Option<Expr>,
}

/// `k in SET`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binder {
    /// The variable.
    pub name: String,
    /// What it runs over: a set, or a list, whose entries it takes in order.
    pub set: Expr,
    /// Where it stood.
    pub span: Span,
}
