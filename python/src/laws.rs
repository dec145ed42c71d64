//! Laws found in a table, as functions, as code and with their proofs.

use crate::certificate::Certificate;
use crate::error::mistake;
use crate::follow::run;
use crate::rule::answer;
use crate::table::Origin;
use detector::{Finding, Function};
use message::{Message, message};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use report::{LawProof, Proofs, certificate};
use std::sync::Arc;
use workbench::{Failure, Lawful, candidates, stated};

/// The laws of the columns of a table, numbered as `mexlab find` lists them.
#[pyclass(frozen, module = "mexlab._mexlab")]
pub(crate) struct Laws {
    found: Lawful,
    proofs: Proofs,
    origin: Option<Arc<Origin>>,
    /// How the table was read.
    said: Option<String>,
}

impl Laws {
    pub(crate) fn new(
        found: Lawful,
        proofs: Proofs,
        origin: Option<Arc<Origin>>,
        said: Option<String>,
    ) -> Self {
        Self { found, proofs, origin, said }
    }

    /// The laws of a column, and whether the first is proved.
    pub(crate) fn of_column(&self, name: &str) -> (&[Finding], bool) {
        let own = self.found.findings.iter().find(|(column, _)| column == name);
        (own.map_or(&[][..], |(_, laws)| laws), self.proofs.contains_key(name))
    }

    /// The law of that number, its column, and its number there.
    fn law(&self, py: Python<'_>, number: usize) -> PyResult<(&str, &Finding, usize)> {
        let columns = self.found.findings.iter();
        let mut all = columns.flat_map(|(column, laws)| {
            laws.iter().enumerate().map(move |(at, law)| (column.as_str(), law, at))
        });
        all.nth(number).ok_or_else(|| mistake(py, "there is no such law"))
    }
}

#[pymethods]
impl Laws {
    /// Laws, candidates and columns without a law, as JSON (docs/json.md).
    fn json(&self) -> String {
        let Self { found: Lawful { table, findings, .. }, proofs, said, .. } = self;
        let mut text = Vec::new();
        let candidates = candidates(table, findings);
        let said = said.as_deref();
        // Memory takes every byte.
        let _ =
            report::json::findings_and_candidates(findings, proofs, &candidates, said, &mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Whether they are laws of the starts of the game, whose positions have none.
    #[getter]
    fn of_starts(&self) -> bool {
        self.found.of_starts
    }

    /// Variables of a law, in order.
    fn variables(&self, py: Python<'_>, number: usize) -> PyResult<Vec<String>> {
        Ok(self.law(py, number)?.1.law.variables.clone())
    }

    /// A law as the rule language states it, where it can.
    fn stated(&self, py: Python<'_>, number: usize) -> PyResult<Option<String>> {
        let (_, finding, _) = self.law(py, number)?;
        let input = self.origin.as_ref().map(|origin| &origin.input);
        Ok(input.and_then(|input| stated(&finding.law, &self.found.table, input)))
    }

    /// The certificate of a law, where it is proved.
    fn certificate(&self, py: Python<'_>, number: usize) -> PyResult<Option<Certificate>> {
        let (column, _, at) = self.law(py, number)?;
        Ok(certificate(&self.proofs, column, at).cloned().map(Certificate::new))
    }

    /// All laws as code, the best of each quantity or all.
    fn code(&self, py: Python<'_>, language: &str, all: bool) -> PyResult<String> {
        let Lawful { table, findings, .. } = &self.found;
        let code = || cli::library::code(table, findings, &self.proofs, language, all);
        let (code, asked) = run(py, None, |_| code())?;
        answer(py, code, asked)
    }

    /// One law as code.
    fn code_of(&self, py: Python<'_>, number: usize, language: &str) -> PyResult<String> {
        let (column, finding, at) = self.law(py, number)?;
        let findings = vec![(column.to_owned(), vec![finding.clone()])];
        let own = certificate(&self.proofs, column, at).cloned().map(LawProof::of_first);
        let proofs: Proofs = own.map(|own| (column.to_owned(), own)).into_iter().collect();
        let code = || cli::library::code(&self.found.table, &findings, &proofs, language, true);
        let (code, asked) = run(py, None, |_| code())?;
        answer(py, code, asked)
    }

    /// The value of a law at one position; `None` where the law says nothing.
    fn at(&self, py: Python<'_>, number: usize, position: Vec<i64>) -> PyResult<Option<i128>> {
        let (_, finding, _) = self.law(py, number)?;
        let (said, asked) = run(py, None, |_| {
            let mut function = function(finding, &self.found.table)?;
            Ok(function.at(&position))
        })?;
        answer(py, said, asked)
    }

    /// The values of a law at positions given as integers of 64 bits, one after the other, and which of
    /// them have none: as bytes.
    fn at_all<'py>(
        &self,
        py: Python<'py>,
        number: usize,
        positions: &[u8],
    ) -> PyResult<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)> {
        let (_, finding, _) = self.law(py, number)?;
        let width = finding.law.variables.len().max(1);
        let (made, asked) = run(py, None, |_| {
            let mut function = function(finding, &self.found.table)?;
            let (chunks, _) = positions.as_chunks::<8>();
            let numbers: Vec<i64> = chunks.iter().map(|bytes| i64::from_ne_bytes(*bytes)).collect();
            let (mut values, mut missing) = (Vec::new(), Vec::new());
            for (at, position) in numbers.chunks_exact(width).enumerate() {
                let value = function.at(position).map(i64::try_from);
                if let Some(Err(_)) = value {
                    let why =
                        Message::from("has more than 64 bits; ask for one position at a time");
                    return Err(Failure::Mistake(message!("the value at {position:?} {why}")));
                }
                if at % (1 << 16) == 0 && patience::was_ended() {
                    return Err(Failure::Interrupted("".into()));
                }
                let value = value.and_then(Result::ok);
                values.extend(value.unwrap_or(0).to_ne_bytes());
                missing.push(u8::from(value.is_none()));
            }
            Ok((values, missing))
        })?;
        let (values, missing) = answer(py, made, asked)?;
        Ok((PyBytes::new(py, &values), PyBytes::new(py, &missing)))
    }
}

fn function(finding: &Finding, table: &table::Table) -> workbench::Result<Function> {
    let why = || message!("`{}` has no form that can be evaluated", finding.law.words);
    Function::of(finding, table).ok_or_else(|| Failure::Mistake(why()))
}
