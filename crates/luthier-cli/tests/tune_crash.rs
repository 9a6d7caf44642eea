//! Killed at any moment: nothing that was reported is lost, and the same command goes on.
#![cfg(unix)]

mod support;

use std::time::{Duration, Instant};
use support::study::{Study, Trials, key, reported};

const KILLS: usize = 50;
/// About as long as it takes to begin a study.
const STARTING: Duration = Duration::from_millis(20);

/// Takes about a second.
const QUESTION: [&str; 7] = [
    "tune",
    "transportation:15x20",
    "--tol=1e-5",
    "--space=theta=0.1,0.2,0.3,0.4,0.6,0.7,0.8,0.9",
    "--space=initial_weight_scale=0.2,1,5",
    "--train=16",
    "--sealed=0",
];

/// Numbers between 0 and 1, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A study that nothing disturbs: its trials, and how long they took.
fn undisturbed(search: &str) -> (String, Duration) {
    let study = Study::of(&QUESTION);
    let began = Instant::now();
    study.events(&[search]);
    (study.export(), began.elapsed())
}

/// Every trial that was reported is stored with the same numbers, or further than it was when it was laid aside.
fn check_stored(reports: &[serde_json::Value], stored: &Trials) {
    for report in reported(reports) {
        let trial = stored.get(&key(report)).unwrap_or_else(|| panic!("lost: {report}"));
        let number = |line: &serde_json::Value, name: &str| line[name].as_f64().unwrap();
        let numbers = ["iterations", "matrix_passes", "seconds"];
        if trial["status"] == report["status"]
            && numbers.iter().all(|n| number(trial, n) == number(report, n))
        {
            continue;
        }
        assert_eq!(report["status"], "capped", "{trial} is not {report}");
        assert!(number(trial, "matrix_passes") >= number(report, "matrix_passes"), "{trial} is not {report}");
    }
}

#[test]
fn fifty_kills_lose_nothing() {
    let searches = ["--search=full", "--search=grid"];
    let expected = searches.map(undisturbed);
    let (mut random, mut kills, mut reports, mut early) = (Random(7), 0, 0, 0);
    for round in 0.. {
        let (search, (export, life)) = (searches[round % 2], &expected[round % 2]);
        let study = Study::of(&QUESTION);
        for attempt in 0.. {
            // The first one is while files are made, rather at the beginning of it.
            let moment = match attempt {
                0 => STARTING.mul_f64(random.next().powi(2)),
                _ => life.mul_f64(random.next()),
            };
            let mut started = study.start(&[search]);
            std::thread::sleep(moment);
            if kills == KILLS || started.child.try_wait().unwrap().is_some() {
                let run = started.end();
                assert_eq!(run.code, Some(0), "{run:?}");
                break;
            }
            let events = started.kill();
            kills += 1;
            reports += reported(&events).len();
            if study.file("study.toml").exists() {
                check_stored(&events, &study.trials());
            } else {
                assert!(reported(&events).is_empty(), "reported without a study");
                early += 1;
            }
        }
        assert_eq!(&study.export(), export);
        if kills == KILLS {
            break;
        }
    }
    assert!(reports > 100 && early > 0, "{reports} reports, {early} kills before there was a study");
}
