//! What Luthier lost and others won.

use super::field::Field;
use super::table::{seconds, table};

/// For each variant of Luthier, the instances that it did not solve and that some other solver did.
pub fn lists(field: &Field<'_>) -> String {
    field.luthiers().map(|luthier| list(field, luthier)).collect()
}

fn list(field: &Field<'_>, luthier: usize) -> String {
    let mut rows = Vec::new();
    for row in field.rows.iter().filter(|row| !row[luthier].solved()) {
        let others = row.iter().filter(|r| r.program != row[luthier].program && r.solved());
        let winners: Vec<String> =
            others.map(|r| format!("{} {}", r.solver, seconds(r.reply.seconds))).collect();
        if !winners.is_empty() {
            let lost = row[luthier];
            rows.push(vec![
                lost.instance.clone(),
                lost.reply.status.clone(),
                seconds(lost.reply.seconds),
                lost.reply.iterations.map_or("-".into(), |k| k.to_string()),
                lost.residuals(),
                winners.join(", "),
            ]);
        }
    }
    let name = field.solvers[luthier].0;
    let words = format!("Lost by {name}, solved by other programs: {}\n\n", rows.len());
    let head = ["LP", "status", "seconds", "iterations", "residuals", "solved by, seconds"];
    words + &table(&head, &rows)
}
