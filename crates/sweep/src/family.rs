//! The members of a family, and which of them are the same game.

use message::{Message, message};
use std::collections::{BTreeMap, HashMap};

use arith::integer::gcd;
use expr::ast::{Expr, Node};
use expr::diagnostic::Diagnostic;
use expr::words::equations;
use kernels::codes::Code;
use rule::ast::{Parameter, ParameterKind, Rule, Variation};
use rule::{Constant, bind, choices};

use crate::error::mistake;
use crate::plan::Overs;
use crate::{Error, Result};

/// Most members of a sweep.
const MAX: usize = 10_000_000;
/// Most digits of a code behind the point that is compared with others by its moves.
const MAX_DIGITS: usize = 30;
/// The name of what varies where the family is one of codes.
pub(crate) const CODE: &str = "code";
/// How the name of a set of moves begins that is on or off.
const MOVE: &str = "move.";

/// What members of a family have to share to be computed once: the more is asked of them, the less can be
/// read off others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Alike {
    /// The rule: claims may speak of the numbers in it.
    Written,
    /// The moves, up to a factor: positions n // d of a subtraction set whose numbers are multiples of d have
    /// the same values, outcomes and lengths of play.
    Scaled,
    /// The Grundy values alone: a code is the same without the moves that change none
    /// ([`Code::reduced`]).
    Valued,
}

/// One variant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Member {
    /// Its number, from 0.
    pub number: usize,
    /// The member that is the same game, and how many times larger its own positions are: the position
    /// n here is n // scale there.
    pub same: Option<(usize, u64)>,
    /// The game in a form of its own.
    pub canonical: String,
    /// What varies, and its value as text, in the order of the plan.
    pub values: Vec<(String, String)>,
}

impl Member {
    /// The game of a family of codes.
    #[must_use]
    pub fn code(&self) -> Option<String> {
        let code = self.values.iter().find(|(name, _)| name == CODE)?;
        Some(code.1.replacen('-', ":", usize::from(is_code(&code.1))))
    }

    /// The parameters that it gives a value.
    pub fn parameters(&self) -> impl Iterator<Item = &(String, String)> {
        self.values.iter().filter(|(name, _)| name != CODE && !name.starts_with(MOVE))
    }

    /// The rule with those moves that are on.
    pub fn choose_moves(&self, rule: &mut Rule) {
        let is_off = |label: &str| {
            let name = format!("{MOVE}{label}");
            self.values.iter().any(|(known, value)| *known == name && value == "off")
        };
        rule.moves.retain(|m| !m.label.as_deref().is_some_and(is_off));
    }

    /// `S = {1, 2}, x = 3`.
    #[must_use]
    pub fn words(&self) -> String {
        equations(self.values.iter().map(|(name, value)| (name, value)))
    }
}

fn is_code(name: &str) -> bool {
    name.starts_with("octal-") || name.starts_with("hex-")
}

/// What may vary: the parameters of the rule and its labelled moves, or the code.
fn parameters(rule: Option<&Rule>) -> Vec<Parameter> {
    let named =
        |name: &str, kind| Parameter { name: name.to_owned(), kind, span: Default::default() };
    let Some(rule) = rule else { return vec![named(CODE, ParameterKind::Game(String::new()))] };
    let mut all = rule.parameters.clone();
    for label in rule.moves.iter().filter_map(|m| m.label.as_deref()) {
        let name = format!("{MOVE}{label}");
        if all.iter().all(|known| known.name != name) {
            let choices = vec!["on".to_owned(), "off".to_owned()];
            all.push(named(&name, ParameterKind::Word { default: "on".to_owned(), choices }));
        }
    }
    all
}

