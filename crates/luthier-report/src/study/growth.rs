//! What more and more problems prove.

use super::gallery::Gallery;
use super::subject::Subject;
use crate::chart::{Axis, Chart, LineChart, Point, Rule, Series};
use crate::page::{Digits, Section, Table};
use luthier_tune::insight::{self, Growth, GrowthBasis, growth};

/// The section, if the tuned setting and the default were run on problems that had no part in the choice.
pub fn section(subject: &Subject, gallery: &mut Gallery) -> Option<Section> {
    let last = subject.chronicle.openings.last();
    let (confidence, opening) = last.map_or((insight::CONFIDENCE, 1), |o| (o.confidence, o.number));
    let growth = growth(&subject.view, subject.setting?, confidence, opening)?;
    if growth.points.len() < 2 {
        return None;
    }
    let figure = gallery.hang(draw(&growth), caption(&growth), numbers(&growth));
    Some(Section::new("growth", "What more problems prove").short("Certificate and N").with(figure))
}

fn caption(growth: &Growth) -> String {
    let basis = match growth.basis {
        GrowthBasis::Sealed => {
            "The sealed problems, in their order; the last bound is what a certificate takes from them."
        }
        GrowthBasis::Test => {
            "The test problems, in their order: a preview of what sealed ones would prove, which certifies nothing."
        }
    };
    format!(
        "{basis} Speed-up in the shifted geometric mean; costs above {:.0} count as that. Each bound is wrong with a probability \
         of at most {:.2}%, on its own.",
        growth.cap,
        100.0 * growth.delta
    )
}

fn draw(growth: &Growth) -> Chart {
    let title = "Speed-up: seen, and proven, by the number of problems";
    let (x, y) = (Axis::log("problems"), Axis::linear("times faster").including(1.0));
    let mut chart = LineChart::new("growth", title, x, y);
    let seen = growth.points.iter().map(|p| {
        Point::new(p.instances as f64, p.seen).tip(format!("{} problems: seen {:.3}", p.instances, p.seen))
    });
    let proven = growth.points.iter().map(|p| {
        Point::new(p.instances as f64, p.bound)
            .tip(format!("{} problems: at least {:.3}", p.instances, p.bound))
    });
    chart = chart.series(Series::new("seen", seen)).series(Series::new("at least", proven));
    chart.rule(Rule::horizontal(1.0, "no difference")).draw()
}

fn numbers(growth: &Growth) -> Table {
    let points = &growth.points;
    Table::new()
        .count("problems", points.iter().map(|p| p.instances as f64))
        .number("seen", Digits::Fixed(4), points.iter().map(|p| p.seen))
        .number("at least", Digits::Fixed(4), points.iter().map(|p| p.bound))
}
