//! The atlas: results of all members in one SQLite file (docs/atlas.md), and questions to it.

use message::{Message, message};
use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;

use report::{csv, file};
use rusqlite::types::{Value, ValueRef};
use rusqlite::{Connection, OpenFlags, params_from_iter};

use crate::error::mistake;
use crate::shard::{AnsweredClaim, Computed, Row};
use crate::{Begun, Error, Folder, Member, Plan, Result};

/// Name of the file.
const FILE: &str = "atlas.sqlite";

/// The columns behind those of the parameters, and their types.
const COLUMNS: &str = "quantity TEXT, status TEXT, why TEXT, canonical TEXT, same_as INTEGER, \
                       scale INTEGER, reach TEXT, positions INTEGER, law TEXT, kind TEXT, \
                       preperiod INTEGER, period INTEGER, computed_to INTEGER, saltus INTEGER, \
                       exceptions INTEGER, known TEXT, \
                       greatest INTEGER, greatest_at TEXT, different INTEGER, common INTEGER, \
                       rare INTEGER, lost INTEGER, sparse_mask INTEGER, rare_values INTEGER, \
                       last_rare INTEGER, hash TEXT, half TEXT, certificate TEXT, version TEXT";

/// The names of [`COLUMNS`] with their types.
fn columns<'a>() -> impl Iterator<Item = (&'a str, &'a str)> {
    COLUMNS.split(", ").filter_map(|column| column.split_once(' '))
}

/// A value of the atlas: null, a whole number, or a text.
pub type Cell = serde_json::Value;

fn cell(value: ValueRef<'_>) -> Cell {
    match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(n) => n.into(),
        ValueRef::Real(x) => x.to_string().into(),
        ValueRef::Text(text) | ValueRef::Blob(text) => String::from_utf8_lossy(text).into(),
    }
}

/// A value as it is printed; empty where there is nothing.
#[must_use]
pub fn text(cell: &Cell) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::String(text) => text.clone(),
        number => number.to_string(),
    }
}

/// A column that comes from what varies.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parameter {
    /// Its name in the atlas.
    column: String,
    /// Its name in the plan.
    name: String,
    /// Which of the numbers of a set it is; `None`: the value itself.
    entry: Option<usize>,
    is_integer: bool,
}

impl Parameter {
    fn value(&self, member: &Member) -> Value {
        let text = member.values.iter().find(|(name, _)| *name == self.name);
        let text = text.map_or("", |(_, value)| value);
        let text = match self.entry {
            Some(entry) => entries(text).and_then(|all| all.get(entry).copied()).unwrap_or(text),
            None => text,
        };
        match text.parse() {
            Ok(number) if self.is_integer => Value::Integer(number),
            _ => Value::Text(text.to_owned()),
        }
    }
}

/// The numbers of `{1, 2, 5}` or `[1, 2]`.
fn entries(text: &str) -> Option<Vec<&str>> {
    let inner = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}'));
    let inner = inner.or_else(|| text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')))?;
    let all: Vec<&str> = inner.split(',').map(str::trim).collect();
    all.iter().all(|entry| entry.parse::<i64>().is_ok()).then_some(all)
}

/// What varies, as columns: sets and lists of the same length also by their numbers, `S_1`, `S_2`, ...
fn parameters(members: &[Member]) -> Vec<Parameter> {
    let mut all: Vec<Parameter> = Vec::new();
    let mut taken: BTreeSet<String> = columns().map(|(name, _)| name.to_owned()).collect();
    taken.insert("member".to_owned());
    let mut add = |wanted: String, name: &str, entry, is_integer| {
        let mut column = wanted.replace(['.', '-'], "_");
        // SQL knows no case
        while !taken.insert(column.to_lowercase()) {
            column.push('_');
        }
        all.push(Parameter { column, name: name.to_owned(), entry, is_integer });
    };
    let names = members.first().map_or(&[][..], |member| &member.values);
    for (at, (name, _)) in names.iter().enumerate() {
        let values = || members.iter().map(|member| member.values[at].1.as_str());
        add(name.clone(), name, None, values().all(|value| value.parse::<i64>().is_ok()));
        let length = values().next().and_then(|value| Some(entries(value)?.len()));
        let same = length.filter(|&length| {
            values().all(|value| entries(value).is_some_and(|all| all.len() == length))
        });
        for entry in 0..same.unwrap_or(0) {
            add(format!("{name}_{}", entry + 1), name, Some(entry), true);
        }
    }
    all
}

