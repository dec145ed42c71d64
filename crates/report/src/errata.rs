//! The answers to every claim of the source notes: `verdicts.csv` and `verdicts.md`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use expr::words::listed;
use verdict::sources::{in_page_order, split, unstated};
use verdict::{ClaimAnswer, Coordinate, Nearby, Origin, ProofScope, Verdict, ends_of};

use crate::certificates::file_of_claim;
use crate::csv::line;

/// The language of headings and fixed sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Chinese.
    Chinese,
}

/// A source of the notes and the number of a statement in it.
pub type Number = (&'static str, String);

/// The answers to the claims of many games.
#[derive(Clone, Debug)]
pub struct Errata {
    /// Language of the Markdown page; the CSV file is the same in every language.
    pub language: Language,
    /// English and Chinese title of each game, as far as it has one.
    pub titles: BTreeMap<String, (Option<String>, Option<String>)>,
    /// Printed claims in page order; near-by statements stand beside the claims they belong to.
    pub verdicts: Vec<Verdict>,
}

impl Errata {
    /// Sorts the verdicts by source, number, reading and game.
    #[must_use]
    pub fn new(
        language: Language,
        titles: BTreeMap<String, (Option<String>, Option<String>)>,
        mut verdicts: Vec<Verdict>,
    ) -> Self {
        verdict::attach_nearby(&mut verdicts);
        verdicts.retain(|v| v.role == verdict::Role::Printed);
        verdicts.sort_by(|a, b| {
            let order = in_page_order((&a.source, &a.id), (&b.source, &b.id));
            order.then_with(|| a.game.cmp(&b.game))
        });
        Self { language, titles, verdicts }
    }

    /// Titles of a game in English and Chinese.
    pub(crate) fn titles_of(&self, game: &str) -> (&str, &str) {
        let (english, chinese) = match self.titles.get(game) {
            Some((english, chinese)) => (english.as_deref(), chinese.as_deref()),
            None => (None, None),
        };
        (english.unwrap_or(""), chinese.unwrap_or(""))
    }

    /// The numbers of the notes that no rule states.
    #[must_use]
    pub fn unstated(&self) -> Vec<Number> {
        let is_stated = |source: &str, number: &str| {
            self.verdicts.iter().any(|v| v.source == source && split(&v.id).0 == number)
        };
        unstated(is_stated)
    }
}

/// The columns.
const HEADER: &str = "claim,source,number,reading,game,title,title_zh,words,statement,domain,verdict,\
                      up_to,judged,counterexample,sample,table_says,claim_says,remark,certificates";

/// One row for every claim and reading, then one for every number no rule states. The last column
/// but one is the near-by statement of a refuted claim, or why a claim cannot be checked.
///
/// # Errors
/// Those of `writer`.
pub(crate) fn write_csv(errata: &Errata, mut writer: impl Write) -> io::Result<()> {
    writeln!(writer, "{HEADER}")?;
    for verdict in &errata.verdicts {
        let (number, reading) = split(&verdict.id);
        let (title, title_zh) = errata.titles_of(&verdict.game);
        let claim = verdict.name();
        let (mut up_to, mut judged) = (String::new(), String::new());
        let (mut place, mut sample, mut table, mut says) = (String::new(), "", "", "");
        let mut remark = String::new();
        match &verdict.answer {
            ClaimAnswer::Holds { domain, judged: count } => {
                (up_to, judged) = (ends_of(domain).0, count.to_string());
            }
            ClaimAnswer::Fails { parameters, position, says: both, .. } => {
                place = counterexample(parameters, position);
                sample = if verdict.is_sample { "yes" } else { "no" };
                (table, says) = (&both.table, &both.claim);
                let all: Vec<String> = verdict.nearby.iter().map(|n| beside(n, verdict)).collect();
                remark = all.join("; ");
            }
            ClaimAnswer::CannotCheck { why } => remark = why.to_string(),
        }
        let certificates = file_of_certificates(verdict).unwrap_or_default();
        let fields = [
            claim.as_str(),
            &verdict.source,
            number,
            reading,
            &verdict.game,
            title,
            title_zh,
            verdict.words.as_deref().unwrap_or(""),
            &verdict.statement,
            &verdict.domain,
            answer_in_short(verdict, "cannot be checked"),
            &up_to,
            &judged,
            &place,
            sample,
            table,
            says,
            &remark,
            &certificates,
        ];
        writeln!(writer, "{}", line(fields))?;
    }
    for (source, number) in &errata.unstated() {
        let claim = format!("{source}.{number}");
        let mut fields = vec![""; HEADER.split(',').count()];
        fields[..3].copy_from_slice(&[&claim, source, number]);
        fields[10] = "not stated";
        writeln!(writer, "{}", line(fields))?;
    }
    writer.flush()
}

/// Where the certificates of a claim lie, beside the page.
pub(crate) fn file_of_certificates(verdict: &Verdict) -> Option<String> {
    file_of_claim(verdict).map(|file| format!("{}/{file}", verdict.game))
}

/// The answer in a word or two; `unchecked` are those for a claim that cannot be checked.
#[must_use]
pub fn answer_in_short(verdict: &Verdict, unchecked: &'static str) -> &'static str {
    match (&verdict.answer, verdict.proved_of()) {
        (ClaimAnswer::Holds { .. }, Some(ProofScope::Game)) => "proved",
        (ClaimAnswer::Holds { .. }, Some(ProofScope::Kind)) => "true of the kind",
        (ClaimAnswer::Holds { .. }, None) => "holds",
        (ClaimAnswer::Fails { .. }, _) => "fails",
        (ClaimAnswer::CannotCheck { .. }, _) => unchecked,
    }
}

/// Where a claim fails: `m = 3, n = 7`; empty when it fails everywhere alike.
#[must_use]
pub fn counterexample(
    parameters: &[(String, String)],
    position: &[(String, Coordinate)],
) -> String {
    let parameters = parameters.iter().map(|(name, value)| format!("{name} = {value}"));
    let position = position.iter().map(|(name, value)| format!("{name} = {value}"));
    listed(parameters.chain(position))
}

/// Where a statement holds, in the words for: everywhere, up to the ends of a box, on another domain.
#[must_use]
pub fn holds_where(domain: &str, [holds, up_to, on]: [&str; 3]) -> String {
    match ends_of(domain) {
        _ if domain.is_empty() => holds.to_owned(),
        (ends, true) => format!("{up_to} {ends}"),
        (ends, false) => format!("{on} {ends}"),
    }
}

/// What is said of proofs of this game and by the theorem that is true of every game, before the
/// members of the family they are for.
pub(crate) const PROVED: [&str; 2] = [
    "proved for every position",
    "true of every game by the theorem of Sprague (1935) and Grundy (1939)",
];

/// What is said of the smallest counterexample of those somebody listed.
pub(crate) const OF_A_SAMPLE: &str = " (smallest of a sample)";

/// A near-by statement in words, without its statement: where it holds and where it comes from.
pub(crate) fn origin(nearby: &Nearby, verdict: &Verdict) -> (String, String) {
    let mut holds = holds_where(&nearby.domain, ["holds", "holds up to", "holds for"]);
    if nearby.domain.is_empty() {
        holds += &format!(" ({} judged)", nearby.judged);
    }
    if let Some(proof) = &nearby.proof {
        holds = format!("{}; {holds}", proof.words(PROVED));
    }
    let game = if nearby.game == verdict.game { "" } else { nearby.game.as_str() };
    let from = match nearby.origin {
        Origin::Varied => "found by varying the claim".to_owned(),
        Origin::Written if game.is_empty() => "offered by the rule".to_owned(),
        Origin::Written => format!("offered by the rule {game}"),
        Origin::Reading => {
            let reading = split(&nearby.id).1;
            let of = if game.is_empty() { String::new() } else { format!(" of {game}") };
            format!("reading {reading}{of}")
        }
    };
    (holds, from)
}

fn beside(nearby: &Nearby, verdict: &Verdict) -> String {
    let (holds, from) = origin(nearby, verdict);
    match nearby.origin {
        // It has a line of its own.
        Origin::Reading => format!("{from} {holds}"),
        Origin::Written | Origin::Varied => format!("{holds}: {} ({from})", nearby.statement),
    }
}
