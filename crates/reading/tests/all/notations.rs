//! Other notations: markup, outcomes, equations, dictionaries, pairs, triangles, the OEIS.

use crate::*;

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
        ("败 胜 胜 败", "a list of 4 outcomes, 胜 and 败, from n = 0", "win = 0 1 1 0"),
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
            "4 lost positions (a, b), each for both orders, complete where the smaller number is at most 4 (tuples)",
            "win = 0 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 1 0",
        ),
        (
            "0 0\n1 2\n3 5\n4 7\n6 10\n",
            "5 lost positions (a, b), each for both orders, complete where the smaller number is at most 6",
            "win = 0 1 1 1 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1",
        ),
        (
            "a,b\n0,0\n1,2\n3,5\n4,7\n",
            "4 lost positions (a, b), each for both orders, complete where the smaller number is at most 4",
            "win = 0 1 1 1 1 1 1 1 1 1 0 1 1 1 1 1 1 0 1 1 1 1 1 1 1 1 1 1 1 0",
        ),
        (
            "{(0, 0), (1, 2), (2, 1)}",
            "3 lost positions (a, b) (a set of tuples)",
            "win = 0 1 1 1 1 0 1 0 1",
        ),
        (
            "{{0, 0}, {1, 2}, {3, 5}, {4, 7}}",
            "4 lost positions (a, b), each for both orders, complete where the smaller number is at most 4 (lists in a list)",
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
