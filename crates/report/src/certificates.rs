//! Certificates as files beside a game's other results.

use crate::{Error, file};
use prover::Certified;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use verdict::{Origin, Proof, Verdict};

/// The folder for the claims, within that of the game.
pub(crate) const FOLDER: &str = "certificates";

/// Proofs of laws that were found, by column of the table.
pub type Proofs = BTreeMap<String, LawProof>;

/// A proof of the first laws of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LawProof {
    /// What proves them, all in one statement.
    pub certificate: Certified,
    /// How many laws it proves, at least one: more of laws for some positions each, and of pairs with
    /// either side of them.
    pub laws: usize,
}

impl LawProof {
    /// A proof of the first law alone.
    #[must_use]
    pub fn of_first(certificate: Certified) -> Self {
        Self { certificate, laws: 1 }
    }
}

/// The certificate of the law of that number of a column, from 0, if there is one.
#[must_use]
pub fn certificate<'p>(proofs: &'p Proofs, column: &str, number: usize) -> Option<&'p Certified> {
    proofs.get(column).filter(|proof| number < proof.laws).map(|proof| &proof.certificate)
}

/// The file of the certificate of a quantity's law within the folder of its game; `main` is the
/// quantity that is charted.
#[must_use]
pub fn file_of_law(quantity: &str, main: &str) -> String {
    match quantity == main {
        true => "certificate.json".to_owned(),
        false => format!("certificate-{quantity}.json"),
    }
}

/// Whether a proof has certificates: the theorem of Sprague and Grundy needs none.
fn is_certified(proof: &&Proof) -> bool {
    !proof.certificates.is_empty()
}

/// The file of a claim's certificates within the folder of its game, if it has some.
pub(crate) fn file_of_claim(verdict: &Verdict) -> Option<String> {
    let proof = verdict.proof.as_ref().filter(is_certified);
    proof.map(|_| format!("{FOLDER}/{}.json", verdict.name()))
}

/// The file of the certificates of the near-by statement of that number beside a claim, if it has
/// some; a reading has its own line and file.
pub(crate) fn file_of_nearby(verdict: &Verdict, number: usize) -> Option<String> {
    let nearby = verdict.nearby.get(number).filter(|nearby| nearby.origin != Origin::Reading)?;
    let proof = nearby.proof.as_ref().filter(is_certified);
    proof.map(|_| format!("{FOLDER}/{}.near-{}.json", verdict.name(), number + 1))
}

/// Writes the certificates of the claims and near-by statements that are proved into the folder of
/// their game; several certificates of one claim are a list.
///
/// # Errors
/// [`Error::Write`] for the first file that cannot be written.
pub fn write_certificates(folder: &Path, verdicts: &[Verdict]) -> Result<Vec<PathBuf>, Error> {
    let mut paths = Vec::new();
    let proved = verdicts.iter().flat_map(|verdict| {
        let own = verdict.proof.as_ref().zip(file_of_claim(verdict));
        let nearby = verdict.nearby.iter().enumerate();
        let nearby = nearby.filter_map(|(number, nearby)| {
            nearby.proof.as_ref().zip(file_of_nearby(verdict, number))
        });
        own.into_iter().chain(nearby)
    });
    for (proof, name) in proved {
        file::make_folder(&folder.join(FOLDER))?;
        let texts: Vec<&str> = proof.certificates.iter().map(|c| c.text.as_str()).collect();
        let text = match texts.as_slice() {
            [one] => (*one).to_owned(),
            all => format!("[\n{}]\n", all.join(",\n")),
        };
        let path = folder.join(name);
        file::write_in_place(&path, |w| w.write_all(text.as_bytes()))?;
        paths.push(path);
    }
    Ok(paths)
}
