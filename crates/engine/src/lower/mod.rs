//! Rule to clauses: parameters put in, vectors and turns spelled out, so that every move is
//! "for these quantifiers, if these guards hold, to this sum of points".

mod product;
mod turn;
mod vector;

use crate::machine::term::Term;
use arith::sets::NumberSet;
use expr::ast::{Binary, Binder, Expr, Node, Set, Span};
use expr::diagnostic::Diagnostic;
use expr::eval::upper_bound;
use expr::substitute::{Bindings, component, int};
use hashbrown::HashMap;
use rule::ast::{Coordinate, Definition, End, Move, MoveForm, Start, State};
use rule::{Constant, Instance};

/// A coordinate of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Dimension {
    pub(crate) name: String,
    pub(crate) lo: i64,
    /// Greatest value, when the rule fixes it.
    pub(crate) hi: Option<i64>,
}

/// How components make up a whole position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sum {
    /// Components stand side by side.
    Multiset,
    /// Coins: two heads in one place cancel.
    Symmetric,
}

/// The values a quantifier runs over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Domain {
    Range(Expr, Expr),
    /// A set, up to a limit that a guard gives (infinite sets always have one).
    Set(NumberSet, Option<Expr>),
}

/// One component of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Point(Vec<Expr>),
    /// Every coin of a box, given by its ranges; none where a range runs backwards.
    Block(Vec<(Expr, Expr)>),
}

/// A move with everything spelled out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clause {
    /// The rule's label, or the move's number.
    pub(crate) label: String,
    pub(crate) binders: Vec<(String, Domain)>,
    /// All must hold.
    pub(crate) guards: Vec<Expr>,
    pub(crate) parts: Vec<Part>,
    pub(crate) when_stuck: bool,
    pub(crate) span: Span,
}

/// Immediate ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ending {
    pub(crate) condition: Expr,
    pub(crate) wins: bool,
}

/// A rule with its parameters fixed, in the form the engine works on.
#[derive(Clone, Debug)]
pub(crate) struct Lowered {
    pub(crate) dimensions: Vec<Dimension>,
    pub(crate) symmetric: bool,
    pub(crate) condition: Option<Expr>,
    pub(crate) sum: Sum,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) endings: Vec<Ending>,
    pub(crate) stuck_wins: bool,
    pub(crate) start: Option<Start>,
    pub(crate) definitions: Vec<Definition>,
    /// Numbers of the parameters, words and sets, for further expressions (bounds).
    pub(crate) bindings: Bindings,
}

/// What lowering needs to know of other games: the two factors of a product.
pub(crate) type Factors<'a> = &'a dyn Fn(&str) -> Result<Lowered, Vec<Diagnostic>>;

/// A mistake that shows only once parameters are known.
pub(crate) fn mistake(
    code: &'static str,
    span: Span,
    message: impl Into<String>,
    label: impl Into<String>,
    help: impl Into<String>,
) -> Diagnostic {
    Diagnostic { code, message: message.into(), span, label: label.into(), help: help.into() }
}

/// The value of a constant expression.
pub(crate) fn constant(e: &Expr, bindings: &Bindings) -> Result<i64, Diagnostic> {
    match Term::from_expr(&bindings.expr(e), &HashMap::new()) {
        Some(Term::Const(value)) => Ok(value),
        Some(term) => term.value(&[]).map_err(|_| not_constant(e)),
        None => crate::exact::constant(&bindings.expr(e)).ok_or_else(|| not_constant(e)),
    }
}

fn not_constant(e: &Expr) -> Diagnostic {
    mistake(
        "G001",
        e.span,
        format!("`{e}` has no value here"),
        "must be a number",
        "use numbers and parameters only",
    )
}

/// A number set as it is written.
fn set_expr(set: &NumberSet) -> Set {
    let named = |n: &str, arguments| Set::Named(n.into(), arguments, Span::default());
    match set {
        NumberSet::Finite(values) => Set::Elements(values.iter().map(|&v| int(v)).collect()),
        NumberSet::Powers(base) => named("powers", vec![int(*base)]),
        other => named(&other.to_string(), Vec::new()),
    }
}

/// Bindings for the parameters of an instance.
pub(crate) fn bindings(instance: &Instance) -> Bindings {
    let mut bindings = Bindings::default();
    for (parameter, value) in &instance.values {
        match value {
            Constant::Int(value) => {
                bindings.names.insert(parameter.clone(), int(*value));
            }
            Constant::Set(set) => {
                bindings.sets.insert(parameter.clone(), set_expr(set));
            }
            Constant::Word { index, choices } => {
                bindings.names.insert(parameter.clone(), int(*index as i64));
                for (i, word) in choices.iter().enumerate() {
                    bindings.names.insert(word.clone(), int(i as i64));
                }
            }
            Constant::Game(_) => {}
        }
    }
    bindings
}

