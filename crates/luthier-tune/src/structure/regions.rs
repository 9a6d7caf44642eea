//! Connected regions of a grid.

/// How many regions a grid falls into, where neighbours (side by side or one above the other) belong together if they are the
/// same. `cells` come row by row; those that are `None` belong to no region.
pub(super) fn count<T: PartialEq>(cells: &[Option<T>], width: usize) -> usize {
    let mut seen: Vec<bool> = cells.iter().map(Option::is_none).collect();
    let mut regions = 0;
    for start in 0..cells.len() {
        if seen[start] {
            continue;
        }
        regions += 1;
        seen[start] = true;
        let mut waiting = vec![start];
        while let Some(cell) = waiting.pop() {
            for next in neighbours(cell, width, cells.len()) {
                if !seen[next] && cells[next] == cells[start] {
                    seen[next] = true;
                    waiting.push(next);
                }
            }
        }
    }
    regions
}

fn neighbours(cell: usize, width: usize, cells: usize) -> impl Iterator<Item = usize> {
    let column = cell % width;
    let left = (column > 0).then(|| cell - 1);
    let right = (column + 1 < width).then(|| cell + 1);
    let above = cell.checked_sub(width);
    let below = Some(cell + width).filter(|below| *below < cells);
    [left, right, above, below].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_connected_by_sides() {
        let cells = |text: &str| text.chars().map(|c| (c != '.').then_some(c)).collect::<Vec<_>>();
        assert_eq!(count(&cells("aaabbaaaa"), 3), 2, "one that bends around the other");
        assert_eq!(count(&cells("abba"), 2), 4, "corners do not connect");
        assert_eq!(count(&cells("aab"), 3), 2);
        assert_eq!(count(&cells("aa.aa"), 5), 2);
        assert_eq!(count(&cells("ab.a"), 2), 3, "the end of a row is not beside the next one");
        assert_eq!(count::<u8>(&[], 4), 0);
    }
}
