//! Sums found by components against sums searched as one tree.

use super::stops::Outcome;
use super::*;
use crate::progress::Silent;
use crate::search::key::Packer;
use draw::{Draw, cases, check, prop_assert_eq};

/// Trees whose options are sums of earlier trees.
#[derive(Clone, Debug, Default)]
struct Trees(Vec<[Vec<Vec<usize>>; 2]>);

fn key(tree: usize) -> Key {
    let mut packer = Packer::default();
    packer.push(tree as i64);
    packer.finish()
}

impl OptionSource for &Trees {
    fn options(
        &mut self,
        component: &Key,
        visit: &mut dyn FnMut(Player, &[Key]) -> bool,
    ) -> Result<(), SearchStop> {
        let tree = component.numbers().next().unwrap() as usize;
        for (player, options) in [Player::Left, Player::Right].into_iter().zip(&self.0[tree]) {
            for option in options {
                let parts: Vec<Key> = option.iter().map(|&part| key(part)).collect();
                if !visit(player, &parts) {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn words(&self, component: &Key) -> String {
        format!("{component:?}")
    }
}

impl Trees {
    /// Whether the player (0: Left) who moves wins the sum, by the definition of play.
    fn wins(
        &self,
        sum: &[usize],
        player: usize,
        memo: &mut HashMap<(Vec<usize>, usize), bool>,
    ) -> bool {
        let mut sum = sum.to_vec();
        sum.sort_unstable();
        if let Some(&known) = memo.get(&(sum.clone(), player)) {
            return known;
        }
        let wins = (0..sum.len()).any(|i| {
            self.0[sum[i]][player].iter().any(|option| {
                let mut rest = sum.clone();
                rest.remove(i);
                rest.extend(option);
                !self.wins(&rest, 1 - player, memo)
            })
        });
        memo.insert((sum, player), wins);
        wins
    }
}

/// Options of each tree are sums of earlier ones.
fn trees(d: &mut Draw) -> Trees {
    let count = d.size(1..7);
    let mut option = |place: usize| {
        let mut back = || d.many(0..3, |d| d.many(0..3, |d| d.size(1..5)));
        [back(), back()].map(|side| {
            let options =
                side.into_iter().filter(|option| option.iter().all(|&back| back <= place));
            options.map(|o| o.into_iter().map(|back| place - back).collect()).collect()
        })
    };
    Trees((0..count).map(&mut option).collect())
}

#[test]
fn outcomes_of_sums_are_those_of_play() {
    let input = |d: &mut Draw| (trees(d), d.many(0..3, |d| d.size(0..7)));
    check(cases(), input, |(trees, sum)| {
        let sum: Vec<usize> = sum.into_iter().filter(|&t| t < trees.0.len()).collect();
        let mut valuation = Valuation::new(&trees, 1_000_000, &Silent);
        let keys: Vec<Key> = sum.iter().map(|&tree| key(tree)).collect();
        let stops = valuation.value(&keys).unwrap();
        let mut memo = HashMap::new();
        let play = Outcome::new(trees.wins(&sum, 0, &mut memo), trees.wins(&sum, 1, &mut memo));
        prop_assert_eq!(stops.outcome(), play);
        Ok(())
    });
}

#[test]
fn a_cycle_and_a_budget_end_the_search() {
    let cycle = Trees(vec![[vec![vec![1]], vec![]], [vec![vec![0]], vec![]]]);
    let mut valuation = Valuation::new(&cycle, 1000, &Silent);
    assert_eq!(valuation.value(&[key(0)]), Err(SearchStop::Cycle("[0]".to_owned().into())));
    let mut chain = Trees::default();
    for i in 0..100usize {
        chain.0.push([i.checked_sub(1).map_or(vec![], |before| vec![vec![before]]), vec![]]);
    }
    let mut valuation = Valuation::new(&chain, 50, &Silent);
    assert_eq!(valuation.value(&[key(99)]), Err(SearchStop::Budget(50)));
    let mut valuation = Valuation::new(&chain, 1000, &Silent);
    let stops = valuation.value(&[key(99)]).unwrap();
    assert_eq!(stops.number(), Some(Dyadic::from(99)));
}