/// Lowers a bound rule.
///
/// # Errors
/// Mistakes that show only with the parameters put in.
pub(crate) fn lower(instance: &Instance, factors: Factors<'_>) -> Result<Lowered, Vec<Diagnostic>> {
    let rule = &instance.rule;
    let mut bindings = bindings(instance);
    let Some(state) = &rule.state else {
        let help = "add a line such as `heap n` or `state (a, b)`";
        return Err(vec![mistake("G002", Span::default(), "the rule has no state", "", help)]);
    };
    let one = |d: Diagnostic| vec![d];
    let mut symmetric = false;
    let mut condition = None;
    let mut sum = Sum::Multiset;
    let mut product = None;
    let dimension = |c: &Coordinate, bindings: &Bindings| -> Result<Dimension, Vec<Diagnostic>> {
        let lo = c.from.as_ref().map_or(Ok(0), |e| constant(e, bindings)).map_err(one)?;
        let hi = c.to.as_ref().map(|e| constant(e, bindings)).transpose().map_err(one)?;
        Ok(Dimension { name: c.name.clone(), lo, hi })
    };
    let dimensions = match state {
        State::Heap(coordinate) => vec![dimension(coordinate, &bindings)?],
        State::Tuple { coordinates, symmetric: s, condition: c } => {
            symmetric = *s;
            condition = c.as_ref().map(|c| bindings.expr(c));
            coordinates.iter().map(|c| dimension(c, &bindings)).collect::<Result<_, _>>()?
        }
        State::Heaps { name: vector, count, from } => {
            let m = constant(count, &bindings).map_err(one)?;
            let lo = from.as_ref().map_or(Ok(0), |e| constant(e, &bindings)).map_err(one)?;
            if !(1..=16).contains(&m) {
                let message = format!("`{vector}` would have {m} heaps");
                let help = "a vector may have 1 to 16 heaps";
                return Err(vec![mistake("G003", count.span, message, "number of heaps", help)]);
            }
            symmetric = true;
            let m = usize::try_from(m).unwrap_or(1);
            bindings.vectors.insert(vector.clone(), m);
            (1..=m).map(|i| Dimension { name: component(vector, i), lo, hi: None }).collect()
        }
        State::Coins { coordinates, from } => {
            sum = Sum::Symmetric;
            let lo = constant(from, &bindings).map_err(one)?;
            coordinates.iter().map(|c| Dimension { name: c.clone(), lo, hi: None }).collect()
        }
        State::Product(a, b) => {
            sum = Sum::Symmetric;
            let of = |g: &String| match instance.values.get(g) {
                Some(Constant::Game(game)) => factors(game),
                _ => factors(g),
            };
            let (a, b) = (of(a)?, of(b)?);
            let lowered = product::product(&a, &b).map_err(one)?;
            product = Some(lowered.1);
            lowered.0
        }
    };
    let mut clauses = Vec::new();
    let mut mistakes = Vec::new();
    for (number, movement) in rule.moves.iter().enumerate() {
        match lower_move(movement, number + 1, &dimensions, &bindings) {
            Ok(lowered) => clauses.extend(lowered),
            Err(diagnostic) => mistakes.push(diagnostic),
        }
    }
    clauses.extend(product.unwrap_or_default());
    if !mistakes.is_empty() {
        return Err(mistakes);
    }
    let endings = rule.ends.iter().filter_map(|end| match end {
        End::Win(c) => Some(Ending { condition: bindings.expr(c), wins: true }),
        End::Lose(c) => Some(Ending { condition: bindings.expr(c), wins: false }),
        End::StuckWins | End::StuckLoses => None,
    });
    let definitions = rule.definitions.iter().map(|d| {
        let mut inner = bindings.clone();
        d.arguments.iter().for_each(|a| {
            inner.names.remove(a);
        });
        Definition { body: inner.expr(&d.body), ..d.clone() }
    });
    let start = rule.start.as_ref().map(|s| Start {
        variable: s.variable.clone(),
        from: s.from.as_ref().map(|e| bindings.expr(e)),
        position: s.position.iter().map(|p| bindings.all(p)).collect(),
    });
    Ok(Lowered {
        symmetric,
        condition,
        sum,
        endings: endings.collect(),
        stuck_wins: rule.ends.contains(&End::StuckWins),
        start,
        definitions: definitions.collect(),
        clauses,
        dimensions,
        bindings,
    })
}

