//! The core form: a game, a statement and its proof as plain data.
//!
//! Nothing here has a language: a position is a tuple of natural numbers, a condition a formula
//! without quantifiers, what a move leads to a list of linear forms. docs/certificates.md states the
//! meaning of every field; [`crate::show()`] prints it as mathematics.

use message::message;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

/// The version of the core form.
pub const VERSION: u64 = 1;

/// The name of a variable, or of a machine.
pub type Name = String;

/// A sum of multiples of variables, by their names; what is added stands at the name `1`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Form(#[serde(deserialize_with = "each_once")] pub BTreeMap<Name, i64>);

/// A condition on natural numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Condition {
    /// Truth or falsehood.
    Is(bool),
    /// The form is at most 0.
    #[serde(rename = "<=0")]
    AtMost(Form),
    /// The form is 0.
    #[serde(rename = "=0")]
    Zero(Form),
    /// The form leaves this remainder: form, modulus, remainder.
    Mod(Form, i64, i64),
    /// The machine accepts the digits of the variables.
    Word(Name, Vec<Name>),
    /// The numbers are those of a position that is won, as the law says.
    Wins(Vec<Form>),
    /// It does not hold.
    Not(Box<Self>),
    /// All hold.
    And(Vec<Self>),
    /// One of them holds.
    Or(Vec<Self>),
}

/// One of several cases: where the condition holds, and none before it, the number is the form over
/// the positive divisor, rounded down.
pub type Case = (Condition, Form, i64);

/// What a variable is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Meaning {
    /// The number of the first case that holds; 0 where none does, or where that number is negative.
    Cases(Vec<Case>),
    /// The one number that the machine accepts behind those of the variables.
    Word(Name, Vec<Name>),
    /// The nim-value of the position, as the law says; 0 of what is no position.
    Value(Vec<Form>),
}

/// A condition on variables of which some are defined first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Where {
    /// Further variables, each by those before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub define: Vec<(Name, Meaning)>,
    /// The condition.
    #[serde(rename = "if")]
    pub holds: Condition,
}

/// A number by cases, on variables of which some are defined first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// Further variables, each by those before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub define: Vec<(Name, Meaning)>,
    /// The number; one of the cases must hold at every position.
    pub cases: Vec<Case>,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The natural numbers that the player chooses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choose: Vec<Name>,
    /// Further variables, each by those before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub define: Vec<(Name, Meaning)>,
    /// Where it can be made.
    #[serde(rename = "if")]
    pub legal: Condition,
    /// The positions whose sum it leads to.
    pub to: Vec<Vec<Form>>,
    /// Runs of coins, from the first to the second number, that it also leads to.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<[Form; 2]>,
}

/// A game between tuples of natural numbers, given by its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Moves {
    /// The names of the coordinates.
    pub coordinates: Vec<Name>,
    /// Whether tuples that differ in their order are one position.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unordered: bool,
    /// Which tuples are positions.
    pub positions: Where,
    /// Where play has ended and the player to move has won.
    pub won: Where,
    /// Where play has ended and the player to move has lost.
    pub lost: Where,
    /// Whether a player without a move wins.
    pub stuck_wins: bool,
    /// The number of the first coin, where runs of coins are turned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_coin: Option<i64>,
    /// The moves, each from all positions where it can be made.
    pub moves: Vec<Move>,
}

/// What is left of a part of a heap: an amount is taken from the heap, or it has a fixed size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Place {
    /// The heap less this many stones.
    Less(u64),
    /// This size.
    Size(u64),
}

/// A game of one number, given by the options of every n.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heap {
    /// The least position.
    pub least: u64,
    /// Whether a player without a move wins.
    pub stuck_wins: bool,
    /// The options of n < `from`, from `least` on: sums of sizes.
    pub small: Vec<Vec<Vec<u64>>>,
    /// From here on the options of n are those at n modulo their number in `classes`.
    pub from: u64,
    /// By remainder: the options, each a sum.
    pub classes: Vec<Vec<Vec<Place>>>,
    /// In how many rows the numbers stand: n is in the row n modulo this number, which divides that of
    /// the classes.
    pub rows: u64,
    /// And every number of the row from the first of these to n less the second, from `from` on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tail: Option<[u64; 2]>,
}

/// From n one takes t stones, where t <= n lies between bounds that depend on parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Range {
    /// The names of the parameters; `r` is none of them.
    pub parameters: Vec<Name>,
    /// What is at least 0 for all values of the parameters that are meant.
    pub domain: Vec<Form>,
    /// The least and the most that is taken.
    pub take: [Form; 2],
    /// Whether a player without a move wins.
    pub stuck_wins: bool,
}

/// A game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// By its moves.
    Moves(Moves),
    /// By the options of every heap.
    Heap(Heap),
    /// Take-and-break: by the number of stones taken, into how many heaps what is left may be
    /// divided, as the binary digits of a number (bit 0: none, bit 1: one, ...).
    Code(Vec<u32>),
    /// One heap from which parameters say how much is taken.
    Range(Range),
    /// From (n, q) one takes t stones, 1 <= t <= min(n, q), which leaves (n - t, min(K t, n - t)) for
    /// this K. A player without a move loses.
    Takeaway(u64),
    /// The sum of the games.
    Sum(Vec<Self>),
    /// Coins at places (x, y, ...) of a grid: every turn is a product of turns of the games, which are
    /// of coins in a row.
    Product(Vec<Self>),
}

/// A quantity of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Quantity {
    /// The nim-value.
    Value,
    /// Whether the player to move wins.
    Wins,
}

