//! The folders of results: of a run, and of the answers to all claims.

use crate::certificates::{FOLDER, file_of_law, write_certificates};
use crate::errata::{Errata, write_csv};
use crate::error::Cause;
use crate::page::Page;
use crate::{Error, Waiting, bfile, chart, columns, csv, file, html, markdown};
use message::Message;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// What a run wrote of a table that was stopped.
pub const PART: &str = "part.csv";
const REPORT: &str = "report.md";
/// Every other file of a run; certificates have names of their own.
const FILES: [&str; 5] = ["table.csv", "chart.svg", "chart.png", "bfile.txt", "report.html"];

/// What [`write_all`] left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The files, in the order they were written.
    pub paths: Vec<PathBuf>,
    /// Sentences for the user: characters the chart font lacks.
    pub warnings: Vec<Message>,
}

/// Refuses a folder where a run would write through a link, or over what no run made: its report says which
/// files are ours, and is the first that is written.
///
/// # Errors
/// [`Error::Write`] with the file or folder that is not ours.
pub fn check_own(folder: &Path) -> Result<(), Error> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    let is_certificate = |name: &str| name.starts_with("certificate") && name.ends_with(".json");
    names.retain(|name| {
        FILES.contains(&name.as_str())
            || [REPORT, PART].contains(&name.as_str())
            || is_certificate(name)
    });
    for name in &names {
        file::plain(&folder.join(name))?;
    }
    for own in [folder, &folder.join(FOLDER)] {
        if own.is_symlink() {
            file::plain(own)?;
        }
    }
    let is_report = fs::read(folder.join(REPORT)).is_ok_and(|text| {
        let text = String::from_utf8_lossy(&text);
        markdown::HOW_IT_WAS_READ.iter().any(|head| text.contains(&format!("\n## {head}\n\n")))
    });
    match names.iter().find(|name| *name != PART) {
        Some(first) if !is_report => {
            let first = if names.iter().any(|name| name == REPORT) { REPORT } else { first };
            let help = "no run made it: move it away, or give another folder by --out";
            Err(Error::Write { path: folder.join(first), cause: io::Error::other(Cause(help)) })
        }
        _ => Ok(()),
    }
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
    let mut write = |name: &str, write: &dyn Fn(&mut BufWriter<Waiting>) -> io::Result<()>| {
        paths.push(folder.join(name));
        file::write_in_place(&folder.join(name), write)
    };
    let report = markdown::page(page);
    write(REPORT, &|w| w.write_all(report.as_bytes()))?;
    write("table.csv", &|w| csv::write_table(table, &columns(table), w))?;
    write("chart.svg", &|w| w.write_all(drawing.svg().as_bytes()))?;
    #[cfg(not(target_family = "wasm"))]
    write("chart.png", &|w| w.write_all(&drawing.png()))?;
    if let ([axis], true) = (table.axes.as_slice(), main.values.is_integers()) {
        let header = format!("{}: {}({})", page.title, page.main_quantity, axis.name);
        write("bfile.txt", &|w| bfile::write(table, main, &header, w))?;
    }
    for (quantity, proof) in &page.proofs {
        let name = file_of_law(quantity, &page.main_quantity);
        write(&name, &|w| w.write_all(proof.certificate.text.as_bytes()))?;
    }
    let report = html::page(page)?;
    write("report.html", &|w| w.write_all(report.as_bytes()))?;
    // The report is named where it is read: behind what it shows.
    let shown = paths.len() - 1;
    paths[..shown].rotate_left(1);
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
    file::write_in_place(&csv, |w| write_csv(errata, w))?;
    let text = markdown::errata(errata);
    file::write_in_place(&page, |w| w.write_all(text.as_bytes()))?;
    Ok(vec![csv, page])
}
