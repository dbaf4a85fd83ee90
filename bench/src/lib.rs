//! Throughput benches; see `benches/`.
