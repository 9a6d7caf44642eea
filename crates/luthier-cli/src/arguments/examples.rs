//! Examples: the quickest way to learn a command.

pub const SHORT: &str = "Examples:
  luthier solve                          solve a built-in transportation problem
  luthier solve model.mps --tol 1e-6     solve a file
  luthier check model.mps                what is in a file, without solving
  luthier tune past/                     tune the solver to a folder of problems
  luthier solve -h                       more about a command; --help tells all";

pub const LONG: &str = "Examples:
  luthier solve                                    solve a built-in transportation problem
  luthier solve model.mps.gz --tol 1e-6            solve a file to six digits
  luthier solve model.mps --solution answer.json   keep the solution
  luthier verify model.mps answer.json             is what a solution file says true?
  luthier check model.mps                          what is in a file, without solving
  luthier convert model.mps model.lp               another format
  luthier params weight_smoothing                  explain a parameter
  luthier families transportation:60x90 --preview  look at instances of a family
  luthier generate qap15 --out data                write instances of a family
  luthier tune past/                               tune the solver to a folder of problems
  luthier study past.study                         what a study holds
  luthier report past.study --open                 what a study found, as a page with charts
  luthier reproduce                                the experiments of the paper, and its claims
  luthier merge whole part1 part2                  put parts of a study together
  luthier certify past.study                       what it will do on problems not yet seen
  luthier plan past.study                          how many problems a statement takes
  luthier monitor certificate.json solves.jsonl    whether a certificate is still supported
  luthier theory model.mps                         what the theory says about tuning at this size
  luthier structure model.mps --parameter theta    how iterations depend on a parameter
  luthier completions bash > luthier.bash          completions for a shell
  luthier man | man -l -                           read the manual page

Exit codes:
  0    solved to the requested tolerance, or the command did its job
  1    stopped without a proof (limit, stall, numerical trouble); the best point is reported
  2    wrong usage, or input that cannot be read or is invalid
  3    proven infeasible
  4    proven unbounded
  5    proven to be infeasible or unbounded, one of the two
  6    verify: what the solution file says is false or not proven
  70   internal error, which is a bug
  130  interrupted by Ctrl-C, 143 by SIGTERM; the best point is reported

Every flag has an environment variable, such as LUTHIER_TOL for --tol; the command line counts over it.";

pub const SOLVE: &str = "Examples:
  luthier solve                                  a built-in transportation problem
  luthier solve model.mps.gz --accuracy high     a file, to eight digits
  luthier solve model.mps --time-limit 60        with a limit; --help lists all parameters
  luthier solve model.mps --solution out.json    keep the solution
  gunzip -c model.gz | luthier solve - --json    standard input to one JSON document";

pub const SOLVE_LONG: &str = "Examples:
  luthier solve                                    a built-in transportation problem
  luthier solve model.mps.gz --accuracy high       a file, to eight digits
  luthier solve model.mps --time-limit 60 -v       at most a minute, a line every second
  luthier solve model.mps --preset reference --weight-smoothing 0.2
  luthier solve model.mps --set check_period=16,tested_point=either
  gunzip -c model.gz | luthier solve - --json      standard input to one JSON document
  luthier solve today.mps --params tuned.toml --warm-start yesterday.json --solution today.json
  luthier solve mon.mps tue.mps wed.mps --warm chain      each from the answer to the one before
  luthier solve -- -odd-name.mps                   a file whose name looks like a flag

The answer goes to standard output, the log to standard error. Ctrl-C ends the run at its next step and reports the best
point; a second Ctrl-C ends it at once.

Parameters count in this order: command line (flags and --set over --tol and --accuracy; what is typed last counts), then
the environment, then the file of --params, then the preset.

Exit codes: 0 solved, 1 stopped without a proof, 2 wrong usage or input, 3 infeasible, 4 unbounded, 5 one of the two, 70 a bug,
130 Ctrl-C, 143 SIGTERM.";

pub const CHECK: &str = "Examples:
  luthier check model.mps                        sizes, kinds, ranges, warnings
  luthier check --json *.mps.gz                  the same for programs, many files at once