/// All members, in the order of the plan, the last that varies fastest.
///
/// Which of them are the same game depends on what is asked of them.
///
/// # Errors
/// A mistake in what varies, with its place; too many members.
pub fn members(
    rule: Option<&Rule>,
    fixed: &[(String, String)],
    overs: &Overs,
    alike: Alike,
) -> Result<Vec<Member>> {
    let parameters = parameters(rule);
    let variations = variations(&parameters, overs)?;
    let known = match rule {
        Some(rule) => {
            bind(rule, fixed).map_err(|e| mistake(message!("{}: {e}", rule.name)))?.values
        }
        None => BTreeMap::new(),
    };
    if variations.is_empty() {
        return Err(mistake(
            "nothing varies; write --over 'k in 1..5', or a line `over k in 1..5`",
        ));
    }
    if rule.is_none() && variations.iter().all(|(name, _)| name != CODE) {
        return Err(mistake("there is no rule; name one, or write --over 'code in octal(2)'"));
    }
    let mut all: Vec<BTreeMap<String, Constant>> = vec![BTreeMap::new()];
    for (name, variation) in &variations {
        if fixed.iter().any(|(other, _)| other == name) {
            return Err(mistake(message!(
                "`{name}` has one value and varies; leave one of them out"
            )));
        }
        all = extended(&all, name, variation, &parameters, &known)?;
    }
    let set = rule.and_then(subtracted);
    let member = |(number, values): (usize, &BTreeMap<String, Constant>)| {
        let canonical = canonical(values, set.as_deref(), alike);
        let value = |name: &String| (name.clone(), values[name].to_string());
        let values = variations.iter().map(|(name, _)| value(name)).collect();
        (Member { number, same: None, canonical: canonical.0, values }, canonical.1)
    };
    Ok(told_apart(all.iter().enumerate().map(member).collect(), alike))
}

/// What was chosen of earlier parameters, with each value that the next one takes there.
fn extended(
    all: &[BTreeMap<String, Constant>],
    name: &str,
    variation: &Variation,
    parameters: &[Parameter],
    known: &BTreeMap<String, Constant>,
) -> Result<Vec<BTreeMap<String, Constant>>> {
    let mut longer = Vec::new();
    for values in all {
        let mut known = known.clone();
        known.extend(values.clone());
        let all = choices(parameters, name, variation, &known, MAX);
        for value in all.map_err(|why| mistake(message!("--over {name}: {why}")))? {
            if matches!(&value, Constant::Set(arith::NumberSet::Finite(set)) if set.is_empty()) {
                return Err(mistake(message!("--over {name}: a set is empty; choose some")));
            }
            let mut next = values.clone();
            next.insert(name.to_owned(), value);
            longer.push(next);
        }
        if longer.len() > MAX {
            return Err(mistake(message!("the sweep has more than {MAX} members; choose fewer")));
        }
    }
    if longer.is_empty() {
        return Err(mistake(message!("--over {name}: {}", without_values(variation))));
    }
    Ok(longer)
}

/// Why a parameter takes no value, and what to do.
fn without_values(variation: &Variation) -> Message {
    match variation {
        Variation::Ints(Expr { node: Node::Range(lo, hi), .. }) => {
            let is_number = |end: &Expr| end.to_string().parse::<i128>().is_ok();
            match is_number(lo) && is_number(hi) {
                true => message!("the range {lo}..{hi} is empty; write {hi}..{lo}"),
                false => message!("the range {lo}..{hi} is always empty; choose another range"),
            }
        }
        _ => "it takes no value; choose some".into(),
    }
}

fn variations(parameters: &[Parameter], overs: &Overs) -> Result<Vec<(String, Variation)>> {
    let mut all: Vec<(String, Variation)> = Vec::new();
    let mut mistakes = Vec::new();
    for &span in &overs.spans {
        match rule::over(&overs.source, span, parameters) {
            Ok((name, _)) if all.iter().any(|(known, _)| *known == name) => {
                let cause = format!("`{name}` varies twice");
                mistakes.push(Diagnostic::new("R012", cause, span).help("delete one of the two"));
            }
            Ok(read) => all.push(read),
            Err(found) => mistakes.extend(found),
        }
    }
    match mistakes.is_empty() {
        true => Ok(all),
        false => Err(Error::diagnosed(&overs.name, &overs.source, &mistakes)),
    }
}

