//! Rules as text: a random rule that is printed is read back, and no text makes the reader fall.

#[allow(dead_code, reason = "the tests of expressions use the rest")]
#[path = "../../../expr/tests/generate/mod.rs"]
mod generate;

use expr::ast::{Expr, Fold, GameRef, Node, Quantity, Span};
use expr::diagnostic::render;
use expr::print::Arithmetic;
use generate::{arguments, binder, expression, game_name, name, set, sum};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use rule::ast::*;
use rule::parse;

fn text() -> impl Strategy<Value = String> {
    "[a-z\"\\\\ #\n\t石子]{0,8}"
}

fn words() -> impl Strategy<Value = Vec<String>> {
    vec(name(), 1..4)
}

/// A set in the form the reader gives to the default of a parameter.
fn default_set() -> BoxedStrategy<Expr> {
    prop_oneof![
        vec(expression(), 0..3).prop_map(Node::Set),
        (expression(), expression()).prop_map(|(a, b)| Node::Range(Box::new(a), Box::new(b))),
        select(vec!["primes", "cubes"]).prop_map(|name| Node::Name(name.to_owned())),
    ]
    .prop_map(Expr::from)
    .boxed()
}

fn parameter() -> BoxedStrategy<Parameter> {
    let e = expression;
    let kind = prop_oneof![
        (e(), option::of(e()), option::of(e()))
            .prop_map(|(default, lo, hi)| ParameterKind::Int { default, lo, hi })
            .prop_filter("such a default reads as a set", |kind| match kind {
                ParameterKind::Int { default, .. } => {
                    let list = matches!(default.node, Node::List(_) | Node::Fold(Fold::List, _));
                    let set = is_bare_set(default) || matches!(default.node, Node::Name(_));
                    !list && !set && !Arithmetic(default).to_string().starts_with('{')
                }
                _ => true,
            }),
        default_set().prop_map(ParameterKind::Set),
        (select(vec!["strict", "weak"]), words()).prop_map(|(default, choices)| {
            ParameterKind::Word { default: default.to_owned(), choices }
        }),
        game_name().prop_map(ParameterKind::Game),
        vec(e(), 0..4).prop_map(ParameterKind::List),
    ];
    (name(), kind).prop_map(|(name, kind)| Parameter { name, kind, span: Span::default() }).boxed()
}

fn coordinate(form: BoxedStrategy<CoordinateForm>) -> BoxedStrategy<Coordinate> {
    let limits = prop_oneof![
        option::of(expression()).prop_map(|from| (from, None)),
        (expression(), expression()).prop_map(|(from, to)| (Some(from), Some(to))),
    ];
    let span = Span::default();
    let subset = (name(), expression(), expression()).prop_map(move |(name, lo, hi)| {
        let (from, to, form) = (Some(lo), Some(hi), CoordinateForm::Subset);
        Coordinate { name, from, to, form, span }
    });
    (name(), limits, form, subset)
        .prop_map(move |(name, (from, to), form, subset)| match form {
            CoordinateForm::Subset => subset,
            form => Coordinate { name, from, to, form, span },
        })
        .boxed()
}

fn number() -> BoxedStrategy<CoordinateForm> {
    Just(CoordinateForm::Number).boxed()
}

fn any_form() -> BoxedStrategy<CoordinateForm> {
    prop_oneof![
        2 => number(),
        1 => expression().prop_map(CoordinateForm::Row),
        1 => Just(CoordinateForm::Subset),
    ]
    .boxed()
}

fn state() -> BoxedStrategy<State> {
    let e = expression;
    prop_oneof![
        coordinate(number()).prop_map(State::Heap),
        (vec(coordinate(any_form()), 1..4), any::<bool>(), option::of(e())).prop_map(
            |(coordinates, symmetric, condition)| State::Tuple {
                coordinates,
                symmetric,
                condition
            }
        ),
        (name(), e(), option::of(e())).prop_map(|(name, count, from)| State::Heaps {
            name,
            count,
            from
        }),
        (words(), e()).prop_map(|(coordinates, from)| State::Coins { coordinates, from }),
        (game_name(), game_name()).prop_map(|(a, b)| State::Product(
            a,
            b,
            expr::ast::Span::default()
        )),
    ]
    .boxed()
}

fn spread() -> BoxedStrategy<Spread> {
    (expression(), name(), expression())
        .prop_map(|(amount, index, condition)| Spread { amount, index, condition })
        .boxed()
}

fn turn_item() -> BoxedStrategy<TurnItem> {
    prop_oneof![
        vec(expression(), 1..4).prop_map(TurnItem::Coin),
        (expression(), expression()).prop_map(|(a, b)| TurnItem::Run(a, b)),
    ]
    .boxed()
}

