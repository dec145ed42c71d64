//! Failures of the work as the exceptions of `mexlab._errors`.

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use workbench::{Failure, Mistakes, Unmade};

/// An exception of that name with these attributes.
fn exception(py: Python<'_>, name: &str, message: &str, attributes: &Bound<'_, PyDict>) -> PyErr {
    let made = || {
        let class = py.import("mexlab._errors")?.getattr(name)?;
        class.call((message,), Some(attributes))
    };
    made().map_or_else(|error| error, |made| PyErr::from_value(made))
}

/// The exception for a failure; `kept` is what was computed before it.
pub(crate) fn of_failure(py: Python<'_>, failure: &Failure, kept: Option<Py<PyAny>>) -> PyErr {
    let attributes = PyDict::new(py);
    let name = match failure {
        Failure::Mistake(_) => "UsageError",
        Failure::Diagnosed(mistakes) => match diagnosed(&attributes, mistakes) {
            Ok(()) => "RuleError",
            Err(error) => return error,
        },
        Failure::Limit(_) => "LimitError",
        Failure::Unproved(_) => "NotProved",
        Failure::Interrupted(_) => "Interrupted",
    };
    if let Some(kept) = kept
        && let Err(error) = attributes.set_item("table", kept)
    {
        return error;
    }
    exception(py, name, &failure.to_string(), &attributes)
}

fn diagnosed(attributes: &Bound<'_, PyDict>, mistakes: &Mistakes) -> PyResult<()> {
    let each = mistakes.diagnostics.iter().zip(mistakes.places());
    let each: Vec<(&str, &str, usize, usize, String, String)> = each
        .map(|(d, (line, column))| {
            (d.code, d.message.as_str(), line, column, d.label.to_string(), d.help.to_string())
        })
        .collect();
    attributes.set_item("diagnostics", each)
}

/// The exception for work that was asked to end: that which asked, and for Ctrl-C one that has what was
/// computed.
pub(crate) fn of_asked(py: Python<'_>, asked: PyErr, kept: Option<Py<PyAny>>) -> PyErr {
    if !asked.is_instance_of::<PyKeyboardInterrupt>(py) {
        return asked;
    }
    let ended = of_failure(py, &Failure::Interrupted("".into()), kept);
    ended.set_cause(py, Some(asked));
    ended
}

/// The exception for a certificate that was not made.
pub(crate) fn of_unmade(py: Python<'_>, unmade: Unmade) -> PyErr {
    let attributes = PyDict::new(py);
    match unmade {
        Unmade::Failed(failure) => of_failure(py, &failure, None),
        Unmade::Refuted { law, verdict } => {
            let answer = cli::library::answer(&verdict);
            let json = verdicts_as_json(std::slice::from_ref(&*verdict));
            let set = attributes.set_item("law", &law);
            match set.and_then(|()| attributes.set_item("verdict", json)) {
                Ok(()) => exception(py, "Refuted", &format!("{law}: {answer}"), &attributes),
                Err(error) => error,
            }
        }
        Unmade::Open { why, verdict: None } => {
            exception(py, "NotProved", &format!("{why}; the law is not a claim"), &attributes)
        }
        Unmade::Open { why, verdict: Some(verdict) } => {
            let answer = cli::library::answer(&verdict);
            exception(py, "NotProved", &format!("{why}; the law {answer}"), &attributes)
        }
    }
}

/// The answers to claims, as docs/json.md describes them.
pub(crate) fn verdicts_as_json(verdicts: &[verdict::Verdict]) -> String {
    let mut text = Vec::new();
    // Memory takes every byte.
    let _ = report::json::verdicts(verdicts, &report::Translation::ENGLISH, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// A mistake in the question, as an exception.
pub(crate) fn mistake(py: Python<'_>, text: &str) -> PyErr {
    of_failure(py, &Failure::Mistake(text.to_owned().into()), None)
}

/// What a panic said: a defect of mexlab, told as an exception so that the interpreter lives on.
pub(crate) fn defect(py: Python<'_>, panic: &(dyn std::any::Any + Send)) -> PyErr {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("unknown");
    exception(py, "Defect", said, &PyDict::new(py))
}