/// A law of the values of all members as one table, over what varies and the positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FamilyLaw {
    /// The quantity.
    pub quantity: String,
    /// The law in words.
    pub law: String,
    /// Its kind.
    pub kind: String,
    /// The last position for which it was compared, in words.
    pub reach: String,
    /// Number of values from which its constants were read.
    pub fitted: i64,
    /// Number of values with which it was compared.
    pub tested: i64,
}

impl Begun {
    /// Checks that the results of all shards are there and whole, and writes the atlas, as SQLite and as CSV,
    /// with these laws of the whole family, and the seconds that members took beside it.
    ///
    /// # Errors
    /// Shards are missing; a file cannot be written.
    pub fn collect(&self, laws: &[FamilyLaw]) -> Result<Atlas> {
        let folder = &self.folder;
        let (mut results, mut missing) = (Vec::new(), 0);
        for shard in self.shards() {
            match self.read(shard) {
                Some(all) => results.extend(all),
                None => missing += 1,
            }
        }
        if missing > 0 {
            let help = message!("`mexlab sweep missing {}` lists them", folder.shown());
            return Err(mistake(message!("{missing} shards have no results; {help}")));
        }
        let path = folder.file(FILE);
        let partial = folder.file(".atlas.sqlite");
        let failed = |cause: String| {
            let cause = std::io::Error::other(cause);
            Error::Write(report::Error::Write { path: path.clone(), cause })
        };
        // What an earlier attempt left.
        let _ = fs::remove_file(&partial);
        write(&partial, self, results, laws).map_err(|e| failed(e.to_string()))?;
        // Windows syncs only what may be written.
        let opened = fs::File::options().write(true).open(&partial);
        let renamed = opened.and_then(|file| file.sync_all());
        renamed.and_then(|()| fs::rename(&partial, &path)).map_err(|e| failed(e.to_string()))?;
        folder.tidy();
        let atlas = Atlas::open(folder)?;
        file::write_atomically(&folder.file("atlas.csv"), |out| {
            atlas.csv(&select(None), out).map_err(std::io::Error::other)
        })?;
        let seconds = self.shards().filter_map(|k| fs::read_to_string(folder.seconds_file(k)).ok());
        let seconds: String = seconds.collect();
        file::write_atomically(&folder.file("seconds.csv"), |out| {
            write!(out, "member,seconds\n{seconds}")
        })?;
        Ok(atlas)
    }
}

/// The indices of the atlas.
const INDICES: &str = "\
    CREATE INDEX by_member ON atlas (member);
    CREATE INDEX by_period ON atlas (quantity, period);
    CREATE INDEX by_preperiod ON atlas (quantity, preperiod);
    CREATE INDEX by_answer ON claims (claim, answer, member);
    CREATE INDEX by_status ON atlas (status);
    CREATE INDEX by_half ON atlas (quantity, half) WHERE half IS NOT NULL;";

/// Writes the database.
fn write(
    path: &Path,
    sweep: &Begun,
    results: Vec<Computed>,
    laws: &[FamilyLaw],
) -> rusqlite::Result<()> {
    let Begun { plan, members, .. } = sweep;
    let mut atlas = Connection::open(path)?;
    // The file is synced and renamed as a whole.
    atlas.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
    let parameters = parameters(members);
    let named = parameters
        .iter()
        .map(|p| (p.column.as_str(), if p.is_integer { "INTEGER" } else { "TEXT" }));
    let columns: Vec<String> =
        named.chain(columns()).map(|(name, kind)| format!("\"{name}\" {kind}")).collect();
    let transaction = atlas.transaction()?;
    transaction.execute_batch(&format!(
        "CREATE TABLE atlas (member INTEGER NOT NULL, {});\n\
         CREATE TABLE claims (member INTEGER NOT NULL, claim TEXT, answer TEXT, detail TEXT);\n\
         CREATE TABLE family (quantity TEXT, law TEXT, kind TEXT, reach TEXT, fitted INTEGER, tested INTEGER);\n\
         CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT);\n\
         CREATE TABLE parameters (\"column\" TEXT PRIMARY KEY, name TEXT, entry INTEGER);",
        columns.join(", ")
    ))?;
    insert_results(&transaction, sweep, &parameters, results)?;
    let mut about = transaction.prepare("INSERT INTO about VALUES (?, ?)")?;
    let shape = Plan { shard: 0, ..plan.clone() };
    about.execute(["plan", &shape.to_string()])?;
    about.execute(["members", &members.len().to_string()])?;
    let mut known = transaction.prepare("INSERT INTO parameters VALUES (?, ?, ?)")?;
    for Parameter { column, name, entry, .. } in &parameters {
        known.execute((column, name, entry.map(|entry| entry as i64 + 1)))?;
    }
    let mut whole = transaction.prepare("INSERT INTO family VALUES (?, ?, ?, ?, ?, ?)")?;
    for FamilyLaw { quantity, law, kind, reach, fitted, tested } in laws {
        whole.execute((quantity, law, kind, reach, fitted, tested))?;
    }
    drop((about, known, whole));
    transaction.execute_batch(INDICES)?;
    transaction.commit()?;
    atlas.close().map_err(|(_, error)| error)
}