Exit codes: 0 all files are valid, 2 some are not.";

pub const VERIFY: &str = "Examples:
  luthier verify model.mps answer.json           is it optimal, and are its numbers right?
  luthier verify model.mps highs.sol --tol 1e-7  the answer of another solver
  luthier verify certificate.json past.study     every number of a certificate, computed again

The tolerances are those of --tol, else those that the file records. Everything is computed afresh from the model.

Exit codes: 0 what the file says is true, 6 it is false or not proven, 2 the files cannot be read or do not fit together.";

pub const CONVERT: &str = "Examples:
  luthier convert model.mps model.lp             LP format, which people can read
  luthier convert model.lp model.mps.gz          MPS, compressed
  luthier convert - - --to lp < model.mps        from standard input to standard output

Exit codes: 0 done, 2 the model cannot be read, or not be written in that format.";

pub const PARAMS: &str = "Examples:
  luthier params                                 all parameters
  luthier params weight_smoothing                one of them, explained
  luthier params --json                          all of them, for programs";

pub const FAMILIES: &str = "Examples:
  luthier families                                   all families with their parameters
  luthier families multipaths                        one of them
  luthier families transportation:60x90 --preview    sizes and ranges of a few instances
  luthier families past/ --preview                   a folder of files as a family

Exit codes: 0 done, 2 a wrong specification, or files that cannot be read.";

pub const GENERATE: &str = "Examples:
  luthier generate transportation:60x90 --count 100 --seed 1 --out data
  luthier generate qap15:objective=uniform(0.5) --count 20 --out data --format lp
  luthier generate perturb:model.mps,objective=gauss(0.05) --count 50 --out data

Quote parentheses and stars for the shell. The folder gets a file for each instance and manifest.jsonl, which says what is in them.
The same command continues what was interrupted; a larger --count adds to it.

Exit codes: 0 done, 2 wrong usage or input, 130 Ctrl-C, 143 SIGTERM.";

pub const TUNE: &str = "Examples:
  luthier tune                                       a built-in family, for a first look
  luthier tune past/                                 a folder of your own problems
  luthier tune transportation:60x90 --space paper    the paper's grid of theta and alpha
  luthier tune past/ --tol 1e-6 --budget 10m         to six digits, for ten minutes
  luthier solve today.mps --params past.study/tuned.toml";

pub const TUNE_LONG: &str = "Examples:
  luthier tune                                       a built-in family, for a first look
  luthier tune past/                                 a folder of your own problems
  luthier tune transportation:60x90 --space paper    the paper's grid of theta and alpha
  luthier tune past/ --tol 1e-6 --budget 10m         to six digits, for ten minutes
  luthier tune past/ --space 'theta=0.1..0.9:5 initial_weight_scale=0.1..10:5log' --search grid
  luthier tune past/ --preset reference --cost sgm --test recent/
  luthier tune decay-decay:200x2000 --shard 2/8 --study part2
  luthier tune --study past.study                    go on with a study
  luthier solve today.mps --params past.study/tuned.toml

A study is a folder. Every finished trial is stored at once: whatever ends the process, the same command goes on. Asking for more
problems, other settings or another search extends it; nothing is run twice. Solver parameters mean what they mean in
`luthier solve`; those that are tuned start from them.

Exit codes: 0 done (also where no improvement was found), 2 wrong usage or input, 130 Ctrl-C, 143 SIGTERM.";

pub const STUDY: &str = "Examples:
  luthier study past.study                           what it holds, the best settings, the cost along each parameter
  luthier study past.study --cost sgm --solved-at 1e-3   another cost, from the same trials
  luthier study past.study --profile theta           one parameter alone
  luthier study past.study --export trials.csv       all trials, for other programs

Exit codes: 0 done, 2 the study cannot be read.";

pub const MERGE: &str = "Examples:
  luthier merge whole part1 part2 part3              what three machines did, in one study
  luthier tune --study whole                         go on from there

Exit codes: 0 done, 2 a study cannot be read, asks something else, or contradicts another.";

