//! Statements that the theory makes true of a game, whatever its values are.
//!
//! *Theorem.* Let players move in turn, a move be one in exactly one part of a sum, and a player
//! without a move lose. Let every move leave natural numbers with a smaller sum of all coordinates,
//! so that play ends. Then
//! - a position is won exactly if some option is lost, and its nim-value is the mex of those of its
//!   options (definitions); the value of a sum is the nim-sum of the values of its parts, and the
//!   player to move wins exactly if it is not 0 (R. P. Sprague 1935, P. M. Grundy 1939);
//! - a board of coins is the sum of the boards of its heads, if it does not matter for a turn how
//!   other coins lie (E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, ch. 14; proof in
//!   crates/verify/src/induction.rs), and a coin of a product of two such games has the nim-product
//!   of the values of the two coins (the Tartan theorem, proof in crates/verify/src/parts.rs);
//! - a function defined as the mex of its own nim-sums at what the moves of the rule lead to is the
//!   nim-value, and one that holds exactly if it does not hold at some option is the outcome (by
//!   induction on the sum of coordinates).
//!
//! A statement is proved where these alone turn it into `true`: quantities are replaced by nim-sums
//! of values of single positions that stay unknown, and equal ones cancel. The data say what the
//! statement is about (`positions`, `starts`, `boards`, or with `size` boards of so many coins in
//! each direction), and give the texts of the other `games` that are named, which are played with
//! default values of their parameters. `coin`, if given, is the certificate of a law `sg = E` of the
//! same game: E is then the value of each head of a board.

use verify::core::each_once;

use crate::certificate::{Certificate, if_present};
use crate::{Accepted, Rejected, fails, named, reject, verify_inner};
use expr::ast::{Expr, Quantity};
use logic::numeration::Numeration;
use meaning::composed::{Summand, depends_on_coins, is_misnamed, is_plain};
use meaning::elaborate::Elaborator;
use meaning::game::Game;
use meaning::identity::{About, Played, Statement, Truth};
use meaning::source;
use rule::Instance;
use rule::ast::State;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The hypotheses of the theorem.
fn check(played: &Played) -> Result<(), Rejected> {
    played.others.values().try_for_each(falls)?;
    let Instance { rule, .. } = &played.instance;
    match (&rule.state, &rule.start) {
        (Some(State::Product(a, b, _)), None) if is_plain(&played.instance) => {
            [a, b].into_iter().try_for_each(|game| {
                let Instance { rule, .. } = played.other(game)?;
                let in_row = |coordinates: &Vec<String>| coordinates.len() == 1;
                match &rule.state {
                    Some(State::Coins { coordinates, .. })
                        if in_row(coordinates) && !depends_on_coins(rule) =>
                    {
                        Ok(())
                    }
                    _ => reject(format!("`{game}` is not a game of coins in a row")),
                }
            })
        }
        (None, Some(_)) if is_plain(&played.instance) && rule.moves.is_empty() => Ok(()),
        _ => falls(&played.instance),
    }
}

/// Whether the game is played as the theorem supposes, and every move leaves numbers from 0 on with
/// a smaller sum.
fn falls(instance: &Instance) -> Result<(), Rejected> {
    let of_game = |why: Rejected| why.within(format!("in `{}`", instance.rule.name));
    if !is_plain(instance) {
        return Err(of_game(fails(
            "the theorem does not cover this way of playing or ending sums",
        )));
    }
    let numeration = Numeration::base(2).ok_or_else(|| fails("there is no base 2"))?;
    let game = Game::of(instance).map_err(of_game)?.loosened(&numeration);
    let mut elaborator = Elaborator::default();
    let moves = elaborator.moves(&game, false, &numeration);
    let moves = moves.map_err(of_game)?;
    let digits = elaborator.digits(&numeration)?;
    verify::lowers(&moves, &digits, &vec![1; game.width()]).map_err(|why| of_game(why.into()))
}

