//! Sums and ways of playing them: tokens on digraphs, every token at once, rounds, teams.

use std::collections::{HashMap, HashSet};

use super::{Outcome, Solver, mex};
use crate::{ALL, Order, compare};

/// Vertex `v` of the acyclic digraph `g`: the arc v -> w, w < v, is its digit (v-1)(v-2)/2 + w-1.
type Token = (u32, u32);

fn has_arc(g: u32, v: u32, w: u32) -> bool {
    g >> ((v - 1) * (v.max(2) - 2) / 2 + w - 1) & 1 == 1
}

/// Where the token can go.
fn next((g, v): Token) -> Vec<Token> {
    (1..v).filter(|&w| has_arc(g, v, w)).map(|w| (g, w)).collect()
}

/// Number of acyclic digraphs on 1..n whose arcs lead to lower numbers.
fn digraphs(n: u32) -> u32 {
    1 << (n * (n - 1) / 2)
}

fn value(token: Token) -> u32 {
    mex(&next(token).into_iter().map(value).collect::<Vec<_>>())
}

/// One token moves.
fn one_moves(tokens: &[Token]) -> Vec<Vec<Token>> {
    let mut options = Vec::new();
    for (i, &token) in tokens.iter().enumerate() {
        for place in next(token) {
            let mut option = tokens.to_vec();
            option[i] = place;
            options.push(option);
        }
    }
    options
}

/// Every token moves that can.
fn every_moves(tokens: &[Token]) -> Vec<Vec<Token>> {
    if tokens.iter().all(|&token| next(token).is_empty()) {
        return Vec::new();
    }
    let mut options: Vec<Vec<Token>> = vec![Vec::new()];
    for &token in tokens {
        let places = match next(token) {
            places if places.is_empty() => vec![token],
            places => places,
        };
        options = places
            .iter()
            .flat_map(|place| options.iter().map(|option| [&option[..], &[*place]].concat()))
            .collect();
    }
    options
}

/// Who moves wins as soon as all values are 0; else one token moves.
fn wins_at_zero(tokens: &[Token], known: &mut HashMap<Vec<Token>, bool>) -> bool {
    if tokens.iter().all(|&token| value(token) == 0) {
        return true;
    }
    if let Some(&wins) = known.get(tokens) {
        return wins;
    }
    let wins = one_moves(tokens).iter().any(|option| !wins_at_zero(option, known));
    known.insert(tokens.to_vec(), wins);
    wins
}

/// Three tokens on each digraph on 1..n, as starts d, a, b, c.
fn three_tokens(n: u32) -> impl Iterator<Item = Vec<Token>> {
    (0..digraphs(n)).flat_map(move |g| {
        (1..=n).flat_map(move |a| {
            (1..=n).flat_map(move |b| (1..=n).map(move |c| vec![(g, a), (g, b), (g, c)]))
        })
    })
}

/// Compares the starts of three tokens with what `cells` says of them.
#[track_caller]
fn token_game(
    arguments: &str,
    n: u32,
    quantities: &str,
    mut cells: impl FnMut(&Vec<Token>) -> Vec<i64>,
) {
    let expected = three_tokens(n).map(|tokens| {
        let places = tokens.iter().map(|&(_, v)| i64::from(v));
        (std::iter::once(i64::from(tokens[0].0)).chain(places).collect(), cells(&tokens))
    });
    let expected: Vec<_> = expected.collect();
    let top = digraphs(n) - 1;
    let arguments = format!("{arguments} --starts --to d={top},a={n},b={n},c={n}");
    compare(&arguments, quantities, &["d", "a", "b", "c"], Order::Matters, expected);
}

