//! No false law is proved: every law of the catalogue that is proved, with one number or one
//! operator altered, is offered to the prover; what it then proves must hold on the engine's table.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use engine::{Bounds, Limits, Silent};
use prover::{Certificate, Outcome, Question, statement};
use rayon::prelude::*;
use rule::ast::ParameterKind;
use rule::{Library, Rule};
use serde_json::Value;
use verdict::{Answer, Coordinate, Verdict};

/// Most alterations of one law that the quick test tries, spread over all of them.
const TRIED: usize = 8;
/// Values computed for a proof.
const VALUES: usize = 20_000;

/// The rule files of the repository by name.
struct Catalogue(BTreeMap<String, String>);

static CATALOGUE: LazyLock<Catalogue> = LazyLock::new(|| {
    let texts = files("rules", "game").into_iter().map(|path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, fs::read_to_string(path).unwrap())
    });
    Catalogue(texts.collect())
});

impl Library for Catalogue {
    fn source(&self, name: &str) -> Option<Cow<'_, str>> {
        self.0.get(name).map(|text| Cow::Borrowed(text.as_str()))
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// The files with that ending below a folder of the repository.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
    let (mut open, mut all) = (vec![root], Vec::new());
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == ending) {
                all.push(path);
            }
        }
    }
    all.sort();
    all
}

/// A rule, the values of its parameters, and a law.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stated {
    rule: String,
    parameters: Vec<(String, String)>,
    law: String,
}

impl Stated {
    /// What a certificate proves; `None` of identities, which say nothing of a game's values
    /// (they are altered in the checker's tests).
    fn of(certificate: &str) -> Option<Self> {
        let read: Value = serde_json::from_str(certificate).ok()?;
        if read["theorem"] == "identity" {
            return None;
        }
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let parameters = read.get("parameters")?.as_object()?.iter();
        Some(Self {
            rule: read["rule"].as_str()?.to_owned(),
            parameters: parameters.map(|(name, value)| (name.clone(), text(value))).collect(),
            law: read["law"].as_str()?.to_owned(),
        })
    }

    /// Number of coordinates.
    fn width(&self) -> usize {
        let instance = rule::bind(&self.as_claim().unwrap(), &self.parameters).unwrap();
        engine::Game::compile(&instance, &*CATALOGUE).unwrap().coordinates().len()
    }

    fn is_proved(&self) -> bool {
        let question = Question {
            rule: self.rule.clone(),
            parameters: self.parameters.clone(),
            quantity: statement::quantity(&self.law).to_owned(),
            law: Some(self.law.clone()),
            to: VALUES,
        };
        matches!(prover::prove(&question, &|_, _| true), Ok(Outcome::Proved(_)))
    }

    /// The rule with the law as its claim; `None` where that is no rule.
    fn as_claim(&self) -> Option<Rule> {
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
    fn on_a_table(&self) -> Answer {
        let mut rule = self.as_claim().unwrap();
        if self.parameters.is_empty() && !rule.parameters.is_empty() {
            let all = rule.parameters.iter().map(|p| {
                assert!(matches!(p.kind, ParameterKind::Int { .. }), "{}", rule.name);
                format!("{} in 1..6", p.name)
            });
            let over = all.collect::<Vec<_>>().join(", ");
            rule = rule::parse(&format!("{rule}\ncheck over {over}\n")).0.unwrap();
        }
        let greatest = numbers(&self.law).into_iter().map(|(_, _, number)| number).max();
        let instance = rule::bind(&rule, &self.parameters).unwrap();
        let game = engine::Game::compile(&instance, &*CATALOGUE).unwrap();
        let bound = match game.coordinates().len() {
            0 | 1 => 300.max(3 * greatest.unwrap_or(0)),
            2 => 40,
            _ => 12,
        };
        let limits = Limits { memory: 1 << 28 };
        let bounds = Bounds::All(bound);
        let verdicts =
            verdict::check(&rule, &self.parameters, &*CATALOGUE, &bounds, &limits, &Silent);
        verdicts.unwrap().remove(0).answer
    }

    /// The law with one number more or less by one, or one operator changed, in every way that
    /// reads as a law.
    fn altered(&self) -> Vec<Self> {
        let spliced = |begin: usize, end: usize, with: &str| {
            let law = format!("{}{with}{}", &self.law[..begin], &self.law[end..]);
            Self { law, ..self.clone() }
        };
        let mut all = Vec::new();
        for (begin, end, number) in numbers(&self.law) {
            for other in [number + 1, number - 1].into_iter().filter(|&n| n >= 0) {
                all.push(spliced(begin, end, &other.to_string()));
            }
        }
        for (operator, other) in OPERATORS {
            for (begin, _) in self.law.match_indices(operator) {
                all.push(spliced(begin, begin + operator.len(), other));
            }
        }
        all.retain(|other| other.as_claim().is_some());
        all
    }
}

/// Operators and what each is changed to.
const OPERATORS: [(&str, &str); 16] = [
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" = ", " != "),
    (" != ", " = "),
    (" + ", " - "),
    (" - ", " + "),
    (" ^ ", " + "),
    (" and ", " or "),
    (" or ", " and "),
    (" % ", " // "),
    (" // ", " % "),
    ("min(", "max("),
    ("max(", "min("),
    ("win iff", "lose iff"),
];

