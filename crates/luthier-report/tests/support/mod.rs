//! What the tests of reports share.
#![allow(dead_code)] // Every test target uses a part of it.

pub mod browser;
pub mod demo;