pub const CERTIFY: &str = "Examples:
  luthier certify past.study                         the card, and certificate.json in the study
  luthier certify past.study --confidence 0.99       all certificates of the study together hold with 99%
  luthier verify past.study/certificate.json past.study

Exit codes: 0 done, also where no improvement could be proven; 2 the study cannot be certified; 130 Ctrl-C, 143 SIGTERM.";

pub const REPORT: &str = "Examples:
  luthier report past.study                          writes past.study/report.html
  luthier report past.study --open                   and shows it
  luthier report past.study --watch                  writes it again and again while the study goes on
  luthier report past.study --out - | gzip > report.html.gz
  luthier report past.study --figures figures        every chart as SVG and PNG

Exit codes: 0 done, also for a study that is not finished; 2 the study cannot be read or the page not be written; 130 Ctrl-C,
143 SIGTERM, when watching.";

pub const REPRODUCE: &str = "Examples:
  luthier reproduce                                  10 problems of each family and a coarse grid: minutes
  luthier reproduce --full                           100 problems and the whole grid: hours; the same command goes on
  luthier reproduce --only qap15 --only multipaths-90

Exit codes: 0 done, also where a claim does not hold; 2 wrong usage or a study that cannot be used; 130 Ctrl-C, 143 SIGTERM.";

pub const PLAN: &str = "Examples:
  luthier plan past.study --speedup 1.2              problems needed to certify 1.2
  luthier plan --gain 1.5 --spread 0.2               what 20, 50, 100, .. problems can be expected to show
  luthier plan --gain 1.5 --spread 0.2 --instances 80 --settings 721

Exit codes: 0 done, 2 wrong usage or input.";

pub const MONITOR: &str = "Examples:
  luthier monitor past.study/certificate.json solves.jsonl
  tail -f solves.jsonl | luthier monitor past.study/certificate.json --json

Exit codes: 0 nothing speaks against the certificate, 6 it is no longer supported, 2 wrong input.";

pub const THEORY: &str = "Examples:
  luthier theory                                     the bounds for the paper's six distributions
  luthier theory model.mps                           for the sizes of a model, each with its formula
  luthier theory past.study --delta 0.01             for the largest sizes of a study
  luthier theory --variables 1350 --inequalities 75 --upper 0 --outer 10 --inner 500

Exit codes: 0 done, 2 wrong usage, or a model or study that cannot be read.";

pub const STRUCTURE: &str = "Examples:
  luthier structure                                  a built-in problem, along theta
  luthier structure model.mps --parameter alpha      a file, along another parameter
  luthier structure transportation:5x8 --index 3 --from 0.4 --to 0.6 --points 257
  luthier structure transportation:3x4 --map --iteration-limit 2000";

pub const STRUCTURE_LONG: &str = "Examples:
  luthier structure                                  a built-in problem, along theta
  luthier structure model.mps --parameter alpha      a file, along another parameter
  luthier structure transportation:5x8 --index 3 --from 0.4 --to 0.6 --points 257
  luthier structure model.mps --parameter initial_weight_scale --from 0.01 --to 100 --log-scale
  luthier structure model.mps --by decisions --runs 5000
  luthier structure transportation:3x4 --map --iteration-limit 2000 --eta 0.01..1 --omega 0.1..10

The iterations of a run change only where one of its decisions flips: a step that is rejected, a restart, the end. The values of
a grid are run first, then those in the middle between neighbours that differ, until the boundaries are known to --resolution or
--runs are spent. What other values come to is not known: there may be more pieces. Nothing depends on --threads and --lanes.

Exit codes: 0 done, 2 wrong usage or input, 130 Ctrl-C, 143 SIGTERM; what was found until then is reported.";

pub const COMPLETIONS: &str = "Examples:
  luthier completions bash > ~/.local/share/bash-completion/completions/luthier
  luthier completions zsh > ~/.zfunc/_luthier
  luthier completions fish > ~/.config/fish/completions/luthier.fish";

pub const MAN: &str = "Examples:
  luthier man | man -l -                         read the page of the command
  luthier man --out ~/.local/share/man/man1      write the pages of all commands";
