//! Positions as written for `mexlab ask`: `7`, `3,5`, a sum `3+4+10`, heads `1+4+7`, `HTTH`.

use crate::failure::{Failure, mistake};
use engine::Game;
use expr::eval;

/// More coins than this are not written as H and T.
const MOST_COINS: usize = 10_000;

/// The components of the position (for coins: the heads).
///
/// # Errors
/// The text is no position; what a position of this game looks like.
pub(crate) fn read(text: &str, game: &Game) -> Result<Vec<Vec<i64>>, Failure> {
    if game.is_coins() && is_row_of_coins(text) {
        return row_of_coins(text, game);
    }
    let parts = text.split(['+', '|']).map(|part| component(part, text, game));
    let mut components = parts.collect::<Result<Vec<_>, _>>()?;
    // One number where a position has more: the size of a start.
    if let [only] = &components[..]
        && let ([size], true) = (&only[..], game.coordinates().len() > 1)
    {
        components = start(*size, game).unwrap_or(components);
    }
    Ok(components)
}

fn component(part: &str, text: &str, game: &Game) -> Result<Vec<i64>, Failure> {
    let inner = part.trim();
    let inner = inner.strip_prefix('(').and_then(|p| p.strip_suffix(')')).unwrap_or(inner);
    let numbers = inner.split(',').map(|number| number.trim().parse());
    numbers
        .collect::<Result<Vec<i64>, _>>()
        .map_err(|_| mistake(format!("`{text}` is no position; {}", example(game))))
}

fn example(game: &Game) -> String {
    let names = game.coordinates();
    let one = (2..).take(names.len()).map(|n| (n + 1).to_string()).collect::<Vec<_>>().join(",");
    let of = names.join(", ");
    match (game.is_coins(), names.len()) {
        (true, 1) => "write the heads as 1+4+7, or the row as HTTH".to_owned(),
        (true, _) => format!("write the heads ({of}) as {one}+1,1"),
        (false, _) => format!("write {of} as {one}, and sums as {one}+{one}"),
    }
}

/// The starting position of that size, where the rule names one.
pub(crate) fn start(size: i64, game: &Game) -> Option<Vec<Vec<i64>>> {
    let instance = game.instance();
    let start = instance.rule.start.as_ref()?;
    let mut names = rule::constants(&instance.values);
    names.insert(start.variable.clone(), eval::Constant::Int(i128::from(size)));
    let value = |e| i64::try_from(eval::evaluate_constant(e, &names).ok()?).ok();
    start.position.iter().map(|part| part.iter().map(value).collect()).collect()
}

fn is_row_of_coins(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| matches!(c, 'H' | 'T' | 'h' | 't' | '/'))
}

/// `HTTH`: the coins from the first on; rows of a grid are separated by `/`.
fn row_of_coins(text: &str, game: &Game) -> Result<Vec<Vec<i64>>, Failure> {
    let rows: Vec<&str> = text.split('/').collect();
    let (height, width) = (rows.len(), rows[0].len());
    let dimensions = game.coordinates().len();
    let fits = match dimensions {
        1 => height == 1,
        2 => rows.iter().all(|row| row.len() == width),
        _ => false,
    };
    if !fits {
        let help = match dimensions {
            1 => "the coins lie in one row, such as HTTH",
            2 => "rows of equal length are separated by `/`, such as HT/TT",
            _ => "name the heads by their coordinates",
        };
        return Err(mistake(format!("`{text}` is no position; {help}")));
    }
    if height * width > MOST_COINS {
        let help = "name the heads instead: 1+4+7";
        return Err(mistake(format!("more than {MOST_COINS} coins; {help}")));
    }
    let (height, width) = (height as u32, width as u32);
    let coins = match dimensions {
        1 => game.coins(&[width]),
        _ => game.coins(&[height, width]),
    };
    let sides = rows.concat();
    let heads = coins.into_iter().zip(sides.chars()).filter(|(_, side)| matches!(side, 'H' | 'h'));
    Ok(heads.map(|(coin, _)| coin).collect())
}

/// A component as people write it: `7`, `(3, 5)`.
pub(crate) fn show(component: &[i64]) -> String {
    match component {
        [n] => n.to_string(),
        _ => {
            let all: Vec<String> = component.iter().map(i64::to_string).collect();
            format!("({})", all.join(", "))
        }
    }
}

/// A sum of components: `3 + 4`; `0` when there is none.
pub(crate) fn show_sum(components: &[Vec<i64>]) -> String {
    let all: Vec<String> = components.iter().map(|c| show(c)).collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(" + ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Shelf;

    fn read_for(name: &str, text: &str) -> Result<Vec<Vec<i64>>, String> {
        let library = Shelf::default();
        let instance = rule::instance(name, &[], &library).unwrap();
        let game = Game::compile(&instance, &library).unwrap();
        read(text, &game).map_err(|f| f.message())
    }

    #[test]
    fn heaps_tuples_and_sums() {
        assert_eq!(read_for("lasker", "7").unwrap(), [[7]]);
        assert_eq!(read_for("lasker", "3+4 + 10").unwrap(), [[3], [4], [10]]);
        assert_eq!(read_for("wythoff", "3,5").unwrap(), [[3, 5]]);
        assert_eq!(read_for("wythoff", "(3, 5) | (1, 2)").unwrap(), [[3, 5], [1, 2]]);
        for wrong in ["", "x", "3,", "3++4", "1.5", "99999999999999999999"] {
            assert!(read_for("lasker", wrong).unwrap_err().contains("no position"), "{wrong}");
        }
    }

    #[test]
    fn a_size_means_the_start_where_the_rule_names_one() {
        assert_eq!(read_for("fibonacci-nim", "20").unwrap(), [[20, 19]]);
        assert_eq!(read_for("fibonacci-nim", "20,3").unwrap(), [[20, 3]]);
    }

    #[test]
    fn coins() {
        assert_eq!(read_for("mock-turtles", "1+4+7").unwrap(), [[1], [4], [7]]);
        assert_eq!(read_for("mock-turtles", "HTTH").unwrap(), [[1], [4]]);
        assert!(read_for("mock-turtles", "TTT").unwrap().is_empty());
        assert!(read_for("mock-turtles", "HT/TT").unwrap_err().contains("one row"));
        assert_eq!(read_for("tartan", "HT/TH").unwrap().len(), 2);
    }
}
