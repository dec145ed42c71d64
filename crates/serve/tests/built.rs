//! The built page is that of its sources.

use std::fs;
use std::path::Path;

/// FNV-1a of 64 bits, as `web/stamp.mjs` computes it.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn the_built_page_is_no_older_than_its_sources() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let stamped = fs::read_to_string(web.join("dist/sources.txt")).expect("web/dist/sources.txt");
    let help = "the page is older than its sources: run `npm ci && npm run build` in web/";
    let mut names: Vec<&str> = Vec::new();
    for line in stamped.lines() {
        let (stamp, name) = line.split_once("  ").expect("a hash and a name");
        let bytes = fs::read(web.join(name)).unwrap_or_default();
        assert_eq!(stamp, format!("{:016x}", hash(&bytes)), "{name}: {help}");
        names.push(name);
    }
    let sources = fs::read_dir(web.join("src")).expect("web/src");
    for entry in sources {
        let name = format!("src/{}", entry.expect("an entry").file_name().to_string_lossy());
        assert!(names.contains(&name.as_str()), "{name}: {help}");
    }
}