/// Marks members that are the same game as another: an earlier one, or that with the set divided by the
/// greatest common divisor of its numbers.
fn told_apart(all: Vec<(Member, u64)>, alike: Alike) -> Vec<Member> {
    let mut first: HashMap<(String, u64), usize> = HashMap::new();
    for (member, scale) in &all {
        first.entry((member.canonical.clone(), *scale)).or_insert(member.number);
    }
    let of = |(mut member, scale): (Member, u64)| {
        let at = |scale| first.get(&(member.canonical.clone(), scale)).copied();
        let root = at(1).filter(|_| alike > Alike::Written && scale > 1).map(|root| (root, scale));
        let equal = at(scale).map(|equal| (equal, 1));
        member.same = root.or(equal).filter(|(other, _)| *other != member.number);
        member
    };
    all.into_iter().map(of).collect()
}

/// The set parameter of a rule that says: take a member of it from the heap, nothing else.
fn subtracted(rule: &Rule) -> Option<String> {
    let sets = rule.parameters.iter().filter(|p| matches!(p.kind, ParameterKind::Set(_)));
    let played = |rule: &Rule| {
        let mut played =
            Rule { state: rule.state.clone(), moves: rule.moves.clone(), ..Rule::default() };
        played.ends = rule.ends.clone();
        played.start = rule.start.clone();
        played.play = rule.play;
        played.moves.iter_mut().for_each(|m| m.label = None);
        played.to_string()
    };
    let name = |set: &Parameter| {
        let set = &set.name;
        let text =
            format!("game g({set} = {{1}})\nheap n\nmove n -> n - s for s in {set} if s <= n\n");
        (played(&rule::parse(&text).0?) == played(rule)).then(|| set.clone())
    };
    sets.filter_map(name).next()
}

