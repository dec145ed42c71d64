//! Every form that is read, how it is spoken of, every mistake that is refused.

use proptest::prelude::*;

use super::{As, Reading, decode, read};
use crate::{Table, Values};

fn read_as(text: &str, asked: As) -> Reading {
    read(text, "t", Some(asked)).unwrap()
}

fn table(text: &str) -> Table {
    read(text, "t", None).unwrap().table
}

fn values(table: &Table) -> Vec<i64> {
    table.columns.last().unwrap().values.iter().collect()
}

fn axis(table: &Table, i: usize) -> (&str, i64, i64) {
    let axis = &table.axes[i];
    (&axis.name, axis.lo, axis.hi)
}

fn mistake(text: &str) -> String {
    read(text, "t", None).unwrap_err().to_string()
}

/// `sg = 0 1 _ 2; win = ...`, `_` where there is no position.
fn shown(table: &Table) -> String {
    let value = |values: &Values, cell| match table.is_present(cell) {
        true => values.text(cell).map_or("!".to_owned(), |v| v.into_owned()),
        false => "_".to_owned(),
    };
    let column = |c: &crate::Column| {
        let values: Vec<String> = (0..table.cells().min(30)).map(|i| value(&c.values, i)).collect();
        format!("{} = {}", c.name, values.join(" "))
    };
    table.columns.iter().map(column).collect::<Vec<_>>().join("; ")
}

/// Texts, what each is read as, and its first values.
fn all(cases: &[(&str, &str, &str)]) {
    for (text, said, values) in cases {
        let reading = read(text, "t", None).unwrap();
        assert_eq!(reading.said.to_string(), format!("read as {said}"), "{text}");
        assert_eq!(shown(&reading.table), *values, "{text}");
        let crlf = read(&text.replace("\r\n", "\n").replace('\n', "\r\n"), "t", None).unwrap();
        assert_eq!(crlf, reading, "with CRLF: {text}");
        let marked = format!("\u{feff}{text}");
        for bytes in [
            marked.as_bytes().to_vec(),
            utf16(&marked, u16::to_le_bytes),
            utf16(&marked, u16::to_be_bytes),
        ] {
            let text = decode(bytes, "t").unwrap();
            assert_eq!(read(&text, "t", None).as_ref(), Ok(&reading), "of other bytes: {text}");
        }
    }
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn texts_that_are_none() {
    let plain = utf16("n;sg\r\n0;1\r\n", u16::to_le_bytes);
    assert_eq!(decode(plain, "t").unwrap(), "n;sg\r\n0;1\r\n");
    let wrong = decode(b"0 1\n2 \xff\n".to_vec(), "t").unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "t:2: found bytes that are not UTF-8, expected text; save it as UTF-8"
    );
    let odd = [utf16("\u{feff}0\n", u16::to_le_bytes), vec![0, 0xd8]].concat();
    assert_eq!(decode(odd, "t").unwrap_err().mistake.line, 2);
}

#[test]
fn lists() {
    all(&[
        ("0 1 2 3 0 1", "a list of 6 numbers from n = 0", "value = 0 1 2 3 0 1"),
        ("0, 1, 2, 5", "a list of 4 numbers from n = 0", "value = 0 1 2 5"),
        ("[0, 1,\n 2, 5]", "a list of 4 numbers from n = 0", "value = 0 1 2 5"),
        ("0\n1\n# x\n-3 # y\n", "a column of 3 numbers from n = 0", "value = 0 1 -3"),
        ("\u{feff}0\r\n1\t2\r\n5", "a list of 4 numbers from n = 0", "value = 0 1 2 5"),
        (
            "1\n100000000000000000000000000000000000000000000\n3",
            "a column of 3 numbers from n = 0",
            "value = 1 100000000000000000000000000000000000000000000 3",
        ),
        ("n,v\n0,−3\n1,4\n", "a table of v over n = 0..1", "v = -3 4"),
        (
            "0 1 2 3\n1 4 3 2\n1 4 2",
            "a list of 11 numbers from n = 0",
            "value = 0 1 2 3 1 4 3 2 1 4 2",
        ),
        (
            "0, 1, 2, 3,\n1, 4, 3, 2,\n1, 4, 2, 6\n",
            "a list of 12 numbers from n = 0",
            "value = 0 1 2 3 1 4 3 2 1 4 2 6",
        ),
        ("{1, 2,\n 3, 4}", "a list of 4 numbers from n = 0", "value = 1 2 3 4"),
        ("1,2,3,\n4,5,6\n7,8,10", "a list of 9 numbers from n = 0", "value = 1 2 3 4 5 6 7 8 10"),
        ("1,2,3,\n4,5,", "a list of 5 numbers from n = 0", "value = 1 2 3 4 5"),
        ("7", "a list of 1 number from n = 0", "value = 7"),
        (
            "12345678901",
            "a list of 11 numbers from n = 0 (the digits of one number, each of them a value)",
            "value = 1 2 3 4 5 6 7 8 9 0 1",
        ),
        ("1,5\n2,5\n3,6\n", "3 numbers with their indices, n = 1..3", "value = 5 5 6"),
        ("W\n", "a list of 1 outcome, W and L, from n = 0", "win = 1"),
        ("0 1\n1 2\n3 5\n8 13\n", "a list of 8 numbers from n = 0", "value = 0 1 1 2 3 5 8 13"),
    ]);
}

#[test]
fn csv_by_rfc_4180() {
    all(&[
        (
            "n,\"value, of\nthe \"\"game\"\"\"\r\n0,\"1\"\r\n1,\"2\"\r\n2,4\r\n",
            "a table of value_of_the_game over n = 0..2",
            "value_of_the_game = 1 2 4",
        ),
        (
            "a;b;sg\n0;0;0\n0;1;1\n1;0;1\n1;1;0\n",
            "a table of sg over a = 0..1, b = 0..1",
            "sg = 0 1 1 0",
        ),
        (
            "a\tb\tsg\n0\t0\t0\n0\t1\t1\n1\t0\t1\n1\t1\t0\n",
            "a table of sg over a = 0..1, b = 0..1",
            "sg = 0 1 1 0",
        ),
        ("n|sg\n0|0\n1|2\n2|3\n", "a table of sg over n = 0..2", "sg = 0 2 3"),
        (
            " n | sg \n---+----\n 0 |  0\n 1 |  2\n 2 |  3\n",
            "a table of sg over n = 0..2",
            "sg = 0 2 3",
        ),
        ("n sg\n0 0\n1 2\n2 3\n", "a table of sg over n = 0..2", "sg = 0 2 3"),
        (
            "     n  sg\n0    0   0\n1    1   1\n2    2   2\n",
            "a table of sg over n = 0..2 (without the row numbers)",
            "sg = 0 1 2",
        ),
        (
            ",n,sg\n0,0,0\n1,1,1\n2,2,2\n",
            "a table of sg over n = 0..2 (without the row numbers)",
            "sg = 0 1 2",
        ),
        (",sg\n0,5\n1,6\n2,7\n", "a table of sg over n = 0..2", "sg = 5 6 7"),
    ]);
}