/// The quantity a statement is said to be about: values, if it names any.
fn quantity(law: &Expr) -> &'static str {
    let mut is_value = false;
    expr::walk::values(law, &mut |value| is_value |= value.quantity == Quantity::Sg);
    if is_value { "sg" } else { "win" }
}

/// Whether the rule, a parameter or the law speaks of a game of that name.
fn is_named(certificate: &Certificate, name: &str) -> bool {
    // Names of codes have a point: `octal-0.77`.
    let is_other = |c: char| !c.is_alphanumeric() && !matches!(c, '-' | '_' | '.');
    let speaks = |text: &str| text.split(is_other).any(|word| word == name);
    let given = certificate.given();
    speaks(&certificate.law)
        || speaks(&certificate.rule)
        || given.iter().any(|(_, value)| speaks(value))
}

/// What the certificate says.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Data {
    /// `positions`, `starts` or `boards`.
    about: String,
    /// Of boards: how many coins they have in each direction, if the law says so.
    #[serde(default, deserialize_with = "if_present")]
    size: Option<u64>,
    /// The texts of other games, by name.
    #[serde(deserialize_with = "each_once")]
    games: BTreeMap<String, String>,
    /// A certificate of a law of single coins.
    #[serde(default, deserialize_with = "if_present")]
    coin: Option<Box<RawValue>>,
}

/// What the law of a certificate of this theorem is about.
pub(crate) fn about(certificate: &Certificate) -> Result<About, Rejected> {
    let Data { about, size, .. } = certificate.data()?;
    Ok(match (about.as_str(), size) {
        ("positions", None) => About::Positions,
        ("starts", None) => About::Starts,
        ("boards", size) => About::Boards(size.map(i128::from)),
        _ => return reject("the field `about` must be `positions`, `starts` or `boards`"),
    })
}

/// The law of single coins that a certificate of the same game proves.
fn coin(about: &Certificate, law: &RawValue) -> Result<(Summand, Accepted), Rejected> {
    let (inner, accepted) = verify_inner(law.get(), "of single coins", "identity")?;
    if inner.rule != about.rule || inner.parameters != about.parameters {
        return reject("the law of coins is that of another game");
    }
    let part = Summand::of(&inner.rule, &inner.instance()?, &inner.law)?;
    if part.is_coins { Ok((part, accepted)) } else { reject("the law is not one of coins") }
}

/// Checks a certificate of this theorem.
pub(crate) fn verify(certificate: &Certificate) -> Result<Accepted, Rejected> {
    let Data { games, coin, .. } = certificate.data()?;
    let coin = coin.map(|law| self::coin(certificate, &law)).transpose()?;
    let (coin, of_coin) = coin.unzip();
    let (cores, compared) = of_coin.map(|law| (law.cores, law.compared)).unwrap_or_default();
    let mut played = Played { instance: certificate.instance()?, others: BTreeMap::new(), coin };
    for (name, text) in &games {
        let rule = source::rule(text)?;
        if rule.name != *name || is_misnamed(&rule) {
            return reject(format!("the rule given for `{name}` is that of `{}`", rule.name));
        }
        named::check(&rule)?;
        let other = rule::bind(&rule, &[]).map_err(meaning::Error::from)?;
        played.others.insert(name.clone(), other);
    }
    if let Some(name) = games.keys().find(|name| !is_named(certificate, name)) {
        return reject(format!("the law says nothing of `{name}`"));
    }
    let law = source::law(&certificate.law)?;
    if certificate.quantity != quantity(&law) {
        return reject(format!("the law is about `{}`", quantity(&law)));
    }
    check(&played)?;
    if Statement::of(&played, self::about(certificate)?)?.condition(&law) != Truth::Is(true) {
        return reject("the statement does not follow from the theory alone");
    }
    let texts: Vec<&str> = games.values().map(String::as_str).collect();
    let accepted = certificate.accepted(
        "outcomes and nim-values by definition and for sums (Sprague 1935, Grundy 1939)",
        "every move lowers the sum of coordinates".to_owned(),
    );
    Ok(Accepted { cores, compared, ..accepted.with_rules(&texts) })
}
