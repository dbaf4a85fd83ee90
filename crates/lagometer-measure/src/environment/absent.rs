//! Why a condition is not known: no null stands alone.

use lagometer_metric::Reason;
use lagometer_report::{Absence, Cpu, Environment};

/// The environment with a reason for everything that is not known in it.
pub(super) fn explained(environment: Environment) -> Environment {
    let Environment {
        lagometer: _,
        browser: _,
        v8: _,
        headless: _,
        flags: _,
        os: _,
        arch: _,
        cpu: Cpu { model, cores },
        memory_bytes,
        gpu,
        viewport: _,
        // A number, which has its own reason.
        refresh: _,
        visibility,
        throttling,
        cache,
        trace_buffer_bytes,
        load_1m,
        absent: _,
    } = &environment;
    let fields = [
        (
            "cpu.model",
            model.is_none(),
            of_the_system("/proc/cpuinfo", "`model name`"),
        ),
        (
            "cpu.cores",
            cores.is_none(),
            Absence::new(Reason::NotReported, "the system does not say how many there are"),
        ),
        (
            "memory_bytes",
            memory_bytes.is_none(),
            of_the_system("/proc/meminfo", "`MemTotal`"),
        ),
        (
            "gpu",
            gpu.is_none(),
            Absence::new(
                Reason::NotReported,
                "the browser names neither a renderer nor a device",
            ),
        ),
        ("visibility", visibility.is_none(), of_the_page()),
        ("throttling", throttling.is_none(), of_a_scenario()),
        ("cache", cache.is_none(), of_a_scenario()),
        (
            "trace_buffer_bytes",
            trace_buffer_bytes.is_none(),
            of_a_scenario(),
        ),
        (
            "load_1m",
            load_1m.is_none(),
            of_the_system("/proc/loadavg", "load average"),
        ),
    ];
    let unknown = fields.into_iter().filter(|(_, is_absent, _)| *is_absent);
    let absent = unknown.map(|(field, _, why)| (field.to_owned(), why)).collect();
    Environment {
        absent,
        ..environment
    }
}

fn of_the_page() -> Absence {
    Absence::new(Reason::NotRecorded, "no page was asked")
}

fn of_a_scenario() -> Absence {
    Absence::new(Reason::NotRecorded, "only a scenario says it")
}

fn of_the_system(file: &str, what: &str) -> Absence {
    match cfg!(target_os = "linux") {
        true => Absence::new(Reason::NotReported, format!("`{file}` has no {what}")),
        false => Absence::new(Reason::NotRecorded, format!("only read on Linux, from `{file}`")),
    }
}
