//! Running the program, and reading what it and the files of published values say.

#[path = "printed.rs"]
mod printed;

pub(crate) use printed::mexlab;

/// A table the program printed.
pub(crate) struct Rows {
    header: Vec<String>,
    cells: Vec<Vec<i64>>,
}

impl Rows {
    /// Runs `mexlab table ARGUMENTS --format csv`, the arguments separated by blanks.
    ///
    /// # Panics
    /// When the program fails or prints anything but a table of integers.
    pub(crate) fn of(arguments: &str) -> Self {
        let mut words = vec!["table"];
        words.extend(arguments.split_whitespace());
        words.extend(["--format", "csv"]);
        let text = mexlab(&words);
        let mut lines = text.lines();
        let header = lines.next().expect("a header").split(',').map(str::to_owned).collect();
        let cell =
            |word: &str| word.parse().unwrap_or_else(|_| panic!("{word:?} is not an integer"));
        let cells = lines.map(|line| line.split(',').map(cell).collect()).collect();
        Self { header, cells }
    }

    /// The named columns, row by row.
    ///
    /// # Panics
    /// When a column is missing or a row has the wrong length.
    pub(crate) fn columns(&self, names: &[&str]) -> Vec<Vec<i64>> {
        let place = |name: &&str| {
            let found = self.header.iter().position(|column| column == name);
            found.unwrap_or_else(|| panic!("no column {name} in {:?}", self.header))
        };
        let places: Vec<usize> = names.iter().map(place).collect();
        let pick = |row: &Vec<i64>| {
            assert_eq!(row.len(), self.header.len(), "a cell for every column");
            places.iter().map(|&column| row[column]).collect()
        };
        self.cells.iter().map(pick).collect()
    }
}

/// A published sequence: the words of its title line and those below it.
pub(crate) struct Sequence<'a> {
    /// Name, and what else the file says its title lines hold.
    pub(crate) title: Vec<&'a str>,
    /// The values, as they stand in the file.
    pub(crate) words: Vec<&'a str>,
}

impl Sequence<'_> {
    /// The values as numbers.
    ///
    /// # Panics
    /// When one is not.
    pub(crate) fn values(&self) -> Vec<i64> {
        self.words.iter().map(|word| word.parse().expect("a number")).collect()
    }
}

/// The sequences of a file: a title at the beginning of a line, values on the indented lines
/// below it, remarks after `#`.
pub(crate) fn sequences(text: &str) -> Vec<Sequence<'_>> {
    let mut all: Vec<Sequence<'_>> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words = line.split_whitespace();
        if line.starts_with(' ') {
            all.last_mut().expect("a title first").words.extend(words);
        } else {
            all.push(Sequence { title: words.collect(), words: Vec::new() });
        }
    }
    all
}

/// The sequence of tests/data/sequences.txt with this name: its first index and its values.
///
/// # Panics
/// When there is none.
pub(crate) fn published(name: &str) -> (usize, Vec<i64>) {
    let all = sequences(include_str!("../data/sequences.txt"));
    let found = all.iter().find(|sequence| sequence.title[0] == name);
    let sequence = found.unwrap_or_else(|| panic!("no sequence {name}"));
    (sequence.title[1].parse().expect("an index"), sequence.values())
}
