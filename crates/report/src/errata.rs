//! The answers to every claim of the source notes: `verdicts.csv` and `verdicts.md`.

use message::{Message, Tell as _, message};
use std::collections::BTreeMap;
use std::io::{self, Write};

use expr::words::listed;
use verdict::sources::{in_page_order, split, unstated};
use verdict::{ClaimAnswer, Coordinate, Nearby, Origin, ProofScope, Region, Verdict};

use crate::Translation;
use crate::certificates::file_of_claim;
use crate::csv::line;

/// A source of the notes and the number of a statement in it.
pub type Number = (&'static str, String);

/// The answers to the claims of many games.
#[derive(Clone, Debug)]
pub struct Errata {
    /// How the Markdown page is said; the CSV file is the same in every language.
    pub said: Translation,
    /// English and Chinese title of each game, as far as it has one.
    pub titles: BTreeMap<String, (Option<String>, Option<String>)>,
    /// Printed claims in page order; near-by statements stand beside the claims they belong to.
    pub verdicts: Vec<Verdict>,
}

impl Errata {
    /// Sorts the verdicts by source, number, reading and game.
    #[must_use]
    pub fn new(
        said: Translation,
        titles: BTreeMap<String, (Option<String>, Option<String>)>,
        mut verdicts: Vec<Verdict>,
    ) -> Self {
        verdict::attach_nearby(&mut verdicts);
        verdicts.retain(|v| v.role == verdict::Role::Printed);
        verdicts.sort_by(|a, b| {
            let order = in_page_order((&a.source, &a.id), (&b.source, &b.id));
            order.then_with(|| a.game.cmp(&b.game))
        });
        Self { said, titles, verdicts }
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
        let (mut place, mut table, mut says) = <(String, String, String)>::default();
        let mut sample = "";
        let mut remark = String::new();
        match &verdict.answer {
            ClaimAnswer::Holds { domain, judged: count } => {
                (up_to, judged) = (domain.ends().0.to_string(), count.to_string());
            }
            ClaimAnswer::Fails { parameters, position, says: both, .. } => {
                place = counterexample(parameters, position);
                sample = if verdict.is_sample { "yes" } else { "no" };
                (table, says) = (both.table.to_string(), both.claim.to_string());
                let all: Vec<String> = verdict.nearby.iter().map(|n| beside(n, verdict)).collect();
                remark = all.join("; ");
            }
            ClaimAnswer::CannotCheck { why } => remark = why.to_string(),
        }
        let domain = verdict.domain.to_string();
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
            &domain,
            answer_in_short(verdict, "cannot be checked"),
            &up_to,
            &judged,
            &place,
            sample,
            &table,
            &says,
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

/// Where a statement holds: everywhere, up to the ends of a box, on another domain.
#[must_use]
pub fn holds_where(domain: &Region) -> Message {
    match domain.ends() {
        _ if domain.is_empty() => "holds".into(),
        (ends, true) => message!("holds up to {ends}"),
        (ends, false) => message!("holds for {ends}"),
    }
}

/// A near-by statement, without its statement and its proof: where it holds and where it comes from.
pub(crate) fn origin(nearby: &Nearby, verdict: &Verdict) -> (Message, Message) {
    let holds = match nearby.domain.is_empty() {
        true => message!("holds ({} judged)", nearby.judged),
        false => holds_where(&nearby.domain),
    };
    let game = Some(&nearby.game).filter(|game| **game != verdict.game);
    let reading = split(&nearby.id).1;
    let from = match (nearby.origin, game) {
        (Origin::Varied, _) => "found by varying the claim".into(),
        (Origin::Written, None) => "offered by the rule".into(),
        (Origin::Written, Some(game)) => message!("offered by the rule {game}"),
        (Origin::Reading, None) => message!("reading {reading}"),
        (Origin::Reading, Some(game)) => message!("reading {reading} of {game}"),
    };
    (holds, from)
}

fn beside(nearby: &Nearby, verdict: &Verdict) -> String {
    let (holds, from) = origin(nearby, verdict);
    let proof = nearby.proof.as_ref();
    let proved = proof.map(|proof| format!("{}; ", proof.message()));
    let proved = proved.unwrap_or_default();
    match nearby.origin {
        // It has a line of its own.
        Origin::Reading => format!("{from} {proved}{holds}"),
        Origin::Written | Origin::Varied => {
            format!("{proved}{holds}: {} ({from})", nearby.statement)
        }
    }
}
