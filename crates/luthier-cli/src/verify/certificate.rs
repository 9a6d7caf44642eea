//! Whether what a certificate says is what its study gives.

use crate::console::{ERROR, GOOD, STRONG, print_json, styled};
use crate::exit::{Exit, Failure};
use luthier::{Diagnostic, escape_name};
use luthier_tune::{Certificate, Difference, Reader, recheck};
use serde_json::json;
use std::io::Write;
use std::path::Path;

/// Recomputes every number of a certificate from the trials of its study.
pub fn run(path: &Path, study: &Path, json: bool) -> Result<Exit, Failure> {
    let name = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|e| Diagnostic::of_file(&name, format!("cannot be read: {e}")))?;
    let differences = match Certificate::parse(&name, &text) {
        Ok(certificate) => recheck(&certificate, &Reader::open(study)?)?,
        // Whatever it says, it is not what was written.
        Err(error) => vec![Difference { what: error.to_string(), said: String::new(), found: String::new() }],
    };
    if json {
        let list = differences.iter().map(|d| json!({ "what": d.what, "said": d.said, "found": d.found }));
        print_json(&json!({ "holds": differences.is_empty(), "differences": list.collect::<Vec<_>>() }))?;
    } else {
        print(&differences)?;
    }
    Ok(if differences.is_empty() { Exit::Success } else { Exit::FalseClaim })
}

fn print(differences: &[Difference]) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    for difference in differences {
        let (what, said) = (escape_name(&difference.what), escape_name(&difference.said));
        let details = match said.as_str() {
            "" => String::new(),
            said => {
                format!(": the certificate says {said}, the study gives {}", escape_name(&difference.found))
            }
        };
        writeln!(out, "  {what}{details}")?;
    }
    let verdict = match differences.len() {
        0 => {
            format!("{} every number was computed again from the trials of the study", styled(GOOD, "holds:"))
        }
        1 => format!("{} 1 difference", styled(ERROR, "false:")),
        count => format!("{} {count} differences", styled(ERROR, "false:")),
    };
    writeln!(out, "{}{verdict}", styled(STRONG, "certificate "))?;
    Ok(out.flush()?)
}
