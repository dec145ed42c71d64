//! Strips of any length, as the games of heaps that they are.

use crate::failure::{Result, mistake};
use crate::input::Input;
use crate::request::Parameters;
use crate::source::Source;
use crate::watch::{Notice, Watch};
use engine::Strip;
use message::message;
use rule::ast::{Heading, ParameterKind};
use rule::{BindError, Constant, Instance};

impl Input {
    /// The take-and-break game that the rule is, where it is one on a strip; `None` for others, and where
    /// parameters vary.
    #[must_use]
    pub fn strip(&self) -> Option<Strip> {
        let width = Strip::width(&self.rule)?;
        if !self.parameters.variations.is_empty() {
            return None;
        }
        let (given, others): (Vec<_>, Vec<_>) =
            self.parameters.fixed.iter().cloned().partition(|(name, _)| name == width);
        let least = self.rule.parameters.iter().find_map(|p| match &p.kind {
            ParameterKind::Int { lo, .. } if p.name == width => lo.as_ref()?.literal(),
            _ => None,
        });
        let short = [(width.to_owned(), least.unwrap_or(1).to_string())];
        let Instance { rule, mut values } =
            rule::bind(&self.rule, &[&others[..], &short[..]].concat()).ok()?;
        let length = match given.last() {
            Some((_, length)) => length.trim().parse().ok()?,
            None => self.rule.parameters.iter().find_map(|p| match &p.kind {
                ParameterKind::Int { default, .. } if p.name == width => default.literal(),
                _ => None,
            })?,
        };
        values.insert(width.to_owned(), Constant::Int(i64::try_from(length).ok()?));
        Strip::of(&Instance { rule, values }, &*self.library)
    }

    /// Says what game of heaps is played, where it stands for another rule.
    pub fn tell_of_heaps(&self, watch: &dyn Watch) {
        if let Some(rule) = &self.stands_for {
            watch.notice(Notice::OnHeaps(rule, &self.name));
        }
    }

    /// Refuses columns that are not those of the strip: a move of heaps is several of its moves.
    ///
    /// # Errors
    /// A column tells of winning moves, and heaps stand for a strip.
    pub(crate) fn refuse_moves_of_heaps(&self, columns: &[Heading]) -> Result<()> {
        let of_moves = columns.iter().filter_map(Heading::quantity).find(|q| q.is_of_moves());
        match (&self.stands_for, of_moves) {
            (Some(rule), Some(quantity)) => Err(mistake(message!(
                "{rule} is played as {}, where one move stands for several: `{}` is known of shorter \
                 strips only",
                self.name,
                quantity.name()
            ))),
            _ => Ok(()),
        }
    }

    /// The same on heaps, where the rule is on a strip too long for a set and its starts are full strips;
    /// otherwise as it is.
    #[must_use]
    pub(crate) fn on_heaps_if_long(self) -> Self {
        let is_long = |input: &Self| {
            let bound = rule::bind(&input.rule, &input.parameters.fixed);
            matches!(bound, Err(BindError::Size { .. }))
        };
        match Strip::width(&self.rule).filter(|_| is_long(&self)).and_then(|_| self.strip()) {
            Some(strip) if strip.is_whole => self.on_heaps(&strip),
            _ => self,
        }
    }

    /// The game of heaps in place of the rule.
    #[must_use]
    pub fn on_heaps(self, strip: &Strip) -> Self {
        let name = strip.name();
        let rule = strip.rule().clone();
        let stands_for = Some(self.rule.name.clone());
        let source = Source::new(&name, rule.to_string());
        Self { name, source, rule, stands_for, parameters: Parameters::default(), ..self }
    }
}

#[cfg(test)]
mod tests;
