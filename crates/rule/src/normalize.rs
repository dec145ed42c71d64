//! Brings moves that change one coordinate into one form.

use expr::ast::Span;

use crate::ast::{Component, Move, MoveForm, Place, Rule, State};

impl Rule {
    /// Gives `a -> E` its one form: an update where `a` is one of several coordinates, else a move
    /// from the state `a` to the position `E`. The two are written alike, and which one is meant
    /// shows only once the state is known; [`parse`](crate::parse()) and
    /// [`resolve`](crate::resolve()) leave no other form behind.
    pub fn normalize(&mut self) {
        let mut names = Vec::new();
        if let Some(State::Tuple { coordinates, .. }) = &self.state
            && coordinates.len() > 1
        {
            names.extend(coordinates.iter().map(|c| c.name.as_str()));
        }
        for clause in &mut self.moves {
            normalize(clause, &names);
        }
    }
}

/// `names` are those of the coordinates, when there are several.
fn normalize(clause: &mut Move, names: &[&str]) {
    match (&mut clause.form, clause.pattern.as_deref()) {
        (MoveForm::Sum(sum), Some([name])) if names.contains(&name.as_str()) => {
            let [Component { game: None, at, each: false }] = sum.as_mut_slice() else { return };
            if at.len() != 1 {
                return;
            }
            let span = Span::new(clause.span.start, clause.span.start);
            let place = Place { name: name.clone(), index: None, span };
            let values = std::mem::take(at).into_iter();
            clause.form = MoveForm::Update(values.map(|value| (place.clone(), value)).collect());
            clause.pattern = None;
        }
        (MoveForm::Update(updates), None) => {
            let [(Place { name, index: None, .. }, value)] = updates.as_slice() else { return };
            if names.contains(&name.as_str()) {
                return;
            }
            clause.pattern = Some(vec![name.clone()]);
            clause.form = MoveForm::Sum(vec![Component::own(vec![value.clone()])]);
        }
        _ => {}
    }
}
