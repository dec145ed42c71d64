//! Parameters, the state, definitions, and what is asked for.

use std::collections::BTreeSet;

use expr::ast::{Expr, Set, Span};
use expr::suggest::did_you_mean;

use super::expression::literal;
use super::functions;
use super::scope::{Definition, Kind, Quantities};
use super::{Checker, Shape};
use crate::ast::{CheckRequest, Coordinate, Parameter, ParameterKind, State, Variation};
use crate::bind;

impl Checker<'_> {
    pub(super) fn parameters(&mut self) {
        let rule = self.rule;
        let before = self.diagnostics.len();
        self.scope.later = rule.parameters.iter().map(|p| p.name.clone()).collect();
        let mut words = BTreeSet::new();
        for parameter in &rule.parameters {
            if let ParameterKind::Word { choices, .. } = &parameter.kind {
                words.extend(choices);
            }
        }
        for parameter in &rule.parameters {
            let Parameter { name, kind, span } = parameter;
            self.parameter_kind(parameter);
            if words.contains(name) {
                let cause = format!("`{name}` is both a parameter and a word");
                self.report("R022", *span, cause, "choose another name");
            }
            let kind = match kind {
                ParameterKind::Int { .. } => Kind::Number,
                ParameterKind::Set(_) => Kind::Set,
                ParameterKind::Word { .. } => Kind::Word,
                ParameterKind::Game(_) => Kind::Game,
            };
            self.declare_new(name, kind, "a parameter", *span);
        }
        self.scope.later.clear();
        if self.diagnostics.len() == before
            && let Err(mistake) = bind::bind(rule, &[])
        {
            let span = match (rule.parameters.first(), rule.parameters.last()) {
                (Some(first), Some(last)) => first.span.to(last.span),
                _ => Span::default(),
            };
            let cause = format!("the defaults do not fit: {mistake}");
            self.report("R053", span, cause, "choose defaults inside the ranges");
        }
    }

    fn parameter_kind(&mut self, parameter: &Parameter) {
        match &parameter.kind {
            ParameterKind::Int { default, lo, hi } => {
                for e in [Some(default), lo.as_ref(), hi.as_ref()].into_iter().flatten() {
                    self.number(e);
                }
            }
            ParameterKind::Set(set) => self.positive_set(set, parameter.span),
            ParameterKind::Word { default, choices } => {
                let mut seen = BTreeSet::new();
                if let Some(twice) = choices.iter().find(|c| !seen.insert(*c)) {
                    let cause = format!("the word `{twice}` is listed twice");
                    self.report("R022", parameter.span, cause, "delete one of them");
                }
                if !choices.contains(default) {
                    let cause = format!("the default `{default}` is not one of the words");
                    let help = format!("it is one of {}", choices.join(", "));
                    self.report("R043", parameter.span, cause, help);
                }
            }
            ParameterKind::Game(_) => {}
        }
    }

    /// Checks the value of a set parameter.
    fn positive_set(&mut self, set: &Set, near: Span) {
        self.set(set, near);
        let first = match set {
            Set::Elements(elements) => elements.iter().find(|e| literal(e).is_some_and(|v| v < 1)),
            Set::Range(lo, _) => literal(lo).filter(|v| *v < 1).map(|_| &**lo),
            Set::Named(..) => None,
        };
        if let Some(element) = first {
            let cause = format!("{element} cannot be in a set of positive integers");
            self.report("R052", element.span, cause, "list numbers from 1 on");
        }
    }

    pub(super) fn state(&mut self) {
        let Some(state) = &self.rule.state else {
            let cause = "the rule does not say what a position is".to_owned();
            let help = "add `heap n`, `state (a, b)`, `state heaps h[m]` or `coins x from 1`";
            return self.report("R030", Span::default(), cause, help);
        };
        match state {
            State::Heap(coordinate) => self.coordinates(std::slice::from_ref(coordinate)),
            State::Tuple { coordinates, condition, .. } => {
                self.coordinates(coordinates);
                if let Some(condition) = condition {
                    self.scoped(|c| {
                        c.declare_position();
                        c.condition(condition);
                    });
                }
            }
            State::Heaps { name, count, from } => {
                self.number(count);
                from.iter().for_each(|e| self.number(e));
                self.scoped(|c| c.declare_new(name, Kind::List, "the heaps", count.span));
            }
            State::Coins { coordinates, from } => {
                self.number(from);
                self.scoped(|c| {
                    for name in coordinates {
                        c.declare_new(name, Kind::Number, "a coordinate", from.span);
                    }
                });
            }
            State::Product(..) => {}
        }
    }

    fn coordinates(&mut self, coordinates: &[Coordinate]) {
        for coordinate in coordinates {
            for e in [&coordinate.from, &coordinate.to].into_iter().flatten() {
                self.number(e);
            }
            if let (Some(from), Some(to)) = (&coordinate.from, &coordinate.to) {
                let range = Set::Range(Box::new(from.clone()), Box::new(to.clone()));
                self.set(&range, coordinate.span);
            }
            if let Some(from) = &coordinate.from
                && literal(from).is_some_and(|v| v < 0)
            {
                let cause = format!("`{}` cannot be negative", coordinate.name);
                self.report("R052", from.span, cause, "coordinates are numbers >= 0");
            }
        }
        self.scoped(|c| {
            for coordinate in coordinates {
                c.declare_new(&coordinate.name, Kind::Number, "a coordinate", coordinate.span);
            }
        });
    }

    /// Finds what each definition gives, then checks the definitions with that knowledge.
    pub(super) fn definitions(&mut self) {
        let rule = self.rule;
        for definition in &rule.definitions {
            let name = &definition.name;
            let entry = Definition {
                arity: definition.arguments.len(),
                result: Kind::Unknown,
                speaks: false,
            };
            if self.definitions.insert(name.clone(), entry).is_some() {
                let cause = format!("`{name}` is defined twice");
                self.report("R022", definition.span, cause, "choose another name for one of them");
            } else if functions::function(name).is_some()
                || expr::ast::Fold::from_name(name).is_some()
            {
                let cause = format!("`{name}` is a function of the language");
                self.report("R022", definition.span, cause, "choose another name");
            }
        }
        // Each round learns at least one result, or nothing more can be learnt.
        for round in 0..=rule.definitions.len() {
            let reported = self.diagnostics.len();
            let before = self.definitions.clone();
            for definition in &rule.definitions {
                self.spoke = false;
                let result = self.scoped(|c| {
                    c.scope.quantities = Quantities::Stated;
                    for argument in &definition.arguments {
                        c.declare_new(argument, Kind::Number, "an argument", definition.span);
                    }
                    c.infer(&definition.body)
                });
                let speaks = self.spoke;
                if let Some(entry) = self.definitions.get_mut(&definition.name) {
                    entry.result = result;
                    entry.speaks |= speaks;
                }
            }
            if self.definitions == before || round == rule.definitions.len() {
                break;
            }
            self.diagnostics.truncate(reported);
        }
        for definition in &rule.definitions {
            let result = self.definitions.get(&definition.name).map(|d| d.result);
            if let Some(found @ (Kind::List | Kind::Word | Kind::Set | Kind::Game)) = result {
                self.expect_kind(found, Kind::Number, &definition.body);
            }
        }
    }

    pub(super) fn requests(&mut self) {
        let rule = self.rule;
        if let Some(table) = &rule.table {
            self.bounds(&table.bounds, "table");
        }
        if let Some(CheckRequest { over, bounds }) = &rule.check {
            for (name, values) in over {
                let near = rule.parameters.iter().find(|p| p.name == *name).map(|p| p.span);
                let near = near.unwrap_or_default();
                match values {
                    Variation::Ints(set) => self.set(set, near),
                    Variation::Sets(sets) => sets.iter().for_each(|s| self.positive_set(s, near)),
                    Variation::Words(_) => {}
                }
            }
            self.bounds(bounds, "check");
        }
    }

    /// Checks the bounds of a box: names of coordinates, each once, and none missing.
    fn bounds(&mut self, bounds: &[(String, Expr)], statement: &str) {
        let mut known: Vec<String> = self.shape.coordinates().to_vec();
        if let Shape::Heaps(name) = &self.shape {
            known.push(name.clone());
        }
        if let Some(start) = &self.rule.start
            && !known.contains(&start.variable)
        {
            known.push(start.variable.clone());
        }
        if matches!(self.shape, Shape::Missing) {
            return;
        }
        self.scoped(|c| {
            for (i, (name, bound)) in bounds.iter().enumerate() {
                c.number(bound);
                if bounds[..i].iter().any(|(earlier, _)| earlier == name) {
                    let cause = format!("`{name}` has two bounds");
                    c.report("R012", bound.span, cause, "delete one of them");
                } else if !known.contains(name) {
                    let help = did_you_mean(name, known.iter().map(String::as_str), || {
                        format!("coordinates are {}", known.join(", "))
                    });
                    let cause = format!("`{name}` is no coordinate, so it has no bound");
                    c.report("R036", bound.span, cause, help);
                }
                c.scope.declare(name, Kind::Number, "a coordinate");
            }
        });
        let Some((_, last)) = bounds.last() else { return };
        // A mistyped coordinate is not one without bound; starts reach what they reach.
        if self.rule.start.is_some() || bounds.iter().any(|(name, _)| !known.contains(name)) {
            return;
        }
        let fixed = |name: &String| match &self.rule.state {
            Some(State::Tuple { coordinates, .. }) => {
                coordinates.iter().any(|c| c.name == *name && c.to.is_some())
            }
            Some(State::Heap(c)) => c.to.is_some(),
            _ => false,
        };
        let unbounded = |name: &&String| !bounds.iter().any(|(n, _)| n == *name) && !fixed(name);
        if let Some(missing) = known.iter().find(unbounded) {
            let cause = format!("`{statement}` gives no bound for `{missing}`");
            self.report("R037", last.span, cause, format!("add `, {missing} = ...`"));
        }
    }
}
