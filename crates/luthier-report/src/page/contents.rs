//! The table of contents.

use super::anchor::anchor;
use super::section::Section;
use super::shown::brief;
use super::writer::Writer;

/// Links to all sections.
pub(super) fn write_contents(sections: &[Section], w: &mut Writer) {
    w.within("nav", &[("class", "contents"), ("aria-label", "Contents")], |w| {
        w.within("ol", &[], |w| {
            for section in sections {
                let target = format!("#{}", anchor(&section.id));
                // Words alone: a link cannot hold another one.
                w.within("li", &[], |w| {
                    w.element("a", &[("href", &target)], &brief(&section.listed().words()))
                });
            }
        });
    });
}
