//! Positions in files, for `mexlab ask RULE --input FILE` (docs/rule-language.md, "Input files"), and graphs by name.
//!
//! Every mistake names the file, the line, what stands there and what was expected.

use crate::failure::{Failure, Result, mistake};
use crate::position::{Position, mask};
use arena::{Family, Member};
use engine::{Component, CoordinateKind, Game};
use expr::words::listed;
use rule::ast::{Rule, Structure};
use table::lines::{Line, Mistake, unmarked};

/// The family of graphs that `--on` names for a rule that is played on graphs.
///
/// # Errors
/// There is no such family, or the rule is played on something else.
pub(crate) fn family(rule: &Rule, on: &str) -> Result<(Structure, Family)> {
    use Structure::{Digraph, Graph, Sum, Tree, Words};
    let Some(structure @ (Digraph | Graph | Tree)) = rule.input else {
        let instead = match rule.input {
            Some(Words | Sum) => "--input FILE gives what it is played on",
            _ => "such a rule says `input graph`, `digraph` or `tree`",
        };
        return Err(mistake(format!("--on: {} is not played on graphs; {instead}", rule.name)));
    };
    let family = Family::read(on).map_err(|why| mistake(format!("--on: {why}")))?;
    Ok((structure, family))
}

/// The one graph that `--on` names for a rule.
///
/// # Errors
/// As for [`family`], or it names several.
pub(crate) fn graph(rule: &Rule, on: &str) -> Result<(Structure, Member)> {
    let (structure, family) = family(rule, on)?;
    let several = || {
        let help = "give one number for each size; `mexlab table` lists families";
        mistake(format!("--on: {family} is more than one graph; {help}"))
    };
    family.only().map(|graph| (structure, graph)).ok_or_else(several)
}

/// Reads positions for one game.
struct Reader<'a> {
    /// How messages name the file.
    name: &'a str,
    game: &'a Game,
    /// All lines with their numbers: the rows of a board know no comments.
    lines: std::iter::Peekable<std::iter::Zip<std::ops::RangeFrom<usize>, std::str::Lines<'a>>>,
}

/// The position a file describes: the sum of its components.
///
/// # Errors
/// A mistake in the file, or a structure that is no position of the game.
pub(crate) fn read(name: &str, text: &str, game: &Game) -> Result<Position> {
    let lines = (1..).zip(unmarked(text).lines()).peekable();
    let mut reader = Reader { name, game, lines };
    let mut components = Vec::new();
    while let Some((number, line)) = reader.lines.next() {
        let header = Line::new(number, line);
        match header.words().next() {
            None => {}
            Some("vector") => components.extend(reader.vector(header)?),
            Some("board") => components.extend(reader.board(header)?),
            Some(word) => {
                let expected = "a header, `vector a1 a2 ...` or `board R C`, is expected";
                let is_other = word.parse::<i64>().is_ok() || ["tree", "words"].contains(&word);
                let help = match is_other {
                    true => format!("; {} is not played on a graph, tree or words", reader.title()),
                    false => String::new(),
                };
                return Err(reader.wrong(number, format!("`{word}` where {expected}{help}")));
            }
        }
    }
    if components.is_empty() && !game.is_coins() {
        let expected = "`vector a1 a2 ... an`, or `board R C` and its rows, is expected";
        return Err(mistake(format!("{name}: no header; {expected}")));
    }
    Ok(Position { components, ..Position::default() })
}

impl<'a> Reader<'a> {
    fn wrong(&self, line: usize, why: impl Into<String>) -> Failure {
        self.named(Mistake::at(line, why))
    }

    fn named(&self, wrong: Mistake) -> Failure {
        mistake(format!("{}:{wrong}", self.name))
    }

    /// `vector a1 a2 ... an`
    fn vector(&self, header: Line<'a>) -> Result<Vec<Component>> {
        let line = header.number;
        let entries = self.numbers(header, |i| format!("entry {i}"))?;
        let shape = self.game.shape(0);
        if let (true, [_]) = (self.game.is_coins(), shape) {
            return self.heads(line, entries.into_iter().map(|coin| vec![coin]));
        }
        if let [(name, CoordinateKind::Subset { lo, hi })] = shape {
            let set = mask(name, &entries, *lo, *hi).map_err(|why| self.wrong(line, why.0))?;
            return self.position(line, vec![set]).map(|c| vec![c]);
        }
        let row = |s: &CoordinateKind| matches!(s, CoordinateKind::Number | CoordinateKind::Row(_));
        if self.game.is_coins() || shape.is_empty() || !shape.iter().all(|(_, s)| row(s)) {
            let why =
                format!("a vector is not a position of {}: {}", self.title(), self.expected());
            return Err(self.wrong(line, why));
        }
        let (names, title, more) = (self.game.coordinates(), self.title(), self.parameters());
        let (found, needed) = (entries.len(), names.len());
        let negative = entries.iter().position(|&e| e < 0);
        let why = match (names.get(found), entries.get(needed), negative) {
            _ if found == 0 => format!("the vector is empty; {needed} entries are expected"),
            (Some(name), ..) => format!(
                "entry {} ({name}) is missing: the vector has {found} entries, a position of {title} \
                 has {needed}{more}",
                found + 1
            ),
            (_, Some(extra), _) => format!(
                "entry {} ({extra}) is one too many: a position of {title} has {needed}{more}",
                needed + 1
            ),
            (.., Some(i)) => {
                format!("entry {} is {}; entries are never negative", i + 1, entries[i])
            }
            _ => return self.position(line, entries).map(|component| vec![component]),
        };
        Err(self.wrong(line, why))
    }

