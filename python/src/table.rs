//! Tables: their columns are shown to numpy where they lie, and are not copied.

use crate::error::{mistake, of_failure};
use crate::follow::run;
use crate::laws::Laws;
use crate::rule::answer;
use engine::{Game, Period, Request};
use message::{Message, Tell as _, message};
use num_bigint::BigInt;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use reading::{As, Reading, decode, read};
use report::Translation;
use report::chart::{Chart, SIDE, drawing};
use std::sync::Arc;
use table::{Axis, Values};
use workbench::{
    Effort, Failure, Input, Lawful, Proved, Tabulated, Task, in_integers, lawful, laws,
    laws_with_wrong_terms, of_laws,
};

/// Where a table of a rule comes from.
pub(crate) struct Origin {
    pub(crate) input: Input,
    game: Game,
    request: Request,
}

impl Origin {
    fn task(&self) -> Task<'_> {
        Task { input: &self.input, game: &self.game, request: &self.request }
    }
}

/// A box of positions with columns of exact values.
#[pyclass(frozen, module = "mexlab._mexlab")]
pub(crate) struct Table {
    tabulated: Arc<Tabulated>,
    origin: Option<Arc<Origin>>,
    /// How it was read.
    said: Option<String>,
    /// Whether a few values may be wrong: somebody wrote them down.
    is_written: bool,
}

/// The values of a column, or which cells are positions, as numpy finds them.
#[pyclass(frozen, module = "mexlab._mexlab")]
pub(crate) struct Column {
    tabulated: Arc<Tabulated>,
    /// Which column; none for which cells are positions.
    number: Option<usize>,
}

impl Table {
    pub(crate) fn of_rule(input: Input, game: Game, request: Request) -> Origin {
        Origin { input, game, request }
    }

    pub(crate) fn new(tabulated: Tabulated, origin: Option<Origin>, said: Option<String>) -> Self {
        let (tabulated, origin) = (Arc::new(tabulated), origin.map(Arc::new));
        Self { tabulated, origin, said, is_written: false }
    }

    fn table(&self) -> &table::Table {
        &self.tabulated.table
    }

    fn number(&self, py: Python<'_>, name: &str) -> PyResult<usize> {
        let columns = &self.table().columns;
        columns.iter().position(|column| column.name == name).ok_or_else(|| {
            let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
            mistake(py, &format!("the table has no column `{name}`; it has {}", names.join(", ")))
        })
    }
}

#[pymethods]
impl Table {
    /// Name, least and greatest value of each axis.
    #[getter]
    fn axes(&self) -> Vec<(&str, i64, i64)> {
        self.table().axes.iter().map(|axis| (axis.name.as_str(), axis.lo, axis.hi)).collect()
    }

