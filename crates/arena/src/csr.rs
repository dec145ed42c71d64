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
