//! The split: proportions, what stays together, and that nothing ever changes sides.

use luthier::Fingerprint;
use luthier_families::Family;
use luthier_tune::{Candidate, Counts, Error, Side, divide, order, walk};
use std::collections::HashMap;

const SHARES: Counts = Counts { train: 60, test: 20, sealed: 20 };

/// The fingerprint of a made-up instance. They need not look random: splits hash them.
fn print(i: u64) -> Fingerprint {
    Fingerprint(u128::from(i))
}

fn counts(train: u64, test: u64, sealed: u64) -> Counts {
    Counts { train, test, sealed }
}

fn counted(sides: impl Iterator<Item = Side>) -> Counts {
    let mut counts = Counts::default();
    for side in sides {
        match side {
            Side::Train => counts.train += 1,
            Side::Test => counts.test += 1,
            Side::Sealed => counts.sealed += 1,
        }
    }
    counts
}

#[test]
fn sides_have_names() {
    for (name, side) in Side::ALL {
        assert_eq!((side.name(), Side::parse(name)), (name, Some(side)));
    }
    assert_eq!(Side::parse("Train"), None);
}

mod walks {
    use super::*;

    type Walked = Vec<(u64, Fingerprint, Side)>;

    fn walked(salt: u64, wanted: Counts) -> Walked {
        walk::<Error>(salt, SHARES, wanted, |i| Ok(print(i))).unwrap()
    }

    #[test]
    fn every_side_gets_what_it_wants() {
        for wanted in [SHARES, counts(1, 0, 0), counts(0, 5, 100), counts(0, 0, 0)] {
            let walked = walked(1, wanted);
            assert_eq!(counted(walked.iter().map(|w| w.2)), wanted);
            assert!(walked.windows(2).all(|pair| pair[0].0 < pair[1].0));
            assert!(walked.iter().all(|(index, fingerprint, _)| *fingerprint == print(*index)));
        }
    }

    #[test]
    fn no_more_is_drawn_than_is_needed() {
        let mut drawn = 0;
        let walked = walk::<Error>(1, SHARES, SHARES, |i| {
            drawn += 1;
            Ok(print(i))
        });
        assert_eq!(walked.unwrap().last().unwrap().0 + 1, drawn);
        assert!(drawn < 200, "{drawn}");
    }

    #[test]
    fn whoever_wants_more_keeps_what_there_was() {
        let few = walked(7, SHARES);
        for wanted in [counts(90, 20, 20), counts(60, 20, 50), counts(300, 100, 100)] {
            let many = walked(7, wanted);
            for (_, side) in Side::ALL {
                let of = |walked: &Walked| walked.iter().filter(|w| w.2 == side).copied().collect::<Vec<_>>();
                assert!(of(&many).starts_with(&of(&few)), "{side:?}");
            }
        }
    }

    #[test]
    fn shares_are_kept_to_by_chance() {
        let shares = counts(6, 3, 1);
        // All instances on their way: none is let go before the last is there.
        let wanted = counts(6000, 1, 1);
        let walked = walk::<Error>(3, shares, wanted, |i| Ok(print(i))).unwrap();
        let indices = walked.last().unwrap().0 as f64;
        // The standard deviation is 8 of 1000.
        assert!((indices / 10_000.0 - 1.0).abs() < 0.05, "{indices}");
    }

    #[test]
    fn another_salt_is_another_split() {
        let sides = |salt| walked(salt, SHARES).iter().map(|w| (w.1, w.2)).collect::<HashMap<_, _>>();
        let (one, two) = (sides(1), sides(2));
        let common: Vec<_> = one.keys().filter(|f| two.contains_key(f)).collect();
        let moved = common.iter().filter(|f| one[f] != two[f]).count();
        // 56% of instances change sides if both splits are independent.
        assert!(moved > common.len() / 4, "{moved} of {}", common.len());
    }

    #[test]
    fn what_was_there_before_is_skipped() {
        let walked = walk::<Error>(1, SHARES, SHARES, |i| Ok(print(i / 3))).unwrap();
        assert_eq!(counted(walked.iter().map(|w| w.2)), SHARES);
        assert!(walked.iter().all(|(index, _, _)| index % 3 == 0));
    }

