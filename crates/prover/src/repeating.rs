//! The law of a quantity that repeats.

use crate::Question;
use crate::asked::Sought;
use expr::words::listed;

/// What a proved period says.
pub(crate) struct Repeating<'a, V> {
    /// Name of the coordinate.
    pub(crate) name: &'a str,
    /// Of a row of pairs: the other coordinate, and whether it comes first.
    pub(crate) across: Option<(&'a str, bool)>,
    /// The least position.
    pub(crate) least: usize,
    /// By position, up to the end of the first period at least.
    pub(crate) values: &'a [V],
    /// Where the period begins.
    pub(crate) preperiod: usize,
    /// Its length.
    pub(crate) period: usize,
    /// By how much the values grow from one to the next.
    pub(crate) saltus: u32,
}

impl<V: Copy + Into<u32>> Repeating<'_, V> {
    /// The law asked for; without one, or for `?`, that of the period.
    pub(crate) fn law(&self, question: &Question) -> String {
        let q = question.quantity.as_str();
        let Ok(Some(asked)) = Sought::read(question.law.as_deref()) else {
            return question.law.clone().unwrap_or_default();
        };
        let law = match asked.quantity {
            None => self.repeats(q),
            Some(_) => self.every_value(q),
        };
        match asked.among {
            Some(row) => format!("{row} implies ({law})"),
            None => law,
        }
    }

    /// Says that the quantity repeats.
    fn repeats(&self, q: &str) -> String {
        let (n, Self { preperiod, period, saltus, .. }) = (self.name, self);
        let position = |at: String| match self.across {
            None => format!("{q}({at})"),
            Some((across, true)) => format!("{q}({across}, {at})"),
            Some((across, false)) => format!("{q}({at}, {across})"),
        };
        let (here, later) = (position(n.to_owned()), position(format!("{n} + {period}")));
        let stated = match (q, saltus) {
            ("sg", 0) => format!("{later} = {here}"),
            ("sg", _) => format!("{later} = {here} + {saltus}"),
            _ => format!("({later} iff {here})"),
        };
        format!("{n} >= {preperiod} implies {stated}")
    }

    /// `sg = ...` or `win iff ...` by a list of the first values and one of a period.
    fn every_value(&self, q: &str) -> String {
        let (n, least) = (self.name, self.least);
        let list = |values: &[V]| format!("[{}]", listed(values.iter().map(|&v| v.into())));
        let less = |number: usize| match number {
            0 => n.to_owned(),
            number => format!("({n} - {number})"),
        };
        let (first, period) = (self.preperiod.max(least), self.period);
        let late = less(first);
        let (base, rounds) = match period {
            1 => (self.values[first].into().to_string(), late),
            _ => {
                let list = list(&self.values[first..first + period]);
                (format!("{list}[{late} % {period}]"), format!("({late} // {period})"))
            }
        };
        let growth = match self.saltus {
            0 | 1 => rounds,
            saltus => format!("{saltus} * {rounds}"),
        };
        let mut value = match (self.saltus, base.as_str()) {
            (0, _) => base,
            (_, "0") => growth,
            _ => format!("{base} + {growth}"),
        };
        if first > least {
            let early = format!("{}[{}]", list(&self.values[least..first]), less(least));
            value = format!("if {n} < {first} then {early} else {value}");
        }
        if q == "sg" { format!("sg = {value}") } else { format!("{q} iff ({value}) = 1") }
    }
}
