//! What the fields of a column say: integers of any size, fractions, outcomes, words, or nothing.

use super::{QUANTITIES, quoted, wrong};
use arith::Dyadic;
use message::{Message, message};
use num_bigint::BigInt;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::HashMap;
use table::Values;
use table::lines::{Mistake, Result};

/// Most different words of a column.
const MAX_WORDS: usize = 255;

/// Words that say that there is no value, in lower case.
const NOTHING: [&str; 14] = [
    "", "?", "-", "--", "\u{2013}", "\u{2014}", ".", "*", "n/a", "na", "nan", "none", "null",
    "#n/a",
];

/// How people write that the player to move wins, or loses, in lower case.
const SPELLINGS: [(&str, &str); 27] = [
    ("w", "l"),
    ("n", "p"),
    ("win", "lose"),
    ("wins", "loses"),
    ("win", "loss"),
    ("won", "lost"),
    ("winning", "losing"),
    ("n-position", "p-position"),
    ("next", "previous"),
    ("true", "false"),
    ("t", "f"),
    ("yes", "no"),
    ("first", "second"),
    ("alice", "bob"),
    ("\u{80dc}", "\u{8d1f}"),
    ("\u{80dc}", "\u{8d25}"),
    ("\u{8d62}", "\u{8f93}"),
    ("\u{2705}", "\u{274c}"),
    ("\u{25cb}", "\u{d7}"),
    ("\u{2713}", "\u{2717}"),
    ("\u{52dd}", "\u{6557}"),
    ("\u{5fc5}\u{80dc}", "\u{5fc5}\u{8d25}"),
    ("\u{5148}\u{624b}", "\u{540e}\u{624b}"),
    ("\u{5148}\u{624b}\u{80dc}", "\u{540e}\u{624b}\u{80dc}"),
    ("\u{5148}\u{624b}\u{5fc5}\u{80dc}", "\u{540e}\u{624b}\u{5fc5}\u{80dc}"),
    ("\u{5148}\u{624b}\u{80dc}", "\u{5148}\u{624b}\u{8d1f}"),
    ("\u{5148}\u{624b}\u{5fc5}\u{80dc}", "\u{5148}\u{624b}\u{5fc5}\u{8d25}"),
];

/// What words in a name say that the numbers are lost positions.
const LOST: [&str; 9] = [
    "lost",
    "lose",
    "losing",
    "cold",
    "p-position",
    "p position",
    "\u{5fc5}\u{8d25}",
    "\u{5fc5}\u{6557}",
    "\u{8d25}\u{6001}",
];

/// A piece of a text, and where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Field<'t> {
    pub(super) text: Cow<'t, str>,
    /// Both counted from 1; 0 for a character that is not known.
    pub(super) line: usize,
    pub(super) character: usize,
}

/// What an outcome is called in a list of words, in lower case.
const OUTCOMES: [&str; 16] = [
    "l", "r", "n", "p", "w", "d", "t", "left", "right", "next", "previous", "win", "lose", "loss",
    "draw", "tie",
];

/// Letters of outcomes that go together, in lower case.
const LETTERS: [&str; 2] = ["wldt", "lrnpd"];

impl<'t> Field<'t> {
    pub(super) fn new(text: impl Into<Cow<'t, str>>, line: usize, character: usize) -> Self {
        Self { text: text.into(), line, character }
    }

    /// The field is not what was expected.
    pub(super) fn wrong(&self, expected: impl Into<Message>) -> Mistake {
        let found = match &*self.text {
            "" => "an empty field".into(),
            text => Message::from(quoted(text)),
        };
        self.mistaken(wrong(self.line, found, expected))
    }

    /// The mistake, at this field.
    pub(super) fn mistaken(&self, mistake: Mistake) -> Mistake {
        let character = Some(self.character).filter(|&at| at > 0);
        Mistake { line: self.line, character, ..mistake }
    }

    /// Whether it says that there is no value.
    pub(super) fn is_nothing(&self) -> bool {
        self.text.len() <= 5 && NOTHING.contains(&&*self.text.to_lowercase())
    }

