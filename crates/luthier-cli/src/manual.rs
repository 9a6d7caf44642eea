//! Completions for shells, and manual pages: both from the definition of the command line.

use crate::arguments::definition;
use crate::exit::{Exit, Failure};
use crate::files::create;
use clap_complete::Shell;
use clap_mangen::Man;
use std::io::Write;
use std::path::Path;

/// `luthier completions`.
pub fn completions(shell: Shell) -> Result<Exit, Failure> {
    // By way of memory, for a closed pipe is no error here and a panic there.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut definition(), "luthier", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Exit::Success)
}

/// `luthier man`.
pub fn pages(folder: Option<&Path>) -> Result<Exit, Failure> {
    let mut command = definition();
    command.build();
    let Some(folder) = folder else {
        std::io::stdout().write_all(&page(command)?)?;
        return Ok(Exit::Success);
    };
    let commands: Vec<_> = command.get_subcommands().filter(|c| c.get_name() != "help").cloned().collect();
    write_page(folder, "luthier", command)?;
    for command in commands {
        let name = format!("luthier-{}", command.get_name());
        write_page(folder, &name, command)?;
    }
    Ok(Exit::Success)
}

fn write_page(folder: &Path, name: &str, command: clap::Command) -> Result<(), Failure> {
    let path = folder.join(format!("{name}.1"));
    let unwritable = |e: std::io::Error| {
        luthier::Diagnostic::of_file(path.display().to_string(), format!("cannot be written: {e}"))
    };
    create(&path)?.write_all(&page(command)?).map_err(unwritable)?;
    Ok(())
}

fn page(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}
