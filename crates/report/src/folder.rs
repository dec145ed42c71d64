//! The folders of results: of a run, and of the answers to all claims.

use crate::certificates::{file_of_law, write_certificates};
use crate::errata::{Errata, write_csv};
use crate::page::Page;
use crate::{Error, bfile, chart, columns, csv, file, html, markdown};
use std::io::Write;
use std::path::{Path, PathBuf};

/// What [`write_all`] left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The files, in the order they were written.
    pub paths: Vec<PathBuf>,
    /// Sentences for the user: characters the chart font lacks.
    pub warnings: Vec<String>,
}

/// Writes `table.csv`, `chart.svg`, `chart.png`, `report.md`, `report.html` and, when there is one
/// coordinate and the values are integers, `bfile.txt`, and the certificates of what is proved into `folder`, which is made
/// if need be. Each file appears complete or not at all.
///
/// # Errors
/// [`Error::NoColumn`] when the main quantity is not in the table (nothing is written then), and
/// [`Error::Write`] for the first file that cannot be written.
pub fn write_all(folder: &Path, page: &Page<'_>) -> Result<Written, Error> {
    let table = page.table;
    let drawing = chart::drawing(&page.chart(&page.main_quantity))?;
    let main = table
        .column(&page.main_quantity)
        .ok_or_else(|| Error::NoColumn(page.main_quantity.clone()))?;

    file::make_folder(folder)?;
    let mut paths = Vec::new();
    let mut path = |name: &str| {
        paths.push(folder.join(name));
        folder.join(name)
    };
    file::write_atomically(&path("table.csv"), |w| csv::write_table(table, &columns(table), w))?;
    file::write_atomically(&path("chart.svg"), |w| w.write_all(drawing.svg().as_bytes()))?;
    file::write_atomically(&path("chart.png"), |w| w.write_all(&drawing.png()))?;
    if let ([axis], true) = (table.axes.as_slice(), main.values.is_integers()) {
        let header = format!("{}: {}({})", page.title, page.main_quantity, axis.name);
        file::write_atomically(&path("bfile.txt"), |w| bfile::write(table, main, &header, w))?;
    }
    for (quantity, certificate) in &page.proofs {
        let name = file_of_law(quantity, &page.main_quantity);
        let text = certificate.text.as_bytes();
        file::write_atomically(&path(&name), |w| w.write_all(text))?;
    }
    let report = markdown::page(page);
    file::write_atomically(&path("report.md"), |w| w.write_all(report.as_bytes()))?;
    let report = html::page(page)?;
    file::write_atomically(&path("report.html"), |w| w.write_all(report.as_bytes()))?;
    // the certificates of claims are many: their folder is named by the report
    write_certificates(folder, &page.verdicts)?;
    Ok(Written { paths, warnings: drawing.warnings() })
}

/// Writes `verdicts.csv`, `verdicts.md` and, in a folder for each game, the certificates of the
/// claims that are proved into `folder`, which is made if need be. Each file appears complete or
/// not at all; the paths returned are those of the pages.
///
/// # Errors
/// [`Error::Write`] for the first file that cannot be written.
pub fn write_errata(folder: &Path, errata: &Errata) -> Result<Vec<PathBuf>, Error> {
    file::make_folder(folder)?;
    for verdict in &errata.verdicts {
        write_certificates(&folder.join(&verdict.game), std::slice::from_ref(verdict))?;
    }
    let (csv, page) = (folder.join("verdicts.csv"), folder.join("verdicts.md"));
    file::write_atomically(&csv, |w| write_csv(errata, w))?;
    let text = markdown::errata(errata);
    file::write_atomically(&page, |w| w.write_all(text.as_bytes()))?;
    Ok(vec![csv, page])
}
