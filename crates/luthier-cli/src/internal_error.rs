//! Bugs: what is said about them, and their exit code.

use crate::console::{ERROR, say, styled};
use crate::exit::Exit;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook, take_hook};

/// Runs a command; a panic in it becomes a short message and an exit code.
pub fn guard(command: impl FnOnce() -> Exit) -> Exit {
    let detailed = std::env::var_os("RUST_BACKTRACE").is_some_and(|v| v != "0");
    let standard = take_hook();
    set_hook(Box::new(move |panic| {
        if detailed {
            standard(panic);
        }
        say(&message(panic));
    }));
    catch_unwind(AssertUnwindSafe(command)).unwrap_or(Exit::Internal)
}

fn message(panic: &PanicHookInfo<'_>) -> String {
    let place = panic.location().map_or_else(String::new, |l| format!(" ({}:{})", l.file(), l.line()));
    let what = panic.payload_as_str().unwrap_or("without a message");
    format!(
        "{} this is a bug in luthier {}, not a mistake of yours: {what}{place}\n\
         Please report it with this message, the command that you typed and, if you may share it, the model. \
         RUST_BACKTRACE=1 in the environment adds where it happened.",
        styled(ERROR, "internal error:"),
        env!("CARGO_PKG_VERSION"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_internal_error() {
        assert_eq!(guard(|| panic!("on purpose")), Exit::Internal);
        assert_eq!(Exit::Internal.code(), 70);
        assert_eq!(guard(|| Exit::Unbounded), Exit::Unbounded);
    }
}
