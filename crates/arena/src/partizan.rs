//! Partizan rules on structures, by definition.

use crate::{Arena, Family, File};
use arith::Dyadic;
use engine::{Component, Game, Outcome, PartizanAnswer, PartizanValue, Stop};
use table::{Column, Table, Values};

impl Arena<'_> {
    /// The game on the only component of a file, and where it starts.
    ///
    /// # Errors
    /// The file has several components, or the rule does not take the one it has.
    pub fn only(&self, file: &File<'_>) -> Result<(Game, Vec<Component>), Stop> {
        let components = file.facts()?;
        let [facts] = &components[..] else {
            let why = "a partizan rule is played on one component; the file has several";
            return Err(Stop::Refused(why.into()));
        };
        self.game(file, 0, facts)
    }

    /// [`Arena::table_of`] for a partizan rule.
    pub(crate) fn partizan_table_of(&self, family: &Family) -> Result<Table, Stop> {
        let answers = family.members().map(|member| {
            let (game, start) = self.only(&self.read(&member.name, &member.text)?)?;
            game.ask_partizan(&start, self.means)
        });
        let answers: Vec<PartizanAnswer> = answers.collect::<Result<_, _>>()?;
        Ok(Table { columns: columns(&answers), ..family.rows().clone() })
    }
}

/// The outcomes of positions, and their values where they are known of all.
pub(crate) fn columns(answers: &[PartizanAnswer]) -> Vec<Column> {
    let outcomes = Outcome::column(answers.iter().map(|answer| answer.outcome));
    let value = |answer: &PartizanAnswer| -> Option<Option<Dyadic>> {
        match answer.value {
            PartizanValue::Number(number) => Some(Some(number)),
            PartizanValue::NotANumber => Some(None),
            PartizanValue::Meaningless | PartizanValue::TooLarge => None,
        }
    };
    let values = answers.iter().map(value).collect::<Option<_>>().map(Values::of_numbers);
    let column = |name: &str, values| Column { name: name.to_owned(), values };
    let outcomes = [column("outcome", outcomes)].into_iter();
    outcomes.chain(values.map(|values| column("value", values))).collect()
}
