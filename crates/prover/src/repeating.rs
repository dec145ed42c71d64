//! What a quantity that repeats amounts to, as a law.

use crate::Question;

/// What a proved period says.
pub(crate) struct Repeating<'a, V> {
    /// Name of the coordinate.
    pub(crate) name: &'a str,
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
    /// The law asked for; without one that of the period.
    pub(crate) fn law(&self, question: &Question) -> String {
        let (n, q) = (self.name, question.quantity.as_str());
        let Self { preperiod, period, saltus, .. } = self;
        match &question.law {
            Some(law) if law.split_whitespace().eq([q, "=", "?"]) => self.every_value(q),
            Some(law) if law.split_whitespace().eq([q, "iff", "?"]) => self.every_value(q),
            Some(law) => law.clone(),
            None => {
                let stated = match (q, saltus) {
                    ("sg", 0) => format!("sg({n} + {period}) = sg({n})"),
                    ("sg", _) => format!("sg({n} + {period}) = sg({n}) + {saltus}"),
                    _ => format!("({q}({n} + {period}) iff {q}({n}))"),
                };
                format!("{n} >= {preperiod} implies {stated}")
            }
        }
    }

    /// `sg = ...` or `win iff ...` by a list of the first values and one of a period.
    fn every_value(&self, q: &str) -> String {
        let (n, least) = (self.name, self.least);
        let list = |values: &[V]| {
            let values: Vec<String> = values.iter().map(|&v| v.into().to_string()).collect();
            format!("[{}]", values.join(", "))
        };
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
