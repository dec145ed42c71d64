//! The words of summaries, in two languages.

use crate::arguments::Lang;

/// The words of one language.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) lang: Lang,
    pub(crate) table: &'static str,
    pub(crate) law: &'static str,
    pub(crate) claims: &'static str,
    pub(crate) wrote: &'static str,
    pub(crate) lost: &'static str,
    pub(crate) start: &'static str,
    pub(crate) none: &'static str,
    pub(crate) moves: &'static str,
    pub(crate) holds_to: &'static str,
    pub(crate) holds_on: &'static str,
    pub(crate) holds: &'static str,
    pub(crate) of: &'static str,
    pub(crate) hold: &'static str,
    pub(crate) judged: &'static str,
    pub(crate) fitted: &'static str,
    pub(crate) tested: &'static str,
    pub(crate) fails: &'static str,
    pub(crate) cannot: &'static str,
    pub(crate) no_law: &'static str,
    pub(crate) exceptions: &'static str,
    pub(crate) next: &'static str,
    pub(crate) wins: &'static str,
    pub(crate) loses: &'static str,
    pub(crate) misere: &'static str,
    pub(crate) remoteness: &'static str,
    pub(crate) winning_moves: &'static str,
    pub(crate) no_winning_move: &'static str,
    pub(crate) unknown: &'static str,
}

impl Words {
    /// Those of `lang`.
    pub(crate) fn of(lang: Lang) -> Self {
        match lang {
            Lang::En => Self {
                lang,
                table: "table",
                law: "law",
                claims: "claims",
                wrote: "wrote",
                lost: "lost",
                start: "at the start with",
                none: "none",
                moves: "moves",
                holds_to: "holds up to",
                holds_on: "holds on",
                holds: "holds",
                of: "of",
                hold: "hold",
                judged: "judged",
                fitted: "fitted on",
                tested: "tested on",
                fails: "fails at",
                cannot: "cannot be checked",
                no_law: "no law found up to",
                exceptions: "exceptions",
                next: "next",
                wins: "the player to move wins",
                loses: "the player to move loses",
                misere: "misere play",
                remoteness: "remoteness",
                winning_moves: "winning moves",
                no_winning_move: "no winning move",
                unknown: "too large to search",
            },
            Lang::Zh => Self {
                lang,
                table: "表格",
                law: "规律",
                claims: "命题",
                wrote: "写入",
                lost: "必败",
                start: "开局",
                none: "无",
                moves: "着法",
                holds_to: "成立至",
                holds_on: "成立于",
                holds: "成立",
                of: "/",
                hold: "成立",
                judged: "例",
                fitted: "拟合",
                tested: "检验",
                fails: "反例",
                cannot: "无法检验",
                no_law: "未发现规律, 查至",
                exceptions: "例外",
                next: "其后",
                wins: "先手必胜",
                loses: "先手必败",
                misere: "反常规则",
                remoteness: "步数",
                winning_moves: "必胜着",
                no_winning_move: "没有必胜着",
                unknown: "太大, 未搜索",
            },
        }
    }
}

/// Columns a text takes on a terminal: a Chinese character takes two.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

/// `text` and as many blanks as make it `width` columns wide.
pub(crate) fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}
