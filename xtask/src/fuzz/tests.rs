use super::*;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// A short stretch of the million that `cargo xtask fuzz` does; see `docs/validation.md`.
#[test]
fn no_input_of_the_first_runs_breaks_a_target() {
    for target in TARGETS {
        let seeds = seeds(root(), target).unwrap();
        match run(target, &seeds, 0..1_500) {
            Ok(done) => assert_eq!(done, 1_500),
            Err(failure) => panic!("{}: run {}: {}", target.name, failure.run, failure.what),
        }
    }
}

#[test]
fn the_seeds_themselves_are_fine() {
    for target in TARGETS {
        for seed in seeds(root(), target).unwrap() {
            (target.feed)(&seed).unwrap();
        }
    }
}

#[test]
fn an_input_is_known_by_its_number() {
    let seeds = seeds(root(), &TARGETS[0]).unwrap();
    let inputs: Vec<Vec<u8>> = (0..200).map(|run| mutate::input(&seeds, run)).collect();
    let again: Vec<Vec<u8>> = (0..200).map(|run| mutate::input(&seeds, run)).collect();
    assert!(inputs == again);
    let distinct: std::collections::BTreeSet<_> = inputs.iter().collect();
    assert!(distinct.len() > 190, "{} of 200", distinct.len());
    assert!(
        inputs.iter().all(|input| !seeds.contains(input)),
        "each is changed"
    );
}

#[test]
fn a_panic_and_what_cannot_be_are_failures_with_their_run() {
    let target = |feed| Target {
        name: "test",
        seeds: "",
        feed,
    };
    let seeds = vec![b"seed".to_vec()];
    let panics = run(&target(|_| panic!("no {}", 7)), &seeds, 5..9).unwrap_err();
    assert_eq!((panics.run, panics.what.as_str()), (5, "a panic: no 7"));
    let says = run(&target(|_| Err("wrong".to_owned())), &seeds, 6..9).unwrap_err();
    assert_eq!((says.run, says.what.as_str()), (6, "wrong"));
    assert_eq!(run(&target(|_| Ok(())), &seeds, 6..9).unwrap(), 3);
}
