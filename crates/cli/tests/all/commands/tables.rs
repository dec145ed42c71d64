//! Tables, and their summaries.

use super::{folder, good, json};
use crate::program::{Ran, run};
use std::fs;

#[test]
fn one_thread_or_two_give_the_same_bytes() {
    let folder = folder();
    for game in ["wythoff --to 40", "lasker --to 300", "moore-nim -p m=3", "bash -p m=1..4 --to 60"]
    {
        let of = |threads: u32| {
            let out = format!("threads-{threads}");
            good(folder.path(), &format!("run {game} --threads {threads} --out {out}"));
            let name = game.split(' ').next().expect("a name");
            let name = folder.path().join(out).join(name);
            let (certificates, mut files) = (name.join("certificates"), Vec::new());
            for folder in [Some(&name), Some(&certificates).filter(|c| c.is_dir())] {
                let listed = folder.into_iter().flat_map(|f| fs::read_dir(f).expect("a folder"));
                let paths = listed.map(|file| file.expect("a file").path());
                files.extend(paths.filter(|path| path.is_file()).map(|path| {
                    let name = path.file_name().expect("a name").to_owned();
                    (name, fs::read(&path).expect("readable"))
                }));
            }
            files.sort();
            files
        };
        let (one, two) = (of(1), of(2));
        assert!(one.len() >= 4, "{game}");
        for ((name, left), (other, right)) in one.iter().zip(&two) {
            assert_eq!(name, other, "{game}");
            assert!(left == right, "{game}: {} differs", name.display());
        }
        let table = |n| good(folder.path(), &format!("table {game} --threads {n}"));
        assert_eq!(table(1), table(2), "{game}");
    }
}

#[test]
fn table_in_each_format() {
    let folder = folder();
    let path = folder.path();
    let csv = good(path, "table subtraction -p S=1,3,4 --to 6 --quantity sg,win,misere");
    let expected =
        "n,sg,win,misere\n0,0,0,1\n1,1,1,0\n2,0,0,1\n3,1,1,0\n4,2,1,1\n5,3,1,1\n6,2,1,1\n";
    assert_eq!(csv, expected);
    let object = json(&good(path, "table wythoff --to a=1,b=2 --quantity sg --format json"));
    assert_eq!(object["columns"], serde_json::json!(["a", "b", "sg"]));
    assert_eq!(object["rows"][5], serde_json::json!([1, 2, 0]));
    let text = good(path, "table bash -p m=2 --to 5 --quantity sg --format text");
    assert!(text.contains("+0"), "{text}");
}

#[test]
fn rules_by_path_by_name_by_code_and_by_text() {
    let folder = folder();
    let path = folder.path();
    let rule = "game mine = bash(m = 3)\n";
    fs::write(path.join("mine.game"), rule).expect("written");
    let by_path = good(path, "table mine.game --to 20 --quantity sg");
    assert_eq!(good(path, "table bash -p m=3 --to 20 --quantity sg"), by_path);
    assert_eq!(good(path, "table subtract:1,2,3 --to 20 --quantity sg"), by_path);
    let lines = ["-e", "heap n", "-e", "move n - k for k in 1..min(n, 3)"];
    let arguments = ["table"].into_iter().chain(lines).chain(["--to", "20", "--quantity", "sg"]);
    assert_eq!(run(path, &arguments.collect::<Vec<_>>(), "").out, by_path);
    assert_eq!(good(path, "table bash -p m=3 --to 20 --quantity sg --kernel oracle"), by_path);
    // A rule beside the file comes before the catalogue's.
    fs::write(path.join("bash.game"), "game bash(m = 1)\nheap n\nmove n - m if n >= m\n")
        .expect("written");
    assert_ne!(good(path, "table mine.game --to 20 --quantity sg"), by_path);
}

#[test]
fn families_starts_and_boards() {
    let folder = folder();
    let family = good(folder.path(), "table bash -p m=1..2 --to 3 --quantity sg");
    assert_eq!(family, "m,n,sg\n1,0,0\n1,1,1\n1,2,0\n1,3,1\n2,0,0\n2,1,1\n2,2,2\n2,3,0\n");
    let starts = good(folder.path(), "table fibonacci-nim --starts --to 5 --quantity win");
    assert_eq!(starts, "n,win\n1,0\n2,0\n3,0\n4,1\n5,0\n");
    let boards = good(folder.path(), "table ruler --boards 2 --quantity win");
    assert_eq!(boards, "board,win\n0,0\n1,1\n2,1\n3,1\n");
}

#[test]
fn a_table_without_positions_says_so() {
    let folder = folder();
    let rule = |state| ["table", "-e", state, "-e", "move a -> a - 1 if a > b + 1001", "--to", "9"];
    let ran = run(folder.path(), &rule("state (a, b) where a > b + 1000"), "");
    assert_eq!((ran.status, ran.out.lines().count()), (0, 1), "{}", ran.err);
    assert_eq!(ran.err, "no positions in this box: a = 0..9, b = 0..9\n");
    let ran = run(folder.path(), &rule("state (a, b) where a > b + 8"), "");
    assert_eq!((ran.status, ran.out.lines().count(), ran.err.as_str()), (0, 2, ""));
}

