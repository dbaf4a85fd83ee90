use super::*;
use proptest::prelude::*;

fn check(numbers: &[u64]) {
    let (mut bits, mut rice) = (BitWriter::default(), Rice::default());
    for number in numbers {
        rice.write(*number, &mut bits);
        rice.write_signed(*number as i64, &mut bits);
    }
    let bytes = bits.finish();
    let (mut bits, mut rice) = (BitReader::new(&bytes), Rice::default());
    for number in numbers {
        assert_eq!(rice.read(&mut bits), *number);
        assert_eq!(rice.read_signed(&mut bits), *number as i64);
    }
}

#[test]
fn every_length_comes_back() {
    let powers = (0..64).flat_map(|bit| [1_u64 << bit, (1 << bit) - 1]);
    let numbers: Vec<u64> = powers.chain([u64::MAX, 0]).collect();
    check(&numbers);
    let backwards: Vec<u64> = numbers.into_iter().rev().collect();
    check(&backwards);
    check(&[]);
}

#[test]
fn small_numbers_take_little() {
    let mut bits = BitWriter::default();
    let mut rice = Rice::default();
    for at in 0..8_000 {
        rice.write(40 + at % 50, &mut bits);
    }
    assert_eq!(bits.finish().len() / 1_000, 7, "bits each");
}

#[test]
fn what_is_cut_off_reads_as_something() {
    let mut rice = Rice::default();
    let mut bits = BitReader::new(&[]);
    for _ in 0..100 {
        rice.read(&mut bits);
    }
}

proptest! {
    #[test]
    fn what_is_written_is_read(numbers in prop::collection::vec((any::<u64>(), 0_u32..64), 0..300)) {
        let numbers: Vec<u64> = numbers.into_iter().map(|(number, less)| number >> less).collect();
        check(&numbers);
    }
}