#[test]
fn tokens_on_digraphs() {
    let mut solver = Solver::new(|tokens: &Vec<Token>| one_moves(tokens));
    for n in 2..=4 {
        let top = digraphs(n) - 1;
        let expected = (0..=top).flat_map(|g| (1..=n).map(move |v| (g, v)));
        let expected: Vec<_> = expected
            .map(|(g, v)| {
                (vec![i64::from(g), i64::from(v)], solver.solve(&vec![(g, v)]).cells(ALL))
            })
            .collect();
        let arguments = format!("dag-sum -p n={n} --to g={top},v={n}");
        compare(&arguments, ALL, &["g", "v"], Order::Matters, expected);
    }
    token_game("dag-sum -p n=3", 3, ALL, |tokens| solver.solve(tokens).cells(ALL));
    token_game("dag-sum -p n=4", 4, "win", |tokens| solver.solve(tokens).cells("win"));
}

#[test]
fn misere_sums() {
    let mut solver = Solver::new(|tokens: &Vec<Token>| one_moves(tokens));
    token_game("anti-sg-on-digraphs -p n=4 -p stop=never", 4, "win", |tokens| {
        vec![i64::from(solver.solve(tokens).misere)]
    });
    let mut known = HashMap::new();
    token_game("anti-sg-on-digraphs -p n=4 -p stop=zero", 4, "win", |tokens| {
        vec![i64::from(wins_at_zero(tokens, &mut known))]
    });
}

#[test]
fn every_token_moves() {
    let mut solver = Solver::new(|tokens: &Vec<Token>| every_moves(tokens));
    token_game("every-sg-on-digraphs -p n=4", 4, "win", |tokens| solver.solve(tokens).cells("win"));
}

/// Who starts the next round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Starter {
    Loser,
    Winner,
    Alternate,
}

/// A match: rounds left, the digraph, who started this round (0 or 1), who is to move, the token.
#[derive(Clone, Copy)]
struct Match {
    rule: Starter,
    n: u32,
}

impl Match {
    /// Who wins the last round.
    fn winner(self, rounds: u32, started: u32, to_move: u32, token: Token) -> u32 {
        let places = next(token);
        if !places.is_empty() {
            let wins = |&place: &Token| self.winner(rounds, started, 1 - to_move, place) == to_move;
            return if places.iter().any(wins) { to_move } else { 1 - to_move };
        }
        let (loser, winner) = (to_move, 1 - to_move);
        if rounds == 1 {
            return winner;
        }
        let starter = match self.rule {
            Starter::Loser => loser,
            Starter::Winner => winner,
            Starter::Alternate => 1 - started,
        };
        self.winner(rounds - 1, starter, starter, (token.0, self.n))
    }
}

/// The digraph `g` of a match, whose digits start with the arcs of vertex n, in the usual numbering.
fn usual_numbering(n: u32, g: u32) -> u32 {
    let arcs = (1..=n).rev().flat_map(|v| (1..v).map(move |w| (v, w)));
    let present = (0..).zip(arcs).filter(|(digit, _)| g >> digit & 1 == 1);
    present.fold(0, |all, (_, (v, w))| all | 1 << ((v - 1) * (v - 2) / 2 + w - 1))
}

#[test]
fn rounds() {
    for (rule, word) in
        [(Starter::Loser, "loser"), (Starter::Winner, "winner"), (Starter::Alternate, "alternate")]
    {
        let of = |n: u32, k: u32, g: u32| {
            let winner = Match { rule, n }.winner(k, 0, 0, (usual_numbering(n, g), n));
            (vec![i64::from(k), i64::from(g)], vec![i64::from(winner == 0)])
        };
        for (n, rounds) in [(3, 5), (4, 4)] {
            let top = digraphs(n) - 1;
            let expected: Vec<_> =
                (1..=rounds).flat_map(|k| (0..=top).map(move |g| of(n, k, g))).collect();
            let arguments = format!(
                "repeated-game -p n={n} -p next={word} --starts --to rounds={rounds},d={top}"
            );
            compare(&arguments, "win", &["rounds", "d"], Order::Matters, expected);
        }
    }
}

