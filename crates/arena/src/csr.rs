//! Arcs by source, in one array.

/// The arcs of a graph of vertices `0..n`, grouped by the vertex they leave; each carries the
/// number it has in the list it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arcs {
    first: Vec<u32>,
    arcs: Vec<(u32, u32)>,
}

impl Arcs {
    /// Groups the arcs `(from, to)`; arcs of a vertex keep their order.
    ///
    /// # Panics
    /// When an end is not below `vertices`, or there are more than 2^32 - 1 arcs.
    #[must_use]
    pub fn new(vertices: usize, arcs: &[(u32, u32)]) -> Self {
        let numbered = arcs.iter().zip(0..).map(|(&(from, to), number)| (from, to, number));
        Self::grouped(vertices, numbered)
    }

    /// Both directions of the edges; a loop is there twice.
    ///
    /// # Panics
    /// As for [`Arcs::new`].
    #[must_use]
    pub fn both_ways(vertices: usize, edges: &[(u32, u32)]) -> Self {
        let there = edges.iter().zip(0..);
        Self::grouped(
            vertices,
            there.flat_map(|(&(a, b), number)| [(a, b, number), (b, a, number)]),
        )
    }

    /// The arcs turned round.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let arcs = (0..self.vertices()).flat_map(|from| {
            self.of(from).iter().map(move |&(to, number)| (to, from as u32, number))
        });
        Self::grouped(self.vertices(), arcs)
    }

    fn grouped(vertices: usize, arcs: impl Iterator<Item = (u32, u32, u32)> + Clone) -> Self {
        let mut first = vec![0u32; vertices + 1];
        for (from, to, _) in arcs.clone() {
            assert!((to as usize) < vertices, "an arc to a vertex");
            first[from as usize + 1] += 1;
        }
        for v in 0..vertices {
            first[v + 1] = first[v].checked_add(first[v + 1]).expect("fewer than 2^32 arcs");
        }
        let mut next = first.clone();
        let mut grouped = vec![(0, 0); first[vertices] as usize];
        for (from, to, number) in arcs {
            let slot = &mut next[from as usize];
            grouped[*slot as usize] = (to, number);
            *slot += 1;
        }
        Self { first, arcs: grouped }
    }

    /// Number of vertices.
    #[must_use]
    pub fn vertices(&self) -> usize {
        self.first.len() - 1
    }

    /// The arcs that leave `v`: where to, and their numbers.
    ///
    /// # Panics
    /// When `v` is no vertex.
    #[must_use]
    pub fn of(&self, v: usize) -> &[(u32, u32)] {
        &self.arcs[self.first[v] as usize..self.first[v + 1] as usize]
    }

    /// The vertices that arcs from `v` lead to.
    ///
    /// # Panics
    /// When `v` is no vertex.
    pub fn heads(&self, v: usize) -> impl Iterator<Item = usize> + '_ {
        self.of(v).iter().map(|&(to, _)| to as usize)
    }
}

/// The arcs of every digraph on `n` vertices whose arcs lead to smaller ones.
#[cfg(test)]
pub(crate) fn downward(n: u32) -> impl Iterator<Item = Vec<(u32, u32)>> {
    (0..1u32 << (n * (n - 1) / 2)).map(move |code| {
        let pairs = (1..n).flat_map(|v| (0..v).map(move |w| (v, w)));
        pairs.zip(0..).filter(|(_, i)| code >> i & 1 == 1).map(|(pair, _)| pair).collect()
    })
}

/// Tests what `$check` says of a number of vertices and arcs on every such digraph of four vertices,
/// of five, and on random ones.
#[cfg(test)]
macro_rules! on_downward_digraphs {
    ($check:path, $vertices:literal vertices, $arcs:literal arcs) => {
        #[test]
        fn all_digraphs_of_four_vertices() {
            for list in $crate::csr::downward(4) {
                $check(4, &list);
            }
        }

        #[test]
        #[ignore = "some seconds; scripts/test --full runs it"]
        fn all_digraphs_of_five_vertices() {
            for list in $crate::csr::downward(5) {
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
#[cfg(test)]
pub(crate) use on_downward_digraphs;