#[test]
fn a_summary_of_values_that_are_not_kept_is_that_of_the_table() {
    let folder = folder();
    let column = |table: &str| {
        json(&good(folder.path(), &format!("table {table} --summary --format json")))["columns"][0]
            .clone()
    };
    for (table, memory, has_period) in [
        ("octal:0.56 --to 1000000", "1M", true),
        // Many turns of the period: they are computed once.
        ("octal:0.56 --to 1e12", "1M", true),
        // One value less than the theorem needs.
        ("octal:0.56 --to 653568", "1M", false),
        ("octal:0.104 --to 3000000", "4M", false),
        // Heaps that no short window settles, with a sparse space that counts parities, and no theorem.
        ("octal:0.6 --to 1500000", "3M", false),
        ("grundy --quantity sg --to 1000000", "2M", false),
    ] {
        let whole = column(table);
        assert_eq!(whole["period"].is_object(), has_period, "{table}");
        assert_eq!(column(&format!("{table} --memory {memory}")), whole, "{table}");
    }
    let table = "table octal:0.56 --to 1000000 --summary --memory 1M";
    assert!(good(folder.path(), table).contains("after n = 249999 values are not kept"));
    // The last rare heap is 1795, and head and window of so many values do not fit.
    let arguments: Vec<&str> = table.split(' ').collect();
    let ran = run(folder.path(), &[&arguments[..6], &["20k"]].concat(), "");
    assert!(ran.status == 3 && ran.err.contains("limit is 20 kB"), "{}", ran.err);
    let short = "table octal:0.104 --to 3000000 --summary --memory 8k";
    let ran = run(folder.path(), &short.split(' ').collect::<Vec<_>>(), "");
    assert!(ran.status == 3 && ran.err.contains("cannot be told"), "{}", ran.err);
}

#[test]
fn summaries_say_the_sparse_space() {
    let folder = folder();
    let summary = |table: &str, format: &str| {
        good(folder.path(), &format!("table {table} --summary --format {format}"))
    };
    // Published by Flammenkamp: rare values, and the last of them.
    for (table, mask, rare, last) in [
        ("octal:0.6 --to 30000", None, 1584, 20_627),
        ("grundy --to 90000", Some(254), 1274, 82_860),
    ] {
        let sparse = &json(&summary(table, "json"))["columns"][0]["sparse"];
        assert!(mask.is_none_or(|mask: u32| sparse["sparse_mask"] == mask), "{sparse}");
        assert_eq!((&sparse["rare_values"], &sparse["last_rare"]), (&rare.into(), &last.into()));
        let line = format!("rare values: {rare}, the last at n = {last}");
        assert!(summary(table, "text").contains(&line), "{table}");
        assert!(summary(table, "csv").contains(&format!(",{rare},{last},")), "{table}");
    }
    for table in ["octal:0.04 --to 20000", "subtract:1,2 --quantity sg --to 100"] {
        assert!(json(&summary(table, "json"))["columns"][0]["sparse"].is_null(), "{table}");
    }
}

#[test]
fn every_level_of_vectors_gives_the_same_table() {
    let folder = folder();
    for table in [
        "octal:0.6 --to 60000",
        "octal:0.16 --to 200000",
        "wythoff --to 150",
        "subtract:2,5,9 --to 9000",
    ] {
        let of = |level: &str| {
            let line = format!("table {table} --summary --format json --vectors {level}");
            run(folder.path(), &line.split(' ').collect::<Vec<_>>(), "")
        };
        let plain = of("plain");
        assert_eq!(plain.status, 0, "{}", plain.err);
        for level in ["avx2", "avx512"] {
            match of(level) {
                Ran { status: 0, out, .. } => assert_eq!(out, plain.out, "{table}"),
                Ran { err, .. } => assert!(err.contains("this processor has no"), "{err}"),
            }
        }
    }
    let wrong = run(folder.path(), &["table", "nim", "--vectors", "mmx"], "");
    assert!(
        wrong.status == 2 && wrong.err.contains("write plain, avx2 or avx512"),
        "{}",
        wrong.err
    );
}

#[test]
fn a_table_in_a_few_numbers() {
    let folder = folder();
    let path = folder.path();
    let object = json(&good(path, "table octal:0.77 --to 1e12 --summary --format json"));
    let column = &object["columns"][0];
    assert_eq!(object["positions"], 1_000_000_000_001_i64);
    assert_eq!(column["greatest"], serde_json::json!({"value": 8, "at": [27]}));
    let period = serde_json::json!({"preperiod": 71, "period": 12, "computed_to": 167});
    assert_eq!(column["period"], period);
    let text = good(path, "table octal:0.77 --to 1000 --summary");
    assert!(text.contains("computed up to n = 167") && !text.contains("proved"), "{text}");
    // The hash of a table is the documented function of its values.
    let csv = good(path, "table wythoff --to a=9,b=9 --quantity sg --format csv");
    let hash = csv.lines().skip(1).fold(0_u128, |hash, line| {
        let value: u128 = line.rsplit(',').next().and_then(|v| v.parse().ok()).expect("a value");
        (hash * 1_000_000_000_000_000_009 + value + 1) % ((1 << 61) - 1)
    });
    let csv = good(path, "table wythoff --to a=9,b=9 --quantity sg --summary --format csv");
    assert!(csv.contains(&format!(",{hash:016x},")), "{csv}");
    assert!(csv.starts_with("quantity,positions,greatest,at_a,at_b,different,preperiod,"), "{csv}");
    let family = good(path, "table bash -p m=1..3 --to 20 --summary --quantity sg,win");
    assert!(family.contains("m = 1..3") && family.contains("win"), "{family}");
}