/// An expression that `of` may follow: `sg of` would go on.
fn before_of() -> BoxedStrategy<Expr> {
    let goes_on = |e: &Expr| {
        let text = e.to_string();
        let last = text.rsplit(|c: char| !c.is_ascii_alphanumeric()).next();
        last.is_some_and(|word| Quantity::from_name(word).is_some())
    };
    expression().prop_filter("`of` would go on", move |e| !goes_on(e)).boxed()
}

fn component() -> BoxedStrategy<Component> {
    let game = (game_name(), arguments(expression())).prop_map(|(name, arguments)| GameRef {
        name,
        arguments,
        span: Span::default(),
    });
    (option::of(game), vec(expression(), 1..4))
        .prop_map(|(game, at)| Component { game, at, each: false })
        .boxed()
}

fn each() -> BoxedStrategy<Component> {
    let list = vec(expression(), 1..4).prop_map(|entries| Node::List(entries).into());
    let name = name().prop_map(|name| Node::Name(name).into());
    let list = prop_oneof![list, set(expression()), name];
    list.prop_map(|list| Component { game: None, at: vec![list], each: true }).boxed()
}

fn components() -> BoxedStrategy<Vec<Component>> {
    prop_oneof![
        1 => vec(prop_oneof![each(), component()], 1..4),
        1 => vec(component(), 0..3),
        1 => sum(expression()).prop_map(|sum| sum.into_iter().map(Component::own).collect()),
    ]
    .boxed()
}

fn update() -> BoxedStrategy<(Place, Expr)> {
    (name(), option::of(expression()), expression())
        .prop_map(|(name, index, value)| (Place { name, index, span: Span::default() }, value))
        .boxed()
}

fn form() -> BoxedStrategy<(Option<Vec<String>>, MoveForm)> {
    let e = expression;
    let choose = (e(), before_of(), binder(e())).prop_map(|(least, most, binder)| Choose {
        least,
        most,
        binder,
    });
    prop_oneof![
        (option::of(words()), components())
            .prop_map(|(pattern, sum)| (pattern, MoveForm::Sum(sum))),
        vec(update(), 1..4).prop_map(|updates| (None, MoveForm::Update(updates))),
        (option::of((e(), before_of())), name(), name(), e(), option::of(spread())).prop_map(
            |(choose, vector, index, target, spread)| {
                (None, MoveForm::Vector { choose, vector, index, target, spread })
            }
        ),
        (words(), vec(turn_item(), 0..3), option::of(choose)).prop_map(
            |(pattern, others, choose)| (Some(pattern), MoveForm::Turn { others, choose })
        ),
    ]
    .boxed()
}

fn movement() -> BoxedStrategy<Move> {
    let quantifier = (binder(expression()), any::<bool>())
        .prop_map(|(binder, same)| MoveBinder { binder, same });
    let label = option::of(prop_oneof![name(), game_name()]);
    let player = select(vec![Player::Either, Player::Left, Player::Right]);
    let who = (label, player);
    (who, form(), vec(quantifier, 0..3), option::of(expression()), any::<bool>())
        .prop_map(|((label, player), (pattern, form), binders, guard, when_stuck)| {
            let span = Span::default();
            let turn = matches!(form, MoveForm::Turn { .. });
            let player = if turn { Player::Either } else { player };
            Move { label, pattern, player, form, binders, guard, when_stuck, span }
        })
        .boxed()
}

fn scope() -> impl Strategy<Value = Scope> {
    select(vec![Scope::Alone, Scope::Any, Scope::All])
}

fn start() -> BoxedStrategy<Start> {
    let size = (name(), option::of(expression())).prop_map(|(name, from)| Size {
        name,
        from,
        span: Span::default(),
    });
    (vec(size, 1..4), components()).prop_map(|(sizes, position)| Start { sizes, position }).boxed()
}

fn end() -> BoxedStrategy<End> {
    prop_oneof![
        Just(End::StuckWins),
        Just(End::StuckLoses),
        (scope(), expression()).prop_map(|(scope, condition)| End::Win(scope, condition)),
        (scope(), expression()).prop_map(|(scope, condition)| End::Lose(scope, condition)),
    ]
    .boxed()
}

fn bounds() -> BoxedStrategy<Vec<(String, Expr)>> {
    vec((name(), expression()), 0..3).boxed()
}

