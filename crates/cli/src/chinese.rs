//! The first sentence of common errors in Chinese, for `--lang zh`; what follows in brackets is the
//! message itself, with the names and numbers it speaks of.

/// Codes of mistakes in rule texts (docs/errors.md).
const CODES: [(&str, &str); 25] = [
    ("R001", "这里有规则语言之外的字符或运算符"),
    ("R002", "引号没有闭合"),
    ("R005", "这里应是别的内容"),
    ("R006", "括号没有闭合"),
    ("R010", "行首不是已知的语句"),
    ("R011", "缺少 game 行"),
    ("R012", "同一语句写了两次"),
    ("R014", "语句末尾有多余的内容"),
    ("R015", "语言的关键字不能当名字"),
    ("R017", "没有这个量"),
    ("R020", "名字未知"),
    ("R021", "函数未知"),
    ("R022", "名字已被占用"),
    ("R023", "名字与已有的坐标, 参数或变量相同"),
    ("R025", "集合未知"),
    ("R026", "名字没有取值范围"),
    ("R028", "没有这个参数"),
    ("R029", "没有这个游戏"),
    ("R030", "规则没有说明局面是什么"),
    ("R031", "规则没有着法"),
    ("R032", "坐标个数不对"),
    ("R037", "坐标没有上界"),
    ("R070", "没有可继承的游戏"),
    ("G020", "有的着法可能不使局面变小, 对局未必结束"),
    ("G021", "有的着法走到表外或不是局面"),
];

/// Parts of messages without a code.
const MESSAGES: [(&str, &str); 12] = [
    ("there is no game and no file", "没有这个游戏或文件"),
    ("is no quantity", "没有这个量"),
    ("has no parameter", "没有这个参数"),
    ("is no position", "这不是该游戏的局面"),
    ("has no table", "该游戏无法列表"),
    ("cannot read", "无法读取文件"),
    ("cannot write", "无法写入文件"),
    ("is outside", "参数超出允许范围"),
    ("the limit is", "超出内存限制"),
    ("positions had to be searched", "需要搜索的局面太多"),
    ("never negative", "坐标不能为负"),
    ("is no integer", "这里应是整数"),
];

/// How the messages of work that was stopped begin.
const ENDS: [(&str, &str); 2] =
    [("interrupted", "已中断"), ("stopped by --time", "已到 --time 的时限")];

/// The messages with their first sentences in Chinese, as far as there is one for them.
pub(crate) fn translated(message: &str) -> String {
    let line = |line: &str| {
        if let Some((code, rest)) = coded(line) {
            let sentence = CODES.iter().find(|(known, _)| *known == code);
            return match sentence {
                Some((_, sentence)) => format!("错误[{code}]: {sentence} ({rest})"),
                None => format!("错误[{code}]: {rest}"),
            };
        }
        if let Some(rest) = line.strip_prefix("error: ") {
            let sentence = MESSAGES.iter().find(|(part, _)| rest.contains(part));
            return match sentence {
                Some((_, sentence)) => format!("错误: {sentence} ({rest})"),
                None => format!("错误: {rest}"),
            };
        }
        for (english, chinese) in ENDS {
            match line.strip_prefix(english) {
                Some("") => return chinese.to_owned(),
                Some(rest) if rest.starts_with([' ', ':', ';']) => {
                    return format!("{chinese} ({line})");
                }
                _ => {}
            }
        }
        line.replacen("= help: ", "= 建议: ", 1)
    };
    message.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// Code and text of the first line of a diagnostic: `error[R020]: unknown name`.
fn coded(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("error[")?.split_once("]: ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::error_code;

    #[test]
    fn codes_and_messages_are_translated_and_the_rest_stays() {
        let text = "error[R020]: unknown name `widht`\n  │ n - widht\n  = help: did you mean?\n";
        let expected =
            "错误[R020]: 名字未知 (unknown name `widht`)\n  │ n - widht\n  = 建议: did you mean?\n";
        assert_eq!(translated(text), expected);
        assert_eq!(translated("error[X999]: odd\n"), "错误[X999]: odd\n");
        let text = "error: there is no game and no file `x`; did you mean `y`?\n";
        assert!(translated(text).starts_with("错误: 没有这个游戏或文件 (there is no game"));
        assert_eq!(translated("interrupted\n"), "已中断\n");
        let text = "stopped by --time; what was computed is kept\n";
        assert!(translated(text).starts_with("已到 --time 的时限 (stopped by --time; what"));
        assert_eq!(translated("error: odd\n"), "错误: odd\n");
    }

    #[test]
    fn every_code_is_documented_and_none_twice() {
        for (i, (code, _)) in CODES.iter().enumerate() {
            assert!(error_code(code).is_some(), "{code}");
            assert!(CODES[..i].iter().all(|(other, _)| other != code), "{code}");
        }
    }
}
