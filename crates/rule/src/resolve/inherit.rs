//! A parent's statements with its parameters replaced, and the child's on top of them.

use expr::ast::{Expr, Node, Span};
use expr::substitute::{self, Bindings, mentions};

use crate::ast::{
    CheckRequest, Component, Coordinate, CoordinateForm, Definition, End, Move, MoveForm,
    Parameter, ParameterKind, Play, Rule, Start, State, TableRequest, TurnItem, Variation,
};

/// The child with everything of its parent that it does not replace.
pub(super) fn inherit(bindings: &Bindings, base: &Rule, child: Rule) -> Rule {
    let parameters = ranges(bindings, base, child.parameters);
    let mut base = base.clone();
    base.moves.iter_mut().for_each(|m| movement(bindings, m));
    base.definitions.iter_mut().for_each(|d| definition(bindings, d));
    base.ends.iter_mut().for_each(|e| end(bindings, e));
    base.state.iter_mut().for_each(|s| state(bindings, s));
    base.start.iter_mut().for_each(|s| start(bindings, s));
    base.table.iter_mut().for_each(|t| table(bindings, t));
    base.moves.extend(child.moves);
    base.definitions.extend(child.definitions);
    let mut merged = Rule {
        parent: None,
        only_claims: false,
        input: child.input.or(base.input),
        state: child.state.or(base.state),
        moves: base.moves,
        ends: if child.ends.is_empty() { base.ends } else { child.ends },
        play: if child.play == Play::One { base.play } else { child.play },
        start: child.start.or(base.start),
        definitions: base.definitions,
        table: child.table.or(base.table),
        check: child
            .check
            .or_else(|| Some(check(bindings, base.check.as_ref()?, &base.parameters, &parameters))),
        claims: child.claims,
        name: child.name,
        parameters,
        title: child.title,
        title_zh: child.title_zh,
        notes: child.notes,
    };
    merged.normalize();
    merged
}

/// The game with the claims of `child`, and what they define, in place of its own. What it states
/// stands, for diagnostics, at `place`.
pub(super) fn with_claims(base: &Rule, mut child: Rule, place: Span) -> Rule {
    let mut bindings = Bindings { place: Some(place), ..Bindings::default() };
    for Parameter { name, kind, .. } in &base.parameters {
        if let ParameterKind::Game(_) = kind {
            bindings.games.insert(name.clone(), name.clone());
        } else {
            bindings.names.insert(name.clone(), substitute::name(name));
        }
    }
    child.parameters.clone_from(&base.parameters);
    child.parameters.iter_mut().for_each(|p| p.span = place);
    child.title.clone_from(&base.title);
    child.title_zh.clone_from(&base.title_zh);
    child.notes.clone_from(&base.notes);
    inherit(&bindings, base, child)
}

/// A parameter that is handed on by its name and states no range of its own has the parent's.
fn ranges(bindings: &Bindings, base: &Rule, mut parameters: Vec<Parameter>) -> Vec<Parameter> {
    for inherited in &base.parameters {
        let ParameterKind::Int { lo, hi, .. } = &inherited.kind else { continue };
        let Some(Node::Name(own)) = bindings.names.get(&inherited.name).map(|e| &e.node) else {
            continue;
        };
        let Some(at) = parameters.iter().position(|p| p.name == *own) else { continue };
        let [lo, hi] = [lo, hi].map(|e| e.as_ref().map(|e| bindings.expr(e)));
        // A bound that a later parameter decides cannot be checked when this one is bound.
        let late = |e: &Expr| parameters[at..].iter().any(|p| mentions(e, &p.name));
        if [&lo, &hi].into_iter().flatten().any(late) {
            continue;
        }
        if let ParameterKind::Int { lo: own_lo @ None, hi: own_hi @ None, .. } =
            &mut parameters[at].kind
        {
            (*own_lo, *own_hi) = (lo, hi);
        }
    }
    parameters
}

/// Puts what their names stand for into the expressions.
fn each<'e>(b: &Bindings, all: impl IntoIterator<Item = &'e mut Expr>) {
    all.into_iter().for_each(|e| *e = b.expr(e));
}

fn coordinate(b: &Bindings, c: &mut Coordinate) {
    each(b, c.from.iter_mut().chain(&mut c.to));
    if let CoordinateForm::Row(length) = &mut c.form {
        each(b, [length]);
    }
    c.span = b.at(c.span);
}

