//! Random networks with an exact number of edges.

use crate::random::Random;
use crate::specification::Values;

/// What a network shall look like.
#[derive(Clone, Debug)]
pub struct Plan {
    pub edges: usize,
    pub cities: usize,
    pub neighbours: usize,
}

/// Cities in the unit square, and edges between them; the order of the edges is that of the items.
#[derive(Clone, Debug)]
pub struct Network {
    places: Vec<(f64, f64)>,
    edges: Vec<(usize, usize, f64)>,
    /// (neighbour, edge) of every city, in the order in which they were joined.
    roads: Vec<Vec<(usize, usize)>>,
}

/// Attempts with one number of cities.
const ATTEMPTS: u64 = 3;
/// Numbers of cities that are tried.
const GROWTH: u64 = 30;

impl Plan {
    /// As many cities as the edges are for, and at least so many that there are enough pairs.
    pub fn new(values: &Values) -> Plan {
        let edges = values.size(0) as usize;
        let wanted = (edges as f64 / values.real("edges_per_city")).round() as usize;
        let enough = (2..=edges + 1).find(|c| c * (c - 1) / 2 >= edges).unwrap_or(edges + 1);
        Plan { edges, cities: wanted.max(enough), neighbours: values.count("neighbours") as usize }
    }

    /// A connected network; each attempt has a stream of its own. After three failures there is one city more.
    pub fn network(&self, stream: impl Fn(u64) -> Random) -> Result<Network, String> {
        let attempt = |k: u64| self.attempt(self.cities + (k / ATTEMPTS) as usize, &mut stream(k));
        (0..ATTEMPTS * GROWTH).find_map(attempt).ok_or_else(|| {
            format!(
                "{} attempts gave no connected network with {} edges; give fewer edges_per_city or more neighbours",
                ATTEMPTS * GROWTH,
                self.edges
            )
        })
    }

    /// Draws the places (x, then y, city by city), then pairs of cities.
    fn attempt(&self, cities: usize, random: &mut Random) -> Option<Network> {
        let places: Vec<(f64, f64)> = (0..cities).map(|_| (random.unit(), random.unit())).collect();
        let mut network = Network { places, edges: Vec::new(), roads: vec![Vec::new(); cities] };
        network.join_neighbours(self.neighbours);
        let tries = 1000 + 50 * self.edges;
        for _ in 0..tries {
            if network.edges.len() >= self.edges {
                break;
            }
            let (from, to) = (random.below(cities), random.below(cities));
            network.join(from, to);
        }
        (network.edges.len() == self.edges && network.is_connected()).then_some(network)
    }
}

impl Network {
    pub fn cities(&self) -> usize {
        self.places.len()
    }

    pub fn distance(&self, from: usize, to: usize) -> f64 {
        let (a, b) = (self.places[from], self.places[to]);
        let (dx, dy) = (a.0 - b.0, a.1 - b.1);
        (dx * dx + dy * dy).sqrt()
    }

    /// The ends and the length of an edge.
    pub fn edge(&self, edge: usize) -> (usize, usize, f64) {
        self.edges[edge]
    }

    /// Neighbours of a city, with the edges that lead there.
    pub fn roads(&self, city: usize) -> &[(usize, usize)] {
        &self.roads[city]
    }

    /// Joins two cities unless they are one or joined already.
    fn join(&mut self, from: usize, to: usize) {
        if from == to || self.roads[from].iter().any(|road| road.0 == to) {
            return;
        }
        let edge = self.edges.len();
        self.edges.push((from, to, self.distance(from, to)));
        self.roads[from].push((to, edge));
        self.roads[to].push((from, edge));
    }

    /// City by city, nearest first; of two at one distance the one with the smaller number.
    fn join_neighbours(&mut self, count: usize) {
        for city in 0..self.cities() {
            let mut others: Vec<(f64, usize)> = (0..self.cities())
                .filter(|other| *other != city)
                .map(|other| (self.distance(city, other), other))
                .collect();
            let order = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
            let count = count.min(others.len());
            if count < others.len() {
                others.select_nth_unstable_by(count, order);
            }
            others.truncate(count);
            others.sort_unstable_by(order);
            others.into_iter().for_each(|(_, other)| self.join(city, other));
        }
    }

    fn is_connected(&self) -> bool {
        let mut seen = vec![false; self.cities()];
        let mut open = vec![0];
        seen[0] = true;
        while let Some(city) = open.pop() {
            for &(other, _) in &self.roads[city] {
                if !seen[other] {
                    seen[other] = true;
                    open.push(other);
                }
            }
        }
        seen.into_iter().all(|s| s)
    }

    #[cfg(test)]
    pub fn of_parts(places: Vec<(f64, f64)>, edges: &[(usize, usize)]) -> Network {
        let roads = vec![Vec::new(); places.len()];
        let mut network = Network { places, edges: Vec::new(), roads };
        edges.iter().for_each(|&(from, to)| network.join(from, to));
        network
    }
}
