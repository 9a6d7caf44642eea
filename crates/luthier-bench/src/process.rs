//! A solver in a process of its own, which is killed if it hangs and started again if it ended.

use crate::contender::Program;
use crate::error::Error;
use crate::protocol::{Greeting, Reply, Request};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Where Python with the other solvers is.
pub const PYTHON: &str = "LUTHIER_BENCH_PYTHON";

/// How long a process may take to say that it is ready.
const START: Duration = Duration::from_secs(120);

/// A solver that answers requests one by one.
pub struct Worker {
    program: Program,
    version: String,
    /// Seconds that a solve may go on beyond its limit.
    grace: f64,
    running: Option<Running>,
}

struct Running {
    child: Child,
    requests: ChildStdin,
    replies: Receiver<String>,
}

impl Worker {
    /// Starts it; an error tells what is missing. A solve may go on `grace` seconds beyond its limit: reading counts, and
    /// some look at the clock seldom.
    pub fn start(program: Program, grace: f64) -> Result<Worker, Error> {
        let (running, version) = Running::start(program)?;
        Ok(Worker { program, version, grace, running: Some(running) })
    }

    /// The solver and its version.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// What comes of a solve; a process that crashes or hangs has failed, and the next solve gets a new one.
    pub fn ask(&mut self, request: &Request) -> Reply {
        let began = Instant::now();
        match self.try_ask(request) {
            Ok(reply) => reply,
            Err(error) => {
                self.running = None;
                Reply::failed(error.to_string(), began.elapsed().as_secs_f64())
            }
        }
    }

    fn try_ask(&mut self, request: &Request) -> Result<Reply, Error> {
        let running = match &mut self.running {
            Some(running) => running,
            None => self.running.insert(Running::start(self.program)?.0),
        };
        let failed = |reason: String| failure(self.program, reason);
        let line = serde_json::to_string(request).map_err(|e| failed(e.to_string()))?;
        writeln!(running.requests, "{line}").map_err(|e| failed(e.to_string()))?;
        let patience = Duration::try_from_secs_f64(request.limit + self.grace).unwrap_or(Duration::MAX);
        let answered = running.next(self.program, patience)?;
        serde_json::from_str(&answered).map_err(|e| failed(format!("{e} in '{answered}'")))
    }
}

impl Running {
    fn start(program: Program) -> Result<(Running, String), Error> {
        let failed = |reason: String| failure(program, reason);
        let mut command = command(program).map_err(|e| failed(e.to_string()))?;
        let threads = ["OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"];
        command.envs(threads.map(|name| (name, "1")));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|e| failed(format!("{command:?}: {e}")))?;
        let (Some(requests), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failed("no pipes".into()));
        };
        let (sender, replies) = channel();
        // Ends with the process, whose output ends then.
        std::thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let mut running = Running { child, requests, replies };
        let line = running.next(program, START)?;
        match serde_json::from_str(&line) {
            Ok(Greeting::Ready(version)) => Ok((running, version)),
            Ok(Greeting::Missing(reason)) => Err(failed(reason)),
            Err(error) => Err(failed(format!("{error} in '{line}'"))),
        }
    }

    fn next(&mut self, program: Program, patience: Duration) -> Result<String, Error> {
        self.replies.recv_timeout(patience).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                failure(program, format!("killed after {} s", patience.as_secs_f64()))
            }
            RecvTimeoutError::Disconnected => {
                let ended = self.child.wait().map_or("ended".to_owned(), |status| status.to_string());
                failure(program, format!("crashed ({ended})"))
            }
        })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A process that ended already cannot be killed, and that is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn command(program: Program) -> std::io::Result<Command> {
    let script = match program {
        Program::Luthier => {
            let mut command = Command::new(std::env::current_exe()?);
            command.arg("worker");
            return Ok(command);
        }
        Program::OrTools => concat!(env!("CARGO_MANIFEST_DIR"), "/python/ortools_pdlp.py"),
        Program::Highs => concat!(env!("CARGO_MANIFEST_DIR"), "/python/highs_pdlp.py"),
    };
    let mut command = Command::new(std::env::var_os(PYTHON).unwrap_or_else(|| "python3".into()));
    // Without -B, Python would write its compiled files into the sources.
    command.args(["-B", script]);
    Ok(command)
}

fn failure(program: Program, reason: String) -> Error {
    Error::Worker { program: program.name().to_owned(), reason }
}
