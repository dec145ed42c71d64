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

#[test]
fn the_editor_offers_every_function_of_the_language() {
    let offered = include_str!("../../../web/src/language.ts");
    let (_, rest) = offered.split_once("const FUNCTIONS = rows(`").expect("the table of functions");
    let (table, _) = rest.split_once('`').expect("its end");
    let rows = table.split([';', '\n']).filter_map(|row| row.split_once('|'));
    let mut offered: Vec<&str> = rows.map(|(name, _)| name.trim()).collect();
    offered.sort_unstable();
    let mut known: Vec<&str> = expr::function::names().collect();
    known.sort_unstable();
    let missing: Vec<_> = known.iter().filter(|name| !offered.contains(name)).collect();
    let is_fold = |name: &str| matches!(name, "all" | "any" | "count" | "first");
    let unknown = offered.iter().filter(|name| !known.contains(name) && !is_fold(name));
    let unknown: Vec<_> = unknown.collect();
    assert!(missing.is_empty() && unknown.is_empty(), "missing {missing:?}, unknown {unknown:?}");
}
