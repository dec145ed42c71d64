//! Positions in files: `vector a1 a2 ...`, or `board R C` and its rows (docs/rule-language.md, "Input files").
//!
//! Every mistake names the file, the line, what stands there and what was expected.

use super::{Position, mask, mistake};
use engine::{Component, CoordinateKind, Game};
use expr::words::listed;
use message::{Message, message};
use std::iter::{Peekable, Zip};
use std::ops::RangeFrom;
use std::str;
use table::lines::{Line, Mistake, unmarked};
use workbench::Result;

/// Reads positions for one game.
struct Reader<'a> {
    game: &'a Game,
    /// All lines with their numbers: the rows of a board know no comments.
    lines: Peekable<Zip<RangeFrom<usize>, str::Lines<'a>>>,
}

/// The position that the text of a file describes: the sum of its components.
///
/// # Errors
/// A mistake in the file, or a structure that is no position of the game.
pub fn read(name: &str, text: &str, game: &Game) -> Result<Position> {
    let lines = (1..).zip(unmarked(text).lines()).peekable();
    let mut reader = Reader { game, lines };
    let components = reader.sum().map_err(|wrong| mistake(message!("{name}:{wrong}")))?;
    if components.is_empty() && !game.is_coins() {
        let why = "no header; `vector a1 a2 ... an`, or `board R C` and its rows, is expected";
        return Err(mistake(Message::from(why).within(name.to_owned())));
    }
    Ok(Position { components, ..Position::default() })
}

impl<'a> Reader<'a> {
    fn sum(&mut self) -> Result<Vec<Component>, Mistake> {
        let mut components = Vec::new();
        while let Some((number, line)) = self.lines.next() {
            let header = Line::new(number, line);
            match header.words().next() {
                None => {}
                Some("vector") => components.extend(self.vector(header)?),
                Some("board") => components.extend(self.board(header)?),
                Some(word) => {
                    let is_other = word.parse::<i64>().is_ok() || ["tree", "words"].contains(&word);
                    let why = message!(
                        "`{word}` where a header, `vector a1 a2 ...` or `board R C`, is expected"
                    );
                    let title = self.title();
                    return Err(header.mistake(match is_other {
                        true => {
                            message!("{why}; {title} is not played on a graph, tree or words")
                        }
                        false => why,
                    }));
                }
            }
        }
        Ok(components)
    }

    /// `vector a1 a2 ... an`
    fn vector(&self, header: Line<'a>) -> Result<Vec<Component>, Mistake> {
        let entries = numbers(header, |i| message!("entry {i}"))?;
        let shape = self.game.shape(0);
        if let (true, [_]) = (self.game.is_coins(), shape) {
            return self.positions(header, entries.into_iter().map(|coin| vec![coin]));
        }
        if let [(_, CoordinateKind::Subset { .. })] = shape {
            return self.set(header, &entries);
        }
        let row = |s: &CoordinateKind| matches!(s, CoordinateKind::Number | CoordinateKind::Row(_));
        if self.game.is_coins() || shape.is_empty() || !shape.iter().all(|(_, s)| row(s)) {
            return Err(self.no_form(header, "a vector"));
        }
        let (names, title) = (self.game.coordinates(), self.title());
        let parameters = &self.game.instance().rule.parameters;
        let with_parameters = |why: Message| match &parameters[..] {
            [] => why,
            all => message!("{why}; -p sets {}", listed(all.iter().map(|p| &p.name))),
        };
        let (found, needed) = (entries.len(), names.len());
        let negative = entries.iter().position(|&e| e < 0);
        let why = match (names.get(found), entries.get(needed), negative) {
            _ if found == 0 => message!("the vector is empty; {needed} entries are expected"),
            (Some(name), ..) => with_parameters(message!(
                "entry {} ({name}) is missing: the vector has {found} entries, a position of {title} \
                 has {needed}",
                found + 1
            )),
            (_, Some(extra), _) => with_parameters(message!(
                "entry {} ({extra}) is one too many: a position of {title} has {needed}",
                needed + 1
            )),
            (.., Some(i)) => {
                message!("entry {} is {}; entries are never negative", i + 1, entries[i])
            }
            _ => return self.positions(header, [entries]),
        };
        Err(header.mistake(why))
    }

