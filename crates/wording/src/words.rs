//! The words of summaries, in two languages.

use crate::chinese;
use message::Message;
use report::Translation;

/// A language of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// English
    En,
    /// 中文
    Zh,
}

impl Lang {
    /// As web pages and `--lang` name it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// How reports, charts and atlases are said in it.
    #[must_use]
    pub fn translation(self) -> Translation {
        match self {
            Self::En => Translation::ENGLISH,
            Self::Zh => Translation { lang: self.name(), say: chinese::told },
        }
    }

    /// The language that the surroundings ask for, in the order of POSIX: the first of `LC_ALL`,
    /// `LC_MESSAGES` and `LANG` that is not empty.
    #[must_use]
    pub fn of_surroundings() -> Self {
        Self::of_locale(|name| std::env::var(name).ok())
    }

    /// A text in this language: as it stands, or as `in_chinese` has it.
    pub fn written(self, english: &str, in_chinese: impl FnOnce(&str) -> String) -> String {
        match self {
            Self::En => english.to_owned(),
            Self::Zh => in_chinese(english),
        }
    }

    fn of_locale(value: impl Fn(&str) -> Option<String>) -> Self {
        let mut values = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(value);
        let locale = values.find(|value| !value.is_empty()).unwrap_or_default().to_lowercase();
        match locale.split(['_', '-', '.', '@']).next() {
            Some("zh") => Self::Zh,
            _ => Self::En,
        }
    }
}

