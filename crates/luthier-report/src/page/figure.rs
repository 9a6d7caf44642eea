//! Figures.

use super::download::write_button;
use super::svg::Svg;
use super::table::{Table, write_data};
use super::text::Text;
use super::writer::Writer;

/// A drawing with what it shows, and the numbers behind it.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// The drawing.
    pub svg: Svg,
    /// What it shows.
    pub title: Text,
    /// How to read it; may be empty.
    pub caption: Text,
    /// The numbers behind it, and the name of their file without its ending.
    pub numbers: Option<(Table, String)>,
}

/// Figures side by side, to be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// What they show together.
    pub title: Text,
    /// How to read them; may be empty.
    pub caption: Text,
    /// The figures.
    pub figures: Vec<Figure>,
    /// How many stand beside each other on a wide screen: 2, 3 or 4.
    pub columns: usize,
}

/// Rows of numbers that are shown at once; more are paged.
const SHOWN: usize = 100;

impl Figure {
    /// A drawing with what it shows.
    pub fn new(svg: Svg, title: impl Into<Text>) -> Figure {
        Figure { svg, title: title.into(), caption: Text::new(), numbers: None }
    }

    /// Says how to read it.
    pub fn caption(mut self, caption: impl Into<Text>) -> Figure {
        self.caption = caption.into();
        self
    }

    /// Gives the numbers behind it, and a name for their file.
    pub fn numbers(mut self, table: Table, file: impl Into<String>) -> Figure {
        self.numbers = Some((table, file.into()));
        self
    }

    pub(super) fn write(&self, w: &mut Writer) {
        w.within("figure", &[("class", "single")], |w| self.write_content(w));
    }

    fn write_content(&self, w: &mut Writer) {
        w.within("div", &[("class", "drawing")], |w| w.drawing(&self.svg));
        write_caption(&self.title, &self.caption, w);
        if let Some((table, file)) = &self.numbers {
            write_numbers(table, file, w);
        }
    }
}

impl Grid {
    /// Figures side by side, two in a row.
    pub fn new(title: impl Into<Text>, figures: Vec<Figure>) -> Grid {
        Grid { title: title.into(), caption: Text::new(), figures, columns: 2 }
    }

    /// Says how many stand beside each other on a wide screen: 2, 3 or 4.
    pub fn columns(mut self, columns: usize) -> Grid {
        self.columns = columns;
        self
    }

    /// Says how to read them.
    pub fn caption(mut self, caption: impl Into<Text>) -> Grid {
        self.caption = caption.into();
        self
    }

    pub(super) fn write(&self, w: &mut Writer) {
        let class = match self.columns {
            ..=2 => "grid two",
            3 => "grid three",
            4.. => "grid four",
        };
        w.within("figure", &[("class", "single")], |w| {
            w.within("div", &[("class", class)], |w| {
                for figure in &self.figures {
                    w.within("figure", &[], |w| figure.write_content(w));
                }
            });
            write_caption(&self.title, &self.caption, w);
        });
    }
}

fn write_caption(title: &Text, caption: &Text, w: &mut Writer) {
    w.within("figcaption", &[], |w| {
        w.within("strong", &[], |w| title.write(w));
        if !caption.is_empty() {
            w.raw(" ");
            caption.write(w);
        }
    });
}

fn write_numbers(table: &Table, file: &str, w: &mut Writer) {
    w.within("details", &[("class", "numbers")], |w| {
        w.element("summary", &[], "Show the numbers");
        if table.rows() > SHOWN {
            table.clone().big(file).write(w);
        } else {
            let data = write_data(table, w);
            table.write(w);
            write_button(&data, file, "Download CSV", w);
        }
    });
}
