//! The charts of a report: on the page with their numbers, and for files of their own.

use crate::chart::Chart;
use crate::page::{Figure, Svg, Table, Text};

/// All charts so far.
#[derive(Default)]
pub struct Gallery {
    /// Those that become files.
    pub charts: Vec<Chart>,
}

impl Gallery {
    /// A figure of the page that becomes a file too.
    pub fn hang(&mut self, chart: Chart, caption: impl Into<Text>, numbers: Table) -> Figure {
        let figure = show(&chart, caption, numbers);
        self.charts.push(chart);
        figure
    }
}

/// A figure of the page alone.
pub fn show(chart: &Chart, caption: impl Into<Text>, numbers: Table) -> Figure {
    let figure = Figure::new(Svg::new(chart.svg()), chart.title()).caption(caption);
    figure.numbers(numbers, chart.id())
}
