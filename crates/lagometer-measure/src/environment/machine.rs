//! What the system tells about the machine; absent where it does not.

use lagometer_report::Cpu;
use std::fs;

/// The machine.
pub(super) struct Machine {
    pub cpu: Cpu,
    pub memory_bytes: Option<u64>,
    pub load_1m: Option<f64>,
}

/// Reads `/proc`, where there is one.
pub(super) fn read() -> Machine {
    let text = |path| fs::read_to_string(path).ok();
    Machine {
        cpu: Cpu {
            model: text("/proc/cpuinfo").as_deref().and_then(cpu_model),
            cores: std::thread::available_parallelism()
                .ok()
                .and_then(|cores| u32::try_from(cores.get()).ok()),
        },
        memory_bytes: text("/proc/meminfo").as_deref().and_then(memory_bytes),
        load_1m: text("/proc/loadavg").as_deref().and_then(load_1m),
    }
}

/// `model name : ...` of the first processor; ARM machines have none.
pub(super) fn cpu_model(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    let (_, model) = line.split_once(':')?;
    Some(model.trim().to_owned()).filter(|model| !model.is_empty())
}

/// `MemTotal: 25165824 kB`.
pub(super) fn memory_bytes(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// `0.42 0.30 0.25 1/400 1234`.
pub(super) fn load_1m(loadavg: &str) -> Option<f64> {
    loadavg
        .split_ascii_whitespace()
        .next()?
        .parse()
        .ok()
        .filter(|load: &f64| load.is_finite())
}
