//! All small digraphs without cycles, for the tests that ask about each of them.

/// The arcs of every digraph on `n` vertices whose arcs lead to smaller ones.
pub(crate) fn downward(n: u32) -> impl Iterator<Item = Vec<(u32, u32)>> {
    (0..1u32 << (n * (n - 1) / 2)).map(move |code| {
        let pairs = (1..n).flat_map(|v| (0..v).map(move |w| (v, w)));
        pairs.zip(0..).filter(|(_, i)| code >> i & 1 == 1).map(|(pair, _)| pair).collect()
    })
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

        proptest::proptest! {
            #[test]
            fn random_digraphs(
                n in 2u32..$vertices,
                arcs in proptest::collection::vec((0u32..$vertices, 0u32..$vertices), 0..$arcs),
            ) {
                let arcs = arcs.into_iter().map(|(a, b)| (a % n, b % n)).filter(|(a, b)| a > b);
                $check(n as usize, &arcs.collect::<Vec<_>>());
            }
        }
    };
}
pub(crate) use on_downward_digraphs;