    #[test]
    fn a_family_that_repeats_itself_is_given_up() {
        let error = walk::<Error>(1, SHARES, SHARES, |i| Ok(print(i % 7))).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the family repeats itself: its first 858 instances are 7 different ones, which are not enough for the 100 that were asked for; ask for fewer, or give the family more freedom"
        );
    }

    #[test]
    fn a_side_without_a_share_gets_nothing() {
        let shares = counts(60, 20, 0);
        let error = walk::<Error>(1, shares, counts(60, 20, 5), |i| Ok(print(i))).unwrap_err();
        assert_eq!(
            error.to_string(),
            "5 sealed instances were asked for, but the study began without any, and sides never change; expected none, or begin another study to have some"
        );
        assert_eq!(walk::<Error>(1, shares, shares, |i| Ok(print(i))).unwrap().len(), 80);
    }

    #[test]
    fn what_goes_wrong_with_a_draw_is_passed_on() {
        let family = Family::parse("qap15").unwrap();
        let draw = |i| Ok::<_, Error>(family.instance(0, i)?.fingerprint());
        let error = walk(1, SHARES, SHARES, draw).unwrap_err();
        assert!(matches!(error, Error::Family(_)), "{error}");
    }

    #[test]
    fn real_families_are_split() {
        let family = Family::parse("transportation:3x4").unwrap();
        let draw = |i| Ok::<_, Error>(family.instance(5, i)?.fingerprint());
        let walked = walk(1, SHARES, SHARES, draw).unwrap();
        assert_eq!(counted(walked.iter().map(|w| w.2)), SHARES);
        for (index, fingerprint, _) in walked {
            assert_eq!(family.instance(5, index).unwrap().fingerprint(), fingerprint);
        }
    }
}

mod divisions {
    use super::*;

    /// Candidates with these contents and groups.
    fn candidates(files: &[(u64, &str)]) -> Vec<Candidate> {
        let candidate = |(index, (content, group)): (u64, &(u64, &str))| Candidate {
            index,
            fingerprint: print(*content),
            group: (*group).to_owned(),
        };
        (0..).zip(files).map(candidate).collect()
    }

    fn singles(range: std::ops::Range<u64>) -> Vec<Candidate> {
        candidates(&range.map(|i| (i, "")).collect::<Vec<_>>())
    }

    /// Sub-folders of 1 to 5 instances, and single files.
    fn mixed(count: u64) -> Vec<Candidate> {
        let mut all = singles(0..count);
        for (i, candidate) in (0..).zip(&mut all) {
            let group = (i / 15, [0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4][i as usize % 15]);
            if i % 2 == 0 || group.1 > 2 {
                candidate.group = format!("{}/{}", group.0, group.1);
            }
        }
        all
    }

    fn sides(salt: u64, shares: Counts, candidates: &[Candidate]) -> Vec<(Fingerprint, Side)> {
        let divided = divide(salt, shares, &[], candidates);
        let pairs = candidates.iter().zip(divided);
        pairs.filter_map(|(c, side)| Some((c.fingerprint, side?))).collect()
    }

    fn by_content(pairs: &[(Fingerprint, Side)]) -> HashMap<Fingerprint, Side> {
        pairs.iter().copied().collect()
    }

    #[test]
    fn neither_names_nor_order_count() {
        let all = mixed(100);
        let expected = by_content(&sides(1, SHARES, &all));
        let mut reversed = all.clone();
        reversed.reverse();
        assert_eq!(by_content(&sides(1, SHARES, &reversed)), expected);
        let mut renamed = all;
        for (i, candidate) in (1000..).zip(&mut renamed) {
            candidate.index = i;
            if !candidate.group.is_empty() {
                candidate.group = format!("old/{}", candidate.group);
            }
        }
        assert_eq!(by_content(&sides(1, SHARES, &renamed)), expected);
    }

    #[test]
    fn duplicates_are_left_out() {
        let divided = divide(1, SHARES, &[], &candidates(&[(5, ""), (6, ""), (5, ""), (5, ""), (7, "")]));
        let found: Vec<bool> = divided.iter().map(Option::is_some).collect();
        assert_eq!(found, [true, true, false, false, true]);
    }

    #[test]
    fn groups_and_what_shares_an_instance_stay_together() {
        for salt in 0..50 {
            let files = [
                (1, "a"),
                (2, "a"),
                (3, "b"),
                (4, "b"),
                (4, "c"),
                (5, "c"),
                (5, ""),
                (6, "d"),
                (7, ""),
                (8, ""),
                (9, ""),
            ];
            let side = by_content(&sides(salt, SHARES, &candidates(&files)));
            assert_eq!(side[&print(1)], side[&print(2)]);
            // b and c share 4, so all of them are one.
            assert!([4, 5].iter().all(|i| side[&print(*i)] == side[&print(3)]), "{side:?}");
        }
    }

    #[test]
    fn proportions_are_kept_to_within_a_unit() {
        let largest = 5.0;
        for (shares, count) in [(SHARES, 100), (SHARES, 1000), (counts(1, 1, 1), 101), (counts(7, 0, 3), 400)]
        {
            for salt in 0..20 {
                let all = mixed(count);
                let have = counted(sides(salt, shares, &all).iter().map(|s| s.1));
                assert_eq!(have.total(), count);
                for (_, side) in Side::ALL {
                    let due = count as f64 * shares.of(side) as f64 / shares.total() as f64;
                    assert!((have.of(side) as f64 - due).abs() <= largest, "{shares:?}: {have:?}");
                }
            }
        }
    }

    #[test]
    fn single_files_are_divided_to_the_nearest() {
        for count in 3..60 {
            let have = counted(sides(4, SHARES, &singles(0..count)).iter().map(|s| s.1));
            for (_, side) in Side::ALL {
                let due = count as f64 * SHARES.of(side) as f64 / 100.0;
                assert!((have.of(side) as f64 - due).abs() < 1.0, "{count}: {have:?}");
            }
        }
    }

