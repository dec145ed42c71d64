//! Stops against games compared by the definition.

use super::*;
use draw::{Draw, cases, check, prop_assert_eq};
use hashbrown::HashMap;

/// Game trees; options are earlier trees.
#[derive(Clone, Debug, Default)]
struct Forest {
    trees: Vec<[Vec<usize>; 2]>,
    stops: Vec<Stops>,
    known: HashMap<(usize, usize), bool>,
}

impl Forest {
    fn add(&mut self, left: &[usize], right: &[usize]) -> usize {
        let mut gather = Gather::default();
        left.iter().for_each(|&i| gather.left(&self.stops[i]));
        right.iter().for_each(|&i| gather.right(&self.stops[i]));
        self.stops.push(gather.finish().unwrap());
        self.trees.push([left.to_vec(), right.to_vec()]);
        self.trees.len() - 1
    }

    /// Adds a tree with options counted back from the newest tree, no farther than to tree `first`.
    fn grow(&mut self, recipe: &[Vec<usize>; 2], first: usize) -> usize {
        let count = self.trees.len();
        let reached = |side: &Vec<usize>| -> Vec<usize> {
            side.iter()
                .filter(|&&back| back < count - first)
                .map(|&back| count - 1 - back)
                .collect()
        };
        let [left, right] = recipe.each_ref().map(reached);
        self.add(&left, &right)
    }

    /// G >= H by the definition: no Right option of G is <= H and no Left option of H is >= G.
    fn ge(&mut self, g: usize, h: usize) -> bool {
        if let Some(&known) = self.known.get(&(g, h)) {
            return known;
        }
        let (right, left) = (self.trees[g][1].clone(), self.trees[h][0].clone());
        let ge =
            !right.into_iter().any(|r| self.ge(h, r)) && !left.into_iter().any(|l| self.ge(l, g));
        self.known.insert((g, h), ge);
        ge
    }

    fn equal(&mut self, g: usize, h: usize) -> bool {
        self.ge(g, h) && self.ge(h, g)
    }

    /// G + H, its options by the definition.
    fn sum(&mut self, g: usize, h: usize) -> usize {
        let (a, b) = (self.trees[g].clone(), self.trees[h].clone());
        let options = [0, 1].map(|player| {
            let mut options: Vec<usize> = a[player].iter().map(|&o| self.sum(o, h)).collect();
            options.extend(b[player].iter().map(|&o| self.sum(g, o)));
            options
        });
        self.add(&options[0], &options[1])
    }

    /// The numbers born within `days` days, as trees.
    fn numbers(&mut self, days: usize) -> Vec<(Dyadic, usize)> {
        let mut known: Vec<(Dyadic, usize)> = vec![(Dyadic::ZERO, self.add(&[], &[]))];
        let one = Dyadic::from(1);
        for _ in 0..days {
            let mut next = Vec::new();
            let (first, last) = (known[0], known[known.len() - 1]);
            next.push((first.0.checked_sub(one).unwrap(), self.add(&[], &[first.1])));
            for pair in known.windows(2) {
                let sum = pair[0].0.checked_add(pair[1].0).unwrap();
                let middle = Dyadic::new(sum.numerator(), sum.exponent() + 1).unwrap();
                next.push((middle, self.add(&[pair[0].1], &[pair[1].1])));
            }
            next.push((last.0.checked_add(one).unwrap(), self.add(&[last.1], &[])));
            known.extend(next);
            known.sort();
        }
        known
    }

    /// Everything the stops say of the tree, against the definition.
    fn check(&mut self, tree: usize, numbers: &[(Dyadic, usize)]) {
        let stops = self.stops[tree];
        let zero = numbers.iter().find(|n| n.0 == Dyadic::ZERO).unwrap().1;
        let outcome = Outcome::new(!self.ge(zero, tree), !self.ge(tree, zero));
        assert_eq!(stops.outcome(), outcome, "{:?}", self.trees[tree]);
        let equal = numbers.iter().find(|n| self.equal(n.1, tree)).map(|n| n.0);
        assert_eq!(stops.number(), equal);
        for &(x, number) in numbers {
            let cut = Cut { at: x, above: false };
            assert_eq!(stops.left <= cut, self.ge(number, tree), "U at {x}: {stops:?}");
            assert_eq!(stops.right <= cut, !self.ge(tree, number), "V at {x}: {stops:?}");
        }
    }
}

/// Options of random trees, as places counted back from the newest tree.
fn forest(d: &mut Draw) -> Vec<[Vec<usize>; 2]> {
    let side = |d: &mut Draw| d.many(0..3, |d| d.size(0..7));
    d.many(1..9, |d| [side(d), side(d)])
}

#[test]
fn stops_agree_with_comparison() {
    check(cases(), forest, |recipes| {
        let mut f = Forest::default();
        let numbers = f.numbers(4);
        // Birthdays grow by one a tree; beyond the tested numbers none can be told apart.
        let first = f.trees.len();
        let mut born: Vec<usize> = Vec::new();
        for recipe in &recipes {
            let tree = f.grow(recipe, first);
            let options = f.trees[tree].iter().flatten();
            let day = options.map(|&o| born[o - first] + 1).max().unwrap_or(0);
            if day > 4 {
                break;
            }
            born.push(day);
            f.check(tree, &numbers);
        }
        Ok(())
    });
}

#[test]
fn translation_is_addition() {
    let input = |d: &mut Draw| (forest(d), d.size(0..15));
    check(cases(), input, |(recipes, which)| {
        let mut f = Forest::default();
        let numbers = f.numbers(3);
        let (x, number) = numbers[which];
        let first = f.trees.len();
        for recipe in recipes.iter().take(4) {
            f.grow(recipe, first);
        }
        let game = f.trees.len() - 1;
        let sum = f.sum(game, number);
        prop_assert_eq!(f.stops[sum], f.stops[game].translated(x).unwrap());
        Ok(())
    });
}
