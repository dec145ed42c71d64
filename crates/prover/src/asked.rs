//! What a law with a `?` asks for.

use crate::Result;
use crate::unproved::not_found;

/// How a law is asked for.
pub(crate) const FORMS: &str = "a law is asked for by `?`, `sg = ?`, `win iff ?` or `misere iff ?`, of a row of pairs behind \
     `b = 2 implies`, of starts behind `limit = n - 1 implies`";

/// A question for a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sought<'a> {
    /// The positions it is about: what comes before `implies`.
    pub(crate) among: Option<&'a str>,
    /// The quantity all of whose values are asked for; without it, the period is.
    pub(crate) quantity: Option<&'a str>,
}

impl<'a> Sought<'a> {
    /// What the law asks for, of a law that is left out its period; `None` where it states something.
    ///
    /// # Errors
    /// [`FORMS`], where a `?` stands elsewhere.
    pub(crate) fn read(law: Option<&'a str>) -> Result<Option<Self>> {
        let law = law.unwrap_or("?");
        if !law.contains('?') {
            return Ok(None);
        }
        let (among, asked) = match law.split_once("implies") {
            Some((among, asked)) => (Some(among.trim()), asked),
            None => (None, law),
        };
        let words = |text: &'a str| text.split_whitespace().collect::<Vec<_>>();
        if among.is_some_and(|among| !matches!(words(among)[..], [_, "=", _, ..])) {
            return Err(not_found(FORMS));
        }
        match words(asked)[..] {
            ["?"] => Ok(Some(Self { among, quantity: None })),
            [quantity, "=" | "iff", "?"] => Ok(Some(Self { among, quantity: Some(quantity) })),
            _ => Err(not_found(FORMS)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions() {
        let asked = |among, quantity| Ok(Some(Sought { among, quantity }));
        assert_eq!(Sought::read(None), asked(None, None));
        assert_eq!(Sought::read(Some(" ?")), asked(None, None));
        assert_eq!(Sought::read(Some("sg = ?")), asked(None, Some("sg")));
        assert_eq!(Sought::read(Some("b = 2 implies  ?")), asked(Some("b = 2"), None));
        let row = "limit = n - 1 implies win iff ?";
        assert_eq!(Sought::read(Some(row)), asked(Some("limit = n - 1"), Some("win")));
        assert_eq!(Sought::read(Some("sg = n % 4")), Ok(None));
        for wrong in ["sg = ? + 1", "n >= 0 implies ?", "? = sg", "win ?", "implies ?"] {
            assert_eq!(Sought::read(Some(wrong)), Err(not_found(FORMS)), "{wrong}");
        }
    }
}
