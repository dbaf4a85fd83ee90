//! drive Chrome, open one window, leave artifacts.
#![deny(missing_docs)]