/// For n >= preperiod a quantity of one number satisfies q(n + period) = q(n) + saltus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Repeats {
    /// Which quantity; an outcome is 1 where the player to move wins, else 0.
    pub of: Quantity,
    /// From here on.
    pub preperiod: u64,
    /// At least 1.
    pub period: u64,
    /// By how much values grow from period to period.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub saltus: u64,
    /// Perhaps the quantities before the end of the first period, by position, 0 where there is none:
    /// with these the statement says all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<u32>>,
}

/// What is proved of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Statement {
    /// The player to move wins exactly where this holds.
    Wins(Where),
    /// The nim-value.
    Value(Number),
    /// A quantity of one number repeats.
    Repeats(Repeats),
    /// For all values of the parameters n is lost exactly if n modulo the first is at least the second
    /// and at most the third.
    Lost(Form, Form, Form),
    /// (n, q) is won exactly if n > 0 and q is at least the least part of the greedy sum of n in terms
    /// h(0), h(1), ...: those listed, and h(m + 1) = h(m) + h(m - lag) from the last one on.
    Greedy {
        /// The first terms, from 1 on.
        terms: Vec<u64>,
        /// How far back the other term of the recurrence is.
        lag: u64,
    },
    /// The value is the nim-sum, or the nim-product, of what the certificates of the parts say of
    /// these.
    Parts,
    /// A condition that holds at every position, and for all natural numbers of further names.
    Always {
        /// The further names.
        #[serde(default, rename = "for", skip_serializing_if = "Vec::is_empty")]
        names: Vec<Name>,
        /// The condition.
        #[serde(rename = "where")]
        holds: Where,
    },
}

/// A deterministic automaton: which states accept, and steps of a state, digits and the next state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct States {
    /// By state.
    pub accepting: Vec<bool>,
    /// From a state, by one digit for every track, to a state.
    pub steps: Vec<(usize, Vec<u32>, usize)>,
}

/// How numbers are written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Places {
    /// To a base.
    Base(u32),
    /// With places by a recurrence: its weights, the first places, and the greedy words.
    Recurrence(Vec<u64>, Vec<u64>, Name),
}

/// The proof.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Proof {
    /// By induction on a measure.
    Induction(Induction),
    /// By a state that repeats: the states here and a period later are equal.
    State(u64),
    /// By the periodicity theorem of Guy and Smith. Values with an even number of ones among these
    /// digits are taken for rare ones and looked at first; that changes no value.
    Periodicity(u16),
    /// What to take from a number that is not lost: the first whose condition, that one form is at
    /// most another, holds. The last has none. `r` is the remainder of the number.
    Cases(Vec<(Option<[Form; 2]>, Form)>),
    /// By the theorem on take-away games.
    Lag,
    /// By certificates of the values of the parts.
    Parts(Vec<Certificate>),
}

/// A proof by induction on a measure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Induction {
    /// The weight of every coordinate in the measure.
    pub measure: Vec<u64>,
    /// The outcomes or values of all positions, of which the statement is a consequence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub law: Option<Box<Statement>>,
    /// The positions called won, as a machine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub won: Option<Name>,
    /// The pairs of n and the nim-sum of the values of the coins below n.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<Name>,
    /// Where a player without a move wins: positions without a move, and for every move some where
    /// it can be made.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stuck: Option<(Name, Vec<Option<Name>>)>,
    /// For every move, what to choose where.
    pub witnesses: Vec<Option<Name>>,
}

/// How numbers are written, and the machines that read them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Digits {
    /// How numbers are written; to base 2 where that is not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Places>,
    /// The machines, by name.
    #[serde(default, deserialize_with = "each_once", skip_serializing_if = "BTreeMap::is_empty")]
    pub machines: BTreeMap<Name, States>,
    /// Irrational numbers (p + q sqrt(d)) / r as p, q, r, d, each with the machine of the pairs of k
    /// and k times the number, rounded down. What they say is proved, and used by no theorem.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub slopes: Vec<([i64; 4], Name)>,
}

/// A core certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of this form.
    #[serde(rename = "mexlab-core")]
    pub version: u64,
    /// How numbers are written, and the machines that read them.
    #[serde(default)]
    pub digits: Digits,
    /// What is played.
    pub game: Game,
    /// What is proved.
    pub statement: Statement,
    /// Why it is true.
    pub proof: Proof,
}

/// Most values that a statement lists.
const MAX_LISTED: usize = 100_000;

impl Certificate {
    /// A certificate in which no machine is used.
    #[must_use]
    pub fn new(game: Game, statement: Statement, proof: Proof) -> Self {
        Self { version: VERSION, digits: Digits::default(), game, statement, proof }
    }

    /// Lets a statement of a period list the quantities before the end of the first period, if they
    /// are few.
    pub fn list(&mut self, all: &[u32]) {
        if let Statement::Repeats(Repeats { preperiod, period, values, .. }) = &mut self.statement {
            let end = usize::try_from(*preperiod + *period).ok().filter(|&n| n <= MAX_LISTED);
            *values = end.and_then(|end| all.get(..end)).map(<[u32]>::to_vec);
        }
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

/// Reads an object with fields of any names, none of them twice.
///
/// # Errors
/// It is no such object.
pub fn each_once<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    reader: D,
) -> Result<BTreeMap<String, T>, D::Error> {
    struct Entries<T>(PhantomData<T>);
    impl<'de, T: Deserialize<'de>> Visitor<'de> for Entries<T> {
        type Value = BTreeMap<String, T>;

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut read = BTreeMap::new();
            while let Some((name, value)) = map.next_entry::<String, T>()? {
                if read.contains_key(&name) {
                    return Err(A::Error::custom(message!("duplicate field `{name}`")));
                }
                read.insert(name, value);
            }
            Ok(read)
        }
    }
    reader.deserialize_map(Entries(PhantomData))
}