    /// The integer it writes, if it is one of 64 bits.
    pub(super) fn small(&self) -> Option<i64> {
        integer(&self.text).or_else(|| {
            let (text, number) = (&*self.text, || number(&self.text));
            let exact = text.contains(['e', 'E']).then(number).flatten().filter(Number::is_integer);
            i64::try_from(exact?.above).ok()
        })
    }

    /// Whether it looks like a value rather than a name: a number, or nothing.
    pub(super) fn is_number(&self) -> bool {
        self.is_nothing() || is_plain_number(&self.text) || grouping(&self.text).is_some()
    }
}

/// Whether a text is a number without marks between its digits, or a nimber.
pub(super) fn is_plain_number(text: &str) -> bool {
    number(text).is_some() || nimber(text).is_some_and(|n| n > 1)
}

/// What the fields of a column mean.
#[derive(Clone, Debug)]
pub(super) struct Typed {
    /// The columns they become, and what is put behind the name of each.
    pub(super) columns: Vec<(&'static str, Values)>,
    /// Which fields have a value; `None` when all have.
    pub(super) present: Option<Vec<bool>>,
    pub(super) kind: Kind,
}

/// What a column consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Integers,
    /// With this character between groups of three digits.
    Grouped(char),
    /// Fractions or decimals.
    Fractions,
    /// Written `*3`.
    Nimbers,
    /// These words, for a win and a loss of the player to move.
    Outcomes(String, String),
    Words,
}

/// The integer of 64 bits that a text writes with digits and perhaps a sign.
fn integer(text: &str) -> Option<i64> {
    match text.strip_prefix('\u{2212}') {
        Some(digits) if !digits.starts_with('-') => integer(digits)?.checked_neg(),
        Some(_) => None,
        None => text.parse().ok(),
    }
}

/// A number as a fraction with a positive denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Number {
    above: BigInt,
    below: BigInt,
}

impl Number {
    fn is_integer(&self) -> bool {
        self.below == BigInt::from(1)
    }

    fn dyadic(&self) -> Option<Dyadic> {
        let below = u128::try_from(&self.below).ok().filter(|below| below.is_power_of_two())?;
        Dyadic::new(i128::try_from(&self.above).ok()?, below.trailing_zeros()).ok()
    }
}

/// The nim-value that a text writes as a nimber: `0`, `*` for 1, `*2`.
fn nimber(text: &str) -> Option<i64> {
    match text.strip_prefix('*') {
        Some("") => Some(1),
        Some(digits) if digits.bytes().all(|b| b.is_ascii_digit()) => digits.parse().ok(),
        _ => (text == "0").then_some(0),
    }
}

/// The number that a text writes: `-12`, `3/4`, `2.50`, `7.`, `1.5e+01`; a decimal comma is a point.
fn number(text: &str) -> Option<Number> {
    const GREATEST_EXPONENT: i32 = 40;
    if let Some((digits, exponent)) = text.split_once(['e', 'E']) {
        let exponent: i32 = exponent.parse().ok()?;
        let power = (exponent.abs() <= GREATEST_EXPONENT)
            .then(|| BigInt::from(10).pow(exponent.unsigned_abs()))?;
        let Number { above, below } = number(digits).filter(|_| !digits.contains('/'))?;
        return Some(if exponent < 0 {
            reduced(above, below * power)
        } else {
            reduced(above * power, below)
        });
    }
    let whole = |text: &str| {
        let digits = text.strip_prefix(['-', '+', '\u{2212}']).unwrap_or(text);
        let is_negative = text.starts_with(['-', '\u{2212}']);
        let is_digits = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        let value = is_digits.then(|| digits.parse::<BigInt>().ok()).flatten()?;
        Some(if is_negative { -value } else { value })
    };
    if let Some((above, below)) = text.split_once('/') {
        let (above, below) = (whole(above.trim_end())?, whole(below.trim_start())?);
        return (below > BigInt::ZERO).then(|| reduced(above, below));
    }
    let Some((before, after)) = text.split_once(['.', ',']) else {
        return Some(Number { above: whole(text)?, below: BigInt::from(1) });
    };
    let is_digits = after.bytes().all(|b| b.is_ascii_digit()) && after.len() <= 40;
    if !is_digits || before.trim_start_matches(['-', '+', '\u{2212}']).len() + after.len() == 0 {
        return None;
    }
    let before = if before.ends_with(|c: char| c.is_ascii_digit()) {
        before.to_owned()
    } else {
        format!("{before}0")
    };
    whole(&before)?;
    let above = whole(&format!("{before}{after}"))?;
    Some(reduced(above, BigInt::from(10).pow(after.len() as u32)))
}

