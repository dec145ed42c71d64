//! A parent's statements with its parameters replaced, and the child's on top of them.

use expr::ast::{Expr, Node, Set};
use expr::substitute::{Bindings, mentions};

use crate::ast::{
    CheckRequest, Choose, Component, Coordinate, CoordinateForm, Definition, End, Move, MoveBinder,
    MoveForm, Parameter, ParameterKind, Place, Play, Rule, Size, Spread, Start, State,
    TableRequest, TurnItem, Variation,
};

/// The child with everything of its parent that it does not replace.
pub(super) fn inherit(bindings: &Bindings, base: &Rule, child: Rule) -> Rule {
    let moves = base.moves.iter().map(|m| movement(bindings, m)).chain(child.moves).collect();
    let definitions =
        base.definitions.iter().map(|d| definition(bindings, d)).chain(child.definitions).collect();
    let ends = if child.ends.is_empty() {
        base.ends.iter().map(|e| end(bindings, e)).collect()
    } else {
        child.ends
    };
    let play = if child.play == Play::One { base.play } else { child.play };
    let mut merged = Rule {
        parent: None,
        input: child.input.or(base.input),
        state: child.state.or_else(|| base.state.as_ref().map(|s| state(bindings, s))),
        moves,
        ends,
        play,
        start: child.start.or_else(|| base.start.as_ref().map(|s| start(bindings, s))),
        definitions,
        table: child.table.or_else(|| base.table.as_ref().map(|t| table(bindings, t))),
        check: child.check.or_else(|| base.check.as_ref().map(|c| check(bindings, c))),
        claims: child.claims,
        name: child.name,
        parameters: ranges(bindings, base, child.parameters),
        title: child.title,
        title_zh: child.title_zh,
        notes: child.notes,
    };
    merged.normalize();
    merged
}

