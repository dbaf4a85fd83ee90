//! Chrome Trace Event bytes and CDP or process counters into metrics of one window.
#![deny(missing_docs)]