fn reduced(above: BigInt, below: BigInt) -> Number {
    let (mut a, mut b) = (above.magnitude().clone(), below.magnitude().clone());
    while b != num_bigint::BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    let common = BigInt::from(a);
    match common.cmp(&BigInt::from(1)) {
        Ordering::Greater => Number { above: above / &common, below: below / common },
        _ => Number { above, below },
    }
}

/// The character between groups of three digits, where the text writes a number so.
pub(super) fn grouping(text: &str) -> Option<char> {
    let digits = text.strip_prefix(['-', '+', '\u{2212}']).unwrap_or(text);
    let is_mark = |c: &char| matches!(c, ',' | '.' | '\'' | '_' | '\u{2019}') || c.is_whitespace();
    let mark = digits.chars().find(is_mark)?;
    let mut groups = digits.split(mark);
    let is_digits = |group: &str| group.bytes().all(|b| b.is_ascii_digit());
    let first = groups.next().filter(|g| (1..=3).contains(&g.len()) && !g.starts_with('0'))?;
    let fits = is_digits(first) && groups.all(|group| group.len() == 3 && is_digits(group));
    fits.then_some(mark)
}

/// The mark between groups of digits in a column, if every number agrees with it: it stands in some,
/// and no number of four digits is without it. Between fields with `separator` around them, `,` and
/// `.` may as well begin decimals: beside `;` a comma does, unless numbers without one stand by.
fn common_grouping(fields: &[&Field<'_>], separator: char) -> Result<Option<char>> {
    let Some((example, mark)) = fields.iter().find_map(|f| Some((f, grouping(&f.text)?))) else {
        return Ok(None);
    };
    let is_short = |text: &str| text.trim_start_matches(['-', '+', '\u{2212}']).len() <= 3;
    let is_plain = |text: &str| integer(text).is_some() && is_short(text);
    let agrees = |f: &&Field<'_>| is_plain(&f.text) || grouping(&f.text) == Some(mark);
    if !fields.iter().all(agrees) {
        let is_other = |f: &&&Field<'_>| integer(&f.text).is_some() && !is_short(&f.text);
        let is_number =
            |f: &&Field<'_>| integer(&f.text).is_some() || grouping(&f.text) == Some(mark);
        return match fields.iter().find(is_other).filter(|_| fields.iter().all(is_number)) {
            None => Ok(None),
            Some(other) => {
                Err(other.wrong(message!("groups of three digits as in {}", quoted(&example.text))))
            }
        };
    }
    let has_plain = fields.iter().any(|f| is_plain(&f.text));
    let has_two_marks = fields.iter().any(|f| f.text.matches(mark).count() > 1);
    let is_settled = match (mark, separator) {
        (',', ';') if !has_plain && !has_two_marks => return Ok(None),
        (',', ';') => has_two_marks,
        (',', ',') | ('.', ';') => true,
        (',' | '.', _) => has_plain || has_two_marks,
        _ => true,
    };
    if !is_settled {
        let without = example.text.replace(mark, "");
        let point = example.text.replace(',', ".");
        let found = message!("{}, which has two readings", quoted(&example.text));
        let expected = message!("either {without} or {point}, written so");
        return Err(example.mistaken(wrong(example.line, found, expected)));
    }
    Ok(Some(mark))
}

/// What the fields mean, as values of a column of this name; without a name, words are those of
/// outcomes only.
///
/// # Errors
/// A field that agrees with no meaning of the others.
pub(super) fn typed(fields: &[&Field<'_>], name: &str, separator: char) -> Result<Typed> {
    // A star alone is the nimber 1 beside other nimbers.
    let are_nimbers = fields.iter().any(|f| f.text.len() > 1 && nimber(&f.text).is_some());
    let is_nothing = |f: &Field<'_>| f.is_nothing() && !(are_nimbers && f.text == "*");
    let there: Vec<&Field<'_>> = fields.iter().copied().filter(|f| !is_nothing(f)).collect();
    let present = (there.len() < fields.len())
        .then(|| fields.iter().map(|f| !is_nothing(f)).collect::<Vec<bool>>());
    let spread = |values: Values| match &present {
        None => values,
        Some(present) => {
            let mut known = 0..;
            let place = |&is: &bool| if is { known.next() } else { None };
            let places: Vec<Option<usize>> = present.iter().map(place).collect();
            values.pick(places)
        }
    };
    let (columns, kind) =
        if are_nimbers { nimbers(&there)? } else { meaning(&there, name, separator)? };
    let columns = columns.into_iter().map(|(suffix, values)| (suffix, spread(values))).collect();
    Ok(Typed { columns, present, kind })
}

type Meaning = (Vec<(&'static str, Values)>, Kind);

fn nimbers(fields: &[&Field<'_>]) -> Result<Meaning> {
    let one = |f: &&Field<'_>| {
        nimber(&f.text).ok_or_else(|| f.wrong("a nimber like `*2`, as others are"))
    };
    let values: Result<Vec<i64>> = fields.iter().map(one).collect();
    Ok((vec![("", Values::of_integers(values?))], Kind::Nimbers))
}

fn meaning(fields: &[&Field<'_>], name: &str, separator: char) -> Result<Meaning> {
    let one = |values: Values, kind: Kind| Ok((vec![("", values)], kind));
    if let Some(small) = fields.iter().map(|f| f.small()).collect() {
        return one(Values::of_integers(small), Kind::Integers);
    }
    if let Some(mark) = common_grouping(fields, separator)? {
        let plain = |f: &&Field<'_>| number(&f.text.replace(mark, "")).map(|n| n.above);
        if let Some(values) = fields.iter().map(plain).collect() {
            return one(Values::of_big_integers(values), Kind::Grouped(mark));
        }
    }
    // Commas that stand between fields begin no decimals.
    let read =
        |f: &&Field<'_>| number(&f.text).filter(|_| separator != ',' || !f.text.contains(','));
    let numbers: Option<Vec<Number>> = fields.iter().map(read).collect();
    if let Some(numbers) = numbers {
        return Ok(numeric(numbers));
    }
    let words: Vec<String> = fields.iter().map(|f| f.text.to_lowercase()).collect();
    if let Some((win, loss)) = spelling(&words) {
        // `lost` where `yes` stands
        const ANSWERS: [&str; 5] = ["true", "t", "yes", "\u{2705}", "\u{2713}"];
        let is_turned = says_lost(name) && ANSWERS.contains(&win);
        let (win, loss) = if is_turned { (loss, win) } else { (win, loss) };
        let values = words.iter().map(|word| u16::from(word == win)).collect();
        let shown = |lower: &str| {
            let at = words.iter().position(|word| word == lower);
            let is_upper = words.first().is_some_and(|word| *fields[0].text != **word);
            let absent = || if is_upper { lower.to_uppercase() } else { lower.to_owned() };
            at.map_or_else(absent, |at| fields[at].text.to_string())
        };
        return one(Values::U16(values), Kind::Outcomes(shown(win), shown(loss)));
    }
    let is_odd = |f: &&&Field<'_>| f.small().is_none() && number(&f.text).is_none();
    if let Some(odd) = fields.iter().find(is_odd).filter(|_| is_slip(&words)) {
        return Err(odd.wrong("an integer"));
    }
    let is_said = |word: &String| OUTCOMES.contains(&word.as_str());
    if (name.is_empty() || QUANTITIES.contains(&name))
        && let Some((odd, other)) = odd_outcome(&words)
    {
        let expected = message!("an outcome of the kind of {}", quoted(&fields[other].text));
        return Err(fields[odd].wrong(expected));
    }
    if !QUANTITIES.contains(&name)
        && (!name.is_empty() || words.iter().all(is_said))
        && let Some(values) = of_words(fields)
    {
        return one(values, Kind::Words);
    }
    Err(fields
        .iter()
        .find(is_odd)
        .map_or_else(|| wrong(1, "no value", "a value"), |f| f.wrong("an integer")))
}

/// The first of words that is no outcome, or one of another kind, where most are letters of outcomes; and one
/// of these.
fn odd_outcome(words: &[String]) -> Option<(usize, usize)> {
    let is_of = |kind: &str, word: &String| word.len() == 1 && kind.contains(word.as_str());
    let count = |kind: &str| words.iter().filter(|word| is_of(kind, word)).count();
    let kind = LETTERS.into_iter().max_by_key(|kind| count(kind))?;
    let odd = words.iter().position(|word| !is_of(kind, word))?;
    let other = words.iter().position(|word| is_of(kind, word))?;
    (2 * count(kind) > words.len()).then_some((odd, other))
}

/// Whether most of the words are numbers, and each of the few others is a name that stands there once:
/// a slip in a column of numbers.
fn is_slip(words: &[String]) -> bool {
    let others: Vec<&String> = words.iter().filter(|word| number(word).is_none()).collect();
    let is_name = |word: &String| word.starts_with(char::is_alphabetic);
    let is_single = |word: &&String| others.iter().filter(|other| other == &word).count() == 1;
    others.len() * 3 <= words.len()
        && others.iter().all(|word| is_name(word))
        && others.iter().all(is_single)
}

fn numeric(numbers: Vec<Number>) -> Meaning {
    if numbers.iter().all(Number::is_integer) {
        let values = numbers.into_iter().map(|n| n.above).collect();
        return (vec![("", Values::of_big_integers(values))], Kind::Integers);
    }
    if let Some(dyadic) = numbers.iter().map(|n| n.dyadic().map(Some)).collect() {
        return (vec![("", Values::of_numbers(dyadic))], Kind::Fractions);
    }
    let (above, below) = numbers.into_iter().map(|n| (n.above, n.below)).unzip();
    let columns = [("_numerator", above), ("_denominator", below)];
    (columns.map(|(name, v)| (name, Values::of_big_integers(v))).to_vec(), Kind::Fractions)
}

/// The spelling in which all words say who wins.
fn spelling(words: &[String]) -> Option<(&'static str, &'static str)> {
    let said = |word: &str| words.iter().any(|w| w == word);
    let fits = |(win, loss): &&(&str, &str)| words.iter().all(|w| w == win || w == loss);
    let mut fitting = SPELLINGS.iter().filter(fits);
    let first = fitting.next()?;
    // `L` alone may as well be a win of Left, and `win` alone goes with several.
    let is_clear = said(first.0) || (first.1 != "l" && said(first.1));
    is_clear.then_some(*first)
}

/// Whether a text is a letter for an outcome, of partizan games too.
pub(super) fn is_outcome_letter(text: &str) -> bool {
    let letter = text.to_lowercase();
    letter.len() == 1 && LETTERS.iter().any(|kind| kind.contains(&letter))
}

/// Whether a text is one of the words for who wins.
pub(super) fn is_outcome(text: &str) -> bool {
    let word = text.to_lowercase();
    SPELLINGS.iter().any(|(win, loss)| word == *win || word == *loss)
}

/// Whether a name says that its numbers are lost positions.
pub(super) fn says_lost(name: &str) -> bool {
    let name = name.to_lowercase();
    LOST.iter().any(|word| name.contains(word))
}

fn of_words(fields: &[&Field<'_>]) -> Option<Values> {
    let mut words: Vec<String> = Vec::new();
    let mut places: HashMap<&str, u8> = HashMap::new();
    let mut cells = Vec::with_capacity(fields.len());
    for field in fields {
        let text = &*field.text;
        let is_word = super::starts_with_name(text) && !text.contains(char::is_whitespace);
        if !(is_word || integer(text).is_some()) || words.len() > MAX_WORDS {
            return None;
        }
        let next = u8::try_from(words.len()).ok()?;
        let place = *places.entry(text).or_insert(next);
        if place == next {
            words.push(text.to_owned());
        }
        cells.push(place);
    }
    Some(Values::Words { words, cells })
}
