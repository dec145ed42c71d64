//! Texts as people paste them, with what stands beside their values.

use crate::*;

#[test]
fn marks_between_digits_and_what_spreadsheets_add() {
    all(&[
        (
            "1,000,2,000,3,000",
            "a list of 3 numbers from n = 0 (`,` between thousands)",
            "value = 1000 2000 3000",
        ),
        (
            "1,234, 5,678",
            "a list of 2 numbers from n = 0 (`,` between thousands)",
            "value = 1234 5678",
        ),
        (
            "1,234,567, 2,345,678, 12",
            "a list of 3 numbers from n = 0 (`,` between thousands)",
            "value = 1234567 2345678 12",
        ),
        (
            "1 000 2 000 3 000",
            "a list of 3 numbers from n = 0 (a blank between thousands)",
            "value = 1000 2000 3000",
        ),
        (
            "1,,,\n1,1,,\n1,2,1,\n1,3,3,1\n",
            "a triangle of 10 numbers over n = 0..3, k = 0..3",
            "value = 1 _ _ _ 1 1 _ _ 1 2 1 _ 1 3 3 1",
        ),
        (
            "1,,\n1,1,\n1,2,1\n",
            "a triangle of 6 numbers over n = 0..2, k = 0..2",
            "value = 1 _ _ 1 1 _ 1 2 1",
        ),
        ("n,sg,,\n0,0,,\n1,1,,\n2,2,,\n,,,\n", "a table of sg over n = 0..2", "sg = 0 1 2"),
        ("sep=;\nn;sg\n0;0\n1;1\n2;2\n", "a table of sg over n = 0..2", "sg = 0 1 2"),
        ("5;\n6;\n7;\n", "a column of 3 numbers from n = 0", "value = 5 6 7"),
        ("0.0e+00 1.0e+00 2.5e-01 1e1", "a list of 4 fractions from n = 0", "value = 0 1 1/4 10"),
    ]);
}

