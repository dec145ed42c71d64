//! What there is to know of an atlas at first.

use expr::suggest::one_of;
use expr::words::{equations, listed};
use message::{Message, message};

use crate::error::mistake;
use crate::{Atlas, Result, Status, text};

/// What varies: columns of the atlas, and names in the plan.
const VARIED: &str = "SELECT \"column\", name FROM parameters WHERE entry IS NULL ORDER BY rowid";
/// Values of a column that a summary names.
const MAX_NAMED: usize = 5;

impl Atlas {
    /// All rows of a SELECT, as texts.
    ///
    /// # Errors
    /// As for [`Atlas::ask`].
    pub fn texts(&self, select: &str) -> Result<Vec<Vec<String>>> {
        let mut all = Vec::new();
        self.ask(select, |row| {
            all.push(row.iter().map(text).collect());
            Ok(())
        })?;
        Ok(all)
    }

    /// Refuses a name that no column has: SQLite takes an unknown name in quotes for a text.
    ///
    /// # Errors
    /// There is no such column.
    pub fn known(&self, column: &str) -> Result<()> {
        let names = self.texts("SELECT name FROM pragma_table_info('atlas')")?.concat();
        if names.iter().any(|name| name == column) {
            return Ok(());
        }
        let hint = one_of(column, &names, |all| message!("there are {all}"));
        Err(mistake(message!("the atlas has no column `{column}`; {hint}")))
    }

    /// The columns of what varies.
    ///
    /// # Errors
    /// The atlas cannot be read.
    pub fn varied(&self) -> Result<Vec<String>> {
        Ok(self.texts(VARIED)?.into_iter().filter_map(|row| row.into_iter().next()).collect())
    }

    /// A member by what varies.
    ///
    /// # Errors
    /// The atlas cannot be read.
    pub fn name(&self, member: impl std::fmt::Display) -> Result<String> {
        let varied = self.texts(VARIED)?;
        let quoted = listed(varied.iter().map(|row| format!("\"{}\"", row[0])));
        let select = format!("SELECT {quoted} FROM atlas WHERE member = {member} LIMIT 1");
        let values = self.texts(&select)?.concat();
        Ok(equations(varied.iter().map(|row| &row[1]).zip(values)))
    }

    /// Numbers of members: all; computed; the same game as another; stopped at a limit; with a mistake. Of
    /// several quantities of a member the worst status counts.
    ///
    /// # Errors
    /// The atlas cannot be read.
    pub fn counts(&self) -> Result<Vec<String>> {
        let counts = self.texts(
            "SELECT count(*), sum(same IS NULL AND worst = 0), sum(same IS NOT NULL AND worst = 0), \
             sum(worst = 1), sum(worst = 2) FROM (SELECT min(same_as) AS same, \
             max(CASE status WHEN 'done' THEN 0 WHEN 'limit' THEN 1 WHEN 'mistake' THEN 2 END) \
             AS worst FROM atlas GROUP BY member)",
        )?;
        Ok(counts.concat())
    }

    /// How the worst of the members ended, where not all ended well, and why.
    ///
    /// # Errors
    /// The atlas cannot be read.
    pub fn failed(&self) -> Result<Option<(Status, Message)>> {
        for (status, name) in [(Status::Mistake, "mistake"), (Status::Limit, "limit")] {
            let select = format!(
                "SELECT count(*), min(why) FROM atlas WHERE status = '{name}' AND quantity IS NULL"
            );
            match &self.texts(&select)?.concat()[..] {
                [count, why] if count == "1" => {
                    return Ok(Some((status, message!("{count} member: {why}"))));
                }
                [count, why] if count != "0" => {
                    return Ok(Some((status, message!("{count} members: {why}"))));
                }
                _ => {}
            }
        }
        Ok(None)
    }

    /// The commonest values that an expression has over the rows of a quantity where a condition holds, each
    /// with its number.
    ///
    /// # Errors
    /// The atlas cannot be read.
    pub fn common(
        &self,
        quantity: &str,
        of: &str,
        condition: &str,
    ) -> Result<Vec<(String, String)>> {
        let select = format!(
            "SELECT {of}, count(*) AS c FROM atlas WHERE quantity = '{quantity}' AND {condition} \
             GROUP BY {of} ORDER BY c DESC, {of} LIMIT {MAX_NAMED}"
        );
        let pair = |row| <[String; 2]>::try_from(row).ok().map(Into::into);
        Ok(self.texts(&select)?.into_iter().filter_map(pair).collect())
    }

    /// The greatest values of a column over the rows of a quantity, each with its member.
    ///
    /// # Errors
    /// The atlas cannot be read.
    pub fn greatest(&self, quantity: &str, column: &str) -> Result<Vec<String>> {
        let select = format!(
            "SELECT {column}, member FROM atlas WHERE quantity = '{quantity}' AND {column} > 0 \
             ORDER BY {column} DESC, member LIMIT {MAX_NAMED}"
        );
        let rows = self.texts(&select)?.into_iter();
        rows.map(|row| Ok(format!("{} ({})", row[0], self.name(&row[1])?))).collect()
    }

    /// How often each claim has which answer, and the first member for which it fails.
    ///
    /// # Errors
    /// The atlas cannot be read.
    pub fn claims(&self) -> Result<Vec<String>> {
        let mut lines: Vec<(String, String)> = Vec::new();
        for row in self.texts(
            "SELECT claim, answer, count(*), min(member), min(rowid) FROM claims \
             GROUP BY claim, answer ORDER BY min(rowid)",
        )? {
            let [claim, answer, count, member, first] = &row[..] else { continue };
            let mut said = format!("{answer} {count}");
            if answer == "fails" {
                let select = format!("SELECT detail FROM claims WHERE rowid = {first}");
                let detail = self.texts(&select)?.concat().concat();
                said += &format!(" (member {member} {detail})");
            }
            match lines.iter_mut().find(|(known, _)| known == claim) {
                Some((_, all)) => *all += &format!("; {said}"),
                None => lines.push((claim.clone(), said)),
            }
        }
        Ok(lines.into_iter().map(|(claim, all)| format!("{claim}: {all}")).collect())
    }
}
