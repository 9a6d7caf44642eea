//! `luthier solve` with several models: what a user types and sees.

mod support;

use support::{command, file, folder, json, luthier, model, shown};
use tempfile::TempDir;

const WORKSHOP: &str = "Maximize\n profit: 3 x + 2 y\nSubject To\n labour: x + y <= 4\n wood: x + 3 y <= 7\nBounds\n x <= 3\nEnd\n";

/// Three days of a workshop: the same, more labour, and in another order of rows and variables.
fn days(folder: &TempDir) -> [String; 3] {
    let more = WORKSHOP.replace("<= 4", "<= 4.2");
    let turned = "Maximize\n profit: 2 y + 3 x\nSubject To\n wood: 3 y + x <= 7\n labour: y + x <= 4.1\nBounds\n x <= 3\nEnd\n";
    let days = [("mon.lp", WORKSHOP), ("tue.lp", &more), ("wed.lp", turned)];
    days.map(|(name, text)| shown(&file(folder, name, text)).to_owned())
}

/// The rows of the table at the end, without seconds.
fn table(out: &str) -> Vec<Vec<String>> {
    let rows = out.lines().skip_while(|line| !line.starts_with("file ") || !line.contains("iterations"));
    rows.skip(1).map(|row| row.split_whitespace().rev().skip(1).map(str::to_owned).collect()).collect()
}

fn iterations(out: &str) -> Vec<u64> {
    table(out).iter().map(|row| row[0].parse().unwrap()).collect()
}

#[test]
fn several_models_are_solved_one_after_another() {
    let folder = folder();
    let [mon, tue, wed] = days(&folder);
    let run = luthier(&["solve", "-q", &mon, &tue, &wed]);
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""), "{run:?}");
    assert_eq!(run.out.lines().filter(|line| line.starts_with("file        /")).count(), 3, "{}", run.out);
    let alone: Vec<u64> = [&mon, &tue, &wed]
        .map(|day| {
            json(&luthier(&["solve", "-q", "--json", day]).out)["work"]["iterations"].as_u64().unwrap()
        })
        .to_vec();
    assert_eq!(iterations(&run.out), alone, "each for itself");
    assert_eq!(table(&run.out)[0].iter().map(String::as_str).nth(2), Some("optimal"));
}

