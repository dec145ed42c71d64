//! The example runs and shows what it says.

#[path = "../../examples/certificate.rs"]
mod certificate;

#[test]
fn the_example_is_accepted_and_its_alteration_rejected() {
    let accepted = certificate::checked().expect("accepted");
    assert_eq!(accepted.statement, "lose iff n = 0 or v2(n) % 2 = 1");
    let altered = certificate::CERTIFICATE.replace("% 2 = 1", "% 2 = 0");
    assert!(checker::verify(&altered).is_err());
    certificate::main();
}