/// Writes the rows and claims of all members; a member that is another's game has the other's.
fn insert_results(
    atlas: &Connection,
    Begun { plan, members, .. }: &Begun,
    parameters: &[Parameter],
    results: Vec<Computed>,
) -> rusqlite::Result<()> {
    let held = vec!["?"; 1 + parameters.len() + columns().count()].join(", ");
    let mut insert = atlas.prepare(&format!("INSERT INTO atlas VALUES ({held})"))?;
    let mut answered = atlas.prepare("INSERT INTO claims VALUES (?, ?, ?, ?)")?;
    let mut of_member: Vec<Option<Computed>> = vec![None; members.len()];
    let own = members.iter().filter(|member| member.same.is_none());
    for (member, computed) in own.zip(results) {
        of_member[member.number] = Some(computed);
    }
    let empty = [Row::default()];
    for member in members {
        let (source, scale) = member.same.unwrap_or((member.number, 1));
        let Some(computed) = &of_member[source] else { continue };
        let rows = if computed.rows.is_empty() { &empty[..] } else { &computed.rows };
        for row in rows {
            let mut values = vec![Value::Integer(member.number as i64)];
            values.extend(parameters.iter().map(|parameter| parameter.value(member)));
            values.extend(fields(plan, member, computed, row, scale));
            insert.execute(params_from_iter(values))?;
        }
        for AnsweredClaim { claim, answer, detail } in &computed.claims {
            answered.execute((member.number as i64, claim, answer, detail))?;
        }
    }
    Ok(())
}

/// The values of [`COLUMNS`]. Of a member that is another one with all numbers multiplied, the law and its
/// lengths are those of the other, stretched; what depends on how far the table goes is left out.
fn fields(plan: &Plan, member: &Member, computed: &Computed, row: &Row, scale: u64) -> Vec<Value> {
    let text = |text: &str| Value::Text(text.to_owned());
    let known = serde_json::to_value(row).unwrap_or_default();
    let status = serde_json::to_value(computed.status).unwrap_or_default();
    let own = |name: &str| match if name == "status" { &status } else { &known[name] } {
        Cell::String(words) => text(words),
        number => number.as_i64().map_or(Value::Null, Value::Integer),
    };
    let factor = i64::try_from(scale).unwrap_or(i64::MAX);
    let field = |(name, _): (&str, &str)| {
        let value = match (name, own(name)) {
            ("why", _) => text(&computed.why),
            ("canonical", _) => text(&member.canonical),
            ("version", _) => text(&plan.version),
            ("same_as", _) => member.same.map_or(Value::Null, |same| (same.0 as i64).into()),
            ("scale", _) => member.same.map_or(Value::Null, |_| factor.into()),
            (_, value) if scale == 1 => value,
            ("law", Value::Text(law)) => text(&format!("{law}, with n // {scale} for n")),
            ("preperiod" | "period", Value::Integer(n)) => {
                n.checked_mul(factor).map_or(Value::Null, Value::Integer)
            }
            (
                "quantity" | "status" | "reach" | "kind" | "saltus" | "known" | "certificate",
                value,
            ) => value,
            _ => Value::Null,
        };
        if value == text("") { Value::Null } else { value }
    };
    columns().map(field).collect()
}

/// An atlas that is there, to be asked.
#[derive(Debug)]
pub struct Atlas {
    connection: Connection,
}

