//! Rules as text: a random rule that is printed is read back, and no text makes the reader fall.

#[allow(dead_code, reason = "the tests of expressions use the rest")]
#[path = "../../../expr/tests/generate/mod.rs"]
mod generate;

use draw::{Draw, check, prop_assert};
use expr::ast::{Expr, Fold, Node, Quantity, Span};
use expr::build::range;
use expr::diagnostic::render;
use expr::print::Arithmetic;
use generate::{DEPTH, binder, expression, game, game_name, name, set, sum};
use rule::ast::*;
use rule::parse;

fn text(d: &mut Draw) -> String {
    let letter = |d: &mut Draw| match d.flag() {
        false => char::from(b'a' + d.int(0..26) as u8),
        true => d.pick(&['"', '\\', ' ', '#', '\n', '\t', '石', '子']),
    };
    String::from_iter(d.many(0..9, letter))
}

fn words(d: &mut Draw) -> Vec<String> {
    d.many(1..4, name)
}

/// The draw, or nothing.
fn maybe<T>(d: &mut Draw, one: impl FnOnce(&mut Draw) -> T) -> Option<T> {
    d.flag().then(|| one(d))
}

/// A set in the form the reader gives to the default of a parameter.
fn default_set(d: &mut Draw) -> Expr {
    d.one_of(&[
        |d| Node::Name(d.text("<primes|cubes>")).into(),
        |d| Node::Set(d.many(0..3, expression)).into(),
        |d| range(expression(d), expression(d)),
    ])
}

/// A default that does not read as a set.
fn default_number(d: &mut Draw) -> Expr {
    let default = expression(d);
    let list = matches!(default.node, Node::List(_) | Node::Fold(Fold::List, _));
    let set = is_bare_set(&default) || matches!(default.node, Node::Name(_));
    match list || set || Arithmetic(&default).to_string().starts_with('{') {
        false => default,
        true => Node::Int(d.int(0..12).into()).into(),
    }
}

fn parameter(d: &mut Draw) -> Parameter {
    let kind = d.one_of(&[
        |d| ParameterKind::Game(game_name(d)),
        |d| ParameterKind::List(d.many(0..4, expression)),
        |d| ParameterKind::Word { default: d.text("<strict|weak>"), choices: words(d) },
        |d| ParameterKind::Set(default_set(d)),
        |d| ParameterKind::Int {
            default: default_number(d),
            lo: maybe(d, expression),
            hi: maybe(d, expression),
        },
    ]);
    Parameter { name: name(d), kind, span: Span::default() }
}

fn coordinate(d: &mut Draw, form: CoordinateForm) -> Coordinate {
    let (from, to) = match form == CoordinateForm::Subset || d.flag() {
        false => (maybe(d, expression), None),
        true => (Some(expression(d)), Some(expression(d))),
    };
    Coordinate { name: name(d), from, to, form, span: Span::default() }
}

fn any_coordinate(d: &mut Draw) -> Coordinate {
    let form = d.one_of(&[
        |_| CoordinateForm::Number,
        |_| CoordinateForm::Number,
        |_| CoordinateForm::Subset,
        |d| CoordinateForm::Row(expression(d)),
    ]);
    coordinate(d, form)
}

fn state(d: &mut Draw) -> State {
    d.one_of(&[
        |d| State::Heap(coordinate(d, CoordinateForm::Number)),
        |d| State::Tuple {
            coordinates: d.many(1..4, any_coordinate),
            symmetric: d.flag(),
            condition: maybe(d, expression),
        },
        |d| State::Heaps { name: name(d), count: expression(d), from: maybe(d, expression) },
        |d| State::Coins { coordinates: words(d), from: expression(d) },
        |d| State::Product(game_name(d), game_name(d), Span::default()),
    ])
}

fn spread(d: &mut Draw) -> Spread {
    Spread { amount: expression(d), index: name(d), condition: expression(d) }
}

