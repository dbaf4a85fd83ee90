use super::*;

#[test]
fn resident_memory_is_read_in_bytes() {
    let status = "Name:\tchromium\nVmHWM:\t  300000 kB\nVmRSS:\t  123456 kB\nThreads:\t17\n";
    assert_eq!(resident_bytes(status), Some(123_456 * 1024));
    // One that has ended and is not reaped has no memory any more.
    assert_eq!(resident_bytes("Name:\tchromium\nState:\tZ (zombie)\n"), None);
    assert_eq!(resident_bytes("VmRSS:\t  12 pages\n"), None);
    assert_eq!(resident_bytes("VmRSS:\t 99999999999999999999 kB\n"), None);
}

#[test]
fn our_own_process_has_memory_and_no_process_says_so() {
    let own = resident_memory(std::process::id().into());
    assert!(
        matches!(own, Measured::Value(bytes) if bytes > 100_000.0),
        "{own:?}"
    );
    assert_eq!(resident_memory(-1).reason(), Some(Reason::NotReported));
}
