use super::remark::Remark;

/// What an answer says of its numbers is part of it: a change here is a change of what they mean.
#[test]
fn what_is_said_with_the_numbers() {
    let said = Remark::ALL.map(|remark| {
        let remark = remark.said();
        assert!(remark.short.chars().count() <= 84, "{}", remark.short);
        format!("{}\n  {}\n  {}\n", remark.code, remark.short, remark.text)
    });
    insta::assert_snapshot!("remarks", said.concat());
}