    /// `board R C`, then R rows of C characters.
    fn board(&mut self, header: Line<'a>) -> Result<Vec<Component>, Mistake> {
        let numbers = numbers(header, |_| "a number of rows or columns".into())?;
        let [height, width] = numbers[..] else {
            let found = numbers.len();
            return Err(header.mistake(message!("`board R C` has two numbers, not {found}")));
        };
        let board = message!("a board of {height} x {width} cells");
        if height < 1 || width < 1 {
            return Err(header.mistake(message!("{board}; it has at least one")));
        }
        let shape = self.game.shape(0);
        let set = match shape {
            [(_, CoordinateKind::Subset { lo, hi })] => Some((*lo, hi - lo + 1)),
            _ => None,
        };
        if set.is_none() && !(self.game.is_coins() && shape.len() == 2) {
            return Err(self.no_form(header, "a board"));
        }
        // The same number of cells can make another board.
        for (name, given) in [("R", height), ("C", width)] {
            if let Some(rule::Constant::Int(value)) = self.game.instance().values.get(name)
                && *value != given
            {
                return Err(header.mistake(message!(
                    "{board}, and {name} = {value}; set -p R={height} -p C={width}"
                )));
            }
        }
        let given = height.checked_mul(width);
        if let Some((_, cells)) = set.filter(|(_, cells)| given != Some(*cells)) {
            let title = self.title();
            let why = message!("{board}, and {title} has {cells}; set its parameters by -p");
            return Err(header.mistake(why));
        }
        let mut marked = Vec::new();
        for row in 1..=height {
            let columns = self.row(header, row, height, width)?;
            marked.extend(columns.into_iter().map(|column| (row, column)));
        }
        self.no_further_row(height, width)?;
        if let Some((lo, _)) = set {
            let cell = |(i, j)| lo + (i - 1) * width + j - 1;
            return self.set(header, &marked.into_iter().map(cell).collect::<Vec<_>>());
        }
        let first = self.game.coins(&[1, 1]).into_iter().next().unwrap_or_else(|| vec![0, 0]);
        let coin = |(i, j)| vec![first[0] + i - 1, first[1] + j - 1];
        self.positions(header, marked.into_iter().map(coin))
    }

    /// Refuses rows beyond those a header announced. Directly below a board a line as wide as the
    /// board and made of its characters is a row, even if it begins with `#` as comments do.
    fn no_further_row(&mut self, height: i64, width: i64) -> Result<(), Mistake> {
        let is_row = |(_, text): &(usize, &str)| {
            let is_cell = |c| matches!(c, '.' | '0' | '#' | 'x' | '1');
            text.chars().all(is_cell) && text.chars().count() as i64 == width
        };
        let Some((line, text)) = self.lines.next_if(is_row) else { return Ok(()) };
        let mut found = height.saturating_add(1);
        while self.lines.next_if(is_row).is_some() {
            found = found.saturating_add(1);
        }
        let why = message!("`{text}` is one row too many: {found} rows found, {height} announced");
        Err(Mistake::at(line, why))
    }