fn lower_move(
    movement: &Move,
    number: usize,
    dimensions: &[Dimension],
    bindings: &Bindings,
) -> Result<Vec<Clause>, Diagnostic> {
    let label = movement.label.clone().unwrap_or_else(|| number.to_string());
    match &movement.form {
        MoveForm::Sum(positions) => {
            let parts = positions.iter().map(|p| Part::Point(bindings.all(p))).collect();
            let binders: Vec<Binder> = movement.binders.iter().map(|b| b.binder.clone()).collect();
            let clause = clause(label, movement, &binders, Vec::new(), parts, bindings)?;
            Ok(clause.into_iter().collect())
        }
        MoveForm::Vector { .. } => vector::lower(movement, &label, dimensions.len(), bindings),
        MoveForm::Turn { .. } => turn::lower(movement, &label, bindings),
    }
}

/// Builds a clause from binders and parts still in the rule's names; `None` when a guard is
/// false whatever the position.
fn clause(
    label: String,
    movement: &Move,
    binders: &[Binder],
    extra_guards: Vec<Expr>,
    parts: Vec<Part>,
    bindings: &Bindings,
) -> Result<Option<Clause>, Diagnostic> {
    let mut guards = extra_guards;
    if let Some(guard) = &movement.guard {
        guards.extend(conjuncts(&bindings.expr(guard)));
    }
    let mut kept = Vec::new();
    for guard in guards {
        match Term::from_expr(&guard, &HashMap::new()) {
            Some(Term::Const(0)) => return Ok(None),
            Some(Term::Const(_)) => {}
            _ => kept.push(guard),
        }
    }
    let binders = binders
        .iter()
        .enumerate()
        .map(|(i, b)| Ok((b.name.clone(), domain(b, &binders[i..], &kept, bindings)?)))
        .collect::<Result<Vec<_>, Diagnostic>>()?;
    Ok(Some(Clause {
        label,
        binders,
        guards: kept,
        parts,
        when_stuck: movement.when_stuck,
        span: movement.span,
    }))
}

/// The conjuncts of a condition, chained comparisons taken apart.
fn conjuncts(e: &Expr) -> Vec<Expr> {
    match &e.node {
        Node::Binary(Binary::And, a, b) => {
            let mut all = conjuncts(a);
            all.extend(conjuncts(b));
            all
        }
        Node::Compare(first, rest) if rest.len() > 1 => {
            let mut left = (**first).clone();
            let mut all = Vec::new();
            for (op, right) in rest {
                let node = Node::Compare(Box::new(left), vec![(*op, right.clone())]);
                all.push(Expr { node, span: e.span });
                left = right.clone();
            }
            all
        }
        _ => vec![e.clone()],
    }
}

/// The values of a quantifier; `later` are the quantifiers from it on, whose values a limit
/// cannot use.
fn domain(
    binder: &Binder,
    later: &[Binder],
    guards: &[Expr],
    bindings: &Bindings,
) -> Result<Domain, Diagnostic> {
    let set = match bindings.set(&binder.set) {
        Set::Range(lo, hi) => return Ok(Domain::Range(*lo, *hi)),
        Set::Elements(items) => {
            let values = items.iter().map(|e| constant(e, bindings)).collect::<Result<Vec<_>, _>>();
            let mut values = values?;
            values.sort_unstable();
            values.dedup();
            NumberSet::Finite(values)
        }
        Set::Named(n, arguments, span) => {
            let arguments: Vec<String> = arguments
                .iter()
                .map(|e| constant(e, bindings).map(|v| v.to_string()))
                .collect::<Result<_, _>>()?;
            let text =
                if arguments.is_empty() { n } else { format!("{n}({})", arguments.join(", ")) };
            text.parse().map_err(|_| {
                let help = "sets are `{1, 3}`, `1..n`, primes, squares, powers(2), factorials, ...";
                mistake("G004", span, format!("`{text}` is not a set"), "", help)
            })?
        }
    };
    let later: Vec<&str> = later.iter().map(|b| b.name.as_str()).collect();
    let limit = guards.iter().find_map(|g| upper_bound(g, &binder.name, &later));
    if limit.is_none() && !matches!(set, NumberSet::Finite(_)) {
        return Err(mistake(
            "G005",
            binder.span,
            format!("`{}` runs over {set}, which has no end", binder.name),
            "unbounded range",
            format!("add a guard such as `if {} <= n`", binder.name),
        ));
    }
    Ok(Domain::Set(set, limit))
}