    /// Names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.table().columns.iter().map(|column| column.name.as_str()).collect()
    }

    /// How it was read, where it was.
    #[getter]
    fn said(&self) -> Option<&str> {
        self.said.as_deref()
    }

    /// Periods that were proved while the table was computed: column, preperiod, period, and up to where
    /// values were computed.
    #[getter]
    fn periods(&self) -> Vec<(&'static str, u64, u64, u64)> {
        let all = self.tabulated.periods.iter();
        let all = all.map(|(quantity, known)| {
            let Period { preperiod, period, computed_to } = *known;
            (quantity.name(), preperiod, period, computed_to)
        });
        all.collect()
    }

    /// How the values of a column are stored: `integers`, `words`, `big` or `fractions`.
    fn kind(&self, py: Python<'_>, name: &str) -> PyResult<&'static str> {
        Ok(match &self.table().columns[self.number(py, name)?].values {
            Values::U16(_) | Values::I64(_) => "integers",
            Values::Big(_) => "big",
            Values::Dyadic(_) => "fractions",
            Values::Words { .. } => "words",
        })
    }

    /// A column of integers, or of the numbers of words.
    fn column(&self, py: Python<'_>, name: &str) -> PyResult<Column> {
        let number = Some(self.number(py, name)?);
        Ok(Column { tabulated: self.tabulated.clone(), number })
    }

    /// Which cells are positions; `None` where all are.
    fn present(&self) -> Option<Column> {
        let has_holes = self.table().present.is_some();
        has_holes.then(|| Column { tabulated: self.tabulated.clone(), number: None })
    }

    /// The words of a column, in the order of their numbers.
    fn words(&self, py: Python<'_>, name: &str) -> PyResult<Vec<String>> {
        match &self.table().columns[self.number(py, name)?].values {
            Values::Words { words, .. } => Ok(words.clone()),
            _ => Ok(Vec::new()),
        }
    }

    /// The values of a column as they are printed; `None` where one is not a number.
    fn texts(&self, py: Python<'_>, name: &str) -> PyResult<Vec<Option<String>>> {
        let values = &self.table().columns[self.number(py, name)?].values;
        Ok((0..values.len()).map(|i| values.text(i).map(Into::into)).collect())
    }

    /// The laws of the columns, with proofs as far as they are found with this effort.
    #[pyo3(signature = (effort, progress=None))]
    fn laws(
        &self,
        py: Python<'_>,
        effort: u32,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Laws> {
        let (found, asked) = run(py, progress, |follower| {
            let table = self.table().clone();
            let Some(origin) = &self.origin else {
                let table = in_integers(table);
                let findings = match self.is_written {
                    true => laws_with_wrong_terms(&table),
                    false => laws(&table),
                };
                let found = Lawful { table, findings, of_starts: false };
                return Ok((found, Proved::default()));
            };
            let task = origin.task();
            let mut found = lawful(task, table, follower);
            let effort = Effort::times(effort);
            let proved = match found.of_starts || effort == Effort::NONE {
                true => Proved::default(),
                false => of_laws(task, &found.table, &mut found.findings, effort, follower)?,
            };
            Ok((found, proved))
        })?;
        let (found, proved) = answer(py, found, asked)?;
        Ok(Laws::new(found, proved.proofs, self.origin.clone(), self.said.clone()))
    }

    /// As `mexlab table --format csv` prints it.
    fn csv(&self, py: Python<'_>) -> PyResult<String> {
        let table = self.table();
        written(py, |out| report::csv::write_table(table, &report::columns(table), out))
    }

    /// As `mexlab table --format json` prints it.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        let table = self.table();
        written(py, |out| report::json::table(table, &report::columns(table), out))
    }

    /// The first rows and columns as people read them, `width` characters in a line.
    fn shown(&self, py: Python<'_>, width: usize) -> PyResult<String> {
        let table = self.table();
        written(py, |out| report::text::table(table, &report::columns(table), width, out))
    }

    /// A b-file of the OEIS, under a comment.
    fn bfile(&self, py: Python<'_>, name: &str, header: &str) -> PyResult<String> {
        let (table, number) = (self.table(), self.number(py, name)?);
        let column = &table.columns[number];
        if table.axes.len() != 1 || !column.values.is_integers() {
            let why = "a b-file lists integers over one coordinate";
            return Err(mistake(py, &format!("{name}: {why}")));
        }
        written(py, |out| report::bfile::write(table, column, header, out))
    }

    /// The chart of a column, with its laws where they are given: as SVG, or as the data that the page in
    /// a browser paints.
    #[pyo3(signature = (name, as_svg, laws=None))]
    fn chart(
        &self,
        py: Python<'_>,
        name: &str,
        as_svg: bool,
        laws: Option<&Laws>,
    ) -> PyResult<String> {
        self.number(py, name)?;
        let rule = self.origin.as_ref().map(|origin| &origin.input.rule);
        let title = rule.map(|rule| rule.title.as_deref().unwrap_or(&rule.name));
        let (laws, proved) = laws.map_or((&[][..], false), |laws| laws.of_column(name));
        let drawn = py.detach(|| {
            let chart = Chart {
                title: title.unwrap_or(name),
                title_zh: rule.and_then(|rule| rule.title_zh.as_deref()),
                table: self.table(),
                quantity: name,
                laws,
                proved,
                side: SIDE,
                figures: &[],
                said: Translation::ENGLISH,
            };
            drawing(&chart).map(|drawing| if as_svg { drawing.svg() } else { drawing.json() })
        });
        drawn.map_err(|why| mistake(py, &why.to_string()))
    }
}

#[pymethods]
impl Column {
    /// The protocol of numpy for memory that somebody else keeps; nobody may write there.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let table = &self.tabulated.table;
        let column = self.number.map(|number| &table.columns[number].values);
        let (address, kind) = match (column, &table.present) {
            (Some(Values::U16(values)), _) => (values.as_ptr() as usize, "<u2"),
            (Some(Values::I64(values)), _) => (values.as_ptr() as usize, "<i8"),
            (Some(Values::Words { cells, .. }), _) => (cells.as_ptr() as usize, "|u1"),
            (None, Some(present)) => (present.as_ptr() as usize, "|b1"),
            _ => return Err(mistake(py, "these values have no form that numpy shares")),
        };
        let shape: Vec<usize> = table.axes.iter().map(Axis::len).collect();
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("data", (address, true))?;
        interface.set_item("typestr", kind)?;
        interface.set_item("shape", pyo3::types::PyTuple::new(py, shape)?)?;
        Ok(interface)
    }
}

