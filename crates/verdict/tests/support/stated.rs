//! Laws of the repository's rules, and what the engine's tables say of them.

use catalogue::Catalogue;
use engine::{Bounds, Means};
use rule::Rule;
use rule::ast::ParameterKind;
use serde_json::Value;
use verdict::ClaimAnswer;

/// A table with more than five coordinates has at most so many cells: moves may leave its box.
const MAX_CELLS: i64 = 10_000;

/// A rule, the values of its parameters, and a law.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Stated {
    pub(crate) rule: String,
    pub(crate) parameters: Vec<(String, String)>,
    pub(crate) law: String,
}

impl Stated {
    /// What a certificate proves.
    pub(crate) fn of(certificate: &str) -> Option<Self> {
        let read: Value = serde_json::from_str(certificate).ok()?;
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let parameters = read.get("parameters")?.as_object()?.iter();
        Some(Self {
            rule: read["rule"].as_str()?.to_owned(),
            parameters: parameters.map(|(name, value)| (name.clone(), text(value))).collect(),
            law: read["law"].as_str()?.to_owned(),
        })
    }

    /// Number of coordinates.
    pub(crate) fn width(&self) -> usize {
        let instance = rule::bind(&self.as_claim().unwrap(), &self.parameters).unwrap();
        engine::Game::compile(&instance, &Catalogue).unwrap().coordinates().len()
    }

    /// The rule with the law as its claim; `None` where that is no rule.
    pub(crate) fn as_claim(&self) -> Option<Rule> {
        let rule = match rule::code::from_code(&self.rule) {
            Some(rule) => rule.unwrap().to_string(),
            None => self.rule.clone(),
        };
        match rule::parse(&format!("{rule}\nclaim altered.1: {}\n", self.law)) {
            (Some(rule), mistakes) if mistakes.is_empty() => Some(rule),
            _ => None,
        }
    }

    /// What the engine's table says of the law, on a box well beyond every number it mentions.
    pub(crate) fn on_a_table(&self) -> ClaimAnswer {
        self.answer(300, 40, 12).unwrap()
    }

    /// The same on a box of these sizes, for one, two and more coordinates (of many, of less), if
    /// there is a table.
    pub(crate) fn answer(&self, one: i64, two: i64, more: i64) -> Result<ClaimAnswer, String> {
        let mut rule = self.as_claim().ok_or("no claim")?;
        if self.parameters.is_empty() && !rule.parameters.is_empty() {
            let all = rule.parameters.iter().map(|p| {
                assert!(matches!(p.kind, ParameterKind::Int { .. }), "{}", rule.name);
                format!("{} in 1..6", p.name)
            });
            let over = all.collect::<Vec<_>>().join(", ");
            rule = rule::parse(&format!("{rule}\ncheck over {over}\n")).0.unwrap();
        }
        let greatest = numbers(&self.law).into_iter().map(|(_, _, number)| number).max();
        let instance = rule::bind(&rule, &self.parameters).map_err(|why| why.to_string())?;
        let game = engine::Game::compile(&instance, &Catalogue);
        let game = game.map_err(|mistakes| mistakes[0].message.clone())?;
        let bound = match game.coordinates().len() {
            0 | 1 => one.max(3 * greatest.unwrap_or(0)),
            2 => two,
            3..=5 => more,
            width => {
                let fits = |side: &i64| (side + 1).pow(width as u32) <= MAX_CELLS;
                (1..=more).rev().find(fits).unwrap_or(1)
            }
        };
        let means = Means::silent(1 << 28);
        let bounds = Bounds::All(bound);
        let verdicts = verdict::check(&rule, &self.parameters, &Catalogue, &bounds, means);
        Ok(verdicts.map_err(|why| format!("{why:?}"))?.remove(0).answer)
    }
}

/// The numbers written in a law: from where to where they stand.
pub(crate) fn numbers(law: &str) -> Vec<(usize, usize, i64)> {
    let bytes = law.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let begins = (0..law.len())
        .filter(|&at| is_digit(at) && (at == 0 || !bytes[at - 1].is_ascii_alphanumeric()));
    let read = |begin| {
        let end = (begin..).find(|&at| !is_digit(at)).unwrap();
        (begin, end, law[begin..end].parse().unwrap())
    };
    begins.map(read).collect()
}