/// Declares the words, each in both languages.
macro_rules! words {
    ($($name:ident: $english:literal, $chinese:literal;)*) => {
        /// The words of one language.
        #[derive(Debug)]
        pub struct Words {
            /// The language.
            pub lang: Lang,
            $(#[doc = $english] pub $name: &'static str,)*
        }

        impl Words {
            /// Those of `lang`.
            #[must_use]
            pub fn of(lang: Lang) -> Self {
                match lang {
                    Lang::En => Self { lang, $($name: $english,)* },
                    Lang::Zh => Self { lang, $($name: $chinese,)* },
                }
            }
        }
    };
}

words! {
    table: "table", "表格";
    law: "law", "规律";
    claims: "claims", "命题";
    wrote: "wrote", "写入";
    lost: "lost", "必败";
    left: "time left: about", "剩余时间约";
    start: "at the start with", "开局";
    none: "none", "无";
    moves: "moves", "着法";
    holds_to: "holds up to", "成立至";
    hold: "hold", "成立";
    judged: "judged", "例";
    proved: "proved for every position", "已证明，对所有局面成立";
    of_a_sample: " (smallest of a sample)", "（所试样本中最小）";
    verified: "`mexlab verify` accepts it", "可用 `mexlab verify` 核对";
    fitted: "fitted on", "拟合";
    tested: "tested on", "检验";
    fails: "fails at", "反例";
    fails_alone: "fails", "不成立";
    holds_within: "it holds where the rule states it,", "在规则所说的范围内成立，";
    cannot: "cannot be checked", "无法检验";
    searching: "looking for laws", "正在查找规律";
    proving: "looking for proofs", "正在查找证明";
    proof: "proof", "证明";
    untried: "not looked for; this goes on", "未查找；继续用";
    unfinished: "not found with the usual effort; this goes on", "按通常的工作量未找到；继续用";
    open_claims: "proofs were not looked for to the end; --prove-effort 10 goes on",
        "证明未查找到底；--prove-effort 10 继续";
    no_law: "no law found up to", "未发现规律，查至";
    candidates: "candidates, with too few terms for a law", "候选，项数太少，还不能称为规律";
    terms_needed: "a law takes at least this many terms:", "称为规律至少需要的项数是";
    not_searched: "not searched: not integers", "未查找：不是整数";
    no_positions: "no positions in this box", "此范围内没有局面";
    exceptions: "exceptions", "例外";
    of_starts: "positions have no law; the starts up to", "局面无规律；改查开局，直至";
    rival: "nearest rival", "次优规律";
    refuted_by: "refuted by", "可推翻它的情形";
    next: "next", "其后";
    wins: "the player to move wins", "先手必胜";
    loses: "the player to move loses", "先手必败";
    drawn: "play is drawn", "平局";
    misere: "misere play", "反常规则";
    rounds: "rounds", "局数";
    remoteness: "remoteness", "步数";
    winning_moves: "winning moves", "必胜着";
    drawing_moves: "drawing moves", "保和着";
    no_winning_move: "no winning move", "无";
    more_moves: "... and {} more", "……另有 {} 着";
    not_told: "not looked for: the law tells who wins", "未找：规律只说明谁胜";
    unknown: "too large to search", "太大，未搜索";
    close_to_it: "close to it", "相近命题";
    varied: "found by varying the claim", "由改动原命题得到";
    offered: "offered by the rule", "规则文件给出";
    reading: "reading", "读法";
    positions: "positions", "局面数";
    lost_positions: "lost for the player to move", "先手必败的局面数";
    first_wins: "chance that the first player wins", "先手胜率";
    about: "about", "约";
    position: "position", "局面";
    completions: "lost with ? =", "先手必败的 ?";
    no_completion: "no number", "没有这样的数";
    unique: "unique completion in this range", "此范围内解唯一";
    not_unique: "no unique completion", "解不唯一";
    value: "value", "值";
    no_number: "not a number", "不是数";
    meaningless: "positions have no values under this way of play", "这种玩法下局面没有值";
    period: "period", "周期";
    no_integers: "the values are not integers", "值不是整数";
    greatest: "greatest value", "最大值";
    first_at: "first at", "首见于";
    different: "different values", "种值";
    hash: "hash", "散列值";
    bytes_per_value: "bytes per value", "每值字节数";
    left_starts: "Left starts", "左方先走";
    right_starts: "Right starts", "右方先走";
    left_wins: "Left wins", "左方胜";
    right_wins: "Right wins", "右方胜";
    left_moves: "Left's winning moves", "左方的必胜着";
    members: "members", "成员";
    computed: "computed", "个算出";
    same_game: "the same game as another", "个与另一成员是同一游戏";
    at_a_limit: "stopped at a limit", "个因限制而停";
    mistake: "has a mistake", "个有错误";
    mistakes: "have mistakes", "个有错误";
    laws_known: "laws known by", "规律来自";
    common_periods: "commonest periods", "最常见的周期";
    longest_period: "longest period", "最长的周期";
    longest_preperiod: "longest preperiod", "最长的前周期";
    across: "across", "全族";
    agree: "agree, then differ", "先同后异";
    more_rows: "more rows; --csv prints all", "行未显示；--csv 全部显示";
    right_moves: "Right's winning moves", "右方的必胜着";
    is_proved: "proved", "已证明";
    is_refuted: "refuted", "被推翻";
    is_rejected: "rejected", "未接受";
    rule: "rule", "规则";
    by: "by", "依据";
    checked: "checked", "核对";
    core: "core", "核心形式";
}

impl Words {
    /// A message in this language.
    #[must_use]
    pub fn told(&self, message: &Message) -> String {
        match self.lang {
            Lang::En => message.to_string(),
            Lang::Zh => chinese::told(message),
        }
    }

    /// What a text says that was kept in English, such as the kind of a law.
    #[must_use]
    pub fn stored(&self, english: &str) -> String {
        self.lang.written(english, chinese::stored)
    }
}

/// Columns a text takes on a terminal: a Chinese character takes two.
#[must_use]
pub fn columns(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

/// `text` and as many blanks as make it `width` columns wide.
#[must_use]
pub fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_of_the_locale_that_says_something_decides() {
        let lang = |values: &[(&str, &str)]| {
            let value = |name: &str| values.iter().find(|(n, _)| *n == name);
            Lang::of_locale(|name| value(name).map(|(_, value)| (*value).to_owned()))
        };
        assert_eq!(lang(&[]), Lang::En);
        assert_eq!(lang(&[("LANG", "zh_CN.UTF-8")]), Lang::Zh);
        assert_eq!(lang(&[("LANG", "zh_CN.UTF-8"), ("LC_MESSAGES", "en_GB")]), Lang::En);
        assert_eq!(lang(&[("LANG", "C"), ("LC_MESSAGES", ""), ("LC_ALL", "zh")]), Lang::Zh);
        assert_eq!(lang(&[("LANG", "zh_TW"), ("LC_ALL", "POSIX")]), Lang::En);
        assert_eq!(lang(&[("LANG", "zha_CN")]), Lang::En);
    }
}
