//! A rule with its parameters.

use crate::certificate::Certificate;
use crate::error::{mistake, of_asked, of_failure, of_unmade, verdicts_as_json};
use crate::follow::run;
use crate::table::Table;
use engine::{Kernel, Limits, Positions};
use message::{Message, message};
use pyo3::prelude::*;
use rule::Rule as Stated;
use std::sync::Arc;
use workbench::{
    Effort, Extent, Failure, Input, Method, Result, Task, ToProve, boards, bounds, columns,
};

/// A rule that has been read without mistakes, and the parameters given for it.
#[pyclass(frozen, module = "mexlab._mexlab")]
pub(crate) struct Rule {
    input: Arc<Input>,
}

/// How values are computed.
fn method(memory: Option<u64>, kernel: &str) -> Result<Method> {
    let usual = Method::default();
    let kernel = match kernel {
        "auto" => Kernel::Auto,
        "machine" => Kernel::Machine,
        "oracle" => Kernel::Oracle,
        other => {
            let help = Message::from("there are auto, machine and oracle");
            return Err(Failure::Mistake(message!("`{other}` is no kernel; {help}")));
        }
    };
    let limits = memory.map_or(usual.limits, |memory| Limits { memory });
    Ok(Method { kernel, limits })
}

#[pymethods]
impl Rule {
    /// The rule of that name: of the catalogue, a code, or a file.
    #[staticmethod]
    fn named(
        py: Python<'_>,
        name: &str,
        parameters: Vec<String>,
        memory: Option<u64>,
        kernel: &str,
    ) -> PyResult<Self> {
        let read = || cli::library::rule(name, &parameters, method(memory, kernel)?);
        Self::of(py, run(py, None, |_| read())?)
    }

    /// The rule of a text.
    #[staticmethod]
    fn of_text(
        py: Python<'_>,
        text: &str,
        parameters: Vec<String>,
        memory: Option<u64>,
        kernel: &str,
    ) -> PyResult<Self> {
        let read = || cli::library::rule_of_text(text, &parameters, method(memory, kernel)?);
        Self::of(py, run(py, None, |_| read())?)
    }

    #[getter]
    fn name(&self) -> &str {
        &self.input.rule.name
    }

    #[getter]
    fn title(&self) -> Option<&str> {
        self.input.rule.title.as_deref()
    }

    #[getter]
    fn text(&self) -> &str {
        &self.input.source.text
    }

    /// How a command line names it with its parameters.
    #[getter]
    fn command(&self) -> String {
        self.input.command()
    }

    /// Number of claims.
    #[getter]
    fn claims(&self) -> usize {
        self.input.rule.claims.len()
    }

    /// Parameters and their values; those that vary as ranges.
    fn parameters(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        let instance = self.input.instance().map_err(|why| of_failure(py, &why, None))?;
        let varies = |name: &str| self.input.parameters.variations.iter().find(|v| v.name == name);
        let value = |(name, value): (String, _)| match varies(&name) {
            Some(varied) => (name, format!("{}..{}", varied.lo, varied.hi)),
            None => (name, ToString::to_string(&value)),
        };
        Ok(instance.values.into_iter().map(value).collect())
    }

    /// Names of the coordinates of a position, and whether the game is partizan.
    fn shape(&self, py: Python<'_>) -> PyResult<(Vec<String>, bool)> {
        let (game, asked) = run(py, None, |_| {
            let game = self.input.game()?;
            let names = game.coordinates().into_iter().map(str::to_owned).collect();
            Ok((names, game.is_partizan()))
        })?;
        answer(py, game, asked)
    }

    /// How the rule was read: topics and what is said of each.
    fn explain(&self, py: Python<'_>) -> PyResult<Vec<(String, String)>> {
        let (lines, asked) = run(py, None, |_| self.input.game().map(|game| game.explain()))?;
        let lines = answer(py, lines, asked)?.into_iter();
        Ok(lines.map(|(topic, text)| (topic.to_string(), text.to_string())).collect())
    }

