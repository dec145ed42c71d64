//! All small digraphs without cycles, for the tests that ask about each of them, and random graphs.

use draw::Draw;
use std::ops::Range;

/// The arcs of every digraph on `n` vertices whose arcs lead to smaller ones.
pub(crate) fn downward(n: u32) -> impl Iterator<Item = Vec<(u32, u32)>> {
    (0..1u32 << (n * (n - 1) / 2)).map(move |code| {
        let pairs = (1..n).flat_map(|v| (0..v).map(move |w| (v, w)));
        pairs.zip(0..).filter(|(_, i)| code >> i & 1 == 1).map(|(pair, _)| pair).collect()
    })
}

/// So many vertices, and so many arcs between them.
pub(crate) fn random(
    d: &mut Draw,
    vertices: Range<usize>,
    arcs: Range<usize>,
) -> (usize, Vec<(u32, u32)>) {
    let n = d.size(vertices);
    (n, d.many(arcs, |d| (d.size(0..n) as u32, d.size(0..n) as u32)))
}

/// Tests what `$check` says of a number of vertices and arcs on every such digraph of four vertices,
/// of five, and on random ones.
macro_rules! on_downward_digraphs {
    ($check:path, $vertices:literal vertices, $arcs:literal arcs) => {
        #[test]
        fn all_digraphs_of_four_vertices() {
            for list in $crate::digraphs::downward(4) {
                $check(4, &list);
            }
        }

        #[test]
        #[ignore = "some seconds; scripts/test --full runs it"]
        fn all_digraphs_of_five_vertices() {
            for list in $crate::digraphs::downward(5) {
                $check(5, &list);
            }
        }

        #[test]
        fn random_digraphs() {
            let input = |d: &mut draw::Draw| $crate::digraphs::random(d, 2..$vertices, 0..$arcs);
            draw::check(draw::cases(), input, |(n, mut arcs)| {
                arcs.retain(|(a, b)| a > b);
                $check(n, &arcs);
                Ok(())
            });
        }
    };
}
pub(crate) use on_downward_digraphs;