/// Whether the team of the player whose turn it is wins with n stones left: the team that takes
/// the last stone loses. Rows are turns.
fn team_nim(limits: &[usize], most: usize) -> Vec<Vec<bool>> {
    let mut wins = vec![vec![true]; limits.len()];
    for n in 1..=most {
        for turn in 0..limits.len() {
            let after = (turn + 1) % limits.len();
            let any = (1..=limits[turn].min(n)).any(|t| !wins[after][n - t]);
            wins[turn].push(any);
        }
    }
    wins
}

#[test]
fn teams() {
    let lists: [&[usize]; 5] =
        [&[2, 3, 1, 4], &[1, 1], &[3, 3], &[5, 1, 2, 2, 1, 7], &[16, 1, 1, 16, 3, 2, 4, 9]];
    for limits in lists {
        let expected: Vec<_> = team_nim(limits, 150)
            .into_iter()
            .zip(0_i64..)
            .flat_map(|(row, turn)| {
                (0..).zip(row).map(move |(n, win)| (vec![turn, n], vec![i64::from(win)]))
            })
            .collect();
        let words: Vec<String> = limits.iter().map(usize::to_string).collect();
        let arguments = format!("team-nim -p c={} --to n=150", words.join(","));
        compare(&arguments, "win", &["turn", "n"], Order::Matters, expected);
    }
}

/// The system `g` of positions 0..=3 whose options are pairs of lower positions.
fn pairs(g: u32, v: u32) -> Vec<(u32, u32)> {
    let mut all = Vec::new();
    for i in 0..v {
        for j in 0..=i {
            let digit = v.max(1) - 1;
            let digit = digit * v * (v + 1) / 6 + i * (i + 1) / 2 + j;
            if g >> digit & 1 == 1 {
                all.push((i, j));
            }
        }
    }
    all
}

#[test]
fn options_that_are_sums() {
    let mut expected = Vec::new();
    for g in 0..1024 {
        let mut solver = Solver::new(|heaps: &Vec<u32>| {
            let mut options = Vec::new();
            for (index, &v) in heaps.iter().enumerate() {
                for (i, j) in pairs(g, v) {
                    let mut option = heaps.clone();
                    option.swap_remove(index);
                    option.extend([i, j]);
                    option.sort_unstable();
                    options.push(option);
                }
            }
            options
        });
        for v in 0..=3 {
            let outcome: Outcome = solver.solve(&vec![v]);
            expected.push((vec![i64::from(g), i64::from(v)], outcome.cells("sg,win")));
        }
    }
    compare("multi-sg --to g=1023,v=3", "sg,win", &["g", "v"], Order::Matters, expected);
}

/// One heap of each of two games; a heap of a game may break into several.
type Moves = fn(u32) -> Vec<Vec<u32>>;

fn bash(n: u32) -> Vec<Vec<u32>> {
    (1..=n.min(3)).map(|t| vec![n - t]).collect()
}

fn lasker(n: u32) -> Vec<Vec<u32>> {
    let take = (1..=n).map(|t| vec![n - t]);
    take.chain((1..=n / 2).map(|i| vec![i, n - i])).collect()
}

fn grundy(n: u32) -> Vec<Vec<u32>> {
    (1..n).filter(|i| 2 * i < n).map(|i| vec![i, n - i]).collect()
}

