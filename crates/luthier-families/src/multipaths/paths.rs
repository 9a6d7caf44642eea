//! The cheapest simple paths between two cities, cheapest first.

use super::network::Network;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// What a bidder wants: paths from one city to another that are shorter than a limit.
#[derive(Clone, Debug)]
pub struct Wish {
    pub from: usize,
    pub to: usize,
    pub limit: f64,
    pub demand: u64,
}

/// A path without repeated cities.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    pub edges: Vec<usize>,
    pub length: f64,
}

/// A path that may not have arrived yet. The heap gives the one with the least bound first, of equals the oldest.
struct Partial {
    /// Length so far and what the rest takes at least.
    bound: f64,
    age: usize,
    length: f64,
    cities: Vec<usize>,
    edges: Vec<usize>,
}

impl Ord for Partial {
    fn cmp(&self, other: &Partial) -> Ordering {
        other.bound.total_cmp(&self.bound).then(other.age.cmp(&self.age))
    }
}

impl PartialOrd for Partial {
    fn partial_cmp(&self, other: &Partial) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Partial {
    fn eq(&self, other: &Partial) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Partial {}

/// At most `count` paths, by ascending length. What the rest of a path takes at least is the distance along the network, so
/// that a path arrives when no other can be shorter.
pub fn cheapest(network: &Network, wish: &Wish, count: usize) -> Vec<Path> {
    let rest = distances(network, wish.to);
    let mut found = Vec::new();
    let mut open = BinaryHeap::new();
    let first =
        Partial { bound: rest[wish.from], age: 0, length: 0.0, cities: vec![wish.from], edges: Vec::new() };
    if first.bound < wish.limit {
        open.push(first);
    }
    let mut age = 0;
    while let Some(partial) = open.pop() {
        let Some(&city) = partial.cities.last() else { continue };
        if city == wish.to {
            found.push(Path { edges: partial.edges, length: partial.length });
            if found.len() == count {
                break;
            }
            continue;
        }
        for &(next, edge) in network.roads(city) {
            let length = partial.length + network.edge(edge).2;
            let bound = length + rest[next];
            if bound < wish.limit && !partial.cities.contains(&next) {
                age += 1;
                let cities = partial.cities.iter().copied().chain([next]).collect();
                let edges = partial.edges.iter().copied().chain([edge]).collect();
                open.push(Partial { bound, age, length, cities, edges });
            }
        }
    }
    found
}

/// Distances along the network from every city to one (Dijkstra).
fn distances(network: &Network, to: usize) -> Vec<f64> {
    let mut distances = vec![f64::INFINITY; network.cities()];
    let mut open = BinaryHeap::new();
    let reached = |bound: f64, city: usize| Partial {
        bound,
        age: city,
        length: bound,
        cities: Vec::new(),
        edges: Vec::new(),
    };
    distances[to] = 0.0;
    open.push(reached(0.0, to));
    while let Some(Partial { bound, age: city, .. }) = open.pop() {
        if bound > distances[city] {
            continue;
        }
        for &(next, edge) in network.roads(city) {
            let length = bound + network.edge(edge).2;
            if length < distances[next] {
                distances[next] = length;
                open.push(reached(length, next));
            }
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_all_simple_paths_below_the_limit_in_order() {
        // A unit square with one diagonal: from corner 0 to corner 2.
        let places = vec![(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let network = Network::of_parts(places, &[(0, 1), (1, 2), (2, 3), (3, 0), (0, 2)]);
        let wish = |limit| Wish { from: 0, to: 2, limit, demand: 1 };
        let edges = |limit, count| -> Vec<Vec<usize>> {
            cheapest(&network, &wish(limit), count).into_iter().map(|p| p.edges).collect()
        };
        assert_eq!(edges(9.0, 5), [vec![4], vec![0, 1], vec![3, 2]]);
        assert_eq!(edges(9.0, 2), [vec![4], vec![0, 1]]);
        assert_eq!(edges(2.0, 5), [vec![4]]);
        assert!(edges(1.4, 5).is_empty());
    }

    #[test]
    fn paths_are_those_that_trying_everything_finds() {
        let mut random = crate::Random::new(1, 2, 3);
        for _ in 0..20 {
            let places: Vec<(f64, f64)> = (0..8).map(|_| (random.unit(), random.unit())).collect();
            let pairs: Vec<(usize, usize)> = (0..18).map(|_| (random.below(8), random.below(8))).collect();
            let network = Network::of_parts(places, &pairs);
            let wish = Wish { from: 0, to: 7, limit: 2.0, demand: 1 };
            let mut lengths = Vec::new();
            everything(&network, &wish, &mut vec![0], 0.0, &mut lengths);
            lengths.sort_by(f64::total_cmp);
            lengths.truncate(5);
            let found: Vec<f64> = cheapest(&network, &wish, 5).iter().map(|p| p.length).collect();
            assert_eq!(found.len(), lengths.len());
            assert!(found.iter().zip(&lengths).all(|(a, b)| (a - b).abs() < 1e-12), "{found:?} {lengths:?}");
        }
    }

    fn everything(network: &Network, wish: &Wish, path: &mut Vec<usize>, length: f64, all: &mut Vec<f64>) {
        let city = *path.last().unwrap();
        if city == wish.to && length < wish.limit {
            all.push(length);
        }
        for &(next, edge) in network.roads(city) {
            if !path.contains(&next) && city != wish.to {
                path.push(next);
                everything(network, wish, path, length + network.edge(edge).2, all);
                path.pop();
            }
        }
    }
}