fn turn_item(d: &mut Draw) -> TurnItem {
    d.one_of(&[
        |d| TurnItem::Coin(d.many(1..4, expression)),
        |d| TurnItem::Run(expression(d), expression(d)),
    ])
}

/// An expression that `of` may follow: `sg of` would go on.
fn before_of(d: &mut Draw) -> Expr {
    let e = expression(d);
    let text = e.to_string();
    let last = text.rsplit(|c: char| !c.is_ascii_alphanumeric()).next();
    match last.is_some_and(|word| Quantity::from_name(word).is_some()) {
        false => e,
        true => Node::Name(name(d)).into(),
    }
}

fn component(d: &mut Draw) -> Component {
    let game = maybe(d, |d| game(d, DEPTH));
    Component { game, at: d.many(1..4, expression), each: false }
}

fn each(d: &mut Draw) -> Component {
    let list = d.one_of(&[
        |d| Node::Name(name(d)).into(),
        |d| Node::List(d.many(1..4, expression)).into(),
        |d| set(d, DEPTH),
    ]);
    Component { game: None, at: vec![list], each: true }
}

fn components(d: &mut Draw) -> Vec<Component> {
    d.one_of(&[
        |d| d.many(0..3, component),
        |d| d.many(1..4, |d| d.one_of(&[component, each])),
        |d| sum(d, DEPTH).into_iter().map(Component::own).collect(),
    ])
}

fn update(d: &mut Draw) -> (Place, Expr) {
    let place = Place { name: name(d), index: maybe(d, expression), span: Span::default() };
    (place, expression(d))
}

fn form(d: &mut Draw) -> (Option<Vec<String>>, MoveForm) {
    d.one_of(&[
        |d| (maybe(d, words), MoveForm::Sum(components(d))),
        |d| (None, MoveForm::Update(d.many(1..4, update))),
        |d| {
            let form = MoveForm::Vector {
                choose: maybe(d, |d| (expression(d), before_of(d))),
                vector: name(d),
                index: name(d),
                target: expression(d),
                spread: maybe(d, spread),
            };
            (None, form)
        },
        |d| {
            let others = d.many(0..3, turn_item);
            let choose = maybe(d, |d| Choose {
                least: expression(d),
                most: before_of(d),
                binder: binder(d, DEPTH),
            });
            (Some(words(d)), MoveForm::Turn { others, choose })
        },
    ])
}

fn movement(d: &mut Draw) -> Move {
    let label = maybe(d, |d| d.one_of(&[name, game_name]));
    let (pattern, form) = form(d);
    let player = match form {
        MoveForm::Turn { .. } => Player::Either,
        _ => d.pick(&[Player::Either, Player::Left, Player::Right]),
    };
    let quantifier = |d: &mut Draw| MoveBinder { binder: binder(d, DEPTH), same: d.flag() };
    Move {
        label,
        pattern,
        player,
        form,
        binders: d.many(0..3, quantifier),
        guard: maybe(d, expression),
        when_stuck: d.flag(),
        span: Span::default(),
    }
}

fn start(d: &mut Draw) -> Start {
    let size =
        |d: &mut Draw| Size { name: name(d), from: maybe(d, expression), span: Span::default() };
    Start { sizes: d.many(1..4, size), position: components(d) }
}

fn end(d: &mut Draw) -> End {
    let scope = |d: &mut Draw| d.pick(&[Scope::Alone, Scope::Any, Scope::All]);
    match d.size(0..4) {
        0 => End::StuckWins,
        1 => End::StuckLoses,
        2 => End::Win(scope(d), expression(d)),
        _ => End::Lose(scope(d), expression(d)),
    }
}

fn bounds(d: &mut Draw) -> Vec<(String, Expr)> {
    d.many(0..3, |d| (name(d), expression(d)))
}