fn claim() -> BoxedStrategy<Claim> {
    let domain = prop_oneof![
        Just(ClaimDomain::Positions),
        Just(ClaimDomain::Starts),
        expression().prop_map(ClaimDomain::Boards),
    ];
    let id = select(vec!["L5", "F2.a", "33", "F6.d.double"]).prop_map(str::to_owned);
    let rest = (vec(binder(expression()), 0..3), option::of(expression()), expression());
    let claim = (name(), id, option::of(text()), domain, rest)
        .prop_map(|(source, id, words, domain, (binders, guard, condition))| Claim {
            source,
            id,
            words,
            domain,
            binders,
            role: Role::Printed,
            guard,
            condition,
            beyond: None,
            span: Span::default(),
        })
        .boxed();
    (claim, text(), 0..4)
        .prop_map(|(claim, reason, kind)| match kind {
            0 => Claim { role: Role::Nearby, ..claim },
            1 => Claim {
                beyond: Some(reason),
                domain: ClaimDomain::Positions,
                binders: Vec::new(),
                guard: None,
                condition: Expr { node: Node::Bool(true), span: claim.span },
                ..claim
            },
            _ => claim,
        })
        .boxed()
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

fn rule() -> BoxedStrategy<Rule> {
    let parent = (game_name(), arguments(expression())).prop_map(|(name, arguments)| GameRef {
        name,
        arguments,
        span: Span::default(),
    });
    let title = option::of((text(), option::of(text())));
    let header = (game_name(), vec(parameter(), 0..4), option::of(parent), title);
    let definition =
        (name(), vec(name(), 0..3), expression()).prop_map(|(name, arguments, body)| Definition {
            name,
            arguments,
            body,
            span: Span::default(),
        });
    let table = (select(Quantity::ALL.to_vec()), bounds()).prop_map(|(quantity, bounds)| {
        let quantity = match quantity {
            Quantity::Lose | Quantity::Numerator | Quantity::Exponent => Quantity::Win,
            quantity => quantity,
        };
        let headings = [Quantity::Sg.into(), quantity.into(), Heading::Definition("v".into())];
        TableRequest { columns: headings.map(|heading| (heading, Span::default())).into(), bounds }
    });
    let check = (vec((vec(set(expression()), 1..3), words()), 0..3), bounds());
    let body = (
        vec(text(), 0..3),
        (option::of(select(Structure::ALL.to_vec())), option::of(state())),
        vec(movement(), 0..4),
        vec(end(), 0..3),
        (select(vec![Play::One, Play::Every, Play::Loopy]), option::of(start())),
        vec(definition, 0..3),
        option::of(table),
        option::of(check),
        vec(claim(), 0..3),
    );
    (header, body)
        .prop_map(|((name, parameters, parent, title), body)| {
            let (
                notes,
                (input, state),
                moves,
                ends,
                (play, start),
                definitions,
                table,
                check,
                claims,
            ) = body;
            let (title, title_zh) = title.map_or((None, None), |(title, zh)| (Some(title), zh));
            let check = check.map(|(values, bounds)| CheckRequest {
                over: parameters
                    .iter()
                    .zip(values)
                    .map(|(p, (sets, words))| {
                        let first = parameters.iter().find(|q| q.name == p.name).unwrap_or(p);
                        (p.name.clone(), variation(&first.kind, sets, words))
                    })
                    .collect(),
                bounds,
            });
            let mut rule = Rule {
                name,
                parameters,
                parent,
                only_claims: false,
                title,
                title_zh,
                notes,
                input,
                state,
                moves,
                ends,
                play,
                start,
                definitions,
                table,
                check,
                claims,
            };
            rule.normalize();
            rule
        })
        .boxed()
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

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000, failure_persistence: None, ..Default::default()
    })]

    #[test]
    fn printing_then_reading_is_the_identity(rule in rule()) {
        let text = rule.to_string();
        let (again, mut mistakes) = parse(&text);
        mistakes.retain(|m| is_syntax(m.code));
        prop_assert!(
            mistakes.iter().all(|m| m.code == "R012"),
            "{}", render("rule", &text, &mistakes)
        );
        let again = again.unwrap();
        prop_assert!(again == rule, "{text}\nwas read as\n{again}");
    }

    #[test]
    fn any_text_is_answered(text in "(\\PC|\n|\t){0,60}") {
        let (_, mistakes) = parse(&text);
        prop_assert!(!mistakes.is_empty());
        prop_assert!(mistakes.iter().all(|m| !m.help.is_empty()));
        let _ = render("text", &text, &mistakes);
    }

    #[test]
    fn any_bytes_are_answered(bytes in vec(any::<u8>(), 0..80)) {
        let text = String::from_utf8_lossy(&bytes);
        let _ = render("text", &text, &parse(&text).1);
    }

    #[test]
    fn what_is_understood_is_printed(pieces in vec(select(PIECES.to_vec()), 0..40)) {
        let text = format!("game g\n{}", pieces.concat());
        let (rule, mistakes) = parse(&text);
        let _ = render("text", &text, &mistakes);
        if let (Some(rule), true) = (rule, mistakes.iter().all(|m| !is_syntax(m.code))) {
            let printed = rule.to_string();
            let again = parse(&printed).0.unwrap();
            prop_assert!(again == rule, "{text}\nwas printed as\n{printed}");
        }
    }
}
