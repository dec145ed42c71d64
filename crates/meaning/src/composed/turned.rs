//! Products of coin games whose turns are written out.

use super::Component;
use expr::ast::Expr;
use expr::substitute::{int, mentions, name};
use rule::Instance;
use rule::ast::{Move, MoveBinder, MoveForm, Player, State, TurnItem};

/// The games of coins in one row whose product a rule is: those with one move, which turns every
/// choice of one coordinate each from lists that know nothing of each other. `None` for others.
///
/// In `turn (x, y), (x, b), (a, y), (a, b) for a in 0..x - 1, b in 0..y - 1` the lists are x, a
/// and y, b, so that it is the product of `turn x, a for a in 0..x - 1` with itself.
pub(super) fn factors(instance: &Instance) -> Option<Vec<Component>> {
    let Instance { rule, values } = instance;
    let (Some(State::Coins { coordinates, from }), [turn], true) =
        (&rule.state, rule.moves.as_slice(), values.is_empty())
    else {
        return None;
    };
    let Move { form, binders, guard: None, player: Player::Either, when_stuck: false, .. } = turn
    else {
        return None;
    };
    let MoveForm::Turn { others, choose: None } = form else { return None };
    if coordinates.len() < 2 || super::depends_on_coins(rule) {
        return None;
    }
    let own: Vec<Expr> = coordinates.iter().map(name).collect();
    let lists = lists(&own, others)?;
    let from = int(i64::try_from(instance.number(from).ok()?).ok()?);
    let mut sides = vec![Vec::new(); lists.len()];
    for binder in binders {
        let in_list = |list: &&Vec<&Expr>| list.iter().any(|e| mentions(e, &binder.binder.name));
        sides[lists.iter().position(|list| in_list(&list))?].push(binder.clone());
    }
    let mut all = Vec::new();
    for (at, coordinate) in coordinates.iter().enumerate() {
        // what this side is made of names nothing of the others
        for other in (0..lists.len()).filter(|&other| other != at) {
            let bound = sides[other].iter().map(|binder| binder.binder.name.as_str());
            let mut names = bound.chain([coordinates[other].as_str()]);
            if names.any(|name| speaks_of(&lists[at], &sides[at], name)) {
                return None;
            }
        }
        let turned = lists[at][1..].iter().map(|&e| TurnItem::Coin(vec![e.clone()])).collect();
        let mut part = rule.as_played();
        part.name = format!("{}-{coordinate}", rule.name);
        part.state =
            Some(State::Coins { coordinates: vec![coordinate.clone()], from: from.clone() });
        part.moves = vec![Move {
            pattern: Some(vec![coordinate.clone()]),
            form: MoveForm::Turn { others: turned, choose: None },
            binders: std::mem::take(&mut sides[at]),
            ..turn.clone()
        }];
        (part.title, part.title_zh) = (None, None);
        part.definitions.clear();
        let (game, text) = (part.name.clone(), Some(part.to_string()));
        all.push(Component { game, coordinate: coordinate.clone(), text });
    }
    Some(all)
}

/// For each coordinate what it is of the coins turned, if these are every choice.
fn lists<'t>(own: &'t Vec<Expr>, others: &'t [TurnItem]) -> Option<Vec<Vec<&'t Expr>>> {
    let mut points = vec![own];
    for other in others {
        let TurnItem::Coin(at) = other else { return None };
        points.push(at);
    }
    let list = |at: usize| {
        let mut list: Vec<&Expr> = Vec::new();
        for point in &points {
            list.extend(point.get(at).filter(|e| !list.contains(e)));
        }
        list
    };
    let lists: Vec<Vec<&Expr>> = (0..own.len()).map(list).collect();
    is_every_choice(&points, &lists).then_some(lists)
}

/// Whether coins, or what the variables in them run over, are said by that name.
fn speaks_of(coins: &[&Expr], binders: &[MoveBinder], name: &str) -> bool {
    let sets = binders.iter().map(|own| &own.binder.set);
    coins.iter().copied().chain(sets).any(|e| mentions(e, name))
}

/// Whether the points are all choices of an entry from each list, each of them once.
fn is_every_choice(points: &[&Vec<Expr>], lists: &[Vec<&Expr>]) -> bool {
    let choices = lists.iter().try_fold(1usize, |all, list| all.checked_mul(list.len()));
    // there are no more choices of entries than points, so all are met if no point is met twice
    let is_first = |(at, point): (usize, &&Vec<Expr>)| !points[..at].contains(point);
    choices == Some(points.len())
        && points.iter().all(|point| point.len() == lists.len())
        && points.iter().enumerate().all(is_first)
}