    /// The numbers behind the word of a header; `what` says what the one of that place is.
    fn numbers(&self, header: Line<'a>, what: impl Fn(usize) -> String) -> Result<Vec<i64>> {
        let number = |(i, word)| header.integer(word, &what(i));
        let numbers = (1..).zip(header.words().skip(1)).map(number);
        numbers.collect::<Result<_, _>>().map_err(|wrong| self.named(wrong))
    }

    /// `board R C`, then R rows of C characters.
    fn board(&mut self, header: Line<'a>) -> Result<Vec<Component>> {
        let line = header.number;
        let numbers = self.numbers(header, |_| "a number of rows or columns".to_owned())?;
        let [height, width] = numbers[..] else {
            let found = numbers.len();
            return Err(self.wrong(line, format!("`board R C` has two numbers, not {found}")));
        };
        if height < 1 || width < 1 {
            let why = format!("a board of {height} x {width} cells; it has at least one");
            return Err(self.wrong(line, why));
        }
        let shape = self.game.shape(0);
        let is_grid = self.game.is_coins() && shape.len() == 2;
        let cells = match shape {
            [(_, CoordinateKind::Subset { lo, hi })] => Some(hi - lo + 1),
            _ => None,
        };
        if !is_grid && cells.is_none() {
            let why = format!("a board is not a position of {}: {}", self.title(), self.expected());
            return Err(self.wrong(line, why));
        }
        self.fits_parameters(line, height, width)?;
        let given = height.checked_mul(width);
        if let Some(cells) = cells.filter(|&cells| given != Some(cells)) {
            let why = format!(
                "a board of {height} x {width} cells, and {} has {cells}; set its parameters by -p",
                self.title()
            );
            return Err(self.wrong(line, why));
        }
        let mut marked = Vec::new();
        for row in 1..=height {
            for column in self.row(line, row, height, width)? {
                marked.push((row, column));
            }
        }
        self.no_further_row(height, width)?;
        match shape {
            [(name, CoordinateKind::Subset { lo, hi })] => {
                let cells = marked.iter().map(|(i, j)| lo + (i - 1) * width + j - 1);
                let set = mask(name, &cells.collect::<Vec<_>>(), *lo, *hi);
                let set = set.map_err(|why| self.wrong(line, why.0))?;
                self.position(line, vec![set]).map(|c| vec![c])
            }
            _ => {
                let first = self.game.coins(&[1, 1]);
                let first = first.first().cloned().unwrap_or_else(|| vec![0, 0]);
                let coin = |(i, j): (i64, i64)| vec![first[0] + i - 1, first[1] + j - 1];
                self.heads(line, marked.into_iter().map(coin))
            }
        }
    }