/// Reads a table as `mexlab find` reads a file; or takes it as it is given: `axes` with names and least
/// values, then as many lengths, and values in row-major order, either all integers of 64 bits as bytes
/// or a list. `is_written` says that a few values may be wrong.
#[pyfunction]
#[pyo3(signature = (name, text=None, reading=None, axes=None, values=None, present=None, is_written=true))]
#[expect(clippy::too_many_arguments, reason = "each is an argument in Python, given by its name")]
pub(crate) fn read_table(
    py: Python<'_>,
    name: &str,
    text: Option<Vec<u8>>,
    reading: Option<&str>,
    axes: Option<Vec<(String, i64, usize)>>,
    values: Option<Given>,
    present: Option<Vec<u8>>,
    is_written: bool,
) -> PyResult<Table> {
    let (made, asked) = run(py, None, move |_| match (text, axes, values) {
        (Some(text), _, _) => of_text(text, name, reading),
        (None, Some(axes), Some(values)) => of_values(name, axes, values, present),
        _ => Err(Failure::Mistake("neither a text nor values".into())),
    })?;
    let Reading { table, said } = answer(py, made, asked)?;
    let tabulated = Tabulated { table, periods: Vec::new(), ended: None };
    Ok(Table { is_written, ..Table::new(tabulated, None, Some(said.to_string())) })
}

/// Values as Python gives them.
#[derive(FromPyObject)]
pub(crate) enum Given {
    /// Integers of 64 bits, in the order of bytes of this machine.
    Bytes(Vec<u8>),
    /// Integers of any size in decimal digits.
    Digits(Vec<String>),
}

fn of_text(bytes: Vec<u8>, name: &str, reading: Option<&str>) -> workbench::Result<Reading> {
    let wrong = |why: Message| Failure::Mistake(why);
    let asked = match reading {
        None => None,
        Some("list") => Some(As::List),
        Some("table") => Some(As::Table),
        Some("matrix") => Some(As::Matrix),
        Some("triangle") => Some(As::Triangle),
        Some("positions") => Some(As::Positions),
        Some(other) => {
            let help = Message::from("there are list, table, matrix, triangle and positions");
            return Err(wrong(message!("`{other}` is no reading; {help}")));
        }
    };
    let text = decode(bytes, name).map_err(|why| wrong(why.message()))?;
    read(&text, name, asked).map_err(|why| wrong(why.message()))
}

fn of_values(
    name: &str,
    axes: Vec<(String, i64, usize)>,
    values: Given,
    present: Option<Vec<u8>>,
) -> workbench::Result<Reading> {
    let mistake = |why: &'static str| Failure::Mistake(why.into());
    let values = match values {
        Given::Bytes(bytes) => {
            let (chunks, _) = bytes.as_chunks::<8>();
            Values::of_integers(chunks.iter().map(|chunk| i64::from_ne_bytes(*chunk)).collect())
        }
        Given::Digits(texts) => {
            let values: Result<Vec<BigInt>, _> = texts.iter().map(|text| text.parse()).collect();
            let values = values.map_err(|_| mistake("a value is no integer"))?;
            Values::of_big_integers(values)
        }
    };
    let cells = axes.iter().try_fold(1usize, |cells, axis| cells.checked_mul(axis.2));
    if cells != Some(values.len()) || present.as_ref().is_some_and(|p| p.len() != values.len()) {
        return Err(mistake("there is not one value for each cell"));
    }
    if values.is_empty() {
        return Err(mistake("there are no values"));
    }
    let axis = |(name, lo, length): (String, i64, usize)| {
        let hi = i64::try_from(length - 1).ok().and_then(|last| lo.checked_add(last))?;
        Some(Axis::new(name, lo, hi))
    };
    let axes: Option<Vec<Axis>> = axes.into_iter().map(axis).collect();
    let axes = axes.ok_or_else(|| mistake("the coordinates have more than 64 bits"))?;
    let columns = vec![table::Column { name: name.to_owned(), values }];
    let present: Option<Vec<bool>> = present.map(|all| all.iter().map(|&is| is != 0).collect());
    let mut table = table::Table { axes, columns, present: present.filter(|p| p.contains(&false)) };
    if let (Some(present), Values::I64(values)) = (&table.present, &mut table.columns[0].values) {
        values.iter_mut().zip(present).filter(|(_, is)| !**is).for_each(|(value, _)| *value = 0);
    }
    let said = message!("values over {}", report::box_of(&table.axes));
    Ok(Reading { table, said })
}

fn written(
    py: Python<'_>,
    write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()> + Send,
) -> PyResult<String> {
    let text = py.detach(|| {
        let mut text = Vec::new();
        write(&mut text).map(|()| String::from_utf8_lossy(&text).into_owned())
    });
    text.map_err(|why| of_failure(py, &Failure::Mistake(why.to_string().into()), None))
}