#[test]
fn indices_that_are_said() {
    all(&[
        (
            "{\"offset\": 1, \"values\": [0, 1, 2, 3]}",
            "a list of 4 numbers called values from n = 1 (a dictionary)",
            "values = 0 1 2 3",
        ),
        (
            "{\"data\": [4,5,6], \"offset\": 3}",
            "a list of 3 numbers called data from n = 3 (a dictionary)",
            "data = 4 5 6",
        ),
        ("offset: 1\n0, 1, 2, 3\n", "a list of 4 numbers from n = 1", "value = 0 1 2 3"),
        ("n=1..5: 0 1 2 3 1", "a list of 5 numbers from n = 1", "value = 0 1 2 3 1"),
        ("a(1..4) = 0, 1, 2, 3", "a list of 4 numbers called a from n = 1", "a = 0 1 2 3"),
        ("a(n), n >= 1: 0, 1, 2, 3", "a list of 4 numbers called a from n = 1", "a = 0 1 2 3"),
        ("a(n) for n = 1..4: 0, 1, 2, 3", "a list of 4 numbers called a from n = 1", "a = 0 1 2 3"),
        ("a(n), n=1,2,3,...: 5, 6, 7", "a list of 3 numbers called a from n = 1", "a = 5 6 7"),
        (
            "n=0: 0\nn=1: 1\nn=2: 2\n",
            "3 numbers with their indices, n = 0..2 (equations)",
            "value = 0 1 2",
        ),
        (
            "i=0, j=0: 0\ni=0, j=1: 1\ni=1, j=0: 1\ni=1, j=1: 0\n",
            "a table of value over i = 0..1, j = 0..1 (equations)",
            "value = 0 1 1 0",
        ),
        ("n=3: sg=4\nn=4: sg=0\n", "a table of sg over n = 3..4 (equations)", "sg = 4 0"),
        (
            "f(a=0, b=0) = 1\nf(a=0, b=1) = 2\n",
            "a table of f over a = 0..0, b = 0..1 (equations)",
            "f = 1 2",
        ),
        ("a0 = 0, a1 = 1, a2 = 3", "a table of a over n = 0..2 (equations)", "a = 0 1 3"),
        (
            "第0项：0\n第1项：1\n第2项：2\n",
            "3 numbers with their indices, n = 0..2 (equations)",
            "value = 0 1 2",
        ),
        (
            "当n=0时，SG=0；\n当n=1时，SG=1。\n",
            "a table of SG over n = 0..1 (equations)",
            "SG = 0 1",
        ),
        (
            "{f[0] -> 0, f[1] -> 1, f[2] -> 2}",
            "a table of f over n = 0..2 (equations)",
            "f = 0 1 2",
        ),
        (
            "n   | 0 1 2 3 4\n----+----------\n0+  | 0 1 2 0 1\n5+  | 2 0 1\n",
            "a list of 8 numbers from n = 0 (rows behind the indices of their first values)",
            "value = 0 1 2 0 1 2 0 1",
        ),
        (
            ",0,1,2,3,4\n0,0,1,2,0,1\n5,1,2,0,1,2\n",
            "a list of 10 numbers from n = 0 (rows behind the indices of their first values)",
            "value = 0 1 2 0 1 1 2 0 1 2",
        ),
        (
            "10-14: 0 1 2 3 4\n15-19: 1 2 0 1 2\n",
            "a list of 10 numbers from n = 10 (rows behind the indices of their first values)",
            "value = 0 1 2 3 4 1 2 0 1 2",
        ),
        (
            "n=1，先手必败\nn=2，先手必胜\n",
            "2 outcomes, 先手必胜 and 先手必败, with their indices, n = 1..2 (equations)",
            "win = 0 1",
        ),
        (
            "石子数：0 1 2 3\nSG：0 1 2 0\n",
            "a table of SG over 石子数 = 0..3 (its rows are columns)",
            "SG = 0 1 2 0",
        ),
        (
            "{\"sg\": {\"0\": 0, \"1\": 1}}",
            "2 numbers with their indices, n = 0..1 (a dictionary)",
            "value = 0 1",
        ),
        ("0..5: 0 1 2 0 1 2", "a list of 6 numbers from n = 0", "value = 0 1 2 0 1 2"),
        (
            "      0 1 2 3 4\n    +----------\n  0 | 0 1 2 0 1\n  5 | 1 2 0 1 2\n",
            "a list of 10 numbers from n = 0 (rows behind the indices of their first values)",
            "value = 0 1 2 0 1 1 2 0 1 2",
        ),
        (
            "grundy[1:6] = 0 1 2 0 1",
            "a list of 5 numbers called grundy from n = 1",
            "grundy = 0 1 2 0 1",
        ),
        ("starting at n=1: 0, 1, 2", "a list of 3 numbers from n = 1", "value = 0 1 2"),
        (
            "k=0: 0 1 2 3\nk=1: 1 0 3 2\n",
            "a matrix of numbers with headers: k = 0..1 down, b = 0..3 across",
            "value = 0 1 2 3 1 0 3 2",
        ),
        (
            "Row 1: 1\nRow 2: 1 1\nRow 3: 1 2 1\n",
            "a triangle of 6 numbers over n = 1..3, k = 1..3",
            "value = 1 _ _ 1 1 _ 1 2 1",
        ),
        (
            "0 | 1\n1 | 1 1\n2 | 1 2 1\n",
            "a triangle of 6 numbers over n = 0..2, k = 0..2",
            "value = 1 _ _ 1 1 _ 1 2 1",
        ),
    ]);
}

#[test]
fn lost_positions_that_are_called_so() {
    all(&[
        (
            "(0;0), (1;2), (3;5), (4;7)",
            "4 lost positions (a, b), each for both orders, complete where the smaller number is at most 4 (tuples)",
            "win = 0 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 1 0",
        ),
        ("lost: 0, 2, 7", "3 lost positions n", "win = 0 1 0 1 1 1 1 0"),
        ("P-positions: 0, 3, 6, 9", "4 lost positions n", "win = 0 1 1 0 1 1 0 1 1 0"),
        ("必败态：0，3，6", "3 lost positions n", "win = 0 1 1 0 1 1 0"),
        ("lost = [0, 2, 7]", "3 lost positions n", "win = 0 1 0 1 1 1 1 0"),
        ("{\"lost\": [0, 2, 7]}", "3 lost positions n", "win = 0 1 0 1 1 1 1 0"),
        (
            "lost: (0, 0), (1, 2), (3, 5)",
            "3 lost positions (a, b), each for both orders, complete where the smaller number is at most 3 (tuples)",
            "win = 0 1 1 1 1 1 1 1 0 1 1 1 1 0 1 1 1 1 1 1 1 1 1 0 1 1 1 1 _ _",
        ),
        (
            "lost positions (a, b):\n0 0\n1 2\n2 1\n",
            "3 lost positions (a, b)",
            "win = 0 1 1 1 1 0 1 0 1",
        ),
        ("P-positions:\n0\n3\n6\n", "3 lost positions n", "win = 0 1 1 0 1 1 0"),
        ("lost\n0\n3\n6\n", "3 lost positions n", "win = 0 1 1 0 1 1 0"),
        (
            "n,losing\n0,yes\n1,no\n2,no\n",
            "3 outcomes, no and yes, with their indices, n = 0..2",
            "win = 0 1 1",
        ),
    ]);
}

