//! The order in which a search takes training instances.

use super::hash;
use luthier::Fingerprint;

/// The order in which a search takes the instances of a batch: their positions, by a salted hash of their content.
///
/// A batch is what came into a study at one time. Instances that come later are a batch of their own, and its order
/// is appended to that of the batches before: sorted among them they would change which instances a search takes
/// first, and with that what it had decided. The order of a batch depends neither on names nor on the order in which
/// it was listed.
pub fn order(salt: u64, batch: &[Fingerprint]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..batch.len()).collect();
    order.sort_by_cached_key(|i| (hash(salt, "luthier order 1", &[batch[*i]]), batch[*i]));
    order
}
