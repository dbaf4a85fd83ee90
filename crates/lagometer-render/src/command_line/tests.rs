use super::word;

#[test]
fn a_name_is_written_as_a_shell_reads_it() {
    let check = |name: &str, expect: &str| assert_eq!(word(name), expect);
    check("page.heapsnapshot", "page.heapsnapshot");
    check("a/b-c_1.gz", "a/b-c_1.gz");
    check("my page", "'my page'");
    check("it's", r"'it'\''s'");
    check("-x", "'./-x'");
    check("", "''");
    check("ä", "'ä'");
}
