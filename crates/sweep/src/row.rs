//! What is known of a column of a member's table.

use detector::Finding;
use expr::law::LawKind;
use kernels::period::Period;
use report::{end_of, place};
use table::{Column, Digest, Table, Values};

use crate::Row;
use crate::shard::hash;

impl Row {
    /// The best law of a column, the period that a theorem gives, the text of a certificate of the law, and what
    /// the values amount to.
    #[must_use]
    pub fn of(
        table: &Table,
        column: &Column,
        best: Option<&Finding>,
        period: Option<Period>,
        certificate: Option<&str>,
    ) -> Self {
        let known = match (certificate, period, best) {
            (Some(_), ..) => Some("certificate"),
            (None, Some(_), _) => Some("theorem"),
            (None, None, Some(_)) => Some("table"),
            (None, None, None) => None,
        };
        let mut row = Self {
            quantity: column.name.clone(),
            reach: end_of(table),
            known: known.map(str::to_owned),
            certificate: certificate.map(hash),
            ..Self::default()
        };
        row.add_law(best, period, table);
        row.add_values(table, &column.values);
        row
    }

    /// A period that a theorem gives is the law where the table shows none.
    fn add_law(&mut self, best: Option<&Finding>, period: Option<Period>, table: &Table) {
        let axis = table.axes.first().filter(|_| table.axes.len() == 1);
        if let Some(Finding { law, .. }) = best {
            let number = |name: &str| law.parameter(name)?.parse().ok();
            self.law = Some(law.words.to_string());
            self.kind = Some(law.kind.name().to_owned());
            self.exceptions = Some(law.exceptions.len() as i64);
            self.preperiod = number("preperiod");
            self.period = number("period");
            self.saltus = number("saltus");
            if let (LawKind::Constant, Some(axis)) = (law.kind, axis) {
                self.period = Some(1);
                self.preperiod = law.from.or(Some(axis.lo));
            }
        }
        let Some(Period { preperiod, period, computed_to }) = period else { return };
        self.computed_to = i64::try_from(computed_to).ok();
        self.preperiod = i64::try_from(preperiod).ok();
        self.period = i64::try_from(period).ok();
        self.saltus = Some(0);
        if let (None, Some(axis)) = (&self.law, axis) {
            let (q, n) = (&self.quantity, &axis.name);
            self.law = Some(format!("{q}({n} + {period}) = {q}({n}) for {n} >= {preperiod}"));
            self.kind = Some(LawKind::Periodic.name().to_owned());
            self.exceptions = Some(0);
        }
    }

    fn add_values(&mut self, table: &Table, values: &Values) {
        let Some(digest) = Digest::of_column(table, values) else { return };
        let hex = |digest: &Digest| Some(format!("{:016x}", digest.hash));
        self.positions = i64::try_from(digest.positions).ok();
        self.hash = hex(&digest);
        if let Some((greatest, cell)) = digest.greatest {
            self.greatest = Some(greatest);
            let at = table.position(usize::try_from(cell).unwrap_or(0));
            self.greatest_at = Some(place(&table.axes, &at));
        }
        self.different = Some(digest.counts.len() as i64);
        self.common = digest.counts.first().map(|(value, _)| *value);
        self.rare = digest.counts.last().map(|(value, _)| *value);
        if matches!(self.quantity.as_str(), "sg" | "win" | "misere") {
            let zeros = digest.counts.iter().find(|(value, _)| *value == 0);
            self.lost = Some(zeros.map_or(0, |(_, count)| *count as i64));
        }
        if let (Values::U16(values), [_], None) = (values, &table.axes[..], &table.present) {
            let half = values.len() / 2;
            self.half = hex(&Digest::of_repetition(&values[..half], 0, half, half as u64));
        }
    }
}
