//! What `luthier report` can be told.

use clap::Args;
use clap::builder::FalseyValueParser;
use std::path::PathBuf;

/// What `luthier report` can be told.
#[derive(Args)]
pub struct ReportArguments {
    /// The folder of the study
    #[arg(value_name = "STUDY")]
    pub study: PathBuf,
    /// Where the page goes; - is standard output [default: report.html in the study]
    #[arg(long, env = "LUTHIER_OUT", value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write every chart as SVG and PNG into a folder too
    #[arg(long, env = "LUTHIER_FIGURES", value_name = "DIR")]
    pub figures: Option<PathBuf>,
    /// Open the page in a browser
    #[arg(long, env = "LUTHIER_OPEN", value_parser = FalseyValueParser::new())]
    pub open: bool,
    /// Write the page again every few seconds, until the study is finished
    #[arg(long, env = "LUTHIER_WATCH", value_parser = FalseyValueParser::new())]
    pub watch: bool,
    /// Say nothing on standard error but warnings and errors
    #[arg(short, long, env = "LUTHIER_QUIET", value_parser = FalseyValueParser::new())]
    pub quiet: bool,
}
