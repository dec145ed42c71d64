//! A certificate checked: `cargo run -p checker --example certificate`.
//!
//! It proves who wins the game Mark (take one stone or halve the heap) for every heap.
#![allow(clippy::print_stdout, reason = "an example shows what it finds")]

use checker::{Accepted, Rejected};

/// The certificate, as `mexlab prove` wrote it.
pub(crate) const CERTIFICATE: &str = include_str!("mark.json");

/// The certificate's verdict.
///
/// # Errors
/// The checker rejects it.
pub(crate) fn checked() -> Result<Accepted, Rejected> {
    checker::verify(CERTIFICATE)
}

/// Prints what is proved, and why an altered law is rejected.
pub(crate) fn main() {
    match checked() {
        Ok(accepted) => {
            println!("proved    {}\nby        {}", accepted.statement, accepted.theorem)
        }
        Err(why) => println!("rejected  {why}"),
    }
    let altered = CERTIFICATE.replace("v2(n) % 2 = 1", "v2(n) % 2 = 0");
    if let Err(why) = checker::verify(&altered) {
        println!("rejected  {why}");
    }
}