#[test]
fn groups_of_three_digits() {
    all(&[
        (
            "998\n999\n1,000\n1,001\n",
            "a column of 4 numbers from n = 0 (`,` between thousands)",
            "value = 998 999 1000 1001",
        ),
        (
            "998\n999\n1.000\n1.001\n",
            "a column of 4 numbers from n = 0 (`.` between thousands)",
            "value = 998 999 1000 1001",
        ),
        (
            "998\n999\n1 000\n1 001\n",
            "a column of 4 numbers from n = 0 (a blank between thousands)",
            "value = 998 999 1000 1001",
        ),
        (
            "n;v\n998;1.998\n999;2.000\n1.000;12.000.000\n",
            "a table of v over n = 998..1000 (`.` between thousands)",
            "v = 1998 2000 12000000",
        ),
        (
            "n,v\n10,\"1,000\"\n11,\"1,331\"\n12,\"1,728\"\n",
            "a table of v over n = 10..12 (`,` between thousands)",
            "v = 1000 1331 1728",
        ),
        (
            "1,000, 1,331, 12,728, 5",
            "a list of 4 numbers from n = 0 (`,` between thousands)",
            "value = 1000 1331 12728 5",
        ),
        ("n;v\n0;0,5\n1;1,0\n2;1,5\n", "a table of v over n = 0..2", "v = 1/2 1 3/2"),
        ("0.0 1.0 2.0 5.0", "a list of 4 numbers from n = 0", "value = 0 1 2 5"),
        ("[0. 1. 2. 3.]", "a list of 4 numbers from n = 0", "value = 0 1 2 3"),
    ]);
}

#[test]
fn missing_values() {
    all(&[
        (
            "n,sg\n0,0\n1,N/A\n2,?\n3,\n4,4\n",
            "a table of sg over n = 0..4 (no value at n = 1, 2, 3)",
            "sg = 0 _ _ _ 4",
        ),
        (
            "n,sg,win\n0,0,0\n1,N/A,1\n2,2,1\n",
            "a table of sg, win over n = 0..2 (rows that lack a value are left out; no value at n = 1)",
            "sg = 0 _ 2; win = 0 _ 1",
        ),
        // A file that was cut off.
        (
            "n,sg,win\n0,0,0\n1,2,1\n2,5,\n",
            "a table of sg, win over n = 0..1 (rows that lack a value are left out)",
            "sg = 0 2; win = 0 1",
        ),
        (
            "0, 1, ?, 3, N/A, 5",
            "a list of 4 numbers from n = 0 (no value at n = 2, 4)",
            "value = 0 1 _ 3 _ 5",
        ),
        (
            "0 1 2\n1 0 ?\n2 ? 0\n",
            "a matrix of numbers without headers: a = 0..2 down, b = 0..2 across (2 of 9 cells have no value)",
            "value = 0 1 2 1 0 _ 2 _ 0",
        ),
        (
            "0 5\n1 5\n2 5\n3 5\n5 5\n6 5\n",
            "6 numbers with their indices, n = 0..6 (no value at n = 4)",
            "value = 5 5 5 5 _ 5 5",
        ),
    ]);
}

#[test]
fn matrices() {
    all(&[
        (
            ",0,1,2\n0,0,1,2\n1,1,0,3\n",
            "a matrix of numbers with headers: a = 0..1 down, b = 0..2 across",
            "value = 0 1 2 1 0 3",
        ),
        (
            "a\\b 0 1 2\n0 0 1 2\n1 1 0 3\n",
            "a matrix of numbers with headers: a = 0..1 down, b = 0..2 across",
            "value = 0 1 2 1 0 3",
        ),
        (
            "  0 1 2\n0 0 1 2\n1 1 0 3\n",
            "a matrix of numbers with headers: a = 0..1 down, b = 0..2 across",
            "value = 0 1 2 1 0 3",
        ),
        (
            "  | 0 1 2\n--+------\n0 | 0 1 2\n1 | 1 0 3\n",
            "a matrix of numbers with headers: a = 0..1 down, b = 0..2 across",
            "value = 0 1 2 1 0 3",
        ),
        (
            "array([[0, 1, 2],\n       [1, 0, 3]])",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across (lists in a list)",
            "value = 0 1 2 1 0 3",
        ),
        (
            "[[0 1 2]\n [1 0 3]]",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across (lists in a list)",
            "value = 0 1 2 1 0 3",
        ),
        (
            "[[0, 1, 2], [1, 0, 3]]",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across (lists in a list)",
            "value = 0 1 2 1 0 3",
        ),
        (
            "{{0, 1, 2}, {1, 0, 3}}",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across (lists in a list)",
            "value = 0 1 2 1 0 3",
        ),
        (
            "[0 1 2; 1 0 3]",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across (lists in a list)",
            "value = 0 1 2 1 0 3",
        ),
        (
            "A = [0, 1, 2; 1, 0, 3];",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across (lists in a list)",
            "value = 0 1 2 1 0 3",
        ),
        (
            "A = [\n 0 1 2;\n 1 0 3;\n];",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across (lists in a list)",
            "value = 0 1 2 1 0 3",
        ),
        (
            "A =\n\n     0     1     2\n     1     0     3\n\n",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across",
            "value = 0 1 2 1 0 3",
        ),
        (
            "A =\n\n  Columns 1 through 3\n\n  0 1 2\n  1 0 3\n\n  Columns 4 through 5\n\n  3 4\n  2 5\n",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..4 across",
            "value = 0 1 2 3 4 1 0 3 2 5",
        ),
        (
            "int g[2][3] = {{0,1,2},{1,0,3}};",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across (lists in a list)",
            "value = 0 1 2 1 0 3",
        ),
        (
            "| a\\b | 0 | 1 |\n|---|---|---|\n| 0 | 0 | 1 |\n| 1 | 1 | 0 |\n",
            "a matrix of numbers with headers: a = 0..1 down, b = 0..1 across (a Markdown table)",
            "value = 0 1 1 0",
        ),
        (
            "<TABLE>\n<TR><TD>0<TD>1<TD>2\n<TR><TD>1<TD>0<TD>3\n</TABLE>",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across (an HTML table)",
            "value = 0 1 2 1 0 3",
        ),
        (
            "0 & 1 & 2 \\\\\n1 & 0 & 3 \\\\\n",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across",
            "value = 0 1 2 1 0 3",
        ),
        (
            "0101\n1010\n0110\n",
            "a matrix of numbers without headers: a = 0..2 down, b = 0..3 across (characters without blanks)",
            "value = 0 1 0 1 1 0 1 0 0 1 1 0",
        ),
        (
            "PNN\nNPN\nNNP\n",
            "a matrix of outcomes, N and P, without headers: a = 0..2 down, b = 0..2 across (characters without blanks; win is 1 where N stands, 0 where P does)",
            "win = 0 1 1 1 0 1 1 1 0",
        ),
        (
            "[[[0,1],[1,0]],[[1,0],[0,1]]]",
            "a table of value over a = 0..1, b = 0..1, c = 0..1 (lists in a list)",
            "value = 0 1 1 0 1 0 0 1",
        ),
    ]);
}