#[test]
fn sums_of_two_games() {
    let games: [(&str, Moves); 3] = [("bash", bash), ("lasker", lasker), ("grundy", grundy)];
    for (first, one) in games {
        for (second, other) in games {
            let mut solver = Solver::new(|(a, b): &(Vec<u32>, Vec<u32>)| {
                let part = |heaps: &[u32], moves: Moves| {
                    let mut options = Vec::new();
                    for (i, &heap) in heaps.iter().enumerate() {
                        for parts in moves(heap) {
                            let mut option = heaps.to_vec();
                            option.swap_remove(i);
                            option.extend(parts);
                            option.retain(|&heap| heap > 0);
                            option.sort_unstable();
                            options.push(option);
                        }
                    }
                    options
                };
                let left = part(a, one).into_iter().map(|a| (a, b.clone()));
                left.chain(part(b, other).into_iter().map(|b| (a.clone(), b))).collect()
            });
            let mut expected = Vec::new();
            for a in 0..=6 {
                for b in 0..=6 {
                    let outcome = solver.solve(&(vec![a], vec![b]));
                    expected.push((vec![i64::from(a), i64::from(b)], outcome.cells(ALL)));
                }
            }
            let arguments = format!("mixed-sum -p A={first} -p B={second} --starts --to a=6,b=6");
            compare(&arguments, ALL, &["a", "b"], Order::Matters, expected);
        }
    }
}

/// What the printed rules for sums say, judged here without the program.
mod printed {
    use super::*;

    fn first_wins_misere(values: &[u32]) -> bool {
        let total = values.iter().fold(0, |xor, v| xor ^ v);
        let is_large = values.iter().any(|&v| v > 1);
        (total != 0) == is_large
    }

    fn values(tokens: &[Token]) -> Vec<u32> {
        tokens.iter().map(|&token| value(token)).collect()
    }

    #[test]
    fn the_sj_rule_needs_play_to_stop_at_zero() {
        let mut known = HashMap::new();
        let mut solver = Solver::new(|tokens: &Vec<Token>| one_moves(tokens));
        let mut fails = HashSet::new();
        for n in 1..=4 {
            for tokens in three_tokens(n) {
                let printed = first_wins_misere(&values(&tokens));
                assert_eq!(wins_at_zero(&tokens, &mut known), printed, "{tokens:?}");
                if solver.solve(&tokens).misere != printed {
                    fails.insert((n, tokens));
                }
            }
        }
        assert!(!fails.is_empty());
        assert!(fails.iter().all(|(n, _)| *n == 4), "all digraphs on 3 vertices agree");
    }

    fn step(token: Token) -> u32 {
        let options = next(token);
        let lost = options.iter().filter(|&&option| value(option) == 0);
        match (options.is_empty(), value(token)) {
            (true, _) => 0,
            (_, 0) => 1 + options.iter().map(|&o| step(o)).min().expect("an option"),
            _ => 1 + lost.map(|&o| step(o)).max().expect("an option of value 0"),
        }
    }

    #[test]
    fn steps_decide_when_every_token_moves() {
        let mut solver = Solver::new(|tokens: &Vec<Token>| every_moves(tokens));
        for tokens in three_tokens(4) {
            let longest = tokens.iter().map(|&token| step(token)).max().expect("a token");
            assert_eq!(solver.solve(&tokens).win, longest % 2 == 1, "{tokens:?}");
        }
    }

    #[test]
    fn a_match_is_decided_by_one_round() {
        let mut solver = Solver::new(|tokens: &Vec<Token>| one_moves(tokens));
        for g in 0..digraphs(4) {
            let single = solver.solve(&vec![(g, 4)]);
            for k in 1..=4 {
                let winner = |rule| Match { rule, n: 4 }.winner(k, 0, 0, (g, 4)) == 0;
                let odd = k % 2 == 1;
                let (can_win, can_lose) = (single.win, single.misere);
                assert_eq!(winner(Starter::Loser), can_win && (can_lose || odd), "{g} {k}");
                assert_eq!(winner(Starter::Winner), can_win || (can_lose && !odd), "{g} {k}");
                assert_eq!(winner(Starter::Alternate), can_win == odd, "{g} {k}");
            }
        }
    }

    #[test]
    fn the_largest_value_is_bounded_by_the_number_of_arcs() {
        for n in 1..=5 {
            for g in 0..digraphs(n) {
                let most = (1..=n).map(|v| value((g, v))).max().expect("a vertex");
                assert!(most * (most + 1) / 2 <= g.count_ones(), "n = {n}, g = {g}");
            }
        }
    }
}