/// A parameter that is handed on by its name and states no range of its own has the parent's.
fn ranges(bindings: &Bindings, base: &Rule, mut parameters: Vec<Parameter>) -> Vec<Parameter> {
    for inherited in &base.parameters {
        let ParameterKind::Int { lo, hi, .. } = &inherited.kind else { continue };
        let Some(Node::Name(own)) = bindings.names.get(&inherited.name).map(|e| &e.node) else {
            continue;
        };
        let Some(at) = parameters.iter().position(|p| p.name == *own) else { continue };
        let (lo, hi) = (option(bindings, lo.as_ref()), option(bindings, hi.as_ref()));
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

fn option(b: &Bindings, e: Option<&Expr>) -> Option<Expr> {
    e.map(|e| b.expr(e))
}

fn state(b: &Bindings, state: &State) -> State {
    let coordinate = |c: &Coordinate| Coordinate {
        name: c.name.clone(),
        from: option(b, c.from.as_ref()),
        to: option(b, c.to.as_ref()),
        form: match &c.form {
            CoordinateForm::Row(length) => CoordinateForm::Row(b.expr(length)),
            form => form.clone(),
        },
        span: b.at(c.span),
    };
    match state {
        State::Heap(c) => State::Heap(coordinate(c)),
        State::Tuple { coordinates, symmetric, condition } => State::Tuple {
            coordinates: coordinates.iter().map(coordinate).collect(),
            symmetric: *symmetric,
            condition: option(b, condition.as_ref()),
        },
        State::Heaps { name, count, from } => State::Heaps {
            name: name.clone(),
            count: b.expr(count),
            from: option(b, from.as_ref()),
        },
        State::Coins { coordinates, from } => {
            State::Coins { coordinates: coordinates.clone(), from: b.expr(from) }
        }
        State::Product(first, second, span) => {
            State::Product(b.game_name(first), b.game_name(second), b.at(*span))
        }
    }
}

fn movement(b: &Bindings, m: &Move) -> Move {
    let binder = |q: &MoveBinder| MoveBinder { binder: b.binder(&q.binder), same: q.same };
    Move {
        label: m.label.clone(),
        pattern: m.pattern.clone(),
        player: m.player,
        form: form(b, &m.form),
        binders: m.binders.iter().map(binder).collect(),
        guard: option(b, m.guard.as_ref()),
        when_stuck: m.when_stuck,
        span: b.at(m.span),
    }
}

fn form(b: &Bindings, form: &MoveForm) -> MoveForm {
    match form {
        MoveForm::Sum(sum) => MoveForm::Sum(components(b, sum)),
        MoveForm::Update(updates) => {
            MoveForm::Update(updates.iter().map(|(p, e)| (place(b, p), b.expr(e))).collect())
        }
        MoveForm::Vector { choose, vector, index, target, spread } => MoveForm::Vector {
            choose: choose.as_ref().map(|(least, most)| (b.expr(least), b.expr(most))),
            vector: vector.clone(),
            index: index.clone(),
            target: b.expr(target),
            spread: spread.as_ref().map(|s| Spread {
                amount: b.expr(&s.amount),
                index: s.index.clone(),
                condition: b.expr(&s.condition),
            }),
        },
        MoveForm::Turn { others, choose } => MoveForm::Turn {
            others: others.iter().map(|item| turn_item(b, item)).collect(),
            choose: choose.as_ref().map(|c| Choose {
                least: b.expr(&c.least),
                most: b.expr(&c.most),
                binder: b.binder(&c.binder),
            }),
        },
    }
}

fn components(b: &Bindings, sum: &[Component]) -> Vec<Component> {
    let component =
        |c: &Component| Component { game: c.game.as_ref().map(|g| b.game(g)), at: b.all(&c.at) };
    sum.iter().map(component).collect()
}

fn place(b: &Bindings, place: &Place) -> Place {
    Place {
        name: place.name.clone(),
        index: option(b, place.index.as_ref()),
        span: b.at(place.span),
    }
}

fn turn_item(b: &Bindings, item: &TurnItem) -> TurnItem {
    match item {
        TurnItem::Coin(coin) => TurnItem::Coin(b.all(coin)),
        TurnItem::Run(first, last) => TurnItem::Run(b.expr(first), b.expr(last)),
    }
}

fn end(b: &Bindings, end: &End) -> End {
    match end {
        End::Win(scope, condition) => End::Win(*scope, b.expr(condition)),
        End::Lose(scope, condition) => End::Lose(*scope, b.expr(condition)),
        End::StuckWins | End::StuckLoses => end.clone(),
    }
}

fn start(b: &Bindings, start: &Start) -> Start {
    let size = |s: &Size| Size {
        name: s.name.clone(),
        from: option(b, s.from.as_ref()),
        span: b.at(s.span),
    };
    Start {
        sizes: start.sizes.iter().map(size).collect(),
        position: components(b, &start.position),
    }
}

fn definition(b: &Bindings, definition: &Definition) -> Definition {
    Definition {
        name: definition.name.clone(),
        arguments: definition.arguments.clone(),
        body: b.expr(&definition.body),
        span: b.at(definition.span),
    }
}

fn bounds(b: &Bindings, bounds: &[(String, Expr)]) -> Vec<(String, Expr)> {
    bounds.iter().map(|(name, bound)| (name.clone(), b.expr(bound))).collect()
}

fn table(b: &Bindings, table: &TableRequest) -> TableRequest {
    TableRequest {
        quantities: table.quantities.clone(),
        bounds: bounds(b, &table.bounds),
        span: b.at(table.span),
    }
}

/// Parameters that the child hands on by name vary under its name; those it fixes do not vary.
fn check(b: &Bindings, check: &CheckRequest) -> CheckRequest {
    let varied = |(name, values): &(String, Variation)| {
        let own = match (b.names.get(name).map(|e| &e.node), b.sets.get(name), b.games.get(name)) {
            (Some(Node::Name(own)), ..) | (_, Some(Set::Named(own, ..)), _) | (_, _, Some(own)) => {
                own
            }
            _ => return None,
        };
        let values = match values {
            Variation::Ints(set) => Variation::Ints(b.set(set)),
            Variation::Sets(sets) => Variation::Sets(sets.iter().map(|s| b.set(s)).collect()),
            Variation::Words(words) => Variation::Words(words.clone()),
            Variation::Lists(lists) => Variation::Lists(lists.iter().map(|l| b.all(l)).collect()),
        };
        Some((own.clone(), values))
    };
    CheckRequest {
        over: check.over.iter().filter_map(varied).collect(),
        bounds: bounds(b, &check.bounds),
    }
}
