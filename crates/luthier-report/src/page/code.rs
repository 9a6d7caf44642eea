//! What is typed, and what stands in files.

use super::text::write_name;
use super::writer::Writer;

/// Text to copy.
#[derive(Clone, Debug, PartialEq)]
pub struct Code {
    title: String,
    text: String,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    File,
    Console,
}

impl Code {
    /// The content of a file, under its name.
    pub fn file(title: impl Into<String>, text: impl Into<String>) -> Code {
        Code { title: title.into(), text: text.into(), kind: Kind::File }
    }

    /// A session: lines that begin with `$ ` are commands, and those alone are copied, without their prompt.
    pub fn console(title: impl Into<String>, text: impl Into<String>) -> Code {
        Code { title: title.into(), text: text.into(), kind: Kind::Console }
    }

    pub(super) fn write(&self, w: &mut Writer) {
        let class = match self.kind {
            Kind::File => "code",
            Kind::Console => "code console",
        };
        w.within("div", &[("class", class)], |w| {
            w.within("div", &[("class", "code-title")], |w| {
                write_name(&self.title, w);
                w.element("button", &[("type", "button"), ("class", "copy scripted")], "Copy");
            });
            w.within("pre", &[("tabindex", "0")], |w| w.within("code", &[], |w| self.write_lines(w)));
        });
    }

    fn write_lines(&self, w: &mut Writer) {
        for line in self.text.lines() {
            match line.strip_prefix("$ ") {
                Some(command) if self.kind == Kind::Console => {
                    w.element("span", &[("class", "prompt")], "$ ");
                    w.element("span", &[("class", "command")], command);
                }
                _ => write_line(line, w),
            }
            w.raw("\n");
        }
    }
}

/// A line; tabs may indent it.
fn write_line(line: &str, w: &mut Writer) {
    for (i, piece) in line.split('\t').enumerate() {
        if i > 0 {
            w.raw("\t");
        }
        w.text(piece);
    }
}
