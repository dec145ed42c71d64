//! Products of digraphs: heaps side by side, cycles, and what is too large.

use arena::product::{Play, Product, outcomes};
use arena::{Arcs, Outcome};

#[test]
fn heaps_side_by_side() {
    // Heaps of 0 to 3 as tokens.
    let heap: Vec<(u32, u32)> = (0..4).flat_map(|v| (0..v).map(move |w| (v, w))).collect();
    let heap = Arcs::new(4, &heap);
    let all = Product::new(vec![&heap; 3], Play::Sum).expect("acyclic").expect("small");
    let (sg, wins, misere) = (all.sg(), all.wins(false), all.wins(true));
    for state in 0..64 {
        let places = all.places(state);
        assert_eq!(all.state(&places), state);
        let total = places.iter().fold(0, |sum, &v| sum ^ v);
        assert_eq!((sg[state] as usize, wins[state]), (total, total != 0));
        let small = places.iter().all(|&v| v <= 1);
        assert_eq!(misere[state], (total == 0) == small, "{places:?}");
    }
    assert_eq!(all.remoteness()[all.state(&[1, 1, 3])], 3);
    let retrograde = outcomes(&[&heap; 3], true).expect("small");
    assert!(retrograde.iter().zip(misere).all(|(o, won)| (*o == Outcome::Next) == won));
    // All at once: the greatest heap can be made to last one move.
    let every = Product::new(vec![&heap; 2], Play::Every).expect("acyclic").expect("small");
    assert_eq!(every.options(every.state(&[1, 2])), [0, 4]);
    assert_eq!(every.wins(false).iter().filter(|won| !**won).count(), 1);
}

#[test]
fn cycles_and_sizes() {
    let ring = Arcs::new(2, &[(0, 1), (1, 0)]);
    assert_eq!(Product::new(vec![&ring], Play::Sum).unwrap_err(), (0, vec![0, 1]));
    assert_eq!(outcomes(&[&ring, &ring], false), Some(vec![Outcome::Draw; 4]));
    let one = Arcs::new(64, &[]);
    assert!(outcomes(&[&one; 3], false).is_some() && outcomes(&[&one; 4], false).is_none());
    assert!(Product::new(vec![&one; 40], Play::Every).expect("acyclic").is_none());
}
