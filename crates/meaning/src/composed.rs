//! Games composed of others: what the parts are, each one heap or coins in a row.

use expr::ast::{Comparison, Expr, Node, Quantity, ValueOf};
use expr::eval::{Definitions, Names, Program, evaluate_constant};
use expr::parser::parse_expression;
use expr::substitute::{Bindings, int, mentions, name};
use rule::ast::{End, Play, State};
use rule::{Constant, Instance, Rule};

/// Most parts of a sum.
pub const PARTS: usize = 16;

/// A part and what its values are.
#[derive(Clone, Debug)]
pub struct Part {
    /// Name of the game.
    pub name: String,
    /// The text of its rule.
    pub text: String,
    /// Its least position.
    pub least: i128,
    /// Whether it is a game of coins in a row.
    pub is_coins: bool,
    /// Name of its coordinate.
    variable: String,
    /// The value at it.
    value: Expr,
}

impl Part {
    /// The part that is the rule of a text, with a law that is proved of it.
    ///
    /// # Errors
    /// It says nothing about the values of one heap, or of one coin in a row.
    pub fn of(text: &str, instance: &Instance, law: &str) -> Result<Self, String> {
        let beyond = |what: &str| Err(format!("the theorem does not speak of parts with {what}"));
        let Instance { rule, values } = instance;
        let (variable, from, is_coins) = match &rule.state {
            Some(State::Heap(at)) => (&at.name, at.from.as_ref(), false),
            Some(State::Coins { coordinates, from }) if coordinates.len() == 1 => {
                (&coordinates[0], Some(from), true)
            }
            _ => return beyond("positions of more than one number"),
        };
        if !is_plain(instance) || rule.start.is_some() {
            return beyond("ends, starts or ways of playing of their own");
        }
        if is_misnamed(rule) {
            return beyond("the name of a code that are not its game");
        }
        if is_coins && depends_on_coins(rule) {
            return beyond("turns that depend on other coins");
        }
        let least = from.map_or(Ok(0), |e| evaluate_constant(e, &rule::constants(values)));
        let mut bindings = Bindings::default();
        let law = parse_expression(law).ok();
        let Some(Node::Compare(quantity, right)) = law.map(|law| law.node) else {
            return beyond("laws other than `sg = ...`");
        };
        let ([(Comparison::Eq, value)], true) = (right.as_slice(), *quantity == own(Quantity::Sg))
        else {
            return beyond("laws other than `sg = ...`");
        };
        for (parameter, constant) in values {
            match constant {
                Constant::Int(number) => {
                    bindings.names.insert(parameter.clone(), int(*number));
                }
                _ if mentions(value, parameter) => return beyond("such parameters in their law"),
                _ => {}
            }
        }
        let value = bindings.expr(value);
        // a value in terms of the coordinate alone, in which no other name is bound
        let mut is_plain = !value.to_string().contains(" for ");
        expr::walk::values(&value, &mut |_| is_plain = false);
        let names = Names { slots: vec![variable.clone()], ..Names::default() };
        let read = Program::compile_integer(&value, &names, &Definitions::default());
        if !is_plain || read.is_err() {
            return beyond("laws that are no formula in the coordinate");
        }
        Ok(Self {
            name: rule.name.clone(),
            text: text.to_owned(),
            least: least.map_err(|why| why.to_string())?,
            is_coins,
            variable: variable.clone(),
            value,
        })
    }

    /// Its value at a coordinate of another name.
    #[must_use]
    pub fn at(&self, coordinate: &str) -> Expr {
        self.value_at(&name(coordinate))
    }

    /// Its value at a position.
    #[must_use]
    pub fn value_at(&self, at: &Expr) -> Expr {
        Bindings::default().with(&self.variable, at.clone()).expr(&self.value)
    }
}

/// A quantity of the position at hand.
#[must_use]
pub fn own(quantity: Quantity) -> Expr {
    Node::Value(ValueOf { quantity, game: None, position: None, of_options: false }).into()
}

/// Whether the rule takes the name of a code, which stands for the code's game wherever it is named.
#[must_use]
pub fn is_misnamed(rule: &Rule) -> bool {
    rule::code::from_name(&rule.name).is_some_and(|code| code.to_string() != rule.to_string())
}

/// Whether a turn of the rule may depend on how other coins lie.
#[must_use]
pub fn depends_on_coins(rule: &Rule) -> bool {
    let mut moves = rule.clone();
    (moves.notes, moves.claims, moves.table) = (Vec::new(), Vec::new(), None);
    (moves.title, moves.title_zh, moves.check) = (None, None, None);
    moves.to_string().contains("head")
}

/// Whether sums are played by the rule as usual, and who is stuck loses.
#[must_use]
pub fn is_plain(Instance { rule, .. }: &Instance) -> bool {
    rule.play == Play::One && rule.ends.iter().all(|end| *end == End::StuckLoses)
}

/// The games a rule is composed of, by name and the coordinate each is played at.
///
/// # Errors
/// The rule is no sum and no product, in words.
pub fn components(instance: &Instance) -> Result<Vec<(String, String)>, String> {
    let Instance { rule, values } = instance;
    let game = |name: &str| match values.get(name) {
        Some(Constant::Game(game)) => game.clone(),
        _ => name.to_owned(),
    };
    let other =
        || "the rule is neither a sum of other games nor a product of coin games".to_owned();
    match (&rule.state, &rule.start, rule.moves.as_slice()) {
        (Some(State::Product(a, b)), None, []) => {
            Ok(vec![(game(a), "x".to_owned()), (game(b), "y".to_owned())])
        }
        (None, Some(start), []) => {
            let mut all = Vec::new();
            for component in &start.position {
                let (Some(reference), [Expr { node: Node::Name(size), .. }]) =
                    (&component.game, component.at.as_slice())
                else {
                    return Err(other());
                };
                let is_size = start.sizes.iter().any(|other| other.name == *size);
                if !reference.arguments.is_empty() || !is_size {
                    return Err(other());
                }
                all.push((game(&reference.name), size.clone()));
            }
            if (1..=PARTS).contains(&all.len()) { Ok(all) } else { Err(other()) }
        }
        _ => Err(other()),
    }
}