#[test]
fn names_and_code() {
    all(&[
        ("g(n) = 0, 1, 2", "a list of 3 numbers called g from n = 0", "g = 0 1 2"),
        ("sg = 0, 1, 2", "a list of 3 numbers called sg from n = 0", "sg = 0 1 2"),
        ("\"sg\": [0, 1, 2]", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        ("L := [0, 1, 2, 3]:", "a list of 4 numbers from n = 0", "value = 0 1 2 3"),
        ("seq := 0, 1, 2, 3;", "a list of 4 numbers called seq from n = 0", "seq = 0 1 2 3"),
        ("sg :: [Int]\nsg = [0,1,2,3]\n", "a list of 4 numbers from n = 0", "value = 0 1 2 3"),
        ("g <- c(0L, 1L, 2L)", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        (
            "defaultdict(<class 'int'>, {0: 1, 1: 2, 2: 5})",
            "3 numbers with their indices, n = 0..2 (a dictionary)",
            "value = 1 2 5",
        ),
        (
            "%S 0,1,2,\n%T 3,4,5\n%O 1,2\n",
            "a list of 6 numbers from n = 1 (a sequence of the OEIS)",
            "value = 0 1 2 3 4 5",
        ),
        (
            "%S A000027 1,2,3,\n%T 4,5,6\n",
            "a list of 6 numbers from n = 0 (a sequence of the OEIS)",
            "value = 1 2 3 4 5 6",
        ),
        (
            "     [,1] [,2]\n[1,]    0    1\n[2,]    1    0\n     [,3]\n[1,]    2\n[2,]    3\n",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across (as R prints it)",
            "value = 0 1 2 1 0 3",
        ),
        (
            "  n sg\n1 0  0\n2 1  1\n3 2  2\n",
            "a table of sg over n = 0..2 (without the row numbers)",
            "sg = 0 1 2",
        ),
        (
            "| # | n | sg |\n|---|---|----|\n| 1 | 0 | 0 |\n| 2 | 1 | 1 |\n",
            "a table of sg over n = 0..1 (a Markdown table; without the row numbers)",
            "sg = 0 1",
        ),
        (
            " # | n | sg\n---+---+----\n 1 | 0 | 0\n 2 | 1 | 1\n",
            "a table of sg over n = 0..1 (without the row numbers)",
            "sg = 0 1",
        ),
        ("In[1]:= sg[5]\nOut[1]= {0, 1, 2}\n", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        (">>> sg(5)\n[0, 1, 2]\n", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        (
            "julia> sg\n3-element Vector{Int64}:\n 0\n 1\n 2\n",
            "a column of 3 numbers from n = 0",
            "value = 0 1 2",
        ),
        ("> sg\n[1] 0 1 2\n", "a list of 3 numbers from n = 0 (as R prints it)", "value = 0 1 2"),
        ("$ ./sg 3\n0 1 2\n", "a list of 3 numbers from n = 0", "value = 0 1 2"),
    ]);
}

#[test]
fn corners_and_nimbers() {
    all(&[
        (
            "\\begin{tabular}{c|cc}\n $a \\oplus b$ & $0$ & $1$ \\\\[2pt] \\hline\n 0 & \\mathrm{0} & $\\ast 2$ \\\\\n 1 & $\\ast$ & 0\n\\end{tabular}\n",
            "a matrix of nimbers with headers: a = 0..1 down, b = 0..1 across",
            "value = 0 2 1 0",
        ),
        ("*0, *1, *2", "a list of 3 nimbers from n = 0", "value = 0 1 2"),
        ("0, *, *2, *3", "a list of 4 nimbers from n = 0", "value = 0 1 2 3"),
        ("n,g\n0,0\n1,*\n2,*2\n", "a table of g over n = 0..2", "g = 0 1 2"),
        (
            "| n | g |\n|---|---|\n| 0 | **0** |\n| 1 | * |\n| 2 | *2 |\n",
            "a table of g over n = 0..2 (a Markdown table)",
            "g = 0 1 2",
        ),
        (
            "- 0 1 2\n0 0 1 2\n1 1 0 3\n",
            "a matrix of numbers with headers: a = 0..1 down, b = 0..2 across",
            "value = 0 1 2 1 0 3",
        ),
        (
            "*,0,1,2\n0,0,0,0\n1,0,1,2\n",
            "a matrix of numbers with headers: a = 0..1 down, b = 0..2 across",
            "value = 0 0 0 0 1 2",
        ),
        (
            "a xor b,0,1\n0,0,1\n1,1,0\n",
            "a matrix of numbers with headers: a = 0..1 down, b = 0..1 across",
            "value = 0 1 1 0",
        ),
        (
            "x*y,0,1\n0,0,1\n1,1,0\n",
            "a matrix of numbers with headers: x = 0..1 down, y = 0..1 across",
            "value = 0 1 1 0",
        ),
        (
            "heap-size,0,1\n0,0,1\n1,1,0\n",
            "a matrix of numbers with headers: heap_size = 0..1 down, b = 0..1 across",
            "value = 0 1 1 0",
        ),
        (
            "     0  1  2\n   +---------\n 0 | 0  1  2\n 1 | 1  0  3\n",
            "a matrix of numbers with headers: a = 0..1 down, b = 0..2 across",
            "value = 0 1 2 1 0 3",
        ),
        (
            "- 1 2\n1 - 3\n2 3 -\n",
            "a matrix of numbers without headers: a = 0..2 down, b = 0..2 across (3 of 9 cells have no value)",
            "value = _ 1 2 1 _ 3 2 3 _",
        ),
        (
            "| XOR | 0 | 1 |\n|-----|---|---|\n| 0 | 0 | 1 |\n| 1 | 1 | 0 |\n",
            "a matrix of numbers with headers: a = 0..1 down, b = 0..1 across (a Markdown table)",
            "value = 0 1 1 0",
        ),
    ]);
}

#[test]
fn comments_and_marks_of_print() {
    all(&[
        ("sg: 0,1,2 # mine", "a list of 3 numbers called sg from n = 0", "sg = 0 1 2"),
        ("0, 1, 2 // mine", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        ("0, 1, 2 % mine", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        ("0, 1, 2 -- mine", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        ("a(0) = 0 // zero\na(1) = 1\n", "a table of a over n = 0..1 (equations)", "a = 0 1"),
        ("n,v\n0,1 # x\n1,2\n", "a table of v over n = 0..1", "v = 1 2"),
        ("/* sg */\nint sg[] = {0, 1, 2};\n", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        ("(* mine *) {0, 1, 2}", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        (
            "{\n  // mine\n  \"sg\": [0, 1, 2]\n}\n",
            "a column of 3 numbers called sg from n = 0 (a dictionary)",
            "sg = 0 1 2",
        ),
        ("```\n0, 1, 2, 3\n```\n", "a list of 4 numbers from n = 0", "value = 0 1 2 3"),
        ("> 0 1 2\n> 3 4\n", "a list of 5 numbers from n = 0", "value = 0 1 2 3 4"),
        ("- 0\n- 1\n", "a column of 2 numbers from n = 0", "value = 0 1"),
        ("0，1，2，3。", "a list of 4 numbers from n = 0", "value = 0 1 2 3"),
        ("⟨0, 1, 2, 3⟩", "a list of 4 numbers from n = 0", "value = 0 1 2 3"),
        ("$0, 1, 2$", "a list of 3 numbers from n = 0", "value = 0 1 2"),
        (
            "\\[0, 1,\\, 2, \\ldots\\]",
            "a list of 3 numbers from n = 0 (without the dots at its end)",
            "value = 0 1 2",
        ),
        (
            "\\begin{pmatrix} 0 & 1 \\\\ 1 & 0 \\end{pmatrix}",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..1 across",
            "value = 0 1 1 0",
        ),
        (
            "n, # of moves\n0, 0\n1, 2\n2, 4\n",
            "a table of of_moves over n = 0..2",
            "of_moves = 0 2 4",
        ),
        (
            "n & #heaps\n5 & 1\n7 & 4\n",
            "a table of heaps over n = 5..7 (no value at n = 6)",
            "heaps = 1 _ 4",
        ),
        (
            "0、1、2、3、……",
            "a list of 4 numbers from n = 0 (without the dots at its end)",
            "value = 0 1 2 3",
        ),
        (
            "[0, 1, 2, ...]",
            "a list of 3 numbers from n = 0 (without the dots at its end)",
            "value = 0 1 2",
        ),
        ("sg(0) = 0，sg(1) = 1，……", "a table of sg over n = 0..1 (equations)", "sg = 0 1"),
        (
            "$\\mathcal{G}(0)=0,\\ \\mathcal{G}(1)=1$",
            "a table of G over n = 0..1 (equations)",
            "G = 0 1",
        ),
        (
            "n & 0 & 1 & 2 \\\\ \\hline\n\\mathcal{G}(n) & 0 & 1 & 2\n",
            "a table of G_n over n = 0..2 (its rows are columns)",
            "G_n = 0 1 2",
        ),
        (
            "{{0, 1, 2}, {1, 0, 3}} // MatrixForm",
            "a matrix of numbers without headers: a = 0..1 down, b = 0..2 across (lists in a list)",
            "value = 0 1 2 1 0 3",
        ),
        ("0, 1, 2, 3, \\\n4, 5\n", "a list of 6 numbers from n = 0", "value = 0 1 2 3 4 5"),
    ]);
}

#[test]
fn what_is_pasted_and_has_two_readings_or_none() {
    let cases = [
        (
            "0, 1, 2, 1,234",
            "t:1:10: found `1,234`, which has two readings: one number or two, expected numbers without marks between their digits",
        ),
        (
            "1,000,1,331,1,728",
            "t:1:1: found `1,000`, which has two readings: one number or two, expected numbers without marks between their digits",
        ),
        (
            "0,0;1,1;2,3",
            "t:1: found `0,0`, which has two readings: a decimal or two numbers, expected a point in place of the comma, or each pair on a line of its own",
        ),
        (
            "(1;2), (3;5)",
            "t:1: found pairs like `1, 2`, which has two readings: 2 indices with values or 2 lost positions of two numbers, expected a choice, --as table or --as positions",
        ),
        (
            "(0,5;1,5) (1,5;2)",
            "t:1:1: found commas and semicolons, which have two readings, expected one of them between numbers",
        ),
        (
            "n = 1..5: 0 1 2 3",
            "t:1: found 4 values, expected as many as there are indices from 1 to 5",
        ),
        (
            "lost: 0 0 1 0 1",
            "t:1: found lost positions of which some come twice, expected each position once",
        ),
        (
            "{\"start\": 1, \"rows\": [[0,1],[1,0]]}",
            "t:1:11: found `1`, expected no first index but 0 beside several columns or dimensions",
        ),
        (
            "5\n0 1 2 0 1\n",
            "t:1:1: found `5`, which has two readings: a list of 6 values or how many values follow, expected a choice, --as list or the values without their number",
        ),
        ("0, *1, 2", "t:1:8: found `2`, expected a nimber like `*2`, as others are"),
        ("x: 5\n0, 1, 2\n", "t:2: found 3 fields, expected 1 fields as in the header"),
        ("a: 2,3", "t:1:1: found `a: 2`, expected an integer"),
        ("P: 0, 3, 6\nN: 1, 2, 4, 5\n", "t:1:1: found `P: 0`, expected an integer"),
        ("[0, 1, ..., 9]", "t:1:8: found `...`, expected values; print them all"),
        (
            "* 1 2\n1 0 3\n2 3 0\n",
            "t:1:1: found `*` in the corner of a matrix, which has two readings: one with headers or one without headers, expected a name like `a\\b` in its place, or `?` for no value",
        ),
        (
            "0: 0 0 0\n1: 1 1 1\n2: 2 1 1\n3: 0 1 1\n4: 1 0 1\n",
            "t:1: found 5 lines of 4 values, which has two readings: a list of 20 values or a matrix of 5 rows and 4 columns, expected a choice, --as list or --as matrix",
        ),
    ];
    for (text, said) in cases {
        assert_eq!(mistake(text), said, "{text}");
    }
}
