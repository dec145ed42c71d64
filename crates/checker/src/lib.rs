//! Reads certificates and compares their laws with what is proved of their games.
//!
//! A certificate (docs/certificates.md) names a rule, a law and a theorem. The rule is elaborated into
//! the core form, whose certificate `verify` checks; the law must then follow from it. At small positions
//! the whole is compared with the rule as the engine plays it. This crate trusts nothing that the
//! certificate says, and calls nothing that searches.
//!
//! ```
//! let certificate = include_str!("../examples/mark.json");
//! let accepted = checker::verify(certificate)?;
//! assert_eq!(accepted.statement, "lose iff n = 0 or v2(n) % 2 = 1");
//! assert!(checker::verify(&certificate.replace("= 1", "= 0")).is_err());
//! # Ok::<(), checker::Rejected>(())
//! ```

mod automata;
mod certificate;
mod compared;
mod composed;
mod elsewhere;
mod exhaustion;
mod named;
mod parameters;
mod periodicity;
mod repeat;
mod strip;
mod take_away;

pub use certificate::{Certificate, VERSION, read};
pub use compared::{Compared, compare};
pub use exhaustion::{Everywhere, everywhere};
use meaning::error::{fails, mistake as malformed, reject, too_large};
use meaning::source;
pub use meaning::{Error as Rejected, Result};
use message::{Message, message};

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accepted {
    /// The theorem, with its source.
    pub theorem: &'static str,
    /// The rule the law is about.
    pub rule: String,
    /// The law, as the certificate states it.
    pub law: String,
    /// All that is proved of the rule: what the law is about (`on starts`), unless that is every
    /// position, and the law.
    pub statement: String,
    /// What was computed anew, in words.
    pub computed: Message,
    /// The certificates in the core form that were checked for it; none where every position was
    /// judged.
    pub cores: Vec<verify::Certificate>,
    /// At how many positions it was compared with the rule, with what it rests on.
    pub compared: Compared,
}

impl Accepted {
    /// The same, resting on a certificate in the core form.
    fn with(mut self, core: verify::Certificate) -> Self {
        self.cores.push(core);
        self
    }

    /// The same, resting on the rules of these texts.
    fn with_rules(mut self, texts: &[&str]) -> Self {
        if !texts.is_empty() {
            self.rule += &format!(", where\n{}", texts.join("\n"));
        }
        self
    }
}

/// Checks the certificate in `text`, and compares it with its rule. Work and memory are limited
/// whatever the text says.
///
/// # Errors
/// [`Rejected`] where the certificate is malformed, a hypothesis of its theorem fails, a number in
/// it is wrong, the rule plays otherwise than is proved, or the check would take more work than the
/// limits allow.
pub fn verify(text: &str) -> Result<Accepted> {
    verify_read(&read(text)?)
}

/// Checks a certificate that has been read.
fn verify_read(certificate: &Certificate) -> Result<Accepted> {
    let about = certificate.about()?;
    let claim = source::stated(&source::rule(&certificate.rule)?, about, &certificate.law)?;
    let mut accepted = match certificate.theorem.as_str() {
        "periodicity" => periodicity::verify(certificate),
        "state-repeat" => repeat::verify(certificate),
        "take-away" => take_away::verify(certificate),
        "composed" => composed::verify(certificate),
        "all-parameters" => parameters::verify(certificate),
        "automata" => automata::verify(certificate),
        "elsewhere" => elsewhere::verify(certificate),
        "exhaustion" => exhaustion::verify(certificate),
        "strip" => strip::verify(certificate),
        other => reject(message!("the checker knows no theorem `{other}`")),
    }?;
    let core = match certificate.theorem.as_str() {
        "composed" | "elsewhere" | "strip" => None,
        _ => accepted.cores.first(),
    };
    let compared = compare(certificate, core)?;
    accepted.compared.add(compared);
    // As it was read: a comment in its text proves nothing.
    Ok(Accepted { statement: claim.statement(), ..accepted })
}

/// Checks a certificate inside another one, which may not be by the theorem `but`.
fn verify_inner(text: &str, of: Message, but: &str) -> Result<(Certificate, Accepted)> {
    let certificate = read(text)?;
    if certificate.theorem == but {
        return reject(message!("{of}: it is proved by the theorem `{but}` itself"));
    }
    let accepted = verify_read(&certificate).map_err(|why| why.within(of))?;
    Ok((certificate, accepted))
}
