//! Lists, columns and matrices: separators, groups of digits, holes.

use crate::*;

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
            "⊕\t0\t1\t2\n0\t0\t1\t2\n1\t1\t0\t3\n",
            "a matrix of numbers with headers: a = 0..1 down, b = 0..2 across",
            "value = 0 1 2 1 0 3",
        ),
        (
            "+,0,1,2\n0,0,1,2\n1,1,2,3\n",
            "a matrix of numbers with headers: a = 0..1 down, b = 0..2 across",
            "value = 0 1 2 1 2 3",
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
fn words_and_fractions_as_integers() {
    let text = "n,outcome\n0,P\n1,L\n2,L\n3,P\n";
    let table = read(text, "text", None).expect("words are read").table;
    let columns = table.columns[0].in_integers();
    let names: Vec<&str> = columns.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, ["outcome_P", "outcome_L"]);
    assert_eq!(columns[0].values, Values::U16(vec![1, 0, 0, 1]));

    let text = "n,value\n0,0\n1,1/2\n2,-3/4\n3,5\n";
    let table = read(text, "text", None).expect("fractions are read").table;
    assert_eq!(table.columns[0].values.text(2).as_deref(), Some("-3/4"));
    let columns = table.columns[0].in_integers();
    assert_eq!(columns[0].name, "value_times_4");
    assert_eq!(columns[0].values, Values::I64(vec![0, 2, -3, 20]));

    for (wrong, place) in
        [("n,value\n0,two words\n1,2\n", "two words"), ("n,value\nx,1/2\n", "`x`")]
    {
        let mistake = read(wrong, "text", None).expect_err(wrong).to_string();
        assert!(mistake.contains(place), "{mistake}");
    }
}
