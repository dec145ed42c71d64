//! The size of the memory of the module.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_module = std::env::var("CARGO_CFG_TARGET_FAMILY").is_ok_and(|family| family == "wasm");
    if is_module {
        // Of one question; the page says so where it is not enough.
        println!("cargo::rustc-cdylib-link-arg=--max-memory={}", 1 << 30);
        // Rules and their formulas are read by descent.
        println!("cargo::rustc-cdylib-link-arg=-zstack-size={}", 16 << 20);
    }
}