/// A form that equal games share, and by what the positions are multiplied.
fn canonical(
    values: &BTreeMap<String, Constant>,
    set: Option<&str>,
    alike: Alike,
) -> (String, u64) {
    let of_set = |all: &[i64]| {
        let divisor = all.iter().fold(0, |a, b| gcd(a, b.unsigned_abs().into()));
        // The greatest divisor of 64-bit numbers is one.
        let divisor = u64::try_from(divisor).unwrap_or(1).max(1);
        let all: Vec<String> =
            all.iter().map(|s| (s.unsigned_abs() / divisor).to_string()).collect();
        (format!("subtract:{}", all.join(",")), divisor)
    };
    if let Some(Constant::Set(arith::NumberSet::Finite(all))) = set.and_then(|set| values.get(set))
    {
        return of_set(all);
    }
    match values.get(CODE) {
        Some(Constant::Game(name)) if is_code(name) => {
            let digits = name.split_once('.').map_or("", |(_, digits)| digits);
            let digits = digits.trim_end_matches('0');
            let whole = name.split_once('.').map_or("", |(whole, _)| &whole[whole.len() - 1..]);
            let taken: Vec<i64> =
                (1..).zip(digits.chars()).filter(|(_, d)| *d == '3').map(|(t, _)| t).collect();
            if whole == "0" && digits.chars().all(|d| matches!(d, '0' | '3')) {
                return of_set(&taken);
            }
            let all = || whole.chars().chain(digits.chars());
            let numbers: Option<Vec<u8>> = all().map(|d| Some(d.to_digit(16)? as u8)).collect();
            let code = numbers.filter(|_| alike == Alike::Valued && digits.len() <= MAX_DIGITS);
            if let Some(code) = code.and_then(|numbers| Code::of_digits(&numbers)) {
                return (code.reduced().to_string().replacen(' ', ":", 1), 1);
            }
            let base = if all().all(|d| d.is_digit(8)) { "octal" } else { "hex" };
            (format!("{base}:{whole}.{digits}"), 1)
        }
        _ => (equations(values), 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str, overs: &[&str]) -> Result<Vec<Member>> {
        let (rule, mistakes) = rule::parse(text);
        assert!(text.is_empty() || mistakes.is_empty(), "{mistakes:?}");
        let overs: Vec<String> = overs.iter().map(|&text| text.to_owned()).collect();
        members(rule.as_ref(), &[], &Overs::given(&overs), Alike::Valued)
    }

    fn words(all: &[Member]) -> Vec<String> {
        all.iter().map(Member::words).collect()
    }

    const TAKE: &str = "game g(S = {1, 2})\nheap n\nmove take: n -> n - s for s in S if s <= n\n";

    #[test]
    fn members_in_order_with_bounds_that_vary() {
        let text = "game g(m = 3, k = 1, w = weak in weak | strong)\nheap n\nmove up: n -> n - k if k <= n\n\
                    move two: n -> n - 2 if n > m\n";
        let all = of(text, &["m in 1..2", "k in 1..m", "w in strong | weak"]).unwrap();
        assert_eq!(all.len(), 6);
        assert_eq!(all[3].words(), "m = 2, k = 1, w = weak");
        let all = of(text, &["move.two in on | off", "m in {5}"]).unwrap();
        assert_eq!(words(&all), ["move.two = on, m = 5", "move.two = off, m = 5"]);
        let mut rule = rule::parse(text).0.unwrap();
        all[1].choose_moves(&mut rule);
        assert_eq!(rule.moves.len(), 1);
        assert_eq!(all[1].parameters().count(), 1);
    }

    #[test]
    fn scaled_sets_and_repeated_members_are_the_same_game() {
        let all = of(TAKE, &["S in {2, 4}; {1, 2}; {2, 1}; {3, 6}; {2, 3}; primes"]).unwrap();
        let same: Vec<_> = all.iter().map(|m| m.same).collect();
        assert_eq!(same, [Some((1, 2)), None, Some((1, 1)), Some((1, 3)), None, None]);
        assert_eq!(all[3].canonical, "subtract:1,2");
        // whoever cannot move wins: still a function of n // d, but no plain subtraction game
        let other = of(&format!("{TAKE}stuck wins\n"), &["S in {2, 4}; {1, 2}"]).unwrap();
        assert_eq!(other[0].same, None);
        let all =
            of("", &["code in octal(0.03) | octal(0.3) | hex(0.30) | octal(0.33) | octal(0.7)"])
                .unwrap();
        let same: Vec<_> = all.iter().map(|m| m.same).collect();
        assert_eq!(same, [Some((1, 2)), None, Some((1, 1)), None, None]);
        assert_eq!(all[4].code().as_deref(), Some("octal:0.7"));
    }

    #[test]
    fn codes_are_told_apart_by_what_is_asked() {
        let over = ["code in octal(0.024) | octal(0.025) | octal(0.07) | octal(0.77)".to_owned()];
        let same = |alike| {
            let all = members(None, &[], &Overs::given(&over), alike).unwrap();
            all.iter().map(|member| member.same).collect::<Vec<_>>()
        };
        assert_eq!(same(Alike::Valued), [None, Some((0, 1)), None, None]);
        assert_eq!(same(Alike::Scaled), [None; 4]);
    }

    #[test]
    fn mistakes_say_what_and_where() {
        let shown = |overs: &[&str]| of(TAKE, overs).unwrap_err().to_string();
        let text = shown(&["S in {1}", "T in {2}"]);
        assert!(text.contains("--over:2:1") && text.contains("no parameter `T`"), "{text}");
        assert!(shown(&["S in {1}", "S in {2}"]).contains("varies twice"));
        assert!(shown(&["move.tak in on"]).contains("did you mean `move.take`?"));
        assert!(shown(&[]).contains("nothing varies"));
        let of_range =
            |over: &str| of("game g(m = 1, k = 1)\nheap n\nmove n -> 0 if n > 0\n", &[over]);
        let empty = of_range("m in 3..1").unwrap_err().to_string();
        assert_eq!(empty, "--over m: the range 3..1 is empty; write 1..3");
        let empty = of_range("m in -1..-3").unwrap_err().to_string();
        assert!(empty.ends_with("write -3..-1"), "{empty}");
        let of_set =
            |over| of("game g(S = {1})\nheap n\nmove n - s for s in S if s <= n\n", &[over]);
        for empty in ["S in 3..1", "S in primes; 3..1"] {
            assert!(of_set(empty).unwrap_err().to_string().contains("a set is empty"), "{empty}");
        }
        let empty = of_range("m in 3..k").unwrap_err().to_string();
        assert!(empty.contains("3..k is always empty; choose another range"), "{empty}");
    }
}