#[test]
fn tables_of_markup() {
    all(&[
        (
            "n | sg\n--- | ---\n0 | 0\n1 | 1\n",
            "a table of sg over n = 0..1 (a Markdown table)",
            "sg = 0 1",
        ),
        (
            "<table><tr><th>n</th><th>sg</th></tr>\n<tr><td>0</td><td>0</td></tr><tr><td>1</td><td><b>1</b></td></tr></table>",
            "a table of sg over n = 0..1 (an HTML table)",
            "sg = 0 1",
        ),
    ]);
}

#[test]
fn outcomes() {
    all(&[
        ("L\nW\nW\nL\n", "a column of 4 outcomes, W and L, from n = 0", "win = 0 1 1 0"),
        ("P N N P N N", "a list of 6 outcomes, N and P, from n = 0", "win = 0 1 1 0 1 1"),
        (
            "PNNPNN",
            "a list of 6 outcomes, N and P, from n = 0 (characters without blanks)",
            "win = 0 1 1 0 1 1",
        ),
        ("负 胜 胜 负", "a list of 4 outcomes, 胜 and 负, from n = 0", "win = 0 1 1 0"),
        (
            "负胜胜负胜胜负",
            "a list of 7 outcomes, 胜 and 负, from n = 0 (characters without blanks)",
            "win = 0 1 1 0 1 1 0",
        ),
        (
            "n,result\n0,lose\n1,win\n2,Win\n3,lose\n",
            "4 outcomes, win and lose, with their indices, n = 0..3",
            "win = 0 1 1 0",
        ),
        (
            "[False, True, True, False]",
            "a list of 4 outcomes, True and False, from n = 0",
            "win = 0 1 1 0",
        ),
        (
            "Second\nFirst\nFirst\nSecond\n",
            "a column of 4 outcomes, First and Second, from n = 0",
            "win = 0 1 1 0",
        ),
        ("NO\nYES\nYES\nNO\n", "a column of 4 outcomes, YES and NO, from n = 0", "win = 0 1 1 0"),
        (
            "Bob\nAlice\nAlice\nBob",
            "a column of 4 outcomes, Alice and Bob, from n = 0",
            "win = 0 1 1 0",
        ),
        (
            "win\nL\nW\nW\nL\n",
            "a column of 4 outcomes, W and L, called win from n = 0",
            "win = 0 1 1 0",
        ),
        ("P N L R P", "a list of 5 words from n = 0", "value = P N L R P"),
        ("L\nR\nN\nP\n", "a column of 4 words from n = 0", "value = L R N P"),
        (
            "n,outcome\n0,P\n1,L\n2,N\n3,R\n",
            "a table of outcome over n = 0..3",
            "outcome = P L N R",
        ),
        (
            "0110100110010110",
            "a list of 16 numbers from n = 0 (characters without blanks)",
            "value = 0 1 1 0 1 0 0 1 1 0 0 1 0 1 1 0",
        ),
    ]);
}

#[test]
fn equations() {
    all(&[
        (
            "sg[3] = 4\nsg[4] = 5\nsg[5] = 0\n",
            "a table of sg over n = 3..5 (equations)",
            "sg = 4 5 0",
        ),
        (
            "f(2, 5) = 1\nf(2, 6) = 0\nf(3,5)=2; f(3,6)=3",
            "a table of f over a = 2..3, b = 5..6 (equations)",
            "f = 1 0 2 3",
        ),
        ("a(0)=1, a(1)=2, a(2)=4.", "a table of a over n = 0..2 (equations)", "a = 1 2 4"),
        ("g_0 = 0, g_1 = 1, g_2 = 0", "a table of g over n = 0..2 (equations)", "g = 0 1 0"),
        (
            "\\mathcal{G}(0) = 0 \\\\ \\mathcal{G}(1) = 1 \\\\ \\mathcal{G}(2)=2",
            "a table of G over n = 0..2 (equations)",
            "G = 0 1 2",
        ),
        ("n = 0, sg = 0\nn = 1, sg = 1\n", "a table of sg over n = 0..1 (equations)", "sg = 0 1"),
        (
            "0: 1\n1: 2\n2: 5\n",
            "3 numbers with their indices, n = 0..2 (equations)",
            "value = 1 2 5",
        ),
        (
            "0 -> 1\n1 -> 2\n2 -> 5",
            "3 numbers with their indices, n = 0..2 (equations)",
            "value = 1 2 5",
        ),
        (
            "dp[0][0] = 1; dp[0][1] = 0; dp[1][0] = 0; dp[1][1] = 1;",
            "a table of dp over a = 0..1, b = 0..1 (equations)",
            "dp = 1 0 0 1",
        ),
        (
            "(0,0): 1\n(0,1): 0\n(1, 0) = 5\n",
            "a table of value over a = 0..1, b = 0..1 (a dictionary; 1 of 4 cells have no value)",
            "value = 1 0 5 _",
        ),
        (
            "sg[0]=0 win[0]=0 sg[1]=1 win[1]=1",
            "a table of sg, win over n = 0..1 (equations)",
            "sg = 0 1; win = 0 1",
        ),
        (
            "sg(0) = P\nsg(1) = N\nsg(2) = N",
            "3 outcomes, N and P, with their indices, n = 0..2 (equations)",
            "win = 0 1 1",
        ),
    ]);
}