fn claim(d: &mut Draw) -> Claim {
    let kind = d.size(0..4);
    let claim = Claim {
        source: name(d),
        id: d.text("<L5|F2.a|33|F6.d.double>"),
        words: maybe(d, text),
        domain: ClaimDomain::Positions,
        binders: Vec::new(),
        role: if kind == 2 { Role::Nearby } else { Role::Printed },
        guard: None,
        condition: Node::Bool(true).into(),
        beyond: None,
        span: Span::default(),
    };
    if kind == 3 {
        return Claim { beyond: Some(text(d)), ..claim };
    }
    Claim {
        domain: d.one_of(&[
            |_| ClaimDomain::Positions,
            |_| ClaimDomain::Starts,
            |d| ClaimDomain::Boards(expression(d)),
        ]),
        binders: d.many(0..3, |d| binder(d, DEPTH)),
        guard: maybe(d, expression),
        condition: expression(d),
        ..claim
    }
}

/// The values of a parameter in a check, in the form that its kind asks for.
fn variation(kind: &ParameterKind, sets: Vec<Expr>, words: Vec<String>) -> Variation {
    let elements = |set: &Expr| match &set.node {
        Node::Set(elements) => elements.clone(),
        _ => Vec::new(),
    };
    match kind {
        ParameterKind::List(_) => Variation::Lists(sets.iter().map(elements).collect()),
        ParameterKind::Int { .. } => Variation::Ints(sets[0].clone()),
        ParameterKind::Set(_) => Variation::Sets(sets),
        ParameterKind::Word { choices, .. } => Variation::Words(choices.clone()),
        ParameterKind::Game(_) => Variation::Words(words),
    }
}

fn table(d: &mut Draw) -> TableRequest {
    let quantity = match d.pick(&Quantity::ALL) {
        Quantity::Lose | Quantity::Numerator | Quantity::Exponent => Quantity::Win,
        quantity => quantity,
    };
    let headings = [Quantity::Sg.into(), quantity.into(), Heading::Definition("v".into())];
    let columns = headings.map(|heading| (heading, Span::default())).into();
    TableRequest { columns, bounds: bounds(d) }
}

fn check_of(d: &mut Draw, parameters: &[Parameter]) -> CheckRequest {
    let values = d.many(0..3, |d| (d.many(1..3, |d| set(d, DEPTH)), words(d)));
    let over = parameters.iter().zip(values).map(|(p, (sets, words))| {
        let first = parameters.iter().find(|q| q.name == p.name).unwrap_or(p);
        (p.name.clone(), variation(&first.kind, sets, words))
    });
    CheckRequest { over: over.collect(), bounds: bounds(d) }
}

fn rule(d: &mut Draw) -> Rule {
    let definition = |d: &mut Draw| Definition {
        name: name(d),
        arguments: d.many(0..3, name),
        body: expression(d),
        span: Span::default(),
    };
    let parameters = d.many(0..4, parameter);
    let title = maybe(d, text);
    let mut rule = Rule {
        name: game_name(d),
        parent: maybe(d, |d| game(d, DEPTH)),
        only_claims: false,
        title_zh: title.as_ref().and_then(|_| maybe(d, text)),
        title,
        notes: d.many(0..3, text),
        input: maybe(d, |d| d.pick(&Structure::ALL)),
        state: maybe(d, state),
        moves: d.many(0..4, movement),
        ends: d.many(0..3, end),
        play: d.pick(&[Play::One, Play::Every, Play::Loopy]),
        start: maybe(d, start),
        definitions: d.many(0..3, definition),
        table: maybe(d, table),
        check: maybe(d, |d| check_of(d, &parameters)),
        claims: d.many(0..3, claim),
        parameters,
    };
    rule.normalize();
    rule
}

fn is_bare_set(e: &Expr) -> bool {
    matches!(&e.node, Node::Name(name) | Node::Call(name, _) if expr::ast::is_named_set(name))
}