    #[test]
    fn every_side_gets_something() {
        for shares in [SHARES, counts(98, 1, 1), counts(1, 1, 1000)] {
            for count in 3..12 {
                let have = counted(sides(9, shares, &singles(0..count)).iter().map(|s| s.1));
                assert!(have.train > 0 && have.test > 0 && have.sealed > 0, "{shares:?} {count}: {have:?}");
            }
        }
        let groups = candidates(&[(1, "a"), (2, "a"), (3, "a"), (4, "a"), (5, ""), (6, "")]);
        let have = counted(sides(9, SHARES, &groups).iter().map(|s| s.1));
        assert!(have.train > 0 && have.test > 0 && have.sealed > 0, "{have:?}");
    }

    #[test]
    fn few_are_trained_on_and_no_share_is_nothing() {
        assert_eq!(counted(sides(1, SHARES, &singles(0..1)).iter().map(|s| s.1)), counts(1, 0, 0));
        assert_eq!(counted(sides(1, counts(1, 0, 1), &singles(0..10)).iter().map(|s| s.1)), counts(5, 0, 5));
        assert_eq!(counted(sides(1, counts(0, 0, 0), &singles(0..4)).iter().map(|s| s.1)), counts(4, 0, 0));
        assert_eq!(divide(1, SHARES, &[], &[]), []);
    }

    #[test]
    fn more_files_never_move_what_was_there() {
        let all = mixed(300);
        let mut known: Vec<(Fingerprint, Side)> = Vec::new();
        // In steps that cut through sub-folders.
        for count in [10, 11, 52, 197, 300] {
            let divided = divide(2, SHARES, &known, &all[..count]);
            for (fingerprint, side) in &known {
                let position = all.iter().position(|c| c.fingerprint == *fingerprint).unwrap();
                assert_eq!(divided[position], Some(*side));
            }
            known = all.iter().zip(divided).filter_map(|(c, side)| Some((c.fingerprint, side?))).collect();
        }
        let mut groups: HashMap<&str, Side> = HashMap::new();
        for (candidate, (_, side)) in all.iter().zip(&known).filter(|(c, _)| !c.group.is_empty()) {
            assert_eq!(groups.entry(&candidate.group).or_insert(*side), side);
        }
        let have = counted(known.iter().map(|k| k.1));
        assert!(have.train.abs_diff(180) <= 10 && have.test.abs_diff(60) <= 10, "{have:?}");
    }

    #[test]
    fn what_is_known_counts_even_if_it_is_gone() {
        let known: Vec<_> = (100..160).map(|i| (print(i), Side::Train)).collect();
        let divided = divide(1, SHARES, &known, &singles(0..40));
        assert_eq!(counted(divided.into_iter().flatten()), counts(0, 20, 20));
    }

    #[test]
    fn kin_of_what_was_trained_on_is_no_test() {
        let known = [(print(1), Side::Sealed), (print(2), Side::Train), (print(3), Side::Sealed)];
        let files = candidates(&[(1, "a"), (2, "a"), (4, "a"), (3, "b"), (5, "b")]);
        let expected = [Side::Sealed, Side::Train, Side::Train, Side::Sealed, Side::Sealed].map(Some);
        assert_eq!(divide(1, SHARES, &known, &files), expected);
    }

    #[test]
    fn another_salt_is_another_division() {
        let all = singles(0..100);
        let (one, two) = (sides(1, SHARES, &all), sides(2, SHARES, &all));
        let moved = one.iter().zip(&two).filter(|(a, b)| a != b).count();
        // 56% of instances change sides if both splits are independent.
        assert!((36..76).contains(&moved), "{moved}");
        assert_eq!(one, sides(1, SHARES, &all));
    }
}

mod orders {
    use super::*;

    fn prints(range: std::ops::Range<u64>) -> Vec<Fingerprint> {
        range.map(print).collect()
    }

    #[test]
    fn the_order_is_one_of_contents() {
        let batch = prints(0..50);
        let taken = |batch: &[Fingerprint]| order(3, batch).iter().map(|i| batch[*i]).collect::<Vec<_>>();
        let mut reversed = batch.clone();
        reversed.reverse();
        assert_eq!(taken(&batch), taken(&reversed));
        let mut sorted = order(3, &batch);
        assert_ne!(sorted, (0..50).collect::<Vec<_>>());
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
        assert_ne!(order(3, &batch), order(4, &batch));
    }

    /// Where an instance stands in the order says nothing about its side.
    #[test]
    fn order_and_side_are_independent() {
        let walked = walk::<Error>(3, SHARES, counts(600, 200, 200), |i| Ok(print(i))).unwrap();
        let batch: Vec<_> = walked.iter().map(|w| w.1).collect();
        let half = &order(3, &batch)[..500];
        let trained = half.iter().filter(|i| walked[**i].2 == Side::Train).count();
        // 300 are expected; the standard deviation is 8.
        assert!((260..340).contains(&trained), "{trained}");
    }
}