impl Atlas {
    /// The atlas of a folder.
    ///
    /// # Errors
    /// The folder has no atlas.
    pub fn open(folder: &Folder) -> Result<Self> {
        let path = folder.file(FILE);
        if !path.is_file() {
            let help = message!(
                "`mexlab sweep collect {}` makes it when all shards are there",
                folder.shown()
            );
            return Err(mistake(message!("there is no atlas {}; {help}", path.display())));
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(&path, flags);
        let connection =
            opened.map_err(|e| mistake(message!("cannot read {}: {e}", path.display())))?;
        Ok(Self { connection })
    }

    /// Calls `row` with every row that a SELECT finds, and returns the names of its columns.
    ///
    /// # Errors
    /// The text is no such question; or what `row` says.
    pub fn ask(
        &self,
        select: &str,
        mut row: impl FnMut(Vec<Cell>) -> Result<()>,
    ) -> Result<Vec<String>> {
        let wrong = |e: rusqlite::Error| {
            let help = Message::from(
                "conditions are SQL on the columns of docs/atlas.md, such as 'period > 100'",
            );
            mistake(message!("{}; {help}", reason(&e)))
        };
        let mut statement = self.connection.prepare(select).map_err(wrong)?;
        let names: Vec<String> = statement.column_names().into_iter().map(str::to_owned).collect();
        let mut rows = statement.query([]).map_err(wrong)?;
        while let Some(found) = rows.next().map_err(wrong)? {
            let cells = (0..names.len()).map(|i| found.get_ref(i).map_or(Cell::Null, cell));
            row(cells.collect())?;
        }
        Ok(names)
    }

    /// All rows of a SELECT.
    ///
    /// # Errors
    /// As for [`Atlas::ask`].
    pub fn rows(&self, select: &str) -> Result<Vec<Vec<Cell>>> {
        let mut all = Vec::new();
        self.ask(select, |row| {
            all.push(row);
            Ok(())
        })?;
        Ok(all)
    }

    /// The laws of the whole family, as they were collected; none in an atlas that was made before there were
    /// such laws.
    ///
    /// # Errors
    /// The atlas cannot be read.
    pub fn family(&self) -> Result<Vec<FamilyLaw>> {
        if self.rows("SELECT 1 FROM sqlite_master WHERE name = 'family'")?.is_empty() {
            return Ok(Vec::new());
        }
        let law = |row: Vec<Cell>| {
            let [quantity, law, kind, reach] = [0, 1, 2, 3].map(|field| text(&row[field]));
            let (fitted, tested) = (row[4].as_i64()?, row[5].as_i64()?);
            Some(FamilyLaw { quantity, law, kind, reach, fitted, tested })
        };
        let rows = self.rows("SELECT * FROM family ORDER BY rowid")?;
        Ok(rows.into_iter().filter_map(law).collect())
    }

    /// The columns of whole numbers that come from what varies.
    pub(crate) fn axes(&self) -> Result<(Vec<String>, Vec<String>)> {
        let kinds = self.texts("SELECT name, type FROM pragma_table_info('atlas')")?;
        let is_integer =
            |column: &String| kinds.iter().any(|row| row[0] == *column && row[1] == "INTEGER");
        let all = self.texts("SELECT \"column\", entry, name FROM parameters ORDER BY rowid")?;
        let mut axes = Vec::new();
        let mut others = Vec::new();
        for row in &all {
            let by_entries = all.iter().any(|other| other[2] == row[2] && !other[1].is_empty());
            match is_integer(&row[0]) {
                true => axes.push(row[0].clone()),
                false if by_entries => {}
                false => others.push(row[0].clone()),
            }
        }
        Ok((axes, others))
    }

    /// The rows of a SELECT as CSV.
    ///
    /// # Errors
    /// As for [`Atlas::ask`]; [`Error::Write`] where `out` cannot be written.
    pub fn csv(&self, select: &str, out: &mut dyn Write) -> Result<()> {
        let failed = |cause| Error::Write(report::Error::Write { path: "CSV".into(), cause });
        let names = self.ask(&format!("SELECT * FROM ({select}) LIMIT 0"), |_| Ok(()))?;
        writeln!(out, "{}", names.join(",")).map_err(failed)?;
        let line = |row: Vec<Cell>| {
            let cells: Vec<String> = row.iter().map(text).collect();
            writeln!(out, "{}", csv::line(cells.iter().map(String::as_str))).map_err(failed)
        };
        self.ask(select, line).map(drop)
    }
}

/// The SELECT for the rows of a condition.
#[must_use]
pub fn select(condition: Option<&str>) -> String {
    format!("SELECT * FROM atlas WHERE ({}) ORDER BY rowid", condition.unwrap_or("1"))
}

/// The sentence of a mistake without what SQLite adds.
fn reason(error: &rusqlite::Error) -> String {
    match error {
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_atlas_of_before_has_no_laws_of_the_family() {
        let folder = tempfile::tempdir().unwrap();
        let made = Connection::open(folder.path().join(FILE)).unwrap();
        made.execute_batch("CREATE TABLE atlas (member INTEGER)").unwrap();
        let atlas = Atlas::open(&Folder::at(folder.path())).unwrap();
        assert_eq!(atlas.family().unwrap(), []);
    }
}
