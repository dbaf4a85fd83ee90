use super::ExitCode;

#[test]
fn numbers_are_those_that_are_documented() {
    let numbers: Vec<u8> = ExitCode::ALL.into_iter().map(ExitCode::number).collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn of_several_codes_the_first_in_the_order_is_given() {
    let order: Vec<u8> = ExitCode::PRECEDENCE.into_iter().map(ExitCode::number).collect();
    assert_eq!(order, [5, 2, 1, 4, 3]);
    for (rank, first) in ExitCode::PRECEDENCE.into_iter().enumerate() {
        assert_eq!(first.and(ExitCode::Fine), first);
        for second in ExitCode::PRECEDENCE.into_iter().skip(rank) {
            assert_eq!(first.and(second), first);
            assert_eq!(second.and(first), first);
        }
    }
    assert_eq!(ExitCode::Fine.and(ExitCode::Fine), ExitCode::Fine);
}