/// The codes that say a text is no rule, as opposed to a rule without sense.
fn is_syntax(code: &str) -> bool {
    code < "R020"
}

const PIECES: [&str; 93] = [
    "game g",
    "game g(k = 2)",
    "heap n",
    "state (a, b)",
    "state heaps h[m]",
    "coins x from 1",
    "move ",
    "turn ",
    "x, ",
    "n -> ",
    "n - k",
    " for k in 1..n",
    " if ",
    " when stuck",
    "start n: ",
    "let f(x) = ",
    "table ",
    "check ",
    " over ",
    " to n = ",
    "claim a.b",
    "claim ",
    ": ",
    "title ",
    "note ",
    "stuck wins",
    "win if ",
    "lose if ",
    "one of h[i]: ",
    "some ",
    "all of ",
    " spread s",
    " over h[j] where ",
    " and 0..2 of y in ",
    " on starts",
    " on boards 3",
    "\n",
    "\n",
    "\n",
    "\n",
    "\n  ",
    " ",
    " ",
    "n",
    "k",
    "7",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    "|",
    "->",
    "..",
    "+",
    "-",
    "=",
    "<",
    " in ",
    " sg",
    " win",
    " of ",
    " at ",
    "none",
    "\"",
    "\"text\"",
    "#",
    "（",
    "石",
    " from ",
    " symmetric",
    "state (h[2], A subset 1..4)",
    "left ",
    "right ",
    "play every",
    "play loopy",
    "start (a, b from 1): ",
    "lose when all ",
    "win when any ",
    "nearby a.c",
    " beyond \"text\"",
    "h[i]",
    "h[1] -> ",
    "A -> A - {1}",
    "nim at ",
    "nim(k = 2) at (1, 2)",
    "[k for k in 1..n]",
    "{k + 1 for k in A}",
    " sg of options",
    "game g(c = [1, 2])",
];

#[test]
fn printing_then_reading_is_the_identity() {
    check(1000, rule, |rule| {
        let text = rule.to_string();
        let (again, mut mistakes) = parse(&text);
        mistakes.retain(|m| is_syntax(m.code));
        prop_assert!(
            mistakes.iter().all(|m| m.code == "R012"),
            "{}",
            render("rule", &text, &mistakes)
        );
        let again = again.unwrap();
        prop_assert!(again == rule, "{text}\nwas read as\n{again}");
        Ok(())
    });
}

#[test]
fn any_text_is_answered() {
    let char = |d: &mut Draw| d.one_of(&[Draw::char, |_| '\n', |_| '\t']);
    let input = |d: &mut Draw| String::from_iter(d.many(0..61, char));
    check(1000, input, |text| {
        let (_, mistakes) = parse(&text);
        prop_assert!(!mistakes.is_empty());
        prop_assert!(mistakes.iter().all(|m| !m.help.is_empty()));
        let _ = render("text", &text, &mistakes);
        Ok(())
    });
}

#[test]
fn any_bytes_are_answered() {
    let input = |d: &mut Draw| d.many(0..80, |d| d.int(0..256) as u8);
    check(1000, input, |bytes| {
        let text = String::from_utf8_lossy(&bytes);
        let _ = render("text", &text, &parse(&text).1);
        Ok(())
    });
}

#[test]
fn what_is_understood_is_printed() {
    let input = |d: &mut Draw| d.many(0..40, |d| d.pick(&PIECES)).concat();
    check(1000, input, |pieces| {
        let text = format!("game g\n{pieces}");
        let (rule, mistakes) = parse(&text);
        let _ = render("text", &text, &mistakes);
        if let (Some(rule), true) = (rule, mistakes.iter().all(|m| !is_syntax(m.code))) {
            let printed = rule.to_string();
            let again = parse(&printed).0.unwrap();
            prop_assert!(again == rule, "{text}\nwas printed as\n{printed}");
        }
        Ok(())
    });
}
