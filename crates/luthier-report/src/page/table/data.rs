//! Tables as data for the script.

use super::{Column, Table, Values};
use crate::page::json::embedded;
use crate::page::writer::Writer;
use serde::Serialize;

/// A table, column by column.
#[derive(Serialize)]
struct Data<'a> {
    columns: Vec<ColumnData<'a>>,
    marked: &'a [usize],
}

#[derive(Serialize)]
struct ColumnData<'a> {
    title: &'a str,
    /// `text`, or how numbers are shown.
    kind: String,
    values: Vec<Cell<'a>>,
    /// Tones of the values, for a column of words with tones.
    #[serde(skip_serializing_if = "Option::is_none")]
    tones: Option<Vec<&'static str>>,
}

/// A value. JSON has no infinities: they are written as words.
#[derive(Serialize)]
#[serde(untagged)]
enum Cell<'a> {
    Words(&'a str),
    Whole(i64),
    Number(f64),
    Missing,
}

/// Writes the data of a table; returns the identifier of their element.
pub(in crate::page) fn write_data(table: &Table, w: &mut Writer) -> String {
    let data = Data { columns: table.columns.iter().map(column).collect(), marked: &table.marked };
    let id = w.id();
    w.within("script", &[("type", "application/json"), ("id", &id)], |w| w.content(&embedded(&data)));
    id
}

fn column(column: &Column) -> ColumnData<'_> {
    let (kind, values, tones) = match &column.values {
        Values::Text(values) => {
            ("text".to_owned(), values.iter().map(|words| Cell::Words(words)).collect(), None)
        }
        Values::Status(values) => (
            "text".to_owned(),
            values.iter().map(|(_, words)| Cell::Words(words)).collect(),
            Some(values.iter().map(|(tone, _)| tone.class()).collect()),
        ),
        Values::Number(values, digits) => (digits.kind(), values.iter().map(|x| number(*x)).collect(), None),
    };
    ColumnData { title: &column.title, kind, values, tones }
}

fn number(x: f64) -> Cell<'static> {
    // Up to here whole numbers are exact, and shorter without a point.
    const EXACT: f64 = 9e15;
    match x {
        x if x.is_nan() => Cell::Missing,
        f64::INFINITY => Cell::Words("Infinity"),
        f64::NEG_INFINITY => Cell::Words("-Infinity"),
        x if x == x.trunc() && x.abs() < EXACT => Cell::Whole(x as i64),
        x => Cell::Number(x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::number::Digits;
    use crate::page::tone::Tone;

    #[test]
    fn data_are_whole() {
        let numbers = [1.0, 0.1, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300];
        let table = Table::new()
            .text("a", ["</script>"])
            .number("b", Digits::Significant(3), numbers)
            .status("c", [(Tone::Bad, "no")])
            .mark(2);
        let mut writer = Writer::default();
        assert_eq!(write_data(&table, &mut writer), "_1");
        assert_eq!(
            writer.finish(),
            "<script type=\"application/json\" id=\"_1\">{\"columns\":[\
             {\"title\":\"a\",\"kind\":\"text\",\"values\":[\"\\u003c/script\\u003e\"]},\
             {\"title\":\"b\",\"kind\":\"significant 3\",\"values\":[1,0.1,null,\"Infinity\",\"-Infinity\",1e+300]},\
             {\"title\":\"c\",\"kind\":\"text\",\"values\":[\"no\"],\"tones\":[\"bad\"]}],\"marked\":[2]}</script>"
        );
    }
}