    /// The table as far as `to` says, or the part of it that was computed before it was stopped.
    #[pyo3(signature = (to, names, rows, board, progress=None))]
    fn table(
        &self,
        py: Python<'_>,
        to: Option<&str>,
        names: Vec<String>,
        rows: Option<&str>,
        board: Option<&str>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Table> {
        let extent = extent(to, &names, &self.input.rule, rows, board)
            .map_err(|why| of_failure(py, &why, None))?;
        let (made, asked) = run(py, progress, |follower| {
            let input = Input::clone(&self.input).grown(extent.bounds.as_ref());
            let game = input.game()?;
            let request = input.sized(&extent, &game, follower);
            let task = Task { input: &input, game: &game, request: &request };
            let tabulated = task.tabulate(follower)?;
            Ok((tabulated, Table::of_rule(input, game, request)))
        })?;
        let (mut tabulated, rule) = match made {
            Ok(made) => made,
            Err(why) => return answer(py, Err(why), asked),
        };
        let ended = tabulated.ended.take();
        let table = Table::new(tabulated, Some(rule), None);
        match (ended, asked) {
            (None, None) => Ok(table),
            (_, Some(asked)) => Err(of_asked(py, asked, Some(Py::new(py, table)?.into_any()))),
            (Some(why), None) => Err(of_failure(py, &why, Some(Py::new(py, table)?.into_any()))),
        }
    }

    /// The answers to the claims, as JSON (docs/json.md).
    #[pyo3(signature = (to, effort, progress=None))]
    fn check(
        &self,
        py: Python<'_>,
        to: Option<&str>,
        effort: u32,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let bounds = bounds(to).map_err(|why| of_failure(py, &why, None))?;
        let (verdicts, asked) = run(py, progress, |follower| {
            if let Some(bounds) = &bounds {
                workbench::refuse_early(&self.input, bounds)?;
            }
            let input = &self.input;
            let (mut verdicts, _) =
                workbench::check(input, bounds, Effort::times(effort), follower)?;
            workbench::as_stated(input, &mut verdicts, follower)?;
            Ok(verdicts)
        })?;
        Ok(verdicts_as_json(&answer(py, verdicts, asked)?))
    }

    /// The certificate of a law, or of one that the table shows.
    #[pyo3(signature = (law, quantity, to, effort, progress=None))]
    fn prove(
        &self,
        py: Python<'_>,
        law: Option<String>,
        quantity: Option<String>,
        to: Option<usize>,
        effort: u32,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Certificate> {
        if effort == 0 {
            return Err(mistake(py, "effort=0: a proof takes some effort; give 1 or more"));
        }
        let question = ToProve { law, quantity, to, effort: Effort::times(effort) };
        let (made, asked) =
            run(py, progress, |follower| workbench::certificate(&self.input, &question, follower))?;
        match (made, asked) {
            (_, Some(asked)) => Err(of_asked(py, asked, None)),
            (Ok(made), None) => Ok(Certificate::new(made)),
            (Err(unmade), None) => Err(of_unmade(py, unmade)),
        }
    }

    /// What is known of a position, as JSON (docs/json.md).
    #[pyo3(signature = (position, progress=None))]
    fn ask(
        &self,
        py: Python<'_>,
        position: &str,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let (known, asked) = run(py, progress, |follower| {
            cli::library::position(Input::clone(&self.input), position, follower)
        })?;
        answer(py, known, asked).map(|known| known.to_string())
    }
}

impl Rule {
    fn of(py: Python<'_>, (read, asked): (Result<Input>, Option<PyErr>)) -> PyResult<Self> {
        Ok(Self { input: Arc::new(answer(py, read, asked)?) })
    }
}

/// The answer; what asked the work to end comes before why it ended.
pub(crate) fn answer<T>(py: Python<'_>, made: Result<T>, asked: Option<PyErr>) -> PyResult<T> {
    match asked {
        Some(asked) => Err(of_asked(py, asked, None)),
        None => made.map_err(|why| of_failure(py, &why, None)),
    }
}

fn extent(
    to: Option<&str>,
    names: &[String],
    rule: &Stated,
    rows: Option<&str>,
    board: Option<&str>,
) -> Result<Extent> {
    let rows = match (rows, board) {
        (_, Some(board)) => Some(Positions::Boards(boards(board)?)),
        (Some("starts"), _) => Some(Positions::Starts),
        (Some("positions"), _) => Some(Positions::All),
        (None, None) => None,
        (Some(other), None) => {
            let help = Message::from("there are positions and starts");
            return Err(Failure::Mistake(message!("rows={other}: {help}")));
        }
    };
    Ok(Extent { bounds: bounds(to)?, columns: columns(names, rule)?, rows })
}