#[test]
fn a_chain_starts_each_from_the_answer_before() {
    let folder = folder();
    let [mon, tue, wed] = days(&folder);
    let run = luthier(&["solve", "--warm", "chain", &mon, &mon, &tue, &wed]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let starts: Vec<_> = run.log.lines().filter(|line| line.starts_with("start")).collect();
    assert_eq!(starts[0], "start   from zero");
    assert!(
        starts[1].starts_with(&format!("start   warm, from the answer to {mon}, whose point meets")),
        "{starts:?}"
    );
    assert!(starts[3].starts_with(&format!("start   warm, from the answer to {tue} by names")), "{starts:?}");
    let chained = iterations(&run.out);
    assert_eq!(chained[1], 0, "the same model again is solved already");
    let apart = iterations(&luthier(&["solve", "-q", &mon, &mon, &tue, &wed]).out);
    assert!(chained[2] < apart[2] && chained[3] < apart[3], "{chained:?} {apart:?}");
}

#[test]
fn a_chain_that_breaks_says_so() {
    let folder = folder();
    let [mon, tue, _] = days(&folder);
    let renamed = file(&folder, "oak.lp", &WORKSHOP.replace("wood", "oak"));
    let run = luthier(&["solve", "-q", "--warm=chain", &mon, shown(&renamed), &model("diet.mps"), &tue]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.log.contains("oak.lp starts from zero, not from the answer to"), "{}", run.log);
    assert!(run.log.contains("its rows have other names, such as 'oak'"), "{}", run.log);
    assert!(run.log.contains("diet.mps starts from zero"), "{}", run.log);
    assert_eq!(iterations(&run.out)[3], iterations(&luthier(&["solve", "-q", &tue, &mon]).out)[0]);
}

#[test]
fn a_file_to_start_from_is_for_the_first_of_a_chain_and_for_each_without_one() {
    let folder = folder();
    let [mon, tue, _] = days(&folder);
    let answer = folder.path().join("answer.json");
    let answer = shown(&answer);
    assert_eq!(luthier(&["solve", "-q", &mon, "--solution", answer]).code, Some(0));
    let start = ["solve", "--warm-start", answer, &mon, &tue];
    let starts = |more: &[&str]| {
        let run = luthier(&[&start, more].concat());
        assert_eq!(iterations(&run.out)[0], 0, "{run:?}");
        run.log.lines().filter(|l| l.starts_with("start ")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(starts(&[]).iter().all(|line| line.contains("answer.json")));
    let chained = starts(&["--warm", "chain"]);
    assert!(chained[0].contains("answer.json") && chained[1].contains("the answer to"), "{chained:?}");
}

#[test]
fn one_document_holds_all_answers() {
    let folder = folder();
    let [mon, tue, _] = days(&folder);
    let missing = format!("{mon}.not");
    let run = luthier(&["solve", "-q", "--json", "--warm", "chain", &mon, &missing, &tue]);
    assert_eq!(run.code, Some(2), "{run:?}");
    let document = json(&run.out);
    assert_eq!((&document["schema"], &document["warm"]), (&"luthier-solutions".into(), &"chain".into()));
    let models = document["models"].as_array().unwrap();
    assert_eq!(models.len(), 3);
    assert_eq!(models[0]["answer"]["schema"], "luthier-solution");
    assert!(models[0]["answer"]["solution"].is_null() && models[0]["error"].is_null());
    assert!(models[0]["answer"]["learned"]["weight"].as_f64().unwrap() > 0.0);
    assert!(
        models[1]["answer"].is_null()
            && models[1]["error"].as_str().unwrap().contains("there is no such file")
    );
    assert_eq!(models[2]["file"], tue.as_str());
    let run = luthier(&["solve", "-q", "--solution", "-", &mon, &tue]);
    assert!(json(&run.out)["models"][1]["answer"]["solution"]["columns"]["value"].is_array(), "{}", run.out);
}

#[test]
fn solutions_go_to_a_folder() {
    let folder = folder();
    let [mon, tue, _] = days(&folder);
    let out = folder.path().join("out");
    let run = luthier(&["solve", "-q", &mon, &tue, "--solution", shown(&out)]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(
        run.log.contains("is no folder, and there are 2 models; name a folder for --solution"),
        "{}",
        run.log
    );
    std::fs::create_dir(&out).unwrap();
    assert_eq!(luthier(&["solve", "-q", &mon, &tue, "--solution", shown(&out)]).code, Some(0));
    for (day, name) in [(&mon, "mon.json"), (&tue, "tue.json")] {
        let verified = luthier(&["verify", day, shown(&out.join(name))]);
        assert_eq!(verified.code, Some(0), "{verified:?}");
    }
    let other = file(&folder, "mon.mps", "");
    let run = luthier(&["solve", "-q", &mon, shown(&other), "--solution", shown(&out)]);
    assert_eq!(run.code, Some(2));
    assert!(run.log.contains("mon.json: would be the solution of two models"), "{}", run.log);
}

#[test]
fn the_worst_end_is_the_exit_code() {
    let folder = folder();
    let [mon, tue, _] = days(&folder);
    let infeasible = model("infeasible.mps");
    let code = |arguments: &[&str]| luthier(&[&["solve", "-q"], arguments].concat()).code;
    assert_eq!(code(&[&mon, &infeasible, &tue]), Some(3));
    assert_eq!(code(&[&mon, &infeasible, "--iteration-limit", "3"]), Some(1));
    assert_eq!(code(&[&mon, &infeasible, "nothing.mps", "--iteration-limit", "3"]), Some(2));
    // A proof that there is no solution is no point to start from; the answer before it is.
    let run = luthier(&["solve", "--warm", "chain", &infeasible, &mon]);
    assert!(run.code == Some(3) && run.out.contains("infeasible"), "{run:?}");
    assert!(table(&run.out)[0].contains(&"-".to_owned()), "no objective: {}", run.out);
}

#[test]
fn what_cannot_be_is_refused() {
    let run: support::Run = command().args(["solve", "-", "-"]).write_stdin("").output().unwrap().into();
    assert_eq!(run.code, Some(2));
    assert!(run.log.contains("standard input can be read once"), "{}", run.log);
    let run = luthier(&["solve", "--warm", "sometimes"]);
    assert!(run.code == Some(2) && run.log.contains("[possible values: none, chain]"), "{}", run.log);
}

#[test]
fn a_log_file_has_all_runs() {
    let folder = folder();
    let [mon, tue, wed] = days(&folder);
    let (text, records) = (folder.path().join("run.log"), folder.path().join("run.jsonl"));
    let logs = ["--log", shown(&text), "--log-json", shown(&records), "--warm", "chain"];
    let run = luthier(&[&["solve", "-q", &mon, &tue, &wed][..], &logs].concat());
    assert_eq!((run.code, run.log.as_str()), (Some(0), ""), "{run:?}");
    let text = std::fs::read_to_string(text).unwrap();
    assert_eq!(text.matches("stopped after").count(), 3, "{text}");
    assert_eq!(text.matches("     iter    passes").count(), 3, "a table with a head for each: {text}");
    let kinds: Vec<_> = std::fs::read_to_string(records).unwrap().lines().map(json).collect();
    assert_eq!(kinds.iter().filter(|record| record["event"] == "end").count(), 3, "{kinds:?}");
}
