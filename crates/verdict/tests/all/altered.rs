//! No false law is proved: every law of the catalogue that is proved, with one number or one
//! operator altered, is offered to the prover; what it then proves must hold on the engine's table.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use crate::support::stated::{Stated, numbers};
use catalogue::Catalogue;
use draw::{Runs, some_of};
use engine::{Bounds, Means};
use prover::{Certified, Question, statement};
use rayon::prelude::*;
use rule::{Library, Rule};
use serde_json::value::RawValue;
use verdict::ClaimAnswer::{Fails, Holds};
use verdict::{Coordinate, ProofBudget, ProofScope, Verdict};

/// Most alterations of one law that the quick test tries, spread over all of them.
const TRIED: usize = 3;
/// Values computed for a proof.
const VALUES: usize = 20_000;

/// What the prover says of a law, and of those beside it.
trait Altered: Sized {
    /// Whether it is proved.
    fn is_proved(&self) -> bool;
    /// The law with one number more or less by one, or one operator changed, in every way that
    /// reads as a law.
    fn altered(&self) -> Vec<Self>;
}

impl Altered for Stated {
    fn is_proved(&self) -> bool {
        let question = Question {
            rule: self.rule.clone(),
            parameters: self.parameters.clone(),
            quantity: statement::quantity(&self.law).to_owned(),
            law: Some(self.law.clone()),
            to: VALUES,
        };
        prover::prove(&question).is_ok()
    }

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

/// The usual parameters of a rule.
fn usual(rule: &Rule) -> Vec<(String, String)> {
    let usual = rule::bind(rule, &[]).unwrap();
    let written = |(name, value): (&String, _)| (name.clone(), format!("{value}"));
    usual.values.iter().map(written).collect()
}

/// The claims of a rule, whether they hold or not, proved for its usual parameters where they can.
fn claims_offered(name: &str) -> (Rule, Vec<Verdict>) {
    let Ok(rule) = rule::load(name, &Catalogue) else { panic!("{name}") };
    let mut verdicts: Vec<Verdict> = verdict::unanswered(&rule, &"".into())
        .into_iter()
        .zip(&rule.claims)
        .map(|(verdict, claim)| match claim.beyond {
            None => {
                let answer = Holds { domain: verdict::Region::default(), judged: 1 };
                Verdict { answer, ..verdict }
            }
            Some(_) => verdict,
        })
        .collect();
    verdict::prove(&rule, &usual(&rule), &Catalogue, &mut verdicts, &ProofBudget::unbounded())
        .unwrap();
    (rule, verdicts)
}

/// All rules but one, whose claim is false and about single digits of four heaps: a minute.
static OFFERED: LazyLock<Vec<(Rule, Vec<Verdict>)>> = LazyLock::new(|| {
    let names = Catalogue.names().into_par_iter().filter(|name| name != "moore-nim");
    names.map(|name| claims_offered(&name)).collect()
});

/// The certificates of a claim.
fn certificates(verdict: &Verdict) -> impl Iterator<Item = &Certified> {
    verdict.proof.iter().flat_map(|proof| &proof.certificates)
}

/// Every law of the catalogue that is proved: of the claims of the rule files, and in the
/// certificates of `output`, which speak of other parameters and of laws found in tables.
static PROVED: LazyLock<BTreeSet<Stated>> = LazyLock::new(|| {
    let of_claims = OFFERED.iter().flat_map(|(_, verdicts)| verdicts).flat_map(certificates);
    let mut all: BTreeSet<Stated> = of_claims.filter_map(|c| Stated::of(&c.text)).collect();
    let printed = fs::read_to_string(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../output/certificates.json"),
    )
    .unwrap();
    let printed: Vec<Box<RawValue>> = serde_json::from_str(&printed).unwrap();
    // the checker also reads names of entries of rows that rule files do not have
    let printed = printed.iter().filter_map(|text| Stated::of(text.get()));
    all.extend(printed.filter(|stated| stated.as_claim().is_some()));
    all
});

/// Offers the altered laws, more than so many, to the prover; whatever it proves must hold on a table.
fn try_all(altered: Vec<Stated>, more_than: usize) {
    let count = altered.len();
    let proved: Vec<Stated> = altered.into_par_iter().filter(Stated::is_proved).collect();
    // of the few that are proved most say the same in other words
    assert!(count > more_than && 5 * proved.len() < count, "{} of {count}", proved.len());
    for stated in proved {
        let answer = stated.on_a_table();
        assert!(matches!(answer, Holds { .. }), "{stated:?} is proved: {answer:?}");
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
        assert!(matches!(answer, Holds { .. }), "{stated:?}: {answer:?}");
    });
    let mut some = BTreeSet::new();
    let tried: Vec<&Stated> = some_of(&laws).collect();
    for stated in &tried {
        let altered = stated.altered();
        let step = altered.len().div_ceil(TRIED).max(1);
        some.extend(altered.into_iter().step_by(step));
    }
    try_all(some.difference(&laws).cloned().collect(), 2 * tried.len());
}

#[test]
fn identities_hold_on_tables() {
    let mut seen = 0;
    for (rule, offered) in &*OFFERED {
        let is_identity = |v: &Verdict| v.proved_of() == Some(ProofScope::Kind);
        let of: Vec<bool> = offered.iter().map(is_identity).collect();
        if !of.contains(&true) {
            continue;
        }
        let (fixed, means) = (usual(rule), Means::silent(1 << 28));
        let bounds = Bounds::All(4);
        let verdicts = verdict::check(rule, &fixed, &Catalogue, &bounds, means).unwrap();
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
    let step = if Runs::this() == Runs::All { 4 } else { 12 };
    let laws = PROVED.iter().filter(|stated| definable.contains(&game(stated).as_str()));
    let altered: BTreeSet<Stated> =
        some_of(laws).flat_map(|stated| stated.altered().into_iter().step_by(step)).collect();
    let compared = altered.par_iter().filter(|stated| {
        let instance = rule::bind(&stated.as_claim().unwrap(), &stated.parameters).unwrap();
        let found = verdict::refute(&instance, &stated.law, &Catalogue).unwrap();
        match (found, stated.on_a_table()) {
            (Some(Fails { position: at, says, .. }), Fails { position, .. }) => {
                assert_eq!(flat(&at), flat(&position), "{stated:?}: {says:?}");
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
    try_all(all.difference(laws).cloned().collect(), 4 * laws.len());
}

#[test]
fn a_table_tells_true_laws_from_false_ones() {
    let rule =
        "game bash(m = 3 in 1..)\nheap n\nmove n -> n - t for t in 1..min(m, n)\n".to_owned();
    let stated = |law: &str| Stated { rule: rule.clone(), parameters: Vec::new(), law: law.into() };
    let holds = |law: &str| matches!(stated(law).on_a_table(), Holds { .. });
    assert!(holds("lose iff n % (m + 1) = 0"));
    assert!(!holds("lose iff n % (m + 2) = 0") && !holds("lose iff n % 4 = 0"));
    assert!(!holds("n > 400 implies (lose iff n % (m + 1) = 1)"));
}