/// The numbers written in a law: from where to where they stand.
fn numbers(law: &str) -> Vec<(usize, usize, i64)> {
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

/// The usual parameters of a rule.
fn usual(rule: &Rule) -> Vec<(String, String)> {
    let usual = rule::bind(rule, &[]).unwrap();
    let written = |(name, value): (&String, _)| (name.clone(), format!("{value}"));
    usual.values.iter().map(written).collect()
}

/// The claims of a rule, whether they hold or not, proved for its usual parameters where they can.
fn claims_offered(name: &str) -> (Rule, Vec<Verdict>) {
    let Ok(rule) = rule::load(name, &*CATALOGUE) else { panic!("{name}") };
    let mut verdicts: Vec<Verdict> = verdict::unanswered(&rule, "")
        .into_iter()
        .zip(&rule.claims)
        .map(|(verdict, claim)| match claim.beyond {
            None => {
                let answer = Answer::Holds { domain: String::new(), judged: 1 };
                Verdict { answer, ..verdict }
            }
            Some(_) => verdict,
        })
        .collect();
    verdict::prove(&rule, &usual(&rule), &*CATALOGUE, &mut verdicts, &|| true).unwrap();
    (rule, verdicts)
}

static OFFERED: LazyLock<Vec<(Rule, Vec<Verdict>)>> =
    LazyLock::new(|| CATALOGUE.names().into_par_iter().map(|name| claims_offered(&name)).collect());

/// The certificates of a claim.
fn certificates(verdict: &Verdict) -> impl Iterator<Item = &Certificate> {
    verdict.proof.iter().flat_map(|proof| &proof.certificates)
}

/// Every law of the catalogue that is proved: of the claims of the rule files, and in the
/// certificates of `output`, which speak of other parameters and of laws found in tables.
static PROVED: LazyLock<BTreeSet<Stated>> = LazyLock::new(|| {
    let of_claims = OFFERED.iter().flat_map(|(_, verdicts)| verdicts).flat_map(certificates);
    let mut all: BTreeSet<Stated> = of_claims.filter_map(|c| Stated::of(&c.text)).collect();
    let printed = files("output", "json").into_iter().map(|path| fs::read_to_string(path).unwrap());
    // the checker also reads names of entries of rows that rule files do not have
    all.extend(printed.filter_map(|text| Stated::of(&text)).filter(|s| s.as_claim().is_some()));
    all
});

/// Offers the altered laws to the prover; whatever it proves must hold on a table.
fn try_all(laws: &BTreeSet<Stated>, altered: Vec<Stated>) {
    let count = altered.len();
    let proved: Vec<Stated> = altered.into_par_iter().filter(Stated::is_proved).collect();
    // of the few that are proved most say the same in other words
    assert!(count > 4 * laws.len() && 5 * proved.len() < count, "{} of {count}", proved.len());
    for stated in proved {
        let answer = stated.on_a_table();
        assert!(matches!(answer, Answer::Holds { .. }), "{stated:?} is proved: {answer:?}");
    }
}

#[test]
fn proved_laws_hold_and_altered_ones_are_not_proved_unless_they_hold() {
    // multiples of irrational numbers, and long rows, take seconds each
    let laws = PROVED.iter().filter(|s| !s.law.contains("sqrt") && s.width() <= 6);
    let laws: BTreeSet<Stated> = laws.cloned().collect();
    assert!(laws.len() > 70, "{}", laws.len());
    laws.par_iter().for_each(|stated| {
        let answer = stated.on_a_table();
        assert!(matches!(answer, Answer::Holds { .. }), "{stated:?}: {answer:?}");
    });
    let mut some = BTreeSet::new();
    for stated in &laws {
        let altered = stated.altered();
        let step = altered.len().div_ceil(TRIED).max(1);
        some.extend(altered.into_iter().step_by(step));
    }
    try_all(&laws, some.difference(&laws).cloned().collect());
}

#[test]
fn identities_hold_on_tables() {
    let is_identity = |c: &Certificate| c.text.contains("\"theorem\": \"identity\"");
    let mut seen = 0;
    for (rule, offered) in &*OFFERED {
        let of: Vec<bool> = offered.iter().map(|v| certificates(v).any(is_identity)).collect();
        if !of.contains(&true) {
            continue;
        }
        let (fixed, limits) = (usual(rule), Limits { memory: 1 << 28 });
        let bounds = Bounds::All(4);
        let verdicts =
            verdict::check(rule, &fixed, &*CATALOGUE, &bounds, &limits, &Silent).unwrap();
        for (verdict, _) in verdicts.iter().zip(&of).filter(|(_, is_identity)| **is_identity) {
            assert!(verdict.holds(), "{} {}: {}", rule.name, verdict.id, verdict.statement);
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen}");
}

/// The coordinates of a counterexample, rows entry by entry.
fn flat(position: &[(String, Coordinate)]) -> Vec<i64> {
    let entries = position.iter().flat_map(|(_, coordinate)| match coordinate {
        Coordinate::Number(value) => vec![*value],
        Coordinate::Row(entries) | Coordinate::Set(entries) => entries.clone(),
    });
    entries.collect()
}

#[test]
fn automata_refute_where_the_table_does() {
    // where all moves lower the sum of the coordinates, by which tables order counterexamples
    let definable = [
        "coin-one",
        "lasker",
        "mark",
        "moore-nim",
        "nim",
        "nim-misere",
        "split-only",
        "subtraction",
    ];
    let game = |stated: &Stated| stated.as_claim().unwrap().name;
    let laws = PROVED.iter().filter(|stated| definable.contains(&game(stated).as_str()));
    let altered: BTreeSet<Stated> =
        laws.flat_map(|stated| stated.altered().into_iter().step_by(4)).collect();
    let compared = altered.par_iter().filter(|stated| {
        let instance = rule::bind(&stated.as_claim().unwrap(), &stated.parameters).unwrap();
        let found = verdict::refute(&instance, &stated.law, &*CATALOGUE, &|| true).unwrap();
        match (found, stated.on_a_table()) {
            (Some(Answer::Fails { position: at, says, .. }), Answer::Fails { position, .. }) => {
                assert_eq!(flat(&at), flat(&position), "{stated:?}: {says}");
                true
            }
            (Some(found), answer) => panic!("{stated:?}: {found:?}, {answer:?}"),
            (None, _) => false,
        }
    });
    let compared = compared.count();
    assert!(2 * compared > altered.len(), "{compared} of {}", altered.len());
}

#[test]
#[ignore = "takes minutes: every law, altered in every way"]
fn no_altered_law_is_proved_unless_it_holds() {
    let laws = &*PROVED;
    let all: BTreeSet<Stated> = laws.iter().flat_map(Stated::altered).collect();
    try_all(laws, all.difference(laws).cloned().collect());
}

#[test]
fn a_table_tells_true_laws_from_false_ones() {
    let rule =
        "game bash(m = 3 in 1..)\nheap n\nmove n -> n - t for t in 1..min(m, n)\n".to_owned();
    let stated = |law: &str| Stated { rule: rule.clone(), parameters: Vec::new(), law: law.into() };
    let holds = |law: &str| matches!(stated(law).on_a_table(), Answer::Holds { .. });
    assert!(holds("lose iff n % (m + 1) = 0"));
    assert!(!holds("lose iff n % (m + 2) = 0") && !holds("lose iff n % 4 = 0"));
    assert!(!holds("n > 400 implies (lose iff n % (m + 1) = 1)"));
}
