//! Certificates: proofs that the checker accepted.

use crate::error::of_asked;
use crate::follow::run;
use pyo3::prelude::*;

/// A certificate that the checker accepted when it was made.
#[pyclass(frozen, module = "mexlab._mexlab")]
pub(crate) struct Certificate(prover::Certified);

impl Certificate {
    pub(crate) fn new(made: prover::Certified) -> Self {
        Self(made)
    }
}

#[pymethods]
impl Certificate {
    /// Its text: JSON as docs/certificates.md describes it.
    #[getter]
    fn text(&self) -> &str {
        &self.0.text
    }

    /// What is proved.
    #[getter(law)]
    fn statement(&self) -> &str {
        &self.0.accepted.statement
    }

    #[getter]
    fn theorem(&self) -> &str {
        self.0.accepted.theorem
    }

    #[getter]
    fn rule(&self) -> &str {
        &self.0.accepted.rule
    }

    #[getter]
    fn computed(&self) -> String {
        self.0.accepted.computed.to_string()
    }

    /// Preperiod and period, where the law is a period.
    #[getter]
    fn period(&self) -> Option<(i64, i64)> {
        self.0.period()
    }
}

/// Checks the text of a certificate with the checker alone; what it proves, as JSON (docs/json.md).
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, text: &str) -> PyResult<String> {
    let (checked, asked) = run(py, None, |_| {
        let accepted = checker::verify(text);
        accepted.map(|accepted| cli::library::accepted(&accepted)).map_err(|why| why.to_string())
    })?;
    match (checked, asked) {
        (_, Some(asked)) => Err(of_asked(py, asked, None)),
        (Ok(accepted), None) => Ok(accepted.to_string()),
        (Err(why), None) => Err(rejected(py, why)),
    }
}

fn rejected(py: Python<'_>, why: String) -> PyErr {
    match py.import("mexlab._errors").and_then(|errors| errors.getattr("Rejected")) {
        Ok(class) => match class.call1((why,)) {
            Ok(rejected) => PyErr::from_value(rejected),
            Err(error) => error,
        },
        Err(error) => error,
    }
}
