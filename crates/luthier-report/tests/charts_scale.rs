//! Scales, ticks and numbers.

use luthier_report::chart::format::{exact, reading, short};
use luthier_report::chart::scale::{Kind, Scale, ticks};
use luthier_report::chart::sequential;

/// A range, about how many ticks are wanted, the ticks and their labels.
type Expected = ((f64, f64), usize, &'static [f64], &'static [&'static str]);

#[test]
fn linear_ticks_are_round() {
    let table: [Expected; 8] = [
        ((0.0, 1.0), 5, &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0], &["0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        ((0.0, 10.0), 5, &[0.0, 2.0, 4.0, 6.0, 8.0, 10.0], &["0", "2", "4", "6", "8", "10"]),
        ((-3.0, 7.0), 4, &[-2.0, 0.0, 2.0, 4.0, 6.0], &["−2", "0", "2", "4", "6"]),
        (
            (812.0, 1347.0),
            5,
            &[900.0, 1000.0, 1100.0, 1200.0, 1300.0],
            &["900", "1,000", "1,100", "1,200", "1,300"],
        ),
        (
            (0.0, 300e3),
            6,
            &[0.0, 50e3, 100e3, 150e3, 200e3, 250e3, 300e3],
            &["0", "50k", "100k", "150k", "200k", "250k", "300k"],
        ),
        ((0.0, 4e7), 4, &[0.0, 1e7, 2e7, 3e7, 4e7], &["0", "1e7", "2e7", "3e7", "4e7"]),
        ((0.0, 4e-5), 4, &[0.0, 1e-5, 2e-5, 3e-5, 4e-5], &["0", "1e-5", "2e-5", "3e-5", "4e-5"]),
        (
            (1.001, 1.0035),
            5,
            &[1.001, 1.0015, 1.002, 1.0025, 1.003, 1.0035],
            &["1.0010", "1.0015", "1.0020", "1.0025", "1.0030", "1.0035"],
        ),
    ];
    for (range, about, values, labels) in table {
        let found = ticks(Kind::Linear, range, about);
        assert_eq!(found.major, values, "{range:?}");
        assert_eq!(found.labels, labels, "{range:?}");
        assert!(found.minor.is_empty());
    }
}

#[test]
fn logarithmic_ticks_are_powers_or_their_multiples() {
    let table: [Expected; 6] = [
        ((1.0, 1000.0), 6, &[1.0, 10.0, 100.0, 1000.0], &["1", "10", "100", "1,000"]),
        ((1e-8, 1e-2), 4, &[1e-8, 1e-6, 1e-4, 1e-2], &["1e-8", "1e-6", "1e-4", "0.01"]),
        ((1e3, 1e7), 6, &[1e3, 1e4, 1e5, 1e6, 1e7], &["1,000", "10k", "100k", "1e6", "1e7"]),
        ((1.0, 10.0), 5, &[1.0, 2.0, 5.0, 10.0], &["1", "2", "5", "10"]),
        ((0.4, 3.0), 5, &[0.5, 1.0, 2.0], &["0.5", "1", "2"]),
        (
            (700.0, 1250.0),
            5,
            &[700.0, 800.0, 900.0, 1000.0, 1100.0, 1200.0],
            &["700", "800", "900", "1,000", "1,100", "1,200"],
        ),
    ];
    for (range, about, values, labels) in table {
        let found = ticks(Kind::Log, range, about);
        assert_eq!(found.major, values, "{range:?}");
        assert_eq!(found.labels, labels, "{range:?}");
    }
    let minor = ticks(Kind::Log, (1.0, 100.0), 5).minor;
    assert_eq!(
        minor,
        [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0, 90.0]
    );
    assert_eq!(ticks(Kind::Log, (1e-8, 1e-2), 4).minor, [1e-7, 1e-5, 1e-3]);
}

#[test]
fn there_are_always_some_ticks_and_never_too_many() {
    let ends = [1e-290, 3e-20, 0.7, 1.0, 1.5, 12.0, 99.0, 1e4, 7e19, 9e289];
    for (i, low) in ends.iter().enumerate() {
        for high in ends.iter().skip(i + 1) {
            for about in [0, 2, 5, 9] {
                for kind in [Kind::Linear, Kind::Log] {
                    let found = ticks(kind, (*low, *high), about);
                    let inside = |v: &f64| *v >= low * (1.0 - 1e-8) && *v <= high * (1.0 + 1e-8) || *v == 0.0;
                    assert!(found.major.iter().chain(&found.minor).all(inside), "{kind:?} {low} {high}");
                    assert!(found.major.windows(2).all(|pair| pair[0] < pair[1]));
                    assert!(
                        (1..=20).contains(&found.major.len()),
                        "{kind:?} {low} {high} {about}: {:?}",
                        found.major
                    );
                    let mut labels = found.labels.clone();
                    labels.dedup();
                    assert_eq!(labels.len(), found.major.len(), "{:?}", found.labels);
                }
            }
        }
    }
}

#[test]
fn scales_put_values_where_they_belong() {
    let linear = Scale::new(Kind::Linear, (10.0, 20.0), 100.0, 300.0);
    assert_eq!([10.0, 15.0, 20.0, 25.0].map(|v| linear.position(v)), [100.0, 200.0, 300.0, 400.0].map(Some));
    let log = Scale::new(Kind::Log, (1.0, 100.0), 300.0, 100.0);
    assert_eq!([1.0, 10.0, 100.0].map(|v| log.position(v)), [300.0, 200.0, 100.0].map(Some));
    assert_eq!([0.0, -1.0, f64::NAN, f64::INFINITY].map(|v| log.position(v)), [None; 4]);
    assert_eq!([0.0, f64::INFINITY, 10.0].map(|v| log.nearest(v)), [Some(300.0), Some(100.0), Some(200.0)]);
    assert_eq!(log.nearest(f64::NAN), None);
    assert_eq!((linear.value(0.5), log.value(0.5)), (15.0, 10.0));
}

#[test]
fn ranges_have_air_around_data_and_none_at_limits() {
    let close = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() < 1e-9 && (a.1 - b.1).abs() < 1e-9;
    assert!(close(Kind::Linear.range([0.0, 100.0], &[]), (-4.0, 104.0)));
    assert!(close(Kind::Linear.range([20.0, 100.0], &[0.0]), (0.0, 104.0)));
    assert!(close(Kind::Linear.range([0.2, 0.9], &[0.0, 1.0]), (0.0, 1.0)));
    assert!(close(Kind::Linear.range([-50.0, 50.0], &[0.0]), (-54.0, 54.0)));
    let (low, high) = Kind::Log.range([1.0, 10.0_f64.powi(25)], &[]);
    assert!((low - 0.1).abs() < 1e-12 && (high / 1e26 - 1.0).abs() < 1e-9, "{low} {high}");
    assert_eq!(Kind::Log.range([0.0, -1.0, f64::NAN], &[]), (1.0, 10.0));
    assert_eq!(Kind::Linear.range([], &[]), (0.0, 1.0));
}

#[test]
fn numbers_are_short_for_readers_and_exact_for_machines() {
    let table: [(f64, &str, &str); 14] = [
        (0.0, "0", "0"),
        (-0.0, "0", "0"),
        (0.02, "0.02", "0.02"),
        (1e-4, "1e-4", "0.0001"),
        (1.2345e-7, "1.23e-7", "1.2345e-7"),
        (834.25, "834", "834.25"),
        (999.7, "1,000", "999.7"),
        (1234.0, "1,234", "1,234"),
        (12_345.0, "12.3k", "12,345"),
        (123_456.7, "123k", "123,457"),
        (4_567_890.0, "4.57M", "4,567,890"),
        (2e12, "2e12", "2,000,000,000,000"),
        (-1234.5, "−1,234", "−1,234.5"),
        (f64::INFINITY, "∞", "∞"),
    ];
    for (value, few, six) in table {
        assert_eq!((short(value).as_str(), reading(value).as_str()), (few, six), "{value}");
    }
    for value in [0.1 + 0.2, 1e-300, 834.25, -7.0, 1.0 / 3.0] {
        assert_eq!(exact(value).parse::<f64>().unwrap().to_bits(), value.to_bits());
    }
}

#[test]
fn colours_grow_evenly_brighter() {
    let brightness: Vec<f64> = (0..=100).map(|i| sequential(f64::from(i) / 100.0).luminance()).collect();
    assert!(brightness.windows(2).all(|pair| pair[0] <= pair[1] + 1e-3), "{brightness:?}");
    assert_eq!((sequential(-1.0), sequential(f64::INFINITY)), (sequential(0.0), sequential(1.0)));
    assert!(!sequential(0.0).is_light() && sequential(1.0).is_light());
    assert_eq!(sequential(0.0).hex(), "#440154");
}