#[test]
fn dictionaries_and_tuples() {
    all(&[
        (
            "{0: 0, 1: 1, 2: 2}",
            "3 numbers with their indices, n = 0..2 (a dictionary)",
            "value = 0 1 2",
        ),
        (
            "{(0, 0): 0, (0, 1): 1, (1, 0): 1, (1, 1): 0}",
            "a table of value over a = 0..1, b = 0..1 (a dictionary)",
            "value = 0 1 1 0",
        ),
        (
            "{0: {0: 1, 1: 2}, 1: {0: 3, 1: 4}}",
            "a table of value over a = 0..1, b = 0..1 (a dictionary)",
            "value = 1 2 3 4",
        ),
        (
            "{\"n\": [0, 1, 2], \"sg\": [0, 1, 0]}",
            "a table of sg over n = 0..2 (a dictionary)",
            "sg = 0 1 0",
        ),
        (
            "[{\"n\": 0, \"sg\": 0}, {\"n\": 1, \"sg\": 1}]",
            "a table of sg over n = 0..1 (records)",
            "sg = 0 1",
        ),
        (
            "{0 -> 1, 1 -> 2, 2 -> 4}",
            "3 numbers with their indices, n = 0..2 (a dictionary)",
            "value = 1 2 4",
        ),
        (
            "<|0 -> 1, 1 -> 2, 2 -> 4|>",
            "3 numbers with their indices, n = 0..2 (a dictionary)",
            "value = 1 2 4",
        ),
        (
            "[(0, 0), (1, 1), (2, 0)]",
            "3 numbers with their indices, n = 0..2 (tuples)",
            "value = 0 1 0",
        ),
        (
            "(0, 5)\n(1, 7)\n(2, 9)\n",
            "3 numbers with their indices, n = 0..2 (tuples)",
            "value = 5 7 9",
        ),
        (
            "[((0,0),1), ((0,1),0)]",
            "a table of value over a = 0..0, b = 0..1 (tuples)",
            "value = 1 0",
        ),
        ("sg = [0, 1, 2, 3]", "a list of 4 numbers from n = 0", "value = 0 1 2 3"),
        ("int sg[] = {0, 1, 2, 3};", "a list of 4 numbers from n = 0", "value = 0 1 2 3"),
        ("const int sg[4] = {0, 1,\n 2, 3};", "a list of 4 numbers from n = 0", "value = 0 1 2 3"),
        (
            "# grundy values\nsg = [0, 1, 2,\n 3]\n",
            "a list of 4 numbers from n = 0",
            "value = 0 1 2 3",
        ),
    ]);
}

#[test]
fn lost_positions_as_pairs() {
    all(&[
        (
            "(0, 0)\n(1, 2)\n(3, 5)\n(4, 7)\n",
            "4 lost positions (a, b), each for both orders (tuples)",
            "win = 0 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 1 0",
        ),
        (
            "0 0\n1 2\n3 5\n4 7\n6 10\n",
            "5 lost positions (a, b), each for both orders",
            "win = 0 1 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1",
        ),
        (
            "a,b\n0,0\n1,2\n3,5\n4,7\n",
            "4 lost positions (a, b), each for both orders",
            "win = 0 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 1 0",
        ),
        (
            "{(0, 0), (1, 2), (2, 1)}",
            "3 lost positions (a, b) (a set of tuples)",
            "win = 0 1 1 1 1 0 1 0 1",
        ),
        (
            "{{0, 0}, {1, 2}, {3, 5}, {4, 7}}",
            "4 lost positions (a, b), each for both orders (lists in a list)",
            "win = 0 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 1 0",
        ),
        (
            "(0,0) (1,2) (2,1) (3,5) (5,3)",
            "5 lost positions (a, b) (tuples)",
            "win = 0 1 1 1 1 1 1 1 0 1 1 1 1 0 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1",
        ),
        (
            "(1,2)\n(0,0)\n(2,1)\n(3,5)\n(5,3)\n",
            "5 lost positions (a, b) (tuples)",
            "win = 0 1 1 1 1 1 1 1 0 1 1 1 1 0 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1",
        ),
    ]);
}

#[test]
fn coordinates_without_a_header() {
    all(&[(
        "0 0 0\n0 1 1\n1 0 1\n1 1 0\n",
        "a table of value over a = 0..1, b = 0..1",
        "value = 0 1 1 0",
    )]);
}

#[test]
fn triangles() {
    all(&[
        (
            "1\n1 1\n1 2 1\n1 3 3 1\n",
            "a triangle of 10 numbers over n = 0..3, k = 0..3",
            "value = 1 _ _ _ 1 1 _ _ 1 2 1 _ 1 3 3 1",
        ),
        (
            "[[1], [1, 1], [1, 2, 1]]",
            "a triangle of 6 numbers over n = 0..2, k = 0..2 (lists in a list)",
            "value = 1 _ _ 1 1 _ 1 2 1",
        ),
    ]);
}

#[test]
fn sequences_of_the_oeis() {
    all(&[
        (
            "%I A007318\n%S A007318 1,1,1,1,2,1,\n%T A007318 1,3,3,1\n%N A007318 Pascal's triangle read by rows\n%O A007318 0,5\n%K A007318 nonn,tabl\n",
            "a triangle of 10 numbers over n = 0..3, k = 0..3 (a sequence of the OEIS)",
            "value = 1 _ _ _ 1 1 _ _ 1 2 1 _ 1 3 3 1",
        ),
        (
            "%I A000045 M0692\n%S A000045 0,1,1,2,3,5,8,13,\n%T A000045 21,34\n%N A000045 Fibonacci\n%O A000045 0,4\n%K A000045 nonn,core",
            "a list of 10 numbers from n = 0 (a sequence of the OEIS)",
            "value = 0 1 1 2 3 5 8 13 21 34",
        ),
        (
            "A001462\t\tGolomb's sequence: a(n) is the number of times n occurs, starting with a(1) = 1.\n(Formerly M0257 N0091)\t+30\n153\n1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 6 (list; graph; refs; listen; history; text; internal format)\nOFFSET\t\n1,2\nCOMMENTS\tIt is 1, 2, 2, 3\nKEYWORD\teasy,nonn\n",
            "a list of 15 numbers from n = 1 (a sequence of the OEIS)",
            "value = 1 2 2 3 3 4 4 4 5 5 5 6 6 6 6",
        ),
        (
            "[{\"number\": 45, \"data\": \"0,1,1,2,3,5\", \"name\": \"Fib\", \"offset\": \"0,4\", \"keyword\": \"nonn\"}]",
            "a list of 6 numbers from n = 0 (a sequence of the OEIS)",
            "value = 0 1 1 2 3 5",
        ),
        (
            "A000045 ,0,1,1,2,3,5,",
            "a list of 6 numbers from n = 0 (a sequence of the OEIS)",
            "value = 0 1 1 2 3 5",
        ),
        (
            "%S A003987 0,1,1,2,0,2,3,3,3,3\n%N A003987 Table of n XOR m read by antidiagonals\n%O A003987 0,4\n%K A003987 tabl,nonn",
            "a square array by antidiagonals, downwards, of 10 numbers over n = 0..3, k = 0..3 (a sequence of the OEIS)",
            "value = 0 1 2 3 1 0 3 _ 2 3 _ _ 3 _ _ _",
        ),
        ("# A000027\n\n1 1\n2 3\n3 4\n", "3 numbers with their indices, n = 1..3", "value = 1 3 4"),
        ("-1 7\n0 8\n", "2 numbers with their indices, n = -1..0", "value = 7 8"),
        (
            "0 5\n1 100000000000000000000000000000\n",
            "2 numbers with their indices, n = 0..1",
            "value = 5 100000000000000000000000000000",
        ),
    ]);
}

