//! Texts with two readings or none, what is asked for, print and prose, and mistakes.

use crate::*;

#[test]
fn what_has_two_readings_or_none() {
    let cases = [
        (
            "10;222;1,010;1,342;1,740\n",
            "t:1:8: found `1,010`, which has two readings, expected either 1010 or 1.010, written so",
        ),
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
            "# mine\n\nheap n\nmove n -> n - 1 if n > 0\n",
            "t:3: found a rule, expected values; the name of a rule's file ends in `.game`, and -e takes its lines",
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
        ("vector<int> sg{0, 1, 2};", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        ("int sg[3]{0, 1, 2};", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        ("let sg = vec![0, 1, 2];", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        ("P: 0, 2, 3", "3 lost positions n", "win = 0 1 0 0"),
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
            "t:1:1: found `1,000`, which has two readings: one number or two, expected numbers without marks between their digits",
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
        ("n,v\n0,1 x\n1,2\n", 2, "`1 x`"),
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