fn state(b: &Bindings, state: &mut State) {
    match state {
        State::Heap(c) => coordinate(b, c),
        State::Tuple { coordinates, condition, .. } => {
            coordinates.iter_mut().for_each(|c| coordinate(b, c));
            each(b, condition);
        }
        State::Heaps { count, from, .. } => each(b, [count].into_iter().chain(from)),
        State::Coins { from, .. } => each(b, [from]),
        State::Product(first, second, span) => {
            [first, second].into_iter().for_each(|game| *game = b.game_name(game));
            *span = b.at(*span);
        }
    }
}

fn movement(b: &Bindings, m: &mut Move) {
    form(b, &mut m.form);
    m.binders.iter_mut().for_each(|q| q.binder = b.binder(&q.binder));
    each(b, &mut m.guard);
    m.span = b.at(m.span);
}

fn form(b: &Bindings, form: &mut MoveForm) {
    match form {
        MoveForm::Sum(sum) => components(b, sum),
        MoveForm::Update(updates) => {
            for (place, value) in updates {
                each(b, place.index.iter_mut().chain([value]));
                place.span = b.at(place.span);
            }
        }
        MoveForm::Vector { choose, target, spread, .. } => {
            each(b, choose.iter_mut().flat_map(|(least, most)| [least, most]));
            each(b, [target]);
            each(b, spread.iter_mut().flat_map(|s| [&mut s.amount, &mut s.condition]));
        }
        MoveForm::Turn { others, choose } => {
            for item in others {
                match item {
                    TurnItem::Coin(coin) => each(b, coin),
                    TurnItem::Run(first, last) => each(b, [first, last]),
                }
            }
            if let Some(choose) = choose {
                each(b, [&mut choose.least, &mut choose.most]);
                choose.binder = b.binder(&choose.binder);
            }
        }
    }
}

fn components(b: &Bindings, sum: &mut [Component]) {
    for component in sum {
        component.game.iter_mut().for_each(|g| *g = b.game(g));
        each(b, &mut component.at);
    }
}

fn end(b: &Bindings, end: &mut End) {
    match end {
        End::Win(_, condition) | End::Lose(_, condition) => each(b, [condition]),
        End::StuckWins | End::StuckLoses => {}
    }
}

fn start(b: &Bindings, start: &mut Start) {
    for size in &mut start.sizes {
        each(b, &mut size.from);
        size.span = b.at(size.span);
    }
    components(b, &mut start.position);
}

fn definition(b: &Bindings, definition: &mut Definition) {
    each(b, [&mut definition.body]);
    definition.span = b.at(definition.span);
}

fn table(b: &Bindings, table: &mut TableRequest) {
    each(b, table.bounds.iter_mut().map(|(_, bound)| bound));
    table.columns.iter_mut().for_each(|(_, span)| *span = b.at(*span));
}

/// Parameters that the child hands on by name vary under its name; those it fixes do not vary.
fn check(
    b: &Bindings,
    check: &CheckRequest,
    inherited: &[Parameter],
    parameters: &[Parameter],
) -> CheckRequest {
    let varied = |(name, values): &(String, Variation)| {
        let own = match (b.names.get(name).map(|e| &e.node), b.games.get(name)) {
            (Some(Node::Name(own)), _) | (_, Some(own)) => own,
            _ => return None,
        };
        // The name may also be that of a set or a game.
        let kind = |all: &[Parameter], name: &String| {
            all.iter().find(|p| p.name == *name).map(|p| std::mem::discriminant(&p.kind))
        };
        if kind(parameters, own)? != kind(inherited, name)? {
            return None;
        }
        let values = match values {
            Variation::Ints(set) => Variation::Ints(b.expr(set)),
            Variation::Sets(sets) => Variation::Sets(b.all(sets)),
            Variation::Words(words) => Variation::Words(words.clone()),
            Variation::Lists(lists) => Variation::Lists(lists.iter().map(|l| b.all(l)).collect()),
        };
        Some((own.clone(), values))
    };
    CheckRequest {
        over: check.over.iter().filter_map(varied).collect(),
        bounds: check.bounds.iter().map(|(name, bound)| (name.clone(), b.expr(bound))).collect(),
    }
}
