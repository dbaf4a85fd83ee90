use super::IdSet;
use proptest::prelude::*;
use std::collections::BTreeSet;

proptest! {
    #[test]
    fn it_knows_what_it_has_seen(ids in proptest::collection::vec(
        prop_oneof![0_u64..5000, any::<u64>(), (0_u64..3000).prop_map(|n| n << 13)], 0..1500,
    )) {
        let (mut set, mut reference) = (IdSet::default(), BTreeSet::new());
        for id in ids {
            prop_assert_eq!(set.insert(id), reference.insert(id));
        }
    }
}