#[test]
fn fractions() {
    all(&[
        (
            "1/2, 1/3, 1/4, 1/5",
            "a list of 4 fractions from n = 0",
            "value_numerator = 1 1 1 1; value_denominator = 2 3 4 5",
        ),
        ("0, 1/2, 3/4", "a list of 3 fractions from n = 0", "value = 0 1/2 3/4"),
    ]);
}

#[test]
fn what_has_two_readings_or_none() {
    let cases = [
        (
            "1.125\n2.250\n3.375\n",
            "t:1:1: found `1.125`, which has two readings, expected either 1125 or 1.125, written so",
        ),
        (
            "12\n1 331\n",
            "t:2:1: found `1 331`, which has two readings, expected 2 numbers with a comma between them, or one without blanks",
        ),
        (
            "n,v\n10,\"1,000\"\n11,1331\n12,\"1,728\"\n",
            "t:3 (column v): found `1331`, expected groups of three digits as in `1,000`",
        ),
        (
            "101\n110\n111\n",
            "t:1: found `101` and lines like it, which has two readings: a column of 3 numbers or a matrix of 3 rows and 3 columns without blanks between its digits, expected a choice, --as list or --as matrix",
        ),
        (
            "P N\nP N\nN P\n",
            "t:1: found 3 lines of 2 values, which has two readings: a list of 6 values or a matrix of 3 rows and 2 columns, expected a choice, --as list or --as matrix",
        ),
        (
            "PNNPNN\nPNNPNN\n",
            "t:1: found 2 lines of 6 values, which has two readings: a list of 12 values or a matrix of 2 rows and 6 columns, expected a choice, --as list or --as matrix",
        ),
        (
            "1,2\n3,4\n5,6\n",
            "t:1: found pairs like `1, 2`, which has two readings: a list of 6 numbers or 3 lost positions of two numbers, expected a choice, --as list or --as positions",
        ),
        (
            "1;x\n2;3\n4;5\n",
            "t:1:1: found `1`, expected the name of a column beside `x`, or a number in place of `x`",
        ),
        ("n: winner\n", "t:1:1: found `n:`, expected an integer"),
        (
            "sg[0] = 0\nsg[1] = 1\nsg[2] is 5\n",
            "t:3:1: found `sg[2] is 5`, expected an equation like `sg[0] = 0`",
        ),
        (
            "[(1, 5), (4, 4), (9, 2), (11, 7)]",
            "t:1: found pairs like `1, 5`, which has two readings: 4 indices with values or 4 lost positions of two numbers, expected a choice, --as table or --as positions",
        ),
        (
            "0 1 2 3 1\n4 3 2 1 4\n",
            "t:1: found 2 lines of 5 values, which has two readings: a list of 10 values or a matrix of 2 rows and 5 columns, expected a choice, --as list or --as matrix",
        ),
        (
            "0 0 0\n1 1 1\n2 2 1\n3 0 0\n",
            "t:1: found 4 rows of 3 numbers, which has two readings: 4 indices, each with 2 values or a matrix of 4 rows and 3 columns, expected a choice, --as table or --as matrix; a header would name the columns",
        ),
        ("n,sg\n0,1\n1\n", "t:3: found 1 fields, expected 2 fields as in the header"),
        ("[[0, 1], [1, 0]", "t:1:1: found `[`, expected a bracket that is closed"),
        ("[[0, 1), [1, 0]]", "t:1:7: found `)`, expected what closes the `[` of line 1"),
        ("[0 1 2 ... 7 8 9]", "t:1:8: found `...`, expected values; print them all"),
        (
            "n,sg\n0,\"1\n1,2\n2,3\n3,4\n4,5\n5,6\n",
            "t:2: found `1`, expected a closing quotation mark",
        ),
        (
            "0 1 2\n0 3\n0\n",
            "t:1: found rows of 3, 2, ..., 1 values, expected rows of the same length; `?` may fill them up",
        ),
        (
            "9 8\n1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n7 8\n8 9\n",
            "t:1: found a graph of 9 vertices and 8 edges, expected values; a rule for graphs reads it with --input",
        ),
        (
            "c Petersen graph\np edge 10 15\ne 1 2\n",
            "t:2: found a graph of 10 vertices and 15 edges, expected values; a rule for graphs reads it with --input",
        ),
        (
            "01\n10\n",
            "t:1: found `01` and lines like it, which has two readings: 2 numbers with their indices or a matrix of 2 rows and 2 columns, expected a choice, --as table or --as matrix",
        ),
        (
            "1,5\n2,5\n3,5\n",
            "t:1: found `1,5` and lines like it, which has two readings: 3 indices with the value 5 or 3 decimals, expected a choice, --as table or a point in place of the comma",
        ),
        ("W\nL\nX\n", "t:3:1: found `X`, expected an outcome of the kind of `W`"),
        ("W\nL\nW\nL\nQ\nL\nW\n", "t:5:1: found `Q`, expected an outcome of the kind of `W`"),
        ("W L W N L W", "t:1:7: found `N`, expected an outcome of the kind of `W`"),
        ("win\nL\nW\nX\n", "t:4:1: found `X`, expected an outcome of the kind of `L`"),
        ("hello world\n", "t:1:1: found `hello`, expected an integer"),
        ("1\nx\n", "t:2:1: found `x`, expected an integer"),
        ("", "t:1: found no value, expected an integer"),
    ];
    for (text, said) in cases {
        assert_eq!(mistake(text), said, "{text}");
    }
}
/// Values behind positions in brackets, what R prints, rows that are columns, Chinese texts, lists in prose.
#[test]
fn forms_of_print_and_prose() {
    all(&[
        (
            "\\begin{tabular}{cc}\n$n$ & $g$ \\\\ \\hline\n$0$ & $1$ \\\\\n$1$ & $0$ \\\\\n\\end{tabular}\n",
            "a table of g over n = 0..1",
            "g = 1 0",
        ),
        (
            "|n|sg|\n|-|-|\n|0|2|\n|1|3|\n",
            "a table of sg over n = 0..1 (a Markdown table)",
            "sg = 2 3",
        ),
        (
            "+---+----+\n| n | sg |\n+---+----+\n| 0 |  2 |\n| 1 |  3 |\n+---+----+\n",
            "a table of sg over n = 0..1 (a Markdown table)",
            "sg = 2 3",
        ),
        (
            " n | sg \n---+----\n 0 |  2\n 1 |  3\n(2 rows)\n",
            "a table of sg over n = 0..1",
            "sg = 2 3",
        ),
        ("// sg\n0 1 2 0\n", "a list of 4 numbers from n = 0", "value = 0 1 2 0"),
        (
            "0    2\n1    3\nName: sg, dtype: int64\n",
            "2 numbers with their indices, n = 0..1",
            "value = 2 3",
        ),
        ("std::vector<int> sg = {0, 1, 2};", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        ("int[] sg = new int[] {0, 1, 2};", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        ("Out[3]= {0, 1, 2}", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        ("Out[3]: [0, 1, 2]", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        ("%1 = [0, 1, 2]", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        (">>> [0, 1, 2]", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        (
            "{\"0,0\": 2, \"0,1\": 3}",
            "a table of value over a = 0..0, b = 0..1 (a dictionary)",
            "value = 2 3",
        ),
        ("Case #1: 3\nCase #2: 0\n", "a table of Case over n = 1..2 (equations)", "Case = 3 0"),
        ("1) 3\n2) 0\n", "2 numbers with their indices, n = 1..2 (equations)", "value = 3 0"),
        (
            "\u{25cb}\n\u{d7}\n\u{25cb}\n",
            "a column of 3 outcomes, \u{25cb} and \u{d7}, from n = 0",
            "win = 1 0 1",
        ),
        (
            "[0] 0\n[1] 1\n[2] 2\n[3] 0\n",
            "4 numbers with their indices, n = 0..3 (equations)",
            "value = 0 1 2 0",
        ),
        (
            "(0, 0) P\n(0, 1) N\n(1, 0) N\n(1, 1) P\n",
            "a table of win over a = 0..1, b = 0..1 (equations; win is 1 where N stands, 0 where P does)",
            "win = 0 1 1 0",
        ),
        (
            "[0][0] 3\n[0][1] 4\n",
            "a table of value over a = 0..0, b = 0..1 (equations)",
            "value = 3 4",
        ),
        (
            " [1] 0 1 2\n [4] 0 1\n",
            "a list of 5 numbers from n = 0 (as R prints it)",
            "value = 0 1 2 0 1",
        ),
        (
            "[1] \"P\" \"N\"\n",
            "a list of 2 outcomes, N and P, from n = 0 (as R prints it)",
            "win = 0 1",
        ),
        (
            "n 0 1 2 3\nsg 0 1 0 1\nwin: 0 1 0 1\n",
            "a table of sg, win over n = 0..3 (its rows are columns)",
            "sg = 0 1 0 1; win = 0 1 0 1",
        ),
        (
            "| n | 0 | 1 | 2 |\n|---|---|---|---|\n| g | 1 | 0 | 2 |\n",
            "a table of g over n = 0..2 (a Markdown table; its rows are columns)",
            "g = 1 0 2",
        ),
        (
            "\u{ff10}\u{ff0c}\u{ff11}\u{3001}\u{ff12}",
            "a list of 3 numbers from n = 0",
            "value = 0 1 2",
        ),
        ("\u{3010}0\u{ff0c}1\u{3011}", "a list of 2 numbers from n = 0", "value = 0 1"),
        ("SG(0)\u{ff1d}0\nSG(1)\u{ff1d}1\n", "a table of SG over n = 0..1 (equations)", "SG = 0 1"),
        (
            "0\u{ff1a}\u{540e}\u{624b}\u{80dc}\n1\u{ff1a}\u{5148}\u{624b}\u{80dc}\n",
            "2 outcomes, \u{5148}\u{624b}\u{80dc} and \u{540e}\u{624b}\u{80dc}, with their indices, n = 0..1 (equations)",
            "win = 0 1",
        ),
        (
            "0, 1, 1, 2, 3, ...",
            "a list of 5 numbers from n = 0 (without the dots at its end)",
            "value = 0 1 1 2 3",
        ),
        ("sg: 0 1 2 3", "a list of 4 numbers called sg from n = 0", "sg = 0 1 2 3"),
        (
            "The values: 0, 1, 2",
            "a list of 3 numbers called The_values from n = 0",
            "The_values = 0 1 2",
        ),
        (
            "Counter({0: 1, 1: 5})",
            "2 numbers with their indices, n = 0..1 (a dictionary)",
            "value = 1 5",
        ),
        ("[np.int64(0), np.int64(3)]", "a list of 2 numbers from n = 0", "value = 0 3"),
        (
            "{\"axes\": [{\"name\": \"n\", \"from\": 0, \"to\": 1}], \"columns\": [\"n\", \"sg\"], \"rows\": [[0,4],[1,5]]}",
            "a table of sg over n = 0..1 (a dictionary)",
            "sg = 4 5",
        ),
        (
            "{\"size\": 3, \"table\": [[0, 1, 2], [1, 0, 3]]}",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across (lists in a list)",
            "value = 0 1 2 1 0 3",
        ),
    ]);
    let cases = [
        ("[0, 1, 2], 3, 4", "t:1:12: found `3`, expected all values in brackets"),
        ("[0,1,2] [3,4,5] 7", "t:1:17: found `7`, expected all values in brackets"),
        (
            "apple\nbanana\ncherry\nplum\nquince\nmelon\nfig\nlime\nkiwi\npear\n",
            "t:2:1: found `banana`, expected an integer, or words that stand there again and again",
        ),
        (
            "1,000,1,331,1,728",
            "t:1:1: found `1,000`, which has two readings, expected numbers without marks between their digits",
        ),
        (
            "0,0 0,5 1,0 1,5",
            "t:1: found `0,0`, which has two readings: a decimal or two numbers, expected a point in place of the comma, or a blank behind it",
        ),
        (
            "(0, 0, 0)\n(0, 1, 1)\n(0, 2, 2)\n(1, 2, 3)\n",
            "t:1: found 4 tuples of 3 numbers, which has two readings: 4 lost positions of 3 numbers or a matrix of 4 rows and 3 columns, expected a choice, --as positions or --as matrix",
        ),
    ];
    for (text, said) in cases {
        assert_eq!(mistake(text), said, "{text}");
    }
    let triples = read("(0, 0, 0)\n(0, 1, 1)\n(1, 2, 3)\n", "t", Some(As::Positions)).unwrap();
    let said = "read as 3 lost positions (a, b, c), each for this order alone (tuples)";
    assert_eq!(triples.said.to_string(), said);
}

#[test]
fn what_is_asked_for_is_read() {
    let rows = "0 1 2 3 1\n4 3 2 1 4\n";
    assert_eq!(values(&read_as(rows, As::List).table).len(), 10);
    assert_eq!(axis(&read_as(rows, As::Matrix).table, 1), ("b", 0, 4));
    let digits = "101\n110\n111\n";
    assert_eq!(values(&read_as(digits, As::List).table), [101, 110, 111]);
    assert_eq!(values(&read_as(digits, As::Matrix).table), [1, 0, 1, 1, 1, 0, 1, 1, 1]);
    assert_eq!(values(&read_as("01\n10\n", As::Table).table), [1, 0]);
    assert_eq!(values(&read_as("01\n10\n", As::Matrix).table), [0, 1, 1, 0]);
    assert_eq!(values(&read_as("1,5\n2,5\n3,5\n", As::Table).table), [5, 5, 5]);
    let pairs = "[(1, 5), (4, 4), (9, 2), (11, 7)]";
    assert_eq!(axis(&read_as(pairs, As::Table).table, 0), ("n", 1, 11));
    assert_eq!(values(&read_as("0 0 0\n1 1 1\n2 2 1\n3 0 0\n", As::Table).table), [0, 1, 1, 0]);
    assert_eq!(read_as("1 1 1 1 2 1", As::Triangle).table.axes.len(), 2);
    let wrong = read("1 1 1\n", "t", Some(As::Matrix));
    assert_eq!(values(&wrong.unwrap().table), [1, 1, 1]);
}

#[test]
fn lost_positions_become_who_wins() {
    let positions = |text: &str| read_as(text, As::Positions).table;
    let evil = positions("0 3 5 6 9");
    assert_eq!(values(&evil), [0, 1, 1, 0, 1, 0, 0, 1, 1, 0]);
    assert_eq!((axis(&evil, 0), evil.columns[0].name.as_str()), (("n", 0, 9), "win"));
    assert_eq!(values(&positions("1\n2\n")), [1, 0, 0]);
    assert_eq!(positions("(1, 2)\n(3, 5) # a\n"), positions("1 2\n3 5\n"));
    // Pairs in one order: known where the smaller number is within the list.
    let pairs = positions("a,b\n0,0\n1,2\n");
    assert_eq!(values(&pairs), [0, 1, 1, 1, 1, 0, 1, 0, 0]);
    assert_eq!(pairs.present.unwrap()[7..], [true, false]);
    assert_eq!(values(&positions("(0, 0)\n(2, 1)\n")), [0, 1, 1, 1, 1, 0]);
    for (text, line, found) in [
        ("", 1, "no value"),
        ("1,2\n3\n", 2, "1 numbers"),
        ("1,2\n-3,4\n", 2, "-3"),
        ("9000000000,1\n1,9000000000\n", 2, "a box of"),
        ("1,x\n", 1, "`x`"),
    ] {
        let error = read(text, "t", Some(As::Positions)).unwrap_err();
        let named = (error.mistake.line, error.mistake.what.to_string().contains(found));
        assert_eq!(named, (line, true), "{error}");
    }
}

#[test]
fn pairs_with_few_gaps_that_they_fill_are_lost_positions() {
    let text = "(0,0) (1,3) (2,6) (4,11) (5,14) (7,19) (8,22) (9,25) (10,28) (12,33) (13,36)";
    let said = read(text, "t", None).unwrap().said.to_string();
    assert!(said.starts_with("read as 11 lost positions (a, b), each for both orders"), "{said}");
    // 3 alone may be a value by accident
    let text = "(0,0) (1,3) (2,9) (4,11) (5,14) (6,19) (7,22) (8,25)";
    let said = read(text, "t", None).unwrap().said.to_string();
    assert!(said.starts_with("read as 8 numbers with their indices"), "{said}");
}

#[test]
fn rows_in_any_order_and_holes() {
    let grid = table("a,b,sg\n1,0,1\n0,0,0\n1,1,0\n0,1,1\n");
    assert_eq!((axis(&grid, 0), axis(&grid, 1)), (("a", 0, 1), ("b", 0, 1)));
    assert_eq!((values(&grid), grid.present), (vec![0, 1, 1, 0], None));
    let triangle = table("a, b, win\n0, 0, 0\n0, 1, 1\n1, 1, 1\n");
    assert_eq!(triangle.present, Some(vec![true, true, false, true]));
    assert_eq!((triangle.value("win", &[1, 0]), triangle.value("win", &[1, 1])), (None, Some(1)));
    // Names that are no quantities are coordinates.
    assert_eq!(table("n,k,f\n1,1,1\n").axes.len(), 2);
    assert_eq!(table("n,kayles,dawson\n0,0,0\n1,1,0\n2,2,1\n").columns.len(), 2);
    let both = table("n,sg,win\n1,1,1\n2,0,0\n");
    assert_eq!((both.axes.len(), both.value("sg", &[1]), values(&both)), (1, Some(1), vec![1, 0]));
    // In a CSV `#` may be part of a word.
    let keys = &table("n,key\n0,C#\n1,C\n").columns[0].values;
    assert!(matches!(keys, Values::Words { words, .. } if words[..] == ["C#", "C"]));
}

#[test]
fn mistakes_name_line_and_value() {
    let cases = [
        ("# only\n", 1, "no value"),
        ("[]", 1, "no value"),
        ("n,sg\n", 1, "`n`"),
        ("n,sg\n0,1\n1,2,3\n", 3, "3 fields"),
        ("n,sg\n0,1\n\n0,2\n", 4, "position [0] a second time"),
        ("n,n\n0,1\n", 1, "column `n` a second time"),
        ("n,3\n0,1\n", 1, "`3`"),
        ("n,sg\n0,\"1\"\n# comment\n1,\"2 2\"\n", 4, "`2 2`"),
        ("n,v\n0,1 # x\n1,2\n", 2, "`1 # x`"),
        ("a,b,sg\n0,0,1\n9000000000,9000000000,2\n", 3, "a box of at least"),
        ("n,sg\n-9223372036854775808,1\n9223372036854775807,2\n", 3, "a box of at least"),
        (",0,1\n0,1\n", 2, "2 fields"),
        (",0,1\n0,1,x\n", 2, "`x`"),
        (",0,1\n0,1,2\n0,1,2\n", 3, "a second time"),
        ("%S A000001 0,1\n%S A000002 1,2\n", 2, "A000002 behind A000001"),
        ("n\tsg\n0\tx\n", 2, "`x`"),
        ("0 0\n1 1\n2 2\n3\n4 4\n5 5\n6 6\n7 7\n8 8\n9 9\n", 4, "1 fields"),
        ("1,2\n3,4,5\n6,7,8\n", 1, "2 fields"),
        ("0 1 2\n3 4\n5 6 7\n", 2, "2 fields"),
        ("0;0\n1;1\n2;x\n3;3\n", 3, "`x`"),
        ("n;v\n0;0\n1;1\n2;x\n3;3\n", 4, "`x`"),
        ("1,2\n3,4\n5,x\n7,8\n", 3, "`x`"),
    ];
    for (text, line, found) in cases {
        let error = read(text, "t", None).unwrap_err();
        assert_eq!(error.mistake.line, line, "{text:?}: {error}");
        assert!(error.mistake.what.to_string().contains(found), "{text:?}: {error}");
    }
    assert_eq!(mistake("n,sg\n0,1\n1,x\n"), "t:3:3 (column sg): found `x`, expected an integer");
}

/// The careful reader reads the same of plain texts.
fn same_both_ways(text: &str) {
    if let Some(Ok(fast)) = super::plain::read(text) {
        let careful = super::layout::lay_out(super::look(text).unwrap(), None);
        assert_eq!(Ok(fast), careful, "{text:?}");
    }
}

proptest! {
    #[test]
    fn fast_and_careful_reading_agree(text in "[-0-9, \n#\t]{0,40}") {
        same_both_ways(&text);
    }

    #[test]
    fn fast_and_careful_reading_of_tables_agree(
        start in -3i64..9,
        list in prop::collection::vec(-70_000i64..70_000, 2..9),
        heading in prop::sample::select(vec!["", "n,sg\n", "a,b,sg\n", "sg\n", "n,x,y\n"]),
    ) {
        let width = heading.split(',').count();
        let row = |(v, n): (&i64, i64)| match width {
            1 if heading.is_empty() => format!("{n} {v}\n"),
            1 => format!("{v}\n"),
            2 => format!("{n},{v}\n"),
            _ => format!("{n},{},{v}\n", n + 1),
        };
        let lines: String = list.iter().zip(start..).map(row).collect();
        let text = format!("{heading}{lines}");
        prop_assert!(super::plain::read(&text).is_some());
        same_both_ways(&text);
        same_both_ways(&text.replace(',', ";"));
    }

    #[test]
    fn any_text_is_answered(text in "[-0-9a-cNP, ;:=>.|\\n\t#\"\\[\\](){}%/]{0,60}") {
        for asked in [None, Some(As::List), Some(As::Table), Some(As::Matrix), Some(As::Triangle), Some(As::Positions)] {
            match read(&text, "t", asked) {
                Ok(Reading { table, .. }) => {
                    let cells = table.cells();
                    prop_assert!(table.columns.iter().all(|c| c.values.len() == cells));
                    prop_assert!(table.present.is_none_or(|p| p.len() == cells));
                }
                Err(e) => prop_assert!((1..=text.lines().count().max(1)).contains(&e.mistake.line), "{}", e),
            }
        }
    }

    #[test]
    fn lists_come_back(list in prop::collection::vec(any::<i128>(), 2..50), offset in -50i64..50) {
        let lines: String = list.iter().map(|v| format!("{v}\n")).collect();
        prop_assert_eq!(table(&lines).columns[0].values.wide(), Some(list.clone()));
        let lines: String = list.iter().zip(offset..).map(|(v, n)| format!("{n} {v}\n")).collect();
        let table = table(&lines);
        prop_assert_eq!((table.axes[0].lo, table.columns[0].values.wide()), (offset, Some(list)));
    }

    #[test]
    fn tables_come_back_in_every_notation(
        sides in (1usize..5, 1usize..5),
        list in prop::collection::vec(-9i64..2000, 16),
    ) {
        let (height, width) = (sides.0 + 1, sides.1 + 2);
        let at = |a: usize, b: usize| list[(a * width + b) % list.len()];
        let rows: Vec<Vec<String>> = (0..height).map(|a| (0..width).map(|b| at(a, b).to_string()).collect()).collect();
        let joined = |open: &str, mark: &str, close: &str, between: &str| {
            let row = |row: &Vec<String>| format!("{open}{}{close}", row.join(mark));
            rows.iter().map(row).collect::<Vec<_>>().join(between)
        };
        let wanted: Vec<i64> = (0..height).flat_map(|a| (0..width).map(move |b| (a, b))).map(|(a, b)| at(a, b)).collect();
        let labelled = |mark: &str| {
            let head: String = (0..width).map(|b| format!("{mark}{b}")).collect();
            let row = |(a, row): (usize, &Vec<String>)| format!("\n{a}{mark}{}", row.join(mark));
            head + &rows.iter().enumerate().map(row).collect::<String>()
        };
        let long: String = (0..height).flat_map(|a| (0..width).map(move |b| (a, b))).map(|(a, b)| format!("{a};{b};{}\n", at(a, b))).collect();
        let equations: String = (0..height).flat_map(|a| (0..width).map(move |b| (a, b))).map(|(a, b)| format!("f({a}, {b}) = {}, ", at(a, b))).collect();
        for text in [
            format!("[{}]", joined("[", ", ", "]", ",\n ")),
            format!("[{}]", joined("[", " ", "]", "\n ")),
            format!("{{{}}}", joined("{", ", ", "}", ", ")),
            format!("[{}]", joined("", " ", "", "; ")),
            labelled(","),
            labelled("\t"),
            format!("a;b;value\n{long}"),
            equations,
        ] {
            let read = read(&text, "t", None);
            prop_assert_eq!(read.map(|r| (r.table.axes.len(), values(&r.table))), Ok((2, wanted.clone())), "{}", text);
        }
    }
}

#[test]
fn a_number_in_lists_that_are_nested_less_deeply_is_a_mistake() {
    let said = mistake("([[][(())6]])");
    assert!(said.contains("fields as in the other rows"), "{said}");
}