    /// The marked columns of the next row. Nothing may follow its cells, not even blanks: they
    /// would hide a row that is too wide or too narrow.
    fn row(
        &mut self,
        header: Line<'_>,
        row: i64,
        height: i64,
        width: i64,
    ) -> Result<Vec<i64>, Mistake> {
        let Some((line, text)) = self.lines.next() else {
            let why = message!("the board has {height} rows, and only {} follow", row - 1);
            return Err(header.mistake(why));
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
                    message!(
                        "`{c}` where `.` or `0` (not marked), `#`, `x` or `1` (marked) is expected"
                    )
                }
                _ if c.is_whitespace() => {
                    message!("a blank beyond the {width} columns of row {row}")
                }
                _ => message!("`{c}` beyond the {width} columns of row {row}"),
            };
            return Err(Mistake::at(line, why.within(message!("column {column}"))));
        }
        let found = text.chars().count() as i64;
        if found < width {
            let end = found + 1;
            let why = message!("column {end}: row {row} ends after {found} of {width} cells");
            return Err(Mistake::at(line, why));
        }
        Ok(marked)
    }

    fn title(&self) -> String {
        format!("`{}`", self.game.instance().rule.name)
    }

    /// Says that positions of the game have no such form, and what a position is written as.
    fn no_form(&self, header: Line<'_>, form: &'static str) -> Mistake {
        let is_set = |(_, s): &(String, CoordinateKind)| matches!(s, CoordinateKind::Subset { .. });
        let expected = match (self.game.is_coins(), self.game.shape(0)) {
            (true, [_]) => "write `vector` and the numbers of the heads",
            (true, [_, _]) => "write `board R C` and its rows, heads marked",
            (false, [only]) if is_set(only) => {
                "write `board R C` and its rows, or `vector` and the members of the set"
            }
            (false, shape) if !shape.iter().any(is_set) => {
                "write `vector` and its numbers in order"
            }
            _ => "give it on the command line",
        };
        let (form, title) = (Message::from(form), self.title());
        let expected = Message::from(expected);
        header.mistake(message!("{form} is not a position of {title}: {expected}"))
    }

    /// The position that is one set.
    fn set(&self, header: Line<'_>, members: &[i64]) -> Result<Vec<Component>, Mistake> {
        let [(name, CoordinateKind::Subset { lo, hi })] = self.game.shape(0) else {
            return Ok(Vec::new());
        };
        let set = mask(name, members, *lo, *hi).map_err(|why| header.mistake(why))?;
        self.positions(header, [vec![set]])
    }

    /// The components, if they are positions.
    fn positions(
        &self,
        header: Line<'_>,
        all: impl IntoIterator<Item = Vec<i64>>,
    ) -> Result<Vec<Component>, Mistake> {
        let position = |at| {
            let component = Component::own(at);
            let Some(why) = self.game.why_no_position(&component) else { return Ok(component) };
            let (written, title) = (self.game.written(&component), self.title());
            let why = match self.entry_out_of_order(&component.at) {
                Some(place) => message!("{place}; {why}"),
                None => why,
            };
            Err(header.mistake(message!("{written} is not a position of {title}: {why}")))
        };
        all.into_iter().map(position).collect()
    }

    /// The first entry that is out of the order the rule asks for, when sorting the entries, or
    /// changing one of them, would make them a position.
    fn entry_out_of_order(&self, at: &[i64]) -> Option<Message> {
        let fits = |at: &[i64]| self.game.why_no_position(&Component::own(at.to_vec())).is_none();
        if at.len() < 2 {
            return None;
        }
        let mut sorted = at.to_vec();
        sorted.sort_unstable();
        let is_ascending = fits(&sorted);
        sorted.reverse();
        let out = |is_out: fn(&i64, &i64) -> bool| {
            let i = at.windows(2).position(|pair| is_out(&pair[1], &pair[0]))?;
            Some((i + 2, at[i + 1], i + 1, at[i]))
        };
        if fits(&sorted) {
            return out(i64::gt).map(|(number, here, other, before)| {
                message!("entry {number}: {here} is greater than entry {other} ({before})")
            });
        }
        if is_ascending {
            return out(i64::lt).map(|(number, here, other, before)| {
                message!("entry {number}: {here} is less than entry {other} ({before})")
            });
        }
        (0..at.len()).find_map(|i| {
            let near = [i.checked_sub(1), Some(i + 1)].into_iter().flatten();
            let near = near.filter_map(|j| at.get(j)).flat_map(|&v| [v, v + 1, v - 1]);
            let changed = near.chain([0, 1]).any(|value| {
                let mut changed = at.to_vec();
                changed[i] = value;
                fits(&changed)
            });
            changed.then(|| message!("entry {}: {} does not fit the others", i + 1, at[i]))
        })
    }
}

/// The numbers behind the word of a header; `what` says what the one of that place is.
fn numbers(header: Line<'_>, what: impl Fn(usize) -> Message) -> Result<Vec<i64>, Mistake> {
    let number = |(i, word)| header.integer(word, what(i));
    (1..).zip(header.words().skip(1)).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::tests::game;
    use catalogue::Catalogue;

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
        let turtles =
            Game::compile(&rule::instance("mock-turtles", &[], &Catalogue).unwrap(), &Catalogue);
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
            let message = read("f", text, &game).unwrap_err().to_string();
            assert!(message.contains(why), "{text:?}: {message}");
        }
    }
}
