//! Parameters, the state, definitions, and the quantities of `table`.

use message::message;
use std::collections::BTreeSet;

use expr::ast::{Expr, Node, Span, is_named_set};
use expr::function::function;
use expr::kind::Kind;

use super::limits::limits;
use super::scope::{Quantities, Signature};
use super::{Checker, TupleCoordinate};
use crate::ast::{
    CheckRequest, Coordinate, CoordinateForm, Parameter, ParameterKind, State, Variation,
};
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
                ParameterKind::List(_) => Kind::List,
            };
            self.declare_new(name, kind, "a parameter", *span);
        }
        self.scope.later.clear();
        if self.diagnostics.len() > before {
            return;
        }
        let bound = bind::defaults(rule);
        if let Ok(values) = &bound {
            self.diagnostics.extend(limits(rule, values));
        }
        if let Err(mistake) = bound {
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
                    let help = message!("it is one of {}", choices.join(", "));
                    self.report("R043", parameter.span, cause, help);
                }
            }
            ParameterKind::Game(_) => {}
            ParameterKind::List(entries) => entries.iter().for_each(|e| self.number(e)),
        }
    }

    /// Checks the value of a set parameter.
    fn positive_set(&mut self, set: &Expr, near: Span) {
        self.set(set, near);
        let listed = match &set.node {
            Node::Set(elements) => elements,
            Node::Range(lo, _) => std::slice::from_ref(&**lo),
            Node::Name(_) | Node::Call(..) => &[],
            _ => {
                let cause = "the value of a parameter is a set that is listed or named";
                self.report("R045", near, cause, "write `{1, 3}`, `1..9`, or a named set");
                &[]
            }
        };
        let first = listed.iter().find(|e| e.literal().is_some_and(|v| v < 1));
        if let Some(element) = first {
            let cause = format!("{element} cannot be in a set of positive integers");
            self.report("R052", element.span, cause, "list numbers from 1 on");
        }
    }

    pub(super) fn state(&mut self) {
        let Some(state) = &self.rule.state else {
            if self.needs_no_state() {
                return;
            }
            let cause = "the rule does not say what a position is";
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

    /// Whether the rule consists of starting positions made of other games, or of nothing but
    /// claims beyond what can be checked.
    fn needs_no_state(&self) -> bool {
        let rule = self.rule;
        if !rule.moves.is_empty() {
            return false;
        }
        match &rule.start {
            Some(start) => {
                !start.position.is_empty() && start.position.iter().all(|c| c.game.is_some())
            }
            None => {
                let nothing_asked = rule.table.is_none() && rule.check.is_none();
                let beyond = rule.claims.iter().all(|c| c.beyond.is_some());
                nothing_asked && beyond && !rule.claims.is_empty()
            }
        }
    }

    fn coordinates(&mut self, coordinates: &[Coordinate]) {
        for coordinate in coordinates {
            if let CoordinateForm::Row(length) = &coordinate.form {
                self.number(length);
            }
            for e in [&coordinate.from, &coordinate.to].into_iter().flatten() {
                self.number(e);
            }
            // An empty set is a set; limits() judges the size of what it is taken from.
            if let (Some(from), Some(to)) = (&coordinate.from, &coordinate.to)
                && coordinate.form != CoordinateForm::Subset
            {
                self.range(from, to);
            }
            // What a set is taken from is judged by its size as well.
            if let Some(from) = &coordinate.from
                && coordinate.form != CoordinateForm::Subset
                && from.literal().is_some_and(|v| v < 0)
            {
                let cause = format!("`{}` cannot be negative", coordinate.name);
                self.report("R052", from.span, cause, "coordinates are numbers >= 0");
            }
        }
        self.scoped(|c| {
            for coordinate in coordinates {
                let axis = TupleCoordinate::of(coordinate);
                c.declare_new(&axis.name, axis.kind, axis.what(), coordinate.span);
            }
        });
    }

    /// Finds what each definition gives, then checks the definitions with that knowledge.
    pub(super) fn definitions(&mut self) {
        let rule = self.rule;
        for definition in &rule.definitions {
            let name = &definition.name;
            let entry = Signature {
                arity: definition.arguments.len(),
                result: Kind::Unknown,
                speaks: false,
            };
            if self.definitions.insert(name.clone(), entry).is_some() {
                let cause = format!("`{name}` is defined twice");
                self.report("R022", definition.span, cause, "choose another name for one of them");
            } else if function(name).is_some() || expr::ast::Fold::from_name(name).is_some() {
                let cause = format!("`{name}` is a function of the language");
                self.report("R022", definition.span, cause, "choose another name");
            } else if is_named_set(name) {
                let cause = format!("`{name}` is a set of the language");
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
            for (heading, span) in &table.columns {
                self.column(heading, *span);
            }
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
                    Variation::Lists(lists) => {
                        lists.iter().flatten().for_each(|e| self.number(e));
                    }
                }
            }
            self.bounds(bounds, "check");
        }
    }
}
