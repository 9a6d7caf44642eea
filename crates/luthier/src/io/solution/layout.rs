//! How JSON is laid out: objects over several lines, lists on one.

use serde_json::ser::Formatter;
use std::io::{Result, Write};

/// Objects nested deeper than this stay on one line.
const DEEPEST: usize = 3;

/// Lines that people can read and programs can compare, without a line for every number.
#[derive(Default)]
pub(super) struct Layout {
    objects: usize,
    lists: usize,
    /// Whether the innermost object has an entry.
    filled: bool,
}

impl Layout {
    fn flat(&self) -> bool {
        self.lists > 0 || self.objects > DEEPEST
    }

    fn new_line<W: ?Sized + Write>(&self, out: &mut W) -> Result<()> {
        out.write_all(b"\n")?;
        (0..self.objects).try_for_each(|_| out.write_all(b"  "))
    }
}

impl Formatter for Layout {
    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.objects += 1;
        self.filled = false;
        out.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> Result<()> {
        match (self.flat(), first) {
            (true, true) => Ok(()),
            (true, false) => out.write_all(b", "),
            (false, true) => self.new_line(out),
            (false, false) => out.write_all(b",").and_then(|()| self.new_line(out)),
        }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, _out: &mut W) -> Result<()> {
        self.filled = true;
        Ok(())
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        let flat = self.flat();
        self.objects -= 1;
        if !flat && self.filled {
            self.new_line(out)?;
        }
        self.filled = true;
        out.write_all(b"}")
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.lists += 1;
        out.write_all(b"[")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.lists -= 1;
        out.write_all(b"]")
    }
}