    /// Checks the sizes against the parameters `R` and `C` of rules that have them: the same number
    /// of cells can make another board.
    fn fits_parameters(&self, line: usize, height: i64, width: i64) -> Result<()> {
        for (name, given) in [("R", height), ("C", width)] {
            match self.game.instance().values.get(name) {
                Some(rule::Constant::Int(value)) if *value != given => {
                    let why = format!("a board of {height} x {width} cells, and {name} = {value}");
                    let help = format!("set -p R={height} -p C={width}");
                    return Err(self.wrong(line, format!("{why}; {help}")));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Refuses rows beyond those a header announced. Directly below a board a line as wide as the
    /// board and made of its characters is a row, even if it begins with `#` as comments do.
    fn no_further_row(&mut self, height: i64, width: i64) -> Result<()> {
        let is_row = |text: &str| {
            let is_cell = |c| matches!(c, '.' | '0' | '#' | 'x' | '1');
            text.chars().all(is_cell) && text.chars().count() as i64 == width
        };
        let Some((line, text)) = self.lines.next_if(|(_, text)| is_row(text)) else {
            return Ok(());
        };
        let mut found = height.saturating_add(1);
        while self.lines.next_if(|(_, text)| is_row(text)).is_some() {
            found = found.saturating_add(1);
        }
        let why = format!("`{text}` is one row too many: {found} rows found, {height} announced");
        Err(self.wrong(line, why))
    }

    /// The marked columns of the next row. Nothing may follow its cells, not even blanks: they
    /// would hide a row that is too wide or too narrow.
    fn row(&mut self, header: usize, row: i64, height: i64, width: i64) -> Result<Vec<i64>> {
        let Some((line, text)) = self.lines.next() else {
            let why = format!("the board has {height} rows, and only {} follow", row - 1);
            return Err(self.wrong(header, why));
        };
        let mut marked = Vec::new();
        for (column, c) in (1..).zip(text.chars()) {
            let why = match c {
                '.' | '0' if column <= width => continue,
                '#' | 'x' | '1' if column <= width => {
                    marked.push(column);
                    continue;
                }
                _ if column <= width => {
                    let expected = "`.` or `0` (not marked), `#`, `x` or `1` (marked) is expected";
                    format!("`{c}` where {expected}")
                }
                _ if c.is_whitespace() => {
                    format!("a blank beyond the {width} columns of row {row}")
                }
                _ => format!("`{c}` beyond the {width} columns of row {row}"),
            };
            return Err(self.wrong(line, format!("column {column}: {why}")));
        }
        let found = text.chars().count() as i64;
        if found < width {
            let why =
                format!("column {}: row {row} ends after {found} of {width} cells", found + 1);
            return Err(self.wrong(line, why));
        }
        Ok(marked)
    }

    /// A remedy for positions of another size.
    fn parameters(&self) -> String {
        match &self.game.instance().rule.parameters[..] {
            [] => String::new(),
            all => format!("; -p sets {}", listed(all.iter().map(|p| &p.name))),
        }
    }

    fn title(&self) -> String {
        format!("`{}`", self.game.instance().rule.name)
    }

    /// What a position of the game is written as.
    fn expected(&self) -> &'static str {
        match (self.game.is_coins(), self.game.shape(0)) {
            (true, [_]) => "write `vector` and the numbers of the heads",
            (true, [_, _]) => "write `board R C` and its rows, heads marked",
            (false, [(_, CoordinateKind::Subset { .. })]) => {
                "write `board R C` and its rows, or `vector` and the members of the set"
            }
            (false, shape)
                if shape.iter().all(|(_, s)| !matches!(s, CoordinateKind::Subset { .. })) =>
            {
                "write `vector` and its numbers in order"
            }
            _ => "give it on the command line",
        }
    }

    /// Coins that show heads.
    fn heads(&self, line: usize, coins: impl Iterator<Item = Vec<i64>>) -> Result<Vec<Component>> {
        coins.map(|coin| self.position(line, coin)).collect()
    }

    /// The component, if it is a position.
    fn position(&self, line: usize, at: Vec<i64>) -> Result<Component> {
        let component = Component::own(at);
        let Some(why) = self.game.why_no_position(&component) else { return Ok(component) };
        let written = self.game.written(&component);
        let where_wrong = match self.entry_out_of_order(&component.at) {
            Some((entry, order)) => format!("entry {entry}: {order}; {why}"),
            None => why,
        };
        Err(self
            .wrong(line, format!("{written} is not a position of {}: {where_wrong}", self.title())))
    }

    /// The first entry that is out of the order the rule asks for, when sorting the entries, or
    /// changing one of them, would make them a position.
    fn entry_out_of_order(&self, at: &[i64]) -> Option<(usize, String)> {
        let fits = |at: &[i64]| self.game.why_no_position(&Component::own(at.to_vec())).is_none();
        if at.len() < 2 {
            return None;
        }
        let mut sorted = at.to_vec();
        sorted.sort_unstable();
        let ascending = fits(&sorted);
        sorted.reverse();
        let pairs = || at.windows(2).enumerate();
        let out = |(i, pair): (usize, &[i64]), than| {
            (i + 2, format!("{} is {than} than entry {} ({})", pair[1], i + 1, pair[0]))
        };
        if fits(&sorted) {
            return pairs().find(|(_, p)| p[1] > p[0]).map(|pair| out(pair, "greater"));
        }
        if ascending {
            return pairs().find(|(_, p)| p[1] < p[0]).map(|pair| out(pair, "less"));
        }
        (0..at.len()).find_map(|i| {
            let near = [i.checked_sub(1), Some(i + 1)].into_iter().flatten();
            let near = near.filter_map(|j| at.get(j)).flat_map(|&v| [v, v + 1, v - 1]);
            let changed = near.chain([0, 1]).any(|value| {
                let mut changed = at.to_vec();
                changed[i] = value;
                fits(&changed)
            });
            changed.then(|| (i + 1, format!("{} does not fit the others", at[i])))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Shelf;

    fn game(text: &str) -> Game {
        let (rule, mistakes) = rule::parse(text);
        assert!(mistakes.is_empty(), "{mistakes:?}");
        let library = Shelf::default();
        let rule = rule::resolve(rule.unwrap(), &library).unwrap();
        Game::compile(&rule::bind(&rule, &[]).unwrap(), &library).unwrap()
    }

    fn row() -> Game {
        game("game r(m = 3)\nstate (h[m])\nmove h[i] -> h[i] - t for i in 1..m, t in 1..h[i]\n")
    }

    fn young() -> Game {
        game(
            "game young(m = 3)\nstate (h[m]) where all{h[i] >= h[i + 1] for i in 1..m - 1}\n\
             move h[m] -> h[m] - t for t in 1..h[m]\n",
        )
    }

    fn board() -> Game {
        game("game b(n = 6)\nstate (A subset 1..n)\nmove A -> A - {x} for x in A\n")
    }

    fn flat(game: &Game, text: &str) -> Vec<Vec<i64>> {
        read("f", text, game).unwrap().components.into_iter().map(|c| c.at).collect()
    }

    #[test]
    fn vectors_and_boards() {
        assert_eq!(
            flat(&row(), "# three\nvector 3 1 2\n\nvector 0 0 1 # a sum\n"),
            [[3, 1, 2], [0, 0, 1]]
        );
        let cells = "\u{feff}board 2 3\r\n.#.\r\nx10\r\nboard 3 2\n..\n..\n#.\n";
        assert_eq!(flat(&board(), cells), [[0b01_1010], [0b01_0000]]);
        assert_eq!(flat(&board(), "vector 1 6\n"), [[0b10_0001]]);
        let comment = "board 2 3\n.#.\nx10\n# end\n#\n";
        assert_eq!(flat(&board(), comment), [[0b01_1010]]);
    }

    #[test]
    fn coins() {
        let turtles = Game::compile(
            &rule::instance("mock-turtles", &[], &Shelf::default()).unwrap(),
            &Shelf::default(),
        );
        assert_eq!(flat(&turtles.unwrap(), "vector 1 4\n"), [[1], [4]]);
    }

    #[test]
    fn every_mistake_is_named() {
        for (game, text, why) in [
            (row(), "", "f: no header"),
            (row(), "# nothing\n\n", "f: no header"),
            (row(), "3 1 2\n", "f:1: `3` where a header"),
            (row(), "vector 3 x 2\n", "f:1: `x` is not a number; expected entry 2"),
            (
                row(),
                "\nvector 3 99999999999999999999 2\n",
                "f:2: `99999999999999999999` is too large for entry 2",
            ),
            (row(), "vector 3 -1 2\n", "f:1: entry 2 is -1"),
            (row(), "vector\n", "f:1: the vector is empty"),
            (row(), "vector 3 1\n", "f:1: entry 3 (h3) is missing"),
            (row(), "vector 3 1 2 5\n", "f:1: entry 4 (5) is one too many"),
            (row(), "board 1 3\n...\n", "f:1: a board is not a position of `r`"),
            (young(), "vector 3 1 2\n", "entry 3: 2 is greater than entry 2 (1)"),
            (board(), "board 2\n", "f:1: `board R C` has two numbers, not 1"),
            (board(), "board 0 6\n", "f:1: a board of 0 x 6"),
            (board(), "board 2 2\n..\n..\n", "f:1: a board of 2 x 2 cells, and `b` has 6"),
            (board(), "board 2 9223372036854775807\n", "f:1: a board of 2 x 9223372036854775807"),
            (board(), "board 2 3\n...\n", "f:1: the board has 2 rows, and only 1 follow"),
            (board(), "board 2 3\n...\n..\n", "f:3: column 3: row 2 ends after 2 of 3"),
            (board(), "board 2 3\n....\n...\n", "f:2: column 4: `.` beyond the 3 columns of row 1"),
            (board(), "board 2 3\n.o.\n...\n", "f:2: column 2: `o` where"),
            (
                board(),
                "board 2 3\n...\n...\n...\n",
                "f:4: `...` is one row too many: 3 rows found, 2 announced",
            ),
            (board(), "board 2 3\n...\n...\n#..\nx..\n", "f:4: `#..` is one row too many: 4 rows"),
            (board(), "board 2 3\n... \n...\n", "f:2: column 4: a blank beyond the 3 columns"),
            (row(), "vector 3 +1 2\n", "f:1: `+1` is not a number; expected entry 2"),
            (board(), "board +2 3\n...\n...\n", "f:1: `+2` is not a number"),
            (board(), "vector 1 7\n", "f:1: 7 in the set A is not in 1..6"),
        ] {
            let message = read("f", text, &game).unwrap_err().message();
            assert!(message.contains(why), "{text:?}: {message}");
        }
    }
}
